//! Half-space and half-space.
//!
//! They are disjoint only if their normals are opposite and there is a gap between their
//! boundaries: if the foot `n_1 d_1 / |n_1|^2` of the origin on the first boundary lies beyond the
//! second. So they intersect if the normals are not parallel, or point in the same direction, or
//!
//! ```text
//! (n_1 . n_2) d_1 <= d_2 |n_1|^2
//! ```
//!
//! Only opposite ones can be separated: by the thickness of the slab that they share.

use crate::number::{Real, Ring};
use crate::pair::{half_space_point, plane_plane};
use crate::query::{Closest, Penetration};
use crate::shape::{HalfSpace, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &HalfSpace<V>) -> V::Mask {
    let (dot, size) = (a.normal.dot(b.normal), a.normal.length_squared());
    plane_plane::are_not_parallel(a.normal, b.normal)
        | dot.zero().lt(dot)
        | (dot * a.distance).le(b.distance * size)
}

/// Returns points of the boundaries if they are disjoint; a common point if they intersect.
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &HalfSpace<V>) -> Closest<V> {
    let on_a = a.foot(a.normal.zero());
    let on_b = b.foot(on_a);
    // If both point in the same direction, the boundary of the smaller one lies in both.
    let (dot, size) = (a.normal.dot(b.normal), a.normal.length_squared());
    let inner = V::select((dot * a.distance).le(b.distance * size), on_a, on_b);
    let meeting = plane_plane::common_point(&a.boundary(), &b.boundary());
    let shared = V::select(plane_plane::are_not_parallel(a.normal, b.normal), meeting, inner);
    half_space_point::distance(b, &Point(on_a)).swap().or_shared(intersects(a, b), shared)
}

/// Returns the contact across the common slab of opposite half-spaces; others that intersect have
/// no finite separating translation.
pub fn contact<V: FloatVector>(a: &HalfSpace<V>, b: &HalfSpace<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    let dot = a.normal.dot(b.normal);
    if plane_plane::are_not_parallel(a.normal, b.normal) || dot > dot.zero() {
        let shared = distance(a, b).on_a;
        return Some(Penetration { normal_a_to_b: None, depth: dot.infinity(), on_a: shared, on_b: shared });
    }
    let on_a = a.foot(a.normal.zero());
    let depth = Ring::max(-b.height(on_a), dot.zero());
    let normal = a.normal.normalized_or_zero();
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn below(z: f64) -> HalfSpace<DVec3> {
        HalfSpace::new(dvec3(0.0, 0.0, 2.0), 2.0 * z)
    }

    fn above(z: f64) -> HalfSpace<DVec3> {
        HalfSpace::new(dvec3(0.0, 0.0, -3.0), -3.0 * z)
    }

    #[test]
    fn opposite_ones_miss_each_other_across_a_gap() {
        assert!(below(1.0).intersects(&above(1.0)) && !below(1.0).intersects(&above(1.5)));
        let closest = below(1.0).closest(&above(3.0));
        assert_eq!((closest.distance, closest.on_a.z, closest.on_b.z), (2.0, 1.0, 3.0));
        assert!(below(1.0).contact(&above(1.5)).is_none());
    }

    #[test]
    fn opposite_half_spaces_separate_across_their_slab() {
        let contact = below(3.0).contact(&above(1.0)).expect("they share a slab");
        assert_eq!((contact.depth, contact.normal_a_to_b), (2.0, Some(DVec3::Z)));
        assert_eq!((contact.on_a.z, contact.on_b.z), (3.0, 1.0));
        assert_eq!(below(1.0).contact(&above(1.0)).map(|c| c.depth), Some(0.0));
    }

    #[test]
    fn other_half_spaces_cannot_be_separated() {
        for other in [below(-7.0), HalfSpace::new(dvec3(1.0, 0.0, -5.0), -9.0)] {
            let contact = below(1.0).contact(&other).expect("they always meet");
            assert_eq!((contact.depth, contact.normal_a_to_b), (f64::INFINITY, None));
        }
    }

    #[test]
    fn the_smaller_of_two_that_point_the_same_way_lends_the_shared_point() {
        assert_eq!(below(1.0).closest(&below(4.0)).on_a.z, 1.0);
        assert_eq!(below(4.0).closest(&below(1.0)).on_a.z, 1.0);
        let corner = HalfSpace::new(DVec2::X, 2.0).closest(&HalfSpace::new(DVec2::Y, 5.0));
        assert_eq!(corner.on_a, dvec2(2.0, 5.0));
    }
}
