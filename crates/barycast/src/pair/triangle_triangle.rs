//! Triangle and triangle, and every two [`Flat`] shapes.
//!
//! **In 3D** two flat convex shapes are disjoint if all corners of one are on one side of the
//! other's plane. If the plane of each separates corners of the other, both intersect the line that
//! the planes share: one edge of each leads up to its front, and one down from it. Seen along that
//! line they intersect if the edges that lead up, and those that lead down, pass each other on the
//! right side:
//!
//! ```text
//! up(a) passes up(b) with      (q - p) . ((s - r) x (r - p)) <= 0     from p to q, r to s
//! down(a) passes down(b) with  (q - p) . ((s - r) x (r - p)) >= 0
//! ```
//!
//! If one of these numbers is not certainly positive or negative, they intersect if an edge of
//! either intersects the other shape. That is a complete test for two flat convex shapes, also
//! coplanar ones, collinear ones and points. Exact numbers use only this test.
//!
//! **In 2D** they are disjoint if the normal of an edge of either is a separating axis; for shapes
//! on one line, if a coordinate axis is. (Their Minkowski difference is a convex polygon whose
//! edges are parallel to edges of either; they intersect if it contains the origin.)
//!
//! If they are disjoint, the closest points lie on two edges, or at a corner and on the other's
//! face.
//!
//! Sources: [Ericson 5.2.10], [Ericson 5.1.10], [Gottschalk 1996],
//! [Guigue 2003], for corners in any order.

use crate::exact::Noise;
use crate::number::each::MapEach;
use crate::number::{Mask, Real, Ring};
use crate::pair::{point_triangle, ray_ray, ray_triangle};
use crate::query::Closest;
use crate::shape::{Flat, Point, Segment, Triangle};
use crate::vector::{ByDim, Vector, Vector2, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let boxes = Boxes::of(a, b);
    if boxes.overlap.none() {
        return boxes.overlap;
    }
    boxes.overlap & V::by_dim(IntersectionTest { a, b, boxes })
}

/// The bounding boxes of two flat shapes.
struct Boxes<V: Vector> {
    /// Whether the boxes intersect.
    overlap: V::Mask,
    /// Size of the box around both.
    size: V,
}

impl<V: Vector> Boxes<V> {
    #[inline(always)]
    fn of<A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> Self {
        let (a, b) = (a.around(), b.around());
        let (a, b) = (a.as_ref(), b.as_ref());
        let (mut low_a, mut high_a, mut low_b, mut high_b) = (a[0], a[0], b[0], b[0]);
        for i in 1..a.len() {
            low_a = low_a.min(a[i]);
            high_a = high_a.max(a[i]);
        }
        for i in 1..b.len() {
            low_b = low_b.min(b[i]);
            high_b = high_b.max(b[i]);
        }
        Self {
            overlap: low_a.le_all(high_b) & low_b.le_all(high_a),
            size: high_a.max(high_b) - low_a.min(low_b),
        }
    }
}

/// Two flat shapes whose boxes overlap.
struct IntersectionTest<'a, A, B, V: Vector> {
    a: &'a A,
    b: &'a B,
    boxes: Boxes<V>,
}

impl<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>> ByDim<V> for IntersectionTest<'_, A, B, V> {
    type Answer = V::Mask;

    #[inline(always)]
    fn d2(self) -> V::Mask
    where
        V: Vector2,
    {
        let (middle, _, _) = self.a.frame();
        let (a, b) = (self.a.relative_to(middle), self.b.relative_to(middle));
        edges_overlap(a.as_ref(), b.as_ref()) & edges_overlap(b.as_ref(), a.as_ref())
    }

    #[inline(always)]
    fn d3(self) -> V::Mask
    where
        V: Vector3,
    {
        let Self { a, b, boxes } = self;
        if !V::Scalar::ROUNDS {
            return edges_intersect(a, b);
        }
        let [yes, no] = by_planes(a, b, boxes.size);
        if (yes | no).all() {
            return yes;
        }
        let edges = edges_intersect_out_of_line(a, b);
        let zero = boxes.size.get(0).zero();
        let decided = Ring::select(yes, zero.one(), zero);
        zero.lt(Ring::select(yes | no, decided, Ring::select(edges, zero.one(), zero)))
    }
}

/// Returns whether two triangles intersect if plain floats certify it, otherwise `None`. Only for
/// triangles: the corners of other flat shapes are sums, and rounded.
#[inline(always)]
pub(crate) fn certainly<V: Vector<Mask = bool>>(a: &Triangle<V>, b: &Triangle<V>) -> Option<bool> {
    let boxes = Boxes::of(a, b);
    if boxes.overlap { V::by_dim(CertifiedTest { a, b, size: boxes.size }) } else { Some(false) }
}

