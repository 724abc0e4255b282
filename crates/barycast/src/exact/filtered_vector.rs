//! Three filtered `f32` in a SIMD register.

use crate::exact::filtered::{
    Filtered, GIVEN, LINE, SQUARE, ZERO, bound, known_of_negation, known_of_square, known_of_sum, larger,
    lost, size,
};
use crate::number::each::MapEach;
use crate::number::{Mask, Ring, Verdict};
use crate::vector::of_numbers::packed_itself;
use crate::vector::{ByDim, Vector, Vector3};
use core::ops::{Add, Mul, Neg, Sub};
use glam::{BVec3A, Vec3A, Vec3Swizzles};

/// Equivalent of [`V3`](crate::vector::V3) over [`Filtered`], with one size for all coordinates
/// (the largest). Its values are computed in one register, like a plain vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FilteredVec3 {
    value: Vec3A,
    size: f32,
    /// Flags that are set for all coordinates.
    known: u64,
}

/// A comparison per coordinate.
#[derive(Clone, Copy)]
struct Each {
    yes: BVec3A,
    no: BVec3A,
}

impl Each {
    #[inline(always)]
    fn all(self) -> Verdict {
        Verdict::of(self.yes.all(), self.no.any())
    }

    #[inline(always)]
    fn or(self, o: Self) -> Self {
        Self { yes: self.yes | o.yes, no: self.no & o.no }
    }
}

impl FilteredVec3 {
    #[inline(always)]
    fn is(self, what: u64) -> bool {
        self.known & what != 0
    }

    #[inline(always)]
    fn with_values(self, value: Vec3A) -> Self {
        Self { value, ..self }
    }

    /// Returns `value`, whose coordinates are each one of the operands', with the flags they share.
    #[inline(always)]
    fn either(self, o: Self, value: Vec3A) -> Self {
        Self { value, size: larger(self.size, o.size), known: self.known & o.known }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.with_values(self.value.abs())
    }

    /// Multiplies coordinate by coordinate.
    #[inline(always)]
    fn times(self, o: Self) -> Self {
        Self { value: self.value * o.value, size: self.size * o.size, known: 0 }
    }

    /// Returns the sum of the coordinates.
    #[inline(always)]
    fn sum(self) -> Filtered<f32> {
        // In the order used by all vector types, for equal rounding.
        let [x, y, z] = self.value.to_array();
        Filtered { value: x + y + z, size: self.size, known: self.known }
    }

    /// Compares each coordinate: at most the other's.
    #[inline(always)]
    fn le(self, o: Self) -> Each {
        if self.is(GIVEN) && o.is(GIVEN) {
            return Each { yes: self.value.cmple(o.value), no: self.value.cmpgt(o.value) };
        }
        let near = self.is(LINE | SQUARE) && o.is(LINE | SQUARE);
        let bound = if self.is(ZERO) || o.is(ZERO) {
            let other = if self.is(ZERO) { o } else { self };
            Vec3A::splat(if near { lost() } else { other.size * bound::<f32>() })
        } else if near {
            (self.value.abs() + o.value.abs()) * bound::<f32>() + Vec3A::splat(lost())
        } else {
            Vec3A::splat(larger(self.size, o.size) * bound::<f32>())
        };
        let difference = o.value - self.value;
        Each { yes: difference.cmpgt(bound), no: difference.cmplt(-bound) }
    }
}

impl Add for FilteredVec3 {
    type Output = Self;

    #[inline(always)]
    fn add(self, o: Self) -> Self {
        let known = known_of_sum(self.known, o.known);
        Self { value: self.value + o.value, size: larger(self.size, o.size), known }.leveled()
    }
}

impl Neg for FilteredVec3 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { value: -self.value, known: known_of_negation(self.known), ..self }
    }
}

impl Sub for FilteredVec3 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul<Filtered<f32>> for FilteredVec3 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, s: Filtered<f32>) -> Self {
        Self { value: self.value * s.value, size: self.size * s.size, known: 0 }
    }
}

