//! Error bounds of signed areas and volumes.

use crate::number::Ring;
use crate::vector::Vector;

/// Common error bound of the signed areas (2D) or volumes (3D) of points in one box, scaled by a
/// factor `by`. One bound for all of them costs less than a bound per
/// [`Filtered`](crate::exact::Filtered) number.
#[derive(Clone, Copy)]
pub(crate) struct Noise<S: Ring> {
    most: S,
    by: S,
    /// Whether underflow stays below the bound; nothing is certain otherwise.
    ordinary: S::Mask,
}

impl<S: Ring> Noise<S> {
    /// Returns the bound for points in a box whose longest side is `m`.
    ///
    /// Sums and differences of a dozen products of two or three coordinate differences have an
    /// error less than `48 u m^2` or `48 u m^3` for the unit roundoff `u`, in all float types less
    /// than `m^2 / 2^16` or `m^3 / 2^16`. The values are scaled before the comparison, which avoids
    /// a division.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Scalar = S>>(size: V) -> Self {
        let size = size.largest();
        // If this is finite, so are the products and their sums, which are at most `6 m^3`.
        let side = size * size.lit(4);
        if V::DIM == 2 {
            let most = side * side;
            return Self::unless_lost(most, size.lit(1 << 20), most);
        }
        let most = side * side * side;
        Self::unless_lost(most, size.lit(1 << 22), most)
    }

    /// Returns the bound for 3D sums of up to four triple products of vectors whose coordinates are
    /// at most `a`, `b` and `c`. Each has an error less than `48 u a b c`; the bound is
    /// `a b c / 2^16`.
    #[inline(always)]
    pub(crate) fn of_triples([a, b, c]: [S; 3]) -> Self {
        let least = (a * b).min(b * c).min(c * a);
        Self::unless_lost(a * b * (c * c.lit(64)), c.lit(1 << 22), least)
    }

    /// If the square of the smallest product of two lengths does not underflow, underflow elsewhere
    /// is smaller than the bound.
    #[inline(always)]
    fn unless_lost(most: S, by: S, least: S) -> Self {
        let zero = most.zero();
        Self { most, by, ordinary: zero.lt(least * least) }
    }

    /// Tests whether `number` is certainly positive.
    #[inline(always)]
    pub(crate) fn above(self, number: S) -> S::Mask {
        self.ordinary & self.most.lt(number * self.by)
    }

    /// Tests whether `number` is certainly negative.
    #[inline(always)]
    pub(crate) fn below(self, number: S) -> S::Mask {
        self.ordinary & (number * self.by).lt(-self.most)
    }

    /// Tests whether `number` is certainly not 0.
    #[inline(always)]
    pub(crate) fn apart(self, number: S) -> S::Mask {
        self.above(number.abs())
    }

    /// Returns three masks: all numbers certainly positive, all certainly negative, and at least
    /// one of each sign.
    #[inline(always)]
    pub(crate) fn signs(self, numbers: [S; 3]) -> [S::Mask; 3] {
        let [a, b, c] = numbers;
        let above = [self.above(a), self.above(b), self.above(c)];
        let below = [self.below(a), self.below(b), self.below(c)];
        let some = (above[0] | above[1] | above[2]) & (below[0] | below[1] | below[2]);
        [above[0] & above[1] & above[2], below[0] & below[1] & below[2], some]
    }
}

/// Returns the largest absolute coordinates of three vectors, per axis.
#[inline(always)]
pub(crate) fn reach<V: Vector>([p, q, r]: [V; 3]) -> V {
    p.magnitudes().max(q.magnitudes()).max(r.magnitudes())
}
