//! A mesh that is looked at as a solid: how its triangles hang together, and which points it winds around.

use super::piece::{Cut, Facet};
use super::pieces::{find, join};
use crate::bvh::Bvh;
use crate::frame::Affine3;
use crate::mesh::{MeshError, MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::vector::{FloatVector, Vector3};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// A mesh, and what is known of it before it is compared: whether it has an inside, its pieces, its faults.
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
    pub(crate) mesh: TriMesh<DVec3>,
    /// Around its triangles.
    pub(crate) low: DVec3,
    pub(crate) high: DVec3,
    /// Of each triangle.
    planes: Vec<Option<Cut>>,
    pub(crate) surface: Surface,
    /// A vertex of each connected piece.
    pub(crate) roots: Vec<u32>,
    /// For each vertex the lowest one at the same place; [`UNNAMED`] where no triangle names it.
    pub(crate) place_of: Vec<u32>,
    /// Neighbours, some eight at a time, and boxes around them; none where the mesh is large.
    pub(crate) clusters: Vec<Cluster>,
    /// The surface, or some of its shells, winds around points.
    pub(super) has_inside: bool,
    /// What of it does, where that is not the mesh as it is given.
    pub(super) inside: Inside,
}

/// What was mended of a mesh for the question what is inside of it: nothing, of one that is closed as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Repairs {
    /// Corners of open edges that were taken for others nearby.
    pub welded_vertices: usize,
    /// Open edges that were cut at corners on them.
    pub split_edges: usize,
    /// The greatest distance between corners that were welded, or of a corner from the edge that it cuts; 0 where nothing was.
    pub weld_distance: f64,
    /// Triangles that were left out because others have their corners, in the same or in the opposite direction.
    pub doubled_triangles: usize,
    /// Triangles that were turned around.
    pub turned_triangles: usize,
    /// Shells of which some part is inside of other shells, or flush with them, and bounds nothing.
    pub overlapping_shells: usize,
    /// Triangles that are part of no closed shell: nothing is inside of what they are meant to bound.
    pub open_triangles: usize,
}

impl Repairs {
    /// Something was done to give the mesh an inside, or to more of it than had one.
    pub const fn is_mended(&self) -> bool {
        self.welded_vertices + self.split_edges + self.doubled_triangles + self.turned_triangles > 0
    }
}

/// What of a mesh has an inside, where that is not the mesh as it is given.
#[derive(Clone, Debug, Default)]
pub(super) struct Inside {
    /// The closed shells: what they wind around is inside.
    pub(super) shells: Option<Arc<TriMesh<DVec3>>>,
    /// Of the shells, what bounds the inside.
    pub(super) boundary: Option<Box<Solid>>,
    /// A point of the mesh is no farther than this from the shells.
    pub(super) moved: f64,
    pub(super) repairs: Repairs,
}

/// The place of vertices that are none of the surface.
const UNNAMED: u32 = u32::MAX;

/// Neighbours, and a box around them.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub(crate) triangles: Vec<u32>,
    pub(crate) low: DVec3,
    pub(crate) high: DVec3,
}

/// Meshes of more are searched by their tree alone.
const MOST_CLUSTERS: usize = 1024;

/// How the triangles of a mesh hang together. Corners are the same when their coordinates are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// Every edge is passed as often in either direction, so that the surface has an inside.
    pub closed: bool,
    /// Edges of one triangle alone.
    pub open_edges: usize,
    /// Edges that two triangles pass in the same direction: one of them is turned around.
    pub flipped_edges: usize,
    /// Edges of more than two triangles.
    pub crowded_edges: usize,
    /// Triangles without area.
    pub degenerate_triangles: usize,
    /// Pieces that share no corner.
    pub pieces: usize,
}

impl Solid {
    /// The same mesh over `f64`, in which depths are told, with a tree of its own.
    #[allow(clippy::missing_panics_doc, reason = "what is a mesh is one in more digits")]
    pub fn of<V: FloatVector<Scalar: MeshNumber> + Vector3>(mesh: &TriMesh<V>) -> Self {
        let wide = |v: &V| DVec3::from_array([v.get(0), v.get(1), v.get(2)].each(Float::to_f64));
        let (vertices, triangles) = (mesh.vertices().iter().map(wide).collect(), mesh.triangles().to_vec());
        Self::new(if triangles.is_empty() {
            TriMesh::under(Bvh::default(), None, vertices, triangles, false)
        } else {
            TriMesh::try_new(vertices, triangles).expect("a mesh already")
        })
    }

