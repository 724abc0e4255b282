use super::*;
use crate::number::elementary;
use glam::dvec3;

const FLOOR: [DVec3; 3] = [DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.)];

/// Returns the motion of a vertex over a fixed floor.
fn over_floor(from: DVec3, to: DVec3) -> [[DVec3; 4]; 2] {
    let [a, b, c] = FLOOR;
    [[from, a, b, c], [to, a, b, c]]
}

#[track_caller]
fn face([start, end]: [[DVec3; 4]; 2], separation: f64) -> Option<f64> {
    vertex_face(&start, &end, separation).unwrap()
}

#[track_caller]
fn edges(start: [DVec3; 4], end: [DVec3; 4], separation: f64) -> Option<f64> {
    edge_edge(&start, &end, separation).unwrap()
}

#[test]
fn a_falling_vertex_touches_the_face_its_edge_and_its_corner_but_not_beside_it() {
    let falls = |x: f64, y: f64| face(over_floor(dvec3(x, y, 1.), dvec3(x, y, -3.)), 0.0);
    assert_eq!(falls(1., 1.), Some(0.25));
    assert_eq!(falls(2., 2.), Some(0.25));
    assert_eq!(falls(0., 4.), Some(0.25));
    assert_eq!(falls(2., 2.0_f64.next_up()), None);
    assert_eq!(falls(-f64::MIN_POSITIVE, 1.), None);
}

#[test]
fn contact_only_at_the_start_or_at_the_end_counts() {
    let [up, on] = [dvec3(1., 1., 1.), dvec3(1., 1., 0.)];
    assert_eq!(face(over_floor(up, on), 0.0), Some(1.0));
    assert_eq!(face(over_floor(on, up), 0.0), Some(0.0));
    assert_eq!(face(over_floor(up, dvec3(1., 1., f64::MIN_POSITIVE)), 0.0), None);
    assert_eq!(face(over_floor(on, on), 0.0), Some(0.0));
    assert_eq!(face(over_floor(up, up), 0.0), None);
}

#[test]
fn coplanar_motion_touches_an_edge_first() {
    assert_eq!(face(over_floor(dvec3(-2., 1., 0.), dvec3(2., 1., 0.)), 0.0), Some(0.5));
    assert_eq!(face(over_floor(dvec3(-2., 5., 0.), dvec3(6., 5., 0.)), 0.0), None);
    // Along the line of an edge, to its end; and past a corner at an angle.
    assert_eq!(face(over_floor(dvec3(8., 0., 0.), dvec3(0., 0., 0.)), 0.0), Some(0.5));
    assert_eq!(face(over_floor(dvec3(3., -1., 0.), dvec3(5., 1., 0.)), 0.0), Some(0.5));
}

#[test]
fn crossing_collinear_and_parallel_edges_touch() {
    let crossing = [dvec3(-1., 0., 1.), dvec3(1., 0., 1.), dvec3(0., -1., 0.), dvec3(0., 1., 0.)];
    let moved = |by: DVec3| [crossing[0] + by, crossing[1] + by, crossing[2], crossing[3]];
    assert_eq!(edges(crossing, moved(dvec3(0., 0., -2.)), 0.0), Some(0.5));
    assert_eq!(edges(crossing, moved(dvec3(4., 0., -2.)), 0.0), None);
    let parallel = [dvec3(0., 0., 1.), dvec3(2., 0., 1.), dvec3(1., 0., 0.), dvec3(3., 0., 0.)];
    let moved = |by: DVec3| [parallel[0] + by, parallel[1] + by, parallel[2], parallel[3]];
    assert_eq!(edges(parallel, moved(dvec3(0., 0., -4.)), 0.0), Some(0.25));
    assert_eq!(edges(parallel, moved(dvec3(0., 1., -1.)), 0.0), None);
    let in_line = [dvec3(0., 0., 0.), dvec3(1., 0., 0.), dvec3(3., 0., 0.), dvec3(5., 0., 0.)];
    let moved = |by: DVec3| [in_line[0] + by, in_line[1] + by, in_line[2], in_line[3]];
    assert_eq!(edges(in_line, moved(dvec3(8., 0., 0.)), 0.0), Some(0.25));
}

