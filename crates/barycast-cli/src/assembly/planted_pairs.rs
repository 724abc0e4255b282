//! Pairs of parts that clash, and pairs that just do not.
//!
//! Let `g` be the gap between two surfaces that are closest at flat faces, at an edge along a face,
//! or at a tip. A `g` below zero is a penetration depth: the deepest point of either part is that
//! face, edge or tip, as long as no other surface is nearer. All sizes are chosen accordingly. Two
//! crossing edges of 90 degrees, at right angles to each other, are `-g / sqrt 2` deep, because the
//! faces of the other part leave its edge at 45 degrees.
//!
//! A gap is a whole number of steps (2^-20 m), at least one micrometre from the limits between the
//! classes at [`TOLERANCE`] and [`CLEARANCE`].

use super::catalog::{
    BEAMS, BLOCK, DUCT_WALL, DUCTS, EDGE_BAR, EDGE_BAR_LENGTH, FLANGE, HOLE, Item, PIPES, PLATE, SLAB,
    flange_hole, k, shank,
};
use super::group::{ALONG_X, ALONG_Y, Class, Group, Known, UPRIGHT};
use super::random::Random;
use super::solid::{K, STEP, circle, gap_inside};
use barycast::number::each::MapEach;
use glam::{DMat3, DVec3, dvec3};
use std::f64::consts::FRAC_1_SQRT_2;

/// The tolerance at which classes are known, in metres.
pub(crate) const TOLERANCE: f64 = 1e-4;
/// The clearance at which classes are known, in metres.
pub(crate) const CLEARANCE: f64 = 0.05;

/// Last gaps and overlaps on either side of the limits, in steps.
const TOUCHING_TO: i32 = 103;
const BEYOND_TOUCHING: i32 = 106;
const NEAR_TO: i32 = 52_427;
const CLEAR_FROM: i32 = 52_430;

/// Parts of a pair; the gap between them decides the class.
#[derive(Clone, Copy)]
enum Pair {
    BlockOnSlab,
    PipeOnBeam,
    EdgeOnSlab,
    CrossingEdges,
    TipOnSlab,
    PipeInDuct,
}

