//! Batches of a mesh on all cores, thousands a second: `cargo bench --bench mesh_batches -- FILE..`.
//!
//! Points in the box of the mesh: inside, one by one on one thread and in a batch; signed distance;
//! winding numbers within an error; inside by winding number. Poses of the mesh against itself:
//! yes or no and distance, overlapping and apart. Then configurations of seven capsules against
//! twenty boxes. Medians of five rounds.

use barycast::dynamic::any::Shape3;
use barycast::frame::{Affine3, Pose};
use barycast::mesh::{TriMesh, Winding};
use barycast::scene::poses::{PoseArrays, PoseChecker, PoseOptions};
use barycast::shape::{Aabb, Capsule};
use fastrand::Rng;
use glam::{DMat3, DQuat, DVec3, Vec3, dvec3, vec3};
use rayon::prelude::*;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    for file in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        let mesh = barycast_io::read(&file).expect("a mesh").into_mesh().expect("not too large");
        let narrow = mesh.vertices.iter().map(|v| v.as_vec3()).collect();
        let narrow = TriMesh::try_new(narrow, mesh.triangles.clone()).expect("a mesh");
        let wide = TriMesh::try_new(mesh.vertices, mesh.triangles).expect("a mesh");
        println!("{file}: {} triangles", wide.triangles().len());
        points(&narrow);
        two_meshes(&wide);
    }
    configurations();
}

/// Prints the thousands a second of `count` queries, and the fastest round.
fn rate(name: &str, count: usize, mut run: impl FnMut()) {
    let mut seconds: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    let [median, best] = [seconds[2], seconds[0]].map(|seconds| count as f64 / seconds / 1e3);
    println!("  {name}: {median:.1} k/s, best {best:.1}");
}

fn points(mesh: &TriMesh<Vec3>) {
    let (bounds, mut random) = (mesh.bounds(), Rng::with_seed(1));
    let size = bounds.max - bounds.min;
    let mut point = || bounds.min + size * vec3(random.f32(), random.f32(), random.f32());
    let points: Vec<Vec3> = (0..1_000_000).map(|_| point()).collect();
    let few = &points[..50_000];
    let start = Instant::now();
    let first = mesh.contains_point_batch(&points);
    println!("  the first million, with the cells: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    rate("inside, one by one on one thread", few.len(), || {
        for (point, inside) in few.iter().zip(&first) {
            assert_eq!(mesh.contains_point(*point), *inside);
        }
    });
    rate("inside", points.len(), || drop(black_box(mesh.contains_point_batch(&points))));
    rate("signed distance", 200_000, || drop(black_box(mesh.signed_distance_batch(&points[..200_000]))));
    let shared = Arc::new(mesh.clone());
    let start = Instant::now();
    let winding = Winding::new(shared);
    println!("  winding number, prepared in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let exact: Vec<f64> = points[..200].par_iter().map(|point| winding.at(*point, 0.0)).collect();
    for within in [1e-1, 1e-2, 1e-3] {
        let found = winding.at_batch(&points[..200], within);
        let worst = found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let name = format!("winding number within {within}, worst of 200 {worst:.0e}");
        rate(&name, few.len() / 5, || drop(black_box(winding.at_batch(&few[..few.len() / 5], within))));
    }
    rate("inside by winding number", few.len(), || drop(black_box(winding.contains_point_batch(few))));
}

fn turn(random: &mut Rng) -> DMat3 {
    let mut number = || 2.0 * random.f64() - 1.0;
    DMat3::from_quat(DQuat::from_xyzw(number(), number(), number(), number()).normalize())
}

fn two_meshes(mesh: &TriMesh<DVec3>) {
    let (bounds, mut random) = (mesh.bounds(), Rng::with_seed(2));
    let (middle, size) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min).max_element());
    for (name, least, most) in [("overlapping", 0.0, 1.0), ("apart", 2.0, 2.0)] {
        let poses: Vec<_> = (0..200)
            .map(|_| {
                let axes = turn(&mut random);
                let way = turn(&mut random).x_axis * size * (least + (most - least) * random.f64());
                let translation = middle - axes * middle + way;
                Affine3 { x: axes.x_axis, y: axes.y_axis, z: axes.z_axis, translation }
            })
            .collect();
        rate(&format!("two meshes, {name}, yes or no"), poses.len(), || {
            poses.par_iter().for_each(|pose| {
                black_box(mesh.intersects_mesh(mesh, pose));
            });
        });
        rate(&format!("two meshes, {name}, distance"), poses.len(), || {
            poses.par_iter().for_each(|pose| {
                black_box(mesh.distance_to_mesh(mesh, pose, f64::INFINITY));
            });
        });
    }
}

/// An arm of seven capsules of length 0.3 among twenty boxes.
fn configurations() {
    const LINKS: usize = 7;
    const COUNT: usize = 20_000;
    let mut random = Rng::with_seed(3);
    let capsule = || Shape3::from(Capsule::new(DVec3::ZERO, DVec3::Z * 0.3, 0.05)).into();
    let links = (0..LINKS).map(|_| capsule()).collect();
    let world = (0..20)
        .map(|_| {
            let axes = turn(&mut random);
            let mut number = || random.f64();
            let half = dvec3(number(), number(), number()) * 0.1 + 0.05;
            let at = (dvec3(number(), number(), number()) - 0.5) * 3.0;
            let pose = Pose::try_new([axes.x_axis, axes.y_axis, axes.z_axis], at).expect("a pose");
            (Shape3::from(Aabb::new(-half, half)).into(), pose)
        })
        .collect();
    // Neighbouring links touch.
    let checker = PoseChecker::try_new(links, world, |a, b| b < LINKS && b - a < 2).expect("bodies");
    let mut poses = Vec::with_capacity(COUNT * LINKS);
    for _ in 0..COUNT {
        let (mut axes, mut at) = (DMat3::IDENTITY, DVec3::ZERO);
        for _ in 0..LINKS {
            let bend = DQuat::from_axis_angle(turn(&mut random).x_axis, random.f64() * 0.8);
            axes = axes * DMat3::from_quat(bend);
            let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis];
            poses.push([x.x, y.x, z.x, at.x, x.y, y.y, z.y, at.y, x.z, y.z, z.z, at.z]);
            at += z * 0.3;
        }
    }
    let poses = PoseArrays::ThreeRows(&poses);
    println!("7 capsules against 20 boxes");
    let mut collides = vec![false; COUNT];
    for (name, margin) in [("collides", &[][..]), ("collides, margin 0.01", &[0.01])] {
        let options = PoseOptions { margin, ..PoseOptions::default() };
        rate(name, COUNT, || checker.collides(poses, &options, &mut collides).expect("poses"));
        println!("    {} of {COUNT} collide", collides.iter().filter(|collides| **collides).count());
    }
    let options = PoseOptions::default();
    rate("distance", COUNT, || drop(black_box(checker.distance(poses, f64::INFINITY, &options))));
}
