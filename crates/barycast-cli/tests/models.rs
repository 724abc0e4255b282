//! Whole pictures compared with brute force: of a knot, or in minutes of the models in a folder:
//!
//! ```sh
//! BARYCAST_MESHES=folder cargo test --release -p barycast-cli --test models -- --nocapture
//! ```
//!
//! All rays start at one eye `e`. A ray `d` passes inside the edge from `a` to `b` by the sign of
//! `d . (a - e) x (b - e)`: three products per triangle, without a BVH and without the kernel's
//! shear. Signs within rounding are undecided. The BVH must return a triangle that is possibly hit,
//! no later than all triangles that are certainly hit.

use barycast::frame::{Camera, Projection};
use barycast::mesh::MeshNumber;
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::vector::{FloatVector, Vector3};
use barycast_io::Mesh;
use glam::{DVec3, Vec3, dvec3};
use rayon::prelude::*;
use std::path::PathBuf;
use std::time::Instant;

/// Every n-th pixel of a row and of a column is tested with every triangle: 65,536 of 1024 x 1024.
const STEP: u32 = 4;
/// Number of triangles that all rays test before the next ones.
const BLOCK: usize = 512;

/// A triangle seen from the eye.
struct Seen {
    edges: [DVec3; 3],
    normal: DVec3,
    /// Distance from the eye to its plane, along the normal.
    height: f64,
    /// Rounding error of a product.
    noise: f64,
}

impl Seen {
    fn from(eye: DVec3, corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| corner - eye);
        let normal = (b - a).cross(c - a);
        let far = a.length().max(b.length()).max(c.length());
        Self {
            edges: [b.cross(c), c.cross(a), a.cross(b)],
            normal,
            height: a.dot(normal),
            noise: 1e-14 * far * far,
        }
    }

    /// Returns whether the triangle is possibly hit, and whether it is certainly hit.
    #[inline]
    fn hit(&self, d: DVec3) -> (bool, bool) {
        let [u, v, w] = [self.edges[0].dot(d), self.edges[1].dot(d), self.edges[2].dot(d)];
        let (least, most) = (u.min(v).min(w), u.max(v).max(w));
        (least >= -self.noise || most <= self.noise, least > self.noise || most < -self.noise)
    }

    fn t(&self, d: DVec3) -> f64 {
        self.height / self.normal.dot(d)
    }
}

/// Returns the number of rays whose returned triangle is not possibly hit, or is later than the
/// earliest certain hit.
fn judge(seen: &[Seen], rays: &[(DVec3, Option<usize>)]) -> usize {
    let wrong = |rays: &[(DVec3, Option<usize>)]| {
        let mut sure = vec![f64::INFINITY; rays.len()];
        for block in seen.chunks(BLOCK) {
            for ((d, _), sure) in rays.iter().zip(&mut sure) {
                for triangle in block {
                    let (perhaps, surely) = triangle.hit(*d);
                    if perhaps && surely {
                        let t = triangle.t(*d);
                        if t > 0.0 {
                            *sure = sure.min(t);
                        }
                    }
                }
            }
        }
        let good = |((d, named), sure): (&(DVec3, Option<usize>), &f64)| match named {
            None => *sure == f64::INFINITY,
            Some(triangle) => {
                let triangle = &seen[*triangle];
                let edge_on = triangle.normal.dot(*d).abs() <= 1e-9 * triangle.normal.length();
                triangle.hit(*d).0 && (edge_on || triangle.t(*d) <= sure * (1.0 + 1e-9))
            }
        };
        rays.iter().zip(&sure).filter(|pair| !good(*pair)).count()
    };
    rays.par_chunks(1024).map(wrong).sum()
}

/// Returns the hit at the centre of every pixel, row by row, and millions of rays per second.
fn cast<V: FloatVector<Scalar: MeshNumber> + Vector3 + Send + Sync>(
    mesh: &TriMesh<V>,
    camera: &Camera<V>,
    side: u32,
) -> (Vec<Option<usize>>, f64)
where
    V::Scalar: Send + Sync,
{
    let place = |pixel: u32| barycast::number::Float::from_f64(f64::from(pixel) + 0.5);
    let start = Instant::now();
    let hits: Vec<_> = (0..side * side)
        .into_par_iter()
        .map(|i| mesh.cast(&camera.ray(place(i % side), place(i / side)), &CastOptions::default())?.triangle)
        .collect();
    (hits, f64::from(side * side) / start.elapsed().as_secs_f64() / 1e6)
}

