//! A view cone: a spherical sector.

use crate::dynamic::any::Shape3;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Round};
use crate::dynamic::custom::{Facing, Known};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::certify::precise;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::{point_view_cone, ray_view_cone};
use crate::query::Span;
use crate::shape::{Aabb, Line, ListError, Opened, Point, Support, ViewCone};
use crate::vector::size::{exponent, exponent_of, is_finite, own_shift, shifted, shifted_vector};
use crate::vector::{V3, Vector};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Points in double-double precision.
type Precise = V3<DoubleDouble>;

impl Known<Precise> for Opened<Precise> {
    fn core(&self, direction: Precise) -> Precise {
        self.support(direction)
    }

    fn margin(&self) -> DoubleDouble {
        DoubleDouble::ZERO
    }

    fn corners(&self, direction: Precise) -> Vec<Precise> {
        Support::corners(self, direction)
    }

    fn rounding(&self) -> DoubleDouble {
        DoubleDouble::EPSILON
    }

    fn farthest(&self, from: Precise) -> Option<Precise> {
        let way = self.apex - from;
        let on_cap = if way.is_zero() { self.apex + self.axis * self.radius } else { self.on_cap(way) };
        let nearer = (on_cap - from).length_squared() < way.length_squared();
        Some(if nearer { self.apex } else { on_cap })
    }

    fn turn(&self) -> Option<[Precise; 2]> {
        Some(self.across)
    }

    fn side(&self) -> Option<(Precise, DoubleDouble)> {
        Some((self.axis, -self.sine))
    }

    fn facing(&self, n: Precise, slack: DoubleDouble) -> Option<Facing<Precise>> {
        let (z, rho, out) = self.about(n);
        if self.faces(z, rho) {
            return Some(Facing { points: vec![self.support(n)], disc: None });
        }
        let out = if out.is_zero() { self.across[0] } else { out };
        let flat = self.cosine <= DoubleDouble::ZERO && rho * self.radius <= slack;
        let disc = flat.then_some((self.apex, self.radius));
        let points = if flat { vec![] } else { vec![self.apex, self.on_side(out, self.radius)] };
        Some(Facing { points, disc })
    }

    fn least_length(&self) -> Option<DoubleDouble> {
        Some(self.radius)
    }
}

impl Kind<Shape3> for ViewCone<DVec3> {
    fn anchor(&self) -> Option<DVec3> {
        Some(self.apex)
    }

    fn outer_bounds(&self) -> Option<Aabb<DVec3>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<Precise>> {
        let own: Arc<dyn Known<Precise>> = Arc::new(precise!(V3, self).opened());
        Some(Body::of_round(Round::Known(own)))
    }

    fn plain(&self) -> Option<Plain<'_, DVec3>> {
        let finite = is_finite(self.apex) && is_finite(self.direction);
        (finite && self.radius.is_finite() && self.half_angle.is_finite()).then(|| Plain::own(self.opened()))
    }

    fn nearest_point(&self, p: Precise) -> Option<Precise> {
        Some(point_view_cone::closest_point(&precise!(V3, self), p))
    }

    fn depth(&self, p: Precise) -> Option<DoubleDouble> {
        let signed = point_view_cone::signed_distance(&precise!(V3, self), &Point(p));
        Some(Ring::max(-signed, DoubleDouble::ZERO))
    }

    fn axis(&self) -> Option<Line<Precise>> {
        let axis = Line { origin: self.apex, direction: self.direction };
        Some(precise!(V3, axis))
    }

    fn closed_span(&self, line: &Line<Precise>) -> Option<Option<Span<Precise>>> {
        Some(ray_view_cone::span(&precise!(V3, self), line))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.apex).max(exponent([self.radius]))
    }

    fn free_direction(&self) -> Option<DVec3> {
        Some(self.direction)
    }

    fn scaled(&self, e: i32) -> Option<Shape3> {
        let direction = shifted_vector(self.direction, own_shift(self.direction));
        let (apex, radius) = (shifted_vector(self.apex, e), shifted(self.radius, e));
        Some(Self { apex, direction, radius, ..*self }.into())
    }

    /// Returns the centre of the least ball: the one around apex and rim, or, for a wide view cone,
    /// the one over the rim. Both contain the cap.
    fn center_by_formula(&self) -> Option<Precise> {
        let a = precise!(V3, self).opened();
        let height = if a.cosine > a.sine {
            a.radius.half().div_or(a.cosine, DoubleDouble::ZERO)
        } else {
            a.radius * a.cosine
        };
        Some(a.apex + a.axis * height)
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        let (apex, direction) = (pose.point(self.apex), pose.free_direction(self.direction));
        Ok(Self { apex, direction, ..*self }.into())
    }
}

impl Deform<Shape3> for ViewCone<DVec3> {
    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        let factor = by.even?;
        let (apex, direction) = (by.point(self.apex), by.direction(self.direction));
        let image = Self::try_new(apex, direction, self.radius * factor, self.half_angle);
        Some(image.map(Into::into).map_err(Into::into))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::FRAC_PI_6;
    use glam::dvec3;

    #[test]
    fn the_farthest_point_is_across_the_apex_on_the_rim_or_the_apex() {
        let view = ViewCone::new(DVec3::ZERO, DVec3::Z, 2., FRAC_PI_6);
        let farthest = |from: DVec3| {
            let opened = precise!(V3, view).opened();
            opened.farthest(from.lift(&DoubleDouble::new)).unwrap().lift::<DVec3>(&Float::to_f64)
        };
        assert_eq!(farthest(dvec3(0., 0., -9.)), dvec3(0., 0., 2.));
        assert!(farthest(dvec3(-9., 0., 0.)).distance(dvec3(1., 0., 3_f64.sqrt())) < 1e-15);
        assert_eq!(farthest(dvec3(0., 0., 9.)), DVec3::ZERO);
    }
}
