//! What became of the clashes of an earlier report.

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

/// As much of a report as matters.
#[derive(Deserialize)]
struct Whole {
    unit: Option<EarlierUnit>,
    clashes: Vec<EarlierClash>,
    /// All that were compared; reports of version 1 have none.
    #[serde(default)]
    parts: Vec<EarlierPart>,
}

#[derive(Deserialize)]
struct EarlierUnit {
    metres: f64,
}

/// A clash of that report.
#[derive(Deserialize)]
pub(crate) struct EarlierClash {
    id: String,
    issue: Option<String>,
    class: String,
    /// In that report's unit.
    #[serde(default)]
    distance: f64,
    a: EarlierPart,
    b: EarlierPart,
    /// A length of 1 in metres, of a report with a line a clash.
    metres: Option<f64>,
}

/// One of its parts.
#[derive(Clone, Deserialize)]
struct EarlierPart {
    path: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    file: String,
    /// These are not in reports of version 1.
    guid: Option<String>,
    node: Option<String>,
    shape: Option<Shape>,
    bounds: Option<[DVec3; 2]>,
}

struct Read {
    clashes: Vec<EarlierClash>,
    parts: Vec<EarlierPart>,
    /// All its parts are listed, and not those alone that clash.
    complete: bool,
    metres: Option<f64>,
}

/// What the clashes are since an earlier report.
pub(crate) struct Since {
    /// They are no more, or less than they were.
    pub(crate) resolved: Vec<Earlier>,
    /// Nobody asks about them this time.
    pub(crate) not_compared: Vec<Earlier>,
    /// The report does not say what identifies its parts.
    pub(crate) is_old: bool,
}

impl Since {
    /// Of a report that does not say what identifies its parts.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let text = "the baseline is of an earlier version, and knows parts by their names and numbers only: where parts of a name were \
                    added or deleted, what is new and resolved may be wrong; write it anew with -o";
        self.is_old.then(|| Warning { part: None, kind: "baseline", text: text.to_owned() })
    }
}

/// The pairs, classes and limits of this run.
pub(crate) struct Question<'a> {
    pub(crate) input: &'a Input,
    /// The two are compared.
    pub(crate) asks: &'a dyn Fn([usize; 2]) -> bool,
    /// Clashes of a class that is not reported, by their parts, the lower first.
    pub(crate) left_out: HashMap<[usize; 2], Class>,
    pub(crate) tolerance: f64,
    pub(crate) clearance: f64,
}

/// Marks what is new and what persists, which keeps the ids that it had.
pub(crate) fn compare(
    baseline: &Path,
    clashes: &mut [Clash],
    question: &Question<'_>,
) -> Result<Since, Failure> {
    let text = std::fs::read_to_string(baseline)
        .map_err(|source| ReadError::Io { path: baseline.to_owned(), source })?;
    let earlier = read(&text).map_err(|error| {
        let what = format!("it is no report of `barycast clash` as .json or .ndjson: {error}");
        ReadError::Content { path: baseline.to_owned(), what }
    })?;
    let (now_of, is_old) = now_of(&earlier, question);
    let pair = |clash: &EarlierClash| {
        let parts = [&clash.a, &clash.b].each(|side| now_of.get(&side.path[..]).copied().flatten());
        if let [Some(a), Some(b)] = parts { Some([a.min(b), a.max(b)]) } else { None }
    };
    // Of the same two parts a report has one clash.
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
        let (now, is_resolved) = question.now(clash, &earlier, pair(clash), &now_of);
        let (id, class) = (clash.id.clone(), clash.class.clone());
        let parts = [clash.a.path.clone(), clash.b.path.clone()];
        let list = if is_resolved { &mut since.resolved } else { &mut since.not_compared };
        list.push(Earlier { id, parts, class, now });
    }
    Ok(since)
}

impl Question<'_> {
    /// What a clash that is not reported any more is now, and whether that is better than it was.
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
        // In today's unit.
        let metres = clash.metres.or(earlier.metres);
        let distance = clash.distance * metres.map_or(1.0, |metres| metres / self.input.unit.metres);
        let tolerance = self.input.assembly.tolerance(pair, self.tolerance);
        let is_apart = distance > tolerance && distance >= self.clearance;
        if !is_checked || is_apart || !(self.asks)(pair) { NOT_COMPARED } else { ("clear", true) }
    }

    /// The part, or its file, is there, and cannot be read.
    fn is_unread(&self, part: &EarlierPart) -> bool {
        self.input.unread.iter().any(|unread| match &unread.part {
            Some(name) => *name == part.name,
            None => unread.file == part.file,
        })
    }
}

/// Which of today's parts those of the report are, by their paths; and that it does not say what identifies them.
fn now_of<'a>(earlier: &'a Read, question: &Question<'_>) -> (HashMap<&'a str, Option<usize>>, bool) {
    let input = question.input;
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
    let matched = matched(&before, &now, question.tolerance, earlier.complete);
    (earlier.parts.iter().map(|part| &part.path[..]).zip(matched).collect(), false)
}

/// By their paths, which have the file's name and a number in them; else by what is behind the file's name, if that is one
/// part's alone.
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

/// What is behind the file's name in a path.
fn rest<'a>(path: &'a str, file: &str) -> Option<&'a str> {
    let stem = Path::new(file).file_stem()?.to_string_lossy().into_owned() + "/";
    path.find(&stem).map(|at| &path[at + stem.len()..])
}

/// The clashes of a report: one object, or a line a clash.
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

/// The parts of clashes, each once.
fn sides(clashes: &[EarlierClash]) -> Vec<EarlierPart> {
    let sides = clashes.iter().flat_map(|clash| [&clash.a, &clash.b]);
    let sides: BTreeMap<&str, &EarlierPart> = sides.map(|side| (&side.path[..], side)).collect();
    sides.into_values().cloned().collect()
}
