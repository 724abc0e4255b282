//! Vector traits, implemented for glam's types and for vectors over any other number type.

mod glam_types;
pub(crate) mod of_numbers;
pub(crate) mod size;

pub use of_numbers::{V2, V3};

use crate::number::{DoubleDouble, Field, Float, Mask, Real, Ring};
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};
use core::panic::RefUnwindSafe;

/// A vector with 2 or 3 coordinates; used for points, directions and extents.
///
/// Every implementation computes products and sums in the order `x x + y y + z z`, so that all
/// return the same bits. `min` and `max` are defined here, because glam's differ for NaN.
pub trait Vector:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + Mul<Self::Scalar, Output = Self>
{
    /// Dimension, 2 or 3.
    const DIM: usize;
    /// Result type of comparisons.
    type Mask: Mask;
    /// Coordinate type.
    type Scalar: Ring<Mask = Self::Mask>;
    /// An array of `DIM` vectors, such as the axes of a box.
    type Axes: Copy + Debug + AsRef<[Self]>;
    /// The same vector in a SIMD register, or `Self` if no register type fits.
    type Packed: Vector<Mask = Self::Mask, Scalar = Self::Scalar>;

    /// Converts to the register type.
    fn packed(self) -> Self::Packed;

    /// Returns the coordinate along an axis, `0 <= axis < DIM`.
    fn get(self, axis: usize) -> Self::Scalar;

    /// Builds a vector from its coordinates. Takes a closure, so it is not for kernels that run in
    /// lanes.
    fn from_fn(number: impl FnMut(usize) -> Self::Scalar) -> Self;

    /// Builds an array of axes.
    fn axes_from_fn(axis: impl FnMut(usize) -> Self) -> Self::Axes;

    /// Builds a vector with the same number in every coordinate.
    fn splat(number: Self::Scalar) -> Self;

    /// Returns the unit vectors along the coordinate axes.
    fn unit_axes(one: Self::Scalar) -> Self::Axes;

    /// Calls the implementation of `question` for this dimension.
    fn by_dim<Q: ByDim<Self>>(question: Q) -> Q::Answer;

    /// Returns `(self x b) . (c x d)`: the product of the areas spanned by the two pairs, times the
    /// cosine of the angle between their planes.
    fn wedge_dot(self, b: Self, c: Self, d: Self) -> Self::Scalar;

    /// Returns `|self x other|^2`, the squared area of the parallelogram spanned by the two
    /// vectors.
    fn wedge_squared(self, other: Self) -> Self::Scalar;

    /// Returns the triple product `self . (b x c)`, the signed volume spanned by the three vectors;
    /// always 0 in 2D.
    fn triple(self, b: Self, c: Self) -> Self::Scalar;

    /// Returns the dot product `self . other`.
    #[inline(always)]
    fn dot(self, other: Self) -> Self::Scalar {
        let mut sum = self.get(0) * other.get(0) + self.get(1) * other.get(1);
        if Self::DIM == 3 {
            sum = sum + self.get(2) * other.get(2);
        }
        sum
    }

    /// Returns `self . v` for each of the vectors, in order; in 2D for the first two.
    #[inline(always)]
    fn dots(self, vectors: [Self; 3]) -> Self {
        let mut dots = self;
        for i in 0..Self::DIM {
            dots = dots.with(i, self.dot(vectors[i]));
        }
        dots
    }

    /// Returns `|self|^2`.
    #[inline(always)]
    fn length_squared(self) -> Self::Scalar {
        let mut sum = self.get(0).squared() + self.get(1).squared();
        if Self::DIM == 3 {
            sum = sum + self.get(2).squared();
        }
        sum
    }

    /// Returns the componentwise minimum.
    #[inline(always)]
    #[must_use]
    fn min(self, other: Self) -> Self {
        let out =
            self.with(0, Ring::min(self.get(0), other.get(0))).with(1, Ring::min(self.get(1), other.get(1)));
        if Self::DIM == 3 { out.with(2, Ring::min(self.get(2), other.get(2))) } else { out }
    }

    /// Returns the componentwise maximum.
    #[inline(always)]
    #[must_use]
    fn max(self, other: Self) -> Self {
        let out =
            self.with(0, Ring::max(self.get(0), other.get(0))).with(1, Ring::max(self.get(1), other.get(1)));
        if Self::DIM == 3 { out.with(2, Ring::max(self.get(2), other.get(2))) } else { out }
    }

