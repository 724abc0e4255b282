//! Queries about shapes as a whole: polygons as hulls, unbounded rounded shapes, round contents.

mod protocol;

use protocol::{none, query};
use serde_json::{Value, json};

fn ball(center: [f64; 3], radius: f64) -> Value {
    json!({"sphere": {"center": center, "radius": radius}})
}

fn tile() -> Value {
    json!({"quad": {"a": [0, 0, 0], "b": [4, 0, 0], "c": [4, 4, 0], "d": [0, 4, 0]}})
}

#[test]
fn flat_polygons_have_contacts_manifolds_and_sweeps() {
    let deep = query("contact", &tile(), &ball([1., 1., 1.], 3.), &none());
    assert_eq!((&deep["contact"]["depth"], &deep["contact"]["normal"]), (&json!(2), &json!([0, 0, 1])));
    assert!(query("manifold", &tile(), &ball([1., 1., 1.], 3.), &none())["manifold"]["points"].is_array());
    let fall = json!({"velocity": [0, 0, -4]});
    assert_eq!(query("sweep", &tile(), &ball([1., 1., 3.], 1.), &fall)["toi"]["t"], json!(0.5));
    assert_eq!(query("contact", &tile(), &ball([1., 1., 4.], 3.), &none())["contact"], Value::Null);
}

#[test]
fn non_convex_shapes_are_swept_by_their_parts() {
    let notched = json!({"polygon": {"points": [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]}});
    let disc = json!({"sphere": {"center": [2, 9], "radius": 0}});
    let fall = json!({"velocity": [0, -16]});
    assert_eq!(query("sweep", &notched, &disc, &fall)["toi"]["t"], json!(0.5));
    assert_eq!(query("contact", &notched, &disc, &none())["contact"], Value::Null);
    let rise = json!({"velocity": [0, 16]});
    assert_eq!(query("sweep", &disc, &notched, &rise)["toi"]["t"], json!(0.5));
    let mesh = json!({"mesh": {"vertices": [[0, 0, 0], [9, 0, 0], [0, 9, 0]], "triangles": [[0, 1, 2]]}});
    let fall = json!({"velocity": [0, 0, -4]});
    assert_eq!(query("sweep", &mesh, &ball([1., 1., 3.], 1.), &fall)["toi"]["t"], json!(0.5));
}

#[test]
fn a_polygon_with_a_spike_is_no_hull() {
    let spiked = json!({"polygon": {"points": [[0, 0], [4, 0], [4, 4], [0, 0], [0, 4]]}});
    let rounded = json!({"rounded": {"shape": spiked, "radius": 1}});
    assert_eq!(
        query("distance", &rounded, &json!({"point": [1, 3]}), &none())["error"]["code"],
        "invalid_shape"
    );
}

#[test]
fn slabs_and_their_likes_have_contacts_and_sweeps() {
    let slab = json!({"rounded": {"shape": {"plane": {"normal": [0, 0, 2], "distance": 0}}, "radius": 1}});
    let c = query("contact", &slab, &ball([0., 0., 1.5], 1.), &none());
    assert_eq!((&c["contact"]["depth"], &c["contact"]["normal"]), (&json!(0.5), &json!([0, 0, 1])));
    let through = query("contact", &slab, &ball([0., 0., -0.25], 1.), &none());
    assert_eq!(through["contact"]["depth"], json!(1.75));
    let fall = json!({"velocity": [0, 0, -4]});
    assert_eq!(query("sweep", &slab, &ball([0., 0., 4.], 1.), &fall)["toi"]["t"], json!(0.5));
    let low =
        json!({"rounded": {"shape": {"half_space": {"normal": [0, 0, 2], "distance": 0}}, "radius": 1}});
    assert_eq!(query("contact", &low, &ball([0., 0., -2.], 1.), &none())["contact"]["depth"], json!(4));
    let ray =
        json!({"rounded": {"shape": {"ray": {"origin": [0, 0, 0], "direction": [2, 0, 0]}}, "radius": 1}});
    assert_eq!(query("sweep", &ray, &ball([7., 0., 4.], 1.), &fall)["toi"]["t"], json!(0.5));
    assert_eq!(query("contact", &ray, &slab, &none())["contact"]["depth"], json!(2));
}

