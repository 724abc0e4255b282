//! Shapes around a circular arc against all others, compared to points sampled along the arc and
//! along lines.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Side};
use barycast::shape::*;
use barycast::vector::Vector2;
use barycast_testkit::pairs::{Pair, reach_of};
use barycast_testkit::random::{Class, Source, shape2, shape3};
use glam::{DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Cases per pair of kinds; more with `BARYCAST_CASES=20`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

const CLASSES: [Class; 3] = [Class::Grid, Class::Plain, Class::Mixed];

/// The points within `tube` of an arc.
struct Ring<V> {
    center: V,
    x: V,
    y: V,
    radius: f64,
    tube: f64,
    from: f64,
    to: f64,
}

macro_rules! rings {
    ($Any:ident $V:ident) => {
        impl Ring<$V> {
            pub(super) fn at(&self, angle: f64) -> $V {
                self.center + (self.x * angle.cos() + self.y * angle.sin()) * self.radius
            }

            pub(super) fn whole(&self) -> bool {
                self.to - self.from >= TAU
            }

            /// Returns the arc's point closest to another.
            pub(super) fn nearest(&self, p: $V) -> $V {
                let w = p - self.center;
                let angle = w.dot(self.y).atan2(w.dot(self.x));
                let around = angle + ((self.from - angle) / TAU).ceil() * TAU;
                if self.whole() || around <= self.to {
                    return self.at(around);
                }
                let ends = [self.at(self.from), self.at(self.to)];
                if p.distance(ends[0]) < p.distance(ends[1]) { ends[0] } else { ends[1] }
            }

            /// Returns the signed distance of a point, negative inside.
            pub(super) fn signed(&self, p: $V) -> f64 {
                p.distance(self.nearest(p)) - self.tube
            }

            /// Returns the smallest distance of sampled points of the arc to another shape.
            pub(super) fn sampled(&self, off: &dyn Fn($V) -> f64) -> f64 {
                const COUNT: u32 = 48;
                let step = (self.to - self.from) / f64::from(COUNT);
                let at = |angle: f64| (off(self.at(angle)), angle);
                let mut found: Vec<(f64, f64)> =
                    (0..=COUNT).map(|i| at((self.from + step * f64::from(i)).min(self.to))).collect();
                found.sort_by(|x, y| x.0.total_cmp(&y.0));
                // Refines around the best samples.
                let mut least = found[0].0;
                for (mut best, mut middle) in found.into_iter().take(3) {
                    let mut width = step;
                    while width > 1e-8 * (self.to - self.from) {
                        for i in -4..=4 {
                            let angle = middle + width * f64::from(i) / 4.0;
                            let near = at(if self.whole() { angle } else { angle.clamp(self.from, self.to) });
                            if near.0 < best {
                                (best, middle) = near;
                            }
                        }
                        width /= 4.0;
                    }
                    least = least.min(best);
                }
                (least - self.tube).max(0.0)
            }
        }

        impl Sampled for $Any {
            fn agrees_with_samples(&self, other: &Self) -> Result<(), String> {
                let (a, b) = (ring(self), ring(other));
                let point = |p: $V| $Any::from(Point(p));
                let sampled = match (&a, &b) {
                    (Some(a), Some(b)) => a.sampled(&|p| b.signed(p)),
                    (Some(a), None) => a.sampled(&|p| other.closest(&point(p)).distance),
                    (None, Some(b)) => b.sampled(&|p| self.closest(&point(p)).distance),
                    (None, None) => return Ok(()),
                };
                let found = self.closest(other);
                let size = reach_of(self).max(reach_of(other)).max(found.on_a.abs().max_element());
                // The witness points show that it is not smaller.
                if found.distance > sampled + 1e-12 * size {
                    return Err(format!("{found:?}, but {sampled} by samples"));
                }
                for (shape, p) in [(&a, found.on_a), (&b, found.on_b)] {
                    if let Some(off) =
                        shape.as_ref().map(|ring| ring.signed(p)).filter(|off| *off > 1e-12 * size)
                    {
                        return Err(format!("{found:?}: {p:?} is {off} off"));
                    }
                }
                Ok(())
            }

            fn touches_in_time(&self, other: &Self, way: $V) -> Result<(), String> {
                let (ring, this, other, way) = match (ring(self), ring(other)) {
                    (Some(ring), _) => (ring, self, other, way),
                    (None, Some(ring)) => (ring, other, self, -way),
                    (None, None) => return Ok(()),
                };
                let size = reach_of(this).max(reach_of(other)).max(way.length());
                let found = this.sweep(other, way, 1.0).map_err(|none| none.to_string())?;
                for i in 0..=40 {
                    let angle = ring.from + (ring.to - ring.from) * f64::from(i) / 40.0;
                    let ball = $Any::from(Sphere::new(ring.at(angle), ring.tube));
                    let touch = ball.sweep(other, way, 1.0).map_err(|none| none.to_string())?;
                    // A grazing sweep may be reported as a miss.
                    let Some(ball) = touch.filter(|touch| touch.t < 0.99).map(|touch| touch.t) else {
                        continue;
                    };
                    let reported = found.as_ref().map_or(f64::INFINITY, |found| found.t);
                    let sinks = (reported - ball) * way.length();
                    if sinks > 1e-7 * size {
                        return Err(format!(
                            "{reported} is later than {ball} of a ball at {angle}, along {way:?}"
                        ));
                    }
                }
                Ok(())
            }
        }
    };
}

trait Sampled: Pair {
    /// Checks that no sampled point of the arc is closer than reported, and that the witness points
    /// are on the ring.
    fn agrees_with_samples(&self, other: &Self) -> Result<(), String>;

    /// Checks that no sphere around a sampled point of the arc touches earlier than reported.
    fn touches_in_time(&self, other: &Self, way: Self::Vector) -> Result<(), String>;
}

mod flat {
    use super::*;

    pub(super) fn ring(shape: &Shape2) -> Option<Ring<DVec2>> {
        let round = |center, radius, tube| Ring {
            center,
            x: DVec2::X,
            y: DVec2::Y,
            radius,
            tube,
            from: 0.0,
            to: TAU,
        };
        match shape {
            Shape2::Annulus(a) => {
                let (r, s) = (a.inner_radius, a.outer_radius);
                Some(round(a.center, r.midpoint(s), (s - r) / 2.0))
            }
            Shape2::Arc(a) => {
                let whole = round(a.center, a.radius, 0.0);
                let [from, to] =
                    if a.sweep < 0.0 { [a.start + a.sweep, a.start] } else { [a.start, a.start + a.sweep] };
                Some(if to - from >= TAU { whole } else { Ring { from, to, ..whole } })
            }
            _ => None,
        }
    }
    rings!(Shape2 DVec2);
}

mod solid {
    use super::*;

    pub(super) fn ring(shape: &Shape3) -> Option<Ring<DVec3>> {
        let Shape3::Torus(a) = shape else { return None };
        let (x, y) = a.axis.normalize().any_orthonormal_pair();
        let (radius, tube) = (a.major_radius, a.minor_radius);
        Some(Ring { center: a.center, x, y, radius, tube, from: 0.0, to: TAU })
    }
    rings!(Shape3 DVec3);
}

/// Returns the failures among pairs of which one is curved.
fn failures<A: Sampled<Vector: Copy + std::ops::Mul<f64, Output = A::Vector>> + std::fmt::Debug>(
    curved: &[&str],
    names: &[&str],
    shape: impl Fn(&mut Source, &str) -> Option<A>,
    velocity: impl Fn(&mut Source) -> A::Vector,
) -> Vec<String> {
    let mut failures = Vec::new();
    let mut total = 0_u64;
    for first in curved {
        for second in names.iter().chain(curved) {
            let mut shown = 0;
            for seed in 0..cases() {
                let class = CLASSES[(total % 3) as usize];
                let mut source = Source::new(seed * 7919 + total, class);
                let (Some(a), Some(b)) = (shape(&mut source, first), shape(&mut source, second)) else {
                    continue;
                };
                let way = velocity(&mut source) * 8.0;
                total += 1;
                let (a, b) = if seed % 2 == 0 { (a, b) } else { (b, a) };
                let sampled = a.agrees_with_samples(&b).and_then(|()| a.touches_in_time(&b, way));
                let result = sampled.and_then(|()| a.keeps_to_all(&b, way));
                if let Err(wrong) = result {
                    shown += 1;
                    if shown <= 2 {
                        failures.push(format!("{first} {second} ({class:?}): {wrong}\n   {a:?}\n   {b:?}"));
                    }
                }
            }
        }
    }
    assert!(total > 50, "only {total} queries");
    failures
}

#[test]
fn distances_of_rings_and_arcs_agree_with_samples() {
    let failures = failures(&["annulus", "arc"], Shape2::NAMES, shape2, Source::direction);
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn distances_of_tori_agree_with_samples() {
    let failures = failures(&["torus"], Shape3::NAMES, shape3, Source::direction);
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

/// Compares the intervals of a line in a ring with points sampled along the line.
fn line_agrees(
    signed: &dyn Fn(f64) -> f64,
    hits: &[f64],
    (low, high): (f64, f64),
    size: f64,
) -> Result<(), String> {
    const COUNT: u32 = 400;
    for i in 0..=COUNT {
        let t = low + (high - low) * f64::from(i) / f64::from(COUNT);
        let off = signed(t);
        let inside = hits.chunks(2).any(|ends| ends[0] <= t && t <= ends[1]);
        if inside != (off <= 0.0) && off.abs() > 1e-11 * size {
            return Err(format!("at {t} {off} off, but hits {hits:?}"));
        }
    }
    for t in hits {
        if signed(*t).abs() > 1e-10 * size {
            return Err(format!("hit {t} is {} off", signed(*t)));
        }
    }
    Ok(())
}

/// Returns all hits of a line.
fn casts<A>(hits: Result<Vec<Hit<A>>, barycast::dynamic::any::NoAnswer>) -> Vec<Hit<A>>
where
    A: barycast::vector::Vector<Scalar = f64>,
{
    hits.unwrap()
}

fn ts<V: barycast::vector::Vector<Scalar = f64>>(hits: &[Hit<V>]) -> Vec<f64> {
    hits.iter().map(|hit| hit.t).collect()
}

#[test]
fn line_intervals_in_a_torus_agree_with_samples() {
    for class in CLASSES {
        for seed in 0..80 * cases() {
            let mut source = Source::new(seed, class);
            let (Some(torus), origin) = (shape3(&mut source, "torus"), source.point::<DVec3>()) else {
                continue;
            };
            let line = Line::new(origin, source.direction());
            let ring = solid::ring(&torus).unwrap();
            let hits = casts(Shape3::from(line).cast_all(&torus));
            let size = reach_of(&torus).max(reach_of(&line));
            let at = |t: f64| line.origin + line.direction * t;
            let range = 3.0 * size / line.direction.length();
            let wrong = line_agrees(&|t| ring.signed(at(t)), &ts(&hits), (-range, range), size);
            assert_eq!(wrong, Ok(()), "{torus:?} {line:?}");
            for (i, hit) in hits.iter().enumerate().filter(|_| ring.tube > 0.0) {
                let p = at(hit.t);
                let out = (p - ring.nearest(p)) / ring.tube;
                let normal = hit.normal.unwrap();
                let doubtful = (p - ring.center).length() < 1e-3 * size || ring.tube < 1e-3 * size;
                assert!(normal.distance(out) < 1e-6 || doubtful, "{torus:?} {line:?} {hit:?} {out:?}");
                // A line may touch the tip of a torus whose hole is a point, where any normal is
                // valid.
                let tip = hits[i ^ 1].t == hit.t && p.distance(ring.center) < 1e-12 * size;
                let reported = tip || i % 2 == usize::from(hit.side == Side::Inside);
                assert!(reported || normal.dot(line.direction).abs() < 1e-6, "{torus:?} {line:?} {hits:?}");
            }
        }
    }
}

#[test]
fn line_intervals_in_rings_and_crossings_of_arcs_agree_with_samples() {
    for class in CLASSES {
        for seed in 0..150 * cases() {
            let mut source = Source::new(seed, class);
            let name = if seed % 2 == 0 { "annulus" } else { "arc" };
            let (Some(shape), origin) = (shape2(&mut source, name), source.point::<DVec2>()) else {
                continue;
            };
            let line = Line::new(origin, source.direction());
            let ring = flat::ring(&shape).unwrap();
            let hits = ts(&casts(Shape2::from(line).cast_all(&shape)));
            let size = reach_of(&shape).max(reach_of(&line));
            let at = |t: f64| line.origin + line.direction * t;
            let range = 3.0 * size / line.direction.length();
            if name == "annulus" {
                let wrong = line_agrees(&|t| ring.signed(at(t)), &hits, (-range, range), size);
                assert_eq!(wrong, Ok(()), "{shape:?} {line:?}");
                continue;
            }
            // Crossings of the circle that are clearly on the arc, or clearly off it.
            let (w, d) = (line.origin - ring.center, line.direction);
            let foot = -w.dot(d) / d.length_squared();
            let off = Vector2::perp_dot(d, w).abs() / d.length();
            let half = (ring.radius.powi(2) - off.powi(2)).max(0.0).sqrt() / d.length();
            for hit in &hits {
                assert!(ring.signed(at(*hit)) < 1e-10 * size, "{shape:?} {line:?} {hits:?}");
            }
            if ring.radius - off > 1e-6 * size {
                for t in [foot - half, foot + half] {
                    let near = ring.signed(at(t)) < 1e-9 * size;
                    let hit = hits.iter().any(|hit| (hit - t).abs() * d.length() < 1e-6 * size);
                    assert!(near == hit || !ring.whole(), "{shape:?} {line:?} {hits:?} {t}");
                    let ends = [ring.from, ring.to].map(|angle| ring.at(angle).distance(at(t)));
                    let at_end = ends.into_iter().any(|off| off < 1e-6 * size);
                    assert!(near == hit || at_end, "{shape:?} {line:?} {hits:?} {t}");
                }
            }
        }
    }
}

fn torus(major: f64, minor: f64) -> Shape3 {
    Torus::new(DVec3::ZERO, dvec3(0., 0., 2.), major, minor).into()
}

fn line3(origin: DVec3, direction: DVec3) -> Shape3 {
    Line::new(origin, direction).into()
}

fn near(found: &[f64], expected: &[f64]) {
    let alike = |(x, y): (&f64, &f64)| (x - y).abs() <= 1e-14 * y.abs().max(1.0);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(alike),
        "{found:?} and not {expected:?}"
    );
}

#[test]
fn lines_cut_a_torus_at_known_integers() {
    let of =
        |major, minor, origin, direction| ts(&casts(line3(origin, direction).cast_all(&torus(major, minor))));
    // Perpendicular to the axis, 3 above the center of a tube of radius 5: 4 to either side of its
    // center.
    near(&of(10., 5., dvec3(0., 0., 3.), DVec3::X), &[-14., -6., 6., 14.]);
    near(&of(10., 5., dvec3(0., 0., 5.), DVec3::X), &[-10., -10., 10., 10.]);
    near(&of(10., 5., dvec3(0., 0., 5.5), DVec3::X), &[]);
    // In the plane of the circle: past the hole, through the hole, along the outer rim.
    near(&of(9., 4., dvec3(0., 5., 0.), DVec3::X), &[-12., 12.]);
    near(
        &of(9., 4., dvec3(-20., 3., 0.), dvec3(2., 0., 0.)),
        &[10. - 40_f64.sqrt(), 8., 12., 10. + 40_f64.sqrt()],
    );
    near(&of(9., 4., dvec3(0., 13., 0.), DVec3::X), &[0., 0.]);
    // Parallel to the axis, through both sides of the tube, and along its center.
    near(&of(10., 5., dvec3(13., 0., 0.), DVec3::Z), &[-4., 4.]);
    near(&of(10., 5., dvec3(15., 0., 0.), DVec3::Z), &[0., 0.]);
    near(&of(10., 5., dvec3(5., 0., 0.), DVec3::Z), &[0., 0.]);
    near(&of(10., 5., dvec3(4., 0., 0.), DVec3::Z), &[]);
    // A line through the center that is tangent to the tube on both sides (4 + 4 from the center).
    near(&of(5., 3., DVec3::ZERO, dvec3(4., 0., 3.)), &[-0.8, -0.8, 0.8, 0.8]);
    // Through two circles of the tube side by side.
    near(&of(5., 5., dvec3(0., 0., 3.), DVec3::X), &[-9., -1., 1., 9.]);
    near(&of(5., 5., DVec3::ZERO, DVec3::X), &[-10., 10.]);
    // Without a hole.
    near(&of(3., 5., DVec3::ZERO, DVec3::Z), &[-4., 4.]);
    near(&of(3., 5., dvec3(0., 0., 4.), DVec3::X), &[-6., 6.]);
    near(&of(0., 5., dvec3(3., 0., 0.), DVec3::Z), &[-4., 4.]);
    // The circle alone.
    near(&of(5., 0., dvec3(0., 3., 0.), DVec3::X), &[-4., -4., 4., 4.]);
    near(&of(5., 0., dvec3(0., 3., 1.), DVec3::X), &[]);
}

#[test]
fn rays_start_in_the_tube_in_the_hole_and_between_two_intervals() {
    let ring = torus(10., 5.);
    let from = |x: f64| Shape3::from(Ray::new(dvec3(x, 0., 3.), DVec3::X));
    let plain = CastOptions::default();
    let first = |x: f64, options: &CastOptions<f64>| from(x).cast_with(&ring, options).unwrap();
    let all = |x: f64, options: &CastOptions<f64>| ts(&from(x).cast_all_with(&ring, options).unwrap());
    near(&all(-20., &plain), &[6., 14., 26., 34.]);
    near(&all(-10., &plain), &[4., 16., 24.]);
    near(&all(0., &plain), &[6., 14.]);
    near(&all(10., &plain), &[4.]);
    near(&all(14., &plain), &[0.]);
    near(&all(15., &plain), &[]);
    let inside = first(10., &plain).unwrap();
    assert_eq!((inside.t, inside.normal, inside.side), (0., None, Side::Inside));
    let hollow = CastOptions { hollow: true, ..plain };
    near(&[first(10., &hollow).unwrap().t, first(0., &hollow).unwrap().t], &[4., 6.]);
    let culled = CastOptions { cull: true, ..plain };
    near(&all(-10., &culled), &[16.]);
    near(&all(-20., &culled), &[6., 26.]);
    let limited = CastOptions { max_t: Some(16.), ..plain };
    near(&all(-10., &limited), &[4., 16.]);
    assert_eq!(first(-20., &CastOptions { max_t: Some(5.9), ..plain }).map(|hit| hit.t), None);
    let entering = first(-20., &plain).unwrap();
    assert!(entering.normal.unwrap().distance(dvec3(-0.8, 0., 0.6)) < 1e-15);
    assert_eq!(entering.side, Side::Outside);
    // A ring in the plane.
    let flat = Shape2::from(Annulus::new(DVec2::ZERO, 5., 13.));
    let ray = Shape2::from(Ray::new(DVec2::ZERO, DVec2::Y));
    near(&ts(&ray.cast_all_with(&flat, &plain).unwrap()), &[5., 13.]);
    let hit = ray.cast_with(&flat, &plain).unwrap().unwrap();
    assert_eq!((hit.t, hit.normal, hit.side), (5., Some(-DVec2::Y), Side::Outside));
    // An arc is a curve: one hit per crossing, with the normal that points away from the center.
    let arc = Shape2::from(Arc::new(DVec2::ZERO, 5., 0., PI));
    let hits = Shape2::from(Ray::new(dvec2(-8., 3.), DVec2::X)).cast_all_with(&arc, &plain).unwrap();
    near(&ts(&hits), &[4., 12.]);
    assert_eq!(hits[1].normal, Some(dvec2(0.8, 0.6)));
    assert_eq!(hits.iter().map(|hit| hit.side).collect::<Vec<_>>(), [Side::Outside, Side::Inside]);
}

#[test]
fn shapes_equidistant_from_all_of_a_torus_have_exact_distances() {
    let ring = torus(5., 1.);
    let distance = |shape: Shape3| ring.closest(&shape).distance;
    let point = |x: f64, y: f64, z: f64| Shape3::from(Point(dvec3(x, y, z)));
    assert_eq!(distance(point(0., 0., 0.)), 4.);
    assert_eq!(distance(point(0., 0., 12.)), 12.);
    assert_eq!(ring.signed_distance(dvec3(0., 0., 0.)), 4.);
    assert_eq!(ring.signed_distance(dvec3(3., 4., 0.)), -1.);
    near(&[distance(Sphere::new(dvec3(0., 0., 12.), 2.).into())], &[10.]);
    near(&[distance(Sphere::new(DVec3::ZERO, 2.).into())], &[2.]);
    near(&[distance(Cylinder::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 2.).into())], &[2.]);
    near(&[distance(Cylinder::new(dvec3(0., 0., 4.), dvec3(0., 0., 9.), 2.).into())], &[4.]);
    near(&[distance(InfiniteCylinder::new(dvec3(0., 0., 4.), DVec3::Z, 4.).into())], &[0.]);
    near(&[distance(Torus::new(dvec3(0., 0., 4.), DVec3::Z, 2., 1.).into())], &[3.]);
    near(&[distance(Torus::new(dvec3(0., 0., 4.), -DVec3::Z, 5., 1.).into())], &[2.]);
    near(&[distance(Torus::new(dvec3(5., 0., 0.), DVec3::Y, 2., 0.5).into())], &[0.5]);
    near(&[distance(Disc::new(dvec3(0., 0., 1.), DVec3::Z, 2.).into())], &[10_f64.sqrt() - 1.]);
    near(&[distance(Cone::new(dvec3(0., 0., 9.), dvec3(0., 0., 4.), 2.).into())], &[4.]);
    near(&[distance(Plane::new(dvec3(0., 0., 2.), 6.).into())], &[2.]);
    assert!(ring.intersects(&Plane::new(dvec3(0., 0., 2.), 2.).into()), "it lies on the torus");
    assert!(
        ring.intersects(&Plane::new(DVec3::X, 6.).into())
            && !ring.intersects(&Plane::new(DVec3::X, 6.0001).into())
    );
    assert!(ring.intersects(&HalfSpace::new(-DVec3::Z, -1.).into()));
    assert!(!ring.intersects(&line3(DVec3::ZERO, DVec3::Z)), "through the hole");
    assert!(
        ring.intersects(&line3(dvec3(4., 0., 0.), DVec3::Z))
            && ring.intersects(&line3(dvec3(0., 6., 0.), DVec3::X))
    );
}

#[test]
fn a_degenerate_torus_is_a_sphere_a_circle_or_a_point() {
    let ball = torus(0., 3.);
    assert_eq!(ball.closest(&Point(dvec3(0., 5., 0.)).into()).distance, 2.);
    assert_eq!(ball.contains(&Sphere::new(dvec3(1., 0., 0.), 2.).into()), Ok(true));
    let depth = |a: &Shape3, b: Shape3| a.contact(&b).unwrap().map(|contact| contact.depth);
    assert!(depth(&ball, Sphere::new(dvec3(4., 0., 0.), 2.).into()).is_some_and(|d| (d - 1.).abs() < 1e-9));
    let circle = torus(5., 0.);
    assert!(circle.intersects(&Point(dvec3(3., 4., 0.)).into()));
    assert!(!circle.intersects(&Point(dvec3(3., 4., 1e-9)).into()));
    assert_eq!(depth(&circle, Sphere::new(dvec3(7., 0., 0.), 2.).into()), Some(0.));
    let nothing = torus(0., 0.);
    assert_eq!(nothing.closest(&circle).distance, 5.);
    assert!(nothing.intersects(&nothing));
    // A dent of the surface only: where the tube passes the axis there is no hole.
    let apple = torus(3., 5.);
    assert!(apple.intersects(&Point(DVec3::ZERO).into()));
    assert!(!apple.intersects(&Point(dvec3(0., 0., 4.5)).into()));
    near(&[apple.signed_distance(dvec3(0., 0., 5.))], &[34_f64.sqrt() - 5.]);
}

/// Checks that every query agrees, in both orders, on whether two shapes intersect.
macro_rules! meet {
    ($a:expr, $b:expr, $meet:expr, $way:expr) => {
        for [a, b] in [[$a, $b], [$b, $a]] {
            assert_eq!(a.intersects(b), $meet, "{a:?} {b:?}");
            assert_eq!(a.closest(b).distance == 0., $meet, "{a:?} {b:?}");
            assert_eq!(a.contact(b).unwrap().is_some(), $meet, "{a:?} {b:?}");
            let at_once = a.sweep(b, $way, 1.).unwrap().is_some_and(|impact| impact.t == 0.);
            assert_eq!(at_once, $meet, "{a:?} {b:?}");
        }
    };
}

/// A round shape touches a circle of radius 5 from inside at (3, 4) if its radius is 2.5, and not
/// if it is the next smaller number.
#[test]
fn shapes_that_touch_a_circle_from_inside_intersect_it() {
    let (end, other, third) = (dvec2(1.5, 2.), dvec2(0.5, -1.), dvec2(0., 1.));
    for (radius, meets) in [(2.5, true), (2.5_f64.next_down(), false), (2.5_f64.next_up(), true)] {
        let flat: [Shape2; 5] = [
            Capsule::new(end, other, radius).into(),
            TaperedCapsule::new(other, end, 1., radius).into(),
            Ellipsoid::new(end, DVec2::splat(radius), [DVec2::X, DVec2::Y]).into(),
            Shape2::from(Triangle::new(end, other, third)).try_rounded(radius).unwrap(),
            Shape2::from(Convex::try_new(vec![other, third, end]).unwrap()).try_rounded(radius).unwrap(),
        ];
        for shift in [DVec2::ZERO, dvec2(65536., -512.)] {
            let circles: [Shape2; 3] = [
                Arc::new(shift, 5., 0., 7.).into(),
                Arc::new(shift, 5., 1.5, -1.).into(),
                Annulus::new(shift, 5., 5.).into(),
            ];
            let turn = [DVec2::X, DVec2::Y];
            for circle in circles {
                for shape in &flat {
                    let shape = shape.posed(&turn, shift).unwrap();
                    meet!(&circle, &shape, meets, dvec2(0.75, 1.));
                }
            }
        }
        let [end, other, third] = [end, other, third].map(|p| p.extend(0.));
        let spatial: [Shape3; 7] = [
            Capsule::new(end, other, radius).into(),
            TaperedCapsule::new(other, end, 1., radius).into(),
            Ellipsoid::new(end, DVec3::splat(radius), [DVec3::X, DVec3::Y, DVec3::Z]).into(),
            Shape3::from(Triangle::new(end, other, third)).try_rounded(radius).unwrap(),
            // Upright, and with the end above the circle's plane.
            Capsule::new(end - DVec3::Z, end + DVec3::Z, radius).into(),
            Cylinder::new(end - DVec3::Z, end + DVec3::Z, radius).into(),
            Capsule::new(end + DVec3::Z * 6., dvec3(0., 0., 7.), radius / 2.5 * 6.5).into(),
        ];
        let circle = torus(5., 0.);
        for shape in spatial {
            meet!(&circle, &shape, meets, dvec3(0.75, 1., 0.));
        }
    }
    // An ellipse is more curved than a circle at the ends of its major axis.
    let long = Shape2::from(Ellipsoid::new(dvec2(1., 0.), dvec2(4., 3.), [DVec2::X, DVec2::Y]));
    assert!(long.intersects(&Arc::new(DVec2::ZERO, 5., 1., 7.).into()));
    let short =
        Shape2::from(Ellipsoid::new(dvec2(1., 0.), dvec2(4_f64.next_down(), 3.), [DVec2::X, DVec2::Y]));
    assert!(!short.intersects(&Arc::new(DVec2::ZERO, 5., 1., 7.).into()));
}

#[test]
fn arcs_end_at_their_endpoints() {
    let arc = |start, sweep| Shape2::from(Arc::new(DVec2::ZERO, 5., start, sweep));
    let point = |x: f64, y: f64| Shape2::from(Point(dvec2(x, y)));
    let upper = arc(0., PI);
    assert_eq!(upper.closest(&point(3., -4.)).distance, 20_f64.sqrt());
    assert_eq!(upper.closest(&point(3., 4.)).distance, 0.);
    assert_eq!(upper.closest(&point(0., 0.)).distance, 5.);
    assert_eq!(arc(PI, -PI).closest(&point(0., 7.)).distance, 2.);
    assert_eq!(arc(0., TAU).closest(&point(0., -7.)).distance, 2.);
    assert_eq!(arc(1., -9.).closest(&point(-7., 0.)).distance, 2.);
    assert_eq!(arc(0., 0.).closest(&point(8., 4.)).distance, 5.);
    // Endpoints that others just reach.
    for other in [
        Shape2::from(Segment::new(dvec2(5., 0.), dvec2(9., -3.))),
        Aabb::new(dvec2(5., -4.), dvec2(9., 0.)).into(),
        Sphere::new(dvec2(5., -3.), 3.).into(),
        Arc::new(dvec2(10., 0.), 5., PI, FRAC_PI_2).into(),
        Annulus::new(dvec2(5., -3.), 2., 3.).into(),
        Arc::new(dvec2(10., 0.), 5., 0., TAU).into(),
    ] {
        assert!(upper.intersects(&other), "{other:?}");
        let contact = upper.contact(&other).unwrap().map(|contact| contact.depth);
        assert!(contact.is_some_and(|depth| depth < 1e-12), "{other:?} {contact:?}");
    }
    assert!(!upper.intersects(&Sphere::new(dvec2(5., -3.), 2.999).into()));
    let quarter = arc(0., FRAC_PI_2);
    assert_eq!(quarter.contains(&point(5., 0.)), Ok(true));
    assert_eq!(quarter.contains(&Segment::new(dvec2(5., 0.), dvec2(0., 5.)).into()), Ok(false));
    let wide = Shape2::from(Aabb::new(dvec2(0., 0.), dvec2(5., 5.)));
    assert_eq!(wide.contains(&quarter), Ok(true));
    assert_eq!(wide.contains(&arc(0., 2.)), Ok(false));
}

#[test]
fn rings_contain_shapes_outside_their_inner_circle() {
    let ring = Shape2::from(Annulus::new(DVec2::ZERO, 2., 5.));
    let holds = |b: Shape2| ring.contains(&b).unwrap();
    assert!(
        holds(Sphere::new(dvec2(3.5, 0.), 1.5).into()) && !holds(Sphere::new(dvec2(3.5, 0.), 1.51).into())
    );
    assert!(holds(Segment::new(dvec2(2., -4.), dvec2(2., 4.)).into()));
    assert!(!holds(Segment::new(dvec2(1.9, -4.), dvec2(1.9, 4.)).into()));
    assert!(!holds(Sphere::new(DVec2::ZERO, 3.).into()), "all around the hole");
    assert!(
        holds(Annulus::new(DVec2::ZERO, 3., 4.).into()) && !holds(Annulus::new(DVec2::ZERO, 1., 4.).into())
    );
    let tube = torus(5., 2.);
    let holds = |b: Shape3| tube.contains(&b).unwrap();
    assert!(
        holds(Sphere::new(dvec3(5., 0., 1.), 1.).into())
            && !holds(Sphere::new(dvec3(5., 0., 1.), 1.01).into())
    );
    assert!(holds(Segment::new(dvec3(3., 4., 2.), dvec3(3., 4., -2.)).into()));
    assert!(!holds(Segment::new(dvec3(5., 0., 0.), dvec3(-5., 0., 0.)).into()), "across the hole");
    assert!(holds(Capsule::new(dvec3(5., 0., 1.), dvec3(5., 0., -1.), 1.).into()));
    let around = Shape3::from(Aabb::new(dvec3(-7., -7., -2.), dvec3(7., 7., 2.)));
    assert_eq!(around.contains(&tube), Ok(true));
    assert_eq!(Shape3::from(Sphere::new(DVec3::ZERO, 7.)).contains(&tube), Ok(true));
    assert_eq!(Shape3::from(Sphere::new(DVec3::ZERO, 6.99)).contains(&tube), Ok(false));
}

#[test]
fn an_arc_whose_end_nearly_touches_a_line_is_crossed_elsewhere() {
    let line: Shape2 = Line::new(DVec2::new(-3., 2.), DVec2::new(2., -2.)).into();
    for (sweep, count) in [(-PI, 1), (-3.0, 1), (-3.2, 2), (PI, 1)] {
        let half = Shape2::from(Arc::new(DVec2::new(2., -2.), 1., 0., sweep));
        assert!(line.intersects(&half) && half.intersects(&line), "{sweep}");
        let hits = line.cast_all(&half).unwrap();
        assert_eq!(hits.len(), count, "{sweep} {hits:?}");
        assert_eq!(half.closest(&line).distance, 0.0);
    }
}

#[test]
fn a_thin_ring_that_leaves_an_arc_touches_it_exactly() {
    let (arc_center, ring_center) = (dvec2(-4., 2.), dvec2(-3., -4.));
    let arc = Shape2::from(Arc::new(arc_center, 4., 0., -2.000_085_034_191_611_7));
    let ring = Shape2::from(Annulus::new(ring_center, 4., 4.));
    let contact = arc.contact(&ring).unwrap().unwrap();
    let apart = ring_center + contact.normal_a_to_b.unwrap() * contact.depth - arc_center;
    assert!((apart.length() - 8.).abs() < 1e-13, "{contact:?}");
    // The depth is smallest away from the arc's center.
    assert!((contact.depth - (8. - 37_f64.sqrt())).abs() < 1e-5, "{contact:?}");
    let crossing = Shape2::from(Annulus::new(dvec2(-3., 2. - 63_f64.sqrt() + 1e-8), 4., 4.));
    assert_eq!(arc.closest(&crossing).distance, 0.);
}

#[test]
fn a_thin_ring_that_slides_past_a_point_is_not_late() {
    let ring = Shape2::from(Annulus::new(DVec2::new(-1., 0.), 3., 3.));
    let point: Shape2 = Point(DVec2::new(-4., 1.)).into();
    let thin = Shape2::from(Annulus::new(DVec2::new(-4., 4.), 3., 3.));
    for (b, velocity, t) in [(&ring, DVec2::new(0., 8.), 0.125), (&thin, DVec2::new(8., 0.), 0.0)] {
        let found = point.sweep(b, velocity, 1.0).unwrap();
        assert!(found.is_some_and(|impact| impact.t <= t && impact.t > t - 1e-7), "{found:?}");
    }
}

#[test]
fn a_thin_ring_does_not_tunnel() {
    let hull: Shape2 = Convex::try_new(vec![dvec2(0., 1.5), dvec2(-1.5, 1.5)]).unwrap().into();
    for k in 0..=24 {
        let center = dvec2(-f64::from(k) / 16., -1.);
        let whole = Shape2::from(Arc::new(center, 1., 0., 7.));
        for ring in [Annulus::new(center, 1., 1.).into(), whole] {
            let there = hull.sweep(&ring, DVec2::Y, 4.).unwrap().unwrap();
            let back = ring.sweep(&hull, -DVec2::Y, 4.).unwrap().unwrap();
            assert_eq!((there.t, back.t), (1.5, 1.5), "{k} {there:?} {back:?}");
            let [normal, turned] = [there, back].map(|impact| impact.normal_a_to_b.unwrap());
            assert!(
                (normal + DVec2::Y).length() < 1e-15 && (turned - DVec2::Y).length() < 1e-15,
                "{there:?}"
            );
        }
    }
    let square = Shape2::from(Obb::new(dvec2(2.5, -3.), dvec2(1.5, 1.5), [DVec2::X, DVec2::Y]));
    let ring = Shape2::from(Annulus::new(dvec2(3.5, -10.), 1., 1.));
    let hit = square.sweep(&ring, dvec2(0., 5.), 4.).unwrap().unwrap();
    assert!(hit.t == 0.9 && (hit.normal_a_to_b.unwrap() + DVec2::Y).length() < 1e-15, "{hit:?}");
}

#[test]
fn the_first_of_two_nearly_simultaneous_touches_is_reported() {
    // A rod in a ring, which meets it slowly with one end and, just before, at full speed with the
    // other.
    let ring = Shape2::from(Annulus::new(DVec2::ZERO, 2., 3.));
    for sooner in [3e-10, 1e-10, 1e-11] {
        let (slow, head) = (dvec2(0.2, 3.96_f64.sqrt()), dvec2(2. + sooner, 0.));
        let rod = Segment::new(slow - dvec2(0.3, 0.), head - dvec2(0.3, 0.));
        let t = 2. - rod.b.x;
        let there = ring.sweep(&rod.into(), DVec2::X, 4.).unwrap().unwrap();
        let back = Shape2::from(rod).sweep(&ring, -DVec2::X, 4.).unwrap().unwrap();
        assert!((there.t - t).abs() < 1e-16 && there.t == back.t, "{there:?} {t}");
        assert!(there.normal_a_to_b.unwrap().distance(-DVec2::X) < 1e-15, "{there:?}");
    }
}

#[test]
fn the_contact_point_of_a_torus_is_on_both_shapes() {
    let torus = Shape3::from(Torus::new(dvec3(0.5, -0.5, 1.5), dvec3(0., 2., -1.5), 0.5, 0.25));
    let triangle = Triangle::new(dvec3(-1., 9., 3.), dvec3(-5.5, 3.5, 3.), dvec3(-6.5, 4., 3.));
    let (triangle, way) = (Shape3::from(triangle), dvec3(3., -3.5, -0.5));
    let there = torus.sweep(&triangle, way, 4.).unwrap().unwrap();
    let back = triangle.sweep(&torus, -way, 4.).unwrap().unwrap();
    assert!((there.t - back.t).abs() < 1e-15 && there.point.distance(back.point + way * back.t) < 1e-14);
    for point in [there.point, back.point + way * back.t] {
        let off = torus.closest(&Point(point).into()).distance;
        let beside = triangle.closest(&Point(point - way * there.t).into()).distance;
        assert!(off < 1e-14 && beside < 1e-14, "{off} {beside}");
    }
}

#[test]
fn a_large_shape_contains_an_arc_near_the_origin() {
    let corners = [DVec2::new(-64.591, -0.0022), DVec2::new(24.818, -91.885), DVec2::new(466.632, 16.552)];
    let hull: Shape2 = Convex::try_new(corners.to_vec()).unwrap().into();
    for (radius, start) in [(0.0, 0.0), (1e-4, -1.52), (1e-9, 2.0), (0.5, 1.0)] {
        for sweep in [0.0, 1e-9, 1.0] {
            let arc = Shape2::from(Arc::new(DVec2::new(3e-4, 1e-4), radius, start, sweep));
            assert!(arc.intersects(&hull) && hull.intersects(&arc), "{radius} {start} {sweep}");
            assert_eq!(hull.closest(&arc).distance, 0.0);
        }
    }
}

#[test]
fn thin_arcs_that_slide_past_each_other_are_not_late() {
    let ring = Shape2::from(Annulus::new(DVec2::new(-4., 4.), 3., 3.));
    let arc = |center: DVec2| Shape2::from(Arc::new(center, 4., 0., 7.));
    let (from, way) = (DVec2::new(0., -3.), DVec2::new(8., 16.));
    let t = ring.sweep(&arc(from), way, 1.0).unwrap().unwrap().t;
    assert!(ring.closest(&arc(from + way * t)).distance < 1e-9, "{t}");
    assert_eq!(arc(from).sweep(&ring, -way, 1.0).unwrap().unwrap().t, t);
}

#[test]
fn a_grazing_sweep_is_symmetric() {
    let mut reported = 0;
    for (x, y, radius) in (0..48).map(|i| (i % 4 + 1, i / 4 % 4 + 1, i / 16 + 1)) {
        let (x, y, radius) = (f64::from(x), f64::from(y), f64::from(radius));
        let ellipse = Shape2::from(Ellipsoid::new(DVec2::ZERO, DVec2::new(x, y), [DVec2::X, DVec2::Y]));
        // Over its highest point.
        let disc = Shape2::from(Sphere::new(DVec2::new(-12.0, y + radius), radius));
        let way = DVec2::new(24.0, 0.0);
        let [a, b] = [ellipse.sweep(&disc, way, 1.0).unwrap(), disc.sweep(&ellipse, -way, 1.0).unwrap()];
        assert_eq!(a.map(|i| i.t), b.map(|i| i.t), "{ellipse:?} {disc:?}");
        if let (Some(a), Some(b)) = (a, b) {
            reported += 1;
            assert!((a.point - (b.point + way * b.t)).length() < 1e-12, "{a:?} {b:?}");
        }
    }
    assert_eq!(reported, 48);
}

/// An ellipse moves below the vertex of a triangle and touches it with its top only. Slightly lower
/// it misses.
#[test]
fn ellipses_that_graze_a_vertex_touch_it() {
    for case in 0..400_u64 {
        let mut rng = fastrand::Rng::with_seed(case);
        let mut whole = |from: i32, to: i32| f64::from(rng.i32(from..=to));
        let (across, up) = (whole(1, 4), whole(1, 4));
        let corner = dvec2(whole(-4, 4), whole(-4, 4));
        let sides = [dvec2(-whole(1, 3), whole(1, 7)), dvec2(whole(1, 3), whole(1, 7))];
        let triangle = Triangle::new(corner, corner + sides[0], corner + sides[1]);
        let away = across + whole(1, 5);
        let velocity = dvec2(away + whole(0, 5), 0.);
        let touch = |lower: f64| {
            let center = corner - dvec2(away, up + lower);
            let ellipse = Ellipsoid::try_new(center, dvec2(across, up), [DVec2::X, DVec2::Y]).unwrap();
            Shape2::from(triangle).sweep(&ellipse.into(), velocity, 2.).unwrap()
        };
        let found = touch(0.).unwrap_or_else(|| panic!("{case}: {triangle:?} {velocity}"));
        assert!((found.t - away / velocity.x).abs() < 1e-6, "{case}: {found:?}");
        assert_eq!(touch(1e-9).map(|found| found.t), None, "{case}");
    }
}

#[test]
fn a_torus_that_touches_another_at_two_points_reports_one_of_them() {
    let one = Torus::new(dvec3(1., 1., 1.), dvec3(-4., -1., 2.), 1., 1.);
    let other = |z: f64| Torus::new(dvec3(1., 1., z), dvec3(0., 0., -4.), 4., 4.);
    for away in [8., 16., 32.] {
        let there: Shape3 = other(-1. - away).into();
        let hit = Shape3::from(one).sweep(&there, DVec3::Z, away).unwrap().unwrap();
        let normal = hit.normal_a_to_b.unwrap();
        let one = Shape3::from(one);
        assert!(one.signed_distance(hit.point).abs() < 1e-12, "{hit:?}");
        assert!(Shape3::from(other(hit.t - 1. - away)).signed_distance(hit.point).abs() < 1e-12, "{hit:?}");
        // Out of one shape, into the other.
        assert!((one.signed_distance(hit.point + normal * 1e-3) - 1e-3).abs() < 1e-8, "{hit:?}");
    }
}

/// Spheres swept at shapes around arcs use a closed form. Along the axis of a torus whose hole is a
/// point, iteration would take more steps the closer it comes.
#[test]
fn a_swept_sphere_touches_an_arc_at_distance_radius() {
    let at = |ring: Shape3, ball: Shape3, velocity: DVec3| {
        let there = ring.sweep(&ball, velocity, 9.0).unwrap().map(|i| (i.t, i.point));
        // The same, relative to the sphere.
        let back = ball.sweep(&ring, -velocity, 9.0).unwrap().map(|i| (i.t, i.point + velocity * i.t));
        assert_eq!(there.map(|(t, _)| t), back.map(|(t, _)| t));
        assert!(there.zip(back).is_none_or(|((_, p), (_, q))| p.distance(q) < 1e-14), "{there:?} {back:?}");
        there
    };
    let point = |p| Shape3::from(Point(p));
    let horn = Torus::new(dvec3(1., 1., 1.), DVec3::ONE, 2., 2.);
    assert_eq!(at(horn.into(), point(dvec3(3., 3., 3.)), -DVec3::ONE), Some((2., dvec3(1., 1., 1.))));
    assert_eq!(at(horn.into(), point(dvec3(3., 3., 3.)), DVec3::ONE), None);
    // Through the hole, onto the tube, and into the hole where it is too narrow.
    let ball = |p, r| Shape3::from(Sphere::new(p, r));
    let down = dvec3(0., 0., -1.);
    assert_eq!(at(torus(5., 1.), ball(dvec3(0., 0., 8.), 3.5), down), None);
    assert_eq!(at(torus(5., 1.), ball(dvec3(5., 0., 8.), 3.), down), Some((4., dvec3(5., 0., 1.))));
    let (t, touch) = at(torus(3., 1.), ball(dvec3(0., 0., 8.), 4.), down).unwrap();
    assert!((t - 4.).abs() < 1e-15 && (touch.z - 0.8).abs() < 1e-15, "{t} {touch}");
    // Also where the axis is not exact.
    let ball = ball(dvec3(9., 9., 9.), 4.);
    let (_, touch) = at(horn.into(), ball, -DVec3::ONE).unwrap();
    assert!(Shape3::from(horn).signed_distance(touch).abs() < 1e-15, "{touch}");

    let annulus = Shape2::from(Annulus { center: DVec2::ZERO, inner_radius: 2., outer_radius: 5. });
    let disc = |x: f64, radius: f64| Shape2::from(Sphere::new(dvec2(x, 0.), radius));
    let touch = |disc: Shape2| annulus.sweep(&disc, DVec2::X, 9.0).unwrap().map(|i| (i.t, i.point));
    assert_eq!(touch(disc(0., 1.)), Some((1., dvec2(2., 0.))));
    assert_eq!(touch(disc(-9., 1.)), Some((3., dvec2(-5., 0.))));
    assert_eq!(touch(disc(9., 1.)), None);

    // A point that touches a thin ring does so at any time, to the last digit.
    let ring = Shape2::from(Annulus { center: dvec2(-1., 0.), inner_radius: 1., outer_radius: 1. });
    let disc = Shape2::from(Sphere::new(dvec2(-4., -4.), 4.));
    assert!(ring.intersects(&disc) && disc.intersects(&ring));
    for way in [dvec2(1., 1.), dvec2(-1., -1.), dvec2(-4., 3.), dvec2(-3., -4.)] {
        let touch = ring.sweep(&disc, way, 9.).unwrap().unwrap();
        assert!(touch.t == 0. && touch.point.distance(dvec2(-1.6, -0.8)) < 1e-15, "{touch:?}");
    }
}

#[test]
fn a_point_that_hits_a_thin_ring_from_inside_has_an_inward_normal() {
    let unit = |v: DVec2| v / v.length();
    let check = |ring: Shape2, from: DVec2, way: DVec2, normal: DVec2| {
        for radius in [0., 2_f64.powi(-30)] {
            let point = Shape2::from(Sphere::new(from, radius));
            let there = ring.sweep(&point, way, 9.).unwrap().unwrap();
            let back = point.sweep(&ring, -way, 9.).unwrap().unwrap();
            let near = if radius > 0. { 1e-7 } else { 1e-15 };
            assert!(there.normal_a_to_b.unwrap().distance(normal) < near, "{ring:?} {radius} {there:?}");
            assert!(back.normal_a_to_b.unwrap().distance(-normal) < near, "{ring:?} {radius} {back:?}");
        }
    };
    let (arc, way) = (Shape2::from(Arc::new(DVec2::ZERO, 2., 0., 6.2)), dvec2(4., 1.));
    check(arc.clone(), DVec2::ZERO, way, -unit(way));
    check(arc.clone(), way, -way, unit(way));
    check(arc, dvec2(-1., 0.), dvec2(0., 1.), unit(dvec2(1., -f64::sqrt(3.))));
    let thin = |radius| Annulus { center: DVec2::ZERO, inner_radius: radius, outer_radius: 2. };
    for ring in [thin(2.), thin(1.5)] {
        check(ring.into(), DVec2::ZERO, way, -unit(way));
        check(ring.into(), way, -way, unit(way));
    }
    // A point that only grazes a circle is outside.
    let graze = Shape2::from(Arc::new(DVec2::ZERO, 2., 0., 3.));
    let graze = graze.sweep(&Point(dvec2(-3., 2.)).into(), DVec2::X, 9.).unwrap().unwrap();
    assert_eq!((graze.t, graze.normal_a_to_b), (3., Some(DVec2::Y)));

    let circle = torus(5., 0.);
    let hit = |ring: &Shape3, way: DVec3| {
        let from = Shape3::from(Point(dvec3(5., 0., 0.) - way));
        let there = ring.sweep(&from, way, 9.).unwrap().unwrap().normal_a_to_b.unwrap();
        let back = from.sweep(ring, -way, 9.).unwrap().unwrap().normal_a_to_b.unwrap();
        assert!((there + back).length() < 1e-15);
        there
    };
    for (way, normal) in
        [(dvec3(1., 0., 0.), -DVec3::X), (dvec3(-3., 1., 0.), DVec3::X), (dvec3(0., 2., 2.), -DVec3::Z)]
    {
        assert!(hit(&circle, way).distance(normal) < 1e-12, "{way} {}", hit(&circle, way));
    }
    let from_hole = Shape3::from(Point(DVec3::ZERO)).sweep(&torus(5., 1.), -DVec3::X, 9.).unwrap().unwrap();
    assert_eq!((from_hole.t, from_hole.normal_a_to_b), (4., Some(DVec3::X)));
}

#[test]
fn a_ray_along_the_axis_of_a_torus_without_a_hole_hits_the_dent() {
    for (at, major, minor) in
        [(1., 3., 5.), (-2., 3., 5.), (-2., 4., 5.), (0.3, 5., 13.), (7., 12., 13.), (-0.1, 8., 17.)]
    {
        let center = DVec3::splat(at);
        let apple = Shape3::from(Torus::new(center, -DVec3::ONE, major, minor));
        let high = f64::sqrt((minor - major) * (minor + major));
        for axis in [DVec3::ONE, -DVec3::ONE, dvec3(1., 1., 1.) * 0.1] {
            let ray = Ray::new(center + axis * 90., -axis);
            let hit = Shape3::from(ray).cast(&apple).unwrap().unwrap();
            let normal = hit.normal.unwrap();
            assert!((hit.point.unwrap().distance(center) - high).abs() < 1e-13, "{hit:?}");
            assert!((normal.dot(axis.normalize()) - high / minor).abs() < 1e-13, "{hit:?}");
        }
    }
}

/// Far from the origin, at 1e8, floating point would detect rings a thousandth late. The time must
/// equal that near the origin.
#[test]
fn rings_far_from_the_origin_are_not_hit_later() {
    let mut seed = 90_u64;
    // Quarters between -6 and 6.
    let mut number = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((seed >> 33) % 49) as f64 / 4.0 - 6.0
    };
    let far = dvec3(134_217_728.0, -67_108_864.0, 134_217_728.5);
    let mut met = 0;
    for i in 0..400 {
        let mut place = || dvec3(number(), number(), number());
        let (center, p, q, r, velocity) = (place(), place(), place(), place(), place());
        if velocity.truncate() == DVec2::ZERO {
            continue;
        }
        let radius = 1.0 + p.x.abs();
        let flat = |by: DVec3| -> [Shape2; 2] {
            let ring = Arc::new((center + by).truncate(), radius, 0.5, if i % 2 == 0 { TAU } else { 4.0 });
            let [p, q, r] = [p, q, r].map(|p| (p + by).truncate());
            let other = match i % 3 {
                0 => Aabb::new(p.min(q), p.max(q)).into(),
                1 => Triangle::new(p, q, r).into(),
                _ => Arc::new(p, 2.0, 0.0, 3.0).into(),
            };
            [ring.into(), other]
        };
        let solid = |by: DVec3| -> [Shape3; 2] {
            let ring = Torus::new(
                center + by,
                r + dvec3(0.1, 0.0, 0.0),
                radius,
                if i % 2 == 0 { 0.0 } else { 0.25 },
            );
            let [p, q] = [p, q].map(|p| p + by);
            let other = match i % 3 {
                0 => Aabb::new(p.min(q), p.max(q)).into(),
                1 => Triangle::new(p, q, p + dvec3(velocity.z, velocity.x, velocity.y)).into(),
                _ => Torus::new(p, q - by + DVec3::X * 0.1, 2.0, 0.0).into(),
            };
            [ring.into(), other]
        };
        let flats = [DVec3::ZERO, far].map(|by| {
            let [a, b] = flat(by);
            let hit = a.sweep(&b, velocity.truncate(), 9.0).unwrap();
            hit.map(|hit| (hit.t, (hit.point - by.truncate()).extend(0.0)))
        });
        let solids = [DVec3::ZERO, far].map(|by| {
            let [a, b] = solid(by);
            a.sweep(&b, velocity, 9.0).unwrap().map(|hit| (hit.t, hit.point - by))
        });
        for [near, far] in [flats, solids] {
            assert_eq!(near.is_some(), far.is_some(), "{i}: {near:?} {far:?}");
            if let (Some(near), Some(far)) = (near, far) {
                met += 1;
                assert!((near.0 - far.0).abs() <= near.0 * 1e-14, "{i}: {near:?} {far:?}");
            }
        }
    }
    assert!(met > 200, "{met}");
}
