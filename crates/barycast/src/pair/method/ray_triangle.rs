//! Ray and triangle in space: three methods for `t, u, v`.
//!
//! The point is `o + t d = a + u (b - a) + v (c - a)`. With `U = b - a`, `V = c - a` and
//! `n = U x V`:
//!
//! - [`by_left_inverse`]: `t = n . (a - o) / n . d`, then `(u, v) = (A^T A)^-1 A^T x` with
//!   `A = [U V]`, `x = o + t d - a`. For one triangle against many rays: the plane and both rows
//!   can be precomputed.
//! - [`by_cramer`]: the same plane, then `u = (xU VV - xV UV) / D`, `v = (xV UU - xU UV) / D`,
//!   `D = UU VV - UV^2`. For calculation on paper.
//! - [`by_triple_products`] (Möller-Trumbore): `t = V . q / D`, `u = s . p / D`, `v = d . q / D`
//!   with `p = d x V`, `D = U . p`, `s = o - a`, `q = s x U`. The fastest: nothing is precomputed,
//!   and the division is done last.
//!
//! All take the ray from `t = 0` to `max_t`, both inclusive, one side of the triangle or both, and
//! detect "parallel" by an exact 0. They miss triangles seen edge-on and collinear ones, and a ray
//! next to a shared edge may miss both triangles; [`pair::ray_triangle`](crate::pair::ray_triangle)
//! is watertight.
//!
//! Sources: [Badouel 1990], [Moeller 1997].

use crate::number::{Float, Ring};
use crate::shape::{Linear, Ray, Triangle};
use crate::vector::{FloatVector, Vector, Vector3};

/// The sides of a triangle that a ray can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Only the front, from which `a, b, c` appear counterclockwise: backface culling.
    Front,
    /// Front and back.
    Both,
}

/// Hit of a ray with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit<V: Vector> {
    /// Parameter of the point `origin + t direction`; a distance only if the direction has length
    /// 1.
    pub t: V::Scalar,
    /// Barycentric coordinate: the point is `a + u (b - a) + v (c - a)`.
    pub u: V::Scalar,
    /// Barycentric coordinate, see `u`.
    pub v: V::Scalar,
    /// Hit point, computed on the ray.
    pub point: V,
    /// Normal `(b - a) x (c - a)` of the front, of any length, whichever side was hit.
    pub normal: V,
    /// Whether the ray hits the front.
    pub front: bool,
}

/// Returns the first hit up to `max_t`, by the plane and the left inverse of the edge matrix.
pub fn by_left_inverse<V: FloatVector + Vector3>(
    ray: &Ray<V>,
    triangle: &Triangle<V>,
    max_t: V::Scalar,
    sides: Sides,
) -> Option<TriangleHit<V>> {
    let on_plane = OnPlane::of(ray, triangle, max_t, sides)?;
    let OnPlane { edge_u, edge_v, x, .. } = on_plane;
    let (uu, uv, vv) = on_plane.gram();
    let determinant = uu * vv - uv * uv;
    // The rows of (A^T A)^-1 A^T.
    let row_u = (edge_u * vv - edge_v * uv).times_reciprocal(determinant);
    let row_v = (edge_v * uu - edge_u * uv).times_reciprocal(determinant);
    on_plane.hit(ray, triangle, row_u.dot(x), row_v.dot(x))
}

/// Returns the first hit up to `max_t`, by the plane and Cramer's rule.
pub fn by_cramer<V: FloatVector + Vector3>(
    ray: &Ray<V>,
    triangle: &Triangle<V>,
    max_t: V::Scalar,
    sides: Sides,
) -> Option<TriangleHit<V>> {
    let on_plane = OnPlane::of(ray, triangle, max_t, sides)?;
    let OnPlane { edge_u, edge_v, x, .. } = on_plane;
    let (uu, uv, vv) = on_plane.gram();
    let (xu, xv) = (x.dot(edge_u), x.dot(edge_v));
    let determinant = uu * vv - uv * uv;
    let (u, v) = ((xu * vv - xv * uv) / determinant, (xv * uu - xu * uv) / determinant);
    on_plane.hit(ray, triangle, u, v)
}

