//! Many rays or points at once: arrays in, arrays out, on all cores with the feature `rayon`.
//!
//! Rays are taken in the order given, sixteen by sixteen: give neighbours side by side, those of a picture in small
//! tiles rather than in rows. Those that go about the same way go through the tree [together](super::packet), others one by
//! one, and where the tree is large in turns, so that one waits for memory while others go on.

use super::packet::Hits;
use super::rays::unit_normal;
use super::tree::sealed::Asked as _;
use super::tree::{Found, Given};
use super::{MeshNumber, MeshPoint, TriMesh};
use crate::bvh::{Each, GROUP, HALVES, LANES, Rays};
use crate::cast::{CastOptions, Range};
use crate::number::Float;
use crate::question::{Hit, Side};
use crate::shape::Ray;
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use core::iter::repeat_n;

/// What one core does at a time: few enough that what is between the steps stays near.
const CHUNK: usize = 256;

/// What is told so many rays later is fetched from memory.
const AHEAD: usize = 8;

/// Fewer rays than this are asked alone.
const LEAST: usize = 4;

/// Whether it is worth trying to walk a group together: where it was not, 1, 3, 7 and so on are not tried.
#[derive(Default)]
struct Trials {
    left_out: u32,
    waiting: u32,
}

impl Trials {
    /// What `group` says, or `None`, which it says where it fails, without asking it.
    #[inline(always)]
    fn of<T>(&mut self, group: impl FnOnce() -> Option<T>) -> Option<T> {
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
        in_chunks(rays, hits, |rays, hits| {
            if self.has_no_tree() {
                rays.iter().zip(hits).for_each(|(ray, hit)| *hit = self.cast(ray, options));
                return;
            }
            let (mut together, mut alone) = (Hits::NONE, Vec::new());
            let mut trials = Trials::default();
            for (rays, hits) in rays.chunks(GROUP).zip(hits.chunks_mut(GROUP)) {
                if trials.of(|| self.cast_group(rays, options, &mut together).then_some(())).is_some() {
                    self.tell(&together, hits);
                } else {
                    alone.extend(rays.iter().zip(hits));
                }
            }
            let given: Vec<_> = alone.iter().map(|(ray, _)| given(*ray, options)).collect();
            let mut found: Vec<_> = given.iter().map(Found::none).collect();
            V::Scalar::nearest_of_many(self.tree(), &given, &mut found);
            for (i, (ray, hit)) in alone.into_iter().enumerate() {
                if let Some(later) = found.get(i + AHEAD) {
                    self.tree().expect(later.slot);
                }
                *hit = self.told(&Range::of(ray, options.max_t), &found[i]);
            }
        });
    }

    /// All of a few rays at once; `false` when they are better asked alone.
    #[inline(always)]
    fn cast_group(
        &self,
        rays: &[Ray<V>],
        options: &CastOptions<V::Scalar>,
        found: &mut Hits<V::Scalar>,
    ) -> bool {
        let Some((group, high)) = Self::group(rays, options) else { return false };
        V::Scalar::nearest_of_group(self.tree(), &group, high, options.cull, found)
    }

    /// What was found of a group.
    #[inline(always)]
    fn tell(&self, found: &Hits<V::Scalar>, hits: &mut [Option<Hit<V>>]) {
        for (i, hit) in hits.iter_mut().enumerate() {
            let (half, lane) = (i / LANES % HALVES, i % LANES);
            let told = |bits: &[u32; HALVES]| bits[half] >> lane & 1 == 1;
            if !told(&found.hit) {
                continue;
            }
            let vector = |numbers: &[Each<V::Scalar>; 3]| V::from_fn(|axis| numbers[axis][half][lane]);
            let triangle = found.triangle[half][lane];
            *hit = Some(Hit {
                t: found.t[half][lane],
                point: Some(vector(&found.point)),
                normal: if told(&found.alone) {
                    unit_normal(&self.corners(triangle))
                } else {
                    Some(vector(&found.normal))
                },
                side: if told(&found.front) { Side::Outside } else { Side::Inside },
                triangle: Some(triangle as usize),
                uv: Some([found.uv[0][half][lane], found.uv[1][half][lane]]),
            });
        }
    }

    /// A bit for each of a few rays of each half that hits anything; `None` when they are better asked alone.
    #[inline(always)]
    fn is_hit_group(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Option<[u32; HALVES]> {
        let (group, high) = Self::group(rays, options)?;
        V::Scalar::any_of_group(self.tree(), &group, high, options.cull)
    }

    /// Rays number by number, of fewer the last one again, and how far they look; `None` when they are too few.
    #[inline(always)]
    fn group(rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Option<(Rays<V::Scalar>, V::Scalar)> {
        let (first, last) = (rays.first()?, rays.last()?);
        if rays.len() < LEAST {
            return None;
        }
        let Range { low, high, .. } = Range::of(first, options.max_t);
        let each = [[V::Scalar::ZERO; LANES]; HALVES];
        let mut group = Rays { origin: [each; 3], direction: [each; 3], low };
        for (i, ray) in rays.iter().chain(repeat_n(last, GROUP - rays.len())).enumerate() {
            for axis in 0..3 {
                group.origin[axis][i / LANES][i % LANES] = ray.origin.get(axis);
                group.direction[axis][i / LANES][i % LANES] = ray.direction.get(axis);
            }
        }
        Some((group, high))
    }

    /// What [`is_hit`](Self::is_hit) says of each ray, in the order of the rays.
    #[doc(alias = "occluded")]
    pub fn is_hit_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<bool> {
        let mut hits = vec![false; rays.len()];
        in_chunks(rays, &mut hits, |rays, hits| {
            if self.has_no_tree() {
                rays.iter().zip(hits).for_each(|(ray, hit)| *hit = self.is_hit(ray, options));
                return;
            }
            let (mut alone, mut places) = (Vec::new(), Vec::new());
            let mut trials = Trials::default();
            for (rays, hits) in rays.chunks(GROUP).zip(hits.chunks_mut(GROUP)) {
                if let Some(together) = trials.of(|| self.is_hit_group(rays, options)) {
                    for (i, hit) in hits.iter_mut().enumerate() {
                        *hit = together[i / LANES] >> (i % LANES) & 1 == 1;
                    }
                } else {
                    alone.extend(rays.iter().map(|ray| given(ray, options)));
                    places.extend(hits);
                }
            }
            let mut met = vec![false; alone.len()];
            V::Scalar::any_of_many(self.tree(), &alone, &mut met);
            places.into_iter().zip(met).for_each(|(hit, met)| *hit = met);
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

#[inline(always)]
fn given<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    ray: &Ray<V>,
    options: &CastOptions<V::Scalar>,
) -> Given<V::Scalar> {
    Given::new(&Range::of(ray, options.max_t), options.cull)
}

/// Calls `f` with corresponding chunks of both: on all cores.
#[cfg(feature = "rayon")]
pub(super) fn in_chunks<A: Sync, B: Send>(
    questions: &[A],
    answers: &mut [B],
    f: impl Fn(&[A], &mut [B]) + Sync + Send,
) {
    use rayon::prelude::*;
    questions.par_chunks(CHUNK).zip(answers.par_chunks_mut(CHUNK)).for_each(|(a, b)| f(a, b));
}

/// Calls `f` with corresponding chunks of both.
#[cfg(not(feature = "rayon"))]
pub(super) fn in_chunks<A, B>(questions: &[A], answers: &mut [B], f: impl Fn(&[A], &mut [B])) {
    for (a, b) in questions.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)) {
        f(a, b);
    }
}
