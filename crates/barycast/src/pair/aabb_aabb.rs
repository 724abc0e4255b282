//! AABB and AABB.
//!
//! The boxes intersect if their intervals overlap on every axis: `a.min <= b.max` and
//! `b.min <= a.max`. Nothing is computed, so the test is exact for any number type. The distance is
//! the length of the vector of the gaps between the intervals. Overlapping boxes are separated
//! along the axis, and to the side, of least overlap.
//!
//! Sources: [Ericson 4.2.1], [Arvo 1990].

use crate::number::{Float, Real, Ring};
use crate::query::{Closest, Penetration};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts. Exact for any number type.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Mask {
    a.min.le_all(b.max) & b.min.le_all(a.max)
}

/// Returns the closest points: on each axis the facing ends of the intervals, or the least common
/// coordinate.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Aabb<V>) -> Closest<V> {
    let low = a.min.max(b.min);
    Closest::between(a.closest_point(low), b.closest_point(low))
}

/// Returns the contact along the axis of least overlap, at the middle of the overlap on the other
/// axes.
pub fn contact<V: FloatVector>(a: &Aabb<V>, b: &Aabb<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    let middle = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) }.center();
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let mut best =
        Penetration { normal_a_to_b: None, depth: Real::infinity(one), on_a: middle, on_b: middle };
    for axis in 0..V::DIM {
        let unit = middle.zero().with(axis, one);
        let (a_min, a_max) = (a.min.get(axis), a.max.get(axis));
        let (b_min, b_max) = (b.min.get(axis), b.max.get(axis));
        for (normal, depth, on_a, on_b) in
            [(unit, a_max - b_min, a_max, b_min), (-unit, b_max - a_min, a_min, b_max)]
        {
            if depth < best.depth {
                best = Penetration {
                    normal_a_to_b: Some(normal),
                    depth: Ring::max(depth, zero),
                    on_a: middle.with(axis, on_a),
                    on_b: middle.with(axis, on_b),
                };
            }
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    fn boxed(min: [f64; 3], max: [f64; 3]) -> Aabb<DVec3> {
        Aabb::new(min.into(), max.into())
    }

    #[test]
    fn f1_boxes_that_share_a_corner_touch() {
        let (a, b) = (boxed([0.0; 3], [1.0; 3]), boxed([1.0; 3], [2.0; 3]));
        assert!(intersects(&a, &b));
        assert!(!intersects(&a, &boxed([1.0, 1.0, 1.0f64.next_up()], [2.0; 3])));
        assert_eq!(contact(&a, &b).map(|c| c.depth), Some(0.0));
    }

    #[test]
    fn the_distance_is_that_of_the_corners_that_face_each_other() {
        let c = distance(&boxed([0.0; 3], [1.0; 3]), &boxed([3.0, 4.0, 2.0], [9.0; 3]));
        assert_eq!((c.distance, c.on_a, c.on_b), (14f64.sqrt(), DVec3::ONE, DVec3::new(3.0, 4.0, 2.0)));
    }

    #[test]
    fn the_contact_goes_the_shorter_way_out() {
        let c = contact(&boxed([0.0; 3], [4.0; 3]), &boxed([-1.0, 1.0, 1.0], [1.0, 2.0, 3.0])).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth), (Some(-DVec3::X), 1.0));
        assert_eq!((c.on_a, c.on_b), (DVec3::new(0.0, 1.5, 2.0), DVec3::new(1.0, 1.5, 2.0)));
    }

    #[test]
    fn a_flat_box_inside_another_is_pushed_out_of_it() {
        let a = Aabb::new(DVec2::ZERO, DVec2::new(4.0, 4.0));
        let b = Aabb::new(DVec2::new(1.0, 3.0), DVec2::new(2.0, 3.0));
        assert_eq!(contact(&a, &b).map(|c| (c.normal_a_to_b, c.depth)), Some((Some(DVec2::Y), 1.0)));
    }
}
