//! Convex shapes, handled by what they are made of, not by rows of the table.
//!
//! A bounded convex shape is the hull of points, balls, discs and ellipsoids, grown by a radius: a
//! [`Body`]. Its farthest point along a direction is the farthest of its parts', so one file
//! handles every pair of bodies by [`gjk`], in double-double precision. An unbounded shape is
//! replaced by its part that faces the other shape. Polytopes, grown or not, are decided
//! [exactly](within), and [discs, cylinders and cones](sliced) with them. The span of a line in a
//! shape is [clipped](spans) by its sides, or, for a round shape, computed by a formula or from the
//! distance of a point.

mod containment;
mod exactly;
mod forms;
mod framed;
mod noise;
mod parts;
mod revolved;
pub(crate) mod sliced;
mod spans;
mod unbounded;
mod within;

pub(crate) use containment::{contains, holds, holds_arc, is_answered_here, sticks_out};
pub(crate) use exactly::{cell_meets, facing as facing_part, polytopes_meet, swept_meet, way};
pub(crate) use forms::as_convex;
pub(crate) use framed::Framed;
pub(crate) use parts::{Body, Grown, Plain, Round, Unbounded, times};
pub(crate) use revolved::Revolved;
pub(crate) use spans::spans;

use crate::convex::form::{self, Form};
use crate::convex::{self, epa, gjk, nearest, truncation};
use crate::dynamic::shape::DynamicShape;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::pair::{half_space_point, plane_ray};
use crate::query::{Closest, Penetration};
use crate::shape::{Linear, Point, Segment, Support};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use forms::{endless, form};
use noise::{noise, noise_of};

/// Returns the larger relative error of the points of either, as a fraction of their coordinates.
pub(crate) fn rounding<A: DynamicShape>(a: &A, b: &A) -> DoubleDouble {
    Ring::max(a.rounding(), b.rounding())
}

/// Tests whether the support function of either is custom, and only as exact as its implementation.
pub(crate) fn is_rough<A: DynamicShape>(a: &A, b: &A) -> bool {
    rounding(a, b) > DoubleDouble::EPSILON
}

/// Tests whether the shapes share a point, if `f64` decides that clearly.
pub(crate) fn seen<A: DynamicShape>(a: &A, b: &A) -> Option<bool> {
    a.plain().zip(b.plain()).and_then(|(a, b)| gjk::seen(&a, &b))
}

/// Does the same for shapes that are not of ordinary size, given also at that size: lengths that
/// underflow there are handled by exact numbers.
pub(crate) fn intersects_at_any_size<A: DynamicShape>([a, b]: [&A; 2], ordinary: [&A; 2]) -> bool {
    let [x, y] = ordinary;
    let exactly = a.polytopes_meet(b).or_else(|| seen(x, y)).or_else(|| a.sliced_meet(b));
    exactly.unwrap_or_else(|| intersects(x, y))
}

/// Tests whether the shapes share a point: exactly for polytopes, otherwise in double-double
/// precision.
pub(crate) fn intersects<A: DynamicShape>(a: &A, b: &A) -> bool {
    if let Some(seen) = seen(a, b) {
        return seen;
    }
    a.polytopes_meet(b).or_else(|| a.sliced_meet(b)).unwrap_or_else(|| {
        let closest = closest(a, b);
        // Touching shapes may be at the origin, so the rounding error depends on their size.
        let size = |shape: &A| shape.body().map_or(DoubleDouble::ZERO, |body| body.reach());
        let size = closest.on_a.length() + closest.on_b.length() + size(a) + size(b);
        closest.distance <= noise_of(size, rounding(a, b))
    })
}

