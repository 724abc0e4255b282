//! Containment with round shapes, on either side.
//!
//! A convex set contains a hull if it contains every part of it: a ball, if its middle is at least
//! the radius deep; a disc, if every point of its rim is deep enough. Depth is a concave function,
//! so along the rim it has few minima: samples find each, and a golden-section search refines it. A
//! half-space contains a shape that extends no farther than it does.

use super::forms::endless;
use super::noise::{noise, noise_of};
use super::{Body, Round, apart};
use crate::convex::form::{Form, stretch};
use crate::convex::{contact, gjk, truncation};
use crate::dynamic::contains::content::Content;
use crate::dynamic::shape::DynamicShape;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::shape::{Ellipsoid, HalfSpace, Support, Wedge};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

const SAMPLES: u32 = 48;

/// Tests whether every point of `b` is in `a`, in double-double precision. Returns `None` for pairs
/// that are handled elsewhere, and `Some(None)` if the result is not defined.
#[allow(clippy::option_option, reason = "another's pair, no answer, an answer")]
pub(crate) fn contains<A: DynamicShape>(a: &A, b: &A) -> Option<Option<bool>> {
    is_answered_here(a, b).then(|| holds(a, b))
}

/// Tests whether a bounded `b` clearly extends farther than `a` along some direction, in `f64`;
/// then `a` does not contain it.
pub(crate) fn sticks_out<A: DynamicShape>(a: &A, b: &A) -> bool {
    let (Some(a), Some(b)) = (a.plain(), b.plain()) else { return false };
    let signs = [-1.0, 0.0, 1.0];
    (0..if A::Vector::DIM == 2 { 9 } else { 27 }).any(|i| {
        let way = A::Vector::from_fn(|axis| signs[i / [1, 3, 9][axis] % 3]);
        let ([x, y], mut reach) = ([a.support(way), b.support(way)], 0.0_f64);
        for axis in 0..A::Vector::DIM {
            reach = reach.max(x.get(axis).abs()).max(y.get(axis).abs());
        }
        // If products stay in range, farthest points are accurate to many more digits than this.
        (1e-60..1e60).contains(&reach) && y.dot(way) - x.dot(way) > reach * gjk::ROUGH * 3.0
    })
}

/// Tests whether one of the two is round, and no other part of the library decides containment for
/// them exactly.
pub(crate) fn is_answered_here<A: DynamicShape>(a: &A, b: &A) -> bool {
    a.is_round() || b.is_round() && !(b.is_exact() && a.holds_exactly())
}

/// Tests every pair; `None` if the result is not defined.
pub(crate) fn holds<A: DynamicShape>(a: &A, b: &A) -> Option<bool> {
    let Some(body) = b.body() else { return holds_unbounded(a, b) };
    let size = reach_of(&body);
    let slack = noise_of(size, super::rounding(a, b));
    if let Some(sides) = a.flat_sides() {
        return Some(sides.iter().all(|side| below(side, &body)));
    }
    if a.is_composite() {
        return None;
    }
    // The image of a stretched part may be no named shape; then only its support function is known
    // too.
    let named = |body: &Body<A::Precise>| !body.rounds.iter().any(|round| matches!(round, Round::Known(_)));
    let plain = body.clone().unstretched().filter(|body| named(body) && !super::is_rough(a, b));
    let Some(plain) = plain else { return holds_support(a, &body, slack) };
    let radius = plain.radius;
    let mut points = plain.points.iter();
    Some(
        points.all(|p| a.precise_signed(*p) + radius <= slack)
            && plain.rounds.iter().all(|round| holds_round(a, round, radius, [size, slack])),
    )
}

/// Tests whether an unbounded shape is in `a`: its points are, and points far along its directions.
fn holds_unbounded<A: DynamicShape>(a: &A, b: &A) -> Option<bool> {
    if !b.is_composite() && (a.body().is_some() || a.is_composite()) {
        return Some(false);
    }
    let Some(Content { points, directions, radius }) = b.outline() else {
        return super::unbounded::holds(a, b);
    };
    let around = match endless(a) {
        Some(Form::Straight { origin: p, radius, .. } | Form::Conical { apex: p, radius, .. }) => {
            p.length() + radius
        }
        Some(Form::Flat { distance, radius, .. }) => distance.abs() + radius,
        _ => a.body().map_or(DoubleDouble::ZERO, |body| reach_of(&body)),
    };
    let size = points.iter().map(|p| p.length()).fold(around, Ring::max);
    // A shape at the origin looks the same at any size.
    let size = if size > DoubleDouble::ZERO { size } else { DoubleDouble::ONE };
    let far = size * DoubleDouble::new(f64::from(1 << 30));
    let at = |p: &A::Precise, d: &A::Precise| *p + d.normalized_or_zero() * far;
    let ends = points.iter().flat_map(|p| directions.iter().map(move |d| at(p, d)));
    let all: Vec<_> = points.iter().copied().chain(ends).collect();
    let farthest = if directions.is_empty() { size } else { far * DoubleDouble::new(1e4) };
    let slack = Ring::max(noise(farthest), noise_of(size, a.rounding()));
    Some(all.iter().all(|p| a.precise_signed(*p) + radius <= slack))
}

