//! Typed shapes that are no rows, with every other convex shape in both orders: what they say is what the certain
//! answer says, up to 64 ulp of the largest coordinate.

use barycast::any::{Shape2, Shape3};
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3, snake};
use glam::{DVec2, DVec3, Vec2, Vec3};

const ULPS: f64 = 64.0;

/// The largest number in what was printed.
fn reach(text: &str) -> f64 {
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')))
        .filter_map(|word| word.parse::<f64>().ok())
        .fold(0.0, |most, x| most.max(x.abs()))
}

macro_rules! pair {
    ([$Any:ident $random:ident $V:ident $one:ident $Wide:ident] $A:ident $B:ident) => {
        for (c, &class) in CLASSES.iter().enumerate() {
            if matches!(class, Class::GridScaled(_)) && size_of::<$one>() == 4 {
                continue;
            }
            for seed in 0..8 {
                let mut source = Source::new(seed * 131 + c as u64, class);
                let names = [snake(stringify!($A)), snake(stringify!($B))];
                let made = (|| Some(($random(&mut source, &names[0])?, $random(&mut source, &names[1])?)))();
                let Some(($Any::$A(a), $Any::$B(b))) = made else { continue };
                let (a, b) = (a.lift::<$V>(&|x| x as $one), b.lift::<$V>(&|x| x as $one));
                let (plain, swapped) = (a.closest(&b), b.closest(&a));
                assert_eq!(plain.distance == 0.0, a.intersects(&b));
                let case = format!("{class:?} {seed} {a:?} {b:?} {plain:?}");
                let wide_a = $Any::from(a.lift::<$Wide>(&|x| x.into()));
                let wide_b = $Any::from(b.lift::<$Wide>(&|x| x.into()));
                let certain = wide_a.closest(&wide_b).distance;
                let margin = ULPS * reach(&case) * f64::from($one::EPSILON);
                assert!((f64::from(plain.distance) - certain).abs() <= margin, "{case}, not {certain}");
                assert_eq!(plain.distance, swapped.distance, "{case}");
                assert_eq!(b.intersects(&a), a.intersects(&b), "{case}");
            }
        }
    };
}

macro_rules! pairs {
    ($($Any:ident $random:ident $V:ident $one:ident $Wide:ident: $bodies:tt with $others:tt;)*) => {
        $(pairs!(@bodies [$Any $random $V $one $Wide] $bodies $others);)*
    };
    (@bodies $kind:tt [$($A:ident)*] $others:tt) => {
        $(pairs!(@others $kind $A $others);)*
    };
    (@others $kind:tt $A:ident [$($B:ident)*]) => {
        $(pair!($kind $A $B);)*
    };
}

#[test]
fn in_2d() {
    pairs! {
        Shape2 shape2 Vec2 f32 DVec2: [Convex TaperedCapsule] with [
            Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram
            Convex TaperedCapsule
        ];
        Shape2 shape2 DVec2 f64 DVec2: [Convex TaperedCapsule] with [
            Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram
            Convex TaperedCapsule
        ];
    }
}

#[test]
fn in_3d() {
    pairs! {
        Shape3 shape3 Vec3 f32 DVec3: [Cone Convex Disc TaperedCapsule Tetrahedron TruncatedCone] with [
            Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram
            Cylinder InfiniteCylinder Cone Convex Disc TaperedCapsule Tetrahedron TruncatedCone
        ];
        Shape3 shape3 DVec3 f64 DVec3: [Cone Convex Disc TaperedCapsule Tetrahedron TruncatedCone] with [
            Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram
            Cylinder InfiniteCylinder Cone Convex Disc TaperedCapsule Tetrahedron TruncatedCone
        ];
    }
}
