//! Tests of `barycast clash`.

mod program;

use program::{CUBE, folder, run, two_triangles_glb};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns cubes of side 1 as objects of one file, by name and least corner.
fn cubes(at: &[(&str, [f64; 3])]) -> String {
    let mut text = String::new();
    for ((name, by), index) in at.iter().zip(0..) {
        let _ = writeln!(text, "o {name}");
        for line in CUBE.lines() {
            let numbers: Vec<f64> = line.split_whitespace().skip(1).map(|n| n.parse().unwrap()).collect();
            let stdout: Vec<String> = match line.split_at(1).0 {
                "v" => numbers.iter().zip(by).map(|(n, by)| (n + by).to_string()).collect(),
                _ => numbers.iter().map(|n| (n + 8.0 * f64::from(index)).to_string()).collect(),
            };
            let _ = writeln!(text, "{} {}", &line[..1], stdout.join(" "));
        }
    }
    text
}

/// Creates a folder with a file that has one clash of each class except enclosed, all with `base`.
fn assembly(name: &str) -> PathBuf {
    let folder = folder(name);
    let at = [
        ("base", [0.0; 3]),
        ("twin", [0.0; 3]),
        ("hard", [0.99, 0.0, 2.0]),
        ("base-2", [0.0, 0.0, 2.0]),
        ("touching", [2.0, 0.0, 0.0]),
        ("near", [3.03, 0.0, 0.0]),
        ("base-3", [4.03, 5.0, 0.0]),
    ];
    fs::write(folder.join("a.obj"), cubes(&at)).unwrap();
    folder
}

