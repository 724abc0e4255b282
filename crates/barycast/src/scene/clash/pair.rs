//! The clash test of two parts.

use super::open_surfaces;
use super::relative_pose::RelativePose;
use super::{Assembly, Clash, Class, Limits};
use crate::frame::Affine3;
use crate::mesh::solid::depth::Side;
use crate::mesh::solid::pair::SolidPair;
use crate::mesh::{DeepestPoint, MeshDepth, Solid};
use crate::number::each::MapEach;
use crate::query::Closest;
use glam::DVec3;

/// Surfaces closer than this fraction of the tolerance count as meeting.
const ENOUGH: f64 = 1e-3;
/// Number of projections from one surface to the other and back.
const STEPS: usize = 6;

/// Two parts, each in the coordinates of the other.
pub(super) struct Compared<'a> {
    pub(super) two: SolidPair<'a>,
    tolerance: f64,
}

/// The clash of two parts in a relative pose. Lengths are in world units, points and directions in
/// the coordinates of the first part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    class: Class,
    tolerance: f64,
    distance: f64,
    depth: Option<f64>,
    at_most: Option<f64>,
    certain: bool,
    points: [DVec3; 2],
    /// Direction of the first part out of the second, or away from it.
    way: DVec3,
}

impl Answer {
    /// Transforms the result to world coordinates.
    pub(super) fn placed(&self, parts: [usize; 2], world_from_a: &Affine3<DVec3>) -> Clash {
        Clash {
            parts,
            class: self.class,
            tolerance: self.tolerance,
            distance: self.distance,
            depth: self.depth,
            at_most: self.at_most,
            certain: self.certain,
            points: self.points.each(|p| world_from_a.transform_point(p)),
            direction: world_from_a.transform_vector(self.way).try_normalize(),
        }
    }
}

impl<'a> Compared<'a> {
    /// Prepares the comparison; `None` if either part has no place.
    pub(super) fn new(assembly: &'a Assembly, pose: &RelativePose) -> Option<Self> {
        let solids = pose.solids.each(|solid| assembly.solid(solid));
        let two = SolidPair::new(solids, pose.a_from_b, pose.scale)?;
        Some(Self { two, tolerance: pose.tolerance })
    }

    /// Returns the clash, or `None` if the parts are clear of each other.
    pub(super) fn answer(&self, clearance: f64) -> Option<Answer> {
        let limits = &Limits { tolerance: self.tolerance, clearance };
        let [a, b] = self.two.solids;
        let reach = limits.tolerance.max(limits.clearance) / self.two.scales[0] * (1.0 + 1e-6);
        let near = self.near(limits.tolerance / self.two.scales[0], reach);
        let distance = near.map_or(f64::INFINITY, |near| self.gap(&near));
        if distance > limits.tolerance {
            // The surfaces do not meet, so each component of one is entirely inside or outside the
            // other.
            if let Some(answer) = self.contained(limits, near) {
                return Some(answer);
            }
            return (distance < limits.clearance).then(|| self.with_class(Class::Near, near, None));
        }
        if let Some(certain) = self.is_duplicate(limits) {
            return Some(Answer { certain, ..self.with_class(Class::Duplicate, near, None) });
        }
        let reached = self.two.reached(limits.tolerance);
        let bounded = |answer: Answer, sure: bool| match &reached {
            Some(MeshDepth { at_most, certain, .. }) => {
                Answer { at_most: Some(*at_most), certain: *certain && sure, ..answer }
            }
            None => answer,
        };
        if let Some(deepest) = reached.as_ref().and_then(|reached| reached.deepest) {
            let enclosed = self.is_enclosed(&deepest, limits);
            let class = if enclosed.is_some() { Class::Enclosed } else { Class::Hard };
            return Some(bounded(self.with_class(class, near, Some(deepest)), enclosed.unwrap_or(true)));
        }
        let crossing = !a.has_inside()
            && !b.has_inside()
            && open_surfaces::cross(self.two.solids, &self.two.placed, self.two.scales, limits.tolerance);
        let class = if crossing { Class::Hard } else { Class::Touching };
        Some(bounded(self.with_class(class, near, None), true))
    }

