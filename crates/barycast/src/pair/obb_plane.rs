//! OBB and plane.
//!
//! The box extends `sum |n . axis_i| h_i` to both sides of its center along the normal:
//!
//! ```text
//! |n . c - d| <= sum |n . axis_i| h_i
//! ```
//!
//! The axes are used as given, orthonormal or not.
//!
//! Sources: [Ericson 5.2.3], [Gottschalk 1996].

use crate::number::{Real, Ring};
use crate::pair::plane_ray;
use crate::query::Closest;
use crate::shape::{Obb, Plane, Segment};
use crate::vector::Vector;

/// Returns the extent of the box from its center along the normal, times the normal's length.
#[inline(always)]
pub(crate) fn reach<V: Vector>(a: &Obb<V>, normal: V) -> V::Scalar {
    let mut reach = Ring::abs(normal.dot(a.axis(0))) * a.half_extents.get(0);
    for i in 1..V::DIM {
        reach = reach + Ring::abs(normal.dot(a.axis(i))) * a.half_extents.get(i);
    }
    reach
}

/// Returns the segment from the lowest corner along the normal to the highest.
#[inline(always)]
pub(crate) fn extremes<V: Vector>(a: &Obb<V>, normal: V) -> Segment<V> {
    let mut ends = Segment { a: a.center, b: a.center };
    for i in 0..V::DIM {
        let along = normal.dot(a.axis(i));
        let arm = a.half_axis(i);
        let up = V::select(along.lt(along.zero()), -arm, arm);
        ends = Segment { a: ends.a - up, b: ends.b + up };
    }
    ends
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Obb<V>, b: &Plane<V>) -> V::Mask {
    Ring::abs(b.side(a.center)).le(reach(a, b.normal))
}

/// Returns the corner closest to the plane and its foot; a common point on the segment between the
/// extreme corners if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Obb<V>, b: &Plane<V>) -> Closest<V> {
    plane_ray::distance(b, &extremes(a, b.normal)).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec2, dvec3};

    #[test]
    fn f5_a_turned_box_touches_with_its_corner() {
        // A square standing on a corner: the axes of the 3-4-5 triangle are exact for the plane's
        // normal.
        let tip = Obb::new(dvec2(0.0, 7.0), dvec2(5.0, 5.0), [dvec2(0.6, 0.8), dvec2(-0.8, 0.6)]);
        assert!(!tip.intersects(&Plane::new(dvec2(0.0, 1.0), -0.5)));
        assert!(tip.intersects(&Plane::new(dvec2(0.0, 1.0), 0.5)));
        assert!((tip.distance(&Plane::new(dvec2(0.0, 2.0), -2.0)) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn f5_a_plane_through_a_face_touches() {
        let axes = [DVec3::Y, DVec3::Z, DVec3::X];
        let obb = Obb::new(dvec3(1.0, 2.0, 3.0), dvec3(1.0, 2.0, 3.0), axes);
        // The extents along x, y, z are 3, 1, 2.
        assert!(obb.intersects(&Plane::new(DVec3::X, 4.0)) && !obb.intersects(&Plane::new(DVec3::X, 4.5)));
        assert!(obb.intersects(&Plane::new(DVec3::Y, 3.0)) && !obb.intersects(&Plane::new(DVec3::Y, 3.5)));
        assert!(obb.intersects(&Plane::new(DVec3::Z, 5.0)) && !obb.intersects(&Plane::new(DVec3::Z, 5.5)));
    }

    #[test]
    fn the_nearest_corner_is_a_corner_of_the_box() {
        let obb = Obb::new(DVec3::ZERO, DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z]);
        let closest = obb.closest(&Plane::new(dvec3(1.0, 2.0, 2.0), -14.0));
        assert_eq!((closest.distance, closest.on_a), (3.0, -DVec3::ONE));
        assert_eq!(closest.on_b, dvec3(-2.0, -3.0, -3.0));
    }
}
