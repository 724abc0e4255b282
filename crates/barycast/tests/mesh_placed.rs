//! A rotated, translated or scaled mesh behaves as a mesh built from the transformed vertices, at
//! any place and size.

use barycast::dynamic::any::Shape3;
use barycast::pair::cast::CastOptions;
use barycast::shape::{Aabb, HalfSpace, Mesh, Obb, Plane, Point, Ray, Segment, Sphere, Triangle};
use fastrand::Rng;
use glam::{DMat3, DQuat, DVec3, dvec3};

type Any = Shape3;

fn vector(rng: &mut Rng, size: f64) -> DVec3 {
    dvec3(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5) * (2.0 * size)
}

fn turn(rng: &mut Rng) -> [DVec3; 3] {
    let turn = loop {
        let q = DQuat::from_xyzw(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5);
        if q.length() > 0.1 {
            break DMat3::from_quat(q.normalize());
        }
    };
    let axes = [turn.x_axis, turn.y_axis, turn.z_axis];
    match rng.u8(0..5) {
        0 => DVec3::AXES,
        1 => [DVec3::Y, DVec3::NEG_X, DVec3::Z],
        2 => axes.map(|axis| axis.as_vec3().as_dvec3()),
        3 => [-axes[0], axes[1], axes[2]],
        _ => axes,
    }
}

/// Builds a closed bumpy sphere, faces outward.
fn ball(rng: &mut Rng, center: DVec3, size: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let (rings, sectors) = (rng.u32(4..9), rng.u32(5..10));
    let mut at = Vec::new();
    for i in 1..rings {
        for j in 0..sectors {
            let a = std::f64::consts::PI * f64::from(i) / f64::from(rings);
            let b = 2.0 * std::f64::consts::PI * f64::from(j) / f64::from(sectors);
            let r = size * (0.8 + 0.4 * rng.f64());
            at.push(center + dvec3(a.sin() * b.cos(), a.sin() * b.sin(), a.cos()) * r);
        }
    }
    let (north, south) = (at.len() as u32, at.len() as u32 + 1);
    at.extend([center + DVec3::Z * size, center - DVec3::Z * size]);
    let mut faces = Vec::new();
    for j in 0..sectors {
        let k = (j + 1) % sectors;
        faces.push([north, j, k]);
        for i in 0..rings - 2 {
            let (p, q) = (i * sectors, (i + 1) * sectors);
            faces.extend([[p + j, q + j, q + k], [p + j, q + k, p + k]]);
        }
        let p = (rings - 2) * sectors;
        faces.push([south, p + k, p + j]);
    }
    (at, faces)
}

/// Draws random triangles, some of them collinear or single points.
fn soup(rng: &mut Rng, center: DVec3, size: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let count = rng.u32(40..90);
    let at: Vec<_> = (0..count).map(|_| center + vector(rng, size)).collect();
    let triangle = |rng: &mut Rng| {
        let first = rng.u32(0..count);
        [first, (first + rng.u32(0..4)) % count, (first + rng.u32(0..4)) % count]
    };
    (at, (0..rng.u32(40..120)).map(|_| triangle(rng)).collect())
}

/// Returns a mesh placed in a few steps, and one built from the transformed vertices: each triangle
/// is posed separately.
fn placed_and_new(rng: &mut Rng, size: f64, center: DVec3) -> (Any, Any) {
    let solid = rng.bool();
    let (vertices, triangles) =
        if solid || rng.bool() { ball(rng, center, size) } else { soup(rng, center, size) };
    let mut placed = Any::from(Mesh::try_new(vertices.clone(), triangles.clone(), solid).unwrap());
    let mut stand = vertices;
    for _ in 0..rng.u8(1..4) {
        if rng.u8(0..4) == 0 {
            let factors =
                [dvec3(2.0, 2.0, 2.0), dvec3(0.3, 0.7, 1.1), dvec3(-1.0, 1.0, 1.0), DVec3::splat(1e-3)];
            let by = factors[rng.usize(0..4)];
            placed = placed.try_scaled(by).unwrap();
            for p in &mut stand {
                *p *= by;
            }
        } else {
            let (axes, way) = (turn(rng), vector(rng, size) * f64::from(rng.u8(0..3)));
            placed = placed.posed(&axes, way).unwrap();
            for p in &mut stand {
                let Any::Point(Point(moved)) = Any::from(Point(*p)).posed(&axes, way).unwrap() else {
                    panic!()
                };
                *p = moved;
            }
        }
    }
    let Any::Mesh(mesh) = &placed else { panic!() };
    let new = Mesh::try_new(stand, mesh.triangles().to_vec(), solid).unwrap();
    (placed, new.into())
}

