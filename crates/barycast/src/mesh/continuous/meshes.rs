//! Continuous collision detection of deforming meshes. Boxes around whole motions are in a tree,
//! and each pair of parts whose boxes meet is tested.

use super::query::{ContactQuery, Kind};
use super::{MotionError, answer, check_points, check_separation};
use crate::bvh::{Bounds, Bvh};
use crate::number::each::MapEach;
use alloc::vec::Vec;
use glam::DVec3;

/// Mesh whose vertices move linearly, each from its start to its end.
///
/// ```
/// use barycast::mesh::continuous::MovingMesh;
/// use glam::{DVec3, dvec3};
///
/// let floor = [DVec3::ZERO, dvec3(4.0, 0.0, 0.0), dvec3(0.0, 4.0, 0.0)];
/// let cloth = [1.0, -1.0].map(|z| floor.map(|corner| corner + dvec3(0.5, 0.5, z)));
/// let triangle = [[0, 1, 2]];
/// let still = MovingMesh::try_new(&floor, &floor, &triangle)?;
/// let falling = MovingMesh::try_new(&cloth[0], &cloth[1], &triangle)?;
/// assert_eq!(falling.contacts(&still, 0.0)?[0].t, 0.5);
/// # Ok::<(), barycast::mesh::continuous::MotionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MovingMesh<'a> {
    start: &'a [DVec3],
    end: &'a [DVec3],
    triangles: &'a [[u32; 3]],
}

/// Contact of two mesh features, with the first time of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// First time of contact, `0 <= t <= 1`. Never later than the exact time.
    pub t: f64,
    /// Features in contact.
    pub kind: ContactKind,
}

/// Features in contact. The one of the first mesh comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactKind {
    /// A vertex of the first, or only, mesh touches a triangle.
    VertexFace {
        /// Index of the vertex.
        vertex: u32,
        /// Index of the triangle.
        face: u32,
    },
    /// A triangle of the first mesh touches a vertex of the second.
    FaceVertex {
        /// Index of the triangle.
        face: u32,
        /// Index of the vertex.
        vertex: u32,
    },
    /// Two edges touch. Each is given by its vertices, the lower first.
    EdgeEdge {
        /// Edge of the first, or only, mesh.
        a: [u32; 2],
        /// Edge of the second, or only, mesh.
        b: [u32; 2],
    },
}

/// Features of a mesh in a tree of the boxes around their motions.
struct Parts<const N: usize> {
    vertices: Vec<[u32; N]>,
    boxes: Vec<Bounds>,
    bvh: Bvh,
}

impl<'a> MovingMesh<'a> {
    /// Checks the numbers: every start has an end, all are finite, and triangles refer to existing
    /// vertices.
    ///
    /// # Errors
    /// [`MotionError`] for the first number that is not valid.
    pub fn try_new(
        start: &'a [DVec3],
        end: &'a [DVec3],
        triangles: &'a [[u32; 3]],
    ) -> Result<Self, MotionError> {
        check_points(start, end)?;
        for (triangle, named) in triangles.iter().enumerate() {
            if let Some(&vertex) = named.iter().find(|vertex| **vertex as usize >= start.len()) {
                return Err(MotionError::NoSuchVertex { triangle, vertex });
            }
        }
        Ok(Self { start, end, triangles })
    }

    /// Returns every vertex and face and every two edges of both meshes that touch, or come within
    /// `min_separation`, with the first time at which they do. Sorted by time, then by index.
    /// Vertices without a triangle are ignored.
    ///
    /// # Errors
    /// [`MotionError::Separation`] if `min_separation` is negative, infinite or NaN.
    pub fn contacts(&self, other: &Self, min_separation: f64) -> Result<Vec<Contact>, MotionError> {
        check_separation(min_separation)?;
        let parts = |mesh: &Self| (mesh.named_vertices(), mesh.faces(), mesh.edges());
        let ((vertices_a, faces_a, edges_a), (vertices_b, faces_b, edges_b)) = (parts(self), parts(other));
        let mut found = Vec::new();
        let mut test_pair = |kind, a: (&Self, &[u32]), b: (&Self, &[u32]), name: ContactKind| {
            if let Some(t) = first_touch(kind, a, b, min_separation) {
                found.push(Contact { t, kind: name });
            }
        };
        faces_b.near(self, &vertices_a, min_separation, |vertex, face| {
            let name = ContactKind::VertexFace { vertex: vertex[0], face };
            test_pair(Kind::VertexFace, (self, &vertex), (other, &faces_b.vertices[face as usize]), name);
        });
        faces_a.near(other, &vertices_b, min_separation, |vertex, face| {
            let name = ContactKind::FaceVertex { face, vertex: vertex[0] };
            test_pair(Kind::VertexFace, (other, &vertex), (self, &faces_a.vertices[face as usize]), name);
        });
        edges_b.near(self, &edges_a.vertices, min_separation, |a, edge| {
            let b = edges_b.vertices[edge as usize];
            test_pair(Kind::EdgeEdge, (self, &a), (other, &b), ContactKind::EdgeEdge { a, b });
        });
        Ok(sorted(found))
    }

