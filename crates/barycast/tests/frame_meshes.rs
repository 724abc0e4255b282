//! Queries of a simulation on triangle meshes: any shapes in floating point, against double-double
//! precision.

use barycast::dynamic::any::Shape3;
use barycast::mesh::TriMesh;
use barycast::query::Impact;
use barycast::shape::*;
use glam::{DMat3, DQuat, DVec3, Vec3, dvec3, vec3};

type Any = Shape3;

struct Draw(fastrand::Rng);

impl Draw {
    fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    fn from(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.f64()
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| self.from(-size, size)))
    }

    fn axes(&mut self) -> [DVec3; 3] {
        let m = DMat3::from_quat(DQuat::from_scaled_axis(self.vector(2.0)));
        [m.x_axis, m.y_axis, m.z_axis]
    }

    /// Draws a bounded convex shape of about a metre around a point.
    fn convex(&mut self, at: DVec3, kind: usize) -> Any {
        let (half, radius) = (self.vector(0.5), self.from(0.2, 0.5));
        match kind % 10 {
            0 => Sphere::new(at, radius).into(),
            1 => Capsule::new(at - half, at + half, radius).into(),
            2 => Obb::new(at, half.abs() + 0.1, self.axes()).into(),
            3 => Aabb::new(at - half.abs() - 0.1, at + half.abs() + 0.1).into(),
            4 => Cylinder::new(at - half, at + half, radius).into(),
            5 => Convex::try_new((0..12).map(|_| at + self.vector(0.6)).collect()).unwrap().into(),
            6 => Segment::new(at - half, at + half).into(),
            7 => Point(at).into(),
            8 => Cone::new(at - half, at + half, radius).into(),
            _ => Ellipsoid::new(at, half.abs() + 0.2, self.axes()).into(),
        }
    }
}

