//! Shapes around a circular arc against all others: torus, annulus, arc.
//!
//! Each is a [`Tube`]: the points within a radius of an arc. The shortest segment to a convex set
//! begins at a point of the arc, so the search has one variable, the angle. [`nearest`] bounds the
//! distance from below over whole intervals of the arc, and discards those that cannot be nearest.
//! It misses no local minimum, and always terminates. Two tubes are the same with two angles:
//! [`between`].
//!
//! Lines have closed forms [in space](crate::pair::ray_torus) and
//! [in the plane](crate::pair::annulus_ray).
//!
//! The contact is the minimum translation where a ring or whole circle in the plane meets a point,
//! polygon or capsule: it comes from the waves that corners make around the circle
//! (`dynamic/separation/ring.rs`). Otherwise it is the shortest of several candidates.

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

/// Returns two unit vectors perpendicular to an axis and each other.
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

/// Returns the rounding noise of a length, here after a root of a quotient of roots. The shapes may
/// touch at the origin, so their size determines the noise.
fn noise<A: DynamicShape>(a: &A, b: &A, size: DoubleDouble) -> DoubleDouble {
    let reach = |shape: &A| match shape.tube() {
        Some(tube) => tube.center.length() + tube.circle,
        None => shape.body().map_or(DoubleDouble::ZERO, |body| body.reach()),
    };
    let size = size + reach(a) + reach(b);
    size * DoubleDouble::new(f64::max(1e-27, convex_body::rounding(a, b).to_f64() * 4.0))
}

/// Returns the closest-point function of a convex shape in `f64`: Newton's method from the previous
/// closest point, unless that has failed often in a row.
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

/// Returns the closest-point function with its accuracy.
fn in_floats<'s, S: Support<Vector: Vector<Scalar = f64>>>(
    shape: &S,
    near: &'s nearest::Near<'s, S::Vector>,
) -> nearest::Set<'s, S::Vector> {
    nearest::Set { near, off: gjk::ROUGH, reach: shape.reach() }
}

/// Tests whether the shapes share a point, if `f64` decides it.
pub(crate) fn seen<A: DynamicShape>(a: &A, b: &A) -> Option<bool> {
    looked_at(a, b).flatten()
}

/// Tests whether `f64` shows that the shapes are apart. Shapes without an `f64` form are tested in
/// double-double precision.
pub(crate) fn are_clearly_apart<A: DynamicShape>(a: &A, b: &A) -> bool {
    looked_at(a, b).map_or_else(|| !intersects(a, b), |seen| seen == Some(false))
}

/// Returns the decision in `f64`, or `None` for shapes without an `f64` form.
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

/// Tests whether the shapes share a point, in double-double precision.
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
    // For two arcs that barely touch, the touch may be found starting from one arc only: it counts.
    let near = a.tube().is_some() && b.tube().is_some() && gap <= noise * DoubleDouble::new(1e8);
    gap <= noise
        || (near && {
            let (gap, noise) = apart(b, a);
            gap <= noise
        })
}

/// Returns the shortest segment.
pub(crate) fn closest<A: DynamicShape>(a: &A, b: &A) -> Closest<A::Precise> {
    let (found, _) = shortest(a, b);
    let radius = |shape: &A| shape.tube().map_or(DoubleDouble::ZERO, |tube| tube.radius);
    found.grown(radius(a), radius(b))
}

/// Returns the shortest segment between the arcs, or between an arc and a convex shape; and the sum
/// of the radii.
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

