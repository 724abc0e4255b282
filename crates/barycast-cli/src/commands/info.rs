//! `barycast info`: the content of a mesh file and its faults.

use super::{Failure, info_patches};
use crate::args::InfoOptions;
use crate::clash::input::largest;
use crate::columns::Align::{Left, Right};
use crate::columns::table;
use crate::distinct_positions::distinct_positions;
use crate::model;
use crate::output::{self, Short, count, grouped, triple};
use crate::power_of_two::{Scaled, ldexp, scaled_difference, scaled_to_unit};
use barycast::exact::Arena;
use barycast::mesh::{RepairOptions, Solid, TriMesh};
use barycast::number::Ring;
use barycast::number::each::MapEach;
use barycast_io::{Mesh, Part, Warning};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// Largest number of degenerate triangles that are listed.
const NAMED: usize = 5;
/// Largest gap in metres that is closed to find an inside, as in `barycast clash`.
const TOLERANCE: f64 = 1e-4;
/// Number of triangles per portion. Portions are summed in order, so that sums do not depend on the
/// number of cores.
const PORTION: usize = 1 << 14;

/// Reads, counts and reports.
pub(crate) fn run(options: &InfoOptions) -> Result<u8, Failure> {
    let format = options.kind.format();
    let is_patches = |path: &&Path| format.is_none() && barycast_io::is_patches(path);
    if let Some(path) = options.scene.as_deref().filter(is_patches) {
        return info_patches::run(path, options);
    }
    let (file, scene) = model::open(options.scene.as_deref(), format)?;
    let scene = if options.split { scene } else { scene.with_merged_primitives() };
    let report = Report::of(file, &scene);
    output::answer(options.format, &report, || report.sentences())?;
    Ok(0)
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Length of one unit in metres; null if the file does not state it.
    metres_per_unit: Option<f64>,
    bounds: [DVec3; 2],
    /// Number of triangles; a mesh counts once for each placement, here and below.
    triangles: usize,
    vertices: usize,
    /// Faces of fewer than three corners, which have no triangle.
    short_faces: usize,
    /// Warnings about the file.
    warnings: Vec<Note>,
    #[serde(serialize_with = "output::number")]
    area: f64,
    /// Volume of all parts; null if any surface has no inside.
    #[serde(serialize_with = "output::number")]
    volume: Option<f64>,
    closed: bool,
    parts: Vec<PartInfo>,
    meshes: Vec<MeshInfo>,
}

#[derive(Serialize)]
struct Note {
    kind: &'static str,
    /// Line number; null if it concerns no single line.
    line: Option<usize>,
    text: String,
}

impl Note {
    fn of(warning: &Warning) -> Self {
        Self { kind: warning.kind.word(), line: warning.line, text: warning.text.clone() }
    }
}

#[derive(Serialize)]
struct PartInfo {
    name: String,
    mesh: usize,
    triangles: usize,
    vertices: usize,
    bounds: [DVec3; 2],
    #[serde(serialize_with = "output::number")]
    area: f64,
    #[serde(serialize_with = "output::number")]
    volume: Option<f64>,
    #[serde(skip)]
    enclosed: Option<Scaled>,
}

/// Numbers in the mesh's coordinates.
#[derive(Serialize)]
pub(crate) struct MeshInfo {
    name: String,
    /// Number of parts with this mesh.
    placed: usize,
    triangles: usize,
    vertices: usize,
    pub(crate) closed: bool,
    edges: usize,
    open_edges: usize,
    flipped_edges: usize,
    crowded_edges: usize,
    pub(crate) degenerate_triangles: usize,
    /// The first few degenerate triangles.
    degenerate: Vec<usize>,
    /// Vertices beyond the first at the same position.
    pub(crate) duplicate_vertices: usize,
    /// Vertices that no triangle uses.
    pub(crate) unused_vertices: usize,
    #[serde(serialize_with = "output::number")]
    area: f64,
    /// Enclosed volume; null without an inside, negative if fronts face inward.
    #[serde(serialize_with = "output::number")]
    pub(crate) volume: Option<f64>,
    /// The same volume, which may be beyond the range of `f64`.
    #[serde(skip)]
    enclosed: Option<Scaled>,
    /// Repairs that `barycast clash` would make; null if the mesh is closed.
    mended: Option<Mended>,
}

