//! Curves, surfaces, easings, fits and tangents of the library, through the protocol.

use barycast::curve::easing::{Ease, Easing};
use barycast::curve::{
    BSpline, Bezier, EndConditions, Ferguson, Hermite, KochanekBartels, Parametrization, TcbParams,
};
use glam::{DVec2, DVec3, dvec2, dvec3};
use serde_json::{Value, json};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

#[track_caller]
fn answer(request: &Value) -> Value {
    let mut out = Vec::new();
    barycast_protocol::answer(request.to_string().as_bytes(), false, &mut out);
    serde_json::from_slice(&out).expect("JSON")
}

#[track_caller]
fn is(value: &Value, expected: f64, within: f64) {
    let off = (value.as_f64().unwrap_or(f64::NAN) - expected).abs();
    assert!(off <= within, "{value} and not {expected}");
}

#[track_caller]
fn is_point(value: &Value, expected: &[f64], within: f64) {
    let found = value.as_array().unwrap_or_else(|| panic!("a point, got {value}"));
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).for_each(|(x, y)| is(x, *y, within));
}

/// Returns the field of an error.
fn field(request: &Value) -> Value {
    answer(request)["error"]["field"].clone()
}

const POINTS: [DVec2; 4] = [dvec2(0., 0.), dvec2(1., 2.), dvec2(3., 2.), dvec2(7., 0.)];

fn points() -> Value {
    json!(POINTS.map(|p| [p.x, p.y]))
}

#[test]
fn every_kind_of_curve_equals_the_library() {
    let bends: Vec<_> =
        (0..4).map(|i| TcbParams { tension: 0.25 * f64::from(i), continuity: -0.5, bias: 0.5 }).collect();
    let as_lists: Vec<_> = bends.iter().map(|b| [b.tension, b.continuity, b.bias]).collect();
    let knots = || Parametrization::Chordal.knots(&POINTS).unwrap();
    let [first, last] = [dvec2(1., -2.), dvec2(0., 5.)];
    let powers = [dvec2(1., 0.), dvec2(2., 3.), dvec2(-4., 1.), dvec2(0.5, 0.25)];
    for (curve, same) in [
        (
            json!({"ferguson": {"powers": powers.map(|p| [p.x, p.y])}}),
            Ferguson { coefficients: powers }.pieces(),
        ),
        (
            json!({"kochanek_bartels": {"points": points(), "bends": as_lists}}),
            KochanekBartels::try_new(POINTS.to_vec(), bends).unwrap().pieces(),
        ),
        (
            json!({"kochanek_bartels": {"points": points()}}),
            KochanekBartels::try_new(POINTS.to_vec(), vec![TcbParams::default(); 4]).unwrap().pieces(),
        ),
        (
            json!({"spline": {"points": points(), "ends": "clamped", "tangents": [[1, -2], [0, 5]]}}),
            Hermite::try_spline(knots(), POINTS.to_vec(), EndConditions::Clamped(first, last))
                .unwrap()
                .pieces(),
        ),
        (
            json!({"spline": {"points": points(), "knots": [0, 1, 4, 9]}}),
            Hermite::try_spline(vec![0., 1., 4., 9.], POINTS.to_vec(), EndConditions::Natural)
                .unwrap()
                .pieces(),
        ),
        (
            json!({"monotone": {"points": points()}}),
            Hermite::try_monotone(knots(), POINTS.to_vec()).unwrap().pieces(),
        ),
        (
            json!({"monotone": {"points": points(), "spacing": "uniform"}}),
            Hermite::try_monotone(vec![0., 1., 2., 3.], POINTS.to_vec()).unwrap().pieces(),
        ),
        (
            json!({"hermite": {"points": [[0, 0], [1, 2]], "tangents": [[1, 0], [0, 1]], "knots": [0, 4]}}),
            Hermite::try_with_knots(vec![0., 4.], POINTS[..2].to_vec(), vec![DVec2::X, DVec2::Y])
                .unwrap()
                .pieces(),
        ),
    ] {
        let [low, high] = same.range();
        for i in 0..=8 {
            let t = low + (high - low) * f64::from(i) / 8.;
            let found = answer(&json!({"op": "evaluate", "curve": curve, "t": t}));
            let [point, derivative, ..] = same.jet(t);
            is_point(&found["point"], &point.to_array(), 0.);
            is_point(&found["derivative"], &derivative.to_array(), 0.);
        }
        let far = dvec2(2., 9.);
        let found = answer(&json!({"op": "nearest", "curve": curve, "point": [2, 9]}));
        is(&found["distance"], same.nearest(far).distance, 0.);
    }
}

