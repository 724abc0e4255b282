//! Change of frame: an origin and axes, and the coordinates of the same point in either frame.
//!
//! Let the columns of `A` be the axes of a frame in world coordinates, and `o` its origin:
//!
//! ```text
//! world = A local + o              local = A^-1 (world - o)
//! ```
//!
//! `world - o` alone ignores the rotation. Moving a point and moving a frame are opposites: if the
//! frame moves by `T`, the coordinates of a fixed point change by `T^-1`. For a rotation `T^-1` is
//! `T^T`, so `v T` (the point as a row) rotates the frame where `T v` rotates the point. That is
//! not so for any other map.
//!
//! Axes from one vector use [Duff 2017], which has no singular pole. Axes from two vectors keep the
//! first and make the second perpendicular to it, in double-double precision.
//!
//! Sources: [Duff 2017].

use super::{Homogeneous, LinearMap, Projective};
use crate::exact::determinant_sign;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Mask, Ring};
use crate::shape::ShapeError;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};

/// A frame of reference: its origin and its axes in world coordinates. The axes need not be
/// orthonormal.
///
/// ```
/// use barycast::frame::Basis;
/// use glam::{DVec3, dvec3};
///
/// // A camera at (1, 0, 0), turned by a quarter about z.
/// let camera = Basis::new(DVec3::X, [DVec3::Y, DVec3::NEG_X, DVec3::Z]);
/// assert_eq!(camera.to_local(dvec3(1.0, 5.0, 0.0)), Some(dvec3(5.0, 0.0, 0.0)));
/// assert_eq!(camera.to_world(dvec3(5.0, 0.0, 0.0)), dvec3(1.0, 5.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Basis<V: Vector> {
    /// Origin in world coordinates.
    pub origin: V,
    /// Axes in world coordinates, as columns.
    pub axes: LinearMap<V>,
}

/// Handedness of a coordinate system: which hand's thumb, forefinger and middle finger are x, y and
/// z. It decides the viewing direction of a camera whose x points right and y up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handedness {
    /// The camera looks along -z: OpenGL, glTF, Bevy.
    Right,
    /// The camera looks along +z: Direct3D.
    Left,
}

impl<V: Vector> Basis<V> {
    /// Builds a frame from its origin and axes.
    pub const fn new(origin: V, axes: V::Axes) -> Self {
        Self { origin, axes: LinearMap::new(axes) }
    }

    /// Returns the world frame; `one` is the number 1.
    pub fn world(one: V::Scalar) -> Self {
        Self { origin: V::splat(one.zero()), axes: LinearMap::identity(one) }
    }

    /// Converts a point from local to world coordinates: `A local + o`.
    pub fn to_world(&self, local: V) -> V {
        self.axes.times_column(local) + self.origin
    }

    /// Converts a direction (a difference of two points) from local to world coordinates.
    pub fn direction_to_world(&self, local: V) -> V {
        self.axes.times_column(local)
    }

    /// Returns the world frame in local coordinates: `local_from_world.to_world(p)` are the local
    /// coordinates of `p`. None if the axes are linearly dependent.
    pub fn inverse(&self) -> <V::Mask as Mask>::Opt<Self>
    where
        V::Scalar: Field,
        V: Vector<Mask = bool>,
    {
        self.axes.inverse().map(|axes| Self { origin: -axes.times_column(self.origin), axes })
    }

    /// Converts a point from world to local coordinates: `A^-1 (p - o)`. `None` if the axes are
    /// linearly dependent.
    pub fn to_local(&self, p: V) -> Option<V>
    where
        V::Scalar: Field,
        V: Vector<Mask = bool>,
    {
        self.axes.inverse().map(|inverse| inverse.times_column(p - self.origin))
    }

    /// Returns the frame moved by `shift`, in world coordinates. The local coordinates of a fixed
    /// point change by the opposite amount.
    pub fn translated(&self, shift: V) -> Self {
        Self { origin: self.origin + shift, ..*self }
    }

    /// Returns the frame with `map` applied to its axes, in world coordinates.
    pub fn rotated(&self, map: &LinearMap<V>) -> Self {
        Self { origin: self.origin, axes: map.after(&self.axes) }
    }

    /// Converts a frame given in local coordinates to world coordinates.
    pub fn after(&self, inner: &Self) -> Self {
        Self { origin: self.to_world(inner.origin), axes: self.axes.after(&inner.axes) }
    }

