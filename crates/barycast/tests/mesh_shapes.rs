//! Meshes and convex shapes in floating point: against brute force over all triangles, against
//! higher precision, and for the properties a game relies on.

use barycast::d3;
use barycast::dynamic::any::Shape3;
use barycast::frame::Affine3;
use barycast::mesh::{ContactOptions, TriMesh, TriangleContact};
use barycast::number::Float;
use barycast::scene::{Instance, Scene};
use barycast::shape::{Aabb, Capsule, Convex, Cylinder, Obb, Point, Segment, Sphere, Support, Triangle};
use barycast::vector::{FloatVector, Vector3};
use fastrand::Rng;
use glam::{DVec3, Quat, Vec3, dvec3, vec3};

type Any = Shape3;

fn vector(dice: &mut Rng, size: f32) -> Vec3 {
    (Vec3::new(dice.f32(), dice.f32(), dice.f32()) * 2.0 - Vec3::ONE) * size
}

/// Builds hills with cells of a metre, with flat parts and valleys.
fn terrain(dice: &mut Rng, cells: u32, rough: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    for i in 0..=cells {
        for j in 0..=cells {
            vertices.push(vec3(i as f32, dice.f32() * rough, j as f32));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..cells {
        for j in 0..cells {
            let a = i * (cells + 1) + j;
            let (b, c, d) = (a + 1, a + cells + 1, a + cells + 2);
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    (vertices, triangles)
}

/// Draws random triangles, some of them needles, segments and points.
fn soup(dice: &mut Rng, count: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    for i in 0..count {
        let (at, mut size) = (vector(dice, 4.0), 1.0);
        let [mut a, mut b, mut c] = [0; 3].map(|_| at + vector(dice, 1.0));
        match i % 9 {
            0 => c = (a + b) * 0.5,
            1 => (b, c) = (a, a),
            2 => c = b + vector(dice, 1e-6),
            3 => size = 4.0,
            _ => {}
        }
        for p in [&mut a, &mut b, &mut c] {
            *p = at + (*p - at) * size;
        }
        vertices.extend([a, b, c]);
    }
    (vertices, (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// A convex shape, typed and as any shape.
enum Solid<V: FloatVector + Vector3> {
    Point(Point<V>),
    Segment(Segment<V>),
    Sphere(Sphere<V>),
    Capsule(Capsule<V>),
    Aabb(Aabb<V>),
    Obb(Obb<V>),
    Cylinder(Cylinder<V>),
    Convex(Convex<V>),
}

/// Runs the same query for either type.
macro_rules! of_each {
    ($solid:expr, $s:ident => $answer:expr) => {
        match $solid {
            Solid::Point($s) => $answer,
            Solid::Segment($s) => $answer,
            Solid::Sphere($s) => $answer,
            Solid::Capsule($s) => $answer,
            Solid::Aabb($s) => $answer,
            Solid::Obb($s) => $answer,
            Solid::Cylinder($s) => $answer,
            Solid::Convex($s) => $answer,
        }
    };
}

fn turned(dice: &mut Rng) -> [Vec3; 3] {
    let v = vector(dice, 1.0);
    let q = Quat::from_xyzw(v.x, v.y, v.z, 0.1 + dice.f32()).normalize();
    [q * Vec3::X, q * Vec3::Y, q * Vec3::Z]
}

fn solid<V: FloatVector<Scalar: Float> + Vector3>(dice: &mut Rng, at: Vec3, kind: usize) -> Solid<V> {
    let v = |p: Vec3| V::from_fn(|i| V::Scalar::from_f64(p[i].into()));
    let n = |x: f32| V::Scalar::from_f64(x.into());
    let way = vector(dice, 0.6);
    let size = dice.f32() * 0.6;
    match kind % 8 {
        0 => Solid::Point(Point(v(at))),
        1 => Solid::Segment(Segment { a: v(at - way), b: v(at + way) }),
        2 => Solid::Sphere(Sphere { center: v(at), radius: n(size) }),
        3 => Solid::Capsule(Capsule { a: v(at - way), b: v(at + way), radius: n(size) }),
        4 => Solid::Aabb(Aabb { min: v(at - way.abs()), max: v(at + way.abs()) }),
        5 => {
            let axes = turned(dice);
            Solid::Obb(Obb::new(v(at), v(way.abs()), V::axes_from_fn(|i| v(axes[i]))))
        }
        6 => Solid::Cylinder(Cylinder { a: v(at - way), b: v(at + way), radius: n(size + 0.05) }),
        _ => {
            let corners = (0..12).map(|_| v(at + vector(dice, 0.7))).collect();
            Solid::Convex(Convex::try_new(corners).unwrap())
        }
    }
}

fn any<V: FloatVector + Vector3>(solid: &Solid<V>) -> Any {
    let n = |x: V::Scalar| x.to_f64();
    match solid {
        Solid::Point(s) => s.lift::<DVec3>(&n).into(),
        Solid::Segment(s) => s.lift::<DVec3>(&n).into(),
        Solid::Sphere(s) => s.lift::<DVec3>(&n).into(),
        Solid::Capsule(s) => s.lift::<DVec3>(&n).into(),
        Solid::Aabb(s) => s.lift::<DVec3>(&n).into(),
        Solid::Obb(s) => s.lift::<DVec3>(&n).into(),
        Solid::Cylinder(s) => s.lift::<DVec3>(&n).into(),
        Solid::Convex(s) => {
            Convex::<DVec3>::try_new(s.corners().map(|p| p.lift(&n)).collect()).unwrap().into()
        }
    }
}

fn moved<V: FloatVector + Vector3>(solid: &Solid<V>, by: DVec3) -> Any {
    any(solid).posed(&DVec3::AXES, by).expect("moved")
}

fn mesh_of<V: FloatVector<Scalar: barycast::mesh::MeshNumber> + Vector3>(
    (vertices, triangles): &(Vec<Vec3>, Vec<[u32; 3]>),
) -> TriMesh<V> {
    let v = |p: &Vec3| V::from_fn(|i| V::Scalar::from_f64(p[i].into()));
    TriMesh::try_new(vertices.iter().map(v).collect(), triangles.clone()).unwrap()
}

/// Draws shapes in, at and beside a mesh.
fn each_about<V: FloatVector<Scalar: barycast::mesh::MeshNumber> + Vector3>(
    seed: u64,
    count: usize,
    mut test: impl FnMut(&TriMesh<V>, &[Triangle<DVec3>], &Solid<V>, &mut Rng),
) {
    let mut dice = Rng::with_seed(seed);
    let sets = [terrain(&mut dice, 12, 0.0), terrain(&mut dice, 12, 1.0), soup(&mut dice, 120)];
    for (set, extent) in sets.iter().zip([6.0, 6.0, 0.0]) {
        let mesh = mesh_of::<V>(set);
        let triangles: Vec<_> = (0..mesh.triangles().len())
            .map(|i| mesh.triangle(i).unwrap().lift::<DVec3>(&Float::to_f64))
            .collect();
        for i in 0..count {
            let at = Vec3::splat(extent) + vector(&mut dice, 5.0);
            let at = if extent > 0.0 { vec3(at.x, dice.f32() * 2.5 - 0.7, at.z) } else { at };
            let solid = solid::<V>(&mut dice, at, i);
            test(&mesh, &triangles, &solid, &mut dice);
        }
    }
}

fn yes_or_no<V: FloatVector<Scalar: barycast::mesh::MeshNumber> + Vector3>(seed: u64) {
    let mut met = 0;
    each_about::<V>(seed, 160, |mesh, _, solid, _| {
        let expected = mesh.overlaps(&any(solid));
        let found = of_each!(solid, s => mesh.intersects(s));
        assert_eq!(found, expected, "{:?}", any(solid));
        assert_eq!(of_each!(solid, s => mesh.without_tree().intersects(s)), expected);
        met += usize::from(found);
    });
    assert!((40..400).contains(&met), "{met}");
}

#[test]
fn intersections_agree_with_those_of_any_shapes() {
    yes_or_no::<Vec3>(1);
    yes_or_no::<DVec3>(2);
}

fn nearest<V: FloatVector<Scalar: barycast::mesh::MeshNumber> + Vector3>(seed: u64) {
    let same = V::Scalar::EPSILON.to_f64() * 256.0;
    each_about::<V>(seed, 120, |mesh, triangles, solid, _| {
        let shape = any(solid);
        let distances = triangles.iter().map(|t| Any::from(*t).closest(&shape).distance);
        let expected = distances.fold(f64::INFINITY, f64::min);
        for mesh in [mesh, &mesh.without_tree()] {
            let (triangle, found) = of_each!(solid, s => mesh.closest(s)).unwrap();
            let distance = found.distance.to_f64();
            assert!((distance - expected).abs() <= same * 10.0, "{distance} {expected} {shape:?}");
            assert_eq!(distance == 0.0, expected == 0.0, "{expected} {shape:?}");
            let there = Any::from(triangles[triangle]).closest(&shape).distance;
            assert!((there - expected).abs() <= same * 10.0);
            let [on_a, on_b] = [found.on_a, found.on_b].map(|p| p.lift::<DVec3>(&Float::to_f64));
            assert!((on_a.distance(on_b) - distance).abs() <= same * 10.0);
            let on_shape = Any::from(Point(on_b)).closest(&shape).distance;
            assert!(on_shape <= same * 20.0, "{on_shape} {shape:?}");
            let on_mesh = Any::from(Point(on_a)).closest(&triangles[triangle].into()).distance;
            assert!(on_mesh <= same * 10.0, "{on_mesh}");
        }
    });
}

#[test]
fn closest_points_equal_brute_force() {
    nearest::<Vec3>(3);
    nearest::<DVec3>(4);
}

#[test]
fn there_is_no_closest_point_beyond_the_limit() {
    let mut dice = Rng::with_seed(5);
    let mesh = mesh_of::<Vec3>(&terrain(&mut dice, 12, 1.0));
    for kind in 0..8 {
        let solid = solid::<Vec3>(&mut dice, vec3(6.0, 4.0, 6.0), kind);
        let (triangle, found) = of_each!(&solid, s => mesh.closest(s)).unwrap();
        let within = |limit: f32| of_each!(&solid, s => mesh.closest_within(s, limit));
        assert_eq!(within(found.distance * 1.001).unwrap(), (triangle, found));
        assert_eq!(within(found.distance * 0.999), None);
    }
}

fn sweeps<V: FloatVector<Scalar: barycast::mesh::MeshNumber> + Vector3>(seed: u64) {
    let same = V::Scalar::EPSILON.to_f64() * 4096.0;
    let (mut hits, mut misses) = (0, 0);
    each_about::<V>(seed, 96, |mesh, _, solid, dice| {
        let velocity = vector(dice, 4.0).as_dvec3();
        let velocity = match dice.u32(0..6) {
            0 => dvec3(0.0, velocity.y, 0.0),
            1 => dvec3(velocity.x, 0.0, velocity.z),
            _ => velocity,
        };
        let way = V::from_fn(|i| V::Scalar::from_f64(velocity[i]));
        let found = of_each!(solid, s => mesh.sweep_convex(s, way, V::Scalar::ONE));
        let plain = of_each!(solid, s => mesh.without_tree().sweep_convex(s, way, V::Scalar::ONE));
        // If triangles are touched at equal times up to rounding, either may be reported.
        let [there, here] = [&found, &plain].map(|found| found.map_or(2.0, |(_, i)| i.t.to_f64()));
        assert!((there - here).abs() <= same, "{found:?} {plain:?} {:?} {velocity}", any(solid));
        let meets = |t: f64| mesh.overlaps(&moved(solid, velocity * t));
        let expected = mesh.sweep(&any(solid), velocity, 1.0).unwrap();
        let Some((_, impact)) = found else {
            misses += 1;
            for i in 0..=40 {
                assert!(!meets(f64::from(i) / 40.0), "{i} {:?} {velocity}", any(solid));
            }
            assert!(
                expected.is_none_or(|(_, i)| i.t > 1.0 - same),
                "{expected:?} {:?} {velocity}",
                any(solid)
            );
            return;
        };
        hits += 1;
        let t = impact.t.to_f64();
        // Never late: there is no earlier contact.
        for i in 0..20 {
            let before = t * (f64::from(i) / 20.0);
            assert!(t == 0.0 || !meets(before), "{before} of {t} {:?} {velocity}", any(solid));
        }
        assert!(t == 0.0 || !meets(t * (1.0 - 1e-12)), "{t} {:?} {velocity}", any(solid));
        // Early by no more than rounding: the distance at that time is as small.
        let gap = mesh.closest_to(&moved(solid, velocity * t)).distance;
        assert!(gap <= same * 2.0, "{gap} at {t} {:?} {velocity}", any(solid));
        if let Some((_, exact)) = expected {
            assert!(t <= exact.t + 1e-9 * exact.t, "{t} {} {:?} {velocity}", exact.t, any(solid));
        }
        if let Some(normal) = impact.normal_a_to_b {
            let n = normal.lift::<DVec3>(&Float::to_f64);
            assert!((n.length() - 1.0).abs() < 1e-5);
            assert!(t == 0.0 || n.dot(velocity) < 0.0, "{n} {velocity}");
        } else {
            assert_eq!(t, 0.0);
        }
    });
    assert!(hits > 60 && misses > 20, "{hits} {misses}");
}

#[test]
fn sweeps_are_never_late_and_early_by_rounding_at_most() {
    sweeps::<Vec3>(6);
    sweeps::<DVec3>(7);
}

/// Returns the support function of the shape along a direction.
fn lowest<V: FloatVector + Vector3>(solid: &Solid<V>, n: DVec3) -> f64 {
    let way = V::from_fn(|i| V::Scalar::from_f64(-n[i]));
    of_each!(solid, s => s.support(way).lift::<DVec3>(&Float::to_f64).dot(n))
}

fn presses<V: FloatVector<Scalar: barycast::mesh::MeshNumber> + Vector3>(seed: u64) {
    let same = V::Scalar::EPSILON.to_f64() * 4096.0;
    let mut points = 0;
    each_about::<V>(seed, 160, |mesh, triangles, solid, _| {
        let shape = any(solid);
        let expected = mesh.overlaps(&shape);
        let contact = of_each!(solid, s => mesh.contact(s));
        assert_eq!(contact.is_some(), expected, "{shape:?}");
        let options = ContactOptions::default();
        let all = of_each!(solid, s => mesh.contacts(s, &options));
        assert_eq!(all.is_empty(), !expected, "{shape:?}");
        let plain = of_each!(solid, s => mesh.without_tree().contacts(s, &options));
        assert_eq!(format!("{all:?}"), format!("{plain:?}"));
        let mut deepest = f64::NEG_INFINITY;
        for held in &all {
            let n = held.normal.lift::<DVec3>(&Float::to_f64);
            assert!((n.length() - 1.0).abs() < 1e-5);
            assert!((1..=4).contains(&held.points.len()));
            let triangle = triangles[held.triangle];
            let highest = triangle.corners().map(|c| n.dot(c)).into_iter().fold(f64::NEG_INFINITY, f64::max);
            for p in &held.points {
                points += 1;
                let [on_a, on_b] = [p.on_a, p.on_b].map(|p| p.lift::<DVec3>(&Float::to_f64));
                let depth = p.depth.to_f64();
                assert!((on_a - on_b - n * depth).length() <= same * 4.0, "{p:?} {n} {shape:?}");
                deepest = deepest.max(depth);
                // At the height of the triangle along the normal, and no deeper than the shape.
                assert!(
                    depth >= -same && depth <= highest - lowest(solid, n) + same * 4.0,
                    "{p:?} {shape:?}"
                );
            }
        }
        if let Some(contact) = contact {
            let depth = contact.depth.to_f64();
            assert!((depth - deepest.max(0.0)).abs() <= same, "{depth} {deepest}");
        }
    });
    assert!(points > 300, "{points}");
}

#[test]
fn contacts_exist_exactly_for_intersecting_triangles_with_the_reported_depth() {
    presses::<Vec3>(8);
    presses::<DVec3>(9);
}

#[test]
fn the_penetration_of_one_triangle_is_minimal() {
    let mut dice = Rng::with_seed(10);
    let mut met = 0;
    for i in 0..400 {
        let corners = [0; 3].map(|_| vector(&mut dice, 2.0));
        let mesh = TriMesh::try_new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let at = corners[i % 3] * 0.6 + corners[(i + 1) % 3] * 0.3 + vector(&mut dice, 0.4);
        let solid = solid::<Vec3>(&mut dice, at, i);
        let Some(contact) = of_each!(&solid, s => mesh.contact(s)) else { continue };
        met += 1;
        let (n, depth) = (contact.normal_a_to_b.unwrap().as_dvec3(), f64::from(contact.depth));
        let triangle = Any::from(mesh.triangle(0).unwrap().lift::<DVec3>(&Float::to_f64));
        let off = |by: DVec3| !triangle.intersects(&moved(&solid, by));
        assert!(off(n * (depth + 1e-4)), "{contact:?} {:?}", any(&solid));
        for _ in 0..30 {
            let way = vector(&mut dice, 1.0).as_dvec3().normalize();
            assert!(!off(way * (depth - 1e-4).max(0.0)), "{way} {contact:?} {:?}", any(&solid));
        }
    }
    assert!(met > 100, "{met}");
}

#[test]
fn a_sphere_or_capsule_rolling_on_a_floor_is_pushed_up_only() {
    // A thousand triangles with random diagonals.
    let mut dice = Rng::with_seed(11);
    let (vertices, mut triangles) = terrain(&mut dice, 22, 0.0);
    for i in (0..triangles.len()).step_by(4) {
        let [[a, b, c], [_, d, _]] = [triangles[i], triangles[i + 1]];
        (triangles[i], triangles[i + 1]) = ([a, b, d], [a, d, c]);
    }
    for turn in [Quat::IDENTITY, Quat::from_rotation_z(0.3) * Quat::from_rotation_x(-0.4)] {
        let floor = vertices.iter().map(|v| turn * *v).collect();
        let mesh = TriMesh::try_new(floor, triangles.clone()).unwrap();
        let up = turn * Vec3::Y;
        let options = ContactOptions { one_sided: true, margin: 0.05 };
        for step in 0..2000 {
            let t = step as f32 / 2000.0;
            let at = vec3(2.0 + 18.0 * t, 0.499 + 0.04 * (step % 3) as f32 * 0.5, 2.0 + 17.3 * t * t);
            let lying = vec3((t * 40.0).cos(), 0.0, (t * 40.0).sin());
            let ball = Sphere::new(turn * at, 0.5);
            let capsule = Capsule::new(turn * (at - lying), turn * (at + lying), 0.5);
            for contacts in [mesh.contacts(&ball, &options), mesh.contacts(&capsule, &options)] {
                assert!(!contacts.is_empty(), "{at}");
                for held in contacts {
                    assert!(held.normal.dot(up) > 0.999_999, "{held:?} at {at}");
                }
            }
            let two_sided = ContactOptions { one_sided: false, ..options };
            let axes = [turn * Vec3::X, up, turn * Vec3::Z];
            let lower = Obb::new(turn * (at - Vec3::Y * 0.01), Vec3::new(0.5, 0.5, 0.7), axes);
            let held = mesh.contacts(&lower, &two_sided);
            assert!(!held.is_empty() && held.iter().all(|h| h.normal.dot(up) > 0.999_999), "{held:?} {at}");
        }
    }
}

#[test]
fn a_ridge_pushes_between_its_side_normals_and_a_valley_along_them() {
    let roof = vec![
        vec3(-1., 0., -5.),
        vec3(-1., 0., 5.),
        vec3(0., 1., -5.),
        vec3(0., 1., 5.),
        vec3(1., 0., -5.),
        vec3(1., 0., 5.),
    ];
    let sides = vec![[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]];
    let mesh = TriMesh::try_new(roof.clone(), sides.clone()).unwrap();
    let options = ContactOptions { one_sided: true, margin: 0.0 };
    let contacts = mesh.contacts(&Sphere::new(vec3(0.1, 1.4, 0.5), 0.5), &options);
    assert_eq!(contacts.len(), 1, "{contacts:?}");
    assert!(contacts[0].normal.distance(vec3(0.1, 0.4, 0.0).normalize()) < 1e-6);
    // A capsule along the ridge has both ends on it, or at the ends of the ridge.
    let along = Capsule::new(vec3(0., 1.4, -2.), vec3(0., 1.4, 2.), 0.5);
    let contacts = mesh.contacts(&along, &options);
    assert_eq!((contacts.len(), contacts[0].points.len()), (1, 2), "{contacts:?}");
    let valley = roof.iter().map(|v| vec3(v.x, -v.y, v.z)).collect();
    let mesh = TriMesh::try_new(valley, sides).unwrap();
    let contacts = mesh.contacts(&Sphere::new(vec3(0.0, -0.4, 0.5), 0.5), &options);
    let half = 0.5_f32.sqrt();
    assert!(contacts.len() >= 2);
    assert!(
        contacts.iter().all(|c| (c.normal.y - half).abs() < 1e-6 && (c.normal.x.abs() - half).abs() < 1e-6)
    );
}

#[test]
fn a_box_flush_on_a_floor_has_corner_contacts_with_stable_ids() {
    let mut dice = Rng::with_seed(12);
    let mesh = mesh_of::<Vec3>(&terrain(&mut dice, 1, 0.0));
    let crate_at = |x: f32| d3::Aabb::new(vec3(x, 0.0, 0.3), vec3(x + 0.2, 0.2, 0.5));
    assert!(mesh.intersects(&crate_at(0.1)));
    let options = ContactOptions::default();
    let first = mesh.contacts(&crate_at(0.1), &options);
    let depths: Vec<f32> = first.iter().flat_map(|c| &c.points).map(|p| p.depth).collect();
    assert!(depths.len() == 4 && depths.iter().all(|d| *d == 0.0), "{first:?}");
    let names = |x: f32| -> Vec<[u32; 2]> {
        let contacts = mesh.contacts(&crate_at(x), &options);
        contacts.iter().flat_map(|c| &c.points).map(|p| [p.feature_a, p.feature_b]).collect()
    };
    assert_eq!(names(0.1), names(0.13));
    // Moved down it is blocked at once, along the floor it is free.
    assert_eq!(mesh.sweep_convex(&crate_at(0.1), -Vec3::Y, 1.0).unwrap().1.t, 0.0);
    let above = d3::Aabb::new(vec3(0.1, 1e-6, 0.3), vec3(0.3, 0.2, 0.5));
    assert_eq!(mesh.sweep_convex(&above, vec3(0.3, 0.0, 0.2), 1.0), None);
    assert_eq!(mesh.sweep_convex(&above, vec3(0.3, 0.1, 0.2), 1.0), None);
}

#[test]
fn one_sided_triangles_do_not_push_shapes_behind_them() {
    let corners = vec![vec3(0., 0., 0.), vec3(4., 0., 0.), vec3(0., 0., 4.)];
    let mesh = TriMesh::try_new(corners, vec![[0, 2, 1]]).unwrap();
    let options = |one_sided| ContactOptions { one_sided, margin: 0.0 };
    let below = Sphere::new(vec3(1., -0.2, 1.), 0.5);
    assert!(mesh.contacts(&below, &options(true)).is_empty());
    assert_eq!(mesh.contacts(&below, &options(false))[0].normal, -Vec3::Y);
    let above = Sphere::new(vec3(1., 0.2, 1.), 0.5);
    assert_eq!(mesh.contacts(&above, &options(true))[0].normal, Vec3::Y);
}

#[test]
fn a_margin_reports_contacts_before_the_touch() {
    let corners = vec![vec3(0., 0., 0.), vec3(4., 0., 0.), vec3(0., 0., 4.)];
    let mesh = TriMesh::try_new(corners, vec![[0, 2, 1]]).unwrap();
    for kind in 2..8 {
        let mut dice = Rng::with_seed(13);
        let low = {
            let at = solid::<Vec3>(&mut dice, vec3(1., 5., 1.), kind);
            lowest(&at, DVec3::Y) as f32
        };
        let solid = solid::<Vec3>(&mut Rng::with_seed(13), vec3(1., 5. - low + 0.1, 1.), kind);
        let held = |margin| {
            let options = ContactOptions { one_sided: true, margin };
            of_each!(&solid, s => mesh.contacts(s, &options))
        };
        assert!(held(0.09).is_empty());
        let [contact] = &held(0.11)[..] else { panic!("{kind}") };
        let deepest = contact.points.iter().map(|p| p.depth).fold(f32::MIN, f32::max);
        assert!((deepest + 0.1).abs() < 1e-4 && contact.normal.y > 0.999, "{contact:?}");
    }
}

#[test]
fn shapes_with_nan_touch_nothing() {
    let mut dice = Rng::with_seed(14);
    let mesh = mesh_of::<Vec3>(&terrain(&mut dice, 4, 1.0));
    let options = ContactOptions::default();
    for bad in [f32::NAN, f32::INFINITY] {
        let ball = Sphere::new(vec3(bad, 0.0, 0.0), 1.0);
        assert!(!mesh.intersects(&ball) && mesh.closest(&ball).is_none() && mesh.contact(&ball).is_none());
        assert!(mesh.contacts(&ball, &options).is_empty());
        assert!(mesh.sweep_convex(&ball, Vec3::Y, 1.0).is_none());
        let fat = Sphere::new(Vec3::ZERO, bad);
        assert!(
            !mesh.intersects(&fat)
                && mesh.closest(&fat).is_none()
                && mesh.contacts(&fat, &options).is_empty()
        );
        let fine = Sphere::new(vec3(2.0, 5.0, 2.0), 0.5);
        assert!(mesh.sweep_convex(&fine, vec3(0.0, bad, 0.0), 1.0).is_none());
        assert!(mesh.sweep_convex(&fine, -Vec3::Y, f32::NAN).is_none());
    }
    let fine = Sphere::new(vec3(2.0, 5.0, 2.0), 0.5);
    assert!(mesh.sweep_convex(&fine, -Vec3::Y, f32::INFINITY).is_some());
    assert!(mesh.sweep_convex(&fine, Vec3::Y, f32::INFINITY).is_none());
    assert!(mesh.sweep_convex(&fine, Vec3::ZERO, f32::INFINITY).is_none());
    let inside_out = d3::Aabb::new(Vec3::ONE, Vec3::ZERO);
    assert!(!mesh.intersects(&inside_out));
}

#[test]
fn an_emptied_mesh_intersects_nothing() {
    let mut mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    mesh.remove(&[0]).unwrap();
    let ball = Sphere::new(Vec3::ZERO, 1.0);
    assert!(!mesh.intersects(&ball) && mesh.closest(&ball).is_none() && mesh.contact(&ball).is_none());
    assert!(mesh.sweep_convex(&ball, Vec3::X, 1.0).is_none());
}

#[test]
fn instances_of_a_scene_equal_placed_meshes() {
    let mut dice = Rng::with_seed(15);
    let (vertices, triangles) = terrain(&mut dice, 12, 1.0);
    let vertices: Vec<DVec3> = vertices.iter().map(|v| v.as_dvec3()).collect();
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
    let (mut met, mut touched) = (0, 0);
    for round in 0..6 {
        let [x, y, z] = turned(&mut dice).map(Vec3::as_dvec3);
        // Rotated, scaled, mirrored.
        let (x, y, z) = match round % 3 {
            0 => (x, y, z),
            1 => (x * 1.5, y * 0.5, z),
            _ => (x, y, -z),
        };
        let translation = vector(&mut dice, 3.0).as_dvec3();
        let placed = Affine3 { x, y, z, translation };
        let still = Affine3 { translation: DVec3::splat(500.0), ..Affine3::identity() };
        let parts = [still, placed].map(|world_from_mesh| Instance { mesh: 0, world_from_mesh });
        let scene = Scene::try_new(vec![mesh.clone()], parts.to_vec()).unwrap();
        let there = |v: &DVec3| x * v.x + y * v.y + z * v.z + translation;
        // Mirrored instances keep their front faces.
        let fronts = triangles.iter().map(|&[a, b, c]| if round % 3 == 2 { [a, c, b] } else { [a, b, c] });
        let standing = TriMesh::try_new(vertices.iter().map(there).collect(), fronts.collect()).unwrap();
        for i in 0..60 {
            let at = there(&dvec3(dice.f64() * 12.0, dice.f64() * 2.5 - 0.7, dice.f64() * 12.0));
            let solid = solid::<DVec3>(&mut dice, at.as_vec3(), i);
            let every = |part: usize| part < 2;
            let found = of_each!(&solid, s => scene.intersects(s, every));
            assert_eq!(found, of_each!(&solid, s => standing.intersects(s)));
            assert!(!of_each!(&solid, s => scene.intersects(s, |part| part == 0)));
            met += usize::from(found);
            let options = ContactOptions { one_sided: i % 2 == 0, margin: 0.05 };
            let contacts = of_each!(&solid, s => scene.contacts(s, &options, every));
            let expected = of_each!(&solid, s => standing.contacts(s, &options));
            assert_eq!(contacts.len(), expected.len());
            for (held, other) in contacts.iter().zip(&expected) {
                assert_eq!((held.instance, held.contact.triangle), (1, other.triangle));
                assert!((held.contact.normal - other.normal).length() < 1e-6);
                let depth =
                    |c: &TriangleContact<DVec3>| c.points.iter().map(|p| p.depth).fold(-9.0, f64::max);
                assert!((depth(&held.contact) - depth(other)).abs() < 1e-9);
            }
            let velocity = vector(&mut dice, 4.0).as_dvec3();
            let impact = of_each!(&solid, s => scene.sweep_convex(s, velocity, 1.0, every));
            let expected = of_each!(&solid, s => standing.sweep_convex(s, velocity, 1.0));
            assert_eq!(impact.is_some(), expected.is_some());
            if let (Some(found), Some((_, other))) = (impact, expected) {
                touched += 1;
                assert!(found.instance == 1 && (found.impact.t - other.t).abs() < 1e-9);
            }
            assert!(of_each!(&solid, s => scene.sweep_convex(s, velocity, 1.0, |_| false)).is_none());
        }
    }
    assert!(met > 50 && touched > 100, "{met} {touched}");
}
