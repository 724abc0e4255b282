//! Time of impact of two shapes, one of which moves and rotates.
//!
//! At any time the shortest way between them has the length `gap` and the unit direction `n`. No
//! point of the second shape approaches along `n` faster than
//!
//! ```text
//! w reach sin(n, axis) - v . n
//! ```
//!
//! for the velocity `v`, the angular velocity `w` and the greatest distance of its points from the
//! axis (in 2D the sine is 1). The shapes therefore stay disjoint for `gap` over that speed, and
//! the next step starts there. The steps become ever shorter, and end once the gap is within the
//! rounding error, so the time is never late. A later time at which the shapes do intersect is then
//! searched for step by step, which bounds how early the result is.
//!
//! A shape that rotates close by without approaching, as a wheel does, would take very many such
//! steps. The extents `A` and `B` of a convex shape against `n`, from the centre, are known before
//! and after it rotates by `d`. Two planes that bound the shape bound the corner between them too,
//! so during the rotation its extent is at most
//!
//! ```text
//! sqrt((A - B)^2 + 4 A B sin^2(d / 2)) / sin d     if that corner lies between, else the greater of A and B
//! ```
//!
//! While that is less than `gap` above the extent at the start, the shapes stay disjoint: a
//! step is as long as this holds. If that also takes many steps, the disc or cylinder that bounds
//! the shape during its rotation (`around`) is moved without rotation: the shape does not touch the
//! first one before this bound does.
//!
//! `sweep_turning` takes such steps in `f64` first, with [bounds](crate::convex::advance) of their
//! errors; this file takes them in double-double precision.
//!
//! If the second shape is unbounded, it stays where it is, and the first one moves backwards:
//! `v . n` is then unknown, and the reach is that of the first shape on its whole path. It is also
//! unknown for nonconvex shapes, whose other parts may approach faster than the closest ones: `|v|`
//! replaces it. Shapes of few parts are swept part by part. Sources: [Mirtich 1996].

mod advancing;
mod rotation_bounds;
mod rotations;

pub(crate) use advancing::RotatingSweep;

#[cfg(test)]
mod tests {
    use super::advancing::farthest;
    use crate::convex::advance::Turning;
    use crate::dynamic::any::{Shape2, Shape3};
    use crate::number::elementary;
    use crate::shape::{Aabb, Convex, Cylinder, HalfSpace, Line, Plane, Segment, Sphere};
    use crate::vector::size::{shifted, shifted_vector};
    use core::f64::consts::FRAC_PI_2;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn a_hand_of_a_clock_meets_a_wall_when_it_gets_there() {
        let hand = Shape2::Segment(Segment::new(DVec2::ZERO, dvec2(2., 0.)));
        let ball = Shape2::Sphere(Sphere::new(dvec2(0., 2.), 0.0));
        let motion =
            |w| Turning { velocity: DVec2::ZERO, angular_velocity: w, center_of_rotation: DVec2::ZERO };
        let (hit, error) = ball.sweep_turning(&hand, &motion(FRAC_PI_2), 2.0).unwrap().unwrap();
        assert!((hit.t - 1.0).abs() < 1e-9 && hit.t <= 1.0 + 1e-15, "{hit:?}");
        assert!(error < 1e-6 || hit.t + error >= 1.0);
        assert!(ball.sweep_turning(&hand, &motion(-FRAC_PI_2), 2.0).unwrap().is_none());
    }

    #[test]
    fn a_bar_that_turns_as_it_falls_lands_on_its_end() {
        let bar = Shape3::Aabb(Aabb::new(dvec3(-3., 0., -0.5), dvec3(3., 0., 0.5)));
        let floor = Shape3::Plane(Plane::new(DVec3::Y, -2.0));
        let spin = DVec3::Z;
        let motion =
            Turning { velocity: DVec3::ZERO, angular_velocity: spin, center_of_rotation: DVec3::ZERO };
        // 3 sin t = 2
        let (hit, error) = floor.sweep_turning(&bar, &motion, 1.0).unwrap().unwrap();
        let expected = libm::asin(2.0 / 3.0);
        assert!(hit.t <= expected + 1e-14 && expected <= hit.t + error + 1e-14, "{hit:?} {error}");
        assert!(expected - hit.t < 1e-9);
    }

