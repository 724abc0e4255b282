//! The point of a curve that is nearest to a point.
//!
//! With `X = (C - q) w` the squared distance is `|X|^2 / w^2`. Its derivative has the sign of
//!
//! ```text
//! g = X . (X' w - X w')
//! ```
//!
//! a polynomial in Bernstein form. Each minimum is an end of a piece or a place where `g` passes from negative to positive; these are
//! isolated by sign variations (`rising.rs`), first in the curve's own precision with a bound of the rounding error, and, where
//! that leaves a sign undecided, in double-double precision. So no minimum is overlooked. All candidates are compared by their distances.
//! Pieces whose bounding box is farther than the best candidate are skipped. The best candidate is sharpened by Newton's steps on
//! `(C - q) . C'`. Source: [Schneider 1990].

use super::bernstein::{product, sum};
use super::bezier::rise;
use super::blend::List;
use super::pieces::narrow;
use super::rising::{Doubt, Uncertain, rising};
use super::{Bezier, Pieces, Scalar};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Aabb;
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use smallvec::SmallVec;

/// The nearest point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Vector> {
    /// Its parameter.
    pub u: V::Scalar,
    /// It.
    pub point: V,
    /// How far it is.
    pub distance: V::Scalar,
}

impl<V: FloatVector> Pieces<V> {
    /// The nearest of all its points; of several one. From a point that is infinite or NaN the first point, at that distance.
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
        // Of coordinates whose squares vanish or overflow, at ordinary size.
        let e = shift_of(largest.to_f64());
        if e != 0 {
            let found = self.shifted(e).nearest(vector_times_power(given, e));
            let (point, distance) = (vector_times_power(found.point, -e), times_power_of(found.distance, -e));
            return Nearest { point, distance, ..found };
        }
        order.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(core::cmp::Ordering::Equal));
        let first: V::Wide = self.pieces()[0].points()[0].lift(&Float::widen);
        let zero = Scalar::<V::Wide>::ZERO;
        let mut best = Near { piece: 0, t: zero, squared: (first - q).length_squared() };
        for (i, bound) in order {
            if best.squared < bound {
                break;
            }
            let piece: Bezier<V::Wide> = self.pieces()[i].lift(&Float::widen);
            improve(&mut best, i, &piece, q);
        }
        let piece: Bezier<V::Wide> = self.pieces()[best.piece].lift(&Float::widen);
        let t = sharpened(&piece.moved(-q), best.t);
        let point = piece.at(t);
        let [from, to] = [self.knots()[best.piece], self.knots()[best.piece + 1]].each(Float::widen);
        Nearest {
            u: Scalar::<V>::narrow(from * (t.one() - t) + to * t),
            point: narrow::<V>(point),
            distance: Scalar::<V>::narrow((point - q).length()),
        }
    }
}

/// The nearest candidate so far.
struct Near<S> {
    piece: usize,
    t: S,
    squared: S,
}

/// Takes the nearest candidate of a piece where that is nearer than the best.
fn improve<V: FloatVector>(best: &mut Near<Scalar<V>>, i: usize, piece: &Bezier<V>, q: V) {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let away = piece.moved(-q);
    let mut consider = |t: Scalar<V>| {
        let squared = away.at(t).length_squared();
        if squared < best.squared {
            *best = Near { piece: i, t, squared };
        }
    };
    consider(zero);
    consider(one);
    for t in candidates(piece, &away, q) {
        consider(t);
    }
}

/// Parameters among which, with 0 and 1, is that of the nearest point: `away` is the piece less `q`.
fn candidates<V: FloatVector>(piece: &Bezier<V>, away: &Bezier<V>, q: V) -> List<Scalar<V>> {
    let mut found = List::new();
    if of_parts(away, Doubt::Refuse, &mut found).is_err() {
        found.clear();
        let number = |x: Scalar<V>| x.precise();
        let piece: Bezier<V::Precise> = piece.lift(&number);
        let mut precise = List::new();
        // In double-double precision nothing is refused.
        let _settled = of_parts(&piece.moved(-q.lift::<V::Precise>(&number)), Doubt::Settle, &mut precise);
        found.extend(precise.into_iter().map(Scalar::<V>::from_precise));
    }
    found
}

