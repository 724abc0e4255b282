//! Penetration depth and normal of any two convex shapes, bounded or unbounded.
//!
//! A finite translation separates an unbounded shape only along directions in which that shape is
//! bounded. The least depth over these directions is the answer. If there are none, the depth is
//! infinite.
//!
//! The directions and the depth along them, by the [forms](super::form) of the two shapes:
//!
//! - Flat and any: the plane's normal, up or down, or only outward for a half-space. The depth is
//!   from the plane to the other's lowest point.
//! - Straight and bounded: perpendicular to the line, and off the start of a ray. The depth is by
//!   [`epa`] of a [stretch](super::form) of the line.
//! - Two straight, 3D: perpendicular to both. The depth is the sum of the radii, less the distance
//!   of the lines; 0 for lines, which cross at a point.
//! - Two straight, 2D: perpendicular to one, if the other begins on the far side, with the depth
//!   from the line to that beginning; or from one beginning to the other, with the sum of the radii
//!   less that way.
//! - Conical and any but flat: those off the cone's side. The depth is by [`epa`] of a
//!   part of it (`truncation.rs`), and infinite if a direction leads into both.
//! - Two bounded: all directions, by [`epa`].

use super::epa::{self, Outcome, Status};
use super::form::{AsConvex, Core, Form, across, parallel, stretch};
use super::gjk;
use super::truncation::{self, Truncation};
use crate::number::{Field, Float, Real, Ring};
use crate::query::{Closest, Penetration};
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Returns the least translation that separates two intersecting shapes, or `None` if one is not
/// convex.
pub fn between<V: FloatVector>(
    a: &dyn AsConvex<Vector = V>,
    b: &dyn AsConvex<Vector = V>,
) -> Option<Outcome<V>> {
    Some(outcome(&a.form()?, &b.form()?))
}

/// Returns the least translation that separates two intersecting shapes. If none does, the normal
/// is `None`, the depth is infinite and the points are not set.
pub fn outcome<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Outcome<V> {
    use Form::{Bounded, Conical, Flat, Straight};
    match (*a, *b) {
        (Flat { normal, distance, solid, radius }, _) => done(off_plane(normal, distance, radius, solid, b)),
        (_, Flat { normal, distance, solid, radius }) => {
            done(off_plane(normal, distance, radius, solid, a).swap())
        }
        (Bounded { shape, by }, Bounded { shape: other, by: by_other }) => {
            // The result does not depend on the order of the shapes, down to the last bit.
            if later(a, b) {
                let found = epa::moved(other, by_other, shape, by);
                return Outcome { contact: found.contact.swap(), ..found };
            }
            epa::moved(shape, by, other, by_other)
        }
        (Straight { origin, direction, begins, radius }, Bounded { shape, by }) => {
            let part = stretch((origin, direction, begins, radius), shape, by);
            epa::moved(&part, by.zero(), shape, by)
        }
        (Bounded { shape, by }, Straight { origin, direction, begins, radius }) => {
            let part = stretch((origin, direction, begins, radius), shape, by);
            epa::moved(shape, by, &part, by.zero())
        }
        (Conical { .. }, Bounded { shape, by }) => match truncation::truncate(a, shape, by) {
            Some(part) => epa::moved(&part, by.zero(), shape, by),
            None => done(endless(by)),
        },
        (Bounded { .. } | Straight { .. }, Conical { .. }) => {
            let found = outcome(b, a);
            Outcome { contact: found.contact.swap(), ..found }
        }
        (Conical { apex, .. }, Straight { .. } | Conical { .. }) => match truncation::truncate_both(a, b) {
            Some(Truncation::Bounded([part, other])) => epa::moved(&part, apex.zero(), &other, apex.zero()),
            _ => done(endless(apex)),
        },
        (Straight { .. }, Straight { .. }) if later(a, b) => done(V::by_dim(Crossing(b, a)).swap()),
        (Straight { .. }, Straight { .. }) => done(V::by_dim(Crossing(a, b))),
    }
}

/// Returns how far moving the second shape along a unit vector separates the two; infinity for the
/// zero vector, which stands for no direction.
pub(crate) fn depth_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    n: V,
) -> V::Scalar {
    if n.is_zero() {
        return n.get(0).infinity();
    }
    (a.support(n) - b.support(-n)).dot(n)
}