/// Certified test for triangles with overlapping boxes, where `size` is that of the box around
/// both.
struct CertifiedTest<'a, V> {
    a: &'a Triangle<V>,
    b: &'a Triangle<V>,
    size: V,
}

impl<V: Vector<Mask = bool>> ByDim<V> for CertifiedTest<'_, V> {
    type Answer = Option<bool>;

    #[inline(always)]
    fn d2(self) -> Self::Answer
    where
        V: Vector2,
    {
        let noise = Noise::of(self.size);
        let (areas, gap) = areas_and_gap(self.a, self.b);
        (noise.apart(areas[0]) & noise.apart(areas[1]) & noise.apart(gap)).then_some(gap.le(gap.zero()))
    }

    #[inline(always)]
    fn d3(self) -> Self::Answer
    where
        V: Vector3,
    {
        let [yes, no] = by_planes(self.a, self.b, self.size);
        (yes | no).then_some(yes)
    }
}

/// Returns whether two shapes in 3D certainly intersect, and whether they are certainly disjoint.
/// Their boxes overlap, and `size` is that of the box around both.
#[inline(always)]
fn by_planes<V: Vector3, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B, size: V) -> [V::Mask; 2] {
    let noise = Noise::of(size);
    let (one, other) = (Passing::of(a, b, noise), Passing::of(b, a, noise));
    let beside = one.beside | other.beside;
    if beside.all() {
        return [size.get(0).never(), beside];
    }
    let clear = one.passes & other.passes;
    let (up, down) = (volume(one.up, other.up), volume(one.down, other.down));
    let meet = noise.below(up) & noise.above(down);
    let apart = noise.above(up) | noise.below(down);
    [clear & meet, beside | (clear & apart)]
}

/// Position of a flat shape relative to the plane of another, as far as it is certain.
struct Passing<V: Vector> {
    /// Whether all corners are on one side.
    beside: V::Mask,
    /// Whether each corner is strictly on a side, and not all are on the same.
    passes: V::Mask,
    /// The edge to the front, and the one to the back.
    up: [V; 2],
    down: [V; 2],
}

impl<V: Vector3> Passing<V> {
    #[inline(always)]
    fn of<A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, plane: &B, noise: Noise<V::Scalar>) -> Self {
        let (origin, u, v) = plane.frame();
        let normal = u.cross(v);
        let (corners, seen) = (a.around(), a.relative_to(origin));
        let (corners, seen) = (corners.as_ref(), seen.as_ref());
        let zero = normal.get(0).zero();
        let (mut front, mut back) = ([zero.never(); 4], [zero.never(); 4]);
        let (mut all_front, mut all_back) = (zero.always(), zero.always());
        let (mut some_front, mut some_back, mut clear) = (zero.never(), zero.never(), zero.always());
        for i in 0..seen.len() {
            let side = seen[i].dot(normal);
            (front[i], back[i]) = (noise.above(side), noise.below(side));
            all_front = all_front & front[i];
            all_back = all_back & back[i];
            some_front = some_front | front[i];
            some_back = some_back | back[i];
            clear = clear & (front[i] | back[i]);
        }
        let last = seen.len() - 1;
        let (mut up, mut down) = ([corners[last], corners[0]], [corners[last], corners[0]]);
        for i in 0..last {
            let (rises, falls) = (back[i] & front[i + 1], front[i] & back[i + 1]);
            up = [V::select(rises, corners[i], up[0]), V::select(rises, corners[i + 1], up[1])];
            down = [V::select(falls, corners[i], down[0]), V::select(falls, corners[i + 1], down[1])];
        }
        Self { beside: all_front | all_back, passes: clear & some_front & some_back, up, down }
    }
}

/// Returns the volume that two edges span; its sign is the side on which they pass each other.
#[inline(always)]
fn volume<V: Vector3>([p, q]: [V; 2], [r, s]: [V; 2]) -> V::Scalar {
    (q - p).triple(s - r, r - p)
}

/// Tests whether an edge of either intersects the other.
#[inline(always)]
fn edges_intersect<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let mut hit = ray_triangle::intersects(&a.edge(0), b);
    for i in 1..a.count() {
        if hit.all() {
            return hit;
        }
        hit = hit | ray_triangle::intersects(&a.edge(i), b);
    }
    for i in 0..b.count() {
        if hit.all() {
            return hit;
        }
        hit = hit | ray_triangle::intersects(&b.edge(i), a);
    }
    hit
}