    /// Returns the matrix `world_from_local` for `M * v`: the axes as columns, the origin as the
    /// last column. For `v * M` they are rows (use [`Projective::rows`] as its columns).
    pub fn world_from_local<const N: usize>(&self) -> Projective<V::Scalar, N> {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        let columns = core::array::from_fn(|j| {
            if j < V::DIM {
                Homogeneous::<_, N>::direction(self.axes.column(j)).0
            } else {
                Homogeneous::<_, N>::point(self.origin).0
            }
        });
        Projective { columns }
    }
}

impl<V: FloatVector + Vector3> Basis<V> {
    /// Builds a camera's frame at `eye`, looking at `target`, with x to the right and y as close to
    /// `up` as possible. Its [`inverse`](Self::inverse) maps world to camera coordinates:
    /// `camera_from_world`. Each number is rounded once.
    ///
    /// # Errors
    /// Returns an error naming `eye`, `target` or `up` if it is not finite, `target` if it equals
    /// the eye, and `up` if it is zero or parallel to the view direction, to thirty digits.
    #[doc(alias = "looking_at")]
    pub fn try_look_at(eye: V, target: V, up: V, hand: Handedness) -> Result<Self, ShapeError>
    where
        V: FloatVector<Precise: Vector3>,
    {
        finite("eye", eye)?;
        finite("target", target)?;
        finite("up", up)?;
        let mut view = precise(target) - precise(eye);
        if !(0..V::DIM).all(|i| view.get(i).to_f64().is_finite()) {
            // The difference overflows; the half difference has the same direction.
            let half = V::Scalar::ONE.half();
            view = precise(target * half) - precise(eye * half);
        }
        if view.is_zero() {
            return Err(ShapeError { field: "target", must: "not be the eye", got: None });
        }
        let z = if hand == Handedness::Right { -view } else { view };
        let z = z.normalized_or_zero();
        let x = precise(up).normalized_or_zero().cross(z);
        // Both vectors have length 1 in double-double precision, so anything below this is rounding
        // error of parallel vectors.
        if x.length().to_f64() <= 1e-30 {
            return Err(ShapeError { field: "up", must: "not be zero or along the view", got: None });
        }
        let x = x.normalized_or_zero();
        let axes = [x, z.cross(x), z];
        Ok(Self::new(eye, V::axes_from_fn(|i| rounded(axes[i]))))
    }
}

/// Returns right-handed orthonormal axes whose last axis is along `z`, which may have any nonzero
/// length. The accuracy is the same for all directions, including the poles.
///
/// # Errors
/// Returns an error naming `z` if it is not finite or zero.
#[doc(alias = "orthonormal_basis")]
pub fn axes_along<V: FloatVector + Vector3>(z: V) -> Result<[V; 3], ShapeError> {
    not_zero("z", z)?;
    let n = z.normalized_or_zero();
    let (x, y, z) = (n.get(0), n.get(1), n.get(2));
    let one = V::Scalar::ONE;
    let sign = if z < V::Scalar::ZERO { -one } else { one };
    let a = -one / (sign + z);
    let b = x * y * a;
    let of = |numbers: [V::Scalar; 3]| V::from_fn(|i| numbers[i]);
    Ok([of([one + sign * x * x * a, sign * b, -(sign * x)]), of([b, sign + y * y * a, -y]), n])
}

/// Returns orthonormal axes in the plane: the first along `x`, the second a quarter turn
/// counter-clockwise from it.
///
/// # Errors
/// Returns an error naming `x` if it is not finite or zero.
pub fn axes_along_2<V: FloatVector + Vector2>(x: V) -> Result<[V; 2], ShapeError> {
    not_zero("x", x)?;
    let x = x.normalized_or_zero();
    Ok([x, x.perp()])
}

/// Returns right-handed orthonormal axes: the first along `x`, the second in the plane of both
/// vectors on the side of `y`. Each number is rounded once.
///
/// # Errors
/// Returns an error naming `x` or `y` if it is zero or not finite, and `y` if it is parallel to `x`
/// (decided exactly).
pub fn axes_along_both<V>(x: V, y: V) -> Result<[V; 3], ShapeError>
where
    V: FloatVector<Precise: Vector3> + Vector3,
{
    not_zero("x", x)?;
    not_zero("y", y)?;
    let parallel = (0..3).all(|i| {
        let j = (i + 1) % 3;
        determinant_sign(x.get(i), x.get(j), y.get(i), y.get(j)) == 0
    });
    if parallel {
        return Err(ShapeError { field: "y", must: "not be parallel to x", got: None });
    }
    let x = precise(x).normalized_or_zero();
    let z = x.cross(precise(y).normalized_or_zero()).normalized_or_zero();
    Ok([x, z.cross(x), z].each(rounded))
}

fn precise<V: FloatVector>(v: V) -> V::Precise {
    v.lift(&Float::precise)
}

