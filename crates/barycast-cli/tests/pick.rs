//! Tests of `barycast pick`.

mod program;

use program::{SQUARES, folder, json, run, sized, two_triangles_glb};
use serde_json::json;
use std::path::PathBuf;

fn squares(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::write(folder.join("squares.obj"), SQUARES).unwrap();
    folder
}

#[test]
fn a_pixel_reports_its_hit() {
    let folder = squares("pick-pixel");
    let query = |more: &[&str]| {
        let arguments = ["pick", "squares.obj", "--size", "101x101", "--format", "json"];
        json(&folder, &[&arguments, more].concat())["picks"][0]["hits"].clone()
    };
    let hits = query(&["--view", "front", "--pixel", "60,55"]);
    assert_eq!(hits.as_array().unwrap().len(), 1);
    let hit = &hits[0];
    assert_eq!((&hit["part"], &hit["name"]), (&0.into(), &"squares".into()));
    assert_eq!((&hit["triangle"], &hit["side"]), (&0.into(), &"outside".into()));
    assert_eq!(hit["normal"], json!([0.0, 0.0, 1.0]));
    assert_eq!(hit["point"][2], 0.0);
    assert_eq!(hit["corners"][2], json!([1.0, 1.0, 0.0]));
    let hit = &query(&["--view", "back", "--pixel", "50,50"])[0];
    assert_eq!((&hit["triangle"], &hit["side"]), (&2.into(), &"inside".into()));
    assert_eq!(query(&["--view", "front", "--pixel", "0,0"]), json!([]));
}

#[test]
fn a_ray_has_the_known_hits_in_order() {
    let folder = squares("pick-ray");
    // It passes the square at (0.02, 0.01), at a fifth of its length, and then the triangle.
    let arguments = ["pick", "squares.obj", "--ray", "0.02,0.01,1,0,0,-5", "--all", "--format", "json"];
    let answer = json(&folder, &arguments);
    let hits = answer["picks"][0]["hits"].as_array().unwrap();
    let found: Vec<_> = hits.iter().map(|hit| (&hit["triangle"], &hit["t"], &hit["distance"])).collect();
    assert_eq!(found, [(&json!(0), &json!(0.2), &json!(1.0)), (&json!(2), &json!(0.4), &json!(2.0))]);
    let [a, b, c] = [0, 1, 2].map(|i| hits[0]["barycentric"][i].as_f64().unwrap());
    assert!(
        (a - 0.49).abs() < 1e-12 && (b - 0.005).abs() < 1e-12 && (c - 0.505).abs() < 1e-12,
        "{a} {b} {c}"
    );
    let keys: Vec<&String> = hits[0].as_object().unwrap().keys().collect();
    let expected =
        ["barycentric", "corners", "distance", "name", "normal", "part", "point", "side", "t", "triangle"];
    assert_eq!(keys, expected);
}

#[test]
fn the_text_report_has_the_same_content() {
    let folder = squares("pick-words");
    let (_, stdout, _) =
        run(&folder, &["pick", "squares.obj", "--ray", "0.5,-0.5,2,0,0,-1", "--ray", "5,5,5,0,0,1"]);
    let expected = "\
The ray from (0.5, -0.5, 2) along (0, 0, -1) hits part 0 \"squares\", triangle 0, from its front, 2 away
  point        (0.5, -0.5, 0)
  normal       (0, 0, 1)
  barycentric  0.250000 0.500000 0.250000
  corners      (-1, -1, 0) (1, -1, 0) (1, 1, 0)
The ray from (5, 5, 5) along (0, 0, 1) hits nothing.
";
    assert_eq!(stdout, expected);
    let (_, stdout, _) = run(&folder, &["pick", "squares.obj", "--ray", "0,0,2,0,0,-1", "--all"]);
    assert!(stdout.contains(" hits 2 places:\n1. part 0 ") && stdout.contains("\n2. part 0 "), "{stdout}");
}

#[test]
fn zero_has_no_sign() {
    let folder = squares("pick-zero");
    for arguments in [
        // It starts on the surface, from behind; and hits a corner.
        &["--ray", "0.5,-0.5,0,-0,0,1"][..],
        &["--ray", "-1,-1,-3,0,-0,1"],
        &["--pixel", "512,512", "--view", "back"],
    ] {
        let arguments = [&["pick", "squares.obj", "--all"], arguments].concat();
        for format in ["human", "json"] {
            let (_, stdout, _) = run(&folder, &[&arguments[..], &["--format", format]].concat());
            let is_number = |word: &str| word.parse::<f64>().is_ok_and(|x| x == 0.0 && x.is_sign_negative());
            let words = stdout.split(|c: char| c.is_whitespace() || ",()[]".contains(c));
            assert_eq!(words.filter(|word| is_number(word)).count(), 0, "{stdout}");
            assert!(stdout.contains("barycentric"), "{stdout}");
        }
    }
}

