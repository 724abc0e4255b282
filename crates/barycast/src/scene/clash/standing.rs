//! How one part stands to another: what is the same wherever two parts stand the same way.
//!
//! Numbers are rounded to a grid, so that the noise of placements does not matter, and answers are computed from the rounded
//! numbers: they are the same for all pairs that stand the same way, whichever comes first. Rounding moves no point of the second part
//! by more than 4 steps of the grid, 4e-6 of the tolerance, and no axis by more than a millionth of its length: a part that is
//! smaller than that is not pressed to a point.

use super::assembly::Assembly;
use crate::frame::Affine3;
use crate::number::each::MapEach;
use glam::DVec3;

/// A step of the grid, as a share of the tolerance, or of the length of an axis: 2^-20.
const STEP: f64 = 1.0 / (1 << 20) as f64;

/// Two solids, the second seen from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing {
    /// By their places in the assembly.
    pub(super) solids: [u32; 2],
    /// A length in the first's coordinates is so much in the world.
    pub(super) scale: f64,
    pub(super) a_from_b: Affine3<DVec3>,
    /// What holds for the two: it decides the grid, and the answer.
    pub(super) tolerance: f64,
}

impl Standing {
    /// Of two parts, by the tolerance asked for; `None` when either is nowhere.
    pub(super) fn new(assembly: &Assembly, parts: [usize; 2], asked: f64) -> Option<Self> {
        let tolerance = assembly.tolerance(parts, asked);
        let [(a, world_from_a), (b, world_from_b)] = [assembly.placed(parts[0])?, assembly.placed(parts[1])?];
        let scale = short(world_from_a.x.length());
        let a_from_world = world_from_a.inverse()?;
        // The offset is taken first: far from the origin nothing is lost but what is far.
        let offset = a_from_world.transform_vector(world_from_b.translation - world_from_a.translation);
        let solid = assembly.solid(b);
        let size = solid.low.abs().max(solid.high.abs()).max_element();
        let step = tolerance / scale * STEP;
        // Shortened, so that noise about a power of two does not change the step.
        let length = short(a_from_world.transform_vector(world_from_b.x).length());
        let turn = (step / size).min(length * STEP);
        let axis = |axis: DVec3| rounded(a_from_world.transform_vector(axis), turn);
        let a_from_b = Affine3 {
            x: axis(world_from_b.x),
            y: axis(world_from_b.y),
            z: axis(world_from_b.z),
            translation: rounded(offset, step),
        };
        Some(Self { solids: [a, b], scale, a_from_b, tolerance })
    }

    /// The same for the same standing; seldom for two.
    pub(super) fn hash(&self) -> u64 {
        let Affine3 { x, y, z, translation } = self.a_from_b;
        let numbers = [x, y, z, translation].each(|v| v.to_array());
        let bits = numbers
            .as_flattened()
            .iter()
            .chain([&self.scale, &self.tolerance])
            .map(|number| number.to_bits());
        let [a, b] = self.solids.each(u64::from);
        bits.fold(a << 32 | b, |hash, bits| {
            let mixed = (hash ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 32
        })
    }
}

/// To the nearest multiples of the greatest power of two that is no more than `step`; as it is where there is none, or where the
/// numbers are no finer.
fn rounded(v: DVec3, step: f64) -> DVec3 {
    let step = f64::from_bits(step.to_bits() & f64::INFINITY.to_bits());
    // Near this number floats are as far apart.
    let coarse = step * (3_u64 << 51) as f64;
    if step > 0.0 && coarse.is_finite() {
        DVec3::from_array(v.to_array().each(|x| (x + coarse) - coarse))
    } else {
        v
    }
}

/// The leading 41 bits, rounded.
fn short(x: f64) -> f64 {
    let (half, last) = (1 << 11, 1 << 12);
    let short = f64::from_bits((x.to_bits() + half) & !(last - 1));
    if short.is_finite() { short } else { x }
}
