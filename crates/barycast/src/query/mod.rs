//! The questions, and what they answer: this screen is the whole API.
//!
//! Every question is a trait with the other shape as its parameter, so that a trait's page lists its pairs, and
//! an inherent method of every shape, so that nothing need be imported: `sphere.intersects(&aabb)`. The order
//! never matters: `(a, b)` and `(b, a)` are one row of the [table](crate::pair::table).

pub mod cancel;
mod points;

pub use points::{IntoIter, ManifoldPoints};

use crate::number::{Float, Mask, Real, Ring};
use crate::vector::{FloatVector, Vector};

/// Do they share a point?
pub trait Intersects<B> {
    /// `bool`, or a mask of lanes.
    type Answer;

    /// They share at least one point; touching counts.
    #[doc(alias = "overlaps")]
    #[doc(alias = "collide")]
    fn intersects(&self, other: &B) -> Self::Answer;
}

/// How far apart are they, and where?
pub trait Distance<B> {
    /// The vectors they live among.
    type Vector: Vector;

    /// The shortest way from one to the other. It is 0 exactly when they intersect.
    #[doc(alias = "closest_points")]
    fn closest(&self, other: &B) -> Closest<Self::Vector>;
}

/// How deep are they in each other?
pub trait Contact<B> {
    /// The vectors they live among.
    type Vector: Vector;

    /// `None` when they share no point; touching is a contact of depth 0.
    #[doc(alias = "penetration")]
    fn contact(&self, other: &B) -> Option<Penetration<Self::Vector>>;
}

/// Where does this line, ray or segment hit?
pub trait Cast<B> {
    /// The vectors they live among.
    type Vector: Vector;

    /// The first point of `target` on it, if any. A ray that starts inside a solid hits at its start.
    #[doc(alias = "raycast")]
    fn cast(&self, target: &B) -> Option<Hit<Self::Vector>>;
}

/// The shortest way between two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Vector> {
    /// How long it is; 0 exactly when they intersect.
    pub distance: V::Scalar,
    /// Its end on the first shape.
    pub on_a: V,
    /// Its end on the second shape; the same point when they intersect.
    pub on_b: V,
}

impl<V: Vector> Closest<V> {
    /// The same over other numbers.
    #[must_use]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Closest<W> {
        Closest {
            distance: number(self.distance),
            on_a: self.on_a.lift(number),
            on_b: self.on_b.lift(number),
        }
    }
}

impl<V: Vector<Scalar: Real>> Closest<V> {
    /// Between two points that are closest.
    #[inline(always)]
    pub fn between(on_a: V, on_b: V) -> Self {
        Self { distance: (on_b - on_a).length(), on_a, on_b }
    }

    /// The shorter of two.
    #[inline(always)]
    #[must_use]
    pub fn nearer(self, other: Self) -> Self {
        use crate::number::Ring;
        let mask = self.distance.le(other.distance);
        Self {
            distance: Ring::select(mask, self.distance, other.distance),
            on_a: V::select(mask, self.on_a, other.on_a),
            on_b: V::select(mask, self.on_b, other.on_b),
        }
    }

    /// Distance 0 at one shared point where `mask` holds, else itself.
    #[inline(always)]
    #[must_use]
    pub fn or_shared(self, mask: V::Mask, point: V) -> Self {
        use crate::number::Ring;
        Self {
            distance: Ring::select(mask, self.distance.zero(), self.distance),
            on_a: V::select(mask, point, self.on_a),
            on_b: V::select(mask, point, self.on_b),
        }
    }

    /// Distance 0 where `mask` holds, at a point where a line crosses a plane. Where the nearest points so far are no farther
    /// apart than the last digit of `reach`, at the first of them: a line that all but runs in the plane crosses it anywhere.
    #[inline(always)]
    #[must_use]
    pub(crate) fn or_crossing(self, mask: V::Mask, point: V, reach: V::Scalar) -> Self {
        use crate::number::Ring;
        let nearer = (reach + self.distance).same(reach);
        self.or_shared(mask, V::select(nearer, self.on_a, point))
    }

    /// Between the same two sets, each with all points within a radius of it added.
    #[inline(always)]
    #[must_use]
    pub fn grown(self, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        use crate::number::Ring;
        let normal = (self.on_b - self.on_a).normalized_or_zero();
        let gap = self.distance - (radius_a + radius_b);
        // As far from a as its radius reaches, but not beyond b: within both radii when they overlap.
        let shared = self.on_a + normal * Ring::min(radius_a, self.distance);
        Self { distance: gap, on_a: self.on_a + normal * radius_a, on_b: self.on_b - normal * radius_b }
            .or_shared(gap.le(gap.zero()), shared)
    }

    /// Seen from the other shape.
    #[inline(always)]
    #[must_use]
    pub fn swap(self) -> Self {
        Self { distance: self.distance, on_a: self.on_b, on_b: self.on_a }
    }
}

