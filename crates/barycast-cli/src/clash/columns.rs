//! Clashes as rows and columns, for spreadsheets and data tools.

use super::report::{Clash, Report, Status};
use barycast::number::each::MapEach;

/// Type of a column; cells may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Flag,
    Number,
}

/// Name and type of a column.
pub(crate) type Column = (&'static str, Kind);

/// A cell, of the type of its column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell<'a> {
    Empty,
    Text(&'a str),
    Flag(bool),
    Number(f64),
}

impl From<Option<f64>> for Cell<'_> {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

/// Columns of a clash. Lengths are in the unit of the last column.
pub(crate) const CLASH: [Column; 22] = [
    ("id", Kind::Text),
    ("issue", Kind::Text),
    ("class", Kind::Text),
    ("certain", Kind::Flag),
    ("status", Kind::Text),
    ("depth", Kind::Number),
    ("at_most", Kind::Number),
    ("distance", Kind::Number),
    ("a", Kind::Text),
    ("b", Kind::Text),
    ("a_file", Kind::Text),
    ("b_file", Kind::Text),
    ("a_x", Kind::Number),
    ("a_y", Kind::Number),
    ("a_z", Kind::Number),
    ("b_x", Kind::Number),
    ("b_y", Kind::Number),
    ("b_z", Kind::Number),
    ("out_x", Kind::Number),
    ("out_y", Kind::Number),
    ("out_z", Kind::Number),
    ("unit", Kind::Text),
];

/// Returns one row per clash, worst first.
pub(crate) fn clashes(report: &Report) -> impl Iterator<Item = [Cell<'_>; 22]> {
    let worst_first = report.issues.iter().flat_map(|issue| &issue.clashes);
    worst_first.map(|index| clash(report, &report.clashes[*index]))
}

fn clash<'a>(report: &'a Report, clash: &'a Clash) -> [Cell<'a>; 22] {
    let [a, b] = clash.parts.each(|part| &report.parts[part]);
    let [from, to] = clash.points.each(|point| point.to_array().each(Cell::Number));
    let out = clash.direction.map_or([Cell::Empty; 3], |way| way.to_array().each(Cell::Number));
    [
        Cell::Text(&clash.id),
        Cell::Text(&report.issues[clash.issue].id),
        Cell::Text(clash.class.name()),
        Cell::Flag(clash.certain),
        clash.status.map_or(Cell::Empty, |status: Status| Cell::Text(status.name())),
        clash.depth.into(),
        clash.at_most.into(),
        Cell::Number(clash.distance),
        Cell::Text(&a.path),
        Cell::Text(&b.path),
        Cell::Text(&report.files[a.file].path),
        Cell::Text(&report.files[b.file].path),
        from[0],
        from[1],
        from[2],
        to[0],
        to[1],
        to[2],
        out[0],
        out[1],
        out[2],
        Cell::Text(&report.unit.name),
    ]
}
