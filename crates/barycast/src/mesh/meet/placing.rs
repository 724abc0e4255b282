//! The second mesh in its place.

use crate::bvh::{Across, Bvh, Placed, Tree};
use crate::frame::Affine3;
use crate::mesh::block::Block;
use crate::mesh::leaf::{Corners, numbers};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, SimdScalar};
use crate::vector::{FloatVector, Vector3};

/// A placement, number by number: the second mesh means the mesh whose corners it places, each rounded once.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct Rows<S> {
    /// `[i][j]`: what the `j`th coordinate gives to the `i`th.
    pub(in crate::mesh) turn: [[S; 3]; 3],
    pub(in crate::mesh) shift: [S; 3],
}

impl<S: Float> Rows<S> {
    pub(super) fn of<V: FloatVector<Scalar = S> + Vector3>(placement: &Affine3<V>) -> Self {
        let [x, y, z] = [placement.x, placement.y, placement.z].each(numbers);
        Self { turn: [0, 1, 2].each(|i| [x[i], y[i], z[i]]), shift: numbers(placement.translation) }
    }

    /// Every point stays in its place.
    fn is_identity(&self) -> bool {
        let one = |i: usize, j: usize| if i == j { S::ONE } else { S::ZERO };
        let turned = |i: usize| (0..3).any(|j| self.turn[i][j] != one(i, j));
        (0..3).all(|i| !turned(i) && self.shift[i] == S::ZERO)
    }

    /// In twice the digits of `f64`, rounded once.
    fn point_precisely(&self, p: [S; 3]) -> [S; 3] {
        let mut point = self.shift;
        for (to, row) in point.iter_mut().zip(&self.turn) {
            let mut sum = DoubleDouble::ZERO;
            for (x, from) in row.iter().zip(&p) {
                sum = sum + x.precise() * from.precise();
            }
            *to = S::from_precise(sum + to.precise());
        }
        point
    }

    /// In `f64`, rounded once: of `f32` the products are whole.
    fn point_in_f64(&self, p: [S; 3]) -> [S; 3] {
        let mut point = self.shift;
        for (to, row) in point.iter_mut().zip(&self.turn) {
            let mut sum = row[0].to_f64() * p[0].to_f64();
            sum += row[1].to_f64() * p[1].to_f64();
            sum += row[2].to_f64() * p[2].to_f64();
            *to = S::from_f64(sum + to.to_f64());
        }
        point
    }
}

/// Numbers of which a placement rounds a point once.
#[allow(unreachable_pub, private_interfaces, reason = "what a public trait rests on, and is sealed")]
pub trait PlacePoint: SimdScalar + Send + Sync {
    /// Where a point is placed, rounded once.
    fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3];
}

#[allow(private_interfaces, reason = "the trait is sealed")]
impl PlacePoint for f32 {
    #[inline]
    fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3] {
        rows.point_in_f64(point)
    }
}

#[allow(private_interfaces, reason = "the trait is sealed")]
impl PlacePoint for f64 {
    #[inline]
    fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3] {
        rows.point_precisely(point)
    }
}

/// A placement ready for boxes and for triangles.
pub(crate) struct Placing<S> {
    pub(in crate::mesh) rows: Rows<S>,
    pub(in crate::mesh) boxes: Placed,
    /// How far from its place, at most, floats place a coordinate of the second mesh, and one of the first where that is only about in its
    /// place: the sum of both.
    pub(super) off: S,
    /// The second mesh stays where it is: no corner is rounded.
    pub(super) is_still: bool,
    /// How far from the origin a coordinate of either mesh may be, where the first sees it.
    reach: f64,
    /// What a distance is multiplied by, and what is added, where the boxes are those of a frame of their own.
    in_boxes: [S; 2],
}

impl<S: PlacePoint> Placing<S> {
    pub(super) fn new(a: &Bvh, b: &Bvh, rows: Rows<S>) -> Self {
        let column = |j: usize| [0, 1, 2].each(|i: usize| rows.turn[i][j].to_f64());
        let boxes = Placed::new(
            &a.bounds(),
            &b.bounds(),
            [column(0), column(1), column(2)],
            rows.shift.each(Float::to_f64),
        );
        // Three products and three sums, each off by half an epsilon of at most the reach; and the place itself by one.
        let off = S::from_f64(boxes.reach() * (8.0 * S::EPSILON.to_f64())) + S::MIN_POSITIVE;
        let (is_still, reach) = (rows.is_identity(), boxes.reach());
        Self { rows, boxes, off, is_still, reach, in_boxes: [S::ONE, S::ZERO] }
    }

