//! Ray (line, segment) and triangle, and every other [`Flat`] shape.
//!
//! **In 3D**, let `q_i` be the corners relative to the line's origin, and `p_i = q_i x d`. The line
//! passes edge `i` on the side
//!
//! ```text
//! d . (q_i x q_j) = (p_i x p_j)_k / d_k        j the next corner, k where d is longest
//! ```
//!
//! It passes through the shape if all sides agree, at `t = q . n / d . n` for `n = u x v`. A
//! neighbour that shares an edge computes the same two products, so no ray slips between two
//! triangles (watertight). If the shape is seen edge-on along the line, all sides are 0 on its
//! line, and the bounding box of the `p_i` decides. If `d . n = 0` (the line lies in the plane, or
//! there is no plane), a ray or segment intersects the shape if it intersects an edge or starts
//! inside. If `d . n` is almost 0, rounding may put the crossing with the shape and the crossing
//! with its plane at different places. Then their projections along an axis must intersect too,
//! which needs no triple product.
//!
//! **In 2D**, two convex sets are disjoint if the normal of an edge of either is a separating axis;
//! for sets on one line, if a coordinate axis is.
//!
//! Sources: [Ericson 5.3.4], [Embree 2014], [Eberly 2008].

#![allow(clippy::needless_bitwise_bool, reason = "one branch instead of one per comparison")]

mod span;

pub use span::span;

use crate::exact::certain::are_ordinary;
use crate::exact::{Noise, reach};
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::{point_triangle, ray_ray};
use crate::query::Closest;
use crate::shape::{Flat, Linear, Point, Triangle};
use crate::vector::{ByDim, FloatVector, V2, Vector, Vector2, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>, F: Flat<Vector = V>>(a: &L, b: &F) -> V::Mask {
    V::by_dim(IntersectionTest { line: a, shape: b })
}

/// A linear and a flat set. By reference: copies on the stack are read in other sizes than they are
/// written in, which stalls store forwarding.
struct IntersectionTest<'a, L, F> {
    line: &'a L,
    shape: &'a F,
}

impl<V: Vector, L: Linear<Vector = V>, F: Flat<Vector = V>> ByDim<V> for IntersectionTest<'_, L, F> {
    type Answer = V::Mask;

    #[inline(always)]
    fn d2(self) -> V::Mask
    where
        V: Vector2,
    {
        let corners = self.shape.relative_to(self.line.origin());
        in_a_plane::<V, L>(corners.as_ref(), self.line.direction())
    }

    #[inline(always)]
    fn d3(self) -> V::Mask
    where
        V: Vector3,
    {
        let crossing = match crossing(self.line, self.shape) {
            Ok(crossing) => crossing,
            Err(misses) => return misses,
        };
        if (crossing.inside & crossing.slight).none() {
            return crossing.inside & crossing.in_range;
        }
        let flat = crossing.denominator.same(crossing.denominator.zero());
        let beside = crossing.inside & flat;
        let crosses = crossing.crosses(self.line, self.shape);
        if beside.none() {
            return crosses;
        }
        crosses | (beside & intersects_edges_or_starts_inside(self.line, self.shape))
    }
}

/// Returns whether a line, ray or segment intersects a triangle if plain floats certify it,
/// otherwise `None`.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector, L: Linear<Vector = V>>(a: &L, b: &Triangle<V>) -> Option<bool> {
    V::by_dim(CertifiedTest { line: a, corners: b.relative_to(a.origin()) })
}

/// A linear set, and corners relative to its origin.
struct CertifiedTest<'a, L, V> {
    line: &'a L,
    corners: [V; 3],
}

