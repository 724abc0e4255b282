//! The interface of the algorithms in this folder to a shape of any kind:
//! [`Shape2`](super::any::Shape2) of `DVec2` and [`Shape3`](super::any::Shape3) of `DVec3`.
//!
//! All algorithms are generic functions over [`DynamicShape`] and import nothing above this file.
//! The properties of each shape are in its file in `kinds/`. `forward.rs` matches the enums.

use super::no_answer::NoAnswer;
use crate::bvh::Tree;
use crate::convex::form::AsConvex;
use crate::dynamic::arc::Tube;
use crate::dynamic::contains::hull::Content;
use crate::dynamic::convex_body::{Body, Plain, Unbounded};
use crate::dynamic::deformed::{self, stretched};
use crate::dynamic::kind::{Kind, Over, WideShape};
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::cast::Range;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, Span};
use crate::shape::*;
use crate::vector::Vector;
use crate::vector::size::{exponent, exponent_of, is_finite, shifted};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A shape of any kind, of two or three dimensions.
pub(crate) trait DynamicShape: WideShape {
    // Queries, dispatched to the algorithm of the pair.

    /// Tests whether the shapes share a point.
    fn intersects(&self, other: &Self) -> bool;

    /// Returns the shortest segment, rounded once.
    fn closest_precisely(&self, other: &Self) -> Closest<Self::Vector>;

    /// Returns the distance of a point from the boundary, negative inside.
    fn signed_distance(&self, p: Self::Vector) -> f64;

    /// Tests whether the shape has an inside.
    fn is_solid(&self) -> bool;

    /// Returns the shortest segment, by the algorithm of the pair.
    fn closest_over(&self, other: &Self) -> Closest<Self::Precise>;

    /// Returns the signed distance, by the algorithm of the shape. Composites return it rounded.
    fn signed_over(&self, p: Self::Precise) -> DoubleDouble;

