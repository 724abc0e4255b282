//! Mesh as a solid: connectivity of its triangles, and containment of points.

use super::components::{find, join};
use super::convex_piece::{Cut, Facet};
use crate::bvh::Bvh;
use crate::frame::Affine3;
use crate::mesh::{MeshError, MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::query::cancel::{Steps, is_cancelled};
use crate::vector::{FloatVector, Vector3};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Mesh prepared for queries as a solid: whether it has an inside, its connected components, and
/// its defects.
///
/// ```
/// use barycast::frame::Affine3;
/// use barycast::mesh::{Solid, TriMesh};
/// use glam::{DAffine3, DVec3, dvec3};
///
/// // A tetrahedron, and the same a little higher: its corner at the origin is in the other.
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let solid = Solid::new(TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])?);
/// let higher = Affine3::from(DAffine3::from_translation(dvec3(0.25, 0.25, 0.25)));
/// let depth = solid.penetration(&solid, &higher, 1e-9)?;
/// let deepest = depth.deepest.expect("they overlap");
/// // As far as from there to the slanted face.
/// assert!((deepest.depth - 0.25 / f64::sqrt(3.0)).abs() < 1e-3 * deepest.depth && deepest.of == 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solid {
    pub(crate) mesh: Arc<TriMesh<DVec3>>,
    /// Corners of the box around its triangles.
    pub(crate) low: DVec3,
    pub(crate) high: DVec3,
    /// Plane of each triangle.
    planes: Vec<Option<Cut>>,
    pub(crate) topology: MeshTopology,
    /// One vertex of each connected component.
    pub(crate) roots: Vec<u32>,
    /// Lowest vertex at the position of each vertex; [`UNNAMED`] for a vertex without a triangle.
    pub(crate) place_of: Vec<u32>,
    /// Groups of about eight neighbouring triangles with boxes around them; empty if the mesh is
    /// large.
    pub(crate) clusters: Vec<Cluster>,
    /// Whether the surface, or some of its shells, winds around points.
    pub(super) has_inside: bool,
    /// The part that winds around points, if it is not the mesh as given.
    pub(super) inside: Inside,
}

/// Repairs made to give a mesh an inside. All are 0 for a mesh that is closed as given.
#[doc(alias = "mesh healing")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Repairs {
    /// Vertices of open edges that were merged with others nearby.
    pub welded_vertices: usize,
    /// Open edges that were split at vertices on them.
    pub split_edges: usize,
    /// Greatest distance between merged vertices, or of a vertex from the edge that it splits, in
    /// units of length; 0 if there were none.
    pub weld_distance: f64,
    /// Triangles that were removed because others have the same vertices, in the same or opposite
    /// orientation.
    pub duplicate_triangles: usize,
    /// Triangles whose orientation was reversed.
    pub flipped_triangles: usize,
    /// Shells that are partly inside other shells, or flush with them, and do not bound the solid
    /// there.
    pub overlapping_shells: usize,
    /// Triangles that are in no closed shell, so that nothing is inside of them.
    pub open_triangles: usize,
}

impl Repairs {
    /// Tests whether something was repaired to give the mesh an inside, or a larger one.
    pub const fn is_repaired(&self) -> bool {
        self.welded_vertices + self.split_edges + self.duplicate_triangles + self.flipped_triangles > 0
    }
}

/// The part of a mesh that has an inside, if it is not the mesh as given.
#[derive(Clone, Debug, Default)]
pub(super) struct Inside {
    /// Closed shells. Points with a winding number other than 0 are inside.
    pub(super) shells: Option<Arc<TriMesh<DVec3>>>,
    /// The part of the shells that bounds the inside.
    pub(super) boundary: Option<Box<Solid>>,
    /// Bound on the distance of a point of the mesh from the shells.
    pub(super) moved: f64,
    pub(super) repairs: Repairs,
}

/// Position of vertices that are not on the surface.
const UNNAMED: u32 = u32::MAX;

/// Group of neighbouring triangles, with a box around it.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub(crate) triangles: Vec<u32>,
    pub(crate) low: DVec3,
    pub(crate) high: DVec3,
}

/// Largest number of clusters. Larger meshes are searched by their tree only.
const MOST_CLUSTERS: usize = 1024;

