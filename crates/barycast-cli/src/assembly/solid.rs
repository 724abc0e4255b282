//! Closed meshes, swept from flat profiles.
//!
//! Every coordinate is a multiple of [`STEP`]: it is the same number in `f32` and `f64`, and sums
//! of a few coordinates are exact.

use barycast::number::each::MapEach;
use barycast_io::Mesh;
use glam::{DVec2, DVec3, dvec2};
use std::collections::HashMap;

/// Step of coordinates in metres: slightly less than a micrometre.
pub(super) const STEP: f64 = 1.0 / 1_048_576.0;
/// Unit of lengths in metres: slightly less than a millimetre, and 1024 steps.
pub(super) const K: f64 = 1.0 / 1024.0;

/// A triangulated flat shape with counter-clockwise triangles. Neighbours share whole edges.
#[derive(Default)]
pub(super) struct Profile {
    pub(super) points: Vec<DVec2>,
    triangles: Vec<[u32; 3]>,
    index: HashMap<[u64; 2], u32>,
}

impl Profile {
    /// Builds a rectangle about the origin, cut into cells.
    pub(super) fn grid(size: DVec2, cells: [u32; 2]) -> Self {
        let mut profile = Self::default();
        profile.tile(-size / 2.0, size / 2.0, cells);
        profile
    }

    /// Builds the region between two outlines with the same number of points, one around the other.
    pub(super) fn ring(outer: &[DVec2], inner: &[DVec2]) -> Self {
        let mut profile = Self::default();
        for i in 0..outer.len() {
            let j = (i + 1) % outer.len();
            profile.push([outer[i], outer[j], inner[j]]);
            profile.push([outer[i], inner[j], inner[i]]);
        }
        profile
    }

    /// Builds a filled outline around the origin. Point 0 is the origin, the outline follows.
    pub(super) fn disc(outline: &[DVec2]) -> Self {
        let mut profile = Self::default();
        for i in 0..outline.len() {
            profile.push([DVec2::ZERO, outline[i], outline[(i + 1) % outline.len()]]);
        }
        profile
    }

