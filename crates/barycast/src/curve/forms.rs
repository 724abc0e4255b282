//! The same B-spline curve in another form: of one degree more, or with one knot less.
//!
//! **A degree more.** A polynomial of degree `p` with the blossom `f` has, as one of degree `p + 1`, the blossom
//!
//! ```text
//! g(u_0, .., u_p) = sum over i of f(u_0, .., without u_i, .., u_p) / (p + 1)
//! ```
//!
//! and its control points are `g` of `p + 1` knots in a row, each knot being there once more than before, so that the curve stays
//! as smooth as it was and no smoother.
//!
//! **A knot less.** Inserting a knot `u` mixes neighbours, `p_i = (1 - a_i) q_{i-1} + a_i q_i`: solved for the `q` from both ends to the middle,
//! there is one equation more than unknowns. How well it holds says how far the curve moves: with `u` inserted again, no point of the
//! curve moves farther than some control point does, because each is a mean of control points. With weights `w`,
//! and points `w p`, for which that holds,
//!
//! ```text
//! |C - C'| <= (max |w p - w' p'| + max |p'| max |w - w'|) / min w
//! ```
//!
//! Sources: [Ramshaw 1987], [Tiller 1992].

use super::blend::{Blend, Weighted};
use super::{CurveError, Scalar, error, knots};
use crate::number::{Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// What makes other controls of some, as well of points as of points with weights.
pub(crate) trait Change<S: Float> {
    /// The others.
    fn of<T: Blend<S>>(&self, controls: &[T]) -> Vec<T>;
}

/// Points, and weights where there are any.
type Controls<V> = (Vec<V>, Option<Vec<Scalar<V>>>);

/// The points and weights that a change makes of these.
pub(crate) fn changed<V: FloatVector>(
    points: &[V],
    weights: Option<&[Scalar<V>]>,
    change: &impl Change<Scalar<V>>,
) -> Controls<V> {
    match weights {
        None => (change.of(points), None),
        Some(weights) => apart(&change.of(&together(points, weights))),
    }
}

fn together<V: FloatVector>(points: &[V], weights: &[Scalar<V>]) -> Vec<Weighted<V>> {
    points.iter().zip(weights).map(|(p, w)| Weighted::new(*p, *w)).collect()
}

fn apart<V: FloatVector>(controls: &[Weighted<V>]) -> Controls<V> {
    let weights = controls.iter().map(|c| c.weight).collect();
    (controls.iter().map(|c| c.project()).collect(), Some(weights))
}

/// The points and weights that `fewer` makes of these, if, with `back` to as many as before, nothing moves farther than told.
pub(crate) fn removed<V: FloatVector>(
    points: &[V],
    weights: Option<&[Scalar<V>]>,
    fewer: &impl Change<Scalar<V>>,
    back: &impl Change<Scalar<V>>,
    tolerance: Scalar<V>,
) -> Result<Controls<V>, CurveError> {
    let zero = Scalar::<V>::ZERO;
    let greatest = |numbers: &mut dyn Iterator<Item = Scalar<V>>| numbers.fold(zero, Ring::max);
    let (controls, moved) = match weights {
        None => {
            let left = fewer.of(points);
            let back = back.of(&left);
            let moved = greatest(&mut back.iter().zip(points).map(|(a, b)| (*a - *b).length()));
            ((left, None), moved)
        }
        Some(weights) => {
            let old = together(points, weights);
            let left = fewer.of(&old);
            let back = back.of(&left);
            if left.iter().chain(&back).any(|c| c.weight <= zero) {
                return Err(CurveError::Tolerance);
            }
            let pairs = || back.iter().zip(&old);
            let by_point = greatest(&mut pairs().map(|(a, b)| (a.point - b.point).length()));
            let by_weight = greatest(&mut pairs().map(|(a, b)| (a.weight - b.weight).abs()));
            let farthest = greatest(&mut back.iter().map(|c| c.project().length()));
            let least = weights.iter().copied().fold(zero.infinity(), Ring::min);
            (apart(&left), (by_point + farthest * by_weight) / least)
        }
    };
    if moved <= tolerance && error::vectors("points", &controls.0).is_ok() {
        Ok(controls)
    } else {
        Err(CurveError::Tolerance)
    }
}

/// The knots of one degree more, as many before the range and after it as that asks for.
pub(crate) fn elevated_knots<S: Float>(degree: usize, old: &[S], [first, last]: [S; 2]) -> Vec<S> {
    let mut knots: Vec<S> = Vec::new();
    for (i, k) in old.iter().enumerate() {
        knots.push(*k);
        if old.get(i + 1) != Some(k) {
            knots.push(*k);
        }
    }
    let begin = knots.partition_point(|k| *k <= first) - (degree + 2);
    let end = knots.partition_point(|k| *k < last) + degree + 2;
    knots[begin..end].to_vec()
}

/// The knots without one, which lies between the ends.
pub(crate) fn without_knot<S: Float>(knots: &[S], [first, last]: [S; 2], u: S) -> Result<Vec<S>, CurveError> {
    let after = knots.partition_point(|k| *k <= u);
    if !(first < u && u < last) || knots[after - 1] != u {
        return Err(CurveError::Outside);
    }
    let mut knots = knots.to_vec();
    knots.remove(after - 1);
    Ok(knots)
}

/// The knots with one more, which lies between the ends.
pub(crate) fn with_knot<S: Float>(
    degree: usize,
    knots: &[S],
    [first, last]: [S; 2],
    u: S,
) -> Result<Vec<S>, CurveError> {
    if !(first < u && u < last) {
        return Err(CurveError::Outside);
    }
    let after = knots.partition_point(|k| *k <= u);
    if knots.iter().filter(|k| **k == u).count() >= degree {
        return Err(CurveError::Repeated { index: after });
    }
    let mut knots = knots.to_vec();
    knots.insert(after, u);
    Ok(knots)
}

/// A knot is put in or taken out.
#[derive(Clone, Copy)]
pub(crate) enum Knot {
    More,
    Less,
}

/// One knot `u` more, or less: `knots` are those without it.
#[derive(Clone, Copy)]
pub(crate) struct OneKnot<'a, S> {
    pub(crate) which: Knot,
    pub(crate) degree: usize,
    pub(crate) knots: &'a [S],
    pub(crate) u: S,
}

