//! Triangles that come and go, and vertices that move.
//!
//! The tree notes where each triangle is when it is first edited (`bvh/edit.rs`), and forgets it when it is made compact.

use super::compact::Blocks;
use super::leaf::{Corners, numbers};
use super::tree::{Tree, frame_of};
use super::trimesh::{bounds_in, check, check_names};
use super::{MeshError, MeshNumber, TriMesh};
use crate::bvh::{Build, Bvh, ChangedLeaves, Edit, Edits, Progress, rebuild_is_cheaper};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

/// A triangle that has another number from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its number before.
    pub from: usize,
    /// Its number now.
    pub to: usize,
}

/// Where the triangles are after some were replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    /// The numbers of those inserted, in the order given.
    pub inserted: Vec<usize>,
    /// Those that moved, each once. All others have the numbers that they had.
    pub moved: Vec<Moved>,
}

/// Triangles that come and go, and vertices that move.
///
/// What changes is changed, in the tree too: a few triangles among a million take microseconds. The mesh is what
/// [`try_new`](Self::try_new) makes of the same vertices and triangles, so every answer is the same, with the same numbers of
/// triangles. Only which of several equally right answers is told may differ where a question leaves that open, and the last bits
/// of sums over the tree ([`Winding`](crate::mesh::Winding)).
///
/// Triangles lie without holes: one that is inserted takes the place of one that is removed, and when more go than come, the last
/// ones move into the places left. All others keep their numbers. Who keeps something of each triangle in a list moves it
/// likewise:
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
/// The tree stays nearly as good as one built anew (docs/speed.md has figures): whenever half as many triangles have come or gone
/// below one of its nodes as there were, what a walk costs there and how many boxes there are is held against what it was, and
/// where either is a quarter more, all below it is built anew. So now and then an edit takes as long as building a part of the
/// tree, once in a long while all of it, and one of half of the triangles always does. The first edit passes over the whole tree
/// once, to note where each triangle is: that takes some five bytes a triangle.
impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Adds vertices after those that there are, and triangles, which may name them, after those that there are. Answers with the
    /// numbers of the new triangles.
    ///
    /// # Errors
    /// As of [`replace`](Self::replace).
    pub fn insert(&mut self, vertices: &[V], triangles: &[[u32; 3]]) -> Result<Range<usize>, MeshError> {
        let first = self.triangles.len();
        self.replace(&[], vertices, triangles)?;
        Ok(first..self.triangles.len())
    }

    /// Removes triangles: all of them, even. The last ones take their places; answers with those, each moved once. Vertices stay,
    /// with their numbers; those that [no triangle names](Self::triangles_of_vertex) may be used [for
    /// others](Self::move_vertices).
    ///
    /// # Errors
    /// As of [`replace`](Self::replace).
    pub fn remove(&mut self, triangles: &[usize]) -> Result<Vec<Moved>, MeshError> {
        Ok(self.replace(triangles, &[], &[])?.moved)
    }

    /// Removes triangles and inserts others, which take the places of those removed, the lowest first; where more come than go,
    /// the rest go after the last. Where fewer come, the last triangles take the places that are left. Vertices are added after
    /// those that there are, and the inserted triangles may name them.
    ///
    /// # Errors
    /// [`MeshError::NoSuchTriangle`], [`MeshError::Twice`] of those to remove, [`MeshError::NoSuchVertex`] with the triangle's
    /// place among those inserted, [`MeshError::NotFinite`] with the number that the vertex would have had,
    /// [`MeshError::TooLarge`], [`MeshError::Compact`]. Then the mesh is as it was.
    pub fn replace(
        &mut self,
        removed: &[usize],
        vertices: &[V],
        inserted: &[[u32; 3]],
    ) -> Result<Replaced, MeshError> {
        self.check_edit(removed, vertices, inserted)?;
        let replaced = Replaced::of(self.triangles.len(), removed, inserted.len());
        let count = self.triangles.len() + inserted.len() - removed.len();
        self.edit(removed, &replaced.moved, &replaced.inserted, |all, triangles| {
            all.extend_from_slice(vertices);
            for Moved { from, to } in &replaced.moved {
                triangles[*to] = triangles[*from];
            }
            triangles.resize(count, [0; 3]);
            for (place, triangle) in replaced.inserted.iter().zip(inserted) {
                triangles[*place] = *triangle;
            }
        });
        Ok(replaced)
    }

    /// Moves vertices, each with all triangles that name it; of one that is moved twice the last place counts. No triangle gets
    /// another number. Where all of them move, [`try_refit`](Self::try_refit) takes less time.
    ///
    /// # Errors
    /// [`MeshError::NoVertexToMove`], [`MeshError::NotFinite`], [`MeshError::Compact`]. Then the mesh is as it was.
    pub fn move_vertices(&mut self, moves: &[(u32, V)]) -> Result<(), MeshError> {
        if self.tree.blocks.is_compact() {
            return Err(MeshError::Compact);
        }
        for (vertex, to) in moves {
            if *vertex as usize >= self.vertices.len() {
                return Err(MeshError::NoVertexToMove { vertex: *vertex, vertices: self.vertices.len() });
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

    /// The triangles that name a vertex, by their indices in order: found by a walk to its place.
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
            return Err(MeshError::Twice { triangle: twice[0] });
        }
        let vertices = self.vertices.len() + new.len();
        if (triangles - removed.len() + inserted.len()) as u64 > 1 << 31 || vertices as u64 > 1 << 32 {
            return Err(MeshError::TooLarge);
        }
        check(new, self.vertices.len())?;
        check_names(inserted, vertices)
    }

    /// Takes triangles out of the tree, gives others their new numbers, makes the change, and puts triangles in.
    fn edit(
        &mut self,
        out: &[usize],
        moved: &[Moved],
        into: &[usize],
        change: impl FnOnce(&mut Vec<V>, &mut Vec<[u32; 3]>),
    ) {
        let stays_without = self.has_no_tree() && !self.triangles.is_empty();
        let Self { vertices, triangles, tree: Tree { bvh, blocks, frame }, edits } = self;
        if stays_without || out.len() + into.len() == 0 {
            change(vertices, triangles);
            return;
        }
        let edits = edits.get_or_insert_with(|| Edits::new(bvh, triangles.len()));
        let changed = if bvh.leaves().is_empty()
            || rebuild_is_cheaper(out.len() + into.len(), triangles.len())
        {
            change(vertices, triangles);
            let (nobody, level) = (|_| ControlFlow::Continue(()), bvh.level());
            *frame = frame_of(vertices);
            let around = |item: u32| bounds_in(frame.as_deref(), &corners(vertices, triangles, item));
            let built = Bvh::build_each(triangles.len() as u32, around, Build::Best, Progress::new(&nobody));
            *bvh = built.unwrap_or_default().at_level(level);
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

impl Replaced {
    /// When of so many triangles some are removed and so many inserted.
    fn of(triangles: usize, removed: &[usize], inserted: usize) -> Self {
        let mut places = removed.to_vec();
        places.sort_unstable();
        let holes = places.split_off(removed.len().min(inserted));
        places.extend((triangles..).take(inserted - places.len()));
        // What is below this stays; the last triangles that stay move into the holes below.
        let end = triangles - holes.len();
        let (below, above) = holes.split_at(holes.partition_point(|hole| *hole < end));
        let last = (end..triangles).filter(|from| above.binary_search(from).is_err());
        let moved = last.zip(below).map(|(from, to)| Moved { from, to: *to }).collect();
        Self { inserted: places, moved }
    }
}
