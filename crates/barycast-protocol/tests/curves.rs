//! Regression tests of curves, tubes, limits and cameras, through the protocol.

use serde_json::{Value, json};

/// Returns the answer to a line.
#[track_caller]
fn answer_to(line: &str) -> Value {
    let mut out = Vec::new();
    barycast_protocol::answer(line.as_bytes(), false, &mut out);
    serde_json::from_slice(&out).expect("JSON")
}

#[track_caller]
fn answer(request: &Value) -> Value {
    answer_to(&request.to_string())
}

/// Returns the answer to a query about two shapes with options.
#[track_caller]
fn query(op: &str, a: &Value, b: &Value, more: &Value) -> Value {
    let mut request = json!({"op": op, "a": a, "b": b});
    for (key, value) in more.as_object().into_iter().flatten() {
        request[key] = value.clone();
    }
    answer(&request)
}

fn is(value: &Value, expected: f64, within: f64) -> bool {
    (value.as_f64().unwrap_or(f64::NAN) - expected).abs() <= within
}

#[test]
fn nearest_points_are_the_nearest() {
    let parabola: Vec<_> = (0..512).map(|i| json!([i, f64::from(i * i) / 511.0])).collect();
    // x = 511 t, y = 510 t^2 + t.
    let foot = |t: f64| (511.0 * t - 255.5).hypot(510.0 * t * t + t - 63.875);
    let least = (0..=200_000).map(|i| foot(f64::from(i) / 200_000.0)).fold(f64::INFINITY, f64::min);
    for (points, point, distance, within) in [
        (json!([[0, 0], [0.3, -0.4], [0.8, 0.6]]), json!([0.4, 0.3]), 0.197_642_353_760_523_71, 1e-15),
        (
            json!([[0, 0], [0.2, 0.5], [-0.6, 0.8], [-0.8, -0.7]]),
            json!([-1, 0.4]),
            0.522_822_348_408_191_8,
            1e-15,
        ),
        (json!([[0, 0], [1e-16, 0], [1, 0], [1, 0]]), json!([0.5, 0]), 0.0, 1e-15),
        (json!([[0, 0], [1, 1], [0, 1], [1, 0]]), json!([0.25, 0.75]), 0.245_902, 1e-6),
        (
            json!([[2, -1], [1, 1], [4, -3], [-1, 4]]),
            json!([1.824_951_171_875, -0.409_179_687_5]),
            0.046_402_6,
            1e-7,
        ),
        (json!(parabola), json!([255.5, 63.875]), least, 1e-6),
    ] {
        let curve = json!({"bezier": {"points": points}});
        let found = answer(&json!({"op": "nearest", "curve": curve, "point": point}));
        assert!(is(&found["distance"], distance, within), "{points}: {found}");
        let tube = json!({"curve": curve, "radius": 0.1});
        let signed = answer(&json!({"op": "signed_distance", "tube": tube, "point": point}));
        assert!(is(&signed["signed_distance"], distance - 0.1, within.max(1e-14)), "{points}: {signed}");
    }
}

