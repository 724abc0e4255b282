//! Intersections of shapes with flat sides, against a linear program in exact rationals.
//!
//! For each pair, cases of every class of numbers are drawn. The intersection is empty exactly if
//! the shapes do not intersect. Its vertices are distinct points of both, and its support function
//! equals that of the common set.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::dynamic::intersection::Common;
use barycast::shape::*;
use barycast::vector::Vector;
use barycast_testkit::oracle;
use barycast_testkit::polyhedron::{Polyhedron, Rational, exact};
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3};
use glam::{DVec2, DVec3, dvec3};

/// Cases per pair and class; more with `BARYCAST_CASES=1000 cargo test --release -p barycast --test
/// intersection`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

const BOTH: [&str; 10] =
    ["point", "line", "ray", "segment", "plane", "half_space", "aabb", "obb", "triangle", "parallelogram"];
const SPACE: [&str; 4] = ["convex", "tetrahedron", "frustum", "polygon"];
const PLANE: [&str; 2] = ["convex", "polygon"];

/// Returns the vertices of a bounded intersection.
fn corners<V: Vector<Scalar = f64>>(
    common: &Common<V>,
    bounds: impl Fn(&Aabb<V>) -> Vec<V>,
) -> Option<Vec<V>> {
    Some(match common {
        Common::Point(p) => vec![*p],
        Common::Segment(s) => vec![s.a, s.b],
        Common::Polygon(points) | Common::Hull(points) => points.clone(),
        Common::Aabb(b) => bounds(b),
        _ => return None,
    })
}

/// Sides that are rounded separately have vertices next to each other.
#[test]
fn reported_polygons_are_accepted_by_the_constructor() {
    let triangle = Triangle::new(dvec3(-2., 0., 3.), dvec3(-1., 1., 3.), dvec3(0., -1.5, 0.5));
    let (low, high) = (0.799_999_999_999_999_9, 0.599_999_999_999_999_9);
    let side = |x, y, z, distance| HalfSpace { normal: dvec3(x, y, z), distance };
    let planes = [
        side(low, 0., high, 1.599_999_999_999_999_6),
        side(-low, 0., -high, 5.4),
        side(1., 0., -0.5, -0.5),
        side(-0.200_000_000_000_000_12, 0., 1.099_999_999_999_999_9, 3.099_999_999_999_999_6),
        side(low, -0.999_999_999_999_999_8, high, 1.599_999_999_999_999_6),
        side(low, 0.999_999_999_999_999_8, high, 3.599_999_999_999_999_6),
    ];
    let frustum = Shape3::from(Frustum::try_new(planes).unwrap());
    let Ok(Some(Common::Polygon(points))) = Shape3::from(triangle).intersection(&frustum) else {
        panic!("a polygon")
    };
    for (i, p) in points.iter().enumerate() {
        assert!(points[..i].iter().all(|q| p.distance(*q) > 1e-14), "{points:?}");
    }
    assert!(FlatPolygon::try_new(points.clone()).is_ok(), "{points:?}");
}

