//! A request: an operation with shapes, options and a precision.

use super::encode::Answer;
use super::error::{Code, Fault, excerpt};
use super::names::{Names, Reading};
use super::node::{Members, Node};
use super::operations;
use super::options::{self, missing, refuse_the_rest};
use super::pair::Exactness;
use super::precision::Precision;
use super::query::Query;

/// A valid request.
pub(crate) struct Request {
    precision: Precision,
    query: Box<dyn Query>,
}

impl Request {
    /// Reads the members of the request's object except its `id`.
    pub(crate) fn read(mut members: Members<'_>, names: &Names) -> Result<Self, Fault> {
        let precision = options::precision(&mut members)?;
        let reading = Reading { precision, names };
        let op = match members.take("op") {
            Some(Node::Text(op)) => op,
            Some(other) => {
                let message = format!("op must be a string, got {}", other.kind());
                return Err(Fault::new(Code::UnknownOp, "op", message));
            }
            None => return Err(missing("op")),
        };
        let Some(read) = operations::reader(&op, &members) else {
            // An error in these is reported before that of the operation.
            Exactness::read(&mut members, reading)?;
            let message = format!("`{}` is not an operation", excerpt(&op));
            return Err(Fault::new(Code::UnknownOp, "op", message));
        };
        let query = read(&mut members, reading)?;
        refuse_the_rest(&members)?;
        Ok(Self { precision, query })
    }

    /// Appends the members of the answer, and the steps if `trace` is set.
    pub(crate) fn answer(&self, trace: bool, out: &mut Vec<u8>) -> Result<(), Fault> {
        self.query.answer(Answer { precision: self.precision, out })?;
        if trace { self.query.trace(out) } else { Ok(()) }
    }
}
