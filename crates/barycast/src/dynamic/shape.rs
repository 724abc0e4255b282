//! What the algorithms of this folder know of a shape of any kind: [`Shape2`](super::any::Shape2) of `DVec2` and
//! [`Shape3`](super::any::Shape3) of `DVec3`.
//!
//! All algorithms are generic functions over [`DynamicShape`] and import nothing above this file. What a shape says about itself is in
//! its file in `kinds/`; `forward.rs` matches the enums.

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
    // Queries, answered by whatever algorithm the pair has.

    /// They share a point.
    fn intersects(&self, other: &Self) -> bool;

    /// The shortest way, rounded once.
    fn closest_precisely(&self, other: &Self) -> Closest<Self::Vector>;

    /// The distance of a point from its boundary, negative inside.
    fn signed_distance(&self, p: Self::Vector) -> f64;

    /// It has an inside.
    fn is_solid(&self) -> bool;

    /// The shortest way, by whoever answers the pair.
    fn closest_over(&self, other: &Self) -> Closest<Self::Precise>;

    /// The signed distance, by whoever answers the shape; of composites rounded.
    fn signed_over(&self, p: Self::Precise) -> DoubleDouble;

    /// The stretches of a line in it, in order.
    fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// The same of a shape and a line of any size.
    fn spans_at_any_size(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;

    /// The distance of a point inside from the boundary, of convex shapes without sides.
    fn depth(&self, p: Self::Precise) -> DoubleDouble;

    /// They share a point, exactly; `None` when one is round, or both are unbounded.
    fn polytopes_meet(&self, other: &Self) -> Option<bool>;

    /// They share a point while the other moves by `velocity` until `max_t`: exactly, of polytopes, grown or not, and of one
    /// of them and a plane or half-space; `None` of other pairs.
    fn swept_meet(&self, other: &Self, velocity: Self::Vector, max_t: f64) -> Option<bool>;

    /// The shortest way between two polytopes, grown or not, or a polytope and a plane or half-space, or a point that they share:
    /// from exact numbers, each rounded once, so that it may be as short as numbers get, and its ends lie on the shapes
    /// beside corners that are as far as numbers get.
    fn way(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// It, where both dimensions have its kind.
    fn shared(&self) -> Option<Shared<'_, Self>>;

    /// Its name in the query protocol; `custom` for the user's own.
    fn name(&self) -> &'static str;

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
    fn precise_range(&self) -> Option<Range<Self::Precise>> {
        match self.shared()? {
            Shared::Line(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            Shared::Ray(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            Shared::Segment(a) => Some(Range::of(&a.lift::<Self::Precise>(&DoubleDouble::new), None)),
            _ => None,
        }
    }

    /// It is a line, ray or segment of numbers that are not finite.
    fn is_line_without_numbers(&self) -> bool {
        let are_finite = match self.shared() {
            Some(Shared::Line(a)) => [a.origin, a.direction].map(is_finite),
            Some(Shared::Ray(a)) => [a.origin, a.direction].map(is_finite),
            Some(Shared::Segment(a)) => [a.a, a.b].map(is_finite),
            _ => [true; 2],
        };
        are_finite != [true; 2]
    }

    /// Where on the shape its hits are: `uv` and `triangle`.
    fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]) -> ();

    /// It, moved; `None` beyond all numbers.
    fn translated(&self, by: Self::Vector) -> Option<Self>;

    /// All points within a radius of it; `None` of what is not convex.
    fn rounded_by(&self, radius: f64) -> Option<Self> {
        deformed::rounded(self.clone(), radius).ok()
    }

    // What it is.

    /// Itself as one of its kind.
    fn kind(&self) -> &dyn Kind<Self>;

    /// Itself as a composite.
    fn as_composite(&self) -> Option<&dyn Composite<Self>>;

    /// The points and directions whose hull it is, and by how much that is grown, over numbers of any kind; `None` of shapes that
    /// are not hulls of balls.
    fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<Over<Self, N>>>;

    /// A composite that is convex as a hull or wedge, or the only shape of a compound.
    fn as_hull(&self) -> Option<Self> {
        self.deform().as_hull()
    }

    // Where it is.

    /// A point of it, for bounded shapes; unbounded ones never lie inside a composite.
    fn anchor(&self) -> Option<Self::Vector> {
        self.as_composite().map_or_else(|| self.kind().anchor(), |parts| parts.roots().first().copied())
    }

    /// A box that certainly holds it, for bounded shapes.
    fn outer_bounds(&self) -> Option<Aabb<Self::Vector>> {
        self.as_composite().map_or_else(|| self.kind().outer_bounds(), Composite::bounds)
    }

    /// Half-spaces that hold it, of shapes that are flatter than their boxes: as pairs of a normal and a distance.
    fn planes(&self) -> Vec<(Self::Vector, f64)> {
        self.kind().planes()
    }

    /// A box such that its points lie within a radius of it, for bounded shapes.
    fn core_bounds(&self) -> Option<(Aabb<Self::Vector>, f64)> {
        self.kind().core_bounds().or_else(|| self.outer_bounds().map(|bounds| (bounds, 0.0)))
    }

    /// A line, ray or segment as a stretch of a line: the direction of a segment is rounded.
    fn as_range(&self) -> Option<Range<Self::Vector>> {
        self.kind().as_range()
    }

    /// The exponent of its largest coordinate or length; of a composite of that of its box, or of its largest part.
    fn size_exponent(&self) -> Option<i32> {
        let Some(parts) = self.as_composite() else { return self.kind().size_exponent() };
        match parts.bounds() {
            Some(b) => reach_exponent(b.min).max(reach_exponent(b.max)),
            None => (0..parts.len()).filter_map(|i| parts.part(i).size_exponent()).max(),
        }
    }

    /// All lengths times `2^e`, and its free direction at ordinary size.
    fn scaled(&self, e: i32) -> Self {
        if e == 0 && self.is_composite() {
            return self.clone();
        }
        // Else in two steps: the power of two itself may be no number.
        self.kind().scaled(e).unwrap_or_else(|| {
            [e / 2, e - e / 2].into_iter().fold(self.clone(), |shape, e| {
                stretched(shape.clone(), Self::Vector::splat(shifted(1.0, e))).unwrap_or(shape)
            })
        })
    }

    // As a convex shape.

    /// What it is made of; `None` of composites and of what has no bounds.
    fn body(&self) -> Option<Body<Self::Precise>> {
        self.kind().body()
    }

    /// A bounded shape as floats see it; `None` of the user's own, and of what loses digits there.
    fn plain(&self) -> Option<Plain<'_, Self::Vector>> {
        self.kind().plain()
    }

    /// A convex shape without bounds.
    fn unbounded(&self) -> Option<Unbounded<Self::Precise>> {
        self.kind().unbounded()
    }

    /// The half-spaces whose common set it is, of polytopes.
    fn sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>> {
        self.kind().sides()
    }

    /// The half-spaces whose common set it is, of polytopes, planes and half-spaces.
    fn flat_sides(&self) -> Option<Vec<HalfSpace<Self::Precise>>> {
        self.kind().flat_sides()
    }

    /// By which part of their coordinates its points may be off.
    fn rounding(&self) -> DoubleDouble {
        self.kind().rounding()
    }

    /// Its point nearest to another, where that has a closed form.
    fn nearest_point(&self, p: Self::Precise) -> Option<Self::Precise> {
        self.kind().nearest_point(p)
    }

    /// The axis about which it is round, of what is.
    fn axis(&self) -> Option<Line<Self::Precise>> {
        self.kind().axis()
    }

    /// Of a rounded shape, what is rounded, and by how much.
    fn rounded(&self) -> Option<(&Self, DoubleDouble)> {
        self.kind().rounded()
    }

    /// The stretch of a line in it, of shapes with a closed form for it.
    #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
    fn closed_span(&self, line: &Line<Self::Precise>) -> Option<Option<Span<Self::Precise>>> {
        self.kind().closed_span(line)
    }

    /// The signed distance, by whoever answers the shape; of a plane the distance.
    fn precise_signed(&self, p: Self::Precise) -> DoubleDouble {
        let signed = self.signed_over(p);
        let is_plane = self.kind().as_half_space().is_some_and(|(_, solid)| !solid);
        if is_plane { Ring::abs(signed) } else { signed }
    }

    /// Of an ellipsoid that is not flat a convex function, 0 on its boundary and negative inside.
    fn level(&self, p: Self::Precise) -> Option<DoubleDouble> {
        self.kind().level(p)
    }

    /// It is one of the round shapes that no other part of the library knows.
    fn is_round(&self) -> bool {
        self.kind().is_round()
    }

    /// It is a polytope, grown or not.
    fn is_exact(&self) -> bool {
        self.outline().is_some()
    }

    /// What polytopes it holds, grown or not, is decided exactly elsewhere.
    fn holds_exactly(&self) -> bool {
        self.kind().holds_exactly()
    }

    /// It is made of parts.
    fn is_composite(&self) -> bool {
        self.as_composite().is_some()
    }

    /// The points and directions whose hull it is, and by how much that is grown.
    fn outline(&self) -> Option<Content<Self::Precise>> {
        self.content(&DoubleDouble::new)
    }

    /// They share a point, exactly, of a disc, cylinder or cone and a polytope, a line, a plane or a half-space.
    fn sliced_meet(&self, other: &Self) -> Option<bool> {
        self.kind().sliced_meet(other).or_else(|| other.kind().sliced_meet(self))
    }

    /// Corners of the two are so much farther out than others that double-double precision loses where the others are.
    fn is_spread(&self, other: &Self) -> bool {
        /// Beside what is so many binary digits larger, a way loses half of the digits, and more.
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

    // As a shape around an arc.

    /// Itself as a tube.
    fn tube(&self) -> Option<Tube<Self::Precise>> {
        self.kind().tube()
    }

    /// The stretches of a line within a distance of it, where they have a closed form.
    fn curved_spans(
        &self,
        line: &Line<Self::Precise>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<Self::Precise>>> {
        self.kind().curved_spans(line, within)
    }
}

/// The exponent of the largest number of an end of a box: a box about the largest numbers may end beyond all.
fn reach_exponent<V: Vector<Scalar = f64>>(end: V) -> Option<i32> {
    exponent((0..V::DIM).map(|i| end.get(i).clamp(-f64::MAX, f64::MAX)))
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
