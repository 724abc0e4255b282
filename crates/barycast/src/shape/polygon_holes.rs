//! Holes of polygons: validation, and the resulting boundary.
//!
//! For two chains that do not touch, one corner of each decides: a hole's corner lies inside the
//! outer chain and outside the other holes. For chains that touch, every edge is followed along the
//! other chain: an edge of a hole never leaves the outer chain, and no edge enters the interior of
//! a hole. Interiors that overlap all the same, such as those of equal holes, show in the winding
//! numbers beside the edges.

use super::polygon::{Polygon, SegmentRelation, classify_segments, lifted};
use super::scanline::{self, Location, Rings, decided, sign};
use super::{ListError, Segment};
use crate::number::Field;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, V2};
use alloc::format;
use alloc::vec::Vec;

impl<V: FloatVector> Polygon<V> {
    /// Builds the region enclosed by the chain of points, minus the open interiors of the holes.
    /// The edges of holes belong to the polygon.
    ///
    /// Holes are chains like the outer one, in either orientation. They lie inside it, and may
    /// touch it, themselves and each other, in points and along edges. A hole without an interior,
    /// of one point or of collinear points, removes nothing.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new) for the points. Returns an error naming the hole, counted
    /// from 0, that is empty, crosses itself, is not inside the outer chain or shares a point with
    /// the interior of another hole.
    pub fn try_with_holes(points: Vec<V>, holes: Vec<Vec<V>>) -> Result<Self, ListError> {
        let outer = Self::try_new(points)?;
        let mut cut: Vec<Self> = Vec::with_capacity(holes.len());
        let mut touching = false;
        for (k, hole) in holes.into_iter().enumerate() {
            let hole =
                Self::try_new(hole).map_err(|error| invalid(&format!("hole {k} {}", error.message)))?;
            touching |= is_inside(&hole, &outer).ok_or_else(|| {
                invalid(&format!("hole {k} must lie inside the outer chain, and not cross it"))
            })?;
            for (j, other) in cut.iter().enumerate() {
                touching |= are_apart(&hole, other).ok_or_else(|| {
                    invalid(&format!("holes {j} and {k} must not cross, nor lie in one another"))
                })?;
            }
            cut.push(hole);
        }
        cut.retain(|hole| hole.orientation != 0);
        let turn = -outer.orientation;
        let mut polygon = cut.into_iter().fold(outer, |polygon, hole| polygon.with_ring(hole, turn));
        if touching {
            polygon.follow_edges().map_err(|edge| invalid(&format!("edge {edge} must not cross others")))?;
        }
        Ok(polygon)
    }

    /// Adds a ring with the given orientation. Its edges must not touch other edges, or
    /// `follow_edges` must run afterwards.
    fn with_ring(mut self, mut ring: Self, turn: i8) -> Self {
        let (before, n) = (self.points.len(), ring.points.len());
        if ring.orientation != turn {
            ring.points.reverse();
            // Point `i` becomes `n - 1 - i`, and edge `i` starts where it ended.
            for [a, b, edge] in &mut ring.boundary {
                (*a, *b, *edge) = (n - 1 - *b, n - 1 - *a, (2 * n - 2 - *edge) % n);
            }
            ring.boundary.order_by_key(|[_, _, edge]| *edge);
        }
        self.points.append(&mut ring.points);
        self.ends.push(before + n);
        self.boundary.extend(ring.boundary.iter().map(|part| part.each(|i| before + i)));
        self
    }

    /// Tests whether, after adding a ring of this orientation, every winding number is 0 or one
    /// other value.
    fn winds_once_with(&self, ring: &Self, turn: i8) -> bool {
        ring.orientation == 0 || self.clone().with_ring(ring.clone(), turn).follow_edges().is_ok()
    }
}

fn invalid(message: &str) -> ListError {
    ListError { field: "holes", message: format!("must be valid: {message}") }
}

