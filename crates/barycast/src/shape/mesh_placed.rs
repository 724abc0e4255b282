//! Where the vertices of a mesh stand after it is turned, moved or scaled.
//!
//! The mesh keeps its triangles and the tree over them; a vertex is computed where it is asked for, step by step, each coordinate rounded
//! once a step as if a new mesh were made of them. When about as many were asked for as there are, all are computed and kept. The tree is
//! asked through a [`TreeFrame`] of the placed mesh, so nothing that costs as much as the mesh is large is done before it must be.

use super::pose::Turn;
use crate::bvh::{Bvh, Map, Tree, TreeFrame};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector3};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::panic::RefUnwindSafe;
use core::sync::atomic::{AtomicUsize, Ordering};
use once_cell::race::OnceBox;

/// A step on the way of a vertex.
pub(super) trait Step<V>: Debug + Send + Sync + RefUnwindSafe {
    /// Where it takes a vertex.
    fn apply(&self, p: &V) -> V;
}

/// A turn about the origin, then a way.
#[derive(Debug)]
pub(super) struct Pose<V> {
    pub(super) axes: [V; 3],
    pub(super) translation: V,
}

impl<V: FloatVector> Step<V> for Pose<V> {
    fn apply(&self, p: &V) -> V {
        Turn::new(&self.axes, self.translation).point(*p)
    }
}

/// Each coordinate times its own number.
#[derive(Debug)]
pub(super) struct Scale<V>(pub(super) V);

impl<V: FloatVector> Step<V> for Scale<V> {
    fn apply(&self, p: &V) -> V {
        V::from_fn(|axis| p.get(axis) * self.0.get(axis))
    }
}

/// Where the vertices of a mesh stand.
#[derive(Debug)]
pub(super) struct Placed<V> {
    /// At least one.
    steps: Vec<Arc<dyn Step<V>>>,
    map: Map,
    frame: TreeFrame,
    /// A box that holds the triangles.
    around: [V; 2],
    /// The box around them, once it is asked for.
    bounds: OnceBox<[V; 2]>,
    /// How many vertices were computed one by one.
    asked: AtomicUsize,
    all: OnceBox<Vec<V>>,
}

impl<V> Placed<V> {
    pub(super) const fn frame(&self) -> &TreeFrame {
        &self.frame
    }

    /// A box that holds the triangles.
    pub(super) const fn around(&self) -> [V; 2]
    where
        V: Copy,
    {
        self.around
    }

    fn at(&self, vertex: &V) -> V {
        let (first, others) = (&self.steps[0], &self.steps[1..]);
        others.iter().fold(first.apply(vertex), |p, step| step.apply(&p))
    }

    /// Where all vertices stand.
    pub(super) fn all(&self, vertices: &[V]) -> &[V] {
        self.all.get_or_init(|| Box::new(vertices.iter().map(|p| self.at(p)).collect()))
    }

    /// Where three of the vertices stand, by their indices.
    pub(super) fn three(&self, vertices: &[V], indices: [u32; 3]) -> [V; 3]
    where
        V: Copy,
    {
        match self.kept(vertices, indices.len()) {
            Some(all) => indices.each(|i| all[i as usize]),
            None => indices.each(|i| self.at(&vertices[i as usize])),
        }
    }

    /// Where one of the vertices stands, by its index.
    pub(super) fn one(&self, vertices: &[V], index: u32) -> V
    where
        V: Copy,
    {
        self.kept(vertices, 1).map_or_else(|| self.at(&vertices[index as usize]), |all| all[index as usize])
    }

    /// Where all vertices stand, once more are asked for than there are.
    fn kept(&self, vertices: &[V], more: usize) -> Option<&[V]> {
        if let Some(all) = self.all.get() {
            return Some(all);
        }
        let asked = self.asked.fetch_add(more, Ordering::Relaxed);
        (asked > vertices.len()).then(|| self.all(vertices))
    }
}

/// What a mesh is before the last step: its own vertices, the triangles in its tree, and where they stand so far.
pub(super) struct Before<'a, V> {
    pub(super) vertices: &'a [V],
    pub(super) triangles: &'a [[u32; 3]],
    pub(super) tree: &'a Bvh,
    pub(super) frame: Option<&'a TreeFrame>,
    pub(super) placed: Option<&'a Placed<V>>,
    /// The largest coordinate of any of its vertices.
    pub(super) reach: f64,
}

impl<V: FloatVector + Vector3> Placed<V> {
    /// Where the vertices stand after one more step, which takes `p` to about `x p.x + y p.y + z p.z + shift`; `None` where the map
    /// flattens or leaves the range of numbers.
    pub(super) fn after(
        before: &Before<'_, V>,
        step: Arc<dyn Step<V>>,
        axes: [V; 3],
        shift: V,
    ) -> Option<Self> {
        let numbers = |v: V| [v.get(0), v.get(1), v.get(2)].each(Float::to_f64);
        let map = before.placed.map_or_else(|| Map::identity(before.reach), |placed| placed.map);
        let map = map.then(axes.each(numbers), numbers(shift));
        let frame = TreeFrame::placed(before.frame, &map).filter(|_| map.stays_in_range())?;
        let mut steps = before.placed.map_or_else(Vec::new, |placed| placed.steps.clone());
        steps.push(step);
        let around = frame.around(&before.tree.bounds());
        let around = around.each(|end| V::from_fn(|axis| V::Scalar::from_f64(end[axis])));
        let (asked, all, bounds) = (AtomicUsize::new(0), OnceBox::new(), OnceBox::new());
        Some(Self { steps, map, frame, around, bounds, asked, all })
    }

    /// The box around the triangles, found down the tree when it is first asked for.
    pub(super) fn bounds(&self, before: &Before<'_, V>) -> [V; 2] {
        *self.bounds.get_or_init(|| Box::new(self.find_bounds(before)))
    }

    fn find_bounds(&self, before: &Before<'_, V>) -> [V; 2] {
        let tree = Tree::new(before.tree, Some(&self.frame));
        let most = |axis: usize, sign: f64| {
            let most = tree.farthest(axis, sign, |item, most| {
                let corners = before.triangles[item as usize].each(|v| before.vertices[v as usize]);
                corners.into_iter().fold(most, |most, p| {
                    let about = self.map.at([p.get(0), p.get(1), p.get(2)].each(Float::to_f64))[axis] * sign;
                    if about < most - 2.0 * self.map.error() {
                        return most;
                    }
                    most.max(self.at(&p).get(axis).to_f64() * sign)
                })
            });
            V::Scalar::from_f64(most * sign)
        };
        [V::from_fn(|axis| most(axis, -1.0)), V::from_fn(|axis| most(axis, 1.0))]
    }
}
