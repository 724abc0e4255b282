//! A custom convex shape.

use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Round};
use crate::dynamic::custom::{AnyConvex, Known, Space};
use crate::dynamic::kind::{AnyShape, Deform, Kind, WideShape};
use crate::dynamic::pose::Pose;
use crate::number::DoubleDouble;
use crate::shape::{Aabb, ListError};
use crate::vector::size::exponent_of;
use alloc::sync::Arc;

impl<S> Kind<S> for AnyConvex<S::Vector>
where
    S: WideShape<Vector: Space> + From<Self>,
{
    fn anchor(&self) -> Option<S::Vector> {
        Some(AnyConvex::anchor(self))
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        let own: Arc<dyn Known<S::Precise>> = Arc::new(self.clone());
        Some(Body { radius: own.margin(), ..Body::of_round(Round::Known(own)) })
    }

    fn rounding(&self) -> DoubleDouble {
        Known::<S::Precise>::rounding(self)
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        let b = self.bounds();
        exponent_of(b.min).max(exponent_of(b.max))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(AnyConvex::scaled(self, e).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(self.posed(|d| pose.direction(d), |p| pose.point(p)).into())
    }
}

impl<S: AnyShape> Deform<S> for AnyConvex<S::Vector> {}
