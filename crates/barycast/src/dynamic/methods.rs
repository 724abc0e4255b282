//! Queries of [`Shape2`] and [`Shape3`] in floats first, as methods.

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
            /// The shortest way between them; 0, at one shared point, exactly when they intersect. Rounded once, but of a mesh or height
            /// field and a bounded convex shape: these are in floats first, and right to 512 roundings of the largest coordinate;
            /// [`closest_precisely`](Self::closest_precisely) has all digits.
            #[must_use]
            pub fn closest(&self, other: &Self) -> Closest<$V> {
                self.find_closest(other)
            }

            /// The least translation that takes them apart; `None` when they share no point, as certainly as
            /// [`intersects`](Self::intersects) tells. Of points, segments, boxes, triangles, parallelograms, hulls, balls, capsules, planes,
            /// half-spaces and rounded ones of these its depth is right to 512 roundings of the largest coordinate, of other convex
            /// shapes to two parts in ten million of itself; [`contact_precisely`](Self::contact_precisely) has all digits, and tells
            /// what is promised of other shapes. Of a mesh that is not solid, or a height field, and a sphere, capsule, box, cylinder,
            /// ellipsoid or hull, floats answer where one triangle shows that no way out is shorter.
            ///
            /// # Errors
            /// [`NoAnswer`] for pairs whose table cell says `no`.
            pub fn contact(&self, other: &Self) -> Result<Option<Penetration<$V>>, NoAnswer> {
                self.find_contact(other)
            }

            /// The points at which they hold each other; `None` when they share no point. In floats first, as
            /// [`contact`](Self::contact).
            ///
            /// # Errors
            /// [`NoAnswer`] where [`contact`](Self::contact) has none.
            pub fn manifold(&self, other: &Self) -> Result<Option<Manifold<$V>>, NoAnswer> {
                self.find_manifold(other)
            }

            /// [`contact`](Self::contact) and [`manifold`](Self::manifold), in the time of one.
            ///
            /// # Errors
            /// [`NoAnswer`] where `contact` has none.
            #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
            pub fn contact_and_manifold(
                &self,
                other: &Self,
            ) -> Result<Option<(Penetration<$V>, Manifold<$V>)>, NoAnswer> {
                self.find_contact_and_manifold(other)
            }

            /// When `other`, moving by `t * velocity`, first touches, with `0 <= t <= max_t`: 0 when they intersect at the start.
            /// Never late. Whether they touch is certain, but that a touch just after `max_t` may count; of convex shapes the gap that is
            /// left at `t` is no more than 2048 roundings of the largest coordinate or of the way, of round shapes 2^18;
            /// [`sweep_precisely`](Self::sweep_precisely) has all digits. `None` for a velocity that is not finite, or a limit that is NaN.
            ///
            /// # Errors
            /// [`NoAnswer`] where a part has none.
            pub fn sweep(
                &self,
                other: &Self,
                velocity: $V,
                max_t: f64,
            ) -> Result<Option<Impact<$V>>, NoAnswer> {
                self.find_sweep(other, velocity, max_t)
            }

            /// [`sweep`](Self::sweep) that stops at a distance before the touch, or goes on where the motion separates shapes that overlap at
            /// the start. Never late. Shapes made of parts are swept part by part, so each part that the motion leaves is passed.
            /// `point` lies on this shape.
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
            /// [`NoAnswer`] where [`sweep`](Self::sweep) has none; where neither shape is convex nor made of convex parts, and a distance is
            /// wanted, or the motion leaves what is not convex.
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

            /// [`sweep_turning`](Self::sweep_turning), always in twice the digits of `f64`.
            ///
            /// When `other`, moving and turning, first touches, with `0 <= t <= max_t`, and by how much that may be
            /// early. Never late. `None` for a motion that is not finite, or a limit that is NaN.
            ///
            /// # Errors
            /// [`NoAnswer`] when both are without bounds.
            pub fn sweep_turning_precisely(
                &self,
                other: &Self,
                motion: &Turning<$V, $W>,
                max_t: f64,
            ) -> Result<Option<(Impact<$V>, f64)>, NoAnswer> {
                self.first_touch_turning(other, motion, max_t)
            }

            /// When `other`, moving and turning, first touches, with `0 <= t <= max_t`, and by how much that may be early. Never
            /// late. `None` for a motion that is not finite, or a limit that is NaN. Of bounded convex shapes, and of one beside a plane or
            /// half-space, in floats first; [`sweep_turning_precisely`](Self::sweep_turning_precisely) always asks in twice the digits.
            ///
            /// # Errors
            /// [`NoAnswer`] when both are without bounds.
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
