//! Single typed pairs compared with other libraries in alternating rounds, so that only the ratio
//! matters.
//!
//! `cargo xtask bench pairs`, or `cd bench && cargo bench --bench pairs -- NAME` for the rows that
//! contain `NAME`. `BARYCAST_RECORD=record/DATE.csv` saves the table, losses included.

mod bevy;
mod ccd;
mod harness;
mod parry_2d;
mod parry_3d;
mod parry_3d_f64;

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = harness::Table { only, csv: "pair,rival,ours_ns,theirs_ns,ratio,agree\n".into() };
    println!("{:<28} {:>8} {:>8} {:>6}   {:>8}", "ns a pair", "ours", "theirs", "ratio", "agree");
    parry_3d::rows(&mut table);
    parry_3d_f64::rows(&mut table);
    parry_2d::rows(&mut table);
    bevy::rows(&mut table);
    ccd::rows(&mut table);
    if let Ok(path) = std::env::var("BARYCAST_RECORD") {
        std::fs::write(path, table.csv).expect("the record can be written");
    }
}
