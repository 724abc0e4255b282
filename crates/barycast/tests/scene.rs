//! Scenes against their parts, one by one.

use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::scene::{Part, Scene, SceneError};
use barycast::shape::{Capsule, Cylinder, Obb, Ray, Segment, Sphere, Support};
use glam::{Affine3A, DAffine3, DQuat, DVec3, Vec3, dvec3, vec3};

fn number(dice: &mut fastrand::Rng) -> f64 {
    dice.f64() * 2.0 - 1.0
}

fn vector(dice: &mut fastrand::Rng) -> DVec3 {
    dvec3(number(dice), number(dice), number(dice))
}

fn soup(dice: &mut fastrand::Rng) -> TriMesh<DVec3> {
    let vertices: Vec<DVec3> = (0..60).map(|_| vector(dice)).collect();
    TriMesh::try_new(vertices, (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap()
}

/// Turned, stretched, mirrored and moved; the first as it is.
fn placements(count: usize, dice: &mut fastrand::Rng) -> Vec<Affine3<DVec3>> {
    let mut placements = vec![Affine3::identity()];
    for _ in 1..count {
        let v = vector(dice);
        let turn = DQuat::from_xyzw(v.x, v.y, v.z, number(dice)).normalize();
        let scale = vector(dice) + vector(dice).signum() * 0.2;
        let at = vector(dice) * 5.0;
        placements.push(DAffine3::from_scale_rotation_translation(scale, turn, at).into());
    }
    placements
}

#[test]
fn a_scene_is_hit_where_its_parts_moved_by_hand_are_hit() {
    let mut dice = fastrand::Rng::with_seed(1);
    let meshes = vec![soup(&mut dice), soup(&mut dice)];
    let placements = placements(40, &mut dice);
    let part = |(i, world_from_mesh)| Part { mesh: i % 2, world_from_mesh };
    let parts: Vec<_> = placements.iter().copied().enumerate().map(part).collect();
    let moved: Vec<TriMesh<DVec3>> = parts
        .iter()
        .map(|part| {
            let mesh = &meshes[part.mesh];
            let vertices = mesh.vertices().iter().map(|v| part.world_from_mesh.transform_point(*v)).collect();
            TriMesh::try_new(vertices, mesh.triangles().to_vec()).unwrap()
        })
        .collect();
    let scene = Scene::try_new(meshes, parts.clone()).unwrap();
    let mut found = 0;
    for round in 0..4_000 {
        let from = vector(&mut dice) * 8.0;
        let ray = Ray::new(from, vector(&mut dice) * 4.0 - from);
        let max_t = (round % 3 == 0).then_some(1.1);
        let options = CastOptions { max_t, ..CastOptions::default() };
        let mut all: Vec<(f64, usize, usize)> = Vec::new();
        for (part, mesh) in moved.iter().enumerate() {
            all.extend(mesh.casts(&ray, &options).iter().map(|hit| (hit.t, part, hit.triangle.unwrap())));
        }
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let hits = scene.casts(&ray, &options);
        let told: Vec<_> = hits.iter().map(|h| (h.part, h.hit.triangle.unwrap())).collect();
        assert_eq!(told, all.iter().map(|a| (a.1, a.2)).collect::<Vec<_>>());
        let nearest = scene.cast(&ray, &options);
        assert_eq!(nearest.map(|h| (h.part, h.hit.t)), hits.first().map(|h| (h.part, h.hit.t)));
        assert_eq!(scene.is_hit(&ray, &options), nearest.is_some());
        for (hit, (t, part, triangle)) in hits.iter().zip(&all) {
            assert!((hit.hit.t - t).abs() < 1e-11, "{} {t}", hit.hit.t);
            let normal = hit.hit.normal.unwrap();
            let expected = moved[*part].triangle(*triangle).unwrap();
            let across = (expected.b - expected.a).cross(expected.c - expected.a).normalize();
            let mirrored = placements[*part].x.dot(placements[*part].y.cross(placements[*part].z)) < 0.0;
            let front = if mirrored { -across } else { across };
            assert!((normal - front).length() < 1e-9, "{normal} {front}");
            found += 1;
        }
    }
    assert!(found > 2_000, "{found}");
}

fn triangle() -> TriMesh<Vec3> {
    TriMesh::try_new(vec![vec3(-1., -1., 0.), vec3(1., -1., 0.), vec3(0., 1., 0.)], vec![[0, 1, 2]]).unwrap()
}

#[test]
fn at_the_same_t_the_lowest_part_wins_and_the_limit_counts() {
    let part = Part { mesh: 0, world_from_mesh: Affine3::identity() };
    let scene = Scene::try_new(vec![triangle()], vec![part; 100]).unwrap();
    let segment = Segment::new(Vec3::Z, Vec3::ZERO);
    let all = CastOptions::default();
    let hit = scene.cast(&segment, &all).unwrap();
    assert_eq!((hit.part, hit.hit.t, hit.hit.normal), (0, 1.0, Some(Vec3::Z)));
    assert_eq!(scene.casts(&segment, &all).len(), 100);
    let short = CastOptions { max_t: Some(0.999), ..all };
    assert!(!scene.is_hit(&segment, &short) && scene.cast(&segment, &short).is_none());
}

#[test]
fn a_part_beyond_the_numbers_of_boxes_is_hit_once() {
    let corners = [[-1e72, 0.0, -1e72], [1e72, 0.0, -1e72], [0.0, 0.0, 1e72]];
    let mesh = TriMesh::try_new(corners.map(DVec3::from_array).to_vec(), vec![[0, 1, 2]]).unwrap();
    let ray = Ray::new(dvec3(0.0, 5e75, 5e75), dvec3(5e-91, -4.0, -4.0));
    assert_eq!(mesh.crossings(&ray, &CastOptions::default()), 1);
    let identity = Affine3::identity();
    // Zeros in a placement leave nothing of what is infinite.
    for world_from_mesh in [identity, Affine3 { y: -DVec3::Y, ..identity }] {
        let scene = Scene::try_new(vec![mesh.clone()], vec![Part { mesh: 0, world_from_mesh }]).unwrap();
        assert_eq!(scene.casts(&ray, &CastOptions::default()).len(), 1);
    }
}

#[test]
fn a_part_of_any_size_is_hit_where_it_is() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]]).unwrap();
    for size in [1e-30_f32, 1e-13, 1.0, 1e13, 1e30] {
        let part = Part { mesh: 0, world_from_mesh: Affine3A::from_scale(Vec3::splat(size)).into() };
        let scene = Scene::try_new(vec![mesh.clone()], vec![part]).unwrap();
        for (at, expected) in [(0.25, true), (0.9, false)] {
            let down = Ray::new(vec3(at, at, 1.0) * size, -Vec3::Z);
            let hit = scene.cast(&down, &CastOptions::default());
            assert_eq!(scene.is_hit(&down, &CastOptions::default()), expected);
            let told = hit.map(|found| ((found.hit.t / size - 1.0).abs() < 1e-6, found.hit.normal));
            assert_eq!(told, expected.then_some((true, Some(Vec3::Z))), "{size}");
        }
    }
}

