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
//! triangles that nothing meets and that share corners are on one side together. What has no area, a point or a segment, is cut
//! until the former holds. A piece over the nearest triangle, between the three planes that stand on its edges, is bounded by its
//! height alone: what is flush with the other surface is done with after a few cuts, though it is large. Where two triangles are as
//! near, depths have a ridge: pieces are cut along it, so that on either side they are greatest at a corner.

use super::mesh_solid::Solid;
use super::piece::{Contact, Cut, Facet, Piece};
use super::pieces::{find, join};
use crate::frame::{Affine3, Inverse3};
use crate::mesh::MeshPoint;
use crate::number::Real;
use crate::number::each::MapEach;
use crate::pair::point_triangle;
use crate::shape::Point;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

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
pub(crate) enum Side {
    /// Those in the other part.
    Inside,
    /// Those outside it.
    Outside,
    /// All.
    Either,
}

/// What is asked.
pub(crate) struct Depth<'a> {
    /// Whose surface.
    pub(crate) of: &'a Solid,
    /// How far from which surface.
    pub(crate) from: &'a Solid,
    /// Places the one in the coordinates of the other.
    pub(crate) placement: &'a Affine3<DVec3>,
    /// The way back.
    pub(crate) back: &'a Inverse3<DVec3>,
    pub(crate) side: Side,
    /// Depths up to this do not matter.
    pub(crate) limit: f64,
    /// A depth is so much in the world.
    pub(crate) scale: f64,
    /// Whether something is deeper is all that is asked.
    pub(crate) any: bool,
    /// So many pieces are cut; then the bounds are what they are.
    pub(crate) pieces: usize,
}

/// What a search came to.
pub(crate) struct Searched {
    /// The deepest point that was found, if it is deeper than the limit; maybe none where another search found a deeper one.
    pub(crate) deepest: Option<Deepest>,
    /// Nothing is deeper than this, where the deepest was asked for, or nothing found.
    pub(crate) at_most: f64,
    /// It ended because nothing is left that can change the answer.
    pub(crate) ended: bool,
}

/// The deepest point: all in the coordinates of the part that it is deep in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Deepest {
    /// How deep it is.
    pub(crate) depth: f64,
    pub(crate) point: DVec3,
    /// On the other surface, nearest to the point.
    pub(crate) nearest: DVec3,
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
    pub(crate) fn deepest(&self) -> Searched {
        let [searched] = deepest([self]);
        searched
    }
}

