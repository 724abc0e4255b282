//! Warnings as text, one line for each kind.

use super::report::{Part, Warning};
use crate::output::{count, grouped, plain};
use std::collections::BTreeMap;

/// Largest number of parts that a line names.
const NAMED: usize = 3;

/// Returns the predicate for many parts with the same kind of warning.
fn of_many(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "open" => "are not closed",
        "flipped" => "have triangles whose neighbours face the opposite way",
        "crowded" => "are not manifold: more than two triangles meet along an edge",
        "welded" => "are closed after welding",
        "doubled" => "have triangles with duplicates, each of which is used once",
        "turned" => "have triangles that were flipped to agree with their neighbours",
        "overlapping" => "have shells that overlap others: depths refer to their union",
        "degenerate" => "have triangles without area",
        "flat" => "are flattened by their placement and are checked as flat surfaces",
        "nowhere" => "have placements with non-finite numbers and are not checked",
        _ => return None,
    })
}

/// Returns the sentences in the order in which their kinds occur first. A kind with several
/// warnings becomes one line with their number and the first three parts, unless `all` is set.
pub(crate) fn lines(warnings: &[Warning], parts: &[Part], all: bool) -> Vec<String> {
    let text = |warning: &Warning| plain(&warning.text);
    if all {
        return warnings.iter().map(text).collect();
    }
    let mut kinds: BTreeMap<&str, (usize, Vec<&Warning>)> = BTreeMap::new();
    for warning in warnings {
        let next = kinds.len();
        kinds.entry(warning.kind).or_insert((next, Vec::new())).1.push(warning);
    }
    let mut kinds: Vec<_> = kinds.into_iter().map(|(kind, (place, of))| (place, kind, of)).collect();
    kinds.sort_unstable_by_key(|(place, ..)| *place);
    let line = |(_, kind, of): (usize, &str, Vec<&Warning>)| {
        if let [one] = of[..] {
            return text(one);
        }
        let more = of.len().checked_sub(NAMED).filter(|more| *more > 0);
        let more = more.map_or(String::new(), |more| format!(" and {} more", grouped(more)));
        let mut named = Vec::new();
        for warning in of.iter().take(NAMED) {
            named.push(warning.part.map_or_else(|| text(warning), |part| plain(&parts[part].path)));
        }
        match of_many(kind) {
            Some(what) if of.iter().all(|warning| warning.part.is_some()) => {
                format!("{} {what}: {}{more}", count(of.len(), "part", "parts"), named.join(", "))
            }
            _ => {
                for (named, warning) in named.iter_mut().zip(&of) {
                    *named = text(warning);
                }
                format!("{kind}, {}: {}{more}", count(of.len(), "time", "times"), named.join("; "))
            }
        }
    };
    kinds.into_iter().map(line).collect()
}

/// Returns the first three pairs by the paths of their parts.
pub(crate) fn pairs_named(pairs: &[[usize; 2]], parts: &[Part]) -> String {
    let pair = |[a, b]: &[usize; 2]| format!("{} and {}", parts[*a].path, parts[*b].path);
    let named: Vec<String> = pairs.iter().take(NAMED).map(pair).collect();
    match pairs.len().checked_sub(NAMED).filter(|more| *more > 0) {
        Some(more) => format!("{}; {} more", named.join("; "), grouped(more)),
        None => named.join("; "),
    }
}
