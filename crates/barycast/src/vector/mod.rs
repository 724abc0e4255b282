//! Vectors: one trait for glam's types and for vectors of any other number.

mod glam_types;
pub(crate) mod of_numbers;
pub(crate) mod size;

pub use of_numbers::{V2, V3};

use crate::number::{DoubleDouble, Field, Float, Mask, Real, Ring};
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};
use core::panic::RefUnwindSafe;

/// A vector of 2 or 3 numbers: points, directions and extents alike.
///
/// Products and sums are written out in the order `x x + y y + z z` for every type, so that all give the same
/// bits; `min` and `max` are ours too, because glam's differ in NaN.
pub trait Vector:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + Mul<Self::Scalar, Output = Self>
{
    /// 2 or 3.
    const DIM: usize;
    /// What comparisons answer.
    type Mask: Mask;
    /// The number inside.
    type Scalar: Ring<Mask = Self::Mask>;
    /// `DIM` vectors: the axes of a box.
    type Axes: Copy + Debug + AsRef<[Self]>;
    /// The same vector in a register, where there is one that holds it: its numbers are reckoned with at once.
    type Packed: Vector<Mask = Self::Mask, Scalar = Self::Scalar>;

    /// In its register.
    fn packed(self) -> Self::Packed;

    /// The number along an axis, `0 <= axis < DIM`.
    fn get(self, axis: usize) -> Self::Scalar;

    /// From its numbers. A closure: not for kernels that run in lanes.
    fn from_fn(number: impl FnMut(usize) -> Self::Scalar) -> Self;

    /// From its axes' vectors.
    fn axes_from_fn(axis: impl FnMut(usize) -> Self) -> Self::Axes;

    /// The same number along every axis.
    fn splat(number: Self::Scalar) -> Self;

    /// Unit vectors along the coordinate axes.
    fn unit_axes(one: Self::Scalar) -> Self::Axes;

    /// The answer of the question's body for this dimension.
    fn by_dim<Q: ByDim<Self>>(question: Q) -> Q::Answer;

    /// `(self x b) . (c x d)`: the areas that the two pairs span, times the cosine between them.
    fn wedge_dot(self, b: Self, c: Self, d: Self) -> Self::Scalar;

    /// `|self x other|^2`: the squared area that the two span.
    fn wedge_squared(self, other: Self) -> Self::Scalar;

    /// `self . (b x c)`: the volume that the three span; always 0 in two dimensions.
    fn triple(self, b: Self, c: Self) -> Self::Scalar;

    /// `self . other`.
    #[inline(always)]
    fn dot(self, other: Self) -> Self::Scalar {
        let mut sum = self.get(0) * other.get(0) + self.get(1) * other.get(1);
        if Self::DIM == 3 {
            sum = sum + self.get(2) * other.get(2);
        }
        sum
    }

    /// `self . v` for each of these vectors, in their order; in 2D for two of them.
    #[inline(always)]
    fn dots(self, vectors: [Self; 3]) -> Self {
        let mut dots = self;
        for i in 0..Self::DIM {
            dots = dots.with(i, self.dot(vectors[i]));
        }
        dots
    }

    /// `|self|^2`.
    #[inline(always)]
    fn length_squared(self) -> Self::Scalar {
        let mut sum = self.get(0).squared() + self.get(1).squared();
        if Self::DIM == 3 {
            sum = sum + self.get(2).squared();
        }
        sum
    }

    /// The smaller number along each axis.
    fn min(self, other: Self) -> Self;

    /// The larger number along each axis.
    fn max(self, other: Self) -> Self;

