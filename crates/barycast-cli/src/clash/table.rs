//! The report as a table.

use super::report::{Earlier, Report, Status, Times};
use super::warnings;
use crate::output::{count, grouped, length_text, plain};
use barycast::number::each::MapEach;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Largest number of rows.
const ROWS: usize = 40;

/// Writes one row per issue, worst first, with counts; `verbose` prints every warning.
pub(crate) fn write(report: &Report, verbose: bool, mut out: impl Write) -> io::Result<()> {
    out.write_all(text(report, verbose).as_bytes())
}

fn text(report: &Report, verbose: bool) -> String {
    let mut text = String::new();
    head(&mut text, report);
    warned(&mut text, report, verbose);
    if report.has_baseline {
        since_the_baseline(&mut text, report);
    }
    let adjacent = report.pairs.adjacent;
    if adjacent > 0 {
        let pairs = count(adjacent, "pair of parts that comes", "pairs of parts that come");
        let _ = writeln!(text, "{pairs} near one another left out by --adjacent");
    }
    if report.issues.is_empty() {
        text.push_str("nothing clashes\n");
    } else {
        issues(&mut text, report);
    }
    if let Some(verdict) = report.verdict() {
        let _ = writeln!(text, "{verdict}");
    }
    text
}

/// Writes the files, the limits of the comparison, and the times.
fn head(text: &mut String, report: &Report) {
    let metres = report.unit.metres;
    let files = match &report.files[..] {
        [one] => one.path.clone(),
        files => count(files.len(), "file", "files"),
    };
    let sum = |of: fn(&super::report::File) -> usize| report.files.iter().map(of).sum::<usize>();
    let assumed = if report.unit.assumed { " (assumed)" } else { "" };
    let _ = writeln!(
        text,
        "{files}: {}, {}, unit {}{assumed}\ntolerance {}, clearance {}",
        count(sum(|file| file.parts), "part", "parts"),
        count(sum(|file| file.triangles), "triangle", "triangles"),
        report.unit.name,
        length_text(report.tolerance.value, metres),
        if report.clearance > 0.0 { length_text(report.clearance, metres) } else { "none".to_owned() },
    );
    let Times { read_ms, build_ms, search_ms } = report.times;
    let _ =
        writeln!(text, "read in {read_ms:.0} ms, built in {build_ms:.0} ms, compared in {search_ms:.0} ms");
}

/// Writes the warnings, all of them if `verbose`.
fn warned(text: &mut String, report: &Report, verbose: bool) {
    let warnings = warnings::lines(&report.warnings, &report.parts, verbose);
    for warning in &warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    if !verbose && warnings.len() < report.warnings.len() {
        let all = grouped(report.warnings.len());
        let _ = writeln!(text, "-v lists all {all} warnings, and so does --format json");
    }
}

/// Writes the numbers of new and resolved clashes.
fn since_the_baseline(text: &mut String, report: &Report) {
    let of = |status: Status| report.clashes.iter().filter(|clash| clash.status == Some(status)).count();
    let counts = [of(Status::New), of(Status::Persisting), report.resolved.len(), report.not_compared.len()];
    let [new, persisting, resolved, not_compared] = counts.each(grouped);
    let _ = write!(text, "since the baseline: {new} new, {persisting} persisting, {resolved} resolved");
    let left_out = format!(", {not_compared} not compared");
    let _ = writeln!(text, "{}", if report.not_compared.is_empty() { "" } else { &left_out });
    for Earlier { parts: [a, b], class, now, .. } in report.resolved.iter().take(ROWS) {
        let _ = writeln!(text, "resolved (now {now}): {} and {}, was {}", plain(a), plain(b), plain(class));
    }
    if let Some(more) = report.resolved.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = writeln!(text, "and {} more resolved clashes; --format json lists them", grouped(more));
    }
}

/// Writes the number of issues and a table of the worst.
fn issues(text: &mut String, report: &Report) {
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
        let gap = if issue.depth.is_none() { report.length_text(issue.distance) } else { "-".to_owned() };
        [
            issue.id[..8].to_owned(),
            Report::class_text(issue.class, issue.certain),
            issue.depth.map_or("-".to_owned(), |depth| report.length_text(depth)),
            gap,
            grouped(issue.clashes.len()),
            a,
            b,
        ]
    });
    aligned(text, &std::iter::once(heads).chain(rows).collect::<Vec<_>>());
    if let Some(more) = report.issues.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = writeln!(text, "and {} more issues; --format json lists them", grouped(more));
    }
}

/// Writes rows in columns of equal width, with the numbers in columns 2 to 4 aligned to the right.
fn aligned(text: &mut String, rows: &[[String; 7]]) {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..7).map(width).collect();
    for row in rows {
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
}
