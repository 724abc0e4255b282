//! From files to an assembly: units, names, and faults of parts.

use super::identity;
use super::matching::Shape;
use super::report::{File, Part, Unit, Warning};
use super::tree::Tree;
use super::units::{LengthValue, UnitValue};
use crate::commands::Failure;
use crate::meshes;
use crate::model::wrong_sizes;
use crate::output::{count, length_text};
use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::number::each::MapEach;
use barycast::scene::clash::{Assembly, MeshTopology, RepairOptions, Repairs};
use barycast_io::{Format, READABLE, ReadError, UnreadablePart};
use glam::{DAffine3, DMat3, DVec3};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The content of all files in one coordinate system.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) assembly: Assembly,
    /// Parts, in the order of the assembly.
    pub(crate) parts: Vec<Part>,
    /// Parts with the same number are pieces of one node.
    pub(crate) things: Vec<u32>,
    pub(crate) tree: Tree,
    pub(crate) files: Vec<File>,
    pub(crate) unit: Unit,
    pub(crate) warnings: Vec<Warning>,
    /// Files and parts that could not be read.
    pub(crate) unread: Vec<NotRead>,
    /// Time for reading, and for building the BVHs.
    pub(crate) took: [Duration; 2],
}

/// A part of a file that could not be read, or the whole file.
#[derive(Debug)]
pub(crate) struct NotRead {
    pub(crate) file: String,
    pub(crate) part: Option<String>,
}

/// A file to read.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// Whether it was found in a folder and not named itself: a failure to read it is then a
    /// warning.
    pub(crate) in_folder: bool,
}

/// Options for reading files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// Format of files whose names give none.
    pub(crate) format: Option<Format>,
    /// Unit of files that name none.
    pub(crate) unit: Option<UnitValue>,
    /// Largest gap that repairs close.
    pub(crate) tolerance: LengthValue,
    /// Whether each primitive of a mesh is a part.
    pub(crate) split: bool,
    /// Whether repairs are off.
    pub(crate) strict: bool,
}

/// Reads a file. Returns the parts that can be compared and those that cannot, at least one of the
/// former. `format` applies if the file's name gives none.
fn read(
    path: &Path,
    format: Option<Format>,
    split: bool,
) -> Result<(barycast_io::Scene, Vec<UnreadablePart>), ReadError> {
    let format = format.filter(|_| Format::from_path(path).is_none());
    let (mut scene, mut unread) = meshes::read_parts(path, format)?;
    let path = meshes::shown(path);
    let (wrong, mut first) = (wrong_sizes(path, &scene), None);
    let mut kept = Vec::with_capacity(scene.parts.len());
    for (part, wrong) in scene.parts.into_iter().zip(wrong) {
        match wrong {
            Some(error) => {
                unread.push(UnreadablePart { name: part.name, why: error.to_string() });
                first.get_or_insert(error);
            }
            None => kept.push(part),
        }
    }
    scene.parts = kept;
    match first {
        Some(error) if scene.parts.is_empty() => Err(error),
        _ if split => Ok((scene, unread)),
        _ => Ok((scene.with_merged_primitives(), unread)),
    }
}

/// Returns the named files and those in named folders, in order. Each folder is listed once,
/// whatever links lead to it.
pub(crate) fn files(named: &[PathBuf]) -> Result<Vec<Found>, Failure> {
    let (mut files, mut walked) = (Vec::new(), HashSet::new());
    for path in named {
        if path.is_dir() {
            let before = (files.len(), walked.len());
            inside(path, &mut walked, &mut files)?;
            if files.len() == before.0 && walked.len() > before.1 {
                let what =
                    format!("the folder contains no file with one of the endings {}", READABLE.join(", "));
                return Err(ReadError::Content { path: path.clone(), what }.into());
            }
        } else {
            files.push(Found { path: path.clone(), in_folder: false });
        }
    }
    Ok(files)
}

/// Collects the readable files of a folder and its subfolders, sorted by name, except folders
/// visited earlier.
fn inside(folder: &Path, walked: &mut HashSet<PathBuf>, files: &mut Vec<Found>) -> Result<(), Failure> {
    let failed = |error| Failure::Mesh(ReadError::Io { path: folder.to_owned(), source: error });
    if !walked.insert(folder.canonicalize().map_err(failed)?) {
        return Ok(());
    }
    let mut entries = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            inside(&path, walked, files)?;
        } else if READABLE.iter().any(|readable| {
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            readable[1..].eq_ignore_ascii_case(&extension)
        }) {
            files.push(Found { path, in_folder: true });
        }
    }
    Ok(())
}

