//! Tests whether a point lies in a triangle, within a tolerance: three methods.
//!
//! With the corners `q_i` relative to the point:
//!
//! | method | inside if | advantage | accuracy |
//! |---|---|---|---|
//! | [`by_angles`] | the angles of the edges sum to `2 pi` | works for any polygon | robust, slow |
//! | [`by_areas`] | the areas over the edges sum to the triangle's | simple | cancels, see below |
//! | [`by_cramer`] | `s, t >= 0`, `s + t <= 1` | returns coordinates | cancels in needles |
//!
//! The sum of areas is taken of square roots, so it resolves nothing below about 8 ulp of the area.
//! The angles cost three arc tangents.
//!
//! In 3D all first test whether the point lies in the plane, within the tolerance. A collinear
//! triangle has no plane and is treated as a segment. `tolerance` is a length; 0 means the triangle
//! itself, up to rounding. [`point_triangle::intersects`](crate::pair::point_triangle::intersects)
//! needs none.
//!
//! Sources: [Ericson 3.4], [Ericson 5.4.2].

use crate::number::elementary;
use crate::number::{Float, Real, Ring};
use crate::pair::point_ray;
use crate::shape::{Flat, Point, Triangle};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point is within `tolerance` of an edge.
fn near_an_edge<V: FloatVector>(p: V, t: &Triangle<V>, tolerance: V::Scalar) -> bool {
    t.edges().iter().any(|e| point_ray::distance_squared(&Point(p), e) <= tolerance * tolerance)
}

/// Tests whether the point is within `tolerance` of the plane; true if there is no plane.
fn near_the_plane<V: FloatVector>(p: V, t: &Triangle<V>, tolerance: V::Scalar) -> bool {
    let (a, u, v) = t.frame();
    let volume = (p - a).triple(u, v);
    volume * volume <= tolerance * tolerance * u.wedge_squared(v)
}

/// Tests whether the point is within `tolerance` of the triangle, by the sum of angles.
///
/// The angles are signed, so they sum to `2 pi` inside and to 0 outside. Without signs, the sum for
/// a point outside falls short of `2 pi` only by its distance from the edge divided by the edge's
/// length, so any allowance accepts points next to long edges. Points next to an edge or corner,
/// where an angle is undefined, are tested by their distance.
pub fn by_angles<V: FloatVector>(p: V, t: &Triangle<V>, tolerance: V::Scalar) -> bool {
    if !near_the_plane(p, t, tolerance) {
        return false;
    }
    if near_an_edge(p, t, tolerance) {
        return true;
    }
    let (_, u, v) = t.frame();
    let normal = u.wedge_squared(v).sqrt();
    if normal <= V::Scalar::ZERO {
        return false;
    }
    let q = t.relative_to(p);
    let mut sum = 0.0;
    for i in 0..3 {
        let j = (i + 1) % 3;
        let area = u.wedge_dot(v, q[i], q[j]) / normal;
        sum += elementary::atan2(area.to_f64(), q[i].dot(q[j]).to_f64());
    }
    sum > core::f64::consts::PI
}

/// Tests whether the point is within about `tolerance` of the triangle, by the sum of areas.
///
/// At distance `h` outside an edge of length `l`, the three areas exceed the triangle's by `h l`.
/// The method accepts an excess of `tolerance` times the longest edge, so it rejects no point
/// within the tolerance unless the point lies beyond a corner.
pub fn by_areas<V: FloatVector>(p: V, t: &Triangle<V>, tolerance: V::Scalar) -> bool {
    if !near_the_plane(p, t, tolerance) {
        return false;
    }
    let (_, u, v) = t.frame();
    let q = t.relative_to(p);
    let mut excess = -u.wedge_squared(v).sqrt();
    let mut longest = V::Scalar::ZERO;
    for i in 0..3 {
        let j = (i + 1) % 3;
        // Twice the area, from the edge vector and not from two corners that may both be far away.
        excess = excess + q[i].wedge_squared(q[j] - q[i]).sqrt();
        longest = Ring::max(longest, (q[j] - q[i]).length());
    }
    near_the_box(&q, tolerance) && excess <= tolerance * longest
}

/// Tests whether no coordinate lies outside the range of the corners by more than `tolerance`; for
/// collinear corners, in addition to the areas.
fn near_the_box<V: FloatVector>(q: &[V; 3], tolerance: V::Scalar) -> bool {
    let reach = V::splat(tolerance);
    let low = Vector::min(Vector::min(q[0], q[1]), q[2]);
    let high = Vector::max(Vector::max(q[0], q[1]), q[2]);
    low.le_all(reach) && (-reach).le_all(high)
}

