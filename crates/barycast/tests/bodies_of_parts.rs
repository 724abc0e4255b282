//! Moving bodies made of parts: terrains, compounds, voxels and meshes.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::frame::Pose;
use barycast::query::Manifold;
use barycast::scene::moving::{Bodies, CollisionFilter, ContactEvent, Event, Handle};
use barycast::shape::{Aabb, Capsule, Compound, Convex, HalfSpace, HeightField, Mesh, Sphere, Voxels};
use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};

const ALL: CollisionFilter = CollisionFilter::FIRST;

/// Builds a floor of two triangles per square metre, 8 m wide, and as high as `height` of its corners.
fn floor(height: impl Fn(f64, f64) -> f64) -> Mesh<DVec3> {
    let corners = (0..81).map(|i| (f64::from(i / 9) - 4.0, f64::from(i % 9) - 4.0));
    let corners = corners.map(|(x, y)| dvec3(x, y, height(x, y))).collect();
    let cells = (0..64_u32).map(|i| i / 8 * 9 + i % 8);
    let triangles = cells.flat_map(|a| [[a, a + 9, a + 1], [a + 1, a + 9, a + 10]]).collect();
    Mesh::try_new(corners, triangles, false).unwrap()
}

/// Builds the surface of a box of twelve triangles.
fn shell(min: DVec3, max: DVec3) -> Mesh<DVec3> {
    let at = |i: usize| {
        let pick = |axis: usize| if i >> axis & 1 == 0 { min[axis] } else { max[axis] };
        dvec3(pick(0), pick(1), pick(2))
    };
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Mesh::try_new((0..8).map(at).collect(), triangles, true).unwrap()
}

/// Returns the events and manifolds of two bodies.
fn held(a: Shape3, b: Shape3) -> (Vec<Event<DVec3>>, Vec<Manifold<DVec3>>) {
    let mut bodies = Bodies::new();
    bodies.insert(a, ALL).unwrap();
    bodies.insert(b, ALL).unwrap();
    let events = bodies.step().to_vec();
    (events, bodies.manifolds().into_iter().map(|(_, manifold)| manifold).collect())
}

fn depth(event: &Event<DVec3>) -> f64 {
    event.contact.touch().depth.unwrap()
}

#[test]
fn a_box_on_a_floor_of_many_triangles_stands_on_four_points() {
    let cube = Aabb::new(dvec3(-1.3, -1.6, -0.25), dvec3(1.4, 1.2, 1.0));
    let fields = [
        Shape3::from(floor(|_, _| 0.0)),
        HeightField::try_new(vec![vec![0.0; 9]; 9], [1.0, 1.0], dvec3(-4.0, -4.0, 0.0)).unwrap().into(),
    ];
    for floor in fields {
        let (events, manifolds) = held(floor, cube.into());
        let [manifold] = &manifolds[..] else { panic!("{manifolds:?}") };
        assert_eq!((manifold.normal_a_to_b, manifold.points.len()), (Some(DVec3::Z), 4));
        assert!(manifold.points.iter().all(|p| p.depth == 0.25 && p.on_a.z == 0.0 && p.on_b.z == -0.25));
        let touch = events[0].contact.touch();
        assert_eq!((touch.depth, touch.normal_a_to_b), (Some(0.25), Some(DVec3::Z)));
        // A point of the surface.
        assert_eq!(touch.point.z, 0.0);
    }
}

#[test]
fn a_ball_in_a_valley_is_pushed_by_both_slopes() {
    let valley = floor(|x, _| x.abs());
    let (events, manifolds) = held(Sphere::new(dvec3(0.0, 0.25, 1.0), 0.8).into(), valley.into());
    let expected = 0.8 - 0.5_f64.sqrt();
    assert!((depth(&events[0]) - expected).abs() < 1e-15);
    assert_eq!(manifolds.len(), 2);
    for manifold in &manifolds {
        // From the ball, the first body, to the slope.
        let normal = manifold.normal_a_to_b.unwrap();
        assert!(
            (normal - dvec3(normal.x.signum() * 0.5_f64.sqrt(), 0.0, -(0.5_f64.sqrt()))).length() < 1e-15
        );
        assert!((manifold.points[0].depth - expected).abs() < 1e-15);
    }
}

