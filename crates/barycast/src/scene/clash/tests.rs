//! Clashes of pairs whose class is known.

use super::pair::Compared;
use super::relative_pose::RelativePose;
use super::{Assembly, Clash, ClashError, Class, Limits};
use crate::frame::Affine3;
use crate::mesh::TriMesh;
use crate::scene::Instance;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::{DAffine3, DQuat, DVec3, dvec3};

const LIMITS: Limits = Limits { tolerance: 1e-4, clearance: 0.05 };

type Given = (Vec<DVec3>, Vec<[u32; 3]>);

/// Builds a prism over a polygon in the plane z = 0, up to a height. The polygon is
/// counter-clockwise, and star-shaped as seen from its first corner.
fn prism(base: &[[f64; 2]], height: f64) -> Given {
    let n = base.len() as u32;
    let vertices = [0.0, height].iter().flat_map(|z| base.iter().map(|[x, y]| dvec3(*x, *y, *z))).collect();
    let mut triangles = Vec::new();
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.extend([[i, j, j + n], [i, j + n, i + n]]);
        if i > 0 && j > 0 {
            triangles.extend([[0, j, i], [n, i + n, j + n]]);
        }
    }
    (vertices, triangles)
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Given {
    let [x, y, z] = low;
    let (mut vertices, triangles) =
        prism(&[[x, y], [high[0], y], [high[0], high[1]], [x, high[1]]], high[2] - z);
    for v in &mut vertices {
        v.z += z;
    }
    (vertices, triangles)
}

/// Splits every triangle into four.
fn finer((mut vertices, triangles): Given) -> Given {
    let mut finer = Vec::new();
    for [a, b, c] in triangles {
        let mut between = |i: u32, j: u32| {
            vertices.push((vertices[i as usize] + vertices[j as usize]) / 2.0);
            vertices.len() as u32 - 1
        };
        let (d, e, f) = (between(a, b), between(b, c), between(c, a));
        finer.extend([[a, d, f], [d, b, e], [f, e, c], [d, e, f]]);
    }
    (vertices, finer)
}

fn mesh((vertices, triangles): Given) -> TriMesh<DVec3> {
    TriMesh::try_new(vertices, triangles).unwrap()
}

fn moved(by: [f64; 3]) -> DAffine3 {
    DAffine3::from_translation(by.into())
}

/// Returns the clash of two meshes, and checks that class and depth stay the same in either order
/// and in a rotated place far from the origin.
fn between(a: Given, at_a: DAffine3, b: Given, at_b: DAffine3) -> Option<Clash> {
    let meshes = vec![mesh(a), mesh(b)];
    let turn = DAffine3::from_rotation_translation(
        DQuat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize(),
        dvec3(1e6, -1e6, 3e5),
    );
    let quarter = DAffine3::from_translation(dvec3(1e6, 0.0, 0.0))
        * DAffine3::from_quat(DQuat::from_xyzw(0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt()));
    let seen = [DAffine3::IDENTITY, turn, quarter].map(|world| {
        [[0, 1], [1, 0]].map(|order| {
            let places = [world * at_a, world * at_b];
            let part = |i: usize| Instance { mesh: i, world_from_mesh: Affine3::from(places[i]) };
            Assembly::new(meshes.clone(), order.map(part).to_vec()).compare([0, 1], &LIMITS)
        })
    });
    let first = seen[0][0];
    for other in seen.into_iter().flatten() {
        assert_eq!(other.map(|clash| clash.class), first.map(|clash| clash.class));
        if let (Some(first), Some(other)) = (first, other) {
            let off = first.depth.unwrap_or(first.distance) - other.depth.unwrap_or(other.distance);
            assert!(off.abs() <= 1e-3 * first.depth.unwrap_or(0.0) + 1e-8, "{first:?} {other:?}");
        }
    }
    first
}

