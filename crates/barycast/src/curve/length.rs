//! Arc length, with a bound of its error that is proved, and the point after a length.
//!
//! The length of a piece is the integral of `sqrt(q) / w^2`, `q = |x' w - x w'|^2` and `w` polynomials whose Bernstein
//! coefficients bound them. Gauss's rule with `N = 24` points is exact for polynomials up to degree 47, so its error is at most
//! twice that of any polynomial of that degree put in the place of the integrand. Over `[m (1 - p), m (1 + p)]` the
//! root is as near as
//!
//! ```text
//! 2 sqrt(2 m) r^-k / (r - 1)     r = 1/p + sqrt(1/p^2 - 1)
//! ```
//!
//! to some polynomial of degree `k` (the ellipse on which it stays analytic touches 0), and `k` times the degree of
//! `q` may be 47; `1 / w^2` likewise, on a somewhat smaller ellipse. Where the bound is too large the piece is halved. Where `q`
//! reaches 0 (a cusp) the length lies between that of the chord and that of the control polygon. Sources: [Trefethen 2013], [Gravesen 1997].

use super::bernstein::{product, sum};
use super::bezier::rise;
use super::blend::value;
use super::pieces::narrow;
use super::{Bezier, Pieces, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// A length, and how far the true one is from it at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length<S> {
    /// The length.
    pub value: S,
    /// The true length lies within this of it, rounding included.
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
        ByLength::new(self, tolerance).length
    }
}

