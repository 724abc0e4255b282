//! Error of constructors that take lists.

use super::ShapeError;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// Error: a list of points or indices does not describe a valid shape. States the list and the
/// offending elements.
///
/// ```
/// use barycast::d2::Polygon;
/// use glam::{Vec2, vec2};
///
/// let bow_tie = vec![Vec2::ZERO, vec2(1.0, 1.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
/// let error = Polygon::try_new(bow_tie).unwrap_err();
/// assert_eq!(error.field, "points"); // its edges cross
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// Name of the list, as in the query protocol.
    pub field: &'static str,
    /// Requirement on the list and the elements that violate it.
    pub message: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.field, self.message)
    }
}

impl core::error::Error for ListError {}

/// Converts the error of a field that is not a list.
impl From<ShapeError> for ListError {
    fn from(error: ShapeError) -> Self {
        let got = error.got.map_or_else(String::new, |got| format!(", got {got}"));
        Self { field: error.field, message: format!("must {}{got}", error.must) }
    }
}
