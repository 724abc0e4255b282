//! The shortest way from an arc to a convex set.
//!
//! Let `q` be the set's point nearest to the arc's point `p` in the middle of a stretch, and `n` the unit vector from `q` to
//! `p`. The plane through `q` across `n` holds the set on its far side, so no point of the arc is nearer to the set than
//! to the plane:
//!
//! ```text
//! distance of c + R (x cos w + y sin w)   >=   n . (c - q) + R ((n . x) cos w + (n . y) sin w)
//! ```
//!
//! whose least value on the stretch is known. At `p` both sides are equal, and so are their slopes: the bound is off by the
//! square of the stretch's length. Stretches whose bound is above the nearest way found are left out, the others halved. In
//! the one that stays, the slope of the distance along the arc changes its sign: there the last digits are found.
//!
//! Around a set that is as near to the arc everywhere (a ball on the axis of a torus) no stretch can be left out; after
//! [`LIMIT`] of them the nearest found is the answer, which is then off by no more than the square of a stretch's length.

use super::tube::{Tube, middle};
use crate::number::{DoubleDouble, Field, Float};
use crate::question::Closest;
use crate::vector::{FloatVector, Vector};
use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

/// Stretches that are looked at.
const LIMIT: usize = 600;
/// Stretches at first.
const FIRST: u32 = 8;
/// Bounds this near to the best, in parts of the sizes, are as good.
const NEAR: f64 = 1e-14;

/// A stretch of the arc, first the one that may come nearest.
struct Stretch {
    bound: f64,
    from: f64,
    to: f64,
}

impl PartialEq for Stretch {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Stretch {}

impl PartialOrd for Stretch {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Stretch {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.from.total_cmp(&self.from))
    }
}

/// A point of the arc and the set's nearest to it.
#[derive(Clone, Copy)]
struct Way<V: Vector> {
    distance: DoubleDouble,
    out: V,
    on_arc: V,
    on_set: V,
}

/// The shortest way to the set whose nearest points are told, without the tube's radius.
pub(super) fn to_convex<V: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    nearest: &dyn Fn(V) -> V,
) -> Closest<V> {
    let way = |out: V| {
        let on_arc = tube.at(out);
        let on_set = nearest(on_arc);
        Way { distance: (on_arc - on_set).length(), out, on_arc, on_set }
    };
    let mut best = way(tube.axes[0]);
    let mut around = tube.sweep / f64::from(FIRST);
    let mut better = |found: Way<V>, best: &mut Way<V>, width: f64| {
        if found.distance < best.distance {
            *best = found;
            around = width;
        }
    };
    if !tube.is_closed() {
        better(way(tube.end), &mut best, tube.sweep / f64::from(FIRST));
    }
    let mut heap = BinaryHeap::new();
    let look = |from: f64, to: f64| {
        let found = way(tube.out(middle([from, to])));
        let n = (found.on_arc - found.on_set).normalized_or_zero();
        let bound = found.distance.to_f64() - tube.dip(n, [from, to]);
        (found, Stretch { bound, from, to })
    };
    for [from, to] in tube.stretches(FIRST) {
        let (found, stretch) = look(from, to);
        better(found, &mut best, to - from);
        heap.push(stretch);
    }
    let size = (tube.center.length() + tube.circle + best.on_set.length()).to_f64();
    let mut looks = 0;
    while let Some(stretch) = heap.pop() {
        if best.distance <= DoubleDouble::ZERO
            || stretch.bound >= best.distance.to_f64() - NEAR * size
            || looks >= LIMIT
        {
            break;
        }
        let half = middle([stretch.from, stretch.to]);
        for (from, to) in [(stretch.from, half), (half, stretch.to)] {
            if from < to {
                let (found, part) = look(from, to);
                better(found, &mut best, to - from);
                heap.push(part);
                looks += 1;
            }
        }
    }
    if best.distance > DoubleDouble::ZERO {
        best = settled(tube, &way, best, around);
    }
    Closest::between(best.on_arc, best.on_set)
}