/// Returns the shortest way.
pub(crate) fn closest<A: DynamicShape>(a: &A, b: &A) -> Closest<A::Precise> {
    let zero = DoubleDouble::ZERO;
    let (body_a, body_b) = (a.body(), b.body());
    if let (None, Some((core, radius))) = (&body_a, a.rounded()) {
        return core.closest_over(b).grown(radius, zero);
    }
    if let (None, Some((core, radius))) = (&body_b, b.rounded()) {
        return a.closest_over(core).grown(zero, radius);
    }
    match (body_a, body_b) {
        (Some(x), Some(y)) => match (x.ball(), y.ball()) {
            (_, Some((p, radius))) => from_point(a, &x, p).grown(zero, radius),
            (Some((p, radius)), _) => from_point(b, &y, p).grown(zero, radius).swap(),
            // The result does not depend on the order of the shapes, down to the last bit.
            _ if is_rough(a, b) => {
                if later(&x, &y) {
                    apart(&y, &x).swap()
                } else {
                    apart(&x, &y)
                }
            }
            _ => {
                let seen = a.plain().zip(b.plain()).and_then(|(a, b)| gjk::glance(&a, &b, true));
                let by = A::Precise::splat(zero);
                let (core_x, core_y) = (form::Core { shape: &x, by }, form::Core { shape: &y, by });
                nearest::after_glance(seen, &core_x, &core_y).grown(x.margin(), y.margin())
            }
        },
        (Some(x), None) => facing(&x, b),
        (None, Some(y)) => facing(&y, a).swap(),
        (None, None) => {
            let nowhere = A::Precise::splat(zero);
            let found = endless(a).zip(endless(b)).and_then(|(a, b)| nearest::outcome(&a, &b));
            found.map_or(Closest::between(nowhere, nowhere), |found| found.closest)
        }
    }
}

/// Returns the shortest way between two bounded shapes. The cores inside their radii give more
/// digits.
fn apart<V: FloatVector<Scalar = DoubleDouble>>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Closest<V> {
    apart_by(a, b, V::splat(DoubleDouble::ZERO))
}

/// Does the same with the second shape moved.
fn apart_by<V: FloatVector<Scalar = DoubleDouble>>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    by: V,
) -> Closest<V> {
    let (core_a, core_b) = (form::Core { shape: a, by: by.zero() }, form::Core { shape: b, by });
    let found = gjk::distance(&core_a, &core_b);
    let rounding = Ring::max(a.rounding(), b.rounding());
    let found = if rounding > DoubleDouble::EPSILON { straightened(&core_a, &core_b, found) } else { found };
    found.grown(a.margin(), b.margin())
}

/// Returns the same shortest way with a direction as accurate as its length.
fn straightened<V: FloatVector<Scalar = DoubleDouble>>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    found: Closest<V>,
) -> Closest<V> {
    if found.distance <= DoubleDouble::ZERO {
        return found;
    }
    let Some(facing) = epa::facing(a, b, found.on_b - found.on_a) else { return found };
    let size = found.on_a.length() + found.on_b.length();
    let longer = -facing.depth - found.distance;
    let same = Ring::abs(longer) <= noise_of(size, Ring::max(a.rounding(), b.rounding()));
    if same { Closest::between(facing.on_a, facing.on_b) } else { found }
}

/// Returns the shortest way from a shape with its body to a point.
fn from_point<A: DynamicShape>(a: &A, body: &Body<A::Precise>, p: A::Precise) -> Closest<A::Precise> {
    Closest::between(nearest_to(a, Some(body), p), p)
}

/// Returns the point closest to another of a convex shape, given its body if it has one.
pub(crate) fn nearest_to<A: DynamicShape>(
    a: &A,
    body: Option<&Body<A::Precise>>,
    p: A::Precise,
) -> A::Precise {
    if let Some(nearest) = a.nearest_point(p) {
        return nearest;
    }
    let Some(body) = body else { return p };
    let (by, point) = (p.zero(), Point(p));
    let seen = a.plain().and_then(|a| gjk::glance(&a, &Point(p.lift::<A::Vector>(&Float::to_f64)), true));
    let found = match seen {
        Some(_) => {
            let core = form::Core { shape: body, by };
            nearest::after_glance(seen, &core, &point).grown(body.margin(), by.get(0))
        }
        None => apart(body, &Body::of_points([p])),
    };
    // A point inside the shape is its own closest point.
    if found.distance <= DoubleDouble::ZERO { p } else { found.on_a }
}

