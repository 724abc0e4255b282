//! Query traits and their result types.
//!
//! Each query is a trait with the other shape as its parameter, so that the page of the trait lists
//! its pairs. Typed shapes and shapes of any kind, [`Shape2`](crate::dynamic::any::Shape2) and
//! [`Shape3`](crate::dynamic::any::Shape3), implement the same traits. A query is also an inherent
//! method, so that no import is needed: `sphere.intersects(&aabb)`. The order of the arguments does
//! not matter: `(a, b)` and `(b, a)` are one row of the [table](crate::pair::table).
//!
//! | trait | method |
//! |---|---|
//! | [`Intersects`] | `intersects` |
//! | [`Contains`] | `contains` |
//! | [`Distance`] | `distance`, `closest` |
//! | [`SignedDistance`] | `signed_distance` |
//! | [`Contact`] | `contact` |
//! | [`ContactManifold`] | `manifold` |
//! | [`Cast`], [`CastAll`] | `cast`, `cast_all` |
//! | [`Sweep`] | `sweep` |
//! | [`RotatingSweep`] | `sweep_turning` |
//! | [`Intersection`] | `intersection` |

pub mod cancel;
mod points;
mod traits;

pub use points::{IntoIter, ManifoldPoints};
pub use traits::*;

use crate::number::{Float, Mask, Real, Ring};
use crate::vector::{FloatVector, Vector};

/// A pair of closest points of two shapes.
///
/// ```
/// use barycast::d3::Sphere;
/// use glam::{Vec3, vec3};
///
/// let closest = Sphere::new(Vec3::ZERO, 1.0).closest(&Sphere::new(vec3(0.0, 5.0, 0.0), 2.0));
/// assert_eq!(closest.distance, 2.0);
/// assert_eq!((closest.on_a, closest.on_b), (vec3(0.0, 1.0, 0.0), vec3(0.0, 3.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Vector> {
    /// Distance between the shapes, in units of length; 0 exactly if they intersect.
    pub distance: V::Scalar,
    /// Closest point on the first shape.
    pub on_a: V,
    /// Closest point on the second shape; equal to `on_a` if the shapes intersect.
    pub on_b: V,
}

impl<V: Vector> Closest<V> {
    /// Converts every number with `number`.
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
    /// Builds the result from two closest points.
    #[inline(always)]
    pub(crate) fn between(on_a: V, on_b: V) -> Self {
        Self { distance: (on_b - on_a).length(), on_a, on_b }
    }

    /// Returns the result with the smaller distance; `self` on a tie.
    #[inline(always)]
    #[must_use]
    pub(crate) fn nearer(self, other: Self) -> Self {
        use crate::number::Ring;
        let mask = self.distance.le(other.distance);
        Self {
            distance: Ring::select(mask, self.distance, other.distance),
            on_a: V::select(mask, self.on_a, other.on_a),
            on_b: V::select(mask, self.on_b, other.on_b),
        }
    }

    /// Returns distance 0 at `point` in lanes where `mask` is true, and `self` in the others.
    #[inline(always)]
    #[must_use]
    pub(crate) fn or_shared(self, mask: V::Mask, point: V) -> Self {
        use crate::number::Ring;
        Self {
            distance: Ring::select(mask, self.distance.zero(), self.distance),
            on_a: V::select(mask, point, self.on_a),
            on_b: V::select(mask, point, self.on_b),
        }
    }

    /// Returns distance 0 in lanes where `mask` is true, at the point where a line crosses a plane.
    /// A line nearly parallel to the plane has an ill-conditioned crossing point. If the current
    /// closest points are apart by no more than one rounding of `reach`, `on_a` is used instead of
    /// `point`.
    #[inline(always)]
    #[must_use]
    pub(crate) fn or_crossing(self, mask: V::Mask, point: V, reach: V::Scalar) -> Self {
        use crate::number::Ring;
        let nearer = (reach + self.distance).same(reach);
        self.or_shared(mask, V::select(nearer, self.on_a, point))
    }

    /// Returns the closest points after both sets are expanded by a radius (Minkowski sum with a
    /// ball).
    #[inline(always)]
    #[must_use]
    pub(crate) fn grown(self, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        use crate::number::Ring;
        let normal = (self.on_b - self.on_a).normalized_or_zero();
        let gap = self.distance - (radius_a + radius_b);
        // The shared point is at most `radius_a` from `on_a` and not beyond `on_b`: it lies within
        // both radii when the expanded sets overlap.
        let shared = self.on_a + normal * Ring::min(radius_a, self.distance);
        Self { distance: gap, on_a: self.on_a + normal * radius_a, on_b: self.on_b - normal * radius_b }
            .or_shared(gap.le(gap.zero()), shared)
    }

