//! Tables of text in aligned columns.

use crate::output::grouped;
use std::fmt::Write;

/// Largest number of rows of a table.
const ROWS: usize = 40;

/// Alignment of a cell in its column.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Appends a table with headers and fitted columns, and the number of rows beyond the limit.
pub(crate) fn table(
    text: &mut String,
    heads: &[&str],
    aligns: &[Align],
    rows: impl ExactSizeIterator<Item = Vec<String>>,
) {
    let more = rows.len().saturating_sub(ROWS);
    let heads = heads.iter().map(|head| (*head).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(heads).chain(rows.take(ROWS)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..aligns.len()).map(width).collect();
    for row in &rows {
        let mut line = String::new();
        for ((cell, width), align) in row.iter().zip(&widths).zip(aligns) {
            let _ = match align {
                Align::Left => write!(line, "{cell:<width$}  "),
                Align::Right => write!(line, "{cell:>width$}  "),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if more > 0 {
        let _ = writeln!(text, "and {} more; --format json lists them", grouped(more));
    }
}
