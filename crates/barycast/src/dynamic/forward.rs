//! [`Shape2`] and [`Shape3`] as a [`DynamicShape`]: each method is the shape's own of the same name.

use super::any::{Shape2, Shape3};
use super::arc::Tube;
use super::composite::Composite;
use super::contains::hull::Content;
use super::convex_body::{Body, Plain, Unbounded};
use super::no_answer::NoAnswer;
use super::shape::{DynamicShape, Shared};
use crate::convex::form::AsConvex;
use crate::number::DoubleDouble;
use crate::pair::cast::Range;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, Span};
use crate::shape::{Aabb, HalfSpace, Line};
use crate::vector::{V2, V3};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Calls the shape's own methods.
macro_rules! forward {
    ($Any:ident $Vector:ty, $Precise:ty; $(fn $name:ident($($argument:ident: $Of:ty),*) -> $Answer:ty;)*) => {
        impl DynamicShape for $Any<$Vector> {
            type Vector = $Vector;
            type Precise = $Precise;

            fn shared(&self) -> Option<Shared<'_, Self>> {
                Some(match self {
                    Self::Point(a) => Shared::Point(a),
                    Self::Line(a) => Shared::Line(a),
                    Self::Ray(a) => Shared::Ray(a),
                    Self::Segment(a) => Shared::Segment(a),
                    Self::Plane(a) => Shared::Plane(a),
                    Self::HalfSpace(a) => Shared::HalfSpace(a),
                    Self::Sphere(a) => Shared::Sphere(a),
                    Self::Aabb(a) => Shared::Aabb(a),
                    Self::Obb(a) => Shared::Obb(a),
                    Self::Capsule(a) => Shared::Capsule(a),
                    Self::Ellipsoid(a) => Shared::Ellipsoid(a),
                    Self::Triangle(a) => Shared::Triangle(a),
                    Self::Parallelogram(a) => Shared::Parallelogram(a),
                    Self::Convex(_) => Shared::Convex,
                    Self::TaperedCapsule(a) => Shared::TaperedCapsule(a),
                    Self::Voxels(a) => Shared::Voxels(a),
                    Self::Rounded(a) => Shared::Rounded(a),
                    Self::Scaled(a) => Shared::Scaled(a),
                    _ => return None,
                })
            }

            $(fn $name(&self, $($argument: $Of),*) -> $Answer {
                $Any::$name(self, $($argument),*)
            })*
        }
    };
}

/// The methods of the trait.
macro_rules! methods {
    ($($Any:ident $Vector:ty, $Precise:ty;)*) => {
        $(forward! { $Any $Vector, $Precise;
            fn intersects(other: &Self) -> bool;
            fn closest_precisely(other: &Self) -> Closest<$Vector>;
            fn spans_at_any_size(line: &Line<$Precise>) -> Vec<Span<$Precise>>;
            fn signed_distance(p: $Vector) -> f64;
            fn name() -> &'static str;
            fn signed_over(point: $Precise) -> DoubleDouble;
            fn closest_of_parts(other: &Self) -> Option<Closest<$Vector>>;
            fn contact_over(other: &Self, meets: bool) -> Option<Option<Penetration<$Precise>>>;
            fn contact_precisely(other: &Self) -> Result<Option<Penetration<$Vector>>, NoAnswer>;
            fn manifold_precisely(other: &Self) -> Result<Option<Manifold<$Vector>>, NoAnswer>;
            fn sweep_precisely(other: &Self, velocity: $Vector, max_t: f64) -> Result<Option<Impact<$Vector>>, NoAnswer>;
            fn separated(other: &Self) -> Penetration<$Vector>;
            fn held(other: &Self, contact: &Penetration<$Vector>) -> Manifold<$Vector>;
            fn comes_before(other: &Self) -> bool;
            fn precisely_convex() -> Option<Box<dyn AsConvex<Vector = $Precise>>>;
            fn precise_range() -> Option<Range<$Precise>>;
            fn is_endless_line() -> bool;
            fn add_details(line: &Line<$Precise>, hits: &mut [Hit<$Precise>]) -> ();
            fn as_hull() -> Option<Self>;
            fn translated(by: $Vector) -> Option<Self>;
            fn rounded_by(radius: f64) -> Option<Self>;
            fn at_ordinary_size(other: &Self) -> Option<(Self, Self, i32)>;
            fn wholly_at_ordinary_size(other: &Self) -> Option<(Self, Self, i32)>;
            fn parts_at_ordinary_size(other: &Self) -> Option<(Self, Self, i32)>;
            fn spans(line: &Line<$Precise>) -> Vec<Span<$Precise>>;
            fn brought_from(size: Option<i32>, other: &Self) -> Option<(Self, Self, i32)>;
            fn size_with(other: &Self) -> Option<i32>;
            fn with_ordinary_direction(other: &Self) -> Option<(Self, Self, i32)>;
            fn within_reach(other: &Self) -> Option<(Self, Self, i32)>;
            fn parameter_shift(e: i32) -> i32;
            fn brought_near(other: &Self) -> Option<(Self, Self, $Vector)>;
            fn is_solid() -> bool;
            fn as_composite() -> Option<&dyn Composite<Self>>;
            fn anchor() -> Option<$Vector>;
            fn outer_bounds() -> Option<Aabb<$Vector>>;
            fn planes() -> Vec<($Vector, f64)>;
            fn core_bounds() -> Option<(Aabb<$Vector>, f64)>;
            fn as_range() -> Option<Range<$Vector>>;
            fn body() -> Option<Body<$Precise>>;
            fn plain() -> Option<Plain<'_, $Vector>>;
            fn unbounded() -> Option<Unbounded<$Precise>>;
            fn sides() -> Option<Vec<HalfSpace<$Precise>>>;
            fn rounding() -> DoubleDouble;
            fn nearest_point(p: $Precise) -> Option<$Precise>;
            fn depth(p: $Precise) -> DoubleDouble;
            fn axis() -> Option<Line<$Precise>>;
            fn rounded() -> Option<(&Self, DoubleDouble)>;
            fn closed_span(line: &Line<$Precise>) -> Option<Option<Span<$Precise>>>;
            fn closest_over(other: &Self) -> Closest<$Precise>;
            fn precise_signed(p: $Precise) -> DoubleDouble;
            fn level(p: $Precise) -> Option<DoubleDouble>;
            fn is_round() -> bool;
            fn is_exact() -> bool;
            fn holds_exactly() -> bool;
            fn is_composite() -> bool;
            fn flat_sides() -> Option<Vec<HalfSpace<$Precise>>>;
            fn outline() -> Option<Content<$Precise>>;
            fn polytopes_meet(other: &Self) -> Option<bool>;
            fn sliced_meet(other: &Self) -> Option<bool>;
            fn swept_meet(other: &Self, velocity: $Vector, max_t: f64) -> Option<bool>;
            fn way(other: &Self) -> Option<Closest<$Vector>>;
            fn is_spread(other: &Self) -> bool;
            fn tube() -> Option<Tube<$Precise>>;
            fn curved_spans(line: &Line<$Precise>, within: DoubleDouble) -> Option<Vec<Span<$Precise>>>;
        })*
    };
}
methods! {
    Shape2 DVec2, V2<DoubleDouble>;
    Shape3 DVec3, V3<DoubleDouble>;
}
