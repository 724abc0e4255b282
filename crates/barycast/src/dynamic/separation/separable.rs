//! Basis of the separation of shapes: which parts intersect, the least translation of each pair of
//! parts, and whether a translation frees the shapes.

use super::part::Part;
use crate::dynamic::arc::{self, Meeting};
use crate::dynamic::deformed;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::query::Penetration;
use crate::query::cancel::is_cancelled;
use crate::shape::{Point, Sphere};
use crate::vector::Vector;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Shapes touch if they are this fraction of their sizes apart.
pub(super) const TOUCHING: f64 = 1e-15;
/// Shapes moved by this fraction of the sizes beyond a touch are free.
pub(super) const BEYOND: f64 = 1e-12;
/// Depth of shapes at the origin that is more than a touch.
pub(super) const AT_THE_ORIGIN: f64 = 1e-60;

/// Operations that separation needs, for the shapes of 2D or of 3D.
pub(crate) trait Separable: DynamicShape {
    /// Returns the least translation of an annulus or whole circle in 2D and a hull of a few balls.
    fn out_of_ring(&self, other: &Self) -> Option<Penetration<Self::Vector>>;

    /// Returns a way out of two meshes, one of them with more than a few triangles.
    fn out_of_meshes(&self, other: &Self) -> Option<Penetration<Self::Vector>>;

    /// Returns all intersecting pairs of triangles of two meshes, in order; `None` for other
    /// shapes, and for meshes with few triangles.
    fn meeting_triangles(&self, other: &Self) -> Option<Vec<[usize; 2]>>;

    /// Returns the least translation that separates two shapes of convex parts with straight or
    /// flat sides, if it is shorter than the shortest known; the inner value is `None` if it is
    /// not. Returns `None` for shapes with other parts, or with too many.
    #[allow(clippy::option_option, reason = "not sought, none shorter, a shorter one")]
    fn least_of_all(&self, other: &Self, shortest: f64) -> Option<Option<Self::Vector>>;

    /// Appends convex parts that fill a polygon.
    fn parts_of_inside(&self, out: &mut Vec<Part<Self::Vector>>) -> Option<()>;

    /// Returns the place in 3D, or in its plane `z = 0`.
    fn place(place: DVec3) -> Self::Vector;

    /// Returns the point, for a point or a sphere of radius 0.
    fn as_point(&self) -> Option<Self::Vector> {
        match self.shared()? {
            Shared::Point(Point(p)) => Some(*p),
            Shared::Sphere(Sphere { center, radius: 0.0 }) => Some(*center),
            _ => None,
        }
    }

    /// Returns the shape that is stretched, and the factors.
    fn as_stretched(&self) -> Option<(&Self, Self::Vector)> {
        if let Some(Shared::Scaled(scaled)) = self.shared() {
            Some((&scaled.core, scaled.scale))
        } else {
            None
        }
    }

    /// Returns the normal of a plane or half-space.
    fn plane_normal(&self) -> Option<Self::Vector> {
        self.kind().as_half_space().map(|(below, _)| below.normal)
    }

    /// Returns it with each coordinate multiplied by its own factor, or `None` if that is no shape.
    fn stretched(&self, scale: Self::Vector) -> Option<Self> {
        deformed::stretched(self.clone(), scale).ok()
    }
}

/// Intersecting shapes, part by part.
pub(crate) trait Apart: Separable {
    /// Returns the length beyond a touch by which they are moved to be free.
    fn slack(&self, other: &Self) -> f64 {
        f64::max((self.size_from_origin() + other.size_from_origin()) * BEYOND, AT_THE_ORIGIN)
    }

    /// Returns the greatest distance of its points from the origin; for unbounded parts, that of
    /// their closest point and of the numbers that define them.
    fn size_from_origin(&self) -> f64 {
        if let Some(bounds) = self.outer_bounds() {
            return bounds.min.length() + bounds.max.length();
        }
        if let Some(parts) = self.as_composite() {
            return (0..parts.len()).map(|i| parts.part(i).size_from_origin()).fold(0.0, f64::max);
        }
        let offset = self.as_range().map_or(0.0, |range| range.line.origin.length());
        self.closest_precisely(&Self::from(Point(Self::Vector::splat(0.0)))).on_a.length() + offset
    }

