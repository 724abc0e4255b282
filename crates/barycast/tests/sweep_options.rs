//! Sweeps that stop at a target distance, and sweeps that leave an initial overlap.

use barycast::d2;
use barycast::dynamic::any::Shape3;
use barycast::mesh::TriMesh;
use barycast::query::SweepOptions;
use barycast::scene::moving::{Bodies, CollisionFilter};
use barycast::scene::{Instance, Scene};
use barycast::shape::{
    Aabb, Capsule, Compound, Cylinder, HalfSpace, Mesh, Obb, Plane, Sphere, Torus, Triangle,
};
use glam::{DQuat, DVec3, Vec3, dvec3, vec3};

const LEAVING: SweepOptions<f64> = SweepOptions { target_distance: 0.0, stop_at_penetration: false };

fn skin(target_distance: f64) -> SweepOptions<f64> {
    SweepOptions { target_distance, stop_at_penetration: false }
}

struct Dice(fastrand::Rng);

impl Dice {
    fn vector(&mut self, size: f64) -> DVec3 {
        let mut number = || (self.0.f64() * 2.0 - 1.0) * size;
        dvec3(number(), number(), number())
    }

    /// Draws a shape around the origin, as a function of its place.
    fn shape(&mut self, kind: usize) -> impl Fn(DVec3) -> Shape3 + use<> {
        let (u, v, r) = (self.vector(1.0), self.vector(1.0), self.0.f64() * 0.5 + 0.1);
        let turn = DQuat::from_scaled_axis(self.vector(3.0));
        move |at| match kind {
            0 => Sphere::new(at, r).into(),
            1 => Capsule::new(at + u, at + v, r).into(),
            2 => Aabb::new(at - u.abs(), at + v.abs()).into(),
            3 => Obb::new(at, u.abs(), [turn * DVec3::X, turn * DVec3::Y, turn * DVec3::Z]).into(),
            4 => Cylinder::new(at + u, at + v, r).into(),
            5 => Triangle::new(at + u, at + v, at - u - v * 0.5).into(),
            6 => Shape3::from(Aabb::new(at - u.abs(), at + v.abs())).try_rounded(r).unwrap(),
            _ => HalfSpace::new(u.normalize(), at.dot(u.normalize())).into(),
        }
    }
}

