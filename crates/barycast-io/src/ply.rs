//! PLY: a header that says what follows, then `vertex` and `face` elements, as text or binary.

use crate::{Mesh, ReadError};
use glam::DVec3;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{Encoding, PropertyAccess, PropertyAccessResult};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The vertices and faces of the file; everything else is passed over.
pub(crate) fn read(path: &Path) -> Result<Mesh, ReadError> {
    let file = File::open(path).map_err(|error| ReadError::io(path, error))?;
    let mut reader = Reader::new(BufReader::new(file));
    let header = Parser::<Ignored>::new().read_header(&mut reader).map_err(|e| fault(path, true, &e))?;
    let has_lines = header.encoding == Encoding::Ascii;
    let fault = |error: ParseError| fault(path, has_lines, &error);
    let mut mesh = Mesh::default();
    for (name, element) in &header.elements {
        match name.as_ref() {
            "vertex" => {
                let vertices =
                    Parser::<Vertex>::new().read_payload_for_element(&mut reader, element, &header);
                mesh.vertices = vertices.map_err(fault)?.into_iter().map(|vertex| vertex.0).collect();
            }
            "face" => {
                let faces = Parser::<Face>::new().read_payload_for_element(&mut reader, element, &header);
                for (index, Face(corners)) in faces.map_err(fault)?.into_iter().enumerate() {
                    let corners: Result<Vec<u32>, _> = corners.into_iter().map(u32::try_from).collect();
                    let corners = corners.map_err(|_| {
                        ReadError::content(path, format!("face {index} names a vertex below 0"))
                    })?;
                    mesh.push_polygon(&corners);
                }
            }
            _ => {
                Parser::<Ignored>::new()
                    .read_payload_for_element(&mut reader, element, &header)
                    .map_err(fault)?;
            }
        }
    }
    mesh.checked(path)
}

/// What the parser says, on one line; with its line where the file has lines there.
fn fault(path: &Path, has_lines: bool, error: &ParseError) -> ReadError {
    let said = error.to_string();
    let what = said.split_whitespace().collect::<Vec<_>>().join(" ");
    match error.line().filter(|_| has_lines) {
        Some(line) => {
            let what = what.strip_prefix(&format!("Line {line}: ")).unwrap_or(&what).to_owned();
            ReadError::line(path, line, what)
        }
        None => ReadError::content(path, what),
    }
}

/// An element that is read to get past it.
struct Ignored;

impl PropertyAccess for Ignored {
    fn new() -> Self {
        Self
    }
}

/// `x`, `y`, `z` of any number type; NaN where the file has none.
struct Vertex(DVec3);

impl Vertex {
    fn set(&mut self, name: &str, value: f64) -> PropertyAccessResult {
        match name {
            "x" => self.0.x = value,
            "y" => self.0.y = value,
            "z" => self.0.z = value,
            _ => return PropertyAccessResult::Ignored,
        }
        PropertyAccessResult::Set
    }
}

macro_rules! set_number {
    ($($set:ident $number:ty),*) => {$(
        fn $set(&mut self, name: &str, value: $number) -> PropertyAccessResult {
            self.set(name, f64::from(value))
        }
    )*};
}

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self(DVec3::NAN)
    }

    set_number!(
        set_char i8, set_uchar u8, set_short i16, set_ushort u16, set_int i32, set_uint u32, set_float f32,
        set_double f64
    );
}

/// `vertex_indices` or `vertex_index`, of any whole number type.
struct Face(Vec<i64>);

impl Face {
    fn set(&mut self, name: &str, corners: Vec<i64>) -> PropertyAccessResult {
        if name != "vertex_indices" && name != "vertex_index" {
            return PropertyAccessResult::Ignored;
        }
        self.0 = corners;
        PropertyAccessResult::Set
    }
}

macro_rules! set_list {
    ($($set:ident $number:ty),*) => {$(
        fn $set(&mut self, name: &str, corners: Vec<$number>) -> PropertyAccessResult {
            self.set(name, corners.into_iter().map(i64::from).collect())
        }
    )*};
}

impl PropertyAccess for Face {
    fn new() -> Self {
        Self(Vec::new())
    }

    set_list!(
        set_list_char i8, set_list_uchar u8, set_list_short i16, set_list_ushort u16, set_list_int i32,
        set_list_uint u32
    );
}
