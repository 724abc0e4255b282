//! Ray and axis-aligned box: four methods besides [`pair::aabb_ray`](crate::pair::aabb_ray), which
//! needs no division.
//!
//! The box is `low_i <= x_i <= high_i`, the ray `o + t d` with `0 <= t <= max_t`.
//!
//! - [`by_slabs`]: `t_i = (low_i - o_i) / d_i` and `(high_i - o_i) / d_i`. The ray enters at the
//!   largest of the smaller ones and exits at the smallest of the larger ones. The classic of ray
//!   tracers; for callers that need both ends.
//! - [`by_woo`]: only the plane of each axis that faces the origin is a candidate. The farthest
//!   candidate is the hit if its point lies in the face. For rays that rarely hit, if the face is
//!   needed.
//! - [`SlopeRay`]: in each coordinate plane `(i, j)` the last corner that the ray passes must lie
//!   on the far side: `o_j + (high_i - o_i) d_j / d_i >= low_j`. For one ray against many boxes:
//!   the slopes `d_j / d_i` are precomputed, and a miss needs no division.
//! - [`segment_by_separating_axes`]: a segment and a box are disjoint exactly if one of `e_i` or
//!   `e_i x d` separates them. For intersection tests of segments, without division.
//!
//! Accuracy. All detect "parallel" by an exact 0, so that no axis computes `0 / 0`. Slabs and
//! slopes round each quotient or product once or twice: a ray that grazes an edge within some 3 ulp
//! of the coordinates may be missed. Woo's method compares a computed point `o_j + t d_j` with the
//! face, so it misses rays near an edge by the rounding of that point. The separating axes need no
//! quotient; their products are exact for coordinates of up to half the digits.
//!
//! Sources: [Kay 1986], [Woo 1990], [Eisemann 2007], [Ericson 5.3.3].

use crate::number::{Float, Ring};
use crate::shape::{Aabb, Linear, Ray, Segment};
use crate::vector::{FloatVector, Vector, Vector3};

/// The part of a ray that lies in a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxSpan<S> {
    /// Parameter where the ray enters; 0 if it starts inside.
    pub enter: S,
    /// Parameter where the ray exits; at most the limit.
    pub exit: S,
}

/// Hit of a ray with a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxHit<V: Vector> {
    /// Parameter of the point `origin + t direction`.
    pub t: V::Scalar,
    /// Hit point; its coordinate along `axis` is that of the face.
    pub point: V,
    /// Axis of the face that is hit; `None` if the ray starts inside.
    pub axis: Option<usize>,
}

/// Returns the interval of `t` in the box, by slabs (Kay and Kajiya); `None` if the ray misses.
///
/// On an axis where the direction is 0 no quotient is formed: a ray that slides along a face stays
/// in that slab.
#[doc(alias = "Kay-Kajiya")]
#[doc(alias = "slab method")]
pub fn by_slabs<V: FloatVector>(ray: &Ray<V>, a: &Aabb<V>, max_t: V::Scalar) -> Option<BoxSpan<V::Scalar>> {
    let zero = V::Scalar::ZERO;
    let mut span = BoxSpan { enter: zero, exit: max_t };
    for i in 0..V::DIM {
        let (o, d) = (ray.origin.get(i), ray.direction.get(i));
        let (low, high) = (a.min.get(i), a.max.get(i));
        if d == zero {
            if !(low <= o && o <= high) {
                return None;
            }
            continue;
        }
        let (near, far) = if d > zero { (low, high) } else { (high, low) };
        span.enter = Ring::max(span.enter, (near - o) / d);
        span.exit = Ring::min(span.exit, (far - o) / d);
    }
    (span.enter <= span.exit).then_some(span)
}

/// Returns the first hit, by candidate planes (Woo): on each axis only the plane between the origin
/// and the box can be hit first.
#[doc(alias = "Woo")]
pub fn by_woo<V: FloatVector>(ray: &Ray<V>, a: &Aabb<V>, max_t: V::Scalar) -> Option<BoxHit<V>> {
    let zero = V::Scalar::ZERO;
    // The candidate reached last: its axis, plane, and t.
    let mut last: Option<(usize, V::Scalar, V::Scalar)> = None;
    for i in 0..V::DIM {
        let (o, d) = (ray.origin.get(i), ray.direction.get(i));
        let (low, high) = (a.min.get(i), a.max.get(i));
        if low <= o && o <= high {
            continue;
        }
        let plane = if o < low { low } else { high };
        let t = if d == zero { -V::Scalar::ONE } else { (plane - o) / d };
        if !(t >= zero) {
            // The ray moves away from the box, or along the slab outside it.
            return None;
        }
        if last.is_none_or(|(_, _, most)| t > most) {
            last = Some((i, plane, t));
        }
    }
    let Some((axis, plane, t)) = last else {
        return Some(BoxHit { t: zero, point: ray.origin, axis: None });
    };
    let point = ray.at(t).with(axis, plane);
    let mut inside = t <= max_t;
    for i in 0..V::DIM {
        let x = point.get(i);
        inside &= a.min.get(i) <= x && x <= a.max.get(i);
    }
    inside.then_some(BoxHit { t, point, axis: Some(axis) })
}