macro_rules! pairs {
    ($test:ident $Any:ident $V:ident $names:expr, $draw:ident $poly:expr) => {
        mod $test {
            use super::*;

            /// Checks one intersection.
            fn wrong(a: &$Any, b: &$Any, grid: bool) -> Option<String> {
                let meets = a.intersects(b);
                let answer = match a.intersection(b) {
                    Err(_) if endless(a) && endless(b) => return None,
                    Err(error) => return Some(error.to_string()),
                    Ok(answer) => answer,
                };
                let back = b.intersection(a).ok().flatten().map(Common::swap);
                if answer != back {
                    let same = matches!((&answer, &back), (Some(Common::First), Some(Common::Second)))
                        || matches!((&answer, &back), (Some(Common::Second), Some(Common::First)));
                    // Equal sets contain each other: either is valid.
                    let planes = matches!((&answer, &back), (Some(Common::Plane(_)), Some(Common::Plane(_))));
                    if !same && !planes {
                        return Some(format!("{answer:?} one way, {back:?} the other"));
                    }
                }
                let Some(common) = answer else { return meets.then(|| "nothing, but they meet".into()) };
                if !meets {
                    return Some(format!("{common:?}, but they do not meet"));
                }
                let corner = |b: &Aabb<$V>, i: usize| {
                    <$V as Vector>::from_fn(|axis| if i >> axis & 1 == 1 { b.max[axis] } else { b.min[axis] })
                };
                let points = corners(&common, |b| (0..1 << $V::DIM).map(|i| corner(b, i)).collect());
                let size = size(a).max(size(b));
                let points = match (points, &common) {
                    (Some(points), _) => points,
                    (None, Common::Ray(r)) => vec![r.origin, r.origin + r.direction],
                    (None, Common::Line(r)) => vec![r.origin, r.origin + r.direction, r.origin - r.direction],
                    _ => return None,
                };
                let far = points.iter().map(|p| p.abs().max_element()).fold(size, f64::max);
                let allowed = 16.0 * f64::EPSILON * far;
                for p in &points {
                    for shape in [a, b] {
                        let off = shape.closest(&Point(*p).into()).distance;
                        if off > allowed {
                            return Some(format!("{p:?} of {common:?} is {off} off its {}", shape.name()));
                        }
                    }
                }
                if let Common::Polygon(_) | Common::Hull(_) | Common::Segment(_) = &common {
                    for (i, p) in points.iter().enumerate() {
                        if points[..i].contains(p) {
                            return Some(format!("{p:?} twice in {common:?}"));
                        }
                        let others: Vec<$V> = points.iter().copied().filter(|q| q != p).collect();
                        let others = $Any::from(Convex::try_new(others).expect("finite"));
                        if grid && others.intersects(&Point(*p).into()) {
                            return Some(format!("{p:?} is no corner of {common:?}"));
                        }
                    }
                }
                let dimension = Convex::try_new(points.clone()).expect("finite").dimension();
                let reported = match &common {
                    Common::Point(_) => 0,
                    Common::Segment(_) => 1,
                    Common::Polygon(_) => 2,
                    Common::Hull(_) => 3,
                    _ => dimension,
                };
                if grid && (reported < dimension.min(2) || reported > dimension) {
                    return Some(format!("{common:?} is of dimension {dimension}"));
                }
                if matches!(common, Common::Ray(_) | Common::Line(_)) {
                    return None;
                }
                let (a, b) = ($poly(a)?, $poly(b)?);
                let mut rng = fastrand::Rng::with_seed(7);
                for _ in 0..6 {
                    let direction = <$V as Vector>::from_fn(|_| f64::from(rng.i32(-3..=3)));
                    let along =
                        points.iter().map(|p| Vector::dot(direction, *p)).fold(f64::NEG_INFINITY, f64::max);
                    let d: Vec<Rational> = (0..$V::DIM).map(|axis| exact(direction[axis])).collect();
                    let Some(expected) = oracle::reach(&a, &b, &d) else {
                        return Some(format!("{common:?} ends along {direction:?}"));
                    };
                    let expected = expected.to_f64_fast();
                    if (along - expected).abs() > allowed * direction.length() {
                        return Some(format!(
                            "{common:?} reaches {along}, not {expected}, along {direction:?}"
                        ));
                    }
                }
                None
            }

            fn endless(shape: &$Any) -> bool {
                matches!(shape, $Any::Plane(_) | $Any::HalfSpace(_))
            }

            fn size(shape: &$Any) -> f64 {
                let numbers = format!("{shape:?}");
                let words =
                    numbers.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')));
                words.filter_map(|word| word.parse::<f64>().ok()).fold(0.0, |most, x| most.max(x.abs()))
            }

            #[test]
            fn intersections_agree_with_a_linear_program() {
                let names: Vec<&str> = $names;
                let (mut failures, mut kinds) = (Vec::new(), std::collections::BTreeMap::new());
                for (i, first) in names.iter().enumerate() {
                    for second in &names[i..] {
                        for (c, &class) in CLASSES.iter().enumerate() {
                            for seed in 0..cases() {
                                let mut source = Source::new(seed * 31 + c as u64, class);
                                let (Some(a), Some(b)) =
                                    ($draw(&mut source, first), $draw(&mut source, second))
                                else {
                                    continue;
                                };
                                if let Ok(Some(common)) = a.intersection(&b) {
                                    let kind = format!("{common:?}");
                                    let kind = kind.split(['(', ' ']).next().unwrap_or("").to_string();
                                    *kinds.entry(kind).or_insert(0) += 1;
                                }
                                let grid = matches!(class, Class::Grid | Class::GridScaled(_));
                                if let Some(wrong) = wrong(&a, &b, grid) {
                                    failures.push(format!(
                                        "{first} {second} ({class:?} {seed}): {wrong}\n   {a:?}\n   {b:?}"
                                    ));
                                }
                            }
                        }
                    }
                }
                println!("{kinds:?}");
                let shown = &failures[..failures.len().min(12)];
                assert!(failures.is_empty(), "{} in all\n{}", failures.len(), shown.join("\n"));
            }
        }
    };
}

