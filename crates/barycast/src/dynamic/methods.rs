//! Queries of [`Shape2`] and [`Shape3`] that try `f64` arithmetic first, as methods.

use super::any::{NoAnswer, Shape2, Shape3};
use super::floats_first::{FloatsFirst as _, turning_of};
use super::rotating_sweep::RotatingSweep as _;
use crate::convex::advance::{Motion, Turning};
use crate::query::{Closest, Impact, Manifold, Penetration, SweepOptions};
use crate::vector::Vector as _;
use glam::{DVec2, DVec3};

macro_rules! methods {
    ($Any:ident $V:ident $W:ty, |$w:ident| $spin:expr) => {
        impl $Any<$V> {
            /// Returns the shortest segment between the shapes. Its length is 0, at one shared
            /// point, exactly when they intersect.
            ///
            /// The result is rounded once. The exception is a mesh or height field against a
            /// bounded convex shape: its result starts in `f64` and is accurate to 512 rounding
            /// errors of the largest coordinate. [`closest_precisely`](Self::closest_precisely) has
            /// full accuracy for these too.
            #[must_use]
            pub fn closest(&self, other: &Self) -> Closest<$V> {
                self.find_closest(other)
            }

            /// Returns the minimum translation that separates the shapes, or `None` when they share
            /// no point, with the certainty of [`intersects`](Self::intersects).
            ///
            /// Accuracy of the depth: 512 rounding errors of the largest coordinate for points,
            /// segments, boxes, triangles, parallelograms, hulls, balls, capsules, planes,
            /// half-spaces and their rounded forms; a relative error of `2e-7` for other convex
            /// shapes. [`contact_precisely`](Self::contact_precisely) has full accuracy and
            /// documents the guarantees for other shapes. For a mesh that is not solid, or a height
            /// field, against a sphere, capsule, box, cylinder, ellipsoid or hull, `f64` arithmetic
            /// gives the result where one triangle proves that no shorter translation exists.
            ///
            /// # Errors
            /// [`NoAnswer`] for pairs whose table cell says `no`.
            pub fn contact(&self, other: &Self) -> Result<Option<Penetration<$V>>, NoAnswer> {
                self.find_contact(other)
            }

            /// Returns the contact manifold, or `None` when the shapes share no point. Starts in
            /// `f64`, with the accuracy of [`contact`](Self::contact).
            ///
            /// # Errors
            /// [`NoAnswer`] where [`contact`](Self::contact) returns it.
            pub fn manifold(&self, other: &Self) -> Result<Option<Manifold<$V>>, NoAnswer> {
                self.find_manifold(other)
            }

            /// Returns the results of [`contact`](Self::contact) and [`manifold`](Self::manifold)
            /// at the cost of one of them.
            ///
            /// # Errors
            /// [`NoAnswer`] where `contact` returns it.
            #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
            pub fn contact_and_manifold(
                &self,
                other: &Self,
            ) -> Result<Option<(Penetration<$V>, Manifold<$V>)>, NoAnswer> {
                self.find_contact_and_manifold(other)
            }

            /// Returns the time of impact: the first `t` with `0 <= t <= max_t` at which `other`,
            /// moving by `t * velocity`, touches this shape. `t` is 0 when they intersect at the
            /// start.
            ///
            /// `t` is never late. Whether they touch is certain, except that a touch just after
            /// `max_t` may count. For convex shapes the gap left at `t` is at most 2048 rounding
            /// errors of the largest coordinate or of the path length, for round shapes 2^18.
            /// [`sweep_precisely`](Self::sweep_precisely) has full accuracy. Returns `None` for a
            /// velocity that is not finite, or a limit that is NaN.
            ///
            /// # Errors
            /// [`NoAnswer`] if a part of a shape made of parts has no result.
            pub fn sweep(
                &self,
                other: &Self,
                velocity: $V,
                max_t: f64,
            ) -> Result<Option<Impact<$V>>, NoAnswer> {
                self.find_sweep(other, velocity, max_t)
            }

            /// Runs [`sweep`](Self::sweep) with options: stop at a distance before the touch, or
            /// continue where the motion separates shapes that overlap at the start.
            ///
            /// Never late. Shapes made of parts are swept part by part, so a part that the motion
            /// separates does not stop the sweep. `point` lies on this shape.
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
            /// [`NoAnswer`] where [`sweep`](Self::sweep) returns it. Also if neither shape is
            /// convex nor made of convex parts, and the options have a distance, or the motion
            /// separates shapes that are not convex.
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

            /// Runs [`sweep_turning`](Self::sweep_turning) in double-double precision from the
            /// start.
            ///
            /// Returns the first `t` with `0 <= t <= max_t` at which `other`, translating and
            /// rotating, touches this shape, and a bound on how early that `t` may be. Never late.
            /// Returns `None` for a motion that is not finite, or a limit that is NaN.
            ///
            /// # Errors
            /// [`NoAnswer`] when both shapes are unbounded.
            pub fn sweep_turning_precisely(
                &self,
                other: &Self,
                motion: &Turning<$V, $W>,
                max_t: f64,
            ) -> Result<Option<(Impact<$V>, f64)>, NoAnswer> {
                self.first_touch_turning(other, motion, max_t)
            }

            /// Returns the time of impact under rotation: the first `t` with `0 <= t <= max_t` at
            /// which `other`, translating and rotating, touches this shape, and a bound on how
            /// early that `t` may be.
            ///
            /// Never late. Returns `None` for a motion that is not finite, or a limit that is NaN.
            /// Bounded convex shapes, and one beside a plane or half-space, start in `f64`;
            /// [`sweep_turning_precisely`](Self::sweep_turning_precisely) always uses double-double
            /// precision.
            ///
            /// # Errors
            /// [`NoAnswer`] when both shapes are unbounded.
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
