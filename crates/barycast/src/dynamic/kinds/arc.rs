//! Annulus, arc and sector, in two dimensions.

use crate::dynamic::any::Shape2;
use crate::dynamic::arc::Tube;
use crate::dynamic::composite::outward;
use crate::dynamic::deformed::{NOT_CONVEX, rounded};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::certify::precise;
use crate::number::{DoubleDouble, Field, Float, Ring, elementary};
use crate::pair::{annulus_ray, arc_ray};
use crate::query::Span;
use crate::shape::Compound;
use crate::shape::Scaled;
use crate::shape::ShapeError;
use crate::shape::{Aabb, Annulus, Arc, Line, ListError, Sector, Wedge};
use crate::vector::FloatVector;
use crate::vector::size::{exponent, exponent_of, shifted, shifted_vector};
use crate::vector::{V2, Vector, Vector2};
use alloc::vec::Vec;
use core::f64::consts::PI;
use glam::DVec2;

/// Returns the start and sweep of an arc after its circle is rotated by axes, or mirrored.
fn turned_arc(start: f64, sweep: f64, axes: &[DVec2]) -> (f64, f64) {
    let angle = elementary::atan2(axes[0].y, axes[0].x);
    if axes[0].perp_dot(axes[1]) < 0.0 { (angle - start, -sweep) } else { (angle + start, sweep) }
}

impl Kind<Shape2> for Annulus<DVec2> {
    fn anchor(&self) -> Option<DVec2> {
        Some(self.center + DVec2::X * self.outer_radius)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec2>> {
        Some(outward(self.bounds()))
    }

    fn tube(&self) -> Option<Tube<V2<DoubleDouble>>> {
        let Annulus { center, inner_radius, outer_radius } = precise!(V2, self);
        let x = V2 { x: DoubleDouble::ONE, y: DoubleDouble::ZERO };
        // Without a hole it is a ball, whose centre is no boundary.
        let [middle, half] = if self.inner_radius == 0.0 {
            [DoubleDouble::ZERO, outer_radius]
        } else {
            [(inner_radius + outer_radius).half(), (outer_radius - inner_radius).half()]
        };
        Some(Tube::circle(center, [x, x.perp()], middle, half))
    }

    fn curved_spans(
        &self,
        line: &Line<V2<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V2<DoubleDouble>>>> {
        let Annulus { center, inner_radius, outer_radius } = precise!(V2, self);
        let inner_radius = Ring::max(inner_radius - within, DoubleDouble::ZERO);
        let wider = Annulus { center, inner_radius, outer_radius: outer_radius + within };
        Some(annulus_ray::spans(&wider, line))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent([self.outer_radius]))
    }

    fn scaled(&self, e: i32) -> Option<Shape2> {
        Some(self.lift::<DVec2>(&|x| shifted(x, e)).into())
    }

    fn center_by_formula(&self) -> Option<V2<DoubleDouble>> {
        Some(self.center.lift(&DoubleDouble::new))
    }

    fn placed(&self, pose: &Pose<'_, DVec2>) -> Result<Shape2, ListError> {
        Ok(Self { center: pose.point(self.center), ..*self }.into())
    }
}

impl Kind<Shape2> for Arc<DVec2> {
    fn anchor(&self) -> Option<DVec2> {
        Some(self.ends()[0])
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec2>> {
        Some(outward(self.bounds()))
    }

    fn tube(&self) -> Option<Tube<V2<DoubleDouble>>> {
        Some(Tube::arc(self))
    }

    fn curved_spans(
        &self,
        line: &Line<V2<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V2<DoubleDouble>>>> {
        (within == DoubleDouble::ZERO).then(|| arc_ray::spans(&precise!(V2, self), line))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent([self.radius]))
    }

    fn scaled(&self, e: i32) -> Option<Shape2> {
        let (center, radius) = (shifted_vector(self.center, e), shifted(self.radius, e));
        Some(Self { center, radius, ..*self }.into())
    }

    fn center_by_formula(&self) -> Option<V2<DoubleDouble>> {
        (self.sweep.abs() >= PI).then(|| self.center.lift(&DoubleDouble::new))
    }

    fn rims(&self) -> Option<Vec<Wedge<V2<DoubleDouble>>>> {
        self.angle_range()?;
        Some(self.sector().wedges().iter().map(|wedge| precise!(V2, wedge)).collect())
    }

    fn placed(&self, pose: &Pose<'_, DVec2>) -> Result<Shape2, ListError> {
        let (start, sweep) = turned_arc(self.start, self.sweep, pose.axes);
        Ok(Self { center: pose.point(self.center), radius: self.radius, start, sweep }.into())
    }
}

/// Built from wedges.
impl Kind<Shape2> for Sector<DVec2> {
    fn center_by_formula(&self) -> Option<V2<DoubleDouble>> {
        (self.sweep.abs() >= PI).then(|| self.center.lift(&DoubleDouble::new))
    }

