//! Batch queries: many rays or points at once, arrays in and arrays out, on all cores with the
//! feature `rayon`.
//!
//! Rays are taken in the order given, sixteen at a time. Place neighbouring rays side by side,
//! those of a picture in small tiles rather than in rows. Coherent rays traverse the tree [as a
//! packet](super::packet). For other rays the traversals are [interleaved](super::incoherent), so
//! that no ray waits for memory or a mispredicted branch.

pub(crate) mod arrays;
mod lists;
pub(crate) mod parts;
mod points;

use super::hit_data::HitData;
use super::incoherent::IncoherentRays;
use super::kernels::sealed::MeshKernels as _;
use super::leaf::numbers;
use super::normal::unit_normal;
use super::packet::Hits;
use super::{MeshNumber, MeshPoint, TriMesh};
use crate::bvh::{HALVES, LANES, PACKET_SIZE, RAY_BATCH, Rays};
use crate::number::Float;
use crate::pair::cast::{CastOptions, Range};
use crate::query::{Hit, Side};
use crate::shape::Ray;
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
pub use arrays::{ArrayLengthError, ClosestArrays, HitArrays, RayArrays};
use arrays::{HitSink, RaySource};
pub use lists::{HitLists, TriangleLists};
use parts::in_parts;

/// Number of rays or points that one core processes at a time. The intermediate data stays in the
/// cache.
const CHUNK: usize = RAY_BATCH;

/// Smallest number of rays that are traversed as a packet.
const LEAST: usize = 4;

/// Decides whether to try a packet traversal. After consecutive failures the next 1, 3, 7, ...
/// packets are not tried.
#[derive(Default)]
struct Trials {
    left_out: u32,
    waiting: u32,
}

