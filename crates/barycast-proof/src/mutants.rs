//! Mutation testing of the kernels: planted faults, and how many of them the tests find.
//!
//! Building the library once per fault would take days. So all faults of the sample are planted in
//! one copy, each behind a switch evaluated at run time: an environment variable selects the active
//! one.

mod judge;
mod points;
mod process;

use crate::progress;
use clap::Args;
use judge::{Judged, Judges};
use points::Point;
use process::{cargo, text};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Folders whose functions are mutated.
const FOLDERS: &[&str] = &["pair", "convex", "clip"];
/// Smallest fraction of mutants that tests must find.
const GOAL: f64 = 0.9;
/// Number of mutants judged in parallel.
const THREADS: usize = 2;

/// Plant faults in the kernels, and count how many of them the tests find.
///
/// Results are stored in `target/mutants/`; the command resumes from there while the kernels are
/// unchanged.
#[derive(Args)]
pub(crate) struct Options {
    /// Seed of the sample.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of mutants in the sample.
    #[arg(long, default_value_t = 400)]
    sample: usize,
    /// Judge only the first of the sample.
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Judge the survivors again, after new tests were added.
    #[arg(long)]
    again: bool,
    /// Only files with this in their path (`pair/aabb`).
    #[arg(long, value_name = "PART", default_value = "")]
    files: String,
}

/// A source file and its mutation points.
struct Source {
    path: String,
    text: String,
    points: Vec<Point>,
}

/// The copy of the workspace, with its mutation points.
struct Planted {
    root: PathBuf,
    sources: Vec<Source>,
    /// The file of each point, by number, and the index in it.
    all: Vec<(usize, usize)>,
}

/// The folder `barycast/src` in the workspace.
const LIBRARY: &str = "crates/barycast/src";

/// Returns whether a point is active. If `BARYCAST_REACHED` names a file, returns false and writes
/// the number there once.
const SWITCH: &str = r#"
extern crate std as standard;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use standard::io::Write;

const NONE: u32 = u32::MAX - 2;
const RECORD: u32 = u32::MAX - 1;
const UNKNOWN: u32 = u32::MAX;
static CHOSEN: AtomicU32 = AtomicU32::new(UNKNOWN);
static SEEN: [AtomicBool; 65536] = [const { AtomicBool::new(false) }; 65536];

#[inline(always)]
pub(crate) fn on(point: u32) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    if chosen > NONE { first(point) } else { chosen == point }
}

#[cold]
#[inline(never)]
fn first(point: u32) -> bool {
    if SEEN[point as usize].load(Relaxed) {
        return false;
    }
    let file = standard::env::var("BARYCAST_REACHED").ok();
    let named = standard::env::var("BARYCAST_MUTANT").ok();
    let chosen = named.and_then(|n| n.parse().ok()).unwrap_or(if file.is_some() { RECORD } else { NONE });
    CHOSEN.store(chosen, Relaxed);
    if chosen == RECORD && !SEEN[point as usize].swap(true, Relaxed) {
        let mut file = standard::fs::OpenOptions::new().append(true).open(file.unwrap()).unwrap();
        file.write_all(standard::format!("{point}\n").as_bytes()).unwrap();
    }
    chosen == point
}
"#;

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().map_err(text)?;
    let planted = Planted::new(&home, &options.files)?;
    let mut order: Vec<usize> = (0..planted.all.len()).collect();
    fastrand::Rng::with_seed(options.seed).shuffle(&mut order);
    let mut hasher = DefaultHasher::new();
    for source in &planted.sources {
        (&source.text, source.points.iter().map(|p| &p.instead).collect::<Vec<_>>()).hash(&mut hasher);
    }
    let head = format!("seed {} of {:x}", options.seed, hasher.finish());

    eprintln!("{} points in {} files; planting {}", order.len(), planted.sources.len(), options.sample);
    let (sample, dropped) = planted.compile(&order, options.sample)?;
    eprintln!("{dropped} do not compile; building the tests");
    let judges = Judges::build(&planted.root)?;

    let file = home.join("target/mutants").join(format!("seed-{}.txt", options.seed));
    let known = fs::read_to_string(&file).unwrap_or_default();
    let mut done = HashMap::new();
    let mut record = if known.lines().next() == Some(&head) {
        for line in known.lines().skip(1) {
            if let Some((number, verdict)) = line.split_once(' ')
                && let Some(judged) = Judged::read(verdict)
                && !(options.again && survived(&judged))
            {
                done.insert(number.parse::<usize>().map_err(text)?, judged);
            }
        }
        fs::OpenOptions::new().append(true).open(&file).map_err(text)?
    } else {
        let mut new = fs::File::create(&file).map_err(text)?;
        writeln!(new, "{head}").map_err(text)?;
        new
    };

    let judged_sample = &sample[..options.first.unwrap_or(sample.len()).min(sample.len())];
    let bar = progress::bar("mutants", judged_sample.len() as u64);
    let queue = Mutex::new(
        judged_sample.iter().filter(|n| !done.contains_key(n)).copied().collect::<Vec<_>>().into_iter(),
    );
    bar.set_position(done.len() as u64);
    let (sender, results) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let (sender, queue, judges, planted) = (sender.clone(), &queue, &judges, &planted);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.next());
                    let Some(number) = next else { return };
                    let judged = judges.judge(number, &planted.pairs(number));
                    if sender.send((number, judged)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, judged) in results {
            let judged = judged?;
            writeln!(record, "{number} {judged}").map_err(text)?;
            done.insert(number, judged);
            bar.inc(1);
        }
        Ok::<(), String>(())
    })?;
    bar.finish_and_clear();
    report(&planted, judged_sample, &done, &format!("{head}, {dropped} drawn do not compile"))
}

