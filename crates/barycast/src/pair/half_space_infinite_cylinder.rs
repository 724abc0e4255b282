//! Half-space and infinite cylinder.
//!
//! An axis that is not parallel to the boundary enters or leaves the half-space. A parallel one has
//! a constant height, so any sphere in the cylinder decides.

use crate::number::{Real, Ring};
use crate::pair::{half_space_ray, half_space_sphere, infinite_cylinder_plane};
use crate::query::Closest;
use crate::shape::{HalfSpace, InfiniteCylinder};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &HalfSpace<V>, b: &InfiniteCylinder<V>) -> V::Mask {
    let v = a.normal.dot(b.direction);
    let zero = v.zero();
    v.lt(zero) | zero.lt(v) | half_space_sphere::intersects(a, &infinite_cylinder_plane::slice(b))
}

/// Returns the closest points of the boundary and the surface; a point of the axis inside if there
/// is one.
pub fn distance<V: Vector3<Scalar: Real>>(a: &HalfSpace<V>, b: &InfiniteCylinder<V>) -> Closest<V> {
    let axis = half_space_ray::distance(a, &b.axis());
    let inside = half_space_ray::intersects(a, &b.axis());
    half_space_sphere::distance(a, &infinite_cylinder_plane::slice(b)).or_shared(inside, axis.on_b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn parallel_it_touches_by_its_radius() {
        let pipe = InfiniteCylinder::new(dvec3(0.0, 0.0, 2.0), dvec3(3.0, 4.0, 0.0), 2.0);
        assert!(HalfSpace::new(dvec3(0.0, 0.0, 7.0), 0.0).intersects(&pipe));
        assert!(HalfSpace::new(DVec3::Z, 100.0).intersects(&pipe));
        assert_eq!(HalfSpace::new(DVec3::Z, -1.5).distance(&pipe), 1.5);
    }

    #[test]
    fn not_parallel_it_goes_inside() {
        let pipe = InfiniteCylinder::new(dvec3(0.0, 0.0, 8.0), dvec3(0.0, 0.5, 2.0), 1.0);
        let closest = HalfSpace::new(DVec3::Z, 0.0).closest(&pipe);
        assert_eq!((closest.distance, closest.on_b), (0.0, dvec3(0.0, -2.0, 0.0)));
    }
}
