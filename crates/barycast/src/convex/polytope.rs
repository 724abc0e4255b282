//! The polytope that [`epa`](super::epa) expands: corners of the difference set of two shapes, and faces between them.

use super::epa::GOAL;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;

/// A point of the difference set: `at = on_a - on_b`.
#[derive(Clone, Copy)]
pub(super) struct Vertex<V> {
    pub(super) at: V,
    pub(super) on_a: V,
}

/// The difference set.
pub(super) struct Difference<'s, V: Vector> {
    pub(super) a: &'s dyn Support<Vector = V>,
    pub(super) b: &'s dyn Support<Vector = V>,
    /// The largest coordinate of any point seen, of each.
    reach: [V::Scalar; 2],
    /// By which part of it points of each may be off.
    rounding: [V::Scalar; 2],
}

impl<'s, V: FloatVector> Difference<'s, V> {
    pub(super) fn new(a: &'s dyn Support<Vector = V>, b: &'s dyn Support<Vector = V>) -> Self {
        Self { a, b, reach: [V::Scalar::ZERO; 2], rounding: [a.rounding(), b.rounding()] }
    }

    pub(super) fn farthest(&mut self, direction: V) -> Vertex<V> {
        let (on_a, on_b) = (self.a.support(direction), self.b.support(-direction));
        for axis in 0..V::DIM {
            self.reach[0] = Ring::max(on_a.get(axis).abs(), self.reach[0]);
            self.reach[1] = Ring::max(on_b.get(axis).abs(), self.reach[1]);
        }
        Vertex { at: on_a - on_b, on_a }
    }

    /// This many roundings of the largest coordinate.
    pub(super) fn roundings(&self, count: f64) -> V::Scalar {
        let [a, b] = [0, 1].map(|i| self.reach[i] * self.rounding[i]);
        Ring::max(a, b) * V::Scalar::from_f64(count)
    }

    /// By which part of their coordinates points may be off.
    pub(super) fn rounding(&self) -> V::Scalar {
        Ring::max(self.rounding[0], self.rounding[1])
    }
}

/// A face: in 3D a triangle, in 2D the edge between its first two corners.
#[derive(Clone, Copy)]
pub(super) struct Face<V: Vector> {
    pub(super) corners: [usize; 3],
    /// In 3D the face across the edge from each corner to the next.
    pub(super) beyond: [usize; 3],
    /// Outward, of length 1; zero when the corners are in line.
    pub(super) normal: V,
    /// Along the normal.
    pub(super) offset: V::Scalar,
    /// Nothing lies beyond it, as far as rounding lets one tell.
    pub(super) settled: bool,
    pub(super) alive: bool,
}

/// The outward normal of a face, of any length.
pub(super) struct Normal<V>([V; 3]);

impl<V: FloatVector> ByDim<V> for Normal<V> {
    type Answer = V;

    fn d2(self) -> V
    where
        V: Vector2,
    {
        let [p, q, _] = self.0;
        (p - q).perp()
    }

    fn d3(self) -> V
    where
        V: Vector3,
    {
        let [p, q, r] = self.0;
        (q - p).cross(r - p)
    }
}

pub(super) struct Polytope<V: Vector> {
    pub(super) vertices: Vec<Vertex<V>>,
    pub(super) faces: Vec<Face<V>>,
    /// Faces to be used again.
    pub(super) free: Vec<usize>,
    /// The faces made in the last step.
    pub(super) fresh: Vec<usize>,
    /// The faces that see the new corner, and the edges around them.
    pub(super) seen: Vec<usize>,
    pub(super) outline: Vec<[usize; 3]>,
}

impl<V: FloatVector> Polytope<V> {
    pub(super) fn corners(&self, face: &Face<V>) -> [V; 3] {
        face.corners.map(|i| self.vertices[i].at)
    }

    pub(super) fn add(&mut self, corners: [usize; 3], beyond: [usize; 3]) -> usize {
        let at = corners.map(|i| self.vertices[i].at);
        let normal = V::by_dim(Normal(at)).normalized_or_zero();
        let flat = normal.is_zero() || !normal.get(0).is_finite();
        let offset = if flat { V::Scalar::ONE.infinity() } else { normal.dot(at[0]) };
        let face = Face { corners, beyond, normal, offset, settled: flat, alive: true };
        let index = if let Some(index) = self.free.pop() {
            self.faces[index] = face;
            index
        } else {
            self.faces.push(face);
            self.faces.len() - 1
        };
        self.fresh.push(index);
        index
    }

    /// The nearest face that is not settled.
    pub(super) fn nearest(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (i, face) in self.faces.iter().enumerate() {
            if face.alive && !face.settled && best.is_none_or(|b| face.offset < self.faces[b].offset) {
                best = Some(i);
            }
        }
        best
    }