fn class(a: Given, b: Given, at_b: [f64; 3]) -> Option<Class> {
    between(a, DAffine3::IDENTITY, b, moved(at_b)).map(|clash| clash.class)
}

fn cube() -> Given {
    cuboid([0.0; 3], [1.0; 3])
}

/// Builds an L-profile: two legs of width 1 along x and y, 4 long, 1 high.
fn angle() -> Given {
    prism(&[[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]], 1.0)
}

/// Checks the depth to a thousandth.
#[track_caller]
fn is_deep(clash: Option<Clash>, class: Class, depth: f64) {
    let clash = clash.unwrap();
    assert_eq!(clash.class, class);
    let depths = clash.depth.unwrap();
    assert!((depths - depth).abs() <= 1.1e-3 * depth, "{depths} and not {depth}");
    let [p, q] = clash.points;
    assert!(((p - q).length() - depths).abs() < 1e-8);
}

#[test]
fn coincident_faces_touch() {
    assert_eq!(class(cube(), cube(), [1.0, 0.0, 0.0]), Some(Class::Touching));
    assert_eq!(class(cube(), cube(), [1.0, 0.3, 0.2]), Some(Class::Touching));
    assert_eq!(class(cube(), finer(finer(cube())), [1.0, 0.3, 0.2]), Some(Class::Touching));
    // An edge contact, and a vertex contact.
    assert_eq!(class(cube(), cube(), [1.0, 1.0, 0.0]), Some(Class::Touching));
    assert_eq!(class(cube(), cube(), [1.0, 1.0, 1.0]), Some(Class::Touching));
}

#[test]
fn gaps_and_overlaps_up_to_the_tolerance_touch() {
    for by in [1e-12, -1e-12, 1e-9, -1e-9, 0.99e-4, -0.99e-4] {
        assert_eq!(class(cube(), cube(), [1.0 + by, 0.0, 0.0]), Some(Class::Touching), "{by}");
        assert_eq!(class(cube(), finer(cube()), [1.0 + by, 0.2, 0.3]), Some(Class::Touching), "{by}");
        assert_eq!(class(angle(), cube(), [1.0 + by, 1.5, 0.2]), Some(Class::Touching), "{by}");
        let by = by * 0.7;
        assert_eq!(
            class(finer(finer(angle())), cube(), [1.0 + by, 1.0 + by, 0.0]),
            Some(Class::Touching),
            "{by}"
        );
    }
    assert_eq!(class(cube(), cube(), [1.0 + 1.01e-4, 0.0, 0.0]), Some(Class::Near));
    assert_eq!(class(cube(), cube(), [1.0 - 1.01e-4, 0.0, 0.0]), Some(Class::Hard));
    assert_eq!(class(angle(), cube(), [1.0 - 1.01e-4, 1.5, 0.2]), Some(Class::Hard));
}

#[test]
fn parts_closer_than_the_clearance_are_near() {
    let near = between(cube(), DAffine3::IDENTITY, cube(), moved([1.03, 0.04, 0.0])).unwrap();
    assert_eq!(near.class, Class::Near);
    // Placements are rounded by at most 4e-6 of the tolerance.
    assert!((near.distance - 0.03).abs() < 4e-10 && near.depth.is_none());
    assert_eq!(class(cube(), cube(), [1.0499, 0.0, 0.0]), Some(Class::Near));
    assert_eq!(class(cube(), cube(), [1.0501, 0.0, 0.0]), None);
    // Only the bounding boxes overlap: the cube lies between the legs.
    assert_eq!(class(angle(), cube(), [2.0, 2.0, 0.0]), None);
}

#[test]
fn the_depth_of_a_vertex_is_its_distance_below_the_face() {
    let corner = DAffine3::from_rotation_translation(
        DQuat::from_rotation_arc(dvec3(1.0, 1.0, 1.0).normalize(), DVec3::NEG_Z),
        dvec3(0.5, 0.5, 1.0 + 3_f64.sqrt() - 0.01),
    );
    is_deep(between(cube(), DAffine3::IDENTITY, cube(), corner), Class::Hard, 0.01);
    // The shortest way out is up.
    let out = between(cube(), DAffine3::IDENTITY, cube(), corner).unwrap().direction.unwrap();
    assert!((out + DVec3::Z).length() < 1e-3, "{out}");
}

