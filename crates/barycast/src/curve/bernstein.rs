//! Polynomials in Bernstein form: products, and all roots in [0, 1].
//!
//! ```text
//! f(t) = sum c_i binomial(n, i) (1 - t)^(n - i) t^i
//! ```
//!
//! The number of roots of `f` inside (0, 1) is the number of sign changes of `c`, or less by an
//! even number. So an interval without a sign change contains no root, one with a single change
//! contains exactly one, and all others are halved. Sources: [Farin 2002], [Lane 1981].

use super::blend::{Blend, List, jet, split};
use crate::number::{Float, Ring};
use smallvec::smallvec;

/// Pascal's triangle, as far as it is tabulated.
const PASCAL: [[f64; PASCAL_ROWS]; PASCAL_ROWS] = {
    let mut rows = [[0.0; PASCAL_ROWS]; PASCAL_ROWS];
    let mut n = 0;
    while n < PASCAL_ROWS {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};
const PASCAL_ROWS: usize = 16;

/// Returns `binomial(n, 0), .. binomial(n, n)`.
pub(crate) fn binomials<S: Float>(n: usize) -> List<S> {
    if let Some(row) = PASCAL.get(n) {
        return row[..=n].iter().map(|x| S::from_f64(*x)).collect();
    }
    let mut row: List<S> = smallvec![S::ONE];
    for k in 1..=n {
        let last = row[k - 1];
        row.push(last * S::from_f64((n + 1 - k) as f64) / S::from_f64(k as f64));
    }
    row
}

/// Largest degree for which binomials are multiplied directly; above it they may overflow.
const BINOMIALS: usize = 200;

/// Returns the product of two polynomials.
pub(crate) fn product<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let (m, n) = (a.len() - 1, b.len() - 1);
    if m + n > BINOMIALS {
        return product_of_means(a, b);
    }
    let (of_a, of_b, of_both) = (binomials::<S>(m), binomials::<S>(n), binomials::<S>(m + n));
    let mut out: List<S> = smallvec![S::ZERO; m + n + 1];
    for i in 0..=m {
        for j in 0..=n {
            out[i + j] = out[i + j] + (of_a[i] * a[i]) * (of_b[j] * b[j]);
        }
    }
    out.iter().zip(&of_both).map(|(c, b)| *c / *b).collect()
}

/// Returns the product for any degree. Each coefficient is a mean of products `a_i b_(k - i)` with
/// the weights `binomial(m, i) binomial(n, k - i)`. Ratios of neighbouring weights are small
/// numbers, so the greatest weight is set to 1 and the others follow from it.
fn product_of_means<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let (m, n) = (a.len() - 1, b.len() - 1);
    let whole = |x: usize| S::from_f64(x as f64);
    let coefficient = |k: usize| {
        let (least, most) = (k.saturating_sub(n), m.min(k));
        let mode = ((m + 1) * (k + 1) / (m + n + 2)).clamp(least, most);
        let (mut sum, mut weights) = (a[mode] * b[k - mode], S::ONE);
        let mut weight = S::ONE;
        for i in mode..most {
            weight = weight * whole(m - i) * whole(k - i) / (whole(i + 1) * whole(n + i + 1 - k));
            (sum, weights) = (sum + weight * a[i + 1] * b[k - i - 1], weights + weight);
        }
        weight = S::ONE;
        for i in (least..mode).rev() {
            weight = weight * whole(i + 1) * whole(n + i + 1 - k) / (whole(m - i) * whole(k - i));
            (sum, weights) = (sum + weight * a[i] * b[k - i], weights + weight);
        }
        sum / weights
    };
    (0..=m + n).map(coefficient).collect()
}

/// Returns the value at `t` for any degree, with `u = 1 - t`. Bernstein polynomials are scaled
/// relative to the greatest of them: none overflows, and those that underflow are negligible.
pub(super) fn value_of_any_degree<S: Float, T: Blend<S>>(c: &[T], t: S, u: S) -> T {
    let last = c.len() - 1;
    let whole = |x: usize| S::from_f64(x as f64);
    let mode = ((c.len() as f64 * t.to_f64()) as usize).min(last);
    let (mut sum, mut weights) = (c[mode], S::ONE);
    let (mut weight, up) = (S::ONE, t / u);
    for i in mode..last {
        weight = weight * up * whole(last - i) / whole(i + 1);
        (sum, weights) = (sum + c[i + 1] * weight, weights + weight);
    }
    let down = u / t;
    weight = S::ONE;
    for i in (0..mode).rev() {
        weight = weight * down * whole(i + 1) / whole(last - i);
        (sum, weights) = (sum + c[i] * weight, weights + weight);
    }
    sum * (S::ONE / weights)
}

/// Returns the sum of two polynomials of the same degree.
pub(crate) fn sum<S: Float>(a: &[S], b: &[S]) -> List<S> {
    a.iter().zip(b).map(|(a, b)| *a + *b).collect()
}