fn survived(judged: &Judged) -> bool {
    matches!(judged, Judged::Missed | Judged::Unreached)
}

/// Prints the score and the survivors; returns an error below the goal.
fn report(
    planted: &Planted,
    judged_sample: &[usize],
    done: &HashMap<usize, Judged>,
    head: &str,
) -> Result<(), String> {
    let count =
        |what: fn(&Judged) -> bool| judged_sample.iter().filter(|n| done.get(n).is_some_and(what)).count();
    let missed = count(survived);
    let unreached = count(|j| matches!(j, Judged::Unreached));
    let late = count(|j| matches!(j, Judged::Late(_)));
    let changed = count(|j| matches!(j, Judged::Changed));
    let score = 1.0 - missed as f64 / judged_sample.len().max(1) as f64;
    for number in judged_sample.iter().filter(|n| done.get(n).is_some_and(survived)) {
        println!("survived {number}: {}", planted.describe(*number));
    }
    println!("{head}");
    println!(
        "{} judged: {} caught ({late} of them ran too long, {changed} by the hash of answers alone), {missed} survived ({unreached} in code that no test runs): {:.1} %",
        judged_sample.len(),
        judged_sample.len() - missed,
        score * 100.0
    );
    if score < GOAL { Err(format!("the tests must find {} %", GOAL * 100.0)) } else { Ok(()) }
}

impl Planted {
    /// Copies the workspace, and finds the mutation points of its kernels.
    fn new(home: &Path, part: &str) -> Result<Self, String> {
        let root = home.join("target/mutants/copy");
        for entry in fs::read_dir(home).map_err(text)? {
            let entry = entry.map_err(text)?;
            let name = entry.file_name();
            if !["target", ".git", "bench"].iter().any(|not| name == *not) {
                copy(&entry.path(), &root.join(&name))?;
            }
        }
        let mut paths = Vec::new();
        for folder in FOLDERS {
            let Ok(entries) = fs::read_dir(home.join(LIBRARY).join(folder)) else { continue };
            for entry in entries {
                let name = entry.map_err(text)?.file_name();
                paths.push(format!("{folder}/{}", name.to_string_lossy()));
            }
        }
        paths.retain(|path| Path::new(path).extension().is_some_and(|e| e == "rs") && path.contains(part));
        paths.sort();
        let mut sources = Vec::new();
        for path in paths {
            let text = fs::read_to_string(home.join(LIBRARY).join(&path)).map_err(text)?;
            let points = points::points(&text).map_err(|e| format!("{path}: {e}"))?;
            sources.push(Source { path, text, points });
        }
        let all =
            sources.iter().enumerate().flat_map(|(s, f)| (0..f.points.len()).map(move |p| (s, p))).collect();
        let planted = Self { root, sources, all };
        let lib = fs::read_to_string(home.join(LIBRARY).join("lib.rs")).map_err(text)?;
        let lib =
            format!("#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n{lib}\nmod mutation;\n");
        write(&planted.source_folder().join("lib.rs"), lib.as_bytes())?;
        write(&planted.source_folder().join("mutation.rs"), SWITCH.as_bytes())?;
        Ok(planted)
    }

