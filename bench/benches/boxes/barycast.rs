//! barycast: its broad phase, rebuilt each time.

use crate::sets::Box3;
use barycast::d3::Aabb;
use barycast::scene::broad_phase;

pub fn pairs(boxes: &[Box3], pairs: &mut Vec<[u32; 2]>) {
    let boxes: Vec<_> = boxes.iter().map(|b| Aabb { min: b.min, max: b.max }).collect();
    pairs.extend(broad_phase::pairs(&boxes).expect("the boxes are numbers"));
}
