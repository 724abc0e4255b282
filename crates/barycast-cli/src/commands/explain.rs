//! `barycast explain`: explains how a pair is answered, with the documentation of its module.

use super::Failure;
use super::dimensions::{Dimensions, snake};
use crate::args::{ExplainOptions, Format};
use crate::diagram;
use barycast::dynamic::any::Shape2;
use barycast::inspect::explain;
use barycast::number::each::MapEach;
use barycast::pair::table::{ROWS, Row};
use std::io::{self, Write};
use std::path::Path;

/// Prints the text of one pair, and the method for each query.
pub(crate) fn run(options: &ExplainOptions) -> Result<u8, Failure> {
    let name_given = options.pair.join("_").to_lowercase().replace(['-', ' '], "_");
    let rows = rows(&name_given);
    let (name, text) = match rows.first() {
        Some(row) => (row.name.to_owned(), row.explanation()),
        None => without_row(&name_given).ok_or_else(|| Failure::Usage {
            what: format!("there is no pair {}{}", options.pair.join(" "), nearest(&name_given)),
            next: "barycast pairs   # lists them all".to_owned(),
        })?,
    };
    if let Some(path) = &options.svg {
        let named = rows.iter().find(|row| row.shapes.each(snake).join("_") == name).or(rows.first());
        let shapes = named.map_or_else(|| of_names(&name), |row| Some(row.shapes.each(snake)));
        draw(path, shapes.as_ref(), &options.shapes, &name)?;
    }
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

/// Returns name and explanation of a pair without a row in the table.
fn without_row(name_given: &str) -> Option<(String, String)> {
    Dimensions::all().iter().find_map(|dimensions| {
        let [a, b] = dimensions
            .pairs()
            .find(|[a, b]| name_given == format!("{a}_{b}") || name_given == format!("{b}_{a}"))?;
        let line = |shape: &str| ["line", "ray", "segment"].contains(&shape);
        let [x, y] = [a, b].each(|shape| if line(shape) { "ray" } else { shape });
        let word = dimensions.answers(a, b)[0];
        let text = match explain::cast_explanation(&format!("{x}_{y}"))
            .or_else(|| explain::cast_explanation(&format!("{y}_{x}")))
        {
            Some(text) => text,
            None if word == "parts" => explain::composite_explanation(),
            None if word == "arc" => explain::arc_explanation(),
            None => explain::convex_explanation(),
        };
        Some((format!("{a}_{b}"), text))
    })
}

/// Returns the two shapes of a pair without a row.
fn of_names(name: &str) -> Option<[String; 2]> {
    let pair = |dimensions: &Dimensions| dimensions.pairs().find(|[a, b]| name == format!("{a}_{b}"));
    Dimensions::all().iter().find_map(pair).map(|pair| pair.each(str::to_owned))
}

/// Draws the given shapes, which must be of the pair, or an example.
fn draw(path: &Path, names: Option<&[String; 2]>, given: &[Shape2], pair: &str) -> Result<(), Failure> {
    let usage = |what: String, next: &str| Failure::Usage { what, next: next.to_owned() };
    let shapes = match (given, names) {
        ([a, b], _) => {
            let [first, second] = [a.name(), b.name()];
            let here = [format!("{first}_{second}"), format!("{second}_{first}")];
            if !here.iter().any(|here| here == pair || rows(here).iter().any(|row| row.name == pair)) {
                let next = format!("barycast explain {first} {second} --svg ...");
                return Err(usage(
                    format!("the shapes are {first} and {second}, but the pair is {pair}"),
                    &next,
                ));
            }
            Some([a.clone(), b.clone()])
        }
        (_, Some([a, b])) => example(a, 0).zip(example(b, 1)).map(|(a, b)| [a, b]),
        (_, None) => None,
    };
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("svg")) {
        let next = format!("barycast explain {pair} --svg {pair}.svg");
        return Err(usage(format!("{}: the drawing is written as .svg", path.display()), &next));
    }
    let Some([a, b]) = shapes else {
        let what = format!("{pair} cannot be drawn: one of its shapes exists only in 3D");
        return Err(usage(what, "barycast explain aabb_obb --svg aabb_obb.svg"));
    };
    std::fs::write(path, diagram::svg(&a, &b)).map_err(|error| Failure::write(path, error))
}

