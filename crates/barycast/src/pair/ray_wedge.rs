//! Ray (line, segment) and wedge: a sector of at most half a turn.
//!
//! The span in the disc, clipped by the two sides. A wedge with an angle of 0 needs a third clip at
//! its center: its two sides do not exclude the other half of their line.

use crate::number::{Field, Float, Real, Ring};
use crate::pair::ray_sphere;
use crate::query::Span;
use crate::shape::{Line, Sphere, Wedge};
use crate::vector::{FloatVector, Vector2};

/// Returns the span of the line inside.
pub fn span<V: FloatVector + Vector2>(a: &Wedge<V>, b: &Line<V>) -> Option<Span<V>> {
    let zero = V::Scalar::ZERO;
    let mut span = ray_sphere::span(&Sphere { center: a.center, radius: a.radius }, b)?;
    let (u, v) = (a.from.normalized_or_zero(), a.to.normalized_or_zero());
    let (w, none) = (b.origin - a.center, b.direction.zero());
    // Outward: to the right of one side, to the left of the other, and back from the center.
    for (n, wall) in [(-u.perp(), true), (v.perp(), true), (-(u + v), false)] {
        let (length, size) = (n.length(), w.length() + a.radius);
        let height = w.dot(n).settle(size * length);
        let speed = b.direction.dot(n).settle(b.direction.length() * length);
        let normal = if wall { n } else { none };
        let t = (-height).div_or(speed, zero);
        if speed < zero {
            if span.enter < t {
                (span.enter, span.normal_enter) = (t, normal);
            }
        } else if speed > zero {
            if t < span.exit {
                (span.exit, span.normal_exit) = (t, normal);
            }
        } else if height > zero {
            return None;
        }
    }
    let gap = (span.enter - span.exit).settle(span.enter.abs() + span.exit.abs());
    if gap > zero {
        return None;
    }
    if span.exit < span.enter {
        span.exit = span.enter;
    }
    Some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn through_both_sides_through_the_arc_and_beside_the_corner() {
        let quarter = Wedge { center: DVec2::ZERO, radius: 5., from: DVec2::X, to: DVec2::Y };
        let ts = |origin: DVec2, direction: DVec2| {
            span(&quarter, &Line::new(origin, direction)).map(|s| [s.enter, s.exit])
        };
        assert_eq!(ts(dvec2(-1., 3.), DVec2::X), Some([1., 5.]));
        assert_eq!(ts(dvec2(4., -1.), dvec2(-1., 1.)), Some([1., 4.]));
        assert_eq!(ts(dvec2(-1., 1.), dvec2(1., -1.)), Some([1., 1.]), "the corner");
        assert_eq!(ts(dvec2(-2., 1.), dvec2(1., -1.)), None);
        let thin = Wedge { to: DVec2::X, ..quarter };
        let along = span(&thin, &Line::new(dvec2(-8., 0.), DVec2::X)).map(|s| [s.enter, s.exit]);
        assert_eq!(along, Some([8., 13.]));
    }
}
