//! OBJ files.

mod common;

use common::{mesh, scene};
use glam::dvec3;

const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.1\n";

#[test]
fn polygons_and_negative_numbers_become_triangles_and_the_files_numbers_stay() {
    let text = format!(
        "\u{feff}# \n{CORNERS}f 1 2 3 4\nvt 0 0\nv 9 9 9 1 0.5 0.5\nf -5/1 -4/1/2 -3//2 # end\nl 1 2\n"
    );
    let mesh = mesh("numbers.obj", text.replace('\n', "\r\n")).unwrap();
    assert_eq!(mesh.name, "numbers");
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
    assert_eq!(mesh.vertices.len(), 5);
    assert_eq!(mesh.vertices[3], dvec3(0., 1., 0.1));
}

#[test]
fn lines_may_be_continued_and_may_end_with_a_carriage_return() {
    let mesh = mesh("long.obj", "v 0 0 0\rv 1 \\\r\n0 \\\n0\rv 0 1 0\rf 1 2\\\r 3").unwrap();
    assert_eq!((mesh.triangles.len(), mesh.vertices[1]), (1, dvec3(1., 0., 0.)));
}

#[test]
fn a_comment_ends_with_its_line_and_a_name_need_not() {
    let text = format!(
        "{CORNERS}o C:\\\nparts # \\\n1\nf 1 2 3 # C:\\parts\\\nf 1 3 4\n# D:\\\nf 2 3 4 \\\n# \\\nf 2 3 1\nvn 0 0 1 # up\\\nf 1 2 \\\n4 # \\\nf 2 4 1\n \\\n \\\nf 1 4 2\n"
    );
    let mesh = mesh("comment.obj", text).unwrap();
    assert_eq!((mesh.name.as_str(), mesh.triangles.len()), ("C: parts #  1", 7));
}

#[test]
fn faces_without_triangles_are_counted() {
    let text = format!("{CORNERS}f 1 2\nf 1 2 3\nf # none\no more\nf 2\nf 2 3 4\n");
    let scene = scene("short.obj", text).unwrap();
    assert_eq!((scene.short_faces, scene.meshes.len(), scene.triangle_count()), (3, 2, 2));
}

#[test]
fn a_face_may_stand_before_its_vertices() {
    assert_eq!(mesh("ahead.obj", format!("f 1 2 3\n{CORNERS}")).unwrap().triangles, [[0, 1, 2]]);
    let error = mesh("ahead.obj", format!("f 1 2 3\nf 2 3 4\nf 3 4 5\nf 1 2 9\n{CORNERS}")).unwrap_err();
    assert_eq!(error, "ahead.obj:3: face refers to vertex 5, but the file has 4");
}

#[test]
fn each_object_is_a_part_with_the_vertices_that_it_names() {
    let text = format!(
        "{CORNERS}f 1 2 3\no Left wheel\ng ignored\nf 2 3 4\no empty\no right\nf 4 1 2\no Left wheel\nf 4 3 2\n"
    );
    let scene = scene("objects.obj", text).unwrap();
    let names: Vec<_> = scene.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["objects", "Left wheel", "right"]);
    let wheel = &scene.meshes[1];
    assert_eq!(wheel.triangles, [[0, 1, 2], [2, 1, 0]]);
    assert_eq!(wheel.vertices, [dvec3(1., 0., 0.), dvec3(1., 1., 0.), dvec3(0., 1., 0.1)]);
    assert_eq!(scene.triangle_count(), 4);
    let whole = scene.into_mesh().unwrap();
    assert_eq!((whole.vertices.len(), whole.triangles[3]), (9, [8, 6, 7]));
}

#[test]
fn groups_are_parts_if_there_are_no_objects() {
    let bytes = [CORNERS.as_bytes(), b"g caf\xe9\nf 1 2 3\ng b # 2\nusemtl red\nf 1 2 4\n"].concat();
    let scene = scene("groups.obj", bytes).unwrap();
    assert_eq!([&scene.parts[0].name, &scene.parts[1].name], ["caf\u{fffd}", "b # 2"]);
}

#[test]
fn errors_name_the_line() {
    for (faulty, expected) in [
        ("f 1 2 5\n", "broken.obj:5: face refers to vertex 5, but the file has 4"),
        ("f 1 2 0\n", "broken.obj:5: face refers to vertex 0: vertices are numbered from 1"),
        ("f 1 2 -5\n", "broken.obj:5: face refers to vertex -5, counted backward, but only 4 precede it"),
        ("f 1 2 x\n", "broken.obj:5: a face needs vertex numbers, got 'x'"),
        ("f 1 2/x 3\n", "broken.obj:5: a face needs vertex numbers, got '2/x'"),
        ("f 1/1/1/1 2 3\n", "broken.obj:5: a face needs vertex numbers, got '1/1/1/1'"),
        ("f 1//n 2 3\n", "broken.obj:5: a face needs vertex numbers, got '1//n'"),
        ("v 1 1 1 left\n", "broken.obj:5: only numbers may follow the coordinates of a vertex, got 'left'"),
        ("f 1 2 4294967298\n", "broken.obj:5: face refers to vertex 4294967298, but the file has 4"),
        (
            "f 1 2 99999999999999999999\n",
            "broken.obj:5: a face needs vertex numbers, got '99999999999999999999'",
        ),
        ("f 1 \\\n 2 x\n", "broken.obj:5: a face needs vertex numbers, got 'x'"),
        ("v 1 2 nan\nf 1 2 5\n", "broken.obj:5: z must be finite, got NaN"),
        ("v 1 inf 2\nf 1 2 5\n", "broken.obj:5: y must be finite, got inf"),
        ("v 1 1e999 2\n", "broken.obj:5: y must be finite, got inf"),
        ("v 1 2\nf 1 2 5\n", "broken.obj:5: a vertex needs three numbers, got 2"),
        ("v 1 two 3\n", "broken.obj:5: y must be a number, got 'two'"),
        ("v 1 \u{1b}[2J 3\n", "broken.obj:5: y must be a number, got '?[2J'"),
        ("", "broken.obj: no triangles (4 vertices)"),
        ("f\nf 1\nf 1 2\n", "broken.obj: no triangles (4 vertices; faces of fewer than three corners: 3)"),
        ("f 1 5\n", "broken.obj:5: face refers to vertex 5, but the file has 4"),
    ] {
        assert_eq!(mesh("broken.obj", format!("{CORNERS}{faulty}")).unwrap_err(), expected);
    }
}

#[test]
fn a_file_without_line_ends_is_not_buffered() {
    let error = mesh("endless.obj", "v".repeat(3 << 20)).unwrap_err();
    assert_eq!(error, "endless.obj:1: the line is longer than 1048576 bytes");
    let error = mesh("endless.obj", format!("\n{}", "v 0 \\\n".repeat(1 << 18))).unwrap_err();
    assert_eq!(error, "endless.obj:2: the line is longer than 1048576 bytes");
}
