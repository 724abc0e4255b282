//! Time of impact of two convex shapes in `f64`, by conservative advancement with tracked error
//! bounds.
//!
//! The steps are those of [`sweep`](super::sweep) and `dynamic/rotating_sweep`.
//! Here every gap is measured as the width of the slab between two parallel planes, minus a bound
//! on the rounding error. With `n`, the unit vector along the shortest way that [`gjk`] finds,
//!
//! ```text
//! gap = min n . b - max n . a - NOISE roundings of the largest coordinate
//! ```
//!
//! A step therefore never passes the touch, and the last one ends at most a few error bounds before
//! it. Where the error bound leaves open whether the shapes touch at all, the caller repeats the
//! query with more digits.
//!
//! **Rotation.** While `b` turns by an angle up to `d`, the extent of each of its points towards
//! `a` is a constant plus a sine of the angle. Between two times at which the extent of all of `b`
//! from the centre is known to be `A` and `B`, it is therefore below
//!
//! ```text
//! (A sin(d - x) + B sin x) / sin d
//! ```
//!
//! (the constants are made positive by adding the extent along the axis, which does not change).
//! This bound is concave, and so is its sum with the translation of `b`: it stays below the
//! tangents at both ends. A step is as long as these tangents leave a gap. Sources: [Mirtich 1996].

use super::box_segment::BoxSegment;
use super::form::{Core, Form, Moved, stretch};
use super::gap::Gap;
pub use super::gap::NOISE;
use super::{ball, boxes, gjk, truncation};
use crate::number::{Float, Real, Ring, elementary};
use crate::query::Impact;
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Maximum number of steps of a straight sweep.
const STEPS: u32 = 64;

/// Shapes that approach by less than this fraction of their way only graze: the time of their touch
/// needs more digits.
const GRAZING: f64 = 1e-6;

/// Largest angle of a step, in radians.
const MOST: f64 = 1.0;

/// Returns the gap between two shapes, the second of them bounded, or `None` for a shape without
/// such a form. GJK starts along a way from `a` to `b` if one is given.
pub(super) fn gap<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> Option<Gap<V>> {
    match *a {
        Form::Bounded { shape, by } => Some(bounded(shape, by, b, way)),
        Form::Straight { origin, direction, begins, radius } => {
            let part = stretch((origin, direction, begins, radius), b, origin.zero());
            Some(bounded(&part, origin.zero(), b, way))
        }
        Form::Flat { normal, distance, solid, radius } => {
            let side = |n: V, level: V::Scalar| {
                let low = b.support(-n);
                let size = low.largest().to_f64() + level.to_f64().abs();
                let length = (n.dot(low) - level).to_f64();
                Gap { length, normal: n, on_a: low - n * V::Scalar::from_f64(length), noise: noise(size, b) }
            };
            let above = side(normal, distance + radius);
            if solid || above.length > above.noise {
                return Some(above);
            }
            let below = side(-normal, radius - distance);
            Some(if below.length > above.length { below } else { above })
        }
        Form::Conical { apex, .. } => {
            let part = truncation::truncate(a, b, apex.zero())?;
            Some(bounded(&part, apex.zero(), b, way))
        }
    }
}

/// Returns the rounding error of coordinates of this size.
fn noise<V: FloatVector>(size: f64, shape: &dyn Support<Vector = V>) -> f64 {
    size * NOISE * f64::max(shape.rounding().to_f64(), f64::EPSILON)
}

fn bounded<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    by: V,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> Gap<V> {
    let (core_a, core_b) = (Core { shape: a, by }, Core { shape: b, by: by.zero() });
    let (found, across) = gjk::plane_along(&core_a, &core_b, way);
    let zero = V::Scalar::ZERO;
    let normal = if found.distance > zero { across.normalized_or_zero() } else { across.zero() };
    let (p, q) = (core_a.support(normal), core_b.support(-normal));
    let margins = a.margin() + b.margin();
    let size = (p.largest() + q.largest() + by.largest() + margins).to_f64();
    Gap {
        length: ((q - p).dot(normal) - margins).to_f64(),
        normal,
        on_a: found.on_a + normal * a.margin(),
        noise: f64::max(noise(size, a), noise(size, b)),
    }
}

