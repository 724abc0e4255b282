//! Infinite cylinder and ray (line, segment).
//!
//! With `w = o - c` for a point `c` of the axis and its direction `m`, the line is inside where
//!
//! ```text
//! q(t) = |(w + t d) x m|^2 - r^2 |m|^2 <= 0
//! ```
//!
//! a parabola, or a constant for a parallel line. With `A = |d x m|^2`, `B = (w x m) . (d x m)` and
//! the volume `V = w . (d x m)`, its vertex is at `t = -B / A`, and it is inside for
//!
//! ```text
//! |t + B / A| <= |m| sqrt(r^2 A - V^2) / A
//! ```
//!
//! The discriminant equals `B^2 - A C` by Lagrange's identity, but does not cancel: `V^2 / A` is
//! the squared distance of the two lines. A ray or segment intersects the cylinder if an end of it
//! does, or if its range contains the vertex and `V^2 <= r^2 A`, without a division.
//!
//! Sources: [Ericson 5.3.7]; the discriminant in this form is original.

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::{infinite_cylinder_point, ray_ray};
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{InfiniteCylinder, Line, Linear, Point};
use crate::vector::{Vector, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3, L: Linear<Vector = V>>(a: &InfiniteCylinder<V>, b: &L) -> V::Mask {
    let (w, d, m) = (b.origin() - a.origin, b.direction(), a.direction);
    let area = d.wedge_squared(m);
    let zero = area.zero();
    let lowest = -w.wedge_dot(m, d, m);
    let near = w.triple(d, m).squared().le(a.radius.squared() * area);
    let mut hit = zero.lt(area) & near & b.contains_ratio(lowest, area);
    hit = hit | infinite_cylinder_point::intersects(a, &Point(b.origin()));
    if L::HAS_END {
        hit = hit | infinite_cylinder_point::intersects(a, &Point(b.at(zero.one())));
    }
    hit
}

/// Returns the closest points, on the connection of the axis and the line.
pub fn distance<V: Vector3<Scalar: Real>, L: Linear<Vector = V>>(
    a: &InfiniteCylinder<V>,
    b: &L,
) -> Closest<V> {
    ray_ray::distance(&a.axis(), b).grown(a.radius, a.radius.zero())
}

/// Returns the span of the line inside the cylinder. Normals point away from the axis; with radius
/// 0 there are none.
#[inline(always)]
pub fn span<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Line<V>) -> OptSpan<V> {
    let side = Side::of(a.origin, a.direction, a.radius, b);
    side.hit.then_some(Span {
        enter: side.enter,
        exit: side.exit,
        normal_enter: side.normal(side.enter),
        normal_exit: side.normal(side.exit),
    })
}

/// The span of a line inside the side of a cylinder, which is a strip in 2D.
pub(super) struct Side<V: Vector> {
    /// Parameter of the entry; minus infinity for a parallel line.
    pub(super) enter: V::Scalar,
    /// Parameter of the exit; infinity for a parallel line.
    pub(super) exit: V::Scalar,
    /// Whether the span exists.
    pub(super) hit: V::Mask,
    /// Whether the line is parallel, or a single point, and so has no entry.
    pub(super) parallel: V::Mask,
    /// Whether the line is not parallel.
    pub(super) crosses: V::Mask,
    /// Origin of the line relative to the axis, its direction, the axis, and the radius.
    w: V,
    d: V,
    m: V,
    radius: V::Scalar,
}

impl<V: Vector<Scalar: Real>> Side<V> {
    /// Computes the span for the axis through `center` along `m`. With `m = 0` it is unbounded.
    #[inline(always)]
    pub(super) fn of(center: V, m: V, radius: V::Scalar, line: &Line<V>) -> Self {
        let (w, d) = (line.origin - center, line.direction);
        let (area, mm) = (d.wedge_squared(m), m.length_squared());
        let zero = mm.zero();
        let reach = radius.squared() * area;
        let square = (reach - w.triple(d, m).squared()).settle(reach);
        let middle = (-w.wedge_dot(m, d, m)).div_or(area, zero);
        let half = (mm.sqrt() * square.sqrt()).div_or(area, zero);
        let (parallel, crosses) = (area.le(zero), zero.lt(area));
        let within = w.wedge_squared(m).le(radius.squared() * mm);
        Self {
            enter: Ring::select(parallel, -zero.infinity(), middle - half),
            exit: Ring::select(parallel, zero.infinity(), middle + half),
            hit: (parallel & within) | (crosses & zero.le(square)),
            parallel,
            crosses,
            w,
            d,
            m,
            radius,
        }
    }

