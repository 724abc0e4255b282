//! STL files.

mod common;

use common::{CORNERS, FACES, facet, floats, mesh, scene, stl, text_stl};

#[test]
fn text_and_binary_are_distinguished_by_content() {
    for name in ["plain", "solid but binary"] {
        let mesh = mesh("ball.stl", stl(name)).unwrap();
        assert_eq!((mesh.name.as_str(), mesh.vertices.len(), mesh.triangles.len()), ("ball", 4, 4));
        let place = |vertex: u32| mesh.vertices[vertex as usize].as_vec3().to_array();
        for (triangle, face) in mesh.triangles.iter().zip(FACES) {
            assert_eq!(triangle.map(place), face.map(|vertex| CORNERS[vertex as usize]));
        }
    }
    assert_eq!(scene("text.stl", text_stl().to_uppercase()).unwrap().parts.len(), 2);
    let cut = &stl("solid but binary")[..200];
    let error = mesh("ball.stl", cut).unwrap_err();
    assert_eq!(error, "ball.stl: facet 2: the file ends here, but its header states 4");
}

#[test]
fn each_solid_is_a_part_whose_corners_are_shared() {
    let scene = scene("solids.stl", text_stl().replace('\n', "\r\n")).unwrap();
    assert_eq!([&scene.parts[0].name, &scene.parts[1].name], ["one body", "solids"]);
    assert_eq!([scene.meshes[0].vertices.len(), scene.meshes[1].vertices.len()], [4, 3]);
    assert_eq!(scene.triangle_count(), 5);
}

