//! Scenes written as GLB, and read again.

mod common;

use barycast_io::{Mesh, Part, Scene, WriteError, read_bytes, write_glb, write_glb_to};
use common::{CORNERS, FACES, folder};
use glam::{DAffine3, DMat3, DQuat, DVec3, dvec3};
use serde_json::Value;

fn tetrahedron(name: &str) -> Mesh {
    let vertices = CORNERS.map(|[x, y, z]| dvec3(x.into(), y.into(), z.into())).to_vec();
    Mesh { name: name.to_owned(), vertices, triangles: FACES.to_vec(), resolution: 0.0 }
}

fn part(name: &str, mesh: usize, world_from_mesh: DAffine3, color: Option<[f32; 4]>) -> Part {
    Part { name: name.to_owned(), mesh, world_from_mesh, color, node: None }
}

/// Two meshes, one of them in three places and two colours, under names that JSON must escape.
fn sample() -> Scene {
    let turned =
        DAffine3::from_rotation_translation(DQuat::from_rotation_z(0.3), dvec3(1e6, 0.1, -1.0 / 3.0));
    let mirrored = DAffine3::from_mat3_translation(DMat3::from_diagonal(dvec3(-1.0, 2.0, 1.0)), DVec3::ONE);
    let red = Some([1.0, 0.1, 0.0, 0.5]);
    Scene {
        meshes: vec![tetrahedron("a \"bolt\""), Mesh { triangles: vec![[0, 1, 3]], ..tetrahedron("sheet") }],
        parts: vec![
            part("first", 1, DAffine3::from_translation(dvec3(16_777_217.1, 2.0, 3.0)), None),
            part("tab\tand \u{1F529}", 0, turned, red),
            part("third", 0, mirrored, Some([0.25, 0.5, 1.0, 1.0])),
            part("fourth", 0, DAffine3::IDENTITY, red),
        ],
        metres_per_unit: Some(1.0),
        ..Scene::default()
    }
}

fn bytes(scene: &Scene) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_glb_to(&mut bytes, scene).unwrap();
    bytes
}

fn again(scene: &Scene) -> Scene {
    read_bytes("again.glb", &bytes(scene)).unwrap()
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// The JSON chunk and the BIN chunk.
fn chunks(bytes: &[u8]) -> (Value, &[u8]) {
    let json = word(bytes, 12);
    (serde_json::from_slice(&bytes[20..20 + json]).unwrap(), &bytes[28 + json..])
}

#[test]
fn written_scenes_are_read_back_exactly() {
    let scene = sample();
    let read = again(&scene);
    assert_eq!(read.parts.len(), 4);
    for (written, read) in scene.parts.iter().zip(&read.parts) {
        assert_eq!((&written.name, written.world_from_mesh), (&read.name, read.world_from_mesh));
        assert_eq!(written.color, read.color);
    }
    // Meshes come in the order in which parts show them, each once.
    let single = |mesh: &Mesh| Mesh { resolution: f64::from(f32::EPSILON) / 2.0, ..mesh.clone() };
    assert_eq!(read.meshes, [single(&scene.meshes[1]), single(&scene.meshes[0])]);
    let path = folder().join("sample.glb");
    write_glb(&path, &scene).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes(&scene));
    assert_eq!(again(&read).parts, read.parts);
}

#[test]
fn positions_beyond_f32_are_written_from_the_middle_of_their_mesh() {
    let mut scene = sample();
    for vertex in &mut scene.meshes[0].vertices {
        *vertex = *vertex * 0.1 + dvec3(123_456.7, -1e5, 0.3);
    }
    let read = again(&scene);
    for index in [1, 2, 3] {
        let at = |scene: &Scene, i: usize| {
            let part = &scene.parts[index];
            part.world_from_mesh.transform_point3(scene.meshes[part.mesh].vertices[i])
        };
        for i in 0..4 {
            let moved = at(&scene, i).distance(at(&read, i));
            assert!(moved < 2e-8, "{moved}");
        }
    }
}

#[test]
fn a_unit_of_millimetres_becomes_metres() {
    let scene = Scene { metres_per_unit: Some(0.001), ..sample() };
    let read = again(&scene);
    assert_eq!(read.metres_per_unit, Some(1.0));
    let place = |scene: &Scene, i: usize| scene.parts[i].world_from_mesh.transform_point3(DVec3::X);
    for i in 0..4 {
        let (written, read) = (place(&scene, i) * 0.001, place(&read, i));
        assert!(written.distance(read) <= 1e-15 * written.length(), "{written} {read}");
    }
}

