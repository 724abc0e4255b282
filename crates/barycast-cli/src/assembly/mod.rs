//! Sample assemblies of any number of parts, whose clashes are known by construction.
//!
//! Parts form groups (`group.rs`: a pipe run, a frame, a duct; `planted_pairs.rs`: two parts that clash,
//! or just do not). Groups stand in the cells of a building, rotated by quarter turns or by any
//! angle. Parts of different cells are farther apart than the clearance; within a group every
//! closer pair is known. The coordinates of meshes (`catalog.rs`, `solid.rs`) are `f32` numbers, and
//! groups are built from exact sums, so that files keep the planted distances to the last digit.
//! Rotations by other angles add rounding errors of `f64`.

mod catalog;
mod group;
mod planted_pairs;
mod random;
mod solid;

pub(crate) use group::{Class, Known};
pub(crate) use planted_pairs::{CLEARANCE, TOLERANCE};

use barycast::number::each::MapEach;
use barycast_io::{Part, Scene};
use catalog::{BEAMS, Catalog, DUCTS, Item, PIPES};
use glam::{DAffine3, DMat3, DVec3, dvec3};
use group::Group;
use random::Random;
use std::collections::HashMap;

/// Side of a cell, in metres.
const CELL: f64 = 3.0;
/// Distance in metres of groups from the sides of their cells: two groups are farther apart than
/// the clearance.
const MARGIN: f64 = 0.03;

/// Parts with their known clashes.
pub(crate) struct Assembly {
    pub(crate) scene: Scene,
    /// Every pair that is not clear at [`TOLERANCE`] and [`CLEARANCE`], in the order of the parts.
    pub(crate) known: Vec<Known>,
    /// Number of planted pairs that are just clear of each other.
    pub(crate) decoys: usize,
}

/// Builds an assembly of `parts` parts, moved by `offset`. The same seed gives the same assembly.
pub(crate) fn assembly(parts: usize, seed: u64, offset: DVec3) -> Assembly {
    let mut building = Building::default();
    let mut random = Random(seed);
    let (mut planted, mut decoys) = (0, 0);
    while building.parts.len() < parts {
        let left = parts - building.parts.len();
        let mut group = usual(&mut random).filter(|group| group.placed.len() <= left);
        if group.is_none() && left >= 2 {
            let pair = planted_pairs::pair(planted, &mut random);
            planted += 1;
            decoys += usize::from(pair.known.is_empty());
            group = Some(pair);
        }
        let group = group.unwrap_or_else(|| Group::alone(Item::Pipe { size: 1, length: 512 }));
        building.put(&group, &mut random);
    }
    building.spread(offset);
    building.finished(decoys)
}

/// Builds a group without faults; `None` if a planted pair is wanted instead.
fn usual(random: &mut Random) -> Option<Group> {
    let pick = |random: &mut Random, from: &[u32]| from[random.below(from.len() as u64) as usize];
    let size = |random: &mut Random, sizes: usize| random.below(sizes as u64) as usize;
    match random.below(100) {
        0..22 => {
            let lengths = [(); 3].each(|()| pick(random, &[384, 448, 512, 576, 640]));
            Some(Group::run(size(random, PIPES.len()), lengths, random.flip()))
        }
        22..40 => {
            let (columns, beam) = (size(random, BEAMS.len()), size(random, BEAMS.len()));
            let (height, length) = (pick(random, &[1792, 2048, 2304]), pick(random, &[1024, 1152, 1280]));
            Some(Group::frame(columns, beam, height, length))
        }
        40..55 => {
            let lengths = [(); 3].each(|()| pick(random, &[512, 576, 640, 704, 768]));
            Some(Group::duct(size(random, DUCTS.len()), lengths))
        }
        _ => None,
    }
}

#[derive(Default)]
struct Building {
    catalog: Catalog,
    /// Number of parts with each name.
    named: HashMap<&'static str, usize>,
    /// Parts of all groups, each group around the origin until `spread` moves it.
    parts: Vec<Part>,
    known: Vec<Known>,
    /// Index of the first part of each cell.
    cells: Vec<usize>,
}

/// Maps z up to y up, which glTF uses.
const Y_UP: DMat3 = DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y);

