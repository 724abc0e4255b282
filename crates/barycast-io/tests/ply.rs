//! PLY files.

mod common;

use common::{FACES, mesh, ply, ply_header, scene};
use glam::dvec3;

const VERTICES: &str = "0 0 0 1\n1 0. 0 2\n0 1 0 3\n0 0 .1 4\n";

#[test]
fn text_and_both_byte_orders_have_the_same_content() {
    let faces = FACES.map(|[a, b, c]| format!("0 3 {a} {b} {c} 0\n")).concat();
    let text = mesh("text.ply", ply_header("ascii") + VERTICES + &faces).unwrap();
    assert_eq!(text.vertices[3], dvec3(0., 0., 0.1));
    assert_eq!(text.triangles, FACES);
    for big in [false, true] {
        let binary = mesh("binary.ply", ply(big)).unwrap();
        assert_eq!(binary.triangles, FACES);
        assert_eq!(binary.vertices[..3], text.vertices[..3]);
    }
}

#[test]
fn bytes_begin_after_the_last_header_line_with_any_line_end() {
    for (big, format) in [(false, "binary_little_endian"), (true, "binary_big_endian")] {
        let header = ply_header(format);
        let mut data = ply(big)[header.len()..].to_vec();
        // The first number begins with what could be taken for the end of a line.
        data[..4].copy_from_slice(b"\n\0\0\0");
        let good = mesh("ends.ply", [header.as_bytes(), &data].concat()).unwrap();
        assert_eq!(good.triangles, FACES);
        for end in ["\r\n", "\r"] {
            let bytes = [header.replace('\n', end).as_bytes(), &data].concat();
            assert_eq!(mesh("ends.ply", bytes).unwrap(), good, "{end:?}");
        }
    }
}

#[test]
fn faces_may_come_first_have_more_corners_and_be_named_vertex_index() {
    let text = "ply\r\nformat ascii 1.0\r\nobj_info \r\nelement thing 1\r\nproperty int a\r\nelement face 2\r\n\
                property list uint8 uint16 vertex_index\r\nelement vertex 4\r\nproperty float64 z\r\n\
                property float64 y\r\nproperty float64 x\r\nend_header\r\n7\r\n4 0 1 2 3\r\n2 0 1\r\n\r\n\
                1 2 3\r\n0 0 1\r\n0 1 0\r\n1e-3 0 0\r\n\r\n";
    let mesh = mesh("first.ply", text).unwrap();
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(mesh.vertices[0], dvec3(3., 2., 1.));
}

#[test]
fn faces_without_triangles_are_counted() {
    let faces = "0 2 0 1 0\n0 3 0 1 2 0\n0 0 0\n0 1 3 0\n";
    let text = scene("short.ply", ply_header("ascii") + VERTICES + faces).unwrap();
    assert_eq!((text.short_faces, text.triangle_count()), (3, 1));
    // The first face's list of corners is one shorter, and the list that follows holds what is left.
    let mut bytes = ply(false);
    let face = ply_header("binary_little_endian").len() + 52;
    bytes[face + 1] = 2;
    bytes[face + 10] = 2;
    let binary = scene("short.ply", bytes).unwrap();
    assert_eq!((binary.short_faces, binary.triangle_count()), (1, 3));
}

