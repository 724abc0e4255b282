//! Closest points of two solids: of common convex ones that are clearly apart by the kernels of the
//! library for each pair, in nanoseconds; of all others with all digits.

use barycast::dynamic::any::Shape3;
use barycast::query::{Closest, Contact, Distance, Penetration};
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

/// Returns the larger of two sizes, if products of such numbers stay in the range of `f64`.
fn ordinary(a: &impl Size, b: &impl Size) -> Option<f64> {
    let size = f64::max(a.size(), b.size());
    ORDINARY.contains(&size).then_some(size)
}

/// Returns a bound of the coordinates of a solid of the kinds whose kernels are used here.
pub(crate) fn size(shape: &Shape3) -> Option<f64> {
    match shape {
        Shape3::Point(shape) => Some(shape.size()),
        Shape3::Segment(shape) => Some(shape.size()),
        Shape3::Sphere(shape) => Some(shape.size()),
        Shape3::Capsule(shape) => Some(shape.size()),
        Shape3::Aabb(shape) => Some(shape.size()),
        Shape3::Obb(shape) => Some(shape.size()),
        _ => None,
    }
}

/// Returns the distance beyond which [`distance`] is that of the kernel, for all pairs of solids whose
/// sizes are within these bounds.
pub(crate) fn limit(a: [f64; 2], b: [f64; 2]) -> Option<f64> {
    let (least, most) = (f64::max(a[0], b[0]), f64::max(a[1], b[1]));
    (ORDINARY.contains(&least) && ORDINARY.contains(&most)).then_some(most * CLEAR)
}

/// Returns the closest points by the kernel of the pair, if the shapes are clearly apart.
fn apart<A: Size + Distance<B, Vector = DVec3>, B: Size>(a: &A, b: &B) -> Option<Closest<DVec3>> {
    let found = a.closest(b);
    let is_clear = |size| found.distance > size * CLEAR && found.distance < f64::INFINITY;
    ordinary(a, b).is_some_and(is_clear).then_some(found)
}

/// Tests by the kernel of the pair whether the shapes clearly overlap.
fn overlap<A: Size + Contact<B, Answer = Option<Penetration<DVec3>>>, B: Size>(a: &A, b: &B) -> bool {
    let is_clear = |size| a.contact(b).is_some_and(|contact| contact.depth > size * CLEAR);
    ordinary(a, b).is_some_and(is_clear)
}

/// Calls the function for a pair of kinds in the order of the list, or returns `None`.
macro_rules! kernel {
    ($of:ident, $a:ident, $b:ident,) => {
        None
    };
    ($of:ident, $a:ident, $b:ident, $first:ident $($rest:ident)*) => {
        if let Shape3::$first(a) = $a {
            match $b {
                Shape3::$first(b) => Some($of(a, b)),
                $(Shape3::$rest(b) => Some($of(a, b)),)*
                _ => None,
            }
        } else {
            kernel!($of, $a, $b, $($rest)*)
        }
    };
}

/// Returns the closest points of two solids that are clearly apart, or `None`.
fn clearly_apart(a: &Shape3, b: &Shape3) -> Option<Closest<DVec3>> {
    let in_order = |a: &Shape3, b: &Shape3| kernel!(apart, a, b, Point Segment Sphere Capsule Aabb Obb);
    in_order(a, b).unwrap_or_else(|| in_order(b, a).flatten().map(Closest::swap))
}

/// Tests whether two balls or capsules clearly overlap.
fn clearly_overlap(a: &Shape3, b: &Shape3) -> bool {
    let in_order = |a: &Shape3, b: &Shape3| kernel!(overlap, a, b, Sphere Capsule);
    in_order(a, b).or_else(|| in_order(b, a)).unwrap_or(false)
}

/// Returns the closest points of two solids. Their distance is 0 exactly if the solids share a point.
pub(crate) fn closest(a: &Shape3, b: &Shape3) -> Closest<DVec3> {
    clearly_apart(a, b).unwrap_or_else(|| a.closest_precisely(b))
}

/// Returns the distance of two solids: 0 exactly if they share a point.
pub(crate) fn distance(a: &Shape3, b: &Shape3) -> f64 {
    match clearly_apart(a, b) {
        Some(found) => found.distance,
        None if clearly_overlap(a, b) => 0.0,
        None => a.closest_precisely(b).distance,
    }
}
