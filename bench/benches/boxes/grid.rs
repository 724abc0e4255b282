//! A uniform grid as in textbooks: each box is in every cell that it touches, cells are as wide as
//! the mean longest side, and a pair is counted in the cell of the least corner of its
//! intersection.

use crate::sets::Box3;
use glam::{UVec3, Vec3};

pub fn pairs(boxes: &[Box3], pairs: &mut Vec<[u32; 2]>) {
    let min = boxes.iter().fold(Vec3::INFINITY, |low, b| low.min(b.min));
    let max = boxes.iter().fold(Vec3::NEG_INFINITY, |high, b| high.max(b.max));
    let wide = boxes.iter().map(|b| (b.max - b.min).max_element()).sum::<f32>() / boxes.len() as f32;
    // At most four cells per box.
    let least = ((max - min).element_product() / (4 * boxes.len()) as f32).cbrt();
    let scale = 1.0 / wide.max(least).max(f32::MIN_POSITIVE);
    let cell = |point: Vec3| ((point - min) * scale).as_uvec3();
    let size = cell(max) + 1;
    let index = |at: UVec3| ((at.z * size.y + at.y) * size.x + at.x) as usize;
    let cells = |b: &Box3| {
        let (low, high) = (cell(b.min), cell(b.max));
        let rows = (low.z..=high.z).flat_map(move |z| (low.y..=high.y).map(move |y| (y, z)));
        rows.flat_map(move |(y, z)| (low.x..=high.x).map(move |x| UVec3::new(x, y, z)))
    };
    // Counting sort of boxes by cells: first the end of each cell, then backward to its start.
    let mut starts = vec![0_u32; size.element_product() as usize + 1];
    for b in boxes {
        cells(b).for_each(|at| starts[index(at)] += 1);
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut items = vec![0; sum as usize];
    for (item, b) in (0_u32..).zip(boxes) {
        cells(b).for_each(|at| {
            let start = &mut starts[index(at)];
            *start -= 1;
            items[*start as usize] = item;
        });
    }
    for (here, ends) in starts.windows(2).enumerate() {
        let items = &items[ends[0] as usize..ends[1] as usize];
        for (i, &a) in items.iter().enumerate() {
            for &b in &items[i + 1..] {
                let (of_a, of_b) = (&boxes[a as usize], &boxes[b as usize]);
                if of_a.meets(of_b) && index(cell(of_a.min.max(of_b.min))) == here {
                    pairs.push([a, b]);
                }
            }
        }
    }
}
