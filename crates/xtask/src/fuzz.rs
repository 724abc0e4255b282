//! `cargo xtask fuzz`: runs the targets of `fuzz/` one after the other for a given time.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Default time per target, in seconds.
const SECONDS: u64 = 600;
/// Limits of libFuzzer: seconds per input, megabytes, and bytes per input.
const LIMITS: [&str; 3] = ["-timeout=30", "-rss_limit_mb=2048", "-max_len=2048"];

/// Result of running a target.
struct Ran {
    target: String,
    seconds: u64,
    executions: u64,
    findings: Vec<String>,
}

/// Runs the named targets, or all, for `--seconds N` each. Fails if there are findings.
pub(crate) fn fuzz(arguments: &[String]) -> Result<(), String> {
    let (mut seconds, mut named) = (SECONDS, Vec::new());
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        if word == "--seconds" {
            let number = rest.next().and_then(|number| number.parse().ok());
            seconds = number.ok_or("--seconds needs a whole number")?;
        } else {
            named.push(word.clone());
        }
    }
    let all = targets()?;
    if let Some(unknown) = named.iter().find(|name| !all.contains(*name)) {
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        return Err(format!("`{unknown}` is not a target; the targets are {}", all.join(", ")));
    }
    if named.is_empty() {
        named.extend(all);
    }
    if !is_there(&["+nightly", "--version"]) {
        return Err("fuzzing needs nightly Rust: rustup toolchain install nightly".into());
    }
    if !is_there(&["fuzz", "--version"]) {
        crate::cargo(&["install", "cargo-fuzz", "--locked"])?;
    }
    let mut build = fuzz_command("build");
    eprintln!("> {build:?}");
    if !build.status().is_ok_and(|status| status.success()) {
        return Err("cargo fuzz build".into());
    }
    let mut table = Vec::new();
    for target in named {
        table.push(run(target, seconds)?);
    }
    println!("\n{:<18}{:>9}{:>14}  findings", "target", "seconds", "executions");
    for Ran { target, seconds, executions, findings } in &table {
        println!("{target:<18}{seconds:>9}{executions:>14}  {}", findings.len());
    }
    let mut found = 0;
    for Ran { target, findings, .. } in &table {
        for path in findings {
            found += 1;
            println!("\nrepeat: cargo +nightly fuzz run --sanitizer none {target} {path}");
        }
    }
    if found == 0 { Ok(()) } else { Err(format!("{found} findings, kept in fuzz/artifacts")) }
}

/// Returns the names of the files in `fuzz/fuzz_targets`.
fn targets() -> Result<BTreeSet<String>, String> {
    let files = fs::read_dir("fuzz/fuzz_targets").map_err(|error| format!("fuzz/fuzz_targets: {error}"))?;
    let stem = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    Ok(files.filter_map(|file| stem(&file.ok()?.path())).collect())
}

fn is_there(arguments: &[&str]) -> bool {
    Command::new("cargo").args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Builds the command, without a sanitizer, which would double the time: the unsafe code consists
/// of hints to the processor and the system, and of stacks whose entries are written before they
/// are read.
fn fuzz_command(name: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", name, "--sanitizer", "none"]);
    command
}

fn artifacts(target: &str) -> BTreeSet<String> {
    let files = fs::read_dir(format!("fuzz/artifacts/{target}")).into_iter().flatten();
    files.filter_map(|file| Some(file.ok()?.path().to_str()?.to_owned())).collect()
}

/// Runs one target until its time is over or until its first finding.
fn run(target: String, seconds: u64) -> Result<Ran, String> {
    let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
    fs::create_dir_all(&corpus).map_err(|error| format!("{corpus}: {error}"))?;
    let before = artifacts(&target);
    let mut command = fuzz_command("run");
    command.args([&target, &corpus]);
    if Path::new(&seeds).is_dir() {
        command.arg(seeds);
    }
    command
        .arg("--")
        .args(LIMITS)
        .args([format!("-max_total_time={seconds}"), "-print_final_stats=1".into()]);
    eprintln!("> {command:?}");
    let start = Instant::now();
    let mut child =
        command.stderr(Stdio::piped()).spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let mut executions = 0;
    for line in child.stderr.take().map(BufReader::new).into_iter().flat_map(BufRead::lines) {
        // A panic may print bytes that are not text.
        let Ok(line) = line else { continue };
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            executions = number.trim().parse().unwrap_or(0);
        }
        eprintln!("{line}");
    }
    let ended = child.wait().map_err(|error| format!("{command:?}: {error}"))?;
    let findings: Vec<String> = artifacts(&target).difference(&before).cloned().collect();
    if !ended.success() && findings.is_empty() {
        return Err(format!("{command:?} ended with {ended}"));
    }
    Ok(Ran { target, seconds: start.elapsed().as_secs(), executions, findings })
}
