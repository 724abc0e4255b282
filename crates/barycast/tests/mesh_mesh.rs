//! Mesh against mesh: against integer arithmetic, against every pair of triangles, and against
//! meshes transformed beforehand.

use barycast::bvh::Level;
use barycast::frame::Affine3;
use barycast::mesh::{MeshNumber, TriMesh};
use barycast::number::Float;
use barycast::query::Closest;
use barycast::vector::{FloatVector, Vector3};
use glam::{DMat3, DQuat, DVec3, Vec3, dvec3};

type Triangles = Vec<[u32; 3]>;

/// The vector types of meshes.
trait Made: FloatVector<Scalar: MeshNumber> + Vector3 + PartialEq {}
impl Made for Vec3 {}
impl Made for DVec3 {}

fn vector<V: Made>(v: DVec3) -> V {
    V::from_fn(|axis| V::Scalar::from_f64(v[axis]))
}

fn mesh<V: Made>(vertices: &[DVec3], triangles: &[[u32; 3]]) -> TriMesh<V> {
    TriMesh::try_new(vertices.iter().copied().map(vector).collect(), triangles.to_vec()).unwrap()
}

fn placement<V: Made>(turn: DMat3, shift: DVec3) -> Affine3<V> {
    let [x, y, z] = [turn.x_axis, turn.y_axis, turn.z_axis].map(vector);
    Affine3 { x, y, z, translation: vector(shift) }
}

/// Returns all instruction levels of the machine.
fn levels() -> Vec<Level> {
    let mut levels = vec![Level::baseline(), Level::new()];
    #[cfg(target_arch = "x86_64")]
    {
        let level = Level::new();
        levels.extend(level.as_sse4_2().map(Level::Sse4_2));
        levels.extend(level.as_avx2().map(Level::Avx2));
    }
    levels
}