/// Result of a search for the first touch in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Advance<V: Vector> {
    /// The shapes touch, or come as near as `f64` resolves, between `impact.t` and
    /// `impact.t + early`.
    Touch {
        /// The impact; never late.
        impact: Impact<V>,
        /// How early the impact may be; 0 if the touch is certain.
        early: f64,
    },
    /// The shapes do not touch.
    Never,
    /// The shapes do not touch before `impact.t`, where the steps ran out.
    GaveUp {
        /// Closest points at that time.
        impact: Impact<V>,
    },
    /// `f64` does not decide.
    Unsure,
}

/// Finds the time at which `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`.
/// Uses the closed forms for [balls](super::ball) and [boxes](super::boxes) where they decide.
pub(crate) fn straight<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    velocity: V,
    max_t: f64,
) -> Advance<V> {
    let closed = ball::first_touch(a, b, velocity, max_t);
    match closed.or_else(|| boxes::first_touch(a, b, velocity, max_t)) {
        Some(Some(impact)) => Advance::Touch { impact, early: 0.0 },
        Some(None) => Advance::Never,
        None => steps(a, b, velocity, max_t),
    }
}

/// Finds the same time by conservative advancement, with gaps in [closed form](super::box_segment) for a
/// box and a segment.
pub(super) fn steps<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    velocity: V,
    max_t: f64,
) -> Advance<V> {
    let pace = velocity.length().to_f64();
    let rounding = NOISE * f64::EPSILON * pace;
    let closed = BoxSegment::of(a, &Form::Bounded { shape: b, by: velocity.zero() });
    let mut t = 0.0;
    let mut last: Option<(V, f64)> = None;
    for _ in 0..STEPS {
        let there = Moved { shape: b, by: velocity * V::Scalar::from_f64(t) };
        let found = closed.as_ref().and_then(|pair| pair.gap(there.by));
        let found = found.or_else(|| gap(a, &there, last.map(|(normal, _)| normal)));
        let Some(gap) = found else { return Advance::Unsure };
        let noise = gap.noise + rounding * t;
        if gap.length <= 4.0 * noise {
            let Some((normal, speed)) = last.filter(|(_, speed)| *speed > GRAZING * pace) else {
                return Advance::Unsure;
            };
            // While rounded shapes have disjoint cores, the shortest way keeps its full accuracy.
            let is_round =
                !gap.normal.is_zero() && (b.margin() > V::Scalar::ZERO || a.margin() > V::Scalar::ZERO);
            let normal = if is_round { gap.normal } else { normal };
            let t_of = V::Scalar::from_f64(t);
            let impact = Impact { t: t_of, normal_a_to_b: Some(normal), point: gap.on_a };
            return Advance::Touch { impact, early: 8.0 * noise / speed };
        }
        let speed = -gap.normal.dot(velocity).to_f64();
        let (safe, left) = (gap.length - noise, max_t - t);
        let fastest = speed + rounding;
        if fastest <= 0.0 || (speed <= 0.0 && fastest * left < safe) {
            return Advance::Never;
        }
        let next = t + safe / speed;
        if !(speed > 0.0 && next > t) {
            return Advance::Unsure;
        }
        // The steps do not depend on the limit: a search with a smaller limit finds the same up to
        // that limit.
        if next > max_t {
            return Advance::Never;
        }
        last = Some((gap.normal, speed));
        t = next;
    }
    Advance::Unsure
}