#[test]
fn errors_are_reported_with_their_position() {
    let good = ply_header("ascii") + VERTICES + "0 3 0 1 2 0\n0 3 0 1 3 0\n0 3 0 2 3 0\n0 3 1 2 3 0\n";
    for (from, to, expected) in [
        ("ply\n", "plx\n", "bad.ply:1: a PLY file begins with the line 'ply'"),
        (
            "ascii",
            "utf8",
            "bad.ply:2: format must be ascii, binary_little_endian or binary_big_endian, got 'utf8'",
        ),
        ("ascii 1.0", "ascii 2.0", "bad.ply:2: the version of the format must be 1.0, got '2.0'"),
        ("format ascii 1.0\n", "", "bad.ply:12: the header has no line 'format'"),
        ("vertex 4", "vertex many", "bad.ply:4: element vertex needs a count"),
        ("vertex 4", "vertex 99999999999999999999", "bad.ply:4: element vertex needs a count"),
        ("vertex 4", "vertex 10000000000000000000", "bad.ply:4: more than 4294967295 vertices"),
        ("vertex 4", "vertex 5", "bad.ply:18: vertex has more numbers than properties"),
        ("vertex 4", "vertex 3", "bad.ply:17: a list begins with its length, got '.1'"),
        ("face 4", "face 5", "bad.ply: face 4: the file ends here, but its header states 5"),
        ("face 4", "face 3", "bad.ply:21: data follows the last element that the header states"),
        ("float x", "float u", "bad.ply:13: element vertex must have one property x, a number"),
        ("float x", "long x", "bad.ply:5: a number type such as float or uchar must stand here, got 'long'"),
        ("uchar int", "float int", "bad.ply:11: the length of a list must be of a whole number type"),
        (
            "vertex_indices",
            "corners",
            "bad.ply:13: element face must have one property vertex_indices, a list of whole numbers",
        ),
        ("element vertex", "element point", "bad.ply:13: the header has no element vertex"),
        ("element face", "element vertex", "bad.ply:9: the header has element vertex twice"),
        ("property uchar red", "prop uchar red", "bad.ply:8: the header has an unknown line 'prop'"),
        ("end_header", "", "bad.ply:14: the header has an unknown line '0'"),
        ("1 0. 0 2", "1 nan 0 2", "bad.ply:15: y must be finite, got NaN"),
        ("1 0. 0 2", "1 0. 0", "bad.ply:15: vertex has too few numbers"),
        ("0 3 0 1 3", "0 3 0 1 4", "bad.ply:19: face refers to vertex 4 (numbered from 0), but there are 4"),
        (
            "0 3 0 1 3",
            "0 3 0 1 -1",
            "bad.ply:19: face refers to vertex -1 (numbered from 0), but there are 4",
        ),
        ("0 3 0 1 3", "0 3 0 1 x", "bad.ply:19: a face needs vertex numbers, got 'x'"),
        ("0 3 0 1 3", "0 300 0 1 3", "bad.ply:19: '300' is not a number of type uchar"),
        ("0 3 0 1 3", "0 -3 0 1 3", "bad.ply:19: a list begins with its length, got '-3'"),
    ] {
        let error = mesh("bad.ply", good.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error, expected);
    }
    let header = ply_header("binary_little_endian").len();
    let beyond = "refers to vertex 9 (numbered from 0), but there are 4";
    for (at, bytes, expected) in [
        (
            header,
            &f32::NEG_INFINITY.to_le_bytes()[..],
            "bad.ply: vertex 0: x must be finite, got -inf".to_owned(),
        ),
        (header + 52 + 2, &[9], format!("bad.ply: face 0: face {beyond}")),
        (header + 52 + 5, &[255], format!("bad.ply: face 0: face {}", beyond.replace('9', "-16777216"))),
    ] {
        let mut file = ply(false);
        file[at..at + bytes.len()].copy_from_slice(bytes);
        assert_eq!(mesh("bad.ply", file).unwrap_err(), expected);
    }
    let more = [ply(true), b"\n\0more".to_vec()].concat();
    let error = mesh("bad.ply", more).unwrap_err();
    assert_eq!(error, "bad.ply: data follows the last element that the header states");
}

/// A PLY file of four vertices whose triangles are strips, as text or binary.
fn strips(format: &str, list: &str, strips: &[&[i32]]) -> Vec<u8> {
    let number = |x: f32| match format {
        "binary_big_endian" => x.to_be_bytes(),
        _ => x.to_le_bytes(),
    };
    let mut file = format!(
        "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         element tristrips {}\nproperty list {list} vertex_indices\nend_header\n",
        strips.len()
    )
    .into_bytes();
    for corner in common::CORNERS {
        if format == "ascii" {
            file.extend(corner.map(|x| format!("{x} ")).concat().into_bytes());
            file.push(b'\n');
        } else {
            file.extend(corner.map(number).as_flattened());
        }
    }
    for strip in strips {
        let all = std::iter::once(i32::try_from(strip.len()).unwrap()).chain(strip.iter().copied());
        for number in all {
            file.extend(match format {
                "ascii" => format!("{number} ").into_bytes(),
                "binary_big_endian" => number.to_be_bytes().to_vec(),
                _ => number.to_le_bytes().to_vec(),
            });
        }
        if format == "ascii" {
            file.push(b'\n');
        }
    }
    file
}