#[test]
fn degenerate_faces_and_edges_are_segments_and_points() {
    let needle = [dvec3(0., 0., 0.), dvec3(1., 0., 0.), dvec3(4., 0., 0.)];
    let [a, b, c] = needle;
    let falls =
        |x: f64, y: f64| vertex_face(&[dvec3(x, y, 1.), a, b, c], &[dvec3(x, y, -1.), a, b, c], 0.0).unwrap();
    assert_eq!(falls(3., 0.), Some(0.5));
    assert_eq!(falls(3., 0.1), None);
    assert_eq!(falls(5., 0.), None);
    let points = [DVec3::ZERO, DVec3::ZERO, DVec3::ONE, DVec3::ONE];
    let moved = [DVec3::ZERO, DVec3::ZERO, -DVec3::ONE, -DVec3::ONE];
    assert_eq!(edges(points, moved, 0.0), Some(0.5));
    let beside = [DVec3::ZERO, DVec3::ZERO, DVec3::Z - DVec3::ONE, DVec3::Z - DVec3::ONE];
    assert_eq!(edges(points, beside, 0.0), None);
}

#[test]
fn grazing_touches_and_a_slight_gap_does_not() {
    // The face tilts up while the vertex moves along it, at a height of (2 t - 1)^2 + h above.
    let over_tilting = |h: f64| {
        let [a, b] = [dvec3(0., -9., 0.), dvec3(0., 9., 0.)];
        let start = [dvec3(0., 0., 1. + h), a, b, dvec3(8., 0., 8.)];
        face([start, [dvec3(4., 0., 1. + h), a, b, dvec3(8., 0., 0.)]], 0.0)
    };
    assert_eq!(over_tilting(0.0), Some(0.5));
    assert_eq!(over_tilting(f64::EPSILON), None);
    let early = over_tilting(-1e-12).unwrap();
    assert!((early - (0.5 - 0.5e-6)).abs() < 1e-9, "{early}");
    let swing = |h: f64| {
        let a = dvec3(-1., 0., h);
        let still = a + dvec3(2., 0., 0.);
        let [from, to] = [[dvec3(0., -1., 1.), dvec3(0., 1., 1.)], [dvec3(0., -1., 0.), dvec3(0., 1., 0.)]];
        edges([a, still, from[0], from[1]], [a, still, to[0], to[1]], 0.0)
    };
    assert_eq!(swing(0.0), Some(1.0));
    assert_eq!(swing(-1e-300), None);
    assert_eq!(swing(1e-300), Some(1.0_f64.next_down()));
}

#[test]
fn a_separation_is_kept_from_faces_edges_and_corners() {
    let falls = |x: f64, y: f64| face(over_floor(dvec3(x, y, 4.), dvec3(x, y, -4.)), 0.5).unwrap();
    let near = |t: f64, expected: f64| assert!(t <= expected && t > expected - 1e-14, "{t} for {expected}");
    near(falls(1., 1.), 3.5 / 8.);
    near(falls(2., -0.3), (4. - 0.4) / 8.);
    let to_corner = over_floor(dvec3(-0.375, -0.5, 4.), dvec3(-0.375, -0.5, -4.));
    assert_eq!(face(to_corner, 0.625), Some(0.5));
    assert_eq!(face(to_corner, 0.625_f64.next_down()), None);
    assert_eq!(face(over_floor(dvec3(1., 1., 1.), dvec3(1., 1., 0.5)), 0.5), Some(1.0));
    assert_eq!(face(over_floor(dvec3(1., 1., 1.), dvec3(1., 1., 0.5_f64.next_up())), 0.5), None);
    // Gliding at exactly the separation, and slightly above.
    assert_eq!(face(over_floor(dvec3(-4., 1., 0.5), dvec3(4., 1., 0.5)), 0.5), Some(0.5));
    assert_eq!(face(over_floor(dvec3(-4., 1., 0.5_f64.next_up()), dvec3(4., 1., 0.6)), 0.5), None);
}

