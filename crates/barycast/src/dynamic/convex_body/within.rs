//! Exact test whether two polytopes come within a distance of each other.
//!
//! Their distance is the least length of a difference `a - b` of their points, and the differences
//! are the hull of those of corners. Keep a few such corners, a simplex, with `v` its point closest
//! to the origin, and find the corner `w` farthest along `-v`:
//!
//! ```text
//! |v|^2 <= reach^2                            yes
//! w . v > 0  and  (w . v)^2 > reach^2 |v|^2   no: the plane through w across v lies between
//! w . v >= |v|^2                              v is the nearest point of all
//! ```
//!
//! Otherwise the part of the simplex around `v`, with `w`, has a closer point. In exact numbers
//! every step comes closer, so no simplex occurs twice, and the search ends. The same code runs in
//! double-double precision first. Its result is used if it is certain by a wide margin; if not, its
//! simplex is nearly always the last one that exact numbers need.
//!
//! Sources: [Gilbert 1988], [Wolfe 1976].

use crate::number::{Field, Ring};
use crate::vector::Vector;
use alloc::vec;
use alloc::vec::Vec;

/// Two polytopes by their corners, and the sum of their radii.
pub(super) struct Polytopes<V: Vector> {
    pub(super) a: Vec<V>,
    pub(super) b: Vec<V>,
    pub(super) reach: V::Scalar,
}

/// A corner of each.
type Ids = (usize, usize);

/// Condition for trusting a result; with exact numbers, all are trusted.
#[derive(Clone, Copy)]
pub(super) struct Trust<S> {
    /// Fraction by which lengths must differ: 0 for exact numbers, and otherwise far above their
    /// rounding error.
    pub(super) margin: S,
    /// Approximate square of the largest coordinate.
    pub(super) size: S,
    /// Maximum number of steps.
    pub(super) limit: usize,
}

impl<S: Ring<Mask = bool>> Trust<S> {
    /// Builds the value for exact numbers, of the kind of this one.
    pub(super) fn exact(any: S) -> Self {
        Self { margin: any.zero(), size: any.one(), limit: 10_000 }
    }

    /// Returns a square, increased by more than its rounding error and that of another.
    fn beyond(self, squared: S) -> S {
        squared + squared * self.margin + self.size * self.margin.squared()
    }

    fn is_exact(self) -> bool {
        self.margin.le(self.margin.zero())
    }
}

/// Point of a simplex closest to the origin.
struct Nearest<V: Vector> {
    point: V,
    squared: V::Scalar,
    /// Corners of the part around it, by their indices, and their barycentric coordinates.
    kept: Vec<usize>,
    weights: Vec<V::Scalar>,
    /// The least volume (in 2D area), not scaled, if the origin is enclosed.
    least: Option<V::Scalar>,
}

/// Returns the weights, up to a positive factor, of the origin's foot on the affine hull of the
/// points, or `None` if the points are affinely dependent.
fn weights<V: Vector<Mask = bool>>(points: &[V]) -> Option<Vec<V::Scalar>> {
    let p = *points.first()?;
    let zero = p.get(0).zero();
    let (whole, others) = match *points {
        [_] => return Some(vec![zero.one()]),
        [_, q] => {
            let u = q - p;
            (u.length_squared(), vec![-p.dot(u)])
        }
        [_, q, r] => {
            let (u, v) = (q - p, r - p);
            (u.wedge_squared(v), vec![v.wedge_dot(p, u, v), p.wedge_dot(u, u, v)])
        }
        [_, q, r, s] => {
            let (u, v, w) = (q - p, r - p, s - p);
            let (volume, at) = (u.triple(v, w), -p);
            let (volume, at) = if volume.lt(zero) { (-volume, -at) } else { (volume, at) };
            (volume, vec![at.triple(v, w), at.triple(w, u), at.triple(u, v)])
        }
        _ => return None,
    };
    let first = others.iter().fold(whole, |left, weight| left - *weight);
    zero.lt(whole).then(|| core::iter::once(first).chain(others).collect())
}

