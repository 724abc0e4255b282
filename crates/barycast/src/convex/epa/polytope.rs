//! The polytope that [`epa`](super) expands: corners in the Minkowski difference of two shapes, and
//! the faces between them.

use super::outcome::GOAL;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Point of the Minkowski difference: `at = on_a - on_b`.
#[derive(Clone, Copy)]
pub(super) struct Vertex<V> {
    pub(super) at: V,
    pub(super) on_a: V,
}

/// Minkowski difference of two shapes.
pub(super) struct Difference<'s, V: Vector> {
    pub(super) a: &'s dyn Support<Vector = V>,
    pub(super) b: &'s dyn Support<Vector = V>,
    /// Largest coordinate of any point seen, per shape.
    reach: [V::Scalar; 2],
    /// Relative error of the points, per shape, as a fraction of `reach`.
    rounding: [V::Scalar; 2],
}

impl<'s, V: FloatVector> Difference<'s, V> {
    pub(super) fn new(a: &'s dyn Support<Vector = V>, b: &'s dyn Support<Vector = V>) -> Self {
        Self { a, b, reach: [V::Scalar::ZERO; 2], rounding: [a.rounding(), b.rounding()] }
    }

    pub(super) fn farthest(&mut self, direction: V) -> Vertex<V> {
        self.seen(self.a.support(direction), self.b.support(-direction))
    }

    /// Returns the difference of two points of the shapes.
    pub(super) fn seen(&mut self, on_a: V, on_b: V) -> Vertex<V> {
        for axis in 0..V::DIM {
            self.reach[0] = Ring::max(on_a.get(axis).abs(), self.reach[0]);
            self.reach[1] = Ring::max(on_b.get(axis).abs(), self.reach[1]);
        }
        Vertex { at: on_a - on_b, on_a }
    }

    /// Returns this many roundings of the largest coordinate.
    pub(super) fn roundings(&self, count: f64) -> V::Scalar {
        let [a, b] = [0, 1].each(|i| self.reach[i] * self.rounding[i]);
        Ring::max(a, b) * V::Scalar::from_f64(count)
    }

    /// Returns the relative error of points, as a fraction of their coordinates.
    pub(super) fn rounding(&self) -> V::Scalar {
        Ring::max(self.rounding[0], self.rounding[1])
    }
}

/// Side of a face: in 3D the edge from one corner to the next. There are fewer than 2^16 faces,
/// since there are at most [`LIMIT`](super::LIMIT) corners plus those at the start.
#[derive(Clone, Copy)]
struct Side {
    face: u16,
    edge: u16,
}

/// Face: in 3D a triangle, in 2D the edge between its first two corners.
#[derive(Clone, Copy)]
pub(super) struct Face<V: Vector> {
    pub(super) corners: [u16; 3],
    /// In 3D the sides of other faces across the edge from each corner to the next.
    beyond: [Side; 3],
    /// Outward normal of length 1; zero if the corners are collinear.
    pub(super) normal: V,
    /// Distance of the plane along the normal; minus infinity if the normal is zero, so that every
    /// corner sees the face.
    pub(super) offset: V::Scalar,
    pub(super) alive: bool,
}

/// Computes the outward normal of a face, of any length.
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

/// Returns the indices of the other two edges of a triangle, in order.
fn after(edge: u16) -> [usize; 2] {
    [[1, 2], [2, 0], [0, 1]][usize::from(edge)]
}

/// Scales to length 1; zero stays zero.
#[inline]
fn unit<V: FloatVector>(n: V) -> V {
    let squared = n.length_squared();
    if squared > V::Scalar::MIN_POSITIVE / V::Scalar::EPSILON && squared.is_finite() {
        return n * (V::Scalar::ONE / squared.sqrt());
    }
    n.normalized_or_zero()
}

/// Corners and the faces between them.
pub(super) struct Polytope<V: Vector> {
    pub(super) vertices: Vec<Vertex<V>>,
    pub(super) faces: Vec<Face<V>>,
    /// Offset of each face; infinity if the face is deleted, or nothing lies beyond it up to
    /// rounding.
    open: Vec<V::Scalar>,
    /// Deleted faces, for reuse.
    free: SmallVec<[u16; 64]>,
    /// Edges around the region that the last corner saw, as sides of the faces beyond, in
    /// counter-clockwise order.
    rim: SmallVec<[Side; 32]>,
}

impl<V: FloatVector> Polytope<V> {
    pub(super) fn new() -> Self {
        Self {
            vertices: Vec::with_capacity(32),
            faces: Vec::with_capacity(64),
            open: Vec::with_capacity(64),
            free: SmallVec::new(),
            rim: SmallVec::new(),
        }
    }

