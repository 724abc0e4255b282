//! Rasterises triangles with parallel rays and a depth buffer.
//!
//! Depth is linear in the plane of the picture, so that a sample gets the first hit of the ray
//! through it. An edge shared by two triangles is computed from its ends in one fixed order and
//! belongs to both, so there are no cracks. If a front face and a back face have equal depth, as on
//! an outline, the front face wins: a grazing ray never counts as coming from inside.

use barycast::number::each::MapEach;
use glam::{DAffine3, DVec3};

/// The first hit of the ray through a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// Distance behind the plane of the picture; infinite for a miss.
    pub(crate) depth: f32,
    pub(crate) light: f32,
    /// Whether the ray came from inside.
    pub(crate) from_inside: bool,
}

/// A sample without a hit.
pub(crate) const MISS: Sample = Sample { depth: f32::INFINITY, light: 0.0, from_inside: false };

/// A square of samples.
pub(crate) struct Raster {
    pub(crate) side: usize,
    /// Samples row by row, the upper row first.
    pub(crate) samples: Vec<Sample>,
}

/// Appearance of a triangle.
pub(crate) struct Seen {
    pub(crate) light: f32,
    pub(crate) from_inside: bool,
}

impl Raster {
    pub(crate) fn new(side: usize) -> Self {
        Self { side, samples: vec![MISS; side * side] }
    }

    /// Clears the raster and draws the parts of the triangles that are not nearer than `near`.
    /// `picture_from_mesh` maps to x (right) and y (down) in samples, and z (depth). `seen` is
    /// called for each triangle in the picture.
    pub(crate) fn draw(
        &mut self,
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
        picture_from_mesh: &DAffine3,
        near: f64,
        seen: impl Fn(usize) -> Seen,
    ) {
        self.samples.fill(MISS);
        let placed: Vec<DVec3> = vertices.iter().map(|v| picture_from_mesh.transform_point3(*v)).collect();
        for (index, triangle) in triangles.iter().enumerate() {
            let corners = triangle.each(|v| placed[v as usize]);
            self.triangle(corners, near, || seen(index));
        }
    }

    fn triangle(&mut self, corners: [DVec3; 3], near: f64, seen: impl FnOnce() -> Seen) {
        let [a, b, c] = corners;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let last = self.side as f64 - 0.5;
        if !(high.x >= 0.5 && high.y >= 0.5 && low.x <= last && low.y <= last && high.z >= near) {
            return;
        }
        // Depth as a linear function of the position, relative to the first corner.
        let normal = (b - a).cross(c - a);
        let slopes = [-normal.x / normal.z, -normal.y / normal.z];
        if !(slopes[0].is_finite() && slopes[1].is_finite()) {
            // The triangle is seen edge-on.
            return;
        }
        let Seen { light, from_inside } = seen();
        // Samples are the centres of squares of side 1.
        let rows = self.span(low.y, high.y);
        for row in rows {
            let y = row as f64 + 0.5;
            let Some([left, right]) = crossing(corners, y) else { continue };
            let at_row = a.z + slopes[1] * (y - a.y);
            let columns = self.span(left, right);
            let start = row * self.side;
            for (column, sample) in
                columns.clone().zip(&mut self.samples[start + columns.start..start + columns.end])
            {
                let depth = at_row + slopes[0] * (column as f64 + 0.5 - a.x);
                let single = depth as f32;
                let is_nearer = single < sample.depth || (single == sample.depth && sample.from_inside);
                if depth >= near && is_nearer {
                    *sample = Sample { depth: single, light, from_inside };
                }
            }
        }
    }

    /// Returns the samples between two positions.
    fn span(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        let first = (from - 0.5).ceil().max(0.0) as usize;
        let end = (to - 0.5).floor() + 1.0;
        let end = if end > 0.0 { (end as usize).min(self.side) } else { 0 };
        first.min(end)..end
    }
}

/// Returns the interval of a row that a triangle covers.
fn crossing(corners: [DVec3; 3], y: f64) -> Option<[f64; 2]> {
    let mut reach = [f64::INFINITY, f64::NEG_INFINITY];
    for i in 0..3 {
        let (mut from, mut to) = (corners[i], corners[(i + 1) % 3]);
        if (from.y, from.x) > (to.y, to.x) {
            (from, to) = (to, from);
        }
        if !(from.y <= y && y <= to.y) {
            continue;
        }
        let xs = if from.y == to.y {
            [from.x, to.x]
        } else {
            [from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y)); 2]
        };
        reach = [reach[0].min(xs[0]), reach[1].max(xs[1])];
    }
    (reach[0] <= reach[1]).then_some(reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn drawn(triangles: &[[DVec3; 3]], near: f64) -> Raster {
        let mut raster = Raster::new(8);
        let vertices: Vec<DVec3> = triangles.iter().flatten().copied().collect();
        let faces: Vec<[u32; 3]> =
            (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        raster.draw(&vertices, &faces, &DAffine3::IDENTITY, near, |i| Seen {
            light: i as f32,
            from_inside: i % 2 == 1,
        });
        raster
    }

    #[test]
    fn a_sample_has_the_first_hit_of_its_ray() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let mut point =
                || dvec3(random.f64() * 12.0 - 2.0, random.f64() * 12.0 - 2.0, random.f64() * 4.0 - 1.0);
            let triangles: Vec<[DVec3; 3]> = (0..6).map(|_| [point(), point(), point()]).collect();
            let raster = drawn(&triangles, 0.0);
            for (i, sample) in raster.samples.iter().enumerate() {
                let (x, y) = ((i % 8) as f64 + 0.5, (i / 8) as f64 + 0.5);
                let hit = |[a, b, c]: &[DVec3; 3]| {
                    let edge = |p: &DVec3, q: &DVec3| (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
                    let weights = [edge(b, c), edge(c, a), edge(a, b)];
                    let sum: f64 = weights.iter().sum();
                    let depth = (weights[0] * a.z + weights[1] * b.z + weights[2] * c.z) / sum;
                    (weights.iter().all(|w| w * sum >= 0.0) && depth >= 0.0).then_some(depth)
                };
                let first = triangles.iter().filter_map(hit).fold(f64::INFINITY, f64::min) as f32;
                assert!((first - sample.depth).abs() <= 1e-5 || first == sample.depth, "{first} {sample:?}");
            }
        }
    }

    #[test]
    fn two_triangles_have_no_gap_and_a_front_precedes_a_back() {
        let [a, b, c, d] =
            [dvec3(0.5, 0.5, 1.0), dvec3(6.5, 0.5, 1.0), dvec3(6.5, 6.5, 1.0), dvec3(0.5, 6.5, 1.0)];
        let raster = drawn(&[[a, b, c], [a, c, d]], 0.0);
        assert_eq!(raster.samples.iter().filter(|sample| **sample != MISS).count(), 49);
        // Both triangles contain the diagonal; the first one is a front face.
        assert!((0..7).all(|i| !raster.samples[i * 8 + i].from_inside));
        assert!(drawn(&[[a, b, c]], 1.5).samples.iter().all(|sample| *sample == MISS));
    }
}
