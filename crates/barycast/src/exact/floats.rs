//! The floats of an exact number, which decide most comparisons.

/// The index of nothing.
pub(super) const NONE: u32 = u32::MAX;

/// The floats of an exact number.
#[derive(Clone, Copy)]
pub(super) struct Floats {
    /// Approximation of the number.
    pub(super) value: f64,
    /// Bound of the error of `value`; 0 if the number is a float, infinite if no bound is known.
    pub(super) error: f64,
    /// Index of its expression, or [`NONE`] for a float.
    pub(super) index: u32,
}
