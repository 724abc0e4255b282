//! Shapes of revolution: their distance from a point, in closed form.
//!
//! Let `z` be the height of a point along the axis and `rho` its distance from it; the problem is
//! then in a half-plane. A truncated cone is a trapezoid there, a disc one edge. A tapered capsule
//! is the union of the balls around `s` of radius `r(s) = ra - k s`, with `k = (ra - rb) / L`, and
//! `|p - s| - r(s)` is least, where its derivative by `s` vanishes, at
//!
//! ```text
//! s = z - k rho / sqrt(1 - k^2)
//! ```
//!
//! or at an end. That minimum is the distance, negative inside.
//!
//! Sources: [Ericson 5.1.2]; [Quilez 2018] for the tapered capsule, with another derivation.

use crate::number::{Field, Float, Real, Ring};
use crate::shape::{Disc, InfiniteCone, Linear, Segment, TaperedCapsule, TruncatedCone};
use crate::vector::{FloatVector, V2, Vector, Vector3};

/// Shape that is round about an axis.
pub(crate) enum Revolved<V: Vector> {
    /// Truncated cone with the radius `low` at the origin and `high` at the height.
    Capped { origin: V, axis: V, height: V::Scalar, low: V::Scalar, high: V::Scalar },
    /// Unbounded cone with the radius 0 at the origin, growing by `slope` per unit of height.
    Open { origin: V, axis: V, slope: V::Scalar },
    /// Hull of the balls of radius `low` around the origin and `high` at the height.
    Tapered { origin: V, axis: V, height: V::Scalar, low: V::Scalar, high: V::Scalar },
}

/// Point in coordinates about an axis.
struct About<V: Vector> {
    z: V::Scalar,
    rho: V::Scalar,
    /// Direction away from the axis, of length 1.
    out: V,
}

impl<V: FloatVector> About<V> {
    fn of(origin: V, axis: V, p: V) -> Self {
        let w = p - origin;
        let z = w.dot(axis);
        let away = w - axis * z;
        let rho = away.length();
        let away = if rho > V::Scalar::ZERO { away } else { axis.any_orthogonal() };
        Self { z, rho, out: away.normalized_or_zero() }
    }
}

impl<V: FloatVector + Vector3> Revolved<V> {
    pub(crate) fn truncated_cone(a: &TruncatedCone<V>) -> Self {
        let along = a.b - a.a;
        let (axis, height) = (along.normalized_or_zero(), along.length());
        Self::Capped { origin: a.a, axis, height, low: a.radius_a, high: a.radius_b }
    }

    pub(crate) fn infinite_cone(a: &InfiniteCone<V>) -> Self {
        Self::Open { origin: a.apex, axis: a.direction.normalized_or_zero(), slope: a.slope() }
    }

    pub(crate) fn disc(a: &Disc<V>) -> Self {
        let (axis, height) = (a.normal.normalized_or_zero(), V::Scalar::ZERO);
        Self::Capped { origin: a.center, axis, height, low: a.radius, high: a.radius }
    }
}

impl<V: FloatVector> Revolved<V> {
    /// Starts at the smaller ball, so that the coordinates of an apex are not rounded.
    pub(crate) fn tapered_capsule(a: &TaperedCapsule<V>) -> Self {
        let [a, b] = a.balls();
        let (small, large) = if b.radius < a.radius { (b, a) } else { (a, b) };
        let along = large.center - small.center;
        let unit = V::splat(V::Scalar::ZERO).with(0, V::Scalar::ONE);
        let axis = if along.is_zero() { unit } else { along.normalized_or_zero() };
        Self::Tapered {
            origin: small.center,
            axis,
            height: along.length(),
            low: small.radius,
            high: large.radius,
        }
    }

    /// Returns the point closest to another; that point itself if it is inside.
    pub(crate) fn nearest(&self, p: V) -> V {
        match *self {
            Self::Capped { origin, axis, height, low, high } => {
                let About { z, rho, out } = About::of(origin, axis, p);
                let zero = V::Scalar::ZERO;
                // A disc has no slope to be under.
                let under = (rho - low) * height <= (high - low) * z && rho <= Ring::max(low, high);
                let within = zero <= z && z <= height && under;
                if within {
                    return p;
                }
                let at = |z, rho| V2 { x: z, y: rho };
                let (first, last) = (at(zero, low), at(height, high));
                let edges = [(at(zero, zero), first), (first, last), (last, at(height, zero))];
                let mut best = first;
                for (a, b) in edges {
                    let edge = Segment { a, b };
                    let along = edge.direction();
                    let t = (at(z, rho) - a).dot(along).div_or(along.length_squared(), zero);
                    let foot = edge.at(edge.clamp(t));
                    if (foot - at(z, rho)).length_squared() < (best - at(z, rho)).length_squared() {
                        best = foot;
                    }
                }
                origin + axis * best.x + out * best.y
            }
            Self::Open { origin, axis, slope } => {
                let About { z, rho, out } = About::of(origin, axis, p);
                if rho <= slope * z {
                    return p;
                }
                // The foot on the side, or the apex.
                let along = (z + slope * rho) / (V::Scalar::ONE + slope.squared());
                let along = Ring::max(along, V::Scalar::ZERO);
                origin + (axis + out * slope) * along
            }
            Self::Tapered { origin, axis, .. } => {
                let (s, radius) = self.ball(p);
                let center = origin + axis * s;
                let (away, reach) = (p - center, (p - center).length());
                if reach <= radius { p } else { center + away * (radius / reach) }
            }
        }
    }

