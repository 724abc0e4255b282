//! Contacts, manifolds and sweeps of convex shapes, and of shapes made of them, in `f64` first.

use super::common_point;
use super::float_shape::{GAP, InFloats, LATER, ORDINARY, ROUGH, ROUND, STEPS, bound_of};
use super::surface::OfSurface;
use crate::convex::advance::{self, Advance, Motion};
use crate::convex::contact::later;
use crate::convex::form::Form;
use crate::convex::skin::{self, Start};
use crate::convex::{closed, contact, epa, gjk, manifold};
use crate::dynamic::no_answer::NoAnswer;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::shape::Shared;
use crate::query::{Closest, Impact, Manifold, Penetration, SweepOptions};
use crate::shape::Support;
use crate::vector::size::{exponent_of, is_finite};
use crate::vector::{FloatVector, Vector};

/// Returns the error bound of a depth, or `None` for shapes that are not of ordinary size.
fn bound<A: InFloats>(a: &A, b: &A) -> Option<f64> {
    a.size_with(b).filter(|e| e.abs() <= ORDINARY).map(bound_of)
}

/// Tests whether a plane perpendicular to the segment between their middles separates them clearly.
fn separates_middles<V, S>([a, b]: [&S; 2], bound: f64) -> bool
where
    V: FloatVector<Scalar = f64>,
    S: Support<Vector = V> + ?Sized,
{
    let way = b.middle() - a.middle();
    (b.support(-way) - a.support(way)).dot(way) > bound * way.length()
}

/// Tests whether two bounded shapes share a point, if that is clear.
pub(super) fn seen<A: InFloats>(a: &A, b: &A) -> Option<bool> {
    let (a, b) = (a.in_floats()?, b.in_floats()?);
    gjk::seen(a.bounded()?, b.bounded()?)
}

/// Contact found in `f64`.
struct Found<V: Vector> {
    contact: Penetration<V>,
    /// `true` if its points and normal are as accurate as its depth.
    sharp: bool,
}

/// Returns a box whose numbers are all finite.
fn as_box<A: InFloats>(shape: &A) -> Option<&dyn Support<Vector = A::Vector>> {
    let bounded: &dyn Support<Vector = A::Vector> = match shape.shared()? {
        Shared::Aabb(b) => b,
        Shared::Obb(b) => b,
        _ => return None,
    };
    shape.has_numbers().then_some(bounded)
}

/// Returns the forms of two boxes whose numbers are all finite.
fn boxes<'s, A: InFloats>(a: &'s A, b: &'s A) -> Option<[Form<'s, A::Vector>; 2]> {
    let form = |shape| Form::Bounded { shape, by: A::Vector::splat(0.0) };
    Some([form(as_box(a)?), form(as_box(b)?)])
}

/// Returns the contact in closed form, for shapes that have one. Returns `None` also if they are closer
/// to touching than the error.
#[allow(clippy::option_option, reason = "floats cannot decide, apart, a contact")]
fn closed_contact<V: FloatVector<Scalar = f64>>(
    a: &Form<'_, V>,
    b: &Form<'_, V>,
    bound: f64,
) -> Option<Option<Found<V>>> {
    let (contact, _) = closed::contact(a, b)?;
    if contact.depth < -bound {
        return Some(None);
    }
    let is_clear = contact.depth > bound * 2.0 && contact.depth.is_finite();
    is_clear.then_some(Some(Found { contact, sharp: true }))
}

