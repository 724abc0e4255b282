//! Moving bodies against brute force over all pairs.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::number::Float;
use barycast::pair::{aabb_aabb, aabb_ray};
use barycast::query::Hit;
use barycast::scene::broad_phase::Coordinate;
use barycast::scene::moving::{
    Bodies, Body, Boxes, CollisionFilter, ContactEvent, Handle, Hover, MovingError, Touch,
};
use barycast::shape::{Aabb, HalfSpace, Ray, ShapeError, Sphere};
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec2, vec3};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

type Pairs = BTreeSet<[Handle; 2]>;

/// Parameters of a run.
#[derive(Clone, Copy)]
struct Plan {
    seed: u64,
    bodies: usize,
    steps: usize,
    /// Fraction of the bodies that move in a step.
    moving: f64,
}

/// A broad phase, and a plain list of its boxes.
struct Run<V: FloatVector<Scalar: Coordinate>> {
    dice: fastrand::Rng,
    side: f64,
    boxes: Boxes<V>,
    list: BTreeMap<Handle, (Aabb<V>, CollisionFilter)>,
    gone: Vec<Handle>,
}

impl<V: FloatVector<Scalar: Coordinate>> Run<V> {
    fn new(plan: Plan) -> Self {
        let side = 4.0 * (plan.bodies as f64).powf(1.0 / V::DIM as f64);
        let dice = fastrand::Rng::with_seed(plan.seed);
        Self { dice, side, boxes: Boxes::new(), list: BTreeMap::new(), gone: Vec::new() }
    }

    fn vector(&mut self, from: f64, size: f64) -> V {
        // Halves, so that many boxes just touch.
        V::from_fn(|_| V::Scalar::from_f64((2.0 * (from + self.dice.f64() * size)).round() / 2.0))
    }

    fn new_box(&mut self) -> Aabb<V> {
        let (at, size) = (self.vector(0.0, self.side), self.vector(0.0, 6.0));
        let mut b = Aabb { min: at, max: at + size };
        let infinity = V::Scalar::from_f64(f64::INFINITY);
        match self.dice.u32(0..400) {
            0 => b.max = b.max.with(0, infinity),
            1 => b = Aabb { min: V::splat(-infinity), max: V::splat(infinity) },
            2 => b = Aabb { min: V::splat(infinity), max: V::splat(infinity) },
            3..10 => b.max = b.min,
            _ => {}
        }
        b
    }

    fn new_filter(&mut self) -> CollisionFilter {
        let odd = CollisionFilter { memberships: 1 << self.dice.u32(0..3), mask: self.dice.u32(0..8) };
        if self.dice.u32(0..4) == 0 { odd } else { CollisionFilter::FIRST }
    }

    fn insert(&mut self) {
        let (b, filter) = (self.new_box(), self.new_filter());
        let handle = self.boxes.insert(b, filter).unwrap();
        assert!(self.list.insert(handle, (b, filter)).is_none());
        assert!(!self.gone.contains(&handle));
    }

    fn change(&mut self, moving: f64) {
        for handle in self.list.keys().copied().collect::<Vec<_>>() {
            if self.dice.f64() < moving {
                let far = self.dice.u32(0..50) == 0;
                let b = if far { self.new_box() } else { self.moved(self.list[&handle].0) };
                self.boxes.move_to(handle, b).unwrap();
                self.list.get_mut(&handle).unwrap().0 = b;
            }
            match self.dice.f64() / (0.05 * moving) {
                0.0..1.0 => {
                    self.boxes.remove(handle).unwrap();
                    self.list.remove(&handle);
                    self.gone.push(handle);
                }
                1.0..2.0 => {
                    let filter = self.new_filter();
                    self.boxes.set_filter(handle, filter).unwrap();
                    self.list.get_mut(&handle).unwrap().1 = filter;
                }
                _ => {}
            }
        }
    }

    fn moved(&mut self, b: Aabb<V>) -> Aabb<V> {
        let by = self.vector(-1.0, 2.0);
        Aabb { min: b.min + by, max: b.max + by }
    }