/// Like [`edges_intersect`]. Rare and long, so a separate function.
#[inline(never)]
fn edges_intersect_out_of_line<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
    edges_intersect(a, b)
}

/// Tests whether no edge of `a` separates them.
#[inline(always)]
fn edges_overlap<V: Vector2>(a: &[V], b: &[V]) -> V::Mask {
    let mut hit = a[0].get(0).always();
    for i in 0..a.len() {
        let normal = (a[(i + 1) % a.len()] - a[i]).perp();
        let (low_a, high_a) = ray_triangle::interval(a, normal);
        let (low_b, high_b) = ray_triangle::interval(b, normal);
        hit = hit & low_a.le(high_b) & low_b.le(high_a);
    }
    hit
}

/// Returns twice the signed areas of two triangles in 2D, and the widest gap between them along the
/// normals of all their edges, times the length of the edge.
///
/// If the areas have certain signs, these give the side of each edge on which its triangle lies,
/// and one number decides whether they are certainly disjoint or certainly intersect. All heights
/// are sums of the areas `x[i]` and `y[i]` that the two edges of `a` at its first corner, the
/// reference point, span with the corners of `b`, and of those that each spans with itself.
#[inline(always)]
fn areas_and_gap<V: Vector2>(a: &Triangle<V>, b: &Triangle<V>) -> ([V::Scalar; 2], V::Scalar) {
    let ([_, p, q], [u, v, w]) = (a.relative_to(a.a), b.relative_to(a.a));
    let areas = [p.perp_dot(q), (v - u).perp_dot(w - u)];
    // Oriented counterclockwise by factors; selects would become unpredictable branches.
    let (zero, one) = (areas[0].zero(), areas[0].one());
    let [left, other_left] = areas.each(|area| Ring::select(area.lt(zero), -one, one));
    let ([p, q], b, both) = ([p * left, q * left], [u, v, w], left * other_left);
    let (x, y) = (b.each(|corner| p.perp_dot(corner)), b.each(|corner| q.perp_dot(corner)));
    let least = |heights: [V::Scalar; 3]| heights[0].min(heights[1]).min(heights[2]);
    let third = least([x[0] - y[0], x[1] - y[1], x[2] - y[2]]) - areas[0] * left;
    let mut gap = least(x.each(|height| -height)).max(least(y)).max(third);
    for (i, next) in [(0, 1), (1, 2), (2, 0)] {
        let beyond = ((x[next] - x[i]) * both).min((y[next] - y[i]) * both).min(zero);
        gap = gap.max(beyond - b[i].perp_dot(b[next]) * other_left);
    }
    (areas, gap)
}

/// Closest points of parts of flat shapes.
trait Ways<V: Vector<Scalar: Real>> {
    /// Returns the closest points of a point and a face.
    fn to_face<F: Flat<Vector = V>>(p: &Point<V>, face: &F) -> Closest<V>;

    /// Returns the closest points of two edges.
    fn between(a: &Segment<V>, b: &Segment<V>) -> Closest<V>;
}

/// Calls functions.
struct Called;
/// Inlines them, for lanes.
struct Inlined;

impl<V: Vector<Scalar: Real>> Ways<V> for Called {
    #[inline]
    fn to_face<F: Flat<Vector = V>>(p: &Point<V>, face: &F) -> Closest<V> {
        point_triangle::to_face(p, face)
    }

    #[inline]
    fn between(a: &Segment<V>, b: &Segment<V>) -> Closest<V> {
        ray_ray::distance(a, b)
    }
}

impl<V: Vector<Scalar: Real>> Ways<V> for Inlined {
    #[inline(always)]
    fn to_face<F: Flat<Vector = V>>(p: &Point<V>, face: &F) -> Closest<V> {
        point_triangle::to_face_in_lanes(p, face)
    }

    #[inline(always)]
    fn between(a: &Segment<V>, b: &Segment<V>) -> Closest<V> {
        ray_ray::distance_in_lanes(a, b)
    }
}