/// Multiplies a polynomial by a number.
pub(crate) fn times<S: Float>(a: &[S], factor: S) -> List<S> {
    a.iter().map(|c| *c * factor).collect()
}

/// Returns the roots in [0, 1], in order, each once; none for the zero polynomial. Roots closer
/// together than the resolution of the numbers may be merged or, if the sign does not change,
/// missed.
pub(crate) fn roots<S: Float>(coefficients: &[S]) -> List<S> {
    let mut found = List::new();
    if !push_quadratic_roots(coefficients, &mut found) && coefficients.iter().all(|c| c.is_finite()) {
        isolate(List::from_slice(coefficients), [S::ZERO, S::ONE], &mut found);
    }
    found.dedup();
    found
}

/// Appends the roots of a quadratic, in order. Returns `false` for another degree, or if
/// [`quadratic_roots`] returns `None`.
fn push_quadratic_roots<S: Float>(coefficients: &[S], found: &mut List<S>) -> bool {
    let [a, b, c] = *coefficients else { return false };
    let Some((discriminant, [one, other])) = quadratic_roots([a, b, c]) else { return false };
    if discriminant > S::ZERO {
        let in_order = if other < one { [other, one] } else { [one, other] };
        found.extend(in_order.into_iter().filter(|t| S::ZERO <= *t && *t <= S::ONE));
    }
    true
}

/// Returns the discriminant `b^2 - a c` and both roots of a quadratic, inside [0, 1] or not. With
/// `x = t / (1 - t)` the polynomial is `a + 2 b x + c x^2`, and zero for `x = q / c` and
/// `x = a / q` where `q = -b -+ sqrt(b^2 - a c)`. If the discriminant is negative, the returned
/// numbers are not roots. Returns `None` if squares leave the range of the numbers, or the roots
/// coincide.
#[inline]
pub(super) fn quadratic_roots<S: Float>([a, b, c]: [S; 3]) -> Option<(S, [S; 2])> {
    let discriminant = b * b - a * c;
    let least = S::MIN_POSITIVE / S::EPSILON;
    if !((b * b).is_finite() && (a * c).is_finite() && Ring::abs(discriminant) > least) {
        return None;
    }
    let root = discriminant.sqrt();
    let q = Ring::select(b < S::ZERO, root - b, -b - root);
    Some((discriminant, [q / (q + c), a / (a + q)]))
}

/// Returns the number of sign changes.
pub(crate) fn variations<S: Float>(coefficients: &[S]) -> usize {
    let mut last = S::ZERO;
    let mut changes = 0;
    for c in coefficients.iter().copied().filter(|c| *c != S::ZERO) {
        changes += usize::from((last < S::ZERO) != (c < S::ZERO) && last != S::ZERO);
        last = c;
    }
    changes
}

/// Appends the roots between two ends, including the first end, and the second end if it is 1.
fn isolate<S: Float>(mut c: List<S>, [low, high]: [S; 2], found: &mut List<S>) {
    if c.iter().all(|c| *c == S::ZERO) {
        return;
    }
    if c[0] == S::ZERO {
        found.push(low);
        while c[0] == S::ZERO {
            c = without_first(&c);
        }
    }
    let mut ends_at_root = false;
    while c[c.len() - 1] == S::ZERO {
        c.reverse();
        c = without_first(&c);
        c.reverse();
        ends_at_root = true;
    }
    let half = S::ONE.half();
    match variations(&c) {
        0 => {}
        1 => found.push(low + (high - low) * single_root(&c)),
        _ => {
            let middle = low + (high - low) * half;
            if middle <= low || high <= middle || high - low <= S::EPSILON * half {
                found.push(middle);
            } else {
                let [left, right] = split(&c, half);
                isolate(left, [low, middle], found);
                isolate(right, [middle, high], found);
            }
        }
    }
    if ends_at_root && high == S::ONE {
        found.push(high);
    }
}

/// Divides by `t`, if the first coefficient is 0: `c_{i + 1} n / (i + 1)`.
fn without_first<S: Float>(c: &[S]) -> List<S> {
    let n = S::from_f64((c.len() - 1) as f64);
    let lower = |(i, c): (usize, &S)| *c * n / S::from_f64((i + 1) as f64);
    c[1..].iter().enumerate().map(lower).collect()
}

/// Returns the value and the slope of `sum a_i (1 - t)^(n - i) t^i` for `t` inside (0, 1). With
/// `u = 1 - t` and `s = t / u` it is `u^n (a_0 + a_1 s + ..)`. In the second half, where `s` would
/// be large, the coefficients are reversed. Since `s` is positive, rounding only changes each `a_i`
/// by a few relative ulps.
fn value_and_slope<S: Float>(a: &[S], t: S) -> [S; 2] {
    let u = S::ONE - t;
    if t <= u {
        from_one_end(a.iter().rev().copied(), t, u)
    } else {
        let [value, slope] = from_one_end(a.iter().copied(), u, t);
        [value, -slope]
    }
}

