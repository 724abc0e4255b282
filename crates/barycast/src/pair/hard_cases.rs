//! Test support for certified filters: shapes with few distinct coordinates, some one float apart,
//! of all sizes.

use core::fmt::Debug;

/// Asserts that every decided result of `certified` for 6000 pairs of shapes is correct. Returns
/// the number of decided results, of undecided ones, and of positive ones.
pub(crate) fn assert_certified<A: Debug, B: Debug, const N: usize>(
    draw: impl Fn(&mut dyn FnMut() -> f32) -> (A, B),
    truth: impl Fn(&A, &B) -> bool,
    certified: impl Fn(&A, &B) -> [Option<bool>; N],
) -> [u32; 3] {
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut certain, mut open, mut hits) = (0, 0, 0);
    for case in 0..6000 {
        let scale = [1.0, 1e-7, 1e-13, 1e-38, 3e11, 1e13, 1e37][case % 7];
        let (a, b) = draw(&mut || {
            let whole = f32::from(rng.i8(-3..4));
            [whole, whole.next_up(), rng.f32() * 6.0 - 3.0][rng.usize(..3)] * scale
        });
        let truth = truth(&a, &b);
        for answer in certified(&a, &b) {
            assert!(answer.is_none_or(|answer| answer == truth), "{a:?} {b:?}");
            certain += u32::from(answer.is_some());
            open += u32::from(answer.is_none());
            hits += u32::from(answer == Some(true));
        }
    }
    [certain, open, hits]
}

/// Evaluates a kernel over exact numbers.
macro_rules! exactly {
    ($intersects:ident in $Of:ident) => {
        |a, b| {
            let arena = crate::exact::Arena::new();
            let exact = |x: f32| arena.number(x.into());
            $intersects(
                &a.lift::<$Of<crate::exact::Exact<'_>>>(&exact),
                &b.lift::<$Of<crate::exact::Exact<'_>>>(&exact),
            )
        }
    };
}
pub(crate) use exactly;
