//! `cargo xtask web`: builds the npm package into `target/web/package` and the playground into
//! `target/web/site`, and tests both, in Node and in a browser.
//!
//! `crates/barycast-wasm` is compiled with rustup's standard library for WebAssembly if it can be
//! added, otherwise with one built from Debian's sources.

use crate::{browser, is_there, run};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const TARGET: &str = "wasm32-unknown-unknown";
const WORKSPACE: &str = "crates/barycast-wasm";
/// Target folder of that workspace.
const BUILT: &str = "target/wasm";
const PACKAGE: &str = "target/web/package";
const SITE: &str = "target/web/site";

/// Builds and tests the package and the playground. The word `site` builds only the playground,
/// `test` only tests what is built, `size` prints what takes the bytes of the module, and `--serve`
/// shows the playground, built if it is missing, on the port that follows or 8080.
pub(crate) fn web(words: &[String]) -> Result<(), String> {
    if !has_node() {
        return Err(format!("{NODE} is needed"));
    }
    match words.first().map(String::as_str) {
        None => {
            program()?;
            build()?;
            site()?;
            test()
        }
        Some("site") => {
            program()?;
            site()
        }
        Some("test") => {
            program()?;
            test()
        }
        Some("size") => {
            let named = "target/wasm-named";
            compile(
                &MODULES[0],
                named,
                &["--cfg=barycast_small", "-Csymbol-mangling-version=v0"],
                &["profile.release.strip=false"],
            )?;
            run("node", &["web/build/size.mjs", &format!("{named}/{TARGET}/release/barycast_wasm.wasm")])
        }
        Some("--serve") => {
            if !Path::new(SITE).join("en/index.html").exists() {
                program()?;
                site()?;
            }
            let port = words.get(1).map_or("8080", String::as_str);
            run("node", &["web/build/serve.mjs", SITE, port])
        }
        Some(word) => Err(format!("`{word}` is not `site`, `test`, `size` or `--serve`")),
    }
}

const NODE: &str = "Node 20 or newer with npm";

/// Runs the whole stage as a step of `cargo xtask test`, after the tests of the workspace, which build
/// the program. Where something is missing it says what to install.
pub(crate) fn stage() -> Result<(), String> {
    let start = Instant::now();
    let skipped = "the npm package and the playground are not built and tested";
    if !has_node() {
        eprintln!("> no {NODE}: {skipped} (Debian: apt-get install nodejs npm)");
        return Ok(());
    }
    if compiler().is_none() {
        eprintln!("> {}: {skipped}", no_compiler());
        return Ok(());
    }
    if let Err(error) = tools() {
        eprintln!("> npm cannot install the packages of web/package-lock.json: {skipped} ({error})");
        return Ok(());
    }
    let manifest = format!("{WORKSPACE}/Cargo.toml");
    if let Err(error) = run("cargo", &["fetch", "--quiet", "--manifest-path", &manifest]) {
        eprintln!("> cargo cannot fetch the crates of {WORKSPACE}: {skipped} ({error})");
        return Ok(());
    }
    if !Path::new(&program_path()).exists() {
        program()?;
    }
    build()?;
    site()?;
    test()?;
    eprintln!("> {:.0} s: the npm package and the playground", start.elapsed().as_secs_f64());
    Ok(())
}

/// Tests whether npm is there, and a Node that is new enough.
fn has_node() -> bool {
    let version = Command::new("node").args(["-p", "process.versions.node.split('.')[0]"]).output();
    let major =
        version.ok().and_then(|output| String::from_utf8(output.stdout).ok()?.trim().parse::<u32>().ok());
    major.is_some_and(|major| major >= 20) && is_there("npm")
}

/// Builds the playground, and the package if it is missing.
fn site() -> Result<(), String> {
    if !Path::new(PACKAGE).join("lean.js").exists() {
        build()?;
    }
    tools()?;
    run("node", &["web/build/explain.mjs", &program_path(), "target/web/atlas.json"])?;
    run("npm", &["--prefix", "web", "run", "--silent", "site"])?;
    println!("{SITE} (cargo xtask web --serve shows it)");
    Ok(())
}

/// Installs the packages of `web/package-lock.json` if they are missing or of another version.
fn tools() -> Result<(), String> {
    let changed = |path: &str| Path::new(path).metadata().and_then(|data| data.modified()).ok();
    let installed = changed("web/node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("web/package-lock.json") {
        return Ok(());
    }
    // Not `npm ci`, which rejects a lock file without an optional package that Vite needs on Windows
    // alone and that not every registry has.
    run("npm", &["--prefix", "web", "install", "--no-save", "--no-audit", "--no-fund"])
}