/// Returns an example of a 2D shape, as the first or the second of a pair; the second stands to the
/// right.
fn example(name: &str, place: usize) -> Option<Shape2> {
    let fields = match (name, place) {
        ("point", 0) => "[-1, 0.5]",
        ("point", _) => "[3, 1]",
        ("line", _) => r#"{"origin": [0, 1.5], "direction": [3, 1]}"#,
        ("ray", 0) => r#"{"origin": [-3, -1], "direction": [4, 2]}"#,
        ("ray", _) => r#"{"origin": [-3, -2], "direction": [3, 2]}"#,
        ("segment", 0) => r#"{"a": [-2, -1], "b": [1, 1]}"#,
        ("segment", _) => r#"{"a": [2, -1], "b": [3, 2]}"#,
        ("plane" | "half_space", 0) => r#"{"normal": [2, 1], "distance": 1}"#,
        ("plane" | "half_space", _) => r#"{"normal": [-2, 1], "distance": -4}"#,
        ("sphere", 0) => r#"{"center": [0, 0], "radius": 1.5}"#,
        ("sphere", _) => r#"{"center": [3, 1], "radius": 1}"#,
        ("aabb", 0) => r#"{"min": [-2, -1], "max": [1, 1]}"#,
        ("aabb", _) => r#"{"min": [2, -1.5], "max": [4, 0.5]}"#,
        ("obb", 0) => r#"{"center": [0, 0], "half_extents": [1.5, 0.75], "angle": 0.5}"#,
        ("obb", _) => r#"{"center": [3, 1], "half_extents": [1.5, 0.75], "angle": 0.7}"#,
        ("capsule", 0) => r#"{"a": [-1, -1], "b": [1, 0], "radius": 0.75}"#,
        ("capsule", _) => r#"{"a": [2, 2], "b": [3.5, -0.5], "radius": 0.5}"#,
        ("ellipsoid", 0) => r#"{"center": [0, 0], "radii": [2, 1], "angle": 0.4}"#,
        ("ellipsoid", _) => r#"{"center": [3, 2], "radii": [0.75, 1.75], "angle": 0.4}"#,
        ("triangle", 0) => r#"{"a": [-2, -1], "b": [1.5, -0.5], "c": [-0.5, 1.5]}"#,
        ("triangle", _) => r#"{"a": [2, 0], "b": [4, -1], "c": [3.5, 2]}"#,
        ("parallelogram", 0) => r#"{"origin": [-2, -1], "u": [2.5, 0.5], "v": [0.5, 1.5]}"#,
        ("parallelogram", _) => r#"{"origin": [2, -1], "u": [1.5, 0.5], "v": [0.5, 2]}"#,
        ("polygon", 0) => r#"{"points": [[-2, -1], [1, -1], [1, 1], [-0.5, 0], [-2, 1]]}"#,
        ("polygon", _) => r#"{"points": [[2, -1], [4, 0], [4, 2], [3, 0.5], [2, 2]]}"#,
        ("convex", 0) => r#"{"points": [[-2, -1], [0.5, -1.5], [1.5, 0], [0.5, 1.5], [-1.5, 1]]}"#,
        ("convex", _) => r#"{"points": [[2, 0], [3, -1], [4, 0], [4, 1.5], [2.5, 2]]}"#,
        ("tapered_capsule", 0) => r#"{"a": [-1, -0.5], "b": [1, 0.5], "radius_a": 1.25, "radius_b": 0.5}"#,
        ("tapered_capsule", _) => r#"{"a": [2.5, 0], "b": [3.5, 2], "radius_a": 0.25, "radius_b": 1}"#,
        ("rounded", 0) => {
            r#"{"shape": {"triangle": {"a": [-1.5, -1], "b": [1, -0.5], "c": [-0.5, 1]}}, "radius": 0.5}"#
        }
        ("rounded", _) => r#"{"shape": {"aabb": {"min": [2.5, 0], "max": [3.5, 1.5]}}, "radius": 0.5}"#,
        _ => return None,
    };
    serde_json::from_str(&format!(r#"{{"{name}": {fields}}}"#)).ok()
}

/// Returns the rows for a name: that of the module, or the two shapes in either order.
fn rows(name_given: &str) -> Vec<&'static Row> {
    let named = |row: &&Row| {
        let [a, b] = row.shapes.each(snake);
        name_given == row.name || name_given == format!("{a}_{b}") || name_given == format!("{b}_{a}")
    };
    ROWS.iter().filter(named).collect()
}

/// Lists pairs with one of the given shapes.
fn nearest(name_given: &str) -> String {
    let mut names: Vec<_> = ROWS
        .iter()
        .filter(|row| row.shapes.iter().any(|shape| name_given.split('_').any(|word| word == snake(shape))))
        .map(|row| row.name)
        .collect();
    names.dedup();
    names.truncate(5);
    if names.is_empty() { String::new() } else { format!("; there are {}, ...", names.join(", ")) }
}

/// Returns the meaning of a word of the table.
fn meaning(question: &str, word: &str) -> &'static str {
    match (question, word) {
        (_, "exact") => "exact in `Shape3` and `intersects_exactly`; typed floats are right up to rounding",
        (_, "closed" | "agreed") => "a closed form, correct to the last digits",
        ("contact", "own") => "a separate closed form",
        ("contact", "epa") => "EPA (expanding polytope) with a bound on its error",
        (_, "gjk") => "GJK (Gilbert, Johnson and Keerthi) with a bound on its error",
        (_, "clipped") => "the part of the unbounded shape that faces the other, then as `gjk`",
        (_, "own") => "a reduction to a closest point",
        _ => "not answered",
    }
}

/// Converts Markdown for a terminal: links become their names, formulas are indented.
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
        text.push_str(&if formula { line.to_owned() } else { without_links(line) });
        text.push('\n');
    }
    text
}

/// Tests whether the text in brackets is one word and not an index.
fn is_word(before: &str, name: &str) -> bool {
    let word = |c: char| c.is_ascii_lowercase() || c == '_' || c == ':';
    !name.is_empty() && name.chars().all(word) && !before.ends_with(char::is_alphanumeric)
}

/// Replaces links to pages and one-word links to items by their names. Other text in brackets, such
/// as sources, stays.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((name, after)) = after.split_once(']') else { break };
        text.push_str(before);
        rest = match after.strip_prefix('(').and_then(|link| link.split_once(')')) {
            Some((_, after)) => after,
            None if name.starts_with('`') || is_word(before, name) => after,
            None => {
                text.extend(["[", name, "]"]);
                rest = after;
                continue;
            }
        };
        text.push_str(name);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_their_names_and_sources_stay_in_brackets() {
        let line = "That is [exactly] as [their](cylinder) [`Flat`] or [`own`](a::b) is: a[i] of [Mirtich 1996], [0, 1].";
        let said = "That is exactly as their `Flat` or `own` is: a[i] of [Mirtich 1996], [0, 1].";
        assert_eq!(without_links(line), said);
    }
}
