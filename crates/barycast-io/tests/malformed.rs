//! Truncated, randomly changed, and inconsistent files give an error or a scene, and never a panic.

mod common;

use barycast_io::{READABLE, Scene, read};
use common::{folder, glb, gltf, gltf_bytes, good, ply_header, scene};

#[test]
fn errors_list_the_readable_formats() {
    let error = scene("part.step", "").unwrap_err();
    let what = "this is a CAD model with curved faces, which must be triangulated first";
    assert_eq!(error, format!("part.step: {what}; readable formats are {}", READABLE.join(", ")));
    let error = scene("part.abc", "text").unwrap_err();
    let what = ".abc is not a readable format, and neither is the content";
    assert_eq!(error, format!("part.abc: {what}; readable formats are {}", READABLE.join(", ")));
    let error = scene("part", "text").unwrap_err();
    assert!(error.starts_with("part: neither its name nor its content identifies its format;"), "{error}");
    for name in ["part", "part.obj", "part.stl", "part.ply", "part.off", "part.gltf", "part.glb"] {
        assert_eq!(scene(name, "").unwrap_err(), format!("{name}: the file is empty"));
    }
    let error = read("no/such/file.obj").unwrap_err();
    assert_eq!(error.to_string(), "cannot read no/such/file.obj");
    for extension in READABLE {
        let folder = folder().join(format!("folder{extension}"));
        std::fs::create_dir_all(&folder).unwrap();
        assert!(read(folder).unwrap_err().to_string().starts_with("cannot read"));
    }
}

/// Checks the invariants of a scene.
fn check(scene: &Scene) {
    assert!(!scene.parts.is_empty());
    for part in &scene.parts {
        let mesh = &scene.meshes[part.mesh];
        assert!(!mesh.triangles.is_empty());
        assert!(mesh.triangles.iter().flatten().all(|&vertex| (vertex as usize) < mesh.vertices.len()));
        assert!(mesh.vertices.iter().all(|v| part.world_from_mesh.transform_point3(*v).is_finite()));
    }
}

#[test]
fn valid_files_are_read_and_truncated_ones_only_if_complete() {
    for (name, bytes) in good() {
        let whole = scene(name, &bytes).unwrap_or_else(|error| panic!("{error}"));
        check(&whole);
        for length in 0..bytes.len() {
            match scene(name, &bytes[..length]) {
                Err(error) => assert!(error.contains(name), "{error}"),
                // Each line of an OBJ file, and each solid of an STL file, is complete in itself.
                Ok(cut) if name == "good.obj" || name == "text.stl" => check(&cut),
                Ok(cut) => assert_eq!(cut, whole, "{name}, {length} bytes"),
            }
        }
    }
}

/// A pseudo-random number generator, sufficient for changing bytes.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ (mixed >> 29)) as usize >> 8
}

#[test]
fn changed_bytes_are_an_error_or_another_scene() {
    let mut state = 2026;
    let special = b"0123456789.-+eE/\\ \n\r\t\0\x01\x7f\x80\xff{}[],:\"# vfognai";
    for (name, bytes) in good() {
        let mut read = 0;
        for _ in 0..20_000 {
            let mut changed = bytes.clone();
            for _ in 0..=next(&mut state) % 3 {
                let at = next(&mut state) % changed.len();
                match next(&mut state) % 5 {
                    0 => changed[at] ^= 1 << (next(&mut state) % 8),
                    1 => changed[at] = next(&mut state) as u8,
                    2 => drop(changed.remove(at)),
                    3 => changed.insert(at, special[next(&mut state) % special.len()]),
                    _ => changed[at] = special[next(&mut state) % special.len()],
                }
            }
            if let Ok(scene) = scene(name, &changed) {
                check(&scene);
                read += 1;
            }
        }
        assert!((100..19_900).contains(&read), "{name}: {read}");
    }
}

/// Returns the peak memory of this process if the system reports it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[test]
fn claims_of_huge_counts_fail_and_take_no_memory() {
    let mut stl = vec![b' '; 80];
    stl.extend(u32::MAX.to_le_bytes());
    stl.extend([0; 500]);
    let mut files = vec![("huge.stl", stl)];
    for count in ["1000000000", "4000000000", "1000000000000000000", "10000000000000000000"] {
        files.push(("huge.off", format!("OFF\n3 {count} 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n").into()));
        files.push(("huge.off", format!("OFF\n{count} 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n").into()));
        files.push(("huge.off", format!("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n{count} 0 1 2\n").into()));
        files.push(("huge.obj", format!("v 0 0 0\nf 1 1 {count}\n").into()));
        for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
            for element in ["vertex 4", "face 4", "none 0"] {
                let claim = format!("{} {count}", element.split(' ').next().unwrap_or_default());
                let header = ply_header(format).replace("element vertex", "element none 0\nelement vertex");
                let text = header.replace(element, &claim) + "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f 1 2";
                files.push(("huge.ply", text.clone().into()));
                files.push(("huge.ply", text.replace("uchar int", "uint int").into()));
            }
        }
        for from in [
            r#""count":4"#,
            r#""count":12"#,
            r#""byteLength":48"#,
            r#""byteLength":12"#,
            r#""byteLength":60"#,
        ] {
            let name = from.split_inclusive(':').next().unwrap_or_default();
            let json = gltf("").replacen(from, &format!("{name}{count}"), 1);
            files.push(("huge.glb", glb(&json, &gltf_bytes())));
        }
    }
    let none = gltf("").replace(r#""bufferView":0,"#, "");
    for count in [100_000, 4_000_000_000_u64] {
        let json = none.replacen(r#""count":4"#, &format!(r#""count":{count}"#), 1);
        files.push(("huge.glb", glb(&json, &gltf_bytes())));
    }
    // Many accessors over the same bytes.
    let accessors: Vec<_> = (0..20_000)
        .map(|i| {
            format!(
                r#"{{"bufferView":0,"byteOffset":{},"componentType":5121,"count":60000,"type":"SCALAR"}}"#,
                i % 7
            )
        })
        .collect();
    let primitives: Vec<_> = (0..20_000)
        .map(|i| format!(r#"{{"attributes":{{"POSITION":{}}},"indices":{i}}}"#, accessors.len()))
        .collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{}]}}],
        "accessors":[{},{{"bufferView":0,"componentType":5120,"count":5,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":60010}}],"buffers":[{{"byteLength":60010}}]}}"#,
        primitives.join(","),
        accessors.join(",")
    );
    let overlapping = glb(&json, &vec![0; 60_012]);
    for (name, bytes) in &files {
        let error = scene(name, bytes).map(|_| String::from_utf8_lossy(bytes).into_owned());
        assert!(error.is_err(), "{error:?}");
    }
    assert!(peak().is_none_or(|kilobytes| kilobytes < 200_000), "{:?} kB", peak());
    let error = scene("overlapping.glb", overlapping).unwrap_err();
    assert!(error.ends_with("bytes describes a scene of more than 64 times as many"), "{error}");
}
