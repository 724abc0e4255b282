//! Builds a tree by binned SAH splits, over 16 bins per axis.
//!
//! ```text
//! cost(split) = area(left) looks(left) + area(right) looks(right)
//! ```
//!
//! A ray that hits the parent hits a child with a probability equal to the ratio of their areas. It
//! then tests the items of the child, several at a time. A range that fits into a leaf becomes one,
//! because `collapse` would merge it again.
//!
//! The work is a list of ranges instead of a recursion. Large ranges are split in rounds, all
//! ranges of a round in parallel. Small ranges become subtrees, all in parallel. Items are
//! partitioned from one array into another, to its left and right end, without a branch on the
//! side. Bins count items and join boxes, operations whose order does not matter, so the tree is
//! the same for any number of threads.
//!
//! Sources: [Wald 2007].

use super::binary::{Binary, BinaryNode};
use super::bins::{BINS, Bins, Grid, Plane};
use super::collapse::{Sum, collapse, plan};
use super::memory::large;
use super::node::{Bounds, Bvh, LANES};
use super::packed_box::{
    Item, NOTHING, PackedBox, bounds_of, boxes_and_centroids, boxes_and_centroids_of_all, doubled_centroid,
    each_item, items, joined, load,
};
use super::parallel::{map, on_pool};
use super::progress::{Build, Progress};
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x4};

/// Depth below which ranges are halved. The tree is at most 32 levels deeper than this.
pub(super) const MAX_SPLIT_DEPTH: u32 = 48;
/// Largest depth of a tree. Nodes of eight are no deeper than those of two. The stacks of the
/// traversals have room for it.
pub(super) const MAX_DEPTH: usize = MAX_SPLIT_DEPTH as usize + 32;
/// Largest range that is built into a subtree by one task.
const SUBTREE: usize = 1 << 13;
/// Number of items that one task bins in a larger range.
#[cfg(feature = "rayon")]
const CHUNK: usize = 1 << 15;

/// Range of items that becomes the node with the index `node`.
struct Range<'a> {
    /// Items of the range, and spare room for as many.
    items: &'a mut [Item],
    spare: &'a mut [Item],
    /// Destination of the item indices, leaf by leaf.
    order: &'a mut [u32],
    /// Slot of the first item.
    first: usize,
    hull: PackedBox,
    /// Box around the doubled centroids of the items.
    centroids: PackedBox,
    node: usize,
    depth: u32,
}

/// Split of a range, with the boxes of both sides and of their centroids.
struct Cut {
    middle: usize,
    hulls: [PackedBox; 2],
    centroids: [PackedBox; 2],
}

impl Bvh {
    /// Builds a tree over the items `0 ..`, each inside its box, with up to eight items in a leaf.
    ///
    /// At most `2^31` items are inserted. Those beyond are not in the tree.
    pub fn build(boxes: impl ExactSizeIterator<Item = Bounds>) -> Self {
        Self::over(items(boxes), LANES)
    }

    /// Builds a tree like [`build`](Self::build), with one item in a leaf, for items that are more
    /// expensive to test than a node.
    pub(crate) fn build_single(boxes: impl ExactSizeIterator<Item = Bounds>) -> Self {
        Self::over(items(boxes), 1)
    }

    /// Builds a tree over the items with these indices.
    pub(crate) fn build_some(boxes: impl Iterator<Item = (u32, Bounds)>) -> Self {
        Self::over(boxes.map(|(item, bounds)| Item::new(&bounds, item)).collect(), LANES)
    }

    fn over(items: Vec<Item>, full: usize) -> Self {
        let never_cancel = |_| ControlFlow::Continue(());
        on_pool(items.len(), || {
            Binary::build(items, full, 0, &Progress::new(&never_cancel))
                .map_or_else(Self::default, |binary| collapse(&binary))
        })
    }

    /// Builds a tree like [`build`](Self::build), computing the boxes on all cores. Returns `None`
    /// if the callback cancels the build.
    pub(crate) fn build_each(
        count: u32,
        bounds: impl Fn(u32) -> Bounds + Sync,
        how: Build,
        mut progress: Progress<'_>,
    ) -> Option<Self> {
        on_pool(count as usize, || {
            let items = each_item(count.min(1 << 31), &bounds);
            progress.all = items.len();
            match how {
                Build::Best => Binary::build(items, LANES, 0, &progress).map(|binary| collapse(&binary)),
                Build::Fast => Self::build_fast(items, &progress),
            }
        })
    }
}

