//! Infinite cylinder and parallelogram.
//!
//! A line that misses a parallelogram is closest to one of its edges. So they intersect if an edge
//! intersects the cylinder, or the axis intersects the parallelogram.

use crate::number::{Real, Ring};
use crate::pair::{infinite_cylinder_ray, parallelogram_ray};
use crate::query::Closest;
use crate::shape::{InfiniteCylinder, Parallelogram};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &Parallelogram<V>) -> V::Mask {
    let mut hit = parallelogram_ray::intersects(b, &a.axis());
    for edge in b.edges() {
        hit = hit | infinite_cylinder_ray::intersects(a, &edge);
    }
    hit
}

/// Returns the closest points, on the connection of the axis and the parallelogram.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Parallelogram<V>) -> Closest<V> {
    parallelogram_ray::distance(b, &a.axis()).swap().grown(a.radius, a.radius.zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn an_edge_touches_the_side_or_the_axis_pierces_the_inside() {
        let sheet = Parallelogram::new(dvec3(0., 0., 0.), dvec3(12., 0., 1.), dvec3(4., 12., 2.));
        let beside = InfiniteCylinder::new(dvec3(5., -3., 9.), dvec3(0., 0., 7.), 3.);
        assert!(intersects(&beside, &sheet));
        assert!(!intersects(&InfiniteCylinder { radius: 2.9, ..beside }, &sheet));
        assert_eq!(distance(&InfiniteCylinder { radius: 1., ..beside }, &sheet).distance, 2.);
        let through = InfiniteCylinder::new(dvec3(14., 11., 9.), dvec3(0., 0., 7.), 0.);
        assert!(intersects(&through, &sheet));
    }
}
