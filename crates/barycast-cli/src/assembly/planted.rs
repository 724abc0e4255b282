//! Pairs of parts that clash, and pairs that just do not.
//!
//! With `g` the gap between two surfaces that are nearest at flat faces, at an edge along a face, or at a tip, a `g`
//! below zero is the depth to which one is in the other: the deepest point of either is that face, edge or tip, as
//! long as nothing else is nearer. All sizes are chosen so. Two edges that cross at right angles, each of 90 degrees,
//! are `-g / sqrt 2` deep: the faces of the other leave its edge at 45 degrees.
//!
//! A gap is a whole number of steps (2^-20 m), and at least one micrometre from the limits between classes at the
//! tolerance and clearance of [`TOLERANCE`] and [`CLEARANCE`].

use super::dice::Dice;
use super::group::{ALONG_X, ALONG_Y, Class, Group, Known, UPRIGHT};
use super::shelf::{
    BEAMS, BLOCK, DUCT_WALL, DUCTS, EDGE_BAR, EDGE_BAR_LENGTH, FLANGE, HOLE, Item, PIPES, PLATE, SLAB,
    flange_hole, k, shank,
};
use super::solid::{K, STEP, circle, gap_inside};
use barycast::number::each::MapEach;
use glam::{DMat3, DVec3, dvec3};
use std::f64::consts::FRAC_1_SQRT_2;

/// In metres, as the classes are told.
pub(crate) const TOLERANCE: f64 = 1e-4;
pub(crate) const CLEARANCE: f64 = 0.05;

/// In steps: the last gaps and overlaps on either side of the limits.
const TOUCHING_TO: i32 = 103;
const BEYOND_TOUCHING: i32 = 106;
const NEAR_TO: i32 = 52_427;
const CLEAR_FROM: i32 = 52_430;

/// What a pair is made of; a gap makes it of a class.
#[derive(Clone, Copy)]
enum Pair {
    BlockOnSlab,
    PipeOnBeam,
    EdgeOnSlab,
    CrossingEdges,
    TipOnSlab,
    PipeInDuct,
}

