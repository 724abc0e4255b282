//! Vectors over any number type: lanes, intervals, exact rationals, double-doubles.

use super::{ByDim, FloatVector, Vector, Vector2, Vector3};
use crate::number::{DoubleDouble, Float, Ring};
use core::ops::{Add, Mul, Neg, Sub};

/// A vector with two coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the coordinates")]
pub struct V2<S> {
    pub x: S,
    pub y: S,
}

/// A vector with three coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the coordinates")]
pub struct V3<S> {
    pub x: S,
    pub y: S,
    pub z: S,
}

macro_rules! operators {
    ($vector:ident { $($axis:ident),* }) => {
        impl<S: Ring> Add for $vector<S> {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                Self { $($axis: self.$axis + o.$axis),* }.leveled()
            }
        }

        impl<S: Ring> Sub for $vector<S> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                Self { $($axis: self.$axis - o.$axis),* }.leveled()
            }
        }

        impl<S: Ring> Neg for $vector<S> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self { $($axis: -self.$axis),* }
            }
        }

        impl<S: Ring> Mul<S> for $vector<S> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, s: S) -> Self {
                Self { $($axis: self.$axis * s),* }
            }
        }
    };
}

operators!(V2 { x, y });
operators!(V3 { x, y, z });

/// Common implementation of glam's vectors and of these, written over field names.
macro_rules! vector_body {
    ($dim:literal, $scalar:ty, $d:ident, $make:expr, $($axis:ident $index:literal),*) => {
        const DIM: usize = $dim;
        type Mask = <$scalar as $crate::number::Ring>::Mask;
        type Scalar = $scalar;
        type Axes = [Self; $dim];

        #[inline(always)]
        fn get(self, axis: usize) -> $scalar {
            match axis {
                $($index => self.$axis,)*
                _ => panic!("no axis {axis} in {} dimensions", $dim),
            }
        }

        #[inline(always)]
        fn from_fn(mut number: impl FnMut(usize) -> $scalar) -> Self {
            $make($(number($index)),*)
        }

        #[inline(always)]
        fn axes_from_fn(mut axis: impl FnMut(usize) -> Self) -> Self::Axes {
            // Written out: `from_fn` of an array is a function call.
            [$(axis($index)),*]
        }

        #[inline(always)]
        fn leveled(self) -> Self {
            let [$($axis),*] = $crate::number::Ring::leveled([$(self.$axis),*]);
            $make($($axis),*)
        }

        #[inline(always)]
        fn splat(number: $scalar) -> Self {
            $make($({ let _ = $index; number }),*)
        }

        #[inline(always)]
        fn by_dim<Q: ByDim<Self>>(question: Q) -> Q::Answer {
            question.$d()
        }

        #[inline(always)]
        fn with(mut self, axis: usize, number: $scalar) -> Self {
            match axis {
                $($index => self.$axis = number,)*
                _ => panic!("no axis {axis} in {} dimensions", $dim),
            }
            self
        }
    };
}
pub(super) use vector_body;

/// Implementation for vectors that are their own register type, or have none.
macro_rules! packed_itself {
    () => {
        type Packed = Self;

        #[inline(always)]
        fn packed(self) -> Self {
            self
        }
    };
}
pub(crate) use packed_itself;

macro_rules! vector_body_2 {
    ($make:expr) => {
        #[inline(always)]
        fn unit_axes(one: Self::Scalar) -> Self::Axes {
            let o = $crate::number::Ring::zero(one);
            [$make(one, o), $make(o, one)]
        }

        #[inline(always)]
        fn wedge_squared(self, other: Self) -> Self::Scalar {
            use $crate::number::Ring;
            Ring::squared(self.x * other.y - self.y * other.x)
        }

        #[inline(always)]
        fn wedge_dot(self, b: Self, c: Self, d: Self) -> Self::Scalar {
            (self.x * b.y - self.y * b.x) * (c.x * d.y - c.y * d.x)
        }

        #[inline(always)]
        fn triple(self, _: Self, _: Self) -> Self::Scalar {
            $crate::number::Ring::zero(self.x)
        }

        #[inline(always)]
        fn any_orthogonal(self) -> Self {
            $make(-self.y, self.x)
        }
    };
}
pub(super) use vector_body_2;

macro_rules! vector_body_3 {
    ($make:expr) => {
        #[inline(always)]
        fn unit_axes(one: Self::Scalar) -> Self::Axes {
            let o = $crate::number::Ring::zero(one);
            [$make(one, o, o), $make(o, one, o), $make(o, o, one)]
        }

        #[inline(always)]
        fn wedge_squared(self, other: Self) -> Self::Scalar {
            Vector::length_squared(Vector3::cross(self, other))
        }

        #[inline(always)]
        fn wedge_dot(self, b: Self, c: Self, d: Self) -> Self::Scalar {
            Vector::dot(Vector3::cross(self, b), Vector3::cross(c, d))
        }

        #[inline(always)]
        fn triple(self, b: Self, c: Self) -> Self::Scalar {
            Vector::dot(self, Vector3::cross(b, c))
        }

        #[inline(always)]
        fn any_orthogonal(self) -> Self {
            // Crosses with the axis of the smaller of |x| and |y|: never parallel to the vector.
            use $crate::number::Ring;
            let o = self.x.zero();
            let by_x = $make(o, self.z, -self.y);
            let by_y = $make(-self.z, o, self.x);
            Vector::select(Ring::abs(self.x).le(Ring::abs(self.y)), by_x, by_y)
        }
    };
}
pub(super) use vector_body_3;

impl<S: Ring> V2<S> {
    #[inline(always)]
    fn make(x: S, y: S) -> Self {
        Self { x, y }
    }
}

impl<S: Ring> V3<S> {
    #[inline(always)]
    fn make(x: S, y: S, z: S) -> Self {
        Self { x, y, z }
    }
}

impl<S: Ring> Vector for V2<S> {
    vector_body!(2, S, d2, Self::make, x 0, y 1);
    packed_itself!();
    vector_body_2!(Self::make);
}

impl<S: Float> FloatVector for V2<S> {
    type Register = Self;
    type Wide = V2<S::Wide>;
    type Precise = V2<DoubleDouble>;
    type Of<T: Ring> = V2<T>;
}

impl<S: Ring> Vector2 for V2<S> {}

impl<S: Ring> Vector for V3<S> {
    vector_body!(3, S, d3, Self::make, x 0, y 1, z 2);
    packed_itself!();
    vector_body_3!(Self::make);
}

impl<S: Float> FloatVector for V3<S> {
    type Register = Self;
    type Wide = V3<S::Wide>;
    type Precise = V3<DoubleDouble>;
    type Of<T: Ring> = V3<T>;
}

impl<S: Ring> Vector3 for V3<S> {}