/// Returns the shortest segment from an arc to a convex shape.
fn to_convex<A: DynamicShape>(tube: &Tube<A::Precise>, shape: &A) -> Closest<A::Precise> {
    // The point nearest to a ball is the point nearest to its centre.
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

/// Returns the centre and radius of a shape that is a ball.
fn ball<A: DynamicShape>(shape: &A) -> Option<(A::Precise, DoubleDouble)> {
    shape.body().and_then(|body| body.ball())
}

/// Tests whether the shape is a ball or a point.
pub(crate) fn is_ball<A: DynamicShape>(shape: &A) -> bool {
    ball(shape).is_some()
}

/// Configuration of a tube and a tube or convex shape that meet, where their arcs are nearest.
pub(crate) enum Meeting<W> {
    /// They separate along a direction, by their overlap.
    Side { way: W, overlap: f64 },
    /// An arc passes through the other shape or touches it at a point. `outs` are directions out of
    /// the circles there.
    Through { at: W, outs: Vec<W>, radius: f64 },
}

/// Returns directions out of a tube's circle, and through its hole.
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

/// Returns the configuration of two shapes that meet.
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

/// Returns the distance of a point from the boundary, negative inside. For an arc it is the
/// distance.
pub(crate) fn signed_distance<A: DynamicShape>(a: &A, p: A::Precise) -> DoubleDouble {
    a.tube().map_or(DoubleDouble::ZERO, |tube| tube.signed_distance(p))
}

/// Returns the distance of an inner point from the boundary, and the closest point there, for a
/// whole circle with a radius.
pub(crate) fn way_out<A: DynamicShape>(a: &A, p: A::Precise) -> Option<(f64, A::Vector)> {
    let tube = a.tube().filter(Tube::is_closed)?;
    let off = tube.signed_distance(p);
    (off < DoubleDouble::ZERO).then(|| (-off.to_f64(), tube.way_out(p).lift(&Float::to_f64)))
}

/// Returns the intervals of a line inside the shape, in order.
pub(crate) fn spans<A: DynamicShape>(a: &A, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    a.curved_spans(line, DoubleDouble::ZERO).unwrap_or_default()
}

/// Returns the time of impact if one of the shapes is a ball: its centre then comes as near as its
/// radius. Returns `None` where no closed form exists.
#[allow(clippy::option_option, reason = "no closed form, never, a touch")]
fn sweep_of_ball<A: DynamicShape>(a: &A, b: &A, velocity: A::Precise) -> Option<Option<Impact<A::Precise>>> {
    let (curved, (center, radius), velocity, turned) = match (ball(a), ball(b)) {
        (_, Some(ball)) => (a, ball, velocity, false),
        (Some(ball), _) => (b, ball, -velocity, true),
        _ => return None,
    };
    let line = Line { origin: center, direction: velocity };
    let (spans, tube) = (curved.curved_spans(&line, radius)?, curved.tube()?);
    // The shapes are apart at the start. For an interval around the start, rounding alone would
    // decide whether the ball approaches or recedes.
    let ahead = |span: &Span<A::Precise>| span.enter + span.exit > DoubleDouble::ZERO;
    let first = spans.into_iter().find(|span| ahead(span) && !velocity.is_zero());
    Some(first.map(|Span { enter, normal_enter, .. }| {
        let t = Ring::max(enter, DoubleDouble::ZERO);
        let there = line.at(t);
        // A point on an arc has no direction from it: the normal points back along the motion,
        // perpendicular to the arc.
        let thin = radius + tube.radius <= DoubleDouble::ZERO;
        let out = if thin { tube.before(there, velocity, normal_enter) } else { there - tube.nearest(there) };
        let normal = out.normalized_or_zero();
        let (normal, touch) = if turned { (-normal, center) } else { (normal, there) };
        let on_a = if turned { normal * radius } else { -normal * radius };
        Impact { t, normal_a_to_b: Some(normal).filter(|n| !n.is_zero()), point: touch + on_a }
    }))
}

/// Limit of the search in `f64`, in sizes of the shapes.
const FAR: f64 = 1e6;
/// A touch counts as near if its distance is this fraction of the sizes.
const SOON: f64 = 1e-10;

/// Maximum number of steps back to a place that touches earlier than the nearest.
const BACK: u32 = 8;

/// The obstacle of a moving tube.
enum Other<'s, V: Vector> {
    Tube(&'s Tube<V>),
    Convex(nearest::Set<'s, V>),
}

/// Returns a time from `min_t` on before which a tube that moves by `t velocity` touches nothing,
/// and at most `soon` before it may; `None` if it does not touch up to `max_t`. Heights have a
/// relative error of at most `off` of the sizes.
fn reached<V: FloatVector, P: FloatVector<Scalar = DoubleDouble>>(
    tube: &Tube<V>,
    other: &Other<'_, V>,
    velocity: P,
    off: f64,
    times: [f64; 3],
) -> Option<f64> {
    let at = |t: f64| tube.moved((velocity * DoubleDouble::new(t)).lift(&Float::from_precise));
    // Where one slides past the other, only more digits decide whether it approaches.
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

/// `b` moving by `t velocity` toward `a`. At least one of them is a tube.
struct Approaching<'s, A: DynamicShape> {
    a: &'s A,
    b: &'s A,
    tube_a: Option<Tube<A::Precise>>,
    tube_b: Option<Tube<A::Precise>>,
    velocity: A::Precise,
}

/// The roles of the two shapes: the tube, and its obstacle.
struct Roles<'s, A: DynamicShape> {
    tube: &'s Tube<A::Precise>,
    /// The other shape, if it is a tube too.
    other: Option<&'s Tube<A::Precise>>,
    /// The other shape, if it is convex.
    convex: &'s A,
    /// Velocity of the tube relative to the other shape.
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

    /// Returns the radii of both tubes, 0 for a shape that is not a tube.
    fn radii(&self) -> [DoubleDouble; 2] {
        let radius = |tube: &Option<Tube<_>>| tube.as_ref().map_or(DoubleDouble::ZERO, |t| t.radius);
        [radius(&self.tube_a), radius(&self.tube_b)]
    }

    /// Returns the size of both together, independent of their position: a length that is small
    /// beside the distance from the origin may not be small beside them.
    fn size(&self) -> Option<DoubleDouble> {
        let Roles { tube, other, convex, .. } = self.roles()?;
        let somewhere = tube.at(tube.axes[0]);
        let of_convex = || convex_body::closest_to(convex, somewhere).on_a;
        let there = other.map_or_else(of_convex, |other| other.nearest(somewhere));
        let [radius_a, radius_b] = self.radii();
        Some(tube.circle + (there - somewhere).length() + radius_a + radius_b)
    }

    /// Returns the shortest segment between the arcs, or an arc and a convex shape, at a time, in
    /// the frame of `a`.
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

    /// Tests whether the shapes are apart and approach where they are nearest.
    fn is_head_on(&self, found: &Closest<A::Precise>) -> bool {
        let [radius_a, radius_b] = self.radii();
        let nearing = -(found.on_b - found.on_a).normalized_or_zero().dot(self.velocity);
        found.distance > radius_a + radius_b && nearing > self.velocity.length() * DoubleDouble::new(1e-3)
    }

    /// Returns a time before which they do not touch, in `f64`. The outer `None` is for shapes
    /// without an `f64` form.
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

    /// Returns a time before which they do not touch, in double-double precision.
    fn free_precisely(&self, times: [f64; 3]) -> Option<f64> {
        let Roles { tube, other, convex, way } = self.roles()?;
        let body = convex.body();
        let near = |p| [convex_body::nearest_to(convex, body.as_ref(), p); 2];
        let convex = || Other::Convex(nearest::Set { near: &near, off: NOISE, reach: 0.0 });
        reached(tube, &other.map_or_else(convex, Other::Tube), way, NOISE, times)
    }

    /// Returns a time shortly before they touch, and the shortest segment then; `None` if they do
    /// not touch up to `max`.
    fn free_until(&self, size: DoubleDouble, max: f64) -> Option<(DoubleDouble, Closest<A::Precise>)> {
        let part = (size / self.velocity.length()).to_f64();
        let precisely = |min_t: f64| self.free_precisely([min_t, part * SOON, max]);
        let (t, in_floats) = match self.free_in_floats([0.0, part * SOON, max.min(part * FAR)]) {
            Some(Some(t)) => (t, true),
            Some(None) if max <= part * FAR => return None,
            _ => (precisely(0.0)?, false),
        };
        let found = self.closest(DoubleDouble::new(t));
        // If they only slide past each other, or recede, more digits decide.
        if in_floats && !self.is_head_on(&found) {
            let t = DoubleDouble::new(precisely(t)?);
            return Some((t, self.closest(t)));
        }
        Some((DoubleDouble::new(t), found))
    }

    /// Advances from shortly before a head-on touch to the touch. Returns the time, the shortest
    /// segment then, and the normal.
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
        // A place that approaches faster may touch earlier, although it was farther away: then step
        // back to the time it touched.
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
        // They may touch at several places at once, and the place moves on the way there: the
        // normal is that of the reported place, if the touch still has one there.
        let elsewhere = (there.on_a - found.on_a).length() > size * DoubleDouble::new(1e-5);
        let radii = radius_a + radius_b;
        let told = radii > gap || (elsewhere && radii > DoubleDouble::ZERO);
        (t, there, if told { way } else { normal })
    }
}

/// Returns the first touch of `b`, moving by `t velocity`, with `a`, with `0 <= t <= max_t`. They
/// must be apart at the start. One of them is a tube, the other a tube or convex. Balls use a
/// closed form where one exists.
///
/// Otherwise this is conservative advancement, and never late. Each step goes to a time before
/// which no interval of an arc can touch, and leaves at most about a tenth of its gap, in `f64`
/// where the shapes have an `f64` form. Below a relative gap of 1e-10 the last step uses the
/// approach speed at the closest points.
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
    // Compare the time with the digits that are returned.
    (t.to_f64() <= max_t.to_f64()).then_some(Impact {
        t,
        normal_a_to_b: Some(normal).filter(|n| !n.is_zero()),
        point: found.on_a + normal * radius_a,
    })
}
