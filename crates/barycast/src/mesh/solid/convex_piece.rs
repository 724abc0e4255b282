//! Convex pieces of triangles, cut by planes.

use crate::number::Real;
use crate::number::each::MapEach;
use glam::DVec3;

/// Largest number of corners of a piece. A piece that would exceed it is first cut in two between
/// corners.
const MOST: usize = 8;

/// Flat convex polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    at: [DVec3; MOST],
    count: usize,
    /// Plane of the triangle that it was cut from. Its normal is 0 if the triangle has no area.
    plane: Cut,
}

/// Contact of a triangle with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contact {
    /// The triangle's plane cuts the piece.
    Crossing,
    /// They are coplanar.
    Flush,
}

/// Plane `normal . p == offset` with a normal of length 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) normal: DVec3,
    pub(crate) offset: f64,
}

impl Cut {
    /// Makes the plane through a point, or `None` if the normal is 0.
    pub(crate) fn new(normal: DVec3, through: DVec3) -> Option<Self> {
        let normal = normal.try_normalize()?;
        Some(Self { normal, offset: normal.dot(through) })
    }

    /// Returns the plane of a triangle, or `None` if it has no area.
    pub(crate) fn of([a, b, c]: [DVec3; 3]) -> Option<Self> {
        Self::new((b - a).cross(c - a), a)
    }

    /// Returns the height above the plane.
    pub(crate) fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// Triangle with its plane, which is `None` if it has no area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facet {
    pub(crate) corners: [DVec3; 3],
    pub(crate) plane: Option<Cut>,
}

impl Facet {
    /// Tests whether the triangles may share a point within the slack. `false` is certain.
    pub(crate) fn may_meet(&self, other: &Self, slack: f64) -> bool {
        let is_beside = |corners: &[DVec3], plane: &Option<Cut>| {
            plane.is_some_and(|plane| {
                let [low, high] = heights(corners, &plane);
                low > slack || high < -slack
            })
        };
        if is_beside(&other.corners, &self.plane) || is_beside(&self.corners, &other.plane) {
            return false;
        }
        let (Some(plane), Some(other_plane)) = (&self.plane, &other.plane) else { return true };
        let line = plane.normal.cross(other_plane.normal);
        let length = line.length();
        if length < 1e-3 {
            return true;
        }
        // Points of both are within twice the slack of both planes, and hence within this distance
        // of the line.
        let wide = 4.0 * slack / length;
        let line = line / length;
        let stretches =
            (stretch(&self.corners, other_plane, line, wide), stretch(&other.corners, plane, line, wide));
        let (Some(a), Some(b)) = stretches else { return false };
        a[1].min(b[1]) - a[0].max(b[0]) >= -wide
    }
}

/// Returns the least and the greatest height above a plane.
fn heights(corners: &[DVec3], plane: &Cut) -> [f64; 2] {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    corners.iter().map(|p| plane.height(*p)).fold(none, |[low, high], h| [low.min(h), high.max(h)])
}

/// Returns the least and the greatest position along a line of the part of a polygon that is within
/// the slack of a plane.
fn stretch(corners: &[DVec3], plane: &Cut, line: DVec3, slack: f64) -> Option<[f64; 2]> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let [mut before, mut height_before] = corners.last().map(|p| [line.dot(*p), plane.height(*p)])?;
    for p in corners {
        let (at, height) = (line.dot(*p), plane.height(*p));
        if height.abs() <= slack {
            (low, high) = (low.min(at), high.max(at));
        }
        for side in [-slack, slack] {
            let (h, g) = (height_before - side, height - side);
            if h * g < 0.0 {
                let between = before + (at - before) * (h / (h - g));
                (low, high) = (low.min(between), high.max(between));
            }
        }
        (before, height_before) = (at, height);
    }
    (low <= high).then_some([low, high])
}

impl Piece {
    pub(crate) fn triangle(corners: [DVec3; 3]) -> Self {
        let none = Cut { normal: DVec3::ZERO, offset: 0.0 };
        let plane = Cut::of(corners).unwrap_or(none);
        let mut at = [DVec3::ZERO; MOST];
        [at[0], at[1], at[2]] = corners;
        Self { at, count: 3, plane }
    }

    /// Returns its plane, or `None` if it has no area.
    pub(crate) fn plane(&self) -> Option<Cut> {
        (self.plane.normal != DVec3::ZERO).then_some(self.plane)
    }

    pub(crate) fn corners(&self) -> &[DVec3] {
        &self.at[..self.count]
    }

    /// Tests whether it can be cut once more.
    pub(crate) fn has_room(&self) -> bool {
        self.count < MOST
    }

    /// Returns the least and the greatest coordinates.
    pub(crate) fn bounds(&self) -> [DVec3; 2] {
        let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        self.corners().iter().fold(none, |[low, high], p| [low.min(*p), high.max(*p)])
    }

