//! How cargo is started, and errors become text.

use std::path::Path;
use std::process::Command;

/// Cargo in the copy, with the workspace's own target folder: what we depend on is built there
/// already.
pub(super) fn cargo(copy: &Path) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()));
    command.current_dir(copy).env("CARGO_TARGET_DIR", copy.join("../.."));
    command
}

pub(super) fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
