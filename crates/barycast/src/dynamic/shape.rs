//! Operations of a shape of any kind that the algorithms of this folder use:
//! [`Shape2`](super::any::Shape2) of `DVec2` and [`Shape3`](super::any::Shape3) of `DVec3`.
//!
//! All algorithms are generic functions over [`DynamicShape`] and import nothing above this file.
//! The properties of a shape are in its file in `kinds/`; `forward.rs` matches the enums.

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

/// Shape of any kind, of two or three dimensions.
pub(crate) trait DynamicShape: WideShape {
    // Queries, dispatched to the algorithm of the pair.

    /// Tests whether the shapes share a point.
    fn intersects(&self, other: &Self) -> bool;

    /// Returns the shortest way, rounded once.
    fn closest_precisely(&self, other: &Self) -> Closest<Self::Vector>;

    /// Returns the distance of a point from its boundary, negative inside.
    fn signed_distance(&self, p: Self::Vector) -> f64;

    /// Tests whether it has an interior.
    fn is_solid(&self) -> bool;

    /// Returns the shortest way, by the algorithm of the pair.
    fn closest_over(&self, other: &Self) -> Closest<Self::Precise>;

    /// Returns the signed distance, by the algorithm of the shape; rounded for composites.
    fn signed_over(&self, p: Self::Precise) -> DoubleDouble;

