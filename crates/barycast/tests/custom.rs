//! Custom shapes that copy the library's agree with them: all queries, against shapes of all kinds.

use barycast::convex::advance::Turning;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::dynamic::custom::{Composite, Convex as Own, Parts};
use barycast::pair::cast::CastOptions;
use barycast::shape::*;
use barycast_testkit::random::{Class, Source, shape2, shape3};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// Only the support function of another shape.
#[derive(Debug)]
struct Bare<S>(S);

impl<S: Support> Support for Bare<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.0.support(direction)
    }
}

/// A custom composite.
#[derive(Debug)]
struct Two<A>([A; 2]);

impl Parts for Two<Shape2> {
    type Vector = DVec2;

    fn count(&self) -> usize {
        2
    }

    fn part(&self, i: usize) -> Shape2 {
        self.0[i].clone()
    }
}

impl Parts for Two<Shape3> {
    type Vector = DVec3;

    fn count(&self) -> usize {
        2
    }

    fn part(&self, i: usize) -> Shape3 {
        self.0[i].clone()
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec3>> {
        let Shape3::Aabb(b) = self.0[i] else { return None };
        Some(b)
    }
}

/// Tolerance of lengths, relative to the coordinates, which are below 32.
const NEAR: f64 = 1e-12 * 32.0;

fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= NEAR
}

macro_rules! checks {
    ($check:ident $Any:ident $V:ident $turn:expr) => {
        /// Reports the results that differ.
        fn $check(own: &$Any, known: &$Any, other: &$Any, s: &mut Source) -> Vec<String> {
            let mut wrong = Vec::new();
            let mut expect =
                |what: &str, right: bool, found: &dyn std::fmt::Debug, instead: &dyn std::fmt::Debug| {
                    if !right {
                        wrong.push(format!("{what}: {found:?} instead of {instead:?}"));
                    }
                };
            let point = |p: $V| $Any::Point(Point(p));
            let meets = own.intersects(other);
            let (found, right) = (own.closest(other), known.closest(other));
            let depth = known.contact(other).ok().flatten().map_or(0.0, |c| c.depth);
            let touching = right.distance <= NEAR && depth <= NEAR;
            expect("intersects", touching || meets == known.intersects(other), &meets, &right);
            expect("turned", meets == other.intersects(own), &meets, &"");
            expect("distance 0", meets == (found.distance == 0.0), &found, &meets);
            expect("distance", near(found.distance, right.distance), &found, &right);
            let apart = (found.on_a - found.on_b).length();
            expect("length", near(apart, found.distance), &apart, &found.distance);
            let off =
                [known.closest(&point(found.on_a)).distance, other.closest(&point(found.on_b)).distance];
            expect("witnesses", off.iter().all(|d| *d <= NEAR), &off, &found);
            let back = other.closest(own);
            expect("distance turned", back.distance == found.distance, &back, &found);
            match (own.contact(other), known.contact(other)) {
                (Ok(c), Ok(k)) => {
                    expect("contact", c.is_some() == meets, &c, &meets);
                    if let (Some(c), Some(k)) = (c, k) {
                        let fits = c.depth.is_infinite() == k.depth.is_infinite();
                        // For concave shapes it is the minimum of several tried.
                        let composite = !$Any::NAMES.contains(&other.name());
                        expect(
                            "depth",
                            composite || (fits && near(c.depth.min(1e9), k.depth.min(1e9))),
                            &c,
                            &k,
                        );
                        let turned = other.contact(own).unwrap().map(|c| c.swap().depth);
                        expect("depth turned", turned == Some(c.depth), &turned, &c);
                    }
                }
                (c, k) => expect("contact given", c.is_ok() == k.is_ok(), &c, &k),
            }
            let held = own.manifold(other);
            expect("manifold", held.as_ref().is_ok_and(|m| m.is_some() == meets), &held, &meets);
            let velocity: $V = s.direction();
            let (hit, right) = (own.sweep(other, velocity, 16.0), known.sweep(other, velocity, 16.0));
            match (&hit, &right) {
                (Ok(Some(hit)), Ok(Some(right))) => {
                    // A time may be early by a small gap, which lasts long if the shapes only
                    // graze.
                    let speed = right.normal_a_to_b.map_or(1.0, |n| n.dot(velocity).abs().min(1.0));
                    expect("sweep", near(hit.t * speed, right.t * speed), hit, right);
                }
                (Ok(None), Ok(None)) => {}
                (a, b) => expect("sweep given", touching, a, b),
            }
            let (inside, right) = (own.contains(other).ok(), known.contains(other).ok());
            expect("contains", inside == right || right.is_none(), &inside, &right);
            let (inside, right) = (other.contains(own).ok(), other.contains(known).ok());
            expect(
                "within",
                inside == right || right.is_none() || (inside.is_none() && other.name() == "compound"),
                &inside,
                &right,
            );
            let p: $V = s.point();
            let (found, right) = (own.signed_distance(p), known.signed_distance(p));
            expect("signed distance", near(found, right), &found, &right);
            let options = CastOptions::default();
            if let (Ok(casts), Ok(right)) =
                (other.cast_all_with(own, &options), other.cast_all_with(known, &options))
            {
                let same = casts.iter().zip(&right).all(|(a, b)| (a.t - b.t).abs() <= 1e-9);
                expect("casts", touching || (same && casts.len() == right.len()), &casts, &right);
                let normals = casts.iter().zip(&right).all(|(a, b)| {
                    let both = a.normal.zip(b.normal);
                    both.is_none_or(|(a, b)| (a - b).length() <= 1e-6)
                });
                // The contact points of boxes along edges are not unique.
                let round = matches!(known.name(), "sphere" | "capsule");
                expect("normals", touching || !round || normals, &casts, &right);
                let (span, right) = (other.span(own), other.span(known));
                expect("span", span.is_ok() == right.is_ok(), &span, &right);
            }
            let (side, right) = (other.classify(own).ok(), other.classify(known).ok());
            expect("classify", side == right, &side, &right);
            let common = own.intersection(other);
            expect("intersection", !matches!(common, Ok(None)) || !meets, &common, &meets);
            let motion = Turning { velocity, angular_velocity: $turn, center_of_rotation: s.point() };
            let turning = |a: &$Any| a.sweep_turning(other, &motion, 2.0);
            let quick = matches!(other.name(), "sphere" | "aabb" | "plane" | "line");
            if quick && let (Ok(found), Ok(right)) = (turning(own), turning(known)) {
                let same = match (&found, &right) {
                    (Some((a, _)), Some((b, _))) => (a.t - b.t).abs() <= 1e-6,
                    (a, b) => a.is_none() == b.is_none(),
                };
                expect("turning", same, &found, &right);
            }
            wrong
        }
    };
}
checks!(check2 Shape2 DVec2 0.5);
checks!(check3 Shape3 DVec3 DVec3::new(0.1, 0.5, -0.3));