    /// Builds the first faces: in 2D from two corners, the first one repeated as the third; in
    /// 3D from three corners, as a triangle with two sides, or from four.
    pub(super) fn begin(&mut self, corners: &[Vertex<V>]) {
        self.vertices.extend(corners.iter().copied());
        if let [a, b, c, d] = corners {
            let [b_at, c_at, d_at] = [b, c, d].each(|corner| corner.at - a.at);
            let [b, c] = if b_at.triple(c_at, d_at) < V::Scalar::ZERO { [1, 2] } else { [2, 1] };
            // The last corner lies below the first face.
            for face in [[0, b, c], [b, 0, 3], [c, b, 3], [0, c, 3]] {
                self.add(face);
            }
            for k in 0..3 {
                self.join([0, k], [k + 1, 0]);
            }
            for [one, other] in [[1, 3], [2, 1], [3, 2]] {
                self.join([one, 1], [other, 2]);
            }
        } else {
            self.add([0, 1, 2]);
            self.add([1, 0, 2]);
            for [one, other] in [[0, 0], [1, 2], [2, 1]] {
                self.join([0, one], [1, other]);
            }
        }
    }

    pub(super) fn corners(&self, face: &Face<V>) -> [V; 3] {
        face.corners.each(|i| self.vertices[usize::from(i)].at)
    }

    /// Returns by how many times the rounding error of its corners the plane of a face may be off: the
    /// square of its longest side by twice its area. In 2D it is 1.
    pub(super) fn unevenness(&self, face: &Face<V>) -> V::Scalar {
        let [p, q, r] = self.corners(face);
        let one = V::Scalar::ONE;
        if V::DIM == 2 {
            return one;
        }
        let [e, f, g] = [q - p, r - q, p - r];
        let sides = [e, f, g].each(V::length_squared);
        let longest = Ring::max(sides[0], Ring::max(sides[1], sides[2]));
        longest.div_or(e.wedge_squared(g).sqrt(), one.infinity())
    }

    fn add(&mut self, corners: [u16; 3]) -> u16 {
        let at = corners.each(|i| self.vertices[usize::from(i)].at);
        let normal = unit(V::by_dim(Normal(at)));
        let (along, none) = (normal.dot(at[0]), V::Scalar::ONE.infinity());
        let flat = normal.is_zero() || !along.is_finite();
        let (offset, open) = if flat { (-none, none) } else { (along, along) };
        let nothing = Side { face: 0, edge: 0 };
        let face = Face { corners, beyond: [nothing; 3], normal, offset, alive: true };
        if let Some(index) = self.free.pop() {
            self.faces[usize::from(index)] = face;
            self.open[usize::from(index)] = open;
            return index;
        }
        self.faces.push(face);
        self.open.push(open);
        (self.faces.len() - 1) as u16
    }

    /// Links two faces along these edges.
    fn join(&mut self, [face, edge]: [u16; 2], [other, its_edge]: [u16; 2]) {
        self.faces[usize::from(face)].beyond[usize::from(edge)] = Side { face: other, edge: its_edge };
        self.faces[usize::from(other)].beyond[usize::from(its_edge)] = Side { face, edge };
    }

    /// Returns the closest face beyond which something may lie.
    pub(super) fn nearest(&self) -> Option<usize> {
        let none = V::Scalar::ONE.infinity();
        // Four at a time, so that none waits for the previous one.
        let (mut a, mut b, mut c, mut d) = (none, none, none, none);
        let fours = self.open.chunks_exact(4);
        for offset in fours.remainder() {
            a = Ring::min(*offset, a);
        }
        for four in fours {
            a = Ring::min(four[0], a);
            b = Ring::min(four[1], b);
            c = Ring::min(four[2], c);
            d = Ring::min(four[3], d);
        }
        let least = Ring::min(Ring::min(a, b), Ring::min(c, d));
        if least < none { self.open.iter().position(|offset| *offset == least) } else { None }
    }

    /// Marks a face beyond which nothing lies, up to rounding.
    pub(super) fn settle(&mut self, face: usize) {
        self.open[face] = V::Scalar::ONE.infinity();
    }

    /// Adds a corner beyond the face. Returns `false` if rounding tears the rim.
    pub(super) fn expand(&mut self, face: usize, w: Vertex<V>, slack: V::Scalar) -> bool {
        let corner = self.vertices.len() as u16;
        self.vertices.push(w);
        let Face { corners: [p, q, _], beyond, .. } = self.faces[face];
        self.drop_face(face as u16);
        if V::DIM == 2 {
            self.add([p, corner, p]);
            self.add([corner, q, corner]);
            return true;
        }
        self.rim.clear();
        for side in beyond {
            self.pass(side, w.at, slack);
        }
        self.fan(corner)
    }

