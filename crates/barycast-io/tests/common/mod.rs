//! Small files in the tests' folder.

#![allow(dead_code, unreachable_pub)]

use barycast_io::{Mesh, Scene, read_bytes};
use std::path::PathBuf;

/// Returns the folder of this test binary's files, and creates it if it is missing.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Reads `content` as a file of that name; errors are text without the folder.
pub fn scene(name: &str, content: impl AsRef<[u8]>) -> Result<Scene, String> {
    let folder = folder();
    read_bytes(folder.join(name), content.as_ref()).map_err(|error| {
        let cause = std::error::Error::source(&error).map(|c| format!(": {c}")).unwrap_or_default();
        format!("{error}{cause}").replace(&format!("{}/", folder.display()), "")
    })
}

/// Reads a file that contains one mesh.
pub fn mesh(name: &str, content: impl AsRef<[u8]>) -> Result<Mesh, String> {
    scene(name, content).map(|scene| {
        assert_eq!((scene.meshes.len(), scene.parts.len()), (1, 1));
        scene.into_mesh().unwrap()
    })
}

/// Builds a GLB file of these two chunks.
pub fn glb(json: &str, binary: &[u8]) -> Vec<u8> {
    let mut binary = binary.to_vec();
    binary.resize(binary.len().next_multiple_of(4), 0);
    let json = json.to_owned() + &" ".repeat(json.len().next_multiple_of(4) - json.len());
    let length = |n: usize| (n as u32).to_le_bytes();
    let total = 28 + json.len() + binary.len();
    let parts: [&[u8]; 8] = [
        b"glTF\x02\0\0\0",
        &length(total),
        &length(json.len()),
        b"JSON",
        json.as_bytes(),
        &length(binary.len()),
        b"BIN\0",
        &binary,
    ];
    parts.concat()
}

/// Returns numbers as little-endian `f32`.
pub fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// Vertices and faces of a tetrahedron.
pub const CORNERS: [[f32; 3]; 4] = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
pub const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// Returns the header of a PLY file of the tetrahedron.
pub fn ply_header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment small\nelement vertex 4\nproperty float x\nproperty float y\n\
         property float z\nproperty uchar red\nelement face 4\nproperty uchar flag\n\
         property list uchar int vertex_indices\nproperty list uchar float uv\nend_header\n"
    )
}

/// Returns the tetrahedron as a binary PLY file.
pub fn ply(big: bool) -> Vec<u8> {
    let mut bytes = ply_header(if big { "binary_big_endian" } else { "binary_little_endian" }).into_bytes();
    for corner in CORNERS {
        for x in corner {
            bytes.extend(if big { x.to_be_bytes() } else { x.to_le_bytes() });
        }
        bytes.push(200);
    }
    for face in FACES {
        bytes.extend([7, 3]);
        for index in face {
            bytes.extend(if big { index.to_be_bytes() } else { index.to_le_bytes() });
        }
        bytes.extend([1, 9, 9, 9, 9]);
    }
    bytes
}

/// Returns the tetrahedron as triangle strips, after an element with lists.
pub fn strips_ply() -> Vec<u8> {
    let mut bytes = b"ply\nformat binary_little_endian 1.0\nelement other 2\nproperty list uchar short a\n\
        element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\n\
        property list int int vertex_indices\nend_header\n"
        .to_vec();
    bytes.extend([1, 7, 7, 0]);
    bytes.extend(floats(CORNERS.as_flattened()));
    bytes.extend([9, 0, 1, 3, 2, 0, 1, -1, 3, 1].iter().flat_map(|n: &i32| n.to_le_bytes()));
    bytes
}

/// Returns the tetrahedron as a binary STL file.
pub fn stl(header: &str) -> Vec<u8> {
    let mut bytes = format!("{header:80}").into_bytes();
    bytes.extend(4_u32.to_le_bytes());
    for face in FACES {
        bytes.extend([0; 12]);
        bytes.extend(face.iter().flat_map(|&vertex| floats(&CORNERS[vertex as usize])));
        bytes.extend([0; 2]);
    }
    bytes
}

/// Returns a facet of a text STL file.
pub fn facet(corners: [[f32; 3]; 3]) -> String {
    let [a, b, c] = corners.map(|[x, y, z]| format!("  vertex {x} {y} {z}\n"));
    format!("facet normal 0 0 0\n outer loop\n{a}{b}{c} endloop\nendfacet\n")
}

/// Returns two solids of a text STL file.
pub fn text_stl() -> String {
    let facets = FACES.map(|face| facet(face.map(|vertex| CORNERS[vertex as usize]))).concat();
    let other = facet([[5., 0., 0.], [6., 0., 0.], [5., 1., 0.]]);
    format!("solid one body\n{facets}endsolid one body\nsolid\n{other}endsolid")
}

/// Returns a document of two nodes that show one tetrahedron, with 48 bytes of positions and 12 of
/// indices in buffer 0.
pub fn gltf(uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"name":"top","translation":[1,2,3],"children":[1,2]}},
        {{"name":"left","mesh":0,"scale":[2,2,2]}},{{"mesh":0,"rotation":[0,0,1,0]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorFactor":[1,0.5,0.25,1]}}}}],
        "meshes":[{{"name":"body","primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":0}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":12}}],
        "buffers":[{{"byteLength":60{uri}}}]}}"#
    )
}

