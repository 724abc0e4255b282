//! Distance of two convex shapes, by the algorithm of Gilbert, Johnson and Keerthi (GJK).
//!
//! **One set instead of two.** The differences `a - b` of all points of `A` and `B` form a convex
//! set `A - B`, the Minkowski difference. The shapes intersect exactly when it contains the origin;
//! otherwise their distance is its distance from the origin. It is never built: its farthest point
//! along `d` is `support_A(d) - support_B(-d)`.
//!
//! **Descent.** Keep a few of its points, a *simplex* (a point, segment or triangle, and in 3D
//! briefly a tetrahedron), and the simplex' point closest to the origin, `v`:
//!
//! 1. Find the point `w` of `A - B` farthest towards the origin, along `-v`, by the support
//!    functions.
//! 2. Nothing of `A - B` lies beyond the plane through `w` across `v`, so the distance is at least
//!    `v . w / |v|`: the *lower bound*. If it is above 0, `v` is a separating direction. `|v|` is
//!    the *upper bound*: two points of the shapes are that far apart. When the two bounds meet,
//!    that is the result.
//! 3. Otherwise add `w`. The larger simplex has a closer point: keep the part of the simplex that
//!    contains it, and repeat. A simplex with the origin inside ends the descent: the shapes
//!    overlap.
//!
//! The first `w` is the farthest point along the way between the shapes'
//! [middles](Support::middle). If the shapes are disjoint, that is mostly a separating direction
//! already.
//!
//! **The closest point of a simplex** is found by trying all its parts that contain `w` (those
//! without `w` cannot be closer than `v` was): the point `w`, two or three edges, up to three
//! triangles. A part counts if the foot of the origin on its line or plane falls inside it, and the
//! closest wins. Equal, collinear or coplanar points make parts without a foot, which are skipped,
//! and the parts of these remain. No input is therefore a special case.
//!
//! **Rounding.** Both bounds are valid whatever the rounding of earlier steps did. The upper bound
//! is measured between two points that are weighted means of points of the shapes, and the lower
//! bound is true for each `v`. A wrong step costs time, never the validity of the bounds. The
//! descent ends when
//!
//! - the bounds are within [`GOAL`] roundings of the largest coordinate seen:
//!   [`Status::Separated`];
//! - the upper bound is below [`FLOOR`] roundings of that: [`Status::Touching`];
//! - the origin is enclosed: [`Status::Overlapping`];
//! - `w` is already in the simplex or nothing came closer, and neither does a direction rotated
//!   away from `w` by as much as rounding may have rotated it (along a cylinder's side both rims
//!   are equally far, and rounding may pick the wrong one). That is `Separated` if the bounds are
//!   within [`FLOOR`], and otherwise [`Status::NotConverged`], as after [`LIMIT`] steps. The bounds
//!   are still valid, and [`Outcome::error_bound`] states how far apart they are.
//!
//! **Digits.** Pairs without a closed form run in `f64` first, which decides shapes that are
//! clearly disjoint or clearly share a point, and the rest in double-double precision. The closest
//! points of disjoint shapes are computed in double-double precision too, starting along the way
//! found in `f64`.
//!
//! Polytopes take as many steps as there are features on the way, commonly under ten. Round shapes
//! gain about one binary digit per step. Coordinates whose products would overflow are first scaled
//! by a power of two.
//!
//! Sources: [Gilbert 1988], [van den Bergen 1999], [Ericson 9.5]. Trying every part that contains
//! `w` is our own, in place of Johnson's recursion and its numerical trouble.

mod descent;
mod difference;
mod outcome;
mod simplex;

pub use outcome::{FLOOR, GOAL, LIMIT, Outcome, Status};
pub(crate) use simplex::Around;

use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::query::Closest;
use crate::shape::Support;
use crate::vector::FloatVector;
use descent::run;
use difference::Shapes;
use simplex::Part;

/// Relative error that [`glance`] assumes for farthest points, as a fraction of their coordinates:
/// 65,536 roundings of `f64`.
pub(crate) const ROUGH: f64 = 1.0 / (1_u64 << 36) as f64;

/// Tests whether the shapes share a point, up to rounding: no separating plane was found, and the
/// distance is not above [`FLOOR`] roundings of the largest coordinate.
pub fn intersects<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> bool {
    decide(a, b).unwrap_or(false)
}

/// Tests the same, and returns `None` if the search did not converge and more digits may decide.
pub fn decide<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    match status(a, b) {
        Status::Touching | Status::Overlapping => Some(true),
        Status::Separated => Some(false),
        Status::NotConverged => None,
    }
}