impl Trials {
    /// Returns the result of `group` for a packet of `rays` rays. Returns `None` if it fails or is
    /// not tried.
    #[inline(always)]
    fn of<T>(&mut self, rays: usize, group: impl FnOnce() -> Option<T>) -> Option<T> {
        if rays < LEAST {
            return None;
        }
        if self.waiting > 0 {
            self.waiting -= 1;
            return None;
        }
        let together = group();
        self.left_out = if together.is_some() { 0 } else { 2 * self.left_out + 1 };
        self.waiting = self.left_out;
        together
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync> TriMesh<V> {
    /// Casts each ray. The results equal those of [`cast`](Self::cast) bit for bit, in the order of
    /// the rays.
    #[doc(alias = "raycast")]
    pub fn cast_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<Option<Hit<V>>> {
        let mut hits = Vec::new();
        self.cast_batch_into(rays, options, &mut hits);
        hits
    }

    /// Casts each ray like [`cast_batch`](Self::cast_batch), into a vector that can be reused. Its
    /// previous content is removed.
    pub fn cast_batch_into(
        &self,
        rays: &[Ray<V>],
        options: &CastOptions<V::Scalar>,
        hits: &mut Vec<Option<Hit<V>>>,
    ) {
        hits.clear();
        hits.resize(rays.len(), None);
        in_parts(
            CHUNK,
            (rays, hits.as_mut_slice()),
            <[_]>::split_at_mut,
            Room::new,
            |room, rays, mut hits| {
                self.cast_part(room, rays, options, &mut hits);
            },
        );
    }

    /// Casts each ray of some arrays, and writes the hits into the slices that are given.
    ///
    /// The results equal those of [`cast`](Self::cast) bit for bit. A batch of at most 512 rays
    /// runs on the calling thread. With the feature `rayon`, larger ones run on the current pool:
    /// that on which the caller's `ThreadPool::install` runs, or else the global one. They stop
    /// early under a cancelled [`CancelToken`](crate::query::cancel::CancelToken), and leave the
    /// remaining results as they were.
    ///
    /// # Errors
    /// [`ArrayLengthError`] if a slice has another length than the rays. Nothing is written then.
    ///
    /// ```
    /// use barycast::mesh::{HitArrays, RayArrays, TriMesh};
    /// use barycast::pair::cast::CastOptions;
    /// use glam::Vec3;
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let origins = [[0.25, 0.25, 3.0], [2.0, 2.0, 3.0]];
    /// let rays = RayArrays::Separate { origins: &origins, directions: &[[0.0, 0.0, -1.0]; 2] };
    /// let (mut t, mut triangle) = ([0.0; 2], [0; 2]);
    /// let hits = HitArrays { t: Some(&mut t), triangle: Some(&mut triangle), ..HitArrays::default() };
    /// mesh.cast_arrays(rays, &CastOptions::default(), hits)?;
    /// assert_eq!((t, triangle), ([3.0, f32::INFINITY], [0, -1]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "raycast")]
    pub fn cast_arrays(
        &self,
        rays: RayArrays<'_, V::Scalar>,
        options: &CastOptions<V::Scalar>,
        hits: HitArrays<'_, V::Scalar>,
    ) -> Result<(), ArrayLengthError> {
        rays.check()?;
        hits.check(rays.len())?;
        in_parts(CHUNK, (rays, hits), HitArrays::split, Room::new, |room, rays, mut hits| {
            self.cast_part(room, rays, options, &mut hits);
        });
        Ok(())
    }

    /// Casts the rays of one part.
    #[inline(always)]
    fn cast_part<R: RaySource<V::Scalar>, H: HitSink<V>>(
        &self,
        room: &mut Room<V::Scalar>,
        rays: R,
        options: &CastOptions<V::Scalar>,
        hits: &mut H,
    ) {
        hits.clear();
        if self.has_no_tree() {
            for ray in 0..rays.len() {
                if let Some(hit) = self.cast(&ray_of(rays.ray(ray)), options) {
                    hits.put(ray, &hit);
                }
            }
            return;
        }
        let Room { groups, many } = room;
        let (groups, high) = by_groups(groups, &rays, options);
        let mut together = [Hits::NONE; HALVES];
        let (mut alone, mut trials) = (0, Trials::default());
        for (at, group) in groups.iter().enumerate() {
            let first = at * PACKET_SIZE;
            let packet = || {
                V::Scalar::nearest_of_packet(self.tree(), group, high, options.cull, &mut together)
                    .then_some(())
            };
            let count = (rays.len() - first).min(PACKET_SIZE);
            if trials.of(count, packet).is_none() {
                alone |= 1 << at;
                continue;
            }
            for ray in 0..count {
                let (half, lane) = (&together[ray / LANES], ray % LANES);
                if half.hit >> lane & 1 == 1 {
                    let front = half.front >> lane & 1 == 1;
                    hits.put(first + ray, &self.hit(&half.hit_data, lane, half.t[lane], front));
                }
            }
        }
        if alone == 0 {
            return;
        }
        let many = many.get_or_insert_with(IncoherentRays::new);
        many.begin(rays.len(), alone, high, options.cull);
        V::Scalar::nearest_of_incoherent(self.tree(), groups, many);
        for ray in 0..rays.len() {
            if many.is_hit(ray) {
                let (data, t, front) = many.hit_data(ray);
                hits.put(ray, &self.hit(data, ray % LANES, t, front));
            }
        }
    }

    /// Returns one hit of eight.
    #[inline(always)]
    fn hit(&self, data: &HitData<V::Scalar>, lane: usize, t: V::Scalar, front: bool) -> Hit<V> {
        let vector = |numbers: &[[V::Scalar; LANES]; 3]| V::from_fn(|axis| numbers[axis][lane]);
        let triangle = data.triangle[lane];
        let mut hit = Hit {
            t: t + V::Scalar::ZERO,
            point: Some(vector(&data.point)),
            normal: Some(vector(&data.normal)),
            side: if front { Side::Outside } else { Side::Inside },
            triangle: Some(triangle as usize),
            uv: Some([data.uv[0][lane], data.uv[1][lane]]),
        };
        if data.separate_normal >> lane & 1 == 1 {
            hit.normal = unit_normal(&self.corners(triangle));
        }
        hit
    }

    /// Tests each ray like [`is_hit`](Self::is_hit), in the order of the rays.
    #[doc(alias = "occluded")]
    pub fn is_hit_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<bool> {
        let mut hits = vec![false; rays.len()];
        self.is_hit_parts(rays, options, &mut hits);
        hits
    }

    /// Tests each ray of some arrays like [`is_hit`](Self::is_hit). Threads and cancellation are as
    /// for [`cast_arrays`](Self::cast_arrays).
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
        rays.check()?;
        arrays::check("hits", Some(hits), rays.len())?;
        self.is_hit_parts(rays, options, hits);
        Ok(())
    }

    fn is_hit_parts<R: RaySource<V::Scalar>>(
        &self,
        rays: R,
        options: &CastOptions<V::Scalar>,
        hits: &mut [bool],
    ) {
        in_parts(CHUNK, (rays, hits), <[_]>::split_at_mut, Room::new, |room, rays, hits| {
            if self.has_no_tree() {
                for (ray, hit) in hits.iter_mut().enumerate() {
                    *hit = self.is_hit(&ray_of(rays.ray(ray)), options);
                }
                return;
            }
            let Room { groups, many } = room;
            let (groups, high) = by_groups(groups, &rays, options);
            let (mut alone, mut trials) = (0, Trials::default());
            for (at, (group, hits)) in groups.iter().zip(hits.chunks_mut(PACKET_SIZE)).enumerate() {
                let packet = || V::Scalar::any_of_packet(self.tree(), group, high, options.cull);
                let Some(together) = trials.of(hits.len(), packet) else {
                    alone |= 1 << at;
                    hits.fill(false);
                    continue;
                };
                for (i, hit) in hits.iter_mut().enumerate() {
                    *hit = together[i / LANES] >> (i % LANES) & 1 == 1;
                }
            }
            if alone == 0 {
                return;
            }
            let many = many.get_or_insert_with(IncoherentRays::new);
            many.begin(rays.len(), alone, high, options.cull);
            V::Scalar::any_of_incoherent(self.tree(), groups, many);
            for (at, hit) in hits.iter_mut().enumerate() {
                *hit |= many.is_hit(at);
            }
        });
    }

    /// Returns the [`closest_point`](Self::closest_point) for each point, in the order of the
    /// points.
    #[doc(alias = "project_point")]
    pub fn closest_point_batch(&self, points: &[V]) -> Vec<MeshPoint<V>> {
        let mut found = vec![None; points.len()];
        in_chunks(points, &mut found, |points, found| {
            for (point, found) in points.iter().zip(found) {
                *found = Some(self.closest_point(*point));
            }
        });
        found.into_iter().flatten().collect()
    }

    /// Tests each point like [`contains_point`](Self::contains_point), in the order of the points.
    pub fn contains_point_batch(&self, points: &[V]) -> Vec<bool> {
        let mut inside = vec![false; points.len()];
        let grid = self.grid_for(points.len());
        in_chunks(points, &mut inside, |points, inside| {
            for (point, inside) in points.iter().zip(inside) {
                *inside = self.contains_point_in(grid, *point);
            }
        });
        inside
    }

    /// Returns the [`signed_distance`](Self::signed_distance) of each point, in the order of the
    /// points.
    #[doc(alias = "sdf")]
    pub fn signed_distance_batch(&self, points: &[V]) -> Vec<V::Scalar> {
        let mut distances = vec![V::Scalar::ZERO; points.len()];
        let grid = self.grid_for(points.len());
        in_chunks(points, &mut distances, |points, distances| {
            for (point, distance) in points.iter().zip(distances) {
                *distance = self.signed_distance_in(grid, *point);
            }
        });
        distances
    }
}

/// Buffers that are reused for many chunks.
///
/// They are on the heap, because a thread of rayon that waits begins other chunks on the same
/// stack.
struct Room<N> {
    /// Packets of rays, stored by component.
    groups: Vec<Rays<N>>,
    /// Buffers of the interleaved traversal, allocated when first needed.
    many: Option<Box<IncoherentRays<N>>>,
}

impl<N: Float> Room<N> {
    fn new() -> Self {
        Self { groups: vec![Rays::NONE; RAY_BATCH / PACKET_SIZE], many: None }
    }
}

/// Converts rays to packets, and returns them with the largest `t`. The last packet is padded with
/// its last ray. All packets are written first, because data that is written by component and read
/// in vectors of eight would have to wait in the store buffer.
#[inline(always)]
fn by_groups<'a, S: MeshNumber, R: RaySource<S>>(
    groups: &'a mut [Rays<S>],
    rays: &R,
    options: &CastOptions<S>,
) -> (&'a [Rays<S>], S) {
    let [low, high] = limits(options);
    let groups = &mut groups[..rays.len().div_ceil(PACKET_SIZE)];
    let last = rays.len() - 1;
    for (first, group) in (0..).step_by(PACKET_SIZE).zip(groups.iter_mut()) {
        group.low = low;
        for at in 0..PACKET_SIZE {
            let [origin, direction] = rays.ray((first + at).min(last));
            group.set(at, origin, direction);
        }
    }
    (groups, high)
}

