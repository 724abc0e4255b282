//! Shortest way between two arcs.
//!
//! The search is that of [`nearest`](super::nearest), over two angles. With the unit vector `n`
//! between the middles of two stretches, no way between the stretches is shorter than the gap
//! between the two planes across `n` that bound them,
//!
//! ```text
//! least of n . p on the one - greatest of n . q on the other.
//! ```
//!
//! In 2D a closed form exists. In 3D the search runs in `f64` until the closest pair is known. Its
//! last digits are found along the first arc, whose points have their closest points on the second.

use super::approach::{Bound, Key};
use super::nearest::{Set, beside, to_convex};
use super::tube::{Tube, middle};
use crate::convex::gjk::ROUGH;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::query::Closest;
use crate::vector::FloatVector;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Maximum number of pairs of stretches that are tested.
const LIMIT: usize = 4000;
/// Initial number of stretches of each arc.
const FIRST: u32 = 8;
/// Pairs whose distance differs by less than this fraction of the sizes are equally good.
const NEAR: f64 = 1e-9;
/// Maximum number of pairs whose last digits are computed.
const CANDIDATES: usize = 8;

/// An interval of each arc.
type Pair = [[f64; 2]; 2];

/// Splits the pair: both stretches, or only the one that leaves the bound more than twice as
/// uncertain.
pub(super) fn halved(pair: Pair, uncertain: [f64; 2]) -> impl Iterator<Item = Pair> {
    let most = uncertain[0].max(uncertain[1]);
    let cut = |i: usize| {
        let [from, to] = pair[i];
        let half = middle([from, to]);
        if 2.0 * uncertain[i] >= most {
            [Some([from, half]), Some([half, to])]
        } else {
            [Some(pair[i]), None]
        }
    };
    let [first, second] = [cut(0), cut(1)];
    let both = first.into_iter().flat_map(move |x| second.each(|y| Some([x?, y?])));
    both.flatten()
}

/// Returns pairs that cover both arcs.
pub(super) fn all<V: FloatVector>(a: &Tube<V>, b: &Tube<V>) -> Vec<Pair> {
    a.stretches(FIRST).flat_map(|x| b.stretches(FIRST).map(move |y| [x, y])).collect()
}

/// Returns a lower bound of the time during which no point of a stretch of the first tube, which
/// moves in a straight line, touches one of the second, and by how much any way between them may be
/// shorter. `nearing` is the approach speed towards a plane across `n`, and heights are off by at
/// most the fraction `off` of the sizes.
///
/// If one tube slides past the other, planes perpendicular to an arc give a better bound than those
/// across the way between them.
pub(super) fn bound<V: FloatVector>(
    a: &Tube<V>,
    b: &Tube<V>,
    [x, y]: Pair,
    nearing: &dyn Fn(V) -> f64,
    off: f64,
) -> (Bound, [f64; 2]) {
    let radius = (a.radius + b.radius).to_f64();
    let size = (a.center.length() + b.center.length() + a.circle + b.circle).to_f64() + radius;
    let outs = [a.out(middle(x)), b.out(middle(y))];
    let way = a.at(outs[0]) - b.at(outs[1]);
    let by_plane = |n: V| {
        let uncertain = [a.dip(n, x), b.dip(-n, y)];
        let gap = n.dot(way).to_f64() - radius - off * size;
        (Bound::new(gap, uncertain[0] + uncertain[1], nearing(n)), uncertain)
    };
    let (mut found, uncertain) = by_plane(way.normalized_or_zero());
    if !found.close {
        let [along_a, along_b] = [a.along(outs[0]), b.along(outs[1])];
        let beside_a = beside(way, along_a);
        let both = beside(beside_a, beside(along_b, along_a));
        for n in [beside_a, beside(way, along_b), both].into_iter().filter(|n| !n.is_zero()) {
            found = found.or(by_plane(n).0);
        }
    }
    (found, uncertain)
}

/// Returns the shortest way from a stretch of the first arc, extended a little; extended further if
/// the way is still getting shorter at its end.
fn around<V, W>(a: &Tube<V>, b: &Tube<V>, rough: &Tube<W>, from: f64, to: f64) -> Closest<V>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    let near = |p: W| [rough.nearest(p); 2];
    let set = Set { near: &near, off: ROUGH, reach: rough.center.length() + rough.circle };
    let mut more = to - from;
    loop {
        let (mut from, mut to) = (from - more, to + more);
        if !a.is_closed() {
            (from, to) = (from.max(0.0), to.min(a.sweep));
        }
        let part = a.part(from, to);
        let near = to_convex(&part, &|p| b.nearest(p), Some(&set));
        let goes_on = [a.is_closed() || from > 0.0, a.is_closed() || to < a.sweep];
        let cut = part
            .ends()
            .into_iter()
            .zip(goes_on)
            .any(|(end, goes_on)| goes_on && (part.at(end) - near.on_a).is_zero());
        more *= 4.0;
        // The stretch cannot be extended, because it is too short for `f64` or already the whole
        // arc.
        if !cut || more == 0.0 || to - from + 8.0 * more > a.sweep {
            return near;
        }
    }
}

