//! Intersections of two shapes, by hand: a case for each kind of result.
#![allow(clippy::unnecessary_wraps, reason = "mirrors the type of the queries")]

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::dynamic::intersection::Common;
use barycast::shape::*;
use glam::{DVec2, DVec3, dvec2, dvec3};

/// Returns the intersection, after checking that it is symmetric.
fn shared(a: impl Into<Shape3>, b: impl Into<Shape3>) -> Option<Common<DVec3>> {
    let (a, b) = (a.into(), b.into());
    let answer = a.intersection(&b).unwrap();
    assert_eq!(answer, b.intersection(&a).unwrap().map(Common::swap));
    answer
}

fn shared_2d(a: impl Into<Shape2>, b: impl Into<Shape2>) -> Option<Common<DVec2>> {
    let (a, b) = (a.into(), b.into());
    let answer = a.intersection(&b).unwrap();
    assert_eq!(answer, b.intersection(&a).unwrap().map(Common::swap));
    answer
}

fn point(x: f64, y: f64, z: f64) -> Option<Common<DVec3>> {
    Some(Common::Point(dvec3(x, y, z)))
}

fn segment(a: [f64; 3], b: [f64; 3]) -> Option<Common<DVec3>> {
    Some(Common::Segment(Segment::new(a.into(), b.into())))
}

fn polygon<const N: usize>(points: [[f64; 3]; N]) -> Option<Common<DVec3>> {
    Some(Common::Polygon(points.map(DVec3::from_array).to_vec()))
}

fn disc(center: [f64; 3], normal: [f64; 3], radius: f64) -> Option<Common<DVec3>> {
    Some(Common::Disc { center: center.into(), normal: normal.into(), radius })
}

fn cube(low: f64, high: f64) -> Aabb<DVec3> {
    Aabb::new(DVec3::splat(low), DVec3::splat(high))
}

/// Returns a cube around `(1, 0, 0)`, rotated by the angle of a 3-4-5 triangle about `z`.
fn turned() -> Obb<DVec3> {
    Obb::new(dvec3(1., 0., 0.), DVec3::ONE, [dvec3(0.6, 0.8, 0.), dvec3(-0.8, 0.6, 0.), DVec3::Z])
}

fn tetrahedron(d: [f64; 3]) -> Tetrahedron<DVec3> {
    Tetrahedron::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.), d.into())
}

#[test]
fn a_half_space_cuts_a_corner_off_a_cube() {
    let Some(Common::Hull(corners)) = shared(cube(0., 2.), HalfSpace::new(DVec3::ONE, 5.)) else { panic!() };
    assert_eq!(corners.len(), 10, "seven of the cube, three new");
    assert!(corners.contains(&dvec3(1., 2., 2.)) && !corners.contains(&dvec3(2., 2., 2.)));
    let corner = shared(cube(0., 2.), HalfSpace::new(-DVec3::ONE, -5.));
    let corners = [[1., 2., 2.], [2., 1., 2.], [2., 2., 1.], [2., 2., 2.]].map(DVec3::from_array);
    assert_eq!(corner, Some(Common::Hull(corners.to_vec())), "a tetrahedron, in order of its coordinates");
}

#[test]
fn polytopes_that_touch_share_a_point_a_segment_or_a_polygon() {
    let below = tetrahedron([0., 0., -4.]);
    assert_eq!(shared(below, tetrahedron([0., 0., 4.])), polygon([[0., 0., 0.], [0., 4., 0.], [4., 0., 0.]]));
    let edge = Tetrahedron::new(dvec3(1., 0., 0.), dvec3(9., 0., 0.), dvec3(5., -1., 0.), dvec3(5., -1., 1.));
    assert_eq!(shared(below, edge), segment([1., 0., 0.], [4., 0., 0.]));
    let corner = Convex::try_new(vec![dvec3(4., 0., 0.), dvec3(5., 1., 1.), dvec3(5., -1., 1.)]).unwrap();
    assert_eq!(shared(below, corner), point(4., 0., 0.));
    assert_eq!(
        shared(below, cube(0., 2.)),
        polygon([[0., 0., 0.], [0., 2., 0.], [2., 2., 0.], [2., 0., 0.]])
    );
}

