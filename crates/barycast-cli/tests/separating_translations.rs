//! Shortest separating translations of non-convex shapes: into holes, rings and notches, and out of
//! corners; with regression tests of surfaces and curves.

mod protocol;

use protocol::{none, query};
use serde_json::{Value, json};

#[track_caller]
fn contact(a: &Value, b: &Value) -> Value {
    query("contact", a, b, &none())["contact"].clone()
}

/// Tests the depth in both orders with a relative error of at most 10^-8.
#[track_caller]
fn deep(a: &Value, b: &Value, depth: f64) {
    for found in [contact(a, b), contact(b, a)] {
        let found = found["depth"].as_f64().unwrap_or(f64::INFINITY);
        assert!((found - depth).abs() <= 1e-8 * depth, "{found} instead of {depth}: {a} {b}");
    }
}

#[test]
fn the_shortest_translation_may_lead_into_a_hole() {
    let frame = json!({"polygon": {"points": [[-2.5, -2.5], [2.5, -2.5], [2.5, 2.5], [-2.5, 2.5]],
        "holes": [[[-0.625, -0.625], [0.625, -0.625], [0.625, 0.625], [-0.625, 0.625]]]}});
    deep(&frame, &json!({"point": [1, -1]}), 0.375 * 2_f64.sqrt());
    let ring = json!({"annulus": {"center": [1, -1], "inner_radius": 2.5, "outer_radius": 3}});
    let upright = json!({"aabb": {"min": [-1, -3], "max": [-1, 0]}});
    // Down to its upper end, and to the right as far as that requires.
    let found = contact(&ring, &upright)["depth"].as_f64().unwrap();
    assert!(found <= 0.344, "{found}");
    let arc = json!({"arc": {"center": [0, -2], "radius": 3, "start": 2.873_382_528_004_065, "sweep": 7}});
    deep(&arc, &json!({"segment": {"a": [0, 0], "b": [1, 1]}}), 10_f64.sqrt() - 3.0);
    let notched = json!({"sector": {"center": [-1, -3], "radius": 2.5, "start": -1.170_012_195_545_237_6,
        "sweep": 5.588_816_017_152_759}});
    deep(&notched, &json!({"point": [0, -2.5]}), 1.25_f64.sqrt());
    let spindle = json!({"torus": {"center": [0, 0, 0], "axis": [0, 0, 1], "major_radius": 1.25, "minor_radius": 1.75}});
    let point = json!({"point": [0.125, 0.125, 0]});
    let depth = query("signed_distance", &spindle, &point, &none())["signed_distance"].as_f64().unwrap();
    deep(&spindle, &point, -depth);
    let flat = json!({"annulus": {"center": [0, 0], "inner_radius": 0, "outer_radius": 2}});
    deep(&flat, &json!({"point": [0, 0]}), 2.0);
}

/// Tests for touching in both orders and for all starting points of a polygon.
#[track_caller]
fn touches(a: &Value, b: &Value) {
    let mut listed = vec![a.clone()];
    if let Some(points) = a["polygon"]["points"].as_array() {
        let mut reversed = a.clone();
        reversed["polygon"]["points"] = points.iter().rev().cloned().collect();
        listed.push(reversed);
    }
    for a in &listed {
        deep(a, b, 0.0);
    }
}

