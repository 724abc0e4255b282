//! Queries of a simulation, frame by frame: typed shapes, and any shapes in floating point, against
//! double-double precision and brute force.

use barycast::convex::advance::Turning;
use barycast::dynamic::any::Shape3;
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
        axes(DQuat::from_scaled_axis(self.vector(2.0)))
    }

    fn cuboid(&mut self, center: DVec3) -> Obb<DVec3> {
        let size = DVec3::from_array([0; 3].map(|_| self.from(0.2, 1.0)));
        Obb::new(center, size, self.axes())
    }
}

fn axes(turn: DQuat) -> [DVec3; 3] {
    let m = DMat3::from_quat(turn);
    [m.x_axis, m.y_axis, m.z_axis]
}

/// Returns a moving, rotating box at a time.
fn posed(b: &Obb<DVec3>, motion: &Turning<DVec3, DVec3>, t: f64) -> Obb<DVec3> {
    let turn = DQuat::from_scaled_axis(motion.angular_velocity * t);
    let about = motion.center_of_rotation;
    Obb::new(
        about + turn * (b.center - about) + motion.velocity * t,
        b.half_extents,
        b.axes.map(|a| turn * a),
    )
}

#[test]
fn rotating_boxes_are_never_missed_and_never_late() {
    let mut draw = Draw::new(1);
    let (mut hits, mut grazing) = (0, 0);
    for case in 0..800 {
        let a = draw.cuboid(DVec3::ZERO);
        let from = draw.vector(1.0).normalize() * draw.from(3.0, 6.0);
        let b = draw.cuboid(from);
        let aim = draw.vector(if case % 2 == 0 { 1.0 } else { 2.2 });
        let motion = Turning {
            velocity: (aim - from) * draw.from(0.5, 1.5),
            angular_velocity: draw.vector(6.0),
            center_of_rotation: b.center + draw.vector(0.5),
        };
        let found = a.sweep_turning(&b, &motion, 1.0);
        let any = Any::from(a).sweep_turning(&Any::from(b), &motion, 1.0).unwrap();
        for found in [found, any] {
            let end = found.map_or(1.0, |(impact, _)| impact.t);
            // Not before.
            for i in 0..400 {
                let t = end * f64::from(i) / 400.0;
                assert!(!a.intersects(&posed(&b, &motion, t)), "{case}: at {t}, but {found:?}");
            }
            let just = end * (1.0 - 1e-13);
            let near = a.distance(&posed(&b, &motion, just));
            assert!(near > 0.0, "{case}: {found:?}");
            let Some((impact, error)) = found else { continue };
            // But soon after.
            let apart = a.distance(&posed(&b, &motion, impact.t));
            assert!(apart < 1e-11, "{case}: {apart} {found:?}");
            assert!(error < 1e-6 || impact.t + error >= 1.0, "{case}: {found:?}");
            if impact.t + error < 1.0 {
                // The pose at that time is rounded, too.
                let within = a.intersects(&posed(&b, &motion, impact.t + error + 1e-12));
                assert!(within, "{case}: {found:?}");
            } else {
                grazing += 1;
            }
            hits += 1;
        }
        let both = found.is_some() == any.is_some();
        assert!(both, "{case}: {found:?} {any:?}");
    }
    assert!(hits > 600 && grazing < 20, "{hits} {grazing}");
}

#[test]
fn swept_spheres_agree_with_rays_at_grown_shapes() {
    let mut draw = Draw::new(2);
    let mut hits = 0;
    for _ in 0..2000 {
        let radii = [draw.from(0.1, 1.0), draw.from(0.1, 1.0)];
        let from = draw.vector(1.0).normalize() * 4.0;
        let velocity = (draw.vector(1.5) - from) * 1.5;
        let (a, b) = (Sphere::new(DVec3::ZERO, radii[0]), Sphere::new(from, radii[1]));
        let ray = Ray::new(from, velocity);
        let hit = ray.cast(&Sphere::new(DVec3::ZERO, radii[0] + radii[1])).filter(|hit| hit.t <= 1.0);
        let found = a.sweep(&b, velocity, 1.0);
        let pill = Capsule::new(dvec3(-1., 0., 0.), dvec3(1., 0., 0.), radii[0]);
        let grown = Capsule::new(pill.a, pill.b, radii[0] + radii[1]);
        let hit_pill = ray.cast(&grown).filter(|hit| hit.t <= 1.0);
        for (hit, found) in [(hit, found), (hit_pill, pill.sweep(&b, velocity, 1.0))] {
            assert_eq!(hit.is_some(), found.is_some(), "{hit:?} {found:?}");
            if let (Some(hit), Some(found)) = (hit, found) {
                assert!((hit.t - found.t).abs() < 1e-9, "{hit:?} {found:?}");
                assert!((hit.normal.unwrap() - found.normal_a_to_b.unwrap()).length() < 1e-6);
                hits += 1;
            }
        }
    }
    assert!(hits > 1000, "{hits}");
}

