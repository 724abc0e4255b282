//! The operations `contact` and `manifold`.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, either};
use crate::query::QueryResult;

pub(super) fn contact(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::contact(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => {
            let found = a.contact_and_manifold_precisely(b)?;
            let found = found.map(|(contact, manifold)| (contact, a.contact_points(b, &manifold)));
            answer.contact(found.as_ref().map(|(contact, points)| (contact, &points[..])));
        });
        Ok(())
    })
}

pub(super) fn manifold(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::contact(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.manifold(a.manifold_precisely(b)?.as_ref()));
        Ok(())
    })
}
