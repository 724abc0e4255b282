//! Files of a crate must not use each other in cycles, and the metrics of the code may only fall.

use std::fs;
use std::path::{Path, PathBuf};
use xtask::house::circles::circles;
use xtask::house::modules::{Arrows, Crate};
use xtask::house::{self, House, relative};
use xtask::words;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// Formats a cycle as `file -> file: the names that the first uses from the second`.
fn drawn(home: &Path, read: &Crate, arrows: &Arrows, circle: &[usize]) -> String {
    let inside = arrows.iter().filter(|((a, b), _)| circle.contains(a) && circle.contains(b));
    let lines = inside.map(|((a, b), names)| {
        let [a, b] = [a, b].map(|file| relative(home, &read.files[*file]));
        format!("  {a} -> {b}: {}", names.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
    });
    format!("a circle of {} files:\n{}", circle.len(), lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let home = home();
    let mut roots = house::roots(&home).expect("the crates");
    roots.extend(
        ["boxes", "exact", "frame", "meshes", "pairs"]
            .map(|name| home.join("bench/benches").join(name).join("main.rs")),
    );
    let mut wrong = Vec::new();
    for root in roots {
        let read = Crate::read(&root).expect("source is text");
        let arrows = read.arrows();
        for circle in circles(read.files.len(), &arrows) {
            wrong.push(drawn(&home, &read, &arrows, &circle));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_counts_of_the_house_only_fall() {
    let home = home();
    let text = fs::read_to_string(home.join(house::CEILINGS)).expect("the ceilings");
    let house = House::measure(&home).expect("source is text");
    let high = house.too_high(&house::ceilings(&text));
    assert!(high.is_empty(), "`cargo xtask house` says what is behind each:\n{}", high.join("\n"));
}

#[test]
fn the_counts_of_words_only_fall() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let text = fs::read_to_string(home.join(words::CEILINGS)).expect("the ceilings");
    let counts = words::measure(&home).expect("source is text");
    let high = counts.too_high(&house::ceilings(&text));
    assert!(high.is_empty(), "`cargo xtask words` lists the files of each:\n{}", high.join("\n"));
}
