//! The queries as traits, one each. Typed shapes, such as [`Sphere`](crate::shape::Sphere), and
//! shapes of any kind, [`Shape2`](crate::dynamic::any::Shape2) and
//! [`Shape3`](crate::dynamic::any::Shape3), implement the same traits.

use super::Closest;
use crate::vector::Vector;

/// Intersection test between two shapes.
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::Intersects;
/// use glam::Vec3;
///
/// /// Returns how many of the shapes intersect `a`.
/// fn count<A: Intersects<B, Answer = bool>, B>(a: &A, others: &[B]) -> usize {
///     others.iter().filter(|b| a.intersects(b)).count()
/// }
///
/// let ball = Sphere::new(Vec3::ZERO, 1.0);
/// let boxes = [1.0, 2.0].map(|x| Aabb::new(Vec3::X * x, Vec3::splat(3.0)));
/// assert_eq!(count(&ball, &boxes), 1);
/// // The same function runs on shapes of any kind.
/// assert_eq!(count(&Shape3::from(ball), &boxes.map(Shape3::from)), 1);
/// ```
pub trait Intersects<B> {
    /// `bool`, or a mask with one bit per SIMD lane.
    type Answer;

    /// Tests whether the shapes share at least one point. Touching counts.
    #[doc(alias = "overlaps")]
    #[doc(alias = "collide")]
    fn intersects(&self, other: &B) -> Self::Answer;
}

/// Containment test: whether all of one shape lies in another.
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::Contains;
/// use glam::Vec3;
///
/// let cube = Aabb::new(Vec3::ZERO, Vec3::ONE);
/// let ball = Sphere::new(Vec3::splat(0.5), 0.5);
/// assert!(Contains::contains(&cube, &ball));
/// assert_eq!(Contains::contains(&Shape3::from(cube), &ball.into()), Ok(true));
/// ```
pub trait Contains<B> {
    /// `bool` for typed shapes, `Result<bool, NoAnswer>` for shapes of any kind.
    type Answer;

    /// Tests whether every point of `other` is a point of this shape.
    fn contains(&self, other: &B) -> Self::Answer;
}

/// Distance and closest points between two shapes.
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::Distance;
/// use glam::{DVec3, Vec3};
///
/// let ball = Sphere::new(Vec3::X * 4.0, 1.0);
/// let cube = Aabb::new(-Vec3::ONE, Vec3::ONE);
/// assert_eq!(Distance::closest(&ball, &cube).on_b, Vec3::X);
/// assert_eq!(Distance::distance(&Shape3::from(ball), &cube.into()), 2.0);
/// ```
pub trait Distance<B> {
    /// The vector type of both shapes.
    type Vector: Vector;

    /// Returns the closest points and their distance. The distance is 0 exactly if the shapes
    /// intersect.
    #[doc(alias = "ClosestPoints")]
    #[doc(alias = "closest_points")]
    fn closest(&self, other: &B) -> Closest<Self::Vector>;

    /// Returns the distance between the shapes, in units of length: 0 exactly if they intersect.
    #[inline]
    fn distance(&self, other: &B) -> <Self::Vector as Vector>::Scalar {
        self.closest(other).distance
    }
}

/// Signed distance of a point from the boundary of a shape.
///
/// ```
/// use barycast::d3::Sphere;
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::SignedDistance;
/// use glam::{DVec3, Vec3};
///
/// let ball = Sphere::new(Vec3::ZERO, 2.0);
/// assert_eq!(SignedDistance::signed_distance(&ball, Vec3::X), -1.0);
/// assert_eq!(SignedDistance::signed_distance(&Shape3::from(ball), DVec3::X * 3.0), 1.0);
/// ```
pub trait SignedDistance {
    /// Vector type of the shape.
    type Vector: Vector;

    /// Returns the distance from `point` to the boundary, in units of length: negative inside a
    /// solid, 0 on the boundary. It is the distance for shapes without an interior, but for planes
    /// it is negative behind the plane.
    #[doc(alias = "sdf")]
    fn signed_distance(&self, point: Self::Vector) -> <Self::Vector as Vector>::Scalar;
}

