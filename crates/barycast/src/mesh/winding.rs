//! Generalized winding number of any mesh around a point, closed or not.
//!
//! The winding number is the signed solid angle of all triangles, divided by `4 pi`. It is 1 inside
//! a closed mesh whose triangles face outward, and 0 outside. For an open mesh it changes
//! continuously across the holes. [Jacobson 2013]
//!
//! From a distance the triangles of a box are approximated by [four terms of a multipole
//! expansion](super::multipole), each child of a node in a lane. A box is approximated if it is seen
//! small enough: `r <= opening d`. The bounds of all errors are added. A first traversal has an
//! opening for which their sum is usually allowed. If it is not, it shows how far off it is, and a
//! second traversal with a smaller opening meets it.

use super::batch::in_chunks;
use super::leaf::numbers;
use super::multipole::{Angles, Faces, Far, FarLanes};
use super::tree::lanes;
use super::{MeshNumber, TriMesh};
use crate::bvh::{Child, LANES};
use crate::number::each::MapEach;
use crate::number::{Float, Real, elementary};
use crate::query::cancel::is_cancelled;
use crate::solid_angle::tangent;
use crate::vector::size::{shift_of, shifted_vector};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::f64::consts::PI;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f64x8};

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
/// let winding = Winding::new(mesh);
/// assert!(winding.contains_point(DVec3::splat(0.1)));
/// assert!(!winding.contains_point(DVec3::splat(0.6)));
/// assert!(winding.signed_distance(DVec3::splat(0.1)) < 0.0);
/// # Ok::<(), barycast::mesh::MeshError>(())
/// ```
#[doc(alias = "generalised winding number")]
#[derive(Clone, Debug)]
pub struct Winding<V: Vector> {
    mesh: Arc<TriMesh<V>>,
    /// Expansions of the children of each node.
    far: Vec<FarLanes>,
    /// Triangles of each leaf.
    leaves: Vec<Faces>,
    /// Exponent of the power of two by which all lengths are scaled, if products of them would
    /// leave the range of floats. Angles do not depend on it.
    shift: i32,
}

/// Number of leaves between two looks at the token.
const STEP: usize = 256;

/// Opening of the first traversal of [`Winding::contains_point`], where the bound of the error is
/// mostly below one half.
const WIDE: f64 = 0.6;

