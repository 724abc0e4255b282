//! The command line.

use clap::{Args as Options, Parser, Subcommand};
use std::path::PathBuf;

/// Do shapes touch, how far apart are they, where does this ray hit: exact where it can be.
#[derive(Debug, Parser)]
#[command(name = "barycast", version, after_help = EXIT_STATUS, max_term_width = 100)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer questions between shapes: one JSON object a line in, one a line out.
    Query(QueryOptions),
    /// List the pairs of shapes, and how well each question is answered.
    Pairs(PairsOptions),
}

/// Options of `barycast query`.
#[derive(Debug, Options)]
pub(crate) struct QueryOptions {
    /// Files of requests, one JSON object a line; `-` or none is standard input.
    pub(crate) files: Vec<PathBuf>,
}

/// Options of `barycast pairs`.
#[derive(Debug, Options)]
pub(crate) struct PairsOptions {
    /// One JSON object a line.
    #[arg(long)]
    pub(crate) json: bool,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  everything was answered
  1  some request had an error
  2  the command line is wrong
  3  a file could not be opened";
