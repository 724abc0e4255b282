//! Plücker coordinates of a line in space: its direction, and its moment about the origin.
//!
//! ```text
//! L = (d, m)      m = p x d for any p on it      d . m = 0
//! through p and q           d = q - p            m = p x q
//! of two planes n . x = h   d = n1 x n2          m = h2 n1 - h1 n2
//! closest to the origin     d x m / |d|^2
//! side of another line      d1 . m2 + d2 . m1    0 exactly if both are coplanar
//! meets the plane n . x = h (n x m + h d, n . d)
//! ```
//!
//! A nonzero multiple of all six coordinates is the same line; a negative one reverses its
//! direction.
//!
//! Sources: [Shoemake 1998].

use crate::frame::{Homogeneous, Homogeneous3};
use crate::number::{Field, Ring};
use crate::shape::{Line, Plane, ShapeError};
use crate::vector::{FloatVector, Vector3};

/// Plücker coordinates: direction and moment `p x direction` about the origin.
///
/// ```
/// use barycast::clip::Pluecker;
/// use glam::{DVec3, dvec3};
///
/// let x_axis = Pluecker::through(DVec3::ZERO, DVec3::X);
/// let above = Pluecker::through(DVec3::Z, dvec3(0.0, 1.0, 1.0));
/// let crossing = Pluecker::through(DVec3::X, dvec3(1.0, 1.0, 0.0));
/// assert!(x_axis.side(&above) != 0.0); // skew
/// assert_eq!(x_axis.side(&crossing), 0.0); // coplanar lines intersect or are parallel
/// ```
#[doc(alias = "Plücker")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pluecker<V> {
    /// Direction of the line; any length but 0.
    pub direction: V,
    /// Moment `p x direction` for any point `p` of the line; orthogonal to the direction.
    pub moment: V,
}

impl<V: Vector3> Pluecker<V> {
    /// Builds the coordinates without checks.
    pub const fn new(direction: V, moment: V) -> Self {
        Self { direction, moment }
    }

    /// Converts a line given by a point and a direction.
    pub fn from_line(line: &Line<V>) -> Self {
        Self { direction: line.direction, moment: line.origin.cross(line.direction) }
    }

    /// Builds the line from `p` to `q`; all coordinates are 0 if the points are equal.
    pub fn through(p: V, q: V) -> Self {
        Self { direction: q - p, moment: p.cross(q) }
    }

    /// Builds the intersection line of two planes; its direction is 0 if they are parallel.
    pub fn from_planes(a: &Plane<V>, b: &Plane<V>) -> Self {
        Self { direction: a.normal.cross(b.normal), moment: a.normal * b.distance - b.normal * a.distance }
    }

    /// Converts to the point closest to the origin and the direction.
    pub fn to_line(&self) -> Line<V>
    where
        V::Scalar: Field,
    {
        Line::new(self.closest_to_origin(), self.direction)
    }

    /// Returns the point of the line closest to the origin.
    pub fn closest_to_origin(&self) -> V
    where
        V::Scalar: Field,
    {
        self.direction.cross(self.moment).times_reciprocal(self.direction.length_squared())
    }

    /// Returns the side operator (permuted inner product) with another line.
    ///
    /// The result is 0 exactly if the lines intersect or are parallel. Otherwise it is six times
    /// the signed volume of the tetrahedron spanned by the two directions, positive if the other
    /// line passes clockwise around this one, seen along it.
    pub fn side(&self, other: &Self) -> V::Scalar {
        self.direction.dot(other.moment) + other.direction.dot(self.moment)
    }

    /// Tests whether the point lies on the line.
    pub fn contains(&self, p: V) -> V::Mask {
        (p.cross(self.direction) - self.moment).is_zero()
    }

    /// Returns the homogeneous intersection point with a plane. It is the direction (`w = 0`) for a
    /// parallel plane, and all zeros if the line lies in the plane.
    pub fn common_point(&self, plane: &Plane<V>) -> Homogeneous3<V::Scalar> {
        let p = plane.normal.cross(self.moment) + self.direction * plane.distance;
        Homogeneous([p.get(0), p.get(1), p.get(2), plane.normal.dot(self.direction)])
    }

    /// Returns the same line with the opposite direction.
    pub fn reversed(&self) -> Self {
        Self { direction: -self.direction, moment: -self.moment }
    }

    /// Tests whether both are the same line, whatever the scale and sign of their coordinates.
    /// Exact where products are exact.
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
    /// Builds the coordinates with checks. The moment is not required to be orthogonal to the
    /// direction: floats can only approximate it, and the methods then return results for the
    /// closest line.
    ///
    /// # Errors
    /// Names `direction` or `moment` if it is not finite, `direction` if it is zero.
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
        assert_eq!(Pluecker::from_line(&line), by_points);
        assert!(by_points.contains(P) && by_points.contains(Q) && by_points.contains(line.at(-3.0)));
        assert!(!by_points.contains(P + DVec3::X));
        let back = by_points.to_line();
        assert!(back.origin.dot(back.direction).abs() < 1e-14);
        assert!((Pluecker::from_line(&back).moment - by_points.moment).length() < 1e-13);
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
    fn intersection_with_a_plane() {
        let plane = Plane::new(dvec3(0.0, 0.0, 2.0), 8.0);
        let line = Pluecker::through(P, Q);
        assert_eq!(line.common_point(&plane).to_point(), Some(dvec3(2.5, 0.0, 4.0)));
        let level = Pluecker::through(P, P + DVec3::X);
        assert!(level.common_point(&plane).is_direction() && level.common_point(&plane).is_nonzero());
        let inside = Pluecker::through(dvec3(0., 0., 4.), dvec3(1., 1., 4.));
        assert!(!inside.common_point(&plane).is_nonzero());
    }

    #[test]
    fn intersection_of_two_planes() {
        let line = Pluecker::from_planes(&Plane::new(DVec3::X, 3.0), &Plane::new(DVec3::Y * 2.0, 8.0));
        assert!(line.contains(dvec3(3.0, 4.0, 0.0)) && line.contains(dvec3(3.0, 4.0, -9.0)));
        assert_eq!(line.closest_to_origin(), dvec3(3.0, 4.0, 0.0));
    }

    #[test]
    fn invalid_coefficients_are_named() {
        assert_eq!(Pluecker::try_new(DVec3::ZERO, DVec3::X).unwrap_err().field, "direction");
        assert_eq!(Pluecker::try_new(DVec3::X, DVec3::NAN).unwrap_err().field, "moment");
    }
}
