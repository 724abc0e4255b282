//! Shapes around an arc of a circle (torus, annulus, arc) against all other shapes.
//!
//! Each is a [`Tube`]: the points within a radius of an arc. The shortest way to a convex set
//! starts at a point of the arc, so the search is over one number, the angle. [`nearest`] bounds
//! the distance from below over whole stretches of the arc, and discards those that cannot be
//! closest. No local minimum is missed, and every iteration ends. For two tubes the search is over
//! two angles: [`between`].
//!
//! Lines have closed forms [in space](crate::pair::ray_torus) and
//! [in the plane](crate::pair::annulus_ray).
//!
//! Contacts use the least translation where an annulus or whole circle in 2D meets a point, polygon
//! or capsule, by the waves that corners make around the circle (`dynamic/separation/ring.rs`);
//! otherwise the shortest of several tried translations.

mod approach;
mod between;
mod nearest;
mod tube;

pub(crate) use tube::Tube;

use crate::convex::{epa, gjk};
use crate::dynamic::convex_body;
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float, Ring};
use crate::query::{Closest, Impact, Penetration, Span};
use crate::shape::*;
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::vec::Vec;
use core::cell::Cell;
use glam::DVec3;
use nearest::NOISE;

/// Returns two unit vectors perpendicular to an axis and to each other.
pub(crate) fn across(axis: V3<DoubleDouble>) -> [V3<DoubleDouble>; 2] {
    let x = axis.any_orthogonal().normalized_or_zero();
    [x, axis.cross(x).normalized_or_zero()]
}

/// Returns a point of the torus.
pub(crate) fn point_of(a: &Torus<DVec3>) -> DVec3 {
    let [x, _] = across(a.axis.lift(&DoubleDouble::new));
    let center: V3<DoubleDouble> = a.center.lift(&DoubleDouble::new);
    (center + x * DoubleDouble::new(a.major_radius)).lift(&Float::to_f64)
}

/// Returns the rounding error of a length computed as the root of a quotient of roots. Touching
/// shapes may be at the origin, so the error depends on their size.
fn noise<A: DynamicShape>(a: &A, b: &A, size: DoubleDouble) -> DoubleDouble {
    let reach = |shape: &A| match shape.tube() {
        Some(tube) => tube.center.length() + tube.circle,
        None => shape.body().map_or(DoubleDouble::ZERO, |body| body.reach()),
    };
    let size = size + reach(a) + reach(b);
    size * DoubleDouble::new(f64::max(1e-27, convex_body::rounding(a, b).to_f64() * 4.0))
}

/// Returns a function for the closest point of a convex shape in `f64`, by Newton's method from the
/// previous closest point unless that has failed often in a row.
fn near<S: Support>(shape: &S) -> impl Fn(S::Vector) -> [S::Vector; 2] {
    const PATIENCE: u32 = 16;
    let (last, failed) = (Cell::new(None), Cell::new(0));
    move |p| {
        let point = Point(p);
        let way = last.get().filter(|_| failed.get() < PATIENCE).map(|q| p - q);
        let apart = |facing: &Penetration<S::Vector>| facing.depth < <S::Vector as Vector>::Scalar::ZERO;
        let facing = way.and_then(|way| epa::facing(shape, &point, way)).filter(apart);
        failed.set(if facing.is_some() { 0 } else { failed.get() + 1 });
        let q = facing.map_or_else(|| gjk::distance(shape, &point).on_a, |facing| facing.on_a);
        last.set(Some(q));
        let n = (p - q).normalized_or_zero();
        [q, if n.is_zero() { q } else { shape.support(n) }]
    }
}

/// Returns the shape as a set in `f64`, with its error.
fn in_floats<'s, S: Support<Vector: Vector<Scalar = f64>>>(
    shape: &S,
    near: &'s nearest::Near<'s, S::Vector>,
) -> nearest::Set<'s, S::Vector> {
    nearest::Set { near, off: gjk::ROUGH, reach: shape.reach() }
}

