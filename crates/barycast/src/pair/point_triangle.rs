//! Point and triangle, and every other [`Flat`] shape.
//!
//! With the corners `q_i` relative to the point, twice the area that it spans with an edge is
//!
//! ```text
//! A_i = q_i x q_j = (q_i + q_j) x (q_j - q_i) / 2        j the next corner
//! ```
//!
//! and the point is in the shape if all `A_i` have the same orientation. The error of the second
//! form is proportional to the length of the edge, and it is exactly negated for the same edge of a
//! neighbour. In 3D the point must also lie in the plane, and the condition is `A_i . A_j >= 0` for
//! every two.
//!
//! For a point on the line of a collinear shape all `A_i = 0`, and the bounding box decides; off
//! its line two of them have opposite orientations. So degenerate shapes need no special case.
//!
//! The foot of the point on the plane lies in the shape if `A_i . n >= 0` for `n = u x v`. It is
//! computed from the areas as a weighted mean of the corners, which stays in the shape despite
//! rounding. Otherwise an edge is closest.
//!
//! Sources: [Ericson 5.1.5], [Ericson 3.4].

use crate::exact::{Noise, reach};
use crate::number::{Field, Mask, Real, Ring};
use crate::pair::point_ray;
use crate::query::Closest;
use crate::shape::{Flat, Linear, Point, Segment, Triangle};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Tests whether the point lies in the shape, including its boundary.
#[inline(always)]
pub fn intersects<V: Vector, F: Flat<Vector = V>>(a: &Point<V>, b: &F) -> V::Mask {
    let corners = b.relative_to(a.0);
    V::by_dim(Around { shape: b, corners: &corners })
}

/// Tests whether the bounding box of the corners contains the origin.
#[inline(always)]
pub(crate) fn box_contains_origin<V: Vector>(corners: &[V]) -> V::Mask {
    let zero = corners[0].zero();
    let (mut low, mut high) = (corners[0], corners[0]);
    for i in 1..corners.len() {
        low = low.min(corners[i]);
        high = high.max(corners[i]);
    }
    low.le_all(zero) & zero.le_all(high)
}

/// Tests whether the origin lies in the plane of the corners and in their bounding box, with all
/// edges oriented the same way around it.
struct Around<'a, F: Flat> {
    shape: &'a F,
    corners: &'a F::Corners,
}

impl<V: Vector, F: Flat<Vector = V>> ByDim<V> for Around<'_, F> {
    type Answer = V::Mask;

    #[inline(always)]
    fn d2(self) -> V::Mask
    where
        V: Vector2,
    {
        let q = self.corners.as_ref();
        // Both tests always run: that costs less than a mispredicted branch.
        let boxed = box_contains_origin(q);
        let zero = q[0].get(0).zero();
        let (mut left, mut right) = (zero.always(), zero.always());
        for i in 0..q.len() {
            let j = (i + 1) % q.len();
            let area = (q[i] + q[j]).perp_dot(q[j] - q[i]);
            left = left & zero.le(area);
            right = right & area.le(zero);
        }
        boxed & (left | right)
    }

    #[inline(always)]
    fn d3(self) -> V::Mask
    where
        V: Vector3,
    {
        let q = self.corners.as_ref();
        let (_, u, v) = self.shape.frame();
        let zero = q[0].get(0).zero();
        // Most points do not lie in the plane.
        let mut same = q[0].triple(u, v).same(zero);
        if same.none() {
            return same;
        }
        same = same & box_contains_origin(q);
        let mut areas = [q[0].zero(); 4];
        for i in 0..q.len() {
            let j = (i + 1) % q.len();
            areas[i] = (q[i] + q[j]).cross(q[j] - q[i]);
            for k in 0..i {
                same = same & zero.le(areas[i].dot(areas[k]));
            }
        }
        same
    }
}

/// Returns whether a triangle contains the point if plain floats certify it, otherwise `None`. Only
/// for triangles: the corners of other flat shapes are sums, and rounded.
#[inline(always)]
pub(crate) fn certainly<V: Vector<Mask = bool>>(a: &Point<V>, b: &Triangle<V>) -> Option<bool> {
    V::by_dim(CertifiedTest(b.relative_to(a.0)))
}

