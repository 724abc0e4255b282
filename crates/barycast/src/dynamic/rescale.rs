//! Shapes brought to ordinary size.
//!
//! Formulas multiply up to eight coordinates; at 1e100 such products overflow, at 1e-100 they vanish. So questions
//! about distances first bring both shapes to a size near 1, by one power of two: nothing is rounded, the answer is
//! brought back the same way. Directions and normals, which have sizes of their own, are scaled by their own
//! power of two; a `t` along a scaled direction is converted back. (Yes or no needs none of this: intervals notice
//! when a product leaves the range, and exact numbers have no range to leave.)
#![allow(clippy::unnested_or_patterns, reason = "patterns are made from lists of shapes")]

use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::composite::Composite;
use crate::number::DoubleDouble;
use crate::number::each::MapEach;
use crate::pair::point_ray;
use crate::query::{Closest, Hit, Manifold, Penetration, Span};
use crate::shape::{
    Annulus, Arc, Compound, Cylinder, Disc, Ellipsoid, EllipticCylinder, HalfSpace, InfiniteCone,
    InfiniteCylinder, Line, Obb, Plane, Point, Ray, Rounded, Scaled, Torus, Turned, Wedge,
};
use crate::vector::size::{ORDINARY, exponent, exponent_of, own_shift, shifted, shifted_vector, times_power};
use crate::vector::{FloatVector, V2, V3, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Beside what is of ordinary size, fourth powers of shorter axes of cylinders vanish.
const SHORTEST: i32 = -240;

/// Beside what is of ordinary size, parts shorter than this may have lost digits where they were brought there.
const VANISHING: i32 = -500;

/// Differences of larger coordinates may overflow.
const FARTHEST: i32 = 1020;

/// So many times as far from the origin as they are large shapes are far from it.
const FAR: f64 = 8.0;

macro_rules! scale {
    ($Any:ident $V:ident $W:ident [$($Parts:ident)*]) => {
        impl $Any<$V> {
            /// The exponent of its size: of its largest coordinate or length.
            fn size_exponent(&self) -> Option<i32> {
                match self {
                    Self::Line(s) => exponent_of(s.origin),
                    Self::Ray(s) => exponent_of(s.origin),
                    Self::Plane(s) => plane_exponent(s.normal, s.distance),
                    Self::HalfSpace(s) => plane_exponent(s.normal, s.distance),
                    Self::Obb(s) => exponent_of(s.center).max(exponent_of(s.half_extents)),
                    Self::Ellipsoid(s) => exponent_of(s.center).max(exponent_of(s.radii)),
                    Self::Point(s) => exponent_of(s.0),
                    Self::Segment(s) => exponent_of(s.a).max(exponent_of(s.b)),
                    Self::Sphere(s) => exponent_of(s.center).max(exponent([s.radius])),
                    Self::Aabb(s) => exponent_of(s.min).max(exponent_of(s.max)),
                    Self::Capsule(s) => exponent_of(s.a).max(exponent_of(s.b)).max(exponent([s.radius])),
                    Self::Triangle(s) => exponent_of(s.a).max(exponent_of(s.b)).max(exponent_of(s.c)),
                    Self::Parallelogram(s) => exponent_of(s.origin).max(exponent_of(s.u)).max(exponent_of(s.v)),
                    Self::Convex(s) => s.points().iter().filter_map(|p| exponent_of(*p)).max(),
                    Self::TaperedCapsule(s) => {
                        exponent_of(s.a).max(exponent_of(s.b)).max(exponent([s.radius_a, s.radius_b]))
                    }
                    Self::Rounded(s) => s.core.size_exponent().max(exponent([s.radius])),
                    Self::Scaled(s) => Some(s.core.size_exponent()? + exponent_of(s.scale)?),
                    Self::Custom(s) => {
                        let b = s.bounds();
                        exponent_of(b.min).max(exponent_of(b.max))
                    }
                    $(Self::$Parts(s) => match Composite::bounds(s) {
                        Some(b) => reach_exponent(b.min).max(reach_exponent(b.max)),
                        None => (0..Composite::len(s)).filter_map(|i| Composite::part(s, i).size_exponent()).max(),
                    },)*
                    #[allow(unreachable_patterns, reason = "two dimensions have no more")]
                    other => other.more_size_exponent(),
                }
            }

            /// The direction or normal whose length is its own.
            fn free_direction(&self) -> Option<$V> {
                match self {
                    Self::Line(s) => Some(s.direction),
                    Self::Ray(s) => Some(s.direction),
                    Self::Plane(s) => Some(s.normal),
                    Self::HalfSpace(s) => Some(s.normal),
                    Self::Rounded(s) => s.core.free_direction(),
                    Self::Scaled(s) => s.core.free_direction(),
                    other => other.more_free_direction(),
                }
            }

            /// All lengths times `2^e`, and its own direction at ordinary size.
            fn scaled(&self, e: i32) -> Self {
                let own = self.free_direction().map_or(0, own_shift);
                let length = |x: f64| shifted(x, e);
                match self {
                    Self::Line(s) => {
                        Line { origin: shifted_vector(s.origin, e), direction: shifted_vector(s.direction, own) }.into()
                    }
                    Self::Ray(s) => {
                        Ray { origin: shifted_vector(s.origin, e), direction: shifted_vector(s.direction, own) }.into()
                    }
                    Self::Plane(s) => {
                        Plane { normal: shifted_vector(s.normal, own), distance: shifted(s.distance, own + e) }.into()
                    }
                    Self::HalfSpace(s) => {
                        let (normal, distance) = (shifted_vector(s.normal, own), shifted(s.distance, own + e));
                        HalfSpace { normal, distance }.into()
                    }
                    Self::Obb(s) => {
                        let (center, half_extents) = (shifted_vector(s.center, e), shifted_vector(s.half_extents, e));
                        Obb { center, half_extents, axes: s.axes }.into()
                    }
                    Self::Ellipsoid(s) => {
                        let (center, radii) = (shifted_vector(s.center, e), shifted_vector(s.radii, e));
                        Ellipsoid { center, radii, axes: s.axes }.into()
                    }
                    Self::Point(s) => s.lift(&length).into(),
                    Self::Segment(s) => s.lift(&length).into(),
                    Self::Sphere(s) => s.lift(&length).into(),
                    Self::Aabb(s) => s.lift(&length).into(),
                    Self::Capsule(s) => s.lift(&length).into(),
                    Self::Triangle(s) => s.lift(&length).into(),
                    Self::Parallelogram(s) => s.lift(&length).into(),
                    Self::Convex(s) => s.lift(&length).into(),
                    Self::TaperedCapsule(s) => s.lift(&length).into(),
                    Self::Rounded(s) => Rounded::new(s.core.scaled(e), length(s.radius)).into(),
                    Self::Scaled(s) => {
                        // The factors take it where the core alone may not go.
                        let own = s.core.size_exponent().map_or(0, |size| -size);
                        // None of them may become 0, which has no inverse.
                        let factor = |x| match shifted(x, e - own) {
                            0.0 => f64::MIN_POSITIVE.copysign(x),
                            y => y,
                        };
                        Scaled::new(s.core.scaled(own), $V::from_array(s.scale.to_array().each(factor))).into()
                    }
                    Self::Custom(s) => s.scaled(e).into(),
                    $(Self::$Parts(_) => self.scaled_parts(e),)*
                    #[allow(unreachable_patterns, reason = "two dimensions have no more")]
                    other => other.more_scaled(e, own),
                }
            }

            /// The same of what is made of parts.
            fn scaled_parts(&self, e: i32) -> Self {
                match self {
                    _ if e == 0 => self.clone(),
                    Self::Compound(s) => {
                        let shapes = s.shapes().iter().map(|shape| shape.scaled(e)).collect();
                        let moved = |grid: &Turned<Self>| {
                            let moved = grid.moved(|axis: $V| axis, |origin| shifted_vector(origin, e));
                            moved.with_grid(grid.grid().scaled(e))
                        };
                        let turned = s.turned().map(moved);
                        Compound::try_new(shapes).map_or_else(|_| self.clone(), |s| s.with_turned(turned).into())
                    }
                    // In two steps: the power of two itself may be no number.
                    _ => [e / 2, e - e / 2].into_iter().fold(self.clone(), |shape, e| {
                        shape.clone().try_scaled($V::splat(shifted(1.0, e))).unwrap_or(shape)
                    }),
                }
            }

            /// Both at ordinary size, and the exponent that took them there; `None` when they are already, and for what is
            /// made of parts: those are brought there one by one.
            pub(crate) fn at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)> {
                if matches!((self, other), $((Self::$Parts(_), _) | (_, Self::$Parts(_)))|*) {
                    return None;
                }
                self.wholly_at_ordinary_size(other)
            }

            /// The same also of what is made of parts, all of them at once: for what is asked of the whole.
            pub(crate) fn wholly_at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)> {
                self.brought_from(self.size_with(other), other)
            }

            /// The same only of what is made of parts, unless one of them all but vanishes there: for what is asked of the whole,
            /// but tells its parts apart.
            pub(crate) fn parts_at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)> {
                self.as_composite().or_else(|| other.as_composite())?;
                let size = self.size_with(other).filter(|e| e.abs() > ORDINARY)?;
                let kept = |s: &Self| s.least_exponent().is_none_or(|least| least - size >= VANISHING);
                (kept(self) && kept(other)).then(|| self.brought_from(Some(size), other))?
            }

            /// The exponent of the size of its smallest part.
            fn least_exponent(&self) -> Option<i32> {
                match self.as_composite() {
                    Some(parts) => (0..parts.len()).filter_map(|i| parts.part(i).least_exponent()).min(),
                    None => self.size_exponent(),
                }
            }

            /// The exponent of the larger of both sizes.
            pub(crate) fn size_with(&self, other: &Self) -> Option<i32> {
                self.size_exponent().max(other.size_exponent())
            }

            /// Both at ordinary size, from the size they are known to have.
            pub(crate) fn brought_from(&self, size: Option<i32>, other: &Self) -> Option<(Self, Self, i32)> {
                let e = size.filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
                let own = |s: &Self| s.free_direction().map_or(0, own_shift);
                let flat = self.more_axis_shift(e).max(other.more_axis_shift(e));
                let needed = e != 0 || own(self) != 0 || own(other) != 0 || flat != 0;
                let brought = needed.then(|| (self.scaled(e), other.scaled(e), e));
                // The bounds of a mere point keep the width that rounding gives them.
                brought.filter(|(a, b, _)| e == 0 || a.size_with(b) != size)
            }

            /// The same of one whose direction alone is not of ordinary size.
            pub(crate) fn with_ordinary_direction(&self, other: &Self) -> Option<(Self, Self, i32)> {
                let own = self.free_direction().map_or(0, own_shift);
                (own != 0).then(|| (self.scaled(0), other.clone(), 0))
            }

            /// Both a little smaller, where the way from one end of this to the other is longer than the largest number.
            pub(crate) fn within_reach(&self, other: &Self) -> Option<(Self, Self, i32)> {
                self.size_exponent().filter(|e| *e > FARTHEST).map(|_| (self.scaled(-4), other.scaled(-4), -4))
            }

            /// Both as seen from near them, and what brings it back: where they are far from the origin and moved there without rounding.
            /// Floats then look as well as there.
            pub(crate) fn brought_near(&self, other: &Self) -> Option<(Self, Self, $V)> {
                let boxes = [self.outer_bounds(), other.outer_bounds()].into_iter().flatten();
                let bounds = boxes.reduce(|a, b| a.union(&b))?;
                let near = <$V>::from_fn(|axis| {
                    let (low, high) = (bounds.min.get(axis), bounds.max.get(axis));
                    let middle = low / 2.0 + high / 2.0;
                    // Of so few digits that differences from it have no more than coordinates.
                    let rough = f64::from_bits(middle.to_bits() & !0 << 32);
                    if middle.abs() > FAR * (high - low) { rough } else { 0.0 }
                });
                if near == <$V>::ZERO {
                    return None;
                }
                Some((self.moved_exactly(-near)?, other.moved_exactly(-near)?, near))
            }

            /// The stretches of a line in it, asked at ordinary size.
            pub(crate) fn spans_at_any_size(&self, line: &Line<$W<DoubleDouble>>) -> Vec<Span<$W<DoubleDouble>>> {
                let high = |v: $W<DoubleDouble>| v.lift::<$V>(&|x: DoubleDouble| x.parts().0);
                let size = self.size_exponent().max(exponent_of(high(line.origin)));
                let e = size.filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
                if e == 0 {
                    return self.spans(line);
                }
                let own = own_shift(high(line.direction));
                let moved = |v: $W<DoubleDouble>, e| v.lift(&|x: DoubleDouble| times_power(x, e));
                let line = Line { origin: moved(line.origin, e), direction: moved(line.direction, own) };
                let mut spans = self.scaled(e).spans(&line);
                for span in &mut spans {
                    span.enter = times_power(span.enter, own - e);
                    span.exit = times_power(span.exit, own - e);
                }
                spans
            }

            /// By how much `t` along this line grew when it was scaled by `2^e`.
            pub(crate) fn parameter_shift(&self, e: i32) -> i32 {
                match self {
                    Self::Line(s) => e - own_shift(s.direction),
                    Self::Ray(s) => e - own_shift(s.direction),
                    _ => 0,
                }
            }
        }
    };
}

