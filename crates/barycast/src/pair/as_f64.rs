//! Shapes of `f32` as shapes of `f64`.

use super::table::with_dimensions;
use crate::shape::*;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

macro_rules! as_f64 {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt $($list:ident { $($shape:ident $name:ident $rest:tt;)* })*) => {
        $($(as_f64!($shape $Wide $list $narrow);)*)*
    };
    // Made of shapes of any kind, which are of `f64`.
    (Compound $($rest:tt)*) => {};
    (Sector $Wide:ident composites $narrow:tt) => { as_f64!(@each Sector $Wide lift(&f64::from) $narrow); };
    ($shape:ident $Wide:ident composites $narrow:tt) => { as_f64!(@each $shape $Wide widened() $narrow); };
    ($shape:ident $Wide:ident $list:ident $narrow:tt) => { as_f64!(@each $shape $Wide lift(&f64::from) $narrow); };
    (@each $shape:ident $Wide:ident $widened:ident $arguments:tt [$($V:ident)*]) => {$(
        impl $shape<$V> {
            /// Returns the same shape over `f64`. Nothing is rounded.
            #[must_use]
            pub fn as_f64(&self) -> $shape<$Wide> {
                self.$widened $arguments
            }
        }
    )*};
}
with_dimensions!(as_f64);
