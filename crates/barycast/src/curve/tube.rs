//! Tubes: the points within a radius of a curve, as a shape for queries.
//!
//! A part of the curve lies in the convex hull of its control points, and so within `e`, their
//! greatest distance from its chord. Since the part is connected and runs from one end of the chord
//! to the other, each point of the chord is also within `e` of the part. So its distance from a
//! shape is that of the chord, within `e`, and
//!
//! ```text
//!      points within r - e of the chord
//!  <=  points within r of the part
//!  <=  points within r + e of the chord
//! ```
//!
//! Parts are halved until these bounds meet (`curve/branch_and_bound.rs`).

use crate::curve::branch_and_bound::minimize;
use crate::curve::piecewise::narrow;
use crate::curve::{CurveError, Nearest, PiecewiseBezier, Scalar, error};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::pair::capsule_ray;
use crate::pair::cast::Range;
use crate::query::Distance;
use crate::shape::{Aabb, Capsule, Line, Linear, Segment};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};

/// The points within a radius of a curve; radius 0 makes the curve itself.
///
/// ```
/// use barycast::curve::BSpline;
/// use barycast::shape::{Ray, Sphere};
/// use barycast::curve::tube::Tube;
/// use glam::{DVec3, dvec3};
///
/// // A torus.
/// let circle = BSpline::try_ellipse(DVec3::ZERO, DVec3::X * 3.0, DVec3::Y * 3.0)?;
/// let ring = Tube::try_new(circle.pieces(), 1.0)?;
/// let hit = ring.cast(&Ray::new(dvec3(-9.0, 0.0, 0.0), DVec3::X), None).expect("aimed at it");
/// assert!((hit.t - 5.0).abs() <= hit.error + 1e-14);
/// assert!(ring.contains_point(dvec3(0.0, 3.5, 0.5)) && !ring.contains_point(DVec3::ZERO));
/// assert!(!ring.intersects(&Sphere::new(DVec3::ZERO, 1.9)));
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tube<V: FloatVector> {
    curve: PiecewiseBezier<V>,
    radius: Scalar<V>,
}

/// First intersection of a line, ray or segment with a tube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeHit<V: Vector> {
    /// Parameter of the hit: the point is `origin + t * direction`.
    pub t: V::Scalar,
    /// Bound on the error of `t`, up to rounding.
    pub error: V::Scalar,
    /// Point of the hit.
    pub point: V,
    /// Parameter of the curve's point nearest to the hit. That point is at the distance of the
    /// radius, or nearer for a ray that starts inside.
    pub u: V::Scalar,
    /// Outward unit normal, away from the curve; `None` for a ray that starts inside, and for
    /// radius 0.
    pub normal: Option<V>,
}

/// Distance between a tube and a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeDistance<S> {
    /// Distance; 0 if they may intersect.
    pub distance: S,
    /// Bound on the error of `distance`, up to the rounding of the segment queries.
    pub error: S,
}

impl<V: FloatVector> Tube<V> {
    /// Builds a tube around a curve.
    ///
    /// # Errors
    /// Returns an error if the radius is negative or not finite.
    pub fn try_new(curve: PiecewiseBezier<V>, radius: Scalar<V>) -> Result<Self, CurveError> {
        error::numbers("radius", &[radius])?;
        if radius < Scalar::<V>::ZERO {
            return Err(CurveError::Radius);
        }
        Ok(Self { curve, radius })
    }

    /// Returns the centre curve.
    pub const fn curve(&self) -> &PiecewiseBezier<V> {
        &self.curve
    }

    /// Returns the radius.
    pub const fn radius(&self) -> Scalar<V> {
        self.radius
    }

