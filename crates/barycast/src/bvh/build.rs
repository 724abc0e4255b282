//! Building: split where the surface-area heuristic over 16 bins an axis is cheapest.
//!
//! ```text
//! cost(split) = area(left) looks(left) + area(right) looks(right)        cost(leaf) = area looks
//! ```
//!
//! A ray that hits the parent hits a child with the ratio of their areas, and looks at what is in it, several items at a time. Work is
//! a list of ranges, not a recursion: large ranges are split in rounds, each round's ranges at once, and what
//! is small enough becomes a subtree of its own, all at once. Bins count and join boxes, in which the order of
//! work does not show: the tree is the same for any number of threads.

use super::collapse::collapse;
use super::node::{Bounds, Bvh, LANES, greater, lesser};
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

/// Planes tried an axis: more brings less than 1 % of ray speed.
const BINS: usize = 16;
/// Below this depth ranges are halved, so that the tree is at most this much plus 32 deep.
const MAX_SPLIT_DEPTH: u32 = 48;
/// The deepest that a tree can be, nodes of eight no deeper than those of two: the walks' stacks hold it.
pub(super) const MAX_DEPTH: usize = MAX_SPLIT_DEPTH as usize + 32;
/// Ranges up to this size become a subtree in one go.
const SUBTREE: usize = 1 << 13;

#[derive(Clone, Copy)]
struct Item {
    bounds: Bounds,
    index: u32,
}

/// A range of items that becomes the node at `node`.
struct Range<'a> {
    items: &'a mut [Item],
    /// The slot of its first item.
    first: usize,
    bounds: Bounds,
    node: usize,
    depth: u32,
    /// The most that a leaf may hold.
    fill: usize,
}

/// Where a range was cut, and the boxes of both sides.
struct Cut {
    middle: usize,
    left: Bounds,
    right: Bounds,
}

/// A box and what is in it, children side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinaryNode {
    /// Holds everything below.
    pub(super) bounds: Bounds,
    /// Of a leaf, its first slot; else the first of its two children.
    pub(super) first: u32,
    /// Of a leaf, how many slots it has; 0 for an inner node.
    pub(super) count: u32,
}

/// A tree whose leaves are ranges of `items`; parents come before their children.
#[derive(Default)]
pub(super) struct Binary {
    pub(super) nodes: Vec<BinaryNode>,
    pub(super) items: Vec<u32>,
}

impl Bvh {
    /// Over items `0 ..`, each inside its box, up to eight in a leaf. At most `2^31` items; those beyond are not in the tree.
    pub fn build(boxes: impl ExactSizeIterator<Item = Bounds>) -> Self {
        collapse(&Binary::build(boxes, LANES), LANES)
    }

    /// The same with one item in a leaf, for items that cost more than a node.
    pub fn build_single(boxes: impl ExactSizeIterator<Item = Bounds>) -> Self {
        collapse(&Binary::build(boxes, 1), 1)
    }
}

impl Binary {
    /// Leaves of up to `fill` items.
    fn build(boxes: impl ExactSizeIterator<Item = Bounds>, fill: usize) -> Self {
        let mut items: Vec<Item> =
            boxes.zip(0..1 << 31).map(|(bounds, index)| Item { bounds, index }).collect();
        if items.is_empty() {
            return Self::default();
        }
        let bounds = bounds_of(&items);
        let mut nodes = vec![BinaryNode { bounds, first: 0, count: 0 }];
        let mut ranges = vec![Range { items: &mut items, first: 0, bounds, node: 0, depth: 0, fill }];
        let mut small = Vec::new();
        while !ranges.is_empty() {
            let (large, done): (Vec<_>, Vec<_>) = ranges.into_iter().partition(|r| r.items.len() > SUBTREE);
            small.extend(done);
            let cuts = map(large, |mut range| {
                let cut = cut(&mut range);
                (mem::take(&mut range.items), range, cut)
            });
            ranges = Vec::with_capacity(2 * cuts.len());
            for (items, range, cut) in cuts {
                if let Some(cut) = cut {
                    ranges.extend(children(items, &range, &cut, &mut nodes));
                }
            }
        }
        for (root, subtree) in map(small, |range| (range.node, subtree(range))) {
            let base = nodes.len() as u32 - 1;
            let mut placed = subtree.into_iter().map(|mut node| {
                if node.count == 0 {
                    node.first += base;
                }
                node
            });
            if let Some(node) = placed.next() {
                nodes[root] = node;
            }
            nodes.extend(placed);
        }
        Self { nodes, items: items.iter().map(|item| item.index).collect() }
    }
}

/// Each range's answer, in order: on all cores with the feature `rayon`.
#[cfg(feature = "rayon")]
fn map<'a, R: Send>(ranges: Vec<Range<'a>>, f: impl Fn(Range<'a>) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    ranges.into_par_iter().map(f).collect()
}

/// Each range's answer, in order.
#[cfg(not(feature = "rayon"))]
fn map<'a, R>(ranges: Vec<Range<'a>>, f: impl Fn(Range<'a>) -> R) -> Vec<R> {
    ranges.into_iter().map(f).collect()
}

