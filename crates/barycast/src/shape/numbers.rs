//! Shapes as numbers in a fixed order: so they are laid side by side in lanes.

use super::{
    Aabb, Capsule, Cylinder, Ellipsoid, HalfSpace, InfiniteCylinder, Line, Obb, Parallelogram, Plane, Point,
    Ray, Segment, Sphere, Triangle,
};
use crate::vector::Vector;

/// A shape of a fixed number of numbers.
pub trait Numbers: Copy {
    /// What they are: `f32`, or eight of them.
    type Number: Copy;
    /// How many there are.
    const COUNT: usize;

    /// From its numbers, in order.
    fn take(from: &mut impl Source<Self::Number>) -> Self;

    /// Calls `to` with its numbers, in order.
    fn give(&self, to: &mut impl FnMut(Self::Number));
}

/// Where numbers come from.
pub trait Source<N> {
    /// The next one.
    fn next(&mut self) -> N;
}

macro_rules! numbers {
    ($($shape:ident { $($field:tt: $kind:ident),* })*) => {$(
        impl<V: Vector> Numbers for $shape<V> {
            type Number = V::Scalar;
            const COUNT: usize = 0 $(+ numbers!(@count $kind V))*;

            #[inline(always)]
            fn take(from: &mut impl Source<V::Scalar>) -> Self {
                Self { $($field: numbers!(@take $kind V from)),* }
            }

            #[inline(always)]
            fn give(&self, to: &mut impl FnMut(V::Scalar)) {
                $(numbers!(@give $kind V, self.$field, to);)*
            }
        }
    )*};
    (@count number $v:ident) => { 1 };
    (@count vector $v:ident) => { $v::DIM };
    (@count axes $v:ident) => { $v::DIM * $v::DIM };
    (@take number $v:ident $from:ident) => { $from.next() };
    (@take vector $v:ident $from:ident) => { $v::from_fn(#[inline(always)] |_| $from.next()) };
    (@take axes $v:ident $from:ident) => {
        $v::axes_from_fn(#[inline(always)] |_| numbers!(@take vector $v $from))
    };
    (@give number $v:ident, $number:expr, $to:ident) => { $to($number) };
    (@give vector $v:ident, $vector:expr, $to:ident) => { (0..$v::DIM).for_each(|axis| $to($vector.get(axis))) };
    (@give axes $v:ident, $axes:expr, $to:ident) => {
        $axes.as_ref().iter().for_each(|axis| numbers!(@give vector $v, axis, $to))
    };
}

numbers! {
    Point { 0: vector }
    Line { origin: vector, direction: vector }
    Ray { origin: vector, direction: vector }
    Segment { a: vector, b: vector }
    Plane { normal: vector, distance: number }
    HalfSpace { normal: vector, distance: number }
    Sphere { center: vector, radius: number }
    Aabb { min: vector, max: vector }
    Obb { center: vector, half_extents: vector, axes: axes }
    Capsule { a: vector, b: vector, radius: number }
    Ellipsoid { center: vector, radii: vector, axes: axes }
    Triangle { a: vector, b: vector, c: vector }
    Parallelogram { origin: vector, u: vector, v: vector }
    Cylinder { a: vector, b: vector, radius: number }
    InfiniteCylinder { origin: vector, direction: vector, radius: number }
}
