//! Batches of configurations equal the queries of pairs of placed shapes.

#![cfg(feature = "scene")]

use barycast::dynamic::any::Shape3;
use barycast::frame::Pose;
use barycast::scene::poses::{PoseArrays, PoseBody, PoseChecker, PoseError, PoseOptions};
use barycast::shape::{Aabb, Capsule, HalfSpace, Mesh, Sphere};
use glam::{DMat3, DQuat, DVec3, dvec3};

fn pose(random: &mut fastrand::Rng, reach: f64) -> ([f64; 12], Pose<DVec3>) {
    let mut number = || 2.0 * random.f64() - 1.0;
    let quat = DQuat::from_xyzw(number(), number(), number(), number()).normalize();
    let turn = DMat3::from_quat(quat);
    let shift = reach * dvec3(number(), number(), number());
    let (x, y, z) = (turn.x_axis, turn.y_axis, turn.z_axis);
    let rows = [x.x, y.x, z.x, shift.x, x.y, y.y, z.y, shift.y, x.z, y.z, z.z, shift.z];
    (rows, Pose::try_new([x, y, z], shift).unwrap())
}

fn tetrahedron(solid: bool) -> Shape3 {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    Mesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], solid).unwrap().into()
}

fn links() -> Vec<Shape3> {
    vec![
        Capsule::new(dvec3(-0.5, 0.0, 0.0), dvec3(0.5, 0.0, 0.0), 0.25).into(),
        Sphere::new(dvec3(0.0, 0.25, 0.0), 0.5).into(),
        tetrahedron(true),
    ]
}

fn world() -> Vec<Shape3> {
    vec![
        HalfSpace::new(DVec3::Z, -2.0).into(),
        Aabb::new(dvec3(-0.5, -0.5, -0.5), dvec3(0.5, 0.75, 0.5)).into(),
        tetrahedron(false),
        Sphere::new(DVec3::ZERO, 0.125).into(),
    ]
}

fn placed(shape: &Shape3, pose: &Pose<DVec3>) -> Shape3 {
    shape.posed(&pose.axes(), pose.translation()).unwrap()
}

struct Case {
    checker: PoseChecker,
    rows: Vec<[f64; 12]>,
    world_rows: Vec<[f64; 12]>,
    /// Placed bodies of each configuration, with the world where it is and where it moves to.
    fixed: Vec<Vec<Shape3>>,
    moved: Vec<Vec<Shape3>>,
}

fn case(count: usize) -> Case {
    let mut random = fastrand::Rng::with_seed(17);
    let places: Vec<_> = world().iter().map(|_| pose(&mut random, 1.5).1).collect();
    let bodies = world().into_iter().map(PoseBody::from).zip(places.iter().copied()).collect();
    let links_ = links().into_iter().map(PoseBody::from).collect();
    let checker = PoseChecker::try_new(links_, bodies, |a, b| [a, b] == [1, 4]).unwrap();
    let mut case =
        Case { checker, rows: Vec::new(), world_rows: Vec::new(), fixed: Vec::new(), moved: Vec::new() };
    for _ in 0..count {
        let mut of = |shapes: Vec<Shape3>, all: &mut Vec<[f64; 12]>| {
            let place = |shape: &Shape3| {
                let (rows, pose) = pose(&mut random, 2.0);
                all.push(rows);
                placed(shape, &pose)
            };
            shapes.iter().map(place).collect::<Vec<_>>()
        };
        let links = of(links(), &mut case.rows);
        let moving = of(world(), &mut case.world_rows);
        let still = world().iter().zip(&places).map(|(shape, pose)| placed(shape, pose)).collect();
        case.fixed.push([links.clone(), still].concat());
        case.moved.push([links, moving].concat());
    }
    case
}

