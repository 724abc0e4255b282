//! `barycast clash --baseline`: clashes across revisions of a model.

mod program;

use barycast_io::{Mesh, Part, Scene, write_glb};
use glam::{DAffine3, DVec3, dvec3};
use program::{folder, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A box of a model.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    /// Identity, whatever its name in the file.
    id: usize,
    name: String,
    low: DVec3,
    size: DVec3,
}

fn block(id: usize, name: &str, low: [f64; 3], size: [f64; 3]) -> Block {
    Block { id, name: name.to_owned(), low: low.into(), size: size.into() }
}

/// Tests whether the boxes share a point.
fn meet(a: &Block, b: &Block) -> bool {
    a.low.cmple(b.low + b.size).all() && b.low.cmple(a.low + a.size).all()
}

fn write(path: &Path, blocks: &[Block]) {
    let corner = |i: u32| dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let mesh = |block: &Block| Mesh {
        name: "box".to_owned(),
        vertices: (0..8).map(|i| block.low + corner(i) * block.size).collect(),
        triangles: [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
            .iter()
            .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
            .collect(),
        ..Mesh::default()
    };
    let part = |(mesh, block): (usize, &Block)| Part {
        name: block.name.clone(),
        mesh,
        world_from_mesh: DAffine3::IDENTITY,
        color: None,
        node: None,
    };
    let scene = Scene {
        meshes: blocks.iter().map(mesh).collect(),
        parts: blocks.iter().enumerate().map(part).collect(),
        metres_per_unit: Some(1.0),
        ..Scene::default()
    };
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_glb(path, &scene).unwrap();
}

fn report(folder: &Path, arguments: &[&str]) -> Value {
    let arguments = [&["clash", "--format", "json"], arguments].concat();
    let (_, stdout, error) = run(folder, &arguments);
    serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{error}"))
}

fn list<'a>(report: &'a Value, key: &str) -> &'a Vec<Value> {
    report[key].as_array().unwrap()
}

/// Returns the block ids of each clash with this status, given the blocks of the parts.
fn with_status(report: &Value, status: &str, blocks: &[&Block]) -> BTreeSet<[usize; 2]> {
    let id_of = ids(report, blocks);
    let clashes = list(report, "clashes").iter().filter(|clash| clash["status"] == status);
    clashes.map(|clash| pair(["a", "b"].map(|side| id_of[clash[side]["path"].as_str().unwrap()]))).collect()
}

