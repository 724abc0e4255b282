//! What the protocol asks of the shapes of either dimension.

use super::request::Angular;
use barycast::any::{NoAnswer, Shape2, Shape3};
use barycast::cast::CastOptions;
use barycast::intersection::Common;
use barycast::question::{Closest, Hit, Impact, Manifold, Penetration, Position};
use barycast::shape::{Aabb, Line, Plane, Point, Ray, Segment};
use barycast::solid_angle::SolidAngle;
use barycast::turning::Turning;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};
use serde::Serialize;

/// [`Shape2`] or [`Shape3`] of `f64`.
pub(crate) trait AnyShape:
    Serialize
    + From<Point<Self::Vector>>
    + From<Segment<Self::Vector>>
    + From<Ray<Self::Vector>>
    + From<Line<Self::Vector>>
    + From<Plane<Self::Vector>>
    + From<Aabb<Self::Vector>>
{
    type Vector: Vector<Scalar = f64>;
    /// As in the table's rows.
    const DIMENSIONS: &'static str;

    fn name(&self) -> &'static str;
    /// The shapes of which a compound is made, and of any other shape itself.
    fn parts(&self) -> Vec<&Self>;
    fn as_point(&self) -> Option<Self::Vector>;
    fn intersects(&self, other: &Self) -> bool;
    fn are_polytopes(&self, other: &Self) -> bool;
    fn closest(&self, other: &Self) -> Closest<Self::Vector>;
    fn signed_distance(&self, point: Self::Vector) -> f64;
    fn cast(&self, other: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<Self::Vector>>, NoAnswer>;
    fn casts(&self, other: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<Self::Vector>>, NoAnswer>;
    fn contains(&self, other: &Self) -> Result<bool, NoAnswer>;
    fn sweep(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer>;
    /// `None` when the angular velocity is of the other dimension.
    fn sweep_turning(
        &self,
        other: &Self,
        velocity: Self::Vector,
        angular: Angular,
        center: Self::Vector,
        max_t: f64,
    ) -> Option<TurningImpact<Self::Vector>>;
    fn manifold(&self, other: &Self) -> Result<Option<Manifold<Self::Vector>>, NoAnswer>;
    #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
    fn contact_and_manifold(
        &self,
        other: &Self,
    ) -> Result<Option<(Penetration<Self::Vector>, Manifold<Self::Vector>)>, NoAnswer>;
    fn span(&self, other: &Self) -> Result<Option<(f64, f64)>, NoAnswer>;
    fn intersection(&self, other: &Self) -> Result<Option<Common<Self::Vector>>, NoAnswer>;
    fn classify(&self, other: &Self) -> Result<Position, NoAnswer>;
    fn barycentric(&self, other: &Self) -> Result<[f64; 3], NoAnswer>;
    /// `None` of a shape without a closed form.
    fn solid_angle(&self, eye: Self::Vector) -> Option<f64>;
}

/// When they first touch, and by how much that may be early.
type TurningImpact<V> = Result<Option<(Impact<V>, f64)>, NoAnswer>;

macro_rules! any_shape {
    ($($Any:ident $V:ident $dimensions:literal $Angular:ident |$w:ident| $angular:expr, $($Seen:ident)*;)*) => {$(
        impl AnyShape for $Any<$V> {
            type Vector = $V;
            const DIMENSIONS: &'static str = $dimensions;

            fn name(&self) -> &'static str {
                $Any::name(self)
            }

            fn parts(&self) -> Vec<&Self> {
                match self {
                    $Any::Compound(compound) => compound.shapes().iter().flat_map(AnyShape::parts).collect(),
                    other => vec![other],
                }
            }

            fn as_point(&self) -> Option<$V> {
                if let $Any::Point(Point(point)) = self { Some(*point) } else { None }
            }

            fn intersects(&self, other: &Self) -> bool {
                $Any::intersects(self, other)
            }

            fn are_polytopes(&self, other: &Self) -> bool {
                $Any::are_polytopes(self, other)
            }

            fn closest(&self, other: &Self) -> Closest<$V> {
                $Any::closest(self, other)
            }

            fn signed_distance(&self, point: $V) -> f64 {
                $Any::signed_distance(self, point)
            }

            fn cast(&self, other: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<$V>>, NoAnswer> {
                $Any::cast(self, other, options)
            }

            fn casts(&self, other: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<$V>>, NoAnswer> {
                $Any::casts(self, other, options)
            }

            fn contains(&self, other: &Self) -> Result<bool, NoAnswer> {
                $Any::contains(self, other)
            }

            fn sweep(&self, other: &Self, velocity: $V, max_t: f64) -> Result<Option<Impact<$V>>, NoAnswer> {
                $Any::sweep(self, other, velocity, max_t)
            }

            fn sweep_turning(
                &self,
                other: &Self,
                velocity: $V,
                angular: Angular,
                center_of_rotation: $V,
                max_t: f64,
            ) -> Option<TurningImpact<$V>> {
                let Angular::$Angular($w) = angular else { return None };
                let motion = Turning { velocity, angular_velocity: $angular, center_of_rotation };
                Some($Any::sweep_turning(self, other, &motion, max_t))
            }

            fn manifold(&self, other: &Self) -> Result<Option<Manifold<$V>>, NoAnswer> {
                $Any::manifold(self, other)
            }

            fn contact_and_manifold(
                &self,
                other: &Self,
            ) -> Result<Option<(Penetration<$V>, Manifold<$V>)>, NoAnswer> {
                $Any::contact_and_manifold(self, other)
            }

            fn span(&self, other: &Self) -> Result<Option<(f64, f64)>, NoAnswer> {
                $Any::span(self, other)
            }

            fn intersection(&self, other: &Self) -> Result<Option<Common<$V>>, NoAnswer> {
                $Any::intersection(self, other)
            }

            fn classify(&self, other: &Self) -> Result<Position, NoAnswer> {
                $Any::classify(self, other)
            }

            fn barycentric(&self, other: &Self) -> Result<[f64; 3], NoAnswer> {
                $Any::barycentric(self, other)
            }

            fn solid_angle(&self, eye: $V) -> Option<f64> {
                match self {
                    $($Any::$Seen(shape) => Some(shape.solid_angle(eye)),)*
                    _ => None,
                }
            }
        }
    )*};
}
any_shape! {
    Shape2 DVec2 "2D" Number |w| w, Segment Sphere;
    Shape3 DVec3 "3D" Vector |w| DVec3::from_array(w),
        Sphere Disc Triangle Parallelogram FlatPolygon Aabb Obb Tetrahedron;
}
