//! Closest points of two convex shapes, one of which is bounded or is a cone without a base.
//!
//! For two bounded shapes [`gjk`] finds them. A straight shape is cut to the [stretch](super::form)
//! that gives the same result. A flat shape needs only the other's lowest and highest points along
//! its normal `n`: with `n . p = d` on the plane, the distance is `n . low - d` or `d - n . high`,
//! whichever is positive. If neither is, the shapes share the point at which the segment from `low`
//! to `high` crosses the plane. A cone without a base is truncated too. A flat shape is
//! closest to the cone's apex, or intersects the line along the cone's side that is steepest
//! towards it.

use super::epa;
use super::form::{Form, stretch};
use super::gjk::{self, Glance, Outcome, Status};
use super::truncation::{self, Truncation};
use crate::number::{Field, Float, Ring};
use crate::query::Closest;
use crate::shape::Support;
use crate::vector::FloatVector;

/// Tests whether the shapes share a point, up to rounding. Returns `None` if that did not converge,
/// or if both are straight or flat.
pub fn decide<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<bool> {
    let (mut moved_a, mut moved_b) = (None, None);
    match (a.placed(&mut moved_a), b.placed(&mut moved_b)) {
        (Form::Bounded { shape: a, .. }, Form::Bounded { shape: b, .. }) => gjk::decide(a, b),
        _ => match outcome(a, b)?.status {
            Status::Touching | Status::Overlapping => Some(true),
            Status::Separated => Some(false),
            Status::NotConverged => None,
        },
    }
}

/// Returns the closest points, their error bound and the status, or `None` if both are straight or
/// flat.
pub fn outcome<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Outcome<V>> {
    let (mut moved_a, mut moved_b) = (None, None);
    let (a, b) = (&a.placed(&mut moved_a), &b.placed(&mut moved_b));
    let turned = || outcome(b, a).map(|found| Outcome { closest: found.closest.swap(), ..found });
    let shape = match (*a, b) {
        (Form::Bounded { shape, .. }, _) => shape,
        (_, Form::Bounded { .. }) | (Form::Flat { .. }, Form::Conical { .. }) => return turned(),
        (Form::Conical { .. }, Form::Flat { .. }) => return steepest(a, b),
        _ => {
            return Some(match truncation::truncate_both(a, b)? {
                Truncation::Bounded([x, y]) => gjk::outcome(&x, &y),
                Truncation::SharedDirection(p) => touching(p),
            });
        }
    };
    Some(match *b {
        Form::Conical { apex, .. } => gjk::outcome(shape, &truncation::truncate(b, shape, apex.zero())?),
        Form::Bounded { shape: other, .. } => gjk::outcome(shape, other),
        Form::Straight { origin, direction, begins, radius } => {
            let part = stretch((origin, direction, begins, radius), shape, origin.zero());
            gjk::outcome(shape, &part)
        }
        Form::Flat { normal, distance, solid, radius } => flat(shape, normal, distance, solid, radius),
    })
}

/// Returns the closest points of two shapes that were [glanced](gjk::glance) at in fewer digits.
/// Starts along the way found then, and uses Newton's method where both shapes are smooth there.
pub(crate) fn after_glance<V: FloatVector, W: FloatVector>(
    seen: Option<Glance<V>>,
    a: &dyn Support<Vector = W>,
    b: &dyn Support<Vector = W>,
) -> Closest<W> {
    let lift = |v: V| v.lift(&|x: V::Scalar| W::Scalar::from_precise(x.precise()));
    match seen {
        // A point shared in `f64` need not lie in both shapes in more digits.
        None | Some(Glance::Together) => gjk::distance(a, b),
        Some(Glance::Apart(way)) => {
            let way = lift(way);
            let facing = epa::facing(a, b, way).map(|facing| Closest::between(facing.on_a, facing.on_b));
            facing.unwrap_or_else(|| gjk::distance_along(a, b, way))
        }
    }
}

fn flat<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    normal: V,
    distance: V::Scalar,
    solid: bool,
    radius: V::Scalar,
) -> Outcome<V> {
    let zero = V::Scalar::ZERO;
    let end = |way: V| {
        let p = a.support(way);
        (p, normal.dot(p) - distance)
    };
    let ((low, below), (high, above)) = (end(-normal), end(normal));
    let gap = if solid { below } else { Ring::max(below, -above) } - radius;
    if gap > zero {
        let (p, way) = if below > zero { (low, -normal) } else { (high, normal) };
        let closest = Closest { distance: gap, on_a: p, on_b: p + way * gap };
        return Outcome { closest, error_bound: zero, iterations: 0, status: Status::Separated };
    }
    let t = Ring::max(zero, Ring::min((-below).div_or(above - below, zero), V::Scalar::ONE));
    touching(if solid { low } else { low + (high - low) * t })
}

/// Returns the result of shapes that share this point.
fn touching<V: FloatVector>(p: V) -> Outcome<V> {
    let closest = Closest { distance: V::Scalar::ZERO, on_a: p, on_b: p };
    Outcome { closest, error_bound: V::Scalar::ZERO, iterations: 0, status: Status::Touching }
}

