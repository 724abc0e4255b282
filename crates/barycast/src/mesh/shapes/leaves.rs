//! Traversals to the triangles near a box, near a segment, or in the path of a moving box. The
//! eight triangles of a leaf are filtered in SIMD lanes, and the remaining ones are passed one by
//! one to the caller, in `f64`.

use crate::bvh::{BoxRay, LANES, Looked, PointVisitor, RayVisitor};
use crate::mesh::block::Block;
use crate::mesh::leaf::Corners;
use crate::mesh::leaf::vector;
use crate::mesh::tree::Tree;
use crate::number::{ONE_BY_ONE, Real, Ring, SimdScalar};
use crate::pair::{point_ray, point_triangle};
use crate::shape::{Linear, Point, Segment, Triangle};
use crate::vector::{V3, Vector};
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Callback for each triangle of a traversal that may be stopped.
pub(crate) type Look<'l, S> = dyn FnMut(u32, &Corners<S>) -> ControlFlow<()> + 'l;
/// Callback for each triangle of a traversal up to a limit. Returns a new limit, which may be the
/// same.
pub(crate) type Narrow<'l, S> = dyn FnMut(u32, &Corners<S>) -> Option<S> + 'l;

/// Rounding error of a distance in lanes, in roundings of the largest coordinate.
const ROUNDING: i32 = 64;

/// Returns a bit for each lane whose item differs from that of the previous lane.
fn each_once(items: &[u32; LANES]) -> u32 {
    (1..LANES).filter(|&lane| items[lane] != items[lane - 1]).fold(1, |bits, lane| bits | 1 << lane)
}

/// Returns the bounding boxes of the triangles: the least and the greatest coordinates.
#[inline(always)]
fn boxes<L: Real>(triangles: &Triangle<V3<L>>) -> [[L; 3]; 2] {
    let Triangle { a, b, c } = *triangles;
    [
        [a.x.min(b.x).min(c.x), a.y.min(b.y).min(c.y), a.z.min(b.z).min(c.z)],
        [a.x.max(b.x).max(c.x), a.y.max(b.y).max(c.y), a.z.max(b.z).max(c.z)],
    ]
}

#[inline(always)]
fn splat<S: SimdScalar, A: Simd>(simd: A, [x, y, z]: [S; 3]) -> [S::Lanes<A>; 3] {
    [S::splat(simd, x), S::splat(simd, y), S::splat(simd, z)]
}

pub(crate) fn in_box<S: SimdScalar>(tree: &Tree<S>, ends: [[S; 3]; 2], look: &mut Look<'_, S>) {
    let around = tree.box_around(&ends, S::ZERO);
    tree.bvh.walk_leaves_in_box(&around, &mut InBox { tree, ends, look, looked: Looked::default() });
}

struct InBox<'a, 'l, S> {
    tree: &'a Tree<S>,
    ends: [[S; 3]; 2],
    look: &'a mut Look<'l, S>,
    looked: Looked,
}

impl<S: SimdScalar> RayVisitor for InBox<'_, '_, S> {
    type Number = S;

    #[inline(always)]
    fn visit_leaf<A: Simd>(&mut self, simd: A, leaf: usize) -> ControlFlow<(), Option<S>> {
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        let (mut room, items) = (None, &self.tree.bvh.leaves()[leaf]);
        let block = self.tree.blocks.get(leaf, &mut room);
        let [low, high] = boxes(&block.triangles(simd));
        let [from, to] = [splat::<S, A>(simd, self.ends[0]), splat::<S, A>(simd, self.ends[1])];
        let mut met = low[0].le(to[0]) & from[0].le(high[0]);
        for axis in 1..3 {
            met = met & low[axis].le(to[axis]) & from[axis].le(high[axis]);
        }
        let mut met = S::bits::<A>(met) & each_once(items);
        while met != 0 {
            let lane = met.trailing_zeros() as usize % LANES;
            met &= met - 1;
            (self.look)(items[lane], &block.corners(lane))?;
        }
        ControlFlow::Continue(None)
    }
}

