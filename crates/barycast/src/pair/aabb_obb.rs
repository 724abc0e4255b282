//! AABB and OBB.
//!
//! Two convex polytopes are apart exactly when a face normal of one of them or, in 3D, the cross product of an edge
//! of each separates their shadows. With `e_i` the coordinate axes, `v_j` the axes of the OBB and `n_j` its face
//! normals, that is 3 + 3 + 9 axes (in 2D 2 + 2). Along an axis `l` the shadows meet when
//!
//! ```text
//! |w . l| <= sum_i |s_i e_i . l| + sum_j |h_j v_j . l|
//! ```
//!
//! where `w` leads from middle to middle and `s` is half the size of the AABB. All is doubled, so that the middle
//! `(min + max) / 2` is never rounded. A cross product of parallel edges is zero and separates nothing; one of nearly
//! parallel edges is an axis like any other, because every arm is projected on the very numbers that were
//! computed, but for the edge's own, which is at right angles to them. A flat box has the axes of the thick ones that shrink to it.
//!
//! Sources: [Gottschalk 1996], [Ericson 4.4.1].

use crate::convex::overlap::{self, Core};
use crate::exact::certain::{Axes, Certainly, Plainly};
use crate::number::Ring;
use crate::query::Penetration;
use crate::shape::{Aabb, Obb};
use crate::vector::{FloatVector, Vector};

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Obb<V>) -> V::Mask {
    let mut axes = Plainly(a.min.get(0).always());
    see_axes(a, b, &mut axes);
    axes.0
}

/// The same, where floats tell it for certain: what is compared is at most of three coordinates, or of their products with two or one of the
/// axes' numbers, which are less than 8/7 together.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Aabb<V>, b: &Obb<V>) -> Option<bool> {
    let mut axes = Certainly::new(sizes(a, b));
    see_axes(a, b, &mut axes);
    axes.answer().filter(|_| b.has_usual_axes())
}

/// Of what is compared along each kind of axis, and how many epsilons of it that may be wrong by.
#[inline(always)]
pub(crate) fn sizes<V: FloatVector>(a: &Aabb<V>, b: &Obb<V>) -> [(V::Scalar, i32); 3] {
    let twice = b.center.magnitudes() + V::splat(b.half_extents.greatest());
    let far = (a.min.magnitudes() + a.max.magnitudes() + twice + twice).greatest();
    [(far, 1 << 9); 3]
}

/// Sees the axes of the box, of the other one's faces, and of both edges.
#[inline(always)]
pub(crate) fn see_axes<V: Vector>(a: &Aabb<V>, b: &Obb<V>, axes: &mut impl Axes<V::Scalar>) {
    let twice = a.min.get(0).lit(2);
    let mut edges = [b.center.zero(); 3];
    let mut sides = edges;
    for j in 0..V::DIM {
        edges[j] = b.axis(j);
        sides[j] = b.half_axis(j) * twice;
    }
    let away = b.center * twice - (a.min + a.max);
    let (size, frame) = (a.max - a.min, b.frame());
    see_faces(size, away, &sides, axes);
    // In 2D the rest takes less than a wrong guess.
    if axes.are_apart(0) && V::DIM == 3 {
        return;
    }
    for j in 0..V::DIM {
        let n = frame.normals[j];
        let mut reach = Ring::abs(sides[j].dot(n));
        for i in 0..V::DIM {
            reach = reach + Ring::abs(size.get(i) * n.get(i));
        }
        axes.see(away.dot(n), reach);
    }
    if axes.are_apart(1) || V::DIM == 2 {
        return;
    }
    see_edges(size, away, &edges, &sides, axes);
    axes.are_apart(2);
}

/// No coordinate axis separates the box of this size around 0 from the parallelepiped around `away` with these
/// sides.
#[inline(always)]
pub(crate) fn faces_overlap<V: Vector>(size: V, away: V, sides: &[V; 3]) -> V::Mask {
    let mut axes = Plainly(away.get(0).always());
    see_faces(size, away, sides, &mut axes);
    axes.0
}

/// Sees the coordinate axes.
#[inline(always)]
pub(crate) fn see_faces<V: Vector>(size: V, away: V, sides: &[V; 3], axes: &mut impl Axes<V::Scalar>) {
    for i in 0..V::DIM {
        let mut reach = size.get(i);
        for side in sides {
            reach = reach + Ring::abs(side.get(i));
        }
        axes.see(away.get(i), reach);
    }
}

