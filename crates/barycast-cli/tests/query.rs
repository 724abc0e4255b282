//! `barycast query`: error codes, texts, order, exit statuses.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};

fn barycast() -> Command {
    assert_cmd::cargo::cargo_bin_cmd!("barycast")
}

/// Returns the program's output for some lines, and its exit status.
fn query(input: impl Into<Vec<u8>>) -> (String, i32) {
    let output = barycast().arg("query").write_stdin(input).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    (text, output.status.code().expect("it exits by itself"))
}

/// Returns the answer to one valid line.
#[track_caller]
fn answer(line: &str) -> String {
    let (text, status) = query(line);
    assert_eq!(status, 0, "{text}");
    text.trim_end().to_owned()
}

/// Returns code and field of the error of one line.
#[track_caller]
fn error(line: impl Into<Vec<u8>>) -> (String, String) {
    let (text, status) = query(line);
    assert_eq!(status, 1, "{text}");
    let answer: serde_json::Value = serde_json::from_str(&text).expect("one line of JSON");
    let error = &answer["error"];
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{text}");
    let part = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    (part("code"), part("field"))
}

/// Returns a request with two shapes and more members.
fn request(op: &str, a: &str, b: &str, more: &str) -> String {
    format!(r#"{{"op": "{op}", "a": {a}, "b": {b}{more}}}"#)
}

const BALL: &str = r#"{"sphere": {"center": [0, 0, 0], "radius": 1}}"#;
const BOX: &str = r#"{"aabb": {"min": [1, -1, -1], "max": [2, 1, 1]}}"#;
const POINT: &str = r#"{"point": [3, 0, 0]}"#;
const RAY: &str = r#"{"ray": {"origin": [-5, 0, 0], "direction": [2, 0, 0]}}"#;
const PLANE: &str = r#"{"plane": {"normal": [0, 0, 2], "distance": 4}}"#;
const TRIANGLE: &str = r#"{"triangle": {"a": [0, 0, 0], "b": [4, 0, 0], "c": [0, 4, 0]}}"#;

mod answers {
    use super::*;

    #[test]
    fn the_example_of_the_protocol_touches() {
        let line = r#"{"id": 7, "op": "intersects", "a": {"sphere": {"center": [0,0,0], "radius": 1}},
            "b": {"aabb": {"min": [1,-1,-1], "max": [2,1,1]}}}"#;
        assert_eq!(answer(&line.replace('\n', " ")), r#"{"id":7,"intersects":true}"#);
    }

    #[test]
    fn distances_have_two_closest_points_and_repeat_a_shared_point() {
        assert_eq!(
            answer(&request("distance", BALL, POINT, "")),
            r#"{"distance":2,"point_a":[1,0,0],"point_b":[3,0,0]}"#
        );
        assert_eq!(
            answer(&request("distance", BOX, BALL, "")),
            r#"{"distance":0,"point_a":[1,0,0],"point_b":[1,0,0]}"#
        );
    }

    #[test]
    fn signed_distances_are_negative_inside() {
        let inside = r#"{"point": [0.25, 0, 0]}"#;
        assert_eq!(answer(&request("signed_distance", BALL, inside, "")), r#"{"signed_distance":-0.75}"#);
        assert_eq!(answer(&request("signed_distance", PLANE, inside, "")), r#"{"signed_distance":-2}"#);
    }

    #[test]
    fn contacts_take_the_second_shape_away_from_the_first() {
        let near = r#"{"sphere": {"center": [1.5, 0, 0], "radius": 1}}"#;
        assert_eq!(
            answer(&request("contact", BALL, near, "")),
            r#"{"contact":{"normal":[1,0,0],"depth":0.5,"point_a":[1,0,0],"point_b":[0.5,0,0],"points":[[0.75,0,0]]}}"#
        );
        let far = r#"{"sphere": {"center": [9, 0, 0], "radius": 1}}"#;
        assert_eq!(answer(&request("contact", BALL, far, "")), r#"{"contact":null}"#);
    }

    #[test]
    fn contacts_without_a_separating_translation_are_infinitely_deep() {
        let line = r#"{"line": {"origin": [1, 2, 0], "direction": [0, 0, 1]}}"#;
        assert_eq!(
            answer(&request("contact", PLANE, line, "")),
            r#"{"contact":{"normal":null,"depth":"inf","point_a":[1,2,2],"point_b":[1,2,2],"points":[[1,2,2]]}}"#
        );
    }

    #[test]
    fn sweeps_return_the_first_contact() {
        let ball = r#"{"sphere": {"center": [9, 0, 0], "radius": 1}}"#;
        let left = r#", "velocity": [-14, 0, 0]"#;
        assert_eq!(
            answer(&request("sweep", BALL, ball, left)),
            r#"{"toi":{"t":0.5,"normal":[1,0,0],"point":[1,0,0]}}"#
        );
        let short = r#", "velocity": [-14, 0, 0], "max_t": 0.25"#;
        assert_eq!(answer(&request("sweep", BALL, ball, short)), r#"{"toi":null}"#);
        assert!(answer(&request("sweep", BALL, BOX, left)).starts_with(r#"{"toi":{"t":0,"#));
    }

    #[test]
    fn sweeps_stop_at_a_gap_or_ignore_an_overlap_that_they_leave() {
        let toi = |a: &str, b: &str, more: &str| {
            let line = answer(&request("sweep", a, b, more));
            serde_json::from_str::<Value>(&line).unwrap()["toi"].clone()
        };
        let ball = r#"{"sphere": {"center": [9, 0, 0], "radius": 1}}"#;
        let left = r#", "velocity": [-14, 0, 0]"#;
        let near = toi(BALL, ball, &format!(r#"{left}, "target_distance": 3.5"#));
        let t = near["t"].as_f64().unwrap();
        assert!((0.25 - 1e-12..=0.25).contains(&t), "{near}");
        assert_eq!(near["point"], json!([1, 0, 0]));
        let touching = r#"{"sphere": {"center": [1.5, 0, 0], "radius": 1}}"#;
        let leaving = r#", "velocity": [1, 0, 0], "stop_at_penetration": false"#;
        assert_eq!(toi(BALL, touching, leaving), Value::Null);
        assert_eq!(toi(BALL, touching, r#", "velocity": [1, 0, 0], "stop_at_penetration": true"#)["t"], 0);
        assert_eq!(toi(BALL, touching, r#", "velocity": [-1, 0, 0], "stop_at_penetration": false"#)["t"], 0);
    }

    #[test]
    fn options_of_sweeps_are_checked() {
        let error =
            |more: &str| error(request("sweep", BALL, BOX, &format!(r#", "velocity": [1, 0, 0], {more}"#)));
        let invalid = |field: &str| ("invalid_option".to_owned(), field.to_owned());
        assert_eq!(error(r#""target_distance": -1"#), invalid("target_distance"));
        assert_eq!(error(r#""target_distance": "far""#), invalid("target_distance"));
        assert_eq!(error(r#""target_distance": 1e999"#), invalid("target_distance"));
        assert_eq!(error(r#""stop_at_penetration": 0"#), invalid("stop_at_penetration"));
        let turning = r#""angular_velocity": [0, 0, 1], "target_distance": 1"#;
        assert_eq!(error(turning), invalid("angular_velocity"));
    }

    #[test]
    fn manifolds_have_points_with_depths_and_features() {
        let upper = r#"{"aabb": {"min": [1, -1, 0.75], "max": [2, 1, 2]}}"#;
        let found = answer(&request("manifold", BOX, upper, ""));
        assert!(found.starts_with(r#"{"manifold":{"normal":[0,0,1],"points":[{"point_a":["#), "{found}");
        assert_eq!(found.matches(r#""depth":0.25,"feature_a":"#).count(), 4, "{found}");
        assert_eq!(answer(&request("manifold", BALL, POINT, "")), r#"{"manifold":null}"#);
    }

    #[test]
    fn casts_hit_once_or_list_every_end() {
        assert_eq!(
            answer(&request("cast", RAY, BALL, "")),
            r#"{"hit":{"t":2,"point":[-1,0,0],"normal":[-1,0,0],"side":"outside"}}"#
        );
        assert_eq!(answer(&request("cast", RAY, BALL, r#", "max_t": 1.5"#)), r#"{"hit":null}"#);
        assert_eq!(
            answer(&request("casts", RAY, BALL, r#", "cull": true"#)),
            r#"{"hits":[{"t":2,"point":[-1,0,0],"normal":[-1,0,0],"side":"outside"}]}"#
        );
        let inside = r#"{"ray": {"origin": [0, 0, 0], "direction": [1, 0, 0]}}"#;
        assert_eq!(
            answer(&request("cast", inside, BALL, "")),
            r#"{"hit":{"t":0,"point":[0,0,0],"normal":null,"side":"inside"}}"#
        );
        assert_eq!(
            answer(&request("cast", inside, BALL, r#", "hollow": true"#)),
            r#"{"hit":{"t":1,"point":[1,0,0],"normal":[1,0,0],"side":"inside"}}"#
        );
        let line = r#"{"line": {"origin": [0, 0, 0], "direction": [1, 0, 0]}}"#;
        let all = r#"{"half_space": {"normal": [1, 0, 0], "distance": 3}}"#;
        assert_eq!(
            answer(&request("cast", line, all, "")),
            r#"{"hit":{"t":"-inf","point":null,"normal":null,"side":"inside"}}"#
        );
    }

    #[test]
    fn hits_of_triangles_have_barycentric_coordinates() {
        let ray = r#"{"ray": {"origin": [1, 2, 5], "direction": [0, 0, -1]}}"#;
        assert_eq!(
            answer(&request("cast", ray, TRIANGLE, "")),
            r#"{"hit":{"t":5,"point":[1,2,0],"normal":[0,0,1],"side":"outside","uv":[0.25,0.5]}}"#
        );
        let mesh =
            r#"{"mesh": {"vertices": [[0,0,0],[4,0,0],[0,4,0],[9,9,9]], "triangles": [[3,3,3],[0,1,2]]}}"#;
        assert!(answer(&request("cast", ray, mesh, "")).contains(r#""triangle":1"#));
    }

    #[test]
    fn other_operations() {
        let inner = r#"{"sphere": {"center": [0.5, 0, 0], "radius": 0.5}}"#;
        assert_eq!(answer(&request("contains", BALL, inner, "")), r#"{"contains":true}"#);
        assert_eq!(answer(&request("contains", inner, BALL, "")), r#"{"contains":false}"#);
        assert_eq!(answer(&request("span", RAY, BALL, "")), r#"{"span":[2,3]}"#);
        let slab = r#"{"half_space": {"normal": [1, 0, 0], "distance": 5}}"#;
        let line = r#"{"line": {"origin": [0, 0, 0], "direction": [1, 0, 0]}}"#;
        assert_eq!(answer(&request("span", line, slab, "")), r#"{"span":["-inf",5]}"#);
        assert_eq!(answer(&request("classify", PLANE, BALL, "")), r#"{"side":"below"}"#);
        assert_eq!(
            answer(&request("barycentric", TRIANGLE, r#"{"point": [1, 2, 7]}"#, "")),
            r#"{"barycentric":[0.25,0.25,0.5]}"#
        );
        assert_eq!(
            answer(&request("intersection", RAY, BALL, "")),
            r#"{"intersection":{"segment":{"a":[-1,0,0],"b":[1,0,0]}}}"#
        );
        assert_eq!(
            answer(&request("intersection", inner, BALL, "")),
            r#"{"intersection":{"sphere":{"center":[0.5,0,0],"radius":0.5}}}"#
        );
        assert_eq!(
            answer(&request("intersection", RAY, r#"{"point": [0, 1, 0]}"#, "")),
            r#"{"intersection":null}"#
        );
    }

    #[test]
    fn meshes_may_come_from_a_file() {
        let path = std::env::temp_dir().join(format!("barycast-mesh-{}.obj", std::process::id()));
        std::fs::write(&path, "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n").expect("a writable folder");
        let mesh = serde_json::json!({"mesh": {"path": path}}).to_string();
        let answer = answer(&request("distance", r#"{"point": [1, 1, 3]}"#, &mesh, ""));
        std::fs::remove_file(&path).expect("ours");
        assert_eq!(answer, r#"{"distance":3,"point_a":[1,1,3],"point_b":[1,1,0]}"#);
    }

    #[test]
    fn a_tolerance_makes_near_things_touch() {
        let near = r#"{"point": [1.5, 0, 0]}"#;
        assert_eq!(answer(&request("intersects", BALL, near, "")), r#"{"intersects":false}"#);
        assert_eq!(
            answer(&request("intersects", BALL, near, r#", "tolerance": 0.5"#)),
            r#"{"intersects":true}"#
        );
    }

    #[test]
    fn exact_answers_are_right_one_ulp_from_the_boundary() {
        let just_inside = r#"{"point": [0.9999999999999999, 1e-9, 0]}"#;
        let just_outside = r#"{"point": [1, 1e-200, 0]}"#;
        let exact = r#", "exact": true"#;
        assert_eq!(answer(&request("intersects", BALL, just_inside, exact)), r#"{"intersects":true}"#);
        assert_eq!(answer(&request("intersects", BALL, just_outside, exact)), r#"{"intersects":false}"#);
    }

    #[test]
    fn two_dimensions_follow_from_the_vectors() {
        let disc = r#"{"circle": {"center": [0, 0], "radius": 5}}"#;
        let turned = r#"{"obb": {"center": [9, 0], "half_extents": [2, 2], "angle": 0.7853981633974483}}"#;
        assert_eq!(
            answer(&request("distance", disc, r#"{"point": [6, 8]}"#, "")),
            r#"{"distance":5,"point_a":[3,4],"point_b":[6,8]}"#
        );
        assert_eq!(answer(&request("intersects", disc, turned, "")), r#"{"intersects":false}"#);
        let square = r#"{"polygon": {"points": [[4, -1], [6, -1], [6, 1], [4, 1]]}}"#;
        assert_eq!(
            answer(&request("intersects", disc, square, r#", "exact": true"#)),
            r#"{"intersects":true}"#
        );
    }
}

mod numbers {
    use super::*;

    #[test]
    fn f32_rounds_once_on_reading_and_answers_in_f32_digits() {
        let f32_ = r#", "precision": "f32""#;
        let at = r#"{"point": [0.1, 0, 0]}"#;
        let to = r#"{"point": [0.1, 0.2, 0]}"#;
        assert_eq!(
            answer(&request("distance", at, to, f32_)),
            r#"{"distance":0.2,"point_a":[0.1,0,0],"point_b":[0.1,0.2,0]}"#
        );
        // 1 + 2^-24 is halfway: it is rounded to 1 and touches.
        let touching = r#"{"point": [1.000000059604644775390625, 0, 0]}"#;
        assert_eq!(answer(&request("intersects", BALL, touching, f32_)), r#"{"intersects":true}"#);
        assert_eq!(answer(&request("intersects", BALL, touching, "")), r#"{"intersects":false}"#);
    }

    #[test]
    fn a_distance_above_0_is_not_written_as_0() {
        let (a, b) = (r#"{"point": [0, 0, 0]}"#, r#"{"sphere": {"center": [1, 1e-30, 0], "radius": 1}}"#);
        let text = answer(&request("distance", a, b, r#", "precision": "f32""#));
        assert!(
            text.starts_with(r#"{"distance":1e-45,"#) || text.starts_with(r#"{"distance":5e-31,"#),
            "{text}"
        );
    }

    #[test]
    fn poses_and_scales_out_of_range_are_invalid_shapes() {
        let posed =
            |shape: &str| format!(r#"{{"posed": {{"shape": {shape}, "translation": [1.7e308, 0, 0]}}}}"#);
        let far = posed(&posed(&posed(BALL)));
        assert_eq!(
            error(request("intersects", r#"{"point": [0, 0, 0]}"#, &far, "")),
            ("invalid_shape".into(), "b.posed.shape.posed.translation".into())
        );
        let long = r#"{"scaled": {"shape": {"capsule": {"a": [0, 0, 1], "b": [1e200, 0, 0], "radius": 0.1}},
            "scale": [1e200, 1.5e200, 1e200]}}"#;
        assert_eq!(
            error(request("intersects", r#"{"point": [0, 0, 0]}"#, &long.replace('\n', " "), "")),
            ("invalid_shape".into(), "b.scaled.scale".into())
        );
    }

    #[test]
    fn a_sweep_in_f32_is_at_0_only_when_they_intersect_at_the_start() {
        let (point, disc) =
            (r#"{"point": [1.4e-45, 1.4e-45]}"#, r#"{"sphere": {"center": [0, 0], "radius": 1.4e-45}}"#);
        let line = request("sweep", point, disc, r#", "velocity": [1, 1], "precision": "f32""#);
        assert!(answer(&line).starts_with(r#"{"toi":{"t":1e-45,"#));
        assert_eq!(
            answer(&request("intersects", point, disc, r#", "precision": "f32""#)),
            r#"{"intersects":false}"#
        );
    }

    #[test]
    fn a_number_out_of_range_is_an_invalid_shape_and_the_id_keeps_its_text() {
        let line = r#"{"id": [1e999, "é\u00e9", 1.50], "op": "distance", "a": {"point": [1e400, 0]}, "b": {"point": [0, 0]}}"#;
        let (text, status) = query(line);
        assert_eq!(status, 1);
        assert!(
            text.starts_with(
                r#"{"id":[1e999, "é\u00e9", 1.50],"error":{"code":"invalid_shape","field":"a.point""#
            ),
            "{text}"
        );
        let line =
            request("distance", r#"{"point": [1e39, 0]}"#, r#"{"point": [0, 0]}"#, r#", "precision": "f32""#);
        assert_eq!(error(line), ("invalid_shape".into(), "a.point".into()));
    }
}

mod continuous {
    use super::*;

    const FLOOR: &str = "[0,0,0],[4,0,0],[0,4,0]";

    /// A vertex moving toward a fixed floor, with more members.
    fn falls(from: &str, to: &str, more: &str) -> String {
        format!(
            r#"{{"op": "continuous", "kind": "vertex_face", "start": [{from},{FLOOR}], "end": [{to},{FLOOR}]{more}}}"#
        )
    }

    #[test]
    fn a_vertex_touches_a_face_or_is_near_it() {
        assert_eq!(answer(&falls("[1,1,3]", "[1,1,-1]", "")), r#"{"toi":{"t":0.75}}"#);
        assert_eq!(answer(&falls("[3,3,3]", "[3,3,-1]", "")), r#"{"toi":null}"#);
        assert_eq!(
            answer(&falls("[1,1,3]", "[1,1,1]", r#", "min_separation": 1, "id": "x""#)),
            r#"{"id":"x","toi":{"t":1}}"#
        );
    }

    #[test]
    fn edges_meet() {
        let line = r#"{"op": "continuous", "kind": "edge_edge", "start": [[-1,0,1],[1,0,1],[0,-1,0],[0,1,0]],
            "end": [[-1,0,-1],[1,0,-1],[0,-1,0],[0,1,0]]}"#;
        assert_eq!(answer(&line.replace('\n', " ")), r#"{"toi":{"t":0.5}}"#);
    }

    #[test]
    fn a_time_in_f32_is_rounded_down() {
        let line = falls("[1,1,2]", "[1,1,-1]", r#", "precision": "f32""#);
        assert_eq!(answer(&line), r#"{"toi":{"t":0.6666666}}"#);
    }

    #[test]
    fn invalid_members_are_reported_by_name() {
        let expect = |line: String, code: &str, field: &str| {
            assert_eq!(error(line.clone()), (code.to_owned(), field.to_owned()), "{line}");
        };
        let good = falls("[1,1,3]", "[1,1,-1]", "");
        let with = |old: &str, new: &str| good.replace(old, new);
        expect(falls("[1,1,3]", "[1,1,-1]", r#", "a": {"point": [0,0,0]}"#), "unknown_field", "a");
        expect(falls("[1,1,3]", "[1,1,-1]", r#", "min_separation": -1"#), "invalid_option", "min_separation");
        expect(with("vertex_face", "face"), "invalid_option", "kind");
        expect(with(r#""kind": "vertex_face","#, ""), "missing_field", "kind");
        expect(with(r#""start""#, r#""begin""#), "missing_field", "start");
        expect(with("[1,1,-1],", ""), "invalid_shape", "end");
        expect(with("[1,1,-1],", "[1e999,1,1],"), "invalid_shape", "end");
        expect(with("[1,1,3],", "[1,1],"), "dimension_mismatch", "start");
        expect(with("[1,1,3],", "7,"), "invalid_shape", "start");
        let flat = r#"{"op": "continuous", "kind": "edge_edge", "start": [[0,0],[1,0],[0,1],[1,1]],
            "end": [[0,0],[1,0],[0,1],[1,1]]}"#;
        expect(flat.replace('\n', " "), "invalid_shape", "start");
    }
}

mod errors {
    use super::*;

    fn expect(line: impl Into<Vec<u8>>, code: &str, field: &str) {
        assert_eq!(error(line), (code.to_owned(), field.to_owned()));
    }

    #[test]
    fn the_example_of_the_protocol() {
        let line = r#"{"id": 7, "op": "intersects", "a": {"sphere": {"center": [0,0,0], "radius": -1}}, "b": {"point": [0,0,0]}}"#;
        let expected = r#"{"id":7,"error":{"code":"invalid_shape","field":"a.sphere.radius","message":"radius must be finite and not negative, got -1"}}"#;
        assert_eq!(query(line), (format!("{expected}\n"), 1));
    }

    #[test]
    fn bad_json() {
        for line in [
            "{",
            "[1]",
            "7",
            "nonsense",
            r#"{"id": 1, "id": 2}"#,
            r#"{"id": 1, "op": "intersects", "a": {"point": [NaN, 0]}}"#,
            r#"{"id": 1, "a": {"sphere": {"radius": 1, "r\u0061dius": 2}}}"#,
            r#"{"id": 1} x"#,
        ] {
            expect(line, "bad_json", "");
            assert!(query(line).0.starts_with(r#"{"id":null,"#));
        }
        expect(b"{\"id\": \"\xff\"}".to_vec(), "bad_json", "");
    }

    #[test]
    fn deep_nesting_is_answered() {
        expect("[".repeat(1_000_000), "bad_json", "");
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        expect(
            request("contains", &format!(r#"{{"point": {deep}}}"#), POINT, ""),
            "invalid_shape",
            "a.point",
        );
        let (text, _) = query(format!(r#"{{"id": {deep}, "op": "contains", "a": {BALL}, "b": {POINT}}}"#));
        assert_eq!(text, format!("{{\"id\":{deep},\"contains\":false}}\n"));
    }

    #[test]
    fn an_id_that_is_half_a_character_keeps_its_text() {
        // JSON's grammar allows it, though few parsers do.
        for id in [r#""\ud800""#, r#"["\uDC00\ud800"]"#] {
            let (text, status) =
                query(format!(r#"{{"id": {id}, "op": "contains", "a": {BALL}, "b": {POINT}}}"#));
            assert_eq!((text, status), (format!("{{\"id\":{id},\"contains\":false}}\n"), 0));
        }
    }

    #[test]
    fn a_limit_before_the_start_has_no_hit() {
        let ray = |limit: f64| {
            let ray = r#"{"ray": {"origin": [-5,0,0], "direction": [1,0,0]}}"#;
            answer(&request("cast", ray, BALL, &format!(r#", "max_t": {limit}"#)))
        };
        assert_eq!(ray(-1.0), r#"{"hit":null}"#);
        let line = r#"{"line": {"origin": [5,0,0], "direction": [1,0,0]}}"#;
        assert!(answer(&request("cast", line, BALL, r#", "max_t": -1"#)).starts_with(r#"{"hit":{"t":-"#));
        let still = r#", "velocity": [0,0,0], "max_t": -1"#;
        assert_eq!(answer(&request("sweep", BALL, BALL, still)), r#"{"toi":null}"#);
    }

    #[test]
    fn unknown_names() {
        expect(request("frobnicate", BALL, BOX, ""), "unknown_op", "op");
        expect(request("intersects", r#"{"blob": {}}"#, BOX, ""), "unknown_shape", "a.blob");
        expect(request("intersects", BALL, BOX, r#", "max_t": 1"#), "unknown_field", "max_t");
        let sphere = r#"{"sphere": {"center": [0, 0, 0], "radius": 1, "colour": 3}}"#;
        expect(request("intersects", BOX, sphere, ""), "unknown_field", "b.sphere.colour");
    }

    #[test]
    fn missing_fields() {
        expect(r#"{"a": 1, "b": 2}"#, "missing_field", "op");
        expect(format!(r#"{{"op": "distance", "a": {BALL}}}"#), "missing_field", "b");
        expect(
            request("distance", r#"{"sphere": {"center": [0, 0, 0]}}"#, BOX, ""),
            "missing_field",
            "a.sphere.radius",
        );
        // Shapes that exist only in 2D, without a vector that shows it.
        for (shape, field) in [
            (r#"{"annulus": {"inner_radius": 1, "outer_radius": 2}}"#, "a.annulus.center"),
            (r#"{"height_field": {"heights": [1, 2], "spacing": 1}}"#, "a.height_field.origin"),
        ] {
            expect(request("distance", shape, r#"{"point": [0, 0]}"#, ""), "missing_field", field);
        }
    }

    #[test]
    fn invalid_shapes_name_the_field() {
        for (shape, field) in [
            (r#"{"point": [0, 0, 0, 0]}"#, "a.point"),
            (r#"{"point": [0]}"#, "a.point"),
            (r#"{"point": "here"}"#, "a.point"),
            ("5", "a"),
            (r#"{"arc": {"center": [], "radius": 1, "start": 0, "sweep": 1}}"#, "a.arc.center"),
            (r#"{"sphere": [0, 0, 0]}"#, "a.sphere"),
            (r#"{"sphere": {"center": [0, 0, "x"], "radius": 1}}"#, "a.sphere.center"),
            (r#"{"sphere": {"center": [0, 0, 0], "radius": "1"}}"#, "a.sphere.radius"),
            (r#"{"circle": {"center": [0, 0, 0], "radius": null}}"#, "a.circle.radius"),
            (r#"{"aabb": {"min": [1, 0, 0], "max": [0, 0, 0]}}"#, "a.aabb.min"),
            (r#"{"ray": {"origin": [1, 0, 0], "direction": [0, 0, 0]}}"#, "a.ray.direction"),
            (r#"{"plane": {"normal": [0, 0, 0], "distance": 1}}"#, "a.plane.normal"),
            (r#"{"cylinder": {"a": [1, 0, 0], "b": [1, 0, 0], "radius": 1}}"#, "a.cylinder.b"),
            (
                r#"{"obb": {"center": [0,0,0], "half_extents": [1,1,1], "axes": [[1,0,0],[0,1,0],[0,1,0]]}}"#,
                "a.obb.axes",
            ),
            (
                r#"{"obb": {"center": [0,0,0], "half_extents": [1,1,1], "quaternion": [0,0,0,0]}}"#,
                "a.obb.quaternion",
            ),
            (r#"{"obb": {"center": [0,0,0], "half_extents": [1,-1,1]}}"#, "a.obb.half_extents"),
            (r#"{"mesh": {"vertices": [[0,0,0]], "triangles": [[0,0,1]]}}"#, "a.mesh.triangles"),
            (r#"{"mesh": {"vertices": [[0,0,0]], "triangles": []}}"#, "a.mesh.triangles"),
        ] {
            expect(request("intersects", shape, BOX, ""), "invalid_shape", field);
        }
        let side = |normal: &str, distance: &str| {
            let sides = ["[-1,0,0]", "[0,1,0]", "[0,-1,0]", "[0,0,1]", "[0,0,-1]"]
                .map(|normal| format!(r#"{{"normal": {normal}, "distance": 1}}"#));
            let last = format!(r#"{{"normal": {normal}, "distance": {distance}}}"#);
            format!(r#"{{"frustum": {{"planes": [{}, {last}]}}}}"#, sides.join(", "))
        };
        for (normal, distance, field) in [
            ("[0, 0, 0]", "1", "a.frustum.planes.5.normal"),
            ("[1, 0]", "1", "a.frustum.planes.5.normal"),
            ("[1, 0, 0]", "null", "a.frustum.planes.5.distance"),
        ] {
            let line = request("intersects", &side(normal, distance), POINT, "");
            let (code, named) = error(line.clone());
            assert!(named == field && code != "missing_field", "{line} {code} {named}");
        }
        let crossing = r#"{"polygon": {"points": [[0, 0], [1, 1], [1, 0], [0, 1]]}}"#;
        expect(
            request("intersects", crossing, r#"{"point": [0, 0]}"#, ""),
            "invalid_shape",
            "a.polygon.points",
        );
    }

    #[test]
    fn axes_are_judged_in_the_precision() {
        let obb = r#"{"obb": {"center": [0,0,0], "half_extents": [1,1,1], "axes": [[1,0,0],[0,1,0],[0,0,1.000001]]}}"#;
        expect(request("intersects", obb, BOX, ""), "invalid_shape", "a.obb.axes");
        let in_f32 = request("intersects", obb, BOX, r#", "precision": "f32", "exact": true"#);
        assert_eq!(answer(&in_f32), r#"{"intersects":true}"#);
    }

    #[test]
    fn dimensions_do_not_mix() {
        expect(request("intersects", BALL, r#"{"point": [0, 0]}"#, ""), "dimension_mismatch", "b");
        let segment = r#"{"segment": {"a": [0, 0, 0], "b": [0, 0]}}"#;
        expect(request("intersects", BALL, segment, ""), "dimension_mismatch", "b.segment.b");
    }

    #[test]
    fn invalid_options() {
        for more in [r#""precision": "f16""#, r#""tolerance": -1"#, r#""tolerance": "1""#, r#""exact": 1"#] {
            let field = more.split('"').nth(1).unwrap_or_default();
            expect(request("intersects", BALL, BOX, &format!(", {more}")), "invalid_option", field);
        }
        expect(request("cast", RAY, BOX, r#", "max_t": 1e999"#), "invalid_option", "max_t");
        expect(request("cast", RAY, BOX, r#", "cull": "yes""#), "invalid_option", "cull");
    }

    #[test]
    fn a_pose_so_far_that_an_axis_is_lost() {
        let can = r#"{"cylinder": {"a": [0,0,0], "b": [1e-9,0,0], "radius": 1}}"#;
        let far = format!(r#"{{"posed": {{"shape": {can}, "translation": [1e9,0,0]}}}}"#);
        expect(request("intersects", &far, BOX, ""), "invalid_shape", "a.posed.translation");
    }

    #[test]
    fn scales_that_invalidate_a_shape() {
        let far =
            r#"{"scaled": {"shape": {"sphere": {"center": [1e300,0,0], "radius": 1}}, "scale": 1e200}}"#;
        expect(request("intersects", far, BOX, ""), "invalid_shape", "a.scaled.scale");
        let both = format!(r#"{{"compound": {{"shapes": [{far}]}}}}"#);
        expect(request("intersects", BOX, &both, ""), "invalid_shape", "b.compound.shapes.0.scaled.scale");
    }

    #[test]
    fn not_exact() {
        let turned = r#"{"obb": {"center": [0,0,0], "half_extents": [1,1,1], "quaternion": [0,0,0,1]}}"#;
        expect(request("intersects", turned, BOX, r#", "exact": true"#), "not_exact", "exact");
        expect(request("intersects", BALL, BOX, r#", "exact": true, "tolerance": 1"#), "not_exact", "exact");
        // Half of a number that cannot be halved exactly.
        let halved = r#"{"scaled": {"shape": {"point": [5e-324,0,0]}, "scale": 0.5}}"#;
        expect(request("intersects", halved, BOX, r#", "exact": true"#), "not_exact", "exact");
        let halved = halved.replace("5e-324", "5e-300");
        assert_eq!(
            answer(&request("intersects", &halved, BOX, r#", "exact": true"#)),
            r#"{"intersects":false}"#
        );
        let rounded = |shape| format!(r#"{{"rounded": {{"shape": {shape}, "radius": 1}}}}"#);
        let cylinder = rounded(r#"{"cylinder": {"a": [0,0,0], "b": [1,0,0], "radius": 1}}"#);
        expect(request("intersects", &cylinder, BOX, r#", "exact": true"#), "not_exact", "exact");
        let apart = request("intersects", &rounded(BOX), r#"{"point": [5,7,9]}"#, r#", "exact": true"#);
        assert_eq!(answer(&apart), r#"{"intersects":false}"#);
        let both = format!(r#"{{"compound": {{"shapes": [{BOX}, {cylinder}]}}}}"#);
        expect(request("intersects", &both, &rounded(BOX), r#", "exact": true"#), "not_exact", "exact");
        let line = r#"{"polyline": {"points": [[0,0,0], [1,0,0], [1,1,0]]}}"#;
        expect(request("intersects", &cylinder, line, r#", "exact": true"#), "not_exact", "exact");
    }

    #[test]
    fn not_exact_names_rounded_quantities() {
        let message = |shape: &str, other: &str| {
            let (answer, _) = query(request("intersects", shape, other, r#", "exact": true"#));
            answer
                .trim_end()
                .split(r#""message":""#)
                .nth(1)
                .unwrap_or(&answer)
                .trim_end_matches("\"}}")
                .to_owned()
        };
        let flat = r#"{"point": [0,0]}"#;
        assert_eq!(
            message(r#"{"voxels": {"origin": [0.1,0], "size": 0.7, "filled": [[1,0]]}}"#, flat),
            "the corners, sums of the origin and steps, of a are rounded before the test; give numbers whose sums are exact"
        );
        assert_eq!(
            message(
                BOX,
                r#"{"height_field": {"origin": [0.1,0,0], "spacing": 0.7, "heights": [[0,0],[0,0]]}}"#
            ),
            "the corners, sums of the origin and steps, of b are rounded before the test; give numbers whose sums are exact"
        );
        assert_eq!(
            message(r#"{"truncated_cone": {"a": [0,0], "b": [1,1], "radius_a": 1, "radius_b": 2}}"#, flat),
            "the corners of a are rounded before the test; give a polygon"
        );
        assert_eq!(
            message(r#"{"obb": {"center": [0,0], "half_extents": [1,1], "angle": 1}}"#, flat),
            "the axes, by an angle or quaternion, of a are rounded before the test; give axes"
        );
        assert_eq!(
            message(r#"{"posed": {"shape": {"point": [1,1]}, "translation": [0,0], "angle": 1}}"#, flat),
            "the pose of a is rounded before the test; give the transformed shape"
        );
        assert_eq!(
            message(r#"{"scaled": {"shape": {"point": [1,1]}, "scale": 0.1}}"#, flat),
            "the coordinates, times the scale, of a are rounded before the test; scale by powers of two"
        );
        assert_eq!(
            message(r#"{"arc": {"center": [0,0], "radius": 1, "start": 0, "sweep": 1}}"#, flat),
            "an angle of a is rounded before the test"
        );
    }

    #[test]
    fn rounded_shapes_and_compounds_are_exact_together() {
        let rounded = |x: &str| {
            format!(
                r#"{{"rounded": {{"shape": {{"triangle": {{"a": [0,0], "b": [1,0], "c": [0,1]}}}}, "radius": {x}}}}}"#
            )
        };
        let parts = [
            r#"{"compound": {"shapes": [{"point": [5, 5]}, {"segment": {"a": [4, 0], "b": [4, 1]}}]}}"#,
            r#"{"polyline": {"points": [[4, 0], [4, 1], [5, 1]]}}"#,
            r#"{"voxels": {"origin": [4, 0], "size": 1, "filled": [[0, 0], [1, 1]]}}"#,
            r#"{"height_field": {"heights": [0, 1], "spacing": 1, "origin": [4, 0]}}"#,
        ];
        for other in parts {
            for (radius, meets) in [("3", true), ("2.9999999999999996", false)] {
                let expected = format!(r#"{{"intersects":{meets}}}"#);
                let query = |a: &str, b: &str| answer(&request("intersects", a, b, r#", "exact": true"#));
                assert_eq!(query(&rounded(radius), other), expected, "{other}");
                assert_eq!(query(other, &rounded(radius)), expected, "{other}");
            }
        }
    }

    #[test]
    fn a_line_of_white_space_that_json_does_not_know() {
        assert_eq!(query(" \t\r\n\n"), (String::new(), 0));
        for line in ["\u{c}\n", "\u{b}\n", " \u{a0}\n"] {
            expect(line, "bad_json", "");
        }
    }

    #[test]
    fn io() {
        let mesh = r#"{"mesh": {"path": "no/such/file.obj"}}"#;
        expect(request("intersects", mesh, BOX, ""), "io", "a.mesh.path");
    }

    #[test]
    fn unsupported_pairs() {
        expect(request("cast", BALL, BOX, ""), "unsupported_pair", "");
        expect(request("signed_distance", BALL, BOX, ""), "unsupported_pair", "");
    }
}

mod streams {
    use super::*;

    #[test]
    fn answers_keep_the_order_and_continue_after_blank_and_bad_lines() {
        let mut input = String::new();
        for id in 0..20_000 {
            let line = if id % 1000 == 999 {
                format!("\n  \r\n{{\"id\": {id}}}\n")
            } else {
                format!("{{\"id\": {id}, \"op\": \"intersects\", \"a\": {BALL}, \"b\": {POINT}}}\n")
            };
            input += &line;
        }
        let (text, status) = query(input);
        assert_eq!(status, 1);
        assert_eq!(text.lines().count(), 20_000);
        for (id, line) in text.lines().enumerate() {
            assert!(line.starts_with(&format!("{{\"id\":{id},")), "line {id}: {line}");
        }
    }

    #[test]
    fn a_line_over_the_limit_is_an_error_and_the_next_one_is_answered() {
        let mut input = vec![b' '; (64 << 20) + 1];
        input.extend_from_slice(b"\n");
        input.extend_from_slice(request("intersects", BALL, BOX, "").as_bytes());
        let (text, status) = query(input);
        assert_eq!(status, 1);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with(r#"{"id":null,"error":{"code":"bad_json""#), "{text}");
        assert_eq!(lines[1], r#"{"intersects":true}"#);
    }

    #[test]
    fn normals_have_no_minus_zero() {
        let left = r#"{"aabb": {"min": [-2, -2, -2], "max": [-0.5, 2, 2]}}"#;
        for op in ["contact", "manifold"] {
            let found = answer(&request(op, BALL, left, ""));
            assert!(found.contains(r#""normal":[-1,0,0]"#), "{found}");
        }
        let [a, b] = [5, 0].map(|x| format!(r#"{{"sphere": {{"center": [{x}, 0], "radius": 1}}}}"#));
        let found = answer(&request("sweep", &a, &b, r#", "velocity": [10, 0]"#));
        assert!(found.contains(r#""normal":[-1,0]"#), "{found}");
    }

    #[test]
    fn slow_input_is_answered_line_by_line() {
        let mut program = Process::new(assert_cmd::cargo::cargo_bin!("barycast"))
            .arg("query")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut to = program.stdin.take().expect("a pipe");
        let mut from = BufReader::new(program.stdout.take().expect("a pipe"));
        for _ in 0..3 {
            writeln!(to, "{}", request("intersects", BALL, BOX, "")).expect("it reads");
            let mut line = String::new();
            from.read_line(&mut line).expect("it answers before the input ends");
            assert_eq!(line, "{\"intersects\":true}\n");
        }
        drop(to);
        assert!(program.wait().expect("it ends").success());
    }

    #[test]
    fn a_broken_pipe_is_not_an_error() {
        let mut program = Process::new(assert_cmd::cargo::cargo_bin!("barycast"))
            .arg("query")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(program.stdout.take());
        let mut to = program.stdin.take().expect("a pipe");
        // The reader may be gone before everything is written.
        let _ = writeln!(to, "{}", request("intersects", BALL, BOX, ""));
        drop(to);
        let output = program.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(output.status.success());
    }

    #[test]
    fn files_are_read_in_order_and_one_that_is_missing_is_status_3() {
        let folder = std::env::temp_dir().join(format!("barycast-query-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a writable folder");
        let path = folder.join("one.ndjson");
        std::fs::write(&path, request("intersects", BALL, BOX, r#", "id": "from the file""#))
            .expect("a writable file");
        let output = barycast()
            .arg("query")
            .args([&path, &path, &folder.join("none.ndjson"), &path])
            .output()
            .expect("runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(text, "{\"id\":\"from the file\",\"intersects\":true}\n".repeat(3));
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains("none.ndjson"));
        std::fs::remove_dir_all(&folder).expect("ours");
    }

    #[test]
    fn an_invalid_command_line_has_exit_status_2() {
        assert_eq!(barycast().arg("--frobnicate").output().expect("runs").status.code(), Some(2));
        assert_eq!(barycast().output().expect("runs").status.code(), Some(2));
    }

    #[test]
    fn help_names_the_exit_statuses() {
        for arguments in [&["--help"][..], &["query", "--help"]] {
            let output = barycast().args(arguments).output().expect("runs");
            assert_eq!(output.status.code(), Some(0));
            assert!(String::from_utf8_lossy(&output.stdout).contains("Exit status"));
        }
    }

    #[test]
    fn every_pair_is_listed_and_answered() {
        let output = barycast().args(["pairs", "--format", "json"]).output().expect("runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let mut shapes = std::collections::BTreeMap::<String, std::collections::BTreeSet<String>>::new();
        for line in text.lines() {
            let pair: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(pair["intersects"] != "no" && pair["distance"] != "no", "{line}");
            let of = shapes.entry(pair["dimensions"].to_string()).or_default();
            of.extend(pair["shapes"].as_array().unwrap().iter().map(ToString::to_string));
        }
        let pairs = |n: usize| n * (n + 1) / 2;
        assert_eq!(text.lines().count(), shapes.values().map(|of| pairs(of.len())).sum::<usize>());
    }

    #[test]
    fn the_matrix_in_the_docs_is_the_output_of_the_program() {
        let output = barycast().args(["pairs", "--format", "markdown"]).output().expect("runs");
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pairs.md");
        assert!(
            std::fs::read_to_string(path).is_ok_and(|text| text == stdout),
            "after a change of the table: barycast pairs --format markdown > docs/pairs.md"
        );
    }
}

#[test]
fn a_trace_is_added_on_request() {
    let line = r#"{"op":"distance","a":{"aabb":{"min":[0,0],"max":[1,1]}},"b":{"ray":{"origin":[-1,2],"direction":[1,0]}}}"#;
    let query = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("barycast").expect("the program");
        let output = command.arg("query").args(arguments).write_stdin(line).output().expect("it runs");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let (plain, mut traced) = (query(&[]), query(&["--trace"]));
    let trace = traced.as_object_mut().unwrap().remove("trace").unwrap();
    assert_eq!(plain, traced);
    assert_eq!(trace["method"], "slabs");
    assert_eq!(trace["steps"][0]["slab"]["axis"], serde_json::json!([1.0, 0.0]));
    assert_eq!(trace["steps"][1]["slab"]["from"], serde_json::Value::Null, "it is never between these faces");
}
