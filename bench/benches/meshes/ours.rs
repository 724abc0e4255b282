//! barycast, in single or double precision (`f64 = true`).

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree, pool};
use crate::rays::{self, Rays};
use crate::settings::Definition;
use barycast::cast::CastOptions;
use barycast::mesh::TriMesh;
use barycast::number::{Eight, Float};
use barycast::shape::Ray;
use barycast::vector::{FloatVector, Vector3};
use glam::{DVec3, Vec3};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    #[serde(default)]
    f64: bool,
}

pub fn open(definition: &Definition) -> Result<impl Peer + use<>, String> {
    definition.options.clone().try_into::<Options>().map_err(|e| e.to_string())
}

impl Peer for Options {
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m> {
        if self.f64 { ready::<DVec3>(model, threads) } else { ready::<Vec3>(model, threads) }
    }
}

fn ready<'m, V: FloatVector<Scalar: Eight + Send> + Vector3 + Send + 'm>(model: &Model, threads: usize) -> Build<'m> {
    let vertices = model.vertices.iter().copied().map(vector::<V>).collect();
    let triangles = model.triangles.clone();
    let pool = pool(threads);
    Box::new(move || Box::new(Mesh(pool.install(|| TriMesh::try_new(vertices, triangles)).expect("a mesh"))))
}

/// A mesh as the bench asks it.
pub struct Mesh<V: FloatVector + Vector3>(TriMesh<V>);

impl Mesh<Vec3> {
    pub fn new(model: &Model) -> Self {
        Self(TriMesh::try_new(model.vertices.clone(), model.triangles.clone()).expect("the model is a mesh"))
    }

    /// The same, by brute force.
    pub fn flat(&self) -> Self {
        Self(self.0.without_tree())
    }
}

#[inline(always)]
fn vector<V: FloatVector>(v: Vec3) -> V {
    V::from_fn(|axis| V::Scalar::from_f64(f64::from(v[axis])))
}

#[inline(always)]
fn ray<V: FloatVector>(ray: &rays::Ray) -> Ray<V> {
    Ray::new(vector(ray.origin), vector(ray.direction))
}

#[inline(always)]
fn answer(length: impl Float, triangle: usize) -> Answer {
    Answer { length: length.to_f64() as f32, triangle: triangle as u32 }
}

impl<V: FloatVector<Scalar: Eight> + Vector3> Tree for Mesh<V> {
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (given, found) in rays.rays.iter().zip(answers) {
            let hit = self.0.cast(&ray(given), &CastOptions::default());
            *found = hit.map_or(Answer::NONE, |hit| answer(hit.t, hit.triangle.unwrap_or(usize::MAX)));
        }
        true
    }

    fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (given, found) in rays.rays.iter().zip(answers) {
            let hit = self.0.is_hit(&ray(given), &CastOptions::default());
            *found = if hit { Answer::HIT } else { Answer::NONE };
        }
        true
    }

    fn point(&self, points: &[Vec3], answers: &mut [Answer]) -> bool {
        for (point, found) in points.iter().zip(answers) {
            let nearest = self.0.closest_point(vector(*point));
            *found = answer(nearest.closest.distance, nearest.triangle);
        }
        true
    }
}
