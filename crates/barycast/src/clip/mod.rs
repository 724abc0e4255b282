//! The forms of a line, and what a window leaves of lines and polygons.
//!
//! | | a segment, | a polygon, | by |
//! |---|---|---|---|
//! | [`cohen_sutherland`] | in a box | | outcodes: which sides a point lies beyond |
//! | [`liang_barsky`] | in a box | | the range of `t` that each pair of sides leaves |
//! | [`cyrus_beck`] | in a convex polygon or polyhedron | | the range of `t` that each side leaves |
//! | [`polygon`] | | in a convex polygon or polyhedron | Sutherland-Hodgman: one side after the other |
//!
//! All kernels ask for a [`Field`]: over exact rationals they agree to the last digit, whatever touches, is parallel or
//! has no length; over floats they differ by rounding. The window is a closed set: what only touches it leaves a point.
//!
//! - [`GeneralLine`], [`SlopeIntercept`], [`Pluecker`]: the forms of a line besides [`Line`](crate::shape::Line), and
//!   the conversions.

pub mod cohen_sutherland;
pub mod cyrus_beck;
mod forms;
pub mod liang_barsky;
mod pluecker;
pub mod polygon;

pub use forms::{GeneralLine, SlopeIntercept, divide_inside, divide_outside};
pub use pluecker::Pluecker;

use crate::number::each::MapEach;
use crate::number::{Field, Ring};
use crate::shape::{Aabb, Segment};
use crate::vector::Vector;

/// What is left of a segment `a + t (b - a)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<V: Vector> {
    /// The `t` of its beginning.
    pub enter: V::Scalar,
    /// The `t` of its end.
    pub exit: V::Scalar,
    /// From the point at `enter` to the point at `exit`.
    pub segment: Segment<V>,
}

/// An end of what is left: its `t`, and of a cut by a side of a box the axis and the number there.
#[derive(Clone, Copy)]
struct End<S> {
    t: S,
    cut: Option<(usize, S)>,
}

impl<V: Vector<Scalar: Field, Mask = bool>> Piece<V> {
    /// Between two ends; those that are not cut are the segment's own.
    fn between(segment: &Segment<V>, enter: V::Scalar, exit: V::Scalar) -> Self {
        let points = [enter, exit].each(|t| point_at(segment, t));
        Self { enter, exit, segment: Segment::new(points[0], points[1]) }
    }

    /// The same in a box, in which the points then lie whatever the rounding.
    fn in_box(segment: &Segment<V>, [enter, exit]: [End<V::Scalar>; 2], window: &Aabb<V>) -> Self {
        let at = |end: End<V::Scalar>| {
            let p = point_at(segment, end.t);
            end.cut.map_or(p, |(axis, bound)| window.closest_point(p).with(axis, bound))
        };
        let [a, b] = [enter, exit].each(at);
        Self { enter: enter.t, exit: exit.t, segment: Segment::new(a, b) }
    }
}

/// The point at `t`: the ends themselves at 0 and 1.
fn point_at<V: Vector<Scalar: Field, Mask = bool>>(segment: &Segment<V>, t: V::Scalar) -> V {
    let Segment { a, b } = *segment;
    if t.le(t.zero()) {
        a
    } else if t.one().le(t) {
        b
    } else {
        a + (b - a) * t
    }
}
