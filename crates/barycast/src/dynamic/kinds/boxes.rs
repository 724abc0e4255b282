//! An axis-aligned box and an oriented box.

use super::halfway;
use crate::dynamic::composite::{outward, planes_of_box};
use crate::dynamic::contains::hull::{corners_of_aabb, corners_of_obb};
use crate::dynamic::convex_body::{Body, Plain};
use crate::dynamic::kind::{AnyShape, Deform, Kind, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::shape::{Aabb, ListError, Obb};
use crate::vector::Vector;
use crate::vector::size::{exponent_of, shifted, shifted_vector};
use alloc::vec::Vec;

impl<S: WideShape> Kind<S> for Aabb<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.min)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_points(corners_of_aabb(&self.lift::<S::Precise>(&DoubleDouble::new))))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(self.lift::<S::Precise>(&DoubleDouble::new).closest_point(p))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.min).max(exponent_of(self.max))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        Some(halfway(self.min, self.max))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(pose.aabb(self).into())
    }
}

impl<S: WideShape> Kind<S> for Obb<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.center)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn planes(&self) -> Vec<(S::Vector, f64)> {
        planes_of_box(self)
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_points(corners_of_obb(&self.lift::<S::Precise>(&DoubleDouble::new))))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(self.lift::<S::Precise>(&DoubleDouble::new).closest_point(p))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent_of(self.half_extents))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        let (center, half_extents) = (shifted_vector(self.center, e), shifted_vector(self.half_extents, e));
        Some(Obb { center, half_extents, axes: self.axes }.into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        Some(halfway(self.center, self.center))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(pose.obb(self).into())
    }
}

impl<S: AnyShape> Deform<S> for Aabb<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let (p, q) = (by.point(self.min), by.point(self.max));
        Some(Self::try_new(p.min(q), p.max(q)).map(Into::into).map_err(Into::into))
    }
}

impl<S: AnyShape> Deform<S> for Obb<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let half_extents = self.half_extents.times(by.along(self.axes.as_ref())?);
        Some(
            Self::try_new(by.point(self.center), half_extents, self.axes).map(Into::into).map_err(Into::into),
        )
    }
}
