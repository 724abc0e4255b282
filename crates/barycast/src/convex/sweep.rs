//! When two convex shapes first touch, of which one moves straight on.
//!
//! The distance of `a` and of `b + t v` is a convex function of `t`: it falls, ever more slowly, up to where they are
//! nearest. So Newton's method from the left never steps over its first zero. With the unit vector `n` of the
//! shortest way from `a` to `b` and its length `gap`, the planes across `n` that hold them apart meet at
//!
//! ```text
//! t + gap / -(v . n)
//! ```
//!
//! and not before that can the shapes touch. Between flat sides one step is all; between round ones the error is
//! squared with each, and where they only graze, halved. When `b` does not come nearer along `n`, they never touch.
//!
//! Every step asks anew for the shortest way, of cores without their [margins](crate::shape::Support::margin),
//! so spheres and capsules are as exact as points and segments. A `t` is never late: what rounding leaves out of it
//! makes it early, by no more than the gap it ended with: [`TOUCHING`] roundings of the largest coordinate.
//!
//! Where they graze, coming nearer slowly and going away fast, as an edge that slides over another, rounding may take a step
//! past the touch, to where they are farther apart than that: then they touch [perhaps](Swept::Perhaps).
//!
//! Sources: [van den Bergen 2004], whose ray cast takes the same steps with a simplex kept between them.

use super::contact;
use super::epa;
use super::form::{AsConvex, Core, Form, stretch};
use super::gjk;
use super::opening::{self, Meeting};
use crate::number::{Float, Ring};
use crate::query::Impact;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};

/// Shapes this many roundings of the largest coordinate apart touch, where they come nearer.
pub const TOUCHING: f64 = 256.0;
/// Steps after which it gives up, and answers a time that is too early.
pub const LIMIT: u32 = 200;

/// The shortest way between two that are apart.
struct Way<V: Vector> {
    gap: V::Scalar,
    /// From `a` to `b`, of length 1.
    normal: V,
    /// Its start.
    on_a: V,
    /// A plane across the normal holds them apart; else only the length is sure.
    separated: bool,
    /// So short that its direction is what rounding left.
    noise: bool,
}

/// What is known of two shapes of which one moved.
pub enum Swept<V: Vector> {
    /// They touch, here first.
    Touch(Impact<V>),
    /// They pass each other so closely that rounding hides whether they touch: if they do, here.
    Perhaps(Impact<V>),
    /// They do not touch.
    Never,
}

/// What a form's rounding scales with.
fn size<V: FloatVector>(form: &Form<'_, V>) -> V::Scalar {
    match form {
        Form::Bounded { shape, by } => shape.reach() + by.length(),
        Form::Straight { origin: p, radius, .. } | Form::Conical { apex: p, radius, .. } => {
            p.length() + *radius
        }
        Form::Flat { distance, radius, .. } => distance.abs() + *radius,
    }
}

/// When `b`, moving by `t velocity`, first touches `a`, with `0 <= t <= max_t`. They must not intersect at the start.
/// `None` when one of them is not convex.
pub fn between<V: FloatVector>(
    a: &dyn AsConvex<Vector = V>,
    b: &dyn AsConvex<Vector = V>,
    velocity: V,
    max_t: V::Scalar,
) -> Option<Swept<V>> {
    Some(first(&a.form()?, &b.form()?, velocity, max_t))
}

/// The same for forms. What comes only when the squares of lengths are no numbers any more, of shapes that are not flat, is
/// held never to come.
pub fn first<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, velocity: V, max_t: V::Scalar) -> Swept<V> {
    let zero = V::Scalar::ZERO;
    let mut t = zero;
    let mut last: Option<Way<V>> = None;
    let (sizes, margin) = (size(a) + size(b), a.margin() + b.margin());
    let is_flat = matches!((a, b), (Form::Flat { .. }, _) | (_, Form::Flat { .. }));
    let touching = Ring::max(a.rounding(), b.rounding()) * V::Scalar::from_f64(TOUCHING);
    // How far apart rounding may leave them after the last step, though they touched on the way.
    let mut hidden = zero;
    for _ in 0..LIMIT {
        let here = b.moved(velocity * t);
        let Some(way) = shortest(a, &here) else {
            // They touch: where, the way there did not know.
            if let Some(last) = &mut last {
                let near = contact::outcome(a, &here).contact;
                last.on_a = near.normal_a_to_b.map_or(last.on_a, |_| near.on_a);
            }
            break;
        };
        let reach = sizes + velocity.length() * t;
        if last.is_none() && way.separated && !way.noise {
            // They are apart at the start, be it by less than touches: what comes no nearer never meets.
            let speed = -way.normal.dot(velocity);
            if speed <= zero || (way.gap / speed).to_f64() > max_t.to_f64() {
                return Swept::Never;
            }
        }
        if way.gap <= reach * touching {
            // Around cores that are apart the way is as good as ever; else it is what rounding left.
            if zero < margin || last.is_none() {
                last = Some(way);
            } else if let Some(last) = &mut last {
                last.on_a = way.on_a;
            }
            break;
        }
        let speed = if way.separated { -way.normal.dot(velocity) } else { velocity.length() };
        // Where they graze the way gets shorter than its direction is sure, and that says no more who goes where.
        if speed <= zero && way.noise && last.is_some() {
            break;
        }
        let next = t + way.gap / speed;
        if speed <= zero || next.to_f64() > max_t.to_f64() {
            let passed = last.filter(|_| way.gap <= hidden);
            return passed.map_or(Swept::Never, |last| {
                let early = Ring::max(t - hidden / velocity.length(), zero);
                Swept::Perhaps(Impact { t: early, normal_a_to_b: Some(last.normal), point: way.on_a })
            });
        }
        // Products of such lengths are no numbers: what meets there, nobody can tell.
        let far = sizes + velocity.length() * next;
        if !is_flat && !(far * far).is_finite() {
            return Swept::Never;
        }
        // The step is off by what a rounding of the gap and of its direction makes of it.
        let slow = velocity.length() / speed;
        hidden = reach * touching * slow * (slow + V::Scalar::ONE);
        // Of a short way the direction is not sure: that of a longer one may be the same, and surer.
        let unsure = reach * touching / way.gap;
        let normal = last.as_ref().map(|last| last.normal).filter(|n| (*n - way.normal).length() <= unsure);
        last = Some(Way { normal: normal.unwrap_or(way.normal), ..way });
        if next <= t || next.partial_cmp(&t).is_none() {
            break;
        }
        t = next;
    }
    let Some(way) = last else {
        // Closer than rounding lets one tell, though not in each other.
        let near = contact::outcome(a, b).contact;
        return Swept::Touch(Impact { t, normal_a_to_b: near.normal_a_to_b, point: near.on_a });
    };
    Swept::Touch(Impact { t, normal_a_to_b: Some(way.normal), point: way.on_a })
}

