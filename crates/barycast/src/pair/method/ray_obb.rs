//! Ray and oriented box: three methods besides [`pair::obb_ray`](crate::pair::obb_ray).
//!
//! The box is `|(x - c) . a_i| <= h_i` for orthonormal axes `a_i`, the ray `o + t d` with
//! `0 <= t <= max_t`, and `p = c - o`.
//!
//! - [`by_axes`]: slabs along the box's axes, `e_i = a_i . p`, `f_i = a_i . d`,
//!   `t = (e_i -+ h_i) / f_i`. The first axis that misses ends the test, and the normal is that of
//!   the axis.
//! - [`in_frame`]: transforms the ray to the box frame, `o'_i = -a_i . p`, `d'_i = a_i . d`; any
//!   method for axis-aligned boxes follows, here slabs. For one ray and many tests in one frame.
//! - [`by_unit_cube`]: an affine map takes the box to the cube `[-1, 1]^3`: `x_i = o'_i / h_i`,
//!   `v_i = d'_i / h_i`, `t = -x_i / v_i -+ 1 / |v_i|`. Hit point, face and texture coordinates
//!   result in cube coordinates.
//!
//! Accuracy. `e_i` is a dot product of world coordinates, so far from the origin the box is blurred
//! by some 3 ulp of them in all three methods. Subtracting `o` first, as here, limits that to the
//! rounding of `c - o`. The axes must be orthonormal to within rounding;
//! [`pair::obb_ray`](crate::pair::obb_ray) takes any axes and is exact for them. The unit cube
//! divides by half extents, so it returns `None` for a flat box, which the others treat as a
//! rectangle. A ray that starts inside enters at 0; "parallel" is an exact 0.
//!
//! Sources: [Kay 1986], [Ericson 5.3.3], [Haines 2019].

use super::ray_aabb::{self, BoxSpan};
use crate::number::{Float, Ring};
use crate::shape::{Aabb, Obb, Ray};
use crate::vector::{FloatVector, Vector};

/// Hit of a ray with an oriented box, in cube coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeHit<V: Vector> {
    /// Parameter of the point `origin + t direction`; 0 if the ray starts inside.
    pub t: V::Scalar,
    /// Hit point in box coordinates, each from -1 to 1 across the box.
    pub local: V,
    /// Axis of the face that is hit; `None` if the ray starts inside.
    pub axis: Option<usize>,
}

/// Returns the interval of `t` in the box, by slabs along its axes; `None` if the ray misses.
pub fn by_axes<V: FloatVector>(ray: &Ray<V>, a: &Obb<V>, max_t: V::Scalar) -> Option<BoxSpan<V::Scalar>> {
    let zero = V::Scalar::ZERO;
    let p = a.center - ray.origin;
    let mut span = BoxSpan { enter: zero, exit: max_t };
    for i in 0..V::DIM {
        let (e, f, h) = (a.axis(i).dot(p), a.axis(i).dot(ray.direction), a.half_extents.get(i));
        if f == zero {
            if !(e.abs() <= h) {
                return None;
            }
            continue;
        }
        let (one, other) = ((e - h) / f, (e + h) / f);
        span.enter = Ring::max(span.enter, Ring::min(one, other));
        span.exit = Ring::min(span.exit, Ring::max(one, other));
        if !(span.enter <= span.exit) {
            return None;
        }
    }
    (span.enter <= span.exit).then_some(span)
}

/// Returns the interval of `t` in the box, by transforming the ray to its frame; `None` if the ray
/// misses.
pub fn in_frame<V: FloatVector>(ray: &Ray<V>, a: &Obb<V>, max_t: V::Scalar) -> Option<BoxSpan<V::Scalar>> {
    let local = |v: V| V::from_fn(|i| a.axis(i).dot(v));
    let ray = Ray { origin: local(ray.origin - a.center), direction: local(ray.direction) };
    ray_aabb::by_slabs(&ray, &Aabb { min: -a.half_extents, max: a.half_extents }, max_t)
}