    /// Returns the componentwise product.
    #[inline(always)]
    #[must_use]
    fn times(self, other: Self) -> Self {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get(axis) * other.get(axis));
        }
        out
    }

    /// Returns the cyclic permutation `(y, z, x)`; `(y, x)` in 2D.
    ///
    /// `a.times(b.cycled()) - a.cycled().times(b)` has the coordinates of the cross product in
    /// another order; in 2D it has the single one twice, with both signs.
    #[inline(always)]
    #[must_use]
    fn cycled(self) -> Self {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get((axis + 1) % Self::DIM));
        }
        out
    }

    /// Returns the componentwise absolute value.
    #[inline(always)]
    #[must_use]
    fn magnitudes(self) -> Self {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get(axis).abs());
        }
        out
    }

    /// Tests whether `self <= other` in every coordinate.
    #[inline(always)]
    fn le_all(self, other: Self) -> Self::Mask {
        let mut all = self.get(0).le(other.get(0)) & self.get(1).le(other.get(1));
        if Self::DIM == 3 {
            all = all & self.get(2).le(other.get(2));
        }
        all
    }

    /// Returns the componentwise quotient `self / divisor`, with `instead` where the divisor is 0.
    #[inline(always)]
    fn quotients(self, divisor: Self, instead: Self::Scalar) -> Self
    where
        Self::Scalar: Field,
    {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get(axis).div_or(divisor.get(axis), instead));
        }
        out
    }

    /// Tests whether `|self| <= size` in every coordinate.
    #[inline(always)]
    fn within(self, size: Self) -> Self::Mask {
        let mut all = self.get(0).always();
        for axis in 0..Self::DIM {
            all = all & self.get(axis).abs().le(size.get(axis));
        }
        all
    }

    /// Tests along every axis whether 0 lies in the box with center `center / 2` and extents
    /// `size`, or `self` points from 0 towards the center: `|c_i| <= h_i` or `c_i d_i > 0`.
    #[inline(always)]
    fn overlaps_or_approaches(self, center: Self, size: Self) -> Self::Mask {
        let zero = self.get(0).zero();
        let mut all = zero.always();
        for axis in 0..Self::DIM {
            let (c, d) = (center.get(axis), self.get(axis));
            all = all & (c.abs().le(size.get(axis)) | zero.lt(c * d));
        }
        all
    }

    /// Tests whether the line through 0 along `self` intersects the projection of that box onto
    /// each coordinate plane: `|d_i c_j - d_j c_i| <= h_i |d_j| + h_j |d_i|`.
    #[inline(always)]
    fn crosses_projections(self, center: Self, size: Self) -> Self::Mask {
        let mut all = self.get(0).always();
        for i in 0..Self::DIM {
            for j in i + 1..Self::DIM {
                let (di, dj) = (self.get(i), self.get(j));
                let apart = di * center.get(j) - dj * center.get(i);
                all = all & apart.abs().le(size.get(i) * dj.abs() + size.get(j) * di.abs());
            }
        }
        all
    }

    /// Tests whether every coordinate is 0.
    #[inline(always)]
    fn is_zero(self) -> Self::Mask {
        // One coordinate at a time: branch prediction handles "the first is not 0" well, but not
        // signs.
        let zero = self.get(0).zero();
        let mut all = self.get(0).same(zero);
        for axis in 1..Self::DIM {
            all = all & self.get(axis).same(zero);
        }
        all
    }

    /// Returns `a` in lanes where the mask is true, otherwise `b`.
    #[inline(always)]
    #[must_use]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        let out =
            a.with(0, Ring::select(mask, a.get(0), b.get(0))).with(1, Ring::select(mask, a.get(1), b.get(1)));
        if Self::DIM == 3 { out.with(2, Ring::select(mask, a.get(2), b.get(2))) } else { out }
    }

    /// Returns the zero vector, of the same kind as `self`.
    #[inline(always)]
    fn zero(self) -> Self {
        Self::splat(self.get(0).zero())
    }

    /// Returns the length `|self|`.
    #[inline(always)]
    fn length(self) -> Self::Scalar
    where
        Self::Scalar: Real,
    {
        self.length_squared().sqrt()
    }

    /// Returns `|self|`, but a positive number unless `way` is zero: the square of a short vector
    /// may underflow.
    #[inline(always)]
    fn positive_length(self, way: Self) -> Self::Scalar
    where
        Self::Scalar: Float,
    {
        let mut sum = self.get(0).zero();
        for axis in 0..Self::DIM {
            let least = Ring::min(way.get(axis).abs(), Self::Scalar::MIN_POSITIVE);
            sum = sum + Ring::max(least, self.get(axis).squared());
        }
        sum.sqrt()
    }

    /// Returns `|self|`, also where its square overflows or underflows: the coordinates are first
    /// scaled by the largest one.
    #[inline(always)]
    fn length_at_any_size(self) -> Self::Scalar
    where
        Self::Scalar: Real,
    {
        let size = self.largest();
        self.times_reciprocal(size).length() * size
    }

    /// Returns `|self|`, or the largest `|x_i|` where the square overflows or underflows. An
    /// estimate of the magnitude, for error bounds.
    #[inline(always)]
    fn approximate_length(self) -> Self::Scalar
    where
        Self::Scalar: Float,
    {
        let length = self.length();
        if length > Self::Scalar::ZERO && length.is_finite() { length } else { self.largest() }
    }

    /// Returns the largest coordinate.
    #[inline(always)]
    fn max_coordinate(self) -> Self::Scalar {
        let mut most = self.get(0).max(self.get(1));
        if Self::DIM == 3 {
            most = most.max(self.get(2));
        }
        most
    }

    /// Returns the largest `|x_i|`.
    #[inline(always)]
    fn largest(self) -> Self::Scalar {
        let mut size = self.get(0).abs().max(self.get(1).abs());
        if Self::DIM == 3 {
            size = size.max(self.get(2).abs());
        }
        size
    }

    /// Returns the unit vector in the same direction; the zero vector stays zero. Correct for any
    /// finite length: the coordinates are first scaled by the largest one.
    #[inline(always)]
    fn normalized_or_zero(self) -> Self
    where
        Self::Scalar: Real,
    {
        let size = self.largest();
        let one = size.one();
        let scaled = self.times_reciprocal(size);
        let length = scaled.length();
        scaled * one.div_or(length, one.zero())
    }

    /// Divides every coordinate by `divisor`; returns zero where the divisor is 0.
    #[inline(always)]
    fn times_reciprocal(self, divisor: Self::Scalar) -> Self
    where
        Self::Scalar: Field,
    {
        let zero = divisor.zero();
        let mut out = Self::splat(zero);
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get(axis).div_or(divisor, zero));
        }
        out
    }

    /// Replaces the coordinate along one axis.
    fn with(self, axis: usize, number: Self::Scalar) -> Self;

    /// Returns a vector orthogonal to `self`, which is zero only if `self` is. Deterministic.
    fn any_orthogonal(self) -> Self;

    /// Converts every coordinate with `number`.
    #[inline(always)]
    fn lift<W: Vector>(self, number: &impl Fn(Self::Scalar) -> W::Scalar) -> W {
        assert!(Self::DIM == W::DIM, "the dimensions must be equal");
        W::from_fn(|axis| number(self.get(axis))).leveled()
    }

    /// Gives all coordinates a common error bound, see [`Ring::leveled`].
    fn leveled(self) -> Self;

    /// Marks every coordinate as a sum of up to four inputs, see [`Ring::of_several`].
    #[inline(always)]
    #[must_use]
    fn of_several(self) -> Self {
        let out = self.with(0, self.get(0).of_several()).with(1, self.get(1).of_several());
        if Self::DIM == 3 { out.with(2, self.get(2).of_several()) } else { out }
    }
}

