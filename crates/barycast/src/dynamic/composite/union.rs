//! Shapes that are all of their parts: compounds, polylines, voxels, sectors.
//!
//! A line is in the union where it is in a part. Stretches that overlap or meet are one; whether it ends as a solid or as
//! a surface does is told by what it is made of.

use super::tree;
use crate::bvh::Tree;
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::cell_meets;
use crate::dynamic::custom::AnyParts;
use crate::dynamic::kind::WideShape;
use crate::dynamic::shape::Composite;
use crate::dynamic::shape::DynamicShape;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring, sort_by_number};
use crate::query::{Closest, Hit, Span};
use crate::shape::*;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

macro_rules! unions {
    ($($Any:ident<$V:ident> $Union:ty { |$a:ident| $len:expr, |$i:ident| $part:expr, $bounds:expr, solid $solid:expr, depth $depth:expr $(, meets $meets:expr, tree $tree:expr, nearly $nearly:expr)? $(, spans $spans:expr)? })*) => {$(
        impl Composite<$Any<$V>> for $Union {
            fn len(&self) -> usize {
                let $a = self;
                $len
            }

            fn part(&self, $i: usize) -> $Any<$V> {
                let $a = self;
                $part
            }

            $(fn part_meets(&self, i: usize, other: &$Any<$V>) -> bool {
                $meets(self, i, other)
            }

            fn tree(&self) -> Option<Tree<'_>> {
                $tree(self).map(|tree| Tree::new(tree, None))
            }

            fn nearly_nearest(&self, p: $V) -> Option<usize> {
                $nearly(self, p)
            })?

            $(fn whole_spans(
                &self,
                line: &Line<<$Any<$V> as WideShape>::Precise>,
            ) -> Option<Vec<Span<<$Any<$V> as WideShape>::Precise>>> {
                $spans(self, line)
            })?

            fn part_bounds(&self, i: usize) -> Option<Aabb<$V>> {
                self.part(i).outer_bounds()
            }

            fn bounds(&self) -> Option<Aabb<$V>> {
                let $a = self;
                $bounds
            }

            fn holds(&self, p: $V) -> bool {
                let point = Point(p).into();
                (self as &dyn Composite<$Any<$V>>).near(&point).any(|i| self.part_meets(i, &point))
            }

            fn roots(&self) -> Vec<$V> {
                (0..Composite::len(self)).flat_map(|i| super::points_of(&self.part(i))).collect()
            }

            fn is_solid(&self) -> bool {
                $solid(self)
            }

            fn is_union(&self) -> bool {
                true
            }

            fn depth(&self, p: $V) -> Option<(f64, $V)> {
                $depth(self, p)
            }
        }
    )*};
}

/// The user's own, which may tell the boxes around their parts.
macro_rules! custom_unions {
    ($($Any:ident<$V:ident>)*) => {$(
        impl Composite<$Any<$V>> for AnyParts<$Any<$V>, $V> {
            fn len(&self) -> usize {
                self.count()
            }

            fn part(&self, i: usize) -> $Any<$V> {
                Self::part(self, i)
            }

            fn part_bounds(&self, i: usize) -> Option<Aabb<$V>> {
                self.told_bounds(i).map(super::outward).or_else(|| Self::part(self, i).outer_bounds())
            }

            fn bounds(&self) -> Option<Aabb<$V>> {
                around((0..self.count()).map(|i| Composite::part_bounds(self, i)))
            }

            fn holds(&self, p: $V) -> bool {
                let point = Point(p).into();
                (self as &dyn Composite<$Any<$V>>).near(&point).any(|i| Self::part(self, i).intersects(&point))
            }

            fn roots(&self) -> Vec<$V> {
                self.all().flat_map(|part| super::points_of(&part)).collect()
            }

            fn is_solid(&self) -> bool {
                self.all().all(|part| part.is_solid())
            }

            fn is_union(&self) -> bool {
                true
            }
        }
    )*};
}
custom_unions!(Shape2<DVec2> Shape3<DVec3>);

