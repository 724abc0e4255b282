//! Scenes against brute force over their instances.

use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::scene::{Instance, Scene, SceneError};
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

/// Draws rotated, scaled, mirrored and translated placements; the first is the identity.
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
fn hits_of_a_scene_equal_those_of_transformed_meshes() {
    let mut dice = fastrand::Rng::with_seed(1);
    let meshes = vec![soup(&mut dice), soup(&mut dice)];
    let placements = placements(40, &mut dice);
    let instance = |(i, world_from_mesh)| Instance { mesh: i % 2, world_from_mesh };
    let instances: Vec<_> = placements.iter().copied().enumerate().map(instance).collect();
    let moved: Vec<TriMesh<DVec3>> = instances
        .iter()
        .map(|part| {
            let mesh = &meshes[part.mesh];
            let vertices = mesh.vertices().iter().map(|v| part.world_from_mesh.transform_point(*v)).collect();
            TriMesh::try_new(vertices, mesh.triangles().to_vec()).unwrap()
        })
        .collect();
    let scene = Scene::try_new(meshes, instances.clone()).unwrap();
    let mut found = 0;
    for round in 0..4_000 {
        let from = vector(&mut dice) * 8.0;
        let ray = Ray::new(from, vector(&mut dice) * 4.0 - from);
        let max_t = (round % 3 == 0).then_some(1.1);
        let options = CastOptions { max_t, ..CastOptions::default() };
        let mut all: Vec<(f64, usize, usize)> = Vec::new();
        for (instance, mesh) in moved.iter().enumerate() {
            all.extend(
                mesh.cast_all(&ray, &options).iter().map(|hit| (hit.t, instance, hit.triangle.unwrap())),
            );
        }
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let hits = scene.cast_all(&ray, &options);
        let reported: Vec<_> = hits.iter().map(|h| (h.instance, h.hit.triangle.unwrap())).collect();
        assert_eq!(reported, all.iter().map(|a| (a.1, a.2)).collect::<Vec<_>>());
        let nearest = scene.cast(&ray, &options);
        assert_eq!(nearest.map(|h| (h.instance, h.hit.t)), hits.first().map(|h| (h.instance, h.hit.t)));
        assert_eq!(scene.is_hit(&ray, &options), nearest.is_some());
        for (hit, (t, instance, triangle)) in hits.iter().zip(&all) {
            assert!((hit.hit.t - t).abs() < 1e-11, "{} {t}", hit.hit.t);
            let normal = hit.hit.normal.unwrap();
            let expected = moved[*instance].triangle(*triangle).unwrap();
            let across = (expected.b - expected.a).cross(expected.c - expected.a).normalize();
            let mirrored =
                placements[*instance].x.dot(placements[*instance].y.cross(placements[*instance].z)) < 0.0;
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
fn at_equal_t_the_lowest_instance_is_returned_within_the_limit() {
    let instance = Instance { mesh: 0, world_from_mesh: Affine3::identity() };
    let scene = Scene::try_new(vec![triangle()], vec![instance; 100]).unwrap();
    let segment = Segment::new(Vec3::Z, Vec3::ZERO);
    let all = CastOptions::default();
    let hit = scene.cast(&segment, &all).unwrap();
    assert_eq!((hit.instance, hit.hit.t, hit.hit.normal), (0, 1.0, Some(Vec3::Z)));
    assert_eq!(scene.cast_all(&segment, &all).len(), 100);
    let short = CastOptions { max_t: Some(0.999), ..all };
    assert!(!scene.is_hit(&segment, &short) && scene.cast(&segment, &short).is_none());
}

#[test]
fn an_instance_that_overflows_f32_boxes_is_hit_once() {
    let corners = [[-1e72, 0.0, -1e72], [1e72, 0.0, -1e72], [0.0, 0.0, 1e72]];
    let mesh = TriMesh::try_new(corners.map(DVec3::from_array).to_vec(), vec![[0, 1, 2]]).unwrap();
    let ray = Ray::new(dvec3(0.0, 5e75, 5e75), dvec3(5e-91, -4.0, -4.0));
    assert_eq!(mesh.crossings(&ray, &CastOptions::default()), 1);
    let identity = Affine3::identity();
    // Zeros in a placement cancel infinite coordinates.
    for world_from_mesh in [identity, Affine3 { y: -DVec3::Y, ..identity }] {
        let scene = Scene::try_new(vec![mesh.clone()], vec![Instance { mesh: 0, world_from_mesh }]).unwrap();
        assert_eq!(scene.cast_all(&ray, &CastOptions::default()).len(), 1);
    }
}

#[test]
fn instances_of_any_scale_are_hit() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]]).unwrap();
    for size in [1e-30_f32, 1e-13, 1.0, 1e13, 1e30] {
        let instance = Instance { mesh: 0, world_from_mesh: Affine3A::from_scale(Vec3::splat(size)).into() };
        let scene = Scene::try_new(vec![mesh.clone()], vec![instance]).unwrap();
        for (at, expected) in [(0.25, true), (0.9, false)] {
            let down = Ray::new(vec3(at, at, 1.0) * size, -Vec3::Z);
            let hit = scene.cast(&down, &CastOptions::default());
            assert_eq!(scene.is_hit(&down, &CastOptions::default()), expected);
            let reported = hit.map(|found| ((found.hit.t / size - 1.0).abs() < 1e-6, found.hit.normal));
            assert_eq!(reported, expected.then_some((true, Some(Vec3::Z))), "{size}");
        }
    }
}