/// Refines the contact of two bounded shapes for numbers in double-double precision: if moving the
/// second shape by the contact's translation leaves a gap, both shapes continue along that narrow
/// gap. The result has the same or less depth. Returns `None` if the refinement ends nowhere near a
/// touch.
///
/// Near the axis of a round shape all ways out are nearly equally long, and the gap rotates the way
/// only slightly. After [`PLAIN`] steps each step therefore goes as far in its direction as the
/// depth decreases, and some steps rotate the way about an axis: each of `turns` holds two
/// directions across that axis and each other.
pub(crate) fn refined<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    turns: &[[V; 2]],
    found: Penetration<V>,
) -> Option<Penetration<V>> {
    const LIMIT: u32 = 200;
    let depth_along = |n: V| depth_along(a, b, n);
    let rounding = Ring::max(a.rounding(), b.rounding()).to_f64();
    let (narrow, wide) = (f64::max(1e-20, rounding * 4.0), f64::max(NEAR, rounding * 64.0));
    // Relative to the rounding of all coordinates, wherever the contact lies.
    let nothing = Ring::max(a.reach(), b.reach()) * V::Scalar::from_f64(f64::min(narrow, NOTHING));
    let mut best = found;
    let mut near = None;
    for step in 0..LIMIT {
        let Some(from) = best.normal_a_to_b else { return Some(best) };
        let (core_a, core_b) = (Core { shape: a, by: from.zero() }, Core { shape: b, by: from * best.depth });
        let gap = gjk::distance(&core_a, &core_b).grown(a.margin(), b.margin());
        let size = gap.on_a.length() + best.depth;
        let closed = gap.distance <= Ring::max(size * V::Scalar::from_f64(narrow), nothing);
        let along = |(depth, normal): Along<V>| {
            let on_a = a.support(normal);
            Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth }
        };
        let about_an_axis = |depth: V::Scalar| {
            let enough = depth - size * V::Scalar::from_f64(narrow);
            turns.iter().find_map(|turn| turned(&depth_along, from, *turn, enough, closed)).map(along)
        };
        if (closed || step >= PLAIN && step % PLAIN == 0)
            && let Some(better) = about_an_axis(best.depth)
        {
            best = better;
            continue;
        }
        if gap.distance <= nothing {
            return Some(best);
        }
        near = (gap.distance <= size * V::Scalar::from_f64(wide)).then_some(best).or(near);
        let normal = (gap.on_b - gap.on_a).normalized_or_zero();
        // For a nearly round shape even a closed gap still has a useful direction.
        if (step >= PLAIN || closed)
            && let Some(found) = farther(&depth_along, from, normal, best.depth)
        {
            let less = best.depth - found.0;
            best = along(found);
            if !closed || less > size * V::Scalar::from_f64(narrow) {
                continue;
            }
        }
        if closed {
            return Some(best);
        }
        let depth = depth_along(normal);
        if depth >= best.depth || depth < V::Scalar::ZERO {
            match about_an_axis(best.depth) {
                Some(better) => best = better,
                None => return near,
            }
            continue;
        }
        let on_b = gap.on_a - normal * depth;
        best = Penetration { normal_a_to_b: Some(normal), depth, on_a: gap.on_a, on_b };
    }
    near
}

/// A gap below this fraction of the sizes counts as a touch if rounding prevents a smaller one.
/// This happens for a flat shape deep inside a round one, where the ways out in all directions are
/// equally long.
const NEAR: f64 = 3e-10;
/// A gap below this fraction of the largest coordinate has no direction.
const NOTHING: f64 = 1e-28;
/// Number of steps that go no farther than the gap.
const PLAIN: u32 = 8;

/// Depth along a direction, and the direction.
pub(crate) type Along<V> = (<V as Vector>::Scalar, V);

/// Searches an interval for the least depth by ternary search, and keeps every value below the best
/// so far.
fn by_thirds<V: FloatVector>(
    at: &impl Fn(f64) -> Along<V>,
    [mut low, mut high]: [f64; 2],
    best: &mut Along<V>,
) {
    const SECTIONS: u32 = 80;
    for _ in 0..SECTIONS {
        let (x, y) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        let (at_x, at_y) = (at(x), at(y));
        if at_x.0 < at_y.0 {
            high = y;
        } else {
            low = x;
        }
        for found in [at_x, at_y] {
            if found.0 < best.0 && found.0 >= V::Scalar::ZERO {
                *best = found;
            }
        }
    }
}