impl Building {
    fn put(&mut self, group: &Group, random: &mut Random) {
        let first = self.parts.len();
        self.cells.push(first);
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let mut meshes = Vec::with_capacity(group.placed.len());
        for placed in &group.placed {
            let mesh = self.catalog.get(placed.item);
            for corner in self.catalog.bounds(mesh).each(|corner| placed.turn * corner + placed.at) {
                (low, high) = (low.min(corner), high.max(corner));
            }
            meshes.push(mesh);
        }
        let middle = low.midpoint(high);
        let world = Y_UP * turn((high - low) / 2.0, random);
        for (placed, mesh) in group.placed.iter().zip(meshes) {
            let name = placed.item.name();
            let number = self.named.entry(name).or_insert(0);
            *number += 1;
            self.parts.push(Part {
                name: format!("{name} {number}"),
                mesh,
                world_from_mesh: DAffine3::from_mat3_translation(
                    world * placed.turn,
                    world * (placed.at - middle),
                ),
                color: Some(placed.item.color()),
                node: None,
            });
        }
        let known = |known: &Known| {
            let [a, b] = known.parts.each(|part| first + part);
            Known { parts: [a.min(b), a.max(b)], ..*known }
        };
        let start = self.known.len();
        self.known.extend(group.known.iter().map(known));
        self.known[start..].sort_unstable_by_key(|known| known.parts);
    }

    fn finished(self, decoys: usize) -> Assembly {
        let scene = Scene {
            meshes: self.catalog.meshes,
            parts: self.parts,
            metres_per_unit: Some(1.0),
            ..Scene::default()
        };
        Assembly { scene, known: self.known, decoys }
    }

    /// Moves each group to its cell, storey by storey.
    fn spread(&mut self, offset: DVec3) {
        let count = self.cells.len() as f64;
        let storeys = (count.cbrt() * 0.6).round().max(1.0);
        let wide = (count / storeys).sqrt().ceil().max(1.0);
        let deep = (count / (storeys * wide)).ceil().max(1.0);
        let ends = self.cells[1..].iter().copied().chain([self.parts.len()]);
        for (cell, (&start, end)) in self.cells.iter().zip(ends).enumerate() {
            let cell = cell as f64;
            let (row, x) = ((cell / wide).floor(), cell % wide);
            let (storey, z) = ((row / deep).floor(), row % deep);
            let at = dvec3(x - (wide / 2.0).floor(), storey, z - (deep / 2.0).floor());
            for part in &mut self.parts[start..end] {
                part.world_from_mesh.translation += at * CELL + offset;
            }
        }
    }
}

/// Chooses a rotation for a group of this half size so that it fits its cell: mostly quarter turns
/// about the vertical, which are exact, else any angle about the vertical or any rotation.
fn turn(half: DVec3, random: &mut Random) -> DMat3 {
    let most = CELL / 2.0 - MARGIN;
    let whole = |random: &mut Random| f64::from(random.between(-9, 9));
    match random.below(10) {
        0..3 if half.truncate().length() <= most => {
            rotation(1.0 + whole(random).abs(), 0.0, 0.0, whole(random))
        }
        3 if half.length() <= most => {
            rotation(1.0 + whole(random).abs(), whole(random), whole(random), whole(random))
        }
        _ => {
            debug_assert!(half.max_element() <= most, "{half}");
            let (w, z) = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, -1.0)][random.below(4) as usize];
            rotation(w, 0.0, 0.0, z)
        }
    }
}

