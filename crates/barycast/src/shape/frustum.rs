//! View frustum: the set visible to a camera.

use super::check::{self, ShapeError};
use super::convex::farthest;
use super::scanline::{decided, sign};
use super::{Aabb, DepthRange, HalfSpace, Support};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float};
use crate::vector::size::{exponent, shifted};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::vec::Vec;

/// The intersection of six half-spaces, bounded and not empty: solid, for most cameras a truncated
/// pyramid.
///
/// A corner is a point where three planes meet inside the other half-spaces, which is decided
/// exactly. Each plane is stored with the full precision of a sum of two floats, because the planes
/// of a view-projection matrix are such sums.
///
/// ```
/// use barycast::d3::{Frustum, Sphere};
/// use glam::{Mat4, vec3};
///
/// // What a camera at the origin sees that looks along -z.
/// let camera = Mat4::perspective_rh(1.0, 1.0, 0.1, 100.0);
/// let view = Frustum::try_from_view_projection(camera.to_cols_array())?;
/// assert!(view.intersects(&Sphere::new(vec3(0.0, 0.0, -5.0), 1.0)));
/// assert!(!view.intersects(&Sphere::new(vec3(0.0, 0.0, 5.0), 1.0)));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frustum<V: Vector> {
    planes: [HalfSpace<V>; 6],
    /// Low parts of the planes: the rounding errors of `planes`.
    rest: [HalfSpace<V>; 6],
    /// Indices of the three planes through each corner; a corner may occur several times.
    corners: Vec<[usize; 3]>,
}

const FIELD: &str = "planes";

/// Range of the largest normal coordinate within which products need no scaling.
const ORDINARY: core::ops::Range<f64> = 1.0 / 65536.0..131_072.0;

/// Returns the point where three planes meet, times the determinant of their normals, and the
/// determinant.
fn intersection_point<V: Vector3>([a, b, c]: [&HalfSpace<V>; 3]) -> (V, V::Scalar) {
    let (bc, ca, ab) = (b.normal.cross(c.normal), c.normal.cross(a.normal), a.normal.cross(b.normal));
    (bc * a.distance + ca * b.distance + ab * c.distance, a.normal.dot(bc))
}

impl<V: Vector3> Frustum<V> {
    /// Converts every number with `number`.
    #[must_use]
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Frustum<W> {
        Frustum {
            planes: self.planes.each_ref().each(|plane| plane.lift(number)),
            rest: self.rest.each_ref().each(|plane| plane.lift(number)),
            corners: self.corners.clone(),
        }
    }

    /// Returns the six half-spaces, rounded.
    pub const fn planes(&self) -> &[HalfSpace<V>; 6] {
        &self.planes
    }

    /// Applies `length` to every distance.
    pub(crate) fn scaled(&self, length: impl Fn(V::Scalar) -> V::Scalar) -> Self {
        let scaled = |h: &HalfSpace<V>| HalfSpace { normal: h.normal, distance: length(h.distance) };
        Self {
            planes: self.planes.each_ref().each(scaled),
            rest: self.rest.each_ref().each(scaled),
            corners: self.corners.clone(),
        }
    }
}

impl<V: FloatVector + Vector3> Frustum<V> {
    /// Returns the half-spaces with all their digits over another number type. Scales normals whose
    /// products would leave the range of floats by powers of two.
    pub(crate) fn sides_over<W: Vector>(
        &self,
        number: &impl Fn(V::Scalar) -> W::Scalar,
    ) -> Vec<HalfSpace<W>> {
        let lift = |h: &HalfSpace<V>| h.lift::<W>(number);
        let side = |(h, rest): (&HalfSpace<V>, &HalfSpace<V>)| {
            let (high, low) = (lift(h), lift(rest));
            let mut side =
                HalfSpace { normal: high.normal + low.normal, distance: high.distance + low.distance };
            let most = (0..V::DIM).map(|i| h.normal.get(i).to_f64().abs()).fold(0.0, f64::max);
            if !ORDINARY.contains(&most)
                && let Some(e) = exponent([most])
            {
                // Scales in two steps, because the power itself may not be representable.
                for e in [-e / 2, -e - -e / 2] {
                    let by = number(V::Scalar::from_f64(shifted(1.0, e)));
                    side = HalfSpace { normal: side.normal * by, distance: side.distance * by };
                }
            }
            side
        };
        self.planes.iter().zip(&self.rest).map(side).collect()
    }

