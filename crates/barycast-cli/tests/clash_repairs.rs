//! The inside of parts as exporters write them: in pieces, with noise, flipped, doubled,
//! overlapping. A box inside such a part is found.

mod program;

use program::{folder, run};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

type Corner = [f64; 3];
type Triangle = [Corner; 3];

/// Returns a box with its fronts outside, two triangles per face.
fn cuboid(low: Corner, high: Corner) -> Vec<Triangle> {
    let at = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { low[axis] } else { high[axis] });
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).map(|t| t.map(at)).collect()
}

fn cube(half: f64) -> Vec<Triangle> {
    cuboid([-half; 3], [half; 3])
}

fn turned(triangle: &Triangle) -> Triangle {
    [triangle[0], triangle[2], triangle[1]]
}

/// Writes a glTF file of named nodes with a mesh each; each list of triangles is a primitive.
fn gltf(folder: &Path, nodes: &[(&str, Vec<Vec<Triangle>>)]) -> &'static str {
    let (mut bytes, mut accessors, mut views, mut meshes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (_, primitives) in nodes {
        let mut listed = Vec::new();
        for triangles in primitives {
            let start = bytes.len();
            let numbers = triangles.as_flattened().as_flattened().iter();
            bytes.extend(numbers.flat_map(|x| (*x as f32).to_le_bytes()));
            listed.push(json!({"attributes": {"POSITION": accessors.len()}}));
            let count = triangles.len() * 3;
            accessors.push(
                json!({"bufferView": views.len(), "componentType": 5126, "count": count, "type": "VEC3"}),
            );
            views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": bytes.len() - start}));
        }
        meshes.push(json!({"primitives": listed}));
    }
    let named = |(mesh, (name, _)): (usize, &(&str, _))| json!({"name": name, "mesh": mesh});
    let nodes: Vec<Value> = nodes.iter().enumerate().map(named).collect();
    let document = json!({"asset": {"version": "2.0"}, "nodes": nodes, "meshes": meshes, "accessors": accessors,
        "bufferViews": views, "buffers": [{"byteLength": bytes.len(), "uri": "parts.bin"}]});
    fs::write(folder.join("parts.bin"), bytes).unwrap();
    fs::write(folder.join("parts.gltf"), document.to_string()).unwrap();
    "parts.gltf"
}

