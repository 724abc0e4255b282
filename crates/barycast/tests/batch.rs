//! Batches against single calls, all instruction sets of the machine against each other, and trees
//! built in different ways.

use barycast::bvh::{Build, Level};
use barycast::frame::Affine3;
use barycast::mesh::{MeshError, MeshNumber, TriMesh};
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::shape::Ray;
use barycast::vector::{FloatVector, Vector3};
use glam::{DAffine3, DVec3, Vec3, dvec3};
use std::ops::ControlFlow;

/// Builds a closed torus of `2 n n` triangles on a grid of eighths, so that rays with such
/// coordinates hit its edges and vertices.
fn ring(n: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let at = |i: u32, j: u32| (i % n) * n + j % n;
    let round = |x: f64| (x * 8.0).round() / 8.0;
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(n);
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let reach = 6.0 + 3.0 * angle(j).cos();
            vertices.push(dvec3(
                round(reach * angle(i).cos()),
                round(3.0 * angle(j).sin()),
                round(reach * angle(i).sin()),
            ));
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

/// Draws rays: coherent tiles from one eye, parallel ones, and incoherent ones; with coordinates in
/// eighths and others, some of extreme size.
fn rays(random: &mut fastrand::Rng) -> Vec<[DVec3; 2]> {
    let mut number = |grid: bool| {
        let x = random.f64() * 24.0 - 12.0;
        if grid { (x * 8.0).round() / 8.0 } else { x }
    };
    let mut rays = Vec::new();
    for tile in 0..300 {
        let grid = tile % 3 == 0;
        let mut point = || dvec3(number(grid), number(grid), number(grid));
        let (eye, way) = (point() * 2.0, point());
        for x in 0..5 {
            for y in 0..7 {
                let step = dvec3(f64::from(x), f64::from(y), f64::from(x - y)) * 0.125;
                rays.push([eye, way - eye + step]);
            }
        }
        let side = |i: u32, j: u32| dvec3(0.5 * f64::from(i), 0.25 * f64::from(j), f64::from(j));
        let far = 2.0_f64.powi(if tile % 7 == 0 { 70 } else { 0 });
        rays.extend((0..16).map(|i| [(eye + side(i / 4, i % 4)) * far, (way - eye) * far]));
        rays.extend((0..20).map(|_| [point(), point()]));
        rays.extend([DVec3::X, DVec3::NEG_Y, DVec3::Z].map(|axis| [point(), axis]));
        let huge = if grid { 2.0_f64.powi(40) } else { 2.0_f64.powi(-60) };
        rays.push([point(), point() * huge]);
    }
    rays.retain(|[_, direction]| *direction != DVec3::ZERO);
    rays
}

/// Returns all instruction levels of the machine.
fn levels() -> Vec<Level> {
    let mut levels = vec![Level::baseline(), Level::new()];
    #[cfg(target_arch = "x86_64")]
    {
        let level = Level::new();
        levels.extend(level.as_sse4_2().map(Level::Sse4_2));
        levels.extend(level.as_avx2().map(Level::Avx2));
    }
    levels
}

fn agree<V: FloatVector<Scalar: MeshNumber + Send + Sync> + Vector3 + PartialEq + Send + Sync>(
    make: impl Fn(DVec3) -> V,
) {
    let (vertices, triangles) = ring(48);
    let vertices: Vec<V> = vertices.into_iter().map(&make).collect();
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
    let brute = mesh.without_tree();
    let mut others: Vec<_> = levels()
        .into_iter()
        .map(|level| (format!("{level:?}"), mesh.clone().with_simd_level(level)))
        .collect();
    let fast = TriMesh::try_with_build(vertices.clone(), triangles.clone(), Build::Fast).unwrap();
    others.push(("built fast".into(), fast));
    let flat = vertices.iter().map(|v| v.with(1, V::Scalar::from_f64(0.5))).collect();
    let flat = TriMesh::try_new(flat, triangles).unwrap();
    others.push(("refitted".into(), flat.clone().try_refit(vertices.clone()).unwrap()));
    others.push(("compact".into(), mesh.clone().compact()));
    others.push(("compact, refitted".into(), flat.compact().try_refit(vertices).unwrap()));
    assert!(others.iter().rev().take(2).all(|(_, other)| other.tree_bytes() < mesh.tree_bytes()));
    let mut random = fastrand::Rng::with_seed(7);
    let rays: Vec<_> = rays(&mut random)
        .into_iter()
        .map(|[origin, direction]| Ray::new(make(origin), make(direction)))
        .collect();
    let points: Vec<_> = rays.iter().map(|ray| ray.origin).collect();
    for (cull, max_t) in [(false, None), (true, None), (false, Some(1.0)), (true, Some(0.0))] {
        let max_t = max_t.map(V::Scalar::from_f64);
        let options = CastOptions { cull, max_t, ..CastOptions::default() };
        let hits: Vec<_> = rays.iter().map(|ray| mesh.cast(ray, &options)).collect();
        assert!(max_t == Some(V::Scalar::ZERO) || hits.iter().flatten().count() > 1000);
        for (ray, hit) in rays.iter().zip(&hits).step_by(16) {
            assert_eq!(brute.cast(ray, &options), *hit, "{ray:?}");
        }
        for (name, mesh) in &others {
            assert_eq!(mesh.cast_batch(&rays, &options), hits, "{name}");
            let any: Vec<_> = hits.iter().map(Option::is_some).collect();
            assert_eq!(mesh.is_hit_batch(&rays, &options), any, "{name}");
            for (ray, hit) in rays.iter().zip(&hits) {
                assert_eq!(mesh.cast(ray, &options), *hit, "{name} {ray:?}");
                assert_eq!(mesh.cast_all(ray, &options).first().copied(), *hit, "{name} {ray:?}");
            }
        }
    }
    let results = |mesh: &TriMesh<V>| -> Vec<_> {
        let found = mesh.closest_point_batch(&points);
        found.iter().map(|near| (near.triangle, near.closest.distance, near.closest.on_b)).collect()
    };
    let nearest = results(&mesh);
    for (point, near) in points.iter().zip(&nearest).step_by(16) {
        let all = brute.closest_point(*point);
        assert_eq!((all.triangle, all.closest.distance), (near.0, near.1), "{point:?}");
    }
    for (name, mesh) in &others {
        assert!(results(mesh) == nearest, "{name}");
    }
}

#[test]
fn batches_and_instruction_sets_agree_in_f32() {
    agree::<Vec3>(DVec3::as_vec3);
}

#[test]
fn batches_and_instruction_sets_agree_in_f64() {
    agree::<DVec3>(std::convert::identity);
}

/// Uses a tree larger than the processor's caches, which is traversed with interleaved rays.
/// Parallel rays from afar start together and diverge.
fn agree_at_large<V: FloatVector<Scalar: MeshNumber + Send + Sync> + Vector3 + PartialEq + Send + Sync>(
    make: impl Fn(DVec3) -> V,
) {
    let (vertices, triangles) = ring(320);
    let vertices = vertices.into_iter().map(&make).collect();
    let mesh = TriMesh::try_with_build(vertices, triangles, Build::Fast).unwrap();
    assert!(mesh.tree_bytes() > 8 << 20, "{}", mesh.tree_bytes());
    let mut random = fastrand::Rng::with_seed(8);
    let mut number = || random.f64() * 20.0 - 10.0;
    let mut rays = Vec::new();
    for _ in 0..4096 {
        rays.push(Ray::new(make(dvec3(number(), 12.0, number())), make(dvec3(0.1, -1.0, 0.2))));
    }
    for _ in 0..4096 {
        rays.push(Ray::new(
            make(dvec3(number(), number(), number())),
            make(dvec3(number(), number(), number())),
        ));
    }
    let options = CastOptions::default();
    let hits: Vec<_> = rays.iter().map(|ray| mesh.cast(ray, &options)).collect();
    assert!((2000..7000).contains(&hits.iter().flatten().count()));
    assert_eq!(mesh.cast_batch(&rays, &options), hits);
    let any: Vec<_> = hits.iter().map(Option::is_some).collect();
    assert_eq!(mesh.is_hit_batch(&rays, &options), any);
}

#[test]
fn interleaved_rays_and_diverging_packets_agree() {
    agree_at_large::<Vec3>(DVec3::as_vec3);
    agree_at_large::<DVec3>(std::convert::identity);
}

#[test]
fn rays_that_start_on_a_mesh_hit_at_positive_zero() {
    let (vertices, triangles) = ring(12);
    let mesh = TriMesh::try_new(vertices.clone(), triangles).unwrap();
    let options = CastOptions::default();
    let ways = [DVec3::X, DVec3::NEG_Y, dvec3(-1.0, 0.5, 0.25), dvec3(0.0, -2.0, 3.0)];
    let rays: Vec<_> = vertices.iter().flat_map(|v| ways.map(|way| Ray::new(*v, way))).collect();
    for (ray, of_batch) in rays.iter().zip(mesh.cast_batch(&rays, &options)) {
        for hit in [mesh.cast(ray, &options), mesh.without_tree().cast(ray, &options), of_batch] {
            let hit = hit.unwrap();
            assert_eq!((hit.t.to_bits(), hit.point), (0, Some(ray.origin)));
        }
    }
}

#[test]
fn distances_to_points_that_are_not_finite_are_infinite() {
    let (vertices, triangles) = ring(12);
    let mesh = TriMesh::try_new(vertices, triangles).unwrap();
    for point in [DVec3::NAN, dvec3(0.0, f64::NAN, 0.0), dvec3(0.0, 0.0, f64::INFINITY), DVec3::NEG_INFINITY]
    {
        for mesh in [&mesh, &mesh.without_tree()] {
            assert_eq!(mesh.closest_point(point).closest.distance, f64::INFINITY);
            assert_eq!(mesh.signed_distance(point), f64::INFINITY);
            assert!(mesh.closest_point_within(point, f64::INFINITY).is_none());
            assert!(mesh.k_nearest_triangles(point, 3).is_empty());
            assert!(mesh.triangles_within(point, f64::INFINITY).is_empty());
            assert!(!mesh.contains_point(point));
            let there = Affine3::from(DAffine3::from_translation(point));
            assert!(mesh.distance_to_mesh(mesh, &there, f64::INFINITY).is_none());
            assert!(!mesh.is_within_distance(mesh, &there, 1.0) && !mesh.intersects_mesh(mesh, &there));
            assert_eq!(mesh.closest_point_batch(&[point])[0].closest.distance, f64::INFINITY);
        }
    }
}

#[test]
fn refitting_requires_the_same_number_of_finite_vertices() {
    let (vertices, triangles) = ring(4);
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
    let fewer = vertices[1..].to_vec();
    assert_eq!(mesh.clone().try_refit(fewer).unwrap_err(), MeshError::VertexCount { got: 15, expected: 16 });
    let mut broken = vertices.clone();
    broken[3].y = f64::INFINITY;
    assert!(matches!(mesh.try_refit(broken).unwrap_err(), MeshError::NotFinite { vertex: 3, axis: 1, .. }));
    let ended = TriMesh::try_with_progress(vertices, triangles, Build::Fast, &|_| ControlFlow::Break(()));
    assert_eq!(ended.unwrap_err(), MeshError::Cancelled);
}

#[test]
fn an_empty_batch_has_no_results() {
    let (vertices, triangles) = ring(4);
    let mesh = TriMesh::try_new(vertices, triangles).unwrap();
    assert!(mesh.cast_batch(&[], &CastOptions::default()).is_empty());
    assert!(mesh.is_hit_batch(&[], &CastOptions::default()).is_empty());
    assert!(mesh.closest_point_batch(&[]).is_empty());
}
