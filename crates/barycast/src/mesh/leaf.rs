//! Watertight ray-triangle intersection.
//!
//! In ray coordinates the origin of the ray is 0 and its direction is sheared onto an axis. Corners
//! become points `(x, y)` and the ray becomes the point 0. The edge functions
//!
//! ```text
//! u = c.x b.y - c.y b.x      v = a.x c.y - a.y c.x      w = b.x a.y - b.y a.x
//! ```
//!
//! are positive on one side of each edge. If all have one sign, the ray passes through the
//! interior, and they are the barycentric coordinates times their sum. A corner is sheared in the
//! same way in every triangle that shares it, so the sheared triangles fit together without gaps.
//! Rounding is monotone, so the larger of two products is never rounded to the smaller: a computed
//! sign is correct or 0. If it is 0, the [exact sign](determinant_sign) is computed. Hence all
//! triangles agree whether the ray passes through their interior, an edge, or a vertex.
//!
//! **Shared edges and vertices.** On an edge or a vertex, `t` is computed from that edge or vertex
//! only. Every triangle that shares it therefore returns the same `t`, bit for bit, and a list of
//! hits can contain it once. To count the crossings of a closed surface, the ray is shifted by an
//! infinitesimal `(e, e^2)`. An edge function that is 0 becomes `-(e, e^2) x (q - p)` along its
//! edge from `p` to `q`, and each passage through the surface belongs to exactly one triangle.
//!
//! **Needles.** The weights of a triangle that is slim, or seen edge-on, are differences of large
//! products. Their signs are correct, but their relative error is large, and `t` may be that of any
//! point of the triangle. If the sum of the weights is less than a [sixteenth](SLIM) of those
//! products, weights and `t` are computed in double-double precision. A hit is therefore off its
//! triangle by at most 16 epsilon of the triangle's size.
//!
//! **Rays that start on a triangle** hit it at 0. If all corners are in front of the origin, or all
//! behind, the sign of `t` is certain. Otherwise the sheared corners are rounded too coarsely to
//! decide whether the origin is in the plane of the triangle. That is decided exactly from the
//! original corners, for a triangle whose box contains the origin. Beside the plane the sheared
//! corners decide, because they fit together: to count crossings, all triangles must use the same
//! surface.
//!
//! The source falls back to double precision at 0, and misses triangles seen edge-on. Here a
//! triangle that is seen edge-on or collinear is hit where the ray first meets it.
//!
//! Sources: [Woop 2013], [Edelsbrunner 1990].

use crate::bvh::Bounds;
use crate::exact::determinant_sign;
use crate::exact::predicate::{orientation_2d, orientation_3d};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::shape::{Point, Segment};
use crate::vector::{FloatVector, V3, Vector3};
use glam::DVec3;

/// Ratio of the products in the weights to their sum, above which a triangle is slim.
pub(super) const SLIM: i32 = 16;

/// Corners of a triangle.
pub(super) type Corners<S> = [[S; 3]; 3];

/// Returns the components of a vector.
#[inline(always)]
pub(super) fn numbers<V: FloatVector + Vector3>(v: V) -> [V::Scalar; 3] {
    [v.get(0), v.get(1), v.get(2)]
}

/// Returns the vector with these components.
#[inline(always)]
pub(super) fn vector<S: Ring>([x, y, z]: [S; 3]) -> V3<S> {
    V3 { x, y, z }
}

/// Ray prepared for tests against many triangles.
pub(super) struct TriangleRay<S> {
    origin: [S; 3],
    /// Axes of a corner's `x`, `y` and depth. The depth axis has the largest component of the
    /// direction.
    axes: [usize; 3],
    shear: [S; 2],
    /// Component of the direction along the depth axis: `t = depth / depth_rate`.
    depth_rate: S,
    low: S,
}

/// Intersection of a ray and a triangle.
#[derive(Clone, Copy)]
pub(super) struct Crossing<S> {
    /// Ray parameter of the first point in the triangle.
    pub(super) t: S,
    /// Ray parameters of the ends of the intersection of the infinite line and the triangle. Both
    /// are `t`, except for a triangle seen edge-on.
    pub(super) stretch: [S; 2],
    /// Barycentric coordinates at `t`, times `sum`.
    pub(super) weights: [S; 3],
    pub(super) sum: S,
    /// Whether the ray hits the front face, or lies in the plane of the triangle.
    pub(super) front: bool,
    /// Whether the ray, shifted by an infinitesimal step, passes through the interior.
    pub(super) crosses: bool,
}

