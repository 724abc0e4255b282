//! An oracle for two shapes of the table in [integers](crate::integer): all their numbers times a
//! common power of two.
//!
//! - Polyhedra, and shapes within a radius of one (spheres, capsules, infinite cylinders), have a
//!   squared distance.
//! - An ellipsoid is mapped to the unit sphere by the inverse of its axes, and the polyhedron with
//!   it. For a flat one, only the part of the polyhedron in its plane counts.
//! - A cylinder is tested against the part of the polyhedron between its caps, along its axis.
//! - A cylinder and a sphere compare with one root, which is squared away.
//!
//! Other pairs of round shapes have no oracle here. The kernels use none of these methods.

use crate::integer::{Generator, Triple, add, cross, dot, has_a_point, nearest, section, sub, times};
use barycast::shape::*;
use barycast::vector::{Vector, Vector3};
use dashu_int::IBig;
use std::cell::RefCell;
use std::cmp::Ordering;

/// The exact result for a pair.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// True if the shapes share a point.
    pub meets: bool,
    /// True if the shapes are known to touch only.
    pub touches: bool,
    /// Distance, as the sum of two floats, if this oracle computes it.
    pub distance: Option<[f64; 2]>,
}

/// A shape in integers.
enum Form {
    /// Generators, whose points have one weight, and a radius in that weight.
    Dilated { set: Vec<Generator>, weight: IBig, radius: IBig },
    /// The center and the arms; if a radius is 0, the axis, and whether it is.
    Ellipsoid { center: Triple, arms: [Triple; 3], flat: [bool; 3] },
    /// Both ends and the radius.
    Cylinder { a: Triple, b: Triple, radius: IBig },
}

/// The power of two that makes all numbers integers.
struct Scale(i32);

impl Scale {
    fn number(&self, x: f64) -> IBig {
        let (mantissa, exponent) = parts(x);
        IBig::from(mantissa) << (exponent - self.0) as usize
    }

    fn triple<V: Vector<Scalar = f64>>(&self, v: V) -> Triple {
        std::array::from_fn(|i| if i < V::DIM { self.number(v.get(i)) } else { IBig::ZERO })
    }

    /// Returns 1 in the scaled integers.
    fn one(&self) -> IBig {
        self.number(1.0)
    }
}

