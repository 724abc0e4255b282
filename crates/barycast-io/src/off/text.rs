//! Text OFF.

use super::header::{Header, Vertices, counts, dimensions, no_vertex};
use crate::polygon::Polygons;
use crate::precision::{Digits, Stored};
use crate::source::{Source, coordinate, point, shown, whole, words};
use crate::{ReadError, Scene};

/// Layout of a text, as far as the header does not state it.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// Whether the counts and each vertex occupy a line, with anything after them; else they are
    /// words on any lines.
    vertex_lines: bool,
    faces: Faces,
}

#[derive(Clone, Copy, PartialEq)]
enum Faces {
    /// One face per line.
    Lines,
    /// Each face may span several lines; the rest of its last line is its colour.
    Coloured,
    /// Words without colours.
    Plain,
}

/// Layouts in the order in which they are tried.
pub(super) const LAYOUTS: [Layout; 4] = [
    Layout { vertex_lines: true, faces: Faces::Lines },
    Layout { vertex_lines: true, faces: Faces::Coloured },
    Layout { vertex_lines: false, faces: Faces::Coloured },
    Layout { vertex_lines: false, faces: Faces::Plain },
];

/// Result of reading a file as text.
pub(super) enum Read {
    Text(Scene),
    /// The file is binary; the header line is read.
    Binary(Header),
}

/// Reads the scene if the whole file has this layout.
pub(super) fn read(source: &mut Source<'_>, layout: Layout) -> Result<Read, ReadError> {
    let path = &source.path().to_owned();
    let mut words = Words { source, line: Vec::new(), number: 1, at: 0 };
    let wrong = |line: usize, what: String| ReadError::line(path, line, what);
    let no_counts =
        |line: usize| wrong(line, "the file ends before its numbers of vertices and faces".to_owned());
    if !words.next_line()? {
        return Err(no_counts(words.number));
    }
    let (header, rest) = Header::of(&words.line).map_err(|what| wrong(words.number, what))?;
    words.at = words.line.len() - rest.len();
    if header.binary {
        return Ok(Read::Binary(header));
    }
    if header.dimensions {
        let count = if words.fill()? { words.word().and_then(whole) } else { None };
        dimensions(count).map_err(|what| wrong(words.number, what))?;
    }
    if !words.fill()? {
        return Err(no_counts(words.number));
    }
    let counts = if layout.vertex_lines { words.counts_of_line() } else { words.three_counts()? };
    let [vertex_count, face_count] = counts.map_err(|what| wrong(words.number, what))?;
    let mut reading = Reading {
        vertices: Vertices::new(words.source, header),
        header,
        digits: Digits::default(),
        polygons: Polygons::default(),
        corners: Vec::new(),
        short_faces: 0,
        vertex_count,
    };
    // Each number takes at least a digit and a separator.
    reading.vertices.mesh.vertices.reserve_exact(words.source.room(vertex_count, 6));
    reading.vertices.mesh.triangles.reserve_exact(words.source.room(face_count, 8));
    let ended = |item: &str, index: u64, count: u64| {
        let what = format!("the file ends here, but its header states {count}");
        ReadError::item(path, format!("{item} {index}"), what)
    };
    for index in 0..vertex_count {
        let is_there = if layout.vertex_lines { words.next_line()? } else { words.fill()? };
        if !is_there {
            return Err(ended("vertex", index, vertex_count));
        }
        let read = if layout.vertex_lines {
            reading.vertex_line(&words.line)
        } else {
            reading.vertex(&mut words)?
        };
        read.map_err(|what| wrong(words.number, what))?;
    }
    // Otherwise a vertex with too few numbers would take some from the next vertex, and the last
    // one from a face.
    if !layout.vertex_lines && layout.faces == Faces::Coloured && words.has_word() {
        return Err(wrong(words.number, "the first face begins on the line of the last vertex".to_owned()));
    }
    for index in 0..face_count {
        let is_there = if layout.faces == Faces::Plain { words.fill()? } else { words.next_line()? };
        if !is_there {
            return Err(ended("face", index, face_count));
        }
        let read = if layout.faces == Faces::Lines {
            reading.face_line(&words.line)
        } else {
            reading.face(&mut words)?
        };
        read.map_err(|what| wrong(words.number, what))?;
        // A colour may look like a face of fewer corners.
        if layout.faces == Faces::Plain && reading.short_faces > 0 {
            return Err(wrong(words.number, "a face needs three corners".to_owned()));
        }
    }
    let has_more = if layout.faces == Faces::Plain { words.fill()? } else { words.next_line()? };
    if has_more {
        let what = "data follows the last face that the header states".to_owned();
        return Err(wrong(words.number, what));
    }
    let Reading { vertices, digits, short_faces, .. } = reading;
    vertices.finished(words.source, Stored::Text(digits), short_faces).map(Read::Text)
}

/// The words of a file, line by line, without comments.
struct Words<'s, 'a> {
    source: &'s mut Source<'a>,
    /// The current line, its number from 1, and the position of the next word in it.
    line: Vec<u8>,
    number: usize,
    at: usize,
}

impl Words<'_, '_> {
    /// Moves to the next line with a word. Returns `false` at the end of the file.
    fn next_line(&mut self) -> Result<bool, ReadError> {
        let next = self.source.next_line_where(|line| words(line).next().is_some())?;
        let Some((number, line)) = next else { return Ok(false) };
        self.line.clear();
        self.line.extend_from_slice(line);
        (self.number, self.at) = (number, 0);
        Ok(true)
    }

