//! Capsule and triangle, and every other [`Flat`] shape.
//!
//! They intersect if the axis crosses the shape, comes within `r` of an edge, or has an end within
//! `r` of the face. None of these tests has a square root.

use crate::number::{Field, Real, Ring};
use crate::pair::ray_triangle;
use crate::query::Closest;
use crate::shape::{Capsule, Flat};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(a: &Capsule<V>, b: &F) -> V::Mask {
    ray_triangle::within(&a.axis(), b, a.radius.squared())
}

/// Returns the closest points: on the capsule's surface towards the shape, and on the shape; both
/// are the latter if they intersect.
pub fn distance<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Capsule<V>, b: &F) -> Closest<V> {
    let nearest = ray_triangle::distance(&a.axis(), b);
    let gap = nearest.distance - a.radius;
    let on_a = nearest.on_a + (nearest.on_b - nearest.on_a).normalized_or_zero() * a.radius;
    Closest { distance: gap, on_a, on_b: nearest.on_b }.or_shared(gap.le(gap.zero()), nearest.on_b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Parallelogram, Triangle};
    use glam::{DVec3, dvec2, dvec3};

    const FLAT: Triangle<DVec3> = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));

    #[test]
    fn f8_the_axis_crosses_an_end_faces_or_an_edge_is_near() {
        assert!(FLAT.intersects(&Capsule::new(dvec3(1., 1., -9.), dvec3(1., 1., 9.), 0.)));
        let standing = Capsule::new(dvec3(1., 1., 3.), dvec3(1., 1., 9.), 1.);
        assert_eq!(FLAT.closest(&standing).on_b, dvec3(1., 1., 2.));
        let beside = Capsule::new(dvec3(2., -3., -9.), dvec3(2., -3., 9.), 1.);
        assert_eq!(FLAT.distance(&beside), 2.);
        assert!(FLAT.intersects(&Capsule { radius: 3., ..beside }));
    }

    #[test]
    fn touching_ones_share_the_point_of_the_triangle() {
        let beyond = dvec3(5., -1., 0.);
        let touching = distance(&Capsule::new(beyond, beyond + DVec3::Z, 2_f64.sqrt()), &FLAT);
        assert_eq!((touching.distance, touching.on_a, touching.on_b), (0., FLAT.b, FLAT.b));
    }

    #[test]
    fn inside_a_solid_counts() {
        let solid = Parallelogram::new(dvec2(0., 0.), dvec2(4., 0.), dvec2(0., 4.));
        assert!(solid.intersects(&Capsule::new(dvec2(1., 1.), dvec2(2., 2.), 0.)));
        assert!(!solid.intersects(&Capsule::new(dvec2(5., 1.), dvec2(6., 2.), 0.5)));
    }
}