/// Tests whether the shapes share a point by a margin far above the rounding error.
pub(crate) fn meet_clearly<V: FloatVector>(a: &Form<'_, V>, b: &dyn Support<Vector = V>) -> bool {
    match *a {
        Form::Bounded { shape, by } if by.is_zero() => {
            within_margins(shape, b).unwrap_or_else(|| gjk::seen(shape, b) == Some(true))
        }
        Form::Straight { origin, direction, begins, radius } => {
            let part = stretch((origin, direction, begins, radius), b, origin.zero());
            within_margins(&part, b).unwrap_or_else(|| gjk::seen(&part, b) == Some(true))
        }
        Form::Flat { .. } => gap(a, b, None).is_some_and(|gap| {
            let Form::Flat { normal, distance, solid, radius } = *a else { return false };
            let far = || (normal.dot(b.support(normal)) - distance + radius).to_f64();
            gap.length < -gap.noise && (solid || far() > gap.noise)
        }),
        _ => false,
    }
}

/// Tests whether the shapes share a point by more than the rounding error.
fn meet<V: FloatVector>(a: &Form<'_, V>, b: &dyn Support<Vector = V>) -> bool {
    match *a {
        Form::Bounded { shape, by } if by.is_zero() => {
            within_margins(shape, b).unwrap_or_else(|| gjk::decide_clearly(shape, b) == Some(true))
        }
        _ => meet_clearly(a, b),
    }
}

/// Tests whether two points of the cores are closer than the sum of the margins. Returns `None` for
/// shapes without margins and for cores that intersect.
fn within_margins<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    let margins = (a.margin() + b.margin()).to_f64();
    if margins <= 0.0 {
        return None;
    }
    let zero = a.middle().zero();
    let way = gjk::plane_along(&Core { shape: a, by: zero }, &Core { shape: b, by: zero }, None).0;
    let size = (way.on_a.largest() + way.on_b.largest()).to_f64() + margins;
    let noise = f64::max(noise(size, a), noise(size, b));
    (way.distance > V::Scalar::ZERO).then_some(way.distance.to_f64() < margins - noise)
}

/// Does the same as `meet_clearly` after `b` has moved.
pub(crate) fn meet_clearly_after<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    by: V,
) -> bool {
    meet_clearly(a, &Moved { shape: b, by })
}

/// Translation and rotation of a shape.
///
/// ```
/// use barycast::convex::advance::Turning;
/// use barycast::d2::f64::{HalfSpace, Segment};
/// use glam::{DVec2, dvec2};
/// use std::f64::consts::FRAC_PI_2;
///
/// // A barrier that falls from upright onto the ground half a unit below its hinge.
/// let ground = HalfSpace::new(DVec2::Y, -0.5);
/// let barrier = Segment::new(DVec2::ZERO, dvec2(0.0, 1.0));
/// let fall = Turning { velocity: DVec2::ZERO, angular_velocity: -1.0, center_of_rotation: DVec2::ZERO };
/// let (impact, early) = ground.sweep_turning(&barrier, &fall, 9.0).unwrap();
/// let exact = FRAC_PI_2 + 30_f64.to_radians();
/// assert!(impact.t <= exact && impact.t > exact - early - 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning<V, W> {
    /// Velocity of all points, in units of length per unit of time.
    pub velocity: V,
    /// Angular velocity, in radians per unit of time: a number in 2D, a vector along the axis in
    /// 3D.
    pub angular_velocity: W,
    /// Centre of rotation: the point that only the velocity moves.
    pub center_of_rotation: V,
}

/// Angular velocity for a kind of vector: a number in 2D, a vector along the axis in 3D.
pub trait AngularVelocity<V: Vector>: Copy {
    /// Returns the axis, of length 1, and the speed of rotation about it, in radians per unit of
    /// time. In 2D the axis is zero.
    fn axis_and_speed(self) -> (V, f64);
}

impl AngularVelocity<glam::Vec2> for f32 {
    fn axis_and_speed(self) -> (glam::Vec2, f64) {
        (glam::Vec2::ZERO, f64::from(self))
    }
}

