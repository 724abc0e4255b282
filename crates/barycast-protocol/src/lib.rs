//! The query protocol: one request a line, one answer a line, in JSON: what the program's `barycast query` answers, for whoever brings the
//! lines another way (a web page, another language). `docs/query-protocol.md` tells what may be asked.
//!
//! ```
//! let line = br#"{"op": "distance", "a": {"point": [0, 0]}, "b": {"point": [3, 4]}}"#;
//! let mut answers = Vec::new();
//! assert!(barycast_protocol::answer(line, false, &mut answers));
//! assert!(str::from_utf8(&answers).unwrap().contains(r#""distance":5"#));
//! ```
//!
//! A line goes through `node` (JSON) to `request`, which finds the reader of its operation in the
//! table of `operations`. Each reader takes its options (`options`) and its shapes: `decode` reads
//! them from their `fields`, those made of shapes in `nested`, those over grids in `grids`, those
//! in files in `files`, posed meshes in `posed_mesh`, those that a line before has defined
//! (`define`) from `names`; `curve` reads curves, and `pair` the two shapes of most operations.
//! What the reader makes is a `question`; it has the library answer, and writes the answer by
//! `encode`.

mod any;
mod curve;
mod decode;
mod define;
mod encode;
mod error;
mod fields;
mod files;
mod grids;
mod linear;
mod names;
mod nested;
mod node;
mod number;
mod operations;
mod options;
mod pair;
mod posed_mesh;
mod precision;
mod question;
mod request;

use error::{Code, Fault};
use memchr::memmem;
use names::Names;
use node::{Members, Node};
use precision::Precision;
use request::Request;

/// The most bytes that a line may have. [`answer`] answers longer ones too: whoever reads lines stops here, and says so by
/// [`answer_too_long`].
pub const MAX_LINE: usize = 64 << 20;

/// What the lines so far have defined. A copy costs little, and keeps what it knows: definitions that follow do not reach it.
#[derive(Clone, Debug, Default)]
pub struct Session {
    names: Names,
}

impl Session {
    /// Appends the answer to one line, with its line end, and with the steps that lead to it if `trace` asks for them; `false` when the
    /// answer is an error. Every line has one answer, which is one line of JSON, whatever its bytes are; files that it names are
    /// read. What the line defines is known to those that follow.
    pub fn answer(&mut self, line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
        let mut names = None;
        let answered = respond(line, trace, &self.names, &mut names, out);
        if let Some(names) = names {
            self.names = names;
        }
        answered
    }

    /// The same of a line that does not [define](defines), for many at once.
    pub fn answer_shared(&self, line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
        respond(line, trace, &self.names, &mut None, out)
    }
}

/// The line defines shapes for those that follow.
pub fn defines(line: &[u8]) -> bool {
    // A key may be written with escapes.
    let may = memmem::find(line, b"\"define\"").is_some() || memmem::find(line, b"\\u").is_some();
    may && members(line).is_ok_and(|members| members.has("define"))
}

/// Appends the answer to one line, as [`Session::answer`] does for a line that follows no others.
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

/// The members of a request.
fn members(line: &[u8]) -> Result<Members<'_>, Fault> {
    let text = std::str::from_utf8(line).map_err(|_| Fault::bad_json("the line is not UTF-8"))?;
    match node::parse(text)? {
        Node::Object(members) => Ok(members),
        _ => Err(Fault::bad_json("a request is an object")),
    }
}

/// Appends the answer to a line that was given up after so many seconds.
pub fn answer_timed_out(line: &[u8], seconds: f64, out: &mut Vec<u8>) {
    let mut members = members(line);
    let id = members.as_mut().map_or(Some("null"), |members| members.take_raw("id"));
    let message = format!("no answer within {seconds} s");
    encode::fault(&Fault { code: Code::Timeout, field: None, message }, id, out);
}

/// Appends the answer to a line that is longer than [`MAX_LINE`].
pub fn answer_too_long(out: &mut Vec<u8>) {
    let message = format!("the line is longer than {} MiB", MAX_LINE >> 20);
    encode::fault(&Fault::bad_json(message), Some("null"), out);
}
