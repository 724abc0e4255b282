//! Joins segments, whose ends are identified by keys, into polylines.

use alloc::vec;
use alloc::vec::Vec;

/// Polyline of segments. Segment `i` has the ends `2 i` and `2 i + 1`, where it begins and ends.
pub(super) struct Polyline {
    /// Starting end of each segment, and the last end if the polyline is open.
    pub(super) ends: Vec<usize>,
    pub(super) closed: bool,
}

/// Joins segments with equal keys, an end to a beginning. If several match, they are joined in
/// order. Remaining ends with equal keys are joined irrespective of direction.
pub(super) fn polylines<K: Ord + Copy>(segments: &[[K; 2]]) -> Vec<Polyline> {
    let partners = partners(segments);
    let mut polylines = Vec::new();
    let mut seen = vec![false; segments.len()];
    // Open polylines first, from their beginning or, among segments with inconsistent direction,
    // from any end.
    let begins = |end: &usize| partners[*end].is_none();
    let starts = (0..segments.len()).map(|segment| 2 * segment);
    let ends = (0..segments.len()).map(|segment| 2 * segment + 1);
    let open = starts.clone().filter(begins).chain(ends.filter(begins));
    for first in open.chain(starts) {
        if seen[first / 2] {
            continue;
        }
        let (mut ends, mut end) = (Vec::new(), first);
        let closed = loop {
            seen[end / 2] = true;
            ends.push(end);
            match partners[end ^ 1] {
                None => {
                    ends.push(end ^ 1);
                    break false;
                }
                Some(next) if seen[next / 2] => break true,
                Some(next) => end = next,
            }
        };
        polylines.push(Polyline { ends, closed });
    }
    polylines
}

/// Returns the end of another segment to which each end is joined.
fn partners<K: Ord + Copy>(segments: &[[K; 2]]) -> Vec<Option<usize>> {
    let mut ends: Vec<(K, usize, usize)> = Vec::with_capacity(2 * segments.len());
    for (i, segment) in segments.iter().enumerate() {
        for (kind, key) in segment.iter().enumerate() {
            ends.push((*key, kind, 2 * i + kind));
        }
    }
    ends.sort_unstable();
    let mut partners = vec![None; ends.len()];
    for at_key in ends.chunk_by(|a, b| a.0 == b.0) {
        let (begin, end) = at_key.split_at(at_key.partition_point(|end| end.1 == 0));
        let both = begin.len().min(end.len());
        let mut join = |a: usize, b: usize| (partners[a], partners[b]) = (Some(b), Some(a));
        for (a, b) in begin.iter().zip(end) {
            join(a.2, b.2);
        }
        for pair in begin[both..].chunks_exact(2).chain(end[both..].chunks_exact(2)) {
            join(pair[0].2, pair[1].2);
        }
    }
    partners
}
