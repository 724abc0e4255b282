//! Type aliases of the 2D shapes: `f32` coordinates here, `f64` coordinates in [`mod@f64`].

use crate::pair::table::with_shapes;

macro_rules! name {
    // For `f64` only, and for shapes of any kind.
    (Mesh $V:ident) => {};
    (Compound $V:ident) => {};
    ($Shape:ident $V:ident) => {
        #[doc = concat!("[`shape::", stringify!($Shape), "`](crate::shape::", stringify!($Shape), ") of `", stringify!($V), "`.")]
        pub type $Shape = crate::shape::$Shape<glam::$V>;
    };
}

macro_rules! name_all {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* }
     d2 { $($p:ident $p_name:ident, $p_ray:ident $p_point:ident $p_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        name_all!(@each [$($b)* $($p)* $($bb)* $($bp)* $($cp)* $($up)*]);
    };
    (@each [$($Shape:ident)*]) => {
        $(name!($Shape Vec2);)*

        /// The same names, in double precision.
        pub mod f64 {
            $(name!($Shape DVec2);)*
        }
    };
}
with_shapes!(name_all);
