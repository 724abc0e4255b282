//! Intersection curves of meshes: known curves, known lengths, and closedness.

use barycast::frame::Affine3;
use barycast::mesh::{IntersectionCurve, TriMesh};
use glam::{DAffine3, DQuat, DVec3, Vec3, dvec3, vec3};
use std::f64::consts::{PI, TAU};

type Given = (Vec<DVec3>, Vec<[u32; 3]>);

/// Builds a prism of height 1 over a polygon of `n` vertices in the plane z = 0.
fn prism(n: u32, corner: impl Fn(u32) -> [f64; 2]) -> Given {
    let at = |i: u32, z: f64| dvec3(corner(i)[0], corner(i)[1], z);
    let vertices = [0.0, 1.0].into_iter().flat_map(|z| (0..n).map(move |i| (i, z))).map(|(i, z)| at(i, z));
    let mut triangles = Vec::new();
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.extend([[i, j, j + n], [i, j + n, i + n]]);
        if i > 0 && j > 0 {
            triangles.extend([[0, j, i], [n, i + n, j + n]]);
        }
    }
    (vertices.collect(), triangles)
}

fn cube() -> TriMesh<DVec3> {
    mesh(prism(4, |i| [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]][i as usize]))
}

fn round(n: u32, radius: f64) -> TriMesh<DVec3> {
    mesh(prism(n, |i| {
        [
            f64::cos(TAU * f64::from(i) / f64::from(n)) * radius,
            f64::sin(TAU * f64::from(i) / f64::from(n)) * radius,
        ]
    }))
}

fn mesh((vertices, triangles): Given) -> TriMesh<DVec3> {
    TriMesh::try_new(vertices, triangles).unwrap()
}

fn moved(x: f64, y: f64, z: f64) -> DAffine3 {
    DAffine3::from_translation(dvec3(x, y, z))
}

fn lines(a: &TriMesh<DVec3>, b: &TriMesh<DVec3>, at_b: DAffine3) -> Vec<IntersectionCurve<DVec3>> {
    let lines = a.intersection_curves(b, &Affine3::from(at_b)).unwrap();
    for line in &lines {
        let mut steps = line.points.windows(2);
        assert!(steps.all(|step| step[0] != step[1]) && line.points.len() > 1);
        for p in &line.points {
            let off = a
                .closest_point(*p)
                .closest
                .distance
                .max(b.closest_point(at_b.inverse().transform_point3(*p)).closest.distance);
            assert!(off < 1e-13, "{off}");
        }
    }
    lines
}

fn length(line: &IntersectionCurve<DVec3>) -> f64 {
    let back = line.closed.then(|| line.points[0].distance(line.points[line.points.len() - 1]));
    line.points.windows(2).map(|step| step[0].distance(step[1])).chain(back).sum()
}

#[test]
fn a_cube_corner_inside_another_cube_has_a_curve_of_six_edges() {
    let found = lines(&cube(), &cube(), moved(0.75, 0.5, 0.25));
    assert_eq!(found.len(), 1);
    assert!(found[0].closed);
    // Two edges each of the common box: 0.25 by 0.5 by 0.75.
    assert!((length(&found[0]) - 3.0).abs() < 1e-14, "{}", length(&found[0]));
    for p in &found[0].points {
        let on = |q: DVec3| q.to_array().iter().filter(|x| **x == 0.0 || **x == 1.0).count();
        assert!(on(*p) > 0 && on(*p - dvec3(0.75, 0.5, 0.25)) > 0, "{p}");
    }
}

#[test]
fn a_bar_through_a_wall_has_two_curves_of_opposite_orientation() {
    let wall = cube();
    let bar = round(40, 0.3);
    let at = moved(0.5, 0.5, -1.0) * DAffine3::from_scale(dvec3(1.0, 1.0, 3.0));
    let found = lines(&wall, &bar, at);
    assert_eq!(found.len(), 2);
    let around = 40.0 * 2.0 * 0.3 * (PI / 40.0).sin();
    for line in &found {
        assert!(line.closed && (length(line) - around).abs() < 1e-13);
        let z = line.points[0].z;
        assert!((z == 0.0 || z == 1.0) && line.points.iter().all(|p| p.z == z));
        // Twice the signed area, seen from in front of the wall: the inside of the bar is on the
        // left.
        let next = line.points.iter().cycle().skip(1);
        let area: f64 = line.points.iter().zip(next).map(|(p, q)| p.truncate().perp_dot(q.truncate())).sum();
        assert!((area > 0.0) == (z == 1.0), "{z} {area}");
    }
}

#[test]
fn curves_of_closed_meshes_are_closed_even_if_flush_or_coincident() {
    let shapes = [cube(), round(6, 1.0), round(5, 0.5)];
    let mut random = fastrand::Rng::with_seed(11);
    let (mut flush, mut some) = (0, 0);
    for turn in 0..400 {
        let mut grid = || f64::from(random.i32(-4..5)) / 4.0;
        let mut at = moved(grid(), grid(), grid());
        if turn % 4 == 0 {
            at *= DAffine3::from_rotation_z(grid() * PI);
        } else if turn % 4 == 1 {
            at *= DAffine3::from_quat(DQuat::from_xyzw(grid(), grid(), grid(), 0.3).normalize());
        } else {
            flush += 1;
        }
        let [a, b] = [0, 1].map(|_| &shapes[random.usize(0..3)]);
        let found = lines(a, b, at);
        some += usize::from(!found.is_empty());
        assert!(found.iter().all(|line| line.closed), "{turn} {at:?}");
        // The curves of swapped meshes are equal, up to touching parts, which are tested only if
        // there are none.
        if turn % 4 == 1 {
            let back = lines(b, a, at.inverse());
            let sum = |lines: &[IntersectionCurve<DVec3>]| lines.iter().map(length).sum::<f64>();
            assert!((sum(&back) - sum(&found)).abs() < 1e-9, "{turn}");
        }
    }
    assert!(flush > 100 && some > 200, "{flush} {some}");
    assert!(lines(&cube(), &cube(), moved(3.0, 0.0, 0.0)).is_empty());
}

#[test]
fn open_meshes_have_open_curves_in_f32_too() {
    let square = || vec![vec3(0., 0., 0.), vec3(1., 0., 0.), vec3(1., 1., 0.), vec3(0., 1., 0.)];
    let sheet = TriMesh::<Vec3>::try_new(square(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let upright = glam::Affine3A::from_translation(vec3(0.25, 0.5, -0.5))
        * glam::Affine3A::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let found = sheet.intersection_curves(&sheet, &Affine3::from(upright)).unwrap();
    assert_eq!((found.len(), found[0].closed), (1, false));
    let (first, last) = (found[0].points[0], found[0].points[found[0].points.len() - 1]);
    assert!(((first - last).abs() - vec3(0.75, 0.0, 0.0)).length() < 1e-6, "{first} {last}");
    let beyond = glam::Affine3A::from_translation(Vec3::splat(f32::MAX))
        * glam::Affine3A::from_scale(Vec3::splat(f32::MAX));
    assert!(sheet.intersection_curves(&sheet, &Affine3::from(beyond)).is_err());
}
