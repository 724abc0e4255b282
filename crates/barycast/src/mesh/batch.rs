//! Many rays or points at once: arrays in, arrays out, on all cores with the feature `rayon`.
//!
//! Rays are taken in the order given, sixteen by sixteen: give neighbours side by side, those of a picture in small
//! tiles rather than in rows. Those that go about the same way are walked together, others one by one.

use super::tree::sealed::Asked as _;
use super::tree::{Found, Given};
use super::{MeshNumber, MeshPoint, TriMesh};
use crate::cast::{CastOptions, Range};
use crate::number::Float;
use crate::question::Hit;
use crate::shape::Ray;
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// What one core does at a time: few enough that what is between the steps stays near.
const CHUNK: usize = 256;

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
                for (ray, hit) in rays.iter().zip(hits) {
                    *hit = self.cast(ray, options);
                }
                return;
            }
            let ranges: Vec<_> = rays.iter().map(|ray| Range::of(ray, options.max_t)).collect();
            let given: Vec<_> = ranges.iter().map(|range| Given::new(range, options.cull)).collect();
            let mut found: Vec<_> = given.iter().map(Found::none).collect();
            V::Scalar::nearest_of_many(self.tree(), &given, &mut found);
            for ((hit, range), found) in hits.iter_mut().zip(&ranges).zip(&found) {
                *hit = self.told(range, found);
            }
        });
    }

    /// What [`is_hit`](Self::is_hit) says of each ray, in the order of the rays.
    #[doc(alias = "occluded")]
    pub fn is_hit_batch(&self, rays: &[Ray<V>], options: &CastOptions<V::Scalar>) -> Vec<bool> {
        let mut hits = vec![false; rays.len()];
        in_chunks(rays, &mut hits, |rays, hits| {
            if self.has_no_tree() {
                for (ray, hit) in rays.iter().zip(hits) {
                    *hit = self.is_hit(ray, options);
                }
                return;
            }
            let given = |ray| Given::new(&Range::of(ray, options.max_t), options.cull);
            let given: Vec<_> = rays.iter().map(given).collect();
            V::Scalar::any_of_many(self.tree(), &given, hits);
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
