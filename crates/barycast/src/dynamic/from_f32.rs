//! Shapes of `f32` as shapes of any kind. Every number is widened to `f64`, so nothing is rounded.

use super::any::{Shape2, Shape3};
use crate::pair::table::with_dimensions;
use crate::shape::*;
use glam::{Vec2, Vec3, Vec3A};

macro_rules! from_f32 {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt $($list:ident { $($shape:ident $name:ident $rest:tt;)* })*) => {
        $($(from_f32!($shape $Any $narrow);)*)*
    };
    // Made of shapes of any kind, which are of `f64`.
    (Compound $($rest:tt)*) => {};
    ($shape:ident $Any:ident [$($V:ident)*]) => {$(
        impl From<$shape<$V>> for $Any {
            fn from(shape: $shape<$V>) -> Self {
                Self::$shape(shape.as_f64())
            }
        }
    )*};
}
with_dimensions!(from_f32);