/// Connectivity of a mesh's triangles. Vertices with equal coordinates are the same.
#[doc(alias = "watertight")]
#[doc(alias = "manifold")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshTopology {
    /// Whether every edge is used equally often in both directions, so that the surface has an
    /// inside (is watertight).
    pub closed: bool,
    /// Number of edges with only one triangle.
    pub open_edges: usize,
    /// Number of edges that two triangles use in the same direction: one of the triangles is
    /// flipped.
    pub flipped_edges: usize,
    /// Number of edges with more than two triangles (non-manifold edges).
    pub non_manifold_edges: usize,
    /// Number of triangles without area.
    pub degenerate_triangles: usize,
    /// Number of connected components, which share no vertex.
    pub pieces: usize,
}

impl Solid {
    /// Converts a mesh to `f64`, in which depths are computed, and prepares it with its own tree.
    #[allow(clippy::missing_panics_doc, reason = "a valid mesh is valid in f64")]
    pub fn from_mesh<V: FloatVector<Scalar: MeshNumber> + Vector3>(mesh: &TriMesh<V>) -> Self {
        let wide = |v: &V| DVec3::from_array([v.get(0), v.get(1), v.get(2)].each(Float::to_f64));
        let (vertices, triangles) = (mesh.vertices().iter().map(wide).collect(), mesh.triangles().to_vec());
        Self::new(if triangles.is_empty() {
            TriMesh::under(Bvh::default(), None, vertices, triangles, false)
        } else {
            TriMesh::try_new(vertices, triangles).expect("a mesh already")
        })
    }

