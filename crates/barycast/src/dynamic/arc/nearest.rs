//! Shortest way from an arc to a convex set.
//!
//! Let `q` be the point of the set closest to the arc's point `p` in the middle of a stretch, and
//! `n` the unit vector from `q` to `p`. The set lies on the far side of the plane through `q`
//! across `n`, so every point of the arc is at least as far from the set as from the plane:
//!
//! ```text
//! distance of c + R (x cos w + y sin w)   >=   n . (c - q) + R ((n . x) cos w + (n . y) sin w)
//! ```
//!
//! The least value of this bound on the stretch is known. At `p` both sides are equal, and so are
//! their slopes, so the error of the bound is of the order of the squared length of the stretch.
//! Stretches whose bound is above the shortest way found are discarded, and the others halved. In
//! the remaining one the slope of the distance along the arc changes sign, which gives the last
//! digits.
//!
//! The search runs in `f64` first, if the set is known in `f64`. The plane then goes through the
//! set's farthest point along `n`, which bounds the set whatever digits `q` has lost. Double-double
//! precision is used in the stretch found by `f64`.
//!
//! For a set that is equally far from the whole arc (a ball on the axis of a torus) no stretch can
//! be discarded. After [`LIMIT`] stretches the shortest way found is returned. Its error is at most
//! of the order of the squared length of a stretch.

use super::approach::Bound;
use super::tube::{Tube, middle};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::query::Closest;
use crate::vector::{FloatVector, Vector};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Maximum number of stretches that are halved.
const LIMIT: usize = 300;
/// Initial number of stretches.
pub(super) const FIRST: u32 = 8;
/// Maximum number of local minima whose last digits are computed.
const VALLEYS: usize = 32;
/// Rounding error of heights over planes, as a fraction of the sizes.
pub(super) const NOISE: f64 = 4.0 * f64::EPSILON;
/// Distance from which the second plane is determined, in radii of the arc.
const FAR: f64 = 16.0;
/// Bounds that differ from the best by less than this fraction of the sizes are equally good.
const NEAR: f64 = 1e-14;
/// `f64` is used if its error is below this fraction of the circle.
const CLEAR: f64 = 1e-9;
/// Rounding error of a way of length 0, as a fraction of the sizes.
const ZERO: f64 = 1e-29;

/// Stretch of the arc, ordered by its lower bound.
struct Stretch {
    bound: f64,
    /// Distance of its middle.
    distance: f64,
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

/// Returns both halves of a stretch, if `f64` can represent them.
pub(super) fn halves([from, to]: [f64; 2]) -> impl Iterator<Item = [f64; 2]> {
    let half = middle([from, to]);
    [[from, half], [half, to]].into_iter().filter(|[from, to]| from < to)
}

/// Returns the point of the set closest to a point, and a point of the supporting plane across the
/// way between them. Both are equal up to rounding.
pub(super) type Near<'s, V> = dyn Fn(V) -> [V; 2] + 's;

/// The set, by its closest points.
pub(super) struct Set<'s, V> {
    pub(super) near: &'s Near<'s, V>,
    /// Relative error of the closest points, as a fraction of their coordinates.
    pub(super) off: f64,
    /// Largest coordinate, if that matters.
    pub(super) reach: f64,
}

impl<V: FloatVector> Set<'_, V> {
    /// Tests whether the set is accurate enough relative to the size of a tube.
    fn is_clear(&self, tube: &Tube<V>) -> bool {
        let size = tube.center.length() + tube.circle;
        (size.to_f64() + self.reach) * self.off <= tube.circle.to_f64() * CLEAR
    }
}

/// Search for the closest stretches.
struct Search<'s, V: FloatVector> {
    tube: &'s Tube<V>,
    set: &'s Set<'s, V>,
    best: f64,
    /// Angles at which the arc seems to be inside the set.
    within: Vec<f64>,
    rest: BinaryHeap<Stretch>,
    size: f64,
}

impl<'s, V: FloatVector> Search<'s, V> {
    fn new(tube: &'s Tube<V>, set: &'s Set<'s, V>) -> Self {
        let (best, within, rest) = (f64::INFINITY, Vec::new(), BinaryHeap::new());
        let mut search = Self { tube, set, best, within, rest, size: 0.0 };
        if !tube.is_closed() {
            search.way(0.0);
            search.way(tube.sweep);
        }
        for [from, to] in tube.stretches(FIRST) {
            search.look(from, to);
        }
        search
    }

