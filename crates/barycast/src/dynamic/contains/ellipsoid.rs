//! Containment of ellipsoids in other shapes, and of other shapes in ellipsoids.
//!
//! Over an ellipsoid a linear function `m . x` differs from its value in the middle by at most
//! `sqrt(sum (m . arm_i)^2)`, so sets with flat sides decide containment exactly by a comparison of
//! squares. Divided by its radii an ellipsoid is the unit sphere, so a polygon or a solid mesh
//! contains one if it contains the ellipsoid's middle and its boundary, divided too, stays out of
//! the unit sphere. Balls compare distances in double-double precision.

use super::convex::{at_least, slab};
use super::{Containing, Containment as _, ExactContainer, yes_or_no};
use crate::dynamic::any::{Shape2, Shape3, in_both_dimensions};
use crate::dynamic::kind::Over;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::exact::certify::precise;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Ring};
use crate::pair::{ellipsoid_point, point_ray, point_triangle};
use crate::shape::scanline::decided;
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use glam::{DVec2, DVec3};

/// Set with flat sides, or a flat set.
trait Holds<V: Vector<Scalar: Field>> {
    /// Tests whether it contains every point of an ellipsoid with more than one radius above 0.
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask;
}

impl<V: Vector<Scalar: Field>> Holds<V> for HalfSpace<V> {
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask {
        at_least(-self.side(b.center), b.projected_radius_squared(self.normal))
    }
}

impl<V: Vector<Scalar: Field>> Holds<V> for Plane<V> {
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask {
        let side = self.side(b.center);
        side.same(side.zero()) & b.projected_radius_squared(self.normal).le(side.zero())
    }
}

impl<V: Vector<Scalar: Field>> Holds<V> for Aabb<V> {
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask {
        let zero = b.center.zero();
        let mut holds = zero.get(0).always();
        for i in 0..V::DIM {
            let spread = b.projected_radius_squared(zero.with(i, zero.get(i).one()));
            let x = b.center.get(i);
            holds = holds & at_least(x - self.min.get(i), spread) & at_least(self.max.get(i) - x, spread);
        }
        holds
    }
}

impl<V: Vector<Scalar: Field>> Holds<V> for Obb<V> {
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask {
        let mut holds = b.center.get(0).always();
        for i in 0..V::DIM {
            let [away, half, _] = slab(self, i, b.center);
            let mut spread = half.zero();
            for k in 0..V::DIM {
                spread = spread + slab(self, i, self.center + b.semi_axis(k))[0].squared();
            }
            holds = holds & at_least(half - away.abs(), spread);
        }
        holds
    }
}

/// Tests whether a convex flat outline spanned by `u` and `v` contains an ellipsoid.
fn outline_holds<V: Vector<Scalar: Field>>(edges: &[Segment<V>], u: V, v: V, b: &Ellipsoid<V>) -> V::Mask {
    let area = u.wedge_squared(v);
    let zero = area.zero();
    let mut holds = zero.lt(area) & (b.center - edges[0].a).triple(u, v).same(zero);
    for k in 0..V::DIM {
        holds = holds & b.semi_axis(k).triple(u, v).same(zero);
    }
    for edge in edges {
        let along = edge.b - edge.a;
        let mut spread = zero;
        for k in 0..V::DIM {
            spread = spread + along.wedge_dot(b.semi_axis(k), u, v).squared();
        }
        holds = holds & at_least(along.wedge_dot(b.center - edge.a, u, v), spread);
    }
    holds
}

impl<V: Vector<Scalar: Field>> Holds<V> for Triangle<V> {
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask {
        outline_holds(&self.edges(), self.b - self.a, self.c - self.a, b)
    }
}

impl<V: Vector<Scalar: Field>> Holds<V> for Parallelogram<V> {
    fn holds(&self, b: &Ellipsoid<V>) -> V::Mask {
        outline_holds(&self.edges(), self.u, self.v, b)
    }
}

/// Tests whether the points are at least a radius deep in an ellipsoid.
fn are_deep<S: DynamicShape>(a: &Ellipsoid<S::Vector>, points: &[S::Vector], radius: f64) -> bool {
    let a = a.lift::<S::Precise>(&DoubleDouble::new);
    let depth = |p: &S::Vector| {
        -ellipsoid_point::signed_distance(&a, &Point(p.lift::<S::Precise>(&DoubleDouble::new)))
    };
    points.iter().all(|p| depth(p) >= DoubleDouble::new(radius))
}

/// Tests whether an ellipsoid contains a shape that is no hull of points; `None` for other pairs.
fn ellipsoid_holds<S: DynamicShape>(a: &S, b: &S) -> Option<bool> {
    match (a.shared(), b.shared()) {
        (Some(Shared::Ellipsoid(a)), Some(Shared::Sphere(s))) if s.radius > 0.0 => {
            Some(are_deep::<S>(a, &[s.center], s.radius))
        }
        (Some(Shared::Ellipsoid(a)), Some(Shared::Capsule(c))) if c.radius > 0.0 => {
            Some(are_deep::<S>(a, &[c.a, c.b], c.radius))
        }
        _ => None,
    }
}