/// Returns the least depth along the directions obtained by rotating a first one about an axis, if
/// it is less than `enough`. If the first direction is `stationary`, searches only the parts of the
/// circle that start lower.
pub(crate) fn turned<V: FloatVector>(
    depth_along: &impl Fn(V) -> V::Scalar,
    from: V,
    [x, y]: [V; 2],
    enough: V::Scalar,
    stationary: bool,
) -> Option<Along<V>> {
    const PARTS: u32 = 16;
    let (across_x, across_y) = (from.dot(x), from.dot(y));
    let reach = (across_x * across_x + across_y * across_y).sqrt();
    let rest = from - x * across_x - y * across_y;
    // One full circle in four quarters, along the sides of a square.
    let at = |t: f64| {
        let t = (t + 8.0) % 4.0;
        let part = t % 1.0;
        let (cos, sin) = match t as i32 {
            0 => (1.0 - part, part),
            1 => (-part, 1.0 - part),
            2 => (part - 1.0, -part),
            _ => (part, part - 1.0),
        };
        let out = (x * V::Scalar::from_f64(cos) + y * V::Scalar::from_f64(sin)).normalized_or_zero();
        let normal = (rest + out * reach).normalized_or_zero();
        // In 2D there are only two directions.
        (if out.is_zero() { reach.infinity() } else { depth_along(normal) }, normal)
    };
    let (p, q) = (across_x.to_f64(), across_y.to_f64());
    let part = p.abs() / (p.abs() + q.abs());
    let here = match (p < 0.0, q < 0.0) {
        _ if part.is_nan() => return None,
        (false, false) => 1.0 - part,
        (true, false) => 1.0 + part,
        (true, true) => 3.0 - part,
        (false, true) => 3.0 + part,
    };
    let (mut middle, mut best) = (here, (enough, from));
    let width = 4.0 / f64::from(PARTS);
    // Symmetric shapes have nearly the same depth on the opposite side.
    let mirrored = [4.0 - here, 6.0 - here];
    for t in (1..PARTS).map(|i| here + f64::from(i) * width).chain(mirrored) {
        let found = at(t);
        if found.0 < best.0 && found.0 >= V::Scalar::ZERO {
            (middle, best) = (t, found);
        }
    }
    if best.0 < enough || !stationary {
        by_thirds(&at, [middle - width, middle + width], &mut best);
    }
    (best.0 < enough).then_some(best)
}

/// Returns the least depth along the directions that start at one direction and continue through
/// another, if it is less than at the first.
fn farther<V: FloatVector>(
    depth_along: &impl Fn(V) -> V::Scalar,
    from: V,
    through: V,
    depth: V::Scalar,
) -> Option<Along<V>> {
    const DOUBLINGS: i32 = 60;
    let at = |t: f64| {
        let normal = (from + (through - from) * V::Scalar::from_f64(t)).normalized_or_zero();
        (depth_along(normal), normal)
    };
    let (mut t, mut best) = (1.0, at(1.0));
    while best.0 >= depth && t > 1e-6 {
        t *= 0.5;
        best = at(t);
    }
    if best.0 >= depth || best.0 < V::Scalar::ZERO {
        return None;
    }
    for _ in 0..DOUBLINGS {
        let next = at(2.0 * t);
        if next.0 >= best.0 || next.0 < V::Scalar::ZERO {
            break;
        }
        (t, best) = (2.0 * t, next);
    }
    by_thirds(&at, [0.5 * t, 2.0 * t], &mut best);
    Some(best)
}

fn done<V: FloatVector>(contact: Penetration<V>) -> Outcome<V> {
    Outcome { contact, error_bound: V::Scalar::ZERO, iterations: 0, status: Status::Converged }
}