/// Returns the shortest way in 2D: it ends where the circles cross, lies on the line of the
/// centres, or starts at an end of an arc.
fn in_the_plane<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>) -> Closest<V> {
    let from_a = |p: V| Closest::between(p, b.nearest(p));
    let from_b = |q: V| Closest::between(a.nearest(q), q);
    let mut found = a.ends().each(|out| from_a(a.at(out))).to_vec();
    found.extend(b.ends().each(|out| from_b(b.at(out))));
    let way = b.center - a.center;
    let far = way.length();
    if far > DoubleDouble::ZERO {
        let ahead = way.normalized_or_zero();
        found.extend([ahead, -ahead].each(|out| from_a(a.nearest(a.at(out)))));
        found.extend([ahead, -ahead].each(|out| from_b(b.nearest(b.at(out)))));
        // Coordinates of the crossings, along the line of the centres and perpendicular to it.
        let along = (far + (a.circle - b.circle) * (a.circle + b.circle) / far).half();
        let aside = Ring::max((a.circle - along) * (a.circle + along), DoubleDouble::ZERO).sqrt();
        let aside = a.along(ahead) * aside;
        let along = a.center + ahead * along;
        found.extend([aside, -aside].each(|aside| from_a(a.nearest(along + aside))));
    }
    let first = found[0];
    found.into_iter().fold(first, Closest::nearer)
}

/// Search for the closest pair of stretches.
struct Search<'s, V: FloatVector> {
    tubes: [&'s Tube<V>; 2],
    /// Pairs by the distance of their middles.
    found: Vec<(Key, Pair, [f64; 2])>,
    heap: BinaryHeap<(Reverse<Key>, usize)>,
    best: f64,
    size: f64,
}

impl<'s, V: FloatVector> Search<'s, V> {
    fn new(a: &'s Tube<V>, b: &'s Tube<V>) -> Self {
        let size = (a.center.length() + b.center.length() + a.circle + b.circle).to_f64();
        let (found, heap) = (Vec::new(), BinaryHeap::new());
        let mut search = Self { tubes: [a, b], found, heap, best: f64::INFINITY, size };
        for pair in all(a, b) {
            search.look(pair);
        }
        search
    }

    /// Tests a pair: computes the way between the middles, and by how much any way may be shorter,
    /// for each stretch.
    fn look(&mut self, pair: Pair) {
        let ([a, b], [x, y]) = (self.tubes, pair);
        let way = a.at(a.out(middle(x))) - b.at(b.out(middle(y)));
        let (n, distance) = (way.normalized_or_zero(), way.length().to_f64());
        let uncertain = [a.dip(n, x), b.dip(-n, y)];
        let bound = distance - uncertain[0] - uncertain[1];
        self.best = self.best.min(distance);
        self.found.push((Key(distance), pair, uncertain));
        if bound < self.best {
            self.heap.push((Reverse(Key(bound)), self.found.len() - 1));
        }
    }

    /// Returns a lower bound of all ways.
    fn least(&self) -> f64 {
        self.heap.peek().map_or(self.best, |(Reverse(Key(bound)), _)| self.best.min(*bound))
    }

    /// Halves the pair that may be closest. Returns `false` if no pair can be closer than the best.
    fn goes_on(&mut self) -> bool {
        if self.found.len() >= LIMIT || self.least() >= self.best - NEAR * self.size {
            return false;
        }
        let Some((_, index)) = self.heap.pop() else { return false };
        let (_, pair, uncertain) = self.found[index];
        for pair in halved(pair, uncertain) {
            self.look(pair);
        }
        true
    }
}

/// Tests whether the distance of the arcs is at most the sum of the radii, if `f64` decides that
/// clearly.
pub(super) fn seen<V: FloatVector<Scalar = f64>>(a: &Tube<V>, b: &Tube<V>) -> Option<bool> {
    let (mut search, radius) = (Search::new(a, b), a.radius + b.radius);
    let rough = ROUGH * (search.size + radius);
    loop {
        if search.best < radius - rough {
            return Some(true);
        }
        if search.least() > radius + rough {
            return Some(false);
        }
        if !search.goes_on() {
            return None;
        }
    }
}

/// Returns the shortest way between the arcs, without the radii.
pub(super) fn two<V, W>(a: &Tube<V>, b: &Tube<V>) -> Closest<V>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    if V::DIM == 2 {
        return in_the_plane(a, b);
    }
    let (rough_a, rough_b): (Tube<W>, Tube<W>) = (a.rough(), b.rough());
    let mut search = Search::new(&rough_a, &rough_b);
    while search.goes_on() {}
    let mut found = search.found;
    found.order_by_key(|(distance, ..)| *distance);
    let mut shortest: Option<Closest<V>> = None;
    for (_, [[from, to], _], _) in found.into_iter().take(CANDIDATES) {
        let near = around(a, b, &rough_b, from, to);
        shortest = Some(shortest.map_or(near, |best| best.nearer(near)));
    }
    for out in a.ends().into_iter().filter(|_| !a.is_closed()) {
        let p = a.at(out);
        let near = Closest::between(p, b.nearest(p));
        shortest = Some(shortest.map_or(near, |best| best.nearer(near)));
    }
    for out in b.ends().into_iter().filter(|_| !b.is_closed()) {
        let q = b.at(out);
        let near = Closest::between(a.nearest(q), q);
        shortest = Some(shortest.map_or(near, |best| best.nearer(near)));
    }
    shortest.unwrap_or_else(|| Closest::between(a.at(a.axes[0]), b.at(b.axes[0])))
}