#[test]
fn crossing_bars_are_half_a_bar_deep() {
    let bar = || cuboid([-3.0, -0.5, -0.5], [3.0, 0.5, 0.5]);
    let across = DAffine3::from_rotation_z(std::f64::consts::FRAC_PI_2);
    is_deep(between(bar(), DAffine3::IDENTITY, bar(), across), Class::Hard, 0.5);
    let thin = || cuboid([-0.1, -3.0, -0.1], [0.1, 3.0, 0.1]);
    is_deep(between(bar(), DAffine3::IDENTITY, thin(), DAffine3::IDENTITY), Class::Hard, 0.5);
}

#[test]
fn a_partly_flush_face_may_be_inside_on_one_side_and_outside_on_the_other() {
    // Steps of height 0.5 and 1. The slab's lower face lies on the lower step and penetrates the
    // higher one.
    let steps = prism(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 0.5], [0.0, 0.5]], 1.0);
    let slab = |end: f64| cuboid([-1.0, 0.5, 0.2], [end, 0.7, 0.8]);
    is_deep(between(steps.clone(), DAffine3::IDENTITY, slab(1.1), DAffine3::IDENTITY), Class::Hard, 0.1);
    assert_eq!(class(steps.clone(), slab(1.0), [0.0; 3]), Some(Class::Touching));
    assert_eq!(class(steps, finer(slab(1.0 + 0.9e-4)), [0.0; 3]), Some(Class::Touching));
}

#[test]
fn a_contained_part_is_enclosed_even_if_flush() {
    let small = || cuboid([0.0; 3], [0.2; 3]);
    is_deep(between(cube(), DAffine3::IDENTITY, small(), moved([0.4; 3])), Class::Enclosed, 0.4);
    is_deep(between(cube(), DAffine3::IDENTITY, small(), moved([0.0; 3])), Class::Enclosed, 0.2);
    is_deep(between(cube(), DAffine3::IDENTITY, small(), moved([0.8, 0.3, 0.3])), Class::Enclosed, 0.2);
    is_deep(between(cube(), DAffine3::IDENTITY, small(), moved([0.80009, 0.3, 0.3])), Class::Enclosed, 0.2);
    is_deep(between(cube(), DAffine3::IDENTITY, small(), moved([0.8002, 0.3, 0.3])), Class::Hard, 0.2);
    // Not enclosed between the legs of an L-profile.
    assert_eq!(class(angle(), small(), [1.0, 1.0, 0.2]), Some(Class::Touching));
    assert_eq!(class(angle(), small(), [1.5, 1.5, 0.2]), None);
}

#[test]
fn parts_far_smaller_than_the_tolerance_are_reported() {
    let cube = |half: f64| cuboid([-half; 3], [half; 3]);
    for small in [1e-6, 5e-11, 1e-11, 1e-13, 1e-30, 1e-90] {
        is_deep(between(cube(1.0), DAffine3::IDENTITY, cube(small), moved([0.0; 3])), Class::Enclosed, 1.0);
        assert_eq!(class(cube(1.0), cube(small), [1.0, 0.3, -0.2]), Some(Class::Touching));
        assert_eq!(class(cube(1.0), cube(small), [1.1, 0.3, -0.2]), None);
        // Small in its own coordinates, or by its placement.
        let placed = DAffine3::from_scale(DVec3::splat(small));
        if small > 1e-20 {
            is_deep(between(cube(1.0), DAffine3::IDENTITY, cube(1.0), placed), Class::Enclosed, 1.0);
        }
        let part = |mesh: usize| Instance { mesh, world_from_mesh: Affine3::identity() };
        let assembly = Assembly::new(vec![mesh(cube(1.0)), mesh(cube(small))], vec![part(0), part(1)]);
        for tolerance in [0.0, 1e-4, 1.0, 1e6] {
            assert!(
                assembly.touch([0, 1], tolerance) && assembly.touch([1, 0], tolerance),
                "{small} {tolerance}"
            );
            let limits = Limits { tolerance, clearance: 0.0 };
            let expected = if tolerance < 1.0 {
                Class::Enclosed
            } else if tolerance == 1.0 {
                Class::Touching
            } else {
                Class::Duplicate
            };
            let clash = assembly.compare([0, 1], &limits);
            assert_eq!(clash.map(|clash| clash.class), Some(expected), "{small} {tolerance}");
        }
    }
}

