//! Plane and plane.
//!
//! Planes whose normals are not parallel intersect, in 3D in a line and in 2D in a point. Parallel
//! ones are equal if one contains the foot `n_1 d_1 / |n_1|^2` of the origin on the other:
//!
//! ```text
//! (n_1 . n_2) d_1 = d_2 |n_1|^2
//! ```
//!
//! Parallel normals are detected by comparing the crosswise products of their coordinates, not by
//! the difference of these or its square, which underflow.
//!
//! The point of the intersection line closest to the origin is `(d_1 n_2 - d_2 n_1) x c / |c|^2`
//! with `c = n_1 x n_2`.
//!
//! Sources: [Ericson 5.4.4].

use crate::number::{Field, Real, Ring};
use crate::pair::plane_point;
use crate::query::Closest;
use crate::shape::{Plane, Point};
use crate::vector::{ByDim, Vector, Vector2, Vector3};

/// Tests whether the two directions are not parallel, by exact comparison.
#[inline(always)]
pub(crate) fn are_not_parallel<V: Vector>(a: V, b: V) -> V::Mask {
    let mut crossing = a.get(0).never();
    for i in 0..V::DIM {
        for j in 0..i {
            let (left, right) = (a.get(i) * b.get(j), a.get(j) * b.get(i));
            crossing = crossing | left.lt(right) | right.lt(left);
        }
    }
    crossing
}

/// Tests whether the planes intersect: they cross, or are equal.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> V::Mask {
    let (dot, size) = (a.normal.dot(b.normal), a.normal.length_squared());
    are_not_parallel(a.normal, b.normal) | (dot * a.distance).same(b.distance * size)
}

/// Returns the feet of the origin on parallel planes; a common point if they intersect.
pub fn distance<V: Vector<Scalar: Real>>(a: &Plane<V>, b: &Plane<V>) -> Closest<V> {
    let on_a = a.closest_point(a.normal.zero());
    let shared = V::select(are_not_parallel(a.normal, b.normal), common_point(a, b), on_a);
    plane_point::distance(b, &Point(on_a)).swap().or_shared(intersects(a, b), shared)
}

/// Returns the common point closest to the origin, for planes that are not parallel.
#[inline(always)]
pub(crate) fn common_point<V: Vector<Scalar: Field>>(a: &Plane<V>, b: &Plane<V>) -> V {
    V::by_dim(CommonPoint(*a, *b))
}

/// Computes the common point, with the cross product of the dimension.
struct CommonPoint<V: Vector>(Plane<V>, Plane<V>);

impl<V: Vector<Scalar: Field>> ByDim<V> for CommonPoint<V> {
    type Answer = V;

    #[inline(always)]
    fn d2(self) -> V
    where
        V: Vector2,
    {
        let (a, b) = (self.0, self.1);
        (a.normal * b.distance - b.normal * a.distance).perp().times_reciprocal(a.normal.perp_dot(b.normal))
    }

    #[inline(always)]
    fn d3(self) -> V
    where
        V: Vector3,
    {
        let (a, b) = (self.0, self.1);
        let c = a.normal.cross(b.normal);
        (b.normal * a.distance - a.normal * b.distance).cross(c).times_reciprocal(c.length_squared())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3, dvec2, dvec3, vec3};

    #[test]
    fn f6_a_crossing_is_not_lost_to_underflow() {
        let (a, b) = (Plane::new(Vec3::X, 0.0), Plane::new(vec3(1.0, 1e-23, 0.0), 1.0));
        assert!(a.intersects(&b));
    }

    #[test]
    fn f6_a_plane_meets_itself_whatever_the_length_of_its_normal() {
        let plane = Plane::new(dvec3(1.0, 2.0, 2.0), 9.0);
        assert!(plane.intersects(&plane) && plane.intersects(&Plane::new(dvec3(-2.0, -4.0, -4.0), -18.0)));
        assert_eq!(plane.closest(&plane).on_b, dvec3(1.0, 2.0, 2.0));
    }

    #[test]
    fn f6_parallel_planes_are_apart_by_their_heights() {
        let closest = Plane::new(dvec3(0.0, 0.0, 2.0), 2.0).closest(&Plane::new(dvec3(0.0, 0.0, -4.0), 8.0));
        assert_eq!((closest.distance, closest.on_a, closest.on_b), (3.0, DVec3::Z, dvec3(0.0, 0.0, -2.0)));
    }

    #[test]
    fn crossing_planes_share_a_point_of_both() {
        let (a, b) = (Plane::new(dvec3(1.0, 0.0, 0.0), 2.0), Plane::new(dvec3(1.0, 1.0, 0.0), 5.0));
        let closest = a.closest(&b);
        assert_eq!((closest.distance, closest.on_a), (0.0, dvec3(2.0, 3.0, 0.0)));
    }

    #[test]
    fn in_two_dimensions_lines_meet_in_a_point() {
        let (a, b) = (Plane::new(dvec2(1.0, 0.0), 2.0), Plane::new(dvec2(1.0, 1.0), 5.0));
        assert_eq!(a.closest(&b).on_b, dvec2(2.0, 3.0));
        assert_eq!(a.distance(&Plane::new(dvec2(2.0, 0.0), 5.0)), 0.5);
    }
}