fn more2() -> Vec<Shape2> {
    let chain = vec![dvec2(-2., -2.), dvec2(3., -2.), dvec2(0., 0.), dvec2(3., 3.), dvec2(-2., 3.)];
    let half = std::f64::consts::FRAC_PI_2;
    vec![
        Polygon::try_new(chain.clone()).unwrap().into(),
        Polyline::try_new(chain, false).unwrap().into(),
        Annulus::try_new(dvec2(1., 0.), 2., 3.).unwrap().into(),
        Arc::try_new(dvec2(1., 0.), 2., 0., 3.0 * half).unwrap().into(),
        Sector::try_new(dvec2(1., 0.), 2., 0., 3.0 * half).unwrap().into(),
        Wedge::try_new(dvec2(1., 0.), 2., DVec2::X, DVec2::Y).unwrap().into(),
        Voxels::try_new(DVec2::ZERO, DVec2::ONE, vec![[0, 0, 0], [1, 0, 0], [1, 1, 0]]).unwrap().into(),
        Compound::try_new(vec![Sphere::new(dvec2(1., 1.), 2.).into(), Point(dvec2(4., 4.)).into()])
            .unwrap()
            .into(),
        Shape2::from(Capsule::new(dvec2(0., 0.), dvec2(2., 1.), 0.5)).try_scaled(dvec2(2., -1.)).unwrap(),
    ]
}

fn more3() -> Vec<Shape3> {
    let corners = [dvec3(0., 0., 0.), dvec3(3., 0., 0.), dvec3(0., 3., 0.), dvec3(0., 0., 3.)];
    let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let ring = vec![dvec3(-2., -2., 1.), dvec3(3., -2., 1.), dvec3(4., 0., 1.), dvec3(3., 3., 1.)];
    vec![
        Mesh::try_new(corners.to_vec(), faces, true).unwrap().into(),
        FlatPolygon::try_new(ring.clone()).unwrap().into(),
        Polyline::try_new(ring, true).unwrap().into(),
        HeightField::try_new(vec![vec![0., 1.], vec![1., 3.]], [2., 2.], DVec3::ZERO).unwrap().into(),
        Torus::try_new(dvec3(0.5, 0., 0.), DVec3::Z, 2.5, 0.5).unwrap().into(),
        Voxels::try_new(DVec3::ZERO, DVec3::ONE, vec![[0, 0, 0], [1, 0, 0], [1, 1, 0]]).unwrap().into(),
        Compound::try_new(vec![Sphere::new(DVec3::ONE, 2.).into(), Point(dvec3(4., 4., 4.)).into()])
            .unwrap()
            .into(),
        EllipticCylinder::try_new(DVec3::ZERO, dvec3(0., 0., 3.), [2., 1.], DVec3::X).unwrap().into(),
        Shape3::from(Capsule::new(DVec3::ZERO, dvec3(2., 1., 0.), 0.5))
            .try_scaled(dvec3(2., 1., -1.))
            .unwrap(),
    ]
}