#[test]
fn a_table_stands_on_the_corners_of_its_legs() {
    let leg = |x: f64| Shape3::from(Aabb::new(dvec3(x, -0.5, -0.125), dvec3(x + 0.25, 0.5, 1.0)));
    let top = Aabb::new(dvec3(-2.0, -1.0, 1.0), dvec3(2.0, 1.0, 1.25));
    let table = Shape3::from(Compound::try_new(vec![leg(-1.5), leg(1.25), top.into()]).unwrap());
    let ground = HalfSpace::new(DVec3::Z, 0.0);
    let (events, manifolds) = held(ground.into(), table);
    assert_eq!(depth(&events[0]), 0.125);
    let [manifold] = &manifolds[..] else { panic!("{manifolds:?}") };
    let mut places: Vec<_> = manifold.points.iter().map(|p| [p.on_a.x, p.on_a.y]).collect();
    places.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(places, [[-1.5, -0.5], [-1.5, 0.5], [1.5, -0.5], [1.5, 0.5]]);
    // The legs have different identifiers.
    let mut names: Vec<_> = manifold.points.iter().map(|p| p.feature_b).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 4);
}

#[test]
fn features_keep_their_names_while_the_same_parts_touch() {
    let names = |x: f64| {
        let cube = Aabb::new(dvec3(x - 0.3, -0.6, -0.25), dvec3(x + 0.4, 0.2, 1.0));
        let (_, manifolds) = held(floor(|_, _| 0.0).into(), cube.into());
        let mut names: Vec<_> = manifolds[0].points.iter().map(|p| (p.feature_a, p.feature_b)).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(0.5), names(0.5 + 1e-3));
    assert_ne!(names(0.5), names(1.5));
}

#[test]
fn solid_meshes_touch_what_is_inside_and_push_to_the_outside() {
    let shell = shell(DVec3::splat(-2.0), DVec3::splat(2.0));
    let (events, _) = held(shell.clone().into(), Sphere::new(DVec3::ZERO, 0.5).into());
    assert_eq!(events.len(), 1);
    // The middle of the ball is inside, below the top face.
    let (events, _) = held(shell.clone().into(), Sphere::new(dvec3(0.25, 0.5, 1.75), 0.5).into());
    let touch = events[0].contact.touch();
    let pushed = touch.normal_a_to_b.unwrap() * touch.depth.unwrap();
    assert!(pushed.z >= 0.0, "{touch:?}");
    let other = Mesh::try_new(
        shell.vertices().iter().map(|p| *p + dvec3(0.5, 0.25, 3.875)).collect(),
        shell.triangles().to_vec(),
        true,
    );
    let (events, manifolds) = held(shell.into(), other.unwrap().into());
    assert_eq!(events.len(), 1);
    assert!(manifolds.iter().any(|m| m.normal_a_to_b.is_some_and(|n| n.z > 0.99)), "{manifolds:?}");
}

/// Draws a convex shape around the origin.
fn convex(dice: &mut fastrand::Rng) -> Shape3 {
    let mut vector = |size: f64| dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5) * size;
    let (p, q) = (vector(1.0), vector(1.0));
    match dice.u32(0..4) {
        0 => Sphere::new(p, 0.3).into(),
        1 => Capsule::new(p, q, 0.25).into(),
        2 => Aabb::new(p.min(q), p.max(q) + DVec3::splat(0.125)).into(),
        _ => Convex::try_new(vec![p, q, p + DVec3::X, q + DVec3::Y, p + DVec3::Z]).unwrap().into(),
    }
}