/// Penetration of two intersecting shapes.
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::Contact;
/// use glam::{DVec3, Vec3};
///
/// let ground = Aabb::new(Vec3::splat(-9.0), Vec3::new(9.0, 0.0, 9.0));
/// let ball = Sphere::new(Vec3::Y * 0.75, 1.0);
/// let contact = Contact::contact(&ground, &ball).expect("they intersect");
/// assert_eq!((contact.normal_a_to_b, contact.depth), (Some(Vec3::Y), 0.25));
///
/// let contact = Contact::contact(&Shape3::from(ground), &ball.into())?.expect("they intersect");
/// assert_eq!((contact.normal_a_to_b, contact.depth), (Some(DVec3::Y), 0.25));
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
pub trait Contact<B> {
    /// [`Option<Penetration<V>>`](super::Penetration) for typed shapes; for shapes of any kind the
    /// same in a `Result`.
    type Answer;

    /// Returns the minimum translation that separates the shapes, or `None` if they are disjoint.
    /// Touching shapes have a contact of depth 0.
    #[doc(alias = "penetration")]
    fn contact(&self, other: &B) -> Self::Answer;
}

/// Contact manifold of two intersecting shapes.
///
/// ```
/// use barycast::d3::Aabb;
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::ContactManifold;
/// use glam::Vec3;
///
/// let ground = Aabb::new(Vec3::splat(-9.0), Vec3::new(9.0, 0.0, 9.0));
/// let cube = Aabb::new(Vec3::Y * -0.125, Vec3::ONE);
/// let manifold = ContactManifold::manifold(&ground, &cube).expect("they intersect");
/// assert_eq!(manifold.points.len(), 4); // the corners of the cube's lower face
///
/// let manifold = ContactManifold::manifold(&Shape3::from(ground), &cube.into())?;
/// assert_eq!(manifold.map(|found| found.points.len()), Some(4));
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
pub trait ContactManifold<B> {
    /// [`Option<Manifold<V>>`](super::Manifold) for typed shapes; for shapes of any kind the same in
    /// a `Result`.
    type Answer;

    /// Returns up to four contact points, in 2D up to two, with one normal; `None` if the shapes
    /// are disjoint.
    fn manifold(&self, other: &B) -> Self::Answer;
}

/// Cast of a line, ray or segment against a shape: the first hit.
///
/// Touching counts, at an edge or a corner too. Meshes and scenes have casts with options:
/// `TriMesh::cast(&ray, &options)`, `Scene::cast`.
///
/// ```
/// use barycast::d3::{Ray, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::Cast;
/// use glam::Vec3;
///
/// let ray = Ray::new(Vec3::X * -5.0, Vec3::X);
/// let ball = Sphere::new(Vec3::ZERO, 1.0);
/// assert_eq!(Cast::cast(&ray, &ball).expect("aimed at its center").t, 4.0);
/// let hit = Cast::cast(&Shape3::from(ray), &ball.into())?;
/// assert_eq!(hit.expect("aimed at its center").t, 4.0);
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
#[diagnostic::on_unimplemented(
    note = "a mesh, a scene or a set of patches has its own cast, with options: `mesh.cast(&ray, &options)`",
    note = "the ray and the shape have the same vector type, for instance both of `d3`, or both of `d3::f64`"
)]
pub trait Cast<B> {
    /// [`Option<Hit<V>>`](super::Hit) for typed shapes; for shapes of any kind the same in a
    /// `Result`.
    type Answer;

    /// Returns the first hit with `target`, if any. A ray that starts inside a solid hits at its
    /// origin.
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "ray_cast")]
    #[doc(alias = "raycast")]
    fn cast(&self, target: &B) -> Self::Answer;
}

/// Cast of a line, ray or segment against a shape: all hits.
///
/// ```
/// use barycast::d3::{Line, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::CastAll;
/// use glam::Vec3;
///
/// let line = Line::new(Vec3::ZERO, Vec3::X);
/// let ball = Sphere::new(Vec3::ZERO, 1.0);
/// let hits: Vec<f32> = CastAll::cast_all(&line, &ball).iter().map(|hit| hit.t).collect();
/// assert_eq!(hits, [-1.0, 1.0]);
/// assert_eq!(CastAll::cast_all(&Shape3::from(line), &ball.into())?.len(), 2);
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
pub trait CastAll<B> {
    /// [`Vec<Hit<V>>`](super::Hit) for typed shapes; for shapes of any kind the same in a `Result`.
    type Answer;

    /// Returns all hits with `target` in order of `t`: entries and exits of solids, crossings of
    /// surfaces. A solid that is only touched is hit twice at the same `t`. A ray that
    /// starts inside has no hit at its start.
    fn cast_all(&self, target: &B) -> Self::Answer;
}

