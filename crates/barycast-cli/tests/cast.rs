//! `barycast cast`: pictures, depths, reports, and errors for unreadable files.

mod program;

use program::{SQUARES, folder, json, run};
use std::path::Path;

/// Returns width and height, bytes per pixel, and pixels.
fn png(path: &Path) -> ([u32; 2], usize, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("of a size")];
    let info = reader.next_frame(&mut pixels).expect("whole");
    ([info.width, info.height], info.line_size / info.width as usize, pixels)
}

/// Returns the header and the numbers of a `NumPy` file of `<f8`.
fn npy(path: &Path) -> (String, Vec<f64>) {
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\0");
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((end % 64, bytes[end - 1]), (0, b'\n'));
    let numbers = bytes[end..].chunks(8).map(|number| f64::from_le_bytes(number.try_into().unwrap()));
    (String::from_utf8(bytes[10..end].to_vec()).unwrap(), numbers.collect())
}

/// Returns the rows of an `OpenEXR` file of one channel, read through its table of offsets.
fn exr(path: &Path, width: usize, height: usize) -> Vec<f32> {
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(bytes[..8], [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]);
    let mut at = 8;
    let text = |at: &mut usize| {
        let length = bytes[*at..].iter().position(|byte| *byte == 0).unwrap();
        *at += length + 1;
        String::from_utf8(bytes[*at - length - 1..*at - 1].to_vec()).unwrap()
    };
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let mut attributes = Vec::new();
    while bytes[at] != 0 {
        attributes.push((text(&mut at), text(&mut at)));
        at += 4 + word(at);
    }
    for required in [
        ("channels", "chlist"),
        ("compression", "compression"),
        ("dataWindow", "box2i"),
        ("displayWindow", "box2i"),
        ("lineOrder", "lineOrder"),
        ("pixelAspectRatio", "float"),
        ("screenWindowCenter", "v2f"),
        ("screenWindowWidth", "float"),
    ] {
        assert!(attributes.iter().any(|(name, kind)| (&name[..], &kind[..]) == required), "{required:?}");
    }
    let mut depths = Vec::new();
    for y in 0..height {
        let row = word(at + 1 + 8 * y);
        assert_eq!((word(row), word(row + 4)), (y, 4 * width));
        depths.extend((0..width).map(|x| f32::from_bits(word(row + 8 + 4 * x) as u32)));
    }
    depths
}

#[test]
fn the_sample_picture_has_the_requested_size_and_is_not_blank() {
    let folder = folder("cast-sample");
    for shade in ["normals", "depth", "parts", "light"] {
        let (status, stdout, _) = run(&folder, &["cast", "--size", "120x80", "--shade", shade]);
        assert_eq!(status, Some(0));
        assert!(
            stdout.starts_with("sample: 12 parts, ") && stdout.contains("sample.png (120 x 80)"),
            "{stdout}"
        );
        let (size, bytes, pixels) = png(&folder.join("sample.png"));
        assert_eq!((size, bytes), ([120, 80], 3));
        let colors: std::collections::HashSet<_> = pixels.chunks(3).collect();
        assert!(colors.len() > 500, "{shade}: {} colours", colors.len());
    }
}

#[test]
fn a_square_covers_its_share_of_the_picture_and_the_report_counts_it() {
    let folder = folder("cast-report");
    std::fs::write(folder.join("squares.obj"), SQUARES).unwrap();
    for (projection, least) in [(vec![], 7_900), (vec!["--orthographic"], 8_100)] {
        let mut arguments =
            vec!["cast", "squares.obj", "-o", "p.png", "--view", "front", "--size", "100x100"];
        arguments.extend(["--report", "r.json"]);
        arguments.extend(projection);
        let (status, _, stdout) = run(&folder, &arguments);
        assert_eq!((status, stdout.as_str()), (Some(0), ""));
        let report: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(folder.join("r.json")).unwrap()).unwrap();
        assert_eq!(report["triangles"], 3);
        assert_eq!(report["bounds"], serde_json::json!([[-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]]));
        assert_eq!(report["rays"], 10_000);
        // It fills nine tenths of either side.
        let hits = report["hits"].as_u64().unwrap();
        assert!((least..=8_300).contains(&hits), "{hits}");
        for key in ["read_ms", "build_ms", "cast_ms", "million_rays_per_second", "shade_ms"] {
            assert!(report[key].as_f64().is_some_and(|x| x >= 0.0), "{key}");
        }
    }
}

