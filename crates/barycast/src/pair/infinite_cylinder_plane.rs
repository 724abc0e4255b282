//! Infinite cylinder and plane.
//!
//! An axis that is not parallel to the plane crosses it. A parallel one has a constant height, and
//! the cylinder has the distance of any sphere in it:
//!
//! ```text
//! n . direction != 0    or    (n . o - d)^2 <= r^2 |n|^2
//! ```

use crate::number::{Real, Ring};
use crate::pair::{plane_ray, plane_sphere};
use crate::query::Closest;
use crate::shape::{InfiniteCylinder, Plane, Sphere};
use crate::vector::Vector3;

/// Returns a sphere in the cylinder.
#[inline(always)]
pub(crate) fn slice<V: Vector3>(a: &InfiniteCylinder<V>) -> Sphere<V> {
    Sphere { center: a.origin, radius: a.radius }
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &Plane<V>) -> V::Mask {
    let v = b.normal.dot(a.direction);
    let zero = v.zero();
    v.lt(zero) | zero.lt(v) | plane_sphere::intersects(b, &slice(a))
}

/// Returns the surface point closest to the plane, and its foot; a point of the axis in the plane
/// if it crosses.
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Plane<V>) -> Closest<V> {
    let axis = plane_ray::distance(b, &a.axis());
    let crosses = plane_ray::intersects(b, &a.axis());
    plane_sphere::distance(b, &slice(a)).or_shared(crosses, axis.on_b).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn parallel_it_touches_by_its_radius() {
        let pipe = InfiniteCylinder::new(dvec3(0.0, 0.0, 2.0), dvec3(3.0, 4.0, 0.0), 2.0);
        assert!(pipe.intersects(&Plane::new(dvec3(0.0, 0.0, 7.0), 0.0)));
        let closest = pipe.closest(&Plane::new(DVec3::Z, -1.5));
        assert_eq!((closest.distance, closest.on_a, closest.on_b.z), (1.5, DVec3::ZERO, -1.5));
    }

    #[test]
    fn not_quite_parallel_it_crosses_far_away() {
        let pipe = InfiniteCylinder::new(dvec3(0.0, 0.0, 2.0), dvec3(1.0, 0.0, 1.0 / 4096.0), 1.0);
        let closest = pipe.closest(&Plane::new(DVec3::Z, 0.0));
        assert_eq!((closest.distance, closest.on_a.z), (0.0, 0.0));
    }
}
