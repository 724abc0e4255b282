//! Tessellation of patches into triangles.
//!
//! Over a triangle whose sides extend at most `h` in `u` and `k` in `v`, the flat triangle deviates
//! by at most
//!
//! ```text
//! (h^2 max |S_uu| + 2 h k max |S_uv| + k^2 max |S_vv|) / 6
//! ```
//!
//! This is because the mean over a triangle of the squared distances from its corners is at most a
//! third of its longest squared side. The greatest derivatives are bounded by differences of
//! control points; for rational patches by those of numerator and denominator.
//!
//! A side is divided into as many segments as the most demanding patch that shares it needs, at
//! points of the side's own curve, in one canonical direction. So all triangles at a side share the
//! same vertices, and the mesh is watertight. The interior of a patch has a separate grid,
//! connected to its sides by strips. Sources: [Filip 1986].

use super::error::Parameter;
use super::patch::BezierPatch;
use super::{PatchGrid, Scalar};
use crate::curve::Bezier;
use crate::curve::bounds::bounding_box;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// Largest number of segments per side of a patch, however small the tolerance.
const FINEST: usize = 1 << 10;

/// Triangles over shared vertices, in the form that meshes are built from.
#[derive(Clone, Debug, PartialEq)]
pub struct Tessellation<V> {
    /// Points of the surface.
    pub vertices: Vec<V>,
    /// Vertex indices of each triangle, counter-clockwise seen from the side of the normal; all
    /// three differ.
    pub triangles: Vec<[u32; 3]>,
}

impl<V: FloatVector> PatchGrid<V> {
    /// Returns triangles within the tolerance of the surface. Patches that share a side, with
    /// control points equal to the last bit, share its vertices, so the mesh is watertight. At most
    /// 1024 segments per side.
    ///
    /// ```
    /// use barycast::curve::BSpline;
    /// use barycast::mesh::TriMesh;
    /// use barycast::shape::Line;
    /// use barycast::surface::BSplineSurface;
    /// use glam::DVec3;
    ///
    /// let circle = BSpline::try_ellipse(DVec3::X * 3.0, DVec3::X, DVec3::Z)?;
    /// let axis = Line::new(DVec3::ZERO, DVec3::Z);
    /// let torus = BSplineSurface::try_revolved(&circle, &axis)?.pieces();
    /// let tessellation = torus.tessellate(0.01);
    /// let mesh = TriMesh::try_new(tessellation.vertices, tessellation.triangles)?;
    /// assert!(mesh.contains_point(DVec3::Y * 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "triangulate")]
    #[doc(alias = "mesh")]
    pub fn tessellate(&self, tolerance: Scalar<V>) -> Tessellation<V> {
        tessellate(self.patches(), tolerance)
    }
}

/// Returns triangles within the tolerance of patches.
pub(super) fn tessellate<V: FloatVector>(
    patches: &[BezierPatch<V>],
    tolerance: Scalar<V>,
) -> Tessellation<V> {
    // A NaN tolerance means the finest subdivision.
    let tolerance = Ring::max(tolerance, Scalar::<V>::ZERO);
    let steps: Vec<_> = patches.iter().map(|patch| DerivativeBounds::of(patch).steps(tolerance)).collect();
    let mut edges: BTreeMap<Vec<u64>, Edge<V>> = BTreeMap::new();
    let mut of_patches = Vec::with_capacity(patches.len());
    for (patch, steps) in patches.iter().zip(&steps) {
        let sides = SIDES.each(|(fixed, end)| {
            let (key, curve, reversed) = canonical_direction(patch.side(fixed, end));
            let need = steps[1 - fixed.index()];
            let edge =
                edges.entry(key.clone()).or_insert(Edge { curve, segments: need, vertices: Vec::new() });
            edge.segments = edge.segments.max(need);
            (key, reversed)
        });
        of_patches.push(sides);
    }
    let mut tessellation = Tessellation { vertices: Vec::new(), triangles: Vec::new() };
    let mut corners = BTreeMap::new();
    for edge in edges.values_mut() {
        edge.vertices = edge.vertex_indices(&mut tessellation, &mut corners);
    }
    for ((patch, [m, n]), sides) in patches.iter().zip(steps).zip(&of_patches) {
        let boundary = sides.each_ref().each(|(key, reversed)| {
            let mut vertices = edges.get(key).map(|edge| edge.vertices.clone()).unwrap_or_default();
            if *reversed {
                vertices.reverse();
            }
            vertices
        });
        tessellation.fill(patch, [m, n], &boundary);
    }
    tessellation
}

/// The sides of a patch: `v` runs along the first two, `u` along the others.
const SIDES: [(Parameter, bool); 4] =
    [(Parameter::U, false), (Parameter::U, true), (Parameter::V, false), (Parameter::V, true)];

