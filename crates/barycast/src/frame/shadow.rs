//! Projections onto a plane as one matrix: along a direction, from a point and orthogonal; and the
//! reflection.
//!
//! A light `L` is a homogeneous point: `(l, 1)` for a point light at `l`, `(t, 0)` for a
//! directional light with rays along `t`. The shadow of a point `p` lies on the line through both,
//! `p (P . L) - L (P . p)`, where `P = (n, -d)` is the plane `n . x = d`. That is linear in `p`: a
//! matrix, up to scale, without a division, for normals of any length:
//!
//! ```text
//! M = (P . L) I - L P^T                       at columns; at rows the transposed
//!
//! sun:   m = n . t       | m I - t n^T   d t |        at rows:   | m I - n t^T   0 |
//!                        |     0          m  |                   |     d t^T     m |
//!
//! lamp:  m = n . l - d   | m I - l n^T   d l    |
//!                        |    -n^T       n . l  |
//! ```
//!
//! If `P . L = 0` (rays along the plane, or a point light in it) the matrix maps every point to the
//! light itself: there is no shadow, which is an error. The reflection is `(n . n) I - 2 n n^T`
//! with `2 d n`, at `w = n . n`.
//!
//! Sources: [Blinn 1988].

use super::{Homogeneous, Projective};
use crate::exact::Arena;
use crate::number::{Float, Mask, Ring};
use crate::shape::{Plane, ShapeError};
use crate::vector::{FloatVector, Vector};

/// A light source.
///
/// ```
/// use barycast::d3::f64::Plane;
/// use barycast::frame::{Light, Projective3};
/// use glam::{DVec3, dvec3};
///
/// let ground = Plane::new(DVec3::Y, 0.0);
/// let sun = Projective3::try_shadow(&ground, Light::Directional(dvec3(1.0, -1.0, 0.0)))?;
/// assert_eq!(sun.map_point(dvec3(0.0, 5.0, 0.0)), Some(dvec3(5.0, 0.0, 0.0)));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Light<V> {
    /// A directional light: parallel rays along this vector or its opposite, of any nonzero length.
    Directional(V),
    /// A point light at this position.
    Point(V),
}

impl<S: Ring, const N: usize> Projective<S, N> {
    /// Returns the central projection onto the plane: points move along their lines to `center`.
    /// None if the centre lies in the plane (at infinity: is parallel to it). Exact over exact
    /// numbers; see [`try_shadow`](Self::try_shadow) for floats.
    ///
    /// For a light above the plane, `w` is positive for points below the light; only those cast a
    /// shadow.
    pub fn central<V: Vector<Scalar = S, Mask = S::Mask>>(
        plane: &Plane<V>,
        center: &Homogeneous<S, N>,
    ) -> <S::Mask as Mask>::Opt<Self> {
        let p = Homogeneous::<S, N>::direction(plane.normal);
        let p = |i: usize| if i + 1 == N { -plane.distance } else { p.0[i] };
        let mut m = p(0) * center.0[0];
        for i in 1..N {
            m = m + p(i) * center.0[i];
        }
        let zero = m.zero();
        (m.lt(zero) | zero.lt(m)).then_some(Self::from_fn(|i, j| {
            let away = center.0[i] * p(j);
            if i == j { m - away } else { -away }
        }))
    }

    /// Returns the reflection in the plane. A zero normal makes a zero matrix.
    pub fn reflection<V: Vector<Scalar = S>>(plane: &Plane<V>) -> Self {
        let n = Homogeneous::<S, N>::direction(plane.normal);
        let (square, two) = (plane.normal.length_squared(), plane.distance.lit(2));
        Self::from_fn(|i, j| match (i + 1 == N, j + 1 == N) {
            (true, true) => square,
            (true, false) => square.zero(),
            (false, true) => two * plane.distance * n.0[i],
            (false, false) => {
                let across = two * n.0[i] * n.0[j];
                if i == j { square - across } else { -across }
            }
        })
    }
}