/// Returns the shortest way between a body and an unbounded shape.
fn facing<A: DynamicShape>(body: &Body<A::Precise>, other: &A) -> Closest<A::Precise> {
    match other.unbounded() {
        Some(Unbounded::Along { line, begins, radius }) => {
            let [low, high] = body.feet(&line).each(|t| if begins { Ring::max(t, t.zero()) } else { t });
            apart(body, &Body { radius, ..Body::of_points([line.at(low), line.at(high)]) })
        }
        Some(Unbounded::Plane(plane)) => {
            let n = plane.normal;
            plane_ray::distance(&plane, &Segment { a: body.support(-n), b: body.support(n) }).swap()
        }
        Some(Unbounded::HalfSpace(half_space)) => {
            let lowest = Point(body.support(-half_space.normal));
            let inside = half_space.side(lowest.0) <= DoubleDouble::ZERO;
            half_space_point::distance(&half_space, &lowest).or_shared(inside, lowest.0).swap()
        }
        Some(Unbounded::Cone { .. }) | None => {
            let p = body.support(A::Precise::splat(DoubleDouble::ZERO));
            let part = endless(other).and_then(|cone| truncation::truncate(&cone, body, p.zero()));
            part.map_or(Closest::between(p, p), |part| apart(body, &part))
        }
    }
}

/// Returns the shortest way to a point.
pub(crate) fn closest_to<A: DynamicShape>(a: &A, p: A::Precise) -> Closest<A::Precise> {
    Closest::between(nearest_to(a, a.body().as_ref(), p), p)
}

/// Returns the least translation that separates two intersecting shapes; `None` if it is not
/// defined.
#[allow(clippy::option_option, reason = "no answer, apart, a contact")]
pub(crate) fn contact<A: DynamicShape>(a: &A, b: &A) -> Option<Option<Penetration<A::Precise>>> {
    let (body_a, body_b) = (a.body(), b.body());
    let (form_a, form_b) = (form(a, body_a.as_ref())?, form(b, body_b.as_ref())?);
    // The result does not depend on the order of the shapes, down to the last bit.
    let turned = match (&body_a, &body_b) {
        (Some(x), Some(y)) => later(x, y),
        (None, None) => convex::contact::later(&form_a, &form_b),
        (x, _) => x.is_none(),
    };
    if turned {
        return contact(b, a).map(|found| found.map(Penetration::swap));
    }
    let rough = is_rough(a, b);
    if let Some(found) = contact_by_floats(a, b) {
        return Some(Some(found));
    }
    let found = convex::contact::outcome(&form_a, &form_b).contact;
    let found = if rough { across_line(&form_a, &form_b, found) } else { found };
    let round = |body: &Option<Body<A::Precise>>| body.as_ref().is_some_and(|body| !body.rounds.is_empty());
    let turns: Vec<_> = [(&body_a, &form_a), (&body_b, &form_b)]
        .into_iter()
        .flat_map(|(body, form)| body.as_ref().map_or_else(|| form.turn().into_iter().collect(), Body::turns))
        .collect();
    let refined = |x: &dyn Support<Vector = A::Precise>, y: &dyn Support<Vector = A::Precise>, found| {
        convex::contact::refined(x, y, &turns, found).or(rough.then_some(found))
    };
    let parts = match (&body_a, &body_b) {
        // The result for polytopes, rounded or not, is exact as found.
        (Some(_), Some(_)) if !round(&body_a) && !round(&body_b) => None,
        (Some(_), None) if !round(&body_a) && matches!(form_b, Form::Straight { .. }) => None,
        (Some(x), Some(y)) => {
            let found = out_of_round(a, x, y, found);
            let found = out_of_round(b, y, x, found.swap()).swap();
            let found = or_off_a_cap(x, y, x.caps().chain(y.caps()), refined(x, y, found)?);
            return Some(Some(or_off_a_side(x, y, |found| refined(x, y, found), found)));
        }
        _ => unbounded::parts(&form_a, &form_b),
    };
    Some(Some(match parts {
        Some([x, y]) => refined(&*x, &*y, found)?,
        None => found,
    }))
}