/// The nodes over one range, its root first, children counted from there.
fn subtree(range: Range<'_>) -> Vec<BinaryNode> {
    let mut nodes = Vec::with_capacity(range.items.len());
    nodes.push(BinaryNode { bounds: range.bounds, first: 0, count: 0 });
    let mut open = vec![Range { node: 0, ..range }];
    while let Some(mut range) = open.pop() {
        if let Some(cut) = cut(&mut range) {
            let items = mem::take(&mut range.items);
            let [left, right] = children(items, &range, &cut, &mut nodes);
            open.push(right);
            open.push(left);
        } else {
            let (first, count) = (range.first as u32, range.items.len() as u32);
            nodes[range.node] = BinaryNode { bounds: range.bounds, first, count };
        }
    }
    nodes
}

/// Two new nodes for the two sides of a cut.
fn children<'a>(
    items: &'a mut [Item],
    range: &Range<'_>,
    cut: &Cut,
    nodes: &mut Vec<BinaryNode>,
) -> [Range<'a>; 2] {
    let node = nodes.len();
    nodes[range.node] = BinaryNode { bounds: range.bounds, first: node as u32, count: 0 };
    for bounds in [cut.left, cut.right] {
        nodes.push(BinaryNode { bounds, first: 0, count: 0 });
    }
    let (depth, fill) = (range.depth + 1, range.fill);
    let (left, right) = items.split_at_mut(cut.middle);
    [
        Range { items: left, first: range.first, bounds: cut.left, node, depth, fill },
        Range {
            items: right,
            first: range.first + cut.middle,
            bounds: cut.right,
            node: node + 1,
            depth,
            fill,
        },
    ]
}

/// Sorts the range into two sides, neither empty; `None` when it is best left as a leaf.
fn cut(range: &mut Range<'_>) -> Option<Cut> {
    let items = &mut *range.items;
    if items.len() < 2 {
        return None;
    }
    let middles = middles_of(items);
    if range.depth < MAX_SPLIT_DEPTH
        && let Some(plane) = best_plane(items, &middles)
    {
        let as_leaf = range.bounds.half_area() * looks(items.len());
        if items.len() <= range.fill && as_leaf <= plane.cost {
            return None;
        }
        let middle = sort_by_side(items, |item| plane.bins.of(item) <= plane.last);
        return Some(Cut { middle, left: plane.left, right: plane.right });
    }
    if items.len() <= range.fill {
        return None;
    }
    let axis = widest(&middles);
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| {
        a.bounds.middle(axis).total_cmp(&b.bounds.middle(axis)).then(a.index.cmp(&b.index))
    });
    Some(Cut { middle, left: bounds_of(&items[..middle]), right: bounds_of(&items[middle..]) })
}

/// How often the lanes must be filled to look at so many items. Half of them at a time, for few leaves are full.
#[inline(always)]
fn looks(count: usize) -> f64 {
    count.div_ceil(LANES / 2) as f64
}

/// Items on the left side first; how many they are.
fn sort_by_side(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        if is_left(&items[low]) {
            low += 1;
        } else {
            high -= 1;
            items.swap(low, high);
        }
    }
    low
}

fn bounds_of(items: &[Item]) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for item in items {
        bounds.join(&item.bounds);
    }
    bounds
}

/// The box around the items' middles.
fn middles_of(items: &[Item]) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for item in items {
        for axis in 0..3 {
            let middle = item.bounds.middle(axis);
            bounds.planes[0][axis] = lesser(middle, bounds.planes[0][axis]);
            bounds.planes[1][axis] = greater(middle, bounds.planes[1][axis]);
        }
    }
    bounds
}

fn widest(bounds: &Bounds) -> usize {
    let size = |axis: &usize| bounds.planes[1][*axis] - bounds.planes[0][*axis];
    (1..3).fold(0, |best, axis| if size(&axis) > size(&best) { axis } else { best })
}

/// Equal slices of an axis.
#[derive(Clone, Copy)]
struct Bins {
    axis: usize,
    low: f32,
    per_unit: f32,
    last: usize,
}

impl Bins {
    /// The slice that an item's middle is in; a NaN (of boxes that reach infinity) is in the first.
    #[inline(always)]
    #[allow(clippy::cast_sign_loss, reason = "no middle is less than the least")]
    fn of(&self, item: &Item) -> usize {
        (((item.bounds.middle(self.axis) - self.low) * self.per_unit) as usize).min(self.last)
    }
}

/// A place to cut: after the slice `last`.
struct Plane {
    cost: f64,
    bins: Bins,
    last: usize,
    left: Bounds,
    right: Bounds,
}

