//! Several shapes as one.

use super::ListError;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The union of shapes, other compounds among them if need be: it may overlap itself, and may be in pieces.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Compound<A> {
    shapes: Vec<A>,
}

impl<A> Compound<A> {
    /// Of one shape or more.
    ///
    /// # Errors
    /// An empty list is an error.
    pub fn try_new(shapes: Vec<A>) -> Result<Self, ListError> {
        if shapes.is_empty() {
            return Err(ListError { field: "shapes", message: "must not be empty".to_string() });
        }
        Ok(Self { shapes })
    }

    /// Its shapes, as given.
    pub fn shapes(&self) -> &[A] {
        &self.shapes
    }
}
