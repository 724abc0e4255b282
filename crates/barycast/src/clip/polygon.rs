//! Sutherland-Hodgman: clipping of a polygon to a convex window, one side at a time.
//!
//! Let `h` be the heights of two neighbouring vertices above a side. A vertex with `h <= 0` is
//! kept, and where the signs are opposite the edge is cut at `a + (b - a) h(a) / (h(a) - h(b))`,
//! computed from the vertex that is kept. Two polygons that share an edge are therefore cut at the
//! same point.
//!
//! A nonconvex polygon may be clipped to several parts. They are returned as one polygon, joined by
//! coincident edges along the window. A polygon that only touches the window is clipped to fewer
//! than three vertices.
//!
//! Sources: [Sutherland 1974].

use crate::number::{Field, Ring};
use crate::shape::HalfSpace;
use crate::vector::Vector;
use alloc::vec::Vec;

/// Clips the polygon, in the plane or in space, to the intersection of the half-spaces. Returns its
/// vertices in order, without consecutive duplicates; an empty list if nothing remains.
///
/// ```
/// use barycast::clip::polygon;
/// use barycast::d2::HalfSpace;
/// use glam::{Vec2, vec2};
///
/// let square = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
/// let left = HalfSpace::new(Vec2::X, 1.0); // x <= 1
/// let rest = polygon::clip(&square, &[left]);
/// assert_eq!(rest.len(), 4);
/// assert!(rest.iter().all(|corner| corner.x <= 1.0));
/// ```
pub fn clip<V: Vector<Scalar: Field, Mask = bool>>(corners: &[V], sides: &[HalfSpace<V>]) -> Vec<V> {
    let mut left = sides.iter().fold(corners.to_vec(), |left, side| clip_to_half_space(&left, side));
    // A polygon of two vertices is cut twice at the same point, on both of its edges.
    let same = |p: V, q: V| p.le_all(q) && q.le_all(p);
    left.dedup_by(|q, p| same(*p, *q));
    if let [first, .., last] = left[..]
        && same(first, last)
    {
        left.pop();
    }
    left
}

/// Clips the polygon to one half-space: one step of [`clip`].
pub fn clip_to_half_space<V: Vector<Scalar: Field, Mask = bool>>(
    corners: &[V],
    side: &HalfSpace<V>,
) -> Vec<V> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    let next = corners.iter().cycle().skip(1);
    for (&p, &q) in corners.iter().zip(next) {
        let (hp, hq) = (side.side(p), side.side(q));
        let zero = hp.zero();
        if hp.le(zero) {
            kept.push(p);
        }
        if hp.lt(zero) && zero.lt(hq) {
            kept.push(p + (q - p) * (hp / (hp - hq)));
        } else if hq.lt(zero) && zero.lt(hp) {
            kept.push(q + (p - q) * (hq / (hq - hp)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::cyrus_beck::half_spaces;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn square(low: f64, high: f64) -> [DVec2; 4] {
        [dvec2(low, low), dvec2(high, low), dvec2(high, high), dvec2(low, high)]
    }

    #[test]
    fn two_squares_share_a_square() {
        let left = clip(&square(0.0, 2.0), &half_spaces(&square(1.0, 3.0)).unwrap());
        assert_eq!(left, [dvec2(2., 1.), dvec2(2., 2.), dvec2(1., 2.), dvec2(1., 1.)]);
    }

    #[test]
    fn a_touch_leaves_a_corner_or_an_edge_and_a_miss_nothing() {
        let window = half_spaces(&square(0.0, 2.0)).unwrap();
        assert_eq!(clip(&square(2.0, 3.0), &window), [dvec2(2.0, 2.0)]);
        let beside = square(0.0, 2.0).map(|p| p + DVec2::X * 2.0);
        assert_eq!(clip(&beside, &window), [dvec2(2.0, 0.0), dvec2(2.0, 2.0)]);
        let leaning = [dvec2(2.0, 1.0), dvec2(3.0, 1.0), dvec2(2.0, 3.0)];
        assert_eq!(clip(&leaning, &window), [dvec2(2.0, 1.0), dvec2(2.0, 2.0)]);
        assert!(clip(&square(5.0, 6.0), &window).is_empty());
        assert!(clip::<DVec2>(&[], &window).is_empty());
    }

    #[test]
    fn a_letter_u_comes_out_in_one_piece() {
        let u = [(0., 0.), (3., 0.), (3., 3.), (2., 3.), (2., 1.), (1., 1.), (1., 3.), (0., 3.)];
        let left = clip_to_half_space(&u.map(|(x, y)| dvec2(x, y)), &HalfSpace::new(-DVec2::Y, -2.0));
        let expected = [(3., 2.), (3., 3.), (2., 3.), (2., 2.), (1., 2.), (1., 3.), (0., 3.), (0., 2.)];
        assert_eq!(left, expected.map(|(x, y)| dvec2(x, y)));
    }

    #[test]
    fn in_space_a_triangle_is_cut_by_a_plane_and_shares_the_cut_with_its_neighbour() {
        let (p, q) = (dvec3(0.1, 0.2, 0.3), dvec3(0.7, -0.4, 1.9));
        let side = HalfSpace::new(dvec3(0.3, 0.1, 1.0), 1.1);
        let made = |corners: &[DVec3]| -> Vec<DVec3> {
            clip_to_half_space(corners, &side).into_iter().filter(|c| !corners.contains(c)).collect()
        };
        let (one, other) = (made(&[p, q, DVec3::X]), made(&[q, p, DVec3::Y]));
        assert!(one.iter().any(|c| other.contains(c)), "{one:?} {other:?}");
    }
}
