//! The target of rays and points: a mesh, or a scene of placed meshes.

use crate::arrays::{Num, Space};
use barycast::mesh::{ArrayLengthError, RayArrays, TriMesh};
use barycast::pair::cast::CastOptions;
use barycast::scene::{Scene, SceneClosestArrays, SceneHitArrays, SceneHitLists};

/// Largest number of questions that never leaves the calling thread.
pub(crate) const ALONE: usize = 256;

/// A mesh or a scene. Slices have one place for each question.
pub(crate) trait Target<V: Space>: Sync {
    /// Fields of hits.
    const HITS: [&'static str; 7];
    /// Fields of closest points.
    const CLOSEST: [&'static str; 7];

    fn cast_into(
        &self,
        rays: RayArrays<'_, Num<V>>,
        options: &CastOptions<Num<V>>,
        hits: SceneHitArrays<'_, Num<V>>,
    );

    fn is_hit_into(&self, rays: RayArrays<'_, Num<V>>, options: &CastOptions<Num<V>>, hits: &mut [bool]);

    fn crossings_into(&self, rays: RayArrays<'_, Num<V>>, options: &CastOptions<Num<V>>, counts: &mut [i32]);

    fn cast_all_of(
        &self,
        rays: RayArrays<'_, Num<V>>,
        options: &CastOptions<Num<V>>,
        max_hits: Option<usize>,
    ) -> SceneHitLists<Num<V>>;

    fn closest_into(&self, points: &[[Num<V>; 3]], limit: Num<V>, closest: SceneClosestArrays<'_, Num<V>>);

    fn contains_into(&self, points: &[[Num<V>; 3]], inside: &mut [bool]);

    fn signed_distance_into(&self, points: &[[Num<V>; 3]], distances: &mut [Num<V>]);

    /// Number of points from which on questions about the inside are faster together.
    fn many_points(&self) -> usize;
}

/// All slices have the length of the questions: another one is a fault, which is caught with every
/// panic.
fn sure(result: Result<(), ArrayLengthError>) {
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Fields of hits of a mesh.
const HITS: [&str; 7] = ["t", "triangle", "point", "normal", "uv", "front", ""];
/// Fields of closest points of a mesh.
const CLOSEST: [&str; 7] = ["distance", "triangle", "point", "normal", "uv", "", ""];

impl<V: Space> Target<V> for TriMesh<V> {
    const HITS: [&'static str; 7] = HITS;
    const CLOSEST: [&'static str; 7] = CLOSEST;

    fn cast_into(
        &self,
        rays: RayArrays<'_, Num<V>>,
        options: &CastOptions<Num<V>>,
        hits: SceneHitArrays<'_, Num<V>>,
    ) {
        sure(self.cast_arrays(rays, options, hits.hits));
    }

    fn is_hit_into(&self, rays: RayArrays<'_, Num<V>>, options: &CastOptions<Num<V>>, hits: &mut [bool]) {
        sure(self.is_hit_arrays(rays, options, hits));
    }

    fn crossings_into(&self, rays: RayArrays<'_, Num<V>>, options: &CastOptions<Num<V>>, counts: &mut [i32]) {
        sure(self.crossings_arrays(rays, options, counts));
    }

    fn cast_all_of(
        &self,
        rays: RayArrays<'_, Num<V>>,
        options: &CastOptions<Num<V>>,
        max_hits: Option<usize>,
    ) -> SceneHitLists<Num<V>> {
        let hits = self.cast_all_arrays(rays, options, max_hits);
        SceneHitLists { hits: hits.unwrap_or_else(|error| panic!("{error}")), instance: Vec::new() }
    }

    fn closest_into(&self, points: &[[Num<V>; 3]], limit: Num<V>, closest: SceneClosestArrays<'_, Num<V>>) {
        sure(self.closest_point_arrays(points, limit, closest.closest));
    }

    fn contains_into(&self, points: &[[Num<V>; 3]], inside: &mut [bool]) {
        sure(self.contains_point_arrays(points, inside));
    }

    fn signed_distance_into(&self, points: &[[Num<V>; 3]], distances: &mut [Num<V>]) {
        sure(self.signed_distance_arrays(points, distances));
    }

    fn many_points(&self) -> usize {
        self.triangles().len() / 4 + 1
    }
}

impl<V: Space> Target<V> for Scene<V> {
    const HITS: [&'static str; 7] = ["t", "triangle", "point", "normal", "uv", "front", "part"];
    const CLOSEST: [&'static str; 7] = ["distance", "triangle", "point", "normal", "uv", "", "part"];

    fn cast_into(
        &self,
        rays: RayArrays<'_, Num<V>>,
        options: &CastOptions<Num<V>>,
        hits: SceneHitArrays<'_, Num<V>>,
    ) {
        sure(self.cast_arrays(rays, options, hits));
    }

    fn is_hit_into(&self, rays: RayArrays<'_, Num<V>>, options: &CastOptions<Num<V>>, hits: &mut [bool]) {
        sure(self.is_hit_arrays(rays, options, hits));
    }

    fn crossings_into(&self, rays: RayArrays<'_, Num<V>>, options: &CastOptions<Num<V>>, counts: &mut [i32]) {
        sure(self.crossings_arrays(rays, options, counts));
    }

    fn cast_all_of(
        &self,
        rays: RayArrays<'_, Num<V>>,
        options: &CastOptions<Num<V>>,
        max_hits: Option<usize>,
    ) -> SceneHitLists<Num<V>> {
        self.cast_all_arrays(rays, options, max_hits).unwrap_or_else(|error| panic!("{error}"))
    }

    fn closest_into(&self, points: &[[Num<V>; 3]], limit: Num<V>, closest: SceneClosestArrays<'_, Num<V>>) {
        sure(self.closest_point_arrays(points, limit, closest));
    }

    fn contains_into(&self, points: &[[Num<V>; 3]], inside: &mut [bool]) {
        sure(self.contains_point_arrays(points, inside));
    }

    fn signed_distance_into(&self, points: &[[Num<V>; 3]], distances: &mut [Num<V>]) {
        sure(self.signed_distance_arrays(points, distances));
    }

    fn many_points(&self) -> usize {
        let most = self.meshes().iter().map(|mesh| mesh.triangles().len()).max();
        most.unwrap_or(0) / 4 + 1
    }
}
