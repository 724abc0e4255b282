//! The scene that every reader returns.

use crate::ReadError;
use crate::precision::Stored;
use glam::{DAffine3, DMat3, DVec3};
use std::collections::HashMap;
use std::path::Path;

/// Largest number of vertices of a mesh: every count and every index is a `u32`.
pub(crate) const MAX_VERTICES: usize = u32::MAX as usize;

/// The content of a file: meshes, and the parts that place them in common coordinates.
///
/// There is at least one part, and the vertices of all parts are finite in these coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Meshes, each once, whatever the number of its parts.
    pub meshes: Vec<Mesh>,
    /// Parts in the file's order.
    pub parts: Vec<Part>,
    /// Length of one unit in metres if the format states it: 1 for glTF.
    pub metres_per_unit: Option<f64>,
    /// Parent of each node of the file's hierarchy, parents before children. Empty for formats
    /// without a hierarchy.
    pub nodes: Vec<Option<usize>>,
    /// Name of each of these nodes in the file; empty if it has none.
    pub node_names: Vec<String>,
    /// Peculiarities of the file that are not errors.
    pub warnings: Vec<Warning>,
    /// Number of faces of fewer than three corners (OBJ, PLY, OFF), which are skipped.
    pub short_faces: usize,
}

/// Triangles over shared vertices, in the file's order. Polygons are triangulated as fans from
/// their first corner, or by ear clipping if a fan is wrong.
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(alias = "TriangleMesh")]
#[doc(alias = "Model")]
pub struct Mesh {
    /// Name in the file, else the file's own name; not necessarily unique.
    pub name: String,
    /// Vertices, all finite.
    pub vertices: Vec<DVec3>,
    /// Vertex indices of each triangle, all valid; at least one triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Largest distance of a coordinate from the author's number, due to rounding in the file.
    ///
    /// - Binary `f32` (STL, PLY, OFF, glTF): half the spacing of `f32` at the largest absolute
    ///   coordinate of a triangle.
    /// - Integers (PLY, glTF, normalised or not): half their step.
    /// - Decimal text: half a unit of the finest last digit of any coordinate, if some coordinate
    ///   has at least six significant digits. Trailing zeros count after a point (`0.500000` has
    ///   six), not before it (`450000` has two). Text with fewer digits counts as exact: `0.5` is a
    ///   half.
    /// - At least half the spacing of `f64` at the largest absolute coordinate, which is the
    ///   resolution of binary `f64` and of exact text.
    /// - 0 for computed meshes.
    pub resolution: f64,
}

/// An instance of a mesh.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "Node")]
#[doc(alias = "Instance")]
pub struct Part {
    /// Name in the file, else the file's own name; not necessarily unique.
    pub name: String,
    /// Index of its mesh.
    pub mesh: usize,
    /// Transform from the mesh's coordinates to the scene's. A mirroring transform (negative
    /// determinant) also flips the fronts of the triangles, so that the fronts of a closed part
    /// stay outside.
    pub world_from_mesh: DAffine3,
    /// Linear red, green, blue and opacity, if the file has one colour for the part.
    pub color: Option<[f32; 4]>,
    /// Index of the node that shows it.
    pub node: Option<usize>,
}

/// A peculiarity of a readable file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Kind of the warning.
    pub kind: WarningKind,
    /// Line in a text file, from 1.
    pub line: Option<usize>,
    /// A sentence without full stop that does not name the file.
    pub text: String,
}

/// Kinds of [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// The content is of another format than the extension, or the name has no extension.
    Ending,
    /// Unknown bytes follow the content.
    Trailing,
    /// A count in the file is wrong.
    Count,
    /// The header has an unknown line.
    Header,
    /// Faces have more numbers than the header states.
    Numbers,
    /// One of several scenes is read.
    Scenes,
    /// Hidden nodes are left out.
    Hidden,
    /// Vertices are posed by the joints of a skin.
    Skin,
    /// Vertices are displaced by the default weights of morph targets.
    Morph,
}

