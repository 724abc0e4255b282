//! Time of impact of a convex shape, in straight motion, with a triangle.
//!
//! Boxes use separating axes ([`boxes`]). Other shapes use Newton's method, as
//! [`convex::sweep`](crate::convex::sweep) does: the gap along the shortest way decreases ever more
//! slowly, so a step of the gap divided by the speed along it never goes too far. Each gap is
//! reduced by its rounding error, so the time is never late.

use super::probe::{Core, Probe};
use super::{boxes, contact};
use crate::number::Float;
use crate::query::SweepOptions;
use crate::shape::Triangle;
use glam::DVec3;

/// Maximum number of steps; a search that reaches it returns a time that is early.
const LIMIT: u32 = 64;

/// A way of fewer rounding errors is short: its direction is less certain than the previous one.
const SHORT: f64 = 1e6;

/// Time and place of the touch of a shape with a triangle.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    pub(crate) t: f64,
    /// Unit normal from the triangle to the shape; `None` if they overlap at the start.
    pub(crate) normal: Option<DVec3>,
    /// Point on the triangle.
    pub(crate) point: DVec3,
}

/// Returns the first touch with `0 <= t <= limit`. `digits` is the relative precision of the time.
pub(super) fn first_touch(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    velocity: DVec3,
    limit: f64,
    digits: f64,
) -> Option<Touch> {
    if let Core::Box(solid) = &probe.core
        && probe.radius == 0.0
    {
        let noise = probe.rounding(DVec3::ZERO, triangle);
        let (t, normal) = boxes::first_touch(solid, triangle, velocity, limit, noise)?;
        if t == 0.0 && !probe.meets(triangle) && normal.is_some_and(|n| n.dot(velocity) >= 0.0) {
            return None;
        }
        return Some(Touch { t, normal, point: triangle.a });
    }
    let (mut t, face) = by_plane(probe, triangle, velocity)?;
    if t > limit {
        return None;
    }
    let mut last: Option<(DVec3, DVec3)> = None;
    for _ in 0..LIMIT {
        let by = velocity * t;
        let noise = probe.rounding(by, triangle);
        // The shape does not approach, or not in time.
        let passes = |n: DVec3, gap: f64| {
            let (gap, speed) = (gap - probe.radius, -n.dot(velocity));
            gap > 4.0 * noise && (speed <= 0.0 || t + (gap - noise) / speed > limit)
        };
        let way = probe.way_unless(by, triangle, last.map(|(n, _)| n).or(face), &passes)?;
        // A way no longer than the rounding error has no direction.
        if way.distance <= noise {
            if t == 0.0 {
                return Some(Touch { t, normal: None, point: way.on_mesh });
            }
            let normal = last.map(|(n, _)| n).or(face);
            return Some(Touch { t, normal, point: way.on_mesh });
        }
        let n = (way.on_core - way.on_mesh).normalize_or_zero();
        let highest = n.dot(triangle.a).max(n.dot(triangle.b)).max(n.dot(triangle.c));
        let mut gap = n.dot(probe.lowest(n) + by) - highest - probe.radius;
        let mut speed = -n.dot(velocity);
        let sure = way.distance - way.error - probe.radius;
        if gap <= 4.0 * noise && sure > 4.0 * noise {
            // No plane across such a way separates them: only its length is certain.
            (gap, speed) = (sure, velocity.length());
        }
        if gap <= 4.0 * noise {
            let touches = t > 0.0 || gap < -4.0 * noise || speed > 0.0 || probe.meets(triangle);
            // The direction of a short way is noise, and the previous direction is as good.
            let before = last.map(|(n, _)| n).or(face).filter(|_| way.distance <= noise * SHORT);
            let normal = (t > 0.0 || gap >= -4.0 * noise).then_some(before.unwrap_or(n));
            return touches.then_some(Touch { t, normal, point: way.on_mesh });
        }
        if speed <= 0.0 {
            return None;
        }
        let next = t + (gap - noise) / speed;
        if next > limit {
            return None;
        }
        if last.is_none() || way.distance > noise * SHORT {
            last = Some((n, way.on_mesh));
        }
        if next - t <= t * digits {
            break;
        }
        t = next;
    }
    let (normal, point) = last.map_or((face, triangle.a), |(n, p)| (Some(n), p));
    Some(Touch { t, normal, point })
}

/// Returns the touch at the start, with the normal of the contact. Returns `None` if the options
/// ignore a motion that separates the shapes.
pub(super) fn at_once<S: Float>(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    velocity: DVec3,
    options: &SweepOptions<S>,
) -> Option<Touch> {
    let every = |_: DVec3| true;
    let press = contact::least(probe, triangle, contact::front(triangle), f64::INFINITY, &every)?;
    // A triangle pushes to the side on which the way out is shorter.
    let along = 1e-11_f64.max(4.0 * S::EPSILON.to_f64()) * velocity.length();
    if !options.stop_at_penetration && velocity.dot(press.normal) >= -along {
        return None;
    }
    Some(Touch { t: 0.0, normal: Some(press.normal), point: press.on_mesh })
}

/// Returns a time before which the plane of the triangle separates the two, and its normal on that
/// side. Returns `None` if the plane always separates them.
fn by_plane(probe: &Probe<'_>, triangle: &Triangle<DVec3>, velocity: DVec3) -> Option<(f64, Option<DVec3>)> {
    let n = (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalize_or_zero();
    let noise = probe.rounding(DVec3::ZERO, triangle);
    for n in [n, -n] {
        // The normal of a needle may be tilted, so all corners count.
        let highest = n.dot(triangle.a).max(n.dot(triangle.b)).max(n.dot(triangle.c));
        let gap = n.dot(probe.lowest(n)) - highest - probe.radius - noise;
        if gap > 0.0 {
            let speed = -n.dot(velocity);
            return (speed > 0.0).then(|| (gap / speed, Some(n)));
        }
    }
    Some((0.0, None))
}
