//! Capsule and infinite cylinder.
//!
//! Adding both radii to the cylinder reduces the capsule to a segment: see
//! [`infinite_cylinder_ray`].

use crate::number::Real;
use crate::pair::{infinite_cylinder_ray, ray_ray};
use crate::query::Closest;
use crate::shape::{Capsule, InfiniteCylinder};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &Capsule<V>, b: &InfiniteCylinder<V>) -> V::Mask {
    let grown = InfiniteCylinder { radius: a.radius + b.radius, ..*b };
    infinite_cylinder_ray::intersects(&grown, &a.axis())
}

/// Returns the closest points, on the connection of the axes.
pub fn distance<V: Vector3<Scalar: Real>>(a: &Capsule<V>, b: &InfiniteCylinder<V>) -> Closest<V> {
    ray_ray::distance(&a.axis(), &b.axis()).grown(a.radius, b.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn an_end_of_the_capsule_touches() {
        let cylinder = InfiniteCylinder::new(dvec3(9., 0., -5.), dvec3(0., 0., 3.), 2.);
        let capsule = Capsule::new(DVec3::ZERO, dvec3(4., 0., 7.), 3.);
        assert!(intersects(&capsule, &cylinder));
        let shorter = Capsule { radius: 1., ..capsule };
        assert!(!intersects(&shorter, &cylinder));
        let closest = distance(&shorter, &cylinder);
        assert_eq!(
            (closest.distance, closest.on_a, closest.on_b),
            (2., dvec3(5., 0., 7.), dvec3(7., 0., 7.))
        );
    }

    #[test]
    fn a_capsule_across_the_axis_intersects() {
        let cylinder = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 0.);
        assert!(intersects(&Capsule::new(dvec3(-3., 0., 1.), dvec3(5., 0., 2.), 0.), &cylinder));
    }
}
