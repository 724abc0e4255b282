//! Disc and ray (line, segment).
//!
//! With the vector `w` from the center to its foot on the line, the line crosses the plane of the
//! disc at `t = -(w . n) / (d . n)`, and the disc if
//!
//! ```text
//! |w + t d|^2 = |w|^2 + t^2 |d|^2 <= r^2
//! ```
//!
//! A line in the plane is in the disc where it is in the sphere around it: for
//! `t^2 |d|^2 <= r^2 - |w|^2`. A disc is a surface: at a crossing both normals are the disc's.
//!
//! The intersection test needs neither a division nor a square root: with `w` from the center to
//! the origin, they intersect if `|w (d . n) - d (w . n)| <= r |d . n|` and `t` is in the range.
//!
//! Sources: [Ericson 5.3.2] for the sphere; the rest is elementary.

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::ray_sphere;
use crate::query::{OptSpan, Span};
use crate::shape::{Disc, Line, Linear, Sphere};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3<Scalar: Field>, L: Linear<Vector = V>>(a: &Disc<V>, b: &L) -> V::Mask {
    let (w, d) = (b.origin() - a.center, b.direction());
    let (step, height) = (d.dot(a.normal), w.dot(a.normal));
    let zero = step.zero();
    let size = step.abs();
    let at = Ring::select(step.lt(zero), height, -height);
    let within = (w * size + d * at).length_squared().le(a.radius.squared() * size.squared());
    let crosses = zero.lt(size) & b.contains_ratio(at, size) & within;
    let ball = Sphere { center: a.center, radius: a.radius };
    crosses | (size.le(zero) & height.same(zero) & ray_sphere::intersects(b, &ball))
}

/// Returns the crossing of the line with the disc, or the span of a coplanar line in it.
#[inline]
pub fn span<V: Vector3<Scalar: Real>>(a: &Disc<V>, b: &Line<V>) -> OptSpan<V> {
    let (n, d) = (a.normal, b.direction);
    let from_center = b.origin - a.center;
    let (dd, nn) = (d.length_squared(), n.length_squared());
    let (zero, infinity) = (dd.zero(), dd.infinity());
    let foot = (-from_center.dot(d)).div_or(dd, zero);
    let w = from_center + d * foot;
    let step = d.dot(n).settle((dd * nn).sqrt());
    let height = w.dot(n).settle((from_center.length_squared() * nn).sqrt());
    let crosses = step.lt(zero) | zero.lt(step);

    let t = (-height).div_or(step, zero);
    let (reach, off) = (a.radius.squared(), w.length_squared());
    let left = (reach - off).settle(reach + off);
    let within = zero.le((left - t.squared() * dd).settle(reach + off));
    let still = dd.le(zero);
    let half = Ring::select(still, infinity, left.sqrt().div_or(dd.sqrt(), zero));
    let hit = (crosses | height.same(zero)) & within & zero.le(left);
    hit.then_some(Span {
        enter: foot + Ring::select(crosses, t, -half),
        exit: foot + Ring::select(crosses, t, half),
        normal_enter: n,
        normal_exit: n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ray, Segment};
    use glam::{DVec3, Vec3, dvec3, vec3};

    const DISC: Disc<DVec3> = Disc::new(dvec3(0., 0., 1.), dvec3(0., 0., 7.), 5.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn it_is_crossed_at_one_point_and_faces_along_its_normal() {
        for way in [1., -1.] {
            let crossed = span(&DISC, &line([3., 0., 1. - 2. * way], [0., 0., way])).unwrap();
            assert_eq!((crossed.enter, crossed.exit, crossed.normal_enter), (2., 2., DISC.normal));
        }
        assert!(span(&DISC, &line([6., 0., 0.], [0., 0., 1.])).is_none());
    }

    #[test]
    fn its_rim_is_part_of_it() {
        let rim = span(&DISC, &line([3. - 4., 4., 0.], [4., 0., 1.])).unwrap();
        assert_eq!((rim.enter, rim.exit), (1., 1.));
        assert!(span(&DISC, &line([3.001 - 4., 4., 0.], [4., 0., 1.])).is_none());
        let touch = span(&DISC, &line([5., -2., 1.], [0., 1., 0.])).unwrap();
        assert_eq!((touch.enter, touch.exit), (2., 2.));
    }

    #[test]
    fn one_ulp_beside_the_rim_or_beside_the_plane_it_misses() {
        let next = 3.0_f64.next_up();
        for way in [1., -1.] {
            let through = |x: f64| line([x - 2., 4., 1. - way], [2., 0., way]);
            assert!(through(3.).intersects_exactly(&DISC) && !through(next).intersects_exactly(&DISC));
        }
        let along = |y: f64, z: f64| DISC.intersects_exactly(&line([9., y, z], [1., 0., 0.]));
        assert!(along(5., 1.) && !along(5.0_f64.next_up(), 1.) && !along(0., 1.0_f64.next_up()));
        let down = |z: f64| Segment::new(dvec3(0., 0., 2.), dvec3(3., 4., z)).intersects_exactly(&DISC);
        assert!(down(1.) && !down(1.0_f64.next_up()));
        assert!(!Ray::new(Vec3::ZERO, -Vec3::Z).intersects_exactly(&Disc::new(
            vec3(0., 0., 1.),
            Vec3::Z,
            5.
        )));
    }

    #[test]
    fn a_line_in_its_plane_lies_in_it_for_a_stretch() {
        let along = span(&DISC, &line([-9., 3., 1.], [1., 0., 0.])).unwrap();
        assert_eq!((along.enter, along.exit), (5., 13.));
        assert!(span(&DISC, &line([-9., 5.001, 1.], [1., 0., 0.])).is_none());
        assert!(span(&DISC, &line([-9., 3., 1.001], [1., 0., 0.])).is_none());
    }

    #[test]
    fn rays_and_segments_keep_to_their_range() {
        assert!(Ray::new(dvec3(0., 0., 2.), DVec3::Z).cast(&DISC).is_none());
        assert_eq!(Segment::new(dvec3(1., 0., 3.), dvec3(1., 0., 1.)).cast(&DISC).unwrap().t, 1.);
        let single = Disc::new(vec3(0., 0., 1.), Vec3::Z, 5.);
        assert_eq!(Ray::new(Vec3::ZERO, Vec3::Z).cast(&single).unwrap().normal, Some(Vec3::Z));
    }

    #[test]
    fn radius_0_is_a_point_and_a_zero_direction_is_a_single_point() {
        let point = Disc { radius: 0., ..DISC };
        assert_eq!(span(&point, &line([-2., -4., -5.], [1., 2., 3.])).unwrap().enter, 2.);
        assert!(span(&point, &line([-2., -4., -5.], [1., 2., 3.1])).is_none());
        assert_eq!(span(&DISC, &line([5., 0., 1.], [0., 0., 0.])).unwrap().exit, f64::INFINITY);
        assert!(span(&DISC, &line([5.1, 0., 1.], [0., 0., 0.])).is_none());
    }
}