#[test]
fn events_and_depths_of_compounds_equal_all_pairs_of_parts() {
    let mut dice = fastrand::Rng::with_seed(5);
    let mut bodies = Bodies::<Shape3>::new();
    let mut handles = Vec::new();
    for i in 0..60 {
        let parts: Vec<_> = (0..=dice.usize(0..4)).map(|_| convex(&mut dice)).collect();
        let shape = if i == 0 {
            let filled = (0..27).filter(|i| i % 5 != 1).map(|i| [i / 9, i / 3 % 3, i % 3]).collect();
            Shape3::from(Voxels::try_new(DVec3::splat(-1.5), DVec3::ONE, filled).unwrap())
        } else {
            Compound::try_new(parts).unwrap().into()
        };
        handles.push(bodies.insert(shape, ALL).unwrap());
    }
    let parts_of = |bodies: &Bodies<Shape3>, handle: Handle| match bodies.get(handle).unwrap() {
        Shape3::Compound(compound) => compound.shapes().to_vec(),
        Shape3::Voxels(voxels) => (0..voxels.filled().len()).map(|i| voxels.cell(i).into()).collect(),
        other => vec![other.clone()],
    };
    let mut count = 0;
    for _ in 0..4 {
        for handle in &handles[1..] {
            let turn = DQuat::from_scaled_axis(dvec3(dice.f64(), dice.f64(), dice.f64()));
            let place = dvec3(dice.f64(), dice.f64(), dice.f64()) * 6.0 - DVec3::splat(3.0);
            bodies.set_pose(*handle, &Pose::try_from_quat(turn, place).unwrap()).unwrap();
        }
        let events = bodies.step().to_vec();
        let manifolds = bodies.manifolds();
        for (i, a) in handles.iter().enumerate() {
            for b in &handles[i + 1..] {
                let (one, other) = (parts_of(&bodies, *a), parts_of(&bodies, *b));
                let contacts = one.iter().flat_map(|p| other.iter().filter_map(|q| p.contact(q).unwrap()));
                let deepest = contacts.map(|contact| contact.depth).reduce(f64::max);
                let here = |event: &&Event<DVec3>| {
                    event.bodies == [*a, *b] && !matches!(event.contact, ContactEvent::Stopped(_))
                };
                assert_eq!(events.iter().find(here).map(depth), deepest);
                let own = manifolds.iter().filter(|(bodies, _)| *bodies == [*a, *b]);
                let points = own.flat_map(|(_, manifold)| manifold.points.iter());
                assert_eq!(points.map(|p| p.depth).reduce(f64::max), deepest);
                let Some(event) = events.iter().find(here) else { continue };
                let point = event.contact.touch().point;
                let holds = |parts: &[Shape3]| parts.iter().any(|part| part.signed_distance(point) < 1e-9);
                assert!(holds(&one) && holds(&other), "{event:?}");
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn in_2d_compounds_have_a_manifold_for_each_normal() {
    let ground = Compound::try_new(vec![
        Shape2::from(HalfSpace::new(DVec2::Y, 0.0)),
        Shape2::from(HalfSpace::new(DVec2::X, 0.0)),
    ]);
    let mut bodies = Bodies::<Shape2>::new();
    bodies.insert(ground.unwrap().into(), ALL).unwrap();
    bodies.insert(Aabb::new(dvec2(-0.25, -0.125), dvec2(1.0, 1.0)).into(), ALL).unwrap();
    assert_eq!(bodies.step()[0].contact.touch().depth, Some(0.25));
    let manifolds = bodies.manifolds();
    let normals: Vec<_> = manifolds.iter().map(|(_, manifold)| manifold.normal_a_to_b).collect();
    assert_eq!(normals, [Some(DVec2::Y), Some(DVec2::X)]);
    assert!(manifolds.iter().all(|(_, manifold)| manifold.points.len() == 2));
}

#[test]
fn manifolds_after_a_move_are_those_of_the_new_place() {
    let mut bodies = Bodies::new();
    bodies.insert(floor(|_, _| 0.0).into(), ALL).unwrap();
    let cube = |depth: f64| Shape3::from(Aabb::new(dvec3(0.0, 0.0, -depth), dvec3(1.0, 1.0, 1.0)));
    let handle = bodies.insert(cube(0.25), ALL).unwrap();
    bodies.step();
    bodies.move_to(handle, cube(0.125)).unwrap();
    let deepest =
        |bodies: &Bodies<Shape3>| bodies.manifolds().iter().map(|(_, m)| m.points[0].depth).reduce(f64::max);
    assert_eq!(deepest(&bodies), Some(0.125));
    bodies.step();
    assert_eq!(deepest(&bodies), Some(0.125));
    bodies.move_to(handle, cube(-0.125)).unwrap();
    assert_eq!(deepest(&bodies), None);
}
