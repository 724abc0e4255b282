//! One hash for a million answers, on every machine.

use barycast_testkit::hash::answers;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The hash of a million answers, against the one that is kept.
///
/// All questions of the library, in f64 and f32, degenerate shapes as often as ordinary ones. Every bit of every answer is
/// in the hash, and it must be the same on every machine, in every profile, with any number of threads.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Build for aarch64 (run by qemu-user) and wasm32 (run by Node) as well, and in the dev profile, and compare
    #[arg(long)]
    everywhere: bool,
    /// Keep the hash from now on, where answers are meant to change
    #[arg(long, conflicts_with = "everywhere")]
    update: bool,
    /// How many threads; all cores when not given
    #[arg(long)]
    threads: Option<usize>,
}

/// A million answers; and so many for every commit.
const COUNTS: [u64; 2] = [1_000_000, 100_000];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let path = workspace().join("crates/barycast-testkit/golden/answers.txt");
    if arguments.update {
        let text: String = COUNTS.map(|count| format!("{count} {:016x}\n", hash(count, threads))).concat();
        print!("{text}");
        return std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let kept = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let golden = kept.lines().find_map(|line| line.strip_prefix(&format!("{} ", COUNTS[0])));
    let golden = golden.ok_or_else(|| format!("{}: no line for {}", path.display(), COUNTS[0]))?;
    let mut wrong = Vec::new();
    let mut compare = |place: &str, hash: Result<String, String>| {
        let said = hash.unwrap_or_else(|why| why);
        println!("{place}: {said}");
        if said != golden {
            wrong.push(place.to_owned());
        }
    };
    println!("kept: {golden}");
    compare("here, release", Ok(format!("{:016x}", hash(COUNTS[0], threads))));
    if arguments.everywhere {
        compare("here, dev", here_dev());
        for release in [true, false] {
            let how = if release { "release" } else { "dev" };
            compare(&format!("aarch64, {how}"), aarch64(release));
            compare(&format!("wasm32, {how}"), wasm32(release));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("another hash, or none: {}", wrong.join("; "))) }
}

/// Shared out among threads, which does not show.
fn hash(count: u64, threads: usize) -> u64 {
    const SHARE: u64 = 1000;
    let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let from = next.fetch_add(SHARE, Ordering::Relaxed);
                    if from >= count {
                        break;
                    }
                    sum.fetch_add(answers(from..count.min(from + SHARE)), Ordering::Relaxed);
                }
            });
        }
    });
    sum.into_inner()
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn here_dev() -> Result<String, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--package", "barycast-testkit", "--example", "hash", "--"]);
    said(cargo.args(["0", &COUNTS[0].to_string()]))
}

fn aarch64(release: bool) -> Result<String, String> {
    let target = "aarch64-unknown-linux-gnu";
    let folder = build(target, "aarch64-linux-gnu-gcc", "hash", release)?;
    let mut run = Command::new("qemu-aarch64");
    run.args(["-L", "/usr/aarch64-linux-gnu"]).arg(folder.join("hash"));
    said(run.args(["0", &COUNTS[0].to_string()]))
}

fn wasm32(release: bool) -> Result<String, String> {
    let folder = build("wasm32-unknown-unknown", "wasm-ld", "hash_wasm", release)?;
    let script = format!(
        "WebAssembly.instantiate(require('fs').readFileSync(process.argv[1]), {{}}).then(({{ instance }}) => \
         console.log(BigInt.asUintN(64, instance.exports.answers(0n, {}n)).toString(16).padStart(16, '0')))",
        COUNTS[0]
    );
    let mut run = Command::new("node");
    said(run.args(["--eval", &script]).arg(folder.join("hash_wasm.wasm")))
}

/// The folder with an example of the test kit built for a target: with rustup's standard library where that can be
/// added, else with one built from Debian's sources.
fn build(target: &str, linker: &str, example: &str, release: bool) -> Result<PathBuf, String> {
    let out = workspace().join("target/everywhere");
    let added = Command::new("rustup").args(["target", "add", target]).output();
    let added = added.is_ok_and(|output| output.status.success());
    let mut cargo = if added {
        Command::new("cargo")
    } else {
        let sources = "rustc-web, cargo-web and rust-web-src";
        if !Path::new("/usr/bin/cargo").exists() {
            return Err(format!("needs `rustup target add {target}`, or Debian's {sources}"));
        }
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        // Cargo of another toolchain above this one leaves word of itself.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        cargo
    };
    cargo.args([
        "build",
        "--quiet",
        "--package",
        "barycast-testkit",
        "--example",
        example,
        "--target",
        target,
    ]);
    if !added {
        cargo.arg("-Zbuild-std=std,panic_abort");
    }
    if !added || linker != "wasm-ld" {
        cargo.args(["--config", &format!("target.{target}.linker={linker:?}")]);
    }
    if release {
        cargo.arg("--release");
    }
    said(cargo.current_dir(workspace()).env("CARGO_TARGET_DIR", &out))?;
    Ok(out.join(target).join(if release { "release" } else { "debug" }).join("examples"))
}

/// What a command prints, without the end of the line; else what was wrong, and which package may be missing.
fn said(command: &mut Command) -> Result<String, String> {
    let line = format!("{command:?}");
    let output = command.output().map_err(|e| {
        format!("{line}: {e} (Debian: apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user lld nodejs)")
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(format!("{line}: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}
