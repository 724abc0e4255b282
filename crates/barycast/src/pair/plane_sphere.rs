//! Plane and sphere.
//!
//! With the side `s = n . c - d` of the center, which is `|n|` times its height, they intersect if
//!
//! ```text
//! s^2 <= r^2 |n|^2
//! ```
//!
//! This needs neither a square root nor a unit normal.
//!
//! Sources: [Ericson 5.2.2].

use crate::number::{Real, Ring};
use crate::query::Closest;
use crate::shape::{Plane, Sphere};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Plane<V>, b: &Sphere<V>) -> V::Mask {
    a.side(b.center).squared().le(b.radius.squared() * a.normal.length_squared())
}

/// Returns the foot of the center, and the surface point towards it; both are the foot if they
/// intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Plane<V>, b: &Sphere<V>) -> Closest<V> {
    let height = a.height(b.center);
    let normal = a.normal.normalized_or_zero();
    let down = V::select(height.lt(height.zero()), -normal, normal);
    let gap = Ring::abs(height) - b.radius;
    let foot = a.closest_point(b.center);
    Closest { distance: gap, on_a: foot, on_b: b.center - down * b.radius }
        .or_shared(gap.le(gap.zero()), foot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn d4_touching_counts_from_both_sides() {
        let plane = Plane::new(dvec3(0.0, 0.0, 7.0), 7.0);
        for z in [-1.0, 3.0] {
            assert!(plane.intersects(&Sphere::new(dvec3(5.0, 0.0, z), 2.0)));
            assert_eq!(plane.distance(&Sphere::new(dvec3(5.0, 0.0, z), 1.5)), 0.5);
        }
    }

    #[test]
    fn below_the_plane_the_top_of_the_sphere_faces_it() {
        let closest = Plane::new(DVec3::Z, 0.0).closest(&Sphere::new(dvec3(1.0, 2.0, -5.0), 2.0));
        assert_eq!((closest.distance, closest.on_b), (3.0, dvec3(1.0, 2.0, -3.0)));
        assert_eq!(closest.on_a, dvec3(1.0, 2.0, 0.0));
    }

    #[test]
    fn radius_zero_is_a_point() {
        let line = Plane::new(dvec2(3.0, 4.0), 0.0);
        assert!(line.intersects(&Sphere::new(dvec2(4.0, -3.0), 0.0)));
        assert!(!line.intersects(&Sphere::new(dvec2(4.0, -2.0), 0.0)));
        assert_eq!(line.closest(&Sphere::new(DVec2::ZERO, 1.0)).on_a, DVec2::ZERO);
    }
}
