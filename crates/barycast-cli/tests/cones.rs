//! Infinite cones in the protocol, and truncated cones in 2D.

mod protocol;

use protocol::{none, query};
use serde_json::{Value, json};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Returns a cone as high as it is wide.
fn cone() -> Value {
    json!({"infinite_cone": {"apex": [0, 0, 0], "direction": [0, 0, 2], "angle": FRAC_PI_4}})
}

fn number(answer: &Value, key: &str) -> f64 {
    answer[key].as_f64().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn a_cone_is_closest_by_its_side_or_by_its_apex() {
    let distance = |other: Value| number(&query("distance", &cone(), &other, &none()), "distance");
    let root = 2_f64.sqrt();
    assert!((distance(json!({"point": [6, 0, 2]})) - 2. * root).abs() < 1e-15);
    assert!((distance(json!({"point": [3, 0, -4]})) - 5.).abs() < 1e-15);
    let line = json!({"line": {"origin": [4, 0, 0], "direction": [0, 1, 0]}});
    assert!((distance(line) - 2. * root).abs() < 1e-15);
    let below = json!({"plane": {"normal": [0, 0, 1], "distance": -3}});
    assert!((distance(below) - 3.).abs() < 1e-15);
    let other = json!({"infinite_cone": {"apex": [0, 3, -4], "direction": [0, 0, -1], "angle": 0.1}});
    assert!((distance(other) - 5.).abs() < 1e-14);
    assert_eq!(distance(json!({"half_space": {"normal": [0, 0, -1], "distance": -1e6}})), 0.);
}

#[test]
fn no_translation_separates_unbounded_overlaps() {
    let contact = |other: Value| query("contact", &cone(), &other, &none())["contact"].clone();
    let up = json!({"infinite_cone": {"apex": [90, 0, 3], "direction": [1, 0, 1], "angle": 0.1}});
    assert_eq!(contact(up)["depth"], "inf");
    assert_eq!(
        contact(json!({"line": {"origin": [3, 0, 0], "direction": [0, 1, 9]}}))["normal"],
        Value::Null
    );
    assert_eq!(contact(json!({"plane": {"normal": [3, 0, 1], "distance": 5}}))["depth"], "inf");
    let across = contact(json!({"line": {"origin": [0, 0, 2], "direction": [0, 1, 0]}}));
    assert!((number(&across, "depth") - 2_f64.sqrt()).abs() < 1e-14, "{across}");
    let ball = contact(json!({"sphere": {"center": [0, 0, 2], "radius": 1}}));
    assert!((number(&ball, "depth") - (1. + 2_f64.sqrt())).abs() < 1e-14, "{ball}");
    let floor = contact(json!({"half_space": {"normal": [0, 0, 1], "distance": 2}}));
    assert_eq!((number(&floor, "depth"), &floor["point_a"]), (2., &json!([0, 0, 0])));
}

#[test]
fn a_cone_contains_deep_shapes_and_narrower_cones() {
    let holds = |a: &Value, b: Value| query("contains", a, &b, &none())["contains"].clone();
    let narrow =
        |angle: f64| json!({"infinite_cone": {"apex": [0, 0, 1], "direction": [0, 0, 1], "angle": angle}});
    assert_eq!(holds(&cone(), narrow(0.7)), true);
    assert_eq!(holds(&cone(), narrow(0.8)), false);
    assert_eq!(holds(&cone(), json!({"ray": {"origin": [0, 0, 1], "direction": [0, 1, 2]}})), true);
    assert_eq!(holds(&cone(), json!({"line": {"origin": [0, 0, 1], "direction": [0, 0, 1]}})), false);
    assert_eq!(holds(&cone(), json!({"sphere": {"center": [0, 0, 2], "radius": 1.414}})), true);
    assert_eq!(holds(&cone(), json!({"sphere": {"center": [0, 0, 2], "radius": 1.415}})), false);
    let above = json!({"half_space": {"normal": [0, 0, -1], "distance": 0}});
    assert_eq!(holds(&above, cone()), true);
    assert_eq!(
        query("classify", &json!({"plane": {"normal": [0, 0, 1], "distance": 0}}), &cone(), &none())["side"],
        "above"
    );
    assert_eq!(holds(&json!({"aabb": {"min": [-9, -9, -9], "max": [9, 9, 9]}}), cone()), false);
}

#[test]
fn casts_spans_sweeps_and_manifolds() {
    let ray = json!({"ray": {"origin": [1, 0, -4], "direction": [0, 0, 1]}});
    assert_eq!(query("span", &ray, &cone(), &none())["span"][1], "inf");
    assert_eq!(query("casts", &ray, &cone(), &none())["hits"].as_array().map(Vec::len), Some(1));
    let beam = query("intersection", &cone(), &ray, &none());
    assert_eq!(beam["intersection"]["ray"]["direction"], json!([0, 0, 1]));
    let ball = json!({"sphere": {"center": [0, 0, -5], "radius": 1}});
    let rise = json!({"velocity": [0, 0, 2], "max_t": 9});
    assert_eq!(query("sweep", &cone(), &ball, &rise)["toi"]["t"], json!(2));
    let other = json!({"infinite_cone": {"apex": [0, 0, -5], "direction": [0, 0, -1], "angle": 1}});
    assert_eq!(query("sweep", &cone(), &other, &rise)["toi"]["t"], json!(2.5));
    let within = json!({"sphere": {"center": [0, 0, 5], "radius": 1}});
    assert_eq!(
        query("manifold", &cone(), &within, &none())["manifold"]["points"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn an_angle_rounds_and_must_be_below_a_quarter_turn() {
    let point = json!({"point": [0, 0, 1]});
    let code = |a: &Value, more: &Value| query("intersects", a, &point, more)["error"].clone();
    assert_eq!(code(&cone(), &json!({"exact": true}))["code"], "not_exact");
    for (angle, precision) in
        [(0., "f64"), (-1., "f64"), (FRAC_PI_2, "f64"), (FRAC_PI_2, "f32"), (1e-60, "f32")]
    {
        let wrong = json!({"infinite_cone": {"apex": [0, 0, 0], "direction": [0, 0, 1], "angle": angle}});
        let error = code(&wrong, &json!({"precision": precision}));
        assert_eq!(
            (&error["code"], &error["field"]),
            (&json!("invalid_shape"), &json!("a.infinite_cone.angle")),
            "{angle}"
        );
    }
    let still = json!({"infinite_cone": {"apex": [0, 0, 0], "direction": [0, 0, 0], "angle": 1}});
    assert_eq!(code(&still, &none())["field"], "a.infinite_cone.direction");
    let flat = json!({"infinite_cone": {"apex": [0, 0], "direction": [0, 1], "angle": 1}});
    assert_eq!(code(&flat, &none())["code"], "dimension_mismatch");
}

#[test]
fn a_truncated_cone_in_2d_is_a_trapezoid() {
    let cup = json!({"truncated_cone": {"a": [0, 0], "b": [0, 4], "radius_a": 1, "radius_b": 4}});
    let ray = json!({"ray": {"origin": [-9, 2], "direction": [1, 0]}});
    assert_eq!(query("span", &ray, &cup, &none())["span"], json!([6.5, 11.5]));
    assert_eq!(query("distance", &cup, &json!({"point": [0, 7]}), &none())["distance"], json!(3));
    assert_eq!(
        query("signed_distance", &cup, &json!({"point": [0, 1]}), &none())["signed_distance"],
        json!(-1)
    );
    assert_eq!(query("intersects", &cup, &cup, &json!({"exact": true}))["error"]["code"], "not_exact");
    let point = json!({"truncated_cone": {"a": [0, 0], "b": [0, 0], "radius_a": 1, "radius_b": 4}});
    assert_eq!(query("intersects", &point, &cup, &none())["error"]["field"], "a.truncated_cone.b");
    let wedge = json!({"truncated_cone": {"a": [0, 0], "b": [0, 4], "radius_a": 0, "radius_b": 0}});
    assert_eq!(query("distance", &wedge, &json!({"point": [3, 8]}), &none())["distance"], json!(5));
}

#[test]
fn a_view_cone_is_what_a_guard_sees() {
    let view = |angle: f64| json!({"view_cone": {"apex": [0, 0, 0], "direction": [2, 0, 0], "radius": 10, "half_angle": angle}});
    let sees = |x: f64, y: f64| {
        query("intersects", &view(FRAC_PI_4), &json!({"point": [x, y, 0]}), &none())["intersects"].clone()
    };
    assert_eq!(
        (sees(5., 4.), sees(5., 6.), sees(10.5, 0.), sees(-1., 0.)),
        (json!(true), json!(false), json!(false), json!(false))
    );
    let away = query("distance", &view(FRAC_PI_4), &json!({"point": [0, -3, 4]}), &none());
    assert!((number(&away, "distance") - 12.5_f64.sqrt()).abs() < 1e-15, "{away}");
    let held =
        query("contains", &view(FRAC_PI_2), &json!({"sphere": {"center": [5, 0, 0], "radius": 5}}), &none());
    assert_eq!(held["contains"], true);
    let refused = query("distance", &view(1.6), &json!({"point": [0, 0, 0]}), &none());
    let error = &refused["error"];
    assert_eq!(
        (&error["code"], &error["field"]),
        (&json!("invalid_shape"), &json!("a.view_cone.half_angle"))
    );
    let flat = json!({"view_cone": {"apex": [0, 0], "direction": [2, 0], "radius": 10, "half_angle": 1}});
    let refused = query("distance", &flat, &json!({"point": [0, 0]}), &none());
    assert_eq!(refused["error"]["code"], "dimension_mismatch");
}