#[test]
fn invalid_curves_are_rejected_by_name() {
    let of = |curve: Value| field(&json!({"op": "evaluate", "curve": curve, "t": 0}));
    assert_eq!(of(json!({"ferguson": {"powers": [[0, 0], [1, 1], [2, 2]]}})), "curve.ferguson.powers");
    assert_eq!(of(json!({"ferguson": {"points": [[0, 0]]}})), "curve.ferguson.powers");
    let bends = |bends: Value| of(json!({"kochanek_bartels": {"points": points(), "bends": bends}}));
    assert_eq!(bends(json!([[0, 0, 0]])), "curve.kochanek_bartels.bends");
    assert_eq!(bends(json!([[0, 0]])), "curve.kochanek_bartels.bends");
    let spline = |more: Value| {
        let mut fields = json!({"points": points()});
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        of(json!({"spline": fields}))
    };
    assert_eq!(spline(json!({"ends": "clamped"})), "curve.spline.tangents");
    assert_eq!(spline(json!({"ends": "clamped", "tangents": [[0, 0]]})), "curve.spline.tangents");
    assert_eq!(spline(json!({"ends": "loose"})), "curve.spline.ends");
    assert_eq!(spline(json!({"knots": [0, 1, 1, 2]})), "curve.spline.knots");
    assert_eq!(spline(json!({"knots": [0, 1, 2, 3], "spacing": "uniform"})), "curve.spline.knots");
    let around = json!({"ends": "clamped", "closed": true, "tangents": [[0, 0], [0, 0]]});
    assert_eq!(spline(around), "curve.spline.ends");
    assert_eq!(of(json!({"monotone": {"points": [[0, 0]]}})), "curve.monotone.points");
}

/// Returns a saddle over the unit square, `z = x y`, as every kind of surface.
fn saddles() -> [Value; 4] {
    let corners = json!([[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 1]]]);
    let line = |a: [i32; 3], b: [i32; 3]| json!({"bezier": {"points": [a, b]}});
    [
        json!({"bezier": {"points": corners}}),
        json!({"b_spline": {"points": corners, "degrees": [1, 1]}}),
        json!({"hermite": {
            "points": corners,
            "by_u": [[[1, 0, 0], [1, 0, 1]], [[1, 0, 0], [1, 0, 1]]],
            "by_v": [[[0, 1, 0], [0, 1, 0]], [[0, 1, 1], [0, 1, 1]]],
            "twists": [[[0, 0, 1], [0, 0, 1]], [[0, 0, 1], [0, 0, 1]]],
        }}),
        json!({"coons": {
            "along_u": [line([0, 0, 0], [1, 0, 0]), line([0, 1, 0], [1, 1, 1])],
            "along_v": [line([0, 0, 0], [0, 1, 0]), line([1, 0, 0], [1, 1, 1])],
        }}),
    ]
}

#[test]
fn rays_meet_patches_of_every_kind() {
    let ray = json!({"ray": {"origin": [0.25, 0.5, 2], "direction": [0, 0, -2]}});
    for surface in saddles() {
        let found = answer(&json!({"op": "evaluate", "surface": surface, "u": 0.25, "v": 0.5}));
        is_point(&found["point"], &[0.25, 0.5, 0.125], 1e-15);
        let hit = &answer(&json!({"op": "cast", "surface": surface, "a": ray}))["hit"];
        is(&hit["t"], 0.9375, 1e-15);
        is_point(&hit["point"], &[0.25, 0.5, 0.125], 1e-15);
        is(&hit["u"], 0.25, 1e-14);
        is(&hit["v"], 0.5, 1e-14);
        let normal = dvec3(-0.5, -0.25, 1.).normalize();
        is_point(&hit["normal"], &normal.to_array(), 1e-14);
        assert_eq!(hit["side"], "outside");
        // The limit is inclusive, and back faces may be culled.
        let t = hit["t"].clone();
        let again = answer(&json!({"op": "cast", "surface": surface, "a": ray, "max_t": t}));
        assert_eq!(again["hit"]["t"], t);
        let short = answer(&json!({"op": "cast", "surface": surface, "a": ray, "max_t": 0.9}));
        assert_eq!(short, json!({"hit": null}));
        let up = json!({"segment": {"a": [0.25, 0.5, -1], "b": [0.25, 0.5, 1]}});
        let from_below = answer(&json!({"op": "cast", "surface": surface, "a": up}));
        assert_eq!(from_below["hit"]["side"], "inside");
        let culled = answer(&json!({"op": "cast", "surface": surface, "a": up, "cull": true}));
        assert_eq!(culled, json!({"hit": null}));
        // The line at z = 1/4 touches the saddle at x^2 = 1/4; a lower line crosses it twice.
        let along = json!({"line": {"origin": [0, 1, 0.1875], "direction": [1, -1, 0]}});
        let hits = answer(&json!({"op": "casts", "surface": surface, "a": along}));
        let ts: Vec<f64> =
            hits["hits"].as_array().unwrap().iter().map(|h| h["t"].as_f64().unwrap()).collect();
        assert!((ts[0] - 0.25).abs() < 1e-14 && (ts[1] - 0.75).abs() < 1e-14 && ts.len() == 2, "{ts:?}");
    }
}

