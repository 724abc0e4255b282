//! The least value of a function over patches, none of its places overlooked.
//!
//! Along a patch the function is a quotient `N / W` of Bernstein forms with `W > 0`, so the least of `N_ij / W_ij` is a bound
//! from below, and at the corners it is the function itself. The part with the lowest bound is halved next, along the parameter in
//! which `N` bends more, until no part can hold less than what is known: the gap shrinks with the square of the size. A part on
//! which `N - c W` is convex, `c` the least value known, is settled at once: Newton's steps lead to its one lowest place, and the
//! slope there tells that all else lies above.
//! Source: [Lane 1981].

use super::Scalar;
use super::error::Parameter;
use super::patch::BezierPatch;
use super::tensor::jets;
use crate::curve::lowest::Lowest;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;

/// More parts are not looked at: what is known then is told with its bound.
const MOST: usize = 1 << 17;

/// A function of the points of patches.
pub(super) trait Objective<V: FloatVector> {
    /// Not more than its least value on the patch, at little cost.
    fn rough(&self, patch: &BezierPatch<V>) -> Scalar<V>;

    /// Numerators and denominators on the patch.
    fn form(&self, patch: &BezierPatch<V>) -> Form<Scalar<V>>;

    /// A place near by with a value that is not greater.
    fn polished(&self, _patch: &BezierPatch<V>, at: [Scalar<V>; 2]) -> [Scalar<V>; 2] {
        at
    }

    /// By as much rounding may have moved values near this one on small parts about it.
    fn noise_of(&self, value: Scalar<V>) -> Scalar<V> {
        value.infinity()
    }

    /// Its value at a place.
    fn value(&self, patch: &BezierPatch<V>, at: [Scalar<V>; 2]) -> Scalar<V>;
}

/// A quotient of Bernstein forms.
pub(super) struct Form<S> {
    pub(super) counts: [usize; 2],
    pub(super) above: Vec<S>,
    /// None for 1.
    pub(super) below: Option<Vec<S>>,
    /// By as much rounding may have moved the coefficients of the quotient.
    pub(super) noise: S,
}

/// Where the least value is.
pub(super) struct Least<S> {
    pub(super) patch: usize,
    pub(super) at: [S; 2],
    pub(super) value: S,
    /// No value is less than this.
    pub(super) bound: S,
}

/// A part of a patch.
struct Part<V: FloatVector> {
    of: usize,
    /// Where it begins, and how long it is, along `u` and `v`.
    from: [Scalar<V>; 2],
    size: [Scalar<V>; 2],
    /// The whole patch where there is none.
    own: Option<(BezierPatch<V>, Parameter)>,
}

/// The least value over all patches, of which there is at least one.
pub(super) fn least<V: FloatVector>(
    patches: &[BezierPatch<V>],
    objective: &impl Objective<V>,
) -> Least<Scalar<V>> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let whole = |(of, patch): (usize, &BezierPatch<V>)| {
        let low = objective.rough(patch);
        Lowest { low, part: Part { of, from: [zero; 2], size: [one; 2], own: None } }
    };
    let mut parts: BinaryHeap<Lowest<_, Part<V>>> = patches.iter().enumerate().map(whole).collect();
    let first = objective.value(&patches[0], [zero; 2]);
    let mut best = Least { patch: 0, at: [zero; 2], value: first, bound: one.infinity() };
    for _ in 0..MOST {
        let Some(Lowest { low: least, part }) = parts.pop() else { break };
        if least >= best.value {
            break;
        }
        let (from, size) = (part.from, part.size);
        let halves = match part.own {
            None => vec![(patches[part.of].clone(), from, size)],
            Some((patch, parameter)) => {
                let axis = parameter.index();
                let (mut size, mut after) = (size, from);
                size[axis] = size[axis].half();
                after[axis] = after[axis] + size[axis];
                if after[axis] <= from[axis] {
                    // Nothing is left to halve.
                    continue;
                }
                let [left, right] = patch.split(parameter, one.half());
                vec![(left, from, size), (right, after, size)]
            }
        };
        for (patch, from, size) in halves {
            let form = objective.form(&patch);
            let place = |i: usize| [from[0] + size[0] * corner(i / 2), from[1] + size[1] * corner(i % 2)];
            for i in 0..4 {
                if form.corner(i) < best.value {
                    let at = objective.polished(&patches[part.of], place(i));
                    let value = objective.value(&patches[part.of], at);
                    if value < best.value {
                        best = Least { patch: part.of, at, value, ..best };
                    }
                }
            }
            let mut low = Ring::max(form.low() - form.noise, least);
            if low + form.noise + form.noise < best.value {
                // A convex part holds one lowest place: it is found, or the part is known to lie above.
                for _ in 0..3 {
                    let Some((place, bound)) = form.lowest(best.value) else { break };
                    low = Ring::max(low, bound - form.noise);
                    let at = [0, 1].each(|i| from[i] + size[i] * place[i]);
                    let at = objective.polished(&patches[part.of], at);
                    let value = objective.value(&patches[part.of], at);
                    if value >= best.value {
                        break;
                    }
                    best = Least { patch: part.of, at, value, ..best };
                }
            }
            // What is less by rounding alone is not less; of a part much larger than the value, halving takes most rounding away.
            let noise = Ring::min(form.noise, objective.noise_of(best.value));
            if low + noise + noise < best.value {
                let parameter = form.bent();
                let part = Part { of: part.of, from, size, own: Some((patch, parameter)) };
                parts.push(Lowest { low, part });
            } else {
                best.bound = Ring::min(best.bound, low);
            }
        }
    }
    if let Some(Lowest { low, .. }) = parts.pop() {
        best.bound = Ring::min(best.bound, low);
    }
    best.bound = Ring::min(best.bound, best.value);
    best
}

