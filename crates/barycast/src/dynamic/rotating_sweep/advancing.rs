//! Conservative advancement of a shape that moves and rotates, in double-double precision.

use super::rotations::Turns;
use crate::convex::advance::Turning;
use crate::dynamic::convex_body::Body;
use crate::dynamic::no_answer::NoAnswer;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::shape::{Composite, DynamicShape};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Real, elementary};
use crate::query::{Closest, Impact};
use crate::shape::Support;
use crate::vector::size::{ORDINARY, exponent_of, is_finite, shifted, shifted_vector};
use crate::vector::{FloatVector, Vector};

/// Maximum number of steps; a search that reaches it returns a time that may be much too early.
const LIMIT: u32 = 2000;
/// Number of steps after which it tests whether the region swept by the rotation intersects the
/// first shape at all.
const PATIENCE: u32 = 32;
/// Shapes touch if they are closer than this fraction of the size, or of the coordinates, which are
/// rounded.
const TOUCHING: f64 = 1e-12;
const NOISE: f64 = 64.0 * f64::EPSILON;

/// Shapes in up to this many pairs of parts are swept part by part: more is known about convex
/// parts.
const PARTS: usize = 64;

/// Largest angle of a step, in radians.
const MOST: f64 = 1.0;

/// Returns the greatest extent, between two directions at this angle, of a convex set with these
/// extents along both.
pub(super) fn farthest(first: f64, last: f64, angle: f64) -> f64 {
    let (sin, cos) = (elementary::sin(angle), elementary::cos(angle));
    let corner = sin > 0.0 && last > first * cos && first > last * cos;
    if corner {
        // (A - B)^2 + 4 A B sin^2(d / 2): free of cancellation for small angles.
        let (apart, half) = (first - last, elementary::sin(angle * 0.5));
        Real::sqrt(apart * apart + 4.0 * first * last * half * half) / sin
    } else {
        first.max(last)
    }
}

/// The first touch, and a bound of how early it may be.
pub(crate) type Found<V> = Result<Option<(Impact<V>, f64)>, NoAnswer>;

/// Returns the first touch of parts that are disjoint from another shape. If a later
/// part touches earlier, its bound ends where that of the touch known so far ends.
fn first_of<A: DynamicShape>(
    parts: &dyn Composite<A>,
    max_t: f64,
    sweep: impl Fn(&A, f64) -> Found<A::Vector>,
) -> Found<A::Vector> {
    let mut first: Option<(Impact<A::Vector>, f64)> = None;
    for i in 0..parts.len() {
        let limit = first.as_ref().map_or(max_t, |(impact, _)| impact.t);
        let Some((impact, error)) = sweep(&parts.part(i), limit)? else { continue };
        let (t, seen) = (impact.t, impact.t + error < limit);
        let known = first.as_ref().filter(|_| !seen).map(|(impact, error)| impact.t + error);
        if first.as_ref().is_none_or(|(first, _)| t < first.t) {
            first = Some((impact, known.map_or(error, |end| end - t)));
        }
    }
    Ok(first)
}

/// Returns the gap that a plane across a direction leaves between two bodies, less the second one's
/// radius. `reaches` is the second one's extent against the direction from a centre.
fn apart_along<V: FloatVector<Scalar = DoubleDouble>>(
    [a, b]: &[Body<V>; 2],
    [n, center]: [V; 2],
    reach: f64,
) -> f64 {
    let rounding = (a.radius + b.radius).to_f64() * n.length().to_f64();
    center.dot(n).to_f64() - reach - a.core(n).dot(n).to_f64() - rounding
}

/// Time of impact of shapes of any kind, one of which rotates.
pub(crate) trait RotatingSweep: Turns {
    /// Returns the direction of the shortest way, of length 1. For convex shapes a plane across it
    /// separates them completely; the difference of rounded points has a wrong direction if they
    /// are near each other.
    fn direction_to(&self, other: &Self, way: &Closest<Self::Vector>, convex: bool) -> Self::Vector {
        let rounded = (way.on_b - way.on_a).normalized_or_zero();
        if !convex {
            return rounded;
        }
        let precise = self.closest_over(other);
        let is_known = (precise.distance.to_f64() - way.distance).abs() <= way.distance * 1e-9;
        let direction = || (precise.on_b - precise.on_a).normalized_or_zero().lift(&Float::to_f64);
        if is_known { direction() } else { rounded }
    }