    /// Exchanges the roles of the first and the second shape.
    #[inline(always)]
    #[must_use]
    pub fn swap(self) -> Self {
        Self { distance: self.distance, on_a: self.on_b, on_b: self.on_a }
    }
}

impl<V: FloatVector> Closest<V> {
    /// Makes the result agree with a certified intersection test: distance 0 at one point exactly
    /// if `intersects`, otherwise a distance of at least the smallest positive number.
    #[inline(always)]
    #[must_use]
    pub(crate) fn consistent_with(self, intersects: bool) -> Self {
        let apart = Ring::select(self.distance <= V::Scalar::ZERO, V::Scalar::LEAST, self.distance);
        Self {
            distance: Ring::select(intersects, V::Scalar::ZERO, apart),
            on_a: self.on_a,
            on_b: V::select(intersects, self.on_a, self.on_b),
        }
    }
}

/// The minimum translation that separates two intersecting shapes.
///
/// Each witness point lies on one shape and may be far outside the other: for two thin crossed
/// bars, both points are at the ends of bars. `a.contact_point(&b, &contact)` returns a point
/// common to both shapes; it exists for typed shapes, for
/// [`Shape2`](crate::dynamic::any::Shape2::contact_point) and for
/// [`Shape3`](crate::dynamic::any::Shape3::contact_point).
///
/// ```
/// use barycast::d3::f64::Sphere;
/// use glam::DVec3;
///
/// let (a, b) = (Sphere::new(DVec3::ZERO, 1.0), Sphere::new(DVec3::X * 1.5, 1.0));
/// let contact = a.contact(&b).unwrap();
/// let moved = Sphere::new(b.center + contact.normal_a_to_b.unwrap() * contact.depth, 1.0);
/// assert_eq!(a.contact(&moved).unwrap().depth, 0.0); // they just touch
/// ```
#[doc(alias = "minimum translation vector")]
#[doc(alias = "MTV")]
#[doc(alias = "EPA")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// Unit normal from the first shape to the second; `None` if no finite translation separates
    /// them.
    pub normal_a_to_b: Option<V>,
    /// Penetration depth, in units of length, at least 0: moving the second shape by
    /// `normal_a_to_b * depth` makes the shapes just touch. Infinite if no translation separates
    /// them.
    pub depth: V::Scalar,
    /// Witness point on the first shape: its deepest point inside the second, along the normal.
    pub on_a: V,
    /// Witness point on the second shape, deepest inside the first: `on_a - normal_a_to_b * depth`.
    pub on_b: V,
}

impl<V: Vector> Penetration<V> {
    /// Converts every number with `number`.
    #[must_use]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Penetration<W> {
        Penetration {
            normal_a_to_b: self.normal_a_to_b.map(|n| n.lift(number)),
            depth: number(self.depth),
            on_a: self.on_a.lift(number),
            on_b: self.on_b.lift(number),
        }
    }

    /// Replaces both witness points by a shared point if no translation separates the shapes.
    #[must_use]
    pub(crate) fn with_shared_point(self, point: impl FnOnce() -> V) -> Self {
        if self.normal_a_to_b.is_some() {
            return self;
        }
        let point = point();
        Self { on_a: point, on_b: point, ..self }
    }

    /// Exchanges the roles of the first and the second shape.
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

/// Contact manifold of two intersecting shapes.
///
/// Like the points of a [`Penetration`], each witness point lies on one shape.
/// [`Shape3::contact_points`](crate::dynamic::any::Shape3::contact_points) returns one common point
/// of both shapes for each of them.
///
/// ```
/// use barycast::d3::f64::Aabb;
/// use glam::{DVec3, dvec3};
///
/// let floor = Aabb::new(dvec3(-9.0, -9.0, -1.0), dvec3(9.0, 9.0, 0.0));
/// let cube = Aabb::new(dvec3(0.0, 0.0, -0.01), dvec3(1.0, 1.0, 0.99));
/// let manifold = floor.manifold(&cube).unwrap();
/// assert_eq!((manifold.points.len(), manifold.normal_a_to_b), (4, Some(DVec3::Z)));
/// ```
#[doc(alias = "ContactManifold")]
#[derive(Clone, Debug)]
pub struct Manifold<V: Vector> {
    /// Unit normal from the first shape to the second; `None` if no finite translation separates
    /// them.
    pub normal_a_to_b: Option<V>,
    /// One or more: at most four, in 2D two.
    pub points: ManifoldPoints<V>,
}

