//! Walking: nearest boxes first, under a limit that the leaves tighten.
//!
//! Along each axis a box is the stretch of the ray between two planes:
//!
//! ```text
//! t_near = (near - origin) / direction        t_far = (far - origin) / direction
//! ```
//!
//! A direction of 0 gives infinities, or 0/0 = NaN when the origin lies on a plane: then that plane sets no
//! limit, because `min` and `max` let a NaN first argument go, so closed boxes stay closed. Rounding: the two
//! sides are each wrong by less than 3/2 ulp, and the test for what is in the leaves may itself place a hit up
//! to 5/2 ulp off the ray along each of two axes (`mesh::leaf`); so the far side and the limit are moved
//! out by 8 ulp. [Ize 2013] has 2 for the boxes alone.

use super::build::MAX_DEPTH;
use super::node::{Bounds, Bvh};
use crate::number::Float;
use core::ops::{ControlFlow, Range};

/// A ray made ready to be tested against many boxes.
#[derive(Clone, Copy, Debug)]
pub struct BoxRay<S> {
    origin: [S; 3],
    /// `1 / direction`; NaN, which sets no limits, where that overflows though the direction is not 0.
    inverse: [S; 3],
    /// Which plane is met first along each axis: 0 the least, 1 the greatest.
    near: [usize; 3],
    low: S,
    grow: S,
    shrink: S,
}

impl<S: Float> BoxRay<S> {
    /// The points `origin + t direction` with `t >= low`.
    #[inline(always)]
    pub fn new(origin: [S; 3], direction: [S; 3], low: S) -> Self {
        let slack = S::EPSILON.lit(8) * S::EPSILON;
        let infinity = S::ONE.infinity();
        let mut ray = Self {
            origin,
            inverse: direction,
            near: [0; 3],
            low,
            grow: S::ONE + slack,
            shrink: S::ONE - slack,
        };
        for (axis, pace) in direction.into_iter().enumerate() {
            let inverse = S::ONE / pace;
            let overflows = inverse.abs() == infinity && pace != S::ZERO;
            ray.inverse[axis] = if overflows { infinity * S::ZERO } else { inverse };
            ray.near[axis] = usize::from(inverse < S::ZERO);
        }
        ray
    }

    /// Where the ray enters the box: `None` when it surely does not within `high`.
    #[inline(always)]
    fn enter(&self, bounds: &Bounds, high: S) -> Option<S> {
        let mut enter = self.low;
        let mut exit = high;
        for axis in 0..3 {
            let near = S::from_f64(f64::from(bounds.planes[self.near[axis] & 1][axis]));
            let far = S::from_f64(f64::from(bounds.planes[(self.near[axis] & 1) ^ 1][axis]));
            enter = ((near - self.origin[axis]) * self.inverse[axis]).max(enter);
            exit = ((far - self.origin[axis]) * self.inverse[axis]).min(exit);
        }
        if enter <= self.later(exit) { Some(enter) } else { None }
    }

    /// A little later than `t`, of either sign.
    #[inline(always)]
    fn later(&self, t: S) -> S {
        (t * self.grow).max(t * self.shrink)
    }
}

/// Nodes put off, each with where it begins.
struct Stack<S> {
    nodes: [(u32, S); MAX_DEPTH],
    len: usize,
}

