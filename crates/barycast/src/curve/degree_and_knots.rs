//! Degree elevation and knot removal of B-splines.
//!
//! **Degree elevation.** A polynomial of degree `p` with the blossom `f` has, as one of degree
//! `p + 1`, the blossom
//!
//! ```text
//! g(u_0, .., u_p) = sum over i of f(u_0, .., without u_i, .., u_p) / (p + 1)
//! ```
//!
//! Its control points are `g` at `p + 1` consecutive knots. The multiplicity of each knot increases
//! by one, which preserves the smoothness of the curve.
//!
//! **Knot removal.** Inserting a knot `u` blends neighbours, `p_i = (1 - a_i) q_{i-1} + a_i q_i`.
//! Solving for `q` from both ends to the middle leaves one equation more than unknowns, and its
//! residual bounds the movement of the curve: with `u` inserted again, no point of the curve moves
//! farther than some control point, since each point is a mean of control points. With weights `w`,
//! and homogeneous points `w p`, for which the same is true,
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

/// A linear change of control points, for plain and homogeneous points alike.
pub(crate) trait ControlChange<S: Float> {
    /// Returns the new control points.
    fn apply<T: Blend<S>>(&self, controls: &[T]) -> Vec<T>;
}

/// Control points with optional weights.
type Controls<V> = (Vec<V>, Option<Vec<Scalar<V>>>);

/// Applies a change to points and weights.
pub(crate) fn change_controls<V: FloatVector>(
    points: &[V],
    weights: Option<&[Scalar<V>]>,
    change: &impl ControlChange<Scalar<V>>,
) -> Controls<V> {
    match weights {
        None => (change.apply(points), None),
        Some(weights) => from_homogeneous(&change.apply(&to_homogeneous(points, weights))),
    }
}

fn to_homogeneous<V: FloatVector>(points: &[V], weights: &[Scalar<V>]) -> Vec<Weighted<V>> {
    points.iter().zip(weights).map(|(p, w)| Weighted::new(*p, *w)).collect()
}

fn from_homogeneous<V: FloatVector>(controls: &[Weighted<V>]) -> Controls<V> {
    let weights = controls.iter().map(|c| c.weight).collect();
    (controls.iter().map(|c| c.project()).collect(), Some(weights))
}

/// Applies the removal `fewer` to points and weights, if re-inserting with `back` moves nothing
/// farther than `tolerance`.
pub(crate) fn remove_within<V: FloatVector>(
    points: &[V],
    weights: Option<&[Scalar<V>]>,
    fewer: &impl ControlChange<Scalar<V>>,
    back: &impl ControlChange<Scalar<V>>,
    tolerance: Scalar<V>,
) -> Result<Controls<V>, CurveError> {
    let zero = Scalar::<V>::ZERO;
    let greatest = |numbers: &mut dyn Iterator<Item = Scalar<V>>| numbers.fold(zero, Ring::max);
    let (controls, moved) = match weights {
        None => {
            let left = fewer.apply(points);
            let back = back.apply(&left);
            let moved = greatest(&mut back.iter().zip(points).map(|(a, b)| (*a - *b).length()));
            ((left, None), moved)
        }
        Some(weights) => {
            let old = to_homogeneous(points, weights);
            let left = fewer.apply(&old);
            let back = back.apply(&left);
            if left.iter().chain(&back).any(|c| c.weight <= zero) {
                return Err(CurveError::Tolerance);
            }
            let pairs = || back.iter().zip(&old);
            let by_point = greatest(&mut pairs().map(|(a, b)| (a.point - b.point).length()));
            let by_weight = greatest(&mut pairs().map(|(a, b)| (a.weight - b.weight).abs()));
            let farthest = greatest(&mut back.iter().map(|c| c.project().length()));
            let least = weights.iter().copied().fold(zero.infinity(), Ring::min);
            (from_homogeneous(&left), (by_point + farthest * by_weight) / least)
        }
    };
    if moved <= tolerance && error::vectors("points", &controls.0).is_ok() {
        Ok(controls)
    } else {
        Err(CurveError::Tolerance)
    }
}

