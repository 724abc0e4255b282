//! Batches of rays and points in arrays of numbers, as those of [`TriMesh`] with the instance.

use super::{Scene, SceneClosest, SceneHit};
use crate::bvh::Bounds;
use crate::mesh::batch::arrays::{HitSink, RaySource as _, check, fill, id, set, split_some};
use crate::mesh::batch::parts::{collect_parts, in_parts};
use crate::mesh::batch::{ray_of, vector_of};
use crate::mesh::{ArrayLengthError, ClosestArrays, HitArrays, HitLists, MeshNumber, RayArrays, TriMesh};
use crate::number::{Float, Real};
use crate::pair::cast::{CastOptions, Range, uv};
use crate::shape::{Point, Ray, Triangle};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Number of rays or points of a part.
const CHUNK: usize = 256;

/// Slices for the hits of a batch in a scene: one place for each ray. Only slices that are given
/// are written.
#[derive(Debug, Default)]
pub struct SceneHitArrays<'a, S> {
    /// Slices for the hits: points and normals in world coordinates, triangles as indices into the
    /// mesh of the instance.
    pub hits: HitArrays<'a, S>,
    /// Index of the instance; -1 without a hit.
    pub instance: Option<&'a mut [i32]>,
}

/// Slices for the closest points of a batch in a scene: one place for each point. Only slices that
/// are given are written.
#[derive(Debug, Default)]
pub struct SceneClosestArrays<'a, S> {
    /// Slices for the closest points, in world coordinates.
    pub closest: ClosestArrays<'a, S>,
    /// Index of the instance; -1 without a result.
    pub instance: Option<&'a mut [i32]>,
}

/// All hits of a batch of rays in a scene.
#[derive(Clone, Debug)]
pub struct SceneHitLists<S> {
    /// The hits, in world coordinates.
    pub hits: HitLists<S>,
    /// Index of the instance of each hit.
    pub instance: Vec<i32>,
}

impl<S: Send> SceneHitArrays<'_, S> {
    fn split(self, at: usize) -> (Self, Self) {
        let (hits, instance) = (self.hits.split(at), split_some(self.instance, at));
        (Self { hits: hits.0, instance: instance.0 }, Self { hits: hits.1, instance: instance.1 })
    }
}