/// Draws a shape near a box.
fn probe(rng: &mut Rng, b: Aabb<DVec3>) -> Any {
    let size = (b.max - b.min).max_element();
    let middle = (b.min + b.max) * 0.5;
    let mut at = |reach: f64| middle + vector(rng, size * reach);
    let (p, q, r) = (at(0.9), at(0.9), at(0.5));
    let radius = (p - q).length() * 0.3;
    match rng.u8(0..8) {
        0 => Sphere::new(p, radius).into(),
        1 => Aabb::new(p.min(q), p.max(q)).into(),
        2 => Obb { center: p, half_extents: (q - r).abs() * 0.3, axes: turn(rng) }.into(),
        3 => Ray::new(p, r - p).into(),
        4 => Segment::new(p, r).into(),
        5 => Plane::new((q - p).normalize(), (q - p).normalize().dot(r)).into(),
        6 => HalfSpace::new((q - p).normalize(), (q - p).normalize().dot(p)).into(),
        _ => Triangle::new(p, q, r).into(),
    }
}

/// Compares all queries of both.
fn compare(rng: &mut Rng, placed: &Any, new: &Any, case: &str) {
    let (Any::Mesh(a), Any::Mesh(b)) = (placed, new) else { panic!() };
    // The order varies: values computed one at a time equal those computed at once.
    if rng.bool() {
        assert_eq!(a.vertices(), b.vertices(), "{case}");
    }
    assert_eq!(a.bounds(), b.bounds(), "{case}");
    for i in 0..a.triangles().len() {
        assert_eq!(a.triangle(i), b.triangle(i), "{case}");
    }
    for _ in 0..12 {
        let other = probe(rng, b.bounds());
        assert_eq!(placed.intersects(&other), new.intersects(&other), "{case} {other:?}");
        assert_eq!(
            placed.closest_precisely(&other).distance,
            new.closest_precisely(&other).distance,
            "{case} {other:?}"
        );
        for options in [CastOptions::default(), CastOptions { hollow: true, ..CastOptions::default() }] {
            let hits = |mesh| other.cast_all_with(mesh, &options);
            assert_eq!(hits(placed), hits(new), "{case} {other:?}");
        }
        let velocity = vector(rng, (b.bounds().max - b.bounds().min).max_element());
        let times =
            [placed, new].map(|mesh| mesh.sweep_precisely(&other, velocity, 1.0).map(|i| i.map(|i| i.t)));
        assert_eq!(times[0], times[1], "{case} {other:?} {velocity}");
        let p = b.bounds().min + (b.bounds().max - b.bounds().min) * dvec3(rng.f64(), rng.f64(), rng.f64());
        assert_eq!(a.contains_point(p), b.contains_point(p), "{case} {p}");
        assert_eq!(placed.signed_distance(p), new.signed_distance(p), "{case} {p}");
    }
    for i in 0..b.vertices().len().min(10) {
        // Vertices and edge midpoints are the first points that a box too small excludes.
        let t = b.triangle(i * 7 % b.triangles().len());
        for p in [t.a, t.b, (t.a + t.b) * 0.5, (t.a + t.b + t.c) / 3.0] {
            assert_eq!(a.contains_point(p), b.contains_point(p), "{case} {p}");
            let ray =
                Any::from(Ray::new(b.bounds().min - (b.bounds().max - b.bounds().min), p - b.bounds().min));
            assert_eq!(ray.cast_all(placed), ray.cast_all(new));
        }
    }
}