#[test]
fn crossing_boxes_share_the_vertices_of_both_and_of_their_edges() {
    let Some(Common::Hull(corners)) = shared(turned(), Aabb::new(dvec3(0., -9., -9.), dvec3(9., 9., 0.)))
    else {
        panic!("a hull")
    };
    // The rotated square without the part left of x = 0, from z = -1 to 0.
    assert!(corners.iter().all(|p| p.x >= 0. && (p.z == 0. || p.z == -1.)));
    assert!(corners.len() == 10 && corners.contains(&dvec3(0., -0.5, 0.)), "{corners:?}");
}

#[test]
fn planes_cut_polytopes_in_polygons() {
    let plane = Plane::new(dvec3(0., 0., 2.), 2.);
    let triangle = [[0., 0., 1.], [0., 3., 1.], [3., 0., 1.]];
    assert_eq!(shared(plane, tetrahedron([0., 0., 4.])), polygon(triangle));
    let side = |normal: DVec3| HalfSpace::new(normal, 1.);
    let all = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
    let frustum = Frustum::try_new(all.map(side)).unwrap();
    assert_eq!(shared(frustum, Plane::new(dvec3(1., 1., 0.), 2.)), segment([1., 1., -1.], [1., 1., 1.]));
    assert_eq!(shared(plane, HalfSpace::new(dvec3(0., 0., -1.), -1.)), Some(Common::First));
}

#[test]
fn a_square_with_rounded_coordinates_is_cut_as_a_flat_one() {
    let turn = |p: [f64; 2]| dvec3(0.3 * p[0], 0.1 + 0.7 * p[0] - 0.2 * p[1], 0.6 * p[1] + 0.1 * p[0]);
    let corners = [[-1., -1.], [1., -1.], [1., 1.], [-1., 1.]].map(turn);
    let square = FlatPolygon::try_new(corners.to_vec()).unwrap();
    let half = shared(square.clone(), HalfSpace::new(DVec3::X, 0.));
    let Some(Common::Polygon(points)) = half else { panic!("{half:?}") };
    assert!(points.len() == 4 && points.iter().all(|p| p.x <= 0.), "{points:?}");
    let cut = shared(square, Plane::new(DVec3::X, 0.));
    assert!(matches!(cut, Some(Common::Segment(s)) if s.a.x == 0. && s.b.x == 0.), "{cut:?}");
}

#[test]
fn a_plane_cuts_discs_across_an_axis_and_chords_along_it() {
    let across = Plane::new(dvec3(0., 0., 2.), 6.);
    let (low, high) = (dvec3(0., 0., 1.), dvec3(0., 0., 5.));
    let at_three = |radius| disc([0., 0., 3.], [0., 0., 2.], radius);
    assert_eq!(shared(across, Cylinder::new(low, high, 2.)), at_three(2.));
    assert_eq!(shared(across, Cone::new(low, high, 3.)), at_three(1.5));
    assert_eq!(shared(across, TruncatedCone::new(low, high, 2., 1.)), at_three(1.5));
    assert_eq!(shared(across, InfiniteCylinder::new(low, high, 2.)), at_three(2.));
    assert_eq!(shared(across, Capsule::new(-high, DVec3::ZERO, 5.)), at_three(4.));
    let round = Ellipsoid::new(DVec3::ZERO, dvec3(4., 4., 5.), [DVec3::X, DVec3::Y, DVec3::Z]);
    assert_eq!(shared(across, round), at_three(3.2));
    let along = Plane::new(dvec3(1., 0., 0.), 3.);
    let wall = [[3., -4., 1.], [3., -4., 5.], [3., 4., 5.], [3., 4., 1.]];
    assert_eq!(shared(along, Cylinder::new(low, high, 5.)), polygon(wall));
    assert_eq!(shared(along, Cylinder::new(low, high, 3.)), segment([3., 0., 1.], [3., 0., 5.]));
    let through_tip = Plane::new(dvec3(1., 0., 0.), 0.);
    assert_eq!(
        shared(through_tip, Cone::new(low, high, 3.)),
        polygon([[0., -3., 5.], [0., 0., 1.], [0., 3., 5.]])
    );
    let slant = Plane::new(dvec3(4., 0., -3.), -3.);
    assert_eq!(shared(slant, Cone::new(low, high, 3.)), segment([0., 0., 1.], [3., 0., 5.]));
    let ellipse = shared(Plane::new(dvec3(0., 1., 1.), 3.), Cylinder::new(low, high, 1.));
    let Some(Common::Ellipse { center, radii: [long, short], .. }) = ellipse else { panic!("{ellipse:?}") };
    assert_eq!((center, long, short), (dvec3(0., 0., 3.), 2_f64.sqrt(), 1.));
    let beside_a_side = Shape3::from(Plane::new(dvec3(4., 0., -3.), -6.));
    let parabola = beside_a_side.intersection(&Cone::new(low, high, 3.).into());
    assert!(parabola.is_err(), "no shape of the protocol");
}