fn corner<S: Float>(bit: usize) -> S {
    if bit == 1 { S::ONE } else { S::ZERO }
}

impl<S: Float> Form<S> {
    fn ratio(&self, i: usize) -> S {
        self.below.as_ref().map_or(self.above[i], |below| self.above[i] / below[i])
    }

    fn low(&self) -> S {
        (0..self.above.len()).map(|i| self.ratio(i)).fold(S::ONE.infinity(), Ring::min)
    }

    fn corner(&self, which: usize) -> S {
        let [rows, columns] = self.counts;
        self.ratio((rows - 1) * columns * (which / 2) + (columns - 1) * (which % 2))
    }

    /// The lowest place of a part on which `P = N - c W` is convex, and a bound of `N / W` from below: by a convex function's slope
    /// at any place,
    ///
    /// ```text
    /// P(x) >= P(x0) + P'(x0) (x - x0)
    /// ```
    fn lowest(&self, c: S) -> Option<([S; 2], S)> {
        let (zero, one) = (S::ZERO, S::ONE);
        let over: Vec<S> = match &self.below {
            None => self.above.iter().map(|n| *n - c).collect(),
            Some(below) => self.above.iter().zip(below).map(|(n, w)| *n - c * *w).collect(),
        };
        if !is_convex(self.counts, &over) {
            return None;
        }
        let mut at = [one.half(); 2];
        let mut here = jets(self.counts, |i| over[i], at);
        let mut best = (at, here);
        for _ in 0..12 {
            let [_, by_u, by_v, uu, uv, vv] = here;
            let held =
                |i: usize, slope: S| (at[i] <= zero && slope >= zero) || (at[i] >= one && slope <= zero);
            let step = match (held(0, by_u), held(1, by_v)) {
                (true, true) => break,
                (true, false) => [zero, by_v.div_or(vv, zero)],
                (false, true) => [by_u.div_or(uu, zero), zero],
                _ => {
                    let det = uu * vv - uv * uv;
                    [(vv * by_u - uv * by_v).div_or(det, zero), (uu * by_v - uv * by_u).div_or(det, zero)]
                }
            };
            let next = [0, 1].each(|i| (at[i] - step[i]).clamp_to(zero, one));
            if next == at {
                break;
            }
            at = next;
            here = jets(self.counts, |i| over[i], at);
            if here[0] < best.1[0] {
                best = (at, here);
            } else {
                break;
            }
        }
        let (at, [value, by_u, by_v, ..]) = best;
        let fall = |x: S, slope: S| Ring::min(-x * slope, (one - x) * slope);
        let least = value + fall(at[0], by_u) + fall(at[1], by_v);
        let weight = match &self.below {
            None => one,
            Some(below) if least < zero => below.iter().fold(below[0], |m, w| Ring::min(m, *w)),
            Some(below) => below.iter().fold(below[0], |m, w| Ring::max(m, *w)),
        };
        Some((at, c + least / weight))
    }

    /// The parameter along which it bends more.
    fn bent(&self) -> Parameter {
        let [rows, columns] = self.counts;
        let at = |i: usize, j: usize| self.ratio(i * columns + j);
        let bend = |a: S, b: S, c: S| Ring::abs((c - b) - (b - a));
        let (mut by_u, mut by_v) = (S::ZERO, S::ZERO);
        for i in 0..rows {
            for j in 0..columns {
                if i + 2 < rows {
                    by_u = Ring::max(by_u, bend(at(i, j), at(i + 1, j), at(i + 2, j)));
                }
                if j + 2 < columns {
                    by_v = Ring::max(by_v, bend(at(i, j), at(i, j + 1), at(i, j + 2)));
                }
            }
        }
        let squares = |n: usize| S::from_f64((n * n) as f64);
        if by_u * squares(rows - 1) < by_v * squares(columns - 1) {
            return Parameter::V;
        }
        // Straight along both, it may still be twisted: the longer side is halved.
        if by_u > S::ZERO
            || rows > 1
                && Ring::abs(self.corner(0) - self.corner(2)) >= Ring::abs(self.corner(0) - self.corner(1))
        {
            Parameter::U
        } else {
            Parameter::V
        }
    }
}

/// The second derivatives of a form make a positive matrix everywhere, by their coefficients.
fn is_convex<S: Float>([rows, columns]: [usize; 2], f: &[S]) -> bool {
    let at = |i: usize, j: usize| f[i * columns + j];
    let infinity = S::ONE.infinity();
    let (mut uu, mut vv, mut uv) = (infinity, infinity, S::ZERO);
    for i in 0..rows {
        for j in 0..columns {
            if i + 2 < rows {
                uu = Ring::min(uu, (at(i + 2, j) - at(i + 1, j)) - (at(i + 1, j) - at(i, j)));
            }
            if j + 2 < columns {
                vv = Ring::min(vv, (at(i, j + 2) - at(i, j + 1)) - (at(i, j + 1) - at(i, j)));
            }
            if i + 1 < rows && j + 1 < columns {
                let twist = (at(i + 1, j + 1) - at(i + 1, j)) - (at(i, j + 1) - at(i, j));
                uv = Ring::max(uv, Ring::abs(twist));
            }
        }
    }
    if rows < 3 || columns < 3 {
        return false;
    }
    let [m, n] = [rows - 1, columns - 1].each(|n| S::from_f64(n as f64));
    let (uu, vv, uv) = (uu * m * (m - S::ONE), vv * n * (n - S::ONE), uv * m * n);
    // With room for rounding.
    uu > S::ZERO && vv > S::ZERO && uu * vv > uv * uv * (S::ONE + S::EPSILON * uv.lit(64))
}
