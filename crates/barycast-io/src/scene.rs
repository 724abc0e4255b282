//! What every reader makes.

use crate::ReadError;
use crate::precision::Stored;
use glam::{DAffine3, DMat3, DVec3};
use std::collections::HashMap;
use std::path::Path;

/// A mesh has no more, so that every count and every index is a `u32`.
pub(crate) const MAX_VERTICES: usize = u32::MAX as usize;

/// What a file holds: meshes, and the parts that place them in one common space.
///
/// There is at least one part, and every part's vertices are finite in that space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Each once, however many parts show it.
    pub meshes: Vec<Mesh>,
    /// In the file's order.
    pub parts: Vec<Part>,
    /// The length of a unit where the format says it: 1 for glTF.
    pub metres_per_unit: Option<f64>,
    /// The tree in which the file arranges its parts: of each node, which one it hangs on, itself before all that hang on it.
    /// Empty where the format has no tree.
    pub nodes: Vec<Option<usize>>,
    /// The name of each of these nodes, as the file has it: empty where it has none.
    pub node_names: Vec<String>,
    /// What a reader of the scene should know about the file, which is neither wrong nor what one would expect.
    pub warnings: Vec<Warning>,
    /// How many faces of the file have fewer than three corners (OBJ, PLY, OFF): they are no triangles, and are passed over.
    pub short_faces: usize,
}

/// Triangles over shared vertices, in the file's order; polygons are cut into fans from their first vertex, or into ears where that
/// would not be they.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The file's name for it, else the file's own name; need not be unique.
    pub name: String,
    /// The vertices: all finite.
    pub vertices: Vec<DVec3>,
    /// Each triangle's vertices: all there, and at least one triangle.
    pub triangles: Vec<[u32; 3]>,
    /// How far a coordinate may be from the number that the author had, because of the digits that the file has room for.
    ///
    /// - Binary `f32` (STL, PLY, OFF, glTF): half the spacing of `f32` at the largest absolute coordinate of a triangle.
    /// - Whole numbers (PLY, glTF, normalised or not): half their step.
    /// - Decimal text: half a unit of the finest last digit that the file writes in a coordinate, as long as some coordinate
    ///   has six significant digits or more. Zeros at the end count behind a point (`0.500000` has six), not before it
    ///   (`450000` has two). Text of fewer digits is taken as exact: `0.5` is a half.
    /// - Never less than half the spacing of `f64` at the largest absolute coordinate, which is the resolution of binary
    ///   `f64` and of exact text.
    /// - 0 for meshes that are computed and not read.
    pub resolution: f64,
}

/// A mesh at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The file's name for it, else the file's own name; need not be unique.
    pub name: String,
    /// Which of the meshes.
    pub mesh: usize,
    /// From the mesh's coordinates to the scene's. One that mirrors (its determinant is negative) turns the
    /// triangles' fronts too, so that a closed part's fronts stay outside.
    pub world_from_mesh: DAffine3,
    /// Linear red, green, blue and opacity, where the file has one colour for the part.
    pub color: Option<[f32; 4]>,
    /// Which of the scene's nodes shows it.
    pub node: Option<usize>,
}

/// Something about a file that could be read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Of what kind it is.
    pub kind: WarningKind,
    /// The line in a text file, from 1.
    pub line: Option<usize>,
    /// A sentence without a full stop, which does not name the file.
    pub text: String,
}

/// The kinds of [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// The content is of another format than the ending of the name says, or the name has no ending.
    Ending,
    /// Bytes that the format does not know follow what the file counts.
    Trailing,
    /// A count in the file is wrong.
    Count,
    /// The header has a line that is none of the format.
    Header,
    /// Faces have more numbers than the header says.
    Numbers,
    /// Which of several scenes is shown.
    Scenes,
    /// Nodes that the file hides are left out.
    Hidden,
    /// Vertices stand where the joints of a skin take them.
    Skin,
    /// Vertices stand where the default weights of morph targets take them.
    Morph,
}

impl WarningKind {
    /// A word for it: `ending`, `trailing`, `count`, `header`, `numbers`, `scenes`, `hidden`, `skin`, `morph`.
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
pub struct Unread {
    /// As [`Part::name`].
    pub name: String,
    /// What is wrong, with the file and the place in it.
    pub why: String,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, text: impl Into<String>) -> Self {
        Self { kind, line: None, text: text.into() }
    }
}

impl Scene {
    /// The one mesh of a file without structure, where it stands.
    pub(crate) fn single(mesh: Mesh) -> Self {
        Self::in_place(vec![mesh])
    }

    /// A part for each mesh, where it stands.
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

    /// The triangles of all parts, a mesh counted as often as it is placed.
    pub fn triangle_count(&self) -> usize {
        self.parts.iter().map(|part| self.meshes[part.mesh].triangles.len()).sum()
    }

    /// The same scene, in which the pieces that a node shows are one part with one mesh: glTF has a primitive for each material, and
    /// often for each face of a solid. The part has the colour that all of its pieces have, and the resolution of the
    /// coarsest. Vertices are not joined: what is closed has its triangles meet at equal coordinates. Nodes that show the same
    /// pieces share a mesh.
    ///
    /// Parts without a node stay as they are; so do pieces that have more than 2^32 vertices together.
    #[must_use]
    pub fn with_whole_parts(mut self) -> Self {
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
        // Of pieces that are one mesh: that mesh, until it has its place. Pieces with too many vertices have none.
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

    /// All parts as one mesh in the scene's coordinates, in their order; `None` when they have more than 2^32
    /// vertices. A single part that stands where its mesh does is not copied.
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
    /// Meshes in one space as one; `None` when they have more than 2^32 vertices.
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

    /// Without spare room, and with its resolution, if it has a triangle; so many faces of the file have none.
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

/// The most that a coordinate of a product changes by where each coordinate of the vector changes by 1 at most.
pub(crate) fn stretch(matrix: &DMat3) -> f64 {
    let DMat3 { x_axis, y_axis, z_axis } = *matrix;
    (x_axis.abs() + y_axis.abs() + z_axis.abs()).max_element()
}

/// The file's own name, for what has no name in it.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
