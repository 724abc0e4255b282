//! The report as JSON, and as one line per clash.

use super::matching::Shape;
use super::report::{
    Clash, Count, Earlier, File, Issue, Line, Pairs, Part, Report, Times, Tolerance, Unit, Warning,
};
use serde::Serialize;
use std::io::{self, Write};

/// A clash with the names of its parts.
#[derive(Serialize)]
struct ClashJson<'a> {
    id: &'a str,
    issue: &'a str,
    a: Side<'a>,
    b: Side<'a>,
    #[serde(flatten)]
    clash: Rest<'a>,
    /// Length of one unit in metres, in reports that are not a single object.
    #[serde(skip_serializing_if = "Option::is_none")]
    metres: Option<f64>,
}

/// A part, with its identity unless the report has a list of parts.
#[derive(Serialize)]
struct Side<'a> {
    path: &'a str,
    name: &'a str,
    file: &'a str,
    #[serde(flatten)]
    identity: Option<Identity<'a>>,
}

/// Identity of a part across revisions.
#[derive(Serialize)]
struct Identity<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    guid: Option<&'a str>,
    /// Names of the nodes that lead to it.
    node: &'a str,
    shape: Shape,
    /// Bounds; `None` for a part with a non-finite placement.
    bounds: Option<[glam::DVec3; 2]>,
}

/// The fields of a clash other than names.
#[derive(Serialize)]
struct Rest<'a> {
    class: &'static str,
    /// Tolerance of this pair, if it is larger than the given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<f64>,
    distance: f64,
    depth: Option<f64>,
    at_most: Option<f64>,
    certain: bool,
    points: &'a [glam::DVec3; 2],
    direction: Option<glam::DVec3>,
    bounds: &'a [glam::DVec3; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'a [Line]>,
    status: Option<super::report::Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<&'a str>,
}

#[derive(Serialize)]
struct Whole<'a> {
    version: u32,
    unit: &'a Unit,
    tolerance: Tolerance,
    clearance: f64,
    times: Times,
    files: &'a [File],
    counts: &'a [Count],
    pairs: Pairs,
    parts_checked: usize,
    parts_without_inside: usize,
    warnings: Vec<WarningJson<'a>>,
    issues: Vec<IssueJson<'a>>,
    clashes: Vec<ClashJson<'a>>,
    resolved: &'a [Earlier],
    not_compared: &'a [Earlier],
    parts: Vec<Side<'a>>,
}

#[derive(Serialize)]
pub(super) struct WarningJson<'a> {
    part: Option<&'a str>,
    kind: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct IssueJson<'a> {
    id: &'a str,
    things: &'a [String; 2],
    class: &'static str,
    depth: Option<f64>,
    distance: f64,
    certain: bool,
    /// Ids of its clashes.
    clashes: Vec<&'a str>,
    status: Option<super::report::Status>,
}

impl Report {
    fn side(&self, part: usize, identified: bool) -> Side<'_> {
        let part = &self.parts[part];
        let identity = || Identity {
            guid: part.guid.as_deref(),
            node: part.node(),
            shape: part.shape,
            bounds: part.checked.then_some(part.bounds),
        };
        let Part { path, name, file, .. } = part;
        Side { path, name, file: &self.files[*file].path, identity: identified.then(identity) }
    }

    /// Returns a clash for output. If it stands alone, it contains the identities of its parts.
    fn clash_json<'a>(&'a self, clash: &'a Clash, alone: bool) -> ClashJson<'a> {
        let Clash {
            id,
            class,
            distance,
            depth,
            at_most,
            certain,
            points,
            direction,
            bounds,
            lines,
            status,
            tolerance,
            was,
            ..
        } = clash;
        ClashJson {
            id,
            issue: &self.issues[clash.issue].id,
            a: self.side(clash.parts[0], alone),
            b: self.side(clash.parts[1], alone),
            metres: alone.then_some(self.unit.metres),
            clash: Rest {
                class: class.name(),
                tolerance: Some(*tolerance).filter(|tolerance| *tolerance > self.tolerance.given),
                distance: *distance,
                depth: *depth,
                at_most: *at_most,
                certain: *certain,
                points,
                direction: *direction,
                bounds,
                lines: lines.as_deref(),
                status: *status,
                was: was.as_deref(),
            },
        }
    }

    fn issue_json<'a>(&'a self, issue: &'a Issue) -> IssueJson<'a> {
        let Issue { id, things, class, depth, distance, certain, clashes, status } = issue;
        IssueJson {
            id,
            things,
            class: class.name(),
            depth: *depth,
            distance: *distance,
            certain: *certain,
            clashes: clashes.iter().map(|clash| self.clashes[*clash].id.as_str()).collect(),
            status: *status,
        }
    }
}

/// Returns a warning with the path of its part.
pub(super) fn warning_json<'a>(warning: &'a Warning, parts: &'a [Part]) -> WarningJson<'a> {
    let part = warning.part.map(|part| parts[part].path.as_str());
    WarningJson { part, kind: warning.kind, text: &warning.text }
}

/// Writes one object.
pub(crate) fn write_json(report: &Report, mut out: impl Write) -> io::Result<()> {
    let whole = Whole {
        version: report.version,
        unit: &report.unit,
        tolerance: report.tolerance,
        clearance: report.clearance,
        times: report.times,
        files: &report.files,
        counts: &report.counts,
        pairs: report.pairs,
        parts_checked: report.parts_checked,
        parts_without_inside: report.parts_without_inside,
        warnings: report.warnings.iter().map(|warning| warning_json(warning, &report.parts)).collect(),
        issues: report.issues.iter().map(|issue| report.issue_json(issue)).collect(),
        clashes: report.clashes.iter().map(|clash| report.clash_json(clash, false)).collect(),
        resolved: &report.resolved,
        not_compared: &report.not_compared,
        parts: (0..report.parts.len()).map(|part| report.side(part, true)).collect(),
    };
    serde_json::to_writer_pretty(&mut out, &whole)?;
    writeln!(out)
}

/// Writes one line per clash, worst first.
pub(crate) fn write_ndjson(report: &Report, mut out: impl Write) -> io::Result<()> {
    for clash in report.issues.iter().flat_map(|issue| &issue.clashes) {
        serde_json::to_writer(&mut out, &report.clash_json(&report.clashes[*clash], true))?;
        writeln!(out)?;
    }
    Ok(())
}
