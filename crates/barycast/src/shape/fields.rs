//! Shapes by the names of their fields, for readers such as `serde`, the query protocol and the
//! tests.

use super::ShapeError;
use crate::vector::Vector;

/// Source of the numbers of a shape's fields, by name.
pub trait FieldReader<V: Vector> {
    /// Error: a field cannot be read, or the numbers do not form a valid shape.
    type Error: From<ShapeError>;

    /// Returns a point or a direction.
    ///
    /// # Errors
    /// There is no field of this name.
    fn vector(&mut self, name: &'static str) -> Result<V, Self::Error>;

    /// Returns a length or a distance.
    ///
    /// # Errors
    /// There is no field of this name.
    fn number(&mut self, name: &'static str) -> Result<V::Scalar, Self::Error>;

    /// Returns an angle in radians.
    ///
    /// # Errors
    /// There is no field of this name.
    fn angle(&mut self, name: &'static str) -> Result<V::Scalar, Self::Error>;

    /// Returns two lengths.
    ///
    /// # Errors
    /// There is no field of this name.
    fn pair(&mut self, name: &'static str) -> Result<[V::Scalar; 2], Self::Error>;
}

/// Shape that a checked constructor builds from its fields.
pub trait FromFields<V: Vector>: Sized {
    /// Reads the fields in the order of the constructor and checks them.
    ///
    /// # Errors
    /// Those of the reader and of the constructor.
    fn from_fields<R: FieldReader<V>>(reader: &mut R) -> Result<Self, R::Error>;
}

/// Declares the fields of a shape, in the order of its `try_new`, each as a `vector`, a `number`,
/// an `angle` or a `pair` of numbers. Implements [`FromFields`] and the `serde` representation,
/// which rejects unknown fields.
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
