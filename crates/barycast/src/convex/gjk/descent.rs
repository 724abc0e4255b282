//! The descent: from simplex to simplex, ever nearer to the origin.

use super::difference::{Shapes, Vertex};
use super::outcome::{FLOOR, GOAL, LIMIT, Outcome, Status};
use super::simplex::{Part, With};
use crate::number::{Float, Real, Ring};
use crate::query::Closest;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};

/// Steps without a better bound after which it gives up.
const PATIENCE: u32 = 8;

/// The loop. It may end where `enough` says so, of a direction from `b` to `a` and the lower bound along it, both scaled. `watch`
/// is given each simplex, what scales it back to size, and both bounds; `end` the last simplex and the lower bound, both scaled. It
/// begins along `way` from `b` to `a`, if one is known.
pub(super) fn run<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    enough: &mut impl FnMut(&Shapes<'_, V>, V, V::Scalar) -> bool,
    way: Option<V>,
    watch: &mut impl FnMut(&Part<V>, V::Scalar, [V::Scalar; 2]),
    end: &mut impl FnMut(&Part<V>, &Shapes<'_, V>, V::Scalar),
) -> Outcome<V> {
    let (shapes, way, first) = begin(a, b, way);
    let lower = Ring::max(way.dot(first.at) / way.length(), V::Scalar::ZERO);
    if enough(&shapes, way, lower) {
        end(&Part::point(first), &shapes, lower);
        return apart_at_once(&shapes, first, lower);
    }
    let mut descent = Descent::new(shapes, first, lower);
    let unscale = descent.unscale();
    let status = loop {
        if let Some(status) = descent.ended() {
            break status;
        }
        let (w, bound, better) = descent.farthest();
        watch(&descent.part, unscale, [descent.lower, descent.upper]);
        if descent.bounds_meet() || enough(&descent.shapes, descent.direction, bound) {
            break Status::Separated;
        }
        if let Some(status) = descent.step(w, better) {
            break status;
        }
    };
    end(&descent.part, &descent.shapes, descent.lower);
    descent.outcome(status)
}

/// The shapes, scaled where they are not of ordinary size, the first direction and the point of the difference set there.
#[inline]
fn begin<'s, V: FloatVector>(
    a: &'s dyn Support<Vector = V>,
    b: &'s dyn Support<Vector = V>,
    way: Option<V>,
) -> (Shapes<'s, V>, V, Vertex<V>) {
    let mut shapes = Shapes::new(a, b);
    let look = |shapes: &mut Shapes<'_, V>| {
        let way = way.unwrap_or_else(|| shapes.way());
        (way, shapes.farthest(-way))
    };
    let (mut way, mut first) = look(&mut shapes);
    if !(1e-60..1e60).contains(&shapes.largest().to_f64()) {
        shapes.rescale();
        (way, first) = look(&mut shapes);
    }
    (shapes, way, first)
}

/// What is known where the first direction was enough.
#[inline]
fn apart_at_once<V: FloatVector>(shapes: &Shapes<'_, V>, first: Vertex<V>, lower: V::Scalar) -> Outcome<V> {
    let unscale = V::Scalar::ONE / shapes.scale;
    let (distance, error_bound) = (lower * unscale, V::Scalar::ONE.infinity());
    let closest = Closest { distance, on_a: first.on_a * unscale, on_b: first.on_b * unscale };
    Outcome { closest, error_bound, iterations: 0, status: Status::Separated }
}

/// Where the descent is. All lengths are scaled.
struct Descent<'s, V: Vector> {
    shapes: Shapes<'s, V>,
    part: Part<V>,
    /// The nearest so far, where that is not `part` itself.
    nearest: Option<Part<V>>,
    /// Its distance, squared.
    least: V::Scalar,
    lower: V::Scalar,
    upper: V::Scalar,
    /// From the origin; the next farthest point is that against it.
    direction: V,
    /// The direction is turned away from what was farthest.
    turned: bool,
    iterations: u32,
    /// Steps without a better bound.
    idle: u32,
}

impl<'s, V: FloatVector> Descent<'s, V> {
    #[inline]
    fn new(shapes: Shapes<'s, V>, first: Vertex<V>, lower: V::Scalar) -> Self {
        let part = Part::point(first);
        let (least, direction) = (part.squared, part.across);
        let (nearest, turned, iterations, idle) = (None, false, 0, 0);
        let upper = least.sqrt();
        Self { shapes, part, nearest, least, lower, upper, direction, turned, iterations, idle }
    }