/// Tests whether the shapes share a point, if `f64` decides that clearly.
pub(crate) fn seen<A: DynamicShape>(a: &A, b: &A) -> Option<bool> {
    looked_at(a, b).flatten()
}

/// Tests whether the shapes are clearly disjoint in `f64`, or in double-double precision if only
/// that applies.
pub(crate) fn are_clearly_apart<A: DynamicShape>(a: &A, b: &A) -> bool {
    looked_at(a, b).map_or_else(|| !intersects(a, b), |seen| seen == Some(false))
}

/// Returns the result in `f64`, or `None` for shapes that it does not cover.
#[allow(clippy::option_option, reason = "not looked at, not sure, and what is seen")]
fn looked_at<A: DynamicShape>(a: &A, b: &A) -> Option<Option<bool>> {
    let convex = |tube: &Tube<A::Precise>, shape: &A| {
        let shape = shape.plain().filter(|_| ball(shape).is_none())?;
        let near = near(&shape);
        Some(nearest::seen(&tube.rough::<A::Vector>(), &in_floats(&shape, &near)))
    };
    match (a.tube(), b.tube()) {
        (Some(x), Some(y)) => Some(between::seen::<A::Vector>(&x.rough(), &y.rough())),
        (Some(tube), None) => convex(&tube, b),
        (None, Some(tube)) => convex(&tube, a),
        (None, None) => None,
    }
}

/// Tests whether the shapes share a point, up to double-double precision.
pub(crate) fn intersects<A: DynamicShape>(a: &A, b: &A) -> bool {
    if let Some(seen) = seen(a, b) {
        return seen;
    }
    let apart = |a: &A, b: &A| {
        let (found, radius) = shortest(a, b);
        let size = found.on_a.length() + found.on_b.length() + radius;
        (found.distance - radius, noise(a, b, size))
    };
    let (gap, noise) = apart(a, b);
    // Two arcs that only just touch may be found touching from one side alone: then they touch.
    let near = a.tube().is_some() && b.tube().is_some() && gap <= noise * DoubleDouble::new(1e8);
    gap <= noise
        || (near && {
            let (gap, noise) = apart(b, a);
            gap <= noise
        })
}

/// Returns the shortest way.
pub(crate) fn closest<A: DynamicShape>(a: &A, b: &A) -> Closest<A::Precise> {
    let (found, _) = shortest(a, b);
    let radius = |shape: &A| shape.tube().map_or(DoubleDouble::ZERO, |tube| tube.radius);
    found.grown(radius(a), radius(b))
}

/// Returns the shortest way between the arcs, or between an arc and a convex shape, and the sum of
/// the radii.
fn shortest<A: DynamicShape>(a: &A, b: &A) -> (Closest<A::Precise>, DoubleDouble) {
    match (a.tube(), b.tube()) {
        (Some(x), Some(y)) => {
            let radius = x.radius + y.radius;
            (between::two::<_, A::Vector>(&x, &y), radius)
        }
        (Some(tube), None) => (to_convex(&tube, b), tube.radius),
        (None, Some(tube)) => (to_convex(&tube, a).swap(), tube.radius),
        (None, None) => (a.closest_over(b), DoubleDouble::ZERO),
    }
}

/// Returns the shortest way from an arc to a convex shape.
fn to_convex<A: DynamicShape>(tube: &Tube<A::Precise>, shape: &A) -> Closest<A::Precise> {
    // The point closest to a ball is closest to its middle.
    let body = shape.body();
    let of_shape = |p| convex_body::nearest_to(shape, body.as_ref(), p);
    if let Some((center, _)) = ball(shape) {
        let on_arc = tube.nearest(center);
        return Closest::between(on_arc, of_shape(on_arc));
    }
    match shape.plain() {
        Some(plain) => {
            let near = near(&plain);
            nearest::to_convex(tube, &of_shape, Some(&in_floats(&plain, &near)))
        }
        None => nearest::to_convex::<_, A::Vector>(tube, &of_shape, None),
    }
}