    /// Returns the way at an angle: its length and direction, and the height of the arc's point
    /// over the plane across it.
    fn way(&mut self, at: f64) -> (f64, V, f64) {
        let on_arc = self.tube.at(self.tube.out(at));
        let [on_set, held] = (self.set.near)(on_arc);
        let (distance, n) = ((on_arc - on_set).length().to_f64(), (on_arc - on_set).normalized_or_zero());
        if distance < self.best {
            self.best = distance;
            let size = self.tube.center.length() + self.tube.circle + on_set.length();
            self.size = size.to_f64() + self.set.reach;
        }
        if distance <= 0.0 {
            self.within.push(at);
        }
        (distance, n, n.dot(on_arc - held).to_f64())
    }

    fn look(&mut self, from: f64, to: f64) {
        let (distance, n, height) = self.way(middle([from, to]));
        let bound = height - self.tube.dip(n, [from, to]);
        self.rest.push(Stretch { bound, distance, from, to });
    }

    /// Returns the difference below which ways are equally short.
    fn noise(&self) -> f64 {
        f64::max(self.set.off, NEAR) * self.size
    }

    /// Returns a lower bound of all ways.
    fn least(&self) -> f64 {
        self.rest.peek().map_or(self.best, |stretch| self.best.min(stretch.bound))
    }

    /// Halves the stretch that may be closest. Returns `false` if no stretch can be closer than the
    /// best.
    fn goes_on(&mut self) -> bool {
        if self.least() >= self.best - self.noise() {
            return false;
        }
        let parts: Vec<[f64; 2]> =
            self.rest.peek().map_or_else(Vec::new, |next| halves([next.from, next.to]).collect());
        // A stretch that is too short to be halved stays.
        if parts.len() < 2 {
            return false;
        }
        self.rest.pop();
        for [from, to] in parts {
            self.look(from, to);
        }
        true
    }

    /// Returns the starts of the shortest ways, or where the arc `meets` the set.
    fn found(mut self, meets: &dyn Fn(f64) -> bool) -> Found {
        for _ in 0..LIMIT {
            if let Some(at) = self.within.drain(..).find(|at| meets(*at)) {
                return Found::Through(at);
            }
            if !self.goes_on() {
                break;
            }
        }
        let most = self.best + self.noise();
        let mut rest: Vec<Stretch> = self.rest.into_iter().filter(|stretch| stretch.bound <= most).collect();
        rest.order_by(|x, y| x.from.total_cmp(&y.from));
        let mut valleys: Vec<Valley> = Vec::new();
        for Stretch { distance, from, to, .. } in rest {
            let next = Valley { distance, at: middle([from, to]), from, to };
            match valleys.last_mut().filter(|last| last.to == from) {
                Some(last) => *last = last.with(next),
                None => valleys.push(next),
            }
        }
        let turn = self.tube.sweep;
        if let [first, .., last] = valleys[..]
            && self.tube.is_closed()
            && (first.from, last.to) == (0.0, turn)
        {
            valleys[0] = last.with(Valley { at: first.at + turn, from: turn, to: first.to + turn, ..first });
            valleys.pop();
        }
        valleys.order_by(|x, y| x.distance.total_cmp(&y.distance));
        Found::Valleys(valleys)
    }
}

/// Result of the search.
enum Found {
    /// An angle at which the arc is inside the set.
    Through(f64),
    /// Local minima, the deepest first.
    Valleys(Vec<Valley>),
}

/// Adjacent stretches, and the angle at which they are closest, as far as known.
#[derive(Clone, Copy)]
struct Valley {
    distance: f64,
    at: f64,
    from: f64,
    to: f64,
}

impl Valley {
    /// Extends it by the one that follows.
    fn with(self, next: Self) -> Self {
        let nearer = if next.distance < self.distance { next } else { self };
        Self { from: self.from, to: next.to, ..nearer }
    }
}

/// Tests whether the arc comes within the tube's radius of the set, if `f64` decides that clearly.
pub(super) fn seen<V: FloatVector<Scalar = f64>>(tube: &Tube<V>, set: &Set<'_, V>) -> Option<bool> {
    let mut search = Search::new(tube, set);
    for _ in 0..LIMIT {
        let rough = set.off * (search.size + tube.radius);
        if search.best < tube.radius - rough {
            return Some(true);
        }
        if search.least() > tube.radius + rough {
            return Some(false);
        }
        if !search.goes_on() {
            break;
        }
    }
    None
}

