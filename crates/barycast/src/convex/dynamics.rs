//! Queries of a simulation on typed shapes, per frame: contacts, manifolds and the time of impact.
//!
//! All of it runs in `f64` (shapes of `f32` are widened without loss). Where `f64` does not
//! converge, or does not decide whether the shapes touch, the query is repeated in double-double
//! precision.

use super::widened::{closest, wide};
use crate::convex::advance::{self, Advance, AngularVelocity, Motion, Turning};
use crate::convex::form::{Form, Widen};
use crate::convex::skin::{self, Start};
use crate::convex::sweep::{self, Search, Swept};
use crate::convex::{closed, contact as convex_contact, epa, manifold as convex_manifold, nearest};
use crate::number::{DoubleDouble, Float, Ring};
use crate::query::{Impact, Manifold, Penetration, SweepOptions};
use crate::vector::{FloatVector, Vector};
use core::cell::OnceCell;

/// Maximum number of steps of a rotating sweep; a search that reaches it returns a time that may be
/// much too early.
const STEPS: u32 = 2000;

/// Vectors of a shape, in `f64` or better.
type Wide<A> = <<A as Widen>::Vector as FloatVector>::Wide;

/// Vectors of a shape, in double-double precision.
type Precise<A> = <<A as Widen>::Vector as FloatVector>::Precise;

/// Scalar type of a shape.
type Number<A> = <<A as Widen>::Vector as Vector>::Scalar;

/// Runs a query on both shapes in double-double precision.
fn precisely<A, B, R>(
    a: &A,
    b: &B,
    run: impl FnOnce(
        &Form<'_, <A::Vector as FloatVector>::Precise>,
        &Form<'_, <A::Vector as FloatVector>::Precise>,
    ) -> Option<R>,
) -> Option<R>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    a.precisely(|a| b.precisely(|b| run(&a.form()?, &b.form()?)))
}

/// Runs a query on both shapes in `f64` or better, including straight shapes.
fn widely<A, B, R>(
    a: &A,
    b: &B,
    run: impl FnOnce(&Form<'_, Wide<A>>, &Form<'_, Wide<A>>) -> Option<R>,
) -> Option<R>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    a.widened(|a| b.widened(|b| run(&a.form()?, &b.form()?)))
}

/// Returns the least translation that separates two shapes that share a point.
pub(crate) fn contact<A, B>(a: &A, b: &B) -> Option<Penetration<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let found = wide(a, b, |a, b| {
        let found = convex_contact::outcome(a, b);
        (found.status != epa::Status::NotConverged).then(|| found.contact.lift(&Float::narrow))
    });
    let found = found.or_else(|| {
        precisely(a, b, |a, b| Some(convex_contact::outcome(a, b).contact.lift(&Float::from_precise)))
    });
    found.map(|found: Penetration<_>| found.with_shared_point(|| closest(a, b).on_a))
}

/// Returns the shortest way between two disjoint shapes as a contact of negative depth, if it is no
/// longer than `margin`.
pub(crate) fn near<A, B>(a: &A, b: &B, margin: Number<A>) -> Option<Penetration<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let way = closest(a, b);
    if way.distance > margin {
        return None;
    }
    // If the way is as short as the rounding error, a separating plane gives its direction.
    let plane = wide(a, b, |a, b| sweep::normal_between(a, b).map(|normal| normal.lift(&Float::narrow)));
    let normal = plane.unwrap_or_else(|| (way.on_b - way.on_a).normalized_or_zero());
    let depth = -way.distance;
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a: way.on_a, on_b: way.on_b })
}

/// Shapes that overlap in closed form by more than this many roundings of the coordinates certainly do.
const CLEAR: f64 = 1024.0;

/// Shapes that are apart, or overlap, by more than this many roundings of the shape's own numbers are so
/// for `intersects`, too.
const OWN: f64 = 16.0;

/// Returns the contact manifold of two shapes, or `None` if they are apart. `meet` returns whether they
/// share a point.
pub(crate) fn manifold<A, B>(a: &A, b: &B, meet: impl Fn() -> bool) -> Option<Manifold<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let known = OnceCell::new();
    let meets = || *known.get_or_init(&meet);
    let found = wide(a, b, |a, b| {
        if let Some((contact, size)) = closed::contact(a, b) {
            let overlap = |roundings| contact.depth > size * Float::from_f64(roundings);
            let own = OWN * Number::<A>::EPSILON.to_f64();
            let is_clear = overlap(CLEAR * f64::EPSILON) && contact.depth.is_finite();
            if is_clear && (overlap(own) || meets()) {
                return Some(Some(convex_manifold::of(a, b, &contact).lift(&Float::narrow)));
            }
        }
        if !meets() {
            return Some(None);
        }
        let found = convex_contact::outcome(a, b);
        let sure = found.status != epa::Status::NotConverged && found.contact.normal_a_to_b.is_some();
        sure.then(|| Some(convex_manifold::of(a, b, &found.contact).lift(&Float::narrow)))
    });
    if let Some(found) = found {
        return found;
    }
    if !meets() {
        return None;
    }
    precisely(a, b, |a, b| {
        let point = || nearest::outcome(a, b).map_or_else(|| convex_contact::closest(a, b), |n| n.closest);
        let found = convex_contact::outcome(a, b).contact.with_shared_point(|| point().on_a);
        Some(convex_manifold::of(a, b, &found).lift(&Float::from_precise))
    })
}

