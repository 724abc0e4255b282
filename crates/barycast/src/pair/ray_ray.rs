//! Ray and ray (also lines and segments).
//!
//! With `w = o2 - o1` and `n = d1 x d2`, lines that are not parallel are closest at
//!
//! ```text
//! t1 = (w x d2) . n / |n|^2        t2 = (w x d1) . n / |n|^2
//! ```
//!
//! with a distance of `|w . n| / |n|`, which is 0 in 2D. If either `t` is out of range, or the
//! lines are parallel, the closest points include an end. From any point of a segment, its foot on
//! the other set, and the foot of that on the segment, lead to the closest points; so "parallel"
//! needs no tolerance.
//!
//! Sources: [Ericson 5.1.8], [Eberly 2015].

use crate::exact::Noise;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::point_ray;
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{Line, Linear, Point, Segment};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Returns `|n|^2` and the numerators of `t1` and `t2` at the crossing, or the closest points, of
/// the two lines.
#[inline(always)]
fn crossing<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> (V::Scalar, V::Scalar, V::Scalar) {
    let (w, d1, d2) = (b.origin() - a.origin(), a.direction(), b.direction());
    (d1.wedge_squared(d2), w.wedge_dot(d2, d1, d2), w.wedge_dot(d1, d1, d2))
}

/// Tests whether they intersect; touching and overlapping count.
#[inline(always)]
pub fn intersects<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>>(a: &A, b: &B) -> V::Mask {
    V::by_dim(IntersectionTest(a, b))
}

/// Two linear sets.
struct IntersectionTest<'a, A, B>(&'a A, &'a B);

impl<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>> ByDim<V> for IntersectionTest<'_, A, B> {
    type Answer = V::Mask;

    #[inline(always)]
    fn d2(self) -> V::Mask
    where
        V: Vector2,
    {
        let Self(a, b) = self;
        if A::HAS_END && B::HAS_END {
            return boxes(a, b).0 & passes(a, b) & passes(b, a);
        }
        crossing_or_ends_intersect(a, b)
    }

    #[inline(always)]
    fn d3(self) -> V::Mask
    where
        V: Vector3,
    {
        crossing_or_ends_intersect(self.0, self.1)
    }
}

/// Returns whether two segments in 2D intersect if plain floats certify it, otherwise `None`.
#[inline(always)]
pub(crate) fn certainly<V: Vector2<Mask = bool>>(a: &Segment<V>, b: &Segment<V>) -> Option<bool> {
    let (overlap, size) = boxes(a, b);
    let noise = Noise::of(size);
    let ([p, q], [r, s]) = (sides(a, b), sides(b, a));
    let clear = noise.apart(p) & noise.apart(q) & noise.apart(r) & noise.apart(s);
    // Disjoint boxes would decide it too, but a branch on them is unpredictable.
    let zero = p.zero();
    clear.then_some(overlap & (p.lt(zero) ^ q.lt(zero)) & (r.lt(zero) ^ s.lt(zero)))
}

/// Returns whether two sets in 3D are certainly disjoint: the volume that they span is not 0.
#[inline(always)]
pub(crate) fn certainly_apart<V: Vector3<Mask = bool>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> Option<bool> {
    let (w, d1, d2) = (b.origin() - a.origin(), a.direction(), b.direction());
    let noise = Noise::of_triples([w.largest(), d1.largest(), d2.largest()]);
    noise.apart(w.triple(d1, d2)).then_some(false)
}

/// Returns whether the bounding boxes of two segments intersect, and the size of the box around
/// both.
#[inline(always)]
fn boxes<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>>(a: &A, b: &B) -> (V::Mask, V) {
    let (p, q, r, s) = (a.origin(), a.end(), b.origin(), b.end());
    let (low_a, high_a, low_b, high_b) = (p.min(q), p.max(q), r.min(s), r.max(s));
    (low_a.le_all(high_b) & low_b.le_all(high_a), high_a.max(high_b) - low_a.min(low_b))
}

/// Tests whether the ends of the segment `b` are not strictly on one side of the line of `a`.
#[inline(always)]
fn passes<V: Vector2, A: Linear<Vector = V>, B: Linear<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let [p, q] = sides(a, b);
    let zero = p.zero();
    p.min(q).le(zero) & zero.le(p.max(q))
}

