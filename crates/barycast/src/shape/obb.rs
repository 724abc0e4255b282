//! Oriented bounding box (OBB).

use super::check::{self, ShapeError};
use super::{Aabb, Segment};
use crate::number::{Field, Float, Ring};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// The points `center + sum s_i half_extents_i axes_i` with `|s_i| <= 1`, for the axes as given:
/// solid.
///
/// The axes are orthonormal within [`Float::AXES_TOLERANCE`]. Queries use the axes as given and do
/// not assume that they are perfect: the box is exactly the parallelepiped of its numbers, see
/// [`Frame`].
///
/// ```
/// use barycast::d3::{Obb, Sphere};
/// use barycast::shape::Rotation;
/// use glam::{Vec3, vec3};
///
/// let by = Rotation::Quaternion([0.0, 0.0, 0.0, 1.0]);
/// let crate_ = Obb::try_rotated(Vec3::ZERO, vec3(1.0, 2.0, 3.0), by)?;
/// assert_eq!(crate_.distance(&Sphere::new(vec3(4.0, 0.0, 0.0), 1.0)), 2.0);
/// assert_eq!(crate_.bounds().max, vec3(1.0, 2.0, 3.0));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "cuboid")]
#[doc(alias = "oriented bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Obb<V: Vector> {
    /// Centre.
    pub center: V,
    /// Half the size along each local axis, at least 0.
    pub half_extents: V,
    /// Local axes in world coordinates; `axes[i]` is the i-th.
    pub axes: V::Axes,
}

impl<V: Vector> Obb<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(center: V, half_extents: V, axes: V::Axes) -> Self {
        Self { center, half_extents, axes }
    }

    /// Returns the i-th local axis.
    #[inline(always)]
    pub fn axis(&self, i: usize) -> V {
        self.axes.as_ref()[i]
    }

    /// Returns the i-th local axis times its half extent: the offset from the centre to the centre
    /// of a face.
    #[inline(always)]
    pub fn half_axis(&self, i: usize) -> V {
        self.axis(i) * self.half_extents.get(i)
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let mut reach = self.center.zero();
        for axis in 0..V::DIM {
            let mut sum = reach.get(axis);
            for i in 0..V::DIM {
                sum = sum + self.half_axis(i).get(axis).abs();
            }
            reach = reach.with(axis, sum);
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Returns the frame that maps world to local coordinates without division.
    #[inline(always)]
    pub fn frame(&self) -> Frame<V> {
        V::by_dim(FrameOf(self))
    }

    /// Tests that no coordinate of an axis exceeds `17 / 16`, the bound for rotated axes after
    /// rounding. Its square is less than 8/7, its sixth power less than 3/2.
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

    /// Converts a point to local coordinates, relative to the centre, by Cramer's rule:
    /// `p = center + sum local_i axes_i` holds for the axes as given, orthonormal or not.
    #[inline(always)]
    pub fn to_local(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        self.direction_to_local(p - self.center)
    }

    /// Converts a direction to local coordinates.
    #[inline(always)]
    pub(crate) fn direction_to_local(&self, d: V) -> V
    where
        V::Scalar: Field,
    {
        let frame = self.frame();
        frame.local(d).times_reciprocal(frame.volume)
    }

    /// Converts a local direction to world coordinates.
    #[inline(always)]
    pub(crate) fn direction_to_world(&self, local: V) -> V {
        let mut d = self.axis(0) * local.get(0);
        for i in 1..V::DIM {
            d = d + self.axis(i) * local.get(i);
        }
        d
    }

    /// Converts local coordinates to a world point.
    #[inline(always)]
    pub fn to_world(&self, local: V) -> V {
        self.center + self.direction_to_world(local)
    }

    /// Returns the box in local coordinates.
    #[inline(always)]
    pub(crate) fn local_box(&self) -> Aabb<V> {
        Aabb { min: -self.half_extents, max: self.half_extents }
    }

    /// Returns the edge along the i-th axis through one of the `2^(DIM - 1)` corners of the face
    /// perpendicular to it. The bits of `corner` choose the side along each of the other axes.
    #[inline(always)]
    pub fn edge(&self, i: usize, corner: usize) -> Segment<V> {
        let mut middle = self.center;
        for other in 1..V::DIM {
            let half_axis = self.half_axis((i + other) % V::DIM);
            middle = if corner >> (other - 1) & 1 == 1 { middle + half_axis } else { middle - half_axis };
        }
        Segment { a: (middle - self.half_axis(i)).of_several(), b: (middle + self.half_axis(i)).of_several() }
    }

    /// Returns the point of the solid box closest to `p`, which up to rounding is `p` itself
    /// inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let local = self.to_local(p);
        self.to_world(self.local_box().closest_point(local))
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
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
    /// Converts the box to an [`Obb`] along the coordinate axes, exactly except for the rounding of
    /// the centre.
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

/// World-to-local map of a box without division: all local coordinates are scaled by `volume`.
///
/// `normals[i]` is perpendicular to every axis except the i-th, and `normals[i] . axes[i]` is the
/// volume that the axes span, for all `i`. Perfect axes give themselves and volume 1 (negated and
/// -1 if left-handed). Other axes still give exactly the coordinates in which the box is
/// axis-aligned.
#[derive(Clone, Copy, Debug)]
pub struct Frame<V: Vector> {
    /// One normal per pair of faces, pointing outward or inward; in 2D the third is zero.
    pub normals: [V; 3],
    /// Signed volume of the parallelepiped that the axes span: 1 or -1 for perfect axes.
    pub volume: V::Scalar,
}

impl<V: Vector> Frame<V> {
    /// Returns the local coordinates of the direction `d`, times the volume.
    #[inline(always)]
    pub fn local(&self, d: V) -> V {
        d.dots(self.normals)
    }

    /// Returns the box with these half extents around 0, times the volume.
    #[inline(always)]
    pub(crate) fn local_box(&self, half_extents: V) -> Aabb<V> {
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
    /// Builds a box with orthonormal axes.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, `half_extents` if one is negative or
    /// not finite, `axes` if they are not orthonormal within [`Float::AXES_TOLERANCE`].
    pub fn try_new(center: V, half_extents: V, axes: V::Axes) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::sizes("half_extents", half_extents)?;
        check::orthonormal("axes", axes.as_ref())?;
        Ok(Self { center, half_extents, axes })
    }
}
