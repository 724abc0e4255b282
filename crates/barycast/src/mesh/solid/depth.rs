//! Penetration depth of a surface in a part, or how far it sticks out: certified lower and upper
//! bounds, without sampling.
//!
//! The triangles of one surface are cut into convex pieces (branch and bound). The piece with the
//! greatest upper bound is cut further, until no piece can exceed the depth found by more than the
//! accuracy. The bounds of a piece are:
//!
//! - Lower bound: the depth of any of its points is the distance from the other surface.
//! - Upper bound: the distance from one triangle is a convex function, so on a piece it is greatest
//!   at a corner. The distance from the surface is at most that from any of its triangles. The
//!   nearest triangle is used.
//! - Upper bound: depth is Lipschitz with constant 1, so it is at most the depth of the piece's
//!   midpoint plus its radius.
//! - Upper bound: points in the other part are in its box, and are no deeper than the distance from
//!   the box's sides. This costs nothing.
//!
//! A piece that the other surface meets at most along its outline is inside or outside as a whole,
//! which its midpoint decides. That is certain if its midpoint is farther from the surface than its
//! corners from the midpoint, or if no triangle nearby meets it. Triangles that nothing meets and
//! that share corners are on the same side together. Pieces without area, points or segments, are
//! cut until the first condition is met. A piece over the nearest triangle, between the three
//! planes perpendicular to it on its edges, is bounded by its height only. A surface that is flush
//! with the other is therefore done after a few cuts, even if it is large. Where two triangles are
//! equally near, the depth has a ridge. Pieces are cut along it, so that on either side the depth
//! is greatest at a corner.

use super::components::{find, join};
use super::convex_piece::{Contact, Cut, Facet, Piece};
use super::mesh_solid::Solid;
use crate::frame::{Affine3, Inverse3};
use crate::mesh::MeshPoint;
use crate::number::Real;
use crate::number::each::MapEach;
use crate::pair::point_triangle;
use crate::query::cancel::is_cancelled;
use crate::shape::Point;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// Relative accuracy of depths.
const ACCURACY: f64 = 1e-3;

/// Patch of a triangle that the other surface may meet.
const NO_PATCH: usize = usize::MAX;
/// Number of pieces below which they are processed one by one.
const FEW: usize = 8;
/// Vector shorter than 1, along no axis or diagonal.
const ASIDE: DVec3 = DVec3::new(0.11, 0.37, 0.23);

/// Points of the surface that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Points inside the other part.
    Inside,
    /// Points outside the other part.
    Outside,
    /// All points.
    Either,
}

/// Query for the deepest point.
pub(crate) struct Depth<'a> {
    /// Solid whose surface is searched.
    pub(crate) of: &'a Solid,
    /// Solid whose surface the distances are measured from.
    pub(crate) from: &'a Solid,
    /// Placement of `of` in the coordinates of `from`.
    pub(crate) placement: &'a Affine3<DVec3>,
    /// Inverse of the placement.
    pub(crate) back: &'a Inverse3<DVec3>,
    pub(crate) side: Side,
    /// Depths up to this are ignored.
    pub(crate) limit: f64,
    /// Factor from depths to world units.
    pub(crate) scale: f64,
    /// Whether any depth above the limit suffices.
    pub(crate) any: bool,
    /// Largest number of cuts. The bounds are returned as they are after that.
    pub(crate) pieces: usize,
}

/// Result of a search.
pub(crate) struct Searched {
    /// Deepest point found, if it is deeper than the limit. May be missing if another search found
    /// a deeper one.
    pub(crate) deepest: Option<Deepest>,
    /// Upper bound of the depth, if the deepest point was requested or nothing was found.
    pub(crate) at_most: f64,
    /// Whether the search is complete: no open piece can change the result.
    pub(crate) ended: bool,
}

/// Deepest point, in the coordinates of the part in which it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Deepest {
    /// Depth of the point.
    pub(crate) depth: f64,
    pub(crate) point: DVec3,
    /// Closest point on the other surface.
    pub(crate) nearest: DVec3,
}