/// The cheapest of all cuts between slices; `None` when all middles fall into one slice on every axis.
fn best_plane(items: &[Item], middles: &Bounds) -> Option<Plane> {
    let count = items.len().clamp(4, BINS);
    let mut best: Option<Plane> = None;
    for axis in 0..3 {
        let (low, high) = (middles.planes[0][axis], middles.planes[1][axis]);
        let bins = Bins { axis, low, per_unit: count as f32 / (high - low), last: count - 1 };
        if !bins.per_unit.is_finite() || bins.per_unit == 0.0 {
            continue;
        }
        let mut slices = [(Bounds::EMPTY, 0_usize); BINS];
        for item in items {
            let slice = &mut slices[bins.of(item)];
            slice.0.join(&item.bounds);
            slice.1 += 1;
        }
        let mut from_right = [(Bounds::EMPTY, 0_usize); BINS + 1];
        for slice in (0..count).rev() {
            from_right[slice] = from_right[slice + 1];
            from_right[slice].0.join(&slices[slice].0);
            from_right[slice].1 += slices[slice].1;
        }
        let (mut left, mut n) = (Bounds::EMPTY, 0);
        for last in 0..count - 1 {
            left.join(&slices[last].0);
            n += slices[last].1;
            let (right, m) = from_right[last + 1];
            if n == 0 || m == 0 {
                continue;
            }
            let cost = left.half_area() * looks(n) + right.half_area() * looks(m);
            if best.as_ref().is_none_or(|plane| cost < plane.cost) {
                best = Some(Plane { cost, bins, last, left, right });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::node::LEAF;

    /// Every item in one leaf, every box inside its parent's, and no deeper than the walks' stacks.
    fn assert_sound(bvh: &Bvh, boxes: &[Bounds], fill: usize) {
        let mut seen = vec![0; boxes.len()];
        let mut open = vec![(0, 0, bvh.bounds())];
        while let Some((index, depth, bounds)) = open.pop() {
            assert!(depth < MAX_DEPTH);
            let node = &bvh.nodes[index];
            for lane in 0..LANES {
                let child = node.children[lane];
                let inside = Bounds { planes: node.planes.map(|plane| plane.map(|numbers| numbers[lane])) };
                if inside == Bounds::EMPTY {
                    assert_eq!(child, LEAF);
                    continue;
                }
                assert_inside(&inside, &bounds);
                if child & LEAF == 0 {
                    open.push((child as usize, depth + 1, inside));
                    continue;
                }
                assert!(bvh.items((child & !LEAF) as usize).count() <= fill);
                for item in bvh.items((child & !LEAF) as usize) {
                    seen[item as usize] += 1;
                    assert_inside(&boxes[item as usize], &inside);
                }
            }
        }
        assert!(seen.iter().all(|&n| n == 1));
    }

    fn assert_inside(bounds: &Bounds, outer: &Bounds) {
        let mut hull = *outer;
        hull.join(bounds);
        assert_eq!(hull, *outer);
    }

    fn at(x: f32, size: f32) -> Bounds {
        Bounds { planes: [[x; 3], [x + size; 3]] }
    }

    fn build(boxes: &[Bounds]) -> Bvh {
        assert_sound(&Bvh::build_single(boxes.iter().copied()), boxes, 1);
        let bvh = Bvh::build(boxes.iter().copied());
        assert_sound(&bvh, boxes, LANES);
        bvh
    }

    #[test]
    fn nothing_is_a_tree_without_nodes() {
        assert!(Bvh::build([].into_iter()).nodes.is_empty());
    }

    #[test]
    fn one_item_is_one_leaf() {
        assert_eq!(build(&[at(0.0, 1.0)]).nodes.len(), 1);
    }

    #[test]
    fn nine_items_are_two_leaves_or_more() {
        build(&(0..9_u8).map(|i| at(f32::from(i), 0.5)).collect::<Vec<_>>());
    }

    #[test]
    fn equal_boxes_are_halved_into_leaves() {
        build(&vec![at(1.0, 0.0); 100_000]);
    }

    #[test]
    fn a_tree_is_mostly_full() {
        let mut random = fastrand::Rng::with_seed(1);
        let boxes: Vec<_> = (0..20_000)
            .map(|_| {
                let corner = [random.f32() * 100.0, random.f32() * 100.0, random.f32()];
                Bounds { planes: [corner, corner.map(|x| x + 1.0)] }
            })
            .collect();
        let bvh = build(&boxes);
        assert!(bvh.leaves().len() < boxes.len() / 4);
        assert!(bvh.nodes.len() < bvh.leaves().len() / 5);
    }

    #[test]
    fn boxes_that_double_in_distance_do_not_make_a_list_of_the_tree() {
        build(&(0..250).map(|i| at(2.0_f32.powi(i - 125), 0.0)).collect::<Vec<_>>());
        let nested: Vec<_> =
            (0..9_000_u16).map(|i| at(1.0 + 1.0 / (1.0 + f32::from(i)).powi(8), 0.0)).collect();
        build(&nested);
    }

    #[test]
    fn boxes_that_reach_infinity_are_kept() {
        let endless = Bounds { planes: [[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]] };
        let mut boxes: Vec<_> = (0..50_u8).map(|i| at(f32::from(i), 1.0)).collect();
        boxes.extend([endless; 30]);
        build(&boxes);
    }
}
