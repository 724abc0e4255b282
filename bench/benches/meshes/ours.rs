//! barycast.

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree, pool};
use crate::rays::Rays;
use crate::settings::Definition;
use barycast::cast::CastOptions;
use barycast::d3::Ray;
use barycast::mesh::TriMesh;
use glam::Vec3;

struct Ours;

pub fn open(_definition: &Definition) -> Result<impl Peer + use<>, String> {
    Ok(Ours)
}

impl Peer for Ours {
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m> {
        let (vertices, triangles) = (model.vertices.clone(), model.triangles.clone());
        let pool = pool(threads);
        Box::new(move || Box::new(pool.install(|| mesh(vertices, triangles))))
    }
}

pub fn mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> TriMesh<Vec3> {
    TriMesh::try_new(vertices, triangles).expect("the model is a mesh")
}

impl Tree for TriMesh<Vec3> {
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (ray, answer) in rays.rays.iter().zip(answers) {
            let hit = self.cast(&Ray::new(ray.origin, ray.direction), &CastOptions::default());
            *answer = hit.map_or(Answer::NONE, |hit| Answer {
                length: hit.t,
                triangle: hit.triangle.map_or(u32::MAX, |triangle| triangle as u32),
            });
        }
        true
    }

    fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (ray, answer) in rays.rays.iter().zip(answers) {
            let hit = self.is_hit(&Ray::new(ray.origin, ray.direction), &CastOptions::default());
            *answer = if hit { Answer::HIT } else { Answer::NONE };
        }
        true
    }

    fn point(&self, points: &[Vec3], answers: &mut [Answer]) -> bool {
        for (point, answer) in points.iter().zip(answers) {
            let nearest = self.closest_point(*point);
            *answer = Answer { length: nearest.closest.distance, triangle: nearest.triangle as u32 };
        }
        true
    }
}
