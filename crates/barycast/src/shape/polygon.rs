//! A simple polygon, with holes or without.

use super::convex::check_points;
use super::scan::{self, Place, Rings, decided};
use super::{Aabb, Convex, ListError, Segment};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, V2, Vector, Vector2};
use alloc::format;
use alloc::vec::Vec;

/// The points that a closed chain of edges goes round, and the edges themselves: solid, convex or not. Of holes in it
/// only the open inside is missing: their edges belong to it.
///
/// Either order of the points. The chain may touch itself, in points and along edges, but not cross itself. One or
/// two points, and collinear ones, are legal: a point or segments.
///
/// All questions are answered through the edges and the exact test of a point: a connected set meets the polygon
/// when it meets an edge, or lies inside with any of its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<V> {
    /// The outer ring, and after it the holes, which turn the other way.
    pub(super) points: Vec<V>,
    /// Where each ring ends.
    pub(super) ends: Vec<usize>,
    /// Parts of edges with the outside on at least one side, in the order of their edges: vertex, vertex, edge.
    pub(super) rim: Vec<[usize; 3]>,
    /// Of the outer ring: 1 counter-clockwise, -1 clockwise, 0 without area.
    pub(super) turn: i8,
}

/// Left, on, right: -1, 0 or 1, exactly.
fn side<V: FloatVector>(a: V, b: V, p: V) -> i8 {
    decided!(number => {
        let [a, b, p] = [a, b, p].each(|v| lifted(v, &number));
        scan::sign((b - a).perp_dot(p - a))
    })
}

pub(super) fn lifted<V: FloatVector, S: crate::number::Ring>(v: V, number: &impl Fn(f64) -> S) -> V2<S> {
    v.lift::<V2<S>>(&|x: V::Scalar| number(x.to_f64()))
}

/// How two segments meet.
#[derive(PartialEq)]
pub(super) enum Meet {
    Apart,
    Touch,
    Cross,
}

/// Exactly.
pub(super) fn meet<V: FloatVector>(a: &Segment<V>, b: &Segment<V>) -> Meet {
    let (box_a, box_b) = (a.bounds(), b.bounds());
    if !(box_a.min.le_all(box_b.max) && box_b.min.le_all(box_a.max)) {
        return Meet::Apart;
    }
    let (a1, a2) = (side(b.a, b.b, a.a), side(b.a, b.b, a.b));
    let (b1, b2) = (side(a.a, a.b, b.a), side(a.a, a.b, b.b));
    if a1 * a2 < 0 && b1 * b2 < 0 {
        Meet::Cross
    } else if a1 * a2 > 0 || b1 * b2 > 0 {
        Meet::Apart
    } else {
        // Collinear ones whose boxes overlap do so themselves.
        Meet::Touch
    }
}

impl<V: Vector> Polygon<V> {
    /// Its corners, as given, but for those of its holes.
    pub fn points(&self) -> &[V] {
        &self.points[..self.ends[0]]
    }

