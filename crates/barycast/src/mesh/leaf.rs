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
//! coordinates up to their sum. A corner is sheared alike in every triangle that shares it, so the sheared triangles
//! fit together without gaps as the triangles did. Rounding is monotone, so a product that comes out larger is
//! larger: a sign is right or 0, and where it is 0 the [exact one](determinant_sign) is asked. Hence all triangles
//! agree on whether the ray passes inside them, through an edge, or through a vertex.
//!
//! **Shared edges and vertices.** There `t` is computed from the edge or the vertex read_scalar, so that every triangle that
//! shares it says the same `t`, bit for bit, and a list of hits can hold it once. To count how often a closed surface
//! is crossed, the ray is thought to be moved aside by an infinitely small `(e, e^2)`: an edge function that is 0
//! becomes `-(e, e^2) x (q - p)` along its edge from `p` to `q`, and each passage through a surface is one triangle's.
//!
//! **Needles.** A triangle that is slim, or seen from aside, has weights that are differences of large products: signs
//! are right, but what they weigh is noise, and `t` may then be that of any of its points. Where the sum of the weights
//! is less than a [sixteenth](SLIM) of those products, weights and `t` come from twice the digits. So a hit is off its
//! triangle by no more than 16 epsilon of the triangle's size.
//!
//! **Rays that start on a triangle** hit it at 0. Where all corners are before or all behind the origin, the sign of `t` is
//! certain. Elsewhere sheared corners are too roughly rounded to tell that the ray starts in the triangle's plane, which is asked of the
//! corners as they are, exactly, of a triangle whose box holds the start. Beside the plane the sheared corners decide, which fit
//! together: to count how often a surface is crossed, all triangles must see the same one.
//!
//! The source falls back to twice the digits at 0, and does not see triangles edge-on; here a triangle edge-on
//! (or collinear) is hit where the ray first meets it.
//! Sources: [Woop 2013], [Edelsbrunner 1990].

use crate::bvh::Bounds;
use crate::exact::determinant_sign;
use crate::exact::predicate::{orientation_2d, orientation_3d};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::shape::{Point, Segment};
use crate::vector::{FloatVector, V3, Vector3};
use glam::DVec3;

/// A triangle is slim where what its weights are the differences of is so many times larger than their sum.
pub(super) const SLIM: i32 = 16;

/// A triangle's corners.
pub(super) type Corners<S> = [[S; 3]; 3];

/// The three numbers of a vector.
#[inline(always)]
pub(super) fn numbers<V: FloatVector + Vector3>(v: V) -> [V::Scalar; 3] {
    [v.get(0), v.get(1), v.get(2)]
}

