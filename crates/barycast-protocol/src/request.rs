//! A request: its operation, with shapes and options, and its precision.

use super::encode::Answer;
use super::error::{Code, Fault, excerpt};
use super::names::{Names, Reading};
use super::node::{Members, Node};
use super::operations;
use super::options::{self, missing, refuse_the_rest};
use super::pair::Exactness;
use super::precision::Precision;
use super::question::Question;

/// A valid request.
pub(crate) struct Request {
    precision: Precision,
    question: Box<dyn Question>,
}

impl Request {
    /// Reads the members of the request's object but for its `id`.
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
            // A fault in these is reported before that of the name.
            Exactness::read(&mut members, reading)?;
            let message = format!("`{}` is no operation", excerpt(&op));
            return Err(Fault::new(Code::UnknownOp, "op", message));
        };
        let question = read(&mut members, reading)?;
        refuse_the_rest(&members)?;
        Ok(Self { precision, question })
    }

    /// Appends the members of the answer, and with `trace` the steps that lead to it.
    pub(crate) fn answer(&self, trace: bool, out: &mut Vec<u8>) -> Result<(), Fault> {
        self.question.answer(Answer { precision: self.precision, out })?;
        if trace { self.question.trace(out) } else { Ok(()) }
    }
}
