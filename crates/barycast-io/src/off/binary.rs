//! Binary OFF: the line `OFF BINARY`, then integers and floats of four bytes, big-endian in most
//! files.

use super::header::{Header, Vertices, counts, dimensions, no_vertex};
use crate::polygon::Polygons;
use crate::precision::Stored;
use crate::source::Source;
use crate::{ReadError, Scene, Warning, WarningKind};
use glam::DVec3;

/// Variants that the file does not state: Geomview writes the first, pmp-library the second.
#[derive(Clone, Copy)]
struct Layout {
    little: bool,
    /// Whether the number of colour components and the components follow the corners of a face.
    colours: bool,
}

/// Variants in the order in which they are tried.
const LAYOUTS: [Layout; 4] = [
    Layout { little: false, colours: true },
    Layout { little: true, colours: false },
    Layout { little: true, colours: true },
    Layout { little: false, colours: false },
];

/// Reads after the line with `BINARY`. Variants other than Geomview's must fit the file to the last
/// byte, without faces of fewer than three corners, because the count of a colour may look like
/// such a face.
pub(super) fn read(mut source: Source<'_>, header: Header) -> Result<Scene, ReadError> {
    source.end_lines()?;
    let begin = source.given();
    let mut error = None;
    for layout in LAYOUTS {
        match read_as(&mut source, header, layout) {
            Ok(scene) if error.is_none() || scene.warnings.is_empty() && scene.short_faces == 0 => {
                return Ok(scene);
            }
            Ok(_) => {}
            // The error of Geomview's variant is reported.
            Err(other) => drop(error.get_or_insert(other)),
        }
        if !source.rewind()? {
            break;
        }
        source.skip(begin - source.given())?;
    }
    Err(error.unwrap_or_else(|| ReadError::content(source.path(), "not an OFF file")))
}

fn read_as(source: &mut Source<'_>, header: Header, layout: Layout) -> Result<Scene, ReadError> {
    let path = &source.path().to_owned();
    let little = layout.little;
    let wrong = |what: String| ReadError::item(path, "header", what);
    let ends = || wrong("the file ends within it".to_owned());
    if header.dimensions {
        dimensions(Some(whole(source, little)?.ok_or_else(ends)?.into())).map_err(wrong)?;
    }
    let mut count = || -> Result<i32, ReadError> { whole(source, little)?.ok_or_else(ends) };
    let (vertex_count, face_count, _edges) = (count()?, count()?, count()?);
    let words = [vertex_count, face_count].map(|count| count.to_string());
    let [vertex_count, face_count] = counts(
        vertex_count.try_into().ok(),
        face_count.try_into().ok(),
        [words[0].as_bytes(), words[1].as_bytes()],
    )
    .map_err(wrong)?;
    let mut vertices = Vertices::new(source, header);
    let size = 4 * (header.coordinates + header.others);
    vertices.mesh.vertices.reserve_exact(source.room(vertex_count, size));
    for index in 0..vertex_count {
        let item = || format!("vertex {index}");
        let bytes = source.take(size)?;
        if bytes.len() < size {
            let what = format!("the file ends here, but its header states {vertex_count}");
            return Err(ReadError::item(path, item(), what));
        }
        let (numbers, _) = bytes.as_chunks::<4>();
        let float = if little { f32::from_le_bytes } else { f32::from_be_bytes };
        let number = |i: usize| f64::from(float(numbers[i]));
        let w = if header.is_homogeneous() { number(3) } else { 1.0 };
        let place = DVec3::new(number(0), number(1), number(2));
        vertices.push(place, w).map_err(|what| ReadError::item(path, item(), what))?;
    }
    vertices.mesh.triangles.reserve_exact(source.room(face_count, 20));
    let (mut polygons, mut corners, mut short_faces) = (Polygons::default(), Vec::new(), 0);
    for index in 0..face_count {
        let wrong = |what: String| ReadError::item(path, format!("face {index}"), what);
        let ends = || wrong(format!("the file ends here, but its header states {face_count}"));
        let length = whole(source, little)?.ok_or_else(ends)?;
        let length = u32::try_from(length)
            .map_err(|_| wrong(format!("the number of corners must not be negative, got {length}")))?;
        corners.clear();
        for _ in 0..length {
            let corner = whole(source, little)?.ok_or_else(ends)?;
            match u32::try_from(corner) {
                Ok(corner) if u64::from(corner) < vertex_count => corners.push(corner),
                _ => return Err(wrong(no_vertex(corner, vertex_count))),
            }
        }
        if layout.colours {
            let count = whole(source, little)?.ok_or_else(ends)?;
            let count =
                u64::try_from(count).map_err(|_| wrong(format!("its colour has {count} components")))?;
            if !source.skip(4 * count)? {
                return Err(ends());
            }
        }
        short_faces += usize::from(!polygons.push(&mut vertices.mesh, &corners).map_err(wrong)?);
    }
    let more = source.count_rest()?;
    let mut scene = vertices.finished(source, Stored::Single, short_faces)?;
    if more > 0 {
        let what = format!("bytes after the last face that the header states are ignored: {more}");
        scene.warnings.push(Warning::new(WarningKind::Trailing, what));
    }
    Ok(scene)
}

/// Returns the next number, or `None` at the end of the file.
fn whole(source: &mut Source<'_>, little: bool) -> Result<Option<i32>, ReadError> {
    let bytes = source.take(4)?.try_into().ok();
    Ok(bytes.map(if little { i32::from_le_bytes } else { i32::from_be_bytes }))
}