/// Orders two shapes by their position, so that the order of the arguments does not change the
/// result.
pub(crate) fn later<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> bool {
    for axis in 0..V::DIM {
        for one in [V::Scalar::ONE, -V::Scalar::ONE] {
            let way = |somewhere: V| somewhere.zero().with(axis, one);
            let mark = |form: &Form<'_, V>| match *form {
                Form::Bounded { shape, by } => shape.support(way(by)) + by,
                Form::Straight { origin, direction, .. } => origin + direction * one,
                Form::Conical { apex, axis, .. } => apex + axis * one,
                Form::Flat { normal, .. } => normal,
            };
            let (p, q) = (mark(a), mark(b));
            for i in 0..V::DIM {
                if p.get(i) != q.get(i) {
                    return p.get(i) > q.get(i);
                }
            }
        }
    }
    false
}

/// Returns the result of shapes that no finite translation separates.
fn endless<V: FloatVector>(somewhere: V) -> Penetration<V> {
    let point = somewhere.zero();
    Penetration { normal_a_to_b: None, depth: V::Scalar::ONE.infinity(), on_a: point, on_b: point }
}

/// Returns the least translation off a plane or out of a half-space.
fn off_plane<V: FloatVector>(
    normal: V,
    distance: V::Scalar,
    radius: V::Scalar,
    solid: bool,
    b: &Form<'_, V>,
) -> Penetration<V> {
    let mut best = endless(normal);
    for (n, level) in [(normal, radius + distance), (-normal, radius - distance)] {
        if let Some(on_b) = b.lowest(n) {
            let depth = Ring::max(level - n.dot(on_b), V::Scalar::ZERO);
            if depth < best.depth {
                best = Penetration { normal_a_to_b: Some(n), depth, on_a: on_b + n * depth, on_b };
            }
        }
        if solid {
            break;
        }
    }
    best
}

/// Two intersecting straight forms.
struct Crossing<'f, 's, V: FloatVector>(&'f Form<'s, V>, &'f Form<'s, V>);

impl<V: FloatVector> ByDim<V> for Crossing<'_, '_, V> {
    type Answer = Penetration<V>;

    fn d2(self) -> Penetration<V>
    where
        V: Vector2,
    {
        let Self(a, b) = self;
        let Some([(p, u), (q, v)]) = lines(a, b) else { return endless(V::splat(V::Scalar::ZERO)) };
        let mut best = endless(u);
        let ways = [u.perp(), -u.perp(), v.perp(), -v.perp(), (q - p).normalized_or_zero()];
        for n in ways.into_iter().filter(|n| !n.is_zero()) {
            if let (Some(top), Some(low)) = (a.lowest(-n), b.lowest(n)) {
                let depth = Ring::max(n.dot(top - low), V::Scalar::ZERO);
                if depth < best.depth {
                    // The one that is cut at its start touches there.
                    let on_a = if across(v, n) { top } else { low + n * depth };
                    best = Penetration { normal_a_to_b: Some(n), depth, on_a, on_b: on_a - n * depth };
                }
            }
        }
        if let Some(n) = best.normal_a_to_b.filter(|n| parallel(u, v) && across(u, *n)) {
            let on_a = closest(a, b).on_a + n * a.margin();
            return Penetration { on_a, on_b: on_a - n * best.depth, ..best };
        }
        best
    }

    fn d3(self) -> Penetration<V>
    where
        V: Vector3,
    {
        let Self(a, b) = self;
        let Some([(_, u), (_, v)]) = lines(a, b) else { return endless(V::splat(V::Scalar::ZERO)) };
        let near = closest(a, b);
        let margin = a.margin() + b.margin();
        let size = near.on_a.length() + near.on_b.length() + margin;
        // A vector no longer than the rounding error has no direction.
        let noise = size * V::Scalar::EPSILON * size.lit(1 << 12);
        let (normal, apart) = if noise < near.distance {
            (normal_between(a, b, &near), near.distance)
        } else if parallel(u, v) {
            (u.any_orthogonal().normalized_or_zero(), V::Scalar::ZERO)
        } else {
            (u.cross(v).normalized_or_zero(), V::Scalar::ZERO)
        };
        let depth = Ring::max(margin - apart, V::Scalar::ZERO);
        let on_a = near.on_a + normal * a.margin();
        Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth }
    }
}