/// A side that patches share.
struct Edge<V: FloatVector> {
    curve: Bezier<V>,
    segments: usize,
    /// Vertex indices, one more than segments.
    vertices: Vec<u32>,
}

/// Returns the bits of a point's coordinates, identical for 0 and -0.
fn bits<V: FloatVector>(point: V) -> impl Iterator<Item = u64> {
    (0..V::DIM).map(move |axis| (point.get(axis).to_f64() + 0.0).to_bits())
}

/// Returns the curve in its canonical direction, a key for it, and whether it was reversed.
fn canonical_direction<V: FloatVector>(side: Bezier<V>) -> (Vec<u64>, Bezier<V>, bool) {
    let key_of = |curve: &Bezier<V>| -> Vec<u64> {
        let weights = curve.weights().unwrap_or_default().iter().map(|w| w.to_f64().to_bits());
        curve.points().iter().flat_map(|p| bits(*p)).chain(weights).collect()
    };
    let back = side.clone().reversed();
    let (one, other) = (key_of(&side), key_of(&back));
    if other < one { (other, back, true) } else { (one, side, false) }
}

impl<V: FloatVector> Edge<V> {
    /// Returns the vertices of the side, creating those that do not exist yet.
    fn vertex_indices(
        &self,
        tessellation: &mut Tessellation<V>,
        corners: &mut BTreeMap<Vec<u64>, u32>,
    ) -> Vec<u32> {
        let points = self.curve.points();
        let (first, last) = (points[0], points[points.len() - 1]);
        let mut corner = |p: V, tessellation: &mut Tessellation<V>| {
            *corners.entry(bits(p).collect()).or_insert_with(|| tessellation.add(p))
        };
        let from = corner(first, tessellation);
        if points.iter().all(|p| bits(*p).eq(bits(first))) {
            return vec![from; 2];
        }
        let to = corner(last, tessellation);
        let step = Scalar::<V>::ONE / Scalar::<V>::from_f64(self.segments as f64);
        let mut vertices = vec![from];
        for k in 1..self.segments {
            vertices.push(tessellation.add(self.curve.at(step * Scalar::<V>::from_f64(k as f64))));
        }
        vertices.push(to);
        vertices
    }
}

impl<V: FloatVector> Tessellation<V> {
    fn add(&mut self, point: V) -> u32 {
        self.vertices.push(point);
        (self.vertices.len() - 1) as u32
    }

    /// Adds a triangle unless two of its corners coincide.
    fn triangle(&mut self, [a, b, c]: [u32; 3], flip: bool) {
        if a != b && b != c && c != a {
            self.triangles.push(if flip { [a, c, b] } else { [a, b, c] });
        }
    }

    /// Adds the triangles of a patch inside the vertices of its sides.
    fn fill(&mut self, patch: &BezierPatch<V>, [m, n]: [usize; 2], boundary: &[Vec<u32>; 4]) {
        let fits =
            |side: &Vec<u32>, count: usize| side.len() == count + 1 || side.iter().all(|v| *v == side[0]);
        let [left, right, low, high] = boundary;
        let plain = fits(left, n) && fits(right, n) && fits(low, m) && fits(high, m);
        let (m, n) = if plain { (m, n) } else { (m.max(2), n.max(2)) };
        let place =
            |i: usize, count: usize| Scalar::<V>::from_f64(i as f64) / Scalar::<V>::from_f64(count as f64);
        let mut inner = Vec::with_capacity((m - 1) * (n - 1));
        for i in 1..m {
            for j in 1..n {
                inner.push(self.add(patch.at(place(i, m), place(j, n))));
            }
        }
        let within = |i: usize, j: usize| inner[(i - 1) * (n - 1) + j - 1];
        if plain {
            let on = |side: &[u32], i: usize| side[i.min(side.len() - 1)];
            let vertex = |i: usize, j: usize| match (i, j) {
                (0, _) => on(left, j),
                (_, 0) => on(low, i),
                _ if i == m => on(right, j),
                _ if j == n => on(high, i),
                _ => within(i, j),
            };
            (0..m).for_each(|i| (0..n).for_each(|j| self.cell(&vertex, i, j)));
            return;
        }
        (1..m - 1).for_each(|i| (1..n - 1).for_each(|j| self.cell(&within, i, j)));
        let along_v = |i: usize| (1..n).map(|j| within(i, j)).collect::<Vec<_>>();
        let along_u = |j: usize| (1..m).map(|i| within(i, j)).collect::<Vec<_>>();
        self.strip(left, &along_v(1), true);
        self.strip(right, &along_v(m - 1), false);
        self.strip(low, &along_u(1), false);
        self.strip(high, &along_u(n - 1), true);
    }

    /// Adds two triangles between four vertices of a grid.
    fn cell(&mut self, vertex: &impl Fn(usize, usize) -> u32, i: usize, j: usize) {
        let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
        self.triangle([a, b, c], false);
        self.triangle([a, c, d], false);
    }

