//! Time of impact, in closed form, of a ball in straight motion with a point, a segment, an
//! axis-aligned box (each with or without a radius), or a plane or half-space whose normal is a
//! coordinate axis.
//!
//! The ball touches when its centre `p + t v` comes within `r`, the sum of both radii, of the other
//! shape's core. Let `e` be the vector from the nearest feature of the core to `p`, and drop the
//! components of `e` and `v` along that feature. Then
//!
//! ```text
//! |e + t u|^2 = r^2      t = c / (-b + sqrt(b b - a c))      a = u . u   b = e . u   c = e . e - r r
//! ```
//!
//! The nearest feature changes at a few times, each given by one number: where the centre crosses
//! the planes of a box's sides, or the planes across a segment through its ends. The squared
//! distance is convex in `t`, and a single such quadratic between two of these times, so the first
//! root inside its own interval is the touch. `f64` finds the interval. The time is then computed
//! in double-double precision, checked against the interval and rounded down, so a touch at 0.5 is
//! returned as 0.5. If rounding leaves the interval or the root undecided, the caller falls back to
//! conservative advancement.
//!
//! Sources: [Ericson 5.5.7].

use super::form::Form;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::query::Impact;
use crate::shape::{CoreShape, Support};
use crate::vector::FloatVector;
use smallvec::SmallVec;

/// Values below this fraction of their terms are undecided. It is far above the rounding error.
const OPEN: f64 = 1e-12;

/// Least slope of the ball's motion relative to a segment for which `f64` resolves the side of the
/// segment.
const STEEP: f64 = 1e-3;

/// Squares and products of lengths between this and its reciprocal are normal numbers.
const LEAST: f64 = 1e-15;

/// A time closer to an `f64` than this fraction of itself is that `f64`.
const SAME: f64 = 1e-28;

/// Three coordinates; the last is 0 in 2D.
type Triple<N> = [N; 3];

/// Box or segment in `f64`.
#[derive(Clone, Copy)]
enum Target {
    Box([Triple<f64>; 2]),
    Segment([Triple<f64>; 2]),
}

/// Moving point, and the radius around the target at which it touches.
struct Moving {
    p: Triple<f64>,
    v: Triple<f64>,
    radii: [f64; 2],
    target: Target,
}

/// The nearest feature. For a box, the side of the box on which the point lies, per axis; for a
/// segment, its nearest end, in the first entry.
type Sides = Triple<i8>;

/// Changes of the nearest feature: the time, the index into `Sides` and the new value.
type Changes = SmallVec<[(f64, usize, i8); 6]>;

/// Vector from a feature and velocity, both without their components along the feature, and the
/// factor by which both and the radius are scaled.
struct Leg<N> {
    e: Triple<N>,
    u: Triple<N>,
    k: N,
}

fn dot<N: Ring>(a: &Triple<N>, b: &Triple<N>) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus<N: Ring>(a: &Triple<N>, b: &Triple<N>) -> Triple<N> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Finds the time at which `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`.
/// One of them must be a ball, and the shapes must be disjoint. Returns `None` if the closed form
/// does not decide.
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
    let core = b.core_shape();
    match *a {
        Form::Bounded { shape, by } if by.is_zero() => match (shape.core_shape(), core) {
            (CoreShape::Other, _) | (_, CoreShape::Other) => None,
            (still, CoreShape::Point(center)) => {
                at_core(center, velocity, [shape.margin(), b.margin()], &still, max_t)
            }
            (CoreShape::Point(center), still) => {
                let radii = [b.margin(), shape.margin()];
                let found = at_core(center, -velocity, radii, &still, max_t)?;
                Some(found.map(|impact| impact.swap(-velocity)))
            }
            _ => None,
        },
        Form::Flat { normal, distance, solid, radius } => match core {
            CoreShape::Point(center) => {
                let levels = [distance, radius, b.margin()].each(Float::to_f64);
                at_plane(center, velocity, normal, levels, solid, max_t)
            }
            _ => None,
        },
        _ => None,
    }
}

fn triple<V: FloatVector>(v: V) -> Triple<f64> {
    core::array::from_fn(|i| if i < V::DIM { v.get(i).to_f64() } else { 0.0 })
}

