//! Point and wedge: a sector of at most half a turn.
//!
//! A point between the two sides is nearest to the arc along its own direction, and inside when it is no farther from the
//! centre than the radius. Any other point is nearest to one of the sides. Inside, the boundary is the arc and both sides.

use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::pair::point_ray;
use crate::shape::{Point, Segment, Wedge};
use crate::vector::{FloatVector, Vector2};

/// The nearest point of the two sides.
fn on_sides<V: FloatVector + Vector2>(a: &Wedge<V>, p: V) -> V {
    let [first, last] =
        a.corners().each(|end| point_ray::distance(&Point(p), &Segment { a: a.center, b: end }).on_b);
    if (p - last).length_squared() < (p - first).length_squared() { last } else { first }
}

/// The point of the wedge nearest to `p`: itself when it is inside.
pub fn closest_point<V: FloatVector + Vector2>(a: &Wedge<V>, p: V) -> V {
    let w = p - a.center;
    let away = w.length();
    if !a.spans_direction(w) {
        return on_sides(a, p);
    }
    if away <= a.radius { p } else { a.center + w * (a.radius / away) }
}

/// The distance of a point from the boundary, negative inside.
pub fn signed_distance<V: FloatVector + Vector2>(a: &Wedge<V>, p: &Point<V>) -> V::Scalar {
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