impl<S: Float, const N: usize> Projective<S, N> {
    /// Returns the matrix that maps points to their shadows on the plane, for `M * v`; for rows,
    /// use [`rows`](Self::rows).
    ///
    /// # Errors
    /// Returns an error naming the field that is zero or not finite; `light` if it is parallel to
    /// the plane or lies in it (decided exactly), or if an entry of the matrix overflows or all of
    /// them underflow.
    pub fn try_shadow<V>(plane: &Plane<V>, light: Light<V>) -> Result<Self, ShapeError>
    where
        V: FloatVector<Scalar = S>,
    {
        Plane::try_new(plane.normal, plane.distance)?;
        let (Light::Directional(v) | Light::Point(v)) = light;
        if let Some(got) = (0..V::DIM).map(|i| v.get(i)).find(|x| !x.is_finite()) {
            return Err(ShapeError { field: "light", must: "be finite", got: Some(got.to_f64()) });
        }
        let (center, must) = match light {
            Light::Directional(t) if t.is_zero() => {
                return Err(ShapeError { field: "light", must: "not be zero", got: None });
            }
            Light::Directional(t) => {
                (Homogeneous::direction(t), "not run along the plane: nothing casts a shadow")
            }
            Light::Point(l) => (Homogeneous::point(l), "not lie in the plane: nothing casts a shadow"),
        };
        if height_sign(plane, &center) == 0 {
            return Err(ShapeError { field: "light", must, got: None });
        }
        let finite = |m: &Self| m.columns.as_flattened().iter().all(|x| x.is_finite());
        let overflows = "have finite, nonzero products with the plane";
        Self::central(plane, &center).filter(finite).ok_or(ShapeError {
            field: "light",
            must: overflows,
            got: None,
        })
    }

    /// Returns the oblique projection along `direction` onto the plane: the shadow of a directional
    /// light.
    ///
    /// # Errors
    /// Same as [`try_shadow`](Self::try_shadow), with `direction` in place of `light`.
    pub fn try_oblique<V>(plane: &Plane<V>, direction: V) -> Result<Self, ShapeError>
    where
        V: FloatVector<Scalar = S>,
    {
        Self::try_shadow(plane, Light::Directional(direction)).map_err(|error| match error.field {
            "light" if error.must.starts_with("not run") => {
                ShapeError { field: "direction", must: "not run along the plane", got: None }
            }
            "light" => ShapeError { field: "direction", ..error },
            _ => error,
        })
    }

    /// Returns the orthogonal projection onto the plane.
    ///
    /// # Errors
    /// Returns an error naming `normal` if it is zero or not finite, or its square leaves the range
    /// of floats, and `distance` if it is not finite.
    pub fn try_orthogonal<V>(plane: &Plane<V>) -> Result<Self, ShapeError>
    where
        V: FloatVector<Scalar = S>,
    {
        let of_normal = |error: ShapeError| match error.field {
            "direction" => {
                ShapeError { field: "normal", must: "have a square in the range of floats", got: None }
            }
            _ => error,
        };
        Self::try_oblique(plane, plane.normal).map_err(of_normal)
    }

    /// Returns the reflection in the plane.
    ///
    /// # Errors
    /// Same as [`try_orthogonal`](Self::try_orthogonal).
    pub fn try_reflection<V>(plane: &Plane<V>) -> Result<Self, ShapeError>
    where
        V: FloatVector<Scalar = S>,
    {
        Self::try_orthogonal(plane)?;
        let mirror = Self::reflection(plane);
        if mirror.columns.as_flattened().iter().all(|x| x.is_finite()) {
            return Ok(mirror);
        }
        // The entries are up to twice those of the projection; a quarter of them represents the
        // same map.
        let half = |x: S| x * S::ONE.half();
        let normal = V::from_fn(|axis| half(plane.normal.get(axis)));
        Ok(Self::reflection(&Plane { normal, distance: half(plane.distance) }))
    }
}

