//! `barycast cast` from outside: pictures, pixels, reports, and what it says of files that it cannot read.

use assert_cmd::Command;
use std::path::PathBuf;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "cast", name].iter().collect();
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Runs `barycast cast` there: exit status, standard output, standard error.
fn cast(folder: &PathBuf, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("barycast")
        .expect("the program")
        .arg("cast")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

/// A square of side 2 about the origin, facing +z, and a small one behind it.
const SQUARES: &str = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -0.1 -0.1 -1\nv 0.1 -0.1 -1\nv 0 0.1 -1\n\
                       f 1 2 3 4\nf 5 6 7\n";

#[test]
fn the_sample_is_a_picture_of_the_size_asked_for_and_not_blank() {
    let folder = folder("sample");
    for shade in ["normals", "depth", "light"] {
        let (status, said, _) = cast(&folder, &["--size", "120x80", "--shade", shade]);
        assert_eq!(status, Some(0));
        assert!(said.starts_with("sample: ") && said.contains("sample.png (120 x 80)"), "{said}");
        let picture = image::open(folder.join("sample.png")).expect("a picture").into_rgb8();
        assert_eq!(picture.dimensions(), (120, 80));
        let colors: std::collections::HashSet<_> = picture.pixels().collect();
        assert!(colors.len() > 500, "{shade}: {} colours", colors.len());
    }
}

#[test]
fn a_square_covers_its_share_of_the_picture_and_the_report_counts_it() {
    let folder = folder("report");
    std::fs::write(folder.join("squares.obj"), SQUARES).unwrap();
    let arguments =
        ["squares.obj", "-o", "p.png", "--view", "front", "--size", "100x100", "--report", "r.json"];
    let (status, _, said) = cast(&folder, &arguments);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let report = json(&std::fs::read_to_string(folder.join("r.json")).unwrap());
    assert_eq!(report["triangles"], 3);
    assert_eq!(report["bounds"], serde_json::json!([[-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]]));
    assert_eq!(report["rays"], 10_000);
    // It fills nine tenths of either side.
    let hits = report["hits"].as_u64().unwrap();
    assert!((7_900..=8_300).contains(&hits), "{hits}");
    for key in ["read_ms", "build_ms", "cast_ms", "million_rays_per_second"] {
        assert!(report[key].as_f64().is_some_and(|x| x >= 0.0), "{key}");
    }
}

#[test]
fn a_pixel_names_the_triangle_it_hits_and_writes_no_picture() {
    let folder = folder("pixel");
    std::fs::write(folder.join("squares.obj"), SQUARES).unwrap();
    let ask = |more: &[&str]| {
        let mut arguments = vec!["squares.obj", "--size", "101x101", "--format", "json"];
        arguments.extend(more);
        let (status, said, _) = cast(&folder, &arguments);
        assert_eq!(status, Some(0));
        json(&said)["pixel"]["hit"].clone()
    };
    let hit = ask(&["--view", "front", "--pixel", "60,55"]);
    assert_eq!((&hit["triangle"], &hit["side"]), (&0.into(), &"outside".into()));
    assert_eq!(hit["normal"], serde_json::json!([0.0, 0.0, 1.0]));
    assert_eq!(hit["point"][2], 0.0);
    assert_eq!(hit["vertices"][2], serde_json::json!([1.0, 1.0, 0.0]));
    let hit = ask(&["--view", "back", "--pixel", "50,50"]);
    assert_eq!((&hit["triangle"], &hit["side"]), (&2.into(), &"inside".into()));
    assert!(ask(&["--view", "front", "--pixel", "0,0"]).is_null());
    assert!(!folder.join("squares.png").exists());
    let (_, said, _) =
        cast(&folder, &["squares.obj", "--view", "front", "--size", "101x101", "--pixel", "60,55"]);
    assert!(said.contains("Pixel 60,55 hits triangle 0 from its front"), "{said}");
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let folder = folder("far");
    let far = "v 5e8 5e8 0\nv 500000002 5e8 0\nv 5e8 500000002 0\nf 1 2 3\n";
    std::fs::write(folder.join("far.obj"), far).unwrap();
    let arguments = ["far.obj", "--view", "front", "--size", "90x90", "--pixel", "20,60", "--format", "json"];
    let (_, said, _) = cast(&folder, &arguments);
    let hit = &json(&said)["pixel"]["hit"];
    let x = hit["point"][0].as_f64().unwrap() - 5e8;
    assert!((x - 0.37).abs() < 0.05, "{x}");
}

#[test]
fn a_broken_file_is_named_with_its_line_and_the_next_command() {
    let folder = folder("broken");
    for (name, content, expected) in [
        (
            "index.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 4\n",
            "barycast: index.obj:5: face names vertex 4, but the file has 3\nnext: sed -n 5p index.obj",
        ),
        (
            "nan.obj",
            "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n",
            "barycast: nan.obj:2: y must be finite, got NaN\nnext: sed -n 2p nan.obj",
        ),
        ("empty.obj", "# nothing\n", "barycast: empty.obj: no triangles (0 vertices)\nnext: head"),
        (
            "part.step",
            "",
            "barycast: part.step: .step files cannot be read; readable are .obj, .stl, .ply, .off, .gltf, .glb\nnext: assimp export",
        ),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
        let (status, said, error) = cast(&folder, &[name]);
        assert_eq!((status, said.as_str()), (Some(3), ""));
        assert!(error.starts_with(expected), "{error}");
    }
    let (status, _, error) = cast(&folder, &["missing.obj"]);
    assert_eq!(status, Some(3));
    assert!(
        error.starts_with("barycast: cannot read missing.obj: ") && error.contains("next: ls ."),
        "{error}"
    );
}

#[test]
fn a_wrong_command_line_is_status_2() {
    let folder = folder("usage");
    for arguments in [
        ["--size", "0x10"],
        ["--size", "big"],
        ["--view", "sideways"],
        ["--view", "0,0,0"],
        ["--shade", "cel"],
        ["--pixel", "1"],
        ["--pixel", "1024,0"],
    ] {
        let (status, said, error) = cast(&folder, &arguments);
        assert_eq!((status, said.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!error.is_empty());
    }
    let (_, _, error) = cast(&folder, &["--pixel", "1024,0"]);
    assert!(error.contains("next: barycast cast --size 1024x1024 --pixel 512,512"), "{error}");
}
