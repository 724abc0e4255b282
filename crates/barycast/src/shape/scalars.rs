//! Shapes as scalars in a fixed order, so that they can be packed into SIMD lanes.

use super::{
    Aabb, Capsule, Cylinder, Ellipsoid, HalfSpace, InfiniteCylinder, Line, Obb, Parallelogram, Plane, Point,
    Ray, Segment, Sphere, Triangle,
};
use crate::vector::Vector;

/// A shape with a fixed number of scalars.
pub trait Scalars: Copy {
    /// Scalar type: `f32`, or a vector of eight lanes.
    type Number: Copy;
    /// Number of scalars.
    const COUNT: usize;

    /// Builds the shape from its scalars, in order.
    fn from_scalars(from: &mut impl ScalarSource<Self::Number>) -> Self;

    /// Calls `to` with each scalar, in order.
    fn for_each_scalar(&self, to: &mut impl FnMut(Self::Number));
}

/// A source of scalars.
pub trait ScalarSource<N> {
    /// Returns the next scalar.
    fn next(&mut self) -> N;
}

macro_rules! scalars {
    ($($shape:ident { $($field:tt: $kind:ident),* })*) => {$(
        impl<V: Vector> Scalars for $shape<V> {
            type Number = V::Scalar;
            const COUNT: usize = 0 $(+ scalars!(@count $kind V))*;

            #[inline(always)]
            fn from_scalars(from: &mut impl ScalarSource<V::Scalar>) -> Self {
                Self { $($field: scalars!(@take $kind V from)),* }
            }

            #[inline(always)]
            fn for_each_scalar(&self, to: &mut impl FnMut(V::Scalar)) {
                $(scalars!(@give $kind V, self.$field, to);)*
            }
        }
    )*};
    (@count number $v:ident) => { 1 };
    (@count vector $v:ident) => { $v::DIM };
    (@count axes $v:ident) => { $v::DIM * $v::DIM };
    (@take number $v:ident $from:ident) => { $from.next() };
    (@take vector $v:ident $from:ident) => { $v::from_fn(#[inline(always)] |_| $from.next()) };
    (@take axes $v:ident $from:ident) => {
        $v::axes_from_fn(#[inline(always)] |_| scalars!(@take vector $v $from))
    };
    (@give number $v:ident, $number:expr, $to:ident) => { $to($number) };
    (@give vector $v:ident, $vector:expr, $to:ident) => { (0..$v::DIM).for_each(|axis| $to($vector.get(axis))) };
    (@give axes $v:ident, $axes:expr, $to:ident) => {
        $axes.as_ref().iter().for_each(|axis| scalars!(@give vector $v, axis, $to))
    };
}

scalars! {
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