    /// Returns the corners over another number type.
    pub(crate) fn corners_over<W: Vector3<Scalar: Field>>(
        &self,
        number: &impl Fn(V::Scalar) -> W::Scalar,
    ) -> Vec<W> {
        let sides = self.sides_over::<W>(number);
        let corner = |triple: &[usize; 3]| {
            let (point, determinant) = intersection_point(triple.each(|i| &sides[i]));
            point.times_reciprocal(determinant)
        };
        self.corners.iter().map(corner).collect()
    }

    /// Returns the corners, possibly with repetitions.
    pub fn corners(&self) -> Vec<V> {
        self.corners_over(&|x| x)
    }

    /// Returns the axis-aligned bounding box of the corners.
    pub fn bounds(&self) -> Aabb<V> {
        let boxes = self.corners().into_iter().map(|p| Aabb { min: p, max: p });
        let none = Aabb { min: self.planes[0].normal.zero(), max: self.planes[0].normal.zero() };
        boxes.reduce(|a, b| a.union(&b)).unwrap_or(none)
    }

    /// Builds a frustum from six half-spaces with outward normals.
    ///
    /// # Errors
    /// Returns an error naming `planes` if a number is not finite, a normal is zero, or the
    /// intersection is empty, unbounded or outside the range of floats.
    pub fn try_new(planes: [HalfSpace<V>; 6]) -> Result<Self, ShapeError> {
        for plane in &planes {
            check::direction(FIELD, plane.normal)?;
            check::finite_number(FIELD, plane.distance)?;
        }
        let none = planes[0].normal.zero();
        Self::of(planes, [HalfSpace { normal: none, distance: none.get(0) }; 6], FIELD)
    }

    /// Builds a frustum from a column-major view-projection matrix from world to clip space with
    /// depths from 0 to 1, in either direction.
    ///
    /// A far plane at infinity is accepted in either direction. It is placed `2^50` times as far
    /// away as the near plane.
    ///
    /// # Errors
    /// Returns an error naming `view_projection` if a number or the sum of two rows is not finite,
    /// or the visible set is empty, unbounded or outside the range of floats.
    pub fn try_from_view_projection(matrix: [V::Scalar; 16]) -> Result<Self, ShapeError> {
        Self::of_matrix(&matrix, 0.0)
    }

    /// Builds a frustum from a view-projection matrix with a known depth range.
    /// [`DepthRange::MinusOneToOne`] must be stated: such a matrix is indistinguishable from one
    /// with depths from 0 to 1 that shows less near the camera.
    ///
    /// # Errors
    /// Same as [`try_from_view_projection`](Self::try_from_view_projection). Returns an error
    /// naming `depth` if a perspective matrix maps the near plane to the depth of the far plane.
    pub fn try_from_view_projection_with(
        matrix: [V::Scalar; 16],
        depth: DepthRange,
    ) -> Result<Self, ShapeError> {
        let least = if depth == DepthRange::MinusOneToOne { -1.0 } else { 0.0 };
        let frustum = Self::of_matrix(&matrix, least)?;
        let [low, high] = [4, 5].each(|i| along_view(&matrix, &frustum.planes[i]));
        let (near, far) = if depth == DepthRange::Reversed { (high, low) } else { (low, high) };
        if far < near {
            let must = "match the matrix, which maps the near plane to the depth of the far plane";
            return Err(ShapeError { field: "depth", must, got: None });
        }
        Ok(frustum)
    }

