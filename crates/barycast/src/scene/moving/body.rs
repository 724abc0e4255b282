//! What a body must be able to answer, and how any shape does.

use super::error::MovingError;
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::posed::posed_by;
use crate::dynamic::shape::DynamicShape;
use crate::frame::Pose;
use crate::number::{Float, Real};
use crate::pair::cast::CastOptions;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, SweepOptions};
use crate::scene::broad_phase::Coordinate;
use crate::shape::pose::Turn;
use crate::shape::{Aabb, Convex, Ray, ShapeError};
use crate::vector::{FloatVector, Vector};
use glam::{DVec2, DVec3};

/// Where and how two bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<V: Vector> {
    /// A point of both, up to rounding: the [`contact_point`](Shape3::contact_point) of shapes.
    pub point: V,
    /// Of length 1, from the first to the second; `None` where nothing separates them, or nobody can tell.
    pub normal_a_to_b: Option<V>,
    /// Moving the second by `normal_a_to_b * depth` takes them apart; infinite where nothing does, `None` where nobody can tell.
    pub depth: Option<V::Scalar>,
}

/// A body that others can touch. [`Shape2`] and [`Shape3`] are; a type of one's own may know fewer shapes, in `f32`, and faster.
pub trait Body: Send + Sync {
    /// The vectors it lives among.
    type Vector: FloatVector<Scalar: Coordinate>;

    /// A box that holds it; infinite where it is.
    fn bounds(&self) -> Aabb<Self::Vector>;

    /// Where they touch; `None` when they share no point. Asked only where their boxes meet.
    fn touch(&self, other: &Self) -> Option<Touch<Self::Vector>>;

    /// The first point of it on a ray, up to `max_t`.
    fn hit(
        &self,
        ray: &Ray<Self::Vector>,
        max_t: Option<<Self::Vector as Vector>::Scalar>,
    ) -> Option<Hit<Self::Vector>>;
}

/// A body that is a shape: it stands in any pose, is measured and swept. [`Shape2`] and [`Shape3`] are.
pub trait ShapeBody: Body + Clone {
    /// The body as `pose` places it; `self` is the body in its own frame. Coordinates are rounded once; a hull keeps its
    /// corners and faces.
    ///
    /// # Errors
    /// A coordinate is out of range there, or an axis rounds to a point.
    fn posed(&self, pose: &Pose<Self::Vector>) -> Result<Self, MovingError>;

    /// [`posed`](Self::posed) into a body that is no longer needed, whose memory is used again.
    ///
    /// # Errors
    /// As for [`posed`](Self::posed): then `into` may be any body.
    fn posed_into(&self, pose: &Pose<Self::Vector>, into: &mut Self) -> Result<(), MovingError> {
        *into = self.posed(pose)?;
        Ok(())
    }

    /// They share a point; touching counts.
    fn meets(&self, other: &Self) -> bool;

    /// The shortest way between them; of distance 0 where they share a point.
    fn nearest(&self, other: &Self) -> Closest<Self::Vector>;

    /// The points at which they hold each other; `None` when they share no point, or nobody can tell.
    fn held_at(&self, other: &Self) -> Option<Manifold<Self::Vector>>;

    /// When `other`, moving by `t * velocity`, first comes as near as the options say, `0 <= t <= max_t`; never late. `None` when
    /// it does not.
    fn touched_by(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: <Self::Vector as Vector>::Scalar,
        options: &SweepOptions<<Self::Vector as Vector>::Scalar>,
    ) -> Option<Impact<Self::Vector>>;
}

impl<V: FloatVector> Touch<V> {
    /// Of a contact, at a point of both shapes, which the `contact_point` of most shapes is.
    pub fn at(point: V, contact: &Penetration<V>) -> Self {
        Self { point, normal_a_to_b: contact.normal_a_to_b, depth: Some(contact.depth) }
    }
}

/// The box of what has none.
fn everywhere<V: FloatVector<Scalar = f64>>() -> Aabb<V> {
    let infinity = Real::infinity(f64::ONE);
    Aabb { min: V::splat(-infinity), max: V::splat(infinity) }
}

/// A touch of which nothing but a shared point is known.
fn somewhere<V: Vector>(point: V) -> Touch<V> {
    Touch { point, normal_a_to_b: None, depth: None }
}

/// The error of a shape that has no image.
fn not_placed(field: &'static str) -> MovingError {
    let must = "be where all coordinates are in range and no axis rounds to a point";
    MovingError::NotPlaced(ShapeError { field, must, got: None })
}

/// A hull in a pose, in the memory of another.
fn turned_into<V: FloatVector<Scalar = f64>>(
    hull: &Convex<V>,
    pose: &Pose<V>,
    into: &mut Convex<V>,
) -> Result<(), MovingError> {
    let is_in_range = hull.turned_into(&Turn::new(pose.axes().as_ref(), pose.translation()), into);
    if is_in_range { Ok(()) } else { Err(not_placed("translation")) }
}

macro_rules! any_shape {
    ($($Any:ident $V:ident)*) => {$(
        impl Body for $Any<$V> {
            type Vector = $V;

            fn bounds(&self) -> Aabb<$V> {
                self.outer_bounds().unwrap_or_else(everywhere)
            }

            fn touch(&self, other: &Self) -> Option<Touch<$V>> {
                match self.contact(other) {
                    Ok(contact) => contact.map(|c| Touch::at(self.contact_point(other, &c), &c)),
                    Err(_) => self.intersects(other).then(|| somewhere(self.closest_precisely(other).on_a)),
                }
            }

            fn hit(&self, ray: &Ray<$V>, max_t: Option<f64>) -> Option<Hit<$V>> {
                let options = CastOptions { max_t, ..CastOptions::default() };
                Self::from(*ray).cast(self, &options).ok().flatten()
            }
        }

        impl ShapeBody for $Any<$V> {
            fn posed(&self, pose: &Pose<$V>) -> Result<Self, MovingError> {
                posed_by(self, pose).map_err(|error| not_placed(error.field))
            }

            fn posed_into(&self, pose: &Pose<$V>, into: &mut Self) -> Result<(), MovingError> {
                match (self, &mut *into) {
                    (Self::Convex(hull), Self::Convex(place)) => turned_into(hull, pose, place),
                    _ => ShapeBody::posed(self, pose).map(|posed| *into = posed),
                }
            }

            fn meets(&self, other: &Self) -> bool {
                self.intersects(other)
            }

            fn nearest(&self, other: &Self) -> Closest<$V> {
                self.closest_precisely(other)
            }

            fn held_at(&self, other: &Self) -> Option<Manifold<$V>> {
                self.manifold(other).ok().flatten()
            }

            fn touched_by(
                &self,
                other: &Self,
                velocity: $V,
                max_t: f64,
                options: &SweepOptions<f64>,
            ) -> Option<Impact<$V>> {
                self.sweep_with(other, velocity, max_t, options).ok().flatten()
            }
        }
    )*};
}
any_shape!(Shape2 DVec2 Shape3 DVec3);
