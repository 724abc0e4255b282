//! Search for the pairs that contain a changed box.

use super::boxes::Boxes;
use super::pair_set::{Pair, pair};
use super::trees::around;
use crate::pair::aabb_aabb;
use crate::scene::broad_phase::Coordinate;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// If fewer than one box in this many changed, each changed box traverses the trees. Otherwise the
/// grids of [`broad_phase`](crate::scene::broad_phase), which process every box, are faster.
const FEW: usize = 32;
/// Number of changed boxes that one task traverses the trees for.
#[cfg(feature = "rayon")]
const CHUNK: usize = 256;

impl<V: FloatVector<Scalar: Coordinate>> Boxes<V> {
    /// Returns every pair of boxes that share a point, whose filters allow it, and of which at
    /// least one changed; sorted.
    pub(super) fn search(&mut self) -> Vec<Pair> {
        let mut found = if self.changed.len() * FEW < self.slots.count() {
            self.trees.fit(&self.bounds);
            self.search_trees()
        } else {
            self.search_grids()
        };
        // On two cores `par_sort_unstable` takes 1.6 times as long, and a counting sort by slot is
        // no faster.
        found.sort_unstable();
        found
    }

    fn search_grids(&mut self) -> Vec<Pair> {
        let Self { slots, bounds, filters, is_changed, grid, .. } = self;
        let there = bounds.iter().zip(0..).filter(|&(_, slot)| slots.is_here(slot));
        let pairs = grid.pairs_with_changed(there.map(|(b, slot)| (slot, b, is_changed[slot as usize])));
        let allowed = |&[a, b]: &[u32; 2]| filters[a as usize].allows(filters[b as usize]);
        pairs.into_iter().filter(allowed).map(|[a, b]| pair(a, b)).collect()
    }

    fn search_trees(&self) -> Vec<Pair> {
        let of_chunk = |chunk: &[u32]| {
            let mut found = Vec::new();
            for &slot in chunk {
                self.search_trees_for(slot, &mut found);
            }
            found
        };
        #[cfg(feature = "rayon")]
        if self.changed.len() > CHUNK {
            use rayon::prelude::*;
            return self.changed.par_chunks(CHUNK).map(of_chunk).collect::<Vec<_>>().concat();
        }
        of_chunk(&self.changed)
    }

    /// Appends the pairs of one box. If both boxes of a pair changed, the smaller slot reports it.
    fn search_trees_for(&self, slot: u32, found: &mut Vec<Pair>) {
        if !self.slots.is_here(slot) {
            return;
        }
        let (b, filter) = (&self.bounds[slot as usize], self.filters[slot as usize]);
        self.trees.walk_box(&around(b), |other| {
            let is_searched_too = self.is_changed[other as usize];
            if if is_searched_too { slot < other } else { slot != other }
                && aabb_aabb::intersects(b, &self.bounds[other as usize])
                && filter.allows(self.filters[other as usize])
            {
                found.push(pair(slot, other));
            }
        });
    }
}
