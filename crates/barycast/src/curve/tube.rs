//! Tubes: all points within a radius of a curve, as a shape that others are asked against.
//!
//! A part of the curve lies in the hull of its control points, so within `e`, the greatest distance of these from its chord; and
//! as the part runs from one end of the chord to the other without a gap, each point of the chord is within `e` of the part. So
//! it is as far from a shape as the chord, give or take `e`, and
//!
//! ```text
//! points within r - e of the chord  <=  points within r of the part  <=  points within r + e of the chord
//! ```
//!
//! Parts are halved until these bounds meet (`curve/least.rs`).

use crate::curve::least::least;
use crate::curve::pieces::narrow;
use crate::curve::{CurveError, Nearest, Pieces, Scalar, error};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::pair::capsule_ray;
use crate::pair::cast::Range;
use crate::query::Distance;
use crate::shape::{Aabb, Capsule, Line, Linear, Segment};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};

/// All points within a radius of a curve: with radius 0 the curve itself.
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
    curve: Pieces<V>,
    radius: Scalar<V>,
}

/// Where a ray, segment or line first meets a tube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeHit<V: Vector> {
    /// The hit is at `origin + t * direction`.
    pub t: V::Scalar,
    /// The true `t` lies within this of it, up to rounding.
    pub error: V::Scalar,
    /// The point.
    pub point: V,
    /// The curve's parameter at its point nearest to the hit, which is the radius away, or nearer for a ray that begins inside.
    pub u: V::Scalar,
    /// Of length 1, away from the curve; `None` for a ray that begins inside, and for radius 0.
    pub normal: Option<V>,
}

/// How far apart a tube and a shape are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart<S> {
    /// The shortest way from one to the other; 0 where they may intersect.
    pub distance: S,
    /// The true distance lies within this of it, up to the rounding of what a segment is told of the shape.
    pub error: S,
}

impl<V: FloatVector> Tube<V> {
    /// Around this curve.
    ///
    /// # Errors
    /// A radius that is not finite or less than 0.
    pub fn try_new(curve: Pieces<V>, radius: Scalar<V>) -> Result<Self, CurveError> {
        error::numbers("radius", &[radius])?;
        if radius < Scalar::<V>::ZERO {
            return Err(CurveError::Radius);
        }
        Ok(Self { curve, radius })
    }

    /// The curve in its middle.
    pub const fn curve(&self) -> &Pieces<V> {
        &self.curve
    }

    /// How far it reaches from the curve.
    pub const fn radius(&self) -> Scalar<V> {
        self.radius
    }

