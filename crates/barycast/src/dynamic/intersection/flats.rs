//! Intersection of two shapes with flat sides, in exact numbers.
//!
//! Boxes, hulls, tetrahedra, frusta, triangles, parallelograms and polygons are
//! [polytopes](super::polytope), and [clipped](super::clip) by each other. Planes and half-spaces
//! clip, and two of them share a line or a plane. Other unbounded intersections, such as the wedge
//! of two half-spaces, are no shape of the protocol.
//!
//! A polygon in 3D is flat only up to rounding, and so is no convex set in exact numbers: its
//! triangles are clipped one by one, and the kind of the resulting set depends [on the polygon's
//! flatness](super::kind::nearly_flat).

use super::Common;
use super::clip;
use super::kind;
use super::polytope::{Corner, Polytope, Side};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::kind::Over;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::exact::{Arena, Exact};
use crate::number::Ring;
use crate::number::each::MapEach;
use crate::shape::*;
use crate::vector::{V2, V3, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Set with flat sides.
pub(super) enum Flat<V: Vector> {
    Polytope(Polytope<V>),
    /// The triangles of a polygon, and a bound of how far its points deviate from a plane.
    Nearly(Vec<Polytope<V>>, f64),
    /// Plane or half-space.
    Endless(Vec<Side<V>>),
}

impl<V: Vector> Flat<V> {
    fn pieces(&self) -> &[Polytope<V>] {
        match self {
            Self::Polytope(one) => core::slice::from_ref(one),
            Self::Nearly(pieces, _) => pieces,
            Self::Endless(_) => &[],
        }
    }

    const fn slack(&self) -> f64 {
        match self {
            Self::Nearly(_, slack) => *slack,
            _ => 0.0,
        }
    }
}

/// Returns the intersection of two of them, one bounded.
fn meeting<'a, V, W>(a: &Flat<V>, b: &Flat<V>) -> Option<Common<W>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
    W: crate::vector::FloatVector<Scalar = f64>,
{
    let points: Vec<Corner<V>> = match (a, b) {
        (Flat::Endless(_), Flat::Endless(_)) => return None,
        (a, Flat::Endless(sides)) | (Flat::Endless(sides), a) => {
            a.pieces().iter().flat_map(|piece| clip::beyond(piece, sides)).collect()
        }
        (a, b) => {
            let pairs = a.pieces().iter().flat_map(|p| b.pieces().iter().map(move |q| (p, q)));
            pairs.flat_map(|(p, q)| clip::shared(p, q)).collect()
        }
    };
    let slack = a.slack().max(b.slack());
    if slack > 0.0 {
        let points: Vec<W> = points.iter().map(|p| kind::rounded(p.at)).collect();
        return kind::nearly_flat(&points, slack);
    }
    kind::common(points)
}

/// Shapes with flat sides, of 2D or of 3D.
pub(super) trait FlatSided: DynamicShape {
    /// Tests whether it is a polytope, plane or half-space.
    fn has_flat_sides(&self) -> bool;

    /// Returns the triangles of a polygon whose hull is not flat.
    fn nearly_flat<'a>(&self, hull: &Self, arena: &'a Arena) -> Option<Flat<Over<Self, Exact<'a>>>>;

    /// Returns the half-spaces whose intersection is the polytope, for one with an interior in 3D.
    fn sides_of_solid<'a>(&self, arena: &'a Arena) -> Vec<HalfSpace<Over<Self, Exact<'a>>>>;

    /// Returns the intersection of two intersecting shapes with flat sides; `None` for others, and
    /// if the intersection is no shape.
    fn cut_flat(&self, other: &Self) -> Option<Common<Self::Vector>> {
        if !(self.has_flat_sides() && other.has_flat_sides()) {
            return None;
        }
        let arena = Arena::new();
        meeting(&self.flat(&arena)?, &other.flat(&arena)?)
    }

    /// Returns the half-spaces whose intersection is the shape; `None` for others.
    fn walls<'a>(&self, arena: &'a Arena) -> Option<Vec<Side<Over<Self, Exact<'a>>>>> {
        let number = |x: f64| arena.number(x);
        let along = |origin: Over<Self, Exact<'a>>, direction, ends: usize| {
            let sides = hull::flat_sides(1, vec![origin, origin + direction]);
            Some(sides.into_iter().skip(ends).map(Side::new).collect())
        };
        match self.shared() {
            Some(Shared::Line(a)) => along(a.origin.lift(&number), a.direction.lift(&number), 2),
            Some(Shared::Ray(a)) => along(a.origin.lift(&number), a.direction.lift(&number), 1),
            _ if !self.has_flat_sides() => None,
            _ => match self.flat(arena)? {
                Flat::Polytope(a) => Some(a.sides),
                Flat::Endless(sides) => Some(sides),
                Flat::Nearly(..) => None,
            },
        }
    }

    /// Returns the shape as a set with flat sides, in exact numbers.
    fn flat<'a>(&self, arena: &'a Arena) -> Option<Flat<Over<Self, Exact<'a>>>> {
        let number = |x: f64| arena.number(x);
        match self.shared() {
            Some(Shared::Plane(a)) => {
                let Plane { normal, distance } = a.lift::<Over<Self, Exact<'a>>>(&number);
                Some(Flat::Endless(Side::both(normal, distance).to_vec()))
            }
            Some(Shared::HalfSpace(a)) => Some(Flat::Endless(vec![Side::new(a.lift(&number))])),
            _ => match self.as_hull() {
                Some(hull) => Some(match self.nearly_flat(&hull, arena) {
                    Some(nearly) => nearly,
                    None => Flat::Polytope(hull.polytope(arena)?),
                }),
                None => Some(Flat::Polytope(self.polytope(arena)?)),
            },
        }
    }

    /// Returns the hull of its points, in exact numbers.
    fn polytope<'a>(&self, arena: &'a Arena) -> Option<Polytope<Over<Self, Exact<'a>>>> {
        let points = self.content(&|x: f64| arena.number(x))?.points;
        // A shape with numbers that are not finite has no points.
        (!points.is_empty()).then(|| Polytope::new(points, || self.sides_of_solid(arena)))
    }
}

