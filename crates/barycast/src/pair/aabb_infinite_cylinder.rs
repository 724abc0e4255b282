//! AABB and infinite cylinder.
//!
//! A line that misses a box is closest to one of its edges. So they intersect if an edge intersects
//! the cylinder, or the axis intersects the box.

use crate::number::{Mask, Real, Ring};
use crate::pair::{aabb_ray, infinite_cylinder_ray};
use crate::query::Closest;
use crate::shape::{Aabb, InfiniteCylinder, Segment};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &Aabb<V>, b: &InfiniteCylinder<V>) -> V::Mask {
    let mut hit = aabb_ray::intersects(a, &b.axis());
    if hit.all() {
        return hit;
    }
    for axis in 0..3 {
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        for at_j in [a.min.get(j), a.max.get(j)] {
            for at_k in [a.min.get(k), a.max.get(k)] {
                let start = a.min.with(j, at_j).with(k, at_k);
                let edge = Segment { a: start, b: start.with(axis, a.max.get(axis)) };
                hit = hit | infinite_cylinder_ray::intersects(b, &edge);
            }
        }
    }
    hit
}

/// Returns the closest points, on the shortest connection of the box and the axis.
pub fn distance<V: Vector3<Scalar: Real>>(a: &Aabb<V>, b: &InfiniteCylinder<V>) -> Closest<V> {
    aabb_ray::distance(a, &b.axis()).grown(b.radius.zero(), b.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    const BOX: Aabb<DVec3> = Aabb::new(dvec3(-1., -1., -1.), dvec3(1., 1., 1.));

    #[test]
    fn an_edge_touches_the_side() {
        let cylinder = InfiniteCylinder::new(dvec3(4., 5., 0.), dvec3(0., 0., 2.), 5.);
        assert!(intersects(&BOX, &cylinder));
        assert!(!intersects(&BOX, &InfiniteCylinder { radius: 4.9, ..cylinder }));
        let closest = distance(&BOX, &InfiniteCylinder { radius: 2., ..cylinder });
        assert!((closest.distance - 3.).abs() < 1e-15);
    }

    #[test]
    fn a_thin_cylinder_through_the_middle_intersects() {
        assert!(intersects(&BOX, &InfiniteCylinder::new(dvec3(9., 9., 9.), dvec3(1., 1., 1.), 0.)));
    }
}