/// Returns the middle and radius of a ball.
fn ball<A: DynamicShape>(shape: &A) -> Option<(A::Precise, DoubleDouble)> {
    shape.body().and_then(|body| body.ball())
}

/// Tests whether the shape is a ball or a point.
pub(crate) fn is_ball<A: DynamicShape>(shape: &A) -> bool {
    ball(shape).is_some()
}

/// How a tube and a tube or convex shape intersect, where the arc is closest.
pub(crate) enum Meeting<W> {
    /// They separate in a direction by the length of the overlap.
    Side { way: W, overlap: f64 },
    /// An arc passes through or touches the other shape at a point. These directions lead out of
    /// its circles.
    Through { at: W, outs: Vec<W>, radius: f64 },
}

/// Returns directions that lead out of a tube's circle, and through its hole.
pub(crate) fn ways<A: DynamicShape, W: Vector<Scalar = f64>>(a: &A) -> Vec<W> {
    let Some(tube) = a.tube() else { return Vec::new() };
    let [x, y] = tube.axes;
    let upright = |i: usize| {
        let axis = x.zero().with(i, DoubleDouble::ONE);
        axis - x * axis.dot(x) - y * axis.dot(y)
    };
    let through =
        (0..A::Precise::DIM).map(upright).max_by(|p, q| p.length().to_f64().total_cmp(&q.length().to_f64()));
    let through = through.filter(|_| A::Precise::DIM == 3);
    [x, y, x + y, x - y].into_iter().chain(through).map(|way| way.lift(&Float::to_f64)).collect()
}

/// Returns how two shapes intersect.
pub(crate) fn meeting<A: DynamicShape, W: Vector<Scalar = f64>>(a: &A, b: &A) -> Meeting<W> {
    let (found, radius) = shortest(a, b);
    if found.distance > noise(a, b, found.on_a.length() + found.on_b.length() + radius) {
        let way = (found.on_b - found.on_a).normalized_or_zero();
        return Meeting::Side { way: way.lift(&Float::to_f64), overlap: (radius - found.distance).to_f64() };
    }
    let tubes = [a.tube(), b.tube()];
    let outs = tubes.iter().flatten().map(|tube| tube.toward(found.on_a).lift(&Float::to_f64)).collect();
    Meeting::Through { at: found.on_a.lift(&Float::to_f64), outs, radius: radius.to_f64() }
}

/// Returns the distance of a point from the boundary, negative inside; for an arc the distance.
pub(crate) fn signed_distance<A: DynamicShape>(a: &A, p: A::Precise) -> DoubleDouble {
    a.tube().map_or(DoubleDouble::ZERO, |tube| tube.signed_distance(p))
}

/// Returns the distance of a point inside from the boundary and the closest boundary point, for a
/// whole circle with a radius.
pub(crate) fn way_out<A: DynamicShape>(a: &A, p: A::Precise) -> Option<(f64, A::Vector)> {
    let tube = a.tube().filter(Tube::is_closed)?;
    let off = tube.signed_distance(p);
    (off < DoubleDouble::ZERO).then(|| (-off.to_f64(), tube.way_out(p).lift(&Float::to_f64)))
}

/// Returns the spans of a line in the shape, in order.
pub(crate) fn spans<A: DynamicShape>(a: &A, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    a.curved_spans(line, DoubleDouble::ZERO).unwrap_or_default()
}