#[test]
fn depths_of_all_formats_agree_with_pick() {
    let folder = folder("cast-depth");
    let camera = ["--size", "64x48", "--eye", "3,9,14", "--target", "0,1,0", "--fov", "35"];
    let mut report = serde_json::Value::Null;
    for file in ["d.npy", "d.exr", "d.png"] {
        let arguments = [&["cast", "--depth", file, "--format", "json"], &camera[..]].concat();
        report = json(&folder, &arguments);
        assert_eq!(report["depth"]["file"], file);
    }
    assert!(!folder.join("sample.png").exists(), "depths alone make no picture");
    let (header, numbers) = npy(&folder.join("d.npy"));
    assert!(header.contains("'<f8'") && header.contains("(48, 64)"), "{header}");
    let floats = exr(&folder.join("d.exr"), 64, 48);
    let (size, bytes, greys) = png(&folder.join("d.png"));
    assert_eq!((size, bytes), ([64, 48], 2));
    let [near, far] = ["near", "far"].map(|end| report["depth"][end].as_f64().unwrap());
    for (i, depth) in numbers.iter().enumerate() {
        assert_eq!(*depth as f32, floats[i]);
        let grey = f64::from(u16::from_be_bytes([greys[2 * i], greys[2 * i + 1]]));
        if depth.is_finite() {
            let read = near + (grey - 1.0) / 65_534.0 * (far - near);
            assert!((read - depth).abs() <= (far - near) / 65_534.0, "{read} {depth}");
        } else {
            assert_eq!((*depth, grey), (f64::INFINITY, 0.0));
        }
    }
    let pixels: Vec<[usize; 2]> =
        (0..64).step_by(9).flat_map(|x| (0..48).step_by(9).map(move |y| [x, y])).collect();
    let named: Vec<String> = pixels.iter().map(|[x, y]| format!("--pixel={x},{y}")).collect();
    let mut arguments = vec!["pick", "--format", "json"];
    arguments.extend(named.iter().map(String::as_str));
    arguments.extend(camera);
    let picks = json(&folder, &arguments);
    let mut hits = 0;
    for (i, [x, y]) in pixels.into_iter().enumerate() {
        let depth = numbers[y * 64 + x];
        let hit = &picks["picks"][i]["hits"][0];
        assert_eq!(hit["t"].as_f64().unwrap_or(f64::INFINITY), depth, "{x},{y}");
        hits += usize::from(depth.is_finite());
    }
    assert!((10..48).contains(&hits), "{hits}");
}

#[test]
fn a_reported_camera_is_accepted_as_options() {
    let folder = folder("cast-camera");
    for more in [&["--view", "1,-2,0.5", "--up", "z"][..], &["--up", "z", "--orthographic"]] {
        let framed = json(
            &folder,
            &[&["cast", "--size", "40x30", "--depth", "a.npy", "--format=json"], more].concat(),
        );
        let camera = &framed["camera"];
        let point = |key: &str| {
            let numbers: Vec<String> =
                camera[key].as_array().unwrap().iter().map(|x| x.as_f64().unwrap().to_string()).collect();
            numbers.join(",")
        };
        let (eye, target) = (point("eye"), point("target"));
        let mut again = vec!["cast", "--size", "40x30", "--depth", "b.npy", "--format=json", "--up", "z"];
        again.extend(["--eye", &eye, "--target", &target]);
        let lens = match camera["projection"].as_str() {
            Some("perspective") => vec!["--fov".to_owned(), camera["fov"].to_string()],
            _ => vec!["--orthographic".to_owned(), "--height".to_owned(), camera["height"].to_string()],
        };
        again.extend(lens.iter().map(String::as_str));
        assert_eq!(json(&folder, &again)["hits"], framed["hits"]);
        let (a, b) = (npy(&folder.join("a.npy")).1, npy(&folder.join("b.npy")).1);
        let near = |(a, b): (&f64, &f64)| a == b || (a - b).abs() < 1e-9;
        let same = a.iter().zip(&b).filter(|pair| near(*pair)).count();
        assert!(same >= 1_195, "{same}");
    }
}