/// Builds a tube around a trefoil knot, which occludes much of itself.
fn knot() -> Mesh {
    const AROUND: u32 = 16;
    const ALONG: u32 = 240;
    let path = |s: f64| dvec3(s.sin() + 2. * (2. * s).sin(), s.cos() - 2. * (2. * s).cos(), -(3. * s).sin());
    let turn = |step: u32, steps: u32| f64::from(step % steps) / f64::from(steps) * std::f64::consts::TAU;
    let mut mesh = Mesh::default();
    for i in 0..ALONG {
        let at = turn(i, ALONG);
        let way = path(at + 1e-3) - path(at - 1e-3);
        let across = way.cross(DVec3::Z).normalize();
        let up = across.cross(way).normalize();
        for j in 0..AROUND {
            let (sine, cosine) = turn(j, AROUND).sin_cos();
            mesh.vertices.push(path(at) + (across * cosine + up * sine) * 0.4);
            let corner = |i: u32, j: u32| i % ALONG * AROUND + j % AROUND;
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// Returns names, meshes, and pixels per side of their pictures.
fn models() -> Vec<(String, Mesh, u32)> {
    let Some(folder) = std::env::var_os("BARYCAST_MESHES") else {
        return vec![("knot".to_owned(), knot(), 256)];
    };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let readable = |path: &PathBuf| {
        let extension = path.extension().map(|e| format!(".{}", e.display()));
        extension.is_some_and(|extension| barycast_io::READABLE.contains(&&extension[..]))
    };
    paths.retain(readable);
    paths.sort();
    let read = |path: PathBuf| {
        let mesh = barycast_io::read(&path).unwrap().into_mesh().unwrap();
        (path.display().to_string(), mesh, 1024)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn pictures_agree_with_brute_force_without_missing_pixels() {
    for (name, mesh, side) in models() {
        let tree = TriMesh::try_new(mesh.vertices.clone(), mesh.triangles.clone()).unwrap();
        let bounds = tree.bounds();
        let (middle, size) = (bounds.min.midpoint(bounds.max), (bounds.max - bounds.min).length());
        let eye = middle + dvec3(0.5, 0.6, 1.0).normalize() * size * 1.6;
        let projection = Projection::Perspective { half_height: 0.3 };
        let camera = Camera::look_to(eye, middle - eye, DVec3::Y, projection, [side; 2]).unwrap();
        let (hits, rate) = cast(&tree, &camera, side);

        let single: Vec<Vec3> = mesh.vertices.iter().map(|v| (*v - middle).as_vec3()).collect();
        let single = TriMesh::try_new(single, mesh.triangles.clone()).unwrap();
        let projection = Projection::Perspective { half_height: 0.3 };
        let near = Camera::look_to(
            (eye - middle).as_vec3(),
            (middle - eye).as_vec3(),
            Vec3::Y,
            projection,
            [side; 2],
        );
        let (_, single_rate) = cast(&single, &near.unwrap(), side);

        let corners = |t: &[u32; 3]| t.map(|vertex| mesh.vertices[vertex as usize]);
        let seen: Vec<Seen> = mesh.triangles.iter().map(|t| Seen::from(eye, corners(t))).collect();
        let ray = |x: u32, y: u32| {
            (camera.ray(f64::from(x) + 0.5, f64::from(y) + 0.5).direction, hits[(y * side + x) as usize])
        };
        let few: Vec<_> = (0..side)
            .step_by(STEP as usize)
            .flat_map(|y| (0..side).step_by(STEP as usize).map(move |x| (x, y)))
            .map(|(x, y)| ray(x, y))
            .collect();
        let start = Instant::now();
        let wrong = judge(&seen, &few);
        let seconds = start.elapsed().as_secs_f64();

        let hit = |x: u32, y: u32| hits[(y * side + x) as usize].is_some();
        let around = |x: u32, y: u32| (y - 1..=y + 1).flat_map(move |v| (x - 1..=x + 1).map(move |u| (u, v)));
        let lost: Vec<_> = (1..side - 1)
            .flat_map(|y| (1..side - 1).map(move |x| (x, y)))
            .filter(|&(x, y)| !hit(x, y) && around(x, y).filter(|&(u, v)| hit(u, v)).count() == 8)
            .map(|(x, y)| ray(x, y))
            .collect();
        let lost_wrong = judge(&seen, &lost);
        println!(
            "{name}: {} triangles, {} of {} rays hit, {rate:.1} million per second ({single_rate:.1} in f32); {} of {} rays \
             differ from brute force ({seconds:.0} s); {} pixels miss amid hits, {lost_wrong} of them wrongly",
            mesh.triangles.len(),
            hits.iter().flatten().count(),
            hits.len(),
            wrong,
            few.len(),
            lost.len(),
        );
        assert!(hits.iter().flatten().count() > hits.len() / 20, "{name}");
        assert_eq!((wrong, lost_wrong), (0, 0), "{name}");
    }
}
