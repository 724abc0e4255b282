//! From files to an assembly: units, names, and what is wrong with the parts.

use super::report::{File, Part, Unit, Warning};
use super::tree::Tree;
use super::units::UnitValue;
use crate::commands::Failure;
use crate::model::wrong_sizes;
use crate::say::count;
use barycast::each::MapEach;
use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::scene::clash::{Assembly, Surface};
use barycast_io::{READABLE, ReadError, Unread};
use glam::{DAffine3, DMat3, DVec3};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What the files hold, in one space.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) assembly: Assembly,
    /// In the order of the assembly's.
    pub(crate) parts: Vec<Part>,
    /// Parts with the same number are one thing: pieces of one node.
    pub(crate) things: Vec<u32>,
    pub(crate) tree: Tree,
    pub(crate) files: Vec<File>,
    pub(crate) unit: Unit,
    /// Four steps of an `f32` at the largest coordinate of a mesh all of whose coordinates are `f32`s.
    pub(crate) floor: f64,
    pub(crate) warnings: Vec<Warning>,
    /// What reading took, and what the trees took.
    pub(crate) took: [Duration; 2],
}

/// A file to be read.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// Nobody asked for it by name: if it cannot be read, that is a warning.
    pub(crate) in_folder: bool,
}

/// The parts of a file that can be compared, and those that cannot, which are not all.
fn read(path: &Path) -> Result<(barycast_io::Scene, Vec<Unread>), ReadError> {
    let (mut scene, mut unread) = barycast_io::read_parts(path)?;
    let (wrong, mut first) = (wrong_sizes(path, &scene), None);
    let mut kept = Vec::with_capacity(scene.parts.len());
    for (part, wrong) in scene.parts.into_iter().zip(wrong) {
        match wrong {
            Some(error) => {
                unread.push(Unread { name: part.name, why: error.to_string() });
                first.get_or_insert(error);
            }
            None => kept.push(part),
        }
    }
    scene.parts = kept;
    match first {
        Some(error) if scene.parts.is_empty() => Err(error),
        _ => Ok((scene, unread)),
    }
}

/// The files named, and those in the folders named, in order; each folder once, whatever links lead to it.
pub(crate) fn files(named: &[PathBuf]) -> Result<Vec<Found>, Failure> {
    let (mut files, mut walked) = (Vec::new(), HashSet::new());
    for path in named {
        if path.is_dir() {
            let before = (files.len(), walked.len());
            inside(path, &mut walked, &mut files)?;
            if files.len() == before.0 && walked.len() > before.1 {
                let what = format!("no file in the folder is one of {}", READABLE.join(", "));
                return Err(ReadError::Content { path: path.clone(), what }.into());
            }
        } else {
            files.push(Found { path: path.clone(), in_folder: false });
        }
    }
    Ok(files)
}

