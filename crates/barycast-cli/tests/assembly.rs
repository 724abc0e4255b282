//! `barycast assembly`: the file and its known clashes.

mod program;

use program::{folder, json, run};
use serde_json::Value;

#[test]
fn an_assembly_has_parts_and_known_clashes() {
    let folder = folder("assembly");
    let arguments = ["assembly", "--parts", "300", "--seed", "4", "-o", "a.glb", "--truth", "a.json"];
    let report = json(&folder, &[&arguments[..], &["--format", "json"]].concat());
    let truth: Value = serde_json::from_slice(&std::fs::read(folder.join("a.json")).unwrap()).unwrap();
    let scene = barycast_io::read(folder.join("a.glb")).unwrap();
    assert_eq!(
        (report["parts"].as_u64(), scene.parts.len(), &truth["counts"]),
        (Some(300), 300, &report["known"])
    );
    assert_eq!(
        (report["meshes"].as_u64().unwrap() as usize, truth["unit"].as_str()),
        (scene.meshes.len(), Some("m"))
    );
    let clashes = truth["clashes"].as_array().unwrap();
    let of = |class: &str| clashes.iter().filter(|clash| clash["class"] == class).count();
    for class in ["duplicate", "enclosed", "hard", "touching", "near"] {
        assert_eq!(report["known"][class].as_u64(), Some(of(class) as u64), "{class}");
    }
    for clash in clashes {
        let part = |side: usize| clash["parts"][side].as_u64().unwrap() as usize;
        assert!(part(0) < part(1));
        assert_eq!(
            [0, 1].map(|side| clash["names"][side].as_str().unwrap()),
            [0, 1].map(|side| &*scene.parts[part(side)].name)
        );
        let has_depth = clash["class"] == "hard" || clash["class"] == "enclosed";
        assert_eq!(clash["depth"].is_f64(), has_depth, "{clash}");
    }
    // The same command gives the same bytes; an offset gives others.
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    run(&folder, &["assembly", "--parts", "300", "--seed", "4", "-o", "b.glb"]);
    assert_eq!(bytes("a.glb"), bytes("b.glb"));
    run(&folder, &["assembly", "--parts", "300", "--seed", "4", "-o", "c.glb", "--offset", "1000000,0,-5"]);
    let moved = barycast_io::read(folder.join("c.glb")).unwrap();
    let by = moved.parts[7].world_from_mesh.translation - scene.parts[7].world_from_mesh.translation;
    assert_eq!(by.round().to_array(), [1e6, 0.0, -5.0]);
}

#[test]
fn invalid_assemblies_are_errors() {
    let folder = folder("assembly-wrong");
    let (status, _, error) = run(&folder, &["assembly", "--parts", "10", "-o", "a.obj"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("assemblies are written as .glb"), "{error}");
    assert_eq!(run(&folder, &["assembly", "--parts", "0", "-o", "a.glb"]).0, Some(2));
    assert_eq!(run(&folder, &["assembly", "--parts", "5", "-o", "none/a.glb"]).0, Some(1));
}

#[test]
fn offsets_beyond_the_resolution_are_errors() {
    let folder = folder("assembly-refused");
    let arguments = ["assembly", "--parts", "10", "-o", "a.glb"];
    for more in [["--truth", "./a.glb"], ["--offset", "0,-5e9,0"], ["--offset", "1e300,0,0"]] {
        let (status, stdout, error) = run(&folder, &[&arguments[..], &more].concat());
        assert_eq!((status, stdout.as_str(), error.contains(more[0])), (Some(2), "", true), "{error}");
        assert!(!folder.join("a.glb").exists());
    }
    assert_eq!(run(&folder, &[&arguments[..], &["--offset", "4e9,-4e9,4e9"]].concat()).0, Some(0));
}