/// Returns the least translation that separates two intersecting shapes, if its direction can be
/// found in `f64` and double-double precision would be slow: if both are round there. `None` for
/// others.
pub(crate) fn contact_by_floats<A: DynamicShape>(a: &A, b: &A) -> Option<Penetration<A::Precise>> {
    // Polytopes, grown or not, are exact in double-double precision.
    if a.is_exact() && b.is_exact() {
        return None;
    }
    let found = epa::outcome(&a.plain()?, &b.plain()?);
    let round = found.status == epa::Status::Stationary || found.iterations > epa::WIDE;
    let normal =
        found.contact.normal_a_to_b.filter(|_| round && found.status != epa::Status::NotConverged)?;
    let (x, y) = (a.body()?, b.body()?);
    // The result does not depend on the order of the shapes, down to the last bit.
    if later(&x, &y) {
        return contact_by_floats(b, a).map(Penetration::swap);
    }
    let normal = normal.lift::<A::Precise>(&Float::precise).normalized_or_zero();
    let found = deep_along(&x, &y, epa::stationary(&x, &y, normal))?;
    let found = out_of_round(a, &x, &y, found);
    let found = out_of_round(b, &y, &x, found.swap()).swap();
    let axes = [a.axis(), b.axis()].into_iter().flatten().map(|axis| axis.direction.normalized_or_zero());
    let found = or_off_a_cap(&x, &y, axes, found);
    let turns: Vec<_> = [&x, &y].into_iter().flat_map(Body::turns).collect();
    let refined = |found| convex::contact::refined(&x, &y, &turns, found);
    let found = or_off_a_cap(&x, &y, x.caps().chain(y.caps()), refined(found)?);
    Some(or_off_a_side(&x, &y, refined, found))
}

/// Returns the way out that was found, or a shorter one along an axis. Near the middle of a
/// cylinder there is a ring of ways perpendicular to the axis, nearly as long as those off its
/// caps. If the rims of two caps touch in one plane, ways that lean by half of the digits are
/// nearly as long as the perpendicular one.
fn or_off_a_cap<V: FloatVector<Scalar = DoubleDouble>>(
    x: &Body<V>,
    y: &Body<V>,
    axes: impl Iterator<Item = V>,
    found: Penetration<V>,
) -> Penetration<V> {
    let depth_along = |n: V| convex::contact::depth_along(x, y, n);
    let mut best = found;
    for n in axes.filter(|n| !n.is_zero()).flat_map(|n| [n, -n]) {
        // Shorter by more than the rounding error of an equal depth.
        if depth_along(n) + noise(best.depth) < best.depth {
            let off = [n, epa::stationary(x, y, n)].into_iter().filter_map(|n| deep_along(x, y, n));
            best = off.fold(best, |best, off| if off.depth < best.depth { off } else { best });
        }
    }
    best
}

