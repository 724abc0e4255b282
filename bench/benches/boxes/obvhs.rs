//! obvhs: its binary BVH with the fastest build, and one query per box.

use crate::sets::Box3;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::builder::build_bvh2;
use std::time::Duration;

pub fn pairs(boxes: &[Box3], pairs: &mut Vec<[u32; 2]>) {
    let bounds: Vec<_> = boxes.iter().map(|b| Aabb::new(b.min.into(), b.max.into())).collect();
    let tree = build_bvh2(&bounds, BvhBuildParams::fastest_build(), &mut Duration::default());
    for (a, of_a) in (0..).zip(&bounds) {
        tree.aabb_traverse(*of_a, |tree, node| {
            let node = &tree.nodes[node as usize];
            let slots = node.first_index as usize..(node.first_index + node.prim_count) as usize;
            for &b in &tree.primitive_indices[slots] {
                if a < b && of_a.intersect_aabb(&bounds[b as usize]) {
                    pairs.push([a, b]);
                }
            }
            true
        });
    }
}