/// The readable files of a folder and of those in it, by name; nothing of folders that were walked before.
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
    /// Reads the files; `unit` is that of files that name none.
    ///
    /// A file in a folder and a part of a file that cannot be read are warnings, as long as anything can.
    pub(crate) fn read(files: &[Found], unit: Option<UnitValue>) -> Result<Self, Failure> {
        let start = Instant::now();
        let read: Vec<_> = files.par_iter().map(|file| read(&file.path)).collect();
        let (mut paths, mut scenes, mut input, mut first) =
            (Vec::new(), Vec::new(), Gathered::default(), None);
        for (file, read) in files.iter().zip(read) {
            match read {
                Ok((scene, unread)) => {
                    input.unread(&file.path, unread);
                    paths.push(&file.path);
                    scenes.push(scene);
                }
                Err(error) if file.in_folder => {
                    let text = format!("a file cannot be read, and is not checked: {error}");
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
        for ((path, scene), metres) in paths.into_iter().zip(scenes).zip(metres) {
            input.add(path, scene, metres / unit.metres);
        }
        let mut input = input.finish(unit)?;
        input.took = [read, start.elapsed()];
        Ok(input)
    }
}

/// What was read so far.
#[derive(Default)]
struct Gathered {
    meshes: Vec<barycast_io::Mesh>,
    placed: Vec<barycast::scene::Part<DVec3>>,
    parts: Vec<Part>,
    things: Vec<u32>,
    thing_count: u32,
    tree: Tree,
    files: Vec<File>,
    floor: f64,
    /// The paths of parts, and how many parts have asked for each.
    paths: HashMap<String, u32>,
    warnings: Vec<Warning>,
}

impl Gathered {
    fn unread(&mut self, path: &Path, unread: Vec<Unread>) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.warnings.extend(unread.into_iter().map(|Unread { name, why }| Warning {
            part: None,
            kind: "unreadable",
            text: format!("{stem}/{name} cannot be read, and is not checked: {why}"),
        }));
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
        if scene.short_faces > 0 {
            let faces = count(scene.short_faces, "face", "faces");
            let text = format!("{} has {faces} of fewer than three corners, passed over", path.display());
            self.warnings.push(Warning { part: None, kind: "short", text });
        }
        self.tree.add(&scene);
        // A file of one part that has the file's name is called by that alone.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let floors: Vec<f64> = scene.meshes.par_iter().map(|mesh| floor(&mesh.vertices)).collect();
        let mut thing_of_node: HashMap<usize, u32> = HashMap::new();
        for part in scene.parts {
            let place = DAffine3 {
                matrix3: part.world_from_mesh.matrix3 * scale,
                translation: part.world_from_mesh.translation * scale,
            };
            let largest = largest(&place.matrix3);
            if largest.is_finite() {
                self.floor = self.floor.max(floors[part.mesh] * largest);
            }
            // Pieces of one node are one thing. Names tell nothing: many exporters give all parts the same, or none.
            let next = self.thing_count;
            let thing = part.node.map_or(next, |node| *thing_of_node.entry(node).or_insert(next));
            self.thing_count += u32::from(thing == next);
            self.things.push(thing);
            let path = if *part.name == *stem { part.name.clone() } else { format!("{stem}/{}", part.name) };
            let path = self.own_path(path);
            let bounds = [DVec3::ZERO; 2];
            self.parts.push(Part { name: part.name, path, file, bounds, closed: true, checked: true });
            let world_from_mesh = Affine3::from(place);
            self.placed.push(barycast::scene::Part { mesh: first + part.mesh, world_from_mesh });
        }
        self.meshes.extend(scene.meshes);
    }

    /// The path, or with a number the first like it that no other part has: a part may be called `bolt#2` itself.
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

    fn finish(mut self, unit: Unit) -> Result<Input, Failure> {
        let build = |mesh: barycast_io::Mesh| TriMesh::try_new(mesh.vertices, mesh.triangles);
        let meshes: Result<Vec<_>, _> = self.meshes.into_par_iter().map(build).collect();
        let path = PathBuf::from(self.files.first().map_or("", |file| &file.path));
        let meshes = meshes.map_err(|error| ReadError::Content { path, what: error.to_string() })?;
        let assembly = Assembly::new(meshes, self.placed);
        let mut warnings = self.warnings;
        if unit.assumed {
            let text =
                "some files do not say their unit, and metres are assumed; --unit names another".to_owned();
            warnings.push(Warning { part: None, kind: "unit", text });
        }
        for (index, part) in self.parts.iter_mut().enumerate() {
            let bounds = &assembly.boxes()[index];
            part.bounds = [bounds.min, bounds.max];
            let placed = &assembly.parts()[index];
            let surface = assembly.surface(placed.mesh);
            part.closed = surface.closed && placed.world_from_mesh.inverse().is_some();
            part.checked = bounds.min.x <= bounds.max.x;
            for (kind, what) in faults(surface, &placed.world_from_mesh, part.checked) {
                warnings.push(Warning { part: Some(index), kind, text: format!("{} {what}", part.path) });
            }
        }
        let Self { parts, things, tree, files, floor, .. } = self;
        let took = [Duration::ZERO; 2];
        Ok(Input { assembly, parts, things, tree, files, unit, floor, warnings, took })
    }
}

/// What is wrong with a part, each as a word and as the rest of a sentence.
fn faults(surface: &Surface, place: &Affine3<DVec3>, checked: bool) -> Vec<(&'static str, String)> {
    let mut faults = Vec::new();
    let Surface { open_edges, flipped_edges, crowded_edges, degenerate_triangles, .. } = *surface;
    if !checked {
        let what = "is placed by numbers that are not finite: it is nowhere, and is not checked";
        faults.push(("nowhere", what.to_owned()));
    } else if place.inverse().is_none() {
        faults.push(("flat", "is pressed flat by its placement: it is checked as it lies there".to_owned()));
    }
    let no_inside = if surface.closed { "" } else { ": it has no inside, and nothing can be deep in it" };
    if open_edges > 0 {
        let edges = count(open_edges, "open edge", "open edges");
        faults.push(("open", format!("is not closed, with {edges}{no_inside}")));
    }
    if flipped_edges > 0 {
        let edges = count(flipped_edges, "edge", "edges");
        faults.push(("flipped", format!("has neighbours with opposite fronts, along {edges}{no_inside}")));
    }
    if crowded_edges > 0 {
        let edges = count(crowded_edges, "edge", "edges");
        faults.push(("crowded", format!("is not manifold: more than two triangles meet along {edges}")));
    }
    if degenerate_triangles > 0 {
        let triangles = count(degenerate_triangles, "triangle", "triangles");
        faults.push(("degenerate", format!("has {triangles} without area")));
    }
    faults
}

/// Four steps of an `f32` at the largest coordinate, if all are `f32`s; else 0.
fn floor(vertices: &[DVec3]) -> f64 {
    let held = |v: &DVec3| v.to_array().iter().all(|x| f64::from(*x as f32) == *x);
    if !vertices.iter().all(held) {
        return 0.0;
    }
    let largest = vertices.iter().fold(0.0_f64, |most, v| most.max(v.abs().max_element())) as f32;
    4.0 * f64::from(largest.next_up() - largest)
}

/// How much a matrix stretches at most, or a little more.
fn largest(matrix: &DMat3) -> f64 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].each(DVec3::length);
    let together = x.max(y).max(z);
    let square = x * y * z;
    // Axes at right angles, as nearly all are, stretch no more than the longest.
    if (matrix.determinant().abs() - square).abs() <= 1e-6 * square { together } else { x.hypot(y).hypot(z) }
}