    /// The smallest box around it, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        let Aabb { min, max } = self.curve.bounds();
        let reach = V::splat(self.radius);
        Aabb { min: min - reach, max: max + reach }
    }

    /// How far a point is from its surface, negative inside; and the nearest point of the curve.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: V) -> (Scalar<V>, Nearest<V>) {
        let nearest = self.curve.nearest(point);
        (nearest.distance - self.radius, nearest)
    }

    /// The point lies in it; its surface counts.
    pub fn contains_point(&self, point: V) -> bool {
        self.signed_distance(point).0 <= Scalar::<V>::ZERO
    }

    /// How far it is from any shape that segments know their distance from, within the tolerance or, where that is finer, within
    /// rounding.
    pub fn distance<B>(&self, other: &B, tolerance: Scalar<V>) -> Apart<Scalar<V>>
    where
        Segment<V>: Distance<B, Vector = V>,
    {
        let [low, high] = self.apart(other, |[low, high]| high - low <= tolerance || high <= self.radius);
        let zero = Scalar::<V>::ZERO;
        let [low, high] = [low, high].each(|distance| Ring::max(distance - self.radius, zero));
        let half = (high - low).half();
        if high <= zero {
            Apart { distance: zero, error: zero }
        } else {
            Apart { distance: low + half, error: half }
        }
    }

    /// They share a point; touching counts, and so does what is nearer than rounding tells.
    pub fn intersects<B>(&self, other: &B) -> bool
    where
        Segment<V>: Distance<B, Vector = V>,
    {
        let [low, _] = self.apart(other, |[low, high]| self.radius < low || high <= self.radius);
        low <= self.radius
    }

    /// Between which the curve's distance from a shape lies.
    fn apart<B>(&self, other: &B, done: impl Fn([Scalar<V>; 2]) -> bool) -> [Scalar<V>; 2]
    where
        Segment<V>: Distance<B, Vector = V>,
    {
        let bounds = |chord: &Segment<V>, e: Scalar<V>| {
            let distance = Distance::closest(chord, other).distance;
            Some([distance - e, distance + e])
        };
        // Every part has bounds.
        let infinity = Scalar::<V>::ONE.infinity();
        least(&self.curve, bounds, done).unwrap_or([infinity; 2])
    }

    /// Where a line, ray or segment first meets it, if it does before `max_t`; the limit itself counts. What comes as near as
    /// rounding tells meets it. A ray that begins inside hits at its beginning; a direction of zero meets nothing.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(&self, ray: &L, max_t: Option<Scalar<V>>) -> Option<TubeHit<V>> {
        let range = Range::of(ray, max_t);
        let number = |x: Scalar<V>| x.widen();
        let line = Line {
            origin: range.line.origin.lift::<V::Wide>(&number),
            direction: range.line.direction.lift::<V::Wide>(&number),
        };
        let range = Range { line, low: range.low.widen(), high: range.high.limit() };
        let hit = first_at_any_size(&self.curve.wide(), self.radius.widen(), range)?;
        Some(TubeHit {
            t: Scalar::<V>::narrow(hit.t),
            error: Scalar::<V>::narrow(hit.error),
            point: narrow::<V>(hit.point),
            u: Scalar::<V>::narrow(hit.u),
            normal: hit.normal.map(narrow::<V>),
        })
    }
}

/// The first hit of a range: at ordinary size, with a direction of its own, for products of six lengths leave the range of floats.
fn first_at_any_size<V: FloatVector>(
    curve: &Pieces<V>,
    radius: Scalar<V>,
    range: Range<V>,
) -> Option<TubeHit<V>> {
    let Range { line: Line { origin, direction }, low, high } = range;
    let e = shift_of(Ring::max(Ring::max(curve.largest(), origin.largest()), radius).to_f64());
    let own = shift_of(direction.largest().to_f64());
    if e == 0 && own == 0 {
        return first(curve, radius, &range);
    }
    let line = Line { origin: vector_times_power(origin, e), direction: vector_times_power(direction, own) };
    let [low, high] = [low, high].each(|t| times_power_of(t, e - own));
    let hit = first(&curve.shifted(e), times_power_of(radius, e), &Range { line, low, high })?;
    let [t, error] = [hit.t, hit.error].each(|t| times_power_of(t, own - e));
    Some(TubeHit { t, error, point: vector_times_power(hit.point, -e), ..hit })
}

/// The first hit of a range.
fn first<V: FloatVector>(curve: &Pieces<V>, radius: Scalar<V>, range: &Range<V>) -> Option<TubeHit<V>> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let Range { line, low, high } = *range;
    let speed = line.direction.length();
    if !(low <= high && speed.is_finite() && speed > zero && line.origin.length_squared().is_finite()) {
        return None;
    }
    // Where it comes into a capsule, or where it is when it begins inside.
    let entry = |chord: &Segment<V>, radius: Scalar<V>| {
        let span = capsule_ray::span(&Capsule::new(chord.a, chord.b, radius), &line)?;
        (span.enter <= high && low <= span.exit).then(|| Ring::max(span.enter, low))
    };
    let bounds = |chord: &Segment<V>, e: Scalar<V>| {
        let enter = entry(chord, radius + e)?;
        let sure = if e <= radius { entry(chord, radius - e) } else { None };
        Some([enter, sure.unwrap_or(one.infinity())])
    };
    let [t, later] = least(curve, bounds, |[low, high]| high <= low)?;
    let point = line.at(t);
    let nearest = curve.nearest(point);
    let inside = t <= low && nearest.distance < radius;
    let normal = (point - nearest.point).normalized_or_zero();
    let none = inside || radius <= zero || normal.length_squared() <= zero;
    Some(TubeHit { t, error: later - t, point, u: nearest.u, normal: (!none).then_some(normal) })
}