pub(crate) fn near_box<S: SimdScalar>(tree: &Tree<S>, ends: [[S; 3]; 2], limit: S, look: &mut Narrow<'_, S>) {
    tree.walk_toward(
        ends,
        limit,
        &mut Near { tree, ends, limit, look, looked: Looked::default(), by_box: true },
    );
}

pub(crate) fn near_segment<S: SimdScalar>(
    tree: &Tree<S>,
    ends: [[S; 3]; 2],
    limit: S,
    look: &mut Narrow<'_, S>,
) {
    let [a, b] = ends;
    let (mut least, mut greatest) = (a, a);
    for axis in 0..3 {
        least[axis] = a[axis].min(b[axis]);
        greatest[axis] = a[axis].max(b[axis]);
    }
    let leaf = &mut Near { tree, ends, limit, look, looked: Looked::default(), by_box: false };
    tree.walk_toward([least, greatest], limit, leaf);
}

struct Near<'a, 'l, S> {
    tree: &'a Tree<S>,
    /// Ends of the box or of the segment.
    ends: [[S; 3]; 2],
    limit: S,
    look: &'a mut Narrow<'l, S>,
    looked: Looked,
    by_box: bool,
}

impl<S: SimdScalar> Near<'_, '_, S> {
    /// Returns a lower bound of each triangle's distance.
    #[inline(always)]
    fn distances<A: Simd>(&self, simd: A, block: &Block<S>) -> [S; LANES] {
        if self.by_box {
            let [low, high] = boxes(&block.triangles(simd));
            let [from, to] = [splat::<S, A>(simd, self.ends[0]), splat::<S, A>(simd, self.ends[1])];
            let zero = S::splat(simd, S::ZERO);
            let mut sum = zero;
            for axis in 0..3 {
                let gap = (low[axis] - to[axis]).max(from[axis] - high[axis]).max(zero);
                sum = sum + gap * gap;
            }
            return S::store(sum.sqrt());
        }
        let [a, b] = self.ends;
        if ONE_BY_ONE {
            let mut distances = [S::ZERO; LANES];
            let segment = Segment { a: vector(a), b: vector(b) };
            for (lane, distance) in distances.iter_mut().enumerate() {
                *distance = least_distance(&segment, &block.triangle(lane));
            }
            return distances;
        }
        let [a, b] = [vector(splat::<S, A>(simd, a)), vector(splat::<S, A>(simd, b))];
        S::store(least_distance(&Segment { a, b }, &block.triangles(simd)))
    }
}

/// Returns a lower bound of the distance of a segment and a triangle, by a plane across the way
/// between points of both that are moved closer to each other in turns. It equals the distance if
/// these points end at the closest ones.
#[inline(always)]
fn least_distance<L: Real>(segment: &Segment<V3<L>>, triangle: &Triangle<V3<L>>) -> L {
    let Segment { a, b } = *segment;
    let Triangle { a: p, b: q, c: r } = *triangle;
    let half = a.x.one().half();
    let on_segment = a * half + b * half;
    let on_triangle = point_triangle::distance(&Point(on_segment), triangle).on_b;
    let on_segment = segment.at(point_ray::foot(&Point(on_triangle), segment));
    let on_triangle = point_triangle::distance(&Point(on_segment), triangle).on_b;
    let on_segment = segment.at(point_ray::foot(&Point(on_triangle), segment));
    let n = on_segment - on_triangle;
    let gap = n.dot(a).min(n.dot(b)) - n.dot(p).max(n.dot(q)).max(n.dot(r));
    gap.div_or(n.length(), gap.zero())
}

impl<S: SimdScalar> PointVisitor for Near<'_, '_, S> {
    type Number = S;

