//! The catalogue of parts: about a hundred kinds with about 500 triangles each, built on first use.

use super::solid::{K, Profile, circle};
use barycast::number::each::MapEach;
use barycast_io::Mesh;
use glam::{DVec2, DVec3, dvec2};
use std::collections::HashMap;

/// A kind of part with its measures: lengths in units of [`K`], sizes counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    /// A tube about z, starting at 0.
    Pipe { size: usize, length: u32 },
    /// A tube from the origin along z, bent toward y.
    Elbow { size: usize },
    /// A square plate with a bore for the pipe and four holes, starting at 0 along z.
    Flange { size: usize },
    /// The same surface with other triangles.
    FlangeTwin { size: usize },
    /// Head below 0, shank along z, nut starting at `grip`.
    Bolt { grip: u32 },
    /// An I-section along z, its height along y.
    Beam { size: usize, length: u32 },
    /// A plate with four holes under a column.
    BasePlate,
    /// An L-section along z, its corner at the origin.
    Cleat,
    /// A rectangular tube along z, its greater width along x.
    Duct { size: usize, length: u32 },
    /// A plate in x and y, starting at 0 along z.
    Slab,
    /// Like [`Self::Slab`], but thinner.
    Plate,
    /// A cube that stands on the xy plane.
    Block,
    /// The same surface with other triangles.
    BlockTwin,
    /// A square bar along z, with its edges on the axes x and y.
    EdgeBar,
    /// A screw along z, with its tip at the origin.
    Screw,
}

/// Outer radius and wall thickness of pipes.
pub(super) const PIPES: [[u32; 2]; 5] = [[32, 4], [48, 4], [64, 6], [96, 6], [128, 8]];
/// Height, width, web and flange thickness of beams.
pub(super) const BEAMS: [[u32; 4]; 3] = [[192, 96, 12, 16], [256, 128, 16, 24], [320, 160, 16, 24]];
/// Outer widths of ducts along x and y.
pub(super) const DUCTS: [[u32; 2]; 3] = [[256, 192], [384, 256], [512, 320]];
pub(super) const DUCT_WALL: u32 = 4;
/// Thickness of a flange: more than the clearance, so that parts on one side are clear of those on
/// the other.
pub(super) const FLANGE: u32 = 64;
/// Width of the corners of a flange, which contain the holes.
const FLANGE_CORNER: u32 = 72;
pub(super) const BASE_PLATE: u32 = 32;
pub(super) const BASE_PLATE_TILES: [u32; 2] = [352, 96];
pub(super) const HOLE: u32 = 10;
pub(super) const SHANK: u32 = 8;
pub(super) const CLEAT: [u32; 2] = [96, 12];
pub(super) const SLAB: [u32; 2] = [1024, 256];
pub(super) const PLATE: [u32; 2] = [512, 64];
pub(super) const BLOCK: u32 = 128;
/// Distance from the axis of an edge bar to its edges.
pub(super) const EDGE_BAR: u32 = 48;
pub(super) const EDGE_BAR_LENGTH: u32 = 1024;

/// Returns the radius of an elbow's centre line around the centre of the bend.
pub(super) fn bend(size: usize) -> f64 {
    k(2 * PIPES[size][0] + 64)
}

/// Returns the width of the square in the middle of a flange.
fn flange_middle(size: usize) -> f64 {
    k(2 * PIPES[size][0] + 32)
}

/// Returns the coordinate of the holes of a flange along x and along y.
pub(super) fn flange_hole(size: usize) -> f64 {
    f64::midpoint(flange_middle(size), k(FLANGE_CORNER))
}

/// Converts a length in units of [`K`] to metres.
pub(super) fn k(length: u32) -> f64 {
    f64::from(length) * K
}

/// Returns the outline of a bolt's shank.
pub(super) fn shank() -> Vec<DVec2> {
    circle(k(SHANK), BOLT_CORNERS)
}

const PIPE_CORNERS: usize = 32;
const BOLT_CORNERS: usize = 24;
const BOLT_HEAD: [u32; 2] = [20, 10];