/// Returns the impact at time 0 of two shapes that share a point.
fn at_once<A, B>(a: &A, b: &B) -> Impact<A::Vector>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let normal_a_to_b = contact(a, b).and_then(|contact| contact.normal_a_to_b);
    Impact { t: Float::ZERO, normal_a_to_b, point: closest(a, b).on_a }
}

/// Tests whether a plane across the way between the middles of two bounded shapes separates them by more
/// than this fraction of the coordinates.
fn separates_middles<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, part: f64) -> bool {
    let (Form::Bounded { shape: a, by }, Form::Bounded { shape: b, by: by_b }) = (a, b) else { return false };
    let way = b.middle() - a.middle();
    let (p, q) = (a.support(way), b.support(-way));
    let size = p.largest() + q.largest() + way.largest();
    let is_apart = (q - p).dot(way) > way.length() * size * Float::from_f64(part);
    is_apart && by.is_zero() && by_b.is_zero()
}

/// Finds the time at which `b`, moving by `t velocity`, first touches `a`. `meet` returns whether
/// they share a point at the start.
pub(crate) fn sweep<A, B>(
    a: &A,
    b: &B,
    meet: impl FnOnce() -> bool,
    velocity: A::Vector,
    max_t: Number<A>,
) -> Option<Impact<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    // Rejects NaN as well.
    if !(is_finite(velocity) && max_t >= Float::ZERO) {
        return None;
    }
    let own = OWN * Number::<A>::EPSILON.to_f64();
    let is_apart = widely(a, b, |a, b| Some(separates_middles(a, b, own))) == Some(true);
    if !is_apart && meet() {
        return Some(at_once(a, b));
    }
    let found = widely(a, b, |a, b| {
        let velocity: Wide<A> = velocity.lift(&Float::widen);
        Some(match in_floats(a, b, velocity, max_t.to_f64()) {
            Advance::Touch { impact, .. } => Some(impact),
            Advance::Never => None,
            Advance::GaveUp { .. } | Advance::Unsure => return None,
        })
    });
    if let Some(found) = found {
        return found.and_then(|impact| early(&impact, &Float::narrow, max_t));
    }
    let found = precisely(a, b, |a, b| {
        // A time that rounds to the limit counts.
        let limit = max_t + max_t * Number::<A>::EPSILON;
        let (velocity, limit) = (velocity.lift(&Float::precise), limit.precise());
        Some(match sweep::first_by(Search::Whole, a, b, velocity, limit) {
            Swept::Touch(impact) | Swept::Perhaps(impact) => Some(impact),
            Swept::Never => None,
        })
    });
    found?.and_then(|impact| early(&impact, &Float::from_precise, max_t))
}

/// Finds the time at which `b`, moving by `t velocity`, first comes within the distance given by
/// the options. `meet` returns whether the shapes share a point at the start.
pub(crate) fn sweep_with<A, B>(
    a: &A,
    b: &B,
    meet: impl FnOnce() -> bool,
    velocity: A::Vector,
    max_t: Number<A>,
    options: &SweepOptions<Number<A>>,
) -> Option<Impact<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    if !(is_finite(velocity) && max_t >= Float::ZERO) {
        return None;
    }
    if options.are_default() {
        return sweep(a, b, meet, velocity, max_t);
    }
    let distance = options.distance();
    let leaves = |normal: A::Vector| !options.stop_at_penetration && skin::separates(velocity, normal);
    let at_once = |start: Start<A::Vector>| {
        let impact = Impact { t: Float::ZERO, normal_a_to_b: Some(start.normal), point: start.point };
        (!leaves(start.normal)).then_some(impact)
    };
    let found = widely(a, b, |a, b| {
        let mut place = None;
        let b = &b.grown(distance.widen(), &mut place);
        if let Some(start) = skin::start(a, b) {
            let narrow = |v: Wide<A>| v.lift(&Float::narrow);
            let found = at_once(Start { normal: narrow(start.normal), point: narrow(start.point) });
            // A touch that is only almost certain is not enough to stop.
            return if found.is_none() || distance > Float::ZERO { Some(found) } else { None };
        }
        let velocity: Wide<A> = velocity.lift(&Float::widen);
        match in_floats(a, b, velocity, max_t.to_f64()) {
            Advance::Touch { impact, .. } => Some(early(&impact, &Float::narrow, max_t)),
            Advance::Never => Some(None),
            Advance::GaveUp { .. } | Advance::Unsure => None,
        }
    });
    if let Some(found) = found {
        return found;
    }
    if distance == Float::ZERO {
        let found = sweep(a, b, meet, velocity, max_t)?;
        let left = found.t == Float::ZERO && found.normal_a_to_b.is_some_and(leaves);
        return (!left).then_some(found);
    }
    precisely(a, b, |a, b| {
        let mut place = None;
        let b = &b.grown(distance.precise(), &mut place);
        if nearest::decide(a, b)? {
            let Penetration { normal_a_to_b, on_a, .. } = convex_contact::outcome(a, b).contact;
            let narrow = |v: Precise<A>| v.lift(&Float::from_precise);
            let Some(normal) = normal_a_to_b.map(narrow) else {
                return Some(Some(Impact { t: Float::ZERO, normal_a_to_b: None, point: narrow(on_a) }));
            };
            return Some(at_once(Start { normal, point: narrow(on_a) }));
        }
        let (velocity, max_t_precise) = (velocity.lift(&Float::precise), max_t.precise());
        Some(match sweep::first_by(Search::Whole, a, b, velocity, max_t_precise) {
            Swept::Touch(impact) | Swept::Perhaps(impact) => early(&impact, &Float::from_precise, max_t),
            Swept::Never => None,
        })
    })?
}

