//! Queries of [`Shape2`] and [`Shape3`] that run in `f64` first, as inherent methods.

use super::any::{NoAnswer, Shape2, Shape3};
use super::floats_first::{FloatsFirst as _, turning_of};
use super::rotating_sweep::RotatingSweep as _;
use crate::convex::advance::{Motion, Turning};
use crate::query::{Closest, Impact, Manifold, Penetration, SweepOptions};
use crate::vector::Vector as _;
use glam::{DVec2, DVec3};

macro_rules! methods {
    ($Any:ident $V:ident $W:ty, |$w:ident| $spin:expr) => {
        impl $Any {
            /// Returns the closest points and their distance: 0, at one shared point, exactly if the shapes
            /// intersect. Rounded once; for a mesh or height field and a bounded convex shape accurate to 512
            /// roundings of the largest coordinate: see [`closest_precisely`](Self::closest_precisely).
            #[must_use]
            pub fn closest(&self, other: &Self) -> Closest<$V> {
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
            pub fn contact(&self, other: &Self) -> Result<Option<Penetration<$V>>, NoAnswer> {
                self.find_contact(other)
            }

            /// Returns the contact manifold, in `f64` first; `None` if the shapes share no point.
            ///
            /// # Errors
            /// [`NoAnswer`] if [`contact`](Self::contact) is not defined.
            pub fn manifold(&self, other: &Self) -> Result<Option<Manifold<$V>>, NoAnswer> {
                self.find_manifold(other)
            }

            /// Returns `contact` and `manifold`, in the time of one of them.
            ///
            /// # Errors
            /// [`NoAnswer`] if `contact` is not defined.
            #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
            pub fn contact_and_manifold(
                &self,
                other: &Self,
            ) -> Result<Option<(Penetration<$V>, Manifold<$V>)>, NoAnswer> {
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
                velocity: $V,
                max_t: f64,
            ) -> Result<Option<Impact<$V>>, NoAnswer> {
                self.find_sweep(other, velocity, max_t)
            }

            /// Returns [`sweep`](Self::sweep) that may stop at a distance before the touch, or ignore an
            /// overlap that the motion separates. Never late. Shapes made of parts are swept part by part, so
            /// each part that the motion leaves is ignored. `point` lies on this shape.
            ///
            /// ```
            /// use barycast::query::SweepOptions;
            #[doc = concat!("use barycast::dynamic::any::", stringify!($Any), ";")]
            /// use barycast::shape::{HalfSpace, Sphere};
            #[doc = concat!("use glam::", stringify!($V), ";")]
            ///
            #[doc = concat!("let ground = ", stringify!($Any), "::from(HalfSpace::new(", stringify!($V), "::Y, 0.0));")]
            #[doc = concat!("let ball = ", stringify!($Any), "::from(Sphere::new(", stringify!($V), "::Y * 0.9, 1.0));")]
            /// let leaving = SweepOptions { stop_at_penetration: false, ..SweepOptions::default() };
            #[doc = concat!("assert!(ground.sweep_with(&ball, ", stringify!($V), "::Y, 9.0, &leaving)?.is_none());")]
            #[doc = concat!("assert_eq!(ground.sweep_with(&ball, -", stringify!($V), "::Y, 9.0, &leaving)?.unwrap().t, 0.0);")]
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
                velocity: $V,
                max_t: f64,
                options: &SweepOptions<f64>,
            ) -> Result<Option<Impact<$V>>, NoAnswer> {
                self.find_sweep_with(other, velocity, max_t, options)
            }

            /// Returns [`sweep_turning`](Self::sweep_turning), always in double-double precision.
            ///
            /// # Errors
            /// [`NoAnswer`] if both are unbounded.
            pub fn sweep_turning_precisely(
                &self,
                other: &Self,
                motion: &Turning<$V, $W>,
                max_t: f64,
            ) -> Result<Option<(Impact<$V>, f64)>, NoAnswer> {
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
                motion: &Turning<$V, $W>,
                max_t: f64,
            ) -> Result<Option<(Impact<$V>, f64)>, NoAnswer> {
                let Turning { velocity, angular_velocity: $w, center_of_rotation: center } = *motion;
                let (axis, speed) = $spin;
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
    };
}
methods!(Shape2 DVec2 f64, |w| (DVec2::ZERO, w));
methods!(Shape3 DVec3 DVec3, |w| (w.normalized_or_zero(), w.length()));
