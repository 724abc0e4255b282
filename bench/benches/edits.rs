//! Edits of a large mesh, with inserted and removed triangles and moved vertices: `cargo bench
//! --bench edits -- FILE`, or without a file for a torus.
//!
//! Edits of 300 triangles continue until a given share of the mesh has changed. Columns are
//! processor microseconds per triangle, and the median and longest edit. Then first hits of random
//! rays in the edited mesh, and in the first mesh refitted to moved vertices, are compared with a
//! rebuilt mesh in turns: above 1 is slower than rebuilt. All must hit the same triangles at the
//! same points.

use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::shape::Ray;
use cpu_time::ProcessTime;
use fastrand::Rng;
use glam::{Vec3, vec3};
use std::f32::consts::TAU;
use std::hint::black_box;

const EDIT: usize = 300;
const RAYS: usize = 100_000;
/// Number of rays cast at one mesh before the next mesh has its turn.
const TURN: usize = 2000;

fn main() {
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let (vertices, triangles) = match file {
        Some(file) => {
            let mesh = barycast_io::read(file).expect("a mesh").into_mesh().expect("not too large");
            (mesh.vertices.iter().map(|v| v.as_vec3()).collect(), mesh.triangles)
        }
        None => torus(640),
    };
    let (mesh, built) = seconds(|| TriMesh::try_new(vertices, triangles).expect("a mesh"));
    let triangles = mesh.triangles().len();
    println!("{triangles} triangles, built in {:.0} ms", built * 1e3);
    let mut copy = mesh.clone();
    let (_, noted) = seconds(|| stay(&mut copy));
    println!("the first edit takes {:.1} ms", noted * 1e3);
    println!(
        "\n| edits | of all | us a triangle | median ms | longest ms | rays / rebuilt | refitted / rebuilt | bytes / rebuilt |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for (name, edit) in EDITS {
        for percent in [1, 10, 50] {
            row(name, edit, percent, &mesh);
        }
    }
}

/// Makes an edit of about `EDIT` triangles and returns their number.
type Edit = fn(&mut TriMesh<Vec3>, Vec3, &mut Rng) -> usize;

const EDITS: [(&str, Edit); 3] = [
    ("neighbours, removed and inserted", |mesh, _, random| {
        let first = random.usize(0..mesh.triangles().len() - EDIT);
        again(mesh, &(first..first + EDIT).collect::<Vec<_>>())
    }),
    ("any, removed and inserted", |mesh, _, random| {
        let mut any: Vec<usize> = (0..EDIT).map(|_| random.usize(0..mesh.triangles().len())).collect();
        any.sort_unstable();
        any.dedup();
        again(mesh, &any)
    }),
    ("neighbours, moved by up to a fiftieth of the size", |mesh, size, random| {
        let first = random.usize(0..mesh.triangles().len() - EDIT);
        let by = size * 0.04 * (vec3(random.f32(), random.f32(), random.f32()) - 0.5);
        let mut vertices = mesh.triangles()[first..first + EDIT].as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let moves: Vec<_> = vertices.iter().map(|v| (*v, mesh.vertices()[*v as usize] + by)).collect();
        mesh.move_vertices(&moves).expect("valid vertices");
        EDIT
    }),
];

/// An edit that changes nothing but is the first one.
fn stay(mesh: &mut TriMesh<Vec3>) {
    let place = mesh.vertices()[0];
    mesh.move_vertices(&[(0, place)]).expect("a valid vertex");
}

fn again(mesh: &mut TriMesh<Vec3>, triangles: &[usize]) -> usize {
    let named: Vec<_> = triangles.iter().map(|triangle| mesh.triangles()[*triangle]).collect();
    mesh.remove(triangles).expect("valid triangles");
    mesh.insert(&[], &named).expect("valid triangles");
    triangles.len()
}

fn row(name: &str, edit: Edit, percent: usize, built: &TriMesh<Vec3>) {
    let random = &mut Rng::with_seed(5);
    let mut mesh = built.clone();
    let bounds = mesh.bounds();
    let size = bounds.max - bounds.min;
    stay(&mut mesh);
    let (mut done, mut times) = (0, Vec::new());
    while done < mesh.triangles().len() * percent / 100 {
        let (edited, took) = seconds(|| edit(&mut mesh, size, random));
        done += edited;
        times.push(took);
    }
    let all: f64 = times.iter().sum();
    times.sort_by(f64::total_cmp);
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    // The edited mesh is a copy, so the others are copied too: copies lie on small pages.
    let rebuilt =
        TriMesh::try_new(mesh.vertices().to_vec(), mesh.triangles().to_vec()).expect("a mesh").clone();
    let same = mesh.triangles() == built.triangles();
    let fitted = same.then(|| built.clone().try_refit(mesh.vertices().to_vec()).expect("as many").clone());
    let meshes: Vec<_> = [&rebuilt, &mesh].into_iter().chain(&fitted).collect();
    let rays = rays(&mesh, random);
    let times = casts(&meshes, &rays);
    let fitted = times.get(2).map_or("-".into(), |fitted| format!("{:.2}", fitted / times[0]));
    println!(
        "| {name} | {percent} % | {:.2} | {:.2} | {:.1} | {:.2} | {fitted} | {:.2} |",
        all / done as f64 * 1e6,
        median * 1e3,
        longest * 1e3,
        times[1] / times[0],
        mesh.tree_bytes() as f64 / rebuilt.tree_bytes() as f64,
    );
}

/// Returns rays from around the mesh to points in its box.
fn rays(mesh: &TriMesh<Vec3>, random: &mut Rng) -> Vec<Ray<Vec3>> {
    let bounds = mesh.bounds();
    let mut point =
        || bounds.min + (bounds.max - bounds.min) * vec3(random.f32(), random.f32(), random.f32());
    (0..RAYS)
        .map(|_| {
            let (from, to) = (point(), point());
            Ray::new(from - 2.0 * (to - from), to - from)
        })
        .collect()
}

/// Returns the seconds for each mesh, in turns.
fn casts(meshes: &[&TriMesh<Vec3>], rays: &[Ray<Vec3>]) -> Vec<f64> {
    let options = CastOptions::default();
    let mut times = vec![0.0; meshes.len()];
    for rays in rays.chunks(TURN) {
        let mut hits = Vec::new();
        for (mesh, time) in meshes.iter().zip(&mut times) {
            let (hit, took) =
                seconds(|| rays.iter().map(|ray| black_box(mesh.cast(ray, &options))).collect());
            let hit: Vec<_> = hit;
            *time += took;
            hits.push(hit);
        }
        assert!(hits.iter().all(|others| *others == hits[0]), "a BVH gives another answer");
    }
    times
}

/// Returns a value and the processor time for computing it.
fn seconds<T>(make: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let made = make();
    (made, start.elapsed().as_secs_f64())
}

/// Builds a torus of `2 n n` triangles.
fn torus(n: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let angle = |i: u32| TAU * i as f32 / n as f32;
    let at = |i: u32, j: u32| (i % n) * n + j % n;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..n {
        for j in 0..n {
            let reach = 6.0 + 3.0 * angle(j).cos();
            vertices.push(vec3(reach * angle(i).cos(), 3.0 * angle(j).sin(), reach * angle(i).sin()));
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}