    /// Returns the intervals of a line inside the shape, in order.
    fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// Returns the intervals of a line inside the shape, in order, for shapes and lines of any
    /// size.
    fn spans_at_any_size(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// Returns the distance of an inner point from the boundary, for convex shapes without flat
    /// sides.
    fn depth(&self, p: Self::Precise) -> DoubleDouble;

    /// Tests exactly whether the shapes share a point. Returns `None` if one is round, or both are
    /// unbounded.
    fn polytopes_meet(&self, other: &Self) -> Option<bool>;

    /// Tests exactly whether the shapes share a point while the other moves by `velocity` until
    /// `max_t`. Defined for two polytopes, rounded or not, and for one of them against a plane or
    /// half-space; `None` for other pairs.
    fn swept_meet(&self, other: &Self, velocity: Self::Vector, max_t: f64) -> Option<bool>;

    /// Returns the shortest segment between two polytopes, rounded or not, or between a polytope
    /// and a plane or half-space, or a point that they share.
    ///
    /// Computed in exact numbers, each rounded once. The length may be as small as the smallest
    /// `f64`, and the ends lie on the shapes even beside corners near the largest.
    fn way(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// Returns the shape, if its kind exists in both dimensions.
    fn shared(&self) -> Option<Shared<'_, Self>>;

    /// Returns the name in the query protocol, or `custom` for user-defined shapes.
    fn name(&self) -> &'static str;

    /// Returns the shortest segment, if one shape is made of parts.
    fn closest_of_parts(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// Returns the minimum translation that separates two shapes, given whether they meet. Returns
    /// `None` where the table has no result, and for shapes that are not a single body.
    #[allow(clippy::option_option, reason = "no answer, no contact, a contact")]
    fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<Self::Precise>>>;

    /// Returns the minimum translation that separates the shapes, rounded once.
    fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<Self::Vector>>, NoAnswer>;

    /// Returns the contact manifold, rounded once.
    fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<Self::Vector>>, NoAnswer>;

    /// Returns the time of impact of a moving shape, rounded once.
    fn sweep_precisely(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer>;

    /// Returns the minimum translation that separates two shapes, one of which is not convex.
    fn separated(&self, other: &Self) -> Penetration<Self::Vector>;

    /// Returns the points at which parts touch once the shapes are separated by a contact.
    fn held(&self, other: &Self, contact: &Penetration<Self::Vector>) -> Manifold<Self::Vector>;

    /// An order of shapes for queries whose result must not depend on which shape is first.
    fn comes_before(&self, other: &Self) -> bool;

    /// Returns the support-function view for iterative algorithms, in double-double precision, or
    /// `None` for composites.
    fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = Self::Precise>>>;

    /// Returns the supporting line of a line, ray or segment with its `t` range, in double-double
    /// precision.
    fn precise_range(&self) -> Option<Range<Self::Precise>> {
        match self.shared()? {
            Shared::Line(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            Shared::Ray(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            Shared::Segment(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            _ => None,
        }
    }

    /// Tests whether the shape is a line, ray or segment with numbers that are not finite.
    fn is_line_without_numbers(&self) -> bool {
        let are_finite = match self.shared() {
            Some(Shared::Line(a)) => [a.origin, a.direction].map(is_finite),
            Some(Shared::Ray(a)) => [a.origin, a.direction].map(is_finite),
            Some(Shared::Segment(a)) => [a.a, a.b].map(is_finite),
            _ => [true; 2],
        };
        are_finite != [true; 2]
    }

    /// Fills in the surface coordinates of hits: `uv` and `triangle`.
    fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]) -> ();

    /// Returns the shape translated, or `None` if a number overflows.
    fn translated(&self, by: Self::Vector) -> Option<Self>;

    /// Returns all points within a radius of the shape, or `None` if it is not convex.
    fn rounded_by(&self, radius: f64) -> Option<Self> {
        deformed::rounded(self.clone(), radius).ok()
    }

    // Kind.

    /// Returns the shape as its kind.
    fn kind(&self) -> &dyn Kind<Self>;

    /// Returns the shape as a composite.
    fn as_composite(&self) -> Option<&dyn Composite<Self>>;

    /// Returns the points and directions whose hull the shape is, and the radius by which that hull
    /// is rounded, over numbers of any kind. Returns `None` for shapes that are not hulls of balls.
    fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<Over<Self, N>>>;

    /// Returns the convex shape equal to a composite: a hull, a wedge, or the only shape of a
    /// compound.
    fn as_hull(&self) -> Option<Self> {
        self.deform().as_hull()
    }

    // Position.

    /// Returns a point of the shape, if it is bounded. Unbounded shapes never lie inside a
    /// composite.
    fn anchor(&self) -> Option<Self::Vector> {
        self.as_composite().map_or_else(|| self.kind().anchor(), |parts| parts.roots().first().copied())
    }

    /// Returns a box that certainly contains the shape, if it is bounded.
    fn outer_bounds(&self) -> Option<Aabb<Self::Vector>> {
        self.as_composite().map_or_else(|| self.kind().outer_bounds(), Composite::bounds)
    }

    /// Returns half-spaces that contain the shape, as pairs of a normal and a distance, if it is
    /// flatter than its box.
    fn planes(&self) -> Vec<(Self::Vector, f64)> {
        self.kind().planes()
    }

    /// Returns a box and a radius such that all points of the shape lie within that radius of the
    /// box, if it is bounded.
    fn core_bounds(&self) -> Option<(Aabb<Self::Vector>, f64)> {
        self.kind().core_bounds().or_else(|| self.outer_bounds().map(|bounds| (bounds, 0.0)))
    }

    /// Returns a line, ray or segment as a range of a line. The direction of a segment is rounded.
    fn as_range(&self) -> Option<Range<Self::Vector>> {
        self.kind().as_range()
    }

    /// Returns the exponent of the largest coordinate or length. For a composite it is that of its
    /// box, or of its largest part.
    fn size_exponent(&self) -> Option<i32> {
        let Some(parts) = self.as_composite() else { return self.kind().size_exponent() };
        match parts.bounds() {
            Some(b) => reach_exponent(b.min).max(reach_exponent(b.max)),
            None => (0..parts.len()).filter_map(|i| parts.part(i).size_exponent()).max(),
        }
    }

    /// Returns the shape with all lengths multiplied by `2^e`, and its free direction at ordinary
    /// size.
    fn scaled(&self, e: i32) -> Self {
        if e == 0 && self.is_composite() {
            return self.clone();
        }
        // Otherwise scale in two steps: the power of two itself may overflow.
        self.kind().scaled(e).unwrap_or_else(|| {
            [e / 2, e - e / 2].into_iter().fold(self.clone(), |shape, e| {
                stretched(shape.clone(), Self::Vector::splat(shifted(1.0, e))).unwrap_or(shape)
            })
        })
    }

    // Convex shapes.

    /// Returns the convex body of the shape, or `None` for composites and unbounded shapes.
    fn body(&self) -> Option<Body<Self::Precise>> {
        self.kind().body()
    }

    /// Returns a bounded shape in `f64`, or `None` for user-defined shapes, and where `f64` loses
    /// digits.
    fn plain(&self) -> Option<Plain<'_, Self::Vector>> {
        self.kind().plain()
    }

    /// Returns the shape as an unbounded convex shape.
    fn unbounded(&self) -> Option<Unbounded<Self::Precise>> {
        self.kind().unbounded()
    }

    /// Returns the half-spaces whose intersection a polytope is.
    fn sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>> {
        self.kind().sides()
    }

    /// Returns the half-spaces whose intersection a polytope, plane or half-space is.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>> {
        self.kind().flat_sides()
    }

    /// Returns the relative rounding error of the shape's points.
    fn rounding(&self) -> DoubleDouble {
        self.kind().rounding()
    }

    /// Returns the shape's closest point to another, if that has a closed form.
    fn nearest_point(&self, p: Self::Precise) -> Option<Self::Precise> {
        self.kind().nearest_point(p)
    }

    /// Returns the axis of a solid of revolution.
    fn axis(&self) -> Option<Line<Self::Precise>> {
        self.kind().axis()
    }

    /// Returns the core of a rounded shape, and its radius.
    fn rounded(&self) -> Option<(&Self, DoubleDouble)> {
        self.kind().rounded()
    }

    /// Returns the interval of a line inside the shape, if that has a closed form.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, line: &Line<Self::Precise>) -> Option<Option<Span<Self::Precise>>> {
        self.kind().closed_span(line)
    }

    /// Returns the signed distance, by the algorithm of the shape. For a plane it is the distance.
    fn precise_signed(&self, p: Self::Precise) -> DoubleDouble {
        let signed = self.signed_over(p);
        let is_plane = self.kind().as_half_space().is_some_and(|(_, solid)| !solid);
        if is_plane { Ring::abs(signed) } else { signed }
    }

    /// Returns a convex function of the point, 0 on the boundary and negative inside, for an
    /// ellipsoid that is not flat.
    fn level(&self, p: Self::Precise) -> Option<DoubleDouble> {
        self.kind().level(p)
    }

    /// Tests whether the shape is one of the round shapes without rows in the table.
    fn is_round(&self) -> bool {
        self.kind().is_round()
    }

    /// Tests whether the shape is a polytope, rounded or not.
    fn is_exact(&self) -> bool {
        self.outline().is_some()
    }

    /// Tests whether containment of polytopes, rounded or not, is decided exactly elsewhere.
    fn holds_exactly(&self) -> bool {
        self.kind().holds_exactly()
    }

    /// Tests whether the shape is made of parts.
    fn is_composite(&self) -> bool {
        self.as_composite().is_some()
    }

    /// Returns the points and directions whose hull the shape is, and the radius by which that hull
    /// is rounded.
    fn outline(&self) -> Option<Content<Self::Precise>> {
        self.content(&DoubleDouble::new)
    }

    /// Tests exactly whether a disc, cylinder or cone and a polytope, line, plane or half-space
    /// share a point.
    fn sliced_meet(&self, other: &Self) -> Option<bool> {
        self.kind().sliced_meet(other).or_else(|| other.kind().sliced_meet(self))
    }

    /// Tests whether the coordinates of the two shapes differ so much in size that double-double
    /// precision loses the position of the smaller ones.
    fn is_spread(&self, other: &Self) -> bool {
        /// Ratio of sizes, in binary digits, beyond which a difference loses half of its digits or
        /// more.
        const SPREAD: i32 = 40;
        let size = |p: &Self::Precise| exponent_of(p.lift::<Self::Vector>(&Float::to_f64));
        let sizes = |shape: &Self| {
            let outline = shape.outline()?;
            let own = exponent([outline.radius.to_f64()]);
            let sizes = || outline.points.iter().filter_map(size).chain(own);
            Some([sizes().min()?, sizes().max()?])
        };
        let both = [self, other].into_iter().filter_map(sizes);
        both.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)]).is_some_and(|[low, high]| high - low > SPREAD)
    }

    // Shapes around an arc.

    /// Returns the shape as a tube.
    fn tube(&self) -> Option<Tube<Self::Precise>> {
        self.kind().tube()
    }

    /// Returns the intervals of a line within a distance of the shape, if they have a closed form.
    fn curved_spans(
        &self,
        line: &Line<Self::Precise>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<Self::Precise>>> {
        self.kind().curved_spans(line, within)
    }
}

