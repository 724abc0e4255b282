//! How deep a surface reaches into a part, or how far it sticks out: bounds from below and above, without sampling.
//!
//! The triangles of the one surface are cut into convex pieces, and the piece that may reach deepest is cut further, until no
//! piece can reach deeper than what was found by more than the answer may be off. What bounds a piece:
//!
//! - A point of it is as deep as the other surface is far: from below.
//! - The distance from one triangle is a convex function, so over a piece it is greatest at a corner; and the distance from the
//!   surface is no greater than that from any of its triangles: from above. The nearest triangle is taken.
//! - No point grows deeper faster than it moves: from above by the depth of its middle and its radius.
//! - What lies in the other part lies in its box, and is no deeper than the box's sides are far: from above, at no cost.
//!
//! A piece that the other surface does not cross is inside or outside as a whole, told by its middle. That is so when its middle
//! is farther from the surface than its corners from the middle, or when no triangle near it crosses it. A piece over
//! the nearest triangle, between the three planes that stand on its edges, is bounded by its height alone: what is flush with
//! the other surface is done with after a few cuts, though it is large.

use super::piece::{Cut, Piece};
use super::solid::Solid;
use crate::bvh::Bounds;
use crate::frame::{Affine3, Inverse3};
use crate::pair::point_triangle;
use crate::shape::Point;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// So many pieces are looked at; then the bounds are what they are.
const PIECES: usize = 100_000;
/// Depths are found to a share of this.
const ACCURACY: f64 = 1e-3;

/// Which points of the surface count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Those in the other part.
    Inside,
    /// Those outside it.
    Outside,
    /// All.
    Either,
}

/// What is asked.
pub(super) struct Depth<'a> {
    /// Whose surface.
    pub(super) of: &'a Solid,
    /// How far from which surface.
    pub(super) from: &'a Solid,
    /// Places the one in the coordinates of the other.
    pub(super) placement: &'a Affine3<DVec3>,
    /// The way back.
    pub(super) back: &'a Inverse3<DVec3>,
    pub(super) side: Side,
    /// Depths up to this do not matter.
    pub(super) limit: f64,
    /// Whether something is deeper is all that is asked.
    pub(super) any: bool,
}

/// The deepest point: all in the coordinates of the part that it is deep in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Deepest {
    /// How deep it is.
    pub(super) depth: f64,
    /// Nothing is deeper than this.
    pub(super) at_most: f64,
    pub(super) point: DVec3,
    /// On the other surface, nearest to the point.
    pub(super) nearest: DVec3,
}

/// A piece that may reach deeper than what was found.
struct Open {
    at_most: f64,
    piece: Piece,
    /// All of it counts; else this is not known.
    counts: bool,
    /// The triangle nearest to its middle; `None` when that was not looked for.
    near: Option<u32>,
    /// A triangle that crosses it.
    crossing: Option<u32>,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at_most.total_cmp(&other.at_most)
    }
}

impl Depth<'_> {
    /// The deepest point, if it is deeper than the limit.
    pub(super) fn deepest(&self) -> Option<Deepest> {
        let size = (self.from.high - self.from.low).abs().max_element();
        let slack = (self.limit * 1e-3).max(size * 1e-13);
        let none = Deepest { depth: self.limit, at_most: self.limit, point: DVec3::NAN, nearest: DVec3::NAN };
        let mut search = Search { asked: self, slack, open: BinaryHeap::new(), best: none };
        search.begin();
        let mut looked = 0;
        while let Some(open) = search.open.pop() {
            if open.at_most <= search.bar() {
                break;
            }
            looked += 1;
            if looked > PIECES || (self.any && search.best.depth > self.limit) {
                search.best.at_most = open.at_most;
                break;
            }
            search.cut(&open);
        }
        let best = search.best;
        (best.depth > self.limit).then(|| Deepest { at_most: best.at_most.max(search.bar()), ..best })
    }
}

struct Search<'a> {
    asked: &'a Depth<'a>,
    /// Crossings by no more than this are none.
    slack: f64,
    open: BinaryHeap<Open>,
    best: Deepest,
}