/// Returns the way out that was found, or a shorter one off the side of a cone, `refined`: all
/// around the side they are nearly as long if two cones are nearly equal, and so are those around
/// the other cone's side.
fn or_off_a_side<V: FloatVector<Scalar = DoubleDouble>>(
    x: &Body<V>,
    y: &Body<V>,
    refined: impl Fn(Penetration<V>) -> Option<Penetration<V>>,
    found: Penetration<V>,
) -> Penetration<V> {
    /// Factor of the best depth below which a nearby way may be shorter.
    const CLOSE: f64 = 1.125;
    /// Ways that differ by less than this fraction are equally short.
    const SAME: f64 = 64.0 * f64::EPSILON;
    let depth_along = |n: V| convex::contact::depth_along(x, y, n);
    let mut best = found;
    let sides = [x.side().map(|side| (side, 1.0)), y.side().map(|side| (side, -1.0))];
    for ((axis, along, turn), way) in sides.into_iter().flatten() {
        let along = along * DoubleDouble::new(way);
        let from = axis * along + turn[0] * (DoubleDouble::ONE - along.squared()).abs().sqrt();
        let enough = best.depth * DoubleDouble::new(CLOSE);
        let less = best.depth - best.depth * DoubleDouble::new(SAME);
        if let Some((depth, n)) = convex::contact::turned(&depth_along, from, turn, enough, true)
            && depth < less
        {
            let off = [n, epa::stationary(x, y, n)].into_iter().filter_map(|n| deep_along(x, y, n));
            let off = off.reduce(|one, other| if other.depth < one.depth { other } else { one });
            best = off
                .map_or(best, |off| refined(off).filter(|refined| refined.depth < off.depth).unwrap_or(off));
        }
    }
    best
}

/// Returns the translation along a direction that separates the shapes, and where they touch after
/// it.
fn deep_along<V: FloatVector<Scalar = DoubleDouble>>(
    a: &Body<V>,
    b: &Body<V>,
    n: V,
) -> Option<Penetration<V>> {
    let [from, to] = [a.support(n), b.support(-n)];
    let depth = (from - to).dot(n);
    // Touching shapes may appear separated by the rounding error.
    if depth < -noise(from.length() + to.length()) {
        return None;
    }
    let depth = Ring::max(depth, depth.zero());
    let (core_a, core_b) = (form::Core { shape: a, by: n.zero() }, form::Core { shape: b, by: n * depth });
    let touch = gjk::distance(&core_a, &core_b).grown(a.margin(), b.margin());
    Some(Penetration { normal_a_to_b: Some(n), depth, on_a: touch.on_a, on_b: touch.on_a - n * depth })
}

/// Returns the way of a ball or point out of a round shape on the side of the axis where it is: the
/// shortest of the ways around the axis, which are nearly equally long.
fn out_of_round<A: DynamicShape>(
    a: &A,
    body: &Body<A::Precise>,
    other: &Body<A::Precise>,
    found: Penetration<A::Precise>,
) -> Penetration<A::Precise> {
    let (Some(axis), [center], true, Some(normal)) =
        (a.axis(), other.points.as_slice(), other.rounds.is_empty(), found.normal_a_to_b)
    else {
        return found;
    };
    let along = axis.direction.normalized_or_zero();
    // On the axis itself there is no side.
    let out = truncation::perpendicular(along, *center - axis.origin);
    let climb = normal.dot(along);
    let turned = out * (DoubleDouble::ONE - climb.squared()).abs().sqrt() + along * climb;
    let on_b = other.support(-turned);
    let depth = (body.support(turned) - on_b).dot(turned);
    if out.is_zero() || depth >= found.depth || depth < DoubleDouble::ZERO {
        return found;
    }
    Penetration { normal_a_to_b: Some(turned), depth, on_a: on_b + turned * depth, on_b }
}

/// Makes the way of a line out of a bounded shape perpendicular to the line: the line's length
/// magnifies the rounding error.
fn across_line<V: FloatVector<Scalar = DoubleDouble>>(
    a: &Form<'_, V>,
    b: &Form<'_, V>,
    found: Penetration<V>,
) -> Penetration<V> {
    let (Form::Bounded { shape, .. }, Form::Straight { origin, direction, radius, .. }, Some(n)) =
        (*a, *b, found.normal_a_to_b)
    else {
        return found;
    };
    let normal = truncation::perpendicular(direction, n);
    let depth = (shape.support(normal) - origin).dot(normal) + radius;
    if normal.is_zero() || depth > found.depth {
        return found;
    }
    let depth = Ring::max(depth, depth.zero());
    Penetration { normal_a_to_b: Some(normal), depth, on_b: found.on_a - normal * depth, ..found }
}