fn vector<V: FloatVector>(numbers: Triple<f64>) -> V {
    V::from_fn(|i| V::Scalar::from_f64(numbers[i]))
}

/// Tests whether the largest coordinate is a normal number.
fn is_ordinary(v: &Triple<f64>) -> bool {
    let largest = v[0].abs().max(v[1].abs()).max(v[2].abs());
    v.iter().all(|x| x.is_finite()) && largest > LEAST && largest < 1.0 / LEAST
}

/// Returns the time rounded down, or the `f64` that it equals up to the error of double-double
/// precision.
fn rounded_down(t: DoubleDouble) -> f64 {
    let near = t.to_f64();
    let over = (DoubleDouble::new(near) - t).to_f64();
    if over > near * SAME { near - near * (f64::EPSILON * 0.5) } else { near }
}

/// Finds the touch with a plane whose normal is a coordinate axis. `levels` are the plane's
/// distance and radius and the ball's radius.
#[allow(clippy::option_option, reason = "not decided, never, a touch")]
fn at_plane<V: FloatVector>(
    center: V,
    velocity: V,
    normal: V,
    levels: [f64; 3],
    solid: bool,
    max_t: f64,
) -> Option<Option<Impact<V>>> {
    let n = triple(normal);
    let axis = n.iter().position(|x| x.abs() == 1.0)?;
    let across = n.iter().filter(|x| **x == 0.0).count() == 2;
    let (p, v) = (triple(center), triple(velocity));
    if !(across && levels.iter().all(|x| x.abs() < 1.0 / LEAST) && p[axis].abs() < 1.0 / LEAST) {
        return None;
    }
    let [distance, radius, ball] = levels.each(DoubleDouble::new);
    let height = DoubleDouble::new(n[axis] * p[axis]) - distance;
    let is_above = solid || height.to_f64() > 0.0;
    let (n, height) = if is_above { (normal, height) } else { (-normal, -height) };
    let gap = height - radius - ball;
    if gap <= Float::ZERO {
        return None;
    }
    let speed = -(triple(n)[axis] * v[axis]);
    if speed <= 0.0 {
        return Some(None);
    }
    let t = rounded_down(gap / DoubleDouble::new(speed));
    if t.is_nan() || t == 0.0 {
        return None;
    }
    let point = |t| center + velocity * V::Scalar::from_f64(t) - n * V::Scalar::from_f64(levels[2]);
    let impact = |t| Impact { t: V::Scalar::from_f64(t), normal_a_to_b: Some(n), point: point(t) };
    Some((t <= max_t).then(|| impact(t)))
}

/// Finds the touch of a ball of the second radius with a core grown by the first radius.
#[allow(clippy::option_option, reason = "not decided, never, a touch")]
fn at_core<V: FloatVector>(
    center: V,
    velocity: V,
    radii: [V::Scalar; 2],
    core: &CoreShape<V>,
    max_t: f64,
) -> Option<Option<Impact<V>>> {
    let target = match *core {
        CoreShape::Point(at) => Target::Segment([at, at].each(triple)),
        CoreShape::Segment(s) => Target::Segment([s.a, s.b].each(triple)),
        CoreShape::Aabb(b) => Target::Box([b.min, b.max].each(triple)),
        CoreShape::Obb(_) | CoreShape::Cylinder(_) | CoreShape::Other => return None,
    };
    let moving = Moving { p: triple(center), v: triple(velocity), radii: radii.each(Float::to_f64), target };
    let Some((t, way)) = moving.first_touch(max_t)? else { return Some(None) };
    let normal = vector::<V>(way).normalized_or_zero();
    let point = center + velocity * V::Scalar::from_f64(t) - normal * radii[1];
    Some(Some(Impact { t: V::Scalar::from_f64(t), normal_a_to_b: Some(normal), point }))
}

