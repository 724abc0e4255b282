//! Files of Bezier patches.

use barycast_io::{is_patches, read, read_patches_bytes};
use glam::dvec3;

const TWO: &str = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 .5\n2 1 # bent\n0 0 0 0 1 0\n1 0 1 1 1 1\n2 0 0 2 1 0\n";

#[test]
fn patches_of_any_degrees_are_read_row_by_row() {
    let patches = read_patches_bytes("two.bpt", TWO.as_bytes()).unwrap();
    assert_eq!(patches.len(), 2);
    assert_eq!((patches[0].degrees, patches[0].points[3]), ([1, 1], dvec3(1., 1., 0.5)));
    assert_eq!((patches[1].degrees, patches[1].points.len()), ([2, 1], 6));
    assert!(is_patches("teapot.BPT") && !is_patches("teapot.obj"));
}

#[test]
fn errors_name_the_line() {
    for (text, expected) in [
        ("", "bad.bpt:1: the file ends before its number of patches"),
        ("two", "bad.bpt:1: the number of patches must be a whole number above 0, got 'two'"),
        ("0", "bad.bpt:1: the number of patches must be a whole number above 0, got '0'"),
        ("1\n3 0\n", "bad.bpt:2: a degree must be a whole number from 1 to 64, got '0'"),
        ("1\n1 1\n0 0 0\n0 x 0\n", "bad.bpt:4: y must be a number, got 'x'"),
        ("1\n1 1\n0 0 0\n0 0 inf\n", "bad.bpt:4: z must be finite, got inf"),
        ("2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n", "bad.bpt:6: the file ends in patch 1, but it states 2"),
        (
            "1\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n7",
            "bad.bpt:7: data follows the 1 patches that the file states",
        ),
        ("99999999999\n1 1\n", "bad.bpt:2: the file ends in patch 0, but it states 99999999999"),
    ] {
        assert_eq!(read_patches_bytes("bad.bpt", text.as_bytes()).unwrap_err().to_string(), expected);
    }
    assert!(
        read("teapot.bpt").unwrap_err().to_string().contains(".bpt files contain patches, not triangles")
    );
}
