//! Meshes of triangles over typed arrays, in either precision.

use crate::fault::{error, groups};
use barycast::frame::Affine3;
use barycast::mesh::{MeshError, Solid, TriMesh, Visit};
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Side};
use barycast::shape::{Plane, Ray};
use barycast::vector::Vector;
use core::mem::take;
use glam::{DVec3, Vec3};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

fn mesh_error(fault: MeshError) -> JsValue {
    let field = match fault {
        MeshError::Empty | MeshError::NoSuchVertex { .. } | MeshError::NoSuchTriangle { .. } => "indices",
        _ => "positions",
    };
    error("invalid_shape", field, &fault.to_string())
}

/// Index as JavaScript sees it; -1 for none.
pub(crate) fn index(of: Option<usize>) -> i32 {
    of.and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
}

/// Returns a number of a hit: 0 for `t`, 1 and 2 for the barycentric coordinates, 3 for the side.
pub(crate) fn number<V: Vector>(hit: Option<&Hit<V>>, member: usize) -> V::Scalar
where
    V::Scalar: From<f32>,
{
    let Some(hit) = hit else { return f32::NAN.into() };
    let uv = hit.uv.unwrap_or([f32::NAN.into(); 2]);
    match member {
        0 => hit.t,
        1 | 2 => uv[member - 1],
        _ => f32::from(u8::from(hit.side == Side::Outside)).into(),
    }
}

