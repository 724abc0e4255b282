//! Dependencies have licences that `deny.toml` allows, and come from crates.io only. `cargo deny`
//! checks the same and more if it is installed; this test runs everywhere and offline.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the list `allow` of `deny.toml`.
fn allowed() -> Vec<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let list = text.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).expect("a list");
    list.split(',')
        .map(|name| name.trim().trim_matches('"').to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

/// Tests whether a licence expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be
/// satisfied.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let one = |name: &str| {
        let name = name.trim().trim_matches(['(', ')']).trim();
        allowed.iter().any(|allowed| allowed == name)
    };
    expression.replace('/', " OR ").split(" AND ").all(|all| all.split(" OR ").any(one))
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--target", "all", "--all-features", "--offline", "--locked"])
        .args(["--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}\t{l}"])
        .current_dir(root())
        .output()
        .expect("cargo tree");
    let text = String::from_utf8_lossy(&output.stdout);
    // Packages for other systems may be missing on this machine: then cargo fails, and nothing is
    // checked.
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    if !output.status.success() {
        eprintln!("not checked: {}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    assert!(lines.len() > 20, "{text}");
    let allowed = allowed();
    let wrong: Vec<_> = lines
        .into_iter()
        .filter(|(_, licence)| !is_met(licence.trim_end_matches(" (*)"), &allowed))
        .collect();
    assert!(wrong.is_empty(), "not allowed by deny.toml: {wrong:?}");
}

#[test]
fn every_dependency_comes_from_crates_io() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let sources: Vec<&str> = lock.lines().filter_map(|line| line.strip_prefix("source = ")).collect();
    assert!(sources.len() > 20);
    let ours = r#""registry+https://github.com/rust-lang/crates.io-index""#;
    assert!(sources.iter().all(|source| *source == ours));
}

#[test]
fn expressions_are_read() {
    let allowed = ["MIT".to_owned(), "Unicode-3.0".to_owned()];
    assert!(is_met("MIT/Apache-2.0", &allowed) && is_met("(MIT OR Apache-2.0) AND Unicode-3.0", &allowed));
    assert!(!is_met("GPL-3.0", &allowed) && !is_met("MIT AND GPL-3.0", &allowed));
}
