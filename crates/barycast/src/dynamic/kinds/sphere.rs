//! A sphere; in 2D a circle.

use super::halfway;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain};
use crate::dynamic::kind::{AnyShape, Deform, Kind, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::number::Ring;
use crate::shape::Ellipsoid;
use crate::shape::{Aabb, ListError, Sphere};
use crate::vector::Vector;
use crate::vector::size::{exponent, exponent_of, shifted};

impl<S: WideShape> Kind<S> for Sphere<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.center)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn core_bounds(&self) -> Option<(Aabb<S::Vector>, f64)> {
        Some((Aabb { min: self.center, max: self.center }, self.radius))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        let Sphere { center, radius } = self.lift::<S::Precise>(&DoubleDouble::new);
        Some(Body { radius, ..Body::of_points([center]) })
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent([self.radius]))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        Some(halfway(self.center, self.center))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(Sphere { center: pose.point(self.center), ..*self }.into())
    }
}

impl<S: AnyShape> Deform<S> for Sphere<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let center = by.point(self.center);
        let Some(factor) = by.even else {
            let radii = S::Vector::from_fn(|axis| self.radius * by.scale.get(axis).abs());
            return Some(Ellipsoid::try_aligned(center, radii).map(Into::into).map_err(Into::into));
        };
        Some(Self::try_new(center, self.radius * factor).map(Into::into).map_err(Into::into))
    }
}