fn rounded<V: FloatVector>(v: V::Precise) -> V {
    v.lift(&Float::from_precise)
}

fn finite<V: FloatVector>(field: &'static str, v: V) -> Result<(), ShapeError> {
    match (0..V::DIM).map(|i| v.get(i)).find(|x| !x.is_finite()) {
        Some(got) => Err(ShapeError { field, must: "be finite", got: Some(got.to_f64()) }),
        None => Ok(()),
    }
}

fn not_zero<V: FloatVector>(field: &'static str, v: V) -> Result<(), ShapeError> {
    finite(field, v)?;
    if v.is_zero() { Err(ShapeError { field, must: "not be zero", got: None }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Projective2, Projective3};
    use glam::dcamera::{lh, rh};
    use glam::{DMat4, DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

    #[test]
    fn a6_local_coordinates_include_the_rotation() {
        // The camera's x axis is the world's y axis.
        let camera = Basis::new(dvec2(1.0, 0.0), [DVec2::Y, -DVec2::X]);
        let p = dvec2(1.0, 5.0);
        assert_eq!(p - camera.origin, dvec2(0.0, 5.0), "the text's answer");
        assert_eq!(camera.to_local(p), Some(dvec2(5.0, 0.0)));
        assert_eq!(camera.to_world(dvec2(5.0, 0.0)), p);
    }

    #[test]
    fn a6_a_row_times_m_is_the_moved_frame_for_rotations_only() {
        let p = dvec2(1.0, 0.0);
        let stretch = LinearMap::new([DVec2::X * 2.0, DVec2::Y * 2.0]);
        assert_eq!((stretch.times_row(p), stretch.times_column(p)), (dvec2(2.0, 0.0), dvec2(2.0, 0.0)));
        assert_eq!(Basis::world(1.0).rotated(&stretch).to_local(p), Some(dvec2(0.5, 0.0)));
        let turn = LinearMap::new([DVec2::Y, -DVec2::X]);
        assert_eq!(Basis::world(1.0).rotated(&turn).to_local(p), Some(turn.times_row(p)));
    }

    #[test]
    fn a6_moving_the_frame_moves_points_the_other_way() {
        let (p, shift) = (dvec3(1.0, 2.0, 3.0), dvec3(10.0, 0.0, -4.0));
        assert_eq!(Basis::world(1.0).translated(shift).to_local(p), Some(p - shift));
    }

    #[test]
    fn a7_the_two_conventions_are_transposes() {
        let skew = Basis::new(dvec3(4., 5., 6.), [dvec3(1., 2., 0.), dvec3(0., 1., 1.), dvec3(1., 0., 3.)]);
        let m: Projective3<f64> = skew.world_from_local();
        let p = dvec3(-1.0, 2.0, 0.5);
        assert_eq!(m.map_point(p), Some(skew.to_world(p)));
        assert_eq!(m.transposed().times_row(&Homogeneous::point(p)).to_point(), Some(skew.to_world(p)));
        let back: Projective3<f64> = skew.inverse().unwrap().world_from_local();
        assert!((back * m).is_same_map_within(&Projective3::identity(1.0), 1e-15));
        assert!(m.inverse_up_to_scale().is_same_map_within(&back, 1e-15));
        let flat: Projective2<f64> = Basis::new(dvec2(1., 2.), [DVec2::Y, DVec2::X]).world_from_local();
        assert_eq!(flat.map_point(dvec2(3., 4.)), Some(dvec2(5., 5.)));
    }

    #[test]
    fn a_frame_in_a_frame() {
        let outer = Basis::new(dvec2(1., 1.), [DVec2::Y, -DVec2::X]);
        let inner = Basis::new(dvec2(2., 0.), [DVec2::X * 3.0, DVec2::Y]);
        let p = dvec2(5.0, 7.0);
        assert_eq!(outer.after(&inner).to_world(p), outer.to_world(inner.to_world(p)));
        assert_eq!(outer.direction_to_world(DVec2::X), DVec2::Y);
        assert!(Basis::new(DVec2::ZERO, [DVec2::X, DVec2::X]).to_local(p).is_none());
    }

    /// Returns the largest deviation from right-handed, orthonormal axes.
    fn error(axes: [DVec3; 3]) -> f64 {
        let [x, y, z] = axes;
        let unit = axes.map(|a| (a.length_squared() - 1.0).abs());
        [x.dot(y).abs(), y.dot(z).abs(), z.dot(x).abs(), (x.cross(y) - z).length()]
            .into_iter()
            .chain(unit)
            .fold(0.0, f64::max)
    }

    #[test]
    fn axes_are_as_accurate_near_the_poles_as_anywhere() {
        let mut draw = fastrand::Rng::with_seed(3);
        for k in 0..20_000 {
            let tiny = 10.0_f64.powi(-(k % 20));
            let mut number = || draw.f64() * 2.0 - 1.0;
            let pole = if k % 2 == 0 { 1.0 } else { -1.0 };
            let z = dvec3(number() * tiny, number() * tiny, pole) * 1e3;
            assert!(error(axes_along(z).unwrap()) < 1e-15 * 3.0, "{z}");
            let single = axes_along(z.as_vec3()).unwrap().map(Vec3::as_dvec3);
            assert!(error(single) < 1e-6, "{z}");
        }
        for z in [DVec3::Z, -DVec3::Z, DVec3::X * 1e-300, DVec3::Y * 1e300, dvec3(-0.0, 0.0, -0.0) + DVec3::Y]
        {
            let axes = axes_along(z).unwrap();
            assert!(error(axes) == 0.0 && axes[2].dot(z) > 0.0);
        }
        assert_eq!(axes_along(DVec3::ZERO).unwrap_err().field, "z");
        assert_eq!(axes_along(Vec3::NAN).unwrap_err().must, "be finite");
    }

    #[test]
    fn axes_along_both_keeps_the_first_vector() {
        let [x, y, z] = axes_along_both(DVec3::X * 4.0, dvec3(1.0, 2.0, 0.0)).unwrap();
        assert_eq!([x, y, z], [DVec3::X, DVec3::Y, DVec3::Z]);
        // One unit in the last place from parallel still gives axes.
        let near = dvec3(1.0, 1.0, 1.0 + f64::EPSILON);
        let [x, y, z] = axes_along_both(DVec3::ONE, near).unwrap();
        assert!(error([x, y, z]) < 1e-15 && y.dot(dvec3(-1.0, -1.0, 2.0)) > 2.4);
        let thirds = vec3(1.0 / 3.0, 0.1, 0.7);
        assert_eq!(axes_along_both(thirds, thirds * -4.0).unwrap_err().must, "not be parallel to x");
        assert_eq!(axes_along_both(thirds, Vec3::ZERO).unwrap_err().field, "y");
        assert!(axes_along_both(DVec3::X * 1e-300, DVec3::Y * 1e-300).is_ok());
        assert_eq!(axes_along_2(dvec2(0.0, -3.0)).unwrap(), [-DVec2::Y, DVec2::X]);
    }

    #[test]
    fn look_at_matches_glam_for_both_hands() {
        let (eye, target, up) = (dvec3(3., 4., 5.), dvec3(-1., 0.5, 2.), dvec3(0.1, 1.0, 0.2));
        for (hand, glams) in [
            (Handedness::Right, rh::view::look_at_mat4(eye, target, up)),
            (Handedness::Left, lh::view::look_at_mat4(eye, target, up)),
        ] {
            let camera = Basis::try_look_at(eye, target, up, hand).unwrap();
            let camera_from_world: Projective3<f64> = camera.inverse().unwrap().world_from_local();
            assert!(DMat4::from_cols_array_2d(&camera_from_world.columns).abs_diff_eq(glams, 1e-14));
            assert!(error([0, 1, 2].map(|i| camera.axes.column(i))) < 1e-15);
        }
    }

    #[test]
    fn an_undefined_view_direction_is_an_error() {
        let look = |target, up| Basis::try_look_at(DVec3::ONE, target, up, Handedness::Right);
        assert_eq!(look(DVec3::ONE, DVec3::Y).unwrap_err().field, "target");
        assert_eq!(look(DVec3::ZERO, DVec3::ONE).unwrap_err().field, "up");
        assert_eq!(look(DVec3::ZERO, DVec3::ZERO).unwrap_err().field, "up");
        assert_eq!(look(DVec3::NAN, DVec3::Y).unwrap_err().field, "target");
        // Differences that overflow are not special.
        let (eye, target) = (dvec3(1.0, -1.0, 1.0) * 1e308, dvec3(-1.0, 1.0, 0.5) * 1e308);
        let far = Basis::try_look_at(eye, target, DVec3::Z, Handedness::Left).unwrap();
        let near = Basis::try_look_at(eye * 1e-8, target * 1e-8, DVec3::Z, Handedness::Left).unwrap();
        assert!((0..3).all(|i| (far.axes.column(i) - near.axes.column(i)).length() < 1e-15));
        // A direction just beside straight down is not special.
        assert!(look(dvec3(1.0, -9.0, 1.0 + f64::EPSILON), DVec3::Y).is_ok());
    }
}
