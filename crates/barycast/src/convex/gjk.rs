//! The distance of two convex shapes, by the algorithm of Gilbert, Johnson and Keerthi.
//!
//! **One set instead of two.** The differences `a - b` of all points of `A` and `B` form a convex set too, `A - B`.
//! The shapes meet exactly when it holds the origin, and else they are as far apart as it is from the origin. It
//! need never be built: its farthest point along `d` is `support_A(d) - support_B(-d)`.
//!
//! **Descent.** Keep a few of its points, a *simplex* (a point, segment, triangle, in 3D also a tetrahedron for a
//! moment), and the simplex' nearest point to the origin, `v`:
//!
//! 1. Ask for the point `w` of `A - B` farthest towards the origin, along `-v`.
//! 2. Nothing of `A - B` lies beyond the plane through `w` across `v`, so the distance is at least `v . w / |v|`:
//!    the *lower bound*, and `v` a separating direction when it is above 0. `|v|` is the *upper bound*: there are
//!    two points of the shapes that far apart. When the two meet, that is the answer.
//! 3. Else add `w`. The nearest point of the larger simplex is nearer: keep the part of it that holds that point,
//!    and go on with it. A simplex with the origin inside ends it: they overlap.
//!
//! The first `w` is the one along the way between the shapes' [middles](Support::middle): where they are apart, mostly a
//! separating direction already.
//!
//! **The nearest point of a simplex** is found by trying all its parts that hold `w` (those without it cannot be
//! nearer than `v` was): the point `w`, two or three edges, up to three triangles. A part counts when the foot
//! of the origin on its line or plane falls inside it; the least wins. Equal, collinear or coplanar points make
//! parts without a foot, which are passed over, and their own parts remain. So there is no case that must not occur.
//!
//! **Rounding.** Both bounds hold whatever the roundings before them did: the upper is measured between two points
//! that are weighted means of points of the shapes, the lower is true for every `v` that is tried. A wrong turn
//! costs a step, never the truth of the bounds. It ends when
//!
//! - the bounds are within [`GOAL`] roundings of the largest coordinate seen: [`Status::Separated`];
//! - the upper bound is below [`FLOOR`] roundings of that: [`Status::Touching`];
//! - the origin is enclosed: [`Status::Overlapping`];
//! - `w` is known already, or nothing came nearer, nor along a way that is turned from `w` by as much as rounding may have
//!   turned it (all along a cylinder's side both rims are as far, and the one that is needed may lose): rounding hides the
//!   rest. That is `Separated` when the bounds are within [`FLOOR`], else [`Status::NotConverged`], as it is after
//!   [`LIMIT`] steps. The bounds are still true, and [`Outcome::error_bound`] says how far apart they are.
//!
//! **Digits.** Pairs without a kernel of their own are asked in floats first, which tell shapes that are clearly apart or clearly
//! share a point, and the rest in twice the digits; so are the two points of shapes that are apart, along the way that floats saw.
//!
//! Polytopes take as many steps as there are features on the way, commonly under ten; round shapes gain about one
//! binary digit a step. All coordinates are scaled by a power of two first where their products would overflow.
//!
//! Sources: [Gilbert 1988], [van den Bergen 1999], [Ericson 9.5]; trying every part that holds `w` is
//! ours, for Johnson's recursion and its numeric trouble.

use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::query::Closest;
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Steps after which it gives up.
pub const LIMIT: u32 = 256;
/// The bounds count as met when they differ by this many roundings of the largest coordinate.
pub const GOAL: f64 = 4.0;
/// Shapes count as touching when they are closer than this many roundings of the largest coordinate.
pub const FLOOR: f64 = 16.0;

/// Steps without a better bound after which it gives up.
const PATIENCE: u32 = 8;

/// What [`glance`] takes farthest points to be off by, as a part of their coordinates: 65,536 roundings of `f64`.
pub(crate) const ROUGH: f64 = 1.0 / (1_u64 << 36) as f64;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A plane lies between them: the distance is above 0.
    Separated,
    /// As close as rounding lets one tell, and perhaps deeper: the distance is 0.
    Touching,
    /// The difference set holds the origin within four (in 2D three) of its points: the distance is 0.
    Overlapping,
    /// The bounds did not meet. The closest points found are points of the shapes, but perhaps not the closest.
    NotConverged,
}

/// The answer with what is known of its quality.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector> {
    /// The nearest points found; one shared point, and 0, when they touch or overlap.
    pub closest: Closest<V>,
    /// The distance is at most this much below `closest.distance`, up to the rounding of the points themselves.
    pub error_bound: V::Scalar,
    /// Steps taken.
    pub iterations: u32,
    /// How it ended.
    pub status: Status,
}

/// They share a point, as far as rounding lets one tell: no plane between them could be found, and their distance
/// is not above [`FLOOR`] roundings of the largest coordinate.
pub fn intersects<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> bool {
    decide(a, b).unwrap_or(false)
}

/// The same; `None` when it did not converge, and more digits may tell.
pub fn decide<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    match status(a, b) {
        Status::Touching | Status::Overlapping => Some(true),
        Status::Separated => Some(false),
        Status::NotConverged => None,
    }
}

/// The same; `None` also where they are so close that more digits may tell them apart.
pub fn decide_clearly<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Option<bool> {
    match status(a, b) {
        Status::Overlapping => Some(true),
        Status::Separated => Some(false),
        Status::Touching | Status::NotConverged => None,
    }
}

