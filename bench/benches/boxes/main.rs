//! All overlapping pairs of many boxes, including building the BVH or grid, compared with other
//! libraries in turns, by processor time.
//!
//! `cargo xtask bench boxes`, or `cd bench && cargo bench --bench boxes -- --boxes 10000 --only
//! barycast,parry`. `boxes.toml` contains the flags. Every library must find the same pairs.
//! `BARYCAST_RECORD=record/DATE.csv` appends the table.

mod barycast;
mod embree;
#[path = "../meshes/embree/ffi.rs"]
#[allow(dead_code)] // Only the mesh bench uses all of it.
mod ffi;
#[path = "../meshes/flags.rs"]
mod flags;
mod grid;
#[path = "../meshes/measure.rs"]
mod measure;
#[path = "../meshes/memory.rs"]
#[allow(dead_code)] // The number of held bytes is not used.
mod memory;
mod obvhs;
mod parry;
mod sets;

use measure::{Side, in_turns, median, seconds, speed};
use sets::{Box3, Finder};
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    boxes: Vec<usize>,
    sets: Vec<String>,
    only: Vec<String>,
    repeats: usize,
    embree: PathBuf,
}

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
    let table = flags::over("boxes.toml", include_str!("../../boxes.toml"), std::env::args().skip(1))?;
    let settings: Settings = table.try_into().map_err(|e| format!("boxes.toml: {e}"))?;
    let peers = peers(&settings);
    let mut csv = String::new();
    for set in &settings.sets {
        for &count in &settings.boxes {
            row(&format!("{set} {count}"), &sets::boxes(set, count)?, &peers, settings.repeats, &mut csv);
        }
    }
    match std::env::var_os("BARYCAST_RECORD") {
        Some(path) => record(Path::new(&path), &csv).map_err(|e| format!("{}: {e}", path.display())),
        None => Ok(()),
    }
}

/// Returns the selected libraries; a new one needs a file and a line here.
fn peers(settings: &Settings) -> Vec<(&'static str, Finder)> {
    let mut peers: Vec<(&str, Finder)> = vec![
        ("barycast", Box::new(barycast::pairs)),
        ("grid", Box::new(grid::pairs)),
        ("obvhs", Box::new(obvhs::pairs)),
        ("parry", Box::new(parry::pairs)),
    ];
    match embree::open(&settings.embree) {
        Ok(find) => peers.push(("embree", find)),
        Err(why) => eprintln!("without embree: {why}"),
    }
    peers.retain(|(name, _)| settings.only.is_empty() || settings.only.iter().any(|word| word == name));
    peers
}

fn row(name: &str, boxes: &[Box3], peers: &[(&str, Finder)], repeats: usize, csv: &mut String) {
    let mut found = Vec::new();
    let mut sides: Vec<Side> = Vec::new();
    for (_, find) in peers {
        let mut pairs = Vec::new();
        find(boxes, &mut pairs);
        found.push(in_order(pairs.clone()));
        sides.push(Box::new(move || {
            pairs.clear();
            seconds(1, || find(boxes, &mut pairs)).1
        }));
    }
    let times = in_turns(&mut sides, repeats);
    println!("{name:<24}{:>12}{:>12}{:>14}{:>12}", "ms", "pairs", "first is", "the same");
    for (((peer, _), seconds), pairs) in peers.iter().zip(&times).zip(&found) {
        let [ours, theirs] = [&times[0], seconds].map(|seconds| median(seconds.clone()) * 1e3);
        let (speed, same) = (speed(&times[0], seconds), *pairs == found[0]);
        println!("  {peer:<22}{theirs:>12.2}{:>12}{speed:>12.2} x{same:>12}", pairs.len());
        let each = 1e6 / boxes.len() as f64;
        let agree = u8::from(same);
        writeln!(
            csv,
            "boxes {name},{peer},{:.2},{:.2},{:.3},{agree}",
            ours * each,
            theirs * each,
            1.0 / speed
        )
        .expect("writing to a string cannot fail");
    }
    println!();
}

/// Sorts the pairs, each with its lower index first.
fn in_order(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    pairs
}

fn record(path: &Path, csv: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    if file.metadata()?.len() == 0 {
        file.write_all(b"question,rival,ours_ns,theirs_ns,ratio,agree\n")?;
    }
    file.write_all(csv.as_bytes())
}
