//! AABB and ray (line, segment).
//!
//! Relative to the ray's origin the box is `|x_i - c_i| <= h_i`, and the ray runs along `d`. They
//! intersect exactly if the origin lies in the box swept backwards along `d`. The faces of the
//! swept box are those box faces that are not swept over, and the strips swept by the edges. The
//! conditions are, for axis `i`, and for the strips orthogonal to axes `i, j`,
//!
//! ```text
//! |c_i| <= h_i  or  c_i d_i > 0        |d_i c_j - d_j c_i| <= h_i |d_j| + h_j |d_i|
//! ```
//!
//! A line is swept both ways, so only the strips remain, unless its direction is 0. For a segment
//! the first condition is also tested from its end, backwards. There is no division, hence no
//! `0 / 0` when the origin lies on a plane. All numbers are doubled, because halving `min + max`
//! would be an additional rounding.
//!
//! The span is the one between the entries and exits of the slabs.
//!
//! Sources: [Ericson 5.3.3], [Kay 1986].

use crate::exact::certain::Excess;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::cast::{Range, first_ahead};
use crate::pair::ray_ray;
use crate::query::{Closest, Hit, OptSpan, Span};
use crate::shape::{Aabb, Line, Linear, Ray};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> V::Mask {
    let (o, d) = (b.origin(), b.direction());
    let (center, size) = ((a.min - o) + (a.max - o), a.max - a.min);
    let mut hit = if L::HAS_START {
        d.overlaps_or_approaches(center, size)
    } else {
        center.within(size) | center.get(0).zero().lt(d.length_squared())
    };
    if L::HAS_END {
        let end = b.end();
        hit = hit & (-d).overlaps_or_approaches((a.min - end) + (a.max - end), size);
    }
    hit & d.crosses_projections(center, size)
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> Option<bool> {
    let mut excess = excess(a, b);
    // The sign of `behind` is certain, so the larger of the two decides. NaN decides nothing.
    excess.value = Ring::max(behind(a, b), excess.value);
    excess.sum_at_most_zero()
}

/// Returns a positive number if, on some axis, the ray leads away from the box or ends before it,
/// and a negative one if it does not. These are products of single differences, whose signs are
/// exact. 0 is undecided.
#[inline(always)]
fn behind<V: FloatVector, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> V::Scalar {
    if !L::HAS_START {
        return -V::Scalar::ONE;
    }
    let (o, d) = (b.origin(), b.direction());
    let mut behind = (o - a.min).times(d).min((o - a.max).times(d));
    if L::HAS_END {
        let end = b.end();
        behind = behind.max((a.min - end).times(d).min((a.max - end).times(d)));
    }
    behind.max_coordinate()
}

/// Returns the excess of the strip farthest from the ray. The error of the comparison is less than
/// `12 u` times the sum of the products in it.
#[inline(always)]
pub(crate) fn excess<V: FloatVector, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> Excess<V::Scalar> {
    let (o, d) = (b.origin(), b.direction());
    let (center, size) = ((o - a.min) + (o - a.max), a.max - a.min);
    let (one, other) = (d.times(center.cycled()), d.cycled().times(center));
    let reach = size.times(d.cycled().magnitudes()) + size.cycled().times(d.magnitudes());
    // In 2D both strips are the same.
    let most = |strips: V| if V::DIM == 2 { strips.get(0) } else { strips.max_coordinate() };
    let value = most((one - other).magnitudes() - reach);
    Excess { value, size: most(one.magnitudes() + other.magnitudes() + reach), noise: 8 }
}

/// Tests whether the distance between them is at most the square root of `squared`.
#[inline(always)]
pub(crate) fn within<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(
    a: &Aabb<V>,
    b: &L,
    squared: V::Scalar,
) -> V::Mask {
    // A line that misses the box passes one of its edges; only an end can be closest to the
    // interior of a face.
    let mut hit = intersects(a, b) | near(a, b.origin(), squared);
    if L::HAS_END {
        hit = hit | near(a, b.end(), squared);
    }
    for axis in 0..V::DIM {
        for corner in 0..(1 << (V::DIM - 1)) {
            if hit.all() {
                return hit;
            }
            hit = hit | ray_ray::within(&a.edge(axis, corner), b, squared);
        }
    }
    hit
}

/// Tests whether the squared distance of the point is at most `squared`.
#[inline(always)]
fn near<V: Vector>(a: &Aabb<V>, p: V, squared: V::Scalar) -> V::Mask {
    (p - a.closest_point(p)).length_squared().le(squared)
}

/// Returns the closest points: on an edge of the box and the line, or on the box and at an end; a
/// common point if they intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> Closest<V> {
    let mut best = Closest::between(a.closest_point(b.origin()), b.origin());
    if L::HAS_END {
        let end = b.at(best.distance.one());
        best = best.nearer(Closest::between(a.closest_point(end), end));
    }
    for axis in 0..V::DIM {
        for corner in 0..(1 << (V::DIM - 1)) {
            best = best.nearer(ray_ray::distance(&a.edge(axis, corner), b));
        }
    }
    best.or_shared(intersects(a, b), shared_point(a, b))
}

