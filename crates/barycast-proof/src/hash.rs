//! One hash of a million results, on every machine.

use crate::progress;
use barycast_testkit::hash::answers;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// Compare the hash of a million results with the stored one.
///
/// All queries of the library, in f64 and f32, with degenerate shapes as often as ordinary ones.
/// Every bit of every result is in the hash. It must be the same on every machine, in every
/// profile, and for any number of threads.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Also build for aarch64 (run by qemu-user) and wasm32 (run by Node; with and without SIMD),
    /// and in the dev profile, and compare
    #[arg(long)]
    everywhere: bool,
    /// Store the new hash, if results are meant to change
    #[arg(long, conflicts_with = "everywhere")]
    update: bool,
    /// Number of threads, or of programs for other machines at a time; all cores by default
    #[arg(long)]
    threads: Option<usize>,
}

/// A million results; and a smaller number on each commit.
const COUNTS: [u64; 2] = [1_000_000, 100_000];
/// Number of results in one share of the work: for a thread, and for the start of a program.
const SHARES: [u64; 2] = [1_000, 25_000];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let path = workspace().join("crates/barycast-testkit/golden/answers.txt");
    let here =
        |count: u64| Sum { threads, count, share: SHARES[0] }.of("here, release", &|of| Ok(answers(of)));
    if arguments.update {
        let line = |count: &u64| Ok(format!("{count} {:016x}\n", here(*count)?));
        let text = COUNTS.iter().map(line).collect::<Result<String, String>>()?;
        print!("{text}");
        return std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let kept = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let golden = kept.lines().find_map(|line| line.strip_prefix(&format!("{} ", COUNTS[0])));
    let golden = golden.ok_or_else(|| format!("{}: no line for {}", path.display(), COUNTS[0]))?;
    let mut wrong = Vec::new();
    let mut compare = |place: &str, hash: Result<u64, String>| {
        let said = hash.map_or_else(|why| why, |hash| format!("{hash:016x}"));
        println!("{place}: {said}");
        if said != golden {
            wrong.push(place.to_owned());
        }
    };
    println!("stored: {golden}");
    compare("here, release", here(COUNTS[0]));
    if arguments.everywhere {
        let sum = Sum { threads, count: COUNTS[0], share: SHARES[1] };
        let mut everywhere = |place: &str, program: Result<Program, String>| {
            compare(place, program.and_then(|program| sum.of(place, &|of| program.hash(of))));
        };
        everywhere("here, dev", Program::here_dev());
        for release in [true, false] {
            let how = if release { "release" } else { "dev" };
            everywhere(&format!("aarch64, {how}"), Program::aarch64(release));
            everywhere(&format!("wasm32, {how}"), Program::wasm32(&[], release));
            everywhere(
                &format!("wasm32 with SIMD, {how}"),
                Program::wasm32(&["-Ctarget-feature=+simd128"], release),
            );
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong or missing hash: {}", wrong.join("; "))) }
}

/// Distribution of the work among threads, which does not affect the hash.
struct Sum {
    threads: usize,
    count: u64,
    share: u64,
}

impl Sum {
    /// Returns the hash of all, from the hashes of the shares.
    fn of(
        &self,
        place: &str,
        hash: &(impl Fn(Range<u64>) -> Result<u64, String> + Sync),
    ) -> Result<u64, String> {
        let bar = progress::bar(&format!("{place}: results"), self.count);
        let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || {
            loop {
                let from = next.fetch_add(self.share, Ordering::Relaxed);
                if from >= self.count {
                    return Ok(());
                }
                let to = self.count.min(from + self.share);
                // The others stop at their next share.
                let hash = hash(from..to).inspect_err(|_| next.store(self.count, Ordering::Relaxed))?;
                sum.fetch_add(hash, Ordering::Relaxed);
                bar.inc(to - from);
            }
        };
        let done = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|_| Err("a panic".to_owned()))
            };
            threads.into_iter().map(join).collect::<Result<Vec<()>, String>>()
        });
        bar.finish_and_clear();
        done.map(|_| sum.into_inner())
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const AARCH64: &str = "aarch64-unknown-linux-gnu";
const WASM32: &str = "wasm32-unknown-unknown";

/// A program that returns the hash of a share.
enum Program {
    Here(PathBuf),
    Aarch64(PathBuf),
    Wasm32(PathBuf),
}

impl Program {
    fn here_dev() -> Result<Self, String> {
        // In the folder where the tests of that profile are built.
        let out = workspace().join("target");
        let mut cargo = Command::new("cargo");
        said(cargo.args(EXAMPLE).arg("hash").current_dir(workspace()).env("CARGO_TARGET_DIR", &out))?;
        Ok(Self::Here(out.join("debug/examples/hash")))
    }

    fn aarch64(release: bool) -> Result<Self, String> {
        Ok(Self::Aarch64(build(AARCH64, &[], "hash", release)?.join("hash")))
    }

    fn wasm32(flags: &[&str], release: bool) -> Result<Self, String> {
        Ok(Self::Wasm32(build(WASM32, flags, "hash_wasm", release)?.join("hash_wasm.wasm")))
    }

    fn hash(&self, of: Range<u64>) -> Result<u64, String> {
        let ends = [of.start, of.end].map(|end| end.to_string());
        let said = match self {
            Self::Here(program) => said(Command::new(program).args(ends))?,
            Self::Aarch64(program) => said(
                Command::new("qemu-aarch64").args(["-L", "/usr/aarch64-linux-gnu"]).arg(program).args(ends),
            )?,
            Self::Wasm32(module) => {
                let script = "WebAssembly.instantiate(require('fs').readFileSync(process.argv[1]), {}).then(({ instance }) => \
                     console.log(BigInt.asUintN(64, instance.exports.answers(...process.argv.slice(2).map(BigInt))).toString(16)))";
                said(Command::new("node").args(["--eval", script]).arg(module).args(ends))?
            }
        };
        u64::from_str_radix(&said, 16).map_err(|_| format!("no hash: {said}"))
    }
}

/// Arguments of cargo to build an example of the test kit; its name follows.
const EXAMPLE: [&str; 5] = ["build", "--quiet", "--package", "barycast-testkit", "--example"];

/// Returns the folder with an example of the test kit built for a target: with rustup's standard
/// library if it can be added, otherwise with one built from Debian's sources.
fn build(target: &str, flags: &[&str], example: &str, release: bool) -> Result<PathBuf, String> {
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
        // Cargo of another toolchain above this one sets these variables.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        cargo
    };
    cargo.args(EXAMPLE).args([example, "--target", target]);
    if !added {
        cargo.arg("-Zbuild-std=std,panic_abort");
    }
    // Rustup's compiler contains a linker for WebAssembly.
    let linker =
        if target == AARCH64 { Some("aarch64-linux-gnu-gcc") } else { (!added).then_some("wasm-ld") };
    if let Some(linker) = linker {
        cargo.args(["--config", &format!("target.{target}.linker={linker:?}")]);
    }
    cargo.args(["--config", &format!("target.{target}.rustflags={flags:?}")]);
    if release {
        cargo.arg("--release");
    }
    // Builds with other flags go to another folder.
    let out = workspace().join("target/everywhere").join(flags.concat());
    said(cargo.current_dir(workspace()).env("CARGO_TARGET_DIR", &out))?;
    Ok(out.join(target).join(if release { "release" } else { "debug" }).join("examples"))
}

/// Returns what a command prints, without the final newline; otherwise the error, and which package
/// may be missing.
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