/// The closest points; those found, when it did not converge. [`outcome`] tells.
pub fn distance<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Closest<V> {
    outcome(a, b).closest
}

/// The closest points, their error bound, and how it ended.
pub fn outcome<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Outcome<V> {
    run(a, b, &mut never, None, &mut |_, _, _| {}, &mut |_, _, _| {})
}

/// The same, ended as soon as they are seen to be farther apart than `far`: the distance is then more than that, but perhaps not the
/// least. Where they overlap in space, also four points of `a`, each with one of `b`, whose differences hold the origin.
pub(crate) fn within<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    far: V::Scalar,
) -> (Outcome<V>, Option<Around<V>>) {
    let mut around = None;
    let mut end = |part: &Part<V>, shapes: &Shapes<'_, V>, _| around = part.around_origin(shapes.scale);
    (run(a, b, &mut beyond(far), None, &mut |_, _, _| {}, &mut end), around)
}

/// What floats see of two shapes that are asked in more digits, where they see it clearly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance<V> {
    /// A plane across this way, from `a` to `b`, lies between them.
    Apart(V),
    /// They share a point.
    Together,
}

/// The same, as far as it is certain for all shapes whose farthest points are off from these by no more than 2^-36 of the
/// coordinates; the way is the shortest, to floats, where `near` is asked for.
pub(crate) fn glance<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    near: bool,
) -> Option<Glance<V>> {
    let mut together = None;
    let mut end = |part: &Part<V>, shapes: &Shapes<'_, V>, lower| {
        let rough = shapes.largest() * V::Scalar::from_f64(ROUGH);
        // Where it was scaled, farthest points are out of what floats hold.
        if shapes.scale == V::Scalar::ONE {
            let encloses = part.encloses && part.is_deeper(rough);
            together = if lower > rough { Some(false) } else { encloses.then_some(true) };
        }
    };
    let apart = &mut beyond(V::Scalar::ZERO);
    let mut enough = |shapes: &Shapes<'_, V>, way, bounds| !near && apart(shapes, way, bounds);
    let closest = run(a, b, &mut enough, None, &mut |_, _, _| {}, &mut end).closest;
    // Shapes are often in line, and the simplex is flat then.
    if together.is_none() && closest.distance == V::Scalar::ZERO && holds_origin(a, b) {
        together = Some(true);
    }
    let way = closest.on_b - closest.on_a;
    together.map(|together| if together { Glance::Together } else { Glance::Apart(way) })
}

/// The farthest points of the difference set along the axes, up and down, are corners around the origin, of which no side is as near as
/// points may be off.
fn holds_origin<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> bool {
    let mut shapes = Shapes::new(a, b);
    let axes = [0, 1, 2].each(|i| V::splat(V::Scalar::ZERO).with(i % V::DIM, V::Scalar::ONE));
    let ends = axes.each(|axis| [-axis, axis].each(|way| shapes.farthest(way).at));
    let rough = shapes.largest() * V::Scalar::from_f64(ROUGH);
    (1e-60..1e60).contains(&shapes.largest().to_f64())
        && (0..1_usize << V::DIM).all(|side| {
            let [p, q, r] = [0, 1, 2].each(|i| ends[i][side >> i & 1]);
            let turned = (0..V::DIM).filter(|i| side >> i & 1 == 0).count() % 2 == 1;
            let (volume, area) = if V::DIM == 3 {
                (p.triple(q, r), (q - p).wedge_squared(r - p))
            } else {
                (p.wedge_dot(q, axes[0], axes[1]), (q - p).length_squared())
            };
            (if turned { -volume } else { volume }) > rough * area.sqrt()
        })
}

/// They share a point, as far as that is seen clearly.
pub(crate) fn seen<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Option<bool> {
    glance(a, b, false).map(|seen| matches!(seen, Glance::Together))
}

/// [`outcome_along`]; `None` as soon as `passes` says that a plane settles what is to be known, by its unit normal from `a` to `b` and their
/// gap along it, of which rounding is taken off. Shapes of extreme sizes are not settled so.
pub(crate) fn outcome_unless<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
    passes: &impl Fn(V, V::Scalar) -> bool,
) -> Option<Outcome<V>> {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    let mut passed = false;
    let mut enough = |shapes: &Shapes<'_, V>, way: V, bound: V::Scalar| {
        let gap = bound - shapes.roundings(FLOOR);
        passed = V::Scalar::ZERO < gap
            && shapes.scale == V::Scalar::ONE
            && passes(-(way * (V::Scalar::ONE / way.length())), gap);
        passed
    };
    let found = run(a, b, &mut enough, way, &mut |_, _, _| {}, &mut |_, _, _| {});
    (!passed).then_some(found)
}

/// [`outcome`], begun along a way from `a` to `b` that is nearly the shortest, where one is known.
pub(crate) fn outcome_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> Outcome<V> {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    run(a, b, &mut never, way, &mut |_, _, _| {}, &mut |_, _, _| {})
}

/// The closest points, begun along a way from `a` to `b` that is nearly the shortest.
pub(super) fn distance_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: V,
) -> Closest<V> {
    outcome_along(a, b, Some(way)).closest
}

