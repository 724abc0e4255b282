//! Properties of a shape of one kind: its position, its parts, and its image when it is moved,
//! rounded or stretched.
//!
//! Each kind of shape implements [`Kind`] and [`Deform`] in its file in `kinds/`. The algorithms of
//! this folder call it through [`DynamicShape::kind`](super::shape::DynamicShape::kind). The
//! defaults are those of a shape without the property, so a simple shape implements few methods.

use crate::dynamic::arc::Tube;
use crate::dynamic::convex_body::{Body, Plain, Unbounded};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::pair::cast::Range;
use crate::query::Span;
use crate::shape::*;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use core::ops::Div;

/// Scalar type of a shape's vectors.
pub(crate) type Number<S> = <<S as AnyShape>::Vector as Vector>::Scalar;

/// Vectors over other numbers, in the dimension of a shape.
pub(crate) type Over<S, N> = <<S as AnyShape>::Vector as FloatVector>::Of<N>;

/// Enum of the shapes of every kind in two or three dimensions.
pub(crate) trait AnyShape:
    Clone
    + From<Point<<Self as AnyShape>::Vector>>
    + From<Line<<Self as AnyShape>::Vector>>
    + From<Ray<<Self as AnyShape>::Vector>>
    + From<Segment<<Self as AnyShape>::Vector>>
    + From<Plane<<Self as AnyShape>::Vector>>
    + From<HalfSpace<<Self as AnyShape>::Vector>>
    + From<Sphere<<Self as AnyShape>::Vector>>
    + From<Aabb<<Self as AnyShape>::Vector>>
    + From<Obb<<Self as AnyShape>::Vector>>
    + From<Capsule<<Self as AnyShape>::Vector>>
    + From<Ellipsoid<<Self as AnyShape>::Vector>>
    + From<Triangle<<Self as AnyShape>::Vector>>
    + From<Parallelogram<<Self as AnyShape>::Vector>>
    + From<Convex<<Self as AnyShape>::Vector>>
    + From<TaperedCapsule<<Self as AnyShape>::Vector>>
    + From<Polyline<<Self as AnyShape>::Vector>>
    + From<Voxels<<Self as AnyShape>::Vector>>
    + From<Compound<Self>>
    + From<Rounded<Self, <<Self as AnyShape>::Vector as Vector>::Scalar>>
    + From<Scaled<Self, <Self as AnyShape>::Vector>>
{
    /// Vector type of the shapes.
    type Vector: FloatVector;

    /// Returns the shape as one of its kind.
    fn deform(&self) -> &dyn Deform<Self>;
}

/// The same over `f64`, which supports queries.
pub(crate) trait WideShape:
    AnyShape<
    Vector: FloatVector<
        Scalar = f64,
        Precise = <Self as WideShape>::Precise,
        Of<DoubleDouble> = <Self as WideShape>::Precise,
    > + PartialEq
                + Div<f64, Output = <Self as AnyShape>::Vector>,
>
{
    /// Vectors in double-double precision.
    type Precise: FloatVector<Scalar = DoubleDouble>;
}

/// Image of a shape of one kind when it is rounded or stretched, over any floats.
pub(crate) trait Deform<S: AnyShape> {
    /// Returns a composite that is convex as a hull or wedge, or the only shape of a compound.
    fn as_hull(&self) -> Option<S> {
        None
    }

    /// Returns all points within a radius of it, or `None` if that is a [`Rounded`] shape, or the
    /// shape itself for a radius of 0.
    fn rounded(&self, _: Number<S>) -> Option<Result<S, ShapeError>> {
        None
    }

    /// Returns its image with each coordinate multiplied by its own factor, or `None` if that is a
    /// [`Scaled`] shape.
    fn stretched(&self, _: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        None
    }

    /// Tests whether it is unbounded, and so never a [`Scaled`] shape.
    fn is_unbounded(&self) -> bool {
        false
    }
}

/// Shape of one kind. Composites do not implement what follows from their parts: position and size.
pub(crate) trait Kind<S: WideShape> {
    // Position.

    /// Returns a point of it; `None` for unbounded shapes and for composites.
    fn anchor(&self) -> Option<S::Vector> {
        None
    }