/// Returns whether the chains touch if the hole lies inside, otherwise `None`.
fn is_inside<V: FloatVector>(hole: &Polygon<V>, outer: &Polygon<V>) -> Option<bool> {
    if !touch(hole, outer)? {
        return (outer.locate(hole.points[0]) == Location::Inside).then_some(false);
    }
    let inside = hole.edges().all(|edge| !edge_sides(outer, edge).outside);
    (inside && avoids_interior(outer, hole) && outer.winds_once_with(hole, -outer.orientation))
        .then_some(true)
}

/// Returns whether the chains touch if neither enters the interior of the other, otherwise `None`.
fn are_apart<V: FloatVector>(a: &Polygon<V>, b: &Polygon<V>) -> Option<bool> {
    if !touch(a, b)? {
        let outside = |a: &Polygon<V>, b: &Polygon<V>| a.locate(b.points[0]) == Location::Outside;
        return (outside(a, b) && outside(b, a)).then_some(false);
    }
    (avoids_interior(a, b) && avoids_interior(b, a) && a.winds_once_with(b, a.orientation)).then_some(true)
}

/// Returns whether the chains share a point, or `None` if two edges cross.
fn touch<V: FloatVector>(a: &Polygon<V>, b: &Polygon<V>) -> Option<bool> {
    let (around_a, around_b) = (a.bounds(), b.bounds());
    let mut touching = false;
    let near = |edge: &Segment<V>| {
        let around = edge.bounds();
        around.min.le_all(around_b.max) && around_b.min.le_all(around.max)
    };
    if !(around_a.min.le_all(around_b.max) && around_b.min.le_all(around_a.max)) {
        return Some(false);
    }
    for edge in a.edges().filter(near) {
        for other in b.edges() {
            match classify_segments(&edge, &other) {
                SegmentRelation::Cross => return None,
                SegmentRelation::Touch => touching = true,
                SegmentRelation::Disjoint => {}
            }
        }
    }
    Some(touching)
}

/// Sides of a chain on which parts of an edge lie.
#[derive(Clone, Copy, Default)]
struct EdgeSides {
    outside: bool,
    inside: bool,
}

/// Returns where parts of an edge lie relative to a chain: outside it, or in its open interior.
fn edge_sides<V: FloatVector>(chain: &Polygon<V>, edge: Segment<V>) -> EdgeSides {
    decided!(number => {
        let corners = chain.lifted_corners(&number);
        sides_along_edge(chain.rings(&corners), lifted(edge.a, &number), lifted(edge.b, &number))
    })
}

fn sides_along_edge<S: Field>(chain: Rings<'_, S>, a: V2<S>, b: V2<S>) -> Option<EdgeSides> {
    let direction = b - a;
    if sign(direction.x)? == 0 && sign(direction.y)? == 0 {
        let place = scanline::locate(chain, a)?;
        return Some(EdgeSides { outside: place == Location::Outside, inside: place == Location::Inside });
    }
    let (zero, one) = (a.x.zero(), a.x.one());
    let crossings = scanline::crossings(chain, a, direction)?;
    let (Some(first), Some(last)) = (crossings.first(), crossings.last()) else {
        return Some(EdgeSides { outside: true, inside: false });
    };
    let mut edge_sides =
        EdgeSides { outside: sign(first.t - zero)? > 0 || sign(last.t - one)? < 0, inside: false };
    for pair in crossings.windows(2) {
        if sign(pair[0].t - one)? < 0 && sign(pair[1].t - zero)? > 0 {
            let from = &pair[0];
            edge_sides.outside |= !from.continues_inside();
            edge_sides.inside |= from.along == 0 && from.left != 0 && from.right != 0;
        }
    }
    Some(edge_sides)
}