impl Moving {
    /// Returns the time of the touch and the vector from the core to the centre at that time.
    #[allow(clippy::option_option, reason = "not decided, never, a touch")]
    fn first_touch(&self, max_t: f64) -> Option<Option<(f64, Triple<f64>)>> {
        let radius = self.radii[0] + self.radii[1];
        let (Target::Box([low, high]) | Target::Segment([low, high])) = &self.target;
        let ordinary = |p: &Triple<f64>| p.iter().all(|x| x.abs() < 1.0 / LEAST);
        let sizes = is_ordinary(&self.v) && is_ordinary(&[radius, 0.0, 0.0]);
        if !(sizes && [&self.p, low, high].into_iter().all(ordinary)) {
            return None;
        }
        let (mut sides, times) = self.stretches()?;
        let mut from = 0.0;
        for (until, place, side) in times.into_iter().chain([(f64::INFINITY, 0, 0)]) {
            if from > max_t * (1.0 + OPEN) {
                return Some(None);
            }
            if from == 0.0 || until > from {
                if let Some(t) = self.root(sides, radius, [from, until])? {
                    return self.precisely(sides, t, max_t);
                }
                from = until;
            }
            sides[place] = side;
        }
        Some(None)
    }

    /// Returns the nearest feature at the start and, in order of time, its changes.
    fn stretches(&self) -> Option<(Sides, Changes)> {
        let mut sides = [0; 3];
        let mut times = Changes::new();
        let mut pass = |place: usize, p: f64, v: f64, low: f64, high: f64| {
            // These times, as (low, high), bound the interval in which the entry is 0.
            if low.partial_cmp(&high).is_none_or(core::cmp::Ordering::is_gt) {
                return None;
            }
            sides[place] = i8::from(p > high) - i8::from(p < low);
            let (first, last) = if v > 0.0 { ((low, 0), (high, 1)) } else { ((high, 0), (low, -1)) };
            for (bound, side) in [first, last] {
                let t = (bound - p) / v;
                if v != 0.0 && t > 0.0 && t < f64::INFINITY {
                    times.push((t, place, side));
                }
            }
            Some(())
        };
        match &self.target {
            Target::Box([low, high]) => {
                for axis in 0..3 {
                    pass(axis, self.p[axis], self.v[axis], low[axis], high[axis])?;
                }
            }
            Target::Segment([a, b]) if a == b => sides[0] = -1,
            Target::Segment([a, b]) => {
                let d = minus(b, a);
                pass(0, dot(&minus(&self.p, a), &d), dot(&self.v, &d), 0.0, dot(&d, &d))?;
            }
        }
        times.order_by(|a, b| a.0.total_cmp(&b.0));
        Some((sides, times))
    }

    /// Returns the vector from a feature and the velocity, without their components along the
    /// feature.
    fn leg<N: Field>(&self, sides: Sides, number: impl Fn(f64) -> N) -> Leg<N> {
        let [p, v] = [self.p, self.v].each(|x| x.each(&number));
        let (zero, one) = (number(0.0), number(1.0));
        match &self.target {
            Target::Box([low, high]) => {
                let e = |i: usize| match sides[i] {
                    0 => zero,
                    side => p[i] - number(if side < 0 { low[i] } else { high[i] }),
                };
                let u = |i: usize| if sides[i] == 0 { zero } else { v[i] };
                Leg { e: core::array::from_fn(e), u: core::array::from_fn(u), k: one }
            }
            Target::Segment([a, b]) => {
                let [a, b] = [a, b].each(|x| x.each(&number));
                if sides[0] != 0 {
                    return Leg { e: minus(&p, if sides[0] < 0 { &a } else { &b }), u: v, k: one };
                }
                let (w, d) = (minus(&p, &a), minus(&b, &a));
                let (k, along_w, along_v) = (dot(&d, &d), dot(&w, &d), dot(&v, &d));
                let e = core::array::from_fn(|i| w[i] * k - d[i] * along_w);
                let u = core::array::from_fn(|i| v[i] * k - d[i] * along_v);
                Leg { e, u, k }
            }
        }
    }