/// Builds hills of a few hundred triangles, twelve metres across.
fn hills(draw: &mut Draw) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    const CELLS: u32 = 12;
    let mut corners = Vec::new();
    for i in 0..=CELLS {
        for j in 0..=CELLS {
            let (x, z) = (i as f32 - 6.0, j as f32 - 6.0);
            corners.push(vec3(x, (x * 0.5).sin() + (z * 0.4).cos() + draw.from(0.0, 0.3) as f32, z));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..CELLS {
        for j in 0..CELLS {
            let a = i * (CELLS + 1) + j;
            let (b, c, d) = (a + 1, a + CELLS + 1, a + CELLS + 2);
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    (corners, triangles)
}

/// Returns the hills as any shape: unchanged, rotated and translated, and translated by more than a
/// thousand sizes.
fn any_hills(corners: &[Vec3], triangles: &[[u32; 3]], turn: [DVec3; 3]) -> [(Any, [DVec3; 3], DVec3); 3] {
    let wide = corners.iter().map(|v| v.as_dvec3()).collect();
    let mesh: Any = Mesh::try_new(wide, triangles.to_vec(), false).unwrap().into();
    let still = [DVec3::X, DVec3::Y, DVec3::Z];
    let placed = |axes: [DVec3; 3], by| (mesh.posed(&axes, by).unwrap(), axes, by);
    [
        (mesh.clone(), still, DVec3::ZERO),
        placed(turn, dvec3(3.0, -1.0, 0.5)),
        placed(still, dvec3(1e5, 0.0, 7e4)),
    ]
}

/// Returns the translated shape.
fn moved(shape: &Any, by: DVec3) -> Any {
    shape.posed(&[DVec3::X, DVec3::Y, DVec3::Z], by).unwrap()
}

/// Returns a number of roundings of a coordinate of the hills and a shape.
fn roundings(count: f64, at: DVec3) -> f64 {
    count * f64::EPSILON * 2.0 * (16.0 + at.abs().max_element())
}

#[test]
fn distances_of_meshes_are_right_to_their_bound_and_zero_where_they_meet() {
    let mut draw = Draw::new(11);
    let (corners, triangles) = hills(&mut draw);
    let typed = TriMesh::try_new(corners.clone(), triangles.clone()).unwrap();
    let turn = draw.axes();
    let meshes = any_hills(&corners, &triangles, turn);
    let mut met = 0;
    for case in 0..600 {
        let at = draw.vector(6.0) * dvec3(1.0, 0.4, 1.0);
        let shape = draw.convex(at, case);
        // At rest: it touches up to rounding.
        let shape = if case % 3 == 0 {
            let fall = typed.sweep_precisely(&shape, dvec3(0.0, -9.0, 0.0), 1.0).unwrap();
            moved(&shape, dvec3(0.0, -9.0, 0.0) * fall.map_or(0.0, |(_, impact)| impact.t))
        } else {
            shape
        };
        let (found, precise) = (typed.closest_to(&shape), typed.closest_to_precisely(&shape));
        let off = (found.distance - precise.distance).abs();
        assert!(off <= roundings(512.0, at), "{off} {shape:?}");
        assert_eq!(found.distance == 0.0, typed.overlaps(&shape), "{shape:?}");
        met += usize::from(found.distance == 0.0);
        for (mesh, axes, by) in &meshes {
            let there = shape.posed(axes, *by).unwrap();
            let (found, back) = (mesh.closest(&there), there.closest(mesh));
            let precise = mesh.closest_precisely(&there).distance;
            let off = (found.distance - precise).abs();
            assert!(off <= roundings(512.0, at + *by), "{off} {there:?}");
            assert_eq!((found.distance == 0.0, found.distance), (mesh.intersects(&there), back.distance));
            let ways = (found.on_b - found.on_a).length();
            assert!((ways - found.distance).abs() <= roundings(1024.0, at + *by), "{found:?} {there:?}");
        }
    }
    assert!((50..500).contains(&met), "{met}");
}

#[test]
fn sweeps_of_meshes_are_never_late_and_leave_no_gap() {
    let mut draw = Draw::new(12);
    let (corners, triangles) = hills(&mut draw);
    let typed = TriMesh::try_new(corners.clone(), triangles.clone()).unwrap();
    let turn = draw.axes();
    let meshes = any_hills(&corners, &triangles, turn);
    let mut touched = 0;
    let mut compare = |found: Option<f64>, precise: Option<f64>, gap: &dyn Fn(f64) -> f64, allowed: f64| {
        assert_eq!(found.is_some(), precise.is_some(), "{found:?} {precise:?}");
        if let (Some(found), Some(precise)) = (found, precise) {
            touched += 1;
            assert!(found <= precise * (1.0 + 2.0 * f64::EPSILON), "{found} is later than {precise}");
            assert!(gap(found) <= allowed, "{} at {found}, {precise}", gap(found));
        }
    };
    for case in 0..500 {
        let at = draw.vector(5.0) * dvec3(1.0, 0.2, 1.0) + dvec3(0.0, 3.0, 0.0);
        let shape = draw.convex(at, case);
        let velocity = draw.vector(6.0) * dvec3(1.0, 0.7, 1.0) - dvec3(0.0, 3.0, 0.0);
        let allowed = |by: DVec3| roundings(262_144.0, at + by + velocity);
        let t = |found: Option<(usize, Impact<DVec3>)>| found.map(|(_, impact)| impact.t);
        let gap = |t: f64| typed.closest_to_precisely(&moved(&shape, velocity * t)).distance;
        let found = [typed.sweep(&shape, velocity, 1.0), typed.sweep_precisely(&shape, velocity, 1.0)];
        let [found, precise] = found.map(|found| t(found.unwrap()));
        compare(found, precise, &gap, allowed(DVec3::ZERO));
        for (mesh, axes, by) in &meshes {
            let turned = axes[0] * velocity.x + axes[1] * velocity.y + axes[2] * velocity.z;
            let there = shape.posed(axes, *by).unwrap();
            let gap = |t: f64| mesh.closest_precisely(&moved(&there, turned * t)).distance;
            let t = |found: Option<Impact<DVec3>>| found.map(|impact| impact.t);
            let precise = t(mesh.sweep_precisely(&there, turned, 1.0).unwrap());
            compare(t(mesh.sweep(&there, turned, 1.0).unwrap()), precise, &gap, allowed(*by));
            compare(t(there.sweep(mesh, -turned, 1.0).unwrap()), precise, &gap, allowed(*by));
        }
    }
    assert!(touched > 1000, "{touched}");
}

#[test]
fn the_penetration_of_meshes_leaves_a_touch_and_is_minimal() {
    let mut draw = Draw::new(13);
    let (corners, triangles) = hills(&mut draw);
    let turn = draw.axes();
    let [(mesh, ..), (placed, axes, by), _] = any_hills(&corners, &triangles, turn);
    let mut met = 0;
    for case in 0..120 {
        let at = draw.vector(4.0) * dvec3(1.0, 0.0, 1.0);
        let ground = (at.x * 0.5).sin() + (at.z * 0.4).cos();
        let up = ground + draw.from(0.1, 0.6);
        let shape = draw.convex(at + DVec3::Y * up, [0, 1, 4, 9, 2, 5][case % 6]);
        let found = mesh.contact(&shape).unwrap();
        assert_eq!(found.is_some(), mesh.intersects(&shape), "{shape:?}");
        let Some(found) = found else { continue };
        met += 1;
        // Moved out it touches, and slightly farther it is free.
        let (normal, trace) = (found.normal_a_to_b.unwrap(), roundings(65_536.0, at));
        let out = |depth: f64| mesh.closest_precisely(&moved(&shape, normal * depth)).distance;
        assert!(out(found.depth) <= trace && out(found.depth + trace) > 0.0, "{found:?} {shape:?}");
        assert!((normal.length() - 1.0).abs() < 1e-15);
        let back = shape.contact(&mesh).unwrap().unwrap();
        assert_eq!((back.depth, back.normal_a_to_b), (found.depth, Some(-normal)));
        let precise = mesh.contact_precisely(&shape).unwrap().unwrap();
        assert!(found.depth <= precise.depth * (1.0 + 1e-6), "{found:?} {precise:?} {shape:?}");
        let held = mesh.manifold(&shape).unwrap().unwrap();
        let deepest = held.points.iter().map(|p| p.depth).fold(0.0, f64::max);
        assert!((deepest - found.depth).abs() <= 1e-6 * found.depth, "{held:?} {found:?}");
        let there = shape.posed(&axes, by).unwrap();
        let depth = placed.contact(&there).unwrap().unwrap().depth;
        // If no triangle gives the minimum, the search in higher precision may end at another
        // direction.
        assert!((depth - found.depth).abs() <= 1e-3 * depth, "{depth} {found:?} {shape:?}");
        let start = mesh.sweep(&shape, DVec3::X, 1.0).unwrap().unwrap();
        assert!(start.t == 0.0 && mesh.closest(&Point(start.point).into()).distance < 1e-12);
        assert!(shape.closest(&Point(start.point).into()).distance < 1e-12, "{start:?} {shape:?}");
    }
    assert!(met > 80, "{met}");
}

#[test]
fn a_shape_inside_a_solid_mesh_intersects_it() {
    let cube = |n: u32| {
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        for side in 0..6_u32 {
            for cell in 0..n * n {
                let at = |u: u32, v: u32| {
                    let p = [f64::from(u), f64::from(v), if side % 2 == 0 { 0.0 } else { f64::from(n) }];
                    DVec3::from_array([0, 1, 2].map(|axis| p[(axis + side as usize / 2) % 3]))
                };
                let (u, v, first) = (cell % n, cell / n, corners.len() as u32);
                corners.extend([at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)]);
                let [b, d] = if side % 2 == 1 { [1, 3] } else { [3, 1] };
                triangles.extend([[first, first + b, first + 2], [first, first + 2, first + d]]);
            }
        }
        Any::from(Mesh::try_new(corners, triangles, true).unwrap())
    };
    for n in [1, 4] {
        let (mesh, size) = (cube(n), f64::from(n));
        let within = Any::from(Capsule::new(DVec3::splat(size * 0.5), DVec3::splat(size * 0.55), size * 0.2));
        assert_eq!(mesh.closest(&within).distance, 0.0);
        assert_eq!(mesh.sweep(&within, DVec3::X, 9.0).unwrap().map(|impact| impact.t), Some(0.0));
        let beside = moved(&within, DVec3::X * size * 2.0);
        assert!((mesh.closest(&beside).distance - size * 1.3).abs() < 1e-14 * size);
        let t = beside.sweep(&mesh, DVec3::X, 9.0).unwrap().map(|impact| impact.t);
        assert!(t.is_some_and(|t| t <= size * 1.3 && t > size * (1.3 - 1e-12)), "{t:?}");
    }
}