    /// The products along each axis.
    #[inline(always)]
    #[must_use]
    fn times(self, other: Self) -> Self {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get(axis) * other.get(axis));
        }
        out
    }

    /// Along each axis the number of the next one: `(y, z, x)`, in 2D `(y, x)`. So `a.times(b.turned()) - a.turned().times(b)` has what
    /// is in a cross product, in another order, and in 2D twice with both signs.
    #[inline(always)]
    #[must_use]
    fn turned(self) -> Self {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get((axis + 1) % Self::DIM));
        }
        out
    }

    /// Each number without its sign.
    #[inline(always)]
    #[must_use]
    fn magnitudes(self) -> Self {
        let mut out = self;
        for axis in 0..Self::DIM {
            out = out.with(axis, self.get(axis).abs());
        }
        out
    }

    /// `self <= other` along every axis.
    #[inline(always)]
    fn le_all(self, other: Self) -> Self::Mask {
        let mut all = self.get(0).le(other.get(0)) & self.get(1).le(other.get(1));
        if Self::DIM == 3 {
            all = all & self.get(2).le(other.get(2));
        }
        all
    }

    /// Along each axis `self / divisor`, and `instead` where the divisor is 0.
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

    /// `|self| <= size` along every axis.
    #[inline(always)]
    fn within(self, size: Self) -> Self::Mask {
        let mut all = self.get(0).always();
        for axis in 0..Self::DIM {
            all = all & self.get(axis).abs().le(size.get(axis));
        }
        all
    }

    /// Along every axis, 0 lies in the box with the middle `center / 2` and the extents `size`, or `self` leads from there
    /// towards the middle: `|c_i| <= h_i` or `c_i d_i > 0`.
    #[inline(always)]
    fn leads_to(self, center: Self, size: Self) -> Self::Mask {
        let zero = self.get(0).zero();
        let mut all = zero.always();
        for axis in 0..Self::DIM {
            let (c, d) = (center.get(axis), self.get(axis));
            all = all & (c.abs().le(size.get(axis)) | zero.lt(c * d));
        }
        all
    }

    /// The line along `self` through 0 meets the shadow of that box along each two axes:
    /// `|d_i c_j - d_j c_i| <= h_i |d_j| + h_j |d_i|`.
    #[inline(always)]
    fn meets_shadows(self, center: Self, size: Self) -> Self::Mask {
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

    /// All numbers are 0.
    #[inline(always)]
    fn is_zero(self) -> Self::Mask {
        // One number after the other: that the first is not 0 is a guess that processors get right, its sign is none.
        let zero = self.get(0).zero();
        let mut all = self.get(0).same(zero);
        for axis in 1..Self::DIM {
            all = all & self.get(axis).same(zero);
        }
        all
    }

    /// `a` where the mask holds, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;

    /// The zero vector, of the same kind as `self`.
    #[inline(always)]
    fn zero(self) -> Self {
        Self::splat(self.get(0).zero())
    }

    /// `|self|`.
    #[inline(always)]
    fn length(self) -> Self::Scalar
    where
        Self::Scalar: Real,
    {
        self.length_squared().sqrt()
    }

    /// `|self|`, but above 0 unless `way` is zero: the square of a short way may be no number that floats have.
    #[inline(always)]
    fn length_of(self, way: Self) -> Self::Scalar
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

    /// `|self|`, also where its square is no number that floats have: the numbers are scaled by the largest first.
    #[inline(always)]
    fn length_at_any_size(self) -> Self::Scalar
    where
        Self::Scalar: Real,
    {
        let size = self.largest();
        self.times_reciprocal(size).length() * size
    }

    /// `|self|`, or the largest `|x_i|` where its square is no number that floats have: how large numbers are, for noise.
    #[inline(always)]
    fn about_length(self) -> Self::Scalar
    where
        Self::Scalar: Float,
    {
        let length = self.length();
        if length > Self::Scalar::ZERO && length.is_finite() { length } else { self.largest() }
    }

    /// The largest number.
    #[inline(always)]
    fn greatest(self) -> Self::Scalar {
        let mut most = self.get(0).max(self.get(1));
        if Self::DIM == 3 {
            most = most.max(self.get(2));
        }
        most
    }

    /// The largest `|x_i|`.
    #[inline(always)]
    fn largest(self) -> Self::Scalar {
        let mut size = self.get(0).abs().max(self.get(1).abs());
        if Self::DIM == 3 {
            size = size.max(self.get(2).abs());
        }
        size
    }

    /// Of length 1, in the same direction; the zero vector stays zero. Right for any finite length: the
    /// numbers are scaled by the largest first.
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

    /// Each number divided by `divisor`; zero where the divisor is 0.
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

    /// With another number along one axis.
    fn with(self, axis: usize, number: Self::Scalar) -> Self;

    /// A vector at right angles to `self`, never zero unless `self` is: the same one every time.
    fn any_orthogonal(self) -> Self;

    /// The same vector over other numbers.
    #[inline(always)]
    fn lift<W: Vector>(self, number: &impl Fn(Self::Scalar) -> W::Scalar) -> W {
        assert!(Self::DIM == W::DIM, "a vector keeps its dimension");
        W::from_fn(|axis| number(self.get(axis))).leveled()
    }

    /// Its coordinates bounded alike, see [`Ring::leveled`].
    fn leveled(self) -> Self;

    /// Each coordinate a sum of up to four, see [`Ring::of_several`].
    fn of_several(self) -> Self;
}

/// What only two dimensions have.
pub trait Vector2: Vector {
    /// `self.x other.y - self.y other.x`: positive when `other` lies to the left of `self`.
    #[inline(always)]
    fn perp_dot(self, other: Self) -> Self::Scalar {
        self.get(0) * other.get(1) - self.get(1) * other.get(0)
    }

    /// A quarter turn to the left: `(-y, x)`.
    fn perp(self) -> Self;
}

/// What only three dimensions have.
pub trait Vector3: Vector {
    /// `self x other`.
    fn cross(self, other: Self) -> Self;
}

/// A question whose body differs by dimension: one implementation holds both.
pub trait ByDim<V: Vector>: Sized {
    /// What it answers.
    type Answer;

    /// In two dimensions.
    fn d2(self) -> Self::Answer
    where
        V: Vector2;

    /// In three dimensions.
    fn d3(self) -> Self::Answer
    where
        V: Vector3;
}

/// Vectors of one [`Float`] at a time: `f32`, `f64`, and twice the digits of `f64`.
pub trait FloatVector:
    Vector<Mask = bool, Scalar: Float, Axes: Send + Sync, Packed = <Self as FloatVector>::Register>
    + Send
    + Sync
    + RefUnwindSafe
    + 'static
{
    /// [`Vector::Packed`], which is such a vector too.
    type Register: FloatVector<Scalar = Self::Scalar>;

    /// The same vectors over [`Float::Wide`]: at least `f64`.
    type Wide: FloatVector<Scalar = <Self::Scalar as Float>::Wide>;
    /// The same vectors over twice the digits of `f64`.
    type Precise: FloatVector<Scalar = DoubleDouble>;
    /// Vectors of as many dimensions over other numbers: lanes, for one.
    type Of<S: Ring>: Vector<Scalar = S, Mask = S::Mask>;
}
