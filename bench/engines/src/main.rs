//! Queries of a game's frame, barycast beside the physics engines Box3D, Bullet and Jolt, in `f32` on one thread.
//! Rounds alternate, so that only the ratio matters; times are thread times, because the machine may be shared.
//!
//! `bench/engines.sh`, and `bench/engines.sh NAME` for the rows that contain `NAME`. `BARYCAST_RECORD=FILE` saves the table
//! as comma-separated values. A Markdown table and then how answers differ follow the rows.

mod differences;
mod engine;
mod mesh;
mod pairs;
mod scene;

#[path = "../../benches/frame/inputs.rs"]
mod inputs;
#[path = "../../benches/frame/table.rs"]
mod table;

use barycast_engine_sources as _;
use differences::Differences;
use engine::engines;
use table::Table;

/// Rows and how their answers differ.
pub struct Report {
    table: Table,
    differences: Differences,
}

impl Report {
    /// Measures a row, and compares the answers.
    fn row(&mut self, name: &str, rival: &str, ours: impl Fn(usize) -> f32, theirs: impl Fn(usize) -> f32) {
        if self.table.wants(name) {
            self.table.row(name, rival, &ours, &theirs);
            self.differences.row(name, rival, ours, theirs);
        }
    }
}

fn main() {
    let only = std::env::args().nth(1);
    let engines = engines();
    let mut report = Report { table: Table::new(only), differences: Differences::default() };
    println!("{:<32} {:>10} {:>10} {:>8}   {:>8}", "ns a query", "ours", "theirs", "ratio", "agree");
    mesh::rows(&mut report, &engines);
    pairs::rows(&mut report, &engines);
    let mut csv = report.table.csv().to_owned();
    if report.table.wants(scene::NAME) {
        csv += &scene::rows(&engines);
    }
    println!("\n{}", markdown(&csv));
    println!("{}", report.differences.text());
    if let Ok(path) = std::env::var("BARYCAST_RECORD") {
        std::fs::write(path, csv).expect("the record can be written");
    }
}

/// Returns the table in Markdown.
fn markdown(csv: &str) -> String {
    let mut text =
        "| row | rival | ours, ns | theirs, ns | ratio | agree |\n|---|---|---:|---:|---:|---:|\n".to_owned();
    for line in csv.lines().skip(1) {
        text += &format!("| {} |\n", line.replace(',', " | "));
    }
    text
}
