//! Point and wedge: a sector of at most half a turn.
//!
//! The closest arc point to a point between the two sides lies in its own direction from the
//! center, and the point is inside if its distance from the center is at most the radius. Any other
//! point is closest to one of the sides. From inside, the boundary consists of the arc and both
//! sides.

use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::pair::point_ray;
use crate::shape::{Point, Segment, Wedge};
use crate::vector::{FloatVector, Vector2};

/// Returns the closest point of the two sides.
fn on_sides<V: FloatVector + Vector2>(a: &Wedge<V>, p: V) -> V {
    let [first, last] =
        a.corners().each(|end| point_ray::distance(&Point(p), &Segment { a: a.center, b: end }).on_b);
    if (p - last).length_squared() < (p - first).length_squared() { last } else { first }
}

/// Returns the point of the wedge closest to `p`; `p` itself if it is inside.
pub(crate) fn closest_point<V: FloatVector + Vector2>(a: &Wedge<V>, p: V) -> V {
    let w = p - a.center;
    let away = w.length();
    if !a.spans_direction(w) {
        return on_sides(a, p);
    }
    if away <= a.radius { p } else { a.center + w * (a.radius / away) }
}

/// Returns the signed distance of a point from the boundary, negative inside.
pub(crate) fn signed_distance<V: FloatVector + Vector2>(a: &Wedge<V>, p: &Point<V>) -> V::Scalar {
    let w = p.0 - a.center;
    let (away, sides) = (w.length() - a.radius, (on_sides(a, p.0) - p.0).length());
    match (a.spans_direction(w), away <= <V::Scalar as Float>::ZERO) {
        (true, true) => Ring::max(away, -sides),
        (true, false) => away,
        (false, _) => sides,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn beyond_the_arc_beside_a_side_behind_the_corner_and_inside() {
        let quarter = Wedge { center: DVec2::ZERO, radius: 5., from: DVec2::X, to: DVec2::Y };
        let signed = |x: f64, y: f64| signed_distance(&quarter, &Point(dvec2(x, y)));
        assert_eq!([signed(6., 8.), signed(2., -3.), signed(-3., -4.), signed(8., -4.)], [5., 3., 5., 5.]);
        assert_eq!([signed(1., 3.), signed(2.4, 3.2), signed(4., 0.)], [-1., -1., 0.]);
        assert_eq!(closest_point(&quarter, dvec2(6., 8.)), dvec2(3., 4.));
    }
}