    /// Tests whether the line has another word.
    fn has_word(&self) -> bool {
        words(&self.line[self.at..]).next().is_some()
    }

    /// Moves to a line with another word if necessary. Returns `false` at the end of the file.
    fn fill(&mut self) -> Result<bool, ReadError> {
        Ok(self.has_word() || self.next_line()?)
    }

    /// Returns the next word of the line.
    fn word(&mut self) -> Option<&[u8]> {
        let rest = &self.line[self.at..];
        let start = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = self.line[start..].iter().position(u8::is_ascii_whitespace);
        let end = length.map_or(self.line.len(), |length| start + length);
        self.at = end;
        Some(&self.line[start..end]).filter(|word| !word.starts_with(b"#"))
    }

    /// Reads the numbers of vertices and faces; the number of edges, which may follow, is ignored.
    fn counts_of_line(&mut self) -> Result<[u64; 2], String> {
        let mut words = words(&self.line[self.at..]);
        let first = words.next().unwrap_or_default();
        let vertices = count(first);
        if vertices.is_some() {
            let second = words.next().ok_or("the number of faces is missing")?;
            return counts(vertices, count(second), [first, second]);
        }
        counts(None, None, [first, b""])
    }

    /// Reads the numbers of vertices, faces and edges.
    fn three_counts(&mut self) -> Result<Result<[u64; 2], String>, ReadError> {
        let mut three = [const { Vec::new() }; 3];
        for word in &mut three {
            if !self.fill()? {
                return Ok(Err("three counts must follow the word OFF".to_owned()));
            }
            *word = self.word().unwrap_or_default().to_vec();
        }
        let [vertices, faces, _] = &three;
        Ok(counts(count(vertices), count(faces), [vertices, faces]))
    }
}

fn count(word: &[u8]) -> Option<u64> {
    whole(word).and_then(|count| u64::try_from(count).ok())
}

/// State of reading the file.
struct Reading {
    vertices: Vertices,
    header: Header,
    digits: Digits,
    polygons: Polygons,
    corners: Vec<u32>,
    short_faces: usize,
    /// Number of vertices that the header states.
    vertex_count: u64,
}

impl Reading {
    fn vertex_line(&mut self, line: &[u8]) -> Result<(), String> {
        let mut words = words(line);
        let place = point(&mut words, &mut self.digits)?;
        let w = if self.header.is_homogeneous() {
            let word = words.next().ok_or("a vertex of 4OFF needs four numbers, got 3")?;
            coordinate(word, "w", &mut self.digits)?
        } else {
            1.0
        };
        self.vertices.push(place, w)
    }

    /// Reads a vertex with as many words as the header states.
    fn vertex(&mut self, words: &mut Words<'_, '_>) -> Result<Result<(), String>, ReadError> {
        let mut place = [0.0, 0.0, 0.0, 1.0];
        let coordinates = self.header.coordinates;
        for index in 0..coordinates + self.header.others {
            if !words.fill()? {
                return Ok(Err("the file ends within a vertex".to_owned()));
            }
            let word = words.word().unwrap_or_default();
            let read = if index < coordinates {
                coordinate(word, ["x", "y", "z", "w"][index], &mut self.digits)
            } else {
                coordinate(word, "what follows them", &mut Digits::default())
            };
            match read {
                Ok(number) if index < coordinates => place[index] = number,
                Ok(_) => {}
                Err(what) => return Ok(Err(what)),
            }
        }
        let [x, y, z, w] = place;
        Ok(self.vertices.push([x, y, z].into(), w))
    }

    /// Reads the corners of a face; the rest of the line is its colour.
    fn face_line(&mut self, line: &[u8]) -> Result<(), String> {
        let mut words = words(line);
        let length = length(words.next().unwrap_or_default())?;
        self.corners.clear();
        for index in 0..length {
            let word = words.next().ok_or_else(|| format!("a face of {length} corners has only {index}"))?;
            self.corner(word)?;
        }
        self.push_face()
    }

    fn face(&mut self, words: &mut Words<'_, '_>) -> Result<Result<(), String>, ReadError> {
        let length = match length(words.word().unwrap_or_default()) {
            Ok(length) => length,
            Err(what) => return Ok(Err(what)),
        };
        self.corners.clear();
        for _ in 0..length {
            if !words.fill()? {
                return Ok(Err("the file ends within a face".to_owned()));
            }
            if let Err(what) = self.corner(words.word().unwrap_or_default()) {
                return Ok(Err(what));
            }
        }
        Ok(self.push_face())
    }

    fn corner(&mut self, word: &[u8]) -> Result<(), String> {
        match whole(word) {
            Some(index) if count(word).is_some_and(|index| index < self.vertex_count) => {
                self.corners.push(index as u32);
                Ok(())
            }
            Some(index) => Err(no_vertex(index, self.vertex_count)),
            None => Err(format!("a face needs vertex numbers, got '{}'", shown(word))),
        }
    }

    fn push_face(&mut self) -> Result<(), String> {
        let has_triangles = self.polygons.push(&mut self.vertices.mesh, &self.corners)?;
        self.short_faces += usize::from(!has_triangles);
        Ok(())
    }
}

/// Parses the number of corners of a face.
fn length(word: &[u8]) -> Result<i64, String> {
    let length = whole(word).filter(|length| *length >= 0);
    length.ok_or_else(|| format!("a face begins with its number of corners, got '{}'", shown(word)))
}
