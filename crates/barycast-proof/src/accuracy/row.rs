//! The rows that are judged.

use super::tally::Tally;

/// How far from the boundary a fast answer may be wrong, in ulp of the largest coordinate.
pub(super) const ULPS: f64 = 4.0;

/// A row in one number of dimensions.
pub(super) struct Row {
    pub(super) dimensions: usize,
    pub(super) name: &'static str,
    pub(super) shapes: [&'static str; 2],
    /// Who answers `intersects`.
    pub(super) answer: &'static str,
    /// Asks one case in both precisions.
    pub(super) ask: fn(u64, &mut Tally),
}
