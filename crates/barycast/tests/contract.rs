//! Consistency of different queries, for each pair of shapes.
//!
//! Numbers are drawn from all classes of the test kit, and as random bits, where a shape mixes
//! magnitudes as no drawing program would. `tests/table/rows.rs`, `curved.rs` and `unions.rs` check
//! witness points, depths and times; this file checks relations valid for all numbers.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Side};
use barycast::shape::{
    Aabb, Arc, Capsule, Compound, Convex, Cylinder, Ellipsoid, HalfSpace, InfiniteCylinder, Line, Mesh, Obb,
    Parallelogram, Plane, Point, Ray, Segment, Sphere, TaperedCapsule, Tetrahedron, Torus, Triangle, Voxels,
};
use barycast_testkit::pairs::reach_of;
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3};
use glam::{DMat3, DQuat, DVec2, DVec3, dvec2, dvec3};

/// Random bits, with the widest range of magnitudes that double-double precision can handle.
const BITS: [Class; 2] = [Class::Bits(10), Class::Bits(30)];

/// Cases per pair; more with `BARYCAST_CASES=1000 cargo test --release -p barycast --test
/// contract`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Largest distance of the ends of an interval from the boundary, in ulp of the largest coordinate.
const ULPS: f64 = 64.0;

/// Returns the class of a case, and its source of numbers.
fn source(number: u64) -> (Class, Source) {
    let count = (CLASSES.len() + BITS.len()) as u64;
    let class = CLASSES.iter().chain(&BITS).nth((number % count) as usize).copied().expect("in range");
    (class, Source::new(number, class))
}

/// Fails with the first dozen errors, if any.
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} in all\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

