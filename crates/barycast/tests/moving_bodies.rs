//! Bodies placed by poses, and queries of them, against brute force.

use barycast::dynamic::any::Shape3;
use barycast::frame::Pose;
use barycast::scene::moving::{Bodies, CollisionFilter, ContactEvent, Handle, MovingError};
use barycast::shape::{Aabb, Capsule, Cone, Convex, Cylinder, HalfSpace, Plane, Point, Ray, Sphere};
use glam::{DMat3, DQuat, DVec3, dvec3};

type Shape = Shape3;

struct Dice(fastrand::Rng);

impl Dice {
    fn vector(&mut self, size: f64) -> DVec3 {
        dvec3(self.0.f64() - 0.5, self.0.f64() - 0.5, self.0.f64() - 0.5) * (2.0 * size)
    }

    fn shape(&mut self) -> Shape {
        match self.0.u32(0..5) {
            0 => Sphere::new(self.vector(0.3), self.0.f64()).into(),
            1 => {
                let half = self.vector(0.6).abs();
                Aabb::new(-half, half).into()
            }
            2 => Capsule::new(self.vector(0.8), self.vector(0.8), 0.3 * self.0.f64()).into(),
            3 => Cone::new(self.vector(0.3), self.vector(0.3) + DVec3::Z, 0.1 + 0.4 * self.0.f64()).into(),
            _ => Convex::try_new((0..12).map(|_| self.vector(0.7)).collect()).unwrap().into(),
        }
    }

    fn pose(&mut self, far: f64) -> Pose<DVec3> {
        let turn = DQuat::from_scaled_axis(self.vector(3.0));
        Pose::try_from_quat(turn, self.vector(far)).unwrap()
    }

    fn filter(&mut self) -> CollisionFilter {
        CollisionFilter { memberships: 1 << self.0.u32(0..3), mask: self.0.u32(1..8) }
    }
}

/// Builds bodies in poses, and returns each with its posed shape and filter.
fn world(dice: &mut Dice) -> (Bodies<Shape>, Vec<(Handle, Shape, CollisionFilter)>) {
    let mut bodies = Bodies::new();
    let mut all = Vec::new();
    for i in 0..150 {
        let (shape, filter) = (dice.shape(), dice.filter());
        let handle = bodies.insert(shape, filter).unwrap();
        bodies.set_pose(handle, &dice.pose(4.0)).unwrap();
        if i % 10 == 0 {
            bodies.remove(handle).unwrap();
        } else {
            all.push((handle, bodies.get(handle).unwrap().clone(), filter));
        }
    }
    let floor: Shape = HalfSpace::new(DVec3::Z, -3.5).into();
    let handle = bodies.insert(floor.clone(), CollisionFilter::FIRST).unwrap();
    all.push((handle, floor, CollisionFilter::FIRST));
    all.sort_by_key(|(handle, ..)| *handle);
    (bodies, all)
}

#[test]
fn queries_equal_brute_force_over_all_bodies() {
    let mut dice = Dice(fastrand::Rng::with_seed(11));
    for _ in 0..4 {
        let (mut bodies, all) = world(&mut dice);
        for case in 0..60 {
            let (filter, odd) = (dice.filter(), case % 3 == 0);
            let which = |h: Handle| !odd || h.slot() % 2 == 1;
            let chosen = || all.iter().filter(|(h, _, l)| which(*h) && l.allows(filter));
            let shape = dice.shape().posed(&DVec3::AXES, dice.vector(4.0)).unwrap();
            let queries = bodies.queries().among(filter);

            let met: Vec<Handle> =
                chosen().filter(|(_, s, _)| s.intersects(&shape)).map(|(h, ..)| *h).collect();
            assert_eq!(queries.overlapping(&shape, which), met);

            let velocity = dice.vector(if case % 5 == 0 { 40.0 } else { 3.0 });
            let velocity = if case % 7 == 0 { velocity * DVec3::X } else { velocity };
            let mut first: Option<(f64, Handle)> = None;
            for (handle, standing, _) in chosen() {
                let impact = standing.sweep(&shape, velocity, 1.0).unwrap();
                first = [first, impact.map(|i| (i.t, *handle))]
                    .into_iter()
                    .flatten()
                    .min_by(|a, b| a.partial_cmp(b).unwrap());
            }
            let found = queries.sweep(&shape, velocity, 1.0, which);
            assert_eq!(found.map(|(handle, impact)| (impact.t, handle)), first);

            let mut nearest: Vec<(f64, Handle)> =
                chosen().map(|(h, s, _)| (shape.closest(s).distance, *h)).collect();
            nearest.sort_by(|a, b| a.partial_cmp(b).unwrap());
            for (count, within) in [(1, f64::INFINITY), (5, 1.5), (1000, f64::INFINITY), (3, 0.0), (0, 9.0)] {
                let found = queries.k_nearest(&shape, count, within, which);
                let found: Vec<_> = found.iter().map(|(h, way)| (way.distance, *h)).collect();
                let right = nearest.iter().filter(|(d, _)| *d <= within).take(count);
                assert_eq!(found, right.copied().collect::<Vec<_>>());
            }

            let ray = Ray::new(dice.vector(5.0), dice.vector(1.0));
            let cast = |s: &Shape| Shape::from(ray).cast(s).unwrap();
            let mut hits: Vec<(f64, Handle)> =
                chosen().filter_map(|(h, s, _)| Some((cast(s)?.t, *h))).collect();
            hits.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let found: Vec<_> =
                queries.cast_all(&ray, None, which).iter().map(|(h, hit)| (hit.t, *h)).collect();
            assert_eq!(found, hits);
            let first = queries.cast(&ray, None, which).map(|(h, hit)| (hit.t, h));
            assert_eq!(first, hits.first().copied());
        }
    }
}

