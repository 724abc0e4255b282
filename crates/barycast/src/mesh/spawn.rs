//! Rays that leave a mesh where another ray hit it.
//!
//! A hit point is rounded, and so lies a little before or behind its triangle: a ray from there may hit that
//! triangle once more. So its origin is moved off the triangle's plane, to the side that it leaves to. How far is
//! enough follows from the test in the leaves. With `M` the most that an origin and a corner differ along an axis,
//! and `e` the distance from 1 to the next float:
//!
//! ```text
//! a corner, seen along the ray, is misplaced by less than           4.5 e M
//! the depth at which the ray meets the triangle so misplaced, by    7 e M
//! ```
//!
//! An origin `h` above the plane whose ray does not go down to it meets no such triangle at `t >= 0` when `h`
//! exceeds their sum, and a triangle without area, which has no plane, is off by another `4 e M`. [`HEIGHT`] is above
//! all of that, `M` is taken to the farthest corner of the whole mesh, and the new origin is rounded away from
//! the plane. So this holds for every triangle none of which is above the plane: the one that was hit, those that
//! continue it, and, outward from a convex mesh, all.
//!
//! The plane is computed in twice the digits of `f64`: that of a needle is noise in its own.
//! [Pharr 2016, 3.9] moves the origin by a bound of the error of its own hit points along a normal in floats.

use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::query::{Hit, Side};
use crate::shape::Ray;
use crate::vector::{FloatVector, V3, Vector, Vector3};

/// The height of a new origin over the plane, in `e M`.
const HEIGHT: i32 = 20;

/// Sines below `2^-51` are noise: such a triangle is a segment.
const FLAT: f64 = 2.0 * f64::EPSILON;

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// A ray in `direction` from where another hit the mesh: it never hits the triangle that it leaves, nor
    /// any other that is nowhere above that triangle's plane on the side to which the ray goes.
    ///
    /// `hit` is from [`cast`](Self::cast) or [`casts`](Self::casts) of this mesh; `None` for other hits. A direction in
    /// the plane leaves to the side that the first ray came from. The origin lies off the plane by `20 epsilon` of the
    /// largest distance along an axis to the mesh's bounds, and each coordinate is rounded away from the plane, by less
    /// than 2 ulp: gaps narrower than that are stepped over.
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
    /// let to_light = mesh.spawn(&hit, vec3(3.0, 1.0, 0.4)).unwrap();
    /// assert!(!mesh.is_hit(&to_light, &CastOptions::default()));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "offset_ray_origin")]
    #[doc(alias = "shadow ray")]
    pub fn spawn(&self, hit: &Hit<V>, direction: V) -> Option<Ray<V>> {
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

    /// The most that a corner of the mesh and the point differ along an axis.
    fn reach(&self, point: V3<DoubleDouble>) -> DoubleDouble {
        let mut planes = self.tree().around();
        if !planes.as_flattened().iter().all(|x| x.is_finite()) {
            // Beyond what the boxes of the tree, or a tree of no boxes, can say.
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
        // Of less nothing would be left, times epsilon.
        reach.max((V::Scalar::MIN_POSITIVE / V::Scalar::EPSILON).precise())
    }
}

/// Of length 1, away from all corners' plane (of needles: their line; of points: the point), and nowhere against
/// the direction.
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
    // Nearly along the needle any way off it will do.
    let along = across.length() < DoubleDouble::new(1e-12);
    let across = if along && !edge.is_zero() { toward(edge.any_orthogonal(), false) } else { across };
    across.normalized_or_zero()
}

/// A float beside the number, not on the side that `way` points away from.
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