impl<V: FloatVector> Closest<V> {
    /// Made to agree with a yes or no: distance 0 at one point exactly when they intersect.
    #[inline(always)]
    #[must_use]
    pub fn agreeing(self, intersects: bool) -> Self {
        let apart = Ring::select(self.distance <= V::Scalar::ZERO, V::Scalar::LEAST, self.distance);
        Self {
            distance: Ring::select(intersects, V::Scalar::ZERO, apart),
            on_a: self.on_a,
            on_b: V::select(intersects, self.on_a, self.on_b),
        }
    }
}

/// The least translation that takes two shapes apart.
///
/// Its points lie on one shape each, and may lie far outside the other one: of thin bars that cross, both are ends of bars. A
/// point of both is `a.contact_point(&b, &contact)`, of typed shapes and of [`Shape2`](crate::dynamic::any::Shape2::contact_point) and
/// [`Shape3`](crate::dynamic::any::Shape3::contact_point).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// Of length 1, from the first shape to the second; `None` where no finite translation separates them.
    pub normal_a_to_b: Option<V>,
    /// Moving the second shape by `normal_a_to_b * depth` makes them just touch; infinite where nothing does.
    pub depth: V::Scalar,
    /// The point of the first shape deepest in the second, along the normal.
    pub on_a: V,
    /// The point of the second shape deepest in the first: `on_a - normal_a_to_b * depth`.
    pub on_b: V,
}

impl<V: Vector> Penetration<V> {
    /// The same over other numbers.
    #[must_use]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Penetration<W> {
        Penetration {
            normal_a_to_b: self.normal_a_to_b.map(|n| n.lift(number)),
            depth: number(self.depth),
            on_a: self.on_a.lift(number),
            on_b: self.on_b.lift(number),
        }
    }

    /// Where no translation separates them, both points are this shared one.
    #[must_use]
    pub(crate) fn meeting_at(self, point: impl FnOnce() -> V) -> Self {
        if self.normal_a_to_b.is_some() {
            return self;
        }
        let point = point();
        Self { on_a: point, on_b: point, ..self }
    }

    /// Seen from the other shape.
    #[must_use]
    pub fn swap(self) -> Self {
        Self {
            normal_a_to_b: self.normal_a_to_b.map(|n| -n),
            depth: self.depth,
            on_a: self.on_b,
            on_b: self.on_a,
        }
    }
}

/// Where two shapes in contact hold each other.
///
/// Its points lie on one shape each, as those of a [`Penetration`] do. Points of both, one for each of them, are
/// [`Shape3::contact_points`](crate::dynamic::any::Shape3::contact_points).
#[derive(Clone, Debug)]
pub struct Manifold<V: Vector> {
    /// Of length 1, from the first shape to the second; `None` where no finite translation separates them.
    pub normal_a_to_b: Option<V>,
    /// One or more: at most four, in 2D two.
    pub points: ManifoldPoints<V>,
}

impl<V: Vector> Manifold<V> {
    /// Seen from the other shape.
    #[must_use]
    pub fn swap(self) -> Self {
        let points = self.points.into_iter().map(ManifoldPoint::swap).collect();
        Self { normal_a_to_b: self.normal_a_to_b.map(|n| -n), points }
    }

    /// The same over other numbers.
    #[must_use]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Manifold<W> {
        let point = |p: &ManifoldPoint<V>| ManifoldPoint {
            on_a: p.on_a.lift(number),
            on_b: p.on_b.lift(number),
            depth: number(p.depth),
            feature_a: p.feature_a,
            feature_b: p.feature_b,
        };
        Manifold {
            normal_a_to_b: self.normal_a_to_b.map(|n| n.lift(number)),
            points: self.points.iter().map(point).collect(),
        }
    }
}

/// One of the points at which two shapes in contact hold each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint<V: Vector> {
    /// On the first shape.
    pub on_a: V,
    /// On the second: `on_a - normal_a_to_b * depth`.
    pub on_b: V,
    /// How deep they are in each other there, 0 or more.
    pub depth: V::Scalar,
    /// The feature of the first shape that touches: the same number from frame to frame as long as the same feature does, so that a
    /// solver finds the impulse of the last frame under the two ids. A corner, edge or face, or the point where an edge crosses one of
    /// the other shape. Ids of edges and faces are made from those of their corners: rarely two features have the same.
    #[doc(alias = "feature id")]
    #[doc(alias = "warm starting")]
    pub feature_a: u32,
    /// The feature of the second shape that touches.
    pub feature_b: u32,
}

impl<V: Vector> ManifoldPoint<V> {
    /// Seen from the other shape.
    #[must_use]
    pub fn swap(self) -> Self {
        Self {
            on_a: self.on_b,
            on_b: self.on_a,
            depth: self.depth,
            feature_a: self.feature_b,
            feature_b: self.feature_a,
        }
    }
}

/// When and where a moving shape first touches another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// The second shape touches when it has moved by `t * velocity`; 0 when they intersect at the start.
    pub t: V::Scalar,
    /// Of length 1, from the first shape to the second; `None` where none separates them at the start.
    pub normal_a_to_b: Option<V>,
    /// A point that they share then.
    pub point: V,
}

