//! The least translation that takes two boxes, or a box and a segment, apart.
//!
//! Moved along a unit vector `n`, `b` leaves `a` after
//!
//! ```text
//! depth(n) = reach_a(n) + reach_b(n) - w . n       w = b.center - a.center, turned so that w . n >= 0
//! ```
//!
//! The set of ways from a point of `a` to one of `b` is a polytope whose faces have the normals of separating
//! axes: the face normals of both, and the cross products of their edges. The least depth over these is the least
//! of all. A depth along any other axis would only be larger, so the noise of nearly parallel edges does no harm.
//!
//! Where they touch after the move: on a face of one, at the deepest point of the other's facing side, cut to that
//! face; or where two edges cross.
//!
//! Sources: [Gottschalk 1996], [Ericson 5.5]; the cut is [Sutherland 1974].

use crate::number::{Field, Float, Real, Ring};
use crate::question::Penetration;
use crate::shape::{Obb, Segment};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// What a box and a segment have in common: the points `center + sum s_i arms_i` with `|s_i| <= 1`.
#[derive(Clone, Copy, Debug)]
pub struct Core<V> {
    center: V,
    /// Zero beyond the first of a segment, and beyond the second in 2D.
    arms: [V; 3],
    /// Along the arms, but not zero for a flat box.
    edges: [V; 3],
    /// Of the face that the i-th arm leads to, along it; zero where there is none.
    normals: [V; 3],
}

impl<V: FloatVector> Core<V> {
    /// Of a box.
    pub fn of_box(b: &Obb<V>) -> Self {
        let mut core = Self::at(b.center);
        let frame = b.frame();
        for i in 0..V::DIM {
            core.arms[i] = b.arm(i);
            core.edges[i] = b.axis(i);
            let n = frame.normals[i].normalized_or_zero();
            core.normals[i] = if frame.volume < V::Scalar::ZERO { -n } else { n };
        }
        core
    }

    /// Of a segment.
    pub fn of_segment(s: &Segment<V>) -> Self {
        let half = V::Scalar::ONE.half();
        let mut core = Self::at(s.a * half + s.b * half);
        core.arms[0] = s.b * half - s.a * half;
        core.edges[0] = core.arms[0].normalized_or_zero();
        if V::DIM == 2 {
            // In the plane a segment is a flat box: it has ends, and two sides with no arm across.
            core.normals[0] = core.edges[0];
            core.normals[1] = core.edges[0].any_orthogonal();
        }
        core
    }

    fn at(center: V) -> Self {
        let none = [center.zero(); 3];
        Self { center, arms: none, edges: none, normals: none }
    }

    /// How far it reaches along `n` from its middle.
    fn reach(&self, n: V) -> V::Scalar {
        let [x, y, z] = self.arms;
        Ring::abs(x.dot(n)) + Ring::abs(y.dot(n)) + Ring::abs(z.dot(n))
    }

    /// How large its coordinates get, about.
    fn size(&self) -> V::Scalar {
        let [x, y, z] = self.arms;
        self.center.length() + x.length() + y.length() + z.length()
    }

    /// The middle of the side that lies farthest along `n`, with the free arms left out.
    fn farthest(&self, n: V, free: impl Fn(usize) -> bool) -> V {
        let mut p = self.center;
        for (i, &arm) in self.arms.iter().enumerate() {
            if !free(i) {
                p = if arm.dot(n) < V::Scalar::ZERO { p - arm } else { p + arm };
            }
        }
        p
    }

    /// The arm across the face that faces `n` most; the last where there are no faces.
    fn facing(&self, n: V) -> usize {
        let mut best = V::DIM - 1;
        for i in 0..V::DIM {
            if Ring::abs(self.normals[i].dot(n)) > Ring::abs(self.normals[best].dot(n)) {
                best = i;
            }
        }
        best
    }
}

/// An axis of least depth so far, and what touches along it.
#[derive(Clone, Copy, Debug)]
struct Axis<V: Vector> {
    depth: V::Scalar,
    /// From `a` to `b`.
    normal: V,
    touching: Touching,
}

