//! What the protocol asks of the shapes of either dimension.

use super::request::Angular;
use barycast::any::{NoAnswer, Shape2, Shape3};
use barycast::cast::CastOptions;
use barycast::intersection::Common;
use barycast::question::{Closest, Hit, Impact, Manifold, Penetration, Position};
use barycast::shape::{Aabb, Disc, Line, Plane, Point, Ray, Segment, Sphere};
use barycast::solid_angle::{self, SolidAngle};
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
    /// In both, one for each point of the manifold.
    fn contact_points(&self, other: &Self, manifold: &Manifold<Self::Vector>) -> Vec<Self::Vector>;
    fn span(&self, other: &Self) -> Result<Option<(f64, f64)>, NoAnswer>;
    fn intersection(&self, other: &Self) -> Result<Option<Common<Self::Vector>>, NoAnswer>;
    fn classify(&self, other: &Self) -> Result<Position, NoAnswer>;
    fn barycentric(&self, other: &Self) -> Result<[f64; 3], NoAnswer>;
    /// `None` of a shape without a closed form, and of a cone from elsewhere than its tip.
    fn solid_angle(&self, eye: Self::Vector) -> Option<f64>;
    /// `None` of what is no sphere.
    fn tangents(&self, from: Self::Vector) -> Option<Tangents<Self::Vector>>;
}

/// What lines through a point and a sphere have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangents<V> {
    pub(crate) power: f64,
    /// From the point to where a line through it touches; none inside.
    pub(crate) length: Option<f64>,
    /// The touching points, in 2D.
    pub(crate) points: Option<[V; 2]>,
}

/// When they first touch, and by how much that may be early.
type TurningImpact<V> = Result<Option<(Impact<V>, f64)>, NoAnswer>;

macro_rules! any_shape {
    ($($Any:ident $V:ident $dimensions:literal $Angular:ident |$w:ident| $angular:expr, $($Seen:ident)*,
       $from_tip:expr, $touching:expr;)*) => {$(
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
                $Any::sweep_precisely(self, other, velocity, max_t)
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
                Some($Any::sweep_turning_precisely(self, other, &motion, max_t))
            }

            fn manifold(&self, other: &Self) -> Result<Option<Manifold<$V>>, NoAnswer> {
                $Any::manifold_precisely(self, other)
            }

            fn contact_and_manifold(
                &self,
                other: &Self,
            ) -> Result<Option<(Penetration<$V>, Manifold<$V>)>, NoAnswer> {
                $Any::contact_and_manifold_precisely(self, other)
            }

            fn contact_points(&self, other: &Self, manifold: &Manifold<$V>) -> Vec<$V> {
                $Any::contact_points(self, other, manifold)
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
                    other => $from_tip(other, eye),
                }
            }

            fn tangents(&self, from: $V) -> Option<Tangents<$V>> {
                let $Any::Sphere(sphere) = self else { return None };
                let points = $touching(sphere, from);
                Some(Tangents { power: sphere.power(from), length: sphere.tangent_length(from), points })
            }
        }
    )*};
}
any_shape! {
    Shape2 DVec2 "2D" Number |w| w, Segment Sphere,
        |_: &Self, _| None, |sphere: &Sphere<DVec2>, from| sphere.tangent_points(from);
    Shape3 DVec3 "3D" Vector |w| DVec3::from_array(w),
        Sphere Disc Triangle Parallelogram FlatPolygon Aabb Obb Tetrahedron,
        from_tip, |_: &Sphere<DVec3>, _| None;
}

/// What a cone takes of the view from its tip.
fn from_tip(cone: &Shape3<DVec3>, eye: DVec3) -> Option<f64> {
    match cone {
        Shape3::Cone(cone) if cone.apex == eye => {
            Some(Disc::new(cone.base, cone.base - cone.apex, cone.radius).solid_angle(eye))
        }
        Shape3::InfiniteCone(cone) if cone.apex == eye => Some(solid_angle::cap(cone.angle)),
        _ => None,
    }
}
