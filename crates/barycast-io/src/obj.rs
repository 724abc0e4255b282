//! OBJ: text with one vertex (`v x y z`) or face (`f 1 2 3`) per line. Vertices are numbered from
//! 1, or backward from the end if negative.
//!
//! The crate `tobj` is not used: it renumbers vertices, reports no line numbers, and holds several
//! copies of the file. This reader keeps the file's order of vertices and names the line of each
//! error. [OBJ]

use crate::polygon::Polygons;
use crate::precision::{Digits, Stored};
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::{MAX_LINE, Source, name, point, shown, whole, words};
use crate::{Mesh, ReadError, Scene, UnreadablePart};
use glam::DVec3;
use std::collections::HashMap;
use std::path::Path;

/// Reads a part for each object (`o`), or for each group (`g`) in files without objects; equal
/// names form one part. Materials, texture coordinates, normals, lines, points and curves are
/// ignored. Parts with a wrong vertex are appended to `unread` if it is given.
pub(crate) fn read(
    mut source: Source<'_>,
    unread: Option<&mut Vec<UnreadablePart>>,
) -> Result<Scene, ReadError> {
    let path = &source.path().to_owned();
    let mut file = Obj { keeps_wrong: unread.is_some(), ..Obj::default() };
    let mut joined = Vec::new();
    let mut joined_from = None;
    while let Some((number, line)) = source.next_line()? {
        // A comment ends with its line, even if the line ends with a backslash: `# C:\parts\`.
        let goes_on = line.strip_suffix(b"\\").filter(|line| !has_comment(&joined, line));
        let first = *joined_from.get_or_insert(number);
        if goes_on.is_some() || !joined.is_empty() {
            let more = goes_on.unwrap_or(line);
            // The keyword is at the start.
            let more = if joined.is_empty() { more.trim_ascii_start() } else { more };
            joined.extend_from_slice(more);
            if !joined.is_empty() {
                joined.push(b' ');
            }
            if joined.len() > MAX_LINE {
                let what = format!("the line is longer than {MAX_LINE} bytes");
                return Err(ReadError::line(path, first, what));
            }
            if goes_on.is_some() {
                continue;
            }
        }
        let line = if joined.is_empty() { line } else { &joined[..] };
        file.line(first, line).map_err(|what| ReadError::line(path, first, what))?;
        joined.clear();
        joined_from = None;
    }
    if let Some(line) = joined_from {
        file.line(line, &joined).map_err(|what| ReadError::line(path, line, what))?;
    }
    file.scene(path, unread)
}

/// Tests whether a word of the line starts a comment; `before` is the start of a continued line.
/// Names may contain words that begin with `#`.
fn has_comment(before: &[u8], line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let keyword = if before.is_empty() { line } else { before }.split(u8::is_ascii_whitespace).next();
    !matches!(keyword, Some(b"o" | b"g"))
        && line.split(u8::is_ascii_whitespace).any(|word| word.starts_with(b"#"))
}

/// Tests that only numbers follow a vertex: its weight or its colour.
fn only_numbers<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Result<(), String> {
    let number = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|text| text.parse::<f64>().is_ok());
    match words.find(|word| !number(word)) {
        Some(word) => {
            Err(format!("only numbers may follow the coordinates of a vertex, got '{}'", shown(word)))
        }
        None => Ok(()),
    }
}

/// State of reading the file.
#[derive(Default)]
struct Obj {
    mesh: Mesh,
    digits: Digits,
    polygons: Polygons,
    corners: Vec<u32>,
    /// Number of faces without a triangle.
    short_faces: usize,
    objects: Runs,
    groups: Runs,
    /// References to later vertices: lines with an index greater than all before, and that index.
    /// The first index that is too great at the end of the file is among them.
    ahead: Vec<(usize, u64)>,
    /// Whether wrong vertices are kept as NaN, with their index, line and error.
    keeps_wrong: bool,
    wrong: Vec<(u32, usize, String)>,
}