impl<S: Send> SceneClosestArrays<'_, S> {
    fn split(self, at: usize) -> (Self, Self) {
        let (closest, instance) = (self.closest.split(at), split_some(self.instance, at));
        (Self { closest: closest.0, instance: instance.0 }, Self { closest: closest.1, instance: instance.1 })
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync> Scene<V> {
    /// Returns the mesh, if it is the only one and is shown once, where it is.
    fn only_mesh(&self) -> Option<&TriMesh<V>> {
        match (self.mesh_from_world.as_slice(), self.instances.as_slice()) {
            ([None], [instance]) => Some(&self.meshes[instance.mesh]),
            _ => None,
        }
    }

    /// Casts each ray, and writes the hits into the slices that are given. The results equal those
    /// of [`cast`](Self::cast). Threads and cancellation are as for [`TriMesh::cast_arrays`], with
    /// at most 256 rays on the calling thread. A scene of one mesh in its place is as fast as the
    /// mesh.
    ///
    /// # Errors
    /// [`ArrayLengthError`] if a slice has another length than the rays. Nothing is written then.
    ///
    /// ```
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::{RayArrays, TriMesh};
    /// use barycast::pair::cast::CastOptions;
    /// use barycast::scene::{Instance, Scene, SceneHitArrays};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let at = |z: f32| Affine3 { translation: vec3(0.0, 0.0, z), ..Affine3::identity() };
    /// let instances = [0.0, 5.0].map(|z| Instance { mesh: 0, world_from_mesh: at(z) });
    /// let scene = Scene::try_new(vec![mesh], instances.to_vec())?;
    /// let rays = [[0.25, 0.25, 9.0, 0.0, 0.0, -1.0], [0.25, 0.25, 3.0, 0.0, 0.0, -1.0]];
    /// let mut instance = [0; 2];
    /// let hits = SceneHitArrays { instance: Some(&mut instance), ..SceneHitArrays::default() };
    /// scene.cast_arrays(RayArrays::Joined(&rays), &CastOptions::default(), hits)?;
    /// assert_eq!(instance, [1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "raycast")]
    pub fn cast_arrays(
        &self,
        rays: RayArrays<'_, V::Scalar>,
        options: &CastOptions<V::Scalar>,
        hits: SceneHitArrays<'_, V::Scalar>,
    ) -> Result<(), ArrayLengthError> {
        rays.check()?;
        hits.hits.check(rays.len())?;
        check("instance", hits.instance.as_deref(), rays.len())?;
        if let Some(mesh) = self.only_mesh() {
            return cast_only(mesh, rays, options, hits);
        }
        in_parts(
            CHUNK,
            (rays, hits),
            SceneHitArrays::split,
            || (),
            |(), rays, mut arrays| {
                let SceneHitArrays { hits, instance } = &mut arrays;
                HitSink::<V>::clear(hits);
                fill(instance, -1);
                for index in 0..rays.len() {
                    if let Some(found) = self.cast(&ray_of(rays.ray(index)), options) {
                        hits.put(index, &found.hit);
                        set(instance, index, || id(found.instance));
                    }
                }
            },
        );
        Ok(())
    }

    /// Tests each ray like [`is_hit`](Self::is_hit). Threads and cancellation are as for
    /// [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if `hits` has another length than the rays.
    #[doc(alias = "occluded")]
    pub fn is_hit_arrays(
        &self,
        rays: RayArrays<'_, V::Scalar>,
        options: &CastOptions<V::Scalar>,
        hits: &mut [bool],
    ) -> Result<(), ArrayLengthError> {
        if let Some(mesh) = self.only_mesh() {
            return mesh.is_hit_arrays(rays, options, hits);
        }
        rays.check()?;
        check("hits", Some(hits), rays.len())?;
        in_parts(
            CHUNK,
            (rays, hits),
            <[_]>::split_at_mut,
            || (),
            |(), rays, hits| {
                for (index, hit) in hits.iter_mut().enumerate() {
                    *hit = self.is_hit(&ray_of(rays.ray(index)), options);
                }
            },
        );
        Ok(())
    }

    /// Returns every hit of each ray in order of `t`, as [`cast_all`](Self::cast_all) does, or the first
    /// `max_hits` of each. Threads and cancellation are as for [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if origins and directions differ in length.
    #[doc(alias = "raycast_all")]
    pub fn cast_all_arrays(
        &self,
        rays: RayArrays<'_, V::Scalar>,
        options: &CastOptions<V::Scalar>,
        max_hits: Option<usize>,
    ) -> Result<SceneHitLists<V::Scalar>, ArrayLengthError> {
        rays.check()?;
        let parts = collect_parts(CHUNK, rays, |rays| {
            let (mut lists, mut instances) = (HitLists::default(), Vec::new());
            for index in 0..rays.len() {
                let mut hits = self.cast_all(&ray_of(rays.ray(index)), options);
                hits.truncate(max_hits.unwrap_or(usize::MAX));
                instances.extend(hits.iter().map(|found| id(found.instance)));
                lists.push(hits.into_iter().map(|SceneHit { hit, .. }| hit));
            }
            (lists, instances)
        });
        let (lists, instances): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        Ok(SceneHitLists { hits: HitLists::joined(rays.len(), lists), instance: instances.concat() })
    }

    /// Returns how often a ray crosses the surfaces of the instances: the sum of
    /// [`TriMesh::crossings`].
    pub fn crossings(&self, ray: &Ray<V>, options: &CastOptions<V::Scalar>) -> usize {
        let range = Range::within(ray, options);
        let mut count = 0;
        self.walk(&range, |instance, high| {
            let line = self.in_mesh(instance, &range).line;
            let there = Ray::new(line.origin, line.direction);
            count += self.meshes[self.instances[instance].mesh].crossings(&there, options);
            ControlFlow::Continue(high)
        });
        count
    }

    /// Writes the [crossings](Self::crossings) of each ray. Threads and cancellation are as for
    /// [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if `counts` has another length than the rays.
    pub fn crossings_arrays(
        &self,
        rays: RayArrays<'_, V::Scalar>,
        options: &CastOptions<V::Scalar>,
        counts: &mut [i32],
    ) -> Result<(), ArrayLengthError> {
        rays.check()?;
        check("counts", Some(counts), rays.len())?;
        in_parts(
            CHUNK,
            (rays, counts),
            <[_]>::split_at_mut,
            || (),
            |(), rays, counts| {
                for (index, count) in counts.iter_mut().enumerate() {
                    let crossings = self.crossings(&ray_of(rays.ray(index)), options);
                    *count = i32::try_from(crossings).unwrap_or(i32::MAX);
                }
            },
        );
        Ok(())
    }

    /// Returns the closest point of the instances to a point, at a distance of at most `limit`.
    /// `on_a` is on the instance. Distances are computed in world coordinates, in `f64` and rounded
    /// once; if several instances are equally close up to rounding, any of them is returned.
    #[doc(alias = "project_point")]
    pub fn closest_point_within(&self, point: V, limit: V::Scalar) -> Option<SceneClosest<V>> {
        if let Some(mesh) = self.only_mesh() {
            let found = mesh.closest_point_within(point, limit)?;
            return Some(SceneClosest {
                instance: 0,
                triangle: found.triangle,
                closest: found.closest.swap(),
            });
        }
        self.closest(&Point(point), |_| true).filter(|found| found.closest.distance <= limit)
    }

    /// Writes the [closest point](Self::closest_point_within) for each point. Threads and
    /// cancellation are as for [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if a slice has another length than the points.
    #[doc(alias = "project_point")]
    pub fn closest_point_arrays(
        &self,
        points: &[[V::Scalar; 3]],
        limit: V::Scalar,
        closest: SceneClosestArrays<'_, V::Scalar>,
    ) -> Result<(), ArrayLengthError> {
        closest.closest.check(points.len())?;
        check("instance", closest.instance.as_deref(), points.len())?;
        in_parts(
            CHUNK,
            (points, closest),
            SceneClosestArrays::split,
            || (),
            |(), points, mut arrays| {
                arrays.closest.clear();
                fill(&mut arrays.instance, -1);
                for (at, point) in points.iter().enumerate() {
                    if let Some(found) = self.closest_point_within(vector_of(*point), limit) {
                        self.put_closest(&mut arrays, at, &found);
                    }
                }
            },
        );
        Ok(())
    }

    /// Writes one closest point.
    fn put_closest(
        &self,
        arrays: &mut SceneClosestArrays<'_, V::Scalar>,
        at: usize,
        found: &SceneClosest<V>,
    ) {
        let SceneClosestArrays { closest, instance } = arrays;
        let numbers = |v: V| [v.get(0), v.get(1), v.get(2)];
        let part = &self.instances[found.instance];
        let Some(triangle) = self.meshes[part.mesh].triangle(found.triangle) else { return };
        let inverse = self.mesh_from_world[found.instance].as_ref();
        set(instance, at, || id(found.instance));
        set(&mut closest.distance, at, || found.closest.distance);
        set(&mut closest.point, at, || numbers(found.closest.on_a));
        set(&mut closest.triangle, at, || id(found.triangle));
        set(&mut closest.uv, at, || {
            let place = |v: V| if inverse.is_some() { part.world_from_mesh.transform_point(v) } else { v };
            let placed = Triangle { a: place(triangle.a), b: place(triangle.b), c: place(triangle.c) };
            uv(&placed, found.closest.on_a)
        });
        set(&mut closest.normal, at, || {
            let normal = triangle.normal();
            let normal = inverse.map_or(normal, |inverse| inverse.transform_normal(normal));
            let normal = normal.normalized_or_zero();
            let nan = V::Scalar::from_f64(f64::NAN);
            if normal.is_zero() { [nan; 3] } else { numbers(normal) }
        });
    }

    /// Tests whether the point is in an instance: on its surface or inside it, as
    /// [`TriMesh::contains_point`] decides. The meshes must be closed. Exact for the point in the
    /// coordinates of the mesh, to which it is transformed with rounding.
    #[doc(alias = "is_inside")]
    pub fn contains_point(&self, point: V) -> bool {
        let at = [point.get(0), point.get(1), point.get(2)];
        if !at.iter().all(|x| x.is_finite()) {
            return false;
        }
        let near = self.bvh.items_in_box(&Bounds::around(&[at], V::Scalar::ZERO));
        near.into_iter().any(|instance| {
            let instance = instance as usize;
            let inverse = self.mesh_from_world[instance].as_ref();
            let there = inverse.map_or(point, |inverse| inverse.transform_point(point));
            self.meshes[self.instances[instance].mesh].contains_point(there)
        })
    }

    /// Returns the distance of a point from the surfaces of the instances, negative where the scene
    /// [contains](Self::contains_point) it. Infinite for a point with a NaN or infinite coordinate.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: V) -> V::Scalar {
        let far = Real::infinity(V::Scalar::ONE);
        if let Some(mesh) = self.only_mesh() {
            return mesh.signed_distance(point);
        }
        let distance = self.closest_point_within(point, far).map_or(far, |found| found.closest.distance);
        if self.contains_point(point) { -distance } else { distance }
    }

    /// Tests each point like [`contains_point`](Self::contains_point). Threads and cancellation are
    /// as for [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if `inside` has another length than the points.
    #[doc(alias = "is_inside")]
    pub fn contains_point_arrays(
        &self,
        points: &[[V::Scalar; 3]],
        inside: &mut [bool],
    ) -> Result<(), ArrayLengthError> {
        if let Some(mesh) = self.only_mesh() {
            return mesh.contains_point_arrays(points, inside);
        }
        check("inside", Some(inside), points.len())?;
        in_parts(
            CHUNK,
            (points, inside),
            <[_]>::split_at_mut,
            || (),
            |(), points, inside| {
                for (point, inside) in points.iter().zip(inside) {
                    *inside = self.contains_point(vector_of(*point));
                }
            },
        );
        Ok(())
    }

    /// Writes the [signed distance](Self::signed_distance) of each point. Threads and cancellation
    /// are as for [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if `distances` has another length than the points.
    #[doc(alias = "sdf")]
    pub fn signed_distance_arrays(
        &self,
        points: &[[V::Scalar; 3]],
        distances: &mut [V::Scalar],
    ) -> Result<(), ArrayLengthError> {
        if let Some(mesh) = self.only_mesh() {
            return mesh.signed_distance_arrays(points, distances);
        }
        check("distances", Some(distances), points.len())?;
        in_parts(
            CHUNK,
            (points, distances),
            <[_]>::split_at_mut,
            || (),
            |(), points, distances| {
                for (point, distance) in points.iter().zip(distances) {
                    *distance = self.signed_distance(vector_of(*point));
                }
            },
        );
        Ok(())
    }
}

/// Casts rays at a scene of one mesh in its place.
fn cast_only<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync>(
    mesh: &TriMesh<V>,
    rays: RayArrays<'_, V::Scalar>,
    options: &CastOptions<V::Scalar>,
    hits: SceneHitArrays<'_, V::Scalar>,
) -> Result<(), ArrayLengthError> {
    let SceneHitArrays { mut hits, instance } = hits;
    let Some(instance) = instance else { return mesh.cast_arrays(rays, options, hits) };
    // The instance is read off the triangle.
    if let Some(triangle) = hits.triangle.take() {
        mesh.cast_arrays(rays, options, HitArrays { triangle: Some(&mut *triangle), ..hits })?;
        instance.copy_from_slice(triangle);
    } else {
        mesh.cast_arrays(rays, options, HitArrays { triangle: Some(&mut *instance), ..hits })?;
    }
    for part in instance {
        *part = (*part).min(0);
    }
    Ok(())
}