/// Returns the exact sign of `P . L`.
fn height_sign<V: FloatVector, const N: usize>(plane: &Plane<V>, light: &Homogeneous<V::Scalar, N>) -> i32 {
    let arena = Arena::new();
    let number = |x: V::Scalar| {
        let (high, low) = x.precise().parts();
        arena.number(high) + arena.number(low)
    };
    let mut sum = -(number(plane.distance) * number(light.w()));
    for i in 0..V::DIM {
        sum = sum + number(plane.normal.get(i)) * number(light.0[i]);
    }
    sum.sign()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Projective2, Projective3};
    use crate::number::Field;
    use crate::pair::plane_ray;
    use crate::shape::Line;
    use crate::vector::V3;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    /// Returns the intersection of the plane with the line from `p` along `t`.
    fn along(plane: &Plane<DVec3>, p: DVec3, t: DVec3) -> DVec3 {
        p + t * ((plane.distance - plane.normal.dot(p)) / plane.normal.dot(t))
    }

    const PLANE: Plane<DVec3> = Plane::new(DVec3::new(1.0, 2.0, -2.0), 5.0);
    const POINTS: [DVec3; 3] = [DVec3::new(3.0, 7.0, 1.0), DVec3::ZERO, DVec3::new(-2.5, 4.0, 8.0)];

    #[test]
    fn exercise_1_5_the_shadow_of_a_directional_light_is_one_matrix() {
        // P = A + (D/k) B - ((A . C)/k) B with C = n, B = t, k = n . t.
        let (c, b, d) = (PLANE.normal, dvec3(1.0, -1.0, 3.0), PLANE.distance);
        let k = c.dot(b);
        let m = Projective3::try_shadow(&PLANE, Light::Directional(b)).unwrap();
        for a in POINTS {
            let image = m.map_point(a).unwrap();
            assert!((image - (a + b * (d / k) - b * (a.dot(c) / k))).length() < 1e-14);
            assert!((image - along(&PLANE, a, b)).length() < 1e-14);
            let by_rows = m.transposed().times_row(&Homogeneous::point(a)).to_point();
            assert_eq!(by_rows, Some(image));
        }
        // The printed matrix for rows: k I - C B, and D B in the last row.
        let printed: [[f64; 4]; 4] = core::array::from_fn(|i| {
            core::array::from_fn(|j| match (i, j) {
                (3, 3) => k,
                (3, j) => d * b[j],
                (_, 3) => 0.0,
                _ => (if i == j { k } else { 0.0 }) - c[i] * b[j],
            })
        });
        assert_eq!(m.columns, printed);
        assert!(m.is_same_map(&m.times(-1.0)), "the text's second form");
    }

    #[test]
    fn a4_the_literal_sum_of_three_matrices_counts_w_three_times() {
        let (plane, light, p) = (Plane::new(DVec3::Y, 2.0), dvec3(1.0, -1.0, 0.0), dvec3(0.0, 5.0, 0.0));
        let m = Projective3::try_shadow(&plane, Light::Directional(light)).unwrap();
        assert_eq!(m.map_point(p), Some(dvec3(3.0, 2.0, 0.0)));
        let mut literal = m;
        literal.columns[3][3] *= 3.0;
        assert!((literal.map_point(p).unwrap() - dvec3(1.0, 2.0 / 3.0, 0.0)).length() < 1e-15);
    }

    #[test]
    fn exercise_1_6_the_point_where_a_line_meets_a_plane_is_the_same_matrix() {
        let t = dvec3(0.5, 2.0, 1.0);
        let (m, k) = (Projective3::try_oblique(&PLANE, t).unwrap(), PLANE.normal.dot(t));
        assert_eq!(m.columns[3], [5.0 * 0.5, 5.0 * 2.0, 5.0, k]);
        for p in POINTS {
            let line = Line::new(p, t);
            let span = plane_ray::span(&PLANE, &line).unwrap();
            assert!((p + t * span.enter - m.map_point(p).unwrap()).length() < 1e-13);
        }
        assert!(
            m.is_same_map(&Projective3::try_shadow(&PLANE, Light::Directional(t)).unwrap()),
            "1-5 with k = m"
        );
    }

    #[test]
    fn a4_light_along_the_plane_is_an_error() {
        let error = |light| Projective3::try_shadow(&PLANE, light).unwrap_err();
        assert_eq!(error(Light::Directional(dvec3(2.0, -1.0, 0.0))).field, "light");
        assert!(error(Light::Directional(dvec3(2.0, -1.0, 0.0))).must.starts_with("not run along"));
        assert_eq!(error(Light::Directional(DVec3::ZERO)).must, "not be zero");
        assert_eq!(error(Light::Directional(DVec3::NAN)).must, "be finite");
        assert_eq!(Projective3::try_oblique(&PLANE, dvec3(0.0, 1.0, 1.0)).unwrap_err().field, "direction");
        // With tenths, neither the sum of floats nor the exact sum is 0.
        let plane = Plane::new(dvec3(0.1, 0.2, -0.3), 0.0);
        assert!(Projective3::try_oblique(&plane, DVec3::ONE).is_ok());
        assert!(Projective3::try_oblique(&plane, dvec3(2.0, -1.0, 0.0)).is_err());
    }

    #[test]
    fn a5_the_shadow_of_a_point_light_lies_on_the_line_from_it_and_in_the_plane() {
        let lamp = dvec3(4.0, 9.0, -7.0);
        let m = Projective3::try_shadow(&PLANE, Light::Point(lamp)).unwrap();
        for p in POINTS {
            assert!((m.map_point(p).unwrap() - along(&PLANE, p, p - lamp)).length() < 1e-13);
            assert!(m.times_column(&Homogeneous::point(p)).w() > 0.0, "below the lamp");
        }
        // Beyond the light, w changes sign: that point casts no shadow.
        assert!(m.times_column(&Homogeneous::point(lamp + PLANE.normal)).w() < 0.0);
        assert_eq!(m.map_point(lamp + dvec3(2.0, -1.0, 0.0)), None, "at the lamp's height: to infinity");
    }

    #[test]
    fn a5_a_point_light_in_the_plane_is_an_error() {
        let error = Projective3::try_shadow(&PLANE, Light::Point(dvec3(5.0, 0.0, 0.0))).unwrap_err();
        assert!(error.must.starts_with("not lie in the plane"));
        let central = Projective3::central(&PLANE, &Homogeneous::point(dvec3(5.0, 0.0, 0.0)));
        assert!(central.is_none());
    }

    #[test]
    fn a5_the_mirror_image_is_at_the_same_distance() {
        let m = Projective3::try_reflection(&PLANE).unwrap();
        let foot = Projective3::try_orthogonal(&PLANE).unwrap();
        for p in POINTS {
            let image = m.map_point(p).unwrap();
            assert!(((p + image) * 0.5 - PLANE.closest_point(p)).length() < 1e-14);
            assert!((foot.map_point(p).unwrap() - PLANE.closest_point(p)).length() < 1e-14);
        }
        assert!((m * m).is_same_map_within(&Projective3::identity(1.0), 1e-15), "twice is nothing");
        assert_eq!(Projective3::try_reflection(&Plane::new(DVec3::ZERO, 1.0)).unwrap_err().field, "normal");
        assert_eq!(
            Projective3::try_orthogonal(&Plane::new(DVec3::Y, f64::NAN)).unwrap_err().field,
            "distance"
        );
    }

    #[test]
    fn a_reflection_whose_entries_overflow_is_scaled() {
        for plane in [Plane::new(DVec3::Y, 1e308), Plane::new(DVec3::Y * 1.2e154, 1e150)] {
            let m = Projective3::try_reflection(&plane).unwrap();
            assert!(m.columns.as_flattened().iter().all(|x| x.is_finite()), "{plane:?}");
        }
        let far = Projective3::try_reflection(&Plane::new(DVec3::Y, 0.75e308)).unwrap();
        assert_eq!(far.map_point(DVec3::Y * 0.25e308), Some(DVec3::Y * 1.25e308));
    }

    #[test]
    fn shadows_in_2d_fall_on_a_line() {
        let floor = Plane::new(DVec2::Y, 0.0);
        let sun = Projective2::try_shadow(&floor, Light::Directional(dvec2(1.0, -2.0))).unwrap();
        let lamp = Projective2::try_shadow(&floor, Light::Point(dvec2(0.0, 4.0))).unwrap();
        assert_eq!(sun.map_point(dvec2(3.0, 4.0)), Some(dvec2(5.0, 0.0)));
        assert_eq!(lamp.map_point(dvec2(3.0, 1.0)), Some(dvec2(4.0, 0.0)));
        assert_eq!(
            Projective2::try_reflection(&floor).unwrap().map_point(dvec2(1.0, 2.0)),
            Some(dvec2(1.0, -2.0))
        );
    }

    #[test]
    fn over_exact_numbers_shadows_lie_exactly_in_the_plane() {
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let plane = PLANE.lift::<V3<_>>(&number);
        let lamp = Homogeneous::point(dvec3(0.1, 9.0, 0.3).lift::<V3<_>>(&number));
        let m = Projective::<_, 4>::central(&plane, &lamp).unwrap();
        for p in POINTS {
            let image: V3<_> = m.map_point(p.lift(&number)).unwrap();
            assert!(plane.side(image).same(number(0.0)));
        }
        let mirrored: V3<_> =
            Projective::<_, 4>::reflection(&plane).map_point(POINTS[0].lift(&number)).unwrap();
        let middle = (mirrored + POINTS[0].lift(&number)) * number(1.0).half();
        assert!(plane.side(middle).same(number(0.0)));
    }

    #[test]
    fn products_that_overflow_are_an_error() {
        let plane = Plane::new(dvec3(0.0, 1e200, 0.0), 0.0);
        assert_eq!(
            Projective3::try_shadow(&plane, Light::Directional(DVec3::Y * 1e200)).unwrap_err().field,
            "light"
        );
        assert_eq!(Projective3::try_orthogonal(&plane).unwrap_err().field, "normal");
        let tiny = Plane::new(dvec3(0.0, 1e-200, 0.0), 0.0);
        assert_eq!(Projective3::try_orthogonal(&tiny).unwrap_err().field, "normal");
    }
}