#[test]
fn batches_equal_pairs_of_placed_shapes() {
    let case = case(150);
    let checker = &case.checker;
    let candidates = checker.candidates().to_vec();
    assert_eq!(candidates.len(), 3 + 12 - 1);
    let poses = PoseArrays::ThreeRows(&case.rows);
    let each: Vec<f64> = (0..candidates.len()).map(|i| 0.05 * i as f64).collect();
    let mut seen = [false; 2];
    for (moves, bodies) in [(false, &case.fixed), (true, &case.moved)] {
        for margin in [&[][..], &[0.2], &each] {
            for self_collision in [true, false] {
                let world_poses = moves.then_some(PoseArrays::ThreeRows(&case.world_rows));
                let options = PoseOptions { margin, self_collision, world_poses };
                let mut collides = vec![false; 150];
                checker.collides(poses, &options, &mut collides).unwrap();
                let pairs = checker.pairs(poses, &options).unwrap();
                for (index, bodies) in bodies.iter().enumerate() {
                    let hits = candidates.iter().enumerate().filter(|(candidate, [a, b])| {
                        let margin = match margin {
                            [] => 0.0,
                            [one] => *one,
                            each => each[*candidate],
                        };
                        let [a, b] = [*a as usize, *b as usize];
                        let counts = self_collision || b >= 3;
                        let (a, b) = (&bodies[a], &bodies[b]);
                        counts && (a.intersects(b) || a.closest(b).distance <= margin)
                    });
                    let hits: Vec<u32> = hits.map(|(candidate, _)| candidate as u32).collect();
                    let found = &pairs.candidate[pairs.offsets[index]..pairs.offsets[index + 1]];
                    assert_eq!(found, hits, "{index}");
                    assert_eq!(collides[index], !hits.is_empty());
                    seen[usize::from(collides[index])] = true;
                }
            }
        }
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn distances_are_those_of_placed_shapes() {
    let case = case(60);
    let (checker, poses) = (&case.checker, PoseArrays::ThreeRows(&case.rows));
    let candidates = checker.candidates();
    for limit in [f64::INFINITY, 0.5] {
        let options = PoseOptions::default();
        let mut distances = vec![0.0; 60 * candidates.len()];
        checker.distances(poses, limit, &options, &mut distances).unwrap();
        let nearest = checker.distance(poses, limit, &options).unwrap();
        for (index, bodies) in case.fixed.iter().enumerate() {
            let row = &distances[index * candidates.len()..][..candidates.len()];
            for (distance, [a, b]) in row.iter().zip(candidates) {
                let found = bodies[*a as usize].closest(&bodies[*b as usize]).distance;
                assert_eq!(*distance, if found <= limit { found } else { f64::INFINITY });
            }
            let least = row.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(nearest.distance[index], least);
            if least.is_infinite() {
                assert_eq!(nearest.pair[index], [-1; 2]);
                continue;
            }
            let first = row.iter().position(|distance| *distance == least).unwrap();
            assert_eq!(nearest.pair[index], candidates[first].map(u32::cast_signed));
            let apart = (nearest.point_b[index] - nearest.point_a[index]).length();
            assert!((apart - least).abs() < 1e-9);
        }
    }
}

#[test]
fn checkers_without_bodies_find_nothing() {
    let options = PoseOptions::default();
    let empty = PoseChecker::try_new(vec![], vec![], |_, _| false).unwrap();
    let none = PoseArrays::ThreeRows(&[]);
    assert_eq!(empty.collides(none, &options, &mut []), Ok(()));
    let identity = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let one = PoseArrays::ThreeRows(&[identity]);
    assert_eq!(empty.collides(one, &options, &mut []), Err(PoseError::PoseCount { got: 1, expected: 0 }));
    // Links without shapes are nowhere.
    let nowhere = || PoseBody::try_new(&[]).unwrap();
    let checker = PoseChecker::try_new(vec![nowhere(), nowhere()], vec![], |_, _| false).unwrap();
    let two = [identity; 2];
    let two = PoseArrays::ThreeRows(&two);
    let mut collides = [true];
    checker.collides(two, &options, &mut collides).unwrap();
    assert_eq!(collides, [false]);
    let nearest = checker.distance(two, f64::INFINITY, &options).unwrap();
    assert_eq!((nearest.distance, nearest.pair), (vec![f64::INFINITY], vec![[-1; 2]]));
}

#[test]
fn wrong_input_is_an_error_that_names_it() {
    let case = case(2);
    let checker = &case.checker;
    let options = PoseOptions::default();
    let mut rows = case.rows.clone();
    rows[4][0] += 0.5;
    let mut collides = [false; 2];
    let mut run = |rows: &[[f64; 12]], options: &PoseOptions<'_>| {
        checker.collides(PoseArrays::ThreeRows(rows), options, &mut collides)
    };
    assert_eq!(run(&rows, &options), Err(PoseError::NotRigid { index: 4 }));
    rows[4] = [-1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    assert_eq!(run(&rows, &options), Err(PoseError::NotRigid { index: 4 }), "a mirror");
    assert_eq!(run(&rows[..5], &options), Err(PoseError::PoseCount { got: 5, expected: 3 }));
    let margin = PoseOptions { margin: &[-1.0], ..options };
    assert_eq!(run(&case.rows, &margin), Err(PoseError::Margin { got: 1, candidates: 14 }));
    assert_eq!(run(&case.rows[..3], &options), Err(PoseError::Results { got: 2, expected: 1 }));
    assert_eq!(run(&case.rows, &options), Ok(()));
    let four = case.rows.iter().map(|rows| {
        let mut all = [0.0; 16];
        all[..12].copy_from_slice(rows);
        all[15] = 2.0;
        all
    });
    let four: Vec<[f64; 16]> = four.collect();
    let found = checker.collides(PoseArrays::FourRows(&four), &options, &mut collides);
    assert_eq!(found, Err(PoseError::NotRigid { index: 0 }));
}
