//! Random closed meshes: ordinary ones, needles, fans, coarse coordinates, far from the origin.

use fastrand::Rng;
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::TAU;

/// A closed surface of triangles with outward faces, in `f64` before it is rounded.
#[derive(Clone)]
pub(super) struct Closed {
    pub(super) name: &'static str,
    pub(super) vertices: Vec<DVec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// A point inside.
    pub(super) inside: DVec3,
    /// True if it is convex after rounding to floats.
    pub(super) convex: bool,
    /// True if it is convex up to rounding.
    pub(super) full: bool,
    /// Largest displacement of a coordinate by rounding to few digits.
    pub(super) moved: f64,
}

/// Number of kinds of meshes.
pub(super) const KINDS: u64 = 10;

/// Draws one of the [`KINDS`], placed anywhere. Its coordinates may have few digits.
pub(super) fn random(kind: u64, rng: &mut Rng) -> Closed {
    let mut mesh = match kind {
        0 => tetrahedron(rng),
        1 => cut_box(1, rng),
        2 => cut_box(rng.u32(2..6), rng),
        3 => ball(rng.u32(0..4)),
        4 => star(rng),
        5 => flat_ball(rng),
        6 => torus(rng),
        7 => fan(rng),
        8 => globe(rng),
        _ => needles(rng),
    };
    place(&mut mesh, rng);
    mesh
}

/// Sometimes rotates, scales, translates far away, and rounds to few bits.
fn place(mesh: &mut Closed, rng: &mut Rng) {
    let turn = match rng.u8(0..3) {
        // Flat faces are no longer flat after rotation and rounding.
        0 if mesh.name != "box" => {
            let mut number = || rng.f64() - 0.5;
            DQuat::from_xyzw(number(), number(), number(), number() + 1.0).normalize()
        }
        _ => DQuat::IDENTITY,
    };
    let scale = if rng.u8(0..4) == 0 { f64::powi(2.0, rng.i32(-30..30)) } else { 1.0 };
    let far = [0.0, 0.0, 0.0, 1.0, 30.0, 1000.0][rng.usize(0..6)];
    let far = dvec3(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5) * far;
    let digits = match rng.u8(0..4) {
        0 => {
            // Rounding dents faces, unless all coordinates of a face round alike.
            mesh.convex &= mesh.name == "box";
            mesh.full &= mesh.name == "box";
            Some(f64::from(1 << rng.u8(3..10)))
        }
        _ => None,
    };
    for v in mesh.vertices.iter_mut().chain([&mut mesh.inside]) {
        let mut moved = turn * *v + far;
        if let Some(digits) = digits {
            moved = (moved * digits).round() / digits;
        }
        *v = moved * scale;
    }
    mesh.moved = digits.map_or(0.0, |digits| 0.5 * scale / digits);
}

fn tetrahedron(rng: &mut Rng) -> Closed {
    loop {
        let mut vertices: Vec<DVec3> = (0..4).map(|_| dvec3(whole(rng), whole(rng), whole(rng))).collect();
        let [a, b, c, d] = [vertices[0], vertices[1], vertices[2], vertices[3]];
        let volume = (b - a).cross(c - a).dot(d - a);
        if volume.abs() < 1.0 {
            continue;
        }
        if volume < 0.0 {
            vertices.swap(0, 1);
        }
        let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let inside = (a + b + c + d) / 4.0;
        return Closed {
            name: "tetrahedron",
            vertices,
            triangles,
            inside,
            convex: true,
            full: true,
            moved: 0.0,
        };
    }
}

fn whole(rng: &mut Rng) -> f64 {
    f64::from(rng.i32(-4..=4))
}