/// Returns the sides of the line of `a` on which the ends of `b` lie: twice the areas that they
/// span with `a`.
#[inline(always)]
fn sides<V: Vector2, A: Linear<Vector = V>, B: Linear<Vector = V>>(a: &A, b: &B) -> [V::Scalar; 2] {
    let (start, normal) = (a.origin(), a.direction().perp());
    [normal.dot(b.origin() - start), normal.dot(b.end() - start)]
}

/// Intersection test by the crossing of their lines, and by the ends of each.
#[inline(always)]
fn crossing_or_ends_intersect<V: Vector, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> V::Mask {
    let (nn, t1, t2) = crossing(a, b);
    let zero = nn.zero();
    let in_plane = (b.origin() - a.origin()).triple(a.direction(), b.direction()).same(zero);
    let crossing = zero.lt(nn) & in_plane & a.contains_ratio(t1, nn) & b.contains_ratio(t2, nn);
    // Parallel sets that meet hold an end of each other, and so do those of length 0.
    let mut hit = crossing
        | point_ray::intersects(&Point(a.origin()), b)
        | point_ray::intersects(&Point(b.origin()), a);
    if A::HAS_END {
        hit = hit | point_ray::intersects(&Point(a.at(zero.one())), b);
    }
    if B::HAS_END {
        hit = hit | point_ray::intersects(&Point(b.at(zero.one())), a);
    }
    hit
}

/// Tests whether their squared distance is at most `squared`. Exact number types avoid the
/// division.
#[inline(always)]
pub(crate) fn within<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
    squared: V::Scalar,
) -> V::Mask {
    if V::Scalar::ROUNDS && V::DIM == 3 {
        // The common normal of nearly parallel lines is noise, and so is the distance computed from
        // it.
        return closest_within(a, b, squared);
    }
    // Two ends are close enough, or an end and the interior of the other, or they cross between
    // their ends.
    let (d1, d2) = (a.direction(), b.direction());
    let w = b.origin() - a.origin();
    let mut hit = w.length_squared().le(squared);
    hit = hit | point_ray::beside::<V, B>(-w, d2, squared) | point_ray::beside::<V, A>(w, d1, squared);
    if A::HAS_END {
        let w = b.origin() - a.end();
        hit = hit | w.length_squared().le(squared) | point_ray::beside::<V, B>(-w, d2, squared);
    }
    if B::HAS_END {
        let w = b.end() - a.origin();
        hit = hit | w.length_squared().le(squared) | point_ray::beside::<V, A>(w, d1, squared);
    }
    if A::HAS_END && B::HAS_END {
        hit = hit | (b.end() - a.end()).length_squared().le(squared);
    }
    let (nn, t1, t2) = crossing(a, b);
    let apart = w.triple(d1, d2).squared();
    let crosses = nn.zero().lt(nn) & a.contains_ratio(t1, nn) & b.contains_ratio(t2, nn);
    hit | (crosses & apart.le(squared * nn))
}

/// Returns the squared distance, a fraction without a square root.
#[inline(always)]
pub(crate) fn distance_squared<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> V::Scalar {
    let nearest = nearest(a, b);
    if V::DIM == 2 {
        // In 2D, lines that cross within range have distance 0, despite rounding.
        let (nn, t1, t2) = crossing(a, b);
        let zero = nn.zero();
        let cross = zero.lt(nn) & a.contains_ratio(t1, nn) & b.contains_ratio(t2, nn);
        return Ring::select(cross, zero, nearest.squared);
    }
    nearest.squared
}

/// Returns the closest points; for overlapping sets, a common end.
#[inline]
pub fn distance<V: Vector<Scalar: Real>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    distance_in_lanes(a, b)
}

/// Like [`distance`], but inlined, for lanes.
#[inline(always)]
pub(crate) fn distance_in_lanes<V: Vector<Scalar: Real>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    let Nearest { squared, s, t } = nearest(a, b);
    Closest { distance: squared.sqrt(), on_a: a.at(s), on_b: b.at(t) }
}

