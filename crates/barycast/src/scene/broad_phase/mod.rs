//! Broad phase: all pairs of overlapping boxes, among thousands or millions.
//!
//! ```
//! use barycast::d3::Aabb;
//! use barycast::scene::broad_phase;
//! use glam::vec3;
//!
//! let boxes = [0.0, 1.0, 2.5].map(|x| Aabb::new(vec3(x, 0.0, 0.0), vec3(x + 1.0, 1.0, 1.0)));
//! assert_eq!(broad_phase::pairs(&boxes)?, [[0, 1]]); // they touch at x = 1
//!
//! // The first moves on, and through the last.
//! let moves = [vec3(5.0, 0.0, 0.0), vec3(0.0, 3.0, 0.0), vec3(0.0, 0.0, 0.0)];
//! let mut pairs = broad_phase::moving_pairs(&boxes, &moves)?;
//! pairs.sort_unstable();
//! assert_eq!(pairs, [[0, 1], [0, 2]]);
//! # Ok::<(), broad_phase::BroadPhaseError>(())
//! ```
//!
//! The pairs are exactly those for which
//! [`aabb_aabb::intersects`](crate::pair::aabb_aabb::intersects) is true, each once, the smaller
//! index first. Boxes may be flat, points, or infinite. The order of the pairs depends on the boxes
//! alone; it is the same on every machine and for any number of threads. Sort the list if another
//! order is needed.
//!
//! # How
//!
//! 1. *Cells.* A grid of about a thousand cells, at least as large as the average box. Every box is
//!    copied to each cell it overlaps; a cell with more than 2048 boxes is divided again. Each copy
//!    records along which axes its box begins in that cell. A pair is reported in exactly one cell:
//!    the one in which, along every axis, at least one of the two boxes begins. So no pair is
//!    reported twice, and the test compares integers only (`grid.rs`).
//! 2. *Leaves.* The boxes of a cell are sorted by a finer grid, and tested eight at a time against
//!    one (`leaf.rs`).
//! 3. *Fallback.* Long boxes that cross one another would be copied to too many cells. Copies are
//!    bounded by four per box in total. A cell that would exceed its share goes to a segment tree,
//!    which takes `O(n log^3 n)` time plus the number of pairs, whatever the boxes
//!    (`segment_tree.rs`).
//!
//! A leaf tests at most 2048 boxes against each other (8192 if no grid helps), so the bound of the
//! third step holds for the whole.

mod grid;
mod lanes;
mod leaf;
mod moving;
mod segment_tree;
#[cfg(test)]
mod tests;
mod traversal;

pub use traversal::Coordinate;

use crate::number::Float;
#[cfg(feature = "rayon")]
use crate::query::cancel::Inherited;
use crate::query::cancel::is_cancelled;
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use grid::{Entry, FIRST, SECOND};
use moving::Moving;
use traversal::{COPIES, Sink, Work};
#[cfg(feature = "rayon")]
use traversal::{LEAF, split};

/// Error: the boxes or displacements are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadPhaseError {
    /// A box has `min > max` along an axis, or contains a NaN.
    InvalidBox {
        /// Index of the list of boxes.
        list: usize,
        /// Index of the box in the list.
        index: usize,
    },
    /// A displacement is not finite, or moves a box that contains no finite point.
    InvalidDisplacement {
        /// Index of the displacement.
        index: usize,
    },
    /// The numbers of boxes and displacements differ.
    LengthMismatch {
        /// Number of boxes.
        boxes: usize,
        /// Number of displacements.
        displacements: usize,
    },
    /// There are more than `2^31` boxes.
    TooMany,
}

impl fmt::Display for BroadPhaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::InvalidBox { list, index } => {
                write!(f, "box {index} of list {list} must have min <= max along every axis, and no NaN")
            }
            Self::InvalidDisplacement { index } => {
                write!(f, "displacement {index} must be finite, and its box must contain a finite point")
            }
            Self::LengthMismatch { boxes, displacements } => {
                write!(f, "there must be a displacement for each of {boxes} boxes, got {displacements}")
            }
            Self::TooMany => write!(f, "there must be at most 2^31 boxes"),
        }
    }
}

impl core::error::Error for BroadPhaseError {}

/// Returns every pair of boxes that share a point. Runs on all cores with the feature `rayon`.
///
/// # Errors
/// Names the first invalid box.
#[doc(alias = "sweep and prune")]
#[doc(alias = "overlapping pairs")]
pub fn pairs<V: FloatVector<Scalar: Coordinate>>(
    boxes: &[Aabb<V>],
) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
    BroadPhase::new().pairs(boxes)
}