/// Kinds of planted pairs, which are generated in turn.
#[derive(Clone, Copy)]
enum Kind {
    Gap(Pair, Class, &'static str),
    Special(fn(&mut Random) -> Group),
}

const KINDS: &[Kind] = &[
    Kind::Gap(Pair::BlockOnSlab, Class::Hard, "block into slab"),
    Kind::Special(same_place),
    Kind::Gap(Pair::PipeOnBeam, Class::Near, "pipe above beam"),
    Kind::Gap(Pair::EdgeOnSlab, Class::Touching, "edge on slab"),
    Kind::Special(inside),
    Kind::Gap(Pair::CrossingEdges, Class::Clear, ""),
    Kind::Special(through_web),
    Kind::Gap(Pair::BlockOnSlab, Class::Touching, "block on slab"),
    Kind::Gap(Pair::PipeInDuct, Class::Near, "pipe in duct"),
    Kind::Special(almost_same_place),
    Kind::Gap(Pair::PipeOnBeam, Class::Hard, "pipe into beam"),
    Kind::Gap(Pair::TipOnSlab, Class::Touching, "tip on slab"),
    Kind::Gap(Pair::BlockOnSlab, Class::Clear, ""),
    Kind::Special(flush),
    Kind::Gap(Pair::EdgeOnSlab, Class::Near, "edge above slab"),
    Kind::Special(bolt_without_hole),
    Kind::Gap(Pair::CrossingEdges, Class::Touching, "crossing edges"),
    Kind::Special(other_triangles),
    Kind::Gap(Pair::TipOnSlab, Class::Hard, "tip into slab"),
    Kind::Gap(Pair::PipeInDuct, Class::Clear, ""),
    Kind::Special(bolt_in_hole),
    Kind::Special(almost_flush),
    Kind::Gap(Pair::EdgeOnSlab, Class::Hard, "edge into slab"),
    Kind::Gap(Pair::PipeOnBeam, Class::Touching, "pipe on beam"),
    Kind::Gap(Pair::CrossingEdges, Class::Near, "crossing edges"),
    Kind::Special(turned_onto_itself),
    Kind::Special(corner_to_corner),
    Kind::Gap(Pair::TipOnSlab, Class::Near, "tip above slab"),
    Kind::Gap(Pair::PipeOnBeam, Class::Clear, ""),
    Kind::Special(moved_too_far),
    Kind::Gap(Pair::CrossingEdges, Class::Hard, "crossing edges"),
    Kind::Special(cast_in),
    Kind::Gap(Pair::BlockOnSlab, Class::Near, "block above slab"),
    Kind::Special(sticking_out),
    Kind::Gap(Pair::EdgeOnSlab, Class::Clear, ""),
    Kind::Special(edge_to_edge),
    Kind::Gap(Pair::TipOnSlab, Class::Clear, ""),
];

/// Number of kinds.
#[cfg(test)]
pub(super) const COUNT: usize = KINDS.len();

/// Builds the pair of kind `number`, modulo the number of kinds, with its known result.
pub(super) fn pair(number: usize, random: &mut Random) -> Group {
    let mut group = match KINDS[number % KINDS.len()] {
        Kind::Gap(pair, class, how) => pair.with(class, how, random),
        Kind::Special(make) => make(random),
    };
    if random.flip() {
        // The order of the parts must not reveal the kind.
        group.placed.swap(0, 1);
    }
    group
}

/// Returns a gap of the class, in steps; overlaps are at most `deepest`.
fn gap(class: Class, deepest: i32, random: &mut Random) -> i32 {
    let one_of = |random: &mut Random, some: &[i32]| some[random.below(some.len() as u64) as usize];
    match class {
        Class::Touching => one_of(random, &[0, 0, 1, 50, TOUCHING_TO, -1, -50, -TOUCHING_TO]),
        Class::Near if random.below(4) == 0 => one_of(random, &[BEYOND_TOUCHING, NEAR_TO]),
        Class::Near => random.between(BEYOND_TOUCHING, NEAR_TO),
        Class::Clear if random.flip() => CLEAR_FROM,
        Class::Clear => random.between(CLEAR_FROM, 60_000),
        _ if random.below(4) == 0 => -BEYOND_TOUCHING,
        _ => -random.between(BEYOND_TOUCHING, deepest),
    }
}

/// Builds a group of two parts with a known result.
fn two(placed: [(Item, DMat3, DVec3); 2], class: Class, value: f64, how: &'static str) -> Group {
    let mut group = Group::default();
    for (item, turn, at) in placed {
        group.add(item, turn, at);
    }
    let (depth, distance) = match class {
        Class::Hard | Class::Enclosed => (Some(value), 0.0),
        _ => (None, value),
    };
    if class != Class::Clear {
        group.known.push(Known { parts: [0, 1], class, depth, distance, how });
    }
    group
}

impl Pair {
    fn with(self, class: Class, how: &'static str, random: &mut Random) -> Group {
        let size = random.below(BEAMS.len() as u64) as usize;
        // In steps. The overlap is the depth only while the middle of the other part is deeper.
        let deepest = match self {
            Self::PipeOnBeam => 8 * 1024,
            _ => 32 * 1024,
        };
        let mut steps = gap(class, deepest, random);
        if matches!((self, class), (Self::CrossingEdges, Class::Hard)) {
            steps = steps.min(-150);
        }
        let gap = f64::from(steps) * STEP;
        let top = k(SLAB[1]);
        // A random place on the slab.
        let mut on_slab = || k(random.between(0, 256) as u32) - k(128);
        let (x, y) = (on_slab(), on_slab());
        let placed = match self {
            Self::BlockOnSlab => {
                [(Item::Slab, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(x, y, top + gap))]
            }
            Self::EdgeOnSlab => [
                (Item::Slab, UPRIGHT, DVec3::ZERO),
                (Item::EdgeBar, ALONG_X, dvec3(x - k(EDGE_BAR_LENGTH) / 2.0, y, top + k(EDGE_BAR) + gap)),
            ],
            Self::TipOnSlab => {
                [(Item::Slab, UPRIGHT, DVec3::ZERO), (Item::Screw, UPRIGHT, dvec3(x, y, top + gap))]
            }
            Self::PipeOnBeam => {
                let pipe = random.below(PIPES.len() as u64) as usize;
                let above = k(BEAMS[size][0]) / 2.0 + k(PIPES[pipe][0]) + gap;
                [
                    (Item::Beam { size, length: 1024 }, ALONG_X, DVec3::ZERO),
                    (Item::Pipe { size: pipe, length: 768 }, ALONG_Y, dvec3(k(512) + x, -k(384), above)),
                ]
            }
            Self::CrossingEdges => {
                let half = k(EDGE_BAR_LENGTH) / 2.0;
                [
                    (Item::EdgeBar, ALONG_X, dvec3(-half, 0.0, 0.0)),
                    (Item::EdgeBar, ALONG_Y, dvec3(x, y - half, k(2 * EDGE_BAR) + gap)),
                ]
            }
            Self::PipeInDuct => {
                // In the lowest duct, a pipe that is clear of one side is near the other side.
                let (size, pipe) = (size.max(1), random.below(2) as usize);
                let inner = k(DUCTS[size][1] / 2 - DUCT_WALL);
                let down = inner - k(PIPES[pipe][0]) - gap;
                [
                    (Item::Duct { size, length: 1024 }, ALONG_X, DVec3::ZERO),
                    (Item::Pipe { size: pipe, length: 768 }, ALONG_X, dvec3(k(128), 0.0, -down)),
                ]
            }
        };
        let value = match (self, class) {
            (Self::CrossingEdges, Class::Hard) => -gap * FRAC_1_SQRT_2,
            (_, Class::Hard) => -gap,
            _ => gap.max(0.0),
        };
        two(placed, class, value, how)
    }
}

/// Returns a random part.
fn some(random: &mut Random) -> Item {
    let size = random.below(3) as usize;
    match random.below(6) {
        0 => Item::Pipe { size, length: 512 },
        1 => Item::Beam { size, length: 1024 },
        2 => Item::Flange { size },
        3 => Item::Bolt { grip: 128 },
        4 => Item::Duct { size, length: 512 },
        _ => Item::Elbow { size },
    }
}

/// Places the same part twice.
fn same_place(random: &mut Random) -> Group {
    let item = some(random);
    let placed = [(item, ALONG_X, DVec3::ZERO); 2];
    two(placed, Class::Duplicate, 0.0, "twice at the same place")
}

/// Places a part twice, moved by less than the tolerance, so that every point moves by less.
fn almost_same_place(random: &mut Random) -> Group {
    let item = some(random);
    let [across, along] =
        [random.between(1, 70), random.between(1, 70)].each(|steps| f64::from(steps) * STEP);
    let placed = [(item, ALONG_X, DVec3::ZERO), (item, ALONG_X, dvec3(along, across, 0.0))];
    two(placed, Class::Duplicate, 0.0, "twice at almost the same place")
}

fn other_triangles(random: &mut Random) -> Group {
    let size = random.below(5) as usize;
    let [one, other] = if random.flip() {
        [Item::Block, Item::BlockTwin]
    } else {
        [Item::Flange { size }, Item::FlangeTwin { size }]
    };
    let placed = [(one, ALONG_X, DVec3::ZERO), (other, ALONG_X, DVec3::ZERO)];
    two(placed, Class::Duplicate, 0.0, "twice, in other triangles")
}

/// Places a square flange twice, rotated by a quarter turn.
fn turned_onto_itself(random: &mut Random) -> Group {
    let item = Item::Flange { size: random.below(5) as usize };
    let quarter = DMat3::from_cols(DVec3::Y, DVec3::NEG_X, DVec3::Z);
    let placed = [(item, UPRIGHT, DVec3::ZERO), (item, quarter, DVec3::ZERO)];
    two(placed, Class::Duplicate, 0.0, "twice, turned by a quarter")
}

/// Places a part twice, moved by just more than the tolerance: the moved face is as deep in the
/// other part.
fn moved_too_far(random: &mut Random) -> Group {
    let item = if random.flip() { Item::Block } else { Item::Flange { size: random.below(5) as usize } };
    let by = -f64::from(gap(Class::Hard, 1024, random)) * STEP;
    let placed = [(item, UPRIGHT, DVec3::ZERO), (item, UPRIGHT, dvec3(by, 0.0, 0.0))];
    two(placed, Class::Hard, by, "twice, moved by more than the tolerance")
}

/// The deepest points of a part that crosses the middle of a slab, far from its sides, lie there.
const MIDDLE_OF_SLAB: f64 = SLAB[1] as f64 / 2.0 * K;

/// Places a block or a bolt inside a slab.
fn inside(random: &mut Random) -> Group {
    let (item, bottom) = if random.flip() {
        (Item::Block, k(1 + random.below(u64::from(SLAB[1] - BLOCK - 1)) as u32))
    } else {
        (Item::Bolt { grip: 128 }, k(random.between(32, 96) as u32))
    };
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (item, UPRIGHT, dvec3(k(100), k(60), bottom))];
    two(placed, Class::Enclosed, MIDDLE_OF_SLAB, "within a slab")
}

