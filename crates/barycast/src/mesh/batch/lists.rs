//! Results of unknown number for each query: lists as one array with offsets.

use super::arrays::{ArrayLengthError, RayArrays, RaySource as _, check, id, numbers};
use super::parts::{collect_parts, in_parts};
use super::ray_of;
use crate::mesh::{MeshNumber, TriMesh};
use crate::number::Float;
use crate::pair::cast::CastOptions;
use crate::query::{Hit, Side};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// Number of rays of a part.
const CHUNK: usize = 256;

/// All hits of a batch of rays: those of ray `i` are at `offsets[i]..offsets[i + 1]` of every other
/// array.
#[derive(Clone, Debug)]
pub struct HitLists<S> {
    /// Index of the first hit of each ray, and the number of all hits; so one more than rays.
    pub offsets: Vec<usize>,
    /// Ray parameters.
    pub t: Vec<S>,
    /// Indices of the triangles.
    pub triangle: Vec<i32>,
    /// Barycentric coordinates.
    pub uv: Vec<[S; 2]>,
    /// Unit normals of the triangles' fronts; NaN for a collinear triangle.
    pub normal: Vec<[S; 3]>,
    /// Points of the hits.
    pub point: Vec<[S; 3]>,
    /// Whether each hit is on the front.
    pub front: Vec<bool>,
}

/// Triangles for each of many points: those of point `i` are at `offsets[i]..offsets[i + 1]` of
/// `triangle`.
#[derive(Clone, Debug, Default)]
pub struct TriangleLists {
    /// Index of the first triangle of each point, and the number of all; so one more than points.
    pub offsets: Vec<usize>,
    /// Indices of the triangles.
    pub triangle: Vec<i32>,
}

impl TriangleLists {
    /// Appends the list of one point.
    pub(super) fn push(&mut self, triangles: impl Iterator<Item = i32>) {
        self.offsets.push(self.triangle.len());
        self.triangle.extend(triangles);
    }

    /// Joins the lists of parts, of which those that were not computed are empty.
    pub(super) fn joined(count: usize, parts: Vec<Self>) -> Self {
        let all = parts.iter().map(|part| part.triangle.len()).sum();
        let mut joined = Self { offsets: Vec::with_capacity(count + 1), triangle: Vec::with_capacity(all) };
        for part in parts {
            let before = joined.triangle.len();
            joined.offsets.extend(part.offsets.iter().map(|offset| offset + before));
            joined.triangle.extend(part.triangle);
        }
        joined.offsets.resize(count + 1, all);
        joined
    }
}

impl<S> Default for HitLists<S> {
    fn default() -> Self {
        Self {
            offsets: Vec::new(),
            t: Vec::new(),
            triangle: Vec::new(),
            uv: Vec::new(),
            normal: Vec::new(),
            point: Vec::new(),
            front: Vec::new(),
        }
    }
}

impl<S: Float> HitLists<S> {
    /// Appends the list of one ray.
    pub(crate) fn push<V: FloatVector<Scalar = S> + Vector3>(&mut self, hits: impl Iterator<Item = Hit<V>>) {
        self.offsets.push(self.t.len());
        let nan = S::from_f64(f64::NAN);
        for hit in hits {
            self.t.push(hit.t);
            self.triangle.push(hit.triangle.map_or(-1, id));
            self.uv.push(hit.uv.unwrap_or([nan; 2]));
            self.normal.push(numbers(hit.normal));
            self.point.push(numbers(hit.point));
            self.front.push(hit.side == Side::Outside);
        }
    }

    /// Joins the lists of parts, of which those that were not computed are empty.
    pub(crate) fn joined(count: usize, parts: Vec<Self>) -> Self {
        let all = parts.iter().map(|part| part.t.len()).sum();
        let mut joined = Self {
            offsets: Vec::with_capacity(count + 1),
            t: Vec::with_capacity(all),
            triangle: Vec::with_capacity(all),
            uv: Vec::with_capacity(all),
            normal: Vec::with_capacity(all),
            point: Vec::with_capacity(all),
            front: Vec::with_capacity(all),
        };
        for part in parts {
            let before = joined.t.len();
            joined.offsets.extend(part.offsets.iter().map(|offset| offset + before));
            joined.t.extend(part.t);
            joined.triangle.extend(part.triangle);
            joined.uv.extend(part.uv);
            joined.normal.extend(part.normal);
            joined.point.extend(part.point);
            joined.front.extend(part.front);
        }
        joined.offsets.resize(count + 1, all);
        joined
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync> TriMesh<V> {
    /// Returns every hit of each ray in order of `t`, as [`cast_all`](Self::cast_all) does, or the first
    /// `max_hits` of each. Threads and cancellation are as for [`cast_arrays`](Self::cast_arrays),
    /// with at most 256 rays on the calling thread.
    ///
    /// # Errors
    /// [`ArrayLengthError`] if origins and directions differ in length.
    ///
    /// ```
    /// use barycast::mesh::{RayArrays, TriMesh};
    /// use barycast::pair::cast::CastOptions;
    /// use glam::{Vec3, vec3};
    ///
    /// let floor = |z: f32| [vec3(0.0, 0.0, z), vec3(4.0, 0.0, z), vec3(0.0, 4.0, z)];
    /// let corners: Vec<_> = [0.0, 1.0].into_iter().flat_map(floor).collect();
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2], [3, 4, 5]])?;
    /// let rays = [[1.0, 1.0, 9.0, 0.0, 0.0, -1.0], [5.0, 5.0, 9.0, 0.0, 0.0, -1.0]];
    /// let all = mesh.cast_all_arrays(RayArrays::Joined(&rays), &CastOptions::default(), None)?;
    /// assert_eq!((all.offsets, all.t), (vec![0, 2, 2], vec![8.0, 9.0]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "raycast_all")]
    pub fn cast_all_arrays(
        &self,
        rays: RayArrays<'_, V::Scalar>,
        options: &CastOptions<V::Scalar>,
        max_hits: Option<usize>,
    ) -> Result<HitLists<V::Scalar>, ArrayLengthError> {
        rays.check()?;
        let parts = collect_parts(CHUNK, rays, |rays| {
            let mut lists = HitLists::default();
            for index in 0..rays.len() {
                let ray = ray_of::<V>(rays.ray(index));
                let hits = match max_hits {
                    None => self.cast_all(&ray, options),
                    Some(count) => self.first_hits(&ray, count, options),
                };
                lists.push(hits.into_iter());
            }
            lists
        });
        Ok(HitLists::joined(rays.len(), parts))
    }

    /// Writes how often each ray crosses the surface, as [`crossings`](Self::crossings) does.
    /// Threads and cancellation are as for [`cast_arrays`](Self::cast_arrays).
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
                    let crossings = self.crossings(&ray_of::<V>(rays.ray(index)), options);
                    *count = i32::try_from(crossings).unwrap_or(i32::MAX);
                }
            },
        );
        Ok(())
    }
}
