//! Result of an intersection query.

use super::order;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::shape::*;
use crate::vector::size::{shifted, shifted_vector};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Intersection of two shapes.
///
/// ```
/// use barycast::dynamic::any::{NoAnswer, Shape3};
/// use barycast::dynamic::intersection::Common;
/// use barycast::shape::{Aabb, Plane};
/// use glam::{DVec3, dvec3};
///
/// let cube = Shape3::from(Aabb::new(DVec3::ZERO, DVec3::ONE));
/// let other = Shape3::from(Aabb::new(dvec3(0.5, 0.5, 0.5), dvec3(2.0, 2.0, 2.0)));
/// let common = cube.intersection(&other)?;
/// assert_eq!(common, Some(Common::Aabb(Aabb::new(dvec3(0.5, 0.5, 0.5), DVec3::ONE))));
/// let apart = Shape3::from(Plane::new(DVec3::X, 7.0));
/// assert_eq!(cube.intersection(&apart)?, None);
/// # Ok::<(), NoAnswer>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Common<V: Vector> {
    /// All of the first shape.
    First,
    /// All of the second shape.
    Second,
    /// A single point.
    Point(V),
    /// A segment between two different points.
    Segment(Segment<V>),
    /// A ray.
    Ray(Ray<V>),
    /// A line.
    Line(Line<V>),
    /// A plane.
    Plane(Plane<V>),
    /// An axis-aligned box, which may be flat.
    Aabb(Aabb<V>),
    /// A flat disc around a centre, perpendicular to a normal of any length.
    Disc {
        /// Centre.
        center: V,
        /// Normal, of any length.
        normal: V,
        /// Radius, above 0.
        radius: V::Scalar,
    },
    /// A flat ellipse in 3D, as an ellipsoid whose third radius is 0.
    Ellipse {
        /// Centre.
        center: V,
        /// The longer and the shorter radius, above 0.
        radii: [V::Scalar; 2],
        /// Unit vectors along the first radius, along the second, and perpendicular to both.
        axes: [V; 3],
    },
    /// Corners of a convex polygon, in order around it, as [`Polygon::try_new`] or
    /// [`FlatPolygon::try_new`] accepts them.
    Polygon(Vec<V>),
    /// Corners of a polytope, in order of their coordinates: in 3D of a solid one, or of a polygon
    /// so small beside its coordinates that its rounded corners are no valid polygon.
    Hull(Vec<V>),
    /// Several disjoint sets, none of which is `Several`.
    Several(Vec<Self>),
}

impl<V: Vector> Common<V> {
    /// Returns the set with all lengths multiplied by `2^e`.
    pub(super) fn shifted(self, e: i32) -> Self
    where
        V: Vector<Scalar = f64>,
    {
        let moved = |p: V| shifted_vector(p, e);
        let all = |points: Vec<V>| points.into_iter().map(moved).collect();
        match self {
            Self::First | Self::Second => self,
            Self::Point(p) => Self::Point(moved(p)),
            Self::Segment(s) => Self::Segment(Segment { a: moved(s.a), b: moved(s.b) }),
            Self::Ray(r) => Self::Ray(Ray { origin: moved(r.origin), ..r }),
            Self::Line(l) => Self::Line(Line { origin: moved(l.origin), ..l }),
            Self::Plane(p) => Self::Plane(Plane { distance: shifted(p.distance, e), ..p }),
            Self::Aabb(b) => Self::Aabb(Aabb { min: moved(b.min), max: moved(b.max) }),
            Self::Disc { center, normal, radius } => {
                Self::Disc { center: moved(center), normal, radius: shifted(radius, e) }
            }
            Self::Ellipse { center, radii, axes } => {
                Self::Ellipse { center: moved(center), radii: radii.each(|r| shifted(r, e)), axes }
            }
            Self::Polygon(points) => Self::Polygon(all(points)),
            Self::Hull(points) => Self::Hull(all(points)),
            Self::Several(parts) => Self::Several(parts.into_iter().map(|part| part.shifted(e)).collect()),
        }
    }

    /// Exchanges the roles of the shapes.
    #[must_use]
    pub fn swap(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            other => other,
        }
    }
}

impl<V: FloatVector<Scalar = f64>> Common<V> {
    /// Tests whether all numbers are finite: a set beyond the largest float is no shape.
    pub(super) fn is_finite(&self) -> bool {
        let fine = |p: &V| (0..V::DIM).all(|i| p.get(i).is_finite());
        match self {
            Self::First | Self::Second => true,
            Self::Point(p) => fine(p),
            Self::Segment(s) => fine(&s.a) && fine(&s.b),
            Self::Ray(r) => fine(&r.origin),
            Self::Line(l) => fine(&l.origin),
            Self::Plane(p) => p.distance.is_finite(),
            Self::Aabb(b) => fine(&b.min) && fine(&b.max),
            Self::Disc { center, radius, .. } => fine(center) && radius.is_finite(),
            Self::Ellipse { center, radii, .. } => fine(center) && radii.iter().all(|r| r.is_finite()),
            Self::Polygon(points) | Self::Hull(points) => points.iter().all(fine),
            Self::Several(parts) => parts.iter().all(Self::is_finite),
        }
    }

    /// Replaces a polygon whose corners would be rejected, by `is_one`, with a hull.
    pub(super) fn simplified(self, is_one: impl Fn(Vec<V>) -> bool) -> Self {
        match self {
            Self::Polygon(mut points) if !is_one(points.clone()) => {
                points.order_by(|p, q| order::later(*p, *q).cmp(&order::later(*q, *p)));
                Self::Hull(points)
            }
            other => other,
        }
    }
}