/// Builds a box with `n` by `n` squares per side, each split along one of its diagonals.
fn cut_box(n: u32, rng: &mut Rng) -> Closed {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for axis in 0..3 {
        for far in [false, true] {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let base = vertices.len() as u32;
                for (x, y) in [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)] {
                    let mut corner = DVec3::ZERO;
                    corner[axis] = if far { f64::from(n) } else { 0.0 };
                    corner[(axis + 1) % 3] = f64::from(x);
                    corner[(axis + 2) % 3] = f64::from(y);
                    vertices.push(corner);
                }
                let cut = if rng.bool() { [[0, 1, 2], [0, 2, 3]] } else { [[0, 1, 3], [1, 2, 3]] };
                for [a, b, c] in cut.map(|t| t.map(|corner| corner + base)) {
                    triangles.push(if far { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    Closed {
        name: "box",
        vertices,
        triangles,
        inside: DVec3::splat(f64::from(n) / 2.0),
        convex: true,
        full: true,
        moved: 0.0,
    }
}

/// Builds an icosahedron whose triangles are split into four `level` times.
fn ball(level: u32) -> Closed {
    let g = f64::midpoint(1.0, 5_f64.sqrt());
    let mut vertices = Vec::new();
    for (x, y) in [(-1.0, g), (1.0, g), (-1.0, -g), (1.0, -g)] {
        vertices.push(dvec3(x, y, 0.0).normalize());
    }
    for (y, z) in [(-1.0, g), (1.0, g), (-1.0, -g), (1.0, -g)] {
        vertices.push(dvec3(0.0, y, z).normalize());
    }
    for (x, z) in [(g, -1.0), (g, 1.0), (-g, -1.0), (-g, 1.0)] {
        vertices.push(dvec3(x, 0.0, z).normalize());
    }
    let mut triangles: Vec<[u32; 3]> = vec![
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    for _ in 0..level {
        let mut middles = std::collections::HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                vertices.push((vertices[a as usize] + vertices[b as usize]).normalize());
                vertices.len() as u32 - 1
            })
        };
        let cut = |[a, b, c]: [u32; 3]| {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        };
        triangles = triangles.into_iter().flat_map(cut).collect();
    }
    Closed { name: "ball", vertices, triangles, inside: DVec3::ZERO, convex: true, full: true, moved: 0.0 }
}

/// Builds a sphere with dents and spikes.
fn star(rng: &mut Rng) -> Closed {
    let mut mesh = ball(rng.u32(1..4));
    for v in &mut mesh.vertices {
        *v *= 0.5 + rng.f64();
    }
    Closed { name: "star", convex: false, full: false, ..mesh }
}

/// Builds a sphere flattened along one or two axes: needles, seen from anywhere.
fn flat_ball(rng: &mut Rng) -> Closed {
    let mut mesh = ball(rng.u32(0..4));
    let thin = f64::powi(10.0, rng.i32(-4..0));
    let scale = if rng.bool() { dvec3(1.0, thin, 1.0) } else { dvec3(thin, thin, 1.0) };
    for v in &mut mesh.vertices {
        *v *= scale;
    }
    Closed { name: "flat ball", convex: false, ..mesh }
}

/// Builds a torus around the origin; the inner point is in its tube.
fn torus(rng: &mut Rng) -> Closed {
    let (n, m) = (rng.u32(3..30), rng.u32(3..20));
    let thin = [0.3, 0.1, 0.01][rng.usize(0..3)];
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..n {
        let (s, c) = libm::sincos(TAU * f64::from(i) / f64::from(n));
        for j in 0..m {
            let (h, w) = libm::sincos(TAU * f64::from(j) / f64::from(m));
            let out = 1.0 + thin * w;
            vertices.push(dvec3(c * out, s * out, thin * h));
            let at = |i: u32, j: u32| i % n * m + j % m;
            let [a, b, p, q] = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
            triangles.extend(if rng.bool() { [[a, b, q], [a, q, p]] } else { [[a, b, p], [b, q, p]] });
        }
    }
    Closed { name: "torus", vertices, triangles, inside: DVec3::X, convex: false, full: false, moved: 0.0 }
}

/// Builds a double fan: two apexes and a rim, with thousands of triangles around one vertex.
fn double_fan(angles: &[f64], rng: &mut Rng) -> Closed {
    let n = angles.len() as u32;
    let mut vertices: Vec<DVec3> = angles
        .iter()
        .map(|angle| {
            let (s, c) = libm::sincos(*angle);
            dvec3(c, s, 0.0)
        })
        .collect();
    vertices.extend([dvec3(0.0, 0.0, 0.1 + rng.f64()), dvec3(0.0, 0.0, -0.1 - rng.f64())]);
    let sides = |i: u32| [[i, (i + 1) % n, n], [(i + 1) % n, i, n + 1]];
    let triangles = (0..n).flat_map(sides).collect();
    Closed { name: "fan", vertices, triangles, inside: DVec3::ZERO, convex: false, full: true, moved: 0.0 }
}

fn fan(rng: &mut Rng) -> Closed {
    let n = if rng.u8(0..4) == 0 { rng.u32(1000..4000) } else { rng.u32(3..100) };
    let angles: Vec<f64> = (0..n).map(|i| TAU * f64::from(i) / f64::from(n)).collect();
    double_fan(&angles, rng)
}

/// Builds a fan whose rim has clusters of vertices as close as floats allow.
fn needles(rng: &mut Rng) -> Closed {
    let mut angles = Vec::new();
    for third in 0..3 {
        let start = TAU * (f64::from(third) + 0.5 * rng.f64()) / 3.0;
        angles.push(start);
        let near = f64::powi(10.0, rng.i32(-9..-1));
        angles.extend((0..rng.u32(0..30)).map(|_| start + near * rng.f64()));
    }
    angles.sort_unstable_by(f64::total_cmp);
    Closed { name: "needles", ..double_fan(&angles, rng) }
}

/// Builds a sphere of rings and slices, with hundreds of needles at the poles.
fn globe(rng: &mut Rng) -> Closed {
    let (rings, slices) = (rng.u32(2..8), rng.u32(3..200));
    let mut vertices = vec![DVec3::Y];
    for ring in 1..rings {
        let (sin, cos) = libm::sincos(0.5 * TAU * f64::from(ring) / f64::from(rings));
        for slice in 0..slices {
            let (s, c) = libm::sincos(TAU * f64::from(slice) / f64::from(slices));
            vertices.push(dvec3(sin * c, cos, sin * s));
        }
    }
    vertices.push(-DVec3::Y);
    let at = |ring: u32, slice: u32| match ring {
        0 => 0,
        r if r == rings => 1 + (rings - 1) * slices,
        r => 1 + (r - 1) * slices + slice % slices,
    };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for slice in 0..slices {
            let [a, b] = [at(ring, slice), at(ring, slice + 1)];
            let [c, d] = [at(ring + 1, slice), at(ring + 1, slice + 1)];
            if ring > 0 {
                triangles.push([a, b, c]);
            }
            if ring + 1 < rings {
                triangles.push([b, d, c]);
            }
        }
    }
    Closed { name: "globe", vertices, triangles, inside: DVec3::ZERO, convex: false, full: true, moved: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_closed_with_its_fronts_outward() {
        let mut rng = Rng::with_seed(5);
        for round in 0..200 {
            let mesh = random(round % KINDS, &mut rng);
            let mut edges = std::collections::HashMap::new();
            let mut volume = 0.0;
            for t in &mesh.triangles {
                let corners = t.map(|v| mesh.vertices[v as usize] - mesh.inside);
                volume += corners[0].cross(corners[1]).dot(corners[2]);
                for i in 0..3 {
                    // Compared by position, because the sides of the box share no vertices.
                    let [p, q] = [t[i], t[(i + 1) % 3]]
                        .map(|v| mesh.vertices[v as usize].to_array().map(f64::to_bits));
                    *edges.entry((p, q)).or_insert(0) += 1;
                    *edges.entry((q, p)).or_insert(0) -= 1;
                }
            }
            assert!(edges.values().all(|count| *count == 0), "{}", mesh.name);
            assert!(volume >= 0.0, "{} {volume}", mesh.name);
        }
    }
}
