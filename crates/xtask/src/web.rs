//! `cargo xtask web`: builds the npm package into `target/web/package` and tests it in Node.
//!
//! `crates/barycast-wasm` is compiled with rustup's standard library for WebAssembly if it can be
//! added, otherwise with one built from Debian's sources.

use crate::{is_there, run};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const WORKSPACE: &str = "crates/barycast-wasm";
/// Target folder of that workspace.
const BUILT: &str = "target/wasm";
const PACKAGE: &str = "target/web/package";

/// Builds and tests the package; with the word `test` only tests what is built.
pub(crate) fn web(words: &[String]) -> Result<(), String> {
    if !is_there("node") {
        return Err("Node 20 or newer is needed".to_owned());
    }
    if words.first().is_none_or(|word| word != "test") {
        build()?;
        println!("{PACKAGE}");
    }
    run("cargo", &["build", "--quiet", "--package", "barycast-cli"])?;
    run("node", &["--test", "web/tests/"])
}

fn build() -> Result<(), String> {
    module()?;
    let manifest = format!("{WORKSPACE}/Cargo.toml");
    run(
        "cargo",
        &["build", "--release", "--package", "bindgen", "--manifest-path", &manifest, "--target-dir", BUILT],
    )?;
    let bindgen = format!("{BUILT}/release/bindgen{}", std::env::consts::EXE_SUFFIX);
    run(&bindgen, &[&format!("{BUILT}/{TARGET}/release/barycast_wasm.wasm"), "target/web/wasm"])?;
    run("node", &["web/build/package.mjs", "target/web/wasm", PACKAGE])
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