#[test]
fn degenerate_triangles_have_the_depth_of_their_deepest_point() {
    let large = || cuboid([-1.0; 3], [1.0; 3]);
    let segment = |from: [f64; 3], to: [f64; 3]| -> Given {
        let [a, b] = [from, to].map(DVec3::from);
        (vec![a, b, (a + b) / 2.0], vec![[0, 1, 2]])
    };
    let deep = |from, to, class, depth| {
        is_deep(between(large(), DAffine3::IDENTITY, segment(from, to), moved([0.0; 3])), class, depth);
    };
    deep([0.0; 3], [0.0; 3], Class::Enclosed, 1.0);
    deep([0.0, 0.9, 0.0], [0.0, 0.9, 0.0], Class::Enclosed, 0.1);
    deep([0.5, 0.0, 0.0], [0.9, 0.1, 0.0], Class::Enclosed, 0.5);
    deep([0.25, 0.1, 0.2], [3.0, 0.1, 0.2], Class::Hard, 0.75);
    deep([-3.0, 0.1, 0.2], [3.0, 0.1, 0.2], Class::Hard, 0.8);
    // In a face, on a vertex, and outside.
    let class = |from, to| class(large(), segment(from, to), [0.0; 3]);
    assert_eq!(class([0.1, 0.2, 1.0], [0.9, 0.3, 1.0]), Some(Class::Touching));
    assert_eq!(class([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]), Some(Class::Touching));
    assert_eq!(class([1.0; 3], [1.0; 3]), Some(Class::Touching));
    assert_eq!(class([0.1, 0.2, 1.1], [0.9, 0.3, 1.1]), None);
}

#[test]
fn coincident_parts_are_duplicates_for_any_triangulation() {
    assert_eq!(class(cube(), cube(), [0.0; 3]), Some(Class::Duplicate));
    assert_eq!(class(cube(), finer(finer(cube())), [0.5e-4, 0.0, 0.0]), Some(Class::Duplicate));
    assert_eq!(class(angle(), finer(angle()), [0.0, 0.5e-4, 0.0]), Some(Class::Duplicate));
    assert_eq!(class(cube(), cube(), [0.5e-4, 0.5e-4, 0.0]), Some(Class::Duplicate));
    assert_eq!(class(cube(), finer(cube()), [2e-4, 0.0, 0.0]), Some(Class::Hard));
}

#[test]
fn open_surfaces_touch_or_cross() {
    let sheet = || (vec![DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y], vec![[0, 1, 2], [0, 2, 3]]);
    let upright = |by: [f64; 3]| moved(by) * DAffine3::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let class = |at| between(sheet(), DAffine3::IDENTITY, sheet(), at).map(|clash| clash.class);
    assert_eq!(class(upright([0.1, 0.5, -0.5])), Some(Class::Hard));
    assert_eq!(class(upright([0.1, 0.5, 0.0])), Some(Class::Touching));
    assert_eq!(class(upright([0.1, 0.5, -0.5e-4])), Some(Class::Touching));
    assert_eq!(class(upright([1.0 - 0.5e-4, 0.5, -0.5])), Some(Class::Touching));
    assert_eq!(class(moved([0.5, 0.0, 0.0])), Some(Class::Touching));
    assert_eq!(class(moved([0.5, 0.0, 0.01])), Some(Class::Near));
    assert_eq!(class(DAffine3::IDENTITY), Some(Class::Duplicate));
    // A sheet through a box.
    is_deep(between(cube(), DAffine3::IDENTITY, sheet(), moved([0.5, 0.0, 0.5])), Class::Hard, 0.5);
}