macro_rules! contract {
    ($module:ident $Any:ident $V:ident $random:ident) => {
        mod $module {
            use super::*;

            fn names() -> Vec<&'static str> {
                [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED].concat()
            }

            /// Checks that all queries agree on whether two shapes intersect.
            fn agrees(a: &$Any, b: &$Any, way: $V) -> Result<(), String> {
                let meets = a.intersects(b);
                let same = |question: &str, said: bool| {
                    if said == meets {
                        Ok(())
                    } else {
                        Err(format!("intersects {meets}, but not by {question}"))
                    }
                };
                same("intersects the other way", b.intersects(a))?;
                same("closest", a.closest(b).distance == 0.0)?;
                if let Ok(contact) = a.contact(b) {
                    same("contact", contact.is_some())?;
                }
                for (a, b) in [(a, b), (b, a)] {
                    if let Ok(impact) = a.sweep(b, way, 1.0) {
                        same("sweep", impact.is_some_and(|i| i.t == 0.0))?;
                    }
                    if let Ok(hit) = a.cast(b) {
                        same("cast", hit.is_some())?;
                    }
                    if a.contains(b) == Ok(true) {
                        same("contains", true)?;
                    }
                }
                Ok(())
            }

            #[test]
            fn all_queries_agree_for_every_pair() {
                let (names, mut wrong, mut total) = (names(), Vec::new(), 0);
                for (i, first) in names.iter().enumerate() {
                    for second in &names[i..] {
                        for _ in 0..cases() {
                            total += 1;
                            let (class, mut source) = source(total);
                            let (Some(a), Some(b)) =
                                ($random(&mut source, first), $random(&mut source, second))
                            else {
                                continue;
                            };
                            if let Err(what) = agrees(&a, &b, source.direction()) {
                                wrong.push(format!(
                                    "{first} {second} ({class:?} {total}): {what}\n   {a:?}\n   {b:?}"
                                ));
                            }
                        }
                    }
                }
                none(&wrong);
            }

            /// Checks the interval of a line in a shape: it enters and exits at the boundary, and
            /// is not inside before and after.
            fn is_cut(line: Line<$V>, shape: &$Any) -> Result<(), String> {
                let options = CastOptions::default();
                let hits = $Any::from(line).cast_all_with(shape, &options).map_err(|e| e.to_string())?;
                let at = |t: f64| line.origin + line.direction * t;
                let reach = reach_of(shape).max(reach_of(&line));
                let noise = |p: $V| ULPS * p.abs().max_element().max(reach) * f64::EPSILON;
                let depth = |t: f64| -shape.signed_distance(at(t)) - noise(at(t));
                for hit in &hits {
                    let Some(p) = hit.point else { return Err(format!("no point in {hit:?}")) };
                    let signed = shape.signed_distance(p);
                    if signed.abs() > noise(p) {
                        return Err(format!(
                            "{signed:e} from the boundary at {hit:?}, {:e} allowed",
                            noise(p)
                        ));
                    }
                }
                if let (Some(first), Some(last)) = (hits.first(), hits.last()) {
                    let ends = |step: f64| [first.t - step, last.t + step];
                    let steps = [1e-9, 1e-6, 1e-3, 1.0].map(|s| s * reach / line.direction.length());
                    // An unbounded line is inside before its only end, or after it. A touch is two
                    // equal hits; a curve is crossed by one.
                    let came = |hit: &Hit<$V>| hit.side == Side::Outside;
                    let touches =
                        hits.windows(2).filter(|p| p[0].t == p[1].t && came(&p[0]) && came(&p[1])).count();
                    let left = hits.iter().filter(|hit| !came(hit)).count();
                    let even = 2 * (left + touches) == hits.len();
                    if let Some(t) = steps.into_iter().flat_map(ends).find(|t| even && depth(*t) > 0.0) {
                        return Err(format!("in it at {t} already, or still: {hits:?}"));
                    }
                }
                let ray = $Any::from(Ray { origin: line.origin, direction: line.direction });
                let outside = !shape.intersects(&Point(line.origin).into());
                let ahead = ray.cast_all_with(shape, &options).map_err(|e| e.to_string())?;
                let first = ray.cast_with(shape, &options).map_err(|e| e.to_string())?;
                if outside && first.map(|h| h.t) != ahead.first().map(|h| h.t) {
                    return Err(format!("cast {first:?}, but first of casts {:?}", ahead.first()));
                }
                let endless = ["half_space", "infinite_cylinder", "infinite_cone", "rounded", "compound"];
                if outside && shape.is_solid() && !endless.contains(&shape.name()) && ahead.len() % 2 == 1 {
                    return Err(format!("in as often as out, but {} hits: {ahead:?}", ahead.len()));
                }
                Ok(())
            }

            /// Checks that the signed distance inside a shape is the depth of `contact` with the
            /// point, and outside it is the distance.
            fn is_the_way_out(point: $V, shape: &$Any) -> Result<(), String> {
                let ball = $Any::from(Point(point));
                let found = shape.signed_distance(point);
                let right = match shape.contact(&ball) {
                    Ok(Some(contact)) => -contact.depth,
                    Ok(None) => shape.closest(&ball).distance,
                    Err(_) => return Ok(()),
                };
                // Some depths are iterated to that accuracy.
                let noise = ULPS * point.abs().max_element().max(reach_of(shape)) * f64::EPSILON
                    + 1e-11 * found.abs();
                // Behind a plane it is negative, too.
                let found = if shape.name() == "plane" { found.abs() } else { found };
                // Inside a compound it is a bound.
                let enough = shape.name() == "compound" && right <= found && found < 0.0;
                if enough || (found - right).abs() <= noise {
                    return Ok(());
                }
                Err(format!("{found:e} from it, but {right:e}, {noise:e} allowed"))
            }

            #[test]
            fn signed_distances_are_depths_inside_and_distances_outside() {
                let (mut wrong, mut total) = (Vec::new(), 0);
                for name in names() {
                    for _ in 0..cases() * 10 {
                        total += 1;
                        let (class, mut source) = source(total);
                        if BITS.contains(&class) {
                            continue;
                        }
                        let Some(shape) = $random(&mut source, name) else { continue };
                        let point = source.point();
                        if let Err(what) = is_the_way_out(point, &shape) {
                            wrong.push(format!(
                                "{name} ({class:?} {total}): {what}\n   {point:?}\n   {shape:?}"
                            ));
                        }
                    }
                }
                none(&wrong);
            }

            #[test]
            fn lines_enter_and_exit_at_the_boundary() {
                let (mut wrong, mut total) = (Vec::new(), 0);
                for name in names() {
                    for _ in 0..cases() * 10 {
                        total += 1;
                        let (class, mut source) = source(total);
                        if BITS.contains(&class) {
                            continue;
                        }
                        let Some(shape) = $random(&mut source, name) else { continue };
                        let line = Line { origin: source.point(), direction: source.direction() };
                        if let Err(what) = is_cut(line, &shape) {
                            wrong.push(format!(
                                "{name} ({class:?} {total}): {what}\n   {line:?}\n   {shape:?}"
                            ));
                        }
                    }
                }
                none(&wrong);
            }
        }
    };
}

contract!(in_2d Shape2 DVec2 shape2);
contract!(in_3d Shape3 DVec3 shape3);

#[test]
fn disjoint_shapes_closer_than_rounding_are_not_hit_at_time_0() {
    let side =
        HalfSpace::new(dvec2(-0.303_133_456_986_486_86, -0.068_510_498_065_034_53), -2_746.138_454_429_303_7);
    let pin = Capsule::new(dvec2(-9.3e-47, -2.8e-22), dvec2(-4.8e-24, -6.3e36), 5.3e-31);
    let (side, pin) = (Shape2::from(side), Shape2::from(pin));
    assert!(!side.intersects(&pin));
    for way in [DVec2::X, DVec2::Y, -DVec2::X] {
        assert!(side.sweep(&pin, way, 1.0).unwrap().is_none_or(|i| i.t > 0.0));
    }
}

