//! Why a query of two shapes has no answer.

use core::fmt;

/// Why a question between two valid shapes has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// The question.
    pub question: &'static str,
    /// The shapes' names in the protocol.
    pub shapes: [&'static str; 2],
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.shapes;
        write!(f, "`{}` of {a} and {b} has no answer", self.question)
    }
}

impl core::error::Error for NoAnswer {}
