//! barycast: a tree, and a question to it for each box.

use crate::sets::Box3;
use barycast::bvh::{Bounds, Bvh};

pub fn pairs(boxes: &[Box3], pairs: &mut Vec<[u32; 2]>) {
    let bounds = |b: &Box3| Bounds { planes: [b.min.to_array(), b.max.to_array()] };
    let tree = Bvh::build(boxes.iter().map(bounds));
    for (a, of_a) in (0..).zip(boxes) {
        tree.walk_box(&bounds(of_a), |b| {
            if a < b && of_a.meets(&boxes[b as usize]) {
                pairs.push([a, b]);
            }
        });
    }
}
