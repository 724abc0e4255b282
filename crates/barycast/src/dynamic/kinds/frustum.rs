//! A frustum: the intersection of six half-spaces.

use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::Body;
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::number::each::MapEach;
use crate::shape::{Aabb, Convex, Frustum, HalfSpace, ListError};
use crate::vector::size::{exponent_of, shifted};
use crate::vector::{V3, Vector};
use alloc::vec::Vec;
use glam::DVec3;

impl Kind<Shape3> for Frustum<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.corners()[0])
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn planes(&self) -> Vec<(DVec3, f64)> {
        // Its corners are rounded; its planes are as given.
        let size = self.corners().iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let side = |h: &HalfSpace<DVec3>| (h.normal, h.distance + size * h.normal.abs().element_sum() * 1e-9);
        self.sides_over(&|x| x).iter().map(side).collect()
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        Some(Body::of_points(self.corners_over::<V3<_>>(&DoubleDouble::new)))
    }

    fn sides(&self) -> Option<Vec<HalfSpace<V3<DoubleDouble>>>> {
        let mut sides: Vec<HalfSpace<V3<DoubleDouble>>> = self.sides_over(&DoubleDouble::new);
        // A far plane at infinity is not a side.
        sides.retain(|side| !side.normal.is_zero());
        Some(sides)
    }

    fn size_exponent(&self) -> Option<i32> {
        self.corners().into_iter().filter_map(exponent_of).max()
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        Some(Frustum::scaled(self, |x| shifted(x, e)).into())
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let moved = self.planes().each(|h| {
            let (normal, distance) = pose.plane(h.normal, h.distance);
            HalfSpace { normal, distance }
        });
        let hull = || Convex::try_new(self.corners().into_iter().map(|p| pose.point(p)).collect());
        // A flat one may be empty after rounding: then it is built from its corners.
        match Self::try_new(moved) {
            Ok(frustum) => Ok(frustum.into()),
            Err(_) => Ok(hull()?.into()),
        }
    }
}

impl Deform<Shape3> for Frustum<DVec3> {
    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        let planes = self.planes().each(|h| {
            let (normal, distance) = by.plane(h.normal, h.distance);
            HalfSpace { normal, distance }
        });
        Some(Self::try_new(planes).map(Into::into).map_err(Into::into))
    }
}
