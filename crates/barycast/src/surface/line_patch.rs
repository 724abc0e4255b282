//! Intersections of a line with a patch: all of them, none missed.
//!
//! Two perpendicular planes through the line give two Bernstein forms `a, b` on the patch: the
//! signed distances from them, times the weights. Their common zeros in `[0, 1]^2` are wanted. With
//! the mean Jacobian `J`, the forms are preconditioned so that they are nearly the parameters
//! themselves:
//!
//! ```text
//! (x, y) = J^-1 (a, b)        G(s, t) = clamp((s, t) - (x, y))
//! ```
//!
//! - A part on which the coefficients of `a`, `b`, `x` or `y` all have one sign contains no zero
//!   and is discarded.
//! - If the coefficients of the derivatives of `(x, y)` are within `q < 1` of the identity, `G` is
//!   a contraction. It has one fixed point, which Newton's steps find: the only zero if `x` and `y`
//!   vanish there, and no zero otherwise.
//! - Other parts are halved, along the longer of their sides as seen along the line. Where rays
//!   graze the surface, this continues until rounding hides the rest, which then counts as an
//!   intersection: tangential contacts are reported.
//!
//! Signs count only beyond the noise of the coordinates' rounding, so no zero is lost to it. A line
//! that passes a side within the noise intersects it, so patches that share a side are watertight.
//! Sources: [Nishita 1990], [Toth 1985].

use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use alloc::vec;
use alloc::vec::Vec;

/// Coefficients of a form, on the stack for bicubic patches.
pub(super) trait Coefficients<S>: Clone + AsRef<[S]> + AsMut<[S]> {}

impl<S, T: Clone + AsRef<[S]> + AsMut<[S]>> Coefficients<S> for T {}

/// A part of a patch, as two forms.
#[derive(Clone)]
struct Part<S, T> {
    a: T,
    b: T,
    from: [S; 2],
    size: [S; 2],
}

/// An intersection of the line with the patch, by its parameters. Unless it is a touch, they are
/// accurate to `error`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatchIntersection<S> {
    pub(super) at: [S; 2],
    pub(super) error: [S; 2],
    /// Whether the part of the size `error` around it is indistinguishable from the line
    /// (tangential contact).
    pub(super) touch: bool,
}

/// Contraction factor at which the fixed point iteration is used.
const CONTRACTION: f64 = 0.9;
/// Number of visited parts after which the rest count as touched: the line runs along the surface.
const MOST: usize = 1 << 12;

/// Calls `found` with every intersection, for forms `a` and `b` with rounding errors up to `noise`.
#[inline(always)]
pub(super) fn intersect<S: Float, T: Coefficients<S>>(
    counts: [usize; 2],
    a: T,
    b: T,
    noise: S,
    found: &mut impl FnMut(PatchIntersection<S>),
) {
    let mut part = Part { a, b, from: [S::ZERO; 2], size: [S::ONE; 2] };
    match classify(counts, &part, noise) {
        Verdict::Empty => {}
        Verdict::One(intersection) => found(intersection),
        Verdict::Split(first) => subdivide(counts, &mut part, first, noise, found),
    }
}

/// Subdivides a part that is not settled.
#[cold]
#[inline(never)]
fn subdivide<S: Float, T: Coefficients<S>>(
    counts: [usize; 2],
    whole: &mut Part<S, T>,
    axis: usize,
    noise: S,
    found: &mut impl FnMut(PatchIntersection<S>),
) {
    let mut parts = vec![(whole.clone(), axis)];
    let mut visited = 0;
    while let Some((part, axis)) = parts.pop() {
        for half in part.halves(counts, axis) {
            visited += 1;
            match classify(counts, &half, noise) {
                Verdict::Empty => {}
                Verdict::One(intersection) => found(intersection),
                Verdict::Split(_) if visited > MOST => found(half.touch()),
                Verdict::Split(axis) => parts.push((half, axis)),
            }
        }
    }
}

/// Result of classifying a part.
enum Verdict<S> {
    Empty,
    One(PatchIntersection<S>),
    /// Undecided: to be halved along this axis.
    Split(usize),
}