/// Disjoint shapes that do not approach never meet, however small the gap is relative to their
/// size.
#[test]
fn disjoint_shapes_closer_than_rounding_that_separate_never_hit() {
    let (far, gap) = (1e18, 1e-12);
    let corner = |x: f64, y: f64, z: f64| dvec3(x * far, y * far, z * far);
    let below: [Shape3; 8] = [
        Aabb::new(corner(-1., -1., -1.), corner(1., 1., 0.)).into(),
        Obb::new(corner(0., 0., -1.), DVec3::splat(far), [DVec3::X, DVec3::Y, DVec3::Z]).into(),
        Triangle::new(corner(-1., -1., 0.), corner(1., -1., 0.), corner(0., 1., 0.)).into(),
        Parallelogram::new(corner(-1., -1., 0.), corner(2., 0., 0.), corner(0., 2., 0.)).into(),
        Convex::try_new(vec![
            corner(-1., -1., 0.),
            corner(1., -1., 0.),
            corner(0., 1., 0.),
            corner(0., 0., -1.),
        ])
        .unwrap()
        .into(),
        Capsule::new(corner(-1., 0., -1.), corner(1., 0., -1.), far).into(),
        Sphere::new(corner(0., 0., -1.), far).into(),
        HalfSpace::new(DVec3::Z, 0.).into(),
    ];
    for (scale, below) in
        [1., 0.125].into_iter().flat_map(|scale| below.iter().map(move |below| (scale, below)))
    {
        let above = Shape3::from(Point(dvec3(0., 0., gap * scale)));
        assert!(!below.intersects(&above));
        let sweep = |way: DVec3| {
            let there = below.sweep(&above, way, 1.).unwrap().map(|impact| impact.t);
            assert_eq!(
                there,
                above.sweep(below, -way, 1.).unwrap().map(|impact| impact.t),
                "{below:?} {way}"
            );
            there
        };
        for way in [DVec3::Z, DVec3::ZERO, DVec3::X, dvec3(1., 1., 1e-9), dvec3(0., far, 0.)] {
            assert_eq!(sweep(way), None, "{below:?} {way}");
        }
        assert!(sweep(-DVec3::Z).is_some_and(|t| t > 0. && t < 2. * gap), "{below:?}");
    }
    // No digits of a plane oblique to the axes can represent it.
    let slope = Triangle::new(dvec3(3e18, 1e18, 2e18), dvec3(-1e18, 3e18, 1e18), dvec3(-2e18, -4e18, -3e18));
    let normal = (slope.b - slope.a).cross(slope.c - slope.a) * 1e-36;
    let (slope, near) = (Shape3::from(slope), Shape3::from(Point(normal * 1e-14)));
    for (way, meets) in [(normal, false), (DVec3::ZERO, false), (-normal, true)] {
        assert_eq!(slope.sweep(&near, way, 1.).unwrap().is_some(), meets, "{way}");
        assert_eq!(near.sweep(&slope, -way, 1.).unwrap().is_some(), meets, "{way}");
    }
    // Magnitudes of `f32`.
    let cube = Shape3::from(Aabb::new(DVec3::splat(-1e36), dvec3(1e36, 1e36, 0.)));
    let point = Shape3::from(Point(DVec3::Z));
    assert!(cube.sweep(&point, DVec3::Z, 1.).unwrap().is_none());
    assert!(cube.sweep(&point, -DVec3::Z, 1.).unwrap().is_some());
    let arc = Shape2::from(Arc::new(DVec2::ZERO, 2., 0., 3.));
    let block = Shape2::from(Aabb::new(dvec2(-1., 2. + 1e-12), dvec2(1., 3.)));
    for way in [DVec2::Y, DVec2::ZERO] {
        assert!(arc.sweep(&block, way, 1.).unwrap().is_none(), "{way}");
        assert!(block.sweep(&arc, -way, 1.).unwrap().is_none(), "{way}");
    }
    assert!(arc.sweep(&block, -DVec2::Y, 1.).unwrap().is_some());
}

/// Also degenerate ones, whose endpoints are no floats.
#[test]
fn equal_shapes_contain_each_other() {
    let axes = |angle: f64| [DVec2::from_angle(angle), DVec2::from_angle(angle).perp()];
    for angle in [-3., 0.3, 1., 2.] {
        for radii in [dvec2(1.5, 0.), dvec2(0., 0.7), DVec2::ZERO, dvec2(1.5, 0.7)] {
            let ellipse = Shape2::from(Ellipsoid::new(dvec2(1.5, 0.1), radii, axes(angle)));
            assert_eq!(ellipse.contains(&ellipse), Ok(true), "{ellipse:?}");
            let longer = Shape2::from(Ellipsoid::new(dvec2(1.5, 0.1), radii * 1.5, axes(angle)));
            assert_eq!(longer.contains(&ellipse), Ok(true), "{ellipse:?}");
            assert_eq!(ellipse.contains(&longer), Ok(radii == DVec2::ZERO), "{ellipse:?}");
        }
    }
    let turned = DMat3::from_quat(DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize());
    let axes = [turned.x_axis, turned.y_axis, turned.z_axis];
    let center = dvec3(0.1, 0.2, 0.3);
    for radii in [[0.5, 0., 0.], [0., 0., 0.7], [0.5, 0.7, 0.], [0., 0., 0.], [0.5, 0.3, 0.7]] {
        let egg = Shape3::from(Ellipsoid::new(center, radii.into(), axes));
        assert_eq!(egg.contains(&egg), Ok(true), "{egg:?}");
    }
    let torus = |axis: DVec3, minor: f64| Shape3::from(Torus::new(center, axis, 2., minor));
    for minor in [0., 0.5, 3.] {
        let ring = torus(turned.z_axis, minor);
        assert_eq!(ring.contains(&ring), Ok(true), "{ring:?}");
        assert_eq!(ring.contains(&torus(turned.z_axis * -2., minor)), Ok(true), "{ring:?}");
        assert_eq!(torus(turned.z_axis, minor + 1.).contains(&ring), Ok(true), "{ring:?}");
        assert_eq!(ring.contains(&torus(turned.z_axis, minor + 1.)).ok(), Some(false), "{ring:?}");
    }
    assert_eq!(torus(turned.z_axis, 0.).contains(&torus(turned.x_axis, 0.)), Ok(false));
}

