//! Every closed form of solid angles against random rays, against each other, and against known
//! values.

use barycast::mesh::{TriMesh, Winding};
use barycast::query::{Cast, Hit};
use barycast::shape::*;
use barycast::solid_angle::{SolidAngle, cap, of_arc, of_area, of_small};
use glam::{DMat3, DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use std::f64::consts::PI;

fn near(got: f64, expected: f64, relative: f64) {
    assert!((got - expected).abs() <= relative * expected.abs(), "{got} is not {expected}");
}

/// Returns the fraction of directions in which a ray hits, times the full solid angle, and its
/// error.
fn by_rays<T>(eye: DVec3, shape: &T) -> [f64; 2]
where
    Ray<DVec3>: Cast<T, Answer = Option<Hit<DVec3>>>,
{
    const RAYS: u32 = 40_000;
    let mut random = fastrand::Rng::with_seed(1);
    let hits = (0..RAYS).filter(|_| {
        let (up, around) = (random.f64() * 2.0 - 1.0, random.f64() * 2.0 * PI);
        let flat = (1.0 - up * up).sqrt();
        let ray = Ray::new(eye, dvec3(flat * around.cos(), flat * around.sin(), up));
        ray.cast(shape).is_some()
    });
    let share = hits.count() as f64 / f64::from(RAYS);
    // Five standard deviations.
    [4.0 * PI * share, 4.0 * PI * 5.0 * (share.max(1e-4) * (1.0 - share) / f64::from(RAYS)).sqrt()]
}

macro_rules! agrees_with_rays {
    ($shape:expr, $($eye:expr),*) => {{
        let shape = $shape;
        $({
            let ([estimate, error], exact) = (by_rays($eye, &shape), shape.solid_angle($eye));
            assert!((estimate - exact).abs() <= error.max(1e-14), "{shape:?} from {}: {exact}, by rays {estimate}", $eye);
        })*
    }};
}

#[test]
fn closed_forms_agree_with_random_rays() {
    let (a, b, c) = (dvec3(1.0, 0.2, -0.5), dvec3(0.1, 1.0, 0.3), dvec3(-0.7, -0.6, 0.4));
    let eyes = [dvec3(2.0, 1.0, 0.5), dvec3(0.1, 0.1, 0.2), dvec3(-1.5, 0.4, 0.0)];
    let turned = DMat3::from_rotation_y(0.7) * DMat3::from_rotation_x(0.3);
    agrees_with_rays!(Triangle::new(a, b, c), eyes[0], eyes[1], eyes[2]);
    agrees_with_rays!(Parallelogram::new(a, b, c), eyes[0], eyes[1], eyes[2]);
    agrees_with_rays!(Aabb::new(c.min(a), a.max(b)), eyes[0], eyes[1], eyes[2]);
    agrees_with_rays!(
        Obb {
            center: a,
            half_extents: dvec3(0.9, 0.4, 1.3),
            axes: [turned.x_axis, turned.y_axis, turned.z_axis]
        },
        eyes[0],
        eyes[1],
        eyes[2]
    );
    agrees_with_rays!(Sphere::new(a, 0.8), eyes[0], eyes[1], eyes[2]);
    agrees_with_rays!(Disc::new(a, dvec3(1.0, 2.0, 0.5), 0.8), eyes[0], eyes[1], eyes[2]);
    agrees_with_rays!(
        Disc::new(DVec3::ZERO, DVec3::Z, 1.0),
        dvec3(0.9, 0.0, 0.05),
        dvec3(1.0, 0.0, 0.3),
        dvec3(0.0, 3.0, 0.2)
    );
}

#[test]
fn an_octant_a_face_of_a_cube_and_a_square_seen_from_its_half_side() {
    let octant = Triangle::new(DVec3::X, DVec3::Y, DVec3::Z);
    near(octant.solid_angle(DVec3::ZERO), PI / 2.0, 1e-15);
    // 4 asin(a b / sqrt((a^2 + h^2) (b^2 + h^2))) for half sides a and b, seen from height h over
    // the center.
    let plate = Parallelogram::new(dvec3(-2.0, -3.0, 0.0), dvec3(4.0, 0.0, 0.0), dvec3(0.0, 6.0, 0.0));
    let formula = 4.0 * (6.0 / (5.0_f64 * 10.0).sqrt()).asin();
    near(plate.solid_angle(DVec3::Z), formula, 1e-14);
    let corners =
        vec![dvec3(-2.0, -3.0, 0.0), dvec3(2.0, -3.0, 0.0), dvec3(2.0, 3.0, 0.0), dvec3(-2.0, 3.0, 0.0)];
    near(FlatPolygon::try_new(corners).unwrap().solid_angle(DVec3::Z), formula, 1e-14);
}

#[test]
fn an_eye_on_a_surface_sees_a_half_and_edge_on_nothing() {
    let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
    assert_eq!(triangle.solid_angle(dvec3(0.25, 0.25, 0.0)), 2.0 * PI);
    assert_eq!(triangle.solid_angle(dvec3(2.0, 0.25, 0.0)), 0.0);
    let disc = Disc::new(DVec3::ZERO, DVec3::Z, 1.0);
    let seen = [0.0, 0.5, 1.0, 1.5].map(|x| disc.solid_angle(dvec3(x, 0.0, 0.0)));
    assert_eq!(seen, [2.0 * PI, 2.0 * PI, PI, 0.0]);
    let cube = Aabb::new(Vec3::ZERO, Vec3::ONE);
    // Inside, on a face, on an edge, on a vertex.
    let eyes = [vec3(0.5, 0.5, 0.5), vec3(0.5, 0.5, 0.0), vec3(0.5, 0.0, 0.0), Vec3::ZERO];
    let seen = eyes.map(|eye| cube.solid_angle(eye));
    let whole = 4.0 * core::f32::consts::PI;
    assert_eq!(seen, [whole, whole / 2.0, whole / 4.0, whole / 8.0]);
    assert_eq!(Sphere::new(Vec3::ZERO, 1.0).solid_angle(Vec3::X * 0.5), whole);
    assert_eq!(Sphere::new(Vec3::ZERO, 0.0).solid_angle(Vec3::ZERO), 0.0);
}

#[test]
fn a_disc_is_the_limit_of_its_polygons() {
    let disc = Disc::new(dvec3(0.2, 0.3, 0.0), DVec3::Z, 1.5);
    let count = 20_000;
    let rim = |i: i32| {
        let angle = 2.0 * PI * f64::from(i) / f64::from(count);
        dvec3(0.2 + 1.5 * angle.cos(), 0.3 + 1.5 * angle.sin(), 0.0)
    };
    for eye in [dvec3(0.2, 0.3, 2.0), dvec3(1.7, 0.3, 0.4), dvec3(1.69, 0.3, 1e-3), dvec3(9.0, -4.0, 0.1)] {
        let fan = (0..count).map(|i| Triangle::new(disc.center, rim(i), rim(i + 1)).solid_angle(eye));
        // A polygon of n vertices lacks 2 / 3 (pi / n)^2 of the area.
        near(disc.solid_angle(eye), fan.sum(), 1e-6);
    }
}

#[test]
fn small_distant_shapes_approach_area_over_distance_squared() {
    for distance in [1e3, 1e5, 1e7, 1e8, 1e12] {
        let eye = dvec3(0.0, 0.6, 0.8) * distance;
        let error = 4.0 / (distance * distance) + 4e-16;
        let tilt = 0.6_f64.atan2(0.8);
        let disc = Disc::new(DVec3::ZERO, DVec3::Z * 3.0, 1.0);
        near(disc.solid_angle(eye), of_small(PI, tilt, distance), error);
        near(Sphere::new(DVec3::ZERO, 1.0).solid_angle(eye), of_small(PI, 0.0, distance), error);
        let triangle = Triangle::new(dvec3(-1.0, -1.0, 0.0), dvec3(1.0, -1.0, 0.0), dvec3(0.0, 2.0, 0.0));
        near(triangle.solid_angle(eye), of_small(3.0, tilt, distance), 4.0 * error);
    }
    near(cap(1e-9), PI * 1e-18, 1e-15);
    near(of_area(4.0 * PI * 9.0, 3.0), cap(PI), 1e-15);
    assert_eq!(of_arc(3.0, 2.0), 1.5);
}

#[test]
fn faces_around_an_eye_fill_the_full_solid_angle() {
    let corners =
        [dvec3(-1.0, -2.0, -3.0), dvec3(7.0, 0.0, -1.0), dvec3(0.0, 5.0, -1.0), dvec3(0.0, 0.0, 4.0)];
    let [a, b, c, d] = corners;
    let faces = [[a, c, b], [a, b, d], [b, c, d], [c, a, d]].map(|[a, b, c]| Triangle::new(a, b, c));
    near(faces.iter().map(|face| face.solid_angle(DVec3::ZERO)).sum(), 4.0 * PI, 1e-15);
    near(Tetrahedron::new(a, b, c, d).solid_angle(DVec3::ZERO), 4.0 * PI, 1e-15);
    let mesh = TriMesh::try_new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
    near(Winding::new(mesh.clone()).at(DVec3::ZERO, 0.0), 1.0, 1e-15);
    assert!(Winding::new(mesh.clone()).at(DVec3::X * 50.0, 0.0).abs() < 1e-14);
}

#[test]
fn solid_angles_do_not_depend_on_the_unit() {
    for e in [-1000, -565, -360, -269, 269, 342, 530, 1000] {
        let unit = 2_f64.powi(e);
        let (a, b, c) = (dvec3(1.0, 0.25, -0.5), dvec3(0.125, 1.0, 0.25), dvec3(-0.75, -0.5, 0.375));
        let turned = [DVec3::Y, DVec3::Z, DVec3::X];
        macro_rules! alike {
            ($shape:expr, $eye:expr) => {{
                let shape = $shape;
                let moved = shape.lift(&|x: f64| x * unit);
                assert_eq!(shape.solid_angle($eye), moved.solid_angle($eye * unit), "{shape:?} {e}");
            }};
        }
        for eye in [dvec3(2.0, 1.0, 0.5), dvec3(0.125, 0.125, 0.25), a] {
            alike!(Triangle::new(a, b, c), eye);
            alike!(Parallelogram::new(a, b, c), eye);
            alike!(Aabb::new(c.min(a), a.max(b)), eye);
            alike!(Sphere::new(a, 0.75), eye);
            alike!(Tetrahedron::try_new(a, b, c, DVec3::ZERO).unwrap(), eye);
            let disc = Disc::new(a, b, 0.75);
            let moved = Disc::new(a * unit, b, 0.75 * unit);
            assert_eq!(disc.solid_angle(eye), moved.solid_angle(eye * unit), "{disc:?} {e}");
            let obb = Obb { center: a, half_extents: dvec3(0.875, 0.5, 1.25), axes: turned };
            let moved = Obb { center: a * unit, half_extents: obb.half_extents * unit, axes: turned };
            assert_eq!(obb.solid_angle(eye), moved.solid_angle(eye * unit), "{obb:?} {e}");
        }
        alike!(Segment::new(dvec2(1.0, -1.0), dvec2(1.0, 1.5)), DVec2::ZERO);
        alike!(Sphere::new(dvec2(1.0, -1.0), 0.5), DVec2::ZERO);
    }
}

#[test]
fn plane_angles_of_segments_and_circles() {
    let wall = Segment::new(dvec2(1.0, -1.0), dvec2(1.0, 1.0));
    near(wall.solid_angle(DVec2::ZERO), PI / 2.0, 1e-15);
    near(wall.solid_angle(DVec2::X), PI, 1e-15);
    assert_eq!(wall.solid_angle(dvec2(1.0, 3.0)), 0.0);
    let circle = Sphere::new(DVec2::ZERO, 1.0);
    near(circle.solid_angle(dvec2(2.0, 0.0)), PI / 3.0, 1e-15);
    near(circle.solid_angle(dvec2(0.0, 1.0)), PI, 1e-15);
    near(circle.solid_angle(dvec2(0.0, 0.5)), 2.0 * PI, 1e-15);
    near(Sphere::new(dvec2(1e8, 0.0), 1.0).solid_angle(DVec2::ZERO), 2e-8, 1e-15);
}

/// Builds a sphere of the triangles that `keep` admits.
fn ball(rows: u32, mut keep: impl FnMut(DVec3) -> bool) -> TriMesh<DVec3> {
    let at = |i: u32, j: u32| {
        let (down, around) =
            (PI * f64::from(i) / f64::from(rows), PI * f64::from(j % (2 * rows)) / f64::from(rows));
        dvec3(down.sin() * around.cos(), down.sin() * around.sin(), down.cos())
    };
    let (mut vertices, mut triangles) = (vec![], vec![]);
    for (i, j) in (0..rows).flat_map(|i| (0..2 * rows).map(move |j| (i, j))) {
        let quad = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        let first = vertices.len() as u32;
        if keep((quad[0] + quad[2]) * 0.5) {
            vertices.extend(quad);
            triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        }
    }
    TriMesh::try_new(vertices, triangles).unwrap()
}

fn points() -> impl Iterator<Item = DVec3> {
    let mut random = fastrand::Rng::with_seed(7);
    std::iter::repeat_with(move || {
        let mut number = || random.f64() * 4.0 - 2.0;
        dvec3(number(), number(), number())
    })
    .take(300)
}

#[test]
fn a_closed_mesh_has_winding_number_1_inside() {
    let mesh = ball(40, |_| true);
    let winding = Winding::new(mesh.clone());
    for p in points() {
        let exact = f64::from(u8::from(mesh.contains_point(p)));
        for within in [1e-1, 1e-3, 1e-6, 0.0] {
            let found = winding.at(p, within);
            assert!((found - exact).abs() <= within + 1e-12, "{p} {within}: {found}");
        }
        assert_eq!(winding.contains_point(p), exact == 1.0);
        assert_eq!(winding.signed_distance(p), mesh.signed_distance(p));
    }
}

#[test]
fn winding_numbers_do_not_depend_on_the_unit() {
    let mesh = ball(12, |at| at.z > -0.5);
    let winding = Winding::new(mesh.clone());
    for e in [-900, -330, -110, 110, 222, 530, 1000] {
        let unit = 2_f64.powi(e);
        let vertices = mesh.vertices().iter().map(|v| *v * unit).collect();
        let scaled = TriMesh::try_new(vertices, mesh.triangles().to_vec()).unwrap();
        let scaled = Winding::new(scaled);
        for p in points() {
            let expected = winding.at(p, 0.0);
            for within in [1e-1, 1e-3, 0.0] {
                let found = scaled.at(p * unit, within);
                assert!((found - expected).abs() <= within + 1e-12, "{p} 2^{e} {within}: {found} {expected}");
            }
        }
    }
    for far in [DVec3::X * 1e200, DVec3::splat(f64::MAX)] {
        assert!(winding.at(far, 1e-3).abs() < 1e-100);
    }
    // A point subtends nothing, at any distance.
    let point = TriMesh::try_new(vec![DVec3::ZERO; 3], vec![[0, 1, 2]]).unwrap();
    assert_eq!(Winding::new(point).at(DVec3::splat(1e-125), 0.1), 0.0);
}

#[test]
fn winding_numbers_of_incomplete_spheres_are_within_the_bound() {
    let half = ball(30, |at| at.z > 0.0);
    let mut random = fastrand::Rng::with_seed(3);
    let third = ball(30, |_| random.u8(..3) == 0);
    for mesh in [half, third] {
        let (winding, brute) = (Winding::new(mesh.clone()), mesh.without_tree());
        let brute = Winding::new(brute.clone());
        for p in points() {
            let exact = brute.at(p, 0.0);
            for within in [1e-1, 1e-2, 1e-4] {
                assert!((winding.at(p, within) - exact).abs() <= within);
            }
            assert!(winding.contains_point(p) == (exact.abs() >= 0.5) || (exact.abs() - 0.5).abs() < 1e-8);
        }
    }
}

#[test]
fn batches_of_winding_numbers_equal_single_ones() {
    let mut random = fastrand::Rng::with_seed(8);
    let mesh = ball(30, |_| random.u8(..4) > 0);
    let brute = mesh.without_tree();
    let points: Vec<DVec3> =
        (0..1000).map(|_| dvec3(random.f64(), random.f64(), random.f64()) * 3.0 - 1.5).collect();
    for winding in [Winding::new(mesh.clone()), Winding::new(brute.clone())] {
        let (turns, inside) = (winding.at_batch(&points, 1e-2), winding.contains_point_batch(&points));
        let distances = winding.signed_distance_batch(&points);
        assert!(inside.contains(&true) && inside.contains(&false));
        for (i, p) in points.iter().enumerate() {
            assert_eq!(turns[i].to_bits(), winding.at(*p, 1e-2).to_bits());
            assert_eq!(inside[i], winding.contains_point(*p));
            assert_eq!(distances[i].to_bits(), winding.signed_distance(*p).to_bits());
        }
        assert!(winding.at_batch(&[], 0.1).is_empty());
    }
}

#[test]
fn a_bowl_contains_points_below_its_rim() {
    let bowl = ball(40, |at| at.z < 0.0);
    let winding = Winding::new(bowl);
    assert!(winding.contains_point(dvec3(0.0, 0.0, -0.5)) && winding.contains_point(dvec3(0.3, 0.1, -0.7)));
    assert!(!winding.contains_point(dvec3(0.0, 0.0, 0.5)) && !winding.contains_point(dvec3(0.0, 0.0, -1.5)));
    assert!(winding.signed_distance(dvec3(0.0, 0.0, -0.75)) < 0.0);
    // In the plane of its rim it is a half.
    assert!((winding.at(DVec3::ZERO, 0.0) - 0.5).abs() < 1e-12);
}
