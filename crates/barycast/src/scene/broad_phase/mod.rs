//! All pairs of boxes that overlap, among thousands or millions.
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
//! The pairs are exactly those for which [`aabb_aabb::intersects`](crate::pair::aabb_aabb::intersects) is true, each once, the
//! smaller index first. Boxes may be flat, points, or infinite. The order of the pairs depends on the boxes alone: it is the
//! same on every machine and for any number of threads. Sort the list where another is wanted.
//!
//! # How
//!
//! 1. *Cells.* A grid of about a thousand cells, no smaller than the boxes in the mean, and every box copied into each
//!    cell that it reaches into; again within a cell that holds more than 2048 boxes. In each copy it is noted along which
//!    axes its box begins there. Two boxes are a pair in one cell alone: where, along every axis, one of them begins. So none is
//!    found twice, and nothing is compared but whole numbers (`grid.rs`).
//! 2. *Leaves.* The boxes of a cell, sorted by the smaller cell of their least corner; eight are compared with one at a time
//!    (`leaf.rs`).
//! 3. *Where no grid helps* (long boxes across one another), a box would be copied into too many cells. Copies are bounded by
//!    four a box in all; a cell that would need more is left to a method whose bound is `n log^3 n` plus the number of
//!    pairs, whatever the boxes (`stream.rs`).
//!
//! A leaf compares at most 2048 boxes with one another (8192 where no grid helps), so the whole never takes longer than in
//! proportion to the third step's bound.

mod grid;
mod lanes;
mod leaf;
mod moving;
mod stream;
#[cfg(test)]
mod tests;
mod walk;

pub use walk::Coordinate;

use crate::number::Float;
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use grid::{Entry, FIRST, SECOND};
use moving::Moving;
use walk::{COPIES, Sink, Work};
#[cfg(feature = "rayon")]
use walk::{LEAF, split};

/// Why boxes have no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadPhaseError {
    /// A box has `min > max` along an axis, or a number that is NaN.
    NotABox {
        /// Which list of boxes, from 0.
        list: usize,
        /// Which box of it, from 0.
        index: usize,
    },
    /// A displacement has a number that is not finite, or moves a box that has none that is.
    NotAMove {
        /// Which displacement, from 0.
        index: usize,
    },
    /// There is not one displacement for each box.
    Displacements {
        /// How many boxes there are.
        boxes: usize,
        /// How many displacements there are.
        displacements: usize,
    },
    /// More than `2^31` boxes.
    TooMany,
}

impl fmt::Display for BroadPhaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotABox { list, index } => {
                write!(f, "box {index} of list {list} must have min <= max along every axis, and no NaN")
            }
            Self::NotAMove { index } => {
                write!(f, "displacement {index} must be finite, and so must be a point of its box")
            }
            Self::Displacements { boxes, displacements } => {
                write!(f, "there must be a displacement for each of {boxes} boxes, got {displacements}")
            }
            Self::TooMany => write!(f, "there must be at most 2^31 boxes"),
        }
    }
}

impl core::error::Error for BroadPhaseError {}

/// Every pair of boxes that share a point. On all cores with the feature `rayon`.
///
/// # Errors
/// Names the first box that is none.
#[doc(alias = "sweep and prune")]
#[doc(alias = "overlapping pairs")]
pub fn pairs<V: FloatVector<Scalar: Coordinate>>(
    boxes: &[Aabb<V>],
) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
    BroadPhase::new().pairs(boxes)
}

/// Every pair of a box of `a` and one of `b` that share a point, that of `a` first. On all cores with the feature `rayon`.
///
/// # Errors
/// Names the first box that is none.
pub fn pairs_between<V: FloatVector<Scalar: Coordinate>>(
    a: &[Aabb<V>],
    b: &[Aabb<V>],
) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
    BroadPhase::new().pairs_between(a, b)
}

/// Every pair of boxes that share a point at the same time, while each moves straight on by its displacement: exactly
/// right for the numbers given. On all cores with the feature `rayon`.
///
/// # Errors
/// Names the first box or displacement that is none.
pub fn moving_pairs<V: FloatVector<Scalar: Coordinate> + Sync>(
    boxes: &[Aabb<V>],
    displacements: &[V],
) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
    BroadPhase::new().moving_pairs(boxes, displacements)
}

/// The same questions again and again, in memory that is kept.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase<C> {
    entries: Vec<Entry<C>>,
    work: Work<C>,
}

impl<C: Coordinate> BroadPhase<C> {
    /// Without memory yet.
    pub fn new() -> Self {
        Self { entries: Vec::new(), work: Work::default() }
    }