    /// Prepares a mesh by analysing its connectivity. A shared mesh (`Arc`) is not copied, unless it
    /// is [without a tree](TriMesh::without_tree) and gets one. Stops early under a cancelled
    /// [`CancelToken`](crate::query::cancel::CancelToken), whose `run` then drops the result.
    pub fn new(mesh: impl Into<Arc<TriMesh<DVec3>>>) -> Self {
        let mesh: Arc<_> = mesh.into();
        let mesh = if mesh.has_no_tree() { Arc::new(Arc::unwrap_or_clone(mesh).with_tree()) } else { mesh };
        let place_of = places(&mesh);
        let mut topology = MeshTopology::default();
        // Edges by the positions of their ends, the lower first, and whether they are used upward.
        let mut passed: Vec<(u32, u32, bool)> = Vec::with_capacity(mesh.triangles().len() * 3);
        let mut pieces: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
        let mut steps = Steps::default();
        for named in mesh.triangles().iter().take_while(|_| !steps.end()) {
            let [a, b, c] = named.each(|vertex| place_of[vertex as usize]);
            let [p, q, r] = named.each(|vertex| mesh.vertices()[vertex as usize]);
            topology.degenerate_triangles += usize::from((q - p).cross(r - p) == DVec3::ZERO);
            join(&mut pieces, a, b);
            join(&mut pieces, b, c);
            if a != b && b != c && c != a {
                passed.extend(
                    [(a, b), (b, c), (c, a)].each(|(from, to)| (from.min(to), from.max(to), from < to)),
                );
            }
        }
        // A cancelled query drops the result.
        if is_cancelled() {
            passed.clear();
        }
        passed.sort_unstable();
        topology.closed = !passed.is_empty();
        for edge in passed.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let upward = edge.iter().filter(|(_, _, upward)| *upward).count();
            topology.closed &= 2 * upward == edge.len();
            match (edge.len(), upward) {
                (1, _) => topology.open_edges += 1,
                (2, 1) => {}
                (2, _) => topology.flipped_edges += 1,
                _ => topology.non_manifold_edges += 1,
            }
        }
        let mut seen = vec![false; mesh.vertices().len()];
        let mut roots = Vec::new();
        for [vertex, ..] in mesh.triangles() {
            let root = find(&mut pieces, place_of[*vertex as usize]) as usize;
            if !seen[root] {
                seen[root] = true;
                roots.push(*vertex);
            }
        }
        topology.pieces = roots.len();
        let bounds = mesh.bounds();
        let clusters = clusters(&mesh);
        let corners = |named: &[u32; 3]| named.each(|vertex| mesh.vertices()[vertex as usize]);
        let planes = mesh.triangles().iter().map(|named| Cut::of(corners(named))).collect();
        Self {
            low: bounds.min,
            high: bounds.max,
            mesh,
            planes,
            has_inside: topology.closed,
            topology,
            roots,
            place_of,
            clusters,
            inside: Inside::default(),
        }
    }

    /// Returns the same solid placed elsewhere, with its own trees and repairs.
    ///
    /// # Errors
    /// The errors of [`TriMesh::placed`].
    pub(crate) fn placed(&self, placement: &Affine3<DVec3>) -> Result<Self, MeshError> {
        let mut placed = Self::new(self.mesh.placed(placement)?);
        let Inside { shells, boundary, moved, repairs } = &self.inside;
        let shells = shells.as_ref().map(|shells| shells.placed(placement).map(Arc::new)).transpose()?;
        let boundary =
            boundary.as_ref().map(|boundary| boundary.placed(placement).map(Box::new)).transpose()?;
        let stretch = [placement.x, placement.y, placement.z].each(DVec3::length_squared);
        // Upper bound of the stretch of the matrix.
        let moved = moved * Real::sqrt(stretch.iter().sum::<f64>());
        placed.has_inside = self.has_inside;
        placed.inside = Inside { shells, boundary, moved, repairs: *repairs };
        Ok(placed)
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &TriMesh<DVec3> {
        &self.mesh
    }

    /// Returns the mesh, to share it.
    pub const fn shared_mesh(&self) -> &Arc<TriMesh<DVec3>> {
        &self.mesh
    }

    /// Returns the connectivity of its triangles.
    pub const fn topology(&self) -> &MeshTopology {
        &self.topology
    }

    /// Tests whether it has an inside: points around which its surface winds. A
    /// [repaired](Self::repaired) solid may have an inside although its mesh is not closed. It may
    /// have none although every edge has as many triangles in either direction: a sheet with two
    /// opposite copies.
    pub const fn has_inside(&self) -> bool {
        self.has_inside
    }

    /// Returns the repairs that gave it an inside.
    pub const fn repairs(&self) -> &Repairs {
        &self.inside.repairs
    }

    /// Returns the signed distance of a point from the surface, negative inside. Inside, it is the
    /// distance from the boundary of the inside, so faces of shells inside others do not count,
    /// provided that the solid was made by [`repaired`](Self::repaired). The result is infinite for
    /// a point with a NaN or infinite coordinate.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: DVec3) -> f64 {
        if !point.is_finite() {
            return f64::INFINITY;
        }
        let boundary = self.boundary();
        let from = |solid: &Self| solid.mesh.closest_point(point).closest.distance;
        if self.has_inside && boundary.winds_around(point) { -from(boundary) } else { from(self) }
    }

    /// Returns the surface that bounds its inside.
    pub(crate) fn boundary(&self) -> &Self {
        self.inside.boundary.as_deref().unwrap_or(self)
    }

    /// Returns the surface of the whole part: its boundary, and sheets that bound nothing.
    pub(crate) fn outline(&self) -> &Self {
        if self.inside.repairs.open_triangles == 0 { self.boundary() } else { self }
    }

    /// Returns the distance from the surface within which a point may be on either side.
    pub(crate) fn uncertainty(&self) -> f64 {
        2.0 * self.inside.moved
    }

    /// Returns the corners of a triangle.
    #[inline]
    pub(crate) fn corners(&self, triangle: u32) -> [DVec3; 3] {
        corners(&self.mesh, triangle)
    }

    /// Returns the vertices of its triangles, each once.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = DVec3> {
        let named = self.mesh.vertices().iter().zip(&self.place_of).filter(|(_, place)| **place != UNNAMED);
        named.map(|(vertex, _)| *vertex)
    }

    /// Returns the plane of a triangle, or `None` if it has no area.
    #[inline]
    pub(crate) fn plane(&self, triangle: u32) -> Option<Cut> {
        self.planes[triangle as usize]
    }

    /// Returns a triangle with its plane.
    #[inline]
    pub(crate) fn facet(&self, triangle: u32) -> Facet {
        Facet { corners: self.corners(triangle), plane: self.plane(triangle) }
    }

    /// Calls `visit` with the triangles of every leaf whose box may meet a box, in no particular
    /// order.
    pub(crate) fn each_in_box(&self, bounds: &[DVec3; 2], visit: impl FnMut(u32)) {
        let around = self.mesh.box_around(&bounds.each(|p| p.to_array()), 0.0);
        self.mesh.bvh().walk_box(&around, visit);
    }

    /// Tests whether the surface winds around a point that is not on it. Counts crossings of the
    /// ray in direction `+x`, in floats, and exactly where floats cannot decide.
    pub(crate) fn winds_around(&self, p: DVec3) -> bool {
        if p.cmplt(self.low).any() || p.cmpgt(self.high).any() {
            return false;
        }
        let shells = self.inside.shells.as_deref().unwrap_or(&self.mesh);
        let ahead = [p, DVec3::new(self.high.x + self.inside.moved, p.y, p.z)];
        let mut winding = Some(0);
        shells.bvh().walk_box(&shells.box_around(&ahead.each(|p| p.to_array()), 0.0), |triangle| {
            let turn = passage(corners(shells, triangle), p);
            winding = winding.zip(turn).map(|(winding, turn)| winding + turn);
        });
        winding.map_or_else(|| shells.contains_point(p), |winding| winding != 0)
    }
}

