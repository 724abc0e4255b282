//! The shortest way between two arcs.
//!
//! As [`nearest`](super::nearest), over two angles: with the unit vector `n` between the middles of two stretches, no way
//! between them is shorter than the gap between the planes across `n` that hold one each,
//!
//! ```text
//! least of n . p on the one - greatest of n . q on the other.
//! ```
//!
//! In the plane a closed form tells it. In space, in `f64`, until the nearest pair is known; its last digits are sought along the first arc, whose points know their
//! nearest on the second.

use super::nearest::{Bound, beside, to_convex};
use super::tube::{Tube, middle};
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::question::Closest;
use crate::vector::FloatVector;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// Pairs of stretches that are looked at.
const LIMIT: usize = 4000;
/// Stretches of each arc at first.
const FIRST: u32 = 8;
/// Pairs this near, in parts of the sizes, are as good.
const NEAR: f64 = 1e-9;
/// Pairs whose last digits are sought.
const CANDIDATES: usize = 8;

/// A number that can be sorted.
#[derive(Clone, Copy, PartialEq)]
struct Key(f64);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// A stretch of each arc.
type Pair = [[f64; 2]; 2];

/// The same in parts: of both stretches, or of the one that leaves the bound uncertain by more than twice as much.
fn halved(pair: Pair, uncertain: [f64; 2]) -> impl Iterator<Item = Pair> {
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
    let both = first.into_iter().flat_map(move |x| second.map(|y| Some([x?, y?])));
    both.flatten()
}

/// Pairs that are all of both arcs.
fn all<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>) -> Vec<Pair> {
    a.stretches(FIRST).flat_map(|x| b.stretches(FIRST).map(move |y| [x, y])).collect()
}

/// The way between the middles of two stretches, from the second to the first: its length and direction; and by how much any
/// way between them may be shorter, for either.
fn look<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>, [x, y]: Pair) -> (f64, V, [f64; 2]) {
    let way = a.at(a.out(middle(x))) - b.at(b.out(middle(y)));
    let n = way.normalized_or_zero();
    (way.length().to_f64(), n, [a.dip(n, x), b.dip(-n, y)])
}

/// A time before which no point of the first tube, moving by `t velocity`, touches the second; infinite when none does.
///
/// Where one slides past the other, planes at right angles to an arc say more than those across the way between them.
pub(super) fn earliest<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>, velocity: V) -> f64 {
    let radius = (a.radius + b.radius).to_f64();
    let size = (a.center.length() + b.center.length() + a.circle + b.circle).to_f64() + radius;
    let mut heap = BinaryHeap::new();
    let mut pairs: Vec<(Pair, bool, [f64; 2])> = Vec::new();
    let mut start = all(a, b);
    for _ in 0..LIMIT / 10 {
        for pair in start.drain(..) {
            let [x, y] = pair;
            let outs = [a.out(middle(x)), b.out(middle(y))];
            let way = a.at(outs[0]) - b.at(outs[1]);
            let bounded = |n: V| {
                let uncertain = [a.dip(n, x), b.dip(-n, y)];
                let gap = n.dot(way).to_f64() - radius;
                (Bound::new(gap, uncertain[0] + uncertain[1], -n.dot(velocity).to_f64(), size), uncertain)
            };
            let (mut found, uncertain) = bounded(way.normalized_or_zero());
            if !found.close {
                let [along_a, along_b] = [a.along(outs[0]), b.along(outs[1])];
                let beside_a = beside(way, along_a);
                let both = beside(beside_a, beside(along_b, along_a));
                for n in [beside_a, beside(way, along_b), both].into_iter().filter(|n| !n.is_zero()) {
                    found = found.or(bounded(n).0);
                }
            }
            pairs.push((pair, found.close, uncertain));
            heap.push((Reverse(Key(found.earliest)), pairs.len() - 1));
        }
        let Some((Reverse(Key(bound)), index)) = heap.pop() else { break };
        let (pair, close, uncertain) = pairs[index];
        if close || bound == f64::INFINITY {
            return bound;
        }
        start.extend(halved(pair, uncertain));
    }
    heap.pop().map_or(0.0, |(Reverse(Key(bound)), _)| bound)
}

