//! Oriented boxes and triangles by separating axes: penetration depth and time of impact.
//!
//! Two convex polytopes are disjoint exactly when they are separated along the normal of a face of
//! one, or along the cross product of an edge of each. The least translation that separates them is
//! therefore along one of these thirteen axes, and they intersect during the times at which they
//! overlap along all axes: from the last time of entering to the first of leaving.
//!
//! Sources: [Ericson 5.2.9, 5.5.4], [Gottschalk 1996].

use crate::shape::{Obb, Triangle};
use glam::DVec3;

/// Edges are parallel if their cross product is shorter than this fraction of the product of their
/// lengths; the face normals then cover that axis.
const PARALLEL: f64 = 1e-12;

/// Returns the possible separating axes, of length 1: the triangle's normal first, then the axes of
/// the box, then the cross products of edges.
fn axes(solid: &Obb<DVec3>, triangle: &Triangle<DVec3>) -> impl Iterator<Item = DVec3> + use<> {
    let edges = [triangle.b - triangle.a, triangle.c - triangle.b, triangle.a - triangle.c];
    let axes = [solid.axis(0), solid.axis(1), solid.axis(2)];
    (0..13).filter_map(move |i| {
        let (u, v) = match i {
            0 => (edges[0], -edges[2]),
            1..4 => (axes[i % 3], axes[(i + 1) % 3]),
            _ => (axes[(i - 4) / 3], edges[(i - 4) % 3]),
        };
        let n = u.cross(v);
        let length = n.length();
        (length > u.length() * v.length() * PARALLEL).then(|| n / length)
    })
}

/// Returns the projections of the box and of the triangle onto an axis.
fn intervals(solid: &Obb<DVec3>, triangle: &Triangle<DVec3>, n: DVec3) -> [[f64; 2]; 2] {
    let (center, h) = (n.dot(solid.center), solid.half_extents);
    let reach = h.x * n.dot(solid.axis(0)).abs()
        + h.y * n.dot(solid.axis(1)).abs()
        + h.z * n.dot(solid.axis(2)).abs();
    let [a, b, c] = [n.dot(triangle.a), n.dot(triangle.b), n.dot(triangle.c)];
    [[center - reach, center + reach], [a.min(b).min(c), a.max(b).max(c)]]
}

/// Returns the least translation of the box off the triangle as a direction and a depth; the depth
/// is negative if that direction separates them. Considers only directions that `allowed` admits,
/// unless they separate; the first of equally short ones wins. If the two are farther apart than
/// `far`, returns any direction along which they are.
pub(super) fn least_way_off(
    solid: &Obb<DVec3>,
    triangle: &Triangle<DVec3>,
    far: f64,
    allowed: impl Fn(DVec3) -> bool,
) -> Option<(DVec3, f64)> {
    let mut least: Option<(DVec3, f64)> = None;
    for n in axes(solid, triangle) {
        let [[box_low, box_high], [low, high]] = intervals(solid, triangle, n);
        for (direction, depth) in [(n, high - box_low), (-n, box_high - low)] {
            // An edge axis must be better than a face normal by more than rounding.
            let is_less = least.is_none_or(|(_, known)| depth < known - known.abs() * 1e-9);
            if is_less && (depth < 0.0 || allowed(direction)) {
                least = Some((direction, depth));
            }
            if -depth > far {
                return least;
            }
        }
    }
    least
}

/// Returns the first time at which a box, moving by `t * velocity`, touches the triangle, and the
/// direction from the triangle to the box there. The direction is `None` if they overlap at the
/// start by more than `noise`. Returns `None` if they do not touch up to `limit`. The time is never
/// late: `noise` is the rounding error of a coordinate along an axis.
pub(super) fn first_touch(
    solid: &Obb<DVec3>,
    triangle: &Triangle<DVec3>,
    velocity: DVec3,
    limit: f64,
    noise: f64,
) -> Option<(f64, Option<DVec3>)> {
    let (mut enter, mut normal, mut exit) = (0.0, None, f64::INFINITY);
    let mut nearest = f64::NEG_INFINITY;
    for n in axes(solid, triangle) {
        let [[box_low, box_high], [low, high]] = intervals(solid, triangle, n);
        // Orients the axis so that the box, or its middle, is above the triangle.
        let above = box_low + box_high >= low + high;
        let (gap, depth, n) =
            if above { (box_low - high, box_high - low, n) } else { (low - box_high, high - box_low, -n) };
        let speed = -n.dot(velocity);
        if gap > noise && speed <= 0.0 {
            return None;
        }
        if gap > nearest && enter == 0.0 {
            nearest = gap;
            // They touch, up to rounding.
            normal = (gap >= -noise).then_some(n);
        }
        if gap > noise {
            let from = (gap - noise) / speed;
            if from > limit {
                return None;
            }
            if from > enter {
                (enter, normal) = (from, Some(n));
            }
        }
        // The box leaves on the opposite side if it approaches, otherwise on this one.
        let way = if speed > 0.0 { depth } else { -gap } + noise;
        if speed != 0.0 {
            exit = exit.min(way / speed.abs());
        }
    }
    (enter <= exit).then_some((enter, normal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_farther_than_the_limit_is_so_along_the_first_such_axis_and_a_nearer_one_is_as_without() {
        let mut rng = fastrand::Rng::with_seed(13);
        let mut beyond = 0;
        for case in 0..20_000 {
            let mut point = || DVec3::from_array([0; 3].map(|_| rng.f64() * 4.0 - 2.0));
            let triangle = Triangle { a: point(), b: point(), c: point() };
            let turn = glam::DQuat::from_vec4(point().extend(0.5).normalize());
            let axes = DVec3::AXES.map(|axis| turn * axis);
            let solid = Obb::new(point(), point().abs() * 0.3, axes);
            let far = f64::from(case % 4) * 0.2;
            let all = least_way_off(&solid, &triangle, f64::INFINITY, |_| true).unwrap();
            let some = least_way_off(&solid, &triangle, far, |_| true).unwrap();
            assert_eq!(-all.1 > far, -some.1 > far, "{case}");
            if -all.1 > far {
                beyond += 1;
            } else {
                assert_eq!(all, some, "{case}");
            }
        }
        assert!(beyond > 1000 && beyond < 19_000, "{beyond}");
    }
}