/// Returns the least translation that separates the shapes, if `f64` gives it within the bound.
#[allow(clippy::option_option, reason = "floats cannot decide, apart, a contact")]
fn contact_of<A: InFloats>(a: &A, b: &A) -> Option<Option<Found<A::Vector>>> {
    let bound = bound(a, b)?;
    if let (Some(x), Some(y)) = (as_box(a), as_box(b)) {
        if separates_middles([x, y], bound) {
            return Some(None);
        }
        if let Some(found) = boxes(a, b).and_then(|[a, b]| closed_contact(&a, &b, bound)) {
            return Some(found);
        }
    }
    let (seen_a, seen_b) = (a.in_floats()?, b.in_floats()?);
    if let (Some(a), Some(b)) = (seen_a.bounded(), seen_b.bounded())
        && separates_middles([a, b], bound)
    {
        return Some(None);
    }
    let (form_a, form_b) = (seen_a.form()?, seen_b.form()?);
    if let Some(found) = closed_contact(&form_a, &form_b, bound) {
        return Some(found);
    }
    let found = match (seen_a.bounded(), seen_b.bounded()) {
        (Some(x), Some(y)) => {
            // The result does not depend on the order of the shapes, down to the last bit.
            let turned = later(&form_a, &form_b);
            let [first, second] = if turned { [y, x] } else { [x, y] };
            match epa::contact_unless_beyond(first, second, bound) {
                None => return Some(None),
                Some(Some(found)) if turned => epa::Outcome { contact: found.contact.swap(), ..found },
                Some(Some(found)) => found,
                Some(None) => {
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
    // Normalized to the last digit, also along an axis.
    let normal = normal_a_to_b?.normalized_or_zero();
    let round = !(a.has_corners() && b.has_corners());
    let allowed = if round { f64::max(bound, depth * ROUND) } else { bound };
    let is_sharp = found.error_bound <= bound;
    // Cores that are apart have a certain error bound, whether or not the search converged.
    let is_certain = || depth < seen_a.margin() + seen_b.margin() && found.error_bound * 4.0 <= bound;
    let sure = found.error_bound <= allowed && (found.status != epa::Status::NotConverged || is_certain());
    // Too close to a touch for `f64`. Nearly flat round shapes are equally deep along many
    // directions.
    let least = if round { bound * ROUGH } else { bound * 2.0 };
    if depth.partial_cmp(&least) != Some(core::cmp::Ordering::Greater) {
        if !a.intersects(b) {
            return Some(None);
        }
        // A flat side of the difference is distinct from the many directions of nearly equal depth.
        let is_flat = is_sharp && a.has_features() && b.has_features();
        if round && !is_flat {
            return None;
        }
    }
    let contact = Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth };
    sure.then_some(Some(Found { contact, sharp: is_sharp }))
}

/// Returns the manifold of a contact found in `f64`, for shapes whose corners are all known.
fn manifold_of<A: InFloats>(a: &A, b: &A, found: &Found<A::Vector>) -> Option<Manifold<A::Vector>> {
    if !(found.sharp && a.has_features() && b.has_features()) {
        return None;
    }
    if let Some([a, b]) = boxes(a, b) {
        return Some(manifold::of(&a, &b, &found.contact));
    }
    let (a, b) = (a.in_floats()?, b.in_floats()?);
    Some(manifold::of(&a.form()?, &b.form()?, &found.contact))
}

/// Returns the first touch of two disjoint shapes, or `None` if `f64` does not decide.
#[allow(clippy::option_option, reason = "floats cannot decide, never, a touch")]
fn sweep_of<A: InFloats>(a: &A, b: &A, velocity: A::Vector, max_t: f64) -> Option<Option<Impact<A::Vector>>> {
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

/// Returns the relative position of shapes within a distance at the start, if `f64` decides.
fn start_of<A: InFloats>(a: &A, b: &A, distance: f64) -> Option<Start<A::Vector>> {
    bound(a, b)?;
    let (a, b) = (a.in_floats()?, b.in_floats()?);
    let mut place = None;
    skin::start(&a.form()?, &b.form()?.grown(distance, &mut place))
}

/// Returns the same, and whether it is certain.
#[allow(clippy::option_option, reason = "floats cannot decide, never, a touch")]
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

/// Returns the first touch of a shape that moves and rotates, and a bound of how early it may be.
#[allow(clippy::option_option, reason = "floats cannot decide, never, a touch")]
#[allow(clippy::type_complexity, reason = "a touch and a number")]
pub(crate) fn turning_of<A: InFloats>(
    a: &A,
    b: &A,
    motion: &Motion<A::Vector>,
    max_t: f64,
) -> Option<Option<(Impact<A::Vector>, f64)>> {
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

/// Queries that run in `f64` first.
pub(crate) trait FloatsFirst: InFloats + OfSurface<Self::Vector> {
    /// Returns the shortest way between the shapes.
    fn find_closest(&self, other: &Self) -> Closest<Self::Vector> {
        self.closest_in_floats(other).unwrap_or_else(|| self.closest_precisely(other))
    }

    /// Returns the least translation that separates the shapes.
    fn find_contact(&self, other: &Self) -> Result<Option<Penetration<Self::Vector>>, NoAnswer> {
        match contact_of(self, other) {
            Some(found) => Ok(found.map(|found| found.contact)),
            None => match self.contact_of_surface(other) {
                Some(contact) => Ok(Some(contact)),
                None => self.contact_precisely(other),
            },
        }
    }

    /// Returns the contact, and whether [`manifold_at`](Self::manifold_at) may follow from it.
    #[allow(clippy::type_complexity, reason = "a contact and a flag, if they meet, if there is an answer")]
    fn find_contact_for_manifold(
        &self,
        other: &Self,
    ) -> Result<Option<(Penetration<Self::Vector>, bool)>, NoAnswer> {
        match contact_of(self, other) {
            Some(found) => {
                let has_features = self.has_features() && other.has_features();
                Ok(found.map(|found| (found.contact, found.sharp && has_features)))
            }
            None => Ok(self.find_contact(other)?.map(|contact| (contact, false))),
        }
    }

    /// Returns the manifold at a contact of which
    /// [`find_contact_for_manifold`](Self::find_contact_for_manifold) says that it follows from it.
    fn manifold_at(
        &self,
        other: &Self,
        contact: &Penetration<Self::Vector>,
    ) -> Option<Manifold<Self::Vector>> {
        manifold_of(self, other, &Found { contact: *contact, sharp: true })
    }

    /// Returns the contact manifold.
    fn find_manifold(&self, other: &Self) -> Result<Option<Manifold<Self::Vector>>, NoAnswer> {
        match contact_of(self, other) {
            None => super::super::contact::manifold_by(self, other, self.contact_of_surface(other)),
            Some(None) => Ok(None),
            Some(Some(found)) => match manifold_of(self, other, &found) {
                Some(manifold) => Ok(Some(manifold)),
                None => self.manifold_precisely(other),
            },
        }
    }

    /// Returns the contact and the manifold, in the time of one of them.
    #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
    fn find_contact_and_manifold(
        &self,
        other: &Self,
    ) -> Result<Option<(Penetration<Self::Vector>, Manifold<Self::Vector>)>, NoAnswer> {
        match contact_of(self, other) {
            Some(None) => return Ok(None),
            Some(Some(found)) => {
                if let Some(manifold) = manifold_of(self, other, &found) {
                    return Ok(Some((found.contact, manifold)));
                }
            }
            None => {
                if let Some(contact) = self.contact_of_surface(other) {
                    let held = super::super::contact::manifold_by(self, other, Some(contact))?;
                    return Ok(held.map(|held| (contact, held)));
                }
            }
        }
        super::super::contact::with_manifold(self, other)
    }

    /// Returns the first touch of a moving shape.
    fn find_sweep(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer> {
        if !(is_finite(velocity) && max_t >= 0.0) {
            return Ok(None);
        }
        if let Some(found) = sweep_of(self, other, velocity, max_t) {
            return Ok(found);
        }
        if let Some(found) = self.touch_of_surface(other, velocity, max_t) {
            return Ok(found);
        }
        // The shapes may share a point at the start.
        if let Some(Some(Found { contact, .. })) = contact_of(self, other) {
            let point = self.shared_point(other).unwrap_or(contact.on_a);
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

    /// Does the same with options: stops at a distance, or ignores an overlap at the start.
    fn find_sweep_with(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
        options: &SweepOptions<f64>,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer> {
        if options.are_default() {
            return self.find_sweep(other, velocity, max_t);
        }
        if !(is_finite(velocity) && max_t >= 0.0) {
            return Ok(None);
        }
        if let Some(a) = self.as_hull() {
            return a.find_sweep_with(other, velocity, max_t, options);
        }
        if let Some(b) = other.as_hull() {
            return self.find_sweep_with(&b, velocity, max_t, options);
        }
        let distance = options.distance();
        if self.as_composite().is_some() || other.as_composite().is_some() {
            if options.stop_at_penetration && self.intersects(other) {
                return self.find_sweep(other, velocity, max_t);
            }
            let sizes = [self.outer_bounds(), other.outer_bounds()].into_iter().flatten();
            let size = sizes.map(|b| b.min.largest().max(b.max.largest())).fold(0.0, f64::max);
            let gap = distance + GAP * f64::EPSILON * (size + distance);
            return super::super::sweep::first_of_parts(
                self,
                other,
                velocity,
                max_t,
                gap,
                &|a, b, velocity, limit| a.find_sweep_with(b, velocity, limit, options),
            );
        }
        self.sweep_grown(other, velocity, max_t, options)
    }

    /// Does the same for shapes that are not made of parts.
    fn sweep_grown(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
        options: &SweepOptions<f64>,
    ) -> Result<Option<Impact<Self::Vector>>, NoAnswer> {
        let distance = options.distance();
        let leaves = |normal: Self::Vector| !options.stop_at_penetration && skin::separates(velocity, normal);
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
            self.find_sweep(other, velocity, max_t)?
        } else if let Some(grown) = other.rounded_by(distance) {
            self.find_sweep(&grown, velocity, max_t)?
        } else {
            let grown = self.rounded_by(distance).ok_or(no_answer)?;
            let found = grown.find_sweep(other, velocity, max_t)?;
            // Moves the point from the grown shape back to this one.
            found.map(|impact| Impact {
                point: impact.point - impact.normal_a_to_b.unwrap_or(Self::Vector::splat(0.0)) * distance,
                ..impact
            })
        };
        let Some(impact) = found.filter(|impact| impact.t == 0.0) else { return Ok(found) };
        if !impact.normal_a_to_b.is_some_and(leaves) {
            return Ok(Some(impact));
        }
        let is_convex = |shape: &Self| shape.rounded_by(0.0).is_some();
        if is_convex(self) && is_convex(other) { Ok(None) } else { Err(no_answer) }
    }

    /// Does the same for bounded shapes one of which is made of parts, each in `f64` first. Returns
    /// `None` if neither is, if they are convex, if they intersect at the start, or if they are not
    /// of ordinary size.
    fn sweep_by_parts(
        &self,
        other: &Self,
        velocity: Self::Vector,
        max_t: f64,
    ) -> Option<Result<Option<Impact<Self::Vector>>, NoAnswer>> {
        if self.as_composite().is_none() && other.as_composite().is_none() {
            return None;
        }
        bound(self, other)?;
        let all = self.outer_bounds()?.union(&other.outer_bounds()?);
        let (reach, speed) = ((all.max - all.min).length(), velocity.length());
        // Beyond this distance the shape has passed the other.
        let limit = max_t.min(2.0 * reach / speed);
        let gap = GAP * f64::EPSILON * (all.min.length() + all.max.length() + limit * speed);
        let is_convex = self.as_hull().is_some() || other.as_hull().is_some();
        if !(gap.is_finite() && limit.is_finite()) || is_convex || self.intersects(other) {
            return None;
        }
        Some(super::super::sweep::sweep_of_parts(self, other, velocity, limit, gap, Self::find_sweep))
    }

    /// Returns a point in both shapes, up to rounding, for a contact of the two, or `None` if they
    /// are not of ordinary size or not of kinds whose common part with a line is cheap in `f64`.
    fn common_point_in_floats(
        &self,
        other: &Self,
        contact: &Penetration<Self::Vector>,
    ) -> Option<Self::Vector> {
        bound(self, other)?;
        common_point::of(self, other, contact, || self.shared_point(other))
    }

    /// Returns a common point of two intersecting shapes, in `f64`.
    fn shared_point(&self, other: &Self) -> Option<Self::Vector> {
        let (a, b) = (self.in_floats()?, other.in_floats()?);
        let (a, b) = (a.form()?, b.form()?);
        Some(crate::convex::nearest::outcome(&a, &b)?.closest.on_a)
    }
}

impl<S: InFloats + OfSurface<S::Vector>> FloatsFirst for S {}
