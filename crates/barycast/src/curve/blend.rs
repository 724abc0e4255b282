//! Values that can be blended linearly: numbers, vectors, and vectors with a weight. De Casteljau's
//! algorithm is generic over them.

use crate::number::{Float, Ring};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use core::array;
use core::ops::{Add, Mul, Sub};
use smallvec::{SmallVec, smallvec};

/// Control points or coefficients. Stores six inline without the heap: enough for a cubic and for
/// the polynomial of its nearest points.
pub(crate) type List<T> = SmallVec<[T; 6]>;

/// A value that can be added, subtracted and multiplied by a number.
pub(crate) trait Blend<S>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<S, Output = Self>
{
    /// Returns the zero of the type.
    #[expect(clippy::eq_op, reason = "points are finite, and a point times 0 may be -0")]
    fn none(self) -> Self {
        self - self
    }
}

impl<S, T: Copy + Add<Output = T> + Sub<Output = T> + Mul<S, Output = T>> Blend<S> for T {}

/// Returns `(1 - t) a + t b`, exactly `a` and `b` at the ends.
pub(crate) fn mix<S: Float, T: Blend<S>>(a: T, b: T, t: S) -> T {
    a * (S::ONE - t) + b * t
}

/// A homogeneous control point: the point times its weight, and the weight. Rational curves are
/// quotients of these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighted<V: Vector> {
    pub(crate) point: V,
    pub(crate) weight: V::Scalar,
}

impl<V: FloatVector> Weighted<V> {
    pub(crate) fn new(point: V, weight: V::Scalar) -> Self {
        Self { point: point * weight, weight }
    }

    /// Returns the point, divided by its weight.
    pub(crate) fn project(self) -> V {
        self.point.times_reciprocal(self.weight)
    }
}

impl<V: Vector> Add for Weighted<V> {
    type Output = Self;

    fn add(self, o: Self) -> Self {
        Self { point: self.point + o.point, weight: self.weight + o.weight }
    }
}

impl<V: Vector> Sub for Weighted<V> {
    type Output = Self;

    fn sub(self, o: Self) -> Self {
        Self { point: self.point - o.point, weight: self.weight - o.weight }
    }
}

impl<V: Vector> Mul<V::Scalar> for Weighted<V> {
    type Output = Self;

    fn mul(self, s: V::Scalar) -> Self {
        Self { point: self.point * s, weight: self.weight * s }
    }
}

/// Degrees up to 3, the common case, and up to 15 need no heap.
const FEW: usize = 4;
const SMALL: usize = 16;

/// Returns the value at `t` of the Bezier form with `count` coefficients: by Bernstein polynomials
/// up to degree 3, whose terms have one sign for `t` in [0, 1], by de Casteljau's algorithm above.
pub(crate) fn value<S: Float, T: Blend<S>>(count: usize, control: impl Fn(usize) -> T, t: S) -> T {
    match count {
        1 => control(0),
        2 => mix(control(0), control(1), t),
        3 => {
            let u = S::ONE - t;
            control(0) * (u * u) + (control(1) * (t.lit(2) * u) + control(2) * t) * t
        }
        4 => cubic([control(0), control(1), control(2), control(3)], t),
        _ => jet(count, control, t)[0],
    }
}

/// Returns the value of a cubic.
#[inline]
pub(crate) fn cubic<S: Float, T: Blend<S>>([a, b, c, d]: [T; 4], t: S) -> T {
    let (u, tt, three) = (S::ONE - t, t * t, t.lit(3));
    ((a * u + b * three * t) * u + c * three * tt) * u + d * t * tt
}