    /// The corners of each hole, the other way round than [`points`](Self::points). Holes with nothing inside remove
    /// nothing, and are left out.
    pub fn holes(&self) -> impl Iterator<Item = &[V]> + '_ {
        self.ends.windows(2).map(|ends| &self.points[ends[0]..ends[1]])
    }

    /// All corners, those of holes last.
    pub(crate) fn corners(&self) -> &[V] {
        &self.points
    }

    /// The edge that starts at a corner; the corners of holes count on from the last of the points.
    pub fn edge(&self, i: usize) -> Segment<V> {
        Segment { a: self.points[i], b: self.points[scan::next(&self.ends, i)] }
    }

    /// The edge that ends at a corner, by its first one.
    pub(crate) fn edge_before(&self, i: usize) -> usize {
        scan::previous(&self.ends, i)
    }

    /// Its edges, in order, those of holes last; the one edge of a single point has length 0.
    pub fn edges(&self) -> impl Iterator<Item = Segment<V>> + '_ {
        (0..self.points.len()).map(|i| self.edge(i))
    }

    /// The parts of edges that border the outside: all edges, unless the polygon touches itself.
    pub fn rim(&self) -> impl Iterator<Item = Segment<V>> + '_ {
        self.rim.iter().map(|[a, b, _]| Segment { a: self.points[*a], b: self.points[*b] })
    }

    /// The parts of an edge that border the outside.
    pub(crate) fn border(&self, edge: usize) -> impl Iterator<Item = Segment<V>> + '_ {
        let from = self.rim.partition_point(|[_, _, of]| *of < edge);
        let parts = self.rim[from..].iter().take_while(move |[_, _, of]| *of == edge);
        parts.map(|[a, b, _]| Segment { a: self.points[*a], b: self.points[*b] })
    }

    /// The edge borders the outside somewhere.
    pub(crate) fn is_bordering(&self, edge: usize) -> bool {
        self.border(edge).next().is_some()
    }

    /// 1 for counter-clockwise points, -1 for clockwise ones, 0 for a polygon without area.
    pub fn turn(&self) -> i8 {
        self.turn
    }

    /// A point of it: a corner.
    pub(crate) fn roots(&self) -> impl Iterator<Item = V> + '_ {
        self.points.iter().copied().take(1)
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let first = Aabb { min: self.points[0], max: self.points[0] };
        self.points.iter().fold(first, |b, p| b.union(&Aabb { min: *p, max: *p }))
    }
}

impl<V: FloatVector> Polygon<V> {
    /// Of points whose chain does not cross itself.
    ///
    /// # Errors
    /// Names the point that is not finite, or two edges that cross; an edge is named by its first point. An
    /// empty list is an error.
    pub fn try_new(points: Vec<V>) -> Result<Self, ListError> {
        check_points(&points)?;
        let n = points.len();
        let rim = (0..n).map(|i| [i, (i + 1) % n, i]).collect();
        let mut polygon = Self { points, ends: alloc::vec![n], rim, turn: 0 };
        let mut touching = None;
        for i in 0..n {
            for j in i + 1..n {
                let adjacent = j == i + 1 || (i == 0 && j == n - 1);
                match meet(&polygon.edge(i), &polygon.edge(j)) {
                    Meet::Cross => return Err(ListError { field: "points", message: crossing(i, j) }),
                    Meet::Touch if !adjacent => touching = Some((i, j)),
                    _ => {}
                }
            }
        }
        let flat = (0..n).any(|i| {
            let (a, b) = (polygon.edge((i + n - 1) % n), polygon.edge(i));
            side(a.a, a.b, b.b) == 0
        });
        if touching.is_some() || flat {
            polygon.follow_edges().map_err(|edge| {
                let (i, j) = touching.unwrap_or((edge, (edge + 1) % n));
                ListError { field: "points", message: crossing(i, j) }
            })?;
        } else {
            polygon.turn = polygon.lowest_turn();
        }
        Ok(polygon)
    }

    /// The turn at the lowest of the leftmost corners, of a chain that does not touch itself.
    fn lowest_turn(&self) -> i8 {
        let n = self.points.len();
        let key = |i: usize| (self.points[i].get(0), self.points[i].get(1));
        let lowest = (1..n).fold(0, |best, i| if key(i) < key(best) { i } else { best });
        let before = self.points[(lowest + n - 1) % n];
        side(before, self.points[lowest], self.points[(lowest + 1) % n])
    }

    /// Finds the rim of chains that touch themselves, or each other, by the winding numbers on both sides of every
    /// edge; these are 0 and one other number, 1 or -1, unless a chain crosses itself, or a hole is none: then the edge
    /// is the error.
    pub(super) fn follow_edges(&mut self) -> Result<(), usize> {
        self.rim.clear();
        for i in 0..self.points.len() {
            let edge = self.edge(i);
            if (edge.b - edge.a).is_zero() {
                continue;
            }
            let parts = decided!(number => self.beside(edge, &number));
            for (left, right, within) in parts {
                for winding in [left, right] {
                    let turn = winding.signum() as i8;
                    if winding.abs() > 1 || turn * self.turn < 0 {
                        return Err(i);
                    }
                    self.turn = if turn == 0 { self.turn } else { turn };
                }
                if let (Some([a, b]), true) = (within, left == 0 || right == 0) {
                    self.rim.push([a, b, i]);
                }
            }
        }
        if self.rim.is_empty() {
            // All corners are one point.
            self.rim.push([0, 0, 0]);
        }
        Ok(())
    }