impl<V: FloatVector<Scalar = f64>> Closest<V> {
    /// All lengths times `2^e`.
    pub(crate) fn shifted(self, e: i32) -> Self {
        Self {
            distance: shifted(self.distance, e),
            on_a: shifted_vector(self.on_a, e),
            on_b: shifted_vector(self.on_b, e),
        }
    }
}

impl<V: FloatVector<Scalar = f64>> Penetration<V> {
    /// All lengths times `2^e`.
    pub(crate) fn shifted(self, e: i32) -> Self {
        Self {
            normal_a_to_b: self.normal_a_to_b,
            depth: shifted(self.depth, e),
            on_a: shifted_vector(self.on_a, e),
            on_b: shifted_vector(self.on_b, e),
        }
    }
}

impl<V: FloatVector<Scalar = f64>> Manifold<V> {
    /// All lengths times `2^e`.
    pub(crate) fn shifted(mut self, e: i32) -> Self {
        for point in &mut self.points {
            point.depth = shifted(point.depth, e);
            point.on_a = shifted_vector(point.on_a, e);
            point.on_b = shifted_vector(point.on_b, e);
        }
        self
    }
}

impl<V: FloatVector<Scalar = f64>> Hit<V> {
    /// All lengths times `2^e`, and `t` times `2^by`.
    pub(crate) fn shifted(self, e: i32, by: i32) -> Self {
        Self { t: shifted(self.t, by), point: self.point.map(|p| shifted_vector(p, e)), ..self }
    }
}