    /// Returns the contacts within one mesh, like [`contacts`](Self::contacts). Features that share
    /// a vertex touch at all times and are ignored.
    ///
    /// # Errors
    /// [`MotionError::Separation`] if `min_separation` is negative, infinite or NaN.
    pub fn self_contacts(&self, min_separation: f64) -> Result<Vec<Contact>, MotionError> {
        check_separation(min_separation)?;
        let (faces, edges) = (self.faces(), self.edges());
        let mut found = Vec::new();
        let mut test_pair = |kind, a: &[u32], b: &[u32], name: ContactKind| {
            if a.iter().any(|vertex| b.contains(vertex)) {
                return;
            }
            if let Some(t) = first_touch(kind, (self, a), (self, b), min_separation) {
                found.push(Contact { t, kind: name });
            }
        };
        faces.near(self, &self.named_vertices(), min_separation, |vertex, face| {
            let name = ContactKind::VertexFace { vertex: vertex[0], face };
            test_pair(Kind::VertexFace, &vertex, &faces.vertices[face as usize], name);
        });
        edges.near(self, &edges.vertices, min_separation, |a, edge| {
            let b = edges.vertices[edge as usize];
            if a < b {
                test_pair(Kind::EdgeEdge, &a, &b, ContactKind::EdgeEdge { a, b });
            }
        });
        Ok(sorted(found))
    }

    fn named_vertices(&self) -> Vec<[u32; 1]> {
        let mut vertices: Vec<_> = self.triangles.iter().flatten().map(|vertex| [*vertex]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }

    fn faces(&self) -> Parts<3> {
        Parts::new(self, self.triangles.to_vec())
    }

    fn edges(&self) -> Parts<2> {
        let around = self.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
        let mut edges: Vec<_> = around.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        Parts::new(self, edges)
    }

    /// Returns the box around the whole motion of some vertices.
    fn swept(&self, vertices: &[u32], margin: f64) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for &vertex in vertices {
            let ends = [self.start, self.end].each(|points| points[vertex as usize].to_array());
            bounds.join(&Bounds::around(&ends, margin));
        }
        bounds
    }
}

impl<const N: usize> Parts<N> {
    fn new(mesh: &MovingMesh<'_>, vertices: Vec<[u32; N]>) -> Self {
        let boxes: Vec<_> = vertices.iter().map(|part| mesh.swept(part, 0.0)).collect();
        let bvh = Bvh::build(boxes.iter().copied());
        Self { vertices, boxes, bvh }
    }

    /// Calls the callback with each feature of another mesh, or of the same, paired with each of
    /// these features whose box it meets.
    fn near<const M: usize>(
        &self,
        mesh: &MovingMesh<'_>,
        parts: &[[u32; M]],
        margin: f64,
        mut test_pair: impl FnMut([u32; M], u32),
    ) {
        for part in parts {
            let bounds = mesh.swept(part, margin);
            self.bvh.walk_box(&bounds, |item| {
                if self.boxes[item as usize].meets(&bounds) {
                    test_pair(*part, item);
                }
            });
        }
    }
}

fn first_touch(
    kind: Kind,
    a: (&MovingMesh<'_>, &[u32]),
    b: (&MovingMesh<'_>, &[u32]),
    separation: f64,
) -> Option<f64> {
    let (mut start, mut end) = ([DVec3::ZERO; 4], [DVec3::ZERO; 4]);
    let points = [a, b].into_iter().flat_map(|(mesh, part)| part.iter().map(move |v| (mesh, *v as usize)));
    for (i, (mesh, vertex)) in points.enumerate() {
        (start[i], end[i]) = (mesh.start[vertex], mesh.end[vertex]);
    }
    answer(&ContactQuery { kind, start, end, separation })
}

fn sorted(mut contacts: Vec<Contact>) -> Vec<Contact> {
    contacts.sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.kind.cmp(&b.kind)));
    contacts
}