    #[test]
    fn the_lowest_place_of_a_rod_is_not_passed_unseen() {
        let mut dice = fastrand::Rng::with_seed(7);
        let mut draw = |low: f64, high: f64| low + (high - low) * dice.f64();
        for _ in 0..400 {
            let (angle, overlap) = (draw(-2.9, -1.7), libm::exp2(draw(-36., -20.)));
            let end = dvec2(elementary::cos(angle), elementary::sin(angle)) * draw(0.1, 3.0);
            let low = end.length() - overlap;
            let motion =
                Turning { velocity: DVec2::ZERO, angular_velocity: 2.0, center_of_rotation: DVec2::ZERO };
            let ground = Shape2::from(HalfSpace::new(DVec2::Y, -low));
            let rod = Segment::new(end, DVec2::ZERO).into();
            let (hit, error) = ground.sweep_turning(&rod, &motion, 1.0).unwrap().unwrap();
            // The end comes down to the ground, relative to its lowest position.
            let before = libm::acos(low / end.length());
            let right = (-core::f64::consts::FRAC_PI_2 - elementary::atan2(end.y, end.x) - before) / 2.0;
            let noise = 1e-15 / before + 1e-12;
            assert!(hit.t <= right + noise && right <= hit.t + error + noise, "{hit:?} {error} {right}");
            assert!(error < before, "{hit:?} {error} {before}");
        }
    }

    #[test]
    fn at_any_size_and_pace_it_meets_as_at_ordinary_ones() {
        let at = |e: i32, k: i32| {
            let p = |x: f64, y: f64| dvec2(shifted(x, e), shifted(y, e));
            let (bar, ball) =
                (Segment::new(p(1., 0.), p(3., 0.)), Sphere::new(p(0., 1.5), shifted(0.125, e)));
            let motion = Turning {
                velocity: shifted_vector(p(0.125, 0.), k),
                angular_velocity: shifted(1.0, k),
                center_of_rotation: DVec2::ZERO,
            };
            let wall = HalfSpace::new(-DVec2::X, shifted(-5.0, e));
            let far = shifted(4.0, -k);
            assert!(
                Shape2::from(wall).sweep_turning_precisely(&bar.into(), &motion, far).unwrap().is_none(),
                "{e} {k}"
            );
            let found = Shape2::from(ball).sweep_turning_precisely(&bar.into(), &motion, far);
            let (hit, error) = found.unwrap().unwrap();
            (shifted(hit.t, k), shifted(error, k), shifted_vector(hit.point, -e))
        };
        let here = at(0, 0);
        assert!(here.0 > 1.0 && here.1 < 1e-6, "{here:?}");
        for (e, k) in [(-560, 0), (520, 0), (900, 0), (-900, 0), (0, 300), (0, -900), (560, -500)] {
            assert_eq!(at(e, k), here, "{e} {k}");
        }
    }

