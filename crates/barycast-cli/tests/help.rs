//! Tests of `--help`, completions and manual pages.

mod program;

use program::{folder, run};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const COMMANDS: [&str; 11] =
    ["cast", "pick", "info", "clash", "query", "pairs", "explain", "plot", "assembly", "completions", "man"];

#[test]
fn help_matches_the_snapshot() {
    let folder = folder("help");
    let mut text = run(&folder, &["--help"]).1;
    for command in COMMANDS {
        let stdout = run(&folder, &[command, "--help"]).1;
        let _ = write!(text, "\n==== barycast {command} --help\n{stdout}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/help.txt");
    if std::env::var_os("BARYCAST_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        before == text,
        "help has changed; if it should, look at `git diff` after\n\
         BARYCAST_UPDATE=1 cargo test -p barycast-cli --test help"
    );
}

#[test]
fn every_help_names_its_exit_statuses_and_has_examples() {
    let folder = folder("help-statuses");
    for command in COMMANDS {
        let (status, stdout, _) = run(&folder, &[command, "--help"]);
        assert_eq!(status, Some(0));
        assert!(
            stdout.contains("Exit status:\n  0  ") && stdout.contains("Examples:\n"),
            "{command}: {stdout}"
        );
    }
}

#[test]
fn every_kind_of_file_is_named() {
    let (_, stdout, _) = run(&folder("help-kinds"), &["cast", "--help"]);
    for extension in barycast_io::READABLE {
        assert!(stdout.contains(extension), "{extension}");
    }
}

#[test]
fn without_arguments_it_shows_help_and_an_unknown_command_has_exit_status_2() {
    let folder = folder("help-alone");
    let (_, stdout, error) = run(&folder, &[]);
    assert!((stdout + &error).contains("Usage: barycast"));
    let (status, _, error) = run(&folder, &["kast"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("cast"), "{error}");
    let (status, stdout, _) = run(&folder, &["--version"]);
    assert_eq!((status, stdout), (Some(0), format!("barycast {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn output_to_a_pipe_has_no_colours() {
    let folder = folder("help-plain");
    for arguments in [&["--help"][..], &["kast"], &["cast", "--size", "8x8"], &["info"], &["pairs"]] {
        let (_, stdout, error) = run(&folder, arguments);
        assert!(!stdout.contains('\x1b') && !error.contains('\x1b'), "{arguments:?}");
    }
}

#[test]
fn completions_and_pages_are_made_for_every_command() {
    let folder = folder("help-man");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (status, stdout, _) = run(&folder, &["completions", shell]);
        assert_eq!(status, Some(0));
        assert!(COMMANDS.iter().all(|command| stdout.contains(command)), "{shell}");
    }
    let (status, stdout, _) = run(&folder, &["man"]);
    assert_eq!(status, Some(0));
    assert!(stdout.contains(".TH barycast 1"), "{stdout}");
    let (status, stdout, _) = run(&folder, &["man", "--out", "pages"]);
    assert_eq!((status, stdout.lines().count()), (Some(0), 1 + COMMANDS.len()));
    for command in COMMANDS {
        let page = std::fs::read_to_string(folder.join(format!("pages/barycast-{command}.1"))).unwrap();
        assert!(page.contains("Exit status"), "{command}");
    }
}

#[test]
fn pairs_are_a_table_or_json() {
    let folder = folder("help-pairs");
    let (_, table, _) = run(&folder, &["pairs"]);
    let (_, lines, _) = run(&folder, &["pairs", "--format", "json"]);
    assert_eq!(table.lines().count(), lines.lines().count() + 1);
    for line in lines.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(row["pair"].is_string() && row["intersects"].is_string(), "{line}");
    }
}

#[test]
fn help_explains_every_word_of_the_pairs_table_and_every_shape() {
    let folder = folder("help-words");
    let (_, lines, _) = run(&folder, &["pairs", "--format", "json"]);
    let rows = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let (mut words, mut shapes) = (BTreeSet::new(), BTreeSet::new());
    for row in rows {
        let word = |question| row[question].as_str().unwrap().to_owned();
        words.extend(["intersects", "distance", "contact"].map(word));
        shapes.extend([0, 1].map(|side| row["shapes"][side].as_str().unwrap().to_owned()));
    }
    let (_, stdout, _) = run(&folder, &["pairs", "--help"]);
    let stdout = stdout.split_once("Words of the table:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let found = stdout.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    assert_eq!(found.collect::<BTreeSet<_>>(), words);
    // A part of a sector, which the protocol does not have.
    shapes.remove("wedge");
    shapes.insert("posed".to_owned());
    let (_, stdout, _) = run(&folder, &["query", "--help"]);
    let found: BTreeSet<&str> = stdout.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for shape in shapes {
        assert!(found.contains(shape.as_str()), "{shape}");
    }
}