impl Vector for FilteredVec3 {
    const DIM: usize = 3;
    type Mask = Verdict;
    type Scalar = Filtered<f32>;
    type Axes = [Self; 3];
    packed_itself!();

    #[inline(always)]
    fn get(self, axis: usize) -> Filtered<f32> {
        Filtered { value: self.value.to_array()[axis], size: self.size, known: self.known }
    }

    #[inline(always)]
    fn from_fn(mut number: impl FnMut(usize) -> Filtered<f32>) -> Self {
        let (x, y, z) = (number(0), number(1), number(2));
        Self {
            value: Vec3A::new(x.value, y.value, z.value),
            size: larger(larger(x.size, y.size), z.size),
            known: x.known & y.known & z.known,
        }
    }

    #[inline(always)]
    fn axes_from_fn(mut axis: impl FnMut(usize) -> Self) -> [Self; 3] {
        [axis(0), axis(1), axis(2)]
    }

    #[inline(always)]
    fn splat(number: Filtered<f32>) -> Self {
        Self { value: Vec3A::splat(number.value), size: number.size, known: number.known }
    }

    #[inline(always)]
    fn unit_axes(one: Filtered<f32>) -> [Self; 3] {
        let o = one.zero();
        [(one, o, o), (o, one, o), (o, o, one)].each(|(x, y, z)| Self::from_fn(|axis| [x, y, z][axis]))
    }

    #[inline(always)]
    fn by_dim<Q: ByDim<Self>>(question: Q) -> Q::Answer {
        question.d3()
    }

    #[inline(always)]
    fn wedge_dot(self, b: Self, c: Self, d: Self) -> Filtered<f32> {
        self.cross(b).dot(c.cross(d))
    }

    #[inline(always)]
    fn wedge_squared(self, other: Self) -> Filtered<f32> {
        self.cross(other).length_squared()
    }

    #[inline(always)]
    fn triple(self, b: Self, c: Self) -> Filtered<f32> {
        self.dot(b.cross(c))
    }

    #[inline(always)]
    fn dot(self, other: Self) -> Filtered<f32> {
        self.times(other).sum()
    }

    #[inline(always)]
    fn dots(self, vectors: [Self; 3]) -> Self {
        let size = larger(larger(vectors[0].size, vectors[1].size), vectors[2].size);
        let value = Vector::dots(self.value, vectors.each(|v| v.value));
        Self { value, size: self.size * size, known: 0 }
    }

    #[inline(always)]
    fn length_squared(self) -> Filtered<f32> {
        Self { known: known_of_square(self.known), ..self.times(self) }.sum()
    }

    #[inline(always)]
    fn min(self, o: Self) -> Self {
        self.either(o, Vector::min(self.value, o.value))
    }

    #[inline(always)]
    fn max(self, o: Self) -> Self {
        self.either(o, Vector::max(self.value, o.value))
    }

    #[inline(always)]
    fn le_all(self, other: Self) -> Verdict {
        self.le(other).all()
    }

    #[inline(always)]
    fn within(self, size: Self) -> Verdict {
        self.abs().le(size).all()
    }

    #[inline(always)]
    fn overlaps_or_approaches(self, center: Self, size: Self) -> Verdict {
        // For a product, "at least 0" and "above 0" are decided alike.
        let zero = Self::splat(self.get(0).zero());
        center.abs().le(size).or(zero.le(center.times(self))).all()
    }

    #[inline(always)]
    fn crosses_projections(self, center: Self, size: Self) -> Verdict {
        let next = |v: Self| v.with_values(v.value.yzx());
        let (d, c, h) = (next(self), next(center), next(size));
        let apart = self.times(c) - d.times(center);
        apart.abs().le(size.times(d.abs()) + h.times(self.abs())).all()
    }

