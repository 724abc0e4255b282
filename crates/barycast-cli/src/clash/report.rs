//! The report of `barycast clash`, shared by all output formats.
//!
//! All lengths and points are in the report's unit, see [`Unit`]; all points are in the common
//! coordinates of the files.

use super::matching::Shape;
use crate::output::{count, grouped, length_text};
use barycast::scene::clash::Class;
use glam::DVec3;
use serde::Serialize;

/// A whole report.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// Version of the layout of the report.
    pub(crate) version: u32,
    pub(crate) unit: Unit,
    pub(crate) tolerance: Tolerance,
    /// Distance below which parts are near.
    pub(crate) clearance: f64,
    pub(crate) times: Times,
    /// Files in the given order.
    pub(crate) files: Vec<File>,
    /// Counts per class, worst first, for all reported classes.
    pub(crate) counts: Vec<Count>,
    /// Number of compared parts with a shell that has no inside: parts enclosed there are not
    /// found.
    pub(crate) parts_without_inside: usize,
    /// Number of compared parts.
    pub(crate) parts_checked: usize,
    /// Faults of parts and files, which are still checked as far as possible.
    pub(crate) warnings: Vec<Warning>,
    /// Clashes grouped by the same two things, worst first.
    pub(crate) issues: Vec<Issue>,
    /// Clashes in the order of their parts.
    pub(crate) clashes: Vec<Clash>,
    /// Number of compared and skipped pairs of parts whose boxes are within reach.
    pub(crate) pairs: Pairs,
    /// Whether the report is compared with an earlier one.
    pub(crate) has_baseline: bool,
    /// Clashes of the baseline that are resolved; empty without a baseline.
    pub(crate) resolved: Vec<Earlier>,
    /// Clashes of the baseline that are not compared in this run; empty without a baseline.
    pub(crate) not_compared: Vec<Earlier>,
    /// Parts of all files, in order; clashes refer to them by index.
    pub(crate) parts: Vec<Part>,
}

/// The unit of lengths.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Unit {
    /// Name: `m`, `mm`, `in` ..
    pub(crate) name: String,
    pub(crate) metres: f64,
    /// Whether neither the files nor the options name a unit.
    pub(crate) assumed: bool,
}

/// Largest gap or overlap that counts as touching.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Tolerance {
    /// Tolerance of all pairs whose coordinates do not require a larger one.
    pub(crate) value: f64,
    /// Tolerance from the options, or the default.
    #[serde(rename = "asked")]
    pub(crate) given: f64,
    /// Largest lower bound that the coordinates of a reported pair require.
    pub(crate) floor: f64,
    /// Number of reported pairs with a larger tolerance than the given one.
    pub(crate) raised: usize,
}

/// Number of pairs of parts whose boxes are within reach.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Pairs {
    pub(crate) compared: usize,
    /// Pairs that `--adjacent` skips as neighbours in the node tree.
    pub(crate) adjacent: usize,
}

/// Time for each step, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the names state the unit for readers of the report")]
pub(crate) struct Times {
    /// Reading the files.
    pub(crate) read_ms: f64,
    /// Building BVHs and checking parts.
    pub(crate) build_ms: f64,
    /// Finding and measuring clashes.
    pub(crate) search_ms: f64,
}

/// A file that was read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) meshes: usize,
    pub(crate) parts: usize,
    /// Number of triangles of all parts.
    pub(crate) triangles: usize,
    /// Length of one unit in metres; null if the file does not state it.
    pub(crate) metres_per_unit: Option<f64>,
}

/// A part.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Name of the nearest named node, or of the object; not necessarily unique.
    pub(crate) name: String,
    /// Unique path in this report: the file's name, the part's name, and a number if another part
    /// has the same.
    pub(crate) path: String,
    /// Index of its file.
    pub(crate) file: usize,
    /// Path in the file, if it differs from the name.
    pub(crate) node: Option<String>,
    /// GUID contained in the name, if any.
    pub(crate) guid: Option<String>,
    pub(crate) shape: Shape,
    /// Bounding box.
    pub(crate) bounds: [DVec3; 2],
    /// Whether all of it has an inside, as given or repaired.
    pub(crate) closed: bool,
    /// Whether it was compared with others; broken parts may not be.
    pub(crate) checked: bool,
}

impl Part {
    /// Returns the names of the nodes that lead to it; empty if the file has none.
    pub(crate) fn node(&self) -> &str {
        self.node.as_deref().unwrap_or(&self.name)
    }
}

/// Number of clashes and issues of a class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Count {
    pub(crate) class: Class,
    pub(crate) clashes: usize,
    pub(crate) issues: usize,
}

