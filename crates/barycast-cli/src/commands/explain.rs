//! `barycast explain`: how a pair is answered, in the words of the file that answers it.

use super::Failure;
use super::pairs::Dimensions;
use crate::args::{ExplainOptions, Format};
use barycast::explain;
use barycast::table::{ROWS, Row};
use std::io::{self, Write};

/// Prints the text of one pair, and who answers what.
pub(crate) fn run(options: &ExplainOptions) -> Result<u8, Failure> {
    let asked = options.pair.join("_").to_lowercase().replace(['-', ' '], "_");
    let rows = rows(&asked);
    let (name, text) = match rows.first() {
        Some(row) => (row.name.to_owned(), row.explanation()),
        None => without_row(&asked).ok_or_else(|| Failure::Usage {
            what: format!("there is no pair {}{}", options.pair.join(" "), nearest(&asked)),
            next: "barycast pairs   # lists them all".to_owned(),
        })?,
    };
    let mut out = io::stdout().lock();
    match options.format {
        Format::Human => {
            writeln!(out, "{}", plain(&text))?;
            for row in rows {
                let ([a, b], [i, d, c]) = (row.shapes, row.answers);
                writeln!(out, "{a} and {b} ({}):", row.dimensions)?;
                for (question, word) in [("intersects", i), ("distance", d), ("contact", c)] {
                    writeln!(out, "  {question:11} {word:8} {}", meaning(question, word))?;
                }
            }
        }
        Format::Json => {
            let answers: Vec<_> = rows
                .iter()
                .map(|row| {
                    let [intersects, distance, contact] = row.answers;
                    serde_json::json!({
                        "shapes": row.shapes,
                        "dimensions": row.dimensions,
                        "intersects": intersects,
                        "distance": distance,
                        "contact": contact,
                    })
                })
                .collect();
            writeln!(out, "{:#}", serde_json::json!({ "pair": name, "text": text, "rows": answers }))?;
        }
    }
    Ok(0)
}

/// Of a pair that is no row of the table: its name and what answers it.
fn without_row(asked: &str) -> Option<(String, String)> {
    Dimensions::all().iter().find_map(|dimensions| {
        let [a, b] =
            dimensions.pairs().find(|[a, b]| asked == format!("{a}_{b}") || asked == format!("{b}_{a}"))?;
        let parts = dimensions.answers(a, b)[0] == "parts";
        let text = if parts { explain::of_composites() } else { explain::of_bodies() };
        Some((format!("{a}_{b}"), text))
    })
}

/// The rows that the words name: by the file's name, or by the two shapes in either order.
fn rows(asked: &str) -> Vec<&'static Row> {
    let named = |row: &&Row| {
        let [a, b] = row.shapes.map(snake);
        asked == row.name || asked == format!("{a}_{b}") || asked == format!("{b}_{a}")
    };
    ROWS.iter().filter(named).collect()
}

/// `HalfSpace` as `half_space`.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// Pairs with one of the shapes asked for.
fn nearest(asked: &str) -> String {
    let mut names: Vec<_> = ROWS
        .iter()
        .filter(|row| row.shapes.iter().any(|shape| asked.split('_').any(|word| word == snake(shape))))
        .map(|row| row.name)
        .collect();
    names.dedup();
    names.truncate(5);
    if names.is_empty() { String::new() } else { format!("; there are {}, ...", names.join(", ")) }
}

/// What a word of the table promises.
fn meaning(question: &str, word: &str) -> &'static str {
    match (question, word) {
        (_, "exact") => "no division that rounds, no root: exactly right for the numbers given",
        (_, "closed") => "a formula, right to its last digits",
        ("contact", "own") => "a formula of its own",
        ("contact", "epa") => "by expanding a polytope, with a bound on its own error",
        (_, "gjk") => "by the algorithm of Gilbert, Johnson and Keerthi, with a bound on its own error",
        (_, "clipped") => "the part of the unbounded shape that faces the other, then as `gjk`",
        (_, "own") => "its own reduction to a nearest point",
        _ => "not answered",
    }
}

/// Markdown for a terminal: links by their names alone, formulas indented.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut formula = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            formula = !formula;
            continue;
        }
        if formula && !line.is_empty() {
            text.push_str("    ");
        }
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](") {
            text.push_str(before);
            text.push(']');
            rest = after.split_once(')').map_or("", |(_, after)| after);
        }
        text.push_str(rest);
        text.push('\n');
    }
    text.replace("[`", "`").replace("`]", "`")
}
