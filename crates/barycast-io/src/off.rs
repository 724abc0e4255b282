//! OFF: text, the word `OFF`, three counts, then vertices and faces, one a line. [OFF]

use crate::polygon::Polygons;
use crate::precision::{Digits, Stored};
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::{Source, point, shown, whole, words};
use crate::{Mesh, ReadError, Scene};

/// The places and faces of the file; colours, normals and texture coordinates (`COFF`, `NOFF`, `STOFF`) are
/// passed over. Binary files, and those of other dimensions than three, are refused.
pub(crate) fn read(mut source: Source<'_>) -> Result<Scene, ReadError> {
    let path = &source.path().to_owned();
    let mut keyword = Some(());
    let (mut last, mut counts) = (1, None);
    while counts.is_none() {
        let Some((line, text)) = next(&mut source)? else {
            return Err(ReadError::line(path, last, "the file ends before its counts of vertices and faces"));
        };
        last = line;
        let text = match keyword.take() {
            Some(()) => after_keyword(text),
            None => Ok(text),
        };
        counts = text.and_then(counts_of).map_err(|what| ReadError::line(path, line, what))?;
    }
    let [vertices, faces] = counts.unwrap_or_default();
    let mut mesh = Mesh { name: file_name(path), ..Mesh::default() };
    // A digit and what parts it from the next, of each number.
    mesh.vertices.reserve_exact(source.room(vertices, 6));
    mesh.triangles.reserve_exact(source.room(faces, 8));
    let (mut polygons, mut corners, mut short_faces) = (Polygons::default(), Vec::new(), 0);
    let mut digits = Digits::default();
    for index in 0..vertices + faces {
        let Some((line, text)) = next(&mut source)? else {
            let (item, index, count) = match index.checked_sub(vertices) {
                None => ("vertex", index, vertices),
                Some(face) => ("face", face, faces),
            };
            let what = format!("the file ends here, but its header counts {count}");
            return Err(ReadError::item(path, format!("{item} {index}"), what));
        };
        let mut words = words(text);
        if index < vertices {
            let place = point(&mut words, &mut digits).map_err(|what| ReadError::line(path, line, what))?;
            mesh.vertices.push(place);
        } else {
            face(&mut words, vertices, &mut corners).map_err(|what| ReadError::line(path, line, what))?;
            let pushed = polygons.push(&mut mesh, &corners);
            short_faces += usize::from(!pushed.map_err(|what| ReadError::line(path, line, what))?);
        }
    }
    if let Some((line, _)) = next(&mut source)? {
        return Err(ReadError::line(path, line, "there is more after the last face that the header counts"));
    }
    Ok(Scene { short_faces, ..Scene::single(mesh.finished(path, Stored::Text(digits), short_faces)?) })
}

/// The next line that has more than a comment.
fn next<'s>(source: &'s mut Source<'_>) -> Result<Option<(usize, &'s [u8])>, ReadError> {
    source.next_line_where(|line| words(line).next().is_some())
}

/// What stands behind the word `OFF` and its prefixes on the first line; nothing may part it from the counts,
/// and it may be missing.
fn after_keyword(line: &[u8]) -> Result<&[u8], String> {
    let line = line.trim_ascii_start();
    let letters = line.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(line.len());
    let Some(end) = line[..letters].windows(3).position(|three| three == b"OFF").map(|at| at + 3) else {
        return if line.first().is_some_and(u8::is_ascii_digit) {
            Ok(line)
        } else {
            Err(format!("an OFF file begins with the word OFF, got '{}'", shown(&line[..letters])))
        };
    };
    let prefix = &line[..end - 3];
    if prefix.iter().any(|letter| b"4n".contains(letter)) {
        return Err(format!("vertices of {} have no place in 3D", shown(&line[..end])));
    }
    if !prefix.iter().all(|letter| b"STCN".contains(letter)) {
        return Err(format!("an OFF file begins with the word OFF, got '{}'", shown(&line[..letters])));
    }
    match words(&line[end..]).next() {
        Some(b"BINARY") => Err("binary OFF cannot be read, only text".to_owned()),
        _ => Ok(&line[end..]),
    }
}

/// The counts of vertices and faces, if the line has any words; the count of edges that follows is not looked
/// at.
fn counts_of(line: &[u8]) -> Result<Option<[u64; 2]>, String> {
    let mut words = words(line);
    let Some(first) = words.next() else { return Ok(None) };
    let count = |word: &[u8]| whole(word).and_then(|count| u64::try_from(count).ok());
    let vertices = count(first)
        .ok_or_else(|| format!("the count of vertices must be a whole number, got '{}'", shown(first)))?;
    let second = words.next().ok_or("the count of faces is missing")?;
    let faces = count(second)
        .ok_or_else(|| format!("the count of faces must be a whole number, got '{}'", shown(second)))?;
    if vertices > MAX_VERTICES as u64 {
        return Err(format!("more than {MAX_VERTICES} vertices"));
    }
    Ok(Some([vertices, faces]))
}

/// The corners of a face; what follows them is its colour.
fn face<'a>(
    words: &mut impl Iterator<Item = &'a [u8]>,
    vertices: u64,
    corners: &mut Vec<u32>,
) -> Result<(), String> {
    corners.clear();
    let word = words.next().unwrap_or_default();
    let length = whole(word).filter(|length| *length >= 0);
    let length =
        length.ok_or_else(|| format!("a face begins with its number of corners, got '{}'", shown(word)))?;
    for index in 0..length {
        let word = words.next().ok_or_else(|| format!("a face of {length} corners has only {index}"))?;
        match whole(word) {
            Some(index) if u64::try_from(index).is_ok_and(|index| index < vertices) => {
                corners.push(index as u32);
            }
            Some(index) => {
                return Err(format!(
                    "face names vertex {index} (they count from 0), but there are {vertices}"
                ));
            }
            None => return Err(format!("a face needs vertex numbers, got '{}'", shown(word))),
        }
    }
    Ok(())
}
