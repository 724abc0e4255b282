//! Rows as CSV text, for spreadsheets.

use super::columns::{Cell, Column};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes a header line, then one line per row.
pub(crate) fn write<'a, const N: usize>(
    columns: &[Column; N],
    rows: impl Iterator<Item = [Cell<'a>; N]>,
    mut out: impl Write,
) -> io::Result<()> {
    let heads = columns.map(|(head, _)| head);
    writeln!(out, "{}", heads.join(","))?;
    for row in rows {
        for (i, cell) in row.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            match cell {
                Cell::Empty => write!(out, "{comma}")?,
                Cell::Text(text) => write!(out, "{comma}{}", field(text))?,
                Cell::Flag(flag) => write!(out, "{comma}{flag}")?,
                Cell::Number(number) => write!(out, "{comma}{number}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Quotes a field if necessary.
fn field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}