/// Returns the rotation matrix of a quaternion of any length. With integer components it is the
/// same on every machine.
fn rotation(w: f64, x: f64, y: f64, z: f64) -> DMat3 {
    let n = w * w + x * x + y * y + z * z;
    DMat3::from_cols(
        dvec3(n - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)) / n,
        dvec3(2.0 * (x * y - w * z), n - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)) / n,
        dvec3(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), n - 2.0 * (x * x + y * y)) / n,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use barycast::frame::Affine3;
    use barycast::mesh::TriMesh;
    use rayon::prelude::*;

    struct Built {
        assembly: Assembly,
        meshes: Vec<TriMesh<DVec3>>,
        bounds: Vec<[DVec3; 2]>,
    }

    fn built(assembly: Assembly) -> Built {
        let scene = &assembly.scene;
        let tree = |mesh: &barycast_io::Mesh| {
            TriMesh::try_new(mesh.vertices.clone(), mesh.triangles.clone()).unwrap()
        };
        let bounds = |part: &Part| {
            let vertices = scene.meshes[part.mesh].vertices.iter();
            vertices
                .map(|v| part.world_from_mesh.transform_point3(*v))
                .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)])
        };
        let (meshes, bounds) =
            (scene.meshes.iter().map(tree).collect(), scene.parts.par_iter().map(bounds).collect());
        Built { assembly, meshes, bounds }
    }

    impl Built {
        fn placed(&self, part: usize) -> (&TriMesh<DVec3>, DAffine3) {
            let part = &self.assembly.scene.parts[part];
            (&self.meshes[part.mesh], part.world_from_mesh)
        }

        /// Returns the distance between the surfaces if it is at most twice the clearance.
        fn distance(&self, a: usize, b: usize) -> Option<f64> {
            let ((mesh_a, at_a), (mesh_b, at_b)) = (self.placed(a), self.placed(b));
            let a_from_b = Affine3::from(at_a.inverse() * at_b);
            mesh_a.distance_to_mesh(mesh_b, &a_from_b, 2.0 * CLEARANCE).map(|pair| pair.closest.distance)
        }

        /// Returns the depth of the deepest of many surface points of `a` inside `b`, and the
        /// distance of the farthest one outside.
        fn depths(&self, a: usize, b: usize) -> [f64; 2] {
            let ((mesh_a, at_a), (mesh_b, at_b)) = (self.placed(a), self.placed(b));
            let b_from_a = at_b.inverse() * at_a;
            let limits = mesh_b.bounds();
            let deepest = |t: usize| {
                let corners = mesh_a.triangles()[t].map(|v| mesh_a.vertices()[v as usize]);
                let corners = corners.map(|corner| b_from_a.transform_point3(corner));
                let [p, q, r] = corners;
                let apart = p.min(q).min(r).cmpgt(limits.max) | p.max(q).max(r).cmplt(limits.min);
                let depth = |point: DVec3| -mesh_b.signed_distance(point);
                if apart.any() {
                    return [0.0, corners.map(|corner| -depth(corner)).into_iter().fold(0.0, f64::max)];
                }
                [greatest(corners, 8, depth), greatest(corners, 1, |point| -depth(point))]
            };
            let all = (0..mesh_a.triangles().len()).into_par_iter().map(deepest);
            all.reduce(|| [0.0; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])])
        }
    }

    /// Returns the greatest value at sample points of a triangle, refined around the best sample in
    /// each round.
    fn greatest([a, b, c]: [DVec3; 3], rounds: usize, value: impl Fn(DVec3) -> f64) -> f64 {
        const CUTS: i32 = 6;
        let (mut best, mut at, mut step) = (0.0_f64, [0.0; 2], 1.0 / f64::from(CUTS));
        for round in 0..rounds {
            let (from, to) = if round == 0 { (0, CUTS) } else { (-2, 2) };
            let middle = at;
            for (i, j) in (from..=to).flat_map(|i| (from..=to).map(move |j| (i, j))) {
                let [u, v] = [middle[0] + f64::from(i) * step, middle[1] + f64::from(j) * step];
                if u < 0.0 || v < 0.0 || u + v > 1.0 + 1e-12 {
                    continue;
                }
                let found = value(a + (b - a) * u + (c - a) * v);
                if found > best {
                    (best, at) = (found, [u, v]);
                }
            }
            if best == 0.0 {
                break;
            }
            step *= 0.4;
        }
        best
    }

    #[test]
    fn two_parts_are_near_exactly_as_planted_with_the_planted_distance() {
        for seed in [1, 2] {
            let built = built(assembly(500, seed, DVec3::ZERO));
            let boxes = &built.bounds;
            let close = |a: usize, b: usize| {
                let gap = (boxes[a][0] - boxes[b][1]).max(boxes[b][0] - boxes[a][1]);
                gap.max_element() < 2.0 * CLEARANCE
            };
            let pairs: Vec<[usize; 2]> = (0..boxes.len())
                .flat_map(|a| (a + 1..boxes.len()).map(move |b| [a, b]))
                .filter(|[a, b]| close(*a, *b))
                .collect();
            let known: HashMap<[usize; 2], Known> =
                built.assembly.known.iter().map(|known| (known.parts, *known)).collect();
            assert_eq!(known.len(), built.assembly.known.len(), "a pair twice");
            assert!(known.keys().all(|pair| pairs.contains(pair)));
            pairs.par_iter().for_each(|&[a, b]| {
                let names = [a, b].map(|part| &built.assembly.scene.parts[part].name);
                let measured = built.distance(a, b);
                match known.get(&[a, b]) {
                    None => {
                        let inside = built.depths(a, b)[0].max(built.depths(b, a)[0]);
                        let clear = measured.is_none_or(|distance| distance > CLEARANCE + 1e-6);
                        assert!(clear && inside == 0.0, "{names:?}: {measured:?}, {inside}");
                    }
                    Some(known) if known.class == Class::Enclosed => assert!(known.depth > Some(0.09)),
                    Some(known) => {
                        let off = measured.map(|distance| (distance - known.distance).abs());
                        assert!(off.is_some_and(|off| off < 1e-12), "{names:?}: {known:?}, {measured:?}");
                    }
                }
            });
        }
    }

    #[test]
    fn depths_of_many_points_agree_with_the_known_class() {
        let (mut building, mut random) = (Building::default(), Random(3));
        for number in 0..2 * planted_pairs::COUNT {
            building.put(&planted_pairs::pair(number, &mut random), &mut random);
        }
        building.spread(DVec3::ZERO);
        let built = built(building.finished(0));
        built.assembly.known.par_iter().for_each(|known| {
            let [a, b] = known.parts;
            let [[a_in_b, a_out], [b_in_a, b_out]] = [built.depths(a, b), built.depths(b, a)];
            let depth = a_in_b.max(b_in_a);
            let said = format!("{known:?}: {a_in_b} {a_out} {b_in_a} {b_out}");
            let margin = 1e-6;
            match known.class {
                Class::Duplicate => assert!(depth.max(a_out).max(b_out) < TOLERANCE - margin, "{said}"),
                Class::Enclosed => assert!(a_out.min(b_out) < TOLERANCE - margin, "{said}"),
                Class::Hard => {
                    assert!(known.depth > Some(TOLERANCE + margin), "{said}");
                    assert!(a_out.min(b_out) > TOLERANCE + margin, "{said}");
                }
                Class::Touching => assert!(depth < TOLERANCE - margin, "{said}"),
                Class::Near | Class::Clear => assert!(depth == 0.0, "{said}"),
            }
            if let Some(known) = known.depth {
                assert!(depth < known + 1e-9 && depth > known * (1.0 - 1e-2), "{said}");
            }
        });
    }

    #[test]
    fn every_class_and_every_kind_is_there_and_seeds_differ() {
        let assembly = assembly(3000, 5, DVec3::ZERO);
        assert_eq!(assembly.scene.parts.len(), 3000);
        assert!(assembly.known.is_sorted_by_key(|known| known.parts) && assembly.decoys > 20);
        for class in [Class::Duplicate, Class::Enclosed, Class::Hard, Class::Touching, Class::Near] {
            let count = assembly.known.iter().filter(|known| known.class == class).count();
            assert!(count >= 20, "{class:?}: {count}");
        }
        let planted = assembly.known.iter().filter(|known| !known.how.contains("flange")).count();
        assert!(planted > planted_pairs::COUNT);
        let again = super::assembly(3000, 5, DVec3::ZERO);
        assert_eq!((again.scene, &again.known), (assembly.scene.clone(), &assembly.known));
        assert_ne!(super::assembly(3000, 6, DVec3::ZERO).scene, assembly.scene);
        assert!(assembly.scene.meshes.len() <= 200);
        for few in 1..30 {
            assert_eq!(super::assembly(few, 1, DVec3::ZERO).scene.parts.len(), few);
        }
    }

    #[test]
    fn known_distances_are_correct_a_million_from_the_origin() {
        let near = assembly(400, 9, DVec3::ZERO);
        let far = assembly(400, 9, DVec3::splat(1e6));
        assert_eq!(near.known, far.known);
        for (near, far) in near.scene.parts.iter().zip(&far.scene.parts) {
            let [near, far] = [near, far].map(|part| part.world_from_mesh);
            let moved = far.translation - near.translation;
            assert!((moved - 1e6).abs().max_element() < 1e-9 && near.matrix3 == far.matrix3);
        }
    }
}