/// Returns the odd integer and the power of two of a float.
fn parts(x: f64) -> (i64, i32) {
    if x == 0.0 {
        return (0, 0);
    }
    let bits = x.to_bits().cast_signed();
    let (biased, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let mut exponent = biased.max(1) - 1075;
    let mut mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
    while mantissa % 2 == 0 {
        mantissa /= 2;
        exponent += 1;
    }
    (if x < 0.0 { -mantissa } else { mantissa }, exponent)
}

/// A shape that the oracle supports.
pub trait IntegerShape {
    /// Returns the numbers that define it.
    fn numbers(&self) -> Vec<f64>;

    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this file")]
    fn form(&self, scale: &Scale) -> Form;
}

/// Returns points of weight 1 and directions.
fn set<const P: usize, const R: usize>(points: [Triple; P], rays: [Triple; R]) -> Vec<Generator> {
    let points = points.into_iter().map(|at| Generator { at, weight: IBig::ONE });
    points.chain(rays.into_iter().map(|at| Generator { at, weight: IBig::ZERO })).collect()
}

fn dilated(set: Vec<Generator>, radius: IBig) -> Form {
    Form::Dilated { set, weight: IBig::ONE, radius }
}

fn bounded<const P: usize>(points: [Triple; P]) -> Form {
    dilated(set(points, []), IBig::ZERO)
}

fn negated(v: &Triple) -> Triple {
    times(v, &IBig::NEG_ONE)
}

/// Returns the foot of the origin, directions in the plane, and with `side` the direction below it.
fn plane<V: Vector<Scalar = f64>>(normal: V, distance: f64, side: bool, scale: &Scale) -> Form {
    let n = scale.triple(normal);
    let weight = dot(&n, &n);
    let foot = Generator { at: times(&n, &(scale.number(distance) * scale.one())), weight: weight.clone() };
    let unit = |i: usize| -> Triple { std::array::from_fn(|j| IBig::from(i32::from(i == j))) };
    let mut rays: Vec<Triple> =
        if V::DIM == 2 { vec![cross(&n, &unit(2))] } else { (0..3).map(|i| cross(&n, &unit(i))).collect() };
    rays.extend(rays.clone().iter().map(negated));
    if side {
        rays.push(negated(&n));
    }
    let rays = rays.into_iter().map(|at| Generator { at, weight: IBig::ZERO });
    Form::Dilated { set: std::iter::once(foot).chain(rays).collect(), weight, radius: IBig::ZERO }
}

fn corner<V: Vector<Scalar = f64>>(bits: usize, low: V, high: V) -> V {
    V::from_fn(|i| if bits >> i & 1 == 1 { high.get(i) } else { low.get(i) })
}

macro_rules! judged {
    ($($dim:ident $shape:ident |$s:ident, $q:ident| $form:expr;)*) => {$(
        impl<V: $dim<Scalar = f64>> IntegerShape for $shape<V> {
            fn numbers(&self) -> Vec<f64> {
                let all = RefCell::new(Vec::new());
                self.lift::<V>(&|x| {
                    all.borrow_mut().push(x);
                    x
                });
                all.into_inner()
            }

            #[allow(private_interfaces, reason = "for this file")]
            fn form(&self, $q: &Scale) -> Form {
                let $s = self;
                $form
            }
        }
    )*};
}

judged! {
    Vector Point |s, q| bounded([q.triple(s.0)]);
    Vector Segment |s, q| bounded([q.triple(s.a), q.triple(s.b)]);
    Vector Triangle |s, q| bounded([q.triple(s.a), q.triple(s.b), q.triple(s.c)]);
    Vector Sphere |s, q| dilated(set([q.triple(s.center)], []), q.number(s.radius));
    Vector Capsule |s, q| dilated(set([q.triple(s.a), q.triple(s.b)], []), q.number(s.radius));
    Vector Plane |s, q| plane(s.normal, s.distance, false, q);
    Vector HalfSpace |s, q| plane(s.normal, s.distance, true, q);
    Vector Ray |s, q| dilated(set([q.triple(s.origin)], [q.triple(s.direction)]), IBig::ZERO);
    Vector Line |s, q| {
        let d = q.triple(s.direction);
        dilated(set([q.triple(s.origin)], [negated(&d), d]), IBig::ZERO)
    };
    Vector3 InfiniteCylinder |s, q| {
        let d = q.triple(s.direction);
        dilated(set([q.triple(s.origin)], [negated(&d), d]), q.number(s.radius))
    };
    Vector Parallelogram |s, q| {
        let (o, u, v) = (q.triple(s.origin), q.triple(s.u), q.triple(s.v));
        let (a, b) = (add(&o, &u), add(&o, &v));
        let far = add(&a, &v);
        bounded([o, a, b, far])
    };
    Vector Aabb |s, q| {
        let corners = (0..1 << V::DIM).map(|bits| q.triple(corner(bits, s.min, s.max)));
        let set = corners.map(|at| Generator { at, weight: IBig::ONE }).collect();
        dilated(set, IBig::ZERO)
    };
    Vector Obb |s, q| {
        let weight = q.one();
        let mut points = vec![times(&q.triple(s.center), &weight)];
        for i in 0..V::DIM {
            let arm = times(&q.triple(s.axis(i)), &q.number(s.half_extents.get(i)));
            points = points.iter().flat_map(|p| [add(p, &arm), sub(p, &arm)]).collect();
        }
        let set = points.into_iter().map(|at| Generator { at, weight: weight.clone() }).collect();
        Form::Dilated { set, weight, radius: IBig::ZERO }
    };
    Vector Ellipsoid |s, q| {
        // In 2D any third arm does: nothing leaves the plane.
        let third = || -> Triple { [IBig::ZERO, IBig::ZERO, q.one()] };
        let axis = |i: usize| if i < V::DIM { q.triple(s.axis(i)) } else { third() };
        let radius = |i: usize| if i < V::DIM { s.radii.get(i) } else { 1.0 };
        let flat = std::array::from_fn(|i| radius(i) == 0.0);
        let arm = |i: usize| times(&axis(i), &q.number(if flat[i] { 1.0 } else { radius(i) }));
        Form::Ellipsoid { center: q.triple(s.center), arms: std::array::from_fn(arm), flat }
    };
    Vector3 Cylinder |s, q| Form::Cylinder { a: q.triple(s.a), b: q.triple(s.b), radius: q.number(s.radius) };
}

/// Returns the exact result for two shapes; `None` if the oracle does not support the pair.
#[must_use]
pub fn decide(a: &dyn IntegerShape, b: &dyn IntegerShape) -> Option<Verdict> {
    let numbers = a.numbers().into_iter().chain(b.numbers()).chain([1.0]);
    let scale = Scale(numbers.map(|x| parts(x).1).min().unwrap_or(0).min(0));
    match (a.form(&scale), b.form(&scale)) {
        (Form::Dilated { set: a, weight: v, radius: r }, Form::Dilated { set: b, weight: w, radius: s }) => {
            let (a, b) = (weighing_one(&a, &w), weighing_one(&b, &v));
            let squared = nearest(&a, &b);
            let reach = r * &w + s * &v;
            let order = squared.compare(&reach);
            let unit = scale.one() * v * w;
            Some(Verdict {
                meets: order != Ordering::Greater,
                touches: order == Ordering::Equal && !reach.is_zero(),
                distance: Some(squared.length_less(&reach, &unit)),
            })
        }
        (Form::Ellipsoid { center, arms, flat }, Form::Dilated { set, weight, radius })
        | (Form::Dilated { set, weight, radius }, Form::Ellipsoid { center, arms, flat })
            if radius.is_zero() =>
        {
            Some(in_ellipsoid(&set, &times(&center, &weight), &arms, flat, &scale))
        }
        (Form::Cylinder { a, b, radius: r }, Form::Dilated { set, weight, radius })
        | (Form::Dilated { set, weight, radius }, Form::Cylinder { a, b, radius: r }) => {
            if radius.is_zero() {
                return Some(in_cylinder(&set, &weight, &a, &b, &r));
            }
            // Supports spheres only among the rounded shapes.
            let [sphere] = set.as_slice() else { return None };
            Some(cylinder_and_sphere([&a, &b], &r, &sphere.at, &radius))
        }
        _ => None,
    }
}

/// Returns the same set in units `by` times finer, with points of weight 1.
fn weighing_one(set: &[Generator], by: &IBig) -> Vec<Generator> {
    let one = |g: &Generator| Generator {
        at: if g.weight.is_zero() { g.at.clone() } else { times(&g.at, by) },
        weight: if g.weight.is_zero() { IBig::ZERO } else { IBig::ONE },
    };
    set.iter().map(one).collect()
}

const NO: Verdict = Verdict { meets: false, touches: false, distance: None };

fn verdict(order: Ordering) -> Verdict {
    Verdict { meets: order != Ordering::Greater, touches: order == Ordering::Equal, distance: None }
}

/// Maps to the ellipsoid's coordinates: relative to its center, with the arms as axes.
fn in_ellipsoid(
    set: &[Generator],
    center: &Triple,
    arms: &[Triple; 3],
    flat: [bool; 3],
    scale: &Scale,
) -> Verdict {
    let unit = scale.one();
    // The arms are products of two numbers, so all else is scaled to the same unit.
    let seen = |g: &Generator| Generator {
        at: if g.weight.is_zero() { g.at.clone() } else { times(&sub(&g.at, center), &unit) },
        weight: g.weight.clone(),
    };
    let mut set: Vec<Generator> = set.iter().map(seen).collect();
    let inverse: [Triple; 3] = std::array::from_fn(|i| cross(&arms[(i + 1) % 3], &arms[(i + 2) % 3]));
    for (row, flat) in inverse.iter().zip(flat) {
        if flat {
            set = section(&set, row, &IBig::ZERO, false);
        }
    }
    if !has_a_point(&set) {
        return NO;
    }
    let whole = dot(&arms[0], &inverse[0]);
    let mapped = |g: &Generator| Generator {
        at: std::array::from_fn(|i| dot(&g.at, &inverse[i])),
        weight: g.weight.clone(),
    };
    let set: Vec<Generator> = set.iter().map(mapped).collect();
    verdict(nearest(&set, &origin()).compare(&whole))
}

fn origin() -> [Generator; 1] {
    [Generator { at: [IBig::ZERO; 3], weight: IBig::ONE }]
}

/// Tests the part between the caps, projected along the axis.
fn in_cylinder(set: &[Generator], weight: &IBig, a: &Triple, b: &Triple, radius: &IBig) -> Verdict {
    let d = sub(b, a);
    let length = dot(&d, &d);
    let from = times(a, weight);
    let seen = |g: &Generator| Generator {
        at: if g.weight.is_zero() { g.at.clone() } else { sub(&g.at, &from) },
        weight: g.weight.clone(),
    };
    let set: Vec<Generator> = set.iter().map(seen).collect();
    let above = section(&set, &negated(&d), &IBig::ZERO, true);
    let between = section(&above, &d, &length, true);
    if !has_a_point(&between) {
        return NO;
    }
    let across = |g: &Generator| Generator {
        at: sub(&times(&g.at, &length), &times(&d, &dot(&g.at, &d))),
        weight: g.weight.clone(),
    };
    let set: Vec<Generator> = between.iter().map(across).collect();
    verdict(nearest(&set, &origin()).compare(&(radius * &length)))
}

/// With `h` the height of the sphere's center beyond a cap and `q` its distance from the axis, they
/// intersect if `q <= r`, or `q <= r + sqrt(R^2 - h^2)`; all times the length of the axis.
fn cylinder_and_sphere(ends: [&Triple; 2], radius: &IBig, center: &Triple, reach: &IBig) -> Verdict {
    let (d, p) = (sub(ends[1], ends[0]), sub(center, ends[0]));
    let (dd, along) = (dot(&d, &d), dot(&p, &d));
    let beyond = if along < IBig::ZERO {
        -along
    } else if along > dd {
        along - &dd
    } else {
        IBig::ZERO
    };
    let off = cross(&p, &d);
    let (q, r) = (dot(&off, &off), radius * radius * &dd);
    let room = reach * reach * &dd - &beyond * &beyond;
    if room < IBig::ZERO {
        return NO;
    }
    // sqrt(q) <= sqrt(r) + sqrt(room)
    let over = q - &r - &room;
    if over <= IBig::ZERO {
        return Verdict { meets: true, touches: false, distance: None };
    }
    verdict((&over * &over).cmp(&(IBig::from(4) * r * room)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::polyhedron::Polyhedron;
    use crate::random::{CLASSES, Source, shape3};
    use barycast::dynamic::any::Shape3;
    use glam::{DVec3, dvec3};

    /// The variants that both oracles support.
    macro_rules! pairs {
        ($($a:ident $b:ident;)*) => {
            #[test]
            fn both_oracles_agree() {
                $(for (c, &class) in CLASSES.iter().enumerate() {
                    for seed in 0..6 {
                        let mut source = Source::new(seed * 41 + c as u64, class);
                        let Some(Shape3::$a(a)) = shape3(&mut source, &crate::random::snake(stringify!($a))) else { panic!() };
                        let Some(Shape3::$b(b)) = shape3(&mut source, &crate::random::snake(stringify!($b))) else { panic!() };
                        let found = decide(&a, &b).expect("judged");
                        let form = |s: Shape3| Polyhedron::solid(&s).expect("a polyhedron");
                        let (p, q) = (form(a.into()), form(b.into()));
                        assert_eq!(found.meets, oracle::intersects(&p, &q), "{a:?} {b:?}");
                        let squared = oracle::distance_squared(&p, &q).to_f64_fast();
                        let exact = (squared.max(0.0).sqrt() - (&p.radius + &q.radius).to_f64_fast()).max(0.0);
                        let distance = found.distance.expect("verdict")[0];
                        assert!((distance - exact).abs() <= 1e-12 * squared.max(0.0).sqrt(), "{distance} {exact} {a:?} {b:?}");
                    }
                })*
            }
        };
    }
    pairs! {
        Obb Obb; Obb Triangle; Aabb Parallelogram; Capsule Capsule; Capsule Obb; Ray Triangle; Line Ray; Plane Segment;
        HalfSpace Sphere; Line Segment; Plane Plane; HalfSpace HalfSpace; InfiniteCylinder Obb; Triangle Triangle;
    }

    #[test]
    fn a_flat_ellipse_intersects_a_line_through_its_rim_and_not_one_an_ulp_away() {
        let disc = Ellipsoid::new(DVec3::ZERO, dvec3(2., 1., 0.), [DVec3::X, DVec3::Y, DVec3::Z]);
        let line = |x: f64| Line::new(dvec3(x, 0., 5.), DVec3::Z);
        let touch = decide(&disc, &line(2.)).unwrap();
        assert!(touch.meets && touch.touches);
        assert!(!decide(&line(2_f64.next_up()), &disc).unwrap().meets);
    }

    #[test]
    fn a_cylinder_intersects_shapes_that_touch_its_rim() {
        let tube = Cylinder::new(DVec3::ZERO, dvec3(0., 0., 2.), 1.);
        assert!(decide(&tube, &Point(dvec3(0., 1., 2.))).unwrap().touches);
        assert!(decide(&tube, &Segment::new(dvec3(1., -1., 2.), dvec3(1., 1., 2.))).unwrap().touches);
        let ball = |x: f64| Sphere::new(dvec3(x, 0., 6.), 5.);
        assert!(decide(&tube, &ball(4.)).unwrap().touches);
        assert!(!decide(&ball(4_f64.next_up()), &tube).unwrap().meets);
    }
}
