//! Closest points of two solids: of common convex ones that are clearly apart by the kernels of the
//! library for each pair, in nanoseconds; of all others with all digits.

use barycast::dynamic::any::Shape3;
use barycast::query::{Closest, Distance};
use barycast::shape::{Aabb, Capsule, Obb, Point, Segment, Sphere};
use barycast::vector::Vector;
use glam::DVec3;

/// Least distance, as a fraction of the largest coordinate, that rounding leaves right to six
/// digits.
const CLEAR: f64 = 1e-9;

/// Range of coordinates whose products stay in the range of `f64`.
const ORDINARY: core::ops::Range<f64> = 1e-60..1e60;

/// A bound of the coordinates of a shape.
trait Size {
    fn size(&self) -> f64;
}

impl Size for Point<DVec3> {
    fn size(&self) -> f64 {
        self.0.largest()
    }
}

impl Size for Segment<DVec3> {
    fn size(&self) -> f64 {
        f64::max(self.a.largest(), self.b.largest())
    }
}

impl Size for Sphere<DVec3> {
    fn size(&self) -> f64 {
        self.center.largest() + self.radius
    }
}

impl Size for Capsule<DVec3> {
    fn size(&self) -> f64 {
        f64::max(self.a.largest(), self.b.largest()) + self.radius
    }
}

impl Size for Aabb<DVec3> {
    fn size(&self) -> f64 {
        f64::max(self.min.largest(), self.max.largest())
    }
}

impl Size for Obb<DVec3> {
    fn size(&self) -> f64 {
        self.center.largest() + self.half_extents.length()
    }
}

/// Returns the closest points by the kernel of the pair, if the shapes are clearly apart.
fn clearly<A: Size + Distance<B, Vector = DVec3>, B: Size>(a: &A, b: &B) -> Option<Closest<DVec3>> {
    let found = a.closest(b);
    let size = f64::max(a.size(), b.size());
    (ORDINARY.contains(&size) && found.distance > size * CLEAR && found.distance < f64::INFINITY)
        .then_some(found)
}

/// Finds the kernel of a pair, of kinds in the order of the list.
macro_rules! kernel {
    ($a:ident, $b:ident,) => {
        None
    };
    ($a:ident, $b:ident, $first:ident $($rest:ident)*) => {
        if let Shape3::$first(a) = $a {
            match $b {
                Shape3::$first(b) => clearly(a, b),
                $(Shape3::$rest(b) => clearly(a, b),)*
                _ => None,
            }
        } else {
            kernel!($a, $b, $($rest)*)
        }
    };
}

fn by_kernel(a: &Shape3, b: &Shape3) -> Option<Closest<DVec3>> {
    kernel!(a, b, Point Segment Sphere Capsule Aabb Obb)
}

/// Returns the closest points of two solids. Their distance is 0 exactly if the solids share a point.
pub(crate) fn closest(a: &Shape3, b: &Shape3) -> Closest<DVec3> {
    by_kernel(a, b).or_else(|| by_kernel(b, a).map(Closest::swap)).unwrap_or_else(|| a.closest_precisely(b))
}
