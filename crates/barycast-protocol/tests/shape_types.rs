//! The TypeScript types of the npm package and the shapes of the protocol.

use barycast_protocol::shape_names;
use serde_json::{Value, json};
use std::path::Path;

#[path = "../examples/shape_types.rs"]
mod shape_types;
use shape_types::SHAPES;

#[test]
fn the_types_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/package/shapes.d.ts");
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let command = "cargo run -p barycast-protocol --example shape_types > web/package/shapes.d.ts";
    assert!(found == shape_types::file(), "{} is out of date: {command}", path.display());
}

#[test]
fn every_shape_has_a_type_and_every_type_a_shape() {
    for (dimensions, example) in [(2, 3), (3, 4)] {
        let example = |row: &shape_types::Row| if example == 3 { row.3 } else { row.4 };
        let names = shape_names(dimensions);
        for name in &names {
            assert!(SHAPES.iter().any(|row| row.0 == *name), "{name} in {dimensions}D has no type");
        }
        for row in SHAPES.iter().filter(|row| row.0 != "use") {
            let exists = example(row) != "null";
            assert_eq!(exists, names.contains(&row.0), "{} in {dimensions}D", row.0);
        }
    }
}

/// Returns the error of a shape, if it has one.
fn error(name: &str, value: &Value, dimensions: usize) -> Value {
    let point = if dimensions == 2 { json!([0, 0]) } else { json!([0, 0, 0]) };
    let request = json!({"op": "intersects", "a": {name: value}, "b": {"point": point}});
    let mut out = Vec::new();
    barycast_protocol::answer(request.to_string().as_bytes(), false, &mut out);
    serde_json::from_slice::<Value>(&out).expect("JSON")["error"].take()
}

#[test]
fn the_fields_of_the_types_are_those_that_the_protocol_needs() {
    for (name, _, fields, flat, spatial) in SHAPES {
        for (dimensions, text) in [(2, flat), (3, spatial)] {
            let example: Value = serde_json::from_str(text).expect("JSON");
            if example.is_null() {
                continue;
            }
            assert_eq!(error(name, &example, dimensions), Value::Null, "{name} in {dimensions}D");
            let Value::Object(members) = &example else { continue };
            for key in members.keys() {
                assert!(
                    !fields.contains(": ") || fields.contains(&format!("{key}: ")),
                    "{name}.{key} has no type"
                );
                let mut without = members.clone();
                without.remove(key);
                let found = error(name, &without.into(), dimensions);
                assert!(found.is_object(), "{name} in {dimensions}D needs {key}");
            }
            let required = fields.split("; ").filter_map(|field| field.split_once(": ")).map(|field| field.0);
            for field in required.filter(|field| !field.ends_with('?')) {
                assert!(members.contains_key(field), "{name}.{field} is not in the example");
            }
        }
    }
}