impl<V: FloatVector, L: Linear<Vector = V>> ByDim<V> for CertifiedTest<'_, L, V> {
    type Answer = Option<bool>;

    /// The line crosses an edge with a corner on each side at
    ///
    /// ```text
    /// t = (q_i x q_j) / (s_j - s_i)        s_i = d x q_i
    /// ```
    ///
    /// A ray or segment intersects the triangle if one of two such `t` is not before its start, and
    /// one is not beyond its end.
    #[inline(always)]
    fn d2(self) -> Option<bool>
    where
        V: Vector2,
    {
        let ([p, q, r], d) = (self.corners, self.line.direction());
        // Sums are bounds of the largest, without the branches that compilers emit for a maximum.
        let (all, d_all) = (p.magnitudes() + q.magnitudes() + r.magnitudes(), d.magnitudes());
        let (far, long) = (all.get(0) + all.get(1), d_all.get(0) + d_all.get(1));
        let sides = [d.perp_dot(p), d.perp_dot(q), d.perp_dot(r)];
        let areas = [p.perp_dot(q), q.perp_dot(r), r.perp_dot(p)];
        let zero = V::Scalar::ZERO;
        let above = [sides[0] > zero, sides[1] > zero, sides[2] > zero];
        let (size, area) = (far * long, far * far);
        let eight = far.lit(8) * V::Scalar::EPSILON;
        let [beside, before] = [size * eight, area * eight];
        let mut clear = are_ordinary(Ring::min(size, area), Ring::max(size, area));
        let (mut ahead, mut within) = (!L::HAS_START, !L::HAS_END);
        for i in 0..3 {
            let j = (i + 1) % 3;
            clear &= sides[i].abs() > beside;
            let crosses = above[i] ^ above[j];
            if L::HAS_START {
                ahead |= crosses & !((areas[i] > zero) ^ above[j]);
                clear &= areas[i].abs() > before;
            }
            if L::HAS_END {
                let left = sides[j] - sides[i] - areas[i];
                within |= crosses & !((left > zero) ^ above[j]);
                clear &= left.abs() > before + beside + beside;
            }
        }
        let meets = (above[0] ^ above[1]) | (above[0] ^ above[2]);
        clear.then_some(meets & ahead & within)
    }

    #[inline(always)]
    fn d3(self) -> Option<bool>
    where
        V: Vector3,
    {
        let (corners, d) = (self.corners, self.line.direction());
        let (far, long) = (reach(corners).max_coordinate(), d.largest());
        let [p, q, r] = corners;
        let sides = [q.dot(d.cross(p)), r.dot(d.cross(q)), p.dot(d.cross(r))];
        let [left, right, beside] = Noise::of_triples([far, far, long]).signs(sides);
        if beside {
            return Some(false);
        }
        if !(left | right) {
            return None;
        }
        // The volume between the line's origin and the triangle is t times their sum, which has
        // their sign.
        let (sum, volume) = (sides[0] + sides[1] + sides[2], p.triple(q, r));
        let (sum, volume) = if left { (sum, volume) } else { (-sum, -volume) };
        let (mut ahead, mut misses) = (true, false);
        if L::HAS_START {
            let noise = Noise::of_triples([far, far, far]);
            (ahead, misses) = (noise.above(volume), noise.below(volume));
        }
        if L::HAS_END {
            let (noise, left) = (Noise::of_triples([far, far, far + long]), sum - volume);
            (ahead, misses) = (ahead & noise.above(left), misses | noise.below(left));
        }
        (ahead | misses).then_some(ahead)
    }
}

/// Intersection test in 2D, for corners `q` relative to the line's origin.
#[inline(always)]
fn in_a_plane<V: Vector2, L: Linear>(q: &[V], d: V) -> V::Mask {
    let zero = d.get(0).zero();
    // The line projects to 0 on its own normal.
    let (low, high) = interval(q, d.perp());
    let mut hit = low.le(zero) & zero.le(high);
    for i in 0..q.len() {
        let normal = (q[(i + 1) % q.len()] - q[i]).perp();
        let (low, high) = interval(q, normal);
        hit = hit & overlap::<V, L>(low, high, normal.dot(d));
    }
    let (mut low, mut high) = (q[0], q[0]);
    for i in 1..q.len() {
        low = low.min(q[i]);
        high = high.max(q[i]);
    }
    for axis in 0..2 {
        hit = hit & overlap::<V, L>(low.get(axis), high.get(axis), d.get(axis));
    }
    hit
}

/// Tests whether the projections along an axis intersect: the axis across the common plane if both
/// lie in one. This is necessary for an intersection in 3D. Rare and long, so a separate function.
#[inline(never)]
fn projections_intersect<V: Vector3, L: Linear<Vector = V>, F: Flat<Vector = V>>(a: &L, b: &F) -> V::Mask {
    let d = a.direction();
    let corners = b.relative_to(a.origin());
    let q = corners.as_ref();
    let zero = d.get(0).zero();
    let mut across = [zero; 3];
    for corner in q {
        let normal = corner.cross(d);
        for axis in 0..3 {
            across[axis] = across[axis] + normal.get(axis).abs();
        }
    }
    let along_x = across[1].le(across[0]) & across[2].le(across[0]);
    let along_y = across[2].le(across[1]);
    let seen = |v: V| {
        let (x, y) = without(v, along_x, along_y);
        V2 { x, y }
    };
    let mut projected = [seen(d); 4];
    for (i, corner) in q.iter().enumerate() {
        projected[i] = seen(*corner);
    }
    in_a_plane::<V2<V::Scalar>, L>(&projected[..q.len()], seen(d))
}

