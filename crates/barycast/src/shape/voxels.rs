//! Voxels: the filled cells of a grid.

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

/// Boxes of equal size in a regular grid: solid. Cell `[i, j, k]` extends from
/// `origin + [i, j, k] * size` to `origin + [i + 1, j + 1, k + 1] * size`; neighbours share their
/// face to the last bit.
///
/// ```
/// use barycast::d3::f64::{Sphere, Voxels};
/// use barycast::dynamic::any::Shape3;
/// use glam::{DVec3, dvec3};
///
/// let bricks = Voxels::try_new(DVec3::ZERO, dvec3(1.0, 1.0, 1.0), vec![[0, 0, 0], [1, 0, 0], [5, 0, 0]])?;
/// assert_eq!(bricks.cell(1).max, dvec3(2.0, 1.0, 1.0));
/// let ball = Shape3::from(Sphere::new(dvec3(3.5, 0.5, 0.5), 1.0));
/// assert_eq!(Shape3::from(bricks).closest(&ball).distance, 0.5);
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[derive(Clone)]
pub struct Voxels<V: Vector> {
    origin: V,
    size: V,
    filled: Vec<[i32; 3]>,
    /// Tree over the filled cells.
    tree: Lazy<Bvh>,
    /// The empty cells next to filled ones, and a tree over them.
    boundary_cells: Lazy<(Vec<[i32; 3]>, Bvh)>,
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

/// A value computed on first use and shared by clones. Without the feature `std` it is never
/// computed.
#[derive(Clone)]
struct Lazy<T> {
    #[cfg(feature = "std")]
    value: alloc::sync::Arc<std::sync::OnceLock<T>>,
    #[cfg(not(feature = "std"))]
    value: core::marker::PhantomData<T>,
}

impl<T> Default for Lazy<T> {
    #[allow(clippy::default_trait_access, reason = "with and without `std`")]
    fn default() -> Self {
        Self { value: Default::default() }
    }
}

impl<T> Lazy<T> {
    #[cfg(feature = "std")]
    #[allow(clippy::unnecessary_wraps, reason = "as where it is not made")]
    fn get(&self, make: impl FnOnce() -> T) -> Option<&T> {
        Some(self.value.get_or_init(make))
    }

    #[cfg(not(feature = "std"))]
    #[allow(clippy::unused_self, reason = "as where it is made")]
    const fn get(&self, _: impl FnOnce() -> T + Copy) -> Option<&T> {
        None
    }
}

/// Testing this many cells one by one costs as much as building their tree.
const FEW_FOR_A_TREE: usize = 32;

impl<V: Vector> Voxels<V> {
    /// Returns the low corner of cell 0.
    pub const fn origin(&self) -> V {
        self.origin
    }

    /// Returns the size of a cell along each axis.
    pub const fn size(&self) -> V {
        self.size
    }

    /// Returns the filled cells as given; in 2D the third index is 0.
    pub fn filled(&self) -> &[[i32; 3]] {
        &self.filled
    }
}

impl<V: FloatVector> Voxels<V> {
    /// Returns the same shape over `f64`. Nothing is rounded.
    pub(crate) fn widened<W: Vector<Scalar = f64>>(&self) -> Voxels<W> {
        Voxels {
            origin: self.origin.lift(&Float::to_f64),
            size: self.size.lift(&Float::to_f64),
            filled: self.filled.clone(),
            tree: Lazy::default(),
            boundary_cells: Lazy::default(),
        }
    }

