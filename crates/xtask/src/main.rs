//! The project's tasks: `cargo xtask test` runs everything that continuous integration runs.

mod api;
mod fuzz;
mod python;
mod web;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{fs, io};
use xtask::house::{self, House};
use xtask::words;

const HELP: &str = "\
cargo xtask <command>

  test       formatting, spelling, lints and all tests, as continuous integration runs them, with the time of each step
             (installs typos into target/tools if it is missing, and as root on Debian a browser for the tests of pages;
             runs cargo-deny if it is installed, and the stages of Python and of the web if their programs are)
  mutants    plants a seeded sample of faults in the kernels and counts how many the tests find
             (--seed N, --sample N, --first N, --files PART, --again for the survivors; continues where it stopped)
  bench      compares SIMD lanes with scalars, and the library with others on pairs, meshes and boxes
             (a name selects; arguments after -- are passed on: cargo xtask bench meshes -- --mesh bunny)
  accuracy   compares every row of the table with exact arithmetic and writes docs/accuracy.md
             (--cases N per row, --resume FILE continues from there, --row NAME)
  fuzz       feeds random bytes to every query and every file format, with libFuzzer, 10 minutes per target
             (needs nightly Rust; installs cargo-fuzz if it is missing; targets by name, --seconds N each)
  web        builds the npm package into target/web/package and the playground into target/web/site, and tests both in
             Node and Chromium (`web site` builds only the playground, `web test` only tests, `web size` prints what
             takes the bytes of the module, `web --serve` shows it)
  python     builds the wheel of the Python package and tests it, its types and its sources in target/python
             (parts by name: wheel, test, types, sdist, peers --from DIR, docs; --dev for a wheel that builds faster,
             --pack for one that is as small as it gets, --aarch64 for one for that machine; sdist --install builds it)
  floats     compares contacts and sweeps of all shapes in floats with those in double-double precision (--cases N)
  hash       prints one number for a million answers, to compare machines (--everywhere: aarch64 and wasm32 too)
  moving     compares a hundred thousand moving boxes over a thousand steps with brute force on samples
  api        writes the list of public items to docs/api/barycast.txt (--check compares it)
  guide      copies parts of the example programs into the pages of docs/guide, and builds the books in target/guide if
             mdbook is installed (--book installs it into target/tools)
  house      prints metrics of the code: cycles of files, levels, long files, functions and macros, each with the
             ceiling in crates/xtask/house.txt that a test checks (--lower lowers the ceilings to the counts)
  words      prints metrics of the prose: dialect words, long comment lines, comments that are no sentence, each with
             the ceiling in crates/xtask/words.txt (--lower as for house)
  watertight casts rays at edges and vertices of closed meshes: none leaks, and the BVH agrees with brute force
";

/// Commands of `barycast-proof`; `cargo xtask NAME --help` describes each.
const PROOFS: &[&str] = &["accuracy", "floats", "hash", "moving", "mutants", "watertight"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("test") => test(),
        Some("api") => api::api(&arguments[1..]),
        Some("fuzz") => fuzz::fuzz(&arguments[1..]),
        Some("web") => web::web(&arguments[1..]),
        Some("python") => python::python(&arguments[1..]),
        Some("bench") => bench(&arguments[1..]),
        Some("guide") => guide(&arguments[1..]),
        Some("house") => counts(&arguments[1..], house::CEILINGS, House::measure),
        Some("words") => counts(&arguments[1..], words::CEILINGS, words::measure),
        Some(name) if PROOFS.contains(&name) => proof(&arguments),
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

/// Features of the library that must compile alone, none at all, and all that do not need the
/// standard library.
const FEATURES: &[&str] = &[
    "",
    "std",
    "batch",
    "curve",
    "mesh",
    "surface",
    "queries",
    "dynamic",
    "scene",
    "inspect",
    "explain",
    "serde",
    "rayon,mesh",
    "batch,inspect,scene,surface",
];

/// Runs all checks that a change must pass. The test runner's summaries come last.
fn test() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    typos()?;
    deny()?;
    browser("the tests of the clash report's page and of the playground are skipped");
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])?;
    for features in FEATURES {
        cargo(&["check", "-p", "barycast", "--no-default-features", "--features", features])?;
    }
    api::api(&["--check".to_owned()])?;
    package()?;
    cargo(&["test", "--workspace", "--all-features", "--no-fail-fast"])?;
    python::stage()?;
    web::stage()
}

/// Crates that are published.
const PUBLISHED: &[&str] = &["barycast", "barycast-io", "barycast-protocol", "barycast-cli"];

/// Assembles the packages of all published crates, in seconds. They are not built again, which takes
/// minutes: `crates/xtask/tests/packages.rs` tests that they contain what the sources include.
fn package() -> Result<(), String> {
    let crates = PUBLISHED.iter().flat_map(|name| ["-p", name]);
    let options = ["--no-verify", "--allow-dirty", "--offline", "--quiet"];
    cargo(&["package"].into_iter().chain(crates).chain(options).collect::<Vec<_>>())
}

