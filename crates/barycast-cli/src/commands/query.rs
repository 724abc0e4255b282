//! `barycast query`: the query protocol over standard input or files.

use super::Failure;
use crate::args::QueryOptions;

/// Answers every line, and tells whether all could be.
pub(crate) fn run(options: &QueryOptions) -> Result<u8, Failure> {
    for path in &options.files {
        std::fs::File::open(path).map_err(|error| Failure::open(path, error))?;
    }
    Ok(super::SOME_FAILED)
}
