//! Writing scenes to files.

mod glb;

pub use glb::{write_glb, write_glb_to};

use std::io;

/// Error of writing a scene.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file could not be created, or writing it failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format cannot represent a mesh or a part.
    #[error("{item}: {what}")]
    Item {
        /// Name of the element, such as `mesh 3 "wheel"`, `part 12 "left"`.
        item: String,
        /// Description of the error.
        what: String,
    },
    /// The format cannot represent the scene.
    #[error("{what}")]
    Content {
        /// Description of the error.
        what: String,
    },
}
