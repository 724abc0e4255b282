//! Shapes that are unions of their parts: compounds, polylines, voxels and sectors.
//!
//! A line is in the union where it is in a part. Spans that overlap or touch are merged. Whether a
//! span ends as that of a solid or of a surface depends on its parts.

use super::tree;
use crate::bvh::Tree;
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::cell_meets;
use crate::dynamic::custom::AnyParts;
use crate::dynamic::shape::Composite;
use crate::dynamic::shape::DynamicShape;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring, sort_by_number};
use crate::query::{Closest, Hit, Span};
use crate::shape::*;
use crate::vector::{FloatVector, V2, V3, Vector};
use alloc::vec::Vec;
use core::ops::Div;
use glam::{DVec2, DVec3};

/// Vectors for which shapes of any kind exist.
pub(crate) trait Shaped:
    FloatVector<Scalar = f64, Precise = Self::Wider, Of<DoubleDouble> = Self::Wider>
    + PartialEq
    + Div<f64, Output = Self>
{
    /// Enum of the shapes.
    type Shape: DynamicShape<Vector = Self, Precise = Self::Wider>;
    /// The vectors in double-double precision.
    type Wider: FloatVector<Scalar = DoubleDouble>;
}

impl Shaped for DVec2 {
    type Shape = Shape2;
    type Wider = V2<DoubleDouble>;
}

impl Shaped for DVec3 {
    type Shape = Shape3;
    type Wider = V3<DoubleDouble>;
}

/// Tests whether a point is in a part.
fn holds<S: DynamicShape>(a: &dyn Composite<S>, p: S::Vector) -> bool {
    let point = Point(p).into();
    a.near(&point).any(|i| a.part_meets(i, &point))
}

/// Returns a point of each connected component of every part.
fn roots<S: DynamicShape>(a: &dyn Composite<S>) -> Vec<S::Vector> {
    (0..a.len()).flat_map(|i| super::points_of(&a.part(i))).collect()
}

/// Custom shapes, which may report the boxes of their parts.
impl<S: DynamicShape> Composite<S> for AnyParts<S, S::Vector> {
    fn len(&self) -> usize {
        self.count()
    }

    fn part(&self, i: usize) -> S {
        Self::part(self, i)
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<S::Vector>> {
        self.given_bounds(i).map(super::outward).or_else(|| Self::part(self, i).outer_bounds())
    }

    fn bounds(&self) -> Option<Aabb<S::Vector>> {
        around((0..self.count()).map(|i| Composite::part_bounds(self, i)))
    }

    fn holds(&self, p: S::Vector) -> bool {
        holds(self, p)
    }

    fn roots(&self) -> Vec<S::Vector> {
        roots(self)
    }

    fn is_solid(&self) -> bool {
        self.all().all(|part| part.is_solid())
    }

    fn is_union(&self) -> bool {
        true
    }
}

impl<V: Shaped> Composite<V::Shape> for Polyline<V> {
    fn len(&self) -> usize {
        self.segment_count()
    }

    fn part(&self, i: usize) -> V::Shape {
        self.segment(i).into()
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<V>> {
        V::Shape::from(self.segment(i)).outer_bounds()
    }

    fn bounds(&self) -> Option<Aabb<V>> {
        Some(self.bounds())
    }

    fn holds(&self, p: V) -> bool {
        holds::<V::Shape>(self, p)
    }

    fn roots(&self) -> Vec<V> {
        roots::<V::Shape>(self)
    }

    fn is_solid(&self) -> bool {
        false
    }

    fn is_union(&self) -> bool {
        true
    }
}

impl<V: Shaped> Composite<V::Shape> for Voxels<V> {
    fn len(&self) -> usize {
        self.filled().len()
    }

    fn part(&self, i: usize) -> V::Shape {
        self.cell(i).into()
    }

    fn part_meets(&self, i: usize, other: &V::Shape) -> bool {
        cell_meets(self, i, other)
    }

