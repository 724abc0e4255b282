//! `barycast clash`: selection of pairs, tolerances, and warnings about them.

mod program;

use program::{CUBE, folder, run};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn clashes(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let arguments = [&["clash", "--format", "json", "--unit", "m"], arguments].concat();
    let (status, stdout, error) = run(folder, &arguments);
    (status, serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{error}")))
}

/// Returns an OBJ file of cubes of side 1 with these least corners and this number of decimals.
fn obj(at: &[(&str, [f64; 3])], decimals: usize) -> String {
    let mut text = String::new();
    for (index, (name, by)) in at.iter().enumerate() {
        let _ = writeln!(text, "o {name}");
        for line in CUBE.lines() {
            let numbers = line.split_whitespace().skip(1).map(|n| n.parse::<f64>().unwrap());
            let words: Vec<String> = match line.split_at(1).0 {
                "v" => numbers.zip(by).map(|(n, by)| format!("{:.decimals$}", n + by)).collect(),
                _ => numbers.map(|n| (n + 8.0 * index as f64).to_string()).collect(),
            };
            let _ = writeln!(text, "{} {}", &line[..1], words.join(" "));
        }
    }
    text
}

/// Writes the cubes as binary STL files, one per cube: their numbers are `f32`.
fn stl(folder: &Path, at: &[(&str, [f64; 3])]) {
    let corners: Vec<[f64; 3]> = CUBE
        .lines()
        .filter_map(|line| line.strip_prefix("v "))
        .map(|line| {
            let mut numbers = line.split(' ').map(|n| n.parse().unwrap());
            [(); 3].map(|()| numbers.next().unwrap())
        })
        .collect();
    fs::create_dir_all(folder).unwrap();
    for (name, by) in at {
        let mut bytes = vec![b' '; 80];
        bytes.extend(12_u32.to_le_bytes());
        for face in CUBE.lines().filter_map(|line| line.strip_prefix("f ")) {
            let [a, b, c, d]: [usize; 4] = face
                .split(' ')
                .map(|n| n.parse::<usize>().unwrap() - 1)
                .collect::<Vec<_>>()
                .try_into()
                .unwrap();
            for triangle in [[a, b, c], [a, c, d]] {
                bytes.extend([0; 12]);
                for corner in triangle {
                    bytes.extend((0..3).flat_map(|i| ((corners[corner][i] + by[i]) as f32).to_le_bytes()));
                }
                bytes.extend([0; 2]);
            }
        }
        fs::write(folder.join(format!("{name}.stl")), bytes).unwrap();
    }
}

fn listed(report: &Value) -> Vec<String> {
    let name = |side: &Value| side["name"].as_str().unwrap().to_owned();
    let clashes = report["clashes"].as_array().unwrap().iter();
    clashes.map(|c| format!("{} {} {}", c["class"].as_str().unwrap(), name(&c["a"]), name(&c["b"]))).collect()
}

/// Four cubes near the origin: two overlap by 50 mm, two are separated by 10 mm.
const NEAR: [(&str, [f64; 3]); 4] =
    [("b0", [0.0; 3]), ("b1", [0.95, 0.0, 0.0]), ("b2", [0.0, 3.0, 0.0]), ("b3", [0.0, 4.01, 0.0])];

#[test]
fn a_stray_part_changes_the_tolerance_of_no_other_pair() {
    let folder = folder("choice-stray");
    stl(&folder.join("near"), &NEAR);
    let stray = ("survey_point", [450_000.0, 5_400_000.0, 0.0]);
    stl(&folder.join("stray"), &[&NEAR[..], &[stray]].concat());
    for more in [&[][..], &["--only", "hard"], &["--a", "b0", "--b", "b*"], &["--clearance", "20mm"]] {
        let [(status, near), (with, stray)] =
            ["near", "stray"].map(|files| clashes(&folder, &[&[files], more].concat()));
        assert_eq!((status, with), (Some(1), Some(1)), "{more:?}");
        let places = |report: &Value| report["clashes"].to_string().replace("near/", "stray/");
        assert_eq!(places(&near), places(&stray), "{more:?}");
        let hard = &stray["clashes"][0];
        assert_eq!((&hard["class"], hard["tolerance"].is_null()), (&Value::from("hard"), true));
        assert!((hard["depth"].as_f64().unwrap() - 0.05).abs() < 1e-6);
        assert_eq!(stray["tolerance"]["raised"], 0);
    }
    let (_, pairs, _) = run(&folder, &["clash", "stray", "--pairs", "--format", "csv"]);
    assert_eq!(pairs.lines().count(), 2, "{pairs}");
}

#[test]
fn a_raised_tolerance_is_reported() {
    let folder = folder("choice-raised");
    let far = |x: f64| [450_000.0 + x, 5_400_000.0, 0.0];
    let at = [
        ("p", far(0.0)),
        ("q", far(0.5)),
        ("r", far(5.0)),
        ("s", far(5.5)),
        ("t", far(20.0)),
        ("u", far(20.5)),
    ];
    stl(&folder.join("far"), &[&at[..], &[("v", far(40.0)), ("w", far(40.5))], &NEAR[..2]].concat());
    let (_, report) = clashes(&folder, &["far"]);
    // Steps at 5.4e6 are 0.5: the minimum is 2 steps for each part.
    let tolerance = &report["tolerance"];
    assert_eq!(
        (&tolerance["value"], &tolerance["floor"], &tolerance["raised"]),
        (&1e-4.into(), &2.0.into(), &4.into())
    );
    let raised: Vec<&Value> = report["clashes"].as_array().unwrap().iter().map(|c| &c["tolerance"]).collect();
    assert_eq!(raised.iter().filter(|tolerance| **tolerance == 2.0).count(), 4, "{raised:?}");
    assert_eq!(raised.iter().filter(|tolerance| tolerance.is_null()).count(), 1);
    // They are not hard any more, which the warning says even if no other clash of theirs is
    // listed.
    let (_, stdout, _) = run(&folder, &["clash", "far", "--unit", "m", "--only", "hard"]);
    let warnings: Vec<&str> = stdout.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(
        warnings,
        [
            "warning: 4 pairs are compared with a larger tolerance than 0.1 mm, up to 2 m, which their coordinates require: \
          p and q; r and s; t and u; 1 more"
        ]
    );
    assert_eq!(listed(&clashes(&folder, &["far", "--only", "hard"]).1), ["hard b0 b1"]);
}

#[test]
fn the_resolution_of_text_is_that_of_its_digits() {
    let folder = folder("choice-text");
    for far in [450_000.0, 5_400_000.0] {
        let at = [("p0", [far, far, 0.0]), ("p1", [far + 1.0, far, 0.0]), ("p2", [far + 2.015, far, 0.0])];
        fs::write(folder.join("geo.obj"), obj(&at, 6)).unwrap();
        let (_, report) = clashes(&folder, &["geo.obj"]);
        assert_eq!(listed(&report), ["touching p0 p1"], "{far}");
        assert_eq!(report["clashes"][0]["distance"], 0.0);
        assert_eq!(report["tolerance"]["floor"], 1e-6);
        // With two decimals each part may be off by half a centimetre.
        let at = [("p0", [far, far, 0.0]), ("p1", [far + 1.0, far, 0.0]), ("p2", [far + 2.02, far, 0.0])];
        fs::write(folder.join("geo.obj"), obj(&at, 2)).unwrap();
        let (_, report) = clashes(&folder, &["geo.obj"]);
        assert_eq!(listed(&report), ["touching p0 p1"], "{far}");
        assert_eq!(
            (&report["clashes"][0]["tolerance"], &report["tolerance"]["raised"]),
            (&0.01.into(), &1.into())
        );
    }
}

#[test]
fn the_first_part_of_a_clash_is_of_side_a() {
    let folder = folder("choice-sides");
    let at = [("s1", [0.0; 3]), ("w1", [0.5, 0.0, 0.0]), ("s2", [0.7, 0.0, 0.0]), ("w0", [-0.2, 0.0, 0.0])];
    fs::write(folder.join("m.obj"), obj(&at, 1)).unwrap();
    let (_, all) = clashes(&folder, &["m.obj"]);
    let (_, report) = clashes(&folder, &["m.obj", "--a", "w*", "--b", "s*"]);
    assert_eq!(listed(&report), ["hard w1 s1", "hard w0 s1", "hard w1 s2", "hard w0 s2"]);
    for clash in report["clashes"].as_array().unwrap() {
        // Everything that belongs to a side is swapped with it.
        let known =
            all["clashes"].as_array().unwrap().iter().find(|known| known["id"] == clash["id"]).unwrap();
        let is_turned = known["a"] != clash["a"];
        let side = |i: usize| if is_turned { 1 - i } else { i };
        assert_eq!([&clash["points"][0], &clash["points"][1]], [0, 1].map(|i| &known["points"][side(i)]));
        for i in 0..3 {
            let [was, is] = [known, clash].map(|clash| clash["direction"][i].as_f64().unwrap());
            assert_eq!(is, if is_turned { -was } else { was });
        }
        let issues = report["issues"].as_array().unwrap();
        let issue = issues.iter().find(|issue| issue["id"] == clash["issue"]).unwrap();
        assert_eq!([&issue["things"][0], &issue["things"][1]], [&clash["a"]["path"], &clash["b"]["path"]]);
    }
    let (_, pairs) = clashes(&folder, &["m.obj", "--pairs", "--a", "w*", "--b", "s*"]);
    assert!(
        pairs["pairs"].as_array().unwrap().iter().all(|pair| pair["a"].as_str().unwrap().starts_with("m/w"))
    );
    // With one side only, its part comes first; for two parts of that side, the lower one.
    assert_eq!(
        listed(&clashes(&folder, &["m.obj", "--a", "w0"]).1),
        ["hard w0 s1", "hard w0 w1", "hard w0 s2"]
    );
    let both = listed(&clashes(&folder, &["m.obj", "--a", "*", "--b", "*"]).1);
    assert_eq!(both, listed(&all));
    assert_eq!(both[0], "hard s1 w1");
}

#[test]
fn warnings_cover_compared_parts_with_one_line_per_kind() {
    let folder = folder("choice-warnings");
    let names: Vec<String> = (0..12).map(|i| format!("open{i}")).collect();
    let at: Vec<(&str, [f64; 3])> =
        names.iter().enumerate().map(|(i, name)| (&name[..], [3.0 * i as f64, 0.0, 0.0])).collect();
    // Each lacks one face; and two complete cubes overlap.
    let mut faces = 0;
    let lines: Vec<String> = obj(&at, 1).lines().map(str::to_owned).collect();
    let is_kept = |line: &&String| {
        faces += usize::from(line.starts_with("f "));
        !line.starts_with("f ") || faces % 6 != 0
    };
    let open: Vec<String> = lines.iter().filter(is_kept).cloned().collect();
    fs::write(folder.join("open.obj"), open.join("\n")).unwrap();
    fs::write(folder.join("whole.obj"), obj(&[("x", [0.0, 9.0, 0.0]), ("y", [0.5, 9.0, 0.0])], 1)).unwrap();
    let arguments = ["clash", "open.obj", "whole.obj", "--unit", "m"];
    let warnings = |more: &[&str]| {
        let (_, stdout, _) = run(&folder, &[&arguments[..], more].concat());
        stdout.lines().filter(|line| line.starts_with("warning: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        warnings(&[]),
        ["warning: 12 parts are not closed: open/open0, open/open1, open/open2 and 9 more"]
    );
    assert_eq!(warnings(&["--pairs"]), warnings(&[]));
    assert_eq!(warnings(&["-v"]).len(), 12);
    assert_eq!(warnings(&["--a", "x", "--b", "y"]), [""; 0]);
    assert_eq!(warnings(&["--a", "x", "--b", "y", "-v"]), [""; 0]);
    let (_, report) = clashes(&folder, &["open.obj", "whole.obj"]);
    assert_eq!(report["warnings"].as_array().unwrap().len(), 12);
    let (_, report) = clashes(&folder, &["open.obj", "whole.obj", "--a", "x", "--b", "y"]);
    assert_eq!((report["warnings"].as_array().unwrap().len(), listed(&report).len()), (0, 1));
}
