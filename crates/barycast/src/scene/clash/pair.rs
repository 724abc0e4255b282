//! Two parts.

use super::depth::{Deepest, Depth, Side};
use super::open;
use super::solid::Solid;
use super::standing::Standing;
use super::{Assembly, Clash, Class, Limits};
use crate::frame::{Affine3, Inverse3};
use crate::question::Closest;
use glam::DVec3;

/// Surfaces closer than this share of the tolerance meet.
const ENOUGH: f64 = 1e-3;
/// So often the way from one surface to the other and back is tried.
const STEPS: usize = 6;

/// Two parts, each seen from the other.
pub(super) struct Compared<'a> {
    solids: [&'a Solid; 2],
    /// The second in the coordinates of the first, and the first in those of the second.
    placed: [Affine3<DVec3>; 2],
    back: [Inverse3<DVec3>; 2],
    /// How much each is stretched.
    scales: [f64; 2],
}

/// How two parts clash that stand so, wherever they stand: lengths are of the world, places and ways in the coordinates of the
/// first part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    class: Class,
    distance: f64,
    depth: Option<f64>,
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
            distance: self.distance,
            depth: self.depth,
            points: self.points.map(|p| world_from_a.point(p)),
            direction: world_from_a.direction(self.way).try_normalize(),
        }
    }
}

/// A point of the surface of one part in the other, and how deep; all as in an [`Answer`].
#[derive(Clone, Copy)]
struct Reach {
    depth: f64,
    /// On the surface of either.
    points: [DVec3; 2],
    /// The way of the first part out of the second.
    way: DVec3,
}

impl<'a> Compared<'a> {
    /// `None` when either is nowhere.
    pub(super) fn new(assembly: &'a Assembly, standing: &Standing) -> Option<Self> {
        let a_from_b = standing.a_from_b;
        let back = a_from_b.inverse()?;
        let b_from_a = Affine3 {
            x: back.direction(DVec3::X),
            y: back.direction(DVec3::Y),
            z: back.direction(DVec3::Z),
            translation: back.point(DVec3::ZERO),
        };
        Some(Self {
            solids: standing.solids.map(|solid| assembly.solid(solid)),
            back: [back, b_from_a.inverse()?],
            placed: [a_from_b, b_from_a],
            scales: [standing.scale, standing.scale * a_from_b.x.length()],
        })
    }

    /// `None` when they are clear of one another.
    pub(super) fn answer(&self, limits: &Limits) -> Option<Answer> {
        let [a, b] = self.solids;
        let reach = limits.tolerance.max(limits.clearance) / self.scales[0] * (1.0 + 1e-6);
        let near = self.near(reach, limits.tolerance / self.scales[0] * ENOUGH);
        let distance = near.map_or(f64::INFINITY, |near| self.gap(&near));
        if distance > limits.tolerance {
            // The surfaces are apart: a piece of one is in the other as a whole, or outside it.
            if let Some(answer) = self.held(limits, near) {
                return Some(answer);
            }
            return (distance < limits.clearance).then(|| self.told(Class::Near, near, None));
        }
        if self.is_duplicate(limits) {
            return Some(self.told(Class::Duplicate, near, None));
        }
        let reaches = self.reaches(limits);
        let deepest = match reaches {
            [Some(a), Some(b)] => Some(if b.depth > a.depth { b } else { a }),
            [a, b] => a.or(b),
        };
        if let Some(deepest) = deepest {
            let class = if self.is_enclosed(&reaches, limits) { Class::Enclosed } else { Class::Hard };
            return Some(self.told(class, near, Some(deepest)));
        }
        let crossing = !a.surface.closed
            && !b.surface.closed
            && open::cross(self.solids, &self.placed, self.scales, limits.tolerance);
        Some(self.told(if crossing { Class::Hard } else { Class::Touching }, near, None))
    }

    /// How far the nearest points are apart in the world.
    fn gap(&self, near: &Closest<DVec3>) -> f64 {
        (near.on_a - near.on_b).length() * self.scales[0]
    }

