//! Invariance, bit for bit, under: order of the shapes, order of a triangle's vertices, mirroring,
//! permutation of the axes, and the unit of length if it is a power of two.
//!
//! Every number of a case changes by an exact operation, so results should be equal or change by
//! the same operation. `Shape2` and `Shape3` guarantee it for intersection tests of rows marked
//! `exact`, and for distances of swapped shapes and in another unit; distances of mirrored or
//! permuted shapes may differ by a rounding of double-double precision. Typed kernels round, and
//! sum products in the order x, y, z. They guarantee it for another unit, for swapped shapes except
//! boxes and flat shapes that nearly touch, and otherwise if no number is rounded.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::table::ROWS;
use barycast::query::Intersects;
use barycast::shape::{Aabb, Triangle};
use barycast::vector::Vector;
use barycast_testkit::pairs::reach_of;
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3, snake};
use barycast_testkit::translate::Translate;
use glam::{DVec2, DVec3, Vec2, Vec3};
use std::collections::BTreeMap;

/// Cases per row and class; more with `BARYCAST_CASES=1000 cargo test --release -p barycast --test
/// table invariance`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(8)
}

/// A permutation of the axes with reflections, and a unit of length.
#[derive(Clone, Copy, Debug)]
struct Map {
    from: [usize; 3],
    sign: [f64; 3],
    unit: f64,
}

const SAME: Map = Map { from: [0, 1, 2], sign: [1.0; 3], unit: 1.0 };

impl Map {
    /// Maps a direction.
    fn way<V: Vector<Scalar = f64>>(&self, v: V) -> V {
        V::from_fn(|i| v.get(self.from[i]) * self.sign[i])
    }

    /// Maps a point, or a vector with a length.
    fn at<V: Vector<Scalar = f64>>(&self, v: V) -> V {
        self.way(v) * self.unit
    }
}

fn mirrors(dimensions: usize) -> Vec<Map> {
    let signs = |bits: usize| std::array::from_fn(|i| if bits >> i & 1 == 1 { -1.0 } else { 1.0 });
    (1..1 << dimensions).map(|bits| Map { sign: signs(bits), ..SAME }).collect()
}

