//! Differences of the points in `f64`, scaled to ordinary size, and planes that separate the origin
//! from them.

use super::query::{ContactQuery, Kind};
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::pair::point_triangle;
use crate::shape::{Parallelogram, Point, Triangle};
use crate::vector::size::{shifted, shifted_vector};
use glam::DVec3;

/// Bound on the rounding of a height along a normal whose largest component is 1, relative to the
/// reach: 12 roundings of a height, and about 30 of the time at which it is reached.
const SLACK: f64 = 1.0 / (1_u64 << 47) as f64;
/// Largest coordinate whose differences do not overflow.
const LARGEST: f64 = 1e301;

/// Returns the pairs of points whose differences are the corners, in order around the shape.
pub(super) const fn differences(kind: Kind) -> &'static [[usize; 2]] {
    match kind {
        Kind::VertexFace => &[[1, 0], [2, 0], [3, 0]],
        Kind::EdgeEdge => &[[0, 2], [1, 2], [1, 3], [0, 3]],
    }
}

/// Returns the pairs of points whose differences lead from the first corner to its two neighbours.
pub(super) const fn sides(kind: Kind) -> [[usize; 2]; 2] {
    match kind {
        Kind::VertexFace => [[2, 1], [3, 1]],
        Kind::EdgeEdge => [[1, 0], [2, 3]],
    }
}

/// Moving triangle or parallelogram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub(super) kind: Kind,
    /// Corners at the start and at the end. A triangle has three.
    corners: [[DVec3; 2]; 4],
    /// Vectors from the first corner to its two neighbours, at the start and at the end.
    pub(super) sides: [[DVec3; 2]; 2],
    /// Largest absolute component of a corner.
    pub(super) reach: f64,
    /// Distance that the origin must keep.
    separation: f64,
    /// Exponent of the power of two by which all numbers are scaled.
    pub(super) exponent: i32,
}

impl Moving {
    /// Computes each difference, rounded once, times a common power of two. Returns `None` if all
    /// differences are 0 or too large.
    pub(super) fn new(query: &ContactQuery) -> Option<Self> {
        let ContactQuery { kind, start, end, separation } = query;
        let largest = start.iter().chain(end).fold(*separation, |m, p| m.max(p.abs().max_element()));
        if largest > LARGEST {
            return None;
        }
        let difference = |[i, j]: [usize; 2]| [start[i] - start[j], end[i] - end[j]];
        let mut corners = [[DVec3::ZERO; 2]; 4];
        for (corner, pair) in corners.iter_mut().zip(differences(*kind)) {
            *corner = difference(*pair);
        }
        let sides = sides(*kind).each(difference);
        let size = corners.iter().flatten().fold(0.0_f64, |m, q| m.max(q.abs().max_element()));
        if size == 0.0 {
            return None;
        }
        let exponent = -elementary::ilogb(size);
        let separation = shifted(*separation, exponent);
        let scale = |ends: [DVec3; 2]| ends.each(|q| shifted_vector(q, exponent));
        let reach = shifted(size, exponent);
        (separation <= 1e10).then(|| Self {
            kind: *kind,
            corners: corners.each(scale),
            sides: sides.each(scale),
            reach,
            separation,
            exponent,
        })
    }

    /// Returns the corners, at the start and at the end.
    pub(super) fn corners(&self) -> &[[DVec3; 2]] {
        &self.corners[..differences(self.kind).len()]
    }

    /// Returns a corner at a time.
    pub(super) fn corner(&self, i: usize, t: f64) -> DVec3 {
        self.corners[i][0] * (1.0 - t) + self.corners[i][1] * t
    }

    /// Returns the approximate shortest vector from the origin to the shape at a time.
    pub(super) fn way(&self, t: f64) -> DVec3 {
        let [a, b, c, d] = [0, 1, 2, 3].each(|i| self.corner(i, t));
        let origin = Point(DVec3::ZERO);
        match self.kind {
            Kind::VertexFace => point_triangle::distance(&origin, &Triangle { a, b, c }).on_b,
            Kind::EdgeEdge => {
                point_triangle::distance(&origin, &Parallelogram { origin: a, u: b - a, v: d - a }).on_b
            }
        }
    }

    /// Returns the time until which the plane perpendicular to `normal` certainly separates the
    /// origin by more than the separation, starting at `from`. Returns `from` if it does not
    /// separate even then, and infinity if it separates to the end.
    pub(super) fn apart_until(&self, normal: DVec3, from: f64) -> f64 {
        let size = normal.abs().max_element();
        if size < f64::MIN_POSITIVE || !size.is_finite() {
            return from;
        }
        let normal = normal / size;
        let level = self.separation * normal.length() * (1.0 + 8.0 * f64::EPSILON) + SLACK * self.reach;
        let mut until = f64::INFINITY;
        for [start, end] in self.corners() {
            let (start, end) = (normal.dot(*start), normal.dot(*end));
            let (apart, to_the_end) = (start * (1.0 - from) + end * from > level, end > level);
            if !apart {
                return from;
            }
            if !to_the_end {
                until = until.min((start - level) / (start - end));
            }
        }
        until.max(from)
    }

    /// Tests whether a plane whose normal rotates linearly from `first` to `last` certainly
    /// separates the origin by more than the separation, at all times from `from` to `to`.
    ///
    /// With normals of length 1 the interpolated normal is never longer than 1. The height of a
    /// corner is then a quadratic with these three Bernstein coefficients.
    pub(super) fn apart_turning(&self, [first, last]: [DVec3; 2], [from, to]: [f64; 2]) -> bool {
        let level = self.separation * (1.0 + 16.0 * f64::EPSILON) + SLACK * self.reach;
        let (first, last) = (first / first.length(), last / last.length());
        (0..self.corners().len()).all(|i| {
            let (start, end) = (self.corner(i, from), self.corner(i, to));
            first.dot(start) > level
                && 0.5 * (first.dot(end) + last.dot(start)) > level
                && last.dot(end) > level
        })
    }

    /// Returns by how much the distance of the origin exceeds the separation, if this is the
    /// shortest vector.
    pub(super) fn gap(&self, way: DVec3) -> f64 {
        way.length() - self.separation
    }
}
