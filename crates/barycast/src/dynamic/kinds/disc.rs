//! A flat disc in 3D.

use super::capped::Caps;
use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Revolved, Round};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::exact::certify::{certified, precise};
use crate::number::DoubleDouble;
use crate::pair::disc_ray;
use crate::query::Span;
use crate::shape::{Aabb, Disc, Line, ListError};
use crate::vector::size::{exponent, exponent_of, own_shift, shifted, shifted_vector};
use crate::vector::{V3, Vector};
use glam::DVec3;

impl Kind<Shape3> for Disc<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.center)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        Some(Body::of_round(Round::disc(a.center, a.normal, a.radius)))
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(Revolved::disc(&precise!(V3, self)).nearest(p))
    }

    fn depth(&self, p: V3<DoubleDouble>) -> Option<DoubleDouble> {
        Some(Revolved::disc(&precise!(V3, self)).depth(p))
    }

    fn closed_span(&self, line: &Line<V3<DoubleDouble>>) -> Option<Option<Span<V3<DoubleDouble>>>> {
        Some(disc_ray::span(&precise!(V3, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn sliced_meet(&self, other: &Shape3) -> Option<bool> {
        match other {
            Shape3::Line(b) => Some(certified!(V3, disc_ray::intersects, self, b)),
            Shape3::Ray(b) => Some(certified!(V3, disc_ray::intersects, self, b)),
            Shape3::Segment(b) => Some(certified!(V3, disc_ray::intersects, self, b)),
            _ => Caps::One(*self).sliced_meet(self, other),
        }
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent([self.radius]))
    }

    fn free_direction(&self) -> Option<DVec3> {
        Some(self.normal)
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let normal = shifted_vector(self.normal, own_shift(self.normal));
        Some(Self { center: shifted_vector(self.center, e), normal, radius: shifted(self.radius, e) }.into())
    }

    fn center_by_formula(&self) -> Option<V3<DoubleDouble>> {
        Some(self.center.lift(&DoubleDouble::new))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let (center, normal) = (pose.point(self.center), pose.free_direction(self.normal));
        Ok(Self { center, normal, radius: self.radius }.into())
    }
}

impl Deform<Shape3> for Disc<DVec3> {}
