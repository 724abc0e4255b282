//! Exact intersection tests of discs, cylinders and cones with polytopes and lines.
//!
//! The part of a polytope between two planes is the hull of its corners there and of the points at
//! which the segments between two corners cross one of the planes. With the axis `m` from the
//! middle `a` of one end to that of the other, the polytope intersects
//!
//! - a disc, if its part in the disc's plane comes within the radius of the middle;
//! - a cylinder, if its part between the ends does so when projected along the axis: `p` maps to `p
//!   |m|^2 - m (p . m)`;
//! - a cone, if its part between the ends does so when projected from the apex onto the plane of
//!   the wider end: `p`, relative to the apex and at the height `z = p . m`, maps to `p Z / z`,
//!   with `Z` the height of the plane.
//!
//! If the apex is an end of the cone, points as low as the apex have no projection. But if the
//! polytope does not contain the apex, it keeps away from it by a distance `g`, and the part of the
//! cone up to `z^2 < g^2 |m|^4 / (|m|^2 + r^2)` is closer than that: points below such a height are
//! left out. (For any `x > 0`, `x / (1 + x)` is below the root of `x`.)
//!
//! The part of a line that faces the shape is a polytope too. Nothing takes a root, and whether a
//! polytope comes within a distance of a point is also decided [exactly](super::within).

use super::within::{Polytopes, Trust};
use crate::number::{Field, Ring, elementary};
use crate::pair::point_ray;
use crate::shape::{Disc, HalfSpace, Point, Segment, TruncatedCone};
use crate::vector::Vector3;
use alloc::vec;
use alloc::vec::Vec;

/// If there are more corners than this, the segments between all pairs are too many.
pub(crate) const MANY: usize = 32;

/// Largest range of the numbers, in powers of two, for which exact fractions stay quick. Beyond it
/// they take seconds.
const REACH: i32 = 1200;

/// Tests whether the range of finite numbers is small enough for fast exact arithmetic.
pub(crate) fn is_decided_in_time(numbers: &[f64]) -> bool {
    let powers = numbers.iter().filter(|x| **x != 0.0).map(|x| elementary::ilogb(*x));
    let ends = powers.map(|e| (e, e)).reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
    ends.is_none_or(|(low, high)| high - low <= REACH)
}

/// Returns where the segments between two points cross the plane on which `side` is 0, and the
/// points on it.
fn crossings<V: Vector3<Mask = bool, Scalar: Field>>(points: &[V], side: impl Fn(V) -> V::Scalar) -> Vec<V> {
    let sides: Vec<V::Scalar> = points.iter().map(|p| side(*p)).collect();
    let mut found = Vec::new();
    for (p, from) in points.iter().zip(&sides) {
        let zero = from.zero();
        if from.same(zero) {
            found.push(*p);
        }
        for (q, to) in points.iter().zip(&sides) {
            if from.lt(zero) && zero.lt(*to) {
                found.push(*p + (*q - *p) * (*from / (*from - *to)));
            }
        }
    }
    found
}

/// Tests whether the hull of the points comes within `reach` of a point.
fn reach<V: Vector3<Mask = bool, Scalar: Field>>(points: Vec<V>, point: V, reach: V::Scalar) -> Option<bool> {
    if points.is_empty() {
        return Some(false);
    }
    // Points projected from an apex are fractions of fractions, most of which cancels out.
    let least = |p: V| V::from_fn(|i| p.get(i).in_least_terms());
    let (points, point): (Vec<V>, V) = (points.into_iter().map(least).collect(), least(point));
    if let [p, q] = *points {
        // Avoids division: a line projected from the apex takes seconds otherwise if it reaches
        // far.
        return Some(point_ray::within(&Point(point), &Segment { a: p, b: q }, reach.squared()));
    }
    let both = Polytopes { a: points, b: vec![point], reach };
    both.come_within(vec![], Trust::exact(reach)).0
}

/// Tests whether a disc intersects the hull of some points.
pub(crate) fn disc<V: Vector3<Mask = bool, Scalar: Field>>(a: &Disc<V>, points: &[V]) -> Option<bool> {
    reach(crossings(points, |p| (p - a.center).dot(a.normal)), a.center, a.radius)
}