/// Tests the same, and returns `None` also if the shapes are so close that more digits may separate
/// them.
pub(crate) fn decide_clearly<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Option<bool> {
    match status(a, b) {
        Status::Overlapping => Some(true),
        Status::Separated => Some(false),
        Status::Touching | Status::NotConverged => None,
    }
}

/// Returns the closest points, or those found so far if the search did not converge, which
/// [`outcome`] reports.
pub fn distance<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Closest<V> {
    outcome(a, b).closest
}

/// Returns the closest points, their error bound and the status.
pub fn outcome<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Outcome<V> {
    run(a, b, &mut never, None, &mut |_, _, _| {}, &mut |_, _, _| {})
}

/// Returns the same, but stops as soon as the shapes are known to be farther apart than `far`: the
/// distance is then above `far`, but perhaps not the least. For shapes that overlap in 3D, also
/// returns four points of `a`, each with one of `b`, whose differences enclose the origin.
pub(crate) fn within<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    far: V::Scalar,
) -> (Outcome<V>, Option<Around<V>>) {
    let (found, around, _) = up_to(a, b, far);
    (found, around)
}

/// Does the same as [`within`], and returns `None` if the shapes are known to be farther apart than
/// `far`.
pub(crate) fn unless_beyond<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    far: V::Scalar,
) -> Option<(Outcome<V>, Option<Around<V>>)> {
    let (found, around, is_beyond) = up_to(a, b, far);
    (!is_beyond).then_some((found, around))
}

/// Returns what [`within`] does, and whether the shapes are known to be farther apart than `far`.
fn up_to<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    far: V::Scalar,
) -> (Outcome<V>, Option<Around<V>>, bool) {
    let (is_beyond, mut passed) = (beyond(far), false);
    let mut enough = |shapes: &Shapes<'_, V>, way, lower| {
        passed = is_beyond(shapes, way, lower);
        passed
    };
    let mut around = None;
    let mut end = |part: &Part<V>, shapes: &Shapes<'_, V>, _| around = part.around_origin(shapes.scale);
    let found = run(a, b, &mut enough, None, &mut |_, _, _| {}, &mut end);
    (found, around, passed)
}

/// Result of a search in `f64` before one in more digits, if it is clear.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance<V> {
    /// A plane across this vector, from `a` to `b`, separates the shapes.
    Apart(V),
    /// The shapes share a point.
    Together,
}

/// Returns the result in `f64`, if it is certain for all shapes whose farthest points differ from
/// these by at most 2^-36 of the coordinates. With `near`, the vector is along the shortest way, up
/// to the accuracy of `f64`.
pub(crate) fn glance<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    near: bool,
) -> Option<Glance<V>> {
    let mut together = None;
    let mut end = |part: &Part<V>, shapes: &Shapes<'_, V>, lower| {
        let rough = shapes.largest() * V::Scalar::from_f64(ROUGH);
        // If the shapes were scaled, farthest points are outside the range that `f64` handles.
        if shapes.scale == V::Scalar::ONE {
            let encloses = part.encloses && part.is_deeper(rough);
            together = if lower > rough { Some(false) } else { encloses.then_some(true) };
        }
    };
    let apart = &mut beyond(V::Scalar::ZERO);
    let mut enough = |shapes: &Shapes<'_, V>, way, bounds| !near && apart(shapes, way, bounds);
    let closest = run(a, b, &mut enough, None, &mut |_, _, _| {}, &mut end).closest;
    // Shapes are often aligned, and the simplex is then flat.
    if together.is_none() && closest.distance == V::Scalar::ZERO && holds_origin(a, b) {
        together = Some(true);
    }
    let way = closest.on_b - closest.on_a;
    together.map(|together| if together { Glance::Together } else { Glance::Apart(way) })
}

/// Tests whether the farthest points of the Minkowski difference along the axes, in both
/// directions, are corners around the origin, with every side farther from it than the error of the
/// points.
fn holds_origin<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> bool {
    let mut shapes = Shapes::new(a, b);
    let axes = [0, 1, 2].each(|i| V::splat(V::Scalar::ZERO).with(i % V::DIM, V::Scalar::ONE));
    let ends = axes.each(|axis| [-axis, axis].each(|way| shapes.farthest(way).at));
    let rough = shapes.largest() * V::Scalar::from_f64(ROUGH);
    (1e-60..1e60).contains(&shapes.largest().to_f64())
        && (0..1_usize << V::DIM).all(|side| {
            let [p, q, r] = [0, 1, 2].each(|i| ends[i][side >> i & 1]);
            let turned = (0..V::DIM).filter(|i| side >> i & 1 == 0).count() % 2 == 1;
            let (volume, area) = if V::DIM == 3 {
                (p.triple(q, r), (q - p).wedge_squared(r - p))
            } else {
                (p.wedge_dot(q, axes[0], axes[1]), (q - p).length_squared())
            };
            (if turned { -volume } else { volume }) > rough * area.sqrt()
        })
}