impl Obj {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), String> {
        let line = line.trim_ascii_start();
        let (keyword, rest) =
            line.split_at(line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len()));
        match keyword {
            b"v" => {
                if self.mesh.vertices.len() == MAX_VERTICES {
                    return Err(format!("more than {MAX_VERTICES} vertices"));
                }
                let mut all = words(rest);
                let read =
                    point(&mut all, &mut self.digits).and_then(|point| only_numbers(all).map(|()| point));
                let vertex = match read {
                    Err(what) if self.keeps_wrong => {
                        self.wrong.push((self.mesh.vertices.len() as u32, number, what));
                        DVec3::NAN
                    }
                    vertex => vertex?,
                };
                self.mesh.vertices.push(vertex);
            }
            b"f" => self.face(number, rest)?,
            b"o" => self.objects.begin(name(rest), self.mesh.triangles.len()),
            b"g" => self.groups.begin(name(rest), self.mesh.triangles.len()),
            _ => {}
        }
        Ok(())
    }

    fn face(&mut self, line: usize, rest: &[u8]) -> Result<(), String> {
        self.corners.clear();
        let seen = self.mesh.vertices.len() as u64;
        for word in words(rest) {
            let mut numbers = word.split(|b| *b == b'/');
            let number = numbers.next().and_then(whole);
            // Indices of the texture coordinate and the normal, which are optional.
            let is_whole = |number: &[u8]| number.is_empty() || whole(number).is_some();
            let number =
                number.filter(|_| numbers.by_ref().take(2).all(is_whole) && numbers.next().is_none());
            let number =
                number.ok_or_else(|| format!("a face needs vertex numbers, got '{}'", shown(word)))?;
            let index = match number {
                0 => return Err("face refers to vertex 0: vertices are numbered from 1".to_owned()),
                1.. => number as u64 - 1,
                _ => seen.checked_sub(number.unsigned_abs()).ok_or_else(|| {
                    format!("face refers to vertex {number}, counted backward, but only {seen} precede it")
                })?,
            };
            if index >= seen && self.ahead.last().is_none_or(|(_, most)| index > *most) {
                self.ahead.push((line, index));
            }
            // An index that is too large is recorded in `ahead`.
            self.corners.push(index as u32);
        }
        self.short_faces += usize::from(!self.polygons.push(&mut self.mesh, &self.corners)?);
        Ok(())
    }

    fn scene(mut self, path: &Path, unread: Option<&mut Vec<UnreadablePart>>) -> Result<Scene, ReadError> {
        let count = self.mesh.vertices.len() as u64;
        if let Some((line, index)) = self.ahead.iter().find(|(_, index)| *index >= count) {
            let what = format!("face refers to vertex {}, but the file has {count}", index + 1);
            return Err(ReadError::line(path, *line, what));
        }
        self.polygons.finish(&mut self.mesh).map_err(|what| ReadError::content(path, what))?;
        let short_faces = self.short_faces;
        let stored = Stored::Text(self.digits);
        let mesh = self.mesh.finished(path, stored, short_faces)?;
        let runs = if self.objects.starts.is_empty() { self.groups } else { self.objects };
        let mut parts = runs.parts(mesh.triangles.len());
        for part in &mut parts {
            if part.name.is_empty() {
                part.name = file_name(path);
            }
        }
        if let (Some(unread), Some((_, line, what))) = (unread, self.wrong.first()) {
            let mut whole = Vec::with_capacity(parts.len());
            for part in parts {
                match part.wrong(&mesh, &self.wrong) {
                    None => whole.push(part),
                    Some((_, line, what)) => {
                        let why = ReadError::line(path, *line, what.clone()).to_string();
                        unread.push(UnreadablePart { name: part.name, why });
                    }
                }
            }
            if whole.is_empty() {
                return Err(ReadError::line(path, *line, what.clone()));
            }
            return Ok(Scene { short_faces, ..Scene::in_place(split(&mesh, stored, whole)) });
        }
        let scene = if let [NamedPart { name, .. }] = &mut parts[..] {
            Scene::single(Mesh { name: std::mem::take(name), ..mesh })
        } else {
            Scene::in_place(split(&mesh, stored, parts))
        };
        Ok(Scene { short_faces, ..scene })
    }
}