/// The candidates of a piece from its parts of even weights, each with the piece's parameter.
fn of_parts<V: FloatVector>(
    away: &Bezier<V>,
    doubt: Doubt,
    found: &mut List<Scalar<V>>,
) -> Result<(), Uncertain> {
    if !away.is_uneven() {
        return of_part(away, doubt, found);
    }
    for (part, [from, to]) in away.even_parts() {
        let begin = found.len();
        of_part(&part, doubt, found)?;
        found[begin..].iter_mut().for_each(|t| *t = from + (to - from) * *t);
        found.push(to);
    }
    Ok(())
}

/// The candidates of one polynomial `g`, with a bound of its rounding error.
fn of_part<V: FloatVector>(
    away: &Bezier<V>,
    doubt: Doubt,
    found: &mut List<Scalar<V>>,
) -> Result<(), Uncertain> {
    let zero = Scalar::<V>::ZERO;
    let largest = |list: &[Scalar<V>]| list.iter().fold(zero, |most, x| Ring::max(most, Ring::abs(*x)));
    if let Some(points) = away.cubic() {
        let far = points.iter().fold(zero, |most, p| Ring::max(most, p.largest()));
        return rising(&slope_of_cubic(points), rounding(6, far * far * zero.lit(6)), doubt, found);
    }
    let (x, mut w) = away.fraction();
    let shift = shift_of(largest(&w).to_f64());
    w.iter_mut().for_each(|w| *w = times_power_of(*w, shift));
    let mut size = zero;
    let mut g: List<Scalar<V>> = List::new();
    for mut x in x {
        x.iter_mut().for_each(|x| *x = times_power_of(*x, shift));
        let rises = rise(&x, &w);
        // Of the products of which `rise` is a difference.
        let degree = zero.lit(4) * Scalar::<V>::from_f64(x.len() as f64);
        let far = largest(&x);
        size = size + far * far * degree * largest(&w);
        let term = product(&x, &rises);
        g = if g.is_empty() { term } else { sum(&g, &term) };
    }
    rising(&g, rounding(g.len(), size), doubt, found)
}

/// A bound of the error of each of `count` coefficients that are sums of products no larger than `size`, and of those of
/// 20 halvings: each of these rounds `count` times.
fn rounding<S: Float>(count: usize, size: S) -> S {
    size * S::EPSILON * S::from_f64((64 + 20 * count) as f64)
}

/// A third of `g` of a cubic, in Bernstein's form of degree 5.
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

/// After Newton's steps, as long as they come nearer, and one more: at the foot distances no longer tell places apart, but slopes do.
fn sharpened<V: FloatVector>(away: &Bezier<V>, mut t: Scalar<V>) -> Scalar<V> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let far = away.points().iter().fold(zero, |most, p| Ring::max(most, p.largest()));
    let mut squared = away.at(t).length_squared();
    for _ in 0..8 {
        let [p, d1, d2, _] = away.jet(t);
        let bend = d1.length_squared() + p.dot(d2);
        let next = t - p.dot(d1).div_or(bend, zero);
        if !(zero <= next && next <= one && zero < bend) || next == t {
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
        // y = x^2 and (0, 1): x^2 = 1/2, sqrt(3) / 2 away.
        let path = Bezier::try_new(vec![dvec2(-1., 1.), dvec2(0., -1.), dvec2(1., 1.)]).unwrap().pieces();
        let nearest = path.nearest(DVec2::Y);
        assert!((nearest.distance - 0.75_f64.sqrt()).abs() < 1e-15);
        assert!((nearest.point.x.abs() - 0.5_f64.sqrt()).abs() < 1e-15);
        assert_eq!(path.nearest(dvec2(3., 2.)).point, dvec2(1., 1.));
    }

    #[test]
    fn of_a_circle_seen_from_its_middle_any_point_is_nearest() {
        let circle = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().pieces();
        assert!((circle.nearest(DVec2::ZERO).distance - 1.).abs() < 1e-15);
        assert!((circle.nearest(dvec2(3., 4.)).point.distance(dvec2(0.6, 0.8))) < 1e-15);
    }

    #[test]
    fn what_is_nearest_does_not_depend_on_the_unit() {
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
