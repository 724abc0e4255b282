//! Nearest point of a curve to a point.
//!
//! With `X = (C - q) w` the squared distance is `|X|^2 / w^2`. Its derivative has the sign of
//!
//! ```text
//! g = X . (X' w - X w')
//! ```
//!
//! This is a polynomial in Bernstein form. Each minimum is an end of a piece or a zero where `g`
//! changes from negative to positive. These are isolated by sign variations (`minima.rs`), first in
//! the curve's own precision with a bound of the rounding error, and in double-double precision if
//! that leaves a sign undecided. So no minimum is missed. All candidates are compared by their
//! distances. Pieces whose bounding box is farther than the best candidate are skipped. The best
//! candidate is refined by Newton's steps on `(C - q) . C'`. Source: [Schneider 1990].

use super::bernstein::{product, sum};
use super::bezier::derivative_numerator;
use super::blend::List;
use super::minima::{OnUncertain, Uncertain, isolate_minima};
use super::piecewise::narrow;
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Aabb;
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use smallvec::SmallVec;

/// The nearest point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Vector> {
    /// Parameter of the nearest point.
    pub u: V::Scalar,
    /// Nearest point.
    pub point: V,
    /// Distance to it.
    pub distance: V::Scalar,
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Returns the nearest point of the whole curve, or one of them if there are several. If `q` is
    /// not finite, returns the first point with that distance.
    #[doc(alias = "project")]
    #[doc(alias = "closest_point")]
    pub fn nearest(&self, q: V) -> Nearest<V> {
        let given = q;
        if (0..V::DIM).any(|axis| !q.get(axis).is_finite()) {
            let far = (0..V::DIM).fold(Scalar::<V>::ZERO, |sum, axis| sum + Ring::abs(q.get(axis)));
            return Nearest { u: self.knots()[0], point: self.pieces()[0].points()[0], distance: far };
        }
        let q: V::Wide = q.lift(&Float::widen);
        let mut largest = q.largest();
        let bound = |piece: &Bezier<V>| {
            let hull = piece.hull_bounds();
            let [min, max] = [hull.min, hull.max].each(|p| p.lift::<V::Wide>(&Float::widen));
            let hull = Aabb { min, max };
            largest = Ring::max(largest, Ring::max(hull.min.largest(), hull.max.largest()));
            (hull.closest_point(q) - q).length_squared()
        };
        let mut order: SmallVec<[_; 8]> = self.pieces().iter().map(bound).enumerate().collect();
        // Coordinates whose squares underflow or overflow are rescaled.
        let e = shift_of(largest.to_f64());
        if e != 0 {
            let found = self.shifted(e).nearest(vector_times_power(given, e));
            let (point, distance) = (vector_times_power(found.point, -e), times_power_of(found.distance, -e));
            return Nearest { point, distance, ..found };
        }
        order.order_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(core::cmp::Ordering::Equal));
        let first: V::Wide = self.pieces()[0].points()[0].lift(&Float::widen);
        let zero = Scalar::<V::Wide>::ZERO;
        let mut best = Candidate { piece: 0, t: zero, squared: (first - q).length_squared() };
        for (i, bound) in order {
            if best.squared < bound {
                break;
            }
            let piece: Bezier<V::Wide> = self.pieces()[i].lift(&Float::widen);
            update_best(&mut best, i, &piece, q);
        }
        let piece: Bezier<V::Wide> = self.pieces()[best.piece].lift(&Float::widen);
        let t = refined(&piece.translated(-q), best.t);
        let point = piece.at(t);
        let [from, to] = [self.knots()[best.piece], self.knots()[best.piece + 1]].each(Float::widen);
        Nearest {
            u: Scalar::<V>::narrow(from * (t.one() - t) + to * t),
            point: narrow::<V>(point),
            distance: Scalar::<V>::narrow((point - q).length()),
        }
    }
}

/// Nearest candidate so far.
struct Candidate<S> {
    piece: usize,
    t: S,
    squared: S,
}