/// Names with the first triangle to which each applies.
#[derive(Default)]
struct Runs {
    names: Vec<String>,
    index: HashMap<String, usize>,
    starts: Vec<(usize, usize)>,
}

/// A name, and the ranges of triangles to which it applies.
#[derive(Default)]
struct NamedPart {
    name: String,
    triangles: Vec<[usize; 2]>,
}

impl NamedPart {
    /// Returns the first wrong vertex, in the file's order, that the part uses.
    fn wrong<'a>(&self, mesh: &Mesh, wrong: &'a [(u32, usize, String)]) -> Option<&'a (u32, usize, String)> {
        let named =
            self.triangles.iter().flat_map(|[start, end]| mesh.triangles[*start..*end].as_flattened());
        let is_wrong = |vertex: &u32| wrong.binary_search_by_key(vertex, |(wrong, ..)| *wrong).ok();
        named.filter_map(is_wrong).min().map(|at| &wrong[at])
    }
}

impl Runs {
    fn begin(&mut self, name: String, triangle: usize) {
        let next = self.names.len();
        let index = *self.index.entry(name.clone()).or_insert(next);
        if index == next {
            self.names.push(name);
        }
        if self.starts.last().is_some_and(|(start, _)| *start == triangle) {
            self.starts.pop();
        }
        self.starts.push((triangle, index));
    }

    /// Returns the parts with triangles; triangles before the first name form a part without a
    /// name.
    fn parts(self, triangles: usize) -> Vec<NamedPart> {
        let first = self.starts.first().map_or(triangles, |(start, _)| *start);
        let before = NamedPart { triangles: vec![[0, first]], ..NamedPart::default() };
        let named = self.names.into_iter().map(|name| NamedPart { name, triangles: Vec::new() });
        let mut parts: Vec<_> = std::iter::once(before).chain(named).collect();
        for (run, (start, name)) in self.starts.iter().enumerate() {
            let end = self.starts.get(run + 1).map_or(triangles, |(next, _)| *next);
            parts[name + 1].triangles.push([*start, end]);
        }
        for part in &mut parts {
            part.triangles.retain(|[start, end]| start < end);
        }
        parts.retain(|part| !part.triangles.is_empty());
        parts.sort_by_key(|part| part.triangles[0]);
        parts
    }
}

/// Builds a mesh for each part from the vertices that it uses, in the file's order.
fn split(whole: &Mesh, stored: Stored, parts: Vec<NamedPart>) -> Vec<Mesh> {
    const UNUSED: u32 = u32::MAX;
    let mut part_from_file = vec![UNUSED; whole.vertices.len()];
    let mut meshes = Vec::with_capacity(parts.len());
    for NamedPart { name, triangles: runs } in parts {
        let mut triangles = Vec::with_capacity(runs.iter().map(|[start, end]| end - start).sum());
        for [start, end] in runs {
            triangles.extend_from_slice(&whole.triangles[start..end]);
        }
        let mut used: Vec<u32> = Vec::new();
        for &vertex in triangles.iter().flatten() {
            let entry = &mut part_from_file[vertex as usize];
            if *entry == UNUSED {
                *entry = 0;
                used.push(vertex);
            }
        }
        used.sort_unstable();
        for (&vertex, index) in used.iter().zip(0..) {
            part_from_file[vertex as usize] = index;
        }
        for triangle in &mut triangles {
            *triangle = triangle.map(|vertex| part_from_file[vertex as usize]);
        }
        let vertices: Vec<DVec3> = used.iter().map(|&vertex| whole.vertices[vertex as usize]).collect();
        for vertex in used {
            part_from_file[vertex as usize] = UNUSED;
        }
        let resolution = stored.resolution(&vertices, &triangles);
        meshes.push(Mesh { name, vertices, triangles, resolution });
    }
    meshes
}
