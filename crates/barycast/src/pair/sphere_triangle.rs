//! Sphere and triangle, and every other [`Flat`] shape.
//!
//! They meet when the centre comes within `r` of the face, of an edge between its ends, or of a corner: comparisons of
//! squares, without a root.
//!
//! Sources: [Ericson 5.2.7].

use crate::number::{Field, Real, Ring};
use crate::pair::point_triangle;
use crate::question::Closest;
use crate::shape::{Flat, Point, Sphere};
use crate::vector::Vector;

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(a: &Sphere<V>, b: &F) -> V::Mask {
    point_triangle::within(&Point(a.center), b, a.radius.squared())
}

/// The sphere's surface on the way to the nearest point of the shape; that point when they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Sphere<V>, b: &F) -> Closest<V> {
    let nearest = point_triangle::distance(&Point(a.center), b);
    let gap = nearest.distance - a.radius;
    let on_a = a.center + (nearest.on_b - a.center).normalized_or_zero() * a.radius;
    Closest { distance: gap, on_a, on_b: nearest.on_b }.or_shared(gap.le(gap.zero()), nearest.on_b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Shape3;
    use crate::shape::{Parallelogram, Triangle};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const FLAT: Triangle<DVec3> = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));

    #[test]
    fn f8_it_touches_the_face_an_edge_or_a_corner() {
        for (center, radius) in [(dvec3(1., 1., 2.), 2.), (dvec3(2., -3., 4.), 5.), (dvec3(7., 0., -4.), 5.)]
        {
            assert!(FLAT.intersects(&Sphere::new(center, radius)), "{center}");
            let apart = FLAT.closest(&Sphere::new(center, radius - 0.5));
            assert_eq!(apart.distance, 0.5);
            assert!(((apart.on_b - apart.on_a).length() - 0.5).abs() < 1e-14);
        }
    }

    #[test]
    fn f8_touching_a_slope_is_decided_exactly() {
        // The centre is sqrt(3) from the plane x + y + z = 3: no float radius touches it.
        let slope = Triangle::new(dvec3(3., 0., 0.), dvec3(0., 3., 0.), dvec3(0., 0., 3.));
        let touches = |r| Shape3::from(slope).intersects(&Sphere::new(DVec3::ZERO, r).into());
        let root = 3f64.sqrt();
        assert!(touches(root.next_up()) != touches(root.next_down()));
    }

    #[test]
    fn a_disc_meets_a_solid_from_inside() {
        let solid = Parallelogram::new(DVec2::ZERO, dvec2(4., 0.), dvec2(1., 4.));
        assert!(solid.intersects(&Sphere::new(dvec2(2., 2.), 0.)));
        assert!(solid.intersects(&Sphere::new(dvec2(2., -1.), 1.)));
        assert_eq!(solid.distance(&Sphere::new(dvec2(2., -3.), 1.)), 2.);
    }
}