#[test]
fn flat_shapes_only_touch_notch_corners_and_hole_edges() {
    let point = |at: [f64; 2]| json!({"point": at});
    let segment = |a: [f64; 2], b: [f64; 2]| json!({"segment": {"a": a, "b": b}});
    let ring = [[-2, 2], [2, 2], [2, -2], [-2, -2]];
    let frame = json!({"polygon": {"points": ring, "holes": [[[-1, -1], [1, -1], [1, 1], [-1, 1]]]}});
    for step in -4..4 {
        let along = f64::from(step) / 4.0;
        for [x, y] in [[1.0, along], [along, -1.0], [-1.0, -along], [-along, 1.0]] {
            touches(&frame, &point([x, y]));
            touches(&frame, &json!({"sphere": {"center": [x, y], "radius": 0}}));
            touches(&frame, &segment([x, y], [x / 2.0, y / 2.0]));
        }
    }
    let notched = [
        json!({"polygon": {"points": [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [0, 2]]}}),
        json!({"voxels": {"origin": [0, 0], "size": 1, "filled": [[0, 0], [0, 1], [1, 1]]}}),
        json!({"compound": {"shapes": [{"aabb": {"min": [0, 0], "max": [1, 1]}}, {"aabb": {"min": [0, 1], "max": [2, 2]}}]}}),
    ];
    for notched in &notched {
        touches(notched, &point([1.0, 1.0]));
        touches(notched, &segment([1.0, 1.0], [2.0, 1.0]));
        touches(notched, &segment([1.0, 0.5], [1.0, 1.0]));
        touches(notched, &segment([1.0, 1.0], [2.0, 0.0]));
    }
    let stairs =
        json!({"voxels": {"origin": [0, 0, 0], "size": 1, "filled": [[0, 0, 0], [0, 1, 0], [1, 1, 0]]}});
    touches(&stairs, &json!({"point": [1, 1, 0.25]}));
    touches(&stairs, &json!({"segment": {"a": [1, 1, 0.25], "b": [1, 1, 0.75]}}));
    touches(&stairs, &json!({"triangle": {"a": [1, 1, 0.25], "b": [2, 1, 0.25], "c": [1, 0, 0.25]}}));
    let narrow = json!({"polygon": {"points": [[0, 0], [1, 0], [1, 1], [1.001, 0], [2, 0], [2, 2], [0, 2]]}});
    touches(&narrow, &point([1.0, 1.0]));
    touches(&narrow, &segment([1.0, 1.0], [1.0005, 0.25]));
    let normal = contact(&notched[0], &point([1.0, 1.0]))["normal"].clone();
    let amid = 0.5_f64.sqrt();
    for (found, right) in normal.as_array().unwrap().iter().zip([amid, -amid]) {
        assert!((found.as_f64().unwrap() - right).abs() < 1e-12, "{normal}");
    }
}

#[test]
fn touching_parts_of_one_inside_overlap() {
    let pair = json!({"compound": {"shapes": [{"aabb": {"min": [0, 0], "max": [1, 1]}}, {"aabb": {"min": [0, 1], "max": [2, 2]}}]}});
    deep(&pair, &json!({"point": [0.25, 1]}), 0.25);
    deep(&pair, &json!({"segment": {"a": [0.25, 1], "b": [0.5, 1]}}), 0.5);
    let square = json!({"voxels": {"origin": [0, 0], "size": 1, "filled": [[0, 0], [0, 1], [1, 0], [1, 1]]}});
    deep(&square, &json!({"point": [1, 1]}), 1.0);
    let cube: Vec<[i32; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2]).collect();
    let cube = json!({"voxels": {"origin": [0, 0, 0], "size": 1, "filled": cube}});
    deep(&cube, &json!({"point": [1, 1, 1]}), 1.0);
    deep(&cube, &json!({"point": [1, 1.25, 0.5]}), 0.5);
}

#[test]
fn translations_out_of_a_corner_clear_all_walls() {
    let walls = |wall: &dyn Fn([f64; 3]) -> Value| json!({"compound": {"shapes": [wall([0., 1., 0.]), wall([1., 0., 0.]), wall([0., 0., 1.])]}});
    let ball = json!({"sphere": {"center": [0.3, 0.3, 0.3], "radius": 0.5}});
    let by_halves = walls(&|normal| json!({"half_space": {"normal": normal, "distance": 0}}));
    deep(&by_halves, &ball, 0.12_f64.sqrt());
    deep(&walls(&|normal| json!({"plane": {"normal": normal, "distance": 0}})), &ball, 0.12_f64.sqrt());
    let brick = json!({"aabb": {"min": [-0.1, -0.2, -0.3], "max": [1, 1, 1]}});
    deep(&by_halves, &brick, 0.14_f64.sqrt());
    let room = json!({"mesh": {"vertices": [[0,0,0],[5,0,0],[0,5,0],[0,0,5],[5,5,0],[5,0,5],[0,5,5]],
        "triangles": [[0,1,4],[0,4,2],[0,5,1],[0,3,5],[0,2,6],[0,6,3]]}});
    let beside = json!({"sphere": {"center": [0.3, 0.4, 0.45], "radius": 0.5}});
    deep(&room, &beside, 0.0525_f64.sqrt());
}

