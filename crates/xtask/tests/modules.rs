//! Every source file is the root of a program or a module of one. Cargo ignores other files, and
//! tests in them never run.

use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Tests whether Cargo finds the file by itself: `src/lib.rs`, `src/main.rs`, `tests/x.rs`,
/// `tests/x/main.rs` and similar.
fn is_root(path: &Path) -> bool {
    let parts: Vec<&str> = path.iter().rev().filter_map(|part| part.to_str()).collect();
    matches!(
        parts[..],
        ["lib.rs" | "main.rs", "src", ..]
            | [_, "tests" | "benches" | "examples" | "fuzz_targets", ..]
            | ["main.rs", _, "tests" | "benches" | "examples", ..]
            | ["build.rs", ..]
    )
}

/// Tests whether the parent module declares the file.
fn is_named(path: &Path) -> bool {
    let Some(mut folder) = path.parent().map(Path::to_path_buf) else { return false };
    let mut name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if name == "mod" {
        name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folder.pop();
    }
    let mut above: Vec<PathBuf> = ["mod.rs", "main.rs", "lib.rs"].map(|file| folder.join(file)).into();
    above.push(folder.with_extension("rs"));
    if folder.ends_with("tests") {
        rust_files(&folder, &mut above);
    }
    above.iter().filter(|file| *file != path).filter_map(|file| fs::read_to_string(file).ok()).any(|text| {
        text.lines().any(|line| {
            let line = line.trim();
            line.strip_suffix(';').and_then(|l| l.rsplit_once("mod ")).is_some_and(|(_, named)| named == name)
        })
    })
}

#[test]
fn every_file_belongs_to_a_program() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let mut files = Vec::new();
    for folder in ["crates", "bench", "fuzz"] {
        rust_files(&home.join(folder), &mut files);
    }
    let stray: Vec<&PathBuf> = files.iter().filter(|path| !is_root(path) && !is_named(path)).collect();
    assert!(files.len() > 400, "only {} files found", files.len());
    assert!(stray.is_empty(), "neither roots of programs nor modules: {stray:#?}");
}
