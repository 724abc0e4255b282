//! Intersections of round shapes and flat ones in 3D: the part, in the flat shape, of the section
//! by its plane.
//!
//! The intersection of a disc, triangle, parallelogram or polygon with another shape is its
//! intersection with the [section](super::planes) of that shape by its plane: a segment, disc or
//! polygon of the same plane. Round shapes without a radius are points, segments and lines, and are
//! handled as those.

use super::common::Common;
use super::flats::FlatSided;
use super::kind::rounded;
use super::touch::{Face, PART, faces};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::contains::Containment;
use crate::dynamic::shape::Shared;
use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::shape::*;
use crate::vector::{V3, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

fn straight<A, V>(a: V, b: V) -> A
where
    V: Vector<Scalar = f64, Mask = bool>,
    A: From<Point<V>> + From<Segment<V>>,
{
    if (b - a).is_zero() { Point(a).into() } else { Segment { a, b }.into() }
}

/// Shapes of 2D or of 3D that are the same set as simpler ones.
pub(super) trait Simpler: FlatSided + Containment {
    /// Does the same for shapes that only 3D has.
    fn simpler_in_space(&self) -> Option<Self>;

    /// Returns the same set as a simpler shape, if there is one.
    fn simpler(&self) -> Option<Self> {
        match self.shared() {
            Some(Shared::Point(_) | Shared::Plane(_) | Shared::HalfSpace(_)) => None,
            Some(Shared::Sphere(a)) if a.radius == 0.0 => Some(Point(a.center).into()),
            Some(Shared::Capsule(a)) if a.radius == 0.0 => Some(straight(a.a, a.b)),
            Some(Shared::Capsule(a)) if a.a == a.b => Some(Sphere { center: a.a, radius: a.radius }.into()),
            Some(Shared::Segment(a)) => (a.a == a.b).then(|| Point(a.a).into()),
            Some(Shared::Ellipsoid(a)) => {
                let radius = |i: usize| a.radii.get(i);
                if (1..Self::Vector::DIM).all(|i| radius(i) == radius(0)) {
                    return Some(Sphere { center: a.center, radius: radius(0) }.into());
                }
                let thick: Vec<usize> = (0..Self::Vector::DIM).filter(|i| radius(*i) > 0.0).collect();
                match thick[..] {
                    [] => Some(Point(a.center).into()),
                    [i] => Some(straight(a.center - a.semi_axis(i), a.center + a.semi_axis(i))),
                    _ => self.simpler_in_space(),
                }
            }
            Some(Shared::Rounded(a)) => a.core.simpler().and_then(|core| core.rounded_by(a.radius)),
            Some(Shared::TaperedCapsule(a)) if a.radius_a == a.radius_b => {
                Some(Capsule { a: a.a, b: a.b, radius: a.radius_a }.into())
            }
            Some(Shared::TaperedCapsule(a)) => {
                // One ball that contains the other.
                let [a, b] = a.balls().each(Self::from);
                let held = a.holds_all(&b) == Ok(true);
                if held { Some(a) } else { (b.holds_all(&a) == Ok(true)).then_some(b) }
            }
            _ if self.has_flat_sides() => {
                let arena = Arena::new();
                let polytope = self.polytope(&arena)?;
                let corner = |i: usize| rounded(polytope.corners[i].at);
                (polytope.dimension < 2).then(|| straight(corner(0), corner(polytope.dimension)))
            }
            _ => self.simpler_in_space(),
        }
    }
}

impl Simpler for Shape2 {
    fn simpler_in_space(&self) -> Option<Self> {
        None
    }
}

#[allow(clippy::unused_self, reason = "the same calls as in three dimensions")]
impl Shape2 {
    pub(super) const fn cut_by_flat(&self, _: &Self) -> Option<Common<DVec2>> {
        None
    }
}

/// The plane of a flat shape, its normal, and the shape as a set in that plane.
type Flat<'a> = (Plane<V3<Exact<'a>>>, DVec3, Face<V3<DoubleDouble>>);

fn precise(p: DVec3) -> V3<DoubleDouble> {
    p.lift(&DoubleDouble::new)
}

