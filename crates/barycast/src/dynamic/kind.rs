//! What a shape of one kind is: where it is, what it is made of, and what becomes of it when it is moved, rounded or stretched.
//!
//! Each kind of shape implements [`Kind`] and [`Deform`] in its file in `kinds/`. The algorithms of this folder reach it through
//! [`DynamicShape::kind`](super::shape::DynamicShape::kind). Defaults are those of a shape without the property, so a simple
//! shape implements few methods.

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

/// The number inside a shape's vectors.
pub(crate) type Number<S> = <<S as AnyShape>::Vector as Vector>::Scalar;

/// Vectors over other numbers, in the dimensions of a shape.
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
    /// Its vectors.
    type Vector: FloatVector;

    /// Itself as one of its kind.
    fn deform(&self) -> &dyn Deform<Self>;
}

/// The same over `f64`, which answers queries.
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

/// What a shape of one kind becomes when it is rounded or stretched, over any floats.
pub(crate) trait Deform<S: AnyShape> {
    /// A composite that is convex as a hull or wedge, or the only shape of a compound.
    fn as_hull(&self) -> Option<S> {
        None
    }

    /// All points within a radius of it; `None` where that is a [`Rounded`] shape, or the shape itself with a radius of 0.
    fn rounded(&self, _: Number<S>) -> Option<Result<S, ShapeError>> {
        None
    }

    /// Its image with each coordinate multiplied by its own number; `None` where that is a [`Scaled`] shape.
    fn stretched(&self, _: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        None
    }

    /// It has no bounds, so it is never a [`Scaled`] shape.
    fn is_unbounded(&self) -> bool {
        false
    }
}

/// A shape of one kind. Composites answer none of what their parts answer: where they are, and how large.
pub(crate) trait Kind<S: WideShape> {
    // Where it is.

    /// A point of it; `None` of unbounded shapes and of composites.
    fn anchor(&self) -> Option<S::Vector> {
        None
    }

    /// A box that certainly holds it; `None` of unbounded shapes and of composites.
    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        None
    }

    /// Half-spaces that hold it, if it is flatter than its box: pairs of a normal and a distance.
    fn planes(&self) -> Vec<(S::Vector, f64)> {
        Vec::new()
    }

    /// A box such that its points lie within a radius of it, if that is narrower than the outer bounds.
    fn core_bounds(&self) -> Option<(Aabb<S::Vector>, f64)> {
        None
    }

    /// The largest `t` range of a line, ray or segment; the direction of a segment is rounded.
    fn as_range(&self) -> Option<Range<S::Vector>> {
        None
    }

    /// The half-space that it is, or the one below a plane; and whether it is solid.
    fn as_half_space(&self) -> Option<(HalfSpace<S::Vector>, bool)> {
        None
    }

    /// The grid that it is.
    fn as_voxels(&self) -> Option<&Voxels<S::Vector>> {
        None
    }

    // As a convex shape.

    /// What it is made of; `None` of composites and of unbounded shapes.
    fn body(&self) -> Option<Body<S::Precise>> {
        None
    }

    /// It in floats; `None` of the user's own shapes, and where floats lose digits.
    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        None
    }

    /// It as a convex shape without bounds.
    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        None
    }

    /// The half-spaces whose common set it is, of polytopes.
    fn sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        None
    }

    /// The same, also of planes and half-spaces.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        self.sides()
    }

    /// The relative rounding error of its points.
    fn rounding(&self) -> DoubleDouble {
        crate::number::Float::EPSILON
    }

    /// Its point nearest to another, where that has a closed form.
    fn nearest_point(&self, _: S::Precise) -> Option<S::Precise> {
        None
    }

    /// The distance of a point inside from the boundary, where that has a closed form.
    fn depth(&self, _: S::Precise) -> Option<DoubleDouble> {
        None
    }

    /// The axis about which it is round, in space.
    fn axis(&self) -> Option<Line<S::Precise>> {
        None
    }

    /// What is rounded, and by how much.
    fn rounded(&self) -> Option<(&S, DoubleDouble)> {
        None
    }

    /// The stretch of a line in it, where that has a closed form.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, _: &Line<S::Precise>) -> Option<Option<Span<S::Precise>>> {
        None
    }

    /// A convex function, 0 on its boundary and negative inside, of ellipsoids that are not flat.
    fn level(&self, _: S::Precise) -> Option<DoubleDouble> {
        None
    }

    /// It is a round shape without rows in the table.
    fn is_round(&self) -> bool {
        false
    }

    /// Whether it holds a polytope, grown or not, is decided exactly elsewhere.
    fn holds_exactly(&self) -> bool {
        true
    }

    /// It and a polytope, line, plane or half-space share a point: exactly, of discs, cylinders and cones.
    fn sliced_meet(&self, _: &S) -> Option<bool> {
        None
    }

    // As a shape around an arc.

    /// Itself as a tube.
    fn tube(&self) -> Option<Tube<S::Precise>> {
        None
    }

    /// The stretches of a line within a distance of it, where that has a closed form.
    fn curved_spans(&self, _: &Line<S::Precise>, _within: DoubleDouble) -> Option<Vec<Span<S::Precise>>> {
        None
    }

    // Its size.

    /// The exponent of its largest coordinate or length; `None` at the origin, and of composites.
    fn size_exponent(&self) -> Option<i32> {
        None
    }

    /// The direction or normal whose length means nothing.
    fn free_direction(&self) -> Option<S::Vector> {
        None
    }

    /// By how much the ends of an axis are moved apart after it was multiplied by `2^e`, so that products of their distance do
    /// not vanish. Where they differ they are so near 0 that the move is too small for double-double precision.
    fn axis_shift(&self, _: i32) -> i32 {
        0
    }

    /// All lengths times `2^e`, and a free direction at ordinary size; `None` where [`Deform::stretched`] does it.
    fn scaled(&self, _: i32) -> Option<S> {
        None
    }

    /// By how much `t` along this line grew when it was scaled by `2^e`.
    fn parameter_shift(&self, _: i32) -> i32 {
        0
    }

    // How far it reaches.

    /// The centre of its bounding sphere, where that has a closed form.
    fn center_by_formula(&self) -> Option<S::Precise> {
        None
    }

    /// The corners of what is made of many parts with straight sides.
    fn many_corners(&self) -> Option<Vec<S::Vector>> {
        None
    }

    /// The arcs whose hull it has, of less than a whole circle each.
    fn rims(&self) -> Option<Vec<Wedge<S::Precise>>> {
        None
    }

    // Moved.

    /// The same shape turned and moved, its numbers in range or not.
    ///
    /// # Errors
    /// Names what has no posed image.
    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError>;

    /// Its numbers are out of range, though those of what it is made from are not.
    fn leaves_range(&self) -> bool {
        false
    }
}