impl AngularVelocity<glam::DVec2> for f64 {
    fn axis_and_speed(self) -> (glam::DVec2, f64) {
        (glam::DVec2::ZERO, self)
    }
}

impl<V: FloatVector + Vector3> AngularVelocity<V> for V {
    fn axis_and_speed(self) -> (V, f64) {
        let wide: glam::DVec3 = self.lift(&|x: V::Scalar| x.to_f64());
        (self.normalized_or_zero(), Vector::length(wide))
    }
}

/// Motion in the form that the steps below use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion<V> {
    pub(crate) velocity: V,
    /// Axis of length 1; zero in 2D.
    pub(crate) axis: V,
    /// Angular speed, in radians per unit of time.
    pub(crate) speed: f64,
    pub(crate) center: V,
}

impl<V: FloatVector> Motion<V> {
    /// Returns the shape at a time.
    fn at<'s>(&self, shape: &'s dyn Support<Vector = V>, t: f64) -> Turned<'s, V> {
        let axes = V::by_dim(AxesAt { axis: self.axis, angle: self.speed * t });
        let center = turned(&axes, self.center);
        let by = self.center - center + self.velocity * V::Scalar::from_f64(t);
        Turned { shape, axes, by }
    }

    /// Returns an upper bound of the distance of the shape's points from the axis.
    fn reach(&self, shape: &dyn Support<Vector = V>) -> f64 {
        let mut far = self.center.zero();
        for i in 0..V::DIM {
            let (low, high) = shape.interval(far.zero().with(i, V::Scalar::ONE));
            let c = self.center.get(i);
            far = far.with(i, Ring::max((low - c).abs(), (high - c).abs()));
        }
        // The whole bounding box lies within this distance.
        far.length().to_f64() * (1.0 + 8.0 * f64::EPSILON)
    }

    /// Returns an upper bound of the speed at which points within `reach` of the axis approach
    /// along `n`.
    fn nearing(&self, n: V, reach: f64) -> f64 {
        let sine = if V::DIM == 2 { 1.0 } else { n.wedge_squared(self.axis).sqrt().to_f64() };
        (self.speed.abs() * reach * sine - self.velocity.dot(n).to_f64()) * (1.0 + 16.0 * f64::EPSILON)
    }
}

/// Images of the coordinate axes under a rotation by `angle`.
struct AxesAt<V> {
    axis: V,
    angle: f64,
}

impl<V: FloatVector> ByDim<V> for AxesAt<V> {
    type Answer = [V; 3];

    fn d2(self) -> [V; 3]
    where
        V: Vector2,
    {
        let [cos, sin] = [elementary::cos(self.angle), elementary::sin(self.angle)].map(V::Scalar::from_f64);
        let zero = self.axis.zero();
        [zero.with(0, cos).with(1, sin), zero.with(0, -sin).with(1, cos), zero]
    }

    fn d3(self) -> [V; 3]
    where
        V: Vector3,
    {
        let [cos, sin] = [elementary::cos(self.angle), elementary::sin(self.angle)].map(V::Scalar::from_f64);
        // Rodrigues' formula: v cos + (axis x v) sin + axis (axis . v) (1 - cos).
        let (axis, zero) = (self.axis, self.axis.zero());
        let less = V::Scalar::ONE - cos;
        core::array::from_fn(|i| {
            let v = zero.with(i, V::Scalar::ONE);
            v * cos + axis.cross(v) * sin + axis * (axis.get(i) * less)
        })
    }
}

/// Returns `v` rotated so that the coordinate axes map to these axes.
fn turned<V: FloatVector>(axes: &[V; 3], v: V) -> V {
    let mut out = axes[0] * v.get(0) + axes[1] * v.get(1);
    if V::DIM == 3 {
        out = out + axes[2] * v.get(2);
    }
    out
}