    /// See [`pairs`].
    ///
    /// # Errors
    /// Names the first box that is none.
    pub fn pairs<V: FloatVector<Scalar = C>>(
        &mut self,
        boxes: &[Aabb<V>],
    ) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
        self.take(&[boxes])?;
        Ok(self.collect())
    }

    /// See [`pairs_between`].
    ///
    /// # Errors
    /// Names the first box that is none.
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

    /// See [`moving_pairs`].
    ///
    /// # Errors
    /// Names the first box or displacement that is none.
    pub fn moving_pairs<V: FloatVector<Scalar = C> + Sync>(
        &mut self,
        boxes: &[Aabb<V>],
        displacements: &[V],
    ) -> Result<Vec<[u32; 2]>, BroadPhaseError> {
        if boxes.len() != displacements.len() {
            let (boxes, displacements) = (boxes.len(), displacements.len());
            return Err(BroadPhaseError::Displacements { boxes, displacements });
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
            return Err(BroadPhaseError::NotAMove { index });
        }
        let moving = |i: u32| Moving { start: boxes[i as usize], displacement: displacements[i as usize] };
        let swept: Vec<Aabb<V>> = (0..boxes.len()).map(|i| moving(i as u32).swept()).collect();
        let mut pairs = self.pairs(&swept)?;
        pairs.retain(|&[i, j]| moving(i).meets(&moving(j)));
        Ok(pairs)
    }

    /// Calls `with` for every pair of boxes that share a point, in the order of [`pairs`], on one thread; ends early where it
    /// breaks.
    ///
    /// # Errors
    /// Names the first box that is none.
    pub fn for_each_pair<V: FloatVector<Scalar = C>>(
        &mut self,
        boxes: &[Aabb<V>],
        mut with: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        self.take(&[boxes])?;
        Ok(self.walk(&mut |_, pairs| pairs.iter().try_for_each(|&[i, j]| with(i, j))))
    }

    /// As [`pairs`], on one thread, and tells `watch` now and then how much is done, from 0 to 1; `None` where it breaks.
    ///
    /// # Errors
    /// Names the first box that is none.
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

    /// The lists, one after another, as entries of one cell.
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

    /// Every pair of boxes that share a point of which one is asked for, by names of the boxes, the smaller first. All must be
    /// boxes, and `2^31` at most.
    pub(super) fn pairs_asked_for<'a, V: FloatVector<Scalar = C> + 'a>(
        &mut self,
        boxes: impl Iterator<Item = (u32, &'a Aabb<V>, bool)>,
    ) -> Vec<[u32; 2]> {
        self.entries.clear();
        let entry = |(id, b, asked)| {
            let group = 7 | SECOND | if asked { FIRST } else { 0 };
            Entry { numbers: numbers(b), id, group }
        };
        self.entries.extend(boxes.map(entry));
        self.collect()
    }

    /// Hands on how much is done, and pairs, in their order.
    fn walk(&mut self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let Self { entries, work } = self;
        C::pairs(work, entries, COPIES, sink)
    }

    /// All pairs, in their order.
    #[cfg(not(feature = "rayon"))]
    fn collect(&mut self) -> Vec<[u32; 2]> {
        let Self { entries, work } = self;
        let mut all = Vec::new();
        let _ = C::pairs(work, entries, COPIES, &mut collector(&mut all));
        all
    }

    /// All pairs, in their order: the cells of the first grid are shared out over the threads.
    #[cfg(feature = "rayon")]
    fn collect(&mut self) -> Vec<[u32; 2]> {
        use rayon::prelude::*;
        let Self { entries, work } = self;
        let mut cells = work.levels.pop().unwrap_or_default();
        let mut all = Vec::new();
        if entries.len() > LEAF && split(entries, &mut cells, COPIES) {
            let budget = COPIES / cells.growth;
            let parts: Vec<&[Entry<C>]> = cells.iter().collect();
            let of_parts = |work: &mut Work<C>, parts: &[&[Entry<C>]]| {
                let mut found = Vec::new();
                for part in parts {
                    let _ = C::pairs(work, part, budget, &mut collector(&mut found));
                }
                found
            };
            let found: Vec<Vec<[u32; 2]>> = parts.par_chunks(16).map_init(Work::default, of_parts).collect();
            all = found.concat();
        } else {
            let _ = C::pairs(work, entries, COPIES, &mut collector(&mut all));
        }
        work.levels.push(cells);
        all
    }
}

/// `min`, then `max`.
fn numbers<V: FloatVector<Scalar: Coordinate>>(b: &Aabb<V>) -> [V::Scalar; 6] {
    let mut numbers = [V::Scalar::ZERO; 6];
    for axis in 0..V::DIM {
        numbers[axis] = b.min.get(axis);
        numbers[axis + 3] = b.max.get(axis);
    }
    numbers
}

/// Keeps all.
fn collector(all: &mut Vec<[u32; 2]>) -> impl FnMut(f64, &[[u32; 2]]) -> ControlFlow<()> {
    |_, pairs| {
        all.extend_from_slice(pairs);
        ControlFlow::Continue(())
    }
}

/// All are boxes.
fn check<V: FloatVector>(boxes: &[Aabb<V>], list: usize) -> Result<(), BroadPhaseError> {
    match boxes.iter().position(|b| !b.min.le_all(b.max)) {
        Some(index) => Err(BroadPhaseError::NotABox { list, index }),
        None => Ok(()),
    }
}
