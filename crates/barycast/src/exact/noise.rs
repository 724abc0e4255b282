//! What areas and volumes between corners may be wrong by.

use crate::number::Ring;
use crate::vector::Vector;

/// What areas (in two dimensions) or volumes (in three) between corners in one box may be wrong by, multiplied by as much as they
/// are. All share one bound, so it costs less than what [`Filtered`](crate::exact::Filtered) numbers carry.
#[derive(Clone, Copy)]
pub(crate) struct Noise<S: Ring> {
    most: S,
    by: S,
    /// Else more than that might underflow, and nothing is certain.
    ordinary: S::Mask,
}

impl<S: Ring> Noise<S> {
    /// Of corners in a box of this size, the longest side of which is `m`: sums and differences of a dozen products of two or three
    /// differences of theirs err by less than `48 u m^2` or `48 u m^3` for the unit roundoff `u`, and in all floats less than by
    /// `m^2 / 2^16`, `m^3 / 2^16`. They are multiplied before they are compared, so that nothing is divided.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Scalar = S>>(size: V) -> Self {
        let size = size.largest();
        // Where this is finite, so are the products and their sums, which are at most 6 `m^3`.
        let side = size * size.lit(4);
        if V::DIM == 2 {
            let most = side * side;
            return Self::unless_lost(most, size.lit(1 << 20), most);
        }
        let most = side * side * side;
        Self::unless_lost(most, size.lit(1 << 22), most)
    }

    /// In three dimensions, of sums of up to four triple products of differences of corners, or directions, whose numbers are at most
    /// `a`, `b` and `c`: each errs by less than `48 u a b c`, and the bound is `a b c / 2^16`.
    #[inline(always)]
    pub(crate) fn of_triples([a, b, c]: [S; 3]) -> Self {
        let least = (a * b).min(b * c).min(c * a);
        Self::unless_lost(a * b * (c * c.lit(64)), c.lit(1 << 22), least)
    }

    /// Where the square of the least product of two lengths is a number, what underflows is less than the bound.
    #[inline(always)]
    fn unless_lost(most: S, by: S, least: S) -> Self {
        let zero = most.zero();
        Self { most, by, ordinary: zero.lt(least * least) }
    }

    /// It is certainly more than 0.
    #[inline(always)]
    pub(crate) fn above(self, number: S) -> S::Mask {
        self.ordinary & self.most.lt(number * self.by)
    }

    /// It is certainly less than 0.
    #[inline(always)]
    pub(crate) fn below(self, number: S) -> S::Mask {
        self.ordinary & (number * self.by).lt(-self.most)
    }

    /// It is certainly not 0.
    #[inline(always)]
    pub(crate) fn apart(self, number: S) -> S::Mask {
        self.above(number.abs())
    }

    /// All three are certainly more than 0, all are less, or one is more and one is less.
    #[inline(always)]
    pub(crate) fn signs(self, numbers: [S; 3]) -> [S::Mask; 3] {
        let [a, b, c] = numbers;
        let above = [self.above(a), self.above(b), self.above(c)];
        let below = [self.below(a), self.below(b), self.below(c)];
        let some = (above[0] | above[1] | above[2]) & (below[0] | below[1] | below[2]);
        [above[0] & above[1] & above[2], below[0] & below[1] & below[2], some]
    }
}

/// As far as three vectors lead from 0 along each axis.
#[inline(always)]
pub(crate) fn reach<V: Vector>([p, q, r]: [V; 3]) -> V {
    p.magnitudes().max(q.magnitudes()).max(r.magnitudes())
}