#[test]
fn ruled_and_hermite_surfaces_are_rejected_by_name() {
    let of = |surface: Value| field(&json!({"op": "evaluate", "surface": surface, "u": 0, "v": 0}));
    let [.., hermite, coons] = saddles();
    let without = |surface: &Value, kind: &str, key: &str| {
        let mut fields = surface[kind].clone();
        fields.as_object_mut().unwrap().remove(key);
        json!({kind: fields})
    };
    for key in ["points", "by_u", "by_v"] {
        assert_eq!(of(without(&hermite, "hermite", key)), format!("surface.hermite.{key}"));
    }
    // Without twists it is a Ferguson patch, with zero twists at the corners.
    let ferguson = without(&hermite, "hermite", "twists");
    let found = answer(&json!({"op": "evaluate", "surface": ferguson, "u": 0.5, "v": 0.5}));
    assert!(found["point"].is_array(), "{found}");
    for key in ["along_u", "along_v"] {
        assert_eq!(of(without(&coons, "coons", key)), format!("surface.coons.{key}"));
    }
    let mut open = coons.clone();
    open["coons"]["along_u"][0]["bezier"]["points"][1] = json!([2, 0, 0]);
    assert_eq!(of(open), "surface.coons.along_u");
    let mut flat = coons.clone();
    flat["coons"]["along_v"][1]["bezier"]["points"] = json!([[1, 0], [1, 1]]);
    assert_eq!(of(flat), "surface.coons.along_v.bezier.points");
    let mut bicubic = coons.clone();
    let still = json!({"bezier": {"points": [[0, 1, 0], [0, 1, 1]]}});
    bicubic["coons"]["by_v"] = json!([still, still]);
    assert_eq!(of(bicubic.clone()), "surface.coons.by_u");
    let across = json!({"bezier": {"points": [[1, 0, 0], [1, 0, 1]]}});
    bicubic["coons"]["by_u"] = json!([across, across]);
    let found = answer(&json!({"op": "evaluate", "surface": bicubic, "u": 0.25, "v": 0.5}));
    is_point(&found["point"], &[0.25, 0.5, 0.125], 1e-15);
    let flat_ray = json!({"ray": {"origin": [0, 0], "direction": [1, 0]}});
    assert_eq!(field(&json!({"op": "cast", "surface": hermite, "a": flat_ray})), "a");
    let ball = json!({"sphere": {"center": [0, 0, 0], "radius": 1}});
    assert_eq!(field(&json!({"op": "casts", "surface": hermite, "a": ball})), "a");
}

#[test]
fn easings_are_selected_by_name() {
    let at = |easing: &str, t: f64| answer(&json!({"op": "ease", "easing": easing, "t": t}))["value"].clone();
    for easing in Easing::ALL {
        for t in [-0.5, 0., 0.3, 0.5, 1., 2.] {
            is(&at(easing.name(), t), easing.eval(t), 0.);
        }
    }
    is(&at("cubic-bezier(0.42, 0, 0.58, 1)", 0.5), 0.5, 1e-15);
    is(&at("steps(4, jump-none)", 0.6), 2. / 3., 1e-16);
    let form = |form: &str| {
        answer(&json!({"op": "ease", "easing": "easeInCubic", "t": 0.25, "form": form}))["value"].clone()
    };
    is(&form("plain"), 0.015_625, 0.);
    is(&form("reversed"), 1. - 0.75_f64.powi(3), 1e-16);
    is(&form("mirrored"), 0.5_f64.powi(3) / 2., 1e-16);
    is(&form("backward"), 0.75_f64.powi(3), 1e-16);
    assert_eq!(field(&json!({"op": "ease", "easing": "easeInHaste", "t": 0})), "easing");
    assert_eq!(field(&json!({"op": "ease", "easing": "steps(0)", "t": 0})), "easing");
    assert_eq!(field(&json!({"op": "ease", "easing": "ease", "t": 0, "form": "odd"})), "form");
    assert_eq!(field(&json!({"op": "ease", "easing": "ease"})), "t");
}