/// Operations that exist in 2D only.
pub trait Vector2: Vector {
    /// Returns `self.x other.y - self.y other.x`, which is positive if `other` lies to the left of
    /// `self`.
    #[inline(always)]
    fn perp_dot(self, other: Self) -> Self::Scalar {
        self.get(0) * other.get(1) - self.get(1) * other.get(0)
    }

    /// Returns the vector rotated counterclockwise by a quarter turn: `(-y, x)`.
    #[inline(always)]
    #[must_use]
    fn perp(self) -> Self {
        self.with(0, -self.get(1)).with(1, self.get(0))
    }
}

/// Operations that exist in 3D only.
pub trait Vector3: Vector {
    /// Returns the cross product `self x other`.
    #[inline(always)]
    #[must_use]
    fn cross(self, other: Self) -> Self {
        let (x, y, z) = (self.get(0), self.get(1), self.get(2));
        let (u, v, w) = (other.get(0), other.get(1), other.get(2));
        self.with(0, y * w - z * v).with(1, z * u - x * w).with(2, x * v - y * u)
    }
}

/// A computation whose implementation depends on the dimension.
pub trait ByDim<V: Vector>: Sized {
    /// Result type.
    type Answer;

    /// Implementation in 2D.
    fn d2(self) -> Self::Answer
    where
        V: Vector2;

    /// Implementation in 3D.
    fn d3(self) -> Self::Answer
    where
        V: Vector3;
}

/// Vectors of one [`Float`] per coordinate: `f32`, `f64`, or a double-double.
pub trait FloatVector:
    Vector<Mask = bool, Scalar: Float, Axes: Send + Sync, Packed = <Self as FloatVector>::Register>
    + Send
    + Sync
    + RefUnwindSafe
    + 'static
{
    /// [`Vector::Packed`], as a float vector.
    type Register: FloatVector<Scalar = Self::Scalar>;

    /// The same vectors over [`Float::Wide`], which is at least `f64`.
    type Wide: FloatVector<Scalar = <Self::Scalar as Float>::Wide>;
    /// The same vectors in double-double precision.
    type Precise: FloatVector<Scalar = DoubleDouble>;
    /// Vectors of the same dimension over another number type, such as SIMD lanes.
    type Of<S: Ring>: Vector<Scalar = S, Mask = S::Mask>;
}