/// A vector of three numbers.
#[inline(always)]
pub(super) fn vector<S: Ring>([x, y, z]: [S; 3]) -> V3<S> {
    V3 { x, y, z }
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

/// Where a ray meets a triangle.
#[derive(Clone, Copy)]
pub(super) struct Crossing<S> {
    /// The first point of the ray in the triangle.
    pub(super) t: S,
    /// The ends of what the endless line and the triangle share: both `t`, but for a triangle seen edge-on.
    pub(super) stretch: [S; 2],
    /// The barycentric coordinates at `t`, times `sum`.
    pub(super) weights: [S; 3],
    pub(super) sum: S,
    /// The ray came from the front, or lies in the triangle's plane.
    pub(super) front: bool,
    /// The ray, moved aside by nearly nothing, passes through the inside.
    pub(super) crosses: bool,
}

/// A corner seen along a ray: `x`, `y`, depth, all along the ray's axes. One text for numbers and for lanes.
#[inline(always)]
pub(super) fn seen<L: Ring>(corner: [L; 3], origin: [L; 3], shear: [L; 2]) -> [L; 3] {
    let depth = corner[2] - origin[2];
    [(corner[0] - origin[0]) - shear[0] * depth, (corner[1] - origin[1]) - shear[1] * depth, depth]
}

impl<S: Float> TriangleRay<S> {
    /// The points `origin + t direction` with `t >= low`.
    #[inline(always)]
    pub(super) fn new(origin: [S; 3], direction: [S; 3], low: S) -> Self {
        // Chosen number by number: what is looked up in an array must first be written there.
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
        let pace = choose(x, y, z);
        let shear = [choose(y, z, x) / pace, choose(z, x, y) / pace];
        Self { origin, axes, shear, pace, low }
    }

    #[inline(always)]
    pub(super) fn origin(&self) -> [S; 3] {
        self.origin
    }

    /// The axes of `x`, `y` and depth.
    #[inline(always)]
    pub(super) fn axes(&self) -> [usize; 3] {
        self.axes
    }

    #[inline(always)]
    pub(super) fn shear(&self) -> [S; 2] {
        self.shear
    }

    #[inline(always)]
    pub(super) fn pace(&self) -> S {
        self.pace
    }

    #[inline(always)]
    pub(super) fn low(&self) -> S {
        self.low
    }

    /// A corner seen along the ray: `x`, `y`, depth.
    #[inline(always)]
    fn sheared(&self, corner: &[S; 3]) -> [S; 3] {
        let ([x, y, z], origin) = (self.axes, self.origin);
        seen([corner[x], corner[y], corner[z]], [origin[x], origin[y], origin[z]], self.shear)
    }

    /// Where the ray meets the triangle. Its `t` may exceed any limit but `low`; NaN never hits.
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

    /// Where the weights, all of one sign, say.
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
        // What the weights are the differences of, hence how wrong they can be.
        let size = ((c[0] * b[1]).abs() + (c[1] * b[0]).abs())
            + ((a[0] * c[1]).abs() + (a[1] * c[0]).abs())
            + ((b[0] * a[1]).abs() + (b[1] * a[0]).abs());
        let (nearest, deepest) = (a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2]));
        let aside = nearest > S::ZERO || deepest < S::ZERO;
        if sum.abs() * size.lit(SLIM) > size && (aside || depth.abs() > noise(sheared, size)) {
            return self.meet(depth / sum / self.pace, weights, sum);
        }
        self.cross_slim(sheared, corners)
    }

    /// The same in twice the digits of `f64`.
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
        let t = S::from_precise(depth / self.pace.precise());
        let weights = weights.each(|weight| S::from_precise(weight / sum));
        let front = (sum > DoubleDouble::ZERO) == (self.pace > S::ZERO);
        let t = self.or_at_its_start(t, sheared, corners);
        Some(Crossing { front, ..self.meet(t, weights, S::ONE)? })
    }

    /// 0 where a ray that begins at 0 starts in the triangle's plane, exactly, and within its box; else `t`.
    fn or_at_its_start(&self, t: S, sheared: &Corners<S>, corners: &Corners<S>) -> S {
        let [a, b, c] = sheared.each(|corner| corner[2]);
        let (nearest, deepest) = (a.min(b).min(c), a.max(b).max(c));
        // A ray without a direction, or with numbers that are none, starts nowhere.
        let is_seen = sheared.as_flattened().iter().all(|x| x.is_finite());
        if !is_seen || self.low != S::ZERO || nearest > S::ZERO || deepest < S::ZERO {
            return t;
        }
        // Along its plane a ray is seen through the triangle though it starts, and stays, beside it. As a tree has it, which may not come here.
        let around = |points: &[[S; 3]]| Bounds::around(points, S::ZERO);
        if !around(corners).meets(&around(&[self.origin])) {
            return t;
        }
        let ([a, b, c], origin) = (corners.each(place), place(self.origin));
        // A collinear triangle lies in planes with every point.
        let on_edge = || [[a, b], [b, c], [c, a]].iter().any(|edge| self.starts_on(*edge));
        let starts = orientation_3d(a, b, c, origin).is_eq() && (!are_collinear(a, b, c) || on_edge());
        if starts { S::ZERO } else { t }
    }

    /// The ray comes from the front of a triangle of that sum of weights.
    #[inline(always)]
    pub(super) fn is_front(&self, sum: S) -> bool {
        (sum > S::ZERO) == (self.pace > S::ZERO)
    }

    /// Through the inside, at `t`.
    #[inline(always)]
    fn meet(&self, t: S, weights: [S; 3], sum: S) -> Option<Crossing<S>> {
        let front = self.is_front(sum);
        let met = t >= self.low && t.is_finite();
        met.then_some(Crossing { t, stretch: [t; 2], weights, sum, front, crosses: true })
    }

    /// The same where an edge function is rounded to 0: the ray passes through an edge or a vertex, or close to one.
    #[cold]
    #[inline(never)]
    fn cross_boundary(&self, sheared: &Corners<S>, corners: &Corners<S>) -> Option<Crossing<S>> {
        // The edge of each weight, in the direction of its edge function.
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
        let front = (sum > 0) == (self.pace > S::ZERO);
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
                (sheared[corner][2] / self.pace, weights)
            }
            (None, _) => {
                // Rounded to 0 and yet not 0: twice the digits know better.
                return self.cross_slim(sheared, corners);
            }
        };
        let inside = t >= self.low && t.is_finite();
        inside.then_some(Crossing { t, stretch: [t; 2], weights, sum: S::ONE, front, crosses })
    }

    /// Its origin is on the edge, exactly.
    fn starts_on(&self, [a, b]: [DVec3; 2]) -> bool {
        Point(place(self.origin)).intersects_exactly(&Segment { a, b })
    }

    /// Where the ray passes through the edge from `p` to `q`: `t`, and the share of `p`. The same `t` from `q` to `p`.
    fn pass(&self, p: &[S; 3], q: &[S; 3]) -> (S, S) {
        let turned = [0, 1, 2].into_iter().map(|i| order(p[i], q[i])).find(|o| *o != 0) == Some(-1);
        let (p, q) = if turned { (q, p) } else { (p, q) };
        let wide = (q[0] - p[0]).abs() >= (q[1] - p[1]).abs();
        let (from, to) = if wide { (p[0], q[0]) } else { (p[1], q[1]) };
        let at_p = to / (to - from);
        let t = (p[2] * at_p + q[2] * (S::ONE - at_p)) / self.pace;
        (t, if turned { S::ONE - at_p } else { at_p })
    }

    /// The points on the ray of a triangle that it sees as a line or a point, through itself.
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
                meet(p[2] / self.pace, i, S::ONE, i);
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