#[test]
fn curves_are_fitted_to_data() {
    let data: Vec<DVec2> = (0..40).map(|i| f64::from(i) / 10.).map(|x| dvec2(x, (2. * x).sin())).collect();
    let lists: Vec<_> = data.iter().map(DVec2::to_array).collect();
    // Fits within a tolerance.
    let found = answer(&json!({"op": "fit", "points": lists, "tolerance": 0.01}));
    let same = BSpline::try_fit_within(3, &data, Parametrization::Chordal, 0.01).unwrap();
    assert_eq!(found["curve"]["b_spline"]["degree"], 3);
    assert_eq!(found["curve"]["b_spline"]["points"].as_array().unwrap().len(), same.points().len());
    let error = found["greatest_error"].as_f64().unwrap();
    assert!(0. < error && error <= 0.01);
    // The answer is a curve that other requests accept.
    let there = answer(&json!({"op": "evaluate", "curve": found["curve"], "t": 1}));
    is_point(&there["point"], &same.at(1.).to_array(), 1e-15);
    // Fits with knots and parameters: a line through three points, y = 1/6 + x / 2.
    let line = answer(&json!({"op": "fit", "points": [[0, 0], [1, 1], [2, 1]], "degree": 1,
        "knots": [0, 0, 2, 2], "parameters": [0, 1, 2]}));
    is_point(&line["curve"]["b_spline"]["points"][1], &[2., 7. / 6.], 1e-15);
    is(&line["greatest_error"], 1. / 3., 1e-15);
    // Fits with neither: one Bezier curve in 3D.
    let cubic = Bezier::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, dvec3(3., 4., 5.)]).unwrap();
    let parameters: Vec<f64> = (0..20).map(|i| f64::from(i) / 19.).collect();
    let on_it: Vec<_> = parameters.iter().map(|t| cubic.at(*t).to_array()).collect();
    let back = answer(&json!({"op": "fit", "points": on_it, "parameters": parameters}));
    is_point(&back["curve"]["bezier"]["points"][3], &[3., 4., 5.], 1e-13);
    let spaced = answer(&json!({"op": "fit", "points": on_it, "degree": 5, "spacing": "centripetal"}));
    assert!(spaced["greatest_error"].as_f64().unwrap() < 0.1, "{spaced}");
    // Invalid requests.
    for (more, name) in [
        (json!({"tolerance": -1, "degree": 1}), "tolerance"),
        (json!({"tolerance": 1, "knots": [0, 0, 1, 1]}), "tolerance"),
        (json!({"degree": 1, "parameters": [0, 1]}), "parameters"),
        (json!({"degree": 0}), "degree"),
        (json!({"degree": 33}), "degree"),
        (json!({"spacing": "wide"}), "spacing"),
        (json!({"spacing": "uniform", "parameters": [0, 0.5, 1]}), "spacing"),
        (json!({"degree": 2, "parameters": [0, 0.5, 2]}), "parameters"),
        (json!({"degree": 3}), "points"),
    ] {
        let mut request = json!({"op": "fit", "points": [[0, 0], [1, 1], [2, 1]]});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(field(&request), name, "{request}");
    }
    let many: Vec<_> = (0..4000).map(|i| [i, i % 7]).collect();
    assert_eq!(field(&json!({"op": "fit", "points": many, "tolerance": 0.001})), "points");
}