/// Repairs that give a mesh an inside.
#[derive(Serialize)]
struct Mended {
    has_inside: bool,
    welded_vertices: usize,
    split_edges: usize,
    weld_distance: f64,
    doubled_triangles: usize,
    turned_triangles: usize,
    overlapping_shells: usize,
    /// Number of triangles outside closed shells.
    open_triangles: usize,
}

impl Report {
    fn of(file: String, scene: &barycast_io::Scene) -> Self {
        let mut meshes: Vec<MeshInfo> = scene.meshes.iter().map(MeshInfo::of).collect();
        let mut stretches = vec![0.0_f64; meshes.len()];
        for part in &scene.parts {
            stretches[part.mesh] = stretches[part.mesh].max(largest(&part.world_from_mesh.matrix3));
        }
        for ((info, mesh), stretch) in meshes.iter_mut().zip(&scene.meshes).zip(stretches) {
            let tolerance = TOLERANCE / (scene.metres_per_unit.unwrap_or(1.0) * stretch);
            info.mended = Mended::of(info, mesh, tolerance);
        }
        let mut parts = Vec::with_capacity(scene.parts.len());
        for part in &scene.parts {
            meshes[part.mesh].placed += 1;
            parts.push(PartInfo::of(part, &scene.meshes[part.mesh], &meshes[part.mesh]));
        }
        let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let bounds =
            parts.iter().fold(none, |[low, high], part| [low.min(part.bounds[0]), high.max(part.bounds[1])]);
        let enclosed: Option<Vec<Scaled>> = parts.iter().map(|part| part.enclosed).collect();
        Self {
            file,
            metres_per_unit: scene.metres_per_unit,
            bounds,
            triangles: parts.iter().map(|part| part.triangles).sum(),
            vertices: parts.iter().map(|part| part.vertices).sum(),
            short_faces: scene.short_faces,
            warnings: scene.warnings.iter().map(Note::of).collect(),
            area: parts.iter().map(|part| part.area).sum(),
            volume: enclosed.map(|all| Scaled::sum(&all).value()),
            closed: parts.iter().all(|part| meshes[part.mesh].closed),
            parts,
            meshes,
        }
    }
}

impl PartInfo {
    fn of(part: &Part, mesh: &Mesh, info: &MeshInfo) -> Self {
        let place = |v: &DVec3| part.world_from_mesh.transform_point3(*v);
        let matrix = part.world_from_mesh.matrix3;
        let scaled = similarity(&matrix).map(|scale| info.area * scale * scale);
        let area = scaled.filter(|area| area.is_finite()).unwrap_or_else(|| area(mesh, |v| place(&v)));
        let enclosed = info.enclosed.map(|volume| volume.placed(&matrix));
        let corner = |vertex: &u32| place(&mesh.vertices[*vertex as usize]);
        let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let bounds = mesh
            .triangles
            .par_iter()
            .map(|triangle| {
                triangle.iter().map(corner).fold(none, |[low, high], v| [low.min(v), high.max(v)])
            })
            .reduce(|| none, |a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        Self {
            name: part.name.clone(),
            mesh: part.mesh,
            triangles: mesh.triangles.len(),
            vertices: mesh.vertices.len(),
            bounds,
            area,
            volume: enclosed.map(Scaled::value),
            enclosed,
        }
    }
}

impl Report {
    fn sentences(&self) -> String {
        let unit = match self.metres_per_unit {
            Some(1.0) => "in metres".to_owned(),
            Some(metres) => format!("in units of {} m", Short(metres)),
            None => "in unnamed units".to_owned(),
        };
        let passed_over = match self.short_faces {
            0 => String::new(),
            faces => {
                format!("  faces   {} of fewer than three corners, skipped\n", grouped(faces))
            }
        };
        let mut notes = passed_over;
        for Note { kind, line, text } in &self.warnings {
            let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            let _ = writeln!(notes, "  {kind:<7} {line}{}", output::plain(text));
        }
        let mut text = format!(
            "{}: {}, {}, {}, {}\n{}  area    {}\n  volume  {}\n{notes}\n",
            self.file,
            count(self.parts.len(), "part", "parts"),
            count(self.meshes.len(), "mesh", "meshes"),
            count(self.triangles, "triangle", "triangles"),
            count(self.vertices, "vertex", "vertices"),
            output::extent(self.bounds, &unit),
            Short(self.area),
            self.volume
                .map_or("none, not everything is closed".to_owned(), |volume| Short(volume).to_string()),
        );
        let parts = self.parts.iter().enumerate().map(|(i, part)| {
            let [low, high] = part.bounds.each(triple);
            vec![i.to_string(), output::plain(&part.name), part.mesh.to_string(), format!("{low} to {high}")]
        });
        table(&mut text, &["part", "name", "mesh", "bounds"], &[Right, Left, Right, Left], parts);
        text.push('\n');
        let meshes = self.meshes.iter().enumerate().map(|(i, mesh)| {
            vec![
                i.to_string(),
                output::plain(&mesh.name),
                mesh.placed.to_string(),
                grouped(mesh.triangles),
                grouped(mesh.vertices),
                mesh.findings(),
            ]
        });
        let heads = ["mesh", "name", "parts", "triangles", "vertices", "surface"];
        table(&mut text, &heads, &[Right, Left, Right, Right, Right, Left], meshes);
        text
    }
}

impl Mended {
    /// Computes the repairs. Returns `None` if the mesh is closed or its size is beyond what
    /// repairs support.
    fn of(info: &MeshInfo, mesh: &Mesh, tolerance: f64) -> Option<Self> {
        if info.closed || !(tolerance.is_finite() && tolerance >= 0.0) {
            return None;
        }
        let options = RepairOptions { resolution: mesh.resolution, tolerance };
        let surface = TriMesh::try_new(mesh.vertices.clone(), mesh.triangles.clone()).ok()?;
        let (solid, repairs) = Solid::repaired(surface, &options);
        Some(Self {
            has_inside: solid.has_inside(),
            welded_vertices: repairs.welded_vertices,
            split_edges: repairs.split_edges,
            weld_distance: repairs.weld_distance,
            doubled_triangles: repairs.duplicate_triangles,
            turned_triangles: repairs.flipped_triangles,
            overlapping_shells: repairs.overlapping_shells,
            open_triangles: repairs.open_triangles,
        })
    }

