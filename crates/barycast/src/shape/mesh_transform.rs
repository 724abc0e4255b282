//! Lazy rigid transforms and scalings of meshes.
//!
//! The transformed mesh keeps its triangles and the tree over them. A vertex is computed when it is
//! read, step by step, with each coordinate rounded once per step, exactly as if a new mesh were
//! built. After about as many reads as there are vertices, all of them are computed and cached.
//! Queries traverse the tree through a [`TreeFrame`] of the transformed mesh, so no work
//! proportional to the mesh is done before it is needed.

use super::pose::RigidMap;
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

/// One transform step of a vertex.
pub(super) trait Step<V>: Debug + Send + Sync + RefUnwindSafe {
    /// Applies the step to a vertex.
    fn apply(&self, p: &V) -> V;
}

/// A rotation about the origin followed by a translation.
#[derive(Debug)]
pub(super) struct Pose<V> {
    pub(super) axes: [V; 3],
    pub(super) translation: V,
}

impl<V: FloatVector> Step<V> for Pose<V> {
    fn apply(&self, p: &V) -> V {
        RigidMap::new(&self.axes, self.translation).point(*p)
    }
}

/// A scaling of each coordinate by its own factor.
#[derive(Debug)]
pub(super) struct Scale<V>(pub(super) V);

impl<V: FloatVector> Step<V> for Scale<V> {
    fn apply(&self, p: &V) -> V {
        V::from_fn(|axis| p.get(axis) * self.0.get(axis))
    }
}

/// The transform of a mesh, with its caches.
#[derive(Debug)]
pub(super) struct Transform<V> {
    /// Steps in order, at least one.
    steps: Vec<Arc<dyn Step<V>>>,
    map: Map,
    frame: TreeFrame,
    /// A box that contains the triangles.
    around: [V; 2],
    /// Tight bounding box, computed on first use.
    bounds: OnceBox<[V; 2]>,
    /// Number of vertices computed one by one.
    reads: AtomicUsize,
    all: OnceBox<Vec<V>>,
}

impl<V> Transform<V> {
    pub(super) const fn frame(&self) -> &TreeFrame {
        &self.frame
    }

    /// Returns a box that contains the triangles.
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

    /// Returns all transformed vertices.
    pub(super) fn all(&self, vertices: &[V]) -> &[V] {
        self.all.get_or_init(|| Box::new(vertices.iter().map(|p| self.at(p)).collect()))
    }

    /// Returns three transformed vertices by their indices.
    pub(super) fn vertices_at(&self, vertices: &[V], indices: [u32; 3]) -> [V; 3]
    where
        V: Copy,
    {
        match self.cached(vertices, indices.len()) {
            Some(all) => indices.each(|i| all[i as usize]),
            None => indices.each(|i| self.at(&vertices[i as usize])),
        }
    }

    /// Returns one transformed vertex by its index.
    pub(super) fn vertex(&self, vertices: &[V], index: u32) -> V
    where
        V: Copy,
    {
        self.cached(vertices, 1).map_or_else(|| self.at(&vertices[index as usize]), |all| all[index as usize])
    }

    /// Returns the cache of all transformed vertices, filling it once more vertices were read than
    /// there are.
    fn cached(&self, vertices: &[V], more: usize) -> Option<&[V]> {
        if let Some(all) = self.all.get() {
            return Some(all);
        }
        let reads = self.reads.fetch_add(more, Ordering::Relaxed);
        (reads > vertices.len()).then(|| self.all(vertices))
    }
}

/// State of a mesh before the last step: its vertices, triangles and tree, and the transform so
/// far.
pub(super) struct Before<'a, V> {
    pub(super) vertices: &'a [V],
    pub(super) triangles: &'a [[u32; 3]],
    pub(super) tree: &'a Bvh,
    pub(super) frame: Option<&'a TreeFrame>,
    pub(super) placed: Option<&'a Transform<V>>,
    /// Largest absolute coordinate of any vertex.
    pub(super) reach: f64,
}

impl<V: FloatVector + Vector3> Transform<V> {
    /// Appends a step, which takes `p` to about `x p.x + y p.y + z p.z + shift`. Returns `None` if
    /// the map is singular or leaves the range of floats.
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
        let (reads, all, bounds) = (AtomicUsize::new(0), OnceBox::new(), OnceBox::new());
        Some(Self { steps, map, frame, around, bounds, reads, all })
    }

    /// Returns the bounding box of the triangles, found by a tree traversal on first use.
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
