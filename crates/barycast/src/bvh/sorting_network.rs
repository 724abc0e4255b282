//! Sorts eight numbers by a sorting network, without branches.
//!
//! The order of a node's children is unpredictable, so branches would be mispredicted. In each of
//! six steps every number is compared with another, independently of the values. The numbers are in
//! two halves of four lanes. Lane `i` of one half is compared with lane `i` of the other, and lanes
//! are permuted between the steps. The permutations are the cheapest found by a search over all
//! short networks. The tests check all patterns of zeros and ones, which is sufficient for any
//! numbers [Knuth 5.3.4].

use crate::number::part;
use fearless_simd::prelude::*;
use fearless_simd::{u32x4, u32x8, u64x2};

/// Returns the numbers sorted in descending order.
#[inline(always)]
pub(super) fn largest_first<S: Simd>(numbers: u32x8<S>) -> u32x8<S> {
    part(
        #[inline(always)]
        || {
            let (a, b) = numbers.split();
            let (a, b) = compared(a, b);
            let (a, b) = compared(a, b.slide::<2>(b));
            let (a, b) = in_twos(a, b);
            let (a, b) = compared(a, b);
            let (a, b) = compared(a, b.reverse());
            let (a, b) = compared(a.zip_low(b), a.zip_high(b));
            let (a, b) = in_twos(a, b);
            let (a, b) = compared(a, b);
            let (a, b) = in_twos(a.zip_low(b), a.zip_high(b));
            a.combine(b)
        },
    )
}

/// Returns the larger and the smaller of each pair.
#[inline(always)]
fn compared<S: Simd>(a: u32x4<S>, b: u32x4<S>) -> (u32x4<S>, u32x4<S>) {
    (a.max(b), a.min(b))
}

/// Returns the first two lanes of both, and the last two lanes of both.
#[inline(always)]
fn in_twos<S: Simd>(a: u32x4<S>, b: u32x4<S>) -> (u32x4<S>, u32x4<S>) {
    let (a, b) = (a.bitcast::<u64x2<S>>(), b.bitcast::<u64x2<S>>());
    (a.zip_low(b).bitcast(), a.zip_high(b).bitcast())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::best_level;
    use fearless_simd::{Level, dispatch};

    fn sorted(level: Level, numbers: [u32; 8]) -> [u32; 8] {
        dispatch!(level, simd => {
            let mut sorted = [0; 8];
            largest_first(u32x8::from_slice(simd, &numbers)).store_slice(&mut sorted);
            sorted
        })
    }

    #[test]
    fn every_pattern_of_zeros_and_ones_is_sorted() {
        for level in [best_level(), Level::baseline()] {
            for pattern in 0..256_u32 {
                let numbers = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| pattern >> lane & 1);
                let mut expected = numbers;
                expected.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(sorted(level, numbers), expected, "{pattern:08b}");
            }
        }
    }

    #[test]
    fn numbers_of_any_size_keep_their_bits() {
        let numbers = [7, u32::MAX, 0, 1 << 31, 5, 5, 1, 0x7F80_0000];
        let expected = [u32::MAX, 1 << 31, 0x7F80_0000, 7, 5, 5, 1, 0];
        assert_eq!(sorted(best_level(), numbers), expected);
    }
}
