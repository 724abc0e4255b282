//! Composites with a BVH: culling of their parts.
//!
//! The BVH only culls. It reports parts in their order, and each is tested as it would be without a
//! BVH, so no result depends on it. Its boxes contain their parts exactly, so a box, a line or a
//! distance that misses a box misses the part.

use super::distance::{gap, off};
use crate::bvh::{Bvh, PointVisitor, Tree};
use crate::dynamic::no_answer::NoAnswer;
use crate::dynamic::shape::Composite;
use crate::dynamic::shape::DynamicShape;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field as _, Float, sort_by_float};
use crate::pair::cast::Range;
use crate::pair::point_triangle;
use crate::query::cancel::is_cancelled;
use crate::query::{Closest, Impact};
use crate::shape::{Aabb, Line, Mesh, Obb, Point, Voxels};
use crate::vector::{FloatVector, V3, Vector};
use alloc::vec::Vec;
use fearless_simd::Simd;
use glam::DVec3;

/// A part and its first touch, if there is one.
type Touch<V> = Result<Option<(usize, Impact<V>)>, NoAnswer>;

/// Returns the parts that a shape may intersect, in order, or `None` for unbounded shapes that are
/// no lines and lie between no planes.
pub(super) fn near<A: DynamicShape>(tree: &Tree<'_>, shape: &A) -> Option<Vec<u32>> {
    if let Some(range) = shape.as_range() {
        return Some(along(tree, &range));
    }
    let sides = shape.planes();
    if sides.is_empty() {
        return shape.outer_bounds().map(|bounds| near_box(tree, &bounds));
    }
    Some(tree.within(sides.into_iter().map(|(normal, d)| (numbers(normal), d))))
}

/// Returns the half-spaces of a box, moved outward by more than rounding.
pub(crate) fn planes_of_box<V: FloatVector<Scalar = f64>>(a: &Obb<V>) -> Vec<(V, f64)> {
    let (mut sides, axes) = (Vec::with_capacity(2 * V::DIM), a.axes.as_ref());
    for axis in axes {
        let reach: f64 = (0..V::DIM).map(|i| a.half_extents.get(i) * axes[i].dot(*axis).abs()).sum();
        let size: f64 = (0..V::DIM).map(|i| (axis.get(i) * a.center.get(i)).abs()).sum();
        let reach = reach + (reach + size) * 1e-14;
        sides.push((*axis, axis.dot(a.center) + reach));
        sides.push((-*axis, -axis.dot(a.center) + reach));
    }
    sides
}

/// Returns the parts whose boxes may intersect a box, in order.
pub(super) fn near_box<V: FloatVector<Scalar = f64>>(tree: &Tree<'_>, bounds: &Aabb<V>) -> Vec<u32> {
    tree.in_box([numbers(bounds.min), numbers(bounds.max)])
}

/// Returns the parts whose boxes may be within a distance of a box, in order.
fn within<V: FloatVector<Scalar = f64>>(tree: &Tree<'_>, bounds: &Aabb<V>, distance: f64) -> Vec<u32> {
    struct Items<'a>(&'a Tree<'a>, Vec<u32>);

    impl PointVisitor for Items<'_> {
        type Number = f64;

        fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> Option<f64> {
            self.1.extend(self.0.bvh().items(leaf));
            None
        }
    }

    // Sums are rounded, and computed gaps are slightly too small.
    let reach = distance * (1.0 + 64.0 * f64::EPSILON);
    let (center, half) = (middle(bounds), (bounds.max - bounds.min).length_at_any_size() * 0.5);
    // For a small box the ball around it extends less far than the enlarged box.
    if half < distance {
        let around =
            (reach + half + center.length_at_any_size() * f64::EPSILON) * (1.0 + 64.0 * f64::EPSILON);
        let mut items = Items(tree, Vec::new());
        tree.walk_point(numbers(center), around, &mut items);
        items.1.sort_unstable();
        return items.1;
    }
    let low = numbers(bounds.min).each(|x| (x - reach).next_down());
    let high = numbers(bounds.max).each(|x| (x + reach).next_up());
    tree.in_box([low, high])
}

fn middle<V: FloatVector<Scalar = f64>>(bounds: &Aabb<V>) -> V {
    (bounds.min + bounds.max) * 0.5
}

/// Factor that reduces a distance by more than its rounding error.
const LESS: f64 = 1.0 - 1e-12;

