//! Cohen-Sutherland: a segment in a box, by outcodes.
//!
//! A point's [`Outcode`] has a bit for each side that it lies beyond. When both ends have none, all of the segment is
//! inside; when they share one, all of it lies beyond that side; else an end that has one is cut there, and asked
//! again. In a plane, with y upward (nothing here depends on it: below is where y is less):
//!
//! ```text
//! 1001 | 1000 | 1010
//! 0001 | 0000 | 0010        above  below  right  left
//! 0101 | 0100 | 0110
//! ```
//!
//! Each side cuts an end at most once, and every cut is taken from the segment as given, so rounding neither adds up
//! nor makes it run in circles.
//!
//! Sources: [Foley 3.12].

use super::{End, Piece, point_at};
use crate::number::{Field, Ring};
use crate::shape::{Aabb, Segment};
use crate::vector::Vector;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{BitAnd, BitOr};

/// Which sides of a box a point lies beyond: a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcode(u8);

impl Outcode {
    /// Beyond no side.
    pub const INSIDE: Self = Self(0);
    /// `x < min.x`.
    pub const LEFT: Self = Self(1);
    /// `x > max.x`.
    pub const RIGHT: Self = Self(2);
    /// `y < min.y`.
    pub const BELOW: Self = Self(4);
    /// `y > max.y`.
    pub const ABOVE: Self = Self(8);
    /// `z < min.z`.
    pub const BEFORE: Self = Self(16);
    /// `z > max.z`.
    pub const BEYOND: Self = Self(32);

    /// Of a point.
    pub fn of<V: Vector<Mask = bool>>(p: V, window: &Aabb<V>) -> Self {
        let mut bits = 0;
        for axis in 0..V::DIM {
            bits |= u8::from(p.get(axis).lt(window.min.get(axis))) << (2 * axis);
            bits |= u8::from(window.max.get(axis).lt(p.get(axis))) << (2 * axis + 1);
        }
        Self(bits)
    }

    /// The bits: left, right, below, above, before, beyond, from the lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// No bit.
    pub const fn is_inside(self) -> bool {
        self.0 == 0
    }

    /// Without the other's bits.
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

/// As in the books: above, below, right, left, as ones and zeros; in space beyond and before stand first.
impl fmt::Display for Outcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 16 { write!(f, "{:04b}", self.0) } else { write!(f, "{:06b}", self.0) }
    }
}

/// One round: the segment as it is, with the outcodes of both ends, and where it is cut next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<V> {
    /// What is left so far.
    pub segment: Segment<V>,
    /// Of both its ends.
    pub outcodes: [Outcode; 2],
    /// Which end is cut (0 is `a`), and the side's bit; none in the last round.
    pub cut: Option<(usize, Outcode)>,
}

/// What of the segment lies in the box; `None` when nothing does.
pub fn clip<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
) -> Option<Piece<V>> {
    rounds(segment, window, |_| {})
}

/// The same, with every round on the way: the last shows why it ended.
pub fn steps<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
) -> (Vec<Step<V>>, Option<Piece<V>>) {
    let mut steps = Vec::new();
    let piece = rounds(segment, window, |step| steps.push(step));
    (steps, piece)
}

fn rounds<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    window: &Aabb<V>,
    mut see: impl FnMut(Step<V>),
) -> Option<Piece<V>> {
    let Segment { a, b } = *segment;
    let zero = a.get(0).zero();
    let mut ends = [End { t: zero, cut: None }, End { t: zero.one(), cut: None }];
    let (mut points, mut done) = ([a, b], [Outcode::INSIDE; 2]);
    loop {
        let left = |i: usize| Outcode::of(points[i], window).without(done[i]);
        let outcodes = [left(0), left(1)];
        let mut step = Step { segment: Segment::new(points[0], points[1]), outcodes, cut: None };
        let apart = !(outcodes[0] & outcodes[1]).is_inside() || ends[1].t.lt(ends[0].t);
        if apart || (outcodes[0] | outcodes[1]).is_inside() {
            see(step);
            return (!apart).then(|| Piece::in_box(segment, ends, window));
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
        let code = |x, y| Outcode::of(dvec2(x, y), &SQUARE).to_string();
        let rows = [[-1.0, 2.0, 9.0].map(|x| code(x, 9.0)), [-1.0, 2.0, 9.0].map(|x| code(x, -1.0))];
        assert_eq!(rows, [["1001", "1000", "1010"], ["0101", "0100", "0110"]]);
        assert_eq!([code(-1.0, 2.0), code(4.0, 0.0), code(5.0, 2.0)], ["0001", "0000", "0010"]);
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.));
        assert_eq!(Outcode::of(dvec3(2.0, 0.5, 7.0), &cube).to_string(), "100010");
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
    fn every_round_can_be_seen() {
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