impl Input {
    /// Reads the files.
    ///
    /// Unreadable files in folders and unreadable parts of files are warnings, unless nothing at
    /// all can be read.
    pub(crate) fn read(files: &[Found], reading: &Reading) -> Result<Self, Failure> {
        let &Reading { format, unit, split, .. } = reading;
        let start = Instant::now();
        let read: Vec<_> = files.par_iter().map(|file| read(&file.path, format, split)).collect();
        let (mut paths, mut scenes, mut broken) = (Vec::new(), Vec::new(), Vec::new());
        let (mut input, mut first) = (Gathered::default(), None);
        for (file, read) in files.iter().zip(read) {
            match read {
                Ok((scene, unread)) => {
                    broken.push(unread);
                    paths.push(meshes::shown(&file.path));
                    scenes.push(scene);
                }
                Err(error) if file.in_folder => {
                    input.unread.push(NotRead { file: file.path.display().to_string(), part: None });
                    let text = format!("a file cannot be read and is not checked: {error}");
                    input.warnings.push(Warning { part: None, kind: "unreadable", text });
                    first.get_or_insert(error);
                }
                Err(error) => return Err(error.into()),
            }
        }
        if let (Some(error), []) = (first, &scenes[..]) {
            return Err(error.into());
        }
        let read = start.elapsed();
        let start = Instant::now();
        let unsaid = unit.unwrap_or(UnitValue::METRE);
        let metres: Vec<f64> =
            scenes.iter().map(|scene| scene.metres_per_unit.unwrap_or(unsaid.metres)).collect();
        let assumed = unit.is_none() && scenes.iter().any(|scene| scene.metres_per_unit.is_none());
        let unit = match metres.first() {
            Some(&one) if metres.iter().all(|each| *each == one) => {
                let name = if one == unsaid.metres {
                    unsaid.name.to_owned()
                } else if one == 1.0 {
                    "m".to_owned()
                } else {
                    format!("{one} m")
                };
                Unit { name, metres: one, assumed }
            }
            _ => Unit { name: "m".to_owned(), metres: 1.0, assumed },
        };
        for ((path, label), unread) in paths.iter().zip(labels(&paths)).zip(broken) {
            input.unread(path, &label, unread);
            input.labels.push(label);
        }
        for ((path, scene), metres) in paths.into_iter().zip(scenes).zip(metres) {
            input.add(path, scene, metres / unit.metres);
        }
        let mut input = input.finish(unit, reading)?;
        input.took = [read, start.elapsed()];
        Ok(input)
    }
}

/// The content read so far.
#[derive(Default)]
struct Gathered {
    meshes: Vec<barycast_io::Mesh>,
    placed: Vec<barycast::scene::Instance<DVec3>>,
    parts: Vec<Part>,
    things: Vec<u32>,
    thing_count: u32,
    tree: Tree,
    files: Vec<File>,
    /// First element of the paths of parts, for each file.
    labels: Vec<String>,
    /// Resolution of each part, see [`Assembly::with_resolution`].
    resolution: Vec<f64>,
    /// Paths of parts, with the number of parts that wanted each.
    paths: HashMap<String, u32>,
    warnings: Vec<Warning>,
    unread: Vec<NotRead>,
}

impl Gathered {
    fn unread(&mut self, path: &Path, label: &str, unread: Vec<UnreadablePart>) {
        for UnreadablePart { name, why } in unread {
            let text = format!("{label}/{name} cannot be read and is not checked: {why}");
            self.warnings.push(Warning { part: None, kind: "unreadable", text });
            self.unread.push(NotRead { file: path.display().to_string(), part: Some(name) });
        }
    }