    /// Adds the triangles between a side and the neighbouring row of the grid, advancing on
    /// whichever is behind.
    fn strip(&mut self, outer: &[u32], inner: &[u32], flip: bool) {
        let (mut o, mut i) = (0, 0);
        let (segments, cells) = (outer.len() - 1, inner.len() + 1);
        while o < segments || i + 1 < inner.len() {
            // The next vertex of the side is at (o + 1) / segments, that of the row at (i + 2) /
            // cells.
            let side = o < segments && (i + 1 >= inner.len() || (o + 1) * cells <= (i + 2) * segments);
            if side {
                self.triangle([outer[o], outer[o + 1], inner[i]], flip);
                o += 1;
            } else {
                self.triangle([outer[o], inner[i + 1], inner[i]], flip);
                i += 1;
            }
        }
    }
}

/// Upper bounds of the second derivatives of a patch.
struct DerivativeBounds<S> {
    uu: S,
    uv: S,
    vv: S,
}

impl<S: Float> DerivativeBounds<S> {
    fn of<V: FloatVector<Scalar = S>>(patch: &BezierPatch<V>) -> Self {
        let counts = patch.counts();
        let Some(weights) = patch.weights() else {
            let [_, _, uu, uv, vv] = differences(counts, |i| patch.points()[i]);
            return Self { uu, uv, vv };
        };
        // For S = X / w, with the origin at its centre: S_u = (X_u - S w_u) / w, and so on.
        let middle = bounding_box(patch.points()).center();
        let reach = patch.points().iter().fold(S::ZERO, |m, p| Ring::max(m, (*p - middle).length()));
        let [x_u, x_v, x_uu, x_uv, x_vv] = differences(counts, |i| (patch.points()[i] - middle) * weights[i]);
        let number = |x: S| V::splat(S::ZERO).with(0, x);
        let [w_u, w_v, w_uu, w_uv, w_vv] = differences(counts, |i| number(weights[i]));
        let least = weights.iter().fold(weights[0], |m, w| Ring::min(m, *w));
        let two = least.lit(2);
        let (u, v) = ((x_u + reach * w_u) / least, (x_v + reach * w_v) / least);
        Self {
            uu: (x_uu + two * u * w_u + reach * w_uu) / least,
            uv: (x_uv + u * w_v + v * w_u + reach * w_uv) / least,
            vv: (x_vv + two * v * w_v + reach * w_vv) / least,
        }
    }

    /// Returns the numbers of segments along `u` and `v`.
    fn steps(&self, tolerance: S) -> [usize; 2] {
        let within = tolerance * S::ONE.lit(2);
        let count = |most: S| if most > S::ZERO { Ring::max((most / within).sqrt(), S::ONE) } else { S::ONE };
        let (m, n) = (count(self.uu), count(self.vv));
        // Each term gets a third of the error.
        let twist = (self.uv * S::ONE.lit(2) / (within * m * n)).sqrt();
        let more = if self.uv > S::ZERO { Ring::max(twist, S::ONE) } else { S::ONE };
        [m, n].each(|x| {
            let x = (x * more).to_f64();
            // The conversion to an integer truncates, so one more is enough.
            if x <= 1.0 {
                1
            } else if x < FINEST as f64 {
                x as usize + 1
            } else {
                FINEST
            }
        })
    }
}

/// Returns the greatest lengths of the first differences along `u` and `v` and the second
/// differences along `uu`, `uv`, `vv`, as derivatives.
fn differences<V: FloatVector>([rows, columns]: [usize; 2], control: impl Fn(usize) -> V) -> [Scalar<V>; 5] {
    let at = |i: usize, j: usize| control(i * columns + j);
    let mut most = [Scalar::<V>::ZERO; 5];
    let mut put = |which: usize, difference: V| {
        most[which] = Ring::max(most[which], difference.length_squared());
    };
    for i in 0..rows {
        for j in 0..columns {
            let here = at(i, j);
            if i + 1 < rows {
                put(0, at(i + 1, j) - here);
            }
            if j + 1 < columns {
                put(1, at(i, j + 1) - here);
            }
            if i + 2 < rows {
                put(2, (at(i + 2, j) - at(i + 1, j)) - (at(i + 1, j) - here));
            }
            if i + 1 < rows && j + 1 < columns {
                put(3, (at(i + 1, j + 1) - at(i + 1, j)) - (at(i, j + 1) - here));
            }
            if j + 2 < columns {
                put(4, (at(i, j + 2) - at(i, j + 1)) - (at(i, j + 1) - here));
            }
        }
    }
    let (m, n) = (rows - 1, columns - 1);
    let factors = [m, n, m * m.saturating_sub(1), m * n, n * n.saturating_sub(1)];
    let mut out = most;
    for (x, factor) in out.iter_mut().zip(factors) {
        *x = x.sqrt() * Scalar::<V>::from_f64(factor as f64);
    }
    out
}
