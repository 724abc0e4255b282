//! Time of impact, in closed form, of two boxes one of which moves in a straight line.
//!
//! Two boxes overlap exactly when they overlap along every separating axis (`overlap.rs`). Along an
//! axis `n`, let `w` be the way from the middle of `a` to that of `b`, `n` oriented so that
//! `w . n >= 0`, `r` the sum of both reaches and `u = -v . n` the speed at which they approach. They
//! overlap from `enter` to `exit`:
//!
//! ```text
//! enter = (w . n - r) / u      exit = (w . n + r) / u   if u > 0, otherwise (r - w . n) / -u
//! ```
//!
//! and they touch at the latest `enter`, unless an `exit` is earlier.
//!
//! Each gap is known up to [`NOISE`] roundings of the coordinates and each speed up to as many of
//! the velocity, so each time has two bounds. Any direction is a valid axis, so the lower bound of
//! the latest `enter` is never late, however uncertain the direction. It is early by at most the
//! time to cover 2 [`NOISE`] / [`STEEP`] roundings. Edges that are nearly parallel are crossed in
//! double-double precision: otherwise the side between them could be missed.
//!
//! Sources: [Gottschalk 1996], [Ericson 5.5.4].

use super::form::Form;
use super::gap::NOISE as MOST;
use super::overlap::{self, Core, Touching};
use crate::number::Float;
use crate::query::Impact;
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Error bound of a gap along an axis, in roundings of the coordinates, and of a speed, in roundings
/// of the velocity.
const NOISE: f64 = MOST / 4.0;

/// Edges that cross at a sine below this are nearly parallel.
const STEEP: f64 = 0.125;

/// Cross products below this fraction of the edges are those of parallel edges.
const PARALLEL: f64 = 1e-28;

/// Lengths between this and its reciprocal have squares that are normal numbers.
const LEAST: f64 = 1e-60;

/// Finds the time at which `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`.
/// Returns `None` for shapes other than boxes, and if rounding leaves open whether they touch before
/// or at the start, or at all.
#[allow(clippy::option_option, reason = "not decided, never, a touch")]
pub(super) fn first_touch<V: FloatVector>(
    a: &Form<'_, V>,
    b: &dyn Support<Vector = V>,
    velocity: V,
    max_t: f64,
) -> Option<Option<Impact<V>>> {
    if V::Scalar::EPSILON.to_f64() < f64::EPSILON {
        return None;
    }
    let b = Form::Bounded { shape: b, by: velocity.zero() };
    let (a, b) = (Core::of_box_form(a)?, Core::of_box_form(&b)?);
    Passing::new(&a, &b, velocity)?.first_touch(max_t)
}

/// Times between which two moving boxes overlap along all axes so far.
struct Passing<'c, V: Vector> {
    a: &'c Core<V>,
    b: &'c Core<V>,
    /// Vector from the middle of `a` to that of `b`.
    between: V,
    velocity: V,
    /// Error bound of a gap.
    noise: f64,
    /// Error bound of a speed.
    drift: f64,
    /// Lower and upper bound of the time at which they overlap.
    enter: [f64; 2],
    /// Lower and upper bound of the time at which they no longer do.
    exit: [f64; 2],
    /// Axis of the latest entry, from `a` to `b`, and the features that touch there.
    last: Option<(V, Touching)>,
}

impl<'c, V: FloatVector> Passing<'c, V> {
    /// Returns `None` for sizes at which products leave the range of `f64`.
    fn new(a: &'c Core<V>, b: &'c Core<V>, velocity: V) -> Option<Self> {
        let between = b.center - a.center;
        let (size, pace) = ((a.extent() + b.extent()).to_f64(), velocity.largest().to_f64());
        let ordinary = |x: f64| x > LEAST && x < 1.0 / LEAST;
        let rounding = NOISE * f64::EPSILON;
        (ordinary(size) && ordinary(pace)).then_some(Self {
            a,
            b,
            between,
            velocity,
            noise: rounding * size,
            drift: rounding * pace,
            enter: [0.0; 2],
            exit: [f64::INFINITY; 2],
            last: None,
        })
    }