/// Where on a line a point is nearest to.
pub(crate) fn foot_at_any_size<V: Vector<Scalar = DoubleDouble>>(point: V, line: &Line<V>) -> DoubleDouble {
    let exponent_of = |v: V| exponent((0..V::DIM).map(|i| v.get(i).parts().0));
    let shift_of = |v: V| exponent_of(v).filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
    let moved = |v: V, e: i32| V::from_fn(|i| times_power(v.get(i), e));
    let e = shift_of(point).min(shift_of(line.origin));
    let own = shift_of(line.direction);
    let line = Line { origin: moved(line.origin, e), direction: moved(line.direction, own) };
    times_power(point_ray::foot(&Point(moved(point, e)), &line), own - e)
}

/// The exponent of the largest number of an end of a box: a box about the largest numbers may end beyond all.
fn reach_exponent<V: Vector<Scalar = f64>>(end: V) -> Option<i32> {
    exponent((0..V::DIM).map(|i| end.get(i).clamp(-f64::MAX, f64::MAX)))
}

/// Of the plane's own distance from the origin.
fn plane_exponent<V: Vector<Scalar = f64>>(normal: V, distance: f64) -> Option<i32> {
    Some(exponent([distance])? - exponent_of(normal)?)
}

scale!(Shape2 DVec2 V2 [Compound CustomParts Polygon Polyline Sector Voxels]);
scale!(Shape3 DVec3 V3 [Compound CustomParts FlatPolygon HeightField Mesh Polyline Voxels]);

