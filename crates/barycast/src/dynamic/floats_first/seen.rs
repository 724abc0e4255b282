//! Shapes of any kind as floats see them.

use crate::convex::form::{AsConvex, Form};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::Grown;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::shape::Support;
use crate::vector::FloatVector;
use crate::vector::size::is_finite;
use core::cell::Cell;
use glam::{DVec2, DVec3};

/// The largest error of a depth, in roundings of the largest coordinate.
pub(super) const BOUND: f64 = 512.0;

/// By this part of itself a depth of round shapes may be larger than the least.
pub(super) const ROUND: f64 = 2e-7;

/// Round shapes that overlap by more than this many bounds certainly share a point.
pub(super) const ROUGH: f64 = 1024.0;

/// No sweep leaves a gap of more than this many roundings of the largest coordinate or of the way.
pub(super) const GAP: f64 = 524_288.0;

/// Floats answer for sizes between two to this power and one over it.
pub(super) const ORDINARY: i32 = 60;

/// The number of steps after which a turning sweep goes on in double-double precision.
pub(super) const STEPS: u32 = 256;

/// A shape that comes nearer by less than this part of its way only grazes.
pub(super) const GRAZING: f64 = 1e-6;

/// This many times later than the end of its bound a touch is certain where they share a point to far more than rounding.
pub(super) const LATER: f64 = 1024.0;

/// A convex shape as floats see it.
pub(crate) enum Seen<'s, V: FloatVector<Scalar = f64>> {
    /// By its farthest points.
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

/// A shape of any kind as floats see it.
pub(crate) trait InFloats: DynamicShape {
    /// All numbers that unchecked constructors take are finite, of a kind that only this dimension has.
    fn has_own_numbers(&self) -> bool;

    /// It has caps with rims: a cylinder or cone.
    fn has_caps(&self) -> bool;

    /// All numbers that unchecked constructors take are finite: a farthest point may hide one that is not.
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
            // Checked when they were made.
            _ => return true,
        }
        finite.get()
    }

    /// As floats see it, if they see it well.
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

    /// It is a polytope, grown or not, or flat: its faces and edges are those between its corners.
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

    /// Its faces and edges are those between its corners, but for the rims of its caps: of those it has corners where they are farthest.
    fn has_features(&self) -> bool {
        self.has_caps() || self.has_corners()
    }
}

/// The same where the largest coordinate has this exponent.
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
