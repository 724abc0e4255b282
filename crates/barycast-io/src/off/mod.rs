//! OFF: the word `OFF`, three counts, then vertices and faces, as text or binary. [OFF]
//!
//! The word has prefixes that say what a vertex has besides its place: `ST` texture coordinates, `C` a colour, `N` a normal.
//! `4` is a fourth coordinate that the other three are divided by; `n` a number of dimensions, which must be 3.
//!
//! Text is read line by line first, as nearly all programs write it: a vertex or a face a line, of which all behind the
//! coordinates and corners is passed over. Only a text that is wrong so is read again word by word, see [`text::LAYOUTS`]: the
//! number of words of a vertex must then be as the prefixes say.

mod binary;
mod header;
mod text;

use crate::source::Source;
use crate::{ReadError, Scene};
use text::Read;

/// The places and faces of the file; colours, normals and texture coordinates are passed over.
pub(crate) fn read(mut source: Source<'_>) -> Result<Scene, ReadError> {
    let mut error = None;
    for layout in text::LAYOUTS {
        match text::read(&mut source, layout) {
            Ok(Read::Text(scene)) => return Ok(scene),
            Ok(Read::Binary(header)) => return binary::read(source, header),
            // What is wrong in the usual layout is what is said.
            Err(other) => error.get_or_insert(other),
        };
        if !source.rewind()? {
            break;
        }
    }
    Err(error.unwrap_or_else(|| ReadError::content(source.path(), "no OFF file")))
}
