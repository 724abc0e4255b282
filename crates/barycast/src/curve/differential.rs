//! Differential geometry along a curve: tangent, normal, curvature, torsion, frames.
//!
//! ```text
//! curvature = |C' x C''| / |C'|^3        torsion = C' . (C'' x C''') / |C' x C''|^2
//! ```
//!
//! Where the first derivative vanishes these are limits. Let `p_k` be the first control point of
//! the part after `u` that differs from `p_0`, and `p_j` the first off the line through these two.
//! The part leaves `p_0` as
//!
//! ```text
//! a t^k (p_k - p_0) + b t^j (p_j - p_0) + ..
//! a = binomial(n, k) w_k / w_0      b = binomial(n, j) w_j / w_0
//! ```
//!
//! Its tangent is therefore along `p_k - p_0` and it turns towards `p_j`. The curvature is 0 if
//! `j > 2 k`, infinite if `j < 2 k`, and `2 b |p_j - p_0|_perpendicular / (a |p_k - p_0|)^2` if
//! `j = 2 k`. At the end of the curve the same applies to the reversed curve.
//!
//! The Frenet frame follows the normal, which jumps where the curve is straight. A
//! rotation-minimizing frame is transported from one parameter to the next by two reflections
//! (double reflection): the first swaps both points, the second aligns the tangent. Its error
//! decreases with the fourth power of the step. Sources: [do Carmo 1976], [Wang 2008].

use super::blend::Blend;
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Returns derivatives times `2^e`, so that their products neither underflow nor overflow, and `e`,
/// which is 0 for most.
fn at_unit_scale<V: FloatVector, const N: usize>(derivatives: [V; N]) -> ([V; N], i32) {
    let largest = derivatives.iter().map(|d| d.largest().to_f64()).fold(0.0, f64::max);
    let e = shift_of(largest);
    if e == 0 { (derivatives, 0) } else { (derivatives.map(|d| vector_times_power(d, e)), e) }
}

/// Limits of the differential quantities at a singular point, where the first derivative vanishes.
struct SingularLimits<V: Vector> {
    /// Unit tangent; zero if the curve is a point.
    tangent: V,
    /// Unit normal towards the side to which the curve turns; zero if it is straight.
    normal: V,
    curvature: V::Scalar,
}

impl<V: FloatVector> SingularLimits<V> {
    /// Computes the limits at the first control point. Points within `uncertainty` of it count as
    /// equal to it.
    fn of(part: &Bezier<V>, uncertainty: Scalar<V>) -> Self {
        let zero = Scalar::<V>::ZERO;
        let (points, degree) = (part.points(), part.degree());
        let offsets: Vec<V> = points.iter().map(|p| *p - points[0]).collect();
        let Some(k) = offsets.iter().position(|offset| offset.largest() > uncertainty) else {
            return Self { tangent: points[0].none(), normal: points[0].none(), curvature: zero };
        };
        let tangent = offsets[k].normalized_or_zero();
        let across = |offset: V| {
            let ([offset], e) = at_unit_scale([offset]);
            let across = offset - tangent * offset.dot(tangent);
            // For a straight curve only rounding error remains.
            let noise = offset.length_squared() * Scalar::<V>::EPSILON.squared() * zero.lit(64);
            (across.length_squared() > noise).then(|| vector_times_power(across, -e))
        };
        let off = (k + 1..=degree).find_map(|j| Some((j, across(offsets[j])?)));
        let Some((j, across)) = off else {
            return Self { tangent, normal: tangent.none(), curvature: zero };
        };
        let curvature = match j.cmp(&(2 * k)) {
            Ordering::Less => zero.infinity(),
            Ordering::Greater => zero,
            Ordering::Equal => {
                let whole = |x: usize| Scalar::<V>::from_f64(x as f64);
                // binomial(n, 2 k) / binomial(n, k)^2
                let binomials = (0..k).fold(zero.lit(2), |product, i| {
                    product * (whole(i + 1) / whole(k + i + 1)) * (whole(degree - k - i) / whole(degree - i))
                });
                let weights = part.weights().map_or(Scalar::<V>::ONE, |w| (w[j] / w[k]) * (w[0] / w[k]));
                let ([across, offset], e) = at_unit_scale([across, offsets[k]]);
                times_power_of(binomials * weights * across.length() / offset.length_squared(), e)
            }
        };
        Self { tangent, normal: across.normalized_or_zero(), curvature }
    }
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Returns the limits at `u`, or at the end of the curve those from the left. `None` if the
    /// point is regular. `d1` is the first derivative there.
    fn limits_at_singular_point(&self, u: Scalar<V>, d1: V) -> Option<SingularLimits<V>> {
        let (piece, t) = self.locate(u);
        let piece = &self.pieces()[piece];
        let (points, zero) = (piece.points(), Scalar::<V>::ZERO);
        let still = |i: usize, k: usize| (points[i] - points[k]).is_zero();
        let last = piece.degree();
        if last == 0 {
            return Some(SingularLimits::of(piece, zero));
        }
        if t <= zero {
            return still(0, 1).then(|| SingularLimits::of(piece, zero));
        }
        if t >= Scalar::<V>::ONE {
            return still(last, last - 1).then(|| {
                let reversed_limits = SingularLimits::of(&piece.clone().reversed(), zero);
                // Not negated, which would turn 0 into -0.
                SingularLimits { tangent: points[0].none() - reversed_limits.tangent, ..reversed_limits }
            });
        }
        d1.is_zero().then(|| {
            // The control points of the rest are rounded.
            let far = points.iter().fold(zero, |far, p| Ring::max(far, p.largest()));
            SingularLimits::of(&piece.split(t)[1], far * Scalar::<V>::EPSILON * zero.lit(8))
        })
    }

