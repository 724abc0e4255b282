//! Infinite line.

use super::Linear;
use super::check::{self, ShapeError};
use crate::vector::{FloatVector, Vector};

/// The points `origin + t * direction` for all `t`: unbounded.
///
/// ```
/// use barycast::d3::{Line, Sphere};
/// use glam::{Vec3, vec3};
///
/// let ball = Sphere::new(vec3(-5.0, 0.0, 0.0), 1.0);
/// let line = Line::try_new(Vec3::ZERO, vec3(2.0, 0.0, 0.0))?;
/// assert_eq!(line.cast(&ball).unwrap().t, -3.0); // a line has no start, so `t` may be negative
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Line<V> {
    /// Point at `t = 0`.
    pub origin: V,
    /// Offset per unit of `t`, of any nonzero length.
    pub direction: V,
}

impl<V: Vector> Line<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(origin: V, direction: V) -> Self {
        Self { origin, direction }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Line<W> {
        Line { origin: self.origin.lift(number), direction: self.direction.lift(number) }
    }
}

impl<V: FloatVector> Line<V> {
    /// Builds a line with a nonzero direction.
    ///
    /// # Errors
    /// Returns an error naming `origin` if it is not finite, `direction` if it is not finite or
    /// zero.
    pub fn try_new(origin: V, direction: V) -> Result<Self, ShapeError> {
        check::finite("origin", origin)?;
        check::direction("direction", direction)?;
        Ok(Self { origin, direction })
    }
}

impl<V: Vector> Linear for Line<V> {
    type Vector = V;
    const HAS_START: bool = false;
    const HAS_END: bool = false;

    #[inline(always)]
    fn origin(&self) -> V {
        self.origin
    }

    #[inline(always)]
    fn direction(&self) -> V {
        self.direction
    }
}

super::fields::fields! {
    Line<Vector> { origin: vector, direction: vector }
}
