//! Half-space and sphere.
//!
//! With the side `s = n . c - d` of the center, which is `|n|` times its height, they intersect if
//!
//! ```text
//! s <= 0    or    s^2 <= r^2 |n|^2
//! ```
//!
//! This needs neither a square root nor a unit normal.
//!
//! Sources: [Ericson 5.2.2].

use crate::number::{Real, Ring};
use crate::pair::half_space_point;
use crate::query::{Closest, Penetration};
use crate::shape::{HalfSpace, Sphere};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &Sphere<V>) -> V::Mask {
    let side = a.side(b.center);
    side.le(side.zero()) | side.squared().le(b.radius.squared() * a.normal.length_squared())
}

/// Returns the foot of the center, and the lowest point of the sphere. If they intersect, both are
/// that point, or the center if it is inside.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Sphere<V>) -> Closest<V> {
    let gap = a.height(b.center) - b.radius;
    let on_a = a.closest_point(b.center);
    let on_b = b.center - a.normal.normalized_or_zero() * b.radius;
    Closest { distance: gap, on_a, on_b }.or_shared(gap.le(gap.zero()), on_a)
}

/// Returns the contact along the normal; the depth is that of the lowest point below the boundary.
pub fn contact<V: FloatVector>(a: &HalfSpace<V>, b: &Sphere<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    Some(half_space_point::contact_at(a, b.center - a.normal.normalized_or_zero() * b.radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn d4_touching_counts() {
        let ground = HalfSpace::new(dvec3(0.0, 0.0, 3.0), 0.0);
        let touching = Sphere::new(dvec3(1.0, 0.0, 2.0), 2.0);
        assert!(ground.intersects(&touching));
        assert_eq!(ground.contact(&touching).map(|c| c.depth), Some(0.0));
        assert!(!ground.intersects(&Sphere::new(dvec3(1.0, 0.0, 2.5), 2.0)));
    }

    #[test]
    fn deep_inside_the_way_out_is_the_whole_sphere_and_more() {
        let ground = HalfSpace::new(DVec3::Z, 0.0);
        let contact = ground.contact(&Sphere::new(dvec3(1.0, 2.0, -5.0), 2.0)).expect("it is inside");
        assert_eq!((contact.depth, contact.normal_a_to_b), (7.0, Some(DVec3::Z)));
        assert_eq!((contact.on_a, contact.on_b), (dvec3(1.0, 2.0, 0.0), dvec3(1.0, 2.0, -7.0)));
    }

    #[test]
    fn the_order_turns_the_normal() {
        let left = HalfSpace::new(DVec2::X, 0.0);
        let contact = Sphere::new(dvec2(1.0, 0.0), 1.5).contact(&left).expect("they overlap");
        assert_eq!((contact.depth, contact.normal_a_to_b), (0.5, Some(-DVec2::X)));
        assert_eq!(left.distance(&Sphere::new(dvec2(4.0, 0.0), 1.5)), 2.5);
    }
}