/// The closest points, begun along a way from `a` to `b`, where one is known, and the direction across the plane between the two, of any
/// length: of a short way it has more digits than the difference of its ends.
pub(super) fn plane_along<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    way: Option<V>,
) -> (Closest<V>, V) {
    let way = way.filter(|way| !way.is_zero()).map(|way| -way);
    let mut across = None;
    let mut end = |part: &Part<V>, _: &Shapes<'_, V>, _| across = Some(-part.across);
    let closest = run(a, b, &mut never, way, &mut |_, _, _| {}, &mut end).closest;
    (closest, across.unwrap_or(closest.on_b - closest.on_a))
}

/// The same, told step by step: the points of the simplex, its point nearest to the origin, and the bounds of the
/// distance.
pub fn watched<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    step: &mut impl FnMut(&[V], V, V::Scalar, V::Scalar),
) -> Outcome<V> {
    let mut watch = |part: &Part<V>, unscale, [lower, upper]: [V::Scalar; 2]| {
        let points = part.vertices.each(|vertex| vertex.at * unscale);
        step(&points[..part.count], part.foot * unscale, lower * unscale, upper * unscale);
    };
    run(a, b, &mut never, None, &mut watch, &mut |_, _, _| {})
}

/// How yes or no ends.
fn status<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Status {
    run(a, b, &mut beyond(V::Scalar::ZERO), None, &mut |_, _, _| {}, &mut |_, _, _| {}).status
}

/// The same, and where they overlap in space, four points of `a`, each with one of `b`, whose differences hold the origin.
pub(super) fn around<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> (Status, Option<Around<V>>) {
    let (found, around) = within(a, b, V::Scalar::ZERO);
    (found.status, around)
}

/// Four points of one shape, each with one of another.
pub(crate) type Around<V> = [[V; 2]; 4];

/// A point of the difference set: `at = on_a - on_b`.
#[derive(Clone, Copy)]
struct Vertex<V> {
    at: V,
    on_a: V,
    on_b: V,
}

/// Both shapes, times a power of two.
struct Shapes<'s, V: Vector> {
    a: &'s dyn Support<Vector = V>,
    b: &'s dyn Support<Vector = V>,
    scale: V::Scalar,
    /// The largest coordinate of any point seen, of each.
    reach: [V::Scalar; 2],
    /// By which part of it points of each may be off.
    rounding: [V::Scalar; 2],
}

impl<'s, V: FloatVector> Shapes<'s, V> {
    fn new(a: &'s dyn Support<Vector = V>, b: &'s dyn Support<Vector = V>) -> Self {
        let rounding = [a.rounding(), b.rounding()];
        Self { a, b, scale: V::Scalar::ONE, reach: [V::Scalar::ZERO; 2], rounding }
    }

    /// The point of the difference set farthest along `direction`.
    #[inline]
    fn farthest(&mut self, direction: V) -> Vertex<V> {
        self.seen(self.a.support(direction) * self.scale, self.b.support(-direction) * self.scale)
    }

    /// The difference of two points of the shapes.
    #[inline]
    fn seen(&mut self, on_a: V, on_b: V) -> Vertex<V> {
        for axis in 0..V::DIM {
            self.reach[0] = Ring::max(on_a.get(axis).abs(), self.reach[0]);
            self.reach[1] = Ring::max(on_b.get(axis).abs(), self.reach[1]);
        }
        Vertex { at: on_a - on_b, on_a, on_b }
    }

    /// From the middle of `b` to that of `a`; another way where they are as good as one.
    #[inline]
    fn way(&mut self) -> V {
        let way = self.seen(self.a.middle() * self.scale, self.b.middle() * self.scale).at;
        if way.length() > self.roundings(FLOOR) {
            return way;
        }
        // Turned for the shapes in the other order, which are then told the same.
        let zero = V::Scalar::ZERO;
        let first = (0..V::DIM).map(|axis| way.get(axis)).find(|x| *x != zero);
        let one = if first.is_some_and(|x| x < zero) { -V::Scalar::ONE } else { V::Scalar::ONE };
        way.zero().with(0, one)
    }

    #[inline]
    fn largest(&self) -> V::Scalar {
        Ring::max(self.reach[0], self.reach[1])
    }

    /// This many roundings of the largest coordinate.
    #[inline]
    fn roundings(&self, count: f64) -> V::Scalar {
        let [a, b] = [0, 1].each(|i| self.reach[i] * self.rounding[i]);
        Ring::max(a, b) * V::Scalar::from_f64(count)
    }

    /// Brings the coordinates to where the products of four of them neither overflow nor underflow.
    #[cold]
    fn rescale(&mut self) {
        let reach = Ring::max(self.a.reach(), self.b.reach()).to_f64();
        if reach > 0.0 && reach.is_finite() {
            // The power of two below 1 / reach, from its exponent; of a denormal reach, from the least; of the largest, 2^-1022.
            let exponent = reach.max(f64::MIN_POSITIVE).to_bits() >> 52;
            self.scale = V::Scalar::from_f64(f64::from_bits(2045_u64.saturating_sub(exponent).max(1) << 52));
        }
        self.reach = [V::Scalar::ZERO; 2];
    }
}

/// A part of the simplex with the foot of the origin on it.
#[derive(Clone, Copy)]
struct Part<V: Vector> {
    vertices: [Vertex<V>; 4],
    /// Of the vertices, not negative, with the sum 1.
    weights: [V::Scalar; 4],
    count: usize,
    /// The weighted mean.
    foot: V,
    /// `|foot|^2`.
    squared: V::Scalar,
    /// Across the part, from the origin to it: `foot`, by a way that rounds less.
    across: V,
    /// The origin is inside, by more than rounding.
    encloses: bool,
}

