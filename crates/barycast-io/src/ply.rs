//! PLY: a header that describes the elements, then `vertex` and `face` elements, as text or binary.
//!
//! The crate `ply-rs-bw` is not used: it rejects numbers such as `.5` and `1.`, comments that are
//! not UTF-8 and lone CR line ends, and reads lines of any length into memory. [PLY]

use crate::polygon::Polygons;
use crate::precision::{Digits, Stored};
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::{Source, coordinate, name, shown, whole, words};
use crate::{Mesh, ReadError, Scene, Warning, WarningKind};
use glam::DVec3;

/// Reads the vertices, faces and triangle strips of the file; everything else is ignored.
pub(crate) fn read(mut source: Source<'_>) -> Result<Scene, ReadError> {
    let path = &source.path().to_owned();
    let Header { encoding, elements, first_unknown } = header(&mut source)?;
    let count_of = |name: &str| elements.iter().filter(|e| e.name == name).map(|e| e.count).sum::<u64>();
    let mut reader = Reader {
        encoding,
        vertices: count_of("vertex"),
        mesh: Mesh { name: file_name(path), ..Mesh::default() },
        short_faces: 0,
        point: DVec3::ZERO,
        corners: Vec::new(),
        polygons: Polygons::default(),
        digits: Digits::default(),
        is_strip: false,
        longer: 0,
        first_longer: None,
    };
    for element in &elements {
        reader.element(&mut source, element)?;
    }
    let rest = match encoding {
        Encoding::Text => source.next_full_line()?.map(|(line, _)| ReadError::line(path, line, AFTER)),
        _ => source.has_more()?.then(|| ReadError::content(path, AFTER)),
    };
    if let Some(error) = rest {
        return Err(error);
    }
    let unknown = first_unknown.map(|line| {
        let text = "the header has a line without a keyword, which is ignored";
        Warning { line: Some(line), ..Warning::new(WarningKind::Header, text) }
    });
    let warnings = unknown.into_iter().chain(reader.warning()).collect();
    let Reader { mut mesh, short_faces, mut polygons, digits, .. } = reader;
    let stored = match encoding {
        Encoding::Text => Stored::Text(digits),
        _ => stored(&elements),
    };
    polygons.finish(&mut mesh).map_err(|what| ReadError::content(path, what))?;
    Ok(Scene { warnings, short_faces, ..Scene::single(mesh.finished(path, stored, short_faces)?) })
}

/// Name of the element of triangle strips.
const STRIPS: &str = "tristrips";
/// Index that separates two strips of a list.
const RESTART: u32 = u32::MAX;

const AFTER: &str = "data follows the last element that the header states";

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Text,
    Little,
    Big,
}

struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
    /// Line number of a header line without a keyword.
    first_unknown: Option<usize>,
}

/// A type of element with its number of items and their properties.
struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

struct Property {
    role: Role,
    /// Type of a list's length, for lists.
    length: Option<Number>,
    number: Number,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Coordinate(usize),
    Corners,
    Ignored,
}

#[derive(Clone, Copy)]
enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Number {
    fn named(name: &[u8]) -> Result<Self, String> {
        Ok(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => {
                return Err(format!(
                    "a number type such as float or uchar must stand here, got '{}'",
                    shown(name)
                ));
            }
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::I8 => "char",
            Self::U8 => "uchar",
            Self::I16 => "short",
            Self::U16 => "ushort",
            Self::I32 => "int",
            Self::U32 => "uint",
            Self::F32 => "float",
            Self::F64 => "double",
        }
    }

    /// Tests whether the integer is in the range of the type.
    fn holds(self, number: i64) -> bool {
        match self {
            Self::I8 => i8::try_from(number).is_ok(),
            Self::U8 => u8::try_from(number).is_ok(),
            Self::I16 => i16::try_from(number).is_ok(),
            Self::U16 => u16::try_from(number).is_ok(),
            Self::I32 => i32::try_from(number).is_ok(),
            Self::U32 => u32::try_from(number).is_ok(),
            Self::F32 | Self::F64 => true,
        }
    }

    /// Tests whether the word is a number of the type. Floats are rounded and may be NaN or
    /// infinite.
    fn check(self, word: &[u8]) -> Result<(), String> {
        let fits = if self.is_whole() {
            whole(word).is_some_and(|number| self.holds(number))
        } else {
            std::str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok())
        };
        if fits { Ok(()) } else { Err(self.refuses(word)) }
    }

    fn refuses(self, word: &[u8]) -> String {
        format!("'{}' is not a number of type {}", shown(word), self.name())
    }

    fn is_whole(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }

    /// Decodes a number from `size` bytes; all types fit into `f64`.
    fn decode(self, bytes: &[u8], encoding: Encoding) -> Option<f64> {
        macro_rules! number {
            ($number:ty) => {{
                let bytes = bytes.try_into().ok()?;
                f64::from(match encoding {
                    Encoding::Big => <$number>::from_be_bytes(bytes),
                    _ => <$number>::from_le_bytes(bytes),
                })
            }};
        }
        Some(match self {
            Self::I8 => number!(i8),
            Self::U8 => number!(u8),
            Self::I16 => number!(i16),
            Self::U16 => number!(u16),
            Self::I32 => number!(i32),
            Self::U32 => number!(u32),
            Self::F32 => number!(f32),
            Self::F64 => number!(f64),
        })
    }
}

