//! Cylinder over an ellipse.

use super::check::{self, ShapeError};
use super::{Aabb, Support, halfway};
use crate::vector::{FloatVector, Vector, Vector3};

/// The convex hull of two equal ellipses around `a` and `b`, perpendicular to the axis between
/// them: solid, with flat caps. `radii[0]` lies along the component of `across` perpendicular to
/// the axis, `radii[1]` perpendicular to both.
///
/// ```
/// use barycast::d3::{EllipticCylinder, Ray};
/// use glam::{Vec3, vec3};
///
/// // A duct along z, 4 wide and 2 high.
/// let duct = EllipticCylinder::try_new(Vec3::ZERO, vec3(0.0, 0.0, 9.0), [2.0, 1.0], Vec3::X)?;
/// let along = |from, direction| Ray::new(from, direction).cast(&duct).unwrap().t;
/// assert_eq!(along(vec3(5.0, 0.0, 4.0), -Vec3::X), 3.0);
/// assert_eq!(along(vec3(0.0, 5.0, 4.0), -Vec3::Y), 4.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct EllipticCylinder<V: Vector> {
    /// Centre of the first cap.
    pub a: V,
    /// Centre of the second cap, different from `a`.
    pub b: V,
    /// Semi-axis lengths of the ellipse, each at least 0.
    pub radii: [V::Scalar; 2],
    /// Direction of the first radius, of any nonzero length and not along the axis.
    pub across: V,
}

impl<V: Vector> EllipticCylinder<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, radii: [V::Scalar; 2], across: V) -> Self {
        Self { a, b, radii, across }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> EllipticCylinder<W> {
        EllipticCylinder {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radii: [number(self.radii[0]), number(self.radii[1])],
            across: self.across.lift(number),
        }
    }
}

impl<V: FloatVector + Vector3> EllipticCylinder<V> {
    /// Builds an elliptic cylinder with an axis, radii of at least 0 and a direction across the
    /// axis.
    ///
    /// # Errors
    /// Returns an error naming `a` or `b` if it is not finite, `b` if it equals `a`, `radii` if one
    /// is negative or not finite, and `across` if it is not finite, zero or along the axis.
    pub fn try_new(a: V, b: V, radii: [V::Scalar; 2], across: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::apart("b", a, b)?;
        check::size("radii", radii[0])?;
        check::size("radii", radii[1])?;
        check::direction("across", across)?;
        let shape = Self { a, b, radii, across };
        if shape.directions()[1].is_zero() {
            return Err(ShapeError { field: "across", must: "not be along the axis", got: None });
        }
        Ok(shape)
    }

    /// Returns unit vectors along the first radius, the second radius and the axis.
    pub fn directions(&self) -> [V; 3] {
        let axis = (self.b - self.a).normalized_or_zero();
        let second = axis.cross(self.across.normalized_or_zero()).normalized_or_zero();
        [second.cross(axis).normalized_or_zero(), second, axis]
    }

    /// Returns the two semi-axes of the ellipse: vectors from the centre of a cap to its rim.
    pub fn semi_axes(&self) -> [V; 2] {
        let [x, y, _] = self.directions();
        [x * self.radii[0], y * self.radii[1]]
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let [x, y] = self.semi_axes();
        // Also correct for radii whose squares underflow.
        let reach =
            V::from_fn(|axis| x.zero().with(0, x.get(axis)).with(1, y.get(axis)).length_at_any_size());
        Aabb { min: self.a.min(self.b) - reach, max: self.a.max(self.b) + reach }
    }
}

impl<V: FloatVector + Vector3> Support for EllipticCylinder<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let [x, y] = self.semi_axes();
        let center = if direction.dot(self.a) < direction.dot(self.b) { self.b } else { self.a };
        let zero = direction.zero();
        let along = zero.with(0, direction.dot(x)).with(1, direction.dot(y)).normalized_or_zero();
        center + x * along.get(0) + y * along.get(1)
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }
}

super::fields::fields! {
    EllipticCylinder<Vector3> { a: vector, b: vector, radii: pair, across: vector }
}