/// Places a pipe inside a slab, with two of its edges at the height of its axis.
fn cast_in(random: &mut Random) -> Group {
    let pipe = Item::Pipe { size: random.below(3) as usize, length: 512 };
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (pipe, ALONG_X, dvec3(-k(256), 0.0, MIDDLE_OF_SLAB))];
    two(placed, Class::Enclosed, MIDDLE_OF_SLAB, "pipe cast into a slab")
}

/// Places a block inside a slab, with one face in a face of the slab.
fn flush(_: &mut Random) -> Group {
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, DVec3::ZERO)];
    two(placed, Class::Enclosed, MIDDLE_OF_SLAB, "within a slab, flush with it")
}

/// Places a block in a slab, its lower face `below` metres under that of the slab.
fn sunk(below: f64, class: Class, how: &'static str) -> Group {
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(0.0, 0.0, -below))];
    two(placed, class, k(BLOCK) - below, how)
}

fn almost_flush(random: &mut Random) -> Group {
    let below = f64::from(random.between(1, TOUCHING_TO)) * STEP;
    sunk(below, Class::Enclosed, "within a slab, sticking out by less than the tolerance")
}

fn sticking_out(random: &mut Random) -> Group {
    let below = -f64::from(gap(Class::Hard, 32 * 1024, random)) * STEP;
    sunk(below, Class::Hard, "in a slab, sticking out")
}

