//! Time of impact of two convex shapes, one of which moves in a straight line.
//!
//! The distance of `a` and `b + t v` is a convex function of `t`: it decreases, ever more slowly,
//! until the shapes are closest. Newton's method from the left therefore never steps over its first
//! zero. With the unit vector `n` along the shortest way from `a` to `b`, and its length `gap`, the
//! planes across `n` that separate the shapes meet at
//!
//! ```text
//! t + gap / -(v . n)
//! ```
//!
//! and the shapes cannot touch before that. Between flat sides one step is enough. Between round
//! ones each step squares the error, and where they only graze, halves it. If `b` does not approach
//! along `n`, they never touch.
//!
//! Every step computes the shortest way of the cores without their
//! [margins](crate::shape::Support::margin), so spheres and capsules are as exact as points and
//! segments. A `t` is never late: rounding makes it early by no more than the final gap,
//! [`TOUCHING`] roundings of the largest coordinate.
//!
//! Where the shapes graze, approaching slowly and separating fast, as an edge that slides over
//! another, rounding may take a step past the touch, to a gap wider than that. The result is then
//! [`Swept::Perhaps`].
//!
//! Sources: [van den Bergen 2004], whose ray cast takes the same steps and keeps a simplex between
//! them.

use super::contact;
use super::epa;
use super::form::{AsConvex, Core, Form, stretch};
use super::gjk;
use super::truncation::{self, Truncation};
use crate::number::{Float, Ring};
use crate::query::Impact;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use core::ops::ControlFlow;

/// Shapes that approach touch if their gap is at most this many roundings of the largest
/// coordinate.
pub const TOUCHING: f64 = 256.0;
/// Maximum number of steps; a search that reaches it returns a time that is too early.
pub const LIMIT: u32 = 200;

/// Shortest way between two disjoint shapes.
struct Way<V: Vector> {
    gap: V::Scalar,
    /// Unit vector from `a` to `b`.
    normal: V,
    /// Start of the way, on `a`.
    on_a: V,
    /// `true` if a plane across the normal separates the shapes; otherwise only the length is
    /// certain.
    separated: bool,
    /// `true` if the way is so short that its direction is rounding noise.
    noise: bool,
}

/// Result of a sweep.
pub enum Swept<V: Vector> {
    /// The shapes touch; this is the first impact.
    Touch(Impact<V>),
    /// The shapes pass each other so closely that rounding hides whether they touch. If they do,
    /// this is the impact.
    Perhaps(Impact<V>),
    /// The shapes do not touch.
    Never,
}

/// Returns the size with which a form's rounding error scales.
fn size<V: FloatVector>(form: &Form<'_, V>) -> V::Scalar {
    match form {
        Form::Bounded { shape, by } => shape.reach() + by.length(),
        Form::Straight { origin: p, radius, .. } | Form::Conical { apex: p, radius, .. } => {
            p.length() + *radius
        }
        Form::Flat { distance, radius, .. } => distance.abs() + *radius,
    }
}

/// How far each step searches for the shortest way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// Stops once a plane shows that the shapes pass each other, or that rounding leaves no gap.
    /// For `f64`.
    Early,
    /// Runs to the end, so that every digit is as good as possible. For double-double precision.
    Whole,
}

/// Finds the time at which `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`.
/// The shapes must not intersect at the start. Returns `None` if one of them is not convex.
pub fn between<V: FloatVector>(
    a: &dyn AsConvex<Vector = V>,
    b: &dyn AsConvex<Vector = V>,
    velocity: V,
    max_t: V::Scalar,
) -> Option<Swept<V>> {
    between_by(Search::Early, a, b, velocity, max_t)
}

/// Does the same as [`between`] with a given extent of the search.
pub(crate) fn between_by<V: FloatVector>(
    search: Search,
    a: &dyn AsConvex<Vector = V>,
    b: &dyn AsConvex<Vector = V>,
    velocity: V,
    max_t: V::Scalar,
) -> Option<Swept<V>> {
    Some(first_by(search, &a.form()?, &b.form()?, velocity, max_t))
}

/// Does the same for forms. A touch of shapes that are not flat which comes so late that the
/// squares of lengths overflow counts as [`Swept::Never`].
pub fn first<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, velocity: V, max_t: V::Scalar) -> Swept<V> {
    first_by(Search::Early, a, b, velocity, max_t)
}

