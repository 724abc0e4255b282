//! Line equations, and clipping of lines and polygons against a window.
//!
//! | algorithm | subject | window | method |
//! |---|---|---|---|
//! | [`cohen_sutherland`] | segment | box | outcodes: the sides that a point lies beyond |
//! | [`liang_barsky`] | segment | box | interval of `t` per pair of sides |
//! | [`cyrus_beck`] | segment | convex polygon or polyhedron | interval of `t` per side |
//! | [`polygon`] | polygon | convex polygon or polyhedron | Sutherland-Hodgman: one side at a time |
//!
//! All kernels require a [`Field`]. Over exact rationals they agree to the last digit, also for
//! touching, parallel or zero-length input; over floats they differ by rounding. The window is a
//! closed set: input that only touches it is clipped to a point.
//!
//! - [`GeneralLine`], [`SlopeIntercept`], [`Pluecker`]: line equations besides
//!   [`Line`](crate::shape::Line), with conversions.

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

/// A clipped segment: the part `enter <= t <= exit` of `a + t (b - a)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClippedSegment<V: Vector> {
    /// Parameter of its start.
    pub enter: V::Scalar,
    /// Parameter of its end.
    pub exit: V::Scalar,
    /// Segment from the point at `enter` to the point at `exit`.
    pub segment: Segment<V>,
}

/// An end of a clipped segment: its `t`, and for a cut by a box the axis and the coordinate there.
#[derive(Clone, Copy)]
struct End<S> {
    t: S,
    cut: Option<(usize, S)>,
}

impl<V: Vector<Scalar: Field, Mask = bool>> ClippedSegment<V> {
    /// Builds the part between two parameters. At 0 and 1 it has the original ends.
    fn between(segment: &Segment<V>, enter: V::Scalar, exit: V::Scalar) -> Self {
        let points = [enter, exit].each(|t| point_at(segment, t));
        Self { enter, exit, segment: Segment::new(points[0], points[1]) }
    }

    /// Builds the part in a box and clamps its ends, so that they lie in the box despite rounding.
    fn in_box(segment: &Segment<V>, [enter, exit]: [End<V::Scalar>; 2], window: &Aabb<V>) -> Self {
        let at = |end: End<V::Scalar>| {
            let p = point_at(segment, end.t);
            end.cut.map_or(p, |(axis, bound)| window.closest_point(p).with(axis, bound))
        };
        let [a, b] = [enter, exit].each(at);
        Self { enter: enter.t, exit: exit.t, segment: Segment::new(a, b) }
    }
}

/// Returns the point at `t`; the original ends at 0 and 1.
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