#[test]
fn unbounded_shapes_are_separated_only_if_possible() {
    let block = json!({"polygon": {"points": [[-5, -3], [1, -3], [1, 3], [-5, 3]]}});
    let line = json!({"line": {"origin": [-7, -2], "direction": [0, -2]}});
    deep(&json!({"compound": {"shapes": [block, line]}}), &json!({"point": [0, 0]}), 1.0);
    let plane = json!({"plane": {"normal": [1, -2], "distance": 1}});
    let crossed = json!({"compound": {"shapes": [{"point": [1, 0]}, {"line": {"origin": [-1, 1], "direction": [-1, 2]}}]}});
    assert_eq!(contact(&plane, &crossed)["depth"], "inf");
    let speck = json!({"arc": {"center": [0, 0], "radius": 0, "start": 0, "sweep": 1}});
    deep(&json!({"ray": {"origin": [-1, 1], "direction": [2, -2]}}), &speck, 0.0);
}

#[test]
fn a_box_on_a_grid_rests_on_its_corners() {
    let floor = json!({"mesh": {"vertices": [[0,0,0],[0,1,0],[0,2,0],[1,0,0],[1,1,0],[1,2,0],[2,0,0],[2,1,0],[2,2,0]],
        "triangles": [[0,3,4],[0,4,1],[1,4,5],[1,5,2],[3,6,7],[3,7,4],[4,7,8],[4,8,5]]}});
    let found =
        query("manifold", &floor, &json!({"aabb": {"min": [0.5, 0.5, -0.1], "max": [1.5, 1.5, 1]}}), &none());
    let points = found["manifold"]["points"].as_array().unwrap();
    for corner in [[0.5, 0.5], [1.5, 0.5], [0.5, 1.5], [1.5, 1.5]] {
        let is_here = |p: &Value| {
            (p["point_a"][0].as_f64(), p["point_a"][1].as_f64()) == (Some(corner[0]), Some(corner[1]))
        };
        assert!(points.iter().any(is_here), "{corner:?} in {points:?}");
    }
}

