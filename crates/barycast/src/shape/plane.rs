//! Plane; in 2D, a line.

use super::check::{self, ShapeError};
use crate::exact::Arena;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::query::PlanePosition;
use crate::vector::{FloatVector, V3, Vector, Vector3};

/// The points with `normal . x = distance`, for the numbers as given, with a normal of any nonzero
/// length. In 2D this is a line.
///
/// ```
/// use barycast::d3::{Plane, Sphere};
/// use glam::{Vec3, vec3};
///
/// // The normal need not have length 1: this is the plane y = 2.
/// let plane = Plane::try_new(vec3(0.0, 4.0, 0.0), 8.0)?;
/// assert_eq!(plane.height(vec3(0.0, 5.0, 0.0)), 3.0);
/// assert_eq!(plane.distance(&Sphere::new(Vec3::ZERO, 0.5)), 1.5);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Plane<V: Vector> {
    /// Normal of the plane, which points to its front side.
    pub normal: V,
    /// Value of `normal . x` on the plane, which is a length only if `normal` has length 1.
    pub distance: V::Scalar,
}

impl<V: Vector> Plane<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(normal: V, distance: V::Scalar) -> Self {
        Self { normal, distance }
    }

    /// Returns `normal . p - distance`. Its sign gives the side of the plane, exactly over exact
    /// numbers; the value is a length only if the normal has length 1.
    #[inline(always)]
    pub fn side(&self, p: V) -> V::Scalar {
        self.normal.dot(p) - self.distance
    }

    /// Returns the signed distance from `p` to the plane, positive on the side to which the normal
    /// points.
    #[doc(alias = "signed_distance")]
    #[inline(always)]
    pub fn height(&self, p: V) -> V::Scalar
    where
        V::Scalar: Real,
    {
        self.side(p) / self.normal.length()
    }

    /// Returns the orthogonal projection of `p` onto the plane.
    #[doc(alias = "project_point")]
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let side = self.side(p);
        p - self.normal * side.div_or(self.normal.length_squared(), side.zero())
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Plane<W> {
        Plane { normal: self.normal.lift(number), distance: number(self.distance) }
    }
}

impl<V: Vector3<Scalar: Field>> Plane<V> {
    /// Returns the intersection point of three planes by Cramer's rule, or none if two are parallel
    /// or all are parallel to one line. The decision is as exact as the number type: over floats, a
    /// determinant that is only rounding error may or may not be 0.
    ///
    /// ```text
    /// p = (d1 n2 x n3 + d2 n3 x n1 + d3 n1 x n2) / (n1 . n2 x n3)
    /// ```
    #[doc(alias = "three planes")]
    #[doc(alias = "plane intersection")]
    #[inline(always)]
    pub fn common_point(&self, b: &Self, c: &Self) -> <V::Mask as Mask>::Opt<V> {
        let (bc, ca, ab) =
            (b.normal.cross(c.normal), c.normal.cross(self.normal), self.normal.cross(b.normal));
        let determinant = self.normal.dot(bc);
        let zero = determinant.zero();
        let sum = bc * self.distance + ca * b.distance + ab * c.distance;
        (determinant.lt(zero) | zero.lt(determinant)).then_some(sum.times_reciprocal(determinant))
    }
}

impl<V: FloatVector + Vector3> Plane<V> {
    /// Builds the plane through three points (as `f64`). Its front is the side from which they run
    /// counter-clockwise. The normal `(b - a) x (c - a)` and the distance are computed exactly and
    /// rounded once.
    ///
    /// # Errors
    /// Returns an error naming the point that is not finite, `c` if the points are collinear, and
    /// `normal` or `distance` if it rounds to zero or infinity.
    pub fn try_through_points(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        for (field, point) in [("a", a), ("b", b), ("c", c)] {
            check::finite(field, point)?;
        }
        let arena = Arena::new();
        let number = |x: V::Scalar| arena.number(x.to_f64());
        let [pa, pb, pc] = [a, b, c].each(|p| p.lift::<V3<_>>(&number));
        let exact = (pb - pa).cross(pc - pa);
        if exact.is_zero() {
            return Err(ShapeError { field: "c", must: "not be collinear with the other two", got: None });
        }
        let normal: V = exact.lift(&|x| V::Scalar::from_f64(x.to_f64()));
        check::direction("normal", normal)?;
        // Passes through `a` for the rounded normal, which gives the plane closest to the points.
        let distance = V::Scalar::from_f64(normal.lift::<V3<_>>(&number).dot(pa).to_f64());
        Self::try_new(normal, distance)
    }
}

impl<V: Vector<Mask = bool>> Plane<V> {
    /// Returns the position of points, or equally of their convex hull;
    /// [`On`](PlanePosition::On) for no points. Exact over exact numbers.
    pub fn classify(&self, points: &[V]) -> PlanePosition {
        let zero = self.distance.zero();
        let (mut above, mut below) = (false, false);
        for &p in points {
            let side = self.side(p);
            above |= zero.lt(side);
            below |= side.lt(zero);
        }
        match (above, below) {
            (true, false) => PlanePosition::Above,
            (false, true) => PlanePosition::Below,
            (false, false) => PlanePosition::On,
            (true, true) => PlanePosition::Straddling,
        }
    }
}