    /// Builds a square of side `middle + 2 corner` about the origin from three by three tiles. The
    /// corner tiles have a hole; the middle tile has a bore unless `bore` is 0.
    pub(super) fn drilled(middle: f64, corner: f64, bore: f64, hole: f64) -> Self {
        let lines = [-middle / 2.0 - corner, -middle / 2.0, middle / 2.0, middle / 2.0 + corner];
        let mut profile = Self::default();
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            let (low, high) = (dvec2(lines[i], lines[j]), dvec2(lines[i + 1], lines[j + 1]));
            match (i, j) {
                (1, 1) if bore > 0.0 => profile.drilled_tile(low, high, bore),
                (1, _) | (_, 1) => profile.tile(low, high, [2, 2]),
                _ => profile.drilled_tile(low, high, hole),
            }
        }
        profile
    }

    /// Builds an I-section, its height along y.
    pub(super) fn beam(height: f64, width: f64, web: f64, flange: f64) -> Self {
        let (x, w, y) = (width / 2.0, web / 2.0, height / 2.0);
        let inner = y - flange;
        let mut profile = Self::default();
        for side in [1.0, -1.0] {
            // The lower half is rotated by 180 degrees, so that triangles stay counter-clockwise.
            let at = |a: f64, b: f64| dvec2(side * a, side * b);
            let [a, b, c, d, e, f] =
                [at(-x, y), at(-x, inner), at(-w, inner), at(w, inner), at(x, inner), at(x, y)];
            for corners in [[a, b, c], [a, c, d], [a, d, f], [f, d, e]] {
                profile.push(corners);
            }
        }
        let [a, b, c, d] = [dvec2(-w, -inner), dvec2(w, -inner), dvec2(w, inner), dvec2(-w, inner)];
        profile.push([a, b, c]);
        profile.push([a, c, d]);
        profile
    }

    /// Builds an L-section with its corner at the origin and legs of equal length.
    pub(super) fn angle(leg: f64, thickness: f64) -> Self {
        let (l, t) = (leg, thickness);
        let [o, a, b, c, d, e] =
            [dvec2(0.0, 0.0), dvec2(l, 0.0), dvec2(l, t), dvec2(t, t), dvec2(t, l), dvec2(0.0, l)];
        let mut profile = Self::default();
        for corners in [[o, a, b], [o, b, c], [o, c, d], [o, d, e]] {
            profile.push(corners);
        }
        profile
    }

    fn tile(&mut self, low: DVec2, high: DVec2, [nx, ny]: [u32; 2]) {
        let at = |i: u32, j: u32| {
            let share = dvec2(f64::from(i) / f64::from(nx), f64::from(j) / f64::from(ny));
            stepped2(low + (high - low) * share)
        };
        for (i, j) in (0..nx).flat_map(|i| (0..ny).map(move |j| (i, j))) {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            self.push([a, b, c]);
            self.push([a, c, d]);
        }
    }

    /// Adds a tile with a round hole in its middle. Each side has one more vertex, in its middle.
    fn drilled_tile(&mut self, low: DVec2, high: DVec2, hole: f64) {
        let (middle, half) = (low.midpoint(high), (high - low) / 2.0);
        let ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let edge = ways.each(|(x, y)| middle + half * dvec2(f64::from(x), f64::from(y)));
        let hole: Vec<_> = circle(hole, HOLE).into_iter().map(|point| middle + point).collect();
        for i in 0..8 {
            let (a, b) = (edge[i], edge[(i + 1) % 8]);
            let [c, d, e] = [2 * i, 2 * i + 1, 2 * i + 2].each(|j| hole[j % HOLE]);
            self.push([a, b, d]);
            self.push([c, a, d]);
            self.push([d, b, e]);
        }
    }

    fn push(&mut self, corners: [DVec2; 3]) {
        let corners = corners.each(|corner| {
            let bits = corner.to_array().each(|x| (x + 0.0).to_bits());
            *self.index.entry(bits).or_insert_with(|| {
                self.points.push(corner);
                self.points.len() as u32 - 1
            })
        });
        self.triangles.push(corners);
    }

    /// Returns the edges with a triangle on one side only, in the direction of that triangle.
    fn outline(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> =
            self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.sort_unstable();
        let inner = |[a, b]: &[u32; 2]| edges.binary_search(&[*b, *a]).is_ok();
        edges.iter().copied().filter(|edge| !inner(edge)).collect()
    }

    /// Builds the closed mesh between copies of the profile. `place(i, point, ring)` returns the
    /// position of point `i` on each ring from 0 to `rings`, each ring before the last one as seen
    /// from the profile. A ring that is a single point makes a tip.
    pub(super) fn swept(&self, rings: usize, place: impl Fn(usize, DVec2, usize) -> DVec3) -> Mesh {
        let mut index = HashMap::new();
        let mut mesh = Mesh::default();
        let mut push = |corners: [(u32, usize); 3]| {
            let [a, b, c] = corners.each(|(point, ring)| {
                let at = stepped(place(point as usize, self.points[point as usize], ring));
                let bits = at.to_array().each(|x| (x + 0.0).to_bits());
                *index.entry(bits).or_insert_with(|| {
                    mesh.vertices.push(at);
                    mesh.vertices.len() as u32 - 1
                })
            });
            if a != b && b != c && c != a {
                mesh.triangles.push([a, b, c]);
            }
        };
        for &[a, b, c] in &self.triangles {
            push([(a, 0), (c, 0), (b, 0)]);
        }
        for [a, b] in self.outline() {
            for ring in 0..rings {
                push([(a, ring), (b, ring), (b, ring + 1)]);
                push([(a, ring), (b, ring + 1), (a, ring + 1)]);
            }
        }
        for &[a, b, c] in &self.triangles {
            push([(a, rings), (b, rings), (c, rings)]);
        }
        mesh
    }

    /// Extrudes the profile along z from 0, with the sides cut into `rings`.
    pub(super) fn extruded(&self, length: f64, rings: usize) -> Mesh {
        self.swept(rings, |_, point, ring| point.extend(length * ring as f64 / rings as f64))
    }
}

/// Number of corners of a round hole.
pub(super) const HOLE: usize = 16;

/// Returns a round outline about the origin. It is invariant under quarter turns and mirroring, and
/// has four corners on the axes.
pub(super) fn circle(radius: f64, corners: usize) -> Vec<DVec2> {
    let quarter = corners / 4;
    let in_quarter = |i: usize| {
        let share = |i: usize| {
            let angle = std::f64::consts::FRAC_PI_2 * i as f64 / quarter as f64;
            stepped1(radius * angle.cos())
        };
        dvec2(if i == 0 { radius } else { share(i) }, if i == 0 { 0.0 } else { share(quarter - i) })
    };
    (0..corners)
        .map(|i| {
            let DVec2 { x, y } = in_quarter(i % quarter);
            [dvec2(x, y), dvec2(-y, x), dvec2(-x, -y), dvec2(y, -x)][i / quarter]
        })
        .collect()
}

/// Rounds to the nearest multiple of a step.
fn stepped1(x: f64) -> f64 {
    (x / STEP).round() * STEP
}

fn stepped2(v: DVec2) -> DVec2 {
    (v / STEP).round() * STEP
}

fn stepped(v: DVec3) -> DVec3 {
    (v / STEP).round() * STEP
}

/// Returns the distance between a convex outline and another one around it.
pub(super) fn gap_inside(inner: &[DVec2], outer: &[DVec2]) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..outer.len() {
        let (a, b) = (outer[i], outer[(i + 1) % outer.len()]);
        let inward = (b - a).perp().normalize();
        least = inner.iter().map(|point| (point - a).dot(inward)).fold(least, f64::min);
    }
    least
}
