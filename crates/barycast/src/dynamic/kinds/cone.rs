//! A cone, a truncated cone, and a cone without a base.

use super::capped::Caps;
use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Framed, Plain, Revolved, Round, Unbounded};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::certify::precise;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::{cone_ray, infinite_cone_ray, ray_truncated_cone};
use crate::query::Span;
use crate::shape::{Aabb, Cone, Disc, InfiniteCone, Line, ListError, TruncatedCone};
use crate::vector::size::{exponent, exponent_of, own_shift, shifted, shifted_vector};
use crate::vector::{V3, Vector};
use alloc::vec;
use glam::DVec3;

/// Returns the point of the axis equally far from both rims, or the middle of the rim that is
/// farther from every point of the axis: `t = (h^2 + r_b^2 - r_a^2) / (2 h)` from `a`, between
/// both.
fn between_rims(cone: &TruncatedCone<V3<DoubleDouble>>) -> V3<DoubleDouble> {
    let way = cone.b - cone.a;
    let squared = way.length_squared();
    let t = (squared + cone.radius_b.squared() - cone.radius_a.squared()).half();
    cone.a + way * t.div_or(squared, t.zero()).clamp_to(t.zero(), t.one())
}

impl Kind<Shape3> for Cone<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.apex)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        let base = Round::disc(a.base, a.base - a.apex, a.radius);
        Some(Body { points: vec![a.apex], rounds: vec![base], radius: DoubleDouble::ZERO })
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        Some(Plain::framed(Framed::cone(self)))
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(Revolved::truncated_cone(&precise!(V3, self).truncated()).nearest(p))
    }

    fn depth(&self, p: V3<DoubleDouble>) -> Option<DoubleDouble> {
        Some(Revolved::truncated_cone(&precise!(V3, self).truncated()).depth(p))
    }

    fn axis(&self) -> Option<Line<V3<DoubleDouble>>> {
        let axis = Line { origin: self.apex, direction: self.base - self.apex };
        Some(precise!(V3, axis))
    }

    fn closed_span(&self, line: &Line<V3<DoubleDouble>>) -> Option<Option<Span<V3<DoubleDouble>>>> {
        Some(cone_ray::span(&precise!(V3, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn sliced_meet(&self, other: &Shape3) -> Option<bool> {
        Caps::Two(self.truncated()).sliced_meet(self, other)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.apex).max(exponent_of(self.base)).max(exponent([self.radius]))
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        Some(self.lift::<DVec3>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<V3<DoubleDouble>> {
        Some(between_rims(&self.truncated().lift(&DoubleDouble::new)))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let [apex, base] = pose.axis(self.apex, self.base)?;
        Ok(Self { apex, base, ..*self }.into())
    }
}

impl Kind<Shape3> for TruncatedCone<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<V3<DoubleDouble>>> {
        let disc = |cap: Disc<_>| Round::disc(cap.center, cap.normal, cap.radius);
        let rounds = precise!(V3, self).caps().each(disc).to_vec();
        Some(Body { points: vec![], rounds, radius: DoubleDouble::ZERO })
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        Some(Plain::framed(Framed::truncated_cone(self)))
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(Revolved::truncated_cone(&precise!(V3, self)).nearest(p))
    }

    fn depth(&self, p: V3<DoubleDouble>) -> Option<DoubleDouble> {
        Some(Revolved::truncated_cone(&precise!(V3, self)).depth(p))
    }

    fn axis(&self) -> Option<Line<V3<DoubleDouble>>> {
        let axis = Line { origin: self.a, direction: self.b - self.a };
        Some(precise!(V3, axis))
    }

    fn closed_span(&self, line: &Line<V3<DoubleDouble>>) -> Option<Option<Span<V3<DoubleDouble>>>> {
        Some(ray_truncated_cone::span(&precise!(V3, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn sliced_meet(&self, other: &Shape3) -> Option<bool> {
        Caps::Two(*self).sliced_meet(self, other)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b)).max(exponent([self.radius_a, self.radius_b]))
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        Some(self.lift::<DVec3>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<V3<DoubleDouble>> {
        Some(between_rims(&self.lift(&DoubleDouble::new)))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let [a, b] = pose.axis(self.a, self.b)?;
        Ok(Self { a, b, ..*self }.into())
    }
}

impl Kind<Shape3> for InfiniteCone<DVec3> {
    fn unbounded(&self) -> Option<Unbounded<V3<DoubleDouble>>> {
        let a = precise!(V3, self);
        let axis = a.direction.normalized_or_zero();
        Some(Unbounded::Cone { apex: a.apex, axis, slope: a.slope() })
    }

    fn nearest_point(&self, p: V3<DoubleDouble>) -> Option<V3<DoubleDouble>> {
        Some(Revolved::infinite_cone(&precise!(V3, self)).nearest(p))
    }

    fn depth(&self, p: V3<DoubleDouble>) -> Option<DoubleDouble> {
        Some(Revolved::infinite_cone(&precise!(V3, self)).depth(p))
    }

    fn closed_span(&self, line: &Line<V3<DoubleDouble>>) -> Option<Option<Span<V3<DoubleDouble>>>> {
        Some(infinite_cone_ray::span(&precise!(V3, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.apex)
    }

    fn free_direction(&self) -> Option<DVec3> {
        Some(self.direction)
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let direction = shifted_vector(self.direction, own_shift(self.direction));
        Some(Self { apex: shifted_vector(self.apex, e), direction, angle: self.angle }.into())
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let (apex, direction) = (pose.point(self.apex), pose.free_direction(self.direction));
        Ok(Self { apex, direction, angle: self.angle }.into())
    }
}

impl Deform<Shape3> for Cone<DVec3> {}

impl Deform<Shape3> for TruncatedCone<DVec3> {}

impl Deform<Shape3> for InfiniteCone<DVec3> {
    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        Some(by.factor().and_then(|_| {
            Ok(Self::try_new(by.point(self.apex), by.direction(self.direction), self.angle)?.into())
        }))
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}