    /// Returns the greatest distance of its points from an axis, and the gap below which shapes
    /// of its size and coordinates touch.
    fn reach_from(&self, center: Self::Vector, w: Self::Angular) -> Option<(f64, f64)> {
        let b = self.outer_bounds()?;
        let far =
            (b.min - center).magnitudes().max((b.max - center).magnitudes()) * (1.0 + 4.0 * f64::EPSILON);
        let noise = NOISE * (far.length() + center.length());
        Some((Self::from_axis(far, w), TOUCHING * (b.max - b.min).length() + noise))
    }

    /// Returns a time before which they do not touch, or `None` if they never do: when the region
    /// swept by the rotation of `other` touches this one.
    fn first_near(
        &self,
        other: &Self,
        motion: &Turning<Self::Vector, Self::Angular>,
        max_t: f64,
    ) -> Result<Option<f64>, NoAnswer> {
        let Turning { velocity, angular_velocity: w, center_of_rotation: center } = *motion;
        // Without a translation, the motion of this one relative to `other` is a rotation too.
        if velocity.is_zero() && self.around(center, w).is_some_and(|around| !around.intersects(other)) {
            return Ok(None);
        }
        let Some(around) = other.around(center, w) else { return Ok(Some(0.0)) };
        Ok(self.sweep_precisely(&around, velocity, max_t)?.map(|impact| impact.t))
    }

    /// Returns the first touch of a shape that moves and rotates, and a bound of how early it may
    /// be.
    fn first_touch_turning(
        &self,
        other: &Self,
        motion: &Turning<Self::Vector, Self::Angular>,
        max_t: f64,
    ) -> Found<Self::Vector> {
        let Turning { velocity, angular_velocity, center_of_rotation } = *motion;
        let finite =
            is_finite(velocity) && Self::is_finite(angular_velocity) && is_finite(center_of_rotation);
        if !finite || max_t.is_nan() {
            return Ok(None);
        }
        if angular_velocity == Self::Angular::default() || max_t <= 0.0 || self.intersects(other) {
            return Ok(self.sweep_precisely(other, velocity, max_t)?.map(|impact| (impact, 0.0)));
        }
        if let Some(a) = self.as_hull() {
            return a.first_touch_turning(other, motion, max_t);
        }
        if let Some(b) = other.as_hull() {
            return self.first_touch_turning(&b, motion, max_t);
        }
        let few = self.parts_with(other) <= PARTS;
        match (self.as_composite(), other.as_composite()) {
            (Some(parts), _) if few => {
                first_of(parts, max_t, |a, max_t| a.first_touch_turning(other, motion, max_t))
            }
            (_, Some(parts)) if few => {
                first_of(parts, max_t, |b, max_t| self.first_touch_turning(b, motion, max_t))
            }
            _ => self.sweep_at_any_size(other, motion, max_t),
        }
    }

    /// Returns the number of pairs of parts.
    fn parts_with(&self, other: &Self) -> usize {
        let count = |shape: &Self| shape.as_composite().map_or(1, Composite::len);
        count(self).saturating_mul(count(other))
    }

    /// Does the same for disjoint shapes with a rotation.
    fn sweep_at_any_size(
        &self,
        other: &Self,
        motion: &Turning<Self::Vector, Self::Angular>,
        max_t: f64,
    ) -> Found<Self::Vector> {
        let Turning { velocity, angular_velocity, center_of_rotation } = *motion;
        // Scales lengths to ordinary size, and time so that the translation and rotation are too.
        let size = self.size_with(other).max(exponent_of(center_of_rotation));
        let (a, b, e) = self.brought_from(size, other).unwrap_or_else(|| (self.clone(), other.clone(), 0));
        let pace = exponent_of(velocity).map(|v| v + e).max(Self::exponent(angular_velocity));
        let own = pace.filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
        let motion = Turning {
            velocity: shifted_vector(velocity, e + own),
            angular_velocity: angular_velocity * shifted(1.0, own / 2) * shifted(1.0, own - own / 2),
            center_of_rotation: shifted_vector(center_of_rotation, e),
        };
        let found = a.sweep_at_ordinary_size(&b, &motion, shifted(max_t, -own))?;
        let back = |t: f64| shifted(t, own).min(max_t);
        Ok(found.map(|(impact, error)| {
            let Impact { t, normal_a_to_b, point } = impact;
            let t = back(t);
            (Impact { t, normal_a_to_b, point: shifted_vector(point, -e) }, back(error).min(max_t - t))
        }))
    }