    #[test]
    fn what_turns_close_by_without_coming_nearer_never_touches() {
        let spin =
            |w, center| Turning { velocity: DVec2::ZERO, angular_velocity: w, center_of_rotation: center };
        let ball = |y: f64| Shape2::Sphere(Sphere::new(dvec2(0., y), 1.0));
        assert_eq!(ball(2.001).sweep_turning(&ball(0.), &spin(10., DVec2::ZERO), 1.).unwrap(), None);
        assert_eq!(ball(2. + 1e-9).sweep_turning(&ball(0.), &spin(1e3, DVec2::ZERO), 1.).unwrap(), None);
        let side = Shape2::Sphere(Sphere::new(dvec2(5., 3.), 1.));
        let bar = Shape2::Segment(Segment::new(DVec2::ZERO, dvec2(1e5, 0.)));
        assert_eq!(side.sweep_turning(&bar, &spin(-0.5, DVec2::ZERO), 1.).unwrap(), None);
        assert!(side.sweep_turning(&bar, &spin(0.5, DVec2::ZERO), 1.).unwrap().is_some());
        // The result far from the origin equals that at it.
        let far = dvec2(100_005., 0.);
        let wall = Shape2::Line(Line::new(far, DVec2::Y));
        let motion = Turning { velocity: DVec2::Y, ..spin(0.5, far) };
        let ball = Shape2::Sphere(Sphere::new(dvec2(1e5, 0.), 1.));
        assert_eq!(ball.sweep_turning(&wall, &motion, 1.).unwrap(), None);

        let ball = Shape3::Sphere(Sphere::new(dvec3(0., 0., 2.001), 1.));
        let can = Shape3::Cylinder(Cylinder::new(-DVec3::Z, DVec3::Z, 10.));
        let motion =
            |w| Turning { velocity: DVec3::ZERO, angular_velocity: w, center_of_rotation: DVec3::ZERO };
        assert_eq!(ball.sweep_turning(&can, &motion(DVec3::Z), 1.).unwrap(), None);
        // sqrt(101) sin(angle + t) reaches the ball's lowest point where the rim comes over the
        // axis, which is soon.
        assert!(ball.sweep_turning(&can, &motion(DVec3::X), 2.).unwrap().is_some());
    }

    #[test]
    fn what_turns_in_itself_just_above_the_ground_never_touches_it() {
        let spin =
            |velocity, w, center| Turning { velocity, angular_velocity: w, center_of_rotation: center };
        let ground = Shape3::HalfSpace(HalfSpace::new(DVec3::Y, 0.));
        let up = 1. + 1e-9;
        let axle = dvec3(0., up, 0.);
        let wheel = Shape3::Cylinder(Cylinder::new(dvec3(0., up, -0.5), dvec3(0., up, 0.5), 1.));
        assert_eq!(ground.sweep_turning(&wheel, &spin(DVec3::X, -DVec3::Z, axle), 1.).unwrap(), None);
        // A step stops it: its upper edge, half as high as the axle, touches the rim 30 degrees
        // below it.
        let step = Shape3::Aabb(Aabb::new(dvec3(3., -1., -1.), dvec3(4., 0.5 + 1e-9, 1.)));
        let both = crate::shape::Compound::try_new(alloc::vec![ground, step]).unwrap();
        let (hit, error) =
            Shape3::from(both).sweep_turning(&wheel, &spin(DVec3::X, -DVec3::Z, axle), 3.).unwrap().unwrap();
        let expected = 3. - elementary::cos(core::f64::consts::FRAC_PI_6);
        assert!(
            hit.t <= expected && expected <= hit.t + error + 1e-12 && expected - hit.t < 1e-6,
            "{hit:?} {error}"
        );
        // A box that rotates fast about the direction in which it stands above the ground.
        let ground = Shape3::HalfSpace(HalfSpace::new(DVec3::Z, 0.));
        let tile = Shape3::Aabb(Aabb::new(dvec3(-1., -1., 1e-6), DVec3::ONE));
        let motion = spin(DVec3::ZERO, dvec3(0., 0., 10.), DVec3::ZERO);
        assert_eq!(ground.sweep_turning(&tile, &motion, 1.).unwrap(), None);
        let side = Shape2::Aabb(Aabb::new(dvec2(1., -1.), dvec2(2., 1.)));
        let bar = Shape2::Segment(Segment::new(dvec2(-0.5, 0.), dvec2(0.5, 0.)));
        let motion =
            Turning { velocity: DVec2::ZERO, angular_velocity: 3000., center_of_rotation: DVec2::ZERO };
        assert_eq!(side.sweep_turning(&bar, &motion, 1.).unwrap(), None);
    }