/// The shortest way from `a` to `b`; `None` when they are in each other or closer than rounding lets one tell.
fn shortest<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Way<V>> {
    use Form::{Bounded, Conical, Flat, Straight};
    match (*a, *b) {
        (Flat { normal, distance, solid, radius }, _) => off_plane(normal, distance, radius, solid, b),
        (_, Flat { normal, distance, solid, radius }) => {
            let way = off_plane(normal, distance, radius, solid, a)?;
            Some(Way { normal: -way.normal, on_a: way.on_a + way.normal * way.gap, ..way })
        }
        (Bounded { shape, by }, Bounded { shape: other, by: by_other }) => {
            bounded(shape, by, other, by_other)
        }
        (Straight { origin, direction, begins, radius }, Bounded { shape, by }) => {
            let part = stretch((origin, direction, begins, radius), shape, by);
            bounded(&part, by.zero(), shape, by)
        }
        (Bounded { shape, by }, Straight { origin, direction, begins, radius }) => {
            let part = stretch((origin, direction, begins, radius), shape, by);
            bounded(shape, by, &part, by.zero())
        }
        (Conical { .. }, Bounded { shape, by }) => {
            bounded(&opening::facing(a, shape, by)?, by.zero(), shape, by)
        }
        (Bounded { shape, by }, Conical { .. }) => {
            bounded(shape, by, &opening::facing(b, shape, by)?, by.zero())
        }
        (Conical { apex, .. }, Straight { .. } | Conical { .. })
        | (Straight { .. }, Conical { apex, .. }) => match opening::meeting(a, b)? {
            Meeting::Parts([part, other]) => bounded(&part, apex.zero(), &other, apex.zero()),
            Meeting::Endless(_) => None,
        },
        (Straight { .. }, Straight { .. }) => {
            let near = contact::closest(a, b);
            let normal = contact::normal_between(a, b, &near);
            let (on_a, gap) = (near.on_a + normal * a.margin(), near.distance - a.margin() - b.margin());
            (V::Scalar::ZERO < near.distance).then_some(Way {
                gap,
                normal,
                on_a,
                separated: true,
                noise: false,
            })
        }
    }
}

/// Across a plane that holds them apart, from `a` to `b`; `None` when they are in each other or closer than rounding lets one tell.
pub(crate) fn normal_between<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<V> {
    shortest(a, b).filter(|way| !way.noise).map(|way| way.normal)
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
) -> Option<Way<V>> {
    let (core_a, core_b) = (Core { shape: a, by: by_a }, Core { shape: b, by: by_b });
    let margins = a.margin() + b.margin();
    if let Some(found) = epa::near(&core_a, &core_b) {
        let normal = found.contact.normal_a_to_b?;
        let gap = -found.contact.depth - margins;
        let on_a = found.contact.on_a + normal * a.margin();
        // No plane across such a way holds them apart.
        let noise = found.error_bound >= -found.contact.depth;
        return Some(Way { gap, normal, on_a, separated: true, noise });
    }
    // Any plane between them is as safe, if not as far-sighted.
    let found = epa::expand(&core_a, &core_b).contact;
    if found.depth < V::Scalar::ZERO {
        let normal = found.normal_a_to_b?;
        let gap = -found.depth - margins;
        return Some(Way {
            gap,
            normal,
            on_a: found.on_a + normal * a.margin(),
            separated: true,
            noise: false,
        });
    }
    let found = gjk::outcome(&core_a, &core_b);
    let gap = found.closest.distance - found.error_bound;
    let normal = (found.closest.on_b - found.closest.on_a).normalized_or_zero();
    let on_a = found.closest.on_a + normal * a.margin();
    (V::Scalar::ZERO < gap).then_some(Way {
        gap: gap - margins,
        normal,
        on_a,
        separated: false,
        noise: false,
    })
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
