//! Long-running proofs, one file per command. `cargo xtask COMMAND` builds this in release mode and
//! runs it.

mod accuracy;
mod floats;
mod hash;
mod moving;
mod mutants;
mod progress;
mod watertight;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Accuracy(accuracy::Options),
    Floats(floats::Arguments),
    Hash(hash::Arguments),
    Moving(moving::Arguments),
    Mutants(mutants::Options),
    Watertight(watertight::Arguments),
}

fn main() -> ExitCode {
    let done: Result<(), String> = match Arguments::parse().command {
        Command::Accuracy(options) => accuracy::run(&options),
        Command::Floats(arguments) => floats::run(&arguments),
        Command::Hash(arguments) => hash::run(&arguments),
        Command::Moving(arguments) => moving::run(&arguments),
        Command::Mutants(options) => mutants::run(&options),
        Command::Watertight(arguments) => watertight::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("failed: {wrong}");
            ExitCode::FAILURE
        }
    }
}
