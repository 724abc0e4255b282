//! STL: triangles with three corners each, as text or binary.
//!
//! The crate `stl_io` is not used: it distinguishes text from binary only by the word "solid", with
//! which many binary headers begin, reports no line numbers, reads lines of any length into memory,
//! and stops after the first of several solids. [STL]

use crate::precision::{Digits, Stored};
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::{Source, coordinate, name, point, shown, words};
use crate::{Mesh, ReadError, Scene, Warning, WarningKind};
use glam::DVec3;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;
use std::path::Path;

/// Size of the header before the count, and of a triangle, in bytes.
const HEADER: usize = 80;
const FACET: usize = 50;
/// A binary file contains a zero byte in this many bytes: in an attribute, or in the count.
const PROBE: usize = 1024;

/// Reads a part for each solid. Corners with equal coordinates (-0 equals 0) become one vertex;
/// normals and attributes are ignored.
pub(crate) fn read(mut source: Source<'_>) -> Result<Scene, ReadError> {
    let path = &source.path().to_owned();
    let size = source.size();
    let begin = source.peek(PROBE)?;
    let count =
        begin.get(HEADER..HEADER + 4).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?)));
    let fits = count.is_some_and(|count| size == (HEADER + 4) as u64 + FACET as u64 * u64::from(count));
    let solid = begin.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    match count {
        _ if solid && !fits && !begin.contains(&0) => {
            let error = match lines(&mut source) {
                Ok(scene) => return Ok(scene),
                Err(error) => error,
            };
            // The error of the usual layout is reported.
            let again = if source.rewind()? { by_words(&mut source).ok() } else { None };
            again.ok_or(error)
        }
        // The size of a pipe is unknown.
        Some(count) if fits || size == 0 || begin.contains(&0) => binary(source, count),
        _ => Err(ReadError::content(path, "neither text ('solid ...') nor binary STL (at least 84 bytes)")),
    }
}

fn binary(mut source: Source, counted: u32) -> Result<Scene, ReadError> {
    let path = source.path().to_owned();
    let mut solid = Solid::new(file_name(&path));
    source.skip((HEADER + 4) as u64)?;
    let there = source.size().saturating_sub(source.given()) / FACET as u64;
    // Some programs write the count last or never.
    let is_uncounted = counted == 0 && there > 0;
    let count = if is_uncounted { there } else { u64::from(counted) };
    solid.mesh.triangles.reserve_exact(source.room(count, FACET));
    let mut warnings = Vec::new();
    if is_uncounted {
        let what = format!("the header states 0 facets, but {there} follow: all are read");
        warnings.push(Warning::new(WarningKind::Count, what));
    }
    for index in 0..count {
        let facet = source.take(FACET)?;
        if facet.len() < FACET {
            let what = format!("the file ends here, but its header states {count}");
            return Err(ReadError::item(&path, format!("facet {index}"), what));
        }
        // The normal comes first.
        let (numbers, _) = facet[12..48].as_chunks::<4>();
        let number = |i: usize| f64::from(f32::from_le_bytes(numbers[i]));
        for corner in 0..3 {
            let [x, y, z] = [0, 1, 2].map(|axis| number(3 * corner + axis));
            let what = match DVec3::new(x, y, z) {
                place if place.is_finite() => match solid.corner(corner, place) {
                    Ok(()) => continue,
                    Err(what) => what,
                },
                place => format!("corner {corner} must be finite, got {place}"),
            };
            return Err(ReadError::item(&path, format!("facet {index}"), what));
        }
        solid.facet();
    }
    let more = source.count_rest()?;
    if more > 0 {
        let bytes = if more == 1 { "1 byte follows".to_owned() } else { format!("{more} bytes follow") };
        let room = if more < FACET as u64 { "" } else { ", room for more facets" };
        let what = format!("{bytes} after the {count} facets that it states{room}: ignored");
        warnings.push(Warning::new(WarningKind::Trailing, what));
    }
    let mesh = solid.mesh.finished(&path, Stored::Single, 0)?;
    Ok(Scene { warnings, ..Scene::single(mesh) })
}