/// Returns the closest points of two flat shapes, from those of corners and faces and those of edges.
#[inline(always)]
fn shortest<V, A, B, W>(a: &A, b: &B) -> Closest<V>
where
    V: Vector<Scalar: Real>,
    A: Flat<Vector = V>,
    B: Flat<Vector = V>,
    W: Ways<V>,
{
    let (corners_a, corners_b) = (a.around(), b.around());
    let mut best = W::to_face(&Point(corners_a.as_ref()[0]), b);
    for i in 1..a.count() {
        best = best.nearer(W::to_face(&Point(corners_a.as_ref()[i]), b));
    }
    for i in 0..b.count() {
        best = best.nearer(W::to_face(&Point(corners_b.as_ref()[i]), a).swap());
    }
    for i in 0..a.count() {
        for j in 0..b.count() {
            best = best.nearer(W::between(&a.edge(i), &b.edge(j)));
        }
    }
    for i in 0..a.count() {
        let (crosses, point, reach) = V::by_dim(ray_triangle::CrossingPoint(&a.edge(i), b));
        best = best.or_crossing(crosses, point, reach);
    }
    for i in 0..b.count() {
        let (crosses, point, reach) = V::by_dim(ray_triangle::CrossingPoint(&b.edge(i), a));
        best = best.or_crossing(crosses, point, reach);
    }
    best
}

/// Returns the closest points: on two edges, or a corner and the other's face; a common point if
/// they intersect.
pub fn distance<V: Vector<Scalar: Real>, A: Flat<Vector = V>, B: Flat<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    shortest::<V, A, B, Called>(a, b)
}

