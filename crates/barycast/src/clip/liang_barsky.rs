//! Liang-Barsky: clipping of a segment to a box, by an interval of `t` per pair of sides.
//!
//! With `d = b - a`, on each axis `min <= a + t d <= max`:
//!
//! ```text
//! d > 0   (min - a) / d <= t <= (max - a) / d            d < 0   the other way around
//! d = 0   all t when min <= a <= max, else none
//! ```
//!
//! Sources: [Liang 1984].

use super::{ClippedSegment, End};
use crate::number::each::MapEach;
use crate::number::{Field, Ring};
use crate::shape::{Aabb, Segment};
use crate::vector::Vector;

/// Clips the segment to the box. Returns `None` if they do not intersect.
///
/// ```
/// use barycast::clip::liang_barsky;
/// use barycast::d3::{Aabb, Segment};
/// use glam::{Vec3, vec3};
///
/// let room = Aabb::new(Vec3::ZERO, Vec3::ONE);
/// let beam = Segment::new(vec3(0.5, 0.5, -1.0), vec3(0.5, 0.5, 1.0));
/// assert_eq!(liang_barsky::clip(&beam, &room).unwrap().enter, 0.5);
/// ```
pub fn clip<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
) -> Option<ClippedSegment<V>> {
    let zero = segment.a.get(0).zero();
    let mut enter = End { t: zero, cut: None };
    let mut exit = End { t: zero.one(), cut: None };
    for axis in 0..V::DIM {
        let (from, to) = (segment.a.get(axis), segment.b.get(axis));
        let (low, high) = (window.min.get(axis), window.max.get(axis));
        let along = to - from;
        let (first, last) = if zero.lt(along) { (low, high) } else { (high, low) };
        if along.same(zero) {
            if from.lt(low) || high.lt(from) {
                return None;
            }
            continue;
        }
        let [t, u] = [first, last].each(|bound| (bound - from) / along);
        // An end inside the slab is not cut and keeps its coordinate.
        if enter.t.lt(t) {
            enter = End { t, cut: Some((axis, first)) };
        }
        if u.lt(exit.t) {
            exit = End { t: u, cut: Some((axis, last)) };
        }
    }
    enter.t.le(exit.t).then(|| ClippedSegment::in_box(segment, [enter, exit], window))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec2, dvec3};

    #[test]
    fn a_segment_through_a_box_in_space() {
        let cube = Aabb::new(DVec3::ZERO, DVec3::ONE);
        let piece = clip(&Segment::new(dvec3(-1.0, 0.5, 0.5), dvec3(3.0, 0.5, 0.5)), &cube).unwrap();
        assert_eq!((piece.enter, piece.exit), (0.25, 0.5));
        assert_eq!(piece.segment, Segment::new(dvec3(0.0, 0.5, 0.5), dvec3(1.0, 0.5, 0.5)));
    }

    #[test]
    fn along_a_side_it_is_inside_and_beside_it_is_not() {
        let square = Aabb::new(dvec2(0.0, 0.0), dvec2(1.0, 1.0));
        let along = |y| clip(&Segment::new(dvec2(-1.0, y), dvec2(1.0, y)), &square);
        assert_eq!(along(1.0).map(|piece| (piece.enter, piece.exit)), Some((0.5, 1.0)));
        assert_eq!(along(1.0 + f64::EPSILON), None);
    }

    #[test]
    fn the_ends_of_a_clipped_segment_lie_in_the_box_despite_rounding() {
        let mut draw = fastrand::Rng::with_seed(4);
        let mut point = || dvec2(draw.f64() * 3.0 - 1.0, draw.f64() * 3.0 - 1.0);
        let square = Aabb::new(dvec2(0.1, 0.2), dvec2(0.7, 0.9));
        for _ in 0..20_000 {
            let segment = Segment::new(point(), point());
            if let Some(piece) = clip(&segment, &square) {
                for p in [piece.segment.a, piece.segment.b] {
                    assert_eq!(square.closest_point(p), p, "{segment:?}");
                }
            }
        }
    }
}
