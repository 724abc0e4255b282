//! A mesh of triangles that share vertices.

use super::MeshNumber;
use super::compact::Blocks;
use super::leaf::{Corners, numbers};
use super::tree::{Tree, frame_of};
use crate::bvh::{Bounds, Build, Bvh, Edits, Level, Progress, TreeFrame, all, together};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::{Aabb, Sphere, Triangle, bounding_sphere};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

/// The union of triangles: a surface, closed or not, with any number of parts.
///
/// It owns its tree of boxes, so that a cast among a million triangles looks at some tens. Triangles are told
/// by their place in [`triangles`](Self::triangles).
#[doc(alias = "polyhedron")]
#[derive(Clone, Debug)]
pub struct TriMesh<V: Vector> {
    pub(super) vertices: Vec<V>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Of nothing in a mesh without a tree.
    pub(super) tree: Tree<V::Scalar>,
    /// From the first edit on.
    pub(super) edits: Option<Edits>,
}

/// Why numbers make no mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshError {
    /// There is no triangle.
    Empty,
    /// More than `2^31` triangles, or more than `2^32` vertices.
    TooLarge,
    /// A triangle names a vertex that is not there.
    NoSuchVertex {
        /// The triangle, from 0.
        triangle: usize,
        /// The vertex that it names, from 0.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The vertex, from 0.
        vertex: usize,
        /// 0, 1, 2 for x, y, z.
        axis: usize,
        /// The coordinate.
        got: f64,
    },
    /// A triangle is to be removed that is not there.
    NoSuchTriangle {
        /// The triangle, from 0.
        triangle: usize,
        /// How many triangles there are.
        triangles: usize,
    },
    /// A triangle is to be removed twice.
    Twice {
        /// The triangle, from 0.
        triangle: usize,
    },
    /// A vertex is to be moved that is not there.
    NoVertexToMove {
        /// The vertex, from 0.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A [compact](TriMesh::compact) tree cannot be edited.
    Compact,
    /// As many vertices as before were expected.
    Vertices {
        /// How many were given.
        got: usize,
        /// How many there were.
        expected: usize,
    },
    /// Who watched the tree being built ended it.
    Ended,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "a mesh must have a triangle, got none"),
            Self::TooLarge => write!(f, "a mesh must have at most 2^31 triangles and 2^32 vertices"),
            Self::NoSuchVertex { triangle, vertex, vertices } => write!(
                f,
                "triangle {triangle} must name vertices below {vertices} (so many there are), got {vertex}"
            ),
            Self::NotFinite { vertex, axis, got } => {
                let axis = ["x", "y", "z"].get(axis).unwrap_or(&"coordinate");
                write!(f, "{axis} of vertex {vertex} must be finite, got {got}")
            }
            Self::NoSuchTriangle { triangle, triangles } => write!(
                f,
                "a triangle to remove must be below {triangles} (so many there are), got {triangle}"
            ),
            Self::Twice { triangle } => {
                write!(f, "a triangle can be removed once, got {triangle} twice")
            }
            Self::NoVertexToMove { vertex, vertices } => {
                write!(f, "a vertex to move must be below {vertices} (so many there are), got {vertex}")
            }
            Self::Compact => write!(f, "a mesh with a compact tree cannot be edited"),
            Self::Vertices { got, expected } => {
                write!(f, "there must be {expected} vertices as before, got {got}")
            }
            Self::Ended => write!(f, "building the tree was ended"),
        }
    }
}

