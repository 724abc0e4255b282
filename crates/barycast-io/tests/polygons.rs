//! Polygons of OBJ, PLY and OFF are triangulated correctly.

mod common;

use barycast_io::Mesh;
use common::mesh;
use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// Returns the polygon in a file of each format, also with the face before its vertices if the
/// format allows it.
fn files(corners: &[DVec3]) -> [(&'static str, String); 5] {
    let count = corners.len();
    let places = |before: &str| {
        corners.iter().fold(String::new(), |mut text, DVec3 { x, y, z }| {
            let _ = writeln!(text, "{before}{x:?} {y:?} {z:?}");
            text
        })
    };
    let numbers = |from: usize| {
        (from..from + count).fold(String::new(), |mut text, number| {
            let _ = write!(text, " {number}");
            text
        })
    };
    let (vertices, face) = (
        format!("element vertex {count}\nproperty double x\nproperty double y\nproperty double z\n"),
        "element face 1\nproperty list uint int vertex_indices\n",
    );
    let (ply, end) = ("ply\nformat ascii 1.0\n", "end_header\n");
    [
        ("a.obj", format!("{}f{}\n", places("v "), numbers(1))),
        ("b.obj", format!("f{}\n{}", numbers(1), places("v "))),
        ("c.ply", format!("{ply}{vertices}{face}{end}{}{count}{}\n", places(""), numbers(0))),
        ("d.ply", format!("{ply}{face}{vertices}{end}{count}{}\n{}", numbers(0), places(""))),
        ("e.off", format!("OFF\n{count} 1 0\n{}{count}{}\n", places(""), numbers(0))),
    ]
}

/// Returns twice the area vectors of all triangles.
fn areas(mesh: &Mesh) -> Vec<DVec3> {
    let of = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| mesh.vertices[vertex as usize]);
        (b - a).cross(c - a)
    };
    mesh.triangles.iter().map(of).collect()
}

/// Checks that no triangle is oriented against the others and that there are two fewer than
/// corners: they neither overlap nor leave the polygon.
fn check(corners: &[DVec3]) {
    // Relative to the first corner, to keep accuracy far from the origin.
    let from = |corner: usize| corners[corner] - corners[0];
    let whole: DVec3 = (2..corners.len()).map(|i| from(i - 1).cross(from(i))).sum();
    for start in 0..corners.len().min(8) {
        let mut corners = corners.to_vec();
        corners.rotate_left(start);
        for (name, text) in files(&corners) {
            let mesh = mesh(name, text).unwrap();
            let areas = areas(&mesh);
            assert_eq!(areas.len(), corners.len() - 2, "{name}");
            let sum: f64 = areas.iter().map(|area| area.length()).sum();
            assert!(
                (sum - whole.length()).abs() <= 1e-12 * whole.length(),
                "{name} from {start}: {sum}, {whole}"
            );
            assert!(areas.iter().all(|area| area.dot(whole) >= 0.0), "{name} from {start}: {areas:?}");
        }
    }
}

fn flat(corners: &[[f64; 2]]) -> Vec<DVec3> {
    corners.iter().map(|[x, y]| dvec3(*x, *y, 0.0)).collect()
}

#[test]
fn nonconvex_polygons_are_triangulated_inside_from_any_first_corner() {
    let dart = [[0., 0.], [1., 2.], [0., 1.], [-1., 2.]];
    let letter_l = [[0., 0.], [1., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.], [0., 1.]];
    let letter_e = [
        [0., 0.],
        [3., 0.],
        [3., 1.],
        [1., 1.],
        [1., 2.],
        [3., 2.],
        [3., 3.],
        [1., 3.],
        [1., 4.],
        [3., 4.],
        [3., 5.],
        [0., 5.],
    ];
    // A square with a hole, and a connection to the hole and back.
    let keyhole =
        [[0., 0.], [4., 0.], [4., 4.], [0., 4.], [0., 0.], [1., 1.], [1., 3.], [3., 3.], [3., 1.], [1., 1.]];
    // A spike, and a repeated corner.
    let spike = [[0., 0.], [2., 0.], [2., 2.], [1., 1.], [1., 5.], [1., 1.], [0., 2.], [0., 2.]];
    // A spike that ends within its way back: a corner becomes reflex when it is cut off.
    let dent = [[0., 0.], [4., 0.], [4., 4.], [2., 1.], [2., 0.5], [2., 6.], [0., 6.]];
    for polygon in [&dart[..], &letter_l, &letter_e, &keyhole, &spike, &dent] {
        let corners = flat(polygon);
        check(&corners);
        check(&corners.iter().rev().copied().collect::<Vec<_>>());
        // Upright, oblique, and far away.
        check(&corners.iter().map(|p| dvec3(0.0, p.y, p.x)).collect::<Vec<_>>());
        check(
            &corners.iter().map(|p| dvec3(p.x + p.y, p.y - p.x, 2.0 * p.x + 3.0 * p.y)).collect::<Vec<_>>(),
        );
        check(&corners.iter().map(|p| dvec3(p.x + 1e6, 7.0, p.y - 1e6)).collect::<Vec<_>>());
    }
}

#[test]
fn stars_and_spirals_are_cut_inside() {
    let star = |i: u32| {
        let (angle, radius) = (f64::from(i) / 401.0 * TAU, 1.0 + f64::from(i * 7919 % 97) / 40.0);
        dvec3(radius * angle.cos(), radius * angle.sin(), 0.0)
    };
    check(&(0..401).map(star).collect::<Vec<_>>());
    let turn = |i: u32, by: f64| {
        let angle = f64::from(i) / 20.0;
        dvec3((angle + by) * angle.cos(), (angle + by) * angle.sin(), 0.0)
    };
    check(&(0..400).map(|i| turn(i, 1.0)).chain((0..400).rev().map(|i| turn(i, 2.0))).collect::<Vec<_>>());
}

#[test]
fn convex_ones_are_fans_and_those_that_cross_themselves_are_read() {
    let square = flat(&[[0., 0.], [1., 0.], [2., 0.], [2., 2.], [0., 2.]]);
    for (name, text) in files(&square) {
        assert_eq!(mesh(name, text).unwrap().triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    }
    let bow = flat(&[[0., 0.], [1., 1.], [1., 0.], [0., 1.]]);
    let flat_one = flat(&[[0., 0.], [1., 0.], [2., 0.], [1., 0.], [3., 0.]]);
    let far = flat(&[[0., 0.], [1e300, 2e300], [0., 1e300], [-1e300, 2e300]]);
    for polygon in [bow, flat_one, far] {
        for (name, text) in files(&polygon) {
            assert_eq!(mesh(name, text).unwrap().triangles.len(), polygon.len() - 2);
        }
    }
}

#[test]
fn polygons_with_too_many_corners_are_rejected() {
    let zigzag = |i: u32| dvec3(f64::from(i), f64::from(i % 2), 0.0);
    let mut corners: Vec<DVec3> = (0..70_000).map(zigzag).collect();
    corners.push(dvec3(35_000.0, 1e6, 0.0));
    let expected = "a face that is not convex may have at most 65536 corners, got 70001";
    for (name, text) in files(&corners) {
        let error = mesh(name, text).unwrap_err();
        assert!(error.ends_with(expected), "{error}");
    }
}