/// Returns the first hit, by the affine map of the box to the cube `[-1, 1]^3`; `None` if the ray
/// misses or the box is flat.
#[doc(alias = "affine map")]
#[doc(alias = "unit cube")]
pub fn by_unit_cube<V: FloatVector>(ray: &Ray<V>, a: &Obb<V>, max_t: V::Scalar) -> Option<CubeHit<V>> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    for i in 0..V::DIM {
        if a.half_extents.get(i) <= zero {
            return None;
        }
    }
    let local = |v: V| V::from_fn(|i| a.axis(i).dot(v) / a.half_extents.get(i));
    let (x, v) = (local(ray.origin - a.center), local(ray.direction));
    let (mut enter, mut exit, mut face) = (zero, max_t, None);
    for i in 0..V::DIM {
        let (x, v) = (x.get(i), v.get(i));
        if v == zero {
            if !(x.abs() <= one) {
                return None;
            }
            continue;
        }
        let (middle, half) = (-x / v, (one / v).abs());
        if middle - half > enter {
            (enter, face) = (middle - half, Some(i));
        }
        exit = Ring::min(exit, middle + half);
    }
    if !(enter <= exit) {
        return None;
    }
    let mut local = x + v * enter;
    if let Some(i) = face {
        // Exactly on the face, despite rounding.
        local = local.with(i, if v.get(i) > zero { -one } else { one });
    }
    Some(CubeHit { t: enter, local, axis: face })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::obb_ray;
    use glam::{DMat3, DVec3, dvec3};

    fn turned() -> Obb<DVec3> {
        // Orthonormal rational axes: columns (2, 1, 2) / 3, (-2, 2, 1) / 3, (-1, -2, 2) / 3.
        let axes = [dvec3(2., 1., 2.), dvec3(-2., 2., 1.), dvec3(-1., -2., 2.)].map(|axis| axis / 3.0);
        Obb::new(dvec3(1., -2., 0.5), dvec3(1., 0.5, 2.), axes)
    }

    /// Returns where a ray enters, the same for all three methods.
    fn enter(ray: &Ray<DVec3>, a: &Obb<DVec3>) -> Option<f64> {
        let axes = by_axes(ray, a, 100.0).map(|span| span.enter);
        let frame = in_frame(ray, a, 100.0).map(|span| span.enter);
        let cube = by_unit_cube(ray, a, 100.0).map(|hit| hit.t);
        for other in [frame, cube] {
            assert_eq!(axes.is_some(), other.is_some(), "{ray:?}");
            let off = axes.zip(other).map_or(0.0, |(a, b)| (a - b).abs());
            assert!(off < 1e-12, "{ray:?} {axes:?} {other:?}");
        }
        axes
    }

    #[test]
    fn e15_rays_at_points_of_a_turned_box_hit_it_and_rays_beside_it_miss() {
        let a = turned();
        let [x, y, z] = a.axes;
        let from = dvec3(7.0, 5.0, -6.0);
        for s in -4..=4 {
            for t in -4..=4 {
                let (s, t) = (f64::from(s) / 5.0, f64::from(t) / 5.0);
                // A ray aimed at a point of the box hits; a ray aimed past it by this much on the
                // third axis misses.
                let inside = a.center + x * s + y * (0.5 * t) + z * (2.0 * s * t);
                let ray = Ray::new(from, inside - from);
                let hit = enter(&ray, &a).expect("aimed at the inside");
                assert!(hit <= 1.0 && obb_ray::intersects(&a, &ray));
                let beside = a.center + x * 1.01 + y * t;
                assert_eq!(enter(&Ray::new(beside - z * 9.0, z), &a), None);
            }
        }
    }

    #[test]
    fn e15_a_ray_that_starts_inside_enters_at_0_and_one_that_slides_on_a_face_hits() {
        let straight = Obb::new(DVec3::ZERO, DVec3::ONE, DMat3::IDENTITY.to_cols_array_2d().map(DVec3::from));
        assert_eq!(enter(&Ray::new(dvec3(0.5, 0.25, 0.0), dvec3(-3.0, 1.0, 0.0)), &straight), Some(0.0));
        assert_eq!(enter(&Ray::new(dvec3(-3.0, 1.0, 0.5), DVec3::X), &straight), Some(2.0));
        assert_eq!(enter(&Ray::new(dvec3(3.0, 0.0, 0.5), DVec3::X), &straight), None, "behind");
    }

    #[test]
    fn e15_the_unit_cube_names_the_face_and_the_place_on_it() {
        let a = turned();
        let [x, y, z] = a.axes;
        let point = a.center + x * 0.25 + y * 0.5 - z;
        let hit = by_unit_cube(&Ray::new(point + y * 3.0, -y), &a, 100.0).unwrap();
        assert_eq!(hit.axis, Some(1));
        assert!(
            (hit.local - dvec3(0.25, 1.0, -0.5)).length() < 1e-14 && (hit.t - 3.0).abs() < 1e-14,
            "{hit:?}"
        );
    }

    #[test]
    fn e15_a_flat_box_is_a_rectangle_for_slabs_and_has_no_unit_cube() {
        let flat = Obb { half_extents: dvec3(1.0, 1.0, 0.0), ..turned() };
        let ray = Ray::new(flat.center + flat.axes[2] * 2.0, -flat.axes[2]);
        let by = by_axes(&ray, &flat, 9.0).unwrap();
        assert!((by.enter - 2.0).abs() < 1e-14 && by_unit_cube(&ray, &flat, 9.0).is_none());
    }
}