    /// Finds the time at which the centre comes within the radius of a feature, if that lies in the
    /// feature's interval of time.
    #[allow(clippy::option_option, reason = "not decided, never, a time")]
    fn root(&self, sides: Sides, radius: f64, [from, until]: [f64; 2]) -> Option<Option<f64>> {
        let Leg { e, u, k } = self.leg(sides, |x| x);
        let reach = radius * k;
        let (a, b, ee) = (dot(&u, &u), dot(&e, &u), dot(&e, &e));
        // Relative error bounds of products of lengths.
        let (mut size_e, mut size_u) = (ee, a);
        if let (Target::Segment([near, _]), 0) = (&self.target, sides[0]) {
            let w = minus(&self.p, near);
            (size_e, size_u) = (k * k * dot(&w, &w), k * k * dot(&self.v, &self.v));
            if a <= STEEP * STEEP * size_u {
                // Nearly parallel to the segment: an upper bound of how much nearer the centre can
                // come within the interval.
                let nearer = a.sqrt() * (until - from);
                let clear = ee.sqrt() - reach - nearer * (1.0 + OPEN);
                return (clear > 1e-6 * (size_e.sqrt() + reach)).then_some(None);
            }
        }
        let c = ee - reach * reach;
        if from == 0.0 && c <= OPEN * (size_e + reach * reach) {
            // The shapes touch at the start, or nearly so.
            return None;
        }
        if a == 0.0 || b >= 0.0 || c <= 0.0 {
            return Some(None);
        }
        let under_root = b * b - a * c;
        let open = OPEN * size_e * size_u;
        let lowest = -b / a;
        if under_root.abs() <= open {
            let near = 1e-6 * (until - from).min(lowest);
            return if lowest < from - near || lowest > until + near { Some(None) } else { None };
        }
        if under_root < 0.0 {
            return Some(None);
        }
        let t = c / (under_root.sqrt() - b);
        // A root before the interval belongs to another feature, unless rounding moved it there.
        Some((t <= until && (t >= from || lowest >= from)).then_some(t))
    }

    /// Returns the same root in double-double precision, rounded down, or `None` if it lies outside
    /// its interval.
    #[allow(clippy::option_option, reason = "not decided, never, a touch")]
    fn precisely(&self, sides: Sides, about: f64, max_t: f64) -> Option<Option<(f64, Triple<f64>)>> {
        if about > max_t * (1.0 + 1e-6) {
            return Some(None);
        }
        let number = DoubleDouble::new;
        let radius = number(self.radii[0]) + number(self.radii[1]);
        let leg = self.leg(sides, number);
        let t = leg.touch(radius)?;
        if !self.is_there(sides, t) {
            return None;
        }
        let rounded = rounded_down(t);
        if rounded.is_nan() || rounded <= 0.0 {
            return None;
        }
        let way = core::array::from_fn(|i| leg.e[i].to_f64() + leg.u[i].to_f64() * rounded);
        Some((rounded <= max_t).then_some((rounded, way)))
    }

    /// Tests whether the feature is the nearest one at this time.
    fn is_there(&self, sides: Sides, t: DoubleDouble) -> bool {
        let number = DoubleDouble::new;
        let lies = |side: i8, x: DoubleDouble, low: DoubleDouble, high: DoubleDouble| match side {
            -1 => x <= low,
            0 => low <= x && x <= high,
            _ => high <= x,
        };
        let at = |i: usize| number(self.p[i]) + number(self.v[i]) * t;
        let about = t.to_f64();
        match &self.target {
            Target::Box([low, high]) => (0..3).all(|i| {
                let (x, way) = (self.p[i] + self.v[i] * about, (self.v[i] * about).abs());
                let near = (self.p[i].abs() + way) * OPEN;
                let [from_low, from_high] = [x - low[i], x - high[i]];
                let clear = match sides[i] {
                    -1 => from_low < -near,
                    0 => from_low > near && from_high < -near,
                    _ => from_high > near,
                };
                clear || lies(sides[i], at(i), number(low[i]), number(high[i]))
            }),
            Target::Segment([a, b]) if a == b => true,
            Target::Segment([a, b]) => {
                let x = core::array::from_fn(|i| self.p[i] + self.v[i] * about);
                let (w, d) = (minus(&x, a), minus(b, a));
                let (along, end) = (dot(&w, &d), dot(&d, &d));
                let size = |v: &Triple<f64>| v[0].abs() + v[1].abs() + v[2].abs();
                let near = (size(&self.p) + size(&x) + size(a)) * size(&d) * OPEN;
                let clear = match sides[0] {
                    -1 => along < -near,
                    0 => along > near && along - end < -near,
                    _ => along - end > near,
                };
                if clear {
                    return true;
                }
                let [a, b] = [a, b].each(|x| x.each(number));
                let d = minus(&b, &a);
                let along = dot(&minus(&core::array::from_fn(at), &a), &d);
                lies(sides[0], along, number(0.0), dot(&d, &d))
            }
        }
    }
}