/// A vertex of the box slides over an edge of the triangle, approaching slowly and leaving fast.
#[test]
fn grazing_contacts_are_found_however_fast_they_end() {
    let corners = [dvec3(-1., -2.5, 2.5), dvec3(3.5, 0.5, 1.), dvec3(-1.5, 2.5, -3.5)];
    let triangle = Shape3::from(Triangle::new(corners[0], corners[1], corners[2]));
    let cube = Shape3::from(Aabb::new(dvec3(-1.5, -2., -0.5), dvec3(-0.5, -1., 0.5)));
    let way = dvec3(5., -4., 7.);
    let there = triangle.sweep(&cube, way, 1.).unwrap().unwrap();
    let back = cube.sweep(&triangle, -way, 1.).unwrap().unwrap();
    assert_eq!((there.t, back.t), (0.25, 0.25), "{there:?} {back:?}");
    let touch = dvec3(-0.25, -2., 2.25);
    assert!(there.point.distance(touch) < 1e-15 && back.point.distance(touch - way * 0.25) < 1e-15);
    let normal = there.normal_a_to_b.unwrap();
    assert!(normal.dot(way) < 0. && back.normal_a_to_b == Some(-normal), "{there:?} {back:?}");
    // Displaced slightly, they touch exactly if the box does at that place of its sweep, where its
    // vertices are not rounded.
    for aside in [-1., 1.] {
        let aside = way.cross(corners[1] - corners[0]) * (aside * 2_f64.powi(-48));
        let moved = Shape3::from(Aabb::new(dvec3(-1.5, -2., -0.5) + aside, dvec3(-0.5, -1., 0.5) + aside));
        let met = triangle.sweep(&moved, way, 1.).unwrap().is_some();
        assert_eq!(met, triangle.intersects(&swept(&moved, way)), "{aside}");
    }
}

/// Returns the swept volume of a box.
fn swept(shape: &Shape3, way: DVec3) -> Shape3 {
    let Shape3::Aabb(Aabb { min, max }) = shape else { panic!("no box: {shape:?}") };
    let corner = |i: usize| {
        DVec3::new(
            if i & 1 == 0 { min } else { max }.x,
            if i & 2 == 0 { min } else { max }.y,
            if i & 4 == 0 { min } else { max }.z,
        )
    };
    let corners = (0..8).flat_map(|i| [corner(i), corner(i) + way]);
    Convex::try_new(corners.collect()).unwrap().into()
}

/// Cases that are exact touches, but gaps or overlaps of 1e-33 in double-double precision.
#[test]
fn a_touch_is_a_contact_of_depth_0_at_one_point() {
    let slab = Aabb::new(dvec3(-1., -1., 0.), dvec3(2., 0., 1.));
    let slab_turned = slab.to_obb();
    let capsule = Capsule::new(dvec3(0., -1., 3.), dvec3(0., 3., 0.), 1.);
    let corners = [dvec3(3., -3., -3.), dvec3(1., 3., 2.), dvec3(-1., -2., -2.), dvec3(-3., 3., -1.)];
    let others = [dvec3(-1., 2., 1.), dvec3(2., -2., -1.), dvec3(0., 2., 1.), dvec3(-1., -2., 1.)];
    let hull = |points: &[DVec3]| Shape3::from(Convex::try_new(points.to_vec()).unwrap());
    let pairs: [[Shape3; 2]; 6] = [
        [slab.into(), capsule.into()],
        [capsule.into(), slab_turned.into()],
        [hull(&corners), hull(&others)],
        [
            Segment::new(dvec3(2., 0., 0.), dvec3(3., 1., 1.)).into(),
            Plane::new(dvec3(0., -3., 1.), -2.).into(),
        ],
        [
            Triangle::new(dvec3(0., -3., -2.), dvec3(-1., 0., -2.), dvec3(-1., 0., 1.)).into(),
            Aabb::new(dvec3(-2., -1., 0.), dvec3(-1., 0., 2.)).into(),
        ],
        [
            Ray::new(dvec3(3., 3., 1.), dvec3(-3., 0., -2.)).into(),
            Cylinder::new(dvec3(3., 3., 1.), dvec3(5., 5., 3.), 3.).into(),
        ],
    ];
    for [a, b] in &pairs {
        let there = |a: &Shape3, b: &Shape3| {
            assert!(a.intersects(b), "{a:?} {b:?}");
            let found = a.contact_precisely(b).unwrap().expect("they meet");
            assert_eq!((found.depth, found.on_a), (0.0, found.on_b), "{a:?} {b:?}");
            let (_, held) = a.contact_and_manifold_precisely(b).unwrap().expect("they meet");
            assert!(held.points.iter().all(|p| p.depth == 0.0), "{a:?} {b:?} {held:?}");
            found
        };
        let (one, two) = (there(a, b), there(b, a));
        assert_eq!((one.on_a, one.normal_a_to_b), (two.on_a, two.normal_a_to_b.map(|n| -n)));
    }
}