    #[allow(clippy::option_option, reason = "not decided, never, a touch")]
    fn first_touch(mut self, max_t: f64) -> Option<Option<Impact<V>>> {
        let (a, b) = (self.a, self.b);
        for i in 0..V::DIM {
            let (n, m) = (a.normals[i], b.normals[i]);
            let overlaps = self.passes(n, a.reach(n) + b.reach(n), Touching::FaceOfA(i), max_t)
                && self.passes(m, a.reach(m) + b.reach(m), Touching::FaceOfB(i), max_t);
            if !overlaps {
                return Some(None);
            }
        }
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                let n = V::by_dim(Across(a.edges[i], b.edges[j]));
                let reach = a.reach_besides(i, n) + b.reach_besides(j, n);
                if !(n.is_zero() || self.passes(n, reach, Touching::Edges(i, j), max_t)) {
                    return Some(None);
                }
            }
        }
        // A touch within the rounding error of the start is left open.
        let (n, touching) = self.last.filter(|_| self.enter[1] <= self.exit[0])?;
        let t = V::Scalar::from_f64(self.enter[0]);
        let point = overlap::touch_along(a, &b.moved(self.velocity * t), n, touching);
        Some(Some(Impact { t, normal_a_to_b: Some(n.normalized_or_zero()), point }))
    }

    /// Narrows the times by those along an axis, with the sum of both reaches. Returns `false` if the
    /// boxes do not touch in time.
    #[inline]
    fn passes(&mut self, n: V, reach: V::Scalar, touching: Touching, max_t: f64) -> bool {
        let Self { noise, drift, .. } = *self;
        let along = self.between.dot(n).to_f64();
        let side = if along < 0.0 { -1.0 } else { 1.0 };
        let speed = self.velocity.dot(n).to_f64() * -side;
        let (along, reach) = (along.abs(), reach.to_f64());
        let gap = along - reach;
        if gap > noise {
            let fastest = speed + drift;
            if fastest <= 0.0 {
                return false;
            }
            // Comparing products first saves most divisions.
            let before = self.enter[0] * fastest;
            // Parallel edges lie in faces, and the faces locate the touch.
            let more = if matches!(touching, Touching::Edges(..)) { noise } else { 0.0 };
            if gap - noise > before + more || self.last.is_none() {
                self.last = Some((n * V::Scalar::from_f64(side), touching));
            }
            if gap - noise > before {
                self.enter[0] = (gap - noise) / fastest;
            }
        }
        let (slowest, approaches) = (speed.abs() - drift, speed > drift);
        let overlaps = gap < -noise;
        if gap.is_nan() || !(overlaps || approaches) {
            // They may never overlap along this axis.
            self.enter[1] = f64::INFINITY;
        } else if !overlaps && gap + noise > self.enter[1] * slowest {
            self.enter[1] = (gap + noise) / slowest;
        }
        // They leave on the opposite side if they approach, otherwise on this one.
        let way = if approaches { along + reach } else { -gap };
        let fastest = speed.abs() + drift;
        if way - noise < self.exit[0] * fastest {
            self.exit[0] = (way - noise) / fastest;
        }
        if slowest > 0.0 && way + noise < self.exit[1] * slowest {
            self.exit[1] = (way + noise) / slowest;
        }
        self.enter[0] <= max_t && self.enter[0] <= self.exit[1]
    }
}

/// Computes a vector across two edges of length 1, of length [`STEEP`] to 1, or zero if they are
/// parallel. In 2D it is zero, since the face axes suffice.
struct Across<V>(V, V);

impl<V: FloatVector> ByDim<V> for Across<V> {
    type Answer = V;

    fn d2(self) -> V
    where
        V: Vector2,
    {
        self.0.zero()
    }

    #[inline]
    fn d3(self) -> V
    where
        V: Vector3,
    {
        let n = self.0.cross(self.1);
        if n.is_zero() || n.length_squared() >= V::Scalar::from_f64(STEEP * STEEP) {
            return n;
        }
        across_precisely(self.0, self.1)
    }
}

