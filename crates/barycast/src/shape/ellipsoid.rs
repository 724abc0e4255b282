//! Ellipsoid; in 2D, an ellipse.

use super::check::{self, ShapeError};
use super::{Aabb, Obb, Support};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::{FloatVector, Vector};

/// The points `center + sum s_i radii_i axes_i` with `sum s_i^2 <= 1`, for the axes as given:
/// solid. A radius of 0 makes it flat: in 3D an elliptic disc, a segment or a point.
///
/// The axes are orthonormal within [`Float::AXES_TOLERANCE`]. Exact tests use the axes as given and
/// do not assume that they are perfect.
///
/// ```
/// use barycast::d3::{Ellipsoid, Ray};
/// use glam::{Vec3, vec3};
///
/// let egg = Ellipsoid::try_aligned(Vec3::ZERO, vec3(1.0, 2.0, 1.0))?;
/// assert_eq!(Ray::new(vec3(0.0, 9.0, 0.0), -Vec3::Y).cast(&egg).unwrap().t, 7.0);
/// assert_eq!(egg.closest_point(vec3(0.0, 5.0, 0.0)), vec3(0.0, 2.0, 0.0));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "ellipse")]
#[doc(alias = "spheroid")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ellipsoid<V: Vector> {
    /// Centre.
    pub center: V,
    /// Semi-axis lengths along the local axes, each at least 0.
    pub radii: V,
    /// Local axes in world coordinates; `axes[i]` is the i-th.
    pub axes: V::Axes,
}

impl<V: Vector> Ellipsoid<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(center: V, radii: V, axes: V::Axes) -> Self {
        Self { center, radii, axes }
    }

    /// Returns the i-th local axis.
    #[inline(always)]
    pub fn axis(&self, i: usize) -> V {
        self.axes.as_ref()[i]
    }

    /// Returns the i-th semi-axis: the local axis times its radius, from the centre to the surface.
    #[inline(always)]
    pub fn semi_axis(&self, i: usize) -> V {
        self.axis(i) * self.radii.get(i)
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let mut reach = self.center;
        for axis in 0..V::DIM {
            // Also correct for radii whose square underflows.
            let semi_axes = V::from_fn(|i| self.semi_axis(i).get(axis));
            reach = reach.with(axis, semi_axes.length_at_any_size());
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Returns `max |n . (p - center)|^2` over the points `p` of the ellipsoid.
    #[inline(always)]
    pub(crate) fn projected_radius_squared(&self, n: V) -> V::Scalar {
        let mut sum = n.dot(self.semi_axis(0)).squared();
        for i in 1..V::DIM {
            sum = sum + n.dot(self.semi_axis(i)).squared();
        }
        sum
    }

    /// Returns the offset from the centre to the support point along `n`, or zero if all points are
    /// equally far.
    #[doc(alias = "support_point")]
    #[inline(always)]
    pub(crate) fn support_offset(&self, n: V) -> V
    where
        V::Scalar: Real,
    {
        let mut along = n;
        for i in 0..V::DIM {
            along = along.with(i, n.dot(self.semi_axis(i)));
        }
        let along = along.normalized_or_zero();
        let mut offset = self.semi_axis(0) * along.get(0);
        for i in 1..V::DIM {
            offset = offset + self.semi_axis(i) * along.get(i);
        }
        offset
    }

    /// Returns the oriented box with the same centre and axes, which the ellipsoid touches at the
    /// ends of its axes.
    #[inline(always)]
    pub fn bounding_obb(&self) -> Obb<V> {
        Obb { center: self.center, half_extents: self.radii, axes: self.axes }
    }

    /// Returns the coordinates `x` with `v = sum x_i axes_i`. Exact also if the axes are not
    /// perfectly orthonormal.
    #[inline(always)]
    pub fn coordinates(&self, v: V) -> V
    where
        V::Scalar: Field,
    {
        self.bounding_obb().direction_to_local(v)
    }

    /// Scales local coordinates so that the ellipsoid becomes the unit sphere. The result is 0
    /// along flat axes.
    #[inline(always)]
    pub(crate) fn unit_coordinates(&self, local: V) -> V
    where
        V::Scalar: Field,
    {
        let mut unit = local;
        for i in 0..V::DIM {
            unit = unit.with(i, local.get(i).div_or(self.radii.get(i), unit.get(i).zero()));
        }
        unit
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Ellipsoid<W> {
        Ellipsoid {
            center: self.center.lift(number),
            radii: self.radii.lift(number),
            axes: W::axes_from_fn(|i| self.axis(i).lift(number)),
        }
    }
}

impl<V: FloatVector> Ellipsoid<V> {
    /// Builds an ellipsoid with orthonormal axes.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, `radii` if one is negative or not
    /// finite, `axes` if they are not orthonormal within [`Float::AXES_TOLERANCE`].
    pub fn try_new(center: V, radii: V, axes: V::Axes) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::sizes("radii", radii)?;
        check::orthonormal("axes", axes.as_ref())?;
        Ok(Self { center, radii, axes })
    }

    /// Returns the point of the solid ellipsoid closest to `p`, which is `p` itself inside, up to
    /// rounding.
    pub fn closest_point(&self, p: V) -> V {
        let y = self.coordinates(p - self.center);
        self.bounding_obb().to_world(self.closest_local(y))
    }

    /// Returns the point of the solid ellipsoid closest to `y`, both in local coordinates.
    pub(crate) fn closest_local(&self, y: V) -> V {
        let mut inside = y;
        for i in 0..V::DIM {
            if self.radii.get(i) <= V::Scalar::ZERO {
                inside = inside.with(i, V::Scalar::ZERO);
            }
        }
        // Inside the cross section of a flat ellipsoid, the closest point is the perpendicular
        // projection.
        if self.unit_coordinates(y).length_squared() <= V::Scalar::ONE {
            inside
        } else {
            self.boundary_local(y)
        }
    }

    /// Returns the point of the ellipsoid farthest from `p`.
    pub(crate) fn farthest_point(&self, p: V) -> V {
        let y = self.coordinates(self.center - p);
        self.bounding_obb().to_world(self.extreme_local(y, true))
    }

    /// Returns the boundary point closest to `y`, both in local coordinates. For a flat ellipsoid,
    /// `y` must lie outside after its flat coordinates are dropped.
    ///
    /// Let `e` be the smallest nonzero radius and `g_i = r_i^2 - e^2`. The solution is
    /// `x_i = r_i^2 y_i / (u + g_i)` for the largest root `u` of
    ///
    /// ```text
    /// F(u) = sum (r_i y_i / (u + g_i))^2 - 1
    /// ```
    ///
    /// `F` is decreasing and convex there, and nonnegative at the largest of `r_i |y_i| - g_i`, so
    /// Newton's method converges to the root from that side without overshooting. Sources:
    /// [Eberly 2013], with Newton's method in place of bisection.
    pub(crate) fn boundary_local(&self, y: V) -> V {
        self.extreme_local(y, false)
    }

    /// Returns the closest boundary point, or, if `farthest`, the point farthest from `-y`, for
    /// which `e` is the largest radius and `g_i = e^2 - r_i^2`.
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
        // In the symmetry plane of the smallest radius the equation leaves that coordinate free;
        // the constraint `sum s_i^2 = 1` fixes it.
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
        self.center + self.support_offset(direction)
    }

    fn middle(&self) -> V {
        self.center
    }
}
