//! The distance of two convex shapes, by the algorithm of Gilbert, Johnson and Keerthi.
//!
//! **One set instead of two.** The differences `a - b` of all points of `A` and `B` form a convex set too, `A - B`.
//! The shapes meet exactly when it holds the origin, and else they are as far apart as it is from the origin. It
//! need never be built: its farthest point along `d` is `support_A(d) - support_B(-d)`.
//!
//! **Descent.** Keep a few of its points, a *simplex* (a point, segment, triangle, in 3D also a tetrahedron for a
//! moment), and the simplex' nearest point to the origin, `v`:
//!
//! 1. Ask for the point `w` of `A - B` farthest towards the origin, along `-v`.
//! 2. Nothing of `A - B` lies beyond the plane through `w` across `v`, so the distance is at least `v . w / |v|`:
//!    the *lower bound*, and `v` a separating direction when it is above 0. `|v|` is the *upper bound*: there are
//!    two points of the shapes that far apart. When the two meet, that is the answer.
//! 3. Else add `w`. The nearest point of the larger simplex is nearer: keep the part of it that holds that point,
//!    and go on with it. A simplex with the origin inside ends it: they overlap.
//!
//! The first `w` is the one along the way between the shapes' [middles](Support::middle): where they are apart, mostly a
//! separating direction already.
//!
//! **The nearest point of a simplex** is found by trying all its parts that hold `w` (those without it cannot be
//! nearer than `v` was): the point `w`, two or three edges, up to three triangles. A part counts when the foot
//! of the origin on its line or plane falls inside it; the least wins. Equal, collinear or coplanar points make
//! parts without a foot, which are passed over, and their own parts remain. So there is no case that must not occur.
//!
//! **Rounding.** Both bounds hold whatever the roundings before them did: the upper is measured between two points
//! that are weighted means of points of the shapes, the lower is true for every `v` that is tried. A wrong turn
//! costs a step, never the truth of the bounds. It ends when
//!
//! - the bounds are within [`GOAL`] roundings of the largest coordinate seen: [`Status::Separated`];
//! - the upper bound is below [`FLOOR`] roundings of that: [`Status::Touching`];
//! - the origin is enclosed: [`Status::Overlapping`];
//! - `w` is known already, or nothing came nearer, nor along a way that is turned from `w` by as much as rounding may have
//!   turned it (all along a cylinder's side both rims are as far, and the one that is needed may lose): rounding hides the
//!   rest. That is `Separated` when the bounds are within [`FLOOR`], else [`Status::NotConverged`], as it is after
//!   [`LIMIT`] steps. The bounds are still true, and [`Outcome::error_bound`] says how far apart they are.
//!
//! **Digits.** Pairs without a kernel of their own are asked in floats first, which tell shapes that are clearly apart or clearly
//! share a point, and the rest in twice the digits; so are the two points of shapes that are apart, along the way that floats saw.
//!
//! Polytopes take as many steps as there are features on the way, commonly under ten; round shapes gain about one
//! binary digit a step. All coordinates are scaled by a power of two first where their products would overflow.
//!
//! Sources: [Gilbert 1988], [van den Bergen 1999], [Ericson 9.5]; trying every part that holds `w` is
//! ours, for Johnson's recursion and its numeric trouble.

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

/// What [`glance`] takes farthest points to be off by, as a part of their coordinates: 65,536 roundings of `f64`.
pub(crate) const ROUGH: f64 = 1.0 / (1_u64 << 36) as f64;

/// They share a point, as far as rounding lets one tell: no plane between them could be found, and their distance
/// is not above [`FLOOR`] roundings of the largest coordinate.
pub fn intersects<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> bool {
    decide(a, b).unwrap_or(false)
}

/// The same; `None` when it did not converge, and more digits may tell.
pub fn decide<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    match status(a, b) {
        Status::Touching | Status::Overlapping => Some(true),
        Status::Separated => Some(false),
        Status::NotConverged => None,
    }
}

/// The same; `None` also where they are so close that more digits may tell them apart.
pub fn decide_clearly<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Option<bool> {
    match status(a, b) {
        Status::Overlapping => Some(true),
        Status::Separated => Some(false),
        Status::Touching | Status::NotConverged => None,
    }
}

/// The closest points; those found, when it did not converge. [`outcome`] tells.
pub fn distance<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Closest<V> {
    outcome(a, b).closest
}