#[test]
fn parts_without_a_tree_are_hit_as_those_with_one() {
    let mut dice = fastrand::Rng::with_seed(4);
    let meshes = vec![soup(&mut dice), soup(&mut dice)];
    let part = |(i, world_from_mesh)| Part { mesh: i % 2, world_from_mesh };
    let parts: Vec<Part<DVec3>> = placements(12, &mut dice).into_iter().enumerate().map(part).collect();
    let without = Scene::try_new(meshes.iter().map(TriMesh::without_tree).collect(), parts.clone()).unwrap();
    let with = Scene::try_new(meshes, parts).unwrap();
    assert_eq!(with.bounds(), without.bounds());
    let mut hits = 0;
    for _ in 0..300 {
        let origin = vector(&mut dice) * 6.0;
        let ray = Ray::new(origin, vector(&mut dice) * 3.0 - origin);
        let hit = |scene: &Scene<DVec3>| scene.cast(&ray, &CastOptions::default()).map(|h| (h.part, h.hit));
        assert_eq!(hit(&with), hit(&without));
        hits += usize::from(hit(&with).is_some());
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn a_mesh_without_triangles_takes_no_room_wherever_it_is_placed() {
    let mut empty = triangle();
    empty.remove(&[0]).unwrap();
    let identity = Affine3::identity();
    let turned: Affine3<Vec3> = Affine3A::from_rotation_z(0.3).into();
    for world_from_mesh in [identity, turned] {
        let parts = [0, 1]
            .map(|mesh| Part { mesh, world_from_mesh: if mesh == 0 { identity } else { world_from_mesh } });
        let scene = Scene::try_new(vec![triangle(), empty.clone()], parts.to_vec()).unwrap();
        let alone = Scene::try_new(vec![triangle()], parts[..1].to_vec()).unwrap();
        assert_eq!(scene.bounds(), alone.bounds());
    }
}

#[test]
fn what_makes_no_scene_is_named() {
    let identity = Affine3::identity();
    let flat = Affine3 { z: Vec3::ZERO, ..identity };
    let error = |parts: Vec<Part<Vec3>>| Scene::try_new(vec![triangle()], parts).unwrap_err();
    assert_eq!(error(vec![]), SceneError::Empty);
    let lost = Part { mesh: 3, world_from_mesh: identity };
    assert_eq!(error(vec![lost]), SceneError::NoSuchMesh { part: 0, mesh: 3, meshes: 1 });
    let good = Part { mesh: 0, world_from_mesh: identity };
    assert_eq!(
        error(vec![good, Part { mesh: 0, world_from_mesh: flat }]).to_string(),
        "the placement of part 1 must be finite and must not flatten it to a plane, line or point"
    );
}

#[test]
fn a_segment_that_ends_on_a_part_or_is_a_point_of_it_hits_as_it_hits_the_mesh() {
    let mut dice = fastrand::Rng::with_seed(9);
    let mesh = soup(&mut dice);
    let scene =
        Scene::try_new(vec![mesh.clone()], vec![Part { mesh: 0, world_from_mesh: Affine3::identity() }])
            .unwrap();
    let options = CastOptions::default();
    for corner in mesh.vertices() {
        for origin in (0..50).map(|_| vector(&mut dice) * 4.0).chain([*corner]) {
            let segment = Segment::new(origin, *corner);
            let (hit, found) = (mesh.cast(&segment, &options), scene.cast(&segment, &options));
            assert!(hit.is_some() || origin != *corner, "{segment:?}");
            assert_eq!(found.map(|found| found.hit), hit, "{segment:?}");
            assert_eq!(scene.is_hit(&segment, &options), hit.is_some());
            let all: Vec<_> = scene.casts(&segment, &options).iter().map(|found| found.hit).collect();
            assert_eq!(all, mesh.casts(&segment, &options));
        }
    }
}

/// Two meshes in forty places, and each of these by itself.
fn placed_soups(dice: &mut fastrand::Rng) -> (Scene<DVec3>, Vec<TriMesh<DVec3>>) {
    let meshes = vec![soup(dice), soup(dice)];
    let part = |(i, world_from_mesh)| Part { mesh: i % 2, world_from_mesh };
    let parts: Vec<_> = placements(40, dice).into_iter().enumerate().map(part).collect();
    let alone = parts.iter().map(|part| alone(&meshes[part.mesh], part)).collect();
    (Scene::try_new(meshes, parts).unwrap(), alone)
}

fn alone(mesh: &TriMesh<DVec3>, part: &Part<DVec3>) -> TriMesh<DVec3> {
    let vertices = mesh.vertices().iter().map(|v| part.world_from_mesh.transform_point(*v)).collect();
    TriMesh::try_new(vertices, mesh.triangles().to_vec()).unwrap()
}

/// The nearest part is that of all parts one by one.
fn nearest_as_one_by_one<S: Support<Vector = DVec3>>(
    scene: &Scene<DVec3>,
    alone: &[TriMesh<DVec3>],
    shape: &S,
) -> f64 {
    let found = scene.closest(shape, |part| part % 3 != 1).unwrap();
    let each = (0..alone.len()).filter(|part| part % 3 != 1);
    let least = each.map(|part| alone[part].closest(shape).unwrap().1.distance).fold(f64::INFINITY, f64::min);
    assert!(found.part % 3 != 1 && (found.closest.distance - least).abs() < 1e-12, "{found:?} {least}");
    let triangle = alone[found.part].triangle(found.triangle).unwrap();
    assert!(barycast::shape::Point(found.closest.on_a).distance(&triangle) < 1e-12, "{found:?}");
    if least > 0.0 {
        assert!(((found.closest.on_b - found.closest.on_a).length() - least).abs() < 1e-12, "{found:?}");
    }
    least
}

#[test]
fn the_nearest_part_of_a_scene_is_the_nearest_of_all() {
    let mut dice = fastrand::Rng::with_seed(21);
    let (scene, alone) = placed_soups(&mut dice);
    let mut apart = 0;
    for _ in 0..100 {
        let (at, half) = (vector(&mut dice) * 7.0, vector(&mut dice) * 0.4);
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let least = [
            nearest_as_one_by_one(&scene, &alone, &Sphere::new(at, 0.2)),
            nearest_as_one_by_one(&scene, &alone, &Capsule::new(at - half, at + half, 0.1)),
            nearest_as_one_by_one(&scene, &alone, &Obb::new(at, half.abs() + 0.05, axes)),
            nearest_as_one_by_one(&scene, &alone, &Cylinder::new(at - half, at + half, 0.2)),
        ];
        apart += least.iter().filter(|least| **least > 0.0).count();
    }
    assert!(apart > 100, "{apart}");
    assert!(scene.closest(&Sphere::new(DVec3::ZERO, 1.0), |_| false).is_none());
    assert!(scene.closest(&Sphere::new(DVec3::NAN, 1.0), |_| true).is_none());
}

#[test]
fn a_scene_with_moved_parts_answers_as_one_that_is_built_with_them() {
    let mut dice = fastrand::Rng::with_seed(22);
    let (mut scene, mut alone) = placed_soups(&mut dice);
    let mut hits = 0;
    for round in 0..300 {
        // Near its place, then far: the tree is fitted, and built anew.
        let part = dice.usize(0..alone.len());
        let far = if round % 50 == 49 { 100.0 } else { 1.0 };
        let mut placement = placements(2, &mut dice)[1];
        placement.translation *= far;
        scene.try_move_part(part, placement).unwrap();
        assert_eq!(scene.parts()[part].world_from_mesh, placement);
        alone[part] = self::alone(&scene.meshes()[part % 2], &scene.parts()[part]);
        let built = Scene::try_new(scene.meshes().to_vec(), scene.parts().to_vec()).unwrap();
        let bounds = [scene.bounds(), built.bounds()];
        assert_eq!(bounds[0], bounds[1]);
        for _ in 0..10 {
            let from = placement.translation + vector(&mut dice) * 4.0;
            let ray = Ray::new(from, placement.translation + vector(&mut dice) - from);
            let hit =
                |scene: &Scene<DVec3>| scene.cast(&ray, &CastOptions::default()).map(|h| (h.part, h.hit));
            assert_eq!(hit(&scene), hit(&built));
            hits += usize::from(hit(&built).is_some());
        }
        nearest_as_one_by_one(&scene, &alone, &Sphere::new(vector(&mut dice) * 6.0, 0.1));
    }
    assert!(hits > 500, "{hits}");
    let (count, identity) = (alone.len(), Affine3::identity());
    let lost = SceneError::NoSuchPart { part: count, parts: count };
    assert_eq!(scene.try_move_part(count, identity), Err(lost));
    assert_eq!(lost.to_string(), "the part must be below 40 (so many there are), got 40");
    let flat = Affine3 { z: DVec3::ZERO, ..identity };
    let before = scene.parts()[3];
    assert_eq!(scene.try_move_part(3, flat), Err(SceneError::NoWayBack { part: 3 }));
    assert_eq!(scene.parts()[3], before);
}

#[test]
fn a_part_without_triangles_moves_and_stays_nowhere() {
    let mut empty = triangle();
    empty.remove(&[0]).unwrap();
    let parts = [0, 1].map(|mesh| Part { mesh, world_from_mesh: Affine3::identity() });
    let mut scene = Scene::try_new(vec![triangle(), empty], parts.to_vec()).unwrap();
    let before = scene.bounds();
    let there = Affine3 { translation: Vec3::splat(50.0), ..Affine3::identity() };
    scene.try_move_part(1, there).unwrap();
    assert_eq!(scene.bounds(), before);
    assert!(scene.closest(&Sphere::new(Vec3::ZERO, 0.1), |part| part == 1).is_none());
    scene.try_move_part(0, there).unwrap();
    assert!(scene.bounds().min.min_element() > 48.0);
}