    /// Returns the interval of `t` between the planes orthogonal to the axis at its ends, where
    /// `to_far_end` is the vector from the line's origin to the far end. For a line parallel to the
    /// planes it is unbounded.
    #[inline(always)]
    pub(super) fn between_caps(&self, to_far_end: V) -> (V::Scalar, V::Scalar) {
        let along = self.d.dot(self.m);
        let zero = along.zero();
        let (to_near, to_far) = (-self.w.dot(self.m), to_far_end.dot(self.m));
        let (t_near, t_far) = (to_near.div_or(along, zero), to_far.div_or(along, zero));
        let (forward, backward) = (zero.lt(along), along.lt(zero));
        let infinity = zero.infinity();
        let first = Ring::select(forward, t_near, Ring::select(backward, t_far, -infinity));
        let last = Ring::select(forward, t_far, Ring::select(backward, t_near, infinity));
        (first, last)
    }

    /// Returns the normal at `t`, away from the axis, of any length; zero if the line is parallel
    /// or the radius is 0.
    #[inline(always)]
    pub(super) fn normal(&self, t: V::Scalar) -> V {
        let out = self.w + self.d * t;
        let along = out.dot(self.m).div_or(self.m.length_squared(), t.zero());
        let none = self.parallel | self.radius.le(t.zero());
        V::select(none, out.zero(), out - self.m * along)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ray, Segment};
    use glam::{DVec3, dvec3};

    const CYLINDER: InfiniteCylinder<DVec3> = InfiniteCylinder::new(DVec3::ZERO, dvec3(0., 0., 1.), 1.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn e5_a_tangent_touches() {
        let tangent = line([-5., 1., 0.], [1., 0., 0.]);
        assert!(intersects(&CYLINDER, &tangent));
        let touch = span(&CYLINDER, &tangent).unwrap();
        assert_eq!((touch.enter, touch.exit, touch.normal_enter), (5., 5., DVec3::Y));
        assert!(!intersects(&CYLINDER, &line([-5., 1.0001, 0.], [1., 0., 0.])));
    }

    #[test]
    fn e5_a_parallel_line_inside_lies_in_it_whole() {
        let inside = span(&CYLINDER, &line([0.5, 0., 0.], [0., 0., 1.])).unwrap();
        assert_eq!((inside.enter, inside.exit), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(inside.normal_enter, DVec3::ZERO);
        assert!(span(&CYLINDER, &line([1.5, 0., 0.], [0., 0., 1.])).is_none());
    }

    #[test]
    fn e5_a_line_through_the_origin_of_the_axis_crosses_twice() {
        let through = span(&CYLINDER, &line([-5., 0., 0.], [1., 0., 0.])).unwrap();
        assert_eq!((through.enter, through.exit), (4., 6.));
        assert_eq!((through.normal_enter, through.normal_exit), (-DVec3::X, DVec3::X));
    }

    #[test]
    fn e5_half_a_degree_from_the_axis_is_not_parallel() {
        let (sin, cos) = 0.5_f64.to_radians().sin_cos();
        let slanted = line([0.5, 0., 0.], [0., sin, cos]);
        let chord = span(&CYLINDER, &slanted).unwrap();
        let exit = slanted.at(chord.exit);
        assert!((exit - dvec3(0.5, 0.75_f64.sqrt(), 0.75_f64.sqrt() * cos / sin)).length() < 1e-12);
        assert!((slanted.at(chord.enter) + exit - dvec3(1., 0., 0.)).length() < 1e-12);
        assert!(!intersects(&CYLINDER, &line([-50., 0., 0.], [0., sin, cos])));
        assert!(!intersects(&CYLINDER, &line([50., 0., 0.], [0., sin, cos])));
    }

    #[test]
    fn rays_and_segments_meet_it_within_their_range_only() {
        let toward = Ray::new(dvec3(-5., 0., 0.), dvec3(2., 0., 0.));
        assert!(intersects(&CYLINDER, &toward));
        assert!(!intersects(&CYLINDER, &Ray { direction: -toward.direction, ..toward }));
        assert!(intersects(&CYLINDER, &Segment::new(dvec3(-5., 0., 0.), dvec3(-1., 0., 3.))));
        assert!(!intersects(&CYLINDER, &Segment::new(dvec3(-5., 0., 0.), dvec3(-1.01, 0., 3.))));
        assert_eq!(distance(&CYLINDER, &Segment::new(dvec3(-5., 0., 0.), dvec3(-3., 0., 3.))).distance, 2.);
    }

    #[test]
    fn of_radius_0_it_is_a_line_without_normals() {
        let thin = InfiniteCylinder { radius: 0., ..CYLINDER };
        let through = span(&thin, &line([-3., 0., 2.], [1., 0., 0.])).unwrap();
        assert_eq!((through.enter, through.exit, through.normal_enter), (3., 3., DVec3::ZERO));
        assert!(!intersects(&thin, &line([-3., 1e-9, 2.], [1., 0., 0.])));
    }
}
