//! Queries that are read and ready to answer.

use super::encode::Answer;
use super::error::Fault;
use super::names::Reading;
use super::node::Members;

/// A query with its shapes and options.
pub(crate) trait Query {
    /// Appends the members of the answer.
    fn answer(&self, answer: Answer<'_>) -> Result<(), Fault>;

    /// Appends the recorded steps as a member `trace`, if there are any.
    fn trace(&self, _out: &mut Vec<u8>) -> Result<(), Fault> {
        Ok(())
    }
}

/// Result of a [`Reader`].
pub(crate) type QueryResult = Result<Box<dyn Query>, Fault>;

/// Reads the members of an operation from a request.
pub(crate) type Reader = fn(&mut Members<'_>, Reading<'_>) -> QueryResult;