/// The shortest way from a stretch of the first arc and a little more of it; from much more, where it is still getting
/// shorter at the end of that.
fn around<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>, from: f64, to: f64) -> Closest<V> {
    let mut more = to - from;
    loop {
        let (mut from, mut to) = (from - more, to + more);
        if !a.is_closed() {
            (from, to) = (from.max(0.0), to.min(a.sweep));
        }
        let part = a.part(from, to);
        let near = to_convex(&part, &|p| b.nearest(p));
        let goes_on = [a.is_closed() || from > 0.0, a.is_closed() || to < a.sweep];
        let cut = part
            .ends()
            .into_iter()
            .zip(goes_on)
            .any(|(end, goes_on)| goes_on && (part.at(end) - near.on_a).is_zero());
        more *= 4.0;
        // A stretch too short for floats to be longer is all there is.
        if !cut || more == 0.0 || to - from + 8.0 * more > a.sweep {
            return near;
        }
    }
}

/// The shortest way in the plane: it ends where the circles cross, lies on the line of their centres, or begins at an end.
fn in_the_plane<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>) -> Closest<V> {
    let from_a = |p: V| Closest::between(p, b.nearest(p));
    let from_b = |q: V| Closest::between(a.nearest(q), q);
    let mut found = a.ends().map(|out| from_a(a.at(out))).to_vec();
    found.extend(b.ends().map(|out| from_b(b.at(out))));
    let way = b.center - a.center;
    let far = way.length();
    if far > DoubleDouble::ZERO {
        let ahead = way.normalized_or_zero();
        found.extend([ahead, -ahead].map(|out| from_a(a.nearest(a.at(out)))));
        found.extend([ahead, -ahead].map(|out| from_b(b.nearest(b.at(out)))));
        // The crossings lie this far along the way and aside.
        let along = (far + (a.circle - b.circle) * (a.circle + b.circle) / far).half();
        let aside = Ring::max((a.circle - along) * (a.circle + along), DoubleDouble::ZERO).sqrt();
        let aside = a.along(ahead) * aside;
        let along = a.center + ahead * along;
        found.extend([aside, -aside].map(|aside| from_a(a.nearest(along + aside))));
    }
    let first = found[0];
    found.into_iter().fold(first, Closest::nearer)
}

/// The shortest way, without the radii.
pub(super) fn two<V: FloatVector<Scalar = DoubleDouble>>(a: &Tube<V>, b: &Tube<V>) -> Closest<V> {
    if V::DIM == 2 {
        return in_the_plane(a, b);
    }
    let size = (a.center.length() + b.center.length() + a.circle + b.circle).to_f64();
    let mut heap = BinaryHeap::new();
    let mut found: Vec<(Key, Pair, [f64; 2])> = Vec::new();
    let mut best = f64::INFINITY;
    for pair in all(a, b) {
        let (distance, _, uncertain) = look(a, b, pair);
        best = best.min(distance);
        found.push((Key(distance), pair, uncertain));
        heap.push((Reverse(Key(distance - uncertain[0] - uncertain[1])), found.len() - 1));
    }
    let mut looks = 0;
    while let Some((Reverse(Key(bound)), index)) = heap.pop() {
        if bound >= best - NEAR * size || looks >= LIMIT {
            break;
        }
        let (_, pair, uncertain) = found[index];
        for pair in halved(pair, uncertain) {
            let (distance, _, uncertain) = look(a, b, pair);
            let bound = distance - uncertain[0] - uncertain[1];
            best = best.min(distance);
            found.push((Key(distance), pair, uncertain));
            if bound < best {
                heap.push((Reverse(Key(bound)), found.len() - 1));
            }
            looks += 1;
        }
    }
    found.sort_by_key(|(distance, ..)| *distance);
    let mut shortest: Option<Closest<V>> = None;
    for (_, [[from, to], _], _) in found.into_iter().take(CANDIDATES) {
        let near = around(a, b, from, to);
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
