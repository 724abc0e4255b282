//! Arc and ray (line, segment).
//!
//! The intersections of the line with the circle that lie on the arc; a tangent has one point.

use crate::number::{Float, Real};
use crate::pair::ray_sphere;
use crate::query::Span;
use crate::shape::{Arc, Line, Linear, Sphere};
use crate::vector::{FloatVector, Vector2};
use alloc::vec::Vec;

/// Returns the points of the line on the arc, as spans of length 0, in order; at most two. Normals
/// point away from the center.
pub(crate) fn spans<V: FloatVector + Vector2>(a: &Arc<V>, b: &Line<V>) -> Vec<Span<V>> {
    let sector = a.sector();
    let wedges = if a.angle_range().is_some() { sector.wedges() } else { Vec::new() };
    let on_arc = |p: V| wedges.is_empty() || wedges.iter().any(|wedge| wedge.spans_direction(p - a.center));
    let Some(chord) = ray_sphere::span(&Sphere { center: a.center, radius: a.radius }, b) else {
        return Vec::new();
    };
    if b.direction.is_zero() {
        let off = (b.origin - a.center).length() - a.radius;
        let here = off.settle(a.radius + b.origin.length()) == V::Scalar::ZERO && on_arc(b.origin);
        return if here { alloc::vec![chord] } else { Vec::new() };
    }
    let mut found = Vec::new();
    for (t, normal) in [(chord.enter, chord.normal_enter), (chord.exit, chord.normal_exit)] {
        let again = found.last().is_some_and(|last: &Span<V>| last.enter == t);
        if on_arc(b.at(t)) && !again {
            found.push(Span { enter: t, exit: t, normal_enter: normal, normal_exit: normal });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_2, PI, TAU};
    use glam::{DVec2, dvec2};

    fn ts(start: f64, sweep: f64, y: f64) -> Vec<f64> {
        let arc = Arc::new(DVec2::ZERO, 5., start, sweep);
        spans(&arc, &Line::new(dvec2(-8., y), DVec2::X)).iter().map(|s| s.enter).collect()
    }

    #[test]
    fn a_quarter_a_half_and_a_whole_circle() {
        assert_eq!(ts(0., FRAC_PI_2, 3.), [12.]);
        assert_eq!(ts(FRAC_PI_2, -FRAC_PI_2, 3.), [12.]);
        assert_eq!(ts(0., PI, 3.), [4., 12.]);
        assert_eq!(ts(0., PI, -3.), [0.; 0]);
        assert_eq!(ts(1., TAU, -3.), [4., 12.]);
        assert_eq!(ts(0., PI, 5.), [8.], "a tangent");
        assert_eq!(ts(0., 1.5 * PI, 0.), [3., 13.], "an end");
    }

    #[test]
    fn a_zero_direction_intersects_the_arc_if_its_point_is_on_it() {
        let half = Arc::new(DVec2::ZERO, 5., 0., PI);
        let stays = |x: f64, y: f64| spans(&half, &Line { origin: dvec2(x, y), direction: DVec2::ZERO });
        assert_eq!(stays(3., 4.).len(), 1);
        assert_eq!(stays(3., -4.).len(), 0, "on the circle, and not on the arc");
        assert_eq!(stays(3., 1.).len(), 0, "inside of the circle");
        assert_eq!(stays(3., 5.).len(), 0);
    }
}