/// Sweep: the time of impact of a shape that moves without rotation.
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::Sweep;
/// use glam::{DVec3, Vec3};
///
/// let wall = Aabb::new(Vec3::new(2.0, -9.0, -9.0), Vec3::new(3.0, 9.0, 9.0));
/// let ball = Sphere::new(Vec3::ZERO, 0.5);
/// let impact = Sweep::sweep(&wall, &ball, Vec3::X, 9.0).expect("the wall is in the way");
/// assert!((1.5 - 1e-5..=1.5).contains(&impact.t)); // never late
///
/// let impact = Sweep::sweep(&Shape3::from(wall), &ball.into(), DVec3::X, 9.0)?;
/// assert!((1.5 - 1e-9..=1.5).contains(&impact.expect("the wall is in the way").t));
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
pub trait Sweep<B> {
    /// Vector type of both shapes.
    type Vector: Vector;
    /// [`Option<Impact<V>>`](super::Impact) for typed shapes; for shapes of any kind the same in a
    /// `Result`.
    type Answer;

    /// Returns the first `t` with `0 <= t <= max_t` at which `other`, moved by `t * velocity`,
    /// touches this shape: 0 if they intersect at the start. The time is never late.
    #[doc(alias = "shapecast")]
    #[doc(alias = "time_of_impact")]
    fn sweep(
        &self,
        other: &B,
        velocity: Self::Vector,
        max_t: <Self::Vector as Vector>::Scalar,
    ) -> Self::Answer;
}

/// Rotating sweep: the time of impact of a shape that moves and rotates. `M` is
/// [`Turning`](crate::convex::advance::Turning).
///
/// ```
/// use barycast::convex::advance::Turning;
/// use barycast::d3::f64::{Capsule, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::RotatingSweep;
/// use core::f64::consts::FRAC_PI_2;
/// use glam::DVec3;
///
/// let ball = Sphere::new(DVec3::Y * 3.0, 1.0);
/// let hand = Capsule::new(DVec3::ZERO, DVec3::X * 4.0, 0.5);
/// // Four units of time for a full turn, like a clock's hand that runs backwards.
/// let motion = Turning {
///     velocity: DVec3::ZERO,
///     angular_velocity: DVec3::Z * FRAC_PI_2,
///     center_of_rotation: DVec3::ZERO,
/// };
/// let found = RotatingSweep::sweep_turning(&ball, &hand, &motion, 4.0);
/// let (impact, early) = found.expect("the hand reaches the ball");
/// // It touches at 60 degrees, where the axis of the hand is 1.5 away from the center of the ball.
/// assert!((2.0 / 3.0 - impact.t).abs() <= early + 1e-9);
///
/// let (ball, hand) = (Shape3::from(ball), Shape3::from(hand));
/// let found = RotatingSweep::sweep_turning(&ball, &hand, &motion, 4.0)?;
/// let (impact, early) = found.expect("the hand reaches the ball");
/// assert!((2.0 / 3.0 - impact.t).abs() <= early + 1e-9);
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
pub trait RotatingSweep<B, M> {
    /// Number type of both shapes.
    type Scalar;
    /// The [impact](super::Impact) and a bound of how early its time is, if there is one; for
    /// shapes of any kind in a `Result`.
    type Answer;

    /// Returns the first `t` with `0 <= t <= max_t` at which `other` under `motion` touches this
    /// shape, and a bound of how early it is. The time is never late.
    #[doc(alias = "nonlinear_shapecast")]
    fn sweep_turning(&self, other: &B, motion: &M, max_t: Self::Scalar) -> Self::Answer;
}

/// The set of points that two shapes share.
///
/// ```
/// use barycast::d3::Sphere;
/// use barycast::dynamic::any::Shape3;
/// use barycast::dynamic::intersection::Common;
/// use barycast::query::Intersection;
/// use glam::{DVec3, Vec3};
///
/// let [a, b] = [-3.0, 3.0].map(|x| Sphere::new(Vec3::X * x, 5.0));
/// let touching = Sphere::new(Vec3::X * 7.0, 5.0);
/// let point = Intersection::intersection(&a, &touching)?.expect("they touch");
/// assert!(matches!(point, Common::Point(p) if p == DVec3::X * 2.0));
/// // Two overlapping balls share a lens, which is not one of the shapes.
/// assert!(Intersection::intersection(&Shape3::from(a), &b.into()).is_err());
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
pub trait Intersection<B> {
    /// `Result<Option<Common<V>>, NoAnswer>` with the
    /// [common set](crate::dynamic::intersection::Common) in `f64`.
    type Answer;

    /// Returns the set of points that both shapes contain, or `None` if it is empty. Some common
    /// sets are no shape; for these pairs the result is an error.
    fn intersection(&self, other: &B) -> Self::Answer;
}