#[test]
fn tangents_of_circles_and_balls() {
    let circle = json!({"sphere": {"center": [1, 0], "radius": 3}});
    let found = answer(&json!({"op": "tangents", "a": circle, "b": {"point": [6, 0]}}));
    assert_eq!(found["power"], 16);
    assert_eq!(found["tangents"]["length"], 4);
    // The point of tangency, the centre and the point form a right triangle.
    is_point(&found["tangents"]["points"][0], &[1. + 9. / 5., -12. / 5.], 1e-15);
    is_point(&found["tangents"]["points"][1], &[1. + 9. / 5., 12. / 5.], 1e-15);
    let inside = answer(&json!({"op": "tangents", "a": circle, "b": {"point": [1, 1]}}));
    assert_eq!(inside, json!({"power": -8, "tangents": null}));
    let ball = json!({"sphere": {"center": [0, 0, 0], "radius": 5}});
    let found = answer(&json!({"op": "tangents", "a": ball, "b": {"point": [13, 0, 0]}}));
    assert_eq!(found, json!({"power": 144, "tangents": {"length": 12}}));
    let no = answer(&json!({"op": "tangents", "a": ball, "b": ball}));
    assert_eq!(no["error"]["code"], "unsupported_pair");
}

#[test]
fn a_point_has_the_same_coordinates_through_nested_frames_and_back() {
    let outer = json!({"origin": [1, 0], "axes": [[0, 1], [-1, 0]]});
    let inner = json!({"origin": [3, 0], "axes": [[2, 0], [0, -2]]});
    let found = answer(&json!({"op": "frame", "frames": [outer, inner], "local": [1, 1]}));
    let expected = json!({
        "matrix": [[0, 2, 0], [2, 0, 0], [1, 3, 1]], "inverse": [[0, 0.5, 0], [0.5, 0, 0], [-1.5, -0.5, 1]],
        "determinant": -4, "handedness": "left", "world": [3, 5]
    });
    assert_eq!(found, expected);
    let back = answer(&json!({"op": "frame", "frames": [outer, inner], "world": [3, 5]}));
    assert_eq!(back["local"], json!([1, 1]));
    // A third of the digits of a float cannot be exact, and is the nearest float.
    let third = answer(
        &json!({"op": "frame", "frames": [{"origin": [0, 0], "axes": [[3, 0], [0, 3]]}], "world": [1, 2]}),
    );
    assert_eq!(third["local"], json!([1. / 3., 2. / 3.]));
    let space = json!({"origin": [0, 0, 1], "axes": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]});
    let turned = answer(&json!({"op": "frame", "frames": [space], "world": [4, 5, 6]}));
    assert_eq!((&turned["local"], &turned["handedness"]), (&json!([5, 5, 4]), &json!("right")));
}

#[test]
fn a_frame_whose_axes_are_parallel_has_no_inverse() {
    let flat = json!({"origin": [1, 2], "axes": [[0.1, 0.3], [0.2, 0.6]]});
    let found = answer(&json!({"op": "frame", "frames": [flat], "world": [1, 2]}));
    let expected = json!({
        "matrix": [[0.1, 0.3, 0], [0.2, 0.6, 0], [1, 2, 1]], "inverse": null, "determinant": 0,
        "handedness": null, "local": null
    });
    assert_eq!(found, expected);
}

#[test]
fn a_frame_that_is_none_is_rejected_with_the_name_of_its_field() {
    let good = json!({"origin": [0, 0], "axes": [[1, 0], [0, 1]]});
    for (members, field) in [
        (json!({}), "frames"),
        (json!({"frames": []}), "frames"),
        (json!({"frames": [3]}), "frames"),
        (json!({"frames": vec![&good; 65]}), "frames"),
        (json!({"frames": [{"axes": [[1, 0], [0, 1]]}]}), "origin"),
        (json!({"frames": [{"origin": [0, 0], "axes": [[1, 0]]}]}), "axes"),
        (json!({"frames": [{"origin": [0, 0], "axes": [[1, 0], 1]}]}), "axes"),
        (json!({"frames": [{"origin": [0, 0], "axes": [[1, 0], [0, 1]], "scale": 2}]}), "scale"),
        (json!({"frames": [{"origin": [0, 0], "axes": [[1, 0, 0], [0, 1, 0]]}]}), "frames"),
        (json!({"frames": [good], "world": [1, 2, 3]}), "world"),
        (json!({"frames": [good], "world": [1, 2], "local": [1, 2]}), "local"),
    ] {
        let mut request = json!({"op": "frame"});
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        assert_eq!(self::field(&request), field, "{request}");
    }
}

