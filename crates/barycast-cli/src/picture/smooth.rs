//! Normals that run smoothly over a mesh, but for its creases.

use super::Found;
use crate::places::places;
use barycast::mesh::TriMesh;
use barycast::number::each::MapEach;
use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// Triangles at a steeper angle than this meet in a crease: its cosine.
const CREASE: f32 = 0.6;

/// For each place of the mesh, the triangles around it.
pub(crate) struct Smooth {
    /// Of each triangle, as long as its area is large beside the mesh.
    normals: Vec<Vec3>,
    /// Of each vertex, the triangles at its place in `around`.
    starts: Vec<[u32; 2]>,
    around: Vec<u32>,
}

impl Smooth {
    /// Of a mesh; its vertices may be written several times.
    pub(crate) fn of(mesh: &TriMesh<DVec3>) -> Self {
        let vertices = mesh.vertices();
        let bounds = mesh.bounds();
        let scale = 1.0 / (bounds.max - bounds.min).max_element().max(f64::MIN_POSITIVE);
        let normals = mesh
            .triangles()
            .par_iter()
            .map(|t| t.each(|vertex| vertices[vertex as usize]))
            .map(|[a, b, c]| ((b - a) * scale).cross((c - a) * scale).as_vec3())
            .collect();
        let (place_of, places) = places(vertices);
        let mut ends = vec![0_u32; places + 1];
        let corners = || mesh.triangles().iter().flatten().map(|&vertex| place_of[vertex as usize] as usize);
        corners().for_each(|place| ends[place + 1] += 1);
        for place in 1..ends.len() {
            ends[place] += ends[place - 1];
        }
        let mut next = ends.clone();
        let mut around = vec![0; mesh.triangles().len() * 3];
        for (corner, place) in corners().enumerate() {
            around[next[place] as usize] = (corner / 3) as u32;
            next[place] += 1;
        }
        let starts = place_of.iter().map(|&place| [ends[place as usize], ends[place as usize + 1]]).collect();
        Self { normals, starts, around }
    }

    /// At a hit, in the mesh's coordinates, of length 1, on the triangle's front side; zero on a triangle without
    /// area.
    pub(crate) fn normal(&self, mesh: &TriMesh<DVec3>, hit: &Found) -> Vec3 {
        let flat = self.normals[hit.triangle as usize].normalize_or_zero();
        let mut sum = Vec3::ZERO;
        let [v, w] = hit.weights;
        let weights = [1.0 - v - w, v, w];
        for (vertex, weight) in mesh.triangles()[hit.triangle as usize].into_iter().zip(weights) {
            let [start, end] = self.starts[vertex as usize];
            let mut at_vertex = Vec3::ZERO;
            for &triangle in &self.around[start as usize..end as usize] {
                let other = self.normals[triangle as usize];
                if other.dot(flat) > CREASE * other.length() {
                    at_vertex += other;
                }
            }
            sum += at_vertex.normalize_or_zero() * weight;
        }
        sum.normalize_or(flat)
    }
}