#[test]
fn a_sweep_stops_at_its_distance_and_never_late() {
    let mut dice = Dice(fastrand::Rng::with_seed(21));
    let mut hits = 0;
    for case in 0..1500 {
        let a = dice.shape(case % 8)(DVec3::ZERO);
        let b = dice.shape(case / 8 % 7);
        let (at, target) = (dice.vector(6.0), dice.0.f64() * 0.5);
        let velocity = (dice.vector(2.0) - at) * (0.2 + dice.0.f64());
        let gap = |t: f64| a.closest(&b(at + velocity * t)).distance;
        if gap(0.0) <= target {
            continue;
        }
        let found = a.sweep_with(&b(at), velocity, 1.0, &skin(target)).unwrap();
        let least = (0..=40).map(|i| gap(f64::from(i) / 40.0)).fold(f64::INFINITY, f64::min);
        let Some(impact) = found else {
            assert!(least > target - 1e-9, "{a:?} {:?} {velocity} {target}: {least}", b(at));
            continue;
        };
        let left = gap(impact.t);
        assert!((target - 1e-9..target + 1e-6).contains(&left), "{a:?} {:?}: {left} {target}", b(at));
        for i in 0..20 {
            assert!(gap(impact.t * f64::from(i) / 20.0) > target - 1e-9, "{a:?} {:?}", b(at));
        }
        // On the first shape, opposite the second along the normal.
        let normal = impact.normal_a_to_b.unwrap();
        let on_a = a.closest(&barycast::shape::Point(impact.point).into()).distance;
        assert!(on_a < 1e-6, "{a:?} {:?}: {on_a}", b(at));
        let there = b(at + velocity * impact.t);
        let on_b = there.closest(&barycast::shape::Point(impact.point + normal * target).into()).distance;
        assert!(on_b < 1e-5, "{a:?} {there:?}: {on_b}");
        // The other way round.
        let back = b(at).sweep_with(&a, -velocity, 1.0, &skin(target)).unwrap().unwrap();
        assert!((back.t - impact.t).abs() < 1e-6, "{a:?} {:?}: {} {}", b(at), back.t, impact.t);
        hits += 1;
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn an_initial_overlap_stops_only_approaching_motion() {
    let mut dice = Dice(fastrand::Rng::with_seed(22));
    let mut met = 0;
    for case in 0..600 {
        let a = dice.shape(case % 8)(DVec3::ZERO);
        let b = dice.shape(case / 8 % 7)(dice.vector(0.5));
        let target = if case % 2 == 0 { 0.0 } else { 0.25 };
        let Some(contact) = a.contact(&b).unwrap() else { continue };
        let normal = contact.normal_a_to_b.unwrap();
        let along = normal.any_orthonormal_vector();
        // Leaving a thin or round shape is ambiguous; leaving a deep overlap is not.
        if contact.depth < 0.05 {
            continue;
        }
        met += 1;
        let sweep = |way: DVec3, options| a.sweep_with(&b, way, 1.0, &options).unwrap();
        let plain = SweepOptions { stop_at_penetration: true, ..skin(target) };
        assert_eq!(sweep(normal, plain).unwrap().t, 0.0, "{a:?} {b:?}");
        let stopped = sweep(-normal + along * 0.5, skin(target)).unwrap();
        assert_eq!(stopped.t, 0.0, "{a:?} {b:?}");
        let n = stopped.normal_a_to_b.unwrap();
        assert!(sweep(n + along * 0.5 - n * n.dot(along * 0.5), skin(target)).is_none(), "{a:?} {b:?}");
    }
    assert!(met > 150, "{met}");
}

#[test]
fn typed_shapes_respect_the_target_distance() {
    let wall = Aabb::new(vec3(2.0, -9.0, -9.0), vec3(3.0, 9.0, 9.0));
    let pole = |x: f32| Capsule::new(vec3(x, 0.0, -1.0), vec3(x, 0.0, 1.0), 0.5);
    let options = |stop_at_penetration| SweepOptions { target_distance: 0.25_f32, stop_at_penetration };
    let impact = wall.sweep_with(&pole(0.0), Vec3::X, 9.0, &options(true)).unwrap();
    assert!((1.25 - 1e-6..=1.25).contains(&impact.t), "{impact:?}");
    assert_eq!(impact.normal_a_to_b, Some(-Vec3::X));
    assert!(wall.sweep_with(&pole(0.0), Vec3::X, 1.0, &options(true)).is_none());
    let near = |way: Vec3, stop| wall.sweep_with(&pole(1.375), way, 9.0, &options(stop)).map(|i| i.t);
    assert_eq!([near(Vec3::Y, true), near(Vec3::Y, false)], [Some(0.0), None]);
    assert_eq!([near(-Vec3::X, true), near(-Vec3::X, false)], [Some(0.0), None]);
    assert_eq!([near(Vec3::X, true), near(Vec3::X, false)], [Some(0.0), Some(0.0)]);
    // Deep inside.
    let deep = |way: Vec3| wall.sweep_with(&pole(2.125), way, 9.0, &options(false)).map(|i| i.t);
    assert_eq!([deep(Vec3::Y), deep(-Vec3::X), deep(Vec3::X)], [None, None, Some(0.0)]);
    for bad in [f32::NAN, -1.0, f32::INFINITY] {
        let options = SweepOptions { target_distance: bad, stop_at_penetration: true };
        assert_eq!(wall.sweep_with(&pole(0.0), Vec3::X, 9.0, &options), wall.sweep(&pole(0.0), Vec3::X, 9.0));
    }
    assert!(wall.sweep_with(&pole(0.0), Vec3::NAN, 9.0, &options(true)).is_none());
    assert!(wall.sweep_with(&pole(0.0), Vec3::X, f32::NAN, &options(true)).is_none());
    // In 2D, and with unbounded shapes.
    let floor = d2::HalfSpace::new(glam::Vec2::Y, 0.0);
    let disc = d2::Sphere::new(glam::vec2(0.0, 3.0), 1.0);
    let impact = floor.sweep_with(&disc, -glam::Vec2::Y, 9.0, &options(true)).unwrap();
    assert!((1.75 - 1e-6..=1.75).contains(&impact.t), "{impact:?}");
    assert!(disc.sweep_with(&floor, glam::Vec2::Y, 9.0, &options(true)).is_some());
}

#[test]
fn a_slide_along_a_wall_at_the_target_distance_continues() {
    // A sweep that stopped at the distance may slide from there along the tangent in the next
    // frame.
    let mut dice = Dice(fastrand::Rng::with_seed(23));
    for case in 0..300 {
        let a = dice.shape(case % 8)(DVec3::ZERO);
        let b = dice.shape(case / 8 % 7);
        let at = dice.vector(1.0).normalize() * 5.0;
        let Some(impact) = a.sweep_with(&b(at), -at, 1.0, &skin(0.01)).unwrap() else { continue };
        let normal = impact.normal_a_to_b.unwrap();
        let there = at - at * impact.t;
        // Twice, as a controller does: the normal there may differ by rounding.
        let mut way = dice.vector(1.0);
        way -= normal * way.dot(normal);
        for _ in 0..2 {
            let Some(again) = a.sweep_with(&b(there), way, 1.0, &skin(0.01)).unwrap() else { break };
            let normal = again.normal_a_to_b.unwrap();
            way -= normal * way.dot(normal).min(0.0);
        }
        let stuck = a.sweep_with(&b(there), way, 1.0, &skin(0.01)).unwrap();
        assert!(stuck.is_none_or(|impact| impact.t > 1e-3), "{a:?} {:?} {way}: {stuck:?}", b(there));
    }
}

#[test]
fn parts_being_left_are_ignored_and_others_stop() {
    let floor = Aabb::new(dvec3(-9.0, -9.0, -1.0), dvec3(9.0, 9.0, 0.0));
    let wall = Aabb::new(dvec3(3.0, -9.0, 0.0), dvec3(4.0, 9.0, 5.0));
    let room: Shape3 = Compound::try_new(vec![floor.into(), wall.into()]).unwrap().into();
    let low = Shape3::from(Sphere::new(dvec3(0.0, 0.0, 0.95), 1.0));
    assert_eq!(room.sweep(&low, DVec3::X, 9.0).unwrap().unwrap().t, 0.0);
    let impact = room.sweep_with(&low, DVec3::X, 9.0, &LEAVING).unwrap().unwrap();
    assert!((2.0 - 1e-9..=2.0).contains(&impact.t), "{impact:?}");
    let impact = room.sweep_with(&low, DVec3::X, 9.0, &skin(0.5)).unwrap().unwrap();
    assert!((1.5 - 1e-9..=1.5).contains(&impact.t), "{impact:?}");
    assert_eq!(room.sweep_with(&low, dvec3(1.0, 0.0, -1.0), 9.0, &LEAVING).unwrap().unwrap().t, 0.0);
    // The same for a mesh, from either side.
    let corners = vec![
        dvec3(-9.0, -9.0, 0.0),
        dvec3(9.0, -9.0, 0.0),
        dvec3(0.0, 9.0, 0.0),
        dvec3(3.0, -9.0, 0.0),
        dvec3(3.0, 9.0, 0.0),
        dvec3(3.0, 0.0, 9.0),
    ];
    let triangles = vec![[0, 1, 2], [3, 4, 5]];
    let mesh: Shape3 = Mesh::try_new(corners.clone(), triangles.clone(), false).unwrap().into();
    for options in [LEAVING, skin(0.5)] {
        let expected = 2.0 - options.target_distance;
        let impact = mesh.sweep_with(&low, DVec3::X, 9.0, &options).unwrap().unwrap();
        assert!((expected - 1e-9..=expected).contains(&impact.t), "{impact:?}");
        let back = low.sweep_with(&mesh, -DVec3::X, 9.0, &options).unwrap().unwrap();
        assert!((expected - 1e-9..=expected).contains(&back.t), "{back:?}");
    }
    // And for meshes in one precision, alone and in a scene.
    let corners: Vec<Vec3> = corners.iter().map(|p| p.as_vec3()).collect();
    let mesh = TriMesh::try_new(corners, triangles).unwrap();
    let low = Sphere::new(vec3(0.0, 0.0, 0.95), 1.0);
    let part = Instance { mesh: 0, world_from_mesh: barycast::frame::Affine3::identity() };
    let scene = Scene::try_new(vec![mesh.clone()], vec![part]).unwrap();
    for target_distance in [0.0_f32, 0.5] {
        let options = SweepOptions { target_distance, stop_at_penetration: false };
        let expected = 2.0 - target_distance;
        let (triangle, impact) = mesh.sweep_convex_with(&low, Vec3::X, 9.0, &options).unwrap();
        assert_eq!((triangle, impact.normal_a_to_b), (1, Some(-Vec3::X)));
        assert!((expected - 1e-5..=expected).contains(&impact.t), "{impact:?}");
        let found = scene.sweep_convex_with(&low, Vec3::X, 9.0, &options, |_| true).unwrap();
        assert_eq!((found.triangle, found.impact.t), (1, impact.t));
        let (triangle, impact) = mesh.sweep_convex_with(&low, vec3(1.0, 0.0, -1.0), 9.0, &options).unwrap();
        assert_eq!((triangle, impact.t, impact.normal_a_to_b), (0, 0.0, Some(Vec3::Z)));
        let cube = Aabb::new(vec3(-1.0, -1.0, -0.05), vec3(1.0, 1.0, 1.95));
        let (triangle, impact) = mesh.sweep_convex_with(&cube, Vec3::X, 9.0, &options).unwrap();
        assert!(triangle == 1 && (expected - 1e-5..=expected).contains(&impact.t), "{impact:?}");
        assert!(mesh.sweep_convex_with(&cube, Vec3::Z, 9.0, &options).is_none());
    }
}

#[test]
fn bodies_support_both_options() {
    let mut bodies = Bodies::<Shape3>::new();
    bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST).unwrap();
    let wall = Aabb::new(dvec3(3.0, -9.0, 0.0), dvec3(4.0, 9.0, 5.0));
    let wall = bodies.insert(wall.into(), CollisionFilter::FIRST).unwrap();
    let beyond = Plane::new(DVec3::X, 7.0);
    bodies.insert(beyond.into(), CollisionFilter::FIRST).unwrap();
    let queries = bodies.queries();
    let low: Shape3 = Sphere::new(dvec3(0.0, 0.0, 0.95), 1.0).into();
    let (body, impact) = queries.sweep_with(&low, DVec3::X, 9.0, &skin(0.5), |_| true).unwrap();
    assert!(body == wall && (1.5 - 1e-9..=1.5).contains(&impact.t), "{impact:?}");
    // No bounding box is on the way: the target distance matters.
    let beside: Shape3 = Sphere::new(dvec3(3.5, 10.25, 2.5), 1.0).into();
    let up = |options| queries.sweep_with(&beside, DVec3::Z * 0.1, 1.0, &options, |h| h == wall);
    assert!(up(skin(0.2)).is_none());
    let stopped = up(SweepOptions { stop_at_penetration: true, ..skin(0.3) });
    assert!(stopped.is_some_and(|(_, impact)| impact.t == 0.0));
}

#[test]
fn leaving_a_concave_overlap_is_undefined() {
    let ring = Shape3::from(Torus::new(DVec3::ZERO, DVec3::Z, 3.0, 0.5));
    let ball = |x: f64| Shape3::from(Sphere::new(dvec3(x, 0.0, 0.0), 0.25));
    let near = ring.sweep_with(&ball(6.0), -DVec3::X, 9.0, &skin(0.25)).unwrap().unwrap();
    assert!((near.t - 2.0).abs() < 1e-9, "{near:?}");
    assert!(ring.sweep_with(&ball(3.4), DVec3::X, 9.0, &LEAVING).is_err());
    assert!(ring.sweep_with(&ring, DVec3::X, 9.0, &skin(0.25)).is_err());
}