/// Tests in integers, which `f64` multiplies exactly, that no axis separates the triangles: the
/// normals of all possible facets of their Minkowski difference, also if it is flat, a segment or a
/// point.
fn meet_in_integers(a: [DVec3; 3], b: [DVec3; 3]) -> bool {
    let edges = |t: [DVec3; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let mut directions = DVec3::AXES.to_vec();
    directions.extend(edges(a).into_iter().chain(edges(b)));
    let separated = |axis: DVec3| {
        let [a, b] = [a, b].map(|t| t.map(|p| p.dot(axis)));
        let most = |t: [f64; 3]| t[0].max(t[1]).max(t[2]);
        let least = |t: [f64; 3]| t[0].min(t[1]).min(t[2]);
        most(a) < least(b) || most(b) < least(a)
    };
    let apart = directions.iter().any(|&e| {
        separated(e)
            || directions.iter().any(|&f| {
                let across = e.cross(f);
                separated(across) || directions.iter().any(|&g| separated(across.cross(g)))
            })
    });
    !apart
}

/// Draws triangles on a small grid, one in ten without area.
fn on_a_grid(n: u32, size: i32, random: &mut fastrand::Rng) -> (Vec<DVec3>, Triangles) {
    let mut vertices = Vec::new();
    for i in 0..n {
        let mut corner =
            || dvec3(random.i32(0..size).into(), random.i32(0..size).into(), random.i32(0..size).into());
        let mut corners = [corner(), corner(), corner()];
        if i % 10 == 0 {
            corners[2] = corners[1] * 2.0 - corners[0];
        }
        vertices.extend(corners);
    }
    (vertices, (0..n).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// Builds a closed ring of `2 n n` triangles.
fn ring(n: u32) -> (Vec<DVec3>, Triangles) {
    let at = |i: u32, j: u32| (i % n) * n + j % n;
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(n);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..n {
        for j in 0..n {
            let reach = 3.0 + angle(j).cos();
            vertices.push(dvec3(reach * angle(i).cos(), angle(j).sin(), reach * angle(i).sin()));
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

/// Returns the rotations of a cube onto itself and their reflections, which are exact.
fn exact_turns() -> Vec<DMat3> {
    let quarter = DMat3::from_cols(DVec3::Y, DVec3::NEG_X, DVec3::Z);
    let third = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
    let mirror = DMat3::from_diagonal(dvec3(1., 1., -1.));
    vec![DMat3::IDENTITY, quarter, third * quarter, mirror * third]
}

fn agrees_with_integers<V: Made>() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut met, mut apart) = (0, 0);
    for round in 0..18 {
        let size = [3, 4, 6][round % 3];
        let (a, triangles_a) = on_a_grid(12, size, &mut random);
        let (b, triangles_b) = on_a_grid(17, size, &mut random);
        let (mesh_a, mesh_b) = (mesh::<V>(&a, &triangles_a), mesh::<V>(&b, &triangles_b));
        for turn in exact_turns() {
            let shift = turn * -dvec3(2., 2., 1.) + dvec3(2., random.i32(-1..4).into(), 2.);
            let place = placement(turn, shift);
            let corners = |of: &[DVec3], t: [u32; 3]| t.map(|v| of[v as usize]);
            let placed: Vec<DVec3> = b.iter().map(|p| turn * *p + shift).collect();
            let mut expected = Vec::new();
            for (i, s) in (0..).zip(&triangles_a) {
                for (j, t) in (0..).zip(&triangles_b) {
                    if meet_in_integers(corners(&a, *s), corners(&placed, *t)) {
                        expected.push([i, j]);
                    }
                }
            }
            met += expected.len();
            apart += triangles_a.len() * triangles_b.len() - expected.len();
            agree(&mesh_a, &mesh_b, &place, &expected);
            let back = placement(turn.transpose(), -(turn.transpose() * shift));
            let mut swapped: Vec<[u32; 2]> = expected.iter().map(|[i, j]| [*j, *i]).collect();
            swapped.sort_unstable();
            agree(&mesh_b, &mesh_a, &back, &swapped);
        }
    }
    assert!(met > 1000 && apart > 1000, "{met} {apart}");
}

/// Returns the mesh with all instruction levels, and with a compact BVH.
fn forms<V: Made>(mesh: &TriMesh<V>) -> impl Iterator<Item = TriMesh<V>> {
    let at_levels = levels().into_iter().map(|level| mesh.clone().with_simd_level(level));
    at_levels.chain([mesh.clone().compact()])
}

/// Compares all forms, and the mesh without a BVH.
fn agree<V: Made>(a: &TriMesh<V>, b: &TriMesh<V>, place: &Affine3<V>, expected: &[[u32; 2]]) {
    for (form, a) in forms(a).enumerate() {
        assert_eq!(a.intersecting_triangles(b, place), expected, "{form} {place:?}");
        assert_eq!(a.intersects_mesh(b, place), !expected.is_empty(), "{form} {place:?}");
    }
    assert_eq!(a.without_tree().intersecting_triangles(b, place), expected, "{place:?}");
    assert_eq!(a.without_tree().intersects_mesh(b, place), !expected.is_empty(), "{place:?}");
}

#[test]
fn touching_vertices_shared_edges_and_coplanar_triangles_agree_with_integers() {
    agrees_with_integers::<Vec3>();
    agrees_with_integers::<DVec3>();
}

fn placed_first<V: Made>() {
    let mut random = fastrand::Rng::with_seed(4);
    let (vertices, triangles) = ring(16);
    let mesh = mesh::<V>(&vertices, &triangles);
    let mut number = || random.f64() * 2.0 - 1.0;
    let mut hits = 0;
    for round in 0..60 {
        let turn = DQuat::from_xyzw(number(), number(), number(), number()).normalize();
        let stretch = if round % 4 == 0 { dvec3(number(), 1.5, -number()) } else { DVec3::ONE };
        let turn = DMat3::from_quat(turn) * DMat3::from_diagonal(stretch);
        let place = placement(turn, dvec3(number(), number(), number()) * 6.0);
        let found = mesh.intersecting_triangles(&mesh, &place);
        let placed = mesh.placed(&place).unwrap();
        assert_eq!(mesh.intersecting_triangles(&placed, &Affine3::identity()), found);
        assert_eq!(mesh.intersects_mesh(&placed, &Affine3::identity()), !found.is_empty());
        let mut swapped = placed.intersecting_triangles(&mesh, &Affine3::identity());
        for pair in &mut swapped {
            pair.reverse();
        }
        swapped.sort_unstable();
        assert_eq!(swapped, found);
        hits += usize::from(!found.is_empty());
        if round < 3 {
            agree(&mesh, &mesh, &place, &found);
        }
    }
    assert!((10..50).contains(&hits), "{hits}");
}

#[test]
fn results_equal_those_of_transformed_meshes() {
    placed_first::<Vec3>();
    placed_first::<DVec3>();
}

#[test]
fn results_do_not_depend_on_the_magnitude() {
    let (vertices, triangles) = ring(12);
    let turn = DMat3::from_quat(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize());
    for scale in [1e-300, 1e-160, 1e-45, 1e-38, 1e-20, 1.0, 1e13, 1e30, 1e38, 1e150, 1e306] {
        let scaled: Vec<DVec3> = vertices.iter().map(|v| *v * scale).collect();
        for way in [2.0, 7.9, 8.1] {
            let shift = turn * dvec3(way, 0.0, 0.0) * scale;
            let place = placement(turn, shift);
            let wide = mesh::<DVec3>(&scaled, &triangles);
            let found = wide.intersecting_triangles(&wide, &place);
            assert_eq!(found, wide.without_tree().intersecting_triangles(&wide, &place), "{scale} {way}");
            assert_eq!(wide.intersects_mesh(&wide, &place), !found.is_empty(), "{scale} {way}");
            if (1e-46..4e37).contains(&scale) {
                let (single, place) = (mesh::<Vec3>(&scaled, &triangles), placement(turn, shift));
                let found = single.intersecting_triangles(&single, &place);
                assert_eq!(found, single.without_tree().intersecting_triangles(&single, &place), "{scale}");
                assert_eq!(single.intersects_mesh(&single, &place), !found.is_empty(), "{scale} {way}");
            }
        }
    }
}

#[test]
fn distant_and_flattened_meshes_intersect_exactly() {
    let (vertices, triangles) = ring(12);
    let far: Vec<DVec3> = vertices.iter().map(|v| *v + dvec3(1e6, -3e5, 2e6)).collect();
    let (here, there) = (mesh::<DVec3>(&vertices, &triangles), mesh::<DVec3>(&far, &triangles));
    let turn = DMat3::from_quat(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize());
    let flat = DMat3::from_diagonal(dvec3(1., 0., 1.));
    for (turn, way) in [(turn, 1.0), (turn, 9.0), (flat, 0.0), (flat * turn, 1.0), (DMat3::ZERO, 4.0)] {
        let shift = dvec3(way, 0.0, 0.0) - turn * dvec3(1e6, -3e5, 2e6);
        let place = placement(turn, shift);
        let found = here.intersecting_triangles(&there, &place);
        assert_eq!(found, here.without_tree().intersecting_triangles(&there, &place));
        assert_eq!(here.intersects_mesh(&there, &place), !found.is_empty());
        assert_eq!(found.is_empty(), way == 9.0, "{turn}");
    }
}

#[test]
fn one_ulp_decides_an_intersection() {
    let a = mesh::<Vec3>(&[DVec3::ZERO, DVec3::X, DVec3::Y], &[[0, 1, 2]]);
    let at = |z: f32| placement::<Vec3>(DMat3::IDENTITY, dvec3(0.25, 0.25, z.into()));
    assert!(a.intersects_mesh(&a, &at(0.0)));
    assert!(!a.intersects_mesh(&a, &at(f32::from_bits(1))));
    let beside = |x: f32| placement::<Vec3>(DMat3::IDENTITY, dvec3(x.into(), 0.5, 0.0));
    assert!(a.intersects_mesh(&a, &beside(0.5)));
    assert!(!a.intersects_mesh(&a, &beside(0.5_f32.next_up())));
}

#[test]
fn a_mesh_placed_beyond_the_float_range_intersects_nothing() {
    let (vertices, triangles) = ring(12);
    let mesh = mesh::<Vec3>(&vertices, &triangles);
    let out = Affine3::from(glam::Affine3A::from_scale(Vec3::splat(3e38)));
    assert!(!mesh.intersects_mesh(&mesh, &out) && mesh.placed(&out).is_err());
    let nowhere = Affine3 { translation: Vec3::NAN, ..Affine3::identity() };
    assert_eq!(mesh.intersecting_triangles(&mesh, &nowhere), [[0; 2]; 0]);
}

fn nearest_pairs<V: Made>() {
    let mut random = fastrand::Rng::with_seed(5);
    let (vertices, triangles) = ring(10);
    let mesh = mesh::<V>(&vertices, &triangles);
    let mut number = || random.f64() * 2.0 - 1.0;
    let far = barycast::number::Real::infinity(V::Scalar::ONE);
    let mut apart = 0;
    for round in 0..24 {
        let turn = DMat3::from_quat(DQuat::from_xyzw(number(), number(), number(), number()).normalize());
        let place = placement(turn, dvec3(number(), number(), number()) * 9.0);
        let found = mesh.distance_to_mesh(&mesh, &place, far).unwrap();
        let closest = found.closest;
        assert_eq!(closest.distance == V::Scalar::ZERO, mesh.intersects_mesh(&mesh, &place));
        let brute = mesh.without_tree().distance_to_mesh(&mesh, &place, far).unwrap();
        assert_eq!(brute.closest.distance, closest.distance, "{round}");
        let placed = mesh.placed(&place).unwrap();
        let first = mesh.distance_to_mesh(&placed, &Affine3::identity(), far).unwrap();
        assert_eq!(first.closest.distance, closest.distance);
        // Limits well above or below, and one that rounding may reach.
        let limits = [0.0, 0.5, 1.0 - 1e-4, 1.0 + 1e-4, 3.0]
            .map(|share| closest.distance * V::Scalar::from_f64(share));
        for limit in limits.into_iter().chain([1e-3, 0.3, -1.0, f64::NAN].map(V::Scalar::from_f64)) {
            let known = mesh.distance_to_mesh(&mesh, &place, limit).is_some();
            for form in forms(&mesh) {
                assert_eq!(form.is_within_distance(&mesh, &place, limit), known, "{round} {limit:?}");
            }
            assert_eq!(mesh.without_tree().is_within_distance(&mesh, &place, limit), known);
        }
        assert!(mesh.is_within_distance(&mesh, &place, far));
        if closest.distance > V::Scalar::ZERO {
            apart += 1;
            assert_eq!((brute.triangles, first.triangles), (found.triangles, found.triangles));
            for form in forms(&mesh) {
                let again = form.distance_to_mesh(&mesh, &place, far).unwrap();
                assert_eq!((again.closest, again.triangles), (closest, found.triangles));
            }
            let within = |limit| mesh.distance_to_mesh(&mesh, &place, limit).is_some();
            assert!(within(closest.distance) && !within(closest.distance * V::Scalar::from_f64(0.99)));
        }
    }
    assert!((4..24).contains(&apart), "{apart}");
}

#[test]
fn closest_points_equal_brute_force() {
    nearest_pairs::<Vec3>();
    nearest_pairs::<DVec3>();
}

fn nearly_touching<V: Made>() {
    let mut random = fastrand::Rng::with_seed(6);
    let (zero, far) = (V::Scalar::ZERO, barycast::number::Real::infinity(V::Scalar::ONE));
    let mut rounded = 0;
    for _ in 0..300 {
        let mut point = || dvec3(random.f64(), random.f64(), random.f64());
        let [a, b] = [0, 1].map(|_| mesh::<V>(&[point(), point(), point()], &[[0, 1, 2]]));
        let place = placement::<V>(DMat3::IDENTITY, point() * 3.0);
        let Closest { on_a, on_b, .. } = a.distance_to_mesh(&b, &place, far).unwrap().closest;
        let place = Affine3 { translation: place.translation + (on_a - on_b), ..place };
        let meet = a.intersects_mesh(&b, &place);
        for form in forms(&a).chain([a.without_tree()]) {
            let distance = form.distance_to_mesh(&b, &place, far).unwrap().closest.distance;
            rounded += usize::from(distance == V::Scalar::LEAST);
            assert_eq!(distance == zero, meet);
            assert_eq!(form.distance_to_mesh(&b, &place, zero).is_some(), meet, "{place:?}");
            assert_eq!(form.is_within_distance(&b, &place, zero), meet, "{place:?}");
        }
    }
    assert!(rounded > 5, "{rounded}");
}

#[test]
fn meshes_within_distance_0_are_those_that_intersect() {
    nearly_touching::<Vec3>();
    nearly_touching::<DVec3>();
}

#[test]
fn neighbors_do_not_intersect_at_shared_features() {
    let (vertices, triangles) = ring(12);
    let ring = mesh::<Vec3>(&vertices, &triangles);
    assert_eq!(ring.self_intersections(), [[0; 2]; 0]);
    let points =
        [[0., 0., 0.], [4., 0., 0.], [0., 4., 0.], [4., 4., 0.], [1., 1., 0.], [1., 1., 3.], [0., 0., 0.]];
    let points = points.map(DVec3::from_array);
    let own = |triangles: &[[u32; 3]]| {
        let mesh = mesh::<DVec3>(&points, triangles);
        let found = mesh.self_intersections();
        assert_eq!(found, mesh.without_tree().self_intersections());
        !found.is_empty()
    };
    assert!(!own(&[[0, 1, 2], [1, 3, 2]]), "side by side in a plane");
    assert!(!own(&[[0, 1, 2], [0, 1, 5]]), "on a common edge, not in a plane");
    assert!(own(&[[0, 1, 2], [0, 1, 4]]), "folded onto one another");
    assert!(own(&[[0, 1, 2], [0, 5, 4]]), "through a common corner and on");
    assert!(own(&[[0, 1, 2], [4, 5, 3]]), "a corner within the other");
    assert!(own(&[[0, 1, 2], [6, 1, 2]]), "twice the same, by another number");
    assert!(!own(&[[0, 1, 2], [1, 3, 5]]), "only a common corner");
}

#[test]
fn self_intersections_equal_brute_force() {
    let mut random = fastrand::Rng::with_seed(6);
    for size in [3, 5, 9] {
        let (vertices, triangles) = on_a_grid(60, size, &mut random);
        let mesh = mesh::<Vec3>(&vertices, &triangles);
        let found = mesh.self_intersections();
        assert!(!found.is_empty());
        assert_eq!(found, mesh.without_tree().self_intersections());
        for form in forms(&mesh) {
            assert_eq!(found, form.self_intersections());
        }
    }
}

#[test]
fn meshes_as_any_shapes_agree_with_their_triangles() {
    use barycast::dynamic::any::Shape3;
    use barycast::shape::{Compound, Mesh};
    let (vertices, triangles) = ring(12);
    let mut random = fastrand::Rng::with_seed(8);
    let mut number = || random.f64() * 2.0 - 1.0;
    let mut met = 0;
    for round in 0..12 {
        let solid = round % 3 == 0;
        let mesh = Mesh::try_new(vertices.clone(), triangles.clone(), solid).unwrap();
        let turn = DQuat::from_xyzw(number(), number(), number(), number()).normalize();
        let scale = if round % 4 == 0 { 0.05 } else { 1.0 };
        let shift =
            if round % 4 == 0 { dvec3(3.0, 0.0, 0.0) } else { dvec3(number(), number(), number()) * 9.0 };
        let moved: Vec<DVec3> = vertices.iter().map(|v| turn * *v * scale + shift).collect();
        let moved = Mesh::try_new(moved, triangles.clone(), solid).unwrap();
        let parts = (0..triangles.len()).map(|i| moved.triangle(i).into()).collect();
        let parts: Shape3 = Compound::try_new(parts).unwrap().into();
        let (mesh, moved): (Shape3, Shape3) = (mesh.into(), moved.into());
        assert_eq!(mesh.intersects(&moved), moved.intersects(&mesh));
        assert_eq!(mesh.intersects(&moved), mesh.intersects(&parts), "{round}");
        let closest = mesh.closest(&moved);
        assert_eq!(closest.distance, mesh.closest(&parts).distance, "{round}");
        assert_eq!(closest.distance == 0.0, mesh.intersects(&moved));
        met += u32::from(closest.distance == 0.0);
    }
    assert!((2..11).contains(&met), "{met}");
}
