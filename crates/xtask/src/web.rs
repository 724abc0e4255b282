//! `cargo xtask web`: builds the npm package into `target/web/package` and the playground into
//! `target/web/site`, and tests both, in Node and in a browser.
//!
//! `crates/barycast-wasm` is compiled with rustup's standard library for WebAssembly if it can be
//! added, otherwise with one built from Debian's sources.

use crate::{browser, is_there, run};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const WORKSPACE: &str = "crates/barycast-wasm";
/// Target folder of that workspace.
const BUILT: &str = "target/wasm";
const PACKAGE: &str = "target/web/package";
const SITE: &str = "target/web/site";

/// Builds and tests the package and the playground. The word `site` builds only the playground,
/// `test` only tests what is built, and `--serve` shows the playground, built if it is missing, on
/// the port that follows or 8080.
pub(crate) fn web(words: &[String]) -> Result<(), String> {
    if !is_there("node") || !is_there("npm") {
        return Err("Node 20 or newer with npm is needed".to_owned());
    }
    match words.first().map(String::as_str) {
        None => {
            build()?;
            site()?;
            test()
        }
        Some("site") => site(),
        Some("test") => test(),
        Some("--serve") => {
            if !Path::new(SITE).join("en/index.html").exists() {
                site()?;
            }
            let port = words.get(1).map_or("8080", String::as_str);
            run("node", &["web/build/serve.mjs", SITE, port])
        }
        Some(word) => Err(format!("`{word}` is not `site`, `test` or `--serve`")),
    }
}

/// Builds the playground, and the package if it is missing.
fn site() -> Result<(), String> {
    if !Path::new(PACKAGE).join("lean.js").exists() {
        build()?;
    }
    tools()?;
    program()?;
    let program = format!("target/debug/barycast{}", std::env::consts::EXE_SUFFIX);
    run("node", &["web/build/explain.mjs", &program, "target/web/atlas.json"])?;
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

fn test() -> Result<(), String> {
    tools()?;
    browser("the tests of the playground are skipped");
    program()?;
    run("node", &["--test", "web/tests/"])
}

/// Builds the package.
fn build() -> Result<(), String> {
    module()?;
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
    run(&bindgen, &[&format!("{BUILT}/{TARGET}/release/barycast_wasm.wasm"), "target/web/wasm"])?;
    run("node", &["web/build/package.mjs", "target/web/wasm", PACKAGE])?;
    println!("{PACKAGE}");
    Ok(())
}

/// Compiles the module.
fn module() -> Result<(), String> {
    let added = Command::new("rustup").args(["target", "add", TARGET]).output();
    let added = added.is_ok_and(|output| output.status.success());
    let mut cargo = Command::new(if added { "cargo" } else { "/usr/bin/cargo" });
    cargo.args([
        "build",
        "--release",
        "--package",
        "barycast-wasm",
        "--target",
        TARGET,
        "--target-dir",
        BUILT,
    ]);
    cargo.args(["--manifest-path", &format!("{WORKSPACE}/Cargo.toml")]);
    cargo.args(["--config", &format!("target.{TARGET}.rustflags=[\"-Ctarget-feature=+simd128\"]")]);
    if !added {
        if !Path::new("/usr/bin/cargo").exists() {
            return Err(format!(
                "needs `rustup target add {TARGET}`, or Debian's rustc-web, cargo-web, rust-web-src and lld"
            ));
        }
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        // Cargo of another toolchain above this one sets these variables.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        cargo.arg("-Zbuild-std=std,panic_abort");
        cargo.args(["--config", &format!("target.{TARGET}.linker=\"wasm-ld\"")]);
    }
    eprintln!("> {cargo:?}");
    let status = cargo.status().map_err(|error| format!("{cargo:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{cargo:?}")) }
}