fn header(source: &mut Source<'_>) -> Result<Header, ReadError> {
    let path = source.path().to_owned();
    let wrong = |line: usize, what: String| ReadError::line(&path, line, what);
    match source.next_line()? {
        Some((_, line)) if line.trim_ascii_end() == b"ply" => {}
        _ => return Err(wrong(1, "a PLY file begins with the line 'ply'".to_owned())),
    }
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut last = 1;
    let mut first_unknown = None;
    while let Some((number, line)) = source.next_line()? {
        last = number;
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        match words.next() {
            None | Some(b"comment" | b"obj_info") => {}
            Some(b"format") => {
                encoding = Some(match words.next() {
                    Some(b"ascii") => Encoding::Text,
                    Some(b"binary_little_endian") => Encoding::Little,
                    Some(b"binary_big_endian") => Encoding::Big,
                    other => {
                        let got = shown(other.unwrap_or_default());
                        let what = format!(
                            "format must be ascii, binary_little_endian or binary_big_endian, got '{got}'"
                        );
                        return Err(wrong(number, what));
                    }
                });
                let version = words.next().unwrap_or_default();
                if version != b"1.0" {
                    let what = format!("the version of the format must be 1.0, got '{}'", shown(version));
                    return Err(wrong(number, what));
                }
            }
            Some(b"element") => {
                let name = name(words.next().unwrap_or_default());
                let count = words.next().and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
                let count = count.ok_or_else(|| wrong(number, format!("element {name} needs a count")))?;
                if (name == "vertex" || name == "face") && elements.iter().any(|e| e.name == name) {
                    return Err(wrong(number, format!("the header has element {name} twice")));
                }
                if name == "vertex" && count > MAX_VERTICES as u64 {
                    return Err(wrong(number, format!("more than {MAX_VERTICES} vertices")));
                }
                elements.push(Element { name, count, properties: Vec::new() });
            }
            Some(b"property") => {
                let element = elements.last_mut();
                let element =
                    element.ok_or_else(|| wrong(number, "a property precedes all elements".to_owned()))?;
                let property = property(&element.name, words).map_err(|what| wrong(number, what))?;
                element.properties.push(property);
            }
            Some(b"end_header") => {
                let Some(encoding) = encoding else {
                    return Err(wrong(number, "the header has no line 'format'".to_owned()));
                };
                check(&elements).map_err(|what| wrong(number, what))?;
                if encoding != Encoding::Text {
                    source.end_lines()?;
                }
                return Ok(Header { encoding, elements, first_unknown });
            }
            // Some programs write comments without the word `comment`.
            Some(_) if elements.is_empty() => {
                first_unknown.get_or_insert(number);
            }
            Some(other) => {
                return Err(wrong(number, format!("the header has an unknown line '{}'", shown(other))));
            }
        }
    }
    Err(wrong(last, "the header does not end with 'end_header'".to_owned()))
}

/// Parses the rest of a line after the word `property`.
fn property<'a>(element: &str, mut words: impl Iterator<Item = &'a [u8]>) -> Result<Property, String> {
    let mut next = || words.next().ok_or_else(|| "a property needs a type and a name".to_owned());
    let first = next()?;
    let (length, number) =
        if first == b"list" { (Some(Number::named(next()?)?), next()?) } else { (None, first) };
    let number = Number::named(number)?;
    if length.is_some_and(|length| !length.is_whole()) {
        return Err("the length of a list must be of a whole number type".to_owned());
    }
    let name = next()?;
    let role = match (element, name, length) {
        ("vertex", b"x", None) => Role::Coordinate(0),
        ("vertex", b"y", None) => Role::Coordinate(1),
        ("vertex", b"z", None) => Role::Coordinate(2),
        ("face" | STRIPS, b"vertex_indices" | b"vertex_index", Some(_)) if number.is_whole() => Role::Corners,
        _ => Role::Ignored,
    };
    Ok(Property { role, length, number })
}