/// Does the same as [`first`] with a given extent of the search.
pub(crate) fn first_by<V: FloatVector>(
    search: Search,
    a: &Form<'_, V>,
    b: &Form<'_, V>,
    velocity: V,
    max_t: V::Scalar,
) -> Swept<V> {
    let touching = Ring::max(a.rounding(), b.rounding()) * V::Scalar::from_f64(TOUCHING);
    let margin = a.margin() + b.margin();
    let sweep = Sweep { a, b, velocity, max_t, touching, margin, search };
    let zero = V::Scalar::ZERO;
    let mut reached = Reached { t: zero, last: None, hidden: zero, sizes: None };
    for _ in 0..LIMIT {
        match sweep.step(&mut reached) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(None) => break,
            ControlFlow::Break(Some(swept)) => return swept,
        }
    }
    sweep.touch(reached)
}

/// Two forms, of which `b` moves.
struct Sweep<'f, 's, V: FloatVector> {
    a: &'f Form<'s, V>,
    b: &'f Form<'s, V>,
    velocity: V,
    max_t: V::Scalar,
    /// The shapes touch if the gap is at most this fraction of their reach.
    touching: V::Scalar,
    margin: V::Scalar,
    search: Search,
}

/// State of a sweep after a step.
struct Reached<V: Vector> {
    t: V::Scalar,
    /// Shortest way at the previous step.
    last: Option<Way<V>>,
    /// Gap that rounding may leave after the step although the shapes touched on the way.
    hidden: V::Scalar,
    /// Size with which the rounding errors of both scale, once computed.
    sizes: Option<V::Scalar>,
}

impl<V: FloatVector> Sweep<'_, '_, V> {
    /// Takes one step, as long as the gap along the shortest way allows. Breaks with the result, or
    /// with `None` if the shapes touch.
    fn step(&self, reached: &mut Reached<V>) -> ControlFlow<Option<Swept<V>>> {
        let Self { a, b, velocity, max_t, touching, .. } = *self;
        let (zero, t, never) = (V::Scalar::ZERO, reached.t, ControlFlow::Break(Some(Swept::Never)));
        let here = b.moved(velocity * t);
        let Ok(way) = self.way(&here, reached) else { return never };
        let Some(way) = way else {
            // The shapes touch. The previous way does not know where.
            if let Some(last) = &mut reached.last {
                let near = contact::outcome(a, &here).contact;
                last.on_a = near.normal_a_to_b.map_or(last.on_a, |_| near.on_a);
            }
            return ControlFlow::Break(None);
        };
        if reached.last.is_none() && way.separated && !way.noise {
            // The shapes are disjoint at the start, perhaps by less than the touching distance.
            // Shapes that do not approach never touch.
            let speed = -way.normal.dot(velocity);
            if speed <= zero || (way.gap / speed).to_f64() > max_t.to_f64() {
                return never;
            }
        }
        let sizes = *reached.sizes.get_or_insert_with(|| size(a) + size(b));
        let reach = sizes + velocity.length() * t;
        if way.gap <= reach * touching {
            // While rounded shapes have disjoint cores, the way keeps its accuracy; otherwise it is
            // rounding noise.
            match &mut reached.last {
                Some(last) if self.margin <= zero => last.on_a = way.on_a,
                last => *last = Some(way),
            }
            return ControlFlow::Break(None);
        }
        let speed = if way.separated { -way.normal.dot(velocity) } else { velocity.length() };
        // Where the shapes graze, the way becomes too short for its direction to be certain, and no
        // longer shows whether they approach.
        if speed <= zero && way.noise && reached.last.is_some() {
            return ControlFlow::Break(None);
        }
        let next = t + way.gap / speed;
        if speed <= zero || next.to_f64() > max_t.to_f64() {
            return ControlFlow::Break(Some(self.pass(&way, reached)));
        }
        // Products of such lengths overflow, so a touch there cannot be decided.
        let far = sizes + velocity.length() * next;
        let is_flat = matches!((a, b), (Form::Flat { .. }, _) | (_, Form::Flat { .. }));
        if !is_flat && !(far * far).is_finite() {
            return never;
        }
        // Rounding errors of the gap and of its direction change the step by this much.
        let slow = velocity.length() / speed;
        reached.hidden = reach * touching * slow * (slow + V::Scalar::ONE);
        // The direction of a short way is uncertain. That of a longer way may be the same and more
        // certain.
        let unsure = reach * touching / way.gap;
        let last = reached.last.as_ref().map(|last| last.normal);
        let normal = last.filter(|n| (*n - way.normal).length() <= unsure).unwrap_or(way.normal);
        reached.last = Some(Way { normal, ..way });
        if next <= t || next.partial_cmp(&t).is_none() {
            return ControlFlow::Break(None);
        }
        reached.t = next;
        ControlFlow::Continue(())
    }