impl<S: Float> Change<S> for OneKnot<'_, S> {
    fn of<T: Blend<S>>(&self, controls: &[T]) -> Vec<T> {
        match self.which {
            Knot::More => knots::insert(self.degree, self.knots, controls, self.u),
            Knot::Less => without(self.degree, self.knots, controls, self.u),
        }
    }
}

/// One degree more, over these knots.
pub(crate) struct Elevated<'a, S> {
    pub(crate) degree: usize,
    pub(crate) old: &'a [S],
    pub(crate) knots: &'a [S],
}

impl<S: Float> Change<S> for Elevated<'_, S> {
    fn of<T: Blend<S>>(&self, controls: &[T]) -> Vec<T> {
        let Self { degree, old, knots } = *self;
        let count = knots.len() - degree - 2;
        let share = S::ONE / S::from_f64((degree + 1) as f64);
        let one = |j: usize| {
            // On a stretch over which this point counts, as near to its knots' middle as there is one.
            let middle = j + degree.div_ceil(2);
            let has_length = |i: &usize| knots[*i] < knots[*i + 1] && (degree + 1..count).contains(i);
            let stretch = (j..=j + degree + 1).filter(has_length).min_by_key(|i| i.abs_diff(middle));
            let span = knots::span(degree, old, controls.len(), knots[stretch.unwrap_or(j)]);
            let without = |left_out: usize| {
                let parameter = |r: usize| knots[j + 1 + r + usize::from(r >= left_out)];
                knots::blossom(degree, old, span, |i| controls[i], parameter) * share
            };
            (1..=degree).fold(without(0), |sum, i| sum + without(i))
        };
        (0..count).map(one).collect()
    }
}

/// What `knots::insert` of `u` makes these of, solved from both ends to the middle.
fn without<S: Float, T: Blend<S>>(degree: usize, knots: &[S], old: &[T], u: S) -> Vec<T> {
    let count = old.len() - 1;
    let span = knots::span(degree, knots, count, u);
    let share = |i: usize| (u - knots[i]) / (knots[i + degree] - knots[i]);
    // Those that are mixed, of which one more is known than is sought.
    let (begin, mut end) = (span + 1 - degree, span);
    while knots[end] == u && end > begin {
        end -= 1;
    }
    let middle = begin.midpoint(end);
    let mut new: Vec<T> = old[..begin].to_vec();
    for i in begin..middle {
        let a = share(i);
        new.push((old[i] - new[i - 1] * (S::ONE - a)) * (S::ONE / a));
    }
    let mut right: Vec<T> = old[end + 1..].iter().rev().copied().collect();
    for i in (middle + 1..=end).rev() {
        let a = share(i);
        let next = right[right.len() - 1];
        right.push((old[i] - next * a) * (S::ONE / (S::ONE - a)));
    }
    new.extend(right.into_iter().rev());
    new
}

#[cfg(test)]
mod tests {
    use super::super::BSpline;
    use super::*;
    use alloc::vec;
    use glam::{DVec2, dvec2};

