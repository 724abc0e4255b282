//! What the protocol asks of the shapes of either dimension.

use barycast::any::{NoAnswer, Shape2, Shape3};
use barycast::cast::CastOptions;
use barycast::question::{Closest, Hit, Penetration};
use barycast::shape::Point;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};

/// [`Shape2`] or [`Shape3`] of `f64`.
pub(crate) trait AnyShape: Sized {
    type Vector: Vector<Scalar = f64>;
    /// As in the table's rows.
    const DIMENSIONS: &'static str;

    fn name(&self) -> &'static str;
    fn as_point(&self) -> Option<Self::Vector>;
    fn intersects(&self, other: &Self) -> bool;
    fn closest(&self, other: &Self) -> Closest<Self::Vector>;
    fn signed_distance(&self, point: Self::Vector) -> f64;
    fn contact(&self, other: &Self) -> Result<Option<Penetration<Self::Vector>>, NoAnswer>;
    fn cast(&self, other: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<Self::Vector>>, NoAnswer>;
    fn casts(&self, other: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<Self::Vector>>, NoAnswer>;
}

macro_rules! any_shape {
    ($($Any:ident $V:ident $dimensions:literal;)*) => {$(
        impl AnyShape for $Any<$V> {
            type Vector = $V;
            const DIMENSIONS: &'static str = $dimensions;

            fn name(&self) -> &'static str {
                $Any::name(self)
            }

            fn as_point(&self) -> Option<$V> {
                if let $Any::Point(Point(point)) = self { Some(*point) } else { None }
            }

            fn intersects(&self, other: &Self) -> bool {
                $Any::intersects(self, other)
            }

            fn closest(&self, other: &Self) -> Closest<$V> {
                $Any::closest(self, other)
            }

            fn signed_distance(&self, point: $V) -> f64 {
                $Any::signed_distance(self, point)
            }

            fn contact(&self, other: &Self) -> Result<Option<Penetration<$V>>, NoAnswer> {
                $Any::contact(self, other)
            }

            fn cast(&self, other: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<$V>>, NoAnswer> {
                $Any::cast(self, other, options)
            }

            fn casts(&self, other: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<$V>>, NoAnswer> {
                $Any::casts(self, other, options)
            }
        }
    )*};
}
any_shape! {
    Shape2 DVec2 "2D";
    Shape3 DVec3 "3D";
}
