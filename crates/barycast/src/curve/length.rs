//! Arc length, with a bound of its error that is proved, and the point after a length.
//!
//! It is measured by Gauss's rules (`quadrature.rs`); where the bound of their error is too large the piece is halved. Near a
//! cusp, where the speed is 0, the length lies between that of the chord and that of the control polygon. Curves of high degree are
//! measured by Chebyshev expansions (`chebyshev.rs`).
//! Source: [Gravesen 1997].

use super::chebyshev::High;
use super::gauss_points::{FINEST, Rule};
use super::pieces::narrow;
use super::quadrature::{Bounded, Part, Slopes, gauss};
use super::{Bezier, Pieces, Scalar};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::query::cancel::is_cancelled;
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
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

/// A stretch of a piece, short enough for one of Gauss's rules.
#[derive(Clone, Copy, Debug)]
struct Stretch<S> {
    /// Of the piece's own parameter.
    ends: [S; 2],
    /// The length before it.
    before: S,
    length: S,
    rule: Rule,
}

/// The same as a curve, with the parameters of its ends.
#[derive(Clone, Debug)]
struct Leaf<V: FloatVector> {
    part: Bezier<V>,
    from: Scalar<V>,
    to: Scalar<V>,
    stretch: Stretch<Scalar<V>>,
}

/// A curve by the length along it: of constant speed.
#[derive(Clone, Debug)]
pub struct ByLength<V: FloatVector> {
    leaves: Vec<Leaf<V::Wide>>,
    length: Length<Scalar<V>>,
    /// The leaves have been shifted by so much: 0 for most.
    shift: i32,
}

impl<V: FloatVector> Pieces<V> {
    /// How long it is, within the tolerance or, where that is finer, within rounding: the error is told.
    pub fn length(&self, tolerance: Scalar<V>) -> Length<Scalar<V>> {
        let e = self.shift();
        if e != 0 {
            return self.shifted(e).length(times_power_of(tolerance, e)).shifted(-e);
        }
        measured(self, tolerance, &mut |_, _, _| {})
    }

    /// By how much it is to be shifted, so that squares of its coordinates neither vanish nor overflow: 0 for most.
    fn shift(&self) -> i32 {
        shift_of(self.largest().to_f64())
    }
}

impl<S: Float> Length<S> {
    /// Both times `2^e`: what floats have no more digits for is rounded once more.
    fn shifted(self, e: i32) -> Self {
        let value = times_power_of(self.value, e);
        let whole = self.error + Ring::abs(times_power_of(value, -e) - self.value);
        let error = times_power_of(whole, e);
        let rounded = times_power_of(error, -e) < whole;
        Self { value, error: if rounded { error + S::LEAST } else { error } }
    }
}

impl<V: FloatVector> ByLength<V> {
    /// Measured to a tolerance.
    pub fn new(curve: &Pieces<V>, tolerance: Scalar<V>) -> Self {
        let shift = curve.shift();
        if shift != 0 {
            let brought = Self::new(&curve.shifted(shift), times_power_of(tolerance, shift));
            return Self { length: brought.length.shifted(-shift), shift, ..brought };
        }
        let mut leaves = Vec::new();
        let knots = |i: usize, t: Scalar<V::Wide>| {
            let [from, to] = [curve.knots()[i], curve.knots()[i + 1]].each(Float::widen);
            from * (t.one() - t) + to * t
        };
        let length = measured(curve, tolerance, &mut |i, piece, stretch| {
            let [from, to] = stretch.ends.each(|t| knots(i, t));
            leaves.push(Leaf { part: part(piece, stretch.ends), from, to, stretch });
        });
        Self { leaves, length, shift }
    }

    /// The whole length.
    pub const fn length(&self) -> Length<Scalar<V>> {
        self.length
    }

    /// The parameter after a length; that of an end beyond it.
    pub fn parameter(&self, length: Scalar<V>) -> Scalar<V> {
        let (leaf, t) = self.find(times_power_of(length.widen(), self.shift));
        Scalar::<V>::narrow(leaf.from * (t.one() - t) + leaf.to * t)
    }

    /// The point after a length: equal lengths are equal ways.
    pub fn at(&self, length: Scalar<V>) -> V {
        let (leaf, t) = self.find(times_power_of(length.widen(), self.shift));
        narrow::<V>(vector_times_power(leaf.part.at(t), -self.shift))
    }