    fn placed(&self, pose: &Pose<'_, DVec2>) -> Result<Shape2, ListError> {
        let (start, sweep) = turned_arc(self.start, self.sweep, pose.axes);
        Ok(Self { center: pose.point(self.center), radius: self.radius, start, sweep }.into())
    }
}

impl Deform<Shape2> for Annulus<DVec2> {
    fn rounded(&self, _: f64) -> Option<Result<Shape2, ShapeError>> {
        Some(Err(NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<DVec2>) -> Option<Result<Shape2, ListError>> {
        Some(by.factor().and_then(|factor| {
            let (inner, outer) = (self.inner_radius * factor, self.outer_radius * factor);
            Ok(Self::try_new(by.point(self.center), inner, outer)?.into())
        }))
    }
}

impl Deform<Shape2> for Arc<DVec2> {
    fn rounded(&self, _: f64) -> Option<Result<Shape2, ShapeError>> {
        Some(Err(NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<DVec2>) -> Option<Result<Shape2, ListError>> {
        Some(by.factor().and_then(|factor| {
            let (start, sweep) = mirrored_arc(self.start, self.sweep, by.scale);
            Ok(Self::try_new(by.point(self.center), self.radius * factor, start, sweep)?.into())
        }))
    }
}

impl Deform<Shape2> for Sector<DVec2> {
    fn as_hull(&self) -> Option<Shape2> {
        match self.wedges()[..] {
            [wedge] => Some(wedge.into()),
            _ => None,
        }
    }

    fn rounded(&self, radius: f64) -> Option<Result<Shape2, ShapeError>> {
        Some(self.as_hull().ok_or(NOT_CONVEX).and_then(|wedge| rounded(wedge, radius)))
    }

    fn stretched(&self, by: &Stretch<DVec2>) -> Option<Result<Shape2, ListError>> {
        let Some(factor) = by.even else {
            let wedges = self.wedges().into_iter().map(|wedge| Scaled::new(wedge.into(), by.scale).into());
            return Some(Compound::<Shape2>::try_new(wedges.collect()).map(Into::into));
        };
        let (start, sweep) = mirrored_arc(self.start, self.sweep, by.scale);
        Some(
            Self::try_new(by.point(self.center), self.radius * factor, start, sweep)
                .map(Into::into)
                .map_err(Into::into),
        )
    }
}

/// Returns the start and sweep of an arc after its circle is mirrored along the axes with negative
/// factors.
fn mirrored_arc<V: FloatVector>(start: V::Scalar, sweep: V::Scalar, scale: V) -> (V::Scalar, V::Scalar) {
    let (zero, half) = (V::Scalar::ZERO, V::Scalar::from_f64(PI));
    match (scale.get(0) < zero, scale.get(1) < zero) {
        (false, false) => (start, sweep),
        (true, true) => (start + half, sweep),
        (true, false) => (half - start, -sweep),
        (false, true) => (-start, -sweep),
    }
}
