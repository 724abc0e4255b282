//! Derivatives, and what follows from them: the normal and the curvatures.
//!
//! With `n` of length 1 along `S_u x S_v` and a frame of length 1 in the tangent plane, `e1` along `S_u` and `e2 = n x e1`:
//!
//! ```text
//! S_u = g e1      S_v = p e1 + q e2       L, M, N = n . S_uu, S_uv, S_vv
//! a = L / g^2     b = (M - p L / g) / (g q)     c = (N - 2 p M / g + p^2 L / g^2) / q^2
//! mean = (a + c) / 2     Gaussian = a c - b^2     principal = mean +- sqrt(((a - c) / 2)^2 + b^2)
//! ```
//!
//! so that nothing cancels where both principal curvatures are nearly the same. A curvature is positive where the surface bends
//! toward its normal. Where a side of a patch is one point, `S_u x S_v` is 0 there, and its derivative toward the patch's middle
//! is taken instead. Source: [Farin 2002].

use super::Scalar;
use crate::curve::blend::Weighted;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector3};

/// A point of a surface and the derivatives there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet<V> {
    /// The point.
    pub point: V,
    /// By `u`.
    pub u: V,
    /// By `v`.
    pub v: V,
    /// By `u` twice.
    pub uu: V,
    /// By `u` and `v`.
    pub uv: V,
    /// By `v` twice.
    pub vv: V,
}

/// How a surface bends at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curvature<V: Vector> {
    /// The product of the two principal curvatures.
    pub gaussian: V::Scalar,
    /// Half their sum.
    pub mean: V::Scalar,
    /// The greatest and the least curvature of curves straight across.
    pub principal: [V::Scalar; 2],
    /// Along which they are, of length 1 and at right angles; where both are the same, any two.
    pub directions: [V; 2],
}

impl<V> From<[V; 6]> for Jet<V> {
    fn from([point, u, v, uu, uv, vv]: [V; 6]) -> Self {
        Self { point, u, v, uu, uv, vv }
    }
}

impl<V: FloatVector> Jet<V> {
    /// The derivatives of the quotient of a jet with weights.
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

    /// By other parameters, of which one step is so many of these.
    pub(super) fn rated(self, [u, v]: [Scalar<V>; 2]) -> Self {
        Self {
            point: self.point,
            u: self.u * u,
            v: self.v * v,
            uu: self.uu * (u * u),
            uv: self.uv * (u * v),
            vv: self.vv * (v * v),
        }
    }

    /// Derivatives times `2^e`, so that their products neither vanish nor overflow, and `e`: 0 for most.
    fn at_ordinary_size(&self) -> (Self, i32) {
        let all = [self.u, self.v, self.uu, self.uv, self.vv];
        let e = shift_of(all.iter().map(|d| d.largest().to_f64()).fold(0.0, f64::max));
        let [u, v, uu, uv, vv] = if e == 0 { all } else { all.each(|d| vector_times_power(d, e)) };
        (Self { point: self.point, u, v, uu, uv, vv }, e)
    }
}

impl<V: FloatVector + Vector3> Jet<V> {
    /// Of length 1, along `S_u x S_v`; `None` where the derivatives span no plane.
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
            let brought = || across(vector_times_power(self.u, u), vector_times_power(self.v, v));
            if u == 0 && v == 0 { None } else { brought() }
        })
    }

    /// The normal, or where there is none the one that it tends to along a direction of the parameters.
    pub(super) fn normal_from(&self, [u, v]: [Scalar<V>; 2]) -> Option<V> {
        self.normal().or_else(|| {
            let (by, _) = self.at_ordinary_size();
            let turn = (by.uu * u + by.uv * v).cross(by.v) + by.u.cross(by.uv * u + by.vv * v);
            let size = by.uu.length_squared() + by.uv.length_squared() + by.vv.length_squared();
            let most = size * (by.u.length_squared() + by.v.length_squared());
            let noise = Scalar::<V>::EPSILON * Scalar::<V>::ONE.lit(64);
            (turn.length_squared() > most * (noise * noise)).then(|| turn.normalized_or_zero())
        })
    }

    /// How the surface bends; `None` where the derivatives span no plane.
    pub fn curvature(&self) -> Option<Curvature<V>> {
        let (brought, e) = self.at_ordinary_size();
        if e != 0 {
            let Curvature { gaussian, mean, principal, directions } = brought.curvature()?;
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