    /// Returns a box that certainly contains it; `None` for unbounded shapes and for composites.
    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        None
    }

    /// Returns half-spaces that contain it, if it is flatter than its box, as pairs of a normal and
    /// a distance.
    fn planes(&self) -> Vec<(S::Vector, f64)> {
        Vec::new()
    }

    /// Returns a box such that its points are within a radius of it, if that is narrower than the
    /// outer bounds.
    fn core_bounds(&self) -> Option<(Aabb<S::Vector>, f64)> {
        None
    }

    /// Returns the `t` range of a line, ray or segment; the direction of a segment is rounded.
    fn as_range(&self) -> Option<Range<S::Vector>> {
        None
    }

    /// Returns the half-space that it is, or the one below a plane, and whether it is solid.
    fn as_half_space(&self) -> Option<(HalfSpace<S::Vector>, bool)> {
        None
    }

    /// Returns the grid that it is.
    fn as_voxels(&self) -> Option<&Voxels<S::Vector>> {
        None
    }

    // Properties of a convex shape.

    /// Returns its parts; `None` for composites and for unbounded shapes.
    fn body(&self) -> Option<Body<S::Precise>> {
        None
    }

    /// Returns it in floats; `None` for custom shapes, and if floats lose digits.
    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        None
    }

    /// Returns it as an unbounded convex shape.
    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        None
    }

    /// Returns the half-spaces whose intersection a polytope is.
    fn sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        None
    }

    /// Returns the same, also for planes and half-spaces.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        self.sides()
    }

    /// Returns the relative rounding error of its points.
    fn rounding(&self) -> DoubleDouble {
        crate::number::Float::EPSILON
    }

    /// Returns its point closest to another, if that has a closed form.
    fn nearest_point(&self, _: S::Precise) -> Option<S::Precise> {
        None
    }

    /// Returns the distance of a point inside from the boundary, if that has a closed form.
    fn depth(&self, _: S::Precise) -> Option<DoubleDouble> {
        None
    }

    /// Returns the axis about which it is round, in 3D.
    fn axis(&self) -> Option<Line<S::Precise>> {
        None
    }

    /// Returns the shape that is rounded, and the radius.
    fn rounded(&self) -> Option<(&S, DoubleDouble)> {
        None
    }

    /// Returns the span of a line in it, if that has a closed form.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, _: &Line<S::Precise>) -> Option<Option<Span<S::Precise>>> {
        None
    }

    /// Returns a convex function, 0 on its boundary and negative inside, for ellipsoids that are
    /// not flat.
    fn level(&self, _: S::Precise) -> Option<DoubleDouble> {
        None
    }

    /// Tests whether it is a round shape without rows in the table.
    fn is_round(&self) -> bool {
        false
    }

    /// Tests whether containment of a polytope, grown or not, is decided exactly elsewhere.
    fn holds_exactly(&self) -> bool {
        true
    }

    /// Tests exactly whether a disc, cylinder or cone shares a point with a polytope, line, plane
    /// or half-space.
    fn sliced_meet(&self, _: &S) -> Option<bool> {
        None
    }

    // Properties of a shape around an arc.

    /// Returns it as a tube.
    fn tube(&self) -> Option<Tube<S::Precise>> {
        None
    }

    /// Returns the spans of a line within a distance of it, if they have a closed form.
    fn curved_spans(&self, _: &Line<S::Precise>, _within: DoubleDouble) -> Option<Vec<Span<S::Precise>>> {
        None
    }

    // Size.

    /// Returns the exponent of its largest coordinate or length; `None` at the origin, and for
    /// composites.
    fn size_exponent(&self) -> Option<i32> {
        None
    }

    /// Returns the direction or normal whose length has no meaning.
    fn free_direction(&self) -> Option<S::Vector> {
        None
    }

    /// Returns by how much the ends of an axis are moved apart after multiplication by `2^e`, so
    /// that products of their distance do not underflow. If the ends differ, they are so near 0
    /// that the move is too small for double-double precision.
    fn axis_shift(&self, _: i32) -> i32 {
        0
    }

    /// Returns it with all lengths multiplied by `2^e`, and a free direction at ordinary size, or
    /// `None` if [`Deform::stretched`] does it.
    fn scaled(&self, _: i32) -> Option<S> {
        None
    }

    /// Returns the exponent by which `t` along this line grew when it was scaled by `2^e`.
    fn parameter_shift(&self, _: i32) -> i32 {
        0
    }

    // Extent.

    /// Returns the centre of its bounding sphere, if that has a closed form.
    fn center_by_formula(&self) -> Option<S::Precise> {
        None
    }

    /// Returns the corners of a shape made of many parts with straight sides.
    fn many_corners(&self) -> Option<Vec<S::Vector>> {
        None
    }

    /// Returns the arcs whose hull it has, each of less than a full circle.
    fn rims(&self) -> Option<Vec<Wedge<S::Precise>>> {
        None
    }

    // Motion.

    /// Returns the same shape rotated and moved, whether its numbers are in range or not.
    ///
    /// # Errors
    /// Names the field that has no posed image.
    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError>;

    /// Tests whether its numbers are out of range, although those of its source are not.
    fn leaves_range(&self) -> bool {
        false
    }
}