/// Returns an ellipsoid with one radius above 0 as a segment, or with none as a point; `None` for
/// others.
fn as_rod<S: DynamicShape>(b: &Ellipsoid<S::Vector>) -> Option<S> {
    let round = (0..S::Vector::DIM).filter(|i| b.radii.get(*i) > 0.0);
    match (round.clone().count(), round.last()) {
        (0, _) => Some(Point(b.center).into()),
        (1, Some(i)) => Some(Segment { a: b.center - b.semi_axis(i), b: b.center + b.semi_axis(i) }.into()),
        _ => None,
    }
}

/// Tests whether a set with flat sides, or a flat one, contains an ellipsoid; `None` if the numbers
/// leave it undecided, and for other sets.
fn flat_holds<S: ExactContainer, N: Field>(
    a: &S,
    b: &Ellipsoid<S::Vector>,
    number: &impl Fn(f64) -> N,
) -> Option<bool> {
    let b = b.lift::<Over<S, N>>(number);
    yes_or_no(match a.shared() {
        Some(Shared::HalfSpace(a)) => a.lift::<Over<S, N>>(number).holds(&b),
        Some(Shared::Plane(a)) => a.lift::<Over<S, N>>(number).holds(&b),
        Some(Shared::Aabb(a)) => a.lift::<Over<S, N>>(number).holds(&b),
        Some(Shared::Obb(a)) => a.lift::<Over<S, N>>(number).holds(&b),
        Some(Shared::Triangle(a)) => a.lift::<Over<S, N>>(number).holds(&b),
        Some(Shared::Parallelogram(a)) => a.lift::<Over<S, N>>(number).holds(&b),
        _ => a.sides_over(number)?.iter().fold(number(0.0).always(), |all, side| all & side.holds(&b)),
    })
}

/// Tests whether a shape contains an ellipsoid, or an ellipsoid a shape that is no hull of points.
/// Returns `None` for other pairs, and `Some(None)` if the result is not defined.
#[allow(clippy::option_option, reason = "not answered here, and without an answer")]
fn holds_ellipsoid<S: Containing>(a: &S, b: &S) -> Option<Option<bool>> {
    let Some(Shared::Ellipsoid(ellipsoid)) = b.shared() else {
        let is_round = || matches!(a.shared(), Some(Shared::Ellipsoid(_))) && b.is_thick_cylinder();
        return ellipsoid_holds(a, b).map(Some).or_else(|| is_round().then_some(None));
    };
    if let Some(rod) = as_rod::<S>(ellipsoid) {
        return Some(if a.is_exact_container() { Some(a.holds_hull(b)) } else { a.holds_all(&rod).ok() });
    }
    let flat = || Some(decided!(number => flat_holds(a, ellipsoid, &|x: f64| number(x))));
    Some(match a.shared() {
        Some(
            Shared::HalfSpace(_)
            | Shared::Plane(_)
            | Shared::Aabb(_)
            | Shared::Obb(_)
            | Shared::Triangle(_)
            | Shared::Parallelogram(_),
        ) => flat(),
        Some(Shared::Sphere(a)) => {
            let a = a.lift::<S::Precise>(&DoubleDouble::new);
            let b = ellipsoid.lift::<S::Precise>(&DoubleDouble::new);
            Some((b.farthest_point(a.center) - a.center).length_squared() <= a.radius.squared())
        }
        Some(Shared::Point(_) | Shared::Line(_) | Shared::Ray(_) | Shared::Segment(_)) => Some(false),
        _ if a.has_sides() => flat(),
        _ => a.parts_hold(ellipsoid),
    })
}

in_both_dimensions! {
    impl Any {
        /// Tests whether this shape contains an ellipsoid, or this ellipsoid a shape that is no hull of
        /// points, as [`holds_ellipsoid`] does.
        #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
        pub(super) fn holds_ellipsoid(&self, other: &Self) -> Option<Option<bool>> {
            holds_ellipsoid(self, other)
        }
    }
}

impl Shape2 {
    /// Tests polygons.
    pub(super) fn parts_hold(&self, b: &Ellipsoid<DVec2>) -> Option<bool> {
        let Self::Polygon(a) = self else { return None };
        let clear = |rim: Segment<DVec2>| {
            decided!(number => {
                let number = |x: f64| number(x);
                let (b, rim) = (b.lift::<V2<_>>(&number), rim.lift::<V2<_>>(&number));
                let unit = |p| b.unit_coordinates(b.coordinates(p - b.center));
                let rim = Segment { a: unit(rim.a), b: unit(rim.b) };
                let squared = point_ray::distance_squared(&Point(b.center.zero()), &rim);
                yes_or_no(squared.one().le(squared))
            })
        };
        Some(self.contains(&Self::Point(Point(b.center))).ok()? && a.boundary().all(clear))
    }
}

