//! What is known of a mesh before it is compared: whether it has an inside, its pieces, its faults.

use crate::mesh::TriMesh;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// A mesh, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    pub(super) mesh: TriMesh<DVec3>,
    /// Around its triangles.
    pub(super) low: DVec3,
    pub(super) high: DVec3,
    pub(super) surface: Surface,
    /// A vertex of each connected piece.
    pub(super) roots: Vec<u32>,
}

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
    pub(super) fn new(mesh: TriMesh<DVec3>) -> Self {
        let place_of = places(mesh.vertices());
        let mut surface = Surface::default();
        // Edges by their places, the lower first, and whether they are passed upward.
        let mut passed: Vec<(u32, u32, bool)> = Vec::with_capacity(mesh.triangles().len() * 3);
        let mut pieces: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
        for named in mesh.triangles() {
            let [a, b, c] = named.map(|vertex| place_of[vertex as usize]);
            let [p, q, r] = named.map(|vertex| mesh.vertices()[vertex as usize]);
            surface.degenerate_triangles += usize::from((q - p).cross(r - p) == DVec3::ZERO);
            join(&mut pieces, a, b);
            join(&mut pieces, b, c);
            if a != b && b != c && c != a {
                passed.extend(
                    [(a, b), (b, c), (c, a)].map(|(from, to)| (from.min(to), from.max(to), from < to)),
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
        Self { low: bounds.min, high: bounds.max, mesh, surface, roots }
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, triangle: u32) -> [DVec3; 3] {
        self.mesh.triangles()[triangle as usize].map(|vertex| self.mesh.vertices()[vertex as usize])
    }
}

/// The lowest vertex at the place of each.
fn places(vertices: &[DVec3]) -> Vec<u32> {
    // Adding 0 makes -0 the same as 0.
    let bits = |vertex: u32| vertices[vertex as usize].to_array().map(|x| (x + 0.0).to_bits());
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_unstable_by_key(|&vertex| (bits(vertex), vertex));
    let mut place_of = vec![0; vertices.len()];
    for group in order.chunk_by(|&a, &b| bits(a) == bits(b)) {
        for &vertex in group {
            place_of[vertex as usize] = group[0];
        }
    }
    place_of
}

/// Who stands for a piece.
fn find(pieces: &mut [u32], mut of: u32) -> u32 {
    while pieces[of as usize] != of {
        let above = pieces[pieces[of as usize] as usize];
        pieces[of as usize] = above;
        of = above;
    }
    of
}

fn join(pieces: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(pieces, a), find(pieces, b));
    pieces[a.max(b) as usize] = a.min(b);
}
