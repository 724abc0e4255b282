//! Meshes: every query runs on all libraries in turns, and the results must agree.
//!
//! `cargo xtask bench meshes -- --meshes DIR`, or `cd bench && cargo bench --bench meshes -- --only
//! ours,embree --mesh bunny --question nearest --check 0` for a result in seconds. `meshes.toml`
//! contains the flags and the libraries. `BARYCAST_RECORD=record/DATE.csv` appends the table to
//! that file, losses included.

mod bvh;
mod check;
mod embree;
mod flags;
mod measure;
mod memory;
mod model;
mod obvhs;
mod ours;
mod parry;
mod peer;
mod peers;
mod python;
mod rays;
mod report;
mod settings;
mod tinybvh;
mod triangle;

use measure::{Side, in_turns, seconds};
use model::Model;
use peer::{Answer, Peer, Tree};
use report::{Entry, Report};
use settings::{Definition, Settings};
use std::hint::black_box;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    memory::keep();
    let settings = Settings::load(std::env::args().skip(1))?;
    let peers = open(&settings);
    let mut report = Report::default();
    for source in model::sources(&settings)? {
        let model = source()?;
        println!("{}: {} triangles\n", model.name, model.triangles.len());
        builds(&model, &peers, &settings, &mut report);
        questions(&model, &peers, &settings, &mut report)?;
    }
    report.finish()
}

/// A library with its definition.
struct Player {
    definition: Definition,
    peer: Box<dyn Peer>,
}

/// Opens the selected libraries; missing ones are reported and left out.
fn open(settings: &Settings) -> Vec<Player> {
    let mut players = Vec::new();
    for definition in settings.peer.iter().filter(|definition| settings.wants_peer(&definition.name)) {
        match peers::open(definition, settings) {
            Ok(peer) => players.push(Player { definition: definition.clone(), peer }),
            Err(why) => eprintln!("without {}: {why}", definition.name),
        }
    }
    players
}

impl Player {
    fn entry(&self, seconds: Vec<f64>) -> Entry {
        Entry {
            name: self.definition.name.clone(),
            is_ours: self.definition.engine == "barycast",
            is_batch: self.peer.is_batch(),
            seconds,
            answers: Vec::new(),
            bytes: None,
        }
    }

    /// Builds a BVH; returns it with its build time in seconds and its size in bytes.
    fn build<'m>(&'m self, model: &'m Model, threads: usize) -> (Box<dyn Tree + 'm>, f64, usize) {
        let build = self.peer.ready(model, threads);
        let before = memory::held();
        let (tree, seconds) = seconds(threads, build);
        let seconds = tree.took().unwrap_or(seconds);
        let bytes = tree.bytes().unwrap_or(memory::held().saturating_sub(before));
        (tree, seconds, bytes)
    }
}

fn builds(model: &Model, players: &[Player], settings: &Settings, report: &mut Report) {
    for &threads in &settings.threads {
        let question = format!("build-{threads}");
        if !settings.wants_question(&question) {
            continue;
        }
        let mut sides: Vec<Side> = Vec::new();
        for player in players {
            sides.push(Box::new(move || player.build(model, threads).1));
        }
        // The first build allocates memory from the system; later builds reuse it.
        in_turns(&mut sides, 1);
        let times = in_turns(&mut sides, settings.repeats);
        let entries = players.iter().zip(times).map(|(player, seconds)| {
            let bytes = player.build(model, threads).2 as f64 / model.triangles.len() as f64;
            Entry { bytes: (bytes > 0.0).then_some(bytes), ..player.entry(seconds) }
        });
        report.row(&model.name, &question, model.triangles.len(), &entries.collect::<Vec<_>>());
    }
}

fn questions(
    model: &Model,
    players: &[Player],
    settings: &Settings,
    report: &mut Report,
) -> Result<(), String> {
    let names = ["nearest-primary", "nearest-random", "any-primary", "any-random", "point", "meets"];
    if !names.iter().any(|name| settings.wants_question(name)) {
        return Ok(());
    }
    let trees: Vec<_> = players.iter().map(|player| player.build(model, settings.threads[0]).0).collect();
    let [primary, random] = [rays::primary(model, settings), rays::random(model, settings)];
    let points = rays::points(model, settings);
    let poses = rays::poses(model, settings);
    let mut row = |name: &str, count: usize, query: &Query| {
        if settings.wants_question(name) {
            let entries = question(players, &trees, settings.repeats, count, query);
            report.row(&model.name, name, count, &entries);
        }
    };
    row("nearest-primary", primary.rays.len(), &|tree, answers| tree.nearest(&primary, answers));
    row("nearest-random", random.rays.len(), &|tree, answers| tree.nearest(&random, answers));
    row("any-primary", primary.rays.len(), &|tree, answers| tree.any(&primary, answers));
    row("any-random", random.rays.len(), &|tree, answers| tree.any(&random, answers));
    row("point", points.len(), &|tree, answers| tree.point(&points, answers));
    row("meets", poses.len(), &|tree, answers| tree.meets(&poses, answers));
    check::brute_force(model, &[&primary, &random], &points, settings)
}

/// Runs a query on a BVH. Returns `false` if the library does not support it.
type Query<'a> = dyn Fn(&dyn Tree, &mut [Answer]) -> bool + 'a;

/// Runs one query on all libraries that support it.
fn question<'m>(
    players: &[Player],
    trees: &[Box<dyn Tree + 'm>],
    repeats: usize,
    count: usize,
    query: &Query,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut sides: Vec<Side> = Vec::new();
    for (player, tree) in players.iter().zip(trees) {
        let mut answers = vec![Answer::NONE; count];
        if !query(&**tree, &mut answers) {
            continue;
        }
        entries.push(Entry { answers: answers.clone(), ..player.entry(Vec::new()) });
        sides.push(Box::new(move || {
            let (_, seconds) = seconds(1, || query(&**tree, black_box(&mut answers)));
            tree.took().unwrap_or(seconds)
        }));
    }
    for (entry, seconds) in entries.iter_mut().zip(in_turns(&mut sides, repeats)) {
        entry.seconds = seconds;
    }
    entries
}
