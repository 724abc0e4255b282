//! Queries that a game makes thousands of times in a frame of 16 ms, barycast and parry3d 0.31 in
//! `f32`. Rounds alternate, so that only the ratio matters.
//!
//! Times are thread times, because the machine may be shared.
//!
//! `cd bench && cargo bench --bench frame`, and `-- NAME` for the rows that contain `NAME`.
//! `BARYCAST_RECORD=record/DATE-frame.csv` saves the table, losses included.
//!
//! One file per group of rows: [`mesh`] for a terrain and convex shapes, [`pairs`] for two convex
//! shapes, [`turning`] for moving and rotating bodies, [`character`] for a character controller. A
//! group is a function `rows(&mut Table)`.
//! [`inputs`] and [`table`] are shared with the package `engines`.

mod character;
mod inputs;
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
    character::rows(&mut table);
    if let Ok(path) = std::env::var("BARYCAST_RECORD") {
        std::fs::write(path, table.csv()).expect("the record can be written");
    }
}