#[test]
fn round_shapes_that_touch_share_a_point() {
    let ball = |x: f64, radius: f64| Sphere::new(dvec3(x, 0., 0.), radius);
    assert_eq!(shared(ball(0., 1.), ball(3., 2.)), point(1., 0., 0.));
    assert_eq!(
        shared(ball(0., 5.), Cylinder::new(dvec3(3., 4., 0.), dvec3(6., 8., 0.), 1.)),
        point(3., 4., 0.)
    );
    let ellipsoid =
        |y: f64, radii: DVec3| Ellipsoid::new(dvec3(0., y, 0.), radii, [DVec3::X, DVec3::Y, DVec3::Z]);
    assert_eq!(shared(ellipsoid(0., dvec3(1., 2., 3.)), HalfSpace::new(-DVec3::Y, -2.)), point(0., 2., 0.));
    assert_eq!(shared(Cone::new(DVec3::ZERO, dvec3(0., 0., 2.), 1.), cube(-1., 0.)), point(0., 0., 0.));
    assert_eq!(shared(Disc::new(DVec3::ZERO, DVec3::Z, 1.), ball(3., 2.)), point(1., 0., 0.));
    let up = |x: f64, d: DVec3| InfiniteCylinder::new(dvec3(x, 0., 0.), d, 1.);
    assert_eq!(shared(up(0., DVec3::Z), up(2., DVec3::Y)), point(1., 0., 0.));
    let lens = Shape3::from(ball(0., 2.)).intersection(&ball(3., 2.).into());
    assert!(lens.is_err(), "no shape of the protocol");
}

#[test]
fn sides_and_caps_that_touch_share_more_than_a_point() {
    let capsule = |x: f64, y: f64| Capsule::new(dvec3(x, y, 1.), dvec3(x + 4., y, 1.), 1.);
    assert_eq!(shared(capsule(0., 0.), capsule(1., 2.)), segment([1., 1., 1.], [4., 1., 1.]));
    assert_eq!(shared(capsule(0., 0.), HalfSpace::new(DVec3::Z, 0.)), segment([0., 0., 0.], [4., 0., 0.]));
    assert_eq!(
        shared(capsule(0., 0.), Aabb::new(dvec3(1., -9., -9.), dvec3(9., 9., 0.))),
        segment([1., 0., 0.], [4., 0., 0.])
    );
    let standing = Cylinder::new(DVec3::ZERO, dvec3(0., 0., 3.), 2.);
    let table = Aabb::new(dvec3(-5., -5., -1.), dvec3(5., 5., 0.));
    let Some(Common::Disc { center, radius: 2., .. }) = shared(standing, table) else { panic!("its foot") };
    assert_eq!(center, DVec3::ZERO);
    let peg = Cylinder::new(dvec3(1., 0., -2.), dvec3(1., 0., 0.), 1.);
    assert!(matches!(shared(standing, peg), Some(Common::Disc { radius: 1., .. })));
    let rounded = |core: Aabb<DVec3>| Shape3::from(core).try_rounded(1.).unwrap();
    let face = shared(rounded(cube(0., 1.)), rounded(Aabb::new(dvec3(3., 0.5, 0.5), DVec3::splat(4.))));
    assert_eq!(face, polygon([[2., 0.5, 0.5], [2., 0.5, 1.], [2., 1., 1.], [2., 1., 0.5]]));
    let tube = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 1.);
    let line = Line::new(dvec3(-1., 0., 0.), DVec3::Z);
    assert_eq!(shared(tube, HalfSpace::new(DVec3::X, -1.)), Some(Common::Line(line)));
}