    /// Tests whether the surfaces come within the tolerance of each other, or the other contains a
    /// component of one.
    pub(super) fn touch(&self) -> bool {
        let [a, b] = self.two.solids;
        a.mesh.is_within_distance(&b.mesh, &self.two.placed[0], self.tolerance / self.two.scales[0])
            || [(1, 0), (0, 1)]
                .into_iter()
                .any(|(inner, outer)| self.contained_roots(inner, outer).next().is_some())
    }

    /// Returns the distance of the closest points, in world units.
    fn gap(&self, near: &Closest<DVec3>) -> f64 {
        (near.on_a - near.on_b).length() * self.two.scales[0]
    }

    /// Returns closest points of the surfaces, in the coordinates of the first, if at most `reach`
    /// apart. Any points do whose distance is close enough to the minimum and on the same side of
    /// the tolerance.
    fn near(&self, tolerance: f64, reach: f64) -> Option<Closest<DVec3>> {
        let [a, b] = self.two.solids;
        let enough = tolerance * ENOUGH;
        // Alternating projection between the surfaces, starting where their boxes overlap. It often
        // ends where the surfaces touch; otherwise it gives an upper bound that prunes the search.
        let mut corners = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for corner in 0..8 {
            let choose = |axis: usize| if corner >> axis & 1 == 0 { b.low[axis] } else { b.high[axis] };
            let v = self.two.placed[0].transform_point(DVec3::new(choose(0), choose(1), choose(2)));
            corners = [corners[0].min(v), corners[1].max(v)];
        }
        let (low, high) = (corners[0].max(a.low), corners[1].min(a.high));
        let mut best = Closest { distance: f64::INFINITY, on_a: low, on_b: low };
        // Starts at the center, and if the boxes overlap also at the corners of the overlap.
        let starts = if low.cmple(high).all() { 9 } else { 1 };
        for start in 0..starts {
            let choose = |axis: usize| if (start - 1) >> axis & 1 == 0 { low[axis] } else { high[axis] };
            let mut on_a =
                if start == 0 { (low + high) / 2.0 } else { DVec3::new(choose(0), choose(1), choose(2)) };
            let mut before = f64::INFINITY;
            for _ in 0..STEPS {
                let on_b = self.two.placed[0].transform_point(
                    b.mesh.closest_point(self.two.placed[1].transform_point(on_a)).closest.on_b,
                );
                let back = a.mesh.closest_point(on_b).closest;
                on_a = back.on_b;
                if back.distance < best.distance {
                    best = Closest { distance: back.distance, on_a, on_b };
                }
                if best.distance <= enough {
                    return Some(best);
                }
                if back.distance > before * 0.9 {
                    break;
                }
                before = back.distance;
            }
        }
        // Parallel faces are equally close everywhere. So the search looks only for points closer
        // by a margin, or within a limit that the best pair exceeds.
        let nearer_by_enough = best.distance - enough;
        let limit =
            [reach, tolerance].into_iter().find(|limit| best.distance > *limit && nearer_by_enough < *limit);
        let limit = limit.unwrap_or(nearer_by_enough).min(reach);
        let nearer = a.mesh.distance_to_mesh(&b.mesh, &self.two.placed[0], limit);
        nearer.map(|near| near.closest).or((best.distance <= reach).then_some(best))
    }

    /// Tests for containment if the surfaces are farther apart than the tolerance.
    fn contained(&self, limits: &Limits, near: Option<Closest<DVec3>>) -> Option<Answer> {
        for (inner, outer) in [(1, 0), (0, 1)] {
            let contained = self.contained_roots(inner, outer).count();
            if contained > 0 {
                let class = if contained == self.two.solids[inner].roots.len() {
                    Class::Enclosed
                } else {
                    Class::Hard
                };
                let [reached] = self.two.reach([(inner, outer)], limits.tolerance);
                let answer = self.with_class(class, near, reached.deepest);
                return Some(Answer { at_most: Some(reached.at_most), certain: reached.certain, ..answer });
            }
        }
        None
    }

