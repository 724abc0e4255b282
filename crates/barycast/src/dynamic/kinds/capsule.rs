//! A capsule and a tapered capsule.

use super::halfway;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Revolved};
use crate::dynamic::kind::{AnyShape, Deform, Kind, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Ring};
use crate::pair::{capsule_point, ray_tapered_capsule};
use crate::query::Span;
use crate::shape::{Aabb, Capsule, Line, ListError, Point, TaperedCapsule};
use crate::vector::Vector;
use crate::vector::size::{exponent, exponent_of, shifted};

impl<S: WideShape> Kind<S> for Capsule<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn core_bounds(&self) -> Option<(Aabb<S::Vector>, f64)> {
        Some((self.axis().bounds(), self.radius))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        let Capsule { a, b, radius } = self.lift::<S::Precise>(&DoubleDouble::new);
        Some(Body { radius, ..Body::of_points([a, b]) })
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(capsule_point::distance(&self.lift::<S::Precise>(&DoubleDouble::new), &Point(p)).on_a)
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b)).max(exponent([self.radius]))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        Some(halfway(self.a, self.b))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(Capsule { a: pose.point(self.a), b: pose.point(self.b), ..*self }.into())
    }
}

/// Returns it as a shape of revolution.
fn revolved<S: WideShape>(a: &TaperedCapsule<S::Vector>) -> Revolved<S::Precise> {
    Revolved::tapered_capsule(&a.lift::<S::Precise>(&DoubleDouble::new))
}

impl<S: WideShape> Kind<S> for TaperedCapsule<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.a)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_balls(self.lift::<S::Precise>(&DoubleDouble::new).balls()))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(revolved::<S>(self).nearest(p))
    }

    fn depth(&self, p: S::Precise) -> Option<DoubleDouble> {
        Some(revolved::<S>(self).depth(p))
    }

    fn axis(&self) -> Option<Line<S::Precise>> {
        let axis = Line { origin: self.a, direction: self.b - self.a };
        (S::Vector::DIM == 3).then(|| axis.lift(&DoubleDouble::new))
    }

    fn closed_span(&self, line: &Line<S::Precise>) -> Option<Option<Span<S::Precise>>> {
        Some(ray_tapered_capsule::span(&self.lift::<S::Precise>(&DoubleDouble::new), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.a).max(exponent_of(self.b)).max(exponent([self.radius_a, self.radius_b]))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        let (a, b): (S::Precise, S::Precise) = (halfway(self.a, self.a), halfway(self.b, self.b));
        let [ra, rb] = [self.radius_a, self.radius_b].each(DoubleDouble::new);
        // The centre is equally far from the outer ends of both balls.
        let length = (b - a).length();
        let t = (length + rb - ra).half().clamp_to(length.zero(), length);
        Some(a + (b - a) * t.div_or(length, length.zero()))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        Ok(TaperedCapsule { a: pose.point(self.a), b: pose.point(self.b), ..*self }.into())
    }
}

impl<S: AnyShape> Deform<S> for Capsule<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let factor = by.even?;
        Some(
            Self::try_new(by.point(self.a), by.point(self.b), self.radius * factor)
                .map(Into::into)
                .map_err(Into::into),
        )
    }
}

impl<S: AnyShape> Deform<S> for TaperedCapsule<S::Vector> {}