#[test]
fn unbounded_bodies_take_part_in_nearest_queries_and_sweeps() {
    let mut dice = Dice(fastrand::Rng::with_seed(12));
    let (mut bodies, all) = world(&mut dice);
    let queries = bodies.queries();
    let plane: Shape = Plane::new(DVec3::Z, 6.0).into();
    let mut right: Vec<(f64, Handle)> = all.iter().map(|(h, s, _)| (plane.closest(s).distance, *h)).collect();
    right.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let found = queries.k_nearest(&plane, 4, f64::INFINITY, |_| true);
    assert_eq!(found.iter().map(|(h, way)| (way.distance, *h)).collect::<Vec<_>>(), right[..4]);
    let down = queries.sweep(&plane, DVec3::NEG_Z, f64::INFINITY, |_| true).unwrap();
    assert!((down.1.t - right[0].0).abs() < 1e-12, "{down:?} {right:?}");
}

#[test]
fn a_pose_replaces_earlier_poses() {
    let mut dice = Dice(fastrand::Rng::with_seed(13));
    let mut bodies = Bodies::<Shape>::new();
    let shapes: Vec<Shape> = (0..40).map(|_| dice.shape()).collect();
    let handles: Vec<Handle> =
        shapes.iter().map(|s| bodies.insert(s.clone(), CollisionFilter::FIRST).unwrap()).collect();
    for _ in 0..5 {
        let poses: Vec<_> = handles.iter().map(|h| (*h, dice.pose(9.0))).collect();
        bodies.set_poses(&poses).unwrap();
        for ((handle, pose), shape) in poses.iter().zip(&shapes) {
            let placed = bodies.get(*handle).unwrap();
            let right = shape.posed(pose.axes().as_ref(), pose.translation()).unwrap();
            let probe: Shape = Point(dice.vector(9.0)).into();
            assert_eq!(placed.closest(&probe).distance, right.closest(&probe).distance, "{shape:?}");
        }
    }
    // The new shape is in its local frame.
    bodies.move_to(handles[0], Sphere::new(DVec3::X, 1.0).into()).unwrap();
    bodies.set_pose(handles[0], &Pose::try_new(DVec3::AXES, DVec3::X).unwrap()).unwrap();
    let Some(Shape3::Sphere(ball)) = bodies.get(handles[0]) else { panic!("no ball") };
    assert_eq!(ball.center, DVec3::X * 2.0);
}

#[test]
fn an_invalid_pose_is_an_error_and_changes_nothing() {
    assert_eq!(Pose::try_new(DVec3::AXES, DVec3::NAN).unwrap_err().field, "translation");
    assert_eq!(Pose::try_new([DVec3::X * 2.0, DVec3::Y, DVec3::Z], DVec3::ZERO).unwrap_err().field, "axes");
    let long = DQuat::from_xyzw(0.0, 0.0, 0.0, 1.1);
    assert_eq!(Pose::try_from_quat(long, DVec3::ZERO).unwrap_err().field, "rotation");
    let nothing = DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 0.0);
    assert_eq!(Pose::try_from_quat(nothing, DVec3::ZERO).unwrap_err().field, "rotation");

    let mut bodies = Bodies::<Shape>::new();
    let ball = bodies.insert(Sphere::new(DVec3::splat(1e308), 1.0).into(), CollisionFilter::FIRST).unwrap();
    let can = bodies.insert(Cone::new(DVec3::ZERO, DVec3::Z, 1.0).into(), CollisionFilter::FIRST).unwrap();
    let far = Pose::try_new(DVec3::AXES, DVec3::splat(1e308)).unwrap();
    let near = Pose::try_new(DVec3::AXES, DVec3::X).unwrap();
    for poses in [vec![(can, near), (ball, far)], vec![(can, far)]] {
        assert!(matches!(bodies.set_poses(&poses), Err(MovingError::InvalidPose(_))));
        let Some(Shape3::Cone(cone)) = bodies.get(can) else { panic!("no cone") };
        assert_eq!(cone.apex, DVec3::ZERO);
    }
    bodies.remove(ball).unwrap();
    assert_eq!(bodies.set_pose(ball, &near), Err(MovingError::StaleHandle(ball)));
}

