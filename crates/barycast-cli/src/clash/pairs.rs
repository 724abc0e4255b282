//! `barycast clash --pairs`: reports which parts touch, without classes and depths.

use super::columns::{Cell, Column, Kind};
use super::identity::Identities;
use super::json::{WarningJson, warning_json};
use super::report::{File, Pairs, Part, Times, Tolerance, Unit, Warning, verdict};
use super::{csv, groups, parquet, warnings};
use crate::args::ClashFormat;
use crate::output::{count, grouped, length_text, plain};
use barycast::number::each::MapEach;
use serde::Serialize;
use std::io::{self, Write};

/// Largest number of rows in the table.
const ROWS: usize = 40;

const COLUMNS: [Column; 3] = [("id", Kind::Text), ("a", Kind::Text), ("b", Kind::Text)];

/// Pairs of parts that touch or overlap.
#[derive(Serialize)]
pub(crate) struct Touching<'a> {
    version: u32,
    unit: &'a Unit,
    tolerance: Tolerance,
    times: Times,
    files: &'a [File],
    parts_checked: usize,
    parts_without_inside: usize,
    warnings: Vec<WarningJson<'a>>,
    /// Counts of pairs whose boxes are within reach.
    counts: Pairs,
    /// Pairs in the order of their parts.
    pairs: Vec<Pair<'a>>,
    /// Warnings as lines of text.
    #[serde(skip)]
    lines: Vec<String>,
}

#[derive(Serialize)]
struct Pair<'a> {
    /// Id of the clash of these parts.
    id: String,
    a: &'a str,
    b: &'a str,
    /// Tolerance of this pair, if it is larger than the given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<f64>,
}

impl<'a> Touching<'a> {
    pub(crate) fn new(
        found: &[([usize; 2], f64)],
        parts: &'a [Part],
        (unit, files): (&'a Unit, &'a [File]),
        (warnings, verbose): (&'a [Warning], bool),
        (tolerance, times, counts): (Tolerance, Times, Pairs),
        [parts_without_inside, parts_checked]: [usize; 2],
    ) -> Self {
        let identities = Identities::new(parts, unit.metres);
        let pair = |(pair, held): &([usize; 2], f64)| {
            let [a, b] = pair.each(|part| &parts[part].path);
            let id = groups::id(&pair.each(|part| identities.of(part)));
            Pair { id, a, b, tolerance: Some(*held).filter(|held| *held > tolerance.given) }
        };
        let lines = warnings::lines(warnings, parts, verbose);
        let pairs = found.iter().map(pair).collect();
        let warnings = warnings.iter().map(|warning| warning_json(warning, parts)).collect();
        Self {
            version: 2,
            unit,
            tolerance,
            times,
            files,
            parts_checked,
            parts_without_inside,
            warnings,
            counts,
            pairs,
            lines,
        }
    }

    pub(crate) fn write(&self, format: ClashFormat, mut out: impl Write) -> io::Result<()> {
        match format {
            ClashFormat::Table => self.table(&mut out)?,
            ClashFormat::Json => {
                serde_json::to_writer_pretty(&mut out, self)?;
                writeln!(out)?;
            }
            ClashFormat::Ndjson => {
                for pair in &self.pairs {
                    serde_json::to_writer(&mut out, pair)?;
                    writeln!(out)?;
                }
            }
            ClashFormat::Csv => {
                csv::write(&COLUMNS, self.rows(), &mut out)?;
            }
            ClashFormat::Parquet => parquet::write(&COLUMNS, self.rows(), &mut out)?,
        }
        out.flush()
    }

    fn rows(&self) -> impl Iterator<Item = [Cell<'_>; 3]> {
        self.pairs.iter().map(|Pair { id, a, b, .. }| [&id[..], a, b].each(Cell::Text))
    }

    fn table(&self, out: &mut impl Write) -> io::Result<()> {
        let Times { read_ms, build_ms, search_ms } = self.times;
        writeln!(out, "read in {read_ms:.0} ms, built in {build_ms:.0} ms, compared in {search_ms:.0} ms")?;
        for warning in &self.lines {
            writeln!(out, "warning: {warning}")?;
        }
        if self.counts.adjacent > 0 {
            let pairs = count(self.counts.adjacent, "pair of parts that comes", "pairs of parts that come");
            writeln!(out, "{pairs} near one another left out by --adjacent")?;
        }
        let tolerance = length_text(self.tolerance.value, self.unit.metres);
        let pairs = count(self.pairs.len(), "pair of parts touches", "pairs of parts touch");
        writeln!(out, "{pairs}, to within {tolerance}")?;
        for Pair { id, a, b, .. } in self.pairs.iter().take(ROWS) {
            writeln!(out, "{}  {}  {}", &id[..8], plain(a), plain(b))?;
        }
        if let Some(more) = self.pairs.len().checked_sub(ROWS).filter(|more| *more > 0) {
            writeln!(out, "and {} more, which --format json lists", grouped(more))?;
        }
        if let Some(verdict) = verdict(self.parts_without_inside, self.parts_checked) {
            writeln!(out, "{verdict}")?;
        }
        Ok(())
    }
}
