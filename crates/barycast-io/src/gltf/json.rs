//! The members of a glTF document that determine triangles and their placement; all others are
//! ignored.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::borrow::Cow;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    #[serde(default)]
    pub(super) asset: Asset,
    #[serde(default)]
    pub(super) extensions_required: Vec<String>,
    #[serde(default, borrow)]
    pub(super) buffers: Vec<Buffer<'a>>,
    #[serde(default)]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(super) materials: Vec<Material>,
    #[serde(default)]
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) skins: Vec<Skin>,
    #[serde(default)]
    pub(super) scenes: Vec<Scene>,
    pub(super) scene: Option<usize>,
}

/// Members that identify the version of a document.
#[derive(Deserialize)]
pub(super) struct Versioned {
    #[serde(default)]
    pub(super) asset: Asset,
    /// Objects in glTF 1.0, lists since 2.0.
    #[serde(default)]
    pub(super) nodes: Value,
    #[serde(default)]
    pub(super) accessors: Value,
}

/// Versions are strings.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Asset {
    pub(super) version: Value,
    pub(super) min_version: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer<'a> {
    #[serde(borrow)]
    pub(super) uri: Option<Text<'a>>,
    pub(super) byte_length: u64,
    pub(super) extensions: Option<Meshopt>,
}

/// A string that is borrowed if it has no escapes: it may contain the whole geometry.
#[derive(Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
    pub(super) extensions: Option<Meshopt>,
}

/// On a view: its bytes are compressed. On a buffer: it may be a fallback without data.
#[derive(Deserialize)]
pub(super) struct Meshopt {
    #[serde(rename = "EXT_meshopt_compression")]
    pub(super) ext: Option<IgnoredAny>,
    #[serde(rename = "KHR_meshopt_compression")]
    pub(super) khr: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) sparse: Option<Sparse>,
}

#[derive(Deserialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub(super) name: Option<String>,
    pub(super) primitives: Vec<Primitive>,
    pub(super) weights: Option<Vec<f64>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub(super) inverse_bind_matrices: Option<usize>,
    pub(super) joints: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    pub(super) mode: Option<u32>,
    pub(super) material: Option<usize>,
    #[serde(default)]
    pub(super) targets: Vec<Target>,
    pub(super) extensions: Option<PrimitiveExtensions>,
}

/// A morph target.
#[derive(Deserialize)]
pub(super) struct Target {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Attributes {
    pub(super) position: Option<usize>,
    joints_0: Option<usize>,
    joints_1: Option<usize>,
    joints_2: Option<usize>,
    joints_3: Option<usize>,
    joints_4: Option<usize>,
    weights_0: Option<usize>,
    weights_1: Option<usize>,
    weights_2: Option<usize>,
    weights_3: Option<usize>,
    weights_4: Option<usize>,
}

impl Attributes {
    /// Returns the accessors of joints and weights, set by set.
    pub(super) fn skin_sets(&self) -> Vec<[usize; 2]> {
        let joints = [self.joints_0, self.joints_1, self.joints_2, self.joints_3, self.joints_4];
        let weights = [self.weights_0, self.weights_1, self.weights_2, self.weights_3, self.weights_4];
        joints.into_iter().zip(weights).map_while(|(joints, weights)| Some([joints?, weights?])).collect()
    }
}

#[derive(Deserialize)]
pub(super) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub(super) draco: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    pub(super) pbr_metallic_roughness: Option<Pbr>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pbr {
    pub(super) base_color_factor: Option<[f32; 4]>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    pub(super) skin: Option<usize>,
    pub(super) weights: Option<Vec<f64>>,
    pub(super) matrix: Option<Box<[f64; 16]>>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
    pub(super) extensions: Option<NodeExtensions>,
}

#[derive(Deserialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(super) instancing: Option<Instancing>,
    #[serde(rename = "KHR_node_visibility")]
    pub(super) visibility: Option<Visibility>,
}

#[derive(Deserialize)]
pub(super) struct Visibility {
    pub(super) visible: Option<bool>,
}

#[derive(Deserialize)]
pub(super) struct Instancing {
    pub(super) attributes: InstanceAttributes,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct InstanceAttributes {
    pub(super) translation: Option<usize>,
    pub(super) rotation: Option<usize>,
    pub(super) scale: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

impl Node {
    /// Tests whether the file shows the node and its descendants.
    pub(super) fn is_visible(&self) -> bool {
        let visibility = self.extensions.as_ref().and_then(|extensions| extensions.visibility.as_ref());
        visibility.and_then(|visibility| visibility.visible).unwrap_or(true)
    }
}

impl Meshopt {
    /// Returns the name of the extension that is present.
    pub(super) fn name(&self) -> Option<&'static str> {
        match (&self.ext, &self.khr) {
            (Some(_), _) => Some("EXT_meshopt_compression"),
            (None, Some(_)) => Some("KHR_meshopt_compression"),
            (None, None) => None,
        }
    }
}