/// Returns the first hit up to `max_t`, by triple products (Möller and Trumbore).
///
/// For both sides it flips all signs if `D` is negative; the absolute value of `D` alone would be
/// wrong. Deviations: the compared values are multiplied by `D`, and only an exact 0 counts as
/// parallel.
#[doc(alias = "Moeller-Trumbore")]
#[doc(alias = "Moller-Trumbore")]
pub fn by_triple_products<V: FloatVector + Vector3>(
    ray: &Ray<V>,
    triangle: &Triangle<V>,
    max_t: V::Scalar,
    sides: Sides,
) -> Option<TriangleHit<V>> {
    let zero = V::Scalar::ZERO;
    let (edge_u, edge_v) = (triangle.b - triangle.a, triangle.c - triangle.a);
    let p = ray.direction.cross(edge_v);
    let determinant = edge_u.dot(p);
    let front = determinant > zero;
    let back = determinant < zero && sides == Sides::Both;
    if !front && !back {
        return None;
    }
    let from_a = ray.origin - triangle.a;
    let (s, size) = if front { (from_a, determinant) } else { (-from_a, -determinant) };
    let u = s.dot(p);
    if !(u >= zero && u <= size) {
        return None;
    }
    let q = s.cross(edge_u);
    let v = ray.direction.dot(q);
    if !(v >= zero && u + v <= size) {
        return None;
    }
    let t = edge_v.dot(q);
    if !(t >= zero && t <= max_t * size) {
        return None;
    }
    let t = t / size;
    let (point, normal) = (ray.at(t), triangle.normal());
    Some(TriangleHit { t, u: u / size, v: v / size, point, normal, front })
}

/// Intersection of a ray with the plane of a triangle.
struct OnPlane<V: Vector> {
    t: V::Scalar,
    /// The edges from corner `a` and the vector from there to the point, all divided by the largest
    /// coordinate of the edges, so that their fourth powers neither underflow nor overflow.
    edge_u: V,
    edge_v: V,
    x: V,
    front: bool,
}

impl<V: FloatVector + Vector3> OnPlane<V> {
    fn of(ray: &Ray<V>, triangle: &Triangle<V>, max_t: V::Scalar, sides: Sides) -> Option<Self> {
        let zero = V::Scalar::ZERO;
        let (edge_u, edge_v) = (triangle.b - triangle.a, triangle.c - triangle.a);
        let mut size = zero;
        for axis in 0..V::DIM {
            size = Ring::max(size, Ring::max(edge_u.get(axis).abs(), edge_v.get(axis).abs()));
        }
        let (edge_u, edge_v) = (edge_u.times_reciprocal(size), edge_v.times_reciprocal(size));
        let normal = edge_u.cross(edge_v);
        let facing = normal.dot(ray.direction);
        let front = facing < zero;
        let back = facing > zero && sides == Sides::Both;
        if !front && !back {
            return None;
        }
        let t = normal.dot(triangle.a - ray.origin) / facing;
        let x = (ray.at(t) - triangle.a).times_reciprocal(size);
        (t >= zero && t <= max_t).then_some(Self { t, edge_u, edge_v, x, front })
    }

    /// Returns `U . U`, `U . V`, `V . V`.
    fn gram(&self) -> (V::Scalar, V::Scalar, V::Scalar) {
        (self.edge_u.length_squared(), self.edge_u.dot(self.edge_v), self.edge_v.length_squared())
    }

    fn hit(
        &self,
        ray: &Ray<V>,
        triangle: &Triangle<V>,
        u: V::Scalar,
        v: V::Scalar,
    ) -> Option<TriangleHit<V>> {
        let zero = V::Scalar::ZERO;
        let inside = u >= zero && v >= zero && u + v <= V::Scalar::ONE;
        let Self { t, front, .. } = *self;
        inside.then(|| TriangleHit { t, u, v, point: ray.at(t), normal: triangle.normal(), front })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, vec3};