/// Tests whether vertices have coordinates, and faces and strips have corners.
fn check(elements: &[Element]) -> Result<(), String> {
    let count = |element: &Element, role| element.properties.iter().filter(|p| p.role == role).count();
    let vertex = elements.iter().find(|element| element.name == "vertex");
    let vertex = vertex.ok_or("the header has no element vertex")?;
    for (index, axis) in ["x", "y", "z"].into_iter().enumerate() {
        if count(vertex, Role::Coordinate(index)) != 1 {
            return Err(format!("element vertex must have one property {axis}, a number"));
        }
    }
    for name in ["face", STRIPS] {
        let element = elements.iter().find(|element| element.name == name && element.count > 0);
        if element.is_some_and(|element| count(element, Role::Corners) != 1) {
            return Err(format!(
                "element {name} must have one property vertex_indices, a list of whole numbers"
            ));
        }
    }
    Ok(())
}

/// Returns the coarsest type of the coordinates.
fn stored(elements: &[Element]) -> Stored {
    let properties = elements.iter().flat_map(|element| &element.properties);
    let types = properties.filter(|property| matches!(property.role, Role::Coordinate(_)));
    let mut types = types.map(|property| property.number);
    if types.clone().any(Number::is_whole) {
        Stored::Steps(1.0)
    } else if types.any(|number| matches!(number, Number::F32)) {
        Stored::Single
    } else {
        Stored::Double
    }
}

struct Reader {
    encoding: Encoding,
    /// Number of vertices that the header states; a file with fewer is an error.
    vertices: u64,
    mesh: Mesh,
    /// Number of faces without a triangle.
    short_faces: usize,
    /// Coordinates and corners of the current item.
    point: DVec3,
    corners: Vec<u32>,
    polygons: Polygons,
    digits: Digits,
    /// Whether corners are those of strips, separated by -1.
    is_strip: bool,
    /// Number of faces with more numbers than the header states, and the line of the first.
    longer: usize,
    first_longer: Option<usize>,
}

impl Reader {
    fn element(&mut self, source: &mut Source<'_>, element: &Element) -> Result<(), ReadError> {
        let path = source.path().to_owned();
        let ends = |index: u64| {
            let (item, count) = (format!("{} {index}", element.name), element.count);
            ReadError::item(&path, item, format!("the file ends here, but its header states {count}"))
        };
        let is_vertex = element.name == "vertex";
        let is_face = element.name == "face";
        self.is_strip = element.name == STRIPS;
        let smallest = element.smallest(self.encoding);
        if element.properties.is_empty() {
            return Ok(());
        }
        if !is_vertex && !is_face && !self.is_strip && self.encoding != Encoding::Text && element.is_fixed() {
            let before = source.given();
            let complete = source.skip(element.count.saturating_mul(smallest as u64))?;
            return if complete { Ok(()) } else { Err(ends((source.given() - before) / smallest as u64)) };
        }
        if is_vertex {
            self.mesh.vertices.reserve_exact(source.room(element.count, smallest));
        } else if is_face {
            self.mesh.triangles.reserve_exact(source.room(element.count, smallest));
        }
        for index in 0..element.count {
            self.corners.clear();
            if self.encoding == Encoding::Text {
                let Some((line, text)) = source.next_full_line()? else { return Err(ends(index)) };
                let read = self.text_item(text, element);
                let is_longer = read.map_err(|what| ReadError::line(&path, line, what))?;
                if is_longer {
                    self.longer += 1;
                    self.first_longer.get_or_insert(line);
                }
            } else if let Some(what) = self.binary_item(source, element)? {
                let item = format!("{} {index}", element.name);
                return Err(if what.is_empty() { ends(index) } else { ReadError::item(&path, item, what) });
            }
            if is_vertex {
                self.mesh.vertices.push(self.point);
            } else if is_face {
                let pushed = self.polygons.push(&mut self.mesh, &self.corners);
                let pushed = pushed.map_err(|what| ReadError::item(&path, format!("face {index}"), what))?;
                self.short_faces += usize::from(!pushed);
            } else if self.is_strip {
                self.push_strips();
            }
        }
        Ok(())
    }