/// The foot of the origin on some of the vertices: a [`Part`] before it is chosen.
#[derive(Clone, Copy)]
struct Foot<V: Vector> {
    /// Which vertices, by their places.
    of: [usize; 3],
    /// Of them, not negative, with the sum 1.
    weights: [V::Scalar; 3],
    count: usize,
    /// The weighted mean.
    at: V,
    /// `|at|^2`.
    squared: V::Scalar,
    /// Along an edge, across a triangle.
    along: V,
}

impl<V: FloatVector> Foot<V> {
    /// On the vertex in the first place, `w`.
    #[inline]
    fn point(w: V) -> Self {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let squared = w.length_squared();
        Self { of: [0; 3], weights: [one, zero, zero], count: 1, at: w, squared, along: w }
    }

    /// On the edge from `w` to the vertex in place `i`, if the foot is inside.
    #[inline]
    fn edge(vertices: &[Vertex<V>; 4], i: usize) -> Option<Self> {
        let w = vertices[0].at;
        let d = vertices[i].at - w;
        let (along, dd) = (-w.dot(d), d.length_squared());
        if !(V::Scalar::ZERO < along && along < dd) {
            return None;
        }
        let t = along / dd;
        let at = w + d * t;
        let weights = [V::Scalar::ONE - t, t, V::Scalar::ZERO];
        Some(Self { of: [0, i, 0], weights, count: 2, at, squared: at.length_squared(), along: d })
    }

    /// On the triangle of `w` and the vertices in places `i` and `j`, with the normal `n = (p - w) x (q - w)`, if the
    /// foot is inside.
    #[inline]
    fn triangle(vertices: &[Vertex<V>; 4], [i, j]: [usize; 2], n: V) -> Option<Self> {
        let zero = V::Scalar::ZERO;
        let w = vertices[0].at;
        let (to_p, to_q) = (vertices[i].at - w, vertices[j].at - w);
        // Areas over the edges at w: of p and q themselves, far away, they would cancel.
        let nn = n.length_squared();
        let of_p = to_q.wedge_dot(w, to_p, to_q);
        let of_q = w.wedge_dot(to_p, to_p, to_q);
        let of_w = nn - of_p - of_q;
        if !(zero < of_p && zero < of_q && zero < of_w) {
            return None;
        }
        let weights = [of_w / nn, of_p / nn, of_q / nn];
        let at = w + to_p * weights[1] + to_q * weights[2];
        Some(Self { of: [0, i, j], weights, count: 3, at, squared: at.length_squared(), along: n })
    }

    /// The nearer of this and another, if there is another.
    #[inline]
    fn nearer(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.squared < self.squared => other,
            _ => self,
        }
    }

    /// The part that it stands on.
    #[inline]
    fn part(self, vertices: &[Vertex<V>; 4]) -> Part<V> {
        let Self { of, weights: [a, b, c], count, at: foot, squared, along } = self;
        let across = match count {
            1 => foot,
            // What rounding left along a long edge would outweigh a short foot.
            2 => across(foot, along),
            _ if along.dot(foot) < V::Scalar::ZERO => -along,
            _ => along,
        };
        Part {
            vertices: [vertices[of[0]], vertices[of[1]], vertices[of[2]], vertices[0]],
            weights: [a, b, c, V::Scalar::ZERO],
            count,
            foot,
            squared,
            across,
            encloses: false,
        }
    }
}

impl<V: FloatVector> Part<V> {
    #[inline]
    fn point(vertex: Vertex<V>) -> Self {
        Foot::point(vertex.at).part(&[vertex; 4])
    }

    /// All of them, for weights not negative and not all 0: the origin is enclosed, if the weights are larger than their
    /// `noise`, or if the weighted mean says so too and is no longer than `limit`. The weights of a flat simplex are
    /// noise.
    #[inline]
    fn whole(
        vertices: [Vertex<V>; 4],
        weights: [V::Scalar; 4],
        noise: V::Scalar,
        count: usize,
        limit: V::Scalar,
    ) -> Option<Self> {
        let encloses = weights[..count].iter().all(|weight| *weight > noise);
        let sum = weights[0] + weights[1] + weights[2] + weights[3];
        let weights = [weights[0] / sum, weights[1] / sum, weights[2] / sum, weights[3] / sum];
        let mut foot = vertices[0].at * weights[0];
        for i in 1..count {
            foot = foot + vertices[i].at * weights[i];
        }
        let squared = foot.length_squared();
        let enclosed = encloses || squared <= limit * limit;
        enclosed.then_some(Self { vertices, weights, count, foot, squared, across: foot, encloses })
    }

