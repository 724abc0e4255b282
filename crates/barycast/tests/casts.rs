//! Casts of lines at the round shapes that are no rows of the table: both ends of an interval are
//! on the boundary, and no point before or behind it is in the shape, by the distance of points.
//! The typed casts agree.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::pair::ray_ray;
use barycast::query::{Cast, Hit, Side, Span};
use barycast::shape::{
    Aabb, Capsule, Compound, Cone, Convex, Disc, Ellipsoid, HalfSpace, InfiniteCone, InfiniteCylinder, Line,
    Mesh, Parallelogram, Point, Ray, Segment, Sphere, Torus, Triangle,
};
use barycast::vector::{V3, Vector};
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3};
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A, dvec2, dvec3};

/// Largest distance of an end from the boundary, in ulp of the largest coordinate.
const ULPS: f64 = 16.0;

/// Cases per shape and class; more with `BARYCAST_CASES=10000 cargo test --release -p barycast
/// --test casts`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

/// Returns the largest number of a shape, found in its debug output.
fn largest(shape: &impl std::fmt::Debug) -> f64 {
    format!("{shape:?}")
        .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')))
        .filter_map(|word| word.parse::<f64>().ok())
        .fold(0.0, |most, x| most.max(x.abs()))
}

macro_rules! stretches {
    ($check:ident $Any:ident $random:ident $V:ident $single:ident [$($typed:ident)*]) => {
        /// Checks the interval of a line in a shape.
        fn $check(line: Line<$V>, shape: &$Any, single: bool) -> Result<(), String> {
            let any = $Any::from(line);
            let hits = any.cast_all(shape).map_err(|e| e.to_string())?;
            let span = hits.first().map(|first| (first.t, hits[hits.len() - 1].t));
            if span.is_some() != any.intersects(shape) {
                return Err(format!("intersects {} but {span:?}", any.intersects(shape)));
            }
            let at = |t: f64| line.origin + line.direction * t;
            let size = |p: $V| -> f64 { p.abs().max_element().max(line.origin.abs().max_element()) };
            let off = |p: $V| shape.closest(&Point(p).into()).distance;
            let reach = largest(shape);
            let noise = |p: $V| ULPS * size(p).max(reach) * f64::EPSILON;
            for (t, out) in span.into_iter().flat_map(|(enter, exit)| [(enter, -1.0), (exit, 1.0)]) {
                let end = at(t);
                let signed = shape.signed_distance(end);
                if signed.abs() > noise(end) {
                    return Err(format!("{span:?}: {signed} from the boundary at {t} ({})", noise(end)));
                }
                // If the exit grows less than its rounding, it is not tested.
                let step = 1e-3 * reach / line.direction.length();
                let closed = shape.is_solid() && hits.len() == 2;
                if closed && off(at(t + out * step)) <= 0.0 {
                    return Err(format!("{span:?}: goes on at {t}"));
                }
            }
            $({
                let typed = if let $Any::$typed(a) = shape {
                    let ray = Ray::new(line.origin, line.direction);
                    if single {
                        let ray = ray.lift::<$single>(&|x| x as f32);
                        Some(ray.cast(&a.lift::<$single>(&|x| x as f32)).map(|hit| f64::from(hit.t)))
                    } else {
                        Some(Cast::cast(&ray, a).map(|hit| hit.t))
                    }
                } else {
                    None
                };
                if let Some(t) = typed {
                    let rounding = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
                    let coarse = |p: $V| 8.0 * ULPS * size(p).max(reach) * rounding;
                    match (t, span.filter(|span| span.1 >= 0.0)) {
                        (Some(t), _) if off(at(t)) > coarse(at(t)) => {
                            return Err(format!("typed hit at {t} is {} off, {span:?}", off(at(t))));
                        }
                        // A miss if the point before the typed hit, or without one, is deeper
                        // inside than rounding.
                        (t, Some((enter, exit))) => {
                            let (from, to) = (enter.max(0.0), t.unwrap_or(exit).min(exit));
                            let middle = at(from.midpoint(to));
                            if to > from && shape.signed_distance(middle) < -coarse(middle) {
                                return Err(format!("typed {t:?}, {span:?}"));
                            }
                        }
                        _ => {}
                    }
                }
            })*
            Ok(())
        }

        impl Draw for $Any {
            fn every(names: &[&str]) -> Vec<String> {
                let mut wrong = Vec::new();
                for name in names {
                    for (c, &class) in CLASSES.iter().enumerate() {
                        for seed in 0..cases() {
                            let mut source = Source::new(seed * 37 + c as u64, class);
                            let Some(shape) = $random(&mut source, name) else { continue };
                            let endless = |core: &$Any| matches!(core, $Any::Ray(_) | $Any::Plane(_) | $Any::HalfSpace(_));
                            if matches!(&shape, $Any::Rounded(a) if endless(&a.core)) {
                                continue;
                            }
                            let line = Line::new(source.point::<$V>(), source.direction::<$V>());
                            // Integers are the same in single precision.
                            let single = class == Class::Grid;
                            if let Err(what) = $check(line, &shape, single) {
                                wrong.push(format!("{name} ({class:?} {seed}): {what}\n   {line:?}\n   {shape:?}"));
                            }
                        }
                    }
                }
                wrong
            }
        }
    };
}