    /// Returns a vertex of each component of one part that the other, a closed part, contains.
    fn contained_roots(&self, inner: usize, outer: usize) -> impl Iterator<Item = u32> {
        let (of, from) = (self.two.solids[inner], self.two.solids[outer]);
        let roots = if from.has_inside() { &*of.roots } else { &[] };
        let is_in = move |root: &u32| {
            from.winds_around(self.two.placed[outer].transform_point(of.mesh.vertices()[*root as usize]))
        };
        roots.iter().copied().filter(is_in)
    }

    /// Tests whether every point of either surface is within the tolerance of the other. Returns
    /// `Some` with whether that is certain.
    fn is_duplicate(&self, limits: &Limits) -> Option<bool> {
        let [a, b] = self.two.solids;
        // The box of each part, grown by the tolerance, must contain the other.
        let fits = |of: &Solid, from: &Solid, placement: &Affine3<DVec3>, scale: f64| {
            let by = DVec3::splat(limits.tolerance / scale);
            let (low, high) = (from.low - by, from.high + by);
            of.vertices().all(|v| {
                let v = placement.transform_point(v);
                v.cmpge(low).all() && v.cmple(high).all()
            })
        };
        if !fits(b, a, &self.two.placed[0], self.two.scales[0])
            || !fits(a, b, &self.two.placed[1], self.two.scales[1])
        {
            return None;
        }
        if core::ptr::eq(a, b) {
            // Same mesh: a duplicate if no vertex moves farther than the tolerance.
            let moved = |v: DVec3| {
                (self.two.placed[0].transform_point(v) - v).length() * self.two.scales[0] <= limits.tolerance
            };
            if a.vertices().all(moved) {
                return Some(true);
            }
        }
        let mut certain = true;
        for (of, from) in [(1, 0), (0, 1)] {
            let far = self.two.depth(of, from, Side::Either, limits.tolerance, true).deepest();
            if far.deepest.is_some() {
                return None;
            }
            certain &= far.ended;
        }
        Some(certain)
    }

    /// Tests whether one part penetrates the other and protrudes by at most the tolerance. Returns
    /// `Some` with whether that is certain.
    fn is_enclosed(&self, deepest: &DeepestPoint, limits: &Limits) -> Option<bool> {
        [(0, 1), (1, 0)].into_iter().filter(|(_, from)| self.two.solids[*from].has_inside()).find_map(
            |(of, from)| {
                let out = self.two.depth(of, from, Side::Outside, limits.tolerance, true).deepest();
                let reaches = || {
                    of == deepest.of
                        || self
                            .two
                            .depth(of, from, Side::Inside, limits.tolerance, true)
                            .deepest()
                            .deepest
                            .is_some()
                };
                (out.deepest.is_none() && reaches()).then_some(out.ended)
            },
        )
    }

    fn with_class(&self, class: Class, near: Option<Closest<DVec3>>, reach: Option<DeepestPoint>) -> Answer {
        let (points, way) = match (reach, near) {
            (Some(reach), _) => (reach.points, reach.way),
            (None, Some(near)) => ([near.on_a, near.on_b], near.on_a - near.on_b),
            (None, None) => ([self.two.solids[0].low; 2], DVec3::ZERO),
        };
        let apart = matches!(class, Class::Near | Class::Touching);
        Answer {
            class,
            tolerance: self.tolerance,
            distance: near.filter(|_| apart).map_or(0.0, |near| self.gap(&near)),
            depth: reach.map(|reach| reach.depth),
            at_most: None,
            certain: true,
            points,
            way,
        }
    }
}
