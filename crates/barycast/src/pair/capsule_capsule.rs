//! Capsule and capsule.
//!
//! A capsule is the set of points within its radius of its axis, so they intersect if the distance
//! of the axes is at most the sum of the radii:
//!
//! ```text
//! distance(axis1, axis2)^2 <= (r1 + r2)^2
//! ```
//!
//! If the axes are disjoint, the contact is along the connection of their closest points, with the
//! radii minus their distance as the depth. If the axes cross, moving `b` by `v` separates the
//! capsules once `v` leaves the Minkowski difference `{p - q : p in axis1, q in axis2}` expanded by
//! both radii. In 3D that set is flat, and the shortest way out is along `d1 x d2`. In 2D it is a
//! parallelogram, and the shortest way out is through its closest edge, across one of the axes.
//! Parallel axes that overlap separate at a right angle.
//!
//! Sources: [Ericson 4.5.1], [Cameron 1997].

use crate::number::{Field, Float, Real, Ring};
use crate::pair::{ray_ray, sphere_sphere};
use crate::query::{Closest, Penetration};
use crate::shape::{Capsule, Linear, Support};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Capsule<V>, b: &Capsule<V>) -> V::Mask {
    let reach = a.radius + b.radius;
    ray_ray::within(&a.axis(), &b.axis(), reach.squared())
}

/// Returns the closest points, on the connection of the closest points of the axes.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Capsule<V>) -> Closest<V> {
    ray_ray::distance(&a.axis(), &b.axis()).grown(a.radius, b.radius)
}

/// Returns the contact along the connection of the closest points of the axes, or out across them
/// where they cross. Capsules that are disjoint by no more than rounding count as touching here;
/// call [`intersects`] first for a certain result.
pub fn contact<V: FloatVector>(a: &Capsule<V>, b: &Capsule<V>) -> Option<Penetration<V>> {
    let between = ray_ray::distance(&a.axis(), &b.axis());
    let reach = a.radius + b.radius;
    // Below the rounding of the points themselves, the vector between them has no direction.
    let size = a.a.length() + a.b.length() + b.a.length() + b.b.length() + reach;
    let rounding = noise::<V::Scalar>() * size;
    if rounding < between.distance - reach {
        return None;
    }
    if between.distance <= rounding {
        return Some(contact_of_crossing(a, b, between.on_a));
    }
    let normal = (between.on_b - between.on_a).normalized_or_zero();
    // A vector this short has only half of its digits: a direction across both axes may be better.
    if between.distance.squared() <= V::Scalar::EPSILON * size.squared() {
        let crossing = contact_of_crossing(a, b, between.on_a);
        if crossing.depth < depth_along(a, b, normal) {
            return Some(crossing);
        }
    }
    let depth = Ring::max(reach - between.distance, V::Scalar::ZERO);
    let (on_a, on_b) = (between.on_a + normal * a.radius, between.on_b - normal * b.radius);
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b })
}

/// A few units in the last place of 1.
fn noise<S: Float>() -> S {
    S::EPSILON * S::ONE.lit(8)
}

/// Returns the contact of capsules whose axes share the point `crossing`.
fn contact_of_crossing<V: FloatVector>(a: &Capsule<V>, b: &Capsule<V>, crossing: V) -> Penetration<V> {
    let (u, v) = (a.axis().direction(), b.axis().direction());
    let (uu, vv) = (u.length_squared(), v.length_squared());
    if u.wedge_squared(v) <= noise::<V::Scalar>().squared() * uu * vv {
        // Parallel axes, or points.
        let longer = if uu < vv { v } else { u };
        let normal = sphere_sphere::unit_or_first_axis(longer.any_orthogonal());
        return leaving(a, b, normal, crossing + normal * a.radius);
    }
    V::by_dim(Crossing { a, b, point: crossing })
}

/// Returns the contact along `normal`, with the given witness point on `a`.
fn leaving<V: FloatVector>(a: &Capsule<V>, b: &Capsule<V>, normal: V, on_a: V) -> Penetration<V> {
    let depth = depth_along(a, b, normal);
    Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth }
}

/// Returns the contact along the normal of a side of `a`: an end of `b` is deepest.
fn past_end_of_b<V: FloatVector>(a: &Capsule<V>, b: &Capsule<V>, normal: V) -> Penetration<V> {
    let on_b = b.axis().support(-normal) - normal * b.radius;
    leaving(a, b, normal, on_b + normal * depth_along(a, b, normal))
}

/// Returns the contact along the normal of a side of `b`: an end of `a` is deepest.
fn past_end_of_a<V: FloatVector>(a: &Capsule<V>, b: &Capsule<V>, normal: V) -> Penetration<V> {
    leaving(a, b, normal, a.axis().support(normal) + normal * a.radius)
}

