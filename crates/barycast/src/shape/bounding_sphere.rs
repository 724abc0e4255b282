//! Minimum bounding sphere of points.
//!
//! The minimum sphere is determined by at most `d + 1` support points on its surface. The search
//! keeps such a support set and pivots: it takes the point farthest from the centre, finds the
//! minimum sphere of that point and the support set among the spheres through each subset, and
//! keeps the subset that determines it. Each sphere is larger than the last, so the search
//! terminates. A round visits every point once, and about ten rounds suffice.
//!
//! ```text
//! c = p0 + sum x_i (p_i - p0),     2 sum_j (p_i - p0) . (p_j - p0) x_j = |p_i - p0|^2
//! ```
//!
//! Among the spheres through the subsets (each enlarged to contain all of the points) the smallest
//! is taken. A degenerate subset (equal, collinear, coplanar or cocircular points) gives a wrong
//! centre or none, and so a larger sphere than another subset. All computations are in
//! double-double precision. Sources: [Welzl 1991], [Gaertner 1999].

use super::{ShapeError, Sphere};
use crate::exact::{Arena, Exact};
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::vector::FloatVector;
use crate::vector::size::{exponent, shifted, times_power};
use alloc::vec::Vec;

/// Point in double-double precision; the third coordinate is 0 in 2D.
pub(crate) type PrecisePoint = [DoubleDouble; 3];

/// Relative accuracy of the squared distance with which floats find the farthest point.
const FLOAT_TOLERANCE: f64 = 1e-13;

/// Points outside by less than this fraction of the squared radius are ignored.
const PRECISE_TOLERANCE: f64 = 1e-27;

/// Upper bound on the number of rounds, reached only if rounding makes the pivots cycle.
const ROUNDS: usize = 1000;

/// Returns the smallest sphere (in 2D the smallest circle) that contains all points.
///
/// The centre is computed in double-double precision and rounded once. The radius is the smallest
/// number of the type for which the sphere around that centre contains every point, decided
/// exactly, so `intersects_exactly` with each point is true. The cost is linear in the number of
/// points: about ten passes, even if millions of points lie on one sphere.
///
/// # Errors
/// Returns an error naming `points` if there is none, or one is not finite.
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
    // Scales down so that differences of the largest numbers do not overflow; anything that
    // underflows beside them is negligible.
    let first = exponent(largest).filter(|e| *e > 900).map_or(0, |e| -e);
    let origin = to_point(points[0], first);
    let from_origin = |p: &V| sub(to_point(*p, first), origin);
    let spread = points.iter().flat_map(|p| from_origin(p).map(Float::to_f64));
    let second = exponent(spread).map_or(0, |e| -e);
    let near: Vec<[f64; 3]> =
        points.iter().map(|p| from_origin(p).map(|x| shifted(x.to_f64(), second))).collect();
    let at = |i: usize| from_origin(&points[i]).map(|x| times_power(x, second));
    let center = add(center_of(&near, &at).map(|x| times_power(x, -second)), origin);
    // Sets a coordinate that is only rounding error of the others to 0.
    let size = DoubleDouble::new(shifted(1.0, -second));
    let center = center.map(|x| x.settle(size));
    let center = V::from_fn(|axis| V::Scalar::from_precise(times_power(center[axis], -first)));
    Ok(Sphere { center, radius: radius_around(points, center) })
}

/// Returns the coordinates times `2^e`.
fn to_point<V: FloatVector>(p: V, e: i32) -> PrecisePoint {
    let zero = DoubleDouble::ZERO;
    let number = |axis: usize| DoubleDouble::new(shifted(p.get(axis).to_f64(), e));
    [number(0), number(1), if V::DIM == 3 { number(2) } else { zero }]
}