impl<S: Float, T: Coefficients<S>> Part<S, T> {
    /// Returns the halves along an axis.
    fn halves(&self, [rows, columns]: [usize; 2], axis: usize) -> [Self; 2] {
        let (mut left, mut right) = (self.clone(), self.clone());
        let (lines, count, step, next) =
            if axis == 0 { (columns, rows, columns, 1) } else { (rows, columns, 1, columns) };
        for (l, r) in [(&mut left.a, &mut right.a), (&mut left.b, &mut right.b)] {
            let (l, r) = (l.as_mut(), r.as_mut());
            for line in 0..lines {
                let at = |k: usize| line * next + k * step;
                // De Casteljau in place: the values that drop out at the front form the left half,
                // those that stay the right one.
                for left_over in (1..count).rev() {
                    l[at(count - 1 - left_over)] = r[at(0)];
                    for k in 0..left_over {
                        r[at(k)] = (r[at(k)] + r[at(k + 1)]).half();
                    }
                }
                l[at(count - 1)] = r[at(0)];
            }
        }
        let half = self.size[axis].half();
        left.size[axis] = half;
        right.size[axis] = half;
        right.from[axis] = self.from[axis] + half;
        [left, right]
    }

    /// Returns the whole part as a touch.
    fn touch(&self) -> PatchIntersection<S> {
        let error = self.size.each(Field::half);
        PatchIntersection { at: [self.from[0] + error[0], self.from[1] + error[1]], error, touch: true }
    }
}

/// Returns the least and the greatest value.
#[inline(always)]
fn range<S: Float>(values: &[S]) -> (S, S) {
    let mut out = (values[0], values[0]);
    for x in values {
        out = (if *x < out.0 { *x } else { out.0 }, if *x > out.1 { *x } else { out.1 });
    }
    out
}

#[inline(always)]
fn classify<S: Float, T: Coefficients<S>>(
    [rows, columns]: [usize; 2],
    part: &Part<S, T>,
    noise: S,
) -> Verdict<S> {
    let (a, b) = (part.a.as_ref(), part.b.as_ref());
    let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
    if a_low > noise || a_high < -noise || b_low > noise || b_high < -noise {
        return Verdict::Empty;
    }
    // Mean derivatives from the corners.
    let last = (rows - 1) * columns;
    let corners = [0, columns - 1, last, last + columns - 1];
    let mean = |f: &[S]| {
        let [p, q, r, s] = corners.each(|i| f[i]);
        [((r - p) + (s - q)).half(), ((q - p) + (s - r)).half()]
    };
    let ([a_u, a_v], [b_u, b_v]) = (mean(a), mean(b));
    let det = a_u * b_v - a_v * b_u;
    if det != S::ZERO {
        let over = S::ONE / det;
        let [m, n] = [[b_v * over, -a_v * over], [-b_u * over, a_u * over]];
        let noises = [m, n].each(|[k, l]| (Ring::abs(k) + Ring::abs(l)) * noise);
        let (mut x, mut y) = (part.a.clone(), part.b.clone());
        for i in 0..rows * columns {
            x.as_mut()[i] = m[0] * a[i] + m[1] * b[i];
            y.as_mut()[i] = n[0] * a[i] + n[1] * b[i];
        }
        let preconditioned = Preconditioned { counts: [rows, columns], x: x.as_ref(), y: y.as_ref() };
        let ((x_low, x_high), (y_low, y_high)) = (range(preconditioned.x), range(preconditioned.y));
        if x_low > noises[0] || x_high < -noises[0] || y_low > noises[1] || y_high < -noises[1] {
            return Verdict::Empty;
        }
        if preconditioned.is_contraction() {
            return match preconditioned.fixed_point(noises) {
                Some(at) => {
                    let intersection = [0, 1].each(|i| part.from[i] + part.size[i] * at[i]);
                    let error = [0, 1]
                        .each(|i| part.size[i] * (noises[i] * at[i].lit(32) + S::EPSILON * at[i].lit(8)));
                    Verdict::One(PatchIntersection { at: intersection, error, touch: false })
                }
                None => Verdict::Empty,
            };
        }
    }
    if a_high - a_low <= noise && b_high - b_low <= noise {
        return Verdict::One(part.touch());
    }
    // Splits along the side that is longer as seen along the line.
    let (mut by_u, mut by_v) = (S::ZERO, S::ZERO);
    for i in 0..rows {
        for j in 0..columns {
            let at = i * columns + j;
            let apart = |other: usize| Ring::abs(a[other] - a[at]) + Ring::abs(b[other] - b[at]);
            if i + 1 < rows {
                by_u = Ring::max(by_u, apart(at + columns));
            }
            if j + 1 < columns {
                by_v = Ring::max(by_v, apart(at + 1));
            }
        }
    }
    let [u, v] = [S::from_f64((rows - 1) as f64) * by_u, S::from_f64((columns - 1) as f64) * by_v];
    let axis = usize::from(u < v);
    if part.from[axis] + part.size[axis].half() > part.from[axis] || part.from[axis] == S::ZERO {
        Verdict::Split(axis)
    } else {
        Verdict::One(part.touch())
    }
}