    /// Builds a frustum from a matrix with depths from `least` to 1.
    fn of_matrix(matrix: &[V::Scalar; 16], least: f64) -> Result<Self, ShapeError> {
        const FIELD: &str = "view_projection";
        matrix.iter().try_for_each(|x| check::finite_number(FIELD, *x))?;
        let zero = V::Scalar::ZERO;
        let precise = |row: usize, column: usize| matrix[column * 4 + row].precise();
        // Clip planes: `-w <= x`, `x <= w`, and so on; `least w <= z`, `z <= w`.
        let sides =
            [(0, -1.0, 1.0), (0, 1.0, 1.0), (1, -1.0, 1.0), (1, 1.0, 1.0), (2, -1.0, -least), (2, 1.0, 1.0)];
        let none = HalfSpace { normal: V::splat(zero), distance: zero };
        let (mut planes, mut rest) = ([none; 6], [none; 6]);
        for (i, (row, turn, reach)) in sides.into_iter().enumerate() {
            let at = |column: usize| {
                let [turn, reach] = [turn, reach].each(DoubleDouble::new);
                precise(row, column) * turn - precise(3, column) * reach
            };
            let high = |x: DoubleDouble| V::Scalar::from_precise(x);
            let low = |x: DoubleDouble| V::Scalar::from_precise(x - high(x).precise());
            planes[i] = HalfSpace { normal: V::from_fn(|c| high(at(c))), distance: high(-at(3)) };
            rest[i] = HalfSpace { normal: V::from_fn(|c| low(at(c))), distance: low(-at(3)) };
            if !((0..3).all(|c| planes[i].normal.get(c).is_finite()) && planes[i].distance.is_finite()) {
                return Err(ShapeError {
                    field: FIELD,
                    must: "have row sums in the range of floats",
                    got: None,
                });
            }
        }
        for (near, far) in [(4, 5), (5, 4)] {
            // All of space lies in front of a far plane at infinity.
            let infinite_far = planes[far].normal.is_zero() && planes[far].distance > zero;
            let w = along_view(matrix, &planes[near]) * FAR;
            if infinite_far && w > 0.0 && w.is_finite() {
                let normal = V::from_fn(|c| matrix[c * 4 + 3]);
                let distance = V::Scalar::from_f64(w) - matrix[15];
                (planes[far], rest[far]) = (HalfSpace { normal, distance }, none);
            }
        }
        Self::of(planes, rest, FIELD)
    }

    fn of(
        planes: [HalfSpace<V>; 6],
        rest: [HalfSpace<V>; 6],
        field: &'static str,
    ) -> Result<Self, ShapeError> {
        let all = Self { planes, rest, corners: Vec::new() };
        let corners = decided!(number => {
            let number = |x: V::Scalar| number(x.to_f64());
            find_corners(&all.sides_over::<V3<_>>(&number))
        });
        if corners.is_empty() {
            return Err(ShapeError { field, must: "have a bounded, nonempty intersection", got: None });
        }
        let all = Self { corners, ..all };
        let is_finite = |p: V| (0..V::DIM).all(|i| p.get(i).is_finite());
        if !all.corners().into_iter().all(is_finite) {
            return Err(ShapeError { field, must: "have corners in the range of floats", got: None });
        }
        Ok(all)
    }
}

/// Distance at which a far plane at infinity is placed, in units of the near plane's distance.
const FAR: f64 = (1_u64 << 50) as f64;

/// Returns `w` at the intersection of the view axis with a plane: the distance along the axis times
/// the length of the `w` row. NaN for a matrix without perspective.
fn along_view<V: FloatVector>(matrix: &[V::Scalar; 16], plane: &HalfSpace<V>) -> f64 {
    let row = |column: usize| matrix[column * 4 + 3].to_f64();
    let normal = |column: usize| plane.normal.get(column).to_f64();
    let (along, squared) = (0..3)
        .fold((0.0, 0.0), |(along, squared), c| (along + normal(c) * row(c), squared + row(c) * row(c)));
    row(3) + plane.distance.to_f64() * squared / along
}

