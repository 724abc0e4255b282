//! Infinite cylinder and sphere.
//!
//! Adding the sphere's radius to the cylinder's reduces the sphere to a point: with `w = c - o` and
//! `m` along the axis, they intersect if
//!
//! ```text
//! |w x m|^2 <= (r1 + r2)^2 |m|^2
//! ```

use crate::number::Real;
use crate::pair::{infinite_cylinder_point, point_ray};
use crate::query::Closest;
use crate::shape::{InfiniteCylinder, Point, Sphere};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &Sphere<V>) -> V::Mask {
    let grown = InfiniteCylinder { radius: a.radius + b.radius, ..*a };
    infinite_cylinder_point::intersects(&grown, &Point(b.center))
}

/// Returns the closest points, on the line from the axis to the center.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Sphere<V>) -> Closest<V> {
    point_ray::distance(&Point(b.center), &a.axis()).swap().grown(a.radius, b.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn touching_far_along_the_axis() {
        let cylinder = InfiniteCylinder::new(DVec3::ZERO, dvec3(0., 0., 0.5), 1.);
        let sphere = Sphere::new(dvec3(3., 4., -1e6), 4.);
        assert!(intersects(&cylinder, &sphere));
        assert!(!intersects(&cylinder, &Sphere { radius: 3.999, ..sphere }));
        let closest = distance(&cylinder, &Sphere { radius: 2., ..sphere });
        assert_eq!(closest.distance, 2.);
        assert!(closest.on_a.distance(dvec3(0.6, 0.8, -1e6)) < 1e-9);
    }
}
