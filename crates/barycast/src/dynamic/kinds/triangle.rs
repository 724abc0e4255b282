//! A triangle and a parallelogram.

use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain};
use crate::dynamic::deformed::NOT_CONVEX;
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::number::Float;
use crate::shape::Convex;
use crate::shape::ShapeError;
use crate::shape::{Aabb, ListError, Parallelogram, Triangle};
use crate::vector::Vector;
use crate::vector::size::{exponent_of, shifted};

impl<S: WideShape> Kind<S> for Triangle<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_points(self.lift::<S::Precise>(&DoubleDouble::new).corners()))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b)).max(exponent_of(self.c))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(Triangle { a: pose.point(self.a), b: pose.point(self.b), c: pose.point(self.c) }.into())
    }
}

impl<S: WideShape> Kind<S> for Parallelogram<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.origin)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_points(self.lift::<S::Precise>(&DoubleDouble::new).corners()))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.origin).max(exponent_of(self.u)).max(exponent_of(self.v))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let (u, v) = (pose.direction(self.u), pose.direction(self.v));
        Ok(Parallelogram { origin: pose.point(self.origin), u, v }.into())
    }
}

impl<S: AnyShape> Deform<S> for Triangle<S::Vector> {
    fn rounded(&self, radius: Number<S>) -> Option<Result<S, ShapeError>> {
        // Solid, even without thickness.
        let solid = S::Vector::DIM == 3 && radius == Float::ZERO;
        let hull = || Convex::try_new(self.corners().to_vec());
        solid.then(|| hull().map(Into::into).map_err(|_| NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(
            Self::try_new(by.point(self.a), by.point(self.b), by.point(self.c))
                .map(Into::into)
                .map_err(Into::into),
        )
    }
}

impl<S: AnyShape> Deform<S> for Parallelogram<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(
            Self::try_new(by.point(self.origin), by.point(self.u), by.point(self.v))
                .map(Into::into)
                .map_err(Into::into),
        )
    }
}
