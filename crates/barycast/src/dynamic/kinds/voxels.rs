//! A grid of voxels.

use crate::dynamic::deformed::NOT_CONVEX;
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::Float;
use crate::number::Ring;
use crate::shape::ShapeError;
use crate::shape::{Compound, ListError, RotatedGrid, Voxels};
use crate::vector::Vector;

impl<S: WideShape> Kind<S> for Voxels<S::Vector> {
    fn as_voxels(&self) -> Option<&Voxels<S::Vector>> {
        Some(self)
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        if pose.is_still() {
            return Ok(Self::try_new(pose.point(self.origin()), self.size(), self.filled().to_vec())?.into());
        }
        let cells = (0..self.filled().len()).map(|i| pose.aabb(&self.cell(i)).into());
        let turned = RotatedGrid::new(self.clone().into(), pose.axes, pose.translation);
        Ok(Compound::<S>::try_new(cells.collect())?.with_rotated_grid(Some(turned)).into())
    }
}

impl<S: AnyShape> Deform<S> for Voxels<S::Vector> {
    fn rounded(&self, _: Number<S>) -> Option<Result<S, ShapeError>> {
        Some(Err(NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let zero = Float::ZERO;
        // The cells of a mirrored grid are counted from the other end.
        let mirrored = |mut cell: [i32; 3]| {
            for axis in (0..S::Vector::DIM).filter(|axis| by.scale.get(*axis) < zero) {
                cell[axis] = -1 - cell[axis];
            }
            cell
        };
        let size = S::Vector::from_fn(|axis| self.size().get(axis) * by.scale.get(axis).abs());
        let filled = self.filled().iter().map(|cell| mirrored(*cell)).collect();
        Some(Self::try_new(by.point(self.origin()), size, filled).map(Into::into))
    }
}
