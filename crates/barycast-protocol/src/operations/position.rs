//! The operations `contains`, `classify` and `barycentric`: where one shape lies in another.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, either};
use crate::question::QuestionResult;

pub(super) fn contains(members: &mut Members<'_>, reading: Reading<'_>) -> QuestionResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.flag("contains", a.contains(b)?));
        Ok(())
    })
}

pub(super) fn classify(members: &mut Members<'_>, reading: Reading<'_>) -> QuestionResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.position(a.classify(b)?));
        Ok(())
    })
}

pub(super) fn barycentric(members: &mut Members<'_>, reading: Reading<'_>) -> QuestionResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.barycentric(a.barycentric(b)?));
        Ok(())
    })
}