/// A ray with precomputed slopes, for tests against many boxes (Eisemann and others).
///
/// ```
/// use barycast::pair::method::ray_aabb::SlopeRay;
/// use barycast::shape::{Aabb, Ray};
/// use glam::{DVec3, dvec3};
///
/// let ray = SlopeRay::new(&Ray::new(dvec3(-2.0, 0.5, 0.5), dvec3(2.0, 0.25, 0.0)));
/// assert!(ray.hits(&Aabb::new(DVec3::ZERO, DVec3::ONE)));
/// assert_eq!(ray.first_hit(&Aabb::new(DVec3::ZERO, DVec3::ONE), 10.0), Some(1.0));
/// assert!(!ray.hits(&Aabb::new(dvec3(0.0, 1.0, 0.0), DVec3::ONE)));
/// ```
#[doc(alias = "Eisemann")]
#[doc(alias = "ray slopes")]
#[derive(Clone, Copy, Debug)]
pub struct SlopeRay<V: Vector> {
    ray: Ray<V>,
    /// `slopes[i]` has the components `d_j / d_i` for all `j`; 0 if `d_i` is 0.
    slopes: [V; 3],
}

impl<V: FloatVector> SlopeRay<V> {
    /// Precomputes the slopes, with one division per ordered pair of axes.
    pub fn new(ray: &Ray<V>) -> Self {
        let zero = V::Scalar::ZERO;
        let slope = |i: usize| {
            let d = ray.direction.get(i);
            V::from_fn(|j| if d == zero { zero } else { ray.direction.get(j) / d })
        };
        Self { ray: *ray, slopes: [0, 1, V::DIM - 1].map(slope) }
    }

