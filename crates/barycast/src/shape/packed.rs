//! Shapes with vectors in SIMD registers.
//!
//! Equivalent to `lift`, which however assembles vectors coordinate by coordinate even if they are
//! in a register already.

use super::*;
use crate::vector::Vector;

/// Shape whose vectors can be in SIMD registers.
pub(crate) trait Packed {
    /// The same shape with its vectors in registers, if a register type exists.
    type Packed;

    /// Returns the shape in registers.
    fn packed(&self) -> Self::Packed;
}

/// Returns the shape in SIMD registers, if a register type fits its vectors: the same bits, faster.
#[inline(always)]
pub(crate) fn in_registers<S: Packed>(shape: &S) -> S::Packed {
    shape.packed()
}

/// Returns a copy of the shape.
#[inline(always)]
pub(crate) fn plain<S: Copy>(shape: &S) -> S {
    *shape
}

/// Imports the function by which the shapes of a row are converted, as `pack`. Rows of a few products
/// without a branch keep the plain type, because compilers vectorize a loop over many of them. So do
/// rows of 3D only, since the compiler cannot see that the register type has three dimensions too.
macro_rules! packing {
    (Vector capsule_capsule) => { $crate::shape::packed::packing!(use plain); };
    (Vector capsule_point) => { $crate::shape::packed::packing!(use plain); };
    (Vector capsule_sphere) => { $crate::shape::packed::packing!(use plain); };
    (Vector point_sphere) => { $crate::shape::packed::packing!(use plain); };
    (Vector ray_sphere) => { $crate::shape::packed::packing!(use plain); };
    (Vector sphere_sphere) => { $crate::shape::packed::packing!(use plain); };
    (Vector $file:ident) => { $crate::shape::packed::packing!(use in_registers); };
    (use $pack:ident) => {
        #[allow(unused_imports, reason = "not every text packs")]
        use $crate::shape::packed::$pack as pack;
    };
    ($dim:ident $file:ident) => { $crate::shape::packed::packing!(use plain); };
}
pub(crate) use packing;

/// Lists every shape of both dimensions that the `pair/` kernels accept: its vectors, then its
/// scalars.
macro_rules! packed {
    ($($shape:ident { $($vector:ident)* $(; $($number:ident)*)? $(, $axes:ident)? })*) => {$(
        impl<V: Vector> Packed for $shape<V> {
            type Packed = $shape<V::Packed>;

            #[inline(always)]
            fn packed(&self) -> Self::Packed {
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

impl<V: Vector> Packed for Point<V> {
    type Packed = Point<V::Packed>;

    #[inline(always)]
    fn packed(&self) -> Self::Packed {
        Point(self.0.packed())
    }
}
