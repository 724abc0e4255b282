//! Exact intersection tests of typed shapes: `intersects_exactly` agrees with interval and rational
//! arithmetic.

use crate::{f32_of, f64_of, same};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast_testkit::random::{CLASSES, Source, shape2, shape3, snake};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Cases per row, class and precision; more with `BARYCAST_CASES=1000 cargo test --release -p
/// barycast --test kernels exact`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

macro_rules! rows {
    ($test:ident $Any:ident $random:ident $V:ident $narrow:ident $wide:ident $Wide:ident,
     $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        #[test]
        #[allow(clippy::type_complexity, reason = "a row")]
        fn $test() {
            // The results in both orders, and the shapes with these numbers.
            type Test = fn(&$Any, &$Any) -> ([bool; 2], [$Any; 2]);
            let mut rows: Vec<(&str, [&str; 2], Test)> = Vec::new();
            $(rows!(@row $i rows $Any $V $narrow $wide $Wide $m $a $b);)*
            let mut wrong = Vec::new();
            for (name, shapes, test) in rows {
                let [first, second] = shapes.map(snake);
                for (c, &class) in CLASSES.iter().enumerate() {
                    for seed in 0..cases() {
                        let mut source = Source::new(seed * 137 + c as u64, class);
                        let mut draw = |shape: &str| $random(&mut source, shape).expect("a shape");
                        let (said, [a, b]) = test(&draw(&first), &draw(&second));
                        let truth = a.intersects(&b);
                        if said != [truth; 2] {
                            wrong.push(format!("{name} ({class:?} {seed}): not {truth}\n  {a:?}\n  {b:?}"));
                            break;
                        }
                    }
                }
            }
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    };
    (@row exact $rows:ident $Any:ident $V:ident $narrow:ident $wide:ident $Wide:ident $m:ident $a:ident $b:ident) => {
        $rows.push((stringify!($m), [stringify!($a), stringify!($b)], |a, b| {
            let ($Any::$a(a), $Any::$b(b)) = (a, b) else { unreachable!("as it was drawn") };
            let (a, b) = (a.lift::<$V>(&$narrow), b.lift::<$V>(&$narrow));
            let shapes = [$Any::from(a.lift::<$Wide>(&$wide)), $Any::from(b.lift::<$Wide>(&$wide))];
            ([a.intersects_exactly(&b), b.intersects_exactly(&a)], shapes)
        }));
    };
    (@row $other:ident $($rest:tt)*) => {};
}

macro_rules! tests {
    ($($rows:tt)*) => {
        barycast_testkit::rows_in_2d!(rows!(in_2d_f32 Shape2 shape2 Vec2 f32_of f64_of DVec2) $($rows)*);
        barycast_testkit::rows_in_2d!(rows!(in_2d_f64 Shape2 shape2 DVec2 same same DVec2) $($rows)*);
        barycast_testkit::rows_in_3d!(rows!(in_3d_f32 Shape3 shape3 Vec3 f32_of f64_of DVec3) $($rows)*);
        barycast_testkit::rows_in_3d!(rows!(in_3d_f64 Shape3 shape3 DVec3 same same DVec3) $($rows)*);
    };
}
barycast::with_rows!(tests);