/// Returns the closest points of a cone without a base and a flat form.
fn steepest<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Outcome<V>> {
    let (Form::Conical { apex, axis, slope, radius: grown }, Form::Flat { normal, distance, solid, radius }) =
        (*a, *b)
    else {
        return None;
    };
    let zero = V::Scalar::ZERO;
    let side = normal.dot(apex) - distance;
    let (down, height) = if solid || side > zero { (-normal, side) } else { (normal, -side) };
    let way = axis + truncation::perpendicular(axis, down) * slope;
    let (falls, gap) = (way.dot(down), height - radius - grown);
    if gap <= zero {
        return Some(touching(apex + down * Ring::max(zero, Ring::min(height, grown))));
    }
    if falls > zero {
        return Some(touching(apex + way * (height / falls)));
    }
    let on_a = apex + down * grown;
    let closest = Closest { distance: gap, on_a, on_b: on_a + down * gap };
    Some(Outcome { closest, error_bound: zero, iterations: 0, status: Status::Separated })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::form::AsConvex;
    use crate::shape::{Aabb, HalfSpace, InfiniteCone, Plane, Point, Sphere};
    use glam::{DVec3, dvec3};

    fn of(a: &dyn AsConvex<Vector = DVec3>, b: &dyn AsConvex<Vector = DVec3>) -> Outcome<DVec3> {
        outcome(&a.form().unwrap(), &b.form().unwrap()).unwrap()
    }

    #[test]
    fn what_is_moved_is_asked_where_it_is() {
        let ball = Sphere::new(DVec3::ZERO, 1.0);
        let form = ball.form().unwrap();
        let (point, plane) = (Point(DVec3::ZERO), Plane::new(DVec3::X, 0.0));
        let others = [point.form().unwrap(), plane.form().unwrap()];
        for other in others {
            for (x, distance) in [(10.0, 9.0), (1.0, 0.0), (-3.0, 2.0)] {
                let moved = form.moved(DVec3::X * x);
                for (a, b) in [(&moved, &other), (&other, &moved)] {
                    assert_eq!(outcome(a, b).unwrap().closest.distance, distance, "{x}");
                    assert_eq!(decide(a, b), Some(distance == 0.0), "{x}");
                }
            }
        }
    }

    #[test]
    fn a_box_that_stands_on_the_ground_touches_it_and_one_above_is_told_without_a_step() {
        let (plane, ground) = (Plane::new(DVec3::Z, 1.0), HalfSpace::new(DVec3::Z, 1.0));
        let flats: [&dyn AsConvex<Vector = DVec3>; 2] = [&plane, &ground];
        for flat in flats {
            let standing = of(&Aabb::new(dvec3(0., 0., 1.), dvec3(1., 1., 2.)), flat);
            assert_eq!((standing.status, standing.closest.distance), (Status::Touching, 0.0));
            assert_eq!(standing.closest.on_a.z, 1.0);
            let above = of(&Aabb::new(dvec3(0., 0., 3.), dvec3(1., 1., 4.)), flat);
            assert_eq!((above.status, above.closest.distance), (Status::Separated, 2.0));
            assert_eq!((above.iterations, above.error_bound), (0, 0.0));
        }
        let hanging = of(&Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.)), &plane);
        assert_eq!((hanging.status, hanging.closest.on_b.z), (Status::Touching, 1.0));
    }

    #[test]
    fn a_cone_that_stands_on_its_tip_touches_the_ground() {
        let (plane, ground) = (Plane::new(DVec3::Z, 1.0), HalfSpace::new(DVec3::Z, 1.0));
        let flats: [&dyn AsConvex<Vector = DVec3>; 2] = [&plane, &ground];
        for flat in flats {
            let standing = of(&InfiniteCone::new(dvec3(2., 3., 1.), DVec3::Z, 0.5), flat);
            assert_eq!((standing.status, standing.closest.on_a), (Status::Touching, dvec3(2., 3., 1.)));
            let above = of(&InfiniteCone::new(dvec3(2., 3., 1.5), DVec3::Z, 0.5), flat);
            assert_eq!((above.status, above.closest.distance), (Status::Separated, 0.5));
        }
    }

    #[test]
    fn what_was_seen_in_floats_is_told_in_twice_their_digits() {
        use crate::number::DoubleDouble;
        use crate::shape::{Cylinder, Ellipsoid};
        use crate::vector::{V3, Vector};
        let number = DoubleDouble::new;
        let axes = [dvec3(0.6, 0.8, 0.), dvec3(-0.8, 0.6, 0.), DVec3::Z];
        let egg = Ellipsoid::new(dvec3(0.1, 0.2, 0.3), dvec3(1.0, 2.0, 0.5), axes);
        // Smooth shapes, and shapes with edges.
        for other in [
            Cylinder::new(dvec3(5., -4., 1.), dvec3(5., 4., 2.), 1.0),
            Cylinder::new(dvec3(4., 0.2, 0.3), dvec3(9., 0.2, 0.3), 0.5),
        ] {
            let (a, b) = (egg.lift::<V3<_>>(&number), other.lift::<V3<_>>(&number));
            let plain = gjk::distance(&a, &b);
            let found = after_glance(gjk::glance(&egg, &other, true), &a, &b);
            assert!((found.distance - plain.distance).to_f64().abs() < 1e-28, "{found:?} {plain:?}");
            assert!(((found.on_b - found.on_a).length() - found.distance).to_f64().abs() < 1e-28);
        }
        let can = Cylinder::new(dvec3(0.1, 0.2, -3.), dvec3(0.1, 0.2, 3.), 0.2);
        let (a, b) = (egg.lift::<V3<_>>(&number), can.lift::<V3<_>>(&number));
        let found = after_glance(gjk::glance(&egg, &can, true), &a, &b);
        assert!(found.distance.to_f64() == 0.0 && (found.on_b - found.on_a).is_zero());
    }
}