fn cases() -> usize {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}

#[test]
fn a_placed_mesh_equals_a_new_one_of_the_transformed_vertices() {
    let mut rng = Rng::with_seed(1);
    for case in 0..cases() {
        let size = [1.0, 3.0, 1e-4, 1e5][case % 4];
        let center = vector(&mut rng, size) * [0.0, 1.0, 1e4][case % 3];
        let (placed, new) = placed_and_new(&mut rng, size, center);
        compare(&mut rng, &placed, &new, &format!("case {case}"));
    }
}

#[test]
fn intersection_and_distance_of_placed_meshes_equal_those_of_new_ones() {
    let mut rng = Rng::with_seed(2);
    let (mut met, mut apart) = (0, 0);
    for case in 0..cases() * 4 {
        let size = [1.0, 1e-4, 1e5][case % 3];
        let center = vector(&mut rng, size) * [0.0, 1.0, 1e5][case / 3 % 3];
        let (a, new_a) = placed_and_new(&mut rng, size, center);
        let (b, new_b) = placed_and_new(&mut rng, size, center);
        // Roughly side by side.
        let [box_a, box_b] =
            [&new_a, &new_b].map(|mesh| if let Any::Mesh(m) = mesh { m.bounds() } else { panic!() });
        let way = (box_a.min + box_a.max - box_b.min - box_b.max) * 0.5
            + vector(&mut rng, 1.2 * (box_a.max - box_a.min).max_element());
        let [b, new_b] = [b, new_b].map(|b| b.posed(&DVec3::AXES, way).unwrap());
        let Any::Mesh(moved) = &new_b else { panic!() };
        let new_b = Any::from(
            Mesh::try_new(moved.vertices().to_vec(), moved.triangles().to_vec(), moved.is_solid()).unwrap(),
        );
        assert_eq!(a.intersects(&b), new_a.intersects(&new_b), "case {case}");
        assert_eq!(b.intersects(&a), new_a.intersects(&new_b), "case {case}");
        let distance = new_a.closest(&new_b).distance;
        assert_eq!(a.closest(&b).distance, distance, "case {case}");
        assert_eq!(a.closest(&new_b).distance, distance, "case {case}");
        if distance == 0.0 { met += 1 } else { apart += 1 }
    }
    assert!(met > cases() / 2 && apart > cases() / 2, "{met} {apart}");
}

#[test]
fn placed_meshes_that_nearly_touch_agree_with_their_triangles() {
    let mut rng = Rng::with_seed(5);
    let triangles = |any: &Any| -> Vec<Triangle<DVec3>> {
        let Any::Mesh(mesh) = any else { panic!() };
        (0..mesh.triangles().len()).map(|i| mesh.triangle(i)).collect()
    };
    let mut answers = [0; 2];
    for case in 0..cases() * 4 {
        let size = [1.0, 1e-30, 1e5][case % 3];
        let center = vector(&mut rng, size) * [0.0, 1.0, 1e6][case / 3 % 3];
        let [(given_a, faces_a), (given_b, faces_b)] = [0, 1].map(|_| ball(&mut rng, center, size));
        let surface = |given, faces| Any::from(Mesh::try_new(given, faces, false).unwrap());
        let (axes_a, axes_b) = (turn(&mut rng), turn(&mut rng));
        let a = surface(given_a, faces_a).posed(&axes_a, vector(&mut rng, size)).unwrap();
        let b = surface(given_b, faces_b);
        let place = |way: DVec3| b.posed(&axes_b, way).unwrap();
        // Beside the first, then where they touch up to rounding, and a few ulps beyond.
        let mut way = vector(&mut rng, size);
        for _ in 0..40 {
            let closest = a.closest(&place(way));
            if closest.distance == 0.0 {
                way += vector(&mut rng, 3.0 * size);
            } else {
                way += closest.on_a - closest.on_b;
            }
        }
        for _ in 0..8 {
            let step = dvec3(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5) * (8.0 * f64::EPSILON);
            let moved = place(way + (way + center) * step);
            let (ours, others) = (triangles(&a), triangles(&moved));
            let meet = ours.iter().any(|t| others.iter().any(|u| t.intersects_exactly(u)));
            assert_eq!(a.intersects(&moved), meet, "case {case}");
            assert_eq!(moved.intersects(&a), meet, "case {case}");
            answers[usize::from(meet)] += 1;
        }
    }
    assert!(answers.iter().all(|count| *count > cases() * 4), "{answers:?}");
}

