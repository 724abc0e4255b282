//! One box against eight at once.

use crate::number::SimdScalar;
use crate::pair::aabb_aabb;
use crate::shape::Aabb;
use crate::vector::V3;
#[cfg(test)]
use crate::vector::Vector;
use fearless_simd::Simd;

/// How many boxes are asked about at once.
pub(super) const BLOCK: usize = 8;

/// A number that boxes in lanes are made of.
#[allow(unreachable_pub, reason = "what a public trait rests on")]
pub trait Number: SimdScalar + Default + Send + Sync {
    /// The next smaller number.
    fn before(self) -> Self;

    /// The next larger number.
    fn after(self) -> Self;

    /// The nearest whole number, of one between 0 and 1000.
    fn whole(self) -> u32;
}

macro_rules! number {
    ($($float:ident $ulp_one:literal),*) => {$(
        impl Number for $float {
            #[inline]
            fn before(self) -> Self {
                self.next_down()
            }

            #[inline]
            fn after(self) -> Self {
                self.next_up()
            }

            #[inline(always)]
            fn whole(self) -> u32 {
                // Around this number an ulp is 1, so the last bits are the whole number: a conversion that need not
                // mind overflow and NaN.
                (self + $ulp_one).to_bits() as u32 & 0x3ff
            }
        }
    )*};
}

number!(f32 8_388_608.0, f64 4_503_599_627_370_496.0);

/// The six numbers of a box, `min` before `max`, each in a list of its own.
pub(super) type Columns<'a, C> = [&'a [C]; 6];

/// What compares boxes of coordinates `C`.
pub(super) trait Compare<C>: Copy {
    /// One box, ready to be compared.
    type One: Copy;

    /// Runs `f` with this instruction set allowed.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;

    /// The box at `index`.
    fn one(self, columns: &Columns<'_, C>, index: usize) -> Self::One;

    /// A bit for each of the eight boxes from `first` that meets `one`.
    fn meets(self, one: &Self::One, columns: &Columns<'_, C>, first: usize) -> u32;
}

/// One box after another: what lanes must agree with.
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

/// SimdScalar at once.
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

/// The eight numbers from `first`.
#[inline(always)]
fn eight<S: Simd, C: Number>(simd: S, numbers: &[C], first: usize) -> C::Lanes<S> {
    C::load(simd, numbers[first..].first_chunk().expect("columns are a block longer than boxes"))
}