/// Corners relative to the point.
struct CertifiedTest<V>([V; 3]);

impl<V: Vector<Mask = bool>> ByDim<V> for CertifiedTest<V> {
    type Answer = Option<bool>;

    #[inline(always)]
    fn d2(self) -> Option<bool>
    where
        V: Vector2,
    {
        let [p, q, r] = self.0;
        let area = |p: V, q: V| (p + q).perp_dot(q - p);
        let [left, right, outside] = Noise::of(reach(self.0)).signs([area(p, q), area(q, r), area(r, p)]);
        (left | right | outside).then_some(left | right)
    }

    /// Most points certainly do not lie in the plane.
    #[inline(always)]
    fn d3(self) -> Option<bool>
    where
        V: Vector3,
    {
        let [p, q, r] = self.0;
        Noise::of(reach(self.0)).apart(p.triple(q, r)).then_some(false)
    }
}

/// Returns whether the foot of the point lies in the face or on its boundary, and the vector from
/// the point to the foot, which is zero in 2D. False for degenerate shapes.
#[inline(always)]
pub(crate) fn vector_to_face<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(
    a: &Point<V>,
    b: &F,
) -> (V::Mask, V) {
    let corners = b.relative_to(a.0);
    let q = corners.as_ref();
    let (_, u, v) = b.frame();
    let nn = u.wedge_squared(v);
    let zero = nn.zero();
    let mut inside = zero.lt(nn);
    let mut areas = [zero; 4];
    for i in 0..q.len() {
        let j = (i + 1) % q.len();
        areas[i] = u.wedge_dot(v, q[i] + q[j], q[j] - q[i]);
        inside = inside & zero.le(areas[i]);
    }
    if V::DIM == 2 {
        // For a sliver, far along its line, all areas may round to 0.
        return (inside & box_contains_origin(q), q[0].zero());
    }
    let [s, t] = F::from_areas(areas);
    (inside, q[0] + u * s + v * t)
}

/// Tests whether the squared distance is at most `squared`: from the face, an edge or a corner.
/// Exact number types avoid the division.
#[inline(always)]
pub(crate) fn within<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(
    a: &Point<V>,
    b: &F,
    squared: V::Scalar,
) -> V::Mask {
    let (around, seen) = (b.around(), b.relative_to(a.0));
    let (corners, q) = (around.as_ref(), seen.as_ref());
    let mut rim = q[0].length_squared().le(squared);
    for i in 1..q.len() {
        rim = rim | q[i].length_squared().le(squared);
    }
    for i in 0..q.len() {
        let edge = corners[(i + 1) % q.len()] - corners[i];
        rim = rim | point_ray::beside::<V, Segment<V>>(-q[i], edge, squared);
    }
    if V::Scalar::ROUNDS {
        // The normal of a sliver is noise; a mean of its corners is not.
        let (facing, way) = vector_to_face(a, b);
        return rim | (facing & way.length_squared().le(squared));
    }
    let (_, u, v) = b.frame();
    let nn = u.wedge_squared(v);
    let mut face = nn.zero().lt(nn) & q[0].triple(u, v).squared().le(squared * nn);
    for i in 0..q.len() {
        let j = (i + 1) % q.len();
        face = face & nn.zero().le(u.wedge_dot(v, q[i] + q[j], q[j] - q[i]));
    }
    face | rim
}

/// Returns the squared distance, a fraction without a square root.
#[inline(always)]
pub(crate) fn distance_squared<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(
    a: &Point<V>,
    b: &F,
) -> V::Scalar {
    let (facing, way) = vector_to_face(a, b);
    let mut best = point_ray::distance_squared(a, &b.edge(0));
    for i in 1..b.count() {
        best = Ring::min(best, point_ray::distance_squared(a, &b.edge(i)));
    }
    Ring::select(facing, Ring::min(way.length_squared(), best), best)
}

/// Returns the point, and its foot on the face or the closest edge, with a single square root.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Point<V>, b: &F) -> Closest<V> {
    let (edge_squared, on_edge) = to_edges(a, b);
    let (facing, way) = vector_to_face(a, b);
    let face_squared = way.length_squared();
    let face = facing & face_squared.le(edge_squared);
    let distance = Ring::choose(face, face_squared, edge_squared).sqrt();
    let on_b = V::select(face, a.0 + way, on_edge);
    Closest { distance, on_a: a.0, on_b }.or_shared(intersects(a, b), a.0)
}