/// Returns a corner in ray coordinates: `x`, `y`, depth along the ray's axes. Generic over scalars
/// and SIMD lanes.
#[inline(always)]
pub(super) fn to_ray_space<L: Ring>(corner: [L; 3], origin: [L; 3], shear: [L; 2]) -> [L; 3] {
    let depth = corner[2] - origin[2];
    [(corner[0] - origin[0]) - shear[0] * depth, (corner[1] - origin[1]) - shear[1] * depth, depth]
}

impl<S: Float> TriangleRay<S> {
    /// Prepares the ray of the points `origin + t direction` with `t >= low`.
    #[inline(always)]
    pub(super) fn new(origin: [S; 3], direction: [S; 3], low: S) -> Self {
        // Selected without indexing, because an indexed array would first be written to memory.
        let [x, y, z] = direction;
        let along_x = (x.abs() >= y.abs()) & (x.abs() >= z.abs());
        let along_y = !along_x & (y.abs() >= z.abs());
        let axes = if along_x {
            [1, 2, 0]
        } else if along_y {
            [2, 0, 1]
        } else {
            [0, 1, 2]
        };
        let choose = |for_x, for_y, for_z| S::select(along_x, for_x, S::select(along_y, for_y, for_z));
        let depth_rate = choose(x, y, z);
        let shear = [choose(y, z, x) / depth_rate, choose(z, x, y) / depth_rate];
        Self { origin, axes, shear, depth_rate, low }
    }

    #[inline(always)]
    pub(super) fn origin(&self) -> [S; 3] {
        self.origin
    }

    /// Returns the axes of `x`, `y` and depth.
    #[inline(always)]
    pub(super) fn axes(&self) -> [usize; 3] {
        self.axes
    }

    #[inline(always)]
    pub(super) fn shear(&self) -> [S; 2] {
        self.shear
    }

    #[inline(always)]
    pub(super) fn depth_rate(&self) -> S {
        self.depth_rate
    }

    #[inline(always)]
    pub(super) fn low(&self) -> S {
        self.low
    }

    /// Returns a corner in ray coordinates: `x`, `y`, depth.
    #[inline(always)]
    fn sheared(&self, corner: &[S; 3]) -> [S; 3] {
        let ([x, y, z], origin) = (self.axes, self.origin);
        to_ray_space([corner[x], corner[y], corner[z]], [origin[x], origin[y], origin[z]], self.shear)
    }

