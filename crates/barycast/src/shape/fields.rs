//! Shapes by the names of their fields: for those who read them, as `serde`, the query protocol and the tests do.

use super::ShapeError;
use crate::vector::Vector;

/// Gives the numbers of a shape's fields by their names.
pub trait FieldReader<V: Vector> {
    /// Why a field cannot be read, or the numbers make no valid shape.
    type Error: From<ShapeError>;

    /// A point or a direction.
    ///
    /// # Errors
    /// When there is none of the name.
    fn vector(&mut self, name: &'static str) -> Result<V, Self::Error>;

    /// A length or a distance.
    ///
    /// # Errors
    /// When there is none of the name.
    fn number(&mut self, name: &'static str) -> Result<V::Scalar, Self::Error>;

    /// In radians.
    ///
    /// # Errors
    /// When there is none of the name.
    fn angle(&mut self, name: &'static str) -> Result<V::Scalar, Self::Error>;

    /// Two lengths.
    ///
    /// # Errors
    /// When there are none of the name.
    fn pair(&mut self, name: &'static str) -> Result<[V::Scalar; 2], Self::Error>;
}

/// A shape that is made of its fields by a checked constructor.
pub trait FromFields<V: Vector>: Sized {
    /// Reads the fields in the order of the constructor, and checks them.
    ///
    /// # Errors
    /// Those of the reader and of the constructor.
    fn from_fields<R: FieldReader<V>>(reader: &mut R) -> Result<Self, R::Error>;
}

/// States the fields of a shape, in the order of its `try_new`, and what each is: a `vector`, a `number`, an `angle` or a `pair` of
/// numbers. [`FromFields`] follows from it, and how `serde` reads the shape: unknown fields are refused.
macro_rules! fields {
    ($Shape:ident<$dim:ident> { $($field:ident: $kind:ident),* }) => {
        impl<V> $crate::shape::fields::FromFields<V> for $Shape<V>
        where
            V: $crate::vector::FloatVector + $crate::vector::$dim,
        {
            fn from_fields<R: $crate::shape::fields::FieldReader<V>>(reader: &mut R) -> Result<Self, R::Error> {
                $(let $field = reader.$kind(stringify!($field))?;)*
                Ok(Self::try_new($($field),*)?)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de, V> serde::Deserialize<'de> for $Shape<V>
        where
            V: $crate::vector::FloatVector<Scalar: serde::Deserialize<'de>>
                + $crate::vector::$dim
                + serde::Deserialize<'de>,
        {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                #[serde(bound = "V: serde::Deserialize<'de>, S: serde::Deserialize<'de>")]
                struct Fields<V, S> {
                    $($field: $crate::shape::fields::fields!(@$kind V S),)*
                    #[serde(skip)]
                    numbers: core::marker::PhantomData<S>,
                }
                let Fields { $($field,)* numbers: core::marker::PhantomData } =
                    Fields::<V, V::Scalar>::deserialize(from)?;
                Self::try_new($($field),*).map_err(<D::Error as serde::de::Error>::custom)
            }
        }
    };
    (@vector $V:ident $S:ident) => { $V };
    (@number $V:ident $S:ident) => { $S };
    (@angle $V:ident $S:ident) => { $S };
    (@pair $V:ident $S:ident) => { [$S; 2] };
}
pub(crate) use fields;