#[test]
fn uneven_and_singular_placements_are_compared_in_world_space() {
    let tall = DAffine3::from_scale(dvec3(1.0, 1.0, 3.0));
    let clash = between(cube(), tall, cube(), moved([0.0, 0.0, 2.9]));
    is_deep(clash, Class::Hard, 0.1);
    let flat = DAffine3::from_scale_rotation_translation(
        dvec3(1.0, 1.0, 0.0),
        DQuat::IDENTITY,
        dvec3(0.0, 0.0, 1.0),
    );
    assert_eq!(
        between(cube(), DAffine3::IDENTITY, cube(), flat).map(|clash| clash.class),
        Some(Class::Touching)
    );
    let nowhere = DAffine3::from_translation(DVec3::NAN);
    let parts = [DAffine3::IDENTITY, nowhere, DAffine3::IDENTITY]
        .map(|at| Instance { mesh: 0, world_from_mesh: at.into() });
    let assembly = Assembly::new(vec![mesh(cube())], parts.to_vec());
    let found = assembly.clashes(&LIMITS, |_, _| true, |_| ControlFlow::Continue(())).unwrap().unwrap();
    assert_eq!(found.iter().map(|clash| clash.parts).collect::<Vec<_>>(), [[0, 2]]);
}

#[test]
fn invalid_limits_are_rejected() {
    let part = Instance { mesh: 0, world_from_mesh: Affine3::identity() };
    let assembly = Assembly::new(vec![mesh(cube())], vec![part; 2]);
    let go_on = |_| ControlFlow::Continue(());
    for none in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        let clashes = |tolerance, clearance| {
            assembly.clashes(&Limits { tolerance, clearance }, |_, _| true, go_on).unwrap_err()
        };
        assert!(matches!(clashes(none, 0.1), ClashError::Tolerance { .. }));
        assert!(matches!(clashes(0.1, none), ClashError::Clearance { .. }));
        let error = assembly.touching(none, |_, _| true, go_on).unwrap_err();
        assert!(
            error.to_string().starts_with("the tolerance must be finite and at least 0, got "),
            "{error}"
        );
    }
    let endless = Limits { tolerance: 0.0, clearance: f64::INFINITY };
    assert_eq!(assembly.clashes(&endless, |_, _| true, go_on).unwrap().unwrap().len(), 1);
}

/// Returns the depth of the deepest of many samples of either surface in the other: a lower bound
/// of the computed depth, which must not be far above it.
fn sampled(a: &TriMesh<DVec3>, b: &TriMesh<DVec3>, a_from_b: DAffine3) -> f64 {
    const STEPS: usize = 60;
    let mut deepest = 0.0_f64;
    for (of, from, place) in [(b, a, a_from_b), (a, b, a_from_b.inverse())] {
        for triangle in 0..of.triangles().len() {
            let t = of.triangle(triangle).unwrap();
            for i in 0..=STEPS {
                for j in 0..=STEPS - i {
                    let [u, v] = [i, j].map(|k| k as f64 / STEPS as f64);
                    let p = place.transform_point3(t.a + (t.b - t.a) * u + (t.c - t.a) * v);
                    deepest = deepest.max(-from.signed_distance(p));
                }
            }
        }
    }
    deepest
}

