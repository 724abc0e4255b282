//! Convex pieces of triangles, cut by planes.

use crate::number::Real;
use glam::DVec3;

/// A piece has no more corners; before it would, it is cut in two between corners.
const MOST: usize = 12;

/// A flat convex polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    at: [DVec3; MOST],
    count: usize,
    /// That of the triangle that it was cut from; its normal is 0 when that has no area.
    plane: Cut,
}

/// How a triangle meets a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contact {
    /// Its plane parts the piece.
    Crossing,
    /// They are in one plane.
    Flush,
}

/// The plane of points `p` with `normal . p == offset`; the normal has length 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

impl Cut {
    /// Through a point; `None` without a direction.
    pub(super) fn new(normal: DVec3, through: DVec3) -> Option<Self> {
        let normal = normal.try_normalize()?;
        Some(Self { normal, offset: normal.dot(through) })
    }

    /// How far above the plane.
    pub(super) fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

impl Piece {
    pub(super) fn triangle(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let none = Cut { normal: DVec3::ZERO, offset: 0.0 };
        let plane = Cut::new((b - a).cross(c - a), a).unwrap_or(none);
        let mut at = [DVec3::ZERO; MOST];
        [at[0], at[1], at[2]] = corners;
        Self { at, count: 3, plane }
    }

    /// The plane that it is in; `None` when it has no area.
    pub(super) fn plane(&self) -> Option<Cut> {
        (self.plane.normal != DVec3::ZERO).then_some(self.plane)
    }

    pub(super) fn corners(&self) -> &[DVec3] {
        &self.at[..self.count]
    }

    /// It can be cut once more.
    pub(super) fn has_room(&self) -> bool {
        self.count < MOST
    }

    /// The least and the greatest coordinates.
    pub(super) fn bounds(&self) -> [DVec3; 2] {
        let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        self.corners().iter().fold(none, |[low, high], p| [low.min(*p), high.max(*p)])
    }

    /// A point in it, and how far its corners are from there at most.
    pub(super) fn middle(&self) -> (DVec3, f64) {
        let sum: DVec3 = self.corners().iter().sum();
        let middle = sum / self.count as f64;
        let radius = self.corners().iter().fold(0.0_f64, |most, p| most.max(p.distance_squared(middle)));
        (middle, Real::sqrt(radius))
    }

    /// The least and the greatest height of its corners.
    pub(super) fn heights(&self, cut: &Cut) -> [f64; 2] {
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        self.corners().iter().map(|p| cut.height(*p)).fold(none, |[low, high], h| [low.min(h), high.max(h)])
    }

    /// What is below the plane, and what is above; what is within `slack` of it goes with the rest.
    pub(super) fn split(&self, cut: &Cut, slack: f64) -> [Option<Self>; 2] {
        let [low, high] = self.heights(cut);
        if high <= slack {
            return [Some(*self), None];
        }
        if low >= -slack {
            return [None, Some(*self)];
        }
        let mut parts = [Self { at: [DVec3::ZERO; MOST], count: 0, plane: self.plane }; 2];
        let mut before = self.at[self.count - 1];
        let mut height_before = cut.height(before);
        for &p in self.corners() {
            let height = cut.height(p);
            if height * height_before < 0.0 {
                let t = height_before / (height_before - height);
                let between = before + (p - before) * t;
                parts[0].push(between);
                parts[1].push(between);
            }
            if height <= 0.0 {
                parts[0].push(p);
            }
            if height >= 0.0 {
                parts[1].push(p);
            }
            (before, height_before) = (p, height);
        }
        parts.map(|part| (part.count >= 3).then_some(part))
    }

    fn push(&mut self, p: DVec3) {
        if self.count < MOST {
            self.at[self.count] = p;
            self.count += 1;
        }
    }

    /// Two halves: across its longest way, or between corners where it has no room for more.
    pub(super) fn halves(&self, middle: DVec3) -> [Option<Self>; 2] {
        if !self.has_room() {
            let half = self.count / 2;
            let mut parts = [Self { at: [DVec3::ZERO; MOST], count: 0, plane: self.plane }; 2];
            self.corners()[..=half].iter().for_each(|p| parts[0].push(*p));
            self.corners()[half..].iter().chain([&self.at[0]]).for_each(|p| parts[1].push(*p));
            return parts.map(Some);
        }
        let way = self
            .corners()
            .iter()
            .map(|p| *p - middle)
            .max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        match way.and_then(|way| Cut::new(way, middle)) {
            Some(cut) => self.split(&cut, 0.0),
            None => [None, None],
        }
    }

