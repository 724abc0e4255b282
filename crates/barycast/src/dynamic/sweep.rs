//! Time of impact of shapes of any kind, one of which moves.

use super::arc;
use super::no_answer::NoAnswer;
use super::shape::DynamicShape;
use crate::convex::sweep::{Search, Swept, between_by};
use crate::dynamic::rescale::Rescale as _;
use crate::exact::certify::narrow;
use crate::number::{DoubleDouble, Float};
use crate::query::Impact;
use crate::shape::{Aabb, Point};
use crate::vector::Vector;
use crate::vector::size::{is_finite, own_shift, shifted, shifted_vector};

/// The first touch, if there is one.
pub(crate) type Touch<V> = Result<Option<Impact<V>>, NoAnswer>;

/// Returns the first touch of a shape that moves by `t * velocity`, with `0 <= t <= max_t`, in
/// double-double precision, rounded once.
pub(crate) fn precisely<S: DynamicShape>(
    a: &S,
    other: &S,
    velocity: S::Vector,
    max_t: f64,
) -> Touch<S::Vector> {
    if !is_finite(velocity) || max_t.is_nan() {
        return Ok(None);
    }
    // A shape that does not move touches at once or never.
    if velocity.is_zero() {
        return Ok(met_at_once(a, other, max_t));
    }
    if let Some((scaled, b, e)) = a.at_ordinary_size(other) {
        if let Some(here) = met_at_once(a, other, max_t) {
            return Ok(Some(here));
        }
        // Scales the speed to ordinary size as well, and the time accordingly.
        let own = own_shift(velocity);
        let found = scaled.sweep_precisely(&b, shifted_vector(velocity, own), shifted(max_t, e - own))?;
        let found =
            found.map(|i| Impact { t: shifted(i.t, own - e), point: shifted_vector(i.point, -e), ..i });
        return Ok(not_at_once(a, other, found, max_t));
    }
    if let Some(hull) = a.as_hull() {
        return Ok(not_at_once(a, other, hull.sweep_precisely(other, velocity, max_t)?, max_t));
    }
    if let Some(b) = other.as_hull() {
        return Ok(not_at_once(a, other, a.sweep_precisely(&b, velocity, max_t)?, max_t));
    }
    let no_answer = NoAnswer { question: "sweep", shapes: [a.name(), other.name()] };
    if max_t < 0.0 {
        return Ok(None);
    }
    if let Some(here) = met_at_once(a, other, max_t) {
        return Ok(Some(here));
    }
    if a.as_composite().is_some() || other.as_composite().is_some() {
        return sweep_of_parts(a, other, velocity, max_t, 0.0, S::sweep_precisely);
    }
    // Scales the speed to ordinary size, and the time accordingly.
    let by = own_shift(velocity);
    let given = velocity;
    let velocity: S::Precise = shifted_vector(velocity, by).lift(&DoubleDouble::new);
    let limit = DoubleDouble::new(shifted(max_t, -by));
    // The result does not depend on the order of the shapes, even if they only graze each other.
    let turned = other.comes_before(a);
    let one = a;
    let (a, b, way) = if turned { (other, a, -velocity) } else { (a, other, velocity) };
    let meet = || one.swept_meet(other, given, max_t);
    let found = match (a.precisely_convex(), b.precisely_convex()) {
        (Some(a), Some(b)) => match between_by(Search::Whole, &*a, &*b, way, limit).ok_or(no_answer)? {
            Swept::Touch(impact) => Some(impact),
            Swept::Perhaps(impact) => (meet() == Some(true)).then_some(impact),
            Swept::Never => None,
        },
        _ => match a.brought_near(b) {
            Some((a, b, back)) => arc::sweep(&a, &b, way, limit)
                .map(|i| Impact { point: i.point + back.lift(&DoubleDouble::new), ..i }),
            None => arc::sweep(a, b, way, limit),
        },
    };
    let found = if turned { found.map(|impact| impact.swap(way)) } else { found };
    // The shapes are so near at the start that double-double precision does not resolve the direction
    // of motion.
    let near = found.as_ref().is_some_and(|i| narrow::number(i.t) == 0.0);
    if near && meet() == Some(false) {
        return Ok(None);
    }
    let found = found.map(|i| Impact {
        // They are disjoint, perhaps by less than double-double precision resolves.
        t: shifted(narrow::number(i.t), by).max(f64::LEAST),
        normal_a_to_b: i.normal_a_to_b.map(|n| n.lift(&narrow::number)),
        point: i.point.lift(&narrow::number),
    });
    // A time beyond the range of floats counts as never, and so does a place that is not finite.
    let somewhere = |p: S::Vector| (0..S::Vector::DIM).all(|axis| !p.get(axis).is_nan());
    Ok(found.filter(|i| i.t <= max_t && i.t < f64::INFINITY && somewhere(i.point)))
}
/// Returns the impact at time 0 of intersecting shapes.
fn met_at_once<S: DynamicShape>(a: &S, other: &S, max_t: f64) -> Option<Impact<S::Vector>> {
    if max_t < 0.0 || !a.intersects(other) {
        return None;
    }
    let normal_a_to_b = a.contact_precisely(other).ok().flatten().and_then(|contact| contact.normal_a_to_b);
    Some(Impact { t: 0.0, normal_a_to_b, point: a.closest_precisely(other).on_a })
}

