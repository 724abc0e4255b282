//! Decomposition of polygons into convex parts.

use super::part::{Part, few};
use crate::number::Order as _;
use crate::number::{Float as _, sort_by_number};
use crate::shape::{Polygon, Segment};
use alloc::vec;
use alloc::vec::Vec;
use glam::{DVec2, dvec2};

/// Part of a polygon between two edges, up to some height.
struct Rising {
    /// Indices of the left and the right edge.
    edges: [usize; 2],
    /// Corners along each edge, upward.
    chains: [Vec<DVec2>; 2],
}

impl Rising {
    /// Tests whether it continues between these edges, from its top up to these corners, and stays
    /// convex.
    fn goes_on(&self, edges: [usize; 2], [low, high]: [[DVec2; 2]; 2]) -> bool {
        let turns_in = |side: usize| {
            let [.., q, r] = self.chains[side][..] else { return false };
            let turn = (r - q).perp_dot(high[side] - r);
            r == low[side]
                && (self.edges[side] == edges[side] || if side == 0 { turn < 0.0 } else { turn > 0.0 })
        };
        low[0] != low[1] && turns_in(0) && turns_in(1)
    }
}

/// Decomposes a polygon into convex parts. It is cut at the heights of its corners: between them
/// its edges do not cross, and enter and leave in turn. Pieces above one another that are convex
/// together are one part. Returns `None` if there are too many.
pub(super) fn convex_parts(polygon: &Polygon<DVec2>, out: &mut Vec<Part<DVec2>>) -> Option<()> {
    let mut heights: Vec<f64> = polygon.corners().iter().map(|p| p.y).collect();
    heights.order_by(f64::total_cmp);
    heights.dedup();
    let mut close = |part: Rising| {
        out.push(Part { points: part.chains.concat(), radius: 0.0 });
        few(out)
    };
    let mut rising: Vec<Rising> = Vec::new();
    for band in heights.windows(2) {
        let (low, high) = (band[0], band[1]);
        let mut sides: Vec<(usize, [DVec2; 2])> = Vec::new();
        for (edge, Segment { a, b }) in polygon.edges().enumerate() {
            let (a, b) = if a.y < b.y { (a, b) } else { (b, a) };
            if a.y <= low && high <= b.y {
                let at = |y: f64| {
                    if y == b.y { b } else { dvec2(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y) }
                };
                sides.push((edge, [at(low), at(high)]));
            }
        }
        sort_by_number(&mut sides, |(_, side)| (side[0].x + side[1].x).precise());
        let mut next = Vec::new();
        for pair in sides.chunks_exact(2) {
            let [(left, [p, q]), (right, [r, s])] = [pair[0], pair[1]];
            let below = rising.iter().position(|part| part.goes_on([left, right], [[p, r], [q, s]]));
            let mut part = match below {
                Some(i) => rising.swap_remove(i),
                None => Rising { edges: [left, right], chains: [vec![p], vec![r]] },
            };
            part.edges = [left, right];
            part.chains[0].push(q);
            part.chains[1].push(s);
            next.push(part);
        }
        core::mem::replace(&mut rising, next).into_iter().try_for_each(&mut close)?;
    }
    rising.into_iter().try_for_each(close)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::hull::Hull;

    #[test]
    fn a_polygon_is_its_convex_parts() {
        let corners = |corners: [[f64; 2]; 4]| corners.map(DVec2::from_array).to_vec();
        let hole = corners([[2., 1.], [3., 1.], [3., 2.], [2., 2.]]);
        let outline = corners([[0., 0.], [4., 0.], [4., 3.], [0., 3.]]);
        let polygon = Polygon::try_with_holes(outline, vec![hole]).unwrap();
        let mut parts = Vec::new();
        convex_parts(&polygon, &mut parts).unwrap();
        // Below the hole, beside it, and above it.
        assert_eq!(parts.len(), 4);
        let of_fan =
            |c: &[DVec2]| c[1..].windows(2).map(|d| (d[0] - c[0]).perp_dot(d[1] - c[0])).sum::<f64>();
        let hull = |p: &[DVec2]| Hull::of(p).corners.into_iter().map(|i| p[i]).collect::<Vec<_>>();
        let area: f64 = parts.iter().map(|part| of_fan(&hull(&part.points))).sum();
        assert_eq!(area * 0.5, 11.0);
    }
}
