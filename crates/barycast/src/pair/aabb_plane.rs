//! AABB and plane.
//!
//! The lowest corner along the normal has, on each axis, the `min` where `n_i >= 0` and otherwise
//! the `max`; the highest corner is the opposite one. They intersect if these corners do not lie on
//! the same side:
//!
//! ```text
//! n . lowest <= d <= n . highest
//! ```
//!
//! Sources: [Ericson 5.2.3], [Haines 2019].

use crate::number::{Real, Ring};
use crate::pair::plane_ray;
use crate::query::Closest;
use crate::shape::{Aabb, Plane, Segment};
use crate::vector::Vector;

/// Returns the segment from the lowest corner along the normal to the highest.
#[inline(always)]
pub(crate) fn extremes<V: Vector>(a: &Aabb<V>, normal: V) -> Segment<V> {
    let mut ends = Segment { a: a.min, b: a.max };
    for i in 0..V::DIM {
        let ni = normal.get(i);
        let backward = ni.lt(ni.zero());
        ends.a = ends.a.with(i, Ring::select(backward, a.max.get(i), a.min.get(i)));
        ends.b = ends.b.with(i, Ring::select(backward, a.min.get(i), a.max.get(i)));
    }
    ends
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Plane<V>) -> V::Mask {
    let ends = extremes(a, b.normal);
    plane_ray::straddles(b.side(ends.a), b.side(ends.b))
}

/// Returns the corner closest to the plane and its foot; a common point on the segment between the
/// extreme corners if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Plane<V>) -> Closest<V> {
    plane_ray::distance(b, &extremes(a, b.normal)).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn f5_a_plane_through_one_corner_touches() {
        let aabb = Aabb::new(-DVec3::ONE, DVec3::ONE);
        assert!(aabb.intersects(&Plane::new(dvec3(1.0, -1.0, 2.0), 4.0)));
        assert!(aabb.intersects(&Plane::new(dvec3(1.0, -1.0, 2.0), -4.0)));
        assert!(!aabb.intersects(&Plane::new(dvec3(1.0, -1.0, 2.0), 4.5)));
    }

    #[test]
    fn f5_a_box_in_the_half_of_the_plane_without_the_origin_is_apart() {
        let closest =
            Aabb::new(dvec3(1.0, 1.0, 3.0), dvec3(2.0, 2.0, 4.0)).closest(&Plane::new(-DVec3::Z, 0.0));
        assert_eq!(closest.distance, 3.0);
        assert_eq!((closest.on_a.z, closest.on_b.z), (3.0, 0.0));
    }

    #[test]
    fn a_flat_box_in_the_plane_meets_it() {
        let flat = Aabb::new(dvec2(-1.0, 2.0), dvec2(1.0, 2.0));
        assert!(flat.intersects(&Plane::new(DVec2::Y, 2.0)));
        assert!(!flat.intersects(&Plane::new(DVec2::Y, 2.5)));
        assert_eq!(flat.closest(&Plane::new(DVec2::X, 0.5)).on_a, dvec2(0.5, 2.0));
    }
}