    /// Returns the spans of a line in it, in order.
    fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// Does the same for a shape and a line of any size.
    fn spans_at_any_size(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// Returns the distance of a point inside from the boundary, for convex shapes without sides.
    fn depth(&self, p: Self::Precise) -> DoubleDouble;

    /// Tests whether they share a point, exactly; `None` if one is round, or both are unbounded.
    fn polytopes_meet(&self, other: &Self) -> Option<bool>;

    /// Tests whether they share a point while the other moves by `velocity` until `max_t`. Exact
    /// for polytopes, grown or not, and for one of them and a plane or half-space; `None` for other
    /// pairs.
    fn swept_meet(&self, other: &Self, velocity: Self::Vector, max_t: f64) -> Option<bool>;

    /// Returns the shortest way between two polytopes, grown or not, or between a polytope and a
    /// plane or half-space, or a point that they share. It is computed in exact numbers, each
    /// rounded once, so it may be as short as the smallest number, and its ends are on the shapes
    /// even beside corners at the largest numbers.
    fn way(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// Returns it as a kind that both dimensions have.
    fn shared(&self) -> Option<Shared<'_, Self>>;

    /// Returns its name in the query protocol; `custom` for custom shapes.
    fn name(&self) -> &'static str;

    /// Returns the shortest way, if one of the shapes is made of parts.
    fn closest_of_parts(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// Returns the least translation that separates two shapes, given whether they intersect.
    /// Returns `None` if the table does not define it, and for shapes that are not one body.
    #[allow(clippy::option_option, reason = "no answer, no contact, a contact")]
    fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<Self::Precise>>>;

    /// Returns the least translation that separates the shapes, rounded once.
    fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<Self::Vector>>, NoAnswer>;

    /// Returns the contact manifold, rounded once.
    fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<Self::Vector>>, NoAnswer>;

    /// Returns the first touch of a moving shape, rounded once.
    fn sweep_precisely(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer>;

    /// Returns the least translation that separates two shapes, one of which is not convex.
    fn separated(&self, other: &Self) -> Penetration<Self::Vector>;

    /// Returns the contact manifold of the parts once the two are separated by a contact.
    fn held(&self, other: &Self, contact: &Penetration<Self::Vector>) -> Manifold<Self::Vector>;

    /// Orders two shapes, for queries whose result must not depend on the order of the arguments.
    fn comes_before(&self, other: &Self) -> bool;

    /// Returns the shape for iterative algorithms in double-double precision; `None` for
    /// composites.
    fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = Self::Precise>>>;

    /// Returns the line of a line, ray or segment, with its range, in double-double precision.
    fn precise_range(&self) -> Option<Range<Self::Precise>> {
        match self.shared()? {
            Shared::Line(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            Shared::Ray(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            Shared::Segment(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            _ => None,
        }
    }

    /// Tests whether it is a line, ray or segment with numbers that are not finite.
    fn is_line_without_numbers(&self) -> bool {
        let are_finite = match self.shared() {
            Some(Shared::Line(a)) => [a.origin, a.direction].map(is_finite),
            Some(Shared::Ray(a)) => [a.origin, a.direction].map(is_finite),
            Some(Shared::Segment(a)) => [a.a, a.b].map(is_finite),
            _ => [true; 2],
        };
        are_finite != [true; 2]
    }

    /// Sets the place of hits on the shape: `uv` and `triangle`.
    fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]) -> ();

    /// Returns it translated, or `None` if out of range.
    fn translated(&self, by: Self::Vector) -> Option<Self>;

    /// Returns all points within a radius of it; `None` for nonconvex shapes.
    fn rounded_by(&self, radius: f64) -> Option<Self> {
        deformed::rounded(self.clone(), radius).ok()
    }

    // Kind.

    /// Returns it as one of its kind.
    fn kind(&self) -> &dyn Kind<Self>;

    /// Returns it as a composite.
    fn as_composite(&self) -> Option<&dyn Composite<Self>>;

    /// Returns the points and directions whose hull it is, and the radius by which that is grown,
    /// over numbers of any kind; `None` for shapes that are not hulls of balls.
    fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<Over<Self, N>>>;

    /// Returns a composite that is convex as a hull or wedge, or the only shape of a compound.
    fn as_hull(&self) -> Option<Self> {
        self.deform().as_hull()
    }

    // Position.

    /// Returns a point of it, for bounded shapes; unbounded ones are never inside a composite.
    fn anchor(&self) -> Option<Self::Vector> {
        self.as_composite().map_or_else(|| self.kind().anchor(), |parts| parts.roots().first().copied())
    }

    /// Returns a box that certainly contains it, for bounded shapes.
    fn outer_bounds(&self) -> Option<Aabb<Self::Vector>> {
        self.as_composite().map_or_else(|| self.kind().outer_bounds(), Composite::bounds)
    }

    /// Returns half-spaces that contain it, for shapes that are flatter than their boxes, as pairs
    /// of a normal and a distance.
    fn planes(&self) -> Vec<(Self::Vector, f64)> {
        self.kind().planes()
    }

    /// Returns a box such that its points are within a radius of it, for bounded shapes.
    fn core_bounds(&self) -> Option<(Aabb<Self::Vector>, f64)> {
        self.kind().core_bounds().or_else(|| self.outer_bounds().map(|bounds| (bounds, 0.0)))
    }

    /// Returns a line, ray or segment as a range of a line; the direction of a segment is rounded.
    fn as_range(&self) -> Option<Range<Self::Vector>> {
        self.kind().as_range()
    }

    /// Returns the exponent of its largest coordinate or length; for a composite that of its box,
    /// or of its largest part.
    fn size_exponent(&self) -> Option<i32> {
        let Some(parts) = self.as_composite() else { return self.kind().size_exponent() };
        match parts.bounds() {
            Some(b) => reach_exponent(b.min).max(reach_exponent(b.max)),
            None => (0..parts.len()).filter_map(|i| parts.part(i).size_exponent()).max(),
        }
    }

    /// Returns it with all lengths multiplied by `2^e`, and its free direction at ordinary size.
    fn scaled(&self, e: i32) -> Self {
        if e == 0 && self.is_composite() {
            return self.clone();
        }
        // Otherwise in two steps, because the power of two itself may be out of range.
        self.kind().scaled(e).unwrap_or_else(|| {
            [e / 2, e - e / 2].into_iter().fold(self.clone(), |shape, e| {
                stretched(shape.clone(), Self::Vector::splat(shifted(1.0, e))).unwrap_or(shape)
            })
        })
    }

    // Properties of a convex shape.

    /// Returns its parts; `None` for composites and for unbounded shapes.
    fn body(&self) -> Option<Body<Self::Precise>> {
        self.kind().body()
    }

    /// Returns a bounded shape in floats; `None` for custom shapes, and if floats lose digits.
    fn plain(&self) -> Option<Plain<'_, Self::Vector>> {
        self.kind().plain()
    }

    /// Returns it as an unbounded convex shape.
    fn unbounded(&self) -> Option<Unbounded<Self::Precise>> {
        self.kind().unbounded()
    }

    /// Returns the half-spaces whose intersection it is, for polytopes.
    fn sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>> {
        self.kind().sides()
    }

    /// Returns the half-spaces whose intersection it is, for polytopes, planes and half-spaces.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>> {
        self.kind().flat_sides()
    }

    /// Returns the relative error of its points, as a fraction of their coordinates.
    fn rounding(&self) -> DoubleDouble {
        self.kind().rounding()
    }

    /// Returns its point closest to another, if that has a closed form.
    fn nearest_point(&self, p: Self::Precise) -> Option<Self::Precise> {
        self.kind().nearest_point(p)
    }

    /// Returns the axis about which it is round.
    fn axis(&self) -> Option<Line<Self::Precise>> {
        self.kind().axis()
    }

    /// Returns the shape that is rounded, and the radius.
    fn rounded(&self) -> Option<(&Self, DoubleDouble)> {
        self.kind().rounded()
    }

    /// Returns the span of a line in it, for shapes with a closed form for it.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, line: &Line<Self::Precise>) -> Option<Option<Span<Self::Precise>>> {
        self.kind().closed_span(line)
    }

    /// Returns the signed distance, by the algorithm of the shape; for a plane the distance.
    fn precise_signed(&self, p: Self::Precise) -> DoubleDouble {
        let signed = self.signed_over(p);
        let is_plane = self.kind().as_half_space().is_some_and(|(_, solid)| !solid);
        if is_plane { Ring::abs(signed) } else { signed }
    }

    /// Returns a convex function, 0 on the boundary and negative inside, for an ellipsoid that is
    /// not flat.
    fn level(&self, p: Self::Precise) -> Option<DoubleDouble> {
        self.kind().level(p)
    }

    /// Tests whether it is one of the round shapes that no other part of the library handles.
    fn is_round(&self) -> bool {
        self.kind().is_round()
    }

    /// Tests whether it is a polytope, grown or not.
    fn is_exact(&self) -> bool {
        self.outline().is_some()
    }

    /// Tests whether containment of polytopes, grown or not, is decided exactly elsewhere.
    fn holds_exactly(&self) -> bool {
        self.kind().holds_exactly()
    }

    /// Tests whether it is made of parts.
    fn is_composite(&self) -> bool {
        self.as_composite().is_some()
    }

    /// Returns the points and directions whose hull it is, and the radius by which that is grown.
    fn outline(&self) -> Option<Content<Self::Precise>> {
        self.content(&DoubleDouble::new)
    }

    /// Tests exactly whether a disc, cylinder or cone shares a point with a polytope, a line, a
    /// plane or a half-space.
    fn sliced_meet(&self, other: &Self) -> Option<bool> {
        self.kind().sliced_meet(other).or_else(|| other.kind().sliced_meet(self))
    }

    /// Tests whether some corners of the two are so much farther out than others that double-double
    /// precision loses the position of the others.
    fn is_spread(&self, other: &Self) -> bool {
        /// Number of binary digits between sizes at which a length loses half of its digits or
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

    // Properties of a shape around an arc.

    /// Returns it as a tube.
    fn tube(&self) -> Option<Tube<Self::Precise>> {
        self.kind().tube()
    }

    /// Returns the spans of a line within a distance of it, if they have a closed form.
    fn curved_spans(
        &self,
        line: &Line<Self::Precise>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<Self::Precise>>> {
        self.kind().curved_spans(line, within)
    }
}

/// Returns the exponent of the largest number of an end of a box; a box around the largest numbers
/// may end beyond the range.
fn reach_exponent<V: Vector<Scalar = f64>>(end: V) -> Option<i32> {
    exponent((0..V::DIM).map(|i| end.get(i).clamp(-f64::MAX, f64::MAX)))
}

/// Shape of a kind that both dimensions have.
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
    Convex(&'a Convex<S::Vector>),
    TaperedCapsule(&'a TaperedCapsule<S::Vector>),
    Voxels(&'a Voxels<S::Vector>),
    Rounded(&'a Rounded<S, f64>),
    Scaled(&'a Scaled<S, S::Vector>),
}

/// Shape bounded by convex parts, or made of parts of any kind.
pub(crate) trait Composite<A: DynamicShape> {
    /// Returns the number of parts that bound it.
    fn len(&self) -> usize;

    /// Returns a part, by its index.
    fn part(&self, i: usize) -> A;

    /// Calls back with a part, without a copy if the parts are kept as shapes.
    fn with_part(&self, i: usize, look: &mut dyn FnMut(&A)) {
        look(&self.part(i));
    }

    /// Tests whether a part shares a point with a shape. Parts whose numbers are rounded are tested
    /// as if they were not.
    fn part_meets(&self, i: usize, other: &A) -> bool {
        self.part(i).intersects(other)
    }

    /// Returns the bounding box of a bounded part.
    fn part_bounds(&self, i: usize) -> Option<Aabb<A::Vector>>;

    /// Returns the BVH over its parts, in boxes that contain them, if it has one.
    fn tree(&self) -> Option<Tree<'_>> {
        None
    }

    /// Returns a part nearly as close to a point as the closest, if it has a BVH.
    fn nearly_nearest(&self, _: A::Vector) -> Option<usize> {
        None
    }

    /// Returns an intersecting pair of parts, one of each, if any; `None` if parts must be tested
    /// one by one.
    fn meeting_parts_of(&self, _: &A) -> Option<Vec<[usize; 2]>> {
        None
    }

    /// Returns the closest pair of parts, one of each, of disjoint shapes; `None` as above.
    fn nearest_parts_of(&self, _: &A) -> Option<[usize; 2]> {
        None
    }

    /// Returns the bounding box of all of it, if it is bounded.
    fn bounds(&self) -> Option<Aabb<A::Vector>>;

    /// Tests whether it contains the point, exactly.
    fn holds(&self, p: A::Vector) -> bool;

    /// Tests whether a part has the outside on one side.
    fn is_bordering(&self, _: usize) -> bool {
        true
    }

    /// Returns the portions of a part that have the outside on one side.
    fn border(&self, i: usize) -> Vec<A> {
        alloc::vec![self.part(i)]
    }

    /// Returns the boundary of the whole, if that is not the borders of all parts.
    fn boundary(&self) -> Option<A> {
        None
    }

    /// Returns a point of each of its bounded connected parts.
    fn roots(&self) -> Vec<A::Vector>;

    /// Tests whether it has an interior.
    fn is_solid(&self) -> bool;

    /// Tests whether it is exactly the union of its parts.
    fn is_union(&self) -> bool {
        false
    }

    /// Returns the spans of a line in a union that computes them better than part by part.
    fn whole_spans(&self, _: &Line<A::Precise>) -> Option<Vec<Span<A::Precise>>> {
        None
    }

    /// Returns the distance of a point inside from the boundary and the closest boundary point, for
    /// a union that knows its boundary.
    fn depth(&self, _: A::Vector) -> Option<(f64, A::Vector)> {
        None
    }
}
