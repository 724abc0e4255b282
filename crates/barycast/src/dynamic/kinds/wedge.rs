//! A wedge of a disc, in 2D.

use crate::dynamic::any::Shape2;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Round};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::exact::certify::precise;
use crate::number::DoubleDouble;
use crate::pair::{point_wedge, ray_wedge};
use crate::query::Span;
use crate::shape::{Aabb, Line, ListError, Point, Wedge};
use crate::vector::V2;
use crate::vector::size::{exponent, exponent_of, shifted, shifted_vector};
use glam::DVec2;

impl Kind<Shape2> for Wedge<DVec2> {
    fn anchor(&self) -> Option<DVec2> {
        Some(self.center)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec2>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V2<DoubleDouble>>> {
        Some(Body::of_round(Round::Wedge(precise!(V2, self))))
    }

    fn plain(&self) -> Option<Plain<'_, DVec2>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: V2<DoubleDouble>) -> Option<V2<DoubleDouble>> {
        Some(point_wedge::closest_point(&precise!(V2, self), p))
    }

    fn depth(&self, p: V2<DoubleDouble>) -> Option<DoubleDouble> {
        Some(-point_wedge::signed_distance(&precise!(V2, self), &Point(p)))
    }

    fn closed_span(&self, line: &Line<V2<DoubleDouble>>) -> Option<Option<Span<V2<DoubleDouble>>>> {
        Some(ray_wedge::span(&precise!(V2, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent([self.radius]))
    }

    fn scaled(&self, e: i32) -> Option<Shape2> {
        let (center, radius) = (shifted_vector(self.center, e), shifted(self.radius, e));
        Some(Self { center, radius, ..*self }.into())
    }

    fn placed(&self, pose: &Pose<'_, DVec2>) -> Result<Shape2, ListError> {
        let (from, to) = (pose.direction(self.from), pose.direction(self.to));
        let (from, to) = if pose.axes[0].perp_dot(pose.axes[1]) < 0.0 { (to, from) } else { (from, to) };
        Ok(Self { center: pose.point(self.center), from, to, ..*self }.into())
    }
}

impl Deform<Shape2> for Wedge<DVec2> {}