/// The kinds of planted pairs, which are dealt in turn.
#[derive(Clone, Copy)]
enum Kind {
    Gap(Pair, Class, &'static str),
    Special(fn(&mut Dice) -> Group),
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

/// How many kinds there are.
#[cfg(test)]
pub(super) const COUNT: usize = KINDS.len();

/// Two parts of the kind of this number, and what is known about them.
pub(super) fn pair(number: usize, dice: &mut Dice) -> Group {
    let mut group = match KINDS[number % KINDS.len()] {
        Kind::Gap(pair, class, how) => pair.with(class, how, dice),
        Kind::Special(make) => make(dice),
    };
    if dice.flip() {
        // The order of the parts says nothing.
        group.placed.swap(0, 1);
    }
    group
}

/// A gap of a class, in steps; overlaps up to `deepest`.
fn gap(class: Class, deepest: i32, dice: &mut Dice) -> i32 {
    let one_of = |dice: &mut Dice, some: &[i32]| some[dice.below(some.len() as u64) as usize];
    match class {
        Class::Touching => one_of(dice, &[0, 0, 1, 50, TOUCHING_TO, -1, -50, -TOUCHING_TO]),
        Class::Near if dice.below(4) == 0 => one_of(dice, &[BEYOND_TOUCHING, NEAR_TO]),
        Class::Near => dice.between(BEYOND_TOUCHING, NEAR_TO),
        Class::Clear if dice.flip() => CLEAR_FROM,
        Class::Clear => dice.between(CLEAR_FROM, 60_000),
        _ if dice.below(4) == 0 => -BEYOND_TOUCHING,
        _ => -dice.between(BEYOND_TOUCHING, deepest),
    }
}

/// A group of two, of which this is known.
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
    fn with(self, class: Class, how: &'static str, dice: &mut Dice) -> Group {
        let size = dice.below(BEAMS.len() as u64) as usize;
        // In steps; a depth is a depth only as long as the middle of what is met is deeper.
        let deepest = match self {
            Self::PipeOnBeam => 8 * 1024,
            _ => 32 * 1024,
        };
        let mut steps = gap(class, deepest, dice);
        if matches!((self, class), (Self::CrossingEdges, Class::Hard)) {
            steps = steps.min(-150);
        }
        let gap = f64::from(steps) * STEP;
        let top = k(SLAB[1]);
        // Somewhere on the slab.
        let mut on_slab = || k(dice.between(0, 256) as u32) - k(128);
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
                let pipe = dice.below(PIPES.len() as u64) as usize;
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
                // In the lowest duct a pipe that is clear of one side is near the other.
                let (size, pipe) = (size.max(1), dice.below(2) as usize);
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

/// Some thing of those that stand about.
fn some(dice: &mut Dice) -> Item {
    let size = dice.below(3) as usize;
    match dice.below(6) {
        0 => Item::Pipe { size, length: 512 },
        1 => Item::Beam { size, length: 1024 },
        2 => Item::Flange { size },
        3 => Item::Bolt { grip: 128 },
        4 => Item::Duct { size, length: 512 },
        _ => Item::Elbow { size },
    }
}

/// The same thing twice.
fn same_place(dice: &mut Dice) -> Group {
    let item = some(dice);
    let placed = [(item, ALONG_X, DVec3::ZERO); 2];
    two(placed, Class::Duplicate, 0.0, "twice at the same place")
}

/// Moved by less than the tolerance, so is every point.
fn almost_same_place(dice: &mut Dice) -> Group {
    let item = some(dice);
    let [across, along] = [dice.between(1, 70), dice.between(1, 70)].each(|steps| f64::from(steps) * STEP);
    let placed = [(item, ALONG_X, DVec3::ZERO), (item, ALONG_X, dvec3(along, across, 0.0))];
    two(placed, Class::Duplicate, 0.0, "twice at almost the same place")
}

fn other_triangles(dice: &mut Dice) -> Group {
    let size = dice.below(5) as usize;
    let [one, other] = if dice.flip() {
        [Item::Block, Item::BlockTwin]
    } else {
        [Item::Flange { size }, Item::FlangeTwin { size }]
    };
    let placed = [(one, ALONG_X, DVec3::ZERO), (other, ALONG_X, DVec3::ZERO)];
    two(placed, Class::Duplicate, 0.0, "twice, in other triangles")
}

/// A square flange, turned by a quarter.
fn turned_onto_itself(dice: &mut Dice) -> Group {
    let item = Item::Flange { size: dice.below(5) as usize };
    let quarter = DMat3::from_cols(DVec3::Y, DVec3::NEG_X, DVec3::Z);
    let placed = [(item, UPRIGHT, DVec3::ZERO), (item, quarter, DVec3::ZERO)];
    two(placed, Class::Duplicate, 0.0, "twice, turned by a quarter")
}

/// Moved by just more than the tolerance: the face that was moved into the other is as deep in it.
fn moved_too_far(dice: &mut Dice) -> Group {
    let item = if dice.flip() { Item::Block } else { Item::Flange { size: dice.below(5) as usize } };
    let by = -f64::from(gap(Class::Hard, 1024, dice)) * STEP;
    let placed = [(item, UPRIGHT, DVec3::ZERO), (item, UPRIGHT, dvec3(by, 0.0, 0.0))];
    two(placed, Class::Hard, by, "twice, moved by more than the tolerance")
}

/// Of what crosses the middle of a slab, far from its sides, the deepest points are there.
const MIDDLE_OF_SLAB: f64 = SLAB[1] as f64 / 2.0 * K;

/// A block or a bolt within a slab.
fn inside(dice: &mut Dice) -> Group {
    let (item, bottom) = if dice.flip() {
        (Item::Block, k(1 + dice.below(u64::from(SLAB[1] - BLOCK - 1)) as u32))
    } else {
        (Item::Bolt { grip: 128 }, k(dice.between(32, 96) as u32))
    };
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (item, UPRIGHT, dvec3(k(100), k(60), bottom))];
    two(placed, Class::Enclosed, MIDDLE_OF_SLAB, "within a slab")
}

/// A pipe within a slab: two of its edges are as high as its axis.
fn cast_in(dice: &mut Dice) -> Group {
    let pipe = Item::Pipe { size: dice.below(3) as usize, length: 512 };
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (pipe, ALONG_X, dvec3(-k(256), 0.0, MIDDLE_OF_SLAB))];
    two(placed, Class::Enclosed, MIDDLE_OF_SLAB, "pipe cast into a slab")
}

/// A block within a slab with one face in the slab's.
fn flush(_: &mut Dice) -> Group {
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, DVec3::ZERO)];
    two(placed, Class::Enclosed, MIDDLE_OF_SLAB, "within a slab, flush with it")
}

