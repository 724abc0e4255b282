//! Overlap tests of one box against eight, in SIMD lanes.

use crate::number::{SimdScalar, for_both_floats};
use crate::pair::aabb_aabb;
use crate::shape::Aabb;
use crate::vector::V3;
#[cfg(test)]
use crate::vector::Vector;
use fearless_simd::Simd;

/// Number of boxes tested at once.
pub(super) const BLOCK: usize = 8;

/// A coordinate type with SIMD lanes.
#[allow(unreachable_pub, reason = "a supertrait of a public trait")]
pub trait Number: SimdScalar + Default + Send + Sync {
    /// Returns the next smaller number.
    fn before(self) -> Self;

    /// Returns the next larger number.
    fn after(self) -> Self;

    /// Rounds a number between 0 and 1000 to the nearest integer.
    fn whole(self) -> u32;
}

for_both_floats! {
    impl Number for F {
        #[inline]
        fn before(self) -> Self {
            self.next_down()
        }

        #[inline]
        fn after(self) -> Self {
            self.next_up()
        }

        #[inline(always)]
        #[allow(clippy::unnecessary_cast, reason = "the bits of `f64` are a `u64`")]
        fn whole(self) -> u32 {
            // The ulp at this number is 1, so the low bits of the sum are the rounded integer.
            // Unlike a conversion, this needs no handling of overflow and NaN.
            (self + 1.0 / F::EPSILON).to_bits() as u32 & 0x3ff
        }
    }
}

/// The six coordinates of boxes in structure-of-arrays layout, `min` before `max`.
pub(super) type Columns<'a, C> = [&'a [C]; 6];

/// A backend for overlap tests of boxes with coordinates `C`.
pub(super) trait Compare<C>: Copy {
    /// One box, prepared for tests.
    type One: Copy;

    /// Runs `f` with the instruction set enabled.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;

    /// Loads the box at `index`.
    fn one(self, columns: &Columns<'_, C>, index: usize) -> Self::One;

    /// Tests the eight boxes from `first` against `one`, and returns a bit mask of those that
    /// overlap.
    fn meets(self, one: &Self::One, columns: &Columns<'_, C>, first: usize) -> u32;
}

/// The scalar reference implementation.
#[cfg(test)]
#[derive(Clone, Copy)]
pub(super) struct OneByOne;

#[cfg(test)]
impl<C: Number> Compare<C> for OneByOne {
    type One = Aabb<V3<C>>;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn one(self, columns: &Columns<'_, C>, index: usize) -> Self::One {
        let corner = |end: usize| V3::from_fn(|axis| columns[3 * end + axis][index]);
        Aabb { min: corner(0), max: corner(1) }
    }

    #[inline(always)]
    fn meets(self, one: &Self::One, columns: &Columns<'_, C>, first: usize) -> u32 {
        let mut bits = 0;
        for lane in 0..BLOCK {
            let other = Compare::<C>::one(self, columns, first + lane);
            bits |= u32::from(aabb_aabb::intersects(one, &other)) << lane;
        }
        bits
    }
}

/// The SIMD implementation, eight boxes at once.
#[derive(Clone, Copy)]
pub(super) struct Wide<S>(pub(super) S);

impl<S: Simd, C: Number> Compare<C> for Wide<S> {
    type One = Aabb<V3<C::Lanes<S>>>;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        self.0.vectorize(f)
    }

    #[inline(always)]
    fn one(self, columns: &Columns<'_, C>, index: usize) -> Self::One {
        let [x0, y0, z0, x1, y1, z1] = columns;
        let min = V3 {
            x: C::splat(self.0, x0[index]),
            y: C::splat(self.0, y0[index]),
            z: C::splat(self.0, z0[index]),
        };
        let max = V3 {
            x: C::splat(self.0, x1[index]),
            y: C::splat(self.0, y1[index]),
            z: C::splat(self.0, z1[index]),
        };
        Aabb { min, max }
    }

    #[inline(always)]
    fn meets(self, one: &Self::One, columns: &Columns<'_, C>, first: usize) -> u32 {
        let [x0, y0, z0, x1, y1, z1] = columns;
        let min =
            V3 { x: eight(self.0, x0, first), y: eight(self.0, y0, first), z: eight(self.0, z0, first) };
        let max =
            V3 { x: eight(self.0, x1, first), y: eight(self.0, y1, first), z: eight(self.0, z1, first) };
        C::bits::<S>(aabb_aabb::intersects(one, &Aabb { min, max }))
    }
}

/// Loads the eight numbers from `first`.
#[inline(always)]
fn eight<S: Simd, C: Number>(simd: S, numbers: &[C], first: usize) -> C::Lanes<S> {
    C::load(simd, numbers[first..].first_chunk().expect("columns are a block longer than boxes"))
}