pub(crate) fn sub(a: PrecisePoint, b: PrecisePoint) -> PrecisePoint {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn add(a: PrecisePoint, b: PrecisePoint) -> PrecisePoint {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn times(a: PrecisePoint, by: DoubleDouble) -> PrecisePoint {
    a.map(|x| x * by)
}

pub(crate) fn dot(a: PrecisePoint, b: PrecisePoint) -> DoubleDouble {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn squared_distance(a: PrecisePoint, b: PrecisePoint) -> DoubleDouble {
    let offset = sub(a, b);
    dot(offset, offset)
}

/// Returns the centre of the minimum sphere of points of ordinary magnitude: `near` approximates
/// them in floats, `at` returns them in double-double precision.
fn center_of(near: &[[f64; 3]], at: &impl Fn(usize) -> PrecisePoint) -> PrecisePoint {
    let mut least = SupportSphere::new(at(0));
    for _ in 0..ROUNDS {
        let c = least.center.map(Float::to_f64);
        let squared_distance_to = |p: &[f64; 3]| {
            let [x, y, z] = [p[0] - c[0], p[1] - c[1], p[2] - c[2]];
            x * x + y * y + z * z
        };
        let most = near.iter().map(squared_distance_to).fold(0.0, f64::max);
        let limit = least.squared * DoubleDouble::from_parts(1.0, PRECISE_TOLERANCE);
        let next = if most > least.squared.to_f64() * (1.0 + FLOAT_TOLERANCE) {
            near.iter().position(|p| squared_distance_to(p) >= most).map(at)
        } else {
            // Floats cannot decide: takes the farthest of the points that may be outside.
            let may = near
                .iter()
                .enumerate()
                .filter(|(_, p)| squared_distance_to(p) >= most * (1.0 - FLOAT_TOLERANCE));
            let far = may.map(|(i, _)| at(i)).map(|p| (squared_distance(p, least.center), p));
            let farthest = far.reduce(|a, b| if a.0 < b.0 { b } else { a });
            farthest.filter(|(squared, _)| limit < *squared).map(|(_, p)| p)
        };
        match next {
            Some(p) if least.pivot_to(p) => {}
            _ => break,
        }
    }
    least.center
}

/// Returns the centre of the minimum sphere of points of ordinary magnitude, or the origin if there
/// are none.
pub(crate) fn bounding_center(points: &[PrecisePoint]) -> PrecisePoint {
    let Some(origin) = points.first() else { return [DoubleDouble::ZERO; 3] };
    let near: Vec<[f64; 3]> = points.iter().map(|p| sub(*p, *origin).map(Float::to_f64)).collect();
    add(center_of(&near, &|i| sub(points[i], *origin)), *origin)
}

/// A sphere and the support points that determine it.
pub(crate) struct SupportSphere {
    pub(crate) center: PrecisePoint,
    /// Squared radius.
    pub(crate) squared: DoubleDouble,
    support: Vec<PrecisePoint>,
}

impl SupportSphere {
    /// Builds the sphere of one point.
    pub(crate) fn new(p: PrecisePoint) -> Self {
        Self { center: p, squared: DoubleDouble::ZERO, support: alloc::vec![p] }
    }

    /// Replaces the sphere by the minimum sphere of its support points and `p`. Returns `false` and
    /// changes nothing if it is no larger.
    pub(crate) fn pivot_to(&mut self, p: PrecisePoint) -> bool {
        let mut points = self.support.clone();
        points.push(p);
        let mut best: Option<(DoubleDouble, PrecisePoint, usize)> = None;
        for choice in 1_usize..1 << points.len() {
            if choice.count_ones() > 4 {
                continue;
            }
            let chosen = points.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, p)| *p);
            let Some(center) = circumcenter(&chosen.collect::<Vec<_>>()) else { continue };
            let farthest = points.iter().map(|p| squared_distance(*p, center)).reduce(Ring::max);
            let Some(squared) = farthest else { continue };
            let fewer = |other: usize| choice.count_ones() < other.count_ones();
            let better = |(least, _, other): (DoubleDouble, PrecisePoint, usize)| {
                squared < least || (squared <= least && fewer(other))
            };
            if squared.to_f64().is_finite() && best.is_none_or(better) {
                best = Some((squared, center, choice));
            }
        }
        let Some((squared, center, choice)) = best.filter(|best| self.squared < best.0) else { return false };
        let chosen = points.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, p)| *p);
        *self = Self { center, squared, support: chosen.collect() };
        true
    }
}