    #[inline(always)]
    fn visit_leaf<A: Simd>(&mut self, simd: A, leaf: usize) -> Option<S> {
        if self.looked.again(leaf) {
            return None;
        }
        let (mut room, items) = (None, &self.tree.bvh.leaves()[leaf]);
        let block = self.tree.blocks.get(leaf, &mut room);
        let distances = self.distances(simd, block);
        let mut size = S::ZERO;
        for number in self.ends.as_flattened() {
            size = Ring::max(number.abs(), size);
        }
        // Nearer ones first, because they lower the limit.
        let (mut left, mut new) = (each_once(items), None);
        while left != 0 {
            let (mut lane, mut bits) = (left.trailing_zeros() as usize % LANES, left & (left - 1));
            while bits != 0 {
                let other = bits.trailing_zeros() as usize % LANES;
                bits &= bits - 1;
                if distances[other] < distances[lane] {
                    lane = other;
                }
            }
            left &= !(1 << lane);
            let slack = (size + self.limit) * (S::EPSILON.lit(ROUNDING) * S::EPSILON);
            // A NaN distance excludes nothing.
            if distances[lane] > self.limit + slack {
                break;
            }
            if let Some(limit) = (self.look)(items[lane], &block.corners(lane)) {
                self.limit = limit;
                new = Some(limit);
            }
        }
        new
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

pub(crate) fn along_box<S: SimdScalar>(
    tree: &Tree<S>,
    ends: [[S; 3]; 2],
    velocity: [S; 3],
    limit: S,
    look: &mut Narrow<'_, S>,
) {
    let ray = match &tree.frame {
        None => BoxRay::of_box(ends, velocity),
        Some(frame) => frame.moving_box(ends, velocity),
    };
    let mut from = ends;
    let (mut inverse, mut back) = ([S::ZERO; 3], [false; 3]);
    for axis in 0..3 {
        let one_by = S::ONE / velocity[axis];
        back[axis] = one_by < S::ZERO;
        let overflows = !one_by.is_finite() && velocity[axis] != S::ZERO;
        // The product with it is NaN, which imposes no limit.
        inverse[axis] = if overflows { Real::infinity(S::ONE) - Real::infinity(S::ONE) } else { one_by };
        [from[0][axis], from[1][axis]] =
            if back[axis] { [ends[0][axis], ends[1][axis]] } else { [ends[1][axis], ends[0][axis]] };
    }
    let mut leaf = Along { tree, from, inverse, back, limit, look, looked: Looked::default() };
    tree.bvh.walk_ray(ray, limit, &mut leaf);
}

struct Along<'a, 'l, S> {
    tree: &'a Tree<S>,
    /// Ends of the moving box that meet the nearer and the farther planes.
    from: [[S; 3]; 2],
    inverse: [S; 3],
    back: [bool; 3],
    limit: S,
    look: &'a mut Narrow<'l, S>,
    looked: Looked,
}

impl<S: SimdScalar> RayVisitor for Along<'_, '_, S> {
    type Number = S;

    #[inline(always)]
    fn visit_leaf<A: Simd>(&mut self, simd: A, leaf: usize) -> ControlFlow<(), Option<S>> {
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        let (mut room, items) = (None, &self.tree.bvh.leaves()[leaf]);
        let block = self.tree.blocks.get(leaf, &mut room);
        let bounds = boxes(&block.triangles(simd));
        let mut enter = S::splat(simd, S::ZERO);
        let mut exit = S::splat(simd, self.limit);
        for axis in 0..3 {
            let side = usize::from(self.back[axis]);
            let inverse = S::splat(simd, self.inverse[axis]);
            let near = (bounds[side][axis] - S::splat(simd, self.from[0][axis])) * inverse;
            let far = (bounds[1 - side][axis] - S::splat(simd, self.from[1][axis])) * inverse;
            // A NaN imposes no limit.
            enter = near.max(enter);
            exit = far.min(exit);
        }
        let grow = S::splat(simd, S::ONE + S::EPSILON.lit(8) * S::EPSILON);
        let mut met = S::bits::<A>(enter.le(exit * grow)) & each_once(items);
        let (enters, mut new) = (S::store(enter), None);
        while met != 0 {
            let (mut lane, mut bits) = (met.trailing_zeros() as usize % LANES, met & (met - 1));
            while bits != 0 {
                let other = bits.trailing_zeros() as usize % LANES;
                bits &= bits - 1;
                if enters[other] < enters[lane] {
                    lane = other;
                }
            }
            met &= !(1 << lane);
            let later = self.limit * (S::ONE + S::EPSILON.lit(8) * S::EPSILON);
            if enters[lane] > later {
                break;
            }
            if let Some(limit) = (self.look)(items[lane], &block.corners(lane)) {
                self.limit = limit;
                new = Some(limit);
            }
        }
        ControlFlow::Continue(new)
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}
