//! The second mesh in its place.

use crate::bvh::{Bvh, Placed};
use crate::each::MapEach;
use crate::frame::Affine3;
use crate::mesh::leaf::{Corners, numbers};
use crate::mesh::tree::sealed::Asked;
use crate::number::{DoubleDouble, Float};
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

    /// In twice the digits of `f64`, rounded once.
    pub(in crate::mesh) fn point_precisely(&self, p: [S; 3]) -> [S; 3] {
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
    pub(in crate::mesh) fn point_in_f64(&self, p: [S; 3]) -> [S; 3] {
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

/// A placement ready for boxes and for triangles.
pub(in crate::mesh) struct Placing<S> {
    pub(in crate::mesh) rows: Rows<S>,
    pub(in crate::mesh) boxes: Placed,
    /// How far from its place, at most, floats place a coordinate.
    pub(super) off: S,
}

impl<S: Asked> Placing<S> {
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
        Self { rows, boxes, off }
    }

    /// Where the corners of a triangle are.
    #[inline]
    pub(in crate::mesh) fn corners(&self, corners: &Corners<S>) -> Corners<S> {
        corners.each(|corner| S::placed(&self.rows, corner))
    }
}
