//! Assemblies, through the public interface.

use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::scene::Instance;
use barycast::scene::clash::{Assembly, Class, Limits};
use glam::{DAffine3, DQuat, DVec3, dvec3};
use std::ops::ControlFlow;

/// Builds a cuboid whose faces are grids of squares.
fn cuboid(size: DVec3, squares: u32) -> TriMesh<DVec3> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for face in 0..6 {
        let (axis, up) = (face / 2, face % 2);
        let [u, v] = [DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]];
        let from = DVec3::AXES[axis] * f64::from(up as u32);
        let first = vertices.len() as u32;
        let share = |i: u32| f64::from(i) / f64::from(squares);
        for (i, j) in (0..=squares).flat_map(|i| (0..=squares).map(move |j| (i, j))) {
            vertices.push((from + u * share(i) + v * share(j)) * size);
        }
        for (i, j) in (0..squares).flat_map(|i| (0..squares).map(move |j| (i, j))) {
            let a = first + i * (squares + 1) + j;
            let [b, c, d] = [a + squares + 1, a + squares + 2, a + 1];
            triangles.extend(if up == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
        }
    }
    TriMesh::try_new(vertices, triangles).unwrap()
}

/// Builds many cuboids of various sizes on a fine grid: many are flush, nested, coincident, or
/// apart by slightly more or less than the tolerance; some are rotated or scaled.
fn crowd(random: &mut fastrand::Rng) -> Assembly {
    let meshes = vec![
        cuboid(dvec3(1.0, 1.0, 1.0), 1),
        cuboid(dvec3(4.0, 0.5, 0.5), 4),
        cuboid(dvec3(0.1, 0.2, 0.3), 3),
        cuboid(dvec3(3.0, 3.0, 0.25), 5),
    ];
    let place = |random: &mut fastrand::Rng| {
        let mut on_grid = || f64::from(random.i32(0..80)) / 8.0;
        let mut at = dvec3(on_grid(), on_grid(), on_grid());
        let by = [0.0, 0.9e-4, 1.1e-4, -0.9e-4, 1e-9][random.usize(0..5)];
        at[random.usize(0..3)] += by;
        let turn = match random.u32(0..4) {
            0 => DQuat::from_xyzw(random.f64(), random.f64(), random.f64(), 0.5).normalize(),
            1 => DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
            _ => DQuat::IDENTITY,
        };
        let size = if random.u32(0..8) == 0 { dvec3(1.0, 2.0, 0.5) } else { DVec3::ONE };
        DAffine3::from_scale_rotation_translation(size, turn, at)
    };
    let mut part = || Instance { mesh: random.usize(0..4), world_from_mesh: Affine3::from(place(random)) };
    let mut parts: Vec<_> = (0..250).map(|_| part()).collect();
    // Some occur twice.
    parts.extend_from_within(..5);
    Assembly::new(meshes, parts)
}

#[test]
fn touching_agrees_with_clashes() {
    let limits = Limits { tolerance: 1e-4, clearance: 0.01 };
    let mut classes = [0; 5];
    for seed in 0..4 {
        let assembly = crowd(&mut fastrand::Rng::with_seed(seed));
        let go_on = |_| ControlFlow::Continue(());
        let clashes = assembly.clashes(&limits, |a, b| (a + b) % 7 != 0, go_on).unwrap().unwrap();
        for clash in &clashes {
            classes[clash.class as usize] += 1;
        }
        let worse = clashes.iter().filter(|clash| clash.class >= Class::Touching);
        let known: Vec<[usize; 2]> = worse.map(|clash| clash.parts).collect();
        let found = assembly.touching(limits.tolerance, |a, b| (a + b) % 7 != 0, go_on).unwrap().unwrap();
        assert_eq!(found, known);
        for a in 0..60 {
            for b in a + 1..60 {
                let expected =
                    assembly.compare([a, b], &limits).is_some_and(|clash| clash.class > Class::Near);
                assert_eq!(assembly.touch([a, b], limits.tolerance), expected, "{a} {b}");
            }
        }
        assert!(
            assembly.touching(limits.tolerance, |_, _| true, |_| ControlFlow::Break(())).unwrap().is_none()
        );
    }
    assert!(classes.iter().all(|count| *count >= 2), "near to duplicate: {classes:?}");
}

#[test]
fn a_tilt_below_the_accuracy_of_gaps_changes_no_class() {
    // Gaps are accurate to a thousandth of the tolerance, 1e-5. A cube over another is tilted by
    // less than that: its center is farther than the limit, and its end is not.
    let limits = Limits { tolerance: 1e-2, clearance: 0.05 };
    let class = |gap: f64| {
        let lean = DAffine3::from_rotation_y(1.2e-5);
        let at = DAffine3::from_translation(dvec3(0.5, 0.0, 1.0 + gap + 6e-6)) * lean;
        let at = at * DAffine3::from_translation(dvec3(-0.5, 0.0, 0.0));
        let parts = [DAffine3::IDENTITY, at].map(|at| Instance { mesh: 0, world_from_mesh: at.into() });
        let assembly = Assembly::new(vec![cuboid(DVec3::ONE, 7)], parts.to_vec());
        let class = assembly.compare([0, 1], &limits).map(|clash| clash.class);
        assert_eq!(assembly.touch([0, 1], limits.tolerance), class == Some(Class::Touching));
        class
    };
    assert_eq!(class(limits.tolerance - 1e-6), Some(Class::Touching));
    assert_eq!(class(limits.tolerance + 1e-6), Some(Class::Near));
    assert_eq!(class(limits.clearance - 1e-6), Some(Class::Near));
    assert_eq!(class(limits.clearance + 1e-6), None);
}

#[test]
fn unreferenced_vertices_do_not_belong_to_the_surface() {
    let limits = Limits { tolerance: 1e-4, clearance: 0.0 };
    let cube = cuboid(DVec3::ONE, 2);
    let mut vertices = cube.vertices().to_vec();
    vertices.extend([dvec3(9.0, 9.0, 9.0), DVec3::ZERO]);
    let stray = TriMesh::try_new(vertices, cube.triangles().to_vec()).unwrap();
    let turn = DAffine3::from_quat(DQuat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize());
    for meshes in [vec![cube, stray.clone()], vec![stray]] {
        let last = meshes.len() - 1;
        let parts = [(0, DAffine3::IDENTITY), (last, turn), (last, DAffine3::IDENTITY), (0, turn)];
        let part = |(mesh, at): (usize, DAffine3)| Instance { mesh, world_from_mesh: at.into() };
        let assembly = Assembly::new(meshes, parts.map(part).to_vec());
        for pair in [[0, 2], [1, 3]] {
            let class = assembly.compare(pair, &limits).map(|clash| clash.class);
            assert_eq!(class, Some(Class::Duplicate), "{pair:?}");
        }
        assert!(assembly.boxes().iter().all(|b| b.max.max_element() < 2.0));
    }
}