/// Polygons are the hull of points of a plane.
fn drawn3(source: &mut Source, name: &str) -> Option<Shape3> {
    if name != "polygon" {
        return shape3(source, name);
    }
    let Shape3::Parallelogram(p) = shape3(source, "parallelogram")? else { return None };
    let mut number = || f64::from(source.rng.i32(0..=4));
    let points = (0..6).map(|_| DVec2::new(number(), number())).collect();
    let hull = Convex::try_new(points).ok()?;
    let points = hull.corners().map(|c| p.origin + p.u * c.x + p.v * c.y).collect();
    FlatPolygon::try_new(points).ok().map(Into::into)
}

fn drawn2(source: &mut Source, name: &str) -> Option<Shape2> {
    if name != "polygon" {
        return shape2(source, name);
    }
    let Shape2::Convex(hull) = shape2(source, "convex")? else { return None };
    Polygon::try_new(hull.corners().collect()).ok().map(Into::into)
}

fn solid(shape: &Shape3) -> Option<Polyhedron> {
    match shape {
        Shape3::FlatPolygon(a) => {
            let hull = Convex::try_new(a.points().to_vec()).ok()?;
            (hull.dimension() < 3).then(|| Polyhedron::solid(&hull.into()))?
        }
        other => Polyhedron::solid(other),
    }
}

fn flat(shape: &Shape2) -> Option<Polyhedron> {
    match shape {
        Shape2::Polygon(a) => Polyhedron::Shape2(&Convex::try_new(a.points().to_vec()).ok()?.into()),
        other => Polyhedron::Shape2(other),
    }
}

pairs!(shapes_of_the_plane Shape2 DVec2 BOTH.into_iter().chain(PLANE).collect(), drawn2 flat);
pairs!(shapes_of_space Shape3 DVec3 BOTH.into_iter().chain(SPACE).collect(), drawn3 solid);

/// Round shapes: the intersection lies in both, and contains points of both found by alternating
/// projection.
mod round_shapes {
    use super::*;

