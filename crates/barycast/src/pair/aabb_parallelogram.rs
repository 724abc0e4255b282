//! AABB and parallelogram.
//!
//! A parallelogram is a center `m = o + (u + v) / 2` with the half extents `u / 2` and `v / 2`: a
//! flat, skewed box. The separating axes are those of [`aabb_obb`] for two extents: the box's face
//! normals, `u x v`, and the cross products of the coordinate axes with `u` and `v`; in 2D the
//! normals of `u` and `v`. All numbers are doubled, so nothing is halved. Parallel or zero edges
//! have zero axes, which separate nothing; the remaining axes are complete for a segment or a
//! point.
//!
//! Sources: [Ericson 5.2.9].

use crate::number::{Mask, Ring};
use crate::pair::aabb_obb;
use crate::pair::aabb_triangle::Normal;
use crate::shape::{Aabb, Parallelogram};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Parallelogram<V>) -> V::Mask {
    let twice = a.min.get(0).lit(2);
    let away = (b.origin * twice - (a.min + a.max)) + (b.u + b.v);
    meets(a.max - a.min, away, b.u, b.v)
}

/// Tests whether the box of this size around 0 intersects the parallelogram around `away` with the
/// sides `u` and `v`. All numbers are doubled.
#[inline(always)]
pub(crate) fn meets<V: Vector>(size: V, away: V, u: V, v: V) -> V::Mask {
    let sides = [u, v, u.zero()];
    let hit = aabb_obb::faces_overlap(size, away, &sides);
    if hit.none() {
        return hit;
    }
    let n = V::by_dim(Normal(u, v));
    // Over exact numbers both extents project to 0; over floats the rounded normal of a sliver
    // gives them an extent.
    let mut reach = Ring::abs(u.dot(n)) + Ring::abs(v.dot(n));
    for i in 0..V::DIM {
        reach = reach + size.get(i) * Ring::abs(n.get(i));
    }
    hit & Ring::abs(away.dot(n)).le(reach) & aabb_obb::edges_overlap(size, away, &[u, v], &sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    const CUBE: Aabb<DVec3> = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);

    fn sheet(origin: [f64; 3], u: [f64; 3], v: [f64; 3]) -> Parallelogram<DVec3> {
        Parallelogram::new(origin.into(), u.into(), v.into())
    }

    #[test]
    fn a_sheet_over_a_face_touches_it_and_a_higher_one_does_not() {
        assert!(intersects(&CUBE, &sheet([-9.0, -9.0, 1.0], [18.0, 0.0, 0.0], [0.0, 18.0, 0.0])));
        assert!(!intersects(&CUBE, &sheet([-9.0, -9.0, 1.1], [18.0, 0.0, 0.0], [0.0, 18.0, 0.0])));
    }

    #[test]
    fn a_sheet_past_an_edge_is_separated_by_its_plane() {
        assert!(intersects(&CUBE, &sheet([2.0, 0.0, -1.0], [-2.0, 2.0, 0.0], [0.0, 0.0, 2.0])));
        assert!(!intersects(&CUBE, &sheet([2.1, 0.0, -1.0], [-2.1, 2.1, 0.0], [0.0, 0.0, 2.0])));
    }

    #[test]
    fn parallel_edges_make_a_segment_and_zero_edges_a_point() {
        assert!(intersects(&CUBE, &sheet([3.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0])));
        assert!(!intersects(&CUBE, &sheet([3.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-0.5, 0.0, 0.0])));
        assert!(intersects(&CUBE, &sheet([1.0; 3], [0.0; 3], [0.0; 3])));
    }

    #[test]
    fn in_the_plane_it_is_solid() {
        let square = Aabb::new(DVec2::NEG_ONE, DVec2::ONE);
        let around = |p: DVec2| Parallelogram::new(p, DVec2::new(20.0, 5.0), DVec2::new(-5.0, 20.0));
        assert!(intersects(&square, &around(DVec2::new(-8.0, -12.0))));
        assert!(!intersects(&square, &around(DVec2::new(3.75, -9.0))));
        assert!(intersects(&square, &around(DVec2::ONE)));
    }
}