/// Returns the point and its foot on the face; the distance is infinite if the foot lies outside.
pub(crate) fn to_face<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Point<V>, b: &F) -> Closest<V> {
    to_face_in_lanes(a, b)
}

/// Like [`to_face`], but inlined, for lanes.
#[inline(always)]
pub(crate) fn to_face_in_lanes<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(
    a: &Point<V>,
    b: &F,
) -> Closest<V> {
    let (facing, way) = vector_to_face(a, b);
    let length = way.length();
    Closest { distance: Ring::select(facing, length, length.infinity()), on_a: a.0, on_b: a.0 + way }
}

/// Returns the squared distance from the closest edge, and the point's foot on it.
#[inline(always)]
fn to_edges<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Point<V>, b: &F) -> (V::Scalar, V) {
    let mut squared = point_ray::distance_squared(a, &b.edge(0));
    let mut on_b = b.edge(0).at(point_ray::foot(a, &b.edge(0)));
    for i in 1..b.count() {
        let edge = b.edge(i);
        let other = point_ray::distance_squared(a, &edge);
        let nearer = other.lt(squared);
        squared = Ring::select(nearer, other, squared);
        on_b = V::select(nearer, edge.at(point_ray::foot(a, &edge)), on_b);
    }
    (squared, on_b)
}

