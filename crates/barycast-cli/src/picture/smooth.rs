//! Vertex normals of a mesh, smooth except at creases.

use super::Found;
use crate::distinct_positions::distinct_positions;
use barycast::mesh::TriMesh;
use barycast::number::each::MapEach;
use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// Cosine of the angle between triangles above which their edge is a crease.
const CREASE: f32 = 0.6;

/// The triangles around each vertex position of a mesh.
pub(crate) struct Smooth {
    /// Normal of each triangle, as long as its area relative to the mesh.
    normals: Vec<Vec3>,
    /// Range in `around` of the triangles at each vertex.
    starts: Vec<[u32; 2]>,
    around: Vec<u32>,
}

impl Smooth {
    /// Collects the triangles; vertices at equal positions count as one.
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
        let (place_of, places) = distinct_positions(vertices);
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

    /// Returns the unit normal at a hit in the mesh's coordinates, on the front side of the
    /// triangle; zero for a triangle without area.
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