/// Point of the arc and the closest point of the set.
#[derive(Clone, Copy)]
struct Way<V: Vector> {
    distance: DoubleDouble,
    out: V,
    on_arc: V,
    on_set: V,
}

impl<V: FloatVector<Scalar = DoubleDouble>> Way<V> {
    /// Builds the way from the arc's point in a direction from its centre.
    fn new(tube: &Tube<V>, nearest: &dyn Fn(V) -> V, out: V) -> Self {
        let on_arc = tube.at(out);
        let on_set = nearest(on_arc);
        Self { distance: (on_arc - on_set).length(), out, on_arc, on_set }
    }
}

/// Returns the shortest way to the set with these closest points, without the tube's radius. Uses
/// `f64` too, if the set is known in `f64`.
pub(super) fn to_convex<V, W>(
    tube: &Tube<V>,
    nearest: &dyn Fn(V) -> V,
    rough: Option<&Set<'_, W>>,
) -> Closest<V>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    let way = |out: V| Way::new(tube, nearest, out);
    // A point closer than this is inside the set.
    let noise = |w: &Way<V>| (w.on_arc.length() + w.on_set.length()) * DoubleDouble::new(ZERO);
    let meets = |at: f64| {
        let there = way(tube.out(at));
        there.distance <= noise(&there)
    };
    let tube_in_floats = tube.rough();
    let found = match rough.filter(|set| set.is_clear(&tube_in_floats)) {
        Some(set) => Search::new(&tube_in_floats, set).found(&meets),
        None => Search::new(tube, &Set { near: &|p| [nearest(p); 2], off: NOISE, reach: 0.0 }).found(&meets),
    };
    let nearer = |best: Way<V>, next: Way<V>| if next.distance < best.distance { next } else { best };
    let best = match found {
        Found::Through(at) => way(tube.out(at)),
        Found::Valleys(valleys) => {
            let settled = valleys.into_iter().take(VALLEYS).map(|valley| {
                let found = settled(tube, &way, valley);
                let all_but_touches = found.distance.to_f64() <= NEAR * tube.circle.to_f64();
                if !all_but_touches || found.distance <= noise(&found) {
                    return found;
                }
                nearer(found, way(touching(tube, nearest, valley, &found)))
            });
            // At the start of the arc there is no rounding: an exact touch there is found.
            let begin = way(tube.axes[0]);
            let end = (!tube.is_closed()).then(|| way(tube.end));
            // A set that touches the circle from outside, in its plane, touches at its point
            // closest to the centre. There the slope of the distance is within rounding on a long
            // stretch of the arc.
            let tangent = way(tube.toward(nearest(tube.center)));
            let best = settled.chain(end).chain([tangent]).fold(begin, nearer);
            // The arc's point closest to the set's point is closer still, if only slightly.
            nearer(best, way(tube.toward(best.on_set)))
        }
    };
    Closest::between(best.on_arc, best.on_set)
}

/// Returns a lower bound of the time during which no point of a stretch touches the set, while the
/// tube moves in a straight line. The plane that bounds the stretch moves along: its gap closes at
/// the speed `nearing` of `n`.
///
/// If the tube slides past, the way to the set soon points along the arc, and the tube crosses its
/// plane at full speed. A second plane, nearly perpendicular to the way along the arc, is therefore
/// tried: that of the set's point closest to one far off in that direction.
pub(super) fn bound<V: FloatVector>(
    tube: &Tube<V>,
    set: &Set<'_, V>,
    stretch: [f64; 2],
    nearing: &dyn Fn(V) -> f64,
) -> Bound {
    let size = (tube.center.length() + tube.circle + tube.radius).to_f64();
    let out = tube.out(middle(stretch));
    let on_arc = tube.at(out);
    let by_plane = |held: V, n: V| {
        let height = (n.dot(on_arc - held) - tube.radius).to_f64();
        let noise = set.off * (size + held.length().to_f64() + set.reach);
        Bound::new(height - noise, tube.dip(n, stretch), nearing(n))
    };
    let [on_set, held] = (set.near)(on_arc);
    let way = on_arc - on_set;
    let bound = by_plane(held, way.normalized_or_zero());
    let aside = beside(way, tube.along(out));
    if bound.close || aside.is_zero() {
        return bound;
    }
    let far = on_arc + aside * (tube.circle * V::Scalar::from_f64(FAR));
    let [on_set, held] = (set.near)(far);
    bound.or(by_plane(held, (far - on_set).normalized_or_zero()))
}