/// A block in a slab, its lower face as far below the slab's.
fn sunk(below: f64, class: Class, how: &'static str) -> Group {
    let placed = [(Item::Slab, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(0.0, 0.0, -below))];
    two(placed, class, k(BLOCK) - below, how)
}

fn almost_flush(dice: &mut Dice) -> Group {
    let below = f64::from(dice.between(1, TOUCHING_TO)) * STEP;
    sunk(below, Class::Enclosed, "within a slab, sticking out by less than the tolerance")
}

fn sticking_out(dice: &mut Dice) -> Group {
    let below = -f64::from(gap(Class::Hard, 32 * 1024, dice)) * STEP;
    sunk(below, Class::Hard, "in a slab, sticking out")
}

/// A pipe through the web of a beam: the middle of the web is the deepest that the pipe comes, and the pipe's wall is
/// thinner.
fn through_web(dice: &mut Dice) -> Group {
    let (size, pipe) = (dice.below(3) as usize, dice.below(3) as usize);
    let placed = [
        (Item::Beam { size, length: 1024 }, ALONG_X, DVec3::ZERO),
        (Item::Pipe { size: pipe, length: 768 }, ALONG_Y, dvec3(k(512), -k(384), 0.0)),
    ];
    two(placed, Class::Hard, k(BEAMS[size][2]) / 2.0, "pipe through the web of a beam")
}

/// A bolt in a plate that was not drilled: half of the plate is more than the shank's radius.
fn bolt_without_hole(_: &mut Dice) -> Group {
    let placed =
        [(Item::Plate, UPRIGHT, DVec3::ZERO), (Item::Bolt { grip: 128 }, UPRIGHT, dvec3(k(40), k(8), 0.0))];
    two(placed, Class::Hard, k(PLATE[1]) / 2.0, "bolt through a plate without a hole")
}

/// A bolt that is not tightened: its shank is in the middle of the hole.
fn bolt_in_hole(dice: &mut Dice) -> Group {
    let size = dice.below(5) as usize;
    let hole = flange_hole(size);
    let lowered = k(FLANGE) / 2.0;
    let placed = [
        (Item::Flange { size }, UPRIGHT, DVec3::ZERO),
        (Item::Bolt { grip: 2 * FLANGE }, UPRIGHT, dvec3(hole, hole, -lowered)),
    ];
    let gap = gap_inside(&shank(), &circle(k(HOLE), super::solid::HOLE));
    two(placed, Class::Near, gap, "loose bolt in its hole")
}

/// Two blocks with one edge in common, or with 3 to the side and 4 above between them.
fn edge_to_edge(dice: &mut Dice) -> Group {
    let steps = if dice.flip() { 0 } else { dice.between(30, 10_000) };
    let apart = |times: i32| k(BLOCK) + f64::from(times * steps) * STEP;
    let placed =
        [(Item::Block, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(apart(3), 0.0, apart(4)))];
    let class = if steps == 0 { Class::Touching } else { Class::Near };
    two(placed, class, f64::from(5 * steps) * STEP, "edge to edge")
}

/// Two blocks with one corner in common, or with 2, 3 and 6 between them.
fn corner_to_corner(dice: &mut Dice) -> Group {
    let steps = if dice.flip() { 0 } else { dice.between(30, 7_000) };
    let apart = |times: i32| k(BLOCK) + f64::from(times * steps) * STEP;
    let placed =
        [(Item::Block, UPRIGHT, DVec3::ZERO), (Item::Block, UPRIGHT, dvec3(apart(2), apart(3), apart(6)))];
    let class = if steps == 0 { Class::Touching } else { Class::Near };
    two(placed, class, f64::from(7 * steps) * STEP, "corner to corner")
}