    /// Returns the shortest way at this time, if it matters.
    fn way(&self, here: &Form<'_, V>, reached: &Reached<V>) -> Result<Option<Way<V>>, Passed> {
        if self.search == Search::Whole {
            return shortest(self.a, here, None);
        }
        let (zero, t) = (V::Scalar::ZERO, reached.t);
        // Upper bound of the reach after the first step.
        let reach = |sizes: V::Scalar| sizes + self.velocity.length() * t;
        let open = reached.sizes.map_or(zero, |all| Ring::max(reached.hidden, reach(all) * self.touching));
        let passes = |n: V, gap: V::Scalar| {
            let speed = -n.dot(self.velocity);
            gap > open && (speed <= zero || (t + gap / speed).to_f64() > self.max_t.to_f64())
        };
        let last = reached.last.as_ref().map(|last| last.normal);
        shortest(self.a, here, Some(&Hint { last, passes: &passes }))
    }

    /// Returns the result of shapes that do not approach, or not in time: they never touch, or they
    /// did if rounding may hide a touch.
    fn pass(&self, way: &Way<V>, reached: &Reached<V>) -> Swept<V> {
        let Reached { t, hidden, .. } = *reached;
        let passed = reached.last.as_ref().filter(|_| way.gap <= hidden);
        passed.map_or(Swept::Never, |last| {
            let early = Ring::max(t - hidden / self.velocity.length(), V::Scalar::ZERO);
            Swept::Perhaps(Impact { t: early, normal_a_to_b: Some(last.normal), point: way.on_a })
        })
    }

    /// Returns the touch at this time.
    fn touch(&self, reached: Reached<V>) -> Swept<V> {
        let t = reached.t;
        let Some(way) = reached.last else {
            // The shapes are within the rounding error of each other, though not overlapping.
            let near = contact::outcome(self.a, self.b).contact;
            return Swept::Touch(Impact { t, normal_a_to_b: near.normal_a_to_b, point: near.on_a });
        };
        Swept::Touch(Impact { t, normal_a_to_b: Some(way.normal), point: way.on_a })
    }
}

/// Hints for a search for the shortest way, and the condition that ends it early.
struct Hint<'h, V: Vector> {
    /// Direction of the previous step.
    last: Option<V>,
    /// Returns whether a plane with this unit normal from `a` to `b`, and this gap along it,
    /// decides the query.
    passes: &'h dyn Fn(V, V::Scalar) -> bool,
}

/// A plane between the two shapes decided the query.
struct Passed;