    macro_rules! round {
        ($wrong:ident $Any:ident $V:ident |$common:ident| $($special:tt)*) => {
            pub(super) fn $wrong(a: &$Any, b: &$Any, rng: &mut fastrand::Rng) -> Result<bool, String> {
                let meets = a.intersects(b);
                let Ok(answer) = a.intersection(b) else {
                    return if meets { Ok(false) } else { Err("an error, but they do not meet".into()) };
                };
                let back = b.intersection(a).map_err(|_| "an answer one way, none the other")?;
                if answer.clone().map(Common::swap) != back && a.name() != b.name() {
                    return Err(format!("{answer:?} one way, {back:?} the other"));
                }
                if answer.is_some() != meets {
                    return Err(format!("meet: {meets}, but {answer:?}"));
                }
                let Some(common) = answer else { return Ok(true) };
                let parts: Vec<$Any> = match &common {
                    Common::Several(parts) => parts.iter().map(|part| shape(part, a, b)).collect(),
                    one => vec![shape(one, a, b)],
                };
                let size = size_of(&[a, b]).max(size_of(&parts));
                for part in &parts {
                    for p in &samples(part) {
                        for set in [a, b] {
                            let off = set.closest(&Point(*p).into()).distance;
                            if off > 1e-12 * size {
                                return Err(format!("{p:?} of {common:?} is {off} off its {}", set.name()));
                            }
                        }
                    }
                }
                for _ in 0..4 {
                    let mut p = <$V as Vector>::from_fn(|_| (rng.f64() - 0.5) * 4.0 * size);
                    let next = |set: &$Any, p: $V| set.closest(&Point(p).into()).on_a;
                    let mut off = f64::INFINITY;
                    for _ in 0..100 {
                        let q = next(a, p);
                        p = next(b, q);
                        off = (q - p).length();
                        if off <= 1e-14 * size {
                            break;
                        }
                    }
                    // Convergence is slow at touches: a point 1e-14 off both may be 1e-7 off.
                    let far = |part: &$Any| part.closest(&Point(p).into()).distance;
                    let far = parts.iter().map(far).fold(f64::INFINITY, f64::min);
                    if off <= 1e-14 * size && far > 1e-5 * size {
                        return Err(format!("{p:?} is of both, and {far} off {common:?}"));
                    }
                }
                Ok(true)
            }

            fn shape($common: &Common<$V>, a: &$Any, b: &$Any) -> $Any {
                match $common {
                    Common::First => a.clone(),
                    Common::Second => b.clone(),
                    Common::Point(p) => Point(*p).into(),
                    Common::Segment(s) => (*s).into(),
                    Common::Ray(s) => (*s).into(),
                    Common::Line(s) => (*s).into(),
                    Common::Plane(s) => (*s).into(),
                    Common::Aabb(s) => (*s).into(),
                    Common::Polygon(points) | Common::Hull(points) => {
                        Convex::try_new(points.clone()).expect("finite").into()
                    }
                    Common::Several(_) => panic!("parts are no parts"),
                    $($special)*
                }
            }

            fn samples(shape: &$Any) -> Vec<$V> {
                let number = |i: usize, axis: usize| f64::from((i * (axis + 3) + axis * i * i) as u32 % 7) - 3.0;
                let far = (0..24).map(|i| <$V as Vector>::from_fn(|axis| number(i, axis) * 1e3));
                far.map(|p| shape.closest(&Point(p).into()).on_a).collect()
            }
        };
    }

    fn size_of(shapes: &impl std::fmt::Debug) -> f64 {
        let numbers = format!("{shapes:?}");
        let words = numbers.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')));
        words.filter_map(|word| word.parse::<f64>().ok()).fold(0.0, |most, x| most.max(x.abs()))
    }

    mod in_2d {
        use super::*;
        round!(wrong Shape2 DVec2 |common| Common::Disc { center, radius, .. } => {
            Sphere::new(*center, *radius).into()
        } Common::Ellipse { .. } => panic!("2D ellipses are shapes"),);
    }

    mod in_3d {
        use super::*;
        round!(wrong Shape3 DVec3 |common| Common::Disc { center, normal, radius } => {
            Disc::new(*center, *normal, *radius).into()
        } Common::Ellipse { center, radii: [long, short], axes } => {
            Ellipsoid::new(*center, dvec3(*long, *short, 0.), *axes).into()
        });
    }

    macro_rules! every_pair {
        ($test:ident $Any:ident $V:ident $draw:ident $wrong:path) => {
            #[test]
            fn $test() {
                let mut names: Vec<&str> = $Any::NAMES.to_vec();
                names.push("polygon");
                let (mut failures, mut answered, mut total) = (Vec::new(), 0, 0);
                for (i, first) in names.iter().enumerate() {
                    for second in &names[i..] {
                        for (c, class) in [Class::Grid, Class::Plain].into_iter().enumerate() {
                            for seed in 0..cases() {
                                let mut source = Source::new(seed * 31 + c as u64, class);
                                let (Some(a), Some(b)) =
                                    ($draw(&mut source, first), $draw(&mut source, second))
                                else {
                                    continue;
                                };
                                total += 1;
                                match $wrong(&a, &b, &mut source.rng) {
                                    Ok(yes) => answered += usize::from(yes),
                                    Err(wrong) => failures.push(format!(
                                        "{first} {second} ({class:?} {seed}): {wrong}\n   {a:?}\n   {b:?}"
                                    )),
                                }
                            }
                        }
                    }
                }
                println!("{answered} of {total} answered");
                let shown = &failures[..failures.len().min(12)];
                assert!(failures.is_empty(), "{} in all\n{}", failures.len(), shown.join("\n"));
            }
        };
    }

    every_pair!(of_the_plane Shape2 DVec2 drawn2 in_2d::wrong);
    every_pair!(of_space Shape3 DVec3 drawn3 in_3d::wrong);
}