/// Returns the unit vector across two nearly parallel edges, or zero if they are parallel.
#[cold]
fn across_precisely<V: FloatVector>(u: V, v: V) -> V {
    let number = |v: V, i: usize| v.get(i % 3).precise();
    let n = V::from_fn(|i| {
        let (j, k) = (i + 1, i + 2);
        V::Scalar::from_precise(number(u, j) * number(v, k) - number(u, k) * number(v, j))
    });
    let least = V::Scalar::from_f64(PARALLEL * PARALLEL);
    if n.length_squared() <= least { n.zero() } else { n.normalized_or_zero() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::form::AsConvex as _;
    use crate::convex::gjk;
    use crate::convex::sweep::{self, Search, Swept};
    use crate::number::DoubleDouble;
    use crate::shape::{Aabb, Obb};
    use crate::vector::V3;
    use glam::{DMat3, DQuat, DVec2, DVec3, dvec2, dvec3};

    fn vector(rng: &mut fastrand::Rng, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| (rng.f64() * 2.0 - 1.0) * size))
    }

    /// Draws a box: rotated at random, along the axes, or nearly so; thick, or flat in a direction.
    fn random_box(rng: &mut fastrand::Rng, at: DVec3) -> Obb<DVec3> {
        let turn = match rng.u32(0..5) {
            0 => DVec3::ZERO,
            1 => vector(rng, 1e-8),
            2 => vector(rng, 1e-4),
            _ => vector(rng, 3.0),
        };
        let m = DMat3::from_quat(DQuat::from_scaled_axis(turn));
        let mut half = vector(rng, 1.0).abs() + DVec3::splat(0.125);
        if rng.u32(0..8) == 0 {
            half[rng.usize(0..3)] = 0.0;
        }
        Obb::new(at, half, [m.x_axis, m.y_axis, m.z_axis])
    }

    /// Largest gap that a touch leaves, in roundings.
    const LEFT: f64 = 4.0 * NOISE / STEEP;

    #[test]
    fn touches_are_those_in_more_digits_and_decided_nearly_always() {
        let mut rng = fastrand::Rng::with_seed(33);
        let (mut decided, mut touches) = (0, 0);
        for case in 0..3000 {
            let at = vector(&mut rng, 4.0);
            let (a, b) = (random_box(&mut rng, DVec3::ZERO), random_box(&mut rng, at));
            let velocity = vector(&mut rng, 0.5) - b.center * (rng.f64() * 2.0);
            let Some(found) = first_touch(&a.form().unwrap(), &b, velocity, 1.0) else { continue };
            decided += 1;
            let precise = |x: f64| x.precise();
            let (x, y) = (a.lift::<V3<DoubleDouble>>(&precise), b.lift::<V3<DoubleDouble>>(&precise));
            let way: V3<DoubleDouble> = velocity.lift(&precise);
            let sure = sweep::between_by(Search::Whole, &x, &y, way, 1.0.precise()).unwrap();
            match (found, sure) {
                (None, Swept::Never) => {}
                (Some(impact), Swept::Touch(sure) | Swept::Perhaps(sure)) => {
                    assert!(impact.t <= sure.t.to_f64(), "{case}: {} after {}", impact.t, sure.t.to_f64());
                    let there = Obb { center: b.center + velocity * impact.t, ..b };
                    let left = gjk::distance(&a, &there).distance;
                    assert!(left <= LEFT * f64::EPSILON * 8.0, "{case}: {left:e} {a:?} {b:?} {velocity:?}");
                    let off = [a, there].map(|shape| shape.distance(&crate::shape::Point(impact.point)));
                    assert!(off[0].max(off[1]) < 1e-11, "{case}: {off:?}");
                    let n = impact.normal_a_to_b.unwrap();
                    let gap = there.interval(n).0 - a.interval(n).1;
                    assert!(n.dot(velocity) < 0.0 && (gap - left).abs() < 1e-11, "{case}: {n} {gap:e}");
                    touches += 1;
                }
                other => panic!("{case}: {:?} {a:?} {b:?} {velocity:?}", other.0),
            }
        }
        assert!(decided > 2300 && touches > 800, "{decided} {touches}");
    }

    #[test]
    fn a_side_between_nearly_parallel_edges_is_not_missed() {
        // Two long bars touch with edges that cross at an angle of 1e-8; the faces beside them are far
        // from across the way.
        let bar = |at: DVec3, turn: f64| {
            let half = 0.5_f64.sqrt();
            let spin = DQuat::from_rotation_y(turn) * DQuat::from_rotation_x(core::f64::consts::FRAC_PI_4);
            let m = DMat3::from_quat(spin);
            Obb::new(at, dvec3(1e3, half, half), [m.x_axis, m.y_axis, m.z_axis])
        };
        let (a, b) = (bar(DVec3::ZERO, 0.0), bar(dvec3(0.0, 4.0, 0.0), 1e-8));
        let impact = first_touch(&a.form().unwrap(), &b, dvec3(0.0, -4.0, 0.0), 1.0).unwrap().unwrap();
        let left = gjk::distance(&a, &Obb { center: b.center - DVec3::Y * (4.0 * impact.t), ..b }).distance;
        assert!((impact.t - 0.5).abs() < 1e-11 && left < 1e-10, "{impact:?} {left:e}");
        assert!((impact.normal_a_to_b.unwrap() - DVec3::Y).length() < 1e-6, "{impact:?}");
    }

    #[test]
    fn boxes_along_the_axes_touch_at_the_middle_of_their_common_side() {
        let a = Aabb::new(DVec3::ZERO, dvec3(4.0, 4.0, 1.0));
        let b = Aabb::new(dvec3(1.0, 2.0, 3.0), dvec3(3.0, 6.0, 4.0));
        let impact = first_touch(&a.form().unwrap(), &b, dvec3(0.0, 0.0, -4.0), 1.0).unwrap().unwrap();
        assert!(impact.t <= 0.5 && impact.t > 0.5 - 1e-13);
        assert_eq!(impact.normal_a_to_b, Some(DVec3::Z));
        assert!((impact.point - dvec3(2.0, 3.0, 1.0)).length() < 1e-12, "{impact:?}");
        let flat = Aabb::new(DVec2::ZERO, dvec2(4.0, 1.0));
        let other = Aabb::new(dvec2(1.0, 3.0), dvec2(6.0, 4.0));
        let impact = first_touch(&flat.form().unwrap(), &other, dvec2(0.0, -4.0), 1.0).unwrap().unwrap();
        assert_eq!(impact.normal_a_to_b, Some(DVec2::Y));
        assert!((impact.point - dvec2(2.5, 1.0)).length() < 1e-12, "{impact:?}");
        assert!(first_touch(&flat.form().unwrap(), &other, dvec2(8.0, -4.0), 1.0).unwrap().is_none());
        assert!(first_touch(&flat.form().unwrap(), &other, dvec2(0.0, -4.0), 0.25).unwrap().is_none());
    }

    #[test]
    fn what_is_open_is_left() {
        let a = Aabb::new(DVec3::ZERO, DVec3::ONE);
        let open =
            |b: Aabb<DVec3>, velocity: DVec3| first_touch(&a.form().unwrap(), &b, velocity, 9.0).is_none();
        // Overlapping and touching at the start, sliding along a side, and not finite.
        assert!(open(Aabb::new(DVec3::splat(0.5), DVec3::splat(2.0)), DVec3::X));
        assert!(open(Aabb::new(dvec3(1.0, 0.0, 0.0), dvec3(2.0, 1.0, 1.0)), DVec3::NEG_X));
        assert!(open(Aabb::new(dvec3(3.0, 1.0, 0.0), dvec3(4.0, 2.0, 1.0)), DVec3::NEG_X));
        assert!(open(Aabb::new(dvec3(3.0, f64::NAN, 0.0), dvec3(4.0, 2.0, 1.0)), DVec3::NEG_X));
        assert!(open(Aabb::new(DVec3::splat(3.0), DVec3::splat(4.0)), DVec3::NEG_X * f64::INFINITY));
    }
}