/// Finds the touch of a ball, which is one of the two: the time at which its centre comes within
/// its radius of the other shape. Returns `None` if there is no closed form.
#[allow(clippy::option_option, reason = "no closed form, never, a touch")]
fn sweep_of_ball<A: DynamicShape>(a: &A, b: &A, velocity: A::Precise) -> Option<Option<Impact<A::Precise>>> {
    let (curved, (center, radius), velocity, turned) = match (ball(a), ball(b)) {
        (_, Some(ball)) => (a, ball, velocity, false),
        (Some(ball), _) => (b, ball, -velocity, true),
        _ => return None,
    };
    let line = Line { origin: center, direction: velocity };
    let (spans, tube) = (curved.curved_spans(&line, radius)?, curved.tube()?);
    // The shapes are disjoint: for a span around the start only rounding decides whether it is
    // before or after.
    let ahead = |span: &Span<A::Precise>| span.enter + span.exit > DoubleDouble::ZERO;
    let first = spans.into_iter().find(|span| ahead(span) && !velocity.is_zero());
    Some(first.map(|Span { enter, normal_enter, .. }| {
        let t = Ring::max(enter, DoubleDouble::ZERO);
        let there = line.at(t);
        // A point on an arc has no way from it: the way is opposite to the motion, perpendicular to
        // the arc.
        let thin = radius + tube.radius <= DoubleDouble::ZERO;
        let out = if thin { tube.before(there, velocity, normal_enter) } else { there - tube.nearest(there) };
        let normal = out.normalized_or_zero();
        let (normal, touch) = if turned { (-normal, center) } else { (normal, there) };
        let on_a = if turned { normal * radius } else { -normal * radius };
        Impact { t, normal_a_to_b: Some(normal).filter(|n| !n.is_zero()), point: touch + on_a }
    }))
}

/// Largest number of sizes that `f64` looks ahead.
const FAR: f64 = 1e6;
/// A touch is near if the way to it is this fraction of the sizes.
const SOON: f64 = 1e-10;

/// Maximum number of steps back to a place that touches sooner than the closest.
const BACK: u32 = 8;

/// Obstacle of a tube.
enum Other<'s, V: Vector> {
    Tube(&'s Tube<V>),
    Convex(nearest::Set<'s, V>),
}

/// Returns a time, at least `min_t`, before which a tube that moves by `t velocity` touches
/// nothing, and `soon` after which it may touch, or `None` if it does not touch up to `max_t`.
/// Heights are off by at most the fraction `off` of the sizes.
fn reached<V: FloatVector, P: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    other: &Other<'_, V>,
    velocity: P,
    off: f64,
    times: [f64; 3],
) -> Option<f64> {
    let at = |t: f64| tube.moved((velocity * DoubleDouble::new(t)).lift(&Float::from_precise));
    // For shapes that slide past each other, only more digits decide whether they approach.
    let nearing = |n: V| -n.lift::<P>(&Float::precise).dot(velocity).to_f64();
    match other {
        Other::Tube(b) => {
            let look = |pair, t| between::bound(&at(t), b, pair, &nearing, off);
            approach::first(between::all(tube, b), look, between::halved, times)
        }
        Other::Convex(set) => {
            let look = |stretch, t| (nearest::bound(&at(t), set, stretch, &nearing), ());
            let halved = |stretch, ()| nearest::halves(stretch);
            approach::first(tube.stretches(nearest::FIRST), look, halved, times)
        }
    }
}

/// `b` moving by `t velocity` towards `a`, one of which is a tube.
struct Approaching<'s, A: DynamicShape> {
    a: &'s A,
    b: &'s A,
    tube_a: Option<Tube<A::Precise>>,
    tube_b: Option<Tube<A::Precise>>,
    velocity: A::Precise,
}

/// Roles of the two shapes: the tube, and its obstacle.
struct Roles<'s, A: DynamicShape> {
    tube: &'s Tube<A::Precise>,
    /// The other shape, if it is a tube too.
    other: Option<&'s Tube<A::Precise>>,
    /// The other shape, if it is convex.
    convex: &'s A,
    /// Motion of the tube relative to the other shape.
    way: A::Precise,
}

impl<'s, A: DynamicShape> Approaching<'s, A> {
    fn new(a: &'s A, b: &'s A, velocity: A::Precise) -> Self {
        Self { a, b, tube_a: a.tube(), tube_b: b.tube(), velocity }
    }

