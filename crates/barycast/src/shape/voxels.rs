//! The filled cells of a grid.

use super::check;
use super::{Aabb, ListError};
use crate::number::{DoubleDouble, Float};
use crate::vector::{FloatVector, Vector};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Boxes of one size side by side in a grid: solid. Cell `[i, j, k]` goes from `origin + [i, j, k] * size` to
/// `origin + [i + 1, j + 1, k + 1] * size`, along each axis; neighbours share their face to the last bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Voxels<V: Vector> {
    origin: V,
    size: V,
    filled: Vec<[i32; 3]>,
}

impl<V: Vector> Voxels<V> {
    /// The low corner of cell 0.
    pub const fn origin(&self) -> V {
        self.origin
    }

    /// How far a cell reaches along each axis.
    pub const fn size(&self) -> V {
        self.size
    }

    /// The filled cells, as given; in 2D the third number is 0.
    pub fn filled(&self) -> &[[i32; 3]] {
        &self.filled
    }
}

impl<V: FloatVector> Voxels<V> {
    /// Of one filled cell or more, of a size of 0 or more along each axis.
    ///
    /// # Errors
    /// Names `origin` or `size` when it is not finite or the size negative, `filled` when it is empty or a cell's corner
    /// is out of the range of numbers.
    pub fn try_new(origin: V, size: V, filled: Vec<[i32; 3]>) -> Result<Self, ListError> {
        check::finite("origin", origin)?;
        check::sizes("size", size)?;
        if filled.is_empty() {
            return Err(ListError { field: "filled", message: "must not be empty".to_string() });
        }
        let voxels = Self { origin, size, filled };
        for i in 0..voxels.filled.len() {
            let Aabb { min, max } = voxels.cell(i);
            if check::finite("", min).and_then(|()| check::finite("", max)).is_err() {
                let message = format!("must be in the range of numbers, but cell {i} is not");
                return Err(ListError { field: "filled", message });
            }
        }
        Ok(voxels)
    }

    /// A filled cell, by its place in the list.
    pub fn cell(&self, i: usize) -> Aabb<V> {
        self.at(self.filled[i])
    }

    /// A cell, filled or not.
    pub fn at(&self, cell: [i32; 3]) -> Aabb<V> {
        let corner = |more: i32| {
            V::from_fn(|axis| {
                let index = V::Scalar::from_f64(f64::from(cell[axis]) + f64::from(more));
                self.origin.get(axis) + index * self.size.get(axis)
            })
        };
        Aabb { min: corner(0), max: corner(1) }
    }

    /// The corners of a filled cell are not exactly where they are told.
    pub(crate) fn is_rounded(&self, i: usize) -> bool {
        let precise = |x: f64| DoubleDouble::new(x);
        (0..V::DIM).flat_map(|axis| [(axis, 0.0), (axis, 1.0)]).any(|(axis, more)| {
            let index = f64::from(self.filled[i][axis]) + more;
            let (way, rest) = (precise(index) * self.size.get(axis).precise()).parts();
            let (_, left) = (self.origin.get(axis).precise() + precise(way)).parts();
            // What is left of a product this small may have vanished.
            rest != 0.0 || left != 0.0 || (way != 0.0 && way.abs() < 1e-250)
        })
    }

    /// The box around all cells.
    pub fn bounds(&self) -> Aabb<V> {
        let (mut low, mut high) = (self.filled[0], self.filled[0]);
        for cell in &self.filled {
            for axis in 0..3 {
                low[axis] = low[axis].min(cell[axis]);
                high[axis] = high[axis].max(cell[axis]);
            }
        }
        let corner = |cell: [i32; 3], more: f64| {
            V::from_fn(|axis| {
                let index = V::Scalar::from_f64(f64::from(cell[axis]) + more);
                self.origin.get(axis) + index * self.size.get(axis)
            })
        };
        let bounds = Aabb { min: corner(low, 0.0), max: corner(high, 1.0) };
        debug_assert!(bounds.min.le_all(bounds.max), "sizes are not negative");
        bounds
    }
}