    /// Returns all pairs by brute force.
    fn pairs(&self) -> Pairs {
        let list: Vec<_> = self.list.iter().collect();
        let mut pairs = Pairs::new();
        for (i, (a, (box_a, filter_a))) in list.iter().enumerate() {
            for (b, (box_b, filter_b)) in &list[i + 1..] {
                if aabb_aabb::intersects(box_a, box_b) && filter_a.allows(*filter_b) {
                    pairs.insert([**a, **b]);
                }
            }
        }
        pairs
    }

    fn check_queries(&mut self) {
        let (queried, point) = (self.new_box(), self.vector(0.0, self.side));
        let direction = self.vector(-1.5, 3.0);
        let queries = self.boxes.queries();
        let meets = |(_, (b, _)): &(&Handle, &(Aabb<V>, CollisionFilter))| aabb_aabb::intersects(b, &queried);
        let met: Vec<Handle> = self.list.iter().filter(meets).map(|(handle, _)| *handle).collect();
        assert_eq!(queries.meeting(&queried), met);

        let distance = |b: &Aabb<V>| (point - b.closest_point(point)).length().to_f64();
        let nearest = self.list.iter().map(|(handle, (b, _))| (distance(b), *handle));
        let nearest = nearest.min_by(|a, b| a.partial_cmp(b).unwrap());
        let within = V::Scalar::from_f64(f64::INFINITY);
        let found = queries.nearest(point, within).map(|(handle, away)| (away.to_f64(), handle));
        assert_eq!(found, nearest);

        let (ray, mut reported) = (Ray { origin: point, direction }, BTreeSet::new());
        queries.for_each_along(&ray, None, |handle, limit| {
            assert!(reported.insert(handle), "reported twice");
            ControlFlow::Continue(limit)
        });
        for (handle, (b, _)) in &self.list {
            let is_finite =
                (0..V::DIM).all(|axis| b.min.get(axis).is_finite() && b.max.get(axis).is_finite());
            if is_finite && aabb_ray::intersects(b, &ray) {
                assert!(reported.contains(handle), "{b:?} {ray:?}");
            }
        }
    }
}

/// Runs a plan; returns how many pairs started and stopped.
fn run<V: FloatVector<Scalar: Coordinate>>(plan: Plan) -> [usize; 2] {
    let mut run = Run::<V>::new(plan);
    let (mut before, mut reported) = (Pairs::new(), [0, 0]);
    for step in 0..plan.steps {
        let more = if step == 0 { plan.bodies } else { run.dice.usize(0..3 + plan.bodies / 100) };
        (0..more).for_each(|_| run.insert());
        if step > 0 {
            run.change(plan.moving);
        }
        let now = run.pairs();
        let changes = run.boxes.step();
        assert!(changes.started.is_sorted() && changes.stopped.is_sorted());
        // Handles sort by slot, as pairs do.
        let started: Pairs = changes.started.iter().copied().collect();
        let stopped: Pairs = changes.stopped.iter().copied().collect();
        assert_eq!(started, &now - &before, "seed {}, step {step}", plan.seed);
        assert_eq!(stopped, &before - &now, "seed {}, step {step}", plan.seed);
        assert!(run.boxes.pairs().eq(now.iter().copied()));
        assert_eq!(run.boxes.len(), run.list.len());
        reported = [reported[0] + started.len(), reported[1] + stopped.len()];
        before = now;
        for handle in &run.gone {
            assert_eq!(run.boxes.remove(*handle), Err(MovingError::StaleHandle(*handle)));
        }
        run.check_queries();
    }
    reported
}

#[test]
fn pairs_start_and_stop_as_in_brute_force() {
    let mut reported = 0;
    for seed in 0..48 {
        let bodies = [6, 80, 300][seed as usize % 3];
        let plan = Plan { seed, bodies, steps: 25, moving: [1.0, 0.3, 0.02, 0.004][seed as usize / 3 % 4] };
        reported += match seed % 4 {
            0 => run::<Vec3>(plan),
            1 => run::<DVec2>(plan),
            2 => run::<DVec3>(plan),
            _ => run::<Vec2>(plan),
        }
        .iter()
        .sum::<usize>();
    }
    assert!(reported > 10_000, "{reported}");
}