/// Finds the first touch in `f64`, whichever of the two shapes is bounded.
fn in_floats<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, velocity: V, max_t: f64) -> Advance<V> {
    match (*a, *b) {
        (_, Form::Bounded { shape, by }) if by.is_zero() => advance::straight(a, shape, velocity, max_t),
        (Form::Bounded { shape, by }, _) if by.is_zero() => {
            match advance::straight(b, shape, -velocity, max_t) {
                Advance::Touch { impact, early } => Advance::Touch { impact: impact.swap(-velocity), early },
                other => other,
            }
        }
        _ => Advance::Unsure,
    }
}

/// Returns the same impact in fewer digits, rounded so that it is not later.
fn early<V: FloatVector, W: FloatVector>(
    impact: &Impact<V>,
    number: &impl Fn(V::Scalar) -> W::Scalar,
    max_t: W::Scalar,
) -> Option<Impact<W>> {
    let t = not_after(number(impact.t), impact.t.precise());
    let found = Impact {
        // The shapes are disjoint at the start, perhaps by less than `f64` resolves.
        t: Ring::max(t, W::Scalar::LEAST),
        normal_a_to_b: impact.normal_a_to_b.map(|n| n.lift(number)),
        point: impact.point.lift(number),
    };
    (found.t <= max_t && is_finite(found.point)).then_some(found)
}

/// Returns a rounded time, or the number before it if rounding went up.
fn not_after<S: Float>(rounded: S, t: DoubleDouble) -> S {
    if rounded.precise() > t { rounded - rounded * S::EPSILON } else { rounded }
}

fn is_finite<V: FloatVector>(v: V) -> bool {
    (0..V::DIM).all(|axis| v.get(axis).is_finite())
}

/// Finds the time at which `b`, moving and rotating, first touches `a`, and a bound of how early
/// that time may be.
pub(crate) fn sweep_turning<A, B, W>(
    a: &A,
    b: &B,
    meet: bool,
    motion: &Turning<A::Vector, W>,
    max_t: Number<A>,
) -> Option<(Impact<A::Vector>, Number<A>)>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
    W: AngularVelocity<A::Vector>,
{
    let (axis, speed) = motion.angular_velocity.axis_and_speed();
    let finite = is_finite(motion.velocity) && is_finite(motion.center_of_rotation) && speed.is_finite();
    if !(finite && max_t >= Float::ZERO) {
        return None;
    }
    if meet || speed == 0.0 {
        return sweep(a, b, || meet, motion.velocity, max_t).map(|impact| (impact, Float::ZERO));
    }
    let widen = |v: A::Vector| -> Wide<A> { v.lift(&Float::widen) };
    let motion = Motion {
        velocity: widen(motion.velocity),
        axis: widen(axis).normalized_or_zero(),
        speed,
        center: widen(motion.center_of_rotation),
    };
    let found = widely(a, b, |a, b| {
        let Form::Bounded { shape, by } = *b else { return None };
        (by.is_zero()).then(|| advance::turning(a, shape, &motion, max_t.to_f64(), STEPS))
    });
    let found = match found? {
        Advance::GaveUp { impact } => Advance::Touch { impact, early: f64::INFINITY },
        other => other,
    };
    match found {
        Advance::Never => None,
        Advance::Touch { impact, early: error } => {
            let found: Impact<A::Vector> = early(&impact, &Float::narrow, max_t)?;
            // Includes the error of rounding the time.
            let end = impact.t.to_f64() + error;
            let error = Number::<A>::from_f64((end - found.t.to_f64()) * (1.0 + 1e-6));
            Some((found, Ring::min(error, max_t - found.t)))
        }
        // The shapes are within the rounding error.
        Advance::GaveUp { .. } | Advance::Unsure => {
            let mut found = at_once(a, b);
            found.t = Number::<A>::LEAST;
            Some((found, max_t))
        }
    }
}