fn clashes(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let arguments = [&["clash", "--format", "json", "--unit", "m"], arguments].concat();
    let (status, stdout, error) = run(folder, &arguments);
    (status, serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{error}")))
}

/// Returns class and parts of each clash.
fn listed(report: &Value) -> Vec<String> {
    let clashes = report["clashes"].as_array().unwrap().iter();
    let text = |clash: &Value| {
        format!(
            "{} {} {}",
            clash["class"].as_str().unwrap(),
            clash["a"]["name"].as_str().unwrap(),
            clash["b"]["name"].as_str().unwrap()
        )
    };
    clashes.map(text).collect()
}

#[test]
fn each_class_is_found_and_sets_the_exit_status() {
    let folder = assembly("clash-classes");
    let (status, report) = clashes(&folder, &["a.obj", "--clearance", "50mm"]);
    assert_eq!(status, Some(1));
    let expected = ["duplicate base twin", "hard hard base-2", "near touching near"];
    assert_eq!(listed(&report), expected);
    assert_eq!(
        (report["tolerance"]["value"].as_f64(), report["clearance"].as_f64()),
        (Some(1e-4), Some(0.05))
    );
    let hard = &report["clashes"][1];
    assert!((hard["depth"].as_f64().unwrap() - 0.01).abs() < 1e-5);
    assert!(hard["direction"][0].as_f64().unwrap() > 0.99, "{hard}");
    assert_eq!(hard["certain"], true);
    assert!(hard["at_most"].as_f64() >= hard["depth"].as_f64() && hard["at_most"].as_f64() < Some(0.0101));
    // Without a clearance no part is near; separate parts have no clash.
    assert_eq!(listed(&clashes(&folder, &["a.obj"]).1), expected[..2]);
    let (status, report) = clashes(&folder, &["a.obj", "--a", "base*", "--b", "touching"]);
    assert_eq!((status, listed(&report).len()), (Some(0), 0));
}

#[test]
fn pairs_are_chosen_and_left_out_by_name() {
    let folder = assembly("clash-sets");
    let hard = ["hard hard base-2"];
    assert_eq!(listed(&clashes(&folder, &["a.obj", "--a", "hard"]).1), hard);
    assert_eq!(listed(&clashes(&folder, &["a.obj", "--a", "h*", "--b", "base?2"]).1), hard);
    assert_eq!(listed(&clashes(&folder, &["a.obj", "--ignore", "base", "twin"]).1), hard);
    assert_eq!(listed(&clashes(&folder, &["a.obj", "--only", "hard,near"]).1), hard);
    fs::write(folder.join("names.txt"), "twin\na/base\n").unwrap();
    assert_eq!(listed(&clashes(&folder, &["a.obj", "--a", "@names.txt"]).1), ["duplicate base twin"]);
    let (status, _, error) = run(&folder, &["clash", "a.obj", "--a", "pipe*"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("no part matches `pipe*`") && error.contains("base, twin"), "{error}");
}

#[test]
fn a_baseline_marks_new_and_resolved_clashes() {
    let folder = assembly("clash-baseline");
    assert_eq!(run(&folder, &["clash", "a.obj", "-o", "last.json"]).0, Some(1));
    assert_eq!(run(&folder, &["clash", "a.obj", "-o", "last.ndjson"]).0, Some(1));
    fs::write(
        folder.join("a.obj"),
        cubes(&[("base", [0.0; 3]), ("twin", [0.0; 3]), ("third", [0.5, 0.0, 0.0])]),
    )
    .unwrap();
    for last in ["last.json", "last.ndjson"] {
        let (status, report) = clashes(&folder, &["a.obj", "--baseline", last, "--fail-on", "new"]);
        let statuses: Vec<_> =
            report["clashes"].as_array().unwrap().iter().map(|clash| clash["status"].clone()).collect();
        assert_eq!(statuses, ["persisting", "new", "new"]);
        assert_eq!(report["resolved"][0]["parts"][0], "a/hard");
        assert_eq!(status, Some(1));
    }
    // A class together with `new` means both.
    for (on, expected) in [("hard,new", 1), ("duplicate,new", 0), ("duplicate", 1), ("hard,none", 0)] {
        let arguments = ["clash", "a.obj", "--baseline", "last.json", "--fail-on", on];
        assert_eq!(run(&folder, &arguments).0, Some(expected), "{on}");
    }
    assert_eq!(run(&folder, &["clash", "a.obj", "--fail-on", "near"]).0, Some(0));
    assert_eq!(run(&folder, &["clash", "a.obj", "--fail-on", "none"]).0, Some(0));
    assert_eq!(run(&folder, &["clash", "a.obj", "--baseline", "a.obj"]).0, Some(3));
}

#[test]
fn clashes_that_are_not_compared_are_not_resolved() {
    let folder = assembly("clash-unselected");
    let write = |text| fs::write(folder.join("a.obj"), text).unwrap();
    assert_eq!(run(&folder, &["clash", "a.obj", "-o", "last.json"]).0, Some(1));
    let resolved = |more: &[&str]| {
        let (_, report) = clashes(&folder, &[&["a.obj", "--baseline", "last.json"], more].concat());
        report["resolved"].as_array().unwrap().iter().map(|r| r["parts"].to_string()).collect::<Vec<_>>()
    };
    let more: [&[&str]; 4] =
        [&["--only", "near"], &["--a", "base"], &["--ignore", "*", "*"], &["--a", "twin", "--b", "near"]];
    for more in more {
        assert_eq!(resolved(more), [""; 0], "{more:?}");
    }
    // Near parts are not resolved if no clearance is given.
    assert_eq!(run(&folder, &["clash", "a.obj", "--clearance", "50mm", "-o", "last.json"]).0, Some(1));
    assert_eq!(resolved(&[]), [""; 0]);
    assert_eq!(resolved(&["--clearance", "20mm"]), [""; 0]);
    // Nor are parts that touched with a larger tolerance.
    assert_eq!(run(&folder, &["clash", "a.obj", "--tolerance", "40mm", "-o", "last.json"]).0, Some(1));
    assert_eq!(resolved(&[]), [""; 0]);
    // That report has another unit: these two parts were 0.03 mm apart, which is a clash.
    let earlier = ["clash", "a.obj", "--unit", "mm", "--tolerance", "0.01mm", "--clearance", "0.05mm"];
    assert_eq!(run(&folder, &[&earlier[..], &["-o", "last.json"]].concat()).0, Some(1));
    assert_eq!(resolved(&["--tolerance", "1mm"]), [r#"["a/touching","a/near"]"#]);
    // Deleted parts are resolved, whatever the options.
    write(cubes(&[
        ("base", [0.0; 3]),
        ("twin", [0.0; 3]),
        ("hard", [0.0, 0.0, 5.0]),
        ("base-2", [0.0, 0.0, 9.0]),
    ]));
    assert_eq!(resolved(&["--only", "near"])[0], r#"["a/hard","a/base-2"]"#);
}

/// Returns a glTF file with two cubes, one 0.5 deep in the other, as named nodes with a mesh each;
/// the buffer is written to the folder.
fn nodes(folder: &Path, [first, second]: [&str; 2]) -> String {
    let obj = cubes(&[("", [0.0; 3]), ("", [0.5, 0.0, 0.0])]);
    let lines = |key| obj.lines().filter_map(move |line: &str| line.strip_prefix(key));
    let numbers = |line: &str| line.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<f32>>();
    let places = lines("v ").flat_map(numbers).flat_map(f32::to_le_bytes);
    let fan = |face: &str| {
        let corners: Vec<u8> = face.split(' ').map(|n| (n.parse::<u8>().unwrap() - 1) % 8).collect();
        [corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]]
    };
    let bytes: Vec<u8> = places.chain(lines("f ").take(6).flat_map(fan)).collect();
    fs::write(folder.join("two.bin"), &bytes).unwrap();
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"name":"{first}","mesh":0}},{{"name":"{second}","mesh":1}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":2}}]}},
        {{"primitives":[{{"attributes":{{"POSITION":1}},"indices":2}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"}},
        {{"bufferView":0,"byteOffset":96,"componentType":5126,"count":8,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5121,"count":36,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":192}},{{"buffer":0,"byteOffset":192,"byteLength":36}}],
        "buffers":[{{"byteLength":228,"uri":"two.bin"}}]}}"#
    )
}

#[test]
fn parts_of_one_name_are_compared_and_pieces_of_one_node_are_not() {
    let folder = folder("clash-same-names");
    let found = |file: &str| {
        let (status, report) = clashes(&folder, &[file]);
        assert_eq!(run(&folder, &["clash", file, "--pairs"]).0, status);
        (status, listed(&report))
    };
    let (one, two) = (cubes(&[("", [0.0; 3])]), cubes(&[("", [0.5, 0.0, 0.0])]));
    let solid = |obj: &str| {
        let vertices: Vec<&str> = obj.lines().filter_map(|line| line.strip_prefix("v ")).collect();
        let facet = |corners: [usize; 3]| {
            let [a, b, c] = corners.map(|i| vertices[i - 1]);
            format!("facet normal 0 0 0\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n")
        };
        let fan = |face: &str| {
            let i: Vec<usize> = face.split(' ').map(|n| n.parse().unwrap()).collect();
            facet([i[0], i[1], i[2]]) + &facet([i[0], i[2], i[3]])
        };
        let facets: String = obj.lines().filter_map(|line| line.strip_prefix("f ")).map(fan).collect();
        format!("solid Model\n{facets}endsolid Model\n")
    };
    fs::write(folder.join("solids.stl"), solid(&one) + &solid(&two)).unwrap();
    assert_eq!(found("solids.stl"), (Some(1), vec!["hard Model Model".to_owned()]));
    for names in [["bolt", "bolt"], ["", ""]] {
        fs::write(folder.join("nodes.gltf"), nodes(&folder, names)).unwrap();
        assert_eq!(found("nodes.gltf").0, Some(1), "{names:?}");
    }
    // Both meshes as pieces of one node, also of an instanced one.
    let pieces = nodes(&folder, ["bolt", "rest"]).replacen("}]},", "},", 1).replacen(
        "{\"primitives\":[{\"attributes\":{\"POSITION\":1",
        "{\"attributes\":{\"POSITION\":1",
        1,
    );
    let pieces = pieces.replace(",{\"name\":\"rest\",\"mesh\":1}", "");
    fs::write(folder.join("pieces.gltf"), &pieces).unwrap();
    assert_eq!(found("pieces.gltf"), (Some(0), Vec::new()));
    let instanced = pieces.replace(
        "\"mesh\":0}",
        "\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":3}}}}",
    );
    let instanced = instanced.replacen("\"type\":\"SCALAR\"}],", "\"type\":\"SCALAR\"},{\"bufferView\":0,\"byteOffset\":144,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],", 1);
    fs::write(folder.join("instanced.gltf"), instanced).unwrap();
    // The instances are at corners of the second cube, (0.5, 0, 1) and (1.5, 0, 1): they overlap by
    // half, with all their pieces.
    let (_, report) = clashes(&folder, &["instanced.gltf"]);
    assert_eq!(report["issues"].as_array().unwrap().len(), 1, "{report:#}");
}

#[test]
fn no_two_parts_have_one_path() {
    let folder = folder("clash-paths");
    let gltf = nodes(&folder, ["bolt#2", "bolt"]);
    let third = "{\"name\":\"bolt\",\"mesh\":1}";
    let gltf = gltf.replace(third, &format!("{third},{third}"));
    fs::write(folder.join("a.gltf"), gltf).unwrap();
    let (_, report) = clashes(&folder, &["a.gltf"]);
    let clashes = report["clashes"].as_array().unwrap();
    let mut ids: Vec<&str> = clashes.iter().map(|clash| clash["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((clashes.len(), ids.len()), (3, 3), "{report:#}");
}

#[test]
fn no_report_overwrites_an_input() {
    let folder = folder("clash-over");
    fs::write(folder.join("a.glb"), two_triangles_glb()).unwrap();
    for output in ["a.glb", "./a.glb", "../clash-over/a.glb"] {
        let (status, stdout, error) = run(&folder, &["clash", "a.glb", "-o", output]);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{output}");
        assert!(error.contains("would overwrite") && error.contains("a-clashes.glb"), "{error}");
    }
    assert_eq!(run(&folder, &["clash", ".", "-o", "a.glb"]).0, Some(2));
    assert_eq!(fs::read(folder.join("a.glb")).unwrap(), two_triangles_glb());
    assert_eq!(run(&folder, &["clash", "a.glb", "-o", "a-clashes.glb"]).0, Some(0));
}

#[test]
fn the_exit_status_does_not_depend_on_a_reader_of_the_table() {
    let folder = assembly("clash-unread");
    for more in [&[][..], &["--pairs"], &["-o", "a.json"], &["-o", "a.html"], &["--format", "json"]] {
        let (nobody, output) = std::io::pipe().unwrap();
        drop(nobody);
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("barycast"));
        let command = command.args([&["clash", "a.obj"][..], more].concat()).current_dir(&folder);
        let listed = command.stdout(output).output().unwrap();
        assert_eq!((listed.status.code(), listed.stderr), (Some(1), Vec::new()), "{more:?}");
    }
}

#[test]
fn names_do_not_control_the_terminal() {
    let folder = folder("clash-names");
    let name = |name: &str| cubes(&[(name, [0.0; 3]), ("other", [0.5, 0.0, 0.0])]);
    fs::write(folder.join("a.obj"), name("\u{1b}[2Jgone\u{7}")).unwrap();
    for arguments in [
        &["clash", "a.obj"][..],
        &["clash", "a.obj", "--pairs"],
        &["info", "a.obj"],
        &["pick", "a.obj", "--ray", "0.25,0.5,9,0,0,-1"],
    ] {
        let (_, stdout, _) = run(&folder, arguments);
        assert!(stdout.contains("?[2Jgone?") && !stdout.contains('\u{1b}'), "{stdout}");
    }
}

#[test]
fn every_output_has_every_clash() {
    let folder = assembly("clash-outputs");
    for file in ["out.json", "out.ndjson", "out.csv", "out.txt"] {
        let (status, stdout, error) = run(&folder, &["clash", "a.obj", "-o", file]);
        assert_eq!((status, error.as_str()), (Some(1), ""));
        assert!(stdout.contains("1 duplicate, 1 hard") && stdout.contains("tolerance 0.1 mm"), "{stdout}");
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains("twin") && text.contains("base-2"), "{file}: {text}");
    }
    let (status, _, error) = run(&folder, &["clash", "a.obj", "-o", "out.pdf"]);
    assert_eq!(status, Some(2));
    assert!(error.contains(".json"), "{error}");
}

#[test]
fn gaps_far_below_the_tolerance_are_shown_as_0() {
    let folder = folder("clash-noise");
    fs::write(folder.join("a.obj"), cubes(&[("low", [0.0; 3]), ("high", [1.0 + 3e-9, 0.2, 0.0])])).unwrap();
    let (status, report) = clashes(&folder, &["a.obj"]);
    assert_eq!((status, listed(&report)), (Some(1), vec!["touching low high".to_owned()]));
    let gap = report["clashes"][0]["distance"].as_f64().unwrap();
    assert!((gap - 3e-9).abs() < 4e-10, "{gap}");
    let (_, stdout, _) = run(&folder, &["clash", "a.obj"]);
    let row = stdout.lines().last().unwrap();
    assert!(row.contains(" 0 mm ") && !row.contains("um"), "{stdout}");
}

#[test]
fn folders_are_read_and_units_brought_together() {
    let folder = folder("clash-units");
    fs::create_dir_all(folder.join("parts/more")).unwrap();
    fs::write(folder.join("parts/cube.obj"), CUBE).unwrap();
    fs::write(folder.join("parts/more/plate.glb"), two_triangles_glb()).unwrap();
    fs::write(folder.join("parts/readme.txt"), "not a mesh").unwrap();
    // The cube is 1 inch large; the triangle lies in its face z = 0 and has no inside.
    let (_, report) = {
        let (status, stdout, _) = run(&folder, &["clash", "parts", "--unit", "in", "--format", "json"]);
        (status, serde_json::from_str::<Value>(&stdout).unwrap())
    };
    assert_eq!(report["unit"]["name"], "m");
    assert_eq!(listed(&report), ["touching cube low"]);
    let kinds: Vec<_> = report["warnings"].as_array().unwrap().iter().map(|w| w["kind"].clone()).collect();
    assert_eq!(kinds, ["open", "open"]);
    // f32 numbers at 1 metre need at least 2 steps; text of one digit is exact.
    let tolerance = &report["tolerance"];
    assert_eq!(tolerance["floor"].as_f64().unwrap(), 2.0 * f64::from(f32::EPSILON));
    assert_eq!((&tolerance["raised"], &tolerance["value"]), (&Value::from(0), &tolerance["asked"]));
    assert_eq!(run(&folder, &["clash", "nothing.obj"]).0, Some(3));
    assert_eq!(run(&folder, &["clash", "parts", "--tolerance", "2 parsec"]).0, Some(2));
}

#[cfg(unix)]
#[test]
fn a_folder_is_read_once_however_often_links_lead_to_it() {
    let folder = folder("clash-links");
    fs::create_dir_all(folder.join("parts/more")).unwrap();
    fs::write(folder.join("parts/cube.obj"), CUBE).unwrap();
    fs::write(folder.join("parts/more/plate.glb"), two_triangles_glb()).unwrap();
    for (to, link) in [("../parts", "parts/loop"), ("../..", "parts/more/up"), ("parts", "also")] {
        std::os::unix::fs::symlink(to, folder.join(link)).unwrap();
    }
    for named in [&["parts"][..], &["parts", "also"], &["."]] {
        let (_, report) = clashes(&folder, named);
        assert_eq!(report["files"].as_array().unwrap().len(), 2, "{named:?}");
        assert_eq!(listed(&report), ["touching cube low"]);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_report() {
    let folder = folder("clash-threads");
    assert_eq!(run(&folder, &["assembly", "--parts", "150", "-o", "plant.glb"]).0, Some(0));
    let reports = ["1", "2", "5"].map(|threads| {
        let mut command = assert_cmd::Command::cargo_bin("barycast").unwrap();
        command.args(["clash", "plant.glb", "--clearance", "50mm", "--format", "csv"]);
        let output = command.env("RAYON_NUM_THREADS", threads).current_dir(&folder).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap()
    });
    assert!(reports[0].lines().count() > 50, "{}", reports[0]);
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

#[test]
fn pairs_are_those_in_contact_for_any_number_of_threads() {
    let folder = folder("clash-pairs");
    assert_eq!(run(&folder, &["assembly", "--parts", "600", "-o", "plant.glb"]).0, Some(0));
    let (_, report) = clashes(&folder, &["plant.glb", "--clearance", "50mm"]);
    let of = |report: &Value, list: &str, name: &str| -> Vec<[String; 3]> {
        let rows = report[list].as_array().unwrap().iter().filter(|row| row["class"] != "near");
        let row = |row: &Value| {
            let side = |side: &str| if name.is_empty() { &row[side] } else { &row[side][name] }.to_string();
            [row["id"].to_string(), side("a"), side("b")]
        };
        rows.map(row).collect()
    };
    let known = of(&report, "clashes", "path");
    assert!(known.len() > 500 && report["clashes"].as_array().unwrap().len() > known.len());
    for threads in ["1", "2", "5"] {
        let mut command = assert_cmd::Command::cargo_bin("barycast").unwrap();
        command.args(["clash", "plant.glb", "--pairs", "--format", "json"]);
        let output = command.env("RAYON_NUM_THREADS", threads).current_dir(&folder).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(of(&serde_json::from_slice(&output.stdout).unwrap(), "pairs", ""), known);
    }
    for file in ["out.csv", "out.ndjson", "out.txt", "out.json"] {
        assert_eq!(
            run(&folder, &["clash", "plant.glb", "--pairs", "-o", file]),
            (Some(1), String::new(), String::new())
        );
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(known[0][1].trim_matches('"')), "{file}");
        assert!(!file.ends_with("csv") || text.lines().count() == known.len() + 1);
    }
    let (status, stdout, _) = run(&folder, &["clash", "plant.glb", "--pairs", "--ignore", "*", "*"]);
    assert_eq!(status, Some(0));
    assert!(stdout.contains("0 pairs of parts touch"), "{stdout}");
    assert_eq!(run(&folder, &["clash", "plant.glb", "--pairs", "--only", "hard"]).0, Some(2));
    assert_eq!(run(&folder, &["clash", "plant.glb", "--pairs", "-o", "out.html"]).0, Some(2));
    #[cfg(not(feature = "parquet"))]
    for wrong in [["-o", "out.parquet"], ["--format", "parquet"]] {
        let (status, _, error) = run(&folder, &[&["clash", "plant.glb"], &wrong[..]].concat());
        assert!(status == Some(2) && error.contains("built without Parquet"), "{error}");
    }
}

#[test]
fn intersection_curves_are_reported_on_request() {
    let folder = folder("clash-lines");
    let at = [("base", [0.0; 3]), ("hard", [0.75, 0.5, 0.25]), ("touching", [0.0, -1.0, 0.0])];
    fs::write(folder.join("a.obj"), cubes(&at)).unwrap();
    let (_, report) = clashes(&folder, &["a.obj", "--lines"]);
    assert_eq!(listed(&report), ["hard base hard", "touching base touching"]);
    let [hard, touching] = [0, 1].map(|i| &report["clashes"][i]["lines"]);
    assert!(touching.is_null() && clashes(&folder, &["a.obj"]).1["clashes"][0]["lines"].is_null());
    let [line] = &hard.as_array().unwrap()[..] else { panic!("{hard}") };
    assert_eq!(line["closed"], true);
    let point = |p: &Value| [0, 1, 2].map(|axis| p[axis].as_f64().unwrap());
    let points: Vec<_> = line["points"].as_array().unwrap().iter().map(point).collect();
    for corner in [
        [1.0, 0.5, 0.25],
        [1.0, 1.0, 0.25],
        [0.75, 1.0, 0.25],
        [0.75, 1.0, 1.0],
        [0.75, 0.5, 1.0],
        [1.0, 0.5, 1.0],
    ] {
        let off = |p: &[f64; 3]| (0..3).map(|axis| (p[axis] - corner[axis]).abs()).fold(0.0, f64::max);
        assert!(points.iter().any(|p| off(p) < 1e-9), "{corner:?} {points:?}");
    }
    // Output formats without room for them are rejected.
    for wrong in [&["--format", "csv"][..], &["-o", "r.html"], &[]] {
        let (status, _, error) = run(&folder, &[&["clash", "a.obj", "--lines"], wrong].concat());
        assert!(status == Some(2) && error.contains("--lines needs a JSON report"), "{wrong:?}: {error}");
    }
    assert_eq!(run(&folder, &["clash", "a.obj", "--lines", "-o", "r.ndjson"]).0, Some(1));
}

#[test]
fn unreadable_parts_are_named_and_the_rest_is_compared() {
    let folder = folder("clash-broken");
    fs::create_dir_all(folder.join("parts")).unwrap();
    let mut text = cubes(&[("base", [0.0; 3]), ("hard", [0.5, 0.0, 0.0]), ("lost", [0.2, 0.0, 0.0])]);
    text = text.replacen("v 0.2 0 0\n", "v nan 0 0\n", 1);
    fs::write(folder.join("parts/a.obj"), &text).unwrap();
    fs::write(folder.join("parts/b.stl"), "solid nothing").unwrap();
    let (status, report) = clashes(&folder, &["parts"]);
    assert_eq!((status, listed(&report)), (Some(1), vec!["hard base hard".to_owned()]));
    let warnings = report["warnings"].as_array().unwrap();
    let texts: Vec<_> = warnings.iter().map(|w| (w["kind"].as_str(), w["text"].as_str().unwrap())).collect();
    assert!(
        texts.iter().any(|(kind, text)| {
            *kind == Some("unreadable")
                && text.starts_with("a/lost cannot be read")
                && text.contains("x must be finite")
        }),
        "{texts:?}"
    );
    assert!(texts.iter().any(|(_, text)| text.contains("b.stl")), "{texts:?}");
    // A part that is too large or too small for products of its coordinates.
    for wrong in ["1e150", "1e-160"] {
        let text = text.replacen("v nan 0 0\n", "v 0.2 0 0\n", 1)
            + &format!("o odd\nv 0 0 {wrong}\nv 0 {wrong} 0\nv {wrong} 0 0\nf -3 -2 -1\n");
        fs::write(folder.join("parts/a.obj"), &text).unwrap();
        let (_, report) = clashes(&folder, &["parts/a.obj"]);
        assert_eq!(listed(&report).len(), 3);
        let warnings = report["warnings"].as_array().unwrap();
        let odd = warnings.iter().filter(|w| w["text"].as_str().unwrap().starts_with("a/odd cannot be read"));
        assert_eq!(odd.count(), 1, "{warnings:?}");
        fs::write(
            folder.join("parts/odd.obj"),
            format!("v 0 0 {wrong}\nv 0 {wrong} 0\nv {wrong} 0 0\nf 1 2 3\n"),
        )
        .unwrap();
        let (status, _, error) = run(&folder, &["clash", "parts/a.obj", "parts/odd.obj"]);
        assert!(status == Some(3) && error.contains(&format!("got {wrong}")), "{error}");
        fs::remove_file(folder.join("parts/odd.obj")).unwrap();
    }
    fs::create_dir_all(folder.join("empty")).unwrap();
    let (status, _, error) = run(&folder, &["clash", "empty"]);
    assert_eq!(status, Some(3));
    assert!(
        error.starts_with("barycast: empty: the folder contains no file with one of the endings .obj, "),
        "{error}"
    );
    assert!(error.contains("\nnext: ls empty "), "{error}");
    fs::write(folder.join("short.obj"), format!("{text}f 1 2\n").replace("nan", "1")).unwrap();
    let (_, report) = clashes(&folder, &["short.obj"]);
    let short = report["warnings"].as_array().unwrap().iter().find(|w| w["kind"] == "short").unwrap();
    assert_eq!(short["text"], "short.obj has 1 face of fewer than three corners, skipped");
    // A file named on the command line must be readable.
    let (status, _, error) = run(&folder, &["clash", "parts/a.obj", "parts/b.stl"]);
    assert!(status == Some(3) && error.contains("b.stl"), "{error}");
}

#[test]
fn adjacent_links_of_a_robot_are_skipped() {
    let folder = folder("clash-adjacent");
    // A folded arm: base, a joint without a mesh, upper arm, and on it a hand and a tool; all
    // overlap.
    let gltf = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"name":"base","mesh":0,"children":[1]},{"name":"joint","translation":[0.1,0,0],"children":[2]},
        {"name":"upper","mesh":0,"children":[3,4]},{"name":"hand","mesh":0,"translation":[0,0.1,0]},
        {"name":"tool","mesh":0,"translation":[0,0,0.1]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
        {"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
        "buffers":[{"byteLength":60,"uri":"arm.bin"}]}"#;
    let corners = [[0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    fs::write(folder.join("arm.gltf"), gltf).unwrap();
    fs::write(folder.join("arm.bin"), bytes).unwrap();
    let found = |more: &[&str]| clashes(&folder, &[&["arm.gltf"][..], more].concat());
    assert_eq!(listed(&found(&[]).1).len(), 6);
    let sorted = |more: &[&str]| {
        let mut listed = listed(&found(more).1);
        listed.sort();
        listed
    };
    // The joint carries no mesh: from the base it is one step to the upper arm.
    assert_eq!(sorted(&["--adjacent", "1"]), ["hard base hand", "hard base tool", "hard hand tool"]);
    let (status, report) = found(&["--adjacent", "1"]);
    assert_eq!(
        (status, &report["pairs"]["adjacent"], &report["pairs"]["compared"]),
        (Some(1), &3.into(), &3.into())
    );
    let (_, table, _) = run(&folder, &["clash", "arm.gltf", "--adjacent", "1"]);
    assert!(table.contains("3 pairs of parts that come near one another left out by --adjacent"), "{table}");
    // Skipping all pairs is a warning.
    let (status, report) = found(&["--adjacent", "2"]);
    assert_eq!((status, &report["pairs"]["adjacent"]), (Some(0), &6.into()));
    assert_eq!(report["warnings"][0]["kind"], "adjacent");
    let (_, table, _) = run(&folder, &["clash", "arm.gltf", "--adjacent", "2"]);
    assert!(table.contains("warning: --adjacent 2 skips the only 6 pairs"), "{table}");
    let (_, pairs, _) = run(&folder, &["clash", "arm.gltf", "--pairs", "--format", "csv", "--adjacent", "1"]);
    assert_eq!(pairs.lines().count(), 4, "{pairs}");
    // All links are below one root: no link is below another, and no pair is skipped.
    let hang = |children: &str, name: &str| format!("{{\"name\":\"{name}\"{children}}}");
    let link = |name: &str| hang(",\"mesh\":0", name);
    let flat = [hang(",\"children\":[1,2,3]", "world"), link("base"), link("upper"), link("hand")].join(",");
    let tree = &gltf[gltf.find("\"nodes\":[{").unwrap()..gltf.find("\"meshes\"").unwrap()];
    fs::write(folder.join("flat.gltf"), gltf.replace(tree, &format!("\"nodes\":[{flat}],"))).unwrap();
    let (status, report) = clashes(&folder, &["flat.gltf", "--adjacent", "2"]);
    assert_eq!((status, listed(&report).len(), &report["pairs"]["adjacent"]), (Some(1), 3, &0.into()));
    assert!(report["warnings"][0]["text"].as_str().unwrap().contains("skips nothing"), "{report}");
    // Shapes without names belong to their links, which carry no mesh themselves.
    let shape = "{\"mesh\":0}".to_owned();
    let links = [
        hang(",\"children\":[1]", "robot"),
        hang(",\"children\":[2,3]", "base"),
        shape.clone(),
        hang(",\"children\":[4]", "joint"),
        hang(",\"children\":[5,6]", "upper"),
        shape.clone(),
        hang(",\"children\":[7]", "hand"),
        shape,
    ];
    let links = format!("\"nodes\":[{}],", links.join(","));
    fs::write(folder.join("links.gltf"), gltf.replace(tree, &links)).unwrap();
    assert_eq!(listed(&clashes(&folder, &["links.gltf", "--adjacent", "1"]).1), ["duplicate base hand"]);
    assert_eq!(listed(&clashes(&folder, &["links.gltf"]).1).len(), 3);
    assert_eq!(run(&folder, &["clash", "arm.gltf", "--adjacent", "0"]).0, Some(2));
}

/// Parquet has the same cells as CSV, with types.
#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_content_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let folder = assembly("clash-parquet");
    let arguments = ["clash", "a.obj", "--unit", "m", "--clearance", "50mm"];
    for more in [&[][..], &["--pairs"]] {
        let arguments = [if more.is_empty() { &arguments[..] } else { &arguments[..4] }, more].concat();
        let (_, csv, _) = run(&folder, &[&arguments[..], &["--format", "csv"]].concat());
        assert_eq!(run(&folder, &[&arguments[..], &["-o", "out.parquet"]].concat()).0, Some(1));
        let file = SerializedFileReader::new(fs::File::open(folder.join("out.parquet")).unwrap()).unwrap();
        let columns = file.metadata().file_metadata().schema_descr().columns();
        let mut stdout: Vec<String> =
            vec![columns.iter().map(|column| column.name()).collect::<Vec<_>>().join(",")];
        for row in file.get_row_iter(None).unwrap() {
            let cell = |(_, field): (&String, &Field)| match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                Field::Bool(flag) => flag.to_string(),
                Field::Double(number) => number.to_string(),
                other => panic!("{other}"),
            };
            stdout.push(row.unwrap().get_column_iter().map(cell).collect::<Vec<_>>().join(","));
        }
        assert_eq!(stdout, csv.lines().collect::<Vec<_>>());
    }
}
