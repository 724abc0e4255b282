//! The operation `ease`: the value of an easing function.

use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{missing, number};
use crate::query::{Query, QueryResult};
use barycast::curve::easing::{Ease, TimingFunction};

/// An easing, how it is used, and a time.
struct EaseQuery {
    easing: TimingFunction,
    form: Form,
    t: f64,
}

/// Transformations of an easing function.
#[derive(Clone, Copy, Debug)]
enum Form {
    Plain,
    Reversed,
    Mirrored,
    Backward,
}

pub(super) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let must = |name: &str, message: String| Fault::new(Code::InvalidOption, name, message);
    let easing = match members.take("easing").ok_or_else(|| missing("easing"))? {
        Node::Text(text) => {
            text.parse::<TimingFunction>().map_err(|error| must("easing", error.to_string()))?
        }
        other => return Err(must("easing", format!("easing must be a string, got {}", other.kind()))),
    };
    let form = match members.take("form") {
        None => Form::Plain,
        Some(Node::Text(form)) if form == "plain" => Form::Plain,
        Some(Node::Text(form)) if form == "reversed" => Form::Reversed,
        Some(Node::Text(form)) if form == "mirrored" => Form::Mirrored,
        Some(Node::Text(form)) if form == "backward" => Form::Backward,
        Some(_) => {
            let message = "form must be \"plain\", \"reversed\", \"mirrored\" or \"backward\"";
            return Err(must("form", message.to_owned()));
        }
    };
    let t = number(members, "t", reading.precision)?.ok_or_else(|| missing("t"))?;
    Ok(Box::new(EaseQuery { easing, form, t }))
}

impl Query for EaseQuery {
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        let value = match self.form {
            Form::Plain => self.easing.eval(self.t),
            Form::Reversed => self.easing.reversed().eval(self.t),
            Form::Mirrored => self.easing.mirrored().eval(self.t),
            Form::Backward => self.easing.backward().eval(self.t),
        };
        answer.plain("value", value);
        Ok(())
    }
}