/// Forms that are nearly the parameters.
struct Preconditioned<'a, S> {
    counts: [usize; 2],
    x: &'a [S],
    y: &'a [S],
}

impl<S: Float> Preconditioned<'_, S> {
    /// Tests whether the derivatives are close to the identity everywhere.
    #[inline(always)]
    fn is_contraction(&self) -> bool {
        let [rows, columns] = self.counts;
        let [m, n] = [S::from_f64((rows - 1) as f64), S::from_f64((columns - 1) as f64)];
        let spread = |f: &[S], wanted: [S; 2]| {
            let (mut u_low, mut u_high) = (S::ONE.infinity(), -S::ONE.infinity());
            let (mut v_low, mut v_high) = (u_low, u_high);
            for i in 0..rows - 1 {
                for j in 0..columns {
                    let d = f[(i + 1) * columns + j] - f[i * columns + j];
                    u_low = if d < u_low { d } else { u_low };
                    u_high = if d > u_high { d } else { u_high };
                }
            }
            for i in 0..rows {
                for j in 0..columns - 1 {
                    let d = f[i * columns + j + 1] - f[i * columns + j];
                    v_low = if d < v_low { d } else { v_low };
                    v_high = if d > v_high { d } else { v_high };
                }
            }
            let off = |low: S, high: S, degree: S, wanted: S| {
                Ring::max(Ring::abs(low * degree - wanted), Ring::abs(high * degree - wanted))
            };
            off(u_low, u_high, m, wanted[0]) + off(v_low, v_high, n, wanted[1])
        };
        let limit = S::from_f64(CONTRACTION);
        spread(self.x, [S::ONE, S::ZERO]) < limit && spread(self.y, [S::ZERO, S::ONE]) < limit
    }

    /// Returns the fixed point of the clamped iteration, if both forms vanish there.
    #[inline(always)]
    fn fixed_point(&self, noises: [S; 2]) -> Option<[S; 2]> {
        let (zero, one) = (S::ZERO, S::ONE);
        let mut at = [one.half(); 2];
        let enough = noises.each(|noise| noise + S::EPSILON * one.lit(4));
        for round in 0..200 {
            let [[x, x_u, x_v], [y, y_u, y_v]] = self.jet(at);
            let plain = [(at[0] - x).clamp_to(zero, one), (at[1] - y).clamp_to(zero, one)];
            let has_converged = [0, 1].each(|i| Ring::abs(plain[i] - at[i]) <= enough[i]);
            if has_converged == [true; 2] {
                let zeros = Ring::abs(x) <= enough[0] + enough[0] && Ring::abs(y) <= enough[1] + enough[1];
                return zeros.then_some(at);
            }
            let det = x_u * y_v - x_v * y_u;
            // Newton's step; if it does not converge soon, the contraction, which must.
            at = if round < 8 && det != zero {
                let over = one / det;
                [
                    (at[0] - (y_v * x - x_v * y) * over).clamp_to(zero, one),
                    (at[1] - (x_u * y - y_u * x) * over).clamp_to(zero, one),
                ]
            } else {
                plain
            };
        }
        Some(at)
    }

    /// Returns both forms with their derivatives.
    #[inline(always)]
    fn jet(&self, [s, t]: [S; 2]) -> [[S; 3]; 2] {
        let [rows, columns] = self.counts;
        if rows <= FEW && columns <= FEW {
            let (mut u, mut v) = ([[S::ZERO; FEW]; 2], [[S::ZERO; FEW]; 2]);
            let ([u, du], [v, dv]) = (&mut u, &mut v);
            basis(&mut u[..rows], &mut du[..rows], s);
            basis(&mut v[..columns], &mut dv[..columns], t);
            return self.sums([&u[..rows], &du[..rows]], [&v[..columns], &dv[..columns]]);
        }
        let buffers = |count: usize| [vec![S::ZERO; count], vec![S::ZERO; count]];
        let ([mut u, mut du], [mut v, mut dv]) = (buffers(rows), buffers(columns));
        basis(&mut u, &mut du, s);
        basis(&mut v, &mut dv, t);
        self.sums([&u, &du], [&v, &dv])
    }

    #[inline(always)]
    fn sums(&self, [u, du]: [&[S]; 2], [v, dv]: [&[S]; 2]) -> [[S; 3]; 2] {
        [self.x, self.y].each(|f| {
            let mut out = [S::ZERO; 3];
            for (i, row) in f.chunks_exact(v.len()).enumerate() {
                let (mut value, mut slope) = (S::ZERO, S::ZERO);
                for j in 0..v.len() {
                    value = value + row[j] * v[j];
                    slope = slope + row[j] * dv[j];
                }
                out = [out[0] + value * u[i], out[1] + value * du[i], out[2] + slope * u[i]];
            }
            out
        })
    }
}