/// Tests whether a cylinder or cone, truncated or not, intersects the hull of some points.
pub(crate) fn cone<V: Vector3<Mask = bool, Scalar: Field>>(
    cone: &TruncatedCone<V>,
    points: &[V],
) -> Option<bool> {
    // The wider end comes last.
    let turned = cone.radius_b.lt(cone.radius_a);
    let (a, b) = if turned { (cone.b, cone.a) } else { (cone.a, cone.b) };
    let narrow = Ring::min(cone.radius_a, cone.radius_b);
    let wide = Ring::max(cone.radius_a, cone.radius_b);
    let m = b - a;
    let (mm, zero) = (m.length_squared(), narrow.zero());
    let between = |low: V::Scalar, high: V::Scalar| {
        let height = |p: V| (p - a).dot(m);
        let inside = |p: &V| low.lt(height(*p)) && height(*p).lt(high);
        let mut kept: Vec<V> = points.iter().copied().filter(inside).collect();
        kept.extend(crossings(points, |p| height(p) - low));
        kept.extend(crossings(points, |p| height(p) - high));
        kept
    };
    if narrow.same(wide) {
        let seen = |p: V| (p - a) * mm - m * (p - a).dot(m);
        return reach(between(zero, mm).into_iter().map(seen).collect(), m.zero(), wide * mm);
    }
    let tip = a - m * (narrow / (wide - narrow));
    let mut low = zero;
    if narrow.le(zero) {
        let apart = Polytopes { a: points.to_vec(), b: vec![tip], reach: zero };
        let gap = apart.way(Trust::exact(zero)).map_or(zero, |[p, q]| (p - q).length_squared());
        if gap.le(zero) {
            return Some(true);
        }
        let x = gap * mm.squared() / (mm + wide.squared());
        // Fewer digits of the height are sufficient.
        low = -(-(x / (x + x.one()))).at_least();
    }
    let base = b - tip;
    let seen = |p: V| (p - tip) * (base.dot(m) / (p - tip).dot(m));
    reach(between(low, mm).into_iter().map(seen).collect(), base, wide)
}

/// Returns points whose feet on a line along a direction span those of all discs.
pub(crate) fn extent<V: Vector3<Mask = bool>>(ends: &[Disc<V>], along: V) -> Vec<V> {
    let sign = |x: V::Scalar| if x.lt(x.zero()) { -x.one() } else { x.one() };
    let way = V::from_fn(|i| sign(along.get(i)));
    ends.iter().flat_map(|end| [end.center - way * end.radius, end.center + way * end.radius]).collect()
}

/// Tests whether a disc reaches into a half-space, or to its plane, without a root.
fn low_end<V: Vector3>(a: &Disc<V>, below: &HalfSpace<V>) -> [V::Mask; 2] {
    let side = below.side(a.center);
    let zero = side.zero();
    let reach = a.radius.squared() * below.normal.wedge_squared(a.normal);
    let near = (side.squared() * a.normal.length_squared()).le(reach);
    [side.le(zero) | near, zero.le(side) | near]
}