/// Returns the component of a vector perpendicular to another, scaled to length 1, or zero if it is
/// within rounding.
pub(super) fn beside<V: FloatVector>(way: V, along: V) -> V {
    let rest = way - along * way.dot(along);
    if rest.length() * V::Scalar::from_f64(1e12) > way.length() {
        rest.normalized_or_zero()
    } else {
        way.zero()
    }
}

/// Computes a local minimum to the last digits: where the way is perpendicular to the arc, by
/// regula falsi between two angles at which the slope has different signs.
fn settled<V: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    way: &dyn Fn(V) -> Way<V>,
    valley: Valley,
) -> Way<V> {
    const STEPS: u32 = 240;
    /// Numbers of steps within which the interval must halve; fewer after steps that led nowhere,
    /// as at a corner.
    const PATIENCE: [u32; 2] = [3, 1];
    const SOON: u32 = 24;
    let zero = DoubleDouble::ZERO;
    let mut best = way(tube.out(valley.at));
    let (start, along) = (best.out, tube.along(best.out));
    // The slope at an angle, by the tangent there.
    let mut lean = |s: DoubleDouble| {
        let there = way((start + along * s).normalized_or_zero());
        let inside = tube.is_closed() || tube.angle(there.out) <= tube.sweep;
        if inside && there.distance < best.distance {
            best = there;
        }
        (tube.along(there.out).dot(there.on_arc - there.on_set), best.distance.to_f64())
    };
    // Slightly more than the whole interval, or less if that contains more than one local minimum.
    let [before, after] =
        [valley.at - valley.from, valley.to - valley.at].each(|width| f64::min(width * 1.25, 1.0));
    let ends = [1.0, 1.0 / 16.0, 1.0 / 256.0].into_iter().find_map(|part| {
        let [low, high] = [-before, after].each(|end| DoubleDouble::new(end * part));
        let (left, right) = (lean(low).0, lean(high).0);
        (left <= zero && right >= zero).then_some([low, high, left, right])
    });
    let Some([mut low, mut high, mut left, mut right]) = ends else { return best };
    let (mut wide, mut idle, mut last) = (high - low, 0, None);
    for i in 0..STEPS {
        let span = high - low;
        if span <= wide.half() {
            (wide, idle) = (span, 0);
        }
        let by_slopes = high - right * (span / (right - left));
        let halve = idle >= PATIENCE[usize::from(i > SOON)] || !(by_slopes > low && by_slopes < high);
        let s = if halve { (low + high).half() } else { by_slopes };
        idle = if halve { 0 } else { idle + 1 };
        let (slope, distance) = lean(s);
        let step = last.map_or(span, |(before, _): (DoubleDouble, bool)| Ring::abs(s - before));
        let fine = step.to_f64() * tube.circle.to_f64() <= distance * 1e-20;
        if slope == zero || fine || span.to_f64() < 1e-31 {
            break;
        }
        // The weight of an end that stays again is halved (Illinois method), so that both ends
        // approach.
        let (is_left, again) = (slope < zero, last.is_some_and(|(_, was_left)| was_left == (slope < zero)));
        if is_left {
            (low, left) = (s, slope);
            right = if again { right.half() } else { right };
        } else {
            (high, right) = (s, slope);
            left = if again { left.half() } else { left };
        }
        last = Some((s, is_left));
    }
    best
}

/// Returns the direction from the centre to where the arc may touch the set, near a way of almost
/// no length. Rounding hides the slope of so short a way, so the arc is moved back along it: moved
/// away from a convex set that it touches, the arc is closest at the same angle, by a way that is
/// long enough.
fn touching<V: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    nearest: &dyn Fn(V) -> V,
    valley: Valley,
    found: &Way<V>,
) -> V {
    let back = beside(found.on_arc - found.on_set, tube.along(found.out)) * tube.circle.half();
    let out = back.dot(found.out);
    let moved = Tube { circle: tube.circle + out, ..tube.moved(back - found.out * out) };
    settled(&moved, &|out| Way::new(&moved, nearest, out), valley).out
}