/// Tests the remaining cases if the line does not cross the plane. Rare and long, so a separate
/// function.
#[inline(never)]
fn intersects_edges_or_starts_inside<V: Vector, L: Linear<Vector = V>, F: Flat<Vector = V>>(
    a: &L,
    b: &F,
) -> V::Mask {
    let mut hit = point_triangle::intersects(&Point(a.origin()), b);
    for i in 0..b.count() {
        hit = hit | ray_ray::intersects(a, &b.edge(i));
    }
    hit
}

/// Returns the minimum and the maximum of `axis . q`.
#[inline(always)]
pub(crate) fn interval<V: Vector>(q: &[V], axis: V) -> (V::Scalar, V::Scalar) {
    let first = axis.dot(q[0]);
    let (mut low, mut high) = (first, first);
    for i in 1..q.len() {
        let along = axis.dot(q[i]);
        low = Ring::min(low, along);
        high = Ring::max(high, along);
    }
    (low, high)
}

/// Tests whether the interval from `low` to `high` intersects the projection of the line on the
/// axis: 0 at its origin, and `reach` per unit of `t`.
#[inline(always)]
fn overlap<V: Vector, L: Linear>(low: V::Scalar, high: V::Scalar, reach: V::Scalar) -> V::Mask {
    let zero = reach.zero();
    let (mut not_below, mut not_above) = (zero.le(high), low.le(zero));
    if L::HAS_END {
        not_below = not_below | reach.le(high);
        not_above = not_above | low.le(reach);
    } else {
        not_below = not_below | reach.lt(zero);
        not_above = not_above | zero.lt(reach);
    }
    if !L::HAS_START {
        not_below = not_below | zero.lt(reach);
        not_above = not_above | reach.lt(zero);
    }
    not_below & not_above
}

/// Crossing of an unbounded line with a flat shape in 3D.
pub(crate) struct Crossing<V: Vector> {
    /// Whether the line passes through the shape.
    inside: V::Mask,
    /// Whether it crosses the plane at a `t` in range.
    in_range: V::Mask,
    /// Numerator of `t`.
    numerator: V::Scalar,
    /// Denominator `d . n` of `t`; 0 if the line does not cross the plane.
    denominator: V::Scalar,
    /// Whether the denominator may be a rounded 0, and whether it certainly is not.
    slight: V::Mask,
    steep: V::Mask,
    /// Normal `n` of the front.
    normal: V,
    /// Range of `d . q` over the corners.
    low: V::Scalar,
    high: V::Scalar,
}

/// Computes the [`Crossing`]; only the mask is valid if the line certainly misses.
#[inline(always)]
fn crossing<V: Vector3, L: Linear<Vector = V>, F: Flat<Vector = V>>(
    a: &L,
    b: &F,
) -> Result<Crossing<V>, V::Mask> {
    let d = a.direction();
    let corners = b.relative_to(a.origin());
    let q = corners.as_ref();
    let mut across = corners;
    for corner in across.as_mut() {
        *corner = corner.cross(d);
    }
    let p = across.as_ref();
    let zero = d.get(0).zero();
    let [dx, dy, dz] = [d.get(0).abs(), d.get(1).abs(), d.get(2).abs()];
    let along_x = dy.le(dx) & dz.le(dx);
    let along_y = dz.le(dy);
    let mut seen = [(zero, zero); 4];
    for i in 0..p.len() {
        seen[i] = without(p[i], along_x, along_y);
    }
    let (mut left, mut right) = (zero.always(), zero.always());
    for i in 0..p.len() {
        let ((xi, yi), (xj, yj)) = (seen[i], seen[(i + 1) % p.len()]);
        let (one, other) = (xi * yj, xj * yi);
        left = left & other.le(one);
        right = right & one.le(other);
    }
    let mut inside = left | right;
    if inside.none() {
        return Err(inside);
    }
    inside = inside & point_triangle::box_contains_origin(p);
    let (_, u, v) = b.frame();
    let (low, high) = interval(q, d);
    if L::HAS_START {
        inside = inside & zero.le(high);
    }
    if L::HAS_END {
        inside = inside & low.le(d.length_squared());
    }
    let normal = u.cross(v);
    let (numerator, denominator) = (q[0].dot(normal), d.dot(normal));
    let forward = zero.lt(denominator) & a.contains_ratio(numerator, denominator);
    let backward = denominator.lt(zero) & a.contains_ratio(-numerator, -denominator);
    let in_range = forward | backward;
    // The rounding error is relative to the product of all lengths.
    let size = if V::Scalar::ROUNDS { length(d) * length(u) * length(v) } else { zero };
    let most = denominator.abs() * size.lit(256);
    let (slight, steep) = (most.le(size), size.lt(most));
    Ok(Crossing { inside, in_range, numerator, denominator, slight, steep, normal, low, high })
}