    /// Returns the tight bounding box, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        let Aabb { min, max } = self.curve.bounds();
        let reach = V::splat(self.radius);
        Aabb { min: min - reach, max: max + reach }
    }

    /// Returns the signed distance of a point from the surface, negative inside, and the nearest
    /// point of the curve.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: V) -> (Scalar<V>, Nearest<V>) {
        let nearest = self.curve.nearest(point);
        (nearest.distance - self.radius, nearest)
    }

    /// Tests whether the tube contains the point, surface included.
    pub fn contains_point(&self, point: V) -> bool {
        self.signed_distance(point).0 <= Scalar::<V>::ZERO
    }

    /// Returns the distance to any shape for which segments have a distance query, within the
    /// tolerance or, if that is smaller, within rounding error.
    pub fn distance<B>(&self, other: &B, tolerance: Scalar<V>) -> TubeDistance<Scalar<V>>
    where
        Segment<V>: Distance<B, Vector = V>,
    {
        let [low, high] =
            self.distance_bounds(other, |[low, high]| high - low <= tolerance || high <= self.radius);
        let zero = Scalar::<V>::ZERO;
        let [low, high] = [low, high].each(|distance| Ring::max(distance - self.radius, zero));
        let half = (high - low).half();
        if high <= zero {
            TubeDistance { distance: zero, error: zero }
        } else {
            TubeDistance { distance: low + half, error: half }
        }
    }

    /// Tests whether the shapes share a point. Touching counts, and so does a gap below rounding
    /// error.
    pub fn intersects<B>(&self, other: &B) -> bool
    where
        Segment<V>: Distance<B, Vector = V>,
    {
        let [low, _] = self.distance_bounds(other, |[low, high]| self.radius < low || high <= self.radius);
        low <= self.radius
    }

    /// Returns bounds on the curve's distance from a shape.
    fn distance_bounds<B>(&self, other: &B, done: impl Fn([Scalar<V>; 2]) -> bool) -> [Scalar<V>; 2]
    where
        Segment<V>: Distance<B, Vector = V>,
    {
        let bounds = |chord: &Segment<V>, e: Scalar<V>| {
            let distance = Distance::closest(chord, other).distance;
            Some([distance - e, distance + e])
        };
        // Every part has bounds.
        let infinity = Scalar::<V>::ONE.infinity();
        minimize(&self.curve, bounds, done).unwrap_or([infinity; 2])
    }

    /// Returns the first intersection of a line, ray or segment with the tube, at most at `max_t`
    /// inclusive. A gap below rounding error counts as an intersection. A ray that starts inside
    /// hits at its start; a zero direction hits nothing.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(&self, ray: &L, max_t: Option<Scalar<V>>) -> Option<TubeHit<V>> {
        let range = Range::of(ray, max_t);
        let number = |x: Scalar<V>| x.widen();
        let line = Line {
            origin: range.line.origin.lift::<V::Wide>(&number),
            direction: range.line.direction.lift::<V::Wide>(&number),
        };
        let range = Range { line, low: range.low.widen(), high: range.high.limit() };
        let hit = first_hit_at_any_size(&self.curve.wide(), self.radius.widen(), range)?;
        Some(TubeHit {
            t: Scalar::<V>::narrow(hit.t),
            error: Scalar::<V>::narrow(hit.error),
            point: narrow::<V>(hit.point),
            u: Scalar::<V>::narrow(hit.u),
            normal: hit.normal.map(narrow::<V>),
        })
    }
}

/// Returns the first hit of a range after scaling, with a separate scale of the direction, because
/// products of six lengths leave the range of floats.
fn first_hit_at_any_size<V: FloatVector>(
    curve: &PiecewiseBezier<V>,
    radius: Scalar<V>,
    range: Range<V>,
) -> Option<TubeHit<V>> {
    let Range { line: Line { origin, direction }, low, high } = range;
    let e = shift_of(Ring::max(Ring::max(curve.largest(), origin.largest()), radius).to_f64());
    let direction_shift = shift_of(direction.largest().to_f64());
    if e == 0 && direction_shift == 0 {
        return first_hit(curve, radius, &range);
    }
    let line = Line {
        origin: vector_times_power(origin, e),
        direction: vector_times_power(direction, direction_shift),
    };
    let [low, high] = [low, high].each(|t| times_power_of(t, e - direction_shift));
    let hit = first_hit(&curve.shifted(e), times_power_of(radius, e), &Range { line, low, high })?;
    let [t, error] = [hit.t, hit.error].each(|t| times_power_of(t, direction_shift - e));
    Some(TubeHit { t, error, point: vector_times_power(hit.point, -e), ..hit })
}

/// Returns the first hit of a range.
fn first_hit<V: FloatVector>(
    curve: &PiecewiseBezier<V>,
    radius: Scalar<V>,
    range: &Range<V>,
) -> Option<TubeHit<V>> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let Range { line, low, high } = *range;
    let speed = line.direction.length();
    if !(low <= high && speed.is_finite() && speed > zero && line.origin.length_squared().is_finite()) {
        return None;
    }
    // The parameter where the line enters a capsule, or the start of the range if that is inside.
    let entry = |chord: &Segment<V>, radius: Scalar<V>| {
        let span = capsule_ray::span(&Capsule::new(chord.a, chord.b, radius), &line)?;
        (span.enter <= high && low <= span.exit).then(|| Ring::max(span.enter, low))
    };
    let bounds = |chord: &Segment<V>, e: Scalar<V>| {
        let enter = entry(chord, radius + e)?;
        let certain = if e <= radius { entry(chord, radius - e) } else { None };
        Some([enter, certain.unwrap_or(one.infinity())])
    };
    let [t, later] = minimize(curve, bounds, |[low, high]| high <= low)?;
    let point = line.at(t);
    let nearest = curve.nearest(point);
    let inside = t <= low && nearest.distance < radius;
    let normal = (point - nearest.point).normalized_or_zero();
    let none = inside || radius <= zero || normal.length_squared() <= zero;
    Some(TubeHit { t, error: later - t, point, u: nearest.u, normal: (!none).then_some(normal) })
}
