//! Typed shapes that are no rows of the table, against every other convex shape in both orders:
//! results agree with the certified ones up to 64 ulp of the largest coordinate.

use crate::{Said, f32_of, f64_of, said, same};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast_testkit::pairs::reach_of;
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3, snake};
use glam::{DVec2, DVec3, Vec2, Vec3};

const ULPS: f64 = 64.0;

macro_rules! test {
    ($test:ident $Any:ident $random:ident $V:ident $narrow:ident $wide:ident $Wide:ident $epsilon:expr,
     $bodies:tt with $others:tt) => {
        #[test]
        #[allow(clippy::type_complexity, reason = "a pair")]
        fn $test() {
            type Test = fn(&$Any, &$Any) -> Said<$Any>;
            let mut pairs: Vec<([&str; 2], Test)> = Vec::new();
            test!(@bodies [pairs $Any $V $narrow $wide $Wide] $bodies $others);
            for (shapes, test) in pairs {
                let [first, second] = shapes.map(snake);
                for (c, &class) in CLASSES.iter().enumerate() {
                    if matches!(class, Class::GridScaled(_)) && $epsilon > f64::EPSILON {
                        continue;
                    }
                    for seed in 0..8 {
                        let mut source = Source::new(seed * 131 + c as u64, class);
                        let made = (|| Some(($random(&mut source, &first)?, $random(&mut source, &second)?)))();
                        let Some((a, b)) = made else { continue };
                        let Said { shapes: [a, b], meet, distances, reach, .. } = test(&a, &b);
                        let case = format!("{class:?} {seed} {a:?} {b:?} {meet:?} {distances:?}");
                        let certain = a.closest(&b).distance;
                        let margin = ULPS * reach.max(reach_of(&a)).max(reach_of(&b)) * $epsilon;
                        assert!((distances[0] - certain).abs() <= margin, "{case}, not {certain}");
                        assert_eq!(distances[0], distances[1], "{case}");
                        assert_eq!(meet, [distances[0] == 0.0; 2], "{case}");
                    }
                }
            }
        }
    };
    (@bodies $kind:tt [$($A:ident)*] $others:tt) => {
        $(test!(@others $kind $A $others);)*
    };
    (@others $kind:tt $A:ident [$($B:ident)*]) => {
        $(test!(@pair $kind $A $B);)*
    };
    (@pair [$pairs:ident $Any:ident $V:ident $narrow:ident $wide:ident $Wide:ident] $A:ident $B:ident) => {
        $pairs.push(([stringify!($A), stringify!($B)], |a, b| {
            let ($Any::$A(a), $Any::$B(b)) = (a, b) else { unreachable!("as it was drawn") };
            let (a, b) = (a.lift::<$V>(&$narrow), b.lift::<$V>(&$narrow));
            let shapes = [$Any::from(a.lift::<$Wide>(&$wide)), $Any::from(b.lift::<$Wide>(&$wide))];
            said(&a, &b, shapes)
        }));
    };
}

macro_rules! tests {
    (each of $bodies:tt with $others:tt:
     $($test:ident $Any:ident $random:ident $V:ident $narrow:ident $wide:ident $Wide:ident $epsilon:expr;)*) => {
        $(test!($test $Any $random $V $narrow $wide $Wide $epsilon, $bodies with $others);)*
    };
}

tests! {
    each of [Convex TaperedCapsule] with [
        Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram
        Convex TaperedCapsule
    ]:
    in_2d_f32 Shape2 shape2 Vec2 f32_of f64_of DVec2 f64::from(f32::EPSILON);
    in_2d_f64 Shape2 shape2 DVec2 same same DVec2 f64::EPSILON;
}

tests! {
    each of [Cone Convex Disc TaperedCapsule Tetrahedron TruncatedCone] with [
        Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram
        Cylinder InfiniteCylinder Cone Convex Disc TaperedCapsule Tetrahedron TruncatedCone
    ]:
    in_3d_f32 Shape3 shape3 Vec3 f32_of f64_of DVec3 f64::from(f32::EPSILON);
    in_3d_f64 Shape3 shape3 DVec3 same same DVec3 f64::EPSILON;
}
