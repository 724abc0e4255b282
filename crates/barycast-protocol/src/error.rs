//! Errors of requests.

use barycast::dynamic::any::NoAnswer;
use barycast::shape::{ListError, ShapeError};

/// The error codes of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    BadJson,
    DimensionMismatch,
    InvalidOption,
    InvalidShape,
    Io,
    MissingField,
    NotExact,
    Timeout,
    UnknownField,
    UnknownName,
    UnknownOp,
    UnknownShape,
    UnsupportedPair,
}

impl Code {
    /// Returns the code as written in an answer.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::BadJson => "bad_json",
            Self::DimensionMismatch => "dimension_mismatch",
            Self::InvalidOption => "invalid_option",
            Self::InvalidShape => "invalid_shape",
            Self::Io => "io",
            Self::MissingField => "missing_field",
            Self::NotExact => "not_exact",
            Self::Timeout => "timeout",
            Self::UnknownField => "unknown_field",
            Self::UnknownName => "unknown_name",
            Self::UnknownOp => "unknown_op",
            Self::UnknownShape => "unknown_shape",
            Self::UnsupportedPair => "unsupported_pair",
        }
    }
}

/// The error of a request: code, field and message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Fault {
    pub(crate) code: Code,
    /// Keys that lead to the field: `a.sphere.radius`.
    pub(crate) field: Option<String>,
    pub(crate) message: String,
}

impl Fault {
    /// Builds an error in the field of this name, relative to its object.
    pub(crate) fn new(code: Code, field: &str, message: impl Into<String>) -> Self {
        Self { code, field: Some(excerpt(field).to_owned()), message: message.into() }
    }

    /// Builds the error of a line that is not a JSON object.
    pub(crate) fn bad_json(message: impl Into<String>) -> Self {
        Self { code: Code::BadJson, field: None, message: message.into() }
    }

    /// Builds the error of a field whose value does not form a shape.
    pub(crate) fn invalid(field: &str, must: &str) -> Self {
        Self::new(Code::InvalidShape, field, format!("{} must {must}", excerpt(field)))
    }

    /// Prefixes the field with that of the outer object.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.field = Some(match self.field {
            // A point is its vector, without a field in between.
            Some(field) if field != outer => format!("{outer}.{field}"),
            _ => outer.to_owned(),
        });
        self
    }
}

impl From<ShapeError> for Fault {
    fn from(error: ShapeError) -> Self {
        Self::new(Code::InvalidShape, error.field, error.to_string())
    }
}

impl From<ListError> for Fault {
    fn from(error: ListError) -> Self {
        Self::new(Code::InvalidShape, error.field, error.to_string())
    }
}

impl From<NoAnswer> for Fault {
    fn from(error: NoAnswer) -> Self {
        Self { code: Code::UnsupportedPair, field: None, message: error.to_string() }
    }
}

/// Returns the start of a user's text, short enough for a message.
pub(crate) fn excerpt(text: &str) -> &str {
    const LIMIT: usize = 80;
    text.char_indices().nth(LIMIT).map_or(text, |(end, _)| &text[..end])
}
