//! OBB and OBB.
//!
//! In the coordinates of `a`, which are exact up to one common factor (see
//! [`Frame`](crate::shape::Frame)), `a` is an AABB around 0 and `b` an oriented box: the 3 + 3 + 9
//! axes (in 2D 2 + 2) of [`aabb_obb`] decide. The axes are used as given: if they are not quite
//! orthogonal, a face normal is still orthogonal to its face.
//!
//! Sources: [Gottschalk 1996], [Ericson 4.4.1]. Unlike there, every extent is projected on every
//! axis, so that the noise of nearly parallel edges needs no tolerance.

use crate::convex::overlap::{self, Core};
use crate::exact::certain::{AxisTest, CertifiedTest, DirectTest};
use crate::number::Ring;
use crate::pair::aabb_obb;
use crate::query::Penetration;
use crate::shape::Obb;
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Obb<V>, b: &Obb<V>) -> V::Mask {
    let mut axes = DirectTest(a.center.get(0).always());
    add_axes(a, b, &mut axes);
    axes.0
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`. The compared
/// numbers are a length times products of at most two axis components, or of five for the cross
/// products of edges, which are less than 3/2 together.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Obb<V>, b: &Obb<V>) -> Option<bool> {
    let mut axes = CertifiedTest::new(sizes(a, b));
    add_axes(a, b, &mut axes);
    axes.answer().filter(|_| a.has_usual_axes() & b.has_usual_axes())
}

/// Returns the magnitude of the compared numbers for each kind of axis, and their error bound in
/// epsilons of it.
#[inline(always)]
pub(crate) fn sizes<V: FloatVector>(a: &Obb<V>, b: &Obb<V>) -> [(V::Scalar, i32); 3] {
    let far = (b.center - a.center).magnitudes().max(a.half_extents).max(b.half_extents).max_coordinate();
    [(far, 1 << 9), (far, 1 << 9), (far, 1 << 13)]
}

/// Adds the face normals of both boxes, and the cross products of their edges.
#[inline(always)]
pub(crate) fn add_axes<V: Vector>(a: &Obb<V>, b: &Obb<V>, axes: &mut impl AxisTest<V::Scalar>) {
    let (frame, other) = (a.frame(), b.frame());
    let size = frame.local_box(a.half_extents).max;
    let between = b.center - a.center;
    let away = frame.local(between);
    let mut edges = [away.zero(); 3];
    let mut sides = edges;
    for j in 0..V::DIM {
        edges[j] = frame.local(b.axis(j));
        sides[j] = edges[j] * b.half_extents.get(j);
    }
    aabb_obb::add_face_axes(size, away, &sides, axes);
    // In 2D the rest costs less than a mispredicted branch.
    if axes.finish_kind(0) && V::DIM == 3 {
        return;
    }
    for j in 0..V::DIM {
        let n = other.normals[j];
        let mut reach = b.half_extents.get(j) * Ring::abs(other.volume);
        for i in 0..V::DIM {
            reach = reach + Ring::abs(a.half_axis(i).dot(n));
        }
        axes.add(between.dot(n), reach);
    }
    if axes.finish_kind(1) || V::DIM == 2 {
        return;
    }
    aabb_obb::add_edge_axes(size, away, &edges, &sides, axes);
    axes.finish_kind(2);
}

/// Returns the contact along the axis of least overlap.
pub fn contact<V: FloatVector>(a: &Obb<V>, b: &Obb<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(overlap::contact(&Core::of_box(a), &Core::of_box(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::obb_point;
    use crate::shape::Point;
    use glam::{DMat3, DVec2, DVec3};

    fn turned(center: DVec2, degrees: f64, half: DVec2) -> Obb<DVec2> {
        let x = DVec2::from_angle(degrees.to_radians());
        Obb::new(center, half, [x, x.perp()])
    }

    #[test]
    fn f3_nearly_parallel_boxes_that_overlap_are_not_separated_by_noise() {
        for k in 1..200 {
            let turn = DMat3::from_axis_angle(DVec3::new(1.0, 2.0, -2.0) / 3.0, 1e-8 * f64::from(k));
            let a = Obb::new(DVec3::splat(100.0), DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z]);
            let axes = [turn.x_axis, turn.y_axis, turn.z_axis];
            let b = Obb::new(DVec3::new(101.9999, 100.3, 99.8), DVec3::ONE, axes);
            assert!(intersects(&a, &b) && intersects(&b, &a));
            let depth = contact(&a, &b).unwrap().depth;
            assert!((depth - 1e-4).abs() < 1e-5, "{depth}");
        }
    }

    #[test]
    fn f4_the_contact_of_crossed_bars_lies_in_both() {
        let a = turned(DVec2::ZERO, 45.0, DVec2::new(5.0, 0.1));
        let b = turned(DVec2::new(6.0, 0.0), -45.0, DVec2::new(5.0, 0.1));
        assert!(intersects(&a, &b));
        let c = contact(&a, &b).unwrap();
        // Less than the distance from the end of each bar to the crossing at (3, 3).
        assert!((c.depth - (5.1 - 18f64.sqrt())).abs() < 1e-14);
        for p in [c.on_a, c.on_b] {
            assert!((p - DVec2::splat(3.0)).length() < 1.0);
        }
        assert!(obb_point::distance(&a, &Point(c.on_a)).distance < 1e-14);
        assert!(obb_point::distance(&b, &Point(c.on_b)).distance < 1e-14);
    }

    #[test]
    fn f4_half_widths_are_halves() {
        let square = |x: f64| turned(DVec2::new(x, 0.0), 0.0, DVec2::ONE);
        assert!(!intersects(&square(0.0), &square(3.0)));
        assert!(intersects(&square(0.0), &square(2.0)));
    }

    #[test]
    fn crossed_edges_touch_where_they_cross() {
        let s = 0.5f64.sqrt();
        // One edge up along x, one down along y.
        let a = Obb::new(
            DVec3::ZERO,
            DVec3::new(5.0, 1.0, 1.0),
            [DVec3::X, DVec3::new(0.0, s, s), DVec3::new(0.0, -s, s)],
        );
        let b = Obb::new(
            DVec3::new(1.0, 2.0, 2.5),
            DVec3::new(5.0, 1.0, 1.0),
            [DVec3::Y, DVec3::new(s, 0.0, s), DVec3::new(-s, 0.0, s)],
        );
        let c = contact(&a, &b).unwrap();
        assert!((c.depth - (8f64.sqrt() - 2.5)).abs() < 1e-14);
        assert!((c.normal_a_to_b.unwrap() - DVec3::Z).length() < 1e-14);
        assert!((c.on_a - DVec3::new(1.0, 0.0, 2f64.sqrt())).length() < 1e-14);
    }

    #[test]
    fn two_boxes_of_size_zero_meet_at_equal_centres_only() {
        let point = |x: f64| turned(DVec2::new(x, 1.0), 30.0, DVec2::ZERO);
        assert!(intersects(&point(1.0), &point(1.0)));
        assert!(!intersects(&point(1.0), &point(1.0 + 1e-15)));
        assert_eq!(contact(&point(1.0), &point(1.0)).map(|c| c.depth), Some(0.0));
    }
}
