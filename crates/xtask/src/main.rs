//! The project's chores: `cargo xtask test` is everything that continuous integration runs.

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask <command>

  test       formatting, lints and all tests, as continuous integration runs them
  mutants    plant faults in crates/barycast/src/pair and count how many the tests find
             (installs cargo-mutants if it is missing; arguments after `mutants` go to it)
  bench      the library against itself in lanes, and against its rivals (criterion; a name selects)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("test") => test(),
        Some("mutants") => mutants(&arguments[1..]),
        Some("bench") => bench(&arguments[1..]),
        _ => {
            print!("{HELP}");
            return ExitCode::from(if arguments.is_empty() { 0 } else { 2 });
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("failed: {failed}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must hold before a change lands. The test runner's own summaries come last.
fn test() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])?;
    cargo(&["check", "-p", "barycast", "--no-default-features"])?;
    cargo(&["test", "--workspace", "--all-features"])
}

/// Faults planted in the pair files, against the tests that judge them.
fn mutants(more: &[String]) -> Result<(), String> {
    if Command::new("cargo").args(["mutants", "--version"]).output().is_ok_and(|o| !o.status.success()) {
        cargo(&["install", "cargo-mutants", "--locked"])?;
    }
    let mut arguments = vec![
        "mutants",
        "--package",
        "barycast",
        "--file",
        "crates/barycast/src/pair/*.rs",
        "--test-package",
        "barycast",
    ];
    arguments.extend(more.iter().map(String::as_str));
    cargo(&arguments)
}

/// The workspace in `bench/`; `--bench NAME` for one of its files.
fn bench(names: &[String]) -> Result<(), String> {
    let mut arguments = vec!["bench", "--manifest-path", "bench/Cargo.toml"];
    for name in names {
        arguments.extend(["--bench", name]);
    }
    cargo(&arguments)
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    let line = format!("cargo {}", arguments.join(" "));
    eprintln!("> {line}");
    let status = Command::new("cargo").args(arguments).status().map_err(|e| format!("{line}: {e}"))?;
    if status.success() { Ok(()) } else { Err(line) }
}
