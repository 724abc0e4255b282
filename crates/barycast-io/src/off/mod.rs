//! OFF: the word `OFF`, three counts, then vertices and faces, as text or binary. [OFF]
//!
//! Prefixes of the word state the components of a vertex besides its coordinates: `ST` texture
//! coordinates, `C` a colour, `N` a normal. `4` is a fourth coordinate by which the others are
//! divided; `n` is a number of dimensions, which must be 3.
//!
//! Text is first read line by line, as most programs write it: one vertex or face per line,
//! ignoring anything after the coordinates and corners. Only a text that fails this way is read
//! again word by word, see [`text::LAYOUTS`]: the number of words of a vertex must then agree with
//! the prefixes.

mod binary;
mod header;
mod text;

use crate::source::Source;
use crate::{ReadError, Scene};
use text::Read;

/// Reads the vertices and faces of the file; colours, normals and texture coordinates are ignored.
pub(crate) fn read(mut source: Source<'_>) -> Result<Scene, ReadError> {
    let mut error = None;
    for layout in text::LAYOUTS {
        match text::read(&mut source, layout) {
            Ok(Read::Text(scene)) => return Ok(scene),
            Ok(Read::Binary(header)) => return binary::read(source, header),
            // The error of the usual layout is reported.
            Err(other) => error.get_or_insert(other),
        };
        if !source.rewind()? {
            break;
        }
    }
    Err(error.unwrap_or_else(|| ReadError::content(source.path(), "not an OFF file")))
}
