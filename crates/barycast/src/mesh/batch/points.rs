//! Batches of points in arrays of numbers.

use super::arrays::{ArrayLengthError, ClosestArrays, check, fill, id, set};
use super::lists::TriangleLists;
use super::parts::{collect_parts, in_parts};
use super::vector_of;
use crate::mesh::leaf::numbers;
use crate::mesh::normal::{triangle, unit_normal};
use crate::mesh::{MeshNumber, MeshPoint, TriMesh};
use crate::number::{Float, Real};
use crate::pair::cast::uv;
use crate::vector::{FloatVector, Vector3};

/// Number of points of a part: a tenth of a millisecond of work.
const CHUNK: usize = 256;

/// Slices with a number of places for each point.
struct Several<'a, S> {
    closest: ClosestArrays<'a, S>,
    count: usize,
}

impl<S: Send> Several<'_, S> {
    /// Splits before a point.
    fn split(self, at: usize) -> (Self, Self) {
        let Self { closest, count } = self;
        let (a, b) = closest.split(at * count);
        (Self { closest: a, count }, Self { closest: b, count })
    }
}

impl<S: Float> ClosestArrays<'_, S> {
    /// Marks every point as without a result.
    pub(crate) fn clear(&mut self) {
        let nan = S::from_f64(f64::NAN);
        fill(&mut self.distance, Real::infinity(nan));
        fill(&mut self.point, [nan; 3]);
        fill(&mut self.triangle, -1);
        fill(&mut self.uv, [nan; 2]);
        fill(&mut self.normal, [nan; 3]);
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync> TriMesh<V> {
    /// Writes the [closest point](Self::closest_point_within) of the mesh at a distance of at most
    /// `limit`, which may be infinite, for each point. Threads and cancellation are as for
    /// [`cast_arrays`](Self::cast_arrays), with at most 256 points on the calling thread.
    ///
    /// # Errors
    /// [`ArrayLengthError`] if a slice has another length than the points.
    ///
    /// ```
    /// use barycast::mesh::{ClosestArrays, TriMesh};
    /// use glam::DVec3;
    ///
    /// let mesh = TriMesh::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
    /// let (mut distance, mut uv) = ([0.0; 1], [[0.0; 2]; 1]);
    /// let into = ClosestArrays { distance: Some(&mut distance), uv: Some(&mut uv), ..Default::default() };
    /// mesh.closest_point_arrays(&[[0.25, 0.5, 2.0]], f64::INFINITY, into)?;
    /// assert_eq!((distance, uv), ([2.0], [[0.25, 0.5]]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "project_point")]
    pub fn closest_point_arrays(
        &self,
        points: &[[V::Scalar; 3]],
        limit: V::Scalar,
        closest: ClosestArrays<'_, V::Scalar>,
    ) -> Result<(), ArrayLengthError> {
        closest.check(points.len())?;
        in_parts(
            CHUNK,
            (points, closest),
            ClosestArrays::split,
            || (),
            |(), points, mut closest| {
                closest.clear();
                for (at, point) in points.iter().enumerate() {
                    if let Some(found) = self.closest_point_within(vector_of(*point), limit) {
                        self.put_closest(&mut closest, at, &found);
                    }
                }
            },
        );
        Ok(())
    }

    /// Writes the `count` triangles closest to each point within `limit`, by ascending distance and
    /// then index: [`k_nearest_triangles`](Self::k_nearest_triangles). Every slice has `count`
    /// places for each point, of which those without a triangle are marked so.
    ///
    /// # Errors
    /// [`ArrayLengthError`] if a slice has another length than `count` times that of the points.
    #[doc(alias = "k nearest neighbors")]
    pub fn k_nearest_arrays(
        &self,
        points: &[[V::Scalar; 3]],
        count: usize,
        limit: V::Scalar,
        closest: ClosestArrays<'_, V::Scalar>,
    ) -> Result<(), ArrayLengthError> {
        let places = points.len().checked_mul(count);
        closest.check(places.unwrap_or(usize::MAX))?;
        // No slice has more places than a number can count.
        if count == 0 || places.is_none() {
            return Ok(());
        }
        let results = Several { closest, count };
        in_parts(
            CHUNK.div_ceil(4),
            (points, results),
            Several::split,
            || (),
            |(), points, results| {
                let mut closest = results.closest;
                closest.clear();
                for (at, point) in points.iter().enumerate() {
                    let found = self.k_nearest_within(vector_of(*point), count, limit);
                    for (place, found) in found.iter().enumerate() {
                        self.put_closest(&mut closest, at * count + place, found);
                    }
                }
            },
        );
        Ok(())
    }

    /// Returns the triangles at a distance of at most `radius` from each point, by ascending index:
    /// [`triangles_within`](Self::triangles_within).
    #[doc(alias = "ball query")]
    pub fn triangles_within_arrays(&self, points: &[[V::Scalar; 3]], radius: V::Scalar) -> TriangleLists {
        let parts = collect_parts(CHUNK, points, |points| {
            let mut lists = TriangleLists::default();
            for point in points {
                let found = self.triangles_within(vector_of(*point), radius);
                lists.push(found.into_iter().map(id));
            }
            lists
        });
        TriangleLists::joined(points.len(), parts)
    }

    /// Tests each point like [`contains_point`](Self::contains_point). The first batch of at least a
    /// quarter as many points as the mesh has triangles divides its box into cells, of which most
    /// are wholly inside or outside. Later batches use them, also those of clones. Threads and
    /// cancellation are as for [`cast_arrays`](Self::cast_arrays).
    ///
    /// # Errors
    /// [`ArrayLengthError`] if `inside` has another length than the points.
    #[doc(alias = "is_inside")]
    pub fn contains_point_arrays(
        &self,
        points: &[[V::Scalar; 3]],
        inside: &mut [bool],
    ) -> Result<(), ArrayLengthError> {
        check("inside", Some(inside), points.len())?;
        let grid = self.grid_for(points.len());
        in_parts(
            CHUNK,
            (points, inside),
            <[_]>::split_at_mut,
            || (),
            |(), points, inside| {
                for (point, inside) in points.iter().zip(inside) {
                    *inside = self.contains_point_in(grid, vector_of(*point));
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
        check("distances", Some(distances), points.len())?;
        let grid = self.grid_for(points.len());
        in_parts(
            CHUNK,
            (points, distances),
            <[_]>::split_at_mut,
            || (),
            |(), points, distances| {
                for (point, distance) in points.iter().zip(distances) {
                    *distance = self.signed_distance_in(grid, vector_of(*point));
                }
            },
        );
        Ok(())
    }

    /// Writes one closest point.
    fn put_closest(&self, into: &mut ClosestArrays<'_, V::Scalar>, at: usize, found: &MeshPoint<V>) {
        let corners = || self.corners(found.triangle as u32);
        set(&mut into.distance, at, || found.closest.distance);
        set(&mut into.point, at, || numbers(found.closest.on_b));
        set(&mut into.triangle, at, || id(found.triangle));
        set(&mut into.uv, at, || uv::<V>(&triangle(&corners()), found.closest.on_b));
        let nan = V::Scalar::from_f64(f64::NAN);
        set(&mut into.normal, at, || unit_normal::<V>(&corners()).map_or([nan; 3], numbers));
    }
}
