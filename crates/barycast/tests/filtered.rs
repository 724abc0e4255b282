//! Filtered arithmetic against exact rationals: every certified decision is right.

use barycast::exact::{Arena, Exact, Filtered};
use barycast::number::{Field, Mask, Ring, Verdict};
use barycast::vector::{V2, V3, Vector, Vector2, Vector3};

fn n(value: f64) -> Filtered {
    Filtered::new(value)
}

#[test]
fn comparisons_beyond_the_rounding_error_are_decided_and_others_not() {
    assert!((n(0.1) * n(0.2)).le(n(0.021)).all());
    assert!((n(0.1) * n(0.2)).le(n(0.019)).none());
    assert_eq!((n(0.1) * n(0.2)).le(n(0.1) * n(0.2)), Verdict::MAYBE);
    assert_eq!((n(3.0) * n(3.0)).le(n(9.0)), Verdict::MAYBE);
    assert!(n(0.1).le(n(0.1)).all() && n(0.1).lt(n(0.1)).none());
}

#[test]
fn overflow_and_undecided_operands_make_a_comparison_undecided() {
    assert_eq!(n(0.0).lt(n(1e-200) * n(1e-200)), Verdict::MAYBE);
    assert_eq!(n(0.0).lt((n(1e-200) + n(0.0)).squared()), Verdict::MAYBE);
    assert_eq!((n(1e200) * n(-1e200)).lt(n(0.0)), Verdict::MAYBE);
    // The product is 2, but an intermediate overflows.
    assert_eq!((n(1e200) * n(1e200) * n(2e-200) * n(1e-200)).lt(n(3.0)), Verdict::MAYBE);
    assert_eq!(Ring::min(n(1e200) * n(1e200) * n(2e-200) * n(1e-200), n(3.0)).lt(n(2.5)), Verdict::MAYBE);
    let either = Ring::select((n(3.0) * n(3.0)).le(n(9.0)), n(1.0), n(2.0));
    assert_eq!(either.lt(n(1.5)), Verdict::MAYBE);
}

#[test]
fn quotients_are_bounded_if_the_divisor_is_certainly_nonzero() {
    assert!((n(1.0) / (n(1.5) * n(2.0))).lt(n(0.3334)).all());
    assert_eq!((n(1.0) / (n(1.5) * n(2.0) - n(3.0))).lt(n(0.3334)), Verdict::MAYBE);
    assert!(n(1.0).div_or(n(0.0), n(7.0)).lt(n(7.1)).all());
}

/// Comparisons of the kind that kernels make, of twelve numbers.
fn comparisons<S: Field>(x: [S; 12]) -> Vec<S::Mask> {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = x;
    let plane = |a, b| V2 { x: a, y: b };
    let space = |a, b, c| V3 { x: a, y: b, z: c };
    let (p, q, r, s) = (plane(a, b), plane(c, d), plane(e, f), plane(g, h));
    let (t, u, v, w) = (space(a, b, c), space(d, e, f), space(g, h, i), space(j, k, l));
    let zero = a.zero();
    let area = (q - p).perp_dot(s - r);
    let volume = (u - t).triple(v - t, w - t);
    let nn = (u - t).cross(w - v).length_squared();
    let reach = (i + j).squared();
    vec![
        (a - b).le(c - d),
        (q - p).length_squared().le(reach),
        (t - u).length_squared().lt((v - w).length_squared()),
        (q - p).dot(s - r).lt(zero),
        zero.le(area),
        area.squared().le(reach * (q - p).length_squared()),
        volume.lt(zero),
        volume.squared().le(reach * nn),
        zero.lt(nn),
        Ring::max(area, (p - r).perp_dot(q - s)).le(Ring::min(a * b, c * d).abs()),
        Ring::select(a.le(b), area, volume).lt(Ring::select(zero.lt(area), volume, nn)),
        volume.div_or(nn, zero).le(a),
        (area / (e.squared() + f.squared() + e.one())).squared().le(g.squared()),
    ]
}

#[test]
fn decisions_are_right() {
    let mut rng = fastrand::Rng::with_seed(19);
    let (mut total, mut decided) = ([0_u32; 4], [0_u32; 4]);
    for round in 0..40_000 {
        let class = round % 4;
        let scale = 2_f64.powi(rng.i32(-60..60));
        let mut x: [f64; 12] = core::array::from_fn(|_| match class {
            // Random numbers; small integers at any scale, many of them equal; and nearly equal
            // ones.
            0 => rng.f64() * 2.0 - 1.0,
            1 => f64::from(rng.i32(-3..4)) * scale,
            2 => f64::from(rng.i32(-3..4)) * (1.0 + f64::from(rng.i32(-2..3)) * f64::EPSILON),
            _ => (rng.f64() - 0.5) * 2_f64.powi(rng.i32(-300..300)),
        });
        if class == 0 && rng.bool() {
            // The products of an area cancel to the last digits.
            x[7] = x[5] + (x[3] - x[1]) * (x[6] - x[4]) / (x[2] - x[0]);
        }
        let mut compare = |verdicts: Vec<Verdict>, x: [f64; 12]| {
            let arena = Arena::new();
            let exact: Vec<bool> = comparisons::<Exact<'_>>(x.map(|x| arena.number(x)));
            for (index, (verdict, exact)) in verdicts.into_iter().zip(exact).enumerate() {
                total[class] += 1;
                decided[class] += u32::from(!verdict.is_undecided());
                assert!(verdict.is_undecided() || verdict.all() == exact, "{index} is {exact}: {x:?}");
            }
        };
        compare(comparisons(x.map(Filtered::new)), x);
        // In `f32` nearly equal numbers differ by an ulp of `f32`.
        let narrow = x.map(|x| match class {
            2 if x != 0.0 => x.round() as f32 * (1.0 + rng.i32(-2..3) as f32 * f32::EPSILON),
            3 => x.signum() as f32 * x.abs().powf(0.1) as f32,
            _ => x as f32,
        });
        compare(comparisons(narrow.map(Filtered::new)), narrow.map(f64::from));
    }
    // The filter must decide most comparisons.
    assert!(decided[0] > total[0] / 10 * 9, "{decided:?} of {total:?}");
    assert!(decided.iter().all(|&d| d > 10_000), "{decided:?} of {total:?}");
}