#[test]
fn a_flat_shape_shares_the_part_of_the_plane_section_inside_it() {
    let triangle = Triangle::new(dvec3(-9., -9., 0.), dvec3(9., -9., 0.), dvec3(0., 9., 0.));
    let Some(Common::Disc { center, radius, .. }) = shared(triangle, Sphere::new(dvec3(0., 0., 4.), 5.))
    else {
        panic!("a disc")
    };
    assert_eq!((center, radius), (DVec3::ZERO, 3.));
    let plate = |normal: DVec3, radius: f64| Disc::new(DVec3::ZERO, normal, radius);
    assert_eq!(shared(plate(DVec3::Z, 2.), plate(DVec3::Y, 1.)), segment([-1., 0., 0.], [1., 0., 0.]));
    assert_eq!(shared(plate(DVec3::Z, 5.), Plane::new(DVec3::X, 3.)), segment([3., -4., 0.], [3., 4., 0.]));
    let square = [[-1., -1., 0.], [-1., 1., 0.], [1., 1., 0.], [1., -1., 0.]];
    assert_eq!(shared(plate(DVec3::Z, 2.), cube(-1., 1.)), polygon(square));
    assert_eq!(shared(plate(DVec3::Z, 1.), plate(DVec3::Z, 2.)), Some(Common::First));
}

#[test]
fn the_intersection_with_a_containing_shape_is_the_contained_one() {
    let ball = Sphere::new(DVec3::ZERO, 1.);
    assert_eq!(shared(ball, Cylinder::new(dvec3(0., 0., -4.), dvec3(0., 0., 4.), 2.)), Some(Common::First));
    assert_eq!(shared(cube(-9., 9.), ball), Some(Common::Second));
    assert_eq!(shared(ball, cube(2., 9.)), None);
    let still = Aabb::new(DVec3::ZERO, DVec3::ZERO);
    assert_eq!(shared(ball, still), point(0., 0., 0.), "a box of one point");
}

#[test]
fn in_2d_hulls_share_polygons_and_touch_in_segments() {
    let square = |x: f64, y: f64| Aabb::new(dvec2(x, y), dvec2(x + 2., y + 2.));
    let diamond = [[0., -1.], [1., 0.], [0., 1.], [-1., 0.]].map(DVec2::from_array).to_vec();
    let hull = Convex::try_new(diamond.clone()).unwrap();
    let corners = [[0., 0.], [0., 1.], [1., 0.]].map(DVec2::from_array).to_vec();
    assert_eq!(shared_2d(hull, square(0., 0.)), Some(Common::Polygon(corners.clone())));
    assert_eq!(
        shared_2d(Polygon::try_new(diamond.clone()).unwrap(), square(0., 0.)),
        Some(Common::Polygon(corners))
    );
    let edge = Some(Common::Segment(Segment::new(dvec2(0., 1.), dvec2(1., 0.))));
    let outside = Triangle::new(dvec2(0., 1.), dvec2(1., 0.), dvec2(3., 3.));
    assert_eq!(shared_2d(Convex::try_new(diamond).unwrap(), outside), edge);
    let below = HalfSpace::new(dvec2(1., 1.), 1.);
    let corners = [[0., 0.], [0., 1.], [1., 0.]].map(DVec2::from_array).to_vec();
    assert_eq!(shared_2d(square(0., 0.), below), Some(Common::Polygon(corners)));
    assert_eq!(shared_2d(square(0., 0.), square(2., 2.)), Some(Common::Point(dvec2(2., 2.))));
    let cut = Some(Common::Segment(Segment::new(dvec2(0., 1.), dvec2(1., 0.))));
    assert_eq!(shared_2d(square(0., 0.), Plane::new(dvec2(2., 2.), 2.)), cut);
}

