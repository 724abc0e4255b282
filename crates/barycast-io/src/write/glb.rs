//! Writes a scene as one binary glTF 2.0 file. [glTF]
//!
//! ```text
//! header, 12 bytes | JSON chunk: nodes, materials, accessors | BIN chunk: positions and indices
//! per mesh
//! ```
//!
//! The header contains the length of everything after it. The JSON is therefore generated twice:
//! first to count its bytes, then to write them. Only a record for each mesh and each of its
//! colours is held in memory.

use super::WriteError;
use crate::{Mesh, Part, Scene};
use glam::{DAffine3, DVec3};
use serde::Serialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes the scene as a binary glTF 2.0 file (GLB): each used mesh once, a node with name and
/// placement for each part, a material for each colour. [`read`](crate::read) returns the parts in
/// the same order.
///
/// glTF stores positions as `f32`. Positions that are not `f32` numbers are written relative to the
/// centre of their mesh, so that they move by at most the mesh's size times 2^-24, wherever it
/// lies; that centre becomes part of the nodes' placements. Placements are written with all digits
/// of `f64`, which this crate reads back; many other programs round them to `f32`.
///
/// A scene with a unit of length gets a root node that scales to metres.
///
/// # Errors
/// If the file cannot be written; there is no part; a part has no mesh or a non-finite placement; a
/// mesh has no triangles, an invalid vertex index, or vertices beyond the range of `f32`; or the
/// file would reach 4 GiB, the limit of GLB.
#[doc(alias = "export")]
#[doc(alias = "save")]
#[doc(alias = "gltf")]
pub fn write_glb(path: impl AsRef<Path>, scene: &Scene) -> Result<(), WriteError> {
    let layout = Layout::of(scene)?;
    layout.write(scene, BufWriter::with_capacity(1 << 16, File::create(path)?))
}

/// Writes the scene to any writer.
///
/// # Errors
/// The same as for [`write_glb`].
pub fn write_glb_to(out: impl Write, scene: &Scene) -> Result<(), WriteError> {
    Layout::of(scene)?.write(scene, out)
}

/// The largest 16-bit index restarts strips and cannot be a vertex.
const MOST_SHORT: usize = 0xFFFF;

/// Layout of the file.
struct Layout {
    /// The used meshes, in their order.
    stored: Vec<Stored>,
    /// Index in `stored` of each mesh of the scene.
    stored_of: Vec<Option<usize>>,
    /// A glTF mesh for each combination of mesh and colour, as indices in `stored` and `colors`.
    shown: Vec<(usize, Option<usize>)>,
    shown_of: HashMap<(usize, Option<[u32; 4]>), usize>,
    colors: Vec<[f32; 4]>,
    /// Size of the BIN chunk.
    bytes: u64,
    metres_per_unit: Option<f64>,
}

/// A mesh in the BIN chunk.
struct Stored {
    mesh: usize,
    /// Origin of the written positions.
    origin: DVec3,
    /// Bounds of the written positions.
    bounds: [DVec3; 2],
    positions_at: u64,
    indices_at: u64,
}

impl Layout {
    fn of(scene: &Scene) -> Result<Self, WriteError> {
        let mut layout = Self {
            stored: Vec::new(),
            stored_of: vec![None; scene.meshes.len()],
            shown: Vec::new(),
            shown_of: HashMap::new(),
            colors: Vec::new(),
            bytes: 0,
            metres_per_unit: scene.metres_per_unit.filter(|length| *length != 1.0),
        };
        if scene.parts.is_empty() {
            return Err(WriteError::Content { what: "no part to write".to_owned() });
        }
        let mut is_shown = vec![false; scene.meshes.len()];
        for (index, part) in scene.parts.iter().enumerate() {
            let wrong = |what: &str| {
                let item = format!("part {index} {:?}", part.name);
                WriteError::Item { item, what: what.to_owned() }
            };
            *is_shown.get_mut(part.mesh).ok_or_else(|| wrong("its mesh does not exist"))? = true;
            if !part.world_from_mesh.is_finite() {
                return Err(wrong("its placement must be finite"));
            }
        }
        for (index, mesh) in scene.meshes.iter().enumerate().filter(|(index, _)| is_shown[*index]) {
            layout.store(index, mesh).map_err(|what| {
                let item = format!("mesh {index} {:?}", mesh.name);
                WriteError::Item { item, what: what.to_owned() }
            })?;
        }
        let mut color_of: HashMap<[u32; 4], usize> = HashMap::new();
        for part in &scene.parts {
            let key = key(part);
            if layout.shown_of.contains_key(&key) {
                continue;
            }
            let material = part.color.zip(key.1).map(|(color, bits)| {
                *color_of.entry(bits).or_insert_with(|| {
                    layout.colors.push(color);
                    layout.colors.len() - 1
                })
            });
            // The mesh of every part is stored.
            let stored = layout.stored_of[part.mesh].unwrap_or_default();
            layout.shown_of.insert(key, layout.shown.len());
            layout.shown.push((stored, material));
        }
        Ok(layout)
    }

