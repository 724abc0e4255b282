//! `Shape2` and `Shape3` in floats first: contacts, manifolds and sweeps of convex shapes, as a simulation asks for them frame by frame.
//!
//! The algorithms run in `f64` with a known error: [`BOUND`] roundings of the largest coordinate. The depth of round shapes is a least over
//! endlessly many directions, and has a relative error of 2e-7. Shapes that are farther from touching than the error are decided by floats. For
//! all others [`intersects`](Shape3::intersects) decides, or the question goes on to twice the digits. So yes or no is as certain as in twice
//! the digits, and depths and gaps are right to the error. Sweeps of shapes made of parts go part by part, and those of meshes and their
//! distances by the walks of typed meshes: see [`surface`]. These go to twice the digits
//! at once: unbounded shapes but half-spaces and planes, contacts of shapes that are not convex, and sizes that are not ordinary.

mod surface;

use crate::convex::advance::{self, Advance, Motion, Turning};
use crate::convex::contact::later;
use crate::convex::form::{AsConvex, Form};
use crate::convex::skin::{self, Start};
use crate::convex::{contact, epa, gjk, manifold};
use crate::dynamic::any::{NoAnswer, Shape2, Shape3};
use crate::dynamic::convex_body::Grown;
use crate::dynamic::shape::DynamicShape;
use crate::query::{Closest, Impact, Manifold, Penetration, SweepOptions};
use crate::shape::Support;
use crate::vector::size::exponent_of;
use crate::vector::{FloatVector, Vector};
use core::cell::Cell;
use glam::{DVec2, DVec3};
use surface::OfSurface as _;

/// By so many roundings of the largest coordinate depths may be off.
const BOUND: f64 = 512.0;

/// By this part of itself a depth of round shapes may be larger than the least.
const ROUND: f64 = 2e-7;

/// Round shapes that are deeper in each other than so many bounds share a point.
const ROUGH: f64 = 1024.0;

/// No sweep leaves a gap of more than this many roundings of the largest coordinate or of the way.
const GAP: f64 = 524_288.0;

/// Sizes within this power of two and one over it are asked in floats.
const ORDINARY: i32 = 60;

/// Steps of a turning sweep, after which twice the digits are asked.
const STEPS: u32 = 256;

/// A shape that comes nearer by less than this part of its way only grazes.
const GRAZING: f64 = 1e-6;

/// This many times later than the end of its bound a touch is certain where they share a point to far more than rounding.
const LATER: f64 = 1024.0;

/// A convex shape as floats see it.
pub(crate) enum Seen<'s, V: FloatVector<Scalar = f64>> {
    /// By its farthest points.
    Bounded(Grown<'s, V>),
    /// A plane or a half-space.
    Flat(&'s dyn AsConvex<Vector = V>),
}

impl<V: FloatVector<Scalar = f64>> Seen<'_, V> {
    fn form(&self) -> Option<Form<'_, V>> {
        match self {
            Self::Bounded(shape) => shape.form(),
            Self::Flat(shape) => shape.form(),
        }
    }

    fn bounded(&self) -> Option<&dyn Support<Vector = V>> {
        match self {
            Self::Bounded(shape) => Some(shape),
            Self::Flat(_) => None,
        }
    }
}

/// What this file asks of [`Shape2`] and [`Shape3`].
pub(crate) trait InFloats: DynamicShape {
    /// As floats see it, if they see it well.
    fn in_floats(&self) -> Option<Seen<'_, <Self as DynamicShape>::Vector>>;

    /// It is a polytope, grown or not, or flat: its faces and edges are those between its corners.
    fn has_corners(&self) -> bool;

    /// Its faces and edges are those between its corners, but for the rims of its caps: of those it has corners where they are farthest.
    fn has_features(&self) -> bool;

    /// The exponent of the largest coordinate or length of both.
    fn largest_with(&self, other: &Self) -> Option<i32>;
}

/// The largest error of a depth; `None` of shapes that are not of ordinary size.
fn bound<A: InFloats>(a: &A, b: &A) -> Option<f64> {
    a.largest_with(b).filter(|e| e.abs() <= ORDINARY).map(bound_of)
}

/// The same where the largest coordinate has this exponent.
fn bound_of(exponent: i32) -> f64 {
    // The largest coordinate is less than twice the power.
    BOUND * f64::EPSILON * crate::vector::size::shifted(1.0, exponent)
}

