//! Batches of pairs agree with single pairs: blocks of eight and remainders, pairwise and against
//! one shape.

use barycast::batch::{Batch, LengthError};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::Scalars;
use barycast_testkit::random::{CLASSES, Source, shape2, shape3, snake};
use core::fmt::Debug;
use glam::{DVec2, DVec3, Vec3};

/// Whole blocks and a remainder.
const COUNT: usize = 27;

/// Draws shapes of one kind and converts them.
macro_rules! drawn {
    ($Any:ident $random:ident $v:ident $source:ident $shape:ident) => {
        (0..COUNT)
            .map(|_| match $random(&mut $source, &snake(stringify!($shape))) {
                Some($Any::$shape(shape)) => shape.lift::<$v>(&|x| x as _),
                _ => unreachable!(),
            })
            .collect::<Vec<_>>()
    };
}

/// Compares `$many` on batches with `$single` on the pairs.
macro_rules! agree {
    ($test:ident $Any:ident $random:ident $v:ident $many:ident $to_one:ident $single:expr; $($a:ident $b:ident)*) => {
        #[test]
        fn $test() {
            let mut counts = Counts::default();
            $(for (seed, class) in CLASSES.into_iter().enumerate() {
                let mut source = Source::new(1 + seed as u64, class);
                let a = drawn!($Any $random $v source $a);
                let b = drawn!($Any $random $v source $b);
                let (many_a, many_b) = (Batch::new(&a), Batch::new(&b));
                kept(&a, &many_a);
                let pairs = a.iter().zip(&b).map(|(a, b)| $single(a, b));
                counts.same(&many_a.$many(&many_b).unwrap(), pairs.collect(), stringify!($a $b));
                let pairs = a.iter().map(|a| $single(a, &b[0]));
                counts.same(&many_a.$to_one(&b[0]), pairs.collect(), stringify!($a $b));
            })*
            counts.enough();
        }
    };
}

/// Counts the kinds of results.
#[derive(Default)]
struct Counts {
    some: usize,
    none: usize,
}

trait Answer: Copy + PartialEq + Debug {
    fn is_none(self) -> bool;
}

impl Answer for bool {
    fn is_none(self) -> bool {
        !self
    }
}

/// Neither a hit nor a distance of 0.
impl Answer for f32 {
    fn is_none(self) -> bool {
        self == 0.0 || self == f32::INFINITY
    }
}

impl Answer for f64 {
    fn is_none(self) -> bool {
        self == 0.0 || self == f64::INFINITY
    }
}

impl Counts {
    fn same<T: Answer>(&mut self, many: &[T], single: Vec<T>, pair: &str) {
        assert_eq!(many, single, "{pair}");
        let none = single.into_iter().filter(|answer| answer.is_none()).count();
        self.none += none;
        self.some += many.len() - none;
    }

    fn enough(&self) {
        assert!(self.some > 300 && self.none > 300, "{} and {}", self.some, self.none);
    }
}

/// Checks that the given shapes are stored.
fn kept<A: Scalars<Number: barycast::number::SimdScalar> + PartialEq + Debug>(given: &[A], many: &Batch<A>) {
    let there: Vec<_> = (0..COUNT + 8).map_while(|i| many.get(i)).collect();
    assert_eq!(given, there);
    assert_eq!((many.len(), many.is_empty()), (given.len(), false));
}

