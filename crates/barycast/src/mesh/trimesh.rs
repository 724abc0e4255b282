//! Triangle mesh with shared vertices.

use super::MeshNumber;
use super::cell_grid::CellGrid;
use super::compact::Blocks;
use super::leaf::{Corners, numbers};
use super::tree::{Tree, frame_of};
use crate::bvh::{Bounds, Build, Bvh, Edits, Level, Progress, TreeFrame, all, on_pool};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::{Aabb, Sphere, Triangle, bounding_sphere};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use once_cell::race::OnceBox;

/// Triangle mesh: a surface, closed or open, with any number of connected components.
///
/// It owns its bounding volume hierarchy, so a cast among a million triangles tests a few tens of
/// them. Triangles are identified by their index in [`triangles`](Self::triangles).
///
/// ```
/// use barycast::d3::Ray;
/// use barycast::mesh::TriMesh;
/// use glam::{Vec3, vec3};
///
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y];
/// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let nearest = mesh.closest_point(vec3(0.25, 0.75, 2.0));
/// assert!(nearest.closest.distance > 1.0);
/// assert!(TriMesh::<Vec3>::try_new(vec![Vec3::ZERO], vec![[0, 1, 2]]).is_err()); // no vertex 1
/// # Ok::<(), barycast::mesh::MeshError>(())
/// ```
#[doc(alias = "polyhedron")]
#[derive(Clone, Debug)]
pub struct TriMesh<V: Vector> {
    pub(super) vertices: Vec<V>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Empty in a mesh without a tree.
    pub(super) tree: Tree<V::Scalar>,
    /// Present from the first edit on.
    pub(super) edits: Option<Edits>,
    /// Made for the first large batch of points to be tested for containment.
    pub(super) grid: Arc<OnceBox<Option<CellGrid>>>,
}

/// Error: the numbers are not a valid mesh, or an edit is not possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshError {
    /// The list of triangles is empty.
    Empty,
    /// The mesh has more than `2^31` triangles, or more than `2^32` vertices.
    TooLarge,
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// Index of the vertex, from 0.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// Index of the vertex, from 0.
        vertex: usize,
        /// Axis: 0, 1, 2 for x, y, z.
        axis: usize,
        /// Value of the coordinate.
        got: f64,
    },
    /// A triangle to remove does not exist.
    NoSuchTriangle {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// Number of triangles.
        triangles: usize,
    },
    /// A triangle to remove is listed twice.
    DuplicateTriangle {
        /// Index of the triangle, from 0.
        triangle: usize,
    },
    /// A vertex to move does not exist.
    NoSuchVertexToMove {
        /// Index of the vertex, from 0.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// The tree is [compact](TriMesh::compact) and cannot be edited.
    Compact,
    /// The number of vertices differs from that of the mesh.
    VertexCount {
        /// Number of vertices given.
        got: usize,
        /// Number of vertices of the mesh.
        expected: usize,
    },
    /// The progress callback has cancelled the build.
    Cancelled,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "a mesh must have a triangle, got none"),
            Self::TooLarge => write!(f, "a mesh must have at most 2^31 triangles and 2^32 vertices"),
            Self::NoSuchVertex { triangle, vertex, vertices } => write!(
                f,
                "triangle {triangle} must name vertices below {vertices}, the number of vertices, got {vertex}"
            ),
            Self::NotFinite { vertex, axis, got } => {
                let axis = ["x", "y", "z"].get(axis).unwrap_or(&"coordinate");
                write!(f, "{axis} of vertex {vertex} must be finite, got {got}")
            }
            Self::NoSuchTriangle { triangle, triangles } => write!(
                f,
                "a triangle to remove must be below {triangles}, the number of triangles, got {triangle}"
            ),
            Self::DuplicateTriangle { triangle } => {
                write!(f, "a triangle can be removed once, got {triangle} twice")
            }
            Self::NoSuchVertexToMove { vertex, vertices } => {
                write!(f, "a vertex to move must be below {vertices}, the number of vertices, got {vertex}")
            }
            Self::Compact => write!(f, "a mesh with a compact tree cannot be edited"),
            Self::VertexCount { got, expected } => {
                write!(f, "a refit needs the same number of vertices, {expected}, got {got}")
            }
            Self::Cancelled => write!(f, "the progress callback cancelled the build"),
        }
    }
}

