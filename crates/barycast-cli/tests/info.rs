//! Tests of `barycast info`.

mod program;

use program::{CUBE, folder, json, run, sized, two_triangles_glb};
use serde_json::{Value, json};

/// Returns the report of one mesh, and of the whole file.
fn info(name: &str, obj: &str) -> (Value, Value) {
    let folder = folder(name);
    std::fs::write(folder.join("mesh.obj"), obj).unwrap();
    let report = json(&folder, &["info", "mesh.obj", "--format", "json"]);
    (report["meshes"][0].clone(), report)
}

/// Returns the cube with its fronts inside.
fn inward() -> String {
    let line = |line: &str| match line.strip_prefix("f ") {
        Some(face) => format!("f {}\n", face.split(' ').rev().collect::<Vec<_>>().join(" ")),
        None => format!("{line}\n"),
    };
    CUBE.lines().map(line).collect()
}

#[test]
fn a_cube_is_closed_and_has_volume() {
    let (mesh, report) = info("info-cube", CUBE);
    assert_eq!((&mesh["closed"], &mesh["volume"], &mesh["area"]), (&json!(true), &json!(1.0), &json!(6.0)));
    assert_eq!((&mesh["edges"], &mesh["triangles"], &mesh["vertices"]), (&json!(18), &json!(12), &json!(8)));
    assert_eq!(report["bounds"], json!([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]));
    assert!(report["metres_per_unit"].is_null());
    let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
    let expected = [
        "area",
        "bounds",
        "closed",
        "file",
        "meshes",
        "metres_per_unit",
        "parts",
        "short_faces",
        "triangles",
        "vertices",
        "volume",
        "warnings",
    ];
    assert_eq!(keys, expected);
    let keys: Vec<&String> = mesh.as_object().unwrap().keys().collect();
    let expected = [
        "area",
        "closed",
        "crowded_edges",
        "degenerate",
        "degenerate_triangles",
        "duplicate_vertices",
        "edges",
        "flipped_edges",
        "mended",
        "name",
        "open_edges",
        "placed",
        "triangles",
        "unused_vertices",
        "vertices",
        "volume",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn repeated_corners_are_one_position() {
    let mut soup = String::new();
    let corners: Vec<&str> = CUBE.lines().filter(|line| line.starts_with('v')).collect();
    for face in CUBE.lines().filter(|line| line.starts_with('f')) {
        for corner in face[2..].split(' ') {
            soup += corners[corner.parse::<usize>().unwrap() - 1];
            soup.push('\n');
        }
        soup += "f -4 -3 -2 -1\n";
    }
    let (mesh, _) = info("info-soup", &soup);
    assert_eq!((&mesh["closed"], &mesh["duplicate_vertices"]), (&json!(true), &json!(16)));
}

#[test]
fn open_flipped_and_crowded_cubes_are_distinguished() {
    let open = CUBE.replace("f 5 6 7 8\n", "");
    let (mesh, report) = info("info-open", &open);
    assert_eq!(
        (&mesh["closed"], &mesh["open_edges"], &mesh["volume"]),
        (&json!(false), &json!(4), &Value::Null)
    );
    assert_eq!((&report["closed"], &report["volume"]), (&json!(false), &Value::Null));
    let (mesh, _) = info("info-flipped", &CUBE.replace("f 5 6 7 8\n", "f 8 7 6 5\n"));
    assert_eq!((&mesh["open_edges"], &mesh["flipped_edges"]), (&json!(0), &json!(4)));
    let (mesh, _) = info("info-crowded", &format!("{CUBE}f 1 2 7\n"));
    assert_eq!((&mesh["crowded_edges"], &mesh["open_edges"]), (&json!(2), &json!(1)));
    let (mesh, _) = info("info-inward", &inward());
    assert_eq!((&mesh["closed"], &mesh["volume"]), (&json!(true), &json!(-1.0)));
}

#[test]
fn a_triangle_is_degenerate_when_its_area_is_exactly_0() {
    // The second triangle is exactly collinear, the third is off by 1 ulp; the cross product of
    // both rounds to 0. The fourth uses one vertex twice, and one vertex is unused.
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nv 3 3 3\nv 3 3 3.0000000000000004\nv 9 9 9\n\
               f 1 2 3\nf 1 4 5\nf 1 4 6\nf 1 2 1\n";
    let (mesh, _) = info("info-degenerate", obj);
    assert_eq!((&mesh["degenerate"], &mesh["degenerate_triangles"]), (&json!([1, 3]), &json!(2)));
    assert_eq!(mesh["unused_vertices"], 1);
    let tiny = "v 1 1 0\nv 1.0000000000000002 1 0\nv 1 1.0000000000000002 0\nf 1 2 3\n";
    assert_eq!(info("info-tiny", tiny).0["degenerate_triangles"], 0);
    let tenths = "v 0.1 0.1 0.1\nv 0.2 0.2 0.2\nv 0.30000000000000004 0.30000000000000004 0.30000000000000004\nf 1 2 3\n";
    assert_eq!(info("info-tenths", tenths).0["degenerate_triangles"], 1);
}

#[test]
fn areas_and_volumes_are_given_whenever_they_are_finite() {
    for (size, area, volume) in
        [("e-160", 6e-320, Some(0.0)), ("e-105", 6e-210, Some(1e-315)), ("e150", 6e300, None)]
    {
        let (mesh, report) = info("info-sizes", &sized(CUBE, size));
        let near =
            |found: &Value, right: f64| (found.as_f64().unwrap() - right).abs() <= right * 1e-14 + 1e-322;
        assert!(near(&mesh["area"], area) && near(&report["area"], area), "{mesh}");
        assert!(volume.map_or(mesh["volume"] == "inf", |volume| near(&mesh["volume"], volume)), "{mesh}");
        assert_eq!((&mesh["closed"], &mesh["degenerate_triangles"]), (&json!(true), &json!(0)));
    }
}

#[test]
fn areas_and_volumes_beyond_numbers_are_infinite() {
    let flat = "v 1e308 0 0\nv -1e308 0 0\nv 0 1e308 0\nf 1 2 3\n";
    let doubled = CUBE.replace("v 0", "v -1").replace("v 1 0", "v 1 -1").replace("v -1 0", "v -1 -1");
    for (name, obj, volume) in [
        ("large", sized(CUBE, "e160"), json!("inf")),
        ("inward", sized(&inward(), "e160"), json!("-inf")),
        ("far", sized(&doubled, "e308"), json!("inf")),
        ("flat", flat.to_owned(), Value::Null),
    ] {
        let (mesh, report) = info(&format!("info-{name}"), &obj);
        for found in [&mesh, &report, &report["parts"][0]] {
            assert_eq!((&found["area"], &found["volume"]), (&json!("inf"), &volume), "{name}");
        }
    }
}

#[test]
fn faces_without_triangles_are_counted() {
    let (mesh, report) = info("info-short", &format!("{CUBE}f 1 2\nf 3\n"));
    assert_eq!((&report["short_faces"], &mesh["degenerate_triangles"]), (&json!(2), &json!(0)));
    let folder = folder("info-short-words");
    std::fs::write(folder.join("mesh.obj"), format!("{CUBE}f 1 2\n")).unwrap();
    let (_, stdout, _) = run(&folder, &["info", "mesh.obj"]);
    assert!(stdout.contains("\n  faces   1 of fewer than three corners, skipped\n\npart"), "{stdout}");
}

#[test]
fn an_instanced_mesh_is_counted_per_instance() {
    let folder = folder("info-instances");
    std::fs::write(folder.join("two.glb"), two_triangles_glb()).unwrap();
    let report = json(&folder, &["info", "two.glb", "--format", "json"]);
    assert_eq!((&report["triangles"], &report["area"]), (&json!(2), &json!(2.5)));
    assert_eq!(report["meshes"][0]["placed"], 2);
    assert_eq!(report["parts"][1]["bounds"], json!([[0.0, 0.0, 5.0], [2.0, 2.0, 5.0]]));
    assert_eq!(report["metres_per_unit"], 1.0);
    let (_, stdout, _) = run(&folder, &["info", "two.glb"]);
    assert!(stdout.contains("in metres") && stdout.contains("not closed, 3 open edges"), "{stdout}");
}

#[test]
fn the_sample_is_closed_everywhere() {
    let folder = folder("info-sample");
    let report = json(&folder, &["info", "--format", "json"]);
    assert_eq!(report["closed"], true);
    let (status, stdout, _) = run(&folder, &["info"]);
    assert_eq!(status, Some(0));
    assert!(stdout.starts_with("sample: 12 parts, 9 meshes, ") && stdout.contains("teapot"), "{stdout}");
}
