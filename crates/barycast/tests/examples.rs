//! Every program in `examples/` runs to its end, its assertions hold, and the pages of the guide show
//! what it prints. `BARYCAST_UPDATE=1` writes the pages.
//!
//! `cargo test` builds the programs beside this test, so that running them costs no compile time.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of a task under the name that its user would search for.
const TASKS: &[&str] = &[
    "batch",
    "bullet_through_wall",
    "curves",
    "custom_shape",
    "exact_or_fast",
    "moving_bodies",
    "nearest_on_mesh",
    "pick_under_mouse",
    "point_in_mesh",
    "push_out_of_walls",
    "sweep_around_corner",
    "which_parts_collide",
];
/// Longer programs.
const LONGER: &[&str] = &["character", "custom_composite", "stack_of_boxes"];
/// Most lines of a task.
const LINES: usize = 60;

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// Returns the folder of the built programs: `target/debug/examples` for a test in
/// `target/debug/deps`.
fn built() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a file");
    test.ancestors().nth(2).expect("it lies in deps").join("examples")
}

#[test]
fn every_program_is_in_a_list() {
    let files = std::fs::read_dir(sources()).expect("a folder");
    let mut names: Vec<String> = files
        .filter_map(|file| file.expect("a file").path().file_stem()?.to_str().map(String::from))
        .collect();
    let mut listed = [TASKS, LONGER].concat();
    names.sort();
    listed.sort_unstable();
    assert_eq!(names, listed);
}

#[test]
fn tasks_are_short() {
    for name in TASKS {
        let text = std::fs::read_to_string(sources().join(format!("{name}.rs"))).expect("a program");
        let lines = text.lines().count();
        assert!(lines <= LINES, "{name}: {lines} lines");
        assert!(
            text.starts_with("//! ") && text.contains(&format!("--example {name}")),
            "{name}: its first lines"
        );
    }
}

#[test]
fn every_program_runs() {
    let failed: Vec<String> = [TASKS, LONGER].concat().into_iter().filter_map(run).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns a page with the block after each `<!-- output NAME -->` replaced by what `printed`
/// returns.
fn with_outputs(text: &str, printed: impl Fn(&str) -> String) -> String {
    let mut new = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        new.push_str(line);
        new.push('\n');
        if let Some(name) = line.strip_prefix("<!-- output ").and_then(|rest| rest.strip_suffix(" -->")) {
            assert_eq!(lines.next(), Some("```text"), "after {line}");
            new.extend(["```text\n", &printed(name), "```\n"]);
            lines.by_ref().find(|line| *line == "```");
        }
    }
    new
}

#[test]
fn pages_show_what_programs_print() {
    let printed = |name: &str| {
        let done = Command::new(program(name)).output().unwrap_or_else(|error| panic!("{name}: {error}"));
        String::from_utf8(done.stdout).expect("UTF-8").replace("\r\n", "\n")
    };
    for folder in ["../../docs/guide/src", "../../docs/guide/ko/src"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for page in std::fs::read_dir(folder).expect("the guide") {
            let page = page.expect("a page").path();
            if page.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&page).expect("a page");
            let new = with_outputs(&text, printed);
            if std::env::var_os("BARYCAST_UPDATE").is_some() {
                std::fs::write(&page, &new).expect("written");
            } else {
                assert_eq!(text, new, "{}: BARYCAST_UPDATE=1 writes it", page.display());
            }
        }
    }
}

fn program(name: &str) -> PathBuf {
    built().join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs a program. Returns the error if it fails, and if it prints nothing.
fn run(name: &str) -> Option<String> {
    let program = program(name);
    if !program.exists() {
        return Some(format!(
            "{name}: not built; `cargo build -p barycast --examples` with the features of the test builds it"
        ));
    }
    let done = Command::new(&program).output().expect("it starts");
    let error = String::from_utf8_lossy(&done.stderr);
    match (done.status.success(), done.stdout.is_empty()) {
        (true, false) => None,
        (true, true) => Some(format!("{name}: prints nothing")),
        (false, _) => Some(format!("{name}: {error}")),
    }
}