/// The shapes that only three dimensions have.
impl Shape3<DVec3> {
    fn more_size_exponent(&self) -> Option<i32> {
        match self {
            Self::Cylinder(s) => exponent_of(s.a).max(exponent_of(s.b)).max(exponent([s.radius])),
            Self::InfiniteCylinder(s) => exponent_of(s.origin).max(exponent([s.radius])),
            Self::InfiniteCone(s) => exponent_of(s.apex),
            Self::Tetrahedron(s) => s.corners().into_iter().filter_map(exponent_of).max(),
            Self::Cone(s) => exponent_of(s.apex).max(exponent_of(s.base)).max(exponent([s.radius])),
            Self::Disc(s) => exponent_of(s.center).max(exponent([s.radius])),
            Self::Frustum(s) => s.corners().into_iter().filter_map(exponent_of).max(),
            Self::TruncatedCone(s) => {
                exponent_of(s.a).max(exponent_of(s.b)).max(exponent([s.radius_a, s.radius_b]))
            }
            Self::EllipticCylinder(s) => exponent_of(s.a).max(exponent_of(s.b)).max(exponent(s.radii)),
            Self::Torus(s) => exponent_of(s.center).max(exponent([s.major_radius, s.minor_radius])),
            _ => None,
        }
    }

    fn more_free_direction(&self) -> Option<DVec3> {
        match self {
            Self::InfiniteCylinder(s) => Some(s.direction),
            Self::InfiniteCone(s) => Some(s.direction),
            Self::Disc(s) => Some(s.normal),
            Self::EllipticCylinder(s) => Some(s.across),
            Self::Torus(s) => Some(s.axis),
            _ => None,
        }
    }

