//! What a simulation asks of typed shapes, frame by frame: contacts, manifolds, and when they first touch.
//!
//! All of it runs in `f64` (shapes of `f32` are widened, which loses nothing), and in twice the digits where that does not converge, or does not
//! tell whether they touch.

use super::widened::{closest, wide};
use crate::convex::advance::{self, Advance, AngularVelocity, Motion, Turning};
use crate::convex::form::{Form, Widen};
use crate::convex::skin::{self, Start};
use crate::convex::sweep::{self, Search, Swept};
use crate::convex::{contact as convex_contact, epa, manifold as convex_manifold, nearest};
use crate::number::{DoubleDouble, Float, Ring};
use crate::query::{Impact, Manifold, Penetration, SweepOptions};
use crate::vector::{FloatVector, Vector};

/// Steps after which a turning sweep answers a time that may be much too early.
const STEPS: u32 = 2000;

/// The vectors of a shape, in at least `f64`.
type Wide<A> = <<A as Widen>::Vector as FloatVector>::Wide;

/// The vectors of a shape, in twice the digits.
type Precise<A> = <<A as Widen>::Vector as FloatVector>::Precise;

/// The numbers of a shape.
type Number<A> = <<A as Widen>::Vector as Vector>::Scalar;

/// Asks both over twice the digits.
fn precisely<A, B, R>(
    a: &A,
    b: &B,
    ask: impl FnOnce(
        &Form<'_, <A::Vector as FloatVector>::Precise>,
        &Form<'_, <A::Vector as FloatVector>::Precise>,
    ) -> Option<R>,
) -> Option<R>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    a.precisely(|a| b.precisely(|b| ask(&a.form()?, &b.form()?)))
}

/// Asks both over at least `f64`, straight ones too.
fn widely<A, B, R>(
    a: &A,
    b: &B,
    ask: impl FnOnce(&Form<'_, Wide<A>>, &Form<'_, Wide<A>>) -> Option<R>,
) -> Option<R>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    a.widened(|a| b.widened(|b| ask(&a.form()?, &b.form()?)))
}

/// The least translation of two that share a point.
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

/// The shortest way between two that share no point, as a contact of negative depth, if it is no longer than `margin`.
pub(crate) fn near<A, B>(a: &A, b: &B, margin: Number<A>) -> Option<Penetration<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let way = closest(a, b);
    if way.distance > margin {
        return None;
    }
    // The direction of a way as short as rounding is told by a plane between the two.
    let plane = wide(a, b, |a, b| sweep::normal_between(a, b).map(|normal| normal.lift(&Float::narrow)));
    let normal = plane.unwrap_or_else(|| (way.on_b - way.on_a).normalized_or_zero());
    let depth = -way.distance;
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a: way.on_a, on_b: way.on_b })
}

/// Where two that share a point hold each other.
pub(crate) fn manifold<A, B>(a: &A, b: &B) -> Option<Manifold<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let found = wide(a, b, |a, b| {
        let found = convex_contact::outcome(a, b);
        let sure = found.status != epa::Status::NotConverged && found.contact.normal_a_to_b.is_some();
        sure.then(|| convex_manifold::of(a, b, &found.contact).lift(&Float::narrow))
    });
    found.or_else(|| {
        precisely(a, b, |a, b| {
            let point =
                || nearest::outcome(a, b).map_or_else(|| convex_contact::closest(a, b), |n| n.closest);
            let found = convex_contact::outcome(a, b).contact.with_shared_point(|| point().on_a);
            Some(convex_manifold::of(a, b, &found).lift(&Float::from_precise))
        })
    })
}

/// The touch at the start of two that share a point.
fn at_once<A, B>(a: &A, b: &B) -> Impact<A::Vector>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    let normal_a_to_b = contact(a, b).and_then(|contact| contact.normal_a_to_b);
    Impact { t: Float::ZERO, normal_a_to_b, point: closest(a, b).on_a }
}

/// When `b`, moving by `t velocity`, first touches: `meet` at the start, or later.
pub(crate) fn sweep<A, B>(
    a: &A,
    b: &B,
    meet: bool,
    velocity: A::Vector,
    max_t: Number<A>,
) -> Option<Impact<A::Vector>>
where
    A: Widen,
    B: Widen<Vector = A::Vector>,
{
    // Also of what is no number.
    if !(is_finite(velocity) && max_t >= Float::ZERO) {
        return None;
    }
    if meet {
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
        // What is rounded to the limit counts.
        let limit = max_t + max_t * Number::<A>::EPSILON;
        let (velocity, limit) = (velocity.lift(&Float::precise), limit.precise());
        Some(match sweep::first_by(Search::Whole, a, b, velocity, limit) {
            Swept::Touch(impact) | Swept::Perhaps(impact) => Some(impact),
            Swept::Never => None,
        })
    });
    found?.and_then(|impact| early(&impact, &Float::from_precise, max_t))
}

/// When `b`, moving by `t velocity`, first comes as near as the options say; `meet` returns whether they share a point at the start.
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
        return sweep(a, b, meet(), velocity, max_t);
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
            // That they touch only all but certainly is not enough to stop.
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
        let found = sweep(a, b, meet(), velocity, max_t)?;
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

/// The first touch as floats tell it, whichever of the two has bounds.
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

/// The same in fewer digits, and no later.
fn early<V: FloatVector, W: FloatVector>(
    impact: &Impact<V>,
    number: &impl Fn(V::Scalar) -> W::Scalar,
    max_t: W::Scalar,
) -> Option<Impact<W>> {
    let t = not_after(number(impact.t), impact.t.precise());
    let found = Impact {
        // They are apart at the start, be it by less than floats tell.
        t: Ring::max(t, W::Scalar::LEAST),
        normal_a_to_b: impact.normal_a_to_b.map(|n| n.lift(number)),
        point: impact.point.lift(number),
    };
    (found.t <= max_t && is_finite(found.point)).then_some(found)
}

/// A time rounded, or the one before where that is later.
fn not_after<S: Float>(rounded: S, t: DoubleDouble) -> S {
    if rounded.precise() > t { rounded - rounded * S::EPSILON } else { rounded }
}

fn is_finite<V: FloatVector>(v: V) -> bool {
    (0..V::DIM).all(|axis| v.get(axis).is_finite())
}

/// When `b`, moving and turning, first touches, and by how much that may be early.
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
        return sweep(a, b, meet, motion.velocity, max_t).map(|impact| (impact, Float::ZERO));
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
            // What the time lost where it was rounded counts as well.
            let end = impact.t.to_f64() + error;
            let error = Number::<A>::from_f64((end - found.t.to_f64()) * (1.0 + 1e-6));
            Some((found, Ring::min(error, max_t - found.t)))
        }
        // As close as rounding lets one tell.
        Advance::GaveUp { .. } | Advance::Unsure => {
            let mut found = at_once(a, b);
            found.t = Number::<A>::LEAST;
            Some((found, max_t))
        }
    }
}