    #[test]
    fn what_is_thin_does_not_pass_through_unseen() {
        let spin =
            |w| Turning { velocity: DVec3::ZERO, angular_velocity: w, center_of_rotation: DVec3::ZERO };
        let (w, t) = (dvec3(1., 2., 2.), 0.068_721_072_348_466_82);
        let a = Shape3::Segment(Segment::new(dvec3(-2., 0., 3.), dvec3(-1., 3., 2.)));
        let b = Shape3::Segment(Segment::new(dvec3(-3., 3., 2.), dvec3(2., 1., 2.)));
        let (hit, error) = a.sweep_turning(&b, &spin(w), 1.).unwrap().unwrap();
        assert!(hit.t <= t + 1e-15 && t <= hit.t + error + 1e-15 && error < 1e-6, "{} {error}", hit.t);
        let line = Shape3::Line(Line::new(dvec3(1.5, 3.5, -2.5), dvec3(1.5, 2., -1.5)));
        let b = Shape3::Segment(Segment::new(dvec3(3., 4., -2.5), dvec3(-1.5, 0.5, -1.5)));
        let (hit, error) = line.sweep_turning(&b, &spin(dvec3(0., 0.5, 0.5)), 1.).unwrap().unwrap();
        let t = 0.209_272_684_808_786_8;
        assert!(hit.t <= t + 1e-15 && t <= hit.t + error + 1e-15 && error < 1e-6, "{} {error}", hit.t);
    }

