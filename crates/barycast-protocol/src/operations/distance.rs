//! The operations `distance` and `signed_distance`.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, either};
use crate::query::QueryResult;
use barycast::shape::Point;

pub(super) fn distance(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.closest(&a.closest_precisely(b)));
        Ok(())
    })
}

pub(super) fn signed_distance(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => {
            let Shape::Point(Point(point)) = b else { return Err(pair.no_answer("signed_distance")) };
            answer.signed_distance(a.signed_distance(*point));
        });
        Ok(())
    })
}
