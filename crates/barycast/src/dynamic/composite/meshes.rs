//! Two surfaces of triangles under BVHs: the intersecting or closest pairs of triangles.
//!
//! The BVHs only cull, as in [`tree`](super::tree). Distances in `f64`, computed eight at a time,
//! find the pairs that may be the closest. These are computed again in double-double precision,
//! unless a plane proves that they are no closer than the best so far: between parallel faces all
//! pairs are about equally close.

use super::tree;
use crate::bvh::{Bvh, Tree};
use crate::dynamic::any::Shape3;
use crate::mesh::two::{Block, Leafy, Placing, all_within, any_seen, nearest as nearest_two};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::query::Closest;
use crate::shape::{Mesh, Triangle};
use crate::vector::{V3, Vector as _, Vector3 as _};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;
use glam::DVec3;

/// Returns the triangles of a shape that is made of them.
pub(crate) fn surface(shape: &Shape3) -> Option<&Mesh<DVec3>> {
    match shape {
        Shape3::Mesh(mesh) => Some(mesh),
        Shape3::HeightField(field) => Some(field.mesh()),
        Shape3::FlatPolygon(polygon) => Some(polygon.mesh()),
        _ => None,
    }
}

/// Returns an intersecting pair of triangles, one of each mesh, if any, or `None` if one of the
/// meshes has no BVH.
pub(super) fn meeting(a: &Mesh<DVec3>, b: &Shape3) -> Option<Vec<[usize; 2]>> {
    let two = Two::of(a, surface(b)?)?;
    if !two.may_meet() {
        return Some(Vec::new());
    }
    let [a, b] = [0, 1].each(|i| Seen { mesh: two.meshes[i], tree: two.trees[i].bvh() });
    let exactly = |pair: [u32; 2]| {
        let [a, b] = two.triangles(pair);
        a.intersects_exactly(&b)
    };
    let found = any_seen(&a, &b, &Placing::seen_from_first(&two.trees), exactly);
    Some(found.into_iter().map(|pair| pair.each(|i| i as usize)).collect())
}

/// Returns the closest pair of triangles of disjoint surfaces; of several equally close pairs the
/// lowest, up to rounding. Returns `None` if one of the surfaces has no BVH.
pub(super) fn nearest(a: &Mesh<DVec3>, b: &Shape3) -> Option<[usize; 2]> {
    /// Above the error of `f64`, relative to the distance and the coordinates.
    const OFF: f64 = 1e-12;
    let two = Two::of(a, surface(b)?)?;
    let [a, b] = two.leaves();
    let placing = Placing::seen(&two.trees);
    let reach = placing.reach();
    let (limit, way) = two.distance_at_most();
    let limit = limit + (limit + reach) * OFF;
    let found = nearest_two(&a, &b, &placing, limit, way);
    let (first, distance) = found.or_else(|| nearest_two(&a, &b, &placing, f64::INFINITY, [0.0; 3]))?;
    let mut pairs = all_within(&a, &b, &placing, distance + (distance + reach) * OFF, way);
    pairs.sort_unstable();
    let way = |pair: [u32; 2]| {
        let [a, b] = two.triangles(pair);
        Shape3::Triangle(a).closest_precisely(&Shape3::Triangle(b))
    };
    let (mut best, mut least) = (first, way(first));
    for pair in pairs {
        if pair != first && !are_as_far(&two.triangles(pair), &least) {
            let found = way(pair);
            if found.distance < least.distance {
                (best, least) = (pair, found);
            }
        }
    }
    Some(best.each(|i| i as usize))
}

/// Tests whether two triangles are certainly no closer than two points, once their distance is
/// rounded. It suffices that the other triangle is far enough beyond the plane of either, or beyond
/// a plane across the way between the points.
fn are_as_far([a, b]: &[Triangle<DVec3>; 2], way: &Closest<DVec3>) -> bool {
    /// Above the error of a volume in double-double precision, relative to the product of three
    /// lengths.
    const OFF: f64 = 1e-29;
    let precise = |v: DVec3| v.lift::<V3<DoubleDouble>>(&DoubleDouble::new);
    let [p, q] = [a, b].each(|t| t.corners().each(precise));
    let size = |v: V3<DoubleDouble>| v.lift::<DVec3>(&Float::to_f64).abs().max_element();
    // Lower bound of the distances of some ends from a start along a normal, rounded once to `f64`.
    let beyond = |normal: V3<DoubleDouble>, off: f64, ways: &[V3<DoubleDouble>]| {
        let length = normal.length();
        let heights = ways.iter().map(|way| normal.dot(*way));
        let (least, most) = heights.fold((None, None), |(least, most): (Option<_>, Option<_>), height| {
            (
                Some(least.map_or(height, |least| Ring::min(least, height))),
                Some(most.map_or(height, |most| Ring::max(most, height))),
            )
        });
        let (Some(least), Some(most)) = (least, most) else { return false };
        let off = off * ways.iter().map(|way| size(*way)).fold(0.0, f64::max);
        let gap = (Ring::max(least, -most) - DoubleDouble::new(off)) / length;
        // The last digits of smaller numbers underflow.
        off > 1e-280 && (gap - gap * DoubleDouble::new(OFF)).to_f64() >= way.distance
    };
    let from_plane = |plane: &[V3<DoubleDouble>; 3], others: &[V3<DoubleDouble>; 3]| {
        let (u, v) = (plane[1] - plane[0], plane[2] - plane[0]);
        beyond(u.cross(v), size(u) * size(v) * OFF, &others.each(|q| q - plane[0]))
    };
    let across = || {
        let normal = precise(way.on_b - way.on_a);
        let ways: [[V3<DoubleDouble>; 3]; 3] = p.each(|p| q.each(|q| q - p));
        beyond(normal, size(normal) * OFF, ways.as_flattened())
    };
    from_plane(&p, &q) || from_plane(&q, &p) || across()
}