impl Item {
    /// Returns the name of parts and meshes of this kind.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pipe { .. } => "pipe",
            Self::Elbow { .. } => "elbow",
            Self::Flange { .. } | Self::FlangeTwin { .. } => "flange",
            Self::Bolt { .. } => "bolt",
            Self::Beam { .. } => "beam",
            Self::BasePlate => "base plate",
            Self::Cleat => "cleat",
            Self::Duct { .. } => "duct",
            Self::Slab => "slab",
            Self::Plate => "plate",
            Self::Block | Self::BlockTwin => "block",
            Self::EdgeBar => "bar",
            Self::Screw => "screw",
        }
    }

    /// Returns the linear colour.
    pub(super) fn color(self) -> [f32; 4] {
        let [r, g, b] = match self {
            Self::Pipe { .. } | Self::Elbow { .. } => [0.12, 0.34, 0.42],
            Self::Flange { .. } | Self::FlangeTwin { .. } | Self::BasePlate => [0.3, 0.32, 0.35],
            Self::Bolt { .. } | Self::Screw => [0.1, 0.1, 0.11],
            Self::Beam { .. } | Self::Cleat => [0.45, 0.12, 0.06],
            Self::Duct { .. } | Self::Plate => [0.55, 0.57, 0.6],
            Self::Slab => [0.5, 0.48, 0.44],
            Self::Block | Self::BlockTwin | Self::EdgeBar => [0.6, 0.4, 0.1],
        };
        [r, g, b, 1.0]
    }

    fn mesh(self) -> Mesh {
        let mut mesh = match self {
            Self::Pipe { size, length } => tube(size).extruded(k(length), 3),
            Self::Elbow { size } => {
                let (bend, rings) = (bend(size), 4_usize);
                tube(size).swept(rings, |_, point, ring| {
                    let angle = std::f64::consts::FRAC_PI_2 * ring as f64 / rings as f64;
                    let (sin, cos) = if ring == rings { (1.0, 0.0) } else { angle.sin_cos() };
                    let radius = bend - point.y;
                    DVec3::new(point.x, bend - radius * cos, radius * sin)
                })
            }
            Self::Flange { size } => flange(size).extruded(k(FLANGE), 1),
            Self::FlangeTwin { size } => flange(size).extruded(k(FLANGE), 2),
            Self::Bolt { grip } => bolt(grip),
            Self::Beam { size, length } => {
                let [height, width, web, flange] = BEAMS[size].each(k);
                Profile::beam(height, width, web, flange).extruded(k(length), 18)
            }
            Self::BasePlate => {
                let [middle, corner] = BASE_PLATE_TILES.each(k);
                Profile::drilled(middle, corner, 0.0, k(HOLE)).extruded(k(BASE_PLATE), 2)
            }
            Self::Cleat => Profile::angle(k(CLEAT[0]), k(CLEAT[1])).extruded(k(CLEAT[0]), 40),
            Self::Duct { size, length } => {
                let outer = rectangle(DUCTS[size].each(k));
                let inner = rectangle(DUCTS[size].each(|width| k(width - 2 * DUCT_WALL)));
                Profile::ring(&outer, &inner).extruded(k(length), 30)
            }
            Self::Slab => cuboid(SLAB, [8, 8], 3),
            Self::Plate => cuboid(PLATE, [8, 8], 3),
            Self::Block => cuboid([BLOCK; 2], [8, 8], 3),
            Self::BlockTwin => cuboid([BLOCK; 2], [6, 10], 4),
            Self::EdgeBar => {
                let r = k(EDGE_BAR);
                let corners = [dvec2(r, 0.0), dvec2(0.0, r), dvec2(-r, 0.0), dvec2(0.0, -r)];
                Profile::disc(&corners).extruded(k(EDGE_BAR_LENGTH), 60)
            }
            Self::Screw => {
                let (radius, cone) = (k(16), k(32));
                Profile::disc(&circle(radius, BOLT_CORNERS)).swept(9, |_, point, ring| match ring {
                    0 => DVec3::ZERO,
                    _ => point.extend(cone + k(12) * (ring - 1) as f64),
                })
            }
        };
        self.name().clone_into(&mut mesh.name);
        mesh
    }
}

fn tube(size: usize) -> Profile {
    let [outer, wall] = PIPES[size];
    Profile::ring(&circle(k(outer), PIPE_CORNERS), &circle(k(outer - wall), PIPE_CORNERS))
}

fn flange(size: usize) -> Profile {
    let [outer, wall] = PIPES[size];
    Profile::drilled(flange_middle(size), k(FLANGE_CORNER), k(outer - wall), k(HOLE))
}

fn cuboid([width, height]: [u32; 2], cells: [u32; 2], rings: usize) -> Mesh {
    Profile::grid(DVec2::splat(k(width)), cells).extruded(k(height), rings)
}

