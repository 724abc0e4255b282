//! Files with misleading names, standard input, and unsupported formats.

mod program;

use assert_cmd::Command;
use program::{CUBE, Said, folder, json, run, two_triangles_glb};
use std::path::Path;

/// Runs `barycast` with this standard input.
fn piped(folder: &Path, arguments: &[&str], input: &[u8]) -> Said {
    let mut command = Command::cargo_bin("barycast").expect("the program");
    let output = command.args(arguments).current_dir(folder).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the cube as binary STL with this header.
fn stl(header: &str) -> Vec<u8> {
    let mut bytes = format!("{header:80}").into_bytes();
    let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<f32>>();
    let vertices: Vec<_> = CUBE.lines().filter_map(|line| line.strip_prefix("v ")).map(numbers).collect();
    let faces: Vec<_> = CUBE.lines().filter_map(|line| line.strip_prefix("f ")).map(numbers).collect();
    bytes.extend((2 * faces.len() as u32).to_le_bytes());
    for face in faces {
        for corners in [[face[0], face[1], face[2]], [face[0], face[2], face[3]]] {
            bytes.extend([0; 12]);
            for corner in corners {
                bytes.extend(vertices[corner as usize - 1].iter().flat_map(|x| x.to_le_bytes()));
            }
            bytes.extend([0; 2]);
        }
    }
    bytes
}

const PLY: &str = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const OFF: &str = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const GLTF: &str = r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],
    "buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;

#[test]
fn every_command_reads_a_mesh_on_standard_input() {
    let folder = folder("files-piped");
    let text = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    for (format, content, triangles) in [
        ("obj", CUBE.as_bytes().to_vec(), 12),
        ("stl", stl("solid, and binary"), 12),
        ("stl", text.as_bytes().to_vec(), 1),
        ("ply", PLY.as_bytes().to_vec(), 1),
        ("off", OFF.as_bytes().to_vec(), 1),
        ("gltf", GLTF.as_bytes().to_vec(), 1),
        ("glb", two_triangles_glb(), 2),
    ] {
        // The format is given, or found from the content.
        for more in [&["--type", format][..], &[]] {
            let arguments = [&["info", "-", "--format", "json"], more].concat();
            let (status, stdout, error) = piped(&folder, &arguments, &content);
            assert_eq!((status, &error[..]), (Some(0), ""), "{format}");
            let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
            assert_eq!(report["triangles"], triangles, "{format}");
            assert_eq!(
                (report["file"].as_str(), &report["warnings"]),
                (Some("<stdin>"), &serde_json::json!([]))
            );
        }
    }
    let (status, stdout, error) =
        piped(&folder, &["pick", "-", "--ray", "0.5,0.25,3,0,0,-1", "--type", "obj"], CUBE.as_bytes());
    assert_eq!((status, &error[..]), (Some(0), ""));
    assert!(stdout.contains("triangle 2"), "{stdout}");
    let (status, _, error) = piped(&folder, &["cast", "-", "--size", "8x8"], CUBE.as_bytes());
    assert_eq!((status, &error[..]), (Some(0), ""));
    assert!(folder.join("stdin.png").is_file());
    std::fs::write(folder.join("other.obj"), CUBE.replace("v 0", "v 0.5")).unwrap();
    let arguments = ["clash", "-", "other.obj", "--type", "obj", "--unit", "m", "--format", "json"];
    let (status, stdout, error) = piped(&folder, &arguments, CUBE.as_bytes());
    assert_eq!((status, &error[..]), (Some(1), ""));
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["files"][0]["path"], "<stdin>");
    assert_eq!(report["clashes"].as_array().unwrap().len(), 1);
}

#[test]
fn errors_on_standard_input_suggest_no_command() {
    let folder = folder("files-piped-wrong");
    for (content, more, expected) in [
        (
            &b"v 0 0 0\nv 1 x 0\n"[..],
            &["--type", "obj"][..],
            "barycast: <stdin>:2: y must be a number, got 'x'\n",
        ),
        (b"", &[], "barycast: <stdin>: the file is empty\n"),
        (b"", &["--type", "stl"], "barycast: <stdin>: the file is empty\n"),
        (b"\x1f\x8b\x08\0", &[], "barycast: <stdin>: this is compressed by gzip; readable formats are"),
    ] {
        let (status, stdout, error) = piped(&folder, &[&["info", "-"], more].concat(), content);
        assert_eq!((status, &stdout[..]), (Some(3), ""));
        assert!(error.starts_with(expected) && !error.contains("next: sed"), "{error}");
    }
    let (_, _, error) = piped(&folder, &["info", "-"], b"3 4 5\n");
    assert!(error.contains("\nnext: barycast info - --type obj "), "{error}");
    let (status, _, error) = piped(&folder, &["info", "-", "--type", "dwg"], b"3 4 5\n");
    assert_eq!(status, Some(2));
    assert!(error.contains("obj, stl, ply, off, gltf, glb"), "{error}");
}