/// State of a piece, or of a patch of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceState {
    /// The other surface may meet it.
    Nothing,
    /// The other surface does not meet it, so it is on one side as a whole.
    Whole,
    /// All of it counts.
    Counts,
    /// None of it counts.
    Dropped,
}

/// Piece that may be deeper than the best point found.
#[derive(Clone, Copy)]
struct Open {
    piece: Piece,
    known: PieceState,
    /// Patch of the surface that contains it.
    whole: usize,
    /// Triangle nearest to its midpoint; `None` if not searched.
    near: Option<u32>,
    /// Triangle nearest to the corner that may be deepest, if all of it counts.
    other: Option<u32>,
    /// Triangle that meets it.
    crossing: Option<(u32, Contact)>,
}

/// Priority of an open piece: those with the greatest upper bound first.
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
    /// Returns the deepest point, if it is deeper than the limit.
    pub(crate) fn deepest(&self) -> Searched {
        let [searched] = deepest([self]);
        searched
    }
}

/// Runs several searches for points deeper than the limits. Only the deepest of all is determined.
/// The most promising piece of all searches is cut first.
pub(crate) fn deepest<const N: usize>(query: [&Depth<'_>; N]) -> [Searched; N] {
    let mut searches = query.map(|query| {
        let mut search = Search::new(query);
        search.begin();
        search
    });
    let mut left = query.iter().map(|query| query.pieces).max().unwrap_or(0);
    loop {
        let found = searches.iter().filter(|search| search.best.depth > search.query.limit);
        let known = found.map(|search| search.best.depth * search.query.scale).fold(0.0, f64::max);
        let mut next: Option<(f64, &mut Search<'_>)> = None;
        for search in &mut searches {
            search.known = known / search.query.scale;
            let at_most = search.upper_bound() * search.query.scale;
            if search.is_open() && next.as_ref().is_none_or(|(most, _)| at_most > *most) {
                next = Some((at_most, search));
            }
        }
        let Some((_, search)) = next else { break };
        if left == 0 || is_cancelled() {
            break;
        }
        left -= 1;
        search.cut_next();
    }
    searches.map(|search| Searched {
        deepest: (search.best.depth > search.query.limit).then_some(search.best),
        at_most: search.upper_bound().max(search.threshold()),
        ended: !search.is_open(),
    })
}

struct Search<'a> {
    query: &'a Depth<'a>,
    /// Crossings up to this depth are ignored.
    slack: f64,
    /// Pieces, including those already cut.
    open: Vec<Open>,
    ranks: BinaryHeap<Rank>,
    /// State of each patch of the surface, by the vertex that represents it.
    patches: Vec<PieceState>,
    best: Deepest,
    /// Depth found by this or another search.
    known: f64,
}

impl<'a> Search<'a> {
    fn new(query: &'a Depth<'a>) -> Self {
        let size = (query.from.high - query.from.low).abs().max_element();
        let best = Deepest { depth: query.limit, point: DVec3::NAN, nearest: DVec3::NAN };
        Self {
            query,
            slack: (query.limit * 1e-3).max(size * 1e-13),
            open: Vec::new(),
            ranks: BinaryHeap::new(),
            patches: Vec::new(),
            best,
            known: 0.0,
        }
    }

    /// Returns the depth above which a piece matters.
    fn threshold(&self) -> f64 {
        let (limit, known) = (self.query.limit, self.best.depth.max(self.known));
        if known > limit { known * (1.0 + ACCURACY) } else { limit * (1.0 + 1e-9) }
    }

    /// Returns an upper bound of the depth of all open pieces.
    fn upper_bound(&self) -> f64 {
        self.ranks.peek().map_or(0.0, |rank| rank.at_most)
    }

    /// Tests whether an open piece matters.
    fn is_open(&self) -> bool {
        self.upper_bound() > self.threshold() && !(self.query.any && self.best.depth > self.query.limit)
    }

    fn cut_next(&mut self) {
        if let Some(Rank { place, .. }) = self.ranks.pop() {
            self.cut(place as usize);
        }
    }

    /// Adds all triangles that may matter.
    fn begin(&mut self) {
        let &Depth { of, from, placement, back, side, limit, .. } = self.query;
        if side != Side::Inside {
            return self.begin_with_all();
        }
        // Points deeper than the limit are farther than that from the sides of the box.
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
            // Upper bound of the distance from the sides of the whole box.
            let at_most = (most - low).min(high - least).min_element() + limit;
            let piece = Piece::triangle(corners);
            let mut open = Open {
                piece,
                known: PieceState::Nothing,
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
            self.find_patches();
        } else {
            for open in &mut self.open {
                open.whole = NO_PATCH;
            }
        }
    }

    /// Adds all triangles, up to the first that settles the result if any depth suffices.
    fn begin_with_all(&mut self) {
        let &Depth { of, from, placement, side, limit, any, .. } = self.query;
        let all = 0..of.mesh.triangles().len() as u32;
        let placed = |triangle: u32| of.corners(triangle).each(|p| placement.transform_point(p));
        if any {
            // A point outside the box is outside the part by at least the same distance.
            let (low, high) = (from.low - self.threshold(), from.high + self.threshold());
            let is_out = |p: &DVec3| p.cmplt(low).any() || p.cmpgt(high).any();
            if let Some(out) = all.clone().flat_map(placed).find(is_out) {
                let there = from.mesh.closest_point(out).closest;
                return self.found(out, there.distance, there.on_b);
            }
        }
        let known = if side == Side::Either { PieceState::Counts } else { PieceState::Nothing };
        for triangle in all {
            self.process(&Piece::triangle(placed(triangle)), known, NO_PATCH, None);
            if any && self.best.depth > limit {
                return;
            }
        }
    }

    /// Finds the patches of the surface that the other surface does not meet, unless the mesh is
    /// too large: triangles that nothing meets and that share corners.
    fn find_patches(&mut self) {
        let &Depth { of, from, placement, .. } = self.query;
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
        self.patches = vec![PieceState::Whole; patches.len()];
        for open in &mut self.open {
            let triangle = open.whole;
            open.whole =
                if free[triangle] { find(&mut patches, places(triangle)[0]) as usize } else { NO_PATCH };
        }
    }

    /// Bounds a piece, and keeps it if it may be deeper than the threshold. The arguments are its
    /// state, its connected patch, and a nearby triangle.
    fn process(&mut self, piece: &Piece, mut known: PieceState, whole: usize, near: Option<u32>) {
        if known == PieceState::Nothing {
            known = self.patches.get(whole).copied().unwrap_or(PieceState::Nothing);
        }
        if known == PieceState::Dropped {
            return;
        }
        let from = self.query.from;
        let (middle, radius) = piece.middle();
        let found = self.nearest(middle, near);
        let (distance, near) = (found.closest.distance, found.triangle as u32);
        let mut at_most = distance + radius;
        if at_most <= self.threshold() {
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
            // Rounding does not matter: a distance that counts is computed again.
            highest = Real::sqrt(highest);
            at_most = at_most.min(highest);
        }
        if at_most <= self.threshold() {
            return;
        }
        let (mut crossing, mut other) = (None, None);
        if known == PieceState::Nothing {
            if distance > radius {
                known = PieceState::Whole;
            } else if 4.0 * radius > self.threshold()
                && distance > self.slack
                && let Some(plane) = piece.plane()
            {
                crossing = self.crossing(piece, &plane);
                known = if crossing.is_none() { PieceState::Whole } else { known };
            }
        }
        if known == PieceState::Whole && distance > self.slack.max(from.uncertainty()) {
            // The ball that reaches to the surface is all on one side. A point beside the midpoint
            // seldom has an edge on its ray.
            let inside = from.winds_around(middle + ASIDE * distance);
            let counts = inside == (self.query.side == Side::Inside);
            known = if counts { PieceState::Counts } else { PieceState::Dropped };
            if let Some(patch) = self.patches.get_mut(whole).filter(|patch| **patch == PieceState::Whole) {
                *patch = known;
            }
            if !counts {
                return;
            }
        }
        if known == PieceState::Counts {
            self.found(middle, distance, found.closest.on_b);
            if highest > self.threshold() {
                let there = self.nearest(deepest, Some(near));
                other = Some(there.triangle as u32);
                self.found(deepest, there.closest.distance, there.closest.on_b);
            }
            if at_most <= self.threshold() {
                return;
            }
        }
        self.keep(at_most, &Open { piece: *piece, known, whole, near: Some(near), other, crossing });
    }

    /// Returns the closest point of the other surface. Faster if a nearby triangle is known.
    fn nearest(&self, point: DVec3, near: Option<u32>) -> MeshPoint<DVec3> {
        let mesh = &self.query.from.mesh;
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

    /// Cuts a piece, and processes its parts.
    fn cut(&mut self, place: usize) {
        let Open { piece, known, whole, near, other, crossing } = self.open[place];
        let Some(near) = near else {
            return self.process(&piece, known, whole, None);
        };
        let from = self.query.from;
        if piece.has_room()
            && let Some((crossing, contact)) = crossing
        {
            if contact == Contact::Flush
                && let Some((over, beside)) = piece.over(&from.facet(crossing), self.slack)
                && beside.iter().any(Option::is_some)
            {
                let parts = beside.iter().flatten().chain([&over]);
                return parts.for_each(|part| self.process(part, known, whole, Some(near)));
            }
            if contact == Contact::Crossing
                && let Some(plane) = from.plane(crossing)
            {
                let parts = piece.split(&plane, 0.0);
                return parts.iter().flatten().for_each(|part| self.process(part, known, whole, Some(near)));
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
            return parts.iter().flatten().for_each(|part| self.process(part, known, whole, Some(near)));
        }
        let Some((over, beside)) = piece.over(&from.facet(near), self.slack) else {
            return piece
                .halves(middle)
                .iter()
                .flatten()
                .for_each(|part| self.process(part, known, whole, Some(near)));
        };
        for part in beside.iter().flatten() {
            self.process(part, known, whole, Some(near));
        }
        let Some(plane) = from.plane(near) else { return };
        let [low, high] = over.heights(&plane);
        // A piece over the triangle may stick out by the slack.
        if high.max(-low) + self.slack <= self.threshold() {
            return;
        }
        if low < -self.slack && high > self.slack && over.has_room() {
            let parts = over.split(&plane, 0.0);
            parts.iter().flatten().for_each(|part| self.process(part, known, whole, Some(near)));
        } else if beside.iter().all(Option::is_none) {
            let parts = over.halves(over.middle().0);
            parts.iter().flatten().for_each(|part| self.process(part, known, whole, Some(near)));
        } else {
            self.process(&over, known, whole, Some(near));
        }
    }

    /// Returns the bisector plane of two triangles, on the side of a point. Depths are greatest
    /// where the distances from two faces are equal.
    fn between(&self, triangles: [u32; 2], point: DVec3) -> Option<Cut> {
        let [one, other] = triangles.each(|triangle| {
            let plane = self.query.from.plane(triangle)?;
            let upward = plane.height(point) >= 0.0;
            Some(if upward { plane } else { Cut { normal: -plane.normal, offset: -plane.offset } })
        });
        let (one, other) = (one?, other?);
        let normal = one.normal - other.normal;
        let length = normal.length();
        (length > 1e-6).then(|| Cut { normal: normal / length, offset: (one.offset - other.offset) / length })
    }

    /// Returns a triangle of the other surface that meets the piece elsewhere than along its
    /// outline, by more than the slack.
    fn crossing(&self, piece: &Piece, plane: &Cut) -> Option<(u32, Contact)> {
        let from = self.query.from;
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

/// Triangle of the other surface, with its box.
#[derive(Clone, Copy)]
struct Other {
    facet: Facet,
    low: DVec3,
    high: DVec3,
}

impl Other {
    /// Returns the triangle if its box meets another box.
    #[inline]
    fn near(from: &Solid, triangle: u32, bounds: &[DVec3; 2]) -> Option<Self> {
        let [a, b, c] = from.corners(triangle);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        meet(&[low, high], bounds).then(|| Self { facet: from.facet(triangle), low, high })
    }
}

/// Tests whether two boxes share a point.
fn meet([low, high]: &[DVec3; 2], [other_low, other_high]: &[DVec3; 2]) -> bool {
    low.cmple(*other_high).all() && high.cmpge(*other_low).all()
}
