//! Descent from simplex to simplex towards the origin.

use super::difference::{Shapes, Vertex};
use super::outcome::{FLOOR, GOAL, LIMIT, Outcome, Status};
use super::simplex::{Part, With};
use crate::number::{Float, Real, Ring};
use crate::query::Closest;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};

/// Maximum number of steps without a better bound.
const PATIENCE: u32 = 8;

/// Runs the loop. `enough` may end it early, given a direction from `b` to `a` and the lower bound
/// along it, both scaled. `watch` receives each simplex, the factor that undoes the scaling, and
/// both bounds. `end` receives the last simplex and the lower bound, both scaled. The descent
/// starts along `way` from `b` to `a` if one is given.
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

/// Returns the shapes, scaled if they are not of ordinary size, the first direction and the point
/// of the Minkowski difference there.
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

/// Returns the result if the first direction was enough.
#[inline]
fn apart_at_once<V: FloatVector>(shapes: &Shapes<'_, V>, first: Vertex<V>, lower: V::Scalar) -> Outcome<V> {
    let unscale = V::Scalar::ONE / shapes.scale;
    let (distance, error_bound) = (lower * unscale, V::Scalar::ONE.infinity());
    let closest = Closest { distance, on_a: first.on_a * unscale, on_b: first.on_b * unscale };
    Outcome { closest, error_bound, iterations: 0, status: Status::Separated }
}

/// State of the descent. All lengths are scaled.
struct Descent<'s, V: Vector> {
    shapes: Shapes<'s, V>,
    part: Part<V>,
    /// The closest part so far, if it is not `part` itself.
    nearest: Option<Part<V>>,
    /// Its squared distance.
    least: V::Scalar,
    lower: V::Scalar,
    upper: V::Scalar,
    /// Direction from the origin; the next support query is against it.
    direction: V,
    /// `true` if the direction is rotated away from the last farthest point.
    turned: bool,
    iterations: u32,
    /// Number of steps without a better bound.
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

    /// Returns the factor that undoes the scaling of lengths.
    #[inline]
    fn unscale(&self) -> V::Scalar {
        V::Scalar::ONE / self.shapes.scale
    }

    /// Returns how the search ended, if the simplex settles that.
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

    /// Returns the farthest point against the direction, the lower bound along it, and whether that
    /// bound is better.
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

    /// Adds a farthest point, which may have raised the lower bound (`better`). Returns the status
    /// if rounding hides whether anything is closer.
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

    /// Rotates the direction if the farthest point is already known. Returns whether another
    /// direction is worth a step.
    fn turn(&mut self, w: Vertex<V>, floor: V::Scalar) -> bool {
        let Self { part, direction, turned, .. } = self;
        if !*turned && !(*direction - part.foot).is_zero() {
            // The normal of a needle is unreliable: tries the foot itself as the direction.
            *direction = part.foot;
            return true;
        }
        let away = part.aside(w.at);
        if *turned || self.upper - self.lower <= floor || away.is_zero() {
            return false;
        }
        // If many points are farthest up to rounding, the support function always returns this
        // one: tries a direction rotated away from it by one rounding.
        (*direction, *turned) = (part.foot + away * (floor / away.length()), true);
        true
    }

    /// Returns the status if no step comes closer.
    fn stalled(&self, separated: bool) -> Status {
        // No separating direction was found, and the shapes are closer than `f64` resolves, even in
        // more digits.
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
