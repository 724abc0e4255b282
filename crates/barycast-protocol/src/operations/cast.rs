//! The operations `cast`, `casts` and `span`: intersections of a ray, segment or line with a shape.

use crate::error::Fault;
use crate::names::Reading;
use crate::node::Members;
use crate::options::{flag, number};
use crate::pair::{self, Exactness, either};
use crate::query::QueryResult;
use barycast::pair::cast::CastOptions;

pub(super) fn cast(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let options = read_options(members, reading)?;
    pair::traced(members, reading, move |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.hit(a.cast_with(b, &options)?.as_ref()));
        Ok(())
    })
}

pub(super) fn casts(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let options = read_options(members, reading)?;
    pair::traced(members, reading, move |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.hits(&a.cast_all_with(b, &options)?));
        Ok(())
    })
}

pub(super) fn span(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        either!(pair, Shape(a, b) => answer.span(a.span(b)?));
        Ok(())
    })
}

fn read_options(members: &mut Members<'_>, reading: Reading<'_>) -> Result<CastOptions<f64>, Fault> {
    let exactness = Exactness::read(members, reading)?;
    let options = CastOptions {
        min_t: None,
        max_t: number(members, "max_t", reading.precision)?,
        cull: flag(members, "cull")?,
        hollow: flag(members, "hollow")?,
    };
    exactness.refuse()?;
    Ok(options)
}
