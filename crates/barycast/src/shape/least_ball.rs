//! The least ball around points.
//!
//! The least ball is held by at most `d + 1` of the points, on its surface. The search keeps such points and pivots: it takes
//! the point farthest from the centre, finds the least ball of it and of those kept, among the balls through each choice of
//! them, and keeps those that hold that. Each ball is larger than the one before, so the search ends; a round looks at every point
//! once, and some ten rounds are enough.
//!
//! ```text
//! c = p0 + sum x_i (p_i - p0),     2 sum_j (p_i - p0) . (p_j - p0) x_j = |p_i - p0|^2
//! ```
//!
//! Of the balls through the choices (each grown to hold all of them) the smallest is taken: a choice that is degenerate, with
//! points that are equal, in a line, in a plane or on one circle, gives a centre that is off or none, and so a larger ball than
//! another choice. All of this is in double-double. Sources: [Welzl 1991], [Gaertner 1999].

use super::{ShapeError, Sphere};
use crate::exact::{Arena, Exact};
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::vector::FloatVector;
use crate::vector::size::{exponent, shifted, times_power};
use alloc::vec::Vec;

/// A point in twice the digits; the third number is 0 in two dimensions.
pub(crate) type Place = [DoubleDouble; 3];

/// Floats find the farthest point up to this part of its squared distance.
const ROUGH: f64 = 1e-13;

/// What is outside by less than this part of the squared radius is not looked for.
const FINE: f64 = 1e-27;

/// More rounds are never needed but where rounding leads around.
const ROUNDS: usize = 1000;

/// The least sphere (in 2D the least circle) that holds all points: no smaller one does. `None` when there are none.
///
/// The centre is found in double-double and rounded once. The radius is the least number of the type with which every point
/// is certainly in the sphere for that centre: decided in exact numbers, so that
/// `intersects_exactly` with each point is true. The time grows with the number of points: some ten passes over them, also
/// where millions of them lie on one sphere.
///
/// # Errors
/// Names `points` when there is none, or one that is not finite.
///
/// ```
/// use barycast::shape::bounding_sphere;
/// use glam::{DVec2, dvec2};
///
/// // The third point is within the circle over the other two.
/// let ball = bounding_sphere(&[dvec2(0.0, 0.0), dvec2(2.0, 0.0), dvec2(1.0, 0.5)])?;
/// assert_eq!((ball.center, ball.radius), (DVec2::X, 1.0));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "miniball")]
#[doc(alias = "minimum enclosing ball")]
#[doc(alias = "smallest enclosing circle")]
#[doc(alias = "bounding circle")]
pub fn bounding_sphere<V: FloatVector>(points: &[V]) -> Result<Sphere<V>, ShapeError> {
    let is_finite = |p: &V| (0..V::DIM).all(|axis| p.get(axis).is_finite());
    if points.is_empty() {
        return Err(ShapeError { field: "points", must: "be at least one", got: Some(0.0) });
    }
    if !points.iter().all(is_finite) {
        return Err(ShapeError { field: "points", must: "be finite", got: None });
    }
    let largest = points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).to_f64()));
    // Differences of the largest numbers would overflow; what is tiny beside them does not count.
    let first = exponent(largest).filter(|e| *e > 900).map_or(0, |e| -e);
    let origin = place(points[0], first);
    let from_origin = |p: &V| sub(place(*p, first), origin);
    let spread = points.iter().flat_map(|p| from_origin(p).map(Float::to_f64));
    let second = exponent(spread).map_or(0, |e| -e);
    let near: Vec<[f64; 3]> =
        points.iter().map(|p| from_origin(p).map(|x| shifted(x.to_f64(), second))).collect();
    let at = |i: usize| from_origin(&points[i]).map(|x| times_power(x, second));
    let center = add(center_of(&near, &at).map(|x| times_power(x, -second)), origin);
    // A coordinate that is what rounding left of the others is 0.
    let size = DoubleDouble::new(shifted(1.0, -second));
    let center = center.map(|x| x.settle(size));
    let center = V::from_fn(|axis| V::Scalar::from_precise(times_power(center[axis], -first)));
    Ok(Sphere { center, radius: radius_around(points, center) })
}