#[test]
fn the_picture_can_go_to_standard_output() {
    let folder = folder("cast-stdout");
    let mut command = assert_cmd::Command::cargo_bin("barycast").unwrap();
    let output = command.args(["cast", "-o", "-", "--size", "8x8"]).current_dir(&folder).output().unwrap();
    assert!(output.stdout.starts_with(b"\x89PNG") && output.stderr.starts_with(b"sample: "));
    let mut command = assert_cmd::Command::cargo_bin("barycast").unwrap();
    command.args(["cast", "-o", "-", "--size", "8x8", "--format", "json"]).current_dir(&folder);
    let output = command.output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert!(output.stdout.starts_with(b"\x89PNG") && report["picture"] == "-");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_broken_pipe_of_the_picture_is_not_an_error() {
    let (nobody, output) = std::io::pipe().unwrap();
    drop(nobody);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("barycast"));
    let found = command.args(["cast", "-o", "-", "--size", "8x8"]).stdout(output).output().unwrap();
    assert_eq!((found.status.code(), found.stderr), (Some(0), Vec::new()));
}

#[test]
fn one_ray_is_one() {
    let folder = folder("cast-one");
    let (_, stdout, _) = run(&folder, &["cast", "--size", "1x1"]);
    assert!(stdout.contains(" 1 ray in "), "{stdout}");
}

#[test]
fn arguments_that_begin_with_a_hyphen_are_values() {
    let folder = folder("cast-hyphen");
    for (arguments, expected) in [
        (&["cast", "--fov", "-5"][..], "an angle from 0.001 to 179 degrees"),
        (&["cast", "--orthographic", "--height", "-2"], "a number above 0"),
        (&["cast", "--size", "-1x2"], "two whole numbers from 1"),
        (&["pick", "--pixel", "-1,2"], "two whole numbers"),
        (&["clash", "a.obj", "--tolerance", "-1mm"], "a length of 0 or more"),
        (&["clash", "a.obj", "--clearance", "-1"], "a length of 0 or more"),
        (&["clash", "a.obj", "--adjacent", "-1"], "invalid value '-1'"),
        (&["assembly", "-o", "a.glb", "--parts", "-1"], "a whole number from 1"),
        (&["assembly", "-o", "a.glb", "--parts", "1", "--seed", "-1"], "invalid value '-1'"),
    ] {
        let (status, _, error) = run(&folder, arguments);
        assert_eq!(status, Some(2));
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn errors_of_files_name_the_position_and_a_useful_command() {
    let folder = folder("cast-broken");
    for (name, content, expected, next) in [
        (
            "index.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 4\n",
            "barycast: index.obj:5: face refers to vertex 4, but the file has 3\n",
            "next: sed -n 5p index.obj | cut -c1-400 ",
        ),
        (
            "nan.obj",
            "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n",
            "barycast: nan.obj:2: y must be finite, got NaN\n",
            "next: sed -n 2p nan.obj | cut -c1-400 ",
        ),
        ("empty.obj", "# nothing\n", "barycast: empty.obj: no triangles (0 vertices)\n", "next: head"),
        (
            "part.step",
            "",
            "barycast: part.step: this is a CAD model with curved faces, which must be triangulated first; readable formats are \
             .obj, .stl, .ply, .off, .gltf, .glb, .bpt\n",
            "next: gmsh -2 part.step -o part.stl && barycast cast part.stl",
        ),
        (
            "old.gltf",
            r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],
            "accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},
            "extensions":{"KHR_draco_mesh_compression":{}}}]}]}"#,
            "barycast: old.gltf: compressed with KHR_draco_mesh_compression, which cannot be read",
            "next: npx @gltf-transform/cli copy old.gltf old.plain.glb && barycast cast old.plain.glb",
        ),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
        for command in [&["cast"][..], &["info"], &["pick", "--pixel", "0,0"]] {
            let (status, stdout, error) = run(&folder, &[command, &[name]].concat());
            assert_eq!((status, stdout.as_str()), (Some(3), ""));
            assert!(error.starts_with(expected) && error.contains(next), "{error}");
        }
    }
    let (status, _, error) = run(&folder, &["cast", "missing.obj"]);
    assert_eq!(status, Some(3));
    assert!(
        error.starts_with("barycast: cannot read missing.obj: ") && error.contains("next: ls ."),
        "{error}"
    );
}