    fn store(&mut self, index: usize, mesh: &Mesh) -> Result<(), &'static str> {
        if mesh.triangles.is_empty() {
            return Err("it has no triangles");
        }
        if mesh.triangles.iter().flatten().any(|&vertex| vertex as usize >= mesh.vertices.len()) {
            return Err("a triangle refers to a vertex that does not exist");
        }
        let origin = origin(mesh);
        let mut bounds = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for vertex in &mesh.vertices {
            let written = (*vertex - origin).as_vec3().as_dvec3();
            if !written.is_finite() {
                return Err("its vertices must be finite as f32");
            }
            bounds = [bounds[0].min(written), bounds[1].max(written)];
        }
        let positions_at = self.bytes;
        let indices_at = positions_at + 12 * mesh.vertices.len() as u64;
        self.bytes = indices_at + index_bytes(mesh).next_multiple_of(4);
        self.stored_of[index] = Some(self.stored.len());
        self.stored.push(Stored { mesh: index, origin, bounds, positions_at, indices_at });
        Ok(())
    }

    fn write(&self, scene: &Scene, mut out: impl Write) -> Result<(), WriteError> {
        let mut counted = Counted(0);
        self.json(scene, &mut counted)?;
        let json = counted.0.next_multiple_of(4);
        let all = 12 + 8 + json + 8 + self.bytes;
        let (Ok(all), Ok(json_length), Ok(bytes)) =
            (u32::try_from(all), u32::try_from(json), u32::try_from(self.bytes))
        else {
            return Err(WriteError::Content {
                what: format!("{all} bytes, but the limit of GLB is {}", u32::MAX),
            });
        };
        for word in [0x4654_6C67, 2, all, json_length, 0x4E4F_534A] {
            out.write_all(&u32::to_le_bytes(word))?;
        }
        self.json(scene, &mut out)?;
        out.write_all(&b"   "[..(json - counted.0) as usize])?;
        for word in [bytes, 0x004E_4942] {
            out.write_all(&u32::to_le_bytes(word))?;
        }
        for stored in &self.stored {
            let mesh = &scene.meshes[stored.mesh];
            for vertex in &mesh.vertices {
                let [x, y, z] = (*vertex - stored.origin).as_vec3().to_array().map(f32::to_le_bytes);
                out.write_all(&[x, y, z].concat())?;
            }
            for vertex in mesh.triangles.iter().flatten() {
                if is_short(mesh) {
                    out.write_all(&(*vertex as u16).to_le_bytes())?;
                } else {
                    out.write_all(&vertex.to_le_bytes())?;
                }
            }
            let bytes = index_bytes(mesh);
            out.write_all(&[0; 3][..(bytes.next_multiple_of(4) - bytes) as usize])?;
        }
        Ok(out.flush()?)
    }

    /// Writes the JSON chunk without its padding.
    fn json(&self, scene: &Scene, out: &mut impl Write) -> io::Result<()> {
        write!(
            out,
            r#"{{"asset":{{"version":"2.0","generator":"barycast"}},"scene":0,"scenes":[{{"nodes":"#
        )?;
        let count = scene.parts.len();
        match self.metres_per_unit {
            None => list(out, 0..count)?,
            Some(_) => list(out, [count])?,
        }
        write!(out, r#"}}],"nodes":"#)?;
        let root = self.metres_per_unit.map(|length| Root { name: "metres", scale: [length; 3], count });
        let nodes = scene.parts.iter().map(|part| Item::Node(self.node(part)));
        list(out, nodes.chain(root.map(Item::Root)))?;
        write!(out, r#","meshes":"#)?;
        let shown = self.shown.iter().map(|&(stored, material)| Shown {
            name: text(&scene.meshes[self.stored[stored].mesh].name),
            primitives: [Primitive {
                attributes: Attributes { position: 2 * stored },
                indices: 2 * stored + 1,
                material,
            }],
        });
        list(out, shown)?;
        if !self.colors.is_empty() {
            write!(out, r#","materials":"#)?;
            list(out, self.colors.iter().map(|color| Material::of(*color)))?;
        }
        write!(out, r#","accessors":"#)?;
        let accessors = self.stored.iter().enumerate().flat_map(|(i, stored)| {
            let mesh = &scene.meshes[stored.mesh];
            let [min, max] = stored.bounds.map(|corner| Some(corner.to_array()));
            let count = mesh.vertices.len();
            let component = if is_short(mesh) { 5123 } else { 5125 };
            let corners = 3 * mesh.triangles.len();
            [
                Accessor { buffer_view: 2 * i, component_type: 5126, count, kind: "VEC3", min, max },
                Accessor {
                    buffer_view: 2 * i + 1,
                    component_type: component,
                    count: corners,
                    kind: "SCALAR",
                    min: None,
                    max: None,
                },
            ]
        });
        list(out, accessors)?;
        write!(out, r#","bufferViews":"#)?;
        let views = self.stored.iter().flat_map(|stored| {
            let (positions, indices) = (stored.positions_at, stored.indices_at);
            [
                View { buffer: 0, byte_offset: positions, byte_length: indices - positions, target: 34962 },
                View {
                    buffer: 0,
                    byte_offset: indices,
                    byte_length: index_bytes(&scene.meshes[stored.mesh]),
                    target: 34963,
                },
            ]
        });
        list(out, views)?;
        write!(out, r#","buffers":[{{"byteLength":{}}}]}}"#, self.bytes)
    }

    fn node<'a>(&self, part: &'a Part) -> Node<'a> {
        let mesh = self.shown_of[&key(part)];
        let origin = self.stored[self.shown[mesh].0].origin;
        let place = part.world_from_mesh;
        let place = DAffine3 { translation: place.transform_point3(origin), ..place };
        let is_moved = place.translation != DVec3::ZERO;
        let (translation, matrix) = if place.matrix3 == DAffine3::IDENTITY.matrix3 {
            (is_moved.then(|| place.translation.to_array()), None)
        } else {
            let [x, y, z] = [place.matrix3.x_axis, place.matrix3.y_axis, place.matrix3.z_axis];
            let column = |v: DVec3, last: f64| [v.x, v.y, v.z, last];
            (None, Some([column(x, 0.0), column(y, 0.0), column(z, 0.0), column(place.translation, 1.0)]))
        };
        Node { name: text(&part.name), mesh, translation, matrix: matrix.map(|m| m.concat()) }
    }
}

/// Returns the mesh and the bits of the colour.
fn key(part: &Part) -> (usize, Option<[u32; 4]>) {
    (part.mesh, part.color.map(|color| shares(color).map(f32::to_bits)))
}

/// Clamps to the range from 0 to 1 that the format requires; NaN becomes 0.
fn shares(color: [f32; 4]) -> [f32; 4] {
    color.map(|share| if share > 0.0 { share.min(1.0) } else { 0.0 })
}

/// Returns the origin of the written positions: 0 if all positions are `f32` numbers, else the
/// centre of their box, rounded to `f32`.
fn origin(mesh: &Mesh) -> DVec3 {
    if mesh.vertices.iter().all(|v| v.as_vec3().as_dvec3() == *v) {
        return DVec3::ZERO;
    }
    let low = mesh.vertices.iter().fold(DVec3::INFINITY, |low, v| low.min(*v));
    let high = mesh.vertices.iter().fold(DVec3::NEG_INFINITY, |high, v| high.max(*v));
    let middle = low.midpoint(high).as_vec3().as_dvec3();
    if middle.is_finite() { middle } else { DVec3::ZERO }
}

fn is_short(mesh: &Mesh) -> bool {
    mesh.vertices.len() <= MOST_SHORT
}

fn index_bytes(mesh: &Mesh) -> u64 {
    3 * mesh.triangles.len() as u64 * if is_short(mesh) { 2 } else { 4 }
}

/// Returns `None` for an empty name.
fn text(name: &str) -> Option<&str> {
    Some(name).filter(|name| !name.is_empty())
}

/// Writes a JSON list, item by item.
fn list<T: Serialize>(out: &mut impl Write, items: impl IntoIterator<Item = T>) -> io::Result<()> {
    let mut before = b'[';
    for item in items {
        out.write_all(&[before])?;
        serde_json::to_writer(&mut *out, &item)?;
        before = b',';
    }
    out.write_all(b"]")
}

/// Counts the bytes written to it.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Node(Node<'a>),
    Root(Root),
}

#[derive(Serialize)]
struct Node<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    mesh: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<[f64; 3]>,
    /// Column-major.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<Vec<f64>>,
}

/// The root node that scales to metres.
#[derive(Serialize)]
struct Root {
    name: &'static str,
    scale: [f64; 3],
    #[serde(rename = "children", serialize_with = "all_below")]
    count: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires it")]
fn all_below<S: serde::Serializer>(count: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(0..*count)
}

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    primitives: [Primitive; 1],
}

#[derive(Serialize)]
struct Primitive {
    attributes: Attributes,
    indices: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<usize>,
}

#[derive(Serialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    position: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Material {
    pbr_metallic_roughness: Pbr,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha_mode: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the format's own names")]
struct Pbr {
    base_color_factor: [f32; 4],
    metallic_factor: f32,
    roughness_factor: f32,
}

impl Material {
    fn of(color: [f32; 4]) -> Self {
        let base_color_factor = shares(color);
        let alpha_mode = (base_color_factor[3] < 1.0).then_some("BLEND");
        let pbr_metallic_roughness = Pbr { base_color_factor, metallic_factor: 0.0, roughness_factor: 0.75 };
        Self { pbr_metallic_roughness, alpha_mode }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<[f64; 3]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    buffer: u32,
    byte_offset: u64,
    byte_length: u64,
    target: u32,
}
