//! The guide: its code is that of the programs, its links lead somewhere, and both languages are in
//! step.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use xtask::guide::{ENGLISH, KOREAN, Outline, outdated, pages};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn code_of_pages_is_that_of_programs() {
    let changed = outdated(&root()).expect("pages and programs");
    let names: Vec<_> = changed.iter().map(|(page, _)| page.display().to_string()).collect();
    assert!(names.is_empty(), "`cargo xtask guide` refreshes {}", names.join(", "));
}

#[test]
fn the_summary_lists_every_page() {
    for folder in [ENGLISH, KOREAN] {
        let folder = root().join(folder);
        let summary = text(&folder.join("SUMMARY.md"));
        for page in pages(&folder).expect("pages") {
            let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
            assert!(
                name == "SUMMARY.md" || summary.contains(&format!("({name})")),
                "{name} is not in the summary"
            );
        }
    }
}

#[test]
fn links_of_pages_lead_to_files() {
    const HOME: &str = "https://github.com/barycast/barycast/";
    let mut all = vec![root().join("README.md"), root().join("README.ko.md")];
    for folder in [ENGLISH, KOREAN] {
        all.extend(pages(&root().join(folder)).expect("pages"));
    }
    for page in all {
        for link in text(&page).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or("");
            let file = match path.strip_prefix(HOME) {
                Some(rest) => rest.split_once("/main/").map(|(_, file)| root().join(file)),
                None if path.contains("://") || path.is_empty() => None,
                None => page.parent().map(|folder| folder.join(path)),
            };
            assert!(file.is_none_or(|file| file.exists()), "{}: {link}", page.display());
        }
    }
}

#[test]
fn both_languages_are_in_step() {
    let folders = [root().join(ENGLISH), root().join(KOREAN)];
    let mut pairs = vec![[root().join("README.md"), root().join("README.ko.md")]];
    for korean in pages(&folders[1]).expect("pages") {
        if !korean.ends_with("SUMMARY.md") {
            pairs.push([folders[0].join(korean.file_name().expect("a name")), korean]);
        }
    }
    for [english, korean] in pairs {
        let [a, b] = [&english, &korean].map(|page| Outline::of(&text(page)));
        assert_eq!(a, b, "{} and {}", english.display(), korean.display());
    }
}

#[test]
fn pages_with_code_run_as_tests() {
    let listed = text(&root().join("crates/barycast-testkit/src/pages.rs"));
    for page in pages(&root().join(ENGLISH)).expect("pages") {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        let has_code = text(&page).lines().any(|line| line == "```rust");
        assert!(!has_code || listed.contains(&format!("{ENGLISH}/{name}")), "{name} is not in pages.rs");
    }
}

#[test]
fn figures_of_the_readme_are_those_that_a_command_wrote() {
    let known = ["docs/speed.md", "docs/clash.md"].map(|page| text(&root().join(page))).concat();
    for page in ["README.md", "README.ko.md"] {
        let text = text(&root().join(page));
        let rows = text.lines().filter(|line| line.starts_with("| "));
        let words: Vec<&str> = rows.flat_map(|row| row.split([' ', '|'])).collect();
        let figures =
            words.windows(2).filter(|pair| ["ns", "us", "ms", "s"].contains(&pair[1].trim_end_matches(',')));
        let figures: Vec<&str> = figures.map(|pair| pair[0]).collect();
        assert!(figures.len() > 20, "{page}: {figures:?}");
        for figure in figures {
            let is_known = known.split([' ', '|']).any(|word| word == figure);
            assert!(is_known, "{page}: {figure} is not in docs/speed.md or docs/clash.md");
        }
    }
}

#[test]
fn pictures_are_shown_by_pages() {
    let folder = root().join(ENGLISH).join("pictures");
    let shown: BTreeSet<String> = pages(&root().join(ENGLISH))
        .expect("pages")
        .iter()
        .flat_map(|page| Outline::of(&text(page)).pictures)
        .collect();
    for picture in fs::read_dir(folder).expect("pictures") {
        let name = picture.expect("a picture").file_name().into_string().expect("UTF-8");
        assert!(shown.contains(&name), "no page shows {name}");
    }
}
