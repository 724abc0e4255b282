//! The report for people.

use super::report::{Report, Status, Times};
use super::units::said;
use crate::say::{count, grouped, plain};
use barycast::each::MapEach;
use std::fmt::Write as _;
use std::io::{self, Write};

/// So many rows are shown.
const ROWS: usize = 40;

/// A row an issue, worst first, and what they are counted by.
pub(crate) fn write(report: &Report, mut out: impl Write) -> io::Result<()> {
    out.write_all(text(report).as_bytes())
}

fn text(report: &Report) -> String {
    let metres = report.unit.metres;
    let mut text = String::new();
    let files = match &report.files[..] {
        [one] => one.path.clone(),
        files => count(files.len(), "file", "files"),
    };
    let sum = |of: fn(&super::report::File) -> usize| report.files.iter().map(of).sum::<usize>();
    let assumed = if report.unit.assumed { " (assumed)" } else { "" };
    let floor =
        if report.tolerance.value > report.tolerance.asked { ", the least for f32 coordinates" } else { "" };
    let _ = writeln!(
        text,
        "{files}: {}, {}, unit {}{assumed}\ntolerance {}{floor}, clearance {}",
        count(sum(|file| file.parts), "part", "parts"),
        count(sum(|file| file.triangles), "triangle", "triangles"),
        report.unit.name,
        said(report.tolerance.value, metres),
        if report.clearance > 0.0 { said(report.clearance, metres) } else { "not asked for".to_owned() },
    );
    let Times { read_ms, build_ms, search_ms } = report.times;
    let _ =
        writeln!(text, "read in {read_ms:.0} ms, built in {build_ms:.0} ms, compared in {search_ms:.0} ms");
    for warning in report.warnings.iter().take(ROWS) {
        let _ = writeln!(text, "warning: {}", plain(&warning.text));
    }
    if let Some(more) = report.warnings.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = writeln!(text, "and {} warnings more, which --format json lists", grouped(more));
    }
    if !report.resolved.is_empty() || report.clashes.iter().any(|clash| clash.status.is_some()) {
        let of = |status: Status| report.clashes.iter().filter(|clash| clash.status == Some(status)).count();
        let [new, persisting, resolved] =
            [of(Status::New), of(Status::Persisting), report.resolved.len()].each(grouped);
        let _ = writeln!(text, "since the baseline: {new} new, {persisting} persisting, {resolved} resolved");
    }
    if report.issues.is_empty() {
        text.push_str("nothing clashes\n");
        return text;
    }
    let counts: Vec<String> = report
        .counts
        .iter()
        .filter(|count| count.clashes > 0)
        .map(|count| format!("{} {}", grouped(count.clashes), count.class.name()))
        .collect();
    let _ = writeln!(text, "{}: {}\n", count(report.issues.len(), "issue", "issues"), counts.join(", "));
    let heads = ["issue", "class", "depth", "gap", "clashes", "between", "and"].each(str::to_owned);
    let rows = report.issues.iter().take(ROWS).map(|issue| {
        let [a, b] = [0, 1].each(|side| plain(&issue.things[side]));
        let gap = if issue.depth.is_none() { report.length_said(issue.distance) } else { "-".to_owned() };
        [
            issue.id[..8].to_owned(),
            Report::class_said(issue.class, issue.certain),
            issue.depth.map_or("-".to_owned(), |depth| report.length_said(depth)),
            gap,
            grouped(issue.clashes.len()),
            a,
            b,
        ]
    });
    let rows: Vec<[String; 7]> = std::iter::once(heads).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..7).map(width).collect();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if (2..5).contains(&column) {
                write!(line, "{cell:>width$}  ")
            } else {
                write!(line, "{cell:<width$}  ")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if let Some(more) = report.issues.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = writeln!(text, "and {} issues more, which --format json lists", grouped(more));
    }
    text
}
