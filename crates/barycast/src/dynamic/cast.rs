//! Casts of a line, ray or segment against a shape of any kind.

use super::composite::union;
use super::no_answer::NoAnswer;
use super::rescale;
use super::shape::DynamicShape;
use crate::dynamic::rescale::Rescale as _;
use crate::exact::certify::narrow;
use crate::number::{DoubleDouble, Ring, sort_by_number};
use crate::pair::cast::{self, CastOptions, Range};
use crate::query::Hit;
use crate::vector::Vector;
use crate::vector::size::shifted;
use alloc::vec::Vec;

/// Returns the hits up to the limit, computed at ordinary size. Whether the shapes intersect is
/// decided at their original size.
pub(crate) fn cast_at_any_size<S: DynamicShape>(
    a: &S,
    question: &'static str,
    target: &S,
    options: &CastOptions<f64>,
) -> Result<Vec<Hit<S::Vector>>, NoAnswer> {
    // The limit applies to `t` as it is returned: a comparison with more digits would lose a hit at
    // the limit.
    let mut hits = cast_without_limit(a, question, target, options)?;
    if let Some(limit) = options.max_t {
        hits.retain(|hit| hit.t <= limit);
    }
    if let Some(limit) = options.min_t {
        hits.retain(|hit| hit.t >= limit);
    }
    Ok(hits)
}

/// Does the same without `max_t`.
fn cast_without_limit<S: DynamicShape>(
    a: &S,
    question: &'static str,
    target: &S,
    options: &CastOptions<f64>,
) -> Result<Vec<Hit<S::Vector>>, NoAnswer> {
    if a.is_line_without_numbers() {
        return Ok(Vec::new());
    }
    let meets = || a.intersects(target);
    let scaled = a
        .at_ordinary_size(target)
        .or_else(|| a.within_reach(target))
        .or_else(|| a.with_ordinary_direction(target));
    if let Some((line, scaled, e)) = scaled {
        let by = a.parameter_shift(e);
        let options = CastOptions { min_t: options.min_t.map(|t| shifted(t, by)), ..*options };
        let hits = cast_with(&line, question, &scaled, &options, meets)?;
        let hits = hits.iter().map(narrow::hit);
        return Ok(hits.map(|h: Hit<S::Vector>| h.shifted(-e, -by)).collect());
    }
    Ok(cast_with(a, question, target, options, meets)?.iter().map(narrow::hit).collect())
}

/// Runs a driver of [`cast`](crate::pair::cast) over the spans of the infinite line in `target`.
fn cast_with<S: DynamicShape>(
    a: &S,
    question: &'static str,
    target: &S,
    options: &CastOptions<f64>,
    meets: impl FnOnce() -> bool,
) -> Result<Vec<Hit<S::Precise>>, NoAnswer> {
    let no_answer = NoAnswer { question, shapes: [a.name(), target.name()] };
    let range = a.precise_range().ok_or(no_answer)?;
    let from = options.min_t.map(least_before_rounding);
    // The hits before the limit are left out later, but a solid is hit at the limit.
    let in_solid = match from {
        Some(from) if question == "cast" => Range { low: Ring::max(range.low, from), ..range },
        _ => range,
    };
    let options = CastOptions { min_t: None, max_t: None, cull: options.cull, hollow: options.hollow };
    if !meets() {
        return Ok(Vec::new());
    }
    let [thin, thick] = union::spans_by_kind(target, &range.line);
    let first = question == "cast";
    let mut hits = if first && from.is_none() {
        cast::first(range, &thin, false, &options).into_iter().collect()
    } else {
        cast::hits(range, &thin, false, &options)
    };
    if first {
        hits.extend(cast::first(in_solid, &thick, true, &options));
    } else {
        hits.extend(cast::hits(range, &thick, true, &options));
    }
    sort_by_number(&mut hits, |hit| hit.t);
    let all = !options.cull && !options.hollow;
    if (thin.is_empty() && thick.is_empty()) || (first && all && hits.is_empty()) {
        // The shapes touch by less than the rounding error of the span: the hit is at the closest
        // point.
        let touch = a.closest_precisely(target).on_a.lift::<S::Precise>(&DoubleDouble::new);
        let t = rescale::foot_at_any_size(touch, &range.line);
        if from.is_none_or(|from| from <= t) {
            hits.extend(range.touch(t, target.is_solid()));
        }
    }
    target.add_details(&range.line, &mut hits);
    Ok(hits)
}

/// Returns about the least number that is rounded to `t`.
fn least_before_rounding(t: f64) -> DoubleDouble {
    let half = (t - t.next_down()) * 0.499;
    if half.is_finite() { DoubleDouble::new(t) - DoubleDouble::new(half) } else { DoubleDouble::new(t) }
}