#[test]
fn words_may_be_split_over_lines() {
    let expected = scene("a.stl", text_stl()).unwrap();
    let triangles = |scene: &barycast_io::Scene| {
        scene.meshes.iter().map(|mesh| (mesh.name.clone(), mesh.triangles.clone())).collect::<Vec<_>>()
    };
    let lines = text_stl();
    for text in [
        lines.replace("\n outer", " outer").replace("\nendfacet", " endfacet"),
        lines.replace("\n  vertex", " vertex").replace("outer loop", "outer\nloop"),
        lines.replace("\nfacet", " facet").replace("\n ", " ").replace("vertex ", "vertex\r\n"),
        lines.split("endsolid one").next().unwrap().replace('\n', " ")
            + "endsolid one body solid\n"
            + lines.split("\nsolid\n").nth(1).unwrap(),
        lines.replace(' ', "\n").replace("solid\none\nbody", "solid one body"),
    ] {
        let scene = scene("a.stl", &text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(triangles(&scene), triangles(&expected), "{text}");
        assert_eq!(scene.meshes[0].vertices, expected.meshes[0].vertices);
    }
    // A number too few is no next line's.
    let few = lines.replacen("vertex 1 0 0", "vertex 1 0", 1);
    assert_eq!(mesh("few.stl", few).unwrap_err(), "few.stl:6: a vertex needs three numbers, got 2");
}

#[test]
fn minus_0_is_0_and_the_next_number_is_another() {
    let next = f32::from_bits(1);
    let text = [
        facet([[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]]),
        facet([[-0., 0., -0.], [1., 0., 0.], [0., 1., next]]),
    ];
    assert_eq!(mesh("zero.stl", format!("solid\n{}endsolid\n", text.concat())).unwrap().vertices.len(), 4);
}

#[test]
fn degenerate_triangles_are_kept() {
    let text = format!("solid\n{}endsolid", facet([[1., 1., 1.]; 3]));
    assert_eq!(mesh("flat.stl", text).unwrap().triangles, [[0, 0, 0]]);
}

#[test]
fn errors_are_reported_with_their_position() {
    let good = text_stl();
    for (from, to, expected) in [
        ("vertex 0 0 0", "vertex 0 nan 0", "bad.stl:4: y must be finite, got NaN"),
        ("vertex 0 0 0", "vertex 0 0", "bad.stl:4: a vertex needs three numbers, got 2"),
        ("vertex 0 0 0", "vertex 0,0 0 0", "bad.stl:4: x must be a number, got '0,0'"),
        ("vertex 0 0 0", "", "bad.stl:7: a facet has three corners, got 2"),
        ("endloop", "vertex 1 1 1", "bad.stl:7: a facet has only three corners"),
        (" outer loop", " other loop", "bad.stl:3: 'other' is not expected here"),
        ("facet normal", "vertex", "bad.stl:2: 'vertex' is not expected here"),
        ("endsolid one", "solid one", "bad.stl:30: 'solid' is not expected here"),
    ] {
        let error = mesh("bad.stl", good.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error, expected);
    }
    let error = mesh("bad.stl", good.strip_suffix("endsolid").unwrap()).unwrap_err();
    assert_eq!(error, "bad.stl:38: the file ends within the solid 'bad'");
    let mut bytes = stl("");
    bytes[84 + 50 + 12..84 + 50 + 16].copy_from_slice(&floats(&[f32::NAN]));
    let error = mesh("bad.stl", &bytes).unwrap_err();
    assert_eq!(error, "bad.stl: facet 1: corner 0 must be finite, got [NaN, 0, 0]");
    let mut bytes = stl("");
    bytes[80] = 5;
    let error = mesh("bad.stl", &bytes).unwrap_err();
    assert_eq!(error, "bad.stl: facet 4: the file ends here, but its header states 5");
    let none = &[stl("")[..80].to_vec(), vec![0; 4]].concat();
    assert_eq!(mesh("bad.stl", none).unwrap_err(), "bad.stl: no triangles (0 vertices)");
    assert_eq!(mesh("bad.stl", "solid a\nendsolid a\n").unwrap_err(), "bad.stl: no triangles");
    let error = mesh("bad.stl", "nonsense").unwrap_err();
    assert_eq!(error, "bad.stl: neither text ('solid ...') nor binary STL (at least 84 bytes)");
}

#[test]
fn bytes_after_the_last_facet_and_a_count_of_0_are_warned_of() {
    let warned = |bytes: &[u8]| {
        let scene = scene("odd.stl", bytes).unwrap();
        let warnings = scene.warnings.iter().map(|w| format!("{}: {}", w.kind.word(), w.text)).collect();
        (scene.triangle_count(), warnings)
    };
    let more = |bytes: usize| [stl(""), vec![b'x'; bytes]].concat();
    let text = |text: &str| vec![text.to_owned()];
    for (bytes, expected) in [
        (more(0), (4, vec![])),
        (more(1), (4, text("trailing: 1 byte follows after the 4 facets that it states: ignored"))),
        ([stl(""), vec![0; 7]].concat(), (4, vec![])),
        (
            more(120),
            (
                4,
                text(
                    "trailing: 120 bytes follow after the 4 facets that it states, room for more facets: ignored",
                ),
            ),
        ),
    ] {
        assert_eq!(warned(&bytes), expected);
        assert_eq!(warned(&[stl("solid")[..80].to_vec(), bytes[80..].to_vec()].concat()), expected);
    }
    let mut uncounted = stl("solid, and no count");
    uncounted[80] = 0;
    let counts = "count: the header states 0 facets, but 4 follow: all are read";
    assert_eq!(warned(&uncounted), (4, text(counts)));
    uncounted.extend(b"end");
    let trailing = "trailing: 3 bytes follow after the 4 facets that it states: ignored";
    assert_eq!(warned(&uncounted), (4, vec![counts.to_owned(), trailing.to_owned()]));
    // A count too low: what is counted is read.
    let mut few = stl("");
    few[80] = 3;
    assert_eq!(warned(&few).0, 3);
    // The mark of UTF-8 text.
    let marked = [b"\xef\xbb\xbf".to_vec(), text_stl().into_bytes()].concat();
    assert_eq!(warned(&marked), (5, vec![]));
}

#[test]
fn other_content_is_rejected_and_long_names_are_truncated() {
    let neither = "neither.stl: neither text ('solid ...') nor binary STL (at least 84 bytes)";
    assert_eq!(mesh("neither.stl", "<html>not found</html>".repeat(9)).unwrap_err(), neither);
    let name = "very ".repeat(1000);
    let error = mesh("long.stl", format!("solid {name}\n")).unwrap_err();
    assert_eq!(error, format!("long.stl:1: the file ends within the solid '{}...'", &name[..40]));
}