#[test]
fn results_do_not_depend_on_the_scale() {
    for exponent in [-1070, -900, -300, 300, 900, 1020] {
        let scale = |x: f64| elementary::ldexp(x, exponent);
        let scaled = |points: [DVec3; 4]| points.map(|p| DVec3::from_array(p.to_array().map(scale)));
        let hit = over_floor(dvec3(1., 1., 1.), dvec3(1., 1., -3.)).map(scaled);
        assert_eq!(face(hit, 0.0), Some(0.25), "{exponent}");
        let t = face(hit, scale(0.5)).unwrap();
        assert!(t <= 0.125 && t > 0.125 - 1e-14, "{exponent}: {t}");
        assert_eq!(face(over_floor(dvec3(3., 2., 1.), dvec3(3., 2., -3.)).map(scaled), 0.0), None);
    }
    // Slightly beside the floor, by a distance that is negligible at the size of the floor.
    let [a, b, c] = FLOOR.map(|p| p * 1e300);
    let beside = |x: f64| vertex_face(&[dvec3(x, 1., 1.), a, b, c], &[dvec3(x, 1., -1.), a, b, c], 0.0);
    assert_eq!(beside(1e-300), Ok(Some(0.5)));
    assert_eq!(beside(-1e-300), Ok(None));
}

#[test]
fn numbers_that_are_not_finite_are_errors() {
    let [start, end] = over_floor(DVec3::Z, -DVec3::Z);
    assert_eq!(vertex_face(&start, &end, -1.0), Err(MotionError::Separation(-1.0)));
    assert!(edge_edge(&start, &end, f64::NAN).is_err());
    let mut wrong = end;
    wrong[2].y = f64::INFINITY;
    assert_eq!(edge_edge(&start, &wrong, 0.0), Err(MotionError::NotFinite { at_end: true, point: 2 }));
    let no_vertex = MovingMesh::try_new(&start, &end, &[[0, 1, 4]]);
    assert_eq!(no_vertex.unwrap_err(), MotionError::NoSuchVertex { triangle: 0, vertex: 4 });
    let short = MovingMesh::try_new(&start, &end[..2], &[]);
    assert_eq!(short.unwrap_err(), MotionError::Counts { start: 4, end: 2 });
}

#[test]
fn meshes_return_all_contacts_in_order_of_time() {
    let [a, b, c] = FLOOR;
    let floor = [a, b, c];
    let still = MovingMesh::try_new(&floor, &floor, &[[0, 1, 2]]).unwrap();
    let spike = [dvec3(1., 1., 1.), dvec3(1., 2., 5.), dvec3(2., 1., 5.)];
    let fallen = spike.map(|p| p - dvec3(0., 0., 2.));
    let falling = MovingMesh::try_new(&spike, &fallen, &[[0, 1, 2]]).unwrap();
    let kind = ContactKind::VertexFace { vertex: 0, face: 0 };
    assert_eq!(falling.contacts(&still, 0.0).unwrap(), [Contact { t: 0.5, kind }]);
    let kind = ContactKind::FaceVertex { face: 0, vertex: 0 };
    assert_eq!(still.contacts(&falling, 0.0).unwrap(), [Contact { t: 0.5, kind }]);
    // A strip of two triangles folds onto itself: the far corner lands on the other triangle.
    let flat = [dvec3(0., 0., 0.), dvec3(4., 0., 0.), dvec3(0., 4., 0.), dvec3(4., 4., 8.)];
    let folded = [flat[0], flat[1], flat[2], dvec3(-1., -1., -8.)];
    let strip = MovingMesh::try_new(&flat, &folded, &[[0, 1, 2], [2, 1, 3]]).unwrap();
    let kind = ContactKind::VertexFace { vertex: 3, face: 0 };
    assert_eq!(strip.self_contacts(0.0).unwrap(), [Contact { t: 0.5, kind }]);
}