    fn roles(&self) -> Option<Roles<'_, A>> {
        let (way, velocity) = (-self.velocity, self.velocity);
        match (&self.tube_a, &self.tube_b) {
            (Some(tube), y) => Some(Roles { tube, other: y.as_ref(), convex: self.b, way }),
            (None, Some(tube)) => Some(Roles { tube, other: None, convex: self.a, way: velocity }),
            (None, None) => None,
        }
    }

    /// Returns the radii of both tubes, 0 for a shape that is none.
    fn radii(&self) -> [DoubleDouble; 2] {
        let radius = |tube: &Option<Tube<_>>| tube.as_ref().map_or(DoubleDouble::ZERO, |t| t.radius);
        [radius(&self.tube_a), radius(&self.tube_b)]
    }

    /// Returns the common size of the shapes, wherever they are: a length that is small relative to
    /// the distance from the origin need not be small relative to the shapes.
    fn size(&self) -> Option<DoubleDouble> {
        let Roles { tube, other, convex, .. } = self.roles()?;
        let somewhere = tube.at(tube.axes[0]);
        let of_convex = || convex_body::closest_to(convex, somewhere).on_a;
        let there = other.map_or_else(of_convex, |other| other.nearest(somewhere));
        let [radius_a, radius_b] = self.radii();
        Some(tube.circle + (there - somewhere).length() + radius_a + radius_b)
    }

    /// Returns the shortest way between the arcs, or an arc and a convex shape, at a time, with `a`
    /// fixed.
    fn closest(&self, t: DoubleDouble) -> Closest<A::Precise> {
        let way = self.velocity * t;
        let found = match (&self.tube_a, &self.tube_b) {
            (Some(x), Some(y)) => between::two::<_, A::Vector>(&x.moved(-way), y),
            (Some(x), None) => to_convex(&x.moved(-way), self.b),
            (None, Some(y)) => to_convex(&y.moved(way), self.a).swap(),
            (None, None) => self.a.closest_over(self.b),
        };
        let back = if self.tube_a.is_some() { way } else { way.zero() };
        Closest { on_a: found.on_a + back, on_b: found.on_b + back, ..found }
    }

    /// Tests whether the shapes are disjoint and approach where they are closest.
    fn is_head_on(&self, found: &Closest<A::Precise>) -> bool {
        let [radius_a, radius_b] = self.radii();
        let nearing = -(found.on_b - found.on_a).normalized_or_zero().dot(self.velocity);
        found.distance > radius_a + radius_b && nearing > self.velocity.length() * DoubleDouble::new(1e-3)
    }

    /// Returns a time before which they do not touch, in `f64`; the outer `None` for shapes that
    /// `f64` does not cover.
    #[allow(clippy::option_option, reason = "not looked at, never, a time")]
    fn free_in_floats(&self, times: [f64; 3]) -> Option<Option<f64>> {
        let Roles { tube, other, convex, way } = self.roles()?;
        let rough = tube.rough::<A::Vector>();
        let free = |other| reached(&rough, &other, way, gjk::ROUGH, times);
        if let Some(other) = other {
            return Some(free(Other::Tube(&other.rough())));
        }
        let plain = convex.plain()?;
        let near = near(&plain);
        Some(free(Other::Convex(in_floats(&plain, &near))))
    }

    /// Does the same in double-double precision.
    fn free_precisely(&self, times: [f64; 3]) -> Option<f64> {
        let Roles { tube, other, convex, way } = self.roles()?;
        let body = convex.body();
        let near = |p| [convex_body::nearest_to(convex, body.as_ref(), p); 2];
        let convex = || Other::Convex(nearest::Set { near: &near, off: NOISE, reach: 0.0 });
        reached(tube, &other.map_or_else(convex, Other::Tube), way, NOISE, times)
    }

    /// Returns a time before which they do not touch, close to the touch, and the shortest way at
    /// that time, or `None` if they do not touch up to `max`.
    fn free_until(&self, size: DoubleDouble, max: f64) -> Option<(DoubleDouble, Closest<A::Precise>)> {
        let part = (size / self.velocity.length()).to_f64();
        let precisely = |min_t: f64| self.free_precisely([min_t, part * SOON, max]);
        let (t, in_floats) = match self.free_in_floats([0.0, part * SOON, max.min(part * FAR)]) {
            Some(Some(t)) => (t, true),
            Some(None) if max <= part * FAR => return None,
            _ => (precisely(0.0)?, false),
        };
        let found = self.closest(DoubleDouble::new(t));
        // For shapes that only slide past each other or separate, more digits decide.
        if in_floats && !self.is_head_on(&found) {
            let t = DoubleDouble::new(precisely(t)?);
            return Some((t, self.closest(t)));
        }
        Some((DoubleDouble::new(t), found))
    }

    /// Advances from shortly before a head-on touch to the touch. Returns its time, the shortest
    /// way at that time, and the normal.
    fn touch(
        &self,
        start: DoubleDouble,
        found: &Closest<A::Precise>,
        size: DoubleDouble,
    ) -> (DoubleDouble, Closest<A::Precise>, A::Precise) {
        let [radius_a, radius_b] = self.radii();
        let gap = found.distance - radius_a - radius_b;
        let normal = (found.on_b - found.on_a).normalized_or_zero();
        let mut t = start - gap / normal.dot(self.velocity);
        let mut there = self.closest(t);
        let mut way = (there.on_b - there.on_a).normalized_or_zero();
        // A place that approaches faster may touch sooner although it was farther away: the search
        // then goes back to the time of that touch.
        for step in 0..=BACK {
            let overlap = radius_a + radius_b - there.distance;
            let reach = there.on_a.length() + there.on_b.length() + radius_a + radius_b;
            if overlap <= noise(self.a, self.b, reach) {
                break;
            }
            let back = t + overlap / way.dot(self.velocity);
            t = if step < BACK && back > start && back < t { back } else { start };
            there = self.closest(t);
            way = (there.on_b - there.on_a).normalized_or_zero();
        }
        // The shapes may touch at several places at once, and the touching place moves on the way
        // there. The normal is that of the reported place, if the touch still has one there.
        let elsewhere = (there.on_a - found.on_a).length() > size * DoubleDouble::new(1e-5);
        let radii = radius_a + radius_b;
        let known = radii > gap || (elsewhere && radii > DoubleDouble::ZERO);
        (t, there, if known { way } else { normal })
    }
}