/// Tests that no edge of the chain passes through the open interior of the hole.
fn avoids_interior<V: FloatVector>(chain: &Polygon<V>, hole: &Polygon<V>) -> bool {
    hole.orientation == 0 || chain.edges().all(|edge| !edge_sides(hole, edge).inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape2;
    use crate::shape::{Aabb, Point, Ray, Sphere};
    use alloc::string::ToString;
    use alloc::vec;
    use glam::{DVec2, dvec2};

    fn chain(points: &[[f64; 2]]) -> Vec<DVec2> {
        points.iter().map(|p| DVec2::from_array(*p)).collect()
    }

    fn square(low: f64, high: f64) -> Vec<DVec2> {
        chain(&[[low, low], [high, low], [high, high], [low, high]])
    }

    fn with_holes(holes: Vec<Vec<DVec2>>) -> Result<Polygon<DVec2>, ListError> {
        Polygon::try_with_holes(square(0., 6.), holes)
    }

    fn ring() -> Shape2 {
        with_holes(vec![square(2., 4.)]).unwrap().into()
    }

    fn disc(x: f64, y: f64, radius: f64) -> Shape2 {
        Sphere::new(dvec2(x, y), radius).into()
    }

    #[test]
    fn the_edge_of_a_hole_belongs_to_the_polygon_and_its_interior_does_not() {
        let ring = with_holes(vec![square(2., 4.)]).unwrap();
        assert!(
            ring.contains_point(dvec2(2., 3.))
                && ring.contains_point(dvec2(4., 4.))
                && ring.contains_point(dvec2(1., 3.))
        );
        assert!(!ring.contains_point(dvec2(3., 3.)) && !ring.contains_point(dvec2(7., 3.)));
        assert_eq!((ring.holes().count(), ring.points().len(), ring.boundary().count()), (1, 4, 8));
    }

    #[test]
    fn a_shape_in_the_hole_is_disjoint_until_it_touches_the_edge() {
        assert!(!ring().intersects(&disc(3., 3., 0.75)) && ring().intersects(&disc(3., 3., 1.)));
        assert_eq!(ring().closest(&disc(3., 3., 0.75)).distance, 0.25);
        assert_eq!(ring().signed_distance(dvec2(3., 3.)), 1.);
        assert_eq!(ring().signed_distance(dvec2(1.5, 3.)), -0.5);
        let moved = disc(3., 3., 0.75).sweep_precisely(&ring(), dvec2(1., 0.), 1.).unwrap().unwrap();
        assert_eq!((moved.t, moved.point), (0.25, dvec2(2.25, 3.)));
    }

    #[test]
    fn it_contains_shapes_beside_the_hole_but_not_around_it() {
        let aabb = |low: f64, high: f64| Shape2::Aabb(Aabb::new(DVec2::splat(low), DVec2::splat(high)));
        assert_eq!(
            [disc(1., 3., 1.), disc(1.25, 3., 1.)].map(|d| ring().contains(&d)),
            [Ok(true), Ok(false)]
        );
        assert_eq!(
            [aabb(0., 2.), aabb(1., 5.), aabb(2., 4.)].map(|b| ring().contains(&b)),
            [Ok(true), Ok(false), Ok(false)]
        );
        let narrower = Shape2::from(with_holes(vec![square(1., 5.)]).unwrap());
        assert_eq!((ring().contains(&narrower), narrower.contains(&ring())), (Ok(true), Ok(false)));
        assert_eq!((aabb(0., 6.).contains(&ring()), aabb(0., 5.).contains(&ring())), (Ok(true), Ok(false)));
        assert!(ring().clone().try_rounded(1.).is_err());
        let way_out = ring().contact(&aabb(0., 1.)).unwrap().unwrap();
        assert_eq!(way_out.depth, 1., "{way_out:?}");
    }

    #[test]
    fn a_ray_leaves_and_enters_with_normals_that_point_into_the_hole() {
        let ray = Shape2::Ray(Ray::new(dvec2(-1., 3.), dvec2(1., 0.)));
        for turned in [false, true] {
            let mut hole = square(2., 4.);
            if turned {
                hole.reverse();
            }
            let ring = with_holes(vec![hole]).unwrap().into();
            let hits = ray.cast_all(&ring).unwrap();
            let found: Vec<_> = hits.iter().map(|hit| (hit.t, hit.normal.unwrap().x)).collect();
            assert_eq!(found, [(1., -1.), (3., 1.), (5., -1.), (7., 1.)]);
        }
    }

    #[test]
    fn holes_may_touch_and_cut_the_polygon_in_two() {
        // A diamond with a corner on each of the four sides.
        let diamond = chain(&[[3., 0.], [6., 3.], [3., 6.], [0., 3.]]);
        let corners = with_holes(vec![diamond]).unwrap();
        assert!(
            corners.contains_point(dvec2(1., 1.))
                && corners.contains_point(dvec2(3., 0.))
                && !corners.contains_point(dvec2(3., 3.))
        );
        let all = with_holes(vec![square(0., 6.)]).unwrap();
        assert!(
            all.contains_point(dvec2(0., 3.)) && !all.contains_point(dvec2(1., 3.)),
            "only the edges are left"
        );
        let pair = with_holes(vec![square(1., 3.), square(3., 5.)]).unwrap();
        assert!(pair.contains_point(dvec2(3., 3.)) && !pair.contains_point(dvec2(4., 4.)));
    }

    #[test]
    fn a_hole_without_interior_removes_nothing() {
        let fine = vec![vec![dvec2(3., 3.)], chain(&[[1., 1.], [5., 5.], [2., 2.]])];
        let whole = with_holes(fine).unwrap();
        assert_eq!(whole, Polygon::try_new(square(0., 6.)).unwrap());
        assert!(with_holes(vec![vec![dvec2(7., 3.)]]).is_err());
    }

    #[test]
    fn errors_name_the_hole_and_the_defect() {
        let error = |holes| with_holes(holes).unwrap_err().to_string();
        let inner = || square(1., 2.);
        assert_eq!(error(vec![inner(), vec![]]), "holes must be valid: hole 1 must not be empty");
        let bow_tie = chain(&[[3., 3.], [5., 5.], [5., 3.], [3., 5.]]);
        assert!(error(vec![inner(), bow_tie]).contains("hole 1 must not cross: edges 0 and 2 do"));
        for outside in [square(5., 7.), square(7., 8.), square(-1., 7.)] {
            assert!(error(vec![inner(), outside]).contains("hole 1 must lie inside the outer chain"));
        }
        for (a, b) in [(1., 3.), (2., 4.), (0., 6.), (3., 6.)] {
            let error = error(vec![square(2., 4.), square(a, b)]);
            assert!(error.contains("holes 0 and 1 must not cross, nor lie in one another"), "{error}");
        }
    }

    #[test]
    fn a_hole_that_touches_an_edge_still_does_so_after_any_turn() {
        let ring = Shape2::from(with_holes(vec![chain(&[[0., 2.], [2., 3.], [0., 5.]])]).unwrap());
        for k in 0..64 {
            let (s, c) = f64::from(k).sin_cos();
            let turned = ring.posed(&[dvec2(c, s), dvec2(-s, c)], dvec2(0.1, 0.7)).unwrap();
            let at =
                |x: f64, y: f64| Shape2::from(Point(dvec2(c, s) * x + dvec2(-s, c) * y + dvec2(0.1, 0.7)));
            assert!(!turned.intersects(&at(1., 3.)) && turned.intersects(&at(5., 3.)));
        }
        let mirrored = ring.posed(&[dvec2(-1., 0.), dvec2(0., 1.)], DVec2::ZERO).unwrap();
        assert_eq!(
            [(-0.5, 0.5), (-1., 3.), (1., 3.)].map(|(x, y)| mirrored.signed_distance(dvec2(x, y)) < 0.),
            [true, false, false]
        );
        let ray = Shape2::Ray(Ray::new(dvec2(-9., 0.5), dvec2(1., 0.)));
        let hit = ray.cast(&mirrored).unwrap().unwrap();
        assert_eq!(hit.normal, Some(dvec2(-1., 0.)));
    }
}
