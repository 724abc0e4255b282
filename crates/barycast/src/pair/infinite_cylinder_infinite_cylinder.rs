//! Infinite cylinder and infinite cylinder.
//!
//! Adding both radii to one of them reduces the other to a line. The distance of axes that are not
//! parallel is `|w . n| / |n|`, with `n = d1 x d2`:
//!
//! ```text
//! (w . n)^2 <= (r1 + r2)^2 |n|^2
//! ```

use crate::number::Real;
use crate::pair::{infinite_cylinder_ray, ray_ray};
use crate::query::Closest;
use crate::shape::InfiniteCylinder;
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &InfiniteCylinder<V>) -> V::Mask {
    let grown = InfiniteCylinder { radius: a.radius + b.radius, ..*a };
    infinite_cylinder_ray::intersects(&grown, &b.axis())
}

/// Returns the closest points, on the common normal of the axes.
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &InfiniteCylinder<V>) -> Closest<V> {
    ray_ray::distance(&a.axis(), &b.axis()).grown(a.radius, b.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn skew_axes_touch_at_the_sum_of_the_radii() {
        let a = InfiniteCylinder::new(DVec3::ZERO, dvec3(2., 0., 0.), 1.);
        let b = InfiniteCylinder::new(dvec3(7., 7., 3.), dvec3(1., 1., 0.), 2.);
        assert!(intersects(&a, &b));
        assert!(!intersects(&a, &InfiniteCylinder { radius: 1.9, ..b }));
        assert_eq!(distance(&a, &InfiniteCylinder { radius: 1., ..b }).distance, 1.);
    }

    #[test]
    fn parallel_axes_have_the_distance_of_their_lines() {
        let a = InfiniteCylinder::new(DVec3::ZERO, dvec3(1., 2., 2.), 1.);
        let b = InfiniteCylinder::new(dvec3(2., -2., 1.), dvec3(-2., -4., -4.), 2.);
        assert!(intersects(&a, &b));
        assert_eq!(distance(&a, &InfiniteCylinder { radius: 1.5, ..b }).distance, 0.5);
    }
}
