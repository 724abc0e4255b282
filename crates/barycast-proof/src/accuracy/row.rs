//! The measured rows.

use super::tally::Tally;

/// Largest distance from the boundary of a wrong fast result, in ulp of the largest coordinate.
pub(super) const ULPS: f64 = 4.0;

/// A row in one dimension.
pub(super) struct Row {
    pub(super) dimensions: usize,
    pub(super) name: &'static str,
    pub(super) shapes: [&'static str; 2],
    /// The method of `intersects`.
    pub(super) answer: &'static str,
    /// Measures one case in both precisions.
    pub(super) measure: fn(u64, &mut Tally),
}