/// Returns the [`distance`] of two segments, made 0 exactly if [`intersects`]. That test costs as
/// much again, so it runs only if the distance is less than a generous bound of the rounding of
/// either kernel.
#[inline(always)]
pub fn closest<V: FloatVector>(a: &Segment<V>, b: &Segment<V>) -> Closest<V> {
    let found = distance(a, b);
    let (w, d1, d2) = (b.a - a.a, a.direction(), b.direction());
    let size = w.length_squared() + d1.length_squared() + d2.length_squared();
    // Far from the origin the two points are accurate only to the spacing of floats.
    let far = a.a.length_squared() * V::Scalar::EPSILON * V::Scalar::from_f64(256.0);
    if (size + far) * V::Scalar::EPSILON < found.distance.squared() {
        return found;
    }
    found.consistent_with(intersects(a, b))
}

/// Closest points of two linear sets: `s` on the first, `t` on the second, and the squared distance
/// of one of these points from the other set.
#[derive(Clone, Copy)]
struct Nearest<S> {
    squared: S,
    s: S,
    t: S,
}

impl<S: Ring> Nearest<S> {
    #[inline(always)]
    fn select(mask: S::Mask, one: Self, other: Self) -> Self {
        Self {
            squared: Ring::select(mask, one.squared, other.squared),
            s: Ring::select(mask, one.s, other.s),
            t: Ring::select(mask, one.t, other.t),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self::select(self.squared.le(other.squared), self, other)
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self { squared: self.squared, s: self.t, t: self.s }
    }
}

/// Computes the closest points.
///
/// From the crossing, clamped to a segment, it steps to the foot on the other set and back. From
/// any start on a segment, two feet lead to the closest points, for nearly parallel sets up to
/// rounding. It starts on the shorter of two segments, or on both if they have equal lengths, so
/// that the order of the arguments does not matter. Without a segment, the crossing may be far away
/// and noise, so every end is a candidate too.
#[inline(always)]
fn nearest<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
) -> Nearest<V::Scalar> {
    let (nn, t1, t2) = crossing(a, b);
    let zero = nn.zero();
    let (s, t) = (a.clamp(t1.div_or(nn, zero)), b.clamp(t2.div_or(nn, zero)));
    if A::HAS_END && B::HAS_END {
        let (long, other) = (a.direction().length_squared(), b.direction().length_squared());
        let (shorter, longer) = (long.lt(other), other.lt(long));
        if shorter.all() {
            return there_and_back(a, s, b);
        }
        let from_b = there_and_back(b, t, a).swap();
        if longer.all() {
            return from_b;
        }
        let from_a = there_and_back(a, s, b);
        let from_both = from_a.or(from_b);
        return Nearest::select(shorter, from_a, Nearest::select(longer, from_b, from_both));
    }
    if A::HAS_END {
        return there_and_back(a, s, b);
    }
    if B::HAS_END {
        return there_and_back(b, t, a).swap();
    }
    // The product of nearly parallel directions is noise, but the distance between points of the
    // two sets is never too short.
    let ends = from(a, zero, b).or(from(b, zero, a).swap());
    ends.or(from(a, s, b)).or(from(b, t, a).swap())
}

/// Tests whether the squared distance found by [`nearest`] is at most `squared`.
#[inline(always)]
fn closest_within<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    b: &B,
    squared: V::Scalar,
) -> V::Mask {
    let (nn, s, t) = crossing(a, b);
    match (A::HAS_END, B::HAS_END) {
        (false, false) => nearest(a, b).squared.le(squared),
        (true, false) => foot_within(a, [s, nn], b, squared),
        (false, true) => foot_within(b, [t, nn], a, squared),
        (true, true) => {
            let (long, other) = (a.direction().length_squared(), b.direction().length_squared());
            let from_a = foot_within(a, [s, nn], b, squared) & long.le(other);
            from_a | (foot_within(b, [t, nn], a, squared) & other.le(long))
        }
    }
}

/// Tests whether the foot on `b` of the point at a fraction on `a` is within the distance of `a`.
#[inline(always)]
fn foot_within<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    [above, below]: [V::Scalar; 2],
    b: &B,
    squared: V::Scalar,
) -> V::Mask {
    let s = a.clamp(above.div_or(below, below.zero()));
    let foot = b.at(point_ray::foot(&Point(a.at(s)), b));
    point_ray::within(&Point(foot), a, squared)
}

