//! Arc length, with a bound of its error that is proved, and the point after a length.
//!
//! With `x` from -1 to 1 over a piece, its length is the integral of `f = sqrt(q) / w^2`, `q = |X' w - X w'|^2` and `w`
//! polynomials. Gauss's rule with 24 points is exact up to degree 47, so its error is at most 4 times that of the best
//! polynomial of that degree in the place of `f`. If `f` is analytic and at most `M` inside the ellipse around
//! -1 and 1 with the half axes `(r + 1/r) / 2` and `(r - 1/r) / 2`, that is at most
//!
//! ```text
//! 2 M r^-47 / (r - 1)
//! ```
//!
//! The ellipse lies in the disc of radius `R = (r + 1/r) / 2`, where `q = a_0 + a_1 x + ..` is nowhere farther from `a_0` than
//! `|a_1| R + |a_2| R^2 + ..`, and `w` likewise; as long as that is less than `a_0` there is no root. The best of some
//! `r` is taken, and where the bound is too large the piece is halved. Near a cusp, where `q` is 0, the length lies
//! between that of the chord and that of the control polygon. Sources: [Trefethen 2013], [Gravesen 1997].

use super::blend::{Blend, List, slopes, split, value};
use super::pieces::narrow;
use super::{Bezier, Pieces, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use smallvec::smallvec;

/// A length, and how far the true one is from it at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length<S> {
    /// The length.
    pub value: S,
    /// The true length lies within this of it, rounding included; infinite where squares of the coordinates overflow.
    pub error: S,
}

/// A stretch of a piece, short enough for one round of Gauss's rule.
#[derive(Clone, Debug)]
struct Leaf<V: FloatVector> {
    part: Bezier<V>,
    from: Scalar<V>,
    to: Scalar<V>,
    /// The length before it.
    before: Scalar<V>,
    length: Scalar<V>,
}

/// A curve by the length along it: of constant speed.
#[derive(Clone, Debug)]
pub struct ByLength<V: FloatVector> {
    leaves: Vec<Leaf<V::Wide>>,
    length: Length<Scalar<V>>,
}

impl<V: FloatVector> Pieces<V> {
    /// How long it is, within the tolerance or, where that is finer, within rounding: the error is told.
    pub fn length(&self, tolerance: Scalar<V>) -> Length<Scalar<V>> {
        measured(self, tolerance, &mut |_| {})
    }
}

impl<V: FloatVector> ByLength<V> {
    /// Measured to a tolerance.
    pub fn new(curve: &Pieces<V>, tolerance: Scalar<V>) -> Self {
        let mut leaves = Vec::new();
        let length = measured(curve, tolerance, &mut |leaf| leaves.push(leaf));
        Self { leaves, length }
    }

    /// The whole length.
    pub const fn length(&self) -> Length<Scalar<V>> {
        self.length
    }

    /// The parameter after a length; that of an end beyond it.
    pub fn parameter(&self, length: Scalar<V>) -> Scalar<V> {
        let (leaf, t) = self.find(length.widen());
        Scalar::<V>::narrow(leaf.from * (t.one() - t) + leaf.to * t)
    }

    /// The point after a length: equal lengths are equal ways.
    pub fn at(&self, length: Scalar<V>) -> V {
        let (leaf, t) = self.find(length.widen());
        narrow::<V>(leaf.part.at(t))
    }

    /// The leaf, and the place in it: Newton's step where it stays between what is known, else the middle.
    fn find(&self, length: Scalar<V::Wide>) -> (&Leaf<V::Wide>, Scalar<V::Wide>) {
        let i = self.leaves.partition_point(|leaf| leaf.before <= length).max(1) - 1;
        let leaf = &self.leaves[i];
        let (zero, one) = (Scalar::<V::Wide>::ZERO, Scalar::<V::Wide>::ONE);
        let rest = length - leaf.before;
        if rest <= zero || leaf.length <= zero {
            return (leaf, zero);
        }
        if rest >= leaf.length {
            return (leaf, one);
        }
        let (mut low, mut high) = (zero, one);
        let mut t = rest / leaf.length;
        for _ in 0..60 {
            let gap = gauss(&leaf.part, t) - rest;
            if gap < zero {
                low = t;
            } else {
                high = t;
            }
            let newton = t - gap.div_or(leaf.part.jet(t)[1].length(), one + one);
            let next = if newton > low && newton < high { newton } else { (low + high).half() };
            let still = Ring::abs(next - t) <= Scalar::<V::Wide>::EPSILON * t;
            t = next;
            if still {
                break;
            }
        }
        (leaf, t)
    }
}

