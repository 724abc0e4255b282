//! The requirements on bodies, and their implementation for [`Shape2`] and [`Shape3`].

use super::error::MovingError;
use crate::dynamic::any::in_both_dimensions;
use crate::dynamic::floats_first::FloatsFirst;
use crate::dynamic::floats_first::parts::{self, PartContact, PartContacts};
use crate::dynamic::no_answer::NoAnswer;
use crate::dynamic::posed::posed_by;
use crate::dynamic::shape::DynamicShape;
use crate::frame::Pose;
use crate::number::{Float, Real};
use crate::pair::cast::CastOptions;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, SweepOptions};
use crate::scene::broad_phase::Coordinate;
use crate::shape::pose::RigidMap;
use crate::shape::{Aabb, Convex, Ray, ShapeError};
use crate::vector::{FloatVector, Vector};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<V: Vector> {
    /// A point of both bodies, up to rounding: the middle between the witness points of the contact
    /// if it is in both, or else a point of both near it.
    pub point: V,
    /// Unit normal from the first body to the second; `None` if no translation separates them, or
    /// if it is unknown.
    pub normal_a_to_b: Option<V>,
    /// Penetration depth: moving the second body by `normal_a_to_b * depth` separates the two.
    /// Infinite if no translation does, `None` if unknown. Of bodies made of parts (compounds,
    /// meshes, height fields, voxels) it is the greatest depth of two parts, which this translation
    /// separates; to separate the bodies may take more.
    pub depth: Option<V::Scalar>,
}

/// Details that the test for a [`Touch`] found besides it, from which manifolds follow in less time.
#[derive(Clone, Debug)]
pub enum ContactDetails<V: Vector> {
    /// Nothing: manifolds are computed from the bodies.
    Unknown,
    /// The contact of two convex bodies, for [`ShapeBody::manifold_at`].
    Contact(Penetration<V>),
    /// The manifolds of bodies made of parts.
    Manifolds(Arc<[Manifold<V>]>),
}

/// A body that can touch others. [`Shape2`](crate::dynamic::any::Shape2) and
/// [`Shape3`](crate::dynamic::any::Shape3) implement it; a custom type may support
/// fewer shapes, use `f32`, and be faster.
pub trait Body: Send + Sync {
    /// The vector type of its coordinates.
    type Vector: FloatVector<Scalar: Coordinate>;

    /// Returns a bounding box of the body; infinite where the body is unbounded.
    fn bounds(&self) -> Aabb<Self::Vector>;

    /// Returns the contact of two bodies, or `None` if they share no point. Called only if their
    /// bounding boxes overlap.
    fn touch(&self, other: &Self) -> Option<Touch<Self::Vector>>;

    /// Does the same as [`touch`](Self::touch), and returns what else was found of the contact.
    #[allow(clippy::type_complexity, reason = "a touch with its details, if the bodies touch")]
    fn touch_and_details(&self, other: &Self) -> Option<(Touch<Self::Vector>, ContactDetails<Self::Vector>)> {
        self.touch(other).map(|touch| (touch, ContactDetails::Unknown))
    }

    /// Returns the first hit of a ray with the body, for `t` up to `max_t`.
    fn hit(
        &self,
        ray: &Ray<Self::Vector>,
        max_t: Option<<Self::Vector as Vector>::Scalar>,
    ) -> Option<Hit<Self::Vector>>;
}

/// A body that is a shape: it has poses, distances and sweeps.
/// [`Shape2`](crate::dynamic::any::Shape2) and [`Shape3`](crate::dynamic::any::Shape3) implement
/// it.
pub trait ShapeBody: Body + Clone {
    /// Returns the body placed by `pose`, where `self` is the body in its local frame. Coordinates
    /// are rounded once; a hull keeps its vertices and faces.
    ///
    /// # Errors
    /// A coordinate is out of range in that pose, or an axis rounds to a point.
    fn posed(&self, pose: &Pose<Self::Vector>) -> Result<Self, MovingError>;

    /// Does the same as [`posed`](Self::posed) and reuses the memory of a body that is no longer
    /// needed.
    ///
    /// # Errors
    /// Those of [`posed`](Self::posed). `into` is then unspecified.
    fn posed_into(&self, pose: &Pose<Self::Vector>, into: &mut Self) -> Result<(), MovingError> {
        *into = self.posed(pose)?;
        Ok(())
    }

    /// Returns the same as [`manifold_with`](Self::manifold_with), for the contact that
    /// [`touch_and_details`](Body::touch_and_details) returned for the bodies at the same places.
    fn manifold_at(
        &self,
        other: &Self,
        contact: &Penetration<Self::Vector>,
    ) -> Option<Manifold<Self::Vector>> {
        let _ = contact;
        self.manifold_with(other)
    }

    /// Tests whether the bodies share a point; touching counts.
    fn meets(&self, other: &Self) -> bool;

    /// Returns the closest points of the bodies; their distance is 0 if the bodies share a point.
    fn nearest(&self, other: &Self) -> Closest<Self::Vector>;

    /// Returns the contact manifold, or `None` if the bodies share no point or the manifold is
    /// unknown.
    fn manifold_with(&self, other: &Self) -> Option<Manifold<Self::Vector>>;

    /// Returns the contact manifolds: one for bodies without parts, and one for each normal of the
    /// touching parts of others; none if they share no point.
    fn manifolds_with(&self, other: &Self) -> Vec<Manifold<Self::Vector>> {
        self.manifold_with(other).into_iter().collect()
    }

