//! Random numbers.

/// `SplitMix64`: the same seed gives the same numbers. [Steele, Lea, Flood 2014]
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end - 1`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// Returns a number from `first` to `last`.
    pub(super) fn between(&mut self, first: i32, last: i32) -> i32 {
        first + self.below((last - first) as u64 + 1) as i32
    }

    pub(super) fn flip(&mut self) -> bool {
        self.next() >> 63 == 1
    }
}