/// The whole length; every stretch that it is the sum of is told.
fn measured<V: FloatVector>(
    curve: &Pieces<V>,
    tolerance: Scalar<V>,
    tell: &mut impl FnMut(Leaf<V::Wide>),
) -> Length<Scalar<V>> {
    let wide = curve.wide();
    let zero = <Scalar<V::Wide>>::ZERO;
    let share = tolerance.widen() / Scalar::<V::Wide>::from_f64(wide.pieces().len() as f64);
    let (mut count, mut total) = (0_u32, Length { value: zero, error: zero });
    let mut tell = |leaf| {
        count += 1;
        tell(leaf);
    };
    for (i, piece) in wide.pieces().iter().enumerate() {
        let ends = [wide.knots()[i], wide.knots()[i + 1]];
        let limits = Limits { tolerance: share, size: size(piece), depth: 0 };
        measure(piece.clone(), ends, limits, &mut total, &mut tell);
    }
    let value = Scalar::<V>::narrow(total.value);
    let rounding = total.value * Scalar::<V::Wide>::from_f64(f64::from(count)) * Scalar::<V::Wide>::EPSILON;
    let narrowing = Ring::abs(value.widen() - total.value);
    let error = Scalar::<V>::narrow(total.error + rounding + narrowing);
    let error = error + error * Scalar::<V>::EPSILON;
    // Squares beyond what the numbers hold leave NaN.
    let error = if error >= error.zero() { error } else { Real::infinity(error) };
    Length { value, error }
}

/// How finely a part is to be measured.
#[derive(Clone, Copy)]
struct Limits<S> {
    tolerance: S,
    /// The largest coordinate of the piece, which says how well its parts' points are known.
    size: S,
    /// How often the piece has been halved.
    depth: u32,
}

/// Halves until the bound is within the tolerance or within rounding.
fn measure<V: FloatVector>(
    part: Bezier<V>,
    [from, to]: [Scalar<V>; 2],
    limits: Limits<Scalar<V>>,
    total: &mut Length<Scalar<V>>,
    tell: &mut impl FnMut(Leaf<V>),
) {
    let Limits { tolerance, size, depth } = limits;
    let polygon = polygon(&part);
    let noise = polygon * Scalar::<V>::EPSILON;
    let unsure = size * Scalar::<V>::EPSILON * size.lit(16);
    let chord = (part.points()[part.degree()] - part.points()[0]).length();
    let (rule, error) = rule(&part, [chord, polygon]);
    let half = Scalar::<V>::ONE.half();
    let enough = error <= tolerance || error <= noise || polygon <= unsure;
    if enough || depth >= 40 || !polygon.is_finite() {
        // Each of 24 terms is rounded some ten times, and the part's points were as it was halved.
        let rounding = noise * noise.lit(64) + Ring::min(unsure, polygon);
        let length = match rule {
            Rule::Gauss => gauss(&part, Scalar::<V>::ONE),
            Rule::Between => (polygon + chord).half(),
        };
        tell(Leaf { part, from, to, before: total.value, length });
        total.value = total.value + length;
        total.error = total.error + error + rounding;
        return;
    }
    let middle = (from + to) * half;
    let [left, right] = part.split(half);
    let limits = Limits { tolerance: tolerance * half, size, depth: depth + 1 };
    measure(left, [from, middle], limits, total, tell);
    measure(right, [middle, to], limits, total, tell);
}

/// The largest coordinate.
fn size<V: FloatVector>(piece: &Bezier<V>) -> Scalar<V> {
    let of =
        |p: &V| (0..V::DIM).fold(Scalar::<V>::ZERO, |most, axis| Ring::max(most, Ring::abs(p.get(axis))));
    piece.points().iter().map(of).fold(Scalar::<V>::ZERO, Ring::max)
}

fn polygon<V: FloatVector>(part: &Bezier<V>) -> Scalar<V> {
    part.points().windows(2).fold(Scalar::<V>::ZERO, |sum, pair| sum + (pair[1] - pair[0]).length())
}

/// How a part's length is told.
enum Rule {
    Gauss,
    /// Between the chord and the polygon.
    Between,
}

/// The better rule, and how far it is from the length at most.
fn rule<S: Float, V: FloatVector<Scalar = S>>(part: &Bezier<V>, [chord, polygon]: [S; 2]) -> (Rule, S) {
    let between = (polygon - chord).half();
    match gauss_bound(part) {
        Some(error) if error < between => (Rule::Gauss, error),
        _ => (Rule::Between, between),
    }
}

/// How far Gauss's rule is from the length at most; `None` where the speed may be 0.
fn gauss_bound<V: FloatVector>(part: &Bezier<V>) -> Option<Scalar<V>> {
    let (q, w) = if part.weights().is_some() { speed_rational(part) } else { speed(part) };
    ELLIPSES.into_iter().filter_map(|ellipse| ellipse_bound(&q, &w, ellipse)).reduce(Ring::min)
}