#[test]
fn strips_become_triangles_of_one_orientation() {
    for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
        // The tetrahedron in one strip, and a restart that begins with a front again.
        let file = strips(format, "int int", &[&[0, 1, 3, 2, 0, 1, -1, 3, 1, 2], &[0, 1], &[]]);
        let scene = scene("strips.ply", file).unwrap();
        let triangles = [[0, 1, 3], [3, 1, 2], [3, 2, 0], [0, 2, 1], [3, 1, 2]];
        assert_eq!(scene.meshes[0].triangles, triangles, "{format}");
        let volume: f64 = scene.meshes[0].triangles[..4]
            .iter()
            .map(|t| t.map(|i| scene.meshes[0].vertices[i as usize]))
            .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
            .sum();
        assert_eq!(volume, 1.0 / 6.0);
        let error = mesh("strips.ply", strips(format, "int int", &[&[0, 1, 4]])).unwrap_err();
        assert!(error.contains("face refers to vertex 4 (numbered from 0), but there are 4"), "{error}");
        let error = mesh("strips.ply", strips(format, "int int", &[&[0, 1, -2]])).unwrap_err();
        assert!(error.contains("face refers to vertex -2"), "{error}");
    }
    let error = mesh("strips.ply", strips("ascii", "int float", &[&[0, 1, 2]])).unwrap_err();
    let what = "element tristrips must have one property vertex_indices, a list of whole numbers";
    assert_eq!(error, format!("strips.ply:9: {what}"));
}

#[test]
fn faces_with_more_numbers_than_the_header_states_are_read_with_a_warning() {
    let faces = "0 3 0 1 2 0\n0 3 0 1 3 0 1\n0 3 0 2 3 2 .5 .5 7\n0 3 1 2 3 0\n";
    let scene = scene("longer.ply", ply_header("ascii") + VERTICES + faces).unwrap();
    assert_eq!(scene.triangle_count(), 4);
    let [warning] = &scene.warnings[..] else { panic!("one warning") };
    let text = "2 faces have more numbers than the header states: the rest of the line is ignored";
    assert_eq!((warning.kind.word(), warning.line, &warning.text[..]), ("numbers", Some(19), text));
}

#[test]
fn a_comment_without_the_keyword_is_a_warning() {
    let faces = FACES.map(|[a, b, c]| format!("0 3 {a} {b} {c} 0\n")).concat();
    let text = ply_header("ascii").replace("comment small", "Created by hand") + VERTICES + &faces;
    let scene = scene("created.ply", text).unwrap();
    let [warning] = &scene.warnings[..] else { panic!("one warning") };
    assert_eq!((warning.kind.word(), warning.line), ("header", Some(3)));
}

#[test]
fn lists_of_other_elements_are_passed_over() {
    let other = "element strip 2\nproperty list uchar float a\nproperty uchar b\nproperty list int short c\n";
    let header =
        |format: &str| ply_header(format).replace("element vertex", &format!("{other}element vertex"));
    let text = header("ascii") + "2 .5 1 7 0\n0 8 3 1 2 3\n" + VERTICES;
    let text = text + &FACES.map(|[a, b, c]| format!("0 3 {a} {b} {c} 0\n")).concat();
    assert_eq!(mesh("lists.ply", text).unwrap().triangles, FACES);
    for (format, big) in [("binary_little_endian", false), ("binary_big_endian", true)] {
        let plain = ply(big);
        let (old, data) = plain.split_at(ply_header(format).len());
        assert!(old.ends_with(b"end_header\n"));
        let short = |n: i16| if big { n.to_be_bytes() } else { n.to_le_bytes() };
        let long = |n: i32| if big { n.to_be_bytes() } else { n.to_le_bytes() };
        let mut file = header(format).into_bytes();
        file.extend([2, 9, 9, 9, 9, 9, 9, 9, 9, 7]);
        file.extend(long(0));
        file.extend([0, 8]);
        file.extend([long(2).to_vec(), short(1).to_vec(), short(2).to_vec()].concat());
        file.extend(data);
        assert_eq!(mesh("lists.ply", file).unwrap().triangles, FACES, "{format}");
    }
}

#[test]
fn errors_name_the_last_skipped_item() {
    let header = "ply\nformat binary_little_endian 1.0\nelement camera 5\nproperty int a\nproperty uchar b\nelement vertex 1\n\
                  property float x\nproperty float y\nproperty float z\nend_header\n";
    for (bytes, index) in [(0, 0), (4, 0), (5, 1), (19, 3), (24, 4)] {
        let error = mesh("cut.ply", [header.as_bytes(), &vec![b'A'; bytes]].concat()).unwrap_err();
        assert_eq!(error, format!("cut.ply: camera {index}: the file ends here, but its header states 5"));
    }
}
