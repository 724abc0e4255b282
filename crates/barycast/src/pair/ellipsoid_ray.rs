//! Ellipsoid and ray (line, segment).
//!
//! Scaling by the inverse radii along the axes maps the ellipsoid to the unit sphere and the ray to
//! a ray with the same `t`. An axis with radius 0 is left out and requires `o_i + t d_i = 0`
//! instead: a line that moves along it has a single `t`, where it crosses the disc.
//!
//! Sources: [Haines 2019], chapter 7.

use crate::convex::gjk::{self, Outcome};
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::point_ray;
use crate::query::{OptSpan, Span};
use crate::shape::{Ellipsoid, Line, Linear, Point, Segment, Support};
use crate::vector::{FloatVector, Vector};
use core::marker::PhantomData;

/// The same range of `t` along another line.
#[derive(Clone, Copy)]
struct Along<V, L>(V, V, PhantomData<L>);

impl<V: Vector, L: Linear<Vector = V>> Linear for Along<V, L> {
    type Vector = V;
    const HAS_START: bool = L::HAS_START;
    const HAS_END: bool = L::HAS_END;

    #[inline(always)]
    fn origin(&self) -> V {
        self.0
    }

    #[inline(always)]
    fn direction(&self) -> V {
        self.1
    }
}

/// Crossing of a line with a flat ellipsoid.
struct Crossing<V: Vector> {
    /// Whether the line moves along a flat axis.
    crosses: V::Mask,
    /// Whether the line moves along no flat axis, and lies in the flat.
    within: V::Mask,
    /// Whether the line crosses all flat axes at the same `t`.
    meets: V::Mask,
    t: V::Scalar,
    /// Normal against the direction; zero if the line does not cross.
    normal: V,
}

impl<V: Vector<Scalar: Field>> Crossing<V> {
    /// Computes the crossing for an origin and a direction in local coordinates.
    #[inline(always)]
    fn of(a: &Ellipsoid<V>, o: V, d: V) -> Self {
        let zero = o.get(0).zero();
        let (mut top, mut bottom, mut normal) = (zero, zero, o.zero());
        let (mut crosses, mut within) = (zero.never(), zero.always());
        for i in 0..V::DIM {
            let (oi, di) = (o.get(i), d.get(i));
            let (flat, round) = (a.radii.get(i).le(zero), zero.lt(a.radii.get(i)));
            let here = flat & (zero.lt(di) | di.lt(zero));
            top = Ring::select(here, -oi, top);
            bottom = Ring::select(here, di, bottom);
            normal = V::select(here, V::select(zero.lt(di), -a.axis(i), a.axis(i)), normal);
            crosses = crosses | here;
            within = within & (round | (di.same(zero) & oi.same(zero)));
        }
        let mut meets = crosses;
        for i in 0..V::DIM {
            let level = (o.get(i) * bottom).same(-(d.get(i) * top));
            meets = meets & (zero.lt(a.radii.get(i)) | level);
        }
        Self { crosses, within, meets, t: top.div_or(bottom, zero), normal }
    }
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(a: &Ellipsoid<V>, b: &L) -> V::Mask {
    let (o, d) = (a.coordinates(b.origin() - a.center), a.coordinates(b.direction()));
    let crossing = Crossing::of(a, o, d);
    let (origin, direction) = (a.unit_coordinates(o), a.unit_coordinates(d));
    let one = crossing.t.one();
    let point = a.unit_coordinates(o + d * crossing.t).length_squared().le(one);
    let unit = Along::<V, L>(origin, direction, PhantomData);
    let near = point_ray::distance_squared(&Point(o.zero()), &unit).le(one);
    (crossing.meets & b.contains_t(crossing.t) & point) | (crossing.within & near)
}

/// Returns the closest points, by [`gjk`] with the part of the line that faces the ellipsoid.
pub(crate) fn outcome<V: FloatVector, L: Linear<Vector = V>>(a: &Ellipsoid<V>, b: &L) -> Outcome<V> {
    gjk::outcome(a, &facing(a, b))
}

/// Returns the part of a line that contains its closest point to a bounded shape: the feet of all
/// points of that shape.
pub(crate) fn facing<V: FloatVector, L: Linear<Vector = V>>(
    a: &dyn Support<Vector = V>,
    b: &L,
) -> Segment<V> {
    let (o, d) = (b.origin(), b.direction());
    let (dd, zero) = (d.length_squared(), V::Scalar::ZERO);
    let first = (a.support(-d) - o).dot(d).div_or(dd, zero);
    let last = (a.support(d) - o).dot(d).div_or(dd, zero);
    Segment { a: b.at(b.clamp(first)), b: b.at(b.clamp(last)) }
}

/// Returns the span of the line inside the ellipsoid. Where a line crosses a flat one, both normals
/// are the disc's.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Ellipsoid<V>, b: &Line<V>) -> OptSpan<V> {
    let (o, d) = (a.coordinates(b.origin - a.center), a.coordinates(b.direction));
    let crossing = Crossing::of(a, o, d);
    let (origin, direction) = (a.unit_coordinates(o), a.unit_coordinates(d));
    let dd = direction.length_squared();
    let (zero, infinity) = (dd.zero(), dd.infinity());
    // Like a unit sphere: inside while |t - middle| <= half.
    let half = (dd - origin.wedge_squared(direction)).settle(dd).sqrt().div_or(dd, zero);
    let middle = -origin.dot(direction).div_or(dd, zero);
    let still = dd.le(zero);
    let enter = Ring::select(still, -infinity, middle - half);
    let exit = Ring::select(still, infinity, middle + half);
    let normal_enter = V::select(still, d.zero(), normal(a, origin + direction * enter));
    let normal_exit = V::select(still, d.zero(), normal(a, origin + direction * exit));
    intersects(a, b).then_some(Span {
        enter: Ring::select(crossing.crosses, crossing.t, enter),
        exit: Ring::select(crossing.crosses, crossing.t, exit),
        normal_enter: V::select(crossing.crosses, crossing.normal, normal_enter),
        normal_exit: V::select(crossing.crosses, -crossing.normal, normal_exit),
    })
}

