//! A polyline.

use crate::dynamic::deformed::NOT_CONVEX;
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::shape::ShapeError;
use crate::shape::{ListError, Polyline};
use alloc::vec::Vec;

impl<S: WideShape> Kind<S> for Polyline<S::Vector> {
    fn many_corners(&self) -> Option<Vec<S::Vector>> {
        Some(self.points().to_vec())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let points = self.points().iter().map(|p| pose.point(*p)).collect();
        Ok(Self::try_new(points, self.is_closed())?.into())
    }
}

impl<S: AnyShape> Deform<S> for Polyline<S::Vector> {
    fn rounded(&self, _: Number<S>) -> Option<Result<S, ShapeError>> {
        Some(Err(NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(Self::try_new(by.points(self.points()), self.is_closed()).map(Into::into))
    }
}
