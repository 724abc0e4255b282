//! Many rays or points at once: arrays in, arrays out, on all cores with the feature `rayon`.
//!
//! Rays are taken in the order given, [`GROUP`] by `GROUP`: give neighbours side by side, those of a picture in small
//! tiles rather than in rows. Groups that go about the same way are walked together, others one by one.

use super::rays::{Any, Nearest, box_ray};
use super::{MeshPoint, TriMesh};
use crate::bvh::{BoxRay, GROUP, Later, Meet};
use crate::cast::{CastOptions, Range};
use crate::number::Eight;
use crate::question::Hit;
use crate::shape::Ray;
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use fearless_simd::{Simd, dispatch};

/// What one core does at a time.
const CHUNK: usize = 4096;

impl<V: FloatVector<Scalar: Eight> + Vector3> TriMesh<V> {
    /// What [`cast`](Self::cast) says of each ray, bit for bit, in the order of the rays.
    pub fn cast_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<Option<Hit<V>>>
    where
        V: Send + Sync,
        V::Scalar: Send + Sync,
    {
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
    ) where
        V: Send + Sync,
        V::Scalar: Send + Sync,
    {
        hits.clear();
        hits.resize(rays.len(), None);
        let cull = options.cull;
        in_chunks(rays, hits, |rays, hits| {
            if self.has_no_tree() {
                for (ray, hit) in rays.iter().zip(hits) {
                    *hit = self.cast(ray, options);
                }
                return;
            }
            let ask = |range: &Range<V>| Nearest::new(self, range, cull);
            let told = |nearest: &Nearest<'_, V>, range: &Range<V>| nearest.found(range);
            dispatch!(self.bvh().level(), simd => self.walk_in(simd, rays, options, hits, ask, told));
        });
    }

    /// What [`is_hit`](Self::is_hit) says of each ray, in the order of the rays.
    pub fn is_hit_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<bool>
    where
        V: Send + Sync,
        V::Scalar: Send + Sync,
    {
        let mut hits = vec![false; rays.len()];
        let cull = options.cull;
        in_chunks(rays, &mut hits, |rays, hits| {
            if self.has_no_tree() {
                for (ray, hit) in rays.iter().zip(hits) {
                    *hit = self.is_hit(ray, options);
                }
                return;
            }
            let ask = |range: &Range<V>| Any::new(self, range, cull);
            let told = |any: &Any<'_, V>, _: &Range<V>| any.met;
            dispatch!(self.bvh().level(), simd => self.walk_in(simd, rays, options, hits, ask, told));
        });
        hits
    }

    /// What [`closest_point`](Self::closest_point) says of each point, in the order of the points.
    pub fn closest_point_batch(&self, points: &[V]) -> Vec<MeshPoint<V>>
    where
        V: Send + Sync,
        V::Scalar: Send + Sync,
    {
        let mut found = vec![None; points.len()];
        in_chunks(points, &mut found, |points, found| {
            for (point, found) in points.iter().zip(found) {
                *found = Some(self.closest_point(*point));
            }
        });
        found.into_iter().flatten().collect()
    }

    /// Walks along rays, group by group.
    #[inline(always)]
    fn walk_in<'a, S: Simd, M: Meet<Number = V::Scalar>, R>(
        &'a self,
        simd: S,
        rays: &[Ray<V>],
        options: &CastOptions<V::Scalar>,
        answers: &mut [R],
        ask: impl Fn(&Range<V>) -> M,
        told: impl Fn(&M, &Range<V>) -> R,
    ) {
        let mut put_off = Later::default();
        let mut leaves: Vec<M> = Vec::with_capacity(GROUP);
        let mut boxes: Vec<BoxRay> = Vec::with_capacity(GROUP);
        let mut limits = Vec::with_capacity(GROUP);
        let mut ranges = Vec::with_capacity(GROUP);
        for (rays, answers) in rays.chunks(GROUP).zip(answers.chunks_mut(GROUP)) {
            leaves.clear();
            boxes.clear();
            limits.clear();
            ranges.clear();
            for ray in rays {
                let range = Range::of(ray, options.max_t);
                leaves.push(ask(&range));
                boxes.push(box_ray(&range));
                limits.push(range.high);
                ranges.push(range);
            }
            self.bvh().walk_group_in(simd, &boxes, &limits, &mut leaves, &mut put_off);
            for ((answer, leaf), range) in answers.iter_mut().zip(&leaves).zip(&ranges) {
                *answer = told(leaf, range);
            }
        }
    }
}

/// Calls `f` with corresponding chunks of both: on all cores.
#[cfg(feature = "rayon")]
fn in_chunks<A: Sync, B: Send>(questions: &[A], answers: &mut [B], f: impl Fn(&[A], &mut [B]) + Sync + Send) {
    use rayon::prelude::*;
    questions.par_chunks(CHUNK).zip(answers.par_chunks_mut(CHUNK)).for_each(|(a, b)| f(a, b));
}

/// Calls `f` with corresponding chunks of both.
#[cfg(not(feature = "rayon"))]
fn in_chunks<A, B>(questions: &[A], answers: &mut [B], f: impl Fn(&[A], &mut [B])) {
    for (a, b) in questions.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)) {
        f(a, b);
    }
}