/// Evaluates from one end; expects the last coefficient first.
#[inline(always)]
fn from_one_end<S: Float>(a: impl ExactSizeIterator<Item = S>, t: S, u: S) -> [S; 2] {
    let s = t / u;
    let n = S::from_f64((a.len() - 1) as f64);
    let (mut sum, mut slope, mut scale) = (S::ZERO, S::ZERO, S::ONE / u);
    for a in a {
        slope = slope * s + sum;
        sum = sum * s + a;
        scale = scale * u;
    }
    // Derivative by `t`: `u^n (slope / u^2 - n sum / u)`.
    [scale * sum, scale * (slope / u - n * sum) / u]
}

/// Returns the value and the slope for `t` inside (0, 1): from the coefficients times their
/// binomials if these are given, otherwise by de Casteljau's algorithm.
fn evaluate<S: Float>(c: &[S], times: &[S], t: S) -> [S; 2] {
    if times.is_empty() {
        let [value, slope, ..] = jet(c.len(), |i| c[i], t);
        [value, slope]
    } else {
        value_and_slope(times, t)
    }
}

/// Returns the root at the only sign change; either end may be 0. Takes Newton's step if it stays
/// inside the bracket and is at most half as long as the last step, otherwise bisects.
pub(super) fn single_root<S: Float>(c: &[S]) -> S {
    let (first, last) = (c[0], c[c.len() - 1]);
    let rising = is_increasing(c);
    let (mut low, mut high) = (S::ZERO, S::ONE);
    let at_end = first == S::ZERO || last == S::ZERO;
    let mut x = if at_end { S::ONE.half() } else { Ring::abs(first) / (Ring::abs(first) + Ring::abs(last)) };
    let noise = c.iter().fold(S::ZERO, |most, c| Ring::max(most, Ring::abs(*c))) * S::EPSILON;
    let near = S::from_f64(SHORT);
    let mut times = List::new();
    if c.len() <= BINOMIALS {
        times = binomials::<S>(c.len() - 1);
        times.iter_mut().zip(c).for_each(|(times, c)| *times = *times * *c);
    }
    let mut before = S::ONE;
    for _ in 0..200 {
        let [value, slope] = evaluate(c, &times, x);
        if value == S::ZERO && S::ZERO < x && x < S::ONE {
            return x;
        }
        if (value < S::ZERO) == rising {
            low = x;
        } else {
            high = x;
        }
        let step = value.div_or(slope, S::ONE + S::ONE);
        let newton = x - step;
        let inside = newton > low && newton < high;
        let crossing = (S::ZERO < slope) == rising && Ring::abs(step) <= near;
        if crossing && Ring::abs(value) <= noise {
            // The value is below rounding error; Newton's step is the best estimate.
            return if inside { newton } else { x };
        }
        let shrinks = Ring::abs(step) <= before.half();
        let next = if inside && shrinks { newton } else { (low + high).half() };
        before = Ring::abs(next - x);
        if next == x || next <= low || high <= next || Ring::abs(next - x) <= S::EPSILON * x {
            return next;
        }
        x = next;
    }
    x
}

/// Length of a step that ends the search, if the value is below rounding error.
const SHORT: f64 = 1.0 / (1 << 20) as f64;

/// Tests whether the single sign change is from negative to positive.
fn is_increasing<S: Float>(c: &[S]) -> bool {
    c.iter().find(|c| **c != S::ZERO).is_some_and(|c| *c < S::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_found_wherever_they_are_and_each_once() {
        // (t - 0) (t - 1/2) (t - 1), and (t - 1/4)^2, whose signs depend on rounding.
        assert_eq!(roots(&[0.0, 1.0 / 6.0, -1.0 / 6.0, 0.0])[..], [0.0, 0.5, 1.0]);
        assert_eq!(roots(&[0.0_f64; 4])[..], []);
        assert_eq!(roots(&[1.0, 1.0])[..], []);
        assert_eq!(roots(&[1.0_f64, f64::NAN, -1.0])[..], []);
        assert_eq!(roots(&[-1.0_f64, 3.0])[..], [0.25]);
    }

    #[test]
    fn nine_roots_of_a_product_come_back() {
        let made = (1..10)
            .map(|k| f64::from(k) / 10.0)
            .fold(List::from_slice(&[1.0]), |p, r| product(&p, &[-r, 1.0 - r]));
        let found = roots(&made);
        assert_eq!(found.len(), 9);
        for (k, root) in (1..10).zip(found) {
            assert!((root - f64::from(k) / 10.0).abs() < 1e-12, "{root}");
        }
    }
}
