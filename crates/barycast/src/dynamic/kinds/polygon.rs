//! A polygon in 2D, and a flat polygon in 3D.

use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::Body;
use crate::dynamic::deformed::{NOT_CONVEX, rounded};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::number::Float;
use crate::shape::Convex;
use crate::shape::ShapeError;
use crate::shape::{FlatPolygon, ListError, Polygon};
use crate::vector::{V3, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

impl Kind<Shape2> for Polygon<DVec2> {
    fn many_corners(&self) -> Option<Vec<DVec2>> {
        Some(self.points().to_vec())
    }

    fn placed(&self, pose: &Pose<'_, DVec2>) -> Result<Shape2, ListError> {
        let [x, y] = [pose.axes[0], pose.axes[1]];
        let turn = if x.perp_dot(y) < 0.0 { -1 } else { 1 };
        Ok(self.moved(|p| pose.point(p), turn)?.into())
    }
}

/// Built from triangles.
impl Kind<Shape3> for FlatPolygon<DVec3> {
    /// Returns the hull of its corners.
    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        let corners: Vec<V3<_>> = self.points().iter().map(|p| p.lift(&DoubleDouble::new)).collect();
        Some(Body::of_points(corners))
    }

    fn many_corners(&self) -> Option<Vec<DVec3>> {
        Some(self.points().to_vec())
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        // A polygon that was flat enough stays so.
        let points: Vec<_> = self.points().iter().map(|p| pose.point(*p)).collect();
        Ok(Self::try_new_within(points, 4e-5)?.into())
    }
}

impl Deform<Shape2> for Polygon<DVec2> {
    fn as_hull(&self) -> Option<Shape2> {
        self.to_convex().map(Into::into)
    }

    fn rounded(&self, radius: f64) -> Option<Result<Shape2, ShapeError>> {
        Some(self.as_hull().ok_or(NOT_CONVEX).and_then(|hull| rounded(hull, radius)))
    }

    fn stretched(&self, by: &Stretch<DVec2>) -> Option<Result<Shape2, ListError>> {
        let turn = if by.scale.get(0) * by.scale.get(1) < f64::ZERO { -1 } else { 1 };
        Some(self.moved(|p| by.point(p), turn).map(Into::into))
    }
}

impl Deform<Shape3> for FlatPolygon<DVec3> {
    fn as_hull(&self) -> Option<Shape3> {
        Convex::try_new(self.points().to_vec()).ok().map(Into::into)
    }

    fn rounded(&self, radius: f64) -> Option<Result<Shape3, ShapeError>> {
        // Solid, even without thickness.
        Some(self.as_hull().ok_or(NOT_CONVEX).and_then(|hull| rounded(hull, radius)))
    }

    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        // A polygon that was flat enough stays so.
        Some(Self::try_new_within(by.points(self.points()), 4e-5).map(Into::into))
    }
}
