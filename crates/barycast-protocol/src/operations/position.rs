//! The operations `contains`, `classify` and `barycentric`: the position of one shape relative to
//! another.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, either};
use crate::query::QueryResult;

pub(super) fn contains(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.flag("contains", a.contains(b)?));
        Ok(())
    })
}

pub(super) fn classify(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.position(a.classify(b)?));
        Ok(())
    })
}

pub(super) fn barycentric(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.barycentric(a.barycentric(b)?));
        Ok(())
    })
}