#[inline]
fn corners(mesh: &TriMesh<DVec3>, triangle: u32) -> [DVec3; 3] {
    let ([a, b, c], vertices) = (mesh.triangles()[triangle as usize], mesh.vertices());
    [vertices[a as usize], vertices[b as usize], vertices[c as usize]]
}

/// Returns how the ray in direction `+x` from a point passes a triangle: 1 out through its front,
/// -1 in, 0 not at all. Returns `None` if rounding may matter.
fn passage([a, b, c]: [DVec3; 3], p: DVec3) -> Option<i32> {
    let [a, b, c] = [a - p, b - p, c - p];
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    if low.y > 0.0 || high.y < 0.0 || low.z > 0.0 || high.z < 0.0 || high.x < 0.0 {
        return Some(0);
    }
    let reach = low.abs().max(high.abs());
    let noise = reach.y * reach.z * (16.0 * f64::EPSILON);
    let turn = |u: DVec3, v: DVec3| u.y * v.z - u.z * v.y;
    let turns = [turn(b, c), turn(c, a), turn(a, b)];
    if turns.iter().any(|turn| *turn > noise) && turns.iter().any(|turn| *turn < -noise) {
        return Some(0);
    }
    if turns.iter().any(|turn| turn.abs() <= noise) {
        return None;
    }
    // Position where the ray meets the plane, times a sum that has the sign of all three.
    let at = turns[0] * a.x + turns[1] * b.x + turns[2] * c.x;
    let sum = turns[0] + turns[1] + turns[2];
    if at.abs()
        <= (turns[0].abs() + noise).max(turns[1].abs()).max(turns[2].abs()) * reach.x * (64.0 * f64::EPSILON)
            + noise * reach.x
    {
        return None;
    }
    Some(match (at > 0.0) == (sum > 0.0) {
        false => 0,
        true if sum > 0.0 => 1,
        true => -1,
    })
}

/// Returns the leaves of the mesh's tree as clusters.
fn clusters(mesh: &TriMesh<DVec3>) -> Vec<Cluster> {
    let leaves = mesh.bvh().leaves().len();
    if leaves > MOST_CLUSTERS {
        return Vec::new();
    }
    let cluster = |leaf: usize| {
        let mut triangles: Vec<u32> = mesh.bvh().items(leaf).collect();
        triangles.sort_unstable();
        triangles.dedup();
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for vertex in triangles.iter().flat_map(|triangle| mesh.triangles()[*triangle as usize]) {
            let v = mesh.vertices()[vertex as usize];
            (low, high) = (low.min(v), high.max(v));
        }
        Cluster { triangles, low, high }
    };
    (0..leaves).map(cluster).collect()
}

/// Returns the lowest vertex at the position of each vertex that a triangle uses.
fn places(mesh: &TriMesh<DVec3>) -> Vec<u32> {
    let vertices = mesh.vertices();
    // Adding 0 turns -0 into +0.
    let bits = |vertex: u32| vertices[vertex as usize].to_array().each(|x| (x + 0.0).to_bits());
    let mut place_of = vec![UNNAMED; vertices.len()];
    for named in mesh.triangles().as_flattened() {
        place_of[*named as usize] = *named;
    }
    let mut order: Vec<u32> = place_of.iter().copied().filter(|vertex| *vertex != UNNAMED).collect();
    order.sort_unstable_by_key(|&vertex| (bits(vertex), vertex));
    for group in order.chunk_by(|&a, &b| bits(a) == bits(b)) {
        for &vertex in group {
            place_of[vertex as usize] = group[0];
        }
    }
    place_of
}