/// Defines the classes of a precision: `$Mesh`, and `$Hits` for the results of casts.
macro_rules! precision {
    ($Mesh:ident $Hits:ident $Near:ident $Lines:ident $V:ident $N:ident) => {
        /// A mesh of triangles under a bounding volume hierarchy.
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $Mesh {
            pub(crate) mesh: Arc<TriMesh<$V>>,
            /// Hit that `cast_one` found last.
            last: Option<Hit<$V>>,
        }

        /// Hits of many rays, an element or a group of elements for each. Reading a member takes it.
        #[wasm_bindgen]
        #[derive(Debug, Default)]
        pub struct $Hits {
            t: Vec<$N>,
            triangle: Vec<i32>,
            point: Vec<$N>,
            normal: Vec<$N>,
            uv: Vec<$N>,
            front: Vec<u8>,
            instance: Vec<i32>,
            offsets: Vec<u32>,
        }

        /// Closest points of many points. Reading a member takes it.
        #[wasm_bindgen]
        #[derive(Debug, Default)]
        pub struct $Near {
            distance: Vec<$N>,
            triangle: Vec<i32>,
            point: Vec<$N>,
            instance: Vec<i32>,
        }

        /// Polylines of a plane section. Reading a member takes it.
        #[wasm_bindgen]
        #[derive(Debug, Default)]
        pub struct $Lines {
            points: Vec<$N>,
            triangles: Vec<u32>,
            offsets: Vec<u32>,
            closed: Vec<u8>,
        }

        #[wasm_bindgen]
        impl $Lines {
            /// Three coordinates of each point.
            pub fn points(&mut self) -> Vec<$N> {
                take(&mut self.points)
            }

            /// Triangle through which the line continues from each point.
            pub fn triangles(&mut self) -> Vec<u32> {
                take(&mut self.triangles)
            }

            /// Points of line `i` are those from `offsets[i]` to `offsets[i + 1]`.
            pub fn offsets(&mut self) -> Vec<u32> {
                take(&mut self.offsets)
            }

            /// 1 for each line whose last point is connected to the first.
            pub fn closed(&mut self) -> Vec<u8> {
                take(&mut self.closed)
            }
        }

        impl $Hits {
            /// No hits yet, in lists for all hits.
            pub(crate) fn lists() -> Self {
                Self { offsets: vec![0], ..Self::default() }
            }

            pub(crate) fn push(&mut self, hit: Option<&Hit<$V>>) {
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
                self.triangle.push(index(hit.triangle));
                self.point.extend(hit.point.unwrap_or($V::NAN).to_array());
                self.normal.extend(hit.normal.unwrap_or($V::NAN).to_array());
                self.uv.extend(hit.uv.unwrap_or([$N::NAN; 2]));
                self.front.push(u8::from(hit.side == Side::Outside));
            }

            pub(crate) fn push_in_scene(&mut self, instance: Option<usize>, hit: Option<&Hit<$V>>) {
                self.push(hit);
                self.instance.push(index(instance));
            }

            /// Ends the hits of a ray.
            pub(crate) fn end(&mut self) {
                self.offsets.push(self.t.len() as u32);
            }
        }

        #[wasm_bindgen]
        impl $Hits {
            /// Parameter along the ray; infinite for a miss.
            pub fn t(&mut self) -> Vec<$N> {
                take(&mut self.t)
            }

            /// Index of the triangle; -1 for a miss.
            pub fn triangle(&mut self) -> Vec<i32> {
                take(&mut self.triangle)
            }

            /// Three coordinates of the point for each ray; NaN for a miss.
            pub fn point(&mut self) -> Vec<$N> {
                take(&mut self.point)
            }

            /// Three coordinates of the unit normal for each ray; NaN for a miss or without a normal.
            pub fn normal(&mut self) -> Vec<$N> {
                take(&mut self.normal)
            }

            /// Two barycentric coordinates for each ray; NaN for a miss.
            pub fn uv(&mut self) -> Vec<$N> {
                take(&mut self.uv)
            }

            /// 1 for a hit on the front of the triangle, 0 for one on the back or a miss.
            pub fn front(&mut self) -> Vec<u8> {
                take(&mut self.front)
            }

            /// Index of the instance, -1 for a miss; only in a scene.
            pub fn instance(&mut self) -> Vec<i32> {
                take(&mut self.instance)
            }

            /// Hits of ray `i` are those from `offsets[i]` to `offsets[i + 1]`; only for all hits.
            pub fn offsets(&mut self) -> Vec<u32> {
                take(&mut self.offsets)
            }
        }

        impl $Near {
            pub(crate) fn push(&mut self, distance: $N, triangle: usize, point: $V) {
                self.distance.push(distance);
                self.triangle.push(index(Some(triangle)));
                self.point.extend(point.to_array());
            }

            pub(crate) fn push_instance(&mut self, instance: Option<usize>) {
                self.instance.push(index(instance));
            }
        }

        #[wasm_bindgen]
        impl $Near {
            /// Distance from the point.
            pub fn distance(&mut self) -> Vec<$N> {
                take(&mut self.distance)
            }

            /// Index of the triangle; -1 for a point that is not finite.
            pub fn triangle(&mut self) -> Vec<i32> {
                take(&mut self.triangle)
            }

            /// Three coordinates of the closest point of the mesh.
            pub fn point(&mut self) -> Vec<$N> {
                take(&mut self.point)
            }

            /// Index of the instance, -1 for a point that is not finite; only in a scene.
            pub fn instance(&mut self) -> Vec<i32> {
                take(&mut self.instance)
            }
        }

        #[wasm_bindgen]
        impl $Mesh {
            /// Builds a mesh from coordinates, three a vertex, and indices, three a triangle.
            #[wasm_bindgen(constructor)]
            pub fn new(positions: &[$N], indices: &[u32]) -> Result<Self, JsValue> {
                groups("indices", indices.len(), 3)?;
                let vertices = Self::positions(positions)?;
                let triangles = indices.as_chunks::<3>().0.to_vec();
                let mesh = TriMesh::try_new(vertices, triangles).map_err(mesh_error)?;
                Ok(Self { mesh: Arc::new(mesh), last: None })
            }

            /// Moves the vertices and refits the tree. Scenes keep the mesh that they were given.
            pub fn refit(&mut self, positions: &[$N]) -> Result<(), JsValue> {
                let vertices = Self::positions(positions)?;
                let mesh = TriMesh::clone(&self.mesh).try_refit(vertices).map_err(mesh_error)?;
                self.mesh = Arc::new(mesh);
                Ok(())
            }

            /// Number of triangles.
            pub fn triangle_count(&self) -> usize {
                self.mesh.triangles().len()
            }

            /// First hit of each ray, given as origin and direction, six numbers each.
            pub fn cast_first(
                &self,
                rays: &[$N],
                min_t: $N,
                max_t: $N,
                cull: bool,
            ) -> Result<$Hits, JsValue> {
                let rays = Self::rays(rays)?;
                let mut hits = $Hits::default();
                let found = self.mesh.cast_batch(&rays, &Self::options(min_t, max_t, cull));
                found.iter().for_each(|hit| hits.push(hit.as_ref()));
                Ok(hits)
            }

            /// 1 for each ray that hits the mesh, and 0 for the others.
            pub fn cast_any(
                &self,
                rays: &[$N],
                min_t: $N,
                max_t: $N,
                cull: bool,
            ) -> Result<Vec<u8>, JsValue> {
                let found = self.mesh.is_hit_batch(&Self::rays(rays)?, &Self::options(min_t, max_t, cull));
                Ok(found.into_iter().map(u8::from).collect())
            }

            /// All hits of each ray in order of `t`.
            pub fn cast_all(&self, rays: &[$N], min_t: $N, max_t: $N, cull: bool) -> Result<$Hits, JsValue> {
                let options = Self::options(min_t, max_t, cull);
                let mut hits = $Hits::lists();
                for ray in &Self::rays(rays)? {
                    self.mesh.cast_all(ray, &options).iter().for_each(|hit| hits.push(Some(hit)));
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
                self.last = self.mesh.cast(&ray, &Self::options(min_t, max_t, cull));
                index(self.last.as_ref().and_then(|hit| hit.triangle))
            }

            /// Number of the last hit of `cast_one`: 0 for `t`, 1 and 2 for the barycentric
            /// coordinates, 3 for 1 on the front and 0 on the back.
            pub fn last(&self, member: usize) -> $N {
                number(self.last.as_ref(), member)
            }

            /// Closest point of the mesh for each point.
            pub fn closest(&self, points: &[$N]) -> Result<$Near, JsValue> {
                let mut near = $Near::default();
                for found in self.mesh.closest_point_batch(&Self::points(points)?) {
                    near.push(found.closest.distance, found.triangle, found.closest.on_b);
                }
                Ok(near)
            }

            /// 1 for each point inside a closed mesh or on it, and 0 for the others.
            pub fn contains(&self, points: &[$N]) -> Result<Vec<u8>, JsValue> {
                let inside = self.mesh.contains_point_batch(&Self::points(points)?);
                Ok(inside.into_iter().map(u8::from).collect())
            }

            /// Signed distance of each point from a closed mesh, negative inside.
            pub fn signed_distance(&self, points: &[$N]) -> Result<Vec<$N>, JsValue> {
                Ok(self.mesh.signed_distance_batch(&Self::points(points)?))
            }

            /// Whether the surfaces share a point. `matrix` places the other mesh: 16 numbers, or
            /// none for the identity.
            pub fn intersects(&self, other: &Self, matrix: &[$N]) -> Result<bool, JsValue> {
                Ok(self.mesh.intersects_mesh(&other.mesh, &Self::placement(matrix)?))
            }

            /// All pairs of triangles that share a point, two indices each.
            pub fn intersecting_triangles(&self, other: &Self, matrix: &[$N]) -> Result<Vec<u32>, JsValue> {
                let pairs = self.mesh.intersecting_triangles(&other.mesh, &Self::placement(matrix)?);
                Ok(pairs.into_flattened())
            }

            /// The segments in which the surfaces cross, six numbers each.
            pub fn intersection_segments(&self, other: &Self, matrix: &[$N]) -> Result<Vec<$N>, JsValue> {
                let curves = self.mesh.intersection_curves(&other.mesh, &Self::placement(matrix)?);
                let mut segments = Vec::new();
                for curve in curves.map_err(|fault| error("invalid_shape", "matrix", &fault.to_string()))? {
                    let first = if curve.closed { curve.points.first() } else { None };
                    for (a, b) in curve.points.iter().zip(curve.points.iter().skip(1).chain(first)) {
                        segments.extend(a.to_array());
                        segments.extend(b.to_array());
                    }
                }
                Ok(segments)
            }

            /// Distance of the surfaces, the closest point of each and their triangles, nine
            /// numbers; none if they are farther apart than `limit`.
            pub fn distance_to(&self, other: &Self, matrix: &[$N], limit: $N) -> Result<Vec<f64>, JsValue> {
                let placement = Self::placement(matrix)?;
                let Some(found) = self.mesh.distance_to_mesh(&other.mesh, &placement, limit) else {
                    return Ok(Vec::new());
                };
                let mut numbers = vec![f64::from(found.closest.distance)];
                numbers.extend(found.closest.on_a.to_array().map(f64::from));
                numbers.extend(found.closest.on_b.to_array().map(f64::from));
                numbers.extend(found.triangles.map(f64::from));
                Ok(numbers)
            }

            /// The lines in which the plane `normal . p = distance` cuts the surface.
            pub fn slice(&self, normal: &[$N], distance: $N) -> Result<$Lines, JsValue> {
                let &[x, y, z] = normal else {
                    return Err(error("invalid_shape", "normal", "normal must have three numbers"));
                };
                let plane = Plane::try_new($V::new(x, y, z), distance)
                    .map_err(|fault| error("invalid_shape", fault.field, &fault.to_string()))?;
                let mut lines = $Lines { offsets: vec![0], ..$Lines::default() };
                for line in self.mesh.slice(&plane) {
                    lines.points.extend(line.points.iter().flat_map(|point| point.point.to_array()));
                    lines.triangles.extend(line.points.iter().map(|point| point.triangle as u32));
                    lines.offsets.push(lines.triangles.len() as u32);
                    lines.closed.push(u8::from(line.closed));
                }
                Ok(lines)
            }

            /// Boxes of the tree that a ray visits, in order: for each the least and the greatest
            /// corner, its depth, and the number of triangles of a leaf, -1 for a node.
            pub fn visits(&self, ray: &[$N], min_t: $N, max_t: $N, cull: bool) -> Result<Vec<f64>, JsValue> {
                let options = Self::options(min_t, max_t, cull);
                let visits = Self::rays(ray)?.into_iter().flat_map(|ray| self.mesh.visits(&ray, &options));
                let numbers = |visit: Visit| {
                    let [x, y, z] = visit.min;
                    let [u, v, w] = visit.max;
                    let triangles = visit.triangles.map_or(-1.0, |count| count as f64);
                    [x, y, z, u, v, w, visit.depth as f64, triangles]
                };
                Ok(visits.flat_map(numbers).collect())
            }

            /// The state of the edges: 1 if the surface is closed, the number of pieces, of
            /// open, of non-manifold and of flipped edges, and of degenerate triangles.
            pub fn topology(&self) -> Vec<u32> {
                let solid = Solid::from_mesh(&*self.mesh);
                let found = solid.topology();
                vec![
                    u32::from(found.closed),
                    found.pieces as u32,
                    found.open_edges as u32,
                    found.non_manifold_edges as u32,
                    found.flipped_edges as u32,
                    found.degenerate_triangles as u32,
                ]
            }

            fn positions(positions: &[$N]) -> Result<Vec<$V>, JsValue> {
                groups("positions", positions.len(), 3)?;
                Ok(positions.as_chunks::<3>().0.iter().map(|p| $V::from_array(*p)).collect())
            }
        }

        impl $Mesh {
            pub(crate) fn points(points: &[$N]) -> Result<Vec<$V>, JsValue> {
                groups("points", points.len(), 3)?;
                Ok(points.as_chunks::<3>().0.iter().map(|p| $V::from_array(*p)).collect())
            }

            pub(crate) fn rays(rays: &[$N]) -> Result<Vec<Ray<$V>>, JsValue> {
                groups("rays", rays.len(), 6)?;
                let ray = |&[x, y, z, u, v, w]: &[$N; 6]| Ray::new($V::new(x, y, z), $V::new(u, v, w));
                Ok(rays.as_chunks::<6>().0.iter().map(ray).collect())
            }

            pub(crate) fn options(min_t: $N, max_t: $N, cull: bool) -> CastOptions<$N> {
                let min_t = (min_t != $N::NEG_INFINITY && min_t != 0.0).then_some(min_t);
                let max_t = (max_t != $N::INFINITY).then_some(max_t);
                CastOptions { min_t, max_t, cull, ..CastOptions::default() }
            }

            /// Reads a matrix in column-major order; the identity from no numbers.
            pub(crate) fn placement(matrix: &[$N]) -> Result<Affine3<$V>, JsValue> {
                let (columns, rest) = matrix.as_chunks::<4>();
                match columns {
                    [] if rest.is_empty() => Ok(Affine3::identity()),
                    &[[a, b, c, w0], [d, e, f, w1], [g, h, i, w2], [x, y, z, w3]] if rest.is_empty() => {
                        if [w0, w1, w2, w3] != [0.0, 0.0, 0.0, 1.0] {
                            let message =
                                "the last row of matrix must be 0, 0, 0, 1: it must not be a projection";
                            return Err(error("invalid_shape", "matrix", message));
                        }
                        let (x_axis, y_axis) = ($V::new(a, b, c), $V::new(d, e, f));
                        let (z_axis, translation) = ($V::new(g, h, i), $V::new(x, y, z));
                        if ![x_axis, y_axis, z_axis, translation].iter().all(|column| column.is_finite()) {
                            return Err(error("invalid_shape", "matrix", "matrix must have finite numbers"));
                        }
                        Ok(Affine3 { x: x_axis, y: y_axis, z: z_axis, translation })
                    }
                    _ => {
                        let message = format!("matrix must have 16 numbers, got {}", matrix.len());
                        Err(error("invalid_shape", "matrix", &message))
                    }
                }
            }
        }
    };
}

precision!(MeshF32 HitsF32 NearF32 LinesF32 Vec3 f32);
precision!(MeshF64 HitsF64 NearF64 LinesF64 DVec3 f64);