#[test]
fn depths_bound_the_depths_of_samples() {
    let mut random = fastrand::Rng::with_seed(9);
    let shapes = [cube(), angle(), prism(&[[0.0, 0.0], [1.5, 0.0], [0.4, 0.7]], 2.0)];
    for round in 0..60 {
        let [a, b] = [0, 1].map(|_| mesh(shapes[random.usize(0..3)].clone()));
        let turn =
            DQuat::from_xyzw(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5, random.f64() + 0.1)
                .normalize();
        let shift = dvec3(random.f64(), random.f64(), random.f64()) * 3.0 - 1.0;
        let at_b = DAffine3::from_rotation_translation(turn, shift);
        let sampled = sampled(&a, &b, at_b);
        let parts = [DAffine3::IDENTITY, at_b]
            .into_iter()
            .zip(0..)
            .map(|(at, mesh)| Instance { mesh, world_from_mesh: at.into() });
        let clash = Assembly::new(vec![a, b], parts.collect()).compare([0, 1], &LIMITS);
        let depths = clash.and_then(|clash| clash.depth).unwrap_or(0.0);
        // Samples are up to a thirtieth of an edge apart.
        assert!(
            depths >= sampled * (1.0 - 1e-3) - 1e-4 && depths <= sampled + 0.05,
            "{round}: {depths} {sampled} {clash:?}"
        );
    }
}

#[test]
fn pairs_of_equal_relative_pose_have_equal_results() {
    // A bar in an L-profile, beside it, and flush with it; small and large, mirrored and rotated,
    // in several places.
    let bar = || cuboid([0.0; 3], [0.3, 0.3, 5.0]);
    let by = DAffine3::from_rotation_translation(DQuat::from_rotation_x(0.2), dvec3(0.35, 0.35, -1.0));
    let places = [by, moved([1.1, 1.1, 0.0]), moved([1.0, 1.0, 0.0])];
    for (b, class) in places.into_iter().zip([Class::Hard, Class::Near, Class::Touching]) {
        for scale in [dvec3(1.0, 1.0, 1.0), dvec3(-0.01, 0.01, 0.01), dvec3(70.0, 70.0, 70.0)] {
            let limits = Limits { tolerance: 1e-4 * scale.y, clearance: 0.2 * scale.y };
            let world = |i: u32| {
                let turn = DQuat::from_xyzw(f64::from(i), 0.7, -0.3, 0.4).normalize();
                let at = dvec3(20.0 * f64::from(i), 1.0 / 3.0, f64::from(i).sqrt()) * scale.y;
                DAffine3::from_scale_rotation_translation(scale, turn, at)
            };
            let parts = (0..20).flat_map(|i| [(0, world(i)), (1, world(i) * b)]);
            let parts = parts.map(|(mesh, at)| Instance { mesh, world_from_mesh: at.into() }).collect();
            let assembly = Assembly::new(vec![mesh(angle()), mesh(bar())], parts);
            let found =
                assembly.clashes(&limits, |_, _| true, |_| ControlFlow::Continue(())).unwrap().unwrap();
            let pairs: Vec<_> = found.iter().map(|clash| clash.parts).collect();
            assert_eq!(pairs, (0..20).map(|i| [2 * i, 2 * i + 1]).collect::<Vec<_>>());
            for (clash, i) in found.iter().zip(0..) {
                assert_eq!(clash.class, class);
                assert_eq!((clash.distance, clash.depth), (found[0].distance, found[0].depth));
                let [p, q] = clash.points.map(|p| (world(0) * world(i).inverse()).transform_point3(p));
                let off = (p - found[0].points[0]).length().max((q - found[0].points[1]).length());
                assert!(off <= 1e-12 * scale.y * 400.0, "{off}");
                let apart = (clash.points[1] - clash.points[0]).length();
                assert!(
                    (clash.depth.unwrap_or(clash.distance) - apart).abs() <= 1e-11 * scale.y,
                    "{clash:?}"
                );
            }
        }
    }
}