    /// The segment that the piece, in its plane, has in common with a triangle, where each goes through the other's plane by more
    /// than the slack.
    pub(super) fn common(&self, plane: &Cut, corners: [DVec3; 3], slack: f64) -> Option<[DVec3; 2]> {
        let through = |[low, high]: [f64; 2]| low < -slack && high > slack;
        let other = Self::triangle(corners);
        if !through(other.heights(plane)) {
            return None;
        }
        let other_plane = other.plane()?;
        if !through(self.heights(&other_plane)) {
            return None;
        }
        let line = plane.normal.cross(other_plane.normal);
        let [a, b] = [self.through(&other_plane, line), other.through(plane, line)];
        let low = if a[0].0 > b[0].0 { a[0] } else { b[0] };
        let high = if a[1].0 < b[1].0 { a[1] } else { b[1] };
        (low.0 < high.0).then_some([low.1, high.1])
    }

    /// Along a line, the least and the greatest place of what is within the slack of a plane.
    fn beside(&self, plane: &Cut, line: DVec3, slack: f64) -> Option<[f64; 2]> {
        let above = Cut { offset: plane.offset - slack, ..*plane };
        let below = Cut { offset: plane.offset + slack, ..*plane };
        let within = self.split(&above, 0.0)[1]?.split(&below, 0.0)[0]?;
        Some(within.heights(&Cut { normal: line, offset: 0.0 }))
    }

    /// How a triangle meets the piece, in its plane, within the slack, other than at its outline.
    pub(super) fn contact(&self, plane: &Cut, corners: [DVec3; 3], slack: f64) -> Option<Contact> {
        let other = Self::triangle(corners);
        let [low, high] = other.heights(plane);
        if low > slack || high < -slack {
            return None;
        }
        let other_plane = other.plane()?;
        let [low, high] = self.heights(&other_plane);
        if low >= -slack && high <= slack {
            return self.over(corners, slack).map(|_| Contact::Flush);
        }
        if low >= -slack || high <= slack {
            return None;
        }
        let line = plane.normal.cross(other_plane.normal).try_normalize()?;
        let (a, b) = (self.beside(&other_plane, line, slack)?, other.beside(plane, line, slack)?);
        (a[1].min(b[1]) - a[0].max(b[0]) > slack).then_some(Contact::Crossing)
    }

    /// They may share a point, to within the slack: `false` is certain.
    pub(super) fn may_meet(&self, plane: &Cut, corners: [DVec3; 3], slack: f64) -> bool {
        let other = Self::triangle(corners);
        let reaches = |[low, high]: [f64; 2]| low <= slack && high >= -slack;
        if !reaches(other.heights(plane)) {
            return false;
        }
        let Some(other_plane) = other.plane() else { return true };
        if !reaches(self.heights(&other_plane)) {
            return false;
        }
        let line = plane.normal.cross(other_plane.normal);
        let length = line.length();
        if length < 1e-3 {
            return true;
        }
        // Points of both are within twice the slack of both planes, so within this of the line.
        let wide = 4.0 * slack / length;
        let line = line / length;
        let stretches = (self.beside(&other_plane, line, wide), other.beside(plane, line, wide));
        let (Some(a), Some(b)) = stretches else { return false };
        a[1].min(b[1]) - a[0].max(b[0]) >= -wide
    }

    /// What of the piece is over a triangle, between the planes that stand on its edges; `None` when no more than the slack is.
    pub(super) fn over(&self, [a, b, c]: [DVec3; 3], slack: f64) -> Option<(Self, [Option<Self>; 3])> {
        let normal = (b - a).cross(c - a).try_normalize()?;
        let mut over = *self;
        let mut beside = [None; 3];
        for ((from, to), beside) in [(a, b), (b, c), (c, a)].into_iter().zip(&mut beside) {
            if !over.has_room() {
                return None;
            }
            // Outward.
            let edge = Cut::new((to - from).cross(normal), from)?;
            let [inner, outer] = over.split(&edge, slack);
            *beside = outer;
            over = inner?;
        }
        Some((over, beside))
    }

    /// Where the piece goes through a plane: the least and the greatest place along a line.
    fn through(&self, plane: &Cut, line: DVec3) -> [(f64, DVec3); 2] {
        let mut ends = [(f64::INFINITY, DVec3::ZERO), (f64::NEG_INFINITY, DVec3::ZERO)];
        let mut before = self.at[self.count - 1];
        for &p in self.corners() {
            let [h, g] = [plane.height(before), plane.height(p)];
            if (h < 0.0) != (g < 0.0) {
                let at = before + (p - before) * (h / (h - g));
                let t = line.dot(at);
                if t < ends[0].0 {
                    ends[0] = (t, at);
                }
                if t > ends[1].0 {
                    ends[1] = (t, at);
                }
            }
            before = p;
        }
        ends
    }
}