/// Returns a common point if they intersect: where the line enters, or its start. If rounding puts
/// the entry after the exit, it is the exit.
pub(crate) fn shared_point<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> V {
    let (o, d) = (b.origin(), b.direction());
    let zero = o.get(0).zero();
    // For a line, which may enter at any t, start from the entry of one slab.
    let (mut t, mut end) = (-zero.infinity(), zero.infinity());
    if L::HAS_START {
        t = zero;
    }
    if L::HAS_END {
        end = zero.one();
    }
    for i in 0..V::DIM {
        let (di, back) = (d.get(i), d.get(i).lt(zero));
        let near = Ring::select(back, a.max.get(i), a.min.get(i));
        let far = Ring::select(back, a.min.get(i), a.max.get(i));
        t = Ring::max(t, (near - o.get(i)).div_or(di, -zero.infinity()));
        end = Ring::min(end, (far - o.get(i)).div_or(di, zero.infinity()));
    }
    let t = Ring::min(t, end);
    let t = Ring::select(t.lt(-zero.infinity().half()), zero, t);
    a.closest_point(b.at(t))
}

/// Returns the span of the line inside the box; it exists exactly if they intersect.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Line<V>) -> OptSpan<V> {
    intersects(a, b).then_some(line_span(a, b))
}

/// Returns the first hit of a line, ray or segment. Boxes behind the ray are rejected without the
/// divisions that compute the exit.
#[inline(always)]
pub(crate) fn cast<V: FloatVector>(range: &Range<V>, a: &Aabb<V>) -> Option<Hit<V>> {
    let Line { origin, direction } = range.line;
    let met = if range.low == V::Scalar::ZERO {
        intersects(a, &Ray { origin, direction })
    } else {
        intersects(a, &range.line)
    };
    first_ahead(range, &line_span(a, &range.line), met)
}

/// Returns the span of a line that intersects the box. Inlined, so that callers that need no normal
/// do not wait for it.
#[inline(always)]
pub(crate) fn line_span<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Line<V>) -> Span<V> {
    let (o, d) = (b.origin, b.direction);
    let (to_min, to_max) = (a.min - o, a.max - o);
    let zero = o.get(0).zero();
    let infinity = zero.infinity();
    // The minimum and the maximum of both, instead of a branch on the sign, which is unpredictable.
    let t_in = to_min.quotients(d, -infinity).min(to_max.quotients(d, -infinity));
    let t_out = to_min.quotients(d, infinity).max(to_max.quotients(d, infinity));
    let (mut enter, mut exit) = (t_in.get(0), t_out.get(0));
    for i in 1..V::DIM {
        enter = Ring::max(enter, t_in.get(i));
        exit = Ring::min(exit, t_out.get(i));
    }
    // The outward normal points against the direction at the entry, along the first axis whose slab
    // is entered there.
    let (mut normal_enter, mut normal_exit) = (b.origin.zero(), b.origin.zero());
    for i in 0..V::DIM {
        let (mut last_in, mut first_out) = (zero.always(), zero.always());
        for j in 0..V::DIM {
            let (before, after) = (t_in.get(j), t_out.get(j));
            last_in = last_in & if j < i { before.lt(t_in.get(i)) } else { before.le(t_in.get(i)) };
            first_out = first_out & if j < i { t_out.get(i).lt(after) } else { t_out.get(i).le(after) };
        }
        let di = b.direction.get(i);
        let sign = Ring::select(zero.lt(di), zero.one(), zero) - Ring::select(di.lt(zero), zero.one(), zero);
        normal_enter = normal_enter.with(i, Ring::select(last_in, -sign, zero));
        normal_exit = normal_exit.with(i, Ring::select(first_out, sign, zero));
    }
    // Because of rounding, `exit` may be less than `enter` at a corner.
    let exit = Ring::max(enter, exit);
    Span { enter, exit, normal_enter, normal_exit }
}

