//! What became of the clashes of an earlier report.

use super::report::{Clash, Resolved, Status};
use crate::commands::Failure;
use barycast_io::ReadError;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::Path;

/// As much of a report as matters.
#[derive(Deserialize)]
struct Earlier {
    unit: Option<EarlierUnit>,
    clashes: Vec<EarlierClash>,
}

#[derive(Deserialize)]
struct EarlierUnit {
    metres: f64,
}

/// A clash of that report.
#[derive(Deserialize)]
pub(crate) struct EarlierClash {
    pub(crate) id: String,
    pub(crate) class: String,
    /// In that report's unit.
    #[serde(default)]
    pub(crate) distance: f64,
    /// How long that is, where the report says it: its lines, one a clash, do not.
    #[serde(skip)]
    pub(crate) metres: Option<f64>,
    pub(crate) a: Side,
    pub(crate) b: Side,
}

/// One of its parts.
#[derive(Deserialize)]
pub(crate) struct Side {
    pub(crate) path: String,
}

/// Marks what is new and what persists; what the report has and the clashes have not is resolved, but for what nobody asks about
/// this time.
pub(crate) fn compare(
    baseline: &Path,
    clashes: &mut [Clash],
    is_unasked: impl Fn(&EarlierClash) -> bool,
) -> Result<Vec<Resolved>, Failure> {
    let text = std::fs::read_to_string(baseline)
        .map_err(|source| ReadError::Io { path: baseline.to_owned(), source })?;
    let earlier = read(&text).map_err(|error| {
        let what = format!("it is no report of `barycast clash` as .json or .ndjson: {error}");
        ReadError::Content { path: baseline.to_owned(), what }
    })?;
    let before: HashSet<&str> = earlier.iter().map(|clash| clash.id.as_str()).collect();
    for clash in clashes.iter_mut() {
        let persists = before.contains(clash.id.as_str());
        clash.status = Some(if persists { Status::Persisting } else { Status::New });
    }
    let now: HashSet<&str> = clashes.iter().map(|clash| clash.id.as_str()).collect();
    let gone = earlier.iter().filter(|clash| !now.contains(clash.id.as_str()) && !is_unasked(clash));
    Ok(gone
        .map(|EarlierClash { id, class, a, b, .. }| Resolved {
            id: id.clone(),
            parts: [a.path.clone(), b.path.clone()],
            class: class.clone(),
        })
        .collect())
}

/// The clashes of a report: one object, or a line a clash.
fn read(text: &str) -> Result<Vec<EarlierClash>, serde_json::Error> {
    if let Ok(Earlier { unit, mut clashes }) = serde_json::from_str(text) {
        let metres = unit.map(|unit| unit.metres);
        for clash in &mut clashes {
            clash.metres = metres;
        }
        return Ok(clashes);
    }
    text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
}