#[test]
fn depths_do_not_depend_on_the_order_of_triangles() {
    let cull = json!({"cull": true});
    let down = json!({"ray": {"origin": [0.2, 0.2, 1], "direction": [0, 0, -1]}});
    for (triangles, front) in [(json!([[0, 2, 1], [0, 1, 2]]), 1), (json!([[0, 1, 2], [0, 2, 1]]), 0)] {
        let both = json!({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": triangles}});
        let hit = query("cast", &down, &both, &cull)["hit"].clone();
        assert_eq!(
            (&hit["t"], &hit["normal"], &hit["triangle"]),
            (&json!(1), &json!([0, 0, 1]), &json!(front))
        );
    }
    let [back, front] = [[[0, 1, 0], [1, 0, 0]], [[1, 0, 0], [0, 1, 0]]]
        .map(|[b, c]| json!({"triangle": {"a": [0, 0, 0], "b": b, "c": c}}));
    let both = json!({"compound": {"shapes": [back, front]}});
    assert_eq!(query("cast", &down, &both, &cull)["hit"]["t"], json!(1));
    let edge = json!({"mesh": {"vertices": [[0, 0, 0], [0, 1, 0], [1, 0.5, -1], [1, 0.5, -2]],
        "triangles": [[0, 1, 2], [0, 3, 1]]}});
    let onto_edge = json!({"ray": {"origin": [0, 0.5, 1], "direction": [0, 0, -1]}});
    assert_eq!(query("cast", &onto_edge, &edge, &cull)["hit"]["triangle"], json!(1));
}

#[test]
fn surfaces_contain_shapes_that_lie_in_them() {
    let field = json!({"height_field": {"heights": [[1, -1], [-1, 1]], "spacing": 2, "origin": [0, 0, 0]}});
    let held = |a: &Value, b: Value| query("contains", a, &b, &none())["contains"].clone();
    assert_eq!(held(&field, json!({"point": [2, 1, 0]})), json!(true));
    assert_eq!(held(&field, json!({"point": [2, 1, 0.5]})), json!(false));
    assert_eq!(
        held(&field, json!({"triangle": {"a": [0, 0, 1], "b": [2, 0, -1], "c": [2, 2, 1]}})),
        json!(true)
    );
    let tilted =
        json!({"mesh": {"vertices": [[1, 2, 1], [-3, -3, -1], [0, -3, 2]], "triangles": [[0, 1, 2]]}});
    let part =
        json!({"triangle": {"a": [0.5625, 0.75, 1.0625], "b": [-1.4375, -1.75, 0.0625], "c": [-1, -0.5, 0]}});
    assert_eq!(held(&tilted, part), json!(true));
    let huge =
        json!({"rounded": {"shape": {"sphere": {"center": [0, 1e160], "radius": 2.5e160}}, "radius": 1e160}});
    let larger =
        json!({"polygon": {"points": [[-2e161, -2e160], [6e161, -2e160], [6e161, 6e161], [-2e161, 6e161]]}});
    assert_eq!(held(&huge, larger), json!(false));
}

#[test]
fn a_plane_in_a_compound_has_no_inside() {
    let both = json!({"compound": {"shapes": [{"sphere": {"center": [0, 0, 0], "radius": 1}},
        {"plane": {"normal": [0, 0, 1], "distance": 5}}]}});
    let off = |z: f64| {
        query("signed_distance", &both, &json!({"point": [0, 0, z]}), &none())["signed_distance"].clone()
    };
    assert_eq!((off(1.5), off(0.5), off(4.75)), (json!(0.5), json!(-0.5), json!(0.25)));
}

#[test]
fn at_time_0_the_point_is_shared() {
    let side = json!({"aabb": {"min": [-1, -1], "max": [-1, 1]}});
    let plane = json!({"plane": {"normal": [-1, -1], "distance": 1}});
    let toi = query("sweep", &side, &plane, &json!({"velocity": [4, -4]}))["toi"].clone();
    assert_eq!((&toi["t"], &toi["point"]), (&json!(0), &json!([-1, 0])));
}

#[test]
fn circles_touch_their_tangents() {
    let circle = json!({"arc": {"center": [0, 0], "radius": 2, "start": 0, "sweep": 7}});
    let thin = json!({"annulus": {"center": [0, 0], "inner_radius": 2, "outer_radius": 2}});
    let ring =
        json!({"torus": {"center": [0, 0, 0], "axis": [0, 0, 1], "major_radius": 2, "minor_radius": 0}});
    let touch = |a: &Value, b: Value| query("intersects", a, &b, &none())["intersects"].clone();
    for (a, b) in [([-1., 2.], [1., 2.]), ([2., -1.], [2., 0.5]), ([0., 2.], [9., 2.])] {
        for shape in [&circle, &thin] {
            assert_eq!(touch(shape, json!({"segment": {"a": a, "b": b}})), json!(true), "{a:?} {b:?}");
        }
        let [a, b] = [a, b].map(|[x, y]| [x, y, 0.]);
        assert_eq!(touch(&ring, json!({"segment": {"a": a, "b": b}})), json!(true), "{a:?} {b:?}");
    }
    let five = json!({"annulus": {"center": [0, 0], "inner_radius": 5, "outer_radius": 5}});
    assert_eq!(touch(&five, json!({"segment": {"a": [11, -2], "b": [3, 4]}})), json!(true));
    assert_eq!(touch(&five, json!({"aabb": {"min": [1, 2], "max": [3, 4]}})), json!(true), "from inside");
    assert_eq!(touch(&five, json!({"aabb": {"min": [1, 2], "max": [3, 3.999_999_999]}})), json!(false));
    let lying = json!({"capsule": {"a": [1.5, 2], "b": [0, 0], "radius": 2.5}});
    assert_eq!(touch(&five, lying.clone()), json!(true), "from inside");
    let toi = query("sweep", &five, &lying, &json!({"velocity": [-0.75, -1]}))["toi"].clone();
    assert_eq!((&toi["t"], &toi["point"]), (&json!(0), &json!([3, 4])));
}
