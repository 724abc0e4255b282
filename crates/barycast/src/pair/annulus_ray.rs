//! Annulus and ray (line, segment).
//!
//! The span in the outer disc, without the points strictly inside the inner circle. A line tangent
//! to the inner circle has a single span.

use crate::number::Ring;
use crate::pair::ray_sphere;
use crate::query::Span;
use crate::shape::{Annulus, Line, Sphere};
use crate::vector::{FloatVector, Vector2};
use alloc::vec::Vec;

/// Returns the spans of the line in the annulus, in order; at most two. Normals at the inner circle
/// point to the center.
pub fn spans<V: FloatVector + Vector2>(a: &Annulus<V>, b: &Line<V>) -> Vec<Span<V>> {
    let chord = |radius| ray_sphere::span(&Sphere { center: a.center, radius }, b);
    let Some(outer) = chord(a.outer_radius) else { return Vec::new() };
    if b.direction.is_zero() {
        let inside = (b.origin - a.center).length_squared() < a.inner_radius.squared();
        return if inside { Vec::new() } else { alloc::vec![outer] };
    }
    match chord(a.inner_radius).filter(|hole| hole.enter < hole.exit) {
        Some(hole) => alloc::vec![
            Span { exit: hole.enter, normal_exit: -hole.normal_enter, ..outer },
            Span { enter: hole.exit, normal_enter: -hole.normal_exit, ..outer },
        ],
        None => alloc::vec![outer],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn across_the_hole_beside_it_and_touching_it() {
        let ring = Annulus::new(DVec2::ZERO, 3., 5.);
        let ts = |y: f64| -> Vec<f64> {
            let line = Line::new(dvec2(-8., y), DVec2::X);
            spans(&ring, &line).iter().flat_map(|s| [s.enter, s.exit]).collect()
        };
        assert_eq!(ts(0.), [3., 5., 11., 13.]);
        assert_eq!(ts(3.), [4., 12.]);
        assert_eq!((ts(5.), ts(5.1)), (alloc::vec![8., 8.], Vec::new()));
        let inner = &spans(&ring, &Line::new(dvec2(-8., 0.), DVec2::X))[0];
        assert_eq!((inner.normal_enter.x < 0., inner.normal_exit.x > 0.), (true, true));
    }
}