    /// Intersects the ray with the triangle. Returns `None` for a miss and for NaN. `t` is at least
    /// `low` and has no upper limit.
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
        if u == zero || v == zero || w == zero {
            return self.cross_boundary(&[a, b, c], corners);
        }
        self.cross_inside(&[a, b, c], [u, v, w], corners)
    }

    /// Intersects in the interior, with weights that all have one sign.
    #[inline(always)]
    fn cross_inside(
        &self,
        sheared: &Corners<S>,
        weights: [S; 3],
        corners: &Corners<S>,
    ) -> Option<Crossing<S>> {
        let ([a, b, c], [u, v, w]) = (sheared, weights);
        let sum = u + v + w;
        let depth = u * a[2] + v * b[2] + w * c[2];
        // Size of the products in the weights, which bounds their error.
        let size = ((c[0] * b[1]).abs() + (c[1] * b[0]).abs())
            + ((a[0] * c[1]).abs() + (a[1] * c[0]).abs())
            + ((b[0] * a[1]).abs() + (b[1] * a[0]).abs());
        let (nearest, deepest) = (a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2]));
        let aside = nearest > S::ZERO || deepest < S::ZERO;
        if sum.abs() * size.lit(SLIM) > size && (aside || depth.abs() > noise(sheared, size)) {
            return self.meet(depth / sum / self.depth_rate, weights, sum);
        }
        self.cross_slim(sheared, corners)
    }

    /// Intersects in double-double precision.
    #[cold]
    #[inline(never)]
    fn cross_slim(&self, sheared: &Corners<S>, corners: &Corners<S>) -> Option<Crossing<S>> {
        let [a, b, c] = sheared.each(|corner| corner.each(S::precise));
        let weights = [c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0]];
        let sum = weights[0] + weights[1] + weights[2];
        if sum == DoubleDouble::ZERO {
            return self.cross_edge_on(sheared);
        }
        let depth = (weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2]) / sum;
        let t = S::from_precise(depth / self.depth_rate.precise());
        let weights = weights.each(|weight| S::from_precise(weight / sum));
        let front = (sum > DoubleDouble::ZERO) == (self.depth_rate > S::ZERO);
        let t = self.or_at_its_start(t, sheared, corners);
        Some(Crossing { front, ..self.meet(t, weights, S::ONE)? })
    }

    /// Returns 0 if a ray from 0 on starts exactly in the plane of the triangle and within its box;
    /// otherwise returns `t`.
    fn or_at_its_start(&self, t: S, sheared: &Corners<S>, corners: &Corners<S>) -> S {
        let [a, b, c] = sheared.each(|corner| corner[2]);
        let (nearest, deepest) = (a.min(b).min(c), a.max(b).max(c));
        // A ray without direction, or with numbers that are not finite, starts nowhere.
        let is_seen = sheared.as_flattened().iter().all(|x| x.is_finite());
        if !is_seen || self.low != S::ZERO || nearest > S::ZERO || deepest < S::ZERO {
            return t;
        }
        // A ray along the plane passes through the sheared triangle even if it starts and stays
        // beside it. The box is the one of the tree, which may not visit this triangle.
        let around = |points: &[[S; 3]]| Bounds::around(points, S::ZERO);
        if !around(corners).meets(&around(&[self.origin])) {
            return t;
        }
        let ([a, b, c], origin) = (corners.each(place), place(self.origin));
        // A collinear triangle is coplanar with every point.
        let on_edge = || [[a, b], [b, c], [c, a]].iter().any(|edge| self.starts_on(*edge));
        let starts = orientation_3d(a, b, c, origin).is_eq() && (!are_collinear(a, b, c) || on_edge());
        if starts { S::ZERO } else { t }
    }

    /// Tests whether the ray hits the front face of a triangle with that sum of weights.
    #[inline(always)]
    pub(super) fn is_front(&self, sum: S) -> bool {
        (sum > S::ZERO) == (self.depth_rate > S::ZERO)
    }

    /// Returns the crossing through the interior, at `t`.
    #[inline(always)]
    fn meet(&self, t: S, weights: [S; 3], sum: S) -> Option<Crossing<S>> {
        let front = self.is_front(sum);
        let met = t >= self.low && t.is_finite();
        met.then_some(Crossing { t, stretch: [t; 2], weights, sum, front, crosses: true })
    }

    /// Intersects where an edge function is rounded to 0: the ray passes through an edge or a
    /// vertex, or close to one.
    #[cold]
    #[inline(never)]
    fn cross_boundary(&self, sheared: &Corners<S>, corners: &Corners<S>) -> Option<Crossing<S>> {
        // Edge of each weight, in the direction of its edge function.
        let edges = [(2, 1), (0, 2), (1, 0)].each(|(p, q)| (sheared[p], sheared[q]));
        let mut signs = [0; 3];
        for i in 0..3 {
            let (p, q) = edges[i];
            signs[i] = determinant_sign(p[0], p[1], q[0], q[1]);
        }
        if signs.contains(&1) && signs.contains(&-1) {
            return None;
        }
        let sum = signs.iter().sum::<i32>();
        if sum == 0 {
            return self.cross_edge_on(sheared);
        }
        let front = (sum > 0) == (self.depth_rate > S::ZERO);
        let side = |i: usize| {
            let (p, q) = edges[i];
            let (x, y) = (order(p[0], q[0]), order(q[1], p[1]));
            [signs[i], y, x].into_iter().find(|sign| *sign != 0).unwrap_or(0)
        };
        let crosses = (0..3).all(|i| side(i) == sum.signum());
        let mut on = (0..3).filter(|i| signs[*i] == 0);
        let (t, weights) = match (on.next(), on.next()) {
            (Some(i), None) => {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let (mut t, at_j) = self.pass(&sheared[j], &sheared[k]);
                let [near, far] = [sheared[j][2], sheared[k][2]];
                let among = near.min(far) <= S::ZERO && near.max(far) >= S::ZERO;
                if among && self.low == S::ZERO && self.starts_on([corners[j], corners[k]].each(place)) {
                    t = S::ZERO;
                }
                let mut weights = [S::ZERO; 3];
                weights[j] = at_j;
                weights[k] = S::ONE - at_j;
                (t, weights)
            }
            (Some(i), Some(j)) => {
                let corner = 3 - i - j;
                let mut weights = [S::ZERO; 3];
                weights[corner] = S::ONE;
                (sheared[corner][2] / self.depth_rate, weights)
            }
            (None, _) => {
                // Rounded to 0 but not exactly 0; double-double precision resolves it.
                return self.cross_slim(sheared, corners);
            }
        };
        let inside = t >= self.low && t.is_finite();
        inside.then_some(Crossing { t, stretch: [t; 2], weights, sum: S::ONE, front, crosses })
    }

    /// Tests whether the origin is on the edge, exactly.
    fn starts_on(&self, [a, b]: [DVec3; 2]) -> bool {
        Point(place(self.origin)).intersects_exactly(&Segment { a, b })
    }

    /// Returns `t` and the weight of `p` where the ray passes through the edge from `p` to `q`.
    /// Exchanging `p` and `q` returns the same `t`.
    fn pass(&self, p: &[S; 3], q: &[S; 3]) -> (S, S) {
        let turned = [0, 1, 2].into_iter().map(|i| order(p[i], q[i])).find(|o| *o != 0) == Some(-1);
        let (p, q) = if turned { (q, p) } else { (p, q) };
        let wide = (q[0] - p[0]).abs() >= (q[1] - p[1]).abs();
        let (from, to) = if wide { (p[0], q[0]) } else { (p[1], q[1]) };
        let at_p = to / (to - from);
        let t = (p[2] * at_p + q[2] * (S::ONE - at_p)) / self.depth_rate;
        (t, if turned { S::ONE - at_p } else { at_p })
    }

    /// Intersects the ray with a triangle that is a segment or a point in ray coordinates, through
    /// the origin.
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
            let (p, q) = (&sheared[i], &sheared[j]);
            let wide = (q[0] - p[0]).abs() >= (q[1] - p[1]).abs();
            let (from, to) = if wide { (p[0], q[0]) } else { (p[1], q[1]) };
            if p[0] == zero && p[1] == zero {
                meet(p[2] / self.depth_rate, i, S::ONE, i);
            }
            if (from < zero && to > zero) || (from > zero && to < zero) {
                let (t, at_i) = self.pass(p, q);
                meet(t, i, at_i, j);
            }
        }
        let [(t_first, first), (t_last, last)] = met?;
        let (mut t, mut weights) = (t_first, first);
        if t_first < self.low {
            let share = (self.low - t_first) / (t_last - t_first);
            for (weight, last) in weights.iter_mut().zip(last) {
                *weight = *weight + (last - *weight) * share;
            }
            t = self.low;
        }
        let met = t_last >= self.low && t.is_finite();
        let stretch = [t_first, t_last];
        met.then_some(Crossing { t, stretch, weights, sum: S::ONE, front: true, crosses: false })
    }
}

