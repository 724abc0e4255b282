//! Batches of scenes in arrays of numbers: every result equals that of the single query, and that
//! of the instances one by one.

#![cfg(feature = "scene")]

use barycast::frame::Affine3;
use barycast::mesh::{ClosestArrays, HitArrays, RayArrays, TriMesh};
use barycast::pair::cast::CastOptions;
use barycast::scene::{Instance, Scene, SceneClosestArrays, SceneHitArrays};
use barycast::shape::Ray;
use glam::{DMat3, DVec3, dvec3};
use std::sync::Arc;

const COUNT: usize = 700;

fn id(index: usize) -> i32 {
    i32::try_from(index).unwrap()
}

fn points(seed: u64) -> Vec<[f64; 3]> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..COUNT).map(|_| [(); 3].map(|()| 8.0 * random.f64() - 4.0)).collect()
}

/// A closed octahedron.
fn octahedron() -> Arc<TriMesh<DVec3>> {
    let corners = vec![DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    let upper = (0..4).map(|i| [i, (i + 1) % 4, 4]);
    let lower = (0..4).map(|i| [(i + 1) % 4, i, 5]);
    Arc::new(TriMesh::try_new(corners, upper.chain(lower).collect()).unwrap())
}

/// A rotation with a shift, and a factor.
fn placed(shift: DVec3, size: f64) -> Affine3<DVec3> {
    let turn = DMat3::from_axis_angle(dvec3(1.0, 2.0, 2.0) / 3.0, shift.x);
    Affine3 { x: turn.x_axis * size, y: turn.y_axis * size, z: turn.z_axis * size, translation: shift }
}

/// One mesh in its place, and several that are scaled, turned and overlap.
fn scenes() -> [Scene<DVec3>; 2] {
    let mesh = octahedron();
    let places = [
        Affine3::identity(),
        placed(dvec3(0.5, 0.25, 0.0), 1.5),
        placed(dvec3(-2.0, 1.0, 0.5), 0.5),
        placed(dvec3(2.0, -1.0, 1.5), 1.0),
    ];
    let instances = |count: usize| {
        places[..count].iter().map(|place| Instance { mesh: 0, world_from_mesh: *place }).collect::<Vec<_>>()
    };
    [1, 4].map(|count| Scene::try_new(vec![Arc::clone(&mesh)], instances(count)).unwrap())
}

#[test]
fn meshes_are_shared() {
    let mesh = octahedron();
    let at_origin = Instance { mesh: 0, world_from_mesh: Affine3::identity() };
    let scene = Scene::try_new(vec![Arc::clone(&mesh)], vec![at_origin]).unwrap();
    assert!(Arc::ptr_eq(&scene.meshes()[0], &mesh));
}

#[test]
fn casts_of_arrays_equal_single_casts() {
    let (origins, directions) = (points(1), points(2));
    let arrays = RayArrays::Separate { origins: &origins, directions: &directions };
    for scene in scenes() {
        for (min_t, max_t) in [(None, None), (Some(0.3), Some(0.9))] {
            let options = CastOptions { min_t, max_t, ..CastOptions::default() };
            let (mut t, mut triangle, mut instance) = (vec![0.0; COUNT], vec![7; COUNT], vec![7; COUNT]);
            let hits = HitArrays { t: Some(&mut t), triangle: Some(&mut triangle), ..HitArrays::default() };
            scene
                .cast_arrays(arrays, &options, SceneHitArrays { hits, instance: Some(&mut instance) })
                .unwrap();
            let mut alone = vec![7; COUNT];
            let only = SceneHitArrays { instance: Some(&mut alone), ..SceneHitArrays::default() };
            scene.cast_arrays(arrays, &options, only).unwrap();
            assert_eq!(alone, instance);
            let mut any = vec![false; COUNT];
            scene.is_hit_arrays(arrays, &options, &mut any).unwrap();
            let mut crossings = vec![7; COUNT];
            scene.crossings_arrays(arrays, &options, &mut crossings).unwrap();
            let all = scene.cast_all_arrays(arrays, &options, None).unwrap();
            let first = scene.cast_all_arrays(arrays, &options, Some(1)).unwrap();
            assert_eq!(first.instance.len(), any.iter().filter(|hit| **hit).count());
            for index in 0..COUNT {
                let ray = Ray::new(DVec3::from(origins[index]), DVec3::from(directions[index]));
                let found = scene.cast(&ray, &options);
                let expected = found.map_or((f64::INFINITY, -1, -1), |found| {
                    (found.hit.t, id(found.hit.triangle.unwrap()), id(found.instance))
                });
                assert_eq!((t[index], triangle[index], instance[index]), expected);
                assert_eq!(any[index], found.is_some());
                let hits = scene.cast_all(&ray, &options);
                let of = all.hits.offsets[index]..all.hits.offsets[index + 1];
                assert!(all.hits.t[of.clone()].iter().eq(hits.iter().map(|found| &found.hit.t)));
                assert!(all.instance[of].iter().copied().eq(hits.iter().map(|found| id(found.instance))));
                // No ray of these passes through an edge.
                assert_eq!(crossings[index] as usize, hits.len());
                assert_eq!(crossings[index] as usize, scene.crossings(&ray, &options));
            }
        }
    }
}

#[test]
fn points_of_arrays_equal_the_meshes_in_their_places() {
    let points = points(3);
    for scene in scenes() {
        let placed: Vec<TriMesh<DVec3>> = scene
            .instances()
            .iter()
            .map(|instance| scene.meshes()[instance.mesh].placed(&instance.world_from_mesh).unwrap())
            .collect();
        let (mut distance, mut point) = (vec![0.0; COUNT], vec![[0.0; 3]; COUNT]);
        let (mut triangle, mut instance) = (vec![7; COUNT], vec![7; COUNT]);
        let (mut uv, mut normal) = (vec![[7.0; 2]; COUNT], vec![[7.0; 3]; COUNT]);
        let closest = ClosestArrays {
            distance: Some(&mut distance),
            point: Some(&mut point),
            triangle: Some(&mut triangle),
            uv: Some(&mut uv),
            normal: Some(&mut normal),
        };
        let closest = SceneClosestArrays { closest, instance: Some(&mut instance) };
        scene.closest_point_arrays(&points, 1.5, closest).unwrap();
        let (mut inside, mut signed) = (vec![false; COUNT], vec![7.0; COUNT]);
        scene.contains_point_arrays(&points, &mut inside).unwrap();
        scene.signed_distance_arrays(&points, &mut signed).unwrap();
        for (index, p) in points.iter().map(|p| DVec3::from(*p)).enumerate() {
            let of_each = placed.iter().map(|mesh| mesh.closest_point(p).closest.distance);
            let least = of_each.fold(f64::INFINITY, f64::min);
            let is_inside = placed.iter().any(|mesh| mesh.contains_point(p));
            assert_eq!((inside[index], scene.contains_point(p)), (is_inside, is_inside));
            assert!((signed[index] - if is_inside { -least } else { least }).abs() < 1e-12);
            assert_eq!(signed[index], scene.signed_distance(p));
            if least > 1.5 {
                assert_eq!((distance[index], instance[index], triangle[index]), (f64::INFINITY, -1, -1));
                assert!(point[index][0].is_nan() && uv[index][1].is_nan() && normal[index][2].is_nan());
                continue;
            }
            assert!((distance[index] - least).abs() < 1e-12);
            let mesh = &placed[instance[index] as usize];
            let face = mesh.triangle(triangle[index] as usize).unwrap();
            let ([u, v], on) = (uv[index], DVec3::from(point[index]));
            assert!((face.a + (face.b - face.a) * u + (face.c - face.a) * v - on).length() < 1e-9);
            assert!(((on - p).length() - least).abs() < 1e-9);
            let across = (face.b - face.a).cross(face.c - face.a).normalize();
            assert!((across - DVec3::from(normal[index])).length() < 1e-9);
        }
        assert!(inside.contains(&true) && inside.contains(&false));
    }
}

#[test]
fn wrong_lengths_are_errors_and_odd_numbers_have_no_result() {
    for scene in scenes() {
        let rays = RayArrays::Joined(&[[f64::NAN; 6], [0.0; 6]]);
        let options = CastOptions::default();
        let mut instance = [7; 3];
        let hits = SceneHitArrays { instance: Some(&mut instance), ..SceneHitArrays::default() };
        assert!(scene.cast_arrays(rays, &options, hits).is_err());
        assert_eq!(instance, [7; 3]);
        let hits = SceneHitArrays { instance: Some(&mut instance[..2]), ..SceneHitArrays::default() };
        scene.cast_arrays(rays, &options, hits).unwrap();
        assert_eq!(instance, [-1, -1, 7]);
        let odd = [[f64::NAN, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0]];
        let (mut inside, mut distance) = ([true; 2], [0.0; 2]);
        scene.contains_point_arrays(&odd, &mut inside).unwrap();
        scene.signed_distance_arrays(&odd, &mut distance).unwrap();
        assert_eq!((inside, distance), ([false; 2], [f64::INFINITY; 2]));
        assert!(scene.contains_point_arrays(&odd, &mut [false]).is_err());
    }
}