    fn add(&mut self, path: &Path, scene: barycast_io::Scene, scale: f64) {
        let (file, first) = (self.files.len(), self.meshes.len());
        self.files.push(File {
            path: path.display().to_string(),
            meshes: scene.meshes.len(),
            parts: scene.parts.len(),
            triangles: scene.triangle_count(),
            metres_per_unit: scene.metres_per_unit,
        });
        for warning in &scene.warnings {
            let text = meshes::sentence(path, warning);
            self.warnings.push(Warning { part: None, kind: warning.kind.word(), text });
        }
        if scene.short_faces > 0 {
            let faces = count(scene.short_faces, "face", "faces");
            let text = format!("{} has {faces} of fewer than three corners, skipped", path.display());
            self.warnings.push(Warning { part: None, kind: "short", text });
        }
        let shown_by: Vec<_> = scene.parts.iter().map(|part| part.node).collect();
        self.tree.add(&scene.nodes, &scene.node_names, &shown_by);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let resolutions: Vec<f64> = scene.meshes.par_iter().map(resolution).collect();
        let shapes: Vec<Shape> = scene.meshes.par_iter().map(shape).collect();
        let above = NamesAbove::new(&scene.nodes, &scene.node_names, &shown_by);
        let mut thing_of_node: HashMap<usize, u32> = HashMap::new();
        for part in scene.parts {
            let place = DAffine3 {
                matrix3: part.world_from_mesh.matrix3 * scale,
                translation: part.world_from_mesh.translation * scale,
            };
            let resolution = resolutions[part.mesh] * largest(&place.matrix3);
            self.resolution.push(if resolution.is_finite() { resolution } else { 0.0 });
            let Shape { triangles, volume } = shapes[part.mesh];
            let shape = Shape { triangles, volume: volume * place.matrix3.determinant().abs() };
            // Pieces of one node form one thing. Names identify nothing: many exporters give all
            // parts the same name, or none.
            let next = self.thing_count;
            let thing = part.node.map_or(next, |node| *thing_of_node.entry(node).or_insert(next));
            self.thing_count += u32::from(thing == next);
            self.things.push(thing);
            // A part that is named like the file has no name in the file: its path is the label of
            // the file.
            let label = &self.labels[file];
            let is_unnamed = *part.name == *stem;
            let path = if is_unnamed { label.clone() } else { format!("{label}/{}", part.name) };
            let path = self.own_path(path);
            let name = if is_unnamed { "" } else { &part.name };
            let node = above.path(part.node, name);
            let node = Some(node).filter(|node| *node != part.name);
            let guid = identity::guid(name).map(str::to_owned);
            let bounds = [DVec3::ZERO; 2];
            self.parts.push(Part {
                name: part.name,
                path,
                file,
                node,
                guid,
                shape,
                bounds,
                closed: true,
                checked: true,
            });
            let world_from_mesh = Affine3::from(place);
            self.placed.push(barycast::scene::Instance { mesh: first + part.mesh, world_from_mesh });
        }
        self.meshes.extend(scene.meshes);
    }

    /// Returns the path, with the first free number if another part has it: a part may itself be
    /// named `bolt#2`.
    fn own_path(&mut self, path: String) -> String {
        let mut count = *self.paths.get(&path).unwrap_or(&0);
        let own = loop {
            count += 1;
            let own = if count == 1 { path.clone() } else { format!("{path}#{count}") };
            if count == 1 || !self.paths.contains_key(&own) {
                break own;
            }
        };
        self.paths.insert(path, count);
        self.paths.entry(own.clone()).or_insert(1);
        own
    }

    /// Returns the repair limits of each mesh: at most the tolerance where a part stretches the
    /// mesh most.
    fn repair_options(&self, tolerance: f64) -> Vec<RepairOptions> {
        let mut stretches = vec![0.0_f64; self.meshes.len()];
        for part in &self.placed {
            let Affine3 { x, y, z, .. } = part.world_from_mesh;
            let stretch = largest(&DMat3::from_cols(x, y, z));
            stretches[part.mesh] = stretches[part.mesh].max(stretch);
        }
        let options = |(mesh, stretch): (&barycast_io::Mesh, f64)| RepairOptions {
            resolution: mesh.resolution,
            tolerance: Some(tolerance / stretch).filter(|tolerance| tolerance.is_finite()).unwrap_or(0.0),
        };
        self.meshes.iter().zip(stretches).map(options).collect()
    }