/// Two meshes with BVHs.
struct Two<'a> {
    meshes: [&'a Mesh<DVec3>; 2],
    trees: [Tree<'a>; 2],
}

impl<'a> Two<'a> {
    fn of(a: &'a Mesh<DVec3>, b: &'a Mesh<DVec3>) -> Option<Self> {
        Some(Self { meshes: [a, b], trees: [a.tree()?, b.tree()?] })
    }

    /// Tests whether the bounding boxes of both intersect.
    fn may_meet(&self) -> bool {
        let [a, b] = self.meshes.each(Mesh::outer_bounds);
        a.min.le_all(b.max) && b.min.le_all(a.max)
    }

    fn leaves(&self) -> [Triangles<'a>; 2] {
        [0, 1].each(|i| Triangles::new(self.meshes[i], self.trees[i].bvh()))
    }

    fn triangles(&self, [i, j]: [u32; 2]) -> [Triangle<DVec3>; 2] {
        let [a, b] = self.meshes;
        [a.triangle(i as usize), b.triangle(j as usize)]
    }

    /// Returns an upper bound of the distance, and the vector from the first surface to the second
    /// there. The points are found by steps from one surface to the other and back, starting at the
    /// middle of the first and at the middle of the common part of both boxes.
    fn distance_at_most(&self) -> (f64, [f64; 3]) {
        const STEPS: usize = 8;
        let [a, b] = self.meshes;
        let (around, other) = (a.bounds(), b.bounds());
        let common = (around.min.max(other.min) + around.max.min(other.max)) * 0.5;
        let (mut least, mut way) = (f64::INFINITY, DVec3::ZERO);
        for start in [common, (around.min + around.max) * 0.5] {
            let (mut at, mut before) = (start, f64::INFINITY);
            for step in 0..STEPS {
                let to = if step % 2 == 0 { b } else { a };
                let Some(near) = tree::nearest_point(to, at) else { break };
                if step > 0 {
                    if near.distance < least {
                        let from_b =
                            if step % 2 == 0 { near.on_b - near.on_a } else { near.on_a - near.on_b };
                        (least, way) = (near.distance, from_b);
                    }
                    if near.distance > before * 0.9 && step % 2 == 0 {
                        break;
                    }
                    before = near.distance;
                }
                at = near.on_b;
            }
        }
        (least, way.to_array())
    }
}

/// Triangles of a mesh, read leaf by leaf as its BVH stores them: no corner is placed.
struct Seen<'a> {
    mesh: &'a Mesh<DVec3>,
    tree: &'a Bvh,
}

impl Leafy<f64> for Seen<'_> {
    #[inline(always)]
    fn bvh(&self) -> &Bvh {
        self.tree
    }

    #[inline(always)]
    fn block<'a>(&'a self, leaf: usize, room: &'a mut Option<Block<f64>>) -> &'a Block<f64> {
        let items = &self.tree.leaves()[leaf];
        let frame = self.mesh.frame_of_tree();
        room.insert(Block::of(|lane: usize| {
            self.mesh.given_corners(items[lane] as usize).each(|p| Tree::tree_point(frame, p.to_array()))
        }))
    }
}

/// Triangles of a mesh, read leaf by leaf.
pub(crate) struct Triangles<'a> {
    mesh: &'a Mesh<DVec3>,
    tree: &'a Bvh,
    /// Cache of the leaves of a placed mesh, whose corners take long to compute; empty for other
    /// meshes.
    kept: Vec<OnceCell<Box<Block<f64>>>>,
}

impl<'a> Triangles<'a> {
    pub(crate) fn new(mesh: &'a Mesh<DVec3>, tree: &'a Bvh) -> Self {
        let count = if mesh.is_placed() { tree.leaves().len() } else { 0 };
        Self { mesh, tree, kept: (0..count).map(|_| OnceCell::new()).collect() }
    }

    fn gathered(&self, leaf: usize) -> Block<f64> {
        let items = &self.tree.leaves()[leaf];
        Block::of(|lane: usize| self.mesh.triangle(items[lane] as usize).corners().each(|p| p.to_array()))
    }
}

impl Leafy<f64> for Triangles<'_> {
    #[inline(always)]
    fn bvh(&self) -> &Bvh {
        self.tree
    }

    #[inline(always)]
    fn block<'a>(&'a self, leaf: usize, room: &'a mut Option<Block<f64>>) -> &'a Block<f64> {
        match self.kept.get(leaf) {
            Some(kept) => kept.get_or_init(|| Box::new(self.gathered(leaf))),
            None => room.insert(self.gathered(leaf)),
        }
    }
}