/// A plane halfway between their middles holds them far apart.
fn clearly_apart<V: FloatVector<Scalar = f64>>(a: &Seen<'_, V>, b: &Seen<'_, V>, bound: f64) -> bool {
    let (Some(a), Some(b)) = (a.bounded(), b.bounded()) else { return false };
    let way = b.middle() - a.middle();
    (b.support(-way) - a.support(way)).dot(way) > bound * way.length()
}

/// A contact that floats found.
struct Found<V: Vector> {
    contact: Penetration<V>,
    /// Its points and normal have the digits of its depth, too.
    sharp: bool,
}

/// The least translation that takes them apart, if floats tell it to the bound.
#[allow(clippy::option_option, reason = "floats do not tell, apart, a contact")]
fn contact_of<A: InFloats>(a: &A, b: &A) -> Option<Option<Found<<A as DynamicShape>::Vector>>> {
    let bound = bound(a, b)?;
    let (seen_a, seen_b) = (a.in_floats()?, b.in_floats()?);
    if clearly_apart(&seen_a, &seen_b, bound) {
        return Some(None);
    }
    let (form_a, form_b) = (seen_a.form()?, seen_b.form()?);
    let found = match (seen_a.bounded(), seen_b.bounded()) {
        (Some(x), Some(y)) if x.margin() + y.margin() <= 0.0 => {
            // The same answer, to the last place, whichever is first.
            let turned = later(&form_a, &form_b);
            let found = if turned { epa::contact(y, x) } else { epa::contact(x, y) };
            match found {
                Some(found) if turned => epa::Outcome { contact: found.contact.swap(), ..found },
                Some(found) => found,
                None => {
                    let meet = gjk::seen(x, y).unwrap_or_else(|| a.intersects(b));
                    if !meet {
                        return Some(None);
                    }
                    contact::outcome(&form_a, &form_b)
                }
            }
        }
        _ => contact::outcome(&form_a, &form_b),
    };
    let Penetration { normal_a_to_b, depth, on_a, .. } = found.contact;
    // Of length 1 to the last place, also along an axis.
    let normal = normal_a_to_b?.normalized_or_zero();
    let round = !(a.has_corners() && b.has_corners());
    let allowed = if round { f64::max(bound, depth * ROUND) } else { bound };
    let sure = found.status != epa::Status::NotConverged && found.error_bound <= allowed;
    // Closer to a touch than floats tell. Nearly flat, round shapes are as deep along many directions.
    let least = if round { bound * ROUGH } else { bound * 2.0 };
    if depth.partial_cmp(&least) != Some(core::cmp::Ordering::Greater) {
        if !a.intersects(b) {
            return Some(None);
        }
        // A flat side of the difference is no direction among many as deep.
        let is_flat = found.error_bound <= bound && a.has_features() && b.has_features();
        if round && !is_flat {
            return None;
        }
    }
    let contact = Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth };
    sure.then_some(Some(Found { contact, sharp: found.error_bound <= bound }))
}

/// The manifold, by a contact that floats found, of shapes of which they know all corners.
fn manifold_of<A: InFloats>(
    a: &A,
    b: &A,
    found: &Found<<A as DynamicShape>::Vector>,
) -> Option<Manifold<<A as DynamicShape>::Vector>> {
    if !(found.sharp && a.has_features() && b.has_features()) {
        return None;
    }
    let (a, b) = (a.in_floats()?, b.in_floats()?);
    Some(manifold::of(&a.form()?, &b.form()?, &found.contact))
}

/// The first touch of two that do not share a point; `None` where floats do not tell.
#[allow(clippy::option_option, reason = "floats do not tell, never, a touch")]
fn sweep_of<A: InFloats>(
    a: &A,
    b: &A,
    velocity: <A as DynamicShape>::Vector,
    max_t: f64,
) -> Option<Option<Impact<<A as DynamicShape>::Vector>>> {
    bound(a, b)?;
    exponent_of(velocity).filter(|e| e.abs() <= ORDINARY)?;
    let (seen_a, seen_b) = (a.in_floats()?, b.in_floats()?);
    let (found, sure) = match (seen_a.bounded(), seen_b.bounded()) {
        (_, Some(y)) => first_touch(&seen_a.form()?, y, velocity, max_t),
        (Some(x), None) => {
            let (found, sure) = first_touch(&seen_b.form()?, x, -velocity, max_t);
            (found.map(|impact| impact.map(|impact| impact.swap(-velocity))), sure)
        }
        (None, None) => return None,
    };
    found.filter(|_| sure)
}

