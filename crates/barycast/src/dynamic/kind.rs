//! The properties of a shape of one kind: its position, its parts, and the result of moving,
//! rounding or scaling it.
//!
//! Each kind of shape implements [`Kind`] and [`Deform`] in its file in `kinds/`. The algorithms of
//! this folder reach it through [`DynamicShape::kind`](super::shape::DynamicShape::kind). Defaults
//! are those of a shape without the property, so a simple shape implements few methods.

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

/// The scalar type of a shape's vectors.
pub(crate) type Number<S> = <<S as AnyShape>::Vector as Vector>::Scalar;

/// Vectors over another number type, in the dimension of a shape.
pub(crate) type Over<S, N> = <<S as AnyShape>::Vector as FloatVector>::Of<N>;

/// An enum of the shapes of every kind in two or three dimensions.
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
    /// The shape's vectors.
    type Vector: FloatVector;

    /// Returns the shape as its kind.
    fn deform(&self) -> &dyn Deform<Self>;
}

/// The same enum over `f64`, which has queries.
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

/// The result of rounding or scaling a shape of one kind, over any floats.
pub(crate) trait Deform<S: AnyShape> {
    /// Returns the convex shape equal to a composite: a hull, a wedge, or the only shape of a
    /// compound.
    fn as_hull(&self) -> Option<S> {
        None
    }

    /// Returns all points within a radius of the shape. Returns `None` if that is a [`Rounded`]
    /// shape, or the shape itself for a radius of 0.
    fn rounded(&self, _: Number<S>) -> Option<Result<S, ShapeError>> {
        None
    }

    /// Returns the image with each coordinate multiplied by its factor. Returns `None` if that is a
    /// [`Scaled`] shape.
    fn stretched(&self, _: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        None
    }

    /// Tests whether the shape is unbounded, and so is never a [`Scaled`] shape.
    fn is_unbounded(&self) -> bool {
        false
    }
}

/// A shape of one kind. For composites, the methods on position and size return nothing: their
/// parts have these.
pub(crate) trait Kind<S: WideShape> {
    // Position.

    /// Returns a point of the shape, or `None` for unbounded shapes and composites.
    fn anchor(&self) -> Option<S::Vector> {
        None
    }

    /// Returns a box that certainly contains the shape, or `None` for unbounded shapes and
    /// composites.
    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        None
    }

    /// Returns half-spaces that contain the shape, as pairs of a normal and a distance, if it is
    /// flatter than its box.
    fn planes(&self) -> Vec<(S::Vector, f64)> {
        Vec::new()
    }

    /// Returns a box and a radius such that all points of the shape lie within that radius of the
    /// box, if this is tighter than the outer bounds.
    fn core_bounds(&self) -> Option<(Aabb<S::Vector>, f64)> {
        None
    }

    /// Returns the largest `t` range of a line, ray or segment. The direction of a segment is
    /// rounded.
    fn as_range(&self) -> Option<Range<S::Vector>> {
        None
    }

    /// Returns the half-space equal to the shape, or the one below a plane, and whether the shape
    /// is solid.
    fn as_half_space(&self) -> Option<(HalfSpace<S::Vector>, bool)> {
        None
    }

    /// Returns the shape as a voxel grid.
    fn as_voxels(&self) -> Option<&Voxels<S::Vector>> {
        None
    }

    // Convex shapes.

    /// Returns the convex body of the shape, or `None` for composites and unbounded shapes.
    fn body(&self) -> Option<Body<S::Precise>> {
        None
    }

    /// Returns the shape in `f64`, or `None` for user-defined shapes, and where `f64` loses digits.
    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        None
    }

    /// Returns the shape as an unbounded convex shape.
    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        None
    }

    /// Returns the half-spaces whose intersection a polytope is.
    fn sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        None
    }

    /// Returns the half-spaces whose intersection a polytope, plane or half-space is.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        self.sides()
    }

    /// Returns the relative rounding error of the shape's points.
    fn rounding(&self) -> DoubleDouble {
        crate::number::Float::EPSILON
    }

    /// Returns the shape's closest point to another, if that has a closed form.
    fn nearest_point(&self, _: S::Precise) -> Option<S::Precise> {
        None
    }

    /// Returns the distance of an inner point from the boundary, if that has a closed form.
    fn depth(&self, _: S::Precise) -> Option<DoubleDouble> {
        None
    }

    /// Returns the axis of a solid of revolution, in space.
    fn axis(&self) -> Option<Line<S::Precise>> {
        None
    }

    /// Returns the core of a rounded shape, and its radius.
    fn rounded(&self) -> Option<(&S, DoubleDouble)> {
        None
    }

    /// Returns the interval of a line inside the shape, if that has a closed form.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, _: &Line<S::Precise>) -> Option<Option<Span<S::Precise>>> {
        None
    }

    /// Returns a convex function of the point, 0 on the boundary and negative inside, for
    /// ellipsoids that are not flat.
    fn level(&self, _: S::Precise) -> Option<DoubleDouble> {
        None
    }

    /// Tests whether the shape is a round shape without rows in the table.
    fn is_round(&self) -> bool {
        false
    }

    /// Tests whether containment of a polytope, rounded or not, is decided exactly elsewhere.
    fn holds_exactly(&self) -> bool {
        true
    }

    /// Tests exactly whether a disc, cylinder or cone and a polytope, line, plane or half-space
    /// share a point.
    fn sliced_meet(&self, _: &S) -> Option<bool> {
        None
    }

    // Shapes around an arc.

    /// Returns the shape as a tube.
    fn tube(&self) -> Option<Tube<S::Precise>> {
        None
    }

    /// Returns the intervals of a line within a distance of the shape, if they have a closed form.
    fn curved_spans(&self, _: &Line<S::Precise>, _within: DoubleDouble) -> Option<Vec<Span<S::Precise>>> {
        None
    }

    // Size.

    /// Returns the exponent of the largest coordinate or length, or `None` at the origin, and for
    /// composites.
    fn size_exponent(&self) -> Option<i32> {
        None
    }

    /// Returns the direction or normal whose length has no meaning.
    fn free_direction(&self) -> Option<S::Vector> {
        None
    }

    /// Returns the exponent by which the ends of an axis are moved apart after multiplication by
    /// `2^e`, so that products of their distance do not underflow. Where the ends differ they are
    /// so near 0 that the move is too small for double-double precision.
    fn axis_shift(&self, _: i32) -> i32 {
        0
    }

    /// Returns the shape with all lengths multiplied by `2^e` and a free direction at ordinary
    /// size, or `None` if [`Deform::stretched`] does this.
    fn scaled(&self, _: i32) -> Option<S> {
        None
    }

    /// Returns the exponent by which `t` along this line grew when the line was scaled by `2^e`.
    fn parameter_shift(&self, _: i32) -> i32 {
        0
    }

    // Extent.

    /// Returns the centre of the bounding sphere, if that has a closed form.
    fn center_by_formula(&self) -> Option<S::Precise> {
        None
    }

    /// Returns the corners of a shape made of many parts with straight sides.
    fn many_corners(&self) -> Option<Vec<S::Vector>> {
        None
    }

    /// Returns the arcs, each less than a whole circle, whose hull equals the hull of the shape.
    fn rims(&self) -> Option<Vec<Wedge<S::Precise>>> {
        None
    }

    // Motion.

    /// Returns the same shape rotated and translated, without a range check of its numbers.
    ///
    /// # Errors
    /// Names the property without a posed image.
    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError>;

    /// Tests whether the shape's numbers are out of range, though those it is made from are in
    /// range.
    fn leaves_range(&self) -> bool {
        false
    }
}