#[test]
fn invalid_sweeps_find_nothing() {
    let mut bodies = Bodies::<Shape>::new();
    bodies.insert(Sphere::new(DVec3::ZERO, 1.0).into(), CollisionFilter::FIRST).unwrap();
    let queries = bodies.queries();
    let ball: Shape = Sphere::new(DVec3::ZERO, 0.5).into();
    for (velocity, max_t) in
        [(DVec3::NAN, 1.0), (DVec3::X, f64::NAN), (DVec3::X, -1.0), (DVec3::INFINITY, 1.0)]
    {
        assert!(queries.sweep(&ball, velocity, max_t, |_| true).is_none());
    }
    assert_eq!(queries.sweep(&ball, DVec3::ZERO, 0.0, |_| true).map(|(_, impact)| impact.t), Some(0.0));
    assert!(queries.k_nearest(&ball, 1, f64::NAN, |_| true).is_empty());
}

#[test]
fn a_mirrored_pose_mirrors_the_shape() {
    let mirror = DMat3::from_diagonal(dvec3(-1.0, 1.0, 1.0));
    let pose = Pose::try_new([mirror.x_axis, mirror.y_axis, mirror.z_axis], DVec3::ZERO).unwrap();
    let mut bodies = Bodies::<Shape>::new();
    let corner = Convex::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    let handle = bodies.insert(corner.into(), CollisionFilter::FIRST).unwrap();
    bodies.set_pose(handle, &pose).unwrap();
    let placed = bodies.get(handle).unwrap();
    assert!(placed.intersects(&Point(dvec3(-0.5, 0.2, 0.2)).into()));
    assert!(!placed.intersects(&Point(dvec3(0.5, 0.2, 0.2)).into()));
    assert_eq!(placed.signed_distance(dvec3(-0.1, 0.2, 0.2)), -0.1);
}

/// A step keeps the contact of each pair, and manifolds follow from it. They equal those of the
/// shapes alone, also after a body moved without a step.
#[test]
fn manifolds_after_a_step_are_those_of_the_shapes() {
    let mut dice = fastrand::Rng::with_seed(58);
    let mut bodies = Bodies::<Shape3>::new();
    let mut shapes = Vec::new();
    for i in 0..60 {
        let shape = match i % 5 {
            0 => Shape3::from(Aabb::new(dvec3(-1.0, -0.5, -0.75), dvec3(1.0, 0.5, 0.75))),
            1 => Capsule::new(DVec3::X, -DVec3::X, 0.5).into(),
            2 => Sphere::new(DVec3::ZERO, 0.75).into(),
            3 => Cylinder::new(DVec3::Z, -DVec3::Z, 0.5).into(),
            _ => {
                let corner = |_| dvec3(dice.f64(), dice.f64(), dice.f64()) * 2.0 - DVec3::ONE;
                Convex::try_new((0..16).map(corner).collect::<Vec<_>>()).unwrap().into()
            }
        };
        shapes.push(bodies.insert(shape, CollisionFilter::FIRST).unwrap());
    }
    let place = |dice: &mut fastrand::Rng| {
        let at = dvec3(dice.f64(), dice.f64(), dice.f64()) * 6.0;
        let axis = dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() + 0.1).normalize();
        Pose::try_from_quat(DQuat::from_axis_angle(axis, dice.f64() * 6.0), at).unwrap()
    };
    let poses: Vec<_> = shapes.iter().map(|body| (*body, place(&mut dice))).collect();
    bodies.set_poses(&poses).unwrap();
    bodies.step();
    let mut compared = 0;
    for moved in [false, true] {
        if moved {
            for body in shapes.iter().step_by(3) {
                bodies.set_pose(*body, &place(&mut dice)).unwrap();
            }
        }
        for ([a, b], manifold) in bodies.manifolds() {
            let [a, b] = [a, b].map(|handle| bodies.get(handle).unwrap());
            let alone = a.manifold(b).unwrap().expect("they touch");
            assert_eq!(manifold.normal_a_to_b, alone.normal_a_to_b);
            assert_eq!(manifold.points[..], alone.points[..]);
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn the_point_of_a_touch_is_in_both_bodies() {
    let mut touches = 0;
    for seed in 0..40 {
        let mut dice = Dice(fastrand::Rng::with_seed(seed));
        let (mut bodies, all) = world(&mut dice);
        let shape = |handle| &all.iter().find(|(other, ..)| *other == handle).unwrap().1;
        for event in bodies.step() {
            let ContactEvent::Started(touch) = event.contact else { panic!("the first step: {event:?}") };
            for shape in event.bodies.map(shape) {
                let gap = shape.distance(&Point(touch.point).into());
                assert!(gap <= 1e-14, "seed {seed}, {gap:e}: {touch:?} {shape:?}");
            }
            touches += 1;
        }
    }
    assert!(touches > 1000, "{touches}");
}
