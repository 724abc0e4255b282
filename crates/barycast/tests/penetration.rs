//! Penetration depth of meshes against known values and sampled points.

use barycast::frame::Affine3;
use barycast::mesh::{DepthError, MeshDepth, Solid, TriMesh};
use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3, dvec3};

/// Builds a box around the origin.
fn cube(half: DVec3) -> Solid {
    let corner = |i: usize| {
        DVec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] }))
    };
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Solid::new(TriMesh::try_new((0..8).map(corner).collect(), triangles).unwrap())
}

/// Builds a sphere of radius 1 with a number of rings.
fn ball(rings: u32) -> TriMesh<DVec3> {
    let turns = 2 * rings;
    let mut vertices = vec![DVec3::Z, DVec3::NEG_Z];
    for ring in 1..rings {
        let (height, width) = (f64::from(ring) / f64::from(rings) * std::f64::consts::PI).sin_cos();
        for turn in 0..turns {
            let (y, x) = (f64::from(turn) / f64::from(turns) * std::f64::consts::TAU).sin_cos();
            vertices.push(dvec3(x * height, y * height, width));
        }
    }
    let at = |ring: u32, turn: u32| 2 + (ring - 1) * turns + turn % turns;
    let mut triangles = Vec::new();
    for turn in 0..turns {
        triangles.push([0, at(1, turn), at(1, turn + 1)]);
        triangles.push([1, at(rings - 1, turn + 1), at(rings - 1, turn)]);
        for ring in 1..rings - 1 {
            let [a, b] = [at(ring, turn), at(ring, turn + 1)];
            let [c, d] = [at(ring + 1, turn), at(ring + 1, turn + 1)];
            triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    TriMesh::try_new(vertices, triangles).unwrap()
}

fn moved(by: DVec3) -> Affine3<DVec3> {
    DAffine3::from_translation(by).into()
}

#[track_caller]
fn is_deep(depth: &MeshDepth, expected: f64) {
    let deepest = depth.deepest.unwrap();
    assert!((deepest.depth - expected).abs() <= 1e-3 * expected, "{deepest:?} and not {expected}");
    assert!(
        depth.certain && depth.at_most >= deepest.depth && depth.at_most <= deepest.depth * 1.0011,
        "{depth:?}"
    );
    let [a, b] = deepest.points;
    assert!(((a - b).length() - deepest.depth).abs() < 1e-12, "{deepest:?}");
    // Moved by this, the first leaves the second at that point.
    assert!((deepest.way - (b - a)).length() < 1e-12, "{deepest:?}");
}

#[test]
fn the_depth_of_boxes_is_that_of_their_faces() {
    let (large, small) = (cube(DVec3::splat(10.0)), cube(DVec3::ONE));
    // Penetrating by half its size, slightly, and centered, where its lowest face is deepest.
    for (x, depth) in [(10.0, 1.0), (10.999, 0.001), (0.0, 9.5)] {
        let by = dvec3(x, 0.5, -0.25);
        is_deep(&large.penetration(&small, &moved(by), 1e-9).unwrap(), depth);
        is_deep(&small.penetration(&large, &moved(-by), 1e-9).unwrap(), depth);
    }
    let within = large.penetration(&small, &moved(DVec3::ZERO), 1e-9).unwrap();
    assert_eq!(within.deepest.map(|deepest| deepest.of), Some(1));
    // Flush, disjoint, and overlapping by less than the tolerance.
    for (x, tolerance) in [(11.0, 0.0), (11.5, 0.0), (10.999, 0.002)] {
        let found = large.penetration(&small, &moved(dvec3(x, 0.5, -0.25)), tolerance).unwrap();
        assert_eq!((found.deepest, found.certain), (None, true), "{x} {found:?}");
        assert!(found.at_most <= tolerance * 1.0011, "{x} {found:?}");
    }
}

#[test]
fn the_depth_of_a_vertex_is_its_distance_to_the_face() {
    // Standing on a vertex, the tip of a box is along its diagonal.
    let turn = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::NEG_X);
    let tip = |x: f64| Affine3::from(DAffine3::from_rotation_translation(turn, dvec3(x, 0.3, 0.2)));
    let (large, small) = (cube(DVec3::splat(10.0)), cube(DVec3::ONE));
    let found = large.penetration(&small, &tip(10.0 + f64::sqrt(3.0) - 0.25), 1e-9).unwrap();
    is_deep(&found, 0.25);
    assert!((found.deepest.unwrap().points[1] - dvec3(9.75, 0.3, 0.2)).length() < 1e-3);
}

#[test]
fn a_solid_without_a_bvh_has_the_same_depth() {
    let solids = [Solid::new(ball(12)), Solid::new(ball(12).without_tree())];
    let by = moved(dvec3(0.5, 0.3, 0.1));
    let [with, without] = solids.each_ref().map(|solid| solid.penetration(solid, &by, 1e-9).unwrap());
    assert!(with.deepest.is_some());
    assert_eq!(with, without);
}

#[test]
fn the_depth_bounds_samples_and_is_close_to_the_deepest() {
    let solid = Solid::new(ball(24));
    for by in [dvec3(1.5, 0.1, 0.2), dvec3(0.3, -0.2, 0.1), dvec3(-1.2, 0.9, 0.4)] {
        let depth = solid.penetration(&solid, &moved(by), 1e-9).unwrap();
        let mut most = 0.0_f64;
        for by in [by, -by] {
            for v in solid.mesh().vertices() {
                let p = *v + by;
                if solid.mesh().contains_point(p) {
                    most = most.max(solid.mesh().closest_point(p).closest.distance);
                }
            }
        }
        let found_depth = depth.deepest.unwrap().depth;
        assert!(most <= depth.at_most && found_depth <= most + 0.02, "{most} {depth:?}");
        is_deep(&depth, found_depth);
    }
}

#[test]
fn an_uneven_placement_equals_the_transformed_mesh() {
    let (large, small) = (cube(DVec3::splat(10.0)), cube(DVec3::ONE));
    let halved = cube(dvec3(0.5, 0.5, 0.5));
    let evenly =
        DAffine3::from_scale_rotation_translation(DVec3::splat(-2.0), DQuat::IDENTITY, dvec3(10.5, 1.0, 0.0));
    is_deep(&large.penetration(&halved, &evenly.into(), 1e-9).unwrap(), 0.5);
    is_deep(&halved.penetration(&large, &evenly.inverse().into(), 1e-9).unwrap(), 0.25);
    let sheared = DAffine3::from_mat3_translation(
        DMat3::from_cols(dvec3(3.0, 0.0, 0.0), dvec3(0.0, 0.5, 0.1), dvec3(0.0, 0.0, 1.0)),
        dvec3(12.0, 0.0, 0.0),
    );
    // Its center is 0.5 from its sides, and its face 1 below the other's.
    let found = large.penetration(&small, &sheared.into(), 1e-9).unwrap();
    let placed = Solid::new(small.mesh().placed(&sheared.into()).unwrap());
    assert_eq!(found, large.penetration(&placed, &moved(DVec3::ZERO), 1e-9).unwrap());
    is_deep(&found, 1.0);
}

#[test]
fn f32_meshes_report_depths_in_f64() {
    let narrow = |v: &DVec3| v.as_vec3();
    let of = cube(DVec3::ONE);
    let mesh: TriMesh<Vec3> =
        TriMesh::try_new(of.mesh().vertices().iter().map(narrow).collect(), of.mesh().triangles().to_vec())
            .unwrap();
    let wide = Solid::from_mesh(&mesh);
    assert_eq!(wide.mesh().vertices(), of.mesh().vertices());
    assert!(wide.topology().closed);
    is_deep(&wide.penetration(&of, &moved(dvec3(1.75, 0.0, 0.0)), 1e-9).unwrap(), 0.25);
}

#[test]
fn undefined_depths_are_reported() {
    let solid = cube(DVec3::ONE);
    let sheet = TriMesh::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    let sheet = Solid::new(sheet);
    let here = moved(DVec3::ZERO);
    assert_eq!(sheet.penetration(&sheet, &here, 0.0), Err(DepthError::Open));
    // One closed mesh suffices: the origin is equally far from all its faces.
    is_deep(&solid.penetration(&sheet, &here, 1e-9).unwrap(), 1.0);
    is_deep(&sheet.penetration(&solid, &here, 1e-9).unwrap(), 1.0);
    for tolerance in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(solid.penetration(&solid, &here, tolerance), Err(DepthError::Tolerance));
    }
    for x in [DVec3::ZERO, DVec3::Y, DVec3::NAN, DVec3::X * f64::INFINITY] {
        let placement = Affine3 { x, ..here };
        assert_eq!(solid.penetration(&solid, &placement, 0.0), Err(DepthError::Placement), "{x}");
    }
    let far = moved(dvec3(f64::NAN, 0.0, 0.0));
    assert_eq!(solid.penetration(&solid, &far, 0.0), Err(DepthError::Placement));
}
