//! Free places nearer than the best known one.
//!
//! In a hole, or between parts, the shortest way out leads to a place that no single part's way out
//! finds. Places all around are therefore tried on a grid, the nearest first. From a free one the
//! shape comes back towards its original place until it touches, and slides along what it touches
//! to a place from which none is nearer.

use crate::number::{Float, sort_by_number};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// Number of steps of a grid across, in 2D and in 3D.
const ACROSS: [usize; 2] = [20, 10];
/// Number of times it comes back until it touches, and clears the list of what it touches.
const RETURNS: usize = 12;
/// Largest number of walls that it slides along at once.
const WALLS: usize = 6;

/// Returns the places of a grid between two distances from the origin, in order.
pub(super) fn places<V: FloatVector<Scalar = f64>>([least, most]: [f64; 2]) -> Vec<V> {
    let across = ACROSS[V::DIM - 2];
    let along = |i: usize| (2 * i + 1) as f64 / across as f64 - 1.0;
    let mut places: Vec<V> = (0..across.pow(V::DIM as u32))
        .map(|place| {
            (0..V::DIM).fold(V::splat(0.0), |at, i| at.with(i, along(place / across.pow(i as u32) % across)))
        })
        .filter(|place| place.length() < 1.0)
        .map(|place| place * most)
        .filter(|place| place.length() >= least)
        .collect();
    sort_by_number(&mut places, |place| place.length().precise());
    places
}

/// Returns unit directions all around.
pub(super) fn directions<V: FloatVector<Scalar = f64>>() -> Vec<V> {
    let rim = 2.0 / ACROSS[V::DIM - 2] as f64;
    places([1.0 - rim, 1.0]).into_iter().map(V::normalized_or_zero).collect()
}

/// Moves from a free place to one from which no nearby place is closer to the origin. `touch`
/// returns, for a way from a place, at which fraction of it something is touched, and the unit
/// vector away from that. `trace` is the length of the gap that is kept, and the search ends when a
/// way back gets shorter by less than the fraction `enough`.
pub(super) fn settled<V: FloatVector<Scalar = f64>>(
    start: V,
    touch: impl Fn(V, V) -> Option<(f64, V)>,
    trace: f64,
    enough: f64,
) -> V {
    let mut at = start;
    for _ in 0..RETURNS {
        let (before, mut walls) = (at.length(), Vec::<(V, f64)>::new());
        while walls.len() < WALLS {
            let way = nearest(&walls) - at;
            let Some((t, normal)) = touch(at, way) else {
                at = at + way;
                break;
            };
            at = at + way * t + normal * trace;
            walls.push((normal, at.dot(normal)));
        }
        if at.length() >= before * (1.0 - enough) {
            break;
        }
    }
    at
}

/// Returns the point closest to the origin on the far side of walls, given by unit vectors and
/// heights along them, by Hildreth's method, one wall after the other.
fn nearest<V: FloatVector<Scalar = f64>>(walls: &[(V, f64)]) -> V {
    const CYCLES: usize = 64;
    let mut at = V::splat(0.0);
    let mut pushed = [0.0; WALLS];
    for _ in 0..CYCLES {
        for ((normal, height), pushed) in walls.iter().zip(&mut pushed) {
            let push = (height - at.dot(*normal)).max(-*pushed);
            *pushed += push;
            at = at + *normal * push;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    #[test]
    fn places_are_all_around_and_the_nearest_comes_first() {
        let plane = places::<DVec2>([0.0, 2.0]);
        assert!(plane.len() > 300 && places::<DVec3>([0.0, 2.0]).len() > 500);
        assert!(
            plane.is_sorted_by(|p, q| p.length() <= q.length()) && plane.iter().all(|p| p.length() < 2.0)
        );
        let outer = places::<DVec2>([1.5, 2.0]);
        assert!(!outer.is_empty() && outer.iter().all(|p| (1.5..2.0).contains(&p.length())));
    }

    #[test]
    fn between_two_walls_it_settles_in_the_corner() {
        // The free region is above `y = 1` and to the right of `x = 2`.
        let walls = [(DVec2::Y, 1.0), (DVec2::X, 2.0)];
        let touch = |at: DVec2, way: DVec2| {
            let reached = walls.iter().filter(|(n, h)| (at + way).dot(*n) < *h);
            let times = reached.map(|(n, h)| ((at.dot(*n) - h) / -way.dot(*n), *n));
            times.min_by(|x, y| x.0.total_cmp(&y.0))
        };
        let at = settled(DVec2::new(7.0, 3.0), touch, 1e-12, 1e-9);
        assert!((at - DVec2::new(2.0, 1.0)).length() < 1e-9, "{at}");
    }
}
