//! Line and infinite cylinder by the common normal: number of crossings and their points.
//!
//! With the line `p + t d`, the cylinder's axis `o + s e` and radius `r`, `n = d x e`, the sine
//! `sin = |n| / (|d| |e|)` of the angle between them, and the distance `D` of the two lines:
//!
//! ```text
//!     K = sqrt(r^2 - D^2) / sin        the crossings lie K before and after the closest point
//! ```
//!
//! The section of the cylinder with the plane through the line orthogonal to `n` is a strip of half
//! width `sqrt(r^2 - D^2)` along the axis, which the line crosses at that angle. The parameters of
//! the crossings are `t0 -+ K / |d|`.
//!
//! `D = w . n / |n|` with `w = o - p` is computed from one cross product and does not cancel. For
//! nearly parallel lines `sin` is accurate to half of the digits. A parallel line (`n` exactly 0)
//! has no `K`: it lies inside, on the surface, or outside.
//! [`pair::infinite_cylinder_ray`](crate::pair::infinite_cylinder_ray) solves the quadratic
//! equation instead and computes no angle.
//!
//! Sources: [Ericson 5.1.8] for the nearest points.

use crate::number::{Float, Real, Ring};
use crate::shape::{InfiniteCylinder, Line, Linear};
use crate::vector::{FloatVector, Vector, Vector3};

/// Relation of a line to an infinite cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineCylinder<V: Vector> {
    /// The line is parallel to the axis.
    Parallel {
        /// Distance of the line from the axis.
        distance: V::Scalar,
        /// Whether the line lies in the cylinder or on its surface.
        inside: bool,
    },
    /// The line is not parallel to the axis.
    NotParallel(Crossing<V>),
}

/// Relation of a line to an infinite cylinder whose axis is not parallel to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<V: Vector> {
    /// Number of intersection points with the surface: 0, 1 (tangent) or 2.
    pub count: usize,
    /// Intersection points in order of `t`; equal if the line is tangent. If it misses, both are
    /// the point of the line closest to the axis.
    pub points: [V; 2],
    /// Parameters of the points on the line, in the same order.
    pub t: [V::Scalar; 2],
    /// Sine of the angle between the line and the axis.
    pub sine: V::Scalar,
    /// Distance between the line and the axis (`D`).
    pub distance: V::Scalar,
    /// Distance from the closest point to either crossing (`K`); `None` if the line misses.
    pub half_chord: Option<V::Scalar>,
    /// Point of the line closest to the axis.
    pub on_line: V,
    /// Point of the axis closest to the line.
    pub on_axis: V,
}