impl<S: Float> Stack<S> {
    fn new() -> Self {
        Self { nodes: [(0, S::ZERO); MAX_DEPTH], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, node: u32, begin: S) {
        self.nodes[self.len] = (node, begin);
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(u32, S)> {
        self.len = self.len.checked_sub(1)?;
        Some(self.nodes[self.len])
    }
}

impl Bvh {
    /// Calls `leaf` with the slots of every leaf that the ray may meet up to `high`, nearer boxes first. The
    /// leaf answers with the new `high` (a hit there still counts at an equal `t`), or breaks off the walk.
    #[inline(always)]
    pub fn walk_ray<S: Float>(
        &self,
        ray: &BoxRay<S>,
        mut high: S,
        mut leaf: impl FnMut(Range<usize>, S) -> ControlFlow<(), S>,
    ) {
        let Some(root) = self.nodes.first() else { return };
        if ray.enter(&root.bounds, high).is_none() {
            return;
        }
        if root.count != 0 {
            // Scenes of a part or two pay for no stack.
            let _ = leaf(0..root.count as usize, high);
            return;
        }
        let mut stack = Stack::new();
        let mut node = root;
        loop {
            let first = node.first as usize;
            if node.count == 0 {
                let (a, b) = (&self.nodes[first], &self.nodes[first + 1]);
                match (ray.enter(&a.bounds, high), ray.enter(&b.bounds, high)) {
                    (Some(enter_a), Some(enter_b)) => {
                        if enter_a <= enter_b {
                            stack.push(node.first + 1, enter_b);
                            node = a;
                        } else {
                            stack.push(node.first, enter_a);
                            node = b;
                        }
                        continue;
                    }
                    (Some(_), None) => {
                        node = a;
                        continue;
                    }
                    (None, Some(_)) => {
                        node = b;
                        continue;
                    }
                    (None, None) => {}
                }
            } else {
                match leaf(first..first + node.count as usize, high) {
                    ControlFlow::Continue(limit) => high = limit,
                    ControlFlow::Break(()) => return,
                }
            }
            node = loop {
                let Some((next, enter)) = stack.pop() else { return };
                if enter <= ray.later(high) {
                    break &self.nodes[next as usize];
                }
            };
        }
    }

    /// Calls `leaf` with the slots of every leaf that may hold a point at most `sqrt(high)` from `point`,
    /// nearer boxes first. The leaf answers with the new `high`, a *squared* distance; what lies as far still counts.
    pub fn walk_point<S: Float>(
        &self,
        point: [S; 3],
        mut high: S,
        mut leaf: impl FnMut(Range<usize>, S) -> S,
    ) {
        let nearer = S::ONE - S::EPSILON.lit(8) * S::EPSILON;
        let gap = |bounds: &Bounds| {
            let mut sum = S::ZERO;
            for (axis, p) in point.into_iter().enumerate() {
                let below = S::from_f64(f64::from(bounds.planes[0][axis])) - p;
                let above = p - S::from_f64(f64::from(bounds.planes[1][axis]));
                sum = sum + below.max(above).max(S::ZERO).squared();
            }
            sum * nearer
        };
        let mut stack = Stack::new();
        if let Some(root) = self.nodes.first() {
            stack.push(0, gap(&root.bounds));
        }
        while let Some((index, begin)) = stack.pop() {
            if begin > high {
                continue;
            }
            let node = &self.nodes[index as usize];
            let first = node.first as usize;
            if node.count > 0 {
                high = leaf(first..first + node.count as usize, high);
                continue;
            }
            let (a, b) = (gap(&self.nodes[first].bounds), gap(&self.nodes[first + 1].bounds));
            let pair = [(node.first, a), (node.first + 1, b)];
            let [near, far] = if a <= b { pair } else { [pair[1], pair[0]] };
            stack.push(far.0, far.1);
            stack.push(near.0, near.1);
        }
    }

    /// Calls `visit` with every item of every leaf whose box meets `bounds`; the items' own boxes may not.
    pub fn walk_box(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        let mut stack = Stack::new();
        if !self.nodes.is_empty() {
            stack.push(0, 0.0_f32);
        }
        while let Some((index, _)) = stack.pop() {
            let node = &self.nodes[index as usize];
            if !node.bounds.meets(bounds) {
                continue;
            }
            let first = node.first as usize;
            if node.count > 0 {
                self.items[first..first + node.count as usize].iter().for_each(|item| visit(*item));
            } else {
                stack.push(node.first + 1, 0.0);
                stack.push(node.first, 0.0);
            }
        }
    }
}
