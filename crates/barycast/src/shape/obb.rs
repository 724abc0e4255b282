//! A box along axes of its own.

use super::check::{self, ShapeError};
use super::{Aabb, Segment};
use crate::number::{Field, Float, Ring};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// The points `center + sum s_i half_extents_i axes_i` with `|s_i| <= 1`, for the axes as given.
///
/// The axes are orthonormal within [`Float::AXES_TOLERANCE`]. Questions take them as they are and do not assume
/// that they are perfect: the box is the parallelepiped that the numbers say, see [`Frame`].
#[doc(alias = "cuboid")]
#[doc(alias = "oriented bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Obb<V: Vector> {
    /// The middle.
    pub center: V,
    /// Half the size along each of its axes, 0 or more.
    pub half_extents: V,
    /// `axes[i]` is the i-th local axis in world coordinates.
    pub axes: V::Axes,
}

impl<V: Vector> Obb<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, half_extents: V, axes: V::Axes) -> Self {
        Self { center, half_extents, axes }
    }

    /// The i-th axis.
    #[inline(always)]
    pub fn axis(&self, i: usize) -> V {
        self.axes.as_ref()[i]
    }

    /// The i-th axis times its half extent: from the middle to the middle of a face.
    #[inline(always)]
    pub fn arm(&self, i: usize) -> V {
        self.axis(i) * self.half_extents.get(i)
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let mut reach = self.center.zero();
        for axis in 0..V::DIM {
            let mut sum = reach.get(axis);
            for i in 0..V::DIM {
                sum = sum + self.arm(i).get(axis).abs();
            }
            reach = reach.with(axis, sum);
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// What turns the world into the box's own coordinates.
    #[inline(always)]
    pub fn frame(&self) -> Frame<V> {
        V::by_dim(FrameOf(self))
    }

    /// No number of its axes is larger than those of turned ones may be after some rounding, `17 / 16`: its square is less than 8/7, its sixth
    /// power less than 3/2.
    #[inline(always)]
    pub(crate) fn has_usual_axes(&self) -> bool
    where
        V::Scalar: Float,
    {
        let mut most = self.axis(0).magnitudes();
        for i in 1..V::DIM {
            most = most.max(self.axis(i).magnitudes());
        }
        most.max_coordinate() <= V::Scalar::from_f64(1.0625)
    }

    /// Coordinates along its axes, from its middle, by Cramer's rule: `p = center + sum local_i axes_i` for the
    /// axes as given, orthonormal or not.
    #[inline(always)]
    pub fn to_local(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        self.direction_to_local(p - self.center)
    }

    /// The direction `d` along its axes.
    #[inline(always)]
    pub fn direction_to_local(&self, d: V) -> V
    where
        V::Scalar: Field,
    {
        let frame = self.frame();
        frame.local(d).times_reciprocal(frame.volume)
    }

    /// The world direction of a local one.
    #[inline(always)]
    pub fn direction_to_world(&self, local: V) -> V {
        let mut d = self.axis(0) * local.get(0);
        for i in 1..V::DIM {
            d = d + self.axis(i) * local.get(i);
        }
        d
    }

    /// The world point of local coordinates.
    #[inline(always)]
    pub fn to_world(&self, local: V) -> V {
        self.center + self.direction_to_world(local)
    }

    /// The box in its own coordinates.
    #[inline(always)]
    pub fn local_box(&self) -> Aabb<V> {
        Aabb { min: -self.half_extents, max: self.half_extents }
    }

    /// The edge along the i-th axis at one of the `2^(DIM - 1)` corners of the face across: the bits of `corner`
    /// choose the ends of the other arms.
    #[inline(always)]
    pub fn edge(&self, i: usize, corner: usize) -> Segment<V> {
        let mut middle = self.center;
        for other in 1..V::DIM {
            let arm = self.arm((i + other) % V::DIM);
            middle = if corner >> (other - 1) & 1 == 1 { middle + arm } else { middle - arm };
        }
        Segment { a: (middle - self.arm(i)).of_several(), b: (middle + self.arm(i)).of_several() }
    }

    /// The nearest point of the solid box: within rounding `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let local = self.to_local(p);
        self.to_world(self.local_box().closest_point(local))
    }

    /// The same box over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Obb<W> {
        Obb {
            center: self.center.lift(number),
            half_extents: self.half_extents.lift(number),
            axes: W::axes_from_fn(|i| self.axis(i).lift(number)),
        }
    }
}

impl<V: Vector> Aabb<V> {
    /// The same box as an [`Obb`] along the coordinate axes: exact but for the rounding of the middle.
    #[inline(always)]
    pub fn to_obb(&self) -> Obb<V>
    where
        V::Scalar: Field,
    {
        Obb {
            center: self.center(),
            half_extents: self.half_extents(),
            axes: V::unit_axes(self.min.get(0).one()),
        }
    }
}

/// The way into a box's own coordinates, without dividing: all of them come out `volume` times as large.
///
/// `normals[i]` is at right angles to every axis but the i-th, and `normals[i] . axes[i]` is the volume that the
/// axes span, for all `i`. Perfect axes give themselves and 1 (or minus them and -1, when they are left-handed);
/// others still give exactly the coordinates in which the box is a box.
#[derive(Clone, Copy, Debug)]
pub struct Frame<V: Vector> {
    /// One a face, pointing out of it or into it; in 2D the third is zero.
    pub normals: [V; 3],
    /// Of the parallelepiped that the axes span: 1 or -1 for perfect axes.
    pub volume: V::Scalar,
}

impl<V: Vector> Frame<V> {
    /// The coordinates of the direction `d`, times the volume.
    #[inline(always)]
    pub fn local(&self, d: V) -> V {
        d.dots(self.normals)
    }

    /// The box of these half extents around 0, times the volume.
    #[inline(always)]
    pub fn local_box(&self, half_extents: V) -> Aabb<V> {
        let reach = half_extents * Ring::abs(self.volume);
        Aabb { min: -reach, max: reach }
    }
}

struct FrameOf<'a, V: Vector>(&'a Obb<V>);

impl<V: Vector> ByDim<V> for FrameOf<'_, V> {
    type Answer = Frame<V>;

    #[inline(always)]
    fn d2(self) -> Frame<V>
    where
        V: Vector2,
    {
        let (x, y) = (self.0.axis(0), self.0.axis(1));
        Frame { normals: [-y.perp(), x.perp(), x.zero()], volume: x.perp_dot(y) }
    }

    #[inline(always)]
    fn d3(self) -> Frame<V>
    where
        V: Vector3,
    {
        let (x, y, z) = (self.0.axis(0), self.0.axis(1), self.0.axis(2));
        let normals = [y.cross(z), z.cross(x), x.cross(y)];
        Frame { normals, volume: x.dot(normals[0]) }
    }
}

impl<V: FloatVector> Obb<V> {
    /// With orthonormal axes.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `half_extents` when one is negative or not finite, `axes` when
    /// they are not orthonormal within [`Float::AXES_TOLERANCE`].
    pub fn try_new(center: V, half_extents: V, axes: V::Axes) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::sizes("half_extents", half_extents)?;
        check::orthonormal("axes", axes.as_ref())?;
        Ok(Self { center, half_extents, axes })
    }
}
