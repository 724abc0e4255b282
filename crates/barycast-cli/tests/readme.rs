//! The README's shell examples print what it shows.
#![cfg(unix)]

mod program;

use program::folder;
use std::path::Path;
use std::process::Command;

/// A command and the output shown below it.
struct Example {
    command: String,
    shown: String,
}

/// Returns lines after `$ ` in `sh` blocks, with their continuation lines.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in text.split("\n```sh\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let mut shown_here = false;
        let mut continues = false;
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                examples.push(Example { command: command.to_owned(), shown: String::new() });
                shown_here = true;
            } else if let (true, Some(example)) = (shown_here, examples.last_mut()) {
                let text = if continues { &mut example.command } else { &mut example.shown };
                if continues {
                    text.push('\n');
                }
                text.push_str(line);
                if !continues {
                    text.push('\n');
                }
            }
            continues = line.ends_with('\\');
        }
    }
    examples
}

/// Tests whether the output is the shown one; a line `...` stands for any lines.
fn fits(shown: &str, stdout: &str) -> bool {
    match shown.split_once("...\n") {
        None => shown == stdout,
        Some((before, after)) => stdout.strip_prefix(before).is_some_and(|rest| {
            after.is_empty()
                || rest.match_indices('\n').any(|(end, _)| fits(after, &rest[end + 1..]))
                || fits(after, rest)
        }),
    }
}

#[test]
fn every_shell_example_prints_the_shown_output() {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let folder = folder("readme");
    let program = Path::new(env!("CARGO_BIN_EXE_barycast")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let examples = examples(&readme);
    assert!(examples.len() >= 4);
    for Example { command, shown } in examples {
        let run = Command::new("sh").args(["-c", &command]).current_dir(&folder).env("PATH", &path).output();
        let output = run.expect("a shell");
        let stdout =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(fits(&shown, &stdout), "$ {command}\nREADME.md shows\n{shown}but it says\n{stdout}");
    }
}
