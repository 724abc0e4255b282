//! A tetrahedron.

use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::certify::precise;
use crate::number::DoubleDouble;
use crate::number::each::MapEach;
use crate::shape::{Aabb, HalfSpace, ListError, Tetrahedron};
use crate::vector::V3;
use crate::vector::size::{exponent_of, shifted};
use alloc::vec::Vec;
use glam::DVec3;

impl Kind<Shape3> for Tetrahedron<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        Some(Body::of_points(precise!(V3, self).corners()))
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        Some(Plain::of(self))
    }

    fn sides(&self) -> Option<Vec<HalfSpace<V3<DoubleDouble>>>> {
        Some(self.sides_over(&DoubleDouble::new))
    }

    fn size_exponent(&self) -> Option<i32> {
        self.corners().into_iter().filter_map(exponent_of).max()
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        Some(self.lift::<DVec3>(&|x| shifted(x, e)).into())
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let [a, b, c, d] = self.corners().each(|p| pose.point(p));
        Ok(Self { a, b, c, d }.into())
    }
}

impl Deform<Shape3> for Tetrahedron<DVec3> {
    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        let [a, b, c, d] = self.corners().each(|p| by.point(p));
        Some(Self::try_new(a, b, c, d).map(Into::into).map_err(Into::into))
    }
}