/// Returns the shortest way from `a` to `b`, or `None` if they overlap or are within the rounding
/// error.
fn shortest<V: FloatVector>(
    a: &Form<'_, V>,
    b: &Form<'_, V>,
    hint: Option<&Hint<'_, V>>,
) -> Result<Option<Way<V>>, Passed> {
    use Form::{Bounded, Conical, Flat, Straight};
    match (*a, *b) {
        (Flat { normal, distance, solid, radius }, _) => Ok(off_plane(normal, distance, radius, solid, b)),
        (_, Flat { normal, distance, solid, radius }) => {
            let turned =
                |way: Way<V>| Way { normal: -way.normal, on_a: way.on_a + way.normal * way.gap, ..way };
            Ok(off_plane(normal, distance, radius, solid, a).map(turned))
        }
        (Bounded { shape, by }, Bounded { shape: other, by: by_other }) => {
            bounded(shape, by, other, by_other, hint)
        }
        (Straight { origin, direction, begins, radius }, Bounded { shape, by }) => {
            let part = stretch((origin, direction, begins, radius), shape, by);
            bounded(&part, by.zero(), shape, by, hint)
        }
        (Bounded { shape, by }, Straight { origin, direction, begins, radius }) => {
            let part = stretch((origin, direction, begins, radius), shape, by);
            bounded(shape, by, &part, by.zero(), hint)
        }
        (Conical { .. }, Bounded { shape, by }) => {
            let Some(part) = truncation::truncate(a, shape, by) else { return Ok(None) };
            bounded(&part, by.zero(), shape, by, hint)
        }
        (Bounded { shape, by }, Conical { .. }) => {
            let Some(part) = truncation::truncate(b, shape, by) else { return Ok(None) };
            bounded(shape, by, &part, by.zero(), hint)
        }
        (Conical { apex, .. }, Straight { .. } | Conical { .. })
        | (Straight { .. }, Conical { apex, .. }) => match truncation::truncate_both(a, b) {
            Some(Truncation::Bounded([part, other])) => {
                bounded(&part, apex.zero(), &other, apex.zero(), hint)
            }
            Some(Truncation::SharedDirection(_)) | None => Ok(None),
        },
        (Straight { .. }, Straight { .. }) => {
            let near = contact::closest(a, b);
            let normal = contact::normal_between(a, b, &near);
            let (on_a, gap) = (near.on_a + normal * a.margin(), near.distance - a.margin() - b.margin());
            let apart = V::Scalar::ZERO < near.distance;
            Ok(apart.then_some(Way { gap, normal, on_a, separated: true, noise: false }))
        }
    }
}

/// Returns the normal of a separating plane, from `a` to `b`, or `None` if the shapes overlap or
/// are within the rounding error.
pub(crate) fn normal_between<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<V> {
    let way = shortest(a, b, None).ok()?;
    way.filter(|way| !way.noise).map(|way| way.normal)
}

fn off_plane<V: FloatVector>(
    normal: V,
    distance: V::Scalar,
    radius: V::Scalar,
    solid: bool,
    b: &Form<'_, V>,
) -> Option<Way<V>> {
    for (n, level) in [(normal, radius + distance), (-normal, radius - distance)] {
        if let Some(low) = b.lowest(n) {
            let gap = n.dot(low) - level;
            if V::Scalar::ZERO < gap {
                return Some(Way { gap, normal: n, on_a: low - n * gap, separated: true, noise: false });
            }
        }
        if solid {
            break;
        }
    }
    None
}

