//! Translation of shapes.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::{Convex, Frustum, HalfSpace, Rounded};
use barycast::vector::Vector;
use glam::{DVec2, DVec3};

/// A shape that can be translated.
pub trait Translate<V> {
    /// Returns the shape with every point moved by `d`.
    #[must_use]
    fn moved(self, d: V) -> Self;
}

macro_rules! translate {
    ($Any:ident $V:ident [$($axis:expr),*] $($more:ident)*) => {
        impl Translate<$V> for $Any {
            fn moved(self, d: $V) -> Self {
                match self {
                    Self::Point(mut s) => { s.0 += d; s.into() }
                    Self::Line(mut s) => { s.origin += d; s.into() }
                    Self::Ray(mut s) => { s.origin += d; s.into() }
                    Self::Segment(mut s) => { s.a += d; s.b += d; s.into() }
                    Self::Plane(mut s) => { s.distance += Vector::dot(s.normal, d); s.into() }
                    Self::HalfSpace(mut s) => { s.distance += Vector::dot(s.normal, d); s.into() }
                    Self::Sphere(mut s) => { s.center += d; s.into() }
                    Self::Aabb(mut s) => { s.min += d; s.max += d; s.into() }
                    Self::Obb(mut s) => { s.center += d; s.into() }
                    Self::Ellipsoid(mut s) => { s.center += d; s.into() }
                    Self::Capsule(mut s) => { s.a += d; s.b += d; s.into() }
                    Self::Triangle(mut s) => { s.a += d; s.b += d; s.c += d; s.into() }
                    Self::Parallelogram(mut s) => { s.origin += d; s.into() }
                    $(Self::$more(mut s) => { translate!(@more $more s d); s.into() })*
                    other => other.posed(&[$($axis),*], d).unwrap_or(other),
                }
            }
        }
    };
    (@more Cylinder $s:ident $d:ident) => { $s.a += $d; $s.b += $d; };
    (@more Convex $s:ident $d:ident) => {
        let points = $s.points().iter().map(|p| *p + $d).collect();
        $s = Convex::try_new(points).unwrap_or($s);
    };
    (@more Rounded $s:ident $d:ident) => { $s = Rounded::new($s.core.moved($d), $s.radius); };
    (@more Cone $s:ident $d:ident) => { $s.apex += $d; $s.base += $d; };
    (@more Frustum $s:ident $d:ident) => {
        let planes = $s.planes().map(|h| HalfSpace { distance: h.distance + Vector::dot(h.normal, $d), ..h });
        $s = Frustum::try_new(planes).unwrap_or($s);
    };
    (@more Disc $s:ident $d:ident) => { $s.center += $d; };
    (@more TaperedCapsule $s:ident $d:ident) => { $s.a += $d; $s.b += $d; };
    (@more TruncatedCone $s:ident $d:ident) => { $s.a += $d; $s.b += $d; };
    (@more Tetrahedron $s:ident $d:ident) => { $s.a += $d; $s.b += $d; $s.c += $d; $s.d += $d; };
    (@more InfiniteCone $s:ident $d:ident) => { $s.apex += $d; };
    (@more InfiniteCylinder $s:ident $d:ident) => { $s.origin += $d; };
}

translate!(Shape2 DVec2 [DVec2::X, DVec2::Y] Convex Rounded TaperedCapsule);
translate!(Shape3 DVec3 [DVec3::X, DVec3::Y, DVec3::Z] Cone Convex Cylinder Disc Frustum InfiniteCone InfiniteCylinder Rounded TaperedCapsule Tetrahedron TruncatedCone);
