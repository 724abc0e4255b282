//! AABB and OBB.
//!
//! Two convex polytopes are disjoint exactly if a face normal of one of them or, in 3D, the cross
//! product of an edge of each is a separating axis. With the coordinate axes `e_i`, the axes `v_j`
//! of the OBB and its face normals `n_j`, there are 3 + 3 + 9 axes (in 2D 2 + 2). On an axis `l`
//! the projections overlap if
//!
//! ```text
//! |w . l| <= sum_i |s_i e_i . l| + sum_j |h_j v_j . l|
//! ```
//!
//! where `w` is the vector between the centers and `s` the half extents of the AABB. All numbers
//! are doubled, so that the center `(min + max) / 2` is never rounded. The cross product of
//! parallel edges is zero and separates nothing. That of nearly parallel edges needs no special
//! case: every extent is projected on the computed axis, except that of the edge itself, which is
//! orthogonal to it. A flat box has the axes of the thick boxes that shrink to it.
//!
//! Sources: [Gottschalk 1996], [Ericson 4.4.1].

use crate::convex::overlap::{self, Core};
use crate::exact::certain::{AxisTest, CertifiedTest, DirectTest};
use crate::number::Ring;
use crate::query::Penetration;
use crate::shape::{Aabb, Obb};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Obb<V>) -> V::Mask {
    let mut axes = DirectTest(a.min.get(0).always());
    add_axes(a, b, &mut axes);
    axes.0
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`. The compared
/// numbers are sums of at most three coordinates, or of their products with one or two axis
/// components, which are less than 8/7 together.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Aabb<V>, b: &Obb<V>) -> Option<bool> {
    let mut axes = CertifiedTest::new(sizes(a, b));
    add_axes(a, b, &mut axes);
    axes.answer().filter(|_| b.has_usual_axes())
}

/// Returns the magnitude of the compared numbers for each kind of axis, and their error bound in
/// epsilons of it.
#[inline(always)]
pub(crate) fn sizes<V: FloatVector>(a: &Aabb<V>, b: &Obb<V>) -> [(V::Scalar, i32); 3] {
    let twice = b.center.magnitudes() + V::splat(b.half_extents.max_coordinate());
    let far = (a.min.magnitudes() + a.max.magnitudes() + twice + twice).max_coordinate();
    [(far, 1 << 9); 3]
}

/// Adds the coordinate axes, the face normals of the other box, and the cross products of edges.
#[inline(always)]
pub(crate) fn add_axes<V: Vector>(a: &Aabb<V>, b: &Obb<V>, axes: &mut impl AxisTest<V::Scalar>) {
    let twice = a.min.get(0).lit(2);
    let mut edges = [b.center.zero(); 3];
    let mut sides = edges;
    for j in 0..V::DIM {
        edges[j] = b.axis(j);
        sides[j] = b.half_axis(j) * twice;
    }
    let away = b.center * twice - (a.min + a.max);
    let (size, frame) = (a.max - a.min, b.frame());
    add_face_axes(size, away, &sides, axes);
    // In 2D the rest costs less than a mispredicted branch.
    if axes.finish_kind(0) && V::DIM == 3 {
        return;
    }
    for j in 0..V::DIM {
        let n = frame.normals[j];
        let mut reach = Ring::abs(sides[j].dot(n));
        for i in 0..V::DIM {
            reach = reach + Ring::abs(size.get(i) * n.get(i));
        }
        axes.add(away.dot(n), reach);
    }
    if axes.finish_kind(1) || V::DIM == 2 {
        return;
    }
    add_edge_axes(size, away, &edges, &sides, axes);
    axes.finish_kind(2);
}

/// Tests whether no coordinate axis separates the box of this size around 0 from the parallelepiped
/// around `away` with these sides.
#[inline(always)]
pub(crate) fn faces_overlap<V: Vector>(size: V, away: V, sides: &[V; 3]) -> V::Mask {
    let mut axes = DirectTest(away.get(0).always());
    add_face_axes(size, away, sides, &mut axes);
    axes.0
}

/// Adds the coordinate axes.
#[inline(always)]
pub(crate) fn add_face_axes<V: Vector>(
    size: V,
    away: V,
    sides: &[V; 3],
    axes: &mut impl AxisTest<V::Scalar>,
) {
    for i in 0..V::DIM {
        let mut reach = size.get(i);
        for side in sides {
            reach = reach + Ring::abs(side.get(i));
        }
        axes.add(away.get(i), reach);
    }
}

/// Tests whether no cross product of a coordinate axis and an edge separates them. In 2D these are
/// the edge normals, from the cross product with the third axis.
#[inline(always)]
pub(crate) fn edges_overlap<V: Vector>(size: V, away: V, edges: &[V], sides: &[V; 3]) -> V::Mask {
    let mut axes = DirectTest(away.get(0).always());
    add_edge_axes(size, away, edges, sides, &mut axes);
    axes.0
}

/// Adds the cross products of the coordinate axes and these edges.
#[inline(always)]
pub(crate) fn add_edge_axes<V: Vector>(
    size: V,
    away: V,
    edges: &[V],
    sides: &[V; 3],
    axes: &mut impl AxisTest<V::Scalar>,
) {
    for (own, edge) in edges.iter().enumerate() {
        let mut i = if V::DIM == 2 { 2 } else { 0 };
        while i < 3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            // e_i x edge has the components -edge_k at j and edge_j at k.
            let (at_j, at_k) = (-edge.get(k), edge.get(j));
            let mut reach = Ring::abs(at_j) * size.get(j) + Ring::abs(at_k) * size.get(k);
            // The edge itself is orthogonal to the axis.
            for (other, side) in sides.iter().enumerate() {
                if other != own {
                    reach = reach + Ring::abs(at_j * side.get(j) + at_k * side.get(k));
                }
            }
            axes.add(at_j * away.get(j) + at_k * away.get(k), reach);
            i += 1;
        }
    }
}

/// Returns the contact along the axis of least overlap.
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

    /// Axes rotated by a Pythagorean angle: 3-4-5.
    const TURNED: [DVec3; 3] =
        [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::new(0.0, 0.0, 1.0)];

    #[test]
    fn a_turned_box_touches_with_its_corner() {
        // The corner lies at 1.4 along x.
        assert!(intersects(&CUBE, &Obb::new(DVec3::new(2.3, 0.0, 0.0), DVec3::ONE, TURNED)));
        assert!(!intersects(&CUBE, &Obb::new(DVec3::new(2.5, 0.0, 0.0), DVec3::ONE, TURNED)));
    }

    #[test]
    fn f3_only_a_cross_product_of_edges_separates_a_slanted_bar() {
        // The bar passes the vertical edge at x = y = 1: of the 15 axes, only the cross product of
        // z and the direction of the bar separates them.
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
        // The corner at (-1.4, -0.2) from the center.
        assert!((c.on_b - DVec2::new(1.6, -0.2)).length() < 1e-15);
        assert!((c.on_a - DVec2::new(2.0, -0.2)).length() < 1e-15);
    }
}
