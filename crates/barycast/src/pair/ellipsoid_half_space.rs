//! Ellipsoid and half-space.
//!
//! The lowest point of the ellipsoid lies `h = sqrt(sum (r_i n . a_i)^2)` below its center along
//! the normal, so they intersect if the center is in the half-space, or at most that far above it:
//!
//! ```text
//! n . c <= d    or    (n . c - d)^2 <= sum (r_i n . a_i)^2
//! ```

use crate::number::{Real, Ring};
use crate::query::Closest;
use crate::shape::{Ellipsoid, HalfSpace};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Ellipsoid<V>, b: &HalfSpace<V>) -> V::Mask {
    let s = b.side(a.center);
    s.le(s.zero()) | s.squared().le(a.projected_radius_squared(b.normal))
}

/// Returns the lowest point and its foot; both are the lowest point if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Ellipsoid<V>, b: &HalfSpace<V>) -> Closest<V> {
    let n = b.normal;
    let up = a.support_offset(n);
    let lowest = a.center - up;
    let gap = b.side(a.center) - n.dot(up);
    let nn = n.length_squared();
    Closest { distance: gap / nn.sqrt(), on_a: lowest, on_b: lowest - n * (gap / nn) }
        .or_shared(gap.le(gap.zero()), lowest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{dvec2, dvec3};

    #[test]
    fn standing_on_the_boundary_touches_and_hovering_does_not() {
        let floor = HalfSpace::new(dvec3(0., 0., 2.), 2.);
        let axes = [dvec3(1., 0., 0.), dvec3(0., 1., 0.), dvec3(0., 0., 1.)];
        let egg = Ellipsoid::new(dvec3(5., 5., 4.), dvec3(1., 2., 3.), axes);
        assert!(intersects(&egg, &floor));
        let above = Ellipsoid { center: dvec3(5., 5., 6.), ..egg };
        assert!(!intersects(&above, &floor));
        let found = distance(&above, &floor);
        assert_eq!((found.distance, found.on_a, found.on_b), (2., dvec3(5., 5., 3.), dvec3(5., 5., 1.)));
        assert!(intersects(&Ellipsoid { center: dvec3(5., 5., -600.), ..egg }, &floor));
    }

    #[test]
    fn a_flat_ellipse_reaches_along_its_length_only() {
        let side = HalfSpace::new(dvec2(1., 0.), 0.);
        let needle = Ellipsoid::new(dvec2(1., 0.), dvec2(2., 0.), [dvec2(0., 1.), dvec2(-1., 0.)]);
        assert_eq!(distance(&needle, &side).distance, 1.);
        let turned = Ellipsoid { axes: [dvec2(1., 0.), dvec2(0., 1.)], ..needle };
        assert!(intersects(&turned, &side));
    }
}