    /// All of them, if the origin sees their sides turn the same way, whoever of them is up to `limit` elsewhere. Nothing is
    /// taken from anything here: seen from a vertex far away, a needle beside the origin is noise.
    fn around(vertices: [Vertex<V>; 4], count: usize, limit: V::Scalar) -> Option<Self> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let sizes = vertices.each(|Vertex { at, .. }| (0..V::DIM).fold(zero, |sum, i| sum + at.get(i).abs()));
        let mut volumes = [zero; 4];
        let mut noises = [zero; 4];
        for i in 0..count {
            let others = [1, 2, 3].each(|k| (i + k) % count);
            let ([p, q, r], [x, y, z]) = (others.each(|j| vertices[j].at), others.each(|j| sizes[j]));
            if V::DIM == 3 {
                // Every second one of four is seen from behind.
                let volume = p.triple(q, r);
                volumes[i] = if i % 2 == 0 { volume } else { -volume };
                noises[i] = limit * (x * y + y * z + z * x);
            } else {
                let [east, north] = [0, 1].each(|axis| p.zero().with(axis, one));
                volumes[i] = p.wedge_dot(q, east, north);
                noises[i] = limit * (x + y);
            }
        }
        let turned = if volumes[0] < zero { -one } else { one };
        let weights = volumes.each(|volume| volume * turned);
        let is_inside = (0..count).all(|i| weights[i] > noises[i]);
        if is_inside { Self::whole(vertices, weights, zero, count, limit) } else { None }
    }

    /// The origin is farther than this from all sides of a simplex that encloses it.
    fn is_deeper(&self, than: V::Scalar) -> bool {
        (0..self.count).all(|i| {
            let [p, q, r] = [1, 2, 3].each(|k| self.vertices[(i + k) % self.count].at);
            if V::DIM == 3 {
                p.triple(q, r).abs() > than * (q - p).wedge_squared(r - p).sqrt()
            } else {
                p.wedge_squared(q).sqrt() > than * (q - p).length()
            }
        })
    }

    /// The points of the shapes, where the part encloses the origin in space.
    fn around_origin(&self, scale: V::Scalar) -> Option<Around<V>> {
        let unscale = V::Scalar::ONE / scale;
        let pairs = || self.vertices.each(|vertex| [vertex.on_a * unscale, vertex.on_b * unscale]);
        (self.encloses && V::DIM == 3).then(pairs)
    }

    /// One of its points is this one.
    #[inline]
    fn holds(&self, vertex: Vertex<V>) -> bool {
        self.vertices[..self.count].iter().any(|v| (v.at - vertex.at).is_zero())
    }

    /// The way to a point; of an edge, what is across it.
    fn aside(&self, to: V) -> V {
        if self.count != 2 {
            return to;
        }
        across(to, self.vertices[1].at - self.vertices[0].at)
    }

    /// The points of the shapes whose difference the foot is.
    fn witnesses(&self) -> (V, V) {
        let mut on_a = self.vertices[0].on_a * self.weights[0];
        let mut on_b = self.vertices[0].on_b * self.weights[0];
        for i in 1..self.count {
            on_a = on_a + self.vertices[i].on_a * self.weights[i];
            on_b = on_b + self.vertices[i].on_b * self.weights[i];
        }
        (on_a, on_b)
    }
}

/// What of `v` is across an edge.
#[inline(always)]
fn across<V: FloatVector>(v: V, edge: V) -> V {
    v - edge * (v.dot(edge) / edge.length_squared())
}

/// More than the rounding of a determinant of any two (in 3D three) of these vectors.
#[inline]
fn noise<V: FloatVector>(vectors: &[V]) -> V::Scalar {
    let mut product = V::Scalar::EPSILON * V::Scalar::from_f64(16.0);
    let mut least = V::Scalar::ONE.infinity();
    for v in vectors {
        let mut size = V::Scalar::ZERO;
        for axis in 0..V::DIM {
            size = size + v.get(axis).abs();
        }
        product = product * size;
        least = Ring::min(least, size);
    }
    product / least
}

/// Which part of the simplex of an old part and a new vertex is nearest to the origin? All of it, when that is
/// nearer than a limit.
struct With<'p, V: Vector>(&'p Part<V>, Vertex<V>, V::Scalar);

impl<V: FloatVector> ByDim<V> for With<'_, V> {
    type Answer = Part<V>;

    #[inline]
    fn d2(self) -> Part<V>
    where
        V: Vector2,
    {
        let Self(old, w, limit) = self;
        let [p, q, ..] = old.vertices;
        let vertices = [w, p, q, w];
        let best = Foot::point(w.at).nearer(Foot::edge(&vertices, 1));
        if old.count < 2 {
            return best.part(&vertices);
        }
        // w + s (p - w) + t (q - w) = 0, by Cramer's rule.
        let zero = V::Scalar::ZERO;
        let (to_p, to_q) = (p.at - w.at, q.at - w.at);
        let area = to_p.perp_dot(to_q);
        let side = if area < zero { -V::Scalar::ONE } else { V::Scalar::ONE };
        let (of_p, of_q) = (to_q.perp_dot(w.at) * side, w.at.perp_dot(to_p) * side);
        let of_w = area * side - of_p - of_q;
        if zero <= of_p
            && zero <= of_q
            && zero <= of_w
            && (area < zero || zero < area)
            && let Some(whole) =
                Part::whole(vertices, [of_w, of_p, of_q, zero], noise(&[w.at, to_p, to_q]), 3, limit)
        {
            return whole;
        }
        let best = best.nearer(Foot::edge(&vertices, 2));
        whole_or_nearer(old, best, vertices, limit)
    }

    #[inline]
    fn d3(self) -> Part<V>
    where
        V: Vector3,
    {
        let Self(old, w, limit) = self;
        let [p, q, r, _] = old.vertices;
        let vertices = [w, p, q, r];
        let best = Foot::point(w.at).nearer(Foot::edge(&vertices, 1));
        if old.count < 2 {
            return best.part(&vertices);
        }
        let (to_p, to_q) = (p.at - w.at, q.at - w.at);
        let n_pq = to_p.cross(to_q);
        let best = best.nearer(Foot::edge(&vertices, 2)).nearer(Foot::triangle(&vertices, [1, 2], n_pq));
        if old.count < 3 {
            return best.part(&vertices);
        }
        // w + s (p - w) + t (q - w) + u (r - w) = 0, by Cramer's rule.
        let zero = V::Scalar::ZERO;
        let to_r = r.at - w.at;
        let (n_qr, n_rp) = (to_q.cross(to_r), to_r.cross(to_p));
        let volume = to_p.dot(n_qr);
        let w_at = if volume < zero { w.at } else { -w.at };
        let (of_p, of_q, of_r) = (w_at.dot(n_qr), w_at.dot(n_rp), w_at.dot(n_pq));
        let of_w = volume.abs() - of_p - of_q - of_r;
        let inside = zero <= of_p && zero <= of_q && zero <= of_r && zero <= of_w;
        if inside
            && (volume < zero || zero < volume)
            && let Some(whole) =
                Part::whole(vertices, [of_w, of_p, of_q, of_r], noise(&[w.at, to_p, to_q, to_r]), 4, limit)
        {
            return whole;
        }
        let best = best
            .nearer(Foot::edge(&vertices, 3))
            .nearer(Foot::triangle(&vertices, [2, 3], n_qr))
            .nearer(Foot::triangle(&vertices, [3, 1], n_rp));
        whole_or_nearer(old, best, vertices, limit)
    }
}

