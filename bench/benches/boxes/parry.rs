//! parry3d: its BVH, traversed against itself.

use crate::sets::Box3;
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

pub fn pairs(boxes: &[Box3], pairs: &mut Vec<[u32; 2]>) {
    let leaves = boxes.iter().map(|b| Aabb::new(b.min, b.max)).enumerate();
    let tree = Bvh::from_iter(BvhBuildStrategy::Binned, leaves);
    tree.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| pairs.push([a, b]));
}