/// Tests whether the hull of some discs reaches a plane, or into the half-space below it.
pub(crate) fn reaches<V: Vector3>(ends: &[Disc<V>], below: &HalfSpace<V>, solid: bool) -> Option<V::Mask> {
    let sides = ends.iter().map(|end| low_end(end, below));
    let [low, high] = sides.reduce(|[a, b], [c, d]| [a | c, b | d])?;
    Some(if solid { low } else { low & high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::gjk;
    use crate::dynamic::any::Shape3;
    use crate::exact::Arena;
    use crate::shape::{Cone, Line, Ray, Tetrahedron};
    use crate::vector::{V3, Vector};
    use glam::{DVec3, dvec3};

    /// Runs the test in exact numbers.
    macro_rules! meets {
        ($of:ident $shape:expr, $points:expr) => {{
            let arena = Arena::new();
            let number = |x: f64| arena.number(x);
            let points: Vec<V3<_>> = $points.iter().map(|p: &DVec3| p.lift(&number)).collect();
            $of(&$shape.lift::<V3<_>>(&number), &points)
        }};
    }

    #[test]
    fn a_triangle_at_the_rim_of_a_disc_touches_it() {
        let plate = Disc::new(dvec3(0., 0., 1.), dvec3(0., 0., 7.), 5.);
        let beside = |x: f64| [dvec3(x, 4., 0.), dvec3(x, 4., 3.), dvec3(9., 9., 1.)];
        assert_eq!(meets!(disc plate, beside(3.)), Some(true));
        assert_eq!(meets!(disc plate, beside(3.0_f64.next_up())), Some(false));
        assert_eq!(meets!(disc plate, [dvec3(0., 0., 1.0_f64.next_up()), dvec3(1., 2., 1e300)]), Some(false));
    }

    #[test]
    fn a_cylinder_touches_what_reaches_its_side_between_the_caps() {
        let can = TruncatedCone::new(DVec3::ZERO, dvec3(0., 0., 8.), 5., 5.);
        let slanted = |x: f64| [dvec3(x, 4., -9.), dvec3(x, 4., 30.), dvec3(1e300, 4., 7.)];
        assert_eq!(meets!(cone can, slanted(3.)), Some(true));
        assert_eq!(meets!(cone can, slanted(3.0_f64.next_up())), Some(false));
        assert_eq!(meets!(cone can, [dvec3(3., 4., 8.), dvec3(3., 4., 9.)]), Some(true));
        assert_eq!(meets!(cone can, [dvec3(0., 0., 8.0_f64.next_up())]), Some(false));
    }

    #[test]
    fn a_cone_touches_what_reaches_its_side_its_tip_and_its_base() {
        let whole = Cone::new(dvec3(0., 0., 8.), DVec3::ZERO, 10.).truncated();
        let cup = TruncatedCone::new(DVec3::ZERO, dvec3(0., 0., 4.), 10., 5.);
        // Through the side at the height of 4, where it is 5 wide.
        let beside = |x: f64| [dvec3(x, 4., 4.), dvec3(2. * x + 1., 8., 4.), dvec3(3., 4., 5.)];
        for shape in [whole, cup] {
            assert_eq!(meets!(cone shape, beside(3.)), Some(true));
            assert_eq!(meets!(cone shape, beside(3.0_f64.next_up())), Some(false));
            assert_eq!(meets!(cone shape, [dvec3(6., 8., 0.), dvec3(9., 9., -9.)]), Some(true));
            assert_eq!(
                meets!(cone shape, [dvec3(6.0_f64.next_up(), 8., 0.), dvec3(9., 9., -9.)]),
                Some(false)
            );
        }
        let over = |z: f64| [dvec3(-1., -1., z), dvec3(1., -1., z), dvec3(0., 1., z), dvec3(0., 0., 9.)];
        assert_eq!(meets!(cone whole, over(8.)), Some(true));
        assert_eq!(meets!(cone whole, over(8.0_f64.next_up())), Some(false));
        // At the height of the apex, but beside it, and down to the side.
        assert_eq!(meets!(cone whole, [dvec3(1., 0., 8.), dvec3(4., 0., 4.)]), Some(true));
        assert_eq!(meets!(cone whole, [dvec3(1., 0., 8.), dvec3(5.0_f64.next_up(), 0., 4.)]), Some(false));
    }

    #[test]
    fn lines_past_the_side_of_a_cone_and_over_its_tip_miss_it_by_an_ulp() {
        let cone = Shape3::from(Cone::new(dvec3(0., 0., 8.), DVec3::ZERO, 10.));
        let past = |x: f64| Line::new(dvec3(x, 4., 4.), dvec3(-4., 3., 0.));
        let over = |z: f64| Line::new(dvec3(1e300, 0., z), dvec3(-1., 0., 0.));
        for (line, meets) in [
            (past(3.), true),
            (past(3.0_f64.next_up()), false),
            (over(8.), true),
            (over(8.0_f64.next_up()), false),
        ] {
            assert_eq!(cone.intersects(&line.into()), meets, "{line:?}");
            let ray = Ray::new(line.origin, line.direction);
            assert_eq!(Shape3::from(ray).intersects(&cone), meets, "{ray:?}");
        }
    }

    #[test]
    fn what_floats_see_clearly_is_so() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut numbers = [[0.0; 3]; 6];
        let mut seen = [0; 2];
        for _ in 0..3_000 {
            for number in numbers.iter_mut().flatten() {
                *number = f64::from(random.i32(-4..=4));
            }
            let [a, b, corners @ ..] = numbers.map(DVec3::from_array);
            let [low, high] = [0; 2].map(|_| f64::from(random.i32(0..=4)));
            if a == b {
                continue;
            }
            let hull = Tetrahedron::new(corners[0], corners[1], corners[2], corners[3]);
            let (plate, cup) = (Disc::new(a, b - a, low), TruncatedCone::new(a, b, low, high));
            for (clearly, found) in [
                (gjk::seen(&plate, &hull), meets!(disc plate, corners)),
                (gjk::seen(&cup, &hull), meets!(cone cup, corners)),
            ] {
                if let Some(clearly) = clearly {
                    assert_eq!(found, Some(clearly), "{plate:?} {cup:?} {hull:?}");
                    seen[usize::from(clearly)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
    }
}
