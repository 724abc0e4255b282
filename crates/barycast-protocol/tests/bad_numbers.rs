//! Mutates requests of every shape and operation: each number out of range, each list empty or too
//! short, each value of another type. Invalid numbers are rejected with the name of their field;
//! nothing panics.

use serde_json::{Value, json};

/// Returns one shape of each kind in 3D.
fn shapes() -> Vec<Value> {
    let ball = json!({"sphere": {"center": [0, 0, 0], "radius": 1}});
    let square = json!([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]);
    let corners = json!([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]);
    let side = |x: i32, y: i32, z: i32| json!({"normal": [x, y, z], "distance": 1});
    let sides = [side(1, 0, 0), side(-1, 0, 0), side(0, 1, 0), side(0, -1, 0), side(0, 0, 1), side(0, 0, -1)];
    vec![
        json!({"point": [1, 2, 3]}),
        json!({"line": {"origin": [1, 2, 3], "direction": [0, 1, 0]}}),
        json!({"ray": {"origin": [1, 2, 3], "direction": [0, 1, 0]}}),
        json!({"segment": {"a": [1, 2, 3], "b": [0, 1, 0]}}),
        json!({"plane": {"normal": [1, 2, 3], "distance": 1}}),
        json!({"half_space": {"normal": [1, 2, 3], "distance": 1}}),
        ball.clone(),
        json!({"aabb": {"min": [0, 0, 0], "max": [1, 2, 3]}}),
        json!({"obb": {"center": [0, 0, 0], "half_extents": [1, 2, 3], "quaternion": [0, 0, 0, 1]}}),
        json!({"obb": {"center": [0, 0, 0], "half_extents": [1, 2, 3], "axes": [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]}}),
        json!({"capsule": {"a": [0, 0, 0], "b": [1, 2, 3], "radius": 1}}),
        json!({"cylinder": {"a": [0, 0, 0], "b": [1, 2, 3], "radius": 1}}),
        json!({"infinite_cylinder": {"origin": [0, 0, 0], "direction": [1, 2, 3], "radius": 1}}),
        json!({"cone": {"apex": [0, 0, 0], "base": [1, 2, 3], "radius": 1}}),
        json!({"infinite_cone": {"apex": [0, 0, 0], "direction": [1, 2, 3], "angle": 1}}),
        json!({"view_cone": {"apex": [0, 0, 0], "direction": [1, 2, 3], "radius": 2, "half_angle": 1}}),
        json!({"truncated_cone": {"a": [0, 0, 0], "b": [1, 2, 3], "radius_a": 1, "radius_b": 2}}),
        json!({"tapered_capsule": {"a": [0, 0, 0], "b": [1, 2, 3], "radius_a": 1, "radius_b": 2}}),
        json!({"triangle": {"a": [0, 0, 0], "b": [1, 2, 3], "c": [0, 1, 0]}}),
        json!({"parallelogram": {"origin": [0, 0, 0], "u": [1, 2, 3], "v": [0, 1, 0]}}),
        json!({"quad": {"a": [0, 0, 0], "b": [1, 0, 0], "c": [1, 1, 0], "d": [0, 1, 0]}}),
        json!({"disc": {"center": [0, 0, 0], "normal": [1, 2, 3], "radius": 1}}),
        json!({"polygon": {"points": square}}),
        json!({"convex": {"points": corners}}),
        json!({"tetrahedron": {"a": [0, 0, 0], "b": [2, 0, 0], "c": [0, 2, 0], "d": [0, 0, 2]}}),
        json!({"ellipsoid": {"center": [0, 0, 0], "radii": [1, 2, 3]}}),
        json!({"elliptic_cylinder": {"a": [0, 0, 0], "b": [0, 0, 3], "radii": [1, 2], "across": [1, 0, 0]}}),
        json!({"torus": {"center": [0, 0, 0], "axis": [1, 2, 3], "major_radius": 2, "minor_radius": 1}}),
        json!({"frustum": {"planes": sides}}),
        json!({"frustum": {"view_projection": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0], "depth": "zero_to_one"}}),
        json!({"rounded": {"shape": {"triangle": {"a": [0, 0, 0], "b": [1, 2, 3], "c": [0, 1, 0]}}, "radius": 1}}),
        json!({"scaled": {"shape": ball, "scale": [1, 2, 3]}}),
        json!({"posed": {"shape": ball, "translation": [1, 2, 3], "quaternion": [0, 0, 0, 1]}}),
        json!({"posed": {"shape": ball, "translation": [1, 2, 3], "axes": [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]}}),
        json!({"mesh": {"vertices": corners, "triangles": [[0, 1, 2], [0, 2, 3]]}}),
        json!({"compound": {"shapes": [ball, {"point": [1, 2, 3]}]}}),
        json!({"polyline": {"points": corners, "closed": true}}),
        json!({"height_field": {"heights": [[0, 1], [2, 3]], "spacing": 1, "origin": [0, 0, 0]}}),
        json!({"voxels": {"origin": [0, 0, 0], "size": [1, 1, 1], "filled": [[0, 0, 0], [0, 0, 1]]}}),
    ]
}

