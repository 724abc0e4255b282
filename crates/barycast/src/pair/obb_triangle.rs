//! OBB and triangle.
//!
//! In box coordinates, which are exact up to one common factor (see
//! [`Frame`](crate::shape::Frame)), the box is an AABB around 0, and the triangle stays a triangle:
//! [`aabb_triangle`] decides. The center is subtracted first, so that no digits are lost far from
//! the origin.
//!
//! Sources: [Akenine-Moeller 2001], [Ericson 5.2.9].

use crate::pair::aabb_triangle;
use crate::shape::{Obb, Triangle};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Obb<V>, b: &Triangle<V>) -> V::Mask {
    let frame = a.frame();
    let local = Triangle {
        a: frame.local(b.a - a.center),
        b: frame.local(b.b - a.center),
        c: frame.local(b.c - a.center),
    };
    aabb_triangle::intersects(&frame.local_box(a.half_extents), &local)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    #[test]
    fn a_triangle_that_touches_a_turned_face_hits() {
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        let a = Obb::new(DVec3::ZERO, DVec3::new(5.0, 20.0, 1.0), axes);
        let past = |reach: f64| {
            let p = DVec3::new(3.0, 4.0, 0.0) * reach;
            Triangle::new(p, p + DVec3::new(4.0, 4.0, 1.0), p + DVec3::new(7.0, 1.0, -3.0))
        };
        assert!(intersects(&a, &past(0.99)));
        assert!(!intersects(&a, &past(1.01)));
    }

    #[test]
    fn a_box_inside_a_solid_triangle_hits_and_one_past_its_edge_does_not() {
        let axes = [DVec2::new(0.6, 0.8), DVec2::new(-0.8, 0.6)];
        let b = Triangle::new(DVec2::new(-9.0, -9.0), DVec2::new(9.0, -9.0), DVec2::new(0.0, 9.0));
        assert!(intersects(&Obb::new(DVec2::ZERO, DVec2::ONE, axes), &b));
        assert!(!intersects(&Obb::new(DVec2::new(8.0, 4.0), DVec2::ONE, axes), &b));
    }
}
