//! Cases from test suites and bug reports of other libraries.
//!
//! Decisions must be correct in every case, however close to the boundary; distances must be
//! accurate to 16 ulp of the largest coordinate.

use serde_json::Value;
use std::path::{Path, PathBuf};

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/foreign");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the repository has cases/foreign")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ndjson"))
        .collect();
    files.sort();
    files
}

/// Returns the largest absolute number in a request's shapes.
fn largest(value: &Value) -> f64 {
    match value {
        Value::Number(number) => number.as_f64().unwrap_or(0.0).abs(),
        Value::Array(items) => items.iter().map(largest).fold(0.0, f64::max),
        Value::Object(members) => members.values().map(largest).fold(0.0, f64::max),
        _ => 0.0,
    }
}

/// Returns a description of a wrong answer, or `None`.
fn complaint(case: &Value, answer: &Value) -> Option<String> {
    let (request, expect) = (&case["request"], &case["expect"]);
    if let Some(expected) = expect["intersects"].as_bool() {
        return (answer["intersects"].as_bool() != Some(expected)).then(|| format!("must be {expected}"));
    }
    let expected = expect["distance"].as_f64().expect("a case expects a yes or no, or a distance");
    let epsilon = if request["precision"] == "f32" { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let tolerance = 16.0 * epsilon * largest(&request["a"]).max(largest(&request["b"]));
    let off = answer["distance"].as_f64().map(|distance| (distance - expected).abs());
    let right = off.is_some_and(|off| off <= tolerance) && (answer["distance"] == 0) == (expected == 0.0);
    (!right).then(|| format!("must be {expected}"))
}

#[test]
fn other_libraries_cases_are_answered_right() {
    let mut complaints = Vec::new();
    for path in case_files() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let requests: Vec<_> = cases.iter().map(|case| case["request"].to_string()).collect();
        let output = assert_cmd::cargo::cargo_bin_cmd!("barycast")
            .arg("query")
            .write_stdin(requests.join("\n"))
            .output()
            .expect("the program runs");
        let answers: Vec<Value> = String::from_utf8(output.stdout)
            .expect("UTF-8")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(answers.len(), cases.len(), "{}: an answer for each case", path.display());
        let before = complaints.len();
        for (case, answer) in cases.iter().zip(&answers) {
            if let Some(complaint) = complaint(case, answer) {
                complaints
                    .push(format!("{complaint}, is {answer}\n  {}\n  {}", case["request"], case["source"]));
            }
        }
        let right = cases.len() - (complaints.len() - before);
        let name = path.file_stem().unwrap_or_default().display();
        println!("{name}: {right} of {} right", cases.len());
    }
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}
