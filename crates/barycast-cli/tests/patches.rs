//! Files of Bezier patches with cast, pick and info.

mod program;

use program::{folder, json, run};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Writes two adjacent biquadratic hills, half as high as their middle control points, with a
/// shared side.
fn hills(name: &str) -> PathBuf {
    let folder = folder(name);
    let mut text = "2\n".to_owned();
    for left in [0, 2] {
        text += "2 2\n";
        for i in 0..3 {
            for j in 0..3 {
                let _ = writeln!(text, "{} {j} {}", left + i, if i == 1 && j == 1 { 4 } else { 0 });
            }
        }
    }
    std::fs::write(folder.join("hills.bpt"), text).unwrap();
    folder
}

#[test]
fn a_ray_hits_the_patch_itself_not_triangles() {
    let folder = hills("patches-pick");
    let report = json(&folder, &["pick", "hills.bpt", "--ray", "1,1,5,0,0,-2", "--format", "json"]);
    let hit = &report["picks"][0]["hits"][0];
    // B_1(1/2)^2 4 = 1.
    assert_eq!(
        (&hit["t"], &hit["point"], &hit["uv"]),
        (&json!(2.0), &json!([1.0, 1.0, 1.0]), &json!([0.5, 0.5]))
    );
    assert_eq!((&hit["part"], &hit["name"], &hit["side"]), (&json!(0), &json!("patch 0"), &json!("outside")));
    assert!(hit.get("triangle").is_none());
    // Along both hills, and through the shared side once.
    let along = ["pick", "hills.bpt", "--ray", "-1,1,0.5,1,0,0", "--all"];
    let stdout = run(&folder, &along).1;
    assert!(
        stdout.contains("hits 4 places") && stdout.contains("patch 1") && stdout.contains("parameters"),
        "{stdout}"
    );
    let down = json(&folder, &["pick", "hills.bpt", "--ray", "2,0.7,5,0,0,-1", "--all", "--format", "json"]);
    assert_eq!(down["picks"][0]["hits"].as_array().unwrap().len(), 1);
}

#[test]
fn pictures_and_depths_show_the_patches() {
    let folder = hills("patches-cast");
    let arguments = ["cast", "hills.bpt", "--size", "60x40", "--up", "z", "--view", "top", "--orthographic"];
    let report = json(&folder, &[&arguments[..], &["--shade", "parts", "--format", "json"]].concat());
    assert_eq!((&report["parts"], &report["triangles"]), (&json!(2), &json!(null)));
    assert_eq!(report["bounds"], json!([[0.0, 0.0, 0.0], [4.0, 2.0, 1.0]]));
    assert!(folder.join("hills.png").exists());
    let share = report["hits"].as_f64().unwrap() / report["rays"].as_f64().unwrap();
    assert!((0.5..0.7).contains(&share), "{share}");
    let (status, stdout, _) = run(&folder, &arguments);
    assert!(
        status == Some(0) && stdout.starts_with("hills.bpt: 2 patches, 4 x 2 x 1 about (2, 1, 0.5)"),
        "{stdout}"
    );
}

#[test]
fn info_counts_sides() {
    let folder = hills("patches-info");
    let report = json(&folder, &["info", "hills.bpt", "--format", "json"]);
    assert_eq!(report["sides"], json!({"shared": 1, "open": 6, "points": 0}));
    assert_eq!(report["patches"][1]["degrees"], json!([2, 2]));
    let stdout = run(&folder, &["info", "hills.bpt"]).1;
    assert!(stdout.starts_with("hills.bpt: 2 patches\n  bounds  (0, 0, 0) to (4, 2, 1)"), "{stdout}");
    std::fs::write(folder.join("bad.bpt"), "1\n1 1\n0 0 zero\n").unwrap();
    let (status, _, error) = run(&folder, &["cast", "bad.bpt"]);
    assert_eq!(status, Some(3));
    assert!(error.contains("bad.bpt:3: z must be a number, got 'zero'"), "{error}");
}