#[test]
fn two_thousand_bodies_over_fifty_steps_equal_brute_force() {
    // All move; and so few move that the trees are used.
    for (seed, moving) in [(1, 1.0), (2, 0.01)] {
        let reported = run::<Vec3>(Plan { seed, bodies: 2000, steps: 50, moving });
        assert!(reported.iter().all(|&reported| reported > 300), "{reported:?}");
    }
}

#[test]
#[cfg(feature = "rayon")]
fn results_do_not_depend_on_the_number_of_threads() {
    let all = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut run = Run::<DVec3>::new(Plan { seed: 7, bodies: 20_000, steps: 0, moving: 0.0 });
            (0..20_000).for_each(|_| run.insert());
            let mut all = Vec::new();
            for moving in [1.0, 0.02, 0.3] {
                run.change(moving);
                let changes = run.boxes.step();
                all.push((changes.started.to_vec(), changes.stopped.to_vec()));
            }
            all
        })
    };
    let one = all(1);
    assert!(one.iter().all(|(started, _)| started.len() > 100));
    assert!(one == all(3));
}

#[test]
fn an_invalid_box_is_rejected_and_changes_nothing() {
    let mut boxes = Boxes::new();
    let good = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let body = boxes.insert(good, CollisionFilter::FIRST).unwrap();
    let wrong = |min, max| boxes.clone().move_to(body, Aabb::new(min, max)).unwrap_err();
    let reported = |error| match error {
        MovingError::InvalidBox(ShapeError { field, must, .. }) => (field, must),
        other => panic!("{other}"),
    };
    assert_eq!(reported(wrong(Vec3::ZERO, vec3(1.0, f32::NAN, 1.0))), ("max", "have no NaN"));
    assert_eq!(reported(wrong(vec3(f32::NAN, 0.0, 0.0), Vec3::ONE)), ("min", "have no NaN"));
    assert_eq!(reported(wrong(vec3(0.0, 2.0, 0.0), Vec3::ONE)), ("min", "not exceed max"));
    let error = wrong(vec3(0.0, 2.0, 0.0), Vec3::ONE).to_string();
    assert_eq!(error, "box: min must not exceed max, got 2");
    assert!(
        boxes.move_to(body, Aabb::empty()).is_err()
            && boxes.insert(Aabb::empty(), CollisionFilter::FIRST).is_err()
    );
    assert_eq!((boxes.bounds(body), boxes.len()), (Some(good), 1));
}

#[test]
fn a_handle_never_identifies_another_body() {
    let mut boxes = Boxes::new();
    let place = Aabb::new(Vec2::ZERO, Vec2::ONE);
    let [first, second] = [(); 2].map(|()| boxes.insert(place, CollisionFilter::FIRST).unwrap());
    assert_eq!(boxes.step().started, [[first, second]]);
    boxes.remove(first).unwrap();
    // The slot is not reused before the step that reports the removal.
    let third = boxes.insert(place, CollisionFilter::FIRST).unwrap();
    let changes = boxes.step();
    assert_eq!((changes.started, changes.stopped), (&[[second, third]][..], &[[first, second]][..]));
    let fourth = boxes.insert(place, CollisionFilter::FIRST).unwrap();
    assert_eq!(fourth.slot(), first.slot());
    let gone = MovingError::StaleHandle(first);
    assert_eq!(boxes.set_filter(first, CollisionFilter::FIRST), Err(gone));
    assert_eq!(boxes.move_to(first, place), Err(gone));
    assert_eq!((boxes.bounds(first), boxes.bounds(fourth)), (None, Some(place)));
    assert_eq!(gone.to_string(), "the body of handle 0.0 was removed");
    assert_eq!(boxes.handles().collect::<Vec<_>>(), [fourth, second, third]);
}

#[test]
fn filters_are_symmetric_and_apply_from_the_next_step() {
    let mut boxes = Boxes::new();
    let place = Aabb::new(Vec2::ZERO, Vec2::ONE);
    let blind = CollisionFilter { memberships: 1, mask: 0 };
    let [a, b] = [blind, CollisionFilter::FIRST].map(|filter| boxes.insert(place, filter).unwrap());
    assert!(boxes.step().started.is_empty());
    boxes.set_filter(a, CollisionFilter { memberships: 2, mask: 1 }).unwrap();
    assert_eq!(boxes.pairs().count(), 0);
    assert_eq!(boxes.step().started, [[a, b]]);
    boxes.set_filter(b, CollisionFilter { memberships: 1, mask: 4 }).unwrap();
    assert_eq!(boxes.step().stopped, [[a, b]]);
}