/// The best part of a simplex that was not seen to hold the origin. If it is no nearer than the old one was, rounding hides that.
#[inline]
fn whole_or_nearer<V: FloatVector>(
    old: &Part<V>,
    best: Foot<V>,
    vertices: [Vertex<V>; 4],
    limit: V::Scalar,
) -> Part<V> {
    if best.squared < old.squared {
        return best.part(&vertices);
    }
    Part::around(vertices, old.count + 1, limit).unwrap_or_else(|| best.part(&vertices))
}

/// The search goes on until the distance is known.
fn never<V: FloatVector>(_: &Shapes<'_, V>, _: V, _: V::Scalar) -> bool {
    false
}

/// The search ends where they are seen to be farther apart than `far`: 0 for yes or no.
fn beyond<V: FloatVector>(far: V::Scalar) -> impl Fn(&Shapes<'_, V>, V, V::Scalar) -> bool {
    move |shapes, _, lower| lower > far * shapes.scale + shapes.roundings(FLOOR)
}

/// The loop. It may end where `enough` says so, of a direction from `b` to `a` and the lower bound along it, both scaled. `watch` is told each simplex, what scales it back
/// to size, and both bounds; `end` the last simplex and the lower bound, both scaled. It begins along `way` from `b` to `a`, if
/// one is known.
fn run<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    enough: &mut impl FnMut(&Shapes<'_, V>, V, V::Scalar) -> bool,
    way: Option<V>,
    watch: &mut impl FnMut(&Part<V>, V::Scalar, [V::Scalar; 2]),
    end: &mut impl FnMut(&Part<V>, &Shapes<'_, V>, V::Scalar),
) -> Outcome<V> {
    let zero = V::Scalar::ZERO;
    let mut shapes = Shapes::new(a, b);
    let begin = |shapes: &mut Shapes<'_, V>| {
        let way = way.unwrap_or_else(|| shapes.way());
        (way, shapes.farthest(-way))
    };
    let (mut way, mut first) = begin(&mut shapes);
    if !(1e-60..1e60).contains(&shapes.largest().to_f64()) {
        shapes.rescale();
        (way, first) = begin(&mut shapes);
    }
    let unscale = V::Scalar::ONE / shapes.scale;
    let mut lower = Ring::max(way.dot(first.at) / way.length(), zero);
    if enough(&shapes, way, lower) {
        end(&Part::point(first), &shapes, lower);
        let (distance, error_bound) = (lower * unscale, V::Scalar::ONE.infinity());
        let closest = Closest { distance, on_a: first.on_a * unscale, on_b: first.on_b * unscale };
        return Outcome { closest, error_bound, iterations: 0, status: Status::Separated };
    }
    let mut part = Part::point(first);
    // The nearest so far, where that is not `part` itself.
    let mut nearest: Option<Part<V>> = None;
    let mut least = part.squared;
    let mut upper = part.squared.sqrt();
    let mut direction = part.across;
    let (mut iterations, mut idle) = (0, 0);
    // The direction is turned away from what was farthest.
    let mut turned = false;
    let status = loop {
        if !part.squared.is_finite() {
            break Status::NotConverged;
        }
        if part.encloses {
            nearest = None;
            break Status::Overlapping;
        }
        if upper <= shapes.roundings(FLOOR) {
            break if part.count > V::DIM { Status::Overlapping } else { Status::Touching };
        }
        if iterations == LIMIT {
            break Status::NotConverged;
        }
        iterations += 1;
        let w = shapes.farthest(-direction);
        let bound = direction.dot(w.at) / direction.length();
        let mut better = bound > lower;
        lower = Ring::max(bound, lower);
        watch(&part, unscale, [lower, upper]);
        let separated = lower > shapes.roundings(FLOOR);
        if upper - lower <= shapes.roundings(GOAL) || enough(&shapes, direction, bound) {
            break Status::Separated;
        }
        let floor = shapes.roundings(FLOOR);
        let next = V::by_dim(With(&part, w, floor));
        let farthest = upper + shapes.roundings(1.0);
        let sound = !(separated && next.count > V::DIM) && next.squared.sqrt() <= farthest;
        if sound && !part.holds(w) {
            if next.squared < least {
                (nearest, least, upper, better) = (None, next.squared, next.squared.sqrt(), true);
            } else if nearest.is_none() {
                nearest = Some(part);
            }
            (part, turned) = (next, false);
            direction = part.across;
        } else if !turned && !(direction - part.foot).is_zero() {
            // The normal of a needle says nothing: once more, along the foot itself.
            direction = part.foot;
        } else if let away = part.aside(w.at)
            && !(turned || upper - lower <= floor || away.is_zero())
        {
            // Of many that are farthest but for rounding it is always this one: once more, by a rounding away from it.
            (direction, turned) = (part.foot + away * (floor / away.length()), true);
        } else {
            idle = PATIENCE;
        }
        idle = if better { 0 } else { idle + 1 };
        if idle > PATIENCE {
            // No separating direction, and closer than an `f64` could tell: over more digits too.
            let unseen = shapes.largest() * V::Scalar::from_f64(FLOOR * f64::EPSILON);
            break if upper - lower <= shapes.roundings(FLOOR) {
                Status::Separated
            } else if !separated && upper <= unseen {
                Status::Touching
            } else {
                Status::NotConverged
            };
        }
    };
    end(&part, &shapes, lower);
    let (on_a, on_b) = nearest.unwrap_or(part).witnesses();
    let (on_a, on_b) = (on_a * unscale, on_b * unscale);
    match status {
        Status::Touching | Status::Overlapping => Outcome {
            closest: Closest { distance: zero, on_a, on_b: on_a },
            error_bound: zero,
            iterations,
            status,
        },
        Status::Separated | Status::NotConverged => Outcome {
            closest: Closest { distance: upper * unscale, on_a, on_b },
            error_bound: Ring::max(upper - lower, zero) * unscale,
            iterations,
            status,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::coarse::Coarse;
    use super::*;
    use crate::shape::{Cylinder, Ellipsoid, Obb, Point, Segment, Sphere, Triangle};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

    #[test]
    fn boxes_face_to_face_are_as_far_apart_as_their_faces() {
        let a = Obb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.), AXES);
        let b = Obb::new(dvec3(3.5, 0.5, -0.25), dvec3(1., 2., 3.), AXES);
        let found = outcome(&a, &b);
        assert_eq!((found.closest.distance, found.status), (1.5, Status::Separated));
        assert!(found.iterations < 8);
    }

    #[test]
    fn kissing_spheres_touch_and_a_hair_apart_they_do_not() {
        let a = Sphere::new(dvec3(0., 0., 0.), 2.0);
        assert!(intersects(&a, &Sphere::new(dvec3(3., 4., 0.), 3.0)));
        assert!(!intersects(&a, &Sphere::new(dvec3(3., 4., 0.), 3.0 - 1e-13)));
    }

    #[test]
    fn identical_and_nested_shapes_overlap_at_one_shared_point() {
        let a = Triangle::new(dvec2(0., 0.), dvec2(4., 0.), dvec2(0., 4.));
        let b = Triangle::new(dvec2(1., 1.), dvec2(1.5, 1.), dvec2(1., 1.5));
        for found in [distance::<DVec2>(&a, &a), distance(&a, &b), distance(&b, &a)] {
            assert_eq!(found.distance, 0.0);
            assert_eq!(found.on_a, found.on_b);
        }
    }

    #[test]
    fn crossing_cylinders_are_apart_by_their_axes_less_their_radii() {
        let a = Cylinder::new(dvec3(-5., 0., 0.), dvec3(5., 0., 0.), 1.0);
        let b = Cylinder::new(dvec3(0., -5., 4.), dvec3(0., 5., 4.), 0.5);
        assert!((distance(&a, &b).distance - 2.5).abs() < 1e-14);
    }

    #[test]
    fn segments_of_length_zero_are_points() {
        let a = Segment::new(dvec3(1., 2., 2.), dvec3(1., 2., 2.));
        let b = Segment::new(DVec3::ZERO, DVec3::ZERO);
        assert_eq!(distance(&a, &b).distance, 3.0);
        assert!(intersects(&b, &b));
    }

    #[test]
    fn an_origin_deep_in_a_needle_of_a_simplex_is_enclosed() {
        use crate::number::DoubleDouble;
        use crate::vector::V2;
        // Its third simplex is 250 long and 0.3 wide: the weighted mean alone does not show that it holds the origin.
        let x = dvec2(0.687_157_764_035_308_4, 0.726_508_229_358_756_5);
        let center = dvec2(0.428_556_750_640_784_6, -0.000_271_076_056_705_361_95);
        let radii = dvec2(250.223_771_490_291_4, 0.193_159_703_821_686_8);
        let needle = Ellipsoid { center, radii, axes: [x, dvec2(-x.y, x.x)] };
        let triangle = Triangle::new(
            dvec2(-0.001_749_556_151_126_303, -0.034_028_792_905_805_516),
            dvec2(-0.200_714_183_314_887_38, -3.485_171_716_064_727),
            dvec2(0.000_226_305_692_623_430_83, 43.675_954_796_795_09),
        );
        assert_eq!(outcome(&needle, &triangle).status, Status::Overlapping);
        let precise = DoubleDouble::new;
        let (needle, triangle) = (needle.lift::<V2<_>>(&precise), triangle.lift::<V2<_>>(&precise));
        assert_eq!(outcome(&needle, &triangle).status, Status::Overlapping);
    }

    #[test]
    fn an_origin_beside_a_needle_whose_fourth_point_is_far_away_is_enclosed() {
        use crate::number::DoubleDouble;
        use crate::shape::Cone;
        use crate::vector::V3;
        // The apex of the first is inside the second, by 2e-9.
        let a = Cone::new(
            dvec3(-1.582_495_905_007_135_7, 2.236_556_140_081_973, -0.017_283_724_233_209_34),
            dvec3(-2_862.071_263_354_102_5, 2_424.442_374_537_913, -172.888_582_964_538_78),
            1_241.619_500_654_092_7,
        );
        let b = Cone::new(
            dvec3(-0.259_077_569_336_530_76, 1.244_844_991_102_244_3, 0.185_316_348_780_449_45),
            dvec3(-0.509_854_754_041_366_3, 1.723_599_266_669_902_3, 0.808_471_917_207_541_1),
            1.447_603_611_289_803_2,
        );
        let (a, b) = (a.lift::<V3<_>>(&DoubleDouble::new), b.lift::<V3<_>>(&DoubleDouble::new));
        assert_eq!(outcome(&a, &b).status, Status::Overlapping);
        assert_eq!(outcome(&b, &a).status, Status::Overlapping);
    }

    #[test]
    fn roundings_are_those_of_each_shape_at_its_own_largest_coordinate() {
        let (far, near) =
            (Coarse(Point(dvec3(1., -16., 2.)), 1e-9), Coarse(Point(dvec3(0., -0.5, 0.25)), 1e-3));
        for (a, b) in [(&far, &near), (&near, &far)] {
            let mut shapes = Shapes::new(a, b);
            shapes.farthest(DVec3::X);
            assert_eq!((shapes.largest(), shapes.roundings(2.0)), (16.0, 1e-3));
        }
    }

    #[test]
    fn of_a_huge_shape_and_one_of_ordinary_size_the_distance_is_finite() {
        let far = 1e100;
        let huge = Triangle::new(dvec3(far, -far, -far), dvec3(far, far, -far), dvec3(far, 0., far));
        let small = Triangle::new(dvec3(0., -1., -1.), dvec3(0., 1., -1.), dvec3(0., 0., 1.));
        for found in [outcome(&huge, &small), outcome(&small, &huge)] {
            assert_eq!((found.closest.distance, found.status), (far, Status::Separated));
        }
    }

    #[test]
    fn where_rounding_hides_a_better_point_it_ends_soon() {
        let cases = [
            ([4., 2., 9.], [[3., -7., -1.], [7., -3., 0.]], 3.0),
            ([7., 5., 8.], [[10., -6., -4.], [12., -2., -2.]], 2.0),
            ([5., 9., 8.], [[-12., -1., 5.], [-10., 2., 9.]], 3.0),
        ];
        for (radii, [a, b], radius) in cases {
            let egg = Ellipsoid::new(DVec3::ZERO, DVec3::from_array(radii), AXES);
            let can = Cylinder::new(DVec3::from_array(a), DVec3::from_array(b), radius);
            let found = outcome(&egg, &can);
            assert!(found.iterations < 64 && found.error_bound < 1e-12, "{radii:?} {found:?}");
        }
    }

    /// `Some(true)`: together; `Some(false)`: apart, along the way of their middles.
    fn glanced<V: FloatVector<Scalar = f64>>(a: &Sphere<V>, b: &Sphere<V>, near: bool) -> Option<bool> {
        glance(a, b, near).map(|seen| match seen {
            Glance::Together => true,
            Glance::Apart(way) => {
                let between = b.center - a.center;
                assert!(!near || way.dot(between) > 0.999_999 * way.length() * between.length());
                false
            }
        })
    }

    #[test]
    fn a_glance_sees_what_is_clear_and_says_nothing_of_what_is_not() {
        for far in [0.0, 1e3, 1e9] {
            for near in [false, true] {
                let of = |gap: f64| {
                    let (center, aside) = (dvec3(far, 1.0, -2.0), dvec3(0.6, 0.0, 0.8));
                    let (a, b) = (Sphere::new(center, 1.0), Sphere::new(center + aside * (3.0 + gap), 2.0));
                    let flat = |ball: &Sphere<DVec3>| {
                        Sphere::new(DVec2::new(ball.center.x, ball.center.z), ball.radius)
                    };
                    [glanced(&a, &b, near), glanced(&b, &a, near), glanced(&flat(&a), &flat(&b), near)]
                };
                // By 2^-36 of the coordinates they may be elsewhere.
                let rough = ROUGH * (far + 6.0);
                assert_eq!(of(2.0 * rough + 1e-3), [Some(false); 3], "{far}");
                assert_eq!(of(-2.0), [Some(true); 3], "{far}");
                for gap in [0.01, 1e-4, 1e-8, 0.0].map(|part| part * rough) {
                    assert_eq!([of(gap), of(-gap)], [[None; 3]; 2], "{far} {gap}");
                }
                assert!(of(-1e-3 - 2.0 * rough).iter().all(|seen| *seen != Some(false)), "{far}");
            }
        }
    }

    #[test]
    fn a_glance_says_nothing_where_squares_leave_the_range() {
        for size in [1e-170, 1e170] {
            let ball = |x: f64| Ellipsoid::new(DVec3::X * (x * size), DVec3::ONE * size, AXES);
            assert!(glance(&ball(0.0), &ball(5.0), true).is_none(), "{size}");
            assert!(glance(&ball(0.0), &ball(0.5), false).is_none(), "{size}");
        }
    }
}