impl WarningKind {
    /// Returns its keyword: `ending`, `trailing`, `count`, `header`, `numbers`, `scenes`, `hidden`,
    /// `skin`, `morph`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ending => "ending",
            Self::Trailing => "trailing",
            Self::Count => "count",
            Self::Header => "header",
            Self::Numbers => "numbers",
            Self::Scenes => "scenes",
            Self::Hidden => "hidden",
            Self::Skin => "skin",
            Self::Morph => "morph",
        }
    }
}

/// A part that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadablePart {
    /// Name, see [`Part::name`].
    pub name: String,
    /// The error, with the file and the place in it.
    pub why: String,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, text: impl Into<String>) -> Self {
        Self { kind, line: None, text: text.into() }
    }
}

impl Scene {
    /// Builds a scene of a single mesh without placement.
    pub(crate) fn single(mesh: Mesh) -> Self {
        Self::in_place(vec![mesh])
    }

    /// Builds a scene of a part for each mesh, without placements.
    pub(crate) fn in_place(meshes: Vec<Mesh>) -> Self {
        let part = |(index, mesh): (usize, &Mesh)| Part {
            name: mesh.name.clone(),
            mesh: index,
            world_from_mesh: DAffine3::IDENTITY,
            color: None,
            node: None,
        };
        let parts = meshes.iter().enumerate().map(part).collect();
        Self { meshes, parts, ..Self::default() }
    }

    /// Returns the number of triangles of all parts; a mesh counts once for each part.
    pub fn triangle_count(&self) -> usize {
        self.parts.iter().map(|part| self.meshes[part.mesh].triangles.len()).sum()
    }

    /// Returns the scene with all pieces of a node merged into one part with one mesh. glTF has a
    /// primitive for each material, and often for each face of a solid. The part has the common
    /// colour of its pieces, if any, and the coarsest resolution. Vertices are not merged: the
    /// triangles of a closed part meet at equal coordinates. Nodes with the same pieces share a
    /// mesh.
    ///
    /// Parts without a node are unchanged, and so are pieces that have more than 2^32 vertices
    /// together.
    #[must_use]
    pub fn with_merged_primitives(mut self) -> Self {
        let mut first_of: HashMap<usize, usize> = HashMap::new();
        let mut wholes: Vec<(Part, Vec<usize>)> = Vec::with_capacity(self.parts.len());
        for part in core::mem::take(&mut self.parts) {
            let whole = part.node.and_then(|node| first_of.get(&node)).copied();
            match whole.and_then(|whole| wholes.get_mut(whole)) {
                Some((whole, pieces)) if whole.world_from_mesh == part.world_from_mesh => {
                    whole.color = whole.color.filter(|color| part.color == Some(*color));
                    pieces.push(part.mesh);
                }
                _ => {
                    if let Some(node) = part.node {
                        first_of.insert(node, wholes.len());
                    }
                    let pieces = vec![part.mesh];
                    wholes.push((part, pieces));
                }
            }
        }
        // The mesh of equal lists of pieces, until it is stored; `None` for pieces with too many
        // vertices.
        let mut joined: HashMap<Vec<usize>, Option<Mesh>> = HashMap::new();
        for (_, pieces) in wholes.iter().filter(|(_, pieces)| pieces.len() > 1) {
            if !joined.contains_key(pieces)
                && let Some(mesh) = Mesh::of_pieces(pieces.iter().map(|piece| &self.meshes[*piece]))
            {
                joined.insert(pieces.clone(), Some(mesh));
            }
        }
        let mut meshes: Vec<Mesh> = Vec::new();
        let mut place_of: HashMap<Vec<usize>, usize> = HashMap::new();
        for (part, pieces) in wholes {
            let lists = if pieces.len() == 1 || joined.contains_key(&pieces) {
                vec![pieces]
            } else {
                pieces.into_iter().map(|piece| vec![piece]).collect()
            };
            for pieces in lists {
                let place = *place_of.entry(pieces).or_insert_with_key(|pieces| {
                    let mesh = match joined.get_mut(pieces) {
                        Some(mesh) => mesh.take().unwrap_or_default(),
                        None => core::mem::take(&mut self.meshes[pieces[0]]),
                    };
                    meshes.push(mesh);
                    meshes.len() - 1
                });
                self.parts.push(Part { mesh: place, ..part.clone() });
            }
        }
        self.meshes = meshes;
        self
    }

