//! Branch and bound: minimizes a function over patches, missing no minimum.
//!
//! On a patch the function is a quotient `N / W` of Bernstein forms with `W > 0`, so the least of
//! `N_ij / W_ij` is a lower bound, and at the corners it is the function itself. The part with the
//! least bound is halved next, along the parameter in which `N` bends more, until no part can
//! contain less than the best value; the gap shrinks with the square of the size. A part on which
//! `N - c W` is convex, with `c` the best value, is settled at once: Newton's steps lead to its
//! only minimum, and the slope there proves that the rest lies above. Source: [Lane 1981].

use super::Scalar;
use super::error::Parameter;
use super::patch::BezierPatch;
use super::tensor::jets;
use crate::curve::bound_heap::BoundedItem;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;

/// Largest number of visited parts; after that the best value is returned with its bound.
const MOST: usize = 1 << 17;

/// A function of the points of patches.
pub(super) trait Objective<V: FloatVector> {
    /// Returns a cheap lower bound of the function on the patch.
    fn lower_bound(&self, patch: &BezierPatch<V>) -> Scalar<V>;

    /// Returns the numerators and denominators on the patch.
    fn form(&self, patch: &BezierPatch<V>) -> Form<Scalar<V>>;

    /// Returns a nearby position with a value that is not greater.
    fn refined(&self, _patch: &BezierPatch<V>, at: [Scalar<V>; 2]) -> [Scalar<V>; 2] {
        at
    }

    /// Returns the rounding error of values near this one on small parts around it.
    fn noise_of(&self, value: Scalar<V>) -> Scalar<V> {
        value.infinity()
    }

    /// Returns the value at a position.
    fn value(&self, patch: &BezierPatch<V>, at: [Scalar<V>; 2]) -> Scalar<V>;
}

/// A quotient of Bernstein forms.
pub(super) struct Form<S> {
    pub(super) counts: [usize; 2],
    pub(super) numerator: Vec<S>,
    /// Denominators; none for 1.
    pub(super) denominator: Option<Vec<S>>,
    /// Rounding error of the coefficients of the quotient.
    pub(super) noise: S,
}

/// A minimum with its position.
pub(super) struct Minimum<S> {
    pub(super) patch: usize,
    pub(super) at: [S; 2],
    pub(super) value: S,
    /// Lower bound of all values.
    pub(super) bound: S,
}

/// A part of a patch.
struct Part<V: FloatVector> {
    of: usize,
    /// Start and size along `u` and `v`.
    from: [Scalar<V>; 2],
    size: [Scalar<V>; 2],
    /// The part as a patch with the parameter to halve next; none for the whole patch.
    split: Option<(BezierPatch<V>, Parameter)>,
}