    /// The nearest points of the surfaces, in the coordinates of the first, no farther apart than `reach`; any that are
    /// near enough do.
    fn near(&self, reach: f64, enough: f64) -> Option<Closest<DVec3>> {
        let [a, b] = self.solids;
        // From one surface to the other and back, from where their boxes meet: often this ends where they touch, and else
        // it tells where not to look.
        let mut corners = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for corner in 0..8 {
            let choose = |axis: usize| if corner >> axis & 1 == 0 { b.low[axis] } else { b.high[axis] };
            let v = self.placed[0].point(DVec3::new(choose(0), choose(1), choose(2)));
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
                let on_b =
                    self.placed[0].point(b.mesh.closest_point(self.placed[1].point(on_a)).closest.on_b);
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
        let found = a.mesh.distance_to_mesh(&b.mesh, &self.placed[0], reach.min(best.distance));
        found.map(|near| near.closest).or((best.distance <= reach).then_some(best))
    }

    /// One in the other, when the surfaces are farther apart than the tolerance.
    fn held(&self, limits: &Limits, near: Option<Closest<DVec3>>) -> Option<Answer> {
        for (inner, outer) in [(1, 0), (0, 1)] {
            let (of, from) = (self.solids[inner], self.solids[outer]);
            if !from.surface.closed {
                continue;
            }
            let placement = &self.placed[outer];
            let is_in = |root: &u32| {
                let point = placement.point(of.mesh.vertices()[*root as usize]);
                from.holds(point)
            };
            let held = of.roots.iter().filter(|root| is_in(root)).count();
            if held > 0 {
                let class = if held == of.roots.len() { Class::Enclosed } else { Class::Hard };
                return Some(self.told(class, near, self.reach(inner, outer, limits)));
            }
        }
        None
    }

    /// Every point of either surface is within the tolerance of the other.
    fn is_duplicate(&self, limits: &Limits) -> bool {
        let [a, b] = self.solids;
        // A box around either, grown, holds the other.
        let fits = |of: &Solid, from: &Solid, placement: &Affine3<DVec3>, scale: f64| {
            let by = DVec3::splat(limits.tolerance / scale);
            let (low, high) = (from.low - by, from.high + by);
            of.mesh.vertices().iter().all(|v| {
                let v = placement.point(*v);
                v.cmpge(low).all() && v.cmple(high).all()
            })
        };
        if !fits(b, a, &self.placed[0], self.scales[0]) || !fits(a, b, &self.placed[1], self.scales[1]) {
            return false;
        }
        if core::ptr::eq(a, b) {
            // The same mesh, moved by so little that none of its points moves farther than the tolerance.
            let moved =
                |v: &DVec3| (self.placed[0].point(*v) - *v).length() * self.scales[0] <= limits.tolerance;
            if a.mesh.vertices().iter().all(moved) {
                return true;
            }
        }
        [(1, 0), (0, 1)]
            .into_iter()
            .all(|(of, from)| self.depth(of, from, Side::Either, limits.tolerance, true).is_none())
    }

    /// The deepest points of either part in the other.
    fn reaches(&self, limits: &Limits) -> [Option<Reach>; 2] {
        [(0, 1), (1, 0)].map(|(of, from)| self.reach(of, from, limits))
    }

    fn reach(&self, of: usize, from: usize, limits: &Limits) -> Option<Reach> {
        if !self.solids[from].surface.closed {
            return None;
        }
        let Deepest { point, nearest, .. } = self.depth(of, from, Side::Inside, limits.tolerance, false)?;
        let way = nearest - point;
        let depth = way.length() * self.scales[from];
        let seen = &self.placed[0];
        let (deep, shallow, way) = if from == 0 {
            (point, nearest, way)
        } else {
            (seen.point(point), seen.point(nearest), seen.direction(way))
        };
        Some(if of == 0 {
            Reach { depth, points: [deep, shallow], way }
        } else {
            Reach { depth, points: [shallow, deep], way: -way }
        })
    }

    /// One reaches into the other, and sticks out of it by no more than the tolerance.
    fn is_enclosed(&self, reaches: &[Option<Reach>; 2], limits: &Limits) -> bool {
        [(0, 1), (1, 0)].into_iter().any(|(of, from)| {
            reaches[of].is_some() && self.depth(of, from, Side::Outside, limits.tolerance, true).is_none()
        })
    }

    /// The deepest point of the surface of one, from the surface of the other, in whose coordinates it is.
    fn depth(&self, of: usize, from: usize, side: Side, tolerance: f64, any: bool) -> Option<Deepest> {
        Depth {
            of: self.solids[of],
            from: self.solids[from],
            placement: &self.placed[from],
            back: &self.back[from],
            side,
            limit: tolerance / self.scales[from],
            any,
        }
        .deepest()
    }

    fn told(&self, class: Class, near: Option<Closest<DVec3>>, reach: Option<Reach>) -> Answer {
        let (points, way) = match (reach, near) {
            (Some(reach), _) => (reach.points, reach.way),
            (None, Some(near)) => ([near.on_a, near.on_b], near.on_a - near.on_b),
            (None, None) => ([self.solids[0].low; 2], DVec3::ZERO),
        };
        let apart = matches!(class, Class::Near | Class::Touching);
        Answer {
            class,
            distance: near.filter(|_| apart).map_or(0.0, |near| self.gap(&near)),
            depth: reach.map(|reach| reach.depth),
            points,
            way,
        }
    }
}