    #[test]
    fn between_two_directions_a_set_reaches_to_its_corner_at_most() {
        assert!((farthest(1., 1., 1.) - 1. / elementary::cos(0.5)).abs() < 1e-15);
        assert_eq!(farthest(1., 0.1, 1.), 1.);
        assert_eq!(farthest(-3., -2., 1.), -2.);
        // A unit square from its side to its corner and beyond.
        let corner = farthest(0.5, elementary::cos(0.3 - core::f64::consts::FRAC_PI_4) * 0.5f64.sqrt(), 0.3);
        assert!((corner - elementary::cos(0.3 - core::f64::consts::FRAC_PI_4) * 0.5f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn another_part_than_the_nearest_may_be_the_first_to_touch() {
        // The nearest ball moves sideways; the far one comes down on the floor's edge.
        let ball = |x: f64, y: f64| Shape2::Sphere(Sphere::new(dvec2(x, y), 0.5));
        let both = crate::shape::Compound::try_new(alloc::vec![ball(0., 1.), ball(9., 2.)]).unwrap();
        let floor = Shape2::Segment(Segment::new(dvec2(-1., 0.), dvec2(12., 0.)));
        let motion =
            Turning { velocity: DVec2::ZERO, angular_velocity: -1.0, center_of_rotation: dvec2(0., 1.) };
        let (hit, _) = floor.sweep_turning(&both.into(), &motion, 1.0).unwrap().unwrap();
        // The far one is at sqrt(82) and an angle of atan(1/9): its height over the floor is
        // 1 + sqrt(82) sin(angle - t).
        let expected = elementary::atan2(1., 9.) + libm::asin(0.5 / libm::sqrt(82.));
        assert!(hit.t <= expected + 1e-12 && expected - hit.t < 1e-6, "{hit:?} {expected}");
    }

    #[test]
    fn a_point_that_winds_through_a_plane_is_seen_where_it_first_does() {
        let spin = |velocity, w| Turning { velocity, angular_velocity: w, center_of_rotation: DVec3::ZERO };
        // Just above its second lowest place, and its first. The expected times are the solutions
        // of v t + |w| s sin(w t + angle) = distance to 60 digits.
        for (n, distance, p, speed, w, right) in [
            (DVec3::Z, 2.7, dvec3(-1.5, 2.8, -2.), 4., dvec3(-5., 16., -7.), 0.824_208_782_880_915_2),
            (-DVec3::Z, -2.57, dvec3(1.3, 1.6, 1.2), 3., dvec3(9., -6., 8.), 0.089_144_257_316_140_38),
        ] {
            let (plane, point) = (Shape3::Plane(Plane::new(n, distance)), Shape3::Sphere(Sphere::new(p, 0.)));
            let (hit, error) = plane.sweep_turning(&point, &spin(DVec3::Z * speed, w), 1.0).unwrap().unwrap();
            assert!((hit.t - right).abs() < 1e-12 && error < 1e-12, "{hit:?} {error} {right}");
        }
    }

    #[test]
    fn what_only_turns_is_known_after_a_turn() {
        let ball = Shape3::Sphere(Sphere::new(dvec3(2.6, 0., 0.), 0.5));
        let bar = Shape3::Aabb(Aabb::new(dvec3(0., -1., -0.3), dvec3(1.5, 1., 0.3)));
        let motion = Turning {
            velocity: DVec3::ZERO,
            angular_velocity: dvec3(0.6, 0.2, 1.),
            center_of_rotation: DVec3::ZERO,
        };
        for max_t in [1e1, 1e4, 1e12, 1e300] {
            assert_eq!(ball.sweep_turning(&bar, &motion, max_t).unwrap(), None, "{max_t}");
        }
    }

    #[test]
    fn what_turns_as_fast_as_floats_can_tell_meets_when_it_does() {
        let ball = Shape2::Sphere(Sphere::new(DVec2::ZERO, 1.0));
        let point = Shape2::Sphere(Sphere::new(dvec2(5., 5.), 0.0));
        let motion = Turning {
            velocity: DVec2::splat(1.7e308),
            angular_velocity: 1e308,
            center_of_rotation: DVec2::ZERO,
        };
        let (hit, error) = ball.sweep_turning(&point, &motion, 1.0).unwrap().unwrap();
        // Where 5.78 x^2 + 34 x cos x + 49 = 0, for x = 1e308 t.
        let x = hit.t * 1e308;
        let left = 5.78 * x * x + 34.0 * x * elementary::cos(x) + 49.0;
        assert!((0.0..1e-9).contains(&left) && error * 1e308 < 1e-9, "{hit:?} {error}");
    }

    #[test]
    fn without_bounds_the_other_one_moves_back() {
        let ball = Shape2::Sphere(Sphere::new(dvec2(0., 2.), 1.0));
        let low = Shape2::HalfSpace(HalfSpace::new(dvec2(0., 1.), 0.0));
        let motion =
            Turning { velocity: DVec2::ZERO, angular_velocity: 1.0, center_of_rotation: dvec2(-4., 0.) };
        // The line through the centre of rotation is at distance 1 from the ball's centre, (4, 2)
        // away.
        let (hit, _) = ball.sweep_turning(&low, &motion, 3.0).unwrap().unwrap();
        let expected = elementary::atan2(2., 4.) - libm::asin(1. / libm::sqrt(20.));
        assert!((hit.t - expected).abs() < 1e-9, "{hit:?}");
    }

    #[test]
    fn what_would_go_beyond_all_floats_is_answered_as_far_as_they_tell() {
        let ball = Shape2::Sphere(Sphere::new(DVec2::ZERO, 1.0));
        let dot = Shape2::from(Convex::try_new(alloc::vec![dvec2(5.5, -1.5)]).unwrap());
        for (speed, w, far) in [(1.0, 1e300, 1e300), (1e10, 1e300, 1.7e308), (-1e300, 1.7e308, 1e300)] {
            let velocity = dvec2(speed, 0.0);
            let motion = Turning { velocity, angular_velocity: w, center_of_rotation: dvec2(0., 3.) };
            let (hit, error) = ball.sweep_turning(&dot, &motion, far).unwrap().unwrap();
            // It is 50.5^0.5 from the centre of rotation, which passes the ball's centre at a
            // distance of 3.
            let [first, last] = [6.0, 8.2].map(|way: f64| (way * way - 9.0).sqrt() / speed.abs());
            assert!(hit.t <= last && hit.t + error >= first, "{hit:?} {error}");
        }
    }
}
