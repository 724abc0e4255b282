//! How much rounding leaves of lengths.

use crate::number::{DoubleDouble, Float};

/// What rounding leaves of a length as large as this.
pub(super) fn noise(scale: DoubleDouble) -> DoubleDouble {
    scale * DoubleDouble::new(1e-28)
}

/// The same where points may be off by a part of their coordinates.
pub(super) fn noise_of(scale: DoubleDouble, rounding: DoubleDouble) -> DoubleDouble {
    scale * DoubleDouble::new(f64::max(1e-28, rounding.to_f64() * 4.0))
}
