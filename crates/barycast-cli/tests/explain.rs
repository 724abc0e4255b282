//! `barycast explain` from outside.

use assert_cmd::Command;

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
    let (status, said, _) = explain(&["aabb_obb"]);
    assert_eq!(status, Some(0));
    assert!(said.starts_with("AABB and OBB.\n") && said.contains("[Ericson 4.4.1]"), "{said}");
    assert!(said.contains("intersects  exact") && !said.contains("```") && !said.contains("]("), "{said}");
    assert_eq!(explain(&["obb", "aabb"]).1, said);
    let (_, segment, _) = explain(&["segment", "sphere"]);
    assert!(segment.contains("Segment and Sphere (both):") && !segment.contains("Line and Sphere"));
}

#[test]
fn a_pair_without_a_file_is_explained_by_what_answers_it() {
    let (_, said, _) = explain(&["cylinder_cylinder"]);
    assert!(said.contains("Gilbert, Johnson and Keerthi") && said.contains("Cylinder and Cylinder (3D):"));
    let (status, said, _) = explain(&["sphere", "cone"]);
    assert!(status == Some(0) && said.contains("what they are made of"), "{said}");
}

#[test]
fn an_unknown_pair_is_status_2_and_its_neighbours_are_named() {
    let (status, said, error) = explain(&["sphere", "banana"]);
    assert_eq!((status, said.as_str()), (Some(2), ""));
    assert!(
        error.contains("there is no pair sphere banana; there are sphere_sphere, aabb_sphere"),
        "{error}"
    );
    assert!(error.contains("next: barycast pairs"));
}
