//! Checks `docs/errata.md`: its queries have the answers shown, and the tests and headings that it
//! names exist.
//!
//! The faulty formulas in it are run by the library's documentation tests.

use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn page() -> String {
    std::fs::read_to_string(docs().join("errata.md")).expect("docs/errata.md")
}

/// Returns queries and answers, which alternate line by line.
fn questions(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("\n```json\n").skip(1);
    blocks
        .flat_map(|block| {
            let lines: Vec<_> = block.split("\n```").next().unwrap_or_default().lines().collect();
            assert!(lines.len().is_multiple_of(2), "a question without an answer in\n{}", lines.join("\n"));
            lines.chunks(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
        })
        .collect()
}

fn is_source(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "rs")
}

/// Returns text and target of all links `[text](target)` of the page.
fn links(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.match_indices("](").filter_map(|(middle, _)| {
        let text = &page[page[..middle].rfind('[')? + 1..middle];
        let target = page[middle + 2..].split(')').next()?;
        Some((text, target))
    })
}

#[test]
fn every_query_has_the_shown_answer() {
    let page = page();
    let questions = questions(&page);
    assert!(questions.len() > 80);
    let lines: Vec<_> = questions.iter().map(|(question, _)| *question).collect();
    let output = assert_cmd::cargo::cargo_bin_cmd!("barycast")
        .arg("query")
        .write_stdin(lines.join("\n"))
        .output()
        .expect("the program runs");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(stdout.lines().count(), questions.len());
    for ((question, shown), stdout) in questions.iter().zip(stdout.lines()) {
        assert_eq!(*shown, stdout, "to {question}");
    }
}

#[test]
fn every_test_named_in_the_docs_exists() {
    let page = page();
    let mut named = 0;
    for (text, target) in links(&page).filter(|(_, target)| is_source(target)) {
        let name = text.trim_matches('`');
        let source = std::fs::read_to_string(docs().join(target)).unwrap_or_default();
        assert!(source.contains(&format!("#[test]\n    fn {name}()")), "no test {name} in {target}");
        named += 1;
    }
    assert!(named > 50);
}

#[test]
fn every_heading_linked_exists() {
    let page = page();
    let anchor = |heading: &str| -> String {
        let kept = heading.chars().filter(|c| c.is_ascii_alphanumeric() || " -".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    let headings: Vec<_> = page
        .lines()
        .filter(|line| line.starts_with("##"))
        .map(|l| anchor(l.trim_matches(['#', ' '])))
        .collect();
    for (_, target) in links(&page).filter(|(_, target)| target.starts_with('#')) {
        assert!(headings.iter().any(|heading| *heading == target[1..]), "no heading {target}");
    }
}

#[test]
fn every_file_named_exists() {
    let sources = docs().join("../crates/barycast/src");
    for name in page().split('`').filter(|text| is_source(text) || text.ends_with('/')) {
        let found = sources.join(name).exists() || docs().join("..").join(name).exists();
        assert!(found, "no file {name}");
    }
}
