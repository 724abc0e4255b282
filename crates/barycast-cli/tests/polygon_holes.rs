//! Polygons with holes in the protocol.

mod protocol;

use barycast::dynamic::any::Shape2;
use protocol::{none, query};
use serde_json::{Value, json};

fn square(low: f64, high: f64) -> Value {
    json!([[low, low], [high, low], [high, high], [low, high]])
}

fn polygon(holes: &Value) -> Value {
    json!({"polygon": {"points": square(0., 6.), "holes": holes}})
}

fn ring() -> Value {
    polygon(&json!([square(2., 4.)]))
}

fn disc(x: f64, y: f64, radius: f64) -> Value {
    json!({"circle": {"center": [x, y], "radius": radius}})
}

#[test]
fn every_query_excludes_the_open_hole() {
    let exact = json!({"exact": true});
    let segment = |to: f64| json!({"segment": {"a": [3, 3], "b": [to, 3]}});
    assert_eq!(query("intersects", &ring(), &segment(3.75), &exact)["intersects"], json!(false));
    assert_eq!(query("intersects", &segment(4.), &ring(), &exact)["intersects"], json!(true));
    let nearest = query("distance", &ring(), &disc(3., 3.25, 0.5), &none());
    assert_eq!((&nearest["distance"], &nearest["point_a"]), (&json!(0.25), &json!([3, 4])));
    let middle = json!({"point": [3, 3]});
    assert_eq!(query("signed_distance", &ring(), &middle, &none())["signed_distance"], json!(1));
    assert_eq!(query("contains", &ring(), &disc(1., 1., 1.), &none())["contains"], json!(true));
    assert_eq!(query("contains", &ring(), &disc(3., 3., 3.), &none())["contains"], json!(false));
    let around = json!({"aabb": {"min": [0, 0], "max": [6, 6]}});
    assert_eq!(query("contains", &around, &ring(), &none())["contains"], json!(true));
    let plane = json!({"plane": {"normal": [1, 0], "distance": 6}});
    assert_eq!(query("classify", &plane, &ring(), &none())["side"], "below");
    let velocity = json!({"velocity": [0, -1]});
    assert_eq!(query("sweep", &ring(), &disc(3., 3., 0.5), &velocity)["toi"]["t"], json!(0.5));
    assert_eq!(query("contact", &ring(), &disc(3., 3., 0.5), &none())["contact"], Value::Null);
}

#[test]
fn a_line_is_in_it_on_both_sides_of_the_hole() {
    let line = json!({"line": {"origin": [-1, 3], "direction": [1, 0]}});
    let hits = query("casts", &line, &ring(), &none());
    let hits: Vec<&Value> = hits["hits"].as_array().unwrap().iter().map(|hit| &hit["t"]).collect();
    assert_eq!(hits, [&json!(1), &json!(3), &json!(5), &json!(7)]);
    let common = query("intersection", &line, &ring(), &none());
    let segment = |from: i32, to: i32| json!({"segment": {"a": [from, 3], "b": [to, 3]}});
    let both = json!({"compound": {"shapes": [segment(0, 2), segment(4, 6)]}});
    assert_eq!(common["intersection"], both);
    assert_eq!(query("span", &line, &ring(), &none())["error"]["code"], "unsupported_pair");
}

#[test]
fn holes_may_be_absent_or_degenerate() {
    let center = json!({"point": [3, 3]});
    for holes in [json!([]), json!([[[3, 3]]]), json!([[[1, 1], [5, 5]], [[0, 0]]])] {
        let whole = polygon(&holes);
        assert_eq!(
            query("signed_distance", &whole, &center, &none())["signed_distance"],
            json!(-3),
            "{holes}"
        );
        let contact = query("contact", &whole, &disc(3., 7., 2.), &none());
        assert_eq!(contact["contact"]["depth"], json!(1), "{holes}");
    }
}

#[test]
fn serialized_polygons_are_accepted_by_the_program() {
    for (holes, written) in
        [(json!([]), 0), (json!([[[1, 1]]]), 0), (json!([square(2., 4.), square(4., 5.)]), 2)]
    {
        let shape: Shape2 = serde_json::from_value(polygon(&holes)).unwrap();
        let text = serde_json::to_value(&shape).unwrap();
        assert_eq!(text["polygon"]["holes"].as_array().map_or(0, Vec::len), written, "{text}");
        assert_eq!(text["polygon"]["points"], square(0., 6.));
        assert_eq!(query("contains", &text, &polygon(&holes), &none())["contains"], json!(true));
        assert_eq!(query("contains", &polygon(&holes), &text, &none())["contains"], json!(true));
    }
}

#[test]
fn posed_and_rounded_to_f32_it_is_the_same() {
    let posed = json!({"posed": {"shape": ring(), "translation": [10, 0], "angle": 0.5}});
    for (point, inside) in [([10., 0.], true), ([11.2, 4.], false), ([14., 5.], true)] {
        let point = json!({"point": point});
        for precision in ["f32", "f64"] {
            let answer = query("intersects", &posed, &point, &json!({"precision": precision}));
            assert_eq!(answer["intersects"], json!(inside), "{point} {precision}");
        }
    }
}

#[test]
fn invalid_holes_are_errors_of_holes() {
    let point = json!({"point": [1, 1]});
    let twice = json!([square(1., 3.), square(1., 3.)]);
    let bow_tie = json!([[[1, 1], [2, 2], [2, 1], [1, 2]]]);
    let wrong = [
        json!([[]]),
        json!([square(5., 7.)]),
        json!([square(7., 8.)]),
        json!([[[3, 3], [7, 3]]]),
        twice,
        bow_tie,
        json!([[1, 1], [2, 1], [1, 2]]),
        json!([1]),
        json!("none"),
        Value::Null,
    ];
    for holes in &wrong {
        let error = query("intersects", &polygon(holes), &point, &none());
        let error = &error["error"];
        assert_eq!(
            (&error["code"], &error["field"]),
            (&json!("invalid_shape"), &json!("a.polygon.holes")),
            "{holes}"
        );
    }
    let deep = query("intersects", &polygon(&json!([[[1, 1, 1]]])), &point, &none());
    assert_eq!(deep["error"]["code"], "dimension_mismatch");
    let space = json!({"polygon": {"points": [[0, 0, 0], [9, 0, 0], [0, 9, 0]], "holes": []}});
    let error = query("intersects", &space, &json!({"point": [1, 1, 1]}), &none());
    assert_eq!(error["error"]["code"], "unknown_field");
    let rounded = json!({"rounded": {"shape": ring(), "radius": 1}});
    let error = query("intersects", &rounded, &point, &none());
    assert_eq!(
        (&error["error"]["code"], &error["error"]["field"]),
        (&json!("invalid_shape"), &json!("a.rounded.shape"))
    );
}
