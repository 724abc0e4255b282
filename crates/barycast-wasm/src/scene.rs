//! Scenes of placed meshes over typed arrays, in either precision.

use crate::fault::{error, groups};
use crate::mesh::{HitsF32, HitsF64, MeshF32, MeshF64, NearF32, NearF64, index, number};
use barycast::mesh::TriMesh;
use barycast::scene::{Instance, Scene, SceneError, SceneHit};
use barycast::shape::Ray;
use glam::{DVec3, Vec3};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

fn scene_error(fault: SceneError) -> JsValue {
    let field = match fault {
        SceneError::Empty | SceneError::TooLarge => "instances",
        SceneError::NoSuchMesh { .. } => "mesh",
        SceneError::NoSuchInstance { .. } => "instance",
        SceneError::SingularTransform { .. } => "matrix",
    };
    error("invalid_shape", field, &fault.to_string())
}

/// Defines the class of a precision, and the one that collects its meshes.
macro_rules! precision {
    ($Scene:ident $Meshes:ident $Mesh:ident $Hits:ident $Near:ident $V:ident $N:ident) => {
        /// The meshes of a scene to be.
        #[wasm_bindgen]
        #[derive(Debug, Default)]
        pub struct $Meshes(Vec<Arc<TriMesh<$V>>>);

        #[wasm_bindgen]
        impl $Meshes {
            /// Starts without meshes.
            #[wasm_bindgen(constructor)]
            pub fn new() -> Self {
                Self::default()
            }

            /// Adds a mesh, which is shared.
            pub fn add(&mut self, mesh: &$Mesh) {
                self.0.push(Arc::clone(&mesh.mesh));
            }
        }

        /// Placed meshes under one bounding volume hierarchy.
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $Scene {
            scene: Scene<$V>,
            /// Hit that `cast_one` found last.
            last: Option<SceneHit<$V>>,
        }

        #[wasm_bindgen]
        impl $Scene {
            /// Builds a scene from the index of a mesh and 16 numbers for each instance.
            #[wasm_bindgen(constructor)]
            pub fn new(meshes: &$Meshes, mesh: &[u32], matrices: &[$N]) -> Result<Self, JsValue> {
                groups("matrix", matrices.len(), 16)?;
                let place = |(mesh, matrix): (&u32, &[$N; 16])| {
                    let world_from_mesh = $Mesh::placement(matrix)?;
                    Ok(Instance { mesh: *mesh as usize, world_from_mesh })
                };
                let each = mesh.iter().zip(matrices.as_chunks::<16>().0);
                let instances = each.map(place).collect::<Result<Vec<_>, JsValue>>()?;
                let scene = Scene::try_new(meshes.0.clone(), instances).map_err(scene_error)?;
                Ok(Self { scene, last: None })
            }

            /// Moves an instance.
            pub fn place(&mut self, instance: usize, matrix: &[$N]) -> Result<(), JsValue> {
                self.scene.try_move_instance(instance, $Mesh::placement(matrix)?).map_err(scene_error)
            }

            /// Number of instances.
            pub fn instance_count(&self) -> usize {
                self.scene.instances().len()
            }

            /// First hit of each ray, given as origin and direction, six numbers each.
            pub fn cast_first(
                &self,
                rays: &[$N],
                min_t: $N,
                max_t: $N,
                cull: bool,
            ) -> Result<$Hits, JsValue> {
                let options = $Mesh::options(min_t, max_t, cull);
                let mut hits = $Hits::default();
                for ray in &$Mesh::rays(rays)? {
                    let found = self.scene.cast(ray, &options);
                    let instance = found.as_ref().map(|found| found.instance);
                    hits.push_in_scene(instance, found.as_ref().map(|found| &found.hit));
                }
                Ok(hits)
            }

            /// 1 for each ray that hits an instance, and 0 for the others.
            pub fn cast_any(
                &self,
                rays: &[$N],
                min_t: $N,
                max_t: $N,
                cull: bool,
            ) -> Result<Vec<u8>, JsValue> {
                let options = $Mesh::options(min_t, max_t, cull);
                Ok($Mesh::rays(rays)?.iter().map(|ray| u8::from(self.scene.is_hit(ray, &options))).collect())
            }

            /// All hits of each ray in order of `t`.
            pub fn cast_all(&self, rays: &[$N], min_t: $N, max_t: $N, cull: bool) -> Result<$Hits, JsValue> {
                let options = $Mesh::options(min_t, max_t, cull);
                let mut hits = $Hits::lists();
                for ray in &$Mesh::rays(rays)? {
                    for found in &self.scene.cast_all(ray, &options) {
                        hits.push_in_scene(Some(found.instance), Some(&found.hit));
                    }
                    hits.end();
                }
                Ok(hits)
            }

            /// Triangle that one ray hits first, or -1. `last` returns the numbers of the hit, so
            /// that no array crosses the border.
            #[expect(clippy::too_many_arguments, reason = "numbers cross the border without an array")]
            pub fn cast_one(
                &mut self,
                x: $N,
                y: $N,
                z: $N,
                u: $N,
                v: $N,
                w: $N,
                min_t: $N,
                max_t: $N,
                cull: bool,
            ) -> i32 {
                let ray = Ray::new($V::new(x, y, z), $V::new(u, v, w));
                self.last = self.scene.cast(&ray, &$Mesh::options(min_t, max_t, cull));
                index(self.last.as_ref().and_then(|found| found.hit.triangle))
            }

            /// Number of the last hit of `cast_one`: 0 for `t`, 1 and 2 for the barycentric
            /// coordinates, 3 for 1 on the front and 0 on the back, 4 for the instance.
            pub fn last(&self, member: usize) -> f64 {
                match &self.last {
                    Some(found) if member == 4 => found.instance as f64,
                    found => f64::from(number(found.as_ref().map(|found| &found.hit), member)),
                }
            }

            /// Closest point of the instances for each point.
            pub fn closest(&self, points: &[$N]) -> Result<$Near, JsValue> {
                let mut near = $Near::default();
                for point in $Mesh::points(points)? {
                    let found = self.scene.closest_point_within(point, $N::INFINITY);
                    near.push_instance(found.as_ref().map(|found| found.instance));
                    match found {
                        Some(found) => near.push(found.closest.distance, found.triangle, found.closest.on_a),
                        None => near.push($N::INFINITY, usize::MAX, $V::NAN),
                    }
                }
                Ok(near)
            }

            /// 1 for each point inside a closed instance or on it, and 0 for the others.
            pub fn contains(&self, points: &[$N]) -> Result<Vec<u8>, JsValue> {
                let points = $Mesh::points(points)?;
                Ok(points.into_iter().map(|point| u8::from(self.scene.contains_point(point))).collect())
            }

            /// Signed distance of each point from the instances, negative inside one.
            pub fn signed_distance(&self, points: &[$N]) -> Result<Vec<$N>, JsValue> {
                let points = $Mesh::points(points)?;
                Ok(points.into_iter().map(|point| self.scene.signed_distance(point)).collect())
            }
        }
    };
}

precision!(SceneF32 MeshesF32 MeshF32 HitsF32 NearF32 Vec3 f32);
precision!(SceneF64 MeshesF64 MeshF64 HitsF64 NearF64 DVec3 f64);
