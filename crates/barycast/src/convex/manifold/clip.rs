//! Clipping of the incident feature to the reference feature [Sutherland 1974].

use super::feature::{Corner, Feature, LEVEL, SLACK};
use super::reduction::Points;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::query::ManifoldPoint;
use crate::vector::{ByDim, FloatVector, Vector2, Vector3};
use smallvec::SmallVec;

/// Incident feature, clipped to the region over the reference.
pub(super) struct Cut<'f, V: FloatVector> {
    pub(super) reference: &'f Feature<V>,
    pub(super) incident: &'f Feature<V>,
    pub(super) up: V,
    /// Tests whether a point lies in the reference's shape.
    pub(super) holds: &'f dyn Fn(V) -> bool,
}

impl<V: FloatVector> ByDim<V> for Cut<'_, V> {
    type Answer = Points<V>;

    fn d2(self) -> Points<V>
    where
        V: Vector2,
    {
        let Self { reference, incident, up, .. } = self;
        let r = &reference.corners;
        if reference.endless || r.len() < 2 {
            let all = incident.corners.iter();
            return if reference.endless { below(up, reference, incident, &[], all) } else { Points::new() };
        }
        let walls = at_ends([r[0], r[1]], up);
        over(up, reference, incident, &walls)
    }

    fn d3(self) -> Points<V>
    where
        V: Vector3,
    {
        let Self { reference, incident, up, holds } = self;
        let r = &reference.corners;
        if reference.endless {
            return below(up, reference, incident, &[], incident.corners.iter());
        }
        if r.len() < 2 || incident.corners.len() < 2 {
            return Points::new();
        }
        if r.len() == 2 {
            let [edge, other] = [r, &incident.corners].each(|ends| ends[1].at - ends[0].at);
            let slight = V::Scalar::from_f64(LEVEL);
            if edge.cross(other).length() > edge.length() * other.length() * slight {
                return Points::new();
            }
            let walls = at_ends([r[0], r[1]], up);
            let mut points = over(up, reference, incident, &walls);
            // If the edges are nearly parallel, a point beside the edge lies on a shape that is
            // round there.
            let aside = |p: V| (p - r[0].at).cross(edge).length().div_or(edge.length(), V::Scalar::ZERO);
            let near = |p: V| aside(p) <= (p.length() + r[0].at.length()) * reference.slack;
            points.retain(|p| near(p.on_a) || holds(p.on_a));
            return points;
        }
        let wall = |(i, from): (usize, &Corner<V>)| (*from, (r[(i + 1) % r.len()].at - from.at).cross(up));
        let walls: SmallVec<[Wall<V>; 8]> = r.iter().enumerate().map(wall).collect();
        over(up, reference, incident, &walls)
    }
}

/// Corner, and the identifier of the edge from it to the next.
type SideOf<V> = (Corner<V>, u32);

/// Corners and edges of a face.
type Sides<V> = SmallVec<[SideOf<V>; 8]>;

