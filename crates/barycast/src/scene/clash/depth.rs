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
//! A piece that the other surface meets at most at its outline is inside or outside as a whole, told by its middle. That is so
//! when its middle is farther from the surface than its corners from the middle, or when no triangle near it meets it; and
//! triangles that nothing meets and that share corners are on one side together. A piece over
//! the nearest triangle, between the three planes that stand on its edges, is bounded by its height alone: what is flush with
//! the other surface is done with after a few cuts, though it is large. Where two triangles are as near, depths have a ridge: pieces
//! are cut along it, so that on either side they are greatest at a corner.

use super::piece::{Contact, Cut, Piece};
use super::solid::{Solid, find, join};
use crate::bvh::Bounds;
use crate::frame::{Affine3, Inverse3};
use crate::pair::point_triangle;
use crate::shape::Point;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// So many pieces are looked at; then the bounds are what they are.
const PIECES: usize = 100_000;
/// Depths are found to a share of this.
const ACCURACY: f64 = 1e-3;

/// A triangle that the other surface may meet is of none.
const NO_PATCH: usize = usize::MAX;
/// So few pieces are looked at one by one.
const FEW: usize = 8;
/// Shorter than 1, and along no axis nor diagonal.
const ASIDE: DVec3 = DVec3::new(0.11, 0.37, 0.23);

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

/// What is known of a piece, or of a patch of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The other surface may meet it.
    Nothing,
    /// The other surface does not meet it, so that it is on one side as a whole.
    Whole,
    /// All of it counts.
    Counts,
    /// Nothing of it counts.
    Dropped,
}

/// A piece that may reach deeper than what was found.
#[derive(Clone, Copy)]
struct Open {
    piece: Piece,
    known: Known,
    /// The patch of the surface that it is of.
    whole: usize,
    /// The triangle nearest to its middle; `None` when that was not looked for.
    near: Option<u32>,
    /// The triangle nearest to the corner that may be deepest, where all of it counts.
    other: Option<u32>,
    /// A triangle that meets it.
    crossing: Option<(u32, Contact)>,
}

/// Where a piece stands among the open ones: those that may be deepest first.
#[derive(PartialEq)]
struct Rank {
    at_most: f64,
    place: u32,
}

impl Eq for Rank {}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at_most.total_cmp(&other.at_most).then(other.place.cmp(&self.place))
    }
}

impl Depth<'_> {
    /// The deepest point, if it is deeper than the limit.
    pub(super) fn deepest(&self) -> Option<Deepest> {
        let size = (self.from.high - self.from.low).abs().max_element();
        let slack = (self.limit * 1e-3).max(size * 1e-13);
        let none = Deepest { depth: self.limit, at_most: self.limit, point: DVec3::NAN, nearest: DVec3::NAN };
        let mut search = Search {
            asked: self,
            slack,
            open: Vec::new(),
            ranks: BinaryHeap::new(),
            wholes: Vec::new(),
            best: none,
        };
        search.begin();
        let mut looked = 0;
        while let Some(Rank { at_most, place }) = search.ranks.pop() {
            if at_most <= search.bar() {
                break;
            }
            looked += 1;
            if looked > PIECES || (self.any && search.best.depth > self.limit) {
                search.best.at_most = at_most;
                break;
            }
            search.cut(place as usize);
        }
        let best = search.best;
        (best.depth > self.limit).then(|| Deepest { at_most: best.at_most.max(search.bar()), ..best })
    }
}

