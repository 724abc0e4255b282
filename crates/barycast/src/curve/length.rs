//! Arc length with a proven error bound, and parametrization by arc length.
//!
//! The length is integrated by Gauss-Legendre rules (`quadrature.rs`). If their error bound is too
//! large, the piece is halved. Near a cusp, where the speed is 0, the length lies between that of
//! the chord and that of the control polygon. Curves of high degree use Chebyshev expansions
//! (`chebyshev.rs`). Source: [Gravesen 1997].

use super::chebyshev::HighDegree;
use super::gauss_rules::{FINEST, Rule};
use super::piecewise::narrow;
use super::quadrature::{BoundedRule, DerivativePowers, Part, integrate_to};
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::query::cancel::is_cancelled;
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// A length with its error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length<S> {
    /// Length.
    pub value: S,
    /// Bound on the difference from the true length, rounding included.
    pub error: S,
}

/// An interval of a piece, short enough for one quadrature rule.
#[derive(Clone, Copy, Debug)]
struct Interval<S> {
    /// Interval of the piece's own parameter.
    ends: [S; 2],
    /// Length of the curve before the interval.
    before: S,
    length: S,
    rule: Rule,
}

/// An interval as a curve, with the parameters of its ends.
#[derive(Clone, Debug)]
struct Leaf<V: FloatVector> {
    part: Bezier<V>,
    from: Scalar<V>,
    to: Scalar<V>,
    interval: Interval<Scalar<V>>,
}

/// A curve parametrized by arc length: constant speed.
///
/// ```
/// use barycast::curve::{ArcLength, Bezier, PiecewiseBezier};
/// use glam::{DVec2, dvec2};
///
/// // A straight line that starts slowly: half the parameter is a quarter of the way.
/// let slow = Bezier::try_new(vec![DVec2::ZERO, DVec2::ZERO, dvec2(8.0, 0.0)])?;
/// let curve = PiecewiseBezier::try_new(vec![0.0, 1.0], vec![slow])?;
/// assert_eq!(curve.at(0.5), dvec2(2.0, 0.0));
/// let by_length = ArcLength::new(&curve, 1e-9);
/// assert!((by_length.at(4.0) - dvec2(4.0, 0.0)).length() < 1e-6);
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[doc(alias = "arc length")]
#[derive(Clone, Debug)]
pub struct ArcLength<V: FloatVector> {
    leaves: Vec<Leaf<V::Wide>>,
    length: Length<Scalar<V>>,
    /// Exponent of the power of two by which the leaves are scaled, 0 for most.
    shift: i32,
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Returns the arc length within the tolerance, or within rounding error if that is larger,
    /// with its error bound.
    #[doc(alias = "arclen")]
    pub fn length(&self, tolerance: Scalar<V>) -> Length<Scalar<V>> {
        let e = self.shift();
        if e != 0 {
            return self.shifted(e).length(times_power_of(tolerance, e)).shifted(-e);
        }
        measure_all(self, tolerance, &mut |_, _, _| {})
    }

    /// Returns the exponent of the power of two at which squares of coordinates neither underflow
    /// nor overflow: 0 for most.
    fn shift(&self) -> i32 {
        shift_of(self.largest().to_f64())
    }
}

impl<S: Float> Length<S> {
    /// Multiplies both by `2^e`. Subnormal results are rounded, which the error includes.
    fn shifted(self, e: i32) -> Self {
        let value = times_power_of(self.value, e);
        let exact = self.error + Ring::abs(times_power_of(value, -e) - self.value);
        let error = times_power_of(exact, e);
        let rounded = times_power_of(error, -e) < exact;
        Self { value, error: if rounded { error + S::LEAST } else { error } }
    }
}

impl<V: FloatVector> ArcLength<V> {
    /// Measures a curve to a tolerance.
    pub fn new(curve: &PiecewiseBezier<V>, tolerance: Scalar<V>) -> Self {
        let shift = curve.shift();
        if shift != 0 {
            let scaled = Self::new(&curve.shifted(shift), times_power_of(tolerance, shift));
            return Self { length: scaled.length.shifted(-shift), shift, ..scaled };
        }
        let mut leaves = Vec::new();
        let knots = |i: usize, t: Scalar<V::Wide>| {
            let [from, to] = [curve.knots()[i], curve.knots()[i + 1]].each(Float::widen);
            from * (t.one() - t) + to * t
        };
        let length = measure_all(curve, tolerance, &mut |i, piece, interval| {
            let [from, to] = interval.ends.each(|t| knots(i, t));
            leaves.push(Leaf { part: part(piece, interval.ends), from, to, interval });
        });
        Self { leaves, length, shift }
    }

    /// Returns the total length.
    pub const fn length(&self) -> Length<Scalar<V>> {
        self.length
    }

