//! Ray queries of meshes.

use super::kernels::sealed::MeshKernels as _;
use super::leaf::{Corners, Crossing};
use super::normal::{triangle, unit_normal};
use super::walk_ray::{Found, LimitedRay, RayQuery};
use super::{MeshNumber, TriMesh};
use crate::bvh::{LANES, read_separately};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::pair::cast::{CastOptions, Range, clamp_to_end, single_point, uv};
use crate::query::{Hit, Side};
use crate::shape::Linear;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the first hit of a line, ray or segment on the mesh, up to the limit of `options`.
    ///
    /// `triangle` is the lowest index of several at the same `t`, and `uv` the barycentric
    /// coordinates on it. The test is watertight: no ray passes between triangles that share an
    /// edge or a vertex. A triangle in whose plane the ray lies is hit where the ray first meets
    /// it. The hit is then on the front, as far as floats can decide that the ray is in the plane,
    /// and always for a ray along an axis. The same holds for an edge or a corner that the ray only
    /// grazes. The normal of a collinear triangle is `None`.
    ///
    /// ```
    /// use barycast::d3::Ray;
    /// use barycast::mesh::TriMesh;
    /// use barycast::pair::cast::CastOptions;
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let down = Ray::new(vec3(0.25, 0.5, 3.0), -Vec3::Z);
    /// let hit = mesh.cast(&down, &CastOptions::default()).unwrap();
    /// assert_eq!((hit.t, hit.triangle, hit.uv), (3.0, Some(0), Some([0.25, 0.5])));
    /// let near = CastOptions { max_t: Some(2.0), ..CastOptions::default() };
    /// assert!(mesh.cast(&down, &near).is_none());
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "raycast")]
    #[inline(always)]
    pub fn cast<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> Option<Hit<V>> {
        if let Some(point) = single_point(ray) {
            return self.hit_in_place(point, options);
        }
        let found = self.cast_range(&Range::through_end(ray, options), options.cull);
        found.map(|hit| clamp_to_end(ray, hit))
    }

    /// Returns the hit of a segment of length 0.
    #[cold]
    pub(crate) fn hit_in_place(&self, point: V, options: &CastOptions<V::Scalar>) -> Option<Hit<V>> {
        let zero = V::Scalar::ZERO;
        let in_time = options.max_t.is_none_or(|limit| limit >= zero)
            && options.min_t.is_none_or(|limit| limit <= zero);
        let found = self.closest_point_within(point, zero).filter(|_| in_time)?;
        let corners = self.corners(found.triangle as u32);
        Some(Hit {
            t: zero,
            point: Some(point),
            normal: unit_normal(&corners),
            side: Side::Outside,
            triangle: Some(found.triangle),
            uv: Some(uv(&triangle(&corners), point)),
        })
    }

    #[inline(always)]
    pub(crate) fn cast_range(&self, range: &Range<V>, cull: bool) -> Option<Hit<V>> {
        let given = RayQuery::new(range, cull);
        let mut found = Found::none(&given);
        if self.has_no_tree() {
            self.test_each(&given, &mut found);
        } else {
            V::Scalar::nearest(self.tree(), &given, &mut found);
        }
        self.hit_of(range, &found)
    }

    #[cold]
    fn test_each(&self, given: &RayQuery<V::Scalar>, found: &mut Found<V::Scalar>) {
        let aim = LimitedRay::new(given);
        for triangle in 0..self.triangles().len() as u32 {
            found.test(self.tree(), &aim, triangle as usize, &self.corners(triangle));
        }
    }

    /// Returns the hit that was found.
    #[inline(always)]
    pub(super) fn hit_of(&self, range: &Range<V>, found: &Found<V::Scalar>) -> Option<Hit<V>> {
        if found.slot == Found::<V::Scalar>::NO_HIT {
            return None;
        }
        match self.tree().blocks.whole(found.slot / LANES) {
            // Reads the corners from the tree's block, which the traversal has just read, into
            // registers.
            Some(block) => Some(self.hit_from_corners(range, found, &block.corners(found.slot % LANES))),
            None => Some(self.hit_without_block(*range, *found)),
        }
    }

    /// Returns the hit on a mesh without a tree or with a compact one. Not inlined, with copied
    /// arguments, because they would otherwise be kept in memory for all meshes.
    #[inline(never)]
    fn hit_without_block(&self, range: Range<V>, found: Found<V::Scalar>) -> Hit<V> {
        let corners = if self.has_no_tree() {
            self.corners(self.tree().triangle(found.slot))
        } else {
            self.tree().blocks.corners(found.slot / LANES, found.slot % LANES)
        };
        self.hit_from_corners(&range, &found, &corners)
    }

    #[inline(always)]
    fn hit_from_corners(
        &self,
        range: &Range<V>,
        found: &Found<V::Scalar>,
        corners: &Corners<V::Scalar>,
    ) -> Hit<V> {
        let triangle = self.tree().triangle(found.slot);
        let [u, v, sum] = read_separately(&found.weights);
        hit_at(range, corners, triangle, found.t, found.front, [u / sum, v / sum])
    }

    /// Returns every hit of a line, ray or segment on the mesh, in order of `t`, each once.
    ///
    /// Hits at equal `t` are merged into one, with the lowest triangle. On an edge or a vertex `t`
    /// is computed from the edge or vertex itself, so all triangles that share it give one hit,
    /// grazed or crossed. If the ray runs in the plane of triangles, the ends of the whole stretch
    /// are reported. The start of a ray inside such a stretch is not reported.
    /// [`crossings`](Self::crossings) counts by another rule.
    ///
    /// ```
    /// use barycast::d3::Ray;
    /// use barycast::mesh::TriMesh;
    /// use barycast::pair::cast::CastOptions;
    /// use glam::{Vec3, vec3};
    ///
    /// let corners = vec![Vec3::ZERO, vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let times = |ray| -> Vec<f32> {
    ///     mesh.cast_all(&ray, &CastOptions::default()).iter().map(|hit| hit.t).collect()
    /// };
    /// assert_eq!(times(Ray::new(vec3(1.0, 1.0, -3.0), Vec3::Z)), [3.0, 5.0]);
    /// // Through an edge of two triangles: one hit, and none leaks.
    /// assert_eq!(times(Ray::new(vec3(1.0, 0.0, -3.0), Vec3::Z)), [3.0, 6.0]);
    /// // Touches an edge from outside: one hit, where entry and exit coincide.
    /// assert_eq!(times(Ray::new(vec3(2.0, 1.0, -1.0), vec3(0.0, -1.0, 1.0))), [1.0]);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "raycast_all")]
    pub fn cast_all<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> Vec<Hit<V>> {
        if let Some(point) = single_point(ray) {
            return self.hit_in_place(point, options).into_iter().collect();
        }
        let hits = self.casts_range(&Range::through_end(ray, options), options.cull);
        hits.into_iter().map(|hit| clamp_to_end(ray, hit)).collect()
    }

    pub(crate) fn casts_range(&self, range: &Range<V>, cull: bool) -> Vec<Hit<V>> {
        self.places(range, self.met(range, cull))
    }

    /// Returns the first `count` hits of [`cast_all`](Self::cast_all). The traversal ends at the last of
    /// them.
    ///
    /// ```
    /// use barycast::pair::cast::CastOptions;
    /// use barycast::d3::Ray;
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// let floor = |z: f32| [vec3(0.0, 0.0, z), vec3(4.0, 0.0, z), vec3(0.0, 4.0, z)];
    /// let corners: Vec<_> = [0.0, 1.0, 2.0].into_iter().flat_map(floor).collect();
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]])?;
    /// let down = Ray::new(vec3(1.0, 1.0, 9.0), vec3(0.0, 0.0, -1.0));
    /// let hits = mesh.first_hits(&down, 2, &CastOptions::default());
    /// assert_eq!(hits.iter().map(|hit| hit.t).collect::<Vec<_>>(), [7.0, 8.0]);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "multi hit")]
    pub fn first_hits<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        count: usize,
        options: &CastOptions<V::Scalar>,
    ) -> Vec<Hit<V>> {
        if count == 0 {
            return Vec::new();
        }
        if single_point(ray).is_some() {
            return self.cast_all(ray, options);
        }
        let range = Range::through_end(ray, options);
        let mut met = Vec::new();
        let given = RayQuery::new(&range, options.cull);
        let found = !self.has_no_tree() && V::Scalar::first(self.tree(), &given, count, &mut met);
        let met = if found { met } else { self.met(&range, options.cull) };
        let mut hits = self.places(&range, met);
        hits.truncate(count);
        hits.into_iter().map(|hit| clamp_to_end(ray, hit)).collect()
    }

    /// Merges the crossings of these triangles into hits.
    fn places(&self, range: &Range<V>, mut met: Vec<(u32, Crossing<V::Scalar>)>) -> Vec<Hit<V>> {
        met.sort_unstable_by(|(i, a), (j, b)| {
            a.stretch[0].partial_cmp(&b.stretch[0]).unwrap_or(Ordering::Equal).then(i.cmp(j))
        });
        let mut hits = Vec::new();
        let mut rest = met.as_slice();
        while let Some((item, first)) = rest.first() {
            let mut last = (first.stretch[1], *item, first.front);
            let mut count = 1;
            while let Some((item, next)) = rest.get(count)
                && next.stretch[0] <= last.0
            {
                let end = next.stretch[1];
                if end > last.0 || (end == last.0 && *item < last.1) {
                    last = (end, *item, next.front);
                }
                count += 1;
            }
            rest = &rest[count..];
            if first.stretch[0] >= range.low {
                hits.push(hit(range, &self.corners(*item), *item, first));
            }
            let (end, item, front) = last;
            if end > first.stretch[0] && end <= range.high {
                let corners = self.corners(item);
                let uv = uv(&triangle(&corners), range.line.at(end));
                hits.push(hit_at(range, &corners, item, end, front, uv));
            }
        }
        hits
    }

    /// Returns how often a line, ray or segment crosses the surface. For a closed mesh the number
    /// is even for a ray that starts outside, and odd for one that starts inside.
    ///
    /// A ray through an edge or a vertex is shifted by an infinitesimal step, always the same, so
    /// that it passes only through the interior of triangles. A shared edge between front and back
    /// is then one crossing. A grazed silhouette is none or two.
    ///
    /// ```
    /// use barycast::d3::Ray;
    /// use barycast::mesh::TriMesh;
    /// use barycast::pair::cast::CastOptions;
    /// use glam::{Vec3, vec3};
    ///
    /// let corners = vec![Vec3::ZERO, vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let crossings = |ray| mesh.crossings(&ray, &CastOptions::default());
    /// assert_eq!(crossings(Ray::new(vec3(1.0, 1.0, 1.0), Vec3::Z)), 1); // from inside
    /// assert_eq!(crossings(Ray::new(vec3(1.0, 1.0, -3.0), Vec3::Z)), 2);
    /// // Touches one edge from outside.
    /// assert_eq!(crossings(Ray::new(vec3(2.0, 1.0, -1.0), vec3(0.0, -1.0, 1.0))) % 2, 0);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    pub fn crossings<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> usize {
        if single_point(ray).is_some() {
            return 0;
        }
        let met = self.met(&Range::through_end(ray, options), options.cull);
        met.into_iter().filter(|(_, crossing)| crossing.crosses).count()
    }

    /// Returns the crossings of every triangle that the range meets, in no particular order.
    fn met(&self, range: &Range<V>, cull: bool) -> Vec<(u32, Crossing<V::Scalar>)> {
        let given = RayQuery::new(range, cull);
        let mut met = Vec::new();
        if self.has_no_tree() {
            let aim = LimitedRay::new(&given);
            for triangle in 0..self.triangles().len() as u32 {
                met.extend(aim.cross(&self.corners(triangle)).map(|crossing| (triangle, crossing)));
            }
        } else {
            V::Scalar::all(self.tree(), &given, &mut met);
        }
        met
    }

    /// Tests whether the mesh shares a point with a line, ray or segment, within the limit of
    /// `options`. Faster than [`cast`](Self::cast), with the same result.
    #[doc(alias = "occluded")]
    #[inline(always)]
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> bool {
        if let Some(point) = single_point(ray) {
            return self.hit_in_place(point, options).is_some();
        }
        self.is_hit_range(&Range::through_end(ray, options), options.cull)
    }

    #[inline(always)]
    pub(crate) fn is_hit_range(&self, range: &Range<V>, cull: bool) -> bool {
        let given = RayQuery::new(range, cull);
        if self.has_no_tree() { self.meets_any(&given) } else { V::Scalar::any(self.tree(), &given) }
    }

    #[cold]
    fn meets_any(&self, given: &RayQuery<V::Scalar>) -> bool {
        let aim = LimitedRay::new(given);
        (0..self.triangles().len() as u32).any(|triangle| aim.cross(&self.corners(triangle)).is_some())
    }
}

/// Returns the hit of a crossing.
#[inline(always)]
fn hit<V: FloatVector + Vector3>(
    range: &Range<V>,
    corners: &Corners<V::Scalar>,
    item: u32,
    crossing: &Crossing<V::Scalar>,
) -> Hit<V> {
    let [_, u, v] = crossing.weights.each(|weight| weight / crossing.sum);
    hit_at(range, corners, item, crossing.t, crossing.front, [u, v])
}

#[inline(always)]
fn hit_at<V: FloatVector + Vector3>(
    range: &Range<V>,
    corners: &Corners<V::Scalar>,
    item: u32,
    t: V::Scalar,
    front: bool,
    uv: [V::Scalar; 2],
) -> Hit<V> {
    // Turns -0 into +0.
    let t = t + V::Scalar::ZERO;
    Hit {
        t,
        point: Some(range.line.at(t)),
        normal: unit_normal(corners),
        side: if front { Side::Outside } else { Side::Inside },
        triangle: Some(item as usize),
        uv: Some(uv),
    }
}
