//! Inserts and removes triangles, and moves vertices.
//!
//! The tree records the leaf of each triangle at the first edit (`bvh/edit.rs`). It drops the
//! record when it is made compact.

use super::compact::Blocks;
use super::leaf::{Corners, numbers};
use super::tree::{Tree, frame_of};
use super::trimesh::{bounds_in, check, check_names};
use super::{MeshError, MeshNumber, TriMesh};
use crate::bvh::{Build, Bvh, ChangedLeaves, Edit, Edits, Progress, rebuild_is_cheaper};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector3};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

/// Triangle whose index has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedTriangle {
    /// Previous index.
    pub from: usize,
    /// New index.
    pub to: usize,
}

/// Indices of triangles after a replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// Indices of the inserted triangles, in the order given.
    pub inserted: Vec<usize>,
    /// Triangles whose index has changed, each once. All others keep their indices.
    pub moved: Vec<MovedTriangle>,
}

/// Editing: inserting, removing and replacing triangles, and moving vertices.
///
/// Edits are local, in the tree too: editing a few triangles among a million takes microseconds.
/// The mesh then equals the result of [`try_new`](Self::try_new) for the same vertices and
/// triangles, so every query returns the same result, with the same triangle indices. Results may
/// differ only in the choice among equally correct ones, where a query leaves it open, and in the
/// last bits of sums over the tree ([`Winding`](crate::mesh::Winding)).
///
/// Triangles are stored without holes. An inserted triangle takes the index of a removed one. If
/// more are removed than inserted, the last ones move to the free indices. All others keep their
/// indices. An application that stores data per triangle moves it likewise:
///
/// ```
/// use barycast::mesh::TriMesh;
/// use glam::{Vec3, vec3};
///
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, vec3(1.0, 1.0, 0.0)];
/// let mut mesh = TriMesh::try_new(corners, vec![[0, 1, 2], [1, 3, 2]])?;
/// let mut colors = vec!["red", "blue"];
///
/// // A vertex, and a triangle that names it as the fifth.
/// let new = mesh.insert(&[vec3(0.0, 0.0, 1.0)], &[[0, 1, 4]])?;
/// colors.push("green");
/// assert_eq!(new, 2..3);
///
/// for moved in mesh.remove(&[0])? {
///     colors[moved.to] = colors[moved.from];
/// }
/// colors.truncate(mesh.triangles().len());
/// assert_eq!((mesh.triangles(), colors), (&[[0, 1, 4], [1, 3, 2]][..], vec!["green", "blue"]));
/// # Ok::<(), barycast::mesh::MeshError>(())
/// ```
///
/// The tree stays nearly as good as a new one (docs/speed.md has figures). After half as many
/// triangles below a node have been inserted or removed as there were, the traversal cost and the
/// number of boxes of that subtree are compared with their values when it was built. If either has
/// grown by a quarter, the subtree is rebuilt. An edit therefore occasionally takes as long as
/// building a part of the tree, and rarely all of it. An edit of half of the triangles always
/// rebuilds the tree. The first edit traverses the whole tree once, to record the leaf of each
/// triangle, which takes about five bytes per triangle.
impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Appends vertices, and triangles, which may refer to them. Returns the indices of the new
    /// triangles.
    ///
    /// # Errors
    /// The errors of [`replace`](Self::replace).
    pub fn insert(&mut self, vertices: &[V], triangles: &[[u32; 3]]) -> Result<Range<usize>, MeshError> {
        let first = self.triangles.len();
        self.replace(&[], vertices, triangles)?;
        Ok(first..self.triangles.len())
    }

    /// Removes triangles, possibly all of them. The last triangles take the free indices; returns
    /// those that moved, each once. Vertices stay, with their indices. Vertices to which [no
    /// triangle refers](Self::triangles_of_vertex) may be [reused](Self::move_vertices).
    ///
    /// # Errors
    /// The errors of [`replace`](Self::replace).
    pub fn remove(&mut self, triangles: &[usize]) -> Result<Vec<MovedTriangle>, MeshError> {
        Ok(self.replace(triangles, &[], &[])?.moved)
    }

    /// Removes triangles and inserts others.
    ///
    /// The inserted triangles take the indices of the removed ones, the lowest first. If more are
    /// inserted than removed, the rest are appended. If fewer are inserted, the last triangles take
    /// the free indices. Vertices are appended, and the inserted triangles may refer to them.
    ///
    /// # Errors
    /// - [`MeshError::NoSuchTriangle`] and [`MeshError::DuplicateTriangle`] for a triangle to
    ///   remove.
    /// - [`MeshError::NoSuchVertex`] with the position of the triangle among those inserted.
    /// - [`MeshError::NotFinite`] with the index that the vertex would have had.
    /// - [`MeshError::TooLarge`].
    /// - [`MeshError::Compact`].
    ///
    /// The mesh is unchanged after an error.
    pub fn replace(
        &mut self,
        removed: &[usize],
        vertices: &[V],
        inserted: &[[u32; 3]],
    ) -> Result<Replacement, MeshError> {
        self.check_edit(removed, vertices, inserted)?;
        let replaced = Replacement::of(self.triangles.len(), removed, inserted.len());
        let count = self.triangles.len() + inserted.len() - removed.len();
        self.edit(removed, &replaced.moved, &replaced.inserted, |all, triangles| {
            all.extend_from_slice(vertices);
            for MovedTriangle { from, to } in &replaced.moved {
                triangles[*to] = triangles[*from];
            }
            triangles.resize(count, [0; 3]);
            for (place, triangle) in replaced.inserted.iter().zip(inserted) {
                triangles[*place] = *triangle;
            }
        });
        Ok(replaced)
    }

    /// Moves vertices, with all triangles that refer to them. If a vertex is moved twice, the last
    /// position counts. No triangle index changes. If all vertices move,
    /// [`try_refit`](Self::try_refit) is faster.
    ///
    /// # Errors
    /// [`MeshError::NoSuchVertexToMove`], [`MeshError::NotFinite`], [`MeshError::Compact`]. The
    /// mesh is unchanged after an error.
    pub fn move_vertices(&mut self, moves: &[(u32, V)]) -> Result<(), MeshError> {
        if self.tree.blocks.is_compact() {
            return Err(MeshError::Compact);
        }
        for (vertex, to) in moves {
            if *vertex as usize >= self.vertices.len() {
                return Err(MeshError::NoSuchVertexToMove { vertex: *vertex, vertices: self.vertices.len() });
            }
            check(core::slice::from_ref(to), *vertex as usize)?;
        }
        let around =
            |vertex: &u32| if self.has_no_tree() { Vec::new() } else { self.triangles_of_vertex(*vertex) };
        let mut triangles: Vec<usize> = moves.iter().flat_map(|(vertex, _)| around(vertex)).collect();
        triangles.sort_unstable();
        triangles.dedup();
        self.edit(&triangles, &[], &triangles, |vertices, _| {
            for (vertex, to) in moves {
                vertices[*vertex as usize] = *to;
            }
        });
        Ok(())
    }

    /// Returns the indices of the triangles that refer to a vertex, in ascending order. They are
    /// found by a traversal of the tree to its position.
    #[doc(alias = "one ring")]
    pub fn triangles_of_vertex(&self, vertex: u32) -> Vec<usize> {
        let Some(place) = self.vertices.get(vertex as usize) else { return Vec::new() };
        let names = |triangle: &u32| self.triangles[*triangle as usize].contains(&vertex);
        let near = if self.has_no_tree() {
            (0..self.triangles.len() as u32).collect()
        } else {
            self.bvh().items_in_box(&self.tree.box_around(&[numbers(*place)], V::Scalar::ZERO))
        };
        near.into_iter().filter(names).map(|triangle| triangle as usize).collect()
    }

    fn check_edit(&self, removed: &[usize], new: &[V], inserted: &[[u32; 3]]) -> Result<(), MeshError> {
        if self.tree.blocks.is_compact() {
            return Err(MeshError::Compact);
        }
        let triangles = self.triangles.len();
        if let Some(&triangle) = removed.iter().find(|triangle| **triangle >= triangles) {
            return Err(MeshError::NoSuchTriangle { triangle, triangles });
        }
        let mut sorted = removed.to_vec();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|two| two[0] == two[1]) {
            return Err(MeshError::DuplicateTriangle { triangle: twice[0] });
        }
        let vertices = self.vertices.len() + new.len();
        if (triangles - removed.len() + inserted.len()) as u64 > 1 << 31 || vertices as u64 > 1 << 32 {
            return Err(MeshError::TooLarge);
        }
        check(new, self.vertices.len())?;
        check_names(inserted, vertices)
    }

    /// Removes triangles from the tree, changes the indices of others, applies the change, and
    /// inserts triangles.
    fn edit(
        &mut self,
        out: &[usize],
        moved: &[MovedTriangle],
        into: &[usize],
        change: impl FnOnce(&mut Vec<V>, &mut Vec<[u32; 3]>),
    ) {
        self.grid = Arc::default();
        let stays_without = self.has_no_tree() && !self.triangles.is_empty();
        let Self { vertices, triangles, tree: Tree { bvh, blocks, frame }, edits, .. } = self;
        if stays_without || out.len() + into.len() == 0 {
            change(vertices, triangles);
            return;
        }
        let edits = edits.get_or_insert_with(|| Edits::new(bvh, triangles.len()));
        let changed = if bvh.leaves().is_empty()
            || rebuild_is_cheaper(out.len() + into.len(), triangles.len())
        {
            change(vertices, triangles);
            let (never_cancel, level) = (|_| ControlFlow::Continue(()), bvh.level());
            *frame = frame_of(vertices);
            let around = |item: u32| bounds_in(frame.as_deref(), &corners(vertices, triangles, item));
            let built =
                Bvh::build_each(triangles.len() as u32, around, Build::Best, Progress::new(&never_cancel));
            *bvh = built.unwrap_or_default().with_simd_level(level);
            *edits = Edits::new(bvh, triangles.len());
            ChangedLeaves::All
        } else {
            let mut edit = Edit::new(bvh, edits);
            let around = |item: u32| bounds_in(frame.as_deref(), &corners(vertices, triangles, item));
            for &item in out {
                edit.remove(item as u32, &around);
            }
            for moved in moved {
                edit.rename(moved.from as u32, moved.to as u32);
            }
            change(vertices, triangles);
            edit.resize(triangles.len());
            if let Some(frame) = frame {
                let reach = into.iter().flat_map(|item| corners(vertices, triangles, *item as u32));
                frame.reach_to(reach.flatten().fold(0.0, |most, x| most.max(x.to_f64().abs())));
            }
            let around = |item: u32| bounds_in(frame.as_deref(), &corners(vertices, triangles, item));
            for &item in into {
                edit.insert(item as u32, &around);
            }
            edit.finish(&around)
        };
        match changed {
            ChangedLeaves::Some(leaves) => {
                blocks.update(bvh, &leaves, |item| corners(vertices, triangles, item));
            }
            ChangedLeaves::All => {
                *blocks = Blocks::new(bvh, vertices, triangles, false);
            }
        }
    }
}

fn corners<V: FloatVector + Vector3>(
    vertices: &[V],
    triangles: &[[u32; 3]],
    triangle: u32,
) -> Corners<V::Scalar> {
    triangles[triangle as usize].each(|vertex| numbers(vertices[vertex as usize]))
}

impl Replacement {
    /// Computes the indices after removing some of `triangles` triangles and inserting `inserted`
    /// ones.
    fn of(triangles: usize, removed: &[usize], inserted: usize) -> Self {
        let mut places = removed.to_vec();
        places.sort_unstable();
        let holes = places.split_off(removed.len().min(inserted));
        places.extend((triangles..).take(inserted - places.len()));
        // Triangles below this index stay. The last ones that stay move into the holes below.
        let end = triangles - holes.len();
        let (below, above) = holes.split_at(holes.partition_point(|hole| *hole < end));
        let last = (end..triangles).filter(|from| above.binary_search(from).is_err());
        let moved = last.zip(below).map(|(from, to)| MovedTriangle { from, to: *to }).collect();
        Self { inserted: places, moved }
    }
}