fn pair([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// Returns the block ids by the paths of the parts.
fn ids(report: &Value, blocks: &[&Block]) -> BTreeMap<String, usize> {
    let paths = list(report, "parts").iter().map(|part| part["path"].as_str().unwrap().to_owned());
    paths.zip(blocks.iter().map(|block| block.id)).collect()
}

fn resolved(report: &Value, before: &Value, blocks: &[&Block]) -> BTreeSet<[usize; 2]> {
    let id_of = ids(before, blocks);
    let parts =
        list(report, "resolved").iter().map(|one| [0, 1].map(|i| id_of[one["parts"][i].as_str().unwrap()]));
    parts.map(pair).collect()
}

fn statuses(report: &Value) -> [usize; 3] {
    let of = |status: &str| list(report, "clashes").iter().filter(|clash| clash["status"] == status).count();
    [of("new"), of("persisting"), list(report, "resolved").len()]
}

fn meeting(blocks: &[&Block]) -> BTreeSet<[usize; 2]> {
    let pairs = (0..blocks.len()).flat_map(|i| (i + 1..blocks.len()).map(move |j| [i, j]));
    let pairs = pairs.filter(|[i, j]| meet(blocks[*i], blocks[*j]));
    pairs.map(|both| pair(both.map(|i| blocks[i].id))).collect()
}

#[test]
fn new_and_resolved_clashes_are_the_changed_ones_for_any_names() {
    let folder = folder("revisions-random");
    let mut random = fastrand::Rng::with_seed(21);
    let names = ["bolt", "bolt", "bolt", "plate", "0LV8YpJHz0mPBtLHdTqX9k", "beam"];
    let mut seen = [0; 3];
    for round in 0..25 {
        let count = random.usize(20..60);
        let mut places = BTreeSet::new();
        let mut models: [Vec<Block>; 2] = [Vec::new(), Vec::new()];
        for id in 0..count {
            let on_grid = [0; 3].map(|_| random.u32(0..40));
            if places.insert(on_grid) {
                let low = on_grid.map(|x| f64::from(x) / 8.0);
                let size = [[1.0, 1.0, 1.0], [0.5, 2.0, 0.5], [0.75, 0.25, 1.0]][random.usize(0..3)];
                models[random.usize(0..2)].push(block(id, names[random.usize(0..6)], low, size));
            }
        }
        if models.iter().any(Vec::is_empty) {
            continue;
        }
        let mut changed = models.clone();
        let mut added = Vec::new();
        for id in count..count + 4 {
            let low = [0; 3].map(|_| f64::from(random.u32(0..40)) / 8.0);
            added.push(block(id, "added", low, [0.5, 0.5, 1.5]));
        }
        for model in &mut changed {
            model.retain(|_| random.u32(0..12) > 0);
            for block in model.iter_mut() {
                match random.u32(0..12) {
                    // Less than half of the grid, so that no other block is nearer to the old
                    // place.
                    0 => block.low[random.usize(0..3)] += [1.0, -1.0][random.usize(0..2)] / 32.0,
                    // A GUID identifies a part and therefore stays.
                    1 if block.name != names[4] => names[random.usize(0..4)].clone_into(&mut block.name),
                    _ => {}
                }
            }
            model.extend(added.split_off(added.len() - 2));
            random.shuffle(model);
        }
        if changed.iter().any(Vec::is_empty) {
            continue;
        }
        let [x, y] = [["a/model.glb", "b/model.glb"], ["a/model.glb", "c/other.glb"]][random.usize(0..2)];
        let (first, second) = (folder.join(format!("{round}/1")), folder.join(format!("{round}/2")));
        for (path, blocks) in ["a/model.glb", "b/model.glb"].iter().zip(&models) {
            write(&first.join(path), blocks);
        }
        for (path, blocks) in [x, y].iter().zip(&changed) {
            write(&second.join(path), blocks);
        }
        let last = folder.join(format!("{round}/last.json"));
        let before = report(&first, &["a/model.glb", "b/model.glb"]);
        fs::write(&last, before.to_string()).unwrap();
        // Files in any order.
        let [was, is] =
            [&models, &changed].map(|models| -> Vec<&Block> { models.iter().flatten().collect() });
        let is_turned = random.bool();
        let (files, is_ordered) = if is_turned {
            ([y, x], changed[1].iter().chain(&changed[0]).collect())
        } else {
            ([x, y], is.clone())
        };
        let now = report(&second, &[files[0], files[1], "--baseline", last.to_str().unwrap()]);
        let (met, meet): (BTreeSet<_>, BTreeSet<_>) = (meeting(&was), meeting(&is));
        let expected =
            [meet.difference(&met), met.difference(&meet)].map(|set| set.copied().collect::<BTreeSet<_>>());
        let persisting: BTreeSet<_> = met.intersection(&meet).copied().collect();
        assert_eq!(with_status(&now, "new", &is_ordered), expected[0], "{round}: new");
        assert_eq!(with_status(&now, "persisting", &is_ordered), persisting, "{round}: persisting");
        assert_eq!(resolved(&now, &before, &was), expected[1], "{round}: resolved");
        assert!(list(&now, "not_compared").is_empty());
        let counts = [expected[0].len(), persisting.len(), expected[1].len()];
        seen = [0, 1, 2].map(|i| seen[i] + counts[i]);
        // Persisting clashes keep their ids, and all ids differ.
        let ids = |report: &Value| -> BTreeSet<String> {
            list(report, "clashes").iter().map(|clash| clash["id"].as_str().unwrap().to_owned()).collect()
        };
        let (before, now_ids) = (ids(&before), ids(&now));
        assert_eq!(now_ids.len(), list(&now, "clashes").len());
        assert!(now_ids.intersection(&before).count() >= persisting.len());
    }
    assert!(seen.iter().all(|count| *count > 30), "{seen:?}");
}

/// Builds a wall of bricks with the same name, each touching its neighbours.
fn wall() -> Vec<Block> {
    let brick = |i: usize| {
        let (column, row) = ((i % 24) as f64, (i / 24) as f64);
        block(i, "brick", [column, 0.0, row * 0.5], [1.0, 0.5, 0.5])
    };
    (0..288).map(brick).collect()
}

#[test]
fn deleting_one_of_several_parts_of_one_name_resolves_only_its_clashes() {
    let folder = folder("revisions-wall");
    let mut bricks = wall();
    write(&folder.join("wall.glb"), &bricks);
    let before = report(&folder, &["wall.glb"]);
    fs::write(folder.join("last.json"), before.to_string()).unwrap();
    assert_eq!(run(&folder, &["clash", "wall.glb", "-o", "last.ndjson"]).0, Some(1));
    let deleted = bricks.remove(130);
    let neighbours = bricks.iter().filter(|brick| meet(brick, &deleted)).count();
    assert_eq!(neighbours, 8);
    write(&folder.join("wall.glb"), &bricks);
    let all = list(&before, "clashes").len();
    for last in ["last.json", "last.ndjson"] {
        let arguments = ["wall.glb", "--baseline", last, "--fail-on", "new"];
        let now = report(&folder, &arguments);
        assert_eq!(statuses(&now), [0, all - 8, 8], "{last}");
        assert!(list(&now, "resolved").iter().all(|one| one["now"] == "gone"));
        assert_eq!(run(&folder, &[&["clash"], &arguments[..]].concat()).0, Some(0));
    }
    // One brick is moved out of the wall by less than its size, so that it clears the bricks above
    // and below.
    bricks[40].low += dvec3(0.0, 0.4, 0.0);
    write(&folder.join("wall.glb"), &bricks);
    let now = report(&folder, &["wall.glb", "--baseline", "last.json"]);
    assert_eq!(statuses(&now), [0, all - 8, 8]);
    bricks[40].low += dvec3(0.0, 0.3, 0.0);
    write(&folder.join("wall.glb"), &bricks);
    let now = report(&folder, &["wall.glb", "--baseline", "last.json"]);
    assert_eq!(statuses(&now), [0, all - 16, 16]);
    let of = |now_is: &str| list(&now, "resolved").iter().filter(|one| one["now"] == now_is).count();
    assert_eq!([of("gone"), of("clear")], [8, 8]);
}

#[test]
fn files_may_be_renamed_and_come_in_any_order() {
    let folder = folder("revisions-files");
    let arch = [block(0, "wall", [0.0; 3], [4.0, 0.25, 3.0]), block(1, "slab", [0.0; 3], [4.0, 4.0, 0.25])];
    let mep = [block(2, "wall", [1.0, -1.0, 1.0], [0.5, 3.0, 0.5]), block(3, "pipe", [2.0; 3], [0.5; 3])];
    write(&folder.join("arch/model.glb"), &arch);
    write(&folder.join("mep/model.glb"), &mep);
    let before = report(&folder, &["arch/model.glb", "mep/model.glb"]);
    fs::write(folder.join("last.json"), before.to_string()).unwrap();
    let ids = |report: &Value, of: &str| -> BTreeSet<String> {
        list(report, of).iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    assert!(list(&before, "clashes").len() >= 2);
    fs::rename(folder.join("arch/model.glb"), folder.join("arch/week 12.glb")).unwrap();
    fs::copy(folder.join("mep/model.glb"), folder.join("arch/model.glb")).unwrap();
    for files in [
        ["arch/week 12.glb", "mep/model.glb"],
        ["mep/model.glb", "arch/week 12.glb"],
        ["arch/model.glb", "arch/week 12.glb"],
    ] {
        // Ids are the same even without the baseline.
        let now = report(&folder, &files);
        assert_eq!(
            [ids(&now, "clashes"), ids(&now, "issues")],
            [ids(&before, "clashes"), ids(&before, "issues")]
        );
        let now = report(&folder, &[&files[..], &["--baseline", "last.json"]].concat());
        assert_eq!(statuses(&now), [0, list(&before, "clashes").len(), 0], "{files:?}");
    }
    // Two files of the same name are distinguished by their folders.
    let paths: Vec<&str> = list(&before, "parts").iter().map(|part| part["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["arch/model/wall", "arch/model/slab", "mep/model/wall", "mep/model/pipe"]);
    // A GUID identifies a part, whatever its place and shape.
    let guid = "1kTvXnbbzCWw8lcMd1dR4o";
    let one = block(0, guid, [0.0; 3], [1.0; 3]);
    let other = block(1, "rest", [0.5; 3], [1.0; 3]);
    write(&folder.join("g.glb"), &[one.clone(), other.clone()]);
    let before = report(&folder, &["g.glb"]);
    fs::write(folder.join("last.json"), before.to_string()).unwrap();
    assert_eq!(before["parts"][0]["guid"], guid);
    let moved = Block { low: dvec3(1.25, 1.0, 1.0), size: dvec3(9.0, 2.0, 1.0), ..one };
    let renamed = Block { name: format!("Wall [{guid}]"), ..moved };
    write(&folder.join("h.glb"), &[other, renamed]);
    let now = report(&folder, &["h.glb", "--baseline", "last.json"]);
    assert_eq!(statuses(&now), [0, 1, 0]);
    assert_eq!(ids(&now, "clashes"), ids(&before, "clashes"));
}

#[test]
fn resolved_clashes_state_their_present_class() {
    let folder = folder("revisions-now");
    let base = block(0, "base", [0.0; 3], [1.0; 3]);
    let at = |x: f64| [base.clone(), block(1, "other", [x, 0.0, 0.0], [1.0; 3])];
    write(&folder.join("m.glb"), &at(0.75));
    assert_eq!(run(&folder, &["clash", "m.glb", "--only", "hard", "-o", "last.json"]).0, Some(1));
    let of = |x: f64, more: &[&str], list_of: &str| {
        write(&folder.join("m.glb"), &at(x));
        let now = report(&folder, &[&["m.glb", "--baseline", "last.json"], more].concat());
        list(&now, list_of).iter().map(|one| one["now"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of(1.0, &["--only", "hard"], "resolved"), ["touching"]);
    assert_eq!(of(1.03125, &["--only", "hard", "--clearance", "50mm"], "resolved"), ["near"]);
    assert_eq!(of(1.03125, &["--only", "hard"], "resolved"), ["clear"]);
    assert_eq!(of(1.03125, &[], "resolved"), ["clear"]);
    // It is still there, or not compared.
    assert_eq!(of(0.75, &["--only", "touching"], "not_compared"), ["hard"]);
    assert_eq!(of(0.75, &["--only", "touching"], "resolved"), [""; 0]);
    assert_eq!(of(1.0, &["--only", "hard", "--ignore", "base", "other"], "not_compared"), ["not compared"]);
    // A listed clash persists and states its earlier class.
    write(&folder.join("m.glb"), &at(1.0));
    let now = report(&folder, &["m.glb", "--baseline", "last.json"]);
    let clash = &list(&now, "clashes")[0];
    assert_eq!([&clash["status"], &clash["class"], &clash["was"]], ["persisting", "touching", "hard"]);
    let (_, stdout, _) = run(&folder, &["clash", "m.glb", "--only", "hard", "--baseline", "last.json"]);
    assert!(stdout.contains("resolved (now touching): m/base and m/other, was hard"), "{stdout}");
    write(&folder.join("m.glb"), &at(1.0)[..1]);
    let now = report(&folder, &["m.glb", "--baseline", "last.json"]);
    assert_eq!(list(&now, "resolved")[0]["now"], "gone");
}

#[test]
fn reports_of_version_1_are_read() {
    let folder = folder("revisions-old");
    let blocks = [
        block(0, "a", [0.0; 3], [1.0; 3]),
        block(1, "b", [0.5; 3], [1.0; 3]),
        block(2, "b", [-0.75; 3], [1.0; 3]),
    ];
    write(&folder.join("m.glb"), &blocks);
    let side = |name: &str, path: &str| serde_json::json!({"path": path, "name": name, "file": "m.glb"});
    let clash = |id: &str, b: &str| {
        serde_json::json!({"id": id, "issue": id, "a": side("a", "m/a"), "b": side("b", b), "class": "hard", "distance": 0.0,
            "depth": 0.5})
    };
    let old = serde_json::json!({"version": 1, "unit": {"name": "m", "metres": 1.0, "assumed": false},
        "clashes": [clash("00000000000000aa", "m/b"), clash("00000000000000bb", "m/b#3")]});
    fs::write(folder.join("last.json"), old.to_string()).unwrap();
    let now = report(&folder, &["m.glb", "--baseline", "last.json"]);
    assert_eq!(statuses(&now), [1, 1, 1]);
    let persisting = list(&now, "clashes").iter().find(|clash| clash["status"] == "persisting").unwrap();
    assert_eq!(persisting["id"], "00000000000000aa");
    assert_eq!(persisting["issue"], "00000000000000aa");
    let kinds: Vec<&Value> = list(&now, "warnings").iter().map(|warning| &warning["kind"]).collect();
    assert_eq!(kinds, ["baseline"]);
    // The file has been renamed.
    fs::rename(folder.join("m.glb"), folder.join("n.glb")).unwrap();
    let now = report(&folder, &["n.glb", "--baseline", "last.json"]);
    assert_eq!(statuses(&now), [1, 1, 1]);
}
