//! Capsule and OBB.
//!
//! They intersect if the axis comes within `r` of the box, as in [`aabb_capsule`]. In box
//! coordinates, a capsule whose axis misses the box expanded by `r` on every side is certainly
//! disjoint. That test has a margin, because the axes of the box may deviate from orthonormal.
//!
//! Sources: [Ericson 4.5.1].

use crate::number::{Field, Mask, Real};
use crate::pair::{aabb_capsule, obb_ray};
use crate::query::{Closest, Penetration};
use crate::shape::{Capsule, Obb};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Capsule<V>, b: &Obb<V>) -> V::Mask {
    let axis = a.axis();
    // Twice the radius is margin enough for any axes that a box may have.
    let reach = V::splat(a.radius + a.radius);
    let grown = Obb { half_extents: b.half_extents + reach, ..*b };
    let near = obb_ray::intersects(&grown, &axis);
    if near.none() {
        return near;
    }
    near & obb_ray::within(b, &axis, a.radius)
}

/// Returns the closest points of axis and box, the former moved to the surface of the capsule.
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Obb<V>) -> Closest<V> {
    aabb_capsule::moved_to_surface(obb_ray::distance(b, &a.axis()), a.radius).swap()
}

/// Returns the contact along the shortest connection from axis to box; if they intersect, out of
/// the box along the axis of least overlap.
pub fn contact<V: FloatVector>(a: &Capsule<V>, b: &Obb<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(aabb_capsule::capsule_contact(b, obb_ray::distance(b, &a.axis()), a).swap())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    fn turned() -> Obb<DVec3> {
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        Obb::new(DVec3::ZERO, DVec3::new(5.0, 10.0, 1.0), axes)
    }

    #[test]
    fn a_capsule_along_a_turned_face_is_as_far_as_the_face() {
        // The face x' = 5; the capsule runs along y' at x' = 8.
        let along = DVec3::new(-0.8, 0.6, 0.0);
        let middle = DVec3::new(4.8, 6.4, 0.0);
        let c = distance(&Capsule::new(middle - along * 3.0, middle + along * 3.0, 1.0), &turned());
        assert!((c.distance - 2.0).abs() < 1e-14);
        assert!(((c.on_a - c.on_b).length() - 2.0).abs() < 1e-14);
    }

    #[test]
    fn an_end_inside_a_turned_box_is_pushed_out() {
        let a = Capsule::new(DVec3::new(0.0, 0.0, 0.5), DVec3::new(0.0, 0.0, 9.0), 0.25);
        let c = contact(&a, &turned()).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth), (Some(-DVec3::Z), 0.75));
        assert!((c.on_a.z - 0.25).abs() < 1e-15 && (c.on_b.z - 1.0).abs() < 1e-15);
    }

    #[test]
    fn in_the_plane_an_axis_through_a_corner_leaves_by_the_shorter_way() {
        let b = Obb::new(DVec2::ZERO, DVec2::ONE, [DVec2::new(0.6, 0.8), DVec2::new(-0.8, 0.6)]);
        // The corner (1.4, 0.2) lies 0.4 past the vertical axis at x = 1.
        let a = Capsule::new(DVec2::new(1.0, -9.0), DVec2::new(1.0, 9.0), 0.5);
        let c = contact(&a, &b).unwrap();
        assert!((c.depth - 0.9).abs() < 1e-14 && (c.normal_a_to_b.unwrap() + DVec2::X).length() < 1e-14);
        assert!((c.on_b - DVec2::new(1.4, 0.2)).length() < 1e-14);
        assert!(!intersects(&Capsule::new(DVec2::new(2.0, -9.0), DVec2::new(2.0, 9.0), 0.5), &b));
    }
}