    const UNIT: Triangle<Vec3> = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);

    fn ray(o: [f32; 3], d: [f32; 3]) -> Ray<Vec3> {
        Ray { origin: o.into(), direction: d.into() }
    }

    /// Returns the hit, the same for all three methods.
    fn hit(ray: &Ray<Vec3>, t: &Triangle<Vec3>, max_t: f32, sides: Sides) -> Option<TriangleHit<Vec3>> {
        let all = [by_left_inverse, by_cramer, by_triple_products].map(|by| by(ray, t, max_t, sides));
        for other in &all[1..] {
            match (&all[0], other) {
                (None, None) => {}
                (Some(a), Some(b)) => {
                    assert!((a.u - b.u).abs() < 1e-5 && (a.v - b.v).abs() < 1e-5, "{all:?}");
                    assert!((a.t - b.t).abs() <= 1e-6 * a.t && a.front == b.front, "{all:?}");
                }
                _ => panic!("{all:?}"),
            }
        }
        all[2]
    }

    #[test]
    fn t_u_v_make_one_point() {
        let h = hit(&ray([0.5, 0.25, 4.], [0., 0., -2.]), &UNIT, 9., Sides::Front).unwrap();
        assert_eq!((h.t, h.u, h.v, h.point), (2., 0.5, 0.25, vec3(0.5, 0.25, 0.)));
        assert_eq!((h.normal, h.front), (Vec3::Z, true));
    }

    #[test]
    fn exercise_1_7_the_pseudo_code_as_a_function_answers_as_d3dx_intersect_tri() {
        // Cramer's rule gives u, v and t; the point is V0 + u (V1 - V0) + v (V2 - V0).
        let triangle = Triangle::new(vec3(1.0, 0.0, 2.0), vec3(5.0, 1.0, 2.0), vec3(2.0, 4.0, 3.0));
        let (edge_u, edge_v) = (triangle.b - triangle.a, triangle.c - triangle.a);
        let (point, direction) = (triangle.a + edge_u * 0.25 + edge_v * 0.5, vec3(0.5, -1.0, -2.0));
        let ray = Ray::new(point - direction * 4.0, direction);
        let hit = hit(&ray, &triangle, 100.0, Sides::Both).unwrap();
        for (ours, right) in [(hit.u, 0.25), (hit.v, 0.5), (hit.t, 4.0)] {
            assert!((ours - right).abs() < 1e-6, "{hit:?}");
        }
        assert!((triangle.a + edge_u * hit.u + edge_v * hit.v - hit.point).length() < 1e-5);
    }

    #[test]
    fn one_sided_culls_the_back() {
        let from_behind = ray([0.25, 0.25, -5.], [0., 0., 1.]);
        assert!(hit(&from_behind, &UNIT, 9., Sides::Front).is_none());
        let h = hit(&from_behind, &UNIT, 9., Sides::Both).unwrap();
        assert_eq!((h.t, h.front, h.normal), (5., false, Vec3::Z));
    }

    #[test]
    fn e9_the_limit_is_a_parameter_like_t() {
        let at = |z| Triangle::new(vec3(-1., -1., z), vec3(1., -1., z), vec3(0., 1., z));
        let fast = ray([0., 0., 0.], [0., 0., 2.]);
        let far = hit(&fast, &at(10.), f32::INFINITY, Sides::Both).unwrap();
        assert_eq!(hit(&fast, &at(8.), far.t, Sides::Both).map(|h| h.t), Some(4.));
        let slow = ray([0., 0., 0.], [0., 0., 0.5]);
        assert!(hit(&slow, &at(4.), 6., Sides::Both).is_none());
        assert_eq!(hit(&slow, &at(3.), 6., Sides::Both).map(|h| h.t), Some(6.), "the limit counts");
    }

    #[test]
    fn e9_a_start_on_the_triangle_hits_at_0() {
        assert_eq!(hit(&ray([0.25, 0.25, 0.], [0., 0., 1.]), &UNIT, 1., Sides::Both).map(|h| h.t), Some(0.));
    }

    #[test]
    fn e9_a_tiny_triangle_does_not_underflow() {
        let tiny = Triangle::new(Vec3::ZERO, vec3(1e-10, 0., 0.), vec3(0., 1e-10, 0.));
        let down = ray([2e-11, 2e-11, 1.], [0., 0., -1.]);
        assert_eq!(hit(&down, &tiny, 9., Sides::Both).map(|h| h.t), Some(1.));
    }

    #[test]
    fn e10_parallel_is_a_miss_and_so_is_behind() {
        let t = Triangle::new(vec3(-1., -1., 0.), vec3(1., -1., 0.), vec3(0., 1., 0.));
        assert!(hit(&ray([-5., 0., 0.], [1., 0., 0.]), &t, 99., Sides::Both).is_none());
        assert!(hit(&ray([0., 0., 5.], [0., 0., 1.]), &t, 99., Sides::Both).is_none());
    }

    #[test]
    fn e11_neither_size_nor_speed_makes_a_miss() {
        let small = Triangle::new(Vec3::ZERO, vec3(0.003, 0., 0.), vec3(0., 0.003, 0.));
        assert_eq!(
            hit(&ray([0.001, 0.001, -1.], [0., 0., 1.]), &small, 9., Sides::Both).map(|h| h.t),
            Some(1.)
        );
        let slow = ray([0.25, 0.25, -1.], [0., 0., 1e-6]);
        let t = hit(&slow, &UNIT, 1e7, Sides::Both).unwrap().t;
        assert!((t - 1e6).abs() < 1.);
    }

    #[test]
    fn e11_negative_t_is_a_miss() {
        assert!(hit(&ray([0.25, 0.25, -5.], [0., 0., -1.]), &UNIT, 99., Sides::Both).is_none());
    }
}