    fn finish(mut self, unit: Unit, reading: &Reading) -> Result<Input, Failure> {
        let options = self.repair_options(reading.tolerance.in_units_of(unit.metres));
        let build = |mesh: barycast_io::Mesh| TriMesh::try_new(mesh.vertices, mesh.triangles);
        let meshes: Result<Vec<_>, _> = self.meshes.into_par_iter().map(build).collect();
        let path = PathBuf::from(self.files.first().map_or("", |file| &file.path));
        let meshes =
            meshes.map_err(|error| ReadError::Content { path: path.clone(), what: error.to_string() })?;
        let assembly = if reading.strict {
            Assembly::new(meshes, self.placed)
        } else {
            Assembly::repaired(meshes, self.placed, |mesh| options[mesh])
        };
        let assembly = assembly.with_resolution(self.resolution);
        let assembly = assembly.map_err(|error| ReadError::Content { path, what: error.to_string() })?;
        let mut warnings = self.warnings;
        if unit.assumed {
            let text = "some files do not state their unit; metres are assumed (--unit selection another)"
                .to_owned();
            warnings.push(Warning { part: None, kind: "unit", text });
        }
        for (index, part) in self.parts.iter_mut().enumerate() {
            let bounds = &assembly.boxes()[index];
            part.bounds = [bounds.min, bounds.max];
            let placed = &assembly.parts()[index];
            let surface = assembly.surface(placed.mesh);
            let (has_inside, repairs) = (assembly.has_inside(placed.mesh), assembly.repairs(placed.mesh));
            let is_solid = has_inside && repairs.open_triangles == 0;
            part.closed = is_solid && placed.world_from_mesh.inverse().is_some();
            part.checked = bounds.min.x <= bounds.max.x;
            let mended = mended(repairs, largest(&matrix(&placed.world_from_mesh)), unit.metres);
            let faults =
                faults(surface, (is_solid, repairs.is_repaired()), &placed.world_from_mesh, part.checked);
            for (kind, what) in faults.into_iter().chain(mended) {
                warnings.push(Warning { part: Some(index), kind, text: format!("{} {what}", part.path) });
            }
        }
        let Self { parts, things, tree, files, unread, .. } = self;
        let took = [Duration::ZERO; 2];
        Ok(Input { assembly, parts, things, tree, files, unit, warnings, unread, took })
    }
}

fn matrix(place: &Affine3<DVec3>) -> DMat3 {
    DMat3::from_cols(place.x, place.y, place.z)
}

/// Describes the repairs of a part, each as a keyword and the rest of a sentence. `scale` converts
/// lengths of its mesh to the unit of the report.
fn mended(repairs: &Repairs, scale: f64, metres: f64) -> Vec<(&'static str, String)> {
    let mut mended = Vec::new();
    let Repairs { welded_vertices, split_edges, weld_distance, .. } = *repairs;
    if welded_vertices + split_edges > 0 {
        let within = length_text(weld_distance * scale, metres);
        mended.push(("welded", format!("is closed after welding within {within}")));
    }
    if repairs.duplicate_triangles > 0 {
        let triangles = count(repairs.duplicate_triangles, "triangle", "triangles");
        mended.push(("doubled", format!("has {triangles} with duplicates: each is used once")));
    }
    if repairs.flipped_triangles > 0 {
        let triangles = count(repairs.flipped_triangles, "triangle", "triangles");
        mended.push(("turned", format!("has {triangles} that were flipped to agree with their neighbours")));
    }
    if repairs.overlapping_shells > 0 {
        let shells = count(repairs.overlapping_shells, "shell", "shells");
        mended
            .push(("overlapping", format!("has {shells} that overlap others: depths refer to their union")));
    }
    mended
}

/// Describes the faults of a part, each as a keyword and the rest of a sentence.
fn faults(
    surface: &MeshTopology,
    (is_solid, is_repaired): (bool, bool),
    place: &Affine3<DVec3>,
    checked: bool,
) -> Vec<(&'static str, String)> {
    let mut faults = Vec::new();
    let MeshTopology { open_edges, flipped_edges, non_manifold_edges, degenerate_triangles, .. } = *surface;
    if !checked {
        let what = "has a placement with non-finite numbers and is not checked";
        faults.push(("nowhere", what.to_owned()));
    } else if place.inverse().is_none() {
        faults.push(("flat", "is flattened by its placement and is checked as a flat surface".to_owned()));
    }
    let no_inside = if is_solid { "" } else { ": it has no inside, so that no depth in it can be measured" };
    if open_edges > 0 && !is_solid {
        let edges = count(open_edges, "open edge", "open edges");
        faults.push(("open", format!("is not closed, with {edges}{no_inside}")));
    }
    if flipped_edges > 0 && !is_solid {
        let edges = count(flipped_edges, "edge", "edges");
        faults.push((
            "flipped",
            format!("has triangles whose neighbours face the opposite way, along {edges}{no_inside}"),
        ));
    }
    if non_manifold_edges > 0 && !(is_solid && is_repaired) {
        let edges = count(non_manifold_edges, "edge", "edges");
        faults.push(("crowded", format!("is not manifold: more than two triangles meet along {edges}")));
    }
    if degenerate_triangles > 0 {
        let triangles = count(degenerate_triangles, "triangle", "triangles");
        faults.push(("degenerate", format!("has {triangles} without area")));
    }
    faults
}

