//! barycast in single or double precision (`f64 = true`), ray by ray or with arrays (`batch =
//! true`), with its default BVH, the one built `fast`, or the `compact` one.

use crate::model::Model;
use crate::peer::{self, Answer, Peer, Tree, pool};
use crate::rays::{self, Pose, Rays};
use crate::settings::Definition;
use barycast::bvh::Build;
use barycast::frame::Affine3;
use barycast::mesh::{MeshNumber, TriMesh};
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::shape::Ray;
use barycast::vector::{FloatVector, Vector3};
use glam::{DVec3, Mat3, Vec3};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    #[serde(default)]
    f64: bool,
    #[serde(default)]
    batch: bool,
    #[serde(default)]
    fast: bool,
    #[serde(default)]
    compact: bool,
}

pub fn open(definition: &Definition) -> Result<impl Peer + use<>, String> {
    definition.options.clone().try_into::<Options>().map_err(|e| e.to_string())
}

impl Peer for Options {
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> peer::Build<'m> {
        let how = if self.fast { Build::Fast } else { Build::Best };
        match (self.f64, self.batch, self.compact) {
            (false, false, false) => ready(model, threads, how, Mesh::<Vec3>),
            (false, false, true) => ready(model, threads, how, |mesh| Mesh::<Vec3>(mesh.compact())),
            (false, true, _) => ready(model, threads, how, Batch::<Vec3>::new),
            (true, false, _) => ready(model, threads, how, Mesh::<DVec3>),
            (true, true, _) => ready(model, threads, how, Batch::<DVec3>::new),
        }
    }

    fn is_batch(&self) -> bool {
        self.batch
    }
}

fn ready<'m, V, T: Tree + 'm>(
    model: &Model,
    threads: usize,
    how: Build,
    tree: fn(TriMesh<V>) -> T,
) -> peer::Build<'m>
where
    V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + 'm,
{
    let vertices = model.vertices.iter().copied().map(vector::<V>).collect();
    let triangles = model.triangles.clone();
    let pool = pool(threads);
    Box::new(move || {
        Box::new(tree(pool.install(|| TriMesh::try_with_build(vertices, triangles, how)).expect("a mesh")))
    })
}

/// A mesh for the bench.
pub struct Mesh<V: FloatVector + Vector3>(TriMesh<V>);

impl Mesh<Vec3> {
    pub fn new(model: &Model) -> Self {
        Self(TriMesh::try_new(model.vertices.clone(), model.triangles.clone()).expect("the model is a mesh"))
    }

    /// Returns the mesh without BVH, for brute force.
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
fn placement<V: FloatVector + Vector3>(pose: &Pose) -> Affine3<V> {
    let axes = Mat3::from_quat(pose.rotation);
    let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(vector);
    Affine3 { x, y, z, translation: vector(pose.translation) }
}

#[inline(always)]
fn answer(length: impl Float, triangle: usize) -> Answer {
    Answer { length: length.to_f64() as f32, triangle: triangle as u32 }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Tree for Mesh<V> {
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

    fn meets(&self, poses: &[Pose], answers: &mut [Answer]) -> bool {
        for (pose, found) in poses.iter().zip(answers) {
            let meets = self.0.intersects_mesh(&self.0, &placement(pose));
            *found = if meets { Answer::HIT } else { Answer::NONE };
        }
        true
    }
}

/// A mesh queried with arrays of as many rays as a renderer has in a few tiles; by one thread, like
/// all others here.
struct Batch<V: FloatVector + Vector3> {
    mesh: TriMesh<V>,
    pool: Arc<rayon::ThreadPool>,
}

const BATCH: usize = 4096;

impl<V: FloatVector + Vector3> Batch<V> {
    fn new(mesh: TriMesh<V>) -> Self {
        Self { mesh, pool: pool(1) }
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync> Tree for Batch<V> {
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        // Installed once, because handing work to another thread and waiting takes time.
        self.pool.install(|| {
            let (mut given, mut hits) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
            for (rays, answers) in rays.rays.chunks(BATCH).zip(answers.chunks_mut(BATCH)) {
                given.clear();
                given.extend(rays.iter().map(ray::<V>));
                self.mesh.cast_batch_into(&given, &CastOptions::default(), &mut hits);
                for (hit, found) in hits.iter().zip(answers) {
                    *found = hit
                        .as_ref()
                        .map_or(Answer::NONE, |hit| answer(hit.t, hit.triangle.unwrap_or(usize::MAX)));
                }
            }
        });
        true
    }

    fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        self.pool.install(|| {
            let mut given = Vec::with_capacity(BATCH);
            for (rays, answers) in rays.rays.chunks(BATCH).zip(answers.chunks_mut(BATCH)) {
                given.clear();
                given.extend(rays.iter().map(ray::<V>));
                let hits = self.mesh.is_hit_batch(&given, &CastOptions::default());
                for (hit, found) in hits.into_iter().zip(answers) {
                    *found = if hit { Answer::HIT } else { Answer::NONE };
                }
            }
        });
        true
    }
}