    /// Returns a point in it, and the greatest distance of a corner from that point.
    pub(crate) fn middle(&self) -> (DVec3, f64) {
        let sum: DVec3 = self.corners().iter().sum();
        let middle = sum / self.count as f64;
        let radius = self.corners().iter().fold(0.0_f64, |most, p| most.max(p.distance_squared(middle)));
        (middle, Real::sqrt(radius))
    }

    /// Returns the least and the greatest height of its corners.
    pub(crate) fn heights(&self, cut: &Cut) -> [f64; 2] {
        heights(self.corners(), cut)
    }

    /// Returns the parts below and above the plane. A part within `slack` of the plane stays with
    /// the rest.
    pub(crate) fn split(&self, cut: &Cut, slack: f64) -> [Option<Self>; 2] {
        let [low, high] = self.heights(cut);
        if high <= slack {
            return [Some(*self), None];
        }
        if low >= -slack {
            return [None, Some(*self)];
        }
        let none = Self { at: [DVec3::ZERO; MOST], count: 0, plane: self.plane };
        // Constructed in place where they are returned.
        let mut parts = [None; 2];
        let [below, above] = &mut parts;
        let (below, above) = (below.insert(none), above.insert(none));
        let mut before = self.at[self.count - 1];
        let mut height_before = cut.height(before);
        for &p in self.corners() {
            let height = cut.height(p);
            if height * height_before < 0.0 {
                let t = height_before / (height_before - height);
                let between = before + (p - before) * t;
                below.push(between);
                above.push(between);
            }
            if height <= 0.0 {
                below.push(p);
            }
            if height >= 0.0 {
                above.push(p);
            }
            (before, height_before) = (p, height);
        }
        for part in &mut parts {
            if part.as_ref().is_some_and(|part| part.count < 3) {
                *part = None;
            }
        }
        parts
    }

    fn push(&mut self, p: DVec3) {
        if self.count < MOST {
            self.at[self.count] = p;
            self.count += 1;
        }
    }

    /// Returns two halves: cut across the longest extent, or between corners if it has no room for
    /// more.
    pub(crate) fn halves(&self, middle: DVec3) -> [Option<Self>; 2] {
        if !self.has_room() {
            let half = self.count / 2;
            let mut parts = [Self { at: [DVec3::ZERO; MOST], count: 0, plane: self.plane }; 2];
            self.corners()[..=half].iter().for_each(|p| parts[0].push(*p));
            self.corners()[half..].iter().chain([&self.at[0]]).for_each(|p| parts[1].push(*p));
            return parts.each(Some);
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

    /// Returns the segment that the piece, in its plane, has in common with a triangle, if each
    /// passes through the other's plane by more than the slack.
    pub(crate) fn common(&self, plane: &Cut, corners: [DVec3; 3], slack: f64) -> Option<[DVec3; 2]> {
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

    /// Returns the contact of a triangle with the piece, in its plane, within the slack, other than
    /// along its outline.
    pub(crate) fn contact(&self, plane: &Cut, other: &Facet, slack: f64) -> Option<Contact> {
        let [low, high] = heights(&other.corners, plane);
        if low > slack || high < -slack {
            return None;
        }
        let other_plane = other.plane?;
        let [low, high] = self.heights(&other_plane);
        if low >= -slack && high <= slack {
            return self.over(other, slack).map(|_| Contact::Flush);
        }
        if low >= -slack || high <= slack {
            return None;
        }
        let line = plane.normal.cross(other_plane.normal).try_normalize()?;
        let a = stretch(self.corners(), &other_plane, line, slack)?;
        let b = stretch(&other.corners, plane, line, slack)?;
        (a[1].min(b[1]) - a[0].max(b[0]) > slack).then_some(Contact::Crossing)
    }

    /// Returns the part of the piece over a triangle, between the planes perpendicular to it on its
    /// edges, and the rest. Returns `None` if that part is within the slack.
    pub(crate) fn over(&self, facet: &Facet, slack: f64) -> Option<(Self, [Option<Self>; 3])> {
        let ([a, b, c], normal) = (facet.corners, facet.plane?.normal);
        let mut over = *self;
        let mut beside = [None; 3];
        for ((from, to), beside) in [(a, b), (b, c), (c, a)].into_iter().zip(&mut beside) {
            if !over.has_room() {
                return None;
            }
            // Points outward.
            let edge = Cut::new((to - from).cross(normal), from)?;
            if over.heights(&edge)[1] > slack {
                let [inner, outer] = over.split(&edge, slack);
                *beside = outer;
                over = inner?;
            }
        }
        Some((over, beside))
    }

    /// Returns where the piece crosses a plane: the least and the greatest position along a line.
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