/// Returns an outward normal at a point of the surface, given on the unit sphere. Its length is at
/// most 1, however small the radii.
#[inline(always)]
fn normal<V: Vector<Scalar: Real>>(a: &Ellipsoid<V>, unit: V) -> V {
    let zero = unit.get(0).zero();
    let mut least = zero.infinity();
    for i in 0..V::DIM {
        let radius = a.radii.get(i);
        least = Ring::min(Ring::select(zero.lt(radius), radius, least), least);
    }
    let mut steep = unit;
    for i in 0..V::DIM {
        steep = steep.with(i, unit.get(i) * least.div_or(a.radii.get(i), zero));
    }
    a.bounding_obb().direction_to_world(steep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Ray;
    use glam::{DVec3, dvec2, dvec3};

    const EGG: Ellipsoid<DVec3> =
        Ellipsoid::new(DVec3::ZERO, dvec3(4., 2., 1.), [DVec3::X, DVec3::Y, DVec3::Z]);

    #[test]
    fn through_the_middle_from_end_to_end() {
        let found = span(&EGG, &Line::new(dvec3(-6., 0., 0.), dvec3(2., 0., 0.))).unwrap();
        assert_eq!((found.enter, found.exit), (1., 5.));
        assert!(found.normal_enter.x < 0. && found.normal_exit.x > 0.);
    }

    #[test]
    fn a_tangent_touches_and_a_hair_above_it_misses() {
        let tangent = Line::new(dvec3(-7., 2., 0.), dvec3(1., 0., 0.));
        assert!(intersects(&EGG, &tangent));
        let touch = span(&EGG, &tangent).unwrap();
        assert_eq!((touch.enter, touch.exit), (7., 7.));
        assert!(!intersects(&EGG, &Line { origin: dvec3(-7., 2. + 1e-15, 0.), ..tangent }));
    }

    #[test]
    fn rays_and_segments_keep_to_their_range() {
        let ray = Ray::new(dvec3(5., 0., 0.), dvec3(1., 0., 0.));
        assert!(!intersects(&EGG, &ray) && intersects(&EGG, &Ray { direction: -ray.direction, ..ray }));
        assert!(intersects(&EGG, &Segment::new(dvec3(0., 0., 0.), dvec3(0., 0., 0.5))));
        assert!(!intersects(&EGG, &Segment::new(dvec3(0., 0., 1.5), dvec3(0., 0., 2.))));
        assert_eq!(outcome(&EGG, &ray).closest.distance, 1.);
    }

    #[test]
    fn a_plate_is_crossed_at_one_point_and_met_edge_on() {
        let plate = Ellipsoid { radii: dvec3(4., 2., 0.), ..EGG };
        let crossed = span(&plate, &Line::new(dvec3(1., 1., -4.), dvec3(0., 0., 2.))).unwrap();
        assert_eq!((crossed.enter, crossed.exit, crossed.normal_enter), (2., 2., -DVec3::Z));
        assert!(span(&plate, &Line::new(dvec3(4., 2., -4.), dvec3(0., 0., 2.))).is_none());
        let along = span(&plate, &Line::new(dvec3(-5., 0., 0.), dvec3(1., 0., 0.))).unwrap();
        assert_eq!((along.enter, along.exit), (1., 9.));
        assert!(!intersects(&plate, &Line::new(dvec3(-4., 0., 0.1), dvec3(1., 0., 0.))));
        assert!(!intersects(&plate, &Segment::new(dvec3(1., 1., 1.), dvec3(1., 1., 3.))));
    }

    #[test]
    fn of_radii_0_it_is_a_point_or_a_segment() {
        let point = Ellipsoid { radii: DVec3::ZERO, ..EGG };
        assert!(intersects(&point, &Line::new(dvec3(-2., -4., -6.), dvec3(1., 2., 3.))));
        assert!(!intersects(&point, &Line::new(dvec3(-2., -4., -6.), dvec3(1., 2., 3.1))));
        let rod = Ellipsoid { radii: dvec3(4., 0., 0.), ..EGG };
        assert!(intersects(&rod, &Line::new(dvec3(5., 2., 2.), dvec3(1., 1., 1.))));
        assert!(!intersects(&rod, &Line::new(dvec3(7., 2., 2.), dvec3(1., 1., 1.))));
    }

    #[test]
    fn a_zero_direction_is_a_single_point() {
        let ellipse = Ellipsoid::new(dvec2(1., 0.), dvec2(2., 1.), [dvec2(0., 1.), dvec2(-1., 0.)]);
        let inside = span(&ellipse, &Line::new(dvec2(2., 0.), dvec2(0., 0.))).unwrap();
        assert_eq!((inside.enter, inside.exit), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(span(&ellipse, &Line::new(dvec2(2.1, 0.), dvec2(0., 0.))).is_none());
    }

    #[test]
    fn a_small_one_far_away_keeps_its_digits() {
        let far = Ellipsoid { center: dvec3(1e6, 2e6, 0.), radii: dvec3(2., 1., 1.), ..EGG };
        let found = span(&far, &Line::new(DVec3::ZERO, dvec3(1., 2., 0.))).unwrap();
        let half = 1. / (0.25_f64 + 4.).sqrt();
        assert!((found.exit - found.enter - 2. * half).abs() < 1e-9);
    }
}