/// Returns a lower bound of the distance of a shape from a box, by the ball around the box. `away`
/// returns the shape's distance from a point. A negative bound means nothing.
fn clearance<V: FloatVector<Scalar = f64>>(bounds: &Aabb<V>, away: impl Fn(V) -> f64) -> f64 {
    let middle = middle(bounds);
    // Squares of short lengths underflow, which would shrink the box to nothing.
    let reach = (bounds.max - middle).length_at_any_size();
    away(middle) * LESS - reach - (middle.length_at_any_size() + reach) * (1.0 - LESS)
}

/// Returns the parts whose boxes a segment of a line may intersect, in order.
fn along<V: FloatVector<Scalar = f64>>(tree: &Tree<'_>, range: &Range<V>) -> Vec<u32> {
    tree.along(numbers(range.line.origin), numbers(range.line.direction), range.low, range.high)
}

/// Returns the triangles whose boxes an infinite line may intersect, in order.
pub(super) fn along_line(mesh: &Mesh<DVec3>, line: &Line<V3<DoubleDouble>>) -> Vec<u32> {
    let is_double = (0..3).all(|axis| line.origin.get(axis).parts().1 == 0.0);
    let Some(tree) = mesh.tree().filter(|_| is_double) else {
        return (0..mesh.triangles().len() as u32).collect();
    };
    let number = |x: DoubleDouble| x.parts().0;
    let line = line.lift::<DVec3>(&number);
    along(&tree, &Range::of(&line, None))
}

/// Returns a triangle nearly as close to a point as the closest.
pub(super) fn nearly_nearest(mesh: &Mesh<DVec3>, point: DVec3) -> Option<usize> {
    nearest_triangle(mesh, point).map(|(triangle, _)| triangle)
}

/// Returns a point nearly as close to a point as the closest, for a mesh with a BVH.
pub(super) fn nearest_point(mesh: &Mesh<DVec3>, point: DVec3) -> Option<Closest<DVec3>> {
    nearest_triangle(mesh, point).map(|(_, way)| way)
}

/// Returns a triangle nearly as close to a point as the closest and the way to it, for a mesh with
/// a BVH.
fn nearest_triangle(mesh: &Mesh<DVec3>, point: DVec3) -> Option<(usize, Closest<DVec3>)> {
    struct Nearest<'a> {
        mesh: &'a Mesh<DVec3>,
        tree: Tree<'a>,
        point: Point<DVec3>,
        found: Option<(usize, Closest<DVec3>)>,
    }

    impl PointVisitor for Nearest<'_> {
        type Number = f64;

        fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> Option<f64> {
            let mut nearer = None;
            for item in self.tree.bvh().items(leaf) {
                let triangle = self.mesh.triangle(item as usize);
                let way = point_triangle::distance(&self.point, &triangle);
                if self.found.is_none_or(|(_, found)| way.distance < found.distance) {
                    self.found = Some((item as usize, way));
                    nearer = Some(way.distance);
                }
            }
            nearer
        }
    }

    let tree = mesh.tree()?;
    let mut nearest = Nearest { mesh, tree, point: Point(point), found: None };
    tree.walk_point(numbers(point), f64::INFINITY, &mut nearest);
    nearest.found
}

/// Returns a filled cell nearly as close to a point as the closest, for a grid with a BVH.
pub(super) fn nearly_nearest_cell<V: FloatVector<Scalar = f64>>(grid: &Voxels<V>, point: V) -> Option<usize> {
    let distance = |i: usize| (grid.cell(i).closest_point(point) - point).length_at_any_size();
    nearest_boxes(grid.tree()?, point, distance).first().copied()
}

/// Returns the items of a BVH closest to a point, in order: all that are within this distance of
/// the closest, and perhaps others.
pub(super) fn nearest_boxes<V: FloatVector<Scalar = f64>>(
    tree: &Bvh,
    point: V,
    distance: impl Fn(usize) -> f64,
) -> Vec<usize> {
    struct Nearest<'a, D> {
        tree: &'a Bvh,
        distance: D,
        least: f64,
        found: Vec<(f64, usize)>,
    }

    impl<D: Fn(usize) -> f64> PointVisitor for Nearest<'_, D> {
        type Number = f64;

        fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> Option<f64> {
            let before = self.least;
            for item in self.tree.items(leaf) {
                let distance = (self.distance)(item as usize);
                if distance <= self.least {
                    self.least = distance;
                    self.found.push((distance, item as usize));
                }
            }
            (self.least < before).then_some(self.least)
        }
    }

    let mut nearest = Nearest { tree, distance, least: f64::INFINITY, found: Vec::new() };
    tree.walk_point(numbers(point), f64::INFINITY, &mut nearest);
    let Nearest { least, found, .. } = nearest;
    let mut found: Vec<usize> = found.into_iter().filter(|(d, _)| *d <= least).map(|(_, i)| i).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the three coordinates of a vector, 0 for a missing third.
