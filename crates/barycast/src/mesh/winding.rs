//! Generalized winding number of any mesh around a point, closed or not.
//!
//! The winding number is the signed solid angle of all triangles, divided by `4 pi`. It is 1 inside
//! a closed mesh whose triangles face outward, and 0 outside. For an open mesh it changes
//! continuously across the holes. [Jacobson 2013]
//!
//! From a distance the triangles of a box are approximated by two terms of a multipole expansion
//! about their center. With `N` the sum of `n dA`, and `Q` that of `n (q - c)^T dA`, over triangles
//! within `r` of the center `c`, seen from `p` at `v = c - p`, `d = |v|`
//!
//! ```text
//! W = N . v / d^3 + trace(Q) / d^3 - 3 v^T Q v / d^5
//! |error| <= A r^2 (3 d - 2 r) / (d^3 (d - r)^2) < 3 A (r / (d (d - r)))^2
//! ```
//!
//! (the `k`-th term is a `k + 1`-fold derivative of `1 / d`, at most `(k + 1)! / d^(k + 2)`). A box
//! is approximated if its error bound is at most its area's share of the allowed error. The sum of
//! all errors is therefore within the allowed error. [Barill 2018]

use super::batch::in_chunks;
use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::bvh::{Bvh, LANES};
use crate::number::each::MapEach;
use crate::number::{Float, Real, elementary};
use crate::solid_angle::tangent;
use crate::vector::size::{shift_of, shifted_vector};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::PI;

/// Winding number of a mesh, prepared for many points.
///
/// Works for all meshes, also with holes, duplicate triangles and self-intersections. For a closed
/// mesh it agrees with [`contains_point`](TriMesh::contains_point), which is exact.
///
/// ```
/// use barycast::mesh::{TriMesh, Winding};
/// use glam::DVec3;
///
/// // A tetrahedron whose lid is off.
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2]])?;
/// let winding = Winding::new(&mesh);
/// assert!(winding.contains_point(DVec3::splat(0.1)));
/// assert!(!winding.contains_point(DVec3::splat(0.6)));
/// assert!(winding.signed_distance(DVec3::splat(0.1)) < 0.0);
/// # Ok::<(), barycast::mesh::MeshError>(())
/// ```
#[doc(alias = "generalised winding number")]
#[derive(Clone, Debug)]
pub struct Winding<'a, V: Vector> {
    mesh: &'a TriMesh<V>,
    far: Vec<[Option<Far>; LANES]>,
    area: f64,
    /// Exponent of the power of two by which all lengths are scaled, if products of them would
    /// leave the range of floats. Angles do not depend on it.
    shift: i32,
}

/// Largest coordinate of a point. Beyond it meshes of ordinary size have no visible solid angle.
const FARTHEST: f64 = 1e100;

/// Multipole expansion of the triangles of a box.
#[derive(Clone, Copy, Debug)]
struct Far {
    middle: V3<f64>,
    /// Radius of a ball around the center that contains all of them.
    reach: f64,
    area: f64,
    /// Sum of `n dA`.
    normal: V3<f64>,
    /// Sums of `n x dA`, `n y dA`, `n z dA`, with coordinates relative to the center.
    turn: [V3<f64>; 3],
}

impl<'a, V: FloatVector<Scalar: MeshNumber> + Vector3> Winding<'a, V> {
    /// Prepares the mesh by one traversal over all triangles. Stores seventeen numbers for each box
    /// of the tree.
    pub fn new(mesh: &'a TriMesh<V>) -> Self {
        let bounds = mesh.bounds();
        let ends = [bounds.min, bounds.max].each(numbers);
        let shift = shift_of(ends.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.to_f64().abs())));
        let leaf = |leaf: usize| {
            let one = |triangle: u32| Far::of_triangle(corners(mesh, triangle, shift));
            Far::join(&mesh.bvh().items(leaf).map(one).collect::<Vec<_>>())
        };
        let far = mesh.bvh().summaries(&leaf, &|below: &[Far]| Far::join(below));
        let area = far.first().map_or(0.0, |root| root.iter().flatten().map(|far| far.area).sum());
        Self { mesh, far, area, shift }
    }

    /// Returns the winding number around the point, with an error of at most `within`, plus
    /// rounding of about `1e-16` for each triangle evaluated.
    ///
    /// If `within` is 0, every triangle is evaluated. On the surface the result is the mean of the
    /// values on both sides. On edges and corners it may be either of them.
    pub fn at(&self, point: V, within: f64) -> f64 {
        let p = shifted(V3::from_fn(|axis| point.get(axis).to_f64()), self.shift);
        let p = V3::from_fn(|axis| p.get(axis).clamp(-FARTHEST, FARTHEST));
        let triangle = |i: u32| angle(corners(self.mesh, i, self.shift).each(|corner| corner - p));
        let bvh: &Bvh = self.mesh.bvh();
        if self.far.is_empty() {
            return (0..self.mesh.triangles().len() as u32).map(triangle).sum::<f64>() / (4.0 * PI);
        }
        // Error bound divided by the area, which is a factor on both sides.
        let share = 4.0 * PI * within / self.area / 3.0;
        let (mut whole, mut near) = (0.0, 0.0);
        let mut enough = |far: &Far| {
            let seen = far.seen(p, share);
            whole += seen.unwrap_or(0.0);
            seen.is_some()
        };
        bvh.walk_summaries(&self.far, &mut enough, &mut |leaf| {
            near += bvh.items(leaf).map(triangle).sum::<f64>();
        });
        (whole + near) / (4.0 * PI)
    }

    /// Tests whether the absolute winding number around the point is at least one half.
    #[doc(alias = "is_inside")]
    pub fn contains_point(&self, point: V) -> bool {
        let mut within = 0.1;
        loop {
            let beyond = self.at(point, within).abs() - 0.5;
            // The value is so close to one half that rounding decides.
            if beyond.abs() > within || within < 1e-9 {
                return beyond >= -within.min(1e-9);
            }
            within *= 0.01;
        }
    }

    /// Returns the signed distance of a point from the surface, negative where the mesh
    /// [contains](Self::contains_point) it.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: V) -> V::Scalar {
        let distance = self.mesh.closest_point(point).closest.distance;
        if distance > V::Scalar::ZERO && self.contains_point(point) { -distance } else { distance }
    }
}