fn requests() -> Vec<Value> {
    let far = json!({"sphere": {"center": [9, 1, 0], "radius": 1}});
    let ray = json!({"ray": {"origin": [-9, 0, 0], "direction": [1, 0, 0]}});
    let ball = json!({"sphere": {"center": [0, 0, 0], "radius": 1}});
    let mut requests: Vec<Value> =
        shapes().iter().map(|shape| json!({"op": "distance", "a": shape, "b": far})).collect();
    for op in ["intersects", "contains", "contact", "manifold", "distance", "intersection"] {
        requests.push(json!({"op": op, "a": ball, "b": far}));
    }
    let bezier = json!({"bezier": {"points": [[0, 0, 0], [1, 0, 2], [2, 3, 1]], "weights": [1, 2, 1]}});
    let spline =
        json!({"b_spline": {"points": [[0, 0], [1, 0], [2, 3]], "degree": 2, "knots": [0, 0, 0, 1, 1, 1]}});
    let hermite = json!({"hermite": {"points": [[0, 0], [1, 0]], "tangents": [[0, 1], [2, 3]]}});
    let catmull_rom = json!({"catmull_rom": {"points": [[0, 0], [1, 0], [2, 3]], "spacing": "chordal"}});
    let ferguson = json!({"ferguson": {"powers": [[0, 0], [1, 0], [2, 3], [4, 5]]}});
    let kochanek_bartels =
        json!({"kochanek_bartels": {"points": [[0, 0], [1, 0]], "bends": [[0, 0.5, 0], [0.5, 0, 0.5]]}});
    let clamped =
        json!({"spline": {"points": [[0, 0], [1, 0]], "ends": "clamped", "tangents": [[0, 1], [1, 1]]}});
    let monotone = json!({"monotone": {"points": [[0, 0], [1, 0], [2, 3]], "knots": [0, 1, 2]}});
    for curve in [&bezier, &spline, &hermite, &catmull_rom, &ferguson, &kochanek_bartels, &clamped, &monotone]
    {
        requests.push(json!({"op": "evaluate", "curve": curve, "t": 0.5}));
        requests.push(json!({"op": "length", "curve": curve, "tolerance": 0.001}));
    }
    requests.push(json!({"op": "nearest", "curve": bezier, "point": [1, 2, 3]}));
    requests
        .push(json!({"op": "signed_distance", "tube": {"curve": bezier, "radius": 1}, "point": [1, 2, 3]}));
    requests.push(json!({"op": "cast", "tube": {"curve": bezier, "radius": 1}, "a": ray, "max_t": 99}));
    let patch = json!({"bezier": {"points": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 1]]]}});
    requests.push(json!({"op": "evaluate", "surface": patch, "u": 0.5, "v": 0.5}));
    requests.push(json!({"op": "nearest", "surface": patch, "point": [1, 2, 3]}));
    let slopes = json!([[[1, 0, 0], [1, 0, 1]], [[1, 0, 0], [1, 0, 1]]]);
    let cells = json!({"hermite": {"points": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 1]]], "by_u": slopes,
        "by_v": slopes, "twists": slopes, "knots": [[0, 1], [0, 2]]}});
    let line = |a: [i32; 3], b: [i32; 3]| json!({"bezier": {"points": [a, b]}});
    let coons = json!({"coons": {
        "along_u": [line([0, 0, 0], [1, 0, 0]), line([0, 1, 0], [1, 1, 1])],
        "along_v": [line([0, 0, 0], [0, 1, 0]), line([1, 0, 0], [1, 1, 1])],
        "by_v": [line([0, 1, 0], [0, 1, 1]), line([0, 1, 0], [0, 1, 1])],
        "by_u": [line([1, 0, 0], [1, 0, 1]), line([1, 0, 0], [1, 0, 1])],
    }});
    for surface in [&patch, &cells, &coons] {
        requests.push(json!({"op": "cast", "surface": surface, "a": ray, "max_t": 99}));
        requests.push(json!({"op": "casts", "surface": surface, "a": ray, "max_t": 99}));
    }
    let rod = json!({"cylinder": {"a": [0, 0, 0], "b": [1, 2, 3], "radius": 1}});
    requests.push(json!({"op": "interval_along", "a": rod, "axis": [1, 2, 3]}));
    requests.push(json!({"op": "bounding_sphere", "a": rod}));
    requests.push(json!({"op": "bounding_sphere", "points": [[0, 0, 0], [1, 2, 3], [4, 5, 7]]}));
    requests.push(json!({"op": "ease", "easing": "easeInQuad", "t": 0.5}));
    let data = json!([[0, 0], [1, 1], [2, 1], [3, 0]]);
    requests.push(json!({"op": "fit", "points": data, "degree": 2, "tolerance": 9}));
    requests.push(
        json!({"op": "fit", "points": data, "degree": 1, "knots": [0, 0, 3, 3], "parameters": [0, 1, 2, 3]}),
    );
    requests.push(json!({"op": "tangents", "a": ball, "b": {"point": [9, 2, 3]}}));
    requests.push(json!({"op": "solid_angle", "a": ball, "b": {"point": [9, 2, 3]}}));
    requests.push(json!({"op": "cast", "a": ray, "b": ball, "max_t": 99}));
    requests.push(json!({"op": "casts", "a": ray, "b": ball, "max_t": 99}));
    requests.push(json!({"op": "sweep", "a": ball, "b": far, "velocity": [-1, 0, 0], "max_t": 99}));
    let turn = json!({"op": "sweep", "a": ball, "b": far, "velocity": [-1, 0, 0], "max_t": 99,
        "angular_velocity": [0, 0, 1], "center_of_rotation": [9, 0, 0]});
    requests.push(turn);
    requests.push(json!({"op": "intersects", "a": ball, "b": far, "tolerance": 0.5}));
    requests.push(json!({"op": "signed_distance", "a": ball, "b": {"point": [1, 2, 3]}}));
    requests.push(json!({"op": "project", "a": {"plane": {"normal": [0, 1, 0], "distance": 1}}, "b": {"point": [1, 2, 3]},
        "direction": [0, 1, 1]}));
    let four = json!([[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]);
    requests.push(json!({"op": "continuous", "kind": "vertex_face", "start": four,
        "end": [[0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]], "min_separation": 0.001}));
    let frames = json!([{"origin": [1, 2, 3], "axes": [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]},
        {"origin": [4, 5, 6], "axes": [[2, 0, 0], [0, 3, 0], [0, 0, 4]]}]);
    requests.push(json!({"op": "frame", "frames": frames, "world": [7, 8, 9]}));
    requests.push(json!({"op": "frame", "frames": frames, "local": [7, 8, 9]}));
    requests
}