    /// Both meshes as they are, under trees whose boxes may lie in frames of their own.
    pub(crate) fn seen(trees: &[Tree<'_>; 2]) -> Self {
        let [a, b] = trees;
        let mut placing = Self::moved(a.bvh(), b.bvh(), [S::ZERO; 3]);
        if trees.iter().any(Tree::is_framed) {
            placing.see(a, a.placed(b), a.reach() + b.reach());
        }
        placing
    }

    /// The second mesh placed, under trees whose boxes may lie in frames of their own.
    pub(super) fn framed(trees: &[Tree<'_>; 2], rows: Rows<S>) -> Self {
        let [a, b] = trees;
        let mut placing = Self::new(a.bvh(), b.bvh(), rows);
        if trees.iter().any(Tree::is_framed) {
            let column = |j: usize| [0, 1, 2].each(|i: usize| rows.turn[i][j].to_f64());
            let axes = [column(0), column(1), column(2)];
            let (boxes, reach) = a.placed_by(b, axes, rows.shift.each(Float::to_f64));
            placing.see(a, boxes, reach);
        }
        placing
    }

    /// Boxes lie so, in a frame of the first tree, and no coordinate of either mesh is farther from the origin than `reach`.
    fn see(&mut self, a: &Tree<'_>, boxes: Placed, reach: f64) {
        (self.boxes, self.reach) = (boxes, reach);
        self.off = S::from_f64(reach * (8.0 * S::EPSILON.to_f64())) + S::MIN_POSITIVE;
        // Distances are seen by a factor, and longer by what is lost: never shorter.
        let (size, lost) = (reach.max(f64::MIN_POSITIVE), a.distance(0.0));
        let factor = (a.distance(size) - lost) / size * (1.0 + 1e-9);
        self.in_boxes = [S::from_f64(factor), S::from_f64(lost)];
    }

    /// Both meshes as they are, seen from the first tree: triangles are given [as the trees see them](Tree::sees), and floats place those of
    /// the second. What floats leave open is to be decided by the triangles themselves.
    pub(crate) fn seen_from_first(trees: &[Tree<'_>; 2]) -> Self {
        let [a, b] = trees;
        let Across { rows, shift, off } = a.across(b);
        let number = S::from_f64;
        let rows = Rows { turn: rows.each(|row| row.each(number)), shift: shift.each(number) };
        let boxes = a.placed(b);
        let reach = boxes.reach();
        let off = number(off) + S::MIN_POSITIVE;
        Self { rows, boxes, off, is_still: false, reach, in_boxes: [S::ONE, S::ZERO] }
    }

    /// A distance as the boxes see it, not less.
    pub(super) fn in_boxes(&self, distance: S) -> S {
        distance * self.in_boxes[0] + self.in_boxes[1]
    }

    /// The first mesh as it is, and the second moved.
    pub(crate) fn moved(a: &Bvh, b: &Bvh, shift: [S; 3]) -> Self {
        let (zero, one) = (S::ZERO, S::ONE);
        Self::new(a, b, Rows { turn: [[one, zero, zero], [zero, one, zero], [zero, zero, one]], shift })
    }

    /// By how much at most a distance of about this changes where corners are rounded once instead of placed by floats.
    pub(super) fn doubt(&self, distance: S) -> S {
        (self.off + distance * S::EPSILON) * S::ONE.lit(64)
    }

    /// How far from the origin a coordinate of either mesh may be, where the first sees it.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// Where floats place the corners of a triangle.
    #[inline(always)]
    pub(super) fn roughly(&self, corners: &Corners<S>) -> Corners<S> {
        let Rows { turn, shift } = &self.rows;
        let mut placed = *corners;
        for (to, [x, y, z]) in placed.iter_mut().zip(*corners) {
            for i in 0..3 {
                to[i] = turn[i][0] * x + turn[i][1] * y + turn[i][2] * z + shift[i];
            }
        }
        placed
    }

    /// Where the corners of a triangle are.
    #[inline]
    pub(in crate::mesh) fn corners(&self, corners: &Corners<S>) -> Corners<S> {
        corners.each(|corner| S::placed(&self.rows, corner))
    }

    /// The triangles of a leaf in their place, each coordinate rounded once.
    #[inline(always)]
    pub(super) fn block(&self, block: &Block<S>) -> Block<S> {
        Block::of(|lane| self.corners(&block.corners(lane)))
    }
}
