//! Rays that leave a mesh where another ray has hit it.
//!
//! A hit point is rounded, so it is slightly in front of its triangle or behind it, and a ray from
//! there may hit the same triangle again. Its origin is therefore moved off the plane of the
//! triangle, to the side to which the ray leaves. The distance follows from the error of the test
//! in the leaves. Let `M` be the largest difference of an origin and a corner along an axis, and
//! `e` the distance from 1 to the next float:
//!
//! ```text
//! error of a corner in ray coordinates                              less than 4.5 e M
//! resulting error of the depth at which the ray meets the triangle            7   e M
//! ```
//!
//! An origin at height `h` above the plane, whose ray does not go down, meets no such triangle at
//! `t >= 0` if `h` exceeds their sum. A triangle without area, which has no plane, is off by
//! another `4 e M`. [`HEIGHT`] exceeds all of that, `M` is measured to the farthest corner of the
//! whole mesh, and the new origin is rounded away from the plane. The guarantee covers every
//! triangle that has no point above the plane: the one that was hit, its coplanar neighbours and,
//! outward from a convex mesh, all.
//!
//! The plane is computed in double-double precision, because that of a needle is inaccurate in
//! `f64`. [Pharr 2016, 3.9] moves the origin along a floating-point normal by an error bound of its
//! own hit points.

use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::query::{Hit, Side};
use crate::shape::Ray;
use crate::vector::{FloatVector, V3, Vector, Vector3};

/// Height of the new origin above the plane, in units of `e M`.
const HEIGHT: i32 = 20;

/// Smallest sine that is not noise, `2^-51`. A triangle below it is a segment.
const FLAT: f64 = 2.0 * f64::EPSILON;

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns a ray in `direction` from a point where another ray has hit the mesh, moved off the
    /// surface so that it does not hit the same triangle again (self-intersection, shadow acne).
    ///
    /// The ray never hits the triangle that it leaves, nor any other that has no point above that
    /// triangle's plane on the side to which the ray goes. `hit` must come from
    /// [`cast`](Self::cast) or [`cast_all`](Self::cast_all) of this mesh; returns `None` for other hits.
    /// A direction in the plane leaves to the side from which the first ray came. The origin is off
    /// the plane by `20 epsilon` of the largest distance along an axis to the bounds of the mesh.
    /// Each coordinate is rounded away from the plane, by less than 2 ulp. Gaps narrower than that
    /// are skipped.
    ///
    /// ```
    /// use barycast::pair::cast::CastOptions;
    /// use barycast::d3::Ray;
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// let corners = vec![vec3(0.1, 0.2, 0.3), vec3(7.0, 0.1, 0.7), vec3(0.3, 7.0, 0.9)];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]])?;
    /// let down = Ray::new(vec3(1.0, 2.0, 9.0), vec3(0.1, 0.3, -1.0));
    /// let hit = mesh.cast(&down, &CastOptions::default()).unwrap();
    /// let to_light = mesh.offset_ray_origin(&hit, vec3(3.0, 1.0, 0.4)).unwrap();
    /// assert!(!mesh.is_hit(&to_light, &CastOptions::default()));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "spawn_ray")]
    #[doc(alias = "shadow ray")]
    pub fn offset_ray_origin(&self, hit: &Hit<V>, direction: V) -> Option<Ray<V>> {
        let precise = |v: V| v.lift::<V3<DoubleDouble>>(&Float::precise);
        let triangle = self.triangle(hit.triangle?)?;
        let [u, v] = hit.uv?.each(Float::precise);
        let corners = [triangle.a, triangle.b, triangle.c].each(precise);
        let [a, b, c] = corners;
        let point = a + (b - a) * u + (c - a) * v;
        let away = away(corners, precise(direction), hit.side);
        let height = self.reach(point) * (V::Scalar::EPSILON.lit(HEIGHT) * V::Scalar::EPSILON).precise();
        let origin = point + away * height;
        let origin = V::from_fn(|axis| round_toward(origin.get(axis), away.get(axis)));
        Some(Ray { origin, direction })
    }

    /// Returns the largest difference of a corner of the mesh and the point along an axis.
    fn reach(&self, point: V3<DoubleDouble>) -> DoubleDouble {
        let mut planes = self.tree().around();
        if !planes.as_flattened().iter().all(|x| x.is_finite()) {
            // Infinite if the boxes of the tree, or a missing tree, give no bound.
            let bounds = self.bounds();
            planes = [bounds.min, bounds.max].each(|corner| numbers(corner).each(Float::to_f64));
        }
        let (mut reach, mut largest) = (DoubleDouble::ZERO, V::Scalar::MIN_POSITIVE.precise());
        for plane in planes {
            for (axis, x) in plane.into_iter().enumerate() {
                reach = reach.max((DoubleDouble::new(x) - point.get(axis)).abs());
                largest = largest.max(point.get(axis).abs());
            }
        }
        // The origin is rounded away from the point, and so from the corners.
        let reach = reach + largest * (V::Scalar::EPSILON.lit(4) * V::Scalar::EPSILON).precise();
        // A smaller number times epsilon would underflow.
        reach.max((V::Scalar::MIN_POSITIVE / V::Scalar::EPSILON).precise())
    }
}

/// Returns a unit vector away from the plane of the corners (from their line for a needle, from
/// their point if they coincide), not against the direction.
fn away(corners: [V3<DoubleDouble>; 3], direction: V3<DoubleDouble>, side: Side) -> V3<DoubleDouble> {
    let zero = DoubleDouble::ZERO;
    let [a, b, c] = corners;
    let direction = direction.normalized_or_zero();
    let toward = |v: V3<DoubleDouble>, instead: bool| {
        let along = v.dot(direction);
        if along < zero || (along == zero && instead) { -v } else { v }
    };
    let normal = (b - a).normalized_or_zero().cross((c - a).normalized_or_zero());
    let flat = DoubleDouble::new(FLAT);
    if normal.length_squared() > flat * flat {
        return toward(normal.normalized_or_zero(), side == Side::Inside);
    }
    let mut longest = b - a;
    for edge in [c - a, c - b] {
        if edge.length_squared() > longest.length_squared() {
            longest = edge;
        }
    }
    let edge = longest.normalized_or_zero();
    let across = direction - edge * edge.dot(direction);
    // If the direction is nearly along the needle, any perpendicular is good enough.
    let along = across.length() < DoubleDouble::new(1e-12);
    let across = if along && !edge.is_zero() { toward(edge.any_orthogonal(), false) } else { across };
    across.normalized_or_zero()
}

/// Returns a float next to the number, not on the side from which `way` points away.
fn round_toward<S: Float>(x: DoubleDouble, way: DoubleDouble) -> S {
    let zero = DoubleDouble::ZERO;
    let near = S::from_precise(x);
    let step = near.abs() * S::EPSILON + S::MIN_POSITIVE;
    if way > zero && near.precise() < x {
        near + step
    } else if way < zero && near.precise() > x {
        near - step
    } else {
        near
    }
}