agree! { many_meet_in_space Shape3 shape3 Vec3 intersects intersects_one |a: &_, b: &_| meets(a, b);
    Aabb Sphere  Sphere Obb  Obb Obb  Capsule Capsule  Triangle Triangle  Ray Aabb  Ellipsoid Point  Cylinder Sphere
}
agree! { many_meet_in_the_plane Shape2 shape2 DVec2 intersects intersects_one |a: &_, b: &_| meets(a, b);
    Segment Segment  Point Triangle  Sphere Segment  Obb Obb
}
agree! { many_are_apart_in_space Shape3 shape3 Vec3 distances distances_to_one |a: &_, b: &_| apart(a, b);
    Aabb Aabb  Aabb HalfSpace  Aabb Sphere  Capsule Capsule  Sphere Capsule  Cylinder Sphere  Obb Plane  Obb Sphere
    Parallelogram Sphere  Triangle Point  Point Segment  Line Ray  Ray Sphere  Triangle Triangle
}
agree! { many_are_apart_in_the_plane Shape2 shape2 DVec2 distances distances_to_one |a: &_, b: &_| apart(a, b);
    Sphere Capsule  Plane Triangle  Ray Ray
}
agree! { many_are_hit_in_space Shape3 shape3 Vec3 cast cast_at_one |a: &_, b: &_| time(a, b);
    Ray Aabb  Segment Capsule  Ray Cylinder  Segment Ellipsoid  Line HalfSpace  Segment Obb  Line Plane  Ray Sphere
    Ray Triangle
}
agree! { many_are_hit_in_the_plane Shape2 shape2 DVec2 cast cast_at_one |a: &_, b: &_| time(a, b);
    Ray Aabb  Segment Triangle  Line Sphere
}

fn meets<A: barycast::query::Intersects<B, Answer = bool>, B>(a: &A, b: &B) -> bool {
    a.intersects(b)
}

fn apart<A, B, V>(a: &A, b: &B) -> V::Scalar
where
    A: barycast::query::Distance<B, Vector = V>,
    V: barycast::vector::Vector,
{
    a.closest(b).distance
}

fn time<A, B, V>(a: &A, b: &B) -> V::Scalar
where
    A: barycast::query::Cast<B, Answer = Option<barycast::query::Hit<V>>>,
    V: barycast::vector::FloatVector,
{
    use barycast::number::Real as _;
    a.cast(b).map_or(<V::Scalar as barycast::number::Float>::ONE.infinity(), |hit| hit.t)
}

#[test]
fn one_ray_is_cast_at_many_shapes() {
    let mut source = Source::new(3, CLASSES[0]);
    let rays = drawn!(Shape3 shape3 Vec3 source Ray);
    let boxes = drawn!(Shape3 shape3 Vec3 source Aabb);
    let many = Batch::new(&boxes);
    for ray in rays {
        assert_eq!(many.hit_by_one(&ray), boxes.iter().map(|b| time(&ray, b)).collect::<Vec<_>>());
    }
}

/// More than one task.
#[test]
fn a_hundred_thousand_results_are_in_order() {
    let at = |i: usize| DVec3::new(i as f64, 0.0, 0.0);
    let balls: Vec<_> = (0..100_001)
        .map(|i| barycast::d3::f64::Sphere::new(at(i), if i % 7 == 0 { 0.75 } else { 0.25 }))
        .collect();
    let points: Vec<_> =
        (0..100_001).map(|i| barycast::d3::f64::Point::new(at(i) + DVec3::Y * 0.5)).collect();
    let (balls, points) = (Batch::new(&balls), Batch::new(&points));
    let met = balls.intersects(&points).unwrap();
    assert!(met.iter().enumerate().all(|(i, met)| *met == (i % 7 == 0)));
    let apart = balls.distances(&points).unwrap();
    assert!(apart.iter().enumerate().all(|(i, d)| *d == if i % 7 == 0 { 0.0 } else { 0.25 }));
}

#[test]
fn empty_batches_have_no_results_and_different_lengths_are_errors() {
    let none = Batch::<barycast::d3::Point>::new(&[]);
    assert!(none.is_empty() && none.get(0).is_none());
    assert_eq!(none.intersects(&none), Ok(vec![]));
    let one = Batch::new(&[barycast::d3::Point::new(Vec3::ZERO)]);
    let error = one.intersects(&none).unwrap_err();
    assert_eq!(error, LengthError { these: 1, others: 0 });
    assert_eq!(error.to_string(), "both batches must have the same length, got 1 and 0");
    assert_eq!(one.distances(&none), Err(error));
    assert_eq!(one.intersects_one(&barycast::d3::Point::new(Vec3::ZERO)), [true]);
}
