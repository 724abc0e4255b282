//! OFF files.

mod common;

use common::{mesh, scene};
use glam::dvec3;

const BODY: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n4 0 1 2 3\n3 0 2 1 255 0 0\n";

#[test]
fn counts_stand_on_the_first_line_or_the_next_and_comments_anywhere() {
    for start in [
        "OFF\n4 2 5\n",
        "OFF 4 2 5\n",
        "OFF4 2\n",
        "# made by hand\nOFF # yes\n\n# counts\n4 2 5\n",
        "4 2 5\n",
    ] {
        let mesh = mesh("square.off", format!("{start}{BODY}\n# end\n")).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 2, 1]]);
        assert_eq!(mesh.vertices[3], dvec3(0., 1., 0.5));
    }
    let coloured = "STCNOFF\n3 1 0\n0 0 0 0 0 1 .1 .2 .3 1 .5 .5\n1 0 0\n0 1 0\n3 0 1 2\n";
    assert_eq!(mesh("coloured.off", coloured).unwrap().triangles, [[0, 1, 2]]);
}

#[test]
fn faces_that_are_no_triangles_are_counted() {
    let text = "OFF\n3 4 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n3 0 1 2\n1 2 255 0 0\n0\n";
    let scene = scene("short.off", text).unwrap();
    assert_eq!((scene.short_faces, scene.triangle_count()), (3, 1));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, expected) in [
        ("", "bad.off:1: the file ends before its counts of vertices and faces"),
        ("OFF\n", "bad.off:1: the file ends before its counts of vertices and faces"),
        ("OFF BINARY\n", "bad.off:1: binary OFF cannot be read, only text"),
        ("4OFF\n1 1 0\n", "bad.off:1: vertices of 4OFF have no place in 3D"),
        ("nOFF 5\n1 1 0\n", "bad.off:1: vertices of nOFF have no place in 3D"),
        ("XOFF\n1 1 0\n", "bad.off:1: an OFF file begins with the word OFF, got 'XOFF'"),
        ("solid\n", "bad.off:1: an OFF file begins with the word OFF, got 'solid'"),
        ("OFF\nmany 1 0\n", "bad.off:2: the count of vertices must be a whole number, got 'many'"),
        ("OFF\n1 -1 0\n", "bad.off:2: the count of faces must be a whole number, got '-1'"),
        ("OFF\n1\n", "bad.off:2: the count of faces is missing"),
        ("OFF\n9999999999 1 0\n", "bad.off:2: more than 4294967295 vertices"),
        ("OFF\n2 1 0\n0 0 0\n", "bad.off: vertex 1: the file ends here, but its header counts 2"),
        ("OFF\n1 2 0\n0 0 0\n3 0 0 0\n", "bad.off: face 1: the file ends here, but its header counts 2"),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0 0\n3 0 0 0\n",
            "bad.off:5: there is more after the last face that the header counts",
        ),
        ("OFF\n1 1 0\n0 inf 0\n3 0 0 0\n", "bad.off:3: y must be finite, got inf"),
        ("OFF\n1 1 0\n0 0\n3 0 0 0\n", "bad.off:3: a vertex needs three numbers, got 2"),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0 1\n",
            "bad.off:4: face names vertex 1 (they count from 0), but there are 1",
        ),
        ("OFF\n1 1 0\n0 0 0\n3 0 0\n", "bad.off:4: a face of 3 corners has only 2"),
        ("OFF\n1 1 0\n0 0 0\n-3 0 0\n", "bad.off:4: a face begins with its number of corners, got '-3'"),
        ("OFF\n1 0 0\n0 0 0\n", "bad.off: no triangles (1 vertices)"),
        (
            "OFF\n1 1 0\n0 0 0\n2 0 0\n",
            "bad.off: no triangles (1 vertices; faces of fewer than three corners: 1)",
        ),
    ] {
        assert_eq!(mesh("bad.off", text).unwrap_err(), expected);
    }
}