/// Reads text with one statement per line, as most programs write it.
fn lines(source: &mut Source<'_>) -> Result<Scene, ReadError> {
    let path = source.path().to_owned();
    let mut solids = Vec::new();
    let mut open: Option<Solid> = None;
    let mut digits = Digits::default();
    // Number of corners of the current facet; `None` outside a facet.
    let mut corners: Option<usize> = None;
    let mut last = 1;
    while let Some((line, text)) = source.next_full_line()? {
        last = line;
        let mut words = words(text);
        let keyword = words.next().unwrap_or_default().to_ascii_lowercase();
        let wrong = |what: String| ReadError::line(&path, line, what);
        match (&keyword[..], &mut open, &mut corners) {
            (b"solid", None, _) => {
                let name = name(&text.trim_ascii_start()[5..]);
                open = Some(Solid::new(if name.is_empty() { file_name(&path) } else { name }));
            }
            (b"facet", Some(_), None) => corners = Some(0),
            (b"vertex", Some(solid), Some(corner @ 0..3)) => {
                let place = point(&mut words, &mut digits).map_err(wrong)?;
                solid.corner(*corner, place).map_err(wrong)?;
                *corner += 1;
            }
            (b"vertex", Some(_), Some(_)) => {
                return Err(wrong("a facet has only three corners".to_owned()));
            }
            (b"", ..) | (b"outer", Some(_), Some(0)) | (b"endloop", Some(_), Some(3)) => {}
            (b"endfacet", Some(solid), Some(3)) => {
                solid.facet();
                corners = None;
            }
            (b"endloop" | b"endfacet", Some(_), Some(count)) => {
                return Err(wrong(format!("a facet has three corners, got {count}")));
            }
            (b"endsolid", Some(_), None) => solids.extend(open.take()),
            _ => return Err(wrong(format!("'{}' is not expected here", shown(&keyword)))),
        }
        if has_statement(&keyword, words) {
            return Err(wrong(format!("a statement follows '{}' on its line", shown(&keyword))));
        }
    }
    if let Some(solid) = open {
        let what = format!("the file ends within the solid '{}'", shown(solid.mesh.name.as_bytes()));
        return Err(ReadError::line(&path, last, what));
    }
    scene(&path, solids, digits)
}

/// Tests whether the rest of a line contains another statement. A name may contain any words except
/// `facet normal`.
fn has_statement<'a>(keyword: &[u8], mut words: impl Iterator<Item = &'a [u8]>) -> bool {
    if matches!(keyword, b"solid" | b"endsolid") {
        let words: Vec<&[u8]> = words.collect();
        let is_facet =
            |two: &[&[u8]]| two[0].eq_ignore_ascii_case(b"facet") && two[1].eq_ignore_ascii_case(b"normal");
        return words.windows(2).any(is_facet);
    }
    words.any(|word| {
        let all: [&[u8]; 7] = [b"solid", b"facet", b"outer", b"vertex", b"endloop", b"endfacet", b"endsolid"];
        all.iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
    })
}

fn scene(path: &Path, mut solids: Vec<Solid>, digits: Digits) -> Result<Scene, ReadError> {
    solids.retain(|solid| !solid.mesh.triangles.is_empty());
    if solids.is_empty() {
        return Err(ReadError::content(path, "no triangles"));
    }
    let meshes = solids.into_iter().map(|solid| solid.mesh.finished(path, Stored::Text(digits), 0));
    Ok(Scene::in_place(meshes.collect::<Result<_, _>>()?))
}

/// The words of a facet after the first; `.` stands for a number.
const FACET_WORDS: [&[u8]; 20] = [
    b"normal",
    b".",
    b".",
    b".",
    b"outer",
    b"loop",
    b"vertex",
    b".",
    b".",
    b".",
    b"vertex",
    b".",
    b".",
    b".",
    b"vertex",
    b".",
    b".",
    b".",
    b"endloop",
    b"endfacet",
];

