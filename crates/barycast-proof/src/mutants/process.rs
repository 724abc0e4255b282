//! Starts cargo, and converts errors to text.

use std::path::Path;
use std::process::Command;

/// Returns cargo in the copy, with the target folder of the workspace, where the dependencies are
/// already built.
pub(super) fn cargo(copy: &Path) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()));
    command.current_dir(copy).env("CARGO_TARGET_DIR", copy.join("../.."));
    command
}

pub(super) fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