    /// Deletes the faces that a corner sees, starting across an edge, and records the rim.
    fn pass(&mut self, side: Side, eye: V, slack: V::Scalar) {
        let there = &self.faces[usize::from(side.face)];
        if !there.alive {
            return;
        }
        // Faces coplanar with the corner are deleted too: otherwise the corner would form a face
        // without area at their rim.
        if there.normal.dot(eye) - there.offset < -slack {
            self.rim.push(side);
            return;
        }
        let [next, last] = after(side.edge).each(|edge| there.beyond[edge]);
        self.drop_face(side.face);
        self.pass(next, eye, slack);
        self.pass(last, eye, slack);
    }

    /// Adds a face from each edge of the rim to the corner. Returns `false` if the rim is torn.
    fn fan(&mut self, corner: u16) -> bool {
        let mut ends: Option<[u16; 2]> = None;
        for i in 0..self.rim.len() {
            let Side { face, edge } = self.rim[i];
            let corners = self.faces[usize::from(face)].corners;
            let [from, to] = [corners[after(edge)[0]], corners[usize::from(edge)]];
            let new = self.add([from, to, corner]);
            self.join([new, 0], [face, edge]);
            if let Some([first, before]) = ends {
                self.join([before, 1], [new, 2]);
                if self.faces[usize::from(before)].corners[1] != from {
                    return false;
                }
                ends = Some([first, new]);
            } else {
                ends = Some([new, new]);
            }
        }
        let Some([first, last]) = ends else { return false };
        self.join([last, 1], [first, 2]);
        self.faces[usize::from(last)].corners[1] == self.faces[usize::from(first)].corners[0]
    }

    fn drop_face(&mut self, face: u16) {
        self.faces[usize::from(face)].alive = false;
        self.settle(usize::from(face));
        self.free.push(face);
    }

    /// Returns the point of `a` over the foot of the origin on a face, if the foot is inside the
    /// face.
    pub(super) fn foot(&self, face: &Face<V>, slack: V::Scalar) -> Option<V> {
        let [p, q, r] = self.corners(face);
        let foot = face.normal * face.offset;
        let [on_p, on_q, on_r] = face.corners.each(|i| self.vertices[usize::from(i)].on_a);
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

/// Two or three points that span as much as possible, or the normal across them if they span less.
pub(super) enum Start<V> {
    Spanned([Vertex<V>; 3]),
    Flat(V),
}

pub(super) struct Spread<'d, 's, V: Vector>(pub(super) &'d mut Difference<'s, V>);

impl<V: FloatVector> Spread<'_, '_, V> {
    /// Returns the pair farthest apart among the farthest points along the axes.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::coarse::Coarse;
    use crate::shape::Point;
    use glam::{DVec3, dvec3};

    #[test]
    fn roundings_are_those_of_each_shape_at_its_own_largest_coordinate() {
        let (far, near) =
            (Coarse(Point(dvec3(1., -16., 2.)), 1e-9), Coarse(Point(dvec3(0., -0.5, 0.25)), 1e-3));
        for (a, b) in [(&far, &near), (&near, &far)] {
            let mut d = Difference::new(a, b);
            d.farthest(DVec3::X);
            assert_eq!(d.roundings(2.0), 1e-3);
        }
        let (here, below) = (Coarse(Point(DVec3::X), 1e-9), Coarse(Point(dvec3(-8., -16., -4.)), 1e-9));
        let mut d = Difference::new(&here, &below);
        d.farthest(DVec3::X);
        assert_eq!(d.roundings(1.0), 16e-9);
    }

    #[test]
    fn a_tetrahedron_has_four_faces_outward_in_whatever_order_its_corners_come() {
        let at = [dvec3(3., -1., -1.), dvec3(-1., 3., -1.), dvec3(-1., -1., 3.), dvec3(-1., -1., -1.)];
        for order in [[0, 1, 2, 3], [1, 0, 2, 3], [3, 1, 2, 0], [2, 3, 0, 1], [0, 3, 2, 1]] {
            let mut polytope = Polytope::new();
            polytope.begin(&order.map(|i| Vertex { at: at[i], on_a: at[i] }));
            // Three at distance 1 from the origin, and the slanted one at the square root of 1/3.
            let mut offsets: Vec<f64> = polytope.faces.iter().map(|face| face.offset).collect();
            offsets.sort_by(f64::total_cmp);
            assert_eq!(offsets[1..], [1.0; 3], "{order:?}");
            assert!((offsets[0] - (1.0_f64 / 3.0).sqrt()).abs() < 1e-15, "{order:?}");
        }
    }
}
