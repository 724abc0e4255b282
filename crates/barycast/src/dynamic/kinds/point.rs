//! A point.

use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain};
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::shape::ShapeError;
use crate::shape::Sphere;
use crate::shape::{Aabb, ListError, Point};
use crate::vector::Vector;
use crate::vector::size::{exponent_of, shifted};

impl<S: WideShape> Kind<S> for Point<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.0)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn core_bounds(&self) -> Option<(Aabb<S::Vector>, f64)> {
        Some((Aabb { min: self.0, max: self.0 }, 0.0))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_points([self.0.lift(&DoubleDouble::new)]))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.0)
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(Point(pose.point(self.0)).into())
    }
}

impl<S: AnyShape> Deform<S> for Point<S::Vector> {
    fn rounded(&self, radius: Number<S>) -> Option<Result<S, ShapeError>> {
        Some(Ok(Sphere::new(self.0, radius).into()))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(Self::try_new(by.point(self.0)).map(Into::into).map_err(Into::into))
    }
}
