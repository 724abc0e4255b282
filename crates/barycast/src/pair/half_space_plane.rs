//! Half-space and plane.
//!
//! A plane that is not parallel to the boundary crosses the half-space. A parallel one is inside if
//! the foot `n_2 d_2 / |n_2|^2` of the origin on it is:
//!
//! ```text
//! (n_1 . n_2) d_2 <= d_1 |n_2|^2
//! ```

use crate::number::{Real, Ring};
use crate::pair::{half_space_point, plane_plane};
use crate::query::Closest;
use crate::shape::{HalfSpace, Plane, Point};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &Plane<V>) -> V::Mask {
    let (dot, size) = (a.normal.dot(b.normal), b.normal.length_squared());
    plane_plane::are_not_parallel(a.normal, b.normal) | (dot * b.distance).le(a.distance * size)
}

/// Returns a point of the boundary and one of the plane if they are parallel and disjoint; a common
/// point if they intersect.
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Plane<V>) -> Closest<V> {
    let on_b = b.closest_point(b.normal.zero());
    let crossing = plane_plane::are_not_parallel(a.normal, b.normal);
    let shared = V::select(crossing, plane_plane::common_point(&a.boundary(), b), on_b);
    half_space_point::distance(a, &Point(on_b)).or_shared(intersects(a, b), shared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn a_parallel_plane_is_inside_or_apart_whichever_way_its_normal_points() {
        let ground = HalfSpace::new(dvec3(0.0, 0.0, 2.0), 4.0);
        for sign in [1.0, -1.0] {
            let plane = |z: f64| Plane::new(DVec3::Z * 3.0 * sign, 3.0 * z * sign);
            assert!(ground.intersects(&plane(2.0)) && ground.intersects(&plane(-9.0)));
            assert!(!ground.intersects(&plane(2.5)));
            assert_eq!(ground.distance(&plane(5.0)), 3.0);
        }
    }

    #[test]
    fn a_plane_that_is_not_parallel_always_goes_through() {
        let left = HalfSpace::new(DVec2::X, -1000.0);
        let closest = left.closest(&Plane::new(dvec2(1.0, 1.0), 0.0));
        assert_eq!((closest.distance, closest.on_a), (0.0, dvec2(-1000.0, 1000.0)));
    }
}