    /// Does the same at ordinary size.
    fn sweep_at_ordinary_size(
        &self,
        other: &Self,
        motion: &Turning<Self::Vector, Self::Angular>,
        max_t: f64,
    ) -> Found<Self::Vector> {
        let Turning { velocity, angular_velocity: w, center_of_rotation: center } = *motion;
        let speed = Self::speed(w);
        if speed == 0.0 {
            return Ok(self.sweep_precisely(other, velocity, max_t)?.map(|impact| (impact, 0.0)));
        }
        // A shape that only rotates is back at its start after a full turn.
        let turn = core::f64::consts::TAU / speed * (1.0 + 4.0 * f64::EPSILON);
        let max_t = if velocity.is_zero() { max_t.min(turn) } else { max_t };
        let no_answer = NoAnswer { question: "sweep", shapes: [self.name(), other.name()] };
        // Only for convex shapes does a plane across the shortest way separate them completely.
        let convex = |shape: &Self| shape.as_composite().is_none() && shape.tube().is_none();
        let (reach, own_slack, free) = match (other.reach_from(center, w), self.reach_from(center, w)) {
            (Some((reach, slack)), _) => (reach, slack, convex(self) && convex(other)),
            (None, Some((reach, slack))) => (reach + velocity.length() * max_t, slack, false),
            (None, None) => return Err(no_answer),
        };
        let body = if free { other.body() } else { None };
        let bodies = body.as_ref().and_then(|body| Some([self.body()?, body.clone()]));
        let advancing = Advancing {
            still: self,
            moving: other,
            motion,
            max_t,
            speed,
            reach,
            own_slack,
            free,
            body,
            bodies,
        };
        advancing.first_touch()
    }
}

impl<S: Turns> RotatingSweep for S {}

/// Conservative advancement: the data that is constant over all steps.
struct Advancing<'a, S: Turns> {
    still: &'a S,
    moving: &'a S,
    motion: &'a Turning<S::Vector, S::Angular>,
    max_t: f64,
    /// Angular speed, in radians per unit of time.
    speed: f64,
    /// Greatest distance of a point from the axis.
    reach: f64,
    /// Shapes closer than this touch.
    own_slack: f64,
    /// `true` if both are convex and the moving one is bounded: a plane across the shortest way
    /// separates them.
    free: bool,
    /// Body of the moving shape, and bodies of both.
    body: Option<Body<S::Precise>>,
    bodies: Option<[Body<S::Precise>; 2]>,
}

/// Step: its start, a lower bound of the gap there, the direction of the shortest way, and the
/// length of the last step.
struct Step<V> {
    t: f64,
    distance: f64,
    slack: f64,
    normal: V,
    last: f64,
}