    fn source_folder(&self) -> PathBuf {
        self.root.join(LIBRARY)
    }

    /// Plants the first `sample` points in that order that compile. Returns them, and how many
    /// before the last of them do not compile.
    fn compile(&self, order: &[usize], sample: usize) -> Result<(Vec<usize>, usize), String> {
        let mut dropped = BTreeSet::new();
        loop {
            let chosen: Vec<usize> =
                order.iter().filter(|n| !dropped.contains(*n)).take(sample).copied().collect();
            let sorted: BTreeSet<usize> = chosen.iter().copied().collect();
            let mut places: HashMap<String, Vec<(usize, Range<usize>)>> = HashMap::new();
            for (s, source) in self.sources.iter().enumerate() {
                let here: Vec<(usize, &Point)> = sorted
                    .iter()
                    .filter(|n| self.all[**n].0 == s)
                    .map(|n| (*n, &source.points[self.all[*n].1]))
                    .collect();
                let (text, at) = points::rewritten(&source.text, &here);
                write(&self.source_folder().join(&source.path), text.as_bytes())?;
                places.insert(source.path.clone(), at);
            }
            let output = cargo(&self.root)
                .args(["check", "-p", "barycast", "--message-format=json"])
                .output()
                .map_err(text)?;
            if output.status.success() {
                return Ok((chosen, dropped.len()));
            }
            let before = dropped.len();
            let mut unplaced = String::new();
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let Ok(json) = serde_json::from_str::<serde_json::Value>(line) else { continue };
                let message = &json["message"];
                if message["level"] != "error" {
                    continue;
                }
                let mut blamed = false;
                for span in
                    message["spans"].as_array().into_iter().flatten().filter(|s| s["is_primary"] == true)
                {
                    let file = span["file_name"].as_str().unwrap_or_default().replace('\\', "/");
                    let path = file.split("barycast/src/").last().unwrap_or_default();
                    let start = span["byte_start"].as_u64().unwrap_or(0) as usize;
                    let innermost = places
                        .get(path)
                        .into_iter()
                        .flatten()
                        .filter(|(_, at)| at.contains(&start))
                        .min_by_key(|(_, at)| at.len());
                    if let Some((number, _)) = innermost {
                        blamed = true;
                        dropped.insert(*number);
                    }
                }
                if !blamed {
                    unplaced.push_str(message["rendered"].as_str().unwrap_or_default());
                }
            }
            if dropped.len() == before {
                let errors = String::from_utf8_lossy(&output.stderr);
                return Err(format!("the copy does not compile:\n{unplaced}{errors}"));
            }
        }
    }

    fn of(&self, number: usize) -> (&Source, &Point) {
        let (source, point) = self.all[number];
        (&self.sources[source], &self.sources[source].points[point])
    }

    /// Returns the rows that a pair's file implements, as `BARYCAST_PAIR` takes them; none for
    /// other files.
    fn pairs(&self, number: usize) -> String {
        let path = &self.of(number).0.path;
        let Some(name) = path.strip_prefix("pair/").and_then(|p| p.strip_suffix(".rs")) else {
            return String::new();
        };
        let names = |name| if name == "ray" { vec!["line", "ray", "segment"] } else { vec![name] };
        // Splitting a name also yields words that are no shapes, which select nothing.
        let mut pairs = Vec::new();
        for (at, _) in name.match_indices('_') {
            for a in names(&name[..at]) {
                pairs.extend(
                    names(&name[at + 1..]).iter().flat_map(|b| [format!("{a} {b}"), format!("{b} {a}")]),
                );
            }
        }
        pairs.join(",")
    }

    /// Describes a point: its place, the original text, and the replacement.
    fn describe(&self, number: usize) -> String {
        let (source, point) = self.of(number);
        let line = source.text[..point.place.start].lines().count().max(1);
        let short = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let was = short(&source.text[point.place.clone()]);
        format!("{LIBRARY}/{}:{line}: `{was}` -> `{}`", source.path, short(&point.instead))
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if !from.is_dir() {
        return write(to, &fs::read(from).map_err(text)?);
    }
    for entry in fs::read_dir(from).map_err(text)? {
        let entry = entry.map_err(text)?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Writes only if the content changes, so that an unchanged file is not rebuilt.
fn write(to: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(to).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(text)?;
    fs::write(to, content).map_err(text)
}