/// Places a pipe through the web of a beam. The deepest points lie in the middle of the web,
/// because the pipe's wall is thinner.
fn through_web(random: &mut Random) -> Group {
    let (size, pipe) = (random.below(3) as usize, random.below(3) as usize);
    let placed = [
        (Item::Beam { size, length: 1024 }, ALONG_X, DVec3::ZERO),
        (Item::Pipe { size: pipe, length: 768 }, ALONG_Y, dvec3(k(512), -k(384), 0.0)),
    ];
    two(placed, Class::Hard, k(BEAMS[size][2]) / 2.0, "pipe through the web of a beam")
}

/// Places a bolt in an undrilled plate: half the plate's thickness is more than the shank's radius.
fn bolt_without_hole(_: &mut Random) -> Group {
    let placed =
        [(Item::Plate, UPRIGHT, DVec3::ZERO), (Item::Bolt { grip: 128 }, UPRIGHT, dvec3(k(40), k(8), 0.0))];
    two(placed, Class::Hard, k(PLATE[1]) / 2.0, "bolt through a plate without a hole")
}

/// Places a loose bolt with its shank in the middle of a hole.
fn bolt_in_hole(random: &mut Random) -> Group {
    let size = random.below(5) as usize;
    let hole = flange_hole(size);
    let lowered = k(FLANGE) / 2.0;
    let placed = [
        (Item::Flange { size }, UPRIGHT, DVec3::ZERO),
        (Item::Bolt { grip: 2 * FLANGE }, UPRIGHT, dvec3(hole, hole, -lowered)),
    ];
    let gap = gap_inside(&shank(), &circle(k(HOLE), super::solid::HOLE));
    two(placed, Class::Near, gap, "loose bolt in its hole")
}

/// Places two blocks that share an edge, or are 3 apart sideways and 4 upward, in multiples of the
/// same number of steps.
fn edge_to_edge(random: &mut Random) -> Group {
    let steps = if random.flip() { 0 } else { random.between(30, 10_000) };
    let apart = |times: i32| k(BLOCK) + f64::from(times * steps) * STEP;
    let placed =
        [(Item::Block, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(apart(3), 0.0, apart(4)))];
    let class = if steps == 0 { Class::Touching } else { Class::Near };
    two(placed, class, f64::from(5 * steps) * STEP, "edge to edge")
}

/// Places two blocks that share a corner, or are 2, 3 and 6 apart along the axes, in multiples of
/// the same number of steps.
fn corner_to_corner(random: &mut Random) -> Group {
    let steps = if random.flip() { 0 } else { random.between(30, 7_000) };
    let apart = |times: i32| k(BLOCK) + f64::from(times * steps) * STEP;
    let placed =
        [(Item::Block, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(apart(2), apart(3), apart(6)))];
    let class = if steps == 0 { Class::Touching } else { Class::Near };
    two(placed, class, f64::from(7 * steps) * STEP, "corner to corner")
}
