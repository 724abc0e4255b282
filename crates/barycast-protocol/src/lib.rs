//! The query protocol: one JSON request per line, one JSON answer per line. `barycast query` uses
//! it; other callers, such as web pages or other languages, can supply lines themselves.
//! `docs/query-protocol.md` describes the requests.
//!
//! ```
//! let line = br#"{"op": "distance", "a": {"point": [0, 0]}, "b": {"point": [3, 4]}}"#;
//! let mut answers = Vec::new();
//! assert!(barycast_protocol::answer(line, false, &mut answers));
//! assert!(str::from_utf8(&answers).unwrap().contains(r#""distance":5"#));
//! ```
//!
//! A line passes through `node` (JSON) to `request`, which looks up the reader of its operation in
//! the table of `operations`. The reader takes the options (`options`) and the shapes: `decode`
//! reads shapes from their `fields`, nested shapes in `nested`, grids in `grids`, files in `files`,
//! posed meshes in `posed_mesh`, and shapes defined by an earlier line (`define`) from `names`.
//! `curve` reads curves, and `pair` the two shapes of most operations. The result is a `query`,
//! which calls the library and writes the answer with `encode`.
//!
//! Without the default features `files` and `threads` the crate builds for
//! `wasm32-unknown-unknown`, and its answers are the same: only a mesh given by a path is an error.
//! Without `curves` and `meshes` it is smaller, and their operations are unknown.

#![cfg_attr(not(feature = "curves"), allow(dead_code, reason = "readers of what only curves have"))]

mod any;
#[cfg(feature = "curves")]
mod curve;
mod decode;
mod define;
mod encode;
mod error;
mod fields;
#[cfg(feature = "files")]
mod files;
mod grids;
mod linear;
mod names;
mod nested;
#[cfg(not(feature = "files"))]
mod no_files;
mod node;
mod number;
mod operations;
mod options;
mod pair;
mod posed_mesh;
mod precision;
mod query;
mod request;
mod shape;

use error::{Code, Fault};
use memchr::memmem;
use names::Names;
#[cfg(not(feature = "files"))]
use no_files as files;
use node::{Members, Node};
use precision::Precision;
use request::Request;
#[cfg(feature = "curves")]
pub use shape::{AnyCurve, read_curve, read_surface};
pub use shape::{AnyShape, ShapeFault, read_shape};

/// Largest length of a line in bytes. [`answer`] also accepts longer lines; programs that read
/// lines should stop here and report [`answer_too_long`].
pub const MAX_LINE: usize = 64 << 20;

/// The shapes defined by the lines so far. A clone is cheap, and later definitions do not affect
/// it.
#[derive(Clone, Debug, Default)]
pub struct Session {
    names: Names,
}

impl Session {
    /// Appends the answer to one line, with its line end, and with the steps of the algorithm if
    /// `trace` is set. Returns `false` if the answer is an error. Every line, whatever its bytes,
    /// has one answer, which is one line of JSON. Files that it refers to are read. Definitions of
    /// the line apply to the following lines.
    pub fn answer(&mut self, line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
        let mut names = None;
        let answered = respond(line, trace, &self.names, &mut names, out);
        if let Some(names) = names {
            self.names = names;
        }
        answered
    }

    /// Appends the answer to a line that does not [define](defines), for concurrent use.
    pub fn answer_shared(&self, line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
        respond(line, trace, &self.names, &mut None, out)
    }
}

/// Tests whether the line defines shapes for the following ones.
pub fn defines(line: &[u8]) -> bool {
    // A key may contain escapes.
    let may = memmem::find(line, b"\"define\"").is_some() || memmem::find(line, b"\\u").is_some();
    may && members(line).is_ok_and(|members| members.has("define"))
}

/// Returns the names of the shapes in 2D or 3D, in alphabetical order; none in other dimensions.
///
/// ```
/// assert!(barycast_protocol::shape_names(2).contains(&"sector"));
/// assert!(!barycast_protocol::shape_names(3).contains(&"sector"));
/// ```
pub fn shape_names(dimensions: usize) -> Vec<&'static str> {
    decode::names(dimensions)
}

/// Appends the answer to a line without a session, see [`Session::answer`].
pub fn answer(line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
    Session::default().answer(line, trace, out)
}

fn respond(line: &[u8], trace: bool, names: &Names, defined: &mut Option<Names>, out: &mut Vec<u8>) -> bool {
    let mut members = match members(line) {
        Ok(members) => members,
        Err(fault) => {
            encode::fault(&fault, Some("null"), out);
            return false;
        }
    };
    let id = members.take_raw("id");
    let start = out.len();
    encode::open(id, out);
    let result = match members.take("define") {
        Some(shapes) => define::define(shapes, members, names).map(|names| {
            encode::Answer { precision: Precision::default(), out }.texts("defined", &names.1);
            *defined = Some(names.0);
        }),
        None => Request::read(members, names).and_then(|request| request.answer(trace, out)),
    };
    match result {
        Ok(()) => {
            out.extend_from_slice(b"}\n");
            true
        }
        Err(fault) => {
            out.truncate(start);
            encode::fault(&fault, id, out);
            false
        }
    }
}

/// Returns the members of a request.
fn members(line: &[u8]) -> Result<Members<'_>, Fault> {
    let text = std::str::from_utf8(line).map_err(|_| Fault::bad_json("the line is not UTF-8"))?;
    match node::parse(text)? {
        Node::Object(members) => Ok(members),
        _ => Err(Fault::bad_json("a request must be an object")),
    }
}

/// Appends the answer to a line that was abandoned after this many seconds.
pub fn answer_timed_out(line: &[u8], seconds: f64, out: &mut Vec<u8>) {
    let mut members = members(line);
    let id = members.as_mut().map_or(Some("null"), |members| members.take_raw("id"));
    let message = format!("no answer within {seconds} s");
    encode::fault(&Fault { code: Code::Timeout, field: None, message }, id, out);
}

/// Appends the answer to a line longer than [`MAX_LINE`].
pub fn answer_too_long(out: &mut Vec<u8>) {
    let message = format!("the line is longer than {} MiB", MAX_LINE >> 20);
    encode::fault(&Fault::bad_json(message), Some("null"), out);
}