/// A fault of a part or a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Warning {
    /// Index of the part; null for faults of a file or of all.
    pub(crate) part: Option<usize>,
    /// Keyword, such as `open` or `degenerate`.
    pub(crate) kind: &'static str,
    /// A sentence that names the part or the file.
    pub(crate) text: String,
}

/// Two parts that clash.
#[derive(Clone, Debug)]
pub(crate) struct Clash {
    /// Sixteen hexadecimal digits, derived from the identities of the parts or taken from the
    /// baseline: the same in the next run.
    pub(crate) id: String,
    /// Indices of the parts: the one of `--a` first, else the lower one first.
    pub(crate) parts: [usize; 2],
    pub(crate) class: Class,
    /// Tolerance of this pair: larger than the given one if the coordinates require it.
    pub(crate) tolerance: f64,
    /// Distance between the parts; 0 if they meet or one is inside the other.
    pub(crate) distance: f64,
    /// Penetration depth; null for the classes near, touching and duplicate, and for open parts.
    pub(crate) depth: Option<f64>,
    /// Upper bound of the depth; null if the class has no depth or neither part is closed.
    pub(crate) at_most: Option<f64>,
    /// False if the search for the depth was cut short: the class then follows from the depth found
    /// so far.
    pub(crate) certain: bool,
    /// Witness points, one on each part, at the depth or the distance.
    pub(crate) points: [DVec3; 2],
    /// Unit direction that moves the first part out of the second or away from it; null if there is
    /// none.
    pub(crate) direction: Option<DVec3>,
    /// Bounds of the overlap, or of the two points.
    pub(crate) bounds: [DVec3; 2],
    /// Intersection curves of overlapping parts, if they were requested.
    pub(crate) lines: Option<Vec<Line>>,
    /// Index of its issue.
    pub(crate) issue: usize,
    /// Comparison with the baseline; null without one.
    pub(crate) status: Option<Status>,
    /// Its class in the baseline.
    pub(crate) was: Option<String>,
    /// Id of its issue in the baseline.
    pub(crate) issue_was: Option<String>,
}

/// An intersection curve of two surfaces.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    /// Whether the last point connects to the first.
    pub(crate) closed: bool,
    pub(crate) points: Vec<DVec3>,
}

/// Clashes of the same two things.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// Id like that of a clash, derived from the identities of the things or taken from the
    /// baseline.
    pub(crate) id: String,
    /// Path of each thing, without the number that distinguishes it from others of its name.
    pub(crate) things: [String; 2],
    /// Class of its worst clash.
    pub(crate) class: Class,
    /// Depth of its deepest clash.
    pub(crate) depth: Option<f64>,
    /// Distance of its nearest clash.
    pub(crate) distance: f64,
    /// Whether all its clashes are certain.
    pub(crate) certain: bool,
    /// Indices of its clashes, worst first.
    pub(crate) clashes: Vec<usize>,
    /// New if any clash is new; null without a baseline.
    pub(crate) status: Option<Status>,
}

impl Report {
    /// Returns a sentence on parts without an inside, which may hide clashes; `None` if there are
    /// none.
    pub(crate) fn verdict(&self) -> Option<String> {
        verdict(self.parts_without_inside, self.parts_checked)
    }

    /// Returns the name of a class, with a question mark if it is not certain.
    pub(crate) fn class_text(class: Class, certain: bool) -> String {
        format!("{}{}", class.name(), if certain { "" } else { "?" })
    }

    /// Formats a gap or depth; values below a thousandth of the tolerance count as 0.
    pub(crate) fn length_text(&self, length: f64) -> String {
        let length = if length < self.tolerance.value * 1e-3 { 0.0 } else { length };
        length_text(length, self.unit.metres)
    }
}

/// Returns the sentence that counts the parts without an inside, which may hide clashes;
/// `None` if there are none.
pub(crate) fn verdict(without: usize, checked: usize) -> Option<String> {
    let parts = count(checked, "part", "parts");
    let (have, them) = if without == 1 { ("has", "it") } else { ("have", "them") };
    let without = (without > 0).then(|| grouped(without))?;
    Some(format!("{without} of {parts} {have} no inside: enclosed parts in {them} can't be found"))
}

/// Status of a clash relative to the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The baseline does not contain it.
    New,
    /// The baseline contains it.
    Persisting,
}

impl Status {
    /// Returns its name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Persisting => "persisting",
        }
    }
}

/// A clash of the baseline that is not in the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Earlier {
    pub(crate) id: String,
    /// Paths of its parts in the baseline.
    pub(crate) parts: [String; 2],
    /// Class in the baseline.
    pub(crate) class: String,
    /// Present state: `clear`, a class, `gone` if a part is missing now, or `not compared`.
    pub(crate) now: &'static str,
}
