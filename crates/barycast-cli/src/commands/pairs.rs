//! `barycast pairs`: the table, as it is compiled in.

use super::Failure;
use crate::args::{Format, PairsOptions};
use barycast::table::ROWS;
use std::io::{self, BufWriter, Write};

const QUESTIONS: [&str; 3] = ["intersects", "distance", "contact"];

/// Prints every row.
pub(crate) fn run(options: &PairsOptions) -> Result<u8, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    if options.format == Format::Json {
        for row in ROWS {
            let [i, d, c] = row.answers;
            writeln!(
                out,
                r#"{{"pair":"{}","shapes":["{}","{}"],"dimensions":"{}","intersects":"{i}","distance":"{d}","contact":"{c}"}}"#,
                row.name, row.shapes[0], row.shapes[1], row.dimensions
            )?;
        }
    } else {
        let [i, d, c] = QUESTIONS;
        writeln!(out, "{:36} {:17} {:17} dims  {i:11} {d:9} {c}", "pair", "shape", "shape")?;
        for row in ROWS {
            let ([a, b], [i, d, c]) = (row.shapes, row.answers);
            writeln!(out, "{:36} {a:17} {b:17} {:5} {i:11} {d:9} {c}", row.name, row.dimensions)?;
        }
    }
    out.flush()?;
    Ok(0)
}
