//! A plane and a half-space.

use crate::dynamic::convex_body::Unbounded;
use crate::dynamic::kind::{AnyShape, Deform, Kind, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::shape::{HalfSpace, ListError, Plane};
use crate::vector::Vector;
use crate::vector::size::{exponent, exponent_of, own_shift, shifted, shifted_vector};
use alloc::vec;
use alloc::vec::Vec;

/// Returns the exponent of a plane's distance from the origin.
fn plane_exponent<V: Vector<Scalar = f64>>(normal: V, distance: f64) -> Option<i32> {
    Some(exponent([distance])? - exponent_of(normal)?)
}

/// Returns the normal at ordinary size, and the distance multiplied by `2^e` accordingly.
fn plane_scaled<V: Vector<Scalar = f64>>(normal: V, distance: f64, e: i32) -> (V, f64) {
    let own = own_shift(normal);
    (shifted_vector(normal, own), shifted(distance, own + e))
}

impl<S: WideShape> Kind<S> for Plane<S::Vector> {
    fn planes(&self) -> Vec<(S::Vector, f64)> {
        vec![(self.normal, self.distance), (-self.normal, -self.distance)]
    }

    fn as_half_space(&self) -> Option<(HalfSpace<S::Vector>, bool)> {
        Some((HalfSpace { normal: self.normal, distance: self.distance }, false))
    }

    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        Some(Unbounded::Plane(self.lift(&DoubleDouble::new)))
    }

    fn flat_sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        let Plane { normal, distance } = self.lift::<S::Precise>(&DoubleDouble::new);
        let back = HalfSpace { normal: -normal, distance: -distance };
        Some(vec![HalfSpace { normal, distance }, back])
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(self.lift::<S::Precise>(&DoubleDouble::new).closest_point(p))
    }

    fn size_exponent(&self) -> Option<i32> {
        plane_exponent(self.normal, self.distance)
    }

    fn free_direction(&self) -> Option<S::Vector> {
        Some(self.normal)
    }

    fn scaled(&self, e: i32) -> Option<S> {
        let (normal, distance) = plane_scaled(self.normal, self.distance, e);
        Some(Plane { normal, distance }.into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let (normal, distance) = pose.plane(self.normal, self.distance);
        Ok(Plane { normal, distance }.into())
    }
}

impl<S: WideShape> Kind<S> for HalfSpace<S::Vector> {
    fn planes(&self) -> Vec<(S::Vector, f64)> {
        vec![(self.normal, self.distance)]
    }

    fn as_half_space(&self) -> Option<(HalfSpace<S::Vector>, bool)> {
        Some((*self, true))
    }

    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        Some(Unbounded::HalfSpace(self.lift(&DoubleDouble::new)))
    }

    fn flat_sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        Some(vec![self.lift(&DoubleDouble::new)])
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(self.lift::<S::Precise>(&DoubleDouble::new).closest_point(p))
    }

    fn size_exponent(&self) -> Option<i32> {
        plane_exponent(self.normal, self.distance)
    }

    fn free_direction(&self) -> Option<S::Vector> {
        Some(self.normal)
    }

    fn scaled(&self, e: i32) -> Option<S> {
        let (normal, distance) = plane_scaled(self.normal, self.distance, e);
        Some(HalfSpace { normal, distance }.into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let (normal, distance) = pose.plane(self.normal, self.distance);
        Ok(HalfSpace { normal, distance }.into())
    }
}

impl<S: AnyShape> Deform<S> for Plane<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let (normal, distance) = by.plane(self.normal, self.distance);
        Some(Self::try_new(normal, distance).map(Into::into).map_err(Into::into))
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}

impl<S: AnyShape> Deform<S> for HalfSpace<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let (normal, distance) = by.plane(self.normal, self.distance);
        Some(Self::try_new(normal, distance).map(Into::into).map_err(Into::into))
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}