/// How they stand that are within a distance at the start, if floats tell it.
fn start_of<A: InFloats>(a: &A, b: &A, distance: f64) -> Option<Start<<A as DynamicShape>::Vector>> {
    bound(a, b)?;
    let (a, b) = (a.in_floats()?, b.in_floats()?);
    let mut place = None;
    skin::start(&a.form()?, &b.form()?.grown(distance, &mut place))
}

/// The same, and whether it is certain.
#[allow(clippy::option_option, reason = "floats do not tell, never, a touch")]
fn first_touch<V: FloatVector<Scalar = f64>>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    velocity: V,
    max_t: f64,
) -> (Option<Option<Impact<V>>>, bool) {
    match advance::straight(a, b, velocity, max_t) {
        Advance::Never => (Some(None), true),
        Advance::Touch { impact, early } => {
            let then = impact.t + early * LATER;
            let sure = early == 0.0 || advance::meet_clearly_after(a, b, velocity * then);
            (Some(Some(impact)), sure)
        }
        Advance::GaveUp { .. } | Advance::Unsure => (None, false),
    }
}

/// The same of one that moves and turns, and by how much that may be early.
#[allow(clippy::option_option, reason = "floats do not tell, never, a touch")]
#[allow(clippy::type_complexity, reason = "a touch and a number")]
fn turning_of<A: InFloats>(
    a: &A,
    b: &A,
    motion: &Motion<<A as DynamicShape>::Vector>,
    max_t: f64,
) -> Option<Option<(Impact<<A as DynamicShape>::Vector>, f64)>> {
    bound(a, b)?;
    let ordinary = |x: f64| x == 0.0 || x.abs() < 1e15 && x.abs() > 1e-15;
    let sizes = [motion.velocity.largest(), motion.center.largest(), motion.speed];
    if !sizes.into_iter().all(ordinary) || motion.speed == 0.0 {
        return None;
    }
    let (seen_a, seen_b) = (a.in_floats()?, b.in_floats()?);
    match advance::turning(&seen_a.form()?, seen_b.bounded()?, motion, max_t, STEPS) {
        Advance::Never => Some(None),
        Advance::Touch { impact, early } => Some(Some((impact, early))),
        Advance::GaveUp { .. } | Advance::Unsure => None,
    }
}

