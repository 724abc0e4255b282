//! Cylinder and half-space.
//!
//! With the axis `w = b - a` and the smaller side `s` of the cap centers, they intersect if
//!
//! ```text
//! s <= 0    or    s^2 |w|^2 <= r^2 |n x w|^2
//! ```
//!
//! Sources: [Ericson 5.2.2]; the form without division is original.

use crate::number::{Real, Ring};
use crate::pair::{cylinder_plane, half_space_point};
use crate::query::Closest;
use crate::shape::{Cylinder, HalfSpace, Point};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &Cylinder<V>, b: &HalfSpace<V>) -> V::Mask {
    let side = Ring::min(b.side(a.a), b.side(a.b));
    side.le(side.zero()) | cylinder_plane::cap_reaches(a, b.normal, side)
}

/// Returns the lowest point and its foot on the boundary; both are that point if they intersect.
pub fn distance<V: Vector3<Scalar: Real>>(a: &Cylinder<V>, b: &HalfSpace<V>) -> Closest<V> {
    let lowest = cylinder_plane::extremes(a, b.normal).a;
    half_space_point::distance(b, &Point(lowest)).or_shared(intersects(a, b), lowest).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn tilted_it_touches_the_ground_with_its_rim() {
        // The axis (3, 0, 4) has length 5 and height 4, so a cap of radius 5 reaches 3 below its
        // center.
        let tilted = |z| Cylinder::new(dvec3(0.0, 0.0, z), dvec3(3.0, 0.0, z + 4.0), 5.0);
        let ground = HalfSpace::new(dvec3(0.0, 0.0, 2.0), 0.0);
        assert!(ground.intersects(&tilted(3.0)) && !ground.intersects(&tilted(3.5)));
        assert!(ground.intersects(&tilted(-100.0)));
    }

    #[test]
    fn above_the_ground_the_lowest_point_of_its_rim_faces_it() {
        let lying = Cylinder::new(dvec3(0.0, 0.0, 5.0), dvec3(4.0, 0.0, 5.0), 2.0);
        let closest = lying.closest(&HalfSpace::new(DVec3::Z, 0.0));
        assert_eq!(closest.distance, 3.0);
        assert_eq!((closest.on_a.z, closest.on_b.z), (3.0, 0.0));
    }
}
