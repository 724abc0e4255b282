//! A cylinder, an infinite cylinder, and an elliptic cylinder.

use super::capped::Caps;
use super::halfway;
use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Framed, Plain, Round, Unbounded};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::certify::precise;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::pair::{cylinder_point, elliptic_cylinder_point, elliptic_cylinder_ray, infinite_cylinder_point};
use crate::query::Span;
use crate::shape::{
    Aabb, Cylinder, EllipticCylinder, InfiniteCylinder, Line, ListError, Point, TruncatedCone,
};
use crate::vector::size::{exponent, exponent_of, own_shift, shifted, shifted_vector};
use crate::vector::{V3, Vector};
use alloc::vec;
use glam::DVec3;

/// Exponent below which fourth powers of the axes of cylinders underflow beside numbers of ordinary
/// size.
const SHORTEST: i32 = -240;

impl Kind<Shape3> for Cylinder<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        let disc = |center| Round::disc(center, a.b - a.a, a.radius);
        Some(Body { points: vec![], rounds: vec![disc(a.a), disc(a.b)], radius: DoubleDouble::ZERO })
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        Some(Plain::framed(Framed::cylinder(self)))
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(cylinder_point::distance(&precise!(V3, self), &Point(p)).on_a)
    }

    fn axis(&self) -> Option<Line<V3<DoubleDouble>>> {
        let axis = Line { origin: self.a, direction: self.b - self.a };
        Some(precise!(V3, axis))
    }

    fn sliced_meet(&self, other: &Shape3) -> Option<bool> {
        Caps::Two(TruncatedCone::new(self.a, self.b, self.radius, self.radius)).sliced_meet(self, other)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b)).max(exponent([self.radius]))
    }

    fn axis_shift(&self, e: i32) -> i32 {
        exponent_of(self.b - self.a).map_or(0, |long| (SHORTEST - long - e).max(0))
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let by = self.axis_shift(e);
        let by = |i| if self.a.get(i) == self.b.get(i) { 0 } else { by };
        let end = |p: DVec3| DVec3::from_fn(|i| shifted(p.get(i), e + by(i)));
        Some(Self { a: end(self.a), b: end(self.b), radius: shifted(self.radius, e) }.into())
    }

    fn center_by_formula(&self) -> Option<V3<DoubleDouble>> {
        Some(halfway(self.a, self.b))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let [a, b] = pose.axis(self.a, self.b)?;
        Ok(Self { a, b, ..*self }.into())
    }
}

impl Kind<Shape3> for InfiniteCylinder<DVec3> {
    fn unbounded(&self) -> Option<Unbounded<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        Some(Unbounded::along(&a.axis(), a.radius))
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(infinite_cylinder_point::distance(&precise!(V3, self), &Point(p)).on_a)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.origin).max(exponent([self.radius]))
    }

    fn free_direction(&self) -> Option<DVec3> {
        Some(self.direction)
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let direction = shifted_vector(self.direction, own_shift(self.direction));
        Some(
            Self { origin: shifted_vector(self.origin, e), direction, radius: shifted(self.radius, e) }
                .into(),
        )
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let (origin, direction) = (pose.point(self.origin), pose.free_direction(self.direction));
        Ok(Self { origin, direction, radius: self.radius }.into())
    }
}

impl Kind<Shape3> for EllipticCylinder<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        // With a radius of 0 it is flat, and a polytope.
        if a.radii.iter().any(|r| *r <= DoubleDouble::ZERO) {
            let [x, y] = a.semi_axes();
            let arm = x + y;
            return Some(Body::of_points([a.a - arm, a.a + arm, a.b - arm, a.b + arm]));
        }
        let disc = |center| Round::Disc { center, arms: a.semi_axes() };
        Some(Body { points: vec![], rounds: vec![disc(a.a), disc(a.b)], radius: DoubleDouble::ZERO })
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        // Nearly along the axis, the perpendicular component loses digits.
        let axis = self.b - self.a;
        let squares = self.across.length_squared() * axis.length_squared();
        let sine = self.across.wedge_squared(axis) / squares;
        (sine > 1e-6).then(|| Plain::of(self))
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(elliptic_cylinder_point::closest_point(&precise!(V3, self), p))
    }

    fn depth(&self, p: V3<DoubleDouble>) -> Option<DoubleDouble> {
        Some(-elliptic_cylinder_point::signed_distance(&precise!(V3, self), &Point(p)))
    }

    fn closed_span(&self, line: &Line<V3<DoubleDouble>>) -> Option<Option<Span<V3<DoubleDouble>>>> {
        Some(elliptic_cylinder_ray::span(&precise!(V3, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b)).max(exponent(self.radii))
    }

    fn free_direction(&self) -> Option<DVec3> {
        Some(self.across)
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let scaled = Self {
            a: shifted_vector(self.a, e),
            b: shifted_vector(self.b, e),
            radii: self.radii.each(|r| shifted(r, e)),
            across: shifted_vector(self.across, own_shift(self.across)),
        };
        Some(scaled.into())
    }

    fn center_by_formula(&self) -> Option<V3<DoubleDouble>> {
        Some(halfway(self.a, self.b))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let [a, b] = pose.axis(self.a, self.b)?;
        Ok(Self { a, b, across: pose.free_direction(self.across), ..*self }.into())
    }
}

impl Deform<Shape3> for Cylinder<DVec3> {}

impl Deform<Shape3> for InfiniteCylinder<DVec3> {
    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        Some(by.factor().and_then(|factor| {
            let (origin, direction) = (by.point(self.origin), by.direction(self.direction));
            Ok(Self::try_new(origin, direction, self.radius * factor)?.into())
        }))
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}

impl Deform<Shape3> for EllipticCylinder<DVec3> {}
