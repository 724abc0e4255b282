//! Formatting of numbers and output of reports.

use crate::args::Format;
use crate::commands::Failure;
use glam::DVec3;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Serialize, Serializer};
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// Writes a report to standard output in the given format. Text ends with one line break.
pub(crate) fn answer(
    format: Format,
    report: &impl Serialize,
    sentences: impl FnOnce() -> String,
) -> Result<(), Failure> {
    answer_on(io::stdout().lock(), format, report, sentences)
}

/// Writes a report to `out` in the given format.
pub(crate) fn answer_on(
    mut out: impl Write,
    format: Format,
    report: &impl Serialize,
    sentences: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let text = match format {
        Format::Json => json(report)?,
        Format::Human => sentences(),
    };
    writeln!(out, "{}", text.trim_end())?;
    Ok(())
}

/// Returns indented JSON.
pub(crate) fn json(report: &impl Serialize) -> io::Result<String> {
    serde_json::to_string_pretty(report).map_err(io::Error::from)
}

/// Serialises a number of a report; infinities become `"inf"` and `"-inf"`.
pub(crate) fn number<S: Serializer>(
    number: &(impl Copy + Into<Option<f64>>),
    to: S,
) -> Result<S::Ok, S::Error> {
    match (*number).into() {
        Some(f64::INFINITY) => to.serialize_str("inf"),
        Some(f64::NEG_INFINITY) => to.serialize_str("-inf"),
        number => number.serialize(to),
    }
}

/// A number formatted with six digits.
pub(crate) struct Short(pub(crate) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded: f64 = format!("{:.5e}", self.0).parse().unwrap_or(self.0);
        // -0 is written as 0.
        let rounded = rounded + 0.0;
        if rounded != 0.0 && !(1e-5..1e15).contains(&rounded.abs()) {
            write!(f, "{rounded:e}")
        } else {
            write!(f, "{rounded}")
        }
    }
}

/// Formats a length in mm or m, whichever has fewer zeros, or in inches if the report is in inches,
/// feet or yards.
pub(crate) fn length_text(length: f64, metres: f64) -> String {
    let in_metres = length * metres;
    let (unit, size) = match metres {
        0.0254 | 0.3048 | 0.9144 => ("in", 0.0254),
        _ if in_metres >= 1.0 => ("m", 1.0),
        _ if in_metres > 0.0 && in_metres < 1e-6 => ("um", 1e-6),
        _ => ("mm", 1e-3),
    };
    // Four digits suffice here; the other outputs have all digits.
    let number: f64 = format!("{:.3e}", in_metres / size).parse().unwrap_or(in_metres / size);
    format!("{} {unit}", Short(number))
}

/// Formats a point: `(1, 2.5, -3)`.
pub(crate) fn triple(v: DVec3) -> String {
    format!("({}, {}, {})", Short(v.x), Short(v.y), Short(v.z))
}

/// Returns two lines with the bounds and the size.
pub(crate) fn extent([low, high]: [DVec3; 2], unit: &str) -> String {
    let size = high - low;
    format!(
        "  bounds  {} to {}, {unit}\n  size    {} x {} x {}\n",
        triple(low),
        triple(high),
        Short(size.x),
        Short(size.y),
        Short(size.z)
    )
}

/// Replaces control characters, such as line breaks, in a name from a file.
pub(crate) fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Creates a progress bar on standard error, visible only on a terminal.
pub(crate) fn progress(what: &'static str, steps: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr()).with_message(what);
    match ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Formats a number with separators: `1,048,576`.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its noun: `1 triangle`, `2,000 vertices`.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// Returns milliseconds, rounded to microseconds.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits_and_counts_have_commas() {
        let said = [1.0 / 3.0, -0.0, 1e-9, 2e20, 123_456.789].map(|x| Short(x).to_string());
        assert_eq!(said, ["0.333333", "0", "1e-9", "2e20", "123457"]);
        assert_eq!(count(1, "vertex", "vertices"), "1 vertex");
        assert_eq!(count(1_048_576, "vertex", "vertices"), "1,048,576 vertices");
    }

    #[test]
    fn lengths_are_printed_in_a_suitable_unit() {
        assert_eq!(length_text(0.0123, 1.0), "12.3 mm");
        assert_eq!(length_text(2500.0, 0.001), "2.5 m");
        assert_eq!(length_text(0.5, 0.0254), "0.5 in");
        assert_eq!(length_text(0.0, 1.0), "0 mm");
    }
}