/// Tests whether the shapes share a point, if that is clear.
pub(crate) fn seen<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    glance(a, b, false).map(|seen| matches!(seen, Glance::Together))
}

/// Does the same as [`outcome_along`], and returns `None` as soon as `passes` states that a plane
/// decides the query, given its unit normal from `a` to `b` and the gap along it, less the rounding
/// error. Shapes of extreme sizes are not decided this way.
pub(crate) fn outcome_unless<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
    passes: &impl Fn(V, V::Scalar) -> bool,
) -> Option<Outcome<V>> {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    let mut passed = false;
    let mut enough = |shapes: &Shapes<'_, V>, way: V, bound: V::Scalar| {
        let gap = bound - shapes.roundings(FLOOR);
        passed = V::Scalar::ZERO < gap
            && shapes.scale == V::Scalar::ONE
            && passes(-(way * (V::Scalar::ONE / way.length())), gap);
        passed
    };
    let found = run(a, b, &mut enough, way, &mut |_, _, _| {}, &mut |_, _, _| {});
    (!passed).then_some(found)
}

/// Does the same as [`outcome`], starting along a nearly shortest way from `a` to `b` if one is
/// given.
pub(crate) fn outcome_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> Outcome<V> {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    run(a, b, &mut never, way, &mut |_, _, _| {}, &mut |_, _, _| {})
}

/// Returns the closest points, starting along a nearly shortest way from `a` to `b`.
pub(super) fn distance_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: V,
) -> Closest<V> {
    outcome_along(a, b, Some(way)).closest
}

/// Returns the closest points, starting along a way from `a` to `b` if one is given, and the normal
/// of the plane between the shapes, of any length. For a short way that normal has more accurate
/// digits than the difference of its ends.
pub(super) fn plane_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> (Closest<V>, V) {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    let mut across = None;
    let mut end = |part: &Part<V>, _: &Shapes<'_, V>, _| across = Some(-part.across);
    let closest = run(a, b, &mut never, way, &mut |_, _, _| {}, &mut end).closest;
    (closest, across.unwrap_or(closest.on_b - closest.on_a))
}

/// Returns the same and reports each step: the points of the simplex, its point closest to the
/// origin, and the bounds of the distance.
pub fn watched<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    step: &mut impl FnMut(&[V], V, V::Scalar, V::Scalar),
) -> Outcome<V> {
    let mut watch = |part: &Part<V>, unscale, [lower, upper]: [V::Scalar; 2]| {
        let points = part.vertices.each(|vertex| vertex.at * unscale);
        step(&points[..part.count], part.foot * unscale, lower * unscale, upper * unscale);
    };
    run(a, b, &mut never, None, &mut watch, &mut |_, _, _| {})
}

/// Returns the status of a test for intersection.
fn status<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Status {
    run(a, b, &mut beyond(V::Scalar::ZERO), None, &mut |_, _, _| {}, &mut |_, _, _| {}).status
}

/// Returns the same and, for shapes that overlap in 3D, four points of `a`, each with one of `b`,
/// whose differences enclose the origin.
pub(super) fn around<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> (Status, Option<Around<V>>) {
    let (found, around) = within(a, b, V::Scalar::ZERO);
    (found.status, around)
}

/// Never ends the search before the distance is known.
fn never<V: FloatVector>(_: &Shapes<'_, V>, _: V, _: V::Scalar) -> bool {
    false
}

/// Ends the search once the shapes are known to be farther apart than `far`: 0 for a test for
/// intersection.
fn beyond<V: FloatVector>(far: V::Scalar) -> impl Fn(&Shapes<'_, V>, V, V::Scalar) -> bool {
    move |shapes, _, lower| lower > far * shapes.scale + shapes.roundings(FLOOR)
}

#[cfg(test)]
mod tests {
    use super::super::coarse::Coarse;
    use super::*;
    use crate::shape::{Cylinder, Ellipsoid, Obb, Point, Segment, Sphere, Triangle};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