    fn tree(&self) -> Option<Tree<'_>> {
        Self::tree(self).map(|tree| Tree::new(tree, None))
    }

    fn nearly_nearest(&self, p: V) -> Option<usize> {
        tree::nearly_nearest_cell(self, p)
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<V>> {
        V::Shape::from(self.cell(i)).outer_bounds()
    }

    fn bounds(&self) -> Option<Aabb<V>> {
        Some(super::outward(self.bounds()))
    }

    fn holds(&self, p: V) -> bool {
        holds::<V::Shape>(self, p)
    }

    fn roots(&self) -> Vec<V> {
        roots::<V::Shape>(self)
    }

    fn is_solid(&self) -> bool {
        true
    }

    fn is_union(&self) -> bool {
        true
    }

    fn depth(&self, p: V) -> Option<(f64, V)> {
        Some(voxels_depth(self, p))
    }
}

impl Composite<Shape2> for Sector<DVec2> {
    fn len(&self) -> usize {
        self.wedges().len()
    }

    fn part(&self, i: usize) -> Shape2 {
        self.wedges()[i].into()
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec2>> {
        self.part(i).outer_bounds()
    }

    fn bounds(&self) -> Option<Aabb<DVec2>> {
        Some(super::outward(self.bounds()))
    }

    fn holds(&self, p: DVec2) -> bool {
        holds::<Shape2>(self, p)
    }

    fn roots(&self) -> Vec<DVec2> {
        roots::<Shape2>(self)
    }

    fn is_solid(&self) -> bool {
        true
    }

    fn is_union(&self) -> bool {
        true
    }

    fn depth(&self, p: DVec2) -> Option<(f64, DVec2)> {
        Some(sector_depth(self, p))
    }
}

impl<S: DynamicShape> Composite<S> for Compound<S> {
    fn len(&self) -> usize {
        self.shapes().len()
    }

    fn part(&self, i: usize) -> S {
        self.shapes()[i].clone()
    }

    fn with_part(&self, i: usize, look: &mut dyn FnMut(&S)) {
        look(&self.shapes()[i]);
    }