/// Returns every pair of a box in `a` and a box in `b` that share a point, the index into `a`
/// first. Runs on all cores with the feature `rayon`.
///
/// # Errors
/// Names the first invalid box.
pub fn pairs_between<V: FloatVector<Scalar: Coordinate>>(
    a: &[Aabb<V>],
    b: &[Aabb<V>],
) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
    BroadPhase::new().pairs_between(a, b)
}

/// Returns every pair of boxes that share a point at the same time, while each box moves in a
/// straight line by its displacement. The result is exact for the given coordinates. Runs on all
/// cores with the feature `rayon`.
///
/// # Errors
/// Names the first invalid box or displacement.
pub fn moving_pairs<V: FloatVector<Scalar: Coordinate> + Sync>(
    boxes: &[Aabb<V>],
    displacements: &[V],
) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
    BroadPhase::new().moving_pairs(boxes, displacements)
}

/// Runs the queries of this module with reusable buffers.
///
/// ```
/// use barycast::d3::Aabb;
/// use barycast::scene::broad_phase::BroadPhase;
/// use glam::vec3;
///
/// let mut broad_phase = BroadPhase::new();
/// for frame in 0..3u8 {
///     let x = f32::from(frame);
///     let boxes = [0.0, x].map(|x| Aabb::new(vec3(x, 0.0, 0.0), vec3(x + 1.0, 1.0, 1.0)));
///     assert_eq!(broad_phase.pairs(&boxes)?.len(), usize::from(frame < 2)); // at 1 they touch
/// }
/// # Ok::<(), barycast::scene::broad_phase::BroadPhaseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BroadPhase<C> {
    entries: Vec<Entry<C>>,
    work: Work<C>,
}

impl<C: Coordinate> BroadPhase<C> {
    /// Builds an instance with empty buffers.
    pub fn new() -> Self {
        Self { entries: Vec::new(), work: Work::default() }
    }