/// Draws spheres and boxes.
fn shapes(dice: &mut fastrand::Rng) -> Shape3 {
    let at = dvec3(dice.f64(), dice.f64(), dice.f64()) * 10.0;
    match dice.u32(0..2) {
        0 => Sphere::new(at, 0.5 + dice.f64()).into(),
        _ => Aabb::new(at, at + DVec3::ONE).into(),
    }
}

#[test]
fn events_agree_with_all_pairs_of_shapes() {
    let mut dice = fastrand::Rng::with_seed(3);
    let mut bodies = Bodies::new();
    let mut list = BTreeMap::new();
    let ground = Shape3::from(HalfSpace::new(DVec3::Z, 0.5));
    list.insert(bodies.insert(ground.clone(), CollisionFilter::FIRST).unwrap(), ground);
    for _ in 0..40 {
        let shape = shapes(&mut dice);
        list.insert(bodies.insert(shape.clone(), CollisionFilter::FIRST).unwrap(), shape);
    }
    let (mut before, mut counts) = (Pairs::new(), [0; 3]);
    for step in 0..12 {
        let handles: Vec<Handle> = list.keys().copied().collect();
        for handle in handles.into_iter().filter(|handle| step > 0 && handle.slot() > 0) {
            if dice.u32(0..4) == 0 {
                let shape = shapes(&mut dice);
                bodies.move_to(handle, shape.clone()).unwrap();
                list.insert(handle, shape);
            } else if dice.u32(0..40) == 0 {
                bodies.remove(handle).unwrap();
                list.remove(&handle);
            }
        }
        let mut now = Pairs::new();
        for (a, shape_a) in &list {
            let after = list.range(a..).skip(1).filter(|(_, shape_b)| shape_a.intersects(shape_b));
            now.extend(after.map(|(b, _)| [*a, *b]));
        }
        let mut reported = [Pairs::new(), Pairs::new(), Pairs::new()];
        for event in bodies.step() {
            let which = match event.contact {
                ContactEvent::Started(_) => 0,
                ContactEvent::Persisted(_) => 1,
                ContactEvent::Stopped(_) => 2,
            };
            assert!(reported[which].insert(event.bodies) && !event.sensor);
            if which < 2 {
                let [a, b] = event.bodies.map(|handle| &list[&handle]);
                let contact = a.contact(b).unwrap().unwrap();
                let touch = event.contact.touch();
                assert_eq!((touch.normal_a_to_b, touch.depth), (contact.normal_a_to_b, Some(contact.depth)));
                assert_eq!(touch.point, a.contact_point(b, &contact));
            }
        }
        assert_eq!(reported, [&now - &before, &now & &before, &before - &now]);
        counts = [0, 1, 2].map(|which| counts[which] + reported[which].len());
        before = now;

        let ray = Ray::new(dvec3(-1.0, 5.0, 5.0), dvec3(1.0, dice.f64() - 0.5, dice.f64() - 0.5));
        let hits = list.iter().filter_map(|(handle, shape)| {
            let hit = Shape3::from(ray).cast(shape).unwrap()?;
            Some((hit.t, *handle))
        });
        let nearest = hits.min_by(|a, b| a.partial_cmp(b).unwrap());
        let queries = bodies.queries();
        assert_eq!(queries.cast(&ray, None, |_| true).map(|(handle, hit)| (hit.t, handle)), nearest);
        if let Some((t, handle)) = nearest {
            assert_ne!(queries.cast(&ray, None, |other| other != handle).map(|found| found.0), Some(handle));
            assert!(queries.cast(&ray, Some(0.999 * t), |_| true).is_none());
        }
        let queried = shapes(&mut dice);
        let touched: Vec<Handle> = queries.touching(&queried).iter().map(|found| found.0).collect();
        let expected = list.iter().filter(|(_, shape)| shape.intersects(&queried)).map(|(handle, _)| *handle);
        assert_eq!(touched, expected.collect::<Vec<_>>());
    }
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}

