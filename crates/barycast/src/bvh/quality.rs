//! Decides when edits have degraded a subtree enough to rebuild it.
//!
//! A subtree is checked after half as many items as it contains have been inserted or removed. The
//! check computes the expected cost of a traversal by the surface-area heuristic
//!
//! ```text
//! cost(node) = sum of the areas of all boxes below / area(node)
//! ```
//!
//! and the number of boxes per item. If either has grown by a quarter since the subtree was built,
//! the subtree is rebuilt. An insertion or removal therefore costs, amortized, the inspection of
//! two items for each ancestor node, plus the building of two where a rebuild is due. Between two
//! checks the quality of a subtree is within these bounds, except for the half of its items that
//! may have changed.

use super::node::{Bounds, Node};

/// A subtree is checked after `1 / SHARE` of its items have been inserted or removed.
const SHARE: u32 = 2;
/// Smallest number of changes after which a subtree is checked.
const FEW: u32 = 8;
/// Largest growth of the cost, as a ratio, that does not cause a rebuild.
const GROWTH: f32 = 1.25;

/// Quality of the subtree below one node when it was built.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubtreeQuality {
    /// SAH cost of the subtree when it was built.
    cost: f32,
    /// Number of boxes per item when it was built.
    boxes: f32,
    /// Number of items that may still be inserted or removed below before the next check.
    pub(super) edits_left: u32,
}

impl SubtreeQuality {
    pub(super) const NEW: Self = Self { cost: 0.0, boxes: 0.0, edits_left: 0 };

    pub(super) fn of(node: &Node, below: &SubtreeTotals) -> Self {
        let cost = (below.area / node.around().half_area()) as f32;
        Self { cost, boxes: below.boxes as f32 / below.items as f32, edits_left: allowed(below.items) }
    }

    /// Tests whether neither measure has grown by more than a quarter.
    pub(super) fn is_acceptable(&self, now: &Self) -> bool {
        now.cost <= self.cost * GROWTH && now.boxes <= self.boxes * GROWTH
    }
}

/// Totals over the subtree below a node.
#[derive(Clone, Copy, Default)]
pub(super) struct SubtreeTotals {
    /// Sum of the half areas of all boxes.
    area: f64,
    boxes: u32,
    items: u32,
}

impl SubtreeTotals {
    pub(super) fn add(&mut self, bounds: &Bounds, below: &Self) {
        self.area += bounds.half_area() + below.area;
        self.boxes += 1 + below.boxes;
        self.items += below.items;
    }

    pub(super) fn of_items(items: usize) -> Self {
        Self { items: items as u32, ..Self::default() }
    }
}

/// Returns the number of changes allowed below a node with this many items before a check.
fn allowed(items: u32) -> u32 {
    (items / SHARE).max(FEW)
}

/// Tests whether this many changes reach the number after which a tree over `items` items is
/// checked. Rebuilding then takes less time than editing item by item.
pub(crate) fn rebuild_is_cheaper(changes: usize, items: usize) -> bool {
    changes >= allowed(items as u32) as usize
}