/// Returns the start of each of two straight forms, or a point on it, and its direction.
fn lines<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<[(V, V); 2]> {
    match (*a, *b) {
        (Form::Straight { origin: p, direction: u, .. }, Form::Straight { origin: q, direction: v, .. }) => {
            Some([(p, u), (q, v)])
        }
        _ => None,
    }
}

/// Returns the unit vector between the closest points of two straight forms, from the first to the
/// second. It is made exactly perpendicular to each direction to which it is perpendicular up to
/// the rounding error, which is large for a short vector.
pub(crate) fn normal_between<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, near: &Closest<V>) -> V {
    let way = near.on_b - near.on_a;
    let Some([(_, u), (_, v)]) = lines(a, b) else { return way.normalized_or_zero() };
    let size = near.on_a.length() + near.on_b.length();
    let noise = size * V::Scalar::EPSILON * size.lit(1 << 12);
    let across = |axis: V| way.dot(axis).abs() <= noise;
    let without = |from: V, axis: V| from - axis * from.dot(axis);
    let (upright, rest) = if across(u) { (without(way, u), without(v, u)) } else { (way, v) };
    let upright =
        if parallel(u, v) || !across(v) { upright } else { without(upright, rest.normalized_or_zero()) };
    upright.normalized_or_zero()
}