    /// The winding numbers left and right of all stretches of an edge's line; those of the edge itself with their
    /// ends, which are vertices.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn beside<S: crate::number::Field>(
        &self,
        edge: Segment<V>,
        number: &impl Fn(f64) -> S,
    ) -> Option<Vec<(i32, i32, Option<[usize; 2]>)>> {
        let points = self.lifted_corners(number);
        let origin = lifted(edge.a, number);
        let meetings = scan::meetings(self.rings(&points), origin, lifted(edge.b, number) - origin)?;
        let vertex = |m: &scan::Meeting<S>| {
            m.features.iter().find_map(|f| if let scan::Feature::Vertex(i) = f { Some(*i) } else { None })
        };
        let mut parts = Vec::with_capacity(meetings.len());
        for pair in meetings.windows(2) {
            let zero = pair[0].t.zero();
            let within = scan::sign(pair[0].t - zero)? >= 0 && scan::sign(pair[1].t - zero.one())? <= 0;
            let ends = if within { vertex(&pair[0]).zip(vertex(&pair[1])) } else { None };
            parts.push((pair[0].left, pair[0].right, ends.map(|(a, b)| [a, b])));
        }
        Some(parts)
    }

    /// The point lies in it; edges count. Exactly right for the numbers given.
    #[must_use]
    pub fn holds(&self, p: V) -> bool {
        let bounds = self.bounds();
        bounds.min.le_all(p) && p.le_all(bounds.max) && self.place(p) != Place::Outside
    }

    pub(super) fn place(&self, p: V) -> Place {
        decided!(number => scan::place(self.rings(&self.lifted_corners(&number)), lifted(p, &number)))
    }

    /// The same set as a hull; `None` when it is not convex. The corners of a chain that does not cross itself make
    /// it convex when all of them lie on the boundary of their hull, and it has the hull's area: one that touches
    /// itself may have less.
    pub(crate) fn to_convex(&self) -> Option<Convex<V>> {
        if self.ends.len() > 1 {
            return None;
        }
        let convex = Convex::try_new(self.points.clone()).ok()?;
        let on_boundary = decided!(number => {
            let sides = convex.sides_over::<V2<_>>(&|x: V::Scalar| number(x.to_f64()));
            let mut all = Some(true);
            for p in &self.lifted_corners(&number) {
                let mut on = false;
                for side in &sides {
                    match scan::sign(side.side(*p)) {
                        Some(sign) => on = on || sign == 0,
                        None => all = None,
                    }
                }
                all = all.map(|all| all && on);
            }
            if all == Some(true) {
                let double_area = |points: &[V2<_>]| {
                    let origin = points[0];
                    let sum = |sum, pair: &[V2<_>]| sum + (pair[0] - origin).perp_dot(pair[1] - origin);
                    points.windows(2).fold(number(0.0), sum)
                };
                let corners: Vec<_> = convex.corners().map(|p| lifted(p, &number)).collect();
                let (own, whole) = (double_area(&self.lifted_corners(&number)), double_area(&corners));
                all = scan::sign(own * own - whole * whole).map(|sign| sign == 0);
            }
            all
        });
        on_boundary.then_some(convex)
    }

    /// All corners over other numbers.
    pub(crate) fn lifted_corners<S: crate::number::Ring>(&self, number: &impl Fn(f64) -> S) -> Vec<V2<S>> {
        self.points.iter().map(|p| lifted(*p, number)).collect()
    }

    /// Its chains, of such corners.
    pub(crate) fn rings<'a, S>(&'a self, corners: &'a [V2<S>]) -> Rings<'a, S> {
        Rings { points: corners, ends: &self.ends }
    }

    /// The same with every corner moved by what keeps its form; `turn` is -1 where that is a reflection.
    ///
    /// # Errors
    /// Names the corner that is not finite.
    pub(crate) fn moved(&self, to: impl Fn(V) -> V, turn: i8) -> Result<Self, ListError> {
        let points: Vec<V> = self.points.iter().map(|p| to(*p)).collect();
        check_points(&points)?;
        Ok(Self { points, ends: self.ends.clone(), rim: self.rim.clone(), turn: self.turn * turn })
    }
}