impl<V: Vector> Manifold<V> {
    /// Exchanges the roles of the first and the second shape.
    #[must_use]
    pub fn swap(self) -> Self {
        let points = self.points.into_iter().map(ManifoldPoint::swap).collect();
        Self { normal_a_to_b: self.normal_a_to_b.map(|n| -n), points }
    }

    /// Converts every number with `number`.
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

/// One point of a contact manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint<V: Vector> {
    /// Witness point on the first shape.
    pub on_a: V,
    /// Witness point on the second shape: `on_a - normal_a_to_b * depth`.
    pub on_b: V,
    /// Penetration depth at this point, in units of length, at least 0.
    pub depth: V::Scalar,
    /// Identifier of the feature of the first shape that touches: a corner, edge or face, or the
    /// point where an edge crosses one of the other shape. It stays the same from frame to frame as
    /// long as the same feature touches, so that a solver finds the impulse of the last frame under
    /// the two identifiers. Identifiers of edges and faces are made from those of their corners;
    /// two features rarely have the same.
    #[doc(alias = "feature id")]
    #[doc(alias = "warm starting")]
    pub feature_a: u32,
    /// Identifier of the feature of the second shape that touches.
    pub feature_b: u32,
}

impl<V: Vector> ManifoldPoint<V> {
    /// Exchanges the roles of the first and the second shape.
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

/// Time of impact and contact of a moving shape with another shape.
///
/// ```
/// use barycast::d3::f64::{Aabb, Sphere};
/// use glam::{DVec3, dvec3};
///
/// let wall = Aabb::new(dvec3(5.0, -9.0, -9.0), dvec3(6.0, 9.0, 9.0));
/// let ball = Sphere::new(DVec3::ZERO, 1.0);
/// let impact = wall.sweep(&ball, DVec3::X * 2.0, 10.0).unwrap();
/// assert!(impact.t <= 2.0 && impact.t > 2.0 - 1e-12); // never late
/// ```
#[doc(alias = "time of impact")]
#[doc(alias = "TOI")]
#[doc(alias = "ShapeCastHit")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// Time of impact: the shapes touch when the second has moved by `t * velocity`. 0 if they
    /// intersect at the start.
    pub t: V::Scalar,
    /// Unit normal from the first shape to the second at the impact; `None` if no translation
    /// separates shapes that intersect at the start.
    pub normal_a_to_b: Option<V>,
    /// A common point of both shapes at the time of impact.
    pub point: V,
}

impl<V: FloatVector> Impact<V> {
    /// Exchanges the roles of the shapes, of which the second moved by `velocity`. Relative to the
    /// second shape, the first one moves by `-velocity`.
    pub(crate) fn swap(self, velocity: V) -> Self {
        Self {
            t: self.t,
            normal_a_to_b: self.normal_a_to_b.map(|n| -n),
            point: self.point - velocity * self.t,
        }
    }
}

/// Options of a sweep, for `sweep_with` of the shapes and for
/// [`TriMesh::sweep_convex_with`](crate::mesh::TriMesh::sweep_convex_with).
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
#[doc(alias = "ShapeCastOptions")]
#[doc(alias = "shape cast")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepOptions<S> {
    /// Gap at which the sweep stops, in units of length; 0 stops at first contact. Character
    /// controllers keep such a *skin* to the world. Negative values and NaN count as 0.
    #[doc(alias = "skin")]
    pub target_distance: S,
    /// Whether shapes within `target_distance` at the start stop the sweep.
    ///
    /// `true`: the sweep stops at `t = 0`. `false`: it stops only if the motion brings the shapes
    /// closer together or deeper. If the motion separates them or slides along the surface, the
    /// sweep continues to the next impact. A motion separates them if its component along the
    /// contact normal is at least `-1e-11` of its length, or minus four roundings in `f32`.
    pub stop_at_penetration: bool,
}

impl<S: Float> Default for SweepOptions<S> {
    /// Stops at first contact, at `t = 0` for shapes that intersect at the start.
    fn default() -> Self {
        Self { target_distance: S::ZERO, stop_at_penetration: true }
    }
}