/// Returns a bound on the error of a triangle's weighted depth, including the rounding of the
/// sheared corners: 5 epsilon of their depths, and of their sheared coordinates.
#[inline(always)]
fn noise<S: Float>(sheared: &Corners<S>, size: S) -> S {
    let (mut deepest, mut around) = (S::ZERO, S::ZERO);
    for [x, y, depth] in sheared {
        deepest = deepest.max(depth.abs());
        around = around + (x.abs() + y.abs());
    }
    size.lit(8) * S::EPSILON * (deepest * (size + (deepest * around) * size.lit(2)))
}

/// Returns the corner in `f64`. Widening `f32` is exact.
fn place<S: Float>(corner: [S; 3]) -> DVec3 {
    DVec3::from_array(corner.each(Float::to_f64))
}

/// Tests exactly whether three points are collinear.
fn are_collinear(a: DVec3, b: DVec3, c: DVec3) -> bool {
    use glam::Vec3Swizzles as _;
    let seen = [[a.yz(), b.yz(), c.yz()], [a.zx(), b.zx(), c.zx()], [a.xy(), b.xy(), c.xy()]];
    seen.iter().all(|[a, b, c]| orientation_2d(*a, *b, *c).is_eq())
}

/// Returns 1 if `a < b`, -1 if `a > b`, else 0.
fn order<S: Float>(a: S, b: S) -> i32 {
    i32::from(a < b) - i32::from(a > b)
}