/// The closest points, their error bound, and how it ended.
pub fn outcome<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Outcome<V> {
    run(a, b, &mut never, None, &mut |_, _, _| {}, &mut |_, _, _| {})
}

/// The same, ended as soon as they are seen to be farther apart than `far`: the distance is then more than that, but perhaps not the
/// least. Where they overlap in space, also four points of `a`, each with one of `b`, whose differences hold the origin.
pub(crate) fn within<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    far: V::Scalar,
) -> (Outcome<V>, Option<Around<V>>) {
    let mut around = None;
    let mut end = |part: &Part<V>, shapes: &Shapes<'_, V>, _| around = part.around_origin(shapes.scale);
    (run(a, b, &mut beyond(far), None, &mut |_, _, _| {}, &mut end), around)
}

/// What floats see of two shapes that are asked in more digits, where they see it clearly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance<V> {
    /// A plane across this way, from `a` to `b`, lies between them.
    Apart(V),
    /// They share a point.
    Together,
}

/// The same, as far as it is certain for all shapes whose farthest points are off from these by no more than 2^-36 of the
/// coordinates; the way is the shortest, to floats, where `near` is asked for.
pub(crate) fn glance<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    near: bool,
) -> Option<Glance<V>> {
    let mut together = None;
    let mut end = |part: &Part<V>, shapes: &Shapes<'_, V>, lower| {
        let rough = shapes.largest() * V::Scalar::from_f64(ROUGH);
        // Where it was scaled, farthest points are out of what floats hold.
        if shapes.scale == V::Scalar::ONE {
            let encloses = part.encloses && part.is_deeper(rough);
            together = if lower > rough { Some(false) } else { encloses.then_some(true) };
        }
    };
    let apart = &mut beyond(V::Scalar::ZERO);
    let mut enough = |shapes: &Shapes<'_, V>, way, bounds| !near && apart(shapes, way, bounds);
    let closest = run(a, b, &mut enough, None, &mut |_, _, _| {}, &mut end).closest;
    // Shapes are often in line, and the simplex is flat then.
    if together.is_none() && closest.distance == V::Scalar::ZERO && holds_origin(a, b) {
        together = Some(true);
    }
    let way = closest.on_b - closest.on_a;
    together.map(|together| if together { Glance::Together } else { Glance::Apart(way) })
}

/// The farthest points of the difference set along the axes, up and down, are corners around the origin, of which no side is as near as
/// points may be off.
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

/// They share a point, as far as that is seen clearly.
pub(crate) fn seen<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    glance(a, b, false).map(|seen| matches!(seen, Glance::Together))
}

/// [`outcome_along`]; `None` as soon as `passes` says that a plane settles what is to be known, by its unit normal from `a` to `b` and their
/// gap along it, of which rounding is taken off. Shapes of extreme sizes are not settled so.
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

/// [`outcome`], begun along a way from `a` to `b` that is nearly the shortest, where one is known.
pub(crate) fn outcome_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> Outcome<V> {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    run(a, b, &mut never, way, &mut |_, _, _| {}, &mut |_, _, _| {})
}

/// The closest points, begun along a way from `a` to `b` that is nearly the shortest.
pub(super) fn distance_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: V,
) -> Closest<V> {
    outcome_along(a, b, Some(way)).closest
}

/// The closest points, begun along a way from `a` to `b`, where one is known, and the direction across the plane between the two, of any
/// length: of a short way it has more digits than the difference of its ends.
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

/// The same, told step by step: the points of the simplex, its point nearest to the origin, and the bounds of the
/// distance.
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

/// How yes or no ends.
fn status<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Status {
    run(a, b, &mut beyond(V::Scalar::ZERO), None, &mut |_, _, _| {}, &mut |_, _, _| {}).status
}

/// The same, and where they overlap in space, four points of `a`, each with one of `b`, whose differences hold the origin.
pub(super) fn around<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> (Status, Option<Around<V>>) {
    let (found, around) = within(a, b, V::Scalar::ZERO);
    (found.status, around)
}

/// The search goes on until the distance is known.
fn never<V: FloatVector>(_: &Shapes<'_, V>, _: V, _: V::Scalar) -> bool {
    false
}

/// The search ends where they are seen to be farther apart than `far`: 0 for yes or no.
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
        // Its third simplex is 250 long and 0.3 wide: the weighted mean alone does not show that it holds the origin.
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

    /// `Some(true)`: together; `Some(false)`: apart, along the way of their middles.
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
                // By 2^-36 of the coordinates they may be elsewhere.
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