/// Returns `v` rotated back.
fn turned_back<V: FloatVector>(axes: &[V; 3], v: V) -> V {
    V::from_fn(|i| axes[i].dot(v))
}

/// Bounded shape, rotated and moved.
struct Turned<'s, V> {
    shape: &'s dyn Support<Vector = V>,
    axes: [V; 3],
    by: V,
}

impl<V: FloatVector> Turned<'_, V> {
    fn place(&self, p: V) -> V {
        turned(&self.axes, p) + self.by
    }
}

impl<V: FloatVector> Support for Turned<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.place(self.shape.support(turned_back(&self.axes, direction)))
    }

    fn middle(&self) -> V {
        self.place(self.shape.middle())
    }

    fn margin(&self) -> V::Scalar {
        self.shape.margin()
    }

    fn core(&self, direction: V) -> V {
        self.place(self.shape.core(turned_back(&self.axes, direction)))
    }

    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
}

/// Finds the time at which `b`, moving and rotating, first touches `a`, with `0 <= t <= max_t`. The
/// shapes must not share a point at the start. After a number of steps the search gives up, and the
/// time it returns may then be much too early.
pub(crate) fn turning<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    motion: &Motion<V>,
    max_t: f64,
    steps: u32,
) -> Advance<V> {
    let Motion { velocity, speed, center, .. } = *motion;
    let (pace, spin, reach) = (velocity.length().to_f64(), speed.abs(), motion.reach(b));
    let rounding = NOISE * f64::EPSILON;
    let turned_noise = rounding * (reach + center.length().to_f64());
    // A shape that only rotates is back at its start after a full turn.
    let turn = core::f64::consts::TAU / spin * (1.0 + 4.0 * f64::EPSILON);
    let max_t = if velocity.is_zero() { max_t.min(turn) } else { max_t };
    let mut t = 0.0;
    let mut last: Option<(V, V, f64)> = None;
    for _ in 0..steps {
        let there = motion.at(b, t);
        let Some(gap) = gap(a, &there, last.map(|(normal, ..)| normal)) else { return Advance::Unsure };
        let slack = turned_noise + gap.noise + rounding * pace * t;
        if gap.length <= 2.0 * slack {
            let Some((normal, _, towards)) = last else { return Advance::Unsure };
            let impact = Impact { t: V::Scalar::from_f64(t), normal_a_to_b: Some(normal), point: gap.on_a };
            let fastest = pace + spin * reach;
            let least = 8.0 * slack / if towards > fastest * GRAZING { towards } else { fastest };
            return Advance::Touch { impact, early: later(a, b, motion, [t, max_t, least], normal) };
        }
        let (n, safe, left) = (gap.normal, gap.length - slack, max_t - t);
        let nearing = motion.nearing(n, reach);
        if nearing <= 0.0 || nearing * left < safe {
            return Advance::Never;
        }
        let (step, towards) = Ahead { a, b, motion, there: &there, n, safe }.step([safe / nearing, left]);
        if step >= left {
            return Advance::Never;
        }
        let next = t + step;
        if next.partial_cmp(&t) != Some(core::cmp::Ordering::Greater) {
            return Advance::Unsure;
        }
        last = Some((n, gap.on_a, towards));
        t = next;
    }
    let Some((normal, point, _)) = last else { return Advance::Unsure };
    let impact = Impact { t: V::Scalar::from_f64(t), normal_a_to_b: Some(normal), point };
    Advance::GaveUp { impact }
}

/// State from which the next step is bounded.
struct Ahead<'m, V: FloatVector> {
    a: &'m Form<'m, V>,
    b: &'m dyn Support<Vector = V>,
    motion: &'m Motion<V>,
    /// `b` at the current time.
    there: &'m Turned<'m, V>,
    /// Normal of the separating plane, from `a` to `b`.
    n: V,
    /// Gap that certainly remains between the shapes.
    safe: f64,
}

