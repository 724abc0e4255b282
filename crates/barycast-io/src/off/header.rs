//! The header of an OFF file, text or binary, and the vertices read so far.

use crate::precision::Stored;
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::{Source, shown, words};
use crate::{Mesh, ReadError, Scene};
use glam::DVec3;

/// Properties of vertices that the first word states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// Number of coordinates: 3, or 4 for homogeneous coordinates.
    pub(super) coordinates: usize,
    /// Number of components of normals, colours and texture coordinates that follow.
    pub(super) others: usize,
    /// Whether the number of dimensions precedes the counts.
    pub(super) dimensions: bool,
    pub(super) binary: bool,
}

impl Header {
    /// Parses the first line that is not a comment, and returns the rest of it. The word `OFF` may
    /// be missing.
    pub(super) fn of(line: &[u8]) -> Result<(Self, &[u8]), String> {
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
        // The counts may follow the word directly.
        let rest = &line[at + 3..];
        header.binary = words(rest).next() == Some(b"BINARY");
        Ok((header, rest))
    }

    pub(super) fn is_homogeneous(self) -> bool {
        self.coordinates == 4
    }
}

/// The vertices of a file that is being read.
pub(super) struct Vertices {
    pub(super) mesh: Mesh,
    pub(super) header: Header,
    /// Largest factor by which the fourth coordinate scaled a vertex.
    pub(super) stretch: f64,
}

impl Vertices {
    pub(super) fn new(source: &Source<'_>, header: Header) -> Self {
        Self { mesh: Mesh { name: file_name(source.path()), ..Mesh::default() }, header, stretch: 1.0 }
    }

    /// Appends a vertex; `w` is 1 for three coordinates.
    pub(super) fn push(&mut self, place: DVec3, w: f64) -> Result<(), String> {
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

    pub(super) fn finished(
        self,
        source: &Source<'_>,
        stored: Stored,
        short_faces: usize,
    ) -> Result<Scene, ReadError> {
        let mut mesh = self.mesh.finished(source.path(), stored, short_faces)?;
        mesh.resolution *= self.stretch;
        Ok(Scene { short_faces, ..Scene::single(mesh) })
    }
}

/// Returns the numbers of vertices and faces if they are within the limits.
pub(super) fn counts(
    vertices: Option<u64>,
    faces: Option<u64>,
    words: [&[u8]; 2],
) -> Result<[u64; 2], String> {
    let vertices = vertices
        .ok_or_else(|| format!("the number of vertices must be a whole number, got '{}'", shown(words[0])))?;
    let faces = faces
        .ok_or_else(|| format!("the number of faces must be a whole number, got '{}'", shown(words[1])))?;
    if vertices > MAX_VERTICES as u64 {
        return Err(format!("more than {MAX_VERTICES} vertices"));
    }
    Ok([vertices, faces])
}

pub(super) fn dimensions(count: Option<i64>) -> Result<(), String> {
    match count {
        Some(3) => Ok(()),
        Some(count) => Err(format!("vertices must have 3 dimensions, got {count}")),
        None => Err("the number of dimensions must follow the word nOFF".to_owned()),
    }
}

pub(super) fn no_vertex(index: impl std::fmt::Display, count: u64) -> String {
    format!("face refers to vertex {index} (numbered from 0), but there are {count}")
}