#[test]
fn a_cone_takes_a_cap_of_the_view_from_its_tip() {
    let seen =
        |cone: Value, eye: [i32; 3]| answer(&json!({"op": "solid_angle", "a": cone, "b": {"point": eye}}));
    let angle: f64 = 0.7;
    let cap = TAU * (1. - angle.cos());
    let endless = json!({"infinite_cone": {"apex": [1, 2, 3], "direction": [0, 0, 1], "angle": angle}});
    is(&seen(endless.clone(), [1, 2, 3])["solid_angle"], cap, 1e-14);
    // The radius equals the height: 45 degrees to each side.
    let cone = json!({"cone": {"apex": [1, 2, 3], "base": [1, 2, 5], "radius": 2}});
    is(&seen(cone.clone(), [1, 2, 3])["solid_angle"], TAU * (1. - (FRAC_PI_2 / 2.).cos()), 1e-14);
    for elsewhere in [seen(endless, [0, 0, 0]), seen(cone, [0, 0, 0])] {
        assert_eq!(elsewhere["error"]["code"], "unsupported_pair");
    }
}

#[test]
fn a_sector_of_a_full_turn_contains_the_same_shapes_as_its_disc() {
    for (sweep, radius, held) in [(TAU, 2., true), (-7., 2., true), (TAU, 1.4, false)] {
        let sector = json!({"sector": {"center": [1, 1], "radius": radius, "start": 0.3, "sweep": sweep}});
        for angle in [0., PI / 5.] {
            let obb = json!({"obb": {"center": [1, 1], "half_extents": [1, 1], "angle": angle}});
            let found = answer(&json!({"op": "contains", "a": sector, "b": obb}));
            assert_eq!(found, json!({"contains": held}));
        }
        let itself = answer(&json!({"op": "contains", "a": sector, "b": sector}));
        assert_eq!(itself, json!({"contains": true}));
    }
}

#[test]
fn intervals_and_bounding_spheres_of_shapes() {
    let box_ = json!({"aabb": {"min": [-1, -2, 0], "max": [1, 3, 0.5]}});
    let along = |a: &Value, axis: Value| answer(&json!({"op": "interval_along", "a": a, "axis": axis}));
    assert_eq!(along(&box_, json!([0, 1, 0])), json!({"interval": [-2, 3]}));
    assert_eq!(along(&box_, json!([2, 0, -4])), json!({"interval": [-4, 2]}));
    assert_eq!(along(&box_, json!([0, 0, 0])), json!({"interval": [0, 0]}));
    let around = |a: &Value| answer(&json!({"op": "bounding_sphere", "a": a}));
    let torus =
        json!({"torus": {"center": [1, 2, 3], "axis": [0, 0, 1], "major_radius": 3, "minor_radius": 1}});
    assert_eq!(around(&torus), json!({"bounding_sphere": {"center": [1, 2, 3], "radius": 4}}));
    let flat = json!({"polygon": {"points": [[0, 0], [4, 0], [4, 3], [0, 3]]}});
    assert_eq!(around(&flat), json!({"bounding_sphere": {"center": [2, 1.5], "radius": 2.5}}));
    let points = answer(&json!({"op": "bounding_sphere", "points": [[0, 0], [2, 0], [1, 0.5], [2, 0]]}));
    assert_eq!(points, json!({"bounding_sphere": {"center": [1, 0], "radius": 1}}));
    // In f32 the ends are rounded outward and contain the points.
    let thin = json!({"op": "interval_along", "a": {"segment": {"a": [-0.1, 0], "b": [0.1, 0]}}, "axis": [0.3, 0], "precision": "f32"});
    let found = answer(&thin)["interval"].clone();
    let exact = f64::from(0.1_f32) * f64::from(0.3_f32);
    let end = |i: usize| f64::from(found[i].as_f64().unwrap() as f32);
    assert!(end(0) <= -exact && exact <= end(1) && end(1) < exact * (1. + 2e-7), "{found}");
    // Unbounded shapes and invalid axes.
    let ground = json!({"half_space": {"normal": [0, 1, 0], "distance": 0}});
    assert_eq!(along(&ground, json!([0, 1, 0]))["error"]["field"], "a");
    assert_eq!(around(&ground)["error"]["field"], "a");
    assert_eq!(along(&box_, json!([0, 1]))["error"]["field"], "axis");
    assert_eq!(field(&json!({"op": "interval_along", "a": box_})), "axis");
    assert_eq!(field(&json!({"op": "bounding_sphere", "points": []})), "points");
    assert_eq!(field(&json!({"op": "bounding_sphere", "points": [[0, 0], [0, 0, 0]]})), "points");
    assert_eq!(field(&json!({"op": "bounding_sphere", "a": box_, "b": box_})), "b");
}