impl<V: FloatVector> Ahead<'_, V> {
    /// Returns how long a plane across the normal separates the shapes, between the first and the
    /// second of these times, and the speed at which the closest point approaches. The plane stays
    /// fixed; if that allows only a short step, it rotates with `b` instead.
    fn step(&self, [at_least, left]: [f64; 2]) -> (f64, f64) {
        let most = left.min(MOST / self.motion.speed.abs());
        let (still, towards) = self.still([at_least, most]);
        if towards <= 0.0 || still >= most || still * towards > 0.95 * self.safe {
            return (still, towards);
        }
        match *self.a {
            Form::Bounded { shape, by } => {
                let (along, nearing) = self.with_b(shape, by, [at_least, most]);
                if along > still { (along, nearing) } else { (still, towards) }
            }
            _ => (still, towards),
        }
    }

    /// Returns the first safe time of a decreasing sequence, or `at_least` if none is safe.
    fn longest([at_least, most]: [f64; 2], towards: f64, safe: f64, most_nearer: impl Fn(f64) -> f64) -> f64 {
        // The first guess assumes that the closest point keeps its current speed.
        let mut ahead = if towards > 0.0 { f64::min(safe / towards * 0.9999, most) } else { most };
        let mut shrink = 0.9;
        while ahead > at_least {
            if most_nearer(ahead) < safe {
                return ahead;
            }
            ahead *= shrink;
            shrink *= 0.6;
        }
        at_least
    }

    /// Bounds the step with a fixed plane.
    fn still(&self, times: [f64; 2]) -> (f64, f64) {
        let Motion { velocity, axis, speed, center } = *self.motion;
        let comes = -velocity.dot(self.n).to_f64();
        let reaches = |axes: &[V; 3]| {
            let own = turned_back(axes, -self.n);
            let p = self.b.support(own) - center;
            (own.dot(p).to_f64(), p)
        };
        let (now, nearest) = reaches(&self.there.axes);
        // Adds the extent along the axis, which rotation does not change, so that the remaining
        // extent of each point is positive.
        let along = axis * axis.dot(self.n);
        let back = along.dot(self.b.support(along) - center).to_f64();
        let arm = turned(&self.there.axes, nearest);
        let towards = comes - V::by_dim(Turns { axis, arm, n: self.n }) * speed;
        let most_nearer = |ahead: f64| {
            // First the rotation reached now, then the further rotation of this step.
            let further = V::by_dim(AxesAt { axis, angle: speed * ahead });
            let axes = core::array::from_fn(|i| turned(&further, self.there.axes[i]));
            concave_most(now + back, reaches(&axes).0 + back, speed.abs() * ahead, comes * ahead)
        };
        (Self::longest(times, towards, self.safe, most_nearer), towards)
    }

    /// Bounds the step with a plane that rotates with `b`, as a side of `b` would.
    fn with_b(&self, a: &dyn Support<Vector = V>, by: V, times: [f64; 2]) -> (f64, f64) {
        let Motion { velocity, axis, speed, .. } = *self.motion;
        // Centre of `b` at the current time.
        let center = self.there.place(self.motion.center);
        let (comes, pace, spin) = (-velocity.dot(self.n).to_f64(), velocity.length().to_f64(), speed.abs());
        let reaches = |n: V| {
            let p = a.support(n) + by - center;
            (n.dot(p).to_f64(), p)
        };
        let (now, nearest) = reaches(self.n);
        let along = -(axis * axis.dot(self.n));
        let back = along.dot(a.support(along) + by - center).to_f64();
        // Relative to the rotating plane, `a` rotates the other way.
        let towards = comes - V::by_dim(Turns { axis, arm: nearest, n: self.n }) * speed;
        let most_nearer = |ahead: f64| {
            let n = turned(&V::by_dim(AxesAt { axis, angle: speed * ahead }), self.n);
            // The plane moves along its current normal, except for its rotation during the step.
            let aside = pace * spin * ahead * ahead;
            concave_most(now + back, reaches(n).0 + back, spin * ahead, comes * ahead) + aside
        };
        (Self::longest(times, towards, self.safe, most_nearer), towards)
    }
}

