//! Compiles Jolt and Box3D with the flags of their own release builds.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Instruction sets that Jolt's build enables; its headers read the definitions.
const JOLT_SETS: [&str; 8] = ["AVX2", "AVX", "SSE4_1", "SSE4_2", "LZCNT", "TZCNT", "F16C", "FMADD"];
const JOLT_FLAGS: [&str; 7] =
    ["-mavx2", "-mbmi", "-mpopcnt", "-mlzcnt", "-mf16c", "-mfma", "-ffp-contract=off"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let places = metadata()?;
    let jolt = place(&places, "joltc-sys-")?.join("JoltC/JoltPhysics");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false).define("NDEBUG", None).include(&jolt);
    JOLT_SETS.iter().for_each(|set| {
        build.define(&format!("JPH_USE_{set}"), None);
    });
    JOLT_FLAGS.iter().for_each(|flag| {
        build.flag(flag);
    });
    build.files(sources(&jolt.join("Jolt"), "cpp")?).compile("jolt_engine");
    let box3d = place(&places, "box3d-sys-")?.join("vendor/box3d");
    let mut build = cc::Build::new();
    build.std("c17").opt_level(3).warnings(false).define("NDEBUG", None).flag("-ffp-contract=off");
    build.include(box3d.join("include")).files(sources(&box3d.join("src"), "c")?).compile("box3d_engine");
    // The package that compiles against the headers needs the same settings.
    println!("cargo:jolt={}", jolt.display());
    println!("cargo:jolt_sets={}", JOLT_SETS.join(" "));
    println!("cargo:jolt_flags={}", JOLT_FLAGS.join(" "));
    println!("cargo:box3d={}", box3d.join("include").display());
    Ok(())
}

/// Returns what `cargo metadata` prints of the packages in the lock file.
fn metadata() -> Result<String, Box<dyn Error>> {
    let target = std::env::var("TARGET")?;
    let words =
        ["metadata", "--format-version=1", "--locked", "--offline", "--all-features", "--filter-platform"];
    let output = Command::new(std::env::var("CARGO")?).args(words).arg(target).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the folder of the package whose folder begins with `name`.
fn place(metadata: &str, name: &str) -> Result<PathBuf, String> {
    let manifests = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut folders = manifests.filter_map(|manifest| Path::new(manifest).parent());
    let is_named =
        |folder: &&Path| folder.file_name().is_some_and(|own| own.to_string_lossy().starts_with(name));
    folders.find(is_named).map(Path::to_path_buf).ok_or_else(|| format!("no package {name}"))
}

fn sources(folder: &Path, ending: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path, ending)?);
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