/// Returns the entry of a line that intersects the box, like [`line_span`], with half the divisions.
/// For lanes, where a select by the sign is not a branch.
#[inline(always)]
pub(crate) fn enter<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Line<V>) -> V::Scalar {
    let d = b.direction;
    let zero = d.get(0).zero();
    let mut near = a.min;
    for i in 0..V::DIM {
        near = near.with(i, Ring::select(d.get(i).lt(zero), a.max.get(i), a.min.get(i)));
    }
    let t_in = (near - b.origin).quotients(d, -zero.infinity());
    let mut enter = t_in.get(0);
    for i in 1..V::DIM {
        enter = Ring::max(enter, t_in.get(i));
    }
    enter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::point_ray;
    use crate::shape::{Point, Segment};
    use glam::{DVec2, DVec3, Vec2, Vec3};

    const CUBE: Aabb<DVec3> = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);

    #[test]
    fn e14_an_origin_on_the_plane_of_a_parallel_slab_is_no_nan() {
        for x in [-1.0, 1.0] {
            let ray = Ray::new(DVec3::new(x, 0.0, -5.0), DVec3::Z);
            assert_eq!(ray.cast(&CUBE).map(|hit| hit.t), Some(4.0));
        }
    }

    #[test]
    fn e14_a_direction_of_zero_is_a_point() {
        let still = Ray::new(DVec3::ZERO, DVec3::ZERO);
        assert_eq!(still.cast(&CUBE).map(|hit| hit.t), Some(0.0));
        assert!(!intersects(&CUBE, &Ray::new(DVec3::splat(2.0), DVec3::ZERO)));
    }

    #[test]
    fn a_hit_so_late_that_its_t_is_infinite_is_none_and_does_not_start_inside() {
        let slow = Ray::new(DVec3::new(0.0, 0.0, -1e200), DVec3::new(0.0, 0.0, 1e-200));
        assert_eq!(slow.cast(&CUBE), None);
        assert_eq!(Ray::new(DVec3::ZERO, slow.direction).cast(&CUBE).map(|hit| hit.t), Some(0.0));
    }

    #[test]
    fn a_line_through_a_corner_touches_it_whatever_the_division_rounds() {
        let square = Aabb::new(Vec2::ZERO, Vec2::new(3.0, 1.0));
        let line = Line::new(Vec2::new(-9.0, -3.0), Vec2::new(-7.0 * 12.0, 7.0 * 4.0));
        assert!(!intersects(&square, &line));
        let line = Line::new(Vec2::new(-6.0, 4.0), Vec2::new(0.3 * 9.0, 0.3 * -3.0));
        assert_eq!(intersects(&square, &line), span(&square, &line).is_some());
    }

    #[test]
    fn a_line_that_slides_on_a_face_touches_along_it() {
        let slide = span(&CUBE, &Line::new(DVec3::new(0.0, 1.0, 0.0), DVec3::X)).unwrap();
        assert_eq!((slide.enter, slide.exit), (-1.0, 1.0));
    }

    #[test]
    fn a_segment_past_an_edge_is_nearest_to_the_edge() {
        let segment = Segment::new(DVec3::new(4.0, 0.0, 5.0), DVec3::new(5.0, 0.0, 4.0));
        let closest = distance(&CUBE, &segment);
        assert!((closest.distance - 3.5 * 2f64.sqrt()).abs() < 1e-14);
        assert!(within(&CUBE, &segment, 24.5) && !within(&CUBE, &segment, 24.4));
    }

    #[test]
    fn a_shared_point_found_only_by_rounding_is_near_both() {
        // A ten-millionth apart, along a side of the box.
        let a = Aabb::new(Vec3::new(-4.0, -2.0, 3.0), Vec3::new(0.999_999_9, 4.0, 4.000_002));
        let b = Segment::new(Vec3::new(1.0, 3.0, 4.0), Vec3::new(0.999_999_9, -1.0, 1.0));
        let closest = distance(&a, &b);
        let off = |p: Vec3| point_ray::distance(&Point(p), &b).distance.max(a.closest_point(p).distance(p));
        assert!(
            closest.distance < 1e-6 && off(closest.on_a) < 1e-6 && off(closest.on_b) < 1e-6,
            "{closest:?}"
        );
    }

    #[test]
    fn a_shared_point_lies_in_both() {
        let segment = Segment::new(DVec2::new(-3.0, 0.0), DVec2::new(3.0, 1.0));
        let closest = distance(&Aabb::new(DVec2::NEG_ONE, DVec2::ONE), &segment);
        assert_eq!((closest.distance, closest.on_a), (0.0, closest.on_b));
        assert_eq!(closest.on_a.x, -1.0);
    }
}
