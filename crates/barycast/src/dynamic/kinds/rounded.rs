//! All points within a radius of a convex shape.

use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Unbounded};
use crate::dynamic::deformed::{rounded, stretched};
use crate::dynamic::kind::{AnyShape, Deform, Kind, Number};
use crate::dynamic::pose::Pose;
use crate::dynamic::shape::DynamicShape;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::shape::{Aabb, ListError, Rounded};
use crate::vector::Vector;
use crate::vector::size::{exponent, shifted};

impl<A: DynamicShape> Kind<A> for Rounded<A, f64> {
    fn anchor(&self) -> Option<A::Vector> {
        self.core.anchor()
    }

    fn outer_bounds(&self) -> Option<Aabb<A::Vector>> {
        self.core.outer_bounds().map(|b| {
            let reach = A::Vector::splat(self.radius);
            outward(Aabb { min: b.min - reach, max: b.max + reach })
        })
    }

    fn core_bounds(&self) -> Option<(Aabb<A::Vector>, f64)> {
        self.core.outer_bounds().map(|bounds| (bounds, self.radius))
    }

    fn body(&self) -> Option<Body<A::Precise>> {
        let core = self.core.body()?;
        Some(Body { radius: core.radius + DoubleDouble::new(self.radius), ..core })
    }

    fn plain(&self) -> Option<Plain<'_, A::Vector>> {
        let core = self.core.plain()?;
        Some(Plain { radius: core.radius + self.radius, ..core })
    }

    fn unbounded(&self) -> Option<Unbounded<A::Precise>> {
        match self.core.unbounded()? {
            Unbounded::Along { line, begins, radius } => {
                Some(Unbounded::Along { line, begins, radius: radius + DoubleDouble::new(self.radius) })
            }
            _ => None,
        }
    }

    fn rounding(&self) -> DoubleDouble {
        self.core.rounding()
    }

    fn nearest_point(&self, p: A::Precise) -> Option<A::Precise> {
        let core = self.core.nearest_point(p)?;
        let (away, radius) = (p - core, DoubleDouble::new(self.radius));
        let distance = away.length();
        Some(if distance <= radius { p } else { core + away * (radius / distance) })
    }

    fn rounded(&self) -> Option<(&A, DoubleDouble)> {
        Some((&*self.core, DoubleDouble::new(self.radius)))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        self.core.size_exponent().max(exponent([self.radius]))
    }

    fn free_direction(&self) -> Option<A::Vector> {
        self.core.kind().free_direction()
    }

    fn scaled(&self, e: i32) -> Option<A> {
        Some(Self::new(self.core.scaled(e), shifted(self.radius, e)).into())
    }

    fn center_by_formula(&self) -> Option<A::Precise> {
        self.core.kind().center_by_formula()
    }

    fn placed(&self, pose: &Pose<'_, A::Vector>) -> Result<A, ListError> {
        Ok(Self::new(self.core.kind().placed(pose)?, self.radius).into())
    }
}

impl<A: AnyShape> Deform<A> for Rounded<A, Number<A>> {
    fn stretched(&self, by: &Stretch<A::Vector>) -> Option<Result<A, ListError>> {
        let factor = by.even?;
        let core = stretched((*self.core).clone(), by.scale);
        Some(core.and_then(|core| Ok(rounded(core, self.radius * factor)?)))
    }

    fn is_unbounded(&self) -> bool {
        self.core.deform().is_unbounded()
    }
}
