//! An ellipsoid; in 2D an ellipse.

use super::halfway;
use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Round};
use crate::dynamic::kind::{AnyShape, Deform, Kind, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::{DoubleDouble, Float};
use crate::shape::{Aabb, Ellipsoid, ListError, Obb};
use crate::vector::Vector;
use crate::vector::size::{exponent_of, shifted_vector};

impl<S: WideShape> Kind<S> for Ellipsoid<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.center)
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        Some(Body::of_round(Round::Ellipsoid(self.lift(&DoubleDouble::new))))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn nearest_point(&self, p: S::Precise) -> Option<S::Precise> {
        Some(self.lift::<S::Precise>(&DoubleDouble::new).closest_point(p))
    }

    fn level(&self, p: S::Precise) -> Option<DoubleDouble> {
        let a = self.lift::<S::Precise>(&DoubleDouble::new);
        let full = (0..S::Vector::DIM).all(|i| a.radii.get(i) > DoubleDouble::ZERO);
        full.then(|| a.unit_coordinates(a.coordinates(p - a.center)).length() - DoubleDouble::ONE)
    }

    fn holds_exactly(&self) -> bool {
        false
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent_of(self.center).max(exponent_of(self.radii))
    }

    fn scaled(&self, e: i32) -> Option<S> {
        let (center, radii) = (shifted_vector(self.center, e), shifted_vector(self.radii, e));
        Some(Ellipsoid { center, radii, axes: self.axes }.into())
    }

    fn center_by_formula(&self) -> Option<S::Precise> {
        Some(halfway(self.center, self.center))
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        let Obb { center, half_extents, axes } = pose.obb(&self.bounding_obb());
        Ok(Ellipsoid { center, radii: half_extents, axes }.into())
    }
}

impl<S: AnyShape> Deform<S> for Ellipsoid<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let radii = self.radii.times(by.along(self.axes.as_ref())?);
        Some(Self::try_new(by.point(self.center), radii, self.axes).map(Into::into).map_err(Into::into))
    }
}
