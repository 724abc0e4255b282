//! The simplex, and its part closest to the origin.

use super::difference::Vertex;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Four points of one shape, each with one of another.
pub(crate) type Around<V> = [[V; 2]; 4];

/// Part of the simplex with the foot of the origin on it.
#[derive(Clone, Copy)]
pub(super) struct Part<V: Vector> {
    pub(super) vertices: [Vertex<V>; 4],
    /// Barycentric coordinates of the foot, not negative, with the sum 1.
    pub(super) weights: [V::Scalar; 4],
    pub(super) count: usize,
    /// Foot of the origin: the weighted mean of the vertices.
    pub(super) foot: V,
    /// `|foot|^2`.
    pub(super) squared: V::Scalar,
    /// Vector from the origin perpendicular to the part: `foot`, computed with less rounding.
    pub(super) across: V,
    /// `true` if the origin is inside by more than rounding.
    pub(super) encloses: bool,
}

/// Foot of the origin on some of the vertices: a [`Part`] before it is chosen.
#[derive(Clone, Copy)]
struct Foot<V: Vector> {
    /// Indices of the vertices.
    of: [usize; 3],
    /// Barycentric coordinates of the foot, not negative, with the sum 1.
    weights: [V::Scalar; 3],
    count: usize,
    /// Foot: the weighted mean.
    at: V,
    /// `|at|^2`.
    squared: V::Scalar,
    /// Direction along an edge, or normal of a triangle.
    along: V,
}

impl<V: FloatVector> Foot<V> {
    /// Returns the foot on the vertex at index 0, `w`.
    #[inline]
    fn point(w: V) -> Self {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let squared = w.length_squared();
        Self { of: [0; 3], weights: [one, zero, zero], count: 1, at: w, squared, along: w }
    }

    /// Returns the foot on the edge from `w` to vertex `i`, if it is inside the edge.
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

    /// Returns the foot on the triangle of `w`, vertex `i` and vertex `j`, with the normal
    /// `n = (p - w) x (q - w)`, if it is inside the triangle.
    #[inline]
    fn triangle(vertices: &[Vertex<V>; 4], [i, j]: [usize; 2], n: V) -> Option<Self> {
        let zero = V::Scalar::ZERO;
        let w = vertices[0].at;
        let (to_p, to_q) = (vertices[i].at - w, vertices[j].at - w);
        // Areas over the edges at w: areas over p and q themselves, far away, would cancel.
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

    /// Returns the closer of this and another candidate, if there is another.
    #[inline]
    fn nearer(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.squared < self.squared => other,
            _ => self,
        }
    }

    /// Builds the part on which the foot stands.
    #[inline]
    fn part(self, vertices: &[Vertex<V>; 4]) -> Part<V> {
        let Self { of, weights: [a, b, c], count, at: foot, squared, along } = self;
        let across = match count {
            1 => foot,
            // The rounding error along a long edge would exceed a short foot.
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
    pub(super) fn point(vertex: Vertex<V>) -> Self {
        Foot::point(vertex.at).part(&[vertex; 4])
    }

    /// Returns the whole simplex as enclosing the origin, for weights that are not negative and not
    /// all 0. The weights must exceed their `noise`, or the weighted mean must confirm them and be
    /// no longer than `limit`. The weights of a flat simplex are noise.
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

    /// Returns the whole simplex if all its sides, seen from the origin, turn the same way even if
    /// a vertex is up to `limit` elsewhere. No vertex is subtracted here: seen from a distant
    /// vertex, a needle beside the origin is noise.
    fn around(vertices: [Vertex<V>; 4], count: usize, limit: V::Scalar) -> Option<Self> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let sizes = vertices.each(|Vertex { at, .. }| (0..V::DIM).fold(zero, |sum, i| sum + at.get(i).abs()));
        let mut volumes = [zero; 4];
        let mut noises = [zero; 4];
        for i in 0..count {
            let others = [1, 2, 3].each(|k| (i + k) % count);
            let ([p, q, r], [x, y, z]) = (others.each(|j| vertices[j].at), others.each(|j| sizes[j]));
            if V::DIM == 3 {
                // Every second one of the four sides is seen from behind.
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

    /// Tests whether the origin is farther than this from all sides of a simplex that encloses it.
    pub(super) fn is_deeper(&self, than: V::Scalar) -> bool {
        (0..self.count).all(|i| {
            let [p, q, r] = [1, 2, 3].each(|k| self.vertices[(i + k) % self.count].at);
            if V::DIM == 3 {
                p.triple(q, r).abs() > than * (q - p).wedge_squared(r - p).sqrt()
            } else {
                p.wedge_squared(q).sqrt() > than * (q - p).length()
            }
        })
    }

    /// Returns the points of the shapes, if the part encloses the origin in 3D.
    pub(super) fn around_origin(&self, scale: V::Scalar) -> Option<Around<V>> {
        let unscale = V::Scalar::ONE / scale;
        let pairs = || self.vertices.each(|vertex| [vertex.on_a * unscale, vertex.on_b * unscale]);
        (self.encloses && V::DIM == 3).then(pairs)
    }

    /// Tests whether one of the points is this one.
    #[inline]
    pub(super) fn holds(&self, vertex: Vertex<V>) -> bool {
        self.vertices[..self.count].iter().any(|v| (v.at - vertex.at).is_zero())
    }

    /// Returns the vector to a point; for an edge, its component perpendicular to the edge.
    pub(super) fn aside(&self, to: V) -> V {
        if self.count != 2 {
            return to;
        }
        across(to, self.vertices[1].at - self.vertices[0].at)
    }

    /// Returns the witness points of the shapes, whose difference is the foot.
    pub(super) fn witnesses(&self) -> (V, V) {
        let mut on_a = self.vertices[0].on_a * self.weights[0];
        let mut on_b = self.vertices[0].on_b * self.weights[0];
        for i in 1..self.count {
            on_a = on_a + self.vertices[i].on_a * self.weights[i];
            on_b = on_b + self.vertices[i].on_b * self.weights[i];
        }
        (on_a, on_b)
    }
}

/// Returns the component of `v` perpendicular to an edge.
#[inline(always)]
fn across<V: FloatVector>(v: V, edge: V) -> V {
    v - edge * (v.dot(edge) / edge.length_squared())
}

/// Returns an upper bound of the rounding error of a determinant of any two (in 3D three) of these
/// vectors.
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

/// Computes the part closest to the origin of the simplex of an old part and a new vertex; the
/// whole simplex if that is closer than a limit.
pub(super) struct With<'p, V: Vector>(pub(super) &'p Part<V>, pub(super) Vertex<V>, pub(super) V::Scalar);

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

/// Returns the best part of a simplex that is not known to contain the origin, or `None` if
/// rounding hides whether it is closer than the old part.
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
