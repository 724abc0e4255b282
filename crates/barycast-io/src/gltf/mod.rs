//! glTF 2.0: a JSON document with nodes and meshes, and buffers of numbers, in one file (GLB) or
//! several.
//!
//! The crate `gltf` is not used: it rounds node transforms to `f32`, can overflow for an empty
//! accessor or a GLB length below 12, copies the binary chunk, and rejects documents for faults in
//! images and animations that do not concern triangles. [glTF]

mod bytes;
mod json;
mod nodes;
mod pose;

use crate::precision::Stored;
use crate::scene::{MAX_VERTICES, file_name};
use crate::source::is_padding;
use crate::{Foreign, Mesh, Part, ReadError, Scene, UnreadablePart, Warning, WarningKind};
use bytes::{Buffers, Component};
use glam::{DAffine3, DVec3};
use json::{Asset, Document, Node, Primitive, Versioned};
use nodes::{Placed, Shown};
use pose::{Pose, Rest};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// Limits in bytes for the scene of a file: a constant, plus a multiple of the size of the file and
/// its buffers. Accessors may overlap and nodes may share meshes, so that a small file could
/// describe a scene of any size.
const MOST_BYTES: u64 = 1 << 28;
const MOST_BYTES_PER_BYTE: u64 = 64;

/// Reads the default scene, else the first scene, else all nodes. Each primitive is a mesh, and
/// each node that shows it a part; primitives with the same accessors share a mesh. Skins and morph
/// targets are in their rest pose. Points, lines, animations, textures and cameras are ignored.
/// Unreadable parts are appended to `unread` if it is given.
pub(crate) fn read(
    path: &Path,
    bytes: &[u8],
    unread: Option<&mut Vec<UnreadablePart>>,
) -> Result<Scene, ReadError> {
    if bytes.starts_with(b"glTF") {
        if bytes.get(4..8) == Some(&[1, 0, 0, 0]) {
            return Err(ReadError::Foreign { path: path.to_owned(), kind: Foreign::Gltf1 });
        }
        let (json, chunk) = chunks(bytes).map_err(|what| ReadError::content(path, what))?;
        let document = parse(path, json, |_, what| ReadError::content(path, format!("JSON chunk: {what}")))?;
        scene(path, &document, chunk, bytes.len(), unread)
    } else {
        let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let document = parse(path, json, |line, what| ReadError::line(path, line.max(1), what))?;
        scene(path, &document, None, bytes.len(), unread)
    }
}

/// Returns the JSON chunk and the binary chunk of a GLB file.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let (Some(version), Some(length)) = (number(4), number(8)) else {
        return Err("the file ends within its header of 12 bytes".to_owned());
    };
    if version != 2 {
        return Err(format!("GLB version {version} cannot be read, only 2"));
    }
    if length as usize > bytes.len() {
        return Err(format!("its header states {length} bytes, but the file has {}", bytes.len()));
    }
    let (mut at, end) = (12, length as usize);
    let mut next = || {
        let (length, kind) = (number(at)? as usize, number(at + 4)?);
        let chunk = bytes[..end].get(at + 8..)?.get(..length)?;
        at += 8 + length;
        Some((kind, chunk))
    };
    let Some((0x4E4F_534A, json)) = next() else {
        return Err("its first chunk must be JSON, complete".to_owned());
    };
    let mut binary = None;
    while let Some((kind, chunk)) = next() {
        if kind == 0x004E_4942 && binary.is_none() {
            binary = Some(chunk);
        }
    }
    if at < end {
        return Err(format!("the chunk at byte {at} is not complete"));
    }
    if !bytes[end..].iter().all(|byte| is_padding(*byte)) {
        return Err(format!("data follows the {length} bytes that its header states"));
    }
    Ok((json, binary))
}