impl core::error::Error for MeshError {}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Checked, with its tree built: the costly step, on all cores with the feature `rayon`.
    ///
    /// # Errors
    /// Names the first triangle or vertex that is wrong.
    pub fn try_new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        Self::try_built(vertices, triangles, Build::Best)
    }

    /// As [`try_new`](Self::try_new), with a tree that is built in a given way. No answer depends on it.
    ///
    /// # Errors
    /// Names the first triangle or vertex that is wrong.
    pub fn try_built(vertices: Vec<V>, triangles: Vec<[u32; 3]>, how: Build) -> Result<Self, MeshError> {
        Self::try_watched(vertices, triangles, how, &|_| ControlFlow::Continue(()))
    }

    /// As [`try_built`](Self::try_built), and tells `watch` now and then what share of the triangles is in the tree, from
    /// 0 to 1, from whichever thread put them there.
    ///
    /// # Errors
    /// Names the first triangle or vertex that is wrong; [`MeshError::Ended`] where `watch` breaks.
    pub fn try_watched(
        vertices: Vec<V>,
        triangles: Vec<[u32; 3]>,
        how: Build,
        watch: &(dyn Fn(f64) -> ControlFlow<()> + Sync),
    ) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if triangles.len() as u64 > 1 << 31 || vertices.len() as u64 > 1 << 32 {
            return Err(MeshError::TooLarge);
        }
        together(triangles.len(), || {
            check(&vertices, 0)?;
            check_names(&triangles, vertices.len())?;
            let frame = frame_of(&vertices);
            let around = |triangle: u32| {
                let named = triangles[triangle as usize];
                bounds_in(frame.as_deref(), &named.each(|vertex| numbers(vertices[vertex as usize])))
            };
            let bvh = Bvh::build_each(triangles.len() as u32, around, how, Progress::new(watch));
            let mesh = Self::under(bvh.ok_or(MeshError::Ended)?, frame, vertices, triangles, false);
            // A twentieth of this build or so, and more of a fast one.
            if how == Build::Best {
                mesh.tree.settle();
            }
            Ok(mesh)
        })
    }

    /// The same triangles with their vertices elsewhere, as many as before: the boxes of the tree are fitted anew, which
    /// takes a fraction of building it. No answer depends on it, but rays take longer the more the mesh is bent.
    ///
    /// # Errors
    /// [`MeshError::Vertices`] for another number of vertices, else names the first that is not finite.
    pub fn try_refit(mut self, vertices: Vec<V>) -> Result<Self, MeshError> {
        if vertices.len() != self.vertices.len() {
            return Err(MeshError::Vertices { got: vertices.len(), expected: self.vertices.len() });
        }
        check(&vertices, 0)?;
        self.vertices = vertices;
        let Self { vertices, triangles, tree: Tree { mut bvh, blocks, .. }, edits } = self;
        let is_compact = blocks.is_compact();
        drop(blocks);
        together(triangles.len(), || {
            let frame = frame_of(&vertices);
            bvh.refit(|triangle| {
                let named = triangles[triangle as usize];
                bounds_in(frame.as_deref(), &named.each(|vertex| numbers(vertices[vertex as usize])))
            });
            Ok(Self { edits, ..Self::under(bvh, frame, vertices, triangles, is_compact) })
        })
    }

    /// A mesh that was looked at before, be it empty.
    pub(super) fn under(
        bvh: Bvh,
        frame: Option<Box<TreeFrame>>,
        vertices: Vec<V>,
        triangles: Vec<[u32; 3]>,
        is_compact: bool,
    ) -> Self {
        let blocks = Blocks::new(&bvh, &vertices, &triangles, is_compact);
        Self { vertices, triangles, tree: Tree { bvh, blocks, frame }, edits: None }
    }

    /// The same mesh with a tree that takes less memory: each corner is kept once a leaf, and the leaf's triangles are made of
    /// them whenever a question comes to it. No answer changes, and all take longer.
    ///
    /// `cargo xtask bench meshes -- --only ours,ours-compact` shows what that saves, and what it costs.
    #[must_use]
    pub fn compact(self) -> Self {
        let Self { vertices, triangles, tree: Tree { bvh, blocks, frame }, .. } = self;
        // Before the others are made.
        drop(blocks);
        let mesh = Self::under(bvh, frame, vertices, triangles, true);
        mesh.tree.settle();
        mesh
    }

    /// The same mesh, of which every question looks at every triangle, one by one. Its answers are those of the tree,
    /// bit for bit: `cargo xtask watertight` compares them.
    #[must_use]
    pub fn without_tree(&self) -> Self {
        Self::under(Bvh::default(), None, self.vertices.clone(), self.triangles.clone(), false)
    }

    /// The same mesh with a tree, where it had none.
    pub(super) fn with_tree(self) -> Self {
        if !self.has_no_tree() || self.triangles.is_empty() {
            return self;
        }
        let Self { vertices, triangles, tree, .. } = self;
        Self::try_new(vertices, triangles).expect("a mesh already").at_level(tree.bvh.level())
    }

    /// The same mesh, whose tree is walked with other instructions than the best of the machine. No answer changes.
    #[must_use]
    pub fn at_level(self, level: Level) -> Self {
        let Tree { bvh, blocks, frame } = self.tree;
        Self { tree: Tree { bvh: bvh.at_level(level), blocks, frame }, ..self }
    }

    /// The vertices, in the order given.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// Each triangle's vertices, in the order given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// One of its triangles; `None` beyond the last.
    pub fn triangle(&self, index: usize) -> Option<Triangle<V>> {
        let [a, b, c] = self.triangles.get(index)?.each(|vertex| self.vertices[vertex as usize]);
        Some(Triangle { a, b, c })
    }

    /// The corners of one of its triangles.
    pub(super) fn corners(&self, index: u32) -> Corners<V::Scalar> {
        self.triangles[index as usize].each(|vertex| numbers(self.vertices[vertex as usize]))
    }

    /// How many bytes its tree takes with its own copies of the triangles, besides the vertices and triangles given; of one that
    /// has been edited, with what that needs.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bvh.bytes() + self.tree.blocks.bytes() + self.edits.as_ref().map_or(0, Edits::bytes)
    }

    /// Its tree of boxes; of nothing after [`without_tree`](Self::without_tree). A point `p` of the mesh lies among the boxes at
    /// `scale (p - offset)`, as [`bvh_offset_and_scale`](Self::bvh_offset_and_scale) has them.
    pub fn bvh(&self) -> &Bvh {
        &self.tree.bvh
    }

    /// Where the boxes of [`bvh`](Self::bvh) lie: 0 and 1, so at the mesh itself, but for a mesh of `f64` that is far from the origin
    /// for its size, or smaller than 2^-30 or larger than 2^31, where boxes of `f32` hold little but rounding. The scale is a power of two.
    ///
    /// ```
    /// use barycast::mesh::TriMesh;
    /// use glam::{DVec3, dvec3};
    ///
    /// let at = |p: DVec3| TriMesh::try_new(vec![p, p + DVec3::X, p + DVec3::Y], vec![[0, 1, 2]]);
    /// assert_eq!(at(DVec3::ZERO)?.bvh_offset_and_scale(), (DVec3::ZERO, 1.0));
    /// let (offset, scale) = at(dvec3(450_000.0, 5_400_000.0, 100.0))?.bvh_offset_and_scale();
    /// assert!((offset.y - 5_400_000.0).abs() < 10.0 && scale == 1.0);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    pub fn bvh_offset_and_scale(&self) -> (V, V::Scalar) {
        let (offset, scale) = self.tree.frame.as_ref().map_or(([0.0; 3], 1.0), |f| f.offset_and_scale());
        (V::from_fn(|axis| V::Scalar::from_f64(offset[axis])), V::Scalar::from_f64(scale))
    }

    /// The same tree, asked in the coordinates of the mesh.
    pub(crate) fn framed(&self) -> crate::bvh::Tree<'_> {
        self.tree.framed()
    }

    /// The box, among those of the tree, that holds some points, and `margin` more on every side.
    pub(crate) fn box_around(&self, points: &[[V::Scalar; 3]], margin: V::Scalar) -> Bounds {
        self.tree.box_around(points, margin)
    }

    #[inline(always)]
    pub(super) fn tree(&self) -> &Tree<V::Scalar> {
        &self.tree
    }

    /// Every question looks at every triangle.
    #[inline(always)]
    pub(super) fn has_no_tree(&self) -> bool {
        self.tree.bvh.leaves().is_empty()
    }

    /// The box around its tree, or what that would be; [`Bounds::EMPTY`] without triangles.
    pub(crate) fn outer_box(&self) -> Bounds {
        let ends = self.tree.around();
        let mut around = match self.tree.frame {
            None => self.tree.bvh.bounds(),
            Some(_) => Bounds::around(&ends, 0.0),
        };
        let is_known = self.tree.frame.is_none() || ends.as_flattened().iter().all(|x| x.is_finite());
        if self.has_no_tree() || !is_known {
            around = Bounds::EMPTY;
            (0..self.triangles.len() as u32)
                .for_each(|triangle| around.join(&bounds(&self.corners(triangle))));
        }
        around
    }

    /// The smallest box around its triangles; vertices that no triangle names do not count.
    pub fn bounds(&self) -> Aabb<V> {
        let mut bounds = Aabb::empty();
        for triangle in &self.triangles {
            for corner in triangle.each(|vertex| self.vertices[vertex as usize]) {
                bounds = bounds.union(&Aabb { min: corner, max: corner });
            }
        }
        bounds
    }

    /// The least sphere around its triangles, as of [`bounding_sphere`](crate::shape::bounding_sphere); `None` when all of them
    /// were removed. It takes some ten passes over the vertices.
    #[doc(alias = "bounding sphere")]
    #[doc(alias = "miniball")]
    pub fn bounding_sphere(&self) -> Option<Sphere<V>> {
        let mut is_used = alloc::vec![false; self.vertices.len()];
        self.triangles.iter().flatten().for_each(|i| is_used[*i as usize] = true);
        let used = self.vertices.iter().zip(&is_used).filter(|(_, used)| **used);
        bounding_sphere(&used.map(|(p, _)| *p).collect::<Vec<_>>()).ok()
    }
}