struct Search<'a> {
    asked: &'a Depth<'a>,
    /// Crossings by no more than this are none.
    slack: f64,
    /// Those that were cut stay, too.
    open: Vec<Open>,
    ranks: BinaryHeap<Rank>,
    /// Of each patch of the surface, by the place that stands for it.
    wholes: Vec<Known>,
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
                    let known = if side == Side::Either { Known::Counts } else { Known::Nothing };
                    self.look(&Piece::triangle(corners), known, NO_PATCH);
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
        for triangle in of.in_box(&Bounds::around(&around, margin)) {
            let corners = of.corners(triangle).map(|p| placement.point(p));
            if (corners[1] - corners[0]).cross(corners[2] - corners[0]) == DVec3::ZERO {
                continue;
            }
            let [a, b, c] = corners;
            let (least, most) = (a.min(b).min(c), a.max(b).max(c));
            if least.cmpgt(high).any() || most.cmplt(low).any() {
                continue;
            }
            // How far from the sides of the whole box, at most.
            let at_most = (most - low).min(high - least).min_element() + limit;
            let piece = Piece::triangle(corners);
            let mut open = Open {
                piece,
                known: Known::Nothing,
                whole: triangle as usize,
                near: None,
                other: None,
                crossing: None,
            };
            if least.cmpge(low).all() && most.cmple(high).all() {
                self.keep(at_most, &open);
                continue;
            }
            let sides = sides.as_flattened();
            let within = sides.iter().try_fold(piece, |piece, side| piece.split(side, 0.0)[0]);
            let Some(piece) = within else { continue };
            open.piece = piece;
            let height = |side: &Cut| limit - piece.heights(side)[0];
            self.keep(sides.iter().map(height).fold(at_most, f64::min), &open);
        }
        if self.open.len() > FEW {
            self.find_wholes();
        } else {
            for open in &mut self.open {
                open.whole = NO_PATCH;
            }
        }
    }

    /// Finds the patches of the surface that the other does not meet, where the mesh is not too large: triangles that nothing
    /// meets and that share corners.
    fn find_wholes(&mut self) {
        let &Depth { of, from, placement, .. } = self.asked;
        let mut free = vec![!of.clusters.is_empty(); of.mesh.triangles().len()];
        let slack = DVec3::splat(self.slack);
        let mut near = Vec::new();
        for cluster in &of.clusters {
            // Around the placed box.
            let middle = placement.point((cluster.low + cluster.high) / 2.0);
            let half = (cluster.high - cluster.low) / 2.0;
            let reach = placement.x.abs() * half.x + placement.y.abs() * half.y + placement.z.abs() * half.z;
            let (low, high) = (middle - reach - slack, middle + reach + slack);
            if high.cmplt(from.low).any() || low.cmpgt(from.high).any() {
                continue;
            }
            let around = Bounds::around(&[low.to_array(), high.to_array()], 0.0);
            near.clear();
            for triangle in from.in_box(&around) {
                let other = Other::new(from, triangle);
                if other.meets(&[low, high]) {
                    near.push(other);
                }
            }
            for &triangle in if near.is_empty() { &[][..] } else { &cluster.triangles[..] } {
                let piece = Piece::triangle(of.corners(triangle).map(|p| placement.point(p)));
                let [low, high] = piece.bounds();
                let bounds = [low - slack, high + slack];
                let met = piece.plane().is_none_or(|plane| {
                    let meets = |other: &Other| {
                        other.meets(&bounds) && piece.may_meet(&plane, other.corners, self.slack)
                    };
                    near.iter().any(meets)
                });
                free[triangle as usize] = !met;
            }
        }
        let mut patches: Vec<u32> = (0..of.mesh.vertices().len() as u32).collect();
        let places =
            |triangle: usize| of.mesh.triangles()[triangle].map(|vertex| of.place_of[vertex as usize]);
        for triangle in (0..free.len()).filter(|triangle| free[*triangle]) {
            let [a, b, c] = places(triangle);
            join(&mut patches, a, b);
            join(&mut patches, b, c);
        }
        self.wholes = vec![Known::Whole; patches.len()];
        for open in &mut self.open {
            let triangle = open.whole;
            open.whole =
                if free[triangle] { find(&mut patches, places(triangle)[0]) as usize } else { NO_PATCH };
        }
    }

    /// Bounds a piece, and keeps it if it may reach deeper than the bar: what is known of it, and of which
    /// connected piece it is.
    fn look(&mut self, piece: &Piece, mut known: Known, whole: usize) {
        if known == Known::Nothing {
            known = self.wholes.get(whole).copied().unwrap_or(Known::Nothing);
        }
        if known == Known::Dropped {
            return;
        }
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
        let (mut crossing, mut other) = (None, None);
        if known == Known::Nothing {
            if distance > radius {
                known = Known::Whole;
            } else if radius > 4.0 * self.bar() && distance > self.slack {
                crossing = self.crossing(piece);
                known = if crossing.is_none() { Known::Whole } else { known };
            }
        }
        if known == Known::Whole && distance > self.slack {
            // Nowhere in the ball that reaches to the surface is another side; edges are seldom met there.
            let inside = from.holds(middle + ASIDE * distance);
            let counts = inside == (self.asked.side == Side::Inside);
            known = if counts { Known::Counts } else { Known::Dropped };
            if let Some(patch) = self.wholes.get_mut(whole).filter(|patch| **patch == Known::Whole) {
                *patch = known;
            }
            if !counts {
                return;
            }
        }
        if known == Known::Counts {
            self.found(middle, distance, found.closest.on_b);
            if highest > self.bar() {
                let there = from.mesh.closest_point(deepest);
                other = Some(there.triangle as u32);
                self.found(deepest, there.closest.distance, there.closest.on_b);
            }
            if at_most <= self.bar() {
                return;
            }
        }
        self.keep(at_most, &Open { piece: *piece, known, whole, near: Some(near), other, crossing });
    }

    fn keep(&mut self, at_most: f64, open: &Open) {
        self.ranks.push(Rank { at_most, place: self.open.len() as u32 });
        self.open.push(*open);
    }

    fn found(&mut self, point: DVec3, depth: f64, nearest: DVec3) {
        if depth > self.best.depth {
            self.best = Deepest { depth, at_most: depth, point, nearest };
        }
    }

    /// Cuts a piece, and looks at what it is cut into.
    fn cut(&mut self, place: usize) {
        let Open { piece, known, whole, near, other, crossing } = self.open[place];
        let Some(near) = near else {
            return self.look(&piece, known, whole);
        };
        let from = self.asked.from;
        if piece.has_room()
            && let Some((crossing, contact)) = crossing
        {
            let corners = from.corners(crossing);
            if contact == Contact::Flush
                && let Some((over, beside)) = piece.over(corners, self.slack)
                && beside.iter().any(Option::is_some)
            {
                let parts = beside.into_iter().chain([Some(over)]).flatten();
                return parts.for_each(|part| self.look(&part, known, whole));
            }
            if contact == Contact::Crossing
                && let Some(plane) = Piece::triangle(corners).plane()
            {
                let parts = piece.split(&plane, 0.0);
                return parts.into_iter().flatten().for_each(|part| self.look(&part, known, whole));
            }
        }
        let (middle, _) = piece.middle();
        if piece.has_room()
            && let Some(cut) = other.and_then(|other| self.between([near, other], middle))
            && let [low, high] = piece.heights(&cut)
            && low < -self.slack
            && high > self.slack
        {
            let parts = piece.split(&cut, 0.0);
            return parts.into_iter().flatten().for_each(|part| self.look(&part, known, whole));
        }
        let Some((over, beside)) = piece.over(from.corners(near), self.slack) else {
            return piece
                .halves(middle)
                .into_iter()
                .flatten()
                .for_each(|part| self.look(&part, known, whole));
        };
        for part in beside.iter().flatten() {
            self.look(part, known, whole);
        }
        let [a, b, c] = from.corners(near);
        let Some(plane) = Cut::new((b - a).cross(c - a), a) else { return };
        let [low, high] = over.heights(&plane);
        // A piece over the triangle may stick out by the slack.
        if high.max(-low) + self.slack <= self.bar() {
            return;
        }
        if low < -self.slack && high > self.slack && over.has_room() {
            let parts = over.split(&plane, 0.0);
            parts.into_iter().flatten().for_each(|part| self.look(&part, known, whole));
        } else if beside.iter().all(Option::is_none) {
            let parts = over.halves(over.middle().0);
            parts.into_iter().flatten().for_each(|part| self.look(&part, known, whole));
        } else {
            self.look(&over, known, whole);
        }
    }

    /// The plane of points as far above either of two triangles, on the side of a point: where the way to one surface becomes
    /// longer than that to another, depths are greatest.
    fn between(&self, triangles: [u32; 2], point: DVec3) -> Option<Cut> {
        let [one, other] = triangles.map(|triangle| {
            let [a, b, c] = self.asked.from.corners(triangle);
            let plane = Cut::new((b - a).cross(c - a), a)?;
            let upward = plane.height(point) >= 0.0;
            Some(if upward { plane } else { Cut { normal: -plane.normal, offset: -plane.offset } })
        });
        let (one, other) = (one?, other?);
        let normal = one.normal - other.normal;
        let length = normal.length();
        (length > 1e-6).then(|| Cut { normal: normal / length, offset: (one.offset - other.offset) / length })
    }

    /// A triangle of the other surface that meets the piece elsewhere than at its outline, by more than the slack.
    fn crossing(&self, piece: &Piece) -> Option<(u32, Contact)> {
        let plane = piece.plane()?;
        let from = self.asked.from;
        let slack = DVec3::splat(self.slack);
        let [low, high] = piece.bounds();
        let bounds = [low - slack, high + slack];
        let near = from.in_box(&Bounds::around(&bounds.map(|p| p.to_array()), 0.0));
        near.into_iter().map(|triangle| Other::new(from, triangle)).find_map(|other| {
            let contact =
                if other.meets(&bounds) { piece.contact(&plane, other.corners, self.slack) } else { None };
            contact.map(|contact| (other.triangle, contact))
        })
    }
}

/// A triangle of the other surface, and its box.
#[derive(Clone, Copy)]
struct Other {
    triangle: u32,
    corners: [DVec3; 3],
    low: DVec3,
    high: DVec3,
}

impl Other {
    fn new(from: &Solid, triangle: u32) -> Self {
        let corners = from.corners(triangle);
        let [a, b, c] = corners;
        Self { triangle, corners, low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    fn meets(&self, [low, high]: &[DVec3; 2]) -> bool {
        self.low.cmple(*high).all() && self.high.cmpge(*low).all()
    }
}