/// `q` and `w` of a curve without weights.
fn speed<V: FloatVector>(part: &Bezier<V>) -> (List<Scalar<V>>, List<Scalar<V>>) {
    let rise: List<V> = powers(&slopes(part.points()));
    let half = Scalar::<V>::ONE.half();
    let mut q: List<Scalar<V>> = smallvec![Scalar::<V>::ZERO; 2 * rise.len() - 1];
    for (i, a) in rise.iter().enumerate() {
        for (j, b) in rise.iter().enumerate() {
            // By `x` from -1 to 1 half of what it is by `t`.
            q[i + j] = q[i + j] + a.dot(*b) * half * half;
        }
    }
    (q, smallvec![Scalar::<V>::ONE])
}

/// `q` and `w`.
fn speed_rational<V: FloatVector>(part: &Bezier<V>) -> (List<Scalar<V>>, List<Scalar<V>>) {
    // About a point of the curve, so that coordinates far from 0 do not cancel.
    let (x, w) = part.moved(-part.points()[0]).fraction();
    let w = powers(&w);
    let mut q: List<Scalar<V>> = List::new();
    for x in x {
        let x = powers(&x);
        let rise = less(&times(&derived(&x), &w), &times(&x, &derived(&w)));
        let square = times(&rise, &rise);
        q.resize(q.len().max(square.len()), Scalar::<V>::ZERO);
        q.iter_mut().zip(square).for_each(|(q, s)| *q = *q + s);
    }
    (q, w)
}

/// The `R` of the `r` that are tried, and by how much the greatest value is multiplied: `8 r^-46 / (r - 1)`.
const ELLIPSES: [[f64; 2]; 7] = {
    let tried = [1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0];
    let mut made = [[0.0; 2]; 7];
    let mut i = 0;
    while i < tried.len() {
        let r: f64 = tried[i];
        let mut falling = 8.0 / (r - 1.0);
        let mut k = 0;
        while k < 46 {
            falling /= r;
            k += 1;
        }
        made[i] = [f64::midpoint(r, 1.0 / r), falling];
        i += 1;
    }
    made
};

/// The bound at the head of this file; `None` when the ellipse may hold a root.
fn ellipse_bound<S: Float>(q: &[S], w: &[S], ellipse: [f64; 2]) -> Option<S> {
    let [disc, falling] = ellipse.map(S::from_f64);
    let away = |a: &[S]| a[1..].iter().rev().fold(S::ZERO, |sum, a| (sum + Ring::abs(*a)) * disc);
    let (of_q, of_w) = (away(q), away(w));
    // A little less than what there is, for the rounding of all this.
    let some = S::from_f64(0.999);
    if !(of_q < q[0] * some && of_w < w[0] * some) {
        return None;
    }
    let most = (q[0] + of_q).sqrt() / (w[0] - of_w).squared();
    Some(most * falling)
}

/// The powers of `x` from -1 to 1 of a polynomial in Bernstein's form: of its right half, where `x` runs from 0 to 1,
/// `binomial(n, k)` times the `k`th difference.
fn powers<S: Float, T: Blend<S>>(coefficients: &[T]) -> List<T> {
    let [_, mut right] = split(coefficients, S::ONE.half());
    let n = right.len() - 1;
    let mut out = List::with_capacity(right.len());
    let mut binomial = S::ONE;
    for k in 0..=n {
        out.push(right[0] * binomial);
        for i in 0..n - k {
            right[i] = right[i + 1] - right[i];
        }
        binomial = binomial * S::from_f64((n - k) as f64) / S::from_f64((k + 1) as f64);
    }
    out
}

/// The product of two polynomials by their powers.
fn times<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let mut out = smallvec![S::ZERO; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            out[i + j] = out[i + j] + *a * *b;
        }
    }
    out
}

/// The difference; both as long, or the second zero.
fn less<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let at = |list: &[S], i: usize| list.get(i).copied().unwrap_or(S::ZERO);
    (0..a.len().max(b.len())).map(|i| at(a, i) - at(b, i)).collect()
}

/// The derivative of a polynomial by its powers.
fn derived<S: Float>(a: &[S]) -> List<S> {
    if a.len() == 1 {
        return smallvec![S::ZERO];
    }
    (1..a.len()).map(|k| a[k] * S::from_f64(k as f64)).collect()
}

