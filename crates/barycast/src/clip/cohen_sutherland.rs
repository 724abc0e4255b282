//! Cohen-Sutherland: clipping of a segment to a box by outcodes.
//!
//! The [`Outcode`] of a point has a bit for each side that the point lies beyond. If both ends have
//! no bits, the segment is inside. If they share a bit, the segment lies beyond that side.
//! Otherwise an end with a bit is cut at that side and tested again. In 2D, with y up (below means
//! smaller y):
//!
//! ```text
//! 1001 | 1000 | 1010
//! 0001 | 0000 | 0010        above  below  right  left
//! 0101 | 0100 | 0110
//! ```
//!
//! Each side cuts an end at most once, and every cut is computed from the original segment, so
//! rounding errors neither accumulate nor cause an endless loop.
//!
//! Sources: [Foley 3.12].

use super::{ClippedSegment, End, point_at};
use crate::number::{Field, Ring};
use crate::shape::{Aabb, Segment};
use crate::vector::Vector;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{BitAnd, BitOr};

/// Outcode: the sides of a box that a point lies beyond, one bit per side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcode(u8);

impl Outcode {
    /// Inside: beyond no side.
    pub const INSIDE: Self = Self(0);
    /// Bit of the points with `x < min.x`.
    pub const LEFT: Self = Self(1);
    /// Bit of the points with `x > max.x`.
    pub const RIGHT: Self = Self(2);
    /// Bit of the points with `y < min.y`.
    pub const BELOW: Self = Self(4);
    /// Bit of the points with `y > max.y`.
    pub const ABOVE: Self = Self(8);
    /// Bit of the points with `z < min.z`.
    pub const NEAR: Self = Self(16);
    /// Bit of the points with `z > max.z`.
    pub const FAR: Self = Self(32);

    /// Computes the outcode of a point.
    pub fn from_point<V: Vector<Mask = bool>>(p: V, window: &Aabb<V>) -> Self {
        let mut bits = 0;
        for axis in 0..V::DIM {
            bits |= u8::from(p.get(axis).lt(window.min.get(axis))) << (2 * axis);
            bits |= u8::from(window.max.get(axis).lt(p.get(axis))) << (2 * axis + 1);
        }
        Self(bits)
    }

    /// Returns the bits: left, right, below, above, near, far, from the lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether the point is inside the box.
    pub const fn is_inside(self) -> bool {
        self.0 == 0
    }

    /// Removes the bits of `other`.
    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAnd for Outcode {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Outcode {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Formats the bits in the usual order above, below, right, left, as ones and zeros; in 3D preceded
/// by far and near.
impl fmt::Display for Outcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 16 { write!(f, "{:04b}", self.0) } else { write!(f, "{:06b}", self.0) }
    }
}

/// One step of the algorithm: the current segment, its outcodes, and the next cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<V> {
    /// The segment clipped so far.
    pub segment: Segment<V>,
    /// Outcodes of both ends.
    pub outcodes: [Outcode; 2],
    /// Index of the end to be cut (0 is `a`) and the bit of the side; `None` in the last step.
    pub cut: Option<(usize, Outcode)>,
}

/// Clips the segment to the box. Returns `None` if they do not intersect.
///
/// ```
/// use barycast::clip::cohen_sutherland;
/// use barycast::d2::{Aabb, Segment};
/// use glam::{Vec2, vec2};
///
/// let window = Aabb::new(Vec2::ZERO, vec2(4.0, 3.0));
/// let inside = cohen_sutherland::clip(&Segment::new(vec2(-2.0, 1.0), vec2(6.0, 1.0)), &window).unwrap();
/// assert_eq!(inside.segment, Segment::new(vec2(0.0, 1.0), vec2(4.0, 1.0)));
/// assert_eq!((inside.enter, inside.exit), (0.25, 0.75));
/// ```
pub fn clip<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
) -> Option<ClippedSegment<V>> {
    rounds(segment, window, |_| {})
}

/// Clips the segment to the box and returns every step; the last one shows why the algorithm ended.
pub fn steps<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
) -> (Vec<Step<V>>, Option<ClippedSegment<V>>) {
    let mut steps = Vec::new();
    let piece = rounds(segment, window, |step| steps.push(step));
    (steps, piece)
}