    /// For an undecided mask, returns one of the operands with an unbounded error.
    #[inline(always)]
    fn select(mask: Verdict, a: Self, b: Self) -> Self {
        let value = Vec3A::select(BVec3A::splat(mask.all()), a.value, b.value);
        let size = if mask.is_undecided() { f32::INFINITY } else { larger(a.size, b.size) };
        Self { value, size, known: 0 }
    }

    #[inline(always)]
    fn with(self, axis: usize, number: Filtered<f32>) -> Self {
        let mut value = self.value.to_array();
        value[axis] = number.value;
        Self { value: value.into(), size: larger(self.size, number.size), known: self.known & number.known }
    }

    #[inline(always)]
    fn any_orthogonal(self) -> Self {
        let (x, y, z) = (self.get(0), self.get(1), self.get(2));
        let o = x.zero();
        let by_x = Self::from_fn(|axis| [o, z, -y][axis]);
        let by_y = Self::from_fn(|axis| [-z, o, x][axis]);
        Vector::select(Ring::abs(x).le(Ring::abs(y)), by_x, by_y)
    }

    #[inline(always)]
    fn leveled(self) -> Self {
        if !self.is(LINE) {
            return self;
        }
        let [x, y, z] = self.value.abs().to_array();
        Self { size: size(larger(larger(x, y), z)), ..self }
    }

    #[inline(always)]
    fn of_several(self) -> Self {
        Self { size: self.size * 8.0, ..self }
    }
}

impl Vector3 for FilteredVec3 {
    #[inline(always)]
    fn cross(self, o: Self) -> Self {
        Self { value: Vector3::cross(self.value, o.value), size: self.size * o.size, known: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::V3;
    use alloc::{vec, vec::Vec};
    use glam::Vec3;

    /// Results of the vector operations that kernels use: on inputs, on differences, and on their
    /// products.
    fn vector_operations<V: Vector3>(given: [V; 4], [a, b]: [V::Scalar; 2]) -> Vec<V::Mask> {
        let [p, q, r, s] = given;
        let (d, e, f) = (q - p, r - p, s - p);
        let (n, zero) = (d.cross(e), a.zero());
        let at = p + d * a;
        vec![
            p.le_all(q),
            p.min(q).le_all(r.max(s)),
            d.le_all(e),
            d.within(e.max(f)),
            n.le_all(e.cross(f)),
            n.within(f.cross(d)),
            d.overlaps_or_approaches(e, f.max(-f)),
            d.crosses_projections(e, f.max(-f)),
            d.length_squared().le((a + b).squared()),
            d.wedge_squared(e).le(b.squared() * f.length_squared()),
            zero.le(d.triple(e, f)),
            d.wedge_dot(e, f, d).lt(a * b),
            at.le_all(r),
            n.dots([d, e, f]).le_all(f.with(1, a)),
            V::select(a.lt(b), d, e).within(f),
            d.is_zero(),
        ]
    }

    #[test]
    fn a_register_decides_as_three_numbers_do_or_leaves_it_open() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut open, mut all) = (0, 0);
        for case in 0..20_000 {
            // Half of the cases use small integers, whose comparisons are close.
            let mut number = || if case % 2 == 0 { rng.f32() * 4.0 - 2.0 } else { rng.i8(-3..4).into() };
            let mut point = || Vec3::new(number(), number(), number());
            let (points, numbers) = ([point(), point(), point(), point()], point());
            let single = points.map(|p| p.lift::<V3<Filtered<f32>>>(&Filtered::new));
            let register = points.map(|p| p.lift::<FilteredVec3>(&Filtered::new));
            let numbers = [numbers.x, numbers.y].map(Filtered::new);
            for (i, (one, own)) in vector_operations(single, numbers)
                .into_iter()
                .zip(vector_operations(register, numbers))
                .enumerate()
            {
                assert!(own.is_undecided() || own == one, "{i} of {points:?}: {own:?} {one:?}");
                open += u32::from(own.is_undecided() && !one.is_undecided());
                all += 1;
            }
        }
        // The shared size is the largest, so it may leave more undecided.
        assert!(open * 100 < all, "{open} of {all} left open");
    }
}