    /// What scales lengths back to size.
    #[inline]
    fn unscale(&self) -> V::Scalar {
        V::Scalar::ONE / self.shapes.scale
    }

    /// How it ended, where the simplex settles that.
    #[inline]
    fn ended(&mut self) -> Option<Status> {
        let Self { part, .. } = self;
        if !part.squared.is_finite() {
            return Some(Status::NotConverged);
        }
        if part.encloses {
            self.nearest = None;
            return Some(Status::Overlapping);
        }
        if self.upper <= self.shapes.roundings(FLOOR) {
            return Some(if part.count > V::DIM { Status::Overlapping } else { Status::Touching });
        }
        (self.iterations == LIMIT).then_some(Status::NotConverged)
    }

    /// The farthest point against the direction, the lower bound along that, and whether it is a better one.
    #[inline]
    fn farthest(&mut self) -> (Vertex<V>, V::Scalar, bool) {
        self.iterations += 1;
        let w = self.shapes.farthest(-self.direction);
        let bound = self.direction.dot(w.at) / self.direction.length();
        let better = bound > self.lower;
        self.lower = Ring::max(bound, self.lower);
        (w, bound, better)
    }

    #[inline]
    fn bounds_meet(&self) -> bool {
        self.upper - self.lower <= self.shapes.roundings(GOAL)
    }

    /// Takes in a farthest point, which may have made the lower bound `better`. Returns how it ended where rounding hides what is nearer.
    #[inline]
    fn step(&mut self, w: Vertex<V>, mut better: bool) -> Option<Status> {
        let floor = self.shapes.roundings(FLOOR);
        let separated = self.lower > floor;
        let next = V::by_dim(With(&self.part, w, floor));
        let farthest = self.upper + self.shapes.roundings(1.0);
        let sound = !(separated && next.count > V::DIM) && next.squared.sqrt() <= farthest;
        if sound && !self.part.holds(w) {
            if next.squared < self.least {
                (self.nearest, self.least, self.upper) = (None, next.squared, next.squared.sqrt());
                better = true;
            } else if self.nearest.is_none() {
                self.nearest = Some(self.part);
            }
            (self.part, self.turned) = (next, false);
            self.direction = self.part.across;
        } else if !self.turn(w, floor) {
            self.idle = PATIENCE;
        }
        self.idle = if better { 0 } else { self.idle + 1 };
        (self.idle > PATIENCE).then(|| self.stalled(separated))
    }

    /// Turns the direction where the farthest point is no news. Returns whether another direction is worth a step.
    fn turn(&mut self, w: Vertex<V>, floor: V::Scalar) -> bool {
        let Self { part, direction, turned, .. } = self;
        if !*turned && !(*direction - part.foot).is_zero() {
            // The normal of a needle says nothing: once more, along the foot itself.
            *direction = part.foot;
            return true;
        }
        let away = part.aside(w.at);
        if *turned || self.upper - self.lower <= floor || away.is_zero() {
            return false;
        }
        // Of many that are farthest but for rounding it is always this one: once more, by a rounding away from it.
        (*direction, *turned) = (part.foot + away * (floor / away.length()), true);
        true
    }

    /// How it ended where no step gets nearer.
    fn stalled(&self, separated: bool) -> Status {
        // No separating direction, and closer than an `f64` could tell: over more digits too.
        let unseen = self.shapes.largest() * V::Scalar::from_f64(FLOOR * f64::EPSILON);
        if self.upper - self.lower <= self.shapes.roundings(FLOOR) {
            Status::Separated
        } else if !separated && self.upper <= unseen {
            Status::Touching
        } else {
            Status::NotConverged
        }
    }

    #[inline]
    fn outcome(self, status: Status) -> Outcome<V> {
        let (zero, unscale, iterations) = (V::Scalar::ZERO, self.unscale(), self.iterations);
        let (on_a, on_b) = self.nearest.unwrap_or(self.part).witnesses();
        let (on_a, on_b) = (on_a * unscale, on_b * unscale);
        match status {
            Status::Touching | Status::Overlapping => Outcome {
                closest: Closest { distance: zero, on_a, on_b: on_a },
                error_bound: zero,
                iterations,
                status,
            },
            Status::Separated | Status::NotConverged => Outcome {
                closest: Closest { distance: self.upper * unscale, on_a, on_b },
                error_bound: Ring::max(self.upper - self.lower, zero) * unscale,
                iterations,
                status,
            },
        }
    }
}