/// Returns the distance that `b` must move along `normal` to separate from `a`.
fn depth_along<V: FloatVector>(a: &Capsule<V>, b: &Capsule<V>, normal: V) -> V::Scalar {
    let front = a.axis().support(normal) - b.axis().support(-normal);
    Ring::max(normal.dot(front), V::Scalar::ZERO) + (a.radius + b.radius)
}

/// Two axes that cross at a point and are not parallel.
struct Crossing<'a, V: Vector> {
    a: &'a Capsule<V>,
    b: &'a Capsule<V>,
    point: V,
}

impl<V: FloatVector> ByDim<V> for Crossing<'_, V> {
    type Answer = Penetration<V>;

    fn d2(self) -> Penetration<V>
    where
        V: Vector2,
    {
        let Self { a, b, .. } = self;
        let across_a = a.axis().direction().perp().normalized_or_zero();
        let across_b = b.axis().direction().perp().normalized_or_zero();
        let mut best = past_end_of_b(a, b, across_a);
        for out in
            [past_end_of_b(a, b, -across_a), past_end_of_a(a, b, across_b), past_end_of_a(a, b, -across_b)]
        {
            if out.depth < best.depth {
                best = out;
            }
        }
        best
    }

    fn d3(self) -> Penetration<V>
    where
        V: Vector3,
    {
        let Self { a, b, point } = self;
        let normal = a.axis().direction().cross(b.axis().direction()).normalized_or_zero();
        leaving(a, b, normal, point + normal * a.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn capsule3(a: [f64; 3], b: [f64; 3], radius: f64) -> Capsule<DVec3> {
        Capsule::new(a.into(), b.into(), radius)
    }

    #[test]
    fn skew_axes_touch_at_the_sum_of_the_radii() {
        let a = capsule3([-2., 0., 0.], [2., 0., 0.], 1.);
        let b = capsule3([0., -2., 3.], [0., 2., 3.], 2.);
        assert!(intersects(&a, &b));
        assert!(!intersects(&a, &Capsule { radius: 1.9, ..b }));
        let touch = contact(&a, &b).unwrap();
        assert_eq!((touch.depth, touch.normal_a_to_b, touch.on_a), (0., Some(DVec3::Z), DVec3::Z));
    }

    #[test]
    fn parallel_axes_side_by_side_and_in_line() {
        let a = capsule3([0., 0., 0.], [3., 0., 0.], 1.);
        assert_eq!(distance(&a, &capsule3([2., 5., 0.], [9., 5., 0.], 1.)).distance, 3.);
        assert_eq!(distance(&a, &capsule3([6., 0., 0.], [9., 0., 0.], 1.)).distance, 1.);
        assert!(intersects(&a, &capsule3([5., 0., 0.], [9., 0., 0.], 1.)));
    }

    #[test]
    fn nearly_parallel_axes_do_not_seem_to_meet() {
        let a = Capsule::new(glam::Vec3::ZERO, glam::vec3(0.1, 0.2, 0.3) * 7., 1.);
        let b =
            Capsule::new(glam::vec3(4., -2., 0.), glam::vec3(4., -2., 0.) + glam::vec3(0.3, 0.6, 0.9), 1.);
        assert!((distance(&a, &b).distance - (20_f32.sqrt() - 2.)).abs() < 1e-5);
        assert!(!intersects(&a, &b));
    }

    #[test]
    fn crossing_axes_in_3d_leave_along_their_common_normal() {
        let a = capsule3([-2., 0., 0.], [2., 0., 0.], 1.);
        let b = capsule3([0., -2., 0.], [0., 2., 0.], 0.5);
        let out = contact(&a, &b).unwrap();
        assert_eq!((out.depth, out.normal_a_to_b), (1.5, Some(DVec3::Z)));
        assert_eq!((out.on_a, out.on_b), (DVec3::Z, dvec3(0., 0., -0.5)));
    }

    #[test]
    fn crossing_axes_in_2d_leave_past_the_nearest_end() {
        let a = Capsule::new(dvec2(-5., 0.), dvec2(5., 0.), 1.);
        let b = Capsule::new(dvec2(2., -1.), dvec2(2., 9.), 1.);
        let out = contact(&a, &b).unwrap();
        assert_eq!((out.depth, out.normal_a_to_b), (3., Some(DVec2::Y)));
        assert_eq!((out.on_a, out.on_b), (dvec2(2., 1.), dvec2(2., -2.)));
        let back = contact(&b, &a).unwrap();
        assert_eq!((back.depth, back.normal_a_to_b), (3., Some(-DVec2::Y)));
        assert_eq!((back.on_a, back.on_b), (out.on_b, out.on_a));
    }

    #[test]
    fn axes_that_overlap_in_line_leave_at_right_angles() {
        let a = capsule3([0., 0., 0.], [4., 0., 0.], 1.);
        let b = capsule3([3., 0., 0.], [9., 0., 0.], 1.);
        let out = contact(&a, &b).unwrap();
        assert_eq!(out.depth, 2.);
        assert_eq!(out.normal_a_to_b.unwrap().x, 0.);
    }
}