/// Speed of a point along `n` under a rotation about an axis by one radian per unit of time.
struct Turns<V> {
    axis: V,
    arm: V,
    n: V,
}

impl<V: FloatVector> ByDim<V> for Turns<V> {
    type Answer = f64;

    fn d2(self) -> f64
    where
        V: Vector2,
    {
        self.arm.perp().dot(self.n).to_f64()
    }

    fn d3(self) -> f64
    where
        V: Vector3,
    {
        self.axis.cross(self.arm).dot(self.n).to_f64()
    }
}

/// Returns an upper bound of how much the extent grows beyond its start during a rotation by `d`
/// with a steady translation by `way`. The extent is `first` at the start and `last` at the end,
/// and each point's extent is a non-negative constant plus a sine.
fn concave_most(first: f64, last: f64, d: f64, way: f64) -> f64 {
    // Larger constants keep the bound valid; negative ones would make it non-concave.
    let more = f64::max(0.0, -first.min(last));
    let (first, last) = (first + more, last + more);
    let (sin, half) = (elementary::sin(d), elementary::sin(d * 0.5));
    if sin <= 0.0 {
        return (last - first + way).max(way).max(0.0);
    }
    // Slopes at both ends, over the whole rotation, of (first sin(d - x) + last sin x) / sin d plus
    // the translation.
    let bent = 2.0 * half * half;
    let begins = (last - first + first * bent) * (d / sin) + way;
    let ends = (last - first - last * bent) * (d / sin) + way;
    let end = last - first + way;
    if begins <= 0.0 {
        return 0.0;
    }
    if ends >= 0.0 {
        return end;
    }
    // Intersection of the tangents.
    let x = (end - ends) / (begins - ends);
    f64::max(begins * x, f64::max(end, 0.0)) * (1.0 + 16.0 * f64::EPSILON)
}

/// Returns how much later than `t` the shapes are seen to share a point or to have passed each
/// other. Returns all of the remaining time if neither is seen.
fn later<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    motion: &Motion<V>,
    [t, max_t, least]: [f64; 3],
    normal: V,
) -> f64 {
    let mut early = least.max(f64::MIN_POSITIVE);
    while early < max_t - t {
        let there = motion.at(b, t + early);
        if meet(a, &there) || passed(a, &there, normal) {
            break;
        }
        early *= 4.0;
    }
    early.min(max_t - t).max(0.0)
}

/// Tests whether the second shape is clearly on the other side of the first than at the start.
fn passed<V: FloatVector>(a: &Form<'_, V>, b: &dyn Support<Vector = V>, normal: V) -> bool {
    gap(a, b, None).is_some_and(|gap| gap.length > gap.noise && gap.normal.dot(normal) < V::Scalar::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_between_two_times_is_below_the_tangents() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..20_000 {
            // Points whose extent is a constant plus a sine.
            let points: [(f64, f64, f64); 3] =
                core::array::from_fn(|_| (rng.f64(), rng.f64() * 2.0, rng.f64() * core::f64::consts::TAU));
            let (d, way) = (rng.f64(), rng.f64() * 4.0 - 2.0);
            let at = |x: f64| {
                let reach = |(k, r, at): &(f64, f64, f64)| k + r * libm::cos(x - at);
                points.iter().map(reach).fold(f64::NEG_INFINITY, f64::max)
            };
            let most = concave_most(at(0.0), at(d), d, way);
            for i in 0..=32 {
                let part = f64::from(i) / 32.0;
                let reached = at(part * d) - at(0.0) + way * part;
                assert!(reached <= most + 1e-14, "{points:?} {d} {way}: {reached} {most}");
            }
        }
    }
}