#[test]
fn sensors_are_marked_and_removed_bodies_stop_with_their_last_contact() {
    let mut bodies = Bodies::new();
    let ball = |x: f64| Shape2::from(Sphere::new(DVec2::new(x, 0.0), 1.0));
    let door = bodies.insert_sensor(ball(0.0), CollisionFilter::FIRST).unwrap();
    let guest = bodies.insert(ball(1.0), CollisionFilter::FIRST).unwrap();
    let [event] = bodies.step() else { panic!() };
    assert!(event.sensor && event.bodies == [door, guest]);
    let touch = *event.contact.touch();
    assert_eq!((touch.point, touch.depth), (DVec2::new(0.5, 0.0), Some(1.0)));
    bodies.remove(guest).unwrap();
    let [event] = bodies.step() else { panic!() };
    assert!(
        matches!(event.contact, ContactEvent::Stopped(last) if last == touch)
            && event.bodies == [door, guest]
    );
    assert!(bodies.step().is_empty() && bodies.get(guest).is_none());
}

#[test]
fn a_pointer_enters_stays_and_exits_with_its_hits() {
    let mut bodies = Bodies::new();
    let ball = |x: f64| Shape3::from(Sphere::new(DVec3::X * x, 1.0));
    let [a, b] = [0.0, 4.0].map(|x| bodies.insert(ball(x), CollisionFilter::FIRST).unwrap());
    let mut pointer = Hover::default();
    let mut reported = Vec::new();
    for x in [-3.0, 0.0, 0.5, 2.0, 4.0, 4.0] {
        let ray = Ray::new(dvec3(x, 0.0, 5.0), DVec3::NEG_Z);
        let found = bodies.queries().cast(&ray, None, |_| true);
        let step = pointer.step(found);
        reported.push([step.exit, step.stay, step.enter].map(|found| found.map(|(body, _)| body)));
        assert_eq!(
            pointer.over().map(|found| found.0),
            reported.last().unwrap()[1].or(reported.last().unwrap()[2])
        );
        if x == 0.0 {
            assert_eq!(step.enter.unwrap().1.point, Some(DVec3::Z));
        }
    }
    let (none, over_a, over_b) = (None, Some(a), Some(b));
    assert_eq!(reported[..3], [[none, none, none], [none, none, over_a], [none, over_a, none]]);
    assert_eq!(reported[3..], [[over_a, none, none], [none, none, over_b], [none, over_b, none]]);
}

/// A custom body: discs in `f32`.
#[derive(Clone, Copy)]
struct Disc(Sphere<Vec2>);

impl Body for Disc {
    type Vector = Vec2;

    fn bounds(&self) -> Aabb<Vec2> {
        self.0.bounds()
    }

    fn touch(&self, other: &Self) -> Option<Touch<Vec2>> {
        let contact = self.0.contact(&other.0)?;
        Some(Touch::at(self.0.contact_point(&other.0, &contact), &contact))
    }

    fn hit(&self, ray: &Ray<Vec2>, max_t: Option<f32>) -> Option<Hit<Vec2>> {
        ray.cast(&self.0).filter(|hit| max_t.is_none_or(|limit| hit.t <= limit))
    }
}

#[test]
fn custom_bodies_are_supported() {
    let mut bodies = Bodies::new();
    let discs = [0.0, 1.5, 4.0].map(|x| Disc(Sphere::new(vec2(x, 0.0), 1.0)));
    let handles = discs.map(|disc| bodies.insert(disc, CollisionFilter::FIRST).unwrap());
    let [event] = bodies.step() else { panic!() };
    assert_eq!(event.bodies, [handles[0], handles[1]]);
    assert_eq!(
        event.contact.touch(),
        &Touch { point: vec2(0.75, 0.0), normal_a_to_b: Some(Vec2::X), depth: Some(0.5) }
    );
    let ray = Ray::new(vec2(9.0, 0.0), vec2(-1.0, 0.0));
    let (body, hit) = bodies.queries().cast(&ray, None, |_| true).unwrap();
    assert_eq!((body, hit.t), (handles[2], 4.0));
}