/// Returns the triples of planes that meet in a corner; none if the intersection is empty or
/// unbounded.
fn find_corners<V: Vector3>(sides: &[HalfSpace<V>]) -> Option<Vec<[usize; 3]>> {
    let mut corners = Vec::new();
    for i in 0..6 {
        for j in i + 1..6 {
            // Tests whether the edge is unbounded.
            let along = sides[i].normal.cross(sides[j].normal);
            for direction in [along, -along] {
                let mut is_bounded = sign(direction.length_squared())? == 0;
                for (l, side) in sides.iter().enumerate() {
                    if !is_bounded && l != i && l != j {
                        is_bounded = sign(side.normal.dot(direction))? > 0;
                    }
                }
                if !is_bounded {
                    return Some(Vec::new());
                }
            }
            for k in j + 1..6 {
                let (point, determinant) = intersection_point([&sides[i], &sides[j], &sides[k]]);
                let turn = sign(determinant)?;
                let mut within = turn != 0;
                for (l, side) in sides.iter().enumerate() {
                    if within && ![i, j, k].contains(&l) {
                        let beyond = side.normal.dot(point) - side.distance * determinant;
                        within = sign(beyond)? * turn <= 0;
                    }
                }
                if within {
                    corners.push([i, j, k]);
                }
            }
        }
    }
    Some(corners)
}