    fn zigzag(count: usize) -> Vec<DVec2> {
        (0..count).map(|i| dvec2(i as f64, ((i * 7) % 5) as f64)).collect()
    }

    fn kinds(degree: usize) -> [BSpline<DVec2>; 5] {
        let squares = (0..10 + degree).map(|i| (i * i) as f64).collect();
        let weights = (0..9).map(|i| 1. + f64::from(i % 3)).collect();
        let twice = (0..10 + degree).map(|i| if degree > 1 { (i / 2) as f64 } else { i as f64 }).collect();
        [
            BSpline::try_clamped(degree, zigzag(9)).unwrap(),
            BSpline::try_uniform(degree, zigzag(9)).unwrap(),
            BSpline::try_periodic(degree, &zigzag(6)).unwrap(),
            BSpline::try_new(degree, twice, zigzag(9)).unwrap(),
            BSpline::try_rational(degree, squares, zigzag(9), weights).unwrap(),
        ]
    }

    fn farthest(a: &BSpline<DVec2>, b: &BSpline<DVec2>) -> f64 {
        let [first, last] = a.range();
        assert_eq!(a.range(), b.range());
        let at = |i: i32| first + (last - first) * f64::from(i) / 64.;
        (0..=64).map(|i| a.at(at(i)).distance(b.at(at(i)))).fold(0., f64::max)
    }

    #[test]
    fn of_a_degree_more_it_is_the_same_curve_and_as_smooth() {
        for degree in 1..=5 {
            for curve in kinds(degree) {
                let more = curve.elevated();
                let checked = match more.weights() {
                    None => BSpline::try_new(degree + 1, more.knots().to_vec(), more.points().to_vec()),
                    Some(w) => BSpline::try_rational(
                        degree + 1,
                        more.knots().to_vec(),
                        more.points().to_vec(),
                        w.to_vec(),
                    ),
                };
                assert_eq!(checked.as_ref(), Ok(&more), "{degree}");
                assert!(farthest(&curve, &more) < 1e-12, "{degree}: {}", farthest(&curve, &more));
                // The knots inside: each once more than before, and no other.
                let [first, last] = curve.range();
                let inner = |c: &BSpline<DVec2>| {
                    c.knots().iter().copied().filter(|k| first < *k && *k < last).collect::<Vec<_>>()
                };
                let mut distinct = inner(&curve);
                distinct.dedup();
                assert_eq!(inner(&more).len(), inner(&curve).len() + distinct.len());
            }
        }
        let arc = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().elevated().elevated();
        assert!((0..=16).all(|i| (arc.at(f64::from(i) / 4.).length() - 1.).abs() < 1e-14));
        // Without inner knots it is what the Bezier curve says.
        let line = BSpline::try_clamped(1, vec![DVec2::ZERO, dvec2(2., 4.)]).unwrap().elevated();
        assert_eq!(line.points(), [DVec2::ZERO, dvec2(1., 2.), dvec2(2., 4.)]);
        assert_eq!(line.knots(), [0., 0., 0., 1., 1., 1.]);
    }

    #[test]
    fn a_knot_that_was_put_in_comes_out() {
        for degree in 1..=5 {
            for curve in kinds(degree) {
                let [first, last] = curve.range();
                for share in [0.07, 0.31, 0.5, 0.93] {
                    let u = first + (last - first) * share;
                    if curve.knots().contains(&u) {
                        continue;
                    }
                    let mut more = curve.clone();
                    for times in 1..=degree {
                        more = more.try_insert(u).unwrap();
                        let fewer = more.try_remove(u, 1e-9).unwrap();
                        assert_eq!(fewer.points().len() + 1, more.points().len());
                        assert!(farthest(&fewer, &curve) < 1e-9, "{degree} {share} {times}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_point_moves_farther_than_told_and_what_must_stay_stays() {
        let (mut left_out, mut refused) = (0, 0);
        for degree in 2..=4 {
            for curve in kinds(degree) {
                let [first, last] = curve.range();
                for u in curve.knots().iter().copied().filter(|u| first < *u && *u < last) {
                    for tolerance in [1e-3, 0.3, 1., 3., 10.] {
                        match curve.try_remove(u, tolerance) {
                            Ok(fewer) => {
                                left_out += 1;
                                assert!(farthest(&curve, &fewer) <= tolerance, "{degree} {u} {tolerance}");
                            }
                            Err(error) => {
                                refused += 1;
                                assert_eq!(error, CurveError::Tolerance);
                            }
                        }
                    }
                }
                for no_knot in [first, last, first + 0.123, f64::NAN] {
                    assert_eq!(curve.try_remove(no_knot, 1.), Err(CurveError::Outside));
                }
            }
        }
        assert!(left_out > 50 && refused > 50, "{left_out} {refused}");
    }
}