impl FlatSided for Shape2 {
    fn has_flat_sides(&self) -> bool {
        match self {
            Self::Segment(_)
            | Self::HalfSpace(_)
            | Self::Plane(_)
            | Self::Aabb(_)
            | Self::Obb(_)
            | Self::Triangle(_)
            | Self::Parallelogram(_)
            | Self::Convex(_) => true,
            Self::Polygon(_) => self.as_hull().is_some(),
            _ => false,
        }
    }

    fn nearly_flat<'a>(&self, _: &Self, _: &'a Arena) -> Option<Flat<V2<Exact<'a>>>> {
        None
    }

    /// None is solid in 3D.
    fn sides_of_solid<'a>(&self, _: &'a Arena) -> Vec<HalfSpace<V2<Exact<'a>>>> {
        Vec::new()
    }
}

impl FlatSided for Shape3 {
    fn has_flat_sides(&self) -> bool {
        matches!(
            self,
            Self::Segment(_)
                | Self::HalfSpace(_)
                | Self::Plane(_)
                | Self::Aabb(_)
                | Self::Obb(_)
                | Self::Triangle(_)
                | Self::Parallelogram(_)
                | Self::Convex(_)
                | Self::Tetrahedron(_)
                | Self::Frustum(_)
                | Self::FlatPolygon(_)
        )
    }

    /// Returns the triangles of a polygon whose hull is not flat.
    fn nearly_flat<'a>(&self, hull: &Self, arena: &'a Arena) -> Option<Flat<V3<Exact<'a>>>> {
        let (Self::FlatPolygon(a), Self::Convex(hull)) = (self, hull) else { return None };
        if hull.dimension() < 3 {
            return None;
        }
        let corners = |t: Triangle<DVec3>| t.corners().each(|p| p.lift(&|x: f64| arena.number(x))).to_vec();
        let bounds = a.bounds();
        // The deviation that a checked polygon may have, and the rounding error of its clipped
        // parts.
        let part = 4.0 * <f64 as crate::number::Float>::AXES_TOLERANCE;
        let slack = part * (bounds.max - bounds.min).length();
        let pieces =
            (0..a.mesh().triangles().len()).map(|i| Polytope::new(corners(a.mesh().triangle(i)), Vec::new));
        Some(Flat::Nearly(pieces.collect(), slack))
    }

    fn sides_of_solid<'a>(&self, arena: &'a Arena) -> Vec<HalfSpace<V3<Exact<'a>>>> {
        let number = |x: f64| arena.number(x);
        match self {
            Self::Aabb(a) => {
                let a = a.lift::<V3<Exact<'a>>>(&number);
                let sides = (0..3).flat_map(|i| {
                    let n = a.min.zero().with(i, number(1.0));
                    let high = HalfSpace { normal: n, distance: a.max.get(i) };
                    [high, HalfSpace { normal: -n, distance: -a.min.get(i) }]
                });
                sides.collect()
            }
            Self::Obb(a) => {
                let b = a.lift::<V3<Exact<'a>>>(&number);
                let sides = (0..3).flat_map(|i| {
                    let n = b.axis((i + 1) % 3).cross(b.axis((i + 2) % 3));
                    let (middle, reach) = (n.dot(b.center), Ring::abs(n.dot(b.half_axis(i))));
                    let high = HalfSpace { normal: n, distance: middle + reach };
                    [high, HalfSpace { normal: -n, distance: reach - middle }]
                });
                sides.collect()
            }
            Self::Convex(a) => a.sides_over(&number),
            Self::Tetrahedron(a) => a.sides_over(&number),
            Self::Frustum(a) => a.sides_over(&number),
            _ => Vec::new(),
        }
    }
}

impl Shape3 {
    /// Returns the intersection of a plane with a bounded shape with flat sides.
    pub(super) fn cut_flat_by<'a>(
        &self,
        plane: &Plane<V3<Exact<'a>>>,
        arena: &'a Arena,
    ) -> Option<Common<DVec3>> {
        let sides = Flat::Endless(Side::both(plane.normal, plane.distance).to_vec());
        self.has_flat_sides().then(|| meeting(&self.flat(arena)?, &sides))?
    }
}
