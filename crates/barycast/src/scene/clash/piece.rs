//! Convex pieces of triangles, cut by planes.

use glam::DVec3;

/// A piece has no more corners; before it would, it is cut in two between corners.
const MOST: usize = 12;

/// A flat convex polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    at: [DVec3; MOST],
    count: usize,
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
    pub(super) fn triangle([a, b, c]: [DVec3; 3]) -> Self {
        let mut at = [DVec3::ZERO; MOST];
        [at[0], at[1], at[2]] = [a, b, c];
        Self { at, count: 3 }
    }

    pub(super) fn corners(&self) -> &[DVec3] {
        &self.at[..self.count]
    }

    /// It can be cut once more.
    pub(super) fn has_room(&self) -> bool {
        self.count < MOST
    }

    /// A point in it, and how far its corners are from there at most.
    pub(super) fn middle(&self) -> (DVec3, f64) {
        let sum: DVec3 = self.corners().iter().sum();
        let middle = sum / self.count as f64;
        let radius = self.corners().iter().fold(0.0_f64, |most, p| most.max(p.distance_squared(middle)));
        (middle, libm::sqrt(radius))
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
        let mut parts = [Self { at: [DVec3::ZERO; MOST], count: 0 }; 2];
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
            let mut parts = [Self { at: [DVec3::ZERO; MOST], count: 0 }; 2];
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
        let other_plane = Cut::new((corners[1] - corners[0]).cross(corners[2] - corners[0]), corners[0])?;
        if !through(self.heights(&other_plane)) {
            return None;
        }
        let line = plane.normal.cross(other_plane.normal);
        let [a, b] = [self.through(&other_plane, line), other.through(plane, line)];
        let low = if a[0].0 > b[0].0 { a[0] } else { b[0] };
        let high = if a[1].0 < b[1].0 { a[1] } else { b[1] };
        (low.0 < high.0).then_some([low.1, high.1])
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