/// Returns the closest point of the simplex, or, if the foot is outside, of its parts.
fn nearest<V: Vector<Mask = bool, Scalar: Field>>(points: &[V], ids: &[usize]) -> Option<Nearest<V>> {
    let own: Vec<V> = ids.iter().map(|i| points[*i]).collect();
    if let Some(weights) = weights(&own) {
        let zero = weights[0].zero();
        if weights.iter().all(|w| zero.le(*w)) {
            let sum = weights.iter().fold(zero, |sum, w| sum + *w);
            let part = |(p, w): (&V, &V::Scalar)| *p * (*w / sum);
            let point = own.iter().zip(&weights).map(part).reduce(|x, y| x + y)?;
            let least = weights.iter().copied().reduce(Ring::min).filter(|_| ids.len() > V::DIM);
            let (kept, weights) =
                ids.iter().zip(&weights).filter(|(_, w)| zero.lt(**w)).map(|(i, w)| (*i, *w / sum)).unzip();
            return Some(Nearest { point, squared: point.length_squared(), kept, weights, least });
        }
    }
    let without = |i: usize| [&ids[..i], &ids[i + 1..]].concat();
    let parts = (0..ids.len()).filter_map(|i| nearest(points, &without(i)));
    parts.reduce(|x, y| if y.squared.lt(x.squared) { y } else { x })
}

/// Returns the index of the least value.
fn least<S: Ring<Mask = bool>>(values: impl Iterator<Item = S>) -> usize {
    let mut best: Option<(usize, S)> = None;
    for (i, value) in values.enumerate() {
        if best.is_none_or(|(_, least)| value.lt(least)) {
            best = Some((i, value));
        }
    }
    best.map_or(0, |(i, _)| i)
}

impl<V: Vector<Mask = bool, Scalar: Field>> Polytopes<V> {
    fn difference(&self, (i, j): Ids) -> V {
        self.a[i] - self.b[j]
    }

    /// Returns the closest points, without the radii, or a shared point twice; exact for exact
    /// numbers.
    pub(super) fn way(&self, trust: Trust<V::Scalar>) -> Option<[V; 2]> {
        let mut ids = vec![(0, 0)];
        for _ in 0..trust.limit {
            let points: Vec<V> = ids.iter().map(|id| self.difference(*id)).collect();
            let found = nearest(&points, &(0..ids.len()).collect::<Vec<_>>())?;
            let (v, vv) = (found.point, found.squared);
            ids = found.kept.iter().map(|i| ids[*i]).collect();
            let mean = |corner: &dyn Fn(&Ids) -> V| {
                let parts = ids.iter().zip(&found.weights).map(|(id, weight)| corner(id) * *weight);
                parts.reduce(|p, q| p + q)
            };
            let on_a = || mean(&|id| self.a[id.0]);
            if found.least.is_some() || vv.le(vv.zero()) {
                return on_a().map(|p| [p; 2]);
            }
            let w = self.farthest(-v);
            if vv.le(self.difference(w).dot(v)) || ids.contains(&w) {
                return Some([on_a()?, mean(&|id| self.b[id.1])?]);
            }
            ids.push(w);
        }
        None
    }

    /// Returns the corners whose difference is farthest along a direction.
    fn farthest(&self, direction: V) -> Ids {
        let v = -direction;
        (least(self.a.iter().map(|p| p.dot(v))), least(self.b.iter().map(|p| -p.dot(v))))
    }