/// Finds the time at which `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`.
/// The shapes must be disjoint at the start; one is a tube, the other a tube or convex. Uses the
/// closed form for balls where it exists.
///
/// For other shapes the time is never late. Each step goes to a time before which no stretch of an
/// arc can touch, and leaves about a tenth of its gap or less; it runs in `f64` for shapes that
/// `f64` covers. Over a gap of 1e-10 of the sizes, the last step uses the approach speed at the
/// closest points.
pub(crate) fn sweep<A: DynamicShape>(
    a: &A,
    b: &A,
    velocity: A::Precise,
    max_t: DoubleDouble,
) -> Option<Impact<A::Precise>> {
    if let Some(found) = sweep_of_ball(a, b, velocity) {
        return found.filter(|impact| impact.t <= max_t);
    }
    let approaching = Approaching::new(a, b, velocity);
    let size = approaching.size()?;
    let (t, found) = approaching.free_until(size, max_t.to_f64())?;
    let (t, found, normal) = if approaching.is_head_on(&found) {
        approaching.touch(t, &found, size)
    } else {
        (t, found, (found.on_b - found.on_a).normalized_or_zero())
    };
    let [radius_a, _] = approaching.radii();
    // A time with no more digits than are returned.
    (t.to_f64() <= max_t.to_f64()).then_some(Impact {
        t,
        normal_a_to_b: Some(normal).filter(|n| !n.is_zero()),
        point: found.on_a + normal * radius_a,
    })
}