/// Version of the program that builds the books of the guide.
const MDBOOK: &str = "0.5.4";

/// Refreshes the code in the pages of the guide, and builds the books if mdbook is installed;
/// `--book` installs it.
fn guide(words: &[String]) -> Result<(), String> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (page, text) in xtask::guide::outdated(&home).map_err(|error| error.to_string())? {
        println!("{}", page.display());
        fs::write(&page, text).map_err(|error| error.to_string())?;
    }
    let own = format!("target/tools/bin/mdbook{}", std::env::consts::EXE_SUFFIX);
    let program = if is_there("mdbook") { "mdbook" } else { &own };
    if !is_there(program) {
        if !words.iter().any(|word| word == "--book") {
            println!("mdbook is not installed, so no book is built (cargo xtask guide --book installs it)");
            return Ok(());
        }
        // Without the server of `mdbook serve`, which is most of its dependencies.
        let parts = ["--no-default-features", "--features", "search", "--root", "target/tools"];
        cargo(&[&["install", "mdbook", "--locked", "--version", MDBOOK][..], &parts].concat())?;
    }
    for book in ["docs/guide", "docs/guide/ko"] {
        run(program, &["build", book])?;
    }
    println!("target/guide/src/index.html and target/guide/ko/src/index.html");
    Ok(())
}

/// Version of the spelling checker, which the oldest supported Rust can build.
const TYPOS: &str = "1.42.0";

fn typos() -> Result<(), String> {
    let own = format!("target/tools/bin/typos{}", std::env::consts::EXE_SUFFIX);
    let program = if is_there("typos") {
        "typos"
    } else {
        if !is_there(&own) {
            cargo(&["install", "typos-cli", "--locked", "--version", TYPOS, "--root", "target/tools"])?;
        }
        &own
    };
    run(program, &[])
}

/// Runs cargo-deny if it is installed. `crates/xtask/tests/licences.rs` also checks licences and
/// sources; building cargo-deny takes longer than all tests, so it is not installed here.
fn deny() -> Result<(), String> {
    if is_there("cargo-deny") {
        cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"])
    } else {
        eprintln!("> cargo deny: not installed, skipped (cargo install --locked cargo-deny)");
        Ok(())
    }
}

/// Installs a browser for tests of pages, if there is none and no password is needed:
/// as root, for example in a container.
fn browser(otherwise: &str) {
    let browsers = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    if std::env::var_os("BARYCAST_BROWSER").is_some() || browsers.into_iter().any(is_there) {
        return;
    }
    if debian("chromium").is_err() {
        eprintln!("> no browser: {otherwise} (apt-get install chromium)");
    }
}

/// Installs a Debian package, if no password is needed: as root, for example in a container.
fn debian(package: &str) -> Result<(), String> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !is_root || !is_there("apt-get") {
        return Err("no root, or no apt-get".to_owned());
    }
    run("apt-get", &["update", "-qq"])?;
    run("apt-get", &["install", "-y", "-qq", "--no-install-recommends", package])
}

/// Prints counts of the code; `--lower` lowers the ceilings to them.
fn counts(
    words: &[String],
    ceilings: &str,
    measure: impl Fn(&Path) -> io::Result<House>,
) -> Result<(), String> {
    let print = || {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let file = home.join(ceilings);
        let text = fs::read_to_string(&file)?;
        let house = measure(&home)?;
        print!("{}", house.report(&house::ceilings(&text)));
        if words.iter().any(|word| word == "--lower") {
            fs::write(&file, house.lowered(&text))?;
        }
        Ok(())
    };
    print().map_err(|error: io::Error| error.to_string())
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs the workspace in `bench/`; `--bench NAME` selects one file. Arguments after `--` are passed
/// on.
fn bench(words: &[String]) -> Result<(), String> {
    let mut arguments = vec!["bench", "--manifest-path", "bench/Cargo.toml"];
    let (names, rest) = words.split_at(words.iter().position(|word| word == "--").unwrap_or(words.len()));
    for name in names {
        arguments.extend(["--bench", name]);
    }
    arguments.extend(rest.iter().map(String::as_str));
    cargo(&arguments)
}

/// Runs a long proof in a release build, with these arguments.
fn proof(arguments: &[String]) -> Result<(), String> {
    let mut all = vec!["run", "--quiet", "--release", "--package", "barycast-proof", "--"];
    all.extend(arguments.iter().map(String::as_str));
    cargo(&all)
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run("cargo", arguments)
}

/// Runs a program and waits for it; prints the command before and its time after.
/// Cargo keeps no incremental state, which takes gigabytes and is of use only to those who build again.
fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    eprintln!("> {line}");
    let start = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .env("CARGO_INCREMENTAL", "0")
        .status()
        .map_err(|e| format!("{line}: {e}"))?;
    eprintln!("> {:.0} s: {line}", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(line) }
}