fn numbers<V: FloatVector<Scalar = f64>>(v: V) -> [f64; 3] {
    core::array::from_fn(|axis| if axis < V::DIM { v.get(axis) } else { 0.0 })
}

impl<A: DynamicShape> dyn Composite<A> + '_ {
    /// Returns the parts that an infinite line may intersect, in order.
    pub(super) fn along(&self, line: &Line<A::Precise>) -> Vec<usize> {
        let all = || (0..self.len()).collect();
        let (Some(tree), Some(bounds)) = (self.tree(), self.bounds()) else { return all() };
        // The line is described from its point closest to the middle: rounding moves it there by
        // less than the margin of the boxes.
        let center = middle(&bounds).lift::<A::Precise>(&DoubleDouble::new);
        let square = line.direction.length_squared();
        let t = (center - line.origin).dot(line.direction).div_or(square, DoubleDouble::ZERO);
        let origin = (line.origin + line.direction * t).lift::<A::Vector>(&Float::to_f64);
        let direction = line.direction.lift::<A::Vector>(&Float::to_f64);
        let is_usual =
            (0..A::Vector::DIM).all(|axis| origin.get(axis).is_finite() && direction.get(axis).is_finite());
        let largest = (0..A::Vector::DIM).map(|axis| direction.get(axis).abs()).fold(0.0, f64::max);
        if !is_usual || !(1e-100..1e100).contains(&largest) {
            return all();
        }
        let range = Range::of(&Line { origin, direction }, None);
        along(&tree, &range).into_iter().map(|i| i as usize).collect()
    }

    /// Returns the parts by a lower bound of their distance from `b`, by their boxes, and then by
    /// index. Leaves out those farther away than a part that is nearly the closest.
    pub(super) fn by_gap(&self, b: &A) -> Vec<(f64, usize)> {
        let core = b.core_bounds();
        let with_gap = |i: usize| {
            let gap_of = |part| match core {
                Some((b, radius)) => gap(&part, &b) - radius,
                None if b.as_composite().is_none() => clearance(&part, |p| off(b, p)),
                None => 0.0,
            };
            (self.part_bounds(i).map_or(0.0, gap_of), i)
        };
        let found = core.zip(self.tree()).and_then(|((bounds, radius), tree)| {
            let seed = self.nearly_nearest(middle(&bounds))?;
            let reach = self.part(seed).closest_precisely(b).distance + radius;
            reach.is_finite().then(|| within(&tree, &bounds, reach))
        });
        let mut order: Vec<(f64, usize)> = match found {
            Some(found) => found.into_iter().map(|i| with_gap(i as usize)).collect(),
            None => (0..self.len()).map(with_gap).collect(),
        };
        sort_by_float(&mut order);
        order
    }

    /// Returns the first touch of a part, and the part, by `sweep` up to a limit. If several are
    /// touched at once, returns the first in order. `moving` is the bounding box of the moving
    /// shape, and `away` returns the distance of a point from the moving shape, for shapes without
    /// a box.
    pub(crate) fn first_touch(
        &self,
        moving: Option<Aabb<A::Vector>>,
        away: impl Fn(A::Vector) -> f64,
        velocity: A::Vector,
        max_t: f64,
        sweep: impl Fn(A, f64) -> Result<Option<Impact<A::Vector>>, NoAnswer>,
    ) -> Touch<A::Vector> {
        let order = match moving {
            Some(moving) => self.by_time(&moving, velocity, max_t),
            None => self.by_way(away, velocity.length_at_any_size(), max_t),
        };
        let (mut first, mut limit) = (None::<(usize, Impact<A::Vector>)>, max_t);
        for (from, i) in order {
            if from > limit || is_cancelled() {
                break;
            }
            let Some(impact) = sweep(self.part(i), limit)? else { continue };
            if first.as_ref().is_none_or(|(part, first)| (impact.t, i) < (first.t, *part)) {
                limit = impact.t;
                first = Some((i, impact));
            }
        }
        Ok(first)
    }

    /// Returns the parts that a shape moving at a speed may touch at `0 <= t <= limit`, by a lower
    /// bound of the time of touch and then by index. The bound uses the distance of the shape from
    /// the middle of each box.
    fn by_way(&self, away: impl Fn(A::Vector) -> f64, speed: f64, limit: f64) -> Vec<(f64, usize)> {
        let from = |i: usize| {
            let Some(part) = self.part_bounds(i) else { return 0.0 };
            (clearance(&part, &away) * LESS / speed).max(0.0)
        };
        let timed = (0..self.len()).map(|i| (from(i), i));
        let mut order: Vec<(f64, usize)> =
            timed.filter(|(from, _)| *from <= limit || from.is_nan()).collect();
        sort_by_float(&mut order);
        order
    }

    /// Returns the parts that a moving box may touch at `0 <= t <= limit`, by a lower bound of the
    /// time of touch and then by index.
    fn by_time(&self, moving: &Aabb<A::Vector>, velocity: A::Vector, limit: f64) -> Vec<(f64, usize)> {
        let way = velocity * limit;
        let spare = A::Vector::from_fn(|axis| way.get(axis).abs() * 1e-15);
        let low = moving.min.min(moving.min + way) - spare;
        let high = moving.max.max(moving.max + way) + spare;
        let tree = self.tree().filter(|_| limit.is_finite());
        let near = self.chosen(tree.map(|tree| near_box(&tree, &Aabb { min: low, max: high })));
        let timed = |i: usize| {
            let from = self.part_bounds(i).map_or(Some(0.0), |part| entry(&part, moving, velocity, limit));
            from.map(|from| (from, i))
        };
        let mut order: Vec<(f64, usize)> = near.filter_map(timed).collect();
        sort_by_float(&mut order);
        order
    }
}

