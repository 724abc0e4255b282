//! Contact manifold of two convex shapes: a few points instead of one.
//!
//! Along the contact's normal each shape has a *feature*: of the faces at its farthest point the
//! one closest to perpendicular to the normal, or else an edge or a corner there. A face or edge
//! counts if its slope is small. Of the two features that are perpendicular to the normal up to
//! rounding, the one with more corners is the *reference*. The other shape's feature with a slope
//! up to [`TILT`] is the incident feature, clipped to the region over the reference by the planes
//! through the reference's edges along the normal (two edges that are not parallel cross at the
//! contact's own point). Each remaining corner below the reference is a point of the manifold,
//! together with the point above it on the reference's plane or edge, slope included; beside an
//! edge only if the shape extends there. The deepest point is as deep as the contact: if it was
//! clipped away (a rim is known by four of its points), the contact's own point is added. In 3D
//! four points are kept: the deepest, the one farthest from it, and the two that span most with
//! these.
//!
//! **Finding the face.** Corners as far as the farthest one form a face, an edge or a corner. From
//! a corner `p`, the way to another corner with the least slope is an edge: all ways with that
//! slope or more form a round cone about the normal, and the plane tangent to the cone along this
//! way has all corners on one side. The plane rotated about the edge until it meets the first
//! corner to either side also does; the less it rotates, the closer its normal is to the contact's.
//! Sizes play no part in this, so a thin plate has the same faces as a thick one.
//!
//! Corners are numbered by their shape, and points by corners: the identifiers stay the same from
//! one step to the next as long as the same features touch.
//!
//! Sources: [Catto 2007], [Sutherland 1974].

mod clip;
mod feature;
mod reduction;

pub(crate) use clip::name;
pub(crate) use reduction::{Points, add_deepest, reduce};

use super::form::{AsConvex, Core, Form, stretch};
use super::gjk;
use crate::number::{Float, Ring};
use crate::query::{Manifold, ManifoldPoint, Penetration};
use crate::shape::{Point, Support};
use crate::vector::FloatVector;
use clip::Cut;
use core::cmp::Ordering;
use feature::{Facing, Feature, LEVEL};

/// Largest slope at which a face or edge counts as facing along the normal: about three degrees.
pub const TILT: f64 = 0.05;

/// The deepest point of the features is the contact's if they differ by at most this fraction of
/// the coordinates.
const SAME: f64 = 1e-14;

/// Returns the contact points of two shapes whose contact is known, or `None` if one is not convex.
pub fn between<V: FloatVector>(
    a: &dyn AsConvex<Vector = V>,
    b: &dyn AsConvex<Vector = V>,
    contact: &Penetration<V>,
) -> Option<Manifold<V>> {
    Some(of(&a.form()?, &b.form()?, contact))
}

/// Returns the same for forms.
pub(crate) fn of<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, contact: &Penetration<V>) -> Manifold<V> {
    let one = ManifoldPoint {
        on_a: contact.on_a,
        on_b: contact.on_b,
        depth: contact.depth,
        feature_a: 0,
        feature_b: 0,
    };
    let Some(normal) = contact.normal_a_to_b else {
        return Manifold { normal_a_to_b: None, points: [one].into() };
    };
    let single = || Manifold { normal_a_to_b: Some(normal), points: [one].into() };
    let Some(side_a) = Facing::new(a, b, normal) else { return single() };
    let Some(side_b) = Facing::new(b, a, -normal) else { return single() };
    let (of_a, of_b) = (side_a.feature(LEVEL), side_b.feature(LEVEL));
    let rank = |f: &Feature<V>| (f.endless, f.corners.len());
    // If both features are equal, takes the one behind the other, seen along a direction in which few
    // sides lie. This does not depend on the order of the shapes, and stays the same as they move.
    let seen = V::from_fn(|i| V::Scalar::from_f64([0.47, 0.83, 0.31][i]));
    let first = match rank(&of_a).cmp(&rank(&of_b)) {
        Ordering::Equal => seen.dot(normal) >= V::Scalar::ZERO,
        order => order == Ordering::Greater,
    };
    let (reference, mut incident) = if first { (&of_a, &of_b) } else { (&of_b, &of_a) };
    // Direction up from the reference.
    let (up, deepest) = if first { (normal, one) } else { (-normal, one.swap()) };
    let [form, other] = if first { [a, b] } else { [b, a] };
    let tilted;
    if reference.is_face() && !incident.is_face() {
        tilted = if first { &side_b } else { &side_a }.feature(TILT);
        incident = &tilted;
    }
    // A corner has no points over a face, and nothing lies over a corner.
    let least = usize::min(reference.corners.len(), if V::DIM == 2 { 2 } else { incident.corners.len() });
    if !reference.endless && least < 2 {
        return single();
    }
    let holds = |p: V| holds(form, other, p, reference.slack);
    let mut points = V::by_dim(Cut { reference, incident, up, holds: &holds });
    // No point is deeper than the contact; a greater depth is rounding.
    for p in &mut points {
        p.depth = Ring::min(p.depth, contact.depth);
        p.on_a = p.on_b + up * p.depth;
    }
    add_deepest(&mut points, deepest, up, SAME);
    let mut points = reduce(&mut points);
    // If two points were merged, the removed one was the deepest.
    if points.iter().all(|p| p.depth != contact.depth) {
        add_deepest(&mut points, deepest, up, SAME);
    }
    let found = Manifold { normal_a_to_b: Some(up), points: points.into() };
    if first { found } else { found.swap() }
}