pub(super) fn check_names(triangles: &[[u32; 3]], vertices: usize) -> Result<(), MeshError> {
    // A loop that never ends early looks at several numbers at once.
    let last =
        |triangles: &[[u32; 3]]| triangles.as_flattened().iter().fold(0, |last, &vertex| vertex.max(last));
    if all(triangles, |triangles| (last(triangles) as usize) < vertices) {
        return Ok(());
    }
    for (triangle, named) in triangles.iter().enumerate() {
        for &vertex in named {
            if vertex as usize >= vertices {
                return Err(MeshError::NoSuchVertex { triangle, vertex, vertices });
            }
        }
    }
    Ok(())
}

/// Of vertices that are counted from `first`.
pub(super) fn check<V: FloatVector + Vector3>(vertices: &[V], first: usize) -> Result<(), MeshError> {
    let all_finite = |[x, y, z]: [V::Scalar; 3]| x.is_finite() & y.is_finite() & z.is_finite();
    if all(vertices, |vertices| vertices.iter().fold(true, |all, v| all & all_finite(numbers(*v)))) {
        return Ok(());
    }
    for (vertex, v) in (first..).zip(vertices) {
        for (axis, x) in numbers(*v).into_iter().enumerate() {
            if !x.is_finite() {
                return Err(MeshError::NotFinite { vertex, axis, got: x.to_f64() });
            }
        }
    }
    Ok(())
}