/// Returns the step from `a` at `s` to its foot on `b`.
#[inline(always)]
fn from<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    s: V::Scalar,
    b: &B,
) -> Nearest<V::Scalar> {
    let point = Point(a.at(s));
    Nearest { squared: point_ray::distance_squared(&point, b), s, t: point_ray::foot(&point, b) }
}

/// Returns the step from `a` at `s` to its foot on `b`, and from there to the foot on `a`.
#[inline(always)]
fn there_and_back<V: Vector<Scalar: Field>, A: Linear<Vector = V>, B: Linear<Vector = V>>(
    a: &A,
    s: V::Scalar,
    b: &B,
) -> Nearest<V::Scalar> {
    let t = point_ray::foot(&Point(a.at(s)), b);
    from(b, t, a).swap()
}

/// Returns the single `t` at which the line `b` crosses `a`, or the span of their overlap. No
/// normal.
pub fn span<V: Vector<Scalar: Real>, A: Linear<Vector = V>>(a: &A, b: &Line<V>) -> OptSpan<V> {
    let (nn, _, t) = crossing(a, b);
    let zero = nn.zero();
    let infinity = zero.infinity();
    let parallel = nn.le(zero);
    let at = t.div_or(nn, zero);
    // On the same line: the feet of a's ends. On a side without an end, the span is unbounded.
    let from = point_ray::foot(&Point(a.origin()), b);
    let to = point_ray::foot(&Point(a.at(zero.one())), b);
    let backward = to.lt(from);
    let mut first = Ring::select(backward, to, from);
    let mut last = Ring::select(backward, from, to);
    if !A::HAS_END {
        first = Ring::select(backward, -infinity, first);
        last = Ring::select(backward, last, infinity);
    }
    if !A::HAS_START {
        (first, last) = (-infinity, infinity);
    }
    let none = b.direction.zero();
    intersects(a, b).then_some(Span {
        enter: Ring::select(parallel, first, at),
        exit: Ring::select(parallel, last, at),
        normal_enter: none,
        normal_exit: none,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::hard_cases::{assert_certified, exactly};
    use crate::shape::Ray;
    use crate::vector::{V2, V3};
    use glam::{DVec2, DVec3, vec2, vec3};

    #[test]
    fn far_from_the_origin_the_distance_is_0_where_they_cross() {
        // The closest points are rounded to 1/64, and so is the distance between them.
        let a = Segment::new(vec2(-245_832., -245_830.), vec2(-245_831., -245_833.));
        let b = Segment::new(vec2(-245_831., -245_831.), vec2(-245_835., -245_830.));
        assert!(intersects(&a, &b));
        assert_eq!((a.closest(&b).distance, b.closest(&a).distance), (0., 0.));
    }

    #[test]
    fn certified_results_of_segments_equal_exact_ones() {
        let [certain, open, hits] = assert_certified(
            |number| {
                let mut corner = || vec2(number(), number());
                (Segment::new(corner(), corner()), Segment::new(corner(), corner()))
            },
            exactly!(intersects in V2),
            |a, b| {
                let wide = [a, b].map(|s| s.lift::<DVec2>(&f64::from));
                [certainly(a, b), certainly(b, a), certainly(&wide[0], &wide[1])]
            },
        );
        assert!(certain > 6000 && open > 2000 && hits > 500, "{certain} certain, {open} open, {hits} hits");
    }

    #[test]
    fn certified_separations_in_3d_equal_exact_ones() {
        let [certain, open, hits] = assert_certified(
            |number| {
                let mut corner = || vec3(number(), number(), number());
                (Ray::new(corner(), corner()), Segment::new(corner(), corner()))
            },
            exactly!(intersects in V3),
            |a, b| {
                let (wide_a, wide_b) = (a.lift::<DVec3>(&f64::from), b.lift::<DVec3>(&f64::from));
                [certainly_apart(a, b), certainly_apart(b, a), certainly_apart(&wide_a, &wide_b)]
            },
        );
        assert!(certain > 6000 && open > 2000 && hits == 0, "{certain} certain, {open} open, {hits} hits");
    }
}