/// Returns the buffer of that document.
pub fn gltf_bytes() -> Vec<u8> {
    let mut bytes = floats(CORNERS.as_flattened());
    bytes.extend(FACES.as_flattened().iter().map(|&vertex| vertex as u8));
    bytes
}

/// The same buffer in base64.
pub const GLTF_BASE64: &str =
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID";

/// Returns a file with sparse positions, 16-bit normalised values, strips and instances, which the
/// plain document lacks.
pub fn rich_glb() -> Vec<u8> {
    let json = r#"{"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization","EXT_mesh_gpu_instancing"],
        "nodes":[{"mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 4,5,6,1]},
        {"mesh":1,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":3}}}}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":5}]},
        {"primitives":[{"attributes":{"POSITION":1},"mode":6},{"attributes":{"POSITION":1},"mode":0}]}],
        "accessors":[{"componentType":5126,"count":4,"type":"VEC3",
        "sparse":{"count":3,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}},
        {"bufferView":2,"componentType":5122,"normalized":true,"count":4,"type":"VEC3"},
        {"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
        {"bufferView":0,"byteOffset":12,"componentType":5126,"count":2,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":3},
        {"buffer":0,"byteOffset":40,"byteLength":32,"byteStride":8}],"buffers":[{"byteLength":72}]}"#;
    let mut binary = floats(&[1., 0., 0., 0., 1., 0., 0., 0., 1.]);
    binary.extend([1, 2, 3, 0]);
    for place in [[0, 0, 0, 0], [32767, 0, 0, 0], [0, -32768, 0, 0], [0, 0, 16384_i16, 0]] {
        binary.extend(place.iter().flat_map(|x| x.to_le_bytes()));
    }
    glb(json, &binary)
}

/// Returns a file with a skin of two joints, a weighted morph target, and a hidden node.
pub fn posed_glb() -> Vec<u8> {
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]},{"nodes":[3]}],
        "nodes":[{"mesh":0,"skin":0,"weights":[0.5]},{"translation":[1,2,3],"children":[2]},{"scale":[2,2,2]},
        {"mesh":0,"extensions":{"KHR_node_visibility":{"visible":false}}}],
        "skins":[{"joints":[1,2],"inverseBindMatrices":4}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"mode":5,
        "targets":[{"POSITION":1}]}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
        {"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
        {"bufferView":1,"componentType":5121,"count":4,"type":"VEC4"},
        {"bufferView":2,"componentType":5121,"normalized":true,"count":4,"type":"VEC4"},
        {"bufferView":3,"componentType":5126,"count":2,"type":"MAT4"}],
        "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":16},
        {"buffer":0,"byteOffset":64,"byteLength":16},{"buffer":0,"byteOffset":80,"byteLength":128}],
        "buffers":[{"byteLength":208}]}"#;
    let mut binary = floats(CORNERS.as_flattened());
    binary.extend([0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    binary.extend([255, 0, 0, 0, 100, 155, 0, 0, 255, 0, 0, 0, 1, 2, 3, 249]);
    for y in [0.0, -1.0] {
        binary.extend(floats(&[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., y, 0., 1.]));
    }
    glb(json, &binary)
}

/// Returns a small valid file of every kind.
pub fn good() -> Vec<(&'static str, Vec<u8>)> {
    let obj = "v 0 0 0\nv 1 0 0 # right\nvt 0 0\nv 0 1 0\no a\nf 1/1 2/1 3/1\nv 0 0 1e0\n\
               o b\ng x\nf -1 \\\n 2// 3//1\nusemtl m\nf 1 2 3 4\n";
    let vertices = "0 0 0 1\n1 0 0 2\n0 1 0 3\n0 0 1 4\n";
    let faces = FACES.map(|[a, b, c]| format!("0 3 {a} {b} {c} 1 .5\n")).concat();
    let off = "COFF # coloured\n4 2 0\n0 0 0 1 0 0 1\n1 0 0 1 0 0 1\n\n0 1 0 1 0 0 1\n0 0 1 1 0 0 1\n3 0 1 2\n4 0 1 2 3";
    let mut binary_off = b"COFF BINARY\n".to_vec();
    binary_off.extend([4, 2, 0].iter().flat_map(|count: &i32| count.to_be_bytes()));
    for corner in CORNERS {
        binary_off.extend(corner.iter().chain(&[1.0, 0.5, 0.0, 1.0]).flat_map(|x| x.to_be_bytes()));
    }
    binary_off.extend([3, 0, 1, 2, 1, 7, 4, 0, 1, 2, 3, 0].iter().flat_map(|n: &i32| n.to_be_bytes()));
    let words_off = "OFF 4\n2 0 0 0 0\n1 0 0 0\n1 0 0 0 1\n3\n0 1 2 1 0 0\n4 0 1\n2 3";
    vec![
        ("binary.off", binary_off),
        ("words.off", words_off.into()),
        ("good.obj", obj.into()),
        ("good.stl", stl("solid, binary all the same")),
        ("text.stl", text_stl().into()),
        ("text.ply", (ply_header("ascii") + vertices + &faces).into()),
        ("little.ply", ply(false)),
        ("big.ply", ply(true)),
        ("good.off", off.into()),
        (
            "good.gltf",
            gltf(&format!(r#","uri":"data:application/octet-stream;base64,{GLTF_BASE64}""#)).into(),
        ),
        ("good.glb", glb(&gltf(""), &gltf_bytes())),
        ("rich.glb", rich_glb()),
        ("posed.glb", posed_glb()),
        ("strips.ply", strips_ply()),
    ]
}
