//! Polynomials in Bernstein's form: products, and all roots in [0, 1].
//!
//! ```text
//! f(t) = sum c_i binomial(n, i) (1 - t)^(n - i) t^i
//! ```
//!
//! `f` has no more roots inside (0, 1) than the signs of `c` change, and as many up to an even number. So a stretch
//! without a change is left out for good, one with a single change holds exactly one root, and all others
//! are halved. Sources: [Farin 2002], [Lane 1981].

use super::blend::{Blend, List, jet, split};
use crate::number::{Float, Ring};
use smallvec::smallvec;

/// Pascal's triangle, as far as it is written down.
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

/// `binomial(n, 0), .. binomial(n, n)`.
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

/// Up to this degree binomials are multiplied as they are; above it they may overflow.
const BINOMIALS: usize = 200;

/// The product of two.
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

/// The same for any degree. Each coefficient is a mean of products `a_i b_(k - i)` with the weights
/// `binomial(m, i) binomial(n, k - i)`, whose ratios are small numbers: the greatest weight is taken for 1, the others follow from it.
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

/// The value at `t` of a form of any degree, with `u = 1 - t`. Bernstein's polynomials are taken relative to the greatest of them: none
/// overflows, and those that vanish do not matter.
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

/// The sum of two of the same degree.
pub(crate) fn sum<S: Float>(a: &[S], b: &[S]) -> List<S> {
    a.iter().zip(b).map(|(a, b)| *a + *b).collect()
}

/// Times a number.
pub(crate) fn times<S: Float>(a: &[S], factor: S) -> List<S> {
    a.iter().map(|c| *c * factor).collect()
}

/// Its roots in [0, 1], in order, each once; none for the polynomial 0. Roots closer together than the numbers tell may come
/// out as one, or, where the sign does not change, not at all.
pub(crate) fn roots<S: Float>(coefficients: &[S]) -> List<S> {
    let mut found = List::new();
    if !quadratic(coefficients, &mut found) && coefficients.iter().all(|c| c.is_finite()) {
        isolate(List::from_slice(coefficients), [S::ZERO, S::ONE], &mut found);
    }
    found.dedup();
    found
}

/// The roots of degree 2, in order; false for another degree and where [`both`] has none to tell.
fn quadratic<S: Float>(coefficients: &[S], found: &mut List<S>) -> bool {
    let [a, b, c] = *coefficients else { return false };
    let Some((inside, [one, other])) = both([a, b, c]) else { return false };
    if inside > S::ZERO {
        let in_order = if other < one { [other, one] } else { [one, other] };
        found.extend(in_order.into_iter().filter(|t| S::ZERO <= *t && *t <= S::ONE));
    }
    true
}

/// What stands under the root, `b^2 - a c`, and the roots of degree 2 wherever they are: with `x = t / (1 - t)` it is
/// `a + 2 b x + c x^2`, and zero for `x = q / c` and `x = a / q` where `q = -b -+ sqrt(b^2 - a c)`. With less than 0 under the root
/// they are no roots. `None` where squares leave the range of the numbers, and where both are one.
#[inline]
pub(super) fn both<S: Float>([a, b, c]: [S; 3]) -> Option<(S, [S; 2])> {
    let inside = b * b - a * c;
    let least = S::MIN_POSITIVE / S::EPSILON;
    if !((b * b).is_finite() && (a * c).is_finite() && Ring::abs(inside) > least) {
        return None;
    }
    let root = inside.sqrt();
    let q = Ring::select(b < S::ZERO, root - b, -b - root);
    Some((inside, [q / (q + c), a / (a + q)]))
}

/// How often the signs change.
pub(crate) fn variations<S: Float>(coefficients: &[S]) -> usize {
    let mut last = S::ZERO;
    let mut changes = 0;
    for c in coefficients.iter().copied().filter(|c| *c != S::ZERO) {
        changes += usize::from((last < S::ZERO) != (c < S::ZERO) && last != S::ZERO);
        last = c;
    }
    changes
}

/// Its roots between two ends, of which the first counts, and the second where it is 1.
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
    let mut ends = false;
    while c[c.len() - 1] == S::ZERO {
        c.reverse();
        c = without_first(&c);
        c.reverse();
        ends = true;
    }
    let half = S::ONE.half();
    match variations(&c) {
        0 => {}
        1 => found.push(low + (high - low) * only_root(&c)),
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
    if ends && high == S::ONE {
        found.push(high);
    }
}

/// Divided by `t`, for a first coefficient of 0: `c_{i + 1} n / (i + 1)`.
fn without_first<S: Float>(c: &[S]) -> List<S> {
    let n = S::from_f64((c.len() - 1) as f64);
    let lower = |(i, c): (usize, &S)| *c * n / S::from_f64((i + 1) as f64);
    c[1..].iter().enumerate().map(lower).collect()
}

/// The value and the slope at `t` inside of (0, 1) of `sum a_i (1 - t)^(n - i) t^i`: with `u = 1 - t` and `s = t / u` it is
/// `u^n (a_0 + a_1 s + ..)`; in the second half the same from the other end, where `s` would be large. As `s` is positive,
/// rounding does no more than change each `a_i` by some ulp of itself.
fn value_and_slope<S: Float>(a: &[S], t: S) -> [S; 2] {
    let u = S::ONE - t;
    if t <= u {
        from_one_end(a.iter().rev().copied(), t, u)
    } else {
        let [value, slope] = from_one_end(a.iter().copied(), u, t);
        [value, -slope]
    }
}

/// The last first.
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
    // By `t`: `u^n (slope / u^2 - n sum / u)`.
    [scale * sum, scale * (slope / u - n * sum) / u]
}

/// The value and the slope at `t` inside of (0, 1): from the coefficients times their binomials where there are such, else by
/// de Casteljau's scheme.
fn reading<S: Float>(c: &[S], times: &[S], t: S) -> [S; 2] {
    if times.is_empty() {
        let [value, slope, ..] = jet(c.len(), |i| c[i], t);
        [value, slope]
    } else {
        value_and_slope(times, t)
    }
}

/// Where the only change of sign is; either end may be 0. Newton's step while it stays inside and is half as long as the one before,
/// else the middle.
pub(super) fn only_root<S: Float>(c: &[S]) -> S {
    let (first, last) = (c[0], c[c.len() - 1]);
    let rising = rises(c);
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
        let [value, slope] = reading(c, &times, x);
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
            // No value nearer to zero can be told from it; Newton's step is the best guess.
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

/// A step this short, where the value is rounding, ends the search for a root.
const SHORT: f64 = 1.0 / (1 << 20) as f64;

/// Of coefficients whose signs change once: from less than 0 to more.
fn rises<S: Float>(c: &[S]) -> bool {
    c.iter().find(|c| **c != S::ZERO).is_some_and(|c| *c < S::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_found_wherever_they_are_and_each_once() {
        // (t - 0) (t - 1/2) (t - 1), and (t - 1/4)^2 of which the signs of rounding tell.
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
