//! Round shapes that hold others, and that others hold.
//!
//! A convex set holds a hull when it holds every part of it: a ball, when its middle is as deep inside as the radius;
//! a disc, when every point of its rim is deep enough. Depth is a concave function, so along the rim it has few
//! valleys: samples find each, and thirds close in on it. A half-space holds what reaches no farther than it does.

use super::{Bodied, Body, Round, noise};
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::shape::{HalfSpace, Support};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

const SAMPLES: u32 = 48;

/// Every point of `b` is in `a`, as far as twice the digits tell; `None` of pairs that others answer,
/// `Some(None)` without an answer.
#[allow(clippy::option_option, reason = "another's pair, no answer, an answer")]
pub(crate) fn contains<A: Bodied>(a: &A, b: &A) -> Option<Option<bool>> {
    if !a.is_round() && (!b.is_round() || b.is_exact() && a.holds_exactly()) {
        return None;
    }
    Some(holds(a, b))
}

fn holds<A: Bodied>(a: &A, b: &A) -> Option<bool> {
    let Some(body) = b.body() else {
        let (points, directions) = b.outline()?;
        if !directions.is_empty() && a.body().is_some() {
            return Some(false);
        }
        let size = points.iter().map(|p| p.length()).fold(DoubleDouble::ONE, Ring::max);
        let far = size * DoubleDouble::new(f64::from(1 << 30));
        let at = |p: &A::Precise, d: &A::Precise| *p + d.normalized_or_zero() * far;
        let ends = points.iter().flat_map(|p| directions.iter().map(move |d| at(p, d)));
        let all: Vec<_> = points.iter().copied().chain(ends).collect();
        let slack = noise(far) * DoubleDouble::new(1e4);
        return Some(all.iter().all(|p| a.precise_signed(*p) <= slack));
    };
    let size = body.support(A::Precise::splat(DoubleDouble::ZERO)).length() + body.radius;
    let slack = noise(size);
    if let Some(sides) = a.flat_sides() {
        return Some(sides.iter().all(|side| below(side, &body)));
    }
    if a.is_composite() {
        return None;
    }
    let deep = |p: A::Precise, radius: DoubleDouble| a.precise_signed(p) + radius + body.radius <= slack;
    let mut all = body.points.iter().all(|p| deep(*p, DoubleDouble::ZERO));
    for round in &body.rounds {
        all = all
            && match round {
                Round::Ball { center, radius } => deep(*center, *radius),
                Round::Disc { center, arms } => {
                    shallowest(a, *center, *arms) + body.radius <= noise(size + center.length())
                }
                Round::Ellipsoid(_) => return None,
            };
    }
    Some(all)
}

/// It reaches no farther than the half-space.
fn below<V: FloatVector<Scalar = DoubleDouble>>(side: &HalfSpace<V>, body: &Body<V>) -> bool {
    let highest = body.support(side.normal);
    side.height(highest) <= noise(highest.length() + side.distance.abs() / side.normal.length())
}

/// The least depth of the rim of a disc, as a signed distance: the greatest.
fn shallowest<A: Bodied>(a: &A, center: A::Precise, [x, y]: [A::Precise; 2]) -> DoubleDouble {
    let (one, two, three) = (DoubleDouble::ONE, DoubleDouble::new(2.0), DoubleDouble::new(3.0));
    // From a direction of the rim, turned by twice the arc tangent of `t`.
    let at = |(u, v): (A::Precise, A::Precise), t: DoubleDouble| {
        let scale = one / (one + t.squared());
        a.precise_signed(center + u * ((one - t.squared()) * scale) + v * (two * t * scale))
    };
    let start = |i: u32| {
        let angle = f64::from(i) * (core::f64::consts::TAU / f64::from(SAMPLES));
        let (c, s) = (DoubleDouble::new(libm::cos(angle)), DoubleDouble::new(libm::sin(angle)));
        let length = (c * c + s * s).sqrt();
        let (c, s) = (c / length, s / length);
        (x * c + y * s, y * c - x * s)
    };
    let samples: Vec<DoubleDouble> = (0..SAMPLES).map(|i| at(start(i), DoubleDouble::ZERO)).collect();
    let mut best = -one.infinity();
    for i in 0..SAMPLES {
        let sample = |k: u32| samples[(k % SAMPLES) as usize];
        if sample(i) < sample(i + SAMPLES - 1) || sample(i) < sample(i + 1) {
            continue;
        }
        let (mut low, mut high) = (DoubleDouble::new(-0.07), DoubleDouble::new(0.07));
        for _ in 0..90 {
            let third = (high - low) / three;
            let (left, right) = (low + third, high - third);
            if at(start(i), left) < at(start(i), right) {
                low = left;
            } else {
                high = right;
            }
        }
        best = Ring::max(best, Ring::max(sample(i), at(start(i), (low + high) / two)));
    }
    best
}
