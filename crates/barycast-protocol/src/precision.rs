//! The precision of a request: `f32` or `f64`.

/// The arithmetic of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Precision {
    F32,
    #[default]
    F64,
}

impl Precision {
    /// Rounds a number to this precision, once.
    pub(crate) fn round(self, number: f64) -> f64 {
        match self {
            Self::F32 => f64::from(number as f32),
            Self::F64 => number,
        }
    }
}
