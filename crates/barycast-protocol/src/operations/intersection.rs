//! The operation `intersection`: what two shapes have in common.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, either};
use crate::question::QuestionResult;

pub(super) fn intersection(members: &mut Members<'_>, reading: Reading<'_>) -> QuestionResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.intersection(a.intersection(b)?.as_ref(), a, b));
        Ok(())
    })
}