impl core::error::Error for MeshError {}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Checks the numbers and builds the mesh with its tree. Building is the expensive step; it
    /// runs on all cores with the feature `rayon`.
    ///
    /// # Errors
    /// [`MeshError`] for the first triangle or vertex that is not valid.
    ///
    /// ```
    /// use barycast::mesh::{MeshError, TriMesh};
    /// use glam::Vec3;
    ///
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    /// assert!(TriMesh::try_new(corners.clone(), vec![[0, 1, 2]]).is_ok());
    /// let wrong = MeshError::NoSuchVertex { triangle: 0, vertex: 3, vertices: 3 };
    /// assert_eq!(TriMesh::try_new(corners, vec![[0, 1, 3]]).err(), Some(wrong));
    /// ```
    pub fn try_new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        Self::try_with_build(vertices, triangles, Build::Best)
    }

    /// Builds the mesh like [`try_new`](Self::try_new), with the given build quality. No result
    /// depends on it.
    ///
    /// # Errors
    /// [`MeshError`] for the first triangle or vertex that is not valid.
    #[doc(alias = "build quality")]
    pub fn try_with_build(vertices: Vec<V>, triangles: Vec<[u32; 3]>, how: Build) -> Result<Self, MeshError> {
        Self::try_with_progress(vertices, triangles, how, &|_| ControlFlow::Continue(()))
    }

    /// Builds the mesh like [`try_with_build`](Self::try_with_build), and reports the progress to a
    /// callback.
    ///
    /// `progress` receives the share of the triangles that are in the tree, from 0 to 1. It is
    /// called from time to time, on the thread that has inserted them. Returning
    /// [`ControlFlow::Break`] cancels the build.
    ///
    /// # Errors
    /// [`MeshError`] for the first triangle or vertex that is not valid; [`MeshError::Cancelled`]
    /// if `progress` breaks.
    #[doc(alias = "progress monitor")]
    pub fn try_with_progress(
        vertices: Vec<V>,
        triangles: Vec<[u32; 3]>,
        how: Build,
        progress: &(dyn Fn(f64) -> ControlFlow<()> + Sync),
    ) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if triangles.len() as u64 > 1 << 31 || vertices.len() as u64 > 1 << 32 {
            return Err(MeshError::TooLarge);
        }
        on_pool(triangles.len(), || {
            check(&vertices, 0)?;
            check_names(&triangles, vertices.len())?;
            let frame = frame_of(&vertices);
            let around = |triangle: u32| {
                let named = triangles[triangle as usize];
                bounds_in(frame.as_deref(), &named.each(|vertex| numbers(vertices[vertex as usize])))
            };
            let bvh = Bvh::build_each(triangles.len() as u32, around, how, Progress::new(progress));
            let mesh = Self::under(bvh.ok_or(MeshError::Cancelled)?, frame, vertices, triangles, false);
            // Takes about a twentieth of this build, and more of a fast one.
            if how == Build::Best {
                mesh.tree.move_to_large_pages();
            }
            Ok(mesh)
        })
    }

    /// Returns the same triangles with other vertex positions, the same number. The boxes of the
    /// tree are refitted, which takes a fraction of the time of a build. No result depends on it,
    /// but rays become slower the more the mesh is deformed.
    ///
    /// # Errors
    /// [`MeshError::VertexCount`] for another number of vertices; [`MeshError::NotFinite`] for the
    /// first vertex that is not finite.
    pub fn try_refit(mut self, vertices: Vec<V>) -> Result<Self, MeshError> {
        if vertices.len() != self.vertices.len() {
            return Err(MeshError::VertexCount { got: vertices.len(), expected: self.vertices.len() });
        }
        check(&vertices, 0)?;
        self.vertices = vertices;
        let Self { vertices, triangles, tree: Tree { mut bvh, blocks, .. }, edits, .. } = self;
        let is_compact = blocks.is_compact();
        drop(blocks);
        on_pool(triangles.len(), || {
            let frame = frame_of(&vertices);
            bvh.refit(|triangle| {
                let named = triangles[triangle as usize];
                bounds_in(frame.as_deref(), &named.each(|vertex| numbers(vertices[vertex as usize])))
            });
            Ok(Self { edits, ..Self::under(bvh, frame, vertices, triangles, is_compact) })
        })
    }

    /// Makes a mesh from checked numbers, possibly without triangles.
    pub(super) fn under(
        bvh: Bvh,
        frame: Option<Box<TreeFrame>>,
        vertices: Vec<V>,
        triangles: Vec<[u32; 3]>,
        is_compact: bool,
    ) -> Self {
        let blocks = Blocks::new(&bvh, &vertices, &triangles, is_compact);
        let tree = Tree { bvh, blocks, frame };
        Self { vertices, triangles, tree, edits: None, grid: Arc::default() }
    }

    /// Returns the same mesh with a tree that takes less memory. Each vertex is stored once per
    /// leaf, and the triangles of a leaf are expanded at every visit. No result changes, and all
    /// queries are slower.
    ///
    /// `cargo xtask bench meshes -- --only ours,ours-compact` measures the memory saved and the
    /// time lost.
    #[must_use]
    pub fn compact(self) -> Self {
        let Self { vertices, triangles, tree: Tree { bvh, blocks, frame }, .. } = self;
        // Frees the memory before the new blocks are made.
        drop(blocks);
        let mesh = Self::under(bvh, frame, vertices, triangles, true);
        mesh.tree.move_to_large_pages();
        mesh
    }

    /// Returns the same mesh without a tree: every query tests every triangle, one by one. Results
    /// equal those with the tree, bit for bit. `cargo xtask watertight` compares them.
    #[must_use]
    pub fn without_tree(&self) -> Self {
        Self::under(Bvh::default(), None, self.vertices.clone(), self.triangles.clone(), false)
    }

    /// Returns the same mesh with a tree, building it if there is none.
    pub(super) fn with_tree(self) -> Self {
        if !self.has_no_tree() || self.triangles.is_empty() {
            return self;
        }
        let Self { vertices, triangles, tree, .. } = self;
        Self::try_new(vertices, triangles)
            .expect("the numbers were checked")
            .with_simd_level(tree.bvh.level())
    }

    /// Returns the same mesh whose tree is traversed with another SIMD instruction set than the
    /// best of the machine. No result changes.
    #[must_use]
    pub fn with_simd_level(self, level: Level) -> Self {
        let Tree { bvh, blocks, frame } = self.tree;
        Self { tree: Tree { bvh: bvh.with_simd_level(level), blocks, frame }, ..self }
    }

    /// Returns the vertices, in the order given.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// Returns the vertex indices of each triangle, in the order given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns one triangle, or `None` if the index is out of range.
    pub fn triangle(&self, index: usize) -> Option<Triangle<V>> {
        let [a, b, c] = self.triangles.get(index)?.each(|vertex| self.vertices[vertex as usize]);
        Some(Triangle { a, b, c })
    }

    /// Returns the corners of one triangle.
    pub(super) fn corners(&self, index: u32) -> Corners<V::Scalar> {
        self.triangles[index as usize].each(|vertex| numbers(self.vertices[vertex as usize]))
    }

    /// Returns the memory in bytes of the tree and its copies of the triangles, without the
    /// vertices and triangles given. Includes the data for editing once the mesh has been edited, and
    /// that for batches of containment tests once there was a large one.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bvh.bytes()
            + self.tree.blocks.bytes()
            + self.edits.as_ref().map_or(0, Edits::bytes)
            + self.grid.get().and_then(Option::as_ref).map_or(0, CellGrid::bytes)
    }

    /// Returns the bounding volume hierarchy; empty after [`without_tree`](Self::without_tree). A
    /// point `p` of the mesh is at `scale (p - offset)` in its coordinates, with the numbers of
    /// [`bvh_offset_and_scale`](Self::bvh_offset_and_scale).
    pub fn bvh(&self) -> &Bvh {
        &self.tree.bvh
    }

    /// Returns the frame of the boxes of [`bvh`](Self::bvh). It is 0 and 1, so the coordinates of
    /// the mesh, for most meshes. It differs for a mesh of `f64` that is far from the origin for
    /// its size, or smaller than 2^-30 or larger than 2^31, where rounding would dominate boxes of
    /// `f32`. The scale is a power of two.
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

    /// Returns the same tree, queried in the coordinates of the mesh.
    pub(crate) fn framed(&self) -> crate::bvh::Tree<'_> {
        self.tree.framed()
    }

    /// Returns the box, in the coordinates of the tree, around some points, with `margin` added on
    /// every side.
    pub(crate) fn box_around(&self, points: &[[V::Scalar; 3]], margin: V::Scalar) -> Bounds {
        self.tree.box_around(points, margin)
    }

    #[inline(always)]
    pub(super) fn tree(&self) -> &Tree<V::Scalar> {
        &self.tree
    }

    /// Tests whether the mesh has no tree, so that every query tests every triangle.
    #[inline(always)]
    pub(super) fn has_no_tree(&self) -> bool {
        self.tree.bvh.leaves().is_empty()
    }

    /// Returns the box around the tree, or what it would be; [`Bounds::EMPTY`] without triangles.
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

    /// Returns the smallest box around the triangles. Vertices to which no triangle refers do not
    /// count.
    pub fn bounds(&self) -> Aabb<V> {
        let mut bounds = Aabb::empty();
        for triangle in &self.triangles {
            for corner in triangle.each(|vertex| self.vertices[vertex as usize]) {
                bounds = bounds.union(&Aabb { min: corner, max: corner });
            }
        }
        bounds
    }

    /// Returns the smallest sphere around the triangles, like
    /// [`bounding_sphere`](crate::shape::bounding_sphere), or `None` if all of them were removed.
    /// Takes about ten passes over the vertices.
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
    // A loop without early exit compiles to SIMD code.
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

/// Checks vertices whose indices start at `first`.
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

/// Returns a box that contains every computed hit of the leaf's test: wider than the triangle by 32
/// ulp of its size, half of which is for the weights of slim triangles. The traversal adds the part
/// that grows with the distance.
#[inline]
pub(super) fn bounds<S: Float>(corners: &Corners<S>) -> Bounds {
    let (low, high, margin) = ends(corners);
    Bounds::between(low, high, margin)
}

/// Returns the same box in the coordinates of a tree that may have a frame.
#[inline]
pub(super) fn bounds_in<S: Float>(frame: Option<&TreeFrame>, corners: &Corners<S>) -> Bounds {
    let Some(frame) = frame else { return bounds(corners) };
    let (low, high, margin) = ends(corners);
    frame.bounds(low.each(Float::to_f64), high.each(Float::to_f64), margin.to_f64())
}

/// Returns the corners of the box around a triangle, and the margin for the rounding of the leaf's
/// test.
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