/// The coordinates times `2^e`.
fn place<V: FloatVector>(p: V, e: i32) -> Place {
    let zero = DoubleDouble::ZERO;
    let number = |axis: usize| DoubleDouble::new(shifted(p.get(axis).to_f64(), e));
    [number(0), number(1), if V::DIM == 3 { number(2) } else { zero }]
}

pub(crate) fn sub(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn add(a: Place, b: Place) -> Place {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn times(a: Place, by: DoubleDouble) -> Place {
    a.map(|x| x * by)
}

pub(crate) fn dot(a: Place, b: Place) -> DoubleDouble {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn squared_distance(a: Place, b: Place) -> DoubleDouble {
    let way = sub(a, b);
    dot(way, way)
}

/// The centre of the least ball of points of ordinary size, which floats know nearly, and `at` in twice the digits.
fn center_of(near: &[[f64; 3]], at: &impl Fn(usize) -> Place) -> Place {
    let mut least = Pivot::new(at(0));
    for _ in 0..ROUNDS {
        let c = least.center.map(Float::to_f64);
        let off = |p: &[f64; 3]| {
            let [x, y, z] = [p[0] - c[0], p[1] - c[1], p[2] - c[2]];
            x * x + y * y + z * z
        };
        let most = near.iter().map(off).fold(0.0, f64::max);
        let limit = least.squared * DoubleDouble::from_parts(1.0, FINE);
        let next = if most > least.squared.to_f64() * (1.0 + ROUGH) {
            near.iter().position(|p| off(p) >= most).map(at)
        } else {
            // Floats do not tell: of those that may be outside, the farthest.
            let may = near.iter().enumerate().filter(|(_, p)| off(p) >= most * (1.0 - ROUGH));
            let far = may.map(|(i, _)| at(i)).map(|p| (squared_distance(p, least.center), p));
            let farthest = far.reduce(|a, b| if a.0 < b.0 { b } else { a });
            farthest.filter(|(squared, _)| limit < *squared).map(|(_, p)| p)
        };
        match next {
            Some(p) if least.take(p) => {}
            _ => break,
        }
    }
    least.center
}

/// The centre of the least ball of points of ordinary size; the origin when there are none.
pub(crate) fn least_center(points: &[Place]) -> Place {
    let Some(origin) = points.first() else { return [DoubleDouble::ZERO; 3] };
    let near: Vec<[f64; 3]> = points.iter().map(|p| sub(*p, *origin).map(Float::to_f64)).collect();
    add(center_of(&near, &|i| sub(points[i], *origin)), *origin)
}

/// A ball and the points that hold it.
pub(crate) struct Pivot {
    pub(crate) center: Place,
    /// Of its radius.
    pub(crate) squared: DoubleDouble,
    held_by: Vec<Place>,
}

impl Pivot {
    /// The ball of one point.
    pub(crate) fn new(p: Place) -> Self {
        Self { center: p, squared: DoubleDouble::ZERO, held_by: alloc::vec![p] }
    }

    /// The least ball of the points that hold this one, and one more; `false`, and nothing changes, when it is no larger.
    pub(crate) fn take(&mut self, p: Place) -> bool {
        let mut points = self.held_by.clone();
        points.push(p);
        let mut best: Option<(DoubleDouble, Place, usize)> = None;
        for choice in 1_usize..1 << points.len() {
            if choice.count_ones() > 4 {
                continue;
            }
            let chosen = points.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, p)| *p);
            let Some(center) = around(&chosen.collect::<Vec<_>>()) else { continue };
            let farthest = points.iter().map(|p| squared_distance(*p, center)).reduce(Ring::max);
            let Some(squared) = farthest else { continue };
            let fewer = |other: usize| choice.count_ones() < other.count_ones();
            let better = |(least, _, other): (DoubleDouble, Place, usize)| {
                squared < least || (squared <= least && fewer(other))
            };
            if squared.to_f64().is_finite() && best.is_none_or(better) {
                best = Some((squared, center, choice));
            }
        }
        let Some((squared, center, choice)) = best.filter(|best| self.squared < best.0) else { return false };
        let chosen = points.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, p)| *p);
        *self = Self { center, squared, held_by: chosen.collect() };
        true
    }
}