impl<V: FloatVector> Plane<V> {
    /// Builds a plane with a nonzero normal.
    ///
    /// # Errors
    /// Returns an error naming `normal` if it is not finite or zero, `distance` if it is not
    /// finite.
    pub fn try_new(normal: V, distance: V::Scalar) -> Result<Self, ShapeError> {
        check::direction("normal", normal)?;
        check::finite_number("distance", distance)?;
        Ok(Self { normal, distance })
    }

    /// Builds the plane `normal . x + constant = 0` (the sign convention of D3DX and others).
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new), with `constant` in place of `distance`.
    pub fn try_from_constant(normal: V, constant: V::Scalar) -> Result<Self, ShapeError> {
        check::direction("normal", normal)?;
        check::finite_number("constant", constant)?;
        Ok(Self { normal, distance: -constant })
    }

    /// Builds the plane through `point`.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error naming `point` if it is not
    /// finite.
    pub fn try_through(point: V, normal: V) -> Result<Self, ShapeError> {
        check::finite("point", point)?;
        Self::try_new(normal, normal.dot(point))
    }

    /// Returns the constant of the form `normal . x + constant = 0`.
    pub fn constant(&self) -> V::Scalar {
        -self.distance
    }

    /// Tests whether the normal has length 1, up to rounding.
    pub fn is_normalized(&self) -> bool {
        (self.normal.length_squared().to_f64() - 1.0).abs() <= V::Scalar::AXES_TOLERANCE
    }
}

super::fields::fields! {
    Plane<Vector> { normal: vector, distance: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::HalfSpace;
    use glam::{DVec3, Vec3, dvec2, dvec3, vec3};

    #[test]
    fn f7_three_planes_intersect_in_one_point() {
        let corner = |n3: DVec3, d3| {
            Plane::new(dvec3(2.0, 0.0, 0.0), 2.0)
                .common_point(&Plane::new(DVec3::Y, -2.0), &Plane::new(n3, d3))
        };
        assert_eq!(corner(dvec3(1.0, 1.0, 1.0), 2.0), Some(dvec3(1.0, -2.0, 3.0)));
        assert_eq!(corner(dvec3(1.0, 1.0, 0.0), 2.0), None);
        assert_eq!(corner(DVec3::X, 5.0), None);
    }

    #[test]
    fn e7_collinear_points_make_no_plane() {
        let made = Plane::try_through_points(DVec3::ZERO, DVec3::X, DVec3::X * 2.0);
        assert_eq!(made.map_err(|e| e.field), Err("c"));
        // The floats nearest to tenths are not collinear with those nearest to their triples, but
        // are with their doubles.
        let tenth = dvec3(0.1, 0.2, 0.3);
        assert!(Plane::try_through_points(DVec3::ZERO, tenth, dvec3(0.3, 0.6, 0.9)).is_ok());
        assert!(Plane::try_through_points(DVec3::ZERO, tenth, tenth * 2.0).is_err());
    }

    #[test]
    fn errors_name_the_argument_that_is_not_finite() {
        for bad in [f64::NAN, f64::INFINITY] {
            let wrong = |made: Result<(), ShapeError>| made.map_err(|e| (e.field, e.got.map(f64::to_bits)));
            let got = Some(bad.to_bits());
            let point = dvec3(1.0, bad, 0.0);
            assert_eq!(wrong(Plane::try_through(point, DVec3::ONE).map(|_| ())), Err(("point", got)));
            assert_eq!(wrong(HalfSpace::try_through(point, DVec3::ONE).map(|_| ())), Err(("point", got)));
            assert_eq!(wrong(Plane::try_from_constant(DVec3::X, bad).map(|_| ())), Err(("constant", got)));
            assert_eq!(
                wrong(HalfSpace::try_from_constant(DVec3::X, bad).map(|_| ())),
                Err(("constant", got))
            );
        }
        assert_eq!(Plane::try_from_constant(DVec3::Y, 2.0), Ok(Plane::new(DVec3::Y, -2.0)));
    }

    #[test]
    fn e7_a_normal_too_small_for_its_numbers_is_an_error_and_not_zero() {
        let made = Plane::try_through_points(Vec3::ZERO, vec3(1e-23, 0.0, 0.0), vec3(0.0, 1e-23, 0.0));
        assert_eq!(made.map_err(|e| e.field), Err("normal"));
    }

    #[test]
    fn the_front_is_where_the_points_run_counter_clockwise() {
        let plane = Plane::try_through_points(DVec3::Z, DVec3::X + DVec3::Z, DVec3::Y + DVec3::Z);
        assert_eq!(plane, Ok(Plane::new(DVec3::Z, 1.0)));
    }

    #[test]
    fn c3_a_set_is_above_on_below_or_straddling() {
        let line = Plane::new(dvec2(0.0, 3.0), 3.0);
        let at = |y0, y1| line.classify(&[dvec2(0.0, y0), dvec2(9.0, y1)]);
        assert_eq!(
            [at(2.0, 3.0), at(1.0, 1.0), at(0.0, -5.0)],
            [PlanePosition::Above, PlanePosition::On, PlanePosition::Below]
        );
        // A set that touches the plane is still on one side of it.
        assert_eq!(
            [at(0.0, 2.0), at(1.0, 2.0), at(0.0, 1.0)],
            [PlanePosition::Straddling, PlanePosition::Above, PlanePosition::Below]
        );
    }
}