#[test]
fn curves_of_high_degree_have_a_length_or_are_rejected() {
    let zigzag = |count: usize| (0..count).map(|i| json!([i, i % 2])).collect::<Vec<_>>();
    for (count, weights) in [(38, false), (31, true), (100, true)] {
        let mut curve = json!({"points": zigzag(count)});
        if weights {
            curve["weights"] = (1..=count).collect();
        }
        let found = answer(&json!({"op": "length", "curve": {"bezier": curve}, "tolerance": 1e-6}));
        assert!(is(&found["length"], count as f64 - 0.77, 0.02) && is(&found["error"], 0.0, 1e-6), "{found}");
    }
    let refused = answer(&json!({"op": "length", "curve": {"bezier": {"points": zigzag(1026)}}}));
    assert_eq!(refused["error"]["field"], "curve.bezier.points", "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("1024"), "{refused}");
}

#[test]
fn curves_have_limits_where_the_derivative_vanishes() {
    let at = |points: Value, t: i32| {
        let found = answer(&json!({"op": "evaluate", "curve": {"bezier": {"points": points}}, "t": t}));
        json!([found["tangent"], found["normal"], found["curvature"]])
    };
    assert_eq!(at(json!([[0, 0], [0, 0], [1, 0]]), 0), json!([[1, 0], null, 0]));
    assert_eq!(at(json!([[0, 0], [0, 0], [1, 0], [1, 1]]), 0), json!([[1, 0], [0, 1], "inf"]));
    assert_eq!(at(json!([[0, 0], [1, 0], [1, 0]]), 1), json!([[1, 0], null, 0]));
}

#[test]
fn a_hit_on_a_tube_has_the_parameter_of_the_curve() {
    let u = |curve: Value| {
        let down = json!({"ray": {"origin": [0.25, 2], "direction": [0, -1]}});
        let tube = json!({"curve": {"bezier": curve}, "radius": 0.25});
        answer(&json!({"op": "cast", "a": down, "tube": tube}))["hit"]["u"].clone()
    };
    assert!(is(&u(json!({"points": [[0, 0], [0, 0], [1, 0]]})), 0.5, 1e-12));
    assert!(is(&u(json!({"points": [[0, 0], [1, 0]], "weights": [1, 3]})), 0.1, 1e-12));
}

#[test]
fn a_cast_up_to_its_hit_hits() {
    let ray = json!({"ray": {"origin": [0, 0, 0], "direction": [0, -3, 0]}});
    let ground = json!({"half_space": {"normal": [0, 1, 0], "distance": -1}});
    let hit = query("cast", &ray, &ground, &json!({}));
    let again = query("cast", &ray, &ground, &json!({"max_t": hit["hit"]["t"]}));
    assert!(is(&hit["hit"]["t"], 1.0 / 3.0, 0.0) && again == hit, "{hit} {again}");
}

#[test]
fn cameras_of_all_depths_begin_at_their_near_plane() {
    let distance = |a: f64, b: f64, depth: Option<&str>| {
        let mut fields = json!({"view_projection": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, a, -1, 0, 0, b, 0]});
        if let Some(depth) = depth {
            fields["depth"] = json!(depth);
        }
        let found = query("distance", &json!({"frustum": fields}), &json!({"point": [0, 0, 29]}), &json!({}));
        if found["error"].is_object() { found["error"]["field"].clone() } else { found["distance"].clone() }
    };
    let [near, far] = [0.5, 20.0];
    let both = (-(far + near) / (far - near), -2.0 * far * near / (far - near));
    assert!(is(&distance(both.0, both.1, Some("minus_one_to_one")), 29.5, 1e-13));
    assert!(is(&distance(0.0, near, None), 29.5, 1e-13), "reversed, without end");
    assert!(is(&distance(0.0, near, Some("reversed")), 29.5, 1e-13));
    assert!(is(&distance(-1.0, -near, Some("zero_to_one")), 29.5, 1e-13));
    assert_eq!(distance(0.0, near, Some("zero_to_one")), "a.frustum.depth");
    assert_eq!(distance(0.0, near, Some("upside_down")), "a.frustum.depth");
}

#[test]
fn invalid_numbers_are_rejected_by_name() {
    let ball = json!({"sphere": {"center": [0, 0, 0], "radius": 1}});
    let far = json!({"sphere": {"center": [9, 0, 0], "radius": 1}});
    let field = |op: &str, more: &str| {
        let line = format!(r#"{{"op":"{op}","a":{ball},"b":{far},{more}}}"#);
        answer_to(&line)["error"]["field"].clone()
    };
    assert_eq!(field("sweep", r#""velocity":[1e999,0,0]"#), "velocity");
    assert_eq!(field("sweep", r#""velocity":[1,0,0],"max_t":1e999"#), "max_t");
    let posed = |axes: Value| {
        let shape = json!({"posed": {"shape": ball, "translation": [0, 0, 0], "axes": axes}});
        query("distance", &shape, &far, &json!({}))["error"]["field"].clone()
    };
    assert_eq!(posed(json!([])), "a.posed.axes");
    assert_eq!(posed(json!([[2, 0, 0], [0, 1, 0], [0, 0, 1]])), "a.posed.axes");
}