/// Builds the program, whose answers and derivations the package and the site are compared with and
/// written from.
fn program() -> Result<(), String> {
    run("cargo", &["build", "--quiet", "--package", "barycast-cli"])
}

fn program_path() -> String {
    format!("target/debug/barycast{}", std::env::consts::EXE_SUFFIX)
}

fn test() -> Result<(), String> {
    tools()?;
    browser("the tests of the playground are skipped");
    run("node", &["--test", "web/tests/"])
}

/// A module of the package.
struct Module {
    /// Name of its files.
    name: &'static str,
    /// Features of `barycast-wasm` with which it is compiled.
    features: &'static str,
}

/// All there is, and the questions about shapes alone, without meshes, curves, files and moving bodies.
const MODULES: [Module; 2] =
    [Module { name: "barycast", features: "full" }, Module { name: "learn", features: "" }];

/// Builds the package.
fn build() -> Result<(), String> {
    let manifest = format!("{WORKSPACE}/Cargo.toml");
    run(
        "cargo",
        &[
            "build",
            "--profile",
            "tool",
            "--package",
            "bindgen",
            "--manifest-path",
            &manifest,
            "--target-dir",
            BUILT,
        ],
    )?;
    let bindgen = format!("{BUILT}/tool/bindgen{}", std::env::consts::EXE_SUFFIX);
    for built in &MODULES {
        compile(built, BUILT, &["--cfg=barycast_small"], &[])?;
        run(
            &bindgen,
            &[&format!("{BUILT}/{TARGET}/release/barycast_wasm.wasm"), "target/web/wasm", built.name],
        )?;
    }
    run("node", &["web/build/package.mjs", "target/web/wasm", PACKAGE])?;
    println!("{PACKAGE}");
    Ok(())
}

/// Folder of Debian's compiler, which stands beside rustup's.
const DEBIAN: &str = "/usr/bin";

/// A compiler for WebAssembly.
#[derive(Clone, Copy)]
enum Compiler {
    /// With rustup's standard library.
    Rustup,
    /// With a standard library that is built from Debian's sources.
    Debian,
}

/// Returns a compiler for WebAssembly, whose standard library rustup adds if it can.
fn compiler() -> Option<Compiler> {
    let added = Command::new("rustup").args(["target", "add", TARGET]).output();
    if added.is_ok_and(|output| output.status.success()) {
        return Some(Compiler::Rustup);
    }
    let sysroot = Command::new(format!("{DEBIAN}/rustc")).args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(sysroot.stdout).ok()?;
    let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/std");
    let is_whole = sources.is_dir() && is_there("wasm-ld") && is_there(&format!("{DEBIAN}/cargo"));
    is_whole.then_some(Compiler::Debian)
}

fn no_compiler() -> String {
    format!(
        "no compiler for WebAssembly (rustup target add {TARGET}, or Debian's rustc-web, cargo-web, rust-web-src and lld)"
    )
}

/// Compiles a module into a folder, with flags of the compiler and settings of Cargo.
fn compile(built: &Module, folder: &str, flags: &[&str], settings: &[&str]) -> Result<(), String> {
    let compiler = compiler().ok_or_else(no_compiler)?;
    let mut cargo = match compiler {
        Compiler::Rustup => Command::new("cargo"),
        Compiler::Debian => Command::new(format!("{DEBIAN}/cargo")),
    };
    cargo.args(["build", "--release", "--package", "barycast-wasm", "--target", TARGET]);
    cargo.args(["--target-dir", folder, "--manifest-path", &format!("{WORKSPACE}/Cargo.toml")]);
    cargo.args(["--no-default-features", "--features", built.features]);
    let flags = [&["-Ctarget-feature=+simd128"][..], flags].concat();
    cargo.args(["--config", &format!("target.{TARGET}.rustflags={flags:?}")]);
    for setting in settings {
        cargo.args(["--config", setting]);
    }
    if matches!(compiler, Compiler::Debian) {
        cargo.env("RUSTC", format!("{DEBIAN}/rustc")).env("RUSTC_BOOTSTRAP", "1");
        // Cargo of another toolchain above this one sets these variables.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        cargo.arg("-Zbuild-std=std,panic_abort");
        cargo.args(["--config", &format!("target.{TARGET}.linker=\"wasm-ld\"")]);
    }
    eprintln!("> {cargo:?}");
    let start = Instant::now();
    let status = cargo.status().map_err(|error| format!("{cargo:?}: {error}"))?;
    eprintln!("> {:.0} s: the module {} for WebAssembly", start.elapsed().as_secs_f64(), built.name);
    if status.success() { Ok(()) } else { Err(format!("{cargo:?}")) }
}
