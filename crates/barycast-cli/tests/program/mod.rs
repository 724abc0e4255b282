//! Runs the program in a separate folder per test.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// Creates an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Exit status, standard output, standard error.
pub(crate) type Said = (Option<i32>, String, String);

/// Runs `barycast` in the folder.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Said {
    let mut command = Command::cargo_bin("barycast").expect("the program");
    let output = command.args(arguments).current_dir(folder).env("COLUMNS", "100").output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs `barycast` and parses its output as JSON.
#[allow(dead_code)]
pub(crate) fn json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let (status, stdout, error) = run(folder, arguments);
    assert_eq!((status, error.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&stdout).expect("JSON")
}

/// A square of side 2 about the origin, facing +z, and a small triangle behind it.
#[allow(dead_code)]
pub(crate) const SQUARES: &str = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -0.1 -0.1 -1\nv 0.1 -0.1 -1\nv 0 0.1 -1\n\
                           f 1 2 3 4\nf 5 6 7\n";

/// A cube from 0 to 1 with its fronts outside.
#[allow(dead_code)]
pub(crate) const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
                        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/// Returns the OBJ text with an exponent appended to each coordinate.
#[allow(dead_code)]
pub(crate) fn sized(obj: &str, size: &str) -> String {
    let line = |line: &str| match line.strip_prefix("v ") {
        Some(numbers) => format!("v {}{size}\n", numbers.replace(' ', &format!("{size} "))),
        None => format!("{line}\n"),
    };
    obj.lines().map(line).collect()
}

/// Returns a triangle in the plane z = 0 with two instances: unchanged, and 5 higher at twice the
/// size.
#[allow(dead_code)]
pub(crate) fn two_triangles_glb() -> Vec<u8> {
    let mut numbers = Vec::new();
    for x in [0_f32, 0., 0., 1., 0., 0., 0., 1., 0.] {
        numbers.extend(x.to_le_bytes());
    }
    let mut json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[
        {"name":"low","mesh":0},{"name":"high","mesh":0,"translation":[0,0,5],"scale":[2,2,2]}],
        "meshes":[{"name":"triangle","primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
        "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36}]}"#
        .to_owned();
    while !json.len().is_multiple_of(4) {
        json.push(' ');
    }
    let mut glb = Vec::new();
    let words = |words: [usize; 2]| words.map(|word| (word as u32).to_le_bytes()).concat();
    glb.extend(b"glTF");
    glb.extend(words([2, 12 + 8 + json.len() + 8 + numbers.len()]));
    glb.extend((json.len() as u32).to_le_bytes());
    glb.extend(b"JSON");
    glb.extend(json.bytes());
    glb.extend((numbers.len() as u32).to_le_bytes());
    glb.extend(b"BIN\0");
    glb.extend(numbers);
    glb
}
