//! Files that can be read, and files that cannot, with what is said of them.

use barycast_io::{Mesh, read};
use glam::dvec3;
use std::path::PathBuf;

/// Reads `content` from a file of its own; the error as text, without the folder.
fn read_text(name: &str, content: impl AsRef<[u8]>) -> Result<Mesh, String> {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "read"].iter().collect();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), content).unwrap();
    let mesh = read(folder.join(name)).map(|scene| scene.into_mesh().unwrap());
    mesh.map_err(|error| {
        let cause = std::error::Error::source(&error).map(|c| format!(": {c}")).unwrap_or_default();
        format!("{error}{cause}").replace(&format!("{}/", folder.display()), "")
    })
}

const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.1\n";

#[test]
fn an_obj_of_polygons_groups_and_negative_indices_becomes_triangles() {
    let mesh =
        read_text("good.obj", format!("# \n{CORNERS}o one\nf 1 2 3 4\nvt 0 0\ng two\nf -4/1 -3/1 -2/1\n"));
    let mesh = mesh.unwrap();
    let at = |t: usize| mesh.triangles[t].map(|v| mesh.vertices[v as usize]);
    assert_eq!(mesh.triangles.len(), 3);
    assert_eq!(at(1), [dvec3(0., 0., 0.), dvec3(1., 1., 0.), dvec3(0., 1., 0.1)]);
    assert_eq!(at(2), [dvec3(0., 0., 0.), dvec3(1., 0., 0.), dvec3(1., 1., 0.)]);
}

#[test]
fn a_broken_obj_names_the_line() {
    for (faulty, expected) in [
        ("f 1 2 5\n", "broken.obj:5: face names vertex 5, but the file has 4"),
        ("f 1 2 0\n", "broken.obj:5: face names vertex 0: vertices count from 1"),
        ("f 1 2 -5\n", "broken.obj:5: face names vertex -5, counted back, but only 4 stand before it"),
        ("f 1 2 x\n", "broken.obj:5: a face needs vertex numbers, got 'x'"),
        ("v 1 2 nan\nf 1 2 5\n", "broken.obj:5: z must be finite, got NaN"),
        ("v 1 inf 2\nf 1 2 5\n", "broken.obj:5: y must be finite, got inf"),
        ("v 1 2\nf 1 2 5\n", "broken.obj:5: a vertex needs three numbers, got 2"),
        ("v 1 two 3\n", "broken.obj:5: y must be a number, got 'two'"),
        ("", "broken.obj: no triangles (4 vertices)"),
    ] {
        assert_eq!(read_text("broken.obj", format!("{CORNERS}{faulty}")).unwrap_err(), expected);
    }
}

#[test]
fn a_ply_is_read_as_text_and_as_binary() {
    let header = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
             property float z\nproperty uchar red\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        )
    };
    let text =
        read_text("text.ply", header("ascii") + "0 0 0 1\n1 0 0 2\n1 1 0 3\n0 1 0.5 4\n4 0 1 2 3\n").unwrap();
    assert_eq!(text.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(text.vertices[3], dvec3(0., 1., 0.5));
    for (format, big) in [("binary_little_endian", false), ("binary_big_endian", true)] {
        let mut bytes = header(format).into_bytes();
        for corner in &text.vertices {
            for x in corner.as_vec3().to_array() {
                bytes.extend(if big { x.to_be_bytes() } else { x.to_le_bytes() });
            }
            bytes.push(200);
        }
        bytes.push(4);
        for index in 0..4_i32 {
            bytes.extend(if big { index.to_be_bytes() } else { index.to_le_bytes() });
        }
        assert_eq!(read_text("text.ply", &bytes).unwrap(), text);
        let error = read_text("short.ply", &bytes[..bytes.len() - 3]).unwrap_err();
        assert!(error.starts_with("short.ply: "), "{error}");
    }
}

#[test]
fn a_ply_that_names_no_such_vertex_says_which() {
    let header = "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\n\
                  property double z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n";
    let error = read_text("index.ply", format!("{header}0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n")).unwrap_err();
    assert_eq!(error, "index.ply:13: face names vertex 7 (they count from 0), but there are 3");
    let error = read_text("nan.ply", format!("{header}0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n")).unwrap_err();
    assert!(error.starts_with("nan.ply:11: "), "{error}");
}

#[test]
fn what_cannot_be_read_says_what_can() {
    let error = read_text("part.step", "").unwrap_err();
    assert_eq!(
        error,
        "part.step: .step files cannot be read; readable are .obj, .stl, .ply, .off, .gltf, .glb"
    );
    let error = read("no/such/file.obj").unwrap_err();
    assert_eq!(error.to_string(), "cannot read no/such/file.obj");
}