/// Tests whether a body known only by its support function is in `a`: it extends no farther.
fn holds_support<A: DynamicShape>(a: &A, body: &Body<A::Precise>, slack: DoubleDouble) -> Option<bool> {
    if let (Some((center, radius)), [], [Round::Known(own)]) =
        (a.body().and_then(|a| a.ball()), body.points.as_slice(), body.rounds.as_slice())
        && let Some(farthest) = own.farthest(center)
    {
        return Some((farthest - center).length() + body.radius <= radius + slack);
    }
    if let Some(around) = a.body() {
        return Some(stays_within(&around, body, slack));
    }
    let (form, here) = (endless(a)?, A::Precise::splat(DoubleDouble::ZERO));
    Some(match form {
        Form::Straight { origin, direction, begins, radius } => {
            stays_within(&stretch((origin, direction, begins, radius), body, here), body, slack)
        }
        Form::Flat { normal, distance, solid, radius } => {
            let highest = normal.dot(body.support(normal)) - distance;
            let lowest = distance - normal.dot(body.support(-normal));
            highest <= radius + slack && (solid || lowest <= radius + slack)
        }
        Form::Conical { .. } | Form::Bounded { .. } => {
            stays_within(&truncation::truncate(&form, body, here)?, body, slack)
        }
    })
}

/// Tests whether a round part, grown by a radius, is in `a`: its least depth is at least the
/// radius.
fn holds_round<A: DynamicShape>(
    a: &A,
    round: &Round<A::Precise>,
    grown: DoubleDouble,
    [size, slack]: [DoubleDouble; 2],
) -> bool {
    let deep = |p: A::Precise, radius: DoubleDouble| a.precise_signed(p) + radius + grown <= slack;
    match round {
        Round::Ball { center, radius } => deep(*center, *radius),
        Round::Disc { center, arms } => {
            let most = noise(size + center.length()) - grown;
            shallowest(&|p| a.precise_signed(p), *center, *arms, most) <= most
        }
        Round::Wedge(wedge) => {
            let zero = DoubleDouble::ZERO;
            let mut corners = wedge.corners().into_iter().chain([wedge.center]);
            corners.all(|p| deep(p, zero)) && deepest_arc(&|p| a.precise_signed(p), wedge) + grown <= slack
        }
        Round::Scaled { .. } | Round::Known(_) => false,
        Round::Ellipsoid(e) => {
            // In an ellipsoid an ungrown part can be tested more accurately than by distance.
            let exact = grown == DoubleDouble::ZERO && a.level(e.center).is_some();
            let at = |p| a.level(p).filter(|_| exact).unwrap_or_else(|| a.precise_signed(p));
            let size = if exact { DoubleDouble::ONE } else { size + e.center.length() };
            let most = size * DoubleDouble::new(1e-17) - grown;
            let least = if A::Precise::DIM == 2 {
                shallowest(&at, e.center, [e.semi_axis(0), e.semi_axis(1)], most)
            } else {
                climbed(&at, e, most)
            };
            least <= most
        }
    }
}

/// Returns an upper bound of the distance of its points from the origin.
fn reach_of<V: FloatVector<Scalar = DoubleDouble>>(body: &Body<V>) -> DoubleDouble {
    (0..V::DIM).fold(body.radius, |size, axis| {
        let (low, high) = body.interval(V::splat(DoubleDouble::ZERO).with(axis, DoubleDouble::ONE));
        size + low.abs() + high.abs()
    })
}