impl<V: FloatVector> ByLength<V> {
    /// Measured to a tolerance.
    pub fn new(curve: &Pieces<V>, tolerance: Scalar<V>) -> Self {
        let wide = curve.wide();
        let zero = <Scalar<V::Wide>>::ZERO;
        let share = tolerance.widen() / Scalar::<V::Wide>::from_f64(wide.pieces().len() as f64);
        let (mut leaves, mut total) = (Vec::new(), Length { value: zero, error: zero });
        for (i, piece) in wide.pieces().iter().enumerate() {
            let ends = [wide.knots()[i], wide.knots()[i + 1]];
            measure(piece.clone(), ends, share, 0, &mut total, &mut leaves);
        }
        let count = Scalar::<V::Wide>::from_f64(leaves.len() as f64);
        let value = Scalar::<V>::narrow(total.value);
        let rounding = total.value * count * Scalar::<V::Wide>::EPSILON;
        let narrowing = Ring::abs(value.widen() - total.value);
        let error = Scalar::<V>::narrow((total.error + rounding + narrowing) * total.value.lit(2));
        Self { leaves, length: Length { value, error } }
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

/// Halves until the bound is within the tolerance or within rounding.
fn measure<V: FloatVector>(
    part: Bezier<V>,
    [from, to]: [Scalar<V>; 2],
    tolerance: Scalar<V>,
    depth: u32,
    total: &mut Length<Scalar<V>>,
    leaves: &mut Vec<Leaf<V>>,
) {
    let polygon = polygon(&part);
    let noise = polygon * Scalar::<V>::EPSILON;
    let guess = estimate(&part, polygon);
    let half = Scalar::<V>::ONE.half();
    if guess.error <= tolerance || guess.error <= noise || depth >= 40 || polygon.le(polygon.zero()) {
        // Each of 24 terms is rounded some 10 times, and the sum of them too.
        let rounding = noise * noise.lit(64);
        leaves.push(Leaf { part, from, to, before: total.value, length: guess.value });
        total.value = total.value + guess.value;
        total.error = total.error + guess.error + rounding;
        return;
    }
    let middle = (from + to) * half;
    let [left, right] = part.split(half);
    measure(left, [from, middle], tolerance * half, depth + 1, total, leaves);
    measure(right, [middle, to], tolerance * half, depth + 1, total, leaves);
}

fn polygon<V: FloatVector>(part: &Bezier<V>) -> Scalar<V> {
    part.points().windows(2).fold(Scalar::<V>::ZERO, |sum, pair| sum + (pair[1] - pair[0]).length())
}

/// The better of Gauss's rule and of chord and polygon.
fn estimate<V: FloatVector>(part: &Bezier<V>, polygon: Scalar<V>) -> Length<Scalar<V>> {
    let chord = (part.points()[part.degree()] - part.points()[0]).length();
    let half = polygon.one().half();
    let between = Length { value: (polygon + chord) * half, error: (polygon - chord) * half };
    match gauss_bound(part) {
        Some(error) if error < between.error => Length { value: gauss(part, polygon.one()), error },
        _ => between,
    }
}

/// How far Gauss's rule is from the length at most; `None` where the speed may be 0.
fn gauss_bound<V: FloatVector>(part: &Bezier<V>) -> Option<Scalar<V>> {
    let (x, w) = part.fraction();
    let rises = x.iter().map(|x| rise(x, &w)).map(|r| product(&r, &r));
    let q = rises.reduce(|a, b| sum(&a, &b))?;
    let degree = part.degree().max(1);
    let root = Range::of(&q)?;
    if w.len() == 1 {
        let k = 47 / (2 * (degree - 1)).max(1);
        return Some(root.root_error(k) * root.middle.lit(2));
    }
    let below = Range::of(&w)?;
    let (k, l) = (24 / (4 * (degree - 1)).max(1), 23 / degree);
    let (of_root, of_square) = (root.root_error(k), below.square_error(l)?);
    let most = root.high.sqrt();
    let product = of_root / below.low.squared() + (most + of_root) * of_square;
    Some(product * product.lit(2))
}

/// Where a positive polynomial's values lie.
struct Range<S> {
    low: S,
    high: S,
    middle: S,
    /// Half of the width, in units of the middle.
    spread: S,
}

impl<S: Float> Range<S> {
    fn of(coefficients: &[S]) -> Option<Self> {
        let low = coefficients.iter().copied().reduce(Ring::min)?;
        let high = coefficients.iter().copied().reduce(Ring::max)?;
        let middle = (low + high).half();
        let slack = high * S::EPSILON * high.lit(32);
        if low <= slack {
            return None;
        }
        Some(Self { low: low - slack, high: high + slack, middle, spread: (high - low).half() / middle })
    }

    /// `r` of the ellipse that touches 0.
    fn ellipse(&self) -> Option<S> {
        (self.spread > S::EPSILON).then(|| {
            let p = S::ONE / self.spread;
            p + (p.squared() - S::ONE).sqrt()
        })
    }

    /// How far the root is from the best polynomial of degree `k` at most.
    fn root_error(&self, k: usize) -> S {
        let Some(r) = self.ellipse() else { return S::ZERO };
        let two = r.lit(2);
        let falling = (0..k).fold(S::ONE, |f, _| f / r);
        two * (self.middle * two).sqrt() * falling / (r - S::ONE)
    }

    /// How far the square's reciprocal is from the best polynomial of degree `k` at most.
    fn square_error(&self, k: usize) -> Option<S> {
        let Some(touching) = self.ellipse() else { return Some(S::ZERO) };
        let r = touching * S::from_f64(0.75);
        if r <= S::ONE {
            return None;
        }
        let nearest = self.middle * (S::ONE - self.spread * (r + S::ONE / r).half());
        let falling = (0..k).fold(S::ONE, |f, _| f / r);
        Some(r.lit(2) / nearest.squared() * falling / (r - S::ONE))
    }
}

/// Gauss's rule for the length from 0 to `t`.
fn gauss<V: FloatVector>(part: &Bezier<V>, t: Scalar<V>) -> Scalar<V> {
    let half = t.half();
    // The derivative's own Bezier form for polynomials: a degree less than the curve.
    let slopes = part.weights().is_none().then(|| part.derivative());
    let speed = |t: Scalar<V>| match &slopes {
        Some(s) => value(s.points().len(), |i| s.points()[i], t).length(),
        None => part.jet(t)[1].length(),
    };
    let term = |sum: Scalar<V>, (x, weight): &(f64, f64)| {
        let away = half * Scalar::<V>::from_f64(*x);
        sum + (speed(half - away) + speed(half + away)) * Scalar::<V>::from_f64(*weight)
    };
    NODES.iter().fold(Scalar::<V>::ZERO, term) * half
}

/// Gauss's 24 points on [-1, 1] and their weights: the positive ones.
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
    use alloc::vec;
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
    }

    #[test]
    fn single_floats_are_measured_in_double() {
        let path = Bezier::try_new(vec![Vec2::ZERO, vec2(0.1, 0.7), vec2(1., 0.)]).unwrap().pieces();
        assert!(path.length(1e-6).error < 2e-6);
    }
}