fn crossing(i: usize, j: usize) -> alloc::string::String {
    format!("must not cross: edges {i} and {j} do")
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    fn polygon(points: &[[f64; 2]]) -> Result<Polygon<DVec2>, ListError> {
        Polygon::try_new(points.iter().map(|p| dvec2(p[0], p[1])).collect())
    }

    #[test]
    fn a_bow_tie_is_an_error_that_names_the_two_edges() {
        let error = polygon(&[[0., 0.], [2., 2.], [2., 0.], [0., 2.]]).unwrap_err();
        assert_eq!(error.to_string(), "points must not cross: edges 0 and 2 do");
        // The same with the crossing at a vertex.
        assert!(polygon(&[[0., 0.], [1., 1.], [2., 2.], [2., 0.], [1., 1.], [0., 2.]]).is_err());
    }

    #[test]
    fn going_round_twice_is_crossing() {
        assert!(polygon(&[[0., 0.], [1., 0.], [0., 1.], [0., 0.], [1., 0.], [0., 1.]]).is_err());
    }

    #[test]
    fn touching_itself_in_a_point_and_along_an_edge_is_legal() {
        let touching = [[0., 0.], [2., 0.], [1., 1.], [2., 2.], [0., 2.], [1., 1.]];
        assert!(polygon(&touching).unwrap().holds(dvec2(1., 1.)));
        let square_with_hole = [
            [0., 0.],
            [6., 0.],
            [6., 6.],
            [0., 6.],
            [0., 0.],
            [2., 2.],
            [2., 4.],
            [4., 4.],
            [4., 2.],
            [2., 2.],
        ];
        let ring = polygon(&square_with_hole).unwrap();
        assert!(!ring.holds(dvec2(3., 3.)), "the hole");
        assert!(ring.holds(dvec2(1., 1.)) && ring.holds(dvec2(2., 3.)));
        assert_eq!((ring.turn(), ring.rim().count()), (1, 8), "the bridge has no outside beside it");
    }

    #[test]
    fn a_spike_through_an_edge_crosses_it() {
        assert!(polygon(&[[0., 0.], [2., 0.], [2., 2.], [0., 2.], [0., 1.], [3., 1.], [0., 1.]]).is_err());
        assert!(polygon(&[[0., 0.], [2., 0.], [2., 2.], [0., 2.], [0., 1.], [2., 1.], [0., 1.]]).is_ok());
    }

    #[test]
    fn points_and_collinear_polygons_are_legal() {
        assert!(polygon(&[[1., 2.]]).unwrap().holds(dvec2(1., 2.)));
        let flat = polygon(&[[0., 0.], [2., 2.], [1., 1.]]).unwrap();
        assert!(flat.holds(dvec2(1.5, 1.5)) && !flat.holds(dvec2(1.5, 1.)));
        assert_eq!((flat.turn(), polygon(&[]).is_err()), (0, true));
    }

    #[test]
    fn either_order_holds_the_same_points() {
        let l = [[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let mut back = l;
        back.reverse();
        let (l, back) = (polygon(&l).unwrap(), polygon(&back).unwrap());
        assert_eq!((l.turn(), back.turn()), (1, -1));
        for x in 0..8 {
            for y in 0..8 {
                let p = dvec2(f64::from(x), f64::from(y)) * 0.5 - dvec2(0.5, 0.5);
                let expected = p.min_element() >= 0. && p.max_element() <= 3. && p.min_element() <= 1.;
                assert_eq!((l.holds(p), back.holds(p)), (expected, expected), "{p}");
            }
        }
    }
}
