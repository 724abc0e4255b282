//! Shapes of any kind, built from their names and fields.

use super::any::{Shape2, Shape3};
use crate::number::Float;
use crate::pair::table::with_dimensions;
use crate::shape::fields::{FieldReader, FromFields};
use crate::shape::*;
use crate::vector::{FloatVector, Vector2, Vector3};
use glam::{DVec2, DVec3};

macro_rules! by_name {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt
     $($list:ident { $($Shape:ident $name:ident $rest:tt;)* })*) => {
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
                $($(by_name!(@read $list $Shape $name $Wide name reader);)*)*
                Ok(None)
            }
        }
    };
    // These have axes or lists.
    (@read composites $($rest:ident)*) => {};
    (@read $list:ident Convex $($rest:ident)*) => {};
    (@read $list:ident Ellipsoid $($rest:ident)*) => {};
    (@read $list:ident Frustum $($rest:ident)*) => {};
    (@read $list:ident Obb $($rest:ident)*) => {};
    (@read $list:ident $Shape:ident $name:ident $Wide:ident $given:ident $reader:ident) => {
        if $given == stringify!($name) {
            let shape = <$Shape<V> as FromFields<V>>::from_fields($reader)?;
            return Ok(Some(shape.lift::<$Wide>(&|x: V::Scalar| x.to_f64()).into()));
        }
    };
}
with_dimensions!(by_name);
