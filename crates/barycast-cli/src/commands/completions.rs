//! `barycast completions`: shell completions of commands and options.

use super::Failure;
use crate::args::{Args, CompletionsOptions};
use clap::CommandFactory;
use std::io::{self, Write};

/// Writes the completions to standard output.
pub(crate) fn run(options: &CompletionsOptions) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Args::command(), "barycast", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(0)
}
