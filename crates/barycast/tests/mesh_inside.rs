//! Containment in batches, by cells that are wholly inside or outside, equals that of single
//! points, which is exact.

#![cfg(feature = "mesh")]

use barycast::mesh::TriMesh;
use glam::{DVec3, Vec3, dvec3};

/// The box between two corners, with grids of `2 * n * n` triangles on its sides, outward.
fn cuboid(low: DVec3, high: DVec3, n: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in 0..6_u32 {
        let first = vertices.len() as u32;
        for i in 0..=n {
            for j in 0..=n {
                let (u, v) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                let (u, v, w) = if side % 2 == 1 { (u, v, 1.0) } else { (v, u, 0.0) };
                let at = [dvec3(u, v, w), dvec3(w, u, v), dvec3(v, w, u)][side as usize / 2];
                vertices.push(low + (high - low) * at);
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
    (vertices, triangles)
}

fn joined(parts: &[(Vec<DVec3>, Vec<[u32; 3]>)]) -> TriMesh<DVec3> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (of, named) in parts {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(of);
        triangles.extend(named.iter().map(|[a, b, c]| [a + first, b + first, c + first]));
    }
    TriMesh::try_new(vertices, triangles).unwrap()
}

fn turned(mesh: &TriMesh<DVec3>) -> TriMesh<DVec3> {
    let axis = dvec3(1.0, 2.0, 3.0).normalize();
    let turn = glam::DMat3::from_axis_angle(axis, 0.7);
    TriMesh::try_new(mesh.vertices().iter().map(|v| turn * *v).collect(), mesh.triangles().to_vec()).unwrap()
}

/// Points in and around a mesh, on its vertices and in the middles of its triangles.
fn points(mesh: &TriMesh<DVec3>) -> Vec<DVec3> {
    let mut random = fastrand::Rng::with_seed(9);
    let bounds = mesh.bounds();
    let size = bounds.max - bounds.min;
    let mut points: Vec<DVec3> = (0..20_000)
        .map(|_| bounds.min + size * (dvec3(random.f64(), random.f64(), random.f64()) * 1.2 - 0.1))
        .collect();
    // On the lines and planes of the cells.
    points.extend((0..4000).map(|_| {
        let mut at = || f64::from(random.u32(0..=64)) / 64.0;
        bounds.min + size * dvec3(at(), at(), at())
    }));
    points.extend(mesh.vertices().iter().take(2000));
    for triangle in (0..mesh.triangles().len().min(2000)).filter_map(|i| mesh.triangle(i)) {
        points.push((triangle.a + triangle.b + triangle.c) / 3.0);
    }
    points.extend([DVec3::NAN, DVec3::splat(f64::INFINITY), bounds.min, bounds.max]);
    points
}

fn assert_equal(mesh: &TriMesh<DVec3>) {
    let points = points(mesh);
    let inside = mesh.contains_point_batch(&points);
    let distances = mesh.signed_distance_batch(&points);
    for (index, point) in points.iter().enumerate() {
        assert_eq!(inside[index], mesh.contains_point(*point), "{point}");
        assert_eq!(distances[index].to_bits(), mesh.signed_distance(*point).to_bits(), "{point}");
    }
    let wide = mesh.vertices().iter().map(|v| v.as_vec3()).collect();
    let narrow = TriMesh::<Vec3>::try_new(wide, mesh.triangles().to_vec()).unwrap();
    let points: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
    let inside = narrow.contains_point_batch(&points);
    for (index, point) in points.iter().enumerate() {
        assert_eq!(inside[index], narrow.contains_point(*point), "{point}");
    }
}

#[test]
fn batches_equal_single_points() {
    let large = cuboid(dvec3(-1.0, -1.0, -1.0), dvec3(1.0, 2.0, 3.0), 12);
    let (hole, mut faces) = cuboid(dvec3(-0.5, 0.0, 0.0), dvec3(0.5, 1.0, 2.0), 7);
    for face in &mut faces {
        face.swap(1, 2);
    }
    let overlapping = cuboid(dvec3(0.75, 1.5, 2.5), dvec3(2.0, 4.0, 4.0), 3);
    let cube = joined(&[cuboid(DVec3::ZERO, DVec3::ONE, 1)]);
    let all = joined(&[large.clone(), (hole, faces), overlapping.clone(), overlapping]);
    for mesh in [&cube, &all, &joined(&[large])] {
        assert_equal(mesh);
        assert_equal(&turned(mesh));
        let far: Vec<_> = mesh.vertices().iter().map(|v| *v * 1e-3 + dvec3(4e5, 5e6, -100.0)).collect();
        assert_equal(&TriMesh::try_new(far, mesh.triangles().to_vec()).unwrap());
    }
    // Flat, open and inverted ones.
    let (vertices, mut triangles) = cuboid(DVec3::ZERO, dvec3(1.0, 1.0, 0.0), 4);
    assert_equal(&TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap());
    for face in &mut triangles {
        face.swap(0, 1);
    }
    assert_equal(&TriMesh::try_new(vertices, triangles).unwrap());
    let (vertices, mut triangles) = cuboid(DVec3::ZERO, DVec3::ONE, 6);
    triangles.truncate(400);
    assert_equal(&TriMesh::try_new(vertices, triangles).unwrap());
    // A box without a triangle here and there, and a side alone, which points below it see.
    let (vertices, mut triangles) = cuboid(DVec3::ZERO, DVec3::ONE, 20);
    let side = TriMesh::try_new(vertices.clone(), triangles[1600..2400].to_vec()).unwrap();
    assert_equal(&turned(&side));
    for hole in [4000, 3000, 1700, 10] {
        triangles.remove(hole);
    }
    let holes = TriMesh::try_new(vertices, triangles).unwrap();
    assert_equal(&holes);
    assert_equal(&turned(&holes));
}

#[test]
fn edits_discard_the_cells() {
    let (vertices, triangles) = cuboid(DVec3::ZERO, DVec3::ONE, 4);
    let mut mesh = TriMesh::try_new(vertices, triangles).unwrap();
    let probes = vec![DVec3::splat(0.5); 1000];
    assert!(mesh.contains_point_batch(&probes).iter().all(|inside| *inside));
    let kept = mesh.clone();
    let moves: Vec<_> = (0..).zip(mesh.vertices()).map(|(i, v)| (i, *v + 2.0)).collect();
    mesh.move_vertices(&moves).unwrap();
    assert!(!mesh.contains_point_batch(&probes).contains(&true));
    let refitted = kept.clone().try_refit(mesh.vertices().to_vec()).unwrap();
    assert!(!refitted.contains_point_batch(&probes).contains(&true));
    assert!(kept.contains_point_batch(&probes).iter().all(|inside| *inside));
}
