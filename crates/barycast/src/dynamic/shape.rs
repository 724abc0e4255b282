//! What the algorithms of this folder know of a shape of any kind: [`Shape2`](super::any::Shape2) of `DVec2` and
//! [`Shape3`](super::any::Shape3) of `DVec3`.
//!
//! All algorithms are generic functions over [`DynamicShape`] and import nothing above this file. What a shape is made of is in
//! `bounds.rs`, `convex_body/made.rs` and `arc/tubes.rs`; `forward.rs` hands it on to the trait.

use super::no_answer::NoAnswer;
use crate::bvh::Tree;
use crate::convex::form::AsConvex;
use crate::dynamic::arc::Tube;
use crate::dynamic::contains::hull::Content;
use crate::dynamic::convex_body::{Body, Plain, Unbounded};
use crate::number::DoubleDouble;
use crate::pair::cast::Range;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, Span};
use crate::shape::*;
use crate::vector::FloatVector;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Div;

/// A shape of any kind, of two or three dimensions.
pub(crate) trait DynamicShape:
    Clone
    + From<Aabb<Self::Vector>>
    + From<Convex<Self::Vector>>
    + From<Point<Self::Vector>>
    + From<Segment<Self::Vector>>
    + From<Sphere<Self::Vector>>
{
    /// `f64` vectors.
    type Vector: FloatVector<Scalar = f64, Precise = Self::Precise>
        + PartialEq
        + Div<f64, Output = Self::Vector>;

    /// Vectors of twice the digits.
    type Precise: FloatVector<Scalar = DoubleDouble>;

    /// It, where both dimensions have its kind.
    fn shared(&self) -> Option<Shared<'_, Self>>;

    // Queries, answered by whatever algorithm the pair has.

    /// They share a point.
    fn intersects(&self, other: &Self) -> bool;

    /// The shortest way, rounded once.
    fn closest_precisely(&self, other: &Self) -> Closest<Self::Vector>;

    /// The stretches of a line of ordinary size in it, in order.
    fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// The stretches of a line in it, in order.
    fn spans_at_any_size(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// The distance of a point from its boundary, negative inside.
    fn signed_distance(&self, p: Self::Vector) -> f64;

    // Queries by which algorithms call each other.

    /// Its name in the query protocol; `custom` for the user's own.
    fn name(&self) -> &'static str;

    /// The distance of a point from its boundary, negative inside, in twice the digits, but of composites.
    fn signed_over(&self, point: Self::Precise) -> DoubleDouble;

    /// The shortest way, where one is made of parts.
    fn closest_of_parts(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// The least translation that takes two apart, of which it is known whether they meet; `None` where the table has no answer, and of
    /// what is not one body.
    #[allow(clippy::option_option, reason = "no answer, no contact, a contact")]
    fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<Self::Precise>>>;

    /// The least translation that takes them apart, rounded once.
    fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<Self::Vector>>, NoAnswer>;

    /// The points at which they hold each other, rounded once.
    fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<Self::Vector>>, NoAnswer>;

    /// When one that moves first touches, rounded once.
    fn sweep_precisely(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer>;

    /// The least translation that takes two apart of which one is not convex.
    fn separated(&self, other: &Self) -> Penetration<Self::Vector>;

    /// The points at which parts hold each other once the two are taken apart by a contact.
    fn held(&self, other: &Self, contact: &Penetration<Self::Vector>) -> Manifold<Self::Vector>;

    /// An order for queries that are to be answered alike whichever shape is first.
    fn comes_before(&self, other: &Self) -> bool;

    /// As iterative algorithms see it, over twice the digits; `None` for composites.
    fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = Self::Precise>>>;

    /// The line of which a line, ray or segment is a stretch, in twice the digits.
    fn precise_range(&self) -> Option<Range<Self::Precise>>;

    /// It is a line, ray or segment of numbers that are not finite.
    fn is_endless_line(&self) -> bool;

    /// Where on the shape its hits are: `uv` and `triangle`.
    fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]) -> ();

    /// A round shape that is a hull of fewer parts.
    fn as_hull(&self) -> Option<Self>;

    /// It, moved; `None` beyond all numbers.
    fn translated(&self, by: Self::Vector) -> Option<Self>;

    /// All points within a radius of it; `None` of what is not convex.
    fn rounded_by(&self, radius: f64) -> Option<Self>;

    // Sizes.

    /// Both at ordinary size, and the exponent that took them there; `None` when they are already, and for what is made of parts.
    fn at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)>;

    /// The same also of what is made of parts.
    fn wholly_at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)>;

    /// The same only of what is made of parts, unless one of them all but vanishes there.
    fn parts_at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)>;

    /// Both at ordinary size, from the size they are known to have.
    fn brought_from(&self, size: Option<i32>, other: &Self) -> Option<(Self, Self, i32)>;

    /// The exponent of the larger of both sizes.
    fn size_with(&self, other: &Self) -> Option<i32>;

    /// Both, of one whose direction alone is not of ordinary size.
    fn with_ordinary_direction(&self, other: &Self) -> Option<(Self, Self, i32)>;

    /// Both a little smaller, where the way from one end of this to the other is longer than the largest number.
    fn within_reach(&self, other: &Self) -> Option<(Self, Self, i32)>;

    /// By how much `t` along this line grew when it was scaled by `2^e`.
    fn parameter_shift(&self, e: i32) -> i32;

    /// Both as seen from near them, and what brings it back.
    fn brought_near(&self, other: &Self) -> Option<(Self, Self, Self::Vector)>;

    // Where it is.

    /// It has an inside.
    fn is_solid(&self) -> bool;

    /// Itself as a composite.
    fn as_composite(&self) -> Option<&dyn Composite<Self>>;

    /// A point of it, for bounded shapes; what has no bounds never lies inside a composite.
    fn anchor(&self) -> Option<Self::Vector>;

    /// A box that certainly holds it, for bounded shapes.
    fn outer_bounds(&self) -> Option<Aabb<Self::Vector>>;

    /// Half-spaces that hold it, of shapes that are flatter than their boxes: as pairs of a normal and a distance.
    fn planes(&self) -> Vec<(Self::Vector, f64)>;

    /// A box such that its points lie within a radius of it, for bounded shapes.
    fn core_bounds(&self) -> Option<(Aabb<Self::Vector>, f64)>;

    /// A line, ray or segment as a stretch of a line: the direction of a segment is rounded.
    fn as_range(&self) -> Option<Range<Self::Vector>>;

    // As a convex shape.

    /// What it is made of; `None` of composites and of what has no bounds.
    fn body(&self) -> Option<Body<Self::Precise>>;

    /// A bounded shape as floats see it; `None` of the user's own, and of what loses digits there.
    fn plain(&self) -> Option<Plain<'_, Self::Vector>>;

    /// A convex shape without bounds.
    fn unbounded(&self) -> Option<Unbounded<Self::Precise>>;

    /// The half-spaces whose common set it is, of polytopes.
    fn sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>>;

    /// By which part of their coordinates its points may be off.
    fn rounding(&self) -> DoubleDouble;

    /// Its point nearest to another, where that has a closed form.
    fn nearest_point(&self, p: Self::Precise) -> Option<Self::Precise>;

    /// How far a point inside is from the boundary, of shapes with a nearest point but without sides.
    fn depth(&self, p: Self::Precise) -> DoubleDouble;

    /// The axis about which it is round, of what is.
    fn axis(&self) -> Option<Line<Self::Precise>>;

    /// Of a rounded shape, what is rounded, and by how much.
    fn rounded(&self) -> Option<(&Self, DoubleDouble)>;

    /// The stretch of a line in it, of shapes with a closed form for it.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, line: &Line<Self::Precise>) -> Option<Option<Span<Self::Precise>>>;

    /// The shortest way, by whoever answers the pair.
    fn closest_over(&self, other: &Self) -> Closest<Self::Precise>;

    /// The signed distance, by whoever answers the shape; of a plane the distance.
    fn precise_signed(&self, p: Self::Precise) -> DoubleDouble;

    /// Of an ellipsoid that is not flat a convex function, 0 on its boundary and negative inside.
    fn level(&self, p: Self::Precise) -> Option<DoubleDouble>;

    /// It is one of the round shapes that no other part of the library knows.
    fn is_round(&self) -> bool;

    /// It is a polytope, grown or not.
    fn is_exact(&self) -> bool;

    /// What polytopes it holds, grown or not, is asked exactly elsewhere.
    fn holds_exactly(&self) -> bool;

    /// It is made of parts.
    fn is_composite(&self) -> bool;

    /// The half-spaces whose common set it is, of polytopes, planes and half-spaces.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>>;

    /// The points and directions whose hull it is, and by how much that is grown.
    fn outline(&self) -> Option<Content<Self::Precise>>;

    /// They share a point, exactly; `None` when one is round, or both are unbounded.
    fn polytopes_meet(&self, other: &Self) -> Option<bool>;

    /// The same of a disc, cylinder or cone and a polytope, a line, a plane or a half-space.
    fn sliced_meet(&self, other: &Self) -> Option<bool>;

    /// They share a point while the other moves by `velocity` as long as told: exactly, of polytopes, grown or not, and of one
    /// of them and a plane or half-space; `None` of other pairs.
    fn swept_meet(&self, other: &Self, velocity: Self::Vector, max_t: f64) -> Option<bool>;

    /// The shortest way between two polytopes, grown or not, or a polytope and a plane or half-space, or a point that they share:
    /// from exact numbers, each rounded once, so that it may be as short as numbers get, and its ends lie on the shapes
    /// beside corners that are as far as numbers get.
    fn way(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// Corners of the two are so much farther out than others that twice the digits lose where the others are.
    fn is_spread(&self, other: &Self) -> bool;

    // As a shape around an arc.

    /// Itself as a tube.
    fn tube(&self) -> Option<Tube<Self::Precise>>;

    /// The stretches of a line within a distance of it, where a closed form tells them.
    fn curved_spans(
        &self,
        line: &Line<Self::Precise>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<Self::Precise>>>;
}

/// A shape of a kind that both dimensions have.
pub(crate) enum Shared<'a, S: DynamicShape> {
    Point(&'a Point<S::Vector>),
    Line(&'a Line<S::Vector>),
    Ray(&'a Ray<S::Vector>),
    Segment(&'a Segment<S::Vector>),
    Plane(&'a Plane<S::Vector>),
    HalfSpace(&'a HalfSpace<S::Vector>),
    Sphere(&'a Sphere<S::Vector>),
    Aabb(&'a Aabb<S::Vector>),
    Obb(&'a Obb<S::Vector>),
    Capsule(&'a Capsule<S::Vector>),
    Ellipsoid(&'a Ellipsoid<S::Vector>),
    Triangle(&'a Triangle<S::Vector>),
    Parallelogram(&'a Parallelogram<S::Vector>),
    Convex,
    TaperedCapsule(&'a TaperedCapsule<S::Vector>),
    Voxels(&'a Voxels<S::Vector>),
    Rounded(&'a Rounded<S, f64>),
    Scaled(&'a Scaled<S, S::Vector>),
}

/// A shape bounded by convex parts, or made of parts of any kind.
pub(crate) trait Composite<A: DynamicShape> {
    /// How many parts bound it.
    fn len(&self) -> usize;

    /// A part, by its index.
    fn part(&self, i: usize) -> A;

    /// A part shares a point with a shape: of parts whose numbers are rounded, as they would be if they were not.
    fn part_meets(&self, i: usize, other: &A) -> bool {
        self.part(i).intersects(other)
    }

    /// The box around a part that is bounded.
    fn part_bounds(&self, i: usize) -> Option<Aabb<A::Vector>>;

    /// A tree over its parts, in boxes that hold them, when it has one.
    fn tree(&self) -> Option<Tree<'_>> {
        None
    }

    /// A part about as near to a point as any, when it has a tree.
    fn nearly_nearest(&self, _: A::Vector) -> Option<usize> {
        None
    }

    /// Two parts, one of each, that meet, if any do; `None` where parts must be asked one by one.
    fn meeting_parts_of(&self, _: &A) -> Option<Vec<[usize; 2]>> {
        None
    }

    /// The two nearest parts, one of each, of shapes that are apart; `None` as above.
    fn nearest_parts_of(&self, _: &A) -> Option<[usize; 2]> {
        None
    }

    /// The box around all of it, when it is bounded.
    fn bounds(&self) -> Option<Aabb<A::Vector>>;

    /// It holds the point, exactly.
    fn holds(&self, p: A::Vector) -> bool;

    /// A part has the outside on one side.
    fn is_bordering(&self, _: usize) -> bool {
        true
    }

    /// What of a part has the outside on one side.
    fn border(&self, i: usize) -> Vec<A> {
        alloc::vec![self.part(i)]
    }

    /// What of the borders of all parts bounds the whole, where that is not all of them.
    fn boundary(&self) -> Option<A> {
        None
    }

    /// A point of each of its bounded connected parts.
    fn roots(&self) -> Vec<A::Vector>;

    /// It has an inside.
    fn is_solid(&self) -> bool;

    /// It is all of its parts, and no more.
    fn is_union(&self) -> bool {
        false
    }

    /// The stretches of a line in a union that tells them better than part by part.
    fn whole_spans(&self, _: &Line<A::Precise>) -> Option<Vec<Span<A::Precise>>> {
        None
    }

    /// Of a union that knows its boundary, how far a point inside is from it, and the place there.
    fn depth(&self, _: A::Vector) -> Option<(f64, A::Vector)> {
        None
    }
}
