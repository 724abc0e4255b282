//! An ellipsoid; in 2D, an ellipse.

use super::check::{self, ShapeError};
use super::{Aabb, Obb, Support};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::{FloatVector, Vector};

/// The points `center + sum s_i radii_i axes_i` with `sum s_i^2 <= 1`, for the axes as given: solid. A radius of
/// 0 makes it flat: in 3D an elliptic disc, a segment or a point.
///
/// The axes are orthonormal within [`Float::AXES_TOLERANCE`]; yes/no questions take them as they are and do
/// not assume that they are perfect.
#[doc(alias = "ellipse")]
#[doc(alias = "spheroid")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ellipsoid<V: Vector> {
    /// The middle.
    pub center: V,
    /// Half the size along each of its axes, 0 or more.
    pub radii: V,
    /// `axes[i]` is the i-th local axis in world coordinates.
    pub axes: V::Axes,
}

impl<V: Vector> Ellipsoid<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, radii: V, axes: V::Axes) -> Self {
        Self { center, radii, axes }
    }

    /// The i-th axis.
    #[inline(always)]
    pub fn axis(&self, i: usize) -> V {
        self.axes.as_ref()[i]
    }

    /// The i-th axis times its radius: from the middle to the surface.
    #[inline(always)]
    pub fn arm(&self, i: usize) -> V {
        self.axis(i) * self.radii.get(i)
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let mut reach = self.center;
        for axis in 0..V::DIM {
            // Of a radius whose square vanishes too.
            let arms = V::from_fn(|i| self.arm(i).get(axis));
            reach = reach.with(axis, arms.length_at_any_size());
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// `max |n . (p - center)|^2` over its points `p`.
    #[inline(always)]
    pub fn spread_squared(&self, n: V) -> V::Scalar {
        let mut sum = n.dot(self.arm(0)).squared();
        for i in 1..V::DIM {
            sum = sum + n.dot(self.arm(i)).squared();
        }
        sum
    }

    /// From the middle to the point farthest along `n`; zero when all points are as far.
    #[inline(always)]
    pub fn to_farthest(&self, n: V) -> V
    where
        V::Scalar: Real,
    {
        let mut along = n;
        for i in 0..V::DIM {
            along = along.with(i, n.dot(self.arm(i)));
        }
        let along = along.normalized_or_zero();
        let mut offset = self.arm(0) * along.get(0);
        for i in 1..V::DIM {
            offset = offset + self.arm(i) * along.get(i);
        }
        offset
    }

    /// The box that it touches with the ends of its axes.
    #[inline(always)]
    pub fn around(&self) -> Obb<V> {
        Obb { center: self.center, half_extents: self.radii, axes: self.axes }
    }

    /// The `x` of `v = sum x_i axes_i`: exact for axes that are not perfectly orthonormal, too.
    #[inline(always)]
    pub fn coordinates(&self, v: V) -> V
    where
        V::Scalar: Field,
    {
        self.around().direction_to_local(v)
    }

    /// Local coordinates in which the ellipsoid is the unit sphere; 0 along its flat axes.
    #[inline(always)]
    pub fn to_unit(&self, local: V) -> V
    where
        V::Scalar: Field,
    {
        let mut unit = local;
        for i in 0..V::DIM {
            unit = unit.with(i, local.get(i).div_or(self.radii.get(i), unit.get(i).zero()));
        }
        unit
    }

    /// The same ellipsoid over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Ellipsoid<W> {
        Ellipsoid {
            center: self.center.lift(number),
            radii: self.radii.lift(number),
            axes: W::axes_from_fn(|i| self.axis(i).lift(number)),
        }
    }
}