    /// Returns the first time at which `other`, moving by `t * velocity` for `0 <= t <= max_t`,
    /// comes as close as the options demand, or `None` if it does not. The returned time is never
    /// late.
    fn time_of_impact(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: <Self::Vector as Vector>::Scalar,
        options: &SweepOptions<<Self::Vector as Vector>::Scalar>,
    ) -> Option<Impact<Self::Vector>>;
}

impl<V: FloatVector> Touch<V> {
    /// Builds a touch from a contact and a point of both shapes, such as the result of
    /// [`Shape3::contact_point`](crate::dynamic::any::Shape3::contact_point).
    pub fn at(point: V, contact: &Penetration<V>) -> Self {
        Self { point, normal_a_to_b: contact.normal_a_to_b, depth: Some(contact.depth) }
    }
}

/// Returns the box of an unbounded body: all of space.
fn everywhere<V: FloatVector<Scalar = f64>>() -> Aabb<V> {
    let infinity = Real::infinity(f64::ONE);
    Aabb { min: V::splat(-infinity), max: V::splat(infinity) }
}

/// Returns a touch of which only a shared point is known.
fn somewhere<V: Vector>(point: V) -> Touch<V> {
    Touch { point, normal_a_to_b: None, depth: None }
}

/// Returns the touch at a contact, and the contact if the manifold follows from it.
#[allow(clippy::type_complexity, reason = "as the trait has it")]
fn touch_of<V: FloatVector>(
    found: Result<Option<(Penetration<V>, bool)>, NoAnswer>,
    point: impl FnOnce(&Penetration<V>) -> V,
    shared: impl FnOnce() -> Option<V>,
) -> Option<(Touch<V>, ContactDetails<V>)> {
    match found {
        Ok(found) => found.map(|(contact, follows)| {
            let details = if follows { ContactDetails::Contact(contact) } else { ContactDetails::Unknown };
            (Touch::at(point(&contact), &contact), details)
        }),
        Err(_) => shared().map(|point| (somewhere(point), ContactDetails::Unknown)),
    }
}

/// Returns the error of a shape that cannot be placed.
fn not_placed(field: &'static str) -> MovingError {
    let must = "be where all coordinates are in range and no axis rounds to a point";
    MovingError::InvalidPose(ShapeError { field, must, got: None })
}

/// Places a hull by a pose, in the memory of another hull.
fn turned_into<V: FloatVector<Scalar = f64>>(
    hull: &Convex<V>,
    pose: &Pose<V>,
    into: &mut Convex<V>,
) -> Result<(), MovingError> {
    let is_in_range = hull.turned_into(&RigidMap::new(pose.axes().as_ref(), pose.translation()), into);
    if is_in_range { Ok(()) } else { Err(not_placed("translation")) }
}

in_both_dimensions! {
    impl Body for Any {
        type Vector = V;

        fn bounds(&self) -> Aabb<V> {
            self.outer_bounds().unwrap_or_else(everywhere)
        }

        fn touch(&self, other: &Self) -> Option<Touch<V>> {
            self.touch_and_details(other).map(|(touch, _)| touch)
        }

        fn touch_and_details(&self, other: &Self) -> Option<(Touch<V>, ContactDetails<V>)> {
            let at = |a: &Self, b: &Self, contact: &Penetration<V>| {
                let point = a.common_point_in_floats(b, contact);
                point.unwrap_or_else(|| a.contact_point(b, contact))
            };
            if parts::are_in_parts(self, other)
                && let Ok(found) = parts::contacts(self, other)
            {
                let PartContacts { deepest: PartContact { a, b, contact }, manifolds } = found?;
                let details = ContactDetails::Manifolds(manifolds.into());
                return Some((Touch::at(at(&a, &b, &contact), &contact), details));
            }
            let at = |contact: &Penetration<V>| at(self, other, contact);
            let shared = || self.intersects(other).then(|| self.closest_precisely(other).on_a);
            touch_of(self.find_contact_for_manifold(other), at, shared)
        }

        fn hit(&self, ray: &Ray<V>, max_t: Option<f64>) -> Option<Hit<V>> {
            let options = CastOptions { max_t, ..CastOptions::default() };
            Self::from(*ray).cast_with(self, &options).ok().flatten()
        }
    }

    impl ShapeBody for Any {
        fn posed(&self, pose: &Pose<V>) -> Result<Self, MovingError> {
            posed_by(self, pose).map_err(|error| not_placed(error.field))
        }

        fn posed_into(&self, pose: &Pose<V>, into: &mut Self) -> Result<(), MovingError> {
            match (self, &mut *into) {
                (Self::Convex(hull), Self::Convex(place)) => turned_into(hull, pose, place),
                _ => ShapeBody::posed(self, pose).map(|posed| *into = posed),
            }
        }

        fn manifold_at(&self, other: &Self, contact: &Penetration<V>) -> Option<Manifold<V>> {
            FloatsFirst::manifold_at(self, other, contact)
        }

        fn meets(&self, other: &Self) -> bool {
            self.intersects(other)
        }

        fn nearest(&self, other: &Self) -> Closest<V> {
            self.closest_precisely(other)
        }

        fn manifold_with(&self, other: &Self) -> Option<Manifold<V>> {
            self.manifold(other).ok().flatten()
        }

        fn manifolds_with(&self, other: &Self) -> Vec<Manifold<V>> {
            self.manifolds(other).unwrap_or_default()
        }

        fn time_of_impact(
            &self,
            other: &Self,
            velocity: V,
            max_t: f64,
            options: &SweepOptions<f64>,
        ) -> Option<Impact<V>> {
            self.sweep_with(other, velocity, max_t, options).ok().flatten()
        }
    }
}