#[test]
fn a_wrong_or_missing_extension_is_a_warning() {
    let folder = folder("files-endings");
    for (name, content, kind) in [
        ("cube.txt", CUBE.as_bytes().to_vec(), "OBJ"),
        ("cube", stl("binary"), "STL"),
        ("cube.obj", stl("binary"), "STL"),
        ("cube.stl", CUBE.as_bytes().to_vec(), "OBJ"),
        ("triangle.xyz", PLY.as_bytes().to_vec(), "PLY"),
        ("triangle.ply", OFF.as_bytes().to_vec(), "OFF"),
        ("triangle.json", GLTF.as_bytes().to_vec(), "GLTF"),
        ("triangles.gltf", two_triangles_glb(), "GLB"),
        ("triangle.step", PLY.as_bytes().to_vec(), "PLY"),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
        let report = json(&folder, &["info", name, "--format", "json"]);
        let warning = &report["warnings"][0];
        assert_eq!(warning["kind"], "ending", "{name}");
        let text = warning["text"].as_str().unwrap();
        assert!(text.ends_with(&format!("the content is {kind} and is read as such")), "{text}");
        let (_, stdout, _) = run(&folder, &["info", name]);
        assert!(stdout.contains(&format!("\n  ending  {text}\n")), "{stdout}");
        let (status, _, error) = run(&folder, &["pick", name, "--ray", "0,0,1,0,0,-1"]);
        assert_eq!((status, error), (Some(0), format!("barycast: warning: {name}: {text}\n")));
    }
    // A given format causes no warning.
    let report = json(&folder, &["info", "cube.txt", "--type", "obj", "--format", "json"]);
    assert_eq!(report["warnings"], serde_json::json!([]));
    let (status, stdout, _) = run(&folder, &["clash", "cube.txt", "cube", "--unit", "m", "--format", "json"]);
    assert_eq!(status, Some(1));
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let kinds: Vec<_> = report["warnings"].as_array().unwrap().iter().map(|w| w["kind"].clone()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "ending").count(), 2, "{kinds:?}");
}

#[test]
fn warnings_of_a_file_are_lines_of_info() {
    let folder = folder("files-warnings");
    let mut more = stl("binary");
    more.extend(b"more");
    std::fs::write(folder.join("more.stl"), &more).unwrap();
    let (status, stdout, error) = run(&folder, &["info", "more.stl"]);
    assert_eq!((status, &error[..]), (Some(0), ""));
    let line = "\n  trailing 4 bytes follow after the 12 facets that it states: ignored\n";
    assert!(stdout.contains(line), "{stdout}");
    std::fs::write(folder.join("more.ply"), PLY.replace("3 0 1 2", "3 0 1 2 6 0 0 1 0 0 1 0")).unwrap();
    let (_, stdout, _) = run(&folder, &["info", "more.ply"]);
    let line = "\n  numbers line 13: 1 face has more numbers than the header states: the rest of the line is ignored\n";
    assert!(stdout.contains(line), "{stdout}");
}

/// Tests that the file is rejected with this message and this next command.
fn refused(folder: &Path, (name, content, expected, next): (&str, &[u8], &str, &str)) {
    std::fs::write(folder.join(name), content).unwrap();
    let (status, stdout, error) = run(folder, &["info", name]);
    assert_eq!((status, &stdout[..]), (Some(3), ""), "{name}");
    let (expected, next) = (format!("barycast: {name}: {expected}"), format!("\nnext: {next}"));
    assert!(error.starts_with(&expected), "{error}");
    assert!(error.contains(&next), "{error}");
}

#[test]
fn files_that_refer_to_meshes_suggest_a_command() {
    let folder = folder("files-names");
    for file in [
        (
            "robot.urdf",
            &b"<?xml version=\"1.0\"?>\n<robot name=\"a\"/>"[..],
            "this is a robot description (URDF), which refers to mesh files and places them by joints; readable formats are",
            "python3 -c \"import yourdfpy; yourdfpy.URDF.load('robot.urdf').scene.export('robot.glb')\" && barycast clash robot.glb ",
        ),
        (
            "robot.xml",
            b"<robot name='a'/>",
            "this is a robot description (URDF)",
            "python3 -c \"import yourdfpy",
        ),
        (
            "robot.urdf.xacro",
            b"<robot/>",
            "this is a robot description (URDF)",
            "xacro robot.urdf.xacro > robot.urdf && barycast info robot.urdf ",
        ),
        (
            "world.sdf",
            b"<sdf version='1.6'/>",
            "this is a world of SDFormat",
            "grep -o '<uri>[^<]*' world.sdf ",
        ),
        ("model.xml", b"<mujoco/>", "this is a model of MuJoCo", "grep -o 'file=\"[^\"]*\"' model.xml "),
        (
            "a.xml",
            b"<html/>",
            ".xml is not a readable format, and neither is the content",
            "head -c 400 a.xml ",
        ),
        ("notes.txt", b"three men in a boat", ".txt is not a readable format", "head -c 400 notes.txt "),
    ] {
        refused(&folder, file);
    }
}

