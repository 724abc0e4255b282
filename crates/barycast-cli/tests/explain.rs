//! Tests of `barycast explain`.

use assert_cmd::Command;
use std::sync::atomic::{AtomicU32, Ordering};

fn explain(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("barycast")
        .expect("the program")
        .arg("explain")
        .args(words)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_pair_is_found_by_its_name_or_its_shapes_in_either_order() {
    let (status, stdout, _) = explain(&["aabb_obb"]);
    assert_eq!(status, Some(0));
    assert!(stdout.starts_with("AABB and OBB.\n") && stdout.contains("[Ericson 4.4.1]"), "{stdout}");
    assert!(
        stdout.contains("intersects  exact") && !stdout.contains("```") && !stdout.contains("]("),
        "{stdout}"
    );
    assert_eq!(explain(&["obb", "aabb"]).1, stdout);
    let (_, segment, _) = explain(&["segment", "sphere"]);
    assert!(segment.contains("Segment and Sphere (both):") && !segment.contains("Line and Sphere"));
}

#[test]
fn a_pair_without_a_file_is_explained_by_the_module_that_answers_it() {
    let (_, stdout, _) = explain(&["cylinder_cylinder"]);
    assert!(
        stdout.contains("Gilbert, Johnson and Keerthi") && stdout.contains("Cylinder and Cylinder (3D):")
    );
    let (status, stdout, _) = explain(&["sphere", "cone"]);
    assert!(status == Some(0) && stdout.contains("what they are made of"), "{stdout}");
}

#[test]
fn a_cast_at_a_shape_without_rows_is_explained_by_its_file() {
    let (_, stdout, _) = explain(&["cone_ray"]);
    assert!(stdout.starts_with("Cone and ray (line, segment).\n"), "{stdout}");
    assert_eq!(explain(&["segment", "cone"]).1, stdout);
    assert!(explain(&["truncated_cone", "ray"]).1.starts_with("Truncated cone and ray"));
    assert!(explain(&["sphere", "cone"]).1 != stdout);
}

#[test]
fn an_unknown_pair_has_exit_status_2_and_suggestions() {
    let (status, stdout, error) = explain(&["sphere", "banana"]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(
        error.contains("there is no pair sphere banana; there are sphere_sphere, aabb_sphere"),
        "{error}"
    );
    assert!(error.contains("next: barycast pairs"));
}

/// Draws the picture of a pair into a separate file.
fn drawn(words: &[&str]) -> (Option<i32>, String, String) {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{call}.svg", words[0]));
    let _ = std::fs::remove_file(&path);
    let (status, _, error) = explain(&[&["--svg", path.to_str().expect("UTF-8")], words].concat());
    (status, std::fs::read_to_string(&path).unwrap_or_default(), error)
}

#[test]
fn pairs_in_2d_are_drawn_with_their_separation() {
    for (pair, words) in [
        ("aabb_ray", "Slabs"),
        ("aabb_segment", "Slabs"),
        ("aabb_obb", "Separating axes"),
        ("obb_triangle", "Separating axes"),
        ("parallelogram_triangle", "Separating axes"),
        ("triangle_triangle", "Separating axes"),
        ("sphere_sphere", "GJK"),
        ("capsule_capsule", "GJK"),
        ("aabb_sphere", "GJK"),
        ("capsule_triangle", "GJK"),
        ("convex_convex", "GJK"),
        ("ellipsoid_obb", "GJK"),
        ("tapered_capsule_rounded", "GJK"),
        ("half_space_sphere", "A formula"),
        ("plane_ray", "A formula"),
        ("line_polygon", "A formula"),
    ] {
        let (status, svg, error) = drawn(&[pair]);
        assert_eq!((status, error.as_str()), (Some(0), ""), "{pair}");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains(words), "{pair}: {svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{pair}: {svg}");
    }
}

#[test]
fn the_picture_in_readme_is_drawn_by_the_program() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/capsule_triangle.svg");
    let kept = std::fs::read_to_string(kept).expect("the picture");
    assert_eq!(
        drawn(&["capsule_triangle"]).1,
        kept,
        "barycast explain capsule_triangle --svg docs/capsule_triangle.svg"
    );
}

#[test]
fn shapes_may_be_given_and_must_be_of_the_pair() {
    let (a, b) =
        (r#"{"aabb": {"min": [0,0], "max": [2,2]}}"#, r#"{"obb": {"center": [1,1], "half_extents": [1,1]}}"#);
    let (status, svg, _) = drawn(&["aabb_obb", "--shapes", a, b]);
    assert!(status == Some(0) && svg.contains("moving the red one by 2.0000 separates them"), "{svg}");
    let (status, svg, error) = drawn(&["aabb_sphere", "--shapes", a, b]);
    assert_eq!((status, svg.as_str()), (Some(2), ""));
    assert!(error.contains("the shapes are aabb and obb, but the pair is aabb_sphere"), "{error}");
    let (status, _, error) = drawn(&["cylinder_ray"]);
    assert!(status == Some(2) && error.contains("exists only in 3D"), "{error}");
}

#[test]
fn a_picture_without_svg_extension_is_rejected() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_svg.png");
    let (status, _, error) = explain(&["aabb", "ray", "--svg", path.to_str().expect("UTF-8")]);
    assert!(status == Some(2) && error.contains("is written as .svg") && !path.exists(), "{error}");
}
