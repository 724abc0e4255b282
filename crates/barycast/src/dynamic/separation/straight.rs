//! Convex parts with straight sides, rounded or not, of shapes that consist of them.

use super::convex_parts::convex_parts;
pub(super) use super::part::Part;
use super::part::{PARTS, few};
use super::separable::Separable;
use crate::dynamic::any::{Shape2, Shape3};
use crate::number::Float as _;
use crate::vector::{FloatVector, Vector as _};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Shapes of more pairs of parts are not handled.
const PAIRS: usize = 1 << 20;

/// Returns the indices of the parts whose differences may be as near to the origin as `within`, by
/// their bounding boxes.
pub(super) fn near<V: FloatVector<Scalar = f64>>(
    a: &[Part<V>],
    b: &[Part<V>],
    within: f64,
) -> Vec<[usize; 2]> {
    let boxes: Vec<_> = b.iter().map(Part::bounds).collect();
    let mut pairs = Vec::new();
    for (i, part) in a.iter().enumerate() {
        let [low, high] = part.bounds();
        for (j, [other_low, other_high]) in boxes.iter().enumerate() {
            let (low, high) = (low - *other_high, high - *other_low);
            if V::splat(0.0).max(low).min(high).length() <= within + part.radius + b[j].radius {
                pairs.push([i, j]);
            }
        }
    }
    pairs
}

/// Places where a part without an interior may be between two of the other shape's, and inside both
/// together.
pub(super) struct Seams {
    /// Flags the parts of each shape without an interior.
    flat: [Vec<bool>; 2],
}

impl Seams {
    pub(super) const fn new(flat: [Vec<bool>; 2]) -> Self {
        Self { flat }
    }

    /// Tests whether a part without an interior is in more than one of these touching pairs of
    /// parts. Parts with an interior are in no seam: if they overlap several together, they overlap
    /// one of them.
    pub(super) fn may_be_at(&self, pairs: &[[usize; 2]]) -> bool {
        [0, 1].into_iter().any(|side| {
            let mut flat: Vec<usize> =
                pairs.iter().map(|pair| pair[side]).filter(|i| self.flat[side][*i]).collect();
            flat.sort_unstable();
            flat.windows(2).any(|two| two[0] == two[1])
        })
    }
}

impl Shape2 {
    /// Handles polygons, which have an interior beyond their parts.
    pub(super) fn parts_of_inside(&self, out: &mut Vec<Part<DVec2>>) -> Option<()> {
        if let Self::Polygon(polygon) = self { convex_parts(polygon, out) } else { None }
    }
}

impl Shape3 {
    /// A solid mesh is not decomposed.
    #[allow(clippy::unused_self, reason = "as in the plane")]
    pub(super) const fn parts_of_inside(&self, _: &mut Vec<Part<DVec3>>) -> Option<()> {
        None
    }
}

/// Convex parts with straight sides of shapes.
pub(super) trait StraightParts: Separable {
    /// Appends its convex parts with straight sides; `None` if it has others, or too many.
    fn straight_parts(&self, out: &mut Vec<Part<Self::Vector>>) -> Option<()> {
        if let Some((core, scale)) = self.as_stretched() {
            let from = out.len();
            core.straight_parts(out)?;
            for part in &mut out[from..] {
                if part.radius > 0.0 {
                    return None;
                }
                part.points.iter_mut().for_each(|p| *p = p.times(scale));
            }
        } else if let Some(parts) = self.as_composite() {
            if parts.is_solid() && !parts.is_union() {
                return self.parts_of_inside(out);
            }
            if parts.len() > PARTS {
                return None;
            }
            (0..parts.len()).try_for_each(|i| parts.part(i).straight_parts(out))?;
        } else {
            let body = self.tube().is_none().then(|| self.body()).flatten()?;
            if !body.rounds.is_empty() {
                return None;
            }
            let points = body.points.iter().map(|p| p.lift(&|x| x.to_f64())).collect();
            out.push(Part { points, radius: body.radius.to_f64() });
        }
        few(out)
    }

    /// Returns the parts of both, if all have straight sides, and they and their pairs are not too
    /// many.
    fn straight_parts_of_both(&self, other: &Self) -> Option<[Vec<Part<Self::Vector>>; 2]> {
        let [mut a, mut b] = [Vec::new(), Vec::new()];
        self.straight_parts(&mut a)?;
        other.straight_parts(&mut b)?;
        (a.len() * b.len() <= PAIRS).then_some([a, b])
    }
}

impl<S: Separable> StraightParts for S {}