    /// Tests whether they come within the distance, starting with a simplex, and returns the last
    /// simplex too. The result is `None` if it cannot be trusted.
    pub(super) fn come_within(&self, start: Vec<Ids>, trust: Trust<V::Scalar>) -> (Option<bool>, Vec<Ids>) {
        let zero = self.reach.zero();
        let reach = self.reach.squared();
        let mut ids = if start.is_empty() { vec![(0, 0)] } else { start };
        let mut last: Option<V::Scalar> = None;
        for _ in 0..trust.limit {
            let points: Vec<V> = ids.iter().map(|id| self.difference(*id)).collect();
            let all: Vec<usize> = (0..ids.len()).collect();
            let Some(found) = nearest(&points, &all) else { break };
            ids = found.kept.iter().map(|i| ids[*i]).collect();
            let (v, vv) = (found.point, found.squared);
            if let Some(least) = found.least {
                // Rounding error of a volume, or in 2D of a product of areas.
                let size = points.iter().fold(zero, |size, p| Ring::max(size, p.length_squared()));
                let edge = if V::DIM == 3 { size.one() } else { size };
                let rounding = trust.margin.squared() * size.squared() * edge * trust.size;
                return (rounding.le(least.squared()).then_some(true), ids);
            }
            if trust.beyond(vv).le(reach) {
                return (Some(true), ids);
            }
            let w = self.farthest(-v);
            let wv = self.difference(w).dot(v);
            if zero.lt(wv) && (trust.beyond(trust.beyond(reach)) * vv).lt(wv.squared()) {
                return (Some(false), ids);
            }
            let stuck = vv.le(wv) || ids.contains(&w) || last.is_some_and(|last| last.le(vv));
            if stuck {
                // In exact numbers: nothing is closer, and that is not close enough.
                return (trust.is_exact().then_some(false), ids);
            }
            last = Some(vv);
            ids.push(w);
        }
        (None, ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Arena;
    use crate::number::DoubleDouble;
    use crate::vector::V3;

    fn exactly(a: &[[f64; 3]], b: &[[f64; 3]], reach: f64) -> bool {
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let lift = |points: &[[f64; 3]]| -> Vec<V3<_>> {
            points.iter().map(|p| V3 { x: number(p[0]), y: number(p[1]), z: number(p[2]) }).collect()
        };
        let both = Polytopes { a: lift(a), b: lift(b), reach: number(reach) };
        let trust = Trust { margin: number(0.0), size: number(1.0), limit: 1000 };
        both.come_within(vec![], trust).0.expect("exact numbers are always sure")
    }

    const CUBE: [[f64; 3]; 8] = [
        [0., 0., 0.],
        [1., 0., 0.],
        [0., 1., 0.],
        [1., 1., 0.],
        [0., 0., 1.],
        [1., 0., 1.],
        [0., 1., 1.],
        [1., 1., 1.],
    ];

    #[test]
    fn a_point_next_to_a_face_an_edge_and_a_corner() {
        let next = 1.0_f64.next_up();
        for near in [[1., 0.3, 0.7], [1., 1., 0.3], [1., 1., 1.], [0.5, 0.5, 0.5]] {
            assert!(exactly(&CUBE, &[near], 0.));
        }
        for far in [[next, 0.3, 0.7], [1., next, 0.3], [1., 1., next], [-5e-324, 0.5, 0.5]] {
            assert!(!exactly(&CUBE, &[far], 0.));
        }
    }

    #[test]
    fn reach_is_measured_without_a_root() {
        assert!(exactly(&CUBE, &[[4., 5., 0.5]], 5.));
        assert!(!exactly(&CUBE, &[[4., 5., 0.5]], 5.0_f64.next_down()));
        assert!(exactly(&CUBE, &[[3., 3., 2.], [9., 9., 9.]], 3.));
    }

    #[test]
    fn twice_the_digits_are_sure_of_what_is_clear_and_not_of_a_touch() {
        let lift = |points: &[[f64; 3]]| -> Vec<V3<DoubleDouble>> {
            points.iter().map(|p| Vector::from_fn(|i| DoubleDouble::new(p[i]))).collect()
        };
        let decide = |p: [f64; 3]| {
            let both = Polytopes { a: lift(&CUBE), b: lift(&[p]), reach: DoubleDouble::new(0.0) };
            let (margin, size) = (DoubleDouble::new(1e-20), DoubleDouble::new(1.0));
            both.come_within(vec![], Trust { margin, size, limit: 100 }).0
        };
        assert_eq!(decide([0.4, 0.3, 0.6]), Some(true));
        assert_eq!(decide([1.0 + 1e-9, 0.3, 0.6]), Some(false));
        assert_eq!(decide([1.0, 0.3, 0.6]), None);
    }
}