macro_rules! floats_first {
    ($Any:ident $V:ident $W:ty, |$w:ident| $spin:expr, $($More:ident)*; $($Capped:ident)*) => {
        impl $Any<$V> {
            /// The shortest way between them; 0, at one shared point, exactly when they intersect. Rounded once, but of a mesh or height
            /// field and a bounded convex shape: these are in floats first, and right to 512 roundings of the largest coordinate;
            /// [`closest_precisely`](Self::closest_precisely) has all digits.
            #[must_use]
            pub fn closest(&self, other: &Self) -> Closest<$V> {
                self.closest_in_floats(other).unwrap_or_else(|| self.closest_precisely(other))
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
                match contact_of(self, other) {
                    Some(found) => Ok(found.map(|found| found.contact)),
                    None => match self.contact_of_surface(other) {
                        Some(contact) => Ok(Some(contact)),
                        None => self.contact_precisely(other),
                    },
                }
            }

            /// The points at which they hold each other; `None` when they share no point. In floats first, as
            /// [`contact`](Self::contact).
            ///
            /// # Errors
            /// [`NoAnswer`] where [`contact`](Self::contact) has none.
            pub fn manifold(&self, other: &Self) -> Result<Option<Manifold<$V>>, NoAnswer> {
                match contact_of(self, other) {
                    None => super::contact::manifold_by(self, other, self.contact_of_surface(other)),
                    Some(None) => Ok(None),
                    Some(Some(found)) => match manifold_of(self, other, &found) {
                        Some(manifold) => Ok(Some(manifold)),
                        None => self.manifold_precisely(other),
                    },
                }
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
                match contact_of(self, other) {
                    Some(None) => return Ok(None),
                    Some(Some(found)) => {
                        if let Some(manifold) = manifold_of(self, other, &found) {
                            return Ok(Some((found.contact, manifold)));
                        }
                    }
                    None => {
                        if let Some(contact) = self.contact_of_surface(other) {
                            let held = super::contact::manifold_by(self, other, Some(contact))?;
                            return Ok(held.map(|held| (contact, held)));
                        }
                    }
                }
                self.contact_and_manifold_precisely(other)
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
                if !(velocity.is_finite() && max_t >= 0.0) {
                    return Ok(None);
                }
                if let Some(found) = sweep_of(self, other, velocity, max_t) {
                    return Ok(found);
                }
                if let Some(found) = self.touch_of_surface(other, velocity, max_t) {
                    return Ok(found);
                }
                // They may share a point at the start.
                if let Some(Some(Found { contact, .. })) = contact_of(self, other) {
                    let point = self.shared(other).unwrap_or(contact.on_a);
                    return Ok(Some(Impact { t: 0.0, normal_a_to_b: contact.normal_a_to_b, point }));
                }
                if let Some(Penetration { normal_a_to_b, on_a, .. }) = self.contact_of_surface(other) {
                    let point = self.shared_with_surface(other).unwrap_or(on_a);
                    return Ok(Some(Impact { t: 0.0, normal_a_to_b, point }));
                }
                if let Some(found) = self.sweep_by_parts(other, velocity, max_t) {
                    return found;
                }
                self.sweep_precisely(other, velocity, max_t)
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
                if options.are_plain() {
                    return self.sweep(other, velocity, max_t);
                }
                if !(velocity.is_finite() && max_t >= 0.0) {
                    return Ok(None);
                }
                if let Some(a) = self.as_hull() {
                    return a.sweep_with(other, velocity, max_t, options);
                }
                if let Some(b) = other.as_hull() {
                    return self.sweep_with(&b, velocity, max_t, options);
                }
                let distance = options.distance();
                if self.as_composite().is_some() || other.as_composite().is_some() {
                    if options.stop_at_penetration && self.intersects(other) {
                        return self.sweep(other, velocity, max_t);
                    }
                    let sizes = [self.outer_bounds(), other.outer_bounds()].into_iter().flatten();
                    let size = sizes.map(|b| b.min.largest().max(b.max.largest())).fold(0.0, f64::max);
                    let gap = distance + GAP * f64::EPSILON * (size + distance);
                    return super::sweep::first_of_parts(self, other, velocity, max_t, gap, &|a, b, velocity, limit| {
                        a.sweep_with(b, velocity, limit, options)
                    });
                }
                self.sweep_grown(other, velocity, max_t, options)
            }

            /// The same of shapes that are not made of parts.
            fn sweep_grown(
                &self,
                other: &Self,
                velocity: $V,
                max_t: f64,
                options: &SweepOptions<f64>,
            ) -> Result<Option<Impact<$V>>, NoAnswer> {
                let distance = options.distance();
                let leaves =
                    |normal: $V| !options.stop_at_penetration && skin::separates(velocity, normal);
                if let Some(Start { normal, point }) = start_of(self, other, distance) {
                    if leaves(normal) {
                        return Ok(None);
                    }
                    if distance > 0.0 {
                        return Ok(Some(Impact { t: 0.0, normal_a_to_b: Some(normal), point }));
                    }
                }
                let no_answer = NoAnswer { question: "sweep", shapes: [self.name(), other.name()] };
                let found = if distance == 0.0 {
                    self.sweep(other, velocity, max_t)?
                } else if let Ok(grown) = other.clone().try_rounded(distance) {
                    self.sweep(&grown, velocity, max_t)?
                } else {
                    let grown = self.clone().try_rounded(distance).map_err(|_| no_answer)?;
                    let found = grown.sweep(other, velocity, max_t)?;
                    // Back from the grown shape to this one.
                    found.map(|impact| Impact {
                        point: impact.point - impact.normal_a_to_b.unwrap_or($V::ZERO) * distance,
                        ..impact
                    })
                };
                let Some(impact) = found.filter(|impact| impact.t == 0.0) else { return Ok(found) };
                if !impact.normal_a_to_b.is_some_and(leaves) {
                    return Ok(Some(impact));
                }
                let is_convex = |shape: &Self| shape.clone().try_rounded(0.0).is_ok();
                if is_convex(self) && is_convex(other) { Ok(None) } else { Err(no_answer) }
            }

            /// The same of bounded shapes of which one is made of parts, each in floats first; `None` where they are none, are convex,
            /// meet at the start or are not of ordinary size.
            fn sweep_by_parts(
                &self,
                other: &Self,
                velocity: $V,
                max_t: f64,
            ) -> Option<Result<Option<Impact<$V>>, NoAnswer>> {
                if self.as_composite().is_none() && other.as_composite().is_none() {
                    return None;
                }
                bound(self, other)?;
                let all = self.outer_bounds()?.union(&other.outer_bounds()?);
                let (reach, speed) = ((all.max - all.min).length(), velocity.length());
                // Farther than this one has passed the other.
                let limit = max_t.min(2.0 * reach / speed);
                let gap = GAP * f64::EPSILON * (all.min.length() + all.max.length() + limit * speed);
                let is_convex = self.as_hull().is_some() || other.as_hull().is_some();
                if !(gap.is_finite() && limit.is_finite()) || is_convex || self.intersects(other) {
                    return None;
                }
                Some(super::sweep::sweep_of_parts(self, other, velocity, limit, gap, Self::sweep))
            }

            /// A point of both, of two that share one, as floats tell.
            fn shared(&self, other: &Self) -> Option<$V> {
                let (a, b) = (self.in_floats()?, other.in_floats()?);
                let (a, b) = (a.form()?, b.form()?);
                Some(crate::convex::nearest::outcome(&a, &b)?.closest.on_a)
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

        impl $Any<$V> {
            /// All numbers that unchecked constructors take are finite: a farthest point may hide one that is not.
            fn has_numbers(&self) -> bool {
                let finite = Cell::new(true);
                let look = |x: f64| {
                    finite.set(finite.get() & x.is_finite());
                    x
                };
                match self {
                    Self::Point(a) => _ = a.lift::<$V>(&look),
                    Self::Segment(a) => _ = a.lift::<$V>(&look),
                    Self::Sphere(a) => _ = a.lift::<$V>(&look),
                    Self::Aabb(a) => _ = a.lift::<$V>(&look),
                    Self::Obb(a) => _ = a.lift::<$V>(&look),
                    Self::Capsule(a) => _ = a.lift::<$V>(&look),
                    Self::Ellipsoid(a) => _ = a.lift::<$V>(&look),
                    Self::Triangle(a) => _ = a.lift::<$V>(&look),
                    Self::Parallelogram(a) => _ = a.lift::<$V>(&look),
                    Self::TaperedCapsule(a) => _ = a.lift::<$V>(&look),
                    Self::Plane(a) => _ = a.lift::<$V>(&look),
                    Self::HalfSpace(a) => _ = a.lift::<$V>(&look),
                    $(Self::$More(a) => _ = a.lift::<$V>(&look),)*
                    Self::Rounded(a) => return a.radius.is_finite() && a.core.has_numbers(),
                    Self::Scaled(a) => return a.scale.is_finite() && a.core.has_numbers(),
                    // Checked when they were made.
                    _ => return true,
                }
                finite.get()
            }
        }

        impl InFloats for $Any<$V> {
            fn in_floats(&self) -> Option<Seen<'_, $V>> {
                if !self.has_numbers() {
                    return None;
                }
                match self {
                    Self::Plane(a) => Some(Seen::Flat(a)),
                    Self::HalfSpace(a) => Some(Seen::Flat(a)),
                    _ => self.plain().map(|plain| Seen::Bounded(Grown(plain))),
                }
            }

            fn has_corners(&self) -> bool {
                match self {
                    Self::Point(_)
                    | Self::Segment(_)
                    | Self::Sphere(_)
                    | Self::Capsule(_)
                    | Self::Aabb(_)
                    | Self::Obb(_)
                    | Self::Triangle(_)
                    | Self::Parallelogram(_)
                    | Self::Convex(_)
                    | Self::Plane(_)
                    | Self::HalfSpace(_) => true,
                    Self::Rounded(rounded) => rounded.core.has_corners(),
                    _ => false,
                }
            }

            fn has_features(&self) -> bool {
                match self {
                    $(Self::$Capped(_) => true,)*
                    _ => self.has_corners(),
                }
            }

            fn largest_with(&self, other: &Self) -> Option<i32> {
                self.size_with(other)
            }
        }
    };
}
floats_first!(Shape2 DVec2 f64, |w| (DVec2::ZERO, w), Wedge;);
floats_first!(Shape3 DVec3 DVec3, |w| (w.normalized_or_zero(), w.length()),
    Cylinder Cone Disc Tetrahedron TruncatedCone EllipticCylinder; Cylinder Cone TruncatedCone);
