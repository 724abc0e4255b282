//! Shapes with vectors in SIMD registers.
//!
//! Equivalent to `lift`, which however assembles vectors coordinate by coordinate even if they are
//! in a register already.

use super::*;
use crate::vector::Vector;

/// Lists every shape of both dimensions that the `pair/` kernels accept: its vectors, then its
/// scalars.
macro_rules! packed {
    ($($shape:ident { $($vector:ident)* $(; $($number:ident)*)? $(, $axes:ident)? })*) => {$(
        impl<V: Vector> $shape<V> {
            /// Returns the shape with its vectors in SIMD registers, if a register type exists.
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
    /// Returns the point in a SIMD register, if there is a register type for it.
    #[inline(always)]
    pub(crate) fn packed(&self) -> Point<V::Packed> {
        Point(self.0.packed())
    }
}