/// Returns the signed distance to the closest edge in 2D, negative inside; the distance in 3D.
pub fn signed_distance<V: FloatVector, F: Flat<Vector = V>>(a: &F, b: &Point<V>) -> V::Scalar {
    if V::DIM == 3 {
        return distance(b, a).distance;
    }
    let to_edges = to_edges(b, a).0.sqrt();
    if intersects(b, a) { Ring::zero(to_edges) - to_edges } else { to_edges }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::pair::hard_cases::{assert_certified, exactly};
    use crate::vector::{V2, V3};
    use glam::{DVec2, DVec3, Vec2, dvec2, dvec3, vec2, vec3};

    const FLAT: Triangle<DVec3> = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
    const SOLID: Triangle<DVec2> = Triangle::new(DVec2::ZERO, DVec2::X, DVec2::Y);

    #[test]
    fn a_point_far_along_the_line_of_a_sliver_is_as_far_as_it_is() {
        let sliver = Triangle::new(vec2(2., 1.000_000_2), vec2(3., -1.), vec2(1., 3.));
        assert!(distance_squared(&Point(vec2(4., -3.)), &sliver) > 4.9);
        assert!(distance(&Point(vec2(4., -3.)), &sliver).distance > 2.2);
    }

    #[test]
    fn boundary_points_are_in_it_whichever_way_the_corners_run() {
        let backward = Triangle::new(SOLID.a, SOLID.c, SOLID.b);
        for p in [dvec2(0.25, 0.25), dvec2(0.5, 0.5), dvec2(0., 0.5), DVec2::ZERO, DVec2::X] {
            assert!(SOLID.intersects(&Point(p)) && backward.intersects(&Point(p)), "{p}");
        }
        assert!(!SOLID.intersects(&Point(dvec2(0.5, 0.51))));
    }

    #[test]
    fn inside_means_negative_in_two_dimensions_only() {
        assert_eq!(signed_distance(&SOLID, &Point(dvec2(0.25, 0.25))), -0.25);
        assert_eq!(signed_distance(&FLAT, &Point(dvec3(0.25, 0.25, -2.))), 2.);
        let segment = Triangle::new(DVec2::ZERO, dvec2(1., 1.), dvec2(3., 3.));
        assert_eq!(signed_distance(&segment, &Point(dvec2(2., 2.))).to_bits(), 0);
    }

    #[test]
    fn the_nearest_point_is_a_foot_on_the_face_an_edge_or_a_corner() {
        assert_eq!(FLAT.closest(&Point(dvec3(0.25, 0.25, 3.))).on_a, dvec3(0.25, 0.25, 0.));
        assert_eq!(
            FLAT.closest(&Point(dvec3(0.5, -4., 3.))),
            Closest::between(dvec3(0.5, 0., 0.), dvec3(0.5, -4., 3.))
        );
        assert_eq!(FLAT.distance(&Point(dvec3(4., 0., 4.))), 5.);
    }

    #[test]
    fn weights_make_the_foot_again() {
        let t = Triangle::new(dvec3(1., 0., 2.), dvec3(5., 0., 2.), dvec3(1., 8., 2.));
        let p = dvec3(2., 2., 7.);
        assert_eq!(t.barycentric(p), [0.5, 0.25, 0.25]);
        assert_eq!(t.interpolate(p, [t.a, t.b, t.c]), dvec3(2., 2., 2.));
        assert_eq!(t.interpolate(p, [10., 20., 40.]), 20.);
        let line = Triangle::new(DVec3::ZERO, DVec3::X, dvec3(4., 0., 0.));
        assert_eq!(line.barycentric(dvec3(3., 9., 9.)), [0.25, 0., 0.75]);
    }

    #[test]
    fn a_long_needle_contains_no_point_beyond_its_ends() {
        let needle = Triangle::new(vec2(0.1, 0.3), vec2(0.2, 0.6), vec2(0.3, 0.9));
        for i in 1..1000 {
            let p: Vec2 = vec2(0.1, 0.3) * (4. + i as f32);
            assert!(!needle.intersects(&Point(p)), "{p}");
        }
    }

    #[test]
    fn c4_angles_just_outside_an_edge_is_outside() {
        let t = Triangle::new(vec3(0., 0., 0.), vec3(1., 0., 0.), vec3(0., 1., 0.));
        assert!(!t.intersects(&Point(vec3(0.5, -0.0002, 0.))));
        assert!(t.intersects(&Point(t.a)));
    }

    #[test]
    fn c4_areas_neither_small_nor_large_triangles_need_another_epsilon() {
        let small = Triangle::new(vec3(0., 0., 0.), vec3(0.005, 0., 0.), vec3(0., 0.005, 0.));
        assert!(!small.intersects(&Point(vec3(0.006, 0.006, 0.))));
        let large = Triangle::new(vec3(0., 0., 0.), vec3(1000., 0., 0.), vec3(0., 1000., 0.));
        assert!(large.intersects(&Point(vec3(0.1, 0.1, 0.))));
    }

    #[test]
    fn c4_a_collinear_triangle_contains_only_its_segment() {
        let line = Triangle::new(dvec3(0., 0., 0.), dvec3(1., 0., 0.), dvec3(2., 0., 0.));
        assert!(!line.intersects(&Point(dvec3(5., 7., 0.))));
        assert!(!line.intersects(&Point(dvec3(3., 0., 0.))));
        assert!(line.intersects(&Point(dvec3(1.5, 0., 0.))));
        let point = Triangle::new(DVec3::ONE, DVec3::ONE, DVec3::ONE);
        assert!(point.intersects(&Point(DVec3::ONE)) && !point.intersects(&Point(DVec3::X)));
    }

    #[test]
    fn c4_above_the_plane_is_not_on_it() {
        for height in [100., 2e-4, 1e-300] {
            let p = Point(dvec3(0.25, 0.25, height));
            assert!(!FLAT.intersects(&p));
            assert!(!Shape3::from(FLAT).intersects(&p.into()));
        }
    }

    #[test]
    fn certified_results_equal_exact_ones() {
        let [certain, open, hits] = assert_certified(
            |number| {
                let mut corner = || vec2(number(), number());
                (Point(corner()), Triangle::new(corner(), corner(), corner()))
            },
            exactly!(intersects in V2),
            |a, b| [certainly(a, b), certainly(&a.lift::<DVec2>(&f64::from), &b.lift(&f64::from))],
        );
        assert!(certain > 4000 && open > 2000 && hits > 500, "{certain} certain, {open} open, {hits} hits");
        let [certain, open, _] = assert_certified(
            |number| {
                let mut corner = || vec3(number(), number(), number());
                (Point(corner()), Triangle::new(corner(), corner(), corner()))
            },
            exactly!(intersects in V3),
            |a, b| [certainly(a, b), certainly(&a.lift::<DVec3>(&f64::from), &b.lift(&f64::from))],
        );
        assert!(certain > 4000 && open > 2000, "{certain} certain, {open} open");
    }
}