/// Returns the same contact with its points on the shapes: where the second is closest once it is
/// moved slightly farther than the depth. A depth within the rounding error of a touch becomes 0.
pub(crate) fn settled<A: DynamicShape>(
    a: &A,
    b: &A,
    found: Penetration<A::Precise>,
) -> Penetration<A::Precise> {
    let Some(normal) = found.normal_a_to_b else { return found };
    let (x, y) = (a.body(), b.body());
    let forms = || Some((form(a, x.as_ref())?, form(b, y.as_ref())?));
    let found = match (forms().and_then(|(a, b)| unbounded::parts(&a, &b)), &x, &y) {
        (Some([x, y]), ..) => on_both(&*x, &*y, found, normal),
        (None, Some(x), Some(y)) => on_both(x, y, found, normal),
        _ => found,
    };
    let along = |p: A::Precise| {
        (0..A::Precise::DIM).fold(DoubleDouble::ZERO, |sum, i| sum + (p.get(i) * normal.get(i)).abs())
    };
    let curved = |shape: &A, body: &Option<Body<A::Precise>>| match body {
        Some(body) if body.rounds.is_empty() => body.radius,
        Some(body) => body.radius + body.reach(),
        None => endless(shape).map_or(DoubleDouble::ZERO, |form| form.margin()),
    };
    // The depth is the difference of numbers of this size.
    let size = along(found.on_a) + along(found.on_b) + curved(a, &x) + curved(b, &y);
    if found.depth.settle(size) == found.depth
        || has_trace(a, x.as_ref(), size)
        || has_trace(b, y.as_ref(), size)
    {
        return found;
    }
    // If both points are equal up to rounding, takes the lesser coordinates, which do not depend on
    // the order of the shapes.
    let at = A::Precise::from_fn(|i| {
        let (p, q) = (found.on_a.get(i), found.on_b.get(i));
        if p.abs() <= q.abs() { p } else { q }
    });
    Penetration { depth: DoubleDouble::ZERO, on_a: at, on_b: at, ..found }
}

/// Tests whether one of a shape's numbers is so small beside the others that a depth which looks
/// like noise may be no touch.
fn has_trace<A: DynamicShape>(shape: &A, body: Option<&Body<A::Precise>>, size: DoubleDouble) -> bool {
    // 2^-80.
    let small = size * DoubleDouble::new(8.271_806_125_530_277e-25);
    let is_trace = |x: DoubleDouble| x != DoubleDouble::ZERO && x.abs() < small;
    let any = |p: A::Precise| (0..A::Precise::DIM).any(|i| is_trace(p.get(i)));
    match body {
        Some(body) => {
            let round = |round: &Round<A::Precise>| {
                any(round.middle())
                    || match round {
                        Round::Ball { radius, .. } => is_trace(*radius),
                        Round::Disc { arms, .. } => arms.iter().any(|arm| is_trace(arm.length())),
                        Round::Ellipsoid(ellipsoid) => any(ellipsoid.radii),
                        Round::Wedge(wedge) => is_trace(wedge.radius),
                        Round::Known(own) => own.least_length().is_some_and(is_trace),
                        Round::Scaled { .. } => false,
                    }
            };
            is_trace(body.radius) || body.points.iter().any(|&p| any(p)) || body.rounds.iter().any(round)
        }
        None => endless(shape).is_some_and(|form| match form {
            Form::Straight { origin: p, radius, .. } | Form::Conical { apex: p, radius, .. } => {
                any(p) || is_trace(radius)
            }
            Form::Flat { distance, radius, .. } => is_trace(distance) || is_trace(radius),
            Form::Bounded { .. } => false,
        }),
    }
}