#[test]
fn in_2d_round_shapes_touch_in_points_and_segments() {
    assert_eq!(
        shared_2d(Sphere::new(DVec2::ZERO, 1.), Sphere::new(dvec2(3., 0.), 2.)),
        Some(Common::Point(dvec2(1., 0.)))
    );
    let capsule = Capsule::new(DVec2::ZERO, dvec2(2., 0.), 1.);
    let top = Some(Common::Segment(Segment::new(dvec2(1., 1.), dvec2(2., 1.))));
    assert_eq!(shared_2d(capsule, Aabb::new(dvec2(1., 1.), dvec2(5., 5.))), top);
    let ellipse = Ellipsoid::new(DVec2::ZERO, dvec2(3., 2.), [DVec2::X, DVec2::Y]);
    assert_eq!(shared_2d(ellipse, HalfSpace::new(-DVec2::Y, -2.)), Some(Common::Point(dvec2(0., 2.))));
    let chord = Some(Common::Segment(Segment::new(dvec2(-3., 0.), dvec2(3., 0.))));
    assert_eq!(shared_2d(ellipse, Line::new(dvec2(7., 0.), DVec2::X)), chord);
}

#[test]
fn intersections_do_not_depend_on_scale_and_place() {
    for exponent in [332, 0, -332] {
        let size = f64::powi(2.0, exponent);
        let corner = shared(cube(0., 2. * size), HalfSpace::new(-DVec3::ONE, -5. * size));
        let Some(Common::Hull(corners)) = corner else { panic!("{corner:?}") };
        assert_eq!(corners[0] / size, dvec3(1., 2., 2.));
        assert_eq!(corners.len(), 4);
        let line = shared(Plane::new(dvec3(size, 0., 0.), size * 3.0), Plane::new(dvec3(0., size, 0.), 0.));
        assert!(matches!(line, Some(Common::Line(line)) if line.direction.z > 0.), "{line:?}");
        let touch = shared(
            Sphere::new(DVec3::ZERO, size),
            Capsule::new(dvec3(2., 0., 0.) * size, dvec3(2., 0., 4.) * size, size),
        );
        assert_eq!(touch, point(size, 0., 0.));
        let wall =
            shared(Plane::new(DVec3::X, 3. * size), Cylinder::new(DVec3::ZERO, DVec3::Z * size, 5. * size));
        let Some(Common::Polygon(points)) = wall else { panic!("{wall:?}") };
        assert_eq!(points[0] / size, dvec3(3., -4., 0.));
    }
    let far = 1e15;
    let cube = Aabb::new(DVec3::splat(far), DVec3::splat(far + 4.));
    let other = Obb::new(DVec3::splat(far + 4.), DVec3::splat(2.), [DVec3::X, DVec3::Y, DVec3::Z]);
    let Some(Common::Hull(corners)) = shared(cube, other) else { panic!("a hull") };
    assert!(corners.len() == 8 && corners[0] == DVec3::splat(far + 2.));
}

/// Checks for the same kind of shape, with equal vertices up to the last place.
#[track_caller]
fn assert_close(found: Option<Common<DVec3>>, right: Option<Common<DVec3>>) {
    let corners = |common: Option<Common<DVec3>>| match common {
        Some(Common::Point(p)) => vec![p],
        Some(Common::Segment(s)) => vec![s.a, s.b],
        other => panic!("{other:?}"),
    };
    let (found, right) = (corners(found), corners(right));
    let close = found.iter().zip(&right).all(|(p, q)| p.distance(*q) < 2e-15);
    assert!(close && found.len() == right.len(), "{found:?} {right:?}");
}

