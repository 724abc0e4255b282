//! Triangle and triangle, and every two [`Flat`] shapes.
//!
//! **In 3D** two flat convex shapes that meet do so on an edge of one of them: where the edge crosses the other's
//! face, or, in one plane, where edges cross or one shape holds the other's edges. So they meet when an edge of
//! either meets the other shape, which is right for collinear shapes and points as well.
//!
//! **In 2D** they are apart when the normal of an edge of either separates them; shapes on one line, when a
//! coordinate axis does. (The difference of the two sets is a convex polygon, whose edges are edges of either;
//! they meet when it holds the origin.)
//!
//! When they do not meet, the shortest way is between two edges, or from a corner to the other's face.
//!
//! Sources: [Ericson 5.2.10], [Ericson 5.1.10], [Gottschalk 1996].

use crate::number::{Mask, Real, Ring};
use crate::pair::{point_triangle, ray_ray, ray_triangle};
use crate::question::Closest;
use crate::shape::{Flat, Point};
use crate::vector::{ByDim, Vector, Vector2, Vector3};

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let boxes = boxes_overlap(a, b);
    if boxes.none() {
        return boxes;
    }
    boxes & V::by_dim(Meet(a, b))
}

/// The boxes around them share a point.
#[inline(always)]
fn boxes_overlap<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
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
    low_a.le_all(high_b) & low_b.le_all(high_a)
}

/// Two flat shapes whose boxes overlap.
struct Meet<'a, A, B>(&'a A, &'a B);

impl<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>> ByDim<V> for Meet<'_, A, B> {
    type Answer = V::Mask;

    #[inline(always)]
    fn d2(self) -> V::Mask
    where
        V: Vector2,
    {
        let (middle, _, _) = self.0.frame();
        let (a, b) = (self.0.seen_from(middle), self.1.seen_from(middle));
        edges_overlap(a.as_ref(), b.as_ref()) & edges_overlap(b.as_ref(), a.as_ref())
    }

    #[inline(always)]
    fn d3(self) -> V::Mask
    where
        V: Vector3,
    {
        let Self(a, b) = self;
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
}

/// No edge of `a` has them on different sides.
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

/// The shortest way between two, from ways to faces and between edges.
macro_rules! shortest {
    ($a:ident, $b:ident, $to_face:path, $between:path) => {{
        let (corners_a, corners_b) = ($a.around(), $b.around());
        let mut best = $to_face(&Point(corners_a.as_ref()[0]), $b);
        for i in 1..$a.count() {
            best = best.nearer($to_face(&Point(corners_a.as_ref()[i]), $b));
        }
        for i in 0..$b.count() {
            best = best.nearer($to_face(&Point(corners_b.as_ref()[i]), $a).swap());
        }
        for i in 0..$a.count() {
            for j in 0..$b.count() {
                best = best.nearer($between(&$a.edge(i), &$b.edge(j)));
            }
        }
        for i in 0..$a.count() {
            let (crosses, point, reach) = V::by_dim(ray_triangle::CrossingPoint(&$a.edge(i), $b));
            best = best.or_crossing(crosses, point, reach);
        }
        for i in 0..$b.count() {
            let (crosses, point, reach) = V::by_dim(ray_triangle::CrossingPoint(&$b.edge(i), $a));
            best = best.or_crossing(crosses, point, reach);
        }
        best
    }};
}

/// Between two edges, or from a corner to the other's face; a shared point when they intersect.
pub fn distance<V: Vector<Scalar: Real>, A: Flat<Vector = V>, B: Flat<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    shortest!(a, b, point_triangle::to_face, ray_ray::distance)
}

/// The same without a call, for lanes.
#[inline(always)]
pub(crate) fn distance_in_lanes<V: Vector<Scalar: Real>, A: Flat<Vector = V>, B: Flat<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    shortest!(a, b, point_triangle::to_face_in_lanes, ray_ray::distance_in_lanes)
}

#[cfg(test)]
mod tests {
    use crate::any::{Shape2, Shape3};
    use crate::shape::{Parallelogram, Point, Triangle};
    use glam::{DVec2, DVec3, dvec2, dvec3, vec3};

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
    fn f8_parallel_planes_are_their_distance_apart() {
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
    fn parallelograms_ask_the_same_kernels() {
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
}