fn turns(dimensions: usize) -> Vec<Map> {
    let orders = [[1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    let count = if dimensions == 2 { 1 } else { 5 };
    orders[..count].iter().map(|from| Map { from: *from, ..SAME }).collect()
}

fn units(exponents: &[i32]) -> Vec<Map> {
    exponents.iter().map(|k| Map { unit: 2_f64.powi(*k), ..SAME }).collect()
}

macro_rules! carry {
    ($carry:ident $touching:ident $Any:ident $V:ident $dim:literal $($more:ident)*) => {
        /// Translates the second shape until it just touches the first, if possible.
        fn $touching(a: &$Any, b: $Any) -> $Any {
            let deep = a.contact_precisely(&b).ok().flatten().map(|c| c.normal_a_to_b.map_or(c.on_a * 0.0, |n| n * c.depth));
            let closest = a.closest(&b);
            b.moved(deep.unwrap_or(closest.on_a - closest.on_b))
        }

        /// Maps a shape to other axes and another unit.
        fn $carry(shape: &$Any, m: &Map) -> $Any {
            let carried = |axes: &[$V; $dim]| axes.map(|axis| m.way(axis));
            match shape {
                $Any::Point(s) => { let mut s = *s; s.0 = m.at(s.0); s.into() }
                $Any::Line(s) => { let mut s = *s; s.origin = m.at(s.origin); s.direction = m.way(s.direction); s.into() }
                $Any::Ray(s) => { let mut s = *s; s.origin = m.at(s.origin); s.direction = m.way(s.direction); s.into() }
                $Any::Segment(s) => { let mut s = *s; s.a = m.at(s.a); s.b = m.at(s.b); s.into() }
                $Any::Plane(s) => { let mut s = *s; s.normal = m.way(s.normal); s.distance *= m.unit; s.into() }
                $Any::HalfSpace(s) => { let mut s = *s; s.normal = m.way(s.normal); s.distance *= m.unit; s.into() }
                $Any::Sphere(s) => { let mut s = *s; s.center = m.at(s.center); s.radius *= m.unit; s.into() }
                $Any::Aabb(s) => {
                    let (p, q) = (m.at(s.min), m.at(s.max));
                    Aabb::new(p.min(q), p.max(q)).into()
                }
                $Any::Obb(s) => {
                    let mut s = *s;
                    (s.center, s.axes, s.half_extents) = (m.at(s.center), carried(&s.axes), s.half_extents * m.unit);
                    s.into()
                }
                $Any::Ellipsoid(s) => {
                    let mut s = *s;
                    (s.center, s.axes, s.radii) = (m.at(s.center), carried(&s.axes), s.radii * m.unit);
                    s.into()
                }
                $Any::Capsule(s) => {
                    let mut s = *s;
                    (s.a, s.b, s.radius) = (m.at(s.a), m.at(s.b), s.radius * m.unit);
                    s.into()
                }
                $Any::Triangle(s) => Triangle::new(m.at(s.a), m.at(s.b), m.at(s.c)).into(),
                $Any::Parallelogram(s) => {
                    let mut s = *s;
                    (s.origin, s.u, s.v) = (m.at(s.origin), m.at(s.u), m.at(s.v));
                    s.into()
                }
                $($Any::$more(s) => { let mut s = *s; carry!(@ $more s m); s.into() })*
                _ => unreachable!("a shape of the table"),
            }
        }
    };
    (@ Cylinder $s:ident $m:ident) => {
        ($s.a, $s.b, $s.radius) = ($m.at($s.a), $m.at($s.b), $s.radius * $m.unit);
    };
    (@ InfiniteCylinder $s:ident $m:ident) => {
        ($s.origin, $s.direction, $s.radius) = ($m.at($s.origin), $m.way($s.direction), $s.radius * $m.unit);
    };
}
carry!(carry2 touching2 Shape2 DVec2 2);
carry!(carry3 touching3 Shape3 DVec3 3 Cylinder InfiniteCylinder);

/// Counts changed results, by operation and query, with one of the cases.
#[derive(Default)]
struct Changes(BTreeMap<(&'static str, &'static str, String), (u64, String)>);

impl Changes {
    fn note(&mut self, done: &'static str, query: &'static str, row: &str, case: impl Fn() -> String) {
        let key = (done, query, row.to_owned());
        self.0.entry(key).or_insert_with(|| (0, case())).0 += 1;
    }

    /// Checks that only admitted results changed.
    fn check(&self, may: impl Fn(&str, &str, &str) -> bool) {
        let wrong: Vec<String> = self
            .0
            .iter()
            .filter(|((done, query, row), _)| !may(done, query, row))
            .map(|((done, query, row), (count, case))| {
                format!("{row}: {query} changed by {done}, {count} times: {case}")
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Tests whether the numbers are small enough for kernels to be exact.
fn is_whole(class: Class, seed: u64) -> bool {
    seed.is_multiple_of(2) && matches!(class, Class::Grid | Class::GridScaled(_))
}

/// Tests for equality up to a rounding of double-double precision; for cylinders and ellipsoids,
/// which are iterated, up to an ulp of the largest coordinate.
fn nearly(x: f64, y: f64, row: &str, reach: f64) -> bool {
    let searched = row.contains("Cylinder") || row.contains("Ellipsoid");
    let digits = if searched { 52 } else { 90 };
    (x - y).abs() <= x.abs() * f64::EPSILON + reach * 2_f64.powi(-digits)
}

/// One place for the test: kernels are inlined wherever they are called.
#[inline(never)]
fn meets<A: Intersects<B, Answer = bool>, B>(a: &A, b: &B) -> bool {
    a.intersects(b)
}

macro_rules! typed {
    ($test:ident $Any:ident $random:ident $carry:ident $touching:ident $One:ident $one:ident $dim:literal,
     $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        #[test]
        fn $test() {
            let mut changes = Changes::default();
            $({
                let row = concat!(stringify!($a), " ", stringify!($b));
                let units = units(if size_of::<$one>() == 4 { &[-3, 3] } else { &[-20, 20] });
                for (c, &class) in CLASSES.iter().enumerate() {
                    // Products of such numbers overflow `f32`, which kernels exclude.
                    if matches!(class, Class::GridScaled(_)) && size_of::<$one>() == 4 {
                        continue;
                    }
                    for seed in 0..cases() {
                        let mut source = Source::new(seed * 61 + c as u64, class);
                        let mut draw = |name| $random(&mut source, &snake(name)).expect("a shape");
                        let (a, b) = (draw(stringify!($a)), draw(stringify!($b)));
                        let b = if seed % 2 == 0 { b } else { $touching(&a, b) };
                        let typed = |map: &Map| match ($carry(&a, map), $carry(&b, map)) {
                            ($Any::$a(a), $Any::$b(b)) => {
                                (a.lift::<$One>(&|x| x as $one), b.lift::<$One>(&|x| x as $one))
                            }
                            _ => unreachable!("shapes keep their kind"),
                        };
                        let (p, q) = typed(&SAME);
                        let said = meets(&p, &q);
                        let mut compare = |done, now: bool| {
                            if now != said {
                                changes.note(done, "intersects", row, || format!("{class:?} {seed}\n  {p:?}\n  {q:?}"));
                            }
                        };
                        compare("swapping", meets(&q, &p));
                        let kinds = [("scaling", units.clone()), ("mirroring", mirrors($dim)), ("axes", turns($dim))];
                        let count = if is_whole(class, seed) { 3 } else { 1 };
                        for (done, maps) in &kinds[..count] {
                            for map in maps {
                                let (a, b) = typed(map);
                                compare(done, meets(&a, &b));
                            }
                        }
                    }
                }
            })*
            // For two shapes of the same type, their order decides which is seen from the other.
            let alike = ["Obb Obb", "Triangle Triangle", "Parallelogram Parallelogram"];
            changes.check(|done, _, row| done == "swapping" && alike.contains(&row));
        }
    };
}

macro_rules! tests {
    ($($rows:tt)*) => {
        barycast_testkit::rows_in_2d!(typed!(typed_in_2d_f32 Shape2 shape2 carry2 touching2 Vec2 f32 2) $($rows)*);
        barycast_testkit::rows_in_2d!(typed!(typed_in_2d_f64 Shape2 shape2 carry2 touching2 DVec2 f64 2) $($rows)*);
        barycast_testkit::rows_in_3d!(typed!(typed_in_3d_f32 Shape3 shape3 carry3 touching3 Vec3 f32 3) $($rows)*);
        barycast_testkit::rows_in_3d!(typed!(typed_in_3d_f64 Shape3 shape3 carry3 touching3 DVec3 f64 3) $($rows)*);
    };
}
barycast::with_rows!(tests);

macro_rules! dynamic {
    ($test:ident $Any:ident $random:ident $carry:ident $touching:ident $V:ident $dim:literal $not:literal) => {
        #[test]
        fn $test() {
            let mut changes = Changes::default();
            let maps = [
                ("mirroring", mirrors($dim)),
                ("axes", turns($dim)),
                ("scaling", units(&[-300, -20, 20, 300])),
            ];
            for row in ROWS.iter().filter(|row| row.dimensions != $not) {
                let name = row.shapes.join(" ");
                for (c, &class) in CLASSES.iter().enumerate() {
                    for seed in 0..cases().div_ceil(2) {
                        let mut source = Source::new(seed * 67 + c as u64, class);
                        let mut draw = |name| $random(&mut source, &snake(name)).expect("a shape");
                        let (a, b) = (draw(row.shapes[0]), draw(row.shapes[1]));
                        let b = if seed % 2 == 0 { b } else { $touching(&a, b) };
                        let said = (a.intersects(&b), a.closest(&b).distance);
                        let mut compare = |done, a: &$Any, b: &$Any, unit: f64| {
                            let case = || format!("{class:?} {seed}\n  {a:?}\n  {b:?}");
                            if a.intersects(b) != said.0 {
                                changes.note(done, "intersects", &name, case);
                            }
                            let distance = a.closest(b).distance;
                            let same = distance == said.1 * unit;
                            let turned = ["mirroring", "axes"].contains(&done);
                            if !same
                                && !(turned && nearly(distance, said.1, &name, reach_of(a).max(reach_of(b))))
                            {
                                changes.note(done, "distance", &name, || {
                                    format!("{distance:e} {:e} {}", said.1 * unit, case())
                                });
                            }
                        };
                        compare("swapping", &b, &a, 1.0);
                        for (done, maps) in &maps {
                            for map in maps {
                                compare(done, &$carry(&a, map), &$carry(&b, map), map.unit);
                            }
                        }
                    }
                }
            }
            let exact =
                |name: &str| ROWS.iter().any(|row| row.answers[0] == "exact" && row.shapes.join(" ") == name);
            changes.check(|_, query, row| query == "intersects" && !exact(row));
        }
    };
}
dynamic!(dynamic_in_2d Shape2 shape2 carry2 touching2 DVec2 2 "3D");
dynamic!(dynamic_in_3d Shape3 shape3 carry3 touching3 DVec3 3 "2D");

/// Returns all permutations of a triangle's vertices.
fn orders<V: Vector>(t: &Triangle<V>) -> [Triangle<V>; 6] {
    let Triangle { a, b, c } = *t;
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map(|[a, b, c]| Triangle::new(a, b, c))
}

macro_rules! triangles {
    ($test:ident $Any:ident $random:ident $touching:ident $V:ident $Single:ident) => {
        #[test]
        fn $test() {
            let mut changes = Changes::default();
            for (c, &class) in CLASSES.iter().enumerate() {
                for seed in 0..cases() * 2 {
                    let mut source = Source::new(seed * 71 + c as u64, class);
                    let mut draw = || match $random(&mut source, "triangle") {
                        Some($Any::Triangle(t)) => t,
                        _ => unreachable!("a triangle"),
                    };
                    let (a, b) = (draw(), draw());
                    let b = match $touching(&a.into(), b.into()) {
                        $Any::Triangle(touching) if seed % 2 == 1 => touching,
                        _ => b,
                    };
                    let single = |t: &Triangle<$V>| t.lift::<$Single>(&|x| x as f32);
                    let in_range = !matches!(class, Class::GridScaled(_));
                    let results = |a: &Triangle<$V>, b: &Triangle<$V>| {
                        let (any_a, any_b) = ($Any::from(*a), $Any::from(*b));
                        let typed = is_whole(class, seed) && a.intersects(b);
                        let typed_f32 = is_whole(class, seed) && in_range && single(a).intersects(&single(b));
                        (any_a.intersects(&any_b), typed, typed_f32, any_a.closest(&any_b).distance)
                    };
                    let said = results(&a, &b);
                    for (p, q) in orders(&a).iter().flat_map(|p| orders(&b).map(|q| (*p, q))) {
                        for (p, q) in [(p, q), (q, p)] {
                            let now = results(&p, &q);
                            let kinds = [
                                ("yes or no", now.0 == said.0),
                                ("yes or no of f64", now.1 == said.1),
                                ("yes or no of f32", now.2 == said.2),
                                ("distance", nearly(now.3, said.3, "", reach_of(&p).max(reach_of(&q)))),
                            ];
                            for (query, _) in kinds.into_iter().filter(|(_, same)| !same) {
                                changes.note("order", query, "Triangle Triangle", || {
                                    format!("{class:?} {seed}\n  {p:?}\n  {q:?}")
                                });
                            }
                        }
                    }
                }
            }
            changes.check(|_, _, _| false);
        }
    };
}
triangles!(all_72_orders_of_two_triangles_in_2d Shape2 shape2 touching2 DVec2 Vec2);
triangles!(all_72_orders_of_two_triangles_in_3d Shape3 shape3 touching3 DVec3 Vec3);
