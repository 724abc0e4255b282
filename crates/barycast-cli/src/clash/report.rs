//! What `barycast clash` found, for every kind of output.
//!
//! All lengths and places are in the report's unit, which [`Unit`] names; all places are in the common space of the files.

use super::matching::Shape;
use crate::say::{count, grouped, said};
use barycast::scene::clash::Class;
use glam::DVec3;
use serde::Serialize;

/// The whole answer.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// Of this layout of the report.
    pub(crate) version: u32,
    pub(crate) unit: Unit,
    pub(crate) tolerance: Tolerance,
    /// Parts closer than this are near.
    pub(crate) clearance: f64,
    pub(crate) times: Times,
    /// In the order given.
    pub(crate) files: Vec<File>,
    /// How many of each class, worst first; every class that is told is there.
    pub(crate) counts: Vec<Count>,
    /// How many of the parts compared have no inside, or only some of their shells: what is in them cannot be found.
    pub(crate) parts_without_inside: usize,
    /// How many parts were compared.
    pub(crate) parts_checked: usize,
    /// Wrong with parts and files; what is wrong is still checked as far as it goes.
    pub(crate) warnings: Vec<Warning>,
    /// Clashes of the same two things, worst first.
    pub(crate) issues: Vec<Issue>,
    /// In order of their parts.
    pub(crate) clashes: Vec<Clash>,
    /// How many pairs of parts whose boxes come within reach were compared, and left out.
    pub(crate) pairs: Pairs,
    /// It is compared with an earlier report.
    pub(crate) has_baseline: bool,
    /// In the baseline and not here any more; none without a baseline.
    pub(crate) resolved: Vec<Earlier>,
    /// In the baseline, and left out this time; none without a baseline.
    pub(crate) not_compared: Vec<Earlier>,
    /// Of all files, in their order; clashes name them by their places in this list.
    pub(crate) parts: Vec<Part>,
}

/// What a length of 1 is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Unit {
    /// `m`, `mm`, `in` ..
    pub(crate) name: String,
    pub(crate) metres: f64,
    /// No file says it, and nobody else did.
    pub(crate) assumed: bool,
}

/// How much overlap or gap is none.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Tolerance {
    /// What holds, but for pairs whose coordinates allow no less than more.
    pub(crate) value: f64,
    /// What was asked for, or the default.
    pub(crate) asked: f64,
    /// The least that the coordinates of a reported pair allow, of the pair of which it is greatest.
    pub(crate) floor: f64,
    /// How many pairs that were found have a larger one than was asked for.
    pub(crate) raised: usize,
}

/// How many pairs of parts whose boxes come within reach of one another.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Pairs {
    pub(crate) compared: usize,
    /// By `--adjacent`: they are neighbours in the tree of their file.
    pub(crate) adjacent: usize,
}

/// What took how long, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the names tell the unit to who reads the report")]
pub(crate) struct Times {
    /// The files.
    pub(crate) read_ms: f64,
    /// Trees, and what is wrong with parts.
    pub(crate) build_ms: f64,
    /// Which parts clash, and how.
    pub(crate) search_ms: f64,
}

/// A file that was read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) meshes: usize,
    pub(crate) parts: usize,
    /// Of all parts.
    pub(crate) triangles: usize,
    /// Of the numbers in the file; null where it does not say.
    pub(crate) metres_per_unit: Option<f64>,
}

/// A part.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The name of the nearest node that has one, or of the object; need not be unique.
    pub(crate) name: String,
    /// Unique in this report: the file's name, the part's, and which of that name it is where there are more.
    pub(crate) path: String,
    /// Which of the files.
    pub(crate) file: usize,
    /// The path in the file, if it is not the name alone.
    pub(crate) node: Option<String>,
    /// In the name, if there is one.
    pub(crate) guid: Option<String>,
    pub(crate) shape: Shape,
    /// Around it.
    pub(crate) bounds: [DVec3; 2],
    /// All of it has an inside, as it is given or mended.
    pub(crate) closed: bool,
    /// It was compared with others; broken parts may not be.
    pub(crate) checked: bool,
}

impl Part {
    /// The names in the file that lead to it; empty where the file has none for it.
    pub(crate) fn node(&self) -> &str {
        self.node.as_deref().unwrap_or(&self.name)
    }
}

/// How many of a class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Count {
    pub(crate) class: Class,
    pub(crate) clashes: usize,
    pub(crate) issues: usize,
}