    /// Merges all parts into one mesh in the scene's coordinates, in order. Returns `None` for more
    /// than 2^32 vertices. A single part without a placement is not copied.
    pub fn into_mesh(mut self) -> Option<Mesh> {
        if let [part] = &self.parts[..]
            && part.world_from_mesh == DAffine3::IDENTITY
        {
            return Some(self.meshes.swap_remove(part.mesh));
        }
        let meshes = self.parts.iter().map(|part| &self.meshes[part.mesh]);
        let mut merged = Mesh {
            name: String::new(),
            vertices: Vec::with_capacity(meshes.map(|mesh| mesh.vertices.len()).sum()),
            triangles: Vec::with_capacity(self.triangle_count()),
            resolution: 0.0,
        };
        for Part { mesh, world_from_mesh, .. } in &self.parts {
            let mesh = &self.meshes[*mesh];
            merged.resolution = merged.resolution.max(mesh.resolution * stretch(&world_from_mesh.matrix3));
            let base = u32::try_from(merged.vertices.len()).ok()?;
            u32::try_from(mesh.vertices.len()).ok()?.checked_add(base)?;
            merged.vertices.extend(mesh.vertices.iter().map(|v| world_from_mesh.transform_point3(*v)));
            let mirrors = world_from_mesh.matrix3.determinant() < 0.0;
            merged.triangles.extend(mesh.triangles.iter().map(|triangle| {
                let [a, b, c] = triangle.map(|vertex| base + vertex);
                if mirrors { [a, c, b] } else { [a, b, c] }
            }));
        }
        Some(merged)
    }
}

impl Mesh {
    /// Merges meshes with common coordinates into one; `None` for more than 2^32 vertices.
    fn of_pieces<'a>(pieces: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let mut whole = Self::default();
        for piece in pieces {
            if whole.triangles.is_empty() {
                whole.name.clone_from(&piece.name);
            }
            let base = u32::try_from(whole.vertices.len()).ok()?;
            u32::try_from(piece.vertices.len()).ok()?.checked_add(base)?;
            whole.vertices.extend_from_slice(&piece.vertices);
            whole
                .triangles
                .extend(piece.triangles.iter().map(|triangle| triangle.map(|vertex| base + vertex)));
            whole.resolution = whole.resolution.max(piece.resolution);
        }
        Some(whole)
    }

    /// Releases spare capacity and sets the resolution; fails without triangles. `short_faces` is
    /// the number of skipped faces.
    pub(crate) fn finished(
        mut self,
        path: &Path,
        stored: Stored,
        short_faces: usize,
    ) -> Result<Self, ReadError> {
        if self.triangles.is_empty() {
            let vertices = self.vertices.len();
            let what = match short_faces {
                0 => format!("no triangles ({vertices} vertices)"),
                _ => format!(
                    "no triangles ({vertices} vertices; faces of fewer than three corners: {short_faces})"
                ),
            };
            return Err(ReadError::content(path, what));
        }
        self.vertices.shrink_to_fit();
        self.triangles.shrink_to_fit();
        self.resolution = stored.resolution(&self.vertices, &self.triangles);
        Ok(self)
    }
}

/// Returns the largest change of a coordinate of a product if each coordinate of the vector changes
/// by at most 1.
pub(crate) fn stretch(matrix: &DMat3) -> f64 {
    let DMat3 { x_axis, y_axis, z_axis } = *matrix;
    (x_axis.abs() + y_axis.abs() + z_axis.abs()).max_element()
}

/// Returns the file's name without extension, for elements without a name.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
