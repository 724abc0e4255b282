//! The filled cells of a grid.

use super::check;
use super::{Aabb, ListError};
use crate::bvh::{Bounds, Bvh};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::vector::{FloatVector, Vector};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

/// Boxes of one size side by side in a grid: solid. Cell `[i, j, k]` goes from `origin + [i, j, k] * size` to
/// `origin + [i + 1, j + 1, k + 1] * size`, along each axis; neighbours share their face to the last bit.
#[derive(Clone)]
pub struct Voxels<V: Vector> {
    origin: V,
    size: V,
    filled: Vec<[i32; 3]>,
    /// Over the filled cells.
    tree: Later<Bvh>,
    /// The empty cells beside filled ones, and a tree over them.
    outer: Later<(Vec<[i32; 3]>, Bvh)>,
}

impl<V: Vector> fmt::Debug for Voxels<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, size, filled, .. } = self;
        f.debug_struct("Voxels").field("origin", origin).field("size", size).field("filled", filled).finish()
    }
}

impl<V: Vector + PartialEq> PartialEq for Voxels<V> {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.size == other.size && self.filled == other.filled
    }
}

/// What is made when it is first needed, and shared by copies. Without the feature `std` it is never made.
#[derive(Clone)]
struct Later<T> {
    #[cfg(feature = "std")]
    made: alloc::sync::Arc<std::sync::OnceLock<T>>,
    #[cfg(not(feature = "std"))]
    made: core::marker::PhantomData<T>,
}

impl<T> Default for Later<T> {
    #[allow(clippy::default_trait_access, reason = "with and without `std`")]
    fn default() -> Self {
        Self { made: Default::default() }
    }
}

impl<T> Later<T> {
    #[cfg(feature = "std")]
    #[allow(clippy::unnecessary_wraps, reason = "as where it is not made")]
    fn get(&self, make: impl FnOnce() -> T) -> Option<&T> {
        Some(self.made.get_or_init(make))
    }

    #[cfg(not(feature = "std"))]
    #[allow(clippy::unused_self, reason = "as where it is made")]
    const fn get(&self, _: impl FnOnce() -> T + Copy) -> Option<&T> {
        None
    }
}

/// So many cells are looked at one by one as fast as their tree is built.
const FEW_FOR_A_TREE: usize = 32;

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
        let voxels = Self { origin, size, filled, tree: Later::default(), outer: Later::default() };
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

    /// A tree over the filled cells, in boxes that hold them by a margin for rounding; `None` where they are few.
    pub(crate) fn tree(&self) -> Option<&Bvh> {
        if self.filled.len() <= FEW_FOR_A_TREE {
            return None;
        }
        self.tree.get(|| self.tree_over(&self.filled)).filter(|tree| !tree.leaves().is_empty())
    }

    /// The empty cells beside filled ones, in the order of these, and a tree over them; `None` where the filled ones are few.
    pub(crate) fn outer(&self) -> Option<&(Vec<[i32; 3]>, Bvh)> {
        if self.filled.len() <= FEW_FOR_A_TREE {
            return None;
        }
        self.outer.get(|| {
            let outer = self.beside();
            let tree = self.tree_over(&outer);
            (outer, tree)
        })
    }

    /// The empty cells beside filled ones, in the order of these.
    pub(crate) fn beside(&self) -> Vec<[i32; 3]> {
        let mut filled = self.filled.clone();
        filled.sort_unstable();
        filled.dedup();
        let mut beside: Vec<([i32; 3], usize)> = Vec::new();
        for cell in &filled {
            for (axis, step) in (0..V::DIM).flat_map(|axis| [(axis, -1), (axis, 1)]) {
                let mut next = *cell;
                next[axis] = cell[axis].saturating_add(step);
                if filled.binary_search(&next).is_err() {
                    beside.push((next, beside.len()));
                }
            }
        }
        beside.sort_unstable();
        beside.dedup_by_key(|(cell, _)| *cell);
        beside.sort_unstable_by_key(|(_, order)| *order);
        beside.into_iter().map(|(cell, _)| cell).collect()
    }

    fn tree_over(&self, cells: &[[i32; 3]]) -> Bvh {
        /// More than rounding does to a coordinate, and less than single precision does.
        const MARGIN: f64 = 1e-12;
        let numbers = |v: V| [0, 1, 2].each(|axis| if axis < V::DIM { v.get(axis).to_f64() } else { 0.0 });
        let bounds = |cell: &[i32; 3]| {
            let Aabb { min, max } = self.at(*cell);
            let corners = [numbers(min), numbers(max)];
            let size = corners.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            Bounds::around(&corners, size * MARGIN + f64::MIN_POSITIVE)
        };
        Bvh::build(cells.iter().map(bounds))
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