fn reach(face: &Face<V3<DoubleDouble>>) -> DoubleDouble {
    match face {
        Face::Hull(points) => points.iter().map(|p| p.length()).fold(DoubleDouble::ZERO, Ring::max),
        Face::Disc { center, radius } => center.length() + *radius,
        _ => DoubleDouble::ZERO,
    }
}

impl Simpler for Shape3 {
    fn simpler_in_space(&self) -> Option<Self> {
        match self {
            Self::Cylinder(a) if a.radius == 0.0 => Some(straight(a.a, a.b)),
            Self::Cone(a) if a.radius == 0.0 => Some(straight(a.apex, a.base)),
            Self::TruncatedCone(a) if a.radius_a == 0.0 && a.radius_b == 0.0 => Some(straight(a.a, a.b)),
            Self::Ellipsoid(a) => {
                let flat = (0..3).find(|i| a.radii[*i] == 0.0)?;
                let (radius, other) = (a.radii[(flat + 1) % 3], a.radii[(flat + 2) % 3]);
                (radius == other).then(|| Disc { center: a.center, normal: a.axis(flat), radius }.into())
            }
            Self::Disc(a) if a.radius == 0.0 => Some(Point(a.center).into()),
            Self::InfiniteCylinder(a) if a.radius == 0.0 => {
                Some(Line { origin: a.origin, direction: a.direction }.into())
            }
            _ => None,
        }
    }
}

impl Shape3 {
    fn flat_in_space<'a>(&self, arena: &'a Arena) -> Option<Flat<'a>> {
        let number = |x: f64| arena.number(x);
        if let Self::Disc(a) = self {
            let Disc { center, normal, .. } = a.lift::<V3<Exact<'a>>>(&number);
            let own = Face::Disc { center: precise(a.center), radius: DoubleDouble::new(a.radius) };
            return Some((Plane { normal, distance: normal.dot(center) }, a.normal, own));
        }
        let corners: Vec<V3<Exact<'a>>> = match self {
            // Flat up to rounding.
            Self::FlatPolygon(a) => a.points().iter().map(|p| p.lift(&number)).collect(),
            other if other.has_flat_sides() => {
                let polytope = other.polytope(arena).filter(|polytope| polytope.dimension == 2)?;
                polytope.corners.iter().map(|corner| corner.at).collect()
            }
            _ => return None,
        };
        let [a, b, c, ..] = corners[..] else { return None };
        let normal = (b - a).cross(c - a);
        if normal.is_zero() {
            return None;
        }
        let points = corners.iter().map(|p| p.lift(&|x: Exact<'_>| x.to_double_double())).collect();
        Some((Plane { normal, distance: normal.dot(a) }, rounded(normal), Face::Hull(points)))
    }

    /// Returns the intersection of a disc or a flat polygon with a shape that it intersects; `None`
    /// for others, and if it is no shape.
    pub(super) fn cut_by_flat(&self, other: &Self) -> Option<Common<DVec3>> {
        let arena = Arena::new();
        let (plane, normal, own) = self.flat_in_space(&arena)?;
        let cut = match other.section(&plane, normal, &arena) {
            Some(cut) => cut,
            None => other.cut_flat_by(&plane, &arena)?,
        };
        let face = match cut {
            Common::Point(p) => Face::Hull(vec![precise(p)]),
            Common::Segment(s) => Face::Hull(vec![precise(s.a), precise(s.b)]),
            Common::Polygon(points) => Face::Hull(points.into_iter().map(precise).collect()),
            Common::Disc { center, radius, .. } => {
                Face::Disc { center: precise(center), radius: DoubleDouble::new(radius) }
            }
            _ => return None,
        };
        let slack = (reach(&face) + reach(&own)) * DoubleDouble::new(PART);
        let n = precise(normal).normalized_or_zero();
        Some(match faces(own, face, n, slack, self.closest_precisely(other).on_a)? {
            Common::Disc { center, radius, .. } => Common::Disc { center, normal, radius },
            found => found,
        })
    }
}