    /// The leaf, and the place in it: Newton's step where it stays between what is known, else the middle.
    fn find(&self, length: Scalar<V::Wide>) -> (&Leaf<V::Wide>, Scalar<V::Wide>) {
        let i = self.leaves.partition_point(|leaf| leaf.stretch.before <= length).max(1) - 1;
        let leaf = &self.leaves[i];
        let Stretch { before, length: whole, rule, .. } = leaf.stretch;
        let (zero, one) = (Scalar::<V::Wide>::ZERO, Scalar::<V::Wide>::ONE);
        let rest = length - before;
        if rest <= zero || whole <= zero {
            return (leaf, zero);
        }
        if rest >= whole {
            return (leaf, one);
        }
        let (mut low, mut high) = (zero, one);
        let mut t = rest / whole;
        for _ in 0..60 {
            let gap = gauss(&leaf.part, t, rule) - rest;
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

/// The part between two numbers that halving leads to.
fn part<V: FloatVector>(piece: &Bezier<V>, [from, to]: [Scalar<V>; 2]) -> Bezier<V> {
    let half = Scalar::<V>::ONE.half();
    let (mut part, mut low, mut high) = (piece.clone(), Scalar::<V>::ZERO, Scalar::<V>::ONE);
    while low < from || to < high {
        let middle = (low + high) * half;
        let [left, right] = part.split(half);
        (part, low, high) = if to <= middle { (left, low, middle) } else { (right, middle, high) };
    }
    part
}

/// The whole length; every stretch that it is the sum of is told, with the place of its piece and the piece.
fn measured<V: FloatVector>(
    curve: &Pieces<V>,
    tolerance: Scalar<V>,
    tell: &mut impl FnMut(usize, &Bezier<V::Wide>, Stretch<Scalar<V::Wide>>),
) -> Length<Scalar<V>> {
    let (zero, one) = (<Scalar<V::Wide>>::ZERO, <Scalar<V::Wide>>::ONE);
    let share = tolerance.widen() / Scalar::<V::Wide>::from_f64(curve.pieces().len() as f64);
    let (mut count, mut total) = (0_u32, Length { value: zero, error: zero });
    for (i, piece) in curve.pieces().iter().enumerate() {
        let piece: Bezier<V::Wide> = piece.lift(&Float::widen);
        let limits = Limits { tolerance: share, size: size(&piece), depth: 0 };
        let mut tell = |stretch| {
            count += 1;
            tell(i, &piece, stretch);
        };
        let mut sum = Sum { total, work: 0, tell: &mut tell };
        if let Some(slopes) = Slopes::of(&piece) {
            measure(&slopes, [zero, one], limits, &mut sum);
        } else if let Some(high) = High::of(&piece) {
            measure(&high, [zero, one], limits, &mut sum);
        } else {
            measure(&piece, [zero, one], limits, &mut sum);
        }
        total = sum.total;
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

/// The stretches of a piece that are measured.
struct Sum<'a, S> {
    total: Length<S>,
    /// How much has been done, as [`Part::cost`] counts.
    work: usize,
    tell: &'a mut dyn FnMut(Stretch<S>),
}

/// No part of a piece is halved after so much work, some tenths of a second: what is known then is the answer, with its error.
const MOST: usize = 1 << 24;

/// Halves until the bound is within the tolerance or within rounding.
fn measure<P: Part>(part: &P, ends: [P::Number; 2], limits: Limits<P::Number>, sum: &mut Sum<'_, P::Number>) {
    sum.work += part.cost();
    let Limits { tolerance, size, depth } = limits;
    // The part's points are as halving left them.
    let unsure = size * P::Number::EPSILON * size.lit(16) + part.unsure();
    let found = |sum: &mut Sum<'_, P::Number>, [length, error, unsure]: [P::Number; 3], rule: Rule| {
        let total = &mut sum.total;
        (sum.tell)(Stretch { ends, before: total.value, length, rule });
        // Each of at most 32 terms is rounded some ten times.
        let rounding = length * P::Number::EPSILON * length.lit(64);
        *total = Length { value: total.value + length, error: total.error + error + rounding + unsure };
    };
    let gauss = part.bounded(tolerance);
    if let Some(Bounded { rule, error }) = gauss
        && error <= tolerance
    {
        return found(sum, [part.whole(rule), error, unsure], rule);
    }
    let [chord, polygon] = part.chord_and_polygon();
    let between = (polygon - chord).half();
    let gauss = gauss.filter(|gauss| gauss.error < between);
    let error = gauss.as_ref().map_or(between, |gauss| gauss.error);
    let enough = error <= tolerance || error <= polygon * P::Number::EPSILON || polygon <= unsure;
    if enough || depth >= 40 || !polygon.is_finite() || sum.work > MOST || is_cancelled() {
        let (length, rule) = match gauss {
            Some(Bounded { rule, .. }) => (part.whole(rule), rule),
            None => ((polygon + chord).half(), FINEST),
        };
        return found(sum, [length, error, Ring::min(unsure, polygon)], rule);
    }
    let half = P::Number::ONE.half();
    let middle = (ends[0] + ends[1]) * half;
    let [left, right] = part.halves();
    let limits = Limits { tolerance: tolerance * half, size, depth: depth + 1 };
    measure(&left, [ends[0], middle], limits, sum);
    measure(&right, [middle, ends[1]], limits, sum);
}

/// The largest coordinate.
fn size<V: FloatVector>(piece: &Bezier<V>) -> Scalar<V> {
    let of =
        |p: &V| (0..V::DIM).fold(Scalar::<V>::ZERO, |most, axis| Ring::max(most, Ring::abs(p.get(axis))));
    piece.points().iter().map(of).fold(Scalar::<V>::ZERO, Ring::max)
}

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier};
    use super::*;
    use crate::vector::size::shifted;
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
        let length = huge.length(1.);
        assert!(length.value > 1e200 && length.error < 1e-12 * length.value, "{length:?}");
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

    #[test]
    fn a_length_does_not_depend_on_the_unit() {
        let path = |unit: f64| {
            let points = [[0., 0.], [1., 2.], [3., 0.]].map(|p| DVec2::from_array(p) * unit);
            Bezier::try_new(points.to_vec()).unwrap().pieces()
        };
        let expected = path(1.).length(1e-12);
        let half = ByLength::new(&path(1.), 1e-12).at(expected.value / 2.);
        for e in [-900, -565, -200, 200, 565, 1000] {
            let unit = shifted(1., e);
            let found = path(unit).length(1e-12 * unit);
            assert_eq!((found.value, found.error), (expected.value * unit, expected.error * unit), "{e}");
            let by_length = ByLength::new(&path(unit), 1e-12 * unit);
            assert_eq!(by_length.length().value, found.value);
            assert_eq!(by_length.at(found.value / 2.), half * unit);
        }
        let short = path(f64::from_bits(5)).length(0.);
        assert!((short.value - f64::from_bits(18)).abs() <= short.error, "{short:?}");
    }
}