fn bounded<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    by_a: V,
    b: &dyn Support<Vector = V>,
    by_b: V,
    hint: Option<&Hint<'_, V>>,
) -> Result<Option<Way<V>>, Passed> {
    let (core_a, core_b) = (Core { shape: a, by: by_a }, Core { shape: b, by: by_b });
    let margins = a.margin() + b.margin();
    let distance = match hint {
        Some(hint) => {
            let passes = |n: V, gap: V::Scalar| (hint.passes)(n, gap - margins);
            gjk::outcome_unless(&core_a, &core_b, None, &passes).ok_or(Passed)?
        }
        None => gjk::outcome(&core_a, &core_b),
    };
    // After the first step the shapes touch there, up to rounding, and the direction is that of the
    // previous step.
    let last = hint.and_then(|hint| hint.last);
    if let Some(normal) = last.filter(|_| distance.closest.distance <= V::Scalar::ZERO) {
        let on_a = distance.closest.on_a + normal * a.margin();
        return Ok(Some(Way { gap: -margins, normal, on_a, separated: false, noise: true }));
    }
    if let Some(found) = epa::near_of(&core_a, &core_b, &distance) {
        let Some(normal) = found.contact.normal_a_to_b else { return Ok(None) };
        let gap = -found.contact.depth - margins;
        let on_a = found.contact.on_a + normal * a.margin();
        // No plane across such a way separates the shapes.
        let noise = found.error_bound >= -found.contact.depth;
        return Ok(Some(Way { gap, normal, on_a, separated: true, noise }));
    }
    // Any separating plane is as safe, although it allows a shorter step.
    let found = epa::expand(&core_a, &core_b).contact;
    if found.depth < V::Scalar::ZERO {
        let Some(normal) = found.normal_a_to_b else { return Ok(None) };
        let gap = -found.depth - margins;
        return Ok(Some(Way {
            gap,
            normal,
            on_a: found.on_a + normal * a.margin(),
            separated: true,
            noise: false,
        }));
    }
    let found = distance;
    let gap = found.closest.distance - found.error_bound;
    let normal = (found.closest.on_b - found.closest.on_a).normalized_or_zero();
    let on_a = found.closest.on_a + normal * a.margin();
    Ok((V::Scalar::ZERO < gap).then_some(Way {
        gap: gap - margins,
        normal,
        on_a,
        separated: false,
        noise: false,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::coarse::Coarse;
    use super::*;
    use crate::shape::{Aabb, Capsule, HalfSpace, InfiniteCylinder, Line, Plane, Sphere};
    use glam::{DVec3, dvec3};

    type Any<'s> = &'s dyn AsConvex<Vector = DVec3>;

    fn touch(a: Any<'_>, b: Any<'_>, velocity: DVec3) -> Option<Impact<DVec3>> {
        match between(a, b, velocity, 1.0).unwrap() {
            Swept::Touch(impact) => Some(impact),
            Swept::Perhaps(_) | Swept::Never => None,
        }
    }

    fn sweep(a: Any<'_>, b: Any<'_>, velocity: DVec3) -> Option<f64> {
        touch(a, b, velocity).map(|impact| impact.t)
    }

    #[test]
    fn steps_in_floats_end_where_those_in_more_digits_do() {
        use crate::number::{DoubleDouble, Float};
        use crate::shape::Convex;
        use crate::vector::V3;
        let mut rng = fastrand::Rng::with_seed(15);
        let mut touches = 0;
        for case in 0..600 {
            let mut point = |size: f64| DVec3::from_array([0; 3].map(|_| (rng.f64() * 2.0 - 1.0) * size));
            let mut hull = |at: DVec3| {
                let grid = |p: DVec3| if case % 2 == 0 { (p * 2.0).round() } else { p };
                Convex::try_new((0..8).map(|_| at + grid(point(1.0))).collect()).unwrap()
            };
            let (a, b) = (hull(DVec3::ZERO), hull(dvec3(4.0, 0.5, 0.0)));
            let velocity =
                if case % 3 == 0 { dvec3(-4.0, 0.0, 0.0) } else { dvec3(-4.0, 0.0, 0.0) + point(1.0) };
            let found = touch(&a, &b, velocity);
            let precise = |x: f64| x.precise();
            let (a, b) = (a.lift::<V3<DoubleDouble>>(&precise), b.lift::<V3<DoubleDouble>>(&precise));
            let velocity: V3<DoubleDouble> = velocity.lift(&precise);
            let sure = between_by(Search::Whole, &a, &b, velocity, 1.0.precise()).unwrap();
            match (found, sure) {
                (Some(impact), Swept::Touch(sure) | Swept::Perhaps(sure)) => {
                    let early = sure.t.to_f64() - impact.t;
                    assert!((-1e-12..1e-9).contains(&early), "{case}: {early}");
                    touches += 1;
                }
                (None, Swept::Never | Swept::Perhaps(_)) | (Some(_), Swept::Never) => {}
                (None, Swept::Touch(sure)) => panic!("{case}: {:?}", sure.t),
            }
        }
        assert!(touches > 300, "{touches}");
    }

    #[test]
    fn a_ball_meets_a_box_where_it_should_however_large_the_box() {
        // parry #429, #430: short by 139 mm on a box of 500 m.
        for half in [5.0, 50.0, 500.0] {
            let cube = Aabb::new(DVec3::splat(-half), DVec3::splat(half));
            let ball = Sphere::new(dvec3(0.3 * half, 0.1 * half, 2.0 * half), 0.5);
            let hit = touch(&cube, &ball, dvec3(0., 0., -2.0 * half)).unwrap();
            assert_eq!(hit.t, (half - 0.5) / (2.0 * half));
            assert_eq!((hit.normal_a_to_b, hit.point.z), (Some(DVec3::Z), half));
        }
    }

    #[test]
    fn spheres_meet_when_their_centres_are_a_radius_sum_apart() {
        let a = Sphere::new(DVec3::ZERO, 2.0);
        let b = Sphere::new(dvec3(10., 4., 0.), 3.0);
        // (10 - 14 t, 4, 0) has length 5 at t = 0.5.
        assert!((sweep(&a, &b, dvec3(-14., 0., 0.)).unwrap() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn what_only_grazes_touches_and_what_passes_does_not() {
        let a = Sphere::new(DVec3::ZERO, 2.0);
        let graze = |y: f64| sweep(&a, &Sphere::new(dvec3(8., y, 0.), 1.0), dvec3(-16., 0., 0.));
        assert!((graze(3.0).unwrap() - 0.5).abs() < 1e-5);
        assert_eq!(graze(3.0 + 1e-9), None);
        let cube = Aabb::new(DVec3::ZERO, DVec3::ONE);
        let slide = Aabb::new(dvec3(3., 1., 0.), dvec3(4., 2., 1.));
        assert_eq!(sweep(&cube, &slide, dvec3(-4., 0., 0.)), Some(0.5));
        assert_eq!(sweep(&cube, &slide, dvec3(4., 0., 0.)), None);
    }

    #[test]
    fn too_slow_or_still_never_gets_there_and_ends() {
        let (a, b) = (Sphere::new(DVec3::ZERO, 1.0), Sphere::new(dvec3(3., 0., 0.), 1.0));
        for speed in [0.0, -7e-39, -0.999] {
            assert_eq!(sweep(&a, &b, dvec3(speed, 0., 0.)), None, "{speed}");
        }
        assert_eq!(sweep(&a, &b, dvec3(-1., 0., 0.)), Some(1.0));
    }

    #[test]
    fn unbounded_shapes_are_met_too() {
        let ball = Sphere::new(dvec3(1., 2., 6.), 1.0);
        let down = dvec3(0., 0., -10.);
        assert_eq!(sweep(&HalfSpace::new(dvec3(0., 0., 2.), 0.0), &ball, down), Some(0.5));
        assert_eq!(sweep(&Plane::new(DVec3::Z, 0.0), &ball, -down), None);
        let line = Line::new(dvec3(-7., 2., 1.), dvec3(3., 0., 0.));
        assert!((sweep(&line, &ball, down).unwrap() - 0.4).abs() < 1e-15);
        let pipe = InfiniteCylinder::new(dvec3(1., 0., 0.), DVec3::Y, 2.0);
        assert!((sweep(&pipe, &ball, down).unwrap() - 0.3).abs() < 1e-15);
        assert!((sweep(&pipe, &Line::new(dvec3(0., 0., 4.), DVec3::X), down).unwrap() - 0.2).abs() < 1e-15);
    }

    #[test]
    fn capsules_meet_end_to_side() {
        let a = Capsule::new(dvec3(-5., 0., 0.), dvec3(5., 0., 0.), 1.0);
        let b = Capsule::new(dvec3(1., 8., 0.), dvec3(1., 4., 0.), 0.5);
        let hit = touch(&a, &b, dvec3(0., -10., 0.)).unwrap();
        assert!((hit.t - 0.25).abs() < 1e-15);
        assert_eq!(hit.point, dvec3(1., 1., 0.));
    }

    #[test]
    fn shapes_closer_than_the_coarser_one_is_known_touch_at_once() {
        let cube = Aabb::new(DVec3::ZERO, DVec3::ONE);
        let above = |gap: f64| Coarse(Aabb::new(dvec3(0., 0., 1. + gap), dvec3(1., 1., 2.)), 1e-6);
        let down = dvec3(0., 0., -1.);
        let (near, far) = (above(1e-5), above(0.125));
        assert_eq!(sweep(&cube, &near, down), Some(0.0));
        assert_eq!(sweep(&near, &cube, -down), Some(0.0));
        assert_eq!(sweep(&cube, &far, down), Some(0.125));
        assert_eq!(sweep(&far, &cube, -down), Some(0.125));
    }

    #[test]
    fn shapes_as_far_apart_as_rounding_may_leave_them_touch() {
        // 256 roundings of 2^44 are 1.
        let ground = HalfSpace::new(DVec3::Z, 0.0);
        let slab = |gap: f64| Aabb::new(dvec3(0., 0., gap), dvec3((1_u64 << 44) as f64, 1., gap + 1.));
        assert_eq!(sweep(&ground, &slab(1.0), dvec3(0., 0., -8.)), Some(0.0));
        assert_eq!(sweep(&ground, &slab(2.0), dvec3(0., 0., -8.)), Some(0.25));
    }
}