/// Tests whether no farthest point of `b` is farther out than that of `a` along the same direction.
/// It tests the ways on which each corner leaves `a`. From the worst of many directions it climbs:
/// the next direction is the way on which the farthest point leaves `a`, along which `b` extends
/// farther.
fn stays_within<V: FloatVector<Scalar = DoubleDouble>>(
    a: &dyn Support<Vector = V>,
    b: &Body<V>,
    slack: DoubleDouble,
) -> bool {
    const CLIMBS: usize = 8;
    const STEPS: u32 = 32;
    let zero = DoubleDouble::ZERO;
    let ahead = |n: V| (b.support(n) - a.support(n)).dot(n);
    let way_out = |p: V, from_within: bool| {
        let p = Body::of_points([p]);
        let gap = apart(a, &p);
        if gap.distance > zero {
            return Some((gap.on_b - gap.on_a).normalized_or_zero());
        }
        let form = |shape| Form::Bounded { shape, by: V::splat(zero) };
        from_within.then(|| contact::outcome(&form(a), &form(&p)).contact.normal_a_to_b).flatten()
    };
    let mut corners = b.points.iter().filter_map(|p| way_out(*p, b.radius > zero));
    if corners.any(|n| ahead(n) > slack) {
        return false;
    }
    if b.rounds.is_empty() {
        return true;
    }
    let mut starts: Vec<(DoubleDouble, V)> = Vec::new();
    for i in 0..if V::DIM == 2 { 25 } else { 125 } {
        let at = |axis: usize| DoubleDouble::new(f64::from(i / [1, 5, 25][axis] % 5 - 2));
        let n = V::from_fn(at).normalized_or_zero();
        if !n.is_zero() {
            starts.push((ahead(n), n));
        }
    }
    if !starts.iter().all(|(height, _)| *height <= slack) {
        return false;
    }
    starts.order_by(|x, y| y.0.to_f64().total_cmp(&x.0.to_f64()));
    for (mut height, mut n) in starts.into_iter().take(CLIMBS) {
        for _ in 0..STEPS {
            let Some(next) = way_out(b.support(n), true) else { break };
            let higher = ahead(next);
            if higher > slack {
                return false;
            }
            if higher <= height + Ring::max(slack, zero) {
                break;
            }
            (n, height) = (next, higher);
        }
    }
    true
}

/// Tests whether the arc of a wedge is in `a`, which is convex.
pub(crate) fn holds_arc<A: DynamicShape>(a: &A, wedge: &Wedge<A::Precise>) -> bool {
    let size = wedge.center.length() + wedge.radius;
    let slack = noise_of(size, a.rounding());
    deepest_arc(&|p| a.precise_signed(p), wedge) <= slack + slack
}

/// Tests whether the body extends no farther than the half-space.
fn below<V: FloatVector<Scalar = DoubleDouble>>(side: &HalfSpace<V>, body: &Body<V>) -> bool {
    let highest = body.support(side.normal);
    let size = highest.length() + side.distance.abs() / side.normal.length();
    side.height(highest) <= noise_of(size, body.rounding())
}

/// Returns the maximum, between two places, of a function that rises to it and then falls. Each
/// step evaluates one more place, and discards all beyond the lower of two.
fn peak(
    at: &impl Fn(DoubleDouble) -> DoubleDouble,
    mut low: DoubleDouble,
    mut high: DoubleDouble,
) -> DoubleDouble {
    /// Leaves 1e-16 of the interval.
    const STEPS: u32 = 76;
    // Golden ratio.
    let part = DoubleDouble::new(0.618_033_988_749_894_8);
    let (mut left, mut right) = (high - (high - low) * part, low + (high - low) * part);
    let (mut on_left, mut on_right) = (at(left), at(right));
    for _ in 0..STEPS {
        if on_left < on_right {
            (low, left, on_left) = (left, right, on_right);
            right = low + (high - low) * part;
            on_right = at(right);
        } else {
            (high, right, on_right) = (right, left, on_left);
            left = high - (high - low) * part;
            on_left = at(left);
        }
    }
    Ring::max(on_left, on_right)
}

/// Returns the least depth of the arc of a wedge, as a signed distance: for both halves, from
/// samples and a search between the neighbours of the greatest.
fn deepest_arc<V>(a: &impl Fn(V) -> DoubleDouble, wedge: &Wedge<V>) -> DoubleDouble
where
    V: FloatVector<Scalar = DoubleDouble>,
{
    let one = DoubleDouble::ONE;
    let left = |u: V| V::from_fn(|axis| if axis == 0 { -u.get(1) } else { u.get(0) });
    let [from, to] = [wedge.from, wedge.to].each(V::normalized_or_zero);
    let between = from + to;
    let middle = if between.length().to_f64() > 1e-3 { between } else { left(from) }.normalized_or_zero();
    let mut best = -one.infinity();
    for (u, v) in [(from, middle), (middle, to)] {
        let at =
            |t: DoubleDouble| a(wedge.center + (u * (one - t) + v * t).normalized_or_zero() * wedge.radius);
        let step = one / DoubleDouble::new(f64::from(SAMPLES));
        let samples: Vec<_> = (0..=SAMPLES).map(|i| at(step * DoubleDouble::new(f64::from(i)))).collect();
        for (i, sample) in samples.iter().enumerate() {
            best = Ring::max(best, *sample);
            let beside = [i.checked_sub(1), Some(i + 1)].each(|k| k.and_then(|k| samples.get(k)));
            if beside.iter().flatten().any(|other| *sample < **other) {
                continue;
            }
            let t = step * DoubleDouble::new(i as f64);
            best = Ring::max(best, peak(&at, Ring::max(t - step, one.zero()), Ring::min(t + step, one)));
        }
    }
    best
}

