//! OBB and parallelogram.
//!
//! In box coordinates, which are exact up to one common factor (see
//! [`Frame`](crate::shape::Frame)), the box is an AABB around 0, and the parallelogram stays a
//! parallelogram: the axes of [`aabb_parallelogram`] decide.
//!
//! Sources: [Ericson 5.2.9].

use crate::number::Ring;
use crate::pair::aabb_parallelogram;
use crate::shape::{Obb, Parallelogram};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Obb<V>, b: &Parallelogram<V>) -> V::Mask {
    let frame = a.frame();
    let twice = frame.volume.lit(2);
    let size = frame.local_box(a.half_extents).max * twice;
    let (u, v) = (frame.local(b.u), frame.local(b.v));
    let away = frame.local(b.origin - a.center) * twice + (u + v);
    aabb_parallelogram::meets(size, away, u, v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    #[test]
    fn a_sheet_along_a_turned_face_is_inside_above_or_past_it() {
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        let a = Obb::new(DVec3::ZERO, DVec3::new(5.0, 2.0, 1.0), axes);
        let at = |reach: f64| Parallelogram::new(axes[0] * reach - DVec3::Z, axes[1], DVec3::Z * 4.0);
        assert!(intersects(&a, &at(4.9)));
        assert!(!intersects(&a, &at(5.1)));
    }

    #[test]
    fn a_parallelogram_in_the_plane_touches_a_corner() {
        let a = Obb::new(DVec2::ZERO, DVec2::new(2.0, 1.0), [DVec2::Y, -DVec2::X]);
        let b = |x: f64| Parallelogram::new(DVec2::new(x, 2.0), DVec2::new(1.0, 1.0), DVec2::new(1.0, -1.0));
        assert!(intersects(&a, &b(1.0)));
        assert!(!intersects(&a, &b(1.001)));
    }
}