    /// Returns the unit tangent. Where the first derivative vanishes, it is the limit from the
    /// right, at the end from the left. Zero if the curve is a point.
    pub fn tangent(&self, u: Scalar<V>) -> V {
        let [_, d1, ..] = self.jet(u);
        self.limits_at_singular_point(u, d1).map_or_else(|| d1.normalized_or_zero(), |limits| limits.tangent)
    }

    /// Returns the principal normal: the unit vector perpendicular to the tangent towards which the
    /// curve turns; zero where it is straight.
    #[doc(alias = "principal_normal")]
    pub fn normal(&self, u: Scalar<V>) -> V {
        let [_, d1, d2, _] = self.jet(u);
        if let Some(limits) = self.limits_at_singular_point(u, d1) {
            return limits.normal;
        }
        let ([d2], _) = at_unit_scale([d2]);
        let t = d1.normalized_or_zero();
        let across = d2 - t * d2.dot(t);
        // On a straight interval only rounding error remains.
        let noise = d2.length_squared() * Scalar::<V>::EPSILON.squared() * d2.get(0).lit(64);
        if across.length_squared() <= noise { across.zero() } else { across.normalized_or_zero() }
    }

    /// Returns the curvature: 1 over the radius of the osculating circle. Where the first
    /// derivative vanishes, the limit: infinite at most cusps, 0 for a straight curve.
    pub fn curvature(&self, u: Scalar<V>) -> Scalar<V> {
        let [_, d1, d2, _] = self.jet(u);
        if let Some(limits) = self.limits_at_singular_point(u, d1) {
            return limits.curvature;
        }
        let ([d1, d2], e) = at_unit_scale([d1, d2]);
        let speed = d1.length();
        times_power_of(d1.wedge_squared(d2).sqrt().div_or(speed * speed * speed, speed.zero()), e)
    }

    /// Returns the signed curvature in 2D, positive where the curve turns left.
    pub fn signed_curvature(&self, u: Scalar<V>) -> Scalar<V>
    where
        V: Vector2,
    {
        let [_, d1, d2, _] = self.jet(u);
        if let Some(SingularLimits { tangent, normal, curvature }) = self.limits_at_singular_point(u, d1) {
            return if tangent.perp_dot(normal) < Scalar::<V>::ZERO { -curvature } else { curvature };
        }
        let ([d1, d2], e) = at_unit_scale([d1, d2]);
        let speed = d1.length();
        times_power_of(d1.perp_dot(d2).div_or(speed * speed * speed, Scalar::<V>::ZERO), e)
    }