/// Returns an identifier for three numbers that hardly ever collides. It is larger than those of
/// corners.
pub(crate) fn name(of: [u32; 3]) -> u32 {
    let mix = |sum: u64, number: u32| {
        let sum = (sum ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ sum >> 29
    };
    (of.into_iter().fold(0, mix) >> 32) as u32 | 1 << 31
}

/// Returns the corners of a feature in order, each with its edge.
fn sides<V: FloatVector>(corners: &[Corner<V>]) -> Sides<V> {
    let to = |i: usize| corners[(i + 1) % corners.len()].id;
    corners.iter().enumerate().map(|(i, c)| (*c, name([1, c.id, to(i)]))).collect()
}

/// Clipping plane through a corner with this outward normal.
type Wall<V> = (Corner<V>, V);

/// Returns the planes perpendicular to an edge through its ends. They run along the reference
/// normal, even if the edge is so short that it counts as level whatever its slope.
fn at_ends<V: FloatVector>([from, to]: [Corner<V>; 2], up: V) -> [Wall<V>; 2] {
    let way = to.at - from.at;
    let climb = way.dot(up);
    let is_level = climb.squared() <= way.length_squared() * V::Scalar::from_f64(SLACK * SLACK);
    let along = if is_level { way } else { way - up * climb };
    [(from, -along), (to, along)]
}

/// Returns the points of the incident feature below the reference, clipped to the region behind all
/// of these planes.
fn over<V: FloatVector>(
    up: V,
    reference: &Feature<V>,
    incident: &Feature<V>,
    walls: &[Wall<V>],
) -> Points<V> {
    let (mut one, mut other) = (sides(&incident.corners), Sides::new());
    let (mut left, mut next) = (&mut one, &mut other);
    for (at, outward) in walls {
        cut(left, *at, *outward, next);
        core::mem::swap(&mut left, &mut next);
    }
    below(up, reference, incident, walls, left.iter().map(|(corner, _)| corner))
}

/// Returns the tolerance within which a point lies on a plane.
fn slack_of<V: FloatVector>((at, outward): Wall<V>) -> V::Scalar {
    outward.length() * at.at.length() * V::Scalar::from_f64(SLACK)
}

/// Clips to the region behind the plane through a corner with this outward normal, into `kept`.
fn cut<V: FloatVector>(sides: &[SideOf<V>], at: Corner<V>, outward: V, kept: &mut Sides<V>) {
    kept.clear();
    let zero = V::Scalar::ZERO;
    // Points on the plane, up to rounding, are kept.
    let slack = slack_of((at, outward));
    let cutter = name([2, at.id, 0]);
    for (i, &(from, edge)) in sides.iter().enumerate() {
        let (to, _) = sides[(i + 1) % sides.len()];
        let (before, after) = ((from.at - at.at).dot(outward), (to.at - at.at).dot(outward));
        let goes_out = slack < after;
        if before <= slack {
            kept.push((from, if goes_out && -slack <= before { cutter } else { edge }));
        }
        // A segment has one edge, not two.
        let again = sides.len() == 2 && i == 1;
        // An edge that ends on the plane is not cut by it.
        if !again && (before < -slack && goes_out || after < -slack && slack < before) {
            let t = Ring::clamp_to(before.div_or(before - after, zero), zero, V::Scalar::ONE);
            // Identified by the edge that was cut and the edge that cut it.
            let made = Corner {
                at: from.at + (to.at - from.at) * t,
                id: name([3, edge, cutter]),
                farthest: from.farthest && to.farthest,
            };
            kept.push((made, if goes_out { cutter } else { edge }));
        }
    }
}

/// Returns the points of the clipped incident feature that lie below the reference, each with the
/// point straight above it there.
fn below<'c, V: FloatVector>(
    up: V,
    reference: &Feature<V>,
    incident: &Feature<V>,
    walls: &[Wall<V>],
    left: impl Iterator<Item = &'c Corner<V>>,
) -> Points<V> {
    let zero = V::Scalar::ZERO;
    let ids = reference.corners.iter().map(|c| c.id);
    let feature_a =
        if reference.corners.len() == 1 { 0 } else { ids.fold(64, |name, id| name + (1 << (id % 16)) * 64) };
    let is_over = |p: V| walls.iter().all(|wall| (p - wall.0.at).dot(wall.1) <= slack_of(*wall));
    let mut points = Points::new();
    for c in left {
        let farthest = c.at + incident.shift;
        let at = if c.farthest && is_over(farthest) { farthest } else { c.at };
        let depth = (reference.on - at).dot(reference.down);
        let slack = (reference.on.length() + at.length()) * V::Scalar::from_f64(SLACK);
        if -slack <= depth {
            let depth = Ring::max(depth, zero);
            points.push(ManifoldPoint { on_a: at + up * depth, on_b: at, depth, feature_a, feature_b: c.id });
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use glam::DVec3;

    #[test]
    fn corners_made_by_a_cut_are_named_by_both_edges() {
        // Every edge between two of these many corners, cut by an edge that starts at any of these
        // many.
        for (corners, cutters, twice) in [(8, 8, 0), (100, 10, 5)] {
            let all = (0..corners).flat_map(|from| (0..corners).map(move |to| (from, to)));
            let mut names = Vec::new();
            for (from, to) in all.filter(|(from, to)| from != to) {
                for at in 0..cutters {
                    let corner = |at, id| Corner { at, id, farthest: true };
                    let edge = sides(&[corner(-DVec3::X, from), corner(DVec3::X, to)]);
                    let mut left = Sides::new();
                    cut(&edge, corner(DVec3::ZERO, at), DVec3::X, &mut left);
                    let [(kept, _), (made, _)] = left.as_slice() else { panic!("{} corners", left.len()) };
                    assert_eq!((kept.id, made.at), (from, DVec3::ZERO));
                    names.push(made.id);
                }
            }
            let count = names.len();
            names.extend(0..corners);
            names.sort_unstable();
            names.dedup();
            // One or two of a hundred thousand identifiers collide.
            assert!(names.len() + twice >= count + corners as usize, "{} of {count}", names.len());
        }
    }
}