/// Returns an upper bound of the length, at most twice the length.
#[inline(always)]
fn length<V: Vector3>(v: V) -> V::Scalar {
    v.get(0).abs() + v.get(1).abs() + v.get(2).abs()
}

impl<V: Vector3> Crossing<V> {
    /// Tests whether they cross. If the line is almost coplanar, or the shape almost a line,
    /// rounding decides where, and may put the two crossings at different places outside the
    /// intersection. Then their projections must intersect too.
    #[inline(always)]
    fn crosses<L: Linear<Vector = V>, F: Flat<Vector = V>>(&self, a: &L, b: &F) -> V::Mask {
        let crosses = self.inside & self.in_range;
        if !V::Scalar::ROUNDS || (crosses & self.slight).none() {
            return crosses;
        }
        crosses & (self.steep | projections_intersect(a, b))
    }
}

/// Returns the two coordinates other than the one along which the line is longest.
#[inline(always)]
fn without<V: Vector3>(p: V, along_x: V::Mask, along_y: V::Mask) -> (V::Scalar, V::Scalar) {
    let (x, y, z) = (p.get(0), p.get(1), p.get(2));
    let along = [along_x, along_y];
    (Ring::one_of(along, [y, z, x]), Ring::one_of(along, [z, x, y]))
}

/// Returns whether they cross, the crossing point, and a length at whose last digit the point is
/// uncertain. In 3D; in 2D never.
pub(crate) struct CrossingPoint<'a, L, F>(pub(crate) &'a L, pub(crate) &'a F);

impl<V: Vector<Scalar: Real>, L: Linear<Vector = V>, F: Flat<Vector = V>> ByDim<V>
    for CrossingPoint<'_, L, F>
{
    type Answer = (V::Mask, V, V::Scalar);

    #[inline(always)]
    fn d2(self) -> Self::Answer
    where
        V: Vector2,
    {
        let origin = self.0.origin();
        (origin.get(0).never(), origin, origin.get(0).zero())
    }

    #[inline(always)]
    fn d3(self) -> Self::Answer
    where
        V: Vector3,
    {
        let Self(a, b) = self;
        match crossing(a, b) {
            Ok(crossing) => {
                let Crossing { numerator, denominator, .. } = crossing;
                let t = numerator.div_or(denominator, denominator.zero());
                let reach = length(a.origin()) + length(a.direction()) + length(b.frame().0);
                (crossing.crosses(a, b), a.at(t), reach * reach.lit(4))
            }
            Err(misses) => (misses, a.origin(), a.origin().get(0).zero()),
        }
    }
}

/// Tests whether their squared distance is at most `squared`.
#[inline(always)]
pub(crate) fn within<V: Vector<Scalar: Field>, L: Linear<Vector = V>, F: Flat<Vector = V>>(
    a: &L,
    b: &F,
    squared: V::Scalar,
) -> V::Mask {
    let mut hit = intersects(a, b) | point_triangle::within(&Point(a.origin()), b, squared);
    if L::HAS_END {
        hit = hit | point_triangle::within(&Point(a.end()), b, squared);
    }
    for i in 0..b.count() {
        if hit.all() {
            return hit;
        }
        hit = hit | ray_ray::within(a, &b.edge(i), squared);
    }
    hit
}