/// Returns an impact at time 0 only if the shapes intersect: at ordinary size, or for a part, the
/// gap may have underflowed.
fn not_at_once<S: DynamicShape>(
    a: &S,
    other: &S,
    found: Option<Impact<S::Vector>>,
    max_t: f64,
) -> Option<Impact<S::Vector>> {
    let early = found.as_ref().is_some_and(|i| i.t == 0.0) && !a.intersects(other);
    let least = if early { f64::LEAST } else { 0.0 };
    let found = found.map(|i| Impact { t: i.t.max(least), ..i });
    found.filter(|i| i.t <= max_t && i.t < f64::INFINITY)
}

/// Returns the first touch of any part, for disjoint shapes one of which is made of parts. `sweep`
/// is the query of a part, which may leave a gap of at most `gap`.
pub(crate) fn sweep_of_parts<S: DynamicShape>(
    a: &S,
    other: &S,
    velocity: S::Vector,
    max_t: f64,
    gap: f64,
    sweep: impl Fn(&S, &S, S::Vector, f64) -> Touch<S::Vector>,
) -> Touch<S::Vector> {
    let first = first_of_parts(a, other, velocity, max_t, gap, &sweep)?;
    Ok(not_at_once(a, other, first, max_t))
}

/// Returns the first touch of any part, by `sweep`, with a gap of at most `gap`.
#[allow(clippy::type_complexity, reason = "the query to a part")]
pub(crate) fn first_of_parts<S: DynamicShape>(
    a: &S,
    other: &S,
    velocity: S::Vector,
    max_t: f64,
    gap: f64,
    sweep: &dyn Fn(&S, &S, S::Vector, f64) -> Touch<S::Vector>,
) -> Touch<S::Vector> {
    let (parts, turned) = match (a.as_composite(), other.as_composite()) {
        (Some(parts), _) => (parts, false),
        (_, Some(parts)) => (parts, true),
        _ => return Err(NoAnswer { question: "sweep", shapes: [a.name(), other.name()] }),
    };
    let moving = if turned { a.outer_bounds() } else { other.outer_bounds() };
    let spare = S::Vector::splat(gap);
    let moving = moving.map(|b| Aabb { min: b.min - spare, max: b.max + spare });
    // Relative to the parts.
    let way = if turned { -velocity } else { velocity };
    let mover = if turned { a } else { other };
    let away = |p: S::Vector| (mover.closest_precisely(&Point(p).into()).distance - gap).max(0.0);
    let first = parts.first_touch(moving, away, way, max_t, |part, limit| {
        let (a, b) = if turned { (a, &part) } else { (&part, other) };
        sweep(a, b, velocity, limit)
    })?;
    Ok(first.map(|(_, impact)| impact))
}
