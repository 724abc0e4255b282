//! barycast for WebAssembly: the query protocol, meshes of triangles and scenes over typed arrays,
//! mesh files and moving bodies.
//!
//! `web/package` wraps these functions in the API that JavaScript sees and documents it. Errors
//! cross the border as JSON, `{"code", "field", "message"}`, and become a `BarycastError` there.

#[cfg(feature = "full")]
mod fault;
#[cfg(feature = "full")]
mod file;
#[cfg(feature = "full")]
mod mesh;
#[cfg(feature = "full")]
mod scene;
#[cfg(feature = "full")]
mod world;

use barycast_protocol::Session;
use wasm_bindgen::prelude::*;

/// The shapes that earlier lines defined.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Protocol {
    session: Session,
}

#[wasm_bindgen]
impl Protocol {
    /// Starts without defined shapes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the answer to a line, without a line end.
    pub fn query(&mut self, line: &str, trace: bool) -> String {
        let mut answer = Vec::new();
        self.session.answer(line.as_bytes(), trace, &mut answer);
        answer.pop_if(|last| *last == b'\n');
        text(answer)
    }

    /// Returns the answers to all lines that are not blank, a line each.
    pub fn query_lines(&mut self, lines: &str, trace: bool) -> String {
        let mut answers = Vec::new();
        for line in lines.split('\n').filter(|line| !line.trim_ascii().is_empty()) {
            if line.len() > barycast_protocol::MAX_LINE {
                barycast_protocol::answer_too_long(&mut answers);
            } else {
                self.session.answer(line.as_bytes(), trace, &mut answers);
            }
        }
        text(answers)
    }
}

/// Returns answers as a string. They are always UTF-8.
fn text(answers: Vec<u8>) -> String {
    String::from_utf8(answers).unwrap_or_else(|bytes| String::from_utf8_lossy(bytes.as_bytes()).into_owned())
}