/// Replaces the best candidate by the nearest candidate of a piece if that is nearer.
fn update_best<V: FloatVector>(best: &mut Candidate<Scalar<V>>, i: usize, piece: &Bezier<V>, q: V) {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let away = piece.translated(-q);
    let mut consider = |t: Scalar<V>| {
        let squared = away.at(t).length_squared();
        if squared < best.squared {
            *best = Candidate { piece: i, t, squared };
        }
    };
    consider(zero);
    consider(one);
    for t in candidates(piece, &away, q) {
        consider(t);
    }
}

/// Returns parameters that, together with 0 and 1, include the nearest point's. `away` is the piece
/// minus `q`.
fn candidates<V: FloatVector>(piece: &Bezier<V>, away: &Bezier<V>, q: V) -> List<Scalar<V>> {
    let mut found = List::new();
    if candidates_of_parts(away, OnUncertain::Refuse, &mut found).is_err() {
        found.clear();
        let number = |x: Scalar<V>| x.precise();
        let piece: Bezier<V::Precise> = piece.lift(&number);
        let mut precise = List::new();
        // Double-double precision always succeeds.
        let _always_ok = candidates_of_parts(
            &piece.translated(-q.lift::<V::Precise>(&number)),
            OnUncertain::Settle,
            &mut precise,
        );
        found.extend(precise.into_iter().map(Scalar::<V>::from_precise));
    }
    found
}

/// Appends the candidates of a piece from its parts with even weights, as parameters of the piece.
fn candidates_of_parts<V: FloatVector>(
    away: &Bezier<V>,
    on_uncertain: OnUncertain,
    found: &mut List<Scalar<V>>,
) -> Result<(), Uncertain> {
    if !away.is_uneven() {
        return candidates_of_part(away, on_uncertain, found);
    }
    for (part, [from, to]) in away.even_parts() {
        let begin = found.len();
        candidates_of_part(&part, on_uncertain, found)?;
        found[begin..].iter_mut().for_each(|t| *t = from + (to - from) * *t);
        found.push(to);
    }
    Ok(())
}

/// Appends the candidates from one polynomial `g`, with a bound of its rounding error.
fn candidates_of_part<V: FloatVector>(
    away: &Bezier<V>,
    on_uncertain: OnUncertain,
    found: &mut List<Scalar<V>>,
) -> Result<(), Uncertain> {
    let zero = Scalar::<V>::ZERO;
    let largest = |list: &[Scalar<V>]| list.iter().fold(zero, |most, x| Ring::max(most, Ring::abs(*x)));
    if let Some(points) = away.cubic() {
        let far = points.iter().fold(zero, |most, p| Ring::max(most, p.largest()));
        return isolate_minima(
            &slope_of_cubic(points),
            rounding(6, far * far * zero.lit(6)),
            on_uncertain,
            found,
        );
    }
    let (x, mut w) = away.fraction();
    let shift = shift_of(largest(&w).to_f64());
    w.iter_mut().for_each(|w| *w = times_power_of(*w, shift));
    let mut size = zero;
    let mut g: List<Scalar<V>> = List::new();
    for mut x in x {
        x.iter_mut().for_each(|x| *x = times_power_of(*x, shift));
        let numerators = derivative_numerator(&x, &w);
        // Bounds the products whose difference is `derivative_numerator`.
        let degree = zero.lit(4) * Scalar::<V>::from_f64(x.len() as f64);
        let far = largest(&x);
        size = size + far * far * degree * largest(&w);
        let term = product(&x, &numerators);
        g = if g.is_empty() { term } else { sum(&g, &term) };
    }
    isolate_minima(&g, rounding(g.len(), size), on_uncertain, found)
}

/// Returns an error bound for each of `count` coefficients that are sums of products up to `size`,
/// and for those after 20 halvings, each of which rounds `count` times.
fn rounding<S: Float>(count: usize, size: S) -> S {
    size * S::EPSILON * S::from_f64((64 + 20 * count) as f64)
}

