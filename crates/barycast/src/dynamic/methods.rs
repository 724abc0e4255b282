//! Queries of [`Shape2`] and [`Shape3`] as inherent methods.

use super::any::{NoAnswer, in_both_dimensions};
use super::floats_first::{FloatsFirst as _, parts, turning_of};
use super::queries::{self, Pairs, Variants};
use super::rotating_sweep::RotatingSweep as _;
use super::{cast as ray_cast, closest, contact, sweep};
use crate::convex::advance::{Motion, Turning};
use crate::pair::cast::CastOptions;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, SweepOptions};
use crate::vector::Vector as _;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Angular velocity that may be infinite or NaN.
trait Spin<V> {
    /// Returns the axis, of length 1, or zero in 2D, and the speed.
    fn axis_and_speed(self) -> (V, f64);
}

impl Spin<DVec2> for f64 {
    fn axis_and_speed(self) -> (DVec2, f64) {
        (DVec2::ZERO, self)
    }
}

impl Spin<Self> for DVec3 {
    fn axis_and_speed(self) -> (Self, f64) {
        (self.normalized_or_zero(), self.length())
    }
}

in_both_dimensions! {
    impl Any {
        /// Tests whether the shapes share a point; touching counts. Exact where the table says `exact`.
        #[must_use]
        pub fn intersects(&self, other: &Self) -> bool {
            Pairs::intersects(self, other)
        }

        /// Tests whether it has an interior.
        #[must_use]
        pub fn is_solid(&self) -> bool {
            Variants::is_solid(self)
        }

        /// Returns the distance of a point from the boundary, negative inside. It is the distance for
        /// shapes without an interior, and positive on the side of the normal for planes.
        #[must_use]
        pub fn signed_distance(&self, point: V) -> f64 {
            closest::signed(self, point)
        }

        /// Returns the distance between the shapes, in units of length: 0 exactly if they intersect. See
        /// [`closest`](Self::closest).
        #[must_use]
        pub fn distance(&self, other: &Self) -> f64 {
            self.closest(other).distance
        }

        /// Returns the first hit of `self`, a line, ray or segment, with `target`. See
        /// [`cast_with`](Self::cast_with) for limits, culling and hollow solids.
        ///
        /// # Errors
        /// [`NoAnswer`] if `self` is another shape.
        #[doc(alias = "raycast")]
        pub fn cast(&self, target: &Self) -> Result<Option<Hit<V>>, NoAnswer> {
            self.cast_with(target, &CastOptions::default())
        }

        /// Returns all hits of `self`, a line, ray or segment, with `target`, in order of `t`: the
        /// ends of every span in it. See [`cast_all_with`](Self::cast_all_with).
        ///
        /// # Errors
        /// [`NoAnswer`] if `self` is another shape.
        pub fn cast_all(&self, target: &Self) -> Result<Vec<Hit<V>>, NoAnswer> {
            self.cast_all_with(target, &CastOptions::default())
        }

        /// Returns the first hit of `self`, a line, ray or segment, with `target`; `None` if not
        /// finite. See [`cast`](Self::cast) for the default options.
        ///
        /// # Errors
        /// [`NoAnswer`] if `self` is another shape.
        pub fn cast_with(&self, target: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<V>>, NoAnswer> {
            Ok(ray_cast::cast_at_any_size(self, "cast", target, options)?.into_iter().next())
        }

        /// Returns the ends of every span of `self`, a line, ray or segment, in `target`, by `t`. See
        /// [`cast_all`](Self::cast_all) for the default options.
        ///
        /// # Errors
        /// [`NoAnswer`] if `self` is another shape.
        pub fn cast_all_with(&self, target: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<V>>, NoAnswer> {
            ray_cast::cast_at_any_size(self, "casts", target, options)
        }

        /// Returns [`closest`](Self::closest) in double-double precision, rounded once.
        #[must_use]
        pub fn closest_precisely(&self, other: &Self) -> Closest<V> {
            closest::precisely(self, other)
        }

        /// Returns [`contact`](Self::contact) in double-double precision, rounded once.
        ///
        /// The least translation that separates the shapes, or `None` if they share no point. For
        /// nonconvex shapes it is the shortest of several that are tried, and leaves them touching. None
        /// is shorter if
        /// - one is a point in a solid that is no compound;
        /// - in 2D, both are made of up to 4,096 convex parts with straight sides, rounded or not (a
        ///   polygon is cut at the heights of its corners), in up to a million pairs with up to 8,000
        ///   sides as near;
        /// - in 3D, both are unions (compounds, voxels, surface meshes) of convex parts with flat sides,
        ///   up to 65,536 differences of corners are as near, and 10,000 choices of a side are enough.
        ///
        /// For other unions of convex parts, and in 2D for polygons with these, in up to 64 pairs of
        /// parts with 2,000 choices, none is shorter by more than about a thousandth, except through gaps
        /// narrower than a few ten-thousandths of it.
        ///
        /// # Errors
        /// [`NoAnswer`] for pairs whose table cell is `no`.
        pub fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<V>>, NoAnswer> {
            contact::precisely(self, other)
        }

        /// Returns [`manifold`](Self::manifold) in double-double precision, rounded once.
        ///
        /// # Errors
        /// [`NoAnswer`] if [`contact`](Self::contact) is not defined.
        pub fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<V>>, NoAnswer> {
            contact::manifold_by(self, other, None)
        }

        /// Returns `contact_precisely` and `manifold_precisely`, in the time of one of them.
        ///
        /// # Errors
        /// [`NoAnswer`] if `contact` is not defined.
        #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
        pub fn contact_and_manifold_precisely(&self, other: &Self) -> Result<Option<(Penetration<V>, Manifold<V>)>, NoAnswer> {
            contact::with_manifold(self, other)
        }

        /// Returns [`sweep`](Self::sweep) in double-double precision, rounded once.
        ///
        /// # Errors
        /// [`NoAnswer`] if it is not defined for a part.
        pub fn sweep_precisely(
            &self,
            other: &Self,
            velocity: V,
            max_t: f64,
        ) -> Result<Option<Impact<V>>, NoAnswer> {
            sweep::precisely(self, other, velocity, max_t)
        }

        /// Tests whether [`intersects`](Self::intersects) is exact for the numbers given: both are
        /// polytopes, grown or not (spheres, capsules), or flat and straight, or polylines or voxels.
        #[must_use]
        pub fn are_polytopes(&self, other: &Self) -> bool {
            queries::are_polytopes(self, other)
        }

        /// Returns the closest points and their distance: 0, at one shared point, exactly if the shapes
        /// intersect. Rounded once; for a mesh or height field and a bounded convex shape accurate to 512
        /// roundings of the largest coordinate: see [`closest_precisely`](Self::closest_precisely).
        #[must_use]
        pub fn closest(&self, other: &Self) -> Closest<V> {
            self.find_closest(other)
        }

        /// Returns the least translation that separates the shapes, or `None` if they share no point, as
        /// certainly as [`intersects`](Self::intersects). The depth is accurate to 512 roundings of the
        /// largest coordinate for points, segments, boxes, triangles, parallelograms, hulls, balls,
        /// capsules, planes, half-spaces and rounded ones, and to 2e-7 of itself for other convex shapes;
        /// [`contact_precisely`](Self::contact_precisely) has all digits, and states the guarantees for
        /// other shapes. For a surface mesh or height field and a sphere, capsule, box, cylinder,
        /// ellipsoid or hull, `f64` is used if a single triangle proves the depth least.
        ///
        /// # Errors
        /// [`NoAnswer`] for pairs whose table cell is `no`.
        pub fn contact(&self, other: &Self) -> Result<Option<Penetration<V>>, NoAnswer> {
            self.find_contact(other)
        }

        /// Returns the contact manifold, in `f64` first; `None` if the shapes share no point.
        ///
        /// # Errors
        /// [`NoAnswer`] if [`contact`](Self::contact) is not defined.
        pub fn manifold(&self, other: &Self) -> Result<Option<Manifold<V>>, NoAnswer> {
            self.find_manifold(other)
        }

        /// Returns the contact manifolds of the parts that touch, as a simulation needs them in each
        /// frame; none if the shapes share no point. Every part of a compound, voxel and triangle of a
        /// mesh or height field contributes its own contact, whose depth separates it from the part of
        /// the other shape that it touches. Parts of one normal share a manifold. Triangles of a solid
        /// mesh push to the outside, and no triangle pushes at an internal edge of the surface. Other
        /// shapes have one [`manifold`](Self::manifold), and so has a shape inside a solid mesh.
        ///
        /// Many times faster than `manifold` of such shapes, which moves the whole shape out.
        ///
        /// ```
        /// use barycast::d3::f64::Aabb;
        /// use barycast::dynamic::any::Shape3;
        /// use barycast::shape::{Compound, HalfSpace};
        /// use glam::{DVec3, dvec3};
        ///
        /// // The ground and a wall.
        /// let half_space = |normal| Shape3::from(HalfSpace::new(normal, 0.0));
        /// let corner = Shape3::from(Compound::try_new(vec![half_space(DVec3::Z), half_space(DVec3::X)])?);
        /// let cube = Shape3::from(Aabb::new(dvec3(-0.25, 0.0, -0.5), dvec3(1.0, 1.0, 1.0)));
        /// let manifolds = corner.manifolds(&cube)?;
        /// let depths: Vec<f64> = manifolds.iter().map(|manifold| manifold.points[0].depth).collect();
        /// assert_eq!(depths, [0.5, 0.25]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        /// [`NoAnswer`] if [`contact`](Self::contact) is not defined.
        pub fn manifolds(&self, other: &Self) -> Result<Vec<Manifold<V>>, NoAnswer> {
            if parts::are_in_parts(self, other)
                && let Ok(found) = parts::contacts(self, other)
            {
                return Ok(found.map_or_else(Vec::new, |found| found.manifolds));
            }
            Ok(self.manifold(other)?.into_iter().collect())
        }

        /// Returns `contact` and `manifold`, in the time of one of them.
        ///
        /// # Errors
        /// [`NoAnswer`] if `contact` is not defined.
        #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
        pub fn contact_and_manifold(
            &self,
            other: &Self,
        ) -> Result<Option<(Penetration<V>, Manifold<V>)>, NoAnswer> {
            self.find_contact_and_manifold(other)
        }

        /// Returns the time of impact with `other`, which moves by `t * velocity`, for `0 <= t <= max_t`:
        /// 0 if the shapes intersect at the start. Never late. Whether they touch is certain, except just
        /// after `max_t`. At `t` the gap of convex shapes is at most 2048 roundings of the largest
        /// coordinate or of the path, 2^18 for round shapes: see
        /// [`sweep_precisely`](Self::sweep_precisely). `None` if the velocity is not finite or the limit
        /// NaN.
        ///
        /// # Errors
        /// [`NoAnswer`] if it is not defined for a part.
        pub fn sweep(
            &self,
            other: &Self,
            velocity: V,
            max_t: f64,
        ) -> Result<Option<Impact<V>>, NoAnswer> {
            self.find_sweep(other, velocity, max_t)
        }

        /// Returns [`sweep`](Self::sweep) that may stop at a distance before the touch, or ignore an
        /// overlap that the motion separates. Never late. Shapes made of parts are swept part by part, so
        /// each part that the motion leaves is ignored. `point` lies on this shape.
        ///
        /// ```
        /// use barycast::dynamic::any::Shape3;
        /// use barycast::query::SweepOptions;
        /// use barycast::shape::{HalfSpace, Sphere};
        /// use glam::DVec3;
        ///
        /// let ground = Shape3::from(HalfSpace::new(DVec3::Y, 0.0));
        /// let ball = Shape3::from(Sphere::new(DVec3::Y * 0.9, 1.0));
        /// let leaving = SweepOptions { stop_at_penetration: false, ..SweepOptions::default() };
        /// assert!(ground.sweep_with(&ball, DVec3::Y, 9.0, &leaving)?.is_none());
        /// assert_eq!(ground.sweep_with(&ball, -DVec3::Y, 9.0, &leaving)?.unwrap().t, 0.0);
        /// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
        /// ```
        ///
        /// # Errors
        /// [`NoAnswer`] if `sweep` is not defined; and, if neither shape is convex or made of convex
        /// parts, for a target distance, or a motion that leaves a nonconvex shape.
        #[doc(alias = "shape_cast")]
        pub fn sweep_with(
            &self,
            other: &Self,
            velocity: V,
            max_t: f64,
            options: &SweepOptions<f64>,
        ) -> Result<Option<Impact<V>>, NoAnswer> {
            self.find_sweep_with(other, velocity, max_t, options)
        }

        /// Returns [`sweep_turning`](Self::sweep_turning), always in double-double precision.
        ///
        /// # Errors
        /// [`NoAnswer`] if both are unbounded.
        pub fn sweep_turning_precisely(
            &self,
            other: &Self,
            motion: &Turning<V, W>,
            max_t: f64,
        ) -> Result<Option<(Impact<V>, f64)>, NoAnswer> {
            self.first_touch_turning(other, motion, max_t)
        }

        /// Returns the time of impact with `other`, which moves and rotates, for `0 <= t <= max_t`, and a
        /// bound of how early it may be. Never late. `None` if the motion is not finite or the limit NaN.
        /// Bounded convex shapes, and one with a plane or half-space, are computed in `f64` first; see
        /// [`sweep_turning_precisely`](Self::sweep_turning_precisely).
        ///
        /// # Errors
        /// [`NoAnswer`] if both are unbounded.
        pub fn sweep_turning(
            &self,
            other: &Self,
            motion: &Turning<V, W>,
            max_t: f64,
        ) -> Result<Option<(Impact<V>, f64)>, NoAnswer> {
            let Turning { velocity, angular_velocity, center_of_rotation: center } = *motion;
            let (axis, speed) = angular_velocity.axis_and_speed();
            let finite = velocity.is_finite() && speed.is_finite() && center.is_finite();
            if !(finite && max_t >= 0.0) {
                return Ok(None);
            }
            let seen = Motion { velocity, axis, speed, center };
            match turning_of(self, other, &seen, max_t) {
                Some(found) => Ok(found),
                None => self.sweep_turning_precisely(other, motion, max_t),
            }
        }
    }
}