/// Batch queries: arrays in and arrays out, on all cores with the feature `rayon`.
impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Winding<'_, V> {
    /// Returns the winding number [`at`](Self::at) each point, bit for bit the same, in the order
    /// of the points.
    pub fn at_batch(&self, points: &[V], within: f64) -> Vec<f64> {
        Self::of_each(points, 0.0, |point| self.at(point, within))
    }

    /// Tests each point like [`contains_point`](Self::contains_point), in the order of the points.
    pub fn contains_point_batch(&self, points: &[V]) -> Vec<bool> {
        Self::of_each(points, false, |point| self.contains_point(point))
    }

    /// Returns the [`signed_distance`](Self::signed_distance) of each point, bit for bit the same,
    /// in the order of the points.
    #[doc(alias = "sdf")]
    pub fn signed_distance_batch(&self, points: &[V]) -> Vec<V::Scalar> {
        Self::of_each(points, V::Scalar::ZERO, |point| self.signed_distance(point))
    }

    fn of_each<T: Copy + Send>(points: &[V], none: T, of: impl Fn(V) -> T + Send + Sync) -> Vec<T> {
        let mut results = vec![none; points.len()];
        in_chunks(points, &mut results, |points, results| {
            points.iter().zip(results).for_each(|(point, results)| *results = of(*point));
        });
        results
    }
}

fn corners<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    mesh: &TriMesh<V>,
    triangle: u32,
    shift: i32,
) -> [V3<f64>; 3] {
    mesh.triangles()[triangle as usize].each(|vertex| {
        let [x, y, z] = numbers(mesh.vertices()[vertex as usize]).each(Float::to_f64);
        shifted(V3::from_fn(|axis| [x, y, z][axis]), shift)
    })
}

fn shifted(v: V3<f64>, shift: i32) -> V3<f64> {
    if shift == 0 { v } else { shifted_vector(v, shift) }
}

/// Returns the signed solid angle of a triangle.
fn angle([a, b, c]: [V3<f64>; 3]) -> f64 {
    let [y, x] = tangent(a, b, c);
    2.0 * elementary::atan2(y, x)
}

impl Far {
    fn of_triangle([a, b, c]: [V3<f64>; 3]) -> Self {
        let middle = (a + b + c) * (1.0 / 3.0);
        let normal = (b - a).cross(c - a) * 0.5;
        let reach = [a, b, c].into_iter().map(|corner| (corner - middle).length()).fold(0.0, f64::max);
        // A triangle has no second-order term about its own centroid.
        Self { middle, reach, area: normal.length(), normal, turn: [middle.zero(); 3] }
    }

    /// Joins expansions about the mean of their centers, weighted by area.
    fn join(parts: &[Self]) -> Self {
        let zero = V3::splat(0.0);
        let area: f64 = parts.iter().map(|part| part.area).sum();
        let sum = |weight: &dyn Fn(&Self) -> f64| {
            let all: f64 = parts.iter().map(weight).sum();
            let sum = parts.iter().fold(zero, |sum, part| sum + part.middle * weight(part));
            sum * (1.0 / all)
        };
        let middle = if area > 0.0 { sum(&|part| part.area) } else { sum(&|_| 1.0) };
        let mut all = Self { middle, reach: 0.0, area, normal: zero, turn: [zero; 3] };
        for part in parts {
            let aside = part.middle - middle;
            all.reach = all.reach.max(aside.length() + part.reach);
            all.normal = all.normal + part.normal;
            for axis in 0..3 {
                all.turn[axis] = all.turn[axis] + part.turn[axis] + part.normal * aside.get(axis);
            }
        }
        all
    }

    /// Returns the solid angle, if the point is far enough away.
    #[inline(always)]
    fn seen(&self, point: V3<f64>, share: f64) -> Option<f64> {
        let v = self.middle - point;
        let squared = v.length_squared();
        let distance = Real::sqrt(squared);
        let ratio = self.reach / (distance * (distance - self.reach));
        let cubed = distance * squared;
        if !(distance > self.reach && ratio * ratio <= share && cubed > 0.0) {
            return None;
        }
        let trace = self.turn[0].get(0) + self.turn[1].get(1) + self.turn[2].get(2);
        let twice = (0..3).map(|axis| self.turn[axis].dot(v) * v.get(axis)).sum::<f64>();
        Some((self.normal.dot(v) + trace - 3.0 * twice / squared) / cubed)
    }
}