/// Returns a label for each file, with which the paths of its parts begin: the file's name without
/// its extension, after as many parent folders as make it unique. Labels do not depend on the order
/// of the files.
fn labels(paths: &[&Path]) -> Vec<String> {
    let words = |path: &Path| -> Vec<String> {
        let before = path.parent().into_iter().flat_map(Path::components);
        let mut words: Vec<String> =
            before.map(|word| word.as_os_str().to_string_lossy().into_owned()).collect();
        words.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        words
    };
    let words: Vec<Vec<String>> = paths.iter().map(|path| words(path)).collect();
    let last = |words: &[String], count: usize| words[words.len().saturating_sub(count)..].join("/");
    let mut labels: Vec<String> = words.iter().map(|words| last(words, 1)).collect();
    let longest = words.iter().map(Vec::len).max().unwrap_or(0);
    for count in 2..=longest {
        let mut same: HashMap<&str, u32> = HashMap::new();
        for label in &labels {
            *same.entry(label).or_default() += 1;
        }
        let is_shared: Vec<bool> = labels.iter().map(|label| same[&label[..]] > 1).collect();
        if !is_shared.contains(&true) {
            break;
        }
        for (label, words) in
            labels.iter_mut().zip(&words).zip(is_shared).filter_map(|(pair, is)| is.then_some(pair))
        {
            *label = last(words, count);
        }
    }
    labels
}

/// Names of the ancestors of nodes in a file.
struct NamesAbove<'a> {
    /// Parent of each node.
    nodes: &'a [Option<usize>],
    names: &'a [String],
    /// The node above all others if it shows no part: the scene, whatever its name.
    root: Option<usize>,
}

/// Largest number of names in a path; the nearest ancestors are kept.
const NAMES: usize = 16;

impl<'a> NamesAbove<'a> {
    fn new(nodes: &'a [Option<usize>], names: &'a [String], shown_by: &[Option<usize>]) -> Self {
        let mut roots = (0..nodes.len()).filter(|node| nodes[*node].is_none());
        let root = roots.next().filter(|_| roots.next().is_none());
        Self { nodes, names, root: root.filter(|root| !shown_by.contains(&Some(*root))) }
    }

    /// Returns the names of the ancestors of a node, then that of its part.
    fn path(&self, node: Option<usize>, name: &str) -> String {
        let above = |node: &usize| self.nodes.get(*node).copied().flatten();
        let up = std::iter::successors(node.as_ref().and_then(above), above);
        let names = up.take(NAMES).filter(|node| Some(*node) != self.root);
        let names = names.filter_map(|node| self.names.get(node).filter(|name| !name.is_empty()));
        let mut path: Vec<&str> = names.map(String::as_str).collect();
        // A shape without a name takes the name of the node above it.
        if path.first() != Some(&name) || node.is_some_and(|node| !self.names[node].is_empty()) {
            path.insert(0, name);
        }
        path.reverse();
        path.join("/")
    }
}

/// Returns number of triangles and volume, in the mesh's coordinates.
fn shape(mesh: &barycast_io::Mesh) -> Shape {
    let corners = mesh.triangles.iter().map(|triangle| triangle.each(|v| mesh.vertices[v as usize]));
    let around = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let [low, high] = corners.clone().flatten().fold(around, |[low, high], v| [low.min(v), high.max(v)]);
    let middle = low.midpoint(high);
    let volume = |triangle: [DVec3; 3]| {
        let [a, b, c] = triangle.each(|v| v - middle);
        a.dot(b.cross(c)) / 6.0
    };
    Shape { triangles: mesh.triangles.len(), volume: corners.map(volume).sum::<f64>().abs() }
}

/// Returns how far a vertex of a mesh may be from its intended position: 2 steps of an `f32` if
/// coordinates are stored as such, because programs that store `f32` also compute in it; the
/// rounding of the text if it has six or more digits; 0 if coordinates are as fine as `f64`.
fn resolution(mesh: &barycast_io::Mesh) -> f64 {
    let corners = mesh.triangles.as_flattened().iter();
    let largest = corners.map(|v| mesh.vertices[*v as usize].abs().max_element()).fold(0.0_f64, f64::max);
    let single = largest as f32;
    let step = f64::from(single.next_up()) - f64::from(single);
    if mesh.resolution == step / 2.0 {
        2.0 * step
    } else if mesh.resolution <= largest.next_up() - largest {
        0.0
    } else {
        mesh.resolution
    }
}

/// Returns an upper bound of the largest stretch of a matrix, close to it.
pub(crate) fn largest(matrix: &DMat3) -> f64 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].each(DVec3::length);
    let together = x.max(y).max(z);
    let square = x * y * z;
    // Orthogonal axes, the usual case, stretch at most by the longest.
    if (matrix.determinant().abs() - square).abs() <= 1e-6 * square { together } else { x.hypot(y).hypot(z) }
}