/// Returns the relation of the line to the cylinder, by the common normal of the line and the axis.
///
/// ```
/// use barycast::pair::method::line_infinite_cylinder::{LineCylinder, by_common_normal};
/// use barycast::shape::{InfiniteCylinder, Line};
/// use glam::{DVec3, dvec3};
///
/// let pipe = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 5.0);
/// let line = Line::new(dvec3(-9.0, 3.0, 7.0), DVec3::X);
/// let LineCylinder::NotParallel(crossing) = by_common_normal(&line, &pipe) else {
///     panic!("they are orthogonal")
/// };
/// assert_eq!((crossing.count, crossing.sine), (2, 1.0));
/// assert_eq!((crossing.distance, crossing.half_chord), (3.0, Some(4.0)));
/// assert_eq!(crossing.points, [dvec3(-4.0, 3.0, 7.0), dvec3(4.0, 3.0, 7.0)]);
/// assert_eq!((crossing.on_line, crossing.on_axis), (dvec3(0.0, 3.0, 7.0), dvec3(0.0, 0.0, 7.0)));
/// ```
pub fn by_common_normal<V: FloatVector + Vector3>(
    line: &Line<V>,
    a: &InfiniteCylinder<V>,
) -> LineCylinder<V> {
    let (w, d, e) = (a.origin - line.origin, line.direction, a.direction);
    let n = d.cross(e);
    let nn = n.length_squared();
    if nn <= V::Scalar::ZERO {
        // A zero direction also gets here: the distance of its point from the axis decides.
        let distance = w.cross(e).length() / e.length();
        return LineCylinder::Parallel { distance, inside: distance <= a.radius };
    }
    let (t0, s0) = (w.cross(e).dot(n) / nn, w.cross(d).dot(n) / nn);
    let (on_line, on_axis) = (line.at(t0), a.axis().at(s0));
    let length = nn.sqrt();
    let (distance, sine) = ((w.dot(n) / length).abs(), length / (d.length() * e.length()));
    // (r - D)(r + D) does not cancel like r^2 - D^2.
    let squared = (a.radius - distance) * (a.radius + distance);
    let crossing = Crossing {
        count: 0,
        points: [on_line; 2],
        t: [t0; 2],
        sine,
        distance,
        half_chord: None,
        on_line,
        on_axis,
    };
    if !(squared >= V::Scalar::ZERO) {
        return LineCylinder::NotParallel(crossing);
    }
    let half_chord = squared.sqrt() / sine;
    let step = half_chord / d.length();
    let t = [t0 - step, t0 + step];
    let count = if step > V::Scalar::ZERO { 2 } else { 1 };
    let points = [line.at(t[0]), line.at(t[1])];
    LineCylinder::NotParallel(Crossing { count, points, t, half_chord: Some(half_chord), ..crossing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    fn crossing(line: &Line<DVec3>, a: &InfiniteCylinder<DVec3>) -> Crossing<DVec3> {
        let LineCylinder::NotParallel(crossing) = by_common_normal(line, a) else {
            panic!("{line:?} is parallel")
        };
        crossing
    }

    #[test]
    fn e5_a_tangent_is_one_point_and_a_miss_none() {
        let pipe = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 5.0);
        let touch = crossing(&Line::new(dvec3(-9.0, 5.0, 2.0), DVec3::X), &pipe);
        assert_eq!((touch.count, touch.points[0], touch.half_chord), (1, dvec3(0.0, 5.0, 2.0), Some(0.0)));
        let miss = crossing(&Line::new(dvec3(-9.0, 6.0, 2.0), DVec3::X), &pipe);
        assert_eq!((miss.count, miss.half_chord, miss.distance), (0, None, 6.0));
    }

    #[test]
    fn e5_a_line_through_the_origin_of_the_axis_has_two_points() {
        let pipe = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z * 3.0, 2.0);
        let slanted = crossing(&Line::new(DVec3::ZERO, dvec3(4.0, 0.0, 3.0)), &pipe);
        assert_eq!((slanted.count, slanted.sine, slanted.half_chord), (2, 0.8, Some(2.5)));
        assert_eq!(slanted.points, [dvec3(-2.0, 0.0, -1.5), dvec3(2.0, 0.0, 1.5)]);
    }

    #[test]
    fn e5_half_a_degree_is_not_parallel_and_parallel_is_exact() {
        let pipe = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 1.0);
        let angle = 0.5f64.to_radians();
        let tilted = crossing(&Line::new(dvec3(0.5, 0.0, 0.0), dvec3(0.0, angle.sin(), angle.cos())), &pipe);
        assert!(tilted.count == 2 && (tilted.sine - angle.sin()).abs() < 1e-15);
        for point in tilted.points {
            assert!((point.truncate().length() - 1.0).abs() < 1e-12, "{point}");
        }
        let along = |x: f64| by_common_normal(&Line::new(dvec3(x, 0.0, 3.0), DVec3::Z * -2.0), &pipe);
        assert_eq!(along(1.0), LineCylinder::Parallel { distance: 1.0, inside: true });
        assert_eq!(along(1.5), LineCylinder::Parallel { distance: 1.5, inside: false });
    }
}