/// Tests whether the point lies in the triangle whose edges are moved outward by `tolerance`, by
/// barycentric coordinates from Cramer's rule, without division.
///
/// With `u = b - a`, `v = c - a`, `w = p - a` and `D = uu vv - uv^2` (the square of twice the
/// area):
///
/// ```text
/// s D = wu vv - wv uv      t D = wv uu - wu uv      s, t >= 0,  s + t <= 1
/// ```
///
/// A coordinate times the triangle's height is a length, so each is compared with `tolerance` over
/// that height.
pub fn by_cramer<V: FloatVector>(p: V, t: &Triangle<V>, tolerance: V::Scalar) -> bool {
    if !near_the_plane(p, t, tolerance) {
        return false;
    }
    let (a, u, v) = t.frame();
    let w = p - a;
    let (uu, uv, vv) = (u.length_squared(), u.dot(v), v.length_squared());
    let (wu, wv) = (w.dot(u), w.dot(v));
    let determinant = uu * vv - uv * uv;
    if determinant <= V::Scalar::ZERO {
        return near_an_edge(p, t, tolerance);
    }
    let (s, t) = (wu * vv - wv * uv, wv * uu - wu * uv);
    let slack = tolerance * determinant.sqrt();
    s >= -(slack * vv.sqrt()) && t >= -(slack * uu.sqrt()) && s + t <= determinant + slack * (v - u).length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, vec3};

    const UNIT: Triangle<Vec3> = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);

    fn all(p: Vec3, t: &Triangle<Vec3>, tolerance: f32) -> [bool; 3] {
        [by_angles(p, t, tolerance), by_areas(p, t, tolerance), by_cramer(p, t, tolerance)]
    }

    fn right_angle(side: f32) -> Triangle<Vec3> {
        Triangle::new(Vec3::ZERO, vec3(side, 0., 0.), vec3(0., side, 0.))
    }

    #[test]
    fn they_agree_on_a_grid_whatever_the_scale() {
        for scale in [1e-3, 1., 1e3] {
            for (x, y) in (0..121).map(|i| ((i % 11) as f32 * 0.2 - 0.55, (i / 11) as f32 * 0.2 - 0.55)) {
                let inside = x >= 0. && y >= 0. && x + y <= 1.;
                let p = vec3(x, y, 0.) * scale;
                assert_eq!(all(p, &right_angle(scale), 1e-4 * scale), [inside; 3], "{p}");
            }
        }
    }

    #[test]
    fn c4_angles_just_outside_an_edge_is_outside() {
        assert_eq!(all(vec3(0.5, -0.0002, 0.), &UNIT, 1e-4), [false; 3]);
        assert_eq!(all(vec3(0.5, -0.0002, 0.), &UNIT, 1e-3), [true; 3]);
    }

    #[test]
    fn c4_angles_a_corner_is_inside() {
        for p in [UNIT.a, UNIT.b, UNIT.c] {
            assert_eq!(all(p, &UNIT, 0.), [true; 3]);
        }
    }

    #[test]
    fn c4_areas_scale_with_the_triangle() {
        assert_eq!(all(vec3(0.006, 0.006, 0.), &right_angle(0.005), 1e-4), [false; 3]);
        assert_eq!(all(vec3(0.1, 0.1, 0.), &right_angle(1000.), 1e-4), [true; 3]);
    }

    #[test]
    fn c4_off_the_plane_is_off_the_triangle() {
        for height in [2e-4, 100.] {
            assert_eq!(all(vec3(0.25, 0.25, height), &UNIT, 1e-4), [false; 3]);
        }
        assert_eq!(all(vec3(0.25, 0.25, 5e-5), &UNIT, 1e-4), [true; 3]);
    }

    #[test]
    fn c4_a_collinear_triangle_contains_only_its_segment() {
        let line = Triangle::new(Vec3::ZERO, Vec3::X, vec3(2., 0., 0.));
        assert_eq!(all(vec3(5., 7., 0.), &line, 1e-4), [false; 3]);
        assert_eq!(all(vec3(3., 0., 0.), &line, 1e-4), [false; 3]);
        assert_eq!(all(vec3(1.5, 0., 0.), &line, 1e-4), [true; 3]);
    }
}