    /// Returns every pair of boxes that share a point: see [`pairs`].
    ///
    /// # Errors
    /// Names the first invalid box.
    pub fn pairs<V: FloatVector<Scalar = C>>(
        &mut self,
        boxes: &[Aabb<V>],
    ) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
        self.take(&[boxes])?;
        Ok(self.collect())
    }

    /// Returns every pair between two lists: see [`pairs_between`].
    ///
    /// # Errors
    /// Names the first invalid box.
    pub fn pairs_between<V: FloatVector<Scalar = C>>(
        &mut self,
        a: &[Aabb<V>],
        b: &[Aabb<V>],
    ) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
        self.take(&[a, b])?;
        let mut pairs = self.collect();
        for pair in &mut pairs {
            pair[1] -= a.len() as u32;
        }
        Ok(pairs)
    }

    /// Returns every pair of moving boxes: see [`moving_pairs`].
    ///
    /// # Errors
    /// Names the first invalid box or displacement.
    pub fn moving_pairs<V: FloatVector<Scalar = C> + Sync>(
        &mut self,
        boxes: &[Aabb<V>],
        displacements: &[V],
    ) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
        if boxes.len() != displacements.len() {
            let (boxes, displacements) = (boxes.len(), displacements.len());
            return Err(BroadPhaseError::LengthMismatch { boxes, displacements });
        }
        check(boxes, 0)?;
        let is_move = |(start, by): (&Aabb<V>, &V)| {
            (0..V::DIM).all(|axis| {
                let infinity = crate::number::Real::infinity(C::ONE);
                let reachable = start.min.get(axis) < infinity && -infinity < start.max.get(axis);
                by.get(axis).is_finite() && reachable
            })
        };
        if let Some(index) = boxes.iter().zip(displacements).position(|each| !is_move(each)) {
            return Err(BroadPhaseError::InvalidDisplacement { index });
        }
        let moving = |i: u32| Moving { start: boxes[i as usize], displacement: displacements[i as usize] };
        let swept: Vec<Aabb<V>> = (0..boxes.len()).map(|i| moving(i as u32).swept()).collect();
        let mut pairs = self.pairs(&swept)?;
        pairs.retain(|&[i, j]| moving(i).meets(&moving(j)));
        Ok(pairs)
    }

    /// Calls `with` for each pair of boxes that share a point, in the order of [`pairs`], on one
    /// thread. Stops when `with` breaks.
    ///
    /// # Errors
    /// Names the first invalid box.
    pub fn for_each_pair<V: FloatVector<Scalar = C>>(
        &mut self,
        boxes: &[Aabb<V>],
        mut with: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        self.take(&[boxes])?;
        Ok(self.walk(&mut |_, pairs| pairs.iter().try_for_each(|&[i, j]| with(i, j))))
    }

    /// Returns the result of [`pairs`], computed on one thread, and calls `watch` from time to time
    /// with the finished fraction, from 0 to 1. Returns `None` if `watch` breaks.
    ///
    /// # Errors
    /// Names the first invalid box.
    pub fn pairs_with_progress<V: FloatVector<Scalar = C>>(
        &mut self,
        boxes: &[Aabb<V>],
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<[u32; 2]>>, BroadPhaseError> {
        self.take(&[boxes])?;
        let mut all = Vec::new();
        let ended = self.walk(&mut |done, pairs| {
            all.extend_from_slice(pairs);
            watch(done)
        });
        Ok(ended.is_continue().then_some(all))
    }

    /// Stores the lists, one after another, as entries of one cell.
    fn take<V: FloatVector<Scalar = C>>(&mut self, lists: &[&[Aabb<V>]]) -> Result<(), BroadPhaseError> {
        if lists.iter().map(|list| list.len() as u64).sum::<u64>() > 1 << 31 {
            return Err(BroadPhaseError::TooMany);
        }
        self.entries.clear();
        for (list, boxes) in lists.iter().enumerate() {
            check(boxes, list)?;
            let group = 7 | if lists.len() == 1 { FIRST | SECOND } else { [FIRST, SECOND][list] };
            let offset = self.entries.len() as u32;
            let entries = boxes.iter().zip(offset..);
            self.entries.extend(entries.map(|(b, id)| Entry { numbers: numbers(b), id, group }));
        }
        Ok(())
    }

    /// Returns every pair of boxes that share a point, at least one of which is marked as changed;
    /// as pairs of ids, the smaller first. All boxes must be valid, and at most `2^31`.
    pub(super) fn pairs_with_changed<'a, V: FloatVector<Scalar = C> + 'a>(
        &mut self,
        boxes: impl Iterator<Item = (u32, &'a Aabb<V>, bool)>,
    ) -> Vec<[u32; 2]> {
        self.entries.clear();
        let entry = |(id, b, changed)| {
            let group = 7 | SECOND | if changed { FIRST } else { 0 };
            Entry { numbers: numbers(b), id, group }
        };
        self.entries.extend(boxes.map(entry));
        self.collect()
    }

    /// Passes the finished fraction and the pairs to `sink`, in order.
    fn walk(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let Self { entries, work } = self;
        C::pairs(work, entries, COPIES, sink)
    }

    /// Returns all pairs, in order.
    #[cfg(not(feature = "rayon"))]
    fn collect(&mut self) -> Vec<[u32; 2]> {
        let Self { entries, work } = self;
        let mut all = Vec::new();
        let _ = C::pairs(work, entries, COPIES, &mut collector(&mut all));
        all
    }

    /// Returns all pairs, in order. The cells of the first grid are distributed over the threads.
    #[cfg(feature = "rayon")]
    fn collect(&mut self) -> Vec<[u32; 2]> {
        use rayon::prelude::*;
        let Self { entries, work } = self;
        let mut cells = work.levels.pop().unwrap_or_default();
        let mut all = Vec::new();
        if entries.len() > LEAF && split(entries, &mut cells, COPIES) {
            let budget = COPIES / cells.growth;
            let parts: Vec<&[Entry<C>]> = cells.iter().collect();
            let inherited = Inherited::here();
            let room = || (inherited.enter(), Work::default());
            let of_parts = |(_, work): &mut (_, Work<C>), parts: &[&[Entry<C>]]| {
                let mut found = Vec::new();
                for part in parts.iter().take_while(|_| !is_cancelled()) {
                    let _ = C::pairs(work, part, budget, &mut collector(&mut found));
                }
                found
            };
            let found: Vec<Vec<[u32; 2]>> = parts.par_chunks(16).map_init(room, of_parts).collect();
            all = found.concat();
        } else {
            let _ = C::pairs(work, entries, COPIES, &mut collector(&mut all));
        }
        work.levels.push(cells);
        all
    }
}

/// Returns `min`, then `max`.
fn numbers<V: FloatVector<Scalar: Coordinate>>(b: &Aabb<V>) -> [V::Scalar; 6] {
    let mut numbers = [V::Scalar::ZERO; 6];
    for axis in 0..V::DIM {
        numbers[axis] = b.min.get(axis);
        numbers[axis + 3] = b.max.get(axis);
    }
    numbers
}

/// Returns a sink that collects all pairs, until the query is cancelled.
fn collector(all: &mut Vec<[u32; 2]>) -> impl FnMut(f64, &[[u32; 2]]) -> ControlFlow<()> {
    |_, pairs| {
        all.extend_from_slice(pairs);
        if is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Tests that all boxes are valid.
fn check<V: FloatVector>(boxes: &[Aabb<V>], list: usize) -> Result<(), BroadPhaseError> {
    match boxes.iter().position(|b| !b.min.le_all(b.max)) {
        Some(index) => Err(BroadPhaseError::InvalidBox { list, index }),
        None => Ok(()),
    }
}
