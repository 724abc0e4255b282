//! Shapes of any kind, built from their names and fields.

use super::any::{Shape2, Shape3};
use crate::number::Float;
use crate::pair::table::with_shapes;
use crate::shape::fields::{FieldReader, FromFields};
use crate::shape::*;
use crate::vector::{FloatVector, Vector2, Vector3};
use glam::{DVec2, DVec3};

macro_rules! by_name {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 $composites2:tt composites_d3 $composites3:tt
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        by_name!(@any Shape2 DVec2 Vector2 $($b $b_name)* $($bb $bb_name)* $($bp $bp_name)* $($up $up_name)*);
        by_name!(@any Shape3 DVec3 Vector3 $($b $b_name)* $($s $s_name)* $($bb $bb_name)* $($bs $bs_name)* $($us $us_name)*);
    };
    (@any $Any:ident $Wide:ident $dim:ident $($Shape:ident $name:ident)*) => {
        impl $Any {
            /// Returns the shape of this name in the query protocol, checked in the precision of `V`. Returns
            /// `None` for names of no shape, and for shapes with fields other than vectors and numbers.
            ///
            /// # Errors
            /// Those of the reader and of the shape's constructor.
            #[doc(hidden)]
            pub fn from_fields<V, R>(name: &str, reader: &mut R) -> Result<Option<Self>, R::Error>
            where
                V: FloatVector + $dim,
                R: FieldReader<V>,
            {
                $(by_name!(@read $Shape $name $Wide name reader);)*
                Ok(None)
            }
        }
    };
    // These have axes or lists.
    (@read Convex $($rest:ident)*) => {};
    (@read Ellipsoid $($rest:ident)*) => {};
    (@read Frustum $($rest:ident)*) => {};
    (@read Obb $($rest:ident)*) => {};
    (@read $Shape:ident $name:ident $Wide:ident $given:ident $reader:ident) => {
        if $given == stringify!($name) {
            let shape = <$Shape<V> as FromFields<V>>::from_fields($reader)?;
            return Ok(Some(shape.lift::<$Wide>(&|x: V::Scalar| x.to_f64()).into()));
        }
    };
}
with_shapes!(by_name);