    /// Calls back with each pair of convex or curved parts that intersect.
    fn meeting_parts(&self, other: &Self, then: &mut dyn FnMut(&Self, &Self)) {
        let both = self.as_composite().zip(other.as_composite());
        if let Some(((a, b), pairs)) = both.zip(self.meeting_triangles(other)) {
            for [i, j] in pairs.into_iter().take_while(|_| !is_cancelled()) {
                then(&a.part(i), &b.part(j));
            }
        } else if let Some(parts) = self.as_composite() {
            for i in parts.near(other).take_while(|_| !is_cancelled()) {
                parts.part(i).meeting_parts(other, then);
            }
        } else if other.as_composite().is_some() {
            other.meeting_parts(self, &mut |b, a| then(a, b));
        } else if self.intersects(other) {
            then(self, other);
        }
    }

    /// Returns the known directions in which two convex or curved shapes separate, with the
    /// lengths. For convex shapes that no translation separates, the direction is zero and the
    /// length infinite.
    fn local_contacts(&self, other: &Self) -> Vec<(Self::Vector, f64)> {
        if self.tube().is_none() && other.tube().is_none() {
            let contact = self.contact_precisely(other).ok().flatten();
            let endless = |c: &Penetration<Self::Vector>| {
                (c.depth == f64::INFINITY).then_some(Self::Vector::splat(0.0))
            };
            return contact
                .and_then(|c| Some((c.normal_a_to_b.or(endless(&c))?, c.depth)))
                .into_iter()
                .collect();
        }
        let (at, outs, radius) = match arc::meeting(self, other) {
            Meeting::Side { way, overlap } => return vec![(way, overlap)],
            Meeting::Through { at, outs, radius } => (at, outs, radius),
        };
        let mut ways: Vec<(Self::Vector, f64)> =
            outs.iter().flat_map(|out| [(*out, radius), (-*out, radius)]).collect();
        // Out of the convex one. A speck replaces the point, which may be outside by a rounding
        // error.
        let speck = Sphere::new(at, (at.length() + radius) * BEYOND);
        let convex = if self.tube().is_none() { self } else { other };
        if let Some(c) =
            Self::from(speck).contact_precisely(convex).ok().flatten().filter(|_| convex.tube().is_none())
        {
            let turn = if self.tube().is_none() { -1.0 } else { 1.0 };
            let deep = c.depth - speck.radius;
            let depth = radius + if deep <= speck.radius { 0.0 } else { deep };
            ways.extend(c.normal_a_to_b.map(|n| (n * turn, depth)));
        }
        ways
    }

    /// Returns the contact with the other moved by a unit vector times a depth, if that is a touch
    /// and a slightly longer move frees them.
    fn freed_by(&self, other: &Self, normal: Self::Vector, depth: f64) -> Option<Penetration<Self::Vector>> {
        // Beyond the range of floats the slack is as large, and everything would be a touch.
        if !depth.is_finite() {
            return None;
        }
        let slack = self.slack(other) + depth * BEYOND;
        let depth = if depth <= slack * TOUCHING / BEYOND { 0.0 } else { depth };
        let at = |depth: f64| other.translated(normal * depth);
        if self.intersects(&at(depth + slack)?) {
            return None;
        }
        let touch = self.closest_precisely(&at(depth)?);
        let on_b = touch.on_b - normal * depth;
        let found = Penetration { normal_a_to_b: Some(normal), depth, on_a: touch.on_a, on_b };
        (touch.distance <= slack).then_some(found)
    }

    /// Returns the contact with the other moved by a translation, if it then touches and no pair of
    /// parts is deeper than a touch.
    fn touching_at(
        &self,
        other: &Self,
        place: Self::Vector,
        contacts: &[(Self::Vector, f64)],
    ) -> Option<Penetration<Self::Vector>> {
        let depth = place.length();
        let normal = if depth > 0.0 { place / depth } else { contacts.first()?.0 };
        let slack = self.slack(other) + depth * BEYOND;
        let moved = other.translated(place)?;
        let mut deepest: f64 = 0.0;
        self.meeting_parts(&moved, &mut |a, b| {
            deepest = a.local_contacts(b).into_iter().fold(deepest, |deepest, (_, depth)| deepest.max(depth));
        });
        let touch = self.closest_precisely(&moved);
        let found =
            Penetration { normal_a_to_b: Some(normal), depth, on_a: touch.on_a, on_b: touch.on_b - place };
        (deepest <= slack && touch.distance <= slack).then_some(found)
    }
}

impl<S: Separable> Apart for S {}
