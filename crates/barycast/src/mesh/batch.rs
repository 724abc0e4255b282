//! Batch queries: many rays or points at once, arrays in and arrays out, on all cores with the
//! feature `rayon`.
//!
//! Rays are taken in the order given, sixteen at a time. Place neighbouring rays side by side,
//! those of a picture in small tiles rather than in rows. Coherent rays traverse the tree [as a
//! packet](super::packet). For other rays the traversals are [interleaved](super::incoherent), so
//! that no ray waits for memory or a mispredicted branch.

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
use crate::vector::{FloatVector, Vector3};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::iter::repeat_n;

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
        in_chunks_with(Room::new, rays, hits, |room, rays, hits| {
            if self.has_no_tree() {
                rays.iter().zip(hits).for_each(|(ray, hit)| *hit = self.cast(ray, options));
                return;
            }
            let Room { groups, many } = room;
            let (groups, high) = by_groups(groups, rays, options);
            let mut together = [Hits::NONE; HALVES];
            let (mut alone, mut trials) = (0, Trials::default());
            for (at, (group, hits)) in groups.iter().zip(hits.chunks_mut(PACKET_SIZE)).enumerate() {
                let packet = || {
                    V::Scalar::nearest_of_packet(self.tree(), group, high, options.cull, &mut together)
                        .then_some(())
                };
                if trials.of(hits.len(), packet).is_none() {
                    alone |= 1 << at;
                    continue;
                }
                for (half, hits) in together.iter().zip(hits.chunks_mut(LANES)) {
                    for (lane, hit) in hits.iter_mut().enumerate() {
                        if half.hit >> lane & 1 == 1 {
                            let front = half.front >> lane & 1 == 1;
                            *hit = Some(self.hit(&half.hit_data, lane, half.t[lane], front));
                        }
                    }
                }
            }
            if alone == 0 {
                return;
            }
            let many = many.get_or_insert_with(IncoherentRays::new);
            many.begin(rays.len(), alone, high, options.cull);
            V::Scalar::nearest_of_incoherent(self.tree(), groups, many);
            for (at, hit) in hits.iter_mut().enumerate() {
                if many.is_hit(at) {
                    let (data, t, front) = many.hit_data(at);
                    *hit = Some(self.hit(data, at % LANES, t, front));
                }
            }
        });
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
        in_chunks_with(Room::new, rays, &mut hits, |room, rays, hits| {
            if self.has_no_tree() {
                rays.iter().zip(hits).for_each(|(ray, hit)| *hit = self.is_hit(ray, options));
                return;
            }
            let Room { groups, many } = room;
            let (groups, high) = by_groups(groups, rays, options);
            let (mut alone, mut trials) = (0, Trials::default());
            for (at, (group, hits)) in groups.iter().zip(hits.chunks_mut(PACKET_SIZE)).enumerate() {
                let packet = || V::Scalar::any_of_packet(self.tree(), group, high, options.cull);
                let Some(together) = trials.of(hits.len(), packet) else {
                    alone |= 1 << at;
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
        hits
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
        in_chunks(points, &mut inside, |points, inside| {
            for (point, inside) in points.iter().zip(inside) {
                *inside = self.contains_point(*point);
            }
        });
        inside
    }

    /// Returns the [`signed_distance`](Self::signed_distance) of each point, in the order of the
    /// points.
    #[doc(alias = "sdf")]
    pub fn signed_distance_batch(&self, points: &[V]) -> Vec<V::Scalar> {
        let mut distances = vec![V::Scalar::ZERO; points.len()];
        in_chunks(points, &mut distances, |points, distances| {
            for (point, distance) in points.iter().zip(distances) {
                *distance = self.signed_distance(*point);
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
fn by_groups<'a, V: FloatVector<Scalar: MeshNumber> + Vector3>(
    groups: &'a mut [Rays<V::Scalar>],
    rays: &[Ray<V>],
    options: &CastOptions<V::Scalar>,
) -> (&'a [Rays<V::Scalar>], V::Scalar) {
    let Range { low, high, .. } = Range::of(&rays[0], options.max_t);
    let groups = &mut groups[..rays.len().div_ceil(PACKET_SIZE)];
    for (group, rays) in groups.iter_mut().zip(rays.chunks(PACKET_SIZE)) {
        group.low = low;
        let last = &rays[rays.len() - 1];
        for (at, ray) in rays.iter().chain(repeat_n(last, PACKET_SIZE - rays.len())).enumerate() {
            group.set(at, numbers(ray.origin), numbers(ray.direction));
        }
    }
    (groups, high)
}

/// Calls `f` with corresponding chunks of both slices, on all cores with the feature `rayon`.
pub(super) fn in_chunks<A: Sync, B: Send>(
    questions: &[A],
    answers: &mut [B],
    f: impl Fn(&[A], &mut [B]) + Sync + Send,
) {
    in_chunks_with(|| (), questions, answers, |(), questions, answers| f(questions, answers));
}

/// Calls `f` with corresponding chunks and a buffer that is reused for many chunks.
#[cfg(feature = "rayon")]
fn in_chunks_with<A: Sync, B: Send, T>(
    room: impl Fn() -> T + Sync + Send,
    questions: &[A],
    answers: &mut [B],
    f: impl Fn(&mut T, &[A], &mut [B]) + Sync + Send,
) {
    use rayon::prelude::*;
    let chunks = questions.par_chunks(CHUNK).zip(answers.par_chunks_mut(CHUNK));
    chunks.for_each_init(room, |room, (questions, answers)| f(room, questions, answers));
}

/// Calls `f` with corresponding chunks and one buffer.
#[cfg(not(feature = "rayon"))]
fn in_chunks_with<A, B, T>(
    room: impl Fn() -> T,
    questions: &[A],
    answers: &mut [B],
    f: impl Fn(&mut T, &[A], &mut [B]),
) {
    let mut room = room();
    for (questions, answers) in questions.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)) {
        f(&mut room, questions, answers);
    }
}
