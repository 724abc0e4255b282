//! When what is below a node is to be built anew, because items came and went.
//!
//! After half as many of them as there are its boxes are looked at: what a walk costs there by the surface-area heuristic
//!
//! ```text
//! cost(node) = sum of the areas of all boxes below / area(node)
//! ```
//!
//! and how many boxes there are for each item. Where either has grown by a quarter since it was built, it is built anew. So an
//! item that comes or goes costs, on the whole, what it takes to look at two for each node above it, and where that is due to
//! build two; and between two looks at a node its boxes are, but for half of what is in it, as good as that.

use super::node::{Bounds, Node};

/// One in so many items below a node may come or go before it is looked at.
const SHARE: u32 = 2;
/// And no fewer than these.
const FEW: u32 = 8;
/// What costs no more than so many times what it did is not built anew.
const GROWTH: f32 = 1.25;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    /// What it cost when it was built.
    cost: f32,
    /// How many boxes there were for each item.
    boxes: f32,
    /// How many items may still come and go below before its boxes are looked at.
    pub(super) left: u32,
}

impl Account {
    pub(super) const NEW: Self = Self { cost: 0.0, boxes: 0.0, left: 0 };

    pub(super) fn of(node: &Node, below: &Below) -> Self {
        let cost = (below.area / node.around().half_area()) as f32;
        Self { cost, boxes: below.boxes as f32 / below.items as f32, left: allowed(below.items) }
    }

    /// Neither has grown by more than a quarter since.
    pub(super) fn is_good(&self, now: &Self) -> bool {
        now.cost <= self.cost * GROWTH && now.boxes <= self.boxes * GROWTH
    }
}

/// All that is below a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Below {
    /// Of all boxes.
    area: f64,
    boxes: u32,
    items: u32,
}

impl Below {
    pub(super) fn add(&mut self, bounds: &Bounds, below: &Self) {
        self.area += bounds.half_area() + below.area;
        self.boxes += 1 + below.boxes;
        self.items += below.items;
    }

    pub(super) fn of_items(items: usize) -> Self {
        Self { items: items as u32, ..Self::default() }
    }
}

/// So many of them may come and go before it is asked what that has done.
fn allowed(items: u32) -> u32 {
    (items / SHARE).max(FEW)
}

/// So many changes are no fewer than those after which a tree over so many items is looked at: to build it anew takes less time
/// than to make them one by one.
pub(crate) fn are_many(changes: usize, items: usize) -> bool {
    changes >= allowed(items as u32) as usize
}
