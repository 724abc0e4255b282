//! Shapes in registers.
//!
//! What `lift` makes of the same numbers, but that puts vectors together number by number, those too that are in a register already.

use super::*;
use crate::vector::Vector;

/// For every shape of both dimensions that is asked by a file of `pair/`: its vectors, and its numbers.
macro_rules! packed {
    ($($shape:ident { $($vector:ident)* $(; $($number:ident)*)? $(, $axes:ident)? })*) => {$(
        impl<V: Vector> $shape<V> {
            /// The same shape in registers, where there are such that hold its vectors.
            #[inline(always)]
            pub(crate) fn packed(&self) -> $shape<V::Packed> {
                $shape {
                    $($vector: self.$vector.packed(),)*
                    $($($number: self.$number,)*)?
                    $($axes: V::Packed::axes_from_fn(|i| self.axis(i).packed()),)?
                }
            }
        }
    )*};
}

packed! {
    Aabb { min max }
    Capsule { a b; radius }
    Ellipsoid { center radii, axes }
    HalfSpace { normal; distance }
    Line { origin direction }
    Obb { center half_extents, axes }
    Parallelogram { origin u v }
    Plane { normal; distance }
    Ray { origin direction }
    Segment { a b }
    Sphere { center; radius }
    TaperedCapsule { a b; radius_a radius_b }
    Triangle { a b c }
}

impl<V: Vector> Point<V> {
    /// The same point in a register, where there is one that holds it.
    #[inline(always)]
    pub(crate) fn packed(&self) -> Point<V::Packed> {
        Point(self.0.packed())
    }
}
