//! Point and ray (line, segment).
//!
//! The foot of `p` on the line is at `t = (p - o) . d / |d|^2`, clamped to the range of the ray or
//! segment. The point is on the line if `(p - o) x d = 0`, and in range if
//! `0 <= (p - o) . d <= |d|^2`, without a division. With a zero direction (a segment of length 0)
//! the set is the point `o`.
//!
//! Sources: [Ericson 5.1.2].

use crate::exact::certain::{Excess, are_ordinary};
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{Line, Linear, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies on the line, ray or segment.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &Point<V>, b: &L) -> V::Mask {
    let (w, d) = (a.0 - b.origin(), b.direction());
    let zero = w.get(0).zero();
    let mut on_line = w.wedge_squared(d).le(zero);
    if on_line.none() {
        return on_line;
    }
    on_line = on_line & b.contains_ratio(w.dot(d), d.length_squared());
    // With a zero direction both are true for each point; only the origin remains.
    on_line & (w.is_zero() | zero.lt(d.length_squared()))
}

/// Returns the parameter of the point's foot, clamped to the range.
#[inline(always)]
pub(crate) fn foot<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(a: &Point<V>, b: &L) -> V::Scalar {
    let (w, d) = (a.0 - b.origin(), b.direction());
    let dd = d.length_squared();
    b.clamp(w.dot(d).div_or(dd, dd.zero()))
}

/// Tests whether the squared distance is at most `squared`, without a division.
#[inline(always)]
pub(crate) fn within<V: Vector, L: Linear<Vector = V>>(a: &Point<V>, b: &L, squared: V::Scalar) -> V::Mask {
    let w = a.0 - b.origin();
    let mut hit = w.length_squared().le(squared) | beside::<V, L>(w, b.direction(), squared);
    if L::HAS_END {
        hit = hit | (a.0 - b.end()).length_squared().le(squared);
    }
    hit
}

/// Returns the result of [`within`] a radius if plain floats certify it, otherwise `None`.
#[inline(always)]
pub(crate) fn certainly_within<V: FloatVector, L: Linear<Vector = V>>(
    a: &Point<V>,
    b: &L,
    radius: V::Scalar,
) -> Option<bool> {
    let (excess, least) = excess(a, b, radius.squared());
    (excess.is_clear() & are_ordinary(Ring::min(least, excess.size), excess.size))
        .then_some(excess.value < V::Scalar::ZERO)
}

/// Returns the excess of the squared distance over the squared radius, times `|d|^2`. With
/// `s / |d|^2` the clamped `t` of the foot it is
///
/// ```text
/// (|w|^2 - r^2) |d|^2 - s (2 w . d - s)
/// ```
///
/// where `|s| <= |w| |d|`, so that the error is less than `64 u (|w|^2 + r^2) |d|^2` if neither
/// factor underflows. The smaller factor is returned too.
#[inline(always)]
pub(crate) fn excess<V: FloatVector, L: Linear<Vector = V>>(
    a: &Point<V>,
    b: &L,
    squared: V::Scalar,
) -> (Excess<V::Scalar>, V::Scalar) {
    let (w, d) = (a.0 - b.origin(), b.direction());
    let (ww, dot, dd) = (w.length_squared(), w.dot(d), d.length_squared());
    let foot = b.clamp_ratio(dot, dd);
    let value = (ww - squared) * dd - foot * (dot + dot - foot);
    (Excess { value, size: (ww + squared) * dd, noise: 32 }, Ring::min(ww + squared, dd))
}

/// Tests whether the point at `w` from the origin lies within the radius of the line along `d`, and
/// not beyond an end. False for a zero direction.
#[inline(always)]
pub(crate) fn beside<V: Vector, L: Linear<Vector = V>>(w: V, d: V, squared: V::Scalar) -> V::Mask {
    let (dot, dd) = (w.dot(d), d.length_squared());
    let zero = dd.zero();
    let mut hit = zero.lt(dd) & w.wedge_squared(d).le(squared * dd);
    if L::HAS_START {
        hit = hit & zero.le(dot);
    }
    if L::HAS_END {
        hit = hit & dot.le(dd);
    }
    hit
}

/// Returns the squared distance, a fraction without a square root.
#[inline(always)]
pub(crate) fn distance_squared<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(
    a: &Point<V>,
    b: &L,
) -> V::Scalar {
    let (w, d) = (a.0 - b.origin(), b.direction());
    let (dot, dd) = (w.dot(d), d.length_squared());
    let zero = dd.zero();
    // Beyond an end it is the distance from that end; otherwise |w x d| / |d|, which does not
    // cancel far away.
    let mut squared = w.wedge_squared(d).div_or(dd, w.length_squared());
    if L::HAS_END {
        squared = Ring::select(dd.le(dot), (w - d).length_squared(), squared);
    }
    if L::HAS_START {
        squared = Ring::select(dot.le(zero), w.length_squared(), squared);
    }
    squared
}

/// Returns the point, and its foot.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Point<V>, b: &L) -> Closest<V> {
    let on_b = b.at(foot(a, b));
    Closest { distance: distance_squared(a, b).sqrt(), on_a: a.0, on_b }
}

/// Returns the span of length 0 at which the line passes the point; a point has no normal.
#[inline]
pub fn span<V: Vector<Scalar: Real>>(a: &Point<V>, b: &Line<V>) -> OptSpan<V> {
    let t = foot(a, b);
    let none = a.0.zero();
    intersects(a, b).then_some(Span { enter: t, exit: t, normal_enter: none, normal_exit: none })
}

/// Returns the distance; a line has no interior.
pub fn signed_distance<V: FloatVector, L: Linear<Vector = V>>(a: &L, b: &Point<V>) -> V::Scalar {
    distance(b, a).distance
}
