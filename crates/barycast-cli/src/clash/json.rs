//! The report as JSON, and as a line a clash.

use super::report::{
    Clash, Count, File, Issue, Line, Part, Report, Resolved, Times, Tolerance, Unit, Warning,
};
use serde::Serialize;
use std::io::{self, Write};

/// A clash with its parts told by name.
#[derive(Serialize)]
struct Told<'a> {
    id: &'a str,
    issue: &'a str,
    a: Side<'a>,
    b: Side<'a>,
    #[serde(flatten)]
    clash: Rest<'a>,
}

#[derive(Serialize)]
struct Side<'a> {
    path: &'a str,
    name: &'a str,
    file: &'a str,
}

/// What a clash is besides its names.
#[derive(Serialize)]
struct Rest<'a> {
    class: &'static str,
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
    warnings: Vec<ToldWarning<'a>>,
    issues: Vec<ToldIssue<'a>>,
    clashes: Vec<Told<'a>>,
    resolved: &'a [Resolved],
}

#[derive(Serialize)]
pub(super) struct ToldWarning<'a> {
    part: Option<&'a str>,
    kind: &'a str,
    pub(super) text: &'a str,
}

#[derive(Serialize)]
struct ToldIssue<'a> {
    id: &'a str,
    things: &'a [String; 2],
    class: &'static str,
    depth: Option<f64>,
    distance: f64,
    certain: bool,
    /// Their ids.
    clashes: Vec<&'a str>,
    status: Option<super::report::Status>,
}

impl Report {
    fn told<'a>(&'a self, clash: &'a Clash) -> Told<'a> {
        let side = |part: usize| {
            let Part { path, name, file, .. } = &self.parts[part];
            Side { path, name, file: &self.files[*file].path }
        };
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
            ..
        } = clash;
        Told {
            id,
            issue: &self.issues[clash.issue].id,
            a: side(clash.parts[0]),
            b: side(clash.parts[1]),
            clash: Rest {
                class: class.name(),
                distance: *distance,
                depth: *depth,
                at_most: *at_most,
                certain: *certain,
                points,
                direction: *direction,
                bounds,
                lines: lines.as_deref(),
                status: *status,
            },
        }
    }

    fn told_issue<'a>(&'a self, issue: &'a Issue) -> ToldIssue<'a> {
        let Issue { id, things, class, depth, distance, certain, clashes, status } = issue;
        ToldIssue {
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

/// A warning with its part told by path.
pub(super) fn told_warning<'a>(warning: &'a Warning, parts: &'a [Part]) -> ToldWarning<'a> {
    let part = warning.part.map(|part| parts[part].path.as_str());
    ToldWarning { part, kind: warning.kind, text: &warning.text }
}

/// One object.
pub(crate) fn write_json(report: &Report, mut out: impl Write) -> io::Result<()> {
    let whole = Whole {
        version: report.version,
        unit: &report.unit,
        tolerance: report.tolerance,
        clearance: report.clearance,
        times: report.times,
        files: &report.files,
        counts: &report.counts,
        warnings: report.warnings.iter().map(|warning| told_warning(warning, &report.parts)).collect(),
        issues: report.issues.iter().map(|issue| report.told_issue(issue)).collect(),
        clashes: report.clashes.iter().map(|clash| report.told(clash)).collect(),
        resolved: &report.resolved,
    };
    serde_json::to_writer_pretty(&mut out, &whole)?;
    writeln!(out)
}

/// A line a clash, worst first.
pub(crate) fn write_ndjson(report: &Report, mut out: impl Write) -> io::Result<()> {
    for clash in report.issues.iter().flat_map(|issue| &issue.clashes) {
        serde_json::to_writer(&mut out, &report.told(&report.clashes[*clash]))?;
        writeln!(out)?;
    }
    Ok(())
}
