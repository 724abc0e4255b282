//! Groups of parts with known clashes.

use super::catalog::{BASE_PLATE, BASE_PLATE_TILES, BEAMS, CLEAT, FLANGE, Item, bend, flange_hole, k};
use barycast::number::each::MapEach;
use glam::{DMat3, DVec3, dvec3};
use serde::Serialize;

/// The classes of `barycast clash`, and `Clear` for pairs without a clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Class {
    Duplicate,
    Enclosed,
    Hard,
    Touching,
    Near,
    Clear,
}

/// The known result for two parts, from their placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) parts: [usize; 2],
    pub(crate) class: Class,
    /// Penetration depth in metres, for hard and enclosed pairs.
    pub(crate) depth: Option<f64>,
    /// Distance between the surfaces in metres, 0 if they overlap.
    pub(crate) distance: f64,
    pub(crate) how: &'static str,
}

/// A part in its group: rotated by quarter turns, then translated by exact numbers.
pub(super) struct Placed {
    pub(super) item: Item,
    pub(super) turn: DMat3,
    pub(super) at: DVec3,
}

/// Parts in coordinates of their group, z up. All pairs closer than the clearance are known.
#[derive(Default)]
pub(super) struct Group {
    pub(super) placed: Vec<Placed>,
    pub(super) known: Vec<Known>,
}

/// The orientation in which parts are modelled.
pub(super) const UPRIGHT: DMat3 = DMat3::IDENTITY;
/// Maps z to x and y to z.
pub(super) const ALONG_X: DMat3 = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
/// Maps z to y and x to z.
pub(super) const ALONG_Y: DMat3 = DMat3::from_cols(DVec3::Z, DVec3::X, DVec3::Y);
/// A column, with its flanges facing along x.
const COLUMN: DMat3 = DMat3::from_cols(DVec3::NEG_Y, DVec3::X, DVec3::Z);
/// Cleats under the two ends of a beam along x.
const CLEATS: [DMat3; 2] = [
    DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y),
    DMat3::from_cols(DVec3::NEG_X, DVec3::NEG_Z, DVec3::NEG_Y),
];

impl Group {
    pub(super) fn add(&mut self, item: Item, turn: DMat3, at: DVec3) -> usize {
        self.placed.push(Placed { item, turn, at });
        self.placed.len() - 1
    }

    /// Records that faces of the two parts lie on each other.
    fn meets(&mut self, a: usize, b: usize, how: &'static str) {
        let class = Class::Touching;
        self.known.push(Known { parts: [a, b], class, depth: None, distance: 0.0, how });
    }

    /// Builds two pipes joined by flanges and four bolts, then an elbow and a third pipe.
    pub(super) fn run(size: usize, lengths: [u32; 3], bends_up: bool) -> Self {
        let mut group = Self::default();
        let [first, second, third] = lengths;
        let turn = if bends_up { ALONG_X } else { DMat3::from_cols(DVec3::NEG_Z, DVec3::Y, DVec3::X) };
        let toward = turn * DVec3::Y;
        let pipe = |length: u32| Item::Pipe { size, length };
        let mut x = 0.0;
        let a = group.add(pipe(first), turn, DVec3::ZERO);
        x += k(first);
        let faces = [x, x + k(FLANGE)];
        let flanges = faces.each(|x| group.add(Item::Flange { size }, turn, dvec3(x, 0.0, 0.0)));
        x += k(2 * FLANGE);
        let b = group.add(pipe(second), turn, dvec3(x, 0.0, 0.0));
        group.meets(a, flanges[0], "pipe on flange");
        group.meets(flanges[0], flanges[1], "flange on flange");
        group.meets(flanges[1], b, "pipe on flange");
        let hole = flange_hole(size);
        for (y, z) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let at = dvec3(faces[0], hole * y, hole * z);
            let bolt = group.add(Item::Bolt { grip: 2 * FLANGE }, turn, at);
            group.meets(flanges[0], bolt, "bolt through flange");
            group.meets(flanges[1], bolt, "bolt through flange");
        }
        x += k(second);
        let elbow = group.add(Item::Elbow { size }, turn, dvec3(x, 0.0, 0.0));
        group.meets(b, elbow, "pipe on elbow");
        let end = dvec3(x + bend(size), 0.0, 0.0) + toward * bend(size);
        // The z axis of the third pipe continues where the elbow ends.
        let on = DMat3::from_cols(turn * DVec3::X, turn * DVec3::NEG_Z, toward);
        let c = group.add(pipe(third), on, end);
        group.meets(elbow, c, "pipe on elbow");
        group
    }

    /// Builds two columns on bolted base plates, with a beam between them on two cleats.
    pub(super) fn frame(columns: usize, beam: usize, height: u32, length: u32) -> Self {
        let mut group = Self::default();
        let depth = k(BEAMS[columns][0]);
        let column_x = [0.0, depth + k(length)];
        let mut stands = [0; 2];
        for (side, x) in column_x.into_iter().enumerate() {
            let base = group.add(Item::BasePlate, UPRIGHT, dvec3(x, 0.0, 0.0));
            let column = Item::Beam { size: columns, length: height };
            stands[side] = group.add(column, COLUMN, dvec3(x, 0.0, k(BASE_PLATE)));
            group.meets(base, stands[side], "column on base plate");
            let [middle, corner] = BASE_PLATE_TILES.each(k);
            let hole = f64::midpoint(middle, corner);
            for (sx, sy) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
                let at = dvec3(x + sx * hole, sy * hole, 0.0);
                let bolt = group.add(Item::Bolt { grip: BASE_PLATE }, UPRIGHT, at);
                group.meets(base, bolt, "bolt through base plate");
            }
        }
        let under = k(BASE_PLATE + height - 512);
        let middle = under + k(BEAMS[beam][0]) / 2.0;
        let across = group.add(Item::Beam { size: beam, length }, ALONG_X, dvec3(depth / 2.0, 0.0, middle));
        let half = k(CLEAT[0]) / 2.0;
        let ends = [depth / 2.0, depth / 2.0 + k(length)];
        for (side, x) in ends.into_iter().enumerate() {
            group.meets(stands[side], across, "beam on column");
            let y = if side == 0 { -half } else { half };
            let cleat = group.add(Item::Cleat, CLEATS[side], dvec3(x, y, under));
            group.meets(stands[side], cleat, "cleat on column");
            group.meets(across, cleat, "cleat on beam");
        }
        group
    }

    /// Builds three lengths of duct, end to end.
    pub(super) fn duct(size: usize, lengths: [u32; 3]) -> Self {
        let mut group = Self::default();
        let mut x = 0.0;
        let mut before = None;
        for length in lengths {
            let next = group.add(Item::Duct { size, length }, ALONG_X, dvec3(x, 0.0, 0.0));
            if let Some(before) = before {
                group.meets(before, next, "duct on duct");
            }
            before = Some(next);
            x += k(length);
        }
        group
    }

    /// Builds a single part without neighbours.
    pub(super) fn alone(item: Item) -> Self {
        let mut group = Self::default();
        group.add(item, ALONG_X, DVec3::ZERO);
        group
    }
}
