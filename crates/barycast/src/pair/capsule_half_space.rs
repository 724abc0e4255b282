//! Capsule and half-space.
//!
//! With the smaller side `s` of the ends of the axis, which is `|n|` times the height, they
//! intersect if
//!
//! ```text
//! s <= 0    or    s^2 <= r^2 |n|^2
//! ```
//!
//! Sources: [Ericson 5.2.2].

use crate::number::{Real, Ring};
use crate::pair::half_space_sphere;
use crate::query::{Closest, Penetration};
use crate::shape::{Capsule, HalfSpace, Sphere};
use crate::vector::{FloatVector, Vector};

/// Returns the sphere at the end of the capsule that is lower along the normal.
#[inline(always)]
fn lower_end<V: Vector>(a: &Capsule<V>, b: &HalfSpace<V>) -> Sphere<V> {
    let center = V::select(b.side(a.a).le(b.side(a.b)), a.a, a.b);
    Sphere { center, radius: a.radius }
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Capsule<V>, b: &HalfSpace<V>) -> V::Mask {
    // Tested by the sides of both ends and not at the lower end: for two undecided ends an interval
    // would take the hull.
    let side = Ring::min(b.side(a.a), b.side(a.b));
    side.le(side.zero()) | side.squared().le(a.radius.squared() * b.normal.length_squared())
}

/// Returns the lowest point and its foot on the boundary; a common point if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &HalfSpace<V>) -> Closest<V> {
    half_space_sphere::distance(b, &lower_end(a, b)).swap()
}

/// Returns the contact along the normal; the depth is that of the lowest point below the boundary.
pub fn contact<V: FloatVector>(a: &Capsule<V>, b: &HalfSpace<V>) -> Option<Penetration<V>> {
    half_space_sphere::contact(b, &lower_end(a, b)).map(Penetration::swap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_lower_end_decides_whichever_it_is() {
        let ground = HalfSpace::new(dvec3(0.0, 0.0, 3.0), 3.0);
        let (low, high) = (dvec3(4.0, 0.0, 3.0), dvec3(0.0, 0.0, 9.0));
        for (a, b) in [(low, high), (high, low)] {
            assert!(Capsule::new(a, b, 2.0).intersects(&ground));
            assert!(!Capsule::new(a, b, 1.5).intersects(&ground));
            assert_eq!(Capsule::new(a, b, 1.5).closest(&ground).on_b, dvec3(4.0, 0.0, 1.0));
        }
    }

    #[test]
    fn standing_in_the_ground_it_is_lifted_by_its_foot() {
        let pole = Capsule::new(dvec2(0.0, -2.0), dvec2(0.0, 5.0), 1.0);
        let contact = pole.contact(&HalfSpace::new(DVec2::Y, 0.0)).expect("it stands in the ground");
        assert_eq!((contact.depth, contact.normal_a_to_b), (3.0, Some(-DVec2::Y)));
        assert_eq!((contact.on_a, contact.on_b), (dvec2(0.0, -3.0), DVec2::ZERO));
    }

    #[test]
    fn touching_is_a_contact_of_depth_zero() {
        let capsule = Capsule::new(DVec3::Z, DVec3::Z, 1.0);
        assert_eq!(capsule.contact(&HalfSpace::new(DVec3::Z, 0.0)).map(|c| c.depth), Some(0.0));
    }
}
