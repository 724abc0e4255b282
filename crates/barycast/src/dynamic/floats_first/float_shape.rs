//! Shapes of any kind, represented in `f64`.

use crate::convex::form::{AsConvex, Form};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::Grown;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::pair::{cone_ray, cylinder_ray, ray_truncated_cone};
use crate::shape::{Line, Support};
use crate::vector::FloatVector;
use crate::vector::size::is_finite;
use core::cell::Cell;
use glam::{DVec2, DVec3};

/// Error bound of a depth, in roundings of the largest coordinate.
pub(super) const BOUND: f64 = 512.0;

/// Fraction by which the depth of round shapes may be above the least.
pub(super) const ROUND: f64 = 2e-7;

/// Round shapes that overlap by more than this many error bounds certainly share a point.
pub(super) const ROUGH: f64 = 1024.0;

/// Upper bound of the gap that a sweep leaves, in roundings of the largest coordinate or of the
/// path.
pub(super) const GAP: f64 = 524_288.0;

/// `f64` is used for sizes between two to this power and its reciprocal.
pub(super) const ORDINARY: i32 = 60;

/// Number of steps after which a rotating sweep continues in double-double precision.
pub(super) const STEPS: u32 = 256;

/// Shapes that approach by less than this fraction of the path only graze.
pub(super) const GRAZING: f64 = 1e-6;

/// A touch is certain if the shapes share a point, by far more than rounding, at this many times
/// its error bound later.
pub(super) const LATER: f64 = 1024.0;

/// Convex shape in `f64`.
pub(crate) enum FloatShape<'s, V: FloatVector<Scalar = f64>> {
    /// Bounded, by its support function.
    Bounded(Grown<'s, V>),
    /// Plane or half-space.
    Flat(&'s dyn AsConvex<Vector = V>),
}

impl<V: FloatVector<Scalar = f64>> FloatShape<'_, V> {
    pub(super) fn form(&self) -> Option<Form<'_, V>> {
        match self {
            Self::Bounded(shape) => shape.form(),
            Self::Flat(shape) => shape.form(),
        }
    }

    /// Returns the radius around the core of a bounded shape.
    pub(super) fn margin(&self) -> f64 {
        self.bounded().map_or(0.0, Support::margin)
    }

    pub(super) fn bounded(&self) -> Option<&dyn Support<Vector = V>> {
        match self {
            Self::Bounded(shape) => Some(shape),
            Self::Flat(_) => None,
        }
    }
}

/// Shape of any kind in `f64`.
pub(crate) trait InFloats: DynamicShape {
    /// Tests whether all numbers that unchecked constructors accept are finite, for kinds that only
    /// this dimension has.
    fn has_own_numbers(&self) -> bool;

    /// Tests whether it has caps with rims: a cylinder or cone.
    fn has_caps(&self) -> bool;

    /// Returns where a line enters and leaves a shape of a kind that only this dimension has, if it
    /// intersects it, or `None` if the kind has no cheap span.
    #[allow(clippy::option_option, reason = "no span of this kind, a miss, a span")]
    fn own_chord(&self, line: &Line<Self::Vector>) -> Option<Option<[f64; 2]>>;

    /// Tests whether all numbers that unchecked constructors accept are finite: a support function
    /// may hide one that is not.
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

    /// Returns the shape in `f64`, if it is well represented there.
    fn in_floats(&self) -> Option<FloatShape<'_, Self::Vector>> {
        if !self.has_numbers() {
            return None;
        }
        match self.shared() {
            Some(Shared::Plane(a)) => Some(FloatShape::Flat(a)),
            Some(Shared::HalfSpace(a)) => Some(FloatShape::Flat(a)),
            _ => self.plain().map(|plain| FloatShape::Bounded(Grown(plain))),
        }
    }

    /// Tests whether it is a polytope, grown or not, or flat: its faces and edges are those between
    /// its corners.
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
                | Shared::Convex(_)
                | Shared::Plane(_)
                | Shared::HalfSpace(_),
            ) => true,
            Some(Shared::Rounded(rounded)) => rounded.core.has_corners(),
            _ => false,
        }
    }

    /// Tests whether its faces and edges are those between its corners, except for the rims of its
    /// caps, which have corners where they are farthest.
    fn has_features(&self) -> bool {
        self.has_caps() || self.has_corners()
    }
}

/// Returns the error bound for a largest coordinate of this exponent.
pub(super) fn bound_of(exponent: i32) -> f64 {
    // The largest coordinate is less than twice the power.
    BOUND * f64::EPSILON * crate::vector::size::shifted(1.0, exponent)
}

/// Calls a function with a look at numbers, and returns whether all that it sees are finite.
fn sees_finite(each: impl FnOnce(&dyn Fn(f64) -> f64)) -> bool {
    let finite = Cell::new(true);
    each(&|x: f64| {
        finite.set(finite.get() & x.is_finite());
        x
    });
    finite.get()
}

impl InFloats for Shape2 {
    fn has_own_numbers(&self) -> bool {
        sees_finite(|look| {
            if let Self::Wedge(a) = self {
                _ = a.lift::<DVec2>(&look);
            }
        })
    }

    fn has_caps(&self) -> bool {
        false
    }

    fn own_chord(&self, _: &Line<DVec2>) -> Option<Option<[f64; 2]>> {
        None
    }
}

impl InFloats for Shape3 {
    fn has_own_numbers(&self) -> bool {
        sees_finite(|look| match self {
            Self::Cylinder(a) => _ = a.lift::<DVec3>(&look),
            Self::Cone(a) => _ = a.lift::<DVec3>(&look),
            Self::Disc(a) => _ = a.lift::<DVec3>(&look),
            Self::Tetrahedron(a) => _ = a.lift::<DVec3>(&look),
            Self::TruncatedCone(a) => _ = a.lift::<DVec3>(&look),
            Self::EllipticCylinder(a) => _ = a.lift::<DVec3>(&look),
            _ => {}
        })
    }

    fn has_caps(&self) -> bool {
        matches!(self, Self::Cylinder(_) | Self::Cone(_) | Self::TruncatedCone(_))
    }

    fn own_chord(&self, line: &Line<DVec3>) -> Option<Option<[f64; 2]>> {
        let span = match self {
            Self::Cylinder(a) => cylinder_ray::span(a, line),
            Self::Cone(a) => cone_ray::span(a, line),
            Self::TruncatedCone(a) => ray_truncated_cone::span(a, line),
            _ => return None,
        };
        Some(span.map(|span| [span.enter, span.exit]))
    }
}
