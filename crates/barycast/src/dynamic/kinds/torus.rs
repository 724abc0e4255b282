//! A torus.

use crate::dynamic::any::Shape3;
use crate::dynamic::arc::{self, Tube};
use crate::dynamic::composite::outward;
use crate::dynamic::deformed::NOT_CONVEX;
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::certify::precise;
use crate::number::DoubleDouble;
use crate::pair::ray_torus;
use crate::query::Span;
use crate::shape::ShapeError;
use crate::shape::{Aabb, Line, ListError, Torus};
use crate::vector::size::{exponent, exponent_of, own_shift, shifted, shifted_vector};
use crate::vector::{V3, Vector};
use alloc::vec::Vec;
use glam::DVec3;

impl Kind<Shape3> for Torus<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(arc::point_of(self))
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn tube(&self) -> Option<Tube<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        Some(Tube::circle(a.center, arc::across(a.axis), a.major_radius, a.minor_radius))
    }

    fn curved_spans(
        &self,
        line: &Line<V3<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V3<DoubleDouble>>>> {
        let a = precise!(V3, self);
        Some(ray_torus::spans(&Torus { minor_radius: a.minor_radius + within, ..a }, line))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent([self.major_radius, self.minor_radius]))
    }

    fn free_direction(&self) -> Option<DVec3> {
        Some(self.axis)
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let scaled = Self {
            center: shifted_vector(self.center, e),
            axis: shifted_vector(self.axis, own_shift(self.axis)),
            major_radius: shifted(self.major_radius, e),
            minor_radius: shifted(self.minor_radius, e),
        };
        Some(scaled.into())
    }

    fn center_by_formula(&self) -> Option<V3<DoubleDouble>> {
        Some(self.center.lift(&DoubleDouble::new))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let (center, axis) = (pose.point(self.center), pose.free_direction(self.axis));
        Ok(Self { center, axis, ..*self }.into())
    }
}

impl Deform<Shape3> for Torus<DVec3> {
    fn rounded(&self, _: f64) -> Option<Result<Shape3, ShapeError>> {
        Some(Err(NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        Some(by.factor().and_then(|factor| {
            let (major, minor) = (self.major_radius * factor, self.minor_radius * factor);
            Ok(Self::try_new(by.point(self.center), by.direction(self.axis), major, minor)?.into())
        }))
    }
}
