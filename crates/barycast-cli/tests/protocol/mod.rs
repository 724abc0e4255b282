//! One query of the protocol, run by the program.

use assert_cmd::Command;
use serde_json::{Value, json};

/// Returns the program's answer.
#[track_caller]
pub(crate) fn query(op: &str, a: &Value, b: &Value, more: &Value) -> Value {
    let mut request = json!({"op": op, "a": a, "b": b});
    for (key, value) in more.as_object().into_iter().flatten() {
        request[key] = value.clone();
    }
    let mut program: Command = assert_cmd::cargo::cargo_bin_cmd!("barycast");
    let output = program.arg("query").write_stdin(request.to_string()).output().expect("it runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Returns no options.
pub(crate) fn none() -> Value {
    json!({})
}