#[test]
fn a_search_that_ended_early_is_not_certain() {
    let answer = |a: Given, b: Given, by: [f64; 3], pieces: usize| {
        let part = |mesh, at: DAffine3| Instance { mesh, world_from_mesh: at.into() };
        let parts = vec![part(0, DAffine3::IDENTITY), part(1, moved(by))];
        let assembly = Assembly::new(vec![mesh(a), mesh(b)], parts.clone());
        let pose = RelativePose::new(&assembly, [0, 1], LIMITS.tolerance).unwrap();
        let mut compared = Compared::new(&assembly, &pose).unwrap();
        compared.two.pieces = pieces;
        compared.answer(LIMITS.clearance).unwrap().placed([0, 1], &parts[0].world_from_mesh)
    };
    // Half of the small cube is inside the large one.
    let small = || cuboid([0.0; 3], [0.2; 3]);
    let found = answer(cube(), small(), [0.9, 0.3, 0.3], 1_000_000);
    assert!(found.certain && found.class == Class::Hard, "{found:?}");
    assert!(found.at_most <= found.depth.map(|depth| depth * 1.0011), "{found:?}");
    let unfinished = answer(cube(), small(), [0.9, 0.3, 0.3], 0);
    assert!(!unfinished.certain && unfinished.class == Class::Touching, "{unfinished:?}");
    assert!(unfinished.at_most >= found.depth && unfinished.depth.is_none(), "{unfinished:?}");
    // In between, the bounds are valid.
    for pieces in 1..40 {
        let some = answer(cube(), small(), [0.9, 0.3, 0.3], pieces);
        assert!(some.at_most >= found.depth && some.depth <= found.at_most, "{some:?}");
        assert!(!some.certain || some == found, "{some:?}");
    }
    // Flush faces need some subdivisions; so do coincident meshes.
    let flush = |pieces| answer(cube(), finer(cube()), [1.0, 0.3, 0.2], pieces);
    assert_eq!((flush(1000).certain, flush(1000).at_most.map(|most| most < 1.01e-4)), (true, Some(true)));
    let twin = |pieces| answer(cube(), finer(finer(cube())), [0.0; 3], pieces);
    assert_eq!((twin(1000).certain, twin(1000).class), (true, Class::Duplicate));
    assert_eq!((twin(0).certain, twin(0).class), (false, Class::Duplicate));
}

#[test]
fn the_result_does_not_depend_on_the_order_of_the_search() {
    let mut random = fastrand::Rng::with_seed(3);
    let meshes = vec![mesh(cube()), mesh(angle())];
    let parts: Vec<_> = (0..200)
        .map(|_| {
            let at = dvec3(random.f64(), random.f64(), random.f64()) * 12.0;
            Instance { mesh: random.usize(0..2), world_from_mesh: DAffine3::from_translation(at).into() }
        })
        .collect();
    let assembly = Assembly::new(meshes, parts);
    let found = assembly.clashes(&LIMITS, |_, _| true, |_| ControlFlow::Continue(())).unwrap().unwrap();
    let one_by_one: Vec<Clash> = (0..200)
        .flat_map(|a| (a + 1..200).map(move |b| [a, b]))
        .filter_map(|pair| assembly.compare(pair, &LIMITS))
        .collect();
    assert_eq!(found, one_by_one);
    assert!(found.len() > 50);
    assert!(assembly.clashes(&LIMITS, |_, _| true, |_| ControlFlow::Break(())).unwrap().is_none());
}

/// Builds unit cubes with the given minimum corners.
fn cubes_at(at: &[[f64; 3]]) -> Assembly {
    let part = |at: &[f64; 3]| Instance { mesh: 0, world_from_mesh: moved(*at).into() };
    Assembly::new(vec![mesh(cube())], at.iter().map(part).collect())
}

fn all(assembly: &Assembly) -> Vec<Clash> {
    assembly.clashes(&LIMITS, |_, _| true, |_| ControlFlow::Continue(())).unwrap().unwrap()
}

