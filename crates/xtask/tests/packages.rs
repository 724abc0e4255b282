//! Every published crate contains all it needs: its README, its licences, and the files that its
//! sources include. `cargo xtask test` also assembles the packages; to build each of them again from
//! its package takes minutes, and finds nothing that the workspace's build and these tests do not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the published crates: those whose manifest does not say `publish = false`.
fn published() -> Vec<String> {
    let crates = fs::read_dir(root().join("crates")).expect("crates");
    let mut names: Vec<String> = crates
        .map(|folder| folder.expect("a folder").path())
        .filter(|folder| {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
            manifest.contains("[package]") && !manifest.contains("publish = false")
        })
        .filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// Returns the files of a package, relative to its folder.
fn files(name: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "-p", name])
        .current_dir(root())
        .output()
        .expect("cargo package");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn the_published_crates_are_these() {
    let expected = ["barycast", "barycast-cli", "barycast-io", "barycast-protocol"];
    assert!(expected.iter().all(|name| published().iter().any(|published| published == name)));
}

#[test]
fn every_package_has_a_readme_licences_and_metadata() {
    for name in published() {
        let (files, folder) = (files(&name), root().join("crates").join(&name));
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml"] {
            assert!(files.contains(file), "{name}: no {file}");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let copy = fs::read_to_string(folder.join(licence)).expect("a licence");
            assert!(
                copy == fs::read_to_string(root().join(licence)).expect("a licence"),
                "{name}: {licence}"
            );
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for line in
            ["description = ", "repository.workspace = true", "readme = ", "keywords = ", "categories = "]
        {
            assert!(manifest.contains(line), "{name}: no {line}");
        }
        assert!(manifest.contains("[package.metadata.docs.rs]\nall-features = true"), "{name}: docs.rs");
    }
}

#[test]
fn sources_include_only_files_of_their_package() {
    for name in published() {
        let files = files(&name);
        let folder = root().join("crates").join(&name);
        let is_source =
            |file: &&String| file.starts_with("src/") && Path::new(file).extension() == Some("rs".as_ref());
        for source in files.iter().filter(is_source) {
            let text = fs::read_to_string(folder.join(source)).expect("a source");
            for included in included(&text) {
                let path = lexically(&Path::new(source).parent().expect("src").join(&included));
                // `concat!` with a macro's argument names a folder here.
                let found = files.iter().any(|file| file == &path || file.starts_with(&format!("{path}/")));
                assert!(found, "{name}: {source} includes {included}, which is not in the package");
            }
        }
    }
}

/// Returns the first string of each `include_str!`, `include_bytes!` and `include!`; the folder, if
/// it ends with a slash.
fn included(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for macro_name in ["include_str!(", "include_bytes!(", "include!("] {
        for rest in text.split(macro_name).skip(1) {
            let argument = rest.trim_start().trim_start_matches("concat!(").trim_start();
            if let Some(path) = argument.strip_prefix('"').and_then(|path| path.split('"').next()) {
                all.push(path.trim_end_matches('/').to_owned());
            }
        }
    }
    all
}

/// Returns a path without `..`, as the list of a package has it. What leaves the package keeps them.
fn lexically(path: &Path) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            Component::ParentDir => parts.push(".."),
            Component::Normal(name) => parts.push(name.to_str().expect("UTF-8")),
            _ => {}
        }
    }
    parts.join("/")
}

#[test]
fn included_files_are_found_in_sources() {
    let text = "A(include_str!(\"page.html\")); B(include_str!(concat!(\"../pair/\", x!(), \".rs\")))";
    assert_eq!(included(text), ["page.html", "../pair"]);
    assert_eq!(lexically(Path::new("src/inspect/../pair")), "src/pair");
    assert_eq!(lexically(Path::new("src/../../../README.md")), "../../README.md");
}
