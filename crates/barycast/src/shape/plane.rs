//! A plane; in 2D, a line.

use super::check::{self, ShapeError};
use crate::exact::Arena;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::vector::{FloatVector, V3, Vector, Vector3};

/// The points with `normal . x = distance`, for the numbers as given: a normal of any length but 0. In 2D
/// this is a line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Plane<V: Vector> {
    /// At right angles to the plane; its front is the side to which this points.
    pub normal: V,
    /// `normal . x` on the boundary: a length only when `normal` has length 1.
    pub distance: V::Scalar,
}

/// Where a set lies, seen from a plane. Touching counts as meeting the plane, so a set that only touches it
/// is neither above nor below but across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneSide {
    /// All of it on the side to which the normal points.
    Above,
    /// All of it in the plane.
    On,
    /// All of it on the other side.
    Below,
    /// Some of it in the plane or on either side.
    Across,
}

impl<V: Vector> Plane<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(normal: V, distance: V::Scalar) -> Self {
        Self { normal, distance }
    }

    /// `normal . p - distance`: its sign tells the side, exactly where the numbers are; a length only for a
    /// normal of length 1.
    #[inline(always)]
    pub fn side(&self, p: V) -> V::Scalar {
        self.normal.dot(p) - self.distance
    }

    /// The distance of `p` from the boundary, positive on the side to which the normal points.
    #[inline(always)]
    pub fn height(&self, p: V) -> V::Scalar
    where
        V::Scalar: Real,
    {
        self.side(p) / self.normal.length()
    }

    /// The foot of the perpendicular from `p` on the plane.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let side = self.side(p);
        p - self.normal * side.div_or(self.normal.length_squared(), side.zero())
    }

    /// The same over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Plane<W> {
        Plane { normal: self.normal.lift(number), distance: number(self.distance) }
    }
}

impl<V: Vector3<Scalar: Field>> Plane<V> {
    /// The point of intersection of three planes, by Cramer's rule; none when two are parallel or all three are
    /// parallel to a line. That is decided as exactly as the numbers are: over floats, a determinant that
    /// is all rounding may be told from 0 either way.
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
    /// The plane through three points (as `f64`), its front on the side from which they run
    /// counter-clockwise. The normal `(b - a) x (c - a)` and the distance are computed exactly and rounded
    /// once.
    ///
    /// # Errors
    /// Names the point that is not finite; `c` when the three are collinear; `normal` or `distance` when it
    /// rounds to zero or infinity.
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
        // Through `a` along the normal as rounded: the plane that is nearest to the points.
        let distance = V::Scalar::from_f64(normal.lift::<V3<_>>(&number).dot(pa).to_f64());
        Self::try_new(normal, distance)
    }
}

impl<V: Vector<Mask = bool>> Plane<V> {
    /// Where points, or the convex hull of them, lie; [`On`](PlaneSide::On) for no points. Exact wherever the
    /// numbers are.
    pub fn classify(&self, points: &[V]) -> PlaneSide {
        let zero = self.distance.zero();
        let (mut above, mut on, mut below) = (false, false, false);
        for &p in points {
            let side = self.side(p);
            above |= zero.lt(side);
            on |= side.same(zero);
            below |= side.lt(zero);
        }
        match (above, on, below) {
            (true, false, false) => PlaneSide::Above,
            (false, false, true) => PlaneSide::Below,
            (false, _, false) => PlaneSide::On,
            _ => PlaneSide::Across,
        }
    }
}

impl<V: FloatVector> Plane<V> {
    /// With a normal.
    ///
    /// # Errors
    /// Names `normal` when it is not finite or zero, `distance` when it is not finite.
    pub fn try_new(normal: V, distance: V::Scalar) -> Result<Self, ShapeError> {
        check::direction("normal", normal)?;
        check::finite_number("distance", distance)?;
        Ok(Self { normal, distance })
    }

    /// From the form `normal . x + constant = 0` (D3DX and others).
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new), with `constant` for `distance`.
    pub fn try_from_constant(normal: V, constant: V::Scalar) -> Result<Self, ShapeError> {
        check::direction("normal", normal)?;
        check::finite_number("constant", constant)?;
        Ok(Self { normal, distance: -constant })
    }

    /// The boundary through `point`.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new); names `point` when it is not finite.
    pub fn try_through(point: V, normal: V) -> Result<Self, ShapeError> {
        check::finite("point", point)?;
        Self::try_new(normal, normal.dot(point))
    }

    /// Of the form `normal . x + constant = 0`: the constant.
    pub fn constant(&self) -> V::Scalar {
        -self.distance
    }

    /// Whether the normal has length 1, within rounding.
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
    fn f7_three_planes_meet_in_one_point() {
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
        // Tenths are not collinear with thirds of them as rounded, but with their doubles.
        let tenth = dvec3(0.1, 0.2, 0.3);
        assert!(Plane::try_through_points(DVec3::ZERO, tenth, dvec3(0.3, 0.6, 0.9)).is_ok());
        assert!(Plane::try_through_points(DVec3::ZERO, tenth, tenth * 2.0).is_err());
    }

    #[test]
    fn what_is_not_finite_is_named_as_it_was_given() {
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
    fn c3_a_set_is_above_on_below_or_across() {
        let line = Plane::new(dvec2(0.0, 3.0), 3.0);
        let at = |y0, y1| line.classify(&[dvec2(0.0, y0), dvec2(9.0, y1)]);
        assert_eq!(
            [at(2.0, 3.0), at(1.0, 1.0), at(0.0, -5.0)],
            [PlaneSide::Above, PlaneSide::On, PlaneSide::Below]
        );
        assert_eq!([at(0.0, 2.0), at(1.0, 2.0), at(0.0, 1.0)], [PlaneSide::Across; 3]);
    }
}