impl Shape3 {
    /// Tests solid meshes, for ellipsoids that are not flat.
    pub(super) fn parts_hold(&self, b: &Ellipsoid<DVec3>) -> Option<bool> {
        let Self::Mesh(a) = self else { return None };
        if !a.is_solid() {
            return Some(false);
        }
        if b.radii.min_element() <= 0.0 {
            return None;
        }
        let b = precise!(V3, b);
        let origin = Point(b.center.zero());
        let unit = |v: u32| {
            b.unit_coordinates(b.coordinates(precise!(V3, Point(a.vertices()[v as usize])).0 - b.center))
        };
        let clear = |corners: &[u32; 3]| {
            let [x, y, z] = corners.each(unit);
            let gap = point_triangle::distance(&origin, &Triangle::new(x, y, z)).distance;
            gap >= gap.one()
        };
        Some(a.contains_point(precise_center(&b)) && a.triangles().iter().all(clear))
    }
}

fn precise_center(b: &Ellipsoid<V3<crate::number::DoubleDouble>>) -> DVec3 {
    b.center.lift(&crate::number::Float::to_f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{dvec2, dvec3};

    fn egg(center: DVec3, radii: DVec3) -> Shape3 {
        Ellipsoid::new(center, radii, [DVec3::X, DVec3::Y, DVec3::Z]).into()
    }

    fn holds(a: impl Into<Shape3>, b: &Shape3) -> bool {
        a.into().contains(b).unwrap()
    }

    #[test]
    fn flat_sides_may_be_touched_from_inside() {
        let b = egg(DVec3::ZERO, dvec3(6., 3., 2.));
        assert!(holds(Aabb::new(dvec3(-6., -3., -2.), dvec3(6., 3., 2.)), &b));
        assert!(!holds(Aabb::new(dvec3(-6., -3., -2.), dvec3(6., 3., 1.999)), &b));
        // h = sqrt(6^2 + 6^2 + 7^2) = 11 for this normal.
        assert!(holds(HalfSpace::new(dvec3(1., 2., 3.5), 11.), &b));
        assert!(!holds(HalfSpace::new(dvec3(1., 2., 3.5), 10.999), &b));
        let turned = [dvec3(0., 1., 0.), dvec3(0., 0., 1.), dvec3(1., 0., 0.)];
        assert!(holds(Obb::new(DVec3::ZERO, dvec3(3., 2., 6.), turned), &b));
    }

    #[test]
    fn balls_by_the_farthest_point_and_the_nearest() {
        let b = egg(dvec3(1., 0., 0.), dvec3(3., 2., 1.));
        assert!(holds(Sphere::new(DVec3::ZERO, 4.), &b) && !holds(Sphere::new(DVec3::ZERO, 3.999), &b));
        assert!(b.contains(&Sphere::new(dvec3(1., 0., 0.), 1.).into()).unwrap());
        assert!(!b.contains(&Sphere::new(dvec3(1., 0., 0.), 1.001).into()).unwrap());
        assert!(b.contains(&Segment::new(dvec3(4., 0., 0.), dvec3(1., 2., 0.)).into()).unwrap());
    }

    #[test]
    fn a_plate_lies_in_its_plane_and_in_a_triangle_there() {
        let plate = egg(dvec3(1., 1., 5.), dvec3(1., 0.5, 0.));
        assert!(holds(Plane::new(DVec3::Z, 5.), &plate));
        assert!(holds(Triangle::new(dvec3(0., 0., 5.), dvec3(9., 0., 5.), dvec3(0., 9., 5.)), &plate));
        assert!(!holds(Triangle::new(dvec3(0., 0., 5.), dvec3(2., 0., 5.), dvec3(0., 2., 5.)), &plate));
        assert!(holds(
            Segment::new(DVec3::ZERO, dvec3(4., 0., 0.)),
            &egg(dvec3(2., 0., 0.), dvec3(2., 0., 0.))
        ));
    }

    #[test]
    fn a_polygon_holds_an_ellipse_that_touches_its_rim() {
        let square =
            Polygon::try_new([dvec2(0., 0.), dvec2(8., 0.), dvec2(8., 4.), dvec2(0., 4.)].into()).unwrap();
        let ellipse = |x: f64| Ellipsoid::new(dvec2(4., 2.), dvec2(x, 2.), [DVec2::X, DVec2::Y]).into();
        let square = Shape2::from(square);
        assert_eq!(square.contains(&ellipse(4.)), Ok(true));
        assert_eq!(square.contains(&ellipse(4.001)), Ok(false));
    }
}
