//! How far a coordinate may be from what its author had, of every format.

mod common;

use barycast_io::{Mesh, write_glb_to};
use common::{glb, gltf, gltf_bytes, mesh, ply, ply_header, rich_glb, scene, stl, text_stl};
use glam::{DAffine3, DMat3, DVec3, dvec3};

/// Half the spacing of `f32` and of `f64` from 1 to 2.
const SINGLE: f64 = f32::EPSILON as f64 / 2.0;
const DOUBLE: f64 = f64::EPSILON / 2.0;

fn of(name: &str, content: impl AsRef<[u8]>) -> f64 {
    mesh(name, content).unwrap_or_else(|error| panic!("{error}")).resolution
}

/// A box at 450,000 in six decimals, as a survey writes it: its numbers fit `f32`.
fn survey() -> String {
    let corner = |i: u32| {
        let [x, y, z] = [0, 1, 2].map(|axis| f64::from(i >> axis & 1));
        format!("v {:.6} {:.6} {:.6}\n", 449_999.5 + x, 449_999.5 + y, z - 0.5)
    };
    (0..8).map(corner).collect::<String>() + "f 1 2 3\nf 4 6 8\n"
}

#[test]
fn text_has_half_a_unit_of_its_last_digit() {
    assert_eq!(of("survey.obj", survey()), 5e-7);
    let far = survey().replace("v 4499", "v 54499");
    // At 5.4e7 the sixth decimal is there.
    assert_eq!(of("far.obj", far), 5e-7);
    assert_eq!(of("survey.off", "OFF 3 1 0\n1.50000 0 0\n0 1.5 0\n0 0 1\n3 0 1 2"), 5e-6);
    assert_eq!(
        of(
            "survey.stl",
            text_stl().replace("vertex 1 0 0", "vertex 1.000000e+00 0 0").split("solid\n").next().unwrap()
        ),
        5e-7
    );
    let text = ply_header("ascii").replace("uchar int", "uint int");
    let rows = "0 0 0 1\n1.23456789 0 0 2\n0 1 0 3\n0 0 1 4\n3 0 1 2 0\n".replacen("3 0", "1 3 0", 1);
    assert_eq!(of("survey.ply", text.replace("face 4", "face 1") + &rows), 5e-9);
}

#[test]
fn text_of_few_digits_is_exact_and_none_is_finer_than_f64() {
    assert_eq!(of("cube.obj", "v 0.5 1 0\nv 1 0.25 0\nv 0 1 1\nf 1 2 3\n"), DOUBLE);
    assert_eq!(
        of("large.obj", "v 0.5 1 0\nv 1000000 0 0\nv 0 1 1\nf 1 2 3\n"),
        1e6_f64.next_up() / 2.0 - 5e5
    );
    assert_eq!(of("shortest.obj", format!("v {} 1 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n", 0.1 + 0.2)), DOUBLE);
    assert_eq!(of("cube.stl", text_stl().split("solid\n").next().unwrap()), DOUBLE);
}

#[test]
fn each_mesh_of_a_file_has_the_resolution_of_its_coordinates() {
    let text = "v 0.123456789012345678 0 0\nv 1 0 0\nv 0 1 0\nv 4096 0 0\no near\nf 1 2 3\no far\nf 2 3 4\n";
    let scene = scene("two.obj", text).unwrap();
    let resolutions: Vec<f64> = scene.meshes.iter().map(|mesh| mesh.resolution).collect();
    assert_eq!(resolutions, [DOUBLE, 4096.0 * DOUBLE]);
}

#[test]
fn binary_numbers_have_half_their_spacing_at_the_largest_coordinate() {
    assert_eq!(of("a.stl", stl("binary")), SINGLE);
    assert_eq!(of("a.ply", ply(false)), SINGLE);
    assert_eq!(of("b.ply", ply(true)), SINGLE);
    let mut double =
        ply_header("binary_little_endian").replace("property float", "property double").into_bytes();
    for row in ply(false)[ply_header("binary_little_endian").len()..][..52].chunks(13) {
        let (numbers, rest) = row.split_at(12);
        let number = |bytes: &[u8]| f64::from(f32::from_le_bytes(bytes.try_into().unwrap()));
        double.extend(numbers.chunks(4).flat_map(|bytes| number(bytes).to_le_bytes()));
        double.extend(rest);
    }
    double.extend(&ply(false)[ply_header("binary_little_endian").len() + 52..]);
    assert_eq!(of("c.ply", &double), DOUBLE);
    let whole = ply_header("binary_little_endian").replace("float x", "uchar x");
    let mut mixed = whole.into_bytes();
    for row in ply(false)[ply_header("binary_little_endian").len()..][..52].chunks(13) {
        mixed.push(f32::from_le_bytes(row[..4].try_into().unwrap()) as u8);
        mixed.extend(&row[4..]);
    }
    mixed.extend(&ply(false)[ply_header("binary_little_endian").len() + 52..]);
    assert_eq!(of("d.ply", &mixed), 0.5);
}

#[test]
fn gltf_has_the_resolution_of_its_accessors_in_mesh_coordinates() {
    let scene_of = |json: &str| scene("a.glb", glb(json, &gltf_bytes())).unwrap();
    let plain = scene_of(&gltf(""));
    assert_eq!(plain.meshes[0].resolution, SINGLE);
    // Both parts as one mesh: the larger is scaled by 2.
    assert_eq!(plain.into_mesh().unwrap().resolution, 2.0 * SINGLE);
    let rich = scene("rich.glb", rich_glb()).unwrap();
    let resolutions: Vec<f64> = rich.meshes.iter().map(|mesh| mesh.resolution).collect();
    assert_eq!(resolutions, [SINGLE, 0.5 / 32767.0]);
    // Not normalised: steps of 1. The words are of the same length, so that the file stays whole.
    let mut steps = rich_glb();
    let (from, to) = (br#""normalized":true"#, br#""normalized":false"#);
    let at = steps.windows(from.len()).position(|window| window == from).unwrap();
    let comma = steps[..at].iter().rposition(|byte| *byte == b' ').unwrap();
    steps.splice(at..at + from.len(), to.iter().copied());
    steps.remove(comma);
    assert_eq!(scene("steps.glb", steps).unwrap().meshes[1].resolution, 0.5);
}

#[test]
fn generated_scenes_are_exact_until_written_as_f32() {
    let vertices = vec![DVec3::ZERO, dvec3(3.0, 0.0, 0.0), DVec3::Y];
    let mesh = Mesh { vertices, triangles: vec![[0, 1, 2]], ..Mesh::default() };
    assert_eq!(mesh.resolution, 0.0);
    let part = barycast_io::Part {
        name: String::new(),
        mesh: 0,
        world_from_mesh: DAffine3::from_mat3(DMat3::from_diagonal(dvec3(1.0, -3.0, 1.0))),
        color: None,
        node: None,
    };
    let made = barycast_io::Scene { meshes: vec![mesh], parts: vec![part], ..Default::default() };
    let mut bytes = Vec::new();
    write_glb_to(&mut bytes, &made).unwrap();
    assert_eq!(made.into_mesh().unwrap().resolution, 0.0);
    let read = scene("made.glb", &bytes).unwrap();
    assert_eq!(read.meshes[0].resolution, 2.0 * SINGLE);
    assert_eq!(read.into_mesh().unwrap().resolution, 6.0 * SINGLE);
}
