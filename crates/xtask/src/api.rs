//! `cargo xtask api`: the list of the library's public items in `docs/api/barycast.txt`.

use crate::run;
use std::fs;
use std::path::Path;
use std::process::Command;

const LIST: &str = "docs/api/barycast.txt";
const MANIFEST: &str = "crates/api-list/Cargo.toml";
/// Exit code of the program for a format that it does not know.
const OTHER_FORMAT: i32 = 3;

/// Writes the list, or with `--check` compares it.
pub(crate) fn api(words: &[String]) -> Result<(), String> {
    let Some(list) = current()? else {
        println!("this version of Rust describes items in another format, so the public API is not listed");
        return Ok(());
    };
    if words.first().is_none_or(|word| word != "--check") {
        println!("{LIST}");
        return fs::write(LIST, list).map_err(|error| format!("{LIST}: {error}"));
    }
    let known = fs::read_to_string(LIST).map_err(|error| format!("{LIST}: {error}"))?;
    if known == list {
        return Ok(());
    }
    for line in list.lines().filter(|line| !known.lines().any(|other| other == *line)).take(20) {
        println!("+ {line}");
    }
    for line in known.lines().filter(|line| !list.lines().any(|other| other == *line)).take(20) {
        println!("- {line}");
    }
    Err(format!("the public API differs from {LIST}: run `cargo xtask api` and review the difference"))
}

/// Returns the list for the current sources, or `None` if this version of Rust describes items in a
/// format that the program does not know. Warnings in the documentation are errors.
fn current() -> Result<Option<String>, String> {
    let target = Path::new("target");
    let mut rustdoc = Command::new("cargo");
    rustdoc.args(["rustdoc", "--quiet", "--package", "barycast", "--all-features", "--lib", "--"]);
    rustdoc.args(["-D", "warnings", "-Z", "unstable-options", "--output-format", "json"]);
    // The format is unstable, so rustdoc writes it only in nightly versions or with this variable.
    rustdoc.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", target);
    let status = rustdoc.status().map_err(|error| format!("cargo rustdoc: {error}"))?;
    if !status.success() {
        return Err("cargo rustdoc: the documentation of barycast has errors or warnings".to_owned());
    }
    let own = target.join("api");
    run("cargo", &["build", "--quiet", "--manifest-path", MANIFEST, "--target-dir", &own.to_string_lossy()])?;
    let program = own.join(format!("debug/api-list{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(program)
        .arg(target.join("doc/barycast.json"))
        .output()
        .map_err(|error| format!("api-list: {error}"))?;
    match output.status.code() {
        Some(0) => String::from_utf8(output.stdout).map(Some).map_err(|error| error.to_string()),
        Some(OTHER_FORMAT) => Ok(None),
        _ => Err(format!("api-list: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