    /// Takes in a corner that lies beyond the face; `false` when rounding tears the outline.
    pub(super) fn expand(&mut self, face: usize, w: Vertex<V>, slack: V::Scalar) -> bool {
        let new = self.vertices.len();
        self.vertices.push(w);
        self.fresh.clear();
        let [p, q, _] = self.faces[face].corners;
        if V::DIM == 2 {
            self.drop_face(face);
            self.add([p, new, p], [0; 3]);
            self.add([new, q, new], [0; 3]);
            return true;
        }
        self.seen.clear();
        self.outline.clear();
        self.seen.push(face);
        self.faces[face].alive = false;
        let mut next = 0;
        while next < self.seen.len() {
            let here = self.faces[self.seen[next]];
            next += 1;
            for edge in 0..3 {
                let other = here.beyond[edge];
                let there = &self.faces[other];
                if !there.alive {
                    continue;
                }
                // Faces in one plane with the corner go too: else it would make a face without area at their rim.
                let hidden = !there.normal.is_zero() && there.normal.dot(w.at) - there.offset < -slack;
                if hidden {
                    self.outline.push([here.corners[edge], here.corners[(edge + 1) % 3], other]);
                } else {
                    self.faces[other].alive = false;
                    self.seen.push(other);
                }
            }
        }
        for i in 0..self.outline.len() {
            let [from, to, other] = self.outline[i];
            let index = self.add([from, to, new], [other, usize::MAX, usize::MAX]);
            let other = &mut self.faces[other];
            for k in 0..3 {
                if other.corners[k] == to && other.corners[(k + 1) % 3] == from {
                    other.beyond[k] = index;
                }
            }
        }
        self.free.extend_from_slice(&self.seen);
        self.link()
    }

    /// Joins the fresh faces at their edges to the new corner.
    pub(super) fn link(&mut self) -> bool {
        for i in 0..self.fresh.len() {
            let face = self.fresh[i];
            let to = self.faces[face].corners[1];
            let mut found = 0;
            for j in 0..self.fresh.len() {
                let other = self.fresh[j];
                if self.faces[other].corners[0] == to {
                    found += 1;
                    self.faces[face].beyond[1] = other;
                    self.faces[other].beyond[2] = face;
                }
            }
            if found != 1 {
                return false;
            }
        }
        !self.fresh.is_empty()
    }

    pub(super) fn drop_face(&mut self, face: usize) {
        self.faces[face].alive = false;
        self.free.push(face);
    }

    /// The point of `a` over the foot of the origin on a face, if that is on the face.
    pub(super) fn foot(&self, face: &Face<V>, slack: V::Scalar) -> Option<V> {
        let [p, q, r] = self.corners(face);
        let foot = face.normal * face.offset;
        let [on_p, on_q, on_r] = face.corners.map(|i| self.vertices[i].on_a);
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (e, f) = (q - p, r - p);
        if V::DIM == 2 {
            let t = (foot - p).dot(e).div_or(e.length_squared(), zero);
            let on = -slack <= t && t <= one + slack;
            return on.then(|| on_p + (on_q - on_p) * Ring::clamp_to(t, zero, one));
        }
        let area = e.wedge_squared(f);
        let (to, none) = (foot - p, zero);
        let of_q = to.wedge_dot(f, e, f).div_or(area, none);
        let of_r = e.wedge_dot(to, e, f).div_or(area, none);
        let of_p = one - of_q - of_r;
        let least = Ring::min(of_p, Ring::min(of_q, of_r));
        (area > zero && -slack <= least).then(|| on_p * of_p + on_q * of_q + on_r * of_r)
    }
}

/// Two points or three that span as much as they can; the normal across them when they span less.
pub(super) enum Start<V> {
    Spanned([Vertex<V>; 3]),
    Flat(V),
}

pub(super) struct Spread<'d, 's, V: Vector>(pub(super) &'d mut Difference<'s, V>);

impl<V: FloatVector> Spread<'_, '_, V> {
    /// The farthest apart of the points along the axes.
    pub(super) fn longest(&mut self) -> ([Vertex<V>; 2], V::Scalar) {
        let one = V::Scalar::ONE;
        let nowhere = self.0.farthest(V::splat(V::Scalar::ZERO));
        let mut best = ([nowhere; 2], V::Scalar::ZERO);
        for axis in 0..V::DIM {
            let unit = nowhere.at.zero().with(axis, one);
            let (p, q) = (self.0.farthest(-unit), self.0.farthest(unit));
            let apart = (q.at - p.at).length();
            if apart > best.1 {
                best = ([p, q], apart);
            }
        }
        best
    }
}

impl<V: FloatVector> ByDim<V> for Spread<'_, '_, V> {
    type Answer = Start<V>;

    fn d2(mut self) -> Start<V>
    where
        V: Vector2,
    {
        let ([p, q], apart) = self.longest();
        if apart <= self.0.roundings(GOAL) {
            return Start::Flat(p.at.zero().with(0, V::Scalar::ONE));
        }
        Start::Spanned([p, q, p])
    }

    fn d3(mut self) -> Start<V>
    where
        V: Vector3,
    {
        let ([p, q], apart) = self.longest();
        if apart <= self.0.roundings(GOAL) {
            return Start::Flat(p.at.zero().with(0, V::Scalar::ONE));
        }
        let along = (q.at - p.at).normalized_or_zero();
        let u = along.any_orthogonal().normalized_or_zero();
        let mut best = (p, V::Scalar::ZERO);
        for side in [u, -u, along.cross(u), -along.cross(u)] {
            let r = self.0.farthest(side);
            let off = (r.at - p.at).cross(along).length();
            if off > best.1 {
                best = (r, off);
            }
        }
        if best.1 <= self.0.roundings(GOAL) { Start::Flat(u) } else { Start::Spanned([p, q, best.0]) }
    }
}
