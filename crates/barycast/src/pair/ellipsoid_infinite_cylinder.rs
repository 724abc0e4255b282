//! Ellipsoid and infinite cylinder.
//!
//! The part of the axis that faces the ellipsoid, expanded by the radius, is a capsule with the
//! same distance as the whole cylinder: its caps only add points of the cylinder.

use super::ellipsoid_ray::facing;
use crate::convex::gjk::{self, Outcome};
use crate::shape::{Capsule, Ellipsoid, InfiniteCylinder, Line};
use crate::vector::{FloatVector, Vector3};

/// Tests whether the shapes intersect, up to rounding; `None` if GJK does not converge.
pub(crate) fn decide<V: FloatVector + Vector3>(a: &Ellipsoid<V>, b: &InfiniteCylinder<V>) -> Option<bool> {
    gjk::decide(a, &part(a, b))
}

/// Returns the closest points.
pub(crate) fn outcome<V: FloatVector + Vector3>(a: &Ellipsoid<V>, b: &InfiniteCylinder<V>) -> Outcome<V> {
    gjk::outcome(a, &part(a, b))
}

fn part<V: FloatVector + Vector3>(a: &Ellipsoid<V>, b: &InfiniteCylinder<V>) -> Capsule<V> {
    let axis = facing(a, &Line::new(b.origin, b.direction));
    Capsule { a: axis.a, b: axis.b, radius: b.radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn beside_it_touching_it_and_around_its_axis() {
        let pipe = InfiniteCylinder::new(DVec3::ZERO, dvec3(0., 0., 9.), 1.);
        let egg =
            |x: f64| Ellipsoid::new(dvec3(x, 0., 1e3), dvec3(3., 2., 1.), [DVec3::X, DVec3::Y, DVec3::Z]);
        assert_eq!(decide(&egg(4.), &pipe), Some(true));
        assert_eq!(decide(&egg(0.5), &pipe), Some(true));
        assert_eq!(decide(&egg(4.001), &pipe), Some(false));
        assert!((outcome(&egg(6.), &pipe).closest.distance - 2.).abs() < 1e-11);
    }
}
