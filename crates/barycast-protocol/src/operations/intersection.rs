//! The operation `intersection`: the common points of two shapes.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, either};
use crate::query::QueryResult;

pub(super) fn intersection(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.intersection(a.intersection(b)?.as_ref(), a, b));
        Ok(())
    })
}