#[test]
fn unsupported_formats_suggest_a_converter() {
    let folder = folder("files-foreign");
    let utf16: Vec<u8> = CUBE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let first = r#"{"asset":{"version":"1.0"},"nodes":{"a":{}}}"#;
    for file in [
        (
            "bunny.ply.gz",
            &b"\x1f\x8b\x08"[..],
            "this is compressed by gzip",
            "gunzip -k bunny.ply.gz && barycast info bunny.ply",
        ),
        (
            "bunny.ply",
            b"\x1f\x8b\x08",
            "this is compressed by gzip\n",
            "gunzip -c < bunny.ply > bunny.plain.ply && barycast info bunny.plain.ply",
        ),
        ("bunny.tar.gz", b"\x1f\x8b\x08", "this is compressed by gzip", "tar -tf bunny.tar.gz "),
        ("bunny.obj.xz", b"", "this is compressed by xz", "unxz -k bunny.obj.xz && barycast info bunny.obj"),
        ("a.zip", b"PK\x03\x04", "this is a ZIP archive", "unzip -l a.zip "),
        ("a.3mf", b"PK\x03\x04", "this is a ZIP archive", "unzip -l a.3mf "),
        (
            "b.3mf",
            b"PK\x03\x04 3D/3dmodel.model",
            "this is a 3MF archive",
            "python3 -c \"import trimesh; trimesh.load_scene('b.3mf').export('b.glb')\" && barycast info b.glb ",
        ),
        (
            "a.dae",
            b"<COLLADA/>",
            "this is a COLLADA document",
            "assimp export a.dae a.obj && barycast info a.obj",
        ),
        ("a.stp", b"ISO-10303-21;", "this is a CAD model", "gmsh -2 a.stp -o a.stl && barycast cast a.stl"),
        (
            "house.ifc",
            b"ISO-10303-21; FILE_SCHEMA(('IFC4'))",
            "this is a building model",
            "IfcConvert house.ifc house.glb && barycast clash house.glb",
        ),
        (
            "box.obj",
            &utf16,
            "this is UTF-16 text; text must be ASCII or UTF-8\n",
            "iconv -f UTF-16 -t UTF-8 box.obj > box.utf8.obj && barycast info box.utf8.obj",
        ),
        (
            "old.gltf",
            first.as_bytes(),
            "this is glTF 1.0; glTF 2.0 is read, and gltf-pipeline converts\n",
            "npx gltf-pipeline -i old.gltf -o old.v2.glb && barycast info old.v2.glb",
        ),
        ("old.glb", b"glTF\x01\0\0\0", "this is glTF 1.0", "npx gltf-pipeline -i old.glb -o old.v2.glb"),
        ("empty.glb", b"", "the file is empty\n", "ls -l empty.glb "),
        (
            "a.mtl",
            b"newmtl a",
            "this is the materials of an OBJ file, without triangles",
            "grep -lr --include='*.obj' -F a.mtl . ",
        ),
    ] {
        refused(&folder, file);
    }
    std::fs::write(folder.join("points.pcd"), "# .PCD v0.7").unwrap();
    let (_, _, error) = run(&folder, &["info", "points.pcd"]);
    assert!(
        error.contains("this is a point cloud, without triangles") && !error.contains("next:"),
        "{error}"
    );
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let folder = folder("files-mark");
    for (name, content) in [("a.obj", CUBE), ("a.ply", PLY), ("a.off", OFF), ("a.gltf", GLTF)] {
        std::fs::write(folder.join(name), format!("\u{feff}{content}")).unwrap();
        assert_eq!(
            json(&folder, &["info", name, "--format", "json"])["warnings"],
            serde_json::json!([]),
            "{name}"
        );
    }
    let request = r#"{"op":"intersects","a":{"point":[0,0]},"b":{"point":[0,0]}}"#;
    let plain = piped(&folder, &["query"], request.as_bytes());
    assert_eq!(piped(&folder, &["query"], format!("\u{feff}{request}").as_bytes()), plain);
    assert!(plain.1.contains("true"), "{plain:?}");
}