impl Binary {
    /// Builds leaves of up to `full` items, and the choices by which `collapse` makes nodes of
    /// eight. Returns `None` if the callback cancels the build. `depth` is the depth of the root in
    /// a larger tree.
    pub(super) fn build(
        mut items: Vec<Item>,
        full: usize,
        depth: u32,
        progress: &Progress<'_>,
    ) -> Option<Self> {
        if items.is_empty() {
            return Some(Self::default());
        }
        let items_in_all = items.len();
        let level = best_level();
        let mut spare = large(items.len());
        spare.resize(items.len(), Item(NOTHING));
        let mut order = vec![0; items.len()];
        let (hull, centroids) = boxes_and_centroids_of_all(level, &items);
        let whole = bounds_of(&hull).half_area();
        let mut nodes = vec![BinaryNode::new(&hull)];
        let mut ranges = vec![Range {
            items: &mut items,
            spare: &mut spare,
            order: &mut order,
            first: 0,
            hull,
            centroids,
            node: 0,
            depth,
        }];
        let mut small = Vec::new();
        while !ranges.is_empty() && !progress.is_cancelled() {
            let (large, done): (Vec<_>, Vec<_>) = ranges.into_iter().partition(|r| r.items.len() > SUBTREE);
            small.extend(done);
            let cuts = map(items_in_all, large, |mut range| {
                let cut = cut_large(level, &mut range, full);
                (range, cut)
            });
            ranges = Vec::with_capacity(2 * cuts.len());
            for (range, cut) in cuts {
                if let Some(cut) = cut {
                    ranges.extend(children(range, &cut, &mut nodes));
                }
            }
        }
        let mut sums = vec![Sum::default(); nodes.len()];
        let top = nodes.len();
        let subtrees = map(items_in_all, small, |range| {
            let (node, items) = (range.node, range.items.len());
            let subtree = if progress.is_cancelled() {
                Default::default()
            } else {
                dispatch!(level, simd => subtree(simd, range, full, whole))
            };
            progress.add(items);
            (node, subtree)
        });
        if progress.is_cancelled() {
            return None;
        }
        Self::graft(&mut nodes, &mut sums, subtrees);
        for node in (0..top).rev() {
            if sums[node].is_empty() {
                dispatch!(level, simd => plan(simd, &mut nodes, &mut sums, node, full, whole));
            }
        }
        Some(Self { nodes, items: order })
    }

    /// Inserts subtrees in place of their roots, and stores the cost of each root.
    pub(super) fn graft(
        nodes: &mut Vec<BinaryNode>,
        sums: &mut [Sum],
        subtrees: Vec<(usize, (Vec<BinaryNode>, Sum))>,
    ) {
        for (root, (subtree, sum)) in subtrees {
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
            sums[root] = sum;
        }
    }
}

/// Builds the nodes over one range and returns them with the cost of the root. The root is first.
/// Child indices are relative to it.
#[inline(always)]
fn subtree<S: Simd>(simd: S, range: Range<'_>, full: usize, whole: f64) -> (Vec<BinaryNode>, Sum) {
    let mut nodes = Vec::with_capacity(range.items.len() / 2 + LANES);
    nodes.push(BinaryNode::new(&range.hull));
    let mut open = vec![Range { node: 0, ..range }];
    let mut bins = Bins::EMPTY;
    while let Some(mut range) = open.pop() {
        if let Some(cut) = cut(simd, &mut range, &mut bins, full) {
            let [left, right] = children(range, &cut, &mut nodes);
            open.push(right);
            open.push(left);
        } else {
            for (slot, item) in range.order.iter_mut().zip(&*range.items) {
                *slot = item.index();
            }
            let node = &mut nodes[range.node];
            (node.first, node.count) = (range.first as u32, range.items.len() as u32);
        }
    }
    let mut sums = vec![Sum::default(); nodes.len()];
    for node in (0..nodes.len()).rev() {
        plan(simd, &mut nodes, &mut sums, node, full, whole);
    }
    (nodes, sums[0])
}

