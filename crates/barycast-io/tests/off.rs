//! OFF files.

mod common;

use common::{mesh, scene};
use glam::dvec3;

const BODY: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n4 0 1 2 3\n3 0 2 1 255 0 0\n";

#[test]
fn counts_may_be_on_the_first_or_second_line_and_comments_anywhere() {
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
fn faces_without_triangles_are_counted() {
    let text = "OFF\n3 4 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n3 0 1 2\n1 2 255 0 0\n0\n";
    let scene = scene("short.off", text).unwrap();
    assert_eq!((scene.short_faces, scene.triangle_count()), (3, 1));
}

#[test]
fn errors_name_the_line() {
    for (text, expected) in [
        ("", "bad.off: the file is empty"),
        ("# nothing\n", "bad.off:1: the file ends before its numbers of vertices and faces"),
        ("OFF\n", "bad.off:1: the file ends before its numbers of vertices and faces"),
        ("OFF BINARY\n", "bad.off: header: the file ends within it"),
        ("4OFF\n1 1 0\n0 0 0\n3 0 0 0\n", "bad.off:3: a vertex of 4OFF needs four numbers, got 3"),
        ("4OFF\n1 1 0\n1 0 0 0\n3 0 0 0\n", "bad.off:3: a vertex must be finite, got [inf, NaN, NaN]"),
        ("nOFF 5\n1 1 0\n", "bad.off:1: vertices must have 3 dimensions, got 5"),
        ("nOFF\n5\n1 1 0\n", "bad.off:2: vertices must have 3 dimensions, got 5"),
        ("NCOFF\n1 1 0\n", "bad.off:1: an OFF file begins with the word OFF, got 'NCOFF'"),
        ("XOFF\n1 1 0\n", "bad.off:1: an OFF file begins with the word OFF, got 'XOFF'"),
        ("solid\n", "bad.off:1: an OFF file begins with the word OFF, got 'solid'"),
        ("OFF\nmany 1 0\n", "bad.off:2: the number of vertices must be a whole number, got 'many'"),
        ("OFF\n1 -1 0\n", "bad.off:2: the number of faces must be a whole number, got '-1'"),
        ("OFF\n1\n", "bad.off:2: the number of faces is missing"),
        ("OFF\n9999999999 1 0\n", "bad.off:2: more than 4294967295 vertices"),
        ("OFF\n2 1 0\n0 0 0\n", "bad.off: vertex 1: the file ends here, but its header states 2"),
        ("OFF\n1 2 0\n0 0 0\n3 0 0 0\n", "bad.off: face 1: the file ends here, but its header states 2"),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0 0\n3 0 0 0\n",
            "bad.off:5: data follows the last face that the header states",
        ),
        ("OFF\n1 1 0\n0 inf 0\n3 0 0 0\n", "bad.off:3: y must be finite, got inf"),
        ("OFF\n1 1 0\n0 0\n3 0 0 0\n", "bad.off:3: a vertex needs three numbers, got 2"),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0 1\n",
            "bad.off:4: face refers to vertex 1 (numbered from 0), but there are 1",
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

/// Returns counts and triangles of the tetrahedron's file.
fn faces_of(name: &str, text: &str) -> ([usize; 3], Vec<[u32; 3]>) {
    let scene = scene(name, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let mesh = &scene.meshes[0];
    ([mesh.vertices.len(), mesh.triangles.len(), scene.short_faces], mesh.triangles.clone())
}

#[test]
fn items_may_be_split_over_lines_if_their_number_of_words_is_known() {
    let vertices = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"];
    let faces = ["3 0 2 1", "3 0 1 3", "3 0 3 2", "3 1 2 3"];
    let expected = ([4, 4, 0], vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    let all = |between: &str, items: &[&str]| items.join(between);
    for text in [
        // Faces over several lines, with colours and comments.
        format!(
            "OFF\n4 4 6\n{}\n{}\n",
            all("\n", &vertices),
            all("\n", &faces).replace("3 0", "3\n0 # first\n\n")
        ),
        format!(
            "OFF\n4 4\n{}\n{}\n",
            all(" .5 .5 1\n", &vertices),
            all(" 255 0 0\n", &faces).replace("3 0 ", "3 0\n ")
        ),
        // Vertices and counts, too, and several on a line.
        format!("OFF\n4\n4\n6\n{}\n{}\n", all(" ", &vertices), all(" 1 0 0 # red\n", &faces)),
        format!("OFF 4 4 6 {}\n{}", all("\n", &vertices).replace(' ', "\n"), all(" 0.5\n", &faces)),
        format!("OFF 4 4 6 {}  {}", all(" ", &vertices), all(" ", &faces)),
        format!("OFF 4 4 6 {} {}", all(" ", &vertices), all(" ", &faces)).replace(' ', "\n"),
        format!("NOFF 4 4 6 {} 0 0 1 {}", all(" 0 0 1 ", &vertices), all(" ", &faces)).replace(' ', "\r\n"),
        format!(
            "STCOFF\n4 4 6\n{} 0 0 1 1 .5 .5\n{}\n",
            all("\n1 0 0 1 .5 .5\n", &vertices),
            all("\n", &faces)
        ),
    ] {
        assert_eq!(faces_of("words.off", &text), expected, "{text}");
    }
    // A missing number is not taken from the next line.
    let text =
        format!("OFF\n4 4 6\n{}\n{}\n", all("\n", &vertices).replace("0 1 0", "0 1"), all("\n", &faces));
    assert_eq!(mesh("few.off", &text).unwrap_err(), "few.off:5: a vertex needs three numbers, got 2");
    let text =
        format!("OFF\n4 4 6\n{}\n{}\n", all("\n", &vertices), all("\n", &faces).replace("3 0 3 2", "3 0 3"));
    assert_eq!(mesh("few.off", &text).unwrap_err(), "few.off:9: a face of 3 corners has only 2");
}

#[test]
fn a_fourth_coordinate_divides_and_three_dimensions_may_be_stated() {
    let expected = mesh("plain.off", "OFF\n3 1 0\n0 0 0\n1 0.5 0\n0 1 0\n3 0 1 2\n").unwrap();
    for (name, text) in [
        ("plain.off", "4OFF\n3 1 0\n0 0 0 2\n-4 -2 0 -4\n0 0.5 0 0.5\n3 0 1 2\n"),
        ("plain.off", "nOFF\n3\n3 1 0\n0 0 0\n1 0.5 0\n0 1 0\n3 0 1 2\n"),
        ("plain.off", "nOFF 3 3 1 0\n0 0 0\n1 0.5 0\n0 1 0\n3 0 1 2\n"),
        ("plain.off", "STC4nOFF\n3\n3 1 0\n0 0 0 1 1 1 1 1 0 0\n1 0.5 0 1\n0 1 0 1\n3 0 1 2\n"),
    ] {
        let read = mesh(name, text).unwrap();
        assert_eq!((&read.vertices, &read.triangles), (&expected.vertices, &expected.triangles), "{text}");
    }
}

/// Builds a binary file from the words of its first line, the numbers before the counts, and the
/// number of further components per vertex.
fn binary(word: &str, before: &[i32], others: usize, faces: &[&[i32]]) -> Vec<u8> {
    let mut bytes = format!("# made by hand\n{word} BINARY\n").into_bytes();
    let counts = [4, i32::try_from(faces.len()).unwrap(), 6];
    bytes.extend(before.iter().chain(&counts).flat_map(|n| n.to_be_bytes()));
    for corner in common::CORNERS {
        let others = std::iter::repeat_n(&1.0, others);
        bytes.extend(corner.iter().chain(others).flat_map(|x| x.to_be_bytes()));
    }
    bytes.extend(faces.iter().copied().flatten().flat_map(|n| n.to_be_bytes()));
    bytes
}

#[test]
fn binary_files_have_the_same_content() {
    let faces: [&[i32]; 4] =
        [&[3, 0, 2, 1, 0], &[3, 0, 1, 3, 3, 1, 2, 3], &[2, 0, 1, 0], &[4, 0, 1, 2, 3, 1, 9]];
    for (word, before, others) in
        [("OFF", &[][..], 0), ("NOFF", &[], 3), ("STCNOFF", &[], 9), ("4OFF", &[], 1), ("nOFF", &[3], 0)]
    {
        let scene = scene("b.off", binary(word, before, others, &faces)).unwrap();
        let mesh = &scene.meshes[0];
        assert_eq!(mesh.vertices, common::CORNERS.map(|[x, y, z]| dvec3(x.into(), y.into(), z.into())));
        assert_eq!(mesh.triangles, [[0, 2, 1], [0, 1, 3], [0, 1, 2], [0, 2, 3]]);
        assert_eq!((scene.short_faces, &scene.warnings[..]), (1, &[][..]));
        assert_eq!(mesh.resolution, f64::from(f32::EPSILON) / 2.0);
    }
    // The form that pmp-library writes: little-endian and without colours.
    let plain: [&[i32]; 3] = [&[3, 0, 2, 1], &[3, 0, 1, 3], &[4, 0, 1, 2, 3]];
    let big = binary("OFF", &[], 0, &plain);
    let begin = big.len() - 4 * (3 + 12 + 13);
    let words = big[begin..].chunks(4).flat_map(|word| word.iter().rev().copied());
    let little: Vec<u8> = big[..begin].iter().copied().chain(words).collect();
    for bytes in [&little, &big] {
        let scene = scene("b.off", bytes).unwrap();
        let triangles = [[0, 2, 1], [0, 1, 3], [0, 1, 2], [0, 2, 3]];
        assert_eq!((scene.meshes[0].vertices.len(), &scene.meshes[0].triangles[..]), (4, &triangles[..]));
        for length in 0..bytes.len() {
            assert!(mesh("cut.off", &bytes[..length]).is_err(), "{length}");
        }
    }
    let more = [binary("OFF", &[], 0, &faces), b"more".to_vec()].concat();
    let warnings = scene("b.off", more).unwrap().warnings;
    assert_eq!(warnings[0].text, "bytes after the last face that the header states are ignored: 4");
    let good = binary("OFF", &[], 0, &faces);
    for length in 0..good.len() {
        assert!(mesh("cut.off", &good[..length]).is_err(), "{length}");
    }
    for (face, expected) in [
        (&[3, 0, 1, 4, 0][..], "b.off: face 0: face refers to vertex 4 (numbered from 0), but there are 4"),
        (&[3, 0, 1, -1, 0], "b.off: face 0: face refers to vertex -1 (numbered from 0), but there are 4"),
        (&[-3, 0, 1, 2, 0], "b.off: face 0: the number of corners must not be negative, got -3"),
        (&[3, 0, 1, 2, -1], "b.off: face 0: its colour has -1 components"),
        (&[3, 0, 1, 2, i32::MAX], "b.off: face 0: the file ends here, but its header states 1"),
    ] {
        assert_eq!(mesh("b.off", binary("OFF", &[], 0, &[face])).unwrap_err(), expected);
    }
    let error = mesh("b.off", binary("nOFF", &[4], 0, &faces)).unwrap_err();
    assert_eq!(error, "b.off: header: vertices must have 3 dimensions, got 4");
}
