//! OFF: the word `OFF`, three counts, then vertices and faces, as text or binary. [OFF]
//!
//! The word has prefixes that say what a vertex has besides its place: `ST` texture coordinates, `C` a colour, `N` a normal.
//! `4` is a fourth coordinate that the other three are divided by; `n` a number of dimensions, which must be 3.
//!
//! Text is read line by line first, as nearly all programs write it: a vertex or a face a line, of which all behind the
//! coordinates and corners is passed over. Only a text that is wrong so is read again word by word, see [`text::LAYOUTS`]: the
//! number of words of a vertex must then be as the prefixes say.

mod binary;
mod text;

use crate::precision::Stored;
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::{Source, shown, words};
use crate::{Mesh, ReadError, Scene};
use glam::DVec3;

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

/// What reading as text comes to.
enum Read {
    Text(Scene),
    /// After the line that says so.
    Binary(Header),
}

/// What the first word says about vertices.
#[derive(Clone, Copy, Debug)]
struct Header {
    /// 3, or 4 where the fourth divides the others.
    coordinates: usize,
    /// How many numbers of normals, colours and texture coordinates follow.
    others: usize,
    /// The number of dimensions stands before the counts.
    dimensions: bool,
    binary: bool,
}

impl Header {
    /// From the first line that is no comment, and what of it follows. The word may be missing.
    fn of(line: &[u8]) -> Result<(Self, &[u8]), String> {
        let line = line.trim_ascii_start();
        let letters = line.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(line.len());
        let mut header = Self { coordinates: 3, others: 0, dimensions: false, binary: false };
        let none = || format!("an OFF file begins with the word OFF, got '{}'", shown(&line[..letters]));
        let Some(at) = line[..letters].windows(3).position(|three| three == b"OFF") else {
            return if line.first().is_some_and(u8::is_ascii_digit) {
                Ok((header, line))
            } else {
                Err(none())
            };
        };
        let mut prefix = &line[..at];
        let mut has = |word: &[u8]| {
            let rest = prefix.strip_prefix(word);
            prefix = rest.unwrap_or(prefix);
            rest.is_some()
        };
        for (word, numbers) in [(&b"ST"[..], 2), (b"C", 4), (b"N", 3)] {
            header.others += if has(word) { numbers } else { 0 };
        }
        header.coordinates += usize::from(has(b"4"));
        header.dimensions = has(b"n");
        if !prefix.is_empty() {
            return Err(none());
        }
        // Nothing need part it from the counts.
        let rest = &line[at + 3..];
        header.binary = words(rest).next() == Some(b"BINARY");
        Ok((header, rest))
    }

    fn is_homogeneous(self) -> bool {
        self.coordinates == 4
    }
}

/// The vertices of a file that is being read.
struct Vertices {
    mesh: Mesh,
    header: Header,
    /// The most that a coordinate was stretched by its fourth one.
    stretch: f64,
}

impl Vertices {
    fn new(source: &Source<'_>, header: Header) -> Self {
        Self { mesh: Mesh { name: file_name(source.path()), ..Mesh::default() }, header, stretch: 1.0 }
    }

    /// Appends the place; the fourth number is 1 where there is none.
    fn push(&mut self, place: DVec3, w: f64) -> Result<(), String> {
        let place = if self.header.is_homogeneous() {
            self.stretch = self.stretch.max(1.0 / w.abs());
            place / w
        } else {
            place
        };
        if !place.is_finite() {
            return Err(format!("a vertex must be finite, got {place}"));
        }
        self.mesh.vertices.push(place);
        Ok(())
    }

    fn finished(self, source: &Source<'_>, stored: Stored, short_faces: usize) -> Result<Scene, ReadError> {
        let mut mesh = self.mesh.finished(source.path(), stored, short_faces)?;
        mesh.resolution *= self.stretch;
        Ok(Scene { short_faces, ..Scene::single(mesh) })
    }
}

/// The counts of vertices and faces, if there may be so many.
fn counts(vertices: Option<u64>, faces: Option<u64>, words: [&[u8]; 2]) -> Result<[u64; 2], String> {
    let vertices = vertices
        .ok_or_else(|| format!("the count of vertices must be a whole number, got '{}'", shown(words[0])))?;
    let faces = faces
        .ok_or_else(|| format!("the count of faces must be a whole number, got '{}'", shown(words[1])))?;
    if vertices > MAX_VERTICES as u64 {
        return Err(format!("more than {MAX_VERTICES} vertices"));
    }
    Ok([vertices, faces])
}

fn dimensions(count: Option<i64>) -> Result<(), String> {
    match count {
        Some(3) => Ok(()),
        Some(count) => Err(format!("vertices must have 3 dimensions, got {count}")),
        None => Err("the number of dimensions must follow the word nOFF".to_owned()),
    }
}

fn no_vertex(index: impl std::fmt::Display, count: u64) -> String {
    format!("face names vertex {index} (they count from 0), but there are {count}")
}
