//! Pluecker's form of a line in space: its direction, and its moment about the origin.
//!
//! ```text
//! L = (d, m)      m = p x d for any p on it      d . m = 0
//! through p and q           d = q - p            m = p x q
//! of two planes n . x = h   d = n1 x n2          m = h2 n1 - h1 n2
//! nearest to the origin     d x m / |d|^2
//! side of another           d1 . m2 + d2 . m1    0 exactly when both lie in a plane
//! meets the plane n . x = h (n x m + h d, n . d)
//! ```
//!
//! All six numbers times any number but 0 make the same line (negative ones turn it about).
//!
//! Sources: [Shoemake 1998].

use crate::frame::{Homogeneous, Homogeneous3};
use crate::number::{Field, Ring};
use crate::shape::{Line, Plane, ShapeError};
use crate::vector::{FloatVector, Vector3};

/// A line by its direction and its moment `p x direction` about the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pluecker<V> {
    /// Along it; any length but 0.
    pub direction: V,
    /// `p x direction` for any of its points; at right angles to the direction.
    pub moment: V,
}

impl<V: Vector3> Pluecker<V> {
    /// The numbers as they are.
    pub const fn new(direction: V, moment: V) -> Self {
        Self { direction, moment }
    }

    /// Of a line by point and direction.
    pub fn of(line: &Line<V>) -> Self {
        Self { direction: line.direction, moment: line.origin.cross(line.direction) }
    }

    /// From `p` to `q`; no line (all zeros) when they are one.
    pub fn through(p: V, q: V) -> Self {
        Self { direction: q - p, moment: p.cross(q) }
    }

    /// What two planes share; its direction is 0 when they are parallel.
    pub fn of_planes(a: &Plane<V>, b: &Plane<V>) -> Self {
        Self { direction: a.normal.cross(b.normal), moment: a.normal * b.distance - b.normal * a.distance }
    }

    /// By its point nearest to the origin and its direction.
    pub fn to_line(&self) -> Line<V>
    where
        V::Scalar: Field,
    {
        Line::new(self.nearest_to_origin(), self.direction)
    }

    /// Its point nearest to the origin.
    pub fn nearest_to_origin(&self) -> V
    where
        V::Scalar: Field,
    {
        self.direction.cross(self.moment).times_reciprocal(self.direction.length_squared())
    }

    /// Of another line: 0 exactly when the two cross or are parallel; else six times the volume between their
    /// directions' steps, positive when the other runs clockwise around this one, as seen along it.
    pub fn side(&self, other: &Self) -> V::Scalar {
        self.direction.dot(other.moment) + other.direction.dot(self.moment)
    }

    /// The point lies on it.
    pub fn holds(&self, p: V) -> V::Mask {
        (p.cross(self.direction) - self.moment).is_zero()
    }

    /// The homogeneous point that it shares with a plane: its direction (w = 0) when it is parallel, all zeros when it
    /// lies in the plane.
    pub fn common_point(&self, plane: &Plane<V>) -> Homogeneous3<V::Scalar> {
        let p = plane.normal.cross(self.moment) + self.direction * plane.distance;
        Homogeneous([p.get(0), p.get(1), p.get(2), plane.normal.dot(self.direction)])
    }

    /// The same line, turned about.
    pub fn reversed(&self) -> Self {
        Self { direction: -self.direction, moment: -self.moment }
    }

    /// Both are one line, whatever the length and sign of their numbers. Exact wherever products are.
    pub fn equivalent(&self, other: &Self) -> V::Mask {
        let number =
            |line: &Self, i: usize| if i < 3 { line.direction.get(i) } else { line.moment.get(i - 3) };
        let mut all = number(self, 0).always();
        for i in 0..6 {
            for j in i + 1..6 {
                let left = number(self, i) * number(other, j);
                all = all & left.same(number(self, j) * number(other, i));
            }
        }
        all
    }
}

impl<V: FloatVector + Vector3> Pluecker<V> {
    /// With finite numbers, and a direction. That the moment is at right angles to it is not asked: floats can only
    /// come near, and every answer here is then that of the nearest line.
    ///
    /// # Errors
    /// Names `direction` or `moment` when it is not finite, `direction` when it is zero.
    pub fn try_new(direction: V, moment: V) -> Result<Self, ShapeError> {
        Line::try_new(moment, direction).map(|_| Self { direction, moment }).map_err(|error| ShapeError {
            field: if error.field == "origin" { "moment" } else { error.field },
            ..error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Linear;
    use glam::{DVec3, dvec3};

    const P: DVec3 = DVec3::new(1.0, 2.0, 3.0);
    const Q: DVec3 = DVec3::new(4.0, -2.0, 5.0);

    #[test]
    fn b2_from_two_points_or_a_point_and_a_direction_it_is_one_line() {
        let line = Line::new(P, Q - P);
        let by_points = Pluecker::through(P, Q);
        assert_eq!(Pluecker::of(&line), by_points);
        assert!(by_points.holds(P) && by_points.holds(Q) && by_points.holds(line.at(-3.0)));
        assert!(!by_points.holds(P + DVec3::X));
        let back = by_points.to_line();
        assert!(back.origin.dot(back.direction).abs() < 1e-14);
        assert!((Pluecker::of(&back).moment - by_points.moment).length() < 1e-13);
        assert!(
            by_points.equivalent(&Pluecker::through(Q, P)) && by_points.reversed().equivalent(&by_points)
        );
    }

    #[test]
    fn lines_that_cross_or_are_parallel_have_no_side() {
        let line = Pluecker::through(P, Q);
        assert_eq!(line.side(&Pluecker::through(P, dvec3(7.0, 7.0, -7.0))), 0.0);
        assert_eq!(line.side(&Pluecker::through(P + DVec3::X, Q + DVec3::X)), 0.0);
        let x = Pluecker::through(DVec3::ZERO, DVec3::X);
        let over = Pluecker::through(DVec3::Z, DVec3::Z + DVec3::Y);
        assert_eq!((x.side(&over), x.side(&over.reversed())), (-1.0, 1.0));
    }

    #[test]
    fn where_it_meets_a_plane() {
        let plane = Plane::new(dvec3(0.0, 0.0, 2.0), 8.0);
        let line = Pluecker::through(P, Q);
        assert_eq!(line.common_point(&plane).to_point(), Some(dvec3(2.5, 0.0, 4.0)));
        let level = Pluecker::through(P, P + DVec3::X);
        assert!(level.common_point(&plane).is_direction() && level.common_point(&plane).is_nonzero());
        let inside = Pluecker::through(dvec3(0., 0., 4.), dvec3(1., 1., 4.));
        assert!(!inside.common_point(&plane).is_nonzero());
    }

    #[test]
    fn what_two_planes_share() {
        let line = Pluecker::of_planes(&Plane::new(DVec3::X, 3.0), &Plane::new(DVec3::Y * 2.0, 8.0));
        assert!(line.holds(dvec3(3.0, 4.0, 0.0)) && line.holds(dvec3(3.0, 4.0, -9.0)));
        assert_eq!(line.nearest_to_origin(), dvec3(3.0, 4.0, 0.0));
    }

    #[test]
    fn what_is_no_line_is_named() {
        assert_eq!(Pluecker::try_new(DVec3::ZERO, DVec3::X).unwrap_err().field, "direction");
        assert_eq!(Pluecker::try_new(DVec3::X, DVec3::NAN).unwrap_err().field, "moment");
    }
}