    fn whole_spans(&self, line: &Line<S::Precise>) -> Option<Vec<Span<S::Precise>>> {
        self.rotated_grid().map(|turned| turned.spans(line, S::spans_at_any_size))
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<S::Vector>> {
        self.shapes()[i].outer_bounds()
    }

    fn bounds(&self) -> Option<Aabb<S::Vector>> {
        around(self.shapes().iter().map(DynamicShape::outer_bounds))
    }

    fn holds(&self, p: S::Vector) -> bool {
        holds(self, p)
    }

    fn roots(&self) -> Vec<S::Vector> {
        roots(self)
    }

    fn is_solid(&self) -> bool {
        self.shapes().iter().all(S::is_solid)
    }

    fn is_union(&self) -> bool {
        true
    }
}

/// Returns the box around all boxes, if all exist.
fn around<V: FloatVector>(boxes: impl Iterator<Item = Option<Aabb<V>>>) -> Option<Aabb<V>> {
    let mut all: Option<Aabb<V>> = None;
    for bounds in boxes {
        let bounds = bounds?;
        all = Some(all.map_or(bounds, |all| all.union(&bounds)));
    }
    all
}

/// Returns the distance from a point inside to the arc and, except for a disc, the two sides, with
/// the closest point.
fn sector_depth(a: &Sector<DVec2>, p: DVec2) -> (f64, DVec2) {
    let arc = a.arc();
    let point = Shape2::from(Point(p));
    let side = |end| Shape2::from(Segment::new(a.center, end)).closest(&point);
    let sides = a.angle_range().map(|_| arc.ends().each(side)).into_iter().flatten();
    let nearest = sides.fold(Shape2::from(arc).closest(&point), Closest::nearer);
    (nearest.distance, nearest.on_a)
}

/// Returns the distance from a point inside to the closest empty cell beside a filled one, with the
/// closest point; the first of several equally close cells.
fn voxels_depth<V: FloatVector<Scalar = f64>>(a: &Voxels<V>, p: V) -> (f64, V) {
    let way = |cell: &[i32; 3]| {
        let place = a.at(*cell).closest_point(p);
        ((place - p).length_at_any_size(), place)
    };
    let nearer = |best: (f64, V), next: (f64, V)| if next.0 < best.0 { next } else { best };
    let nowhere = (f64::INFINITY, p);
    match a.boundary_cells() {
        Some((cells, tree)) => {
            let near = tree::nearest_boxes(tree, p, |i| way(&cells[i]).0);
            near.into_iter().map(|i| way(&cells[i])).fold(nowhere, nearer)
        }
        None => a.empty_neighbors().iter().map(way).fold(nowhere, nearer),
    }
}

/// Span, and whether it ends as that of a solid.
type Stretch<V> = (Span<V>, bool);

/// Returns the maximal spans of a line, in order.
pub(crate) fn spans<A: DynamicShape>(a: &dyn Composite<A>, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    stretches(a, line).into_iter().map(|(span, _)| span).collect()
}

/// Returns the same, separately for surfaces and for solids.
pub(crate) fn spans_by_kind<A: DynamicShape>(a: &A, line: &Line<A::Precise>) -> [Vec<Span<A::Precise>>; 2] {
    let mut kinds = [Vec::new(), Vec::new()];
    for (span, solid) in of(a, line) {
        kinds[usize::from(solid)].push(span);
    }
    kinds
}

fn of<A: DynamicShape>(a: &A, line: &Line<A::Precise>) -> Vec<Stretch<A::Precise>> {
    match a.as_composite() {
        Some(parts) if parts.is_union() => stretches(parts, line),
        _ => a.spans_at_any_size(line).into_iter().map(|span| (span, a.is_solid())).collect(),
    }
}

fn stretches<A: DynamicShape>(a: &dyn Composite<A>, line: &Line<A::Precise>) -> Vec<Stretch<A::Precise>> {
    if let Some(spans) = a.whole_spans(line) {
        return spans.into_iter().map(|span| (span, a.is_solid())).collect();
    }
    let mut all: Vec<Stretch<A::Precise>> =
        a.along(line).into_iter().flat_map(|i| of(&a.part(i), line)).collect();
    sort_by_number(&mut all, |stretch| stretch.0.enter);
    let mut merged: Vec<Stretch<A::Precise>> = Vec::with_capacity(all.len());
    let size =
        line.origin.approximate_length().div_or(line.direction.approximate_length(), DoubleDouble::ZERO);
    for (next, solid) in all {
        let Some((last, of_solid)) = merged.last_mut() else {
            merged.push((next, solid));
            continue;
        };
        // If two parts share an end, its two formulas differ by rounding.
        let apart = next.enter - last.exit;
        let noise = apart.is_finite() && apart.settle(size + last.exit.abs()) == DoubleDouble::ZERO;
        if !noise && last.exit < next.enter {
            merged.push((next, solid));
            continue;
        }
        *of_solid = *of_solid || solid;
        // If several parts start at one place, takes the side that the line meets first: the order
        // of parts does not matter.
        let hidden = |normal: A::Precise| line.direction.dot(normal) > DoubleDouble::ZERO;
        let together = (next.enter - last.enter).settle(size + last.enter.abs()) == DoubleDouble::ZERO;
        if together && hidden(last.normal_enter) && !hidden(next.normal_enter) {
            last.normal_enter = next.normal_enter;
        }
        let is_point = |s: &Span<A::Precise>| s.enter == s.exit;
        if noise && is_point(last) && is_point(&next) {
            continue;
        }
        if last.exit < next.exit {
            (last.exit, last.normal_exit) = (next.exit, next.normal_exit);
        }
    }
    merged
}

/// Adds nothing: its parts have no names.
pub(crate) fn add_details<A: DynamicShape>(
    _: &dyn Composite<A>,
    _: &Line<A::Precise>,
    _: &mut [Hit<A::Precise>],
) {
}