#[test]
fn a_sphere_near_the_center_of_a_cylinder_exits_through_the_nearer_cap() {
    let can = Shape3::from(Cylinder::new(DVec3::ZERO, DVec3::Z, 0.5));
    for aside in [3e-5, 5e-5, 1e-4, 3e-4] {
        for radius in [0., 0.125, 0.25] {
            let ball = Shape3::from(Sphere::new(dvec3(aside, 0., 0.5 + 2. * aside), radius));
            let contact = ball.contact(&can).unwrap().unwrap();
            let depth = 0.5 - 2. * aside + radius;
            assert!((contact.depth - depth).abs() < 1e-15, "{aside} {radius}: {} for {depth}", contact.depth);
            assert!((contact.normal_a_to_b.unwrap().z + 1.).abs() < 1e-15, "{contact:?}");
        }
    }
}

/// An overlap as small as noise, in shapes that are as small, is no touch.
#[test]
fn an_overlap_of_1e_30_is_detected() {
    let thin = |from: f64| Shape2::from(Aabb::new(dvec2(from, 0.), dvec2(1., 1.)));
    let plate = Shape2::from(Aabb::new(dvec2(-1., 0.), dvec2(1e-30, 1.)));
    assert_eq!(plate.contact(&thin(0.)).unwrap().unwrap().depth, 1e-30);
    let ball = |x: f64, radius: f64| Shape2::from(Sphere::new(dvec2(x, 0.), radius));
    assert_eq!(ball(0., 1.).contact(&ball(1., 1e-30)).unwrap().unwrap().depth, 1e-30);
}

/// A vertex an ulp aside is farther by a square of that, below double-double precision.
#[test]
fn rounded_shapes_contain_vertices_exactly() {
    let corners = vec![dvec2(0., 0.), dvec2(0., -1.), dvec2(1., 0.), dvec2(0., 1.)];
    let grown = Shape2::from(Convex::try_new(corners).unwrap()).try_rounded(1.).unwrap();
    let bar = |low: f64| Shape2::from(Aabb::new(dvec2(-1., low), dvec2(1., 1.)));
    assert_eq!(grown.contains(&bar(-1.)), Ok(true));
    assert_eq!(grown.contains(&bar(-1.000_000_000_000_000_2)), Ok(false));
}

/// Two voxels, and a sphere that protrudes from both.
#[test]
fn shapes_that_protrude_from_a_union_are_not_contained_at_any_scale() {
    for unit in [1., 2_f64.powi(900), 2_f64.powi(-900)] {
        let size = DVec3::splat(2. * unit);
        let voxels = Voxels::try_new(DVec3::splat(unit), size, vec![[1, 1, 0], [-1, 0, 0]]).unwrap();
        let ball = Sphere::new(dvec3(1., 2., 1.) * unit, unit);
        assert_eq!(Shape3::from(voxels).contains(&ball.into()), Ok(false), "{unit}");
    }
}

/// Two boxes that together contain a block, beside a distant point, nested deeply; for voxels of
/// one grid the result is exact.
#[test]
fn joint_containment_by_nested_parts_is_not_denied() {
    let point = Shape3::from(Point(DVec3::splat(9.)));
    let mut cells =
        Shape3::from(Voxels::try_new(DVec3::ZERO, DVec3::ONE, vec![[0, 0, 0], [1, 0, 0]]).unwrap());
    let cube = |x: f64| Shape3::from(Aabb::new(dvec3(x, 0., 0.), dvec3(x + 1., 1., 1.)));
    let mut all = Shape3::from(Compound::try_new(vec![cube(0.), cube(1.)]).unwrap());
    let block = Shape3::from(Aabb::new(DVec3::ZERO, dvec3(2., 1., 1.)));
    for depth in 0..4 {
        assert!(all.contains(&block).is_err(), "{depth}");
        assert_eq!(cells.contains(&block), Ok(true), "{depth}");
        all = Compound::try_new(vec![point.clone(), all]).unwrap().into();
        cells = Compound::try_new(vec![point.clone(), cells]).unwrap().into();
    }
    let surfaces = Compound::try_new(vec![point.clone(), Plane::new(DVec3::Z, 0.5).into()]).unwrap();
    let thin = Shape3::from(Compound::try_new(vec![point, surfaces.into()]).unwrap());
    assert_eq!(thin.contains(&block), Ok(false));
}

