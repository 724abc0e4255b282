//! Infinite cylinder and triangle.
//!
//! A line that misses a triangle is closest to one of its edges. So they intersect if an edge
//! intersects the cylinder, or the axis intersects the triangle.

use crate::number::{Real, Ring};
use crate::pair::{infinite_cylinder_ray, ray_triangle};
use crate::query::Closest;
use crate::shape::{InfiniteCylinder, Triangle};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &Triangle<V>) -> V::Mask {
    let mut hit = ray_triangle::intersects(&a.axis(), b);
    for edge in b.edges() {
        hit = hit | infinite_cylinder_ray::intersects(a, &edge);
    }
    hit
}

/// Returns the closest points, on the connection of the axis and the triangle.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Triangle<V>) -> Closest<V> {
    ray_triangle::distance(&a.axis(), b).grown(a.radius, a.radius.zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn an_edge_touches_the_side_or_the_axis_pierces_the_inside() {
        let triangle = Triangle::new(dvec3(0., 0., 0.), dvec3(12., 0., 1.), dvec3(0., 12., 2.));
        let beside = InfiniteCylinder::new(dvec3(5., -3., 9.), dvec3(0., 0., 7.), 3.);
        assert!(intersects(&beside, &triangle));
        assert!(!intersects(&InfiniteCylinder { radius: 2.9, ..beside }, &triangle));
        assert_eq!(distance(&InfiniteCylinder { radius: 1., ..beside }, &triangle).distance, 2.);
        let through = InfiniteCylinder::new(dvec3(3., 3., 9.), dvec3(0., 0., 7.), 0.);
        assert!(intersects(&through, &triangle));
    }
}