    /// Builds the shape from at least one filled cell, with a cell size of at least 0 along each
    /// axis.
    ///
    /// # Errors
    /// Returns an error naming `origin` or `size` if it is not finite or the size is negative, and
    /// `filled` if it is empty or a cell's corner overflows.
    pub fn try_new(origin: V, size: V, filled: Vec<[i32; 3]>) -> Result<Self, ListError> {
        check::finite("origin", origin)?;
        check::sizes("size", size)?;
        if filled.is_empty() {
            return Err(ListError { field: "filled", message: "must not be empty".to_string() });
        }
        let voxels = Self { origin, size, filled, tree: Lazy::default(), boundary_cells: Lazy::default() };
        for i in 0..voxels.filled.len() {
            let Aabb { min, max } = voxels.cell(i);
            if check::finite("", min).and_then(|()| check::finite("", max)).is_err() {
                let message = format!("must be in the range of floats, but cell {i} is not");
                return Err(ListError { field: "filled", message });
            }
        }
        Ok(voxels)
    }

    /// Returns the box of the i-th filled cell.
    pub fn cell(&self, i: usize) -> Aabb<V> {
        self.at(self.filled[i])
    }

    /// Returns the box of a cell, filled or not.
    pub fn at(&self, cell: [i32; 3]) -> Aabb<V> {
        let corner = |more: i32| {
            V::from_fn(|axis| {
                let index = V::Scalar::from_f64(f64::from(cell[axis]) + f64::from(more));
                self.origin.get(axis) + index * self.size.get(axis)
            })
        };
        Aabb { min: corner(0), max: corner(1) }
    }

    /// Returns a tree over the filled cells, whose boxes include a margin for rounding, or `None`
    /// if there are few cells.
    pub(crate) fn tree(&self) -> Option<&Bvh> {
        if self.filled.len() <= FEW_FOR_A_TREE {
            return None;
        }
        self.tree.get(|| self.tree_over(&self.filled)).filter(|tree| !tree.leaves().is_empty())
    }

    /// Returns the empty cells next to filled ones, ordered as those are, and a tree over them, or
    /// `None` if there are few filled cells.
    pub(crate) fn boundary_cells(&self) -> Option<&(Vec<[i32; 3]>, Bvh)> {
        if self.filled.len() <= FEW_FOR_A_TREE {
            return None;
        }
        self.boundary_cells.get(|| {
            let boundary_cells = self.empty_neighbors();
            let tree = self.tree_over(&boundary_cells);
            (boundary_cells, tree)
        })
    }

    /// Returns the empty cells next to filled ones, ordered as those are.
    pub(crate) fn empty_neighbors(&self) -> Vec<[i32; 3]> {
        let mut filled = self.filled.clone();
        filled.sort_unstable();
        filled.dedup();
        let mut empty_neighbors: Vec<([i32; 3], usize)> = Vec::new();
        for cell in &filled {
            for (axis, step) in (0..V::DIM).flat_map(|axis| [(axis, -1), (axis, 1)]) {
                let mut next = *cell;
                next[axis] = cell[axis].saturating_add(step);
                if filled.binary_search(&next).is_err() {
                    empty_neighbors.push((next, empty_neighbors.len()));
                }
            }
        }
        empty_neighbors.sort_unstable();
        empty_neighbors.dedup_by_key(|(cell, _)| *cell);
        empty_neighbors.sort_unstable_by_key(|(_, order)| *order);
        empty_neighbors.into_iter().map(|(cell, _)| cell).collect()
    }

    fn tree_over(&self, cells: &[[i32; 3]]) -> Bvh {
        /// Relative margin, more than the rounding error of a coordinate and less than single
        /// precision.
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

    /// Tests whether the corners of a filled cell are rounded.
    pub(crate) fn is_rounded(&self, i: usize) -> bool {
        let precise = |x: f64| DoubleDouble::new(x);
        (0..V::DIM).flat_map(|axis| [(axis, 0.0), (axis, 1.0)]).any(|(axis, more)| {
            let index = f64::from(self.filled[i][axis]) + more;
            let (product, rest) = (precise(index) * self.size.get(axis).precise()).parts();
            let (_, left) = (self.origin.get(axis).precise() + precise(product)).parts();
            // The rounding error of a product this small may have underflowed.
            rest != 0.0 || left != 0.0 || (product != 0.0 && product.abs() < 1e-250)
        })
    }

    /// Returns the axis-aligned bounding box of all cells.
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
