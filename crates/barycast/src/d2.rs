//! Type aliases of the 2D shapes: `f32` coordinates here, `f64` coordinates in [`mod@f64`].

use crate::pair::table::with_dimensions;

macro_rules! name_all {
    (Shape3 $($others:tt)*) => {};
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt $($list:ident { $($Shape:ident $name:ident $rest:tt;)* })*) => {
        name_all!(@each [$($($Shape)*)*]);
    };
    (@each [$($Shape:ident)*]) => {
        $(crate::pair::table::name_type!($Shape Vec2);)*

        /// The same names, in double precision.
        pub mod f64 {
            $(crate::pair::table::name_type!($Shape DVec2);)*
        }
    };
}
with_dimensions!(name_all);
