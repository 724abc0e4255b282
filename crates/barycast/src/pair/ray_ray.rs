//! Ray and ray (lines and segments too).
//!
//! With `w = o2 - o1` and `n = d1 x d2`, lines that are not parallel come closest at
//!
//! ```text
//! t1 = (w x d2) . n / |n|^2        t2 = (w x d1) . n / |n|^2
//! ```
//!
//! a distance of `|w . n| / |n|` apart, which is 0 in 2D. When either `t` is out of range, or the lines are
//! parallel, an end of one faces the other. Every candidate is a true distance between two points, so the least of
//! them is right, whatever was parallel; and no candidate needs a tolerance for "parallel".
//!
//! Sources: [Ericson 5.1.8], [Eberly 2015].

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::point_ray;
use crate::question::{Closest, OptSpan, Span};
use crate::shape::{Line, Linear, Point};
use crate::vector::Vector;

/// `|n|^2` and the numerators of `t1` and `t2` at the crossing, or the nearest approach, of the two lines.
#[inline(always)]
fn crossing<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> (V::Scalar, V::Scalar, V::Scalar) {
    let (w, d1, d2) = (b.origin() - a.origin(), a.direction(), b.direction());
    (d1.wedge_squared(d2), w.wedge_dot(d2, d1, d2), w.wedge_dot(d1, d1, d2))
}

/// They share a point; touching and overlapping count.
#[inline(always)]
pub fn intersects<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let (nn, t1, t2) = crossing(a, b);
    let zero = nn.zero();
    let in_plane = (b.origin() - a.origin()).triple(a.direction(), b.direction()).same(zero);
    let crossing = zero.lt(nn) & in_plane & a.holds_ratio(t1, nn) & b.holds_ratio(t2, nn);
    // Parallel sets that meet hold an end of each other, and so do those of length 0.
    let mut hit = crossing
        | point_ray::intersects(&Point(a.origin()), b)
        | point_ray::intersects(&Point(b.origin()), a);
    if A::ENDS {
        hit = hit | point_ray::intersects(&Point(a.at(zero.one())), b);
    }
    if B::ENDS {
        hit = hit | point_ray::intersects(&Point(b.at(zero.one())), a);
    }
    hit
}

/// The squared distance: a fraction without a root.
#[inline(always)]
pub fn distance_squared<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> V::Scalar {
    let (nn, t1, t2) = crossing(a, b);
    let zero = nn.zero();
    let mut best = point_ray::distance_squared(&Point(a.origin()), b);
    best = Ring::min(best, point_ray::distance_squared(&Point(b.origin()), a));
    if A::ENDS {
        best = Ring::min(best, point_ray::distance_squared(&Point(a.at(zero.one())), b));
    }
    if B::ENDS {
        best = Ring::min(best, point_ray::distance_squared(&Point(b.at(zero.one())), a));
    }
    // From the points themselves, not as `(w . n)^2 / |n|^2`: the product of nearly parallel directions is noise,
    // but the distance of whatever points it names is never too short. From both, so that order never matters.
    let on_a = Point(a.at(a.clamp(t1.div_or(nn, zero))));
    let on_b = Point(b.at(b.clamp(t2.div_or(nn, zero))));
    best = Ring::min(best, point_ray::distance_squared(&on_a, b));
    best = Ring::min(best, point_ray::distance_squared(&on_b, a));
    if V::DIM == 2 {
        // In the plane, lines that cross within range share that point, however it rounds.
        let cross = zero.lt(nn) & a.holds_ratio(t1, nn) & b.holds_ratio(t2, nn);
        best = Ring::select(cross, zero, best);
    }
    best
}

/// The closest points; for overlapping ones, a shared end.
pub fn distance<V: Vector<Scalar: Real>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    let (nn, t1, t2) = crossing(a, b);
    let zero = nn.zero();
    let mut best = point_ray::distance(&Point(a.origin()), b);
    best = best.nearer(point_ray::distance(&Point(b.origin()), a).swap());
    if A::ENDS {
        best = best.nearer(point_ray::distance(&Point(a.at(zero.one())), b));
    }
    if B::ENDS {
        best = best.nearer(point_ray::distance(&Point(b.at(zero.one())), a).swap());
    }
    let on_a = Point(a.at(a.clamp(t1.div_or(nn, zero))));
    let on_b = Point(b.at(b.clamp(t2.div_or(nn, zero))));
    best.nearer(point_ray::distance(&on_a, b)).nearer(point_ray::distance(&on_b, a).swap())
}

/// The one `t` at which the line `b` crosses `a`, or the stretch along which it runs in it. No normal.
pub fn span<V: Vector<Scalar: Real>, A: Linear<Vector = V>>(a: &A, b: &Line<V>) -> OptSpan<V> {
    let (nn, _, t) = crossing(a, b);
    let zero = nn.zero();
    let infinity = zero.infinity();
    let parallel = nn.le(zero);
    let at = t.div_or(nn, zero);
    // Along the line: where a's ends lie on it. Without an end, the stretch has none on that side.
    let from = point_ray::foot(&Point(a.origin()), b);
    let to = point_ray::foot(&Point(a.at(zero.one())), b);
    let backward = to.lt(from);
    let mut first = Ring::select(backward, to, from);
    let mut last = Ring::select(backward, from, to);
    if !A::ENDS {
        first = Ring::select(backward, -infinity, first);
        last = Ring::select(backward, last, infinity);
    }
    if !A::BEGINS {
        (first, last) = (-infinity, infinity);
    }
    let none = b.direction.zero();
    intersects(a, b).then_some(Span {
        enter: Ring::select(parallel, first, at),
        exit: Ring::select(parallel, last, at),
        normal_enter: none,
        normal_exit: none,
    })
}
