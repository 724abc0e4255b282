//! The ray-triangle test of the leaves, through which no ray slips.
//!
//! Seen along the ray, with the ray's origin at 0 and its direction sheared onto an axis, corners are points
//! `(x, y)` and the ray is the origin. The edge functions
//!
//! ```text
//! u = c.x b.y - c.y b.x      v = a.x c.y - a.y c.x      w = b.x a.y - b.y a.x
//! ```
//!
//! say on which side of each edge it passes; all of one sign is inside, and then they are the barycentric
//! coordinates up to their sum. A corner is sheared alike in every triangle that shares it, and an edge
//! function changes nothing but its sign when its corners change places. Rounding is monotone, so a product that comes
//! out larger is larger: a sign is right or 0, and 0 counts as inside. Hence neighbours never both say no.
//!
//! The source falls back to twice the digits at 0, and does not see triangles edge-on; here 0 is inside on both
//! sides, which needs no fallback, and a triangle edge-on (or collinear) is hit where the ray first meets it.
//! Sources: [Woop 2013].

use crate::number::Float;
use crate::shape::Linear;
use crate::vector::{FloatVector, Vector3};

/// A triangle's corners.
pub(super) type Corners<S> = [[S; 3]; 3];

/// The three numbers of a vector.
#[inline(always)]
pub(super) fn numbers<V: FloatVector + Vector3>(v: V) -> [V::Scalar; 3] {
    [v.get(0), v.get(1), v.get(2)]
}

/// A ray made ready to be tested against many triangles.
pub(super) struct TriangleRay<S> {
    origin: [S; 3],
    /// The axes of a corner's `x`, `y` and depth: depth is along the largest number of the direction.
    axes: [usize; 3],
    shear: [S; 2],
    /// Of the direction along the depth: `t = depth / pace`.
    pace: S,
    low: S,
}

/// Where a ray crosses a triangle.
#[derive(Clone, Copy)]
pub(super) struct Crossing<S> {
    pub(super) t: S,
    /// The barycentric coordinates times `sum`.
    pub(super) weights: [S; 3],
    pub(super) sum: S,
    /// The ray came from the front, or lies in the triangle's plane.
    pub(super) front: bool,
}

impl<S: Float> TriangleRay<S> {
    /// The points of the line with `t >= low`.
    #[inline(always)]
    pub(super) fn new<L: Linear<Vector: FloatVector<Scalar = S> + Vector3>>(line: &L, low: S) -> Self {
        let (origin, direction) = (numbers(line.origin()), numbers(line.direction()));
        let size = [direction[0].abs(), direction[1].abs(), direction[2].abs()];
        let depth = if size[0] >= size[1] && size[0] >= size[2] {
            0
        } else if size[1] >= size[2] {
            1
        } else {
            2
        };
        let axes = [(depth + 1) % 3, (depth + 2) % 3, depth];
        let pace = direction[depth];
        let shear = [direction[axes[0]] / pace, direction[axes[1]] / pace];
        Self { origin, axes, shear, pace, low }
    }

    /// A corner seen along the ray: `x`, `y`, depth.
    #[inline(always)]
    fn sheared(&self, corner: &[S; 3]) -> [S; 3] {
        let [x, y, z] = self.axes;
        let depth = corner[z] - self.origin[z];
        [
            (corner[x] - self.origin[x]) - self.shear[0] * depth,
            (corner[y] - self.origin[y]) - self.shear[1] * depth,
            depth,
        ]
    }

    /// The first point of the triangle on the ray. Its `t` may exceed any limit but `low`; NaN never hits.
    #[inline(always)]
    pub(super) fn cross(&self, corners: &Corners<S>) -> Option<Crossing<S>> {
        let [a, b, c] = [self.sheared(&corners[0]), self.sheared(&corners[1]), self.sheared(&corners[2])];
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let zero = S::ZERO;
        if (u < zero || v < zero || w < zero) && (u > zero || v > zero || w > zero) {
            return None;
        }
        let sum = u + v + w;
        if sum == zero {
            return self.cross_edge_on(&[a, b, c]);
        }
        let t = (u * a[2] + v * b[2] + w * c[2]) / sum / self.pace;
        let front = (sum > zero) == (self.pace > zero);
        (t >= self.low && t.is_finite()).then_some(Crossing { t, weights: [u, v, w], sum, front })
    }

    /// The first point on the ray of a triangle that it sees as a line or a point, through itself.
    #[cold]
    #[inline(never)]
    fn cross_edge_on(&self, sheared: &Corners<S>) -> Option<Crossing<S>> {
        let zero = S::ZERO;
        let mut met: Option<[(S, [S; 3]); 2]> = None;
        let mut meet = |t: S, i: usize, at_i: S, j: usize| {
            let mut weights = [zero; 3];
            weights[j] = S::ONE - at_i;
            weights[i] = weights[i] + at_i;
            let [first, last] = met.unwrap_or([(t, weights); 2]);
            let first = if t < first.0 { (t, weights) } else { first };
            let last = if t > last.0 { (t, weights) } else { last };
            met = Some([first, last]);
        };
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let (p, q) = (sheared[i], sheared[j]);
            let wide = (q[0] - p[0]).abs() >= (q[1] - p[1]).abs();
            let (from, to) = if wide { (p[0], q[0]) } else { (p[1], q[1]) };
            if p[0] == zero && p[1] == zero {
                meet(p[2] / self.pace, i, S::ONE, i);
            }
            if (from < zero && to > zero) || (from > zero && to < zero) {
                let at_i = to / (to - from);
                meet((p[2] * at_i + q[2] * (S::ONE - at_i)) / self.pace, i, at_i, j);
            }
        }
        let [(t_first, first), (t_last, last)] = met?;
        if t_first >= self.low {
            return Some(Crossing { t: t_first, weights: first, sum: S::ONE, front: true });
        }
        let share = (self.low - t_first) / (t_last - t_first);
        let mut weights = first;
        for (weight, last) in weights.iter_mut().zip(last) {
            *weight = *weight + (last - *weight) * share;
        }
        (t_last >= self.low).then_some(Crossing { t: self.low, weights, sum: S::ONE, front: true })
    }
}