/// Position in a text that is read word by word.
enum At {
    Outside,
    /// In the name of a solid, which ends with its line or with a facet.
    Name(Vec<Vec<u8>>),
    Solid,
    /// Before this word of a facet.
    Facet(usize),
    /// After `endsolid`, where the name may be repeated.
    End,
}

/// Reads text with words on arbitrary lines.
fn by_words(source: &mut Source<'_>) -> Result<Scene, ReadError> {
    let path = source.path().to_owned();
    let (mut solids, mut digits) = (Vec::new(), Digits::default());
    let (mut at, mut open, mut place) = (At::Outside, Solid::new(String::new()), [0.0; 3]);
    let begin = |name: &[Vec<u8>]| {
        let name = name.join(&b' ');
        Solid::new(if name.is_empty() {
            file_name(&path)
        } else {
            String::from_utf8_lossy(&name).into_owned()
        })
    };
    while let Some((line, text)) = source.next_full_line()? {
        let wrong = |what: String| ReadError::line(&path, line, what);
        for word in words(text) {
            let keyword = word.to_ascii_lowercase();
            at = match (at, &keyword[..]) {
                (At::Outside | At::End, b"solid") => At::Name(Vec::new()),
                (At::End, _) | (At::Name(_), b"endsolid") => At::End,
                (At::Name(name), b"facet") => {
                    open = begin(&name);
                    At::Facet(0)
                }
                (At::Name(mut name), _) => {
                    name.push(word.to_vec());
                    At::Name(name)
                }
                (At::Solid, b"facet") => At::Facet(0),
                (At::Solid, b"endsolid") => {
                    solids.push(std::mem::replace(&mut open, Solid::new(String::new())));
                    At::End
                }
                (At::Facet(step), keyword) => {
                    if FACET_WORDS[step] != b"." {
                        if keyword != FACET_WORDS[step] {
                            return Err(wrong(format!("'{}' is not expected here", shown(keyword))));
                        }
                    } else if let Some(corner) = step.checked_sub(7).map(|step| step / 4) {
                        let axis = step - 7 - 4 * corner;
                        place[axis] = coordinate(word, ["x", "y", "z"][axis], &mut digits).map_err(wrong)?;
                        if axis == 2 {
                            open.corner(corner, place.into()).map_err(wrong)?;
                        }
                    }
                    if step + 1 == FACET_WORDS.len() {
                        open.facet();
                        At::Solid
                    } else {
                        At::Facet(step + 1)
                    }
                }
                _ => return Err(wrong(format!("'{}' is not expected here", shown(word)))),
            };
        }
        at = match at {
            At::Name(name) => {
                open = begin(&name);
                At::Solid
            }
            At::End => At::Outside,
            at => at,
        };
    }
    if !matches!(at, At::Outside) {
        return Err(ReadError::content(&path, "the file ends within a solid"));
    }
    scene(&path, solids, digits)
}

/// Triangles whose corners become shared vertices.
struct Solid {
    mesh: Mesh,
    /// Vertex indices of the current facet.
    corners: [u32; 3],
    /// Vertex indices by coordinates; only indices, so that no point is stored twice.
    seen: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Solid {
    fn new(name: String) -> Self {
        Self {
            mesh: Mesh { name, ..Mesh::default() },
            corners: [0; 3],
            seen: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    fn corner(&mut self, corner: usize, place: DVec3) -> Result<(), String> {
        let vertices = &mut self.mesh.vertices;
        // -0 + 0 is 0.
        let hash = |place: DVec3| self.hasher.hash_one((place + DVec3::ZERO).to_array().map(f64::to_bits));
        let same = |index: &u32| vertices[*index as usize] == place;
        self.corners[corner] = if let Some(index) = self.seen.find(hash(place), same) {
            *index
        } else {
            if vertices.len() == MAX_VERTICES {
                return Err(format!("more than {MAX_VERTICES} vertices"));
            }
            let index = vertices.len() as u32;
            vertices.push(place);
            self.seen.insert_unique(hash(place), index, |index| hash(vertices[*index as usize]));
            index
        };
        Ok(())
    }

    /// Adds the triangle of the three corners.
    fn facet(&mut self) {
        self.mesh.triangles.push(self.corners);
    }
}