/// The point as far from all of one to four points, in their line, plane or space; `None` where there is none.
fn around(points: &[Place]) -> Option<Place> {
    let [first, others @ ..] = points else { return None };
    let ways: Vec<Place> = others.iter().map(|p| sub(*p, *first)).collect();
    let count = ways.len();
    let zero = DoubleDouble::ZERO;
    // A row of the system each, and its right side.
    let mut rows = [[zero; 4]; 3];
    for (row, way) in rows.iter_mut().zip(&ways) {
        for (x, other) in row.iter_mut().zip(&ways) {
            *x = dot(*way, *other) + dot(*way, *other);
        }
        row[3] = dot(*way, *way);
    }
    for k in 0..count {
        let pivot = (k..count).reduce(|i, j| if rows[i][k].abs() < rows[j][k].abs() { j } else { i })?;
        rows.swap(k, pivot);
        if rows[k][k].same(zero) {
            return None;
        }
        for i in 0..count {
            if i == k {
                continue;
            }
            let part = rows[i][k] / rows[k][k];
            for j in 0..4 {
                let taken = rows[k][j] * part;
                rows[i][j] = rows[i][j] - taken;
            }
        }
    }
    let shares = (0..count).map(|i| times(ways[i], rows[i][3] / rows[i][i]));
    Some(shares.fold(*first, add))
}

/// The least radius with which a sphere around the centre holds all points: exactly.
fn radius_around<V: FloatVector>(points: &[V], center: V) -> V::Scalar {
    /// What is farther by more than this part is so in twice the digits as well.
    const SURE: f64 = 1e-26;
    let size = points.iter().chain([&center]).flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).to_f64()));
    // Of the differences, which are at most twice as large.
    let first = exponent(size).filter(|e| *e > 900).map_or(0, |e| -e);
    let c = place(center, first);
    let spread = points.iter().flat_map(|p| sub(place(*p, first), c).map(Float::to_f64));
    let e = exponent(spread).map_or(0, |e| -e);
    let off = |p: &V| {
        let way = sub(place(*p, first), c).map(|x| times_power(x, e));
        dot(way, way)
    };
    let squared: Vec<f64> = points.iter().map(|p| off(p).to_f64()).collect();
    let most = squared.iter().copied().fold(0.0, f64::max);
    let far: Vec<V> =
        points.iter().zip(&squared).filter(|(_, x)| **x >= most * (1.0 - 1e-14)).map(|(p, _)| *p).collect();
    let most = far.iter().map(off).fold(DoubleDouble::ZERO, Ring::max);
    let mut radius = V::Scalar::from_f64(shifted(most.sqrt().to_f64(), -e - first));
    let doubtful = most * DoubleDouble::from_parts(1.0, -SURE);
    for p in far.iter().filter(|p| doubtful <= off(p)) {
        while radius.is_finite() && !holds(center, radius, *p) {
            radius = next_up(radius);
        }
    }
    radius
}

/// `|p - center|^2 <= radius^2`, in exact numbers.
fn holds<V: FloatVector>(center: V, radius: V::Scalar, p: V) -> bool {
    let arena = Arena::new();
    let number = |x: V::Scalar| arena.number(x.to_f64());
    let way = |axis: usize| (number(p.get(axis)) - number(center.get(axis))).squared();
    let sum = (1..V::DIM).fold(way(0), |sum: Exact<'_>, axis| sum + way(axis));
    sum.le(number(radius).squared())
}

/// The next larger number, of one that is not negative.
pub(crate) fn next_up<S: Float>(x: S) -> S {
    // More than half of the way to it, and less than one and a half.
    Ring::max(x + x * (S::EPSILON * S::from_f64(0.5 + 1.0 / 1024.0)), x + S::LEAST)
}

#[cfg(test)]
mod tests {
    use super::next_up;
    use fastrand::Rng;

    #[test]
    fn the_next_number_is_the_next() {
        let mut rng = Rng::with_seed(3);
        for i in 0..10_000 {
            let x = (rng.f64() * 2f64.powi(i % 600 - 300)).max(f64::MIN_POSITIVE);
            assert_eq!(next_up(x), x.next_up());
            let y = rng.f32();
            assert_eq!(next_up(y), y.next_up());
        }
        assert_eq!((next_up(0.0_f64), next_up(1.0_f32)), (f64::from_bits(1), 1.0_f32.next_up()));
    }
}
