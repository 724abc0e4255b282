//! Where a straight line meets a patch: all places, none overlooked.
//!
//! Two planes through the line, at right angles, make two Bernstein forms `a, b` of a patch: its distances from them, times the
//! weights. Sought are the common zeros in `[0, 1]^2`. With `J` the mean derivative, the forms are mixed so that they are nearly the
//! parameters themselves:
//!
//! ```text
//! (x, y) = J^-1 (a, b)        G(s, t) = clamp((s, t) - (x, y))
//! ```
//!
//! - A part whose coefficients of `a`, `b`, `x` or `y` all have one sign holds no zero: it is left out for good.
//! - Where the coefficients of the derivatives of `(x, y)` keep within `q < 1` of the identity, `G` is a contraction. It has one
//!   fixed point, which Newton's steps find: the only zero if `x` and `y` vanish there, and none if they do not.
//! - Other parts are halved, along the longer of their sides as seen along the line. Where rays graze this goes on until
//!   rounding hides the rest, which then counts as met: what touches is told.
//!
//! Signs are believed only beyond the noise of the coordinates' rounding, so no zero is lost to it, and a line that passes by within
//! the noise of a side meets it: none leaks between patches that share one.
//! Sources: [Nishita 1990], [Toth 1985].

use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use alloc::vec;
use alloc::vec::Vec;

/// The coefficients of a form: on the stack for bicubic patches.
pub(super) trait Store<S>: Clone + AsRef<[S]> + AsMut<[S]> {}

impl<S, T: Clone + AsRef<[S]> + AsMut<[S]>> Store<S> for T {}

/// A part of a patch, as two forms.
#[derive(Clone)]
struct Part<S, T> {
    a: T,
    b: T,
    from: [S; 2],
    size: [S; 2],
}

/// A place where the line meets the patch, with its parameters; within `error` of these, if it is more than a touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<S> {
    pub(super) at: [S; 2],
    pub(super) error: [S; 2],
    /// The whole part of the size `error` around it could not be told from the line.
    pub(super) touch: bool,
}

/// Contractions must bring places closer by this factor at least.
const CONTRACTS: f64 = 0.9;
/// When so many parts were looked at, the rest count as met: the line runs along the surface.
const MOST: usize = 1 << 12;

/// Calls `found` with every place, of forms `a` and `b` that rounding has moved by up to `noise`.
#[inline(always)]
pub(super) fn cross<S: Float, T: Store<S>>(
    counts: [usize; 2],
    a: T,
    b: T,
    noise: S,
    found: &mut impl FnMut(Place<S>),
) {
    let mut part = Part { a, b, from: [S::ZERO; 2], size: [S::ONE; 2] };
    match look(counts, &part, noise) {
        Look::Nothing => {}
        Look::One(place) => found(place),
        Look::More(first) => halve(counts, &mut part, first, noise, found),
    }
}

/// The parts of a part that was not settled.
#[cold]
#[inline(never)]
fn halve<S: Float, T: Store<S>>(
    counts: [usize; 2],
    whole: &mut Part<S, T>,
    axis: usize,
    noise: S,
    found: &mut impl FnMut(Place<S>),
) {
    let mut parts = vec![(whole.clone(), axis)];
    let mut seen = 0;
    while let Some((part, axis)) = parts.pop() {
        for half in part.halves(counts, axis) {
            seen += 1;
            match look(counts, &half, noise) {
                Look::Nothing => {}
                Look::One(place) => found(place),
                Look::More(_) if seen > MOST => found(half.touch()),
                Look::More(axis) => parts.push((half, axis)),
            }
        }
    }
}

/// What a part holds.
enum Look<S> {
    Nothing,
    One(Place<S>),
    /// Perhaps something: to be halved along this axis.
    More(usize),
}