    /// Reads an item. Returns `true` for a face whose line has more numbers than the header states,
    /// as `MeshLab` writes.
    fn text_item(&mut self, line: &[u8], element: &Element) -> Result<bool, String> {
        let mut words = words(line);
        let mut next = || words.next().ok_or_else(|| format!("{} has too few numbers", element.name));
        for Property { role, length, number } in &element.properties {
            let Some(length_type) = length else {
                let word = next()?;
                if let Role::Coordinate(axis) = *role {
                    self.point[axis] = coordinate(word, ["x", "y", "z"][axis], &mut self.digits)?;
                } else {
                    number.check(word)?;
                }
                continue;
            };
            let word = next()?;
            let length = whole(word).filter(|length| *length >= 0);
            let length =
                length.ok_or_else(|| format!("a list begins with its length, got '{}'", shown(word)))?;
            if !length_type.holds(length) {
                return Err(length_type.refuses(word));
            }
            for _ in 0..length {
                let word = next()?;
                if *role == Role::Corners {
                    let index = whole(word);
                    let index =
                        index.ok_or_else(|| format!("a face needs vertex numbers, got '{}'", shown(word)))?;
                    self.corner(index)?;
                    if !number.holds(index) {
                        return Err(number.refuses(word));
                    }
                } else {
                    number.check(word)?;
                }
            }
        }
        match words.next() {
            Some(_) if element.name == "face" => Ok(true),
            Some(_) => Err(format!("{} has more numbers than properties", element.name)),
            None => Ok(false),
        }
    }

    /// Reads an item. Returns the error, if any; empty text stands for the end of the file.
    fn binary_item(
        &mut self,
        source: &mut Source<'_>,
        element: &Element,
    ) -> Result<Option<String>, ReadError> {
        let encoding = self.encoding;
        let ends = Ok(Some(String::new()));
        for Property { role, length, number } in &element.properties {
            let Some(length) = length else {
                let Some(value) = number.decode(source.take(number.size())?, encoding) else { return ends };
                if let Role::Coordinate(axis) = *role {
                    if !value.is_finite() {
                        return Ok(Some(format!("{} must be finite, got {value}", ["x", "y", "z"][axis])));
                    }
                    self.point[axis] = value;
                }
                continue;
            };
            let Some(length) = length.decode(source.take(length.size())?, encoding) else { return ends };
            if length < 0.0 {
                return Ok(Some(format!("a list has length {length}")));
            }
            let length = length as u64;
            if *role != Role::Corners {
                if !source.skip(length * number.size() as u64)? {
                    return ends;
                }
                continue;
            }
            for _ in 0..length {
                let Some(index) = number.decode(source.take(number.size())?, encoding) else { return ends };
                if let Err(what) = self.corner(index as i64) {
                    return Ok(Some(what));
                }
            }
        }
        Ok(None)
    }

    /// Appends the triangles of the strips. Every second one has the opposite orientation.
    fn push_strips(&mut self) {
        for strip in self.corners.split(|corner| *corner == RESTART) {
            for (index, corners) in strip.windows(3).enumerate() {
                let (a, b) = if index % 2 == 0 { (corners[0], corners[1]) } else { (corners[1], corners[0]) };
                self.mesh.triangles.push([a, b, corners[2]]);
            }
        }
    }

    fn warning(&self) -> Option<Warning> {
        let faces = match self.longer {
            0 => return None,
            1 => "1 face has".to_owned(),
            many => format!("{many} faces have"),
        };
        let text = format!("{faces} more numbers than the header states: the rest of the line is ignored");
        Some(Warning { line: self.first_longer, ..Warning::new(WarningKind::Numbers, text) })
    }

    fn corner(&mut self, index: i64) -> Result<(), String> {
        if u64::try_from(index).is_ok_and(|index| index < self.vertices) {
            self.corners.push(index as u32);
            return Ok(());
        }
        if self.is_strip && index == -1 {
            self.corners.push(RESTART);
            return Ok(());
        }
        let count = self.vertices;
        Err(format!("face refers to vertex {index} (numbered from 0), but there are {count}"))
    }
}

impl Element {
    fn is_fixed(&self) -> bool {
        self.properties.iter().all(|property| property.length.is_none())
    }

    /// Returns the least number of bytes of an item.
    fn smallest(&self, encoding: Encoding) -> usize {
        let bytes = |property: &Property| match encoding {
            // A digit and a separator.
            Encoding::Text => 2,
            _ => property.length.unwrap_or(property.number).size(),
        };
        let corners = self.properties.iter().filter(|property| property.role == Role::Corners);
        // Most faces have three corners or more; for the others the capacity grows as needed.
        let corners = corners.map(|p| 3 * if encoding == Encoding::Text { 2 } else { p.number.size() });
        self.properties.iter().map(bytes).sum::<usize>() + corners.sum::<usize>()
    }
}
