//! Queries of two meshes, one of them placed.
//!
//! The placed mesh has each corner placed and rounded once. Every result is that for
//! [`placed`](TriMesh::placed), although only the corners that are tested are placed.

pub(super) mod pair_traversal;
pub(super) mod placement;

mod curves;
mod exact_pairs;
mod simd_filter;

pub use curves::IntersectionCurve;

use super::kernels::sealed::MeshKernels as _;
use super::leaf::numbers;
use super::normal::triangle;
use super::{MeshError, MeshNumber, TriMesh};
use crate::bvh::{Open, Placed, map_each};
use crate::frame::Affine3;
use crate::number::{Float, Real, Ring};
use crate::pair::triangle_triangle;
use crate::query::Closest;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use placement::{PlacePoint as _, Placing, Rows};

/// Closest points of two meshes.
#[derive(Clone, Copy, Debug)]
pub struct MeshPair<V: Vector> {
    /// Closest points on the first mesh and on the second, placed mesh, with their distance.
    pub closest: Closest<V>,
    /// Indices of the triangles, one of each mesh.
    pub triangles: [u32; 2],
}

/// Returns parts of the traversal of both trees, for several threads.
#[cfg(feature = "rayon")]
fn parts_of_walk<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    a: &TriMesh<V>,
    b: &TriMesh<V>,
    boxes: &Placed,
    parts: usize,
) -> Vec<Open> {
    a.bvh().parts_of_walk(b.bvh(), boxes, parts)
}

