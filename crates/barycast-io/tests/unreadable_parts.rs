//! Partly broken files: readable parts are read, and each broken one is named.

mod common;

use barycast_io::{Scene, read, read_parts};
use common::{floats, folder, glb};

/// Returns the names of readable parts, and names and errors of unreadable ones without the folder.
fn parts(name: &str, content: &[u8]) -> Result<(Vec<String>, Vec<[String; 2]>), String> {
    let path = folder().join(name);
    std::fs::write(&path, content).unwrap();
    let short = |text: String| text.replace(&format!("{}/", folder().display()), "");
    let (Scene { parts, .. }, unread) = read_parts(&path).map_err(|error| short(error.to_string()))?;
    // Reading the whole file reports the first of the faults.
    assert_eq!(read(&path).is_ok(), unread.is_empty());
    let names = parts.into_iter().map(|part| part.name).collect();
    Ok((names, unread.into_iter().map(|part| [part.name, short(part.why)]).collect()))
}

/// Returns three meshes of one triangle, the second with a NaN, the third with a missing buffer
/// file, with these nodes.
fn broken(nodes: &str) -> Vec<u8> {
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}},{{"primitives":[{{"attributes":{{"POSITION":1}}}}]}},
        {{"name":"lost","primitives":[{{"attributes":{{"POSITION":2}}}},{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"}},{{"bufferView":2,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":36}},{{"buffer":1,"byteLength":36}}],
        "buffers":[{{"byteLength":72}},{{"byteLength":36,"uri":"lost.bin"}}]}}"#
    );
    let good = [0., 0., 0., 1., 0., 0., 0., 1., 0.];
    let mut bad = good;
    bad[4] = f32::NAN;
    glb(&json, &floats(&[good, bad].concat()))
}

#[test]
fn gltf_faults_affect_only_their_parts() {
    let nodes = r#"{"name":"good","mesh":0},{"name":"nan","mesh":1},{"mesh":2},{"name":"nan again","mesh":1},
        {"name":"turned","mesh":0,"rotation":[0,0,0,0],"children":[5,6]},{"name":"below","mesh":0},{"name":"empty"},
        {"name":"pressed","mesh":0,"scale":[0,0,0]}"#;
    let (read, unread) = parts("broken.glb", &broken(nodes)).unwrap();
    // The mesh `lost` has a second, readable piece.
    assert_eq!(read, ["good", "lost", "pressed"]);
    let names: Vec<_> = unread.iter().map(|[name, _]| name.as_str()).collect();
    assert_eq!(names, ["turned", "below", "nan", "lost", "nan again"]);
    let expected = [
        "node 4 \"turned\": its rotation must have length 1, got 0",
        "node 5 \"below\": it is below node 4 \"turned\", whose placement is wrong",
        "accessor 1: vertex 1 must be finite, got [1, NaN, 0]",
        "buffer 1: lost.bin: No such file",
        "accessor 1: vertex 1 must be finite, got [1, NaN, 0]",
    ];
    for ([_, why], expected) in unread.iter().zip(expected) {
        assert!(why.starts_with(&format!("broken.glb: {expected}")), "{why}");
    }
}

#[test]
fn gltf_without_a_readable_part_reports_the_first_fault() {
    let error = parts("all.glb", &broken(r#"{"name":"nan","mesh":1}"#)).unwrap_err();
    assert_eq!(error, "all.glb: accessor 1: vertex 1 must be finite, got [1, NaN, 0]");
    let error = parts("circle.glb", &broken(r#"{"mesh":0,"children":[0]}"#)).unwrap_err();
    assert!(error.contains("it is its own ancestor"), "{error}");
}

#[test]
fn a_wrong_obj_vertex_affects_only_the_objects_that_use_it() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 1\nv 2\no whole\nf 1 2 3\no first\nf 1 2 4\no second\nf 5 1 2\nf 1 2 4\n";
    let (read, unread) = parts("broken.obj", text.as_bytes()).unwrap();
    assert_eq!(read, ["whole"]);
    let expected = [["first", "broken.obj:4: x must be finite, got NaN"], ["second", "broken.obj:4: "]];
    for ([name, why], [expected, starts]) in unread.iter().zip(expected) {
        assert!(name == expected && why.starts_with(starts), "{name} {why}");
    }
    assert_eq!(unread.len(), 2);
    // An unused wrong vertex is harmless here, although the file as a whole is rejected for it.
    std::fs::write(folder().join("unused.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv inf 0 0\nf 1 2 3\n").unwrap();
    let (scene, unread) = read_parts(folder().join("unused.obj")).unwrap();
    assert_eq!((scene.meshes[0].vertices.len(), unread.len()), (3, 0));
    let error = parts("none.obj", b"v 0 0 0\nv 1 0 0\nv 0 x 0\nf 1 2 3\n").unwrap_err();
    assert!(error.starts_with("none.obj:3: "), "{error}");
}