impl Search<'_> {
    /// Pieces that reach no deeper do not matter.
    fn bar(&self) -> f64 {
        let limit = self.asked.limit;
        if self.best.depth > limit { self.best.depth * (1.0 + ACCURACY) } else { limit * (1.0 + 1e-9) }
    }

    /// All triangles that may matter.
    fn begin(&mut self) {
        let &Depth { of, from, placement, back, side, limit, .. } = self.asked;
        if side != Side::Inside {
            for triangle in 0..of.mesh.triangles().len() as u32 {
                let corners = of.corners(triangle).map(|p| placement.point(p));
                if (corners[1] - corners[0]).cross(corners[2] - corners[0]) != DVec3::ZERO {
                    self.look(&Piece::triangle(corners), side == Side::Either);
                }
            }
            return;
        }
        // What is deeper than the limit is farther than that from the sides of the box.
        let (low, high) = (from.low + limit, from.high - limit);
        if !low.cmplt(high).all() {
            return;
        }
        let mut around = Vec::with_capacity(8);
        for corner in 0..8 {
            let choose = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
            around.push(back.point(DVec3::new(choose(0), choose(1), choose(2))).to_array());
        }
        let margin = (of.high - of.low).max_element() * 1e-12;
        let sides = [0, 1, 2].map(|axis| DVec3::AXES[axis]).map(|axis| {
            [Cut { normal: axis, offset: axis.dot(high) }, Cut { normal: -axis, offset: -axis.dot(low) }]
        });
        for triangle in of.mesh.bvh().items_in_box(&Bounds::around(&around, margin)) {
            let corners = of.corners(triangle).map(|p| placement.point(p));
            if (corners[1] - corners[0]).cross(corners[2] - corners[0]) == DVec3::ZERO {
                continue;
            }
            let within = sides
                .as_flattened()
                .iter()
                .try_fold(Piece::triangle(corners), |piece, side| piece.split(side, 0.0)[0]);
            let Some(piece) = within else { continue };
            // How far from the sides of the whole box, at most.
            let at_most = sides
                .as_flattened()
                .iter()
                .fold(f64::INFINITY, |least, side| least.min(limit - piece.heights(side)[0]));
            self.open.push(Open { at_most, piece, counts: false, near: None, crossing: None });
        }
    }

    /// Bounds a piece, and keeps it if it may reach deeper than the bar; `counts` when all of it is known to count.
    fn look(&mut self, piece: &Piece, mut counts: bool) {
        let from = self.asked.from;
        let (middle, radius) = piece.middle();
        let found = from.mesh.closest_point(middle);
        let (distance, near) = (found.closest.distance, found.triangle as u32);
        let mut at_most = distance + radius;
        if at_most <= self.bar() {
            return;
        }
        let mut deepest = middle;
        let mut highest = -1.0;
        if let Some(triangle) = from.mesh.triangle(near as usize) {
            for &corner in piece.corners() {
                let height = point_triangle::distance(&Point(corner), &triangle).distance;
                if height > highest {
                    (highest, deepest) = (height, corner);
                }
            }
            at_most = at_most.min(highest);
        }
        if at_most <= self.bar() {
            return;
        }
        let mut crossing = None;
        if !counts {
            let mut whole = distance > radius;
            if !whole && radius > 4.0 * self.bar() && distance > self.slack {
                crossing = self.crossing(piece);
                whole = crossing.is_none();
            }
            if whole {
                if from.mesh.contains_point(middle) != (self.asked.side == Side::Inside) {
                    return;
                }
                counts = true;
            }
        }
        if counts {
            self.found(middle, distance, found.closest.on_b);
            if highest > self.bar() {
                let there = from.mesh.closest_point(deepest).closest;
                self.found(deepest, there.distance, there.on_b);
            }
            if at_most <= self.bar() {
                return;
            }
        }
        self.open.push(Open { at_most, piece: *piece, counts, near: Some(near), crossing });
    }

    fn found(&mut self, point: DVec3, depth: f64, nearest: DVec3) {
        if depth > self.best.depth {
            self.best = Deepest { depth, at_most: depth, point, nearest };
        }
    }

    /// Cuts a piece, and looks at what it is cut into.
    fn cut(&mut self, open: &Open) {
        let Open { piece, counts, near, crossing, .. } = open;
        let Some(near) = near else {
            return self.look(piece, *counts);
        };
        let from = self.asked.from;
        if piece.has_room()
            && let Some(crossing) = crossing
        {
            let [a, b, c] = from.corners(*crossing);
            if let Some(plane) = Cut::new((b - a).cross(c - a), a) {
                let parts = piece.split(&plane, 0.0);
                return parts.into_iter().flatten().for_each(|part| self.look(&part, *counts));
            }
        }
        let (middle, _) = piece.middle();
        let Some((over, beside)) = self.over(piece, *near) else {
            return piece.halves(middle).into_iter().flatten().for_each(|part| self.look(&part, *counts));
        };
        for part in &beside {
            self.look(part, *counts);
        }
        let [a, b, c] = from.corners(*near);
        let Some(plane) = Cut::new((b - a).cross(c - a), a) else { return };
        let [low, high] = over.heights(&plane);
        // A piece over the triangle may stick out by the slack.
        if high.max(-low) + self.slack <= self.bar() {
            return;
        }
        if low < -self.slack && high > self.slack && over.has_room() {
            let parts = over.split(&plane, 0.0);
            parts.into_iter().flatten().for_each(|part| self.look(&part, *counts));
        } else if beside.is_empty() {
            let parts = over.halves(over.middle().0);
            parts.into_iter().flatten().for_each(|part| self.look(&part, *counts));
        } else {
            self.look(&over, *counts);
        }
    }

    /// What of a piece is over a triangle, and what is beside it; `None` when nothing is over it, or the piece has no room.
    fn over(&self, piece: &Piece, triangle: u32) -> Option<(Piece, Vec<Piece>)> {
        let [a, b, c] = self.asked.from.corners(triangle);
        let normal = (b - a).cross(c - a).try_normalize()?;
        let mut over = *piece;
        let mut beside = Vec::new();
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if !over.has_room() {
                return None;
            }
            // Outward.
            let edge = Cut::new((to - from).cross(normal), from)?;
            let [inner, outer] = over.split(&edge, self.slack);
            beside.extend(outer);
            over = inner?;
        }
        Some((over, beside))
    }

    /// A triangle of the other surface that goes through the piece by more than the slack.
    fn crossing(&self, piece: &Piece) -> Option<u32> {
        let corners = piece.corners();
        let plane = Cut::new((corners[1] - corners[0]).cross(corners[2] - corners[0]), corners[0])?;
        let mut bounds = [corners[0]; 2];
        for p in corners {
            bounds = [bounds[0].min(*p), bounds[1].max(*p)];
        }
        let from = self.asked.from;
        let near = from.mesh.bvh().items_in_box(&Bounds::around(&bounds.map(|p| p.to_array()), 0.0));
        near.into_iter().find(|triangle| {
            let common = piece.common(&plane, from.corners(*triangle), self.slack);
            common.is_some_and(|[p, q]| (p - q).length_squared() > self.slack * self.slack)
        })
    }
}