    /// Looks at a mesh: how its triangles hang together. One [without a tree](TriMesh::without_tree) is given one.
    pub fn new(mesh: TriMesh<DVec3>) -> Self {
        let mesh = mesh.with_tree();
        let place_of = places(&mesh);
        let mut surface = Surface::default();
        // Edges by their places, the lower first, and whether they are passed upward.
        let mut passed: Vec<(u32, u32, bool)> = Vec::with_capacity(mesh.triangles().len() * 3);
        let mut pieces: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
        for named in mesh.triangles() {
            let [a, b, c] = named.each(|vertex| place_of[vertex as usize]);
            let [p, q, r] = named.each(|vertex| mesh.vertices()[vertex as usize]);
            surface.degenerate_triangles += usize::from((q - p).cross(r - p) == DVec3::ZERO);
            join(&mut pieces, a, b);
            join(&mut pieces, b, c);
            if a != b && b != c && c != a {
                passed.extend(
                    [(a, b), (b, c), (c, a)].each(|(from, to)| (from.min(to), from.max(to), from < to)),
                );
            }
        }
        passed.sort_unstable();
        surface.closed = !passed.is_empty();
        for edge in passed.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let upward = edge.iter().filter(|(_, _, upward)| *upward).count();
            surface.closed &= 2 * upward == edge.len();
            match (edge.len(), upward) {
                (1, _) => surface.open_edges += 1,
                (2, 1) => {}
                (2, _) => surface.flipped_edges += 1,
                _ => surface.crowded_edges += 1,
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
        surface.pieces = roots.len();
        let bounds = mesh.bounds();
        let clusters = clusters(&mesh);
        let corners = |named: &[u32; 3]| named.each(|vertex| mesh.vertices()[vertex as usize]);
        let planes = mesh.triangles().iter().map(|named| Cut::of(corners(named))).collect();
        Self {
            low: bounds.min,
            high: bounds.max,
            mesh,
            planes,
            has_inside: surface.closed,
            surface,
            roots,
            place_of,
            clusters,
            inside: Inside::default(),
        }
    }

    /// The same solid elsewhere, with trees of its own, and with what was mended.
    ///
    /// # Errors
    /// As [`TriMesh::placed`].
    pub(crate) fn placed(&self, placement: &Affine3<DVec3>) -> Result<Self, MeshError> {
        let mut placed = Self::new(self.mesh.placed(placement)?);
        let Inside { shells, boundary, moved, repairs } = &self.inside;
        let shells = shells.as_ref().map(|shells| shells.placed(placement).map(Arc::new)).transpose()?;
        let boundary =
            boundary.as_ref().map(|boundary| boundary.placed(placement).map(Box::new)).transpose()?;
        let stretch = [placement.x, placement.y, placement.z].each(DVec3::length_squared);
        // The most that a matrix can stretch.
        let moved = moved * Real::sqrt(stretch.iter().sum::<f64>());
        placed.has_inside = self.has_inside;
        placed.inside = Inside { shells, boundary, moved, repairs: *repairs };
        Ok(placed)
    }

    /// The mesh itself.
    pub const fn mesh(&self) -> &TriMesh<DVec3> {
        &self.mesh
    }

    /// How its triangles hang together.
    pub const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// It has an inside: points around which its surface winds. That of one that was [repaired](Self::repaired) may have one though it
    /// is not closed as it is given, and none though every edge has as many triangles either way: a sheet that is there twice.
    pub const fn has_inside(&self) -> bool {
        self.has_inside
    }

    /// What was mended to give it an inside.
    pub const fn repairs(&self) -> &Repairs {
        &self.inside.repairs
    }

    /// The distance of a point from the surface, negative inside: there it is that from the boundary of the inside, so faces of
    /// shells that lie in others do not count, as far as the solid was made by [`repaired`](Self::repaired). Infinite for a point
    /// with a NaN or an infinity.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: DVec3) -> f64 {
        if !point.is_finite() {
            return f64::INFINITY;
        }
        let boundary = self.boundary();
        let from = |solid: &Self| solid.mesh.closest_point(point).closest.distance;
        if self.has_inside && boundary.holds(point) { -from(boundary) } else { from(self) }
    }

    /// The surface that bounds its inside.
    pub(crate) fn boundary(&self) -> &Self {
        self.inside.boundary.as_deref().unwrap_or(self)
    }

    /// The surface of all that is of the part: its boundary, and sheets that bound nothing.
    pub(crate) fn outline(&self) -> &Self {
        if self.inside.repairs.open_triangles == 0 { self.boundary() } else { self }
    }

    /// Points no farther from the surface than this may be on either side of it.
    pub(crate) fn blur(&self) -> f64 {
        2.0 * self.inside.moved
    }

    /// The corners of a triangle.
    #[inline]
    pub(crate) fn corners(&self, triangle: u32) -> [DVec3; 3] {
        corners(&self.mesh, triangle)
    }

    /// The corners of its triangles, each vertex once.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = DVec3> {
        let named = self.mesh.vertices().iter().zip(&self.place_of).filter(|(_, place)| **place != UNNAMED);
        named.map(|(vertex, _)| *vertex)
    }

    /// The plane of a triangle; `None` of one without area.
    #[inline]
    pub(crate) fn plane(&self, triangle: u32) -> Option<Cut> {
        self.planes[triangle as usize]
    }

    /// A triangle and its plane.
    #[inline]
    pub(crate) fn facet(&self, triangle: u32) -> Facet {
        Facet { corners: self.corners(triangle), plane: self.plane(triangle) }
    }

    /// Calls `visit` with the triangles of every leaf whose box may meet a box, in no order.
    pub(crate) fn each_in_box(&self, bounds: &[DVec3; 2], visit: impl FnMut(u32)) {
        let around = self.mesh.box_around(&bounds.each(|p| p.to_array()), 0.0);
        self.mesh.bvh().walk_box(&around, visit);
    }

    /// The surface winds around a point, which is not on it: told by the ray along the first axis, in floats, and exactly where
    /// they cannot tell.
    pub(crate) fn holds(&self, p: DVec3) -> bool {
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

/// How the ray from a point along the first axis passes a triangle: 1 out through its front, -1 in, 0 not at all; `None` where
/// rounding may matter.
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
    // Where the ray meets the plane, times a sum that has the sign of all three.
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

/// The leaves of the mesh's tree.
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

/// The lowest vertex at the place of each that a triangle names.
fn places(mesh: &TriMesh<DVec3>) -> Vec<u32> {
    let vertices = mesh.vertices();
    // Adding 0 makes -0 the same as 0.
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
