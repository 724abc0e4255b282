//! glTF documents: alone, with buffers in other files, and as GLB.

mod common;

use barycast_io::{ReadError, Scene, read_bytes};
use common::{CORNERS, FACES, GLTF_BASE64, floats, folder, glb, gltf, gltf_bytes, rich_glb, scene};
use glam::{DVec3, dvec3};

/// Reads the plain document with one replacement, as GLB.
fn changed(from: &str, to: &str) -> Result<Scene, String> {
    let json = gltf("");
    assert!(json.contains(from), "{from}");
    scene("bad.glb", glb(&json.replacen(from, to, 1), &gltf_bytes()))
}

fn error(from: &str, to: &str) -> String {
    changed(from, to).unwrap_err().replace("bad.glb: ", "")
}

#[test]
fn buffers_are_within_the_document_beside_it_or_in_the_chunk() {
    std::fs::write(folder().join("the bytes.bin"), gltf_bytes()).unwrap();
    let chunk = scene("chunk.glb", glb(&gltf(""), &gltf_bytes())).unwrap();
    for uri in [
        format!(r#","uri":"data:application/octet-stream;base64,{GLTF_BASE64}""#),
        format!(r#","uri":"data:;base64,{}""#, GLTF_BASE64.replace('/', "\\/")),
        r#","uri":"the%20bytes.bin""#.to_owned(),
    ] {
        assert_eq!(scene("beside.gltf", gltf(&uri)).unwrap(), chunk);
    }
    // The content distinguishes the two formats.
    let mut other = scene("chunk.gltf", glb(&gltf(""), &gltf_bytes())).unwrap();
    let warning = other.warnings.pop().unwrap();
    assert_eq!(warning.text, "the extension is .gltf, but the content is GLB and is read as such");
    assert_eq!(other, chunk);
}

#[test]
fn a_mesh_of_two_nodes_is_one_mesh_with_two_placements() {
    let scene = scene("two.glb", glb(&gltf(""), &gltf_bytes())).unwrap();
    assert_eq!(scene.metres_per_unit, Some(1.0));
    let [mesh] = &scene.meshes[..] else { panic!("one mesh") };
    assert_eq!((mesh.name.as_str(), &mesh.triangles[..]), ("body", &FACES[..]));
    assert_eq!(mesh.vertices, CORNERS.map(|[x, y, z]| dvec3(x.into(), y.into(), z.into())));
    let [left, right] = &scene.parts[..] else { panic!("two parts") };
    assert_eq!([&left.name[..], &right.name[..]], ["left", "body"]);
    assert_eq!(left.color, Some([1.0, 0.5, 0.25, 1.0]));
    assert_eq!(left.world_from_mesh.transform_point3(DVec3::ONE), dvec3(3., 4., 5.));
    assert_eq!((&scene.nodes[..], left.node, right.node), (&[None, Some(0), Some(0)][..], Some(1), Some(2)));
    assert_eq!(right.world_from_mesh.transform_point3(DVec3::ONE), dvec3(0., 1., 4.));
    let whole = scene.into_mesh().unwrap();
    assert_eq!((whole.vertices.len(), whole.triangles[4]), (8, [4, 6, 5]));
}

#[test]
fn a_part_is_called_by_the_nearest_node_that_has_a_name() {
    let names = |from: &str, to: &str| {
        let scene = changed(from, to).unwrap();
        let parts: Vec<String> = scene.parts.iter().map(|part| part.name.clone()).collect();
        (scene.node_names, parts)
    };
    // A root is the scene, whatever its name: the name of the mesh is preferred.
    let (nodes, parts) = names("body", "body");
    assert_eq!(
        (nodes, parts),
        (["top", "left", ""].map(str::to_owned).to_vec(), vec!["left".to_owned(), "body".to_owned()])
    );
    // Below a named node that is not a root.
    let two = r#""children":[1,2]},
        {"name":"left","mesh":0,"scale":[2,2,2]}"#;
    let chain = r#""children":[1]},
        {"name":"left","mesh":0,"scale":[2,2,2],"children":[2]}"#;
    let (nodes, parts) = names(two, chain);
    assert_eq!((nodes.len(), parts), (3, vec!["left".to_owned(); 2]));
    let empty = chain.replace("\"left\"", "\"\"");
    assert_eq!(names(two, &empty).1, ["body", "body"]);
}

#[test]
fn positions_are_not_rounded_to_f32() {
    let scene = changed("[1,2,3]", "[16777217.1,2,3]").unwrap();
    assert_eq!(scene.parts[0].world_from_mesh.translation.x, 16_777_217.1);
}

#[test]
fn a_mirrored_part_turns_its_triangles_when_parts_become_one_mesh() {
    let scene = changed("[2,2,2]", "[-2,2,2]").unwrap();
    assert_eq!(scene.into_mesh().unwrap().triangles[0], [0, 1, 2]);
}

#[test]
fn sparse_quantized_instanced_strips_and_fans_are_read_and_points_passed_over() {
    let scene = scene("rich.glb", rich_glb()).unwrap();
    assert_eq!((scene.meshes.len(), scene.parts.len()), (2, 3));
    assert_eq!(scene.meshes[0].vertices, CORNERS.map(|[x, y, z]| dvec3(x.into(), y.into(), z.into())));
    assert_eq!(scene.meshes[0].triangles, [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(scene.meshes[1].triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(scene.meshes[1].vertices[2..], [dvec3(0., -1., 0.), dvec3(0., 0., 16384. / 32767.)]);
    let at = |part: usize| scene.parts[part].world_from_mesh.translation;
    assert_eq!([at(0), at(1), at(2)], [dvec3(4., 5., 6.), dvec3(0., 1., 0.), dvec3(0., 0., 1.)]);
    // Instances are children of the node that shows them.
    assert_eq!(scene.nodes, [None, None, Some(1), Some(1)]);
    assert_eq!([0, 1, 2].map(|part| scene.parts[part].node), [Some(0), Some(2), Some(3)]);
}

#[test]
fn primitives_over_the_same_vertices_have_those_they_name() {
    let json = gltf("")
        .replace(r#""indices":1,"material":0}"#, r#""indices":1},{"attributes":{"POSITION":0},"indices":2}"#)
        .replace(
            r#""count":12,"type":"SCALAR"}"#,
            r#""count":6,"type":"SCALAR"},{"bufferView":1,"byteOffset":9,"componentType":5121,"count":3,"type":"SCALAR"}"#,
        );
    let scene = scene("shared.glb", glb(&json, &gltf_bytes())).unwrap();
    assert_eq!((scene.meshes.len(), scene.parts.len()), (2, 4));
    assert_eq!(scene.meshes[1].triangles, [[0, 1, 2]]);
    assert_eq!(scene.meshes[1].vertices, [DVec3::X, DVec3::Y, DVec3::Z]);
    // Both nodes show both pieces: as one part each, with one mesh.
    let whole = scene.clone().with_merged_primitives();
    assert_eq!((whole.meshes.len(), whole.parts.len()), (1, 2));
    assert_eq!(whole.triangle_count(), scene.triangle_count());
    let [left, right] = [&scene.meshes[0], &scene.meshes[1]];
    assert_eq!(whole.meshes[0].vertices, [&left.vertices[..], &right.vertices[..]].concat());
    let first = left.vertices.len() as u32;
    assert_eq!(whole.meshes[0].triangles.last(), Some(&[first, first + 1, first + 2]));
    assert_eq!((whole.meshes[0].name.as_str(), &whole.parts[0].name), ("body", &scene.parts[0].name));
    assert_eq!(whole.parts[0].world_from_mesh, scene.parts[0].world_from_mesh);
    // Nodes with a single piece are unchanged.
    assert_eq!(whole.clone().with_merged_primitives(), whole);
}

#[test]
fn only_the_default_scene_is_read_or_all_roots_without_one() {
    let one = changed(r#""scenes":[{"nodes":[0]}]"#, r#""scenes":[{"nodes":[]}]"#).unwrap_err();
    assert_eq!(one, "bad.glb: no node of the scene shows any triangles");
    assert_eq!(changed(r#""scene":0,"scenes":[{"nodes":[0]}],"#, "").unwrap().parts.len(), 2);
}

#[test]
fn invalid_node_hierarchies_are_reported_by_name() {
    for (from, to, expected) in [
        ("[1,2]}", "[1,2,1]}", r#"node 1 "left": it has two parents, node 0 "top" and node 0 "top""#),
        (
            r#""mesh":0,"scale""#,
            r#""children":[2],"scale""#,
            r#"node 2: it has two parents, node 0 "top" and node 1 "left""#,
        ),
        (r#""mesh":0,"scale""#, r#""children":[0],"scale""#, r#"node 1 "left": it is its own ancestor"#),
        (
            r#""mesh":0,"scale""#,
            r#""children":[1],"scale""#,
            r#"node 1 "left": it has two parents, node 0 "top" and node 1 "left""#,
        ),
        ("[1,2]}", "[1,7]}", r#"node 7: node 0 "top" refers to it, but it does not exist"#),
        (r#"[{"nodes":[0]}]"#, r#"[{"nodes":[0,0]}]"#, r#"node 0 "top": a scene lists it twice"#),
        (
            r#"[{"nodes":[0]}]"#,
            r#"[{"nodes":[2]}]"#,
            r#"node 2: a scene lists it as a root, but it is a child of node 0 "top""#,
        ),
        (r#"[{"nodes":[0]}]"#, r#"[{"nodes":[9]}]"#, "node 9: a scene refers to it, but it does not exist"),
        (r#""scene":0"#, r#""scene":1"#, "there is no scene 1"),
        (r#""mesh":0,"scale""#, r#""mesh":1,"scale""#, r#"node 1 "left": there is no mesh 1"#),
        ("[0,0,1,0]", "[0,0,0,0]", "node 2: its rotation must have length 1, got 0"),
        (
            r#""scale":[2,2,2]"#,
            r#""matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]"#,
            r#"node 1 "left": the last row of its matrix must be 0, 0, 0, 1"#,
        ),
        ("[2,2,2]", "[1e308,2,2]", "expected"),
        (r#""translation":[1,2,3]"#, r#""scale":[1e200,1e200,1e200]"#, "expected"),
    ] {
        if expected == "expected" {
            assert!(changed(from, to).is_ok(), "{to}");
        } else {
            assert_eq!(error(from, to), expected);
        }
    }
    let json = gltf("").replace(r#""translation":[1,2,3]"#, r#""scale":[1e200,1e200,1e200]"#);
    let far = scene("bad.glb", glb(&json.replace("[2,2,2]", "[1e200,2,2]"), &gltf_bytes())).unwrap_err();
    assert_eq!(far, r#"bad.glb: node 1 "left": its placement is beyond the range of f64"#);
}

#[test]
fn a_deep_tree_does_not_exhaust_the_stack() {
    let nodes: Vec<_> = (1..100_000).map(|child| format!(r#"{{"children":[{child}]}}"#)).collect();
    let from = r#"{"name":"top","translation":[1,2,3],"children":[1,2]},"#;
    let json = gltf("").replace(r#""scene":0,"scenes":[{"nodes":[0]}],"#, "").replace(from, "");
    let json = json.replace(r#""nodes":["#, &format!(r#""nodes":[{},{{}},"#, nodes.join(",")));
    assert_eq!(scene("deep.glb", glb(&json, &gltf_bytes())).unwrap().parts.len(), 2);
}

#[test]
fn invalid_buffers_views_and_accessors_are_reported_by_name() {
    let view = r#"{"buffer":0,"byteLength":48}"#;
    let places = r#"{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}"#;
    for (from, to, expected) in [
        (
            r#""byteLength":60"#,
            r#""byteLength":61"#,
            "buffer 0: its byteLength is 61, but there are 60 bytes",
        ),
        (
            r#""byteLength":60"#,
            r#""byteLength":59"#,
            "bufferView 1: 12 bytes from byte 48, but buffer 0 has 59 bytes",
        ),
        (view, r#"{"buffer":1,"byteLength":48}"#, "buffer 1: there is no such buffer"),
        (
            view,
            r#"{"buffer":0,"byteLength":48,"byteOffset":18446744073709551615}"#,
            "bufferView 0: 48 bytes from byte 18446744073709551615, but buffer 0 has 60 bytes",
        ),
        (
            view,
            r#"{"buffer":0,"byteLength":18446744073709551615,"byteOffset":1}"#,
            "bufferView 0: 18446744073709551615 bytes from byte 1, but buffer 0 has 60 bytes",
        ),
        (
            view,
            r#"{"buffer":0,"byteLength":48,"byteStride":8}"#,
            "bufferView 0: byteStride must be from 12 (a value of accessor 0) to 252, got 8",
        ),
        (
            view,
            r#"{"buffer":0,"byteLength":48,"byteStride":0}"#,
            "bufferView 0: byteStride must be from 12 (a value of accessor 0) to 252, got 0",
        ),
        (
            view,
            r#"{"buffer":0,"byteLength":48,"byteStride":16}"#,
            "accessor 0: 4 values of 12 bytes from byte 0, but bufferView 0 has 48 bytes",
        ),
        (
            places,
            r#"{"bufferView":9,"componentType":5126,"count":4,"type":"VEC3"}"#,
            "accessor 0: there is no bufferView 9",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"}"#,
            "accessor 0: 5 values of 12 bytes from byte 0, but bufferView 0 has 48 bytes",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5126,"count":18446744073709551615,"type":"VEC3"}"#,
            "accessor 0: 18446744073709551615 values of 12 bytes from byte 0, but bufferView 0 has 48 bytes",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5126,"count":2,"byteOffset":18446744073709551615,"type":"VEC3"}"#,
            "accessor 0: 2 values of 12 bytes from byte 18446744073709551615, but bufferView 0 has 48 bytes",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5127,"count":4,"type":"VEC3"}"#,
            "accessor 0: componentType 5127 is unknown",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5126,"count":4,"type":"VEC2"}"#,
            "accessor 0: its type must be VEC3, got VEC2",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5125,"count":4,"type":"VEC3"}"#,
            r#"mesh 0 "body", primitive 0: positions cannot be 32-bit integers"#,
        ),
        (
            places,
            r#"{"componentType":5126,"count":1000000000,"type":"VEC3"}"#,
            "accessor 0: 1000000000 values, but no bytes for them",
        ),
        (
            places,
            r#"{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}"#,
            r#"mesh 0 "body", primitive 0: triangle 1 refers to vertex 3 (numbered from 0), but there are 3"#,
        ),
    ] {
        assert_eq!(error(from, to), expected);
    }
}

#[test]
fn invalid_primitives_are_reported_by_name() {
    for (from, to, expected) in [
        (
            r#""count":12"#,
            r#""count":11"#,
            r#"mesh 0 "body", primitive 0: 11 corners are not a multiple of 3"#,
        ),
        (
            r#""componentType":5121"#,
            r#""componentType":5120"#,
            r#"mesh 0 "body", primitive 0: indices must be unsigned integers"#,
        ),
        (r#""indices":1,"#, r#""indices":1,"mode":7,"#, r#"mesh 0 "body", primitive 0: mode 7 is unknown"#),
        (r#""indices":1,"#, r#""indices":8,"#, "accessor 8: there is no such accessor"),
        (r#""POSITION":0"#, r#""POSITION":8"#, "accessor 8: there is no such accessor"),
        (r#""indices":1,"#, r#""indices":1,"mode":1,"#, "no node of the scene shows any triangles"),
        (
            r#""version":"2.0"}"#,
            r#""version":"2.0"},"extensionsRequired":["KHR_new"]"#,
            "it requires the unknown extension KHR_new",
        ),
        (
            r#""meshes":["#,
            r#""meshes":{"#,
            "JSON chunk: invalid type: map, expected a sequence at line 5 column 17",
        ),
    ] {
        assert_eq!(error(from, to), expected);
    }
    let mut bytes = gltf_bytes();
    bytes[12..16].copy_from_slice(&floats(&[f32::INFINITY]));
    let error = scene("bad.glb", glb(&gltf(""), &bytes)).unwrap_err();
    assert_eq!(error, "bad.glb: accessor 0: vertex 1 must be finite, got [inf, 0, 0]");
}

#[test]
fn invalid_sparse_values_are_reported_by_name() {
    let good = rich_glb();
    let text = String::from_utf8_lossy(&good[20..]);
    let json = text.split_once('\0').map_or(&text[..], |(json, _)| json);
    let json = &json[..=json.rfind('}').unwrap()];
    let binary = &good[good.len() - 72..];
    for (from, to, expected) in [
        (
            r#""sparse":{"count":3"#,
            r#""sparse":{"count":4"#,
            "accessor 0: 4 values of 1 bytes from byte 0, but bufferView 1 has 3 bytes",
        ),
        (
            r#""count":4,"type":"VEC3",
        "sparse""#,
            r#""count":3,"type":"VEC3",
        "sparse""#,
            "accessor 0: a sparse value is number 3 (from 0) of 3",
        ),
        (
            r#""componentType":5121},"#,
            r#""componentType":5126},"#,
            "accessor 0: sparse indices must be unsigned integers",
        ),
        (
            r#""TRANSLATION":3"#,
            r#""TRANSLATION":3,"SCALE":2"#,
            "node 1: the attributes of its instances differ in number",
        ),
    ] {
        assert!(json.contains(from), "{from}");
        let error = scene("sparse.glb", glb(&json.replacen(from, to, 1), binary)).unwrap_err();
        assert_eq!(error, format!("sparse.glb: {expected}"));
    }
    let mut descending = binary.to_vec();
    descending[36..39].copy_from_slice(&[1, 1, 2]);
    let error = scene("sparse.glb", glb(json, &descending)).unwrap_err();
    assert_eq!(error, "sparse.glb: accessor 0: sparse indices must ascend");
}

#[test]
fn a_missing_or_wrong_buffer_is_named() {
    for (uri, expected) in [
        ("", "buffer 0: it has no uri, and there is no chunk for it"),
        (
            r#","uri":"https://example.org/a.bin""#,
            "buffer 0: https://example.org/a.bin is not a relative path; nothing is downloaded",
        ),
        (r#","uri":"data:text/plain,abc""#, "buffer 0: a data: uri must be base64"),
        (r#","uri":"data:;base64,AB!D""#, "buffer 0: bad base64: Invalid symbol 33, offset 2."),
        (r#","uri":"data:;base64,ABCD""#, "buffer 0: its byteLength is 60, but there are 3 bytes"),
        (r#","uri":".""#, "buffer 0: . is not a file"),
    ] {
        let error = scene("lone.gltf", gltf(uri)).unwrap_err();
        assert_eq!(error, format!("lone.gltf: {expected}"));
    }
    let error = scene("lone.gltf", gltf(r#","uri":"no%20such.bin""#)).unwrap_err();
    assert!(error.starts_with("lone.gltf: buffer 0: no such.bin: No such file"), "{error}");
}

#[test]
fn buffers_outside_the_documents_folder_are_not_opened() {
    let inner = folder().join("inner");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(folder().join("outside.bin"), gltf_bytes()).unwrap();
    std::fs::write(inner.join("inside.bin"), gltf_bytes()).unwrap();
    let absolute = folder().join("inner/inside.bin").display().to_string().replace('\\', "/");
    for uri in [
        "../outside.bin",
        "..%2Foutside.bin",
        "%2e%2e/outside.bin",
        "./../outside.bin",
        "inside.bin/../../outside.bin",
        "../inner/inside.bin",
        &absolute,
        &absolute.replace('/', "%2f"),
        #[cfg(windows)]
        "..%5Coutside.bin",
        #[cfg(windows)]
        "%5Coutside.bin",
        #[cfg(windows)]
        "C:outside.bin",
    ] {
        let error = scene("inner/lone.gltf", gltf(&format!(r#","uri":"{uri}""#))).unwrap_err();
        assert!(error.starts_with("inner/lone.gltf: buffer 0: "), "{error}");
        assert!(error.ends_with(" is outside the folder of this file and is not opened"), "{error}");
    }
    for uri in ["inner/inside.bin", "./inner/inside.bin", "inner/../outside.bin"] {
        assert!(scene("lone.gltf", gltf(&format!(r#","uri":"{uri}""#))).is_ok(), "{uri}");
    }
}

const FIRST: &str = "bad.gltf: this is glTF 1.0; glTF 2.0 is read, and gltf-pipeline converts";

#[test]
fn an_invalid_document_is_reported_with_its_line() {
    for (text, expected) in [
        (" ", "bad.gltf:1: EOF while parsing a value at line 1 column 1"),
        ("{\n\"buffers\":[{}]}", "bad.gltf:2: missing field `byteLength` at line 2 column 13"),
        (r#"{"asset":{"version":"1.0"},"meshes":{}}"#, FIRST),
        (r#"{"asset":{"version":"1.1"}}"#, FIRST),
        (r#"{"asset":{},"nodes":{"a":{}}}"#, FIRST),
        (r#"{"asset":{"version":1},"accessors":{"a":{}}}"#, FIRST),
        (r#"{"asset":{"version":"3.0"}}"#, "bad.gltf:1: glTF 3.0 cannot be read, only 2"),
        (r#"{"asset":{"version":"2.0","minVersion":"3.1"}}"#, "bad.gltf:1: glTF 3.1 cannot be read, only 2"),
        (r#"{"asset":{"version":"2.1"}}"#, "bad.gltf: no node of the scene shows any triangles"),
        (r#"{"asset":{"version":2}}"#, "bad.gltf:1: its asset must have a version, a text such as \"2.0\""),
        ("{}", "bad.gltf:1: its asset must have a version, a text such as \"2.0\""),
    ] {
        assert_eq!(scene("bad.gltf", text).unwrap_err(), expected);
    }
    let good = glb(&gltf(""), &gltf_bytes());
    let more = scene("bad.glb", [good.clone(), b"more".to_vec()].concat()).unwrap_err();
    assert_eq!(more, format!("bad.glb: data follows the {} bytes that its header states", good.len()));
    for (at, byte, expected) in [
        (4, 1, "this is glTF 1.0; glTF 2.0 is read, and gltf-pipeline converts"),
        (4, 3, "GLB version 3 cannot be read, only 2"),
        (8, 255, "its header states"),
        (8, 3, "its first chunk must be JSON, complete"),
        (12, 255, "the chunk at byte"),
        (15, 255, "its first chunk must be JSON, complete"),
        (16, 0, "its first chunk must be JSON, complete"),
    ] {
        let mut file = good.clone();
        file[at] = byte;
        if at == 8 && byte == 3 {
            file[9] = 0;
        }
        let error = scene("bad.glb", file).unwrap_err();
        assert!(error.starts_with(&format!("bad.glb: {expected}")), "{error}");
    }
}

#[test]
fn compressed_triangles_are_rejected_unless_there_are_uncompressed_ones() {
    let draco =
        r#""indices":1,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}},"#;
    assert!(changed(r#""indices":1,"#, draco).is_ok());
    let stored = r#"{"bufferView":0,"componentType":5126,"#;
    let meshopt = r#""byteLength":48,"extensions":{"EXT_meshopt_compression":{"buffer":0}}"#;
    let fallback = r#""byteLength":60,"extensions":{"EXT_meshopt_compression":{"fallback":true}}"#;
    for (changes, expected) in [
        ([(r#""indices":1,"#, draco), (stored, r#"{"componentType":5126,"#)], "KHR_draco_mesh_compression"),
        ([(r#""byteLength":48"#, meshopt), (r#""byteLength":60"#, fallback)], "EXT_meshopt_compression"),
    ] {
        let json = changes.iter().fold(gltf(""), |json, (from, to)| json.replacen(from, to, 1));
        match read_bytes("compressed.glb", &glb(&json, &gltf_bytes())) {
            Err(ReadError::Compressed { extension, .. }) => assert_eq!(extension, expected),
            other => panic!("{other:?}"),
        }
    }
}