    /// Returns the torsion, positive for a right-handed screw; 0 in 2D and where the curve is
    /// straight.
    pub fn torsion(&self, u: Scalar<V>) -> Scalar<V> {
        let [_, d1, d2, d3] = self.jet(u);
        let ([d1, d2, d3], e) = at_unit_scale([d1, d2, d3]);
        times_power_of(d1.triple(d2, d3).div_or(d1.wedge_squared(d2), Scalar::<V>::ZERO), e)
    }

    /// Returns the Frenet frame: tangent, normal and binormal `T x N`. `None` where the curve is
    /// straight or is a point.
    pub fn frenet(&self, u: Scalar<V>) -> Option<[V; 3]>
    where
        V: Vector3,
    {
        let (t, n) = (self.tangent(u), self.normal(u));
        (!t.is_zero() && !n.is_zero()).then(|| [t, n, t.cross(n)])
    }

    /// Returns rotation-minimizing frames: at each parameter, in order, the tangent and two
    /// perpendicular unit vectors with as little rotation about it as possible. The first of them
    /// starts as close to `up` as possible.
    #[doc(alias = "parallel_transport")]
    pub fn rotation_minimizing_frames(&self, parameters: &[Scalar<V>], up: V) -> Vec<[V; 3]>
    where
        V: Vector3,
    {
        let mut frames: Vec<[V; 3]> = Vec::with_capacity(parameters.len());
        let mut before: Option<V> = None;
        for &u in parameters {
            let (p, t) = (self.at(u), self.tangent(u));
            let side = match (before, frames.last()) {
                (Some(q), Some([s, side, _])) => {
                    let chord = p - q;
                    let (side, s) = (reflected(*side, chord), reflected(*s, chord));
                    reflected(side, t - s)
                }
                _ => up,
            };
            // Perpendicular to the tangent to the last digit, whatever rounding the steps before
            // added.
            let square = (side - t * side.dot(t)).normalized_or_zero();
            let side = if square.is_zero() { t.any_orthogonal().normalized_or_zero() } else { square };
            frames.push([t, side, t.cross(side)]);
            before = Some(p);
        }
        frames
    }
}