impl Leg<DoubleDouble> {
    /// Returns the first time at which the vector is as short as the radius.
    fn touch(&self, radius: DoubleDouble) -> Option<DoubleDouble> {
        let Self { e, u, k } = self;
        let zero = DoubleDouble::ZERO;
        let reach = radius * *k;
        // The touch with a single face needs no square root.
        let mut moving = (0..3).filter(|i| u[*i] != zero || e[*i] != zero);
        if let (Some(i), None) = (moving.next(), moving.next()) {
            return Some((Ring::abs(e[i]) - reach) / Ring::abs(u[i]));
        }
        let (a, b, c) = (dot(u, u), dot(e, u), dot(e, e) - reach * reach);
        let under_root = b * b - a * c;
        (under_root > zero && c > zero).then(|| c / (under_root.sqrt() - b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::advance::{self, Advance};
    use crate::convex::form::AsConvex;
    use crate::shape::{Aabb, Capsule, HalfSpace, Plane, Point, Sphere};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[allow(clippy::option_option, reason = "not decided, never, a touch")]
    fn touch<A: AsConvex>(
        a: &A,
        b: &dyn Support<Vector = A::Vector>,
        way: A::Vector,
        max_t: f64,
    ) -> Option<Option<Impact<A::Vector>>> {
        first_touch(&a.form().unwrap(), b, way, max_t)
    }

    #[test]
    fn a_touch_at_a_half_is_at_a_half() {
        let ball = Sphere::new(dvec3(0., 0., 3.), 0.5);
        let down = dvec3(0., 0., -4.);
        let cube = Aabb::new(DVec3::splat(-0.5), DVec3::splat(0.5));
        let impact = touch(&cube, &ball, down, 1.0).unwrap().unwrap();
        assert_eq!((impact.t, impact.normal_a_to_b, impact.point), (0.5, Some(DVec3::Z), dvec3(0., 0., 0.5)));
        let back = touch(&ball, &cube, -down, 1.0).unwrap().unwrap();
        assert_eq!((back.t, back.normal_a_to_b, back.point), (0.5, Some(-DVec3::Z), dvec3(0., 0., 2.5)));
        for a in [Sphere::new(DVec3::ZERO, 0.5), Sphere::new(dvec3(0., 0., 1e6), 0.5)] {
            let b = Sphere::new(a.center + dvec3(0., 0., 3.), 0.5);
            let impact = touch(&a, &b, down, 1.0).unwrap().unwrap();
            assert_eq!((impact.t, impact.normal_a_to_b), (0.5, Some(DVec3::Z)));
        }
        let lying = Capsule::new(dvec3(-1., 0., 0.), dvec3(1., 0., 0.), 0.5);
        let standing = Capsule::new(dvec3(0., 0., -5.), dvec3(0., 0., 0.), 0.5);
        for capsule in [lying, standing] {
            let impact = touch(&capsule, &ball, down, 1.0).unwrap().unwrap();
            assert_eq!((impact.t, impact.normal_a_to_b), (0.5, Some(DVec3::Z)));
        }
        assert_eq!(touch(&Point(dvec3(0., 0., 0.5)), &ball, down, 1.0).unwrap().unwrap().t, 0.5);
        let floor = HalfSpace::new(DVec3::Z, 0.5);
        assert_eq!(touch(&floor, &ball, down, 1.0).unwrap().unwrap().t, 0.5);
        let sheet = Plane::new(-DVec3::Z, -0.5);
        let impact = touch(&sheet, &ball, down, 1.0).unwrap().unwrap();
        assert_eq!((impact.t, impact.normal_a_to_b, impact.point), (0.5, Some(DVec3::Z), dvec3(0., 0., 0.5)));
        let disc = Sphere::new(dvec2(3., 0.), 0.5);
        let square = Aabb::new(DVec2::splat(-0.5), DVec2::splat(0.5));
        assert_eq!(touch(&square, &disc, dvec2(-4., 0.), 1.0).unwrap().unwrap().t, 0.5);
        // The touch is found up to the limit, and not beyond it.
        assert!(touch(&cube, &ball, down, 0.5).unwrap().is_some());
        assert!(touch(&cube, &ball, down, 0.499_999_999_999).unwrap().is_none());
        assert!(touch(&cube, &ball, -down, 9.0).unwrap().is_none());
    }

    const CASES: u32 = 20_000;

    #[test]
    fn it_agrees_with_steps_and_is_decided_nearly_always() {
        let mut rng = fastrand::Rng::with_seed(8);
        let (mut decided, mut hits) = (0, 0);
        for case in 0..CASES {
            let mut number = || rng.f64() * 2.0 - 1.0;
            let mut vector = |size: f64| dvec3(number(), number(), number()) * size;
            let (u, v, at, off) = (vector(1.0), vector(1.0), vector(5.0), vector(2.0));
            let velocity = (off - at) * 1.5;
            let ball = Sphere::new(at, rng.f64() * 0.5 + 0.05);
            let radius = if case % 3 == 0 { 0.0 } else { 0.3 };
            let a: &dyn Support<Vector = DVec3> = match case % 5 {
                0 | 1 => &Capsule::new(u, v, radius),
                2 | 3 => &Aabb::new(-u.abs(), v.abs()),
                _ => &Sphere::new(u, radius),
            };
            let form = Form::Bounded { shape: a, by: DVec3::ZERO };
            let Some(found) = first_touch(&form, &ball, velocity, 1.0) else { continue };
            decided += 1;
            let steps = match advance::steps(&form, &ball, velocity, 1.0) {
                Advance::Touch { impact, .. } => Some(impact),
                Advance::Never => None,
                _ => continue,
            };
            assert_eq!(found.is_some(), steps.is_some(), "{case} {found:?} {steps:?}");
            let (Some(found), Some(steps)) = (found, steps) else { continue };
            hits += 1;
            // Conservative advancement is early.
            assert!((-1e-15..1e-6).contains(&(found.t - steps.t)), "{case} {found:?} {steps:?}");
            let (n, m) = (found.normal_a_to_b.unwrap(), steps.normal_a_to_b.unwrap());
            assert!((n - m).length() < 1e-4 && (found.point - steps.point).length() < 1e-4, "{case} {n} {m}");
        }
        assert!(decided > CASES * 19 / 20 && hits > CASES / 6, "{decided} {hits}");
    }

    #[test]
    fn what_is_open_is_left() {
        let ball = Sphere::new(dvec3(0., 0., 3.), 0.5);
        // No closed form: a grazing motion, a touch at the start, a missing radius, and invalid
        // bounds.
        assert!(touch(&Sphere::new(dvec3(1., 0., 0.), 0.5), &ball, -DVec3::Z, 9.0).is_none());
        assert!(touch(&Sphere::new(dvec3(0., 0., 3.5), 0.5), &ball, -DVec3::Z, 9.0).is_none());
        assert!(touch(&Point(DVec3::ZERO), &Point(DVec3::Z), -DVec3::Z, 9.0).is_none());
        let inside_out = Aabb { min: DVec3::ONE, max: -DVec3::ONE };
        assert!(touch(&inside_out, &ball, -DVec3::Z, 9.0).is_none());
        assert!(touch(&Sphere::new(dvec3(0., f64::NAN, 0.), 0.5), &ball, -DVec3::Z, 9.0).is_none());
        assert!(touch(&HalfSpace::new(dvec3(0., 0.6, 0.8), 0.0), &ball, -DVec3::Z, 9.0).is_none());
    }
}
