//! The query protocol: one request a line, one answer a line.
//!
//! A line goes through [`node`] (JSON), [`decode`] (shapes, from their [`fields`]; those made of shapes in [`nested`], those over
//! grids in [`grids`], those in files in [`files`]; what moves in [`motion`], curves in [`curves`], surfaces in [`surfaces`], tubes in [`tubes`];
//! what is projected or clipped in [`framing`]), [`evaluate`] (the library) and [`encode`] (text).

mod curves;
mod decode;
mod encode;
mod error;
mod evaluate;
mod fields;
mod files;
mod framing;
mod grids;
mod motion;
mod nested;
mod node;
mod number;
mod request;
mod shape;
mod surfaces;
mod tubes;

use error::Fault;
use node::Node;
use request::Request;

/// Appends the answer to one line, with its line end, and with the steps that lead to it if asked; `false` when the
/// answer is an error.
pub(crate) fn answer(line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
    let parsed = std::str::from_utf8(line).map_err(|_| Fault::bad_json("the line is not UTF-8"));
    let node = match parsed.and_then(node::parse) {
        Ok(node) => node,
        Err(fault) => {
            encode::fault(&fault, Some("null"), out);
            return false;
        }
    };
    let Node::Object(mut members) = node else {
        encode::fault(&Fault::bad_json("a request is an object"), Some("null"), out);
        return false;
    };
    let id = members.take_raw("id");
    let start = out.len();
    encode::open(id, out);
    match Request::read(members).and_then(|request| evaluate::answer(&request, trace, out)) {
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

/// Appends the answer to a line that is longer than the protocol allows.
pub(crate) fn answer_too_long(limit: usize, out: &mut Vec<u8>) {
    let message = format!("the line is longer than {} MiB", limit >> 20);
    encode::fault(&Fault::bad_json(message), Some("null"), out);
}
