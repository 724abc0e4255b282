//! AABB and capsule.
//!
//! A capsule is the set of points within `r` of its axis. It intersects the box if its axis does,
//! if the axis comes within `r` of an edge, or if an end of the axis is within `r` of the box; no
//! square root is needed. A capsule whose axis misses the box expanded by `r` on every side is
//! certainly disjoint, which rejects most.
//!
//! If the axis misses the box, the minimum translation is along the connection of the closest
//! points. If it intersects, the translation moves the axis out of the box (`convex/overlap.rs`)
//! and then by `r`. `a == b` makes the capsule a sphere.
//!
//! Sources: [Ericson 4.5.1].

use crate::convex::overlap::{self, Core};
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::aabb_ray;
use crate::query::{Closest, Penetration};
use crate::shape::{Aabb, Capsule, Obb};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Aabb<V>, b: &Capsule<V>) -> V::Mask {
    let (axis, reach) = (b.axis(), V::splat(b.radius));
    let near = aabb_ray::intersects(&Aabb { min: a.min - reach, max: a.max + reach }, &axis);
    if near.none() {
        return near;
    }
    near & aabb_ray::within(a, &axis, b.radius.squared())
}

/// Returns the closest points of box and axis, the latter moved to the surface of the capsule.
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Capsule<V>) -> Closest<V> {
    moved_to_surface(aabb_ray::distance(a, &b.axis()), b.radius)
}

/// Moves the closest points of a box and an axis to those of the box and a capsule of this radius.
pub(crate) fn moved_to_surface<V: Vector<Scalar: Real>>(way: Closest<V>, radius: V::Scalar) -> Closest<V> {
    let gap = way.distance - radius;
    let on_b = way.on_b + (way.on_a - way.on_b).normalized_or_zero() * radius;
    Closest { distance: gap, on_a: way.on_a, on_b }.or_shared(gap.le(gap.zero()), way.on_a)
}

/// Returns the contact along the shortest connection from box to axis; if they intersect, out of
/// the box along the axis of least overlap.
pub fn contact<V: FloatVector>(a: &Aabb<V>, b: &Capsule<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(capsule_contact(&a.to_obb(), aabb_ray::distance(a, &b.axis()), b))
}

/// Returns the minimum translation of a capsule that intersects a box, from the closest points of
/// box and axis.
pub(crate) fn capsule_contact<V: FloatVector>(a: &Obb<V>, way: Closest<V>, b: &Capsule<V>) -> Penetration<V> {
    let (core, axis) = (Core::of_box(a), Core::of_segment(&b.axis()));
    let least = overlap::least(&core, &axis);
    let normal = (way.on_b - way.on_a).normalized_or_zero();
    // A tiny vector has a noisy direction, along which the gap is smaller than its length.
    let clear = Ring::min(-overlap::depth_along(&core, &axis, normal), way.distance);
    if !normal.is_zero() && clear > V::Scalar::ZERO && clear >= -least.depth {
        let depth = Ring::max(b.radius - way.distance, V::Scalar::ZERO);
        let on_b = way.on_b - normal * b.radius;
        return Penetration { normal_a_to_b: Some(normal), depth, on_a: way.on_a, on_b };
    }
    let further = least.normal_a_to_b.map_or(normal, |n| n * b.radius);
    let depth = Ring::max(least.depth + b.radius, V::Scalar::ZERO);
    Penetration { depth, on_b: least.on_b - further, ..least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, Vec3};

    const CUBE: Aabb<DVec3> = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);

    fn capsule(a: [f64; 3], b: [f64; 3], radius: f64) -> Capsule<DVec3> {
        Capsule::new(a.into(), b.into(), radius)
    }

    #[test]
    fn a_capsule_past_an_edge_touches_it_at_its_radius() {
        // Past the edge x = y = 1, five away at (4, 5).
        assert!(intersects(&CUBE, &capsule([4.0, 5.0, -9.0], [4.0, 5.0, 9.0], 5.0)));
        assert!(!intersects(&CUBE, &capsule([4.0, 5.0, -9.0], [4.0, 5.0, 9.0], 4.999)));
    }

    #[test]
    fn near_a_corner_it_is_not_its_bounding_box() {
        assert!(!intersects(&CUBE, &capsule([1.7, 1.7, 1.7], [3.0, 3.0, 3.0], 1.0)));
        assert!(intersects(&CUBE, &capsule([1.5, 1.5, 1.5], [3.0, 3.0, 3.0], 1.0)));
    }

    #[test]
    fn a_steep_long_capsule_beside_a_small_box_misses_it() {
        let a = Aabb::new(
            Vec3::new(51.6529, -28.062_996, 65.974_56),
            Vec3::new(59.804_35, -18.943_49, 69.089_78),
        );
        let b = Capsule::new(
            Vec3::new(-37.352_19, -61.098_74, 77.099_65),
            Vec3::new(46.212_25, -61.291_34, 15.903_481),
            53.990_406,
        );
        assert!(!intersects(&a, &b));
    }

    #[test]
    fn the_distance_of_a_capsule_over_a_face_is_that_of_its_lower_end() {
        let c = distance(&CUBE, &capsule([0.5, 0.0, 4.0], [0.5, 0.0, 9.0], 1.0));
        assert_eq!((c.distance, c.on_a, c.on_b), (2.0, DVec3::new(0.5, 0.0, 1.0), DVec3::new(0.5, 0.0, 3.0)));
    }

    #[test]
    fn an_axis_through_the_box_leaves_through_the_nearest_face() {
        let c = contact(&CUBE, &capsule([-9.0, 0.0, 0.75], [9.0, 0.0, 0.75], 0.5)).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth), (Some(DVec3::Z), 0.75));
        assert_eq!((c.on_a.z, c.on_b.z), (1.0, 0.25));
        assert!(c.on_a.x.abs() <= 1.0);
    }

    #[test]
    fn an_axis_through_an_edge_leaves_across_it() {
        // Slanted in the plane x + y = 1.5, which cuts off the edge x = y = 1: 0.25 sqrt 2 away
        // from it.
        let c = contact(&CUBE, &capsule([6.75, -5.25, 0.0], [-5.25, 6.75, 0.0], 0.5)).unwrap();
        assert!((c.depth - (0.5 + 0.5f64.sqrt() / 2.0)).abs() < 1e-14);
        assert!((c.on_a.x - 1.0).abs() < 1e-14 && (c.on_a.y - 1.0).abs() < 1e-14 && c.on_a.z.abs() <= 1.0);
    }

    #[test]
    fn a_capsule_without_length_is_a_disc() {
        let square = Aabb::new(DVec2::NEG_ONE, DVec2::ONE);
        let b = Capsule::new(DVec2::new(4.0, 5.0), DVec2::new(4.0, 5.0), 5.0);
        assert!(intersects(&square, &b));
        let inside = Capsule::new(DVec2::new(0.5, 0.0), DVec2::new(0.5, 0.0), 2.0);
        let c = contact(&square, &inside).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth), (Some(DVec2::X), 2.5));
    }
}
