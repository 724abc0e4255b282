//! No files of a crate use each other in a circle, and the counts of the code's shape only fall.

use std::fs;
use std::path::{Path, PathBuf};
use xtask::house::circles::circles;
use xtask::house::modules::{Arrows, Crate};
use xtask::house::{self, House, relative};

/// The circles that there still are in `crates/barycast/src`. This list may only shrink: where a
/// circle is opened, or a file leaves one, strike it here. Never add to it: move what the files
/// share into a file below both. Only a file that moves takes its new name.
const LIBRARY: &[&[&str]] = &[
    &["dynamic/composite/mod.rs", "dynamic/composite/tree.rs"],
    &["dynamic/convex_body/mod.rs", "dynamic/convex_body/openings.rs"],
    &["dynamic/intersection/kind.rs", "dynamic/intersection/mod.rs", "dynamic/intersection/touch.rs"],
    &[
        "mesh/shapes/contact.rs",
        "mesh/shapes/mod.rs",
        "mesh/shapes/patch.rs",
        "mesh/shapes/surface.rs",
        "mesh/shapes/sweep.rs",
    ],
    &["scene/moving/bodies.rs", "scene/moving/body_queries.rs"],
    &["scene/moving/boxes.rs", "scene/moving/queries.rs"],
    &["dynamic/separation/plane.rs", "dynamic/separation/straight.rs"],
];

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// The arrows of a circle: `file -> file: the names that the first takes from the second`.
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
    let (mut wrong, mut left) = (Vec::new(), Vec::new());
    for root in roots {
        let read = Crate::read(&root).expect("source is text");
        let arrows = read.arrows();
        for circle in circles(read.files.len(), &arrows) {
            let mut names: Vec<String> =
                circle.iter().map(|file| relative(&home, &read.files[*file])).collect();
            names.sort();
            let short: Vec<&str> =
                names.iter().filter_map(|name| name.strip_prefix("crates/barycast/src/")).collect();
            let is_listed = LIBRARY.iter().any(|listed| short.iter().all(|name| listed.contains(name)));
            if short.len() < names.len() || !is_listed {
                wrong.push(drawn(&home, &read, &arrows, &circle));
            }
            left.extend(short.into_iter().map(str::to_owned));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let is_open = |name: &&str| !left.iter().any(|other| other == name);
    let opened: Vec<&str> = LIBRARY.concat().into_iter().filter(is_open).collect();
    assert!(opened.is_empty(), "in no circle any more, strike them from the list: {opened:?}");
}

#[test]
fn the_counts_of_the_house_only_fall() {
    let home = home();
    let text = fs::read_to_string(home.join(house::CEILINGS)).expect("the ceilings");
    let house = House::measure(&home).expect("source is text");
    let high = house.too_high(&house::ceilings(&text));
    assert!(high.is_empty(), "`cargo xtask house` says what is behind each:\n{}", high.join("\n"));
}