/// Returns a time before which a moving box does not touch another, or `None` if it does not up to
/// the limit.
fn entry<V: FloatVector<Scalar = f64>>(
    part: &Aabb<V>,
    moving: &Aabb<V>,
    velocity: V,
    limit: f64,
) -> Option<f64> {
    const LESS: f64 = 1.0 - 8.0 * f64::EPSILON;
    const MORE: f64 = 1.0 + 8.0 * f64::EPSILON;
    let (mut from, mut to) = (0.0_f64, limit);
    for axis in 0..V::DIM {
        let speed = velocity.get(axis);
        let ends = [part.min.get(axis) - moving.max.get(axis), part.max.get(axis) - moving.min.get(axis)];
        let [near, far] = if speed < 0.0 { [ends[1], ends[0]] } else { ends };
        if speed == 0.0 {
            if near > 0.0 || far < 0.0 {
                return None;
            }
        } else if near.is_finite() && far.is_finite() {
            from = from.max(near / speed * LESS);
            to = to.min(far / speed * MORE);
        }
    }
    (from <= to).then_some(from)
}

#[cfg(test)]
mod tests {
    use crate::dynamic::any::Shape3;
    use crate::shape::{Compound, FlatPolygon, Line, Mesh, Plane, Point};
    use crate::vector::size::shifted;
    use alloc::vec;
    use glam::{DVec3, dvec3};

    #[test]
    fn parts_whose_squares_vanish_are_told_apart() {
        for unit in [1.0, shifted(1.0, -538), shifted(1.0, -565), shifted(1.0, -1000)] {
            let at = |x, y, z| dvec3(x, y, z) * unit;
            let corners = [at(-2., -1., 0.), at(-3., -3., 0.), at(-1., -3., -2.), at(0., -1., -2.)];
            let quad = Shape3::from(FlatPolygon::try_new(corners.to_vec()).unwrap());
            let line = Shape3::from(Line::new(at(0., -3., 2.), DVec3::ONE));
            let distance = line.closest(&quad).distance;
            assert!((distance / unit - 25_f64.sqrt() / 6_f64.sqrt()).abs() < 1e-15, "{distance}");

            let plane = Shape3::from(Plane::new(DVec3::Z, 0.));
            let points = [2., 1.].map(|z| Shape3::from(Point(at(0., 0., z))));
            let points = Shape3::from(Compound::try_new(points.to_vec()).unwrap());
            let corners = vec![at(0., 0., 1.), at(1., 0., 1.), at(0., 1., 2.)];
            let mesh = Shape3::from(Mesh::try_new(corners, vec![[0, 1, 2]], false).unwrap());
            for parts in [points, mesh] {
                assert_eq!(plane.closest(&parts).distance, unit);
                let met = plane.sweep(&parts, at(0., 0., -1.), 3.).unwrap();
                assert_eq!(met.map(|impact| impact.t), Some(1.));
            }
        }
    }
}