#[test]
fn a_flat_shape_with_an_edge_on_a_round_side_shares_that_edge() {
    let tube = InfiniteCylinder::new(dvec3(0., 2., 0.), DVec3::X, 5.);
    let leaning = Triangle::new(dvec3(0., -1., 4.), dvec3(1., -1., 4.), dvec3(0., -5., 1.));
    assert_close(shared(tube, leaning), segment([0., -1., 4.], [1., -1., 4.]));
    // From the middle of the side on, and all along it.
    let capsule = Capsule::new(dvec3(4., 1., 5.), dvec3(-5., 1., 5.), 5.);
    let longer = Triangle::new(dvec3(1., -2., 1.), dvec3(-11., -2., 1.), dvec3(4., -14., 10.));
    assert_close(shared(capsule, longer), segment([-5., -2., 1.], [1., -2., 1.]));
    let cone = Cone::new(dvec3(0., 0., -1.), dvec3(16., 0., 11.), 15.);
    let level = Triangle::new(dvec3(-5., 0., -1.), dvec3(5., 0., -1.), dvec3(0., 3., -1.));
    assert_close(shared(cone, level), segment([0., 0., -1.], [5., 0., -1.]));
    // A vertex on it and an edge that leaves it yield the same point.
    let crossing = Triangle::new(dvec3(0., -1., 4.), dvec3(1., -5., 1.), dvec3(0., -5., 1.));
    assert_close(shared(tube, crossing), point(0., -1., 4.));
}

#[test]
fn the_tip_of_a_truncated_cone_is_a_point() {
    let tip = TruncatedCone::new(DVec3::ZERO, dvec3(4., 0., 3.), 0., 5.);
    // Along its side: from the tip to the rim at (1, 0, 7).
    let side = Triangle::new(dvec3(-1., -9., -7.), dvec3(-1., 9., -7.), dvec3(2., 0., 14.));
    assert_close(shared(tip, side), segment([0., 0., 0.], [1., 0., 7.]));
    assert_close(shared(tip, cube(-1., 0.)), point(0., 0., 0.));
}

#[test]
fn coplanar_discs_or_caps_and_flat_shapes_touch_in_a_point() {
    let disc = Disc::new(dvec3(-1., 0., -1.), DVec3::Z, 1.);
    let quad = |x: f64| {
        let corners = [[x, 0., -1.], [x, 3., -1.], [x + 2., 3., -1.], [x + 2., 0., -1.]];
        Shape3::from(FlatPolygon::try_new(corners.map(DVec3::from_array).to_vec()).unwrap())
    };
    assert_eq!(shared(disc, quad(0.)), point(0., 0., -1.));
    let standing = Cylinder::new(dvec3(-2., 0., 1.), dvec3(-2., 0., 2.), 1.);
    let edge = [[-1., -2., 1.], [-1., 1., 1.], [1., 2., 1.], [1., -1., 1.]];
    let edge = Shape3::from(FlatPolygon::try_new(edge.map(DVec3::from_array).to_vec()).unwrap());
    assert_eq!(shared(standing, edge), point(-1., 0., 1.));
    // The vertex of a box below it, at (3, 4).
    let corner = Aabb::new(dvec3(3., 4., -2.), dvec3(9., 9., 0.));
    let cup = TruncatedCone::new(DVec3::ZERO, dvec3(0., 0., 2.), 5., 1.);
    assert_eq!(shared(cup, corner), point(3., 4., 0.));
    assert_eq!(shared(Cylinder::new(dvec3(0., 0., 2.), DVec3::ZERO, 5.), corner), point(3., 4., 0.));
    // A lens is no shape, however narrow; without it the intersection is empty.
    for width in [0.5, 1e-6, 1e-12, f64::EPSILON] {
        assert!(Shape3::from(disc).intersection(&quad(-width)).is_err(), "{width}");
        assert_eq!(shared(disc, quad(width)), None, "{width}");
    }
}

