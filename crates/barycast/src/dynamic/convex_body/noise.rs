//! Rounding errors of lengths.

use crate::number::{DoubleDouble, Float};

/// Returns the rounding error of a length of this size.
pub(super) fn noise(scale: DoubleDouble) -> DoubleDouble {
    scale * DoubleDouble::new(1e-28)
}

/// Returns the same for points with this relative error.
pub(super) fn noise_of(scale: DoubleDouble, rounding: DoubleDouble) -> DoubleDouble {
    scale * DoubleDouble::new(f64::max(1e-28, rounding.to_f64() * 4.0))
}