/// The rules of the glTF 2.0 specification that a writer of plain triangles can break.
#[test]
fn the_file_keeps_the_rules_of_the_format() {
    let mut scene = sample();
    let many = (0..70_000).map(|i| dvec3(f64::from(i), 0.1, 0.0)).collect();
    scene.meshes.push(Mesh { vertices: many, triangles: vec![[0, 1, 69_999]], ..Mesh::default() });
    scene.parts.push(part("", 2, DAffine3::IDENTITY, None));
    let bytes = bytes(&scene);
    let (json, chunk) = chunks(&bytes);
    assert_eq!((&bytes[..4], word(&bytes, 4), word(&bytes, 8)), (&b"glTF"[..], 2, bytes.len()));
    assert_eq!((word(&bytes, 12) % 4, chunk.len() % 4, &bytes[16..20]), (0, 0, &b"JSON"[..]));
    assert_eq!(word(&bytes, 20 + word(&bytes, 12)), chunk.len());
    assert_eq!(json["asset"]["version"], "2.0");
    assert_eq!(json["buffers"][0]["byteLength"], chunk.len());
    let items = |key: &str| json[key].as_array().unwrap_or_else(|| panic!("{key}")).clone();
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let (accessors, views) = (items("accessors"), items("bufferViews"));
    assert_eq!((accessors.len(), views.len(), items("meshes").len(), items("materials").len()), (6, 6, 4, 2));
    let mut end = 0;
    for (accessor, view) in accessors.iter().zip(&views) {
        let (offset, length) = (number(&view["byteOffset"]), number(&view["byteLength"]));
        assert!(offset % 4 == 0 && offset >= end && offset + length <= chunk.len());
        end = offset + length;
        let data = &chunk[offset..end];
        let count = number(&accessor["count"]);
        match (number(&accessor["componentType"]), accessor["type"].as_str().unwrap()) {
            (5126, "VEC3") => {
                assert_eq!((length, number(&view["target"])), (12 * count, 34962));
                let floats = |axis: usize| {
                    data.chunks(12).map(move |v| f32::from_le_bytes(v[4 * axis..][..4].try_into().unwrap()))
                };
                for axis in 0..3 {
                    let (min, max) = (accessor["min"][axis].as_f64(), accessor["max"][axis].as_f64());
                    assert_eq!(min, Some(floats(axis).fold(f32::INFINITY, f32::min).into()));
                    assert_eq!(max, Some(floats(axis).fold(f32::NEG_INFINITY, f32::max).into()));
                }
            }
            (kind @ (5123 | 5125), "SCALAR") => {
                let size = if kind == 5123 { 2 } else { 4 };
                assert_eq!((length, number(&view["target"])), (size * count, 34963));
                // The largest index of a kind is no vertex.
                assert!(data.chunks(size).all(|index| index.iter().any(|byte| *byte != 0xFF)));
            }
            other => panic!("{other:?}"),
        }
    }
    for material in items("materials") {
        let factor = &material["pbrMetallicRoughness"]["baseColorFactor"];
        assert_eq!(material["alphaMode"] == "BLEND", factor[3].as_f64().unwrap() < 1.0);
    }
    for node in items("nodes") {
        assert!(node["matrix"].is_null() || node["translation"].is_null());
        assert_ne!(node["name"], "");
    }
}

#[test]
fn unrepresentable_scenes_are_rejected_by_name() {
    let refused = |change: &dyn Fn(&mut Scene)| -> String {
        let mut scene = sample();
        change(&mut scene);
        let error = write_glb_to(Vec::new(), &scene).unwrap_err();
        assert!(!matches!(error, WriteError::Io(_)));
        error.to_string()
    };
    assert_eq!(refused(&|scene| scene.parts.clear()), "no part to write");
    assert_eq!(refused(&|scene| scene.parts[3].mesh = 2), "part 3 \"fourth\": its mesh does not exist");
    assert_eq!(
        refused(&|scene| scene.parts[0].world_from_mesh.translation.x = f64::NAN),
        "part 0 \"first\": its placement must be finite"
    );
    assert_eq!(refused(&|scene| scene.meshes[1].triangles.clear()), "mesh 1 \"sheet\": it has no triangles");
    assert_eq!(
        refused(&|scene| scene.meshes[1].triangles[0][2] = 4),
        "mesh 1 \"sheet\": a triangle refers to a vertex that does not exist"
    );
    assert_eq!(
        refused(&|scene| scene.meshes[1].vertices[1] = dvec3(1e39, -1e39, 0.0)),
        "mesh 1 \"sheet\": its vertices must be finite as f32"
    );
    // A mesh that no part refers to is not written, and its vertices are unrestricted.
    let mut scene = sample();
    scene.meshes.push(Mesh::default());
    assert_eq!(again(&scene).meshes.len(), 2);
}