/// Custom copies of a sphere, a box and a capsule.
macro_rules! copies {
    ($copies:ident $Any:ident $V:ident) => {
        fn $copies(s: &mut Source) -> Vec<[$Any; 2]> {
            let mut out: Vec<[$Any; 2]> = Vec::new();
            let (a, b): ($V, $V) = (s.point(), s.point());
            let radius = 0.5 + s.size();
            let ball = Sphere::new(a, radius);
            out.push([Own::new(Bare(ball)).into(), ball.into()]);
            let capsule = Capsule::new(a, b, radius);
            out.push([Own::new(capsule).into(), capsule.into()]);
            out.push([Own::new(Bare(capsule)).into(), capsule.into()]);
            let block = Aabb::new(a.min(b), a.max(b) + 0.5);
            out.push([Own::new(Bare(block)).into(), block.into()]);
            let other = Aabb::new(block.max - 0.25, block.max + 1.0);
            let parts: [$Any; 2] = [block.into(), other.into()];
            let compound = Compound::try_new(parts.to_vec()).unwrap();
            out.push([Composite::try_new(Two(parts)).unwrap().into(), compound.into()]);
            out
        }
    };
}
copies!(copies2 Shape2 DVec2);
copies!(copies3 Shape3 DVec3);

macro_rules! all_kinds {
    ($test:ident $Any:ident $V:ident $shape:ident $copies:ident $check:ident $more:ident) => {
        #[test]
        fn $test() {
            let cases = std::env::var("BARYCAST_CASES").map_or(1, |n| n.parse().unwrap());
            let only = std::env::var("BARYCAST_PAIR").ok();
            let mut failures = Vec::new();
            for seed in 0..cases {
                for class in [Class::Grid, Class::Plain] {
                    let mut s = Source::new(seed, class);
                    let named = |name: &str| only.as_ref().is_none_or(|only| only == name);
                    let others =
                        $Any::NAMES.iter().filter(|name| named(name)).filter_map(|name| $shape(&mut s, name));
                    let others: Vec<_> =
                        others.chain($more().into_iter().filter(|m| named(m.name()))).collect();
                    for other in others {
                        for [own, known] in $copies(&mut s) {
                            for wrong in $check(&own, &known, &other, &mut s) {
                                failures.push(format!(
                                    "{class:?} {seed} {} {}: {wrong}\n    {known:?}\n    {other:?}",
                                    known.name(),
                                    other.name()
                                ));
                            }
                        }
                    }
                }
            }
            assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("\n"));
        }
    };
}
all_kinds!(copies_in_2d_answer_as_the_shapes_themselves Shape2 DVec2 shape2 copies2 check2 more2);
all_kinds!(copies_in_3d_answer_as_the_shapes_themselves Shape3 DVec3 shape3 copies3 check3 more3);

/// Invalid support functions.
#[derive(Debug, Clone, Copy)]
enum Wrong {
    NoNumber,
    Infinite,
    Constant,
    Inward,
    Noise,
}

impl Support for Wrong {
    type Vector = DVec3;

    fn support(&self, d: DVec3) -> DVec3 {
        match self {
            Self::NoNumber => DVec3::NAN,
            Self::Infinite => d / 0.0,
            Self::Constant => DVec3::ONE,
            Self::Inward => -d,
            Self::Noise => DVec3::from_array(d.to_array().map(|x| (x * 1e9).sin())),
        }
    }
}