fn rectangle([width, height]: [f64; 2]) -> [DVec2; 4] {
    let (x, y) = (width / 2.0, height / 2.0);
    [dvec2(-x, -y), dvec2(x, -y), dvec2(x, y), dvec2(-x, y)]
}

fn bolt(grip: u32) -> Mesh {
    let [radius, height] = BOLT_HEAD.each(k);
    let side = BOLT_CORNERS / 6;
    let corner = |i: usize| DVec2::from_angle(std::f64::consts::FRAC_PI_3 * i as f64) * radius;
    let hexagon = |i: usize| match i {
        0 => DVec2::ZERO,
        _ => corner((i - 1) / side).lerp(corner((i - 1) / side + 1), ((i - 1) % side) as f64 / side as f64),
    };
    let grip = k(grip);
    Profile::disc(&shank()).swept(9, |i, point, ring| match ring {
        0 => hexagon(i).extend(-height),
        1 => hexagon(i).extend(0.0),
        2..=7 => point.extend(grip * (ring - 2) as f64 / 5.0),
        8 => hexagon(i).extend(grip),
        _ => hexagon(i).extend(grip + height),
    })
}

/// Meshes built so far.
#[derive(Default)]
pub(super) struct Catalog {
    pub(super) meshes: Vec<Mesh>,
    bounds: Vec<[DVec3; 2]>,
    index: HashMap<Item, usize>,
}

impl Catalog {
    pub(super) fn get(&mut self, item: Item) -> usize {
        *self.index.entry(item).or_insert_with(|| {
            let mesh = item.mesh();
            let low = mesh.vertices.iter().fold(DVec3::INFINITY, |low, v| low.min(*v));
            let high = mesh.vertices.iter().fold(DVec3::NEG_INFINITY, |high, v| high.max(*v));
            self.bounds.push([low, high]);
            self.meshes.push(mesh);
            self.meshes.len() - 1
        })
    }

    /// Returns the bounds of a mesh that was built.
    pub(super) fn bounds(&self, mesh: usize) -> [DVec3; 2] {
        self.bounds[mesh]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use barycast::mesh::TriMesh;

    fn all() -> Vec<Item> {
        let sizes = 0..PIPES.len();
        let pipes = sizes.clone().flat_map(|size| {
            [
                Item::Pipe { size, length: 512 },
                Item::Elbow { size },
                Item::Flange { size },
                Item::FlangeTwin { size },
            ]
        });
        let beams = (0..BEAMS.len()).map(|size| Item::Beam { size, length: 1024 });
        let ducts = (0..DUCTS.len()).map(|size| Item::Duct { size, length: 512 });
        let others =
            [Item::Bolt { grip: 32 }, Item::Bolt { grip: 128 }, Item::BasePlate, Item::Cleat, Item::Slab]
                .into_iter()
                .chain([Item::Plate, Item::Block, Item::BlockTwin, Item::EdgeBar, Item::Screw]);
        pipes.chain(beams).chain(ducts).chain(others).collect()
    }

    #[test]
    fn every_thing_is_closed_its_fronts_outside_and_some_500_triangles() {
        for item in all() {
            let mesh = item.mesh();
            let mut edges: Vec<[u32; 2]> =
                mesh.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
            edges.sort_unstable();
            assert!(edges.windows(2).all(|pair| pair[0] != pair[1]), "{item:?}: an edge twice");
            assert!(edges.iter().all(|[a, b]| edges.binary_search(&[*b, *a]).is_ok()), "{item:?} is open");
            let at = |v: u32| mesh.vertices[v as usize];
            let volume: f64 =
                mesh.triangles.iter().map(|&[a, b, c]| at(a).dot(at(b).cross(at(c))) / 6.0).sum();
            assert!(volume > 0.0, "{item:?}: {volume}");
            let area = |[a, b, c]: [u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).length();
            assert!(mesh.triangles.iter().all(|&triangle| area(triangle) > 0.0), "{item:?}");
            let count = mesh.triangles.len();
            assert!((400..=800).contains(&count), "{item:?}: {count} triangles");
            assert!(mesh.vertices.iter().all(|v| v.as_vec3().as_dvec3() == *v), "{item:?}: not of f32");
            let tree = TriMesh::try_new(mesh.vertices, mesh.triangles).unwrap();
            assert!(tree.self_intersections().is_empty(), "{item:?}");
        }
    }
}
