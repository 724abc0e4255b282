//! Point and view cone.
//!
//! Let `z` be the height of the point along the axis, `rho` its distance from the axis, and `a` the
//! angle of the side. In the half-plane of the point the view cone is a sector of a disc. A point
//! between axis and side is inside if it is no farther from the apex than the radius, and its
//! closest point on the ball's surface is along its own direction. Any other point is closest to
//! the side:
//!
//! ```text
//! t = clamp(z cos(a) + rho sin(a), 0, radius)      q = apex + t (cos(a), sin(a))
//! ```
//!
//! Inside, the depth is the lesser of `radius - |w|` and the distance from the side,
//! `z sin(a) - rho cos(a)`. Its foot is on the side, because it is no farther from the apex than
//! the point.

use crate::number::{Float, Ring};
use crate::shape::{Opened, Point, ViewCone};
use crate::vector::{FloatVector, Vector3};

/// Returns the point of the view cone closest to `p`: `p` itself if it is inside.
pub(crate) fn closest_point<V: FloatVector + Vector3>(a: &ViewCone<V>, p: V) -> V {
    nearest(&a.opened(), p)
}

/// Returns the distance of a point from the boundary, negative inside.
pub(crate) fn signed_distance<V: FloatVector + Vector3>(a: &ViewCone<V>, p: &Point<V>) -> V::Scalar {
    let opened = a.opened();
    let (away, side) = depths(&opened, p.0);
    if away >= V::Scalar::ZERO && side >= V::Scalar::ZERO {
        -Ring::min(away, side)
    } else {
        (p.0 - nearest(&opened, p.0)).length()
    }
}

fn nearest<V: FloatVector>(a: &Opened<V>, p: V) -> V {
    let w = p - a.apex;
    let (z, rho, out) = a.about(w);
    if a.faces(z, rho) {
        let away = w.length();
        return if away <= a.radius { p } else { a.apex + w * (a.radius / away) };
    }
    let along = z * a.cosine + rho * a.sine;
    a.on_side(out, Ring::clamp_to(along, V::Scalar::ZERO, a.radius))
}

/// Returns the depth of a point inside the ball and inside the side.
fn depths<V: FloatVector>(a: &Opened<V>, p: V) -> (V::Scalar, V::Scalar) {
    let w = p - a.apex;
    let (z, rho, _) = a.about(w);
    (a.radius - w.length(), -a.beyond(z, rho))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    use glam::{DVec3, dvec3};

    #[test]
    fn beyond_the_ball_beside_the_side_behind_the_apex_and_inside() {
        let view = ViewCone::new(DVec3::ZERO, dvec3(0., 0., 2.), 5., FRAC_PI_4);
        let is = |p: DVec3, signed: f64, at: DVec3| {
            let found = signed_distance(&view, &Point(p));
            assert!((found - signed).abs() < 1e-14, "{p}: {found}");
            assert!(closest_point(&view, p).distance(at) < 1e-14, "{p}: {}", closest_point(&view, p));
        };
        is(dvec3(0., 6., 8.), 5., dvec3(0., 3., 4.));
        is(dvec3(3., 0., 1.), 2_f64.sqrt(), dvec3(2., 0., 2.));
        is(dvec3(0., -2., -3.), 13_f64.sqrt(), DVec3::ZERO);
        is(dvec3(0., 0., 4.), -1., dvec3(0., 0., 4.));
        is(dvec3(1., 0., 3.), -2_f64.sqrt(), dvec3(1., 0., 3.));
    }

    #[test]
    fn half_a_ball_has_a_flat_side() {
        let half = ViewCone::new(DVec3::ZERO, DVec3::Z, 5., FRAC_PI_2);
        assert_eq!(closest_point(&half, dvec3(3., 0., -7.)), dvec3(3., 0., 0.));
        assert_eq!(signed_distance(&half, &Point(dvec3(3., 4., -2.))), 2.);
        assert_eq!(signed_distance(&half, &Point(dvec3(1., 1., 1.))), -1.);
    }
}