#[test]
fn unwritable_outputs_are_status_1() {
    let folder = folder("cast-unwritten");
    for arguments in [["-o", "no/p.png"], ["--depth", "no/d.npy"], ["--report", "no/r.json"]] {
        let (status, _, error) = run(&folder, &[&["cast", "--size", "8x8"], &arguments[..]].concat());
        assert_eq!(status, Some(1));
        assert!(error.starts_with("barycast: cannot write no/"), "{error}");
    }
}

#[test]
fn an_invalid_command_line_has_exit_status_2() {
    let folder = folder("cast-usage");
    for arguments in [
        &["--size", "0x10"][..],
        &["--size", "big"],
        &["--view", "sideways"],
        &["--view", "0,0,0"],
        &["--shade", "cel"],
        &["--eye", "0,0,1"],
        &["--eye", "0,0,1", "--target", "0,0,1"],
        &["--eye", "0,0,1", "--target", "0,0,0", "--view", "front"],
        &["--fov", "180"],
        &["--height", "2"],
        &["--orthographic", "--height", "0"],
        &["-o", "picture.jpg"],
        &["--depth", "depth.tiff"],
    ] {
        let (status, stdout, error) = run(&folder, &[&["cast"], arguments].concat());
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!error.is_empty());
    }
    let (_, _, error) = run(&folder, &["cast", "-o", "picture.jpg"]);
    assert!(error.contains("next: barycast cast -o picture.png"), "{error}");
    let one = [
        (&["--depth", "x.png", "-o", "./x.png"][..], "-o and --depth both", "-o ./x.png --depth x.npy"),
        (&["--report", "x.png", "-o", "x.png"], "-o and --report both", "-o x.png --report x.json"),
        (
            &["--depth", "d.npy", "--report", "d.npy"],
            "--depth and --report both",
            "--depth d.npy --report d.json",
        ),
        (&["--report", "sample.png"], "the picture and --report both", "cast --report sample.json"),
    ];
    for (arguments, expected, next) in one {
        let (status, stdout, error) = run(&folder, &[&["cast"], arguments].concat());
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(error.contains(expected) && error.contains(next), "{error}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn the_scene_is_not_overwritten() {
    let folder = folder("cast-over");
    std::fs::write(folder.join("square.obj"), SQUARES).unwrap();
    let (status, stdout, error) =
        run(&folder, &["cast", "square.obj", "-o", "a.png", "--report", "./square.obj", "--size", "8x8"]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(
        error.contains("--report would overwrite the scene") && error.contains("./square.json"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(folder.join("square.obj")).unwrap(), SQUARES);
    // A folder is not a file of an unknown format.
    let (status, _, error) = run(&folder, &["info", "."]);
    assert_eq!(status, Some(3));
    assert!(error.contains("it is a folder") && error.contains("next: ls ."), "{error}");
    // A file name is not an option.
    std::fs::write(folder.join("-bad.obj"), "v x").unwrap();
    assert!(run(&folder, &["info", "--", "-bad.obj"]).2.contains("sed -n 1p ./-bad.obj"));
}