#[test]
fn instances_of_meshes_without_a_bvh_have_the_same_hits() {
    let mut dice = fastrand::Rng::with_seed(4);
    let meshes = vec![soup(&mut dice), soup(&mut dice)];
    let instance = |(i, world_from_mesh)| Instance { mesh: i % 2, world_from_mesh };
    let instances: Vec<Instance<DVec3>> =
        placements(12, &mut dice).into_iter().enumerate().map(instance).collect();
    let without =
        Scene::try_new(meshes.iter().map(TriMesh::without_tree).collect(), instances.clone()).unwrap();
    let with = Scene::try_new(meshes, instances).unwrap();
    assert_eq!(with.bounds(), without.bounds());
    let mut hits = 0;
    for _ in 0..300 {
        let origin = vector(&mut dice) * 6.0;
        let ray = Ray::new(origin, vector(&mut dice) * 3.0 - origin);
        let hit =
            |scene: &Scene<DVec3>| scene.cast(&ray, &CastOptions::default()).map(|h| (h.instance, h.hit));
        assert_eq!(hit(&with), hit(&without));
        hits += usize::from(hit(&with).is_some());
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn empty_meshes_do_not_enlarge_the_bounds() {
    let mut empty = triangle();
    empty.remove(&[0]).unwrap();
    let identity = Affine3::identity();
    let turned: Affine3<Vec3> = Affine3A::from_rotation_z(0.3).into();
    for world_from_mesh in [identity, turned] {
        let instances = [0, 1].map(|mesh| Instance {
            mesh,
            world_from_mesh: if mesh == 0 { identity } else { world_from_mesh },
        });
        let scene = Scene::try_new(vec![triangle(), empty.clone()], instances.to_vec()).unwrap();
        let alone = Scene::try_new(vec![triangle()], instances[..1].to_vec()).unwrap();
        assert_eq!(scene.bounds(), alone.bounds());
    }
}

#[test]
fn invalid_scenes_are_rejected() {
    let identity = Affine3::identity();
    let flat = Affine3 { z: Vec3::ZERO, ..identity };
    let error = |instances: Vec<Instance<Vec3>>| Scene::try_new(vec![triangle()], instances).unwrap_err();
    assert_eq!(error(vec![]), SceneError::Empty);
    let lost = Instance { mesh: 3, world_from_mesh: identity };
    assert_eq!(error(vec![lost]), SceneError::NoSuchMesh { instance: 0, mesh: 3, meshes: 1 });
    let good = Instance { mesh: 0, world_from_mesh: identity };
    assert_eq!(
        error(vec![good, Instance { mesh: 0, world_from_mesh: flat }]).to_string(),
        "the placement of instance 1 must be finite and must not flatten it to a plane, line or point"
    );
}

#[test]
fn segments_that_end_on_an_instance_hit_as_they_hit_the_mesh() {
    let mut dice = fastrand::Rng::with_seed(9);
    let mesh = soup(&mut dice);
    let scene =
        Scene::try_new(vec![mesh.clone()], vec![Instance { mesh: 0, world_from_mesh: Affine3::identity() }])
            .unwrap();
    let options = CastOptions::default();
    for corner in mesh.vertices() {
        for origin in (0..50).map(|_| vector(&mut dice) * 4.0).chain([*corner]) {
            let segment = Segment::new(origin, *corner);
            let (hit, found) = (mesh.cast(&segment, &options), scene.cast(&segment, &options));
            assert!(hit.is_some() || origin != *corner, "{segment:?}");
            assert_eq!(found.map(|found| found.hit), hit, "{segment:?}");
            assert_eq!(scene.is_hit(&segment, &options), hit.is_some());
            let all: Vec<_> = scene.cast_all(&segment, &options).iter().map(|found| found.hit).collect();
            assert_eq!(all, mesh.cast_all(&segment, &options));
        }
    }
}

/// Builds a scene of two meshes in forty places, and each instance as a separate mesh.
fn placed_meshes(dice: &mut fastrand::Rng) -> (Scene<DVec3>, Vec<TriMesh<DVec3>>) {
    let meshes = vec![soup(dice), soup(dice)];
    let instance = |(i, world_from_mesh)| Instance { mesh: i % 2, world_from_mesh };
    let instances: Vec<_> = placements(40, dice).into_iter().enumerate().map(instance).collect();
    let alone = instances.iter().map(|instance| alone(&meshes[instance.mesh], instance)).collect();
    (Scene::try_new(meshes, instances).unwrap(), alone)
}

fn alone(mesh: &TriMesh<DVec3>, part: &Instance<DVec3>) -> TriMesh<DVec3> {
    let vertices = mesh.vertices().iter().map(|v| part.world_from_mesh.transform_point(*v)).collect();
    TriMesh::try_new(vertices, mesh.triangles().to_vec()).unwrap()
}

/// Checks that the closest instance equals brute force.
fn closest_equals_brute_force<S: Support<Vector = DVec3>>(
    scene: &Scene<DVec3>,
    alone: &[TriMesh<DVec3>],
    shape: &S,
) -> f64 {
    let found = scene.closest(shape, |instance| instance % 3 != 1).unwrap();
    let each = (0..alone.len()).filter(|instance| instance % 3 != 1);
    let least =
        each.map(|instance| alone[instance].closest(shape).unwrap().1.distance).fold(f64::INFINITY, f64::min);
    assert!(found.instance % 3 != 1 && (found.closest.distance - least).abs() < 1e-12, "{found:?} {least}");
    let triangle = alone[found.instance].triangle(found.triangle).unwrap();
    assert!(barycast::shape::Point(found.closest.on_a).distance(&triangle) < 1e-12, "{found:?}");
    if least > 0.0 {
        assert!(((found.closest.on_b - found.closest.on_a).length() - least).abs() < 1e-12, "{found:?}");
    }
    least
}

#[test]
fn the_closest_instance_equals_brute_force() {
    let mut dice = fastrand::Rng::with_seed(21);
    let (scene, alone) = placed_meshes(&mut dice);
    let mut apart = 0;
    for _ in 0..100 {
        let (at, half) = (vector(&mut dice) * 7.0, vector(&mut dice) * 0.4);
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let least = [
            closest_equals_brute_force(&scene, &alone, &Sphere::new(at, 0.2)),
            closest_equals_brute_force(&scene, &alone, &Capsule::new(at - half, at + half, 0.1)),
            closest_equals_brute_force(&scene, &alone, &Obb::new(at, half.abs() + 0.05, axes)),
            closest_equals_brute_force(&scene, &alone, &Cylinder::new(at - half, at + half, 0.2)),
        ];
        apart += least.iter().filter(|least| **least > 0.0).count();
    }
    assert!(apart > 100, "{apart}");
    assert!(scene.closest(&Sphere::new(DVec3::ZERO, 1.0), |_| false).is_none());
    assert!(scene.closest(&Sphere::new(DVec3::NAN, 1.0), |_| true).is_none());
}

#[test]
fn a_scene_with_moved_instances_equals_a_rebuilt_one() {
    let mut dice = fastrand::Rng::with_seed(22);
    let (mut scene, mut alone) = placed_meshes(&mut dice);
    let mut hits = 0;
    for round in 0..300 {
        // Near its place, then far: the BVH is refitted, then rebuilt.
        let instance = dice.usize(0..alone.len());
        let far = if round % 50 == 49 { 100.0 } else { 1.0 };
        let mut placement = placements(2, &mut dice)[1];
        placement.translation *= far;
        scene.try_move_instance(instance, placement).unwrap();
        assert_eq!(scene.instances()[instance].world_from_mesh, placement);
        alone[instance] = self::alone(&scene.meshes()[instance % 2], &scene.instances()[instance]);
        let built = Scene::try_new(scene.meshes().to_vec(), scene.instances().to_vec()).unwrap();
        let bounds = [scene.bounds(), built.bounds()];
        assert_eq!(bounds[0], bounds[1]);
        for _ in 0..10 {
            let from = placement.translation + vector(&mut dice) * 4.0;
            let ray = Ray::new(from, placement.translation + vector(&mut dice) - from);
            let hit =
                |scene: &Scene<DVec3>| scene.cast(&ray, &CastOptions::default()).map(|h| (h.instance, h.hit));
            assert_eq!(hit(&scene), hit(&built));
            hits += usize::from(hit(&built).is_some());
        }
        closest_equals_brute_force(&scene, &alone, &Sphere::new(vector(&mut dice) * 6.0, 0.1));
    }
    assert!(hits > 500, "{hits}");
    let (count, identity) = (alone.len(), Affine3::identity());
    let lost = SceneError::NoSuchInstance { instance: count, instances: count };
    assert_eq!(scene.try_move_instance(count, identity), Err(lost));
    assert_eq!(lost.to_string(), "the instance must be below 40 (the number of instances), got 40");
    let flat = Affine3 { z: DVec3::ZERO, ..identity };
    let before = scene.instances()[3];
    assert_eq!(scene.try_move_instance(3, flat), Err(SceneError::SingularTransform { instance: 3 }));
    assert_eq!(scene.instances()[3], before);
}

#[test]
fn an_empty_instance_can_be_moved() {
    let mut empty = triangle();
    empty.remove(&[0]).unwrap();
    let instances = [0, 1].map(|mesh| Instance { mesh, world_from_mesh: Affine3::identity() });
    let mut scene = Scene::try_new(vec![triangle(), empty], instances.to_vec()).unwrap();
    let before = scene.bounds();
    let there = Affine3 { translation: Vec3::splat(50.0), ..Affine3::identity() };
    scene.try_move_instance(1, there).unwrap();
    assert_eq!(scene.bounds(), before);
    assert!(scene.closest(&Sphere::new(Vec3::ZERO, 0.1), |instance| instance == 1).is_none());
    scene.try_move_instance(0, there).unwrap();
    assert!(scene.bounds().min.min_element() > 48.0);
}
