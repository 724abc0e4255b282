//! The point of a curve that is nearest to a point.
//!
//! At it the way to `q` is square to the curve, or it is an end of a piece. With `X = (C - q) w`,
//!
//! ```text
//! g = X . (X' w - X w') = 0
//! ```
//!
//! is a polynomial in Bernstein's form, all of whose roots are found (`bernstein.rs`); so none is overlooked. Pieces whose
//! hull's box is farther than what is known already are left out. Each root is sharpened by Newton's steps on
//! `(C - q) . C'`, as long as they come nearer. Source: [Schneider 1990].

use super::bernstein::{product, rising_roots, sum};
use super::bezier::rise;
use super::blend::List;
use super::pieces::narrow;
use super::{Bezier, Pieces, Scalar};
use crate::each::MapEach;
use crate::number::{Field, Float, Ring};
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
    /// The nearest of all its points; of several one.
    #[doc(alias = "project")]
    #[doc(alias = "closest_point")]
    pub fn nearest(&self, q: V) -> Nearest<V> {
        let given = q;
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
        let mut best = Near {
            piece: 0,
            t: Scalar::<V::Wide>::ZERO,
            point: first,
            squared: (first - q).length_squared(),
        };
        for (i, bound) in order {
            if best.squared < bound {
                break;
            }
            let piece: Bezier<V::Wide> = self.pieces()[i].lift(&Float::widen);
            if piece.is_uneven() {
                for (part, stretch) in piece.even_parts() {
                    improve(&mut best, i, &part, stretch, q);
                }
            } else {
                improve(&mut best, i, &piece, [Scalar::<V::Wide>::ZERO, Scalar::<V::Wide>::ONE], q);
            }
        }
        let [from, to] = [self.knots()[best.piece], self.knots()[best.piece + 1]].each(Float::widen);
        Nearest {
            u: Scalar::<V>::narrow(from * (best.t.one() - best.t) + to * best.t),
            point: narrow::<V>(best.point),
            distance: Scalar::<V>::narrow((best.point - q).length()),
        }
    }
}

/// The nearest that is known.
struct Near<V: FloatVector> {
    piece: usize,
    t: Scalar<V>,
    point: V,
    squared: Scalar<V>,
}

/// What of a piece is nearer, or of a part of it.
fn improve<V: FloatVector>(
    best: &mut Near<V>,
    i: usize,
    piece: &Bezier<V>,
    [from, to]: [Scalar<V>; 2],
    q: V,
) {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let away = |t: Scalar<V>| (piece.at(t) - q).length_squared();
    let feet = feet(piece, q).into_iter().chain([zero, one]).map(|t| (t, away(t)));
    if let Some((t, squared)) = feet.reduce(|a, b| if b.1 < a.1 { b } else { a })
        && squared < best.squared
    {
        let t = sharpened(piece, q, t);
        *best = Near { piece: i, t: from + (to - from) * t, point: piece.at(t), squared: away(t) };
    }
}

/// Where the way to `q` is square to the curve, and shorter than from near by.
fn feet<V: FloatVector>(piece: &Bezier<V>, q: V) -> List<Scalar<V>> {
    if let Some(points) = piece.cubic() {
        return rising_roots(&slope_of_cubic(points, q));
    }
    let (x, w) = piece.moved(-q).fraction();
    let terms = x.iter().map(|x| product(x, &rise(x, &w)));
    terms.reduce(|a, b| sum(&a, &b)).map_or_else(List::new, |g| rising_roots(&g))
}

/// A third of `g` of a cubic, in Bernstein's form of degree 5.
fn slope_of_cubic<V: FloatVector>(points: &[V; 4], q: V) -> [Scalar<V>; 6] {
    let [a, b, c, d] = points.each(|p| p - q);
    let [ab, bc, cd] = [b - a, c - b, d - c];
    let (two, three, six) = (q.get(0).lit(2), q.get(0).lit(3), q.get(0).lit(6));
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

/// Newton's steps, while they come nearer.
fn sharpened<V: FloatVector>(piece: &Bezier<V>, q: V, mut t: Scalar<V>) -> Scalar<V> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let mut distance = (piece.at(t) - q).length_squared();
    for _ in 0..8 {
        let [p, d1, d2, _] = piece.jet(t);
        let away = p - q;
        let step = away.dot(d1).div_or(d1.length_squared() + away.dot(d2), zero);
        let next = t - step;
        if !(zero <= next && next <= one) {
            break;
        }
        let squared = (piece.at(next) - q).length_squared();
        if distance <= squared {
            break;
        }
        (t, distance) = (next, squared);
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