    /// Tests whether the ray, from `t = 0` without an upper limit, intersects the box. Touching
    /// counts.
    pub fn hits(&self, a: &Aabb<V>) -> bool {
        let zero = V::Scalar::ZERO;
        let Ray { origin, direction } = self.ray;
        for i in 0..V::DIM {
            let (o, d) = (origin.get(i), direction.get(i));
            let (low, high) = (a.min.get(i), a.max.get(i));
            // The ray never leaves the slab of a parallel axis; on other axes the box must lie
            // ahead.
            let reaches = if d > zero {
                o <= high
            } else if d < zero {
                o >= low
            } else {
                low <= o && o <= high
            };
            if !reaches {
                return false;
            }
        }
        for i in 0..V::DIM {
            let d = direction.get(i);
            if d == zero {
                continue;
            }
            let leaves = if d > zero { a.max.get(i) } else { a.min.get(i) };
            for j in (0..V::DIM).filter(|j| *j != i) {
                let e = direction.get(j);
                // The ray must have entered slab j before it leaves slab i.
                let x = origin.get(j) + self.slopes[i].get(j) * (leaves - origin.get(i));
                let entered = if e > zero {
                    x >= a.min.get(j)
                } else if e < zero {
                    x <= a.max.get(j)
                } else {
                    true
                };
                if !entered {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the parameter where the ray enters the box, 0 if it starts inside; `None` if it
    /// misses or enters beyond `max_t`.
    pub fn first_hit(&self, a: &Aabb<V>, max_t: V::Scalar) -> Option<V::Scalar> {
        if !self.hits(a) {
            return None;
        }
        let zero = V::Scalar::ZERO;
        let mut enter = zero;
        for i in 0..V::DIM {
            let (o, d) = (self.ray.origin.get(i), self.ray.direction.get(i));
            if d != zero {
                let near = if d > zero { a.min.get(i) } else { a.max.get(i) };
                enter = Ring::max(enter, (near - o) / d);
            }
        }
        (enter <= max_t).then_some(enter)
    }
}

/// Tests whether a segment and a box intersect, by separating axes: the three axes of the box and
/// their cross products with the segment. Touching counts.
pub fn segment_by_separating_axes<V: FloatVector + Vector3>(segment: &Segment<V>, a: &Aabb<V>) -> bool {
    // All numbers are doubled, so that halving does not round.
    let half = segment.b - segment.a;
    let center = (segment.a - a.min) + (segment.b - a.max);
    let size = a.max - a.min;
    for i in 0..3 {
        if !(center.get(i).abs() <= size.get(i) + half.get(i).abs()) {
            return false;
        }
    }
    for i in 0..3 {
        // Along e_i x d, onto which the segment projects to a point.
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let distance = center.get(j) * half.get(k) - center.get(k) * half.get(j);
        let reach = size.get(j) * half.get(k).abs() + size.get(k) * half.get(j).abs();
        if !(distance.abs() <= reach) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::aabb_ray;
    use glam::{DVec3, dvec3};

    const UNIT: Aabb<DVec3> = Aabb::new(DVec3::ZERO, DVec3::ONE);

    fn ray(o: [f64; 3], d: [f64; 3]) -> Ray<DVec3> {
        Ray::new(o.into(), d.into())
    }

    /// Returns where the ray enters, the same for all methods.
    fn enter(ray: &Ray<DVec3>, a: &Aabb<DVec3>) -> Option<f64> {
        let slabs = by_slabs(ray, a, f64::INFINITY).map(|span| span.enter);
        let woo = by_woo(ray, a, f64::INFINITY).map(|hit| hit.t);
        let slopes = SlopeRay::new(ray).first_hit(a, f64::INFINITY);
        assert_eq!((slabs, slabs), (woo, slopes), "{ray:?} {a:?}");
        assert_eq!(slabs.is_some(), aabb_ray::intersects(a, ray), "{ray:?} {a:?}");
        slabs
    }

    #[test]
    fn e14_an_origin_on_the_plane_of_a_parallel_slab_is_no_zero_over_zero() {
        assert_eq!(enter(&ray([-2., 1., 0.5], [1., 0., 0.]), &UNIT), Some(2.));
        assert_eq!(enter(&ray([-2., 0., 0.], [1., 0., 0.]), &UNIT), Some(2.));
        assert_eq!(enter(&ray([-2., 1.5, 0.5], [1., 0., 0.]), &UNIT), None);
    }

    #[test]
    fn e17_a_start_inside_enters_at_0_and_a_box_behind_is_missed() {
        assert_eq!(enter(&ray([0.5, 0.5, 0.5], [0., 0., -3.]), &UNIT), Some(0.));
        assert_eq!(enter(&ray([0.5, 0.5, 2.], [0., 0., 1.]), &UNIT), None);
        assert_eq!(by_woo(&ray([0.5, 0.5, 0.5], [1., 0., 0.]), &UNIT, 1.).unwrap().axis, None);
    }

    #[test]
    fn e17_woo_names_the_face_and_its_point_lies_on_it() {
        let hit = by_woo(&ray([0.25, 4., 0.5], [0., -2., 0.125]), &UNIT, 9.).unwrap();
        assert_eq!((hit.axis, hit.t, hit.point), (Some(1), 1.5, dvec3(0.25, 1., 0.6875)));
        assert!(by_woo(&ray([0.25, 4., 0.5], [0., -2., 0.125]), &UNIT, 1.).is_none(), "the limit counts");
    }

    #[test]
    fn e17_all_methods_agree_on_rays_between_small_whole_numbers() {
        // Quotients of small powers of two are exact, so all methods agree on touches too.
        let steps = [-2.0, -1.0, 0.0, 1.0, 2.0, 4.0];
        let a = Aabb::new(dvec3(-1., 0., 1.), dvec3(1., 2., 2.));
        let mut hits = 0;
        let grid = || steps.into_iter().flat_map(|x| steps.into_iter().map(move |y| (x, y)));
        for (x, y) in grid() {
            for (z, dx) in grid() {
                for (dy, dz) in grid() {
                    let ray = ray([x, y, z], [dx, dy, dz]);
                    if ray.direction == DVec3::ZERO {
                        continue;
                    }
                    hits += usize::from(enter(&ray, &a).is_some());
                    let segment = Segment::new(ray.origin, ray.origin + ray.direction);
                    let meets = by_slabs(&ray, &a, 1.0).is_some();
                    assert_eq!(segment_by_separating_axes(&segment, &a), meets, "{segment:?}");
                }
            }
        }
        assert!(hits > 1000, "{hits}");
    }

    #[test]
    fn e17_a_segment_of_length_0_is_a_point() {
        let point = |p: DVec3| Segment::new(p, p);
        assert!(segment_by_separating_axes(&point(DVec3::ONE), &UNIT));
        assert!(!segment_by_separating_axes(&point(dvec3(1.0, 1.0, 1.25)), &UNIT));
    }
}