/// Returns the least and the largest `t` of a ray.
fn limits<S: MeshNumber>(options: &CastOptions<S>) -> [S; 2] {
    let ray = Ray::new(V3::splat(S::ZERO), V3::splat(S::ONE));
    let Range { low, high, .. } = Range::within(&ray, options);
    [low, high]
}

#[inline(always)]
pub(crate) fn ray_of<V: FloatVector + Vector3>([origin, direction]: [[V::Scalar; 3]; 2]) -> Ray<V> {
    Ray::new(vector_of(origin), vector_of(direction))
}

#[inline(always)]
pub(crate) fn vector_of<V: FloatVector + Vector3>(numbers: [V::Scalar; 3]) -> V {
    V::from_fn(|axis| numbers[axis])
}

impl<V: FloatVector + Vector3 + Send + Sync> RaySource<V::Scalar> for &[Ray<V>]
where
    V::Scalar: Send + Sync,
{
    #[inline(always)]
    fn ray(&self, index: usize) -> [[V::Scalar; 3]; 2] {
        [numbers(self[index].origin), numbers(self[index].direction)]
    }
}

impl<V: FloatVector + Vector3> HitSink<V> for &mut [Option<Hit<V>>] {
    fn clear(&mut self) {}

    #[inline(always)]
    fn put(&mut self, ray: usize, hit: &Hit<V>) {
        self[ray] = Some(*hit);
    }
}

/// Calls `f` with corresponding chunks of both slices, like [`in_parts`].
pub(super) fn in_chunks<A: Sync, B: Send>(
    questions: &[A],
    answers: &mut [B],
    f: impl Fn(&[A], &mut [B]) + Sync + Send,
) {
    in_parts(
        CHUNK,
        (questions, answers),
        <[_]>::split_at_mut,
        || (),
        |(), questions, answers| {
            f(questions, answers);
        },
    );
}