/// Something wrong with a part or a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Warning {
    /// Which part; null when it is about a file or about all.
    pub(crate) part: Option<usize>,
    /// A word for it, such as `open` or `degenerate`.
    pub(crate) kind: &'static str,
    /// A sentence that names the part or the file.
    pub(crate) text: String,
}

/// Two parts that clash.
#[derive(Clone, Debug)]
pub(crate) struct Clash {
    /// Sixteen hexadecimal digits, made of what identifies the parts, or of the baseline: the same in the next run.
    pub(crate) id: String,
    /// That of side `--a` first, else the lower.
    pub(crate) parts: [usize; 2],
    pub(crate) class: Class,
    /// By which: more than was asked for where the coordinates of the two allow no less.
    pub(crate) tolerance: f64,
    /// How far apart the parts are; 0 where they meet, or one is in the other.
    pub(crate) distance: f64,
    /// How deep one part is in the other; null where that is not told: near, touching, duplicate, and open parts.
    pub(crate) depth: Option<f64>,
    /// No point is deeper; null where the class has no depth, or neither part is closed.
    pub(crate) at_most: Option<f64>,
    /// False where the search for the depth took too long: the class is that of what was found until then.
    pub(crate) certain: bool,
    /// A point on each part: where the depth or the distance is.
    pub(crate) points: [DVec3; 2],
    /// Of length 1: the way for the first part out of the second, or away from it; null where there is none.
    pub(crate) direction: Option<DVec3>,
    /// Around what the two have in common, or around the two points.
    pub(crate) bounds: [DVec3; 2],
    /// In which they go through one another: told when asked for, of parts that are in one another.
    pub(crate) lines: Option<Vec<Line>>,
    /// Which of the issues.
    pub(crate) issue: usize,
    /// Against the baseline; null without one.
    pub(crate) status: Option<Status>,
    /// Its class in the baseline.
    pub(crate) was: Option<String>,
    /// The id of its issue in the baseline.
    pub(crate) issue_was: Option<String>,
}

/// A line along which two surfaces cross.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    /// The last point goes on to the first.
    pub(crate) closed: bool,
    pub(crate) points: Vec<DVec3>,
}

/// Clashes of the same two things.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// As of a clash, made of what identifies the things, or of the baseline.
    pub(crate) id: String,
    /// What is on either side: a part's path without the number that tells it from others of its kind.
    pub(crate) things: [String; 2],
    /// Of its worst clash.
    pub(crate) class: Class,
    /// Of its deepest clash.
    pub(crate) depth: Option<f64>,
    /// Of its nearest clash.
    pub(crate) distance: f64,
    /// All its clashes are.
    pub(crate) certain: bool,
    /// The worst first.
    pub(crate) clashes: Vec<usize>,
    /// New when any clash is; null without a baseline.
    pub(crate) status: Option<Status>,
}

impl Report {
    /// That parts without an inside may hide clashes; `None` where there are none.
    pub(crate) fn verdict(&self) -> Option<String> {
        verdict(self.parts_without_inside, self.parts_checked)
    }

    /// A class for people: with a question mark where it is not certain.
    pub(crate) fn class_said(class: Class, certain: bool) -> String {
        format!("{}{}", class.name(), if certain { "" } else { "?" })
    }

    /// A gap or a depth for people: nothing, where it is below a thousandth of the tolerance.
    pub(crate) fn length_said(&self, length: f64) -> String {
        let length = if length < self.tolerance.value * 1e-3 { 0.0 } else { length };
        said(length, self.unit.metres)
    }
}

/// Returns the sentence that counts the parts without an inside, which may hide clashes; `None` if there are none.
pub(crate) fn verdict(without: usize, checked: usize) -> Option<String> {
    let parts = count(checked, "part", "parts");
    let (have, them) = if without == 1 { ("has", "it") } else { ("have", "them") };
    let without = (without > 0).then(|| grouped(without))?;
    Some(format!("{without} of {parts} {have} no inside: enclosed parts in {them} can't be found"))
}

/// What became of a clash since the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The baseline does not have it.
    New,
    /// The baseline has it, too.
    Persisting,
}

impl Status {
    /// Its name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Persisting => "persisting",
        }
    }
}

/// A clash of the baseline that is not among those of the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Earlier {
    pub(crate) id: String,
    /// The paths of its parts, in the baseline.
    pub(crate) parts: [String; 2],
    /// In the baseline.
    pub(crate) class: String,
    /// What the two are now: `clear`, a class, `gone` where a part is not there any more, or `not compared`.
    pub(crate) now: &'static str,
}
