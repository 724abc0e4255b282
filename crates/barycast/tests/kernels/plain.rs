//! Typed kernels over plain floats. Where they differ from the certified result, the boundary is
//! within 4 ulp of the largest coordinate. Distances are accurate to 64 ulp, and 0 exactly if the
//! shapes intersect. The closest points of disjoint shapes are on the shapes, at that distance.
//!
//! A wrong "no" must become right when one shape is moved away by that much in some direction; a
//! wrong "yes" must be of shapes closer than that.

use crate::{Said, f32_of, f64_of, said, same};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair;
use barycast::shape::Point;
use barycast::vector::Vector;
use barycast_testkit::pairs::reach_of;
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3, snake};
use barycast_testkit::translate::Translate;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Largest distance to the boundary of a wrong result, in ulp of the largest coordinate.
const ULPS: f64 = 4.0;

/// Largest error of a distance, in ulp of the largest coordinate of the shapes and their closest
/// points.
const ULPS_OF_DISTANCE: f64 = 64.0;

/// Cases per row, class and precision; more with `BARYCAST_CASES=10000 cargo test --release -p
/// barycast --test kernels plain`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

macro_rules! rows {
    ($test:ident $Any:ident $random:ident $V:ident $narrow:ident $wide:ident $Wide:ident $epsilon:expr,
     $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        #[test]
        #[allow(clippy::type_complexity, reason = "a row")]
        fn $test() {
            type Test = fn(&$Any, &$Any) -> (bool, Said<$Any>);
            let mut rows: Vec<(&str, [&str; 2], Test)> = Vec::new();
            $(rows!(@row $i rows $Any $V $narrow $wide $Wide $m $a $b);)*
            let mut wrong = Vec::new();
            for (name, shapes, test) in rows {
                let [first, second] = shapes.map(snake);
                for (c, &class) in CLASSES.iter().enumerate() {
                    // Products of such numbers overflow `f32`, which kernels exclude.
                    if matches!(class, Class::GridScaled(_)) && $epsilon > f64::EPSILON {
                        continue;
                    }
                    for seed in 0..cases() {
                        let mut source = Source::new(seed * 131 + c as u64, class);
                        let mut draw = |shape: &str| $random(&mut source, shape).expect("a shape");
                        let (plain, said) = test(&draw(&first), &draw(&second));
                        let Said { shapes: [a, b], meet, distances, points, reach } = said;
                        let reach = reach.max(reach_of(&a)).max(reach_of(&b));
                        let (certain, margin) = (a.intersects(&b), ULPS * reach * $epsilon);
                        let right = plain == certain
                            || if plain {
                                a.closest(&b).distance <= margin
                            } else {
                                directions::<$Wide>().into_iter().any(|d| !a.intersects(&b.clone().moved(d * margin)))
                            };
                        let exact = a.closest(&b).distance;
                        let off = distances.map(|d| (d - exact).abs()).into_iter().fold(0.0, f64::max);
                        let agree = meet == distances.map(|d| d == 0.0);
                        let [on_a, on_b] = points.map(|p| <$Wide>::from_fn(|i| p[i]));
                        let beside = [(&a, on_a), (&b, on_b)].map(|(s, p)| s.closest(&$Any::from(Point(p))).distance);
                        let apart = (on_b - on_a).length() - distances[0];
                        // A common point of shapes that touch up to rounding may be off both.
                        let points_off = beside.into_iter().fold(apart.abs(), f64::max);
                        let off = if exact > 0.0 && !meet[0] { off.max(points_off) } else { off };
                        if !right || !agree || off > ULPS_OF_DISTANCE * reach * $epsilon {
                            wrong.push(format!(
                                "{name} ({class:?} {seed}): {plain}, not {certain}? {meet:?} {distances:?} off by {off:e}\n  {a:?}\n  {b:?}"
                            ));
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
            (pair::$m::intersects(&a, &b), said(&a, &b, shapes))
        }));
    };
    (@row $other:ident $($rest:tt)*) => {};
}

/// Returns the 8 or 26 directions of a grid.
fn directions<V: Vector<Scalar = f64>>() -> Vec<V> {
    let steps = [-1.0, 0.0, 1.0];
    (0..3_usize.pow(V::DIM as u32))
        .map(|k| V::from_fn(|i| steps[k / 3_usize.pow(i as u32) % 3]))
        .filter(|v: &V| v.length_squared() > 0.0)
        .map(Vector::normalized_or_zero)
        .collect()
}

macro_rules! tests {
    ($($rows:tt)*) => {
        barycast_testkit::rows_in_2d!(rows!(in_2d_f32 Shape2 shape2 Vec2 f32_of f64_of DVec2 f64::from(f32::EPSILON)) $($rows)*);
        barycast_testkit::rows_in_2d!(rows!(in_2d_f64 Shape2 shape2 DVec2 same same DVec2 f64::EPSILON) $($rows)*);
        barycast_testkit::rows_in_3d!(rows!(in_3d_f32 Shape3 shape3 Vec3 f32_of f64_of DVec3 f64::from(f32::EPSILON)) $($rows)*);
        barycast_testkit::rows_in_3d!(rows!(in_3d_f64 Shape3 shape3 DVec3 same same DVec3 f64::EPSILON) $($rows)*);
    };
}
barycast::with_rows!(tests);
