//! A convex shape scaled along the coordinate axes.

use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain, Round, times};
use crate::dynamic::kind::{AnyShape, Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::posed;
use crate::dynamic::shape::DynamicShape;
use crate::dynamic::stretch::Stretch;
use crate::number::DoubleDouble;
use crate::number::Float;
use crate::query::Span;
use crate::shape::{Aabb, Line, ListError, Scaled};
use crate::vector::Vector;
use crate::vector::size::{exponent_of, shifted};
use alloc::boxed::Box;

impl<S: DynamicShape> Kind<S> for Scaled<S, S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        self.core.anchor().map(|p| times(p, self.scale))
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        self.core.outer_bounds().map(|b| {
            let (p, q) = (times(b.min, self.scale), times(b.max, self.scale));
            outward(Aabb { min: p.min(q), max: p.max(q) })
        })
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        let (body, scale) = (Box::new(self.core.body()?), self.scale.lift(&DoubleDouble::new));
        Some(Body::of_round(Round::Scaled { body, scale }))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        // A shape that is rounded and then stretched is no longer round.
        let core = self.core.plain().filter(|core| core.radius == 0.0 && core.scale.is_none())?;
        Some(Plain { scale: Some(self.scale), ..core })
    }

    fn rounding(&self) -> DoubleDouble {
        self.core.rounding()
    }

    fn closed_span(&self, line: &Line<S::Precise>) -> Option<Option<Span<S::Precise>>> {
        // In the coordinates of the shape that is scaled. `t` stays the same, and normals are
        // transformed by the inverse.
        let scale = self.scale.lift::<S::Precise>(&DoubleDouble::new);
        let back = |v: S::Precise| S::Precise::from_fn(|axis| v.get(axis) / scale.get(axis));
        let line = Line { origin: back(line.origin), direction: back(line.direction) };
        Some(self.core.spans(&line).first().map(|span| Span {
            normal_enter: back(span.normal_enter),
            normal_exit: back(span.normal_exit),
            ..*span
        }))
    }

    fn is_round(&self) -> bool {
        true
    }

    fn size_exponent(&self) -> Option<i32> {
        Some(self.core.size_exponent()? + exponent_of(self.scale)?)
    }

    fn free_direction(&self) -> Option<S::Vector> {
        self.core.kind().free_direction()
    }

    fn scaled(&self, e: i32) -> Option<S> {
        // The factors extend the range beyond that of the core alone.
        let own = self.core.size_exponent().map_or(0, |size| -size);
        // No factor may become 0, which has no inverse.
        let factor = |x| match shifted(x, e - own) {
            0.0 => f64::MIN_POSITIVE.copysign(x),
            y => y,
        };
        let scale = S::Vector::from_fn(|axis| factor(self.scale.get(axis)));
        Some(Self::new(self.core.scaled(own), scale).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        // With one factor for all axes, the order of scaling and rotation does not matter.
        if !pose.is_still() && self.scale != S::Vector::splat(self.scale.get(0)) {
            let message = "must not be both scaled and turned: turn it first, then scale".into();
            return Err(ListError { field: "shape", message });
        }
        let way = S::Vector::from_fn(|axis| pose.translation.get(axis) / self.scale.get(axis));
        let moved = S::from(Self::new(posed::posed(&*self.core, pose.axes, way)?, self.scale));
        // The transformation involves a division.
        pose.rounds.set(true);
        pose.far.set(pose.far.get() || moved.kind().leaves_range());
        Ok(moved)
    }

    fn leaves_range(&self) -> bool {
        let fine = |b: Aabb<S::Vector>| {
            (0..S::Vector::DIM).all(|axis| b.min.get(axis).is_finite() && b.max.get(axis).is_finite())
        };
        self.core.outer_bounds().is_some_and(fine) && !Kind::<S>::outer_bounds(self).is_some_and(fine)
    }
}

impl<S: AnyShape> Deform<S> for Scaled<S, S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        let both = match Stretch::try_new(self.scale.times(by.scale)) {
            Ok(both) => both.scale,
            Err(error) => return Some(Err(error.into())),
        };
        let core = (*self.core).clone();
        if (0..S::Vector::DIM).all(|axis| both.get(axis) == Float::ONE) {
            return Some(Ok(core));
        }
        Some(Ok(Self::new(core, both).into()))
    }
}