impl<V: FloatVector> Ellipsoid<V> {
    /// With orthonormal axes.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `radii` when one is negative or not finite, `axes` when they are
    /// not orthonormal within [`Float::AXES_TOLERANCE`].
    pub fn try_new(center: V, radii: V, axes: V::Axes) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::sizes("radii", radii)?;
        check::orthonormal("axes", axes.as_ref())?;
        Ok(Self { center, radii, axes })
    }

    /// The nearest point of the solid ellipsoid: `p` itself inside, within rounding.
    pub fn closest_point(&self, p: V) -> V {
        let y = self.coordinates(p - self.center);
        self.around().to_world(self.closest_local(y))
    }

    /// The nearest point of the solid ellipsoid to `y`, both in local coordinates.
    pub(crate) fn closest_local(&self, y: V) -> V {
        let mut inside = y;
        for i in 0..V::DIM {
            if self.radii.get(i) <= V::Scalar::ZERO {
                inside = inside.with(i, V::Scalar::ZERO);
            }
        }
        // Over the flat directions the foot lies straight below.
        if self.to_unit(y).length_squared() <= V::Scalar::ONE { inside } else { self.boundary_local(y) }
    }

    /// The point of the ellipsoid farthest from `p`.
    pub fn farthest_point(&self, p: V) -> V {
        let y = self.coordinates(self.center - p);
        self.around().to_world(self.extreme_local(y, true))
    }

    /// The nearest point of the boundary to `y`, both in local coordinates. Of a flat ellipsoid: to a `y` that
    /// is outside when its flat coordinates are left out.
    ///
    /// With the least radius `e` that is not 0, and `g_i = r_i^2 - e^2`, it is `x_i = r_i^2 y_i / (u + g_i)` for
    /// the largest root `u` of
    ///
    /// ```text
    /// F(u) = sum (r_i y_i / (u + g_i))^2 - 1
    /// ```
    ///
    /// `F` falls and is convex there, and at the largest of `r_i |y_i| - g_i` no less than 0: Newton's method climbs
    /// from there to the root without stepping over it. Sources: [Eberly 2013], with Newton for bisection.
    pub(crate) fn boundary_local(&self, y: V) -> V {
        self.extreme_local(y, false)
    }

    /// The same; or the farthest point from `-y`, for which `e` is the greatest radius and `g_i = e^2 - r_i^2`.
    fn extreme_local(&self, y: V, farthest: bool) -> V {
        let (zero, two) = (V::Scalar::ZERO, V::Scalar::ONE.lit(2));
        let mut least = if farthest { zero } else { zero.infinity() };
        for i in 0..V::DIM {
            let r = self.radii.get(i);
            let better = if farthest { least < r } else { r < least };
            least = if zero < r && better { r } else { least };
        }
        if !(zero < least && least.is_finite()) {
            return y.zero();
        }
        let gap = |i: usize| {
            let r = self.radii.get(i);
            (if farthest { least - r } else { r - least }) * (r + least)
        };
        let product = |i: usize| self.radii.get(i) * y.get(i).abs();
        let mut u = zero;
        for i in 0..V::DIM {
            u = Ring::max(u, product(i) - gap(i));
        }
        for _ in 0..100 {
            let (mut sum, mut slope) = (zero, zero);
            for i in 0..V::DIM {
                let term = product(i).div_or(u + gap(i), zero);
                sum = sum + term.squared();
                slope = slope + term.squared().div_or(u + gap(i), zero);
            }
            let next = u + (sum - V::Scalar::ONE).div_or(two * slope, zero);
            if next > u {
                u = next;
            } else {
                break;
            }
        }
        let (mut x, mut left) = (y.zero(), V::Scalar::ONE);
        for i in 0..V::DIM {
            let s = (self.radii.get(i) * y.get(i)).div_or(u + gap(i), zero);
            left = left - s.squared();
            x = x.with(i, self.radii.get(i) * s);
        }
        // On the flat side of the middle nothing pulls along the least radius: it takes what is left.
        for i in 0..V::DIM {
            let here = zero < self.radii.get(i) && gap(i) <= zero;
            if u <= zero && here && zero < left {
                x = x.with(i, least * left.sqrt());
                left = zero;
            }
        }
        x
    }
}

impl<V: FloatVector> Support for Ellipsoid<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.center + self.to_farthest(direction)
    }

    fn middle(&self) -> V {
        self.center
    }
}
