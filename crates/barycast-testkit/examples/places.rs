//! Times queries of a `TriMesh` of `f64` at various places and scales: the same mesh at the origin,
//! in UTM coordinates, and times powers of two.
//!
//! `cargo run --release -p barycast-testkit --example places`. Microseconds per query, the median
//! of 5 rounds, each over all places in turn.

use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::shape::Ray;
use glam::{DAffine3, DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;
const RAYS: u32 = 100;
const PAIRS: u32 = 3;

/// Builds a closed bumpy sphere with so few digits that translations are exact.
fn ball(rings: u32, sectors: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut at = Vec::new();
    for i in 1..rings {
        for j in 0..sectors {
            let (a, b) = (PI * f64::from(i) / f64::from(rings), TAU * f64::from(j) / f64::from(sectors));
            let radius = 1.0 + 0.15 * (7.0 * a).sin() * (7.0 * b).cos();
            at.push(dvec3(a.sin() * b.cos(), a.sin() * b.sin(), a.cos()) * radius);
        }
    }
    let (north, south) = (at.len() as u32, at.len() as u32 + 1);
    at.extend([DVec3::Z, DVec3::NEG_Z]);
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
    (at.into_iter().map(|v| (v * 65536.0).round() / 65536.0).collect(), faces)
}

/// Place and scale of the mesh.
struct Place {
    name: &'static str,
    scale: f64,
    way: DVec3,
}

/// Returns microseconds per ray cast, closest point, intersection test of two crossing meshes, and
/// distance of two meshes.
fn measure(mesh: &TriMesh<DVec3>, place: &Place) -> [f64; 4] {
    let Place { scale, way, .. } = *place;
    let mut random = fastrand::Rng::with_seed(7);
    let mut point = |size: f64| dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * size;
    let points: Vec<(DVec3, DVec3)> = (0..RAYS).map(|_| (point(6.0), point(1.5))).collect();
    let each = |count: u32, start: Instant| start.elapsed().as_secs_f64() * 1e6 / f64::from(count);
    let start = Instant::now();
    for (from, to) in &points {
        let ray = Ray::new(*from * scale + way, (*to - *from) * scale);
        black_box(mesh.cast(&ray, &CastOptions::default()));
    }
    let cast = each(RAYS, start);
    let start = Instant::now();
    for (from, _) in &points {
        black_box(mesh.closest_point(*from * scale + way));
    }
    let nearest = each(RAYS, start);
    let moved = |apart: f64| Affine3::from(DAffine3::from_translation(dvec3(apart, 0.1, 0.2) * scale));
    let start = Instant::now();
    for i in 0..PAIRS {
        black_box(mesh.intersects_mesh(mesh, &moved(1.5 + 0.01 * f64::from(i))));
    }
    let meet = each(PAIRS, start);
    let start = Instant::now();
    for i in 0..PAIRS {
        black_box(mesh.distance_to_mesh(mesh, &moved(2.5 + 0.01 * f64::from(i)), f64::INFINITY));
    }
    [cast, nearest, meet, each(PAIRS, start)]
}

fn main() {
    let (vertices, triangles) = ball(41, 41);
    let places = [
        Place { name: "origin", scale: 1.0, way: DVec3::ZERO },
        Place { name: "UTM", scale: 1.0, way: dvec3(450_000.0, 5_400_000.0, 100.0) },
        Place { name: "2^-30", scale: 2_f64.powi(-30), way: DVec3::ZERO },
        Place { name: "2^-83", scale: 2_f64.powi(-83), way: DVec3::ZERO },
        Place { name: "2^-100", scale: 2_f64.powi(-100), way: DVec3::ZERO },
        Place { name: "2^60", scale: 2_f64.powi(60), way: DVec3::ZERO },
    ];
    let meshes: Vec<TriMesh<DVec3>> = places
        .iter()
        .map(|place| {
            let vertices = vertices.iter().map(|v| *v * place.scale + place.way).collect();
            TriMesh::try_new(vertices, triangles.clone()).expect("a mesh")
        })
        .collect();
    let mut all: Vec<Vec<[f64; 4]>> = places.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for ((mesh, place), times) in meshes.iter().zip(&places).zip(&mut all) {
            times.push(measure(mesh, place));
        }
    }
    println!("{:>8} {:>10} {:>10} {:>10} {:>10}", "", "ray", "nearest", "meet", "distance");
    for (place, times) in places.iter().zip(&all) {
        let median = |question: usize| {
            let mut times: Vec<f64> = times.iter().map(|times| times[question]).collect();
            times.sort_unstable_by(f64::total_cmp);
            times[times.len() / 2]
        };
        let [ray, nearest, meet, distance] = [0, 1, 2, 3].map(median);
        println!("{:>8} {ray:>10.2} {nearest:>10.2} {meet:>10.1} {distance:>10.1}", place.name);
    }
}