/// Does the same for bounded shapes.
fn on_both<V: FloatVector<Scalar = DoubleDouble>>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    found: Penetration<V>,
    normal: V,
) -> Penetration<V> {
    let size = found.on_a.length() + found.on_b.length() + found.depth;
    let off = |shape: &dyn Support<Vector = V>, p: V| apart(shape, &Body::of_points([p])).distance;
    let rounding = Ring::max(a.rounding(), b.rounding()).to_f64();
    let slack = size * DoubleDouble::new(f64::max(1e-17, rounding * 64.0));
    if off(a, found.on_a) <= slack && off(b, found.on_b) <= slack {
        return found;
    }
    let way = normal * found.depth;
    let trace = normal * (size * DoubleDouble::new(f64::max(1e-19, rounding * 1024.0)));
    let near = apart_by(a, b, way + trace);
    Penetration { on_a: near.on_a, on_b: near.on_a - way, ..found }
}

/// Orders two bounded convex shapes by their positions.
pub(crate) fn comes_before<A: DynamicShape>(a: &A, b: &A) -> bool {
    a.body().zip(b.body()).is_some_and(|(a, b)| later(&b, &a))
}

/// Orders two bodies by their positions.
fn later<V: FloatVector<Scalar = DoubleDouble>>(a: &Body<V>, b: &Body<V>) -> bool {
    let none = V::splat(DoubleDouble::ZERO);
    let ways = (0..V::DIM).flat_map(|i| [none.with(i, DoubleDouble::ONE), none.with(i, -DoubleDouble::ONE)]);
    for way in ways {
        let (p, q) = (a.support(way), b.support(way));
        for i in 0..V::DIM {
            if p.get(i) != q.get(i) {
                return p.get(i) > q.get(i);
            }
        }
    }
    false
}

/// Returns a point inside, for a bounded shape with an interior.
pub(crate) fn middle<A: DynamicShape>(a: &A) -> Option<A::Precise> {
    let body = a.body()?;
    let all: Vec<A::Precise> =
        body.points.iter().copied().chain(body.rounds.iter().map(Round::middle)).collect();
    let count = DoubleDouble::new(all.len() as f64);
    all.into_iter().reduce(|p, q| p + q).map(|sum| sum * (DoubleDouble::ONE / count))
}

/// Returns the distance of a point inside from the boundary, for convex shapes without sides.
pub(crate) fn depth<A: DynamicShape>(a: &A, p: A::Precise) -> DoubleDouble {
    let by_contact = || a.body().map_or(DoubleDouble::ZERO, |body| depth_by_contact(&body, p));
    a.kind().depth(p).unwrap_or_else(by_contact)
}

/// Returns the depth of a point in a bounded shape without a formula for it: the length of its way
/// out.
pub(crate) fn depth_by_contact<V: FloatVector<Scalar = DoubleDouble>>(body: &Body<V>, p: V) -> DoubleDouble {
    let (zero, point) = (p.zero(), Body::of_points([p]));
    let form = |shape| Form::Bounded { shape, by: zero };
    let found = convex::contact::outcome(&form(body), &form(&point)).contact;
    convex::contact::refined(body, &point, &body.turns(), found).unwrap_or(found).depth
}

/// Returns the distance of a point from the boundary, negative inside; for a shape without an
/// interior the distance.
pub(crate) fn signed_distance<A: DynamicShape>(a: &A, p: A::Precise) -> DoubleDouble {
    if let Some((core, radius)) = a.rounded() {
        let inner = if core.is_solid() { core.precise_signed(p) } else { closest_to(core, p).distance };
        return inner - radius;
    }
    if let Some(sides) = a.sides() {
        let highest = sides.iter().map(|side| side.height(p)).reduce(Ring::max);
        if let Some(depth) = highest.filter(|height| *height <= DoubleDouble::ZERO) {
            return depth;
        }
    }
    let Closest { distance, on_a, .. } = closest_to(a, p);
    let rough = a.rounding() > DoubleDouble::EPSILON;
    let noise = if rough { noise_of(on_a.length() + p.length(), a.rounding()) } else { DoubleDouble::ZERO };
    if distance > noise { distance } else { -a.depth(p) }
}