/// Reflects `v` in the plane through 0 perpendicular to `n`; returns `v` if `n` is zero.
fn reflected<V: FloatVector>(v: V, n: V) -> V {
    let two = v.get(0).lit(2);
    v - n * (two * v.dot(n)).div_or(n.length_squared(), Scalar::<V>::ZERO)
}

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier, PiecewiseBezier};
    use crate::vector::size::shifted;
    use alloc::vec;
    use alloc::vec::Vec;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_curvature_of_a_circle_is_one_over_its_radius() {
        let circle = BSpline::try_ellipse(DVec2::ONE, DVec2::X * 4., DVec2::Y * 4.).unwrap().pieces();
        for i in 0..40 {
            let u = f64::from(i) / 10.;
            assert!(
                (circle.curvature(u) - 0.25).abs() < 1e-14
                    && (circle.signed_curvature(u) - 0.25).abs() < 1e-14
            );
            assert!((circle.at(u) + circle.normal(u) * 4.).distance(DVec2::ONE) < 1e-13);
        }
    }

    #[test]
    fn the_twisted_cubic_has_its_textbook_frame() {
        // (t, t^2, t^3) at 0: along x, towards y, curvature 2, torsion 3.
        let third = 1. / 3.;
        let points = vec![DVec3::ZERO, dvec3(third, 0., 0.), dvec3(2. * third, third, 0.), DVec3::ONE];
        let path = Bezier::try_new(points).unwrap().pieces();
        let [t, n, b] = path.frenet(0.).unwrap();
        assert!(t.distance(DVec3::X) < 1e-15 && n.distance(DVec3::Y) < 1e-15 && b.distance(DVec3::Z) < 1e-15);
        assert!((path.curvature(0.) - 2.).abs() < 1e-14 && (path.torsion(0.) - 3.).abs() < 1e-14);
    }

    #[test]
    fn straight_and_degenerate_curves_have_no_normal() {
        let straight = Bezier::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::X * 3.]).unwrap().pieces();
        assert_eq!((straight.frenet(0.5), straight.curvature(0.5), straight.torsion(0.5)), (None, 0., 0.));
        let stopped = Bezier::try_new(vec![DVec2::ZERO, DVec2::ZERO, dvec2(0., 2.)]).unwrap().pieces();
        assert_eq!(
            (stopped.tangent(0.), stopped.normal(0.), stopped.curvature(0.)),
            (DVec2::Y, DVec2::ZERO, 0.)
        );
        let still = Bezier::try_new(vec![DVec2::ONE]).unwrap().pieces();
        assert_eq!((still.tangent(0.), still.curvature(0.)), (DVec2::ZERO, 0.));
    }

    #[test]
    fn quantities_at_singular_points_are_limits() {
        let of = |points: &[[f64; 2]], u: f64| {
            let path =
                Bezier::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().pieces();
            (path.tangent(u), path.normal(u), path.curvature(u), path.signed_curvature(u))
        };
        let infinity = f64::INFINITY;
        let begins = of(&[[0., 0.], [0., 0.], [1., 0.], [1., 1.]], 0.);
        assert_eq!(begins, (DVec2::X, DVec2::Y, infinity, infinity));
        let ends = of(&[[1., 1.], [1., 0.], [0., 0.], [0., 0.]], 1.);
        assert_eq!(ends, (DVec2::NEG_X, DVec2::Y, infinity, -infinity));
        assert_eq!(of(&[[0., 0.], [1., 0.], [1., 0.]], 1.), (DVec2::X, DVec2::ZERO, 0., 0.));
        assert_eq!(of(&[[0., 0.], [0., 0.], [0., 0.], [0., 0.], [3., 0.]], 0.).0, DVec2::X);
        // A cusp in the middle, and y = x^2 with squared parameters: curvature 2 at the start.
        let cusp = of(&[[0., 0.], [1., 1.], [0., 1.], [1., 0.]], 0.5);
        assert_eq!((cusp.0, cusp.2), (DVec2::NEG_Y, infinity));
        let squares = of(&[[0., 0.], [0., 0.], [1. / 6., 0.], [0.5, 0.], [1., 1.]], 0.);
        assert!((squares.2 - 2.).abs() < 1e-15 && squares.1 == DVec2::Y, "{squares:?}");
        let fast = [[0., 0.], [0., 0.], [3., 0.], [0., 0.]].map(DVec2::from_array).to_vec();
        let weighted = Bezier::try_rational(fast, vec![1., 5., 2., 3.]).unwrap().pieces();
        assert_eq!((weighted.tangent(0.), weighted.curvature(0.)), (DVec2::X, 0.));
    }

    #[test]
    fn a_transported_frame_on_a_planar_curve_keeps_its_normal() {
        let points = vec![DVec3::ZERO, dvec3(1., 3., 0.), dvec3(2., -3., 0.), dvec3(3., 0., 0.)];
        let path = Bezier::try_new(points).unwrap().pieces();
        let stations: Vec<f64> = (0..=20).map(|i| f64::from(i) / 20.).collect();
        for [t, side, other] in path.rotation_minimizing_frames(&stations, DVec3::Z) {
            assert!(side.distance(DVec3::Z) < 1e-14 && t.cross(side).distance(other) < 1e-15);
        }
    }

    #[test]
    fn curvature_and_torsion_scale_with_the_unit() {
        let path = |unit: f64| {
            let points = [dvec3(0., 0., 0.), dvec3(1., 2., 0.), dvec3(3., 0., 0.), dvec3(3., 1., 1.)];
            Bezier::try_new(points.map(|p| p * unit).to_vec()).unwrap().pieces()
        };
        let of = |path: PiecewiseBezier<DVec3>| (path.curvature(0.5), path.torsion(0.5), path.normal(0.5));
        let (curvature, torsion, normal) = of(path(1.));
        for e in [-1000, -565, -330, 330, 565, 1000] {
            assert_eq!(
                of(path(shifted(1., e))),
                (curvature * shifted(1., -e), torsion * shifted(1., -e), normal),
                "{e}"
            );
        }
    }
}
