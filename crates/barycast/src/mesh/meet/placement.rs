//! Placement of the second mesh.

use crate::bvh::{Across, Bvh, Placed, Tree};
use crate::frame::Affine3;
use crate::mesh::block::Block;
use crate::mesh::leaf::{Corners, numbers};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, SimdScalar};
use crate::vector::{FloatVector, Vector3};

/// Affine placement by components. The placed mesh has each corner placed and rounded once.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct Rows<S> {
    /// Matrix: `[i][j]` is the contribution of the `j`th coordinate to the `i`th.
    pub(in crate::mesh) turn: [[S; 3]; 3],
    pub(in crate::mesh) shift: [S; 3],
}

impl<S: Float> Rows<S> {
    pub(super) fn of<V: FloatVector<Scalar = S> + Vector3>(placement: &Affine3<V>) -> Self {
        let [x, y, z] = [placement.x, placement.y, placement.z].each(numbers);
        Self { turn: [0, 1, 2].each(|i| [x[i], y[i], z[i]]), shift: numbers(placement.translation) }
    }

    /// Tests whether the placement is the identity.
    fn is_identity(&self) -> bool {
        let one = |i: usize, j: usize| if i == j { S::ONE } else { S::ZERO };
        let turned = |i: usize| (0..3).any(|j| self.turn[i][j] != one(i, j));
        (0..3).all(|i| !turned(i) && self.shift[i] == S::ZERO)
    }

    /// Places a point in double-double precision and rounds it once.
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

    /// Places a point in `f64` and rounds it once. The products of `f32` numbers are exact.
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

/// Number type that a placement rounds once.
#[allow(unreachable_pub, private_interfaces, reason = "supertrait of a public trait, sealed")]
pub trait PlacePoint: SimdScalar + Send + Sync {
    /// Returns the placed point, rounded once.
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

/// Placement prepared for boxes and for triangles.
pub(crate) struct Placing<S> {
    pub(in crate::mesh) rows: Rows<S>,
    pub(in crate::mesh) boxes: Placed,
    /// Bound on the error of a coordinate of the second mesh after a rounded placement, plus that
    /// of the first mesh if its corners are approximate.
    pub(super) off: S,
    /// Whether the second mesh is not moved, so that no corner is rounded.
    pub(super) is_still: bool,
    /// Bound on the coordinates of both meshes in the frame of the first.
    reach: f64,
    /// Factor and summand that convert a distance to the boxes' frame.
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
        // Three products and three sums, each with an error of half an epsilon of at most the
        // reach, and one epsilon for the result.
        let off = S::from_f64(boxes.reach() * (8.0 * S::EPSILON.to_f64())) + S::MIN_POSITIVE;
        let (is_still, reach) = (rows.is_identity(), boxes.reach());
        Self { rows, boxes, off, is_still, reach, in_boxes: [S::ONE, S::ZERO] }
    }

    /// Placement of two meshes as they are, whose trees may have frames.
    pub(crate) fn seen(trees: &[Tree<'_>; 2]) -> Self {
        let [a, b] = trees;
        let mut placing = Self::moved(a.bvh(), b.bvh(), [S::ZERO; 3]);
        if trees.iter().any(Tree::is_framed) {
            placing.set_frame(a, a.placed(b), a.reach() + b.reach());
        }
        placing
    }

    /// Placement of the second mesh, for trees that may have frames.
    pub(super) fn framed(trees: &[Tree<'_>; 2], rows: Rows<S>) -> Self {
        let [a, b] = trees;
        let mut placing = Self::new(a.bvh(), b.bvh(), rows);
        if trees.iter().any(Tree::is_framed) {
            let column = |j: usize| [0, 1, 2].each(|i: usize| rows.turn[i][j].to_f64());
            let axes = [column(0), column(1), column(2)];
            let (boxes, reach) = a.placed_by(b, axes, rows.shift.each(Float::to_f64));
            placing.set_frame(a, boxes, reach);
        }
        placing
    }

    /// Sets the placement of the boxes in the frame of the first tree, and the bound on the
    /// coordinates of both meshes.
    fn set_frame(&mut self, a: &Tree<'_>, boxes: Placed, reach: f64) {
        (self.boxes, self.reach) = (boxes, reach);
        self.off = S::from_f64(reach * (8.0 * S::EPSILON.to_f64())) + S::MIN_POSITIVE;
        // A distance is scaled by a factor and increased by the rounding error, so it is never too
        // short.
        let (size, lost) = (reach.max(f64::MIN_POSITIVE), a.distance(0.0));
        let factor = (a.distance(size) - lost) / size * (1.0 + 1e-9);
        self.in_boxes = [S::from_f64(factor), S::from_f64(lost)];
    }

    /// Placement of two meshes as they are, in the frame of the first tree. Triangles are given [in
    /// the coordinates of the trees](Tree::tree_point), and those of the second are placed with
    /// rounding. Pairs that this leaves undecided must be decided by the original triangles.
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

    /// Returns an upper bound of a distance in the boxes' frame.
    pub(super) fn in_boxes(&self, distance: S) -> S {
        distance * self.in_boxes[0] + self.in_boxes[1]
    }

    /// Placement that translates the second mesh.
    pub(crate) fn moved(a: &Bvh, b: &Bvh, shift: [S; 3]) -> Self {
        let (zero, one) = (S::ZERO, S::ONE);
        Self::new(a, b, Rows { turn: [[one, zero, zero], [zero, one, zero], [zero, zero, one]], shift })
    }

    /// Returns the largest change of a distance of about this size when corners are rounded once
    /// instead of placed with rounding.
    pub(super) fn rounding_of_distance(&self, distance: S) -> S {
        (self.off + distance * S::EPSILON) * S::ONE.lit(64)
    }

    /// Returns the bound on the coordinates of both meshes in the frame of the first.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// Returns the corners of a triangle, placed with rounding.
    #[inline(always)]
    pub(super) fn approximate_corners(&self, corners: &Corners<S>) -> Corners<S> {
        let Rows { turn, shift } = &self.rows;
        let mut placed = *corners;
        for (to, [x, y, z]) in placed.iter_mut().zip(*corners) {
            for i in 0..3 {
                to[i] = turn[i][0] * x + turn[i][1] * y + turn[i][2] * z + shift[i];
            }
        }
        placed
    }

    /// Returns the placed corners of a triangle, rounded once.
    #[inline]
    pub(in crate::mesh) fn corners(&self, corners: &Corners<S>) -> Corners<S> {
        corners.each(|corner| S::placed(&self.rows, corner))
    }

    /// Returns the placed triangles of a leaf, with each coordinate rounded once.
    #[inline(always)]
    pub(super) fn block(&self, block: &Block<S>) -> Block<S> {
        Block::of(|lane| self.corners(&block.corners(lane)))
    }
}