/// A time before which no point of the tube, moving by `t velocity`, touches the set; infinite when none ever does. The plane
/// that bounds a stretch moves along with it: the gap to it closes at the speed `-n . velocity`. Stretches are halved
/// until the one that may touch first is bounded to a tenth of its gap.
pub(super) fn earliest<V: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    nearest: &dyn Fn(V) -> V,
    velocity: V,
) -> f64 {
    let radius = tube.radius.to_f64();
    // The earliest time of a stretch, and whether it is bounded well.
    let look = |from: f64, to: f64| {
        let on_arc = tube.at(tube.out(middle([from, to])));
        let way = on_arc - nearest(on_arc);
        let n = way.normalized_or_zero();
        let (gap, less) = (way.length().to_f64() - radius, tube.dip(n, [from, to]));
        (first_touch(gap - less, -n.dot(velocity).to_f64()), less <= gap * 0.1)
    };
    let mut heap = BinaryHeap::new();
    let push = |heap: &mut BinaryHeap<(Stretch, bool)>, from: f64, to: f64| {
        let (bound, close) = look(from, to);
        heap.push((Stretch { bound, from, to }, close));
    };
    for [from, to] in tube.stretches(FIRST) {
        push(&mut heap, from, to);
    }
    for _ in 0..LIMIT {
        let Some((Stretch { bound, from, to }, close)) = heap.pop() else { break };
        if close || bound == f64::INFINITY {
            return bound;
        }
        let half = middle([from, to]);
        push(&mut heap, from, half);
        push(&mut heap, half, to);
    }
    heap.pop().map_or(0.0, |(stretch, _)| stretch.bound)
}

/// When a gap that closes at a speed is closed at the earliest.
pub(super) fn first_touch(gap: f64, nearing: f64) -> f64 {
    if gap <= 0.0 {
        0.0
    } else if nearing > 0.0 {
        gap / nearing * (1.0 - 1e-12)
    } else {
        f64::INFINITY
    }
}

/// The same valley to the last digits: where the way is at right angles to the arc, sought by false position between two
/// angles at which it leans to different sides.
fn settled<V: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    way: &dyn Fn(V) -> Way<V>,
    start: Way<V>,
    width: f64,
) -> Way<V> {
    const STEPS: u32 = 160;
    let (zero, along) = (DoubleDouble::ZERO, tube.along(start.out));
    // Angles are told by their tangent, from the start on.
    let at = |s: DoubleDouble| way((start.out + along * s).normalized_or_zero());
    let slope = |w: &Way<V>| tube.along(w.out).dot(w.on_arc - w.on_set);
    let inside = |w: &Way<V>| tube.is_closed() || tube.angle(w.out) <= tube.sweep;
    let mut best = start;
    let (mut low, mut high) = (-DoubleDouble::new(width), DoubleDouble::new(width));
    let (mut first, mut last) = (at(low), at(high));
    for w in [&first, &last] {
        if inside(w) && w.distance < best.distance {
            best = *w;
        }
    }
    let (mut left, mut right) = (slope(&first), slope(&last));
    if left > zero || right < zero {
        return best;
    }
    let (mut halve, circle) = (false, tube.circle.to_f64());
    for _ in 0..STEPS {
        let span = high - low;
        let by_slopes = high - right * (span / (right - left));
        // False position, and a half where that did not get far: at a kink it would not.
        let s = if halve || !(by_slopes > low && by_slopes < high) { (low + high).half() } else { by_slopes };
        let w = at(s);
        if inside(&w) && w.distance < best.distance {
            best = w;
        }
        let lean = slope(&w);
        let fine = span.to_f64() * circle <= best.distance.to_f64() * 1e-20;
        if lean == zero || fine || span.to_f64() < 1e-31 {
            break;
        }
        if lean < zero {
            (low, left, first) = (s, lean, w);
        } else {
            (high, right, last) = (s, lean, w);
        }
        halve = high - low > span.half();
    }
    for w in [first, last] {
        if inside(&w) && w.distance < best.distance {
            best = w;
        }
    }
    best
}