    /// Returns the ball of a tapered capsule closest to a point: its height along the axis, and its
    /// radius.
    fn ball(&self, p: V) -> (V::Scalar, V::Scalar) {
        let Self::Tapered { origin, axis, height, low, high } = *self else {
            return (V::Scalar::ZERO, V::Scalar::ZERO);
        };
        let fall = low - high;
        if height <= fall.abs() {
            return if fall > V::Scalar::ZERO { (V::Scalar::ZERO, low) } else { (height, high) };
        }
        let About { z, rho, .. } = About::of(origin, axis, p);
        let s = z - rho * fall / ((height - fall) * (height + fall)).sqrt();
        let s = Ring::clamp_to(s, V::Scalar::ZERO, height);
        (s, low - fall * (s / height))
    }

    /// Returns the distance of a point inside from the boundary.
    pub(crate) fn depth(&self, p: V) -> V::Scalar {
        match *self {
            Self::Capped { origin, axis, height, low, high } => {
                let About { z, rho, .. } = About::of(origin, axis, p);
                let widens = high - low;
                let slope = (height * height + widens * widens).sqrt();
                let side = if slope > V::Scalar::ZERO {
                    (widens * z - (rho - low) * height) / slope
                } else {
                    V::Scalar::ZERO
                };
                Ring::max(Ring::min(side, Ring::min(z, height - z)), V::Scalar::ZERO)
            }
            Self::Open { origin, axis, slope } => {
                let About { z, rho, .. } = About::of(origin, axis, p);
                let side = (slope * z - rho) / (V::Scalar::ONE + slope.squared()).sqrt();
                Ring::max(side, V::Scalar::ZERO)
            }
            Self::Tapered { origin, axis, .. } => {
                let (s, radius) = self.ball(p);
                Ring::max(radius - (p - origin - axis * s).length(), V::Scalar::ZERO)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn a_cone_is_near_by_its_tip_its_side_its_rim_and_its_base() {
        let cone = TruncatedCone::new(dvec3(0., 0., 4.), DVec3::ZERO, 0., 3.);
        let round = Revolved::truncated_cone(&cone);
        let close =
            |p: DVec3, expected: DVec3| assert!((round.nearest(p) - expected).length() < 1e-15, "{p}");
        close(dvec3(0., 0., 9.), cone.a);
        // The side rises 4 in 5: from its middle, (0.8, 0.6) leads out.
        close(dvec3(1.5 + 4., 0., 2. + 3.), dvec3(1.5, 0., 2.));
        close(dvec3(0., 7., -3.), dvec3(0., 3., 0.));
        close(dvec3(1., 1., -3.), dvec3(1., 1., 0.));
        close(dvec3(1., 0., 1.), dvec3(1., 0., 1.));
        assert_eq!(round.depth(dvec3(0., 0., 0.25)), 0.25);
        assert!((round.depth(dvec3(1.5 - 0.4, 0., 2. - 0.3)) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn a_point_in_the_plane_of_a_disc_is_near_its_rim() {
        let disc = Revolved::disc(&Disc::new(DVec3::ZERO, dvec3(0., -2., 0.), 10.));
        assert!((disc.nearest(dvec3(-12., 0., 9.)) - dvec3(-8., 0., 6.)).length() < 1e-14);
        assert_eq!(disc.nearest(dvec3(1., 0., 9.)), dvec3(1., 0., 9.));
    }

    #[test]
    fn a_tapered_capsule_is_a_ball_where_one_holds_the_other() {
        let ball = TaperedCapsule::new(DVec3::ZERO, DVec3::X, 3., 1.);
        assert_eq!(Revolved::tapered_capsule(&ball).nearest(dvec3(5., 0., 0.)), dvec3(3., 0., 0.));
        assert_eq!(Revolved::tapered_capsule(&ball).depth(dvec3(1., 0., 0.)), 2.);
        // Radii 4 and 1, five apart: the side falls 3 in 5.
        let capsule = TaperedCapsule::new(DVec3::ZERO, dvec3(5., 0., 0.), 4., 1.);
        let way = dvec3(0.6, 0.8, 0.);
        let p = dvec3(2.5, 0., 0.) + way * (2.5 + 2.);
        let round = Revolved::tapered_capsule(&capsule);
        assert!((round.nearest(p) - (p - way * 2.)).length() < 1e-14);
        assert!((round.depth(dvec3(2.5, 0., 0.)) - 2.5).abs() < 1e-15);
    }
}