    #[test]
    fn boxes_face_to_face_are_as_far_apart_as_their_faces() {
        let a = Obb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.), AXES);
        let b = Obb::new(dvec3(3.5, 0.5, -0.25), dvec3(1., 2., 3.), AXES);
        let found = outcome(&a, &b);
        assert_eq!((found.closest.distance, found.status), (1.5, Status::Separated));
        assert!(found.iterations < 8);
    }

    #[test]
    fn kissing_spheres_touch_and_a_hair_apart_they_do_not() {
        let a = Sphere::new(dvec3(0., 0., 0.), 2.0);
        assert!(intersects(&a, &Sphere::new(dvec3(3., 4., 0.), 3.0)));
        assert!(!intersects(&a, &Sphere::new(dvec3(3., 4., 0.), 3.0 - 1e-13)));
    }

    #[test]
    fn identical_and_nested_shapes_overlap_at_one_shared_point() {
        let a = Triangle::new(dvec2(0., 0.), dvec2(4., 0.), dvec2(0., 4.));
        let b = Triangle::new(dvec2(1., 1.), dvec2(1.5, 1.), dvec2(1., 1.5));
        for found in [distance::<DVec2>(&a, &a), distance(&a, &b), distance(&b, &a)] {
            assert_eq!(found.distance, 0.0);
            assert_eq!(found.on_a, found.on_b);
        }
    }

    #[test]
    fn crossing_cylinders_are_apart_by_their_axes_less_their_radii() {
        let a = Cylinder::new(dvec3(-5., 0., 0.), dvec3(5., 0., 0.), 1.0);
        let b = Cylinder::new(dvec3(0., -5., 4.), dvec3(0., 5., 4.), 0.5);
        assert!((distance(&a, &b).distance - 2.5).abs() < 1e-14);
    }

    #[test]
    fn segments_of_length_zero_are_points() {
        let a = Segment::new(dvec3(1., 2., 2.), dvec3(1., 2., 2.));
        let b = Segment::new(DVec3::ZERO, DVec3::ZERO);
        assert_eq!(distance(&a, &b).distance, 3.0);
        assert!(intersects(&b, &b));
    }

    #[test]
    fn an_origin_deep_in_a_needle_of_a_simplex_is_enclosed() {
        use crate::number::DoubleDouble;
        use crate::vector::V2;
        // The third simplex is 250 long and 0.3 wide: the weighted mean alone does not show that it
        // contains the origin.
        let x = dvec2(0.687_157_764_035_308_4, 0.726_508_229_358_756_5);
        let center = dvec2(0.428_556_750_640_784_6, -0.000_271_076_056_705_361_95);
        let radii = dvec2(250.223_771_490_291_4, 0.193_159_703_821_686_8);
        let needle = Ellipsoid { center, radii, axes: [x, dvec2(-x.y, x.x)] };
        let triangle = Triangle::new(
            dvec2(-0.001_749_556_151_126_303, -0.034_028_792_905_805_516),
            dvec2(-0.200_714_183_314_887_38, -3.485_171_716_064_727),
            dvec2(0.000_226_305_692_623_430_83, 43.675_954_796_795_09),
        );
        assert_eq!(outcome(&needle, &triangle).status, Status::Overlapping);
        let precise = DoubleDouble::new;
        let (needle, triangle) = (needle.lift::<V2<_>>(&precise), triangle.lift::<V2<_>>(&precise));
        assert_eq!(outcome(&needle, &triangle).status, Status::Overlapping);
    }

    #[test]
    fn an_origin_beside_a_needle_whose_fourth_point_is_far_away_is_enclosed() {
        use crate::number::DoubleDouble;
        use crate::shape::Cone;
        use crate::vector::V3;
        // The apex of the first is inside the second, by 2e-9.
        let a = Cone::new(
            dvec3(-1.582_495_905_007_135_7, 2.236_556_140_081_973, -0.017_283_724_233_209_34),
            dvec3(-2_862.071_263_354_102_5, 2_424.442_374_537_913, -172.888_582_964_538_78),
            1_241.619_500_654_092_7,
        );
        let b = Cone::new(
            dvec3(-0.259_077_569_336_530_76, 1.244_844_991_102_244_3, 0.185_316_348_780_449_45),
            dvec3(-0.509_854_754_041_366_3, 1.723_599_266_669_902_3, 0.808_471_917_207_541_1),
            1.447_603_611_289_803_2,
        );
        let (a, b) = (a.lift::<V3<_>>(&DoubleDouble::new), b.lift::<V3<_>>(&DoubleDouble::new));
        assert_eq!(outcome(&a, &b).status, Status::Overlapping);
        assert_eq!(outcome(&b, &a).status, Status::Overlapping);
    }

    #[test]
    fn roundings_are_those_of_each_shape_at_its_own_largest_coordinate() {
        let (far, near) =
            (Coarse(Point(dvec3(1., -16., 2.)), 1e-9), Coarse(Point(dvec3(0., -0.5, 0.25)), 1e-3));
        for (a, b) in [(&far, &near), (&near, &far)] {
            let mut shapes = Shapes::new(a, b);
            shapes.farthest(DVec3::X);
            assert_eq!((shapes.largest(), shapes.roundings(2.0)), (16.0, 1e-3));
        }
    }

    #[test]
    fn of_a_huge_shape_and_one_of_ordinary_size_the_distance_is_finite() {
        let far = 1e100;
        let huge = Triangle::new(dvec3(far, -far, -far), dvec3(far, far, -far), dvec3(far, 0., far));
        let small = Triangle::new(dvec3(0., -1., -1.), dvec3(0., 1., -1.), dvec3(0., 0., 1.));
        for found in [outcome(&huge, &small), outcome(&small, &huge)] {
            assert_eq!((found.closest.distance, found.status), (far, Status::Separated));
        }
    }

    #[test]
    fn where_rounding_hides_a_better_point_it_ends_soon() {
        let cases = [
            ([4., 2., 9.], [[3., -7., -1.], [7., -3., 0.]], 3.0),
            ([7., 5., 8.], [[10., -6., -4.], [12., -2., -2.]], 2.0),
            ([5., 9., 8.], [[-12., -1., 5.], [-10., 2., 9.]], 3.0),
        ];
        for (radii, [a, b], radius) in cases {
            let egg = Ellipsoid::new(DVec3::ZERO, DVec3::from_array(radii), AXES);
            let can = Cylinder::new(DVec3::from_array(a), DVec3::from_array(b), radius);
            let found = outcome(&egg, &can);
            assert!(found.iterations < 64 && found.error_bound < 1e-12, "{radii:?} {found:?}");
        }
    }

    /// Returns `Some(true)` if the shapes share a point, and `Some(false)` if they are disjoint
    /// along the way of their middles.
    fn glanced<V: FloatVector<Scalar = f64>>(a: &Sphere<V>, b: &Sphere<V>, near: bool) -> Option<bool> {
        glance(a, b, near).map(|seen| match seen {
            Glance::Together => true,
            Glance::Apart(way) => {
                let between = b.center - a.center;
                assert!(!near || way.dot(between) > 0.999_999 * way.length() * between.length());
                false
            }
        })
    }

    #[test]
    fn a_glance_sees_what_is_clear_and_says_nothing_of_what_is_not() {
        for far in [0.0, 1e3, 1e9] {
            for near in [false, true] {
                let of = |gap: f64| {
                    let (center, aside) = (dvec3(far, 1.0, -2.0), dvec3(0.6, 0.0, 0.8));
                    let (a, b) = (Sphere::new(center, 1.0), Sphere::new(center + aside * (3.0 + gap), 2.0));
                    let flat = |ball: &Sphere<DVec3>| {
                        Sphere::new(DVec2::new(ball.center.x, ball.center.z), ball.radius)
                    };
                    [glanced(&a, &b, near), glanced(&b, &a, near), glanced(&flat(&a), &flat(&b), near)]
                };
                // The points may be off by 2^-36 of the coordinates.
                let rough = ROUGH * (far + 6.0);
                assert_eq!(of(2.0 * rough + 1e-3), [Some(false); 3], "{far}");
                assert_eq!(of(-2.0), [Some(true); 3], "{far}");
                for gap in [0.01, 1e-4, 1e-8, 0.0].map(|part| part * rough) {
                    assert_eq!([of(gap), of(-gap)], [[None; 3]; 2], "{far} {gap}");
                }
                assert!(of(-1e-3 - 2.0 * rough).iter().all(|seen| *seen != Some(false)), "{far}");
            }
        }
    }

    #[test]
    fn a_glance_says_nothing_where_squares_leave_the_range() {
        for size in [1e-170, 1e170] {
            let ball = |x: f64| Ellipsoid::new(DVec3::X * (x * size), DVec3::ONE * size, AXES);
            assert!(glance(&ball(0.0), &ball(5.0), true).is_none(), "{size}");
            assert!(glance(&ball(0.0), &ball(0.5), false).is_none(), "{size}");
        }
    }
}
