//! Cylinder and infinite cylinder.
//!
//! The infinite cylinder is the set of points within its radius of its axis, so they intersect if
//! the distance of the line and the cylinder is at most that radius. The distance has no closed
//! form; it is computed by [`cylinder_ray`]. If the number type does not
//! decide the comparison, it is repeated in double-double precision.

use crate::convex::gjk;
use crate::number::{Float, Ring};
use crate::pair::cylinder_ray;
use crate::query::Closest;
use crate::shape::{Cylinder, InfiniteCylinder, Support};
use crate::vector::{FloatVector, Vector3};

/// Tests whether the shapes intersect, up to rounding.
pub fn intersects<V>(a: &Cylinder<V>, b: &InfiniteCylinder<V>) -> bool
where
    V: Vector3 + FloatVector<Wide: Vector3, Precise: Vector3>,
{
    let axis = b.axis();
    if cylinder_ray::intersects(a, &axis) {
        return true;
    }
    let gap = cylinder_ray::distance(a, &axis).distance - b.radius;
    if gap.abs() > rounding(a, b) {
        return gap < V::Scalar::ZERO;
    }
    let (a, b) = (a.lift::<V::Precise>(&Float::precise), b.lift::<V::Precise>(&Float::precise));
    let way = gjk::distance(&a, &cylinder_ray::facing_segment(&a, &b.axis()));
    way.distance <= b.radius + rounding(&a, &b)
}

/// Returns the error bound of a distance.
fn rounding<V: Vector3 + FloatVector>(a: &Cylinder<V>, b: &InfiniteCylinder<V>) -> V::Scalar {
    (a.reach() + b.radius) * V::Scalar::EPSILON * V::Scalar::ONE.lit(64)
}

/// Returns the closest points, on the connection of the cylinder and the axis.
pub fn distance<V>(a: &Cylinder<V>, b: &InfiniteCylinder<V>) -> Closest<V>
where
    V: Vector3 + FloatVector<Wide: Vector3, Precise: Vector3>,
{
    cylinder_ray::distance(a, &b.axis()).grown(b.radius.zero(), b.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3, dvec3, vec3};

    #[test]
    fn the_side_touches_a_cap_or_another_side() {
        let cylinder = Cylinder::new(DVec3::ZERO, dvec3(0., 0., 4.), 2.);
        let above = InfiniteCylinder::new(dvec3(-50., 1., 7.), dvec3(4., 0., 0.), 3.01);
        assert!(intersects(&cylinder, &above));
        assert!(!intersects(&cylinder, &InfiniteCylinder { radius: 2.99, ..above }));
        let beside = InfiniteCylinder::new(dvec3(5., 0., 90.), dvec3(0., 0., -1.), 1.);
        assert!((distance(&cylinder, &beside).distance - 2.).abs() < 1e-12);
    }

    #[test]
    fn a_gap_of_eight_ulp_is_none_of_rounding() {
        let cylinder = Cylinder::new(Vec3::ZERO, vec3(0., 0., 4.), 2.);
        let beside = |x: f32| InfiniteCylinder::new(vec3(x, 0., 90.), -Vec3::Z, 2.);
        assert!(intersects(&cylinder, &beside(4.)));
        assert!(!intersects(&cylinder, &beside(4. + 8. * 4. * f32::EPSILON)));
    }
}