/// The deepest points that are deeper than the limits: of several, only the deepest of all is sought. The most promising piece of
/// all is cut first.
pub(crate) fn deepest<const N: usize>(asked: [&Depth<'_>; N]) -> [Searched; N] {
    let mut searches = asked.map(|asked| {
        let mut search = Search::new(asked);
        search.begin();
        search
    });
    let mut left = asked.iter().map(|asked| asked.pieces).max().unwrap_or(0);
    loop {
        let found = searches.iter().filter(|search| search.best.depth > search.asked.limit);
        let known = found.map(|search| search.best.depth * search.asked.scale).fold(0.0, f64::max);
        let mut next: Option<(f64, &mut Search<'_>)> = None;
        for search in &mut searches {
            search.known = known / search.asked.scale;
            let at_most = search.at_most() * search.asked.scale;
            if search.is_open() && next.as_ref().is_none_or(|(most, _)| at_most > *most) {
                next = Some((at_most, search));
            }
        }
        let Some((_, search)) = next else { break };
        if left == 0 {
            break;
        }
        left -= 1;
        search.cut_next();
    }
    searches.map(|search| Searched {
        deepest: (search.best.depth > search.asked.limit).then_some(search.best),
        at_most: search.at_most().max(search.bar()),
        ended: !search.is_open(),
    })
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
    /// Something is as deep, here or elsewhere.
    known: f64,
}

impl<'a> Search<'a> {
    fn new(asked: &'a Depth<'a>) -> Self {
        let size = (asked.from.high - asked.from.low).abs().max_element();
        let best = Deepest { depth: asked.limit, point: DVec3::NAN, nearest: DVec3::NAN };
        Self {
            asked,
            slack: (asked.limit * 1e-3).max(size * 1e-13),
            open: Vec::new(),
            ranks: BinaryHeap::new(),
            wholes: Vec::new(),
            best,
            known: 0.0,
        }
    }

    /// Pieces that reach no deeper do not matter.
    fn bar(&self) -> f64 {
        let (limit, known) = (self.asked.limit, self.best.depth.max(self.known));
        if known > limit { known * (1.0 + ACCURACY) } else { limit * (1.0 + 1e-9) }
    }

    /// No piece that is open reaches deeper.
    fn at_most(&self) -> f64 {
        self.ranks.peek().map_or(0.0, |rank| rank.at_most)
    }

    /// Something that is open matters.
    fn is_open(&self) -> bool {
        self.at_most() > self.bar() && !(self.asked.any && self.best.depth > self.asked.limit)
    }

    fn cut_next(&mut self) {
        if let Some(Rank { place, .. }) = self.ranks.pop() {
            self.cut(place as usize);
        }
    }

    /// All triangles that may matter.
    fn begin(&mut self) {
        let &Depth { of, from, placement, back, side, limit, .. } = self.asked;
        if side != Side::Inside {
            return self.begin_with_all();
        }
        // What is deeper than the limit is farther than that from the sides of the box.
        let (low, high) = (from.low + limit, from.high - limit);
        if !low.cmplt(high).all() {
            return;
        }
        let mut around = Vec::with_capacity(8);
        for corner in 0..8 {
            let choose = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
            around.push(back.transform_point(DVec3::new(choose(0), choose(1), choose(2))).to_array());
        }
        let margin = (of.high - of.low).max_element() * 1e-12;
        let mut triangles = Vec::new();
        let inner = of.mesh.box_around(&around, margin);
        of.mesh.bvh().walk_box(&inner, |triangle| triangles.push(triangle));
        triangles.sort_unstable();
        let sides = [0, 1, 2].each(|axis| DVec3::AXES[axis]).each(|axis| {
            [Cut { normal: axis, offset: axis.dot(high) }, Cut { normal: -axis, offset: -axis.dot(low) }]
        });
        for triangle in triangles {
            let corners = of.corners(triangle).each(|p| placement.transform_point(p));
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
            let is_within = sides.iter().all(|side| {
                if open.piece.heights(side)[1] > 0.0 {
                    let [within, _] = open.piece.split(side, 0.0);
                    within.is_some_and(|within| {
                        open.piece = within;
                        true
                    })
                } else {
                    true
                }
            });
            if is_within {
                let height = |side: &Cut| limit - open.piece.heights(side)[0];
                self.keep(sides.iter().map(height).fold(at_most, f64::min), &open);
            }
        }
        if self.open.len() > FEW {
            self.find_wholes();
        } else {
            for open in &mut self.open {
                open.whole = NO_PATCH;
            }
        }
    }

    /// All triangles, up to the first that answers when that is all that is asked.
    fn begin_with_all(&mut self) {
        let &Depth { of, from, placement, side, limit, any, .. } = self.asked;
        let all = 0..of.mesh.triangles().len() as u32;
        let placed = |triangle: u32| of.corners(triangle).each(|p| placement.transform_point(p));
        if any {
            // What is out of the box is as far out of the part, or farther.
            let (low, high) = (from.low - self.bar(), from.high + self.bar());
            let is_out = |p: &DVec3| p.cmplt(low).any() || p.cmpgt(high).any();
            if let Some(out) = all.clone().flat_map(placed).find(is_out) {
                let there = from.mesh.closest_point(out).closest;
                return self.found(out, there.distance, there.on_b);
            }
        }
        let known = if side == Side::Either { Known::Counts } else { Known::Nothing };
        for triangle in all {
            self.look(&Piece::triangle(placed(triangle)), known, NO_PATCH, None);
            if any && self.best.depth > limit {
                return;
            }
        }
    }

    /// Finds the patches of the surface that the other does not meet, where the mesh is not too large: triangles that nothing
    /// meets and that share corners.
    fn find_wholes(&mut self) {
        let &Depth { of, from, placement, .. } = self.asked;
        let mut wanted = vec![false; of.mesh.triangles().len()];
        for open in &self.open {
            wanted[open.whole] = true;
        }
        let mut free = vec![false; of.mesh.triangles().len()];
        let slack = DVec3::splat(self.slack);
        let mut near = Vec::new();
        for cluster in &of.clusters {
            if !cluster.triangles.iter().any(|triangle| wanted[*triangle as usize]) {
                continue;
            }
            // Around the placed box.
            let middle = placement.transform_point((cluster.low + cluster.high) / 2.0);
            let half = (cluster.high - cluster.low) / 2.0;
            let reach = placement.x.abs() * half.x + placement.y.abs() * half.y + placement.z.abs() * half.z;
            let bounds = [middle - reach - slack, middle + reach + slack];
            near.clear();
            from.each_in_box(&bounds, |triangle| near.extend(Other::near(from, triangle, &bounds)));
            for &triangle in cluster.triangles.iter().filter(|triangle| wanted[**triangle as usize]) {
                let corners = of.corners(triangle).each(|p| placement.transform_point(p));
                let facet = Facet { corners, plane: Cut::of(corners) };
                let [a, b, c] = corners;
                let bounds = [a.min(b).min(c) - slack, a.max(b).max(c) + slack];
                let meets = |other: &Other| {
                    meet(&[other.low, other.high], &bounds) && facet.may_meet(&other.facet, self.slack)
                };
                free[triangle as usize] = !near.iter().any(meets);
            }
        }
        let mut patches: Vec<u32> = (0..of.mesh.vertices().len() as u32).collect();
        let places =
            |triangle: usize| of.mesh.triangles()[triangle].each(|vertex| of.place_of[vertex as usize]);
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

    /// Bounds a piece, and keeps it if it may reach deeper than the bar: what is known of it, of which connected piece it is, and a
    /// triangle that is near.
    fn look(&mut self, piece: &Piece, mut known: Known, whole: usize, near: Option<u32>) {
        if known == Known::Nothing {
            known = self.wholes.get(whole).copied().unwrap_or(Known::Nothing);
        }
        if known == Known::Dropped {
            return;
        }
        let from = self.asked.from;
        let (middle, radius) = piece.middle();
        let found = self.nearest(middle, near);
        let (distance, near) = (found.closest.distance, found.triangle as u32);
        let mut at_most = distance + radius;
        if at_most <= self.bar() {
            return;
        }
        let mut deepest = middle;
        let mut highest = -1.0;
        if let Some(triangle) = from.mesh.triangle(near as usize) {
            for &corner in piece.corners() {
                let height = point_triangle::distance_squared(&Point(corner), &triangle);
                if height > highest {
                    (highest, deepest) = (height, corner);
                }
            }
            // A height that counts is told again.
            highest = Real::sqrt(highest);
            at_most = at_most.min(highest);
        }
        if at_most <= self.bar() {
            return;
        }
        let (mut crossing, mut other) = (None, None);
        if known == Known::Nothing {
            if distance > radius {
                known = Known::Whole;
            } else if 4.0 * radius > self.bar()
                && distance > self.slack
                && let Some(plane) = piece.plane()
            {
                crossing = self.crossing(piece, &plane);
                known = if crossing.is_none() { Known::Whole } else { known };
            }
        }
        if known == Known::Whole && distance > self.slack.max(from.blur()) {
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
                let there = self.nearest(deepest, Some(near));
                other = Some(there.triangle as u32);
                self.found(deepest, there.closest.distance, there.closest.on_b);
            }
            if at_most <= self.bar() {
                return;
            }
        }
        self.keep(at_most, &Open { piece: *piece, known, whole, near: Some(near), other, crossing });
    }

    /// The nearest point of the other surface; quicker where a triangle is known that is near.
    fn nearest(&self, point: DVec3, near: Option<u32>) -> MeshPoint<DVec3> {
        let mesh = &self.asked.from.mesh;
        let near = near.and_then(|near| mesh.triangle(near as usize));
        let limit = near
            .map(|near| Real::sqrt(point_triangle::distance_squared(&Point(point), &near)) * (1.0 + 1e-12));
        let within = limit.and_then(|limit| mesh.closest_point_within(point, limit));
        within.unwrap_or_else(|| mesh.closest_point(point))
    }

    fn keep(&mut self, at_most: f64, open: &Open) {
        self.ranks.push(Rank { at_most, place: self.open.len() as u32 });
        self.open.push(*open);
    }

    fn found(&mut self, point: DVec3, depth: f64, nearest: DVec3) {
        if depth > self.best.depth {
            self.best = Deepest { depth, point, nearest };
        }
    }

    /// Cuts a piece, and looks at what it is cut into.
    fn cut(&mut self, place: usize) {
        let Open { piece, known, whole, near, other, crossing } = self.open[place];
        let Some(near) = near else {
            return self.look(&piece, known, whole, None);
        };
        let from = self.asked.from;
        if piece.has_room()
            && let Some((crossing, contact)) = crossing
        {
            if contact == Contact::Flush
                && let Some((over, beside)) = piece.over(&from.facet(crossing), self.slack)
                && beside.iter().any(Option::is_some)
            {
                let parts = beside.iter().flatten().chain([&over]);
                return parts.for_each(|part| self.look(part, known, whole, Some(near)));
            }
            if contact == Contact::Crossing
                && let Some(plane) = from.plane(crossing)
            {
                let parts = piece.split(&plane, 0.0);
                return parts.iter().flatten().for_each(|part| self.look(part, known, whole, Some(near)));
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
            return parts.iter().flatten().for_each(|part| self.look(part, known, whole, Some(near)));
        }
        let Some((over, beside)) = piece.over(&from.facet(near), self.slack) else {
            return piece
                .halves(middle)
                .iter()
                .flatten()
                .for_each(|part| self.look(part, known, whole, Some(near)));
        };
        for part in beside.iter().flatten() {
            self.look(part, known, whole, Some(near));
        }
        let Some(plane) = from.plane(near) else { return };
        let [low, high] = over.heights(&plane);
        // A piece over the triangle may stick out by the slack.
        if high.max(-low) + self.slack <= self.bar() {
            return;
        }
        if low < -self.slack && high > self.slack && over.has_room() {
            let parts = over.split(&plane, 0.0);
            parts.iter().flatten().for_each(|part| self.look(part, known, whole, Some(near)));
        } else if beside.iter().all(Option::is_none) {
            let parts = over.halves(over.middle().0);
            parts.iter().flatten().for_each(|part| self.look(part, known, whole, Some(near)));
        } else {
            self.look(&over, known, whole, Some(near));
        }
    }

    /// The plane of points as far above either of two triangles, on the side of a point: where the way to one surface becomes
    /// longer than that to another, depths are greatest.
    fn between(&self, triangles: [u32; 2], point: DVec3) -> Option<Cut> {
        let [one, other] = triangles.each(|triangle| {
            let plane = self.asked.from.plane(triangle)?;
            let upward = plane.height(point) >= 0.0;
            Some(if upward { plane } else { Cut { normal: -plane.normal, offset: -plane.offset } })
        });
        let (one, other) = (one?, other?);
        let normal = one.normal - other.normal;
        let length = normal.length();
        (length > 1e-6).then(|| Cut { normal: normal / length, offset: (one.offset - other.offset) / length })
    }

    /// A triangle of the other surface that meets the piece elsewhere than at its outline, by more than the slack.
    fn crossing(&self, piece: &Piece, plane: &Cut) -> Option<(u32, Contact)> {
        let from = self.asked.from;
        let slack = DVec3::splat(self.slack);
        let [low, high] = piece.bounds();
        let bounds = [low - slack, high + slack];
        let mut crossing: Option<(u32, Contact)> = None;
        from.each_in_box(&bounds, |triangle| {
            // The lowest of all.
            if crossing.is_none_or(|(lowest, _)| triangle < lowest)
                && let Some(other) = Other::near(from, triangle, &bounds)
                && let Some(contact) = piece.contact(plane, &other.facet, self.slack)
            {
                crossing = Some((triangle, contact));
            }
        });
        crossing
    }
}

/// A triangle of the other surface, and its box.
#[derive(Clone, Copy)]
struct Other {
    facet: Facet,
    low: DVec3,
    high: DVec3,
}

impl Other {
    /// If its box meets another.
    #[inline]
    fn near(from: &Solid, triangle: u32, bounds: &[DVec3; 2]) -> Option<Self> {
        let [a, b, c] = from.corners(triangle);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        meet(&[low, high], bounds).then(|| Self { facet: from.facet(triangle), low, high })
    }
}

/// Two boxes share a point.
fn meet([low, high]: &[DVec3; 2], [other_low, other_high]: &[DVec3; 2]) -> bool {
    low.cmple(*other_high).all() && high.cmpge(*other_low).all()
}
