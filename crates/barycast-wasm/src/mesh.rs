//! Meshes of triangles over typed arrays, in either precision.

use barycast::mesh::{MeshError, TriMesh};
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Side};
use barycast::shape::Ray;
use glam::{DVec3, Vec3};
use wasm_bindgen::prelude::*;

/// Builds the error that JavaScript turns into a `BarycastError`.
fn error(code: &str, field: &str, message: &str) -> JsValue {
    serde_json::json!({ "code": code, "field": field, "message": message }).to_string().into()
}

fn mesh_error(fault: MeshError) -> JsValue {
    let field = match fault {
        MeshError::Empty | MeshError::NoSuchVertex { .. } | MeshError::NoSuchTriangle { .. } => "indices",
        _ => "positions",
    };
    error("invalid_shape", field, &fault.to_string())
}

/// Checks that a list consists of whole groups of numbers.
fn groups(name: &str, length: usize, group: usize) -> Result<(), JsValue> {
    if length % group == 0 {
        return Ok(());
    }
    let message = format!("{name} must have a length that is a multiple of {group}, got {length}");
    Err(error("invalid_shape", name, &message))
}

/// Defines the classes of a precision: `$Mesh`, and `$Hits` for the results of casts.
macro_rules! precision {
    ($Mesh:ident $Hits:ident $Near:ident $V:ident $N:ident) => {
        /// A mesh of triangles under a bounding volume hierarchy.
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $Mesh(TriMesh<$V>);

        /// Hits of many rays, an element or a group of elements for each.
        #[wasm_bindgen(getter_with_clone)]
        #[derive(Debug, Default)]
        pub struct $Hits {
            /// Parameter along the ray; infinite for a miss.
            pub t: Vec<$N>,
            /// Index of the triangle; -1 for a miss.
            pub triangle: Vec<i32>,
            /// Three coordinates of the point for each ray; NaN for a miss.
            pub point: Vec<$N>,
            /// Three coordinates of the unit normal for each ray; NaN for a miss or without a normal.
            pub normal: Vec<$N>,
            /// Two barycentric coordinates for each ray; NaN for a miss.
            pub uv: Vec<$N>,
            /// 1 for a hit on the front of the triangle, 0 for one on the back or a miss.
            pub front: Vec<u8>,
            /// Hits of ray `i` are those from `offsets[i]` to `offsets[i + 1]`; only for all hits.
            pub offsets: Vec<u32>,
        }

        /// Closest points of many points.
        #[wasm_bindgen(getter_with_clone)]
        #[derive(Debug, Default)]
        pub struct $Near {
            /// Distance from the point.
            pub distance: Vec<$N>,
            /// Index of the triangle; -1 for a point that is not finite.
            pub triangle: Vec<i32>,
            /// Three coordinates of the closest point of the mesh.
            pub point: Vec<$N>,
        }

        impl $Hits {
            fn push(&mut self, hit: Option<&Hit<$V>>) {
                let Some(hit) = hit else {
                    self.t.push($N::INFINITY);
                    self.triangle.push(-1);
                    self.point.extend([$N::NAN; 3]);
                    self.normal.extend([$N::NAN; 3]);
                    self.uv.extend([$N::NAN; 2]);
                    self.front.push(0);
                    return;
                };
                self.t.push(hit.t);
                self.triangle.push(hit.triangle.map_or(-1, |triangle| triangle as i32));
                self.point.extend(hit.point.unwrap_or($V::NAN).to_array());
                self.normal.extend(hit.normal.unwrap_or($V::NAN).to_array());
                self.uv.extend(hit.uv.unwrap_or([$N::NAN; 2]));
                self.front.push(u8::from(hit.side == Side::Outside));
            }
        }

        #[wasm_bindgen]
        impl $Mesh {
            /// Builds a mesh from coordinates, three a vertex, and indices, three a triangle.
            #[wasm_bindgen(constructor)]
            pub fn new(positions: &[$N], indices: &[u32]) -> Result<Self, JsValue> {
                groups("positions", positions.len(), 3)?;
                groups("indices", indices.len(), 3)?;
                let vertices = positions.as_chunks::<3>().0.iter().map(|p| $V::from_array(*p)).collect();
                let triangles = indices.as_chunks::<3>().0.to_vec();
                TriMesh::try_new(vertices, triangles).map(Self).map_err(mesh_error)
            }

            /// Moves the vertices and refits the tree.
            pub fn refit(&mut self, positions: &[$N]) -> Result<(), JsValue> {
                groups("positions", positions.len(), 3)?;
                let vertices = positions.as_chunks::<3>().0.iter().map(|p| $V::from_array(*p)).collect();
                self.0 = self.0.clone().try_refit(vertices).map_err(mesh_error)?;
                Ok(())
            }

            /// Number of triangles.
            pub fn triangle_count(&self) -> usize {
                self.0.triangles().len()
            }

            /// First hit of each ray, given as origin and direction, six numbers each.
            pub fn cast_first(&self, rays: &[$N], max_t: $N, cull: bool) -> Result<$Hits, JsValue> {
                let (rays, options) = Self::rays(rays, max_t, cull)?;
                let mut hits = $Hits::default();
                self.0.cast_batch(&rays, &options).iter().for_each(|hit| hits.push(hit.as_ref()));
                Ok(hits)
            }

            /// 1 for each ray that hits the mesh, and 0 for the others.
            pub fn cast_any(&self, rays: &[$N], max_t: $N, cull: bool) -> Result<Vec<u8>, JsValue> {
                let (rays, options) = Self::rays(rays, max_t, cull)?;
                Ok(self.0.is_hit_batch(&rays, &options).into_iter().map(u8::from).collect())
            }

            /// All hits of each ray in order of `t`.
            pub fn cast_all(&self, rays: &[$N], max_t: $N, cull: bool) -> Result<$Hits, JsValue> {
                let (rays, options) = Self::rays(rays, max_t, cull)?;
                let mut hits = $Hits { offsets: vec![0], ..$Hits::default() };
                for ray in &rays {
                    self.0.cast_all(ray, &options).iter().for_each(|hit| hits.push(Some(hit)));
                    hits.offsets.push(hits.t.len() as u32);
                }
                Ok(hits)
            }

            /// Closest point of the mesh for each point.
            pub fn closest(&self, points: &[$N]) -> Result<$Near, JsValue> {
                let mut near = $Near::default();
                for found in self.0.closest_point_batch(&Self::points(points)?) {
                    near.distance.push(found.closest.distance);
                    near.triangle.push(i32::try_from(found.triangle).unwrap_or(-1));
                    near.point.extend(found.closest.on_b.to_array());
                }
                Ok(near)
            }

            /// 1 for each point inside a closed mesh or on it, and 0 for the others.
            pub fn contains(&self, points: &[$N]) -> Result<Vec<u8>, JsValue> {
                let inside = self.0.contains_point_batch(&Self::points(points)?);
                Ok(inside.into_iter().map(u8::from).collect())
            }

            /// Signed distance of each point from a closed mesh, negative inside.
            pub fn signed_distance(&self, points: &[$N]) -> Result<Vec<$N>, JsValue> {
                Ok(self.0.signed_distance_batch(&Self::points(points)?))
            }

            fn points(points: &[$N]) -> Result<Vec<$V>, JsValue> {
                groups("points", points.len(), 3)?;
                Ok(points.as_chunks::<3>().0.iter().map(|p| $V::from_array(*p)).collect())
            }

            fn rays(rays: &[$N], max_t: $N, cull: bool) -> Result<(Vec<Ray<$V>>, CastOptions<$N>), JsValue> {
                groups("rays", rays.len(), 6)?;
                let ray = |&[x, y, z, u, v, w]: &[$N; 6]| Ray::new($V::new(x, y, z), $V::new(u, v, w));
                let rays = rays.as_chunks::<6>().0.iter().map(ray).collect();
                let max_t = (max_t != $N::INFINITY).then_some(max_t);
                Ok((rays, CastOptions { max_t, cull, ..CastOptions::default() }))
            }
        }
    };
}

precision!(MeshF32 HitsF32 NearF32 Vec3 f32);
precision!(MeshF64 HitsF64 NearF64 DVec3 f64);
