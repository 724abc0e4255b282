//! Simple polygon, with or without holes.

use super::convex::check_points;
use super::scanline::{self, Location, Rings, decided};
use super::{Aabb, Convex, ListError, Segment};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, V2, Vector, Vector2};
use alloc::format;
use alloc::vec::Vec;
use glam::DVec2;

/// The points enclosed by a closed chain of edges, and the edges themselves: solid, convex or not.
/// A hole removes only its open interior: its edges belong to the polygon.
///
/// The points may be in either orientation. The chain may touch itself, at points and along edges,
/// but not cross itself. One or two points, and collinear points, are legal and make a point or
/// segments.
///
/// All queries reduce to the edges and the exact point test: a connected set intersects the polygon
/// if it intersects an edge or any one of its points lies inside.
///
/// ```
/// use barycast::d2::Polygon;
/// use glam::vec2;
///
/// let corner = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
/// let floor_plan = Polygon::try_new(corner.map(|[x, y]| vec2(x, y)).to_vec())?;
/// assert!(floor_plan.contains_point(vec2(0.5, 3.0)));
/// assert!(!floor_plan.contains_point(vec2(3.0, 3.0)));
/// assert!(floor_plan.contains_point(vec2(1.0, 1.0))); // the boundary belongs to it
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<V> {
    /// The outer ring, followed by the holes, which have the opposite orientation.
    pub(super) points: Vec<V>,
    /// End index of each ring.
    pub(super) ends: Vec<usize>,
    /// Parts of edges with the outside on at least one side, in the order of their edges: start
    /// vertex, end vertex, edge.
    pub(super) boundary: Vec<[usize; 3]>,
    /// Orientation of the outer ring: 1 counter-clockwise, -1 clockwise, 0 without area.
    pub(super) orientation: i8,
}

/// Returns -1, 0 or 1 if `p` is to the left of, on or to the right of the line, decided exactly.
fn side<V: FloatVector>(a: V, b: V, p: V) -> i8 {
    decided!(number => {
        let [a, b, p] = [a, b, p].each(|v| lifted(v, &number));
        scanline::sign((b - a).perp_dot(p - a))
    })
}

pub(super) fn lifted<V: FloatVector, S: crate::number::Ring>(v: V, number: &impl Fn(f64) -> S) -> V2<S> {
    v.lift::<V2<S>>(&|x: V::Scalar| number(x.to_f64()))
}

/// Relative position of two segments.
#[derive(PartialEq)]
pub(super) enum SegmentRelation {
    Disjoint,
    Touch,
    Cross,
}

/// Classifies two segments, exactly.
pub(super) fn classify_segments<V: FloatVector>(a: &Segment<V>, b: &Segment<V>) -> SegmentRelation {
    let (box_a, box_b) = (a.bounds(), b.bounds());
    if !(box_a.min.le_all(box_b.max) && box_b.min.le_all(box_a.max)) {
        return SegmentRelation::Disjoint;
    }
    let (a1, a2) = (side(b.a, b.b, a.a), side(b.a, b.b, a.b));
    let (b1, b2) = (side(a.a, a.b, b.a), side(a.a, a.b, b.b));
    if a1 * a2 < 0 && b1 * b2 < 0 {
        SegmentRelation::Cross
    } else if a1 * a2 > 0 || b1 * b2 > 0 {
        SegmentRelation::Disjoint
    } else {
        // Collinear segments whose boxes overlap also overlap.
        SegmentRelation::Touch
    }
}

impl<V: Vector> Polygon<V> {
    /// Returns the corners of the outer ring, as given.
    pub fn points(&self) -> &[V] {
        &self.points[..self.ends[0]]
    }

    /// Returns the corners of each hole, in the orientation opposite to [`points`](Self::points).
    /// Holes without an interior remove nothing and are left out.
    pub fn holes(&self) -> impl Iterator<Item = &[V]> + '_ {
        self.ends.windows(2).map(|ends| &self.points[ends[0]..ends[1]])
    }

    /// Returns all corners, those of holes last.
    pub(crate) fn corners(&self) -> &[V] {
        &self.points
    }

    /// Returns the edge that starts at a corner. The indices of holes' corners follow those of the
    /// points.
    pub fn edge(&self, i: usize) -> Segment<V> {
        Segment { a: self.points[i], b: self.points[scanline::next(&self.ends, i)] }
    }

    /// Returns the index of the edge that ends at a corner.
    pub(crate) fn edge_before(&self, i: usize) -> usize {
        scanline::previous(&self.ends, i)
    }

    /// Returns the edges in order, those of holes last. A single point has one edge of length 0.
    pub fn edges(&self) -> impl Iterator<Item = Segment<V>> + '_ {
        (0..self.points.len()).map(|i| self.edge(i))
    }

    /// Returns the parts of edges that border the outside: all edges, unless the polygon touches
    /// itself.
    pub fn boundary(&self) -> impl Iterator<Item = Segment<V>> + '_ {
        self.boundary.iter().map(|[a, b, _]| Segment { a: self.points[*a], b: self.points[*b] })
    }

    /// Returns the parts of one edge that border the outside.
    pub(crate) fn edge_boundary(&self, edge: usize) -> impl Iterator<Item = Segment<V>> + '_ {
        let from = self.boundary.partition_point(|[_, _, of]| *of < edge);
        let parts = self.boundary[from..].iter().take_while(move |[_, _, of]| *of == edge);
        parts.map(|[a, b, _]| Segment { a: self.points[*a], b: self.points[*b] })
    }

    /// Tests whether part of an edge borders the outside.
    pub(crate) fn is_bordering(&self, edge: usize) -> bool {
        self.edge_boundary(edge).next().is_some()
    }

    /// Returns the orientation: 1 for counter-clockwise points, -1 for clockwise points, 0 for a
    /// polygon without area.
    pub fn orientation(&self) -> i8 {
        self.orientation
    }

    /// Returns one point of the polygon: a corner.
    pub(crate) fn sample_point(&self) -> impl Iterator<Item = V> + '_ {
        self.points.iter().copied().take(1)
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let first = Aabb { min: self.points[0], max: self.points[0] };
        self.points.iter().fold(first, |b, p| b.union(&Aabb { min: *p, max: *p }))
    }
}