impl<V: FloatVector> Impact<V> {
    /// As the second shape sees it, which moved by `velocity`: for it the first one moves, the other way.
    pub(crate) fn swap(self, velocity: V) -> Self {
        Self {
            t: self.t,
            normal_a_to_b: self.normal_a_to_b.map(|n| -n),
            point: self.point - velocity * self.t,
        }
    }
}

/// Where a sweep stops: see `sweep_with` of the shapes, and [`TriMesh::sweep_convex_with`](crate::mesh::TriMesh::sweep_convex_with).
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::query::SweepOptions;
/// use glam::Vec3;
///
/// let wall = Aabb::new(Vec3::new(2.0, -9.0, -9.0), Vec3::new(3.0, 9.0, 9.0));
/// let ball = Sphere::new(Vec3::ZERO, 0.5);
/// let options = SweepOptions { target_distance: 0.25, ..SweepOptions::default() };
/// let impact = wall.sweep_with(&ball, Vec3::X * 2.0, 1.0, &options).unwrap();
/// assert!((0.625 - 1e-6..=0.625).contains(&impact.t));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepOptions<S> {
    /// The gap at which the sweep stops, in units of length: 0 stops at the touch. Character controllers keep such a *skin*
    /// between them and the world. What is negative or no number counts as 0.
    #[doc(alias = "skin")]
    pub target_distance: S,
    /// `true`: shapes that are within the distance at the start stop the sweep at `t = 0`. `false`: they do so only if the motion
    /// brings them nearer or deeper; if it separates them, or leads along the surface, it goes on to what else is in the way. A motion
    /// separates them if it leads along the contact's normal, less `1e-11` of its length, or four roundings in `f32`.
    pub stop_at_penetration: bool,
}

impl<S: Float> Default for SweepOptions<S> {
    /// The first touch, which is at once for shapes that share a point.
    fn default() -> Self {
        Self { target_distance: S::ZERO, stop_at_penetration: true }
    }
}

impl<S: Float> SweepOptions<S> {
    /// The distance; 0 for one that is negative or no number.
    pub(crate) fn distance(&self) -> S {
        if self.target_distance > S::ZERO && self.target_distance.is_finite() {
            self.target_distance
        } else {
            S::ZERO
        }
    }

    /// They change nothing.
    pub(crate) fn are_plain(&self) -> bool {
        self.stop_at_penetration && self.distance() == S::ZERO
    }
}

/// A stretch `enter <= t <= exit` of an endless line that lies in a shape.
///
/// Kernels answer in spans: rays, segments, limits and hollow shapes are made from them by
/// [`cast`](crate::pair::cast), once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<V: Vector> {
    /// Where the line comes in; minus infinity when it always was.
    pub enter: V::Scalar,
    /// Where the line leaves; infinity when it never does.
    pub exit: V::Scalar,
    /// Outward normal where it comes in, of any length; zero where there is none. Of a surface, its front.
    pub normal_enter: V,
    /// Outward normal where it leaves, of any length; zero where there is none. Of a surface, its front.
    pub normal_exit: V,
}

impl<V: Vector> Span<V> {
    /// What stands beside a mask that is false in every lane.
    #[inline(always)]
    pub(crate) fn nowhere(somewhere: V) -> Self {
        let (zero, none) = (somewhere.get(0).zero(), somewhere.zero());
        Self { enter: zero, exit: zero, normal_enter: none, normal_exit: none }
    }
}

/// A span, where there is one: `Option<Span>` for single numbers, a masked one for lanes.
pub type OptSpan<V> = <<V as Vector>::Mask as Mask>::Opt<Span<V>>;

/// From which side a ray came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From outside a solid, or the front of a surface.
    Outside,
    /// From inside a solid, or the back of a surface.
    Inside,
}

/// Where a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The hit is at `origin + t * direction`.
    pub t: V::Scalar,
    /// There; `None` for a line that comes from infinity inside.
    pub point: Option<V>,
    /// Outward and of length 1; `None` where the ray starts inside, or the shape has none.
    pub normal: Option<V>,
    /// Where the ray came from.
    pub side: Side,
    /// Of a mesh, the triangle that was hit; of several the first.
    pub triangle: Option<usize>,
    /// Of a triangle or parallelogram, `u` and `v` of the point `a + u (b - a) + v (c - a)`.
    pub uv: Option<[V::Scalar; 2]>,
}

impl<V: Vector> Hit<V> {
    /// The same hit over other numbers.
    #[inline(always)]
    pub(crate) fn lift<W: Vector>(self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Hit<W> {
        Hit {
            t: number(self.t),
            point: self.point.map(|p| p.lift(number)),
            normal: self.normal.map(|n| n.lift(number)),
            side: self.side,
            triangle: self.triangle,
            uv: self.uv.map(|[u, v]| [number(u), number(v)]),
        }
    }
}

/// Where a shape lies, seen from a plane or from the boundary of a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// None of it is on the side away from the normal.
    Above,
    /// All of it lies in the plane.
    On,
    /// None of it is on the side to which the normal points.
    Below,
    /// It has points strictly on both sides.
    Across,
}
