//! A self-contained HTML page: the clashes as a table to sort and filter, with pictures. It loads
//! nothing.

use super::picture::{Pictures, SIZE};
use super::report::{Clash, Earlier, Report};
use crate::output::{count, grouped, length_text, triple};
use barycast::number::each::MapEach;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The page without its title and data.
const PAGE: &str = include_str!("page.html");
/// Largest number of rows in the page, worst first; browsers become slow with more.
const ROWS: usize = 20_000;

/// Writes the report with these pictures.
pub(crate) fn write(report: &Report, mut out: impl Write, drawn: &Pictures) -> io::Result<()> {
    let title = match &report.files[..] {
        [one] => one.path.clone(),
        files => count(files.len(), "file", "files"),
    };
    // Within a script element, only `<` can start its end tag or a comment.
    let data = serde_json::to_string(&Data::of(report, drawn))?.replace('<', "\\u003c");
    for (i, piece) in PAGE.split("{{").enumerate() {
        let piece = match piece.split_once("}}") {
            Some(("title", rest)) if i > 0 => {
                out.write_all(escaped(&title).as_bytes())?;
                rest
            }
            Some(("data", rest)) if i > 0 => {
                out.write_all(data.as_bytes())?;
                rest
            }
            _ => piece,
        };
        out.write_all(piece.as_bytes())?;
    }
    out.flush()
}

#[derive(Serialize)]
struct Data<'a> {
    summary: String,
    limits: String,
    warnings: Vec<&'a str>,
    /// Class names, worst first.
    classes: Vec<&'static str>,
    counts: BTreeMap<&'static str, usize>,
    baseline: bool,
    /// Resolved clashes, with their present state.
    resolved: Vec<String>,
    /// Width and height of a picture, in pixels.
    size: [u32; 2],
    rows: Vec<Row<'a>>,
    pictures: Vec<Shown>,
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    class: &'static str,
    class_said: String,
    depth: Option<f64>,
    depth_said: String,
    distance: f64,
    distance_said: String,
    a: &'a str,
    b: &'a str,
    /// Number of clashes of its issue, and whether this is the worst of them.
    of: usize,
    first: bool,
    status: Option<super::report::Status>,
    at: String,
    way: Option<String>,
    picture: Option<usize>,
}

#[derive(Serialize)]
struct Shown {
    png: String,
    /// Width of the section.
    wide: String,
    crossed: bool,
}

impl<'a> Data<'a> {
    fn of(report: &'a Report, drawn: &Pictures) -> Self {
        let (mut rows, mut pictures) = (Vec::new(), Vec::new());
        let clashes = report.issues.iter().flat_map(|issue| {
            let of = issue.clashes.len();
            issue.clashes.iter().enumerate().map(move |(i, &clash)| (clash, i == 0, of))
        });
        for (index, first, of) in clashes.take(ROWS) {
            let picture = first.then(|| drawn.get(&index)).flatten().map(|(picture, png)| {
                let png = format!("data:image/png;base64,{}", STANDARD.encode(png));
                let wide = length_text(2.0 * picture.section.half, report.unit.metres);
                pictures.push(Shown { png, wide, crossed: picture.crossed });
                pictures.len() - 1
            });
            rows.push(Row { of, first, picture, ..Row::of(report, &report.clashes[index]) });
        }
        let listed = report.counts.iter();
        Self {
            summary: summary(report, rows.len()),
            limits: limits(report),
            warnings: report.warnings.iter().take(1000).map(|warning| &warning.text[..]).collect(),
            classes: listed.clone().map(|count| count.class.name()).collect(),
            counts: listed.map(|count| (count.class.name(), count.clashes)).collect(),
            baseline: report.has_baseline,
            resolved: report.resolved.iter().take(1000).map(resolved).collect(),
            size: SIZE,
            rows,
            pictures,
        }
    }
}

impl<'a> Row<'a> {
    /// Builds the row of a clash that is alone in its issue and has no picture.
    fn of(report: &'a Report, clash: &'a Clash) -> Self {
        let Clash { id, parts, class, certain, distance, depth, points, direction, status, .. } = clash;
        let [a, b] = parts.each(|part| &report.parts[part].path[..]);
        Self {
            id,
            class: class.name(),
            class_said: Report::class_text(*class, *certain),
            depth: *depth,
            depth_said: depth.map_or("-".to_owned(), |depth| report.length_text(depth)),
            distance: *distance,
            distance_said: if depth.is_some() { "-".to_owned() } else { report.length_text(*distance) },
            a,
            b,
            of: 1,
            first: true,
            status: *status,
            at: format!("{} {}", triple(points[0].midpoint(points[1])), report.unit.name),
            // Unit vector: digits beyond the sixth are rounding.
            way: direction.map(|way| triple((way * 1e6).round() / 1e6)),
            picture: None,
        }
    }
}

/// Returns the numbers of clashes and issues, of rows in the table, and of skipped pairs.
fn summary(report: &Report, rows: usize) -> String {
    let words: Vec<String> = report
        .counts
        .iter()
        .filter(|count| count.clashes > 0)
        .map(|count| format!("{} {}", grouped(count.clashes), count.class.name()))
        .collect();
    let mut summary = if words.is_empty() {
        "Nothing clashes.".to_owned()
    } else {
        let issues = count(report.issues.len(), "issue", "issues");
        format!("{}: {}; in {issues}.", count(report.clashes.len(), "clash", "clashes"), words.join(", "))
    };
    if rows < report.clashes.len() {
        let _ = write!(summary, " The table has the worst {}.", grouped(rows));
    }
    if report.has_baseline {
        let [resolved, left_out] = [&report.resolved, &report.not_compared].each(|list| grouped(list.len()));
        let _ = write!(summary, " Resolved since the baseline: {resolved}; not compared: {left_out}.");
    }
    if report.pairs.adjacent > 0 {
        let pairs = count(report.pairs.adjacent, "pair", "pairs");
        let _ = write!(summary, " Left out by --adjacent: {pairs}.");
    }
    if let Some(verdict) = report.verdict() {
        let _ = write!(summary, " {verdict}.");
    }
    summary
}

/// Returns the parts, the unit and the limits of the comparison.
fn limits(report: &Report) -> String {
    let (unit, parts) = (&report.unit, report.files.iter().map(|file| file.parts).sum());
    format!(
        "{}, unit {}{}, tolerance {}, clearance {}.",
        count(parts, "part", "parts"),
        unit.name,
        if unit.assumed { " (assumed)" } else { "" },
        length_text(report.tolerance.value, unit.metres),
        length_text(report.clearance, unit.metres),
    )
}

fn resolved(earlier: &Earlier) -> String {
    let Earlier { parts: [a, b], class, now, .. } = earlier;
    format!("{a} and {b}: was {class}, now {now}")
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