/// Returns a third of `g` for a cubic, in Bernstein form of degree 5.
fn slope_of_cubic<V: FloatVector>(&[a, b, c, d]: &[V; 4]) -> [Scalar<V>; 6] {
    let [ab, bc, cd] = [b - a, c - b, d - c];
    let zero = Scalar::<V>::ZERO;
    let (two, three, six) = (zero.lit(2), zero.lit(3), zero.lit(6));
    let (fifth, tenth) = (two.one() / two.lit(5), two.one() / two.lit(10));
    [
        a.dot(ab),
        (a.dot(bc) * two + b.dot(ab) * three) * fifth,
        (a.dot(cd) + b.dot(bc) * six + c.dot(ab) * three) * tenth,
        (b.dot(cd) * three + c.dot(bc) * six + d.dot(ab)) * tenth,
        (c.dot(cd) * three + d.dot(bc) * two) * fifth,
        d.dot(cd),
    ]
}

/// Refines by Newton's steps while the distance decreases, plus one: at the minimum, distances no
/// longer resolve positions, but slopes do.
fn refined<V: FloatVector>(away: &Bezier<V>, mut t: Scalar<V>) -> Scalar<V> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let far = away.points().iter().fold(zero, |most, p| Ring::max(most, p.largest()));
    let mut squared = away.at(t).length_squared();
    for _ in 0..8 {
        let [p, d1, d2, _] = away.jet(t);
        let second_derivative = d1.length_squared() + p.dot(d2);
        let next = t - p.dot(d1).div_or(second_derivative, zero);
        if !(zero <= next && next <= one && zero < second_derivative) || next == t {
            break;
        }
        let nearer = away.at(next).length_squared();
        if squared <= nearer {
            let noise = Scalar::<V>::EPSILON * squared.lit(8) * squared.sqrt() * far;
            return if nearer <= squared + noise { next } else { t };
        }
        (t, squared) = (next, nearer);
    }
    t
}

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier};
    use crate::vector::size::shifted;
    use alloc::vec;
    use glam::{DVec2, Vec3, dvec2, vec3};

    #[test]
    fn the_nearest_point_of_a_parabola() {
        // y = x^2 and (0, 1): x^2 = 1/2, at the distance sqrt(3) / 2.
        let path = Bezier::try_new(vec![dvec2(-1., 1.), dvec2(0., -1.), dvec2(1., 1.)]).unwrap().pieces();
        let nearest = path.nearest(DVec2::Y);
        assert!((nearest.distance - 0.75_f64.sqrt()).abs() < 1e-15);
        assert!((nearest.point.x.abs() - 0.5_f64.sqrt()).abs() < 1e-15);
        assert_eq!(path.nearest(dvec2(3., 2.)).point, dvec2(1., 1.));
    }

    #[test]
    fn from_the_centre_of_a_circle_any_point_is_nearest() {
        let circle = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().pieces();
        assert!((circle.nearest(DVec2::ZERO).distance - 1.).abs() < 1e-15);
        assert!((circle.nearest(dvec2(3., 4.)).point.distance(dvec2(0.6, 0.8))) < 1e-15);
    }

    #[test]
    fn the_nearest_point_does_not_depend_on_the_unit() {
        let path = |unit: f64| {
            let points = [dvec2(0., 0.), dvec2(1., 2.), dvec2(3., 0.)].map(|p| p * unit);
            Bezier::try_new(points.to_vec()).unwrap().pieces()
        };
        let expected = path(1.).nearest(dvec2(2., 2.));
        for e in [-1000, -565, -200, 200, 565, 1000] {
            let unit = shifted(1., e);
            let found = path(unit).nearest(dvec2(2., 2.) * unit);
            assert_eq!(
                (found.u, found.point, found.distance),
                (expected.u, expected.point * unit, expected.distance * unit)
            );
        }
    }

    #[test]
    fn a_point_on_the_curve_is_found_on_it() {
        let points = vec![Vec3::ZERO, vec3(1., 5., 0.), vec3(2., -5., 3.), vec3(3., 0., 1.)];
        let path = Bezier::try_new(points).unwrap().pieces();
        let nearest = path.nearest(path.at(0.3));
        assert!(nearest.distance < 1e-6 && (nearest.u - 0.3).abs() < 1e-6);
    }
}