#[test]
fn points_of_contact_lie_on_both_shapes() {
    // A face of the box and the round side of the ellipsoid touch in one point of a wide face.
    let cube = json!({"aabb": {"min": [0, 0, 0], "max": [8, 8, 8]}});
    let egg = json!({"ellipsoid": {"center": [4, 4, 9], "radii": [1, 4, 2]}});
    let c = query("contact", &cube, &egg, &none());
    for (shape, point) in [(&cube, "point_a"), (&egg, "point_b")] {
        let off = query("distance", shape, &json!({"point": c["contact"][point]}), &none());
        assert!(off["distance"].as_f64().unwrap() < 1e-14, "{c}");
    }
    let pin = json!({"ray": {"origin": [0, 4, -2], "direction": [-4, 4, 1]}});
    let club = json!({"tapered_capsule": {"a": [0, 4, -2], "b": [-4, 3, 4], "radius_a": 2, "radius_b": 1}});
    let c = query("contact", &pin, &club, &none());
    let off = query("distance", &pin, &json!({"point": c["contact"]["point_a"]}), &none());
    assert!(off["distance"].as_f64().unwrap() < 1e-14, "{c}");
}

#[test]
fn round_shapes_contain_ellipsoids_and_ellipsoids_contain_round_shapes() {
    let egg = |radii: [f64; 3]| json!({"ellipsoid": {"center": [0, 0, 0], "radii": radii}});
    let pipe = json!({"cylinder": {"a": [0, 0, -3], "b": [0, 0, 3], "radius": 2}});
    let holds = |a: &Value, b: &Value| query("contains", a, b, &none())["contains"] == json!(true);
    assert!(holds(&pipe, &egg([2., 1., 3.])) && !holds(&pipe, &egg([2.001, 1., 3.])));
    assert!(!holds(&pipe, &egg([2., 1., 3.001])));
    assert!(
        holds(&egg([3., 3., 4.]), &egg([3., 2., 4.])) && !holds(&egg([3., 3., 4.]), &egg([1., 1., 4.001]))
    );
    let pill = json!({"capsule": {"a": [0, 0, -2], "b": [0, 0, 2], "radius": 1}});
    assert!(holds(&pill, &egg([1., 1., 1.])) && holds(&pill, &egg([1., 1., 3.])));
    assert!(!holds(&pill, &egg([1., 1., 3.001])) && !holds(&pill, &egg([1.001, 1., 1.])));
    let small = json!({"cylinder": {"a": [0, 0, -3], "b": [0, 0, 3], "radius": 4}});
    assert!(holds(&egg([5., 5., 5.]), &small) && !holds(&egg([5., 4.99, 5.]), &small));
    assert!(!holds(
        &small,
        &json!({"infinite_cylinder": {"origin": [0, 0, 0], "direction": [0, 0, 1], "radius": 0}})
    ));
    let plate = json!({"disc": {"center": [2, 2, 0], "normal": [0, 0, 3], "radius": 2}});
    assert!(holds(&tile(), &plate), "it touches all four sides");
    let house = json!({"polygon": {"points": [[0, 0], [4, 0], [4, 4], [2, 2], [0, 4]]}});
    let club =
        |r: f64| json!({"tapered_capsule": {"a": [1, 1], "b": [3, 1], "radius_a": r, "radius_b": 0.5}});
    assert!(holds(&house, &club(1.)) && !holds(&house, &club(1.01)));
}

#[test]
fn solid_meshes_contain_solids_but_not_those_around_a_dent() {
    let cube = json!({"mesh": {"solid": true,
        "vertices": [[0,0,0],[4,0,0],[0,4,0],[4,4,0],[0,0,4],[4,0,4],[0,4,4],[4,4,4]],
        "triangles": [[0,2,1],[1,2,3],[4,5,6],[5,7,6],[0,1,4],[1,5,4],[2,6,3],[3,6,7],[0,4,2],[2,4,6],[1,3,5],[3,7,5]]}});
    let holds = |b: Value| query("contains", &cube, &b, &none())["contains"].clone();
    assert_eq!(holds(json!({"aabb": {"min": [0, 0, 0], "max": [4, 1, 4]}})), json!(true));
    assert_eq!(holds(json!({"aabb": {"min": [4, 0, 0], "max": [5, 1, 4]}})), json!(false));
    assert_eq!(holds(json!({"cone": {"apex": [2, 2, 4], "base": [2, 2, 0], "radius": 2}})), json!(true));
    assert_eq!(holds(json!({"cone": {"apex": [2, 2, 5], "base": [2, 2, 0], "radius": 2}})), json!(false));
}