/// Spheres and boxes at the center of scaled round shapes, of which a few ulp more would protrude.
#[test]
fn containment_of_scaled_shapes() {
    let cylinder = Shape3::from(Cylinder::new(dvec3(0., 0., -1.), dvec3(0., 0., 1.), 1.));
    let stretched = |scale: DVec3| cylinder.clone().try_scaled(scale).unwrap();
    let turned = |half: DVec3| {
        let axes = [dvec3(0.6, 0.8, 0.), dvec3(-0.8, 0.6, 0.), DVec3::Z];
        Shape3::from(Obb::try_new(DVec3::ZERO, half, axes).unwrap())
    };
    // Its ellipse extends to 2 along x and 1.5 along y; a cylinder scaled equally fits, and none
    // scaled more.
    let scale = dvec3(2., 1.5, 1.);
    for (other, held) in [
        (stretched(scale * 0.999_999_999_999), true),
        (stretched(dvec3(2., 1.500_000_000_001, 1.)), false),
        (cylinder.clone(), true),
        (Sphere::new(DVec3::ZERO, 1.000_000_000_001).into(), false),
        (turned(dvec3(0.8, 0.8, 1.)), true),
        (turned(dvec3(1.2, 1.2, 1.)), false),
    ] {
        assert_eq!(stretched(scale).contains(&other), Ok(held), "{other:?}");
    }
    // And in round shapes: a sphere, a cone from (0, 0, 3) down to (0, 0, -3).
    let ball = |radius: f64| Shape3::from(Sphere::new(DVec3::ZERO, radius));
    let cone = |radius: f64| Shape3::from(barycast::shape::Cone::new(DVec3::Z * 3., DVec3::Z * -3., radius));
    let round = cylinder.clone().try_scaled(dvec3(0.75, 2., 1.)).unwrap();
    for (shape, held) in [
        (ball(5_f64.sqrt() * (1. + 1e-15)), true),
        (ball(5_f64.sqrt() * (1. - 1e-15)), false),
        // At 1 above the center it is a third as wide as at its base.
        (cone(6.000_000_000_001), true),
        (cone(5.999_999_999_999), false),
    ] {
        assert_eq!(shape.contains(&round), Ok(held), "{shape:?}");
    }
}

/// An arc contains arcs of its circle by their angles, and arcs of other circles never.
#[test]
fn arcs_contain_arcs_of_the_same_circle() {
    let arc = |start: f64, sweep: f64| Shape2::from(Arc::new(dvec2(1., 2.), 3., start, sweep));
    let (a, round) = (arc(0.5, 2.), arc(1., -7.));
    for (b, held) in [
        (arc(0.5, 2.), true),
        (arc(2.5, -2.), true),
        (arc(1., 1.), true),
        (arc(1. + 4. * core::f64::consts::TAU, 1.), true),
        (arc(0.4, 1.), false),
        (arc(2., 0.6), false),
        (arc(2., -1.6), false),
        (Arc::new(dvec2(1., 2.), 3.000_000_1, 1., 1.).into(), false),
        (barycast::shape::Annulus::new(dvec2(1., 2.), 3., 3.).into(), false),
    ] {
        assert_eq!(a.contains(&b), Ok(held), "{b:?}");
    }
    for b in [a, arc(-9., 6.), barycast::shape::Annulus::new(dvec2(1., 2.), 3., 3.).into()] {
        assert_eq!(round.contains(&b), Ok(true), "{b:?}");
    }
    let ring = barycast::shape::Annulus::new(dvec2(1., 2.), 2., 3.);
    assert_eq!(round.contains(&ring.into()), Ok(false));
}

#[test]
fn a_tapered_capsule_contains_its_tip() {
    let [large, tip] = [dvec2(-3., 0.033_396_533_705_317_23), dvec2(-0.5, -8.)];
    let [far, up] =
        [dvec2(-10_996_133_633.608_246, -1.613_383_136_528_13e-5), dvec2(0., 1.056_207_876_200_844)];
    for (a, tip, radius) in [(large, tip, 0.824_091_297_009_957_9), (far, up, 1.633_362_590_321_257_2)] {
        let point = Shape2::from(Point(tip));
        for shape in [TaperedCapsule::new(a, tip, radius, 0.), TaperedCapsule::new(tip, a, 0., radius)] {
            let shape = Shape2::from(shape);
            assert!(shape.intersects(&point) && shape.contains(&point) == Ok(true), "{shape:?}");
            assert_eq!((shape.closest(&point).distance, shape.signed_distance(tip)), (0., 0.), "{shape:?}");
        }
    }
}

