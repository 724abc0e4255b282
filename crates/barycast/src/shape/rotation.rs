//! Rotations given by a quaternion or an angle.

use super::check::{self, ShapeError};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::vector::FloatVector;

/// A rotation about the origin, whose axes are rounded when they are computed.
///
/// The axes are computed in `f64` with [`libm`]'s sine and cosine, which gives the same bits on
/// every machine.
///
/// ```
/// use barycast::d2::Obb;
/// use barycast::shape::Rotation;
/// use glam::{Vec2, vec2};
///
/// let diamond = Obb::try_rotated(Vec2::ZERO, Vec2::ONE, Rotation::Angle(std::f64::consts::FRAC_PI_4))?;
/// assert!((diamond.bounds().max - vec2(1.0, 1.0) * 2_f32.sqrt()).length() < 1e-6);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// Quaternion `[x, y, z, w]` of any nonzero length, in 3D only.
    Quaternion([f64; 4]),
    /// Counter-clockwise angle in radians, in 2D only.
    Angle(f64),
}

impl Rotation {
    /// Returns the images of the coordinate axes.
    ///
    /// # Errors
    /// Returns an error naming `quaternion` or `angle` if a number is not finite, the quaternion is
    /// zero, or the variant belongs to the other dimension.
    pub fn axes<V: FloatVector>(self) -> Result<V::Axes, ShapeError> {
        let axes = match self {
            Self::Quaternion(_) if V::DIM != 3 => {
                return Err(wrong_dimension("quaternion", "be used in 3D only"));
            }
            Self::Angle(_) if V::DIM != 2 => return Err(wrong_dimension("angle", "be used in 2D only")),
            Self::Quaternion(numbers) => of_quaternion(numbers)?,
            Self::Angle(angle) => {
                check::finite_number("angle", angle)?;
                let (sin, cos) = elementary::sincos(angle);
                [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0; 3]]
            }
        };
        Ok(V::axes_from_fn(|i| V::from_fn(|k| V::Scalar::from_f64(axes[i][k]))))
    }
}

const fn wrong_dimension(field: &'static str, must: &'static str) -> ShapeError {
    ShapeError { field, must, got: None }
}

/// Applies `p + 2 w (v x p) + 2 v x (v x p)` for the unit quaternion `v, w` to each unit vector
/// `p`. The length is divided out of the products, not out of the numbers.
fn of_quaternion(numbers: [f64; 4]) -> Result<[[f64; 3]; 3], ShapeError> {
    let mut largest = 0.0_f64;
    for number in numbers {
        check::finite_number("quaternion", number)?;
        largest = largest.max(number.abs());
    }
    if largest == 0.0 {
        return Err(ShapeError { field: "quaternion", must: "not be zero", got: None });
    }
    // Divides by the largest number first, so that no square overflows or underflows.
    let [x, y, z, w] = numbers.each(|number| number / largest);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    Ok([
        [1.0 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)],
        [s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w)],
        [s * (x * z + y * w), s * (y * z - x * w), 1.0 - s * (x * x + y * y)],
    ])
}

for_shapes!(Rotated in [Ellipsoid Obb] {
    impl<V: FloatVector> Rotated<V> {
        /// Builds the shape rotated about its centre from the coordinate axes, from its radii or half
        /// extents.
        ///
        /// # Errors
        /// Same as [`try_new`](Self::try_new) and [`Rotation::axes`].
        pub fn try_rotated(center: V, sizes: V, rotation: Rotation) -> Result<Self, ShapeError> {
            Self::try_new(center, sizes, rotation.axes::<V>()?)
        }

        /// Builds the shape along the coordinate axes, from its radii or half extents.
        ///
        /// # Errors
        /// Same as [`try_new`](Self::try_new).
        pub fn try_aligned(center: V, sizes: V) -> Result<Self, ShapeError> {
            Self::try_new(center, sizes, V::unit_axes(V::Scalar::ONE))
        }
    }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Obb;
    use glam::{DQuat, DVec2, DVec3, Vec3, dvec3};

    #[test]
    fn a_quaternion_of_any_length_rotates_like_glam() {
        let q = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5).normalize();
        for length in [1.0, 1e-200, 1e200] {
            let axes = Rotation::Quaternion(q.to_array().map(|n| n * length)).axes::<DVec3>().unwrap();
            for (axis, unit) in axes.into_iter().zip([DVec3::X, DVec3::Y, DVec3::Z]) {
                assert!((axis - q * unit).length() < 1e-15);
            }
        }
    }

    #[test]
    fn a_quarter_turn_takes_x_to_y() {
        let quarter = Rotation::Angle(core::f64::consts::FRAC_PI_2);
        let [x, _] = quarter.axes::<DVec2>().unwrap();
        assert!((x - DVec2::Y).length() < 1e-16);
    }

    #[test]
    fn a_box_of_f32_can_be_rotated_by_any_quaternion() {
        let rotated = Obb::try_rotated(Vec3::ZERO, Vec3::ONE, Rotation::Quaternion([0.3, 0.1, -0.9, 0.2]));
        assert!(rotated.is_ok());
    }

    #[test]
    fn errors_name_the_field() {
        let rotated =
            |rotation| Obb::try_rotated(dvec3(0., 0., 0.), dvec3(1., 1., 1.), rotation).unwrap_err().field;
        assert_eq!(rotated(Rotation::Quaternion([0.0; 4])), "quaternion");
        assert_eq!(rotated(Rotation::Quaternion([f64::INFINITY, 0., 0., 1.])), "quaternion");
        assert_eq!(rotated(Rotation::Angle(1.0)), "angle");
    }
}