/// Largest coordinate of a point. Beyond it meshes of ordinary size have no visible solid angle.
const FARTHEST: f64 = 1e100;

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Winding<V> {
    /// Prepares the mesh by one traversal over all triangles. Stores forty numbers for each child
    /// of a node, and the corners of the triangles in `f64`. A shared mesh (`Arc`) is not copied.
    /// Stops early under a cancelled [`CancelToken`](crate::query::cancel::CancelToken), whose
    /// `run` then drops the result.
    pub fn new(mesh: impl Into<Arc<TriMesh<V>>>) -> Self {
        let mesh: Arc<TriMesh<V>> = mesh.into();
        let bounds = mesh.bounds();
        let ends = [bounds.min, bounds.max].each(numbers);
        let shift = shift_of(ends.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.to_f64().abs())));
        let bvh = mesh.bvh();
        let cancelled = Cell::new(false);
        let leaf = |leaf: usize| {
            if leaf.is_multiple_of(STEP) && is_cancelled() {
                cancelled.set(true);
            }
            if cancelled.get() {
                return Far::join(&[]);
            }
            let one = |triangle: u32| Far::of_triangle(corners(&mesh, triangle, shift));
            Far::join(&bvh.items(leaf).map(one).collect::<Vec<_>>())
        };
        let far = bvh.summaries(&leaf, &|below: &[Far]| Far::join(below));
        let far = far.iter().map(FarLanes::new).collect();
        let faces = |leaf: usize| Faces::new(bvh.items(leaf).map(|triangle| corners(&mesh, triangle, shift)));
        let count = if cancelled.get() { 0 } else { bvh.leaves().len() };
        let leaves = (0..count).map(faces).collect();
        Self { mesh, far, leaves, shift }
    }

    /// Returns the winding number around the point, with an error of at most `within`, plus
    /// rounding of about `1e-15` for each triangle evaluated.
    ///
    /// If `within` is 0, every triangle is evaluated. On the surface the result is the mean of the
    /// values on both sides. On edges and corners it may be either of them.
    pub fn at(&self, point: V, within: f64) -> f64 {
        let p = self.seen_from(point);
        let approximates = within > 0.0;
        if self.far.is_empty() || !approximates {
            return self.exact(p);
        }
        let mut opening = first_opening(within);
        loop {
            let [value, error] = self.opened(p, opening);
            if error <= within {
                return value;
            }
            if opening < 1e-4 || !error.is_finite() {
                return self.exact(p);
            }
            // The error falls with the fourth power of the opening, or a little slower.
            let ratio = Real::sqrt(Real::sqrt(0.6 * within / error));
            opening *= ratio.clamp(0.05, 0.8);
        }
    }

    /// Tests whether the absolute winding number around the point is at least one half.
    #[doc(alias = "is_inside")]
    pub fn contains_point(&self, point: V) -> bool {
        let p = self.seen_from(point);
        let mut opening = WIDE;
        while !self.far.is_empty() && opening > 1e-3 {
            let [value, error] = self.opened(p, opening);
            let beyond = value.abs() - 0.5;
            if beyond.abs() > error + 1e-9 {
                return beyond > 0.0;
            }
            opening *= 0.6;
        }
        // The value is so close to one half that rounding decides.
        self.exact(p).abs() - 0.5 >= -1e-9
    }

    /// Returns the point in the unit of the expansions.
    fn seen_from(&self, point: V) -> V3<f64> {
        let p = shifted(V3::from_fn(|axis| point.get(axis).to_f64()), self.shift);
        V3::from_fn(|axis| p.get(axis).clamp(-FARTHEST, FARTHEST))
    }

    /// Returns the sum over every triangle.
    fn exact(&self, p: V3<f64>) -> f64 {
        let triangle = |i: u32| angle(corners(&self.mesh, i, self.shift).each(|corner| corner - p));
        (0..self.mesh.triangles().len() as u32).map(triangle).sum::<f64>() / (4.0 * PI)
    }

    /// Returns the winding number, and the bound of its error, with boxes approximated that are
    /// seen small enough.
    fn opened(&self, p: V3<f64>, opening: f64) -> [f64; 2] {
        dispatch!(self.mesh.bvh().level(), simd => self.opened_in(simd, p, opening))
    }

    #[inline(always)]
    fn opened_in<S: Simd>(&self, simd: S, p: V3<f64>, opening: f64) -> [f64; 2] {
        let zero = f64x8::splat(simd, 0.0);
        let at = [f64x8::splat(simd, p.x), f64x8::splat(simd, p.y), f64x8::splat(simd, p.z)];
        let (mut sums, mut angles, mut separate) = ([zero; 2], Angles::none(simd), 0.0);
        let bvh = self.mesh.bvh();
        let mut open: Vec<u32> = Vec::with_capacity(64);
        open.push(0);
        while let Some(node) = open.pop() {
            let near = self.far[node as usize].add(simd, at, opening, &mut sums);
            for lane in lanes(near) {
                match bvh.child_at(node as usize, lane) {
                    Child::Node(child) => open.push(child as u32),
                    Child::Leaf(leaf) => {
                        let Some(faces) = self.leaves.get(leaf) else { continue };
                        let flat = faces.add(simd, at, &mut angles);
                        if flat != 0 {
                            separate += self.separately(leaf, flat, p);
                        }
                    }
                    Child::None => {}
                }
            }
        }
        let [mut value, mut error] = [[0.0; LANES]; 2];
        sums[0].store_slice(&mut value);
        sums[1].store_slice(&mut error);
        let whole = value.iter().sum::<f64>() + 2.0 * angles.sum() + separate;
        [whole / (4.0 * PI), error.iter().sum::<f64>() / (4.0 * PI)]
    }

    /// Returns the solid angles of some triangles of a leaf, one by one.
    #[cold]
    #[inline(never)]
    fn separately(&self, leaf: usize, which: u32, p: V3<f64>) -> f64 {
        let items = self.mesh.bvh().items(leaf).enumerate();
        let some = items.filter(|(lane, _)| which >> lane & 1 == 1);
        some.map(|(_, i)| angle(corners(&self.mesh, i, self.shift).each(|corner| corner - p))).sum()
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
impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Winding<V> {
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

/// Returns an opening at which the bound of the error is about `within` for points near a surface.
fn first_opening(within: f64) -> f64 {
    const WIDEST: f64 = 0.7;
    const NARROWEST: f64 = 1e-3;
    // The bound of a box at the limit of the opening `r / d` grows like `(r/d)^4 / (1 - r/d)^2`. The
    // factor is that of scanned meshes.
    let bound = |opening: f64| {
        let (squared, left) = (opening * opening, 1.0 - opening);
        0.5 * squared * squared / (left * left)
    };
    let mut opening = WIDEST;
    while bound(opening) > within && opening > NARROWEST {
        opening *= 0.95;
    }
    opening
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