#[test]
fn a_convex_polygon_has_a_span() {
    let line = json!({"line": {"origin": [-1, 1], "direction": [1, 0]}});
    let square = json!({"polygon": {"points": [[0, 0], [2, 0], [2, 2], [0, 2]]}});
    assert_eq!(query("span", &line, &square, &none())["span"], json!([1, 3]));
}

#[test]
fn discs_keep_their_distance_in_their_own_plane() {
    let disc = json!({"disc": {"center": [0, 0, 0], "normal": [0, -15, 0], "radius": 100}});
    assert_eq!(query("distance", &disc, &json!({"point": [-84, 0, 63]}), &none())["distance"], json!(5));
    let rolls = json!({"velocity": [4, 0, -3], "max_t": 10});
    assert_eq!(query("sweep", &disc, &ball([-96., 0., 72.], 5.), &rolls)["toi"]["t"], json!(3));
}

#[test]
fn rotating_sweeps_are_never_late_and_bound_their_error() {
    let floor = json!({"half_space": {"normal": [0, 1, 0], "distance": -2}});
    let bar = json!({"segment": {"a": [-3, 0, 0], "b": [3, 0, 0]}});
    let spin = json!({"velocity": [0, 0, 0], "angular_velocity": [0, 0, 1], "center_of_rotation": [0, 0, 0]});
    let toi = query("sweep", &floor, &bar, &spin)["toi"].clone();
    let (t, error, expected) =
        (toi["t"].as_f64().unwrap(), toi["error"].as_f64().unwrap(), (2_f64 / 3.).asin());
    assert!(t <= expected + 1e-15 && expected - 1e-9 < t && expected <= t + error + 1e-15, "{toi}");
    let flat = json!({"velocity": [0, 0], "angular_velocity": [0, 0, 1]});
    let disc = json!({"sphere": {"center": [0, 0], "radius": 1}});
    assert_eq!(query("sweep", &disc, &disc, &flat)["error"]["code"], "dimension_mismatch");
    let word = json!({"velocity": [0, 0, 0], "angular_velocity": "fast"});
    assert_eq!(query("sweep", &floor, &bar, &word)["error"]["code"], "invalid_option");
}

#[test]
fn a_ray_into_a_half_space_does_not_leave_it() {
    let below = json!({"half_space": {"normal": [0, 0, 1], "distance": 0}});
    let down = json!({"ray": {"origin": [1, 0, 4], "direction": [0, 0, -1]}});
    let hits = query("casts", &down, &below, &none())["hits"].clone();
    assert_eq!((hits.as_array().map(Vec::len), &hits[0]["t"]), (Some(1), &json!(4)));
}

#[test]
fn a_small_polygon_is_written_as_the_type_of_its_rounded_vertices() {
    let kinds = [("f64", 1.), ("f64", 1e-6), ("f32", 1.), ("f32", 1e-4)].map(|(precision, size)| {
        let more = json!({"precision": precision});
        let at = |x: f64, y: f64, z: f64| json!([0.3 + x * size, 0.7 + y * size, -0.6 + z * size]);
        let triangle =
            json!({"triangle": {"a": at(5., -3., -2.3), "b": at(-3., 4.9, -2.), "c": at(-2., -3., 5.1)}});
        let around = json!({"aabb": {"min": at(-0.31, -0.42, -0.53), "max": at(0.57, 0.61, 0.73)}});
        let shared = query("intersection", &triangle, &around, &more)["intersection"].clone();
        let again = query("distance", &shared, &triangle, &more);
        assert!(again["distance"].as_f64().is_some_and(|d| d < 1e-2 * size), "{shared} {again}");
        shared.as_object().expect("a shape").keys().next().expect("a name").clone()
    });
    assert_eq!(kinds, ["polygon", "convex", "polygon", "convex"]);
}