/// Gauss's rule for the length from 0 to `t`.
fn gauss<V: FloatVector>(part: &Bezier<V>, t: Scalar<V>) -> Scalar<V> {
    let half = t.half();
    // The derivative's own Bezier form for polynomials: a degree less than the curve.
    let slopes = part.weights().is_none().then(|| slopes(part.points()));
    let speed = |t: Scalar<V>| match &slopes {
        Some(s) => value(s.len(), |i| s[i], t).length(),
        None => part.jet(t)[1].length(),
    };
    let term = |sum: Scalar<V>, (x, weight): &(f64, f64)| {
        let away = half * Scalar::<V>::from_f64(*x);
        sum + (speed(half - away) + speed(half + away)) * Scalar::<V>::from_f64(*weight)
    };
    NODES.iter().fold(Scalar::<V>::ZERO, term) * half
}

/// Gauss's 24 points on [-1, 1] and their weights: the positive ones.
#[allow(clippy::unreadable_literal)]
const NODES: [(f64, f64); 12] = [
    (0.9951872199970213, 0.0123412297999872),
    (0.9747285559713095, 0.028531388628933663),
    (0.9382745520027328, 0.04427743881741981),
    (0.8864155270044011, 0.05929858491543678),
    (0.820001985973903, 0.0733464814110803),
    (0.7401241915785544, 0.08619016153195327),
    (0.6480936519369755, 0.09761865210411388),
    (0.5454214713888396, 0.10744427011596563),
    (0.4337935076260451, 0.1155056680537256),
    (0.3150426796961634, 0.12167047292780339),
    (0.1911188674736163, 0.1258374563468283),
    (0.06405689286260563, 0.12793819534675216),
];

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier};
    use super::*;
    use glam::{DVec2, Vec2, dvec2, dvec3, vec2};

    #[test]
    fn a_parabola_is_as_long_as_its_integral_says() {
        // y = x^2 from 0 to 1: sqrt(5) / 2 + asinh(2) / 4.
        let path = Bezier::try_new(vec![dvec2(0., 0.), dvec2(0.5, 0.), dvec2(1., 1.)]).unwrap().pieces();
        let length = path.length(1e-12);
        assert!((length.value - 1.478_942_857_544_597_5).abs() <= length.error && length.error < 1e-12);
    }

    #[test]
    fn a_circle_is_two_pi_long_and_halved_by_half_of_it() {
        let circle = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().pieces();
        let by_length = ByLength::new(&circle, 1e-12);
        let length = by_length.length();
        assert!((length.value - core::f64::consts::TAU).abs() <= length.error && length.error < 2e-12);
        let eighth = by_length.at(core::f64::consts::FRAC_PI_4);
        assert!(eighth.distance(DVec2::splat(0.5_f64.sqrt())) < 1e-13);
        assert!((by_length.parameter(core::f64::consts::PI) - 2.).abs() < 1e-13);
        assert_eq!([by_length.at(-1.), by_length.at(99.)], [circle.at(0.), circle.at(4.)]);
    }

    #[test]
    fn a_cusp_and_a_point_have_lengths_too() {
        // (t^2, t^3) from -1 to 1: a semicubical parabola, 2 (13 sqrt(13) - 8) / 27.
        let cusp = vec![dvec2(1., -1.), dvec2(-1. / 3., 1.), dvec2(-1. / 3., -1.), dvec2(1., 1.)];
        let length = Bezier::try_new(cusp).unwrap().pieces().length(1e-10);
        let exact = 2. * (13. * 13_f64.sqrt() - 8.) / 27.;
        assert!((length.value - exact).abs() <= length.error && length.error < 3e-10, "{length:?} {exact}");
        let point = Bezier::try_new(vec![dvec3(1., 2., 3.); 4]).unwrap().pieces();
        assert_eq!(point.length(1e-9), Length { value: 0., error: 0. });
        assert_eq!(ByLength::new(&point, 1e-9).at(1.), dvec3(1., 2., 3.));
        let huge = Bezier::try_new(vec![DVec2::ZERO, DVec2::X * 1e200, DVec2::Y * 1e200]).unwrap().pieces();
        assert_eq!(huge.length(1.).error, f64::INFINITY, "too large to be measured, and told so");
        let exact = cusp_again().length(0.);
        assert!(exact.error < 1e-12, "{exact:?}");
    }

    fn cusp_again() -> Pieces<DVec2> {
        let points = [(1., -1.), (-1. / 3., 1.), (-1. / 3., -1.), (1., 1.)].map(|(x, y)| dvec2(x, y));
        Bezier::try_new(points.to_vec()).unwrap().pieces()
    }

    #[test]
    fn single_floats_are_measured_in_double() {
        let path = Bezier::try_new(vec![Vec2::ZERO, vec2(0.1, 0.7), vec2(1., 0.)]).unwrap().pieces();
        assert!(path.length(1e-6).error < 2e-6);
    }
}
