//! What a camera sees.

use super::check::{self, ShapeError};
use super::convex::farthest;
use super::scan::{decided, sign};
use super::{Aabb, DepthRange, HalfSpace, Support};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float};
use crate::vector::size::{exponent, shifted};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::vec::Vec;

/// The common set of six half-spaces, bounded and not empty: solid, a pyramid without its tip for most cameras.
///
/// Its corners are where three of the planes meet within the others, which is decided exactly. Each plane is kept with
/// the digits that the sum of two floats has, for planes of a camera's matrix are such sums.
#[derive(Clone, Debug)]
pub struct Frustum<V: Vector> {
    planes: [HalfSpace<V>; 6],
    /// What rounding took from the planes.
    rest: [HalfSpace<V>; 6],
    /// Of each corner the planes; one corner may stand several times.
    corners: Vec<[usize; 3]>,
}

const FIELD: &str = "planes";

/// The largest numbers of normals whose products are ordinary numbers.
const ORDINARY: core::ops::Range<f64> = 1.0 / 65536.0..131_072.0;

/// Where three planes meet, times the determinant of their normals, and that.
fn meeting<V: Vector3>([a, b, c]: [&HalfSpace<V>; 3]) -> (V, V::Scalar) {
    let (bc, ca, ab) = (b.normal.cross(c.normal), c.normal.cross(a.normal), a.normal.cross(b.normal));
    (bc * a.distance + ca * b.distance + ab * c.distance, a.normal.dot(bc))
}

impl<V: Vector3> Frustum<V> {
    /// Its half-spaces, rounded.
    pub const fn planes(&self) -> &[HalfSpace<V>; 6] {
        &self.planes
    }

