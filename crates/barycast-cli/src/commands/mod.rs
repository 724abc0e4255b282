//! Commands, one per file. Each returns the exit status or an error.

pub(crate) mod assembly;
pub(crate) mod cast;
pub(crate) mod clash;
pub(crate) mod completions;
mod dimensions;
pub(crate) mod explain;
mod failure;
mod hints;
pub(crate) mod info;
mod info_patches;
pub(crate) mod man;
pub(crate) mod pairs;
mod paths;
pub(crate) mod pick;
pub(crate) mod plot;
pub(crate) mod query;

pub(crate) use failure::{Failure, NOT_OPENED, SOME_FAILED};
pub(crate) use paths::{place, quoted};