/// Number of basis polynomials kept without the heap.
const FEW: usize = 8;

/// Returns the Bernstein polynomials and their derivatives at `t`.
#[inline(always)]
fn basis<S: Float>(values: &mut [S], slopes: &mut [S], t: S) {
    let count = values.len();
    let degree = S::from_f64((count - 1) as f64);
    let u = S::ONE - t;
    values[0] = S::ONE;
    for n in 1..count {
        if n + 1 == count {
            // `B_i' = n (B_{i - 1} - B_i)` of one degree less.
            slopes[0] = -values[0] * degree;
            for i in 1..n {
                slopes[i] = (values[i - 1] - values[i]) * degree;
            }
            slopes[n] = values[n - 1] * degree;
        }
        values[n] = values[n - 1] * t;
        for i in (1..n).rev() {
            values[i] = values[i] * u + values[i - 1] * t;
        }
        values[0] = values[0] * u;
    }
}

/// Merges intersections found by several parts that lie within each other's error. Touches are
/// merged into their bounding rectangle.
pub(super) fn merge_duplicates<S: Float>(intersections: &mut Vec<PatchIntersection<S>>) {
    let mut i = 0;
    while i < intersections.len() {
        let mut j = i + 1;
        let mut grown = false;
        while j < intersections.len() {
            let (p, q) = (intersections[i], intersections[j]);
            let near = |k: usize| Ring::abs(p.at[k] - q.at[k]) <= (p.error[k] + q.error[k]) * S::ONE.lit(2);
            if near(0) && near(1) {
                intersections.swap_remove(j);
                if p.touch || q.touch {
                    let hull = |k: usize| {
                        let low = Ring::min(p.at[k] - p.error[k], q.at[k] - q.error[k]);
                        let high = Ring::max(p.at[k] + p.error[k], q.at[k] + q.error[k]);
                        ((low + high).half(), (high - low).half())
                    };
                    let (u, v) = (hull(0), hull(1));
                    intersections[i] = PatchIntersection { at: [u.0, v.0], error: [u.1, v.1], touch: true };
                    grown = true;
                }
            } else {
                j += 1;
            }
        }
        if !grown {
            i += 1;
        }
    }
}