unions! {
    Shape2<DVec2> Polyline<DVec2> { |a| a.segment_count(), |i| a.segment(i).into(), Some(a.bounds()), solid |_| false, depth |_, _| None }
    Shape3<DVec3> Polyline<DVec3> { |a| a.segment_count(), |i| a.segment(i).into(), Some(a.bounds()), solid |_| false, depth |_, _| None }
    Shape2<DVec2> Voxels<DVec2> {
        |a| a.filled().len(), |i| a.cell(i).into(), Some(super::outward(a.bounds())), solid |_| true,
        depth |a, p| Some(voxels_depth(a, p)), meets cell_meets, tree Voxels::tree, nearly tree::nearly_nearest_cell
    }
    Shape3<DVec3> Voxels<DVec3> {
        |a| a.filled().len(), |i| a.cell(i).into(), Some(super::outward(a.bounds())), solid |_| true,
        depth |a, p| Some(voxels_depth(a, p)), meets cell_meets, tree Voxels::tree, nearly tree::nearly_nearest_cell
    }
    Shape2<DVec2> Sector<DVec2> {
        |a| a.wedges().len(), |i| a.wedges()[i].into(), Some(super::outward(a.bounds())), solid |_| true,
        depth |a, p| Some(sector_depth(a, p))
    }
    Shape2<DVec2> Compound<Shape2<DVec2>> {
        |a| a.shapes().len(), |i| a.shapes()[i].clone(), around(a.shapes().iter().map(DynamicShape::outer_bounds)), solid |a: &Self| a.shapes().iter().all(Shape2::is_solid),
        depth |_, _| None, spans spans_of_turned
    }
    Shape3<DVec3> Compound<Shape3<DVec3>> {
        |a| a.shapes().len(), |i| a.shapes()[i].clone(), around(a.shapes().iter().map(DynamicShape::outer_bounds)), solid |a: &Self| a.shapes().iter().all(Shape3::is_solid),
        depth |_, _| None, spans spans_of_turned
    }
}

/// The box around all of them, when all are bounded.
fn around<V: FloatVector>(boxes: impl Iterator<Item = Option<Aabb<V>>>) -> Option<Aabb<V>> {
    let mut all: Option<Aabb<V>> = None;
    for bounds in boxes {
        let bounds = bounds?;
        all = Some(all.map_or(bounds, |all| all.union(&bounds)));
    }
    all
}

/// From a point inside to the arc and, but of a disc, the two sides.
fn sector_depth(a: &Sector<DVec2>, p: DVec2) -> (f64, DVec2) {
    let arc = a.arc();
    let point = Shape2::from(Point(p));
    let side = |end| Shape2::from(Segment::new(a.center, end)).closest(&point);
    let sides = a.angle_range().map(|_| arc.ends().each(side)).into_iter().flatten();
    let nearest = sides.fold(Shape2::from(arc).closest(&point), Closest::nearer);
    (nearest.distance, nearest.on_a)
}

/// From a point inside to the nearest empty cell beside a filled one: of several as near to the one that comes first.
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

/// Of a grid that was turned.
fn spans_of_turned<A: DynamicShape>(
    a: &Compound<A>,
    line: &Line<A::Precise>,
) -> Option<Vec<Span<A::Precise>>> {
    a.rotated_grid().map(|turned| turned.spans(line, A::spans_at_any_size))
}

/// A stretch, and whether it ends as that of a solid does.
type Stretch<V> = (Span<V>, bool);

/// The maximal stretches of a line, in order.
pub(crate) fn spans<A: DynamicShape>(a: &dyn Composite<A>, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    stretches(a, line).into_iter().map(|(span, _)| span).collect()
}

/// The same, those of surfaces and those of solids.
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
    let size = line.origin.about_length().div_or(line.direction.about_length(), DoubleDouble::ZERO);
    for (next, solid) in all {
        let Some((last, of_solid)) = merged.last_mut() else {
            merged.push((next, solid));
            continue;
        };
        // Where two parts share an end, its two formulas differ by what rounding left.
        let apart = next.enter - last.exit;
        let noise = apart.is_finite() && apart.settle(size + last.exit.abs()) == DoubleDouble::ZERO;
        if !noise && last.exit < next.enter {
            merged.push((next, solid));
            continue;
        }
        *of_solid = *of_solid || solid;
        // Of parts that begin at one place, the side that the line comes to: no order of parts hides it.
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

/// Nothing: its parts have no names.
pub(crate) fn add_details<A: DynamicShape>(
    _: &dyn Composite<A>,
    _: &Line<A::Precise>,
    _: &mut [Hit<A::Precise>],
) {
}