impl<S: Float> SweepOptions<S> {
    /// Returns the target distance, with 0 for a negative or non-finite one.
    pub(crate) fn distance(&self) -> S {
        if self.target_distance > S::ZERO && self.target_distance.is_finite() {
            self.target_distance
        } else {
            S::ZERO
        }
    }

    /// Returns whether the options equal the defaults in effect.
    pub(crate) fn are_default(&self) -> bool {
        self.stop_at_penetration && self.distance() == S::ZERO
    }
}

/// The interval `enter <= t <= exit` of an unbounded line that lies in a shape.
///
/// Kernels return spans. [`cast`](crate::pair::cast) derives from them the hits of rays and
/// segments, limits on `t`, and surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<V: Vector> {
    /// Parameter where the line enters; minus infinity if the line starts inside at infinity.
    pub enter: V::Scalar,
    /// Parameter where the line exits; infinity if the line ends inside at infinity.
    pub exit: V::Scalar,
    /// Outward normal at the entry, of any length, or zero if there is none. For a surface, the
    /// normal of its front.
    pub normal_enter: V,
    /// Outward normal at the exit, of any length, or zero if there is none. For a surface, the
    /// normal of its front.
    pub normal_exit: V,
}

impl<V: Vector> Span<V> {
    /// Placeholder next to a mask that is false in every lane.
    #[inline(always)]
    pub(crate) fn placeholder(somewhere: V) -> Self {
        let (zero, none) = (somewhere.get(0).zero(), somewhere.zero());
        Self { enter: zero, exit: zero, normal_enter: none, normal_exit: none }
    }
}

/// An optional span: `Option<Span>` for scalars, a masked span for SIMD lanes.
pub type OptSpan<V> = <<V as Vector>::Mask as Mask>::Opt<Span<V>>;

/// The side from which a ray arrives at a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Outside of a solid, or front of a surface.
    Outside,
    /// Inside of a solid, or back of a surface.
    Inside,
}

/// A hit of a ray, segment or line.
///
/// ```
/// use barycast::d3::{Ray, Triangle};
/// use barycast::query::Side;
/// use glam::{Vec3, vec3};
///
/// let triangle = Triangle::new(Vec3::ZERO, vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0));
/// let hit = Ray::new(vec3(1.0, 2.0, -3.0), Vec3::Z).cast(&triangle).unwrap();
/// assert_eq!((hit.t, hit.side, hit.uv), (3.0, Side::Inside, None)); // from the back
/// assert_eq!(triangle.uv(hit.point.unwrap()), [0.25, 0.5]);
/// ```
#[doc(alias = "RayIntersection")]
#[doc(alias = "RayCastOutput")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// Parameter of the hit: `point = origin + t * direction`.
    pub t: V::Scalar,
    /// Hit point; `None` for a line that lies inside the shape towards minus infinity.
    pub point: Option<V>,
    /// Outward unit normal at the hit; `None` if the ray starts inside, or if the shape has no
    /// normal there.
    pub normal: Option<V>,
    /// Side from which the ray arrives.
    pub side: Side,
    /// Index of the triangle hit, for meshes; the lowest index if several are hit at the same `t`.
    pub triangle: Option<usize>,
    /// Parameters `u, v` of the hit point `a + u (b - a) + v (c - a)`, for triangles of meshes and
    /// scenes, and for triangles and parallelograms as `Shape2` or `Shape3`. `None` for typed
    /// shapes, whose casts do not pay for it: `Triangle::uv` and `Parallelogram::uv` compute it from
    /// `point`.
    pub uv: Option<[V::Scalar; 2]>,
}

impl<V: Vector> Hit<V> {
    /// Converts every number with `number`.
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

/// Position of a shape relative to a plane or to the boundary of a half-space.
///
/// ```
/// use barycast::d3::Plane;
/// use barycast::query::PlanePosition;
/// use glam::Vec3;
///
/// let floor = Plane::new(Vec3::Z, 0.0);
/// assert_eq!(floor.classify(&[Vec3::ZERO, Vec3::Z]), PlanePosition::Above); // it touches
/// assert_eq!(floor.classify(&[Vec3::NEG_Z, Vec3::Z]), PlanePosition::Straddling);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanePosition {
    /// No point lies on the negative side, some lie on the positive side. The shape may touch the
    /// plane.
    Above,
    /// Every point lies in the plane.
    On,
    /// No point lies on the positive side, some lie on the negative side. The shape may touch the
    /// plane.
    Below,
    /// Some points lie strictly on each side.
    Straddling,
}
