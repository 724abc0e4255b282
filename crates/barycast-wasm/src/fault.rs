//! Errors as they cross the border.

use wasm_bindgen::prelude::JsValue;

/// Builds the error that JavaScript turns into a `BarycastError`.
pub(crate) fn error(code: &str, field: &str, message: &str) -> JsValue {
    serde_json::json!({ "code": code, "field": field, "message": message }).to_string().into()
}

/// Checks that a list consists of whole groups of numbers.
pub(crate) fn groups(name: &str, length: usize, group: usize) -> Result<(), JsValue> {
    if length % group == 0 {
        return Ok(());
    }
    let message = format!("{name} must have a length that is a multiple of {group}, got {length}");
    Err(error("invalid_shape", name, &message))
}