/// Makes two nodes for the two sides of a cut. Their items are in the former spare room.
#[inline(always)]
fn children<'a>(range: Range<'a>, cut: &Cut, nodes: &mut Vec<BinaryNode>) -> [Range<'a>; 2] {
    let Range { items, spare, order, first, node: parent, depth, .. } = range;
    let node = nodes.len();
    nodes[parent].first = node as u32;
    nodes.extend(cut.hulls.iter().map(BinaryNode::new));
    let (left, right) = spare.split_at_mut(cut.middle);
    let (spare_left, spare_right) = items.split_at_mut(cut.middle);
    let (order_left, order_right) = order.split_at_mut(cut.middle);
    let depth = depth + 1;
    [
        Range {
            items: left,
            spare: spare_left,
            order: order_left,
            first,
            hull: cut.hulls[0],
            centroids: cut.centroids[0],
            node,
            depth,
        },
        Range {
            items: right,
            spare: spare_right,
            order: order_right,
            first: first + cut.middle,
            hull: cut.hulls[1],
            centroids: cut.centroids[1],
            node: node + 1,
            depth,
        },
    ]
}

/// Runs [`cut`] with the bins filled on all cores.
fn cut_large(level: Level, range: &mut Range<'_>, full: usize) -> Option<Cut> {
    #[cfg(feature = "rayon")]
    if range.items.len() > CHUNK && range.depth < MAX_SPLIT_DEPTH {
        use rayon::prelude::*;
        let grid = Grid::new(&range.centroids, BINS);
        let bins = range.items.par_chunks(CHUNK).map(|items| {
            let mut bins = Bins::EMPTY;
            dispatch!(level, simd => bins.fill(simd, items, &grid));
            bins
        });
        let bins = bins.reduce(|| Bins::EMPTY, |a, b| dispatch!(level, simd => a.join(simd, &b)));
        if let Some(plane) = dispatch!(level, simd => bins.best_plane(simd, &grid, BINS)) {
            return Some(dispatch!(level, simd => sort_by_side(simd, range, &grid, &bins, &plane)));
        }
    }
    let mut bins = Bins::EMPTY;
    dispatch!(level, simd => cut(simd, range, &mut bins, full))
}

/// Partitions the range into two non-empty sides, in its spare room. Returns `None` if the range is
/// a leaf.
#[inline(always)]
fn cut<S: Simd>(simd: S, range: &mut Range<'_>, bins: &mut Bins, full: usize) -> Option<Cut> {
    let len = range.items.len();
    if len <= full {
        return None;
    }
    if range.depth < MAX_SPLIT_DEPTH {
        let count = len.clamp(4, BINS);
        let grid = Grid::new(&range.centroids, count);
        bins.clear(count);
        bins.fill(simd, range.items, &grid);
        if let Some(plane) = bins.best_plane(simd, &grid, count) {
            return Some(sort_by_side(simd, range, &grid, bins, &plane));
        }
    }
    Some(halve(simd, range))
}

/// Splits a range at the median along the axis with the widest spread of centroids.
#[inline(always)]
fn halve<S: Simd>(simd: S, range: &mut Range<'_>) -> Cut {
    let size = |axis: usize| -range.centroids[axis + 4] - range.centroids[axis];
    let axis = (1..3).fold(0, |best, axis| if size(axis) > size(best) { axis } else { best });
    range.spare.copy_from_slice(range.items);
    let middle = range.items.len() / 2;
    let place = |item: &Item| item.0[axis] - item.0[axis + 4];
    range
        .spare
        .select_nth_unstable_by(middle, |a, b| place(a).total_cmp(&place(b)).then(a.index().cmp(&b.index())));
    let (left, right) = range.spare.split_at(middle);
    let (left, right) = (boxes_and_centroids(simd, left), boxes_and_centroids(simd, right));
    Cut { middle, hulls: [left.0, right.0], centroids: [left.1, right.1] }
}