    /// All lengths times a number.
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
    /// All digits of its half-spaces, in other numbers: of normals whose products do not leave the range of floats, by powers
    /// of two.
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
                // In two steps: the power itself may be no number.
                for e in [-e / 2, -e - -e / 2] {
                    let by = number(V::Scalar::from_f64(shifted(1.0, e)));
                    side = HalfSpace { normal: side.normal * by, distance: side.distance * by };
                }
            }
            side
        };
        self.planes.iter().zip(&self.rest).map(side).collect()
    }

    /// Its corners, in other numbers.
    pub(crate) fn corners_over<W: Vector3<Scalar: Field>>(
        &self,
        number: &impl Fn(V::Scalar) -> W::Scalar,
    ) -> Vec<W> {
        let sides = self.sides_over::<W>(number);
        let corner = |triple: &[usize; 3]| {
            let (point, determinant) = meeting(triple.each(|i| &sides[i]));
            point.times_reciprocal(determinant)
        };
        self.corners.iter().map(corner).collect()
    }

    /// Its corners, some perhaps several times.
    pub fn corners(&self) -> Vec<V> {
        self.corners_over(&|x| x)
    }

    /// The box around its corners.
    pub fn bounds(&self) -> Aabb<V> {
        let boxes = self.corners().into_iter().map(|p| Aabb { min: p, max: p });
        let none = Aabb { min: self.planes[0].normal.zero(), max: self.planes[0].normal.zero() };
        boxes.reduce(|a, b| a.union(&b)).unwrap_or(none)
    }

    /// Of six half-spaces, whose normals point out.
    ///
    /// # Errors
    /// Names `planes` when a number is not finite, a normal is zero, or the common set is empty, unbounded, or reaches
    /// farther than floats do.
    pub fn try_new(planes: [HalfSpace<V>; 6]) -> Result<Self, ShapeError> {
        for plane in &planes {
            check::direction(FIELD, plane.normal)?;
            check::finite_number(FIELD, plane.distance)?;
        }
        let none = planes[0].normal.zero();
        Self::of(planes, [HalfSpace { normal: none, distance: none.get(0) }; 6], FIELD)
    }

    /// Of a camera's matrix, by columns, that takes points of the world to clip space with depths from 0 to 1, near or far first.
    ///
    /// A far plane at infinity is accepted, whichever depth is there: it is put `2^50` times as far away as the near plane.
    ///
    /// # Errors
    /// Names `view_projection` when a number or the sum of two rows is not finite, or what it shows is empty, unbounded, or reaches farther than
    /// floats do.
    pub fn try_from_view_projection(matrix: [V::Scalar; 16]) -> Result<Self, ShapeError> {
        Self::of_matrix(&matrix, 0.0)
    }

    /// The same of a matrix whose depths are known. [`DepthRange::MinusOneToOne`] must be named: such a matrix cannot be told from one with
    /// depths from 0 to 1, which shows less near the camera.
    ///
    /// # Errors
    /// As [`try_from_view_projection`](Self::try_from_view_projection). Names `depth` when a perspective gives nearest points the
    /// depth of farthest ones.
    pub fn try_from_view_projection_with(
        matrix: [V::Scalar; 16],
        depth: DepthRange,
    ) -> Result<Self, ShapeError> {
        let least = if depth == DepthRange::MinusOneToOne { -1.0 } else { 0.0 };
        let frustum = Self::of_matrix(&matrix, least)?;
        let [low, high] = [4, 5].each(|i| along_view(&matrix, &frustum.planes[i]));
        let (near, far) = if depth == DepthRange::Reversed { (high, low) } else { (low, high) };
        if far < near {
            let must = "be that of the matrix, which gives the nearest points the depth of the farthest";
            return Err(ShapeError { field: "depth", must, got: None });
        }
        Ok(frustum)
    }

    /// Of a matrix with depths from `least` to 1.
    fn of_matrix(matrix: &[V::Scalar; 16], least: f64) -> Result<Self, ShapeError> {
        const FIELD: &str = "view_projection";
        matrix.iter().try_for_each(|x| check::finite_number(FIELD, *x))?;
        let zero = V::Scalar::ZERO;
        let precise = |row: usize, column: usize| matrix[column * 4 + row].precise();
        // -w <= x, x <= w, and so on; least w <= z, z <= w.
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
                    must: "have sums of rows that floats can hold",
                    got: None,
                });
            }
        }
        for (near, far) in [(4, 5), (5, 4)] {
            // All of space lies before a far plane at infinity.
            let endless = planes[far].normal.is_zero() && planes[far].distance > zero;
            let w = along_view(matrix, &planes[near]) * FAR;
            if endless && w > 0.0 && w.is_finite() {
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
            found(&all.sides_over::<V3<_>>(&number))
        });
        if corners.is_empty() {
            return Err(ShapeError { field, must: "have a bounded common set that is not empty", got: None });
        }
        let all = Self { corners, ..all };
        let is_finite = |p: V| (0..V::DIM).all(|i| p.get(i).is_finite());
        if !all.corners().into_iter().all(is_finite) {
            return Err(ShapeError { field, must: "have corners that floats can hold", got: None });
        }
        Ok(all)
    }
}

/// How many times as far away as the near plane a far plane at infinity is put.
const FAR: f64 = (1_u64 << 50) as f64;

/// `w` where the axis of view meets a plane across it: how far away it is, times the length of the row of `w`. NaN of a matrix without
/// perspective.
fn along_view<V: FloatVector>(matrix: &[V::Scalar; 16], plane: &HalfSpace<V>) -> f64 {
    let row = |column: usize| matrix[column * 4 + 3].to_f64();
    let normal = |column: usize| plane.normal.get(column).to_f64();
    let (along, squared) = (0..3)
        .fold((0.0, 0.0), |(along, squared), c| (along + normal(c) * row(c), squared + row(c) * row(c)));
    row(3) + plane.distance.to_f64() * squared / along
}

