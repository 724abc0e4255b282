//! Several shapes as one: compounds and custom sets of parts.

use crate::dynamic::custom::AnyParts;
use crate::dynamic::deformed::{NOT_CONVEX, rounded, stretched};
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number};
use crate::dynamic::pose::Pose;
use crate::dynamic::shape::DynamicShape;
use crate::dynamic::stretch::Stretch;
use crate::shape::ShapeError;
use crate::shape::{Compound, ListError, RotatedGrid};
use crate::vector::size::shifted_vector;
use alloc::vec::Vec;

impl<S: DynamicShape> Kind<S> for Compound<S> {
    fn scaled(&self, e: i32) -> Option<S> {
        let shapes = self.shapes().iter().map(|shape| shape.scaled(e)).collect();
        let moved = |grid: &RotatedGrid<S>| {
            let moved = grid.moved(|axis: S::Vector| axis, |origin| shifted_vector(origin, e));
            moved.with_grid(grid.grid().scaled(e))
        };
        let turned = self.rotated_grid().map(moved);
        let scaled = Self::try_new(shapes).map(|s| s.with_rotated_grid(turned));
        Some(scaled.unwrap_or_else(|_| self.clone()).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let shapes: Result<Vec<S>, _> = self.shapes().iter().map(|shape| shape.kind().placed(pose)).collect();
        let turned = self.rotated_grid().map(|grid| grid.moved(|d| pose.direction(d), |p| pose.point(p)));
        Ok(Self::try_new(shapes?)?.with_rotated_grid(turned).into())
    }

    fn leaves_range(&self) -> bool {
        self.shapes().iter().any(|shape| shape.kind().leaves_range())
    }
}

impl<S: DynamicShape> Kind<S> for AnyParts<S, S::Vector> {
    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let shapes: Result<Vec<S>, _> = self.all().map(|shape| shape.kind().placed(pose)).collect();
        Ok(Compound::try_new(shapes?)?.into())
    }
}

impl<S: AnyShape> Deform<S> for Compound<S> {
    fn as_hull(&self) -> Option<S> {
        match self.shapes() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    fn rounded(&self, radius: Number<S>) -> Option<Result<S, ShapeError>> {
        Some(self.as_hull().ok_or(NOT_CONVEX).and_then(|only| rounded(only, radius)))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let all = |shapes: &[S]| -> Result<S, ListError> {
            let shapes: Result<Vec<S>, _> =
                shapes.iter().map(|shape| stretched(shape.clone(), by.scale)).collect();
            let turned = self.rotated_grid().map(|grid| grid.moved(|d| by.point(d), |p| by.point(p)));
            Ok(Self::try_new(shapes?)?.with_rotated_grid(turned).into())
        };
        Some(all(self.shapes()))
    }
}

impl<S: AnyShape> Deform<S> for AnyParts<S, S::Vector> {
    fn as_hull(&self) -> Option<S> {
        (self.count() == 1).then(|| self.part(0))
    }

    fn rounded(&self, radius: Number<S>) -> Option<Result<S, ShapeError>> {
        Some(self.as_hull().ok_or(NOT_CONVEX).and_then(|only| rounded(only, radius)))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let all = || -> Result<S, ListError> {
            let shapes: Result<Vec<S>, _> = self.all().map(|shape| stretched(shape, by.scale)).collect();
            Ok(Compound::try_new(shapes?)?.into())
        };
        Some(all())
    }
}
