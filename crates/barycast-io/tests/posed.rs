//! Rest poses of glTF documents: skins, morph targets, hidden nodes, and the choice among several
//! scenes.

mod common;

use barycast_io::{Scene, WarningKind};
use common::{CORNERS, FACES, floats, glb, gltf, gltf_bytes, scene};
use glam::{DAffine3, DMat4, DQuat, DVec3, dvec3};
use serde_json::{Value, json};

/// A document assembled member by member, with its buffer.
struct Made {
    document: Value,
    bytes: Vec<u8>,
}

impl Made {
    fn new() -> Self {
        let document =
            json!({"asset": {"version": "2.0"}, "buffers": [], "bufferViews": [], "accessors": []});
        Self { document, bytes: Vec::new() }
    }

    /// Adds an accessor of these bytes and returns its index.
    fn accessor(
        &mut self,
        kind: &str,
        component: u32,
        normalized: bool,
        count: usize,
        bytes: &[u8],
    ) -> usize {
        let views = self.document["bufferViews"].as_array_mut().unwrap();
        views.push(json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()}));
        let view = views.len() - 1;
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let accessors = self.document["accessors"].as_array_mut().unwrap();
        accessors.push(json!({"bufferView": view, "componentType": component, "normalized": normalized,
            "count": count, "type": kind}));
        accessors.len() - 1
    }

    fn floats(&mut self, kind: &str, numbers: &[f32]) -> usize {
        let size = match kind {
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        self.accessor(kind, 5126, false, numbers.len() / size, &floats(numbers))
    }

    fn scene(&self) -> Result<Scene, String> {
        let mut document = self.document.clone();
        document["buffers"] = json!([{"byteLength": self.bytes.len()}]);
        scene("posed.glb", glb(&document.to_string(), &self.bytes))
    }

    fn read(&self) -> Scene {
        self.scene().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Returns the positions of all vertices in the scene.
fn places(scene: &Scene) -> Vec<DVec3> {
    let all = |part: &barycast_io::Part| {
        let mesh = &scene.meshes[part.mesh];
        mesh.vertices.iter().map(|v| part.world_from_mesh.transform_point3(*v)).collect::<Vec<_>>()
    };
    scene.parts.iter().flat_map(all).collect()
}

fn texts(scene: &Scene) -> Vec<String> {
    scene.warnings.iter().map(|warning| format!("{}: {}", warning.kind.word(), warning.text)).collect()
}

/// Builds the tetrahedron skinned to two joints below a node at x = 10; the mesh's node is far
/// away.
fn two_joints() -> Made {
    let mut made = Made::new();
    let position = made.floats("VEC3", CORNERS.as_flattened());
    let joints = made.accessor("VEC4", 5121, false, 4, &[0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 9, 9]);
    let weights = [1., 0., 0., 0., 0.5, 0.5, 0., 0., 0., 1., 0., 0., 1., 0., 0., 0.];
    let weights = made.floats("VEC4", &weights);
    // The second joint was bound at y = 1.
    let identity = |y: f32| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., y, 0., 1.];
    let inverses = made.floats("MAT4", [identity(0.), identity(-1.)].as_flattened());
    made.document["skins"] = json!([{"inverseBindMatrices": inverses, "joints": [2, 3]}]);
    made.document["meshes"] = json!([{"primitives": [{"attributes":
        {"POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights}, "mode": 5}]}]);
    made.document["nodes"] = json!([
        {"children": [1], "translation": [100, 100, 100], "scale": [7, 7, 7]},
        {"mesh": 0, "skin": 0, "rotation": [0, 0, 1, 0]},
        {"translation": [10, 0, 0], "children": [3]},
        {"translation": [0, 2, 0], "scale": [3, 3, 3]}
    ]);
    made.document["scenes"] = json!([{"nodes": [0, 2]}]);
    made
}

#[test]
fn a_skin_places_vertices_by_its_joints_not_its_node() {
    let made = two_joints();
    let expected = vec![
        dvec3(10., 0., 0.),
        // Halfway from (11, 0, 0) to 3 (1, -1, 0) + (10, 2, 0).
        dvec3(12., -0.5, 0.),
        // 3 ((0, 1, 0) - (0, 1, 0)) + (10, 2, 0).
        dvec3(10., 2., 0.),
        // The first joint with a weight is the second one.
        dvec3(10., -1., 3.),
    ];
    let read = made.read();
    assert_eq!(places(&read), expected);
    assert_eq!(texts(&read), ["skin: 1 part stands where the joints of a skin are at rest"]);
    // Half the spacing of f32 from 8 to 16.
    assert_eq!(read.meshes[0].resolution, 8.0 * f64::from(f32::EPSILON) / 2.0);
    // Joints outside the scene have the same placements.
    let mut other = two_joints();
    other.document["scenes"] = json!([{"nodes": [0]}]);
    assert_eq!(places(&other.read()), expected);
    // Weights of one byte each, which need not sum to 1.
    let mut bytes = two_joints();
    let weights = [255, 0, 0, 0, 100, 100, 0, 0, 0, 200, 0, 0, 1, 0, 0, 0];
    let weights = bytes.accessor("VEC4", 5121, true, 4, &weights);
    bytes.document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    for (found, expected) in places(&bytes.read()).into_iter().zip(&expected) {
        assert!(found.distance(*expected) < 1e-14, "{found} {expected}");
    }
    // Without inverse matrices these are identities.
    let mut plain = two_joints();
    plain.document["skins"][0].as_object_mut().unwrap().remove("inverseBindMatrices");
    assert_eq!(places(&plain.read())[2], dvec3(10., 5., 0.));
    // A vertex without weights follows its first joint.
    let mut none = two_joints();
    let weights = none.floats("VEC4", &[0.0; 16]);
    none.document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    let read = none.read();
    assert_eq!(places(&read)[1], dvec3(11., 0., 0.));
    let text = "1 part stands where the joints of a skin are at rest; vertices without weights follow their first joint: 4";
    assert_eq!(texts(&read), [format!("skin: {text}")]);
}

#[test]
fn two_nodes_of_one_skin_are_one_mesh_and_one_without_it_another() {
    let mut made = two_joints();
    made.document["nodes"].as_array_mut().unwrap().extend([
        json!({"mesh": 0, "skin": 0, "translation": [5, 0, 0]}),
        json!({"mesh": 0, "translation": [5, 0, 0]}),
    ]);
    made.document["scenes"] = json!([{"nodes": [0, 2, 4, 5]}]);
    let read = made.read();
    assert_eq!(read.parts.iter().map(|part| part.mesh).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(places(&read)[..4], places(&read)[4..8]);
    assert_eq!(places(&read)[8], dvec3(5., 0., 0.));
}

#[test]
fn invalid_skins_are_reported_by_name() {
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut made = two_joints();
        change(&mut made.document);
        made.scene().unwrap_err().replace("posed.glb: ", "")
    };
    assert_eq!(wrong(&|d| d["nodes"][1]["skin"] = json!(7)), "skin 7: there is no such skin");
    assert_eq!(
        wrong(&|d| d["skins"][0]["joints"][1] = json!(9)),
        "skin 0: its joint 1, node 9, has no finite placement"
    );
    let attribute = |d: &mut Value, name: &str, to: usize| {
        d["meshes"][0]["primitives"][0]["attributes"][name] = json!(to);
    };
    assert_eq!(wrong(&|d| attribute(d, "JOINTS_0", 0)), "accessor 0: its type must be VEC4, got VEC3");
    assert_eq!(
        wrong(&|d| d["accessors"][1]["count"] = json!(3)),
        "accessor 1: it must have a value for each of 4 vertices, got 3"
    );
    let joint_9 = "mesh 0, primitive 0: vertex 3 refers to joint 9, but the skin has 2";
    let mut made = two_joints();
    let weights = made.floats("VEC4", &[0.25; 16]);
    attribute(&mut made.document, "WEIGHTS_0", weights);
    assert_eq!(made.scene().unwrap_err(), format!("posed.glb: {joint_9}"));
    let few = "skin 0: it has 2 joints, but 1 inverse bind matrices";
    assert_eq!(wrong(&|d| d["accessors"][3]["count"] = json!(1)), few);
    assert_eq!(
        wrong(&|d| (1..5).for_each(|i| {
            attribute(d, &format!("JOINTS_{i}"), 1);
            attribute(d, &format!("WEIGHTS_{i}"), 2);
        })),
        "mesh 0, primitive 0: more than 16 joints per vertex are not supported"
    );
}

/// Returns a pseudo-random number from -1 to 1.
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
}

/// Compares random joint trees, morph targets and weights with the sums of the specification in 4x4
/// matrices.
#[test]
fn any_pose_is_the_sum_of_the_specification() {
    let mut state = 7;
    for round in 0..100 {
        let mut made = Made::new();
        let mut next = || random(&mut state);
        let joint_count = 1 + round % 7;
        let sets = 1 + round % 3;
        let vertex_count = 5;
        let single = |x: f64| f64::from(x as f32);
        // A chain with branches, with placements that the document stores exactly.
        let mut nodes = vec![json!({"mesh": 0, "skin": 0, "translation": [next(), next(), next()]})];
        let mut worlds: Vec<DMat4> = Vec::new();
        for joint in 0..joint_count {
            let (t, s) = (dvec3(next(), next(), next()), dvec3(1.5 + next(), 1.5 + next(), 1.5 + next()));
            let q = DQuat::from_xyzw(next(), next(), next(), 1.5 + next());
            let parent = (next().abs() * joint as f64) as usize;
            nodes.push(json!({"translation": t.to_array(), "scale": s.to_array(), "rotation": q.to_array()}));
            let local = DMat4::from_scale_rotation_translation(s, q.normalize(), t);
            if joint == 0 {
                worlds.push(local);
            } else {
                let children = &mut nodes[1 + parent]["children"];
                if children.is_null() {
                    *children = json!([]);
                }
                children.as_array_mut().unwrap().push(json!(1 + joint));
                worlds.push(worlds[parent] * local);
            }
        }
        let inverses: Vec<DMat4> = (0..joint_count)
            .map(|_| {
                let affine = DAffine3::from_cols_array(&std::array::from_fn(|_| single(next())));
                DMat4::from(affine)
            })
            .collect();
        let numbers: Vec<f32> = inverses.iter().flat_map(|m| m.to_cols_array().map(|x| x as f32)).collect();
        let inverse_accessor = made.floats("MAT4", &numbers);
        let mut vectors = |made: &mut Made| {
            let vectors: Vec<DVec3> =
                (0..vertex_count).map(|_| dvec3(single(next()), single(next()), single(next()))).collect();
            let numbers: Vec<f32> = vectors.iter().flat_map(|v| v.to_array().map(|x| x as f32)).collect();
            (made.floats("VEC3", &numbers), vectors)
        };
        let (position, base) = vectors(&mut made);
        let targets: Vec<_> = (0..round % 4).map(|_| vectors(&mut made)).collect();
        let morph: Vec<f64> = targets.iter().map(|_| next()).collect();
        let mut attributes = json!({"POSITION": position});
        let mut influences = vec![Vec::new(); vertex_count];
        for set in 0..sets {
            let mut joints: Vec<u16> = Vec::new();
            let mut weights: Vec<f32> = Vec::new();
            for influence in &mut influences {
                for _ in 0..4 {
                    let joint = (next().abs() * joint_count as f64) as usize;
                    let weight = next().abs() as f32;
                    joints.push(joint as u16);
                    weights.push(weight);
                    influence.push((joint, f64::from(weight)));
                }
            }
            let bytes: Vec<u8> = joints.iter().flat_map(|j| j.to_le_bytes()).collect();
            attributes[format!("JOINTS_{set}")] =
                json!(made.accessor("VEC4", 5123, false, vertex_count, &bytes));
            attributes[format!("WEIGHTS_{set}")] = json!(made.floats("VEC4", &weights));
        }
        let joints: Vec<usize> = (1..=joint_count).collect();
        made.document["skins"] = json!([{"inverseBindMatrices": inverse_accessor, "joints": joints}]);
        let target_list: Vec<_> = targets.iter().map(|(accessor, _)| json!({"POSITION": accessor})).collect();
        let mut primitive = json!({"attributes": attributes, "mode": 5});
        if !target_list.is_empty() {
            primitive["targets"] = json!(target_list);
            nodes[0]["weights"] = json!(morph);
        }
        made.document["meshes"] = json!([{"primitives": [primitive], "weights": [9.0, 9.0, 9.0]}]);
        made.document["nodes"] = json!(nodes);
        let read = made.read();
        for (i, found) in places(&read).into_iter().enumerate() {
            let moved = targets.iter().zip(&morph).fold(base[i], |sum, ((_, d), m)| sum + d[i] * *m);
            let total: f64 = influences[i].iter().map(|(_, weight)| weight).sum();
            let blended = influences[i].iter().fold(DMat4::ZERO, |sum, (joint, weight)| {
                sum + worlds[*joint] * inverses[*joint] * (weight / total)
            });
            let expected = blended.transform_point3(moved);
            assert!(
                expected.distance(found) <= 1e-12 * (1.0 + expected.length()),
                "{round}: {expected} {found}"
            );
        }
    }
}

#[test]
fn morph_targets_have_their_default_weights_and_those_of_the_node_go_before() {
    let mut made = Made::new();
    let position = made.floats("VEC3", CORNERS.as_flattened());
    let up = made.floats("VEC3", [[0., 0., 2.]; 4].as_flattened());
    // Stored only where it is not 0.
    made.accessor("SCALAR", 5121, false, 1, &[1]);
    made.floats("VEC3", &[8., 0., 0.]);
    let accessors = made.document["accessors"].as_array_mut().unwrap();
    accessors.truncate(2);
    accessors.push(json!({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {"count": 1,
        "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 3}}}));
    let targets = json!([{"POSITION": up}, {"NORMAL": up}, {"POSITION": 2}]);
    made.document["meshes"] = json!([{"weights": [0.5, 1, 0],
        "primitives": [{"attributes": {"POSITION": position}, "mode": 5, "targets": targets}]}]);
    made.document["nodes"] = json!([
        {"mesh": 0},
        {"mesh": 0, "weights": [0, 0, 0.25]},
        {"mesh": 0, "weights": [0, 5, 0]},
        {"mesh": 0, "translation": [0, 0, 9]}
    ]);
    let read = made.read();
    assert_eq!(read.parts.iter().map(|part| part.mesh).collect::<Vec<_>>(), [0, 1, 2, 0]);
    let corners: Vec<DVec3> = CORNERS.map(|c| DVec3::from_array(c.map(f64::from))).to_vec();
    let (found, up) = (places(&read), dvec3(0., 0., 1.));
    assert_eq!(found[..4], corners.iter().map(|c| *c + up).collect::<Vec<_>>());
    assert_eq!(found[4..8], [corners[0], corners[1] + dvec3(2., 0., 0.), corners[2], corners[3]]);
    assert_eq!(found[8..12], corners);
    assert_eq!(texts(&read), ["morph: 3 parts have the default weights of morph targets"]);
    made.document["meshes"][0]["weights"] = Value::Null;
    assert_eq!(places(&made.read())[..4], corners);
}

/// Reads the plain document with changes, as GLB.
fn changed(changes: &[(&str, &str)]) -> Result<Scene, String> {
    let json = changes.iter().fold(gltf(""), |json, (from, to)| {
        assert!(json.contains(from), "{from}");
        json.replacen(from, to, 1)
    });
    scene("a.glb", glb(&json, &gltf_bytes()))
}

#[test]
fn hidden_nodes_are_left_out_with_all_below_them() {
    let hide = |visible: &str| format!(r#","extensions":{{"KHR_node_visibility":{{{visible}}}}}}}"#);
    let left = |visible: &str| {
        let to = format!("[2,2,2]{}", hide(visible));
        changed(&[
            ("[2,2,2]}", &to),
            (r#""scene":0"#, r#""scene":0,"extensionsRequired":["KHR_node_visibility"]"#),
        ])
    };
    let hidden = left(r#""visible":false"#).unwrap();
    assert_eq!(hidden.parts.iter().map(|part| &part.name[..]).collect::<Vec<_>>(), ["body"]);
    assert_eq!(hidden.warnings[0].kind, WarningKind::Hidden);
    assert_eq!(texts(&hidden), ["hidden: 1 node is skipped: hidden by the file (KHR_node_visibility)"]);
    for visible in [r#""visible":true"#, ""] {
        let shown = left(visible).unwrap();
        assert_eq!((shown.parts.len(), shown.warnings.len()), (2, 0));
    }
    let all = changed(&[("[1,2]}", &format!("[1,2]{}", hide(r#""visible":false"#)))]).unwrap_err();
    let none = "no node of the scene shows any triangles; nodes that are hidden by KHR_node_visibility: 2";
    assert_eq!(all, format!("a.glb: {none}"));
}

#[test]
fn the_default_or_first_of_several_scenes_is_read() {
    let scenes = r#""scenes":[{"nodes":[3]},{"name":"second","nodes":[0]}]"#;
    let nodes = (r#""rotation":[0,0,1,0]}"#, r#""rotation":[0,0,1,0]},{"name":"alone","mesh":0}"#);
    let old = r#""scene":0,"scenes":[{"nodes":[0]}]"#;
    let names = |scene: &Scene| scene.parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>();
    let first = changed(&[nodes, (old, scenes)]).unwrap();
    assert_eq!(names(&first), ["alone"]);
    assert_eq!(texts(&first), ["scenes: the file has 2 scenes and names no default: scene 0 is read"]);
    let second = changed(&[nodes, (old, &format!(r#""scene":1,{scenes}"#))]).unwrap();
    assert_eq!(names(&second), ["left", "body"]);
    assert_eq!(texts(&second), [r#"scenes: the file has 2 scenes: scene 1 "second" is read"#]);
    // A single scene is read without a default; without scenes, all roots are read.
    let one = changed(&[nodes, (old, r#""scenes":[{"nodes":[3]}]"#)]).unwrap();
    assert_eq!((names(&one), texts(&one)), (vec!["alone".to_owned()], vec![]));
    let none = changed(&[nodes, (&format!("{old},"), "")]).unwrap();
    assert_eq!(names(&none), ["left", "body", "alone"]);
    assert_eq!(FACES.len(), none.meshes[0].triangles.len());
}