/// Like [`distance`], but inlined, for lanes.
#[inline(always)]
pub(crate) fn distance_in_lanes<V: Vector<Scalar: Real>, A: Flat<Vector = V>, B: Flat<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    shortest::<V, A, B, Inlined>(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::{Shape2, Shape3};
    use crate::pair::hard_cases::{assert_certified, exactly};
    use crate::shape::Parallelogram;
    use crate::vector::{V2, V3};
    use glam::{DVec2, DVec3, dvec2, dvec3, vec2, vec3};

    const FLAT: Triangle<DVec3> = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));

    #[test]
    fn f8_one_pierces_the_other() {
        let needle = Triangle::new(dvec3(1., 1., -1.), dvec3(1., 1., 1.), dvec3(1., 1.5, 1.));
        assert!(FLAT.intersects(&needle) && needle.intersects(&FLAT));
        let c = FLAT.closest(&needle);
        assert_eq!((c.distance, c.on_a.z), (0., 0.));
    }

    #[test]
    fn f8_in_one_plane_they_meet_in_an_edge_a_corner_or_one_in_the_other() {
        let at = |x, y, s| Triangle::new(dvec3(x, y, 0.), dvec3(x + s, y, 0.), dvec3(x, y + s, 0.));
        assert!(FLAT.intersects(&at(1., 1., 0.5)), "inside");
        assert!(FLAT.intersects(&at(4., 0., 1.)), "corner");
        assert!(FLAT.intersects(&at(-2., -2., 4.)), "edges touch at the origin");
        assert!(!FLAT.intersects(&at(2.5, 2.5, 1.)), "boxes overlap");
        assert_eq!(FLAT.distance(&at(3., 3., 1.)), 2f64.sqrt());
    }

    #[test]
    fn f8_parallel_triangles_have_the_distance_of_their_planes() {
        let above = Triangle::new(dvec3(1., 1., 3.), dvec3(2., 1., 3.), dvec3(1., 2., 3.));
        assert!(!FLAT.intersects(&above));
        assert_eq!(FLAT.distance(&above), 3.);
    }

    #[test]
    fn f8_edges_can_be_nearest_without_a_corner() {
        let a = Triangle::new(dvec3(-5., 0., 0.), dvec3(5., 0., 0.), dvec3(0., 0., -5.));
        let b = Triangle::new(dvec3(0., -5., 1.), dvec3(0., 5., 1.), dvec3(0., 0., 9.));
        let c = a.closest(&b);
        assert_eq!((c.distance, c.on_a, c.on_b), (1., DVec3::ZERO, DVec3::Z));
    }

    #[test]
    fn f8_degenerate_triangles_are_segments_and_points() {
        let segment = Triangle::new(dvec3(1., 1., -1.), dvec3(1., 1., 5.), dvec3(1., 1., 2.));
        let point = Triangle::new(DVec3::ONE, DVec3::ONE, DVec3::ONE);
        assert!(FLAT.intersects(&segment));
        assert!(segment.intersects(&point) && point.intersects(&point));
        assert!(!FLAT.intersects(&point));
        assert_eq!(FLAT.distance(&point), 1.);
    }

    #[test]
    fn f8_almost_touching_is_decided_exactly() {
        let up = 1f64.next_up();
        let corner = |x: f64| Triangle::new(dvec2(x, x), dvec2(9., 2.), dvec2(9., 9.));
        let solid = Triangle::new(DVec2::ZERO, dvec2(2., 0.), dvec2(0., 2.));
        assert!(Shape2::from(solid).intersects(&corner(1.).into()));
        assert!(!Shape2::from(solid).intersects(&corner(up).into()));
    }

    #[test]
    fn parallelograms_use_the_same_kernels() {
        let square = Parallelogram::new(dvec3(-1., -1., 0.5), dvec3(2., 0., 0.), dvec3(0., 2., 0.));
        let upright = Parallelogram::new(DVec3::ZERO, dvec3(0., 0., 1.), dvec3(3., 0., 0.));
        assert!(square.intersects(&upright) && upright.intersects(&FLAT));
        assert_eq!(square.distance(&FLAT), 0.5);
        assert!(!Shape3::from(square).intersects(&FLAT.into()));
        let line = Parallelogram::new(DVec2::ZERO, dvec2(2., 0.), dvec2(-1., 0.));
        assert!(line.intersects(&Parallelogram::new(dvec2(-1., 0.), dvec2(-1., 0.), dvec2(0., 1.))));
        assert!(!line.intersects(&Parallelogram::new(dvec2(-1.5, 0.), dvec2(-1., 0.), dvec2(0., 1.))));
    }

    #[test]
    fn f8_all_but_in_one_plane_floats_cross_where_they_share_a_point_or_not_at_all() {
        let apart = [
            (
                Triangle::new(vec3(-1.000_000_4, 1., 3.), vec3(-1., 0., 2.), vec3(-3., -1., 0.)),
                Triangle::new(vec3(1., 4., 4.), vec3(1.000_000_2, 2.000_000_5, 4.), vec3(-2., -3., 1.)),
                0.342_997_2,
            ),
            (
                Triangle::new(vec3(-2., 1., -3.), vec3(1., -3., 1.), vec3(-4., 0., -2.000_000_2)),
                Triangle::new(vec3(-4., -3., 1.), vec3(4., 0., 0.), vec3(0., -3., 1.)),
                0.184_812_55,
            ),
        ];
        for (a, b, far) in apart {
            assert!(!a.intersects(&b) && !b.intersects(&a));
            for distance in [a.distance(&b), b.distance(&a)] {
                assert!((distance - far).abs() < 1e-6, "{distance}");
            }
        }
        let a = Parallelogram::new(vec3(-2., 1., -4.), vec3(2., -6., 6.), vec3(0., -1., 1.));
        let b = Triangle::new(vec3(-3., -2., -1.), vec3(-3., -4., -3.), vec3(0., -2., -1.000_000_1));
        assert!(a.intersects(&b) && b.intersects(&a));
        for shared in [a.closest(&b), b.closest(&a)] {
            assert_eq!((shared.distance, shared.on_a), (0., shared.on_b));
            assert!(a.distance(&Point(shared.on_a)) < 1e-5 && b.distance(&Point(shared.on_a)) < 1e-5);
        }
    }

    #[test]
    fn certified_results_equal_exact_ones() {
        let [certain, open, hits] = assert_certified(
            |number| {
                let mut corner = || vec3(number(), number(), number());
                let mut triangle = || Triangle::new(corner(), corner(), corner());
                (triangle(), triangle())
            },
            exactly!(intersects in V3),
            |a, b| {
                let [wide_a, wide_b] = [a, b].map(|t| t.lift::<DVec3>(&f64::from));
                let turned = Triangle::new(wide_b.b, wide_b.a, wide_b.c);
                [certainly(a, b), certainly(b, a), certainly(&wide_a, &wide_b), certainly(&turned, &wide_a)]
            },
        );
        assert!(certain > 8000 && open > 2000 && hits > 500, "{certain} certain, {open} open, {hits} hits");
    }

    #[test]
    fn certified_results_in_2d_equal_exact_ones() {
        let [certain, open, hits] = assert_certified(
            |number| {
                let mut corner = || vec2(number(), number());
                let mut triangle = || Triangle::new(corner(), corner(), corner());
                (triangle(), triangle())
            },
            exactly!(intersects in V2),
            |a, b| {
                let wide = [a, b].map(|t| t.lift::<DVec2>(&f64::from));
                [certainly(a, b), certainly(b, a), certainly(&wide[0], &wide[1])]
            },
        );
        assert!(certain > 6000 && open > 2000 && hits > 500, "{certain} certain, {open} open, {hits} hits");
    }
}