fn answer(line: &str) -> Value {
    let mut out = Vec::new();
    barycast_protocol::answer(line.as_bytes(), false, &mut out);
    serde_json::from_slice(&out).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Collects the JSON pointers of all values below one.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let there = format!("{here}/{key}");
                found.push(there.clone());
                places(value, &there, found);
            }
        }
        Value::Array(list) => {
            for (i, value) in list.iter().enumerate() {
                let there = format!("{here}/{i}");
                found.push(there.clone());
                places(value, &there, found);
            }
        }
        _ => {}
    }
}

/// Returns the request with another value at a pointer.
fn with(request: &Value, place: &str, text: &str) -> String {
    let mut changed = request.clone();
    *changed.pointer_mut(place).expect("a place of it") = json!("@@");
    changed.to_string().replace("\"@@\"", text)
}

#[test]
fn every_request_of_the_walkthrough_is_answered() {
    for request in requests() {
        let found = answer(&request.to_string());
        assert!(!found["error"].is_object(), "{request}: {found}");
    }
}

#[test]
fn invalid_numbers_are_rejected_by_name() {
    let mut count = 0;
    for request in requests() {
        let mut all = Vec::new();
        places(&request, "", &mut all);
        for place in all {
            if !request.pointer(&place).is_some_and(Value::is_number) {
                continue;
            }
            for bad in ["1e999", "-1e999", "\"one\"", "null"] {
                count += 1;
                let line = with(&request, &place, bad);
                let found = answer(&line);
                assert!(found["error"]["field"].is_string(), "{line}: {found}");
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn lists_that_are_empty_or_too_short_panic_nowhere() {
    for request in requests() {
        let mut all = Vec::new();
        places(&request, "", &mut all);
        for place in all {
            let Some(list) = request.pointer(&place).and_then(Value::as_array) else { continue };
            let found = answer(&with(&request, &place, "[]"));
            assert!(
                found["error"].is_object() || place.ends_with("filled"),
                "{request} without {place}: {found}"
            );
            let short = Value::from(list[..list.len() - 1].to_vec()).to_string();
            let found = answer(&with(&request, &place, &short));
            // A vector with a missing number.
            let is_vector = list.iter().all(Value::is_number) && !place.ends_with("knots");
            assert!(found["error"].is_object() || !is_vector, "{request} with {short} at {place}: {found}");
        }
    }
}
