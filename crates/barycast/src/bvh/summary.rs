//! Something told of every box of the tree: what its items come to.

use super::node::{Bvh, LANES, LEAF};
use alloc::vec;
use alloc::vec::Vec;

impl Bvh {
    /// What the items below each child come to, for every node: of leaves `leaf` tells it, of nodes `join`, from its
    /// children's.
    pub(crate) fn summaries<T: Copy>(
        &self,
        leaf: &impl Fn(usize) -> T,
        join: &impl Fn(&[T]) -> T,
    ) -> Vec<[Option<T>; LANES]> {
        let mut all = vec![[None; LANES]; self.nodes.len()];
        if !self.nodes.is_empty() {
            self.summary_of(0, leaf, join, &mut all);
        }
        all
    }

    fn summary_of<T: Copy>(
        &self,
        node: usize,
        leaf: &impl Fn(usize) -> T,
        join: &impl Fn(&[T]) -> T,
        all: &mut [[Option<T>; LANES]],
    ) -> T {
        let mut below = Vec::with_capacity(LANES);
        for lane in 0..LANES {
            // Of a child that is not there.
            if self.nodes[node].planes[0][0][lane] == f32::INFINITY {
                continue;
            }
            let child = self.nodes[node].children[lane];
            let told = if child & LEAF == 0 {
                self.summary_of(child as usize, leaf, join, all)
            } else {
                leaf((child & !LEAF) as usize)
            };
            all[node][lane] = Some(told);
            below.push(told);
        }
        join(&below)
    }

    /// Goes down wherever `enough` does not say that a summary will do, and to every leaf that it comes to.
    pub(crate) fn walk_summaries<T>(
        &self,
        all: &[[Option<T>; LANES]],
        enough: &mut impl FnMut(&T) -> bool,
        leaf: &mut impl FnMut(usize),
    ) {
        let mut open: Vec<usize> = Vec::new();
        if !self.nodes.is_empty() {
            open.push(0);
        }
        while let Some(node) = open.pop() {
            for (lane, told) in all[node].iter().enumerate() {
                let Some(told) = told else { continue };
                if enough(told) {
                    continue;
                }
                let child = self.nodes[node].children[lane];
                if child & LEAF == 0 {
                    open.push(child as usize);
                } else {
                    leaf((child & !LEAF) as usize);
                }
            }
        }
    }
}
