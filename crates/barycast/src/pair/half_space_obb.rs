//! Half-space and OBB.
//!
//! The box extends `sum |n . axis_i| h_i` below its center along the normal:
//!
//! ```text
//! n . c - d <= sum |n . axis_i| h_i
//! ```
//!
//! Sources: [Ericson 5.2.3], [Gottschalk 1996].

use crate::number::{Real, Ring};
use crate::pair::{half_space_point, obb_plane};
use crate::query::{Closest, Penetration};
use crate::shape::{HalfSpace, Obb, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &Obb<V>) -> V::Mask {
    a.side(b.center).le(obb_plane::reach(b, a.normal))
}

/// Returns the foot of the lowest corner on the boundary, and that corner; both are the corner if
/// they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Obb<V>) -> Closest<V> {
    half_space_point::distance(a, &Point(obb_plane::extremes(b, a.normal).a))
}

/// Returns the contact along the normal; the depth is that of the lowest corner below the boundary.
pub fn contact<V: FloatVector>(a: &HalfSpace<V>, b: &Obb<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(half_space_point::contact_at(a, obb_plane::extremes(b, a.normal).a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec2, dvec3};

    #[test]
    fn a_box_lying_on_the_ground_touches_it() {
        let axes = [DVec3::Y, DVec3::Z, DVec3::X];
        let ground = HalfSpace::new(dvec3(0.0, 0.0, 4.0), 0.0);
        let resting = Obb::new(dvec3(0.0, 0.0, 2.0), dvec3(1.0, 2.0, 3.0), axes);
        assert!(ground.intersects(&resting));
        assert_eq!(ground.contact(&resting).map(|c| c.depth), Some(0.0));
        assert_eq!(ground.distance(&Obb::new(dvec3(0.0, 0.0, 5.0), dvec3(1.0, 2.0, 3.0), axes)), 3.0);
    }

    #[test]
    fn the_deepest_corner_of_a_turned_box_is_lifted_out() {
        let tip = Obb::new(dvec2(0.0, 5.0), dvec2(5.0, 5.0), [dvec2(0.6, 0.8), dvec2(-0.8, 0.6)]);
        let contact = HalfSpace::new(dvec2(0.0, 1.0), 0.0).contact(&tip).expect("its tip is 2 deep");
        assert!((contact.depth - 2.0).abs() < 1e-15);
        assert!((contact.on_b - dvec2(1.0, -2.0)).length() < 1e-15);
        assert_eq!(contact.on_a - contact.on_b, dvec2(0.0, contact.depth));
    }
}