/// Parses the document. An error contains its line.
fn parse<'a>(
    path: &Path,
    json: &'a [u8],
    wrong: impl Fn(usize, String) -> ReadError,
) -> Result<Document<'a>, ReadError> {
    let text = std::str::from_utf8(json).map_err(|error| {
        let before = &json[..error.valid_up_to()];
        wrong(1 + memchr::memchr_iter(b'\n', before).count(), "not UTF-8".to_owned())
    })?;
    let first_version = || ReadError::Foreign { path: path.to_owned(), kind: Foreign::Gltf1 };
    let other_version = |asset: &Asset| {
        let mut versions = [&asset.version, &asset.min_version].into_iter().filter_map(Value::as_str);
        let other = versions.find(|version| version.split('.').next() != Some("2"));
        other.map(|version| match version.split('.').next() {
            Some("0" | "1") => first_version(),
            _ => wrong(1, format!("glTF {version} cannot be read, only 2")),
        })
    };
    match serde_json::from_str::<Document<'_>>(text) {
        Ok(document) => match other_version(&document.asset) {
            Some(other) => Err(other),
            None if document.asset.version.is_string() => Ok(document),
            None => Err(wrong(1, "its asset must have a version, a text such as \"2.0\"".to_owned())),
        },
        // glTF 1.0 has other members.
        Err(error) => {
            let known = serde_json::from_str::<Versioned>(text).ok();
            let is_first = |known: &Versioned| known.nodes.is_object() || known.accessors.is_object();
            let other = known.and_then(|known| {
                if is_first(&known) { Some(first_version()) } else { other_version(&known.asset) }
            });
            Err(other.unwrap_or_else(|| wrong(error.line(), error.to_string())))
        }
    }
}

fn scene(
    path: &Path,
    document: &Document<'_>,
    chunk: Option<&[u8]>,
    size: usize,
    unread: Option<&mut Vec<UnreadablePart>>,
) -> Result<Scene, ReadError> {
    if let Some(name) = document.extensions_required.iter().find(|name| !is_harmless(name)) {
        return Err(ReadError::content(path, format!("it requires the unknown extension {name}")));
    }
    let buffers = Buffers::new(path, document, chunk);
    let mut reader = Reader {
        path,
        size,
        document,
        shared: shared_positions(document),
        made_bytes: 0,
        buffers,
        made: HashMap::new(),
        broken: HashMap::new(),
        first: None,
        worlds: if document.skins.is_empty() { Vec::new() } else { nodes::worlds(path, document)? },
        posed: Posed::default(),
        unread,
        named: nodes::named(document, &nodes::parents(path, document)?),
        scene: Scene { metres_per_unit: Some(1.0), ..Scene::default() },
    };
    let shown = nodes::shown(path, document, &mut |node, error| reader.pass_over(node, error))?;
    let Shown { placed, hidden } = shown;
    reader.scene.nodes = placed.iter().map(|node| node.parent).collect();
    let name = |placed: &Placed| document.nodes[placed.node].name.clone().unwrap_or_default();
    reader.scene.node_names = placed.iter().map(name).collect();
    for (number, Placed { node, world_from_node, .. }) in placed.into_iter().enumerate() {
        if let Err(error) = reader.node(node, number, world_from_node) {
            reader.pass_over(node, error)?;
        }
    }
    if reader.scene.parts.is_empty() {
        if let Some(error) = reader.first {
            return Err(error);
        }
        let none = "no node of the scene shows any triangles";
        let what = match hidden {
            0 => none.to_owned(),
            _ => format!("{none}; nodes that are hidden by KHR_node_visibility: {hidden}"),
        };
        return Err(ReadError::content(path, what));
    }
    reader.scene.warnings = warnings(document, hidden, &reader.posed);
    Ok(reader.scene)
}

/// Returns warnings about unexpected choices: scenes, hidden nodes and poses.
fn warnings(document: &Document<'_>, hidden: usize, posed: &Posed) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |kind, text: String| warnings.push(Warning::new(kind, text));
    let parts = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 part {one}"),
        _ => format!("{count} parts {many}"),
    };
    if document.scenes.len() > 1 {
        let index = document.scene.unwrap_or(0);
        let name = document.scenes.get(index).and_then(|scene| scene.name.as_deref());
        let name = name.map(|name| format!(" {name:?}")).unwrap_or_default();
        let names = if document.scene.is_some() { "" } else { " and names no default" };
        let count = document.scenes.len();
        warn(WarningKind::Scenes, format!("the file has {count} scenes{names}: scene {index}{name} is read"));
    }
    if hidden > 0 {
        let nodes = if hidden == 1 { "1 node is".to_owned() } else { format!("{hidden} nodes are") };
        let text = format!("{nodes} skipped: hidden by the file (KHR_node_visibility)");
        warn(WarningKind::Hidden, text);
    }
    if posed.skinned > 0 {
        let stand = parts(posed.skinned, "stands", "stand");
        let weightless = match posed.weightless {
            0 => String::new(),
            count => format!("; vertices without weights follow their first joint: {count}"),
        };
        let text = format!("{stand} where the joints of a skin are at rest{weightless}");
        warn(WarningKind::Skin, text);
    }
    if posed.morphed > 0 {
        let text = parts(posed.morphed, "has", "have");
        warn(WarningKind::Morph, format!("{text} the default weights of morph targets"));
    }
    warnings
}

