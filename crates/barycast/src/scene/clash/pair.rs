//! Two parts.

use super::open;
use super::standing::Standing;
use super::{Assembly, Clash, Class, Limits};
use crate::frame::Affine3;
use crate::mesh::solid::depth::Side;
use crate::mesh::solid::pair::SolidPair;
use crate::mesh::{DeepPoint, MeshDepth, Solid};
use crate::number::each::MapEach;
use crate::query::Closest;
use glam::DVec3;

/// Surfaces closer than this share of the tolerance meet.
const ENOUGH: f64 = 1e-3;
/// So often the way from one surface to the other and back is tried.
const STEPS: usize = 6;

/// Two parts, each seen from the other.
pub(super) struct Compared<'a> {
    pub(super) two: SolidPair<'a>,
    tolerance: f64,
}

/// How two parts clash that stand so, wherever they stand: lengths are of the world, places and ways in the coordinates of the
/// first part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    class: Class,
    tolerance: f64,
    distance: f64,
    depth: Option<f64>,
    at_most: Option<f64>,
    certain: bool,
    points: [DVec3; 2],
    /// Of the first part out of the second, or away from it.
    way: DVec3,
}

impl Answer {
    /// Where the parts stand.
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
    /// `None` when either is nowhere.
    pub(super) fn new(assembly: &'a Assembly, standing: &Standing) -> Option<Self> {
        let solids = standing.solids.each(|solid| assembly.solid(solid));
        let two = SolidPair::new(solids, standing.a_from_b, standing.scale)?;
        Some(Self { two, tolerance: standing.tolerance })
    }

    /// `None` when they are clear of one another.
    pub(super) fn answer(&self, clearance: f64) -> Option<Answer> {
        let limits = &Limits { tolerance: self.tolerance, clearance };
        let [a, b] = self.two.solids;
        let reach = limits.tolerance.max(limits.clearance) / self.two.scales[0] * (1.0 + 1e-6);
        let near = self.near(limits.tolerance / self.two.scales[0], reach);
        let distance = near.map_or(f64::INFINITY, |near| self.gap(&near));
        if distance > limits.tolerance {
            // The surfaces are apart: a piece of one is in the other as a whole, or outside it.
            if let Some(answer) = self.held(limits, near) {
                return Some(answer);
            }
            return (distance < limits.clearance).then(|| self.told(Class::Near, near, None));
        }
        if let Some(certain) = self.is_duplicate(limits) {
            return Some(Answer { certain, ..self.told(Class::Duplicate, near, None) });
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
            return Some(bounded(self.told(class, near, Some(deepest)), enclosed.unwrap_or(true)));
        }
        let crossing = !a.has_inside()
            && !b.has_inside()
            && open::cross(self.two.solids, &self.two.placed, self.two.scales, limits.tolerance);
        let class = if crossing { Class::Hard } else { Class::Touching };
        Some(bounded(self.told(class, near, None), true))
    }

    /// The surfaces come within the tolerance of one another, or one is in the other as far as it is a piece.
    pub(super) fn touch(&self) -> bool {
        let [a, b] = self.two.solids;
        a.mesh.comes_within(&b.mesh, &self.two.placed[0], self.tolerance / self.two.scales[0])
            || [(1, 0), (0, 1)]
                .into_iter()
                .any(|(inner, outer)| self.held_roots(inner, outer).next().is_some())
    }

    /// How far the nearest points are apart in the world.
    fn gap(&self, near: &Closest<DVec3>) -> f64 {
        (near.on_a - near.on_b).length() * self.two.scales[0]
    }

    /// The nearest points of the surfaces, in the coordinates of the first, no farther apart than `reach`; any do that are
    /// near enough, and on the same side of the tolerance.
    fn near(&self, tolerance: f64, reach: f64) -> Option<Closest<DVec3>> {
        let [a, b] = self.two.solids;
        let enough = tolerance * ENOUGH;
        // From one surface to the other and back, from where their boxes meet: often this ends where they touch, and else
        // it tells where not to look.
        let mut corners = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for corner in 0..8 {
            let choose = |axis: usize| if corner >> axis & 1 == 0 { b.low[axis] } else { b.high[axis] };
            let v = self.two.placed[0].transform_point(DVec3::new(choose(0), choose(1), choose(2)));
            corners = [corners[0].min(v), corners[1].max(v)];
        }
        let (low, high) = (corners[0].max(a.low), corners[1].min(a.high));
        let mut best = Closest { distance: f64::INFINITY, on_a: low, on_b: low };
        // From the middle; and, where the boxes overlap, from their common corners.
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
        // Faces that are parallel are everywhere as near: only what is nearer by enough is looked for, or within a limit that
        // the best is not.
        let nearer_by_enough = best.distance - enough;
        let limit =
            [reach, tolerance].into_iter().find(|limit| best.distance > *limit && nearer_by_enough < *limit);
        let limit = limit.unwrap_or(nearer_by_enough).min(reach);
        let nearer = a.mesh.distance_to_mesh(&b.mesh, &self.two.placed[0], limit);
        nearer.map(|near| near.closest).or((best.distance <= reach).then_some(best))
    }

    /// One in the other, when the surfaces are farther apart than the tolerance.
    fn held(&self, limits: &Limits, near: Option<Closest<DVec3>>) -> Option<Answer> {
        for (inner, outer) in [(1, 0), (0, 1)] {
            let held = self.held_roots(inner, outer).count();
            if held > 0 {
                let class =
                    if held == self.two.solids[inner].roots.len() { Class::Enclosed } else { Class::Hard };
                let [reached] = self.two.reach([(inner, outer)], limits.tolerance);
                let answer = self.told(class, near, reached.deepest);
                return Some(Answer { at_most: Some(reached.at_most), certain: reached.certain, ..answer });
            }
        }
        None
    }

    /// A vertex of each piece of one that is in the other, which is closed.
    fn held_roots(&self, inner: usize, outer: usize) -> impl Iterator<Item = u32> {
        let (of, from) = (self.two.solids[inner], self.two.solids[outer]);
        let roots = if from.has_inside() { &*of.roots } else { &[] };
        let is_in = move |root: &u32| {
            from.holds(self.two.placed[outer].transform_point(of.mesh.vertices()[*root as usize]))
        };
        roots.iter().copied().filter(is_in)
    }

    /// Every point of either surface is within the tolerance of the other: `Some`, and whether that is certain.
    fn is_duplicate(&self, limits: &Limits) -> Option<bool> {
        let [a, b] = self.two.solids;
        // A box around either, grown, holds the other.
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
            // The same mesh, moved by so little that none of its points moves farther than the tolerance.
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

    /// One reaches into the other, and sticks out of it by no more than the tolerance: `Some`, and whether that is certain.
    fn is_enclosed(&self, deepest: &DeepPoint, limits: &Limits) -> Option<bool> {
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

    fn told(&self, class: Class, near: Option<Closest<DVec3>>, reach: Option<DeepPoint>) -> Answer {
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