/// Double-double precision loses features near the origin beside a vertex at 1e16 or more: the
/// shortest segment used to have coincident ends, or ends off the shapes.
#[test]
fn closest_points_are_on_the_shapes_beside_vertices_at_the_float_limit() {
    let triangle = |a: [f64; 3], b: [f64; 3], c: [f64; 3]| Triangle::new(a.into(), b.into(), c.into());
    let mesh = |corner: [f64; 3]| {
        let vertices = [[-1., 2., 2.], [2., -2., 0.], [-1., -1., 1.], corner].map(DVec3::from_array);
        Shape3::from(Mesh::try_new(vertices.to_vec(), vec![[0, 1, 3], [1, 2, 3]], false).unwrap())
    };
    let tall =
        |far: f64| Shape3::from(Tetrahedron::new(dvec3(far, -far, far), DVec3::X, DVec3::Y, DVec3::Z * far));
    let far_box = Aabb::new(dvec3(-1., 0., 3.), dvec3(1e18, 3e18, 1e18));
    let rounded = |core: Triangle<DVec3>| Shape3::from(core).try_rounded(1.).unwrap();
    let pairs: [[Shape3; 2]; 9] = [
        [far_box.into(), triangle([2., -3., -3.], [1., 0., 1.], [3., -2., 3.]).into()],
        [tall(3e16), triangle([-1., -2., 0.], [-2., -1., 3.], [-3., 0., 1.]).into()],
        [tall(3e250), triangle([-1., -2., 0.], [-2., -1., 3.], [-3., 0., 1.]).into()],
        [
            rounded(triangle([-2., -1., 0.], [-2e200, 3e300, 0.], [1., 2., 0.])),
            Segment::new(dvec3(-2e300, 2., 0.), dvec3(-3., -2., 0.)).into(),
        ],
        [mesh([2e28, -1e50, 2e50]), Sphere::new(dvec3(3., -2., 3e24), 1.).into()],
        [mesh([2e28, -1e200, 2e50]), Point(dvec3(3., -2., 3.)).into()],
        [far_box.into(), Plane::new(dvec3(1., 1., 1.), -3.).into()],
        // These intersect.
        [
            Aabb::new(dvec3(-2., -2., -3.), dvec3(-1., -1., 3e50)).into(),
            Tetrahedron::new(
                dvec3(0., -3., -3.),
                dvec3(-1., 0., -1.),
                dvec3(0., 3., -2.),
                dvec3(-1., -3., -1.),
            )
            .into(),
        ],
        [
            Aabb::new(DVec3::splat(-1.), dvec3(2e100, -1., 1e100)).into(),
            triangle([-1., -3., 1.], [1., 3., 0.], [-3., 1., 1.]).into(),
        ],
    ];
    let largest = |p: DVec3| p.abs().max_element();
    let near = |p: DVec3, shape: &Shape3| {
        let off = Shape3::from(Point(p)).closest(shape).distance;
        assert!(off <= 8. * f64::EPSILON * largest(p), "{p} {off:e} {shape:?}");
    };
    for (i, [a, b]) in pairs.iter().enumerate() {
        let way = a.closest(b);
        assert_eq!(b.closest(a).swap(), way, "{i}");
        near(way.on_a, a);
        near(way.on_b, b);
        assert_eq!(way.distance == 0., i > 6, "{i}");
        let length = (way.on_b - way.on_a).length();
        let noise = f64::EPSILON * (4. * way.distance + 8. * largest(way.on_a).max(largest(way.on_b)));
        assert!((length - way.distance).abs() <= noise, "{i}: {length} {way:?}");
    }
    let one = pairs[0][0].closest(&pairs[0][1]);
    assert_eq!((one.on_a, one.on_b), (dvec3(2., 0., 3.), dvec3(2., -1., 2.)));
}

/// A shape scaled after rounding has no closed form: containment uses support functions.
#[test]
fn containment_of_rounded_and_scaled_shapes() {
    let can = Cylinder::new(dvec3(0., 0., -1.), dvec3(0., 0., 1.), 1.);
    let pill = Shape3::from(can).try_rounded(0.5).unwrap();
    let stretched = |scale: DVec3| pill.clone().try_scaled(scale).unwrap();
    let scale = dvec3(2., 1., 0.5);
    // It extends to 3, 1.5 and 0.75 along the axes, to 3.0422 at its farthest, and to 1.5882 off
    // the first axis.
    let cube = |half: DVec3| Shape3::from(Aabb::new(-half, half));
    let ball = |radius: f64| Shape3::from(Sphere::new(DVec3::ZERO, radius));
    let long = |radius: f64| Shape3::from(Capsule::new(dvec3(-9., 0., 0.), dvec3(9., 0., 0.), radius));
    for (a, b, held) in [
        (stretched(scale), stretched(scale), true),
        (stretched(scale), stretched(scale * 0.999_999_999_999), true),
        (stretched(scale), stretched(dvec3(2., 1.000_000_000_001, 0.5)), false),
        (ball(3.043), stretched(scale), true),
        (ball(3.042), stretched(scale), false),
        (long(1.589), stretched(scale), true),
        (long(1.588), stretched(scale), false),
        (cube(dvec3(3., 1.5, 0.75)), stretched(scale), true),
        (cube(dvec3(3., 1.5, 0.749)), stretched(scale), false),
        (stretched(scale), ball(0.75), true),
        (stretched(scale), ball(0.750_000_000_001), false),
        (stretched(scale), Line::new(DVec3::ZERO, DVec3::X).into(), false),
        (stretched(scale), InfiniteCylinder::new(DVec3::ZERO, DVec3::X, 0.5).into(), false),
    ] {
        assert_eq!(a.contains(&b), Ok(held), "{a:?} {b:?}");
    }
    // Rings and arcs in scaled shapes.
    let disc = Shape2::from(Sphere::new(DVec2::ZERO, 1.)).try_scaled(dvec2(3., 2.)).unwrap();
    for (radius, held) in [(2., true), (2.000_000_000_001, false)] {
        let ring = Shape2::from(barycast::shape::Annulus::new(DVec2::ZERO, 0.5, radius));
        assert_eq!(disc.contains(&ring), Ok(held));
        let arc = Shape2::from(Arc::try_new(DVec2::ZERO, radius, 1., 3.).unwrap());
        assert_eq!(disc.contains(&arc), Ok(held));
    }
}