#[test]
fn two_touching_edges_share_their_common_point() {
    // A vertex at the rim.
    let standing = Cylinder::new(dvec3(1., 0., 3.), dvec3(-2., 0., 3.), 1.);
    let corner = Triangle::new(dvec3(1., 0.75, 1.25), dvec3(1., 8., 2.), dvec3(1., 0., 2.));
    assert_close(shared(standing, corner), point(1., 0., 2.));
}

#[test]
fn a_tiny_polygon_that_rounding_makes_nonplanar_is_a_hull() {
    let at = dvec3(0.3, 0.7, -0.6);
    let mut hulls = 0;
    for (size, seed) in [1., 1e-3, 1e-5, 1e-8].into_iter().flat_map(|size| (0..20).map(move |s| (size, s))) {
        let turn = f64::from(seed) / 7.;
        let near = |x: f64, y: f64, z: f64| at + dvec3(x + turn * z, y - turn * x, z + turn * y) * size;
        let triangle = Triangle::new(near(-1., -1., 0.1), near(2., -1., 0.3), near(0.2, 2., -0.4));
        let box_around = Aabb::new(at - DVec3::splat(size / 3.), at + DVec3::splat(size / 2.));
        match shared(triangle, box_around) {
            Some(Common::Polygon(points)) => assert!(FlatPolygon::try_new(points).is_ok()),
            Some(Common::Hull(points)) => {
                hulls += 1;
                assert!(size < 1e-3 && FlatPolygon::try_new(points.clone()).is_err());
                assert!(
                    points.windows(2).all(|p| p[0].to_array() < p[1].to_array())
                        && Convex::try_new(points).is_ok()
                );
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(hulls > 10, "{hulls}");
}

#[test]
fn touching_coplanar_rims_of_rounded_discs_share_a_point() {
    // Directions that lean by 1e-9 have depth 1e-17; the one perpendicular to the plane has depth
    // 0.
    let rounded = |center: [f64; 3], normal: [f64; 3], radius: f64, by: f64| {
        let disc = Disc::new(DVec3::from_array(center), DVec3::from_array(normal), radius);
        Shape3::from(disc).try_rounded(by).unwrap()
    };
    for (a, b, at) in [
        (
            rounded([1., 2., 1.], [2., 3., 6.], 0.4375, 6.125),
            rounded([7., 0.5, 12.], [2., 3., 6.], 6.5625, 4.375),
            dvec3(2.9375, 4.25, 6.375),
        ),
        (
            rounded([1., 2., 0.], [1., 2., 2.], 3.1875, 1.875),
            rounded([16.5, 3., -2.], [1., 2., 2.], 11.8125, 2.625),
            dvec3(4.6, 2.825, 0.1875),
        ),
    ] {
        let contact = a.contact(&b).unwrap().unwrap();
        assert!(contact.depth == 0., "{contact:?}");
        let Some(Common::Point(p)) = shared(a, b) else { panic!("a point") };
        assert!((p - at).length() < 1e-13, "{p} {at}");
    }
}

/// An intersection beyond the largest float is no shape.
#[test]
fn intersections_beyond_the_largest_float_are_undefined() {
    let plane = |x: f64, y: f64, distance: f64| Shape2::from(Plane::new(dvec2(x, y), distance));
    let steep = plane(1., 1e-300, 1e20);
    assert!(steep.intersects(&plane(1., 0., 0.)));
    assert!(steep.intersection(&plane(1., 0., 0.)).is_err());
    let line = |y: f64, to: [f64; 2]| Shape2::from(Line::new(dvec2(0., y), to.into()));
    assert!(line(1e20, [1., 1e-300]).intersection(&line(0., [1., 0.])).is_err());
    let found = line(1e20, [1., 1e-200]).intersection(&line(0., [1., 0.])).unwrap();
    assert!(matches!(found, Some(Common::Point(p)) if p.x < -1e219 && p.y == 0.), "{found:?}");
}
