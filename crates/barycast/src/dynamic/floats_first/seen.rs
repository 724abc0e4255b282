//! Shapes of any kind in `f64`.

use crate::convex::form::{AsConvex, Form};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::Grown;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::shape::Support;
use crate::vector::FloatVector;
use crate::vector::size::is_finite;
use core::cell::Cell;
use glam::{DVec2, DVec3};

/// Largest error of a depth, in rounding errors of the largest coordinate.
pub(super) const BOUND: f64 = 512.0;

/// Relative excess that the depth of round shapes may have over the minimum.
pub(super) const ROUND: f64 = 2e-7;

/// Overlap, in error bounds, above which round shapes certainly share a point.
pub(super) const ROUGH: f64 = 1024.0;

/// Largest gap that a sweep leaves, in rounding errors of the largest coordinate or of the path
/// length.
pub(super) const GAP: f64 = 524_288.0;

/// Binary exponent of the largest size, and minus that of the smallest, for which `f64` is used.
pub(super) const ORDINARY: i32 = 60;

/// Number of steps after which a turning sweep continues in double-double precision.
pub(super) const STEPS: u32 = 256;

/// Ratio of approach to path length below which a shape only grazes.
pub(super) const GRAZING: f64 = 1e-6;

/// Factor of its error bound after which a touch is certain, if the shapes then overlap by far more
/// than rounding.
pub(super) const LATER: f64 = 1024.0;

/// A convex shape in `f64`.
pub(crate) enum Seen<'s, V: FloatVector<Scalar = f64>> {
    /// A bounded shape, by its support function.
    Bounded(Grown<'s, V>),
    /// A plane or a half-space.
    Flat(&'s dyn AsConvex<Vector = V>),
}

impl<V: FloatVector<Scalar = f64>> Seen<'_, V> {
    pub(super) fn form(&self) -> Option<Form<'_, V>> {
        match self {
            Self::Bounded(shape) => shape.form(),
            Self::Flat(shape) => shape.form(),
        }
    }

    pub(super) fn bounded(&self) -> Option<&dyn Support<Vector = V>> {
        match self {
            Self::Bounded(shape) => Some(shape),
            Self::Flat(_) => None,
        }
    }
}

/// A shape of any kind in `f64`.
pub(crate) trait InFloats: DynamicShape {
    /// Tests whether all numbers that unchecked constructors take are finite, for kinds that exist
    /// only in this dimension.
    fn has_own_numbers(&self) -> bool;

    /// Tests whether the shape has caps with rims: a cylinder or cone.
    fn has_caps(&self) -> bool;

    /// Tests whether all numbers that unchecked constructors take are finite: a support point may
    /// hide one that is not.
    fn has_numbers(&self) -> bool {
        let finite = Cell::new(true);
        let look = |x: f64| {
            finite.set(finite.get() & x.is_finite());
            x
        };
        let Some(shape) = self.shared() else { return self.has_own_numbers() };
        match shape {
            Shared::Point(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Segment(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Sphere(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Aabb(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Obb(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Capsule(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Ellipsoid(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Triangle(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Parallelogram(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::TaperedCapsule(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Plane(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::HalfSpace(a) => _ = a.lift::<Self::Vector>(&look),
            Shared::Rounded(a) => return a.radius.is_finite() && a.core.has_numbers(),
            Shared::Scaled(a) => return is_finite(a.scale) && a.core.has_numbers(),
            // Checked when they were built.
            _ => return true,
        }
        finite.get()
    }

    /// Returns the shape in `f64`, if it is accurate there.
    fn in_floats(&self) -> Option<Seen<'_, Self::Vector>> {
        if !self.has_numbers() {
            return None;
        }
        match self.shared() {
            Some(Shared::Plane(a)) => Some(Seen::Flat(a)),
            Some(Shared::HalfSpace(a)) => Some(Seen::Flat(a)),
            _ => self.plain().map(|plain| Seen::Bounded(Grown(plain))),
        }
    }

    /// Tests whether the shape is a polytope, rounded or not, or flat: its faces and edges are
    /// those between its corners.
    fn has_corners(&self) -> bool {
        match self.shared() {
            Some(
                Shared::Point(_)
                | Shared::Segment(_)
                | Shared::Sphere(_)
                | Shared::Capsule(_)
                | Shared::Aabb(_)
                | Shared::Obb(_)
                | Shared::Triangle(_)
                | Shared::Parallelogram(_)
                | Shared::Convex
                | Shared::Plane(_)
                | Shared::HalfSpace(_),
            ) => true,
            Some(Shared::Rounded(rounded)) => rounded.core.has_corners(),
            _ => false,
        }
    }

    /// Tests whether the faces and edges of the shape are those between its corners, except for the
    /// rims of its caps, which have corners where they are farthest.
    fn has_features(&self) -> bool {
        self.has_caps() || self.has_corners()
    }
}

/// Returns the error bound for a largest coordinate with this exponent.
pub(super) fn bound_of(exponent: i32) -> f64 {
    // The largest coordinate is less than twice the power.
    BOUND * f64::EPSILON * crate::vector::size::shifted(1.0, exponent)
}

macro_rules! in_floats {
    ($Any:ident $V:ident, $($More:ident)*; $($Capped:ident)*) => {
        impl InFloats for $Any<$V> {
            fn has_own_numbers(&self) -> bool {
                let finite = Cell::new(true);
                let look = |x: f64| {
                    finite.set(finite.get() & x.is_finite());
                    x
                };
                match self {
                    $(Self::$More(a) => _ = a.lift::<$V>(&look),)*
                    _ => {}
                }
                finite.get()
            }

            fn has_caps(&self) -> bool {
                match self {
                    $(Self::$Capped(_) => true,)*
                    _ => false,
                }
            }
        }
    };
}
in_floats!(Shape2 DVec2, Wedge;);
in_floats!(Shape3 DVec3, Cylinder Cone Disc Tetrahedron TruncatedCone EllipticCylinder; Cylinder Cone TruncatedCone);