#[test]
fn invalid_support_functions_terminate() {
    let mut s = Source::new(1, Class::Plain);
    let mut others = more3();
    others.extend(Shape3::NAMES.iter().filter_map(|name| shape3(&mut s, name)));
    for wrong in [Wrong::NoNumber, Wrong::Infinite, Wrong::Constant, Wrong::Inward, Wrong::Noise] {
        let own = Own::new(wrong);
        for other in others.iter().chain([&*own]) {
            let _ = (own.intersects(other), own.closest(other), own.contact(other), own.manifold(other));
            let _ =
                (own.contains(other), other.contains(&own), own.intersection(other), other.classify(&own));
            let _ = (own.sweep(other, DVec3::X, 9.0), other.cast_all(&own));
            let _ = (own.signed_distance(DVec3::X), other.span(&own));
        }
        let motion =
            Turning { velocity: DVec3::X, angular_velocity: DVec3::Y, center_of_rotation: DVec3::ZERO };
        let _ = own.sweep_turning(&Sphere::new(dvec3(9., 0., 0.), 1.).into(), &motion, 9.0);
    }
}

#[test]
fn all_queries_agree_on_touching() {
    let ball = Own::new(Bare(Sphere::new(dvec3(0.1, 0.2, 0.3), 0.7)));
    for direction in [DVec3::X, dvec3(0.6, 0.8, 0.0), dvec3(1., 2., -2.) / 3.0] {
        for gap in [-1e-9, -1e-15, 0.0, 1e-16, 1e-9] {
            let at = dvec3(0.1, 0.2, 0.3) + direction * (1.2 + gap);
            let others: [Shape3; 3] = [
                Sphere::new(at, 0.5).into(),
                Own::new(Bare(Sphere::new(at, 0.5))).into(),
                HalfSpace::new(-direction, -direction.dot(at) + 0.5).into(),
            ];
            for other in &others {
                let meets = ball.intersects(other);
                assert!(gap.abs() < 1e-14 || meets == (gap < 0.0), "{gap} {other:?}");
                assert_eq!(meets, other.intersects(&ball));
                assert_eq!(meets, ball.closest(other).distance == 0.0);
                assert_eq!(meets, other.closest(&ball).distance == 0.0);
                assert_eq!(meets, ball.contact(other).unwrap().is_some());
            }
        }
    }
}

#[test]
fn far_small_rotated_and_scaled_custom_shapes_work() {
    let ball = Sphere::new(dvec3(1., 0., 0.), 1.0);
    let own = Shape3::from(Own::new(Bare(ball)));
    for size in [1e-100, 1e100] {
        let large = Shape3::from(Own::new(Bare(Sphere::new(dvec3(size, 0., 0.), size))));
        let point = Shape3::Point(Point(dvec3(-size, 0., 0.)));
        let found = large.closest(&point).distance / size;
        assert!((found - 1.0).abs() < 1e-14, "{found}");
        let depth = large.signed_distance(dvec3(size, 0., 0.)) / size;
        assert!((depth + 1.0).abs() < 1e-14, "{depth}");
    }
    let turned = own.posed(&[DVec3::Y, DVec3::Z, DVec3::X], dvec3(0., 2., 0.)).unwrap();
    assert_eq!(turned.closest(&Point(dvec3(0., 7., 0.)).into()).distance, 3.0);
    let twice = turned.posed(&[DVec3::Y, DVec3::Z, DVec3::X], dvec3(0., 0., 1.)).unwrap();
    assert_eq!(twice.closest(&Point(dvec3(0., 0., 7.)).into()).distance, 2.0);
    let long = own.clone().try_scaled(dvec3(3., 1., 1.)).unwrap();
    assert!((long.closest(&Point(dvec3(9., 0., 0.)).into()).distance - 3.0).abs() < 1e-14);
    let round = own.try_rounded(0.5).unwrap();
    assert_eq!(round.closest(&Point(dvec3(4., 0., 0.)).into()).distance, 1.5);
    assert!(round.intersects(&Point(dvec3(2.5, 0., 0.)).into()));
}

#[test]
fn f32_shapes_touch_within_f32_rounding() {
    let ball = Own::new(Bare(Sphere::new(glam::vec3(0.1, 0.2, 0.3), 0.7)));
    let at = |x: f64| {
        Shape3::Point(Point(dvec3(
            f64::from(0.1_f32) + f64::from(0.7_f32) + x,
            f64::from(0.2_f32),
            f64::from(0.3_f32),
        )))
    };
    assert!(ball.intersects(&at(1e-8)) && !ball.intersects(&at(1e-4)));
}

#[test]
fn an_empty_composite_is_rejected() {
    #[derive(Debug)]
    struct Nothing;
    impl Parts for Nothing {
        type Vector = DVec2;
        fn count(&self) -> usize {
            0
        }
        fn part(&self, _: usize) -> Shape2 {
            Point(DVec2::ZERO).into()
        }
    }
    assert_eq!(Composite::try_new(Nothing).unwrap_err().field, "parts");
}
