//! AABB and point.
//!
//! The closest point of the box is the point clamped to it, axis by axis.
//!
//! Sources: [Ericson 5.1.3].

use crate::number::{Float, Real, Ring};
use crate::query::Closest;
use crate::shape::{Aabb, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the box, including its boundary. Exact for any number type.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Point<V>) -> V::Mask {
    a.min.le_all(b.0) & b.0.le_all(a.max)
}

/// Returns the clamped point, and the point.
#[inline]
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Point<V>) -> Closest<V> {
    Closest::between(a.closest_point(b.0), b.0)
}

/// Returns the [`distance`], made 0 exactly if [`intersects`]: it is at least the distance along
/// each axis, whose square may underflow.
#[inline(always)]
pub fn closest<V: FloatVector>(a: &Aabb<V>, b: &Point<V>) -> Closest<V> {
    let mut found = distance(a, b);
    found.distance = Ring::max(found.distance, (found.on_b - found.on_a).largest());
    found
}

/// Returns the distance to the box; inside, minus the distance to the closest face.
pub fn signed_distance<V: FloatVector>(a: &Aabb<V>, b: &Point<V>) -> V::Scalar {
    if !intersects(a, b) {
        return distance(a, b).distance;
    }
    let mut depth = Real::infinity(V::Scalar::ONE);
    for axis in 0..V::DIM {
        let p = b.0.get(axis);
        let (below, above) = (p - a.min.get(axis), a.max.get(axis) - p);
        depth = Ring::min(depth, Ring::min(below, above));
    }
    -depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec2, dvec3, vec2};

    #[test]
    fn the_distance_is_0_exactly_inside() {
        let cube = Aabb::new(DVec3::ZERO, DVec3::ONE);
        assert_eq!(closest(&cube, &Point(dvec3(4., 5., 0.5))).distance, 5.);
        assert_eq!(closest(&cube, &Point(dvec3(1., 0.5, 0.5))).distance, 0.);
        for axis in 0..3 {
            // The square of the offset underflows.
            let mut p = DVec3::splat(0.5);
            p[axis] = -1e-200;
            assert_eq!(closest(&cube, &Point(p)).distance, 1e-200);
        }
        let square = Aabb::new(Vec2::ZERO, Vec2::ONE);
        assert_eq!(closest(&square, &Point(vec2(-1e-30, 0.5))).distance, 1e-30);
        assert_eq!(closest(&square, &Point(vec2(0.5, -1e-30))).distance, 1e-30);
    }
}