/// A box from which rounding in the leaf's test cannot place a hit outside: wider than the triangle by 32 ulp of
/// its own size, of which the weights of slim triangles take half (the walk adds what grows with the distance).
#[inline]
pub(super) fn bounds<S: Float>(corners: &Corners<S>) -> Bounds {
    let (low, high, margin) = ends(corners);
    Bounds::between(low, high, margin)
}

/// The same among the boxes of a tree that may lie in a frame.
#[inline]
pub(super) fn bounds_in<S: Float>(frame: Option<&TreeFrame>, corners: &Corners<S>) -> Bounds {
    let Some(frame) = frame else { return bounds(corners) };
    let (low, high, margin) = ends(corners);
    frame.bounds(low.each(Float::to_f64), high.each(Float::to_f64), margin.to_f64())
}

/// The corners of the box around a triangle, and by how much rounding in the leaf's test widens it.
#[inline]
fn ends<S: Float>([a, b, c]: &Corners<S>) -> ([S; 3], [S; 3], S) {
    let (mut low, mut high, mut size) = (*a, *a, S::ZERO);
    for axis in 0..3 {
        low[axis] = a[axis].min(b[axis]).min(c[axis]);
        high[axis] = a[axis].max(b[axis]).max(c[axis]);
        size = size.max(high[axis] - low[axis]);
    }
    (low, high, size * S::EPSILON.lit(32) * S::EPSILON)
}