/// Returns the closest points: an end and the face, or on the line and an edge; a common point if
/// they intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>, F: Flat<Vector = V>>(
    a: &L,
    b: &F,
) -> Closest<V> {
    let mut best = point_triangle::to_face(&Point(a.origin()), b);
    if L::HAS_END {
        let end = a.at(best.distance.one());
        best = best.nearer(point_triangle::to_face(&Point(end), b));
    }
    for i in 0..b.count() {
        best = best.nearer(ray_ray::distance(a, &b.edge(i)));
    }
    let (crosses, point, reach) = V::by_dim(CrossingPoint(a, b));
    best.or_crossing(crosses, point, reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::hard_cases::{assert_certified, exactly};
    use crate::query::Side;
    use crate::shape::{Line, Ray, Segment};
    use crate::vector::V3;
    use glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

    const UNIT: Triangle<DVec3> = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
    const SOLID: Triangle<DVec2> = Triangle::new(DVec2::ZERO, dvec2(4., 0.), dvec2(0., 4.));

    fn ray(origin: DVec3, direction: DVec3) -> Ray<DVec3> {
        Ray { origin, direction }
    }

    #[test]
    fn a_ray_hits_the_front_from_outside_and_the_back_from_inside() {
        let hit = ray(dvec3(0.25, 0.25, 4.), dvec3(0., 0., -2.)).cast(&UNIT).unwrap();
        assert_eq!((hit.t, hit.normal, hit.side), (2., Some(DVec3::Z), Side::Outside));
        let hit = ray(dvec3(0.25, 0.25, -5.), DVec3::Z).cast(&UNIT).unwrap();
        assert_eq!((hit.t, hit.normal, hit.side), (5., Some(DVec3::Z), Side::Inside));
        assert_eq!(UNIT.uv(hit.point.unwrap()), [0.25, 0.25]);
    }

    #[test]
    fn a_line_in_the_plane_gives_its_stretch() {
        let span = span(&UNIT, &Line::new(dvec3(-1., 0.5, 0.), DVec3::X)).unwrap();
        assert_eq!((span.enter, span.exit, span.normal_enter), (1., 1.5, DVec3::Z));
        assert!(!ray(dvec3(2., 0.5, 0.), DVec3::X).intersects(&UNIT));
        assert!(Segment::new(dvec3(0.1, 0.1, 0.), dvec3(0.2, 0.2, 0.)).intersects(&UNIT));
    }

    #[test]
    fn a_ray_never_slips_between_two_triangles() {
        let (a, b) = (vec3(-0.3, -0.7, 0.9), vec3(0.6, 0.5, -0.1));
        let (left, right) =
            (Triangle::new(a, b, vec3(-2., 1., 0.3)), Triangle::new(b, a, vec3(1.5, -2., 0.2)));
        for i in 1..2000 {
            let on_edge: Vec3 = a + (b - a) * (i as f32 / 2000.);
            let shot = Line::new(vec3(0.1, 0.2, 7.), on_edge - vec3(0.1, 0.2, 7.));
            assert!(shot.intersects(&left) || shot.intersects(&right), "{on_edge}");
        }
    }

    #[test]
    fn in_two_dimensions_it_is_solid_and_normals_point_out() {
        let line = Line::new(dvec2(-2., 1.), dvec2(2., 0.));
        let inside = span(&SOLID, &line).unwrap();
        assert_eq!((inside.enter, inside.exit), (1., 2.5));
        assert_eq!(inside.normal_enter.normalize(), dvec2(-1., 0.));
        assert!(inside.normal_exit.dot(dvec2(1., 1.)) > 0. && inside.normal_exit.x == inside.normal_exit.y);
        let touch = span(&SOLID, &Line::new(dvec2(5., -1.), dvec2(-1., 1.))).unwrap();
        assert_eq!((touch.enter, touch.exit), (1., 5.));
        let corner = span(&SOLID, &Line::new(dvec2(3., -1.), dvec2(1., 1.))).unwrap();
        assert_eq!((corner.enter, corner.exit), (1., 1.));
        assert!(Segment::new(dvec2(1., 1.), dvec2(1., 1.)).intersects(&SOLID));
    }

    #[test]
    fn the_shortest_way_ends_on_an_edge_or_comes_from_an_end() {
        let over = Segment::new(dvec3(0.25, 0.25, 2.), dvec3(0.25, 0.25, 5.));
        assert_eq!(over.closest(&UNIT), Closest::between(over.a, dvec3(0.25, 0.25, 0.)));
        let beside = Line::new(dvec3(0.5, -3., 4.), dvec3(0., 0., 1.));
        assert_eq!(beside.distance(&UNIT), 3.);
        let through = Segment::new(dvec3(0.25, 0.25, -1.), dvec3(0.25, 0.25, 3.)).closest(&UNIT);
        assert_eq!(through, Closest::between(dvec3(0.25, 0.25, 0.), dvec3(0.25, 0.25, 0.)));
    }

    #[test]
    fn e9_a_degenerate_triangle_is_hit_as_the_segment_it_is() {
        let line = Triangle::new(DVec3::ZERO, DVec3::X, dvec3(2., 0., 0.));
        let hit = ray(dvec3(1., 0., 1.), dvec3(0., 0., -1.)).cast(&line).unwrap();
        assert_eq!((hit.t, hit.normal), (1., None));
        assert!(ray(dvec3(3., 0., 1.), dvec3(0., 0., -1.)).cast(&line).is_none());
    }

    #[test]
    fn e9_t_is_a_parameter_and_may_be_0() {
        let at = |z| Triangle::new(dvec3(-1., -1., z), dvec3(1., -1., z), dvec3(0., 1., z));
        let fast = ray(DVec3::ZERO, dvec3(0., 0., 2.));
        assert_eq!(fast.cast(&at(10.)).unwrap().t, 5.);
        assert_eq!(fast.cast(&at(8.)).unwrap().t, 4.);
        let slow = ray(DVec3::ZERO, dvec3(0., 0., 0.5));
        assert_eq!((slow.cast(&at(3.)).unwrap().t, slow.cast(&at(4.)).unwrap().t), (6., 8.));
        assert_eq!(fast.cast(&at(0.)).unwrap().t, 0.);
    }

    #[test]
    fn e9_e11_neither_tiny_triangles_nor_slow_rays_are_missed() {
        let tiny = Triangle::new(Vec3::ZERO, vec3(1e-10, 0., 0.), vec3(0., 1e-10, 0.));
        let down = Ray { origin: vec3(2e-11, 2e-11, 1.), direction: vec3(0., 0., -1.) };
        assert_eq!(down.cast(&tiny).map(|h| h.t), Some(1.));
        let side = Triangle::new(Vec3::ZERO, vec3(0.003, 0., 0.), vec3(0., 0.003, 0.));
        let up = Ray { origin: vec3(0.001, 0.001, -1.), direction: vec3(0., 0., 1.) };
        assert_eq!(up.cast(&side).map(|h| h.t), Some(1.));
        assert_eq!(ray(dvec3(0.25, 0.25, -1.), dvec3(0., 0., 1e-6)).cast(&UNIT).map(|h| h.t), Some(1e6));
    }

    #[test]
    fn e10_a_line_in_the_plane_crosses_and_a_ray_takes_no_negative_t() {
        let t = Triangle::new(dvec3(-1., -1., 0.), dvec3(1., -1., 0.), dvec3(0., 1., 0.));
        assert!(Line::new(dvec3(-5., 0., 0.), DVec3::X).intersects(&t));
        assert_eq!(Line::new(dvec3(0., 0., 5.), DVec3::Z).cast(&t).unwrap().t, -5.);
        assert!(ray(dvec3(0., 0., 5.), DVec3::Z).cast(&t).is_none());
    }

    #[test]
    fn e11_behind_the_ray_is_a_miss_and_both_faces_are_hit() {
        assert!(ray(dvec3(0.25, 0.25, -5.), -DVec3::Z).cast(&UNIT).is_none());
        assert!(ray(dvec3(0.25, 0.25, 5.), -DVec3::Z).cast(&UNIT).is_some());
        assert!(ray(dvec3(0.25, 0.25, -5.), DVec3::Z).cast(&UNIT).is_some());
    }

    #[test]
    fn certified_results_equal_exact_ones() {
        fn check<L: Linear<Vector = Vec3> + core::fmt::Debug>(
            line: fn(Vec3, Vec3) -> L,
            truth: impl Fn(&L, &Triangle<Vec3>) -> bool,
            wide: impl Fn(&L, &Triangle<Vec3>) -> Option<bool>,
        ) {
            let [certain, open, hits] = assert_certified(
                |number| {
                    let mut corner = || vec3(number(), number(), number());
                    (line(corner(), corner()), Triangle::new(corner(), corner(), corner()))
                },
                truth,
                |a, b| [certainly(a, b), wide(a, b)],
            );
            assert!(
                certain > 4000 && open > 2000 && hits > 200,
                "{certain} certain, {open} open, {hits} hits"
            );
        }
        macro_rules! check {
            ($Line:ident) => {
                check(
                    $Line::new,
                    exactly!(intersects in V3),
                    |a, b| certainly(&a.lift::<DVec3>(&f64::from), &b.lift(&f64::from)),
                );
            };
        }
        check!(Line);
        check!(Ray);
        check!(Segment);
    }
}
