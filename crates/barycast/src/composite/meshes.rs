//! Two surfaces of triangles under trees: which two triangles meet, or are nearest.
//!
//! As in [`tree`](super::tree) the trees only leave out. Distances in `f64` tell which pairs may be the nearest; those are
//! asked again in twice the digits.

use crate::any::Shape3;
use crate::bvh::{Both, BothNear, LANES, Open, Placed, Tree};
use crate::each::MapEach;
use crate::pair::triangle_triangle;
use crate::shape::Mesh;
use crate::vector::Vector as _;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};
use glam::DVec3;

/// The triangles of a shape that is made of them.
fn surface(shape: &Shape3<DVec3>) -> Option<&Mesh<DVec3>> {
    match shape {
        Shape3::Mesh(mesh) => Some(mesh),
        Shape3::HeightField(field) => Some(field.mesh()),
        Shape3::FlatPolygon(polygon) => Some(polygon.mesh()),
        _ => None,
    }
}

/// Two triangles, one of each, that meet, if any; `None` where one of them has no tree.
pub(super) fn meeting(a: &Mesh<DVec3>, b: &Shape3<DVec3>) -> Option<Vec<[usize; 2]>> {
    let two = Two::of(a, surface(b)?)?;
    let mut meeting = Meeting { two: &two, found: Vec::new() };
    let placed = two.placed();
    let [a, b] = two.trees.each(|tree| tree.bvh());
    let _ = dispatch!(a.level(), simd => a.walk_both_in(simd, b, &placed, Open::ALL, &mut meeting));
    Some(meeting.found)
}

/// The pairs of triangles among which the nearest are, of surfaces that are apart; `None` where one of them has no tree.
pub(super) fn nearest(a: &Mesh<DVec3>, b: &Shape3<DVec3>) -> Option<Vec<[usize; 2]>> {
    /// More than what `f64` may be off, of the distance and of the coordinates.
    const OFF: f64 = 1e-12;
    let two = Two::of(a, surface(b)?)?;
    let placed = two.placed();
    let look = |limit: f64, collects: bool| {
        let mut near = Near { two: &two, limit, collects, found: Vec::new() };
        let ([a, b], limit) = (two.trees.each(|tree| tree.bvh()), two.trees[0].distance(limit));
        dispatch!(a.level(), simd => a.walk_both_near_in(simd, b, &placed, limit, &mut near));
        near
    };
    let distance = look(f64::INFINITY, false).limit;
    let reach = if two.trees.iter().any(Tree::is_framed) {
        // In the world: what was placed is rounded there.
        let [a, b] = two.trees.each(|tree| tree.reach());
        a + b
    } else {
        placed.reach()
    };
    let found = look(distance + (distance + reach) * OFF, true).found;
    (!found.is_empty()).then_some(found)
}

/// Two meshes with trees.
struct Two<'a> {
    meshes: [&'a Mesh<DVec3>; 2],
    trees: [Tree<'a>; 2],
}

impl<'a> Two<'a> {
    fn of(a: &'a Mesh<DVec3>, b: &'a Mesh<DVec3>) -> Option<Self> {
        Some(Self { meshes: [a, b], trees: [a.tree()?, b.tree()?] })
    }

    /// Both where they are.
    fn placed(&self) -> Placed {
        let [a, b] = &self.trees;
        a.placed(b)
    }

    /// Every two triangles of two leaves.
    #[inline(always)]
    fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = [usize; 2]> + use<> {
        let others = self.trees[1].bvh().items(b).fold(([0; LANES], 0), |(mut items, len), item| {
            items[len] = item as usize;
            (items, len + 1)
        });
        let (items, len) = others;
        self.trees[0].bvh().items(a).flat_map(move |i| (0..len).map(move |at| [i as usize, items[at]]))
    }
}

struct Meeting<'a> {
    two: &'a Two<'a>,
    found: Vec<[usize; 2]>,
}

impl Both for Meeting<'_> {
    const SORTED: bool = true;

    #[inline(always)]
    fn look<S: Simd>(&mut self, _: S, a: usize, b: usize) -> ControlFlow<()> {
        let [mesh_a, mesh_b] = self.two.meshes;
        for [i, j] in self.two.pairs(a, b) {
            let (a, b) = (mesh_a.triangle(i), mesh_b.triangle(j));
            let (box_a, box_b) = (a.bounds(), b.bounds());
            let near = box_a.min.le_all(box_b.max) && box_b.min.le_all(box_a.max);
            if near && a.intersects_exactly(&b) {
                self.found.push([i, j]);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

struct Near<'a> {
    two: &'a Two<'a>,
    limit: f64,
    /// All within the limit, rather than a smaller one.
    collects: bool,
    found: Vec<[usize; 2]>,
}

impl BothNear for Near<'_> {
    type Number = f64;

    #[inline(always)]
    fn look<S: Simd>(&mut self, _: S, a: usize, b: usize) -> Option<f64> {
        let [mesh_a, mesh_b] = self.two.meshes;
        let before = self.limit;
        for [i, j] in self.two.pairs(a, b) {
            let (a, b) = (mesh_a.triangle(i), mesh_b.triangle(j));
            if super::gap(&a.bounds(), &b.bounds()) > self.limit {
                continue;
            }
            let distance = triangle_triangle::distance(&a, &b).distance;
            if self.collects && distance <= self.limit {
                self.found.push([i, j]);
            } else if !self.collects && distance < self.limit {
                self.limit = distance;
            }
        }
        (self.limit < before).then_some(self.limit).map(|limit| self.two.trees[0].distance(limit))
    }
}
