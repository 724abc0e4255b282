//! Random shapes: the same numbers for any version of the library that builds them.

/// Defines random shapes of a module's types for one vector type, with boxes along `$axes`.
macro_rules! shapes_of {
    ($shape:ident: $module:ident $V:ident $D:literal $S:ident, $v:expr, $axes:expr) => {
        pub mod $module {
            use super::$shape::*;
            use glam::$V;

            pub struct Draw(pub fastrand::Rng);

            impl Draw {
                fn number(&mut self) -> $S {
                    self.0.f64() as $S * 2.0 - 1.0
                }
                fn v(&mut self) -> $V {
                    let v: fn(&mut Self) -> $V = $v;
                    v(self)
                }
                pub fn point(&mut self) -> Point<$V> {
                    Point(self.v())
                }
                pub fn sphere(&mut self) -> Sphere<$V> {
                    Sphere { center: self.v() * 1.5, radius: self.number().abs() }
                }
                pub fn aabb(&mut self) -> Aabb<$V> {
                    let (a, b) = (self.v(), self.v());
                    Aabb { min: a.min(b), max: a.max(b) }
                }
                pub fn obb(&mut self) -> Obb<$V> {
                    let axes: fn(&mut Self) -> [$V; $D] = $axes;
                    Obb { center: self.v() * 1.5, half_extents: self.v().abs(), axes: axes(self) }
                }
                pub fn capsule(&mut self) -> Capsule<$V> {
                    Capsule { a: self.v() * 1.5, b: self.v() * 1.5, radius: self.number().abs() * 0.5 }
                }
                pub fn segment(&mut self) -> Segment<$V> {
                    Segment { a: self.v() * 1.5, b: self.v() * 1.5 }
                }
                pub fn triangle(&mut self) -> Triangle<$V> {
                    Triangle { a: self.v() * 3.0, b: self.v() * 3.0, c: self.v() * 3.0 }
                }
                pub fn ray(&mut self) -> Ray<$V> {
                    let origin = self.v() * 4.0;
                    Ray { origin, direction: self.v() * 0.7 - origin }
                }
            }
        }
    };
}

/// Defines modules for 2D and 3D in both precisions.
macro_rules! shapes {
    ($shape:ident) => {
        $crate::draw::shapes_of!($shape: plane_f32 Vec2 2 f32, |d| Vec2::new(d.number(), d.number()), |d| {
            let (sin, cos) = (d.number() * 3.0).sin_cos();
            [Vec2::new(cos, sin), Vec2::new(-sin, cos)]
        });
        $crate::draw::shapes_of!($shape: plane_f64 DVec2 2 f64, |d| DVec2::new(d.number(), d.number()), |d| {
            let (sin, cos) = (d.number() * 3.0).sin_cos();
            [DVec2::new(cos, sin), DVec2::new(-sin, cos)]
        });
        $crate::draw::shapes_of!($shape: space_f32 Vec3 3 f32, |d| Vec3::new(d.number(), d.number(), d.number()), |d| {
            let (up, side) = (d.v().normalize(), d.v());
            let right = up.cross(side).normalize();
            [right, up, right.cross(up)]
        });
        $crate::draw::shapes_of!($shape: space_f64 DVec3 3 f64, |d| DVec3::new(d.number(), d.number(), d.number()), |d| {
            let (up, side) = (d.v().normalize(), d.v());
            let right = up.cross(side).normalize();
            [right, up, right.cross(up)]
        });
    };
}

pub(crate) use {shapes, shapes_of};