/// Returns the circumcentre of one to four points within their line, plane or space, or `None` if
/// there is none.
fn circumcenter(points: &[PrecisePoint]) -> Option<PrecisePoint> {
    let [first, others @ ..] = points else { return None };
    let offsets: Vec<PrecisePoint> = others.iter().map(|p| sub(*p, *first)).collect();
    let count = offsets.len();
    let zero = DoubleDouble::ZERO;
    // One row per equation, with the right-hand side in the last column.
    let mut rows = [[zero; 4]; 3];
    for (row, offset) in rows.iter_mut().zip(&offsets) {
        for (x, other) in row.iter_mut().zip(&offsets) {
            *x = dot(*offset, *other) + dot(*offset, *other);
        }
        row[3] = dot(*offset, *offset);
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
            let factor = rows[i][k] / rows[k][k];
            for j in 0..4 {
                let taken = rows[k][j] * factor;
                rows[i][j] = rows[i][j] - taken;
            }
        }
    }
    let steps = (0..count).map(|i| times(offsets[i], rows[i][3] / rows[i][i]));
    Some(steps.fold(*first, add))
}

/// Returns the smallest radius for which a sphere around `center` contains all points, decided
/// exactly.
fn radius_around<V: FloatVector>(points: &[V], center: V) -> V::Scalar {
    /// A difference above this fraction is certain in double-double precision as well.
    const CERTAIN_MARGIN: f64 = 1e-26;
    let size = points.iter().chain([&center]).flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).to_f64()));
    // Exponent of the differences, which are at most twice as large.
    let first = exponent(size).filter(|e| *e > 900).map_or(0, |e| -e);
    let c = to_point(center, first);
    let spread = points.iter().flat_map(|p| sub(to_point(*p, first), c).map(Float::to_f64));
    let e = exponent(spread).map_or(0, |e| -e);
    let squared_distance_to = |p: &V| {
        let offset = sub(to_point(*p, first), c).map(|x| times_power(x, e));
        dot(offset, offset)
    };
    let squared: Vec<f64> = points.iter().map(|p| squared_distance_to(p).to_f64()).collect();
    let most = squared.iter().copied().fold(0.0, f64::max);
    let far: Vec<V> =
        points.iter().zip(&squared).filter(|(_, x)| **x >= most * (1.0 - 1e-14)).map(|(p, _)| *p).collect();
    let most = far.iter().map(squared_distance_to).fold(DoubleDouble::ZERO, Ring::max);
    let mut radius = V::Scalar::from_f64(shifted(most.sqrt().to_f64(), -e - first));
    let undecided = most * DoubleDouble::from_parts(1.0, -CERTAIN_MARGIN);
    for p in far.iter().filter(|p| undecided <= squared_distance_to(p)) {
        while radius.is_finite() && !contains_exactly(center, radius, *p) {
            radius = next_up(radius);
        }
    }
    radius
}

/// Tests `|p - center|^2 <= radius^2` exactly.
fn contains_exactly<V: FloatVector>(center: V, radius: V::Scalar, p: V) -> bool {
    let arena = Arena::new();
    let number = |x: V::Scalar| arena.number(x.to_f64());
    let offset = |axis: usize| (number(p.get(axis)) - number(center.get(axis))).squared();
    let sum = (1..V::DIM).fold(offset(0), |sum: Exact<'_>, axis| sum + offset(axis));
    sum.le(number(radius).squared())
}

/// Returns the next larger number of a nonnegative one.
pub(crate) fn next_up<S: Float>(x: S) -> S {
    // Adds more than half and less than one and a half of the distance to the next number.
    Ring::max(x + x * (S::EPSILON * S::from_f64(0.5 + 1.0 / 1024.0)), x + S::LEAST)
}

#[cfg(test)]
mod tests {
    use super::next_up;
    use fastrand::Rng;

    #[test]
    fn next_up_equals_the_standard_library() {
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
