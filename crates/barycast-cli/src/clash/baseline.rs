//! Compares clashes with those of an earlier report.

use super::groups::keep_ids;
use super::input::Input;
use super::matching::{Known, Shape, matched};
use super::report::{Clash, Earlier, Part, Status, Warning};
use crate::commands::Failure;
use barycast::number::each::MapEach;
use barycast::scene::clash::Class;
use barycast_io::ReadError;
use glam::DVec3;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// The parts of a report that the comparison reads.
#[derive(Deserialize)]
struct Whole {
    unit: Option<EarlierUnit>,
    clashes: Vec<EarlierClash>,
    /// All compared parts; empty in reports of version 1.
    #[serde(default)]
    parts: Vec<EarlierPart>,
}

#[derive(Deserialize)]
struct EarlierUnit {
    metres: f64,
}

/// A clash of the earlier report.
#[derive(Deserialize)]
pub(crate) struct EarlierClash {
    id: String,
    issue: Option<String>,
    class: String,
    /// Distance in the unit of that report.
    #[serde(default)]
    distance: f64,
    a: EarlierPart,
    b: EarlierPart,
    /// Length of one unit in metres, in reports with one line per clash.
    metres: Option<f64>,
}

/// A part of a clash in the earlier report.
#[derive(Clone, Deserialize)]
struct EarlierPart {
    path: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    file: String,
    /// The following fields are missing in reports of version 1.
    guid: Option<String>,
    node: Option<String>,
    shape: Option<Shape>,
    bounds: Option<[DVec3; 2]>,
}

struct Read {
    clashes: Vec<EarlierClash>,
    parts: Vec<EarlierPart>,
    /// Whether the report lists all parts, not only those that clash.
    complete: bool,
    metres: Option<f64>,
}

/// Changes since an earlier report.
pub(crate) struct Since {
    /// Clashes that are gone or milder now.
    pub(crate) resolved: Vec<Earlier>,
    /// Clashes whose parts are not compared in this run.
    pub(crate) not_compared: Vec<Earlier>,
    /// Whether the report lacks the fields that identify parts.
    pub(crate) is_old: bool,
}

impl Since {
    /// Returns a warning if the report lacks the fields that identify parts.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let text = "the baseline is from an earlier version and identifies parts only by name and number: if parts of \
                    the same name were added or deleted, new and resolved clashes may be wrong; write a new one with -o";
        self.is_old.then(|| Warning { part: None, kind: "baseline", text: text.to_owned() })
    }
}

/// The pairs, classes and limits of this run.
pub(crate) struct Comparison<'a> {
    pub(crate) input: &'a Input,
    /// Whether the two parts are compared.
    pub(crate) is_compared: &'a dyn Fn([usize; 2]) -> bool,
    /// Clashes of classes that are not reported, by their parts, lower number first.
    pub(crate) left_out: HashMap<[usize; 2], Class>,
    pub(crate) tolerance: f64,
    pub(crate) clearance: f64,
}

/// Marks clashes as new or persisting. Persisting ones keep their earlier ids.
pub(crate) fn compare(
    baseline: &Path,
    clashes: &mut [Clash],
    comparison: &Comparison<'_>,
) -> Result<Since, Failure> {
    let text = std::fs::read_to_string(baseline)
        .map_err(|source| ReadError::Io { path: baseline.to_owned(), source })?;
    let earlier = read(&text).map_err(|error| {
        let what = format!("not a .json or .ndjson report of `barycast clash`: {error}");
        ReadError::Content { path: baseline.to_owned(), what }
    })?;
    let (now_of, is_old) = now_of(&earlier, comparison);
    let pair = |clash: &EarlierClash| {
        let parts = [&clash.a, &clash.b].each(|side| now_of.get(&side.path[..]).copied().flatten());
        if let [Some(a), Some(b)] = parts { Some([a.min(b), a.max(b)]) } else { None }
    };
    // A report has at most one clash of the same two parts.
    let mut before: HashMap<[usize; 2], &EarlierClash> = HashMap::new();
    for clash in &earlier.clashes {
        if let Some(pair) = pair(clash) {
            before.entry(pair).or_insert(clash);
        }
    }
    let mut reported = HashSet::new();
    for clash in clashes.iter_mut() {
        let [a, b] = clash.parts;
        reported.insert([a.min(b), a.max(b)]);
        let was = before.get(&[a.min(b), a.max(b)]);
        clash.status = Some(if was.is_some() { Status::Persisting } else { Status::New });
        if let Some(was) = was {
            (clash.was, clash.issue_was) = (Some(was.class.clone()), was.issue.clone());
        }
    }
    let was: Vec<Option<String>> = clashes
        .iter()
        .map(|clash| {
            let [a, b] = clash.parts;
            before.get(&[a.min(b), a.max(b)]).map(|was| was.id.clone())
        })
        .collect();
    keep_ids(clashes.iter_mut().map(|clash| &mut clash.id).zip(was));
    let mut since = Since { resolved: Vec::new(), not_compared: Vec::new(), is_old };
    for clash in
        earlier.clashes.iter().filter(|clash| !pair(clash).is_some_and(|pair| reported.contains(&pair)))
    {
        let (now, is_resolved) = comparison.now(clash, &earlier, pair(clash), &now_of);
        let (id, class) = (clash.id.clone(), clash.class.clone());
        let parts = [clash.a.path.clone(), clash.b.path.clone()];
        let list = if is_resolved { &mut since.resolved } else { &mut since.not_compared };
        list.push(Earlier { id, parts, class, now });
    }
    Ok(since)
}