impl<S: Turns> Advancing<'_, S> {
    /// Returns the moving shape at a time.
    fn at(&self, t: f64) -> Option<S> {
        let Turning { velocity, angular_velocity, center_of_rotation: center } = *self.motion;
        let axes = S::axes_at(angular_velocity, t);
        let axes = axes.as_ref();
        let numbers = (0..S::Vector::DIM).map(|i| center.get(i));
        let center_then = axes.iter().zip(numbers).fold(S::Vector::splat(0.0), |p, (a, x)| p + *a * x);
        self.moving.posed_by_axes(axes, center - center_then + velocity * t)
    }

    /// Returns its extent from the centre at a time, without its radius, along a direction and
    /// backwards along the axis.
    fn reaches(&self, t: f64, way: S::Vector) -> Option<(f64, f64)> {
        let body = self.body.as_ref()?;
        let Turning { angular_velocity: w, center_of_rotation: center, .. } = *self.motion;
        let axes = S::axes_at(w, t);
        let own = S::Vector::from_fn(|i| axes.as_ref()[i].dot(way));
        let reach = |way: S::Vector| {
            let way = way.lift::<S::Precise>(&DoubleDouble::new);
            (body.core(way) - center.lift(&DoubleDouble::new)).dot(way).to_f64()
        };
        Some((reach(own), reach(-S::along_axis(own, w))))
    }

    /// Returns how long a plane perpendicular to `n`, at this gap, certainly separates them: at
    /// least the first of these times, and at most the second.
    fn held(&self, t: f64, n: S::Vector, gap: f64, [at_least, at_most]: [f64; 2]) -> f64 {
        let (speed, velocity) = (self.speed, self.motion.velocity);
        let Some((now, back)) = self.reaches(t, -n) else { return at_least };
        let mut ahead = (self.max_t - t).min(MOST / speed).min(at_most);
        while ahead > at_least {
            let Some((then, _)) = self.reaches(t + ahead, -n) else { return at_least };
            let most = farthest(now + back, then + back, speed * ahead) - back;
            let nearer = (most - now).max(0.0) + (-velocity.dot(n)).max(0.0) * ahead;
            if nearer * (1.0 + 16.0 * f64::EPSILON) < gap {
                return ahead;
            }
            ahead *= 0.5;
        }
        at_least
    }

    /// Returns the length of the next step, and whether the shapes do not approach.
    fn step(&self, step: &Step<S::Vector>) -> (f64, bool) {
        let Step { t, distance, slack, normal: n, last } = *step;
        let Turning { velocity, angular_velocity: w, center_of_rotation: center } = *self.motion;
        // A direction with too large a rounding error is useless.
        let reaches = self.reaches(t, -n).zip(self.bodies.as_ref());
        let apart = reaches.map_or(distance, |((now, _), bodies)| {
            apart_along(bodies, [n, center + velocity * t].each(|v| v.lift(&DoubleDouble::new)), now)
        });
        let gap = apart.min(distance) - slack / 2.0;
        let is_known = self.free && gap > slack / 4.0;
        let gap = if is_known { gap } else { distance - slack / 2.0 };
        let (nearing, aside) =
            if is_known { (-velocity.dot(n), S::aside(n, w)) } else { (velocity.length(), 1.0) };
        let nearing = (nearing + self.speed * self.reach * aside) * (1.0 + 16.0 * f64::EPSILON);
        // Steps grow gradually, so most guesses are right at once.
        let at_least = gap / nearing;
        let length = if is_known { self.held(t, n, gap, [at_least, 4.0 * last]) } else { at_least };
        (length, nearing <= 0.0)
    }

    /// Returns the first touch, by steps during which the shapes stay disjoint.
    fn first_touch(&self) -> Found<S::Vector> {
        let (velocity, max_t) = (self.motion.velocity, self.max_t);
        let (mut t, mut length) = (0.0_f64, f64::INFINITY);
        let (mut last, mut touches) = (None, false);
        for count in 0..LIMIT {
            if count == PATIENCE {
                let Some(first) = self.still.first_near(self.moving, self.motion, max_t)? else {
                    return Ok(None);
                };
                t = t.max(first - (self.own_slack / velocity.length() + TOUCHING * max_t));
            }
            // Beyond the range of floats its position is unknown.
            let Some(there) = self.at(t) else { break };
            let way = self.still.closest_precisely(&there);
            let slack = self.own_slack + NOISE * (velocity.length() * t + way.on_a.length());
            let is_apart = way.distance > slack;
            let normal = is_apart.then(|| self.still.direction_to(&there, &way, self.free));
            last = Some((normal.or(last.and_then(|(normal, _)| normal)), way.on_a));
            touches = normal.is_none();
            let Some(n) = normal else { break };
            let goes_away;
            (length, goes_away) =
                self.step(&Step { t, distance: way.distance, slack, normal: n, last: length });
            let next = t + length;
            if goes_away || next >= max_t {
                return Ok(None);
            }
            // The motion is too fast for `f64` to resolve the time: the touch may be at once.
            if next.is_nan() || next <= t {
                break;
            }
            t = next;
        }
        let no_answer = NoAnswer { question: "sweep", shapes: [self.still.name(), self.moving.name()] };
        let Some((normal_a_to_b, point)) = last else { return Err(no_answer) };
        let step =
            (self.own_slack + NOISE * velocity.length() * t) / (velocity.length() + self.speed * self.reach);
        // A thin shape that touched has passed through once its closest point is on the opposite
        // side.
        let side = normal_a_to_b.filter(|_| touches);
        let error = self.error_after(t, step, side);
        Ok(Some((Impact { t, normal_a_to_b, point }, error)))
    }

    /// Returns how much later the shapes are seen to intersect, or to have passed each other.
    /// Returns all of the remaining time if neither is seen.
    fn error_after(&self, t: f64, step: f64, side: Option<S::Vector>) -> f64 {
        let max_t = self.max_t;
        let mut error = step.max(f64::MIN_POSITIVE);
        while error < max_t - t {
            let Some(there) = self.at(t + error) else { return max_t - t };
            let way = self.still.closest_precisely(&there);
            if way.distance == 0.0 || side.is_some_and(|n| (way.on_b - way.on_a).dot(n) < 0.0) {
                break;
            }
            error *= 2.0;
        }
        error.min(max_t - t).max(0.0)
    }
}