/// No cross product of a coordinate axis and an edge separates them. In 2D the normals of the edges are what
/// the third axis makes with them.
#[inline(always)]
pub(crate) fn edges_overlap<V: Vector>(size: V, away: V, edges: &[V], sides: &[V; 3]) -> V::Mask {
    let mut axes = Plainly(away.get(0).always());
    see_edges(size, away, edges, sides, &mut axes);
    axes.0
}

/// Sees the cross products of the coordinate axes and these edges.
#[inline(always)]
pub(crate) fn see_edges<V: Vector>(
    size: V,
    away: V,
    edges: &[V],
    sides: &[V; 3],
    axes: &mut impl Axes<V::Scalar>,
) {
    for (own, edge) in edges.iter().enumerate() {
        let mut i = if V::DIM == 2 { 2 } else { 0 };
        while i < 3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            // e_i x edge has the numbers -edge_k at j and edge_j at k.
            let (at_j, at_k) = (-edge.get(k), edge.get(j));
            let mut reach = Ring::abs(at_j) * size.get(j) + Ring::abs(at_k) * size.get(k);
            // The edge's own side lies across the axis.
            for (other, side) in sides.iter().enumerate() {
                if other != own {
                    reach = reach + Ring::abs(at_j * side.get(j) + at_k * side.get(k));
                }
            }
            axes.see(at_j * away.get(j) + at_k * away.get(k), reach);
            i += 1;
        }
    }
}

/// Along the axis of least overlap.
pub fn contact<V: FloatVector>(a: &Aabb<V>, b: &Obb<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(overlap::contact(&Core::of_box(&a.to_obb()), &Core::of_box(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    const CUBE: Aabb<DVec3> = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);

    /// Turned by a Pythagorean angle: 3-4-5.
    const TURNED: [DVec3; 3] =
        [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::new(0.0, 0.0, 1.0)];

    #[test]
    fn a_turned_box_touches_with_its_corner() {
        // The corner lies at 1.4 along x.
        assert!(intersects(&CUBE, &Obb::new(DVec3::new(2.3, 0.0, 0.0), DVec3::ONE, TURNED)));
        assert!(!intersects(&CUBE, &Obb::new(DVec3::new(2.5, 0.0, 0.0), DVec3::ONE, TURNED)));
    }

    #[test]
    fn f3_only_a_cross_product_of_edges_tells_a_slanted_bar_from_the_box() {
        // The bar runs past the upright edge at x = y = 1: z crossed with the bar's length is the one axis of the
        // 15 that separates them.
        let third = 1.0 / 3.0;
        let axes = [
            DVec3::new(2.0, -2.0, 1.0) * third,
            DVec3::new(1.0, 2.0, 2.0) * third,
            DVec3::new(-2.0, -1.0, 2.0) * third,
        ];
        let bar = |x: f64| Obb::new(DVec3::new(x, x, 0.0), DVec3::new(9.0, 0.1, 0.1), axes);
        assert!(intersects(&CUBE, &bar(1.05)));
        assert!(!intersects(&CUBE, &bar(1.5)));
    }

    #[test]
    fn flat_boxes_in_one_plane_are_rectangles() {
        let a = Aabb::new(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0));
        let at = |x: f64| Obb::new(DVec3::new(x, 0.5, 0.0), DVec3::new(1.0, 1.0, 0.0), TURNED);
        assert!(intersects(&a, &at(2.3)));
        assert!(!intersects(&a, &at(2.5)));
    }

    #[test]
    fn the_contact_of_a_corner_in_a_face_is_at_the_corner() {
        let square = Aabb::new(DVec2::splat(-2.0), DVec2::splat(2.0));
        let b = Obb::new(DVec2::new(3.0, 0.0), DVec2::ONE, [DVec2::new(0.6, 0.8), DVec2::new(-0.8, 0.6)]);
        let c = contact(&square, &b).unwrap();
        assert!((c.depth - 0.4).abs() < 1e-15 && c.normal_a_to_b == Some(DVec2::X));
        // The corner at (-1.4, -0.2) from the middle.
        assert!((c.on_b - DVec2::new(1.6, -0.2)).length() < 1e-15);
        assert!((c.on_a - DVec2::new(2.0, -0.2)).length() < 1e-15);
    }
}
