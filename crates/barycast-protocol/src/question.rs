//! What an operation makes of a request: a question that is ready to answer.

use super::encode::Answer;
use super::error::Fault;
use super::names::Reading;
use super::node::Members;

/// A question that has been read, with its shapes and options.
pub(crate) trait Question {
    /// Appends the members of the answer.
    fn answer(&self, answer: Answer<'_>) -> Result<(), Fault>;

    /// Appends the steps that lead to the answer, as a member `trace`; nothing where none are
    /// recorded.
    fn trace(&self, _out: &mut Vec<u8>) -> Result<(), Fault> {
        Ok(())
    }
}

/// The outcome of a [`Reader`].
pub(crate) type QuestionResult = Result<Box<dyn Question>, Fault>;

/// Takes the members of an operation from a request.
pub(crate) type Reader = fn(&mut Members<'_>, Reading<'_>) -> QuestionResult;
