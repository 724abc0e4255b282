//! Derivatives of surfaces, and the normal and curvatures from them.
//!
//! Let `n` be the unit vector along `S_u x S_v`, and `e1` along `S_u` and `e2 = n x e1` an
//! orthonormal frame of the tangent plane:
//!
//! ```text
//! S_u = g e1      S_v = p e1 + q e2       L, M, N = n . S_uu, S_uv, S_vv
//! a = L / g^2     b = (M - p L / g) / (g q)     c = (N - 2 p M / g + p^2 L / g^2) / q^2
//! mean = (a + c) / 2     Gaussian = a c - b^2     principal = mean +- sqrt(((a - c) / 2)^2 + b^2)
//! ```
//!
//! This avoids cancellation where both principal curvatures are nearly equal. A curvature is
//! positive where the surface bends toward its normal. If a side of a patch is degenerate (a
//! point), `S_u x S_v` is 0 there, and its derivative toward the patch's centre is used instead.
//! Source: [Farin 2002].

use super::Scalar;
use crate::curve::blend::Weighted;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector3};

/// A point of a surface with its first and second derivatives.
#[doc(alias = "derivatives")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet<V> {
    /// Point.
    pub point: V,
    /// Derivative by `u`.
    pub u: V,
    /// Derivative by `v`.
    pub v: V,
    /// Second derivative by `u`.
    pub uu: V,
    /// Mixed derivative by `u` and `v`.
    pub uv: V,
    /// Second derivative by `v`.
    pub vv: V,
}

/// Curvatures of a surface at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curvature<V: Vector> {
    /// Gaussian curvature: the product of the principal curvatures.
    pub gaussian: V::Scalar,
    /// Mean curvature: half the sum of the principal curvatures.
    pub mean: V::Scalar,
    /// Principal curvatures: the greatest and the least normal curvature.
    pub principal: [V::Scalar; 2],
    /// Principal directions, orthonormal; arbitrary if both curvatures are equal.
    pub directions: [V; 2],
}

impl<V> From<[V; 6]> for Jet<V> {
    fn from([point, u, v, uu, uv, vv]: [V; 6]) -> Self {
        Self { point, u, v, uu, uv, vv }
    }
}

impl<V: FloatVector> Jet<V> {
    /// Returns the derivatives of a rational surface from its homogeneous derivatives.
    pub(super) fn quotient([s, u, v, uu, uv, vv]: [Weighted<V>; 6]) -> Self {
        let two = s.weight.lit(2);
        let over = |x: V| x.times_reciprocal(s.weight);
        let point = over(s.point);
        let by_u = over(u.point - point * u.weight);
        let by_v = over(v.point - point * v.weight);
        Self {
            point,
            u: by_u,
            v: by_v,
            uu: over(uu.point - by_u * (two * u.weight) - point * uu.weight),
            uv: over(uv.point - by_u * v.weight - by_v * u.weight - point * uv.weight),
            vv: over(vv.point - by_v * (two * v.weight) - point * vv.weight),
        }
    }

    /// Converts the derivatives to other parameters, given the rate of the current parameters by
    /// them.
    pub(super) fn reparameterized(self, [u, v]: [Scalar<V>; 2]) -> Self {
        Self {
            point: self.point,
            u: self.u * u,
            v: self.v * v,
            uu: self.uu * (u * u),
            uv: self.uv * (u * v),
            vv: self.vv * (v * v),
        }
    }

    /// Returns the derivatives times `2^e`, so that their products neither underflow nor overflow,
    /// and `e`, which is 0 for most.
    fn at_unit_scale(&self) -> (Self, i32) {
        let all = [self.u, self.v, self.uu, self.uv, self.vv];
        let e = shift_of(all.iter().map(|d| d.largest().to_f64()).fold(0.0, f64::max));
        let [u, v, uu, uv, vv] = if e == 0 { all } else { all.each(|d| vector_times_power(d, e)) };
        (Self { point: self.point, u, v, uu, uv, vv }, e)
    }
}

impl<V: FloatVector + Vector3> Jet<V> {
    /// Returns the unit normal along `S_u x S_v`, or `None` if the derivatives are linearly
    /// dependent.
    pub fn normal(&self) -> Option<V> {
        let across = |u: V, v: V| {
            let normal = u.cross(v);
            let noise = Scalar::<V>::EPSILON * Scalar::<V>::ONE.lit(64);
            let spanned = u.length_squared() * v.length_squared();
            (normal.length_squared() > spanned * (noise * noise)).then(|| normal.normalized_or_zero())
        };
        across(self.u, self.v).or_else(|| {
            // Fourth powers of a length leave the range of floats.
            let [u, v] = [self.u, self.v].each(|d| shift_of(d.largest().to_f64()));
            let scaled = || across(vector_times_power(self.u, u), vector_times_power(self.v, v));
            if u == 0 && v == 0 { None } else { scaled() }
        })
    }

    /// Returns the normal or, if there is none, its limit along a direction of the parameters.
    pub(super) fn normal_from(&self, [u, v]: [Scalar<V>; 2]) -> Option<V> {
        self.normal().or_else(|| {
            let (by, _) = self.at_unit_scale();
            let turn = (by.uu * u + by.uv * v).cross(by.v) + by.u.cross(by.uv * u + by.vv * v);
            let size = by.uu.length_squared() + by.uv.length_squared() + by.vv.length_squared();
            let most = size * (by.u.length_squared() + by.v.length_squared());
            let noise = Scalar::<V>::EPSILON * Scalar::<V>::ONE.lit(64);
            (turn.length_squared() > most * (noise * noise)).then(|| turn.normalized_or_zero())
        })
    }

    /// Returns the curvatures, or `None` if the derivatives are linearly dependent.
    pub fn curvature(&self) -> Option<Curvature<V>> {
        let (scaled, e) = self.at_unit_scale();
        if e != 0 {
            let Curvature { gaussian, mean, principal, directions } = scaled.curvature()?;
            let times = |x| times_power_of(x, e);
            return Some(Curvature {
                gaussian: times(times(gaussian)),
                mean: times(mean),
                principal: principal.each(times),
                directions,
            });
        }
        let normal = self.normal()?;
        let g = self.u.length();
        let e1 = self.u.normalized_or_zero();
        let e2 = normal.cross(e1);
        let (p, q) = (self.v.dot(e1), self.v.dot(e2));
        let (l, m, n) = (normal.dot(self.uu), normal.dot(self.uv), normal.dot(self.vv));
        let lean = p / g;
        let a = l / (g * g);
        let b = (m - lean * l) / (g * q);
        let c = (n - lean * m - lean * (m - lean * l)) / (q * q);
        let (mean, half) = ((a + c).half(), (a - c).half());
        let radius = (half * half + b * b).sqrt();
        let zero = Scalar::<V>::ZERO;
        let along = if half < zero { e1 * b + e2 * (radius - half) } else { e1 * (half + radius) + e2 * b };
        let first = if radius > zero { along.normalized_or_zero() } else { e1 };
        Some(Curvature {
            gaussian: a * c - b * b,
            mean,
            principal: [mean + radius, mean - radius],
            directions: [first, normal.cross(first)],
        })
    }
}