#[test]
fn the_smallest_tolerance_depends_on_the_pair_alone() {
    // Four pairs of equal relative pose, offset by 0.95 along x, so 0.05 deep; and 0.3 along
    // another axis.
    let at: Vec<[f64; 3]> =
        (0..4).flat_map(|i| [0.0, 0.95].map(|x| [x, 5.0 * f64::from(i), x / 3.0])).collect();
    let resolution = vec![0.0, 0.0, 0.02, 0.02, 0.04, 0.02, 0.5, 0.6];
    let assembly = cubes_at(&at).with_resolution(resolution).unwrap();
    let found = all(&assembly);
    let depths: Vec<_> = found.iter().map(|clash| (clash.parts, clash.class, clash.tolerance)).collect();
    assert_eq!(
        depths,
        [
            ([0, 1], Class::Hard, 1e-4),
            ([2, 3], Class::Hard, 0.04),
            ([4, 5], Class::Touching, 0.06),
            ([6, 7], Class::Duplicate, 1.1),
        ]
    );
    for clash in &found {
        assert_eq!(assembly.compare(clash.parts, &LIMITS), Some(*clash));
    }
    // A gap of 0.15 is within 0.1 + 0.1, and boxes that are merely that close also count.
    let apart = cubes_at(&[[0.0; 3], [1.15, 0.0, 0.0]]);
    let fine = apart.clone().with_resolution(vec![0.1, 0.0]).unwrap();
    let coarse = apart.clone().with_resolution(vec![0.1, 0.1]).unwrap();
    let touches = |of: &Assembly| {
        let found =
            of.touching(LIMITS.tolerance, |_, _| true, |_| ControlFlow::Continue(())).unwrap().unwrap();
        assert_eq!(of.touch([0, 1], LIMITS.tolerance), !found.is_empty());
        (!found.is_empty(), all(of).len())
    };
    assert_eq!([&apart, &fine, &coarse].map(touches), [(false, 0), (false, 0), (true, 1)]);
    assert_eq!((coarse.tolerance([0, 1], 0.1), coarse.tolerance([1, 0], 0.3)), (0.2, 0.3));
}

#[test]
fn distant_parts_do_not_affect_other_pairs() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..30 {
        let grid = |random: &mut fastrand::Rng| [0; 3].map(|_| f64::from(random.u32(0..24)) / 8.0);
        let at: Vec<[f64; 3]> = (0..12).map(|_| grid(&mut random)).collect();
        let known = all(&cubes_at(&at));
        let strays = random.usize(1..4);
        let mut with = at.clone();
        for _ in 0..strays {
            let far = 10_f64.powi(random.i32(3..12));
            with.insert(0, [far, -far * random.f64(), far]);
        }
        // Their resolution is coarse: up to 2 m for each 10^6 m.
        let resolution = with.iter().map(|at| if at[0] < 10.0 { 1e-7 } else { at[0] * 2e-6 }).collect();
        let found = all(&cubes_at(&with).with_resolution(resolution).unwrap());
        let moved: Vec<Clash> = known
            .iter()
            .map(|clash| Clash { parts: clash.parts.map(|part| part + strays), ..*clash })
            .collect();
        let others: Vec<Clash> = found.into_iter().filter(|clash| clash.parts[0] >= strays).collect();
        assert!(!moved.is_empty());
        assert_eq!(others, moved);
    }
}

#[test]
fn invalid_resolutions_are_rejected() {
    let two = cubes_at(&[[0.0; 3]; 2]);
    for got in [-1.0, f64::NAN, f64::INFINITY] {
        let error = two.clone().with_resolution(vec![0.0, got]).unwrap_err();
        assert!(error.to_string().starts_with("the resolution of part 1 must be finite"), "{error}");
    }
    let error = two.with_resolution(vec![0.0]).unwrap_err();
    assert_eq!(error, ClashError::Resolutions { parts: 2, got: 1 });
}
