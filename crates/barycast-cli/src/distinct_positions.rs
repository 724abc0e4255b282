//! Vertices with equal coordinates.

use barycast::number::each::MapEach;
use glam::DVec3;
use rayon::prelude::*;

/// Returns the number of the distinct position of each vertex, and how many distinct positions
/// there are.
pub(crate) fn distinct_positions(vertices: &[DVec3]) -> (Vec<u32>, usize) {
    // Adding 0 turns -0 into 0.
    let bits = |vertex: u32| vertices[vertex as usize].to_array().each(|x| (x + 0.0).to_bits());
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.par_sort_unstable_by_key(|&vertex| bits(vertex));
    let mut place_of = vec![0; vertices.len()];
    let mut count = 0;
    for group in order.chunk_by(|&a, &b| bits(a) == bits(b)) {
        for &vertex in group {
            place_of[vertex as usize] = count;
        }
        count += 1;
    }
    (place_of, count as usize)
}