#[test]
fn results_do_not_depend_on_the_size_and_place_of_a_mesh() {
    let mut rng = Rng::with_seed(3);
    for case in 0..cases() {
        let (vertices, triangles) = ball(&mut rng, DVec3::ZERO, 1.0);
        // With so few digits that translation is exact.
        let vertices: Vec<_> = vertices.iter().map(|v| (*v * 65536.0).round() / 65536.0).collect();
        let mesh = |change: &dyn Fn(DVec3) -> DVec3| {
            let vertices = vertices.iter().map(|v| change(*v)).collect();
            Any::from(Mesh::try_new(vertices, triangles.clone(), case % 2 == 0).unwrap())
        };
        let here = mesh(&|v| v);
        let round = |v: DVec3| (v * 1024.0).round() / 1024.0;
        let (from, to) = (round(vector(&mut rng, 3.0)), round(vector(&mut rng, 0.8)));
        let point = round(vector(&mut rng, 1.5));
        let answers = |mesh: &Any, scale: f64, way: DVec3| {
            let at = |p: DVec3| p * scale + way;
            let ray = Any::from(Ray::new(at(from), (to - from) * scale));
            let hits = ray.cast_all(mesh).unwrap();
            let ball = Any::from(Sphere::new(at(from), 0.25 * scale));
            let hits: Vec<_> = hits.iter().map(|hit| (hit.t, hit.triangle)).collect();
            (hits, mesh.closest_precisely(&ball).distance / scale, mesh.signed_distance(at(point)) / scale)
        };
        let expected = answers(&here, 1.0, DVec3::ZERO);
        for e in [-900, -300, -100, -84, -40, 40, 100, 300] {
            let scale = 2_f64.powi(e);
            assert_eq!(answers(&mesh(&|v| v * scale), scale, DVec3::ZERO), expected, "case {case} 2^{e}");
        }
        for way in [dvec3(450_000.0, 5_400_000.0, 0.0), dvec3(-1e9, 3.0, 1024.0)] {
            assert_eq!(answers(&mesh(&|v| v + way), 1.0, way), expected, "case {case} {way}");
        }
    }
}

#[test]
fn poses_that_are_singular_or_out_of_range_are_rejected() {
    let mut rng = Rng::with_seed(4);
    let (vertices, triangles) = ball(&mut rng, DVec3::ZERO, 1.0);
    let mesh = Any::from(Mesh::try_new(vertices, triangles, false).unwrap());
    let far = mesh.clone().try_scaled(DVec3::splat(1e308)).unwrap();
    assert_eq!(far.posed(&DVec3::AXES, DVec3::X * 1e308).unwrap_err().field, "vertices");
    let large = mesh.posed(&DVec3::AXES, DVec3::X * 1e307).unwrap();
    assert!(large.closest(&Point(DVec3::X * 1e307).into()).distance < 1e293);
    // A singular map is no pose.
    assert_eq!(mesh.posed(&[DVec3::X, DVec3::Y, DVec3::ZERO], DVec3::Z).unwrap_err().field, "axes");
}