/// Returns no parts: one thread runs the whole traversal.
#[cfg(not(feature = "rayon"))]
fn parts_of_walk<V: Vector>(_: &TriMesh<V>, _: &TriMesh<V>, _: &Placed, _: usize) -> Vec<Open> {
    Vec::new()
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the mesh with its vertices placed. Each coordinate is computed in double-double
    /// precision (in `f64` for `f32`) and rounded once. Triangles keep their indices. Queries of
    /// two meshes take a placement instead, which costs nothing.
    ///
    /// # Errors
    /// [`MeshError::NotFinite`] if a vertex is placed beyond the range of the numbers;
    /// [`MeshError::Empty`] if there is no triangle.
    #[doc(alias = "transform")]
    pub fn placed(&self, placement: &Affine3<V>) -> Result<Self, MeshError> {
        let rows = Rows::of(placement);
        let place = |v: &V| {
            let [x, y, z] = V::Scalar::placed(&rows, numbers(*v));
            V::from_fn(|axis| [x, y, z][axis])
        };
        Self::try_new(self.vertices().iter().map(place).collect(), self.triangles().to_vec())
    }

    /// Tests whether the two surfaces share a point. Touching counts. `self_from_other` places the
    /// other mesh; it may scale, shear and mirror.
    ///
    /// The result is exact for the corners as given and as [`placed`](Self::placed), however small
    /// the gap. A mesh inside another, whose surfaces are disjoint, does not intersect it.
    /// Triangles that are placed beyond the range of the numbers intersect nothing.
    ///
    /// ```
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use glam::{Affine3A, Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let turned = |by: Vec3| Affine3::from(Affine3A::from_translation(by));
    /// assert!(mesh.intersects_mesh(&mesh, &turned(vec3(0.5, 0.5, 0.0))));
    /// assert!(!mesh.intersects_mesh(&mesh, &turned(vec3(0.5, 0.6, 0.0))));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "collide")]
    #[doc(alias = "overlap")]
    pub fn intersects_mesh(&self, other: &Self, self_from_other: &Affine3<V>) -> bool {
        let placing = self.placing(other, self_from_other);
        if self.has_no_tree() || other.has_no_tree() {
            return self.each_two(other, &placing).next().is_some();
        }
        V::Scalar::meet(self.tree(), other.tree(), &placing).is_some()
    }

    /// Returns all pairs of triangles, one of each mesh, that share a point, in ascending order.
    /// The test is that of [`intersects_mesh`](Self::intersects_mesh). Runs on all cores with the
    /// feature `rayon`.
    #[doc(alias = "contacts")]
    pub fn intersecting_triangles(&self, other: &Self, self_from_other: &Affine3<V>) -> Vec<[u32; 2]> {
        let placing = self.placing(other, self_from_other);
        if self.has_no_tree() || other.has_no_tree() {
            return self.each_two(other, &placing).collect();
        }
        let below = |part, found: &mut Vec<_>| {
            V::Scalar::all_that_meet(self.tree(), other.tree(), &placing, part, found);
        };
        self.in_parts(other, &placing, below)
    }

    /// Returns the closest points of the two surfaces at a distance of at most `limit`, which may
    /// be infinite, or `None` if they are farther apart. `self_from_other` places the other mesh.
    ///
    /// Triangles that are placed beyond the range of the numbers are ignored. The distance is 0
    /// exactly if the surfaces [intersect](Self::intersects_mesh); the points are then any common
    /// point. Otherwise the triangles are the closest pair, and the lowest of several at equal
    /// distance, by the index in this mesh first.
    ///
    /// ```
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use glam::Vec3;
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let raised = Affine3 { translation: Vec3::Z * 2.0, ..Affine3::identity() };
    /// let pair = mesh.distance_to_mesh(&mesh, &raised, 5.0).unwrap();
    /// assert_eq!((pair.closest.distance, pair.triangles), (2.0, [0, 0]));
    /// assert!(mesh.distance_to_mesh(&mesh, &raised, 1.0).is_none());
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "closest_points")]
    pub fn distance_to_mesh(
        &self,
        other: &Self,
        self_from_other: &Affine3<V>,
        limit: V::Scalar,
    ) -> Option<MeshPair<V>> {
        let placing = self.placing(other, self_from_other);
        let corners = |b: u32| placing.corners(&other.corners(b));
        let between = |[a, b]: [u32; 2]| {
            let closest = triangle_triangle::distance(&triangle(&self.corners(a)), &triangle(&corners(b)));
            MeshPair { closest, triangles: [a, b] }
        };
        let result = |pair: [u32; 2], meet: bool| {
            let MeshPair { closest, triangles }: MeshPair<V> = between(pair);
            // A triangle placed beyond the range of the numbers is ignored.
            let is_known = corners(pair[1]).as_flattened().iter().all(|x| x.is_finite());
            let pair = MeshPair { closest: closest.consistent_with(meet), triangles };
            (is_known && pair.closest.distance <= limit).then_some(pair)
        };
        let brute = self.has_no_tree() || other.has_no_tree();
        let meeting = if brute {
            self.each_two(other, &placing).next()
        } else {
            V::Scalar::meet(self.tree(), other.tree(), &placing)
        };
        if let Some(pair) = meeting {
            return if limit >= V::Scalar::ZERO { result(pair, true) } else { None };
        }
        // A positive distance that was rounded to a limit of 0 does not count.
        if limit == V::Scalar::ZERO {
            return None;
        }
        if !brute {
            let (about, way) = self.distance_at_most(other, self_from_other, &placing);
            let nearest_two =
                |limit| V::Scalar::nearest_two(self.tree(), other.tree(), &placing, limit, numbers(way));
            let first = if about < limit { nearest_two(about) } else { None };
            return first.or_else(|| nearest_two(limit)).and_then(|(pair, _)| result(pair, false));
        }
        let (mut nearest, mut distance) = (None, limit);
        for a in 0..self.triangles().len() as u32 {
            for b in 0..other.triangles().len() as u32 {
                let found = between([a, b]).closest.distance;
                if found < distance || (found == distance && nearest.is_none()) {
                    (nearest, distance) = (Some([a, b]), found);
                }
            }
        }
        nearest.and_then(|pair| result(pair, false))
    }

    /// Returns an upper bound of the distance of the surfaces, with a margin for rounding, and the
    /// vector from one to the other there. It is found by a few projections from one surface to the
    /// other and back. Infinite if they find nothing.
    fn distance_at_most(
        &self,
        other: &Self,
        self_from_other: &Affine3<V>,
        placing: &Placing<V::Scalar>,
    ) -> (V::Scalar, V) {
        const STEPS: usize = 4;
        let (infinity, mut way) = (Real::infinity(V::Scalar::ONE), V::splat(V::Scalar::ZERO));
        let Some(other_from_self) = self_from_other.inverse() else { return (infinity, way) };
        // Any point will do as a start: that of the tree's box takes no pass over the vertices.
        let [low, high] = other.tree().around();
        let middle = V::from_fn(|axis| V::Scalar::from_f64(f64::midpoint(low[axis], high[axis])));
        let (mut on_self, mut least) = (self_from_other.transform_point(middle), infinity);
        for _ in 0..STEPS {
            let on_other = other.closest_point(other_from_self.transform_point(on_self)).closest.on_b;
            let back = self.closest_point(self_from_other.transform_point(on_other)).closest;
            on_self = back.on_b;
            let gained = back.distance < least * V::Scalar::from_f64(0.9);
            if back.distance < least {
                (least, way) = (back.distance, back.on_a - back.on_b);
            }
            if !gained {
                break;
            }
        }
        (least + least * V::Scalar::from_f64(1e-3) + placing.rounding_of_distance(least), way)
    }

    /// Tests whether the distance of the two surfaces is at most `limit`: whether
    /// [`distance_to_mesh`](Self::distance_to_mesh) finds something, but faster. Stops at the first
    /// two triangles that are near enough. `self_from_other` places the other mesh.
    ///
    /// Exact up to the rounding of a distance.
    #[doc(alias = "clearance")]
    pub fn is_within_distance(&self, other: &Self, self_from_other: &Affine3<V>, limit: V::Scalar) -> bool {
        if limit == V::Scalar::ZERO {
            return self.intersects_mesh(other, self_from_other);
        }
        let placing = self.placing(other, self_from_other);
        // Where rounding may matter, intersection is decided exactly.
        let Rows { turn, shift } = &placing.rows;
        let is_finite = turn.as_flattened().iter().chain(shift).chain([&limit]).all(|x| x.is_finite());
        let plain = is_finite && limit > placing.off * V::Scalar::ONE.lit(64);
        if !plain || self.has_no_tree() || other.has_no_tree() {
            return self.distance_to_mesh(other, self_from_other, limit).is_some();
        }
        V::Scalar::within(self.tree(), other.tree(), &placing, limit)
    }

    /// Returns all pairs of triangles of the mesh that intersect elsewhere than neighbours do, in
    /// ascending order, the lower triangle first. Exact for the corners as given. Runs on all cores
    /// with the feature `rayon`.
    ///
    /// Corners at the same position are the same corner, whatever their indices. Two triangles with
    ///
    /// - no common corner are returned if they share a point;
    /// - one common corner, if the opposite edge of either meets the other triangle;
    /// - two common corners, if they are folded onto one another: coplanar and on the same side of
    ///   the common edge;
    /// - three common corners, always.
    ///
    /// A triangle without area therefore does not overlap a triangle with which it shares an edge.
    ///
    /// ```
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// // A triangle on the floor, and one that stands through it.
    /// let floor = [vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0)];
    /// let wall = [vec3(1.0, 1.0, -1.0), vec3(1.0, 1.0, 1.0), vec3(2.0, 2.0, 1.0)];
    /// let mesh = TriMesh::try_new([floor, wall].concat(), vec![[0, 1, 2], [3, 4, 5]])?;
    /// assert_eq!(mesh.self_intersections(), [[0, 1]]);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    pub fn self_intersections(&self) -> Vec<[u32; 2]> {
        let placing = self.placing(self, &Affine3::identity());
        if self.has_no_tree() {
            let count = self.triangles().len() as u32;
            let meets = |a: u32, b: u32| exact_pairs::meet_elsewhere(&self.corners(a), &self.corners(b));
            let with = |a: u32| (a + 1..count).filter(move |b| meets(a, *b)).map(move |b| [a, b]);
            return (0..count).flat_map(with).collect();
        }
        self.in_parts(self, &placing, |part, found| V::Scalar::self_pairs(self.tree(), &placing, part, found))
    }

    fn placing(&self, other: &Self, self_from_other: &Affine3<V>) -> Placing<V::Scalar> {
        Placing::framed(&[self.framed(), other.framed()], Rows::of(self_from_other))
    }

    /// Returns all pairs that intersect, by testing every pair.
    fn each_two<'a>(
        &'a self,
        other: &'a Self,
        placing: &'a Placing<V::Scalar>,
    ) -> impl Iterator<Item = [u32; 2]> + 'a {
        let placed: Vec<_> =
            (0..other.triangles().len() as u32).map(|b| placing.corners(&other.corners(b))).collect();
        (0..self.triangles().len() as u32).flat_map(move |a| {
            let corners = self.corners(a);
            let meets = |b: u32| exact_pairs::meet(&corners, &placed[b as usize]);
            (0..placed.len() as u32).filter(|b| meets(*b)).map(|b| [a, b]).collect::<Vec<_>>()
        })
    }

    /// Returns the pairs below each part of the traversal, sorted.
    fn in_parts(
        &self,
        other: &Self,
        placing: &Placing<V::Scalar>,
        below: impl Fn(Open, &mut Vec<[u32; 2]>) + Sync + Send,
    ) -> Vec<[u32; 2]> {
        /// More parts than any machine has cores, so that none waits long for the last.
        const PARTS: usize = 1024;
        /// Number of triangles of both meshes below which the calling thread ends before another
        /// wakes up.
        const FEW: usize = 1 << 10;
        let is_small = self.triangles().len() + other.triangles().len() < FEW;
        let parts = if is_small { Vec::new() } else { parts_of_walk(self, other, &placing.boxes, PARTS) };
        let parts = if parts.is_empty() { alloc::vec![Open::ALL] } else { parts };
        let found = map_each(parts, 1, |part| {
            let mut found = Vec::new();
            below(part, &mut found);
            found
        });
        let mut found = found.concat();
        found.sort_unstable();
        found
    }
}