    /// By how much the ends of a cylinder are moved apart after it was multiplied by `2^e`, so that products of their distance
    /// do not vanish. Where they differ they are so near 0 that the move is too small for twice the digits.
    fn more_axis_shift(&self, e: i32) -> i32 {
        let Self::Cylinder(s) = self else { return 0 };
        exponent_of(s.b - s.a).map_or(0, |long| (SHORTEST - long - e).max(0))
    }

    fn more_scaled(&self, e: i32, own: i32) -> Self {
        match self {
            Self::Cylinder(s) => {
                let by = self.more_axis_shift(e);
                let by = |i| if s.a.get(i) == s.b.get(i) { 0 } else { by };
                let end = |p: DVec3| DVec3::from_fn(|i| shifted(p.get(i), e + by(i)));
                Cylinder { a: end(s.a), b: end(s.b), radius: shifted(s.radius, e) }.into()
            }
            Self::Tetrahedron(s) => s.lift(&|x| shifted(x, e)).into(),
            Self::Cone(s) => s.lift(&|x| shifted(x, e)).into(),
            Self::TruncatedCone(s) => s.lift(&|x| shifted(x, e)).into(),
            Self::Frustum(s) => s.scaled(|x| shifted(x, e)).into(),
            Self::Disc(s) => Disc {
                center: shifted_vector(s.center, e),
                normal: shifted_vector(s.normal, own),
                radius: shifted(s.radius, e),
            }
            .into(),
            Self::EllipticCylinder(s) => EllipticCylinder {
                a: shifted_vector(s.a, e),
                b: shifted_vector(s.b, e),
                radii: s.radii.each(|r| shifted(r, e)),
                across: shifted_vector(s.across, own),
            }
            .into(),
            Self::Torus(s) => Torus {
                center: shifted_vector(s.center, e),
                axis: shifted_vector(s.axis, own),
                major_radius: shifted(s.major_radius, e),
                minor_radius: shifted(s.minor_radius, e),
            }
            .into(),
            Self::InfiniteCone(s) => InfiniteCone {
                apex: shifted_vector(s.apex, e),
                direction: shifted_vector(s.direction, own),
                angle: s.angle,
            }
            .into(),
            Self::InfiniteCylinder(s) => InfiniteCylinder {
                origin: shifted_vector(s.origin, e),
                direction: shifted_vector(s.direction, own),
                radius: shifted(s.radius, e),
            }
            .into(),
            other => other.clone(),
        }
    }
}

/// The shapes that only two dimensions have.
impl Shape2<DVec2> {
    fn more_size_exponent(&self) -> Option<i32> {
        match self {
            Self::Annulus(s) => exponent_of(s.center).max(exponent([s.outer_radius])),
            Self::Arc(s) => exponent_of(s.center).max(exponent([s.radius])),
            Self::Wedge(s) => exponent_of(s.center).max(exponent([s.radius])),
            _ => None,
        }
    }

    #[allow(clippy::unused_self, reason = "the same calls as in three dimensions")]
    const fn more_free_direction(&self) -> Option<DVec2> {
        None
    }

    #[allow(clippy::unused_self, reason = "the same calls as in three dimensions")]
    const fn more_axis_shift(&self, _: i32) -> i32 {
        0
    }

    fn more_scaled(&self, e: i32, _: i32) -> Self {
        match self {
            Self::Annulus(s) => Annulus::lift::<DVec2>(s, &|x| shifted(x, e)).into(),
            Self::Arc(s) => {
                Arc { center: shifted_vector(s.center, e), radius: shifted(s.radius, e), ..*s }.into()
            }
            Self::Wedge(s) => {
                Wedge { center: shifted_vector(s.center, e), radius: shifted(s.radius, e), ..*s }.into()
            }
            other => other.clone(),
        }
    }
}
