//! Many rays or points at once: arrays in, arrays out, on all cores with the feature `rayon`.
//!
//! Rays are taken in the order given, sixteen by sixteen: give neighbours side by side, those of a picture in small
//! tiles rather than in rows. Those that go about the same way go through the tree [together](super::packet), others [in
//! turns](super::many), so that none waits for memory or for a branch guessed wrong.

use super::leaf::numbers;
use super::many::Many;
use super::normal::unit_normal;
use super::number::sealed::Asked as _;
use super::packet::Hits;
use super::told::Told;
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

/// What one core does at a time: few enough that what is between the steps stays near.
const CHUNK: usize = RAY_BATCH;

/// Fewer rays than this are asked alone.
const LEAST: usize = 4;

/// Whether it is worth trying to walk a group together: where it was not, 1, 3, 7 and so on are not tried.
#[derive(Default)]
struct Trials {
    left_out: u32,
    waiting: u32,
}

impl Trials {
    /// What `group`, of so many rays, says, or `None`, which it says where it fails, without asking it.
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
    /// What [`cast`](Self::cast) says of each ray, bit for bit, in the order of the rays.
    #[doc(alias = "raycast")]
    pub fn cast_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<Option<Hit<V>>> {
        let mut hits = Vec::new();
        self.cast_batch_into(rays, options, &mut hits);
        hits
    }

    /// The same into a vector that is kept from batch to batch; what was in it goes.
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
                let ask = || {
                    V::Scalar::nearest_of_group(self.tree(), group, high, options.cull, &mut together)
                        .then_some(())
                };
                if trials.of(hits.len(), ask).is_none() {
                    alone |= 1 << at;
                    continue;
                }
                for (half, hits) in together.iter().zip(hits.chunks_mut(LANES)) {
                    for (lane, hit) in hits.iter_mut().enumerate() {
                        if half.hit >> lane & 1 == 1 {
                            let front = half.front >> lane & 1 == 1;
                            *hit = Some(self.hit(&half.told, lane, half.t[lane], front));
                        }
                    }
                }
            }
            if alone == 0 {
                return;
            }
            let many = many.get_or_insert_with(Many::new);
            many.begin(rays.len(), alone, high, options.cull);
            V::Scalar::nearest_of_many(self.tree(), groups, many);
            for (at, hit) in hits.iter_mut().enumerate() {
                if many.is_hit(at) {
                    let (told, t, front) = many.told(at);
                    *hit = Some(self.hit(told, at % LANES, t, front));
                }
            }
        });
    }

    /// One of the hits that were told.
    #[inline(always)]
    fn hit(&self, told: &Told<V::Scalar>, lane: usize, t: V::Scalar, front: bool) -> Hit<V> {
        let vector = |numbers: &[[V::Scalar; LANES]; 3]| V::from_fn(|axis| numbers[axis][lane]);
        let triangle = told.triangle[lane];
        let mut hit = Hit {
            t: t + V::Scalar::ZERO,
            point: Some(vector(&told.point)),
            normal: Some(vector(&told.normal)),
            side: if front { Side::Outside } else { Side::Inside },
            triangle: Some(triangle as usize),
            uv: Some([told.uv[0][lane], told.uv[1][lane]]),
        };
        if told.alone >> lane & 1 == 1 {
            hit.normal = unit_normal(&self.corners(triangle));
        }
        hit
    }

    /// What [`is_hit`](Self::is_hit) says of each ray, in the order of the rays.
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
                let ask = || V::Scalar::any_of_group(self.tree(), group, high, options.cull);
                let Some(together) = trials.of(hits.len(), ask) else {
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
            let many = many.get_or_insert_with(Many::new);
            many.begin(rays.len(), alone, high, options.cull);
            V::Scalar::any_of_many(self.tree(), groups, many);
            for (at, hit) in hits.iter_mut().enumerate() {
                *hit |= many.is_hit(at);
            }
        });
        hits
    }

    /// What [`closest_point`](Self::closest_point) says of each point, in the order of the points.
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

    /// What [`contains_point`](Self::contains_point) says of each point, in the order of the points.
    pub fn contains_point_batch(&self, points: &[V]) -> Vec<bool> {
        let mut inside = vec![false; points.len()];
        in_chunks(points, &mut inside, |points, inside| {
            for (point, inside) in points.iter().zip(inside) {
                *inside = self.contains_point(*point);
            }
        });
        inside
    }

    /// What [`signed_distance`](Self::signed_distance) says of each point, in the order of the points.
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

/// What is made once for many chunks.
///
/// On the heap: while one of rayon's threads waits it begins with other chunks, on the same stack.
struct Room<N> {
    /// The rays number by number.
    groups: Vec<Rays<N>>,
    /// Made when it is needed first.
    many: Option<Box<Many<N>>>,
}

impl<N: Float> Room<N> {
    fn new() -> Self {
        Self { groups: vec![Rays::NONE; RAY_BATCH / PACKET_SIZE], many: None }
    }
}

/// Rays number by number, in the last group the last one again and again, and how far they look. All at first, for what is written
/// number by number and read by eights at once must wait.
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

/// Calls `f` with corresponding chunks of both: on all cores with the feature `rayon`.
pub(super) fn in_chunks<A: Sync, B: Send>(
    questions: &[A],
    answers: &mut [B],
    f: impl Fn(&[A], &mut [B]) + Sync + Send,
) {
    in_chunks_with(|| (), questions, answers, |(), questions, answers| f(questions, answers));
}

/// The same with something that is made once for many chunks.
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

/// The same with something that is made once.
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
