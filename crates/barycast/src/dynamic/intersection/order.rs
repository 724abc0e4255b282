//! Order of points, so that a result does not depend on the order of the shapes.

use crate::shape::Segment;
use crate::vector::Vector;
use alloc::vec::Vec;

/// Builds a segment that starts at the lesser end.
pub(super) fn segment<W: Vector<Scalar = f64>>(a: W, b: W) -> Segment<W> {
    if later(a, b) { Segment { a: b, b: a } } else { Segment { a, b } }
}

/// Rotates the corners of a polygon to start at the least, and continue to the lesser of its
/// neighbours.
pub(super) fn from_least<W: Vector<Scalar = f64>>(mut corners: Vec<W>) -> Vec<W> {
    let n = corners.len();
    let least = (0..n).reduce(|i, j| if later(corners[i], corners[j]) { j } else { i }).unwrap_or(0);
    corners.rotate_left(least);
    if n > 2 && later(corners[1], corners[n - 1]) {
        corners[1..].reverse();
    }
    corners
}

/// Tests whether the first of two points comes after the second in the order of their coordinates.
pub(super) fn later<W: Vector<Scalar = f64>>(a: W, b: W) -> bool {
    let different = (0..W::DIM).find(|axis| a.get(*axis) != b.get(*axis));
    different.is_some_and(|axis| a.get(axis) > b.get(axis))
}