/// Compares results of typed shapes with double-double precision.
macro_rules! against {
    ($draw:ident, $touched:ident, $a:expr, [$($b:expr),*]) => {$({
        let (a, b) = ($a, $b);
        let (any_a, any_b) = (Any::from(a.clone()), Any::from(b.clone()));
        let velocity = $draw.vector(1.0) * 6.0;
        let contacts = [
            any_a.contact_precisely(&any_b).unwrap(),
            any_a.contact(&any_b).unwrap(),
            a.contact(&b),
        ];
        if let [Some(precise), any, typed] = contacts {
            $touched[0] += 1;
            // Typed round shapes to the accuracy of EPA, any shapes to the documented bound.
            let of_polytopes = any_a.are_polytopes(&any_b);
            let allowed = if of_polytopes { 1e-12 } else { 1e-12 + 2e-7 * precise.depth };
            for (found, allowed) in [(any, allowed), (typed, if of_polytopes { 1e-12 } else { 1e-4 })] {
                let depth = found.unwrap().depth;
                assert!((depth - precise.depth).abs() <= allowed, "{any_a:?} {any_b:?} {found:?} {precise:?}");
            }
            for (found, held) in [(any, any_a.manifold(&any_b).unwrap()), (typed, a.manifold(&b))] {
                let (found, held) = (found.unwrap(), held.unwrap());
                let deepest = held.points.iter().map(|p| p.depth).fold(0.0, f64::max);
                assert!((deepest - found.depth).abs() < 1e-4 * (1e-9 + found.depth), "{held:?} {found:?}");
            }
        } else {
            assert!(contacts.iter().all(Option::is_none), "{any_a:?} {any_b:?} {contacts:?}");
        }
        let sweeps = [
            any_a.sweep_precisely(&any_b, velocity, 1.0).unwrap(),
            any_a.sweep(&any_b, velocity, 1.0).unwrap(),
            a.sweep(&b, velocity, 1.0),
        ];
        if let [Some(precise), any, typed] = sweeps {
            $touched[1] += 1;
            for found in [any, typed] {
                let t = found.unwrap().t;
                let allowed = 1e-15..1e-6;
                let early = precise.t - t;
                assert!(
                    -allowed.start <= early && early <= allowed.end,
                    "{any_a:?} {any_b:?} {velocity} {found:?} {precise:?}"
                );
            }
        } else {
            assert!(sweeps.iter().all(Option::is_none), "{any_a:?} {any_b:?} {velocity} {sweeps:?}");
        }
    })*};
}

#[test]
fn typed_shapes_agree_with_double_double_precision() {
    let mut draw = Draw::new(3);
    let mut touched = [0, 0];
    for _ in 0..60 {
        let [p, q, r, s] = [0; 4].map(|_| draw.vector(1.0));
        let here = draw.vector(2.0);
        let radius = draw.from(0.2, 0.8);
        let cuboid = draw.cuboid(here);
        let hull = Convex::try_new((0..12).map(|_| draw.vector(1.0)).collect()).unwrap();
        let ground = HalfSpace::new(draw.vector(1.0), draw.from(-1.5, 0.0));
        let cone = Cone::new(p, q, radius);
        let can = Cylinder::new(r, s, radius);
        let pill = TaperedCapsule::new(p, s, radius, radius * 0.5);
        let egg = Ellipsoid::new(here, dvec3(radius, 0.5, 0.9), draw.axes());
        let tetra = Tetrahedron::new(p, q, r, s);
        against!(
            draw,
            touched,
            cuboid,
            [ground, hull.clone(), cone, can, pill, egg, tetra, Sphere::new(p, radius)]
        );
        against!(
            draw,
            touched,
            hull.clone(),
            [ground, cuboid, cone, can, pill, egg, tetra, Capsule::new(p, q, 0.2)]
        );
        against!(draw, touched, cone, [ground, cuboid, can, tetra, Sphere::new(s, 0.3)]);
        against!(draw, touched, ground, [cuboid, can, Sphere::new(p, radius), hull.clone(), cone]);
        against!(draw, touched, Aabb::new(p.min(q), p.max(q)), [cuboid, hull.clone(), can, pill]);
    }
    assert!(touched[0] > 500 && touched[1] > 500, "{touched:?}");
}

#[test]
fn f32_sweeps_are_never_late() {
    let mut draw = Draw::new(4);
    let mut hits = 0;
    for _ in 0..500 {
        let narrow = |v: DVec3| v.as_vec3();
        let (from, aim) = (draw.vector(1.0).normalize() * 4.0, draw.vector(1.0));
        let a = draw.cuboid(DVec3::ZERO).lift::<Vec3>(&|x| x as f32);
        let b = Cylinder::new(narrow(from), narrow(from + draw.vector(1.0)), 0.25);
        let velocity = narrow((aim - from) * 1.5);
        let wide = Any::from(a.lift::<DVec3>(&f64::from));
        let precise = wide.sweep_precisely(&Any::from(b.lift::<DVec3>(&f64::from)), velocity.as_dvec3(), 1.0);
        let (found, precise) = (a.sweep(&b, velocity, 1.0), precise.unwrap());
        assert_eq!(found.is_some(), precise.is_some());
        if let (Some(found), Some(precise)) = (found, precise) {
            assert!(
                f64::from(found.t) <= precise.t && precise.t - f64::from(found.t) < 1e-6,
                "{found:?} {precise:?}"
            );
            hits += 1;
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn a_contact_before_the_touch_has_negative_depth() {
    let floor = HalfSpace::new(Vec3::Y, 0.0);
    let ball = Sphere::new(vec3(1., 1.25, 0.), 1.0);
    assert_eq!(floor.contact_within(&ball, 0.125), None);
    let near = floor.contact_within(&ball, 0.25).unwrap();
    assert_eq!((near.depth, near.normal_a_to_b), (-0.25, Some(Vec3::Y)));
    assert_eq!((near.on_a, near.on_b), (vec3(1., 0., 0.), vec3(1., 0.25, 0.)));
    let low = Sphere::new(vec3(1., 0.75, 0.), 1.0);
    assert_eq!(floor.contact_within(&low, 0.25).map(|c| c.depth), Some(0.25));
}
