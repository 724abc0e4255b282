//! Tests whether a point lies on a line, ray or segment, within a tolerance: three methods.
//!
//! With `w = p - o`, a direction `d` of any length, and `0 <= t <= 1` the range of a segment:
//!
//! | method | formula | error proportional to |
//! |---|---|---|
//! | [`by_cross`] | `\|w x d\| <= tolerance \|d\|` | `\|w\|`, across the line only |
//! | [`by_dot`] | `\|w - t d\| <= tolerance`, `t = w . d / \|d\|^2` in range | `\|w\|` in every direction |
//! | [`by_lengths`] | `\|p - a\| + \|p - b\| <= \|a - b\| + 2 tolerance`, and [`by_cross`] across | `\|w\|` |
//!
//! All test whether a sphere of radius `tolerance` around the point intersects the line.
//!
//! Sources: [Ericson 5.1.2].

use crate::number::Float;
use crate::pair::point_ray;
use crate::shape::{Linear, Point, Segment};
use crate::vector::FloatVector;

/// Tests whether the point is within `tolerance` of the line, ray or segment, by the cross product.
///
/// The most accurate of the three: no division, and no cancellation far from the line's origin.
pub fn by_cross<V: FloatVector, L: Linear<Vector = V>>(p: V, line: &L, tolerance: V::Scalar) -> bool {
    let (w, d) = (p - line.origin(), line.direction());
    let (dd, reach) = (d.length_squared(), tolerance * tolerance);
    if dd > V::Scalar::ZERO && line.contains_ratio(w.dot(d), dd) {
        // Without |d|^2 on the right the answer would depend on how long the direction is.
        return w.wedge_squared(d) <= reach * dd;
    }
    w.length_squared() <= reach || (L::HAS_END && (w - d).length_squared() <= reach)
}

/// Tests whether the point is within `tolerance` of the line, ray or segment, by its foot, from the
/// dot product.
///
/// Preferable if the foot is needed too.
pub fn by_dot<V: FloatVector, L: Linear<Vector = V>>(p: V, line: &L, tolerance: V::Scalar) -> bool {
    let foot = line.at(point_ray::foot(&Point(p), line));
    (p - foot).length_squared() <= tolerance * tolerance
}

/// Tests whether the point is within about `tolerance` of the segment, by the sum of its distances
/// from the ends.
///
/// Every point within `tolerance` is accepted, and none farther than `sqrt(2)` times that: near an
/// end the accepted set is not round. Between the ends the sum grows only with the square of the
/// distance, so it limits the position along the segment, and the cross product limits the distance
/// across.
pub fn by_lengths<V: FloatVector>(p: V, segment: &Segment<V>, tolerance: V::Scalar) -> bool {
    let (w, d) = (p - segment.a, segment.direction());
    let across = w.wedge_squared(d) <= tolerance * tolerance * d.length_squared();
    let sum = w.length() + (p - segment.b).length();
    across && sum <= d.length() + tolerance + tolerance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Line, Ray};
    use glam::{Vec3, vec3};

    fn all(p: Vec3, segment: &Segment<Vec3>, tolerance: f32) -> [bool; 3] {
        [by_cross(p, segment, tolerance), by_dot(p, segment, tolerance), by_lengths(p, segment, tolerance)]
    }

    #[test]
    fn c2_the_segments_length_changes_nothing() {
        let long = Segment::new(Vec3::ZERO, vec3(1000., 0., 0.));
        assert_eq!(all(vec3(500., 5e-5, 0.), &long, 1e-4), [true; 3]);
        let short = Segment::new(Vec3::ZERO, vec3(0.1, 0., 0.));
        assert_eq!(all(vec3(0.05, 0.04, 0.), &short, 1e-4), [false; 3]);
    }

    #[test]
    fn c2_lengths_are_not_sums_of_coordinates() {
        let diagonal = Segment::new(Vec3::ZERO, vec3(0.1, 0.1, 0.));
        assert_eq!(all(vec3(0.02, 0.08, 0.), &diagonal, 1e-4), [false; 3]);
        assert_eq!(all(vec3(0.02, 0.02, 0.), &diagonal, 1e-4), [true; 3]);
    }

    #[test]
    fn ends_end_and_lines_do_not() {
        let p = vec3(3., 0., 0.);
        let (a, d) = (Vec3::ZERO, vec3(2., 0., 0.));
        assert_eq!(all(p, &Segment::new(a, d), 0.5), [false; 3]);
        assert_eq!(all(p, &Segment::new(a, d), 1.), [true; 3]);
        assert!(by_cross(p, &Line::new(a, d), 0.) && by_dot(p, &Line::new(a, d), 0.));
        assert!(by_cross(p, &Ray { origin: a, direction: d }, 0.));
        assert!(!by_cross(-p, &Ray { origin: a, direction: d }, 0.));
        assert_eq!(all(p, &Segment::new(p, p), 0.), [true; 3]);
        assert_eq!(all(a, &Segment::new(p, p), 1.), [false; 3]);
    }
}
