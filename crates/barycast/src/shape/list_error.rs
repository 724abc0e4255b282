//! Why lists of numbers make no valid shape.

use super::ShapeError;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// Why lists of points or indices make no valid shape: the list, and what is wrong with which of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The list's name, as in the query protocol.
    pub field: &'static str,
    /// What it must be, and which elements are to blame.
    pub message: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.field, self.message)
    }
}

impl core::error::Error for ListError {}

/// Of a field that is no list.
impl From<ShapeError> for ListError {
    fn from(error: ShapeError) -> Self {
        let got = error.got.map_or_else(String::new, |got| format!(", got {got}"));
        Self { field: error.field, message: format!("must {}{got}", error.must) }
    }
}