impl Comparison<'_> {
    /// Returns the present state of a clash that is not reported any more, and whether that is an
    /// improvement.
    fn now(
        &self,
        clash: &EarlierClash,
        earlier: &Read,
        pair: Option<[usize; 2]>,
        now_of: &HashMap<&str, Option<usize>>,
    ) -> (&'static str, bool) {
        const NOT_COMPARED: (&str, bool) = ("not compared", false);
        let Some(pair) = pair else {
            let gone = [&clash.a, &clash.b].into_iter();
            let mut gone = gone.filter(|side| now_of.get(&side.path[..]).copied().flatten().is_none());
            return if gone.all(|side| !self.is_unread(side)) { ("gone", true) } else { NOT_COMPARED };
        };
        if let Some(now) = self.left_out.get(&pair) {
            let was = Class::ALL.into_iter().find(|class| class.name() == clash.class);
            return (now.name(), was.is_some_and(|was| *now < was));
        }
        let is_checked = pair.iter().all(|part| self.input.parts[*part].checked);
        // Distance in the unit of this run.
        let metres = clash.metres.or(earlier.metres);
        let distance = clash.distance * metres.map_or(1.0, |metres| metres / self.input.unit.metres);
        let tolerance = self.input.assembly.tolerance(pair, self.tolerance);
        let is_apart = distance > tolerance && distance >= self.clearance;
        if !is_checked || is_apart || !(self.is_compared)(pair) { NOT_COMPARED } else { ("clear", true) }
    }

    /// Tests whether the part or its file is present but unreadable.
    fn is_unread(&self, part: &EarlierPart) -> bool {
        self.input.unread.iter().any(|unread| match &unread.part {
            Some(name) => *name == part.name,
            None => unread.file == part.file,
        })
    }
}

/// Returns the present part for each path of the earlier report, and whether that report lacks the
/// fields that identify parts.
fn now_of<'a>(earlier: &'a Read, comparison: &Comparison<'_>) -> (HashMap<&'a str, Option<usize>>, bool) {
    let input = comparison.input;
    let is_old = earlier.parts.iter().any(|part| part.node.is_none());
    if is_old {
        return (by_name(earlier, &input.parts, &input.files), true);
    }
    let scale = earlier.metres.map_or(1.0, |metres| metres / input.unit.metres);
    let before = earlier.parts.iter().map(|part| Known {
        guid: part.guid.as_deref(),
        node: part.node.as_deref(),
        file: &part.file,
        shape: part.shape.map(|shape| Shape { volume: shape.volume * scale.powi(3), ..shape }),
        bounds: part.bounds.map(|bounds| bounds.each(|corner| corner * scale)),
    });
    let now = input.parts.iter().map(|part| Known {
        guid: part.guid.as_deref(),
        node: Some(part.node()),
        file: &input.files[part.file].path,
        shape: Some(part.shape),
        bounds: Some(part.bounds).filter(|_| part.checked),
    });
    let (before, now): (Vec<_>, Vec<_>) = (before.collect(), now.collect());
    let matched = matched(&before, &now, comparison.tolerance, earlier.complete);
    (earlier.parts.iter().map(|part| &part.path[..]).zip(matched).collect(), false)
}

/// Matches parts by path, which contains the file name and a number; else by the rest of the path
/// after the file name, if only one part has it.
fn by_name<'a>(
    earlier: &'a Read,
    parts: &[Part],
    files: &[super::report::File],
) -> HashMap<&'a str, Option<usize>> {
    let by_path: HashMap<&str, usize> =
        parts.iter().enumerate().map(|(i, part)| (&part.path[..], i)).collect();
    let mut by_rest: HashMap<&str, Option<usize>> = HashMap::new();
    for (i, part) in parts.iter().enumerate() {
        if let Some(rest) = rest(&part.path, &files[part.file].path) {
            by_rest.entry(rest).and_modify(|one| *one = None).or_insert(Some(i));
        }
    }
    let one = |part: &EarlierPart| {
        let by_path = by_path.get(&part.path[..]).copied();
        by_path.or_else(|| by_rest.get(rest(&part.path, &part.file)?).copied().flatten())
    };
    earlier.parts.iter().map(|part| (&part.path[..], one(part))).collect()
}

/// Returns the rest of a path after the file name.
fn rest<'a>(path: &'a str, file: &str) -> Option<&'a str> {
    let stem = Path::new(file).file_stem()?.to_string_lossy().into_owned() + "/";
    path.find(&stem).map(|at| &path[at + stem.len()..])
}

/// Reads the clashes of a report: one object, or one line per clash.
fn read(text: &str) -> Result<Read, serde_json::Error> {
    if let Ok(Whole { unit, clashes, parts }) = serde_json::from_str(text) {
        let complete = !parts.is_empty();
        let parts = if complete { parts } else { sides(&clashes) };
        return Ok(Read { clashes, parts, complete, metres: unit.map(|unit| unit.metres) });
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let clashes = lines.map(serde_json::from_str).collect::<Result<Vec<EarlierClash>, _>>()?;
    let metres = clashes.iter().find_map(|clash| clash.metres);
    Ok(Read { parts: sides(&clashes), clashes, complete: false, metres })
}

/// Returns the parts of clashes without duplicates.
fn sides(clashes: &[EarlierClash]) -> Vec<EarlierPart> {
    let sides = clashes.iter().flat_map(|clash| [&clash.a, &clash.b]);
    let sides: BTreeMap<&str, &EarlierPart> = sides.map(|side| (&side.path[..], side)).collect();
    sides.into_values().cloned().collect()
}