/// By how much the depth of a triangle, weighed, may be wrong, with what its corners lose when they are sheared: 5 epsilon of their
/// depths, and as much of what they are seen as.
#[inline(always)]
fn noise<S: Float>(sheared: &Corners<S>, size: S) -> S {
    let (mut deepest, mut around) = (S::ZERO, S::ZERO);
    for [x, y, depth] in sheared {
        deepest = deepest.max(depth.abs());
        around = around + (x.abs() + y.abs());
    }
    size.lit(8) * S::EPSILON * (deepest * (size + (deepest * around) * size.lit(2)))
}

/// `f32` is widened, which loses nothing.
fn place<S: Float>(corner: [S; 3]) -> DVec3 {
    DVec3::from_array(corner.each(Float::to_f64))
}

/// Exactly.
fn are_collinear(a: DVec3, b: DVec3, c: DVec3) -> bool {
    use glam::Vec3Swizzles as _;
    let seen = [[a.yz(), b.yz(), c.yz()], [a.zx(), b.zx(), c.zx()], [a.xy(), b.xy(), c.xy()]];
    seen.iter().all(|[a, b, c]| orientation_2d(*a, *b, *c).is_eq())
}

/// 1 when `a < b`, -1 when `a > b`, else 0.
fn order<S: Float>(a: S, b: S) -> i32 {
    i32::from(a < b) - i32::from(a > b)
}
