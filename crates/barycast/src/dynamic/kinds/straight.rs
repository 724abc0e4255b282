//! A line, a ray and a segment.

use super::halfway;
use crate::dynamic::any::Shape2;
use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Unbounded};
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::{DoubleDouble, Float};
use crate::pair::cast::Range;
use crate::pair::point_ray;
use crate::shape::Capsule;
use crate::shape::InfiniteCylinder;
use crate::shape::ShapeError;
use crate::shape::{Aabb, Line, ListError, Point, Ray, Segment};
use crate::vector::size::{exponent_of, own_shift, shifted, shifted_vector};
use glam::{DVec2, DVec3};

impl<S: WideShape> Kind<S> for Line<S::Vector> {
    fn as_range(&self) -> Option<Range<S::Vector>> {
        Some(Range::of(self, None))
    }

    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        Some(Unbounded::along(&self.lift::<S::Precise>(&DoubleDouble::new), DoubleDouble::ZERO))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(point_ray::distance(&Point(p), &self.lift::<S::Precise>(&DoubleDouble::new)).on_b)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.origin)
    }

    fn free_direction(&self) -> Option<S::Vector> {
        Some(self.direction)
    }

    fn scaled(&self, e: i32) -> Option<S> {
        let direction = shifted_vector(self.direction, own_shift(self.direction));
        Some(Line { origin: shifted_vector(self.origin, e), direction }.into())
    }

    fn parameter_shift(&self, e: i32) -> i32 {
        e - own_shift(self.direction)
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let (origin, direction) = (pose.point(self.origin), pose.free_direction(self.direction));
        Ok(Line { origin, direction }.into())
    }
}

impl<S: WideShape> Kind<S> for Ray<S::Vector> {
    fn as_range(&self) -> Option<Range<S::Vector>> {
        Some(Range::of(self, None))
    }

    fn unbounded(&self) -> Option<Unbounded<S::Precise>> {
        Some(Unbounded::along(&self.lift::<S::Precise>(&DoubleDouble::new), DoubleDouble::ZERO))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(point_ray::distance(&Point(p), &self.lift::<S::Precise>(&DoubleDouble::new)).on_b)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.origin)
    }

    fn free_direction(&self) -> Option<S::Vector> {
        Some(self.direction)
    }

    fn scaled(&self, e: i32) -> Option<S> {
        let direction = shifted_vector(self.direction, own_shift(self.direction));
        Some(Ray { origin: shifted_vector(self.origin, e), direction }.into())
    }

    fn parameter_shift(&self, e: i32) -> i32 {
        e - own_shift(self.direction)
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(Ray { origin: pose.point(self.origin), direction: pose.direction(self.direction) }.into())
    }
}

impl<S: WideShape> Kind<S> for Segment<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn as_range(&self) -> Option<Range<S::Vector>> {
        Some(Range::of(self, None))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        let Segment { a, b } = self.lift::<S::Precise>(&DoubleDouble::new);
        Some(Body::of_points([a, b]))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(point_ray::distance(&Point(p), &self.lift::<S::Precise>(&DoubleDouble::new)).on_b)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        Some(halfway(self.a, self.b))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(Segment { a: pose.point(self.a), b: pose.point(self.b) }.into())
    }
}

impl Deform<Shape2> for Line<DVec2> {
    fn stretched(&self, by: &Stretch<DVec2>) -> Option<Result<Shape2, ListError>> {
        Some(
            Self::try_new(by.point(self.origin), by.direction(self.direction))
                .map(Into::into)
                .map_err(Into::into),
        )
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}

impl Deform<Shape3> for Line<DVec3> {
    fn rounded(&self, radius: f64) -> Option<Result<Shape3, ShapeError>> {
        let tube = || InfiniteCylinder::new(self.origin, self.direction, radius).into();
        (radius != f64::ZERO).then(|| Ok(tube()))
    }

    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        Some(
            Self::try_new(by.point(self.origin), by.direction(self.direction))
                .map(Into::into)
                .map_err(Into::into),
        )
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}

impl<S: AnyShape> Deform<S> for Ray<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(
            Self::try_new(by.point(self.origin), by.point(self.direction))
                .map(Into::into)
                .map_err(Into::into),
        )
    }

    fn is_unbounded(&self) -> bool {
        true
    }
}

impl<S: AnyShape> Deform<S> for Segment<S::Vector> {
    fn rounded(&self, radius: Number<S>) -> Option<Result<S, ShapeError>> {
        Some(Ok(Capsule::new(self.a, self.b, radius).into()))
    }

    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(Self::try_new(by.point(self.a), by.point(self.b)).map(Into::into).map_err(Into::into))
    }
}
