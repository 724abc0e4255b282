//! Capsule and plane.
//!
//! With the sides `s_a, s_b` of the ends of the axis, which are `|n|` times their heights, they
//! intersect if the axis crosses the plane, or one of its ends is within the radius:
//!
//! ```text
//! s_a <= 0 <= s_b    or    min(s_a^2, s_b^2) <= r^2 |n|^2
//! ```
//!
//! This needs neither a square root nor a unit normal.
//!
//! Sources: [Ericson 5.2.2].

use crate::number::{Real, Ring};
use crate::pair::{plane_ray, plane_sphere};
use crate::query::Closest;
use crate::shape::{Capsule, Plane, Sphere};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Capsule<V>, b: &Plane<V>) -> V::Mask {
    let (sa, sb) = (b.side(a.a), b.side(a.b));
    let reach = a.radius.squared() * b.normal.length_squared();
    plane_ray::straddles(Ring::min(sa, sb), Ring::max(sa, sb))
        | sa.squared().le(reach)
        | sb.squared().le(reach)
}

/// Returns the surface point at the closer end of the axis and its foot; a common point if they
/// intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Plane<V>) -> Closest<V> {
    let axis = plane_ray::distance(b, &a.axis());
    let end = Sphere { center: axis.on_b, radius: a.radius };
    // Where the axis crosses, its closest point lies in the plane, and so does the sphere's center.
    plane_sphere::distance(b, &end).or_shared(axis.distance.le(axis.distance.zero()), axis.on_b).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn touching_counts_from_both_sides() {
        let standing = Capsule::new(dvec3(0.0, 0.0, 2.0), dvec3(0.0, 0.0, 5.0), 1.0);
        for (d, touches) in [(3.0, true), (2.5, false), (18.0, true), (18.5, false)] {
            assert_eq!(standing.intersects(&Plane::new(dvec3(0.0, 0.0, 3.0), d)), touches, "{d}");
        }
    }

    #[test]
    fn an_axis_through_the_plane_shares_its_crossing() {
        let closest =
            Capsule::new(dvec2(-1.0, 1.0), dvec2(3.0, 1.0), 0.0).closest(&Plane::new(DVec2::X, 0.0));
        assert_eq!((closest.distance, closest.on_a), (0.0, dvec2(0.0, 1.0)));
    }

    #[test]
    fn a_capsule_of_length_zero_is_a_sphere() {
        let ball = Capsule::new(dvec3(0.0, 0.0, -5.0), dvec3(0.0, 0.0, -5.0), 2.0);
        let closest = ball.closest(&Plane::new(DVec3::Z, 0.0));
        assert_eq!((closest.distance, closest.on_a), (3.0, dvec3(0.0, 0.0, -3.0)));
    }
}
