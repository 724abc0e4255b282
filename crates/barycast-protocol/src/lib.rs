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
//! A line goes through `node` (JSON), `decode` (shapes, from their `fields`; those made of shapes in `nested`, those over
//! grids in `grids`, those in files in `files`; what moves in `motion`, curves in `curves`, surfaces in `surfaces`, tubes in `tubes`;
//! what is projected or clipped in `framing`), `evaluate` (the library) and `encode` (text).

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

/// The most bytes that a line may have. [`answer`] answers longer ones too: whoever reads lines stops here, and says so by
/// [`answer_too_long`].
pub const MAX_LINE: usize = 64 << 20;

/// Appends the answer to one line, with its line end, and with the steps that lead to it if `trace` asks for them; `false` when the answer is
/// an error. Every line has one answer, which is one line of JSON, whatever its bytes are; files that it names are read.
pub fn answer(line: &[u8], trace: bool, out: &mut Vec<u8>) -> bool {
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

/// Appends the answer to a line that is longer than [`MAX_LINE`].
pub fn answer_too_long(out: &mut Vec<u8>) {
    let message = format!("the line is longer than {} MiB", MAX_LINE >> 20);
    encode::fault(&Fault::bad_json(message), Some("null"), out);
}