impl<S: Float, T: Store<S>> Part<S, T> {
    /// Its halves along an axis.
    fn halves(&self, [rows, columns]: [usize; 2], axis: usize) -> [Self; 2] {
        let (mut left, mut right) = (self.clone(), self.clone());
        let (lines, count, step, next) =
            if axis == 0 { (columns, rows, columns, 1) } else { (rows, columns, 1, columns) };
        for (l, r) in [(&mut left.a, &mut right.a), (&mut left.b, &mut right.b)] {
            let (l, r) = (l.as_mut(), r.as_mut());
            for line in 0..lines {
                let at = |k: usize| line * next + k * step;
                // De Casteljau in place: what falls off in front is the left half, what stays the right one.
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

    /// All of it is met.
    fn touch(&self) -> Place<S> {
        let error = self.size.each(Field::half);
        Place { at: [self.from[0] + error[0], self.from[1] + error[1]], error, touch: true }
    }
}

/// The least and the greatest.
#[inline(always)]
fn range<S: Float>(values: &[S]) -> (S, S) {
    let mut out = (values[0], values[0]);
    for x in values {
        out = (if *x < out.0 { *x } else { out.0 }, if *x > out.1 { *x } else { out.1 });
    }
    out
}

#[inline(always)]
fn look<S: Float, T: Store<S>>([rows, columns]: [usize; 2], part: &Part<S, T>, noise: S) -> Look<S> {
    let (a, b) = (part.a.as_ref(), part.b.as_ref());
    let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
    if a_low > noise || a_high < -noise || b_low > noise || b_high < -noise {
        return Look::Nothing;
    }
    // Between the corners.
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
        let mixed = Mixed { counts: [rows, columns], x: x.as_ref(), y: y.as_ref() };
        let ((x_low, x_high), (y_low, y_high)) = (range(mixed.x), range(mixed.y));
        if x_low > noises[0] || x_high < -noises[0] || y_low > noises[1] || y_high < -noises[1] {
            return Look::Nothing;
        }
        if mixed.contracts() {
            return match mixed.fixed_point(noises) {
                Some(at) => {
                    let place = [0, 1].each(|i| part.from[i] + part.size[i] * at[i]);
                    let error = [0, 1]
                        .each(|i| part.size[i] * (noises[i] * at[i].lit(32) + S::EPSILON * at[i].lit(8)));
                    Look::One(Place { at: place, error, touch: false })
                }
                None => Look::Nothing,
            };
        }
    }
    if a_high - a_low <= noise && b_high - b_low <= noise {
        return Look::One(part.touch());
    }
    // Along the side that is longer as seen along the line.
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
        Look::More(axis)
    } else {
        Look::One(part.touch())
    }
}

/// Forms that are nearly the parameters.
struct Mixed<'a, S> {
    counts: [usize; 2],
    x: &'a [S],
    y: &'a [S],
}

impl<S: Float> Mixed<'_, S> {
    /// The derivatives keep close to the identity everywhere.
    #[inline(always)]
    fn contracts(&self) -> bool {
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
        let limit = S::from_f64(CONTRACTS);
        spread(self.x, [S::ONE, S::ZERO]) < limit && spread(self.y, [S::ZERO, S::ONE]) < limit
    }

    /// Where clamped steps stay, if both forms vanish there.
    #[inline(always)]
    fn fixed_point(&self, noises: [S; 2]) -> Option<[S; 2]> {
        let (zero, one) = (S::ZERO, S::ONE);
        let mut at = [one.half(); 2];
        let enough = noises.each(|noise| noise + S::EPSILON * one.lit(4));
        for round in 0..200 {
            let [[x, x_u, x_v], [y, y_u, y_v]] = self.jet(at);
            let plain = [(at[0] - x).clamp_to(zero, one), (at[1] - y).clamp_to(zero, one)];
            let stays = [0, 1].each(|i| Ring::abs(plain[i] - at[i]) <= enough[i]);
            if stays == [true; 2] {
                let zeros = Ring::abs(x) <= enough[0] + enough[0] && Ring::abs(y) <= enough[1] + enough[1];
                return zeros.then_some(at);
            }
            let det = x_u * y_v - x_v * y_u;
            // Newton's step; if it does not end soon, the steps that must.
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

    /// Both with their derivatives.
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
        let room = |count: usize| [vec![S::ZERO; count], vec![S::ZERO; count]];
        let ([mut u, mut du], [mut v, mut dv]) = (room(rows), room(columns));
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

/// Up to so many polynomials are kept without the heap.
const FEW: usize = 8;

/// Bernstein's polynomials and their derivatives at `t`.
#[inline(always)]
fn basis<S: Float>(values: &mut [S], slopes: &mut [S], t: S) {
    let count = values.len();
    let degree = S::from_f64((count - 1) as f64);
    let u = S::ONE - t;
    values[0] = S::ONE;
    for n in 1..count {
        if n + 1 == count {
            // `B_i' = n (B_{i - 1} - B_i)` of a degree less.
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

/// Places that are one, told by several parts: within each other's error. Touches join into one that holds all.
pub(super) fn joined<S: Float>(places: &mut Vec<Place<S>>) {
    let mut i = 0;
    while i < places.len() {
        let mut j = i + 1;
        let mut grown = false;
        while j < places.len() {
            let (p, q) = (places[i], places[j]);
            let near = |k: usize| Ring::abs(p.at[k] - q.at[k]) <= (p.error[k] + q.error[k]) * S::ONE.lit(2);
            if near(0) && near(1) {
                places.swap_remove(j);
                if p.touch || q.touch {
                    let hull = |k: usize| {
                        let low = Ring::min(p.at[k] - p.error[k], q.at[k] - q.error[k]);
                        let high = Ring::max(p.at[k] + p.error[k], q.at[k] + q.error[k]);
                        ((low + high).half(), (high - low).half())
                    };
                    let (u, v) = (hull(0), hull(1));
                    places[i] = Place { at: [u.0, v.0], error: [u.1, v.1], touch: true };
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
