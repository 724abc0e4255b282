//! Queries that a game makes thousands of times in a frame of 16 ms, against parry3d 0.31, both in `f32`: one round of ours, one
//! of theirs, and again, so that only the ratio speaks.
//!
//! Times are those of the thread, not of the clock: the machine may be shared.
//!
//! `cd bench && cargo bench --bench frame`, and `-- NAME` for the rows whose names hold `NAME`.
//! `BARYCAST_RECORD=record/DATE-frame.csv` keeps the table, losses included.
//!
//! A file a group of rows: [`mesh`] has a terrain and convex shapes, [`pairs`] two convex shapes, [`turning`] bodies that
//! move and turn. A group is a function `rows(&mut Table)`.

mod mesh;
mod pairs;
mod table;
mod turning;

use table::Table;

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = Table::new(only);
    println!("{:<32} {:>10} {:>10} {:>8}   {:>8}", "ns a query", "ours", "theirs", "ratio", "agree");
    mesh::rows(&mut table);
    pairs::rows(&mut table);
    turning::rows(&mut table);
    if let Ok(path) = std::env::var("BARYCAST_RECORD") {
        std::fs::write(path, table.csv()).expect("the record can be written");
    }
}