#[derive(Clone, Copy, Debug)]
enum Touching {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// The least translation of two that intersect.
pub fn contact<V: FloatVector>(a: &Core<V>, b: &Core<V>) -> Penetration<V> {
    let least = least(a, b);
    Penetration { depth: Ring::max(least.depth, V::Scalar::ZERO), ..least }
}

/// How deep they are in each other along the unit vector `n` from `a` to `b`: negative when it separates them.
pub fn depth_along<V: FloatVector>(a: &Core<V>, b: &Core<V>, n: V) -> V::Scalar {
    a.reach(n) + b.reach(n) - (b.center - a.center).dot(n)
}

/// The least depth along the separating axes: negative when they are apart.
pub fn least<V: FloatVector>(a: &Core<V>, b: &Core<V>) -> Penetration<V> {
    let w = b.center - a.center;
    let mut best =
        Axis { depth: Real::infinity(V::Scalar::ONE), normal: w.zero(), touching: Touching::FaceOfA(0) };
    let mut scale = V::Scalar::ZERO;
    let mut consider = |n: V, touching: Touching| {
        if n.is_zero() {
            return;
        }
        let along = w.dot(n);
        let normal = if along < V::Scalar::ZERO { -n } else { n };
        let reach = a.reach(n) + b.reach(n);
        let depth = reach - Ring::abs(along);
        // An edge must win by more than rounding: parallel edges lie in faces, which say where they touch.
        let margin = match touching {
            Touching::Edges(..) => scale * V::Scalar::EPSILON * depth.lit(8),
            _ => V::Scalar::ZERO,
        };
        scale = Ring::max(scale, reach);
        if depth + margin < best.depth {
            best = Axis { depth, normal, touching };
        }
    };
    for i in 0..V::DIM {
        consider(a.normals[i], Touching::FaceOfA(i));
        consider(b.normals[i], Touching::FaceOfB(i));
    }
    for i in 0..V::DIM {
        for j in 0..V::DIM {
            consider(V::by_dim(EdgeAxis(a.edges[i], b.edges[j])), Touching::Edges(i, j));
        }
    }
    touch(a, b, &best)
}

/// Where they touch after the move.
fn touch<V: FloatVector>(a: &Core<V>, b: &Core<V>, axis: &Axis<V>) -> Penetration<V> {
    let Axis { normal, depth, touching } = *axis;
    let way = normal * depth;
    let (on_a, on_b) = match touching {
        Touching::FaceOfA(i) => {
            let on_b = deepest_on_face(a, i, b, -normal);
            (on_b + way, on_b)
        }
        Touching::FaceOfB(j) => {
            let on_a = deepest_on_face(b, j, a, normal);
            (on_a, on_a - way)
        }
        Touching::Edges(i, j) => {
            let (p, u) = (a.farthest(normal, |k| k == i), a.arms[i]);
            let (q, v) = (b.farthest(-normal, |k| k == j), b.arms[j]);
            let on_a = nearest_on_edge(p, u, q, v);
            (on_a, on_a - way)
        }
    };
    Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b }
}

/// The point of the edge `p ± u` nearest to the edge `q ± v`.
fn nearest_on_edge<V: FloatVector>(p: V, u: V, q: V, v: V) -> V {
    let w = q - p;
    let foot = w.dot(u).div_or(u.length_squared(), V::Scalar::ZERO);
    let s = w.wedge_dot(v, u, v).div_or(u.wedge_squared(v), foot);
    p + u * Ring::clamp_to(s, -V::Scalar::ONE, V::Scalar::ONE)
}

/// The farthest point along `n` of the side of `other` that faces `n`, as far as it lies over the i-th face of `over`.
fn deepest_on_face<V: FloatVector>(over: &Core<V>, i: usize, other: &Core<V>, n: V) -> V {
    let across = other.facing(n);
    let middle = other.farthest(n, |k| k != across);
    let (u, v) = (other.arms[(across + 1) % V::DIM], other.arms[(across + 2) % V::DIM]);
    let mut side = Polygon::new(middle);
    if V::DIM == 2 {
        side.push(middle - u);
        side.push(middle + u);
    } else {
        side.push(middle - u - v);
        side.push(middle + u - v);
        side.push(middle + u + v);
        side.push(middle - u + v);
    }
    // A flat face holds what lies in it but for rounding.
    let slack = V::Scalar::EPSILON * middle.get(0).lit(16) * (over.size() + other.size());
    for k in 0..V::DIM {
        if k != i {
            let edge_normal = over.normals[k];
            side = side.cut(over.center + over.arms[k], edge_normal, slack);
            side = side.cut(over.center - over.arms[k], -edge_normal, slack);
        }
    }
    let mut best = side.corners[0];
    for &p in side.points() {
        if p.dot(n) > best.dot(n) {
            best = p;
        }
    }
    best
}

/// A convex polygon of few corners: a parallelogram cut by four lines has at most 8.
struct Polygon<V> {
    corners: [V; 8],
    len: usize,
}

impl<V: FloatVector> Polygon<V> {
    fn new(any: V) -> Self {
        Self { corners: [any; 8], len: 0 }
    }

    fn push(&mut self, p: V) {
        if let Some(corner) = self.corners.get_mut(self.len) {
            *corner = p;
            self.len += 1;
        }
    }

    fn points(&self) -> &[V] {
        &self.corners[..self.len]
    }

    /// What lies behind the plane through `p` with this outward normal, or above it by no more than `slack`; the
    /// corner nearest to it where nothing does.
    fn cut(&self, p: V, normal: V, slack: V::Scalar) -> Self {
        let mut kept = Self::new(p);
        let mut nearest = (Real::infinity(V::Scalar::ONE), p);
        for (k, &from) in self.points().iter().enumerate() {
            let to = self.corners[(k + 1) % self.len];
            let (before, after) = ((from - p).dot(normal), (to - p).dot(normal));
            if before < nearest.0 {
                nearest = (before, from);
            }
            let inside = before <= slack;
            if inside {
                kept.push(from);
            }
            if inside != (after <= slack) {
                let t =
                    Ring::clamp_to(before.div_or(before - after, before.zero()), before.zero(), before.one());
                kept.push(from + (to - from) * t);
            }
        }
        if kept.len == 0 {
            kept.push(nearest.1);
        }
        kept
    }
}

/// The unit vector across two edges, zero when they are parallel; in 2D the faces say it all.
struct EdgeAxis<V>(V, V);

impl<V: FloatVector> ByDim<V> for EdgeAxis<V> {
    type Answer = V;

    fn d2(self) -> V
    where
        V: Vector2,
    {
        self.0.zero()
    }

    fn d3(self) -> V
    where
        V: Vector3,
    {
        self.0.cross(self.1).normalized_or_zero()
    }
}