/// Draws shapes by name.
trait Draw {
    fn every(names: &[&str]) -> Vec<String>;
}

stretches!(check2 Shape2 shape2 DVec2 Vec2 [TaperedCapsule]);
stretches!(check3 Shape3 shape3 DVec3 Vec3 [Cone Disc InfiniteCone TaperedCapsule TruncatedCone ViewCone]);

#[test]
fn in_2d_interval_ends_are_on_the_boundary() {
    let wrong = Shape2::every(&["tapered_capsule", "rounded"]);
    assert!(wrong.is_empty(), "{} in all\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

#[test]
fn in_3d_interval_ends_are_on_the_boundary() {
    let wrong =
        Shape3::every(&["cone", "disc", "infinite_cone", "tapered_capsule", "truncated_cone", "rounded"]);
    assert!(wrong.is_empty(), "{} in all\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

/// On small integers every result is exact.
#[test]
fn the_span_of_collinear_lines_is_their_overlap() {
    let line = Line { origin: DVec3::ZERO, direction: DVec3::new(2., 0., 0.) };
    let end = DVec3::new(3., 0., 0.);
    let infinity = f64::INFINITY;
    let stretch = |span: Option<Span<DVec3>>| span.map(|span| [span.enter, span.exit]);
    for (way, segment, ray) in [
        (DVec3::new(4., 0., 0.), [1.5, 3.5], [1.5, infinity]),
        (DVec3::new(-4., 0., 0.), [-0.5, 1.5], [-infinity, 1.5]),
    ] {
        assert_eq!(stretch(ray_ray::span(&Segment::new(end, end + way), &line)), Some(segment));
        assert_eq!(stretch(ray_ray::span(&Ray { origin: end, direction: way }, &line)), Some(ray));
        let all = ray_ray::span(&Line { origin: end, direction: way }, &line);
        assert_eq!(stretch(all), Some([-infinity, infinity]));
        // Beside it there is no hit, and across it one.
        let beside = Ray { origin: end + DVec3::Y, direction: way };
        assert_eq!(stretch(ray_ray::span(&beside, &line)), None);
        let across = Ray { origin: end - DVec3::Y, direction: DVec3::Y };
        assert_eq!(stretch(ray_ray::span(&across, &line)), Some([1.5, 1.5]));
    }
}

/// Returns whether a line, a ray and a segment hit a box and a sphere, and all bits of the hits.
macro_rules! met_and_hits {
    ($V:ty, $low:ident $high:ident $from:ident $along:ident) => {{
        let [low, high, from, along] = [$low, $high, $from, $along].map(|v| <$V>::from_fn(|axis| v[axis]));
        let aabb = Aabb::new(Vector::min(low, high), Vector::max(low, high));
        let sphere = Sphere::new(low, high.get(0).abs());
        let bits = |v: $V| [0, 1, 2].map(|axis| v.get(axis).to_bits());
        let reported = |hit: Option<Hit<$V>>| {
            hit.map(|hit| (hit.t.to_bits(), hit.point.map(bits), hit.normal.map(bits), hit.side))
        };
        let (line, ray) = (Line::new(from, along), Ray::new(from, along));
        let segment = Segment::new(from, along);
        let meets = [line.intersects(&aabb), ray.intersects(&aabb), segment.intersects(&aabb)];
        let in_box = [reported(line.cast(&aabb)), reported(ray.cast(&aabb)), reported(segment.cast(&aabb))];
        let in_sphere =
            [reported(line.cast(&sphere)), reported(ray.cast(&sphere)), reported(segment.cast(&sphere))];
        (meets, in_box, in_sphere)
    }};
}

#[test]
fn simd_and_scalar_hits_of_boxes_and_spheres_agree() {
    const SPECIAL: [f32; 10] =
        [0., -0., 1., -1., 0.5, 2., 1e-30, -1e30, f32::MIN_POSITIVE, f32::from_bits(1)];
    let mut rng = fastrand::Rng::with_seed(3);
    let mut met = 0;
    for round in 0..500 * cases() {
        let mut number = || {
            let special = round % 2 == 0 && rng.u8(..) < 128;
            if special { SPECIAL[rng.usize(..SPECIAL.len())] } else { rng.f32() * 4. - 2. }
        };
        let mut v = || [number(), number(), number()];
        let (low, high, from, along) = (v(), v(), v(), v());
        let reported = met_and_hits!(V3<f32>, low high from along);
        assert_eq!(reported, met_and_hits!(Vec3, low high from along), "{low:?} {high:?} {from:?} {along:?}");
        assert_eq!(
            reported,
            met_and_hits!(Vec3A, low high from along),
            "{low:?} {high:?} {from:?} {along:?}"
        );
        met += u64::from(reported.0[1]);
    }
    assert!(met > 50 * cases(), "{met}");
}

#[test]
fn a_segment_longer_than_the_largest_float_is_cast_at_composites() {
    let most = f64::MAX;
    let point = |x, y| Shape2::from(Point(dvec2(x, y)));
    let ground = HalfSpace { normal: dvec2(2e-314, -4.), distance: -4. };
    let target = Shape2::from(Compound::try_new(vec![point(-most, -most), ground.into()]).unwrap());
    let segment = Shape2::from(Segment::new(dvec2(most, -most), dvec2(-most, -most)));
    let hit = segment.cast(&target).unwrap().unwrap();
    assert_eq!((hit.t, hit.point), (1.0, Some(dvec2(-most, -most))));
}

/// The rounding error of `d . n = 0` does not decide the side.
#[test]
fn a_ray_that_only_touches_a_solid_is_outside_and_not_culled() {
    let culled = CastOptions { cull: true, ..CastOptions::default() };
    macro_rules! touches {
        ($Any:ident $ray:expr, $target:expr) => {
            let (ray, target) = ($Any::from($ray), $Any::from($target));
            for options in [CastOptions::default(), culled] {
                let hit = ray.cast_with(&target, &options).unwrap().unwrap();
                assert_eq!((hit.t, hit.side), (1., Side::Outside), "{target:?}");
                let both = ray.cast_all_with(&target, &options).unwrap();
                let reported: Vec<_> = both.iter().map(|hit| (hit.t, hit.side)).collect();
                assert_eq!(reported, [(1., Side::Outside); 2], "{target:?}");
            }
        };
    }
    // At (7, 24), with 7 * 24 = 24 * 7.
    let flat = Ray::new(dvec2(-17., 31.), dvec2(24., -7.));
    touches!(Shape2 flat, Sphere::new(DVec2::ZERO, 25.));
    let wide = Ray::new(dvec2(-34., 31.), dvec2(48., -7.));
    touches!(Shape2 wide, Ellipsoid::new(DVec2::ZERO, dvec2(50., 25.), [DVec2::X, DVec2::Y]));
    let ray = Ray::new(dvec3(-17., 31., -3.), dvec3(24., -7., 3.));
    touches!(Shape3 ray, InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 25.));
    touches!(Shape3 ray, Capsule::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 25.));
    let level = |far: f64| Ray::new(dvec3(-17., 31., 0.) * far, dvec3(24., -7., 0.) * far);
    touches!(Shape3 level(1.), Sphere::new(DVec3::ZERO, 25.));
    touches!(Shape3 level(3.), Torus::new(DVec3::ZERO, DVec3::Z, 50., 25.));
    let egg = Ellipsoid::new(DVec3::ZERO, dvec3(25., 25., 7.), [DVec3::X, DVec3::Y, DVec3::Z]);
    touches!(Shape3 level(1.), egg);

    let segment = Segment::new(dvec2(3.5, 4.), dvec2(-0.5, 1.));
    let disc = Sphere::new(dvec2(3., 3.), 0.5);
    let hit = Shape2::from(segment).cast(&disc.into()).unwrap().unwrap();
    assert_eq!((hit.t, hit.side), (0.2, Side::Outside));
    assert_eq!(segment.cast(&disc).map(|hit| hit.side), Some(Side::Outside));
    // A ray enters a flat shape on one side and exits on the other.
    let plate = Shape2::from(Aabb::new(dvec2(-1., 0.), dvec2(1., 0.)));
    let down = Shape2::from(Ray::new(dvec2(0., 2.), dvec2(0., -1.)));
    let sides = down.cast_all(&plate).unwrap();
    assert_eq!(sides.iter().map(|hit| hit.side).collect::<Vec<_>>(), [Side::Outside, Side::Inside]);
}

/// One of the faces at a vertex lets the line enter; no normal of a tip does.
#[test]
fn a_touch_at_a_vertex_or_tip_is_two_equal_hits_with_an_outward_normal() {
    let corners = [dvec2(0., 1.), dvec2(-1., 0.), dvec2(1., 0.)];
    let ray = Shape2::from(Ray::new(dvec2(3., 2.), dvec2(-3., -1.)));
    let turned = |[a, b, c]: [DVec2; 3]| [Triangle::new(a, b, c), Triangle::new(a, c, b)];
    let slab = Parallelogram::new(dvec2(0., 1.), dvec2(1., -1.), dvec2(-1., -1.));
    let flat = turned(corners).into_iter().map(Shape2::from).chain([slab.into()]);
    for shape in flat.chain([Convex::try_new(corners.to_vec()).unwrap().into()]) {
        let hits = ray.cast_all(&shape).unwrap();
        let normal = dvec2(1., 1.).normalize();
        assert!(hits.len() == 2 && hits[0].t == hits[1].t, "{shape:?} {hits:?}");
        assert!(hits[0].normal.unwrap().distance(normal) < 1e-15, "{shape:?} {hits:?}");
        assert!(
            hits.iter().all(|hit| hit.side == Side::Outside && hit.normal == hits[0].normal),
            "{shape:?} {hits:?}"
        );
    }

    let culled = CastOptions { cull: true, ..CastOptions::default() };
    let line = Shape3::from(Line::new(dvec3(0., -5., 0.625), dvec3(0., 1., -0.125)));
    let tip = Cone::new(DVec3::ZERO, DVec3::Z, 1.);
    for shape in [Shape3::from(tip), InfiniteCone::new(DVec3::ZERO, DVec3::Z, 0.75).into()] {
        let hit = line.cast_with(&shape, &culled).unwrap().unwrap();
        let normal = hit.normal.unwrap();
        assert!(normal.dot(dvec3(0., 1., -0.125)).abs() < 1e-15 && normal.z < -0.9, "{shape:?} {hit:?}");
    }

    let (vertices, triangles) = cube();
    let mesh = Shape3::from(Mesh::try_new(vertices.clone(), triangles.clone(), true).unwrap());
    let inside_out = triangles.into_iter().map(|[a, b, c]| [a, c, b]).collect();
    let inside_out = Shape3::from(Mesh::try_new(vertices, inside_out, true).unwrap());
    let ray = Shape3::from(Ray::new(dvec3(0.5, 2., 0.5), dvec3(-0.5, -1., 0.5)));
    let hit = ray.cast(&mesh).unwrap().unwrap();
    assert_eq!((hit.point, hit.normal), (Some(dvec3(0., 1., 1.)), Some(DVec3::Y)));
    let through = Shape3::from(Ray::new(dvec3(0.3, 2., 0.4), -DVec3::Y));
    for mesh in [mesh, inside_out] {
        let normals: Vec<_> = through.cast_all(&mesh).unwrap().iter().map(|hit| hit.normal).collect();
        assert_eq!(normals, [Some(DVec3::Y), Some(-DVec3::Y)]);
    }
}

/// A scaled surface is a surface.
#[test]
fn a_line_through_a_scaled_disc_hits_a_surface_once() {
    let disc = |radius| Shape3::from(Disc::new(DVec3::ZERO, DVec3::Z, radius));
    let stretched = disc(1.).try_scaled(dvec3(2., 3., 1.)).unwrap();
    let cull = CastOptions { cull: true, ..CastOptions::default() };
    for (up, side) in [(-1., Side::Outside), (1., Side::Inside)] {
        let line = Shape3::from(Line::new(dvec3(0.5, 0.25, -5. * up), dvec3(0., 0., up)));
        let found = [disc(2.), stretched.clone()].map(|shape| {
            let hits = line.cast_all(&shape).unwrap();
            assert!(hits.len() == 1 && hits[0].side == side, "{shape:?} {hits:?}");
            assert_eq!(line.cast_with(&shape, &cull).unwrap().is_some(), side == Side::Outside, "{shape:?}");
            assert!(line.span(&shape).is_err(), "{shape:?}");
            (hits[0].t, hits[0].normal)
        });
        assert_eq!(found[0], found[1]);
    }
}

#[test]
fn a_ray_exactly_along_a_side_is_not_culled() {
    let ray = Shape3::from(Ray::new(dvec3(1., 1., 0.), dvec3(-6., -1., 0.)));
    let side = Parallelogram::new(dvec3(-3., 1., 1.), dvec3(-2., 1., 2.), dvec3(-2., -1., -1.));
    let cull = CastOptions { cull: true, ..CastOptions::default() };
    for size in [1.0, 1e-150, 1e150] {
        let side = Parallelogram { origin: side.origin, u: side.u * size, v: side.v * size };
        let flat = Shape3::from(side);
        let hit = ray.cast(&flat).unwrap();
        assert!(hit.is_some() || size < 1.0, "{size}");
        assert_eq!(ray.cast_with(&flat, &cull).unwrap(), hit, "{size}");
    }
}

#[test]
fn a_collapsed_parallelogram_reports_parameters_of_both_edges() {
    let ray = Shape3::from(Ray::new(dvec3(5., 0., 0.), -DVec3::X));
    for (u, v) in [(2., 2.), (2., -1.), (-1., 3.), (0., 2.), (3., 0.), (1., 4.)] {
        let flat = Parallelogram::new(DVec3::ZERO, DVec3::X * u, DVec3::X * v);
        let hits = ray.cast_all(&flat.into()).unwrap();
        assert_eq!(hits.len(), 2, "{u} {v}: {hits:?}");
        for hit in hits {
            let [s, t] = hit.uv.unwrap();
            assert!((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t), "{u} {v}: {hit:?}");
            assert_eq!(hit.point, Some(DVec3::X * (u * s + v * t)), "{u} {v}: {hit:?}");
        }
    }
}

#[test]
fn tangent_hits_of_rounded_shapes_have_exact_normals_far_out() {
    for far in [0.0_f64, 1e3, 1e6, 1e8] {
        // At a touch, the square root of the rounding error.
        let noise = 1e-12 + 1e-13 * far.sqrt();
        let disc = Shape2::from(Sphere::new(dvec2(far - 1., far - 1.), 1.)).try_rounded(3.).unwrap();
        let line = Shape2::from(Line::new(dvec2(far + 1., far + 3.), DVec2::X));
        let hit = line.cast(&disc).unwrap().unwrap();
        assert!((hit.normal.unwrap() - DVec2::Y).length() < noise, "{far}: {hit:?}");
        let block = Aabb::new(dvec3(-2., -far - 1., -far - 1.), dvec3(2., 2. - far, 1. - far));
        let block = Shape3::from(block).try_rounded(1.).unwrap();
        let line = Shape3::from(Segment::new(dvec3(1., 3. - far, 2. - far), dvec3(-2., 3. - far, -1. - far)));
        let hit = line.cast(&block).unwrap().unwrap();
        assert!((hit.normal.unwrap() - DVec3::Y).length() < noise, "{far}: {hit:?}");
    }
}

/// Returns the unit cube, all faces outward.
fn cube() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let corner = |i: u8| dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let halves = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    ((0..8).map(corner).collect(), faces.into_iter().flat_map(halves).collect())
}