/// A torus contains what its hull contains and what lies outside its hole.
#[test]
fn a_torus_contains_shapes_outside_its_hole() {
    let ring = |minor: f64| Shape3::from(Torus::new(DVec3::ZERO, DVec3::Z, 4., minor));
    let cube = |x: f64, half: f64| {
        let (center, half) = (dvec3(x, 0., 0.), DVec3::splat(half));
        Shape3::from(Aabb::new(center - half, center + half))
    };
    for (b, held) in [
        (cube(4., 0.5), true),
        (cube(4., 0.9), false),
        (cube(0., 0.5), false),
        (Shape3::from(Cylinder::new(dvec3(4., -0.5, 0.), dvec3(4., 0.5, 0.), 0.7)), true),
        (Shape3::from(Cylinder::new(dvec3(4., -2., 0.), dvec3(4., 2., 0.), 0.7)), false),
        (Shape3::from(Cylinder::new(dvec3(0., 0., -0.5), dvec3(0., 0., 0.5), 4.)), false),
        (Shape3::from(Torus::new(dvec3(0., 0., 0.1), DVec3::Z, 4.1, 0.5)), true),
        (Shape3::from(Torus::new(dvec3(0., 0., 0.1), DVec3::Z, 4.1, 0.9)), false),
        (Shape3::from(Torus::new(dvec3(4., 0., 0.), DVec3::X, 0.5, 0.25)), true),
    ] {
        assert_eq!(ring(1.).contains(&b), Ok(held), "{b:?}");
    }
    // Without a hole, but with a dent at either end of the axis.
    assert_eq!(ring(5.).contains(&cube(0., 1.)), Ok(true));
    assert_eq!(ring(5.).contains(&cube(0., 2.5)), Ok(true));
    assert_eq!(ring(5.).contains(&cube(0., 4.)), Ok(false));
}

/// Voxels that contain a shape only together, and parts that together contain a segment.
#[test]
fn voxels_contain_shapes_jointly() {
    let grid = |filled: &[[i32; 2]]| {
        let filled = filled.iter().map(|[x, y]| [*x, *y, 0]).collect();
        Shape2::from(Voxels::try_new(DVec2::ZERO, DVec2::ONE, filled).unwrap())
    };
    let four = [[0, 0], [1, 0], [0, 1], [1, 1]];
    let disc = |x: f64, radius: f64| Shape2::from(Sphere::new(dvec2(x, 1.), radius));
    assert_eq!(grid(&four).contains(&disc(1., 1.)), Ok(true));
    assert_eq!(grid(&four).contains(&disc(1., 1.001)), Ok(false));
    assert_eq!(grid(&four[..3]).contains(&disc(1., 0.5)), Ok(false));
    assert_eq!(grid(&four[..3]).contains(&disc(0.5, 0.5)), Ok(true));
    let way = |to: [f64; 2]| Shape2::from(Segment::new(DVec2::ZERO, to.into()));
    assert_eq!(grid(&four[..2]).contains(&way([2., 1.])), Ok(true));
    assert_eq!(grid(&[[0, 0], [1, 1]]).contains(&way([2., 2.])), Ok(true));
    assert_eq!(grid(&[[0, 0], [1, 1]]).contains(&way([2., 1.9])), Ok(false));
}

/// A surface in another is tested triangle by triangle, and triangles beside one are detected.
#[test]
fn surfaces_contain_surfaces_of_their_triangles() {
    let mesh = |z: f64, triangles: Vec<[u32; 3]>| {
        let corners = [[0., 0.], [4., 0.], [4., 4.], [0., 4.]].map(|[x, y]: [f64; 2]| dvec3(x, y, z));
        Shape3::from(Mesh::try_new(corners.to_vec(), triangles, false).unwrap())
    };
    let square = mesh(0., vec![[0, 1, 2], [0, 2, 3]]);
    let disc =
        |z: f64, radius: f64| Shape3::from(barycast::shape::Disc::new(dvec3(3., 1., z), DVec3::Z, radius));
    for (b, held) in [
        (mesh(0., vec![[0, 1, 2]]), true),
        (square.clone(), true),
        (mesh(0.5, vec![[0, 1, 2]]), false),
        (disc(0., 0.5), true),
        (disc(0., 1.5), false),
        (disc(1., 0.5), false),
    ] {
        assert_eq!(square.contains(&b), Ok(held), "{b:?}");
    }
}