    /// Describes the repairs that close it, or that none do.
    fn description(&self) -> String {
        if !self.has_inside {
            return "no inside".to_owned();
        }
        let mut steps = Vec::new();
        if self.welded_vertices + self.split_edges > 0 {
            steps.push(format!("welding within {}", Short(self.weld_distance)));
        }
        if self.doubled_triangles > 0 {
            let triangles = count(self.doubled_triangles, "doubled triangle", "doubled triangles");
            steps.push(format!("taking {triangles} once"));
        }
        if self.turned_triangles > 0 {
            steps.push(format!("turning {}", count(self.turned_triangles, "triangle", "triangles")));
        }
        if self.open_triangles > 0 {
            steps.push(format!("leaving out {}", count(self.open_triangles, "triangle", "triangles")));
        }
        match steps.split_last() {
            None => "with an inside".to_owned(),
            Some((last, [])) => format!("closed after {last}"),
            Some((last, first)) => format!("closed after {} and {last}", first.join(", ")),
        }
    }
}

impl MeshInfo {
    /// Describes whether it is closed, and its faults.
    fn findings(&self) -> String {
        let mut findings = vec![if self.closed { "closed" } else { "not closed" }.to_owned()];
        if self.volume.is_some_and(|volume| volume < 0.0) {
            findings.push("fronts face inward".to_owned());
        }
        for (n, one, many) in [
            (self.open_edges, "open edge", "open edges"),
            (self.flipped_edges, "flipped edge", "flipped edges"),
            (self.crowded_edges, "crowded edge", "crowded edges"),
            (self.duplicate_vertices, "duplicate vertex", "duplicate vertices"),
            (self.unused_vertices, "unused vertex", "unused vertices"),
            (self.degenerate_triangles, "degenerate triangle", "degenerate triangles"),
        ] {
            if n > 0 {
                findings.push(count(n, one, many));
            }
        }
        let mut text = findings.join(", ");
        if !self.degenerate.is_empty() {
            let named: Vec<String> = self.degenerate.iter().map(usize::to_string).collect();
            let more = if self.degenerate_triangles > NAMED { ", ..." } else { "" };
            let _ = write!(text, " ({}{more})", named.join(", "));
        }
        if let Some(mended) = &self.mended {
            let _ = write!(text, "; {}", mended.description());
        }
        text
    }
}

/// Returns the scale of a matrix that scales equally in all directions.
fn similarity(matrix: &DMat3) -> Option<f64> {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let scale = x.length_squared();
    if !scale.is_normal() {
        return None;
    }
    let off = [y.length_squared() - scale, z.length_squared() - scale, x.dot(y), y.dot(z), z.dot(x)];
    (off.iter().all(|off| off.abs() <= 1e-14 * scale)).then(|| scale.sqrt())
}

impl MeshInfo {
    pub(crate) fn of(mesh: &Mesh) -> Self {
        let (place_of, places) = distinct_positions(&mesh.vertices);
        let edges = Edges::of(mesh, &place_of);
        let degenerate: Vec<usize> =
            (0..mesh.triangles.len()).into_par_iter().filter(|&i| is_degenerate(corners(mesh, i))).collect();
        let mut used = vec![false; mesh.vertices.len()];
        for &vertex in mesh.triangles.iter().flatten() {
            used[vertex as usize] = true;
        }
        let info = Self {
            name: mesh.name.clone(),
            placed: 0,
            triangles: mesh.triangles.len(),
            vertices: mesh.vertices.len(),
            closed: edges.count > 0 && edges.open + edges.flipped + edges.crowded == 0,
            edges: edges.count,
            open_edges: edges.open,
            flipped_edges: edges.flipped,
            crowded_edges: edges.crowded,
            degenerate_triangles: degenerate.len(),
            degenerate: degenerate.into_iter().take(NAMED).collect(),
            duplicate_vertices: mesh.vertices.len() - places,
            unused_vertices: used.iter().filter(|used| !**used).count(),
            area: area(mesh, |v| v),
            volume: None,
            enclosed: None,
            mended: None,
        };
        let enclosed = edges.balanced.then(|| volume(mesh));
        Self { volume: enclosed.map(Scaled::value), enclosed, ..info }
    }
}

/// Counts of edges by how triangles meet there. Triangles with two corners at one position are left
/// out.
#[derive(Default)]
struct Edges {
    count: usize,
    open: usize,
    flipped: usize,
    crowded: usize,
    /// Whether every edge is run along equally often in both directions.
    balanced: bool,
}

impl Edges {
    fn of(mesh: &Mesh, place_of: &[u32]) -> Self {
        // Edges by their two positions, lower first: those run upward, and those run downward.
        let mut passed = [true, false].each(|upward| -> Vec<u64> {
            let edges = mesh.triangles.par_iter().flat_map_iter(|triangle| {
                let [a, b, c] = triangle.each(|vertex| place_of[vertex as usize]);
                let whole = a != b && b != c && c != a;
                let here = move |&(from, to): &(u32, u32)| whole && (from < to) == upward;
                let key = |(from, to): (u32, u32)| u64::from(from.min(to)) << 32 | u64::from(from.max(to));
                [(a, b), (b, c), (c, a)].into_iter().filter(here).map(key)
            });
            edges.collect()
        });
        for edges in &mut passed {
            edges.par_sort_unstable();
        }
        let [mut up, mut down] = [&passed[0][..], &passed[1][..]];
        let mut edges = Self { balanced: true, ..Self::default() };
        while let Some(key) = up.first().into_iter().chain(down.first()).min().copied() {
            let counts = [take(&mut up, key), take(&mut down, key)];
            edges.count += 1;
            edges.balanced &= counts[0] == counts[1];
            match counts {
                [1, 1] => {}
                [1, 0] | [0, 1] => edges.open += 1,
                [2, 0] | [0, 2] => edges.flipped += 1,
                _ => edges.crowded += 1,
            }
        }
        edges.balanced &= edges.count > 0;
        edges
    }
}

/// Removes all leading `key`s and returns their number.
fn take(sorted: &mut &[u64], key: u64) -> usize {
    let count = sorted.iter().take_while(|next| **next == key).count();
    *sorted = &sorted[count..];
    count
}

fn corners(mesh: &Mesh, triangle: usize) -> [DVec3; 3] {
    mesh.triangles[triangle].each(|vertex| mesh.vertices[vertex as usize])
}

/// Tests whether the area is exactly 0: the projections to all three coordinate planes have area 0.
fn is_degenerate([a, b, c]: [DVec3; 3]) -> bool {
    if a == b || b == c || c == a {
        return true;
    }
    let (u, v) = (b - a, c - a);
    let normal = u.cross(v);
    // Rounding of differences, products and their difference: about six rounding errors, with a
    // margin.
    let bound = u.abs().max_element() * v.abs().max_element() * (8.0 * f64::EPSILON);
    if normal.abs().max_element() > bound + f64::MIN_POSITIVE {
        return false;
    }
    let arena = Arena::new();
    let [a, b, c] = [a, b, c].each(|corner| corner.to_array().each(|x| arena.number(x)));
    let (u, v) = ([0, 1, 2].each(|i| b[i] - a[i]), [0, 1, 2].each(|i| c[i] - a[i]));
    [(0, 1), (1, 2), (2, 0)].into_iter().all(|(x, y)| (u[x] * v[y]).same(u[y] * v[x]))
}

/// Sums over all triangles in portions. For very large or small coordinates a product may overflow
/// although the sum is finite.
fn sum(mesh: &Mesh, of: impl Fn([DVec3; 3]) -> f64 + Sync) -> f64 {
    let portions: Vec<f64> = mesh
        .triangles
        .par_chunks(PORTION)
        .map(|portion| portion.iter().map(|t| of(t.each(|vertex| mesh.vertices[vertex as usize]))).sum())
        .collect();
    portions.iter().sum()
}

fn area(mesh: &Mesh, place: impl Fn(DVec3) -> DVec3 + Sync) -> f64 {
    sum(mesh, |corners| {
        let [a, b, c] = corners.each(&place);
        let ((u, u_exponent), (v, v_exponent)) = (scaled_difference(b, a), scaled_difference(c, a));
        let (normal, exponent) = scaled_to_unit(u.cross(v));
        ldexp(normal.length(), exponent + u_exponent + v_exponent)
    }) / 2.0
}

/// Sums the signed tetrahedra from one vertex to all triangles, with a common exponent.
fn volume(mesh: &Mesh) -> Scaled {
    let [from, ..] = corners(mesh, 0);
    let product = |corners: [DVec3; 3]| {
        let [(a, a_exponent), (b, b_exponent), (c, c_exponent)] =
            corners.each(|corner| scaled_difference(corner, from));
        (a.dot(b.cross(c)), a_exponent + b_exponent + c_exponent)
    };
    let triangles = (0..mesh.triangles.len()).into_par_iter().map(|i| product(corners(mesh, i)));
    let size =
        triangles.filter(|(number, _)| *number != 0.0).map(|(_, exponent)| exponent).max().unwrap_or(0);
    let sum = sum(mesh, |corners| {
        let (number, exponent) = product(corners);
        ldexp(number, exponent - size)
    });
    Scaled { number: sum / 6.0, exponent: size }
}

impl Scaled {
    /// Returns the volume after a placement. A mirrored placement also flips the fronts, so that
    /// the sign stays.
    fn placed(self, matrix: &DMat3) -> Self {
        let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis].each(scaled_to_unit);
        let [x, y, z] = axes.each(|(axis, _)| axis);
        let number = self.number * DMat3::from_cols(x, y, z).determinant().abs();
        let shift: i32 = axes.iter().map(|(_, exponent)| exponent).sum();
        Self { number, exponent: self.exponent + shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_with_one_corner_far_out_has_the_volume_that_it_has() {
        let square = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|p| p.map(f64::from));
        for far in [1.0, 1e20, 1e100, 1e155, 1e160, 1e200, 1e300] {
            let corner = |[x, y]: [f64; 2], z: f64| {
                let p = DVec3::new(x, y, z);
                if p == DVec3::ONE { p * far } else { p }
            };
            let vertices = [0.0, 1.0].iter().flat_map(|z| square.map(|p| corner(p, *z))).collect();
            let side = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
            let sides = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
            let triangles = sides.into_iter().flat_map(side).collect();
            let mesh = Mesh { vertices, triangles, ..Mesh::default() };
            // Three of the six sides are sheared toward the far corner.
            let info = MeshInfo::of(&mesh);
            let right = 1.0 / 6.0 + 5.0 * far / 6.0;
            let volume = info.volume.expect("it is closed");
            assert!((volume - right).abs() <= 1e-15 * right, "{far}: {volume} for {right}");
        }
    }
}