/// Partitions a range by a plane into its spare room, the left side first.
#[inline(always)]
fn sort_by_side<S: Simd>(simd: S, range: &mut Range<'_>, grid: &Grid, bins: &Bins, plane: &Plane) -> Cut {
    let mut limit = [f32::NEG_INFINITY; 4];
    limit[plane.axis] = (plane.last + 1) as f32;
    let limit = f32x4::from_slice(simd, &limit);
    let (mut low, mut high) = (0, range.spare.len());
    let mut centroids = [NOTHING; 2];
    for item in &*range.items {
        let middle = doubled_centroid(simd, load(simd, &item.0));
        let is_left = usize::from(grid.position(simd, middle).simd_lt(limit).any_true());
        let side = &mut centroids[1 - is_left];
        load(simd, side).min(middle.combine(-middle)).store_slice(side);
        // Writes the item to both ends. The copy on the wrong side is overwritten later.
        range.spare[low] = *item;
        range.spare[high - 1] = *item;
        low += is_left;
        high -= 1 - is_left;
    }
    let (left, right) = bins.hulls[plane.axis][..plane.slices].split_at(plane.last + 1);
    Cut { middle: low, hulls: [joined(simd, left), joined(simd, right)], centroids }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::node::LEAF;

    /// Checks that every item is in one leaf, that every box is inside the box of its parent, and
    /// that the depth fits the traversal stacks.
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
        let fast = build_each(boxes, Build::Fast).expect("nothing cancels it");
        assert_sound(&fast, boxes, LANES);
        let bvh = Bvh::build(boxes.iter().copied());
        assert_sound(&bvh, boxes, LANES);
        bvh
    }

    fn build_each(boxes: &[Bounds], how: Build) -> Option<Bvh> {
        let never_cancel = |_| ControlFlow::Continue(());
        Bvh::build_each(boxes.len() as u32, |item| boxes[item as usize], how, Progress::new(&never_cancel))
    }

    #[test]
    fn a_build_reports_progress_and_can_be_cancelled() {
        let boxes: Vec<_> = (0..50_000_u16).map(|i| at(f32::from(i), 0.5)).collect();
        for how in [Build::Best, Build::Fast] {
            let most = std::sync::Mutex::new(0.0_f64);
            let note = |done: f64| {
                let mut most = most.lock().expect("no test has failed");
                *most = most.max(done);
                if *most >= 0.5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let bounds = |item: u32| boxes[item as usize];
            assert!(Bvh::build_each(50_000, bounds, how, Progress::new(&note)).is_none());
            let most = *most.lock().expect("no test has failed");
            assert!((0.5..=1.0).contains(&most), "{most}");
        }
    }

    #[test]
    fn an_empty_tree_has_no_nodes() {
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
    fn equal_boxes_are_split_at_the_median() {
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
        assert!(bvh.leaves().len() < boxes.len() / 7);
        assert!(bvh.nodes.len() < boxes.len() / 35);
    }

    #[test]
    fn boxes_at_doubling_distances_do_not_degenerate_the_tree() {
        build(&(0..250).map(|i| at(2.0_f32.powi(i - 125), 0.0)).collect::<Vec<_>>());
        let nested: Vec<_> =
            (0..9_000_u16).map(|i| at(1.0 + 1.0 / (1.0 + f32::from(i)).powi(8), 0.0)).collect();
        build(&nested);
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn the_tree_is_the_same_for_any_number_of_threads() {
        let mut random = fastrand::Rng::with_seed(2);
        let boxes: Vec<_> = (0..70_000).map(|_| at(random.f32(), random.f32() * 0.01)).collect();
        let build = |threads, how| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let bvh = pool.install(|| build_each(&boxes, how)).expect("nothing cancels it");
            let planes: Vec<_> = bvh.nodes.iter().map(|node| (node.planes, node.children)).collect();
            (bvh.leaves, planes)
        };
        for how in [Build::Best, Build::Fast] {
            let one = build(1, how);
            assert!(one == build(2, how) && one == build(3, how));
        }
    }

    #[test]
    fn infinite_boxes_are_in_the_tree() {
        let endless = Bounds { planes: [[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]] };
        let mut boxes: Vec<_> = (0..50_u8).map(|i| at(f32::from(i), 1.0)).collect();
        boxes.extend([endless; 30]);
        build(&boxes);
    }
}
