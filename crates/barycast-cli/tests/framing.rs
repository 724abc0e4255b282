//! The operations `project`, `clip` and `solid_angle`, and those of curves.

use serde_json::{Value, json};

/// Returns the program's answer to a line.
#[track_caller]
fn query(line: &str) -> Value {
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("barycast");
    let output = program.arg("query").write_stdin(line).output().expect("it runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_point_is_projected_onto_a_plane_in_four_ways() {
    let project = |options: &str| {
        let plane = r#""a":{"plane":{"normal":[0,2,0],"distance":4}}"#;
        query(&format!(r#"{{"op":"project",{plane},"b":{{"point":[0,5,0]}}{options}}}"#))
    };
    assert_eq!(project("")["point"], json!([0, 2, 0]));
    let oblique = project(r#","direction":[1,-1,0]"#);
    assert_eq!(oblique["point"], json!([3, 2, 0]));
    assert_eq!(oblique["matrix"][3], json!([4, -4, 0, -2]), "d t, m");
    assert_eq!(project(r#","light":[0,8,1]"#)["point"], json!([0, 2, -1]));
    assert_eq!(project(r#","mirror":true"#)["point"], json!([0, -1, 0]));
    assert_eq!(project(r#","light":[1,5,0]"#)["point"], json!(null), "at the lamp's height: to infinity");
}

#[test]
fn missing_projections_state_the_reason() {
    let error = |options: &str| {
        let shapes = r#""a":{"plane":{"normal":[0.1,0.2],"distance":0}},"b":{"point":[0,5]}"#;
        query(&format!(r#"{{"op":"project",{shapes}{options}}}"#))["error"].clone()
    };
    let along = error(r#","direction":[2,-1]"#);
    assert_eq!((&along["code"], &along["field"]), (&json!("invalid_option"), &json!("direction")));
    assert_eq!(error(r#","light":[-2,1]"#)["field"], json!("light"));
    assert_eq!(error(r#","direction":[1,2,3]"#)["code"], json!("dimension_mismatch"));
    assert_eq!(error(r#","direction":[1,2],"mirror":true"#)["code"], json!("invalid_option"));
    let shapes = r#""a":{"point":[1,2]},"b":{"point":[0,5]}"#;
    assert_eq!(query(&format!(r#"{{"op":"project",{shapes}}}"#))["error"]["code"], json!("unsupported_pair"));
}

#[test]
fn a_segment_is_clipped_with_its_outcodes() {
    let clip = |a: &str, b: &str| query(&format!(r#"{{"op":"clip","a":{a},"b":{b}}}"#));
    let square = r#"{"aabb":{"min":[0,0],"max":[4,4]}}"#;
    let answer = clip(r#"{"segment":{"a":[1,7],"b":[4,-1]}}"#, square);
    assert_eq!(answer["clip"]["a"], json!([2.125, 4]));
    assert_eq!(
        (&answer["clip"]["t"], &answer["outcodes"]),
        (&json!([0.375, 0.875]), &json!(["1000", "0100"]))
    );
    let missed = clip(r#"{"segment":{"a":[-1,0.5],"b":[0.5,-1]}}"#, square);
    assert_eq!(missed["clip"], json!(null));
    let simplex = r#"{"tetrahedron":{"a":[0,0,0],"b":[1,0,0],"c":[0,1,0],"d":[0,0,1]}}"#;
    let through = clip(r#"{"segment":{"a":[-1,0.25,0.25],"b":[3,0.25,0.25]}}"#, simplex);
    assert_eq!(through["clip"], json!({"t": [0.25, 0.375], "a": [0, 0.25, 0.25], "b": [0.5, 0.25, 0.25]}));
}

#[test]
fn a_polygon_is_clipped() {
    let clip = |a: &str, b: &str| query(&format!(r#"{{"op":"clip","a":{a},"b":{b}}}"#));
    let square = r#"{"polygon":{"points":[[0,0],[2,0],[2,2],[0,2]]}}"#;
    let half = r#"{"half_space":{"normal":[1,0],"distance":1}}"#;
    assert_eq!(clip(square, half)["clip"]["points"], json!([[0, 0], [1, 0], [1, 2], [0, 2]]));
    let arrow = r#"{"polygon":{"points":[[0,0],[4,0],[1,1],[0,4]]}}"#;
    assert_eq!(clip(square, arrow)["error"]["code"], json!("unsupported_pair"), "the window is not convex");
    assert_eq!(clip(square, r#"{"aabb":{"min":[5,5],"max":[6,6]}}"#)["clip"], json!(null));
}

#[test]
fn vertices_on_the_window_are_reported_once() {
    let clip = |a: &str, b: &str| query(&format!(r#"{{"op":"clip","a":{a},"b":{b}}}"#));
    let unit = r#"{"aabb":{"min":[0,0],"max":[1,1]}}"#;
    let leaning = r#"{"triangle":{"a":[1,0],"b":[2,0],"c":[1,2]}}"#;
    assert_eq!(clip(leaning, unit)["clip"]["points"], json!([[1, 0], [1, 1]]));
    let window = r#"{"aabb":{"min":[-3,-1,-3],"max":[0,-1,1]}}"#;
    let across = r#"{"triangle":{"a":[0,-3,-2],"b":[1,2,1],"c":[0,2,3]}}"#;
    assert_eq!(clip(across, window)["clip"]["points"], json!([[0, -1, 0]]));
}

#[test]
fn solid_angles_of_shapes() {
    let seen =
        |a: &str, eye: &str| query(&format!(r#"{{"op":"solid_angle","a":{a},"b":{{"point":{eye}}}}}"#));
    let cube = r#"{"aabb":{"min":[-1,-1,-1],"max":[1,1,1]}}"#;
    assert_eq!(seen(cube, "[0,0,0]"), json!({"solid_angle": 4.0 * std::f64::consts::PI}));
    assert_eq!(
        seen(r#"{"segment":{"a":[1,0],"b":[0,1]}}"#, "[0,0]")["solid_angle"],
        json!(std::f64::consts::FRAC_PI_2)
    );
    assert_eq!(
        seen(r#"{"torus":{"center":[0,0,0],"axis":[0,0,1],"major_radius":2,"minor_radius":1}}"#, "[0,0,0]")["error"]
            ["code"],
        json!("unsupported_pair")
    );
    assert_eq!(seen(cube, "[0,0]")["error"]["code"], json!("dimension_mismatch"));
}

#[test]
fn curves_are_evaluated_measured_and_have_nearest_points() {
    let arc = r#""curve":{"bezier":{"points":[[1,0],[1,1],[0,1]],"weights":[1,0.7071067811865476,1]}}"#;
    let at = query(&format!(r#"{{"op":"evaluate",{arc},"t":0}}"#));
    assert_eq!(
        (&at["point"], &at["tangent"], &at["normal"]),
        (&json!([1, 0]), &json!([0, 1]), &json!([-1, 0]))
    );
    let near = |x: &Value, expected: f64| (x.as_f64().unwrap() - expected).abs() < 1e-14;
    assert!(near(&at["curvature"], 1.0));
    let nearest = query(&format!(r#"{{"op":"nearest",{arc},"point":[3,4]}}"#));
    assert!(near(&nearest["distance"], 4.0) && near(&nearest["point"][0], 0.6), "{nearest}");
    let length = query(&format!(r#"{{"op":"length",{arc}}}"#));
    assert!(near(&length["length"], std::f64::consts::FRAC_PI_2), "{length}");
    assert!(length["error"].as_f64().unwrap() < 1e-10);
    for curve in [
        r#"{"b_spline":{"points":[[0,0,0],[1,0,0],[1,1,0],[1,1,1]]}}"#,
        r#"{"b_spline":{"points":[[0,0,0],[1,0,0],[1,1,0],[1,1,1]],"degree":2,"closed":true}}"#,
        r#"{"hermite":{"points":[[0,0,0],[1,0,0]],"tangents":[[0,0,0],[1,0,0]]}}"#,
        r#"{"catmull_rom":{"points":[[0,0,0],[1,0,0],[1,1,0]],"closed":true,"spacing":"uniform"}}"#,
        r#"{"spline":{"points":[[0,0,0],[1,0,0],[1,1,0]],"ends":"not_a_knot"}}"#,
    ] {
        let from = query(&format!(r#"{{"op":"nearest","curve":{curve},"point":[0,0,1]}}"#));
        let there = query(&format!(r#"{{"op":"evaluate","curve":{curve},"t":{}}}"#, from["t"]));
        for axis in 0..3 {
            assert!(near(&there["point"][axis], from["point"][axis].as_f64().unwrap()), "{curve}");
        }
    }
}

#[test]
fn casts_and_signed_distances_of_tubes() {
    // A ring of radius 2 in the plane z = 0 with tube radius 0.5.
    let corners = [
        [2, 0, 0],
        [2, 2, 0],
        [0, 2, 0],
        [-2, 2, 0],
        [-2, 0, 0],
        [-2, -2, 0],
        [0, -2, 0],
        [2, -2, 0],
        [2, 0, 0],
    ];
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let weights: Vec<f64> = (0..9).map(|i| if i % 2 == 0 { 1.0 } else { half }).collect();
    let ring = json!({"curve": {"b_spline": {"points": corners, "degree": 2, "weights": weights,
        "knots": [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]}}, "radius": 0.5});
    let near = |x: &Value, expected: f64| (x.as_f64().unwrap() - expected).abs() < 1e-9;
    for a in
        [r#"{"ray":{"origin":[9,0,0],"direction":[-1,0,0]}}"#, r#"{"segment":{"a":[9,0,0],"b":[8,0,0]}}"#]
    {
        let hit = query(&format!(r#"{{"op":"cast","a":{a},"tube":{ring}}}"#))["hit"].clone();
        if a.contains("ray") {
            assert!(near(&hit["t"], 6.5) && near(&hit["normal"][0], 1.0), "{hit}");
            assert!(hit["error"].as_f64().unwrap() < 1e-9, "{hit}");
        } else {
            assert_eq!(hit, json!(null));
        }
    }
    let ray = r#""a":{"ray":{"origin":[9,0,0],"direction":[-1,0,0]}}"#;
    assert_eq!(query(&format!(r#"{{"op":"cast",{ray},"max_t":6,"tube":{ring}}}"#))["hit"], json!(null));
    for (point, away) in [("[0,0,0]", 1.5), ("[0,2,0.25]", -0.25)] {
        let stdout = query(&format!(r#"{{"op":"signed_distance","tube":{ring},"point":{point}}}"#));
        assert!(near(&stdout["signed_distance"], away), "{stdout}");
    }
    let expect = |line: &str, code: &str, field: &str| {
        let error = query(line)["error"].clone();
        assert_eq!((&error["code"], &error["field"]), (&json!(code), &json!(field)), "{line} {error}");
    };
    let line = r#"{"bezier":{"points":[[0,0],[1,0]]}}"#;
    let cast = |tube: &str| format!(r#"{{"op":"cast",{ray},"tube":{tube}}}"#);
    expect(&cast("{}"), "missing_field", "tube.curve");
    expect(&cast(&format!(r#"{{"curve":{line},"radius":-1}}"#)), "invalid_shape", "tube.radius");
    expect(&cast(&format!(r#"{{"curve":{line},"radius":1}}"#)), "dimension_mismatch", "a");
    expect(
        &cast(r#"{"curve":{"bezier":{"points":[]}},"radius":1}"#),
        "invalid_shape",
        "tube.curve.bezier.points",
    );
    expect(&format!(r#"{{"op":"signed_distance",{ray},"tube":{ring}}}"#), "unknown_field", "a");
    expect(&format!(r#"{{"op":"cast","a":{{"point":[0,0,0]}},"tube":{ring}}}"#), "invalid_shape", "a");
}

#[test]
fn surfaces_are_evaluated_and_have_nearest_points() {
    let near = |x: &Value, expected: f64| (x.as_f64().unwrap() - expected).abs() < 1e-12;
    // A quarter of a cylinder about z of radius 1 and height 2: u runs around it, v upward.
    let arc = r#"{"bezier":{"points":[[[1,0,0],[1,0,2]],[[1,1,0],[1,1,2]],[[0,1,0],[0,1,2]]],
        "weights":[[1,1],[0.7071067811865476,0.7071067811865476],[1,1]]}}"#
        .replace('\n', " ");
    let at = query(&format!(r#"{{"op":"evaluate","surface":{arc},"u":0.5,"v":0.25}}"#));
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for (axis, x) in [half, half, 0.5].into_iter().enumerate() {
        assert!(near(&at["point"][axis], x), "{at}");
    }
    assert!(near(&at["normal"][0], half) && near(&at["derivative_v"][2], 2.0), "{at}");
    assert!(near(&at["gaussian_curvature"], 0.0) && near(&at["mean_curvature"], -0.5), "{at}");
    let nearest = query(&format!(r#"{{"op":"nearest","surface":{arc},"point":[3,4,1.5]}}"#));
    assert!(near(&nearest["distance"], 4.0) && near(&nearest["point"][0], 0.6), "{nearest}");
    assert!(near(&nearest["v"], 0.75), "{nearest}");
    // One control point in the middle is raised; explicit knots give the same result as default
    // ones.
    let rows: Vec<Vec<[i32; 3]>> =
        (0..5).map(|x| (0..4).map(|y| [x, y, i32::from((x, y) == (2, 2))]).collect()).collect();
    let spline = |more: &str| format!(r#"{{"b_spline":{{"points":{}{more}}}}}"#, json!(rows));
    let query_there =
        |more: &str| query(&format!(r#"{{"op":"evaluate","surface":{},"u":1.2,"v":0.5}}"#, spline(more)));
    let knots = r#","knots":[[0,0,0,0,1,2,2,2,2],[0,0,0,0,1,1,1,1]],"degrees":[3,3]"#;
    assert_eq!(query_there(""), query_there(knots));
    assert!(query_there("")["mean_curvature"].as_f64().unwrap() < 0.0);
    // Closed along its rows, the surface ends where it starts, with the same tangent; along the
    // other parameter it does not.
    let at = |closed: &str, u: i32, v: f64| {
        let surface = spline(&format!(r#","degrees":[2,2],"closed":"{closed}""#));
        let stdout = query(&format!(r#"{{"op":"evaluate","surface":{surface},"u":{u},"v":{v}}}"#));
        assert!(stdout["point"].is_array(), "{stdout}");
        ["point", "derivative_u", "derivative_v"].map(|key| stdout[key].clone())
    };
    assert_eq!(at("u", 2, 0.5), at("u", 7, 0.5));
    assert_ne!(at("v", 0, 2.5)[0], at("v", 3, 2.5)[0]);
    assert_eq!(at("uv", 2, 2.0), at("uv", 7, 6.0));
}

#[test]
fn errors_of_surfaces_name_the_field() {
    let expect = |surface: &str, code: &str, field: &str| {
        let error =
            query(&format!(r#"{{"op":"nearest","surface":{surface},"point":[0,0,0]}}"#))["error"].clone();
        assert_eq!((&error["code"], &error["field"]), (&json!(code), &json!(field)), "{surface} {error}");
    };
    expect("3", "invalid_shape", "surface");
    expect(r#"{"nurbs":{}}"#, "unknown_shape", "surface.nurbs");
    expect(r#"{"bezier":{"points":[[[0,0,0],[1,0,0]]]}}"#, "invalid_shape", "surface.bezier.points");
    expect(
        r#"{"bezier":{"points":[[[0,0],[1,0]],[[0,1],[1,1]]]}}"#,
        "dimension_mismatch",
        "surface.bezier.points",
    );
    let square = "[[[0,0,0],[1,0,0]],[[0,1,0],[1,1,0]]]";
    let with = |kind: &str, more: &str| format!(r#"{{"{kind}":{{"points":{square},{more}}}}}"#);
    expect(&with("bezier", r#""weights":[[1,1],[1,0]]"#), "invalid_shape", "surface.bezier.weights");
    expect(&with("bezier", r#""degrees":[1,1]"#), "unknown_field", "surface.bezier.degrees");
    expect(&with("b_spline", r#""closed":"w""#), "invalid_shape", "surface.b_spline.closed");
    expect(
        &with("b_spline", r#""closed":"u","weights":[[1,1],[1,1]]"#),
        "invalid_shape",
        "surface.b_spline.closed",
    );
    expect(&with("b_spline", r#""degrees":[0,1]"#), "invalid_shape", "surface.b_spline.degrees");
    expect(
        &with("b_spline", r#""degrees":[1,1],"knots":[[0,0,1,1],[0,0,1,0]]"#),
        "invalid_shape",
        "surface.b_spline.knots",
    );
    expect(
        &with("b_spline", r#""degrees":[1,1],"knots":[0,0,1,1]"#),
        "invalid_shape",
        "surface.b_spline.knots",
    );
}

#[test]
fn errors_of_curves_name_the_field() {
    let error = |line: &str| {
        let error = query(line)["error"].clone();
        (
            error["code"].as_str().unwrap_or_default().to_owned(),
            error["field"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let expect = |line: &str, code: &str, field: &str| {
        assert_eq!(error(line), (code.to_owned(), field.to_owned()), "{line}");
    };
    expect(r#"{"op":"length","curve":{"bezier":{"points":[]}}}"#, "invalid_shape", "curve.bezier.points");
    expect(
        r#"{"op":"length","curve":{"bezier":{"points":[[0,0],[1,2,3]]}}}"#,
        "dimension_mismatch",
        "curve.bezier.points",
    );
    expect(
        r#"{"op":"length","curve":{"bezier":{"points":[[0,0],[1,2]],"weights":[1,-1]}}}"#,
        "invalid_shape",
        "curve.bezier.weights",
    );
    expect(
        r#"{"op":"length","curve":{"bezier":{"points":[[0,0],[1,2]],"knots":[1]}}}"#,
        "unknown_field",
        "curve.bezier.knots",
    );
    expect(r#"{"op":"length","curve":{"spiral":{"points":[[0,0],[1,2]]}}}"#, "unknown_shape", "curve.spiral");
    expect(
        r#"{"op":"length","curve":{"bezier":{"points":[[0,0],[1,2]]}},"tolerance":-1}"#,
        "invalid_option",
        "tolerance",
    );
    expect(r#"{"op":"evaluate","curve":{"bezier":{"points":[[0,0],[1,2]]}}}"#, "missing_field", "t");
    expect(
        r#"{"op":"nearest","curve":{"bezier":{"points":[[0,0],[1,2]]}},"point":[1,2,3]}"#,
        "dimension_mismatch",
        "point",
    );
    expect(r#"{"op":"length"}"#, "missing_field", "curve");
    let knots = r#"{"op":"length","curve":{"b_spline":{"points":[[0,0],[1,2],[3,4]],"degree":1,"knots":[0,0,2,1,1]}}}"#;
    expect(knots, "invalid_shape", "curve.b_spline.knots");
}