impl<V: FloatVector + Vector3> Support for Frustum<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        farthest(self.corners().into_iter(), direction)
    }

    fn corners(&self, _: V) -> Vec<V> {
        Self::corners(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::shape::{Sphere, Torus};
    use glam::{DVec3, dvec3};

    fn cube(high: f64) -> Result<Frustum<DVec3>, ShapeError> {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let side = |i: usize| {
            let n = axes[i / 2];
            if i.is_multiple_of(2) { HalfSpace::new(n * 2., 2. * high) } else { HalfSpace::new(-n, 0.) }
        };
        Frustum::try_new(core::array::from_fn(side))
    }

    #[test]
    fn corners_outside_the_range_of_floats_are_errors() {
        let side = |normal: DVec3, distance| HalfSpace { normal, distance };
        let planes = |far| {
            let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z];
            [side(x * 0.25, far), side(-x, 1.), side(y, 1.), side(-y, 1.), side(z, 1.), side(-z, 1.)]
        };
        assert!(Frustum::try_new(planes(1e300)).is_ok());
        // Independent of the lengths of the normals.
        let long = |length: f64| planes(1.).map(|h| side(h.normal * length, h.distance * length));
        assert!(Frustum::try_new(long(1e200)).is_ok() && Frustum::try_new(long(1e-200)).is_ok());
        let corners = |length| Frustum::try_new(long(length)).unwrap().corners();
        assert_eq!(corners(2f64.powi(1020)), corners(1.));
        let refused = Frustum::try_new(planes(1e308)).unwrap_err();
        assert_eq!(refused.field, "planes");
        assert!(refused.to_string().contains("floats"), "{refused}");
    }

    #[test]
    fn the_length_of_normals_does_not_matter() {
        for length in [-1000, -600, 0, 600, 1000].map(|e| 2f64.powi(e)) {
            let planes = cube(3.)
                .unwrap()
                .planes()
                .map(|h| HalfSpace { normal: h.normal * length, distance: h.distance * length });
            let frustum = Shape3::from(Frustum::try_new(planes).unwrap());
            let ring = |x: f64| Torus::new(dvec3(x, 1.5, 1.5), DVec3::Z, 0.5, 0.5).into();
            assert!(
                frustum.contains(&ring(1.5)).unwrap() && !frustum.contains(&ring(2.5)).unwrap(),
                "{length}"
            );
            let [within, beyond] = [2., 5.].map(|x| frustum.signed_distance(dvec3(x, 1.5, 1.5)));
            assert_eq!((within, beyond), (-1., 2.), "{length}");
        }
    }

    #[test]
    fn six_sides_have_eight_corners() {
        let frustum = cube(3.).unwrap();
        assert_eq!(
            (frustum.corners().len(), frustum.bounds()),
            (8, Aabb::new(DVec3::ZERO, DVec3::splat(3.)))
        );
        assert!(cube(0.).is_ok(), "one point");
        assert!(cube(-1.).is_err(), "empty");
        let mut open = *frustum.planes();
        open[0] = open[2];
        assert!(Frustum::try_new(open).is_err(), "unbounded");
    }

    #[test]
    fn a_perspective_frustum_reaches_from_near_to_far() {
        // A field of view of 90 degrees, from 1 to 9 along -z.
        let eye = |a: f64, b: f64| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., a, -1., 0., 0., b, 0.];
        let frustum = Frustum::<DVec3>::try_from_view_projection(eye(-1.125, -1.125)).unwrap();
        let b = frustum.bounds();
        assert!(
            (b.min - dvec3(-9., -9., -9.)).length() < 1e-13 && (b.max - dvec3(9., 9., -1.)).length() < 1e-13
        );
        assert!(Frustum::<DVec3>::try_from_view_projection(eye(0., 0.)).is_err(), "no near plane");
    }

    #[test]
    fn all_depth_ranges_give_the_same_frustum() {
        // The near plane is at 0.5, the far plane at 20 or at infinity.
        let eye = |a: f64, b: f64| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., a, -1., 0., 0., b, 0.];
        let [near, far] = [0.5, 20.];
        let ends = |matrix: [f64; 16], depth: DepthRange| {
            let b = Frustum::<DVec3>::try_from_view_projection_with(matrix, depth)?.bounds();
            Ok::<_, ShapeError>([-b.max.z, -b.min.z])
        };
        let matrices = [
            (DepthRange::ZeroToOne, eye(-far / (far - near), -far * near / (far - near)), eye(-1., -near)),
            (DepthRange::Reversed, eye(near / (far - near), far * near / (far - near)), eye(0., near)),
            (
                DepthRange::MinusOneToOne,
                eye(-(far + near) / (far - near), -2. * far * near / (far - near)),
                eye(-1., -2. * near),
            ),
        ];
        for (depth, bounded, infinite_far) in matrices {
            let [first, last] = ends(bounded, depth).unwrap();
            assert!((first - near).abs() < 1e-14 && (last - far).abs() < 1e-11, "{depth:?} {first} {last}");
            let [first, last] = ends(infinite_far, depth).unwrap();
            assert!((first - near).abs() < 1e-14 && last > 1e14, "{depth:?} {first} {last}");
            let sees = |shape: Shape3| {
                let frustum = Frustum::<DVec3>::try_from_view_projection_with(infinite_far, depth).unwrap();
                Shape3::from(frustum).intersects(&shape)
            };
            let ball = |z: f64, radius: f64| Sphere::new(dvec3(0., 0., z), radius).into();
            assert!(
                sees(ball(-1e9, 1.)) && sees(ball(0., 0.5)) && !sees(ball(0., 0.499)) && !sees(ball(9., 1.))
            );
            let distance =
                Shape3::from(Frustum::<DVec3>::try_from_view_projection_with(infinite_far, depth).unwrap())
                    .signed_distance(dvec3(0., 0., 29.));
            assert!((distance - 29.5).abs() < 1e-13, "{depth:?} {distance}");
        }
        let [(_, forward, _), (_, reversed, infinite_far), (_, both, _)] = matrices;
        for (matrix, depth) in [
            (forward, DepthRange::Reversed),
            (reversed, DepthRange::ZeroToOne),
            (infinite_far, DepthRange::ZeroToOne),
            (both, DepthRange::Reversed),
        ] {
            assert_eq!(ends(matrix, depth).unwrap_err().field, "depth", "{depth:?}");
        }
        // The matrix does not show what lies behind the camera.
        assert!(ends(reversed, DepthRange::MinusOneToOne).is_err());
    }
}