fn rounds<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
    mut see: impl FnMut(Step<V>),
) -> Option<ClippedSegment<V>> {
    let Segment { a, b } = *segment;
    let zero = a.get(0).zero();
    let mut ends = [End { t: zero, cut: None }, End { t: zero.one(), cut: None }];
    let (mut points, mut done) = ([a, b], [Outcode::INSIDE; 2]);
    loop {
        let left = |i: usize| Outcode::from_point(points[i], window).without(done[i]);
        let outcodes = [left(0), left(1)];
        let mut step = Step { segment: Segment::new(points[0], points[1]), outcodes, cut: None };
        let apart = !(outcodes[0] & outcodes[1]).is_inside() || ends[1].t.lt(ends[0].t);
        if apart || (outcodes[0] | outcodes[1]).is_inside() {
            see(step);
            return (!apart).then(|| ClippedSegment::in_box(segment, ends, window));
        }
        let end = usize::from(outcodes[0].is_inside());
        let bit = outcodes[end].bits().trailing_zeros() as usize;
        let side = Outcode(1 << bit);
        step.cut = Some((end, side));
        see(step);
        let (axis, bounds) = (bit / 2, [window.min, window.max]);
        let bound = bounds[bit % 2].get(axis);
        let t = (bound - a.get(axis)) / (b.get(axis) - a.get(axis));
        ends[end] = End { t, cut: Some((axis, bound)) };
        done[end] = done[end] | side;
        points[end] = point_at(segment, t).with(axis, bound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2, dvec3};

    const SQUARE: Aabb<DVec2> = Aabb::new(DVec2::ZERO, DVec2::new(4.0, 4.0));

    fn clipped(a: DVec2, b: DVec2) -> Option<[DVec2; 2]> {
        clip(&Segment::new(a, b), &SQUARE).map(|piece| [piece.segment.a, piece.segment.b])
    }

    #[test]
    fn nine_regions_have_nine_codes() {
        let code = |x, y| Outcode::from_point(dvec2(x, y), &SQUARE).to_string();
        let rows = [[-1.0, 2.0, 9.0].map(|x| code(x, 9.0)), [-1.0, 2.0, 9.0].map(|x| code(x, -1.0))];
        assert_eq!(rows, [["1001", "1000", "1010"], ["0101", "0100", "0110"]]);
        assert_eq!([code(-1.0, 2.0), code(4.0, 0.0), code(5.0, 2.0)], ["0001", "0000", "0010"]);
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.));
        assert_eq!(Outcode::from_point(dvec3(2.0, 0.5, 7.0), &cube).to_string(), "100010");
    }

    #[test]
    fn e4_the_entry_is_exact_and_no_average() {
        let [enter, _] = clipped(dvec2(1.0, 7.0), dvec2(4.0, -1.0)).unwrap();
        assert_eq!(enter, dvec2(17.0 / 8.0, 4.0));
    }

    #[test]
    fn e4_the_entry_comes_first_and_not_the_exit() {
        let [enter, exit] = clipped(dvec2(10.0, -5.0), dvec2(-3.0, 10.0)).unwrap();
        assert!(enter.x == 4.0 && (enter.y - 25.0 / 13.0).abs() < 1e-15, "{enter}");
        assert!(exit.y == 4.0 && (exit.x - 11.0 / 5.0).abs() < 1e-15, "{exit}");
    }

    #[test]
    fn e4_up_or_down_the_window_is_the_same() {
        let window = Aabb::new(dvec2(0.0, 0.0), dvec2(10.0, 10.0));
        let inside = Segment::new(dvec2(5.0, 5.0), dvec2(6.0, 5.0));
        assert_eq!(clip(&inside, &window).map(|piece| piece.segment), Some(inside));
    }

    #[test]
    fn every_step_is_reported() {
        let segment = Segment::new(dvec2(-2.0, 2.0), dvec2(6.0, 6.0));
        let (steps, piece) = steps(&segment, &SQUARE);
        let shown: Vec<_> = steps
            .iter()
            .map(|step| {
                (step.outcodes.map(|c| c.to_string()), step.cut.map(|(end, side)| (end, side.bits())))
            })
            .collect();
        let codes = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
        assert_eq!(
            shown,
            [
                (codes("0001", "1010"), Some((0, 1))),
                (codes("0000", "1010"), Some((1, 2))),
                (codes("0000", "1000"), Some((1, 8))),
                (codes("0000", "0000"), None),
            ]
        );
        let piece = piece.unwrap();
        assert_eq!((piece.enter, piece.exit), (0.25, 0.5));
        assert_eq!(piece.segment, Segment::new(dvec2(0.0, 3.0), dvec2(2.0, 4.0)));
    }

    #[test]
    fn a_corner_that_is_touched_leaves_a_point() {
        assert_eq!(clipped(dvec2(-1.0, 1.0), dvec2(1.0, -1.0)), Some([DVec2::ZERO; 2]));
        assert_eq!(clipped(dvec2(-1.0, 0.5), dvec2(0.5, -1.0)), None);
        assert_eq!(clipped(dvec2(4.0, 9.0), dvec2(4.0, 4.0)), Some([dvec2(4.0, 4.0); 2]));
        assert_eq!(clipped(dvec2(4.0, 4.0), dvec2(4.0, 4.0)), Some([dvec2(4.0, 4.0); 2]));
    }
}
