//! The program `barycast`: the library's queries for other languages and for shell pipes.

mod args;
mod assembly;
mod clash;
mod columns;
mod commands;
mod diagram;
mod distinct_positions;
mod files;
mod lines;
mod meshes;
mod model;
mod output;
mod picture;
mod plot;
mod power_of_two;
mod sample;
mod worker_pool;

use args::{Args, Command};
use clap::Parser;
use commands::Failure;
use std::process::ExitCode;

/// Runs the program: parses the arguments, answers, and returns the exit status.
#[must_use]
pub fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(status) => status.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("barycast: {error:#}");
            let failure = error.downcast_ref::<Failure>();
            if let Some(next) = failure.and_then(Failure::next_command) {
                eprintln!("next: {next}");
            }
            ExitCode::from(failure.map_or(1, Failure::exit_status))
        }
    }
}

/// Runs the command and returns the exit status.
fn run(args: Args) -> anyhow::Result<u8> {
    Ok(match args.command {
        Command::Cast(options) => commands::cast::run(&options)?,
        Command::Pick(options) => commands::pick::run(&options)?,
        Command::Info(options) => commands::info::run(&options)?,
        Command::Assembly(options) => commands::assembly::run(&options)?,
        Command::Clash(options) => commands::clash::run(&options)?,
        Command::Plot(options) => commands::plot::run(&options)?,
        Command::Query(options) => commands::query::run(&options)?,
        Command::Pairs(options) => commands::pairs::run(&options)?,
        Command::Completions(options) => commands::completions::run(&options)?,
        Command::Man(options) => commands::man::run(&options)?,
        Command::Explain(options) => commands::explain::run(&options)?,
    })
}

/// Tests whether the reader of the output is gone (`barycast ... | head`), which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
