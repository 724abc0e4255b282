//! parry3d: a binary BVH with one triangle per leaf.

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree};
use crate::rays::{Pose, Rays};
use crate::settings::Definition;
use glam::Vec3;
use parry3d::math;
use parry3d::query::{PointQuery, Ray, RayCast, intersection_test};
use parry3d::shape::{CompositeShapeRef, TriMesh};

struct Parry;

pub fn open(_definition: &Definition) -> Result<impl Peer + use<>, String> {
    Ok(Parry)
}

impl Peer for Parry {
    fn ready<'m>(&'m self, model: &'m Model, _threads: usize) -> Build<'m> {
        let (vertices, triangles) = (model.vertices.clone(), model.triangles.clone());
        Box::new(move || Box::new(TriMesh::new(vertices, triangles).expect("the model is a mesh")))
    }
}

impl Tree for TriMesh {
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (ray, answer) in rays.rays.iter().zip(answers) {
            let ray = Ray::new(ray.origin, ray.direction);
            let hit = CompositeShapeRef(self).cast_local_ray(&ray, f32::MAX, false);
            *answer = hit.map_or(Answer::NONE, |(triangle, length)| Answer { length, triangle });
        }
        true
    }

    fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (ray, answer) in rays.rays.iter().zip(answers) {
            let hit = self.intersects_local_ray(&Ray::new(ray.origin, ray.direction), f32::MAX);
            *answer = if hit { Answer::HIT } else { Answer::NONE };
        }
        true
    }

    fn point(&self, points: &[Vec3], answers: &mut [Answer]) -> bool {
        for (point, answer) in points.iter().zip(answers) {
            let nearest = self.project_local_point(*point, false);
            *answer = Answer { length: nearest.point.distance(*point), triangle: nearest.subshape };
        }
        true
    }

    fn meets(&self, poses: &[Pose], answers: &mut [Answer]) -> bool {
        for (pose, answer) in poses.iter().zip(answers) {
            let pose = math::Pose::from_parts(pose.translation, pose.rotation);
            let met =
                intersection_test(&math::Pose::IDENTITY, self, &pose, self).expect("meshes are supported");
            *answer = if met.intersecting { Answer::HIT } else { Answer::NONE };
        }
        true
    }
}