/// The triples of planes that meet in a corner; none when the set is empty or unbounded.
fn found<V: Vector3>(sides: &[HalfSpace<V>]) -> Option<Vec<[usize; 3]>> {
    let mut corners = Vec::new();
    for i in 0..6 {
        for j in i + 1..6 {
            // An edge that never ends?
            let along = sides[i].normal.cross(sides[j].normal);
            for way in [along, -along] {
                let mut ends = sign(way.length_squared())? == 0;
                for (l, side) in sides.iter().enumerate() {
                    if !ends && l != i && l != j {
                        ends = sign(side.normal.dot(way))? > 0;
                    }
                }
                if !ends {
                    return Some(Vec::new());
                }
            }
            for k in j + 1..6 {
                let (point, determinant) = meeting([&sides[i], &sides[j], &sides[k]]);
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
    fn corners_beyond_floats_are_refused() {
        let side = |normal: DVec3, distance| HalfSpace { normal, distance };
        let planes = |far| {
            let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z];
            [side(x * 0.25, far), side(-x, 1.), side(y, 1.), side(-y, 1.), side(z, 1.), side(-z, 1.)]
        };
        assert!(Frustum::try_new(planes(1e300)).is_ok());
        // However long the normals are.
        let long = |length: f64| planes(1.).map(|h| side(h.normal * length, h.distance * length));
        assert!(Frustum::try_new(long(1e200)).is_ok() && Frustum::try_new(long(1e-200)).is_ok());
        let corners = |length| Frustum::try_new(long(length)).unwrap().corners();
        assert_eq!(corners(2f64.powi(1020)), corners(1.));
        let refused = Frustum::try_new(planes(1e308)).unwrap_err();
        assert_eq!(refused.field, "planes");
        assert!(refused.to_string().contains("floats"), "{refused}");
    }

    #[test]
    fn normals_of_any_length_hold_the_same() {
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
    fn a_camera_sees_from_near_to_far() {
        // A right angle of view, from 1 to 9 ahead: along -z.
        let eye = |a: f64, b: f64| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., a, -1., 0., 0., b, 0.];
        let frustum = Frustum::<DVec3>::try_from_view_projection(eye(-1.125, -1.125)).unwrap();
        let b = frustum.bounds();
        assert!(
            (b.min - dvec3(-9., -9., -9.)).length() < 1e-13 && (b.max - dvec3(9., 9., -1.)).length() < 1e-13
        );
        assert!(Frustum::<DVec3>::try_from_view_projection(eye(0., 0.)).is_err(), "no near plane");
    }

    #[test]
    fn all_conventions_of_depth_show_the_same() {
        // From 0.5 ahead, to 20 or without end.
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
        for (depth, bounded, endless) in matrices {
            let [first, last] = ends(bounded, depth).unwrap();
            assert!((first - near).abs() < 1e-14 && (last - far).abs() < 1e-11, "{depth:?} {first} {last}");
            let [first, last] = ends(endless, depth).unwrap();
            assert!((first - near).abs() < 1e-14 && last > 1e14, "{depth:?} {first} {last}");
            let sees = |shape: Shape3<DVec3>| {
                let frustum = Frustum::try_from_view_projection_with(endless, depth).unwrap();
                Shape3::from(frustum).intersects(&shape)
            };
            let ball = |z: f64, radius: f64| Sphere::new(dvec3(0., 0., z), radius).into();
            assert!(
                sees(ball(-1e9, 1.)) && sees(ball(0., 0.5)) && !sees(ball(0., 0.499)) && !sees(ball(9., 1.))
            );
            let distance = Shape3::from(Frustum::try_from_view_projection_with(endless, depth).unwrap())
                .signed_distance(dvec3(0., 0., 29.));
            assert!((distance - 29.5).abs() < 1e-13, "{depth:?} {distance}");
        }
        let [(_, forward, _), (_, reversed, endless), (_, both, _)] = matrices;
        for (matrix, depth) in [
            (forward, DepthRange::Reversed),
            (reversed, DepthRange::ZeroToOne),
            (endless, DepthRange::ZeroToOne),
            (both, DepthRange::Reversed),
        ] {
            assert_eq!(ends(matrix, depth).unwrap_err().field, "depth", "{depth:?}");
        }
        // Not from the other side of the camera.
        assert!(ends(reversed, DepthRange::MinusOneToOne).is_err());
    }
}