/// Tests whether a point is in a shape, up to this fraction of the coordinates.
fn holds<V: FloatVector>(form: &Form<'_, V>, other: &Form<'_, V>, p: V, slack: V::Scalar) -> bool {
    let near = |shape: &dyn Support<Vector = V>, by: V| {
        let distance = gjk::distance(&Core { shape, by }, &Point(p)).distance;
        distance <= shape.margin() + p.length() * slack
    };
    match (*form, *other) {
        (Form::Bounded { shape, by }, _) => near(shape, by),
        (Form::Straight { origin, direction, begins, radius }, Form::Bounded { shape, by }) => {
            near(&stretch((origin, direction, begins, radius), shape, by), by.zero())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, Capsule, Cylinder, HalfSpace, Sphere};
    use alloc::vec::Vec;
    use glam::{DVec2, DVec3, dvec2, dvec3};
    use smallvec::smallvec;

    fn of<A, B>(a: &A, b: &B) -> Manifold<A::Vector>
    where
        A: AsConvex,
        B: AsConvex<Vector = A::Vector>,
    {
        let (form, other) = (a.form().unwrap(), b.form().unwrap());
        between(a, b, &super::super::contact::outcome(&form, &other).contact).unwrap()
    }

    #[test]
    fn a_box_on_a_box_stands_on_four_points() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(4., 4., 1.));
        let b = Aabb::new(dvec3(1., 2., 0.75), dvec3(3., 6., 2.));
        let found = of(&a, &b);
        assert_eq!((found.normal_a_to_b, found.points.len()), (Some(DVec3::Z), 4));
        for p in &found.points {
            assert_eq!((p.depth, p.on_a.z, p.on_b.z), (0.25, 1.0, 0.75));
            assert!((1.0..=3.0).contains(&p.on_a.x) && (2.0..=4.0).contains(&p.on_a.y), "{p:?}");
        }
    }

    #[test]
    fn features_keep_their_names_while_the_same_ones_touch() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(4., 4., 1.));
        let names = |x: f64| {
            let b = Aabb::new(dvec3(x, 2., 0.75), dvec3(x + 2., 6., 2.));
            let mut names: Vec<_> = of(&a, &b).points.iter().map(|p| (p.feature_a, p.feature_b)).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(1.0), names(1.25));
    }

    #[test]
    fn a_capsule_lies_on_two_points_a_ball_on_one_a_can_stands_on_four() {
        let ground = HalfSpace::new(DVec3::Z, 0.0);
        let lying = Capsule::new(dvec3(0., 0., 0.5), dvec3(3., 0., 0.5), 0.75);
        assert_eq!(of(&ground, &lying).points.len(), 2);
        assert_eq!(of(&ground, &Sphere::new(dvec3(0., 0., 0.5), 1.0)).points.len(), 1);
        let can = of(&ground, &Cylinder::new(dvec3(0., 0., -0.5), dvec3(0., 0., 3.), 1.0));
        assert_eq!(can.points.len(), 4);
        assert!(can.points.iter().all(|p| (p.depth - 0.5).abs() < 1e-15), "{can:?}");
    }

    #[test]
    fn crossing_edges_touch_at_one_point() {
        let a = Capsule::new(dvec3(-1., 0., 0.), dvec3(1., 0., 0.), 0.5);
        let b = Capsule::new(dvec3(0., -1., 0.75), dvec3(0., 1., 0.75), 0.5);
        let found = of(&a, &b);
        assert_eq!((found.points.len(), found.points[0].depth), (1, 0.25));
    }

    #[test]
    fn in_2d_sides_share_two_points() {
        let a = Aabb::new(dvec2(0., 0.), dvec2(4., 1.));
        let found = of(&a, &Aabb::new(dvec2(3., 0.5), dvec2(6., 2.)));
        let mut x: Vec<f64> = found.points.iter().map(|p| p.on_a.x).collect();
        x.sort_by(f64::total_cmp);
        assert_eq!(x, [3.0, 4.0]);
    }

    #[test]
    fn crossing_edges_touch_at_one_point_however_small_or_large() {
        for size in [1e-12, 1e12] {
            let a = Capsule::new(dvec3(-size, 0., 0.), dvec3(size, 0., 0.), 0.5 * size);
            let b = Capsule::new(dvec3(0., -size, 0.75 * size), dvec3(0., size, 0.75 * size), 0.5 * size);
            let found = of(&a, &b);
            assert_eq!(found.points.len(), 1, "{found:?}");
            assert!((found.points[0].depth - 0.25 * size).abs() < 1e-15 * size, "{found:?}");
        }
    }

    #[test]
    fn a_point_met_twice_is_kept_once() {
        let point = |x: f64, depth: f64| {
            let on_a = dvec3(x, 0., 0.);
            ManifoldPoint { on_a, on_b: on_a - DVec3::Z * depth, depth, feature_a: 0, feature_b: 0 }
        };
        let kept = reduce(&mut smallvec![
            point(1., 0.5),
            point(0., 0.25),
            point(1., 0.5),
            point(0., 0.25),
            point(1., 0.5)
        ]);
        let places: Vec<f64> = kept.iter().map(|p| p.on_a.x).collect();
        assert_eq!(places, [1.0, 0.0]);
        assert_eq!(reduce(&mut smallvec![point(1., 0.5), point(1., 0.5)]).len(), 1);
    }

    #[test]
    fn it_is_the_same_seen_from_the_other_shape() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(4., 4., 1.));
        for b in [
            Aabb::new(dvec3(1., 2., 0.75), dvec3(3., 6., 2.)),
            Aabb::new(dvec3(-1., 1., -1.), dvec3(5., 6., 0.125)),
            Aabb::new(dvec3(3.875, -1., -3.), dvec3(9., 3., 0.5)),
        ] {
            let (one, other) = (of(&a, &b), of(&b, &a).swap());
            assert_eq!((one.normal_a_to_b, one.points), (other.normal_a_to_b, other.points), "{b:?}");
        }
        let (a, b) = (Aabb::new(dvec2(0., 0.), dvec2(4., 1.)), Aabb::new(dvec2(3., 0.5), dvec2(6., 2.)));
        assert_eq!(of(&a, &b).points, of(&b, &a).swap().points);
    }

    #[test]
    fn a_contact_s_own_point_at_the_origin_is_told_once() {
        let point = |y: f64, depth: f64| ManifoldPoint {
            on_a: dvec2(0., y),
            on_b: dvec2(0., y - depth),
            depth,
            feature_a: 7,
            feature_b: 0,
        };
        let mut points: Points<DVec2> = smallvec![point(0., 2. - 2e-16)];
        add_deepest(&mut points, point(-1e-32, 2.), DVec2::Y, SAME);
        let found = reduce(&mut points);
        assert_eq!((found.len(), found[0].feature_a, found[0].depth), (1, 7, 2.));
    }

    #[test]
    fn four_corners_have_four_names_wherever_a_face_lies_in_another() {
        let names = |low: [f64; 2], high: [f64; 2]| {
            let top = Aabb::new(dvec3(low[0], low[1], 0.), dvec3(high[0], high[1], 1.));
            let found = of(&top, &Aabb::new(dvec3(0., 0., -3.), dvec3(4., 5., 0.25)));
            let mut names: Vec<_> = found.points.iter().map(|p| (p.feature_a, p.feature_b)).collect();
            assert_eq!(names.len(), 4);
            names.sort_unstable();
            names.dedup();
            names
        };
        for (low, high) in [
            ([1., 2.], [3., 4.]),
            ([-1., 2.], [3., 4.]),
            ([-1., -1.], [3., 4.]),
            ([-1., -1.], [5., 6.]),
            ([1., -1.], [3., 6.]),
        ] {
            let here = names(low, high);
            assert_eq!(here.len(), 4, "{low:?} {high:?}");
            // The same shapes, slightly moved.
            assert_eq!(here, names(low.map(|x| x + 1e-4), high.map(|x| x + 1e-4)));
        }
    }
}