/// Returns the knots for one degree more, with the required number before and after the range.
pub(crate) fn knots_of_elevation<S: Float>(degree: usize, old: &[S], [first, last]: [S; 2]) -> Vec<S> {
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

/// Removes one knot strictly inside the range.
pub(crate) fn without_knot<S: Float>(knots: &[S], [first, last]: [S; 2], u: S) -> Result<Vec<S>, CurveError> {
    let after = knots.partition_point(|k| *k <= u);
    if !(first < u && u < last) || knots[after - 1] != u {
        return Err(CurveError::OutOfRange);
    }
    let mut knots = knots.to_vec();
    knots.remove(after - 1);
    Ok(knots)
}

/// Inserts one knot strictly inside the range.
pub(crate) fn with_knot<S: Float>(
    degree: usize,
    knots: &[S],
    [first, last]: [S; 2],
    u: S,
) -> Result<Vec<S>, CurveError> {
    if !(first < u && u < last) {
        return Err(CurveError::OutOfRange);
    }
    let after = knots.partition_point(|k| *k <= u);
    if knots.iter().filter(|k| **k == u).count() >= degree {
        return Err(CurveError::Repeated { index: after });
    }
    let mut knots = knots.to_vec();
    knots.insert(after, u);
    Ok(knots)
}

/// Whether a knot is inserted or removed.
#[derive(Clone, Copy)]
pub(crate) enum KnotOperation {
    Insert,
    Remove,
}

/// Insertion or removal of one knot `u`; `knots` are the knots without it.
#[derive(Clone, Copy)]
pub(crate) struct KnotChange<'a, S> {
    pub(crate) which: KnotOperation,
    pub(crate) degree: usize,
    pub(crate) knots: &'a [S],
    pub(crate) u: S,
}

impl<S: Float> ControlChange<S> for KnotChange<'_, S> {
    fn apply<T: Blend<S>>(&self, controls: &[T]) -> Vec<T> {
        match self.which {
            KnotOperation::Insert => knots::insert(self.degree, self.knots, controls, self.u),
            KnotOperation::Remove => remove_knot(self.degree, self.knots, controls, self.u),
        }
    }
}

/// Degree elevation to these knots.
pub(crate) struct Elevation<'a, S> {
    pub(crate) degree: usize,
    pub(crate) old: &'a [S],
    pub(crate) knots: &'a [S],
}

impl<S: Float> ControlChange<S> for Elevation<'_, S> {
    fn apply<T: Blend<S>>(&self, controls: &[T]) -> Vec<T> {
        let Self { degree, old, knots } = *self;
        let count = knots.len() - degree - 2;
        let share = S::ONE / S::from_f64((degree + 1) as f64);
        let one = |j: usize| {
            // A knot span in the support of this control point, as close to its middle as possible.
            let middle = j + degree.div_ceil(2);
            let has_length = |i: &usize| knots[*i] < knots[*i + 1] && (degree + 1..count).contains(i);
            let nonempty_span = (j..=j + degree + 1).filter(has_length).min_by_key(|i| i.abs_diff(middle));
            let span = knots::span(degree, old, controls.len(), knots[nonempty_span.unwrap_or(j)]);
            let term = |left_out: usize| {
                let parameter = |r: usize| knots[j + 1 + r + usize::from(r >= left_out)];
                knots::blossom(degree, old, span, |i| controls[i], parameter) * share
            };
            (1..=degree).fold(term(0), |sum, i| sum + term(i))
        };
        (0..count).map(one).collect()
    }
}

/// Inverts `knots::insert` of `u`, solving from both ends to the middle.
fn remove_knot<S: Float, T: Blend<S>>(degree: usize, knots: &[S], old: &[T], u: S) -> Vec<T> {
    let count = old.len() - 1;
    let span = knots::span(degree, knots, count, u);
    let share = |i: usize| (u - knots[i]) / (knots[i + degree] - knots[i]);
    // The blended points, one more than unknowns.
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
    fn degree_elevation_preserves_the_curve_and_its_smoothness() {
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
                // The inner knots: each has its multiplicity increased by one, and there are no
                // others.
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
        // Without inner knots the result matches the elevated Bezier curve.
        let line = BSpline::try_clamped(1, vec![DVec2::ZERO, dvec2(2., 4.)]).unwrap().elevated();
        assert_eq!(line.points(), [DVec2::ZERO, dvec2(1., 2.), dvec2(2., 4.)]);
        assert_eq!(line.knots(), [0., 0., 0., 1., 1., 1.]);
    }

    #[test]
    fn an_inserted_knot_can_be_removed() {
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
                        more = more.try_insert_knot(u).unwrap();
                        let fewer = more.try_remove_knot(u, 1e-9).unwrap();
                        assert_eq!(fewer.points().len() + 1, more.points().len());
                        assert!(farthest(&fewer, &curve) < 1e-9, "{degree} {share} {times}");
                    }
                }
            }
        }
    }

    #[test]
    fn knot_removal_stays_within_the_tolerance() {
        let (mut left_out, mut refused) = (0, 0);
        for degree in 2..=4 {
            for curve in kinds(degree) {
                let [first, last] = curve.range();
                for u in curve.knots().iter().copied().filter(|u| first < *u && *u < last) {
                    for tolerance in [1e-3, 0.3, 1., 3., 10.] {
                        match curve.try_remove_knot(u, tolerance) {
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
                    assert_eq!(curve.try_remove_knot(no_knot, 1.), Err(CurveError::OutOfRange));
                }
            }
        }
        assert!(left_out > 50 && refused > 50, "{left_out} {refused}");
    }
}
