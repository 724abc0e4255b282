//! Shapes around an arc of a circle against everything: torus, annulus, arc.
//!
//! Each is a [`Tube`]: the points within a radius of an arc. Its nearest way to a convex set begins at a point of the arc,
//! so one number, the angle, is sought: [`nearest`] bounds the distance from below over whole stretches of the arc, and
//! leaves out those that cannot be the nearest. No valley is overlooked, and no iteration goes on without end. Two tubes
//! are the same with two angles: [`between`].
//!
//! Lines have [closed](crate::pair::ray_torus) [forms](crate::pair::annulus_ray).

mod between;
mod nearest;
mod tube;

pub(crate) use tube::Tube;

use crate::any::{Shape2, Shape3};
use crate::body::{self, Bodied};
use crate::certify::precise;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::{annulus_ray, arc_ray, ray_torus};
use crate::question::{Closest, Impact, Span};
use crate::shape::*;
use crate::vector::{V2, V3, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// [`Shape2`] and [`Shape3`], as this module asks them.
pub(crate) trait Curved: Bodied {
    /// Itself as a tube.
    fn tube(&self) -> Option<Tube<Self::Precise>>;

    /// The stretches of a line within a distance of it, where a closed form tells them.
    fn curved_spans(
        &self,
        line: &Line<Self::Precise>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<Self::Precise>>>;
}

impl Curved for Shape2<DVec2> {
    fn tube(&self) -> Option<Tube<V2<DoubleDouble>>> {
        match self {
            Self::Annulus(a) => {
                let Annulus { center, inner_radius, outer_radius } = precise!(V2, a);
                let middle = (inner_radius + outer_radius).half();
                let x = V2 { x: DoubleDouble::ONE, y: DoubleDouble::ZERO };
                Some(Tube::circle(center, [x, x.perp()], middle, (outer_radius - inner_radius).half()))
            }
            Self::Arc(a) => Some(Tube::arc(a)),
            _ => None,
        }
    }

    fn curved_spans(
        &self,
        line: &Line<V2<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V2<DoubleDouble>>>> {
        match self {
            Self::Annulus(a) => {
                let Annulus { center, inner_radius, outer_radius } = precise!(V2, a);
                let inner_radius = Ring::max(inner_radius - within, DoubleDouble::ZERO);
                Some(annulus_ray::spans(
                    &Annulus { center, inner_radius, outer_radius: outer_radius + within },
                    line,
                ))
            }
            Self::Arc(a) if within == DoubleDouble::ZERO => Some(arc_ray::spans(&precise!(V2, a), line)),
            _ => None,
        }
    }
}

impl Curved for Shape3<DVec3> {
    fn tube(&self) -> Option<Tube<V3<DoubleDouble>>> {
        let Self::Torus(a) = self else { return None };
        let a = precise!(V3, a);
        Some(Tube::circle(a.center, across(a.axis), a.major_radius, a.minor_radius))
    }

    fn curved_spans(
        &self,
        line: &Line<V3<DoubleDouble>>,
        within: DoubleDouble,
    ) -> Option<Vec<Span<V3<DoubleDouble>>>> {
        let Self::Torus(a) = self else { return None };
        let a = precise!(V3, a);
        Some(ray_torus::spans(&Torus { minor_radius: a.minor_radius + within, ..a }, line))
    }
}

/// Two unit vectors across an axis and each other.
fn across(axis: V3<DoubleDouble>) -> [V3<DoubleDouble>; 2] {
    let x = axis.any_orthogonal().normalized_or_zero();
    [x, axis.cross(x).normalized_or_zero()]
}

/// A point of the torus.
pub(crate) fn point_of(a: &Torus<DVec3>) -> DVec3 {
    let [x, _] = across(a.axis.lift(&DoubleDouble::new));
    let center: V3<DoubleDouble> = a.center.lift(&DoubleDouble::new);
    (center + x * DoubleDouble::new(a.major_radius)).lift(&Float::to_f64)
}

/// What rounding leaves of a length, here where a root of a quotient of roots is taken. Where they touch may be at the origin:
/// their size tells how much rounding there is.
fn noise<A: Curved>(a: &A, b: &A, size: DoubleDouble) -> DoubleDouble {
    let reach = |shape: &A| match shape.tube() {
        Some(tube) => tube.center.length() + tube.circle,
        None => shape.body().map_or(DoubleDouble::ZERO, |body| body.reach()),
    };
    let size = size + reach(a) + reach(b);
    size * DoubleDouble::new(f64::max(1e-27, body::rounding(a, b).to_f64() * 4.0))
}

/// They share a point, as far as twice the digits tell.
pub(crate) fn intersects<A: Curved>(a: &A, b: &A) -> bool {
    let apart = |a: &A, b: &A| {
        let (found, radius) = shortest(a, b);
        let size = found.on_a.length() + found.on_b.length() + radius;
        (found.distance - radius, noise(a, b, size))
    };
    let (gap, noise) = apart(a, b);
    // Two arcs that only just touch may be found to from one side alone: then they do.
    let near = a.tube().is_some() && b.tube().is_some() && gap <= noise * DoubleDouble::new(1e8);
    gap <= noise
        || (near && {
            let (gap, noise) = apart(b, a);
            gap <= noise
        })
}

/// The shortest way.
pub(crate) fn closest<A: Curved>(a: &A, b: &A) -> Closest<A::Precise> {
    let (found, _) = shortest(a, b);
    let radius = |shape: &A| shape.tube().map_or(DoubleDouble::ZERO, |tube| tube.radius);
    found.grown(radius(a), radius(b))
}

/// The shortest way between the arcs, or between an arc and a convex shape; and the sum of the radii.
fn shortest<A: Curved>(a: &A, b: &A) -> (Closest<A::Precise>, DoubleDouble) {
    match (a.tube(), b.tube()) {
        (Some(x), Some(y)) => {
            let radius = x.radius + y.radius;
            (between::two(&x, &y), radius)
        }
        (Some(tube), None) => (to_convex(&tube, b), tube.radius),
        (None, Some(tube)) => (to_convex(&tube, a).swap(), tube.radius),
        (None, None) => (a.precise_closest(b), DoubleDouble::ZERO),
    }
}

/// The shortest way from an arc to a convex shape.
fn to_convex<A: Curved>(tube: &Tube<A::Precise>, shape: &A) -> Closest<A::Precise> {
    // What is nearest to a ball is nearest to its middle.
    match ball(shape) {
        Some((center, _)) => {
            let on_arc = tube.nearest(center);
            Closest::between(on_arc, nearest_of(shape, on_arc))
        }
        None => nearest::to_convex(tube, &|p| nearest_of(shape, p)),
    }
}

/// The middle and radius of what is a ball.
fn ball<A: Curved>(shape: &A) -> Option<(A::Precise, DoubleDouble)> {
    shape.body().and_then(|body| body.ball())
}

/// The point of a convex shape nearest to another.
fn nearest_of<A: Bodied>(a: &A, p: A::Precise) -> A::Precise {
    body::closest_to(a, p).on_a
}

/// How two meet, a tube and a tube or convex shape, where their arcs are nearest.
pub(crate) enum Meeting<W> {
    /// They come apart in a direction, by how much they overlap.
    Side { way: W, overlap: f64 },
    /// An arc goes through the other or touches it: at a point, out of whose circles these directions go.
    Through { at: W, outs: Vec<W>, radius: f64 },
}

/// How they meet.
pub(crate) fn meeting<A: Curved, W: Vector<Scalar = f64>>(a: &A, b: &A) -> Meeting<W> {
    let (found, radius) = shortest(a, b);
    if found.distance > noise(a, b, found.on_a.length() + found.on_b.length() + radius) {
        let way = (found.on_b - found.on_a).normalized_or_zero();
        return Meeting::Side { way: way.lift(&Float::to_f64), overlap: (radius - found.distance).to_f64() };
    }
    let tubes = [a.tube(), b.tube()];
    let outs = tubes.iter().flatten().map(|tube| tube.toward(found.on_a).lift(&Float::to_f64)).collect();
    Meeting::Through { at: found.on_a.lift(&Float::to_f64), outs, radius: radius.to_f64() }
}

/// The distance of a point from the boundary, negative inside; of an arc the distance.
pub(crate) fn signed_distance<A: Curved>(a: &A, p: A::Precise) -> DoubleDouble {
    a.tube().map_or(DoubleDouble::ZERO, |tube| tube.signed_distance(p))
}

/// The stretches of a line in it, in order.
pub(crate) fn spans<A: Curved>(a: &A, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    a.curved_spans(line, DoubleDouble::ZERO).unwrap_or_default()
}

/// When a ball touches, one of both: its middle then comes as near as its radius. `None` where no closed form tells.
#[allow(clippy::option_option, reason = "no closed form, never, a touch")]
fn sweep_of_ball<A: Curved>(a: &A, b: &A, velocity: A::Precise) -> Option<Option<Impact<A::Precise>>> {
    let (curved, (center, radius), velocity, turned) = match (ball(a), ball(b)) {
        (_, Some(ball)) => (a, ball, velocity, false),
        (Some(ball), _) => (b, ball, -velocity, true),
        _ => return None,
    };
    let line = Line { origin: center, direction: velocity };
    let (spans, tube) = (curved.curved_spans(&line, radius)?, curved.tube()?);
    // They are apart: of a stretch around the start rounding alone decides whether it comes or goes.
    let ahead = |span: &Span<A::Precise>| span.enter + span.exit > DoubleDouble::ZERO;
    let first = spans.into_iter().find(|span| ahead(span) && !velocity.is_zero());
    Some(first.map(|Span { enter, normal_enter, .. }| {
        let t = Ring::max(enter, DoubleDouble::ZERO);
        let there = line.at(t);
        // A point on an arc has no way from it: it came from where it moves away from, across the arc.
        let thin = radius + tube.radius <= DoubleDouble::ZERO;
        let out = if thin { tube.before(there, velocity, normal_enter) } else { there - tube.nearest(there) };
        let normal = out.normalized_or_zero();
        let (normal, touch) = if turned { (-normal, center) } else { (normal, there) };
        let on_a = if turned { normal * radius } else { -normal * radius };
        Impact { t, normal_a_to_b: Some(normal).filter(|n| !n.is_zero()), point: touch + on_a }
    }))
}

/// Steps after which it gives up, and answers a time that is too early.
const LIMIT: u32 = 200;

/// When `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`; they must be apart at the start, and one of
/// them a tube, the other a tube or convex. Balls by closed form, where there is one.
///
/// Others never late: each step goes to a time before which no stretch of an arc can touch, and leaves at most a tenth or so of
/// the gap. Over a gap of a part in 10^10 the last one goes as fast as the two come nearer where they are nearest.
pub(crate) fn sweep<A: Curved>(
    a: &A,
    b: &A,
    velocity: A::Precise,
    max_t: DoubleDouble,
) -> Option<Impact<A::Precise>> {
    if let Some(found) = sweep_of_ball(a, b, velocity) {
        return found.filter(|impact| impact.t <= max_t);
    }
    let (x, y) = (a.tube(), b.tube());
    let radius = |tube: &Option<Tube<A::Precise>>| tube.as_ref().map_or(DoubleDouble::ZERO, |t| t.radius);
    let (radius_a, radius_b) = (radius(&x), radius(&y));
    let speed = velocity.length();
    // With the convex one, or `b`, where it is.
    let (of_a, of_b) = (|p| nearest_of(a, p), |p| nearest_of(b, p));
    let ahead = |t: DoubleDouble| {
        let way = velocity * t;
        match (&x, &y) {
            (Some(x), Some(y)) => between::earliest(&x.moved(-way), y, -velocity),
            (Some(x), None) => nearest::earliest(&x.moved(-way), &of_b, -velocity),
            (None, Some(y)) => nearest::earliest(&y.moved(way), &of_a, velocity),
            (None, None) => f64::INFINITY,
        }
    };
    let near = |t: DoubleDouble| {
        let way = velocity * t;
        let found = match (&x, &y) {
            (Some(x), Some(y)) => between::two(&x.moved(-way), y),
            (Some(x), None) => to_convex(&x.moved(-way), b),
            (None, Some(y)) => to_convex(&y.moved(way), a).swap(),
            (None, None) => a.precise_closest(b),
        };
        // As if `a` stood.
        let back = if x.is_some() { way } else { way.zero() };
        Closest { on_a: found.on_a + back, on_b: found.on_b + back, ..found }
    };
    let size = {
        let start = near(DoubleDouble::ZERO);
        start.on_a.length() + start.on_b.length() + radius_a + radius_b
    };
    let mut t = DoubleDouble::ZERO;
    for _ in 0..LIMIT {
        let step = ahead(t);
        if (t + DoubleDouble::new(step)).to_f64() > max_t.to_f64() {
            return None;
        }
        t = t + DoubleDouble::new(step);
        if step * speed.to_f64() <= size.to_f64() * 1e-10 {
            break;
        }
    }
    let found = near(t);
    let gap = found.distance - radius_a - radius_b;
    let normal = (found.on_b - found.on_a).normalized_or_zero();
    let nearing = -normal.dot(velocity);
    let head_on = gap > DoubleDouble::ZERO && nearing > speed * DoubleDouble::new(1e-3);
    let (t, found, normal) = if head_on {
        let t = t + gap / nearing;
        let there = near(t);
        let way = (there.on_b - there.on_a).normalized_or_zero();
        // It may touch at several places at once: the normal is that of the place told, where a touch still has one.
        let elsewhere = (there.on_a - found.on_a).length() > size * DoubleDouble::new(1e-5);
        let told = elsewhere && radius_a + radius_b > DoubleDouble::ZERO;
        (t, there, if told { way } else { normal })
    } else {
        (t, found, normal)
    };
    let normal_a_to_b = Some(normal).filter(|n| !n.is_zero());
    // A time of no more digits than are told.
    (t.to_f64() <= max_t.to_f64()).then_some(Impact {
        t,
        normal_a_to_b,
        point: found.on_a + normal * radius_a,
    })
}
