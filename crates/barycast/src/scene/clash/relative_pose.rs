//! Relative pose of two parts: the key under which equal pairs share one comparison.
//!
//! The pose is rounded to a grid, which removes the noise of placements, and the comparison uses
//! the rounded pose. So all pairs with equal relative pose have equal results, whichever is
//! compared first. Rounding moves each point of the second part by at most 4 grid steps, which is
//! 4e-6 of the tolerance, and each axis by at most a millionth of its length. A part smaller than a
//! grid step does not collapse to a point.

use super::assembly::Assembly;
use crate::frame::Affine3;
use crate::number::each::MapEach;
use glam::DVec3;

/// Grid step as a fraction of the tolerance, or of the length of an axis: 2^-20.
const STEP: f64 = 1.0 / (1 << 20) as f64;

/// Two solids, the second in the coordinates of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RelativePose {
    /// Indices of the solids in the assembly.
    pub(super) solids: [u32; 2],
    /// Length in the world of a unit length in the first solid's coordinates.
    pub(super) scale: f64,
    pub(super) a_from_b: Affine3<DVec3>,
    /// Effective tolerance of the pair, which determines the grid and the result.
    pub(super) tolerance: f64,
}

impl RelativePose {
    /// Returns the relative pose of two parts, for a requested tolerance; `None` if either has no
    /// place.
    pub(super) fn new(assembly: &Assembly, parts: [usize; 2], requested: f64) -> Option<Self> {
        let tolerance = assembly.tolerance(parts, requested);
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

    /// Returns a hash of the pose.
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

/// Rounds to multiples of the greatest power of two that is at most `step`. Returns `v` unchanged
/// if there is none, or if the coordinates are already coarser.
fn rounded(v: DVec3, step: f64) -> DVec3 {
    let step = f64::from_bits(step.to_bits() & f64::INFINITY.to_bits());
    // The ulp at this number is one step.
    let coarse = step * (3_u64 << 51) as f64;
    if step > 0.0 && coarse.is_finite() {
        DVec3::from_array(v.to_array().each(|x| (x + coarse) - coarse))
    } else {
        v
    }
}

/// Rounds to the leading 41 bits.
fn short(x: f64) -> f64 {
    let (half, last) = (1 << 11, 1 << 12);
    let short = f64::from_bits((x.to_bits() + half) & !(last - 1));
    if short.is_finite() { short } else { x }
}
