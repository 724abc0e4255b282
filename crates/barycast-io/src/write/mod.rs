//! Scenes written as files.

mod glb;

pub use glb::{write_glb, write_glb_to};

use std::io;

/// Why a scene could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The system would not make the file, or writing broke off.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A mesh or a part cannot be said in the format.
    #[error("{item}: {what}")]
    Item {
        /// Such as `mesh 3 "wheel"`, `part 12 "left"`.
        item: String,
        /// What is wrong there.
        what: String,
    },
    /// The scene as a whole cannot.
    #[error("{what}")]
    Content {
        /// What is wrong.
        what: String,
    },
}
