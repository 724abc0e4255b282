//! AABB and half-space.
//!
//! They intersect if the lowest corner along the normal is inside:
//!
//! ```text
//! n . lowest <= d
//! ```
//!
//! Sources: [Ericson 5.2.3].

use crate::number::Real;
use crate::pair::{aabb_plane, half_space_point};
use crate::query::{Closest, Penetration};
use crate::shape::{Aabb, HalfSpace, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &HalfSpace<V>) -> V::Mask {
    half_space_point::intersects(b, &Point(aabb_plane::extremes(a, b.normal).a))
}

/// Returns the lowest corner and its foot on the boundary; both are that corner if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &HalfSpace<V>) -> Closest<V> {
    half_space_point::distance(b, &Point(aabb_plane::extremes(a, b.normal).a)).swap()
}

/// Returns the contact along the normal; the depth is that of the lowest corner below the boundary.
pub fn contact<V: FloatVector>(a: &Aabb<V>, b: &HalfSpace<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(half_space_point::contact_at(b, aabb_plane::extremes(a, b.normal).a).swap())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_lowest_corner_decides() {
        let aabb = Aabb::new(DVec3::ONE, DVec3::splat(2.0));
        assert!(aabb.intersects(&HalfSpace::new(dvec3(1.0, 1.0, 1.0), 3.0)));
        assert!(!aabb.intersects(&HalfSpace::new(dvec3(1.0, 1.0, 1.0), 2.5)));
        assert!(aabb.intersects(&HalfSpace::new(dvec3(-1.0, -1.0, -1.0), -6.0)));
    }

    #[test]
    fn a_box_in_the_ground_is_lifted_out() {
        let (chest, ground) = (Aabb::new(-DVec2::ONE, DVec2::ONE), HalfSpace::new(dvec2(0.0, 2.0), 0.0));
        let contact = ground.contact(&chest).expect("half of it is below");
        assert_eq!((contact.depth, contact.normal_a_to_b), (1.0, Some(DVec2::Y)));
        assert_eq!((contact.on_a.y, contact.on_b.y), (0.0, -1.0));
        assert_eq!(chest.contact(&ground).and_then(|c| c.normal_a_to_b), Some(-DVec2::Y));
    }
}