/// Returns the closest points of the axes of two straight forms: lines or rays.
pub(crate) fn closest<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Closest<V> {
    let zero = V::Scalar::ZERO;
    let (
        Form::Straight { origin: p, direction: u, begins, .. },
        Form::Straight { origin: q, direction: v, begins: begins_b, .. },
    ) = (*a, *b)
    else {
        let nowhere = V::splat(zero);
        return Closest::between(nowhere, nowhere);
    };
    let clamp = |t: V::Scalar, begins: bool| if begins && t < zero { zero } else { t };
    let w = q - p;
    let s = if parallel(u, v) { w.dot(u) } else { w.wedge_dot(v, u, v).div_or(u.wedge_squared(v), zero) };
    let s = clamp(s, begins);
    let t = (u * s - w).dot(v);
    let (s, t) = if begins_b && t < zero { (clamp(w.dot(u), begins), zero) } else { (s, t) };
    Closest::between(p + u * s, q + v * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape2;
    use crate::shape::{Aabb, HalfSpace, InfiniteCylinder, Line, Plane, Point, Ray, Segment, Sphere};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    /// Returns a depth function that is a quarter along one direction and grows with the angle from
    /// it.
    fn deeper_away_from(least: DVec2) -> impl Fn(DVec2) -> f64 {
        move |n| 1.25 - n.dot(least)
    }

    #[test]
    fn a_plane_lets_go_to_its_nearer_side_a_half_space_outward_only() {
        let cube = Aabb::new(dvec3(0., 0., -3.), dvec3(1., 1., 1.));
        let up = Plane::new(dvec3(0., 0., 2.), 0.0).contact(&cube).unwrap();
        assert_eq!((up.depth, up.normal_a_to_b), (1.0, Some(-DVec3::Z)));
        let out = HalfSpace::new(dvec3(0., 0., 2.), 0.0).contact(&cube).unwrap();
        assert_eq!((out.depth, out.normal_a_to_b), (3.0, Some(DVec3::Z)));
    }

    #[test]
    fn a_line_through_a_plane_never_leaves_it_and_one_in_it_touches() {
        let plane = Plane::new(DVec3::Z, 1.0);
        let through = plane.contact(&Line::new(dvec3(2., 3., 0.), dvec3(0., 0., 5.))).unwrap();
        assert_eq!((through.depth, through.normal_a_to_b), (f64::INFINITY, None));
        assert_eq!((through.on_a, through.on_b), (dvec3(2., 3., 1.), dvec3(2., 3., 1.)));
        let within = plane.contact(&Line::new(dvec3(2., 3., 1.), DVec3::X)).unwrap();
        assert_eq!((within.depth, within.normal_a_to_b), (0.0, Some(DVec3::Z)));
    }

    #[test]
    fn a_ray_leaves_a_plane_by_its_origin() {
        let plane = Plane::new(DVec3::Z, 0.0);
        let c = Ray::new(dvec3(0., 0., 2.), dvec3(1., 0., -1.)).contact(&plane).unwrap();
        assert_eq!((c.depth, c.normal_a_to_b), (2.0, Some(DVec3::Z)));
    }

    #[test]
    fn lines_leave_bounded_shapes_sideways_rays_past_their_origin_too() {
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(8., 8., 8.));
        let sideways = cube.contact(&Line::new(dvec3(3., 9., 5.), DVec3::Y)).unwrap();
        assert!((sideways.depth - 3.0).abs() < 1e-14, "{sideways:?}");
        let back = cube.contact(&Ray::new(dvec3(4., 6.5, 4.), DVec3::Y)).unwrap();
        assert!((back.depth - 1.5).abs() < 1e-14 && back.normal_a_to_b == Some(DVec3::Y), "{back:?}");
    }

    #[test]
    fn lines_that_cross_touch_in_space_and_cannot_part_in_the_plane() {
        let (x, y) = (Line::new(DVec3::ZERO, DVec3::X), Line::new(DVec3::ZERO, dvec3(1., 2., 0.)));
        let c = x.contact(&y).unwrap();
        assert_eq!((c.depth, c.normal_a_to_b.map(|n| n.z.abs())), (0.0, Some(1.0)));
        let (x, y) = (Line::new(DVec2::ZERO, DVec2::X), Line::new(DVec2::ZERO, dvec2(1., 2.)));
        assert_eq!(x.contact(&y).unwrap().normal_a_to_b, None);
        // A ray that crosses is moved back over the line at the ray's origin.
        let c = x.contact(&Ray::new(dvec2(3., -2.), dvec2(1., 1.))).unwrap();
        assert_eq!((c.depth, c.normal_a_to_b), (2.0, Some(DVec2::Y)));
    }

    #[test]
    fn straight_ones_in_the_plane_part_along_the_shortest_way_of_all() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut depths = 0;
        for case in 0..600 {
            let mut point = || dvec2(f64::from(rng.i8(-4..5)), f64::from(rng.i8(-4..5)));
            let (p, u, q, mut v) = (point(), point(), point(), point());
            if case % 3 == 0 {
                v = if case % 2 == 0 { u * 2. } else { -u };
            }
            if u == DVec2::ZERO || v == DVec2::ZERO {
                continue;
            }
            let straight = |p: DVec2, d: DVec2, is_line: bool, radius: f64| {
                let core: Shape2 = if is_line { Line::new(p, d).into() } else { Ray::new(p, d).into() };
                core.try_rounded(radius).unwrap()
            };
            let (line_a, line_b, radius_a, radius_b) =
                (case % 5 == 0, case % 7 == 0, f64::from(rng.u8(0..9)), f64::from(rng.u8(0..4)));
            let (a, b) = (straight(p, u, line_a, radius_a), straight(q, v, line_b, radius_b));
            let Some(found) = a.contact(&b).unwrap() else { continue };
            // Depth along each of many directions along which both shapes are bounded.
            let ends = |n: DVec2, d: DVec2, is_line: bool| n.dot(d) <= 0. && !(is_line && n.dot(d) < 0.);
            let ways = (0..7200).map(|i| DVec2::from_angle(f64::from(i) * core::f64::consts::TAU / 7200.));
            let ways = ways.chain([u.perp(), -u.perp(), v.perp(), -v.perp()].map(DVec2::normalize));
            let least = ways
                .filter(|n| ends(*n, u, line_a) && ends(-*n, v, line_b))
                .map(|n| radius_a + radius_b + n.dot(p - q))
                .fold(f64::INFINITY, f64::min);
            let Some(n) = found.normal_a_to_b else {
                assert_eq!(least, f64::INFINITY, "{a:?} {b:?}");
                continue;
            };
            assert!((least - 1e-5..=least + 1e-12).contains(&found.depth), "{a:?} {b:?} {found:?} {least}");
            // The points lie on the surface of each shape, at its extent along the way out.
            assert!((n.dot(found.on_a - p) - radius_a).abs() < 1e-12, "{a:?} {b:?} {found:?}");
            assert!((n.dot(q - found.on_b) - radius_b).abs() < 1e-12, "{a:?} {b:?} {found:?}");
            for (shape, on) in [(&a, found.on_a), (&b, found.on_b)] {
                assert!(shape.closest(&Point(on).into()).distance < 1e-12, "{a:?} {b:?} {found:?}");
            }
            depths += usize::from(found.depth > 0.);
        }
        assert!(depths > 200, "{depths}");
    }

    #[test]
    fn pipes_part_across_both_axes() {
        let a = InfiniteCylinder::new(DVec3::ZERO, dvec3(0., 0., 3.), 2.0);
        let crossing = a.contact(&InfiniteCylinder::new(dvec3(1., 0., 0.), DVec3::Y, 0.5)).unwrap();
        assert_eq!((crossing.depth, crossing.normal_a_to_b), (1.5, Some(DVec3::X)));
        let inside = a.contact(&Line::new(dvec3(0., 0., 7.), DVec3::Z)).unwrap();
        assert_eq!(inside.depth, 2.0);
        let ball = a.contact(&Sphere::new(dvec3(0., 1., 1e6), 0.25)).unwrap();
        assert!((ball.depth - 1.25).abs() < 1e-9);
    }

    #[test]
    fn points_and_segments_leave_each_other_as_thin_as_they_are() {
        let s = Segment::new(DVec3::ZERO, dvec3(2., 0., 0.));
        let c = s.contact(&Point(DVec3::X)).unwrap();
        assert_eq!((c.depth, c.normal_a_to_b.map(|n| n.x)), (0.0, Some(0.0)));
        assert!(s.contact(&Point(DVec3::Y)).is_none());
    }

    #[test]
    fn the_least_depth_between_two_directions_is_found() {
        let least = dvec2(0.8, 0.6);
        let depth_along = deeper_away_from(least);
        let (depth, normal) = farther(&depth_along, DVec2::X, dvec2(0.6, 0.8), 0.45).unwrap();
        assert!((depth - 0.25).abs() < 1e-15 && (normal - least).length() < 1e-7, "{depth} {normal}");
    }

    #[test]
    fn the_least_depth_well_beyond_the_second_direction_is_found() {
        let least = dvec2(0.28, 0.96);
        let depth_along = deeper_away_from(least);
        let (depth, normal) = farther(&depth_along, DVec2::X, dvec2(0.96, 0.28), 0.97).unwrap();
        assert!((depth - 0.25).abs() < 1e-15 && (normal - least).length() < 1e-7, "{depth} {normal}");
    }

    #[test]
    fn a_second_direction_beyond_a_ridge_is_taken() {
        // Extent of a box of 2 by 1, whose corner lies between the two directions.
        let depth_along = |n: DVec2| n.x.abs() + 0.5 * n.y.abs();
        assert_eq!(farther(&depth_along, DVec2::X, DVec2::Y, 1.0), Some((0.5, DVec2::Y)));
    }

    #[test]
    fn a_direction_along_which_they_only_touch_is_the_least_deep() {
        let depth_along = |n: DVec2| n.y.abs();
        assert_eq!(farther(&depth_along, DVec2::Y, DVec2::X, 1.0), Some((0.0, DVec2::X)));
    }

    #[test]
    fn of_directions_as_good_as_each_other_the_second_one_stays() {
        let through = dvec2(0.8, 0.6);
        let depth_along = |n: DVec2| if n == DVec2::X { 1.0 } else { 0.5 };
        assert_eq!(farther(&depth_along, DVec2::X, through, 1.0), Some((0.5, through)));
    }

    #[test]
    fn of_shapes_in_two_places_one_is_later_whichever_is_named_first() {
        let unit_box = |p: DVec3| Aabb::new(p, p + DVec3::ONE);
        for p in [dvec3(1., 2., 3.), dvec3(0., 2., -3.), dvec3(0., 0., 3.)] {
            let (a, b) = (unit_box(DVec3::ZERO), unit_box(p));
            let (a, b) = (a.form().unwrap(), b.form().unwrap());
            assert_ne!(later(&a, &b), later(&b, &a), "{p}");
        }
        let line = |p: DVec3| Line::new(p, DVec3::Z);
        let (a, b) = (line(dvec3(0., 1., 0.)), line(dvec3(2., 3., 4.)));
        let (a, b) = (a.form().unwrap(), b.form().unwrap());
        assert_ne!(later(&a, &b), later(&b, &a));
    }
}