/// Minimizes the objective over all patches, of which there must be at least one.
pub(super) fn minimize<V: FloatVector>(
    patches: &[BezierPatch<V>],
    objective: &impl Objective<V>,
) -> Minimum<Scalar<V>> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let whole = |(of, patch): (usize, &BezierPatch<V>)| {
        let low = objective.lower_bound(patch);
        BoundedItem { low, part: Part { of, from: [zero; 2], size: [one; 2], split: None } }
    };
    let mut parts: BinaryHeap<BoundedItem<_, Part<V>>> = patches.iter().enumerate().map(whole).collect();
    let first = objective.value(&patches[0], [zero; 2]);
    let mut best = Minimum { patch: 0, at: [zero; 2], value: first, bound: one.infinity() };
    for _ in 0..MOST {
        let Some(BoundedItem { low: bound, part }) = parts.pop() else { break };
        if bound >= best.value {
            break;
        }
        let (from, size) = (part.from, part.size);
        let halves = match part.split {
            None => vec![(patches[part.of].clone(), from, size)],
            Some((patch, parameter)) => {
                let axis = parameter.index();
                let (mut size, mut after) = (size, from);
                size[axis] = size[axis].half();
                after[axis] = after[axis] + size[axis];
                if after[axis] <= from[axis] {
                    // The part is too small to halve.
                    continue;
                }
                let [left, right] = patch.split(parameter, one.half());
                vec![(left, from, size), (right, after, size)]
            }
        };
        for (patch, from, size) in halves {
            let form = objective.form(&patch);
            let position = |i: usize| [from[0] + size[0] * corner(i / 2), from[1] + size[1] * corner(i % 2)];
            for i in 0..4 {
                if form.corner(i) < best.value {
                    let at = objective.refined(&patches[part.of], position(i));
                    let value = objective.value(&patches[part.of], at);
                    if value < best.value {
                        best = Minimum { patch: part.of, at, value, ..best };
                    }
                }
            }
            let mut low = Ring::max(form.low() - form.noise, bound);
            if low + form.noise + form.noise < best.value {
                // A convex part contains one minimum: it is found, or the part is proven to lie
                // above the best value.
                for _ in 0..3 {
                    let Some((position, convex_bound)) = form.convex_minimum(best.value) else { break };
                    low = Ring::max(low, convex_bound - form.noise);
                    let at = [0, 1].each(|i| from[i] + size[i] * position[i]);
                    let at = objective.refined(&patches[part.of], at);
                    let value = objective.value(&patches[part.of], at);
                    if value >= best.value {
                        break;
                    }
                    best = Minimum { patch: part.of, at, value, ..best };
                }
            }
            // A difference within rounding error does not count as less. For a part much larger
            // than the value, halving reduces the rounding error.
            let noise = Ring::min(form.noise, objective.noise_of(best.value));
            if low + noise + noise < best.value {
                let parameter = form.split_parameter();
                let part = Part { of: part.of, from, size, split: Some((patch, parameter)) };
                parts.push(BoundedItem { low, part });
            } else {
                best.bound = Ring::min(best.bound, low);
            }
        }
    }
    if let Some(BoundedItem { low, .. }) = parts.pop() {
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
        self.denominator.as_ref().map_or(self.numerator[i], |denominator| self.numerator[i] / denominator[i])
    }

    fn low(&self) -> S {
        (0..self.numerator.len()).map(|i| self.ratio(i)).fold(S::ONE.infinity(), Ring::min)
    }

    fn corner(&self, which: usize) -> S {
        let [rows, columns] = self.counts;
        self.ratio((rows - 1) * columns * (which / 2) + (columns - 1) * (which % 2))
    }

    /// Returns the minimum of a part on which `P = N - c W` is convex, and a lower bound of `N / W`
    /// from the slope of the convex function at any position:
    ///
    /// ```text
    /// P(x) >= P(x0) + P'(x0) (x - x0)
    /// ```
    fn convex_minimum(&self, c: S) -> Option<([S; 2], S)> {
        let (zero, one) = (S::ZERO, S::ONE);
        let over: Vec<S> = match &self.denominator {
            None => self.numerator.iter().map(|n| *n - c).collect(),
            Some(denominator) => self.numerator.iter().zip(denominator).map(|(n, w)| *n - c * *w).collect(),
        };
        if !is_convex(self.counts, &over) {
            return None;
        }
        let mut at = [one.half(); 2];
        let mut here = jets(self.counts, |i| over[i], at);
        let mut best = (at, here);
        for _ in 0..12 {
            let [_, by_u, by_v, uu, uv, vv] = here;
            let at_bound =
                |i: usize, slope: S| (at[i] <= zero && slope >= zero) || (at[i] >= one && slope <= zero);
            let step = match (at_bound(0, by_u), at_bound(1, by_v)) {
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
        let low = value + fall(at[0], by_u) + fall(at[1], by_v);
        let weight = match &self.denominator {
            None => one,
            Some(denominator) if low < zero => {
                denominator.iter().fold(denominator[0], |m, w| Ring::min(m, *w))
            }
            Some(denominator) => denominator.iter().fold(denominator[0], |m, w| Ring::max(m, *w)),
        };
        Some((at, c + low / weight))
    }

    /// Returns the parameter along which the form bends more.
    fn split_parameter(&self) -> Parameter {
        let [rows, columns] = self.counts;
        let at = |i: usize, j: usize| self.ratio(i * columns + j);
        let second_difference = |a: S, b: S, c: S| Ring::abs((c - b) - (b - a));
        let (mut by_u, mut by_v) = (S::ZERO, S::ZERO);
        for i in 0..rows {
            for j in 0..columns {
                if i + 2 < rows {
                    by_u = Ring::max(by_u, second_difference(at(i, j), at(i + 1, j), at(i + 2, j)));
                }
                if j + 2 < columns {
                    by_v = Ring::max(by_v, second_difference(at(i, j), at(i, j + 1), at(i, j + 2)));
                }
            }
        }
        let squares = |n: usize| S::from_f64((n * n) as f64);
        if by_u * squares(rows - 1) < by_v * squares(columns - 1) {
            return Parameter::V;
        }
        // A form without curvature along both may still be twisted: halves the longer side.
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

/// Tests by the coefficients whether the second derivatives form a positive definite matrix
/// everywhere.
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
    // With a margin for rounding.
    uu > S::ZERO && vv > S::ZERO && uu * vv > uv * uv * (S::ONE + S::EPSILON * uv.lit(64))
}