/// Tests whether a file that requires the extension is readable: it is supported, irrelevant for
/// triangles, or a compression that is reported where it occurs.
fn is_harmless(extension: &str) -> bool {
    let known = [
        "KHR_mesh_quantization",
        "EXT_mesh_gpu_instancing",
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_meshopt_compression",
        "KHR_node_visibility",
        "KHR_node_selectability",
        "KHR_node_hoverability",
        "KHR_interactivity",
        "EXT_mesh_features",
        "EXT_instance_features",
        "EXT_structural_metadata",
        "EXT_feature_metadata",
        "CESIUM_primitive_outline",
        "AGI_articulations",
        "AGI_stk_metadata",
        "MSFT_lod",
    ];
    let other = ["_materials_", "_texture_", "_lights_", "_animation_", "_audio", "_xmp", "_technique"];
    known.contains(&extension) || other.iter().any(|part| extension.contains(part))
}

/// Returns which accessors contain the positions of several primitives.
fn shared_positions(document: &Document<'_>) -> Vec<bool> {
    let mut uses: HashMap<usize, (Option<usize>, u32)> = HashMap::new();
    for primitive in document.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        if let Some(position) = primitive.attributes.position {
            let entry = uses.entry(position).or_insert((primitive.indices, 1));
            if entry.0 != primitive.indices {
                entry.1 = 2;
            }
        }
    }
    let is_shared = |index: usize| uses.get(&index).is_some_and(|(_, uses)| *uses > 1);
    (0..document.accessors.len()).map(is_shared).collect()
}

struct Reader<'a> {
    path: &'a Path,
    document: &'a Document<'a>,
    buffers: Buffers<'a>,
    /// Whether each accessor is shared.
    shared: Vec<bool>,
    /// Size of the file, and of the scene built from it, in bytes.
    size: usize,
    made_bytes: u64,
    /// Meshes; `None` for primitives without triangles.
    made: HashMap<Key, Option<Made>>,
    /// Errors of broken primitives that are skipped.
    broken: HashMap<Key, String>,
    /// The first of these errors.
    first: Option<ReadError>,
    /// Transform of each node to the scene, if there are skins.
    worlds: Vec<Option<DAffine3>>,
    posed: Posed,
    unread: Option<&'a mut Vec<UnreadablePart>>,
    /// The node after which the parts of each node are named.
    named: Vec<Option<usize>>,
    scene: Scene,
}

/// Number of posed parts.
#[derive(Default)]
struct Posed {
    skinned: usize,
    morphed: usize,
    /// Number of skinned vertices without weights.
    weightless: usize,
}

/// Identity of a mesh: primitives with equal keys share a mesh.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    position: usize,
    indices: Option<usize>,
    mode: u32,
    pose: Pose,
}

/// A mesh with its bounding box.
#[derive(Clone, Copy)]
struct Made {
    mesh: usize,
    bounds: [DVec3; 2],
}

