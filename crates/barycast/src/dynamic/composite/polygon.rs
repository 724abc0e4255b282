//! Polygons: their edges, and the spans of a line in them.

use super::Composite;
use crate::dynamic::any::Shape2;
use crate::number::{DoubleDouble, Field, Float};
use crate::query::{Hit, Span};
use crate::shape::scanline::{self, Feature, decided};
use crate::shape::{Aabb, Line, Polygon, Segment};
use crate::vector::{V2, Vector, Vector2};
use alloc::vec::Vec;
use glam::DVec2;

type Precise = V2<DoubleDouble>;

impl Composite<Shape2> for Polygon<DVec2> {
    fn len(&self) -> usize {
        self.corners().len()
    }

    fn part(&self, i: usize) -> Shape2 {
        Shape2::Segment(self.edge(i))
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec2>> {
        Some(self.edge(i).bounds())
    }

    fn bounds(&self) -> Option<Aabb<DVec2>> {
        Some(self.bounds())
    }

    fn is_solid(&self) -> bool {
        true
    }

    fn holds(&self, p: DVec2) -> bool {
        self.contains_point(p)
    }

    fn is_bordering(&self, i: usize) -> bool {
        self.is_bordering(i)
    }

    fn border(&self, i: usize) -> Vec<Shape2> {
        self.edge_boundary(i).map(Shape2::Segment).collect()
    }

    fn roots(&self) -> Vec<DVec2> {
        self.sample_point().collect()
    }
}

/// Features at the two ends of a span.
type Ends = (Vec<Feature>, Vec<Feature>);

/// Returns the maximal spans of the line, decided exactly, with their ends in double-double
/// precision. Normals are those of the edge that faces the line most.
pub(crate) fn spans(polygon: &Polygon<DVec2>, line: &Line<Precise>) -> Vec<Span<Precise>> {
    if line.direction.is_zero() {
        return super::still(line, |p| polygon.contains_point(DVec2::from_array(p)));
    }
    let stretches = decided!(number => stretches(polygon, line, &number));
    let span = |(enter, exit): Ends| {
        let (t_enter, normal_enter) = end(polygon, line, &enter, -DoubleDouble::ONE);
        let (t_exit, normal_exit) = end(polygon, line, &exit, DoubleDouble::ONE);
        Span { enter: t_enter, exit: t_exit, normal_enter, normal_exit }
    };
    stretches.into_iter().map(span).collect()
}

fn stretches<S: Field>(
    polygon: &Polygon<DVec2>,
    line: &Line<Precise>,
    number: &impl Fn(f64) -> S,
) -> Option<Vec<Ends>> {
    let wide = |x| super::widened(x, number);
    let line: Line<V2<S>> = line.lift(&wide);
    let corners = polygon.lifted_corners(number);
    let meetings = scanline::crossings(polygon.rings(&corners), line.origin, line.direction)?;
    let ends =
        |(first, last): (usize, usize)| (meetings[first].features.clone(), meetings[last].features.clone());
    Some(scanline::inside_intervals(&meetings).into_iter().map(ends).collect())
}

/// Returns where the line meets the features of one end, and the outward normal with the greatest
/// component along `way`.
fn end(
    polygon: &Polygon<DVec2>,
    line: &Line<Precise>,
    features: &[Feature],
    way: DoubleDouble,
) -> (DoubleDouble, Precise) {
    let edge = |i: usize| polygon.edge(i).lift::<Precise>(&DoubleDouble::new);
    let t = features.first().map_or(DoubleDouble::ZERO, |feature| match *feature {
        Feature::Vertex(i) => (edge(i).a - line.origin).dot(line.direction) / line.direction.length_squared(),
        Feature::Edge(i) => {
            let Segment { a, b } = edge(i);
            (a - line.origin).perp_dot(b - a) / line.direction.perp_dot(b - a)
        }
    });
    let mut best = (DoubleDouble::ZERO, line.direction.zero());
    let edges = features.iter().flat_map(|feature| match *feature {
        Feature::Vertex(i) => [polygon.edge_before(i), i],
        Feature::Edge(i) => [i, i],
    });
    for Segment { a, b } in edges.filter(|i| polygon.is_bordering(*i)).map(edge) {
        // Outward is to the right of the edges of a counter-clockwise polygon.
        let normal = (b - a).perp() * DoubleDouble::new(-f64::from(polygon.orientation()));
        let facing = line.direction.dot(normal.normalized_or_zero()) * way;
        if facing > best.0 {
            best = (facing, normal);
        }
    }
    (t, best.1)
}

/// Adds nothing: its edges have no names in the protocol.
pub(crate) fn add_details(_: &Polygon<DVec2>, _: &Line<Precise>, _: &mut [Hit<Precise>]) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Side;
    use crate::shape::{Linear, Point, Ray, Sphere};
    use alloc::vec;
    use glam::dvec2;

