//! The stretch of a line in a convex shape.
//!
//! A polytope is the common set of its sides: each cuts the line at `t = (d - n . o) / n . v`, or lets it pass when
//! it runs along.

use super::{Bodied, closest_to, noise};
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::question::Span;
use crate::shape::{HalfSpace, Line};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The stretch, if there is one.
pub(crate) fn spans<A: Bodied>(a: &A, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    if line.direction.is_zero() {
        let found = closest_to(a, line.origin);
        let here = found.distance <= noise(line.origin.length());
        return here.then(|| endless(line)).into_iter().collect();
    }
    match a.sides() {
        Some(sides) => cut(&sides, line).into_iter().collect(),
        None => Vec::new(),
    }
}

/// All of the line.
fn endless<V: FloatVector<Scalar = DoubleDouble>>(line: &Line<V>) -> Span<V> {
    let (none, infinity) = (line.direction.zero(), DoubleDouble::ONE.infinity());
    Span { enter: -infinity, exit: infinity, normal_enter: none, normal_exit: none }
}

/// What all sides leave of a line.
fn cut<V: FloatVector<Scalar = DoubleDouble>>(sides: &[HalfSpace<V>], line: &Line<V>) -> Option<Span<V>> {
    let zero = DoubleDouble::ZERO;
    let mut span = endless(line);
    for side in sides {
        let (n, o, d) = (side.normal, line.origin, line.direction);
        let speed = n.dot(d).settle(n.length() * d.length());
        let height = -side.side(o);
        if speed < zero {
            let t = height / speed;
            if span.enter < t {
                (span.enter, span.normal_enter) = (t, n);
            }
        } else if speed > zero {
            let t = height / speed;
            if t < span.exit {
                (span.exit, span.normal_exit) = (t, n);
            }
        } else if height.settle(n.length() * o.length() + Ring::abs(side.distance)) < zero {
            return None;
        }
    }
    (span.enter <= span.exit).then_some(span)
}
