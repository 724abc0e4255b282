//! Infinite cylinder and OBB.
//!
//! A line that misses a box is closest to one of its edges. So they intersect if an edge intersects
//! the cylinder, or the axis intersects the box. The box is the parallelepiped of its given axes,
//! even if they are not quite orthogonal.

use crate::number::{Mask, Real, Ring};
use crate::pair::{infinite_cylinder_ray, obb_ray};
use crate::query::Closest;
use crate::shape::{InfiniteCylinder, Obb};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &Obb<V>) -> V::Mask {
    let mut hit = obb_ray::intersects(b, &a.axis());
    if hit.all() {
        return hit;
    }
    for axis in 0..V::DIM {
        for corner in 0..(1 << (V::DIM - 1)) {
            hit = hit | infinite_cylinder_ray::intersects(a, &b.edge(axis, corner));
        }
    }
    hit
}

/// Returns the closest points, on the connection of the axis and the box.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Obb<V>) -> Closest<V> {
    obb_ray::distance(b, &a.axis()).swap().grown(a.radius, a.radius.zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn an_edge_of_a_turned_box_touches_the_side() {
        let axes = [dvec3(0.6, 0.8, 0.), dvec3(-0.8, 0.6, 0.), DVec3::Z];
        let turned = Obb::new(DVec3::ZERO, dvec3(2., 1., 3.), axes);
        let corner = axes[0] * 2. + axes[1];
        let beside = InfiniteCylinder::new(corner + dvec3(0., 1., 0.), dvec3(0., 0., 3.), 1.001);
        assert!(intersects(&beside, &turned));
        assert!(!intersects(&InfiniteCylinder { radius: 0.999, ..beside }, &turned));
        let across = InfiniteCylinder::new(dvec3(0., 0., 2.9), dvec3(1., 0.1, 0.), 0.);
        assert!(intersects(&across, &turned));
    }

    #[test]
    fn each_of_the_twelve_edges_is_hit_by_a_cylinder_past_it() {
        let block = Obb::new(dvec3(4., 0., 0.), dvec3(1., 2., 3.), [DVec3::X, DVec3::Y, DVec3::Z]);
        for axis in 0..3 {
            for corner in 0..4 {
                let edge = block.edge(axis, corner);
                let middle = (edge.a + edge.b) / 2.;
                // Away from both faces next to the edge; the line is orthogonal to that vector and
                // to the edge.
                let mut out = (middle - block.center).signum();
                out[axis] = 0.;
                let past = InfiniteCylinder::new(middle + out, out.cross(edge.b - edge.a), 1.5);
                assert!(intersects(&past, &block), "{edge:?}");
                assert!(!intersects(&InfiniteCylinder { radius: 1.4, ..past }, &block), "{edge:?}");
            }
        }
    }
}
