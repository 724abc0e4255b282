//! Error of queries that are not defined for two shapes.

use core::fmt;

/// Error: the query is not defined for this pair of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// Name of the query.
    pub question: &'static str,
    /// Names of the shapes in the protocol.
    pub shapes: [&'static str; 2],
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.shapes;
        write!(f, "`{}` of {a} and {b} has no answer", self.question)
    }
}

impl core::error::Error for NoAnswer {}
