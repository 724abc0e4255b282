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
/// Stretches in which a way of no length is sought beside the best.
const ELSEWHERE: usize = 32;
/// Of heights over planes, in parts of the sizes.
const NOISE: f64 = 4.0 * f64::EPSILON;
/// From how far off the second plane is sought, in radii of the arc.
const FAR: f64 = 16.0;
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
    // Where it all but touches, it may go through elsewhere: there the way is none, and not just a short one.
    for Stretch { from, to, .. } in heap.into_sorted_vec().into_iter().rev().take(ELSEWHERE) {
        if best.distance <= DoubleDouble::ZERO || best.distance.to_f64() > 16.0 * NEAR * size {
            break;
        }
        let other = settled(tube, &way, way(tube.out(middle([from, to]))), to - from);
        if other.distance < best.distance {
            best = other;
        }
    }
    Closest::between(best.on_arc, best.on_set)
}

/// A time before which no point of the tube, moving by `t velocity`, touches the set; infinite when none ever does. The plane
/// that bounds a stretch moves along with it: the gap to it closes at the speed `-n . velocity`. Stretches are halved
/// until the one that may touch first is bounded to a tenth of its gap.
///
/// Where the tube slides past, the way to the set soon points along the arc, and its plane is passed at full speed. So a
/// second plane is tried, nearly at right angles to the way along the arc: that of the set's point nearest to one far
/// off in that direction.
pub(super) fn earliest<V: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    nearest: &dyn Fn(V) -> V,
    velocity: V,
) -> f64 {
    let radius = tube.radius.to_f64();
    let size = (tube.center.length() + tube.circle + tube.radius).to_f64();
    // The earliest time of a stretch, and whether it is bounded well.
    let look = |from: f64, to: f64| {
        let out = tube.out(middle([from, to]));
        let on_arc = tube.at(out);
        let bounded = |on_set: V, n: V| {
            let gap = n.dot(on_arc - on_set).to_f64() - radius;
            Bound::new(gap, tube.dip(n, [from, to]), -n.dot(velocity).to_f64(), size)
        };
        let on_set = nearest(on_arc);
        let way = on_arc - on_set;
        let bound = bounded(on_set, way.normalized_or_zero());
        let aside = beside(way, tube.along(out));
        if bound.close || aside.is_zero() {
            return bound;
        }
        let far = on_arc + aside * (tube.circle * DoubleDouble::new(FAR));
        let on_set = nearest(far);
        bound.or(bounded(on_set, (far - on_set).normalized_or_zero()))
    };
    let mut heap = BinaryHeap::new();
    let push = |heap: &mut BinaryHeap<(Stretch, bool)>, from: f64, to: f64| {
        let Bound { earliest, close, .. } = look(from, to);
        heap.push((Stretch { bound: earliest, from, to }, close));
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

/// What of a way is at right angles to another, of length 1; zero where it is hardly any.
pub(super) fn beside<V: FloatVector<Scalar = DoubleDouble>>(way: V, along: V) -> V {
    let rest = way - along * way.dot(along);
    if rest.length() * DoubleDouble::new(1e12) > way.length() {
        rest.normalized_or_zero()
    } else {
        way.zero()
    }
}

/// Before when no point of a stretch touches.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub(super) earliest: f64,
    /// What shorter stretches tend to.
    best: f64,
    /// It is most of that.
    pub(super) close: bool,
}

impl Bound {
    /// By a plane over which the middle is at a height `gap`, give or take the noise of what has this size, and the lowest
    /// point `less` below that, coming nearer at a speed.
    pub(super) fn new(gap: f64, less: f64, nearing: f64, size: f64) -> Self {
        let gap = gap - NOISE * size;
        let [earliest, best] = [gap - less, gap].map(|height| first_touch(height, nearing));
        Self { earliest, best, close: less <= gap * 0.1 }
    }

    /// By another plane, where that says more: both hold. Where the first may yet say more than that, it is not close.
    pub(super) fn or(self, other: Self) -> Self {
        if other.earliest > self.earliest {
            Self { earliest: other.earliest, close: other.close && other.earliest >= 0.9 * self.best, ..self }
        } else {
            self
        }
    }
}

/// When a gap that closes at a speed is closed at the earliest.
fn first_touch(gap: f64, nearing: f64) -> f64 {
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