fn stl(triangles: &[Triangle]) -> String {
    let vertex = |[x, y, z]: &Corner| format!("vertex {x:?} {y:?} {z:?}\n");
    let facet = |triangle: &Triangle| {
        let corners: String = triangle.iter().map(vertex).collect();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    format!("solid\n{}endsolid\n", triangles.iter().map(facet).collect::<String>())
}

/// Returns the exit status and the report.
fn report(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let (status, stdout, error) = run(folder, &[&["clash", "--format", "json"], arguments].concat());
    assert_eq!(error, "", "{arguments:?}");
    (status, serde_json::from_str(&stdout).unwrap())
}

/// Returns class and depth of the only clash.
fn clash(report: &Value) -> (String, f64) {
    let clashes = report["clashes"].as_array().unwrap();
    assert_eq!(clashes.len(), 1, "{report:#}");
    (clashes[0]["class"].as_str().unwrap().to_owned(), clashes[0]["depth"].as_f64().unwrap())
}

fn kinds(report: &Value) -> Vec<&str> {
    report["warnings"].as_array().unwrap().iter().map(|warning| warning["kind"].as_str().unwrap()).collect()
}

/// Returns the exit status and the last line of the table.
fn verdict(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let (status, stdout, _) = run(folder, &[&["clash"], arguments].concat());
    (status, stdout.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn an_stl_with_rounded_corners_has_an_inside() {
    let folder = folder("inside-noise");
    let mut noisy = cuboid([0.0; 3], [1.0; 3]);
    for (i, corner) in noisy.as_flattened_mut().iter_mut().enumerate() {
        *corner = corner.map(|x| if x == 0.0 { [0.0, -0.0, 2.7e-16][i % 3] } else { x });
    }
    fs::write(folder.join("noisy.stl"), stl(&noisy)).unwrap();
    fs::write(folder.join("probe.stl"), stl(&cuboid([0.4; 3], [0.6; 3]))).unwrap();
    let (status, found) = report(&folder, &["noisy.stl", "probe.stl", "--unit", "m"]);
    let (class, depth) = clash(&found);
    assert_eq!((status, class.as_str()), (Some(1), "enclosed"));
    assert!((depth - 0.4).abs() < 1e-3, "{depth}");
    assert_eq!(kinds(&found), ["welded"]);
    assert_eq!(found["parts_without_inside"], 0);
    let (_, stdout, _) = run(&folder, &["info", "noisy.stl"]);
    assert!(stdout.contains("not closed") && stdout.contains("closed after welding within"), "{stdout}");
    // Without repairs the part has no interior.
    let (status, found) = report(&folder, &["noisy.stl", "probe.stl", "--unit", "m", "--strict"]);
    assert_eq!((status, found["parts_without_inside"].as_u64()), (Some(1), Some(1)));
    assert!(found["clashes"].as_array().unwrap().is_empty() && kinds(&found) == ["open"], "{found:#}");
}

#[test]
fn primitives_of_one_mesh_are_one_part() {
    let folder = folder("inside-primitives");
    let faces = cube(1.0).chunks(2).map(<[_]>::to_vec).collect();
    let file = gltf(&folder, &[("case", faces), ("probe", vec![cube(0.1)])]);
    let (status, found) = report(&folder, &[file]);
    let (class, depth) = clash(&found);
    assert_eq!((status, class.as_str(), found["files"][0]["parts"].as_u64()), (Some(1), "enclosed", Some(2)));
    assert!((depth - 0.9).abs() < 1e-3, "{depth}");
    assert!(kinds(&found).is_empty(), "{found:#}");
    let names = [&found["clashes"][0]["a"]["name"], &found["clashes"][0]["b"]["name"]];
    assert_eq!(names, ["case", "probe"]);
    let info = program::json(&folder, &["info", file, "--format", "json"]);
    assert_eq!((info["parts"].as_array().unwrap().len(), &info["closed"]), (2, &json!(true)));
    let (status, found) = report(&folder, &[file, "--split"]);
    assert_eq!((status, found["files"][0]["parts"].as_u64()), (Some(0), Some(7)));
    assert_eq!(found["parts_without_inside"], 6);
    let info = program::json(&folder, &["info", file, "--split", "--format", "json"]);
    assert_eq!(info["parts"].as_array().unwrap().len(), 7);
}

#[test]
fn parts_without_an_inside_are_reported_last_and_fail_strict() {
    let folder = folder("inside-verdict");
    let mut open = cube(1.0);
    open.pop();
    let file = gltf(&folder, &[("open", vec![open]), ("probe", vec![cube(0.1)])]);
    let line = "1 of 2 parts has no inside: enclosed parts in it can't be found";
    assert_eq!(verdict(&folder, &[file]), (Some(0), line.to_owned()));
    assert_eq!(verdict(&folder, &[file, "--strict"]), (Some(1), line.to_owned()));
    assert_eq!(verdict(&folder, &[file, "--pairs"]), (Some(0), line.to_owned()));
    assert_eq!(verdict(&folder, &[file, "--pairs", "--strict"]), (Some(1), line.to_owned()));
    // The page contains the same line.
    verdict(&folder, &[file, "-o", "report.html"]);
    assert!(fs::read_to_string(folder.join("report.html")).unwrap().contains(line));
    // Parts that are not compared do not count.
    fs::write(folder.join("cube.stl"), stl(&cube(0.05))).unwrap();
    let some = [file, "cube.stl", "--unit", "m", "--a", "probe", "--b", "cube"];
    assert_eq!(report(&folder, &some).1["parts_without_inside"], 0);
    let closed = gltf(&folder, &[("case", vec![cube(1.0)]), ("probe", vec![cuboid([2.0; 3], [3.0; 3])])]);
    assert_eq!(verdict(&folder, &[closed, "--strict"]), (Some(0), "nothing clashes".to_owned()));
}

#[test]
fn flipped_triangles_are_turned() {
    let folder = folder("inside-flipped");
    let mut flipped = cube(1.0);
    for i in [0, 5, 6] {
        flipped[i] = turned(&flipped[i]);
    }
    let file = gltf(
        &folder,
        &[("wall", vec![flipped]), ("outlet", vec![cuboid([0.95, -0.1, -0.1], [1.0, 0.1, 0.1])])],
    );
    let (_, found) = report(&folder, &[file]);
    let (class, depth) = clash(&found);
    assert!(class == "enclosed" && (depth - 0.05).abs() < 1e-4, "{found:#}");
    assert_eq!(kinds(&found), ["turned"]);
    let (_, stdout, _) = run(&folder, &["info", file]);
    assert!(stdout.contains("closed after turning 3 triangles"), "{stdout}");
}

#[test]
fn a_two_sided_mesh_equals_the_one_sided_mesh() {
    let folder = folder("inside-two-sided");
    let mut both = cube(1.0);
    both.extend(cube(1.0).iter().map(turned));
    let probe = cuboid([0.2, -0.1, -0.1], [0.4, 0.1, 0.1]);
    let file = gltf(&folder, &[("d", vec![both]), ("inn", vec![probe])]);
    let (status, found) = report(&folder, &[file]);
    let (class, depth) = clash(&found);
    assert_eq!((status, class.as_str()), (Some(1), "enclosed"));
    assert!((depth - 0.8).abs() < 1e-3, "{depth}");
    assert_eq!(kinds(&found), ["doubled"]);
}

#[test]
fn overlapping_shells_are_a_union() {
    let folder = folder("inside-union");
    let mut over = cube(1.0);
    over.extend(cuboid([0.0, -1.0, -1.0], [2.0, 1.0, 1.0]));
    let plate = cuboid([0.9975, -0.25, -0.25], [1.0025, 0.25, 0.25]);
    let file = gltf(&folder, &[("over", vec![over]), ("plate", vec![plate])]);
    let (_, found) = report(&folder, &[file]);
    let (class, depth) = clash(&found);
    assert!(class == "enclosed" && (depth - 1.0).abs() < 2e-3, "{found:#}");
    assert_eq!(kinds(&found), ["overlapping"]);
}