#[test]
fn a_mesh_with_two_placements_is_two_parts() {
    let folder = folder("pick-instances");
    std::fs::write(folder.join("two.glb"), two_triangles_glb()).unwrap();
    let answer =
        json(&folder, &["pick", "two.glb", "--ray", "0.25,0.5,9,0,0,-1", "--all", "--format", "json"]);
    let hits = answer["picks"][0]["hits"].as_array().unwrap();
    let found: Vec<_> =
        hits.iter().map(|h| (h["name"].as_str().unwrap(), h["t"].as_f64().unwrap())).collect();
    assert_eq!(found, [("high", 4.0), ("low", 9.0)]);
    assert_eq!(hits[0]["corners"], json!([[0.0, 0.0, 5.0], [2.0, 0.0, 5.0], [0.0, 2.0, 5.0]]));
    assert_eq!(hits[0]["barycentric"], json!([0.625, 0.125, 0.25]));
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let folder = folder("pick-far");
    let far = "v 5e8 5e8 0\nv 500000002 5e8 0\nv 5e8 500000002 0\nf 1 2 3\n";
    std::fs::write(folder.join("far.obj"), far).unwrap();
    let arguments =
        ["pick", "far.obj", "--view", "front", "--size", "90x90", "--pixel", "20,60", "--format", "json"];
    let x = json(&folder, &arguments)["picks"][0]["hits"][0]["point"][0].as_f64().unwrap() - 5e8;
    assert!((x - 0.37).abs() < 0.05, "{x}");
}

#[test]
fn a_direction_may_have_any_length() {
    let folder = squares("pick-length");
    for length in [5e-324_f64, 1e-310, 1e-200, 1e-160, 1.0, 1e155, 1e300] {
        let ray = format!("0.02,0.01,3,0,0,-{length:e}");
        let answer = json(&folder, &["pick", "squares.obj", "--ray", &ray, "--format", "json"]);
        let hit = &answer["picks"][0]["hits"][0];
        assert_eq!(hit["triangle"], 0, "{length}");
        assert!((hit["distance"].as_f64().unwrap() - 3.0).abs() < 1e-15, "{length}: {hit}");
        // If `f64` has such a number.
        let t = 3.0 / length;
        assert_eq!(hit["t"].as_f64(), Some(t).filter(|t| t.is_finite()), "{length}");
        assert_eq!(answer["picks"][0]["direction"][2].as_f64(), Some(-length));
    }
}

#[test]
fn meshes_of_extreme_size_are_rejected() {
    let folder = folder("pick-size");
    let square = |size: &str| {
        std::fs::write(folder.join("square.obj"), sized(SQUARES, size)).unwrap();
        let ray = format!("0,0,3{size},0,0,-1");
        run(&folder, &["pick", "square.obj", "--ray", &ray, "--format", "json"])
    };
    for size in ["e90", "e-90"] {
        let (status, stdout, _) = square(size);
        let answer: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let distance = answer["picks"][0]["hits"][0]["distance"].as_f64();
        assert_eq!((status, distance), (Some(0), format!("3{size}").parse().ok()));
    }
    for size in ["e150", "e-160"] {
        let (status, stdout, error) = square(size);
        let expected = format!(
            "part \"square\": the largest coordinate must be between 1e-100 and 1e100, or 0, got 1{size}"
        );
        assert!(status == Some(3) && stdout.is_empty() && error.contains(&expected), "{error}");
        assert_eq!(run(&folder, &["cast", "square.obj"]).0, Some(3));
    }
}

#[test]
fn an_invalid_command_line_has_exit_status_2_and_a_suggestion() {
    let folder = squares("pick-usage");
    for arguments in [&["pick"][..], &["pick", "--pixel", "1"], &["pick", "--ray", "0,0,0,0,0,0"]] {
        let (status, stdout, error) = run(&folder, arguments);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!error.is_empty());
    }
    let (status, _, error) = run(&folder, &["pick", "squares.obj", "--pixel", "1024,0"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("next: barycast pick squares.obj --size 1024x1024 --pixel 512,512"), "{error}");
}