/// Returns the least depth on an ellipsoid, as a signed distance. From many points it climbs to
/// where the ellipsoid extends farthest along the gradient, along which a convex function never
/// decreases. It ends once the value is above `most`.
fn climbed<V>(a: &impl Fn(V) -> DoubleDouble, e: &Ellipsoid<V>, most: DoubleDouble) -> DoubleDouble
where
    V: FloatVector<Scalar = DoubleDouble>,
{
    const STEPS: u32 = 100;
    const CLIMBS: usize = 8;
    let zero = DoubleDouble::ZERO;
    let at = |u: &[DoubleDouble; 3]| (0..3).fold(e.center, |p, i| p + e.semi_axis(i) * u[i]);
    let unit = |u: [DoubleDouble; 3]| {
        let length = u.iter().fold(zero, |sum, x| sum + x.squared()).sqrt();
        (length > zero).then(|| u.each(|x| x / length))
    };
    let mut starts: Vec<_> = (0..125)
        .filter_map(|i| unit([i % 5, i / 5 % 5, i / 25].each(|x: i32| DoubleDouble::new(f64::from(x - 2)))))
        .map(|u| (a(at(&u)), u))
        .collect();
    starts.order_by(|x, y| y.0.to_f64().total_cmp(&x.0.to_f64()));
    let step = (0..3).map(|i| e.semi_axis(i).length()).fold(zero, Ring::max) * DoubleDouble::new(1e-10);
    let mut best = -DoubleDouble::ONE.infinity();
    for (height, mut u) in starts.into_iter().take(CLIMBS) {
        let mut height = height;
        for _ in 0..STEPS {
            best = Ring::max(best, height);
            if best > most {
                return best;
            }
            let p = at(&u);
            let gradient = V::from_fn(|axis| {
                let aside = e.center.zero().with(axis, step);
                a(p + aside) - a(p - aside)
            });
            let Some(next) = unit([0, 1, 2].each(|i| gradient.dot(e.semi_axis(i)))) else { break };
            let higher = a(at(&next));
            if higher <= height {
                break;
            }
            (u, height) = (next, higher);
        }
    }
    best
}

/// Returns the least depth of the rim of a disc or of an ellipse, as a signed distance: the
/// greatest one. It ends once the value is above `most`.
fn shallowest<V>(
    a: &impl Fn(V) -> DoubleDouble,
    center: V,
    [x, y]: [V; 2],
    most: DoubleDouble,
) -> DoubleDouble
where
    V: FloatVector<Scalar = DoubleDouble>,
{
    let (one, two) = (DoubleDouble::ONE, DoubleDouble::new(2.0));
    // Value at a direction of the rim, rotated by twice the arc tangent of `t`.
    let at = |(u, v): (V, V), t: DoubleDouble| {
        let scale = one / (one + t.squared());
        a(center + u * ((one - t.squared()) * scale) + v * (two * t * scale))
    };
    let start = |i: u32| {
        let angle = f64::from(i) * (core::f64::consts::TAU / f64::from(SAMPLES));
        let (c, s) = (DoubleDouble::new(elementary::cos(angle)), DoubleDouble::new(elementary::sin(angle)));
        let length = (c * c + s * s).sqrt();
        let (c, s) = (c / length, s / length);
        (x * c + y * s, y * c - x * s)
    };
    let samples: Vec<DoubleDouble> = (0..SAMPLES).map(|i| at(start(i), DoubleDouble::ZERO)).collect();
    let mut best = samples.iter().copied().fold(-one.infinity(), Ring::max);
    if best > most {
        return best;
    }
    for i in 0..SAMPLES {
        let sample = |k: u32| samples[(k % SAMPLES) as usize];
        if sample(i) < sample(i + SAMPLES - 1) || sample(i) < sample(i + 1) {
            continue;
        }
        let beside = DoubleDouble::new(0.07);
        let from = start(i);
        best = Ring::max(best, Ring::max(sample(i), peak(&|t| at(from, t), -beside, beside)));
    }
    best
}
