//! The typed kernels, over floats as they are: where they differ from the certified answer, the boundary is within
//! 4 ulp of the largest coordinate; distances are right to 64 ulp, and 0 exactly when the shapes intersect.
//!
//! A wrong "no" must vanish when one shape is moved apart by that much in some direction; a wrong "yes" must be of
//! shapes closer than that.

use barycast::any::{Shape2, Shape3};
use barycast::pair;
use barycast::question::{Closest, Distance};
use barycast::vector::Vector;
use barycast_testkit::moved::Moved;
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3, snake};
use glam::{DVec2, DVec3, Vec2, Vec3};
use std::fmt::Write;

/// How far from the boundary a wrong answer may be, in ulp of the largest coordinate.
const ULPS: f64 = 4.0;

/// How far off a distance may be, in ulp of the largest number in the shapes and of their nearest points.
const ULPS_OF_DISTANCE: f64 = 64.0;

/// Cases a row, class and precision; more with `BARYCAST_CASES=10000 cargo test --release -p barycast --test kernels plain`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

/// The largest number in the shapes, found in what they print.
fn reach(shapes: &[&dyn std::fmt::Debug]) -> f64 {
    let mut text = String::new();
    for shape in shapes {
        write!(text, "{shape:?} ").expect("strings take everything");
    }
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')))
        .filter_map(|word| word.parse::<f64>().ok())
        .fold(0.0, |most, x| most.max(x.abs()))
}

macro_rules! rows {
    ($test:ident $Any:ident $random:ident $V:ident $one:ident $Wide:ident,
     $($m:ident: $a:ident $b:ident, $i:ident;)*) => {
        #[test]
        fn $test() {
            let mut wrong = String::new();
            $(rows!(@row $i wrong $Any $random $V $one $Wide $m $a $b);)*
            assert!(wrong.is_empty(), "{wrong}");
        }
    };
    (@row exact $wrong:ident $Any:ident $random:ident $V:ident $one:ident $Wide:ident $m:ident $a:ident $b:ident) => {{
        let mut asked = 0;
        for (c, &class) in CLASSES.iter().enumerate() {
            // Products of such numbers leave the range of f32, which kernels assume they do not.
            if matches!(class, Class::GridScaled(_)) && size_of::<$one>() == 4 {
                continue;
            }
            for seed in 0..cases() {
                let mut source = Source::new(seed * 131 + c as u64, class);
                let Some($Any::$a(a)) = $random(&mut source, &snake(stringify!($a))) else { unreachable!() };
                let Some($Any::$b(b)) = $random(&mut source, &snake(stringify!($b))) else { unreachable!() };
                let (a, b) = (a.lift::<$V>(&|x| x as $one), b.lift::<$V>(&|x| x as $one));
                let plain: bool = pair::$m::intersects(&a, &b);
                #[allow(clippy::unnecessary_cast, reason = "one of the two is")]
                let (wide_a, wide_b) = (a.lift::<$Wide>(&|x| x as f64), b.lift::<$Wide>(&|x| x as f64));
                let (wide_a, wide_b) = ($Any::from(wide_a), $Any::from(wide_b));
                let certain = wide_a.intersects(&wide_b);
                asked += 1;
                let case = |what: &str| format!("{} ({class:?} {seed}): {what}\n  {a:?}\n  {b:?}", stringify!($m));
                let (there, back) = (nearest(&a, &b), nearest(&b, &a));
                #[allow(clippy::unnecessary_cast, reason = "one of the two is")]
                let distance = there.distance as f64;
                let off = (distance - wide_a.closest(&wide_b).distance).abs();
                let allowed = ULPS_OF_DISTANCE * reach(&[&a, &b, &there]) * <$one>::EPSILON as f64;
                if (distance == 0.0) != a.intersects(&b) || there.distance != back.distance || off > allowed {
                    $wrong.push_str(&case(&format!("{there:?}, {back:?}, off by {off:e}\n")));
                    break;
                }
                if plain == certain {
                    continue;
                }
                let reach = reach(&[&a, &b]);
                let margin = ULPS * reach * <$one>::EPSILON as f64;
                let near = if plain {
                    wide_a.closest(&wide_b).distance <= margin
                } else {
                    directions::<$Wide>().into_iter().any(|d| {
                        let $Any::$b(moved) = &wide_b else { unreachable!() };
                        !wide_a.intersects(&$Any::from(*moved).moved(d * margin))
                    })
                };
                if !near {
                    writeln!($wrong, "{} ({class:?} {seed}): {plain}, not {certain}\n  {a:?}\n  {b:?}", stringify!($m))
                        .expect("strings take everything");
                    break;
                }
            }
        }
        assert!(asked > 0);
    }};
    (@row $other:ident $($rest:tt)*) => {};
}

/// Asked in one place: kernels are inlined wherever they are.
#[inline(never)]
fn nearest<V: Vector, A: Distance<B, Vector = V>, B>(a: &A, b: &B) -> Closest<V> {
    a.closest(b)
}

/// The 8 or 26 directions of a grid.
fn directions<V: Vector<Scalar = f64>>() -> Vec<V> {
    let steps = [-1.0, 0.0, 1.0];
    (0..3_usize.pow(V::DIM as u32))
        .map(|k| V::from_fn(|i| steps[k / 3_usize.pow(i as u32) % 3]))
        .filter(|v: &V| v.length_squared() > 0.0)
        .map(Vector::normalized_or_zero)
        .collect()
}

macro_rules! tests {
    (both_same { $($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)* }
     both_pair { $($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)* }
     d2_same { $($m3:ident: $a3:ident $b3:ident, $i3:ident $d3:ident $c3:ident;)* }
     d2_pair { $($m4:ident: $a4:ident $b4:ident, $i4:ident $d4:ident $c4:ident;)* }
     d3_same { $($m5:ident: $a5:ident $b5:ident, $i5:ident $d5:ident $c5:ident;)* }
     d3_pair { $($m6:ident: $a6:ident $b6:ident, $i6:ident $d6:ident $c6:ident;)* }) => {
        rows!(in_2d_f32 Shape2 shape2 Vec2 f32 DVec2,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m3: $a3 $b3, $i3;)* $($m4: $a4 $b4, $i4;)*);
        rows!(in_2d_f64 Shape2 shape2 DVec2 f64 DVec2,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m3: $a3 $b3, $i3;)* $($m4: $a4 $b4, $i4;)*);
        rows!(in_3d_f32 Shape3 shape3 Vec3 f32 DVec3,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m5: $a5 $b5, $i5;)* $($m6: $a6 $b6, $i6;)*);
        rows!(in_3d_f64 Shape3 shape3 DVec3 f64 DVec3,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m5: $a5 $b5, $i5;)* $($m6: $a6 $b6, $i6;)*);
    };
}
barycast::with_rows!(tests);