impl<V: FloatVector> Polygon<V> {
    /// Returns the same polygon over `f64`. Nothing is rounded.
    pub(crate) fn widened(&self) -> Polygon<DVec2> {
        Polygon {
            points: self.points.iter().map(|p| p.lift(&Float::to_f64)).collect(),
            ends: self.ends.clone(),
            boundary: self.boundary.clone(),
            orientation: self.orientation,
        }
    }

    /// Builds a polygon from points whose chain does not cross itself.
    ///
    /// # Errors
    /// Returns an error naming the point that is not finite, or two edges that cross, each by its
    /// first point. An empty list is an error.
    pub fn try_new(points: Vec<V>) -> Result<Self, ListError> {
        check_points(&points)?;
        let n = points.len();
        let boundary = (0..n).map(|i| [i, (i + 1) % n, i]).collect();
        let mut polygon = Self { points, ends: alloc::vec![n], boundary, orientation: 0 };
        let mut touching = None;
        for i in 0..n {
            for j in i + 1..n {
                let adjacent = j == i + 1 || (i == 0 && j == n - 1);
                match classify_segments(&polygon.edge(i), &polygon.edge(j)) {
                    SegmentRelation::Cross => {
                        return Err(ListError { field: "points", message: crossing(i, j) });
                    }
                    SegmentRelation::Touch if !adjacent => touching = Some((i, j)),
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
            polygon.orientation = polygon.convex_corner_orientation();
        }
        Ok(polygon)
    }

    /// Returns the orientation at the lowest of the leftmost corners, for a chain that does not
    /// touch itself.
    fn convex_corner_orientation(&self) -> i8 {
        let n = self.points.len();
        let key = |i: usize| (self.points[i].get(0), self.points[i].get(1));
        let lowest = (1..n).fold(0, |best, i| if key(i) < key(best) { i } else { best });
        let before = self.points[(lowest + n - 1) % n];
        side(before, self.points[lowest], self.points[(lowest + 1) % n])
    }

    /// Finds the boundary of chains that touch themselves or each other from the winding numbers on
    /// both sides of every edge. These are 0 and one other number, 1 or -1, unless a chain crosses
    /// itself or a hole is invalid; then the edge is the error.
    pub(super) fn follow_edges(&mut self) -> Result<(), usize> {
        self.boundary.clear();
        for i in 0..self.points.len() {
            let edge = self.edge(i);
            if (edge.b - edge.a).is_zero() {
                continue;
            }
            let parts = decided!(number => self.winding_along(edge, &number));
            for (left, right, within) in parts {
                for winding in [left, right] {
                    let orientation = winding.signum() as i8;
                    if winding.abs() > 1 || orientation * self.orientation < 0 {
                        return Err(i);
                    }
                    self.orientation = if orientation == 0 { self.orientation } else { orientation };
                }
                if let (Some([a, b]), true) = (within, left == 0 || right == 0) {
                    self.boundary.push([a, b, i]);
                }
            }
        }
        if self.boundary.is_empty() {
            // All corners coincide.
            self.boundary.push([0, 0, 0]);
        }
        Ok(())
    }

    /// Returns the winding numbers to the left and right of every interval of an edge's line.
    /// Intervals on the edge itself come with their end vertices.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn winding_along<S: crate::number::Field>(
        &self,
        edge: Segment<V>,
        number: &impl Fn(f64) -> S,
    ) -> Option<Vec<(i32, i32, Option<[usize; 2]>)>> {
        let points = self.lifted_corners(number);
        let origin = lifted(edge.a, number);
        let crossings = scanline::crossings(self.rings(&points), origin, lifted(edge.b, number) - origin)?;
        let vertex = |m: &scanline::Crossing<S>| {
            m.features.iter().find_map(|f| if let scanline::Feature::Vertex(i) = f { Some(*i) } else { None })
        };
        let mut parts = Vec::with_capacity(crossings.len());
        for pair in crossings.windows(2) {
            let zero = pair[0].t.zero();
            let within =
                scanline::sign(pair[0].t - zero)? >= 0 && scanline::sign(pair[1].t - zero.one())? <= 0;
            let ends = if within { vertex(&pair[0]).zip(vertex(&pair[1])) } else { None };
            parts.push((pair[0].left, pair[0].right, ends.map(|(a, b)| [a, b])));
        }
        Some(parts)
    }

    /// Tests whether the polygon contains the point, edges included. Exact for the given numbers.
    #[must_use]
    pub fn contains_point(&self, p: V) -> bool {
        let bounds = self.bounds();
        bounds.min.le_all(p) && p.le_all(bounds.max) && self.locate(p) != Location::Outside
    }

    pub(super) fn locate(&self, p: V) -> Location {
        decided!(number => scanline::locate(self.rings(&self.lifted_corners(&number)), lifted(p, &number)))
    }

    /// Returns the same set as a convex hull, or `None` if it is not convex. A chain that does not
    /// cross itself is convex if all corners lie on the boundary of their hull and both have the
    /// same area; a chain that touches itself may have less.
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
                    match scanline::sign(side.side(*p)) {
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
                all = scanline::sign(own * own - whole * whole).map(|sign| sign == 0);
            }
            all
        });
        on_boundary.then_some(convex)
    }

    /// Returns all corners over another number type.
    pub(crate) fn lifted_corners<S: crate::number::Ring>(&self, number: &impl Fn(f64) -> S) -> Vec<V2<S>> {
        self.points.iter().map(|p| lifted(*p, number)).collect()
    }

    /// Returns the rings over converted corners.
    pub(crate) fn rings<'a, S>(&'a self, corners: &'a [V2<S>]) -> Rings<'a, S> {
        Rings { points: corners, ends: &self.ends }
    }

    /// Applies a rigid map to every corner; `orientation` is -1 if it is a reflection.
    ///
    /// # Errors
    /// Returns an error naming the corner that is not finite.
    pub(crate) fn moved(&self, to: impl Fn(V) -> V, orientation: i8) -> Result<Self, ListError> {
        let points: Vec<V> = self.points.iter().map(|p| to(*p)).collect();
        check_points(&points)?;
        Ok(Self {
            points,
            ends: self.ends.clone(),
            boundary: self.boundary.clone(),
            orientation: self.orientation * orientation,
        })
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
        // The same shape with the crossing at a vertex.
        assert!(polygon(&[[0., 0.], [1., 1.], [2., 2.], [2., 0.], [1., 1.], [0., 2.]]).is_err());
    }

    #[test]
    fn winding_twice_counts_as_crossing() {
        assert!(polygon(&[[0., 0.], [1., 0.], [0., 1.], [0., 0.], [1., 0.], [0., 1.]]).is_err());
    }

    #[test]
    fn touching_itself_in_a_point_and_along_an_edge_is_legal() {
        let touching = [[0., 0.], [2., 0.], [1., 1.], [2., 2.], [0., 2.], [1., 1.]];
        assert!(polygon(&touching).unwrap().contains_point(dvec2(1., 1.)));
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
        assert!(!ring.contains_point(dvec2(3., 3.)), "the hole");
        assert!(ring.contains_point(dvec2(1., 1.)) && ring.contains_point(dvec2(2., 3.)));
        assert_eq!(
            (ring.orientation(), ring.boundary().count()),
            (1, 8),
            "the bridge has no outside beside it"
        );
    }

    #[test]
    fn a_spike_through_an_edge_crosses_it() {
        assert!(polygon(&[[0., 0.], [2., 0.], [2., 2.], [0., 2.], [0., 1.], [3., 1.], [0., 1.]]).is_err());
        assert!(polygon(&[[0., 0.], [2., 0.], [2., 2.], [0., 2.], [0., 1.], [2., 1.], [0., 1.]]).is_ok());
    }

    #[test]
    fn points_and_collinear_polygons_are_legal() {
        assert!(polygon(&[[1., 2.]]).unwrap().contains_point(dvec2(1., 2.)));
        let flat = polygon(&[[0., 0.], [2., 2.], [1., 1.]]).unwrap();
        assert!(flat.contains_point(dvec2(1.5, 1.5)) && !flat.contains_point(dvec2(1.5, 1.)));
        assert_eq!((flat.orientation(), polygon(&[]).is_err()), (0, true));
    }

    #[test]
    fn both_orientations_contain_the_same_points() {
        let l = [[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let mut back = l;
        back.reverse();
        let (l, back) = (polygon(&l).unwrap(), polygon(&back).unwrap());
        assert_eq!((l.orientation(), back.orientation()), (1, -1));
        for x in 0..8 {
            for y in 0..8 {
                let p = dvec2(f64::from(x), f64::from(y)) * 0.5 - dvec2(0.5, 0.5);
                let expected = p.min_element() >= 0. && p.max_element() <= 3. && p.min_element() <= 1.;
                assert_eq!((l.contains_point(p), back.contains_point(p)), (expected, expected), "{p}");
            }
        }
    }
}