    /// Returns the parameter at a given arc length, clamped to the range.
    pub fn parameter(&self, length: Scalar<V>) -> Scalar<V> {
        let (leaf, t) = self.find(times_power_of(length.widen(), self.shift));
        Scalar::<V>::narrow(leaf.from * (t.one() - t) + leaf.to * t)
    }

    /// Returns the point at a given arc length: equal lengths give equal distances along the curve.
    pub fn at(&self, length: Scalar<V>) -> V {
        let (leaf, t) = self.find(times_power_of(length.widen(), self.shift));
        narrow::<V>(vector_times_power(leaf.part.at(t), -self.shift))
    }

    /// Returns the leaf and the parameter in it, by Newton's step if it stays inside the bracket,
    /// otherwise bisection.
    fn find(&self, length: Scalar<V::Wide>) -> (&Leaf<V::Wide>, Scalar<V::Wide>) {
        let i = self.leaves.partition_point(|leaf| leaf.interval.before <= length).max(1) - 1;
        let leaf = &self.leaves[i];
        let Interval { before, length: total, rule, .. } = leaf.interval;
        let (zero, one) = (Scalar::<V::Wide>::ZERO, Scalar::<V::Wide>::ONE);
        let rest = length - before;
        if rest <= zero || total <= zero {
            return (leaf, zero);
        }
        if rest >= total {
            return (leaf, one);
        }
        let (mut low, mut high) = (zero, one);
        let mut t = rest / total;
        for _ in 0..60 {
            let gap = integrate_to(&leaf.part, t, rule) - rest;
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

/// Returns the part between two parameters that repeated halving reaches.
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

/// Returns the total length, and calls `emit` with each interval, the index of its piece and the
/// piece.
fn measure_all<V: FloatVector>(
    curve: &PiecewiseBezier<V>,
    tolerance: Scalar<V>,
    emit: &mut impl FnMut(usize, &Bezier<V::Wide>, Interval<Scalar<V::Wide>>),
) -> Length<Scalar<V>> {
    let (zero, one) = (<Scalar<V::Wide>>::ZERO, <Scalar<V::Wide>>::ONE);
    let share = tolerance.widen() / Scalar::<V::Wide>::from_f64(curve.pieces().len() as f64);
    let (mut count, mut total) = (0_u32, Length { value: zero, error: zero });
    for (i, piece) in curve.pieces().iter().enumerate() {
        let piece: Bezier<V::Wide> = piece.lift(&Float::widen);
        let limits = Limits { tolerance: share, size: size(&piece), depth: 0 };
        let mut emit = |interval| {
            count += 1;
            emit(i, &piece, interval);
        };
        let mut sum = Sum { total, work: 0, emit: &mut emit };
        if let Some(slopes) = DerivativePowers::of(&piece) {
            measure(&slopes, [zero, one], limits, &mut sum);
        } else if let Some(high) = HighDegree::of(&piece) {
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
    // Squares that overflow leave NaN.
    let error = if error >= error.zero() { error } else { Real::infinity(error) };
    Length { value, error }
}

/// Accuracy requirements of a part.
#[derive(Clone, Copy)]
struct Limits<S> {
    tolerance: S,
    /// Largest coordinate of the piece, which scales the rounding error of its points.
    size: S,
    /// Number of halvings so far.
    depth: u32,
}

/// Accumulates the intervals of a piece.
struct Sum<'a, S> {
    total: Length<S>,
    /// Work done so far, in units of [`Part::cost`].
    work: usize,
    emit: &'a mut dyn FnMut(Interval<S>),
}

/// Work limit, some tenths of a second. Beyond it no part is halved, and the result has a larger
/// error bound.
const MOST: usize = 1 << 24;

/// Halves until the error bound is within the tolerance or within rounding error.
fn measure<P: Part>(part: &P, ends: [P::Number; 2], limits: Limits<P::Number>, sum: &mut Sum<'_, P::Number>) {
    sum.work += part.cost();
    let Limits { tolerance, size, depth } = limits;
    // Rounding error of the part's points from halving.
    let uncertainty = size * P::Number::EPSILON * size.lit(16) + part.uncertainty();
    let emit_interval = |sum: &mut Sum<'_, P::Number>,
                         [length, error, uncertainty]: [P::Number; 3],
                         rule: Rule| {
        let total = &mut sum.total;
        (sum.emit)(Interval { ends, before: total.value, length, rule });
        // Each of at most 32 terms is rounded about ten times.
        let rounding = length * P::Number::EPSILON * length.lit(64);
        *total = Length { value: total.value + length, error: total.error + error + rounding + uncertainty };
    };
    let candidate = part.best_rule(tolerance);
    if let Some(BoundedRule { rule, error }) = candidate
        && error <= tolerance
    {
        return emit_interval(sum, [part.integrate(rule), error, uncertainty], rule);
    }
    let [chord, polygon] = part.chord_and_polygon();
    let between = (polygon - chord).half();
    let candidate = candidate.filter(|emit_interval| emit_interval.error < between);
    let error = candidate.as_ref().map_or(between, |emit_interval| emit_interval.error);
    let enough = error <= tolerance || error <= polygon * P::Number::EPSILON || polygon <= uncertainty;
    if enough || depth >= 40 || !polygon.is_finite() || sum.work > MOST || is_cancelled() {
        let (length, rule) = match candidate {
            Some(BoundedRule { rule, .. }) => (part.integrate(rule), rule),
            None => ((polygon + chord).half(), FINEST),
        };
        return emit_interval(sum, [length, error, Ring::min(uncertainty, polygon)], rule);
    }
    let half = P::Number::ONE.half();
    let middle = (ends[0] + ends[1]) * half;
    let [left, right] = part.halves();
    let limits = Limits { tolerance: tolerance * half, size, depth: depth + 1 };
    measure(&left, [ends[0], middle], limits, sum);
    measure(&right, [middle, ends[1]], limits, sum);
}

/// Returns the largest absolute coordinate.
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
    fn the_length_of_a_parabola_matches_its_integral() {
        // y = x^2 from 0 to 1: sqrt(5) / 2 + asinh(2) / 4.
        let path = Bezier::try_new(vec![dvec2(0., 0.), dvec2(0.5, 0.), dvec2(1., 1.)]).unwrap().pieces();
        let length = path.length(1e-12);
        assert!((length.value - 1.478_942_857_544_597_5).abs() <= length.error && length.error < 1e-12);
    }

    #[test]
    fn a_circle_has_length_two_pi() {
        let circle = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().pieces();
        let by_length = ArcLength::new(&circle, 1e-12);
        let length = by_length.length();
        assert!((length.value - core::f64::consts::TAU).abs() <= length.error && length.error < 2e-12);
        let eighth = by_length.at(core::f64::consts::FRAC_PI_4);
        assert!(eighth.distance(DVec2::splat(0.5_f64.sqrt())) < 1e-13);
        assert!((by_length.parameter(core::f64::consts::PI) - 2.).abs() < 1e-13);
        assert_eq!([by_length.at(-1.), by_length.at(99.)], [circle.at(0.), circle.at(4.)]);
    }

    #[test]
    fn cusps_and_points_have_lengths_too() {
        // (t^2, t^3) from -1 to 1: a semicubical parabola, 2 (13 sqrt(13) - 8) / 27.
        let cusp = vec![dvec2(1., -1.), dvec2(-1. / 3., 1.), dvec2(-1. / 3., -1.), dvec2(1., 1.)];
        let length = Bezier::try_new(cusp).unwrap().pieces().length(1e-10);
        let exact = 2. * (13. * 13_f64.sqrt() - 8.) / 27.;
        assert!((length.value - exact).abs() <= length.error && length.error < 3e-10, "{length:?} {exact}");
        let point = Bezier::try_new(vec![dvec3(1., 2., 3.); 4]).unwrap().pieces();
        assert_eq!(point.length(1e-9), Length { value: 0., error: 0. });
        assert_eq!(ArcLength::new(&point, 1e-9).at(1.), dvec3(1., 2., 3.));
        let huge = Bezier::try_new(vec![DVec2::ZERO, DVec2::X * 1e200, DVec2::Y * 1e200]).unwrap().pieces();
        let length = huge.length(1.);
        assert!(length.value > 1e200 && length.error < 1e-12 * length.value, "{length:?}");
        let exact = cusp_again().length(0.);
        assert!(exact.error < 1e-12, "{exact:?}");
    }

    fn cusp_again() -> PiecewiseBezier<DVec2> {
        let points = [(1., -1.), (-1. / 3., 1.), (-1. / 3., -1.), (1., 1.)].map(|(x, y)| dvec2(x, y));
        Bezier::try_new(points.to_vec()).unwrap().pieces()
    }

    #[test]
    fn single_precision_curves_are_measured_in_double() {
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
        let half = ArcLength::new(&path(1.), 1e-12).at(expected.value / 2.);
        for e in [-900, -565, -200, 200, 565, 1000] {
            let unit = shifted(1., e);
            let measure_all = path(unit).length(1e-12 * unit);
            assert_eq!(
                (measure_all.value, measure_all.error),
                (expected.value * unit, expected.error * unit),
                "{e}"
            );
            let by_length = ArcLength::new(&path(unit), 1e-12 * unit);
            assert_eq!(by_length.length().value, measure_all.value);
            assert_eq!(by_length.at(measure_all.value / 2.), half * unit);
        }
        let short = path(f64::from_bits(5)).length(0.);
        assert!((short.value - f64::from_bits(18)).abs() <= short.error, "{short:?}");
    }
}