/// Returns the value and the first three derivatives at `t`, from the last rows of de Casteljau's
/// algorithm: the `k`th derivative is `n (n - 1) .. (n - k + 1)` times the `k`th difference of the
/// row with `k + 1` entries.
pub(crate) fn jet<S: Float, T: Blend<S>>(count: usize, control: impl Fn(usize) -> T, t: S) -> [T; 4] {
    if count <= FEW {
        let mut row: [T; FEW] = array::from_fn(|i| control(i.min(count - 1)));
        jet_of(&mut row[..count], t)
    } else if count <= SMALL {
        let mut row: [T; SMALL] = array::from_fn(|i| control(i.min(count - 1)));
        jet_of(&mut row[..count], t)
    } else {
        jet_of(&mut (0..count).map(control).collect::<Vec<T>>(), t)
    }
}

fn jet_of<S: Float, T: Blend<S>>(row: &mut [T], t: S) -> [T; 4] {
    let degree = row.len() - 1;
    let none = row[0].none();
    let mut jet = [none; 4];
    for left in (1..=row.len()).rev() {
        if left <= 4 {
            jet[left - 1] = difference(&row[..left]) * falling_factorial(t, degree, left - 1);
        }
        for i in 1..left {
            row[i - 1] = mix(row[i - 1], row[i], t);
        }
    }
    jet
}

/// Returns the falling factorial `n (n - 1) .. (n - k + 1)`.
fn falling_factorial<S: Float>(like: S, n: usize, k: usize) -> S {
    (0..k).fold(like.one(), |product, i| product * S::from_f64((n - i) as f64))
}

/// Returns the highest-order difference of a row of up to four entries.
fn difference<S: Float, T: Blend<S>>(row: &[T]) -> T {
    match *row {
        [a, b] => b - a,
        [a, b, c] => (c - b) - (b - a),
        [a, b, c, d] => ((d - c) - (c - b)) - ((c - b) - (b - a)),
        _ => row[0],
    }
}

/// Returns the derivatives of a rational curve from its homogeneous derivatives: `c_k = (a_k -
/// sum_{i < k} binomial(k, i) c_i w_{k - i}) / w_0`.
pub(crate) fn quotient<V: FloatVector>(jet: [Weighted<V>; 4]) -> [V; 4] {
    let [a, b, c, d] = jet;
    let over = |v: V| v.times_reciprocal(a.weight);
    let (two, three) = (a.weight.lit(2), a.weight.lit(3));
    let c0 = over(a.point);
    let c1 = over(b.point - c0 * b.weight);
    let c2 = over(c.point - c1 * (two * b.weight) - c0 * c.weight);
    let c3 = over(d.point - c2 * (three * b.weight) - c1 * (three * c.weight) - c0 * d.weight);
    [c0, c1, c2, c3]
}

/// Splits a Bezier form at `t`; both halves share the middle value exactly.
pub(crate) fn split<S: Float, T: Blend<S>>(controls: &[T], t: S) -> [List<T>; 2] {
    let mut row = List::from_slice(controls);
    let mut left = List::with_capacity(row.len());
    for count in (1..=row.len()).rev() {
        left.push(row[0]);
        for i in 1..count {
            row[i - 1] = mix(row[i - 1], row[i], t);
        }
        // The last entry of each row stays in place; together they form the right half.
    }
    [left, row]
}

/// Returns the Bezier form with the degree raised by one:
/// `q_i = i / (n + 1) p_{i - 1} + (1 - i / (n + 1)) p_i`.
pub(crate) fn elevate<S: Float, T: Blend<S>>(controls: &[T]) -> List<T> {
    let count = controls.len();
    let mut out = List::with_capacity(count + 1);
    for i in 0..=count {
        let s = S::from_f64(i as f64) / S::from_f64(count as f64);
        out.push(match i {
            0 => controls[0],
            _ if i == count => controls[count - 1],
            _ => mix(controls[i], controls[i - 1], s),
        });
    }
    out
}

/// Returns the Bezier form of the derivative: `n (p_{i + 1} - p_i)`; zero for a constant.
pub(crate) fn slopes<S: Float, T: Blend<S>>(controls: &[T]) -> List<T> {
    if let [only] = controls {
        return smallvec![only.none()];
    }
    let degree = S::from_f64((controls.len() - 1) as f64);
    controls.windows(2).map(|pair| (pair[1] - pair[0]) * degree).collect()
}