    fn polygon(points: &[[f64; 2]]) -> Shape2 {
        Polygon::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().into()
    }

    fn l() -> Shape2 {
        polygon(&[[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]])
    }

    fn stretches(target: &Shape2, origin: [f64; 2], direction: [f64; 2]) -> Vec<f64> {
        let line = Shape2::Line(Line::new(DVec2::from_array(origin), DVec2::from_array(direction)));
        line.cast_all(target).unwrap().iter().map(|hit| hit.t).collect()
    }

    #[test]
    fn a_line_leaves_and_enters_a_polygon_that_is_not_convex() {
        assert_eq!(stretches(&l(), [2., -1.], [0., 1.]), [1., 2.]);
        assert_eq!(
            stretches(&l(), [3., -1.], [-1., 1.]),
            [1., 3.],
            "through the inner corner it stays inside"
        );
        assert_eq!(stretches(&l(), [-1., -1.], [1., 1.]), [1., 2.], "it leaves through the inner corner");
        assert_eq!(stretches(&l(), [-1., 1.], [1., 0.]), [1., 4.], "along an inner edge");
        assert_eq!(stretches(&l(), [4., 0.], [1., 1.]), [0.; 0]);
    }

    #[test]
    fn touching_a_corner_is_a_stretch_of_length_0() {
        assert_eq!(stretches(&l(), [0., 4.], [1., -1.]), [1., 1., 3., 3.], "the corners (1, 3) and (3, 1)");
    }

    #[test]
    fn normals_point_outward_for_either_order_of_the_points() {
        let ray = Shape2::Ray(Ray::new(dvec2(-1., 2.), dvec2(1., 0.)));
        let mut points = vec![[0., 0.], [4., 0.], [4., 4.], [0., 4.]];
        for _ in 0..2 {
            let hits = ray.cast_all(&polygon(&points)).unwrap();
            assert_eq!(hits[0].normal, Some(dvec2(-1., 0.)));
            assert_eq!((hits[1].normal, hits[1].side), (Some(dvec2(1., 0.)), Side::Inside));
            points.reverse();
        }
    }

    #[test]
    fn shapes_in_the_notch_are_apart_and_shapes_within_are_not() {
        let notch = Shape2::Sphere(Sphere::new(dvec2(2., 2.), 0.5));
        assert!(!l().intersects(&notch) && !notch.intersects(&l()));
        assert_eq!(l().closest(&notch).distance, 0.5);
        let within = Shape2::Sphere(Sphere::new(dvec2(0.5, 0.5), 0.125));
        assert!(l().intersects(&within));
        assert_eq!(within.closest(&l()).distance, 0.);
        assert_eq!(l().signed_distance(dvec2(0.5, 0.5)), -0.5);
        assert_eq!(l().signed_distance(dvec2(4., 0.)), 1.);
        let across = Shape2::Segment(Segment::new(dvec2(2., 2.), dvec2(3., 3.)));
        assert!(!l().intersects(&across));
        assert!(l().intersects(&l()));
    }

    #[test]
    fn casts_agree_with_points_on_small_grids() {
        // Polygons of six points of a 4 x 4 grid: most of them touch themselves.
        let mut state = 7_u32;
        let mut draw = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from((state >> 16) % n)
        };
        let mut tried = 0;
        while tried < 300 {
            let points: Vec<DVec2> = (0..6).map(|_| dvec2(draw(4), draw(4))).collect();
            let (origin, direction) = (dvec2(draw(4), draw(4)), dvec2(draw(7) - 3., draw(7) - 3.));
            let Ok(polygon) = Polygon::try_new(points) else { continue };
            if direction == DVec2::ZERO {
                continue;
            }
            tried += 1;
            let line = Line::new(origin, direction);
            let spans = spans(&polygon, &line.lift(&DoubleDouble::new));
            let shape = Shape2::Polygon(polygon);
            for pair in spans.windows(2) {
                assert!(pair[0].exit < pair[1].enter, "maximal");
            }
            for k in -64..64 {
                let t = f64::from(k) / 16.;
                let inside = spans.iter().any(|s| s.enter.to_f64() <= t && t <= s.exit.to_f64());
                let point = Shape2::Point(Point(line.at(t)));
                assert_eq!(shape.intersects(&point), inside, "{shape:?} {line:?} {t}");
            }
        }
    }
}
