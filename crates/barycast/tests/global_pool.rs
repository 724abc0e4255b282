//! Small work runs on the calling thread, and large work on the pool that the caller installs. The
//! global pool of rayon starts in neither case. One test, because the pool is one for the process.

#![cfg(all(feature = "rayon", feature = "mesh", feature = "scene", feature = "batch"))]

use barycast::batch::Batch;
use barycast::bvh::Build;
use barycast::dynamic::any::Shape3;
use barycast::frame::Affine3;
use barycast::mesh::{HitArrays, RayArrays, Solid, TriMesh, Winding};
use barycast::pair::cast::CastOptions;
use barycast::scene::broad_phase;
use barycast::scene::clash::{Assembly, Limits};
use barycast::scene::moving::{Bodies, CollisionFilter};
use barycast::scene::{Instance, Scene};
use barycast::shape::{Aabb, Ray, Sphere};

use core::ops::ControlFlow;
use glam::{DVec3, dvec3};
use std::sync::Arc;

/// A closed box whose sides are grids of `2 * n * n` triangles.
fn cube(n: u32) -> TriMesh<DVec3> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in 0..6 {
        let first = vertices.len() as u32;
        for i in 0..=n {
            for j in 0..=n {
                let (u, v) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                let w = f64::from(side % 2);
                let (u, v) = if side % 2 == 1 { (u, v) } else { (v, u) };
                vertices.push([dvec3(u, v, w), dvec3(w, u, v), dvec3(v, w, u)][side as usize / 2]);
            }
        }
        for i in 0..n {
            for j in 0..n {
                let at = |i: u32, j: u32| first + i * (n + 1) + j;
                triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    TriMesh::try_new(vertices, triangles).unwrap()
}

/// Runs every query that uses several threads, with `count` queries.
fn queries(n: u32, count: usize) {
    let mesh = cube(n);
    let fast =
        TriMesh::try_with_build(mesh.vertices().to_vec(), mesh.triangles().to_vec(), Build::Fast).unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    let mut number = || 2.0 * random.f64() - 0.5;
    let points: Vec<[f64; 3]> = (0..count).map(|_| [number(), number(), number()]).collect();
    let vectors: Vec<DVec3> = points.iter().copied().map(DVec3::from).collect();
    let rays: Vec<_> = vectors.iter().map(|p| Ray::new(*p, DVec3::ONE - 2.0 * *p)).collect();
    let options = CastOptions::default();
    assert_eq!(mesh.cast_batch(&rays, &options).len(), count);
    assert_eq!(fast.is_hit_batch(&rays, &options).len(), count);
    let arrays = RayArrays::Separate { origins: &points, directions: &points };
    let mut t = vec![0.0; count];
    let hits = HitArrays { t: Some(&mut t), ..HitArrays::default() };
    mesh.cast_arrays(arrays, &options, hits).unwrap();
    mesh.cast_all_arrays(arrays, &options, None).unwrap();
    let mut inside = vec![false; count];
    mesh.contains_point_arrays(&points, &mut inside).unwrap();
    mesh.triangles_within_arrays(&points, 0.1);
    mesh.closest_point_batch(&vectors);
    mesh.signed_distance_batch(&vectors);
    let aside = Affine3 { translation: DVec3::splat(0.5), ..Affine3::identity() };
    assert!(!mesh.intersecting_triangles(&mesh, &aside).is_empty());
    mesh.self_intersections();
    let mesh = Arc::new(mesh);
    Winding::new(Arc::clone(&mesh)).at_batch(&vectors, 1e-3);
    let solid = Solid::new(Arc::clone(&mesh));
    assert!(solid.penetration(&solid, &aside, 1e-3).is_ok());
    let spheres: Vec<_> = vectors.iter().map(|p| Sphere::new(*p, 0.1)).collect();
    Batch::new(&spheres).intersects_one(&Sphere::new(DVec3::ZERO, 1.0));
    let boxes: Vec<_> = vectors.iter().map(|p| Aabb::new(*p, *p + 0.1)).collect();
    broad_phase::pairs(&boxes).unwrap();
    let instances = vec![Instance { mesh: 0, world_from_mesh: aside }; 2];
    Scene::try_new(vec![Arc::clone(&mesh)], instances.clone()).unwrap();
    let assembly = Assembly::new(vec![mesh], instances);
    let limits = Limits { tolerance: 1e-6, clearance: 0.0 };
    assembly.clashes(&limits, |_, _| true, |_| ControlFlow::Continue(())).unwrap();
    let mut bodies = Bodies::<Shape3>::new();
    for sphere in spheres.iter().take(count.min(2000)) {
        bodies.insert((*sphere).into(), CollisionFilter::FIRST).unwrap();
    }
    bodies.step();
    bodies.manifolds();
}

#[test]
fn small_work_and_an_installed_pool_leave_the_global_pool_alone() {
    queries(4, 5);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| queries(30, 3000));
    // It is an error if the global pool runs.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
}
