//! The pairs of which one box has changed.

use super::boxes::Boxes;
use super::pair_set::{Pair, pair};
use super::trees::around;
use crate::pair::aabb_aabb;
use crate::scene::broad_phase::Coordinate;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// Where fewer than one box in so many has changed, each asks the trees for its pairs: with more of them the grids of
/// [`broad_phase`](crate::scene::broad_phase) are faster, which look at every box.
const FEW: usize = 32;
/// So many boxes ask on one thread.
#[cfg(feature = "rayon")]
const CHUNK: usize = 256;

impl<V: FloatVector<Scalar: Coordinate>> Boxes<V> {
    /// Every pair of boxes that share a point, may meet by their layers, and of which one has changed: in order.
    pub(super) fn search(&mut self) -> Vec<Pair> {
        let mut found = if self.changed.len() * FEW < self.slots.count() {
            self.trees.fit(&self.bounds);
            self.search_trees()
        } else {
            self.search_grids()
        };
        // On two cores rayon's took 1.6 times as long, and counting by slots no less.
        found.sort_unstable();
        found
    }

    fn search_grids(&mut self) -> Vec<Pair> {
        let Self { slots, bounds, filters, is_changed, grid, .. } = self;
        let there = bounds.iter().zip(0..).filter(|&(_, slot)| slots.is_here(slot));
        let pairs = grid.pairs_asked_for(there.map(|(b, slot)| (slot, b, is_changed[slot as usize])));
        let allowed = |&[a, b]: &[u32; 2]| filters[a as usize].allows(filters[b as usize]);
        pairs.into_iter().filter(allowed).map(|[a, b]| pair(a, b)).collect()
    }

    fn search_trees(&self) -> Vec<Pair> {
        let of_chunk = |chunk: &[u32]| {
            let mut found = Vec::new();
            for &slot in chunk {
                self.ask_trees(slot, &mut found);
            }
            found
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            self.changed.par_chunks(CHUNK).map(of_chunk).collect::<Vec<_>>().concat()
        }
        #[cfg(not(feature = "rayon"))]
        of_chunk(&self.changed)
    }

    /// Adds the pairs of one box; of two that have both changed, where the smaller asks.
    fn ask_trees(&self, slot: u32, found: &mut Vec<Pair>) {
        if !self.slots.is_here(slot) {
            return;
        }
        let (b, filter) = (&self.bounds[slot as usize], self.filters[slot as usize]);
        self.trees.walk_box(&around(b), |other| {
            let asks_too = self.is_changed[other as usize];
            if if asks_too { slot < other } else { slot != other }
                && aabb_aabb::intersects(b, &self.bounds[other as usize])
                && filter.allows(self.filters[other as usize])
            {
                found.push(pair(slot, other));
            }
        });
    }
}