impl Reader<'_> {
    /// Records a broken part in the list of unreadable parts, or fails without such a list.
    fn pass_over(&mut self, node: usize, error: ReadError) -> Result<(), ReadError> {
        let why = error.to_string();
        if self.unread.is_none() {
            return Err(error);
        }
        self.first.get_or_insert(error);
        self.list(node, why);
        Ok(())
    }

    fn list(&mut self, node: usize, why: String) {
        let name = self.name(node);
        let has_parts = self.document.nodes[node].mesh.is_some();
        if let Some(unread) = self.unread.as_mut().filter(|_| has_parts) {
            unread.push(UnreadablePart { name, why });
        }
    }

    /// Returns the name of the parts of a node: its own name; else that of the nearest named
    /// ancestor, such as the link of a robot, except roots, which name the scene; else that of its
    /// mesh or of the file.
    fn name(&self, node: usize) -> String {
        let nodes = &self.document.nodes;
        let mesh = nodes[node].mesh.and_then(|mesh| self.document.meshes.get(mesh)?.name.as_ref());
        let name = self.named[node].and_then(|named| nodes[named].name.as_ref());
        let name = name.or(mesh).filter(|name| !name.is_empty());
        name.map_or_else(|| file_name(self.path), Clone::clone)
    }

    /// Adds the parts of a node, which has this number in the scene.
    fn node(&mut self, index: usize, number: usize, world_from_node: DAffine3) -> Result<(), ReadError> {
        let node = &self.document.nodes[index];
        let Some(mesh_index) = node.mesh else { return Ok(()) };
        let wrong = |what: String| ReadError::item(self.path, nodes::title(self.document, index), what);
        let mesh = self.document.meshes.get(mesh_index);
        let mesh = mesh.ok_or_else(|| wrong(format!("there is no mesh {mesh_index}")))?;
        let places = self.instances(node, &wrong)?;
        let name = self.name(index);
        // Each of several instances is a separate node.
        let before = self.scene.nodes.len();
        if node.extensions.as_ref().is_some_and(|extensions| extensions.instancing.is_some()) {
            self.scene.nodes.resize(before + places.len(), Some(number));
            let name = node.name.clone().unwrap_or_default();
            self.scene.node_names.resize(before + places.len(), name);
        }
        let is_instanced = self.scene.nodes.len() > before;
        for (which, primitive) in mesh.primitives.iter().enumerate() {
            let title = match &mesh.name {
                Some(name) => format!("mesh {mesh_index} {name:?}, primitive {which}"),
                None => format!("mesh {mesh_index}, primitive {which}"),
            };
            let Some(position) = primitive.attributes.position else { continue };
            let pose =
                Pose::of(node, mesh, primitive).map_err(|what| ReadError::item(self.path, &title[..], what));
            let pose = match pose {
                Ok(pose) => pose,
                Err(error) => {
                    self.pass_over(index, error)?;
                    continue;
                }
            };
            let key = Key { position, indices: primitive.indices, mode: primitive.mode.unwrap_or(4), pose };
            if let Some(why) = self.broken.get(&key).cloned() {
                self.list(index, why);
                continue;
            }
            let made = match self.primitive(&key, primitive, mesh.name.as_deref(), &title) {
                Ok(Some(made)) => made,
                Ok(None) => continue,
                Err(error) => {
                    let why = error.to_string();
                    self.pass_over(index, error)?;
                    self.broken.insert(key, why);
                    continue;
                }
            };
            let has_skin = key.pose.has_skin();
            self.posed.skinned += usize::from(has_skin);
            self.posed.morphed += if key.pose.has_targets() { places.len() } else { 0 };
            // Joints determine the placement of a skin.
            let once = if has_skin { places.len().min(1) } else { places.len() };
            for (instance, node_from_mesh) in places[..once].iter().enumerate() {
                let world_from_mesh =
                    if has_skin { DAffine3::IDENTITY } else { world_from_node * *node_from_mesh };
                let corner =
                    |i: usize| DVec3::from_array([0, 1, 2].map(|axis| made.bounds[i >> axis & 1][axis]));
                if !(0..8).all(|i| world_from_mesh.transform_point3(corner(i)).is_finite()) {
                    let what = "its placement is beyond the range of f64".to_owned();
                    return Err(ReadError::item(self.path, nodes::title(self.document, index), what));
                }
                self.made_bytes += (size_of::<Part>() + name.len()) as u64;
                self.affordable(self.made_bytes).map_err(wrong)?;
                self.scene.parts.push(Part {
                    name: name.clone(),
                    mesh: made.mesh,
                    world_from_mesh,
                    color: self.color(primitive),
                    node: Some(if is_instanced { before + instance } else { number }),
                });
            }
        }
        Ok(())
    }

    /// Returns the placements of a node's mesh: the identity, or those of
    /// `EXT_mesh_gpu_instancing`.
    fn instances(
        &self,
        node: &Node,
        wrong: &dyn Fn(String) -> ReadError,
    ) -> Result<Vec<DAffine3>, ReadError> {
        let instancing = node.extensions.as_ref().and_then(|extensions| extensions.instancing.as_ref());
        let Some(attributes) = instancing.map(|instancing| &instancing.attributes) else {
            return Ok(vec![DAffine3::IDENTITY]);
        };
        let vec3 = |index: Option<usize>| index.map(|i| self.buffers.values::<3>(i, "VEC3")).transpose();
        let (translations, scales) = (vec3(attributes.translation)?, vec3(attributes.scale)?);
        let rotations = attributes.rotation.map(|i| self.buffers.values::<4>(i, "VEC4")).transpose()?;
        let counts = [
            translations.as_ref().map(|values| values.count),
            rotations.as_ref().map(|values| values.count),
            scales.as_ref().map(|values| values.count),
        ];
        let mut counts = counts.into_iter().flatten();
        let count = counts.next().unwrap_or(0);
        if counts.any(|other| other != count) {
            return Err(wrong("the attributes of its instances differ in number".to_owned()));
        }
        let place = |i: usize| {
            let at = nodes::trs(
                translations.as_ref().map(|values| values.get(i)),
                rotations.as_ref().map(|values| values.get(i)),
                scales.as_ref().map(|values| values.get(i)),
            );
            match at {
                Ok(place) if place.is_finite() => Ok(place),
                Ok(_) => Err(wrong(format!("the placement of instance {i} must be finite"))),
                Err(what) => Err(wrong(format!("instance {i}: {what}"))),
            }
        };
        (0..count).map(place).collect()
    }

    /// Fails if a scene of this size is out of proportion to the file.
    fn affordable(&self, bytes: u64) -> Result<(), String> {
        let file = self.size as u64 + self.buffers.loaded();
        if bytes > MOST_BYTES.saturating_add(MOST_BYTES_PER_BYTE.saturating_mul(file)) {
            return Err(format!(
                "a file of {file} bytes describes a scene of more than {MOST_BYTES_PER_BYTE} times as many"
            ));
        }
        Ok(())
    }

    /// Returns the base colour of the file, if it has one.
    fn color(&self, primitive: &Primitive) -> Option<[f32; 4]> {
        let material = self.document.materials.get(primitive.material?)?;
        material.pbr_metallic_roughness.as_ref()?.base_color_factor
    }

    /// Returns the mesh of a primitive, or `None` if it has no triangles.
    fn primitive(
        &mut self,
        key: &Key,
        primitive: &Primitive,
        name: Option<&str>,
        title: &str,
    ) -> Result<Option<Made>, ReadError> {
        let &Key { position, mode, .. } = key;
        if let Some(made) = self.made.get(key) {
            return Ok(*made);
        }
        let wrong = |what: String| ReadError::item(self.path, title, what);
        let made = match mode {
            0..=3 => None,
            4..=6 => {
                let draco = "KHR_draco_mesh_compression";
                let required = self.document.extensions_required.iter().any(|name| name == draco);
                let has_draco = primitive.extensions.as_ref().is_some_and(|e| e.draco.is_some());
                if has_draco && (required || !self.buffers.is_stored(position)) {
                    let (path, extension) = (self.path.to_owned(), draco.to_owned());
                    return Err(ReadError::Compressed { path, extension });
                }
                self.mesh(key, title)?
            }
            mode => return Err(wrong(format!("mode {mode} is unknown"))),
        };
        let made = made.map(|mut mesh| {
            mesh.name = name.map_or_else(|| file_name(self.path), str::to_owned);
            let (low, high) = mesh
                .vertices
                .iter()
                .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
            self.scene.meshes.push(mesh);
            Made { mesh: self.scene.meshes.len() - 1, bounds: [low, high] }
        });
        self.made.insert(key.clone(), made);
        Ok(made)
    }

    fn mesh(&mut self, key: &Key, title: &str) -> Result<Option<Mesh>, ReadError> {
        let &Key { position, indices, mode, ref pose } = key;
        let wrong = |what: String| ReadError::item(self.path, title, what);
        let positions = self.buffers.values::<3>(position, "VEC3")?;
        if positions.component == Component::U32 {
            return Err(wrong("positions cannot be 32-bit integers".to_owned()));
        }
        if positions.count > MAX_VERTICES {
            return Err(wrong(format!("more than {MAX_VERTICES} vertices")));
        }
        let indices = indices.map(|index| self.buffers.values::<1>(index, "SCALAR")).transpose()?;
        let count = indices.as_ref().map_or(positions.count, |indices| indices.count);
        let is_shared = self.shared.get(position).copied().unwrap_or(false);
        if let Some(indices) = &indices
            && !matches!(indices.component, Component::U8 | Component::U16 | Component::U32)
        {
            return Err(wrong("indices must be unsigned integers".to_owned()));
        }
        let triangle_count = if mode == 4 { count / 3 } else { count.saturating_sub(2) };
        let vertex_count = if is_shared { positions.count.min(count) } else { positions.count };
        let bytes = (size_of::<DVec3>() * vertex_count)
            .saturating_mul(1 + pose.cost())
            .saturating_add(size_of::<[u32; 3]>() * triangle_count);
        self.made_bytes = self.made_bytes.saturating_add(bytes as u64);
        self.affordable(self.made_bytes).map_err(wrong)?;
        let at = |i: usize| indices.as_ref().map_or(i as u32, |indices| indices.get(i)[0] as u32);
        let mut triangles: Vec<[u32; 3]> = match mode {
            4 if count % 3 != 0 => return Err(wrong(format!("{count} corners are not a multiple of 3"))),
            4 => (0..count / 3).map(|i| [at(3 * i), at(3 * i + 1), at(3 * i + 2)]).collect(),
            5 => (2..count).map(|i| [at(i - 2), at(i - 1 + i % 2), at(i - i % 2)]).collect(),
            _ => (2..count).map(|i| [at(0), at(i - 1), at(i)]).collect(),
        };
        if triangles.is_empty() {
            return Ok(None);
        }
        let beyond = |vertex: &&u32| **vertex as usize >= positions.count;
        if let Some((index, vertex)) =
            triangles.iter().enumerate().find_map(|(i, triangle)| Some((i, triangle.iter().find(beyond)?)))
        {
            let count = positions.count;
            return Err(wrong(format!(
                "triangle {index} refers to vertex {vertex} (numbered from 0), but there are {count}"
            )));
        }
        let used = is_shared.then(|| compact(&mut triangles));
        let count = used.as_ref().map_or(positions.count, Vec::len);
        let vertex = |i: usize| used.as_ref().map_or(i, |used| used[i] as usize);
        let mut vertices = Vec::with_capacity(count);
        let (mut weightless, mut largest) = (0, 0.0_f64);
        let rest =
            Rest { path: self.path, document: self.document, buffers: &self.buffers, worlds: &self.worlds };
        let mut posing = rest.posing(pose, positions.count)?;
        for i in (0..count).map(vertex) {
            let mut place = DVec3::from_array(positions.get(i));
            if let Some(posing) = &mut posing {
                largest = largest.max(place.abs().max_element());
                place = posing.place(i, place).map_err(&wrong)?;
            }
            if !place.is_finite() {
                let what = format!("vertex {i} must be finite, got {place}");
                return Err(ReadError::item(self.path, format!("accessor {position}"), what));
            }
            vertices.push(place);
        }
        let mut resolution = positions.stored().resolution(&vertices, &triangles);
        if let Some(posing) = &posing {
            let unposed = positions.stored().resolution_at(largest);
            resolution = Stored::Single.resolution(&vertices, &triangles).max(unposed * posing.stretch());
            weightless = posing.weightless;
        }
        self.posed.weightless += weightless;
        Ok(Some(Mesh { name: String::new(), vertices, triangles, resolution }))
    }
}

/// Replaces the indices of the triangles by positions in the returned ascending list of used
/// vertices.
fn compact(triangles: &mut [[u32; 3]]) -> Vec<u32> {
    let mut used: Vec<u32> = triangles.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    for vertex in triangles.iter_mut().flatten() {
        *vertex = used.binary_search(vertex).unwrap_or_default() as u32;
    }
    used
}