/// Returns the exponent of the largest number of a box corner. A box about the largest numbers may
/// end beyond the largest `f64`.
fn reach_exponent<V: Vector<Scalar = f64>>(end: V) -> Option<i32> {
    exponent((0..V::DIM).map(|i| end.get(i).clamp(-f64::MAX, f64::MAX)))
}

/// A shape of a kind that exists in both dimensions.
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
    /// Returns the number of parts that bound the shape.
    fn len(&self) -> usize;

    /// Returns the part with this index.
    fn part(&self, i: usize) -> A;

    /// Tests whether a part shares a point with a shape. For parts with rounded numbers, the result
    /// is that of the unrounded part.
    fn part_meets(&self, i: usize, other: &A) -> bool {
        self.part(i).intersects(other)
    }

    /// Returns the bounding box of a part, if it is bounded.
    fn part_bounds(&self, i: usize) -> Option<Aabb<A::Vector>>;

    /// Returns a BVH over the parts, whose boxes contain them, if the shape has one.
    fn tree(&self) -> Option<Tree<'_>> {
        None
    }

    /// Returns a part nearly as close to a point as any, if the shape has a BVH.
    fn nearly_nearest(&self, _: A::Vector) -> Option<usize> {
        None
    }

    /// Returns two parts, one of each shape, that meet, if any do. Returns `None` if parts must be
    /// tested one by one.
    fn meeting_parts_of(&self, _: &A) -> Option<Vec<[usize; 2]>> {
        None
    }

    /// Returns the two closest parts, one of each shape, for disjoint shapes. Returns `None` if
    /// parts must be tested one by one.
    fn nearest_parts_of(&self, _: &A) -> Option<[usize; 2]> {
        None
    }

    /// Returns the bounding box of the whole, if it is bounded.
    fn bounds(&self) -> Option<Aabb<A::Vector>>;

    /// Tests exactly whether the shape contains the point.
    fn holds(&self, p: A::Vector) -> bool;

    /// Tests whether a part has the outside on one side.
    fn is_bordering(&self, _: usize) -> bool {
        true
    }

    /// Returns the pieces of a part that have the outside on one side.
    fn border(&self, i: usize) -> Vec<A> {
        alloc::vec![self.part(i)]
    }

    /// Returns the pieces of the part borders that bound the whole, if they are not all of them.
    fn boundary(&self) -> Option<A> {
        None
    }

    /// Returns a point of each bounded connected component.
    fn roots(&self) -> Vec<A::Vector>;

    /// Tests whether the shape has an inside.
    fn is_solid(&self) -> bool;

    /// Tests whether the shape is exactly the union of its parts.
    fn is_union(&self) -> bool {
        false
    }

    /// Returns the intervals of a line in a union that computes them more precisely than part by
    /// part.
    fn whole_spans(&self, _: &Line<A::Precise>) -> Option<Vec<Span<A::Precise>>> {
        None
    }

    /// For a union that knows its boundary, returns the distance of an inner point from the
    /// boundary, and the closest point there.
    fn depth(&self, _: A::Vector) -> Option<(f64, A::Vector)> {
        None
    }
}
